import type * as z from "zod/mini";
import { ajouterMois, type Jour, moisDe, premierJour } from "#domain/dates.ts";
import type { nouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";

type Conditions = z.input<typeof nouvellesConditions>;
type Part = NonNullable<Conditions["parts"]>[number];

/** The terms of a mandate; the shares follow the order of its owners. */
export interface ConditionsDemo extends Omit<Conditions, "parts"> {
  parts?: Omit<Part, "ClientId">[];
}

// The IBANs are of a fictitious bank, with right check digits.
const TERMES: Readonly<Record<string, Omit<ConditionsDemo, "depuis" | "modeFonds">[]>> = {
  "1": [
    {
      tauxHonoraires: 6.5,
      assiette: "encaisse_cc",
      autresHonoraires: [
        { libelle: "Aide à la déclaration des revenus fonciers", montant: 48, quand: "annee" },
        { libelle: "Suivi de travaux, par dossier", montant: 120, quand: "demande" },
      ],
      provision: 300,
      jourReversement: 10,
      seuilAccord: 150,
      parts: [
        {
          num: 60,
          den: 100,
          iban: "FR7699999000110000000010150",
          titulaire: "M ANTOINE LEFEVRE",
        },
        { num: 40, den: 100, iban: "FR7699999000110000000010247", titulaire: "MME CLAIRE LEFEVRE" },
      ],
    },
    { tauxHonoraires: 7 },
  ],
  "2": [
    {
      tauxHonoraires: 6,
      assiette: "encaisse_hc",
      provision: 500,
      jourReversement: 15,
      seuilAccord: 300,
      parts: [
        { num: 1, den: 1, iban: "FR7699999000110000000010344", titulaire: "SCI LES TILLEULS" },
      ],
    },
  ],
  "4": [
    {
      tauxHonoraires: 8.4,
      tauxEn: "ttc",
      assiette: "encaisse_cc",
      provision: 0,
      jourReversement: 10,
      parts: [
        { num: 1, den: 1, iban: "FR7699999000110000000010441", titulaire: "MME THERESE CASTELNAU" },
      ],
    },
  ],
};

const MOIS_DU_CHANGEMENT = -2;

/**
 * The terms of a management mandate: the first ones from the month of its signature, the later ones from two months
 * ago.
 */
export const conditionsDemo = (mandat: string, signature: Jour, today: Jour): ConditionsDemo[] =>
  (TERMES[mandat] ?? []).map((termes, rang) => ({
    ...termes,
    modeFonds: "agence",
    depuis: premierJour(
      rang === 0 ? moisDe(signature) : ajouterMois(moisDe(today), MOIS_DU_CHANGEMENT),
    ),
  }));
