import { queryOptions } from "@tanstack/react-query";
import type { Jour, Mois } from "#domain/dates.ts";
import type { AccordsFaits } from "#domain/gerance/revisions/accord.ts";
import type { ChoixEffet } from "#domain/gerance/revisions/effet.ts";
import type { IndiceRow } from "#domain/gerance/revisions/indices.ts";
import type { CorrectionDIndice } from "#domain/gerance/revisions/revision-fiche.ts";
import type {
  Demandees,
  Postees,
  Renoncees,
  RevisionRow,
  RevisionsDuMois,
} from "#domain/gerance/revisions/revision-lue.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { api } from "#web/lib/server/api.ts";
import { printInFiles } from "#web/lib/server/print.ts";

const NAME = "Revision";

/**
 * A revision in the list. Its `id` is made from the lease and the year, because a lease may have two anniversaries in
 * the list.
 */
export interface Revised extends Omit<RevisionRow, "id"> {
  id: number;
  /** Null until the revision is notified or given up. */
  RevisionId: number | null;
}

const YEARS = 10_000;

/** Whether the revision may be notified to the tenant. */
export const mayBeAsked = ({ etat, chiffres, accord }: Revised): boolean =>
  chiffres !== null &&
  (etat === "a_notifier" || etat === "classe_a_confirmer") &&
  (accord === null || accord === "accord_donne");

/** Whether the letter of a revision must still be posted. */
export const awaitsPost = ({ canal, chiffres, posteeLe, RevisionId }: Revised): boolean =>
  RevisionId !== null && chiffres !== null && canal === "lettre" && posteeLe === null;

const rowOf = ({ id: RevisionId, ...row }: RevisionRow): Revised => ({
  ...row,
  RevisionId,
  id: row.DossierId * YEARS + Number(row.anniversaire.slice(0, 4)),
});

/** The resources to read again after a revision was notified, given up or undone, or an owner's answer was noted. */
export const TOUCHED_BY_REVISIONS = [
  NAME,
  "Dossier",
  "Appartement",
  "Document",
  "Courriel",
  "History",
];

/**
 * How revisions are notified. By default, a late revision takes effect on the first of the next month. Letters are
 * posted today, and no extra receipt is made for the months already billed.
 */
export interface Manner {
  effet?: ChoixEffet | undefined;
  posteeLe?: Jour | undefined;
  complement?: boolean | undefined;
}

const INDICES = "IndiceValeur";

/** The resources to read again after an index was typed or corrected. */
export const TOUCHED_BY_INDICES = [INDICES, ...TOUCHED_BY_REVISIONS];

/** The revisions of a month, with the figures that they would have if they were notified in this manner. */
export const revisionsOfMonth = (mois: Mois, { complement, ...manner }: Manner = {}) =>
  queryOptions({
    queryKey: [NAME, "month", mois, manner, complement === true] as const,
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ mois, ...manner });
      if (complement) asked.set("complement", "true");
      const { lignes, ...month } = await api.get<RevisionsDuMois>(`/Revision?${asked}`, { signal });
      return { ...month, rows: lignes.map(rowOf) };
    },
  });

const named = (rows: readonly Revised[]) =>
  rows.map(({ DossierId, anniversaire, etat }) => ({
    DossierId,
    anniversaire,
    classeConfirmee: etat === "classe_a_confirmer",
  }));

/** The most revisions that one call takes. */
const AT_ONCE = 50;

/** Notifies these revisions to the tenants, in as many calls as needed, and gives all the results. */
export async function askRevisions(
  rows: readonly Revised[],
  manner: Manner = {},
): Promise<Demandees> {
  const all: Demandees = { faites: [], refusees: [], courriels: [] };
  for (const lot of lotsOf(rows, AT_ONCE)) {
    const part = await api.post<Demandees>("/Revision/demander", {
      revisions: named(lot),
      ...manner,
    });
    all.faites.push(...part.faites);
    all.refusees.push(...part.refusees);
    all.courriels.push(...part.courriels);
  }
  return all;
}

const anniversariesOf = (rows: readonly Revised[]) =>
  rows.map(({ DossierId, anniversaire }) => ({ DossierId, anniversaire }));

/** Requests the owners' agreement for these leases, in as many calls as needed. */
export async function askAgreements(rows: readonly Revised[]): Promise<AccordsFaits> {
  const all: AccordsFaits = { faites: [], refusees: [] };
  for (const lot of lotsOf(rows, AT_ONCE)) {
    const revisions = anniversariesOf(lot);
    const part = await api.post<AccordsFaits>("/Revision/accord", { revisions });
    all.faites.push(...part.faites);
    all.refusees.push(...part.refusees);
  }
  return all;
}

export async function noteAnswer(
  row: Revised,
  said: {
    accorde: boolean;
    reponduLe: string;
    moyen: string;
    ClientId?: number | undefined;
  },
): Promise<void> {
  const { refusees } = await api.post<AccordsFaits>("/Revision/accord/reponse", {
    revisions: anniversariesOf([row]),
    ...said,
  });
  if (refusees[0]) throw new Error(refusees[0].motif);
}

export const giveUp = (rows: readonly Revised[], motif: string) =>
  api.post<Renoncees>("/Revision/renoncer", { revisions: named(rows), motif });

/**
 * Undoes a revision or a renunciation. When the tenant had been asked, a letter (`generated`) informs him; staff must
 * print it when no mail (`courriel`) is sent.
 */
export const undoRevision = (id: number, motif: string) =>
  api.post<{ courriel: object | null; generated: string | null }>(`/Revision/${id}/annuler`, {
    motif,
  });

/** Notes the day on which the letters of these revisions were posted, in as many calls as needed. */
export async function notePosted(ids: readonly number[], le: Jour): Promise<Postees> {
  const all: Postees = { notees: [], deplacees: [], refusees: [] };
  for (const lot of lotsOf(ids, AT_ONCE)) {
    const part = await api.post<Postees>("/Revision/postees", { ids: lot, le });
    all.notees.push(...part.notees);
    all.deplacees.push(...part.deplacees);
    all.refusees.push(...part.refusees);
  }
  return all;
}

export const printRevisions = (ids: readonly number[]) =>
  printInFiles("/api/Revision/imprimer", ids);

export interface IndicesTyped {
  annee: number;
  trimestre: number;
  IRL?: number | undefined;
  IRL_CORSE?: number | undefined;
  IRL_OM?: number | undefined;
  confirme?: boolean;
}

export const typeIndices = (typed: IndicesTyped) => api.post("/IndiceValeur", typed);

/** The indices already typed, the oldest first. */
export const indicesQuery = () =>
  queryOptions({
    queryKey: [INDICES] as const,
    queryFn: ({ signal }) => api.get<IndiceRow[]>("/IndiceValeur", { signal }),
  });

export const correctIndex = (id: number, correction: CorrectionDIndice) =>
  api.post(`/IndiceValeur/${id}/corriger`, correction);
