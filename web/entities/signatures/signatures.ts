import { queryOptions } from "@tanstack/react-query";
import type { Correction, SignatureSurPlace } from "#domain/signature/signature-fiche.ts";
import type { DemandeRow, DocumentLu } from "#domain/signature/wire.ts";
import { api } from "#web/lib/server/api.ts";
import { demandes } from "./demandes.ts";

/**
 * The resources to read again after a request was opened, changed or sealed: the signed file fills a field of its
 * record.
 */
export const TOUCHED_BY_SIGNATURES = [
  demandes.name,
  "Dossier",
  "Caution",
  "EtatLieux",
  "Mission",
  "Intendance",
  "Impaye",
  "Remplacement",
  "History",
  // The menu shows « Signatures » once a paper was put to signature.
  "session",
];

/** The frozen paper, for a signer who reads it on the agency's device. */
export const frozenPaper = (id: number) =>
  queryOptions({
    queryKey: [demandes.name, "document", id] as const,
    queryFn: ({ signal }) => api.get<DocumentLu>(`/DemandeSignature/${id}/document`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const act = <Answer>(id: number, gesture: string, body: object = {}) =>
  api.post<Answer>(`/DemandeSignature/${id}/${gesture}`, body);

/** Reminds the signers whose turn it is, or only this signer. */
export const remind = (id: number, signataireId?: number) =>
  act<DemandeRow>(id, "relancer", { signataireId });

export const cancel = (id: number, motif: string) => act<DemandeRow>(id, "annuler", { motif });

export const signForAgency = (id: number) => act<DemandeRow>(id, "signer");

export const withdrawalReceived = (id: number, recueLe: string) =>
  act<DemandeRow>(id, "retracter", { recueLe });

/** Corrects a signer who has not signed yet; a new mailbox receives a new link. */
export const correct = (id: number, signataireId: number, correction: Correction) =>
  api.put<DemandeRow>(`/DemandeSignature/${id}/signataire/${signataireId}`, correction);

export const signOnTheSpot = (id: number, given: SignatureSurPlace) =>
  act<DemandeRow>(id, "surPlace", given);

/** Downloads the evidence file, a zip. */
export const downloadProof = (id: number) => api.download(`/api/DemandeSignature/${id}/preuve`);
