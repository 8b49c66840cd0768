import type { ChangementRevele, ChangementRow } from "#domain/profils/changement.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const changements = resource<ChangementRow, never, never>("Changement");

/** The unmasked values of a change; the journal of security notes each reading. */
export const revealChange = (id: number) => api.post<ChangementRevele>(`/Changement/${id}/reveler`);

export const decideChange = (id: number, decision: "confirmer" | "refuser") =>
  api.post(`/Changement/${id}/${decision}`);

/** The resources to read again once a change was decided. */
export const TOUCHED_BY_CHANGES = ["Changement", "Variable", "History", "dashboard"];
