import { queryOptions } from "@tanstack/react-query";
import { agenceDe } from "#domain/agence/agence.ts";
import { variables } from "./variables.ts";

export const agenceQuery = queryOptions({
  ...variables.list(),
  select: ({ data }) => agenceDe(data),
});
