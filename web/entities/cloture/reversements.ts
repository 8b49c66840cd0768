import { queryOptions } from "@tanstack/react-query";
import type { ApportRow, DemandeApport } from "#domain/gerance/reversements/apport.ts";
import type {
  ApercuReversement,
  DemandeReversement,
  ReversementDetail,
  ReversementRow,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const reversements = resource<ReversementRow, ReversementDetail, never>("Reversement");

/** The resources to read again after a batch, a transfer or the agency's own money in the rent accounts changed. */
export const TOUCHED_BY_PAYOUT = [
  reversements.name,
  "Apport",
  "CompteRendu",
  "CompteProprietaire",
  "CompteMandat",
  "Compte",
  "FactureHonoraires",
  "Dossier",
  "Intendance",
  "LigneReleve",
  "History",
  "dashboard",
];

/** The identifiers of the sums that a batch pays, by their kind. */
export interface ChosenSums {
  /** Accounts rendered to owners. */
  ids: readonly number[];
  /** Frozen accounts of departures. */
  SoldeDepartIds: readonly number[];
  /** Advances to return to tenants. */
  AvanceRendueIds: readonly number[];
  /** Expenses. */
  IntendanceIds: readonly number[];
  /**
   * Credit notes of fees. A batch of credit notes pays nothing else, because it is paid from the agency's own
   * account.
   */
  FactureHonorairesIds: readonly number[];
}

/**
 * The sums that a batch would pay, to check before the batch is made. Without chosen sums, it covers all the sums
 * that wait to be paid.
 */
export const payoutPreview = (
  question: Partial<ChosenSums> & {
    CompteBancaireId?: number | null;
    honoraires?: boolean;
  } = {},
) => {
  const asked = new URLSearchParams(
    Object.entries(question).flatMap(([name, value]) =>
      value && String(value) ? [[name, String(value)]] : [],
    ),
  )
    .toString()
    // Commas stay as they are, one character each instead of three: the platform accepts addresses of 16 KB at most.
    .replaceAll("%2C", ",");
  return queryOptions({
    queryKey: [reversements.name, "apercu", asked] as const,
    queryFn: ({ signal }) =>
      api.get<ApercuReversement>(`/Reversement/apercu${asked && `?${asked}`}`, { signal }),
  });
};

export const preparePayout = (demande: DemandeReversement) =>
  api.post<ReversementDetail & { ecartes: { raison: string }[] }>("/Reversement", demande);
export const validatePayout = (id: number) =>
  api.post<ReversementDetail>(`/Reversement/${id}/valider`);
export const cancelPayout = (id: number, motif: string) =>
  api.post<ReversementDetail>(`/Reversement/${id}/annuler`, { motif });
export const refuseTransfer = (id: number, body: { motif: string; date?: string }) =>
  api.post<ReversementDetail>(`/Virement/${id}/rejeter`, body);
export const downloadTransfers = (id: number) => api.download(`/api/Reversement/${id}/sepa`);

/** The agency's own money that is or was in the rent accounts. */
export const contributions = () =>
  queryOptions({
    queryKey: ["Apport"] as const,
    queryFn: ({ signal }) => api.get<ApportRow[]>("/Apport", { signal }),
  });
export const contribute = (demande: DemandeApport) => api.post<ApportRow>("/Apport", demande);
export const takeBack = (id: number) => api.post<ApportRow>(`/Apport/${id}/reprendre`);

export const payoutHref = (id: number): string => `/reversements/${id}`;
