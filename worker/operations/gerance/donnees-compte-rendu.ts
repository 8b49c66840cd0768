import { sql } from "drizzle-orm";
import { nomAppartement } from "#domain/adresse.ts";
import { agenceDe } from "#domain/agence.ts";
import {
  type ADRESSES_CLIENT,
  adresseClient,
  contactParDefaut,
  MAILS_CLIENT,
} from "#domain/client.ts";
import {
  ajouterAnnees,
  ajouterJours,
  dansMois,
  dernierJour,
  formatJour,
  type Jour,
  type Mois,
  moisDe,
  plusTard,
  plusTot,
  premierJour,
} from "#domain/dates.ts";
import type { ContenuCompteRendu } from "#domain/gerance/compte-rendu.ts";
import { mandantsActuels } from "#domain/gerance/compte-rendu-etabli.ts";
import type { AutreHonoraire, ModeFonds, Periodicite } from "#domain/gerance/conditions.ts";
import { NATURES_FISCALES, type NatureFiscale } from "#domain/gerance/depense.ts";
import {
  type ConditionsDuCompte,
  conditionsLe,
  type DonneesDuCompte,
  type DossierDuCompte,
  type LigneDuCompte,
  type MandantDuCompte,
} from "#domain/gerance/donnees-du-compte.ts";
import { partieFacturee } from "#domain/gerance/facturation.ts";
import type { NatureEcheance } from "#domain/gerance/imputation.ts";
import { nomDuMandat, numeroDuMandat, premierMoisDePeriode } from "#domain/gerance/mandat-rendu.ts";
import type { ModeReglement, Payeur } from "#domain/gerance/reglement.ts";
import { ETAPES, type Etape } from "#domain/gerance/relances.ts";
import { enCentimes } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { nomComplet, nomLegal, type Qualite } from "#domain/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { depenseDe } from "#worker/db/conditions-comptes.ts";
import { mandatDe } from "./comptes-lus.ts";
import { coordonneesAVenir, coordonneesEffectives } from "./coordonnees-bancaires.ts";

/** An account to work out: its mandate, and the month that closes its period. */
export interface CompteALire {
  MissionId: number;
  mois: Mois;
}

/** What an account was worked out from, and by what it is known that nothing of it changed. */
export interface DonneesLues extends DonneesDuCompte {
  lu: {
    lignes: number;
    derniere: number;
    somme: number;
    conditions: number;
    /** How many commission it, and the sum of their identifiers. */
    mandants: string;
    reserves: number;
  };
}

/** The day until which an account tells: the last of its month, or today. */
export const finDuCompte = (mois: Mois, today: Jour): Jour => plusTot(dernierJour(mois), today);

/** The day of a line of the entry `e`: of what is called, or no more, the day it is due. */
const jourDeLigne = sql`CASE WHEN e.journal <> 'QT' THEN e.date ELSE coalesce((SELECT min(s."exigibleLe") FROM "Echeance" s
  WHERE s."DossierId" = e."DossierId" AND s."EcritureId" = coalesce(e."annuleId", e.id)), e.date) END`;

/**
 * The lines of these mandates, until a day of each, that no account told of; `l`, `e` and `d`, the account asked for. Joined in
 * this order: the database would otherwise read the lines of all mandates.
 */
export const lignesNonRendues = (json: string) => sql`json_each(${json}) d
  CROSS JOIN "Ligne" l ON l.mandat = d.value ->> 'MissionId' AND l.genre IN ('4670', '4671')
  CROSS JOIN "Ecriture" e ON e.id = l."EcritureId"
  WHERE NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" dite WHERE dite."LigneId" = l.id)
    AND ${jourDeLigne} <= d.value ->> 'au'`;

/** What tenants owed by the valid account before; `s`, and `d`, the account asked for. */
const situationAvant = (json: string) => sql`json_each(${json}) d
  JOIN "CompteRendu" c ON c."MissionId" = d.value ->> 'MissionId' AND c.etat = 'valide' AND c.mois = (
    SELECT max(p.mois) FROM "CompteRendu" p WHERE p."MissionId" = d.value ->> 'MissionId' AND p.etat = 'valide'
      AND p.mois < d.value ->> 'mois')
  JOIN json_each(c.contenu, '$.situation') s ON s.value ->> 'resteDu' <> 0`;

/**
 * What is kept aside of each account asked for, in cents: bills good to pay by the agency, and not paid, of the dwellings
 * of its mandate; and by how much what left the owner's account since its last day is above what came in.
 */
export const reservesDe = (json: string) => sql`
  SELECT rang, sum(montant) AS montant FROM (
    SELECT d.key AS rang, i.montant FROM json_each(${json}) d
    JOIN "MissionAppartement" a ON a."MissionId" = d.value ->> 'MissionId'
    JOIN "Intendance" i ON i."AppartementId" = a."AppartementId" AND i.nature = 'depense' AND NOT i.regle
      AND i."payePar" = 'agence' AND i."bonAPayerLe" IS NOT NULL
    WHERE ${mandatDe(sql`a."AppartementId"`)} = a."MissionId"
    UNION ALL
    SELECT d.key, max(0, sum(l.debit - l.credit)) FROM json_each(${json}) d
    CROSS JOIN "Ligne" l ON l.mandat = d.value ->> 'MissionId' AND l.genre = '4670'
    CROSS JOIN "Ecriture" e ON e.id = l."EcritureId" AND e.date > d.value ->> 'au'
    WHERE NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" dite WHERE dite."LigneId" = l.id) GROUP BY d.key)
  GROUP BY rang`;

/** Whose account the others' are read with: how many hold in one reading of the database. */
const A_LA_FOIS = 200;

/**
 * What the accounts of many mandates are worked out from, in a number of readings that does not depend on how many there
 * are in each two hundred (domain/README §12.17).
 * @returns the data of each, in the order asked
 */
export async function lireDonnees(
  db: Db,
  comptes: readonly CompteALire[],
  { today, now }: { today: Jour; now: Date },
): Promise<DonneesLues[]> {
  const lues: DonneesLues[] = [];
  for (let rang = 0; rang < comptes.length; rang += A_LA_FOIS) {
    const lot = comptes.slice(rang, rang + A_LA_FOIS);
    lues.push(...(await lireLot(db, lot, { today, now })));
  }
  return lues;
}

interface LigneLue {
  rang: number;
  id: number;
  genre: "4670" | "4671";
  montant: number;
  nature: NatureEcheance | null;
  EcritureId: number;
  date: Jour;
  journal: LigneDuCompte["journal"];
  libelle: string;
  piece: string | null;
  DossierId: number | null;
  payeur: Payeur | null;
  mode: ModeReglement | null;
  fonds: ModeFonds | null;
  origineLe: Jour | null;
  ditLe: string | null;
  ditMois: Mois | null;
  facture: string | null;
  franchise: number | null;
  IntendanceId: number | null;
}

interface DossierLu {
  rang: number;
  id: number;
  AppartementId: number;
  adresse: string;
  etage: string | null;
  titre: string;
  nom: string;
  prenom: string;
  dateEntree: Jour;
  dateSortie: Jour | null;
  dateDebutBail: Jour;
  dateFinBail: Jour | null;
  indice: number | null;
  dpeAnnee: number | null;
  lie: number;
  etape: Etape | null;
  relanceLe: string | null;
  plan: number;
}

const requetes = (db: Db, json: string, now: string) => ({
  mandats: db.all<{
    rang: number;
    numRegistre: string | null;
    dateSignature: Jour | null;
    duree: number | null;
    precedentAu: Jour | null;
    solde: number | null;
  }>(sql`
    SELECT d.key AS rang, m."numRegistre", m."dateSignature", m.duree,
      (SELECT max(c.au) FROM "CompteRendu" c WHERE c."MissionId" = m.id AND c.mois < d.value ->> 'mois') AS "precedentAu",
      (SELECT c.solde - c.reversement FROM "CompteRendu" c WHERE c."MissionId" = m.id AND c.etat = 'valide'
        AND c.mois < d.value ->> 'mois' ORDER BY c.mois DESC LIMIT 1) AS solde
    FROM json_each(${json}) d JOIN "Mission" m ON m.id = d.value ->> 'MissionId' ORDER BY d.key`),
  restes: db.all<{ rang: number; DossierId: number; resteDu: number }>(sql`
    SELECT d.key AS rang, s.value ->> 'DossierId' AS "DossierId", s.value ->> 'resteDu' AS "resteDu"
    FROM ${situationAvant(json)}`),
  dus: db.all<{ rang: number; DossierId: number; reste: number }>(sql`
    WITH lots AS (SELECT d.key AS rang, d.value ->> 'MissionId' AS mandat, d.value ->> 'au' AS au, b.id FROM json_each(${json}) d
      JOIN "MissionAppartement" a ON a."MissionId" = d.value ->> 'MissionId' JOIN "Dossier" b ON b."AppartementId" = a."AppartementId"
      UNION SELECT d.key, d.value ->> 'MissionId', d.value ->> 'au', e."DossierId" FROM ${lignesNonRendues(json)} AND e."DossierId" IS NOT NULL
      UNION SELECT d.key, d.value ->> 'MissionId', d.value ->> 'au', s.value ->> 'DossierId' FROM ${situationAvant(json)})
    SELECT rang, id AS "DossierId", sum(montant) AS reste FROM (
      SELECT lots.rang, lots.id, s.reste AS montant FROM lots CROSS JOIN "Echeance" s ON s."DossierId" = lots.id AND s.reste > 0
        AND s."exigibleLe" <= lots.au AND s.mandat = lots.mandat AND s.nature <> 'depot' AND s."EcritureId" IS NOT NULL
      UNION ALL
      SELECT lots.rang, lots.id, i.montant FROM lots CROSS JOIN "Ecriture" e ON e."DossierId" = lots.id AND e.date > lots.au
        AND e."ReglementId" IS NOT NULL
      CROSS JOIN "Imputation" i ON i."ReglementId" = e."ReglementId" AND i."EcritureId" = e.id
      JOIN "Echeance" s ON s.id = i."EcheanceId" AND s."exigibleLe" <= lots.au AND s.mandat = lots.mandat AND s.nature <> 'depot'
        AND s."EcritureId" IS NOT NULL
      UNION ALL
      SELECT lots.rang, lots.id, -i.montant FROM lots CROSS JOIN "Echeance" s ON s."DossierId" = lots.id AND s."exigibleLe" > lots.au
        AND s.mandat = lots.mandat AND s.nature <> 'depot' AND s."EcritureId" IS NOT NULL
      JOIN "Imputation" i ON i."EcheanceId" = s.id AND i."ReglementId" IS NOT NULL
      JOIN "Ecriture" e ON e.id = i."EcritureId" AND e.date <= lots.au)
    GROUP BY rang, id HAVING reste <> 0`),
  dejaPris: db.all<{ rang: number; libelle: string }>(sql`
    SELECT DISTINCT d.key AS rang, h.value ->> 'libelle' AS libelle FROM json_each(${json}) d
    JOIN "CompteRendu" c ON c."MissionId" = d.value ->> 'MissionId' AND c.etat = 'valide'
      AND c.mois >= substr(d.value ->> 'mois', 1, 4)
    JOIN json_each(c.contenu, '$.detailHonoraires') h`),
  conditions: db.all<
    Omit<ConditionsDuCompte, "autresHonoraires" | "parts"> & {
      rang: number;
      id: number;
      autresHonoraires: string;
      periodicite: Periodicite;
    }
  >(sql`
    SELECT d.key AS rang, c.* FROM json_each(${json}) d
    JOIN "ConditionsMandat" c ON c."MissionId" = d.value ->> 'MissionId' ORDER BY c.depuis DESC, c.id DESC`),
  parts: db.all<{ ConditionsMandatId: number; ClientId: number; num: number; den: number }>(sql`
    SELECT p."ConditionsMandatId", p."ClientId", p.num, p.den FROM json_each(${json}) d
    JOIN "ConditionsMandat" c ON c."MissionId" = d.value ->> 'MissionId'
    JOIN "PartMandat" p ON p."ConditionsMandatId" = c.id GROUP BY p.id ORDER BY p.rang, p.id`),
  mandants: db.all<MandantLu>(sql`
    SELECT d.key AS rang, m."ClientId" AS id, m.lie, c.titre, c.qualite, c.nom, c.prenom, c.adresse, c."codePostal", c.ville,
      c."adresseFiscale", c."codePostalFiscale", c."villeFiscale", c."adresseDefaut", c."mailPerso", c."mailPro", c."mailDefaut",
      c."numSiret", c."tvaIntra", c."adresseElectronique",
      (SELECT b.iban FROM "CoordonneesBancaires" b
        WHERE b.id = ${coordonneesEffectives(sql`d.value ->> 'MissionId'`, sql`c.id`, now)}) AS iban,
      ${coordonneesAVenir(sql`d.value ->> 'MissionId'`, sql`c.id`, now)} AS attente
    FROM json_each(${json}) d JOIN (
      SELECT "MissionId", "ClientId", max(lie) AS lie FROM (
        SELECT "MissionId", "ClientId", 1 AS lie FROM "MissionClient"
        UNION ALL SELECT t."MissionId", p."ClientId", 0 FROM "PartMandat" p JOIN "ConditionsMandat" t ON t.id = p."ConditionsMandatId")
      GROUP BY 1, 2) m ON m."MissionId" = d.value ->> 'MissionId'
    JOIN "Client" c ON c.id = m."ClientId" ORDER BY d.key, c.id`),
  lignes: db.all<LigneLue>(sql`
    WITH nues AS (SELECT d.key AS rang, l.id, l.genre, l.mandat, l.credit - l.debit AS montant, l.nature, l."EcritureId", ${jourDeLigne} AS date,
      e.journal, e.libelle, e.piece, e.cle, e."DossierId", e."ReglementId", e."annuleId" FROM ${lignesNonRendues(json)})
    SELECT n.rang, n.id, n.genre, n.montant, n.nature, n."EcritureId", n.date, n.journal, n.libelle, n.piece, n."DossierId",
      r.payeur, r.mode, r.fonds, o.date AS "origineLe", c."valideLe" AS "ditLe", c.mois AS "ditMois", f.numero AS facture,
      f.contenu ->> 'franchise' AS franchise,
      iif(n.journal = 'DEP', ${depenseDe(sql`coalesce(o.cle, n.cle)`)}, NULL) AS "IntendanceId"
    FROM nues n LEFT JOIN "Reglement" r ON r.id = n."ReglementId" LEFT JOIN "Ecriture" o ON o.id = n."annuleId"
    LEFT JOIN "CompteRenduLigne" dite ON n."annuleId" IS NOT NULL AND dite."LigneId" = (SELECT s.id FROM "Ligne" s
      WHERE s."EcritureId" = n."annuleId" AND +s.mandat = n.mandat AND +s.genre = n.genre LIMIT 1)
    LEFT JOIN "CompteRendu" c ON c.id = dite."CompteRenduId"
    LEFT JOIN "FactureHonoraires" f ON f."CompteRenduId" = c.id AND f.serie = 'FH'
    ORDER BY n.id`),
  imputations: db.all<{
    EcritureId: number;
    mandat: number;
    mois: Mois;
    nature: NatureEcheance;
    montant: number;
  }>(sql`
    WITH entrees AS (SELECT DISTINCT e.id, e."ReglementId", coalesce(e."annuleId", e.id) AS origine, l.mandat
      FROM ${lignesNonRendues(json)} AND e."ReglementId" IS NOT NULL)
    SELECT n.id AS "EcritureId", n.mandat, s.mois, s.nature, sum(i.montant) AS montant FROM entrees n
    CROSS JOIN "Imputation" i ON i."ReglementId" = n."ReglementId" AND i."EcritureId" = n.origine AND i.montant > 0
    JOIN "Echeance" s ON s.id = i."EcheanceId" AND s.mandat = n.mandat
    GROUP BY n.id, n.mandat, s.mois, s.nature`),
  depenses: db.all<{
    id: number;
    intitule: string | null;
    numFacture: string | null;
    natureFiscale: NatureFiscale | null;
    recuperable: string | null;
    tva: number;
    facture: number;
    accord: number;
    fournisseur: string | null;
    adresse: string;
    etage: string | null;
  }>(sql`
    WITH payees AS (SELECT DISTINCT ${depenseDe(sql`coalesce(o.cle, n.cle)`)} AS id FROM (
      SELECT e.cle, e."annuleId" FROM ${lignesNonRendues(json)} AND e.journal = 'DEP') n
      LEFT JOIN "Ecriture" o ON o.id = n."annuleId")
    SELECT i.id, i.intitule, i."numFacture", i."natureFiscale", i.recuperable, i.tva, i."factureId" IS NOT NULL AS facture,
      i."accordLe" IS NOT NULL AS accord, f.nom AS fournisseur, a.adresse, a.etage
    FROM payees JOIN "Intendance" i ON i.id = payees.id JOIN "Appartement" a ON a.id = i."AppartementId"
    LEFT JOIN "Fournisseur" f ON f.id = i."FournisseurId"`),
  dossiers: db.all<DossierLu>(sql`
    WITH siens AS (
      SELECT d.key AS rang, b.id, 1 AS lie FROM json_each(${json}) d
      JOIN "MissionAppartement" a ON a."MissionId" = d.value ->> 'MissionId'
      JOIN "Dossier" b ON b."AppartementId" = a."AppartementId"
        AND (b."dateSortie" IS NULL OR b."dateSortie" >= d.value ->> 'depuis')
      WHERE ${mandatDe(sql`a."AppartementId"`)} = a."MissionId"
      UNION ALL SELECT d.key, e."DossierId", 0 FROM ${lignesNonRendues(json)} AND e."DossierId" IS NOT NULL
      UNION ALL SELECT d.key, s.value ->> 'DossierId', 0 FROM ${situationAvant(json)}),
    uniques AS (SELECT rang, id, max(lie) AS lie FROM siens GROUP BY rang, id)
    SELECT u.rang, b.id, b."AppartementId", a.adresse, a.etage, t.titre, t.nom, t.prenom, b."dateEntree", b."dateSortie",
      b."dateDebutBail", b."dateFinBail", b.indice, a."dpeAnnee", u.lie, r.etape, r."libereeLe" AS "relanceLe",
      EXISTS (SELECT 1 FROM "PlanApurement" p WHERE p."DossierId" = b.id AND p."closLe" IS NULL) AS plan
    FROM uniques u JOIN "Dossier" b ON b.id = u.id JOIN "Appartement" a ON a.id = b."AppartementId"
    JOIN "Locataire" t ON t.id = b."LocataireId"
    LEFT JOIN "Relance" r ON r.id = (SELECT max(s.id) FROM "Relance" s WHERE s."DossierId" = b.id AND +s.etat = 'liberee')
    ORDER BY b.id`),
  depots: db.all<{ rang: number; montant: number }>(sql`
    SELECT d.key AS rang, sum(l.credit - l.debit) AS montant FROM json_each(${json}) d
    JOIN "MissionAppartement" a ON a."MissionId" = d.value ->> 'MissionId'
    JOIN "Dossier" b ON b."AppartementId" = a."AppartementId"
    JOIN "Ligne" l ON l.genre = '165' AND l.de = b.id JOIN "Ecriture" e ON e.id = l."EcritureId" AND e.date <= d.value ->> 'au'
    WHERE ${mandatDe(sql`a."AppartementId"`)} = a."MissionId" GROUP BY d.key`),
  reserves: db.all<{ rang: number; montant: number }>(reservesDe(json)),
  reglages: db.all<{ nom: string; valeur: string | null }>(
    sql`SELECT nom, valeur FROM "Variable" WHERE nom = 'franchiseTva'`,
  ),
});

interface MandantLu {
  rang: number;
  id: number;
  lie: number;
  titre: string;
  qualite: Qualite;
  nom: string;
  prenom: string;
  adresse: string | null;
  codePostal: string | null;
  ville: string | null;
  adresseFiscale: string | null;
  codePostalFiscale: string | null;
  villeFiscale: string | null;
  adresseDefaut: (typeof ADRESSES_CLIENT)[number];
  mailPerso: string | null;
  mailPro: string | null;
  mailDefaut: string;
  numSiret: string | null;
  tvaIntra: string | null;
  adresseElectronique: string | null;
  iban: string | null;
  attente: number;
}

/** How long after his departure a tenant is still looked for, in days. */
const APRES_LE_DEPART = 400;

async function lireLot(
  db: Db,
  comptes: readonly CompteALire[],
  { today, now }: { today: Jour; now: Date },
): Promise<DonneesLues[]> {
  if (comptes.length === 0) return [];
  const demandes = comptes.map(({ MissionId, mois }) => {
    const au = finDuCompte(mois, today);
    return { MissionId, mois, au, depuis: ajouterJours(au, -APRES_LE_DEPART) };
  });
  const lu = await db.read(requetes(db, JSON.stringify(demandes), now.toISOString()));
  const parRang = <Row extends { rang: number }>(rows: readonly Row[]) => {
    const groupes = Map.groupBy(rows, ({ rang }) => rang);
    return (rang: number) => groupes.get(rang) ?? [];
  };
  const de = {
    mandats: parRang(lu.mandats),
    restes: parRang(lu.restes),
    dus: parRang(lu.dus),
    dejaPris: parRang(lu.dejaPris),
    conditions: parRang(lu.conditions),
    mandants: parRang(lu.mandants),
    lignes: parRang(lu.lignes),
    dossiers: parRang(lu.dossiers),
    depots: parRang(lu.depots),
  };
  const parts = Map.groupBy(lu.parts, (part) => part.ConditionsMandatId);
  const imputations = Map.groupBy(lu.imputations, (une) => `${une.EcritureId} ${une.mandat}`);
  const depenses = new Map(lu.depenses.map((une) => [une.id, une]));
  const reserves = new Map(lu.reserves.map((un) => [un.rang, un.montant]));
  const { franchiseTva: franchise } = agenceDe(lu.reglages);
  return demandes.flatMap(({ MissionId, mois, au }, rang) => {
    const [mandat] = de.mandats(rang);
    if (!mandat) return [];
    const termes = de.conditions(rang);
    const conditions = termes.map(
      ({ rang: _, id, autresHonoraires, ...une }): ConditionsDuCompte => ({
        ...une,
        autresHonoraires: JSON.parse(autresHonoraires) as AutreHonoraire[],
        parts: (parts.get(id) ?? []).map(({ ClientId, num, den }) => ({ ClientId, num, den })),
      }),
    );
    const periodicite = termes.find(({ depuis }) => depuis <= au)?.periodicite ?? "mensuelle";
    const lignes = de.lignes(rang).map(
      (ligne): LigneDuCompte => ({
        id: ligne.id,
        genre: ligne.genre,
        montant: ligne.montant,
        nature: ligne.nature,
        EcritureId: ligne.EcritureId,
        date: ligne.date,
        journal: ligne.journal,
        libelle: ligne.libelle,
        piece: ligne.piece,
        DossierId: ligne.DossierId,
        reglement:
          ligne.payeur === null
            ? null
            : { payeur: ligne.payeur, mode: ligne.mode, fonds: ligne.fonds ?? "proprietaire" },
        reprise:
          ligne.origineLe === null
            ? null
            : {
                date: ligne.origineLe,
                compte:
                  ligne.ditLe === null || ligne.ditMois === null
                    ? null
                    : {
                        valideLe: ligne.ditLe,
                        mois: ligne.ditMois,
                        facture: ligne.facture,
                        franchise: ligne.franchise === 1,
                      },
              },
        imputations: imputations.get(`${ligne.EcritureId} ${MissionId}`) ?? [],
        depense: depenseDuCompte(depenses.get(ligne.IntendanceId ?? 0)),
      }),
    );
    const dossiers = de.dossiers(rang);
    const premiere = lignes.map(({ date }) => date).toSorted(ordre)[0];
    const debut = premierJour(premierMoisDePeriode(mois, periodicite));
    const du = mandat.precedentAu
      ? ajouterJours(mandat.precedentAu, 1)
      : plusTot(debut, premierJour(moisDe(premiere ?? debut)));
    const mandants = de.mandants(rang);
    const lies = mandants.filter(({ lie }) => lie === 1);
    const dites = conditionsLe(conditions, au)?.parts ?? [];
    const place = (ClientId: number) => {
      const rangDite = dites.findIndex((part) => part.ClientId === ClientId);
      return rangDite < 0 ? dites.length : rangDite;
    };
    const ordonnes = mandants.toSorted((un, autre) => place(un.id) - place(autre.id));
    const lus = ordonnes.map(mandantDuCompte);
    const actuels = mandantsActuels(lus).map(({ ClientId }) => ClientId);
    return [
      {
        MissionId,
        mois,
        du: plusTot(du, au),
        au,
        editeLe: today,
        mandat: {
          numero: numeroDuMandat({ id: MissionId, numRegistre: mandat.numRegistre }),
          dateSignature: mandat.dateSignature,
          nom: nomDuMandat(ordonnes.filter(({ id }) => actuels.includes(id))),
        },
        mandants: lus,
        conditions,
        precedent: {
          solde: mandat.solde ?? 0,
          restes: new Map(
            de.restes(rang).map(({ DossierId, resteDu }) => [DossierId, enCentimes(resteDu)]),
          ),
        },
        restes: new Map(de.dus(rang).map(({ DossierId, reste }) => [DossierId, reste])),
        lignes,
        dossiers: dossiers.map(dossierDuCompte),
        depots: de.depots(rang)[0]?.montant ?? 0,
        reserves: reserves.get(rang) ?? 0,
        echeances: echeancesDe(
          dossiers.filter(({ lie }) => lie === 1),
          { au, mandat },
        ),
        dejaPris: de.dejaPris(rang).map(({ libelle }) => libelle),
        franchise,
        lu: {
          lignes: lignes.length,
          derniere: lignes.reduce((max, { id }) => Math.max(max, id), 0),
          somme: lignes.reduce((total, { montant }) => total + montant, 0),
          conditions: termes.reduce((max, { id }) => Math.max(max, id), 0),
          mandants: `${lies.length} ${lies.reduce((total, { id }) => total + id, 0)}`,
          reserves: reserves.get(rang) ?? 0,
        },
      },
    ];
  });
}

type DepenseLue = Awaited<ReturnType<typeof requetes>["depenses"]>[number];

const depenseDuCompte = (lue: DepenseLue | undefined): LigneDuCompte["depense"] =>
  lue === undefined
    ? null
    : {
        IntendanceId: lue.id,
        fournisseur: lue.fournisseur ?? "",
        libelle:
          lue.intitule ?? (lue.natureFiscale ? NATURES_FISCALES[lue.natureFiscale].libelle : ""),
        lot: nomAppartement(lue),
        nature: lue.natureFiscale,
        tauxTva: Math.round(lue.tva * 100),
        recuperable: lue.recuperable !== null,
        piece: lue.numFacture,
        facture: lue.facture === 1,
        accord: lue.accord === 1,
      };

function mandantDuCompte(lu: MandantLu): MandantDuCompte {
  const { adresse, codePostal, ville } = adresseClient(lu);
  const mail = contactParDefaut(lu, MAILS_CLIENT, lu.mailDefaut);
  return {
    ClientId: lu.id,
    lie: lu.lie === 1,
    nom: nomComplet(lu),
    adresse: [adresse, [codePostal, ville].filter(Boolean).join(" ")].filter(
      (ligne): ligne is string => Boolean(ligne),
    ),
    mail: mail?.includes("@") ? mail : null,
    iban: lu.iban,
    ibanEnAttente: lu.attente === 1,
    partie: partieFacturee({
      nom: nomLegal(lu),
      voie: adresse ?? "",
      codePostal: codePostal ?? "",
      ville: ville ?? "",
      siret: lu.numSiret,
      tvaIntra: lu.tvaIntra,
      adresseElectronique: lu.adresseElectronique,
    }),
  };
}

const dossierDuCompte = (lu: DossierLu): DossierDuCompte => ({
  id: lu.id,
  AppartementId: lu.AppartementId,
  lot: nomAppartement(lu),
  locataire: nomComplet(lu),
  dateEntree: lu.dateEntree,
  dateSortie: lu.dateSortie,
  lie: lu.lie === 1,
  action: actionDe(lu),
});

/** What is done about what a tenant owes; null: nothing yet. */
function actionDe({ plan, etape, relanceLe }: DossierLu): string | null {
  if (plan === 1) return "plan d’apurement en cours";
  if (etape === null || relanceLe === null) return null;
  return `${ETAPES[etape].libelle.toLowerCase()} du ${formatJour(relanceLe.slice(0, 10))}`;
}

/** How far ahead an account tells what comes, in months; how long a diagnosis of energy holds, in years. */
const MOIS_A_VENIR = 6;
const ANNEES_DE_DPE = 10;

/** What comes in the months after an account: ends of leases and of the mandate, revisions of rent, diagnoses. */
function echeancesDe(
  dossiers: readonly DossierLu[],
  { au, mandat }: { au: Jour; mandat: { dateSignature: Jour | null; duree: number | null } },
): ContenuCompteRendu["echeances"] {
  const fin = dansMois(au, MOIS_A_VENIR);
  const aVenir = (date: Jour | null): date is Jour => date !== null && date > au && date <= fin;
  const echeances = dossiers
    .filter(({ dateSortie }) => dateSortie === null || dateSortie > au)
    .flatMap((dossier) => {
      const lot = nomAppartement(dossier);
      const dites: [Jour | null, string][] = [
        [dossier.dateSortie, "Départ du locataire"],
        [dossier.dateFinBail, "Fin du bail"],
        [
          dossier.indice === null ? null : anniversaire(dossier.dateDebutBail, au),
          "Révision annuelle du loyer",
        ],
        [
          dossier.dpeAnnee === null ? null : `${dossier.dpeAnnee + ANNEES_DE_DPE}-12-31`,
          "Fin de validité du DPE, au plus tard",
        ],
      ];
      return dites.flatMap(([date, libelle]) => (aVenir(date) ? [{ date, libelle, lot }] : []));
    });
  const { dateSignature, duree } = mandat;
  const terme = dateSignature && duree ? dansMois(dateSignature, duree) : null;
  if (aVenir(terme)) echeances.push({ date: terme, libelle: "Terme du mandat", lot: "" });
  return echeances.toSorted((une, autre) => ordre(une.date, autre.date));
}

/** The first anniversary of a day after another. */
function anniversaire(jour: Jour, apres: Jour): Jour {
  const annees = Number(apres.slice(0, 4)) - Number(jour.slice(0, 4));
  const cetteAnnee = ajouterAnnees(jour, annees);
  return plusTard(jour, cetteAnnee > apres ? cetteAnnee : ajouterAnnees(jour, annees + 1));
}
