import { and, asc, desc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import {
  type CompteConnu,
  type CoordonneesDuPaye,
  type CoordonneesRow,
  effectives,
} from "#domain/gerance/banque/coordonnees-bancaires.ts";
import type { CoordonneesLues } from "#domain/gerance/reversements/reversement.ts";
import { ibanNu } from "#domain/iban.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { Db } from "#worker/db/client.ts";
import { comptesBancaires, lignesReleve, payeursConnus } from "#worker/db/schema/gerance.ts";
import { coordonneesBancaires, fournisseurs } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { clients, dossiers, locataires } from "#worker/db/schema/schema.ts";
import type { Env } from "#worker/env.ts";
import { chiffrer, dechiffrer, rangeeSousUneAncienneCle } from "#worker/operations/chiffrement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

type Cles = Pick<Env, "DATA_KEYS">;

const USAGE = "CoordonneesBancaires iban";

/** Gives the condition that bank details belong to one payee, for the alias `cb` of their table. */
export type Siennes = (cb: SQL) => SQL;

export const duMandant =
  (MissionId: SQL | number, ClientId: SQL | number): Siennes =>
  (cb) =>
    sql`${cb}."MissionId" = ${MissionId} AND ${cb}."ClientId" = ${ClientId}`;
export const duLocataire =
  (LocataireId: SQL | number): Siennes =>
  (cb) =>
    sql`${cb}."LocataireId" = ${LocataireId}`;
export const duFournisseur =
  (FournisseurId: SQL | number): Siennes =>
  (cb) =>
    sql`${cb}."FournisseurId" = ${FournisseurId}`;

/**
 * The condition that bank details belong to the debtor of an invoice of fees: a tenant, or a principal of a mandate.
 */
export const duDebiteur =
  ({
    LocataireId,
    MissionId,
    ClientId,
  }: Record<"LocataireId" | "MissionId" | "ClientId", SQL>): Siennes =>
  (cb) =>
    sql`(${cb}."LocataireId" = ${LocataireId} OR (${cb}."MissionId" = ${MissionId} AND ${cb}."ClientId" = ${ClientId}))`;

const CB = sql.raw("cb");

/**
 * The identifier of the bank details on which a payee is paid at an instant, or null. The same rule as
 * `effectives()`, in SQL (mandats/README §12.15).
 * @param instant ISO 8601, UTC
 */
export const coordonneesEffectives = (duBeneficiaire: Siennes, instant: SQL | string) =>
  sql`(SELECT cb.id FROM ${coordonneesBancaires} cb WHERE ${duBeneficiaire(CB)} AND cb.etat = 'confirme'
    AND cb."actifLe" <= ${instant} ORDER BY cb.id DESC LIMIT 1)`;

/** True when a change waits for a second administrator or for its delay. The same rule as `aVenir()`, in SQL. */
export const coordonneesAVenir = (duBeneficiaire: Siennes, instant: SQL | string) =>
  sql`EXISTS (SELECT 1 FROM (SELECT cb.etat, cb."actifLe" FROM ${coordonneesBancaires} cb
      WHERE ${duBeneficiaire(CB)} AND cb.etat <> 'refuse' ORDER BY cb.id DESC LIMIT 1) derniere
    WHERE derniere.etat = 'en_attente' OR derniere."actifLe" > ${instant})`;

/**
 * The columns of the bank details `cb` of a payee, for the control of a transfer. `attente` is the reason why a
 * change waits: a second administrator's decision, or the delay; null when none waits. {@link coordonneesDues} joins
 * `cb`.
 */
export const colonnesDues = (duBeneficiaire: Siennes, instant: string) => sql`
  cb.id AS "coordonneesId", cb.titulaire, cb.iban, cb.bic, cb."actifLe",
  EXISTS (SELECT 1 FROM ${coordonneesBancaires} avant WHERE ${duBeneficiaire(sql.raw("avant"))}
    AND avant.id < cb.id AND avant.etat = 'confirme' AND avant.iban <> cb.iban) AS changees,
  EXISTS (SELECT 1 FROM ${comptesBancaires} sien WHERE sien.iban = cb.iban) AS "commeLAgence",
  iif(${coordonneesAVenir(duBeneficiaire, instant)}, iif(EXISTS (SELECT 1 FROM ${coordonneesBancaires} ea
    WHERE ${duBeneficiaire(sql.raw("ea"))} AND ea.etat = 'en_attente'), 'confirmation', 'delai'), NULL) AS attente`;

export const coordonneesDues = (duBeneficiaire: Siennes, instant: string) =>
  sql`LEFT JOIN ${coordonneesBancaires} cb ON cb.id = ${coordonneesEffectives(duBeneficiaire, instant)}`;

export interface CoordonneesDues {
  coordonneesId: number | null;
  titulaire: string | null;
  iban: string | null;
  bic: string | null;
  actifLe: string | null;
  changees: number;
  commeLAgence: number;
  attente: "confirmation" | "delai" | null;
}

/** The bank details as the control of a transfer reads them; null where the payee has none. */
export const coordonneesLuesDe = ({
  coordonneesId,
  titulaire,
  iban,
  bic,
  actifLe,
  changees,
  commeLAgence,
}: CoordonneesDues): CoordonneesLues | null =>
  coordonneesId === null
    ? null
    : {
        id: coordonneesId,
        titulaire: titulaire ?? "",
        iban: iban ?? "",
        bic,
        actifLe: actifLe ?? "",
        changees: changees === 1,
        commeLAgence: commeLAgence === 1,
      };

const { secret: _secret, ...MONTREES } = getTableColumns(coordonneesBancaires);

/** The query of the bank details of the owners of a mandate, present, past and requested, the latest first. */
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
 * The bank details of the owners of a mandate, present, past and requested, with IBANs masked, the latest first.
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
  return rows.map(({ titre, qualite, nom, prenom, ...row }) =>
    vueDe(row, { nom: nomComplet({ titre, qualite, nom, prenom }), payees, moi }),
  );
}

type Montree = Pick<typeof coordonneesBancaires.$inferSelect, keyof typeof MONTREES>;

function vueDe(
  {
    MissionId: _mission,
    LocataireId: _locataire,
    FournisseurId: _fournisseur,
    UserId,
    ...row
  }: Montree,
  { nom, payees, moi }: { nom: string; payees: readonly (number | undefined)[]; moi: number },
): CoordonneesRow {
  return { ...row, nom, effectif: payees.includes(row.id), mien: UserId === moi };
}

/** A tenant or a supplier, whom the agency pays on one account. */
export interface Paye {
  entite: "Locataire" | "Fournisseur";
  id: number;
}

/** The condition on the bank details of this payee. */
export const coordonneesDe = ({ entite, id }: Paye): Siennes =>
  entite === "Locataire" ? duLocataire(id) : duFournisseur(id);

/** The query of the row that names a tenant, both holders of the lease included, or a supplier. */
export const nomDuPaye = (db: Db, { entite, id }: Paye) =>
  entite === "Locataire"
    ? db.select().from(locataires).where(eq(locataires.id, id))
    : db
        .select({ nom: fournisseurs.nom, mail: fournisseurs.mail })
        .from(fournisseurs)
        .where(eq(fournisseurs.id, id));

/** The fingerprints of the accounts from which a tenant paid; none for a supplier. */
export const empreintesConnues = (db: Db, { entite, id }: Paye) =>
  db.all<{ empreinte: string }>(sql`
    SELECT DISTINCT p.empreinte FROM ${payeursConnus} p JOIN ${dossiers} d ON d.id = p."DossierId"
    WHERE ${entite === "Locataire" ? sql`d."LocataireId" = ${id}` : sql`false`} AND p.payeur = 'locataire'`);

/**
 * At most three accounts from which a tenant paid, by the lines of the bank, the latest first. They are only proposed
 * to staff (mandats/README §12.15). None for a supplier.
 */
const comptesConnus = (db: Db, { entite, id }: Paye) =>
  db.all<CompteConnu>(sql`
    SELECT (SELECT l.iban FROM ${lignesReleve} l WHERE l."payeurEmpreinte" = p.empreinte AND l.iban IS NOT NULL
        ORDER BY l.id DESC LIMIT 1) AS iban, max(p."vuLe") AS "vuLe"
    FROM ${payeursConnus} p JOIN ${dossiers} d ON d.id = p."DossierId"
    WHERE ${entite === "Locataire" ? sql`d."LocataireId" = ${id}` : sql`false`} AND p.payeur = 'locataire'
    GROUP BY p.empreinte HAVING iban IS NOT NULL ORDER BY max(p."vuLe") DESC LIMIT 3`);

/**
 * The bank details of a tenant or of a supplier, with IBANs masked, the latest first, and at most three accounts from
 * which the tenant paid.
 * @throws NotFound
 */
export async function lireCoordonneesDe(
  { db, now }: Pick<Contexte, "db" | "now">,
  { paye, UserId: moi }: { paye: Paye; UserId: number },
): Promise<CoordonneesDuPaye> {
  const { noms, rows, connus } = await db.read({
    noms: nomDuPaye(db, paye),
    rows: db
      .select(MONTREES)
      .from(coordonneesBancaires)
      .where(coordonneesDe(paye)(sql`${coordonneesBancaires}`))
      .orderBy(desc(coordonneesBancaires.id)),
    connus: comptesConnus(db, paye),
  });
  const [fiche] = noms;
  if (!fiche) throw new NotFound();
  const payees = [effectives(rows, now.toISOString())?.id];
  const nom = motsDuPaye(fiche);
  return { comptes: rows.map((row) => vueDe(row, { nom, payees, moi })), connus };
}

/** The name of a payee, as the screens write it. */
export const motsDuPaye = (fiche: Awaited<ReturnType<typeof nomDuPaye>>[number]): string =>
  "secondTitulaire" in fiche ? titulaires(fiche).map(nomComplet).join(" et ") : fiche.nom;

/** Reads the whole IBAN of these details. @throws NotFound */
export async function ibanDesCoordonnees(
  { env, db }: Pick<Contexte, "db"> & { env: Cles },
  { siennes: duBeneficiaire, id }: { siennes: SQL; id: number },
): Promise<string> {
  const [row] = await db
    .select({ secret: coordonneesBancaires.secret })
    .from(coordonneesBancaires)
    .where(and(eq(coordonneesBancaires.id, id), duBeneficiaire));
  if (!row) throw new NotFound();
  return dechiffrer(env, row.secret, USAGE);
}

/** The whole IBAN, decrypted from the `secret` of a row. */
export const ibanDuSecret = (env: Cles, secret: string): string => dechiffrer(env, secret, USAGE);

/** The query of the bank details under a condition, encrypted IBANs included, the latest first. */
export const lesCoordonneesLues = (db: Db, duBeneficiaire: SQL) =>
  db
    .select()
    .from(coordonneesBancaires)
    .where(duBeneficiaire)
    .orderBy(desc(coordonneesBancaires.id));

/** The query of the bank details of a mandate, encrypted IBANs included, the latest first. */
export const coordonneesLues = (db: Db, MissionId: number) =>
  lesCoordonneesLues(db, eq(coordonneesBancaires.MissionId, MissionId));

/** The whole IBAN, decrypted from the `secret` of a row; empty when the encryption key is lost. */
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

/** The most rows that one round trip reads and the next one writes. */
const PAR_PAGE = 2000;

/** Encrypts again, under the present key, the IBANs that are under a former key. */
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
