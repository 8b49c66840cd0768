import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { modeCharges, type Regime, regime } from "#domain/bail/bail.ts";
import { duree } from "#domain/bail/duree.ts";
import { indexation, indiceIncomplet, indiceSansEffet } from "#domain/bail/finances.ts";
import { type SerieIrl, trimestreLu } from "#domain/bail/irl.ts";
import { finDuDpe } from "#domain/biens/dpe.ts";
import { ajouterAnnees, aujourdhui, type Jour, type Mois } from "#domain/dates.ts";
import type { AccordDe } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { AccordNote } from "#domain/gerance/revisions/accord.ts";
import {
  anniversairesEntre,
  type DatesDeRevision,
  depuisQuand,
} from "#domain/gerance/revisions/anniversaires.ts";
import type { QuittanceAVenir } from "#domain/gerance/revisions/complement.ts";
import { avisDeClasse, type ClasseDpe } from "#domain/gerance/revisions/gel.ts";
import type { IndiceValeur } from "#domain/gerance/revisions/indices.ts";
import type { LoyerDate } from "#domain/gerance/revisions/loyers.ts";
import type {
  FaitsDeRevision,
  IndiceDeReference,
  ReglagesDeRevision,
  RevisionNotee,
} from "#domain/gerance/revisions/revision.ts";
import { ordre } from "#domain/ordre.ts";
import { nomComplet, type Personne } from "#domain/personnes/personne.ts";
import { finDuLoyer } from "#domain/quittances/jours-de-loyer.ts";
import type { Db } from "#worker/db/client.ts";
import {
  dateRelocation,
  donneesEffacees,
  dossierEnCours,
  selected,
} from "#worker/db/conditions.ts";
import { joursDuBail } from "#worker/db/jours-du-bail.ts";
import { parties } from "#worker/db/parties.ts";
import { history, variables } from "#worker/db/schema/agence.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import {
  accordsRevision,
  indicesValeurs,
  loyersHistoriques,
  revisions,
} from "#worker/db/schema/revisions.ts";
import { appartements, clients, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { dernierMoisFacture } from "#worker/operations/biens/loyers.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { finDeSonMandat, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { indiceARetenir } from "./indices-corriges.ts";

/** A revision of an anniversary, not cancelled. */
export interface RevisionVivante extends RevisionNotee {
  id: number;
  demandeLe: Jour | null;
  annuleeLe: null;
  trimestre: number | null;
  annee: number | null;
  indiceNouveau: number | null;
}

/** The month and day of the revisions of a dossier, `MM-DD`: as agreed on, else as the lease began. */
export const moisEtJourDeRevision = sql`coalesce(${dossiers.jourRevision}, substr(${dossiers.dateDebutBail}, 6))`;

/** The most leases read at once: they stay under the 10 MB of an answer of the database. */
export const BAUX_PAR_LECTURE = 1_000;

/** The owners who may let a dwelling, as JSON, the contact of the dwelling first. */
export const bailleursEcrits = (AppartementId: SQL): SQL => sql`(
  SELECT json_group_array(json_object('id', b.id, 'titre', b.titre, 'nom', b.nom, 'prenom', b.prenom, 'qualite', b.qualite))
  FROM (SELECT c.* FROM "Propriete" p JOIN ${clients} c ON c.id = p."ClientId"
    JOIN ${appartements} logement ON logement.id = p."AppartementId"
    WHERE logement.id = ${AppartementId} AND p.droit <> 'nue_propriete'
    ORDER BY c.id = logement."defaultContact" DESC, c.id) b)`;

/** The owners whose agreement to a revision the mandate of a dwelling asks for (`AccordDe`); null for none. */
export const accordRequis = (AppartementId: SQL, jour: Jour): SQL => sql`(
  CASE WHEN EXISTS (SELECT 1 FROM ${conditionsMandat} WHERE "accordRevision") THEN (
    SELECT iif(c."accordRevision", c."accordDe", NULL) FROM ${conditionsMandat} c
    WHERE c."MissionId" = ${mandatDe(AppartementId)} AND c.depuis <= ${jour}
    ORDER BY c.depuis DESC, c.id DESC LIMIT 1) END)`;

/**
 * The energy classes that a dwelling had before the present one, as JSON, the oldest first, each with the day on
 * which another was noted. They are read only under the setting that gives waived years back; otherwise the list is
 * empty.
 */
const classesPassees = (AppartementId: SQL): SQL => sql`(
  CASE WHEN EXISTS (SELECT 1 FROM ${variables} WHERE nom = 'indiceApresRenonciation' AND trim(valeur) = 'dernier_applique')
    THEN (SELECT json_group_array(json_object('classe', h.details ->> '$.dpeClasse[0]', 'jusqua', substr(h."createdAt", 1, 10)))
      FROM (SELECT * FROM ${history} WHERE entite = 'Appartement' AND "entiteId" = ${AppartementId}
        AND details ->> '$.dpeClasse[0]' IS NOT NULL ORDER BY id) h)
    ELSE '[]' END)`;

/** The state of the mail that asks for the revision of a row; null without one. */
export const courrielDe = (revision: SQL): SQL =>
  sql`(SELECT etat FROM "Courriel" WHERE id = ${revision}."CourrielId")`;

/** The revisions of a dossier that are not cancelled, as JSON, the oldest first; indices in hundredths. */
export const revisionsEcrites = (DossierId: SQL): SQL => sql`(
  SELECT json_group_array(json_object('id', r.id, 'anniversaire', r.anniversaire, 'demandeLe', r."demandeLe",
    'effetLe', r."effetLe", 'annuleeLe', NULL, 'canal', r.canal, 'posteeLe', r."posteeLe", 'courriel', ${courrielDe(sql`r`)}, 'trimestre', r.trimestre, 'annee', r.annee,
    'indiceNouveau', ${indiceARetenir}))
  FROM (SELECT * FROM ${revisions} WHERE "DossierId" = ${DossierId} AND "annuleeLe" IS NULL ORDER BY anniversaire) r)`;

/** The requests to owners about the revisions of a dossier, with their answers, as JSON, the oldest first; cents. */
export const accordsEcrits = (DossierId: SQL): SQL => sql`(
  SELECT json_group_array(json_object('id', o.id, 'ClientId', o."ClientId", 'anniversaire', o.anniversaire, 'loyerApres', o."loyerApres",
    'chargeApres', o."chargeApres", 'demandeLe', o."demandeLe", 'accorde', json(iif(o.accorde IS NULL, 'null', iif(o.accorde, 'true', 'false'))),
    'reponduLe', o."reponduLe")) FROM (SELECT * FROM ${accordsRevision} WHERE "DossierId" = ${DossierId} ORDER BY id) o)`;

/** The receipts of a dossier that are not cancelled and bill today or later days, as JSON, the oldest first; cents. */
export const quittancesAVenir = (DossierId: SQL, today: Jour): SQL => sql`(
  SELECT json_group_array(json_object('id', q.id, 'date', q.date, 'dateFin', q."dateFin",
    'automatique', json(iif(q.automatique, 'true', 'false')), 'RevisionId', q."RevisionId", 'loyerHC', q."loyerHC",
    'charge', q.charge)) FROM (SELECT * FROM ${quitances} WHERE "DossierId" = ${DossierId} AND "annuleeLe" IS NULL
    AND date >= ${ajouterAnnees(today, -1)} AND "dateFin" >= ${today} ORDER BY id) q)`;

const lignes = (db: Db, lesquels: SQL, today: Jour) =>
  db
    .select({
      ...joursDuBail,
      id: dossiers.id,
      version: dossiers.version,
      updatedAt: dossiers.updatedAt,
      AppartementId: dossiers.AppartementId,
      createdAt: dossiers.createdAt,
      dateCreationBail: dossiers.dateCreationBail,
      dateRelocation: selected<Jour | null>(dateRelocation),
      motifDureeReduite: dossiers.motifDureeReduite,
      typeBail: dossiers.typeBail,
      chargesMode: dossiers.chargesMode,
      indice: dossiers.indice,
      indiceTrim: dossiers.indiceTrim,
      serieIrl: selected<SerieIrl>(sql`${dossiers.serieIrl}`),
      jourRevision: dossiers.jourRevision,
      derniereRevision: dossiers.derniereRevision,
      dernierIndice: dossiers.dernierIndice,
      dernierTrimestre: dossiers.dernierTrimestre,
      loyerHC: dossiers.loyerHC,
      recherche: locataires.recherche,
      rp: locataires.rp,
      accordEmail: locataires.accordEmail,
      codePostal: appartements.codePostal,
      versionAppartement: appartements.version,
      dpeClasse: appartements.dpeClasse,
      dpeDate: appartements.dpeDate,
      dpeAttestationLe: appartements.dpeAttestationLe,
      classesPassees: selected<string>(classesPassees(sql`${appartements.id}`)),
      bailleurMoral:
        selected<number>(sql`EXISTS (SELECT 1 FROM "Propriete" p JOIN ${clients} c ON c.id = p."ClientId"
        WHERE p."AppartementId" = ${appartements.id} AND p.droit <> 'nue_propriete' AND c.qualite = 'personne_morale')`),
      bailleursEcrits: selected<string>(bailleursEcrits(sql`${appartements.id}`)),
      finDuMandat: selected<Jour | null>(finDeSonMandat(sql`${appartements.id}`)),
      accordRequis: selected<AccordDe | null>(accordRequis(sql`${appartements.id}`, today)),
      accords: selected<string>(accordsEcrits(sql`${dossiers.id}`)),
      loyers:
        selected<string>(sql`(SELECT json_group_array(json_object('id', id, 'depuis', depuis, 'loyerHC', "loyerHC",
          'loyerCharge', "loyerCharge", 'motif', motif, 'rang', rang, 'annuleLe', NULL)) FROM ${loyersHistoriques}
        WHERE "DossierId" = ${dossiers.id} AND "annuleLe" IS NULL ORDER BY id)`),
      revisions: selected<string>(revisionsEcrites(sql`${dossiers.id}`)),
      dernierMois: selected<Mois | null>(dernierMoisFacture(sql`${dossiers.id}`)),
      quittances: selected<string>(quittancesAVenir(sql`${dossiers.id}`, today)),
      ...parties,
    })
    .from(dossiers)
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .where(sql`${lesquels} AND NOT (${donneesEffacees})`)
    .orderBy(dossiers.id)
    .limit(BAUX_PAR_LECTURE);

type Lue = Awaited<ReturnType<typeof lignes>>[number];

/** An owner who may let a dwelling, with his name. */
export interface BailleurLu extends Personne {
  id: number;
}

/** A lease with all that its revisions depend on. */
export interface BailARevoir extends Omit<Lue, "accords" | "loyers" | "revisions"> {
  /** The owners who may let the dwelling, its contact first. */
  bailleurs: BailleurLu[];
  revisions: RevisionVivante[];
  dates: DatesDeRevision;
  /** The facts of one of its anniversaries. */
  faits(anniversaire: Jour): FaitsDeRevision;
}

/**
 * The leases that meet a condition, sorted by tenant, with all that their revisions depend on; one round trip per
 * thousand.
 */
export async function lireBauxARevoir(
  db: Db,
  lesquels: SQL,
  today: Jour,
): Promise<{ baux: BailARevoir[]; indices: IndiceValeur[]; agence: Agence }> {
  const { premiers, indices, reglages } = await db.read({
    premiers: lignes(db, lesquels, today),
    indices: lireIndices(db),
    reglages: lireReglages(db),
  });
  const agence = agenceDe(reglages);
  const bauxLus = [...premiers];
  for (let derniers = premiers; derniers.length === BAUX_PAR_LECTURE; ) {
    const suite = sql`${lesquels} AND ${dossiers.id} > ${derniers.at(-1)?.id ?? 0}`;
    derniers = await lignes(db, suite, today);
    bauxLus.push(...derniers);
  }
  const baux = bauxLus
    .toSorted((bail, autre) => ordre(bail.recherche, autre.recherche) || bail.id - autre.id)
    .map((bail) => bailARevoir(bail, { indices, agence }));
  return { baux, indices, agence };
}

/** The series of the indices of the leases that run. */
export const lireSeriesEmployees = (db: Db, today: Jour) =>
  db.selectDistinct({ serie: dossiers.serieIrl }).from(dossiers).where(dossierEnCours(today));

/** A lease without a series uses the index of metropolitan France. */
export const seriesDe = (lues: readonly { serie: SerieIrl | null }[]): SerieIrl[] =>
  lues.map(({ serie }) => serie ?? "IRL");

/** The indices that count today, without the values that were corrected; the oldest first. */
export const lireIndices = (db: Db) =>
  db
    .select({
      serie: indicesValeurs.serie,
      annee: indicesValeurs.annee,
      trimestre: indicesValeurs.trimestre,
      valeur: indicesValeurs.valeur,
    })
    .from(indicesValeurs)
    .where(isNull(indicesValeurs.remplaceLe))
    .orderBy(indicesValeurs.annee, indicesValeurs.trimestre, indicesValeurs.serie);

const reglagesDe = (agence: Agence): ReglagesDeRevision => ({
  indiceApresRenonciation: agence.indiceApresRenonciation,
  baisseIndice: agence.baisseIndice,
  attestationLeveGel: agence.attestationLeveGel,
  choixEffet: "premier_du_mois",
});

/** The columns of a lease from which its revisions follow. */
export type BailLu = Pick<
  Lue,
  | keyof typeof joursDuBail
  | "accordRequis"
  | "accords"
  | "bailleursEcrits"
  | "chargesMode"
  | "codePostal"
  | "createdAt"
  | "dateCreationBail"
  | "dateRelocation"
  | "derniereRevision"
  | "dernierIndice"
  | "dernierMois"
  | "dernierTrimestre"
  | "dpeAttestationLe"
  | "dpeClasse"
  | "dpeDate"
  | "indice"
  | "indiceTrim"
  | "jourRevision"
  | "loyers"
  | "motifDureeReduite"
  | "revisions"
  | "rp"
  | "serieIrl"
  | "typeBail"
> & {
  bailleurMoral: number;
  classesPassees?: string;
  finDuMandat?: Jour | null;
  quittances?: string;
};

/** The dates from which the days of revision of a lease follow. */
const datesDeRevision = ({
  dateDebutBail: debut,
  jourRevision: convenue,
}: Pick<BailLu, "dateDebutBail" | "jourRevision">): DatesDeRevision => ({ debut, convenue });

/** The facts of a lease that hold for each of its revisions. */
function bailDe(
  bailLu: Omit<BailLu, "accords" | "loyers" | "revisions">,
  regimeDuBail: Regime,
): FaitsDeRevision["bail"] {
  const bailleurs = [
    { qualite: bailLu.bailleurMoral ? "personne_morale" : "personne_physique" } as const,
  ];
  return {
    ...datesDeRevision(bailLu),
    regime: regimeDuBail,
    signeLe: bailLu.dateCreationBail,
    mois: duree({ regime: regimeDuBail, dossier: bailLu, bailleurs }).mois,
    codePostal: bailLu.codePostal,
    fin: finDuLoyer(bailLu),
    finDuMandat: bailLu.finDuMandat ?? null,
    chargesMode: modeCharges(regimeDuBail, bailLu.chargesMode),
    // The contract that the product prints says that a flat charge is revised (bail/README §3.5).
    forfaitRevise: true,
  };
}

/** A lease as it was read, with the facts of its revisions. */
export function bailARevoir<Lu extends BailLu>(
  { accords, loyers, revisions: notees, ...bailLu }: Lu,
  { indices, agence }: { indices: readonly IndiceValeur[]; agence: Agence },
): Omit<Lu, "accords" | "loyers" | "revisions"> &
  Pick<BailARevoir, "bailleurs" | "dates" | "revisions" | "faits"> {
  const regimeDuBail = regime(bailLu, bailLu.rp);
  const notes = bailLu.accordRequis === null ? [] : (JSON.parse(accords) as AccordNote[]);
  const bailleursLus = JSON.parse(bailLu.bailleursEcrits) as BailleurLu[];
  const vivantes = JSON.parse(notees) as RevisionVivante[];
  const quittances = JSON.parse(bailLu.quittances ?? "[]") as QuittanceAVenir[];
  const dates = datesDeRevision(bailLu);
  const reference = referenceDe(bailLu, vivantes);
  const classes = classesDe(bailLu);
  const bail = bailDe(bailLu, regimeDuBail);
  const creeLe = aujourdhui(new Date(bailLu.createdAt));
  const gele = (jour: Jour) =>
    avisDeClasse(
      bail,
      { demandeLe: jour, effetLe: jour },
      { classes, attestationLeveGel: agence.attestationLeveGel, confirme: true },
    ) === "gelee";
  const deToujours = {
    ...{ bail, reference, indices, classes, quittances, revisions: vivantes },
    loyers: JSON.parse(loyers) as LoyerDate[],
    sansReference:
      reference === null ? indiceSansEffet({ regime: regimeDuBail, dossier: bailLu }) : null,
    indiceIncomplet: vivantes.some(({ effetLe }) => effetLe !== null)
      ? null
      : indiceIncomplet({ regime: regimeDuBail, dossier: bailLu }),
    revueAilleurs: bailLu.derniereRevision,
    dernierMois: bailLu.dernierMois,
    repriseLe: creeLe > bailLu.dateDebutBail ? creeLe : null,
    reglages: reglagesDe(agence),
  };
  return {
    ...bailLu,
    bailleurs: bailleursLus,
    revisions: vivantes,
    dates,
    faits: (anniversaire) => ({
      ...deToujours,
      anniversaire,
      dernierGel:
        reference === null
          ? null
          : (anniversairesEntre(dates, reference.depuis, anniversaire)
              .filter((jour) => jour < anniversaire && gele(jour))
              .at(-1) ?? null),
      accords: bailLu.accordRequis && {
        de: bailLu.accordRequis,
        bailleurs: bailleursLus.map((bailleur) => ({
          id: bailleur.id,
          nom: nomComplet(bailleur),
        })),
        notes: notes.filter((note) => note.anniversaire === anniversaire),
      },
    }),
  };
}

/**
 * The index of the last revision asked, else of the last one made in another software, else that of the clause; null
 * without an IRL index.
 */
function referenceDe(
  bail: Omit<BailLu, "accords" | "loyers" | "revisions">,
  vivantes: readonly RevisionVivante[],
) {
  const serie = bail.serieIrl;
  const derniere = vivantes.findLast(({ effetLe }) => effetLe !== null);
  if (derniere?.annee && derniere.trimestre && derniere.indiceNouveau) {
    const { annee, trimestre, indiceNouveau: valeur, anniversaire: depuis } = derniere;
    return { serie, annee, trimestre, valeur, depuis } satisfies IndiceDeReference;
  }
  const nomme = indexation({ regime: regime(bail, bail.rp), dossier: bail });
  const trimestre = nomme?.indice === "IRL" ? trimestreLu(nomme.trimestre) : null;
  const ailleurs = trimestreLu(bail.dernierTrimestre);
  const dates = datesDeRevision(bail);
  if (nomme?.indice === "IRL" && bail.dernierIndice !== null && ailleurs !== null) {
    const depuis = bail.derniereRevision ?? depuisQuand(dates, ailleurs);
    const valeur = Math.round(bail.dernierIndice * 100);
    return { serie, ...ailleurs, valeur, depuis } satisfies IndiceDeReference;
  }
  if (bail.indice === null || trimestre === null) return null;
  const valeur = Math.round(bail.indice * 100);
  return { serie, ...trimestre, valeur, depuis: depuisQuand(dates, trimestre) };
}

/**
 * The energy classes of the dwelling: those noted before, that of its diagnosis, and the one that an attestation put in
 * its place.
 */
function classesDe({
  classesPassees: passees = "[]",
  dpeAttestationLe,
  dpeClasse: classe,
  dpeDate,
}: Pick<BailLu, "classesPassees" | "dpeAttestationLe" | "dpeClasse" | "dpeDate">): ClasseDpe[] {
  if (classe === null) return [];
  const notees = JSON.parse(passees) as { classe: ClasseDpe["classe"]; jusqua: Jour }[];
  const depuis = dpeDate ?? notees.at(-1)?.jusqua ?? TOUJOURS;
  const jusquau = dpeDate === null ? null : finDuDpe(dpeDate);
  const avant = notees
    .map((notee, rang) => ({
      ...{ classe: notee.classe, depuis: notees[rang - 1]?.jusqua ?? TOUJOURS },
      ...{ jusquau: null, attestation: false },
    }))
    .filter((passee) => passee.depuis < depuis);
  if (dpeAttestationLe === null) return [...avant, { classe, depuis, jusquau, attestation: false }];
  return [
    ...avant,
    // Only a dwelling that its diagnosis put in F or G has an attestation: F stands for both.
    { classe: "F", depuis, jusquau, attestation: false },
    { classe, depuis: dpeAttestationLe, jusquau, attestation: true },
  ];
}

const TOUJOURS: Jour = "0001-01-01";
