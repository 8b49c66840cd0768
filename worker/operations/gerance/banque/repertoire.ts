import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { SUBROGES } from "#domain/gerance/locataires/comptes-de-quittance.ts";
import type { EcheanceDue } from "#domain/gerance/locataires/imputation.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { DossierNomme } from "#domain/gerance/rapprochement/ligne-releve.ts";
import type { LigneARapprocher } from "#domain/gerance/rapprochement/proposition.ts";
import {
  JOURS_APRES_PAIEMENT,
  JOURS_AVANT_PAIEMENT,
} from "#domain/gerance/rapprochement/proposition-de-depense.ts";
import {
  type ApportConnu,
  type Candidat,
  estSurLaPiste,
  type PayeurConnu,
  type Personne,
  pistesDe,
  type ReglementConnu,
  type Repertoire,
  repertoire,
  type VirementConnu,
} from "#domain/gerance/rapprochement/repertoire.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db, Results } from "#worker/db/client.ts";
import {
  estDeLArgent,
  jourDuFait,
  NUMERO_REGLEMENT,
  REJET_SANS_LIGNE,
  REJETE_SANS_ENTREE,
} from "#worker/db/conditions-comptes.ts";
import {
  aidesLogement,
  echeances,
  ecritures,
  lignes as lignesDeCompte,
  lignesReleve,
  payeursConnus,
  reglements,
} from "#worker/db/schema/gerance.ts";
import { reversements, virements } from "#worker/db/schema/mandants.ts";
import { appartements, cautions, dossiers, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { fondsDe, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import {
  JOURS_AVANT_REMBOURSEMENT,
  lireDepensesNonVues,
  lireRemboursables,
} from "./depenses-payees.ts";
import { lireSommesEnAttente } from "./sommes-en-attente.ts";

/** A tenant who left and owes nothing may still match a line for this many days. */
const JOURS_APRES_DEPART = 400;
/**
 * A line may match a payment typed by hand at most this many days before or after the line, and a transfer executed
 * at most this many days after the line.
 */
const JOURS_AVANT_LIGNE = 10;
/** A line may show that the bank refused a payment or a transfer made at most this many days before the line. */
const JOURS_AVANT_REJET = 400;

interface DossierLu {
  id: number;
  nom: string;
  prenom: string;
  autreNom: string | null;
  autrePrenom: string | null;
  loyer: number;
  fin: Jour | null;
  fonds: ModeFonds;
}

/** The most dossiers that one query reads: their data stay under the 10 MB of an answer of the database. */
const DOSSIERS_PAR_LECTURE = 5000;

/**
 * The data against which these lines are matched (rapprochement/README §12.9). They hold only the dossiers that a
 * line may match, however many the agency has.
 */
export async function lireRepertoire(
  { db, today }: Pick<Contexte, "db" | "today">,
  lignes: readonly LigneARapprocher[],
): Promise<Repertoire> {
  const jours = lignes.map(({ date }) => date).toSorted();
  const premier = jours[0] ?? today;
  const dernier = jours.at(-1) ?? today;
  const faits = await db.read({
    ...requetesDesDossiers(db, 0, { today, dernier }),
    ...requetesDesFaits(db, lignes, { premier, dernier }),
    dernierDossier: db.all<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM ${dossiers}`),
  });
  const pistes = pistesDe(lignes);
  const payes = new Set(faits.connus.map(({ DossierId }) => DossierId));
  const utiles = (page: DossiersLus) =>
    candidatsDe(page).filter(
      (candidat) => payes.has(candidat.id) || estSurLaPiste(candidat, pistes),
    );
  const candidats = utiles(faits);
  const fin = faits.dernierDossier[0]?.id ?? 0;
  for (let apres = DOSSIERS_PAR_LECTURE; apres < fin; apres += DOSSIERS_PAR_LECTURE) {
    const page = await db.read(requetesDesDossiers(db, apres, { today, dernier }));
    candidats.push(...utiles(page));
  }
  return repertoire({
    candidats,
    connus: faits.connus,
    reglements: faits.reglements.map(({ prouve, rejetProuve, ...reglement }) => ({
      ...reglement,
      prouve: prouve === 1,
      rejetProuve: rejetProuve === 1,
    })),
    virements: faits.virements.map(virementConnu),
    depenses: faits.depenses,
    remboursables: faits.remboursables,
    apports: faits.apports,
    attentes: faits.attentes,
  });
}

/** The queries of one page of dossiers, after the identifier `apres`, with their debts and possible payers. */
function requetesDesDossiers(
  db: Db,
  apres: number,
  { today, dernier }: { today: Jour; dernier: Jour },
) {
  const ici = (id: SQL) => sql`${id} > ${apres} AND ${id} <= ${apres + DOSSIERS_PAR_LECTURE}`;
  return {
    dossiers: db.all<DossierLu>(sql`
      SELECT d.id, l.nom || ' ' || coalesce(l."nomJeuneFille", '') AS nom, l.prenom,
        l."autreNom" || ' ' || coalesce(l."autreNomJeuneFille", '') AS "autreNom", l."autrePrenom",
        d."loyerHC" + d."loyerCharge" AS loyer, ${fin} AS fin,
        ${fondsDe(mandatDe(sql`d."AppartementId"`), today)} AS fonds
      FROM ${dossiers} d JOIN ${locataires} l ON l.id = d."LocataireId"
      WHERE ${ici(sql`d.id`)} AND (coalesce(${fin}, ${today}) >= ${ajouterJours(today, -JOURS_APRES_DEPART)}
        OR EXISTS (SELECT 1 FROM ${echeances} e WHERE e."DossierId" = d.id AND e.reste > 0 AND e."EcritureId" IS NOT NULL))`),
    cautions: db.all<{ DossierId: number; nom: string; prenom: string }>(sql`
      SELECT "DossierId", nom, prenom FROM ${cautions} WHERE ${ici(sql`"DossierId"`)}`),
    echeances: db.all<EcheanceDue & { DossierId: number }>(sql`
      SELECT id, "DossierId", mois, "exigibleLe", nature, reste FROM ${echeances}
      WHERE reste > 0 AND "EcritureId" IS NOT NULL AND ${ici(sql`"DossierId"`)} ORDER BY "DossierId", "exigibleLe", id`),
    avances: db.all<{ DossierId: number; avance: number }>(sql`
      SELECT de AS "DossierId", sum(credit - debit) AS avance FROM ${lignesDeCompte}
      WHERE genre IN ('4191', '802') AND ${ici(sql`de`)} GROUP BY de HAVING sum(credit - debit) > 0`),
    aides: db.all<{ DossierId: number; montant: number; payeur: "caf" | "msa" }>(sql`
      SELECT a."DossierId", a.montant, a.payeur FROM ${aidesLogement} a
      WHERE a.montant > 0 AND ${ici(sql`a."DossierId"`)} AND a.id = (SELECT b.id FROM ${aidesLogement} b
        WHERE b."DossierId" = a."DossierId" AND b.depuis <= ${dernier} ORDER BY b.depuis DESC, b.id DESC LIMIT 1)`),
    subroges: db.all<{ DossierId: number }>(sql`
      SELECT DISTINCT "DossierId" FROM ${reglements} WHERE etat = 'credite'
        AND payeur IN (SELECT value FROM json_each(${JSON.stringify(SUBROGES)})) AND ${ici(sql`"DossierId"`)}`),
  };
}

type DossiersLus = Results<ReturnType<typeof requetesDesDossiers>>;

/** The queries of the payments, transfers and expenses that these lines may match, and of the known payers. */
function requetesDesFaits(
  db: Db,
  lignes: readonly LigneARapprocher[],
  { premier, dernier }: { premier: Jour; dernier: Jour },
) {
  const empreintes = JSON.stringify([
    ...new Set(lignes.flatMap(({ empreinte }) => empreinte ?? [])),
  ]);
  const sortants = lignes.filter(({ montant }) => montant < 0).map(({ montant }) => -montant);
  const entrants = lignes.filter(({ montant }) => montant > 0).map(({ montant }) => montant);
  return {
    connus: db.all<PayeurConnu>(sql`
      SELECT empreinte, "DossierId", payeur FROM ${payeursConnus}
      WHERE empreinte IN (SELECT value FROM json_each(${empreintes})) ORDER BY id`),
    reglements: db.all<
      Omit<ReglementConnu, "prouve" | "rejetProuve"> & { prouve: number; rejetProuve: number }
    >(sql`
      SELECT r.id, ${NUMERO_REGLEMENT} AS numero, r."DossierId", r.date, r.montant, r.mode, r.etat,
        r."LigneReleveId" IS NOT NULL AS prouve,
        iif(r.etat = 'rejete', r."finLe", NULL) AS "rejeteLe", r."LigneRejetId" IS NOT NULL AS "rejetProuve",
        (SELECT s."payeurEmpreinte" FROM ${lignesReleve} s WHERE s.id = r."LigneReleveId") AS empreinte
      FROM ${reglements} r WHERE ${parLaBanque} AND (r.etat = 'recu'
        OR (((r.etat = 'credite' AND r."LigneReleveId" IS NULL) OR ${REJETE_SANS_ENTREE})
          AND r.date BETWEEN ${ajouterJours(premier, -JOURS_AVANT_LIGNE)} AND ${ajouterJours(dernier, JOURS_AVANT_LIGNE)})
        OR ((r.etat = 'credite' OR ${REJET_SANS_LIGNE}) AND r.montant IN (SELECT value FROM json_each(${JSON.stringify(sortants)}))
          AND r.date BETWEEN ${ajouterJours(premier, -JOURS_AVANT_REJET)} AND ${dernier}))
      ORDER BY r.date, r.id`),
    virements: requeteDesVirements(db, { premier, dernier, entrants }),
    remboursables: lireRemboursables(db, {
      du: ajouterJours(premier, -JOURS_AVANT_REMBOURSEMENT),
      au: dernier,
      montants: entrants,
    }),
    attentes: lireSommesEnAttente(db, sortants),
    apports: lireApportsNonVus(db),
    depenses: lireDepensesNonVues(db, {
      du: ajouterJours(premier, -JOURS_APRES_PAIEMENT),
      au: ajouterJours(dernier, JOURS_AVANT_PAIEMENT),
    }),
  };
}

interface VirementLu extends Omit<VirementConnu, "passe" | "rendu"> {
  passe: number;
  rendu: number;
}

const virementConnu = ({ passe, rendu, ...virement }: VirementLu): VirementConnu => ({
  ...virement,
  passe: passe === 1,
  rendu: rendu === 1,
});

/**
 * The transfers that lines of these days may show as made, or as given back.
 * @param entrants the amounts of the lines of money received, in cents
 */
const requeteDesVirements = (
  db: Db,
  { premier, dernier, entrants }: { premier: Jour; dernier: Jour; entrants: readonly number[] },
) =>
  db.all<VirementLu>(sql`
    SELECT v.id, v.reference, v.titulaire, l.numero, l."dateExecution", l."CompteBancaireId", v.montant,
      v."LigneReleveId" IS NOT NULL AS passe, v."LigneRejetId" IS NOT NULL AS rendu
    FROM ${virements} v JOIN ${reversements} l ON l.id = v."ReversementId"
    WHERE l.etat = 'telecharge' AND l."dateExecution" BETWEEN ${ajouterJours(premier, -JOURS_AVANT_REJET)} AND ${ajouterJours(dernier, JOURS_AVANT_LIGNE)}
      AND (v."LigneReleveId" IS NULL OR (v."LigneRejetId" IS NULL
        AND v.montant IN (SELECT value FROM json_each(${JSON.stringify(entrants)}))))
    ORDER BY v.id`);

/**
 * The transfers that these lines may show as made, or as given back. A line of the agency's own account matches only
 * transfers and invoices.
 */
export async function lireVirementsConnus(
  db: Db,
  lignes: readonly LigneARapprocher[],
): Promise<VirementConnu[]> {
  const jours = lignes.map(({ date }) => date).toSorted();
  const [premier, dernier] = [jours[0], jours.at(-1)];
  if (!premier || !dernier) return [];
  const entrants = lignes.filter(({ montant }) => montant > 0).map(({ montant }) => montant);
  return (await requeteDesVirements(db, { premier, dernier, entrants })).map(virementConnu);
}

/**
 * The movements of the agency's own money that no bank line shows: put into an account of gérance, taken back from
 * it, or not yet noted as taken back. Cents; negative when money leaves the account.
 */
const lireApportsNonVus = (db: Db) =>
  db.all<ApportConnu>(sql`
    WITH apport AS (SELECT e.id, e.date, s.id AS "RepriseId", ${jourDuFait(sql`s`)} AS "reprisLe", l.debit AS montant,
        l.de AS "CompteBancaireId"
      FROM ${ecritures} e JOIN ${lignesDeCompte} l ON l."EcritureId" = e.id AND l.genre = '512G'
      LEFT JOIN ${ecritures} s ON s."annuleId" = e.id WHERE e.cle LIKE 'apport %')
    SELECT id, 'apport' AS genre, date, montant, "CompteBancaireId" FROM apport
      WHERE NOT EXISTS (SELECT 1 FROM ${lignesReleve} vue WHERE vue."ApportId" = apport.id)
    UNION ALL SELECT id, iif("RepriseId" IS NULL, 'a_reprendre', 'repris'), coalesce("reprisLe", date), -montant, "CompteBancaireId" FROM apport
      WHERE NOT EXISTS (SELECT 1 FROM ${lignesReleve} vue WHERE vue."ApportId" = apport."RepriseId")
    ORDER BY id`);

function candidatsDe(page: DossiersLus): Candidat[] {
  const cautionsDe = Map.groupBy(page.cautions, ({ DossierId }) => DossierId);
  const echeancesDe = Map.groupBy(page.echeances, ({ DossierId }) => DossierId);
  const avances = new Map(page.avances.map(({ DossierId, avance }) => [DossierId, avance]));
  const aides = new Map(page.aides.map(({ DossierId, ...aide }) => [DossierId, aide]));
  const subroges = new Set(page.subroges.map(({ DossierId }) => DossierId));
  return page.dossiers.map((dossier): Candidat => {
    const { id, loyer, fonds } = dossier;
    return {
      id,
      loyer,
      fin: dossier.fin,
      fonds,
      personnes: [
        ...personnesDe(dossier),
        ...(cautionsDe.get(id) ?? []).map(({ nom, prenom }) => ({
          nom,
          prenom,
          payeur: "caution" as const,
        })),
      ],
      echeances: echeancesDe.get(id) ?? [],
      avance: avances.get(id) ?? 0,
      aide: aides.get(id) ?? null,
      subroge: subroges.has(id),
    };
  });
}

/**
 * Whether the payment `r` may have passed through a bank. These do not: a debt given up or set off, an adjustment of
 * charges, a sum from a deposit, an advance older than the books.
 */
export const parLaBanque = sql`(${estDeLArgent} AND r.cle NOT LIKE 'reprise %')`;

const fin = sql`coalesce(d."dateSortie", d."dateFinBail")`;

const personnesDe = ({ nom, prenom, autreNom, autrePrenom }: DossierLu): Personne[] => [
  { nom, prenom, payeur: "locataire" },
  ...(autreNom === null
    ? []
    : [{ nom: autreNom, prenom: autrePrenom ?? "", payeur: "locataire" as const }]),
];

/** The tenant and the dwelling of each dossier, as screens name them, by the dossier's identifier. */
export async function nommerDossiers(
  { db }: Contexte,
  ids: readonly number[],
): Promise<Map<number, DossierNomme>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{
    id: number;
    titre: string;
    nom: string;
    prenom: string;
    adresse: string;
    etage: string | null;
  }>(sql`
    SELECT d.id, l.titre, l.nom, l.prenom, a.adresse, a.etage FROM ${dossiers} d
    JOIN ${locataires} l ON l.id = d."LocataireId" JOIN ${appartements} a ON a.id = d."AppartementId"
    WHERE d.id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])}))`);
  return new Map(
    rows.map(({ id, adresse, etage, ...locataire }) => [
      id,
      {
        DossierId: id,
        locataire: nomComplet(locataire),
        appartement: nomAppartement({ adresse, etage }),
      },
    ]),
  );
}
