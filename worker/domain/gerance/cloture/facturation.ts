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
import { regimeTva } from "./tva-des-honoraires.ts";

/**
 * A party of an invoice.
 *
 * @param siret as typed: a text that is no company number is left out
 */
export const partieFacturee = (partie: Omit<PartieFacturee, "siren" | "pays">): PartieFacturee => ({
  ...partie,
  siret: siretLu(partie.siret),
  siren: sirenLu(partie.siret),
  pays: "France",
});

/** The agency, as its settings tell it. */
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

/** The owners who gave the mandate: of several, the first one is written to; a single one is known by his numbers. */
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
 * The content of an invoice of the fees of an account, or of the credit note for some (cloture/README §12.17); euros.
 *
 * @param date its day, on which the account is closed
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
    // Without VAT, a price told with it does not always divide: the quantity is then told in words.
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
  optionDebits: regimeTva(agence, date) === "debits",
  corrige: facture.corrige,
  prelevee: modeFonds === "agence",
  ...(facture.serie === "FH" && dusDuCompte > 0 ? { resteAPrendre: enEuros(dusDuCompte) } : {}),
});

/** Whether some of these fees bear no VAT, all of them by art. 293 B. */
function sansTvaParFranchise(lignes: FactureEtablie["lignes"]): boolean {
  const exonerees = lignes.filter(({ tauxTva }) => tauxTva === 0);
  return exonerees.length > 0 && exonerees.every(({ franchise }) => franchise);
}

/** The fees of a mission that stands alone, in words. */
const OBJETS = {
  location: "honoraires de location",
  travaux: "honoraires de suivi de travaux",
  autres: "honoraires",
} as const;

/** A mission that stands alone, or the part of a tenant, as the invoice names it. */
export interface MissionFacturee {
  /** The number of the mandate in its register; empty: a service has none. */
  numero: string;
  /** Those who owe it, together, then each. */
  nom: string;
  parties: readonly PartieFacturee[];
  /** Hundredths of a percent. */
  tauxTva: number;
}

/** The content of the invoice of a mission that stands alone (cloture/README §12.17); euros. @param date its day */
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

/** The sums that a lease says its tenant bears; euros TTC. */
export type PrixDuLocataire = Record<PrestationDuLocataire, number | null>;

/** The services that are asked to be invoiced. */
export const prestationsDemandees = (
  demande: Pick<DemandeFactureDeLocataire, PrestationDuLocataire>,
): PrestationDuLocataire[] =>
  (["location", "etatDesLieux"] as const).filter((prestation) => demande[prestation]);

/** The content of the invoice of a tenant's part of a letting's fees (cloture/README §12.17); euros. @param date its day */
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

/** An invoice that no account makes: its lines, each with its price; euros TTC. */
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

/** The content of the credit note that takes a whole invoice back. @param date its day */
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
