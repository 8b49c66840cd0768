import { queryOptions } from "@tanstack/react-query";
import { agenceDe } from "#domain/agence/agence.ts";
import { variables } from "./variables.ts";

/** The settings of the agency, typed. */
export const agenceQuery = queryOptions({
  ...variables.list(),
  select: ({ data }) => agenceDe(data),
});
