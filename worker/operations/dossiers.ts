import { and, eq, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { Dossier } from "#domain/dossier.ts";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { dossierOccupant } from "#worker/db/conditions.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema.ts";
import { trace } from "./history.ts";

/**
 * Assigns a tenant to an apartment (spec §4): creates the file and copies its rent and charges (euros)
 * to the apartment, with the history of all three, in one transaction.
 * @returns the identifier of the new file.
 * @throws Invalid when the apartment or the tenant does not exist.
 */
export async function ouvrirDossier(
  db: Db,
  values: Dossier,
  { user, now }: { user: string | null; now: Date },
): Promise<number> {
  const [[appartement], [locataire]] = await db.batch([
    db
      .select({ id: appartements.id })
      .from(appartements)
      .where(eq(appartements.id, values.AppartementId)),
    db.select({ id: locataires.id }).from(locataires).where(eq(locataires.id, values.LocataireId)),
  ]);
  if (!appartement || !locataire) {
    throw new Invalid({
      ...(appartement ? {} : { AppartementId: "Cet appartement n’existe pas." }),
      ...(locataire ? {} : { LocataireId: "Ce locataire n’existe pas." }),
    });
  }
  const newest = sql`(SELECT max(id) FROM ${dossiers})`;
  const [, , , , , [created]] = await db.batch([
    db
      .insert(dossiers)
      .values({ ...values, recherche: texteDeRecherche([values.numFraisDossier]) }),
    db
      .update(appartements)
      .set({
        loyerHC: values.loyerHC,
        charge: values.loyerCharge,
        updatedAt: now.toISOString(),
      })
      .where(eq(appartements.id, values.AppartementId)),
    trace(db, { entite: "Dossier", entiteId: newest, etat: "Création", user }),
    trace(db, {
      entite: "Appartement",
      entiteId: values.AppartementId,
      etat: "Entrée d’un locataire",
      user,
      details: { LocataireId: values.LocataireId, dateEntree: values.dateEntree },
    }),
    trace(db, {
      entite: "Locataire",
      entiteId: values.LocataireId,
      etat: "Entrée dans un appartement",
      user,
      details: { AppartementId: values.AppartementId, dateEntree: values.dateEntree },
    }),
    db.select({ id: sql<number>`max(${dossiers.id})` }).from(dossiers),
  ]);
  if (!created) throw new NotFound();
  return created.id;
}

/**
 * Closes the open file of a tenant in an apartment (contract §4): sets the day the keys came back, which
 * removes the tenant from the apartment, and writes the history of all three, in one transaction.
 * @param dateSortie day included; the file is closed once it has passed.
 * @returns the identifier of the closed file.
 * @throws NotFound when the tenant has no open file there; Invalid when the day precedes the entry.
 */
export async function cloreDossier(
  db: Db,
  { AppartementId, LocataireId }: { AppartementId: number; LocataireId: number },
  dateSortie: Jour,
  { user, today, now }: { user: string | null; today: Jour; now: Date },
): Promise<number> {
  const [dossier] = await db
    .select({ id: dossiers.id, dateEntree: dossiers.dateEntree })
    .from(dossiers)
    .where(
      and(
        eq(dossiers.AppartementId, AppartementId),
        eq(dossiers.LocataireId, LocataireId),
        dossierOccupant(today),
      ),
    )
    .orderBy(dossiers.id);
  if (!dossier)
    throw new NotFound("Ce locataire n’a pas de dossier en cours dans cet appartement.");
  if (dateSortie < dossier.dateEntree) {
    throw new Invalid({ dateSortie: "La sortie précède l’entrée." });
  }
  await db.batch([
    db
      .update(dossiers)
      .set({ dateSortie, updatedAt: now.toISOString() })
      .where(eq(dossiers.id, dossier.id)),
    trace(db, {
      entite: "Dossier",
      entiteId: dossier.id,
      etat: "Clôture",
      user,
      details: { dateSortie },
    }),
    trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Sortie d’un locataire",
      user,
      details: { LocataireId, dateSortie },
    }),
    trace(db, {
      entite: "Locataire",
      entiteId: LocataireId,
      etat: "Sortie d’un appartement",
      user,
      details: { AppartementId, dateSortie },
    }),
  ]);
  return dossier.id;
}
