import { asc, eq, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { deStationnement, modeCharges, regime, sousLoi89 } from "#domain/bail/bail.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import type { ComptesDeQuittance } from "#domain/gerance/locataires/comptes-de-quittance.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import type { Droit } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { Db } from "#worker/db/client.ts";
import { contactDAbord, selected } from "#worker/db/conditions.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { revisions } from "#worker/db/schema/revisions.ts";
import {
  appartements,
  clients,
  dossiers,
  locataires,
  proprietes,
} from "#worker/db/schema/schema.ts";
import type { DonneesQuittance } from "#worker/documents/quittances/quittance.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type ClesVisuels,
  clesVisuels,
  lireReglages,
} from "#worker/operations/fichiers/visuels.ts";
import {
  comptesLus,
  requetesDesComptes,
} from "#worker/operations/gerance/locataires/comptes-de-quittances.ts";
import { reglagesEnClair } from "#worker/operations/reglages.ts";

/** A receipt as it was at `updatedAt`, with all the facts of its document and its mail. */
export interface QuittanceChargee {
  id: number;
  updatedAt: string;
  /** R2 key of the PDF of this state; null when it has not been rendered yet. */
  clePdf: string | null;
  /** The document of the receipt was seen, archived or mailed already. */
  servie: boolean;
  uuid: string;
  /** R2 keys of the pictures on the document of the receipt. */
  visuels: ClesVisuels;
  donnees: DonneesQuittance;
}

/**
 * These receipts, in the order of their identifiers, in one round trip whatever their number.
 * @param lesquelles a condition on `Quitance`.
 * @param auPlus the most receipts loaded; absent, all of them.
 */
export async function chargerQuittances(
  { env, db, today }: Pick<Contexte, "db" | "today"> & { env: Pick<Env, "DATA_KEYS"> },
  { lesquelles, auPlus = -1 }: { lesquelles: SQL; auPlus?: number },
): Promise<QuittanceChargee[]> {
  const choisies = sql`
    SELECT * FROM ${quitances} WHERE ${lesquelles} ORDER BY "Quitance".id LIMIT ${auPlus}`;
  const { lignes, possessions, reglages, ...lectures } = await db.read({
    ...requetesDesComptes(db, choisies),
    lignes: db
      .select({
        quitance: quitances,
        revision: REVISION,
        dossier: {
          dateSortie: dossiers.dateSortie,
          dateFinBail: dossiers.dateFinBail,
          typeBail: dossiers.typeBail,
          chargesMode: dossiers.chargesMode,
          regimeTva: dossiers.regimeTva,
        },
        logement: LOGEMENT,
        locataire: LOCATAIRE,
      })
      .from(quitances)
      .innerJoin(dossiers, eq(dossiers.id, quitances.DossierId))
      .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(lesquelles)
      .orderBy(asc(quitances.id))
      .limit(auPlus),
    possessions: possessionsDe(
      db,
      sql`SELECT "AppartementId" FROM (${choisies})`,
      sql`SELECT "AppartementId", "ClientId" FROM (${choisies}) WHERE "ClientId" IS NOT NULL`,
    ),
    reglages: lireReglages(db),
  });
  const agence = agenceDe(reglagesEnClair(env, reglages));
  const visuels = clesVisuels(reglages);
  const parAppartement = Map.groupBy(possessions, ({ AppartementId }) => AppartementId);
  const comptesDe = comptesLus(lectures, today);
  return lignes.map(({ quitance, revision, dossier, logement, locataire }) => ({
    id: quitance.id,
    updatedAt: quitance.updatedAt,
    clePdf: quitance.clePdf,
    servie: quitance.servieLe !== null,
    uuid: quitance.uuid,
    visuels,
    donnees: {
      ...contenu(quitance, comptesDe(quitance)),
      numero: quitance.numero,
      revision: revision === null ? null : JSON.parse(revision),
      mode: quitance.mode,
      echeance: quitance.echeance,
      emission: quitance.emission,
      motifAnnulation: quitance.motifAnnulation,
      rp: sousLoi89({ regime: regime(dossier, locataire.rp) }),
      stationnement: deStationnement({ regime: dossier.typeBail }),
      tvaNonDite: quitance.tauxTva === null && dossier.regimeTva === null,
      chargesMode: modeCharges(dossier.typeBail, dossier.chargesMode),
      bailleurs: bailleurs(parAppartement.get(quitance.AppartementId) ?? [], quitance.ClientId),
      locataires: titulaires(locataire),
      logement,
      destinataire:
        dossierClos(dossier, today) || deStationnement({ regime: dossier.typeBail })
          ? locataire
          : logement,
      agence,
    },
  }));
}

/**
 * The revision whose rent a receipt completes in its month, else the revision that takes effect during its period, as
 * JSON. A receipt completed by another one bills the former rent.
 */
const REVISION = selected<
  string | null
>(sql`(SELECT json_object('effetLe', r."effetLe", 'annee', r.annee,
            'trimestre', r.trimestre, 'indice', r."indiceNouveau" / 100.0) FROM ${revisions} r
          WHERE r."DossierId" = ${quitances.DossierId} AND iif(${quitances.RevisionId} IS NOT NULL,
            r.id = ${quitances.RevisionId}, r."annuleeLe" IS NULL AND r."effetLe" BETWEEN ${quitances.date} AND ${quitances.dateFin}
              AND NOT EXISTS (SELECT 1 FROM ${quitances} complement WHERE complement."DossierId" = r."DossierId"
                AND complement."RevisionId" = r.id AND complement.mois = ${quitances.mois}
                AND ${quitances.automatique} AND complement.id > ${quitances.id})))`);

export const LOGEMENT = {
  adresse: appartements.adresse,
  codePostal: appartements.codePostal,
  ville: appartements.ville,
  etage: appartements.etage,
  caveNum: appartements.caveNum,
  situation: appartements.situation,
};

export const LOCATAIRE = {
  rp: locataires.rp,
  titre: locataires.titre,
  nom: locataires.nom,
  prenom: locataires.prenom,
  secondTitulaire: locataires.secondTitulaire,
  autreTitre: locataires.autreTitre,
  autreNom: locataires.autreNom,
  autrePrenom: locataires.autrePrenom,
  adresse: locataires.adresse,
  codePostal: locataires.codePostal,
  ville: locataires.ville,
};

/** The content that the document of a receipt and the yearly summary of receipts have in common. */
export function contenu(
  quitance: typeof quitances.$inferSelect,
  comptes: ComptesDeQuittance | null,
) {
  return {
    ...(comptes === null ? {} : { comptes }),
    mois: quitance.mois,
    dateDebut: quitance.date,
    dateFin: quitance.dateFin,
    automatique: quitance.automatique,
    RevisionId: quitance.RevisionId,
    loyerHC: quitance.loyerHC,
    charge: quitance.charge,
    assurance: quitance.assurance,
    detail: quitance.detail,
    tauxTva: quitance.tauxTva,
    montantPaye: quitance.montantPaye,
    regle: quitance.regle,
    statusInconu: quitance.statusInconu,
    source: quitance.source,
    annuleeLe: quitance.annuleeLe,
    reponduLe: quitance.reponduLe,
    datePaiement: quitance.datePaiement,
  };
}

type Possession = typeof clients.$inferSelect & {
  AppartementId: number;
  actuelle: number;
  /** Null for an owner who no longer lets the apartment. */
  droit: Droit | null;
};

/**
 * The present lessors of these apartments, and the owners at the time of earlier receipts. The contact comes first,
 * as `bailleursDe()` orders them.
 * @param anciennes a query for the pairs of apartment and owner that receipts name
 */
export function possessionsDe(db: Db, appartementIds: SQL, anciennes: SQL) {
  return db.all<Possession>(sql`
    SELECT possession."AppartementId", max(possession.actuelle) AS actuelle, max(possession.droit) AS droit,
      "Client".*
    FROM (
      SELECT "AppartementId", "ClientId", droit, 1 AS actuelle FROM ${proprietes}
      WHERE "AppartementId" IN (${appartementIds}) AND droit <> 'nue_propriete'
      UNION ALL SELECT *, NULL, 0 FROM (${anciennes})) possession
    JOIN ${clients} ON "Client".id = possession."ClientId"
    JOIN ${appartements} ON "Appartement".id = possession."AppartementId"
    GROUP BY possession."AppartementId", "Client".id
    ORDER BY ${contactDAbord(clients.id)}`);
}

/** The owners whom the document names; if the apartment was sold since, the former owner alone. */
export function bailleurs(possessions: readonly Possession[], ClientId: number | null) {
  const premier = possessions.find(({ id }) => id === ClientId);
  const actuels = possessions.filter(({ actuelle, id }) => actuelle && id !== ClientId);
  const nommes = premier ? [premier, ...(premier.actuelle ? actuels : [])] : actuels;
  return nommes.map((client) => ({
    titre: client.titre,
    nom: client.nom,
    prenom: client.prenom,
    qualite: client.qualite,
    ...(client.droit === null ? {} : { droit: client.droit }),
    ...adresseClient(client),
  }));
}
