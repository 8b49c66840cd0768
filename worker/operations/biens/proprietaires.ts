import { and, eq, ne, not, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import {
  type Droit,
  donneEnLocation,
  RAISON_DU_DERNIER_BAILLEUR,
} from "#domain/personnes/propriete.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { rowExists } from "#worker/db/rows.ts";
import { appartements, clients, proprietes } from "#worker/db/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { autreBailleur, dernierRetenu, refuser } from "./retenues.ts";

interface Lien {
  AppartementId: number;
  ClientId: number;
}

const possede = ({ AppartementId, ClientId }: Lien) =>
  and(eq(proprietes.AppartementId, AppartementId), eq(proprietes.ClientId, ClientId));

/**
 * Makes an owner of a client; adding twice is the same state. The first owner becomes the contact.
 * @throws NotFound when the apartment or the client does not exist.
 */
export async function ajouterProprietaire(
  { db, user }: Pick<Contexte, "db" | "user">,
  lien: Lien,
): Promise<void> {
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
 * Sets an owner's right over a dwelling: the whole, its use, or the bare ownership. The same again writes nothing.
 * @throws NotFound when the client does not own the apartment; Conflict for the bare ownership of the last who may
 *   let it.
 */
export async function direLeDroit(
  { db, user }: Pick<Contexte, "db" | "user">,
  { droit, ...lien }: Lien & { droit: Droit },
): Promise<void> {
  const { AppartementId, ClientId } = lien;
  const change = and(
    possede(lien),
    ne(proprietes.droit, droit),
    donneEnLocation({ droit }) ? undefined : autreBailleur(lien),
  );
  const {
    actuel: [actuel],
  } = await db.write({
    historique: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Droit d’un propriétaire",
      user,
      details: { ClientId, droit },
      quand: rowExists(proprietes, change),
    }),
    ecrit: db.update(proprietes).set({ droit }).where(change),
    actuel: db.select({ droit: proprietes.droit }).from(proprietes).where(possede(lien)),
  });
  if (!actuel) throw new NotFound("Ce client n’est pas propriétaire de ce bien.");
  if (actuel.droit !== droit) throw new Conflict(RAISON_DU_DERNIER_BAILLEUR);
}

/**
 * Takes an owner off an apartment; another owner, if any, becomes the contact. The last owner of an apartment that is
 * let or has receipts stays, so that a debt there always has an owner (domain/README §7.2); and so does the last who
 * may let one that has bare owners.
 * @throws NotFound when the client does not own the apartment; Conflict when it is the last owner, who must stay.
 */
export async function retirerProprietaire(
  { db, user, today }: Pick<Contexte, "db" | "user" | "today">,
  lien: Lien,
): Promise<void> {
  const { AppartementId, ClientId } = lien;
  const retirable = and(possede(lien), not(dernierRetenu(lien, today)));
  const { retrait } = await db.write({
    historique: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Propriétaire retiré",
      user,
      details: { ClientId },
      quand: rowExists(proprietes, retirable),
    }),
    retrait: db.delete(proprietes).where(retirable),
    contact: db
      .update(appartements)
      .set({
        defaultContact: sql`(SELECT min(${proprietes.ClientId}) FROM ${proprietes}
          WHERE ${proprietes.AppartementId} = ${AppartementId})`,
        updatedAt: MAINTENANT,
      })
      .where(
        and(
          eq(appartements.id, AppartementId),
          eq(appartements.defaultContact, ClientId),
          not(rowExists(proprietes, possede(lien))),
        ),
      ),
  });
  if (retrait.rowsAffected > 0) return;
  await refuser({ db, today }, lien);
  throw new NotFound("Ce client n’est pas propriétaire de ce bien.");
}
