import { and, eq, not, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { rowExists } from "#worker/db/rows.ts";
import { appartements, clients, proprietes } from "#worker/db/schema.ts";
import { trace } from "./history.ts";

interface Lien {
  AppartementId: number;
  ClientId: number;
}

const possede = ({ AppartementId, ClientId }: Lien) =>
  and(eq(proprietes.AppartementId, AppartementId), eq(proprietes.ClientId, ClientId));

export async function estProprietaire(db: Db, lien: Lien): Promise<boolean> {
  const [found] = await db
    .select({ ClientId: proprietes.ClientId })
    .from(proprietes)
    .where(possede(lien));
  return found !== undefined;
}

/**
 * Makes an owner of a client; adding twice is the same state. The first owner becomes the contact.
 * @throws NotFound when the apartment or the client does not exist.
 */
export async function ajouterProprietaire(db: Db, lien: Lien, user: string | null): Promise<void> {
  const { AppartementId, ClientId } = lien;
  const {
    appartement: [appartement],
    client: [client],
  } = await db.read({
    appartement: db
      .select({ id: appartements.id })
      .from(appartements)
      .where(eq(appartements.id, AppartementId)),
    client: db.select({ id: clients.id }).from(clients).where(eq(clients.id, ClientId)),
  });
  if (!appartement || !client) throw new NotFound();
  await db.write({
    historique: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Propriétaire ajouté",
      user,
      details: { ClientId },
      quand: not(rowExists(proprietes, possede(lien))),
    }),
    lien: db.insert(proprietes).values({ AppartementId, ClientId }).onConflictDoNothing(),
    contact: db
      .update(appartements)
      .set({ defaultContact: ClientId, updatedAt: MAINTENANT })
      .where(and(eq(appartements.id, AppartementId), sql`${appartements.defaultContact} IS NULL`)),
  });
}

/**
 * Takes an owner off an apartment; another owner, if any, becomes the contact.
 * @throws NotFound when the client does not own the apartment.
 */
export async function retirerProprietaire(db: Db, lien: Lien, user: string | null): Promise<void> {
  const { AppartementId, ClientId } = lien;
  const { retrait } = await db.write({
    historique: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Propriétaire retiré",
      user,
      details: { ClientId },
      quand: rowExists(proprietes, possede(lien)),
    }),
    retrait: db.delete(proprietes).where(possede(lien)),
    contact: db
      .update(appartements)
      .set({
        defaultContact: sql`(SELECT min(${proprietes.ClientId}) FROM ${proprietes}
          WHERE ${proprietes.AppartementId} = ${AppartementId})`,
        updatedAt: MAINTENANT,
      })
      .where(and(eq(appartements.id, AppartementId), eq(appartements.defaultContact, ClientId))),
  });
  if (retrait.rowsAffected === 0)
    throw new NotFound("Ce client n’est pas propriétaire de ce bien.");
}
