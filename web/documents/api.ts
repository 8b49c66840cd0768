import { useQuery } from "@tanstack/react-query";
import type { HistoryRow } from "#domain/agence/history.ts";
import type { Tirage } from "#domain/biens/etiquettes-adresse.ts";
import {
  DOCUMENTS,
  type DocumentGenere,
  type DocumentRow,
  type Sources,
  type TypeDocument,
} from "#domain/fichiers/document.ts";
import type { EntiteSignee } from "#domain/fichiers/fichier.ts";
import type { RemplacementRow } from "#domain/fichiers/remplacement.ts";
import { history } from "#web/components/record/history-event.tsx";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export function generate<Type extends TypeDocument>(
  type: Type,
  sources: Sources<Type>,
  tirage?: Tirage,
): Promise<DocumentGenere> {
  const named = sources as Readonly<Record<string, number>>;
  const path = DOCUMENTS[type].chemin.replace(/:(\w+)/g, (_, name: string) => String(named[name]));
  return api.get(`${path}/generate`, tirage && { query: { ...tirage } });
}

/** An act on a document, and the user who did it. */
export interface DocumentEvent {
  id: number;
  createdAt: string;
  user: string | null;
}

export interface DocumentEvents {
  /** The generated documents, newest first. */
  made: readonly DocumentRow[];
  /** The last time each signed document was added, by the name of its field. */
  signed: Readonly<Record<string, DocumentEvent>>;
}

const documents = resource<DocumentRow, DocumentRow, never>("Document");
/** The former files, each replaced by a newer file. */
export const remplacements = resource<RemplacementRow, RemplacementRow, never>("Remplacement");

/** The resources to read again after a document was generated. */
export const TOUCHED_BY_GENERATION = [documents.name, "History"];

const MOST = 150;

/** The versions of the record's documents, and the last addition of each signed document. */
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
