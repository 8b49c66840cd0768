import { useQuery } from "@tanstack/react-query";
import type { DocumentRow } from "#domain/document.ts";
import type { EntiteSignee } from "#domain/fichier.ts";
import type { HistoryRow } from "#domain/history.ts";
import type { Generated } from "#web/components/document-actions.tsx";
import { history } from "#web/components/history-event.tsx";
import { api } from "#web/lib/api.ts";
import { resource } from "#web/lib/resource.ts";

/** What the documents made are called, by their type. */
export const DOCUMENTS = {
  contratLocation: "Contrat de location",
  inventaireMobilier: "Inventaire du mobilier",
  etatIn: "État des lieux d’entrée",
  etatOut: "État des lieux de sortie",
  etiquetteLocataire: "Étiquettes du locataire",
  acteCautionnement: "Acte de cautionnement",
  etiquetteCaution: "Étiquettes de la caution",
  ordreMission: "Ordre de mission",
  ordreMissionIntendance: "Ordre de mission d’intendance",
} as const;

export type DocumentType = keyof typeof DOCUMENTS;

/** From which label of the sheet on, and how many times. */
export type Sheet = { position: number; copies: number };

const generate = (path: string, sheet?: Sheet) =>
  api.get<Generated>(`${path}/generate`, sheet && { query: sheet });

export const generateOf = {
  contratLocation: (dossier: number) => generate(`/Dossier/${dossier}/contratLocation`),
  inventaireMobilier: (dossier: number) => generate(`/Dossier/inventaireMobilier/${dossier}`),
  etatIn: (dossier: number) => generate(`/Dossier/${dossier}/etatIn`),
  etatOut: (dossier: number) => generate(`/Dossier/${dossier}/etatOut`),
  acteCautionnement: (dossier: number, caution: number) =>
    generate(`/Dossier/${dossier}/acteCautionnement/${caution}`),
  etiquetteLocataire: (dossier: number, sheet: Sheet) =>
    generate(`/Dossier/${dossier}/etiquetteLocataire`, sheet),
  etiquetteCaution: (caution: number, sheet: Sheet) =>
    generate(`/Dossier/etiquetteCaution/${caution}`, sheet),
};

/** Something that was done to a document of a record, and by whom. */
export interface DocumentEvent {
  id: number;
  createdAt: string;
  user: string | null;
}

export interface MadeDocument extends DocumentRow {
  type: DocumentType;
}

export interface DocumentEvents {
  /** Newest first. */
  made: readonly MadeDocument[];
  /** The last time each signed document was put there, by the name of its field. */
  signed: Readonly<Record<string, DocumentEvent>>;
}

const documents = resource<MadeDocument, MadeDocument, never>("Document");

/** The resources to read again once a document was made. */
export const TOUCHED_BY_GENERATION = [documents.name, "History"];

const MOST = 150;

/** Every version of the record's documents, and what its history tells of the signed ones. */
export function useDocumentEvents(entite: EntiteSignee, id: number): DocumentEvents {
  const record = { entite, id, sort: "-id", page: 1, limit: MOST };
  const made = useQuery(documents.list(record));
  const events = useQuery(history.list(record));
  return { made: made.data?.data ?? [], signed: signedOf(events.data?.data ?? []) };
}

function signedOf(rows: readonly HistoryRow[]): DocumentEvents["signed"] {
  const signed: Record<string, DocumentEvent> = {};
  for (const { id, createdAt, user, etat, details } of rows) {
    if (etat !== "Document déposé") continue;
    for (const field of Object.keys(details ?? {})) signed[field] ??= { id, createdAt, user };
  }
  return signed;
}
