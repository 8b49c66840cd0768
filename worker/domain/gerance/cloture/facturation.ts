import type { Agence } from "../../agence/agence.ts";
import type { Jour } from "../../dates.ts";
import { enCentimes, enEuros, somme } from "../../montants.ts";
import { sirenLu, siretLu } from "../../siren.ts";
import { type CompteEtabli, type FactureEtablie, mandantsActuels } from "./compte-rendu-etabli.ts";
import type { DonneesDuCompte } from "./donnees-du-compte.ts";
import type {
  ContenuFacture,
  DemandeFactureDeMission,
  LigneFacturee,
  PartieFacturee,
} from "./facture-honoraires.ts";
import {
  type DemandeFactureDeLocataire,
  PRESTATIONS_DU_LOCATAIRE,
  type PrestationDuLocataire,
} from "./facture-locataire.ts";
import { depuisTTC } from "./honoraires.ts";
import { regimeTva, tvaSurDebits } from "./tva-des-honoraires.ts";

/**
 * A party named on an invoice, with the SIREN drawn from its SIRET.
 *
 * @param siret as typed; a text that is no valid number is dropped
 */
export const partieFacturee = (partie: Omit<PartieFacturee, "siren" | "pays">): PartieFacturee => ({
  ...partie,
  siret: siretLu(partie.siret),
  siren: sirenLu(partie.siret),
  pays: "France",
});

/** The agency as the seller named on an invoice, from its settings. */
export const agenceFacturante = (agence: Agence): PartieFacturee =>
  partieFacturee({
    nom: agence.agenceNom,
    voie: agence.agenceAdresse,
    codePostal: agence.agenceCp,
    ville: agence.agenceVille,
    siret: agence.siret,
    tvaIntra: agence.tvaIntra || null,
    adresseElectronique: null,
  });

/**
 * The owners as the buyer named on an invoice: a single owner with his own numbers; several owners under their common
 * name, at the address of the first.
 */
function mandantFacture(nom: string, parties: readonly PartieFacturee[]): PartieFacturee {
  const [premier, autre] = parties;
  if (premier && !autre) return { ...premier, nom };
  const { voie = "", codePostal = "", ville = "" } = premier ?? {};
  return partieFacturee({
    nom,
    voie,
    codePostal,
    ville,
    siret: null,
    tvaIntra: null,
    adresseElectronique: null,
  });
}

/**
 * The content of an invoice of fees made by an owner's statement, or of its credit note (cloture/README §12.17);
 * euros.
 *
 * @param date the day of the invoice, on which the statement is validated
 */
export const contenuFacture = (
  donnees: DonneesDuCompte,
  { modeFonds, contenu, dusDuCompte }: Pick<CompteEtabli, "modeFonds" | "contenu" | "dusDuCompte">,
  facture: FactureEtablie,
  { agence, date }: { agence: Agence; date: Jour },
): ContenuFacture => ({
  vendeur: agenceFacturante(agence),
  acheteur: mandantFacture(
    donnees.mandat.nom,
    mandantsActuels(donnees.mandants).map(({ partie }) => partie),
  ),
  mandat: donnees.mandat.numero,
  date,
  du: contenu.du,
  au: contenu.au,
  lignes: facture.lignes.map(({ libelle, quantite, ht, tauxTva, tva, ttc }) => {
    // When the sum before VAT does not divide by the quantity to the cent, the line counts one unit and its label
    // gives the quantity.
    const divisible = ht % quantite === 0;
    return {
      libelle: divisible ? libelle : `${libelle} (${quantite})`,
      quantite: divisible ? quantite : 1,
      prixUnitaireHT: enEuros(divisible ? ht / quantite : ht),
      ht: enEuros(ht),
      tauxTva,
      tva: enEuros(tva),
      ttc: enEuros(ttc),
    };
  }),
  ht: enEuros(facture.ht),
  tva: enEuros(facture.tva),
  ttc: enEuros(facture.ttc),
  franchise: sansTvaParFranchise(facture.lignes),
  optionDebits: facture.lignes.every((ligne) => tvaSurDebits(ligne, regimeTva(agence, date))),
  corrige: facture.corrige,
  prelevee: modeFonds === "agence",
  ...(facture.serie === "FH" && dusDuCompte > 0 ? { resteAPrendre: enEuros(dusDuCompte) } : {}),
});

/** Whether some fees bear no VAT, and art. 293 B of the Code général des impôts exempts each of these fees. */
function sansTvaParFranchise(lignes: FactureEtablie["lignes"]): boolean {
  const exonerees = lignes.filter(({ tauxTva }) => tauxTva === 0);
  return exonerees.length > 0 && exonerees.every(({ franchise }) => franchise);
}

/** The services invoiced apart from owners' statements, in words. */
const OBJETS = {
  location: "honoraires de location",
  travaux: "honoraires de suivi de travaux",
  autres: "honoraires",
} as const;

/** The debtors of an invoice made apart from owners' statements: the owners of a mission, or a tenant. */
export interface MissionFacturee {
  /** The number of the mandate in the register; empty when the register has none. */
  numero: string;
  /** The common name of the debtors; `parties`: each debtor. */
  nom: string;
  parties: readonly PartieFacturee[];
  /** The VAT rate, in hundredths of a percent. */
  tauxTva: number;
}

/**
 * The content of the invoice of a mission, made apart from owners' statements (cloture/README §12.17); euros.
 *
 * @param faite the agency, and the day of the invoice
 */
export const contenuDeMission = (
  mission: MissionFacturee,
  { genre, libelle, montant, etatDesLieux, du, au }: DemandeFactureDeMission,
  faite: { agence: Agence; date: Jour },
): ContenuFacture =>
  contenuAutonome(
    mission,
    {
      ...{ du, au, objet: OBJETS[genre] },
      prix: [
        [libelle, montant],
        ...(etatDesLieux ? [["Honoraires d’état des lieux", etatDesLieux] as const] : []),
      ],
    },
    faite,
  );

/** The fees that a lease charges to its tenant, by service; euros with VAT. */
export type PrixDuLocataire = Record<PrestationDuLocataire, number | null>;

/** The services that the body asks to invoice. */
export const prestationsDemandees = (
  demande: Pick<DemandeFactureDeLocataire, PrestationDuLocataire>,
): PrestationDuLocataire[] =>
  (["location", "etatDesLieux"] as const).filter((prestation) => demande[prestation]);

/**
 * The content of the invoice of a tenant's part of the fees of a letting (cloture/README §12.17); euros.
 *
 * @param faite the agency, and the day of the invoice
 */
export function contenuDeLocataire(
  locataire: MissionFacturee & { prix: PrixDuLocataire },
  { le, ...demande }: DemandeFactureDeLocataire,
  faite: { agence: Agence; date: Jour },
): ContenuFacture {
  const prestations = prestationsDemandees(demande);
  const contenu = contenuAutonome(
    locataire,
    {
      ...{ du: le, au: le, objet: "honoraires de location à la charge du locataire" },
      prix: prestations.map(
        (prestation) =>
          [PRESTATIONS_DU_LOCATAIRE[prestation], locataire.prix[prestation] ?? 0] as const,
      ),
    },
    faite,
  );
  return { ...contenu, prestations };
}

/** An invoice made apart from owners' statements: its lines with their prices, in euros with VAT, and its period. */
interface FactureAutonome {
  prix: readonly (readonly [libelle: string, ttc: number])[];
  du: Jour;
  au: Jour;
  objet: string;
}

function contenuAutonome(
  { nom, numero, parties, tauxTva }: MissionFacturee,
  { prix: prixDits, du, au, objet }: FactureAutonome,
  { agence, date }: { agence: Agence; date: Jour },
): ContenuFacture {
  const ligne = (quoi: string, euros: number): LigneFacturee => {
    const { ht, tva, ttc } = depuisTTC(enCentimes(euros), tauxTva);
    const prix = { ht: enEuros(ht), tva: enEuros(tva), ttc: enEuros(ttc) };
    return { libelle: quoi, quantite: 1, prixUnitaireHT: prix.ht, tauxTva, ...prix };
  };
  const lignes = prixDits.map(([libelle, ttc]) => ligne(libelle, ttc));
  const total = (de: (ligne: LigneFacturee) => number) => somme(...lignes.map(de));
  return {
    vendeur: agenceFacturante(agence),
    acheteur: mandantFacture(nom, parties),
    mandat: numero,
    date,
    du,
    au,
    lignes,
    ht: total(({ ht }) => ht),
    tva: total(({ tva }) => tva),
    ttc: total(({ ttc }) => ttc),
    franchise: tauxTva === 0,
    optionDebits: regimeTva(agence, date) === "debits",
    corrige: null,
    prelevee: false,
    objet,
  };
}

/**
 * The content of the credit note that cancels a whole invoice; euros, below zero.
 *
 * @param numero the number of the invoice; `date`: the day of the credit note
 */
export const contenuDAvoir = (
  facture: ContenuFacture,
  { numero, date, motif }: { numero: string; date: Jour; motif: string },
): ContenuFacture => ({
  ...facture,
  date,
  lignes: facture.lignes.map(({ prixUnitaireHT, ht, tva, ttc, ...ligne }) => ({
    ...ligne,
    prixUnitaireHT: -prixUnitaireHT,
    ht: -ht,
    tva: 0 - tva,
    ttc: -ttc,
  })),
  ht: -facture.ht,
  tva: 0 - facture.tva,
  ttc: -facture.ttc,
  corrige: numero,
  motif,
});
