import { queryOptions } from "@tanstack/react-query";
import type { CleTotp, Facteurs } from "#domain/profils/facteur.ts";
import { api } from "#web/lib/server/api.ts";

/** Recovery codes, shown once; null when the account keeps its former codes. */
export interface Codes {
  secours: string[] | null;
}

export const facteursQuery = queryOptions({
  queryKey: ["facteurs"],
  queryFn: ({ signal }) => api.get<Facteurs>("/user/facteurs", { signal }),
});

export const beginTotp = () => api.post<CleTotp>("/user/facteurs/totp");

export const confirmTotp = (code: string) =>
  api.post<Codes>("/user/facteurs/totp/confirmer", { code });

export const removeTotp = () => api.delete("/user/facteurs/totp");

export const renamePasskey = (id: number, nom: string) =>
  api.put(`/user/facteurs/passkey/${id}`, { nom });

export const removePasskey = (id: number) => api.delete(`/user/facteurs/passkey/${id}`);

export const renewCodes = () => api.post<{ secours: string[] }>("/user/facteurs/secours");
