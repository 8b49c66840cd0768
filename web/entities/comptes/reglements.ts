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

/** A payment to record; euros. */
export interface PaymentRequest {
  DossierId: number;
  date: string;
  montant: number;
  /** Null: unknown. */
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

/** The sums that a payment would settle: writes nothing. */
export const previewOf = (request: PaymentRequest) =>
  queryOptions({
    queryKey: [reglements.name, "apercu", request] as const,
    queryFn: ({ signal }) =>
      api.post<ReglementVu>("/Reglement/apercu", request, { signal, quiet: true }),
    retry: false,
    staleTime: 0,
  });

export const record = (request: PaymentRequest) => api.post<Recorded>("/Reglement", request);

/** Many payments, all or none. */
export const recordMany = (payments: readonly PaymentRequest[]) =>
  api.post<Recorded[]>("/Reglement/lot", { reglements: payments });

/** The sums that many payments would settle, one after the other; writes nothing. */
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

/** Takes back many payments recorded by mistake: all or none. */
export const takeBackLot = (ids: readonly number[], motif: string) =>
  api.post<unknown>("/Reglement/lot/annuler", { ids, motif });

export const reject = (id: number, refusal: { motif: string; date: string }) =>
  api.post<unknown>(`/Reglement/${id}/rejeter`, refusal);

/** Notes that the bank credited a cheque received under reserve. */
export const credit = (id: number, date: string) =>
  api.post<unknown>(`/Reglement/${id}/crediter`, { date });

/** The reçu of a payment, as a PDF in a tab. */
export const openReceipt = (id: number) =>
  api.open(api.get<DocumentGenere>(`/Reglement/${id}/generate`).then(({ generated }) => generated));

/** The follow-up of a payment, from its receipts to the transfers that pay its owners. */
export const followedPayment = (id: number) =>
  queryOptions({
    queryKey: [reglements.name, "suite", id] as const,
    queryFn: ({ signal }) => api.get<SuiteDuReglement>(`/Reglement/${id}/suite`, { signal }),
  });
