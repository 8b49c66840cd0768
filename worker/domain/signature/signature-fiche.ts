import * as z from "zod/mini";
import { EXEMPLAIRES_SIGNES, type TypeDocument } from "../fichiers/document.ts";
import { booleen, choix, courriel, entier, facultatif, identifiant, requis } from "../fields.ts";
import { ROLES, type Role } from "./demande.ts";
import { LIEUX, type LieuDeSignature } from "./preuve.ts";

const SIGNATAIRES_AU_PLUS = 20;
const MENTION_AU_PLUS = 4000;
const MOTIF_AU_PLUS = 2000;

const clesDe = <Cle extends string>(table: Partial<Record<Cle, unknown>>) =>
  Object.keys(table) as [Cle, ...Cle[]];

/** Somebody who is to sign. */
const signataire = z.strictObject({
  role: choix(clesDe<Role>(ROLES)),
  rang: z._default(entier(1, SIGNATAIRES_AU_PLUS), 1),
  nom: requis(),
  /** « représentant légal de … » */
  qualite: facultatif(requis()),
  mail: facultatif(courriel()),
});

/** A paper is put to signature: who signs it, in which order, and where. */
export const ouverture = z
  .strictObject({
    type: choix(clesDe<TypeDocument>(EXEMPLAIRES_SIGNES)),
    entiteId: identifiant(),
    lieu: choix(clesDe<LieuDeSignature>(LIEUX)),
    /** The signers are consumers: the law gives them time to withdraw from what they sign away from the agency. */
    consommateur: z._default(booleen(), true),
    signataires: z
      .array(signataire)
      .check(z.maxLength(SIGNATAIRES_AU_PLUS, `${SIGNATAIRES_AU_PLUS} signataires au plus.`)),
  })
  .check(
    z.refine(
      ({ signataires }) => signataires.filter(({ role }) => role === "agence").length === 1,
      {
        path: ["signataires"],
        error: "L’agence signe une fois, la dernière.",
      },
    ),
    z.refine(({ signataires }) => signataires.some(({ role }) => role !== "agence"), {
      path: ["signataires"],
      error: "Choisissez au moins un signataire.",
    }),
    z.refine(
      ({ lieu, signataires }) =>
        lieu !== "distance" || signataires.every(({ role, mail }) => role === "agence" || mail),
      {
        path: ["signataires"],
        error: "À distance, chaque signataire a une adresse e-mail.",
      },
    ),
  );

/** Somebody signs: under this name, agreeing to the sentence that names the file. */
export const signature = z.strictObject({
  nom: requis(),
  consentement: z.literal(true, "Cochez la phrase pour signer."),
  /** The words that a guarantor types (Code civil, art. 2297). */
  mention: facultatif(requis(MENTION_AU_PLUS)),
});

/** Somebody refuses to sign, or the agency cancels. */
export const refus = z.strictObject({ motif: requis(MOTIF_AU_PLUS) });

export type Ouverture = z.output<typeof ouverture>;
export type Signature = z.output<typeof signature>;
