import { and, eq, not, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import { avertissementsFonds } from "#domain/gerance/mandats/conditions.ts";
import type { Db } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { appartements, clients } from "#worker/db/schema.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema-missions.ts";
import { onWhatIsRead } from "#worker/db/versions.ts";
import { gardesDuMandant, refuser } from "#worker/operations/biens/retenues.ts";
import {
  lireFondsDuLogement,
  rendraitDesFondsTenus,
} from "#worker/operations/gerance/mandats/conditions.ts";
import { observer, type Redacteur } from "#worker/operations/gerance/mandats/registre-mandats.ts";
import { trace } from "#worker/operations/historique/history.ts";

interface LienClient {
  MissionId: number;
  ClientId: number;
}

interface LienAppartement {
  MissionId: number;
  AppartementId: number;
}

const mission = (db: Db, id: number) =>
  db.select({ id: missions.id }).from(missions).where(eq(missions.id, id));

const commande = ({ MissionId, ClientId }: LienClient) =>
  and(eq(missionClients.MissionId, MissionId), eq(missionClients.ClientId, ClientId));

/**
 * Makes a client a principal of a mission; adding twice is the same state.
 * @throws NotFound when the mission or the client does not exist.
 */
export async function ajouterCommanditaire(
  db: Db,
  lien: LienClient,
  redacteur: Redacteur,
): Promise<void> {
  const { MissionId, ClientId } = lien;
  const {
    found: [found],
    client: [client],
  } = await db.read({
    found: mission(db, MissionId),
    client: db.select({ id: clients.id }).from(clients).where(eq(clients.id, ClientId)),
  });
  if (!found || !client) throw new NotFound();
  const quand = not(rowExists(missionClients, commande(lien)));
  await onWhatIsRead(async () =>
    db.write({
      ...(await observer(
        db,
        { MissionId, de: { ClientId }, texte: (nom) => `Mandant ajouté : ${nom}.`, quand },
        redacteur,
      )),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Commanditaire ajouté",
        user: redacteur.user,
        details: { ClientId },
        quand,
      }),
      lien: db.insert(missionClients).values({ MissionId, ClientId }).onConflictDoNothing(),
    }),
  );
}

/**
 * Takes a principal off a mission.
 * @throws NotFound when the client is none of its principals; Conflict once its mandate is signed, which keeps
 *   them, or while its terms, of today or to come, give him a share, or, an account rendered, say no share at all:
 *   the payees would change without anybody saying it.
 */
export async function retirerCommanditaire(
  db: Db,
  lien: LienClient,
  redacteur: Redacteur,
): Promise<void> {
  const { MissionId, ClientId } = lien;
  const garde = gardesDuMandant(lien, redacteur.today);
  const retirable = and(
    commande(lien),
    sql`NOT ${garde.signee} AND NOT ${garde.part} AND NOT ${garde.tues}`,
  );
  const quand = rowExists(missionClients, retirable);
  const { retrait } = await onWhatIsRead(async () =>
    db.write({
      ...(await observer(
        db,
        { MissionId, de: { ClientId }, texte: (nom) => `Mandant retiré : ${nom}.`, quand },
        redacteur,
      )),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Commanditaire retiré",
        user: redacteur.user,
        details: { ClientId },
        quand,
      }),
      retrait: db.delete(missionClients).where(retirable),
    }),
  );
  if (retrait.rowsAffected > 0) return;
  await refuser(db, lien, redacteur.today);
  throw new NotFound("Ce client n’est pas commanditaire de cette mission.");
}

const porteSur = ({ MissionId, AppartementId }: LienAppartement) =>
  and(
    eq(missionAppartements.MissionId, MissionId),
    eq(missionAppartements.AppartementId, AppartementId),
  );

/**
 * Puts an apartment under a mission; adding twice is the same state.
 * @returns the warnings to staff
 * @throws NotFound when the mission or the apartment does not exist.
 */
export async function ajouterAppartement(
  db: Db,
  lien: LienAppartement,
  redacteur: Redacteur,
): Promise<string[]> {
  const { MissionId, AppartementId } = lien;
  const {
    found: [found],
    appartement: [appartement],
  } = await db.read({
    found: mission(db, MissionId),
    appartement: db
      .select({ id: appartements.id })
      .from(appartements)
      .where(eq(appartements.id, AppartementId)),
  });
  if (!found || !appartement) throw new NotFound();
  const { user, today } = redacteur;
  const quand = not(rowExists(missionAppartements, porteSur(lien)));
  const { avant, apres } = await onWhatIsRead(async () =>
    db.write({
      ...(await observer(
        db,
        { MissionId, de: { AppartementId }, texte: (nom) => `Bien ajouté : ${nom}.`, quand },
        redacteur,
      )),
      avant: lireFondsDuLogement(db, AppartementId, today),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Appartement ajouté",
        user,
        details: { AppartementId },
        quand,
      }),
      lien: db
        .insert(missionAppartements)
        .values({ MissionId, AppartementId })
        .onConflictDoNothing(),
      apres: lireFondsDuLogement(db, AppartementId, today),
    }),
  );
  return avertissementsFonds(avant[0]?.fonds, apres[0]?.fonds);
}

/**
 * Takes an apartment off a mission: the receiver of its rents may change by it (domain/README §12.1).
 * @returns the warnings to staff
 * @throws NotFound when the apartment is not under the mission; Conflict when its rents would no longer come to the
 *   agency, whose books are not settled with its tenants.
 */
export async function retirerAppartement(
  db: Db,
  lien: LienAppartement,
  redacteur: Redacteur,
): Promise<string[]> {
  const { MissionId, AppartementId } = lien;
  const { user, today } = redacteur;
  const retirable = and(porteSur(lien), sql`NOT ${rendraitDesFondsTenus(lien, today)}`);
  const quand = rowExists(missionAppartements, retirable);
  const { avant, retrait, apres } = await onWhatIsRead(async () =>
    db.write({
      ...(await observer(
        db,
        { MissionId, de: { AppartementId }, texte: (nom) => `Bien retiré : ${nom}.`, quand },
        redacteur,
      )),
      avant: lireFondsDuLogement(db, AppartementId, today),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Appartement retiré",
        user,
        details: { AppartementId },
        quand,
      }),
      retrait: db.delete(missionAppartements).where(retirable),
      apres: lireFondsDuLogement(db, AppartementId, today),
    }),
  );
  if (retrait.rowsAffected > 0) return avertissementsFonds(avant[0]?.fonds, apres[0]?.fonds);
  await refuser(db, lien, today);
  throw new NotFound("Cet appartement ne fait pas partie de cette mission.");
}
