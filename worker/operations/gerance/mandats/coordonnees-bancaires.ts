import { and, asc, desc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import { type CoordonneesRow, effectives } from "#domain/gerance/mandats/coordonnees-bancaires.ts";
import { ibanNu } from "#domain/iban.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { coordonneesBancaires } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { clients } from "#worker/db/schema/schema.ts";
import type { Env } from "#worker/env.ts";
import { chiffrer, dechiffrer, rangeeSousUneAncienneCle } from "#worker/operations/chiffrement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

type Cles = Pick<Env, "DATA_KEYS">;

const USAGE = "CoordonneesBancaires iban";

/**
 * The identifier of the bank details of an owner that hold at an instant, or null: `effectives()` (domain/README
 * §12.15).
 *
 * @param instant ISO 8601, UTC
 */
export const coordonneesEffectives = (MissionId: SQL, ClientId: SQL, instant: SQL | string) =>
  sql`(SELECT cb.id FROM ${coordonneesBancaires} cb WHERE cb."MissionId" = ${MissionId}
    AND cb."ClientId" = ${ClientId} AND cb.etat = 'confirme' AND cb."actifLe" <= ${instant}
    ORDER BY cb.id DESC LIMIT 1)`;

/** The change of an owner's bank details that waits: for a second administrator, or for its delay. */
export const coordonneesAVenir = (MissionId: SQL, ClientId: SQL, instant: SQL | string) =>
  sql`EXISTS (SELECT 1 FROM ${coordonneesBancaires} cb WHERE cb."MissionId" = ${MissionId}
    AND cb."ClientId" = ${ClientId} AND cb.etat <> 'refuse'
    AND (cb.etat = 'en_attente' OR cb."actifLe" > ${instant})
    AND cb.id = (SELECT max(dernier.id) FROM ${coordonneesBancaires} dernier
      WHERE dernier."MissionId" = cb."MissionId" AND dernier."ClientId" = cb."ClientId" AND dernier.etat <> 'refuse'))`;

const { secret: _secret, ...MONTREES } = getTableColumns(coordonneesBancaires);

/**
 * The bank details of the owners of a mandate, present, past and asked for, the latest first; to read beside other
 * queries.
 */
const lesCoordonnees = (db: Db, MissionId: number) =>
  db
    .select({
      ...MONTREES,
      titre: clients.titre,
      qualite: clients.qualite,
      nom: clients.nom,
      prenom: clients.prenom,
    })
    .from(coordonneesBancaires)
    .innerJoin(clients, eq(clients.id, coordonneesBancaires.ClientId))
    .where(eq(coordonneesBancaires.MissionId, MissionId))
    .orderBy(desc(coordonneesBancaires.id));

/**
 * The bank details of the owners of a mandate, present, past and asked for, with IBANs masked, the latest first.
 *
 * @throws NotFound when there is no such mission.
 */
export async function lireCoordonnees(
  { db, now }: Pick<Contexte, "db" | "now">,
  { MissionId, UserId: moi }: { MissionId: number; UserId: number },
): Promise<CoordonneesRow[]> {
  const {
    mission: [mission],
    rows,
  } = await db.read({
    mission: db.select({ id: missions.id }).from(missions).where(eq(missions.id, MissionId)),
    rows: lesCoordonnees(db, MissionId),
  });
  if (!mission) throw new NotFound();
  const instant = now.toISOString();
  const payees = [...Map.groupBy(rows, ({ ClientId }) => ClientId).values()].map(
    (coordonnees) => effectives(coordonnees, instant)?.id,
  );
  return rows.map(({ MissionId: _mission, UserId, titre, qualite, nom, prenom, ...row }) => ({
    ...row,
    nom: nomComplet({ titre, qualite, nom, prenom }),
    effectif: payees.includes(row.id),
    mien: UserId === moi,
  }));
}

/** Reads the whole IBAN of these details. @throws NotFound */
export async function ibanDesCoordonnees(
  { env, db }: Pick<Contexte, "db"> & { env: Cles },
  { MissionId, id }: { MissionId: number; id: number },
): Promise<string> {
  const [row] = await db
    .select({ secret: coordonneesBancaires.secret })
    .from(coordonneesBancaires)
    .where(and(eq(coordonneesBancaires.id, id), eq(coordonneesBancaires.MissionId, MissionId)));
  if (!row) throw new NotFound();
  return dechiffrer(env, row.secret, USAGE);
}

/** The whole IBAN that a row holds encrypted. */
export const ibanDuSecret = (env: Cles, secret: string): string => dechiffrer(env, secret, USAGE);

/** The bank details of a mandate, whole; to read beside other queries. */
export const coordonneesLues = (db: Db, MissionId: number) =>
  db
    .select()
    .from(coordonneesBancaires)
    .where(eq(coordonneesBancaires.MissionId, MissionId))
    .orderBy(desc(coordonneesBancaires.id));

/** The whole IBAN that a row holds encrypted; empty where its key was lost. */
export function ibanLisible(env: Cles, secret: string): string {
  try {
    return dechiffrer(env, secret, USAGE);
  } catch {
    return "";
  }
}

/** An IBAN encrypted for a row. */
export const secretDeLIban = (env: Cles, iban: string): string =>
  chiffrer(env, ibanNu(iban), USAGE);

/** The rows that one round trip reads, and another writes. */
const PAR_PAGE = 2000;

/** Encrypts the IBANs of owners again, where their key no longer encrypts. */
export async function rechiffrerCoordonnees({
  env,
  db,
}: Pick<Contexte, "db"> & { env: Cles }): Promise<void> {
  for (let apres = 0; ; ) {
    const page = await db
      .select({ id: coordonneesBancaires.id, secret: coordonneesBancaires.secret })
      .from(coordonneesBancaires)
      .where(
        and(
          rangeeSousUneAncienneCle(env, coordonneesBancaires.secret),
          gt(coordonneesBancaires.id, apres),
        ),
      )
      .orderBy(asc(coordonneesBancaires.id))
      .limit(PAR_PAGE);
    const derniere = page.at(-1);
    if (!derniere) return;
    const neufs = page.map(({ id, secret }) => ({
      id,
      avant: secret,
      secret: chiffrer(env, dechiffrer(env, secret, USAGE), USAGE),
    }));
    await db.run(sql`UPDATE ${coordonneesBancaires} SET secret = neuf.value ->> 'secret'
      FROM json_each(${JSON.stringify(neufs)}) neuf
      WHERE ${coordonneesBancaires.id} = neuf.value ->> 'id' AND ${coordonneesBancaires.secret} = neuf.value ->> 'avant'`);
    apres = derniere.id;
  }
}
