import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { type Mois, premierJour } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/document.ts";
import { cheminAnnuel, cheminQuittance } from "#domain/quittance.ts";
import type {
  DemandeValidation,
  demandeManuelle,
  modification,
  QuittanceDetail,
  QuittanceRow,
} from "#domain/quittance-fiche.ts";
import { api } from "#web/lib/api.ts";
import { resource } from "#web/lib/resource.ts";

export type Modification = Partial<z.output<typeof modification>> & { updatedAt?: string };
export type ManualRequest = z.output<typeof demandeManuelle>;

export const quittances = resource<QuittanceRow, QuittanceDetail, never, Modification>("Quitance");

/** What must be read again once a receipt was made, changed or deleted. */
export const TOUCHED_BY_QUITTANCES = [quittances.name];

/** How many receipts have a mail of uncertain fate is the total of this list. */
export const uncertainMails = () => quittances.list({ courriel: "incertain", limit: 1 });

/** Every receipt of a month. */
export const monthQuery = (mois: Mois) =>
  queryOptions({
    queryKey: [quittances.name, "month", mois] as const,
    queryFn: ({ signal }) => {
      const [year, month] = mois.split("-");
      return api.list<QuittanceRow>(`/Quitance/byDate/${month}-${year}`, {}, signal);
    },
  });

/** Every receipt whose period starts in the year. */
export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: [quittances.name, "year", year] as const,
    queryFn: ({ signal }) => api.list<QuittanceRow>(`/Quitance/byYear/${year}`, {}, signal),
  });

export const switchState = (id: number, paid: boolean) =>
  api.get<QuittanceDetail>(`/Quitance/switchState/${paid}/${id}`);

/** The automatic receipt of a dossier for this month: the new one, or the one already there. */
export const generate = (dossierId: number, mois: Mois, signal?: AbortSignal) =>
  api.post<QuittanceDetail>(
    `/Quitance/generate/${dossierId}`,
    { date: premierJour(mois) },
    { signal },
  );

export const generateManually = (dossierId: number, request: ManualRequest) =>
  api.post<QuittanceDetail>(`/Quitance/generate/manual/${dossierId}`, request);

/** Makes the document of a receipt, where what it misses must be told too. */
export const documentOf = (id: number) => api.get<DocumentGenere>(`/Quitance/${id}/generate`);

export const openPdf = (id: number) => api.open(cheminQuittance(id));

export const downloadPdf = (id: number) => api.download(cheminQuittance(id));

/** The year of an apartment, tenant after tenant. */
export const openYear = (appartementId: number, year: number) =>
  api.open(cheminAnnuel(appartementId, year));

interface Watching {
  onChunk(bytes: Uint8Array): void;
  signal: AbortSignal;
}

/** Every receipt of the month, in one archive. */
export const downloadMonth = (mois: Mois, watching: Watching) =>
  api.download(`/api/Quitance/downloadMonth/${mois.replace("-", "/")}`, {}, watching);

/** Sends a mail again: one whose fate is uncertain, or that was refused. */
export const sendAgain = (courrielId: number) =>
  api.post<{ id: number }>(`/Quitance/courriel/${courrielId}/renvoyer`);

/** What the public link asks; reading it changes nothing. */
export const askedBy = (uuid: string, signal?: AbortSignal) =>
  api.get<DemandeValidation>(`/Quitance/validation/${encodeURIComponent(uuid)}`, {
    quiet: true,
    signal,
  });

export const answer = (uuid: string, paid: boolean) =>
  api.post<{ ok: boolean }>(`/Quitance/validation/${paid}/${encodeURIComponent(uuid)}`, undefined, {
    quiet: true,
  });
