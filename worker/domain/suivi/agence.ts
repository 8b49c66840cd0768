import type { Agence } from "../agence/agence.ts";
import { dansMois, type Jour } from "../dates.ts";
import type { EcheanceSuivie, GenreSuivi } from "./suivi.ts";

/**
 * The papers of the agency that expire: the deadline falls `avant` months before the end of the paper, and is shown
 * from `depuis` months before this end.
 */
const PAPIERS = [
  {
    genre: "carte",
    cle: "carteFin",
    avant: 2,
    depuis: 6,
    quoi: "Demander le renouvellement de la carte",
  },
  {
    genre: "garantie",
    cle: "garantieFin",
    avant: 0,
    depuis: 2,
    quoi: "Renouveler la garantie financière",
  },
  {
    genre: "responsabilite",
    cle: "rcpFin",
    avant: 0,
    depuis: 2,
    quoi: "Renouveler l’assurance de responsabilité",
  },
  {
    genre: "formation",
    cle: "formationFin",
    avant: 0,
    depuis: 6,
    quoi: "Justifier de la formation continue : quarante-deux heures en trois ans",
  },
] as const satisfies readonly {
  genre: GenreSuivi;
  cle: keyof Agence;
  avant: number;
  depuis: number;
  quoi: string;
}[];

export type PapiersDAgence = Record<(typeof PAPIERS)[number]["cle"], Jour | null>;

/** The deadlines of the agency's own papers (suivi/README §17.2). */
export const echeancesDAgence = (agence: PapiersDAgence): EcheanceSuivie[] =>
  PAPIERS.flatMap(({ genre, cle, avant, depuis, quoi }) => {
    const fin = agence[cle];
    if (fin === null) return [];
    return [
      {
        genre,
        entite: "Agence",
        id: 1,
        date: dansMois(fin, -avant),
        depuis: dansMois(fin, -depuis),
        jusquau: null,
        quoi,
      },
    ];
  });
