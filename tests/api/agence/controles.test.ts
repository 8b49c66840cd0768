import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { openDb } from "#worker/db/client.ts";
import { sealSoon } from "#worker/jobs/sealing.ts";
import { verifierChaine } from "#worker/operations/controles/lecture-chaine.ts";
import { clePriveeDe } from "#worker/operations/copies/cles-de-copie.ts";
import { noter } from "#worker/operations/copies/constats.ts";
import { direRestauration } from "#worker/operations/copies/restaurations.ts";
import { sauvegarder } from "#worker/operations/copies/sauvegarde.ts";
import { ancrer, lireAncres, scellerEtAncrer } from "#worker/operations/historique/ancres.ts";
import { lireTete, scellerHistorique } from "#worker/operations/historique/chaine.ts";
import {
  type Agence,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { settled } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

const LIGNES = 12;

let agence: Agence;
const db = openDb(env);
const ecrire = (requete: string) => db.run(sql.raw(requete));

beforeEach(freshHouse);

async function chaine(): Promise<Controle> {
  const { data } = await agence.admin.get<Controle[]>("/Controle");
  const [premier] = data;
  if (premier?.nom !== "Chaîne de l’historique") throw new Error("La chaîne n’est pas contrôlée.");
  return premier;
}

/** A client whose `LIGNES` lines of history are all sealed; `premiere` is the identifier of the first line. */
async function historique(): Promise<{ id: number; premiere: number }> {
  const { id } = await creer(agence.admin, "Client", PROPRIETAIRE);
  for (let rang = 2; rang <= LIGNES; rang++) {
    await agence.admin.put(`/Client/${id}`, { adresse: `${rang} place Bellecour` });
  }
  // Waits for the work that goes on after the answers, then seals the lines.
  await settled();
  await scellerHistorique({ db });
  const [ligne] = await db.all<{ premiere: number }>(
    sql`SELECT min(id) AS premiere FROM "History" WHERE entite = 'Client'`,
  );
  return { id, premiere: ligne?.premiere ?? 0 };
}

/** Runs `faire` without the triggers of the history, as an attacker with access to the database could. */
const sansGardes = async (faire: () => Promise<unknown>) => {
  for (const garde of ["immuable", "durable", "neuve", "oubli"])
    await ecrire(`DROP TRIGGER IF EXISTS History_${garde}`);
  await faire();
};

const recopier = (de: number, vers: number) =>
  ecrire(`INSERT INTO History (id, entite, entiteId, etat, "user", details, scelles, empreinte, createdAt)
    SELECT ${vers}, entite, entiteId, etat, "user", details, scelles, empreinte, createdAt FROM History WHERE id = ${de}`);

/** Writes and seals `LIGNES` changes of one client; returns the identifier of the first. */
async function lignesScellees(): Promise<number> {
  await ecrire(`INSERT INTO History (entite, entiteId, etat, "user", details)
    SELECT 'Client', 1, 'Modification', 'a@exemple.fr', json_object('adresse', json_array('avant', value))
    FROM generate_series(1, ${LIGNES})`);
  await scellerHistorique({ db });
  expect((await verifierChaine({ db })).ruptures).toEqual([]);
  return 1;
}

describe("La chaîne de l’historique", () => {
  it("est intacte après le travail de chaque jour, et dit jusqu’où elle va", async () => {
    agence = await ouvrirAgence();
    await historique();
    const etat = await chaine();
    expect(etat).toMatchObject({ etat: "vert", ruptures: [] });
    expect(etat.lignes).toBeGreaterThanOrEqual(LIGNES);
    expect(etat.detail).toMatch(/empreinte [0-9a-f]{16}/);
  });

  it("se scelle à deux à la fois sans se contredire, et au-delà d’une page", async () => {
    await ecrire(`INSERT INTO History (entite, entiteId, etat, details)
      SELECT 'Client', value, 'Création', json_object('nom', 'N' || value) FROM generate_series(1, 2500)`);
    await Promise.all([1, 2, 3].map(() => scellerHistorique({ db: openDb(env) })));
    expect(await verifierChaine({ db })).toMatchObject({ lignes: 2500, attente: 0, ruptures: [] });
  });

  const alterations: [string, (premiere: number) => Promise<unknown>][] = [
    [
      "modifiée",
      (id) => ecrire(`UPDATE History SET "user" = 'autre@exemple.fr' WHERE id = ${id + 3}`),
    ],
    [
      "datée d’un autre jour",
      (id) =>
        ecrire(`UPDATE History SET createdAt = '2020-01-01T00:00:00.000Z' WHERE id = ${id + 3}`),
    ],
    [
      "dont une valeur a changé",
      (id) =>
        ecrire(
          `UPDATE History SET details = json_set(details, '$.adresse[1]', 'Ailleurs') WHERE id = ${id + 3}`,
        ),
    ],
    [
      "à qui une valeur a été ajoutée",
      (id) =>
        ecrire(
          `UPDATE History SET details = json_set(details, '$.ville', 'Nice') WHERE id = ${id + 3}`,
        ),
    ],
    ["supprimée", (id) => ecrire(`DELETE FROM History WHERE id = ${id + 3}`)],
    [
      "supprimée, la suite renumérotée",
      async (id) => {
        await ecrire(`DELETE FROM History WHERE id = ${id + 3}`);
        for (let suivante = id + 4; suivante < id + LIGNES; suivante++)
          await ecrire(`UPDATE History SET id = ${suivante - 1} WHERE id = ${suivante}`);
        await ecrire(
          `UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM History) WHERE name = 'History'`,
        );
      },
    ],
    [
      "la dernière, supprimée",
      () => ecrire("DELETE FROM History WHERE id = (SELECT max(id) FROM History)"),
    ],
    [
      "échangée avec la suivante",
      async (id) => {
        await recopier(id + 3, 99_999);
        await ecrire(`DELETE FROM History WHERE id = ${id + 3}`);
        await recopier(id + 4, id + 3);
        await ecrire(`DELETE FROM History WHERE id = ${id + 4}`);
        await recopier(99_999, id + 4);
        await ecrire("DELETE FROM History WHERE id = 99999");
        await ecrire(
          `UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM History) WHERE name = 'History'`,
        );
      },
    ],
    [
      "insérée avant les autres",
      (id) =>
        ecrire(
          `INSERT INTO History (id, entite, entiteId, etat) VALUES (${id} - 100, 'Client', 1, 'Création')`,
        ),
    ],
    [
      "dont le sceau a été ôté",
      (id) => ecrire(`UPDATE History SET empreinte = NULL WHERE id = ${id + 3}`),
    ],
    [
      "vidée de ses valeurs, comme oubliées",
      (id) =>
        ecrire(
          `UPDATE History SET details = NULL, scelles = (SELECT json_group_object(key, json_object('sel', NULL, 'sceau', value ->> 'sceau')) FROM json_each(scelles)) WHERE id = ${id + 3}`,
        ),
    ],
  ];

  it.each(alterations)("trahit une ligne %s", async (_, alterer) => {
    const premiere = await lignesScellees();
    await sansGardes(() => alterer(premiere));
    expect((await verifierChaine({ db })).ruptures).not.toEqual([]);
    // Sealing the next lines does not hide the change.
    await scellerHistorique({ db });
    expect((await verifierChaine({ db })).ruptures).not.toEqual([]);
  });

  it("ne se laisse ni changer ni supprimer, scellée ou non", async () => {
    agence = await ouvrirAgence();
    const { id, premiere } = await historique();
    await agence.admin.put(`/Client/${id}`, { adresse: "La dernière" });
    for (const ligne of [String(premiere), "(SELECT max(id) FROM History)"]) {
      for (const requete of [
        `UPDATE History SET "user" = 'x' WHERE id = ${ligne}`,
        `UPDATE History SET details = json_object('nom', 'x') WHERE id = ${ligne}`,
        `DELETE FROM History WHERE id = ${ligne}`,
      ]) {
        await expect(ecrire(requete)).rejects.toThrow();
      }
    }
    await expect(
      ecrire(`UPDATE History SET scelles = NULL WHERE id = ${premiere + 1}`),
    ).rejects.toThrow();
    await expect(
      ecrire(`UPDATE History SET empreinte = NULL WHERE id = ${premiere}`),
    ).rejects.toThrow();
  });

  it("oublie les valeurs d’une fiche supprimée, et leur sel, sans se rompre", async () => {
    agence = await ouvrirAgence();
    const { id } = await historique();
    expect((await agence.admin.delete(`/Client/${id}`)).status).toBe(204);
    await scellerHistorique({ db });
    expect(await chaine()).toMatchObject({ etat: "vert" });
    const restes = await db.all<{ details: string | null; scelles: string | null }>(
      sql`SELECT details, scelles FROM "History" WHERE entite = 'Client'`,
    );
    expect(restes.map(({ details }) => details)).toEqual(restes.map(() => null));
    expect(restes.filter(({ scelles }) => scelles).length).toBe(LIGNES - 1);
    expect(JSON.stringify(restes)).not.toMatch(/\\"sel\\":\\"/);
  });

  it("récrite entière, n’est plus celle que les copies ont connue ; restaurée, elle le dit", async () => {
    agence = await ouvrirAgence();
    await historique();
    await sauvegarder({ env }, { jour: "2026-11-05", tete: await lireTete({ db }) });
    expect(await chaine()).toMatchObject({
      etat: "vert",
      detail: expect.stringContaining("1 copie"),
    });
    await sansGardes(async () => {
      await ecrire(`UPDATE History SET "user" = 'autre@exemple.fr' WHERE id = 4`);
      await ecrire("UPDATE History SET empreinte = NULL, scelles = NULL");
    });
    await scellerHistorique({ db });
    expect((await verifierChaine({ db })).ruptures).toEqual([]);
    const { etat, detail } = await chaine();
    expect([etat, detail]).toEqual(["rouge", expect.stringContaining("les copies ont connu")]);
    await ecrire(
      `INSERT INTO History (entite, entiteId, etat) VALUES ('Sauvegarde', 20261105, 'Base restaurée')`,
    );
    await scellerHistorique({ db });
    expect((await chaine()).etat).toBe("rouge");
  });

  it("oublie de même une personne effacée, une fois puis une autre", async () => {
    agence = await ouvrirAgence();
    const { id } = await creer(agence.admin, "Locataire", LOCATAIRE);
    await scellerHistorique({ db });
    for (const suite of [`/Locataire/${id}/effacer`, `/Locataire/${id}/effacer`]) {
      expect((await agence.admin.post(suite)).status).toBeLessThan(300);
      await scellerHistorique({ db });
      expect(await chaine()).toMatchObject({ etat: "vert" });
    }
  });
});

const ruptures = async () =>
  (await verifierChaine({ db }, { ancres: await lireAncres({ env }) })).ruptures.map(
    ({ id }) => id,
  );

const derniere = async () => (await lireTete({ db }))?.id ?? 0;

/** Empties the values of a history line, as an erasure does. */
const vider = (id: number) =>
  ecrire(
    `UPDATE History SET details = NULL, scelles = (SELECT json_group_object(key, json_object('sel', NULL, 'sceau', value ->> 'sceau')) FROM json_each(scelles)) WHERE id = ${id}`,
  );

async function dire(entite: string, entiteId: number, etat: string, details: object | null) {
  await db.run(sql`INSERT INTO "History" (entite, "entiteId", etat, "user", details)
    VALUES (${entite}, ${entiteId}, ${etat}, 'a@exemple.fr', ${details && JSON.stringify(details)})`);
  await scellerHistorique({ db });
  return derniere();
}

describe("Un oubli n’est excusé que s’il est vrai", () => {
  it.each([
    ["Données effacées", (lignes: number[]) => ({ lignes })],
    ["Données purgées", (lignes: number[]) => ({ lignes })],
    ["Suppression", () => null],
  ])("« %s » d’une fiche qui est encore là ne l’est pas", async (etat, details) => {
    agence = await ouvrirAgence();
    const { id } = await creer(agence.admin, "Locataire", LOCATAIRE);
    await agence.admin.put(`/Locataire/${id}`, { adresse: "12 rue des Tables" });
    await scellerHistorique({ db });
    const victime = await derniere();
    await sansGardes(() => vider(victime));
    const faux = await dire("Locataire", id, etat, details([victime]));
    expect(await ruptures()).toEqual([victime, faux]);
    // Recording the person's erasure does not hide the emptied line while the person still has a name.
    await ecrire(`INSERT INTO Effacement (personne, personneId) VALUES ('Locataire', ${id})`);
    expect(await ruptures()).toEqual([victime, faux]);
  });

  it("l’effacement d’une personne n’excuse pas ce qui ne parle pas d’elle", async () => {
    agence = await ouvrirAgence();
    const [efface, autre] = [
      await creer(agence.admin, "Locataire", LOCATAIRE),
      await creer(agence.admin, "Locataire", LOCATAIRE),
    ];
    await agence.admin.put(`/Locataire/${autre.id}`, { adresse: "12 rue des Tables" });
    await scellerHistorique({ db });
    const victime = await derniere();
    await agence.admin.post(`/Locataire/${efface.id}/effacer`);
    await scellerHistorique({ db });
    expect(await ruptures()).toEqual([]);
    await sansGardes(() => vider(victime));
    const faux = await dire("Locataire", efface.id, "Données effacées", { lignes: [victime] });
    expect(await ruptures()).toEqual([victime, faux]);
  });

  it("ce qui prouve l’argent n’est jamais oublié, même d’une fiche supprimée", async () => {
    const victime = await dire("Accompte", 7, "Modification", { montant: [100, 90] });
    await dire("Accompte", 7, "Suppression", null);
    expect(await ruptures()).toEqual([]);
    await sansGardes(() => vider(victime));
    expect(await ruptures()).toEqual([victime]);
  });
});

describe("Une restauration n’est crue que de qui a ouvert la copie", () => {
  const COPIE = "2026-11-05.sql.gz";

  /** The private key at the head of a copy: only the holder of the backup key can read it in a real copy. */
  async function cleDe(copie: string): Promise<string> {
    const corps = (await env.BACKUPS.get(copie))?.body;
    if (!corps) throw new Error("La copie n’est pas là.");
    const texte = await new Response(corps.pipeThrough(new DecompressionStream("gzip"))).text();
    const cle = clePriveeDe(texte.slice(0, texte.indexOf("\n")));
    if (!cle) throw new Error("La copie ne porte pas de clé.");
    return cle;
  }

  /** Deletes the lines after this one, as the restoration of an older copy would. */
  const revenir = (ligne: number) =>
    sansGardes(async () => {
      await ecrire(`DELETE FROM History WHERE id > ${ligne}`);
      await ecrire(`UPDATE sqlite_sequence SET seq = ${ligne} WHERE name = 'History'`);
    });

  /**
   * Makes a copy, then four lines that a newer copy and the last anchor contain; returns the last line of the first
   * copy.
   */
  async function copiesSuivies(): Promise<number> {
    await lignesScellees();
    const connue = await derniere();
    await sauvegarder({ env }, { jour: "2026-11-05", tete: await lireTete({ db }) });
    for (let rang = 0; rang < 4; rang++) await dire("Client", 1, "Modification", { rang });
    await sauvegarder({ env }, { jour: "2026-11-06", tete: await lireTete({ db }) });
    await ancrer({ env, db, now: new Date() });
    expect(await ruptures()).toEqual([]);
    return connue;
  }

  it("vraie, ce que les copies suivantes savaient ne la contredit pas, et celles d’après la tiennent", async () => {
    const connue = await copiesSuivies();
    await revenir(connue);
    await dire("Client", 1, "Modification", { rang: "ce que la copie avait de plus" });
    await direRestauration({ db, now: new Date() }, { copie: COPIE, cle: await cleDe(COPIE) });
    expect(await ruptures()).toEqual([]);
    // A copy made after the restoration is compared with the history again.
    const depuis = await dire("Client", 1, "Modification", { rang: "depuis" });
    await ancrer({ env, db, now: new Date() }, { sure: true });
    await sauvegarder({ env }, { jour: "2026-11-07", tete: await lireTete({ db }) });
    expect(await ruptures()).toEqual([]);
    await revenir(depuis - 1);
    expect(await ruptures()).toEqual([depuis]);
  });

  it.each([
    ["sans signature", async () => ({ copie: COPIE })],
    ["signée d’une autre clé", async () => ({ copie: COPIE, signature: "A".repeat(86) })],
    ["d’une copie que nul ne connaît", async () => ({ copie: "2026-11-04.sql.gz" })],
  ])("fausse, %s, elle est dite en rouge avec ce qu’elle cachait", async (_, details) => {
    const connue = await copiesSuivies();
    await revenir(connue);
    const fausse = await dire("Sauvegarde", 20261105, "Base restaurée", await details());
    await dire("Client", 1, "Modification", { rang: "à la place" });
    expect(await ruptures()).toEqual([fausse, connue + 4]);
  });

  it("vraie hier, sa ligne recopiée aujourd’hui ne cache rien", async () => {
    const connue = await copiesSuivies();
    await revenir(connue);
    await direRestauration({ db, now: new Date() }, { copie: COPIE, cle: await cleDe(COPIE) });
    const [vraie] = await db.all<{ details: string; createdAt: string }>(
      sql`SELECT details, "createdAt" FROM "History" WHERE etat = 'Base restaurée'`,
    );
    await dire("Client", 1, "Modification", { rang: "laissée" });
    const perdue = await dire("Client", 1, "Modification", { rang: "à cacher" });
    await ancrer({ env, db, now: new Date() }, { sure: true });
    await revenir(perdue - 2);
    const details = JSON.parse(vraie?.details ?? "{}");
    const fausse = await dire("Sauvegarde", 20261105, "Base restaurée", details);
    await dire("Client", 1, "Modification", { rang: "à la place" });
    expect(await ruptures()).toEqual([fausse, perdue]);
  });
});

it("un passage quotidien qui ne vient plus se dit, même quand le dernier n’a rien trouvé", async () => {
  agence = await ouvrirAgence();
  await noter({ env }, { nom: "fichiers", jour: "2020-01-15", manques: [] });
  const { data } = await agence.admin.get<Controle[]>("/Controle");
  expect(data.find(({ nom }) => nom === "Copies des fichiers")).toMatchObject({
    etat: "rouge",
    lignes: 0,
    detail:
      "Rien à redire au passage du 15/01/2020, mais le passage quotidien n’est pas revenu depuis",
  });
});

describe("Ce qui est scellé est aussitôt connu hors de la base", () => {
  it("la dernière ligne supprimée avec son numéro se voit avant toute copie, et après d’autres écritures", async () => {
    await lignesScellees();
    await dire("Client", 1, "Modification", { rang: "dernière" });
    await ancrer({ env, db, now: new Date() });
    const perdue = await derniere();
    await sansGardes(async () => {
      await ecrire(`DELETE FROM History WHERE id = ${perdue}`);
      await ecrire(`UPDATE sqlite_sequence SET seq = ${perdue - 1} WHERE name = 'History'`);
    });
    expect(await ruptures()).toEqual([perdue]);
    await ecrire(
      "INSERT INTO History (entite, entiteId, etat) VALUES ('Client', 1, 'Modification'), ('Client', 1, 'Modification')",
    );
    await scellerEtAncrer({ env, db });
    expect(await ruptures()).toEqual([perdue]);
  });

  it("une écriture est ancrée peu après, sans attendre la copie", async () => {
    agence = await ouvrirAgence();
    await creer(agence.admin, "Client", PROPRIETAIRE);
    expect(await lireAncres({ env })).toEqual([]);
    await sealSoon(env);
    expect(await lireAncres({ env })).toEqual([expect.objectContaining(await lireTete({ db }))]);
  });

  it("ce qu’écrivent la file et le passage quotidien est scellé à leur fin", async () => {
    const maison = openHouse();
    agence = await ouvrirAgence(maison);
    const auto = { quitanceAuto: true };
    await louer(agence.admin, { appartement: auto, locataire: auto });
    const etat = async () => {
      const [compte] = await db.all<{ lignes: number; attente: number }>(sql`
        SELECT count(*) AS lignes, count(*) - count(empreinte) AS attente FROM "History"`);
      return compte;
    };
    const avant = (await etat())?.lignes ?? 0;
    await maison.cron("2026-12-05T05:00:00.000Z");
    expect(await etat()).toEqual({ lignes: avant, attente: 0 });
    await maison.drain();
    expect((await etat())?.lignes).toBeGreaterThan(avant);
    expect((await etat())?.attente).toBe(0);
  });
});

it("Les contrôles se lisent par l’administration seule", async () => {
  agence = await ouvrirAgence();
  expect((await agence.user.get("/Controle")).status).toBe(403);
});

it("Un loyer affiché qui n’est plus le loyer en vigueur est dit, par son dossier", async () => {
  agence = await ouvrirAgence();
  const { DossierId } = await louer(agence.admin);
  const controle = async () =>
    (await agence.admin.get<Controle[]>("/Controle")).data.find(
      ({ nom }) => nom === "Loyer affiché",
    );
  expect(await controle()).toMatchObject({ etat: "vert", lignes: 0 });
  await ecrire(`UPDATE Dossier SET loyerHC = loyerHC + 1 WHERE id = ${DossierId}`);
  expect(await controle()).toMatchObject({
    etat: "rouge",
    lignes: 1,
    ruptures: [{ motif: `Dossier ${DossierId}` }],
  });
});

it("Une personne effacée qu’une copie a fait revenir est dite, et nulle autre", async () => {
  agence = await ouvrirAgence();
  const { id } = await creer(agence.admin, "Locataire", LOCATAIRE);
  const controle = async () =>
    (await agence.admin.get<Controle[]>("/Controle")).data.find(
      ({ nom }) => nom === "Effacements rejoués",
    );
  const liste = (createdAt: string) =>
    env.BACKUPS.put(
      "effacements.json",
      JSON.stringify([{ personne: "Locataire", personneId: id, createdAt }]),
    );
  // This erasure is older than the person: it concerned another person with the same identifier.
  await liste("2020-01-01T00:00:00.000Z");
  expect(await controle()).toMatchObject({ etat: "vert" });
  await liste("2099-01-01T00:00:00.000Z");
  expect(await controle()).toMatchObject({
    etat: "rouge",
    ruptures: [{ motif: `Locataire ${id}` }],
  });
  await ecrire(`INSERT INTO Effacement (personne, personneId) VALUES ('Locataire', ${id})`);
  expect(await controle()).toMatchObject({ etat: "vert" });
});
