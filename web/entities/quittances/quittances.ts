import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { type Mois, premierJour } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { DossierAQuittancer } from "#domain/quittances/a-quittancer.ts";
import type { CourrielEnAttente } from "#domain/quittances/courriel.ts";
import type { LotGenere } from "#domain/quittances/lot-a-generer.ts";
import { cheminAnnuel, cheminQuittance } from "#domain/quittances/quittance.ts";
import type {
  AttentesDuMois,
  BilanDuMois,
  DemandeDuLot,
  DemandeValidation,
  demandeAnnulation,
  demandeManuelle,
  LigneDeLAnnee,
  modification,
  QuittanceChoisie,
  QuittanceDetail,
  QuittanceRow,
  ResultatDuLot,
  SommesDuMois,
} from "#domain/quittances/quittance-fiche.ts";
import { api, type List, type Query } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export type Modification = Partial<z.output<typeof modification>> & { version?: number };
export type ManualRequest = z.output<typeof demandeManuelle>;

export const quittances = resource<QuittanceRow, QuittanceDetail, never, Modification>("Quitance");

/** The resources to read again after a receipt was made, changed or deleted. */
export const TOUCHED_BY_QUITTANCES = [
  quittances.name,
  "Compte",
  "Reglement",
  "Dossier",
  "Locataire",
];

/** The summary of a month; it does not depend on the page or the filters. */
export const monthSummary = (mois: Mois) =>
  queryOptions({
    queryKey: [quittances.name, "summary", mois] as const,
    queryFn: ({ signal }) => api.get<BilanDuMois>(`/Quitance/mois/${mois}`, { signal }),
  });

/** The receipts of a month that need an act of staff. */
export const waitsOfMonth = (mois: Mois) =>
  queryOptions({
    queryKey: [quittances.name, "waits", mois] as const,
    queryFn: ({ signal }) => api.get<AttentesDuMois>(`/Quitance/mois/${mois}/attentes`, { signal }),
    staleTime: 0,
  });

/** A page of receipts, with the total of all pages in euros and the count of cancelled receipts. */
export const pageOfReceipts = (parameters: Query) =>
  queryOptions({
    queryKey: [quittances.name, "list", parameters] as const,
    queryFn: async ({ signal }) =>
      (await api.list<QuittanceRow>("/Quitance", parameters, signal)) as List<QuittanceRow> & {
        montant: number;
        annulees: number;
      },
  });

/** All the receipts that meet these criteria and are not cancelled, in short form. */
export const chooseReceipts = (criteria: Query) =>
  api.list<QuittanceChoisie>("/Quitance/selection", criteria);

/**
 * The receipts declared paid by tenants and not confirmed: one row is read, the latest, with their count and total.
 */
export const declaredReceipts = () =>
  pageOfReceipts({ etat: "declaree", page: 1, limit: 1, sort: "-date" });

/**
 * The dossiers without a receipt of the month, in short form; with `dues`, only the dossiers that the daily run would
 * bill.
 */
export const dossiersToBill = async (mois: Mois, which: { dues?: true } = {}) =>
  (await api.list<DossierAQuittancer>(`/Quitance/mois/${mois}/aGenerer`, which)).data;

/** The prefix of the query keys of {@link dossiersOfMonth}, for all months and pages. */
export const pagesOfDossiers = [quittances.name, "dossiers"] as const;

/** A page of the dossiers whose rent runs in the month, and their receipts of that month. */
export const dossiersOfMonth = (mois: Mois, parameters: Query) =>
  queryOptions({
    queryKey: [...pagesOfDossiers, mois, parameters] as const,
    queryFn: async ({ signal }) => {
      const page = await api.list<DossierRow>("/Dossier", { mois, ...parameters }, signal);
      const dossiers = page.data.map(({ id }) => id).join(",");
      const none: QuittanceRow[] = [];
      const { data: receipts } = dossiers
        ? await api.list<QuittanceRow>("/Quitance", { mois, dossiers }, signal)
        : { data: none };
      return { ...page, receipts };
    },
  });

/** The year of rents of each dossier of a page, with the totals of each month over all pages. */
export const pageOfYear = (year: number, parameters: Query) =>
  queryOptions({
    queryKey: [quittances.name, "year", year, parameters] as const,
    queryFn: async ({ signal }) =>
      (await api.list<LigneDeLAnnee>(
        `/Quitance/annee/${year}`,
        parameters,
        signal,
      )) as List<LigneDeLAnnee> & { mois: SommesDuMois[] },
  });

export const settle = (batch: DemandeDuLot) =>
  api.post<ResultatDuLot & { courriels: CourrielEnAttente[] }>("/Quitance/lot", batch);

export const switchState = (id: number, paid: boolean) =>
  api.get<QuittanceDetail>(`/Quitance/switchState/${paid}/${id}`);

/** Makes the automatic receipt of a dossier for this month, or gives the receipt already made. */
export const generate = (dossierId: number, mois: Mois, signal?: AbortSignal) =>
  api.post<QuittanceDetail>(
    `/Quitance/generate/${dossierId}`,
    { date: premierJour(mois) },
    { signal },
  );

export const generateLot = (DossierIds: readonly number[], mois: Mois) =>
  api.post<LotGenere>("/Quitance/generate/lot", { date: premierJour(mois), DossierIds });

export const generateManually = (dossierId: number, request: ManualRequest) =>
  api.post<QuittanceDetail>(`/Quitance/generate/manual/${dossierId}`, request);

/**
 * Cancels a receipt, which keeps its number; its month can be billed again. `courriel`: whether a mail tells the
 * tenant.
 */
export const cancel = (
  id: number,
  request: z.output<typeof demandeAnnulation> & { version?: number },
) => api.post<QuittanceDetail>(`/Quitance/${id}/annuler`, request);

/** Makes the document of a receipt, for a caller that shows its warnings. */
export const documentOf = (id: number) => api.get<DocumentGenere>(`/Quitance/${id}/generate`);

export const openPdf = (id: number) => api.open(cheminQuittance(id));

export const downloadPdf = (id: number) => api.download(cheminQuittance(id));

/** Opens the PDF of an apartment's year of rents, one tenant after another. */
export const openYear = (appartementId: number, year: number) =>
  api.open(cheminAnnuel(appartementId, year));

interface Watching {
  onChunk(bytes: Uint8Array): void;
  signal: AbortSignal;
}

/** Downloads the receipts of the month in one archive. A large month has several parts: `partie` counts from 1. */
export const downloadMonth = (mois: Mois, partie: number | undefined, watching: Watching) =>
  api.download(`/api/Quitance/downloadMonth/${mois.replace("-", "/")}`, { partie }, watching);

/** Sends again a mail that is uncertain, refused or held back by a person (`COURRIELS_RENVOYABLES`). */
export const sendAgain = (courrielId: number) =>
  api.post<CourrielEnAttente>(`/Quitance/courriel/${courrielId}/renvoyer`);

/** The question of the public page that asks whether a rent was paid; reading it changes nothing. */
export const askedBy = (uuid: string, signal?: AbortSignal) =>
  api.get<DemandeValidation>(`/Quitance/validation/${encodeURIComponent(uuid)}`, {
    quiet: true,
    signal,
  });

export const answer = (uuid: string, paid: boolean) =>
  api.post<{ ok: boolean }>(`/Quitance/validation/${paid}/${encodeURIComponent(uuid)}`, undefined, {
    quiet: true,
  });
