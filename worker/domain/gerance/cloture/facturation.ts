import type { Agence } from "../../agence/agence.ts";
import type { Jour } from "../../dates.ts";
import { enEuros } from "../../montants.ts";
import { sirenLu, siretLu } from "../../siren.ts";
import { type CompteEtabli, type FactureEtablie, mandantsActuels } from "./compte-rendu-etabli.ts";
import type { DonneesDuCompte } from "./donnees-du-compte.ts";
import type { ContenuFacture, PartieFacturee } from "./facture-honoraires.ts";
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
function mandantFacture({ mandat, mandants }: DonneesDuCompte): PartieFacturee {
  const [premier, autre] = mandantsActuels(mandants);
  const nom = mandat.nom;
  if (premier && !autre) return { ...premier.partie, nom };
  const { voie = "", codePostal = "", ville = "" } = premier?.partie ?? {};
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
  acheteur: mandantFacture(donnees),
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
