import * as z from "zod/mini";
import { courriel, entier, isoDate, requis } from "../../fields.ts";
import { JOURS_D_ACCES_AU_PLUS } from "./acces-comptable.ts";

/**
 * The body that asks for a link for an accountant; `jours`: the number of days during which the link can be opened.
 */
export const demandeAccesComptable = z
  .strictObject({
    nom: requis(100),
    mail: courriel(),
    du: isoDate(),
    au: isoDate(),
    jours: entier(1, JOURS_D_ACCES_AU_PLUS),
  })
  .check(
    z.refine(({ du, au }) => du <= au, {
      path: ["au"],
      error: "La période finit avant de commencer.",
    }),
  );

export type DemandeAccesComptable = z.output<typeof demandeAccesComptable>;
