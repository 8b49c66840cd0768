import { and, eq, ne, not, type SQL, sql } from "drizzle-orm";
import type { FinUsufruitDite } from "#domain/biens/appartement-fiche.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  type Droit,
  donneEnLocation,
  RAISON_DU_DERNIER_BAILLEUR,
  SANS_NU_PROPRIETAIRE,
  suitesDeLaFin,
} from "#domain/personnes/propriete.ts";
import type { Db } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { history } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema/missions.ts";
import { appartements, clients, dossiers, proprietes } from "#worker/db/schema/schema.ts";
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
 * Makes a client an owner of an apartment; doing it twice adds nothing. When the apartment has no contact, the client
 * becomes its contact.
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
 * Sets an owner's right over a dwelling: full ownership, usufruct or bare ownership. Setting the same right again
 * writes nothing.
 * @throws NotFound when the client does not own the dwelling; Conflict when bare ownership would leave the dwelling
 * without an owner who may let.
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
 * Ends the usufruct of an owner: he owns nothing there any more. The bare owners become full owners, except while
 * another person has the usufruct. Earlier receipts and accounts keep the names that they had; the history keeps the
 * day.
 * @returns the steps that staff must then take, as French sentences.
 * @throws NotFound when the client does not own the apartment; Invalid for a day to come; Conflict when he has no
 * usufruct, or nobody has the bare ownership.
 */
export async function finirUsufruit(
  { db, user, today }: Pick<Contexte, "db" | "user" | "today">,
  { le, motif, ...lien }: Lien & FinUsufruitDite,
): Promise<string[]> {
  if (le > today)
    throw new Invalid({ le: "Ce jour n’est pas venu : notez la fin de l’usufruit à sa date." });
  const { AppartementId, ClientId } = lien;
  const usufruit = and(possede(lien), eq(proprietes.droit, "usufruit"));
  const duBien = (droit: Droit) =>
    and(eq(proprietes.AppartementId, AppartementId), eq(proprietes.droit, droit));
  const reste = rowExists(proprietes, and(duBien("usufruit"), ne(proprietes.ClientId, ClientId)));
  const nue = rowExists(proprietes, duBien("nue_propriete"));
  const finit = and(rowExists(proprietes, usufruit), nue);
  const nommes = {
    titre: clients.titre,
    nom: clients.nom,
    prenom: clients.prenom,
    qualite: clients.qualite,
  };
  const { usufruitiers, pleins, mandats, retrait } = await db.write({
    usufruitiers: db
      .select({ ...nommes, droit: proprietes.droit })
      .from(proprietes)
      .innerJoin(clients, eq(clients.id, proprietes.ClientId))
      .where(possede(lien)),
    pleins: db
      .select({ ...nommes, reste: sql<number>`${reste}` })
      .from(proprietes)
      .innerJoin(clients, eq(clients.id, proprietes.ClientId))
      .where(duBien("nue_propriete")),
    mandats: db
      .select({ id: missions.id, numRegistre: missions.numRegistre })
      .from(missions)
      .innerJoin(missionAppartements, eq(missionAppartements.MissionId, missions.id))
      .innerJoin(missionClients, eq(missionClients.MissionId, missions.id))
      .where(
        and(
          eq(missions.type, "gestion"),
          eq(missionAppartements.AppartementId, AppartementId),
          eq(missionClients.ClientId, ClientId),
        ),
      ),
    historique: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: FIN_USUFRUIT,
      user,
      details: sql`json_object('ClientId', ${ClientId}, 'le', ${le}, 'motif', ${motif}, 'proprietaires',
        (SELECT coalesce(group_concat("ClientId", ', '), '') FROM ${proprietes} WHERE ${duBien("nue_propriete")} AND NOT ${reste}))`,
      quand: finit,
    }),
    retrait: db.delete(proprietes).where(and(usufruit, nue)),
    reunis: db
      .update(proprietes)
      .set({ droit: "pleine_propriete" })
      .where(
        and(
          duBien("nue_propriete"),
          not(rowExists(proprietes, duBien("usufruit"))),
          not(rowExists(proprietes, possede(lien))),
        ),
      ),
    contact: remplacerContact(db, lien),
  });
  const [usufruitier] = usufruitiers;
  if (!usufruitier) throw new NotFound("Ce client n’est pas propriétaire de ce bien.");
  if (usufruitier.droit !== "usufruit")
    throw new Conflict("Ce propriétaire n’a pas l’usufruit de ce bien.");
  if (retrait.rowsAffected === 0) throw new Conflict(SANS_NU_PROPRIETAIRE);
  return suitesDeLaFin({
    usufruitier,
    pleins,
    le,
    motif,
    reste: pleins.some((plein) => plein.reste === 1),
    mandats: mandats.map(({ id, numRegistre }) =>
      numRegistre ? `Mandat n° ${numRegistre}` : `Mandat de la mission ${id}`,
    ),
  });
}

/**
 * The query for the ended usufructs of a dwelling, read from its history; from them, `bailleursLe()` derives the
 * lessors of the dwelling on a given day. To run in the same batch as others.
 *
 * @param AppartementId an SQL query in parentheses, which gives the identifier of the dwelling
 */
export const finsUsufruit = (db: Db, AppartementId: SQL) =>
  db
    .select({
      client: clients,
      le: sql<Jour>`${history.details} ->> 'le'`,
      pleins: sql`${history.details} ->> 'proprietaires'`.mapWith((identifiants: string | null) =>
        identifiants === null ? null : identifiants.split(", ").map(Number),
      ),
    })
    .from(history)
    .innerJoin(clients, sql`${clients.id} = ${history.details} ->> 'ClientId'`)
    .where(
      and(
        eq(history.entite, "Appartement"),
        sql`${history.entiteId} = ${AppartementId}`,
        eq(history.etat, FIN_USUFRUIT),
      ),
    );

/** The apartment of a dossier, as a parameter of {@link finsUsufruit}. */
export const leLogement = (DossierId: number): SQL =>
  sql`(SELECT "AppartementId" FROM ${dossiers} WHERE id = ${DossierId})`;

const FIN_USUFRUIT = "Fin d’un usufruit";

/**
 * When this client is the contact of the dwelling but no longer owns it, another owner, if any, becomes the contact.
 */
const remplacerContact = (db: Contexte["db"], lien: Lien) =>
  db
    .update(appartements)
    .set({
      defaultContact: sql`(SELECT min(${proprietes.ClientId}) FROM ${proprietes}
        WHERE ${proprietes.AppartementId} = ${lien.AppartementId})`,
      updatedAt: MAINTENANT,
    })
    .where(
      and(
        eq(appartements.id, lien.AppartementId),
        eq(appartements.defaultContact, lien.ClientId),
        not(rowExists(proprietes, possede(lien))),
      ),
    );

/**
 * Removes an owner from an apartment; another owner, if any, becomes the contact. The last owner must stay while the
 * apartment is let or has receipts: a debt there always has an owner (biens/README §7.2). The last owner with the
 * right to let must also stay while the apartment has bare owners.
 * @throws NotFound when the client does not own the apartment; Conflict when he is the last owner, or the last one
 * with the right to let, and must stay.
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
    contact: remplacerContact(db, lien),
  });
  if (retrait.rowsAffected > 0) return;
  await refuser({ db, today }, lien);
  throw new NotFound("Ce client n’est pas propriétaire de ce bien.");
}
