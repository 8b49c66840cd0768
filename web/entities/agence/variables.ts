import type * as z from "zod/mini";
import type { creation, VariableDetail, VariableRow } from "#domain/agence/variable.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const variables = resource<VariableRow, VariableDetail, z.output<typeof creation>>(
  "Variable",
);

/** The unmasked value of a setting; the journal of security notes each reading. */
export const revealSetting = (id: number) =>
  api.post<{ id: number; nom: string; valeur: string }>(`/Variable/${id}/reveler`);
