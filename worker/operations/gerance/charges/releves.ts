import { eq } from "drizzle-orm";
import { COMPTEURS } from "#domain/biens/index-des-compteurs.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { type ReleveCompteur, refusDeReleve } from "#domain/gerance/charges/compteurs.ts";
import type { ReleveVu } from "#domain/gerance/charges/immeuble-fiche.ts";
import { relevesCompteurs } from "#worker/db/schema/charges.ts";
import { appartements } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

const MILLIEMES = 1_000;

/** The readings of the meters of a dwelling, meter by meter, the oldest first, each index in the unit of its meter. */
export async function lireReleves(
  { db }: Pick<Contexte, "db">,
  AppartementId: number,
): Promise<ReleveVu[]> {
  const releves = await db
    .select({
      id: relevesCompteurs.id,
      compteur: relevesCompteurs.compteur,
      numero: relevesCompteurs.numero,
      date: relevesCompteurs.date,
      index: relevesCompteurs.index,
    })
    .from(relevesCompteurs)
    .where(eq(relevesCompteurs.AppartementId, AppartementId))
    .orderBy(relevesCompteurs.compteur, relevesCompteurs.date);
  return releves.map((releve) => ({ ...releve, index: releve.index / MILLIEMES }));
}

/**
 * Notes the index of a meter of a dwelling (charges/README §16.3).
 * @param releve its index in the unit of the meter
 * @returns the identifier of the reading
 * @throws NotFound when there is no such dwelling; Invalid when its day is to come, or the index does not fit the
 * meter's other readings; Conflict when a meter of this kind has a reading on that day already.
 */
export async function noterReleve(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  {
    AppartementId,
    ...releve
  }: Omit<ReleveCompteur, "numero"> & {
    numero?: string | null | undefined;
    AppartementId: number;
  },
): Promise<number> {
  const { db, today, user } = ctx;
  const { compteur, date, numero = null } = releve;
  if (date > today)
    throw new Invalid({ date: "Ce jour est à venir : notez l’index une fois relevé." });
  const [logement] = await db
    .select({ id: appartements.id })
    .from(appartements)
    .where(eq(appartements.id, AppartementId));
  if (!logement) throw new NotFound();
  const ligne = { compteur, date, numero, index: Math.round(releve.index * MILLIEMES) };
  const autres = await db
    .select()
    .from(relevesCompteurs)
    .where(eq(relevesCompteurs.AppartementId, AppartementId));
  if (autres.some((autre) => autre.compteur === compteur && autre.date === date))
    throw new Conflict(`Le compteur ${COMPTEURS[compteur]} est déjà relevé ce jour-là.`, "date");
  const refus = refusDeReleve(ligne, autres);
  if (refus) throw new Invalid({ index: refus });
  const { fait } = await db.write({
    historique: trace(db, {
      ...{ entite: "Appartement", entiteId: AppartementId, etat: "Compteur relevé", user },
      details: { compteur, date, index: releve.index },
    }),
    fait: db
      .insert(relevesCompteurs)
      .values({ ...ligne, AppartementId, user })
      .returning({ id: relevesCompteurs.id }),
  });
  return fait[0]?.id ?? 0;
}

/** Removes a reading that was mistaken. @throws NotFound when there is no such reading */
export async function retirerReleve(
  { db, user }: Pick<Contexte, "db" | "user">,
  id: number,
): Promise<void> {
  const [releve] = await db.select().from(relevesCompteurs).where(eq(relevesCompteurs.id, id));
  if (!releve) throw new NotFound("Ce relevé n’existe pas.");
  const { AppartementId, compteur, date, index } = releve;
  await db.write({
    historique: trace(db, {
      ...{
        entite: "Appartement",
        entiteId: AppartementId,
        etat: "Relevé de compteur retiré",
        user,
      },
      details: { compteur, date, index: index / MILLIEMES },
    }),
    retire: db.delete(relevesCompteurs).where(eq(relevesCompteurs.id, id)),
  });
}
