import { formatEuros, formatNombre } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type Fraction, partEcrite } from "./parts.ts";

/**
 * The possible receivers of the rents of a mandate: the agency, or the owner himself. Without a mandate, the owner
 * receives them (livres/README §12.1).
 */
export const MODES_FONDS = { proprietaire: "Le propriétaire", agence: "L’agence" } as const;

export type ModeFonds = keyof typeof MODES_FONDS;

/** The bases of the management fee (mandats/README §12.15). */
export const ASSIETTES = {
  encaisse_cc: "Loyers et charges encaissés",
  encaisse_hc: "Loyers encaissés, hors charges",
  quittance_cc: "Loyers et charges appelés",
  forfait: "Somme fixe par logement loué",
} as const;

export type Assiette = keyof typeof ASSIETTES;

export const PERIODICITES = {
  mensuelle: "Chaque mois",
  trimestrielle: "Chaque trimestre",
  semestrielle: "Chaque semestre",
  annuelle: "Chaque année",
} as const;

export type Periodicite = keyof typeof PERIODICITES;

export const QUAND_HONORAIRE = {
  compte: "À chaque compte rendu",
  annee: "Une fois par an",
  demande: "Sur demande",
} as const;

/** The kinds of fees; each has its income account in the agency's own book. */
export const GENRES_HONORAIRE = {
  gestion: "Gestion",
  location: "Location et état des lieux",
  travaux: "Suivi de travaux",
  autres: "Autres",
} as const;

export type GenreHonoraire = keyof typeof GENRES_HONORAIRE;

/** The owners who must agree, when the mandate requires an agreement and the dwelling has several owners. */
export const ACCORDS_DE = {
  contact: "Le contact du logement",
  tous: "Chaque propriétaire",
} as const;

export type AccordDe = keyof typeof ACCORDS_DE;

/** Whether the rate of the fee is before VAT (ht) or with VAT (ttc). */
export type TauxEn = "ht" | "ttc";

/**
 * A fee besides the management fee; the agency may charge only the fees that the mandate sets (décret n° 72-678, art.
 * 66).
 */
export interface AutreHonoraire {
  libelle: string;
  /** The fee with VAT: in cents in the books, in euros in the API. */
  montant: number;
  quand: keyof typeof QUAND_HONORAIRE;
  /** The kind of the fee; absent: « autres ». */
  genre?: GenreHonoraire | undefined;
}

/** The terms of a management mandate in cents and hundredths of a percent; on the wire: {@link ConditionsEcrites}. */
export interface Conditions {
  modeFonds: ModeFonds;
  /** The rate of the management fee; null: the mandate has no such fee, or a fixed one. */
  tauxHonoraires: number | null;
  tauxEn: TauxEn;
  assiette: Assiette;
  /**
   * The monthly fixed fee of each let dwelling, when `assiette` is « forfait »; `tauxEn` tells whether it includes
   * VAT.
   */
  forfait: Centimes | null;
  tauxTva: number;
  autresHonoraires: AutreHonoraire[];
  /** The sum that the owner's account always keeps. */
  provision: Centimes;
  periodicite: Periodicite;
  /** The day of the month, after the period, on which the owner is paid. */
  jourReversement: number;
  /** An expense above this sum needs the owner's agreement. */
  seuilAccord: Centimes;
  /** A rent revision waits for the owner's agreement (revisions/README §15.9). */
  accordRevision: boolean;
  /** The owners who must agree to a rent revision or to an expense, when there are several. */
  accordDe: AccordDe;
}

/** The terms of a mandate as the API gives them: euros and percents. */
export type ConditionsEcrites = Conditions;

const enPourCent = (taux: number): string =>
  `${formatNombre(taux, 2).replace(/,?0+$/, "") || "0"}\u00A0%`;

const BASES: Readonly<Record<Exclude<Assiette, "forfait">, string>> = {
  encaisse_cc: "des loyers et charges encaissés",
  encaisse_hc: "des loyers encaissés, hors charges",
  quittance_cc: "des loyers et charges appelés",
};

/**
 * The management fee in words: « 7 % HT, soit 8,4 % TTC, des loyers et charges encaissés »; null without a fee.
 *
 * @param conditions euros and percents
 */
export function honorairesEnMots({
  tauxHonoraires,
  tauxEn,
  assiette,
  forfait,
  tauxTva,
}: Pick<ConditionsEcrites, "tauxHonoraires" | "tauxEn" | "assiette" | "forfait" | "tauxTva">):
  | string
  | null {
  const facteur = 1 + tauxTva / 100;
  const [valeur, ecrit, de] =
    assiette === "forfait"
      ? [forfait, formatEuros, "par logement loué"]
      : [tauxHonoraires, enPourCent, BASES[assiette]];
  if (valeur === null) return null;
  if (tauxEn === "ttc") return `${ecrit(valeur)} TTC ${de}`;
  return tauxTva === 0
    ? `${ecrit(valeur)} ${de}, sans TVA`
    : `${ecrit(valeur)} HT, soit ${ecrit(valeur * facteur)} TTC, ${de}`;
}

/**
 * The other fees in words, one by one: « Déclaration fiscale, 40,00 € TTC une fois par an ».
 * @param autresHonoraires euros
 */
export const autresHonorairesEnMots = ({
  autresHonoraires,
}: Pick<ConditionsEcrites, "autresHonoraires">): string[] =>
  autresHonoraires.map(
    ({ libelle, montant, quand }) =>
      `${libelle}, ${formatEuros(montant)} TTC ${QUAND_HONORAIRE[quand].toLowerCase()}`,
  );

/** The frequency of the owner's payments in words: « chaque mois, le 10 du mois suivant ». */
export const reversementEnMots = ({
  periodicite,
  jourReversement,
}: Pick<ConditionsEcrites, "periodicite" | "jourReversement">): string =>
  `${PERIODICITES[periodicite].toLowerCase()}, le ${jourReversement === 1 ? "1er" : jourReversement} du mois suivant`;

const REVISION_ACCORDEE = "avec l’accord du propriétaire";

export interface TermeEnMots {
  nom: string;
  textes: string[];
}

/** All the terms of a mandate in words; empty terms are left out. @param conditions euros and percents */
export function conditionsEnMots(
  conditions: ConditionsEcrites & {
    parts: readonly (Fraction & { nom: string; iban: string | null })[];
  },
): TermeEnMots[] {
  const { accordDe, accordRevision, modeFonds, provision, seuilAccord, parts } = conditions;
  const termes: TermeEnMots[] = [
    { nom: "Loyers", textes: [LOYERS[modeFonds]] },
    { nom: "Honoraires de gestion", textes: [honorairesEnMots(conditions) ?? "aucun"] },
    { nom: "Comptes rendus", textes: [reversementEnMots(conditions)] },
    { nom: "Provision conservée", textes: [formatEuros(provision)] },
    { nom: "Dépenses sans accord", textes: [`jusqu’à ${formatEuros(seuilAccord)}`] },
    { nom: "Révisions des loyers", textes: accordRevision ? [REVISION_ACCORDEE] : [] },
    { nom: "Accords", textes: accordDe === "tous" ? ["de chaque propriétaire"] : [] },
    { nom: "Autres honoraires", textes: autresHonorairesEnMots(conditions) },
    {
      nom: "Quotes-parts",
      textes: parts.map((part) =>
        [`${part.nom}\u00A0: ${partEcrite(part)}`, part.iban].filter(Boolean).join(", "),
      ),
    },
  ];
  return termes.filter(({ textes }) => textes.length > 0);
}

export const LOYERS: Readonly<Record<ModeFonds, string>> = {
  agence: "reçus par l’agence",
  proprietaire: "reçus par le propriétaire",
};
