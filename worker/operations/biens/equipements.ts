import { and, eq, not } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import { rowExists } from "#worker/db/rows.ts";
import { appartementEquipements, appartements, equipements } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

interface Lien {
  AppartementId: number;
  EquipementId: number;
}

const present = ({ AppartementId, EquipementId }: Lien) =>
  and(
    eq(appartementEquipements.AppartementId, AppartementId),
    eq(appartementEquipements.EquipementId, EquipementId),
  );

/**
 * Adds an equipment to an apartment; adding it a second time changes nothing.
 * @throws NotFound when the apartment or the equipment does not exist.
 */
export async function ajouterEquipement(
  { db, user }: Pick<Contexte, "db" | "user">,
  lien: Lien,
): Promise<void> {
  const { AppartementId, EquipementId } = lien;
  const {
    appartement: [appartement],
    equipement: [equipement],
  } = await db.read({
    appartement: db
      .select({ id: appartements.id })
      .from(appartements)
      .where(eq(appartements.id, AppartementId)),
    equipement: db
      .select({ nom: equipements.nom })
      .from(equipements)
      .where(eq(equipements.id, EquipementId)),
  });
  if (!appartement || !equipement) throw new NotFound();
  await db.write({
    historique: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Équipement ajouté",
      user,
      details: { EquipementId, nom: equipement.nom },
      quand: not(rowExists(appartementEquipements, present(lien))),
    }),
    lien: db
      .insert(appartementEquipements)
      .values({ AppartementId, EquipementId })
      .onConflictDoNothing(),
  });
}

/**
 * Takes an equipment off an apartment.
 * @throws NotFound when the apartment does not have it.
 */
export async function retirerEquipement(
  { db, user }: Pick<Contexte, "db" | "user">,
  lien: Lien,
): Promise<void> {
  const { AppartementId, EquipementId } = lien;
  const { retrait } = await db.write({
    historique: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Équipement retiré",
      user,
      details: { EquipementId },
      quand: rowExists(appartementEquipements, present(lien)),
    }),
    retrait: db.delete(appartementEquipements).where(present(lien)),
  });
  if (retrait.rowsAffected === 0) {
    throw new NotFound("Cet appartement n’a pas cet équipement.");
  }
}
