import { type SQL, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { regime, sousLoi89 } from "#domain/bail/bail.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import { demandePartie } from "#domain/gerance/revisions/acheminement.ts";
import { renoncementDe } from "#domain/gerance/revisions/anniversaires.ts";
import { annulerRevision } from "#domain/gerance/revisions/annulation.ts";
import { revisionARefaire } from "#domain/gerance/revisions/indice-corrige.ts";
import type { RevisionARefaire } from "#domain/gerance/revisions/revision-lue.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { donneesEffacees, selected } from "#worker/db/conditions.ts";
import { parties } from "#worker/db/parties.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { indicesValeurs, loyersHistoriques, revisions } from "#worker/db/schema/revisions.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { quittancesHors } from "./quittances-hors.ts";

/** A row of `Revision` in SQL, with the year and the value of one of its two indices. */
interface IndiceEmploye {
  revision: SQL;
  annee: SQL;
  valeur: SQL;
}

/**
 * SQL condition: an avenant or a correction changed the rent after the correction of the index. A change of the
 * charges alone does not count, since it leaves the wrong rent.
 */
const convenuDepuis = (revision: SQL, faux: SQL) => sql`EXISTS (SELECT 1 FROM ${loyersHistoriques} l
  WHERE l."DossierId" = ${revision}."DossierId" AND l."annuleLe" IS NULL AND l.motif IN ('avenant', 'correction')
    AND l."createdAt" >= ${faux}."remplaceLe" AND l."loyerHC" <> (SELECT avant."loyerHC" FROM ${loyersHistoriques} avant
      WHERE avant."DossierId" = l."DossierId" AND avant."annuleLe" IS NULL AND avant.depuis < l.depuis
      ORDER BY avant.depuis DESC, avant.id DESC LIMIT 1))`;

/**
 * The right value of an index that a revision used and that was corrected afterwards; null when it was not corrected.
 * For an agency that never corrected an index, the table is read once.
 *
 * @param convenu whether the rent was changed by the parties or by staff since the correction
 */
const valeurCorrigee = ({ revision, annee, valeur }: IndiceEmploye, convenu: boolean): SQL => sql`
  CASE WHEN EXISTS (SELECT 1 FROM ${indicesValeurs} WHERE "remplaceLe" IS NOT NULL) THEN (
    SELECT juste.valeur FROM ${indicesValeurs} faux JOIN ${indicesValeurs} juste ON juste."remplaceLe" IS NULL
      AND juste.serie = faux.serie AND juste.annee = faux.annee AND juste.trimestre = faux.trimestre
    WHERE faux."remplaceLe" IS NOT NULL AND faux.serie = ${revision}.serie AND faux.trimestre = ${revision}.trimestre
      AND faux.annee = ${annee} AND faux.valeur = ${valeur}
      AND ${convenuDepuis(revision, sql`faux`)} = ${Number(convenu)} ORDER BY faux.id DESC LIMIT 1) END`;

/**
 * The index by which the next revision divides, read from a row `r` of `Revision`. It is the index that this revision
 * multiplied by, even a wrong one: dividing by it undoes the error. Once the rent was put right, the right index is
 * used instead (revisions/README §15.3).
 */
export const indiceARetenir = sql`coalesce(${valeurCorrigee(
  { revision: sql`r`, annee: sql`r.annee`, valeur: sql`r."indiceNouveau"` },
  true,
)}, r."indiceNouveau")`;

/**
 * SQL condition: an earlier revision multiplied by the index by which the revision divides. An error in this index is
 * then undone.
 */
const compense = sql`EXISTS (SELECT 1 FROM ${revisions} avant WHERE avant."DossierId" = ${revisions.DossierId}
  AND avant."annuleeLe" IS NULL AND avant.anniversaire < ${revisions.anniversaire}
  AND avant.annee = ${revisions.anneeAncienne} AND avant."indiceNouveau" = ${revisions.indiceAncien})`;

const nouveau = valeurCorrigee(
  {
    revision: sql`${revisions}`,
    annee: sql`${revisions.annee}`,
    valeur: sql`${revisions.indiceNouveau}`,
  },
  false,
);
const ancien = sql`iif(${compense}, NULL, ${valeurCorrigee(
  {
    revision: sql`${revisions}`,
    annee: sql`${revisions.anneeAncienne}`,
    valeur: sql`${revisions.indiceAncien}`,
  },
  false,
)})`;

/**
 * Reads the revisions to do again (revisions/README §15.3), sorted by tenant: not cancelled, with an index that was
 * corrected afterwards and that gives another amount. A revision leaves the list once the rent was put right.
 */
export async function lireRevisionsARefaire({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<RevisionARefaire[]> {
  const { comptees, reglages } = await lireCorrigees(db);
  const agence = agenceDe(reglages);
  return comptees.flatMap((comptee) => ligneARefaire(comptee, { agence, today }) ?? []);
}

/**
 * The revisions, not cancelled, whose index was corrected, with the facts that decide whether they can be undone, and
 * the settings.
 */
const lireCorrigees = (db: Db) =>
  db.read({
    comptees: db
      .select({
        id: revisions.id,
        DossierId: revisions.DossierId,
        anniversaire: revisions.anniversaire,
        effetLe: revisions.effetLe,
        loyerAvant: revisions.loyerAvant,
        loyerApres: revisions.loyerApres,
        chargeAvant: revisions.chargeAvant,
        chargeApres: revisions.chargeApres,
        canal: revisions.canal,
        posteeLe: revisions.posteeLe,
        courriel: courriels.etat,
        typeBail: dossiers.typeBail,
        rp: locataires.rp,
        derniereFacture: selected<Jour | null>(
          sql`(SELECT max(q."dateFin") ${quittancesHors(revisions)})`,
        ),
        dernierLoyer: selected<Jour | null>(sql`(SELECT max(l.depuis) FROM ${loyersHistoriques} l
          WHERE l."DossierId" = ${revisions.DossierId} AND l."annuleLe" IS NULL)`),
        ancien: selected<number>(sql`coalesce(${ancien}, ${revisions.indiceAncien})`),
        nouveau: selected<number>(sql`coalesce(${nouveau}, ${revisions.indiceNouveau})`),
        ...parties,
      })
      .from(revisions)
      .innerJoin(dossiers, sql`${dossiers.id} = ${revisions.DossierId}`)
      .innerJoin(locataires, sql`${locataires.id} = ${dossiers.LocataireId}`)
      .innerJoin(appartements, sql`${appartements.id} = ${dossiers.AppartementId}`)
      .leftJoin(courriels, sql`${courriels.id} = ${revisions.CourrielId}`)
      .where(sql`EXISTS (SELECT 1 FROM ${indicesValeurs} WHERE "remplaceLe" IS NOT NULL)
        AND ${revisions.annuleeLe} IS NULL AND ${revisions.effetLe} IS NOT NULL AND NOT (${donneesEffacees})
        AND (${nouveau} <> ${revisions.indiceNouveau} OR ${ancien} <> ${revisions.indiceAncien})`)
      .orderBy(locataires.recherche, revisions.id)
      .limit(A_REFAIRE_AU_PLUS),
    reglages: lireReglages(db),
  });
const cents = (montant: number | null) => enCentimes(montant ?? 0);

/** A revision to do again; null when the right index gives the same amounts. */
function ligneARefaire(
  comptee: Awaited<ReturnType<typeof lireCorrigees>>["comptees"][number],
  { agence, today }: { agence: Agence; today: Jour },
): RevisionARefaire | null {
  const { id, DossierId, anniversaire, effetLe, loyerApres } = comptee;
  const { ancien, nouveau, canal, courriel, posteeLe, derniereFacture, dernierLoyer } = comptee;
  const loyerAvant = cents(comptee.loyerAvant);
  const juste = revisionARefaire(
    {
      ...{ ancien, nouveau, loyerAvant, loyerApres: cents(loyerApres) },
      ...{ chargeAvant: cents(comptee.chargeAvant), chargeApres: cents(comptee.chargeApres) },
    },
    agence,
  );
  if (juste === null || effetLe === null) return null;
  const partie = demandePartie({ canal, posteeLe, courriel });
  const renoncable = sousLoi89({ regime: regime(comptee, comptee.rp) });
  const perdue = renoncable && today >= renoncementDe(anniversaire);
  const { refus } = annulerRevision(
    { effetLe, lettreDu: effetLe, annuleeLe: null, loyerAvant, partie },
    {
      quittances: derniereFacture === null ? [] : [derniereFacture],
      loyers: dernierLoyer === null ? [] : [dernierLoyer],
      today,
    },
  );
  return {
    ...{ id, DossierId, anniversaire, effetLe },
    locataire: nomComplet(comptee),
    appartement: nomAppartement(comptee),
    loyerApres: loyerApres ?? 0,
    loyerJuste: enEuros(juste.loyerJuste),
    ecart: enEuros(juste.ecart),
    annulable: refus === null && !perdue,
  };
}

const A_REFAIRE_AU_PLUS = 1_000;
