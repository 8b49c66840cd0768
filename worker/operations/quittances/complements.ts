import type { SQL } from "drizzle-orm";
import { Conflict } from "#domain/erreurs.ts";
import { horsMandat } from "#domain/gerance/mandats/fin-de-mandat.ts";
import type { Complement } from "#domain/gerance/revisions/complement.ts";
import { enEuros } from "#domain/montants.ts";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  consommerPour,
  ecrituresDeQuittances,
  ligne,
  lireDossiers,
  lireGenerees,
} from "./generation.ts";

/**
 * The receipts that complete months already billed, as statements of the write that revises the rent (revisions/README
 * §15.5). They come after the statement that makes the revision, and cancel the whole write when the dossier changed.
 * @param RevisionId the revision, once it is made
 * @returns the statements, and a function to call once they are written: it spends the tenant's advances on the
 * receipts, and returns their mails
 * @throws Conflict once the mandate of the dwelling ended
 */
export async function completerLesMois(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  {
    DossierId,
    complements,
    RevisionId,
  }: { DossierId: number; complements: readonly Complement[]; RevisionId: SQL },
) {
  const dossier = (await lireDossiers(ctx.db, [DossierId])).get(DossierId);
  if (!dossier || complements.some(({ du }) => horsMandat(du, dossier.finDuMandat)))
    throw new Conflict("Le mandat de ce logement est terminé : aucun complément ne s’y facture.");
  const lignes = complements.map(({ du, au, loyerHC, charge }) =>
    ligne(
      dossier,
      { debut: du, fin: au, loyerHC: enEuros(loyerHC), charge: enEuros(charge), detail: null },
      { automatique: false, today: ctx.today },
    ),
  );
  return {
    statements: ecrituresDeQuittances(ctx, lignes, RevisionId),
    consommer: async (): Promise<CourrielAPartir[]> => {
      const faites = await consommerPour(ctx, lignes, await lireGenerees(ctx.db, lignes));
      return faites.flatMap(({ courriel }) => courriel ?? []);
    },
  };
}
