import { queryOptions } from "@tanstack/react-query";
import type { ChargesDeLAnnee, LigneDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import type {
  DecomptesEnvoyes,
  DemandeDEnvoi,
  PostagesNotes,
} from "#domain/gerance/charges/envoi-fiche.ts";
import type {
  DecompteSyndicVu,
  DepenseImmeuble,
  DepenseImmeubleRow,
  NouveauDecompteSyndic,
  NouvelleCle,
  ReleveVu,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { api } from "#web/lib/server/api.ts";
import { printInFiles } from "#web/lib/server/print.ts";
import { TOUCHED_BY_ACCOUNTS } from "./comptes.ts";

const CHARGES = "Charges";

/**
 * The resources to read again after a building was made, or an expense, a distribution key, a meter reading or a
 * statement of charges changed.
 */
export const TOUCHED_BY_CHARGES = [
  CHARGES,
  ...TOUCHED_BY_ACCOUNTS,
  "Intendance",
  "Immeuble",
  "Document",
];

/** A building, or a dwelling that belongs to no building. */
export interface Place {
  genre: "immeuble" | "logement";
  id: number;
}

const pathOf = ({ genre, id }: Place) =>
  `/${genre === "immeuble" ? "Immeuble" : "Appartement"}/${id}`;

export const yearsOfCharges = (annee: number) =>
  queryOptions({
    queryKey: [CHARGES, "list", annee] as const,
    queryFn: ({ signal }) => api.get<LigneDeLAnnee[]>(`/Charges?annee=${annee}`, { signal }),
  });

export const chargesOfPlace = (place: Place, annee: number) =>
  queryOptions({
    queryKey: [CHARGES, place, annee] as const,
    queryFn: ({ signal }) =>
      api.get<ChargesDeLAnnee>(`${pathOf(place)}/charges/${annee}`, { signal }),
  });

export const expensesOfBuilding = (id: number, annee: number) =>
  queryOptions({
    queryKey: [CHARGES, "expenses", id, annee] as const,
    queryFn: ({ signal }) =>
      api.get<DepenseImmeubleRow[]>(`/Immeuble/${id}/depenses/${annee}`, { signal }),
  });

export const readingsOf = (appartementId: number) =>
  queryOptions({
    queryKey: [CHARGES, "readings", appartementId] as const,
    queryFn: ({ signal }) =>
      api.get<ReleveVu[]>(`/Appartement/${appartementId}/releves`, { signal }),
  });

/** The accounts of the syndic (the building's manager) recorded for a dwelling, the latest first. */
export const syndicStatementsOf = (appartementId: number) =>
  queryOptions({
    queryKey: [CHARGES, "syndic", appartementId] as const,
    queryFn: ({ signal }) =>
      api.get<DecompteSyndicVu[]>(`/Appartement/${appartementId}/decomptes-syndic`, { signal }),
  });

export const noteExpense = (expense: DepenseImmeuble) => api.post("/DepenseImmeuble", expense);
export const dropExpense = ({ id, version }: Pick<DepenseImmeubleRow, "id" | "version">) =>
  api.delete(`/DepenseImmeuble/${id}`, { version });
export const addKey = (key: NouvelleCle) => api.post("/CleRepartition", key);
export const dropKey = (id: number) => api.delete(`/CleRepartition/${id}`);
export const noteReading = (appartementId: number, reading: Omit<ReleveVu, "id">) =>
  api.post(`/Appartement/${appartementId}/releves`, reading);
export const dropReading = (id: number) => api.delete(`/ReleveCompteur/${id}`);
export const dropSyndic = (id: number) => api.delete(`/DecompteSyndic/${id}`);
export const noteSyndic = (appartementId: number, statement: NouveauDecompteSyndic) =>
  api.post(`/Appartement/${appartementId}/decomptes-syndic`, statement);

/** The most statements that one call takes. */
const AT_ONCE = 50;

/** Sends these statements in as many calls as needed, and gives all the results. */
export async function sendStatements({
  decomptes,
  ...common
}: DemandeDEnvoi): Promise<DecomptesEnvoyes> {
  const all: DecomptesEnvoyes = { faits: [], refuses: [] };
  for (const lot of lotsOf(decomptes, AT_ONCE)) {
    const part = await api.post<DecomptesEnvoyes>("/Decompte/envoyer", {
      ...common,
      decomptes: lot,
    });
    all.faits.push(...part.faits);
    all.refuses.push(...part.refuses);
  }
  return all;
}

/** Notes the day on which the letters of these statements were posted, in as many calls as needed. */
export async function notePostedStatements(
  ids: readonly number[],
  le: string,
): Promise<PostagesNotes> {
  const all: PostagesNotes = { notes: [], refuses: [] };
  for (const lot of lotsOf(ids, AT_ONCE)) {
    const part = await api.post<PostagesNotes>("/Decompte/postes", { ids: lot, le });
    all.notes.push(...part.notes);
    all.refuses.push(...part.refuses);
  }
  return all;
}

export const printStatements = (ids: readonly number[]) =>
  printInFiles("/api/Decompte/imprimer", ids);
