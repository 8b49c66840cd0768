import { queryOptions } from "@tanstack/react-query";
import type { Payeur } from "#domain/gerance/locataires/reglement.ts";
import type { LigneProposee, LignesComptees } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { api, type List, type Query } from "#web/lib/server/api.ts";

export const LIGNE_RELEVE = "LigneReleve";

/** A page of lines, with the count of lines in each state. */
export type Lines = List<LigneProposee> & { etats: LignesComptees };

export const linesOf = (parameters: Query) =>
  queryOptions({
    queryKey: [LIGNE_RELEVE, "list", parameters] as const,
    queryFn: ({ signal }) =>
      api.list<LigneProposee>(`/${LIGNE_RELEVE}`, parameters, signal) as Promise<Lines>,
  });

/** The count of lines read in one call: once a line is handled, the next one shows without another call. */
const LINES = 60;

/** The lines of a view: waiting lines by date; handled lines, the last handled first. */
export const linesOfView = (view: View) => {
  const done = view === "rapprochee" || view === "ecartee";
  return linesOf({ etat: view, page: 1, limit: LINES, sort: done ? "-faite" : "date" });
};

export type View = "a_rapprocher" | "a_identifier" | "rapprochee" | "ecartee";

/** The payments and other movements that a line of the bank is matched with. */
export type Match =
  | { parts: { DossierId: number; montant: number }[]; payeur?: Payeur }
  | { ReglementIds: number[] }
  | { VirementIds: number[] }
  | { DepenseIds: number[] }
  | { ApportId: number }
  | { SommeIds: number[] }
  | { FactureId: number };

const call = (id: number, gesture: string, body?: object) =>
  api.post<LigneProposee>(`/${LIGNE_RELEVE}/${id}/${gesture}`, body);

export const match = (id: number, body: Match) => call(id, "rapprocher", body);
export const setAside = (id: number, motif: string) => call(id, "ignorer", { motif });
export const holdMoney = (id: number) => call(id, "attente");
export const giveToMandate = (id: number, MissionId: number) =>
  call(id, "attribuer", { MissionId });
export const takeBackLine = (id: number) => call(id, "annuler");

export const matchCertain = () => api.post<{ lignes: number[] }>(`/${LIGNE_RELEVE}/certaines`, {});
