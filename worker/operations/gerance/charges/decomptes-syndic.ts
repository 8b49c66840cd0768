import { and, eq, getTableColumns, gte, lte, not, type SQL, sql } from "drizzle-orm";
import { formatJour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { refusDExercice } from "#domain/gerance/charges/exercice.ts";
import type {
  DecompteSyndicVu,
  NouveauDecompteSyndic,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { RECUPERABLES } from "#domain/missions/natures-de-depense.ts";
import { enCentimes, enEuros, TVA_USUELLE } from "#domain/montants.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import { depenseEcrite } from "#worker/db/conditions.ts";
import { decomptesSyndic } from "#worker/db/schema/charges.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { appartements } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { direRetirees } from "#worker/operations/gerance/mandats/depenses.ts";
import { trace } from "#worker/operations/historique/history.ts";

/**
 * Notes the yearly accounts of a syndic for a dwelling. Each line becomes an expense that nobody paid here and that
 * enters no account. The tenant owes it back whole, since the syndic already says what is recoverable (charges/README
 * §16.2). Accounts noted earlier for some of these days are deleted when they have no line left.
 * @returns the identifier of the noted accounts
 * @throws NotFound when there is no such dwelling; Invalid for days that make no exercice, or that are to come;
 * Conflict when noted accounts that still have lines count some of these days.
 */
export const noterDecompteSyndic = (
  ctx: Pick<Contexte, "db" | "today" | "user">,
  decompte: NouveauDecompteSyndic & { AppartementId: number },
): Promise<number> => onWhatIsRead(() => noter(ctx, decompte));

async function noter(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  {
    AppartementId,
    du,
    au,
    approuveLe = null,
    lignes,
  }: NouveauDecompteSyndic & {
    AppartementId: number;
  },
): Promise<number> {
  const refus = refusDExercice({ du, au });
  if (refus) throw new Invalid({ au: refus });
  if (au > today)
    throw new Invalid({ au: "Ce jour est à venir : notez ce décompte une fois l’exercice fini." });
  const [logement] = await db
    .select({ id: appartements.id })
    .from(appartements)
    .where(eq(appartements.id, AppartementId));
  if (!logement) throw new NotFound();
  const memesJours = and(
    eq(decomptesSyndic.AppartementId, AppartementId),
    lte(decomptesSyndic.du, au),
    gte(decomptesSyndic.au, du),
  );
  const vides = and(
    memesJours,
    sql`NOT EXISTS (SELECT 1 FROM ${intendances} WHERE ${intendances.DecompteSyndicId} = ${decomptesSyndic.id})`,
  );
  const pris = sql`EXISTS (SELECT 1 FROM ${decomptesSyndic} WHERE ${memesJours})`;
  const [deja] = await db
    .select()
    .from(decomptesSyndic)
    .where(and(memesJours, not(vides ?? sql`false`)));
  if (deja)
    throw new Conflict(
      deja.du === du && deja.au === au
        ? "Le décompte du syndic de cette période est déjà noté."
        : `Le décompte du syndic du ${formatJour(deja.du)} au ${formatJour(deja.au)} est déjà noté : deux décomptes ne comptent pas les mêmes jours.`,
    );
  const json = JSON.stringify(
    lignes.map(({ recuperable, montant, intitule, compteur }) => {
      const libelle = intitule ?? RECUPERABLES[recuperable].libelle;
      return {
        ...{ recuperable, intitule: libelle, compteur: compteur ?? null },
        montant: enCentimes(montant),
        recherche: texteDeRecherche([libelle]),
      };
    }),
  );
  const faite = sql`(SELECT max(id) FROM ${decomptesSyndic})`;
  const { fait } = await db.write({
    vides: db.delete(decomptesSyndic).where(vides),
    libre: provided(db, sql`NOT ${pris}`),
    historique: trace(db, {
      ...{ entite: "Appartement", entiteId: AppartementId, etat: "Décompte du syndic noté", user },
      details: { du, au },
    }),
    decompte: db.insert(decomptesSyndic).values({ AppartementId, du, au, approuveLe, user }),
    lignes: db.run(sql`
      INSERT INTO ${intendances} (nature, "AppartementId", tva, renouvele, regle, intitule, date, montant, recuperable,
        "tauxRecuperable", "periodeDu", "periodeAu", compteur, "DecompteSyndicId", recherche)
      SELECT 'depense', ${AppartementId}, ${TVA_USUELLE}, 0, 0, value ->> 'intitule', ${au}, value ->> 'montant', value ->> 'recuperable',
        100, ${du}, ${au}, value ->> 'compteur', ${faite}, value ->> 'recherche'
      FROM json_each(${json}) ORDER BY key`),
    fait: db.all<{ id: number }>(sql`SELECT ${faite} AS id`),
  });
  return fait[0]?.id ?? 0;
}

/**
 * SQL condition: a line of the accounts of a syndic was paid, approved, written in the books, or has its bill on
 * file.
 */
const tenu = (id: number): SQL => sql`EXISTS (SELECT 1 FROM ${intendances}
  WHERE ${eq(intendances.DecompteSyndicId, id)} AND (${intendances.regle} OR ${intendances.bonAPayerLe} IS NOT NULL
    OR ${intendances.factureId} IS NOT NULL OR ${depenseEcrite}))`;

/**
 * Removes the accounts of a syndic, with their expenses, which are in no account of the books.
 * @throws NotFound when there are no such accounts; Conflict when an expense was paid, approved, written in the
 * books, or has its bill.
 */
export const retirerDecompteSyndic = (
  ctx: Pick<Contexte, "db" | "user">,
  id: number,
): Promise<void> => onWhatIsRead(() => retirer(ctx, id));

async function retirer({ db, user }: Pick<Contexte, "db" | "user">, id: number): Promise<void> {
  const [decompte] = await db
    .select({ ...getTableColumns(decomptesSyndic), tenu: sql<number>`${tenu(id)}` })
    .from(decomptesSyndic)
    .where(eq(decomptesSyndic.id, id));
  if (!decompte) throw new NotFound("Ce décompte n’existe pas.");
  if (decompte.tenu)
    throw new Conflict(
      "Une ligne de ce décompte est payée ou a sa pièce : annulez d’abord son paiement, ou retirez sa pièce.",
    );
  const { AppartementId, du, au } = decompte;
  await db.write({
    libre: provided(db, sql`NOT ${tenu(id)}`),
    historique: trace(db, {
      ...{
        entite: "Appartement",
        entiteId: AppartementId,
        etat: "Décompte du syndic retiré",
        user,
      },
      details: { du, au },
    }),
    lignesDites: direRetirees({ db, user }, eq(intendances.DecompteSyndicId, id)),
    lignes: db.delete(intendances).where(eq(intendances.DecompteSyndicId, id)),
    decompte: db.delete(decomptesSyndic).where(eq(decomptesSyndic.id, id)),
  });
}

/** The accounts of the syndic noted for a dwelling, the latest first; euros. */
export async function lireDecomptesSyndic(
  { db }: Pick<Contexte, "db">,
  AppartementId: number,
): Promise<DecompteSyndicVu[]> {
  const decomptes = await db.all<Omit<DecompteSyndicVu, "lignes"> & { lignes: string }>(sql`
    SELECT d.id, d.du, d.au, d."approuveLe", (SELECT json_group_array(json_object('recuperable', i.recuperable,
        'intitule', i.intitule, 'montant', i.montant, 'compteur', i.compteur))
      FROM (SELECT * FROM ${intendances} WHERE "DecompteSyndicId" = d.id ORDER BY id) i) AS lignes
    FROM ${decomptesSyndic} d WHERE d."AppartementId" = ${AppartementId} ORDER BY d.au DESC`);
  return decomptes.map(({ lignes, ...decompte }) => ({
    ...decompte,
    lignes: (JSON.parse(lignes) as DecompteSyndicVu["lignes"]).map((ligne) => ({
      ...ligne,
      montant: enEuros(ligne.montant),
    })),
  }));
}
