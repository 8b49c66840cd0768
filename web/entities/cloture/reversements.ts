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

/** Read again after something was paid out, or cancelled. */
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

/** The sums that a batch is asked to pay, by their kind. */
export interface ChosenSums {
  /** The accounts rendered. */
  ids: readonly number[];
  /** The frozen accounts of departures. */
  SoldeDepartIds: readonly number[];
  /** The advances that tenants asked back. */
  AvanceRendueIds: readonly number[];
  /** The expenses. */
  IntendanceIds: readonly number[];
  /** The credit notes of fees, alone: they leave the agency's own account. */
  FactureHonorairesIds: readonly number[];
}

/** The control list of a batch; without chosen sums, that of all the sums that wait. */
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
    // Commas stay as they are, one character each instead of three: the platform reads addresses of 16 KB at most.
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

/** The agency's own money in the rent accounts, present and past. */
export const contributions = () =>
  queryOptions({
    queryKey: ["Apport"] as const,
    queryFn: ({ signal }) => api.get<ApportRow[]>("/Apport", { signal }),
  });
export const contribute = (demande: DemandeApport) => api.post<ApportRow>("/Apport", demande);
export const takeBack = (id: number) => api.post<ApportRow>(`/Apport/${id}/reprendre`);

export const payoutHref = (id: number): string => `/reversements/${id}`;
