import { and, eq, type SQL, sql } from "drizzle-orm";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { finirLExercice } from "#domain/gerance/charges/calendrier.ts";
import { refusDeCle } from "#domain/gerance/charges/cles.ts";
import { anneeCivileDe, refusDExercice } from "#domain/gerance/charges/exercice.ts";
import type {
  CleVue,
  ImmeublePropose,
  NouvelleCle,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { insertWhen, nextId, rowExists } from "#worker/db/rows.ts";
import {
  clesLots,
  clesRepartition,
  decomptes,
  depensesImmeuble,
} from "#worker/db/schema/charges.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { ecritures } from "#worker/db/schema/gerance.ts";
import { appartements, dossiers, immeubles } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onWhatIsRead, provided, type Version } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { exigerExercice } from "./annee.ts";

const parmi = (ids: readonly number[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** The addresses shared by dwellings that belong to no building, those with the most dwellings first. */
export async function proposerImmeubles({ db }: Pick<Contexte, "db">): Promise<ImmeublePropose[]> {
  const adresses = await db.all<Omit<ImmeublePropose, "AppartementIds"> & { ids: string }>(sql`
    SELECT min(adresse) AS adresse, "codePostal", min(ville) AS ville, json_group_array(id) AS ids
    FROM (SELECT * FROM ${appartements} WHERE "ImmeubleId" IS NULL ORDER BY id)
    GROUP BY voie, "codePostal" HAVING count(*) > 1 AND trim(coalesce(voie, '')) <> '' ORDER BY count(*) DESC, voie`);
  return adresses.map(({ ids, ...lieu }) => ({
    ...lieu,
    AppartementIds: JSON.parse(ids) as number[],
  }));
}

/**
 * Makes the building of these dwellings, with the address of the first one and the syndic of the first that has one.
 * @returns the building's identifier
 * @throws NotFound when a dwelling does not exist; Conflict when a dwelling belongs to a building already.
 */
export function reunirEnImmeuble(
  { db, user }: Pick<Contexte, "db" | "user">,
  AppartementIds: readonly number[],
): Promise<number> {
  return onWhatIsRead(async () => {
    const lots = await db
      .select({
        id: appartements.id,
        ImmeubleId: appartements.ImmeubleId,
        adresse: appartements.adresse,
        codePostal: appartements.codePostal,
        ville: appartements.ville,
        syndicNom: appartements.syndicNom,
        syndicMail: appartements.syndicMail,
        syndicTel: appartements.syndicTel,
        regimeJuridique: appartements.regimeJuridique,
      })
      .from(appartements)
      .where(sql`${appartements.id} IN ${parmi(AppartementIds)}`)
      .orderBy(appartements.id);
    const [premier] = lots;
    if (!premier || lots.length < AppartementIds.length) throw new NotFound();
    if (lots.some(({ ImmeubleId }) => ImmeubleId !== null))
      throw new Conflict("Un de ces logements est déjà dans un immeuble.");
    const { adresse, codePostal, ville } = premier;
    const avecSyndic = lots.find(({ syndicNom }) => syndicNom);
    const { syndicNom = null, syndicMail = null, syndicTel = null } = avecSyndic ?? {};
    const genre = premier.regimeJuridique ?? "copropriete";
    const suivant = nextId(immeubles);
    const { immeuble } = await db.write({
      libres: provided(
        db,
        sql`NOT EXISTS (SELECT 1 FROM ${appartements} WHERE id IN ${parmi(AppartementIds)} AND "ImmeubleId" IS NOT NULL)`,
      ),
      historique: trace(db, { entite: "Immeuble", entiteId: suivant, etat: "Création", user }),
      immeuble: db
        .insert(immeubles)
        .values({
          ...{ nom: adresse, adresse, codePostal, ville, genre, syndicNom, syndicMail, syndicTel },
          recherche: texteDeRecherche([adresse, codePostal, ville]),
        })
        .returning({ id: immeubles.id }),
      lots: rattacher(db, sql`(SELECT max(id) FROM ${immeubles})`, AppartementIds),
    });
    return immeuble[0]?.id ?? 0;
  });
}

/** The SQL statement that puts dwellings into a building; a dwelling without a syndic takes the building's syndic. */
const rattacher = (db: Db, ImmeubleId: SQL, AppartementIds: readonly number[]) =>
  db.run(sql`UPDATE ${appartements} SET "ImmeubleId" = i.id, "syndicNom" = coalesce(${appartements.syndicNom}, i."syndicNom"),
      "syndicMail" = iif(${appartements.syndicNom} IS NULL, coalesce(${appartements.syndicMail}, i."syndicMail"), ${appartements.syndicMail}),
      "syndicTel" = iif(${appartements.syndicNom} IS NULL, coalesce(${appartements.syndicTel}, i."syndicTel"), ${appartements.syndicTel}),
      "updatedAt" = ${MAINTENANT}
    FROM (SELECT * FROM ${immeubles} WHERE id = ${ImmeubleId}) i
    WHERE ${appartements.id} IN ${parmi(AppartementIds)} AND ${appartements.ImmeubleId} IS NOT i.id`);

/**
 * Makes `AppartementIds` the dwellings of a building: any other dwelling leaves it.
 * @throws NotFound when the building or a dwelling does not exist; Conflict when a dwelling belongs to another
 * building, when one that has a part in a key would leave, or when somebody changed the building since the version
 * read.
 */
export function definirLots(
  { db, user }: Pick<Contexte, "db" | "user">,
  { id, AppartementIds, ...lue }: VersionLue & { id: number; AppartementIds: readonly number[] },
): Promise<void> {
  const choisis = parmi(AppartementIds);
  const ailleurs = sql`EXISTS (SELECT 1 FROM ${appartements} WHERE id IN ${choisis} AND "ImmeubleId" <> ${id})`;
  const partis = sql`EXISTS (SELECT 1 FROM ${appartements} a WHERE a."ImmeubleId" = ${id} AND a.id NOT IN ${choisis}
    AND EXISTS (SELECT 1 FROM ${clesLots} l WHERE l."AppartementId" = a.id AND l.poids > 0))`;
  return onWhatIsRead(async () => {
    const [verdict] = await db.all<
      { connus: number; ailleurs: number; partis: number } & Version
    >(sql`
      SELECT version, "updatedAt", (SELECT count(*) FROM ${appartements} WHERE id IN ${choisis}) AS connus, ${ailleurs} AS ailleurs, ${partis} AS partis
      FROM ${immeubles} WHERE id = ${id}`);
    if (!verdict || verdict.connus < AppartementIds.length) throw new NotFound();
    if (isStale(verdict, lue)) throw new Conflict(FICHE_MODIFIEE);
    if (verdict.ailleurs)
      throw new Conflict("Un de ces logements est dans un autre immeuble.", "AppartementIds");
    if (verdict.partis)
      throw new Conflict(
        "Un logement qui a sa part dans une clé reste dans son immeuble.",
        "AppartementIds",
      );
    await db.write({
      libres: provided(
        db,
        sql`NOT ${ailleurs} AND NOT ${partis} AND ${rowExists(immeubles, and(eq(immeubles.id, id), asRead(immeubles, lue)))}`,
      ),
      historique: trace(db, {
        ...{ entite: "Immeuble", entiteId: id, etat: "Logements de l’immeuble", user },
        details: { AppartementIds },
      }),
      sortis: db.run(sql`UPDATE ${appartements} SET "ImmeubleId" = NULL, "updatedAt" = ${MAINTENANT}
        WHERE "ImmeubleId" = ${id} AND id NOT IN ${choisis}`),
      lots: rattacher(db, sql`${id}`, AppartementIds),
      immeuble: db.update(immeubles).set({ updatedAt: MAINTENANT }).where(eq(immeubles.id, id)),
    });
  });
}

/**
 * The first days that the exercices of a building may have, as a JSON array of `MM-DD`. Each one follows the last day
 * of every statement of charges that is not cancelled. Empty once the end of an exercice was moved.
 */
export const debutsPossibles = (id: SQL): SQL => sql`(SELECT json_group_array(debut)
  FROM (SELECT printf('%02d-01', value) AS debut FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]'))
  WHERE (SELECT i."exercicesAvant" FROM ${immeubles} i WHERE i.id = ${id}) IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${decomptes} d JOIN ${dossiers} b ON b.id = d."DossierId"
      JOIN ${appartements} a ON a.id = b."AppartementId" AND a."ImmeubleId" = ${id}
      WHERE d."annuleLe" IS NULL AND strftime('%m-%d', d.au, '+1 day') <> debut))`;

/**
 * Moves the last day of an exercice of a building: the next exercices begin on the day after (charges/README §16.1).
 * @throws NotFound when there is no such building; Invalid for a name that no exercice has, or when `au` does not end
 * a month of the year that begins with the exercice; Conflict when a later exercice moved, or when a statement of
 * charges, or a balance called without one, settled days of this exercice or of a later one.
 */
export const finirExercice = (
  ctx: Pick<Contexte, "db" | "user">,
  demande: { id: number; annee: number; au: Jour },
): Promise<void> => onWhatIsRead(() => finir(ctx, demande));

async function finir(
  { db, user }: Pick<Contexte, "db" | "user">,
  { id, annee, au }: { id: number; annee: number; au: Jour },
): Promise<void> {
  const [immeuble] = await db.select().from(immeubles).where(eq(immeubles.id, id));
  if (!immeuble) throw new NotFound();
  const { annee: _nom, ...present } = exigerExercice(annee, immeuble);
  const refus = refusDExercice({ du: present.du, au });
  if (refus) throw new Invalid({ au: refus });
  const calendrier = finirLExercice(immeuble, present, au);
  if (typeof calendrier === "string") throw new Conflict(calendrier);
  const regle = sql`(SELECT json_array(d.du, d.au) FROM ${decomptes} d JOIN ${dossiers} b ON b.id = d."DossierId"
    JOIN ${appartements} a ON a.id = b."AppartementId" AND a."ImmeubleId" = ${id}
    WHERE d.au >= ${present.du} AND d."annuleLe" IS NULL ORDER BY d.au LIMIT 1)`;
  const appele = sql`EXISTS (SELECT 1 FROM ${dossiers} b JOIN ${appartements} a ON a.id = b."AppartementId" AND a."ImmeubleId" = ${id}
    JOIN ${ecritures} o ON o.cle >= 'charges ' || b.id || ' ' || CAST(${anneeCivileDe(annee)} AS INTEGER) AND o.cle < 'charges ' || b.id || '!'
    WHERE NOT EXISTS (SELECT 1 FROM ${ecritures} x WHERE x."annuleId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM ${decomptes} d WHERE d."DossierId" = b.id
        AND o.cle LIKE 'charges ' || b.id || ' ' || (d.contenu ->> '$.annee') || '%'))`;
  const [verdict] = await db.all<{ regle: string | null; appele: number }>(
    sql`SELECT ${regle} AS regle, ${appele} AS appele`,
  );
  if (verdict?.appele)
    throw new Conflict("Le solde des charges de cet exercice est déjà appelé à un locataire.");
  if (verdict?.regle) {
    const [du, dernier] = JSON.parse(verdict.regle) as [Jour, Jour];
    throw new Conflict(
      `Un décompte des charges du ${formatJour(du)} au ${formatJour(dernier)} est envoyé : annulez d’abord ceux de cet exercice.`,
    );
  }
  await db.write({
    garde: provided(
      db,
      sql`${regle} IS NULL AND NOT ${appele} AND ${rowExists(immeubles, and(eq(immeubles.id, id), eq(immeubles.version, immeuble.version)))}`,
    ),
    historique: trace(db, {
      ...{ entite: "Immeuble", entiteId: id, etat: "Fin d’exercice changée", user },
      details: { du: present.du, au },
    }),
    immeuble: db
      .update(immeubles)
      .set({ ...calendrier, updatedAt: MAINTENANT })
      .where(eq(immeubles.id, id)),
  });
}

/**
 * Adds a key to a building. From its day on, it replaces the key of the same name.
 * @returns the key's identifier
 * @throws NotFound when there is no such building; Invalid when the parts pass the key's total or are all zero, or
 * when a dwelling comes twice or is not of the building; Conflict for a second key of the same name and day.
 */
export const ajouterCle = (ctx: Pick<Contexte, "db" | "user">, cle: NouvelleCle): Promise<number> =>
  onWhatIsRead(() => ajouter(ctx, cle));

async function ajouter(
  { db, user }: Pick<Contexte, "db" | "user">,
  { lots, ...cle }: NouvelleCle,
): Promise<number> {
  const refus = refusDeCle({ total: cle.total, lots });
  if (refus) throw new Invalid({ total: refus });
  const { ImmeubleId, nom, depuis } = cle;
  const etrangers = sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(lots)}) l WHERE NOT EXISTS (
    SELECT 1 FROM ${appartements} WHERE id = l.value ->> 'AppartementId' AND "ImmeubleId" = ${ImmeubleId}))`;
  const [verdict] = await db.all<{ etrangers: number; deja: number }>(sql`
    SELECT ${etrangers} AS etrangers,
      EXISTS (SELECT 1 FROM ${clesRepartition} WHERE "ImmeubleId" = ${ImmeubleId} AND nom = ${nom} AND depuis = ${depuis}) AS deja
    FROM ${immeubles} WHERE id = ${ImmeubleId}`);
  if (!verdict) throw new NotFound("Cet immeuble n’existe pas.");
  if (verdict.etrangers)
    throw new Invalid({ lots: "Un de ces logements n’est pas de l’immeuble." });
  if (verdict.deja) throw new Conflict("Une clé de ce nom commence déjà ce jour-là.", "depuis");
  const { faite } = await db.write({
    siens: provided(db, sql`NOT ${etrangers}`),
    historique: trace(db, {
      ...{ entite: "Immeuble", entiteId: ImmeubleId, etat: "Clé ajoutée", user },
      details: { nom, genre: cle.genre, total: cle.total, depuis },
    }),
    cle: insertWhen(db, clesRepartition, { ...cle, user }, sql`true`),
    lots: db.run(sql`INSERT INTO ${clesLots} ("CleId", "AppartementId", poids)
      SELECT (SELECT max(id) FROM ${clesRepartition}), value ->> 'AppartementId', value ->> 'poids'
      FROM json_each(${JSON.stringify(lots)})`),
    faite: db.all<{ id: number }>(sql`SELECT max(id) AS id FROM ${clesRepartition}`),
  });
  return faite[0]?.id ?? 0;
}

/**
 * Removes a key of a building.
 * @throws NotFound when there is no such key; Conflict when an expense is shared by it.
 */
export async function retirerCle(
  { db, user }: Pick<Contexte, "db" | "user">,
  id: number,
): Promise<void> {
  const [cle] = await db.select().from(clesRepartition).where(eq(clesRepartition.id, id));
  if (!cle) throw new NotFound("Cette clé n’existe pas.");
  const libre = sql`NOT ${rowExists(depensesImmeuble, eq(depensesImmeuble.CleId, id))}`;
  const { retiree } = await db.write({
    historique: trace(db, {
      ...{ entite: "Immeuble", entiteId: cle.ImmeubleId, etat: "Clé retirée", user },
      details: { nom: cle.nom, depuis: cle.depuis },
      quand: libre,
    }),
    retiree: db.delete(clesRepartition).where(sql`${clesRepartition.id} = ${id} AND ${libre}`),
  });
  if (retiree.rowsAffected === 0)
    throw new Conflict("Des dépenses sont réparties par cette clé : une autre la suit.");
}

/** The keys of the building that the query reads, with their parts, as JSON: by name, then the oldest first. */
export const CLES_DE_L_IMMEUBLE: SQL = sql`(SELECT json_group_array(json_object('id', c.id, 'nom', c.nom, 'genre', c.genre,
    'total', c.total, 'depuis', c.depuis, 'employee', EXISTS (SELECT 1 FROM ${depensesImmeuble} WHERE "CleId" = c.id),
    'lots', (SELECT json_group_array(json_object('AppartementId', l."AppartementId", 'poids', l.poids))
      FROM (SELECT * FROM ${clesLots} WHERE "CleId" = c.id ORDER BY "AppartementId") l)))
  FROM (SELECT * FROM ${clesRepartition} WHERE "ImmeubleId" = ${immeubles.id} ORDER BY nom, depuis) c)`;

/**
 * A key that shares the expenses of a building, with the part of each dwelling. Null when the building has no such key,
 * or when the key has no part.
 */
export async function lireCle(
  db: Db,
  { ImmeubleId, CleId }: { ImmeubleId: number; CleId: number },
): Promise<
  | (Pick<CleVue, "depuis" | "lots" | "nom" | "total"> & {
      /** The first day of the next key of the same name; null: none. */
      suivante: Jour | null;
    })
  | null
> {
  const parts = await db
    .select({
      total: clesRepartition.total,
      nom: clesRepartition.nom,
      depuis: clesRepartition.depuis,
      suivante: sql<Jour | null>`(SELECT min(s.depuis) FROM ${clesRepartition} s WHERE s."ImmeubleId" = ${clesRepartition.ImmeubleId}
        AND s.nom = ${clesRepartition.nom} AND s.depuis > ${clesRepartition.depuis})`,
      AppartementId: clesLots.AppartementId,
      poids: clesLots.poids,
    })
    .from(clesRepartition)
    .innerJoin(clesLots, eq(clesLots.CleId, clesRepartition.id))
    .where(sql`${clesRepartition.id} = ${CleId} AND ${clesRepartition.ImmeubleId} = ${ImmeubleId}`)
    .orderBy(clesLots.AppartementId);
  const [premiere] = parts;
  if (!premiere) return null;
  const { AppartementId: _lot, poids: _poids, ...cle } = premiere;
  return { ...cle, lots: parts.map(({ AppartementId, poids }) => ({ AppartementId, poids })) };
}
