import * as z from "zod/mini";
import {
  choix,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  mois,
  solde,
  texte,
  versionLue,
} from "../../fields.ts";
import {
  cleDeLigne,
  DETENTEURS,
  type Detenteur,
  NATURES_REPRISES,
  type NatureReprise,
} from "./solde-repris.ts";

/** The most balances in a takeover: a body of 1 MB has room for some fourteen thousand. */
const LIGNES_AU_PLUS = 20_000;

const montant = () => euros().check(z.gt(0, "Le montant est supérieur à zéro."));

/** A balance on the day the books begin (reprise/README §12.13). */
const ligne = z.discriminatedUnion("genre", [
  z.strictObject({
    genre: z.literal("dette"),
    DossierId: identifiant(),
    /** The month of the debt, when it is known. */
    mois: facultatif(mois()),
    /** Its nature, when that is known. */
    nature: facultatif(choix(Object.keys(NATURES_REPRISES) as [NatureReprise, ...NatureReprise[]])),
    montant: montant(),
  }),
  z.strictObject({ genre: z.literal("avance"), DossierId: identifiant(), montant: montant() }),
  z.strictObject({
    genre: z.literal("depot"),
    DossierId: identifiant(),
    detenuPar: choix(Object.keys(DETENTEURS) as [Detenteur, ...Detenteur[]]),
    montant: montant(),
  }),
  z.strictObject({ genre: z.literal("mandant"), MissionId: identifiant(), montant: solde() }),
  z.strictObject({
    genre: z.literal("banque"),
    CompteBancaireId: identifiant(),
    montant: solde(),
  }),
]);

/** The draft kept by `PUT /Reprise`; euros. */
export const brouillon = z.strictObject({
  ...versionLue,
  debut: isoDate(),
  lignes: z.array(ligne).check(
    z.maxLength(LIGNES_AU_PLUS, `${LIGNES_AU_PLUS} soldes au plus.`),
    z.refine(
      (lignes) => new Set(lignes.map(cleDeLigne)).size === lignes.length,
      "Un même solde est donné deux fois.",
    ),
  ),
});

/** The CSV text read by `POST /Reprise/lire`. */
export const soldesEcrits = z.strictObject({ debut: isoDate(), texte: texte(900_000) });

/** The version of the draft that was read, for `POST /Reprise/signer`. */
export const signature = z.strictObject({ version: entier(1, Number.MAX_SAFE_INTEGER) });

export type LigneReprise = z.output<typeof ligne>;
export type Brouillon = z.output<typeof brouillon>;
