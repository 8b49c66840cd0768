import * as z from "zod/mini";
import { booleen, choix, facultatif, paragraphe } from "../fields.ts";
import { OBJETS_DU_COMPLEMENT, type ObjetDuComplement } from "./complement.ts";

const objets = Object.keys(OBJETS_DU_COMPLEMENT) as [ObjetDuComplement, ...ObjetDuComplement[]];

/** The body by which a tenant asks to complete his entry inventory. */
export const complement = z.strictObject({ objet: choix(objets), texte: paragraphe(2000) });

/** The body by which the agency answers; a refusal needs a reason. */
export const reponse = z
  .strictObject({ accepte: booleen(), motif: facultatif(paragraphe(2000)) })
  .check(
    z.refine(({ accepte, motif }) => accepte || Boolean(motif), {
      path: ["motif"],
      error: "Dites pourquoi la demande est refusée.",
    }),
  );

export type Complement = z.output<typeof complement>;
export type Reponse = z.output<typeof reponse>;
