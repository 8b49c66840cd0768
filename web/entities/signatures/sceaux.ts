import type { SceauPublic } from "#domain/signature/verification.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

/** The certificates of the agency's seal, the current one first. */
export const sceaux = resource<SceauPublic, never, never>("Sceau");

/** Revokes a certificate whose key has leaked: it seals nothing afterwards. */
export const revoke = (id: number) => api.post<SceauPublic[]>(`/Sceau/${id}/revoquer`);
