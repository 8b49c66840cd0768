import type { EntiteSignee } from "./fichier.ts";

/**
 * The kinds of documents generated from a record and kept with it. Each kind has a title, the kind of record that
 * lists its versions, and the API path that generates it. The ids in the path name the records that the document is
 * made from.
 */
export const DOCUMENTS = {
  contratLocation: {
    intitule: "Contrat de location",
    entite: "Dossier",
    chemin: "/Dossier/:id/contratLocation",
  },
  inventaireMobilier: {
    intitule: "Inventaire du mobilier",
    entite: "Dossier",
    chemin: "/Dossier/inventaireMobilier/:id",
  },
  etatIn: {
    intitule: "État des lieux d’entrée",
    entite: "Dossier",
    chemin: "/Dossier/:id/etatIn",
  },
  etatOut: {
    intitule: "État des lieux de sortie",
    entite: "Dossier",
    chemin: "/Dossier/:id/etatOut",
  },
  attestationLoyer: {
    intitule: "Attestation de loyer",
    entite: "Dossier",
    chemin: "/Dossier/:id/attestationLoyer",
  },
  accuseConge: {
    intitule: "Accusé de réception du congé",
    entite: "Dossier",
    chemin: "/Dossier/:id/accuseConge",
  },
  declarationGli: {
    intitule: "Déclaration à l’assurance loyers impayés",
    entite: "Dossier",
    chemin: "/Dossier/:id/declarationGli",
  },
  declarationVisale: {
    intitule: "Déclaration d’impayé à Visale",
    entite: "Dossier",
    chemin: "/Dossier/:id/declarationVisale",
  },
  etiquetteLocataire: {
    intitule: "Étiquettes du locataire",
    entite: "Dossier",
    chemin: "/Dossier/:id/etiquetteLocataire",
  },
  releveCompte: {
    intitule: "Relevé de compte locataire",
    entite: "Dossier",
    chemin: "/Dossier/:id/compte",
  },
  decompteCommandement: {
    intitule: "Décompte de la dette locative",
    entite: "Dossier",
    chemin: "/Dossier/:id/compte/decompte",
  },
  regularisationCharges: {
    intitule: "Régularisation des charges",
    entite: "Dossier",
    chemin: "/Dossier/:id/charges/:annee",
  },
  recuReglement: {
    intitule: "Reçu de règlement",
    entite: "Dossier",
    chemin: "/Reglement/:id",
  },
  convocationSortie: {
    intitule: "Convocation à l’état des lieux de sortie",
    entite: "Dossier",
    chemin: "/Dossier/:id/convocationSortie",
  },
  soldeDepart: {
    intitule: "Solde de tout compte",
    entite: "Dossier",
    chemin: "/SoldeDepart/:id",
  },
  lettreFinDeMandat: {
    intitule: "Changement de gestionnaire",
    entite: "Dossier",
    chemin: "/Dossier/:id/lettreFinDeMandat",
  },
  lettreRelance: {
    intitule: "Lettre de relance",
    entite: "Dossier",
    chemin: "/Relance/:relanceId/lettre/:id",
  },
  lettreRevision: {
    intitule: "Révision du loyer",
    entite: "Dossier",
    chemin: "/Revision/:id",
  },
  avenantBail: {
    intitule: "Avenant au bail",
    entite: "Dossier",
    chemin: "/Loyer/:loyerId/avenant/:id",
  },
  nouvelleProvision: {
    intitule: "Nouvelle provision pour charges",
    entite: "Dossier",
    chemin: "/Loyer/:loyerId/provision/:id",
  },
  miseEnDemeureAssurance: {
    intitule: "Mise en demeure d’assurance",
    entite: "Dossier",
    chemin: "/Dossier/:id/miseEnDemeureAssurance",
  },
  planApurement: {
    intitule: "Plan d’apurement",
    entite: "Dossier",
    chemin: "/Dossier/:id/planApurement",
  },
  acteCautionnement: {
    intitule: "Acte de cautionnement",
    entite: "Caution",
    chemin: "/Dossier/:id/acteCautionnement/:cautionId",
  },
  etiquetteCaution: {
    intitule: "Étiquettes de la caution",
    entite: "Caution",
    chemin: "/Dossier/etiquetteCaution/:id",
  },
  informationCaution: {
    intitule: "Information annuelle de la caution",
    entite: "Caution",
    chemin: "/Caution/:id/information",
  },
  ordreMission: {
    intitule: "Ordre de mission",
    entite: "Mission",
    chemin: "/Mission/:id/ordreMission",
  },
  avenantMandat: {
    intitule: "Avenant au mandat",
    entite: "Mission",
    chemin: "/ConditionsMandat/:conditionsId/avenant/:id",
  },
  avenantInscrit: {
    intitule: "Avenant au mandat",
    entite: "Mission",
    chemin: "/Avenant/:acteId/papier/:id",
  },
  avisReconduction: {
    intitule: "Avis de reconduction du mandat",
    entite: "Mission",
    chemin: "/Mission/:id/avisReconduction",
  },
  avisVersement: {
    intitule: "Avis de versement",
    entite: "Mission",
    chemin: "/Dossier/:dossierId/avisVersement/:id",
  },
  aideFiscale: {
    intitule: "Aide à la déclaration des revenus",
    entite: "Mission",
    chemin: "/Mission/:id/fiscal/:annee",
  },
  finDeMandat: {
    intitule: "Arrêté de compte de fin de mandat",
    entite: "Mission",
    chemin: "/Mission/:id/finDeMandat",
  },
  compteRendu: {
    intitule: "Compte rendu de gestion",
    entite: "Mission",
    chemin: "/CompteRendu/:id",
  },
  factureHonoraires: {
    intitule: "Facture d’honoraires",
    entite: "Mission",
    chemin: "/FactureHonoraires/:id",
  },
  ordreMissionIntendance: {
    intitule: "Ordre de mission d’intendance",
    entite: "Intendance",
    chemin: "/Appartement/:id/ordreMissionIntendance/:intendanceId",
  },
} as const;

export type TypeDocument = keyof typeof DOCUMENTS;

/**
 * The field of a record (`entite`) that holds the signed copy of a kind of document. Without `par`, the document is
 * made from this record. With `etatIn` or `etatOut`, the record is the inventory that this field of the dossier
 * names; with `DossierId`, the record belongs to the dossier.
 */
export interface DocumentSigne {
  entite: EntiteSignee;
  champ: string;
  par?: "etatIn" | "etatOut" | "DossierId";
}

/** The kinds of documents that their parties sign, with the place of the signed copy. */
export const EXEMPLAIRES_SIGNES: Partial<Record<TypeDocument, DocumentSigne>> = {
  contratLocation: { entite: "Dossier", champ: "contratLocation" },
  inventaireMobilier: { entite: "Dossier", champ: "inventaireEntree" },
  etatIn: { entite: "EtatLieux", champ: "signed", par: "etatIn" },
  etatOut: { entite: "EtatLieux", champ: "signed", par: "etatOut" },
  acteCautionnement: { entite: "Caution", champ: "acteCautionnementSigned" },
  avenantBail: { entite: "LoyerHistorique", champ: "signed", par: "DossierId" },
  planApurement: { entite: "PlanApurement", champ: "signed", par: "DossierId" },
  ordreMission: { entite: "Mission", champ: "ordreMission" },
  ordreMissionIntendance: { entite: "Intendance", champ: "ordreMission" },
};

type Parametres<Chemin extends string> = Chemin extends `${string}:${infer Suite}`
  ? Suite extends `${infer Nom}/${infer Reste}`
    ? Nom | Parametres<Reste>
    : Suite
  : never;

/**
 * The parameters of the path of a kind of document, as numbers: the ids of the records that the document is made
 * from, and for some kinds a year.
 */
export type Sources<Type extends TypeDocument> = Type extends TypeDocument
  ? Record<Parametres<(typeof DOCUMENTS)[Type]["chemin"]>, number>
  : never;

/** The answer of an API call that generates a document. */
export interface DocumentGenere {
  /** The path of the document, under `/files/`, or under `/api/` for receipts. */
  generated: string;
  /** The facts missing or doubtful in the document, in French. */
  warnings: string[];
}

/** A version of a generated document; `url` is a signed address under `/files/`. */
export interface DocumentRow {
  id: number;
  /** The record that the document was made from. */
  entite: string;
  entiteId: number;
  type: TypeDocument;
  nom: string;
  extention: string;
  /** The size in bytes. */
  taille: number;
  /** The facts missing or doubtful in the document, in French. */
  warnings: string[];
  /** The e-mail of the author. */
  user: string | null;
  createdAt: string;
  url: string;
}
