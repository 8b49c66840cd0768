import type { QueryClient } from "@tanstack/react-query";
import { agenceDe } from "#domain/agence.ts";
import { proposedNumber } from "#web/entities/dossiers/api.ts";
import { variables } from "#web/entities/variables/api.ts";
import type { Values } from "#web/lib/schema.ts";

/** The agency's usual values, and the number of fees that comes next: a form without them is better than no form. */
export async function usualValues(client: QueryClient): Promise<Values> {
  const [settings, number] = await Promise.all([
    client.fetchQuery(variables.list()).catch(() => null),
    client.fetchQuery(proposedNumber).catch(() => null),
  ]);
  const { irlValeur, irlTrimestre, lieuSignature } = agenceDe(settings?.data ?? []);
  return { indice: irlValeur, indiceTrim: irlTrimestre, lieuSignature, ...number };
}
