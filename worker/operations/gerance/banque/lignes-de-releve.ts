import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { LigneARapprocher } from "#domain/gerance/rapprochement/proposition.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { isLineTaken } from "#worker/db/failures.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { comptesBancaires, lignesReleve } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { doublonDe } from "./doublons.ts";

export const DEJA = "Quelqu’un s’est déjà occupé de cette ligne.";

export interface LigneLueEnBase extends LigneARapprocher {
  CompteBancaireId: number;
  usage: "gerance" | "agence";
  etat: "a_rapprocher" | "rapprochee" | "ecartee";
  automatique: boolean;
  motif: string | null;
  user: string | null;
  /** Changes with each write: a write that names an older version fails. */
  version: number;
}

/** Reads the lines of statements that meet a condition, by date then identifier; cents. */
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
      version: lignesReleve.version,
      doublonDe: selected<number | null>(doublonDe).as("doublonDe"),
    })
    .from(lignesReleve)
    .innerJoin(comptesBancaires, sql`${comptesBancaires.id} = ${lignesReleve.CompteBancaireId}`)
    .where(condition)
    .orderBy(lignesReleve.date, lignesReleve.id);

/** A line of a bank statement, by its identifier. @throws NotFound when there is no such line */
export async function lireLigne({ db }: Pick<Contexte, "db">, id: number): Promise<LigneLueEnBase> {
  const [ligne] = await lireLignes(db, sql`${lignesReleve.id} = ${id}`);
  if (!ligne) throw new NotFound("Cette ligne de relevé n’existe pas.");
  return ligne;
}

/**
 * Runs a write that marks lines as matched or set aside. @throws Conflict when someone else changed a line meanwhile.
 */
export async function refuserSiPrise<T>(geste: () => Promise<T>): Promise<T> {
  try {
    return await geste();
  } catch (error) {
    throw isLineTaken(error) ? new Conflict(DEJA) : error;
  }
}

/** A new unique key for a payment, or an entry of the books, made from a line of a bank statement. */
export const cleDeLigne = (id: number, quoi: string) =>
  `ligne ${id} ${quoi} ${crypto.randomUUID()}`;

/** True while the line is still to be matched, in the version that was read. */
export const commeLue = (version: SQL | number) =>
  sql`${lignesReleve.etat} = 'a_rapprocher' AND ${lignesReleve.version} = ${version}`;

/**
 * The SQL statements that mark lines as matched or set aside. The whole write fails when somebody changed a line
 * since it was read.
 */
export function prendre(
  db: Db,
  lignes: readonly Pick<LigneLueEnBase, "id" | "version">[],
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
  const versionsLues = JSON.stringify(lignes.map(({ id, version }) => ({ id, version })));
  const lesquelles = sql`IN (SELECT value ->> 'id' FROM json_each(${versionsLues}))`;
  return {
    lignePrise: db.run(sql`
      UPDATE ${lignesReleve} SET etat = iif(${commeLue(sql`lue.value ->> 'version'`)}, ${etat}, NULL),
        automatique = ${automatique ? 1 : 0}, motif = ${motif}, "user" = ${user}, "updatedAt" = ${MAINTENANT}
      FROM json_each(${versionsLues}) lue WHERE ${lignesReleve.id} = lue.value ->> 'id'`),
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

/** The SQL statements that reverse, on `date` (today by default), the entries of the books made from this line. */
export function reprendreEcritures(
  db: Db,
  id: number,
  { date, today, user }: { date?: Jour; today: Jour; user: string | null },
) {
  const { lignesExtournees, ecrituresExtournees } = extourner(db, dePrefixe(id), {
    ...(date === undefined ? {} : { date }),
    today,
    user,
  });
  return { lignesReprises: lignesExtournees, ecrituresReprises: ecrituresExtournees };
}

/**
 * The SQL statements that end the wait of a line whose payer was unknown: its entry is reversed on the day of the
 * line, so that its money may settle debts from that day on. None for a line that did not wait.
 */
export const rendreAttente = (
  db: Db,
  { id, date, motif }: LigneLueEnBase,
  { today, user }: { today: Jour; user: string | null },
): Statements => (motif === null ? {} : reprendreEcritures(db, id, { date, today, user }));
