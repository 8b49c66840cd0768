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

/** The most opening balances in a draft; a request of 1 MB holds some fourteen thousand. */
const LIGNES_AU_PLUS = 20_000;

const montant = () => euros().check(z.gt(0, "Le montant est supérieur à zéro."));

/** An opening balance, on the day the books begin (reprise/README §12.13); euros. */
const ligne = z.discriminatedUnion("genre", [
  z.strictObject({
    genre: z.literal("dette"),
    DossierId: identifiant(),
    mois: facultatif(mois()),
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

/** `PUT /Reprise`: the draft of the opening balances; euros. */
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

/** `POST /Reprise/lire`: opening balances as CSV text. */
export const soldesEcrits = z.strictObject({ debut: isoDate(), texte: texte(900_000) });

/** `POST /Reprise/signer`: the version of the draft that the caller read. */
export const signature = z.strictObject({ version: entier(1, Number.MAX_SAFE_INTEGER) });

export type LigneReprise = z.output<typeof ligne>;
export type Brouillon = z.output<typeof brouillon>;
