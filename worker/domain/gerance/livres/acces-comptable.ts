import type { Jour } from "../../dates.ts";
import type { EtatAcces } from "../mandats/acces-proprietaire.ts";

// An accountant of the agency opens a private link to download the books of a period (livres/README §12.26).

/** The longest life of a link for an accountant, in days. */
export const JOURS_D_ACCES_AU_PLUS = 90;

/** A row of `GET /AccesComptable`: a link sent to an accountant; the latest come first. */
export interface AccesComptableRow {
  id: number;
  nom: string;
  mail: string;
  du: Jour;
  au: Jour;
  etat: EtatAcces;
  expireLe: string;
  revoqueLe: string | null;
  /** The instant of the last visit; null: the link was never opened. */
  vuLe: string | null;
  user: string | null;
  createdAt: string;
}

/** An accountant who opened a valid link, and the only period that the link shows. */
export interface ComptableEnVisite {
  id: number;
  nom: string;
  mail: string;
  du: Jour;
  au: Jour;
}

/**
 * The files that an accountant may download, by the name in their address; `livre`: the book that the file comes from
 * (G gérance, H honoraires).
 */
export const FICHIERS_DU_COMPTABLE = {
  fec: { titre: "Honoraires au format FEC", livre: "H" },
  "fec-descriptif": { titre: "Descriptif du fichier FEC", livre: "H" },
  "grand-livre-honoraires": { titre: "Grand-livre des honoraires, lettré", livre: "H" },
  "balance-honoraires": { titre: "Balance des honoraires", livre: "H" },
  factures: { titre: "Factures d’honoraires et avoirs", livre: "H" },
  tva: { titre: "TVA des honoraires", livre: "H" },
  "gerance-fec": { titre: "Fonds des mandants au format FEC", livre: "G" },
  journal: { titre: "Journal de gérance", livre: "G" },
  "grand-livre": { titre: "Grand-livre de gérance, lettré", livre: "G" },
  balance: { titre: "Balance de gérance", livre: "G" },
  "fonds-detenus": { titre: "Fonds détenus par mandat", livre: "G" },
  pointe: { titre: "Pointe des fonds détenus", livre: "G" },
  rapprochement: { titre: "Rapprochement bancaire, le dernier soir", livre: "G" },
  creances: { titre: "Créances des locataires, le dernier soir", livre: "G" },
  "locataires-lettres": { titre: "Locataires, pièces ouvertes le dernier soir", livre: "G" },
  "fournisseurs-dus": { titre: "Fournisseurs dus le dernier soir", livre: "G" },
  recettes: { titre: "Registre des recettes", livre: "G" },
  reversements: { titre: "Reversements", livre: "G" },
  registre: { titre: "Registre des mandats", livre: "G" },
} as const satisfies Record<string, { titre: string; livre: "G" | "H" }>;

export type FichierDuComptable = keyof typeof FICHIERS_DU_COMPTABLE;

/**
 * A file offered to the accountant; `exercice`: the accounting year of the file, null for a file that is not cut by
 * year.
 */
export interface FichierOffert {
  fichier: FichierDuComptable;
  exercice: string | null;
}

/** `GET /Comptable/fichiers`: the files that a link opens. */
export interface FichiersDuComptable {
  nom: string;
  du: Jour;
  au: Jour;
  fichiers: FichierOffert[];
}
