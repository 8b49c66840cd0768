import { serieIrl } from "../../bail/irl.ts";
import { ajouterJours, type Jour, plusTard, terme } from "../../dates.ts";
import { ordre } from "../../ordre.ts";

/**
 * Energy class F or G freezes the rent of a lease signed or renewed on this day or later (loi n° 89-462, art. 17-1,
 * III). Overseas, `GEL_OUTRE_MER_DEPUIS` applies.
 */
const GEL_DEPUIS: Jour = "2022-08-24";
const GEL_OUTRE_MER_DEPUIS: Jour = "2024-07-02";

/** The facts of a lease that decide from which day its rent may freeze. */
export interface DatesDuBail {
  signeLe: Jour | null;
  debut: Jour;
  /** The length of each term of the lease, in months; null when it is not renewed. */
  mois: number | null;
  codePostal: string;
}

/**
 * The first day from which energy class F or G freezes the rent of a lease: the day of its signature (else its first
 * day), or its first renewal when it was signed before the law (art. 17-1, III of loi n° 89-462; revisions/README
 * §15.4). Null when the lease was signed before the law and is not renewed.
 */
export function debutDuGel({ signeLe, debut, mois, codePostal }: DatesDuBail): Jour | null {
  const seuil = serieIrl(codePostal) === "IRL_OM" ? GEL_OUTRE_MER_DEPUIS : GEL_DEPUIS;
  const signature = signeLe ?? debut;
  if (signature >= seuil) return signature;
  if (mois === null) return null;
  for (let rang = 1; ; rang++) {
    const renouvele = ajouterJours(terme(debut, mois * rang), 1);
    if (renouvele >= seuil) return renouvele;
  }
}

/** The energy class of a dwelling, as a DPE (energy diagnosis) gave it. */
export interface ClasseDpe {
  classe: "A" | "B" | "C" | "D" | "E" | "F" | "G";
  /**
   * The first day on which the class counts: the day of the diagnosis or of the attestation; without it, the day on
   * which the class before ended, else 0001-01-01.
   */
  depuis: Jour;
  /**
   * The last day of validity; null for a class that another one replaced, or when nobody gave the day of the
   * diagnosis.
   */
  jusquau: Jour | null;
  /** Whether the class comes from an attestation that replaces the label of an earlier diagnosis. */
  attestation: boolean;
}

/**
 * Whether an attestation that replaces a label lifts the freeze of the rent: the law is unclear, so the agency
 * chooses.
 */
export type AttestationLeveGel = "confirmer" | "oui" | "non";

export type AvisDeClasse = "libre" | "gelee" | "classe_a_saisir" | "classe_a_confirmer";

const geleParClasse = (classe: ClasseDpe["classe"]): boolean => classe === "F" || classe === "G";

export interface FaitsDuGel {
  classes: readonly ClasseDpe[];
  attestationLeveGel: AttestationLeveGel;
  /** Whether staff ticked that the dwelling is no longer of class F or G, with the attestation. */
  confirme: boolean;
}

/**
 * The effect of the energy class of a dwelling on a revision (art. 17-1, III of loi n° 89-462; revisions/README
 * §15.4). The class of the day of the request counts. The revision is free when the law never freezes this lease, or
 * when both the request and the effect come before the first day of the freeze.
 */
export function avisDeClasse(
  bail: DatesDuBail,
  { demandeLe, effetLe }: { demandeLe: Jour; effetLe: Jour },
  { classes, attestationLeveGel, confirme }: FaitsDuGel,
): AvisDeClasse {
  const debut = debutDuGel(bail);
  if (debut === null || plusTard(demandeLe, effetLe) < debut) return "libre";
  const connues = classes
    .filter(({ depuis }) => depuis <= demandeLe)
    .toSorted((classe, autre) => ordre(classe.depuis, autre.depuis));
  const derniere = connues.at(-1);
  if (!derniere || (derniere.jusquau !== null && derniere.jusquau < demandeLe)) {
    return "classe_a_saisir";
  }
  if (geleParClasse(derniere.classe)) return "gelee";
  const avant = connues.findLast(({ attestation }) => !attestation);
  if (!derniere.attestation || !avant || !geleParClasse(avant.classe)) return "libre";
  if (attestationLeveGel === "non") return "gelee";
  return attestationLeveGel === "oui" || confirme ? "libre" : "classe_a_confirmer";
}
