import type { Annexe } from "../biens/dossier.ts";
import { type BailConnu, deStationnement, joindreNotice, loueMeuble, sousLoi89 } from "./bail.ts";

export const NOMS_DES_ANNEXES: Record<Annexe, string> = {
  reglement: "Règlement de copropriété",
  dpe: "DPE",
  plomb: "Plomb (CREP)",
  amiante: "Amiante",
  electricite: "Électricité",
  gaz: "Gaz",
  bruit: "Bruit",
  risques: "État des risques",
  notice: "Notice d'information",
  etatDesLieux: "État des lieux",
  autorisation: "Permis de louer",
  references: "Loyers du voisinage",
  cautionnement: "Acte de cautionnement",
  assurance: "Attestation d'assurance",
  vetuste: "Grille de vétusté",
  rib: "RIB du mandataire",
};

const DE_LA_LOI_DE_1989 = ["amiante", "electricite", "gaz", "bruit", "references"] as const;
const D_UN_STATIONNEMENT = [
  "reglement",
  "etatDesLieux",
  "cautionnement",
  "assurance",
  "rib",
] as const;

const est = (annexe: Annexe, parmi: readonly Annexe[]): boolean => parmi.includes(annexe);

/** Whether the contract of a lease lists an annex (bail/README §3.11). */
export function annexePrevue(annexe: Annexe, bail: Pick<BailConnu, "regime">): boolean {
  if (deStationnement(bail)) return est(annexe, D_UN_STATIONNEMENT);
  if (annexe === "notice") return joindreNotice(bail);
  return sousLoi89(bail) || !est(annexe, DE_LA_LOI_DE_1989);
}

/**
 * The facts that prove annexes. `etatDesLieux`: an entry inventory is recorded; `actes`: for each guarantor, whether
 * his signed deed is stored.
 */
export interface FichiersDuBail {
  etatDesLieux: boolean;
  /** The signed inventory of the furniture at entry is stored. */
  mobilier: boolean;
  actes: readonly boolean[];
}

/**
 * The annexes found in the product, which staff need not tick. The entry inventory of a furnished dwelling needs the
 * signed inventory of the furniture; the deeds of guarantee must all be signed.
 */
export function annexesPresentes(
  bail: Pick<BailConnu, "regime" | "dossier">,
  { actes, etatDesLieux, mobilier }: FichiersDuBail,
): Annexe[] {
  return [
    ...(etatDesLieux && (mobilier || !loueMeuble(bail)) ? (["etatDesLieux"] as const) : []),
    ...(actes.length > 0 && actes.every(Boolean) ? (["cautionnement"] as const) : []),
  ];
}

/**
 * Whether an annex is joined: the product found it, the agency's wear grid is in the dossier, or staff ticked the
 * annex.
 */
export const annexeJointe = (
  { dossier, presentes }: Pick<BailConnu, "dossier" | "presentes">,
  annexe: Annexe,
): boolean =>
  (presentes?.includes(annexe) ?? false) ||
  (dossier.annexes?.includes(annexe) ?? false) ||
  (annexe === "vetuste" && Boolean(dossier.grilleVetuste));
