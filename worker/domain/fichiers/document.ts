import type { EntiteSignee } from "./fichier.ts";

/**
 * The documents that the product makes from a record and keeps with it, one entry a kind: the title, the resource that
 * lists the versions, and the call that makes it. The last parameter of the call is that record, or leads to it.
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
 * The place of the signed copy of a kind: on the record it is made from, on the one that the dossier has under `par`,
 * or on one of those that name the dossier (`DossierId`).
 */
export interface DocumentSigne {
  entite: EntiteSignee;
  champ: string;
  par?: "etatIn" | "etatOut" | "DossierId";
}

/**
 * The kinds of documents that their parties sign: until a signed copy is kept, the unsigned one is the only evidence.
 */
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

/** The records a kind of document is made from, by the parameters of its path. */
export type Sources<Type extends TypeDocument> = Type extends TypeDocument
  ? Record<Parametres<(typeof DOCUMENTS)[Type]["chemin"]>, number>
  : never;

/** The answer of each call that makes a document. */
export interface DocumentGenere {
  /** The address of the document: a path under `/files/`, or under `/api/` for the documents of receipts. */
  generated: string;
  /** The facts missing or doubtful in it, in sentences for the staff. */
  warnings: string[];
}

/** A version of a document that was made from a record; `url` is under `/files/`, signed. */
export interface DocumentRow {
  id: number;
  /** The record it was made from, as the wire names its resource. */
  entite: string;
  entiteId: number;
  type: TypeDocument;
  nom: string;
  extention: string;
  /** Bytes. */
  taille: number;
  /** The facts that were missing or doubtful in it, in sentences. */
  warnings: string[];
  /** The author's e-mail. */
  user: string | null;
  createdAt: string;
  url: string;
}
