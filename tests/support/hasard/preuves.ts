import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import type { Controle } from "#domain/agence/controle.ts";
import {
  ajouterMois,
  dernierJour,
  type Jour,
  type Mois,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import type { AideFiscale } from "#domain/gerance/cloture/fiscal.ts";
import type { EtatDeTva } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { Creance } from "#domain/gerance/livres/creances.ts";
import type { Clotures } from "#domain/gerance/livres/periodes.ts";
import { enCentimes, somme } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { testComptaDemat } from "../documents/test-compta-demat.ts";
import { type AgenceVecue, PREMIER_MOIS } from "./agence-vecue.ts";

const db = openDb(env);

/**
 * The controls that may be red without a fault: the year has no copies and no daily run, and a refused rent may
 * overdraw a mandate.
 */
const NON_TENUS = [
  "Historique entier",
  "Photos des états des lieux",
  "Fichiers scellés",
  "Fichiers des fiches",
  "Copies des fichiers",
  "Dernière copie de la base",
  "Garantie financière",
  "I6 · Aucun mandat financé par les autres",
  "I12 · Honoraires virés chaque mois",
];

/**
 * The dossiers in which the bank refused the tenant's payment of the deposit, or of an advance given back. The
 * control of deposits must report them.
 */
const refuses = sql`(SELECT r."DossierId" FROM "Reglement" r JOIN "Imputation" i ON i."ReglementId" = r.id
  JOIN "Echeance" e ON e.id = i."EcheanceId" AND e.nature IN ('depot', 'trop_percu') WHERE r.etat = 'rejete')`;

/**
 * Whether the real clock of the database explains a breach: the entry was written on the simulated last day of its
 * account.
 */
async function duSoirMeme(agence: AgenceVecue, motif: string): Promise<boolean> {
  const id = Number(/^Écriture (\d+) /.exec(motif)?.[1]);
  if (!id) return false;
  const rendus =
    await db.all(sql`SELECT 1 FROM "CompteRendu" WHERE etat = 'valide' AND au = ${agence.ecriteLe(id)}
    AND "MissionId" IN (SELECT mandat FROM "Ligne" WHERE "EcritureId" = ${id})`);
  return rendus.length > 0;
}

/** The breaches of the controls in red, without those that the year expects. */
export async function controles(agence: AgenceVecue): Promise<string[]> {
  const { data } = await agence.admin.get<Controle[]>("/Controle");
  const dossiers = (
    await db.all<{ id: number }>(sql`SELECT DISTINCT "DossierId" AS id FROM ${refuses}`)
  ).map(({ id }) => id);
  const dite = (motif: string) => dossiers.some((id) => motif.startsWith(`Dossier ${id} : `));
  const attendue = async (nom: string, motif: string) =>
    (nom.startsWith("I7 ·") && dite(motif)) ||
    (nom === "Périodes closes" && (await duSoirMeme(agence, motif)));
  const fautes: string[] = [];
  for (const { nom, etat, ruptures } of data) {
    if (etat !== "rouge" || NON_TENUS.includes(nom)) continue;
    const motifs: string[] = [];
    for (const { motif } of ruptures) if (!(await attendue(nom, motif))) motifs.push(motif);
    if (motifs.length > 0) fautes.push(`${nom} : ${motifs.join(" ; ")}`);
  }
  return fautes;
}

const ruptures = async (nom: string, requete: SQL) =>
  (await db.all<{ quoi: string }>(sql`SELECT quoi FROM (${requete}) LIMIT 5`)).map(
    ({ quoi }) => `${nom} : ${quoi}`,
  );

/**
 * The accounts of sums owed or held that are negative: none may be. Accounts of fees and VAT are left out, because
 * the agency may owe back fees that it has already received (the control I6).
 */
const negatifs = sql`SELECT genre || ' ' || coalesce(de, '') || ' ' || sum(credit - debit) AS quoi FROM "Ligne"
  WHERE NOT (genre IN ('165', '4197') AND de IN ${refuses}) AND genre IN ('165', '4191', '4197', '4192', '4672', '401', '4710', '4551', '802') GROUP BY genre, de HAVING sum(credit - debit) < 0
  UNION ALL SELECT genre || ' ' || coalesce(de, '') || ' ' || sum(debit - credit) FROM "Ligne"
  WHERE NOT (genre = '801' AND de IN ${refuses}) AND genre IN ('411', '531G', '5112', '801') GROUP BY genre, de HAVING sum(debit - credit) < 0`;

/**
 * The lines that the last account of a mandate forgot although it could know them, and the lines that two accounts
 * contain.
 */
const nonDites = sql`
  SELECT 'ligne ' || l.id || ' de l’écriture ' || e.id || ' du ' || e.date AS quoi
  FROM (SELECT "MissionId", max(au) AS au, max("derniereEcritureId") AS derniere FROM "CompteRendu" WHERE etat = 'valide' GROUP BY 1) c
  JOIN "Ligne" l ON l.mandat = c."MissionId" AND l.genre = '4670' JOIN "Ecriture" e ON e.id = l."EcritureId"
  WHERE e.date <= c.au AND e.id <= c.derniere AND NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" d WHERE d."LigneId" = l.id)
  UNION ALL SELECT 'ligne ' || "LigneId" || ' deux fois' FROM "CompteRenduLigne" GROUP BY "LigneId" HAVING count(*) > 1`;

/**
 * Revisions that break a rule: in effect too early, requested too late, two in a year, without the new rent.
 * Complements without their revision or receipt.
 */
const revisions = sql`
  SELECT 'révision ' || id || ' du ' || anniversaire || ' prend effet le ' || "effetLe" || ', demandée le ' || "demandeLe" AS quoi
  FROM "Revision" WHERE "annuleeLe" IS NULL AND "effetLe" IS NOT NULL
    AND ("effetLe" < anniversaire OR "effetLe" < "demandeLe" OR "demandeLe" >= date(anniversaire, '+1 year'))
  UNION ALL
  SELECT 'révisions ' || a.id || ' et ' || b.id || ' à moins d’un an' FROM "Revision" a JOIN "Revision" b ON b."DossierId" = a."DossierId" AND b.id > a.id
  WHERE a."annuleeLe" IS NULL AND b."annuleeLe" IS NULL AND abs(julianday(a.anniversaire) - julianday(b.anniversaire)) < 364
  UNION ALL
  SELECT 'révision ' || r.id || ' : loyer ' || coalesce(l."loyerHC", 'absent') || ' au lieu de ' || r."loyerApres" FROM "Revision" r
  LEFT JOIN "LoyerHistorique" l ON l."RevisionId" = r.id AND l."annuleLe" IS NULL
  WHERE r."annuleeLe" IS NULL AND r."effetLe" IS NOT NULL AND r."loyerApres" <> r."loyerAvant" AND l."loyerHC" IS NOT r."loyerApres"
  UNION ALL
  SELECT 'complément ' || c.numero || ' sans la révision ou la quittance qu’il complète' FROM "Quitance" c
  WHERE c."RevisionId" IS NOT NULL AND c."annuleeLe" IS NULL AND NOT EXISTS (
    SELECT 1 FROM "Revision" r JOIN "Quitance" q ON q."DossierId" = r."DossierId" AND q.mois = c.mois AND q.automatique AND q."annuleeLe" IS NULL
    WHERE r.id = c."RevisionId" AND r."annuleeLe" IS NULL AND r."DossierId" = c."DossierId")`;

/**
 * Statements of charges that overlap without one replacing the other, or whose sums differ from the last statement of
 * their period.
 */
const decomptes = sql`
  SELECT 'décomptes ' || a.id || ' et ' || b.id AS quoi FROM "Decompte" a JOIN "Decompte" b ON b."DossierId" = a."DossierId" AND b.id > a.id
  WHERE a.du <= b.au AND b.du <= a.au AND NOT (a.du = b.du AND a.au = b.au AND b."remplaceId" IS NOT NULL)
  UNION ALL
  SELECT 'décomptes du dossier ' || d."DossierId" || ' : ' || sum(d.montant) || ' appelés au lieu de ' || attendu FROM (
    SELECT *, last_value(CAST(contenu ->> '$.solde' AS real) * 100) OVER (PARTITION BY "DossierId", du ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS attendu
    FROM "Decompte") d WHERE attendu IS NOT NULL GROUP BY d."DossierId", d.du HAVING abs(sum(d.montant) - attendu) > 0.5`;

/**
 * Building expenses whose parts do not follow the weights of the key, or are paid only in part without a refused
 * transfer. When the weights add up to the key's total, the parts must add up to the expense, to the cent.
 */
const immeubles = sql`
  SELECT 'dépense d’immeuble ' || d.id || ' de ' || d.montant || ', parts ' || coalesce(p.somme, 'aucune') || ', poids ' || k.poids || '/' || c.total || ', états ' || coalesce(p.etats, 0) AS quoi FROM "DepenseImmeuble" d JOIN "CleRepartition" c ON c.id = d."CleId"
  JOIN (SELECT "CleId", sum(poids) AS poids FROM "CleLot" GROUP BY 1) k ON k."CleId" = c.id
  LEFT JOIN (SELECT "DepenseImmeubleId" AS id, sum(montant) AS somme, count(DISTINCT regle) AS etats FROM "Intendance" GROUP BY 1) p ON p.id = d.id
  WHERE (k.poids = c.total AND p.somme <> d.montant) OR p.somme IS NULL
    OR (p.etats > 1 AND NOT EXISTS (SELECT 1 FROM "Virement" v JOIN "Intendance" i ON i.id = v."IntendanceId" WHERE i."DepenseImmeubleId" = d.id AND v.etat = 'rejete'))
    OR abs(p.somme - 1.0 * d.montant * k.poids / c.total) > 1`;

interface Rendu {
  id: number;
  contenu: string;
}

/** The lines of an account; −1: a sum above zero in the account is below zero in the owners' parts. */
const LIGNES = [
  ["soldePrecedent", 1],
  ["encaissements", 1],
  ["depenses", -1],
  ["assuranceLoyers", -1],
  ["autresMouvements", 1],
] as const;

/** The lines and the balance of owners' accounts that differ from the sum of the owners' parts. */
async function partsDesMandants(): Promise<string[]> {
  const rendus = await db.all<Rendu>(
    sql`SELECT id, contenu FROM "CompteRendu" WHERE etat = 'valide'`,
  );
  return rendus.flatMap(({ id, contenu }) => {
    const dit = JSON.parse(contenu);
    if (dit.mandants.length === 0 || !dit.mandants[0].lignes) return [];
    const somme = (
      valeur: (mandant: {
        lignes: Record<string, number>;
        garde: number;
        montant: number;
      }) => number,
    ) =>
      dit.mandants.reduce(
        (total: number, mandant: never) => total + enCentimes(valeur(mandant)),
        0,
      );
    const fautes = LIGNES.flatMap(([ligne, signe]) => {
      const parts = somme(({ lignes }) => lignes[ligne] ?? 0);
      // Each owner's largest line absorbs his cent of rounding (cloture/README §12.17), so the parts of a line may differ
      // from the line by a cent for each owner.
      return Math.abs(parts - signe * enCentimes(dit[ligne])) <= dit.mandants.length
        ? []
        : [`${ligne} ${dit[ligne]}, parts ${parts / 100}`];
    });
    const solde = somme(({ garde, montant }) => garde + montant);
    if (Math.abs(solde - enCentimes(dit.solde)) > 0)
      fautes.push(`solde ${dit.solde}, parts ${solde / 100}`);
    return fautes.map((faute) => `Compte rendu ${id} : ${faute}`);
  });
}

/** Checks each year's VAT statement: its sum is that of the VAT account, and each base gives its tax. */
async function tva({ admin, jour }: AgenceVecue): Promise<string[]> {
  const fautes: string[] = [];
  for (const [du, au] of [
    ["2025-01-01", "2025-12-31"],
    ["2026-01-01", jour],
  ] as const) {
    const { data } = await admin.get<EtatDeTva>(`/Export/tva?du=${du}&au=${au}`);
    const [tenu] = await db.all<{ exigible: number; attente: number }>(sql`
      SELECT coalesce(sum(iif(l.genre = '44571' AND e.date >= ${du}, l.credit - l.debit, 0)), 0) AS exigible,
        coalesce(sum(iif(l.genre = '44587', l.credit - l.debit, 0)), 0) AS attente
      FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId" WHERE e.date <= ${au}`);
    const due = data.lignes.reduce((total, ligne) => total + enCentimes(ligne.tva), 0);
    if (due !== tenu?.exigible || enCentimes(data.exigible) !== due)
      fautes.push(`TVA ${du} : ${due} déclarés, ${tenu?.exigible} au compte`);
    if (enCentimes(data.enAttente) !== tenu?.attente) fautes.push(`TVA ${du} en attente`);
    for (const ligne of data.lignes) {
      const ecart = Math.abs(
        (enCentimes(ligne.baseHT) * ligne.tauxTva) / 10_000 - enCentimes(ligne.tva),
      );
      // Each invoice rounds its own tax: 60 cents of difference are allowed.
      if (ecart > 60)
        fautes.push(`TVA ${ligne.mois} ${ligne.regime} : base ${ligne.baseHT}, taxe ${ligne.tva}`);
    }
  }
  return fautes;
}

const cents = (texte = "") => Math.round(Number(texte.replace(",", ".")) * 100);

/**
 * Checks that the tax administration would accept a year's file of entries, and that lines with the same letter of
 * settlement (lettrage) balance.
 */
async function fec({ admin }: AgenceVecue, exercice: string): Promise<string[]> {
  const reponse = await admin.fetch(`/api/Export/fec?exercice=${exercice}`);
  if (reponse.status !== 200)
    return [`FEC ${exercice} : ${reponse.status} ${await reponse.text()}`];
  const texte = await reponse.text();
  const [, nom = ""] =
    /filename="([^"]+)"/.exec(reponse.headers.get("Content-Disposition") ?? "") ?? [];
  const [entete = "", ...lignes] = texte
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  const noms = entete.split("\t");
  const rows = lignes.filter(Boolean).map((ligne) => {
    const valeurs = ligne.split("\t");
    return Object.fromEntries(noms.map((nom, rang) => [nom, valeurs[rang] ?? ""]));
  });
  const solde = (siennes: typeof rows) =>
    siennes.reduce((total, { Debit, Credit }) => total + cents(Debit) - cents(Credit), 0);
  const fautes = testComptaDemat(texte, nom);
  const lettrees = rows.filter(({ EcritureLet }) => EcritureLet);
  for (const [lettre, siennes] of Map.groupBy(
    lettrees,
    (row) => `${row.CompAuxNum} ${row.EcritureLet}`,
  ))
    if (solde(siennes) !== 0) fautes.push(`lettre ${lettre} déséquilibrée`);
  return fautes.map((faute) => `FEC ${exercice} : ${faute}`);
}

/** Checks that the parts of each line of the tax return add up to the line. */
async function fiscal({ admin, mandats }: AgenceVecue): Promise<string[]> {
  const fautes: string[] = [];
  for (const { MissionId } of mandats) {
    for (const annee of [2025, 2026]) {
      const { status, data, error } = await admin.get<AideFiscale>(
        `/Mission/${MissionId}/fiscal/${annee}`,
      );
      if (status !== 200) {
        if (status >= 500) fautes.push(`fiscal ${MissionId} ${annee} : ${error.message}`);
        continue;
      }
      const totaux = [
        ...data.lignes,
        data.brut,
        data.charges,
        data.net,
        ...data.nus.flatMap(({ lignes, brut }) => [...lignes, brut]),
      ];
      for (const total of totaux) {
        const parts = total.parts.reduce((somme, part) => somme + enCentimes(part), 0);
        if (total.parts.length > 0 && parts !== enCentimes(total.montant))
          fautes.push(`fiscal ${MissionId} ${annee} : ${JSON.stringify(total)}`);
      }
    }
  }
  return fautes;
}

/** Checks on each last day of a month that the tenants' debts equal the balances of their accounts in the books. */
async function creances({ admin, jour }: AgenceVecue): Promise<string[]> {
  const fautes: string[] = [];
  for (
    let au = dernierJour(PREMIER_MOIS);
    au <= jour;
    au = dernierJour(ajouterMois(moisDe(au), 1))
  ) {
    const { data } = await admin.get<Creance[]>(`/Export/creances?au=${au}`);
    const tenus = await db.all<{ de: number; solde: number }>(sql`
      SELECT l.de, sum(l.debit - l.credit) AS solde FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
      WHERE l.genre = '411' AND e.date <= ${au} GROUP BY l.de HAVING sum(l.debit - l.credit) > 0`);
    const dites = new Map(data.map(({ DossierId, total }) => [DossierId, enCentimes(total)]));
    for (const { de, solde } of tenus)
      if (dites.get(de) !== solde)
        fautes.push(`créance du dossier ${de} le ${au} : ${dites.get(de)}, compte ${solde}`);
    if (dites.size > tenus.length) fautes.push(`créances le ${au} : ${dites.size} dossiers`);
    for (const { DossierId, total, aEchoir, jusqua30, jusqua60, jusqua90, auDela } of data)
      if (somme(aEchoir, jusqua30, jusqua60, jusqua90, auDela) !== total)
        fautes.push(`créance du dossier ${DossierId} le ${au} : ses âges ne font pas ${total}`);
  }
  return fautes;
}

/** An export of a closed month, byte for byte. */
interface Capture {
  chemin: string;
  octets: string;
}

const lireExport = async ({ admin }: AgenceVecue, chemin: string): Promise<string> => {
  const reponse = await admin.fetch(`/api/Export/${chemin}`);
  const octets = await reponse.text();
  return reponse.status === 200 ? octets : `${reponse.status} ${octets}`;
};

const cheminsDuMois = (mois: Mois): string[] => {
  const [du, au] = [premierJour(mois), dernierJour(mois)];
  return [
    ...["journal", "grand-livre"].flatMap((nom) =>
      ["G", "H"].map((livre) => `${nom}.csv?livre=${livre}&du=${du}&au=${au}`),
    ),
    ...["G", "H"].map((livre) => `balance.csv?livre=${livre}&au=${au}`),
    ...["tva", "honoraires", "factures"].map((nom) => `${nom}.csv?du=${du}&au=${au}`),
    `fonds-detenus.csv?au=${au}`,
  ];
};

/** The results kept during the year; they must be the same at its end. */
export class Promesses {
  readonly #captures: Capture[] = [];
  #clos: Jour | null = null;
  readonly #quittances = new Map<number, string>();

  /**
   * Keeps the exports of the last month closed, after each close, and the file of entries of 2025 once that year is
   * closed.
   */
  async apresCloture(agence: AgenceVecue): Promise<void> {
    const { closJusquAu } = (await agence.admin.get<Clotures>("/Cloture")).data;
    if (closJusquAu === null || closJusquAu === this.#clos) return;
    const chemins = cheminsDuMois(closJusquAu.slice(0, 7) as Mois);
    if (closJusquAu >= "2025-12-31" && (this.#clos ?? "") < "2025-12-31")
      chemins.push("fec?exercice=2025");
    this.#clos = closJusquAu;
    for (const chemin of chemins)
      this.#captures.push({ chemin, octets: await lireExport(agence, chemin) });
  }

  get captures(): number {
    return this.#captures.length;
  }

  /** The receipts whose content changed since the last call; a cancelled receipt may change. */
  async quittances(): Promise<string[]> {
    const lues = await db.all<{ id: number; dit: string; annulee: number }>(sql`
      SELECT id, json_array(numero, date, "dateFin", "loyerHC", charge, detail) AS dit, "annuleeLe" IS NOT NULL AS annulee FROM "Quitance"`);
    const fautes = lues
      .filter(({ id, dit, annulee }) => !annulee && (this.#quittances.get(id) ?? dit) !== dit)
      .map(({ id, dit }) => `Quittance ${id} : ${this.#quittances.get(id)} devenue ${dit}`);
    for (const { id, dit } of lues) this.#quittances.set(id, dit);
    return fautes;
  }

  async exports(agence: AgenceVecue): Promise<string[]> {
    const fautes: string[] = [];
    for (const { chemin, octets } of this.#captures) {
      const apres = await lireExport(agence, chemin);
      if (apres === octets) continue;
      const [avant, maintenant] = [octets.split("\r\n"), apres.split("\r\n")];
      const rang = maintenant.findIndex((ligne, place) => ligne !== avant[place]);
      fautes.push(
        `${chemin} a changé, ligne ${rang} : « ${avant[rang]} » devenue « ${maintenant[rang]} »`,
      );
    }
    return fautes;
  }
}

/** The faults that can be looked for quickly, at the end of each month. */
export const duMois = async (agence: AgenceVecue, promesses: Promesses): Promise<string[]> => [
  ...(await controles(agence)),
  ...(await ruptures("Solde négatif", negatifs)),
  ...(await ruptures("Ligne non dite", nonDites)),
  ...(await promesses.quittances()),
];

export const deLAnnee = async (agence: AgenceVecue, promesses: Promesses): Promise<string[]> => [
  ...(await duMois(agence, promesses)),
  ...(await ruptures("Révision", revisions)),
  ...(await ruptures("Charges", decomptes)),
  ...(await ruptures("Immeuble", immeubles)),
  ...(await partsDesMandants()),
  ...(await tva(agence)),
  ...(await fec(agence, "2025")),
  ...(await fec(agence, "2026")),
  ...(await fiscal(agence)),
  ...(await creances(agence)),
  ...(await promesses.exports(agence)),
];
