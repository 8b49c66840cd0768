import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { LigneARapprocher } from "#domain/gerance/proposition.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { selected } from "#worker/db/conditions.ts";
import { isLineTaken } from "#worker/db/failures.ts";
import { comptesBancaires, lignesReleve } from "#worker/db/schema-gerance.ts";
import { trace } from "#worker/operations/history.ts";
import type { Contexte } from "./contexte.ts";
import { doublonDe } from "./doublons.ts";
import { extourner } from "./ecritures.ts";

/** What one is told whose line someone took first. */
export const DEJA = "Quelqu’un s’est déjà occupé de cette ligne.";

/** A line, and what is known of its account. */
export interface LigneLueEnBase extends LigneARapprocher {
  CompteBancaireId: number;
  usage: "gerance" | "agence";
  etat: "a_rapprocher" | "rapprochee" | "ecartee";
  automatique: boolean;
  motif: string | null;
  user: string | null;
}

/** The statement that reads lines, as matching reads them. */
export const lireLignes = (db: Db, condition = sql`true`) =>
  db
    .select({
      id: lignesReleve.id,
      date: lignesReleve.date,
      montant: lignesReleve.montant,
      libelle: lignesReleve.libelle,
      reference: lignesReleve.reference,
      tiers: lignesReleve.tiers,
      rejet: lignesReleve.rejet,
      empreinte: lignesReleve.payeurEmpreinte,
      CompteBancaireId: lignesReleve.CompteBancaireId,
      usage: comptesBancaires.usage,
      etat: lignesReleve.etat,
      automatique: lignesReleve.automatique,
      motif: lignesReleve.motif,
      user: lignesReleve.user,
      doublonDe: selected<number | null>(doublonDe).as("doublonDe"),
    })
    .from(lignesReleve)
    .innerJoin(comptesBancaires, sql`${comptesBancaires.id} = ${lignesReleve.CompteBancaireId}`)
    .where(condition)
    .orderBy(lignesReleve.date, lignesReleve.id);

/** @throws NotFound */
export async function lireLigne(db: Db, id: number): Promise<LigneLueEnBase> {
  const [ligne] = await lireLignes(db, sql`${lignesReleve.id} = ${id}`);
  if (!ligne) throw new NotFound("Cette ligne de relevé n’existe pas.");
  return ligne;
}

/** Something done of one line. */
export interface Geste extends Contexte {
  id: number;
}

/** A line that someone else took in between is told in words. */
export async function prise<T>(geste: () => Promise<T>): Promise<T> {
  try {
    return await geste();
  } catch (error) {
    throw isLineTaken(error) ? new Conflict(DEJA) : error;
  }
}

/** What every payment and entry that a line makes is known by. */
export const cleDeLigne = (id: number, quoi: string) =>
  `ligne ${id} ${quoi} ${crypto.randomUUID()}`;

/** The statements that take lines, and make the whole write fail where somebody took one before. */
export function prendre(
  db: Db,
  ids: readonly number[],
  {
    etat,
    user,
    motif = null,
    automatique = false,
  }: {
    etat: "rapprochee" | "ecartee";
    user: string | null;
    motif?: string | null;
    automatique?: boolean;
  },
) {
  const lesquelles = sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return {
    lignePrise: db.run(sql`
      UPDATE ${lignesReleve} SET etat = iif(etat = 'a_rapprocher', ${etat}, NULL), automatique = ${automatique ? 1 : 0},
        motif = ${motif}, "user" = ${user}, "updatedAt" = ${MAINTENANT} WHERE id ${lesquelles}`),
    lignePriseDite: trace(db, {
      entite: "LigneReleve",
      entiteId: sql`(SELECT id FROM ${lignesReleve} WHERE id ${lesquelles} ORDER BY id)`,
      etat: etat === "ecartee" ? "Écartée" : automatique ? "Rapprochée d’elle-même" : "Rapprochée",
      user,
      details: sql`(SELECT json_object('date', date, 'montant', montant / 100.0) FROM ${lignesReleve} WHERE id = fiche.id)`,
    }),
  };
}

const dePrefixe = (id: number) =>
  sql`origine.cle >= ${`ligne ${id} `} AND origine.cle < ${`ligne ${id}!`}`;

/** The statements that take back, on this day, the entries that the line itself made. */
export function reprendreEcritures(
  db: Db,
  id: number,
  { date, user }: { date: Jour; user: string | null },
) {
  const { lignesExtournees, ecrituresExtournees } = extourner(db, dePrefixe(id), { date, user });
  return { lignesReprises: lignesExtournees, ecrituresReprises: ecrituresExtournees };
}

/** The money of a line that waited for a name waits no more: dated as it came, for it settles from that day on. */
export const rendreAttente = (
  db: Db,
  { id, date, motif }: LigneLueEnBase,
  user: string | null,
): Statements => (motif === null ? {} : reprendreEcritures(db, id, { date, user }));
