import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { aujourdhui, dernierJour, type Mois, premierJour } from "#domain/dates.ts";
import type { ContenuCompteRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import type { Ecriture } from "#domain/gerance/livres/ecritures.ts";
import { openDb } from "#worker/db/client.ts";
import { poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, connecter, creer, MISSION, PROPRIETAIRE } from "../agence/agence.ts";
import type { Api } from "../worker/api.ts";

export const IBAN_GERANCE = "FR7630006000011234567890189";
export const IBAN_DURAND = "FR1420041010050500013M02606";
export const IBAN_AGENCE = "DE89370400440532013000";

const db = openDb(env);

/**
 * Writes an entry of the books for this mandate; each line is its account, its holder, its debit and its credit, in
 * cents.
 */
export async function ecrire(
  cle: string,
  mandat: number,
  lignes: [Ecriture["lignes"][number]["compte"]["genre"], number | null, number, number][],
  {
    date,
    livre = "G" as const,
    journal = "OD",
  }: { date: string; livre?: "G" | "H"; journal?: Ecriture["journal"] },
): Promise<void> {
  const ecriture = {
    livre,
    journal,
    cle,
    date,
    libelle: "Essai",
    lignes: lignes.map(([genre, de, debit, credit]) => ({
      compte: { genre, de },
      debit,
      credit,
      mandat,
    })),
  };
  await db.write(poster(db, [ecriture], { today: aujourdhui(new Date()), user: null }));
}

let mandats = 0;

/**
 * A registered management mandate with these owners, each with a share, and with a bank account when `iban` is given.
 */
export async function mandater(
  agence: Agence,
  mandants: {
    nom: string;
    prenom?: string;
    num: number;
    den: number;
    iban?: string;
    titulaire?: string;
  }[],
  conditions: object = {},
): Promise<{ MissionId: number; ClientIds: number[] }> {
  const numRegistre = `G-${++mandats}`;
  const { id } = await creer(agence.admin, "Mission", { ...MISSION, numRegistre });
  const ClientIds: number[] = [];
  for (const { nom, prenom = "Paul" } of mandants) {
    const client = await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom, prenom });
    await agence.admin.put(`/Mission/${id}/client/add/${client.id}`);
    ClientIds.push(client.id);
  }
  const { status, error } = await agence.admin.put(`/Mission/${id}/conditions`, {
    depuis: "2026-01-01",
    modeFonds: "agence",
    tauxHonoraires: 7,
    provision: 300,
    parts: mandants.map(({ num, den, iban, titulaire }, rang) => ({
      ClientId: ClientIds[rang],
      num,
      den,
      ...(iban ? { iban, titulaire } : {}),
    })),
    ...conditions,
  });
  if (status !== 200) throw new Error(JSON.stringify(error));
  return { MissionId: id, ClientIds };
}

/**
 * Writes the validated owners' account of a month, and the entries behind it; sums in cents.
 * @param valeurs.encaisse false: no entry records the receipt of the rents
 * @returns its identifier
 */
export async function rendreCompte(
  { MissionId, ClientIds }: { MissionId: number; ClientIds: readonly number[] },
  {
    mois,
    parts,
    honoraires = 0,
    reste = 0,
    compte,
    contenu = {},
    encaisse = true,
  }: {
    mois: Mois;
    parts: number[];
    honoraires?: number;
    reste?: number;
    compte: number;
    contenu?: Partial<ContenuCompteRendu>;
    encaisse?: boolean;
  },
): Promise<number> {
  const reversement = parts.reduce((somme, part) => somme + part, 0);
  const date = dernierJour(mois);
  const cle = `${MissionId} ${mois}`;
  const total = reversement + honoraires + reste;
  if (encaisse) {
    await ecrire(
      `recu ${cle}`,
      MissionId,
      [
        ["512G", compte, total, 0],
        ["4670", MissionId, 0, total],
      ],
      { date },
    );
  }
  if (honoraires > 0) {
    await ecrire(
      `honoraires ${cle}`,
      MissionId,
      [
        ["4670", MissionId, honoraires, 0],
        ["4680", null, 0, honoraires],
      ],
      { date },
    );
    await ecrire(
      `facture ${cle}`,
      MissionId,
      [
        ["411H", MissionId, honoraires, 0],
        ["706", null, 0, honoraires],
      ],
      { date, livre: "H" },
    );
  }
  await ecrire(
    `reversement ${cle}`,
    MissionId,
    [
      ["4670", MissionId, reversement, 0],
      ["4672", MissionId, 0, reversement],
    ],
    { date },
  );
  const dit = {
    mandat: {
      numero: String(MissionId).padStart(6, "0"),
      dateSignature: null,
      nom: `MANDAT ${MissionId}`,
    },
    jourReversement: 10,
    situation: [],
    detailDepenses: [],
    ...contenu,
  };
  const [compteRendu] = await db.all<{ id: number }>(sql`
    INSERT INTO "CompteRendu" ("MissionId", mois, du, au, etat, "clotureLe", reversement, contenu)
    VALUES (${MissionId}, ${mois}, ${premierJour(mois)}, ${date}, 'valide', ${date}, ${reversement}, ${JSON.stringify(dit)})
    RETURNING id`);
  const id = compteRendu?.id ?? 0;
  for (const [rang, montant] of parts.entries()) {
    await db.run(sql`
      INSERT INTO "CompteRenduPart" ("CompteRenduId", "ClientId", rang, num, den, montant)
      VALUES (${id}, ${ClientIds[rang]}, ${rang + 1}, 1, ${parts.length}, ${montant})`);
  }
  return id;
}

/** The agency's bank account that receives the rents and pays the owners. */
export async function ouvrirCompte(agence: Agence, valeurs: object = {}): Promise<number> {
  const compte = await creer(agence.admin, "CompteBancaire", {
    nom: "Gérance",
    titulaire: "CABINET EXEMPLE GERANCE",
    iban: IBAN_GERANCE,
    bic: "AGRIFRPPXXX",
    usage: "gerance",
    ...valeurs,
  });
  return compte.id;
}

/** Ends the security delay of every new bank account. */
export async function delaiPasse(): Promise<void> {
  await db.run(sql`DROP TRIGGER IF EXISTS "CoordonneesBancaires_decidees"`);
  await db.run(
    sql`UPDATE "CoordonneesBancaires" SET "actifLe" = '2025-01-01T00:00:00.000Z' WHERE etat = 'confirme'`,
  );
}

export async function secondAdministrateur(agence: Agence): Promise<Api> {
  const email = "seconde@agence.example";
  const { data } = await agence.admin.post<{ password: string }>("/user/register", {
    email,
    role: "admin",
  });
  const provisoire = agence.house.api(await connecter(agence.personne, email, data.password));
  const { data: change } = await provisoire.post<{ user: { token: string } }>("/user/setPassword", {
    password: "une-agence-sure-75",
  });
  return agence.house.api(change.user.token);
}

/** A day on which the fees of October's accounts are not late yet. */
const FIN_DE_NOVEMBRE = "2026-11-30";

/** The breaches of the controls of the books that are red. */
export const rouges = async (): Promise<string[]> =>
  (await controlerComptes({ db, today: FIN_DE_NOVEMBRE }))
    .filter(({ etat }) => etat === "rouge")
    .flatMap(({ nom, ruptures }) => ruptures.map(({ motif }) => `${nom} : ${motif}`));
