import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { type Jour, moisEnLettres } from "#domain/dates.ts";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import type { FaitRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import {
  type AideFiscale,
  aideFiscale,
  type DepenseFiscale,
  type FraisFiscal,
  type RecetteFiscale,
} from "#domain/gerance/cloture/fiscal.ts";
import { NATURES_A_HONORAIRES } from "#domain/gerance/cloture/honoraires-du-compte.ts";
import { type FaitFacture, repartirParFait } from "#domain/gerance/cloture/parts-du-compte.ts";
import { tauxTvaDuLoyer } from "#domain/gerance/cloture/tva-des-loyers.ts";
import { repartir } from "#domain/gerance/livres/repartition.ts";
import { douziemesDuMois } from "#domain/gerance/locataires/assurance-pour-compte.ts";
import {
  NATURES_EN_MOTS,
  type NatureEcheance,
  tenuePourLui,
} from "#domain/gerance/locataires/imputation.ts";
import type { Payeur } from "#domain/gerance/locataires/reglement.ts";
import { numeroDuMandat } from "#domain/gerance/mandats/mandat-rendu.ts";
import { type Part, partsDuFait } from "#domain/gerance/mandats/parts.ts";
import { enCentimes } from "#domain/montants.ts";
import { estMorale, nomComplet, type Personne } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { numeroInscrit } from "#worker/db/conditions.ts";
import {
  CLE_DE_REMISE,
  depenseDe,
  jourDuFait,
  origineDe,
  paiementDeDepense,
} from "#worker/db/conditions-comptes.ts";
import { ecritures, imputations, lignes, reglements } from "#worker/db/schema/gerance.ts";
import {
  comptesRendus,
  comptesRendusLignes,
  facturesHonoraires,
  reglementsHonoraires,
} from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import type { DonneesAideFiscale } from "#worker/documents/compte-rendu/aide-fiscale.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { assurancesDe } from "#worker/operations/gerance/locataires/assurances-pour-compte.ts";
import { conditionsDes } from "#worker/operations/gerance/mandats/mandat-lu.ts";

export interface AnneeDeMandat {
  MissionId: number;
  annee: number;
}

/**
 * The day on which a sum counts as received. A sum paid before the books began, or in advance and spent since: the
 * day of the payment. A sum taken back: the day of the reversal. Any other sum, as a credited cheque or a payment
 * that an owner confirms: the day of the entry.
 */
const ENCAISSE_LE = sql`CASE WHEN i."EcritureId" IS NULL THEN iif(i.montant < 0, coalesce(r."finLe", r.date), r.date)
  WHEN i.montant > 0 AND o.journal = 'OD' THEN r.date ELSE ${jourDuFait(sql`o`)} END`;

/** The day on which a part of the payment `r` last went back to its tenant's account before the entry `o`; else null. */
const RENDU_LE = sql`(SELECT max(${jourDuFait(sql`remise`)}) FROM ${ecritures} remise
  WHERE remise."ReglementId" = r.id AND remise.id < o.id AND remise.cle LIKE ${`${CLE_DE_REMISE} %`})`;

/**
 * The cents settled by `i` from the part of an advance that had gone back to its tenant's account. That part is spent
 * before the rest of the advance. It counts as received on the day on which it went back, since the year of the
 * payment counts it already.
 */
const RENDU = sql`iif(i.montant > 0 AND o.journal = 'OD' AND ${RENDU_LE} IS NOT NULL, min(i.montant, (
  SELECT max(0, max(encore.montant)) FROM (SELECT sum(-avant.montant) OVER (ORDER BY avant.id DESC) AS montant
    FROM ${imputations} avant JOIN ${ecritures} de ON de.id = avant."EcritureId" AND de.journal = 'OD'
    WHERE avant."ReglementId" = r.id AND avant.id < i.id) encore)), 0)`;

/**
 * The day that decides the owners' shares of a sum, as in the owners' account. For a sum paid in advance: the day on
 * which the advance settled a sum called. For a sum taken back: the day of the entry that had settled it.
 */
const PARTAGE_LE = sql`CASE WHEN i."EcritureId" IS NULL THEN r.date ELSE coalesce(
  (SELECT ${jourDuFait(sql`premiere`)} FROM ${ecritures} premiere WHERE premiere.id = ${origineDe(sql`o`)}), ${jourDuFait(sql`o`)}) END`;

/** Whether a dwelling is let furnished on a day: by the last lease that began, else by the next one. */
const loueMeuble = (AppartementId: SQL, jour: SQL | Jour) =>
  sql`coalesce(
    (SELECT bail.meuble FROM "Dossier" bail WHERE bail."AppartementId" = ${AppartementId} AND bail."dateDebutBail" <= ${jour}
      ORDER BY bail."dateDebutBail" DESC, bail.id DESC LIMIT 1),
    (SELECT bail.meuble FROM "Dossier" bail WHERE bail."AppartementId" = ${AppartementId} AND bail."dateDebutBail" > ${jour}
      ORDER BY bail."dateDebutBail", bail.id LIMIT 1), 0)`;

/**
 * Whether the payment is an advance taken over when the books began. The former manager received it: no figure of
 * these books shows it, and it belongs to the year in which he received it (Code général des impôts, art. 12 et 29;
 * BOI-RFPI-CHAMP-40 n° 1).
 */
const avanceReprise = (reglement: SQL) => sql`(${reglement}.cle LIKE 'reprise % avance %')`;

type Lu<Row extends { meuble: boolean }> = Omit<Row, "meuble"> & { meuble: number };

interface RecetteLue {
  date: Jour;
  partageLe: Jour;
  AppartementId: number;
  meuble: number;
  nature: NatureEcheance;
  mois: string;
  payeur: Payeur;
  titre: string;
  nom: string;
  prenom: string;
  montant: number;
  tauxTva: number | null;
  DossierId: number;
  ReglementId: number;
  reprise: number;
  typeBail: Bail["typeBail"];
  regimeTva: Bail["regimeTva"];
  /** The insurances of the dossier, as JSON, when a receipt called the sum for an insurance; else null. */
  assurances: string | null;
}

type Bail = Parameters<typeof tauxTvaDuLoyer>[0];

/**
 * Fees on the day they were paid. `au` is the last day of their account. As JSON: `faits`, the items that the fees
 * invoice; `recus`, the sums that the account received, by day and dwelling.
 */
interface FraisLus extends Omit<FraisFiscal, "partageLe" | "AppartementId"> {
  au: Jour;
  faits: string;
  recus: string;
}

interface LotLu {
  AppartementId: number;
  adresse: string;
  etage: string | null;
  meuble: number;
}

const requetes = (db: Db, { MissionId, annee }: AnneeDeMandat) => {
  const [du, au] = [`${annee}-01-01`, `${annee}-12-31`];
  const duMandat = sql`${mandatDe(sql`d."AppartementId"`)} = ${MissionId}`;
  // A sum called while the dwelling had no mandate counts for its present mandate: the owner declares this sum too.
  const appele = sql`(e.mandat = ${MissionId} OR (e.mandat < 0 AND ${duMandat}))`;
  // A payment by the agency belongs to the mandate whose account paid it, even when the dwelling has left this
  // mandate. It belongs to the year of the payment. A payment taken back in a later year is subtracted from that
  // year. A deposit handed to the next manager is no expense.
  const paiements = sql`(SELECT ${jourDuFait(sql`o`)} AS date, ${jourDuFait(sql`s`)} AS "reprisLe", l.debit - l.credit AS montant, ${depenseDe(sql`o.cle`)} AS depense
    FROM ${lignes} l CROSS JOIN ${ecritures} o ON o.id = l."EcritureId" AND o.journal = 'DEP' AND o."annuleId" IS NULL
    LEFT JOIN ${ecritures} s ON s."annuleId" = o.id
    WHERE l.mandat = ${MissionId} AND l.genre = '4670' AND ${depenseDe(sql`o.cle`)} NOT IN (SELECT r.value ->> 'IntendanceId'
      FROM "FinDeMandat" f, json_each(f.remise) r WHERE f."MissionId" = ${MissionId}) AND coalesce(substr(${jourDuFait(sql`s`)}, 1, 4), '') <> substr(${jourDuFait(sql`o`)}, 1, 4))`;
  const payeeSansEcriture = sql`d.nature = 'depense' AND d.regle AND coalesce(d.montant, 0) > 0
    AND NOT EXISTS (SELECT 1 FROM ${ecritures} o WHERE ${paiementDeDepense(sql`d.id`)})
    AND ${mandatDe(sql`d."AppartementId"`)} = ${MissionId}`;
  return {
    mission: db.all<{ numRegistre: string | null }>(
      sql`SELECT ${numeroInscrit} AS "numRegistre" FROM ${missions} m WHERE m.id = ${MissionId} AND m.type = 'gestion'`,
    ),
    termes: conditionsDes(db, sql`(${MissionId})`),
    mandants: db.all<Personne & { id: number; present: number }>(sql`
      SELECT c.id, c.titre, c.nom, c.prenom, c.qualite,
        EXISTS (SELECT 1 FROM "MissionClient" l WHERE l."MissionId" = ${MissionId} AND l."ClientId" = c.id) AS present
      FROM "Client" c WHERE c.id IN (SELECT "ClientId" FROM "MissionClient" WHERE "MissionId" = ${MissionId}
        UNION SELECT p."ClientId" FROM "PartMandat" p JOIN "ConditionsMandat" t ON t.id = p."ConditionsMandatId"
          WHERE t."MissionId" = ${MissionId}) ORDER BY c.id`),
    lots: db.all<LotLu>(sql`
      SELECT a.id AS "AppartementId", a.adresse, a.etage, ${loueMeuble(sql`a.id`, au)} AS meuble
      FROM "Appartement" a WHERE a.id IN (SELECT "AppartementId" FROM "MissionAppartement" WHERE "MissionId" = ${MissionId}
        UNION SELECT d."AppartementId" FROM "Echeance" e JOIN "Dossier" d ON d.id = e."DossierId" WHERE e.mandat = ${MissionId}
        UNION SELECT d."AppartementId" FROM ${paiements} fait JOIN "Intendance" d ON d.id = fait.depense)
      ORDER BY a.id`),
    recettes: db.all<RecetteLue>(sql`
      SELECT * FROM (
        SELECT iif(rendu.oui, ${RENDU_LE}, ${ENCAISSE_LE}) AS date, ${PARTAGE_LE} AS "partageLe", d."AppartementId", coalesce(d.meuble, 0) AS meuble, e.nature, e.mois, r.payeur, t.titre, t.nom, t.prenom, sum(iif(rendu.oui, ${RENDU}, i.montant - ${RENDU})) AS montant,
          min(e.id) AS rang, max(q."tauxTva") AS "tauxTva", d.id AS "DossierId", r.id AS "ReglementId", ${avanceReprise(sql`r`)} AS reprise, d."typeBail", d."regimeTva",
          iif(e.nature = 'assurance' AND e."QuitanceId" IS NOT NULL, ${assurancesDe(sql`d.id`)}, NULL) AS assurances
        FROM "Echeance" e JOIN ${imputations} i ON i."EcheanceId" = e.id
        JOIN ${reglements} r ON r.id = i."ReglementId" AND r.mode IS NOT 'abandon'
        LEFT JOIN ${ecritures} o ON o.id = i."EcritureId"
        JOIN (SELECT false AS oui UNION ALL SELECT true) rendu ON NOT rendu.oui OR (i.montant > 0 AND o.journal = 'OD')
        JOIN "Dossier" d ON d.id = e."DossierId" JOIN "Locataire" t ON t.id = d."LocataireId"
        LEFT JOIN "Quitance" q ON q.id = e."QuitanceId"
        WHERE ${appele} GROUP BY 1, 2, d.id, e.nature, e.mois, r.id, e.nature = 'assurance' AND e."QuitanceId" IS NOT NULL)
      WHERE montant <> 0 AND date BETWEEN ${du} AND ${au} ORDER BY date, rang`),
    depenses: db.all<Lu<DepenseFiscale>>(sql`
      SELECT *, ${loueMeuble(sql`payee."AppartementId"`, sql`payee.date`)} AS meuble FROM (
        SELECT fait.date, fait."partageLe", d."AppartementId", d."natureFiscale" AS nature, coalesce(f.nom, '') AS fournisseur,
          iif(fait.montant < 0 AND d.montant > 0, 'Paiement annulé : ', '') || coalesce(d.intitule, '') AS libelle, fait.montant,
          coalesce(d."tauxRecuperable", 0) AS "tauxRecuperable"
        FROM (SELECT date, date AS "partageLe", montant, depense FROM ${paiements}
          UNION ALL SELECT "reprisLe", date, -montant, depense FROM ${paiements} WHERE "reprisLe" IS NOT NULL
          UNION ALL SELECT d.date, d.date, d.montant, d.id FROM "Intendance" d WHERE ${payeeSansEcriture}) fait
        JOIN "Intendance" d ON d.id = fait.depense LEFT JOIN "Fournisseur" f ON f.id = d."FournisseurId") payee
      WHERE date BETWEEN ${du} AND ${au} ORDER BY date, montant`),
    sansDate: db.all<{ nombre: number }>(sql`
      SELECT count(*) AS nombre FROM "Intendance" d WHERE ${payeeSansEcriture} AND d.date IS NULL`),
    sansLigne: db.all<{ montant: number }>(sql`
      SELECT coalesce(sum(l.credit - l.debit), 0) AS montant FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
      JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id) AND o.cle LIKE 'ligne % mandat %'
      WHERE l.genre = '4670' AND l.mandat = ${MissionId} AND ${jourDuFait(sql`e`)} BETWEEN ${du} AND ${au}`),
    frais: db.all<FraisLus>(sql`
      SELECT p.date, p.libelle, p.montant, c.au, coalesce(
        (SELECT nullif(json_group_array(json(fait.value)), '[]') FROM json_each(c.contenu, '$.honorairesPris') fait
          WHERE p.prelevee AND (fait.value ->> 'ttc' < 0) = (p.montant < 0)),
        (SELECT json_group_array(json(fait.value)) FROM json_each(c.contenu, '$.detailHonoraires') h, json_each(h.value, '$.faits') fait
          WHERE (h.value ->> 'ttc' < 0) = (p.montant < 0))) AS faits,
        (SELECT json_group_array(json_object('jour', recu.jour, 'AppartementId', recu.logement, 'ttc', recu.montant / 100.0)) FROM (
          SELECT ${jourDuFait(sql`o`)} AS jour, d."AppartementId" AS logement, sum(t.credit - t.debit) AS montant
          FROM ${comptesRendusLignes} x JOIN ${lignes} t ON t.id = x."LigneId" AND t.genre = '4670' AND t.nature IN ${NATURES_A_HONORAIRES}
          JOIN ${ecritures} s ON s.id = t."EcritureId" JOIN ${ecritures} o ON o.id = coalesce(s."annuleId", s.id)
          JOIN "Dossier" d ON d.id = s."DossierId" WHERE x."CompteRenduId" = c.id GROUP BY 1, 2) recu
          WHERE (recu.montant < 0) = (p.montant < 0)) AS recus
      FROM (
        SELECT ${jourDuFait(sql`e`)} AS date, e.piece AS libelle, l.debit - l.credit AS montant, dite."CompteRenduId", 1 AS prelevee
          FROM ${lignes} l CROSS JOIN ${ecritures} e ON e.id = l."EcritureId" AND e.journal = 'HON'
          JOIN ${comptesRendusLignes} dite ON dite."LigneId" = l.id WHERE l.mandat = ${MissionId} AND l.genre = '4670'
        UNION ALL SELECT r.date, f.numero, r.montant, f."CompteRenduId", 0 FROM ${reglementsHonoraires} r
          JOIN ${facturesHonoraires} f ON f.id = r."FactureHonorairesId" AND f."MissionId" = ${MissionId} WHERE r."annuleLe" IS NULL) p
      JOIN ${comptesRendus} c ON c.id = p."CompteRenduId"
      WHERE p.date BETWEEN ${du} AND ${au} ORDER BY p.date, p.libelle`),
  };
};

/**
 * The figures that help the owners of a mandate to declare a year (cloture/README §12.19).
 * @throws NotFound when there is no such mandate of management; Invalid for a year before 2000 or after 2199.
 */
export async function lireAideFiscale(
  { db }: Pick<Contexte, "db">,
  quoi: AnneeDeMandat,
): Promise<AideFiscale> {
  if (quoi.annee < 2000 || quoi.annee > 2199) {
    throw new Invalid({ annee: "Une année est attendue." });
  }
  const faits = await db.read(requetes(db, quoi));
  if (!faits.mission[0]) throw new NotFound();
  const presents = faits.mandants.filter(({ present }) => present === 1).map(({ id }) => id);
  const partsLe = (jour: Jour) => partsDuFait(faits.termes, jour, presents);
  const [du, au] = [`${quoi.annee}-01-01`, `${quoi.annee}-12-31`];
  const changements = faits.termes
    .map(({ depuis }) => depuis)
    .filter((depuis) => depuis > du && depuis <= au);
  const [reprises, encaissees] = [1, 0].map((reprise) =>
    faits.recettes.filter((recette) => recette.reprise === reprise),
  );
  const recettes = (encaissees ?? []).flatMap(recettesFiscales);
  const depenses = faits.depenses.map((depense) => ({ ...depense, meuble: depense.meuble === 1 }));
  const frais = faits.frais.flatMap((paye) => fraisParFait(paye, partsLe));
  // The owners of the latest shares come first, in their order. Owners of earlier years come last: a rent taken back
  // this year, or fees paid this year, may still concern them.
  const partages = [...recettes, ...depenses, ...frais].map(
    ({ date, partageLe = date }) => partageLe,
  );
  const nommes = new Set(
    [...changements, du, ...partages].flatMap(
      (jour) =>
        partsLe(jour)?.flatMap(({ ClientId, num }) => (num === 0 ? [] : [ClientId])) ?? presents,
    ),
  );
  const mouvements = [...recettes.filter(({ nature }) => !tenuePourLui(nature)), ...depenses];
  return aideFiscale({
    annee: quoi.annee,
    lots: faits.lots.flatMap(({ AppartementId, ...lot }) =>
      [false, true]
        .filter(
          (meuble) =>
            meuble === (lot.meuble === 1) ||
            mouvements.some(
              (mouvement) =>
                mouvement.AppartementId === AppartementId && mouvement.meuble === meuble,
            ),
        )
        .map((meuble) => ({ AppartementId, nom: nomAppartement(lot), meuble })),
    ),
    recettes,
    depenses,
    sansDate: faits.sansDate[0]?.nombre ?? 0,
    avancesReprises: (reprises ?? []).reduce((total, { montant }) => total + montant, 0),
    sansLigne: faits.sansLigne[0]?.montant ?? 0,
    frais,
    mandants: [...nommes]
      .flatMap((id) => faits.mandants.filter((mandant) => mandant.id === id))
      .map((mandant) => ({
        ClientId: mandant.id,
        nom: nomComplet(mandant),
        morale: estMorale(mandant),
      })),
    partsLe,
  });
}

/**
 * Splits paid fees between dwellings and days, by the items invoiced (`faits`). An item without a dwelling is split
 * in proportion to the sums received for each dwelling under the same shares. Without items, the fees are split by
 * the sums received; without these, the fees go to the last day of the account.
 */
function fraisParFait(
  { faits, recus, au, montant, ...frais }: FraisLus,
  partsLe: (jour: Jour) => readonly Part[] | null,
): FraisFiscal[] {
  const [factures, recettes] = [faits, recus].map((json) =>
    (JSON.parse(json) as FaitRendu[]).map(({ ttc, ...fait }) => ({
      ...fait,
      base: enCentimes(Math.abs(ttc)),
    })),
  ) as [FaitFacture[], FaitFacture[]];
  const partage = (jour: Jour) => JSON.stringify(partsLe(jour));
  const parLogement = (fait: FaitFacture): FaitFacture[] => {
    const memes = recettes.filter(({ jour }) => partage(jour) === partage(fait.jour));
    if (fait.AppartementId !== undefined || memes.length === 0) return [fait];
    const bases = repartir(
      fait.base,
      memes.map(({ base }) => base),
    );
    return memes.map((recette, rang) => ({ ...recette, base: bases[rang] ?? 0 }));
  };
  const faitsDuPartage = factures.length > 0 ? factures.flatMap(parLogement) : recettes;
  return repartirParFait(
    montant,
    faitsDuPartage.length > 0 ? faitsDuPartage : [{ jour: au, base: 1 }],
    partsLe,
  ).map(({ jour, ...part }) => ({ ...frais, ...part, partageLe: jour }));
}

/**
 * The lines of the declaration for a sum received. A twelfth of an insurance gives two: the premium paid back, and its
 * increase (locataires/README §12.28).
 */
function recettesFiscales({ assurances, ...recette }: RecetteLue): RecetteFiscale[] {
  const rendue = recetteFiscale(recette);
  if (assurances === null) return [rendue];
  const { montant, majoration } = douziemesDuMois(JSON.parse(assurances), recette.mois);
  const revenu = montant === 0 ? 0 : Math.round((rendue.montant * majoration) / montant);
  if (revenu === 0) return [rendue];
  const libelle = rendue.libelle.replace(NATURES_EN_MOTS.assurance, "Majoration de l’assurance");
  return [
    { ...rendue, montant: rendue.montant - revenu },
    { ...rendue, nature: "majoration", libelle, montant: revenu },
  ];
}

const recetteFiscale = ({
  meuble,
  mois,
  titre,
  nom,
  prenom,
  tauxTva,
  DossierId,
  ReglementId,
  typeBail,
  regimeTva,
  reprise: _reprise,
  ...recette
}: Omit<RecetteLue, "assurances">): RecetteFiscale => ({
  ...recette,
  meuble: meuble === 1,
  libelle: `${NATURES_EN_MOTS[recette.nature]} ${moisEnLettres(mois)}, ${nomComplet({ titre, nom, prenom })}`,
  tauxTva: tauxTva ?? tauxTvaDuLoyer({ typeBail, regimeTva }),
  ensemble: `${recette.date} ${DossierId} ${mois} ${ReglementId}`,
});

/**
 * The figures of {@link lireAideFiscale}, with what its paper prints.
 * @throws as {@link lireAideFiscale}
 */
export async function chargerAideFiscale(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  quoi: AnneeDeMandat,
): Promise<DonneesAideFiscale> {
  const { db } = ctx;
  const [aide, reglages, [mission]] = await Promise.all([
    lireAideFiscale(ctx, quoi),
    lireReglages(db),
    db.all<{ numRegistre: string | null }>(
      sql`SELECT ${numeroInscrit} AS "numRegistre" FROM ${missions} m WHERE m.id = ${quoi.MissionId}`,
    ),
  ]);
  return {
    aide,
    mandat: numeroDuMandat(mission?.numRegistre ?? null),
    emission: ctx.today,
    ...(await papierDe(ctx, reglages)),
  };
}
