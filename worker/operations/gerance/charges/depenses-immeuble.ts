import { eq, type SQL, sql } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import {
  type DepenseRepartie,
  refusDeClePourLeJour,
  repartirDepense,
} from "#domain/gerance/charges/cles.ts";
import type {
  DepenseImmeuble,
  DepenseImmeubleRow,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { RECUPERABLES } from "#domain/missions/natures-de-depense.ts";
import { enCentimes, enEuros, TVA_USUELLE } from "#domain/montants.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { depenseEcrite } from "#worker/db/conditions.ts";
import { nextId, rowExists } from "#worker/db/rows.ts";
import { clesRepartition, depensesImmeuble } from "#worker/db/schema/charges.ts";
import { fournisseurs } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { isStale, onVersionRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { direRetirees } from "#worker/operations/gerance/mandats/depenses.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireCle } from "./immeubles.ts";

type Auteur = Pick<Contexte, "db" | "now" | "today" | "user">;

/**
 * Notes an expense of a building. Each dwelling of its key gets its part, as an expense of its own (charges/README
 * §16.2); a part of zero is left out.
 * @returns the identifier of the building's expense
 * @throws Invalid when its day is to come, the key belongs to another building or is not of that day, the supplier
 * does not exist, or no dwelling has a part.
 */
export async function noterDepense(ctx: Auteur, depense: DepenseImmeuble): Promise<number> {
  const { db, user } = ctx;
  const { repartie, quand } = await repartir(ctx, depense);
  const suivant = nextId(depensesImmeuble);
  const { regle: _regle, ...fiche } = depense;
  const { faite } = await db.write({
    garde: provided(db, quand),
    historique: trace(db, {
      ...{ entite: "DepenseImmeuble", entiteId: suivant, etat: "Création", user },
      details: { montant: depense.montant, numFacture: depense.numFacture },
    }),
    depense: db.insert(depensesImmeuble).values({ ...fiche, ...taux(depense) }),
    faite: db.all<{ id: number }>(sql`SELECT max(id) AS id FROM ${depensesImmeuble}`),
    ...inscrireParts(ctx, sql`(SELECT max(id) FROM ${depensesImmeuble})`, { depense, repartie }),
  });
  return faite[0]?.id ?? 0;
}

const taux = ({ recuperable }: DepenseImmeuble) => ({
  tauxRecuperable: recuperable ? RECUPERABLES[recuperable].taux : null,
});

/**
 * The parts of an expense of a building, and the SQL condition of the write: the key still exists. A key that exists
 * never changes.
 */
async function repartir(
  { db, today }: Auteur,
  { CleId, date, FournisseurId, ImmeubleId, montant, periodeAu }: DepenseImmeuble,
): Promise<{ repartie: DepenseRepartie; quand: SQL }> {
  if (date > today)
    throw new Invalid({ date: "Ce jour est à venir : notez la facture une fois reçue." });
  const cle = await lireCle(db, { ImmeubleId, CleId });
  if (!cle) throw new Invalid({ CleId: "Cette clé n’est pas de cet immeuble." });
  const refus = refusDeClePourLeJour(cle, periodeAu ?? date);
  if (refus) throw new Invalid({ CleId: refus });
  if (FournisseurId) {
    const [connu] = await db
      .select({ id: fournisseurs.id })
      .from(fournisseurs)
      .where(eq(fournisseurs.id, FournisseurId));
    if (!connu) throw new Invalid({ FournisseurId: "Cette fiche n’existe pas." });
  }
  const repartie = repartirDepense(enCentimes(montant), cle);
  if (repartie.lots.every((lot) => lot.montant === 0))
    throw new Invalid({ montant: "Aucun logement géré n’a de part dans cette dépense." });
  return {
    repartie,
    quand: rowExists(clesRepartition, eq(clesRepartition.id, CleId)),
  };
}

function inscrireParts(
  { db, user }: Auteur,
  DepenseImmeubleId: SQL,
  { depense, repartie }: { depense: DepenseImmeuble; repartie: DepenseRepartie },
) {
  const { intitule, numFacture, date, periodeDu, periodeAu, recuperable, regle } = depense;
  const { FournisseurId, natureFiscale, payePar, compteur } = depense;
  const json = JSON.stringify(repartie.lots.filter((lot) => lot.montant > 0));
  return {
    parts: db.run(sql`
      INSERT INTO ${intendances} (nature, "AppartementId", tva, renouvele, regle, intitule, date, montant, "numFacture",
        "FournisseurId", "natureFiscale", recuperable, "tauxRecuperable", "payePar", "periodeDu", "periodeAu", compteur,
        "DepenseImmeubleId", recherche)
      SELECT 'depense', value ->> 'AppartementId', ${TVA_USUELLE}, 0, ${regle ? 1 : 0}, ${intitule}, ${date}, value ->> 'montant',
        ${numFacture}, ${FournisseurId ?? null}, ${natureFiscale ?? null}, ${recuperable ?? null},
        ${taux(depense).tauxRecuperable}, ${payePar ?? null}, ${periodeDu ?? null}, ${periodeAu ?? null}, ${compteur ?? null},
        ${DepenseImmeubleId}, ${texteDeRecherche([intitule, numFacture])}
      FROM json_each(${json}) ORDER BY key`),
    partsDites: trace(db, {
      entite: "Intendance",
      entiteId: sql`(SELECT id FROM ${intendances} WHERE "DepenseImmeubleId" = ${DepenseImmeubleId})`,
      ...{ etat: "Création", user },
      details: { numFacture },
    }),
  };
}

/** The SQL statements that delete the parts of an expense. */
const retirerParts = (ctx: Auteur, id: number) => ({
  partsRetirees: direRetirees(ctx, partsDe(id)),
  retirees: ctx.db.delete(intendances).where(partsDe(id)),
});

const partsDe = (id: number) => eq(intendances.DepenseImmeubleId, id);

/**
 * SQL condition: no part of an expense was paid by the agency, approved, written in the books, or has its bill on
 * file, so the expense can be shared again.
 */
const libres = (id: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${intendances} WHERE ${partsDe(id)} AND (${intendances.bonAPayerLe} IS NOT NULL
    OR ${intendances.factureId} IS NOT NULL OR (${intendances.regle} AND ${intendances.payePar} IS 'agence') OR ${depenseEcrite}))`;

const TENUE =
  "Une part de cette dépense est payée, approuvée ou a sa facture : annulez d’abord son paiement, ou retirez sa pièce.";

interface Lue extends VersionLue {
  id: number;
}

/** @throws NotFound when there is no such expense; Conflict when the expense changed since the user read it. */
async function lire(db: Db, { id, ...versionLue }: Lue) {
  const [depense] = await db.select().from(depensesImmeuble).where(eq(depensesImmeuble.id, id));
  if (!depense) throw new NotFound();
  if (isStale(depense, versionLue)) throw new Conflict(FICHE_MODIFIEE);
  return depense;
}

/**
 * Changes an expense of a building: its parts are deleted, and the expense is shared again.
 * @throws NotFound when there is no such expense; Invalid as {@link noterDepense}, or when `depense` names another
 * building; Conflict when the expense changed since it was read, or when a part is paid, approved, or has its bill on
 * file.
 */
export const changerDepense = (
  ctx: Auteur,
  { depense, ...versionLue }: Lue & { depense: DepenseImmeuble },
): Promise<void> =>
  onVersionRead(versionLue, async () => {
    const { db, now, user } = ctx;
    const { id } = versionLue;
    const avant = await lire(db, versionLue);
    if (depense.ImmeubleId !== avant.ImmeubleId)
      throw new Invalid({ ImmeubleId: "Une dépense reste dans son immeuble." });
    const { repartie, quand } = await repartir(ctx, depense);
    await exigerLibre(db, id);
    const { regle: _regle, ...fiche } = depense;
    await db.write({
      garde: provided(
        db,
        sql`${quand} AND ${libres(id)} AND EXISTS (SELECT 1 FROM ${depensesImmeuble} WHERE id = ${id} AND version = ${avant.version})`,
      ),
      historique: trace(db, {
        ...{ entite: "DepenseImmeuble", entiteId: id, etat: "Modification", user },
        details: { montant: [avant.montant, depense.montant] },
      }),
      ...retirerParts(ctx, id),
      depense: db
        .update(depensesImmeuble)
        .set({ ...fiche, ...taux(depense), updatedAt: now.toISOString() })
        .where(eq(depensesImmeuble.id, id)),
      ...inscrireParts(ctx, sql`${id}`, { depense, repartie }),
    });
    return null;
  }).then(() => undefined);

async function exigerLibre(db: Db, id: number): Promise<void> {
  const [{ tenue } = { tenue: 0 }] = await db.all<{ tenue: number }>(
    sql`SELECT NOT ${libres(id)} AS tenue`,
  );
  if (tenue) throw new Conflict(TENUE);
}

/**
 * Deletes an expense of a building with its parts.
 * @throws NotFound when there is no such expense; Conflict as {@link changerDepense}.
 */
export const supprimerDepense = (ctx: Auteur, versionLue: Lue): Promise<void> =>
  onVersionRead(versionLue, async () => {
    const { db, user } = ctx;
    const { id } = versionLue;
    const { montant, numFacture, version } = await lire(db, versionLue);
    await exigerLibre(db, id);
    await db.write({
      garde: provided(
        db,
        sql`${libres(id)} AND EXISTS (SELECT 1 FROM ${depensesImmeuble} WHERE id = ${id} AND version = ${version})`,
      ),
      historique: trace(db, {
        ...{ entite: "DepenseImmeuble", entiteId: id, etat: "Suppression", user },
        details: { montant, numFacture },
      }),
      ...retirerParts(ctx, id),
      depense: db.delete(depensesImmeuble).where(eq(depensesImmeuble.id, id)),
    });
    return null;
  }).then(() => undefined);

/**
 * The expenses of a building between two days, both included, by the end of their period, else by their own day;
 * euros.
 */
export async function lireDepensesImmeuble(
  db: Db,
  { ImmeubleId, du, au }: { ImmeubleId: number; du: string; au: string },
): Promise<DepenseImmeubleRow[]> {
  const depenses = await db.all<
    Omit<DepenseImmeubleRow, "parts" | "reste"> & { parts: string }
  >(sql`
    SELECT d.id, d."ImmeubleId", d."CleId", c.nom AS cle, d.intitule, d."numFacture", d.date, d.montant / 100.0 AS montant,
      d."periodeDu", d."periodeAu", d."FournisseurId", d."natureFiscale", d.recuperable, d."payePar", d.compteur, d.version,
      (SELECT json_group_array(json_object('id', i.id, 'AppartementId', i."AppartementId", 'montant', i.montant, 'regle', i.regle))
        FROM (SELECT * FROM ${intendances} WHERE "DepenseImmeubleId" = d.id ORDER BY id) i) AS parts
    FROM ${depensesImmeuble} d JOIN ${clesRepartition} c ON c.id = d."CleId"
    WHERE d."ImmeubleId" = ${ImmeubleId} AND coalesce(d."periodeAu", d.date) BETWEEN ${du} AND ${au}
    ORDER BY d.recuperable IS NULL, d.recuperable, d.date, d.id`);
  return depenses.map(({ parts, ...depense }) => {
    const centimes = JSON.parse(parts) as {
      id: number;
      AppartementId: number;
      montant: number;
      regle: number;
    }[];
    const reparti = centimes.reduce((somme, part) => somme + part.montant, 0);
    return {
      ...depense,
      parts: centimes.map(({ regle, ...part }) => ({
        ...part,
        montant: enEuros(part.montant),
        regle: regle === 1,
      })),
      reste: enEuros(enCentimes(depense.montant) - reparti),
    };
  });
}
