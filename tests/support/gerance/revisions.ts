import type { ClasseDpe } from "#domain/gerance/revisions/gel.ts";
import type { IndiceValeur } from "#domain/gerance/revisions/indices.ts";
import type { LoyerDate } from "#domain/gerance/revisions/loyers.ts";
import {
  type DemandeDeRevision,
  examinerRevision,
  type FaitsDeRevision,
} from "#domain/gerance/revisions/revision.ts";

/** An index of the INSEE, in hundredths. */
export const indice = (
  serie: IndiceValeur["serie"],
  trimestre: number,
  annee: number,
  valeur: number,
) => ({
  serie,
  trimestre,
  annee,
  valeur,
});

export const INDICES: IndiceValeur[] = [
  indice("IRL", 2, 2023, 140_59),
  indice("IRL", 2, 2024, 145_17),
  indice("IRL", 2, 2025, 146_68),
  indice("IRL", 2, 2026, 148_37),
  indice("IRL", 3, 2024, 144_51),
  indice("IRL", 3, 2025, 145_77),
  indice("IRL_CORSE", 3, 2024, 140_36),
  indice("IRL_CORSE", 3, 2025, 141_58),
  indice("IRL_OM", 3, 2024, 141_74),
  indice("IRL_OM", 3, 2025, 142_97),
];

export const loyer = (loyerHC: number, loyerCharge = 0): LoyerDate => ({
  id: 1,
  depuis: "2000-01-01",
  loyerHC,
  loyerCharge,
  motif: "bail",
  annuleLe: null,
});

export const classe = (
  nom: ClasseDpe["classe"],
  depuis = "2021-09-15",
  attestation = false,
): ClasseDpe => ({ classe: nom, depuis, jusquau: "2031-09-14", attestation });

/** A request whose mail has been sent. */
export const PARTIE = { canal: "courriel", posteeLe: null, courriel: "envoye" } as const;

export type Bail = FaitsDeRevision["bail"];
export type Changements = Partial<Omit<FaitsDeRevision, "bail">> & { bail?: Partial<Bail> };

/** An unfurnished lease of 1 July 2025, DPE class D, revised by the IRL of the second quarter. */
export function faits({ bail = {}, ...changements }: Changements = {}): FaitsDeRevision {
  return {
    bail: {
      regime: "nu",
      debut: "2025-07-01",
      signeLe: null,
      mois: 36,
      codePostal: "75005",
      convenue: null,
      fin: null,
      chargesMode: "provisions",
      forfaitRevise: false,
      ...bail,
    },
    anniversaire: "2026-07-01",
    reference: { serie: "IRL", annee: 2025, trimestre: 2, valeur: 146_68, depuis: "2025-07-01" },
    sansReference: null,
    dernierGel: null,
    indices: INDICES,
    classes: [classe("D")],
    loyers: [loyer(850_00, 100_00)],
    revisions: [],
    accords: null,
    dernierMois: null,
    quittances: [],
    repriseLe: null,
    reglages: {
      indiceApresRenonciation: "annee_precedente",
      baisseIndice: true,
      attestationLeveGel: "confirmer",
      choixEffet: "premier_du_mois",
    },
    ...changements,
  };
}

export const demande = (
  demandeLe: string,
  changements: Partial<DemandeDeRevision> = {},
): DemandeDeRevision => ({
  demandeLe,
  choix: "premier_du_mois",
  classeConfirmee: false,
  complement: false,
  ...changements,
});

export function chiffree(dits: FaitsDeRevision, uneDemande: DemandeDeRevision) {
  const { etat, revision } = examinerRevision(dits, uneDemande);
  if (!revision) throw new Error(`Pas de révision : ${etat}.`);
  return revision;
}

/** The index that the lease refers to, in force since `depuis`. */
export const reference = (depuis: string, annee: number, valeur: number, trimestre = 2) =>
  ({ serie: "IRL", annee, trimestre, valeur, depuis }) as const;
