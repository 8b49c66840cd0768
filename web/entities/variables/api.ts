import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { agenceDe } from "#domain/agence.ts";
import type { creation, VariableDetail, VariableRow } from "#domain/variable.ts";
import { resource } from "#web/lib/resource.ts";

export const variables = resource<VariableRow, VariableDetail, z.output<typeof creation>>(
  "Variable",
);

/** The settings of the agency, typed. */
export const agenceQuery = queryOptions({
  ...variables.list(),
  select: ({ data }) => agenceDe(data),
});
