import { eq, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterJours, type Jour, type Mois } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import {
  type ModeReglement,
  numeroReglement,
  type Payeur,
} from "#domain/gerance/locataires/reglement.ts";
import {
  aviserAvant,
  deLocationNouvelle,
  type LocationNouvelle,
  premierVersement,
  type Versement,
} from "#domain/gerance/mandats/avis-versement.ts";
import { numeroDuMandat } from "#domain/gerance/mandats/mandat-rendu.ts";
import { enEuros } from "#domain/montants.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { Db } from "#worker/db/client.ts";
import { numeroInscrit } from "#worker/db/conditions.ts";
import { estDeLArgent } from "#worker/db/conditions-comptes.ts";
import {
  echeances,
  ecritures,
  imputations,
  lignes,
  reglements,
} from "#worker/db/schema/gerance.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import {
  avisVersement,
  type DonneesAvisVersement,
  ensemble,
} from "#worker/documents/mandats/avis-versement.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";

interface VersementLu {
  DossierId: number;
  dateDebutBail: Jour;
  exercice: string;
  rang: number;
  date: Jour;
  montant: number;
  mode: ModeReglement | null;
  payeur: Payeur;
  etat: "recu" | "credite";
  parts: string;
}

/** The mandate of a payment `r` of a lease `d`: the mandate of its entries, else the dwelling's present one. */
const mandatDuReglement = sql`coalesce((SELECT max(l.mandat) FROM ${ecritures} o
    JOIN ${lignes} l ON l."EcritureId" = o.id WHERE o."ReglementId" = r.id AND l.mandat > 0),
  ${mandatDe(sql`d."AppartementId"`)})`;

/**
 * The payments that the agency received for the leases of a mandate, with the sums that each payment settles, the
 * oldest first; cents.
 */
const versementsDe = (db: Db, MissionId: number, lesquels: SQL) =>
  db.all<VersementLu>(sql`
    SELECT d.id AS "DossierId", d."dateDebutBail", r.exercice, r.rang, r.date, r.montant, r.mode, r.payeur, r.etat,
      (SELECT json_group_array(json_object('nature', part.nature, 'mois', part.mois, 'montant', part.montant)) FROM (
        SELECT e.nature, e.mois, sum(i.montant) AS montant FROM ${imputations} i
        JOIN ${echeances} e ON e.id = i."EcheanceId" WHERE i."ReglementId" = r.id
        GROUP BY e.id HAVING sum(i.montant) > 0 ORDER BY e."exigibleLe", e.id) part) AS parts
    FROM ${reglements} r JOIN ${dossiers} d ON d.id = r."DossierId"
    WHERE r.fonds = 'agence' AND r.etat IN ('recu', 'credite')
      AND ${estDeLArgent} AND ${lesquels} AND ${mandatDuReglement} = ${MissionId}
    ORDER BY r.date, r.id`);

const nouveaux = (versements: readonly VersementLu[]): (Versement & { DossierId: number })[] =>
  versements
    .map(({ DossierId, dateDebutBail, etat, parts, montant, ...versement }) => ({
      dateDebutBail,
      DossierId,
      numero: numeroReglement(versement),
      date: versement.date,
      montant: enEuros(montant),
      mode: versement.mode,
      payeur: versement.payeur,
      sousReserve: etat === "recu",
      parts: (JSON.parse(parts) as { nature: NatureEcheance; mois: Mois; montant: number }[]).map(
        (part) => ({ ...part, montant: enEuros(part.montant) }),
      ),
    }))
    .filter((versement) => deLocationNouvelle(versement, versement.dateDebutBail))
    .map(({ dateDebutBail: _, ...versement }) => versement);

/**
 * A letting is listed as new for this many days after its lease begins. Later, a notice to its owners comes too late.
 */
const RECENTE = 60;

/**
 * The recent and coming lettings of a mandate for which the agency received a sum: the agency must tell the owners
 * (décret n° 72-678, art. 67). The latest first; none where the owner receives the rents.
 */
export async function lireLocationsNouvelles(
  { db, today }: Pick<Contexte, "db" | "today">,
  MissionId: number,
): Promise<LocationNouvelle[]> {
  const recents = sql`d."dateDebutBail" >= ${ajouterJours(today, -RECENTE)}`;
  const versements = Map.groupBy(
    nouveaux(await versementsDe(db, MissionId, recents)),
    ({ DossierId }) => DossierId,
  );
  const loues = await db.query.dossiers.findMany({
    where: (dossier) =>
      sql`${dossier.id} IN (SELECT value FROM json_each(${JSON.stringify([...versements.keys()])}))`,
    columns: { id: true },
    with: {
      locataire: true,
      appartement: { columns: { adresse: true, etage: true } },
    },
    orderBy: (dossier, { desc }) => [desc(dossier.dateDebutBail), desc(dossier.id)],
  });
  return loues.flatMap(({ id, locataire, appartement }) => {
    const recus = versements.get(id) ?? [];
    const premierLe = premierVersement(recus);
    if (premierLe === null) return [];
    return [
      {
        DossierId: id,
        locataire: titulaires(locataire).map(nomComplet).join(", "),
        appartement: nomAppartement(appartement),
        total: enEuros(recus.reduce((total, { montant }) => total + Math.round(montant * 100), 0)),
        premierLe,
        avant: aviserAvant(premierLe),
      },
    ];
  });
}

/**
 * The sums that the agency received for a new letting of a mandate, with what the notice to its owners prints; euros.
 * @throws NotFound when there is no such mandate or lease; Conflict when no sum was received for it.
 */
export async function chargerAvisVersement(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  { MissionId, DossierId }: { MissionId: number; DossierId: number },
): Promise<DonneesAvisVersement> {
  const { db } = ctx;
  const {
    mission,
    numero: [numero],
    dossier,
    recus,
    reglages,
  } = await db.read({
    mission: db.query.missions.findFirst({
      where: eq(missions.id, MissionId),
      columns: { dateSignature: true },
      with: { clients: { with: { client: true } } },
    }),
    numero: db.all<{ inscrit: string | null }>(
      sql`SELECT ${numeroInscrit} AS inscrit FROM ${missions} m WHERE m.id = ${MissionId}`,
    ),
    dossier: db.query.dossiers.findFirst({
      where: eq(dossiers.id, DossierId),
      columns: { dateCreationBail: true, dateDebutBail: true },
      with: { locataire: true, appartement: true },
    }),
    recus: versementsDe(db, MissionId, sql`d.id = ${DossierId}`),
    reglages: lireReglages(db),
  });
  if (!mission || !dossier) throw new NotFound();
  const versements = nouveaux(recus);
  if (versements.length === 0)
    throw new Conflict("L’agence n’a rien reçu, pour ce mandat, de cette location nouvelle.");
  return {
    mandat: numeroDuMandat(numero?.inscrit ?? null),
    dateSignature: mission.dateSignature,
    mandants: mission.clients.map(({ client }) => ({ ...client, ...adresseClient(client) })),
    locataires: titulaires(dossier.locataire),
    logement: dossier.appartement,
    dateCreationBail: dossier.dateCreationBail,
    dateDebutBail: dossier.dateDebutBail,
    versements,
    emission: ctx.today,
    ...(await papierDe(ctx, reglages)),
  };
}

/** The letter to the owners at the first address, with the letters to the owners at other addresses attached. */
export async function composerAvisVersement(donnees: DonneesAvisVersement): Promise<Composed> {
  const [premiers = [], ...autres] = ensemble(donnees.mandants);
  const attached = await Promise.all(
    autres.map((destinataires) => render(avisVersement(donnees, destinataires).document)),
  );
  return { ...avisVersement(donnees, premiers), attached };
}
