import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { nomDuLot } from "#domain/biens/adresse.ts";
import { bailEnCours } from "#domain/biens/etat-dossier.ts";
import type { Jour } from "#domain/dates.ts";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import type {
  BailDeLAnnee,
  ChargesDeLAnnee,
  LigneDeLAnnee,
  LotDeLAnnee,
} from "#domain/gerance/charges/annee-lue.ts";
import {
  CALENDRIER_CIVIL,
  type Calendrier,
  type ExerciceNomme,
  exerciceNomme,
} from "#domain/gerance/charges/calendrier.ts";
import { decompteDeCharges } from "#domain/gerance/charges/decompte-etabli.ts";
import { chargesDuLogement, joursDuProprietaire } from "#domain/gerance/charges/partage.ts";
import { enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { donneesEffacees, finDuLoyer } from "#worker/db/conditions.ts";
import { exercicesDesImmeubles } from "#worker/db/exercices-des-immeubles.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { appartements, dossiers, immeubles, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  estRecuperable,
  jourDeDepense,
  type LogementsLus,
  lireLogements,
  montantNet,
} from "./logements-lus.ts";

type Lecture = Pick<Contexte, "db" | "today">;

/**
 * The charges of a building for an exercice, dwelling by dwelling (charges/README §16).
 * @throws NotFound when there is no such building; Invalid as {@link exigerExercice}.
 */
export async function lireChargesDeLImmeuble(
  ctx: Lecture,
  { id, annee }: { id: number; annee: number },
): Promise<ChargesDeLAnnee> {
  const [immeuble] = await ctx.db.select().from(immeubles).where(eq(immeubles.id, id));
  if (!immeuble) throw new NotFound();
  const { adresse, nom } = immeuble;
  return lireAnnee(ctx, exigerExercice(annee, immeuble), {
    ...{ adresse, immeuble: { id, nom } },
    lesquels: eq(appartements.ImmeubleId, id),
  });
}

/**
 * The charges of a dwelling that belongs to no building, for a civil year. @throws as {@link lireChargesDeLImmeuble}
 */
export async function lireChargesDuLogement(
  ctx: Lecture,
  { id, annee }: { id: number; annee: number },
): Promise<ChargesDeLAnnee> {
  const charges = await lireAnnee(ctx, exigerExercice(annee, CALENDRIER_CIVIL), {
    ...{ adresse: null, immeuble: null },
    lesquels: eq(appartements.id, id),
  });
  if (charges.lots.length === 0) throw new NotFound();
  return charges;
}

/**
 * The exercice of a calendar that has this name.
 * @throws Invalid when `annee` is not from 2000 to 2199, or is not the name of an exercice of this calendar
 */
export function exigerExercice(annee: number, calendrier: Calendrier): ExerciceNomme {
  const exercice = exerciceNomme(annee, calendrier);
  if (!exercice) throw new Invalid({ annee: "Une année est attendue." });
  return exercice;
}

async function lireAnnee(
  ctx: Lecture,
  exercice: ExerciceNomme,
  {
    adresse,
    immeuble,
    lesquels,
  }: Pick<ChargesDeLAnnee, "immeuble"> & { adresse: string | null; lesquels: SQL },
): Promise<ChargesDeLAnnee> {
  const { db } = ctx;
  const appartementsLus = await db
    .select({
      id: appartements.id,
      adresse: appartements.adresse,
      etage: appartements.etage,
      situation: appartements.situation,
      surface: appartements.surface,
      gardienNom: appartements.gardienNom,
    })
    .from(appartements)
    .where(lesquels)
    .orderBy(appartements.ordre, appartements.id);
  const logements = appartementsLus.map((appartement) => ({
    ...appartement,
    nom: nomDuLot(appartement, adresse),
  }));
  const lots: LotDeLAnnee[] = [];
  for (let debut = 0; debut < logements.length; debut += LOGEMENTS_PAR_LECTURE) {
    lots.push(
      ...(await lireLots(ctx, exercice, logements.slice(debut, debut + LOGEMENTS_PAR_LECTURE))),
    );
  }
  const { annee, ...jours } = exercice;
  const manques = await manquesDe(ctx, { exercice, logements });
  return { annee, exercice: jours, immeuble, lots, manques };
}

/**
 * The most dwellings that one query reads: with their bills, they stay under the 10 MB of an answer of the database.
 */
const LOGEMENTS_PAR_LECTURE = 200;

async function lireLots(
  ctx: Lecture,
  exercice: ExerciceNomme,
  logements: readonly Logement[],
): Promise<LotDeLAnnee[]> {
  const { db, today } = ctx;
  const AppartementIds = logements.map(({ id }) => id);
  const logementsLus = await lireLogements(db, { AppartementIds, exercice, today });
  return logements.map((logement) => lotDe(ctx, { logement, exercice, logementsLus }));
}

interface Logement {
  id: number;
  nom: string;
  surface: number | null;
  gardienNom: string | null;
}

function lotDe(
  { today }: Lecture,
  {
    logement,
    exercice,
    logementsLus,
  }: {
    logement: Logement;
    exercice: ExerciceNomme;
    logementsLus: LogementsLus;
  },
): LotDeLAnnee {
  const bauxDuLogement = logementsLus.baux.filter(
    ({ AppartementId }) => AppartementId === logement.id,
  );
  const [premier] = bauxDuLogement;
  const donnees = premier && logementsLus.donnees(premier.id, null);
  const partage = donnees && chargesDuLogement(exercice, donnees);
  const { forfaits, vides } = joursDuProprietaire(exercice, donnees?.baux ?? []);
  const baux = bauxDuLogement.flatMap((bail): BailDeLAnnee[] => {
    const donneesDuBail = logementsLus.donnees(bail.id, null);
    const decompte = donneesDuBail && decompteDeCharges(donneesDuBail, today);
    if (!decompte || typeof decompte === "string") return [];
    return [
      {
        DossierId: bail.id,
        locataire: nomComplet(bail),
        canal: bail.canal,
        decompte,
      },
    ];
  });
  return {
    AppartementId: logement.id,
    appartement: logement.nom,
    locataires: bauxDuLogement.filter((bail) => bailEnCours(bail, today)).map(nomComplet),
    surface: logement.surface,
    recuperable: enEuros(
      partage?.natures.reduce((somme, nature) => somme + nature.recuperable, 0) ?? 0,
    ),
    proprietaire: enEuros(partage?.proprietaire.reduce((somme, part) => somme + part, 0) ?? 0),
    joursVides: vides,
    forfaits: bauxDuLogement.flatMap((bail) =>
      forfaits.includes(bail.id) ? nomComplet(bail) : [],
    ),
    baux,
  };
}

/** The sentences about usual expenses that nobody noted for this year of charges. */
async function manquesDe(
  { db }: Lecture,
  { exercice, logements }: { exercice: ExerciceNomme; logements: readonly Logement[] },
): Promise<string[]> {
  const ids = logements.map(({ id }) => id);
  const notees = await db
    .selectDistinct({ code: intendances.recuperable })
    .from(intendances)
    .where(
      sql`${inArray(intendances.AppartementId, ids)} AND ${intendances.recuperable} IS NOT NULL
        AND coalesce(${intendances.periodeAu}, ${intendances.date}) BETWEEN ${exercice.du} AND ${exercice.au}`,
    );
  const codes = notees.map(({ code }) => code ?? "");
  const motifs: [boolean, string][] = [
    [codes.length === 0, "Aucune dépense récupérable n’est notée."],
    [
      !codes.includes("R81"),
      "La taxe d’ordures ménagères n’est pas notée : elle est sur l’avis de taxe foncière, sans les frais de gestion.",
    ],
    [
      logements.some(({ gardienNom }) => gardienNom) &&
        !codes.some((code) => code.startsWith("R9")),
      "L’immeuble a un gardien, et aucune dépense n’en est notée.",
    ],
    [!codes.some((code) => code.startsWith("R2")), "Aucune eau ni aucun chauffage n’est noté."],
  ];
  return motifs.flatMap(([vrai, phrase]) => (vrai ? [phrase] : []));
}

/**
 * True for a lease that ran between two days, both included, whose charges must be settled, and whose tenant was not
 * erased.
 */
const aRegler = (
  du: SQL,
  au: SQL,
) => sql`${dossiers.dateDebutBail} <= ${au} AND ${finDuLoyer} >= ${du}
  AND coalesce(${dossiers.chargesMode}, 'provisions') <> 'forfait' AND ${dossiers.typeBail} IS NOT 'mobilite'
  AND NOT (${donneesEffacees})`;

/**
 * The statements of charges that the leases of a dwelling received for the year that ends on `au`; cancelled and
 * replaced ones are left out.
 */
const derniers = (
  au: SQL,
) => sql`FROM ${decomptes} d JOIN ${dossiers} ON ${dossiers.id} = d."DossierId"
  WHERE ${dossiers.AppartementId} = ${appartements.id} AND d.au = ${au} AND d."annuleLe" IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${decomptes} suite WHERE suite."remplaceId" = d.id AND suite."annuleLe" IS NULL)`;

/**
 * The buildings, and the dwellings outside any building, that have leases with charges to settle for a year.
 * @throws Invalid for a year before 2000 or after 2199.
 */
export async function lireAnneeDeCharges(
  { db }: Pick<Contexte, "db">,
  annee: number,
): Promise<LigneDeLAnnee[]> {
  exigerExercice(annee, CALENDRIER_CIVIL);
  const [du, au] = [sql`x.du`, sql`x.au`];
  const lieux = await db.all<
    Omit<LigneDeLAnnee, "exercice" | "nom"> & {
      du: Jour;
      au: Jour;
      nom: string | null;
      adresse: string;
      etage: string | null;
      situation: string | null;
    }
  >(sql`
    SELECT iif(l.immeuble IS NULL, 'logement', 'immeuble') AS genre, coalesce(l.immeuble, l.id) AS id, l.nom, l.adresse, l.etage, l.situation, iif(l.immeuble IS NULL, l.locataires, NULL) AS locataires, l.annee, l.du, l.au,
      count(*) AS lots, sum(l.baux) AS baux, sum(l.envoyes) AS envoyes, sum(l."nonPartis") AS "nonPartis", sum(l."aPoster") AS "aPoster", sum(l.recuperable) / 100.0 AS recuperable
    FROM (SELECT ${appartements.id} AS id, i.id AS immeuble, i.nom AS nom, ${appartements.adresse} AS adresse, ${appartements.etage} AS etage,
        ${appartements.situation} AS situation,
        (SELECT group_concat(DISTINCT ${locataires.nom}) FROM ${dossiers} JOIN ${locataires} ON ${locataires.id} = ${dossiers.LocataireId}
          WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${aRegler(du, au)}) AS locataires,
        ${appartements.ordre} AS ordre, x.annee, x.du, x.au,
        (SELECT count(*) FROM ${dossiers} JOIN ${locataires} ON ${locataires.id} = ${dossiers.LocataireId}
          WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${aRegler(du, au)}) AS baux,
        (SELECT count(*) FROM ${decomptes} d JOIN ${dossiers} ON ${dossiers.id} = d."DossierId"
          WHERE ${dossiers.AppartementId} = ${appartements.id} AND d.au = ${au} AND d."remplaceId" IS NULL AND d."annuleLe" IS NULL) AS envoyes,
        (SELECT count(*) ${derniers(au)} AND EXISTS (SELECT 1 FROM ${courriels} c WHERE c.id = d."CourrielId"
          AND c.etat IN ('incertain', 'refuse', 'annule', 'retenu'))) AS "nonPartis",
        (SELECT count(*) ${derniers(au)} AND d.canal = 'lettre' AND d."posteLe" IS NULL) AS "aPoster",
        coalesce((SELECT sum(round(${montantNet} * d."tauxRecuperable" / 100.0)) FROM ${intendances} d
          WHERE d."AppartementId" = ${appartements.id} AND ${estRecuperable} AND d."natureFiscale" IS NOT 'copropriete'
            AND ${jourDeDepense} BETWEEN ${du} AND ${au}), 0) AS recuperable
      FROM ${appartements} LEFT JOIN ${immeubles} i ON i.id = ${appartements.ImmeubleId}
        JOIN ${exercicesDesImmeubles([annee])} x ON x.immeuble = coalesce(${appartements.ImmeubleId}, 0)) l
    GROUP BY 1, 2, l.annee HAVING sum(l.baux) > 0 ORDER BY 1, min(l.ordre), 2, l.au`);
  return lieux.map(({ du: premier, au: dernier, nom, adresse, etage, situation, ...ligne }) => ({
    ...ligne,
    nom: nom ?? nomDuLot({ adresse, etage, situation }, null),
    locataires: ligne.locataires?.replaceAll(",", ", ") ?? null,
    exercice: { du: premier, au: dernier },
  }));
}
