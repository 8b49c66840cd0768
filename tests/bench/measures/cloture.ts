import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import { ajouterMois, aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { digits, type Figure } from "../figures.ts";
import { type House, openHouse } from "../house/house.ts";
import { inTurn } from "../house/in-turn.ts";
import { peakMemory } from "../memory.ts";

const MANDATS = 1000;
export const LOTS_PAR_MANDAT = 3;
const DOSSIERS = MANDATS * LOTS_PAR_MANDAT;
const IBAN = "FR1420041010050500013M02606";
export const MOIS = ajouterMois(moisDe(aujourdhui(new Date())), -1);
const PREMIER = premierJour(MOIS);
const POLL_MS = 200;
const PATIENCE_MS = 600_000;

let sqld: ChildProcess | undefined;
subscribe("child_process", (message) => {
  const { process: child } = message as { process: ChildProcess };
  child.once("spawn", () => {
    if (child.spawnfile.includes("sqld")) sqld = child;
  });
});

/**
 * The close of a month for a thousand mandates of two owners and three tenants who paid: from the drafts to the
 * bank's file.
 */
export async function cloture(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    await keepBooks(house);
    const second = await house.enroll("admin");
    const post = (path: string, body: object, token = house.token) =>
      house.send(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", authorization: `Token ${token}` },
        body: JSON.stringify(body),
      });
    const seconds: Record<string, number> = {};
    const during = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const result = await work();
      seconds[name] = (performance.now() - start) / 1000;
      return result;
    };

    await during("préparer", () => post("/api/CompteRendu/preparer", { mois: MOIS }));
    const page = `/api/CompteRendu?mois=${MOIS}&page=1&limit=20`;
    await during("lire une page et ses sommes", async () => (await house.get(page)).json());
    const ids = await count(house, "SELECT id FROM CompteRendu ORDER BY id");
    const mailed = during("papiers et courriels, depuis la validation", async () => {
      const start = performance.now();
      while ((await gone(house)) < 2 * MANDATS) {
        if (performance.now() - start > PATIENCE_MS)
          throw new Error(`${await gone(house)} mails only`);
        await sleep(POLL_MS);
      }
    });
    const { data } = await during("valider", async () => {
      const answer = await post("/api/CompteRendu/valider", { ids });
      return (await answer.json()) as { data: { id: number; resultat: string; raison: string }[] };
    });
    const refused = data.find(({ resultat }) => resultat !== "valide");
    if (refused) throw new Error(`${refused.id}: ${refused.resultat} ${refused.raison}`);
    await mailed;
    const lot = await during("lot de virements", async () => {
      const demande = { CompteRenduIds: ids, dateExecution: jourTarget(aujourdhui(new Date())) };
      const answer = await post("/api/Reversement", demande);
      return ((await answer.json()) as { data: { id: number; ecartes: unknown[] } }).data;
    });
    if (lot.ecartes.length > 0) throw new Error(`Left out: ${JSON.stringify(lot.ecartes[0])}`);
    await during("valider le lot", () => post(`/api/Reversement/${lot.id}/valider`, {}, second));
    const xml = await during("fichier SEPA", async () =>
      (await house.get(`/api/Reversement/${lot.id}/sepa`)).text(),
    );
    const transfers = xml.match(/<CdtTrfTxInf>/g)?.length ?? 0;
    if (transfers !== 2 * MANDATS) throw new Error(`${transfers} transfers`);

    const memory = (name: string, value: number): Figure => ({
      name: `Clôture : mémoire la plus haute de ${name}`,
      raw: `${digits(value)} Mo`,
      value,
      unit: "Mo",
    });
    return [
      ...Object.entries(seconds).map(
        ([name, value]): Figure => ({
          name: `Clôture de ${MANDATS} mandats : ${name}`,
          raw: `${2 * MANDATS} propriétaires, ${DOSSIERS} locataires`,
          value,
          unit: "s",
        }),
      ),
      memory("workerd", house.peakMemory()),
      memory("sqld", peakMemory(sqld?.pid)),
    ];
  } finally {
    await house.close();
  }
}

async function count(house: House, sql: string): Promise<number[]> {
  const database = createClient({ url: house.databaseUrl });
  const { rows } = await database.execute(sql);
  database.close();
  return rows.map(({ id }) => Number(id));
}

const gone = async (house: House): Promise<number> =>
  (await count(house, "SELECT count(*) AS id FROM Courriel WHERE etat = 'envoye'"))[0] ?? 0;

/**
 * Mandates whose terms are set through the API, then the receipts of a month, called and paid to the agency's bank
 * account.
 */
async function keepBooks(house: House): Promise<void> {
  const database = createClient({ url: house.databaseUrl });
  for (const statement of mandates(MANDATS)) await inTurn(() => database.execute(statement));
  const write = (path: string, method: string, body: object) =>
    house.send(path, {
      method,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const compte = { nom: "Gérance", titulaire: "Saint-Michel Gestion", bic: "AGRIFRPP" };
  const iban = "FR7630006000011234567890189";
  await write("/api/CompteBancaire", "POST", { ...compte, iban, usage: "gerance" });
  const missions = Array.from({ length: MANDATS }, (_, rank) => rank + 1);
  await enParallele(missions, 8, async (id) => {
    const part = (ClientId: number, num: number) => ({
      ClientId,
      num,
      den: 5,
      iban: IBAN,
      titulaire: `Propriétaire ${ClientId}`,
    });
    await write(`/api/Mission/${id}/conditions`, "PUT", {
      depuis: PREMIER,
      modeFonds: "agence",
      tauxHonoraires: 7,
      provision: 300,
      parts: [part(ownerOf(id), 3), part(ownerOf(id + 1), 2)],
    });
  });
  await inTurn(() => database.batch(books(), "write"));
  database.close();
}

const ownerOf = (mission: number) => 1 + ((mission - 1) % owners(MANDATS));
const owners = (count: number) => Math.floor((count * LOTS_PAR_MANDAT) / 4);
const mission = (appartement: string) => `(1 + (${appartement} - 1) / ${LOTS_PAR_MANDAT})`;

/** This many mandates of two owners; their three dwellings have been let since 2020. */
export const mandates = (count: number) => [
  `WITH RECURSIVE serie(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serie WHERE n < ${count})
  INSERT INTO Mission (type, domicileUnique, nbAppart, dateSignature, numRegistre, tauxTva, valeurMissionAppt, accompte1, accompte2, reliquat)
    SELECT 'gestion', 0, ${LOTS_PAR_MANDAT}, '2024-01-01', n, 20, 0, 0, 0, 0 FROM serie`,
  `INSERT INTO MissionAppartement SELECT ${mission("id")}, id FROM Appartement`,
  `INSERT INTO MissionClient SELECT id, 1 + (id - 1) % ${owners(count)} FROM Mission
    UNION ALL SELECT id, 1 + id % ${owners(count)} FROM Mission`,
  "UPDATE Dossier SET dateDebutBail = '2020-01-01', dateEntree = '2020-01-01'",
  "INSERT INTO Variable (nom, valeur) VALUES ('delaiEnvoi', '0'), ('siret', '912 345 675 00017') ON CONFLICT (nom) DO UPDATE SET valeur = excluded.valeur",
];

/** The receipts of a month for all dossiers, called in the books and paid to bank account 1. */
export function books(): string[] {
  const sien = mission(`(SELECT d."AppartementId" FROM Dossier d WHERE d.id = q.DossierId)`);
  const sommes = `(VALUES ('loyer', 85000), ('charges', 10000)) n`;
  return [
    `INSERT INTO Quitance (id, numero, DossierId, AppartementId, LocataireId, date, dateFin, echeance, emission,
      loyerHC, charge, automatique, regle, statusInconu, montantPaye, datePaiement, mode, source, uuid)
    SELECT id, substr('${PREMIER}', 1, 4) || '-' || printf('%06d', id), id, AppartementId, LocataireId,
      '${PREMIER}', date('${PREMIER}', '+1 month', '-1 day'), date('${PREMIER}', '+4 days'), '${PREMIER}', 85000, 10000, 1,
      1, 0, 95000, date('${PREMIER}', '+5 days'), 'Virement', 'agence', 'banc' || id FROM Dossier ORDER BY 1`,
    // The lines of an entry are written before the entry. Entries of called sums have even numbers, entries of
    // payments odd ones.
    `INSERT INTO Ligne (EcritureId, genre, de, mandat, debit, credit, nature)
    SELECT 2 * q.id, c.column1, iif(c.column1 = '411', q.DossierId, ${sien}), ${sien},
      iif(c.column1 = '411', n.column2, 0), iif(c.column1 = '411', 0, n.column2), n.column1
    FROM Quitance q, (VALUES ('411'), ('4671')) c, ${sommes}`,
    `INSERT INTO Ligne (EcritureId, genre, de, mandat, debit, credit, nature)
    SELECT 2 * q.id + 1, c.column1, CASE c.column1 WHEN '411' THEN q.DossierId WHEN '512G' THEN 1 ELSE ${sien} END,
      iif(c.column1 = '512G', NULL, ${sien}), iif(c.column2 = 1, n.column2, 0), iif(c.column2 = 0, n.column2, 0), n.column1
    FROM Quitance q, (VALUES ('512G', 1), ('411', 0), ('4671', 1), ('4670', 0)) c, ${sommes}`,
    `INSERT INTO Reglement (id, exercice, rang, DossierId, date, montant, mode, payeur, fonds, etat, CompteBancaireId, cle)
    SELECT id, substr(datePaiement, 1, 4), id, DossierId, datePaiement, 95000, 'virement', 'locataire', 'agence', 'credite', 1,
      'banc ' || id FROM Quitance ORDER BY id`,
    `INSERT INTO Ecriture (id, livre, exercice, numero, journal, date, libelle, piece, cle, DossierId, ReglementId)
    SELECT e.id, 'G', substr(e.jour, 1, 4), (SELECT coalesce(max(numero), 0) FROM Ecriture WHERE livre = 'G' AND exercice = substr(e.jour, 1, 4))
      + row_number() OVER (ORDER BY e.id), e.journal, e.jour, e.libelle, e.numero, e.journal || ' ' || e.id, e.DossierId, e.ReglementId
    FROM (SELECT 2 * id AS id, 'QT' AS journal, date AS jour, 'Appel' AS libelle, numero, DossierId, NULL AS ReglementId FROM Quitance
      UNION ALL SELECT 2 * id + 1, 'ENC', datePaiement, 'Règlement', numero, DossierId, id FROM Quitance) e ORDER BY e.id`,
    `INSERT INTO Echeance (DossierId, QuitanceId, mandat, mois, exigibleLe, nature, montant, reste, EcritureId)
    SELECT q.DossierId, q.id, ${sien}, q.mois, q.echeance, n.column1, n.column2, n.column2, 2 * q.id FROM Quitance q, ${sommes} ORDER BY q.id`,
    `INSERT INTO Imputation (ReglementId, EcheanceId, montant, EcritureId)
    SELECT q.id, e.id, e.montant, 2 * q.id + 1 FROM Quitance q JOIN Echeance e ON e.QuitanceId = q.id`,
  ];
}
