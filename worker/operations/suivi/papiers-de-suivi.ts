import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { regime, sousLoi89 } from "#domain/bail/bail.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { numeroDuMandat } from "#domain/gerance/mandats/mandat-rendu.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { enEuros } from "#domain/montants.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { fenetreDeReconduction, termeDuMandat } from "#domain/suivi/mandats.ts";
import { numeroInscrit } from "#worker/db/conditions.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { cautions, dossiers } from "#worker/db/schema/schema.ts";
import { ensemble } from "#worker/documents/mandats/avis-versement.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import {
  avisReconduction,
  type DonneesReconduction,
} from "#worker/documents/suivi/avis-reconduction.ts";
import type { DonneesInformationCaution } from "#worker/documents/suivi/information-caution.ts";
import type { DonneesAssurance } from "#worker/documents/suivi/mise-en-demeure-assurance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { dossierNomme, nommes } from "#worker/operations/gerance/cloture/papiers-de-compte.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { finDuMandat, mandatArrete } from "#worker/operations/gerance/livres/fonds.ts";

type Appel = Pick<Contexte, "env" | "db" | "today">;

const regimeDe = (dossier: NonNullable<Awaited<ReturnType<typeof dossierNomme>>>) => ({
  regime: regime(dossier, dossier.locataire.rp),
});

/**
 * The insurance that a tenant must prove, with the names for its letter.
 * @throws NotFound when the dossier does not exist; Conflict for a lease outside the law of 1989, or that is over.
 */
export async function chargerAssurance(ctx: Appel, DossierId: number): Promise<DonneesAssurance> {
  const { db } = ctx;
  const { nomme, reglages } = await db.read({
    nomme: dossierNomme(db, eq(dossiers.id, DossierId)),
    reglages: lireReglages(db),
  });
  if (!nomme) throw new NotFound();
  if (!sousLoi89(regimeDe(nomme)))
    throw new Conflict(
      "Ce bail ne relève pas de la loi de 1989 : l’assurance pour le compte du locataire n’y vaut pas (article 7, g).",
    );
  if (dossierClos(nomme, ctx.today))
    throw new Conflict("Ce bail est terminé : son locataire ne s’assure plus.");
  return {
    ...nommes(nomme, ctx.today),
    reference: referenceDeDossier(DossierId),
    dateDebutBail: nomme.dateDebutBail,
    assuranceFin: nomme.assuranceFin,
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * The renewal of a mandate, with the names for its notice.
 * @throws NotFound when the mandate does not exist; Conflict for a mandate that is not signed, that is over, or that
 * ends at its term or before.
 */
export async function chargerReconduction(
  ctx: Appel,
  MissionId: number,
): Promise<DonneesReconduction> {
  const { db, today } = ctx;
  const {
    mission,
    numero: [numero],
    reglages,
  } = await db.read({
    mission: db.query.missions.findFirst({
      where: eq(missions.id, MissionId),
      columns: { dateSignature: true, duree: true, type: true },
      with: { clients: { with: { client: true } } },
    }),
    numero: db.all<{ inscrit: string | null; finNotee: Jour | null; arrete: number }>(
      sql`SELECT ${numeroInscrit} AS inscrit, ${finDuMandat(sql`m.id`)} AS "finNotee", ${mandatArrete(sql`m.id`)} AS arrete
        FROM ${missions} m WHERE m.id = ${MissionId}`,
    ),
    reglages: lireReglages(db),
  });
  if (!mission) throw new NotFound();
  const { dateSignature, duree, type } = mission;
  if (!dateSignature) throw new Conflict("Ce mandat n’est pas signé.");
  const { fin, reconduit } = termeDuMandat({ dateSignature, duree, type }, today);
  if (!reconduit) throw new Conflict("Ce mandat ne se reconduit pas : il finit à son terme.");
  if (numero?.arrete) throw new Conflict("Ce mandat est terminé : il ne se reconduit pas.");
  if (numero?.finNotee && numero.finNotee <= fin)
    throw new Conflict(
      `La fin de ce mandat est notée au ${formatJour(numero.finNotee)} : il ne se reconduit pas.`,
    );
  return {
    mandat: numeroDuMandat(numero?.inscrit ?? null),
    dateSignature,
    fin,
    fenetre: fenetreDeReconduction(fin, agenceDe(reglages).delaiPreavisMandat ?? 0),
    mandants: mission.clients.map(({ client }) => ({ ...client, ...adresseClient(client) })),
    emission: today,
    ...(await papierDe(ctx, reglages)),
  };
}

/** One notice for each address of the principals, all in one file. */
export async function composerReconduction(donnees: DonneesReconduction): Promise<Composed> {
  const [premiers = [], ...autres] = ensemble(donnees.mandants);
  const attached = await Promise.all(
    autres.map((destinataires) => render(avisReconduction(donnees, destinataires).document)),
  );
  return { ...avisReconduction(donnees, premiers), attached };
}

/**
 * The facts of the yearly letter to a guarantor: the rents and charges owed on 31 December of the year before, which
 * fell due by the end of his guarantee, and the names that the letter prints.
 * @throws NotFound when there is no such guarantor; Conflict for a guarantor of no lease, and for a deed later than
 * that 31 December.
 */
export async function chargerInformationCaution(
  ctx: Appel,
  CautionId: number,
): Promise<DonneesInformationCaution> {
  const { db, today } = ctx;
  const arreteAu = `${Number(today.slice(0, 4)) - 1}-12-31`;
  const {
    caution: [caution],
    nomme,
    dus: [dus],
    reglages,
  } = await db.read({
    caution: db.select().from(cautions).where(eq(cautions.id, CautionId)),
    nomme: dossierNomme(
      db,
      sql`${dossiers.id} = (SELECT "DossierId" FROM ${cautions} WHERE id = ${CautionId})`,
    ),
    dus: db.all<{ du: number; debut: Jour | null }>(sql`
      SELECT ${debutComptes} AS debut, coalesce(sum(e.montant - coalesce((SELECT sum(i.montant) FROM "Imputation" i
        LEFT JOIN "Reglement" r ON r.id = i."ReglementId"
        WHERE i."EcheanceId" = e.id AND (r.id IS NULL OR r.date <= ${arreteAu})), 0)), 0) AS du
      FROM "Echeance" e JOIN ${cautions} c ON c."DossierId" = e."DossierId"
      WHERE c.id = ${CautionId} AND e."exigibleLe" <= min(${arreteAu}, coalesce(c."dateFinCaution", ${arreteAu})) AND e.nature IN ('loyer', 'charges', 'regularisation')`),
    reglages: lireReglages(db),
  });
  if (!caution) throw new NotFound();
  if (!nomme) throw new Conflict("Cette caution ne garantit aucun bail.");
  const acteLe = caution.signatureCautionSolidaire ?? caution.dateCautionSolidaire;
  if (acteLe && acteLe > arreteAu)
    throw new Conflict(
      `L’acte est du ${formatJour(acteLe)} : rien n’était garanti au ${formatJour(arreteAu)}. Cette caution s’informe à partir du 01/01/${Number(acteLe.slice(0, 4)) + 1}.`,
    );
  const { bailleurs, locataires, logement } = nommes(nomme, today);
  return {
    reference: referenceDeDossier(nomme.id),
    caution: { ...caution, codePostal: caution.cp },
    acteLe,
    finLe: caution.dateFinCaution,
    loi89: sousLoi89(regimeDe(nomme)),
    ...{ locataires, bailleurs, logement, arreteAu },
    comptesTenus: (dus?.debut ?? "9999-12-31") <= arreteAu,
    du: enEuros(Math.max(0, dus?.du ?? 0)),
    emission: today,
    ...(await papierDe(ctx, reglages)),
  };
}
