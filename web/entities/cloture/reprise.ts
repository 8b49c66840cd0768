import { queryOptions } from "@tanstack/react-query";
import type { Jour } from "#domain/dates.ts";
import type { RepriseLue } from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { api } from "#web/lib/server/api.ts";

const NAME = "Reprise";

/** The resources to read again once the balances of the former books are recorded. */
export const TOUCHED_BY_TAKEOVER = [
  NAME,
  "Compte",
  "Reglement",
  "Quitance",
  "Dossier",
  "dashboard",
];
export const TOUCHED_BY_DRAFT = [NAME];

export const takeoverQuery = queryOptions({
  queryKey: [NAME] as const,
  queryFn: ({ signal }) => api.get<RepriseLue>("/Reprise", { signal }),
});

interface Draft {
  debut: Jour;
  lignes: readonly LigneReprise[];
  version?: number;
}

export const keepTakeover = (draft: Draft) => api.put<RepriseLue>("/Reprise", draft);
export const signTakeover = (version: number) =>
  api.post<RepriseLue>("/Reprise/signer", { version });

/** Reads balances from a CSV text, and writes nothing. */
export const readBalances = async (debut: Jour, texte: string): Promise<LigneReprise[]> =>
  (await api.post<{ lignes: LigneReprise[] }>("/Reprise/lire", { debut, texte })).lignes;

export const openMinutes = () => api.open("/api/Reprise/generate");
