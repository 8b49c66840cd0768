import * as z from "zod/mini";
import type { TypeDocument } from "../fichiers/document.ts";
import { ENTITES_SIGNEES, type EntiteSignee } from "../fichiers/fichier.ts";
import { choix, courriel, identifiant, paragraphe, requis } from "../fields.ts";
import type { CourrielAPartir, EtatCourriel } from "./courriel.ts";

/**
 * The greatest size in bytes of a document attached to a mail; the mail encodes the document as text, a third larger.
 */
export const OCTETS_PAR_COURRIEL = 15 * 1024 * 1024;
export const DESTINATAIRES_AU_PLUS = 10;

/**
 * A document to send by mail (http/README §9.12): a generated version, or a signed copy or an invoice stored on a
 * record.
 */
const document = z.union(
  [
    z.strictObject({ DocumentId: identifiant() }),
    z.strictObject({
      entite: choix(ENTITES_SIGNEES),
      entiteId: identifiant(),
      champ: requis(50),
    }),
  ],
  "Désignez le document à envoyer.",
);

export type DocumentDesigne = z.output<typeof document>;

/** The body of a request for a proposed mail with a document. */
export const apercu = z.strictObject({ document });

/** The body that sends a document by mail, as its sender wrote it. */
export const creation = z.strictObject({
  document,
  destinataires: z
    .array(courriel())
    .check(
      z.minLength(1, "Choisissez au moins un destinataire."),
      z.maxLength(DESTINATAIRES_AU_PLUS, `${DESTINATAIRES_AU_PLUS} destinataires au plus.`),
    ),
  objet: requis(200),
  texte: paragraphe(10_000),
});

export type DemandeCourriel = z.output<typeof creation>;

export interface DestinatairePropose {
  /** The role of the person: « Locataire », « Caution », « Propriétaire », « Mandant ». */
  role: string;
  nom: string;
  adresse: string;
  /** The document is made for this person; false for another person of the record. */
  premier: boolean;
}

/** The proposal of a mail with a document; the sender may change it. */
export interface PropositionCourriel {
  destinataires: DestinatairePropose[];
  objet: string;
  texte: string;
  /** The name and the size in bytes of the attached file. */
  piece: string;
  taille: number;
}

/** The proposed subject and text of a mail with a document: « Contrat de location – 12 rue des Lilas ». */
export function proposerTexte(intitule: string, lieu: string | null) {
  const sujet = lieu === null ? intitule : `${intitule} – ${lieu}`;
  const logement = lieu === null ? "" : `, pour le logement situé ${lieu}`;
  return {
    objet: sujet,
    texte: `Bonjour,\n\nVeuillez trouver ci-joint le document « ${intitule} »${logement}.\n\nNous restons à votre disposition pour toute question.`,
  };
}

/** The names of signed documents and invoices, as recipients read them, by kind of record and field. */
export const INTITULES_SIGNES: Readonly<Record<EntiteSignee, Readonly<Record<string, string>>>> = {
  Dossier: {
    contratLocation: "Contrat de location signé",
    inventaireEntree: "Inventaire d’entrée signé",
    inventaireSortie: "Inventaire de sortie signé",
  },
  Mission: { ordreMission: "Ordre de mission signé" },
  Intendance: { ordreMission: "Ordre de mission d’intendance signé", facture: "Facture" },
  EtatLieux: { signed: "État des lieux signé" },
  Caution: { acteCautionnementSigned: "Acte de cautionnement signé" },
  LoyerHistorique: { signed: "Avenant au bail signé" },
  PlanApurement: { signed: "Plan d’apurement signé" },
};

/** A mail that was just written and waits to be sent. */
export interface CourrielEcrit extends CourrielAPartir {
  version: number;
}

/** A row in the list of the mails that are not about a receipt: mails of documents, and the weekly mail to staff. */
export interface CourrielDocumentRow {
  id: number;
  entite: string;
  entiteId: number;
  /** The kind of the generated document; null for a signed copy or an invoice. */
  type: TypeDocument | null;
  /** The field of the signed copy or of the invoice; null for a generated document. */
  champ: string | null;
  etat: EtatCourriel;
  /** The instant until which the mail waits and may be called back; null: the mail is sent at once. */
  partLe: string | null;
  destinataires: string[];
  objet: string;
  envoyeLe: string | null;
  erreur: string | null;
  /** The e-mail of the user who sent the mail. */
  user: string | null;
  createdAt: string;
  version: number;
}

export interface CourrielDocumentDetail extends CourrielDocumentRow {
  texte: string;
}
