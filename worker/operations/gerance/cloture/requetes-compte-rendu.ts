import { type SQL, sql } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import type {
  ConditionsDuCompte,
  FraisDuCompte,
  LigneDuCompte,
} from "#domain/gerance/cloture/donnees-du-compte.ts";
import type { BailSuivi } from "#domain/gerance/cloture/evenements-a-venir.ts";
import type { TvaAuTaux } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { tauxTvaDuLoyer } from "#domain/gerance/cloture/tva-des-loyers.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { ModeReglement, Payeur } from "#domain/gerance/locataires/reglement.ts";
import type { ModeFonds, Periodicite } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { Etape } from "#domain/gerance/relances/relances.ts";
import type { NatureFiscale } from "#domain/missions/natures-de-depense.ts";
import type { ADRESSES_CLIENT } from "#domain/personnes/client.ts";
import type { Qualite } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { numeroInscrit } from "#worker/db/conditions.ts";
import { depenseDe, jourDuFait, origineDe } from "#worker/db/conditions-comptes.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import {
  coordonneesAVenir,
  coordonneesEffectives,
  duMandant,
} from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import { facturesOuvertes, honorairesAPrendre } from "./dettes-honoraires.ts";

/** SQL: the due day of the sum that the entry `e` calls or withdraws (journal QT); `jour` for any other entry. */
const exigibleOu = (jour: SQL) =>
  sql`CASE WHEN e.journal <> 'QT' THEN ${jour} ELSE coalesce((SELECT min(s."exigibleLe") FROM "Echeance" s
  WHERE s."DossierId" = e."DossierId" AND s."EcritureId" = coalesce(e."annuleId", e.id)), ${jour}) END`;

/**
 * `jourDeLigne`: the day of a line in the books, which decides the account that shows the line. `jourDit`: the day of
 * its event, which that account prints.
 */
const jourDeLigne = exigibleOu(sql`e.date`);
const jourDit = exigibleOu(jourDuFait(sql`e`));

/**
 * The lines of these mandates, up to a day for each, that are in no account yet: `l`, its entry `e`, and the account
 * of `json`, `d`. The joins come in this order: the database would otherwise read the lines of all mandates.
 */
export const lignesNonRendues = (json: string) => sql`json_each(${json}) d
  CROSS JOIN "Ligne" l ON l.mandat = d.value ->> 'MissionId' AND l.genre IN ('4670', '4671')
  CROSS JOIN "Ecriture" e ON e.id = l."EcritureId"
  WHERE NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" dite WHERE dite."LigneId" = l.id)
    AND ${jourDeLigne} <= d.value ->> 'au'`;

/** The condition that `c` is the valid account before the account `d`. */
const estLeCompteAvant = sql`c."MissionId" = d.value ->> 'MissionId' AND c.etat = 'valide' AND c.mois = (
  SELECT max(p.mois) FROM "CompteRendu" p WHERE p."MissionId" = d.value ->> 'MissionId' AND p.etat = 'valide'
    AND p.mois < d.value ->> 'mois')`;

/** The debts of tenants (`s`) in the valid account before each account of `json` (`d`). */
const situationAvant = (json: string) => sql`json_each(${json}) d
  JOIN "CompteRendu" c ON ${estLeCompteAvant}
  JOIN json_each(c.contenu, '$.situation') s ON s.value ->> 'resteDu' <> 0`;

/**
 * The sums to keep aside for each account of `json`, in cents. `sorties`: after the last day of that account, the sums
 * that left the owner's balance, less those that came in; zero at least. `montant` adds the unpaid bills of the
 * mandate's dwellings that the agency may pay.
 */
const reservesDe = (json: string) => sql`
  SELECT rang, sum(montant) AS montant, sum(sorties) AS sorties FROM (
    SELECT d.key AS rang, i.montant, 0 AS sorties FROM json_each(${json}) d
    JOIN "MissionAppartement" a ON a."MissionId" = d.value ->> 'MissionId'
    JOIN "Intendance" i ON i."AppartementId" = a."AppartementId" AND i.nature = 'depense' AND NOT i.regle
      AND i."payePar" = 'agence' AND i."bonAPayerLe" IS NOT NULL
    WHERE ${mandatDe(sql`a."AppartementId"`)} = a."MissionId"
    UNION ALL
    SELECT d.key, max(0, sum(l.debit - l.credit)), max(0, sum(l.debit - l.credit)) FROM json_each(${json}) d
    CROSS JOIN "Ligne" l ON l.mandat = d.value ->> 'MissionId' AND l.genre = '4670'
    CROSS JOIN "Ecriture" e ON e.id = l."EcritureId" AND e.date > d.value ->> 'au'
    WHERE NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" dite WHERE dite."LigneId" = l.id) GROUP BY d.key)
  GROUP BY rang`;

/** The fees « sur demande » (`f`) that no account has charged yet, for each account of `json` (`d`). */
const fraisEnAttente = (json: string) => sql`json_each(${json}) d
  JOIN "FraisDemande" f ON f."MissionId" = d.value ->> 'MissionId' AND f.mois <= d.value ->> 'mois'
    AND f."CompteRenduId" IS NULL`;

/**
 * A line of a mandate that is in no account yet. From `origineLe` to `debits`, the columns describe the entry that it
 * reverses, with the account and the invoice that showed this entry; null for a line that reverses nothing.
 */
export interface LigneLue
  extends Omit<LigneDuCompte, "reglement" | "reprise" | "imputations" | "depense"> {
  rang: number;
  payeur: Payeur | null;
  mode: ModeReglement | null;
  fonds: ModeFonds | null;
  origineLe: Jour | null;
  ditLe: string | null;
  ditMois: Mois | null;
  facture: string | null;
  franchise: number | null;
  debits: number | null;
  IntendanceId: number | null;
}

export interface DossierLu extends BailSuivi {
  rang: number;
  id: number;
  AppartementId: number;
  titre: string;
  nom: string;
  prenom: string;
  dateEntree: Jour;
  typeBail: Parameters<typeof tauxTvaDuLoyer>[0]["typeBail"];
  regimeTva: Parameters<typeof tauxTvaDuLoyer>[0]["regimeTva"];
  lie: number;
  etape: Etape | null;
  relanceLe: string | null;
  plan: number;
  /**
   * The revisions of its rent that took or will take effect, cancelled ones left out: `[day, before, after][]` in
   * cents, as JSON.
   */
  revisions: string;
}

/** An owner who commissions a mandate, or has a share by its terms, as the database gives him. */
export interface MandantLu {
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

/**
 * The queries of the data of accounts, each row with the rank of its account.
 * @param json the accounts: `MissionId`, `mois`, `au` their last day, `depuis` the day from which leases are shown
 * @param now ISO 8601, UTC
 */
export const requetes = (db: Db, json: string, now: string) => ({
  mandats: db.all<{
    rang: number;
    numRegistre: string | null;
    dateSignature: Jour | null;
    duree: number | null;
    precedentAu: Jour | null;
    solde: number | null;
    gardes: string;
    honorairesLaisses: string | null;
    honorairesDus: number;
    ouvertes: string;
    finLe: Jour | null;
    arreteLe: Jour | null;
  }>(sql`
    SELECT d.key AS rang, ${numeroInscrit} AS "numRegistre", m."dateSignature", m.duree, fin."finLe", fin."arreteLe",
      (SELECT max(p.au) FROM "CompteRendu" p WHERE p."MissionId" = m.id AND p.mois < d.value ->> 'mois') AS "precedentAu",
      c.solde - c.reversement AS solde, c.contenu -> '$.honorairesLaisses' AS "honorairesLaisses",
      (SELECT json_group_array(json_array(p.value ->> 'ClientId', p.value ->> 'garde'))
        FROM json_each(c.contenu, '$.mandants') p) AS gardes,
      ${honorairesAPrendre(sql`m.id`)} AS "honorairesDus", ${facturesOuvertes(sql`m.id`)} AS ouvertes
    FROM json_each(${json}) d JOIN "Mission" m ON m.id = d.value ->> 'MissionId'
    LEFT JOIN "CompteRendu" c ON ${estLeCompteAvant}
    LEFT JOIN "FinDeMandat" fin ON fin."MissionId" = m.id AND fin."annuleLe" IS NULL ORDER BY d.key`),
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
        AND s."exigibleLe" <= lots.au AND s.mandat = lots.mandat AND s.nature NOT IN ('depot', 'trop_percu') AND s."EcritureId" IS NOT NULL
      UNION ALL
      SELECT lots.rang, lots.id, i.montant FROM lots CROSS JOIN "Ecriture" e ON e."DossierId" = lots.id AND e.date > lots.au
        AND e."ReglementId" IS NOT NULL
      CROSS JOIN "Imputation" i ON i."ReglementId" = e."ReglementId" AND i."EcritureId" = e.id
      JOIN "Echeance" s ON s.id = i."EcheanceId" AND s."exigibleLe" <= lots.au AND s.mandat = lots.mandat AND s.nature NOT IN ('depot', 'trop_percu')
        AND s."EcritureId" IS NOT NULL
      UNION ALL
      SELECT lots.rang, lots.id, -i.montant FROM lots CROSS JOIN "Echeance" s ON s."DossierId" = lots.id AND s."exigibleLe" > lots.au
        AND s.mandat = lots.mandat AND s.nature NOT IN ('depot', 'trop_percu') AND s."EcritureId" IS NOT NULL
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
        WHERE b.id = ${coordonneesEffectives(duMandant(sql`d.value ->> 'MissionId'`, sql`c.id`), now)}) AS iban,
      ${coordonneesAVenir(duMandant(sql`d.value ->> 'MissionId'`, sql`c.id`), now)} AS attente
    FROM json_each(${json}) d JOIN (
      SELECT "MissionId", "ClientId", max(lie) AS lie FROM (
        SELECT "MissionId", "ClientId", 1 AS lie FROM "MissionClient"
        UNION ALL SELECT t."MissionId", p."ClientId", 0 FROM "PartMandat" p JOIN "ConditionsMandat" t ON t.id = p."ConditionsMandatId")
      GROUP BY 1, 2) m ON m."MissionId" = d.value ->> 'MissionId'
    JOIN "Client" c ON c.id = m."ClientId" ORDER BY d.key, c.id`),
  lignes: db.all<LigneLue>(sql`
    WITH nues AS (SELECT d.key AS rang, l.id, l.genre, l.mandat, l.credit - l.debit AS montant, l.nature, l."EcritureId", ${jourDit} AS date,
      e.journal, e.libelle, e.piece, e.cle, e."DossierId", e."ReglementId", ${origineDe(sql`e`)} AS origine FROM ${lignesNonRendues(json)})
    SELECT n.rang, n.id, n.genre, n.montant, n.nature, n."EcritureId", n.date, n.journal, n.libelle, n.piece, n."DossierId",
      r.payeur, r.mode, r.fonds, ${jourDuFait(sql`o`)} AS "origineLe", c."valideLe" AS "ditLe", c.mois AS "ditMois", f.numero AS facture,
      f.contenu ->> 'franchise' AS franchise, f.contenu ->> 'optionDebits' AS debits,
      iif(n.journal = 'DEP', ${depenseDe(sql`coalesce(o.cle, n.cle)`)}, NULL) AS "IntendanceId"
    FROM nues n LEFT JOIN "Reglement" r ON r.id = n."ReglementId" LEFT JOIN "Ecriture" o ON o.id = n.origine
    LEFT JOIN "CompteRenduLigne" dite ON n.origine IS NOT NULL AND dite."LigneId" = (SELECT s.id FROM "Ligne" s
      WHERE s."EcritureId" = n.origine AND +s.mandat = n.mandat AND +s.genre = n.genre LIMIT 1)
    LEFT JOIN "CompteRendu" c ON c.id = dite."CompteRenduId"
    LEFT JOIN "FactureHonoraires" f ON f."CompteRenduId" = c.id AND f.serie = 'FH'
    ORDER BY n.id`),
  imputations: db.all<{
    EcritureId: number;
    mandat: number;
    mois: Mois;
    nature: NatureEcheance;
    libelle: string | null;
    montant: number;
    tauxTva: number | null;
  }>(sql`
    WITH entrees AS (SELECT DISTINCT e.id, e."ReglementId", coalesce(e."annuleId", e.id) AS origine, l.mandat
      FROM ${lignesNonRendues(json)} AND e."ReglementId" IS NOT NULL)
    SELECT n.id AS "EcritureId", n.mandat, s.mois, s.nature, s.libelle, sum(abs(i.montant)) AS montant,
      max(q."tauxTva") AS "tauxTva" FROM entrees n
    CROSS JOIN "Imputation" i ON i."ReglementId" = n."ReglementId" AND i."EcritureId" = n.origine
      AND (i.montant > 0 OR n.origine = n.id)
    JOIN "Echeance" s ON s.id = i."EcheanceId" AND s.mandat = n.mandat
    LEFT JOIN "Quitance" q ON q.id = s."QuitanceId"
    GROUP BY n.id, n.mandat, s.mois, s.nature, s.libelle ORDER BY n.id, min(s.id)`),
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
    DepenseImmeubleId: number | null;
    immeuble: string | null;
  }>(sql`
    WITH payees AS (SELECT DISTINCT ${depenseDe(sql`coalesce(o.cle, n.cle)`)} AS id FROM (
      SELECT e.cle, e."annuleId" FROM ${lignesNonRendues(json)} AND e.journal = 'DEP') n
      LEFT JOIN "Ecriture" o ON o.id = n."annuleId")
    SELECT i.id, i.intitule, i."numFacture", i."natureFiscale", i.recuperable, i.tva, i."factureId" IS NOT NULL AS facture,
      i."accordLe" IS NOT NULL AS accord, f.nom AS fournisseur, a.adresse, a.etage,
      i."DepenseImmeubleId", (SELECT b.nom FROM "DepenseImmeuble" d JOIN "Immeuble" b ON b.id = d."ImmeubleId" WHERE d.id = i."DepenseImmeubleId") AS immeuble
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
    SELECT u.rang, b.id, b."AppartementId", a.adresse, a.etage, t.titre, t.nom, t.prenom, b."typeBail", b."regimeTva", b."dateEntree", b."dateSortie",
      b."dateDebutBail", b."dateFinBail", coalesce(b.indice, b."dernierIndice") AS indice, b."jourRevision", a."dpeDate", a."dpeClasse", u.lie, r.etape, r."libereeLe" AS "relanceLe",
      EXISTS (SELECT 1 FROM "PlanApurement" p WHERE p."DossierId" = b.id AND p."closLe" IS NULL) AS plan,
      (SELECT json_group_array(json_array(v."effetLe", v."loyerAvant", v."loyerApres")) FROM (
        SELECT * FROM "Revision" WHERE "DossierId" = b.id AND "annuleeLe" IS NULL ORDER BY "effetLe") v
        WHERE v."effetLe" IS NOT NULL) AS revisions
    FROM uniques u JOIN "Dossier" b ON b.id = u.id JOIN "Appartement" a ON a.id = b."AppartementId"
    JOIN "Locataire" t ON t.id = b."LocataireId"
    LEFT JOIN "Relance" r ON r.id = (SELECT max(s.id) FROM "Relance" s WHERE s."DossierId" = b.id AND +s.etat = 'liberee')
    ORDER BY b.id`),
  frais: db.all<FraisDuCompte & { rang: number }>(sql`
    SELECT d.key AS rang, f.id, f.libelle, f.precision, f."DossierId", b."AppartementId", f."user", f."createdAt"
    FROM ${fraisEnAttente(json)} LEFT JOIN "Dossier" b ON b.id = f."DossierId" ORDER BY f.id`),
  depots: db.all<{ rang: number; montant: number }>(sql`
    SELECT d.key AS rang, sum(l.credit - l.debit) AS montant FROM json_each(${json}) d
    JOIN "MissionAppartement" a ON a."MissionId" = d.value ->> 'MissionId'
    JOIN "Dossier" b ON b."AppartementId" = a."AppartementId"
    JOIN "Ligne" l ON l.genre = '165' AND l.de = b.id JOIN "Ecriture" e ON e.id = l."EcritureId" AND e.date <= d.value ->> 'au'
    WHERE ${mandatDe(sql`a."AppartementId"`)} = a."MissionId" GROUP BY d.key`),
  reserves: db.all<{ rang: number; montant: number; sorties: number }>(reservesDe(json)),
  tva: db.all<TvaAuTaux & { rang: number }>(sql`
    SELECT d.key AS rang, l."tauxTva", sum(l.credit - l.debit) AS tva FROM json_each(${json}) d
    CROSS JOIN "Ligne" l ON l.mandat = d.value ->> 'MissionId' AND l.genre = '44587'
    GROUP BY d.key, l."tauxTva" HAVING sum(l.credit - l.debit) <> 0`),
  reglages: db.all<{ nom: string; valeur: string | null }>(
    sql`SELECT nom, valeur FROM "Variable" WHERE nom IN ('franchiseTva', 'siret')`,
  ),
});

export type DepenseLue = Awaited<ReturnType<typeof requetes>["depenses"]>[number];
