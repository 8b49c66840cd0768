import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { openDb } from "#worker/db/client.ts";
import { creer, louer, MISSION } from "../agence/agence.ts";
import type { Api } from "../worker/api.ts";

let suite = 0;

export async function ouvrirCompte(usage: "gerance" | "agence" = "gerance"): Promise<number> {
  const [row] = await openDb(env).all<{ id: number }>(sql`
    INSERT INTO "CompteBancaire" (nom, iban, secret, "usage") VALUES ('Compte', 'FR76 … 189', '-', ${usage}) RETURNING id`);
  return row?.id ?? 0;
}

/**
 * A tenant of a dwelling under a mandate, with receipts of the months `mois`; `fonds` says who receives the rents.
 */
export async function louerEnGerance(
  api: Api,
  {
    nom,
    prenom = "Léo",
    loyerHC = 850,
    loyerCharge = 100,
    fonds = "agence",
    mois = [],
    bail = {},
  }: {
    nom: string;
    prenom?: string;
    loyerHC?: number;
    loyerCharge?: number;
    fonds?: "agence" | "proprietaire";
    mois?: string[];
    bail?: object;
  },
) {
  const lieu = { loyerHC, charge: loyerCharge };
  const loue = await louer(api, {
    appartement: lieu,
    locataire: { nom, prenom },
    bail: { loyerHC, loyerCharge, ...bail },
  });
  const numRegistre = `L-${loue.DossierId}`;
  const mission = await creer(api, "Mission", { ...MISSION, numRegistre });
  const db = openDb(env);
  await db.run(
    sql`INSERT INTO "MissionAppartement" ("MissionId", "AppartementId") VALUES (${mission.id}, ${loue.AppartementId})`,
  );
  await db.run(
    sql`INSERT INTO "ConditionsMandat" ("MissionId", depuis, "modeFonds") VALUES (${mission.id}, '2020-01-01', ${fonds})`,
  );
  for (const periode of mois) {
    await api.post(`/Quitance/generate/${loue.DossierId}`, { date: `${periode}-01` });
  }
  return {
    ...loue,
    MissionId: mission.id,
    reference: `D${String(loue.DossierId).padStart(6, "0")}`,
  };
}

export interface LigneDeTest {
  date?: string;
  /** In euros. */
  montant: number;
  libelle: string;
  reference?: string;
  empreinte?: string;
  rejet?: boolean;
}

export async function releverLignes(
  CompteBancaireId: number,
  lignes: readonly LigneDeTest[],
): Promise<{ ReleveId: number; ids: number[] }> {
  const db = openDb(env);
  const [releve] = await db.all<{ id: number }>(sql`
    INSERT INTO "Releve" ("CompteBancaireId", format, nom, empreinte, connues)
    VALUES (${CompteBancaireId}, 'cfonb', 'releve.txt', ${`essai ${suite++}`}, 0) RETURNING id`);
  const ReleveId = releve?.id ?? 0;
  const json = JSON.stringify(
    lignes.map((ligne) => ({ date: "2025-03-05", ...ligne, cle: `essai ${suite++}` })),
  );
  const rows = await db.all<{ id: number }>(sql`
    INSERT INTO "LigneReleve" ("ReleveId", "CompteBancaireId", date, montant, libelle, reference, "payeurEmpreinte", rejet, cle)
    SELECT ${ReleveId}, ${CompteBancaireId}, value ->> 'date', CAST(round((value ->> 'montant') * 100) AS INTEGER), value ->> 'libelle',
      value ->> 'reference', value ->> 'empreinte', coalesce(value ->> 'rejet', 0), value ->> 'cle'
    FROM json_each(${json}) WHERE true ORDER BY key RETURNING id`);
  return { ReleveId, ids: rows.map(({ id }) => id) };
}

/** The balances of the books in euros, debits less credits, by kind of account: « 512G », « 4710 ». */
export async function soldesDesComptes(): Promise<Record<string, number>> {
  const rows = await openDb(env).all<{ genre: string; solde: number }>(
    sql`SELECT genre, sum(debit - credit) / 100.0 AS solde FROM "Ligne" GROUP BY genre HAVING solde <> 0`,
  );
  return Object.fromEntries(rows.map(({ genre, solde }) => [genre, solde]));
}
