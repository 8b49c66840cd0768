import { createClient } from "@libsql/client/web";
import { ajouterJours, ajouterMois, aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import { digits, type Figure, timed } from "./figures.ts";
import { type House, openHouse } from "./house.ts";
import { measured } from "./reads.ts";

const DOSSIERS = 10_000;
const MOIS = 24;
const LIGNES = 10_000;
/** One dossier in so many owes its last months. */
const EN_RETARD = 20;

/** The accounts of ten thousand dossiers over two years: an account, the arrears, what must hold, a bank statement. */
export async function comptes(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    await keepBooks(house.databaseUrl);
    const figures = await measured(house, {
      "Compte d’un dossier, vingt-quatre mois": "/api/Dossier/2041/compte",
      "Encaissements, page de 20": "/api/Reglement?page=1&limit=20",
      "Impayés, page de 20": "/api/Impaye?page=1&limit=20",
      "Contrôles des comptes": "/api/Controle",
    });
    return [...figures, await statement(house)];
  } finally {
    await house.close();
  }
}

const JOUR = aujourdhui(new Date());
const PREMIER = premierJour(ajouterMois(moisDe(JOUR), -MOIS));

/** Two years of receipts, called in the books and paid by the agency’s bank but for the last months of some. */
async function keepBooks(url: string): Promise<void> {
  const database = createClient({ url });
  // As one: an entry is written after its lines.
  await database.batch(statements(), "write");
  database.close();
}

const mois = `WITH RECURSIVE m(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM m WHERE n < ${MOIS - 1})`;
const paye = `NOT (d.id % ${EN_RETARD} = 0 AND m.n >= ${MOIS - 3})`;
const rang = `(m.n * ${DOSSIERS} + d.id)`;
const debut = `date('${PREMIER}', '+' || m.n || ' months')`;

const statements = () => [
  `INSERT INTO Mission (type, domicileUnique, nbAppart, dateSignature, tauxTva, valeurMissionAppt, accompte1, accompte2, reliquat)
    VALUES ('gestion', 0, 4, '2024-01-01', 20, 0, 0, 0, 0)`,
  "INSERT INTO MissionAppartement SELECT 1, id FROM Appartement",
  "INSERT INTO ConditionsMandat (MissionId, depuis, modeFonds) VALUES (1, '2020-01-01', 'agence')",
  `INSERT INTO CompteBancaire (nom, iban, secret, usage) VALUES ('Gérance', 'FR76…0189', '-', 'gerance')`,
  `${mois} INSERT INTO Quitance (id, numero, DossierId, AppartementId, LocataireId, date, dateFin, echeance, emission,
      loyerHC, charge, automatique, regle, statusInconu, montantPaye, datePaiement, mode, source, uuid)
    SELECT ${rang}, substr(${debut}, 1, 4) || '-' || printf('%06d', ${rang}), d.id, d.AppartementId, d.LocataireId,
      ${debut}, date(${debut}, '+1 month', '-1 day'), date(${debut}, '+4 days'), ${debut}, 85000, 10000, 1,
      ${paye}, 0, iif(${paye}, 95000, NULL), iif(${paye}, date(${debut}, '+5 days'), NULL), iif(${paye}, 'Virement', NULL),
      'agence', 'banc' || ${rang} FROM m, Dossier d ORDER BY 1`,
  "UPDATE Dossier SET dateDebutBail = '2020-01-01', dateEntree = '2020-01-01'",
  // The lines of an entry, then the entry: those of what is called are even, those of what is received odd.
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
    FROM Quitance q, (VALUES ('${debit}'), ('${credit}')) c`,
  ),
  `INSERT INTO Ligne (EcritureId, genre, de, mandat, debit, credit, nature)
    SELECT 2 * q.id + 1, c.column1, iif(c.column1 = '411', q.DossierId, 1),
      iif(c.column1 = '512G', NULL, 1), iif(c.column2 = 1, n.column2, 0), iif(c.column2 = 0, n.column2, 0), n.column1
    FROM Quitance q, (VALUES ('512G', 1), ('411', 0), ('4671', 1), ('4670', 0)) c, (VALUES ('loyer', 85000), ('charges', 10000)) n
    WHERE q.regle`,
  `INSERT INTO Reglement (id, exercice, rang, DossierId, date, montant, mode, payeur, fonds, etat, CompteBancaireId, cle)
    SELECT id, substr(datePaiement, 1, 4), row_number() OVER (PARTITION BY substr(datePaiement, 1, 4) ORDER BY id),
      DossierId, datePaiement, 95000, 'virement', 'locataire', 'agence', 'credite', 1, 'banc ' || id FROM Quitance WHERE regle`,
  `INSERT INTO Ecriture (id, livre, exercice, numero, journal, date, libelle, piece, cle, DossierId, ReglementId)
    SELECT e.id, 'G', substr(e.jour, 1, 4), row_number() OVER (PARTITION BY substr(e.jour, 1, 4) ORDER BY e.id), e.journal, e.jour,
      e.libelle, e.numero, e.journal || ' ' || e.id, e.DossierId, e.ReglementId
    FROM (SELECT 2 * id AS id, 'QT' AS journal, date AS jour, 'Appel' AS libelle, numero, DossierId, NULL AS ReglementId FROM Quitance
      UNION ALL SELECT 2 * id + 1, 'ENC', datePaiement, 'Règlement', numero, DossierId, id FROM Quitance WHERE regle) e ORDER BY e.id`,
  `INSERT INTO Echeance (DossierId, QuitanceId, mandat, mois, exigibleLe, nature, montant, reste, EcritureId)
    SELECT q.DossierId, q.id, 1, q.mois, q.echeance, n.column1, n.column2, n.column2, 2 * q.id
    FROM Quitance q, (VALUES ('loyer', 85000), ('charges', 10000)) n ORDER BY q.id`,
  `INSERT INTO Imputation (ReglementId, EcheanceId, montant, EcritureId)
    SELECT q.id, e.id, e.montant, 2 * q.id + 1 FROM Quitance q JOIN Echeance e ON e.QuitanceId = q.id WHERE q.regle`,
];

/** A statement of so many lines, imported, read and matched: against the least its rows cost the database. */
async function statement(house: House): Promise<Figure> {
  const form = new FormData();
  form.set("CompteBancaireId", "1");
  form.set("fichier", new File([csv()], "releve.csv", { type: "text/csv" }));
  const product = await timed(async () => {
    await house.send("/api/Releve", { method: "POST", body: form });
  });
  const database = createClient({ url: house.databaseUrl });
  const [known] = (
    await database.execute(
      "SELECT count(*) AS n, sum(etat = 'rapprochee') AS faites FROM LigneReleve",
    )
  ).rows;
  await database.execute(`CREATE TABLE Copie AS SELECT * FROM LigneReleve WHERE 0`);
  const bare = await timed(async () => {
    await database.execute("SELECT id, nom, prenom FROM Locataire");
    await database.execute("SELECT DossierId, sum(reste) FROM Echeance WHERE reste > 0 GROUP BY 1");
    await database.execute("INSERT INTO Copie SELECT * FROM LigneReleve");
  });
  database.close();
  return {
    name: `Relevé de ${LIGNES} lignes, importé et rapproché`,
    raw: `${known?.n} lignes, ${known?.faites} rapprochées d’elles-mêmes, contre ${digits(bare)} ms de lecture et d’écriture nues`,
    value: product / 1000,
    unit: "s",
    limit: { atMost: 60 },
  };
}

function csv(): string {
  const rows = Array.from({ length: LIGNES }, (_, rank) => {
    const [annee, m, jour] = ajouterJours(JOUR, -(rank % 20)).split("-");
    return `${jour}/${m}/${annee};${jour}/${m}/${annee};;950,00;VIR D${String(rank + 1).padStart(6, "0")} LOYER;`;
  });
  return ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", ...rows].join("\n");
}
