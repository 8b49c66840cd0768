import { queryOptions } from "@tanstack/react-query";
import type { Mois } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { CompteDuProprietaire } from "#domain/gerance/cloture/compte-proprietaire.ts";
import type {
  AjoutDeFrais,
  CompteRenduDetail,
  CompteRenduRow,
  ValidationDeCompte,
} from "#domain/gerance/cloture/compte-rendu.ts";
import type {
  DemandeFactureDeMission,
  DemandeReglementHonoraires,
  FactureHonorairesDetail,
  FactureHonorairesRow,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import type { Clotures } from "#domain/gerance/livres/periodes.ts";
import type { CompteDuMandat } from "#domain/gerance/mandats/compte-mandat.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const comptesRendus = resource<CompteRenduRow, CompteRenduDetail, never>("CompteRendu");

export const facturesHonoraires = resource<FactureHonorairesRow, FactureHonorairesDetail, never>(
  "FactureHonoraires",
);

/** Notes that an invoice was paid, or that the agency paid a credit note back; `unpayInvoice` cancels this payment. */
export const payInvoice = (id: number, payment: DemandeReglementHonoraires) =>
  api.post(`/${facturesHonoraires.name}/${id}/regler`, payment);
/** Invoices a mission other than management; `creditInvoice` cancels an invoice by a credit note. */
export const invoiceMission = (id: number, invoice: DemandeFactureDeMission) =>
  api.post(`/Mission/${id}/facturer`, invoice);
export const creditInvoice = (id: number, motif: string) =>
  api.post(`/${facturesHonoraires.name}/${id}/avoir`, { motif });
export const unpayInvoice = (id: number, motif: string) =>
  api.post(`/${facturesHonoraires.name}/${id}/annuler-reglement`, { motif });

/** The accounts of a month; the server computes the drafts from the books of today. */
export const accountsOfMonth = (mois: Mois) =>
  queryOptions({
    queryKey: [comptesRendus.name, "month", mois] as const,
    queryFn: async ({ signal }) =>
      (await api.list<CompteRenduRow>("/CompteRendu", { mois }, signal)).data,
  });

export const closedMonths = queryOptions({
  queryKey: ["Cloture"] as const,
  queryFn: ({ signal }) => api.get<Clotures>("/Cloture", { signal }),
});

/** Closes a month of the agency and all the months before it. */
export const closeAgencyMonth = (mois: Mois) => api.post<Clotures>("/Cloture", { mois });

/** The first accounts of a month, without sums: the server gives them faster than all the accounts with sums. */
export const firstAccountsOfMonth = (mois: Mois, limit: number) =>
  queryOptions({
    queryKey: [comptesRendus.name, "first", mois, limit] as const,
    queryFn: ({ signal }) =>
      api.list<CompteRenduRow>(
        "/CompteRendu",
        { mois, sort: "mandat", page: 1, limit, sommes: "non" },
        signal,
      ),
  });

const OWNER_ACCOUNT = "CompteProprietaire";
const MANDATE_ACCOUNT = "CompteMandat";

export const ownerAccount = (clientId: number) =>
  queryOptions({
    queryKey: [OWNER_ACCOUNT, clientId] as const,
    queryFn: ({ signal }) =>
      api.get<CompteDuProprietaire>(`/Client/${clientId}/compte`, { signal }),
  });

export const mandateAccount = (missionId: number) =>
  queryOptions({
    queryKey: [MANDATE_ACCOUNT, missionId] as const,
    queryFn: ({ signal }) => api.get<CompteDuMandat>(`/Mission/${missionId}/compte`, { signal }),
  });

/** The resources to read again after an account, an invoice of fees or the close of a month changed. */
export const TOUCHED_BY_CLOSE = [
  comptesRendus.name,
  "Cloture",
  OWNER_ACCOUNT,
  MANDATE_ACCOUNT,
  facturesHonoraires.name,
  "Reversement",
  "Courriel",
  "Document",
  "History",
  "dashboard",
];

/** Creates the drafts of accounts that a month lacks. */
export const prepareMonth = (mois: Mois) =>
  api.post<{ crees: number }>("/CompteRendu/preparer", { mois });

export const validateAccounts = (ids: readonly number[]) =>
  api.post<ValidationDeCompte[]>("/CompteRendu/valider", { ids });

/** Adds a fee « sur demande » of the mandate to the draft of an account. */
export const addFee = (id: number, fee: AjoutDeFrais) =>
  api.post<CompteRenduDetail>(`/CompteRendu/${id}/frais`, fee);
export const removeFee = (id: number, feeId: number) =>
  api.delete<CompteRenduDetail>(`/CompteRendu/${id}/frais/${feeId}`);

export const deleteDraft = (id: number) => api.delete(`/CompteRendu/${id}`);

export const downloadMonth = (mois: Mois) => api.download("/api/CompteRendu.csv", { mois });

export const accountPaper = (id: number) => api.get<DocumentGenere>(`/CompteRendu/${id}/generate`);
export const invoicePaper = (id: number) =>
  api.get<DocumentGenere>(`/FactureHonoraires/${id}/generate`);

export const accountHref = (id: number): string => `/cloture/${id}`;
export const monthHref = (mois: Mois): string => `/cloture?mois=${mois}`;

/** The figures with which the owners of a mandate declare the income of a year, as a PDF or as a CSV file. */
export const fiscalPaper = (missionId: number, annee: number) =>
  api.get<DocumentGenere>(`/Mission/${missionId}/fiscal/${annee}/generate`);
export const fiscalCsv = (missionId: number, annee: number) =>
  api.download(`/api/Mission/${missionId}/fiscal/${annee}/lignes.csv`);
