import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { modeCharges, regime } from "#domain/bail/bail.ts";
import type { ModeCharges } from "#domain/biens/dossier.ts";
import { type Compteur, indexLu } from "#domain/biens/index-des-compteurs.ts";
import type { Jour, Mois } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import {
  acheminementDuDecompte,
  arriveeDuDecompte,
  departDuDecompte,
  reserveDAcheminement,
} from "#domain/gerance/charges/acheminement.ts";
import {
  CALENDRIER_CIVIL,
  type Calendrier,
  type ExerciceNomme,
  exerciceNomme,
  exercicesFinisEn,
} from "#domain/gerance/charges/calendrier.ts";
import { calculDeLaPart } from "#domain/gerance/charges/cles.ts";
import { type ReleveCompteur, relevesAvecConstats } from "#domain/gerance/charges/compteurs.ts";
import { soldeFige } from "#domain/gerance/charges/decompte-envoye.ts";
import type { EnvoiDuDecompte } from "#domain/gerance/charges/decompte-lu.ts";
import type { DonneesDeCharges } from "#domain/gerance/charges/donnees-du-decompte.ts";
import { anneeCivileDe, type Exercice } from "#domain/gerance/charges/exercice.ts";
import type { DepenseRecuperable } from "#domain/gerance/charges/partage.ts";
import { debutDeProvision } from "#domain/gerance/charges/provision.ts";
import type { Canal } from "#domain/gerance/relances/relances.ts";
import {
  type LoyerDepuis,
  loyerEnVigueur,
  loyersVivants,
} from "#domain/gerance/revisions/loyers.ts";
import { NATURES_CALCULEES } from "#domain/missions/natures-de-depense.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { COURRIELS_RENVOYABLES } from "#domain/quittances/courriel.ts";
import type { Db } from "#worker/db/client.ts";
import { depensePayeeLe } from "#worker/db/conditions-comptes.ts";
import { joursDuBail } from "#worker/db/jours-du-bail.ts";
import {
  clesLots,
  clesRepartition,
  decomptes,
  depensesImmeuble,
  relevesCompteurs,
} from "#worker/db/schema/charges.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, ecritures, imputations } from "#worker/db/schema/gerance.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import {
  appartements,
  dossiers,
  etatsLieux,
  immeubles,
  locataires,
  proprietes,
} from "#worker/db/schema/schema.ts";
import { dernierMoisFacture } from "#worker/operations/biens/loyers.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { cleDuSolde } from "#worker/operations/gerance/livres/cles-des-soldes.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { finDeSonMandat } from "#worker/operations/gerance/livres/fonds.ts";
import { mailsDesLocataires } from "#worker/operations/gerance/relances/dettes.ts";

/** The condition that a row of `Ecriture` of this alias is not reversed. */
const nonExtournee = (o: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${ecritures} x WHERE x."annuleId" = ${o}.id)`;

/** The accounts `s` of a departure `p` that are not cancelled and settled charges without a statement. */
const soldeesAuDepart = sql`FROM ${soldesDepart} s JOIN ${departs} p ON p.id = s."DepartId"
  WHERE s.genre = 'charges' AND s."annuleLe" IS NULL AND (s.contenu ->> '$.charges.decompte') IS NULL`;

/**
 * The day that decides the exercice of an expense `d`: the last day of its period, else its own day, else the day of
 * its payment.
 */
export const jourDeDepense = sql`coalesce(d."periodeAu", d.date, ${depensePayeeLe(sql`d.id`)})`;

/** The cents of an expense `d`, less what its supplier gave back. */
export const montantNet = sql`(d.montant + coalesce((SELECT sum(rendu.montant) FROM ${intendances} rendu
  WHERE rendu."RembourseId" = d.id AND rendu.regle), 0))`;

/** The condition that tenants owe an expense `d` back, in part at least. */
export const estRecuperable = sql`(d.nature = 'depense' AND d.recuperable IS NOT NULL AND d."tauxRecuperable" > 0
  AND d.montant > 0 AND coalesce(d."natureFiscale", '') NOT IN ${[...NATURES_CALCULEES]})`;

interface DepenseLue extends Omit<DepenseRecuperable, "calcul" | "date" | "periode"> {
  AppartementId: number;
  date: Jour | null;
  periodeDu: Jour | null;
  periodeAu: Jour | null;
  regle: number;
  duSyndic: number;
  /** 1 when the expense comes from a syndic's accounts, or from a building's expense that nobody pays here; else 0. */
  sansPayeur: number;
  /**
   * For a part of a building's expense: whole sum in cents, weight of the dwelling, total and name of the key; else
   * null.
   */
  entiere: number | null;
  poids: number | null;
  totalCle: number | null;
  cle: string | null;
}

export interface BailLu {
  DossierId: number;
  AppartementId: number;
  mode: ModeCharges;
  nom: string;
  prenom: string | null;
  titre: string | null;
}

type LoyerLu = LoyerDepuis & { DossierId: number };

const parmi = (ids: readonly number[]): SQL =>
  sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * A text that changes with any fact behind the statements of charges of these dwellings: bills, leases, readings of
 * meters, charges called from the tenants, sent statements, accounts of departures.
 */
export const etatDesCharges = (AppartementIds: readonly number[]): SQL => {
  const logements = parmi(AppartementIds);
  const desBaux = sql`"DossierId" IN (SELECT id FROM ${dossiers} WHERE "AppartementId" ${logements})`;
  return sql`json_array(
  (SELECT json_group_array(json_array(id, version)) FROM (SELECT id, version FROM ${intendances}
    WHERE "AppartementId" ${logements} ORDER BY id)),
  (SELECT json_group_array(json_array(id, version)) FROM (SELECT id, version FROM ${dossiers}
    WHERE "AppartementId" ${logements} ORDER BY id)),
  (SELECT json_array(max(e.id), max(i.id)) FROM ${dossiers} d JOIN ${echeances} e ON e."DossierId" = d.id AND e.nature = 'charges'
    LEFT JOIN ${imputations} i ON i."EcheanceId" = e.id AND i."ReglementId" IS NULL
    WHERE d."AppartementId" ${logements}),
  (SELECT json_array(count(*), max(id)) FROM ${relevesCompteurs} WHERE "AppartementId" ${logements}),
  (SELECT json_array(count(*), max(id), count("annuleLe")) FROM ${decomptes} WHERE ${desBaux}),
  (SELECT json_group_array(id) FROM (SELECT s.id ${soldeesAuDepart} AND p.${desBaux} ORDER BY s.id)))`;
};

/** The queries that read the leases of some dwellings, and their rents. @param logements `IN (…)` */
const requetesDesBaux = (db: Db, logements: SQL) => ({
  baux: db
    .select({
      ...joursDuBail,
      AppartementId: dossiers.AppartementId,
      typeBail: dossiers.typeBail,
      chargesMode: dossiers.chargesMode,
      loyerCharge: dossiers.loyerCharge,
      rp: locataires.rp,
      titre: locataires.titre,
      nom: locataires.nom,
      prenom: locataires.prenom,
      locataire: {
        accordEmail: locataires.accordEmail,
        autreMail: locataires.autreMail,
        mail: locataires.mail,
        mail2: locataires.mail2,
      },
      dernierMois: sql<Mois | null>`${dernierMoisFacture(sql`${dossiers.id}`)}`,
      sansBailleur: sql<number>`NOT EXISTS (SELECT 1 FROM ${proprietes} WHERE ${proprietes.AppartementId} = ${dossiers.AppartementId}
        AND ${proprietes.droit} <> 'nue_propriete')`,
      finDuMandat: sql<Jour | null>`iif(${debutComptes} IS NULL, NULL, ${finDeSonMandat(sql`${dossiers.AppartementId}`)})`,
    })
    .from(dossiers)
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .where(sql`${dossiers.AppartementId} ${logements}`)
    .orderBy(dossiers.id),
  loyers: db.all<LoyerLu>(sql`
    SELECT "DossierId", depuis, "loyerHC", "loyerCharge", NULL AS "annuleLe" FROM ${loyersHistoriques}
    WHERE "annuleLe" IS NULL AND "DossierId" IN (SELECT id FROM ${dossiers} WHERE "AppartementId" ${logements})`),
});

const requetes = (db: Db, { AppartementIds, exercice }: Demande) => {
  const { annee, du, au } = exercice;
  const logements = parmi(AppartementIds);
  return {
    reglages: lireReglages(db),
    etat: db.all<{ etat: string }>(sql`SELECT ${etatDesCharges(AppartementIds)} AS etat`),
    ...requetesDesBaux(db, logements),
    depenses: db.all<DepenseLue>(sql`
      SELECT * FROM (
        SELECT d."AppartementId", ${jourDeDepense} AS date, d.recuperable AS code,
          coalesce(d.intitule, '') AS libelle, d."numFacture", ${montantNet} AS montant, d."tauxRecuperable", d.regle, d.compteur, d."periodeDu", d."periodeAu",
          d."natureFiscale" IS 'copropriete' AS "duSyndic", (d."DecompteSyndicId" IS NOT NULL OR (d."DepenseImmeubleId" IS NOT NULL AND d."payePar" IS NULL)) AS "sansPayeur",
          i.montant AS entiere, l.poids, c.total AS "totalCle", c.nom AS cle
        FROM ${intendances} d LEFT JOIN ${depensesImmeuble} i ON i.id = d."DepenseImmeubleId"
        LEFT JOIN ${clesRepartition} c ON c.id = i."CleId"
        LEFT JOIN ${clesLots} l ON l."CleId" = c.id AND l."AppartementId" = d."AppartementId"
        WHERE d."AppartementId" ${logements} AND ${estRecuperable})
      WHERE date IS NULL OR date BETWEEN ${du} AND ${au} ORDER BY "AppartementId", date, "numFacture"`),
    appels: db.all<{ DossierId: number; mois: Mois; montant: number }>(sql`
      SELECT "DossierId", mois, sum(montant - retire) AS montant FROM (
        SELECT e."DossierId", e.mois, e.montant, coalesce((SELECT sum(i.montant) FROM ${imputations} i
          WHERE i."EcheanceId" = e.id AND i."ReglementId" IS NULL), 0) AS retire
        FROM ${echeances} e JOIN ${dossiers} ON ${dossiers.id} = e."DossierId" AND ${dossiers.AppartementId} ${logements}
        WHERE e.nature = 'charges' AND e."QuitanceId" IS NOT NULL AND e.mois BETWEEN ${du.slice(0, 7)} AND ${au.slice(0, 7)})
      GROUP BY "DossierId", mois HAVING sum(montant - retire) > 0`),
    appelees: db.all<{ DossierId: number; montant: number; exigibleLe: Jour; le: Jour }>(sql`
      SELECT d.id AS "DossierId", sum(e.montant) AS montant, min(e."exigibleLe") AS "exigibleLe", o.date AS le
      FROM ${dossiers} d JOIN ${ecritures} o ON o.cle = ${cleDuSolde(sql`d.id`, annee)} JOIN ${echeances} e ON e."EcritureId" = o.id
      WHERE d."AppartementId" ${logements} AND ${nonExtournee(sql`o`)} GROUP BY d.id`),
    soldees: db.all<{ DossierId: number; du: Jour; au: Jour; le: Jour }>(sql`
      SELECT p."DossierId", coalesce(s.contenu ->> '$.charges.du', s.contenu ->> '$.clesLe') AS du,
        coalesce(s.contenu ->> '$.charges.au', s.contenu ->> '$.clesLe') AS au, s.date AS le ${soldeesAuDepart}
        AND p."DossierId" IN (SELECT id FROM ${dossiers} WHERE "AppartementId" ${logements})`),
    reglees: db.all<{ DossierId: number; du: Jour; au: Jour; le: Jour }>(sql`
      SELECT "DossierId", du, au, max("envoyeLe") AS le FROM ${decomptes}
      WHERE "DossierId" IN (SELECT id FROM ${dossiers} WHERE "AppartementId" ${logements}) AND "annuleLe" IS NULL
        AND du <= ${au} AND au >= ${du} AND (du <> ${du} OR au <> ${au}) GROUP BY "DossierId"`),
    envoyes: db
      .select({
        ...getTableColumns(decomptes),
        courriel: {
          id: courriels.id,
          etat: courriels.etat,
          envoyeLe: courriels.envoyeLe,
        },
      })
      .from(decomptes)
      .leftJoin(courriels, eq(courriels.id, decomptes.CourrielId))
      .where(
        sql`${decomptes.DossierId} IN (SELECT id FROM ${dossiers} WHERE "AppartementId" ${logements}) AND du = ${du} AND au = ${au}
          AND ${decomptes.annuleLe} IS NULL AND NOT EXISTS (SELECT 1 FROM ${decomptes} suite
            WHERE suite."remplaceId" = ${decomptes.id} AND suite."annuleLe" IS NULL)`,
      ),
    releves: db
      .select({
        AppartementId: relevesCompteurs.AppartementId,
        compteur: relevesCompteurs.compteur,
        numero: relevesCompteurs.numero,
        date: relevesCompteurs.date,
        index: relevesCompteurs.index,
      })
      .from(relevesCompteurs)
      .where(sql`${relevesCompteurs.AppartementId} ${logements}`),
    constats: db
      .select({
        AppartementId: dossiers.AppartementId,
        date: etatsLieux.date,
        eauFroide: etatsLieux.eauFroide,
        eauChaude: etatsLieux.eauChaude,
        releveGaz: etatsLieux.releveGaz,
        chauffage: etatsLieux.chauffage,
      })
      .from(etatsLieux)
      .innerJoin(dossiers, sql`${etatsLieux.id} IN (${dossiers.etatInId}, ${dossiers.etatOutId})`)
      .where(sql`${dossiers.AppartementId} ${logements}`),
  };
};

/** The rows that {@link requetes} read, by name of query. */
type Lus = { [Lu in keyof ReturnType<typeof requetes>]: Awaited<ReturnType<typeof requetes>[Lu]> };

interface Demande {
  AppartementIds: readonly number[];
  exercice: ExerciceNomme;
  today: Jour;
}

/** SQL: the days of the exercices of a dwelling's building, as JSON; null for a dwelling without a building. */
const calendrierDu = (
  logement: SQL,
): SQL => sql`(SELECT json_array(i."exerciceDebut", i."exercicesAvant")
  FROM ${appartements} a JOIN ${immeubles} i ON i.id = a."ImmeubleId" WHERE a.id = ${logement})`;

/**
 * The exercice named `annee` for a dwelling: that of its building, else the civil year. `suivant` names the next
 * exercice that ends in the same year; `inchange` is true while the building keeps its exercices.
 * @throws Invalid for a year before 2000 or after 2199, or a name that no exercice has.
 */
export async function exerciceDuLogement(
  db: Db,
  { logement, annee }: { logement: SQL; annee: number },
): Promise<{ exercice: ExerciceNomme; suivant: number | undefined; inchange: SQL }> {
  const [lu] = await db.all<{ calendrier: string | null }>(
    sql`SELECT ${calendrierDu(logement)} AS calendrier`,
  );
  const calendrier = lu?.calendrier ?? null;
  const [exerciceDebut, exercicesAvant] = JSON.parse(calendrier ?? "[]");
  const jours: Calendrier =
    calendrier === null
      ? CALENDRIER_CIVIL
      : { exerciceDebut, exercicesAvant: JSON.parse(exercicesAvant ?? "null") };
  const exercice = exerciceNomme(annee, jours);
  if (!exercice) throw new Invalid({ annee: "Une année est attendue." });
  const suivant = exercicesFinisEn(anneeCivileDe(annee), jours).find(({ du }) => du > exercice.au);
  return {
    exercice,
    suivant: suivant?.annee,
    inchange: sql`${calendrierDu(logement)} IS ${calendrier}`,
  };
}

function parLogement<Lue extends { AppartementId: number }>(rangees: readonly Lue[]) {
  const groupes = Map.groupBy(rangees, ({ AppartementId }) => AppartementId);
  return (AppartementId: number): readonly Lue[] => groupes.get(AppartementId) ?? [];
}

export type LogementsLus = Awaited<ReturnType<typeof lireLogements>>;

/** The charges of some dwellings over an exercice, read in one round trip; cents. */
export async function lireLogements(db: Db, demande: Demande) {
  const faits = await db.read(requetes(db, demande));
  const { delaiPostal } = agenceDe(faits.reglages);
  const appels = Map.groupBy(faits.appels, ({ DossierId }) => DossierId);
  const appeles = (DossierId: number) => appels.get(DossierId) ?? [];
  const loyers = Map.groupBy(faits.loyers, ({ DossierId }) => DossierId);
  const baux = faits.baux.map((bail) => ({
    ...bail,
    canal: canalParDefaut(bail),
    mode: modeCharges(regime(bail, bail.rp), bail.chargesMode),
  }));
  const bauxParId = new Map(baux.map((bail) => [bail.id, bail]));
  const envoyes = new Map(faits.envoyes.map((decompte) => [decompte.DossierId, decompte]));
  const duLogement = {
    baux: parLogement(baux),
    depenses: parLogement(faits.depenses),
    releves: parLogement(faits.releves),
    constats: parLogement(faits.constats),
  };
  return {
    etat: faits.etat[0]?.etat ?? "",
    baux,
    /**
     * The data of the statement of charges of a lease; null when none of these dwellings has this lease.
     * @param ailleurs the provisions called by somebody other than the agency, in euros
     */
    donnees(DossierId: number, ailleurs: number | null): DonneesDeCharges | null {
      const bail = bauxParId.get(DossierId);
      if (!bail) return null;
      const { AppartementId } = bail;
      const arriveLe = arriveeDuDecompte(bail.canal, demande.today, delaiPostal);
      const depuis = debutDeProvision(arriveLe, bail.dernierMois);
      const alors = loyerEnVigueur(loyers.get(DossierId) ?? [], depuis);
      const depenses = duLogement.depenses(AppartementId);
      const datees = depenses.flatMap(({ date, ...depense }) =>
        date === null ? [] : [{ ...depense, date }],
      );
      const factures = datees.filter(({ duSyndic }) => !duSyndic);
      const envoye = envoyes.get(DossierId);
      const { annee, ...exercice } = demande.exercice;
      return {
        ...{ annee, exercice, DossierId },
        baux: duLogement.baux(AppartementId).map(({ mode, ...jours }) => ({
          ...jours,
          mode,
          provisions: appeles(jours.id).reduce((total, { montant }) => total + montant, 0),
        })),
        depenses: factures.map(depenseRecuperable),
        releves: relevesAvecConstats(
          duLogement.releves(AppartementId),
          duLogement.constats(AppartementId).flatMap(indexDuConstat),
        ),
        provisionnee: provisionneePendant(loyers.get(DossierId) ?? [], demande.exercice),
        provision: { depuis, actuelle: alors?.loyerCharge ?? enCentimes(bail.loyerCharge) },
        arriveLe,
        sansBailleur: bail.sansBailleur === 1,
        finDuMandat: bail.finDuMandat,
        ailleurs: ailleurs === null ? null : enCentimes(ailleurs),
        moisAppeles: appeles(DossierId).map(({ mois }) => mois),
        ecartees: {
          sansDate: depenses.length - datees.length,
          nonPayees: factures.filter(({ regle, sansPayeur }) => !regle && !sansPayeur).length,
          appelsDuSyndic: datees.length - factures.length,
        },
        ...reglementsDuBail(faits, DossierId),
        envoye: envoye
          ? { ...envoiDe(envoye, delaiPostal), fige: soldeFige(envoye.contenu) }
          : null,
      };
    },
  };
}

/**
 * The balances of charges of a lease that were called or settled already: by a call, by the account of a departure,
 * or by the statement of another exercice.
 */
function reglementsDuBail(
  { appelees, reglees, soldees }: Pick<Lus, "appelees" | "reglees" | "soldees">,
  id: number,
): Pick<DonneesDeCharges, "appelee" | "reglees" | "soldees"> {
  const sien = ({ DossierId }: { DossierId: number }) => DossierId === id;
  return {
    appelee: appelees.find(sien) ?? null,
    soldees: soldees.find(sien) ?? null,
    reglees: reglees.find(sien) ?? null,
  };
}

/** Whether a rent of these rows calls charges on some day of an exercice. */
function provisionneePendant(loyers: readonly LoyerDepuis[], { du, au }: Exercice): boolean {
  const premier = loyerEnVigueur(loyers, du);
  return loyersVivants(loyers).some(
    (loyer) =>
      loyer.loyerCharge > 0 && (loyer === premier || (du < loyer.depuis && loyer.depuis <= au)),
  );
}

/** The channel by which the statement of charges of a lease leaves by default. */
const canalParDefaut = (bail: Parameters<typeof mailsDesLocataires>[0]): Canal =>
  mailsDesLocataires(bail).length > 0 ? "courriel" : "lettre";

const depenseRecuperable = ({
  date,
  code,
  libelle,
  numFacture,
  montant,
  tauxRecuperable,
  compteur,
  periodeDu,
  periodeAu,
  entiere,
  poids,
  totalCle,
  cle,
}: DepenseLue & { date: Jour }): DepenseRecuperable => ({
  ...{ date, code, libelle, numFacture, montant, tauxRecuperable, compteur: compteur ?? null },
  periode: periodeDu && periodeAu ? { du: periodeDu, au: periodeAu } : null,
  calcul:
    entiere === null || poids === null || totalCle === null || cle === null
      ? null
      : calculDeLaPart(entiere, { poids, total: totalCle, nom: cle }),
});

const COMPTEURS_DU_CONSTAT = [
  "eauFroide",
  "eauChaude",
  "releveGaz",
  "chauffage",
] as const satisfies Compteur[];

type Constat = { date: Jour } & Partial<Record<Compteur, string | null>>;

const indexDuConstat = (constat: Constat): ReleveCompteur[] =>
  COMPTEURS_DU_CONSTAT.flatMap((compteur) => {
    const index = indexLu(constat[compteur]);
    return index === null
      ? []
      : [{ compteur, numero: null, date: constat.date, index: Math.round(index * 1_000) }];
  });

type DecompteLu = typeof decomptes.$inferSelect & {
  courriel: Pick<typeof courriels.$inferSelect, "envoyeLe" | "etat" | "id"> | null;
};

/** A sent statement, as the wire has it. @param delaiPostal the days that a letter takes */
const envoiDe = (decompte: DecompteLu, delaiPostal: number): EnvoiDuDecompte => {
  const { canal, contenu, courriel, envoyeLe, exigibleLe, id, mois, montant } = decompte;
  const { posteLe, remplaceId } = decompte;
  return {
    ...{ id, envoyeLe, canal, exigibleLe, mois, posteLe },
    solde: contenu.solde,
    montant: enEuros(montant),
    rectificatif: remplaceId !== null,
    acheminement: acheminementDuDecompte(decompte),
    reserve: reserveDAcheminement(decompte, delaiPostal),
    partiLe: departDuDecompte(decompte),
    aRenvoyer: courriel && COURRIELS_RENVOYABLES.includes(courriel.etat) ? courriel.id : null,
  };
};
