import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import type { Creance } from "#domain/gerance/livres/creances.ts";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
import type { Recette } from "#domain/gerance/livres/recettes.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { type Euros, enEuros } from "#domain/montants.ts";
import { nomComplet, nomsReunis, type Personne } from "#domain/personnes/personne.ts";
import { jourDuFait, NUMERO_REGLEMENT } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { NUMERO_OU_FICHE } from "#worker/operations/gerance/livres/lignes-des-livres.ts";
import type { Periode } from "#worker/operations/gerance/livres/pointe.ts";
/** The sum held for a mandate, or for one of its tenants, on an evening; euros. */
export interface FondsDetenus {
  mandat: number | null;
  numero: string;
  mandants: string;
  nature: string;
  lot: string;
  locataire: string;
  montant: Euros;
}

const NATURES: Partial<Record<Genre, string>> = {
  "4670": "Dû au mandant",
  "4672": "À reverser",
  "165": "Dépôt de garantie",
  "4191": "Avance du locataire",
  "4197": "Trop-perçu à rendre",
  "4192": "Chèque en attente",
};

/** Beyond the deposit of the lease, 165 also holds what goes back with it: a late-return increase, rent overpaid. */
const DEPOT_ET_PLUS = "Dépôt de garantie et sommes à rendre avec lui";

/**
 * The funds of others, mandate by mandate, on an evening (décret n° 72-678, art. 86; cloture/README §12.19). A sum
 * held for a tenant belongs to the last mandate that called a sum from him by then, else to the next mandate that
 * does, else to the mandate of his dwelling. A later mandate of the dwelling thus changes nothing on earlier days.
 */
export async function lireFondsDetenus({ db }: Contexte, au: Jour): Promise<FondsDetenus[]> {
  const fonds = await db.all<{
    genre: Genre;
    mandat: number | null;
    numero: string;
    mandants: string;
    adresse: string | null;
    etage: string | null;
    titre: string | null;
    nom: string | null;
    prenom: string | null;
    montant: Centimes;
    plusQueLeDepot: number;
  }>(sql`
    WITH tenu AS (
      SELECT l.genre, l.de, sum(l.credit - l.debit) AS montant FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE l.genre IN ('4670', '4672', '165', '4191', '4197', '4192') AND e.date <= ${au}
      GROUP BY l.genre, l.de HAVING sum(l.credit - l.debit) <> 0),
    appele AS (
      SELECT l.de, l.mandat, row_number() OVER (PARTITION BY l.de
        ORDER BY iif(e.date <= ${au}, e.date, '') DESC, iif(e.date <= ${au}, -l.id, l.id)) AS rang
      FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
      WHERE l.genre = '411' AND l.debit > 0 AND l.mandat IS NOT NULL AND e."annuleId" IS NULL
        AND l.de IN (SELECT t.de FROM tenu t WHERE t.genre NOT IN ('4670', '4672'))),
    situe AS (
      SELECT t.genre, t.montant, d.id AS dossier, d."AppartementId", d."LocataireId",
        t.genre = '165' AND t.montant > d."depotGarantie" AS "plusQueLeDepot",
        iif(t.genre IN ('4670', '4672'), t.de, coalesce(c.mandat, ${mandatDe(sql`d."AppartementId"`)})) AS mandat
      FROM tenu t LEFT JOIN "Dossier" d ON t.genre NOT IN ('4670', '4672') AND d.id = t.de
      LEFT JOIN appele c ON c.de = d.id AND c.rang = 1)
    SELECT s.genre, s.mandat, ${NUMERO_OU_FICHE} AS numero, s.montant, s."plusQueLeDepot", a.adresse, a.etage, o.titre, o.nom, o.prenom,
      (SELECT json_group_array(json_object('titre', c.titre, 'nom', c.nom, 'prenom', c.prenom, 'qualite', c.qualite))
        FROM "MissionClient" l JOIN "Client" c ON c.id = l."ClientId" WHERE l."MissionId" = s.mandat) AS mandants
    FROM situe s LEFT JOIN "Mission" m ON m.id = s.mandat
    LEFT JOIN "Appartement" a ON a.id = coalesce(s."AppartementId", iif(s.mandat < 0, -s.mandat, NULL))
    LEFT JOIN "Locataire" o ON o.id = s."LocataireId" ORDER BY s.mandat, s.genre DESC, s.dossier`);
  return fonds.map((tenu) => ({
    mandat: tenu.mandat,
    numero: tenu.mandat === null ? "" : tenu.numero,
    mandants: nomsReunis(JSON.parse(tenu.mandants) as Personne[]),
    nature: tenu.plusQueLeDepot === 1 ? DEPOT_ET_PLUS : (NATURES[tenu.genre] ?? tenu.genre),
    lot: tenu.adresse ? nomAppartement({ adresse: tenu.adresse, etage: tenu.etage }) : "",
    locataire: tenu.nom
      ? nomComplet({ titre: tenu.titre, nom: tenu.nom, prenom: tenu.prenom })
      : "",
    montant: enEuros(tenu.montant),
  }));
}

/**
 * The debts of tenants on an evening, by age: the sums called in the books by then, less the sums received by then;
 * euros. A sum received by then for a later call comes off the oldest debts. An account that is settled that evening
 * is not read.
 */
export async function lireCreances({ db }: Pick<Contexte, "db">, au: Jour): Promise<Creance[]> {
  const entre = (de: number | null, a: number | null): SQL =>
    sql`sum(iif(${de === null ? sql`true` : sql`o."exigibleLe" <= ${ajouterJours(au, -de)}`}
      AND ${a === null ? sql`true` : sql`o."exigibleLe" >= ${ajouterJours(au, -a)}`}, o.reste, 0)) / 100.0`;
  const rows = await db.all<
    Omit<Creance, "locataire" | "lot"> & Personne & { adresse: string; etage: string | null }
  >(sql`
    WITH redevable AS (
      SELECT l.de FROM ${lignes} l JOIN ${ecritures} x ON x.id = l."EcritureId"
      WHERE l.genre = '411' AND x.date <= ${au} GROUP BY l.de HAVING sum(l.debit - l.credit) <> 0),
    appelee AS (
      SELECT e.id, e."DossierId", e.mandat, e."exigibleLe", iif(x.date <= ${au}, e.montant, 0) - coalesce((SELECT sum(i.montant) FROM "Imputation" i
        LEFT JOIN ${ecritures} p ON p.id = i."EcritureId" WHERE i."EcheanceId" = e.id AND (p.id IS NULL OR p.date <= ${au})), 0) AS reste
      FROM "Echeance" e JOIN ${ecritures} x ON x.id = e."EcritureId" WHERE e."DossierId" IN (SELECT de FROM redevable)),
    ouverte AS (
      SELECT "DossierId", mandat, "exigibleLe", max(0, min(reste, sum(reste) OVER (PARTITION BY "DossierId" ORDER BY "exigibleLe", id) - coalesce(avance, 0))) AS reste
      FROM appelee LEFT JOIN (SELECT "DossierId" AS de, 0 - sum(reste) AS avance FROM appelee WHERE reste < 0 GROUP BY 1) ON de = "DossierId"
      WHERE reste > 0)
    SELECT 'D' || printf('%06d', d.id) AS dossier, d.id AS "DossierId", t.titre, t.nom, t.prenom, a.adresse, a.etage,
      iif(m.id IS NULL, '', ${NUMERO_OU_FICHE}) AS mandat, s.total, s."aEchoir", s."jusqua30", s."jusqua60", s."jusqua90", s."auDela"
    FROM (
      SELECT o."DossierId", max(o.mandat) AS mandat, sum(o.reste) / 100.0 AS total,
        sum(iif(o."exigibleLe" > ${au}, o.reste, 0)) / 100.0 AS "aEchoir",
        ${entre(0, 30)} AS "jusqua30", ${entre(31, 60)} AS "jusqua60", ${entre(61, 90)} AS "jusqua90", ${entre(91, null)} AS "auDela"
      FROM ouverte o WHERE o.reste <> 0 GROUP BY o."DossierId") s
    JOIN "Dossier" d ON d.id = s."DossierId" JOIN "Locataire" t ON t.id = d."LocataireId"
    JOIN "Appartement" a ON a.id = d."AppartementId" LEFT JOIN "Mission" m ON m.id = s.mandat
    ORDER BY s.total DESC, d.id`);
  return rows.map(({ titre, nom, prenom, adresse, etage, ...reste }) => ({
    ...reste,
    locataire: nomComplet({ titre, nom, prenom }),
    lot: nomAppartement({ adresse, etage }),
  }));
}

/** The mandate of the last sum called from a tenant, up to a day; null when none was called. */
const mandatAppele = (DossierId: SQL, jour: SQL) => sql`(SELECT appel.mandat FROM ${lignes} appel
  JOIN ${ecritures} a ON a.id = appel."EcritureId" AND a.journal = 'QT' AND a.date <= ${jour}
  WHERE appel.genre = '411' AND appel.de = ${DossierId} ORDER BY a.date DESC, a.id DESC LIMIT 1)`;

/**
 * All that was received for others in a period, in the order of its entries (livres/README §12.27). A sum that an
 * entry books to no mandate, a cheque or an advance, goes to the mandate that last called a sum from its tenant, else
 * to the mandate of his dwelling. A transfer that the bank gave back is no receipt.
 */
export async function lireRecettes(
  { db }: Pick<Contexte, "db">,
  { du, au }: Periode,
): Promise<Recette[]> {
  const rows = await db.all<Omit<Recette, "locataire"> & Personne>(sql`
    SELECT e.exercice || '-' || printf('%06d', e.numero) AS ecriture, e.date, ${jourDuFait(sql`e`)} AS "pieceDate",
      iif(r.id IS NULL, NULL, ${NUMERO_REGLEMENT}) AS reglement, t.titre, coalesce(t.nom, '') AS nom, t.prenom,
      iif(m.id IS NULL, '', ${NUMERO_OU_FICHE}) AS mandat, r.mode, e.libelle, s.montant / 100.0 AS montant
    FROM (
      SELECT l."EcritureId", sum(iif(l.genre IN ('512G', '531G', '5112'), l.debit - l.credit, 0)) AS montant,
        max(iif(l.mandat > 0, l.mandat, NULL)) AS mandat
      FROM ${ecritures} x JOIN ${lignes} l ON l."EcritureId" = x.id
      WHERE x.livre = 'G' AND x.journal IN ('ENC', 'REJ') AND x.date BETWEEN ${du} AND ${au}
        AND NOT EXISTS (SELECT 1 FROM ${ecritures} parti WHERE parti.id = x."annuleId" AND parti.journal NOT IN ('ENC', 'REJ'))
      GROUP BY l."EcritureId" HAVING montant <> 0) s
    JOIN ${ecritures} e ON e.id = s."EcritureId" LEFT JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id)
    LEFT JOIN "Reglement" r ON r.id = o."ReglementId" LEFT JOIN "Dossier" d ON d.id = coalesce(o."DossierId", r."DossierId")
    LEFT JOIN "Locataire" t ON t.id = d."LocataireId"
    LEFT JOIN "Mission" m ON m.id = coalesce(s.mandat, ${mandatAppele(sql`d.id`, sql`e.date`)}, ${mandatDe(sql`d."AppartementId"`)})
    ORDER BY e.exercice, e.numero`);
  return rows.map(({ titre, nom, prenom, ...recette }) => ({
    ...recette,
    locataire: nom ? nomComplet({ titre, nom, prenom }) : "",
  }));
}

/** An entry of the book of fees, on one line; euros. */
export interface LigneHonoraires {
  date: Jour;
  numero: string;
  piece: string | null;
  libelle: string;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
  encaisse: Euros;
  /** The VAT that the entry makes due (44571). */
  tvaExigible: Euros;
}

/** The book of fees, with the VAT due and the sums received. */
export const lireHonoraires = ({ db }: Contexte, { du, au }: Periode): Promise<LigneHonoraires[]> =>
  db.all<LigneHonoraires>(sql`
    SELECT s.date, s.numero, s.piece, s.libelle, iif(m.id IS NULL, coalesce('D' || printf('%06d', s.dossier), ''), ${NUMERO_OU_FICHE}) AS mandat,
      s.ht / 100.0 AS ht, s.tva / 100.0 AS tva, (s.ht + s.tva) / 100.0 AS ttc, s.encaisse / 100.0 AS encaisse,
      s.exigible / 100.0 AS "tvaExigible"
    FROM (
      SELECT e.id, e.date, e.exercice || '-' || printf('%06d', e.numero) AS numero, e.piece, e.libelle,
        max(iif(l.genre = '411H', l.de, NULL)) AS mandat, max(iif(l.genre = '411L', l.de, NULL)) AS dossier,
        sum(iif(l.genre LIKE '706%', l.credit - l.debit, 0)) AS ht,
        sum(iif(l.genre IN ('44571', '44587'), l.credit - l.debit, 0)) AS tva,
        sum(iif(l.genre = '44571', l.credit - l.debit, 0)) AS exigible,
        sum(iif(l.genre = '512A', l.debit - l.credit, 0)) AS encaisse
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.livre = 'H' AND e.date BETWEEN ${du} AND ${au} GROUP BY e.id) s
    LEFT JOIN "Mission" m ON m.id = s.mandat ORDER BY s.id`);

/** An invoice of fees or a credit note; euros. */
export interface LigneFacture {
  date: Jour;
  numero: string;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
}

export const lireFactures = ({ db }: Contexte, { du, au }: Periode): Promise<LigneFacture[]> =>
  db.all<LigneFacture>(sql`
    SELECT f.date, f.numero, ${NUMERO_OU_FICHE} AS mandat, f.ht / 100.0 AS ht, f.tva / 100.0 AS tva, f.ttc / 100.0 AS ttc
    FROM "FactureHonoraires" f JOIN "Mission" m ON m.id = f."MissionId"
    WHERE f.date BETWEEN ${du} AND ${au} ORDER BY f.serie DESC, f.exercice, f.rang`);

/** A transfer of a batch; euros. */
export interface LigneVirement {
  lot: string;
  dateExecution: Jour;
  etatLot: string;
  reference: string;
  titulaire: string;
  iban: string | null;
  libelle: string;
  montant: Euros;
  etat: string;
  enBanqueLe: Jour | null;
}

export const lireVirements = ({ db }: Contexte, { du, au }: Periode): Promise<LigneVirement[]> =>
  db.all<LigneVirement>(sql`
    SELECT r.numero AS lot, r."dateExecution", r.etat AS "etatLot", v.reference, v.titulaire, coalesce(c.iban, b.iban) AS iban,
      v.libelle, v.montant / 100.0 AS montant, v.etat, p.date AS "enBanqueLe"
    FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId"
    LEFT JOIN "CoordonneesBancaires" c ON c.id = v."CoordonneesBancairesId"
    LEFT JOIN "CompteBancaire" b ON b.id = v."CompteBancaireId" LEFT JOIN "LigneReleve" p ON p.id = v."LigneReleveId"
    WHERE r."dateExecution" BETWEEN ${du} AND ${au} ORDER BY r.id, v.rang`);
