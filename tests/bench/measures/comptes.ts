import { createClient, type InValue } from "@libsql/client/web";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Controle } from "#domain/agence/controle.ts";
import { ajouterJours, ajouterMois, aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import { invariants } from "#worker/operations/gerance/livres/invariants.ts";
import { digits, type Figure, timed } from "../figures.ts";
import { type House, openHouse } from "../house/house.ts";
import { inTurn } from "../house/in-turn.ts";
import { openDoor } from "../house/statements.ts";
import { measured } from "./reads.ts";

const dialect = new SQLiteAsyncDialect();
const DOSSIERS = 10_000;
const MOIS = 24;
const LIGNES = 10_000;
/**
 * One dossier in this many owes its last three months; the others owe the last month, which the bank statement pays.
 */
const EN_RETARD = 20;
/** The dossiers of one batch: the database gives up a batch that lasts five seconds. */
const EN_UNE_FOIS = 1_000;

/**
 * The accounts of ten thousand dossiers over two years: reading them, controlling them, importing a bank statement.
 */
export async function comptes(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    await keepBooks(house.databaseUrl);
    const figures = await measured(house, {
      "Compte d’un dossier, vingt-quatre mois": "/api/Dossier/2041/compte",
      "Encaissements, page de 20": "/api/Reglement?page=1&limit=20",
      "Impayés, page de 20": "/api/Impaye?page=1&limit=20",
    });
    const livres = await measured(
      house,
      {
        "Grand livre, les comptes de deux ans": `/api/Export/comptes?livre=G&du=${PREMIER}&au=${JOUR}`,
        "Grand livre, les locataires, une page": `/api/Export/grand-livre?genre=411&du=${PREMIER}&au=${JOUR}`,
        "Journal de deux ans, une page": `/api/Export/journal?livre=G&du=${PREMIER}&au=${JOUR}`,
        "Locataires non soldés, un soir passé": `/api/Export/locataires?au=${SOIR}`,
        "Fournisseurs à payer, un soir passé": `/api/Export/fournisseurs?au=${SOIR}`,
      },
      { trips: 8 },
    );
    return [...figures, ...livres, await controls(house), await statement(house)];
  } finally {
    await house.close();
  }
}

const JOUR = aujourdhui(new Date());
const PREMIER = premierJour(ajouterMois(moisDe(JOUR), -MOIS));
/** An evening of a closed period, after which one expense in three was changed. */
const SOIR = ajouterJours(premierJour(ajouterMois(moisDe(JOUR), -2)), -1);

/**
 * Writes two years of receipts with their entries in the books. All are paid to the agency’s bank account, except
 * those of the last month, and of the last three months for one dossier in `EN_RETARD`.
 */
async function keepBooks(url: string): Promise<void> {
  const database = createClient({ url });
  for (const statement of agency()) await inTurn(() => database.execute(statement));
  for (let rank = 0; rank < MOIS; rank++) {
    for (let first = 0; first < DOSSIERS; first += EN_UNE_FOIS)
      await inTurn(() => database.batch(month(rank, first), "write"));
  }
  await inTurn(() => database.batch(bills(), "write"));
  database.close();
}

const agency = () => [
  `INSERT INTO Mission (type, domicileUnique, nbAppart, dateSignature, tauxTva, valeurMissionAppt, accompte1, accompte2, reliquat)
    VALUES ('gestion', 0, 4, '2024-01-01', 20, 0, 0, 0, 0)`,
  "INSERT INTO MissionAppartement SELECT 1, id FROM Appartement",
  `INSERT INTO History (entite, entiteId, etat, details)
    SELECT 'Mission', 1, 'Appartement ajouté', json_object('AppartementId', id) FROM Appartement`,
  "INSERT INTO ConditionsMandat (MissionId, depuis, modeFonds) VALUES (1, '2020-01-01', 'agence')",
  `INSERT INTO CompteBancaire (nom, iban, secret, usage) VALUES ('Gérance', 'FR76…0189', '-', 'gerance')`,
  "UPDATE Dossier SET dateDebutBail = '2020-01-01', dateEntree = '2020-01-01'",
];

/** The statements that write month number `rank` for the `EN_UNE_FOIS` dossiers whose identifiers follow `first`. */
function month(rank: number, first: number): string[] {
  const paye = rank < MOIS - 3 || (rank < MOIS - 1 ? `d.id % ${EN_RETARD} <> 0` : false);
  const rang = `(${rank} * ${DOSSIERS} + d.id)`;
  const debut = `date('${PREMIER}', '+${rank} months')`;
  const avant = rank * DOSSIERS + first;
  const siennes = `(SELECT * FROM Quitance WHERE id > ${avant} AND id <= ${avant + EN_UNE_FOIS})`;
  return [
    `INSERT INTO Quitance (id, numero, DossierId, AppartementId, LocataireId, date, dateFin, echeance, emission,
      loyerHC, charge, automatique, regle, statusInconu, montantPaye, datePaiement, mode, source, uuid)
    SELECT ${rang}, substr(${debut}, 1, 4) || '-' || printf('%06d', ${rang}), d.id, d.AppartementId, d.LocataireId,
      ${debut}, date(${debut}, '+1 month', '-1 day'), date(${debut}, '+4 days'), ${debut}, 85000, 10000, 1,
      ${paye}, 0, iif(${paye}, 95000, NULL), iif(${paye}, date(${debut}, '+5 days'), NULL), iif(${paye}, 'Virement', NULL),
      'agence', 'banc' || ${rang} FROM Dossier d WHERE d.id > ${first} AND d.id <= ${first + EN_UNE_FOIS} ORDER BY 1`,
    // The lines of an entry are written before the entry. Entries of called sums have even numbers, entries of
    // payments odd ones.
    ...[
      ["411", "4671", 85000, "loyer"],
      ["411", "4671", 10000, "charges"],
    ].map(
      ([
        debit,
        credit,
        montant,
        nature,
      ]) => `INSERT INTO Ligne (EcritureId, genre, de, mandat, debit, credit, nature)
    SELECT 2 * q.id, c.column1, iif(c.column1 = '411', q.DossierId, 1), 1,
      iif(c.column1 = '${debit}', ${montant}, 0), iif(c.column1 = '${credit}', ${montant}, 0), '${nature}'
    FROM ${siennes} q, (VALUES ('${debit}'), ('${credit}')) c`,
    ),
    `INSERT INTO Ligne (EcritureId, genre, de, mandat, debit, credit, nature)
    SELECT 2 * q.id + 1, c.column1, iif(c.column1 = '411', q.DossierId, 1),
      iif(c.column1 = '512G', NULL, 1), iif(c.column2 = 1, n.column2, 0), iif(c.column2 = 0, n.column2, 0), n.column1
    FROM ${siennes} q, (VALUES ('512G', 1), ('411', 0), ('4671', 1), ('4670', 0)) c, (VALUES ('loyer', 85000), ('charges', 10000)) n
    WHERE q.regle`,
    `INSERT INTO Reglement (id, exercice, rang, DossierId, date, montant, mode, payeur, fonds, etat, CompteBancaireId, cle)
    SELECT id, substr(datePaiement, 1, 4), (SELECT coalesce(max(rang), 0) FROM Reglement WHERE exercice = substr(datePaiement, 1, 4)) +
      row_number() OVER (PARTITION BY substr(datePaiement, 1, 4) ORDER BY id),
      DossierId, datePaiement, 95000, 'virement', 'locataire', 'agence', 'credite', 1, 'banc ' || id FROM ${siennes} WHERE regle`,
    `INSERT INTO Ecriture (id, livre, exercice, numero, journal, date, libelle, piece, cle, DossierId, ReglementId, createdAt)
    SELECT e.id, 'G', substr(e.jour, 1, 4), (SELECT coalesce(max(numero), 0) FROM Ecriture WHERE livre = 'G' AND exercice = substr(e.jour, 1, 4)) +
      row_number() OVER (PARTITION BY substr(e.jour, 1, 4) ORDER BY e.id), e.journal, e.jour,
      e.libelle, e.numero, e.journal || ' ' || e.id, e.DossierId, e.ReglementId, e.jour || 'T08:00:00.000Z'
    FROM (SELECT 2 * id AS id, 'QT' AS journal, date AS jour, 'Appel' AS libelle, numero, DossierId, NULL AS ReglementId FROM ${siennes}
      UNION ALL SELECT 2 * id + 1, 'ENC', datePaiement, 'Règlement', numero, DossierId, id FROM ${siennes} WHERE regle) e ORDER BY e.id`,
    `INSERT INTO Echeance (DossierId, QuitanceId, mandat, mois, exigibleLe, nature, montant, reste, EcritureId)
    SELECT q.DossierId, q.id, 1, q.mois, q.echeance, n.column1, n.column2, n.column2, 2 * q.id
    FROM ${siennes} q, (VALUES ('loyer', 85000), ('charges', 10000)) n ORDER BY q.id`,
    `INSERT INTO Imputation (ReglementId, EcheanceId, montant, EcritureId)
    SELECT q.id, e.id, e.montant, 2 * q.id + 1 FROM ${siennes} q JOIN Echeance e ON e.QuitanceId = q.id WHERE q.regle`,
  ];
}

/** An unpaid bill for each dwelling, noted before its month closed, from a hundred suppliers. */
const bills = () => [
  `WITH RECURSIVE serie(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serie WHERE n < 100)
    INSERT INTO Fournisseur (id, nom) SELECT n, 'Fournisseur ' || n FROM serie`,
  `INSERT INTO Intendance (nature, AppartementId, FournisseurId, payePar, tva, renouvele, regle, intitule, date, montant, numFacture, createdAt)
    SELECT 'depense', id, 1 + id % 100, 'agence', 20, 0, 0, 'Nettoyage', date('${SOIR}', '-' || (id % 300) || ' days'), 10000, 'F-' || id,
      date('${SOIR}', '-' || (id % 300) || ' days') || 'T08:00:00.000Z' FROM Appartement`,
  `INSERT INTO ClotureMois (mois, createdAt) VALUES ('${moisDe(SOIR)}', '${ajouterJours(SOIR, 5)}T08:00:00.000Z')`,
  `INSERT INTO History (entite, entiteId, etat, details)
    SELECT 'Intendance', id, 'Modification', '{"montant":[100,120]}' FROM Intendance WHERE nature = 'depense' AND id % 3 = 0`,
];

const COMPTES: ReadonlySet<string> = new Set(invariants({ today: JOUR }).map(({ nom }) => nom));

/** The time of the controls of the accounts, compared with that of their queries alone, run one after the other. */
async function controls(house: House): Promise<Figure> {
  const { data } = await (await house.get("/api/Controle")).json<{ data: Controle[] }>();
  const broken = data.filter(({ etat, nom }) => etat !== "vert" && COMPTES.has(nom));
  if (broken.length > 0)
    throw new Error(`Ces livres rompent : ${broken.map(({ nom }) => nom).join(", ")}.`);
  const product = await timed(async () => (await house.get("/api/Controle")).json());
  const database = createClient({ url: house.databaseUrl });
  const queries = invariants({ today: JOUR }).map(({ ruptures }) => dialect.sqlToQuery(ruptures));
  const bare = await timed(async () => {
    for (const { sql, params } of queries)
      await database.execute({ sql, args: params as InValue[] });
  });
  const { rows } = await database.execute("SELECT count(*) AS n FROM Ligne");
  database.close();
  return {
    name: "Contrôles des comptes / les invariants seuls",
    raw: `${rows[0]?.n} lignes d’écritures : ${digits(product)} ms, contre ${digits(bare)} ms`,
    value: product / bare,
    unit: "×",
    limit: { atMost: 2 },
  };
}

/** The time to import and match a bank statement of `LIGNES` lines, compared with the time spent in the database. */
async function statement(house: House): Promise<Figure> {
  const form = new FormData();
  form.set("CompteBancaireId", "1");
  form.set("fichier", new File([csv()], "releve.csv", { type: "text/csv" }));
  const door = await openDoor(house.databaseUrl);
  await house.restart(door.url);
  await house.get("/api/CompteBancaire");
  door.passed();
  let rapprochees = 0;
  const product = await timed(async () => {
    const answer = await house.send("/api/Releve", { method: "POST", body: form });
    ({ rapprochees } = ((await answer.json()) as { data: { rapprochees: number } }).data);
  });
  const bare = door.spent();
  door.close();
  return {
    name: `Relevé de ${LIGNES} lignes, importé et rapproché / même SQL`,
    raw: `${rapprochees} rapprochées d’elles-mêmes en ${digits(product / 1000)} s, dont ${digits(bare / 1000)} s de base de données`,
    value: product / bare,
    unit: "×",
    limit: { atMost: 2 },
  };
}

function csv(): string {
  const rows = Array.from({ length: LIGNES }, (_, rank) => {
    const [annee, m, jour] = ajouterJours(JOUR, -(rank % 20)).split("-");
    return `${jour}/${m}/${annee};${jour}/${m}/${annee};;950,00;VIR D${String(rank + 1).padStart(6, "0")} LOYER;`;
  });
  return ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", ...rows].join("\n");
}
