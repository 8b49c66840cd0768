import type { CompteAPayer, ContenuFacture } from "#domain/gerance/cloture/facture-honoraires.ts";

/** The invoice of an account's fees: 7 % of 1 450,00 €, taken from the rents. */
export const contenuFacture = (changements: Partial<ContenuFacture> = {}): ContenuFacture => ({
  vendeur: {
    nom: "Agence du Parc",
    voie: "12 rue des Lilas",
    codePostal: "75011",
    ville: "Paris",
    pays: "France",
    siren: "912345675",
    siret: "91234567500017",
    tvaIntra: "FR 65 912 345 675",
    adresseElectronique: null,
  },
  acheteur: {
    nom: "INDIVISION DURAND",
    voie: "4 place Bellecour",
    codePostal: "69002",
    ville: "Lyon",
    pays: "France",
    siren: null,
    siret: null,
    tvaIntra: null,
    adresseElectronique: null,
  },
  mandat: "000042",
  date: "2026-11-05",
  du: "2026-10-01",
  au: "2026-10-31",
  lignes: [
    {
      libelle: "Honoraires de gestion",
      quantite: 1,
      prixUnitaireHT: 101.5,
      ht: 101.5,
      tauxTva: 2000,
      tva: 20.3,
      ttc: 121.8,
    },
  ],
  ht: 101.5,
  tva: 20.3,
  ttc: 121.8,
  franchise: false,
  optionDebits: false,
  corrige: null,
  prelevee: true,
  ...changements,
});

export const societe: ContenuFacture["acheteur"] = {
  nom: "SCI Beauséjour & Fils",
  voie: "8 rue Nationale",
  codePostal: "59000",
  ville: "Lille",
  pays: "France",
  siren: "834567216",
  siret: "83456721600025",
  tvaIntra: "FR31834567216",
  adresseElectronique: "834567216_83456721600025",
};

/** The agency's own bank account, on which an invoice is paid. */
export const compteAPayer: CompteAPayer = {
  titulaire: "Agence du Parc SARL",
  iban: "FR76 3000 6000 0112 3456 7890 189",
  bic: "AGRIFRPP",
};
