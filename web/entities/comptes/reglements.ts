import { queryOptions } from "@tanstack/react-query";
import type { Mois } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { ModeReglement, Payeur } from "#domain/gerance/locataires/reglement.ts";
import type {
  ReglementDetail,
  ReglementDuLot,
  ReglementRow,
  ReglementVu,
  SuiteDuReglement,
} from "#domain/gerance/locataires/reglement-fiche.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

/** A payment to record; `montant` is in euros. */
export interface PaymentRequest {
  DossierId: number;
  date: string;
  montant: number;
  /** Null when the mode is unknown. */
  mode: ModeReglement | null;
  payeur: Payeur;
  QuitanceId?: number;
  mois?: readonly Mois[];
  commentaire?: string | null | undefined;
  CompteBancaireId?: number | null | undefined;
  cle?: string;
}

export interface Recorded extends ReglementVu {
  id: number;
  numero: string;
}

export const reglements = resource<ReglementRow, ReglementDetail, PaymentRequest>("Reglement");

/** The sums that a payment would settle; writes nothing. */
export const previewOf = (request: PaymentRequest) =>
  queryOptions({
    queryKey: [reglements.name, "apercu", request] as const,
    queryFn: ({ signal }) =>
      api.post<ReglementVu>("/Reglement/apercu", request, { signal, quiet: true }),
    retry: false,
    staleTime: 0,
  });

export const record = (request: PaymentRequest) => api.post<Recorded>("/Reglement", request);

/** Records all these payments, or none. */
export const recordMany = (payments: readonly PaymentRequest[]) =>
  api.post<Recorded[]>("/Reglement/lot", { reglements: payments });

/** The sums that these payments would settle, each payment after the earlier ones; writes nothing. */
export const previewOfMany = (payments: readonly PaymentRequest[]) =>
  queryOptions({
    queryKey: [reglements.name, "lot", payments] as const,
    queryFn: ({ signal }) =>
      api.post<ReglementDuLot[]>(
        "/Reglement/lot/apercu",
        { reglements: payments },
        { signal, quiet: true },
      ),
    retry: false,
    staleTime: 0,
  });

export const takeBack = (id: number, motif: string) =>
  api.post<unknown>(`/Reglement/${id}/annuler`, { motif });

/** Cancels payments recorded by mistake, all or none. */
export const takeBackLot = (ids: readonly number[], motif: string) =>
  api.post<unknown>("/Reglement/lot/annuler", { ids, motif });

export const reject = (id: number, refusal: { motif: string; date: string }) =>
  api.post<unknown>(`/Reglement/${id}/rejeter`, refusal);

/** Notes that the bank has credited a cheque received under reserve. */
export const credit = (id: number, date: string) =>
  api.post<unknown>(`/Reglement/${id}/crediter`, { date });

/** Opens the reçu of a payment, a PDF, in a new tab. */
export const openReceipt = (id: number) =>
  api.open(api.get<DocumentGenere>(`/Reglement/${id}/generate`).then(({ generated }) => generated));

/** The receipts that a payment settles, and the transfers that pass it on to the owners. */
export const followedPayment = (id: number) =>
  queryOptions({
    queryKey: [reglements.name, "suite", id] as const,
    queryFn: ({ signal }) => api.get<SuiteDuReglement>(`/Reglement/${id}/suite`, { signal }),
  });
