import type * as z from "zod/mini";
import type { creation, VariableDetail, VariableRow } from "#domain/variable.ts";
import { resource } from "#web/lib/resource.ts";

export const variables = resource<VariableRow, VariableDetail, z.output<typeof creation>>(
  "Variable",
);
