import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { deMoisEnLettres, type Jour, type Mois, moisDe } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import {
  etatDeLaFin,
  type FaitsDeFin,
  type FinDeMandatDetail,
  type FinNotee,
  type LocataireDuMandat,
  manquesDeLaFin,
  restesDeLaFin,
  virementAPreparer,
} from "#domain/gerance/mandats/fin-de-mandat.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { Db } from "#worker/db/client.ts";
import { numeroInscrit } from "#worker/db/conditions.ts";
import { tenuAvecLeDepot } from "#worker/db/conditions-comptes.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { fournisseurs } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { compteAttendu } from "#worker/operations/gerance/cloture/mandats-sans-compte.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { conditionsA } from "#worker/operations/gerance/mandats/conditions-lues.ts";
import { facturesAPayer, lotsEnAttente, tenuDans } from "./mandat-solde.ts";

/** The end noted for a mandate and not cancelled, with the next manager. */
const lireFinNotee = (db: Db, MissionId: number) =>
  db
    .select({ fin: finsDeMandat, gestionnaire: fournisseurs })
    .from(finsDeMandat)
    .leftJoin(fournisseurs, eq(fournisseurs.id, finsDeMandat.FournisseurId))
    .where(and(eq(finsDeMandat.MissionId, MissionId), isNull(finsDeMandat.annuleLe)));

interface SoldesLus {
  version: number;
  inscrit: number;
  debut: Jour | null;
  provision: number | null;
  solde: number;
  aVerser: number;
  honorairesDus: number;
  honorairesAVirer: number;
  fournisseurs: number;
  moisRendu: number;
  compteAttendu: number;
}

const soldeDe = (genre: string, sens: "credit" | "debit", MissionId: number) =>
  sql`(SELECT coalesce(sum(${sens === "credit" ? sql`l.credit - l.debit` : sql`l.debit - l.credit`}), 0) FROM "Ligne" l
    WHERE l.genre = ${genre} AND l.mandat = ${MissionId})`;

interface LocataireLu {
  DossierId: number;
  AppartementId: number;
  titre: string;
  nom: string;
  prenom: string;
  secondTitulaire: number;
  autreTitre: string | null;
  autreNom: string | null;
  autrePrenom: string | null;
  adresse: string;
  etage: string | null;
  codePostal: string;
  ville: string;
  depot: number;
  avance: number;
  cheque: number;
  aRendre: number;
  du: number;
  arrete: number;
  present: number;
  bail: number;
  entree: number;
  cautions: number;
}

const requetes = ({ db, today }: Pick<Contexte, "db" | "today">, MissionId: number) => ({
  notee: lireFinNotee(db, MissionId),
  annulees: db
    .select()
    .from(finsDeMandat)
    .where(and(eq(finsDeMandat.MissionId, MissionId), isNotNull(finsDeMandat.annuleLe)))
    .orderBy(desc(finsDeMandat.id)),
  soldes: db.all<SoldesLus>(sql`
    SELECT m."versionDuCompte" AS version, trim(coalesce(${numeroInscrit}, '')) <> '' AS inscrit, ${debutComptes} AS debut,
      (SELECT c.provision FROM "ConditionsMandat" c WHERE c.id = ${conditionsA(MissionId, today)}) AS provision,
      ${soldeDe("4670", "credit", MissionId)} AS solde, ${soldeDe("4672", "credit", MissionId)} AS "aVerser",
      ${soldeDe("411H", "debit", MissionId)} AS "honorairesDus", ${soldeDe("4680", "credit", MissionId)} AS "honorairesAVirer",
      ${soldeDe("401", "credit", MissionId)} AS fournisseurs,
      EXISTS (SELECT 1 FROM "CompteRendu" c WHERE c."MissionId" = m.id AND c.etat = 'valide' AND c.mois >= ${moisDe(today)}) AS "moisRendu",
      ${compteAttendu(sql`m.id`)} AS "compteAttendu"
    FROM "Mission" m WHERE m.id = ${MissionId} AND m.type = 'gestion'`),
  brouillons: db.all<{ CompteRenduId: number; mois: Mois }>(sql`
    SELECT id AS "CompteRenduId", mois FROM "CompteRendu" WHERE "MissionId" = ${MissionId} AND etat = 'brouillon' AND mois < ${moisDe(today)} ORDER BY mois`),
  factures: db.all<{ intitule: string | null; montant: number }>(sql`
    SELECT i.intitule, i.montant ${facturesAPayer(sql`${MissionId}`)} ORDER BY i.id`),
  lots: db.all<{ ReversementId: number; numero: string }>(sql`
    SELECT DISTINCT r.id AS "ReversementId", r.numero ${lotsEnAttente(sql`${MissionId}`)} ORDER BY r.numero`),
  locataires: db.all<LocataireLu>(sql`
    SELECT d.id AS "DossierId", d."AppartementId", t.titre, t.nom, t.prenom, t."secondTitulaire", t."autreTitre", t."autreNom",
      t."autrePrenom", a.adresse, a.etage, a."codePostal", a.ville, ${tenuDans("165")} AS depot, ${tenuDans("4191")} AS avance,
      ${tenuDans("4192")} AS cheque, ${tenuDans("4197")} AS "aRendre",
      (SELECT coalesce(sum(e.reste), 0) FROM "Echeance" e WHERE e."DossierId" = d.id AND e.mandat = ${MissionId}
        AND e."EcritureId" IS NOT NULL) AS du,
      EXISTS (SELECT 1 FROM "SoldeDepart" s JOIN "Depart" p ON p.id = s."DepartId" WHERE p."DossierId" = d.id AND s."annuleLe" IS NULL
        AND s.contenu ->> '$.lieu' = 'agence' AND ${tenuDans("165")} + ${tenuAvecLeDepot(sql`d.id`)} > 0) AS arrete,
      d."dateSortie" IS NULL OR d."dateSortie" > ${today} AS present,
      d."contratLocationId" IS NOT NULL AS bail, d."etatInId" IS NOT NULL AS entree,
      (SELECT count(*) FROM "Caution" c WHERE c."DossierId" = d.id) AS cautions
    FROM "MissionAppartement" l JOIN "Appartement" a ON a.id = l."AppartementId" JOIN "Dossier" d ON d."AppartementId" = a.id
    JOIN "Locataire" t ON t.id = d."LocataireId"
    WHERE l."MissionId" = ${MissionId} AND ${mandatDe(sql`a.id`)} = ${MissionId}
      AND (present OR depot <> 0 OR avance <> 0 OR cheque <> 0 OR "aRendre" <> 0 OR du <> 0
        OR d.id IN (SELECT r.value ->> 'DossierId' FROM "FinDeMandat" f, json_each(f.remise) r
          WHERE f."MissionId" = ${MissionId} AND f."annuleLe" IS NULL)) ORDER BY d.id`),
});

const locataireDe = (locataire: LocataireLu, remis: number): LocataireDuMandat => ({
  DossierId: locataire.DossierId,
  AppartementId: locataire.AppartementId,
  locataire: titulaires({ ...locataire, secondTitulaire: locataire.secondTitulaire === 1 })
    .map(nomComplet)
    .join(" et "),
  logement: `${nomAppartement(locataire)}, ${locataire.codePostal} ${locataire.ville}`,
  depot: locataire.depot,
  avance: locataire.avance,
  cheque: locataire.cheque,
  aRendre: locataire.aRendre,
  remis,
  du: locataire.du,
  arrete: locataire.arrete === 1,
  present: locataire.present === 1,
  pieces: [
    ...(locataire.bail ? ["contrat de location"] : []),
    ...(locataire.entree ? ["état des lieux d’entrée"] : []),
    ...(locataire.cautions > 0
      ? [locataire.cautions > 1 ? "actes de cautionnement" : "acte de cautionnement"]
      : []),
  ],
});

type Notee = Awaited<ReturnType<typeof lireFinNotee>>[number];

const finNotee = ({ fin, gestionnaire }: Notee): FinNotee => ({
  id: fin.id,
  finLe: fin.finLe,
  motif: fin.motif,
  gestionnaire: gestionnaire && {
    FournisseurId: gestionnaire.id,
    nom: gestionnaire.nom,
    adresse: [
      gestionnaire.adresse,
      [gestionnaire.codePostal, gestionnaire.ville].filter(Boolean).join(" "),
    ].filter((ligne): ligne is string => Boolean(ligne)),
  },
  depots: fin.depots,
  remisLe: fin.remisLe,
  arreteLe: fin.arreteLe,
  CompteRenduId: fin.CompteRenduId,
  version: fin.version,
});

/** The end of a mandate and its facts in the books as they were read, with the version that a write checks. */
export type FinLue = Awaited<ReturnType<typeof lireFin>>;

/**
 * Reads the end of a management mandate, with all that is held and owed for it (mandats/README §12.24).
 * @throws NotFound when it is no management mandate
 */
export async function lireFin(ctx: Pick<Contexte, "db" | "today">, MissionId: number) {
  const reponses = await ctx.db.read(requetes(ctx, MissionId));
  const [soldes] = reponses.soldes;
  if (!soldes) throw new NotFound("Ce mandat de gestion n’existe pas.");
  const [notee] = reponses.notee;
  const remises = Map.groupBy(notee?.fin.remise ?? [], ({ DossierId }) => DossierId);
  const faits: FaitsDeFin = {
    today: ctx.today,
    livres: soldes.debut !== null,
    inscrit: soldes.inscrit === 1,
    solde: soldes.solde,
    aVerser: soldes.aVerser,
    provision: soldes.provision ?? 0,
    honorairesDus: soldes.honorairesDus,
    honorairesAVirer: soldes.honorairesAVirer,
    fournisseurs: soldes.fournisseurs,
    brouillons: reponses.brouillons.map(({ CompteRenduId, mois }) => ({
      CompteRenduId,
      mois: deMoisEnLettres(mois),
    })),
    moisRendu: soldes.moisRendu === 1,
    compteAttendu: soldes.compteAttendu === 1,
    factures: reponses.factures.map(
      ({ intitule, montant }) => `${intitule ?? "Dépense"}, ${formatEuros(enEuros(montant ?? 0))}`,
    ),
    lots: reponses.lots,
    locataires: reponses.locataires.map((locataire) =>
      locataireDe(
        locataire,
        (remises.get(locataire.DossierId) ?? []).reduce((somme, { montant }) => somme + montant, 0),
      ),
    ),
  };
  const fin = notee ? finNotee(notee) : null;
  const restes = fin && fin.arreteLe !== null ? restesDeLaFin(faits) : [];
  const vue: FinDeMandatDetail = {
    MissionId,
    fin,
    etat: fin && etatDeLaFin(fin, { today: ctx.today, soldee: restes.length === 0 }),
    faits,
    manques: fin && fin.arreteLe === null ? manquesDeLaFin(fin, faits) : [],
    restes,
    virement: Boolean(fin?.arreteLe) && virementAPreparer(faits),
    contenu: notee?.fin.contenu ?? null,
    annulees: reponses.annulees.map(({ finLe, annuleLe, motifAnnulation }) => ({
      finLe,
      annuleLe: annuleLe ?? finLe,
      motif: motifAnnulation ?? "",
    })),
  };
  return { vue, ligne: notee?.fin ?? null, versionDuCompte: soldes.version };
}
