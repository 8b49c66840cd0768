import { useQuery } from "@tanstack/react-query";
import type { EntiteSignee } from "#domain/fichier.ts";
import type { HistoryRow } from "#domain/history.ts";
import type { Generated } from "#web/components/document-actions.tsx";
import { history } from "#web/components/history-event.tsx";
import { api } from "#web/lib/api.ts";

/** The names that the record's history gives to the documents made (spec §7, "Document generation"). */
export const DOCUMENTS = {
  contratLocation: "Contrat de location",
  inventaireMobilier: "Inventaire du mobilier",
  etatIn: "État des lieux d’entrée",
  etatOut: "État des lieux de sortie",
  etiquetteLocataire: "Étiquettes du locataire",
  acteCautionnement: "Acte de cautionnement",
  etiquetteCaution: "Étiquettes de la caution",
} as const;

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

export interface MadeDocument extends DocumentEvent {
  /** One of `DOCUMENTS`. */
  intitule: string;
  /** Its path under `/files/`. */
  path: string;
}

export interface DocumentEvents {
  /** Newest first. */
  made: readonly MadeDocument[];
  /** The last time each signed document was put there, by the name of its field. */
  signed: Readonly<Record<string, DocumentEvent>>;
}

const NOTHING: DocumentEvents = { made: [], signed: {} };
const MOST = 150;
const MADE = /^Document généré : (.+)$/;

/** What the record's history tells of its documents: the API has no list of them. */
export function useDocumentEvents(entite: EntiteSignee, id: number): DocumentEvents {
  const query = useQuery(history.list({ entite, id, sort: "-id", page: 1, limit: MOST }));
  return query.data ? eventsOf(query.data.data) : NOTHING;
}

function eventsOf(rows: readonly HistoryRow[]): DocumentEvents {
  const made: MadeDocument[] = [];
  const signed: Record<string, DocumentEvent> = {};
  for (const { id, createdAt, user, etat, details } of rows) {
    const intitule = MADE.exec(etat)?.[1];
    const path = details?.key;
    if (intitule && typeof path === "string") made.push({ id, createdAt, user, intitule, path });
    if (etat !== "Document déposé") continue;
    for (const field of Object.keys(details ?? {})) signed[field] ??= { id, createdAt, user };
  }
  return { made, signed };
}
