import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { type Jour, type Mois, moisDe, premierJour } from "#domain/dates.ts";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import { tauxTvaDuLoyer } from "#domain/gerance/cloture/tva-des-loyers.ts";
import { horsMandat } from "#domain/gerance/mandats/fin-de-mandat.ts";
import {
  avertissementsDArret,
  type EnvoiDeDemande,
} from "#domain/gerance/revisions/acheminement.ts";
import { loyerDuMois, type SegmentDeLoyer } from "#domain/gerance/revisions/loyer-du-mois.ts";
import { enLignes } from "#domain/gerance/revisions/loyers.ts";
import { enCentimes } from "#domain/montants.ts";
import type { CourrielEnAttente } from "#domain/quittances/courriel.ts";
import { echeance } from "#domain/quittances/echeance.ts";
import {
  avertissementsPeriode,
  refusPeriode,
  refusQuittanceManuelle,
} from "#domain/quittances/emission.ts";
import {
  type MontantsDuMois,
  montantsDuMois,
  partiSansConge,
} from "#domain/quittances/jours-de-loyer.ts";
import type { LotGenere } from "#domain/quittances/lot-a-generer.ts";
import type { Db } from "#worker/db/client.ts";
import { contactDAbord, dateRelocation, selected } from "#worker/db/conditions.ts";
import { quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { loyersDe } from "#worker/db/loyers.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { loyersHistoriques, revisions } from "#worker/db/schema/revisions.ts";
import { appartements, dossiers, proprietes } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { genresDe, preparerEnvois } from "#worker/operations/courriels/outbox.ts";
import { finDuMandat, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { douziemesDe } from "#worker/operations/gerance/locataires/assurances-pour-compte.ts";
import { consommerAvances } from "#worker/operations/gerance/locataires/avances.ts";
import { appelerQuittances } from "#worker/operations/gerance/locataires/quittancement.ts";
import { courrielDe } from "#worker/operations/gerance/revisions/faits-de-revision.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { contenuQuittance } from "./contenu-quittance.ts";

/** The automatic receipt of a dossier for a month. */
export interface Demande {
  DossierId: number;
  mois: Mois;
}

export interface QuittanceGeneree {
  id: number;
  numero: string;
  DossierId: number;
  mois: Mois;
  /** False when the receipt was already there. */
  nouvelle: boolean;
  /** The mail of the new receipt in the outbox, to be queued while it waits; null when there is none. */
  courriel: CourrielEnAttente | null;
}

/** Reasons for no automatic receipt of the month; `a_verifier` and `annulee` stop the daily run only. */
const MOTIFS = {
  introuvable: "Ce dossier n’existe pas.",
  hors_bail: "Le bail ne couvre aucun jour de ce mois.",
  a_verifier: "Le locataire est parti sans congé noté.",
  annulee: "La quittance de ce mois a été annulée.",
  mandat_termine: "Le mandat de ce logement est terminé : rien n’est plus appelé ici.",
};

export type Generation = Demande &
  ({ quitance: QuittanceGeneree; refus: null } | { quitance: null; refus: keyof typeof MOTIFS });

/** `today` is the day of issue; without a `user`, the author is the daily run. */
type Appel = Pick<Contexte, "db" | "today" | "user">;

/**
 * Makes the automatic receipt of each dossier and month, with its number, its mail and its history, unless it exists
 * already (quittances/README §2.4). It takes a few round trips whatever the count; calling it again, or several times
 * at once, changes nothing. Amounts come from the dossier as it is now.
 * @returns one entry per demand, repeated demands left out. A dossier has a `refus` when it does not exist, its lease
 * covers no day of the month, or its mandate ended; for the daily run, also when its receipt of the month was
 * cancelled, or when its tenant left and no notice was noted.
 */
export async function genererQuittances(
  ctx: Appel,
  demandes: readonly Demande[],
): Promise<Generation[]> {
  const uniques = [...new Map(demandes.map((demande) => [cle(demande), demande])).values()];
  if (uniques.length === 0) return [];
  return onWhatIsRead(() => generer(ctx, uniques));
}

async function generer(ctx: Appel, uniques: readonly Demande[]): Promise<Generation[]> {
  const { db, today, user } = ctx;
  const trouves = await lireDossiers(db, [...new Set(uniques.map(({ DossierId }) => DossierId))]);
  const aVerifier = new Set<string>();
  const lignes = uniques.flatMap((demande) => {
    const dossier = trouves.get(demande.DossierId);
    const montants = dossier && montantsDuMois(dossier, demande.mois);
    if (!montants || horsMandat(premierJour(demande.mois), dossier.finDuMandat)) return [];
    if (user !== null || !partiSansConge(dossier, montants.fin))
      return [
        ligne(
          dossier,
          { ...montants, detail: detailDe(dossier, montants) },
          { automatique: true, today },
        ),
      ];
    aVerifier.add(cle(demande));
    return [];
  });
  const demandees = new Set(lignes.map(cle));
  const generees = new Map<string, QuittanceGeneree>();
  if (lignes.length > 0) {
    for (const quitance of await inserer(ctx, lignes)) generees.set(cle(quitance), quitance);
  }
  return uniques.map((demande) => {
    const quitance = generees.get(cle(demande));
    if (quitance) return { ...demande, quitance, refus: null };
    if (!trouves.has(demande.DossierId))
      return { ...demande, quitance: null, refus: "introuvable" };
    if (aVerifier.has(cle(demande))) return { ...demande, quitance: null, refus: "a_verifier" };
    const termine = trouves.get(demande.DossierId)?.finDuMandat ?? null;
    if (horsMandat(premierJour(demande.mois), termine))
      return { ...demande, quitance: null, refus: "mandat_termine" };
    const refus = demandees.has(cle(demande)) ? "annulee" : "hors_bail";
    return { ...demande, quitance: null, refus };
  });
}

/** A receipt that a person asked for, with its warnings to staff. */
export interface QuittanceDemandee extends QuittanceGeneree {
  avertissements: string[];
}

/**
 * The automatic receipt of one dossier for a month, new or already there.
 * @throws NotFound when the dossier does not exist; Invalid on `date` when its lease covers no day of the month, its
 * mandate ended, or the month is out of bounds.
 */
export async function genererQuittance(
  ctx: Appel,
  { DossierId, mois }: Demande,
): Promise<QuittanceDemandee> {
  exiger(refusPeriode({ date: premierJour(mois) }, ctx.today));
  const [generation] = await genererQuittances(ctx, [{ DossierId, mois }]);
  if (generation?.quitance) return avertir(ctx, generation.quitance);
  if (generation?.refus === "introuvable") throw new NotFound(MOTIFS.introuvable);
  throw new Invalid({ date: MOTIFS[generation?.refus ?? "hors_bail"] });
}

/**
 * The automatic receipts of several dossiers for a month, asked for by a person. Each dossier gets a new receipt, the
 * one that exists already, or the reason why it has none. A new receipt that bills a revision never sent has a
 * warning. A second call makes nothing twice.
 * @throws Invalid on `date` when the month is out of bounds.
 */
export async function genererLot(
  ctx: Appel,
  { DossierIds, mois }: { DossierIds: readonly number[]; mois: Mois },
): Promise<LotGenere> {
  exiger(refusPeriode({ date: premierJour(mois) }, ctx.today));
  const demandes = DossierIds.map((DossierId) => ({ DossierId, mois }));
  const lot: LotGenere = { faites: [], refusees: [] };
  const generations = await genererQuittances(ctx, demandes);
  const nouvelles = generations.flatMap(({ quitance }) =>
    quitance?.nouvelle ? [quitance.id] : [],
  );
  const envois = await lireEnvois(ctx.db, nouvelles);
  for (const { DossierId, quitance, refus } of generations) {
    if (quitance) {
      const { id, numero, nouvelle, courriel } = quitance;
      const avertissements = avertissementsDArret(envois.get(id) ?? null);
      lot.faites.push({ id, numero, DossierId, nouvelle, courriel, avertissements });
    } else lot.refusees.push({ DossierId, motif: MOTIFS[refus] });
  }
  return lot;
}

/**
 * A receipt of any period, with the amounts given; each call makes one more (quittances/README §2.4).
 * @param date and `dateFin`: first and last day of the period, both included.
 * @param prixHC and `charge`: euros for the whole period.
 * @throws NotFound without the dossier; Invalid without a sum, or for a period out of bounds or after the mandate.
 */
export async function genererQuittanceManuelle(
  ctx: Appel,
  {
    DossierId,
    date,
    dateFin,
    prixHC,
    charge,
  }: { DossierId: number; date: Jour; dateFin: Jour; prixHC: number; charge: number },
): Promise<QuittanceDemandee> {
  const { db, today } = ctx;
  exiger(refusQuittanceManuelle({ date, dateFin, prixHC, charge }, today));
  const montants = { debut: date, fin: dateFin, loyerHC: prixHC, charge, detail: null };
  const [quitance] = await onWhatIsRead(async () => {
    const dossier = (await lireDossiers(db, [DossierId])).get(DossierId);
    if (!dossier) throw new NotFound(MOTIFS.introuvable);
    if (horsMandat(date, dossier.finDuMandat)) throw new Invalid({ date: MOTIFS.mandat_termine });
    return inserer(ctx, [ligne(dossier, montants, { automatique: false, today })]);
  });
  if (!quitance) throw new NotFound(MOTIFS.introuvable);
  return avertir(ctx, quitance);
}

/** @throws Invalid when a field is refused. */
function exiger(refus: Record<string, string>): void {
  if (Object.keys(refus).length > 0) throw new Invalid(refus);
}

async function avertir(
  { db, today }: Appel,
  quitance: QuittanceGeneree,
): Promise<QuittanceDemandee> {
  if (!quitance.nouvelle) return { ...quitance, avertissements: [] };
  const [parDossier, envois, rows] = await Promise.all([
    lireDossiers(db, [quitance.DossierId]),
    lireEnvois(db, [quitance.id]),
    db
      .select({
        id: quitances.id,
        numero: quitances.numero,
        date: quitances.date,
        dateFin: quitances.dateFin,
        automatique: quitances.automatique,
        RevisionId: quitances.RevisionId,
        emission: quitances.emission,
      })
      .from(quitances)
      .where(sql`${quitances.DossierId} = ${quitance.DossierId} AND ${quittanceComptee}`)
      .orderBy(quitances.date),
  ]);
  const dossier = parDossier.get(quitance.DossierId);
  const faite = rows.find(({ id }) => id === quitance.id);
  const autresQuittances = rows.filter(({ id }) => id !== quitance.id);
  const avertissements =
    dossier && faite ? avertissementsPeriode(faite, dossier, autresQuittances, today) : [];
  const envoi = envois.get(quitance.id) ?? null;
  return { ...quitance, avertissements: [...avertissements, ...avertissementsDArret(envoi)] };
}

/**
 * The channel, posting day and mail of the request for the last revision that each automatic receipt bills, by the
 * identifier of the receipt.
 */
async function lireEnvois(db: Db, ids: readonly number[]): Promise<Map<number, EnvoiDeDemande>> {
  if (ids.length === 0) return new Map();
  const envois = await db.all<EnvoiDeDemande & { id: number }>(sql`
    SELECT q.id, r.canal, r."posteeLe", ${courrielDe(sql`r`)} AS courriel
    FROM json_each(${JSON.stringify(ids)}) faite JOIN ${quitances} q ON q.id = faite.value AND q.automatique
    JOIN ${loyersHistoriques} l ON l.id = (SELECT dernier.id FROM ${loyersHistoriques} dernier
      WHERE dernier."DossierId" = q."DossierId" AND dernier."annuleLe" IS NULL AND dernier.depuis <= q."dateFin"
      ORDER BY dernier.depuis DESC, dernier.id DESC LIMIT 1)
    JOIN ${revisions} r ON r.id = l."RevisionId"`);
  return new Map(envois.map(({ id, ...envoi }) => [id, envoi]));
}

const cle = ({ DossierId, mois }: Demande) => `${DossierId} ${mois}`;

type DossierLu = Awaited<ReturnType<typeof lireDossiers>> extends Map<number, infer D> ? D : never;

/**
 * The owner named on the receipt: the contact of the apartment if he may let it, else the first owner who may, in the
 * order of `bailleursDe()`.
 */
const premierProprietaire = sql`(
  SELECT ${proprietes.ClientId} FROM ${proprietes}
  JOIN ${appartements} ON ${appartements.id} = ${proprietes.AppartementId}
  WHERE ${proprietes.AppartementId} = ${dossiers.AppartementId} AND ${proprietes.droit} <> 'nue_propriete'
  ORDER BY ${contactDAbord(proprietes.ClientId)} LIMIT 1)`;

const sonMandat = mandatDe(sql`${dossiers.AppartementId}`);

export async function lireDossiers(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({
      id: dossiers.id,
      version: dossiers.version,
      AppartementId: dossiers.AppartementId,
      LocataireId: dossiers.LocataireId,
      ClientId: selected<number | null>(premierProprietaire),
      dateDebutBail: dossiers.dateDebutBail,
      dateFinBail: dossiers.dateFinBail,
      dateDebutPreavis: dossiers.dateDebutPreavis,
      dateFinPreavis: dossiers.dateFinPreavis,
      dateSortie: dossiers.dateSortie,
      dateRelocation: selected<Jour | null>(dateRelocation),
      jourQuitance: dossiers.jourQuitance,
      loyers: loyersDe,
      douziemes: douziemesDe,
      typeBail: dossiers.typeBail,
      regimeTva: dossiers.regimeTva,
      mandat: selected<number>(sonMandat),
      finDuMandat: selected<Jour | null>(finDuMandat(sonMandat)),
    })
    .from(dossiers)
    .where(sql`${dossiers.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The rents of a month with their days; null when the month has one rent. */
function detailDe({ loyers }: DossierLu, periode: MontantsDuMois): SegmentDeLoyer[] | null {
  const { segments } = loyerDuMois(enLignes(loyers), periode);
  return segments.length > 1 ? segments : null;
}

/** A row of `Quitance` to insert: its amounts in cents, as they are stored. */
export function ligne(
  dossier: DossierLu,
  montants: Pick<MontantsDuMois, "debut" | "fin" | "loyerHC" | "charge"> & {
    detail: SegmentDeLoyer[] | null;
  },
  { automatique, today }: { automatique: boolean; today: Jour },
) {
  const mois = moisDe(montants.debut);
  return {
    DossierId: dossier.id,
    version: dossier.version,
    AppartementId: dossier.AppartementId,
    LocataireId: dossier.LocataireId,
    ClientId: dossier.ClientId,
    mois,
    date: montants.debut,
    dateFin: montants.fin,
    echeance: echeance(montants.debut, dossier.jourQuitance),
    emission: today,
    loyerHC: enCentimes(montants.loyerHC),
    charge: enCentimes(montants.charge),
    assurance: automatique ? enCentimes(dossier.douziemes[mois] ?? 0) : 0,
    detail: montants.detail && JSON.stringify(montants.detail),
    tauxTva: tauxTvaDuLoyer(dossier),
    automatique: Number(automatique),
    uuid: randomBytes(16).toString("hex"),
    mandat: dossier.mandat,
    finDuMandat: dossier.finDuMandat,
  };
}

type Ligne = ReturnType<typeof ligne>;

/** The condition that the leases of these rows are as they were read, with the same owner and the same mandate. */
const memesDossiers = (json: string) => sql`NOT EXISTS (
  SELECT 1 FROM json_each(${json}) demande LEFT JOIN ${dossiers} ON ${dossiers.id} = ${champ("DossierId")}
  WHERE ${dossiers.version} IS NOT ${champ("version")} OR ${sonMandat} IS NOT ${champ("mandat")}
    OR ${finDuMandat(sonMandat)} IS NOT ${champ("finDuMandat")} OR ${premierProprietaire} IS NOT ${champ("ClientId")})`;

/**
 * Inserts the missing receipts and the sums that they call for (`Echeance`), in one write transaction. The receipts
 * are numbered without a gap within the year of the month: nothing can come between the reading of the highest number
 * and the numbers given.
 */
async function inserer(ctx: Appel, lignes: readonly Ligne[]): Promise<QuittanceGeneree[]> {
  const { generees } = await ctx.db.write(ecrituresDeQuittances(ctx, lignes));
  return consommerPour(ctx, lignes, generees);
}

/**
 * Spends the advances of the dossiers of these receipts, once the receipts are written. Receipts that existed already
 * are included, in case an earlier run was cut short.
 */
export async function consommerPour(
  { db, today, user }: Appel,
  lignes: readonly Ligne[],
  lues: readonly GenereeLue[],
): Promise<QuittanceGeneree[]> {
  const DossierIds = lues.map(({ DossierId }) => DossierId);
  const { courriels: suite } = await consommerAvances({ db, today, user }, DossierIds);
  return faites(suite.length === 0 ? lues : await lireGenerees(db, lignes));
}

/** The query for the receipts of these rows, to run once they are written. */
export const lireGenerees = (db: Db, lignes: readonly Ligne[]) =>
  db.all<GenereeLue>(generees(JSON.stringify(lignes)));

/**
 * The statements that insert the missing receipts of these rows, with the sums that they call for (`Echeance`); the
 * first one makes the whole write fail when a dossier changed.
 * @param RevisionId the revision whose rent these receipts complete in months already billed
 */
export function ecrituresDeQuittances(
  { db, today, user }: Appel,
  lignes: readonly Ligne[],
  RevisionId: SQL = sql`NULL`,
) {
  const json = JSON.stringify(lignes);
  const nouvelles = sql`"Quitance".uuid IN (SELECT value ->> 'uuid' FROM json_each(${json}))`;
  return {
    memesDossiers: provided(db, memesDossiers(json)),
    quittances: db.run(sql`
      INSERT INTO ${quitances} (numero, "DossierId", "AppartementId", "LocataireId", "ClientId", date, "dateFin",
        echeance, emission, "loyerHC", charge, assurance, detail, "tauxTva", automatique, uuid, "RevisionId")
      SELECT
        printf('%s-%06d', annee, row_number() OVER (PARTITION BY annee ORDER BY ordre) + coalesce(
          (SELECT max(deja.rang) FROM ${quitances} deja WHERE deja.exercice = annee), 0)),
        "DossierId", "AppartementId", "LocataireId", "ClientId", date, "dateFin",
        echeance, emission, "loyerHC", charge, assurance, detail, "tauxTva", automatique, uuid, ${RevisionId}
      FROM (SELECT demande.key AS ordre, substr(${champ("mois")}, 1, 4) AS annee, ${champ("mois")} AS mois,
        ${champ("DossierId")} AS "DossierId", ${champ("AppartementId")} AS "AppartementId",
        ${champ("LocataireId")} AS "LocataireId", ${champ("ClientId")} AS "ClientId",
        ${champ("date")} AS date, ${champ("dateFin")} AS "dateFin", ${champ("echeance")} AS echeance,
        ${champ("emission")} AS emission, ${champ("loyerHC")} AS "loyerHC", ${champ("charge")} AS charge,
        ${champ("assurance")} AS assurance, ${champ("detail")} AS detail,
        ${champ("tauxTva")} AS "tauxTva", ${champ("automatique")} AS automatique, ${champ("uuid")} AS uuid
        FROM json_each(${json}) demande) nouvelle
      WHERE automatique = 0 OR NOT EXISTS (
        SELECT 1 FROM ${quitances} deja WHERE deja."DossierId" = nouvelle."DossierId"
          AND deja.mois = nouvelle.mois AND deja.automatique = 1
          ${user === null ? sql`` : sql`AND deja."annuleeLe" IS NULL`})`),
    courrielsDeQuittances: preparerEnvois(db, nouvelles, { occasion: "emission", user }),
    quittancesDites: trace(db, {
      entite: "Quitance",
      entiteId: sql`(SELECT id FROM ${quitances} WHERE ${nouvelles} ORDER BY id)`,
      etat: "Générée",
      user,
      details: contenuQuittance(),
    }),
    ...appelerQuittances(db, lignes, { today, user }),
    generees: lireGenerees(db, lignes),
  };
}

type GenereeLue = Omit<QuittanceGeneree, "nouvelle" | "courriel"> & {
  nouvelle: number;
  courriel: string | null;
};

const champ = (nom: keyof Ligne) => sql.raw(`demande.value ->> '${nom}'`);

/** The receipts of these rows, new or already there, each with its waiting mail. */
const generees = (json: string) => sql`
      SELECT q.id, q.numero, q."DossierId", q.mois, q.uuid = ${champ("uuid")} AS nouvelle,
        (SELECT json_object('id', c.id, 'genre', c.genre, 'partLe', c."partLe") FROM ${courriels} c
         WHERE c."QuitanceId" = q.id AND c.etat = 'a_envoyer'
           AND (c.genre IN (SELECT value FROM ${genresDe("emission")})
             OR c.genre IN (SELECT value FROM ${genresDe("changement")})) LIMIT 1) AS courriel
      FROM json_each(${json}) demande JOIN ${quitances} q ON q.uuid = ${champ("uuid")} OR (
        ${champ("automatique")} = 1 AND q."DossierId" = ${champ("DossierId")}
        AND q.mois = ${champ("mois")} AND q.automatique = 1 AND q."annuleeLe" IS NULL)
      ORDER BY demande.key`;

const faites = (rows: readonly GenereeLue[]): QuittanceGeneree[] =>
  rows.map((row) => ({
    ...row,
    nouvelle: row.nouvelle === 1,
    courriel: row.courriel === null ? null : JSON.parse(row.courriel),
  }));
