import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { sousLoi89 } from "#domain/bail/bail.ts";
import { avertissementsHonoraires } from "#domain/bail/honoraires.ts";
import { formatJour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  contenuDeLocataire,
  type MissionFacturee,
  type PrixDuLocataire,
  partieFacturee,
  prestationsDemandees,
} from "#domain/gerance/cloture/facturation.ts";
import {
  type DemandeFactureDeLocataire,
  PRESTATIONS_DU_LOCATAIRE,
  type PrestationDuLocataire,
} from "#domain/gerance/cloture/facture-locataire.ts";
import { MANDAT_SANS_NUMERO } from "#domain/missions/accompte.ts";
import { mandatDeLocation } from "#domain/missions/mandat.ts";
import { nomLegal } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { type MandatAFacturer, refusDeFacturer } from "#domain/signature/retractation.ts";
import type { Db } from "#worker/db/client.ts";
import { honorairesPermis } from "#worker/db/conditions.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";
import { missionAppartements, missions } from "#worker/db/schema/missions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import { chargerBail } from "#worker/operations/biens/baux.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { lireDettesDHonoraires } from "./dettes-honoraires.ts";
import { ecrireFacture } from "./factures-de-mission.ts";
import { mandatAFacturer } from "./factures-honoraires.ts";

const CHAMPS = { location: "fraisDossierTTC", etatDesLieux: "fraisEdlTTC" } as const;

/**
 * Invoices to the tenant of a dossier his part of the letting's fees, as the lease gives it, in the series of all
 * fees (cloture/README §12.17; loi n° 89-462, art. 5, I).
 * @throws NotFound when there is no such dossier; Conflict without a mandate that allows a fee, or for a service
 * invoiced already; Invalid for a day to come or before the lease, for a sum that the lease does not give, or that is
 * above the legal ceiling.
 */
export async function facturerLocataire(
  ctx: Contexte,
  { DossierId, ...demande }: DemandeFactureDeLocataire & { DossierId: number },
): Promise<void> {
  const { db, today } = ctx;
  if (demande.le > today) throw new Invalid({ le: "Ce jour est à venir." });
  if (prestationsDemandees(demande).length === 0)
    throw new Invalid({ location: "Dites ce qui est à facturer." });
  await onWhatIsRead(async () => {
    const { mission, version } = await mandatAutorise(ctx, DossierId);
    const bail = await chargerBail(ctx, DossierId);
    const agence = agenceDe(await lireReglages(db));
    exigerDus(bail, demande);
    await exigerNonFactures(db, DossierId, demande);
    await db.write({
      bail: provided(
        db,
        sql`(SELECT version FROM ${dossiers} WHERE id = ${DossierId}) = ${version}`,
      ),
      ...ecrireFacture(ctx, {
        ...{ MissionId: mission.id, DossierId, version: mission.versionDuCompte },
        ...{ serie: "FH", genre: "location" },
        dettes: await lireDettesDHonoraires(db, { MissionId: mission.id, DossierId }),
        contenu: contenuDeLocataire(
          nommer(bail, {
            numero: mission.numRegistre?.trim() ?? "",
            franchise: agence.franchiseTva,
          }),
          demande,
          { agence, date: today },
        ),
      }),
    });
  });
}

/**
 * The mandate of a dossier's dwelling, of management or of letting, and the dossier's version.
 * @throws NotFound when there is no such dossier; Conflict when the dwelling has no such mandate, or this mandate
 * allows no fee yet.
 */
async function mandatAutorise({ db, today }: Contexte, DossierId: number) {
  const duLogement = await db
    .select({ mission: missions, version: dossiers.version })
    .from(dossiers)
    .leftJoin(missionAppartements, eq(missionAppartements.AppartementId, dossiers.AppartementId))
    .leftJoin(missions, eq(missions.id, missionAppartements.MissionId))
    .where(eq(dossiers.id, DossierId));
  if (duLogement.length === 0) throw new NotFound();
  const mission = mandatDeLocation(duLogement.flatMap((ligne) => ligne.mission ?? []));
  if (!mission)
    throw new Conflict(
      "Ce logement n’a pas de mandat de gestion ni de location\u00A0: sans lui, aucun honoraire n’est dû (loi n°\u00A070-9, art. 6).",
    );
  const [faits] = await db.all<{ permis: number } & MandatAFacturer>(
    sql`SELECT ${honorairesPermis(mission.id)} AS permis, ${mandatAFacturer(sql`${mission.id}`, today)}`,
  );
  if (!faits?.permis) throw new Conflict(MANDAT_SANS_NUMERO);
  const interdit = refusDeFacturer(faits);
  if (interdit) throw new Conflict(interdit);
  return { mission, version: duLogement[0]?.version ?? 0 };
}

/**
 * @throws Invalid for a fee that the lease does not owe or the law forbids; Conflict for a fee already invoiced by
 * hand
 */
function exigerDus(bail: Bail, demande: DemandeFactureDeLocataire): void {
  const { dateCreationBail, dateFraisDossier, numFraisDossier } = bail.dossier;
  if (demande.le < dateCreationBail)
    throw new Invalid({
      le: `Rien n’est dû avant la signature du bail, le ${formatJour(dateCreationBail)} (loi n°\u00A089-462, art. 5).`,
    });
  if (demande.location && dateFraisDossier)
    throw new Conflict(
      `Le bail dit ces honoraires facturés, n°\u00A0${numFraisDossier} du ${formatJour(dateFraisDossier)}\u00A0: effacez cette date du dossier s’ils ne le sont pas.`,
    );
  const doutes = sousLoi89(bail) ? avertissementsHonoraires(bail) : [];
  for (const prestation of prestationsDemandees(demande)) {
    if (!prixDuBail(bail)[prestation])
      throw new Invalid({
        [prestation]: "Le bail ne dit pas ce que le locataire en doit\u00A0: notez-le d’abord.",
      });
    const [doute] = doutes.filter(({ champ, manque }) => champ === CHAMPS[prestation] && !manque);
    if (doute) throw new Invalid({ [prestation]: doute.phrase });
  }
}

/** @throws Conflict when one of these services is already on an invoice without a credit note. */
async function exigerNonFactures(
  db: Db,
  DossierId: number,
  demande: DemandeFactureDeLocataire,
): Promise<void> {
  const faites = await db.all<{ numero: string; prestation: PrestationDuLocataire }>(sql`
    SELECT f.numero, p.value AS prestation FROM ${facturesHonoraires} f, json_each(f.contenu, '$.prestations') p
    WHERE f."DossierId" = ${DossierId} AND f.serie = 'FH'
      AND NOT EXISTS (SELECT 1 FROM ${facturesHonoraires} avoir WHERE avoir."CorrigeId" = f.id)`);
  const deja = faites.find(({ prestation }) => demande[prestation]);
  if (deja)
    throw new Conflict(
      `${PRESTATIONS_DU_LOCATAIRE[deja.prestation]}\u00A0: déjà facturés, ${deja.numero}.`,
    );
}

const prixDuBail = ({ dossier }: Pick<Bail, "dossier">): PrixDuLocataire => ({
  location: dossier[CHAMPS.location] ?? null,
  etatDesLieux: dossier[CHAMPS.etatDesLieux] ?? null,
});

/** The tenants of a lease as an invoice names them, with the fees that the lease charges them. */
function nommer(
  bail: Bail,
  { numero, franchise }: { numero: string; franchise: boolean },
): MissionFacturee & { prix: PrixDuLocataire } {
  const { appartement, dossier, locataire } = bail;
  const nom = titulaires(locataire).map(nomLegal).join(" et ");
  const { adresse, codePostal, ville } = appartement;
  return {
    numero,
    nom,
    parties: [
      partieFacturee({
        ...{ nom, voie: adresse, codePostal, ville, siret: locataire.siren ?? null },
        ...{ tvaIntra: null, adresseElectronique: null },
      }),
    ],
    tauxTva: franchise ? 0 : Math.round(dossier.fraisDossierTauxTVA * 100),
    prix: prixDuBail(bail),
  };
}
