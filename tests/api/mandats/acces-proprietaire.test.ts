import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { CompteDuProprietaire } from "#domain/gerance/cloture/compte-proprietaire.ts";
import type {
  AccesRow,
  CodeEnvoye,
  LienProprietaire,
  VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { openDb } from "#worker/db/client.ts";
import { comptesRendus, facturesHonoraires, partsCompteRendu } from "#worker/db/schema/mandants.ts";
import {
  ADMIN,
  type Agence,
  connecter,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { contenuCompteRendu } from "../../support/documents/comptes-rendus.ts";
import { contenuFacture } from "../../support/documents/factures.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import type { Answer } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

/** A rate limit that refuses nothing: these tests try more often than people do. */
const SANS_LIMITE: RateLimit = { limit: async () => ({ success: true }) };

let agence: Agence;
let ClientId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence(openHouse({ VALIDATION_LIMIT: SANS_LIMITE }));
  ({ id: ClientId } = await creer(agence.admin, "Client", PROPRIETAIRE));
});

const executer = (requete: ReturnType<typeof sql>) => openDb(env).run(requete);
const courriels = () =>
  agence.house.mails.filter(({ subject }) => /compte de propriétaire|code de visite/.test(subject));
const texte = () => courriels().at(-1)?.text ?? "";

/** Sends the owner a link; returns the secret that the link holds. */
async function lien(id = ClientId): Promise<string> {
  const { status, error } = await agence.user.post(`/Client/${id}/acces`);
  expect([status, error]).toEqual([201, undefined]);
  return texte().match(/\/proprietaire\/([\w-]{43})/)?.[1] ?? "";
}

async function code(jeton: string): Promise<string> {
  const { status, error } = await agence.personne.post<CodeEnvoye>("/Proprietaire/code", { jeton });
  expect([status, error]).toEqual([200, undefined]);
  return texte().match(/: (\d{6})\b/)?.[1] ?? "";
}

const visiter = (jeton: string, chiffres: string): Promise<Answer<VisiteProprietaire>> =>
  agence.personne.post("/Proprietaire/visite", { jeton, code: chiffres });

async function visite(id = ClientId): Promise<string> {
  const jeton = await lien(id);
  return (await visiter(jeton, await code(jeton))).data.jeton;
}

const lire = (visite: string, path = "/Proprietaire/compte", method = "GET") =>
  agence.personne.fetch(`/api${path}`, { method, headers: { Authorization: `Visite ${visite}` } });
const statut = async (visite: string) => (await lire(visite)).status;

const autre = (chiffres: string, pas = 1) =>
  String((Number(chiffres) + pas) % 1_000_000).padStart(6, "0");

const acces = async () => (await agence.user.get<AccesRow[]>(`/Client/${ClientId}/acces`)).data;
const journal = async () =>
  (
    await openDb(env).all<{ evenement: string; details: string; user: string | null }>(
      sql`SELECT evenement, details, "user" FROM "SecurityEvent" WHERE evenement LIKE 'acces%' ORDER BY id`,
    )
  ).map(({ evenement, details, user }) => [evenement, JSON.parse(details).id, user]);

describe("Le lien privé d’un propriétaire", () => {
  it("arrive par courriel, demande un code à chaque visite, et ouvre son compte en lecture", async () => {
    const jeton = await lien();
    const { to, replyTo } = courriels()[0] ?? {};
    expect([to, replyTo]).toEqual([["jeanne@exemple.fr"], undefined]);
    expect(texte()).toContain("Il ouvre pendant 90 jours.");
    expect(await acces()).toMatchObject([
      { mail: "jeanne@exemple.fr", etat: "ouvert", vuLe: null, user: "user@agence.example" },
    ]);
    const { data: page } = await agence.personne.post<LienProprietaire>("/Proprietaire/lien", {
      jeton,
    });
    expect(page).toMatchObject({ etat: "ouvert", mail: "j•••@exemple.fr", codeJusqua: null });

    const chiffres = await code(jeton);
    expect(courriels().at(-1)?.to).toEqual(["jeanne@exemple.fr"]);
    const { data } = await visiter(jeton, chiffres);
    const reponse = await lire(data.jeton);
    expect(reponse.headers.get("Cache-Control")).toBe("no-store");
    expect(reponse.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(reponse.headers.get("Set-Cookie")).toBeNull();
    const compte: { data: CompteDuProprietaire } = await reponse.json();
    expect(compte.data).toMatchObject({ ClientId, nom: "Mme Jeanne de La Tour", solde: 0 });
    expect((await acces())[0]?.vuLe).toEqual(expect.any(String));
    expect(await journal()).toEqual([
      ["acces_envoye", ClientId, "user@agence.example"],
      ["acces_ouvert", ClientId, null],
    ]);
  });

  it("ne se lit nulle part : ni le secret, ni le code, ni la visite ne sont dans la base", async () => {
    const jeton = await lien();
    const chiffres = await code(jeton);
    const { data } = await visiter(jeton, chiffres);
    const db = openDb(env);
    const tables = await db.all<{ nom: string }>(
      sql`SELECT name AS nom FROM sqlite_master WHERE type = 'table'`,
    );
    for (const { nom } of tables) {
      const lignes = JSON.stringify(await db.all(sql`SELECT * FROM ${sql.identifier(nom)}`));
      for (const secret of [jeton, data.jeton, `"${chiffres}"`])
        expect(lignes).not.toContain(secret);
    }
  });

  it("est remplacé par le suivant, se retire, expire, et tombe avec l’adresse, la fiche ou l’effacement", async () => {
    const premier = await visite();
    const second = await visite();
    expect([await statut(premier), await statut(second)]).toEqual([401, 200]);
    expect((await acces()).map(({ etat }) => etat)).toEqual(["ouvert", "retire"]);

    const [dernier] = await acces();
    const retrait = await agence.user.post(`/Client/${ClientId}/acces/${dernier?.id}/retirer`);
    expect([retrait.status, await statut(second)]).toEqual([200, 401]);
    const { id: etrangere } = await creer(agence.admin, "Client", PROPRIETAIRE);
    expect(
      (await agence.user.post(`/Client/${etrangere}/acces/${dernier?.id}/retirer`)).status,
    ).toBe(404);

    const jeton = await lien();
    const expire = (await visiter(jeton, await code(jeton))).data.jeton;
    await executer(
      sql`UPDATE "AccesProprietaire" SET "expireLe" = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 second')`,
    );
    expect(await statut(expire)).toBe(401);
    const refus = await agence.personne.post("/Proprietaire/code", { jeton });
    expect([refus.status, refus.error.message]).toEqual([
      409,
      "Ce lien a expiré. Demandez-en un autre à votre agence.",
    ]);
    const { data } = await agence.personne.post("/Proprietaire/lien", { jeton });
    expect(data).toMatchObject({ etat: "expire", codeJusqua: null });

    const ailleurs = await visite();
    await agence.admin.put(`/Client/${ClientId}`, { mailPerso: "jeanne@ailleurs.fr" });
    expect(await statut(ailleurs)).toBe(401);
    expect((await acces())[0]?.etat).toBe("retire");

    const effacee = await lien();
    const ouverte = (await visiter(effacee, await code(effacee))).data.jeton;
    expect(await statut(ouverte)).toBe(200);
    expect((await agence.admin.post(`/Client/${ClientId}/effacer`)).status).toBe(200);
    expect(await statut(ouverte)).toBe(401);
    expect((await agence.personne.post("/Proprietaire/code", { jeton: effacee })).status).toBe(404);
    expect(await acces()).toEqual([]);
    expect((await agence.user.post(`/Client/${ClientId}/acces`)).status).toBe(409);

    const supprimee = await visite(etrangere);
    expect((await agence.admin.delete(`/Client/${etrangere}`)).status).toBe(204);
    expect(await statut(supprimee)).toBe(401);
  });

  it("envoyé à une nouvelle adresse, se dit à l’ancienne, sans le lien", async () => {
    await agence.user.put(`/Client/${ClientId}`, { mailPerso: "pirate@exemple.fr" });
    await lien();
    const dits = agence.house.mails.filter(({ to }) => String(to) === "jeanne@exemple.fr");
    expect(dits).toHaveLength(1);
    expect(dits[0]?.text).toContain("p•••@exemple.fr");
    expect(dits[0]?.text).not.toContain("/proprietaire/");
    expect(courriels().some(({ to }) => String(to) === "pirate@exemple.fr")).toBe(true);
  });

  it("qui n’est pas parti n’ouvre rien et laisse le précédent ; sans adresse, il n’y en a pas", async () => {
    const ouverte = await visite();
    const house = openHouse({
      EMAIL: {
        send: async () => {
          throw new Error("E_RECIPIENT_NOT_ALLOWED");
        },
      } as unknown as SendEmail,
    });
    const api = house.api(await connecter(house.api(), ADMIN.email, ADMIN.password));
    expect((await api.post(`/Client/${ClientId}/acces`)).status).toBe(409);
    expect((await acces()).map(({ etat }) => etat)).toEqual(["retire", "ouvert"]);
    expect(await statut(ouverte)).toBe(200);
    const muet = await creer(agence.admin, "Client", {
      ...PROPRIETAIRE,
      mailPerso: null,
      mailDefaut: "mailPerso",
    });
    expect((await agence.user.post(`/Client/${muet.id}/acces`)).error.message).toMatch(
      /pas d’adresse e-mail/,
    );
  });

  it("dure ce que dit le réglage, et les visites finies s’oublient", async () => {
    await agence.admin.post("/Variable", { nom: "dureeAccesProprietaire", valeur: "30" });
    await visite();
    const [un] = await acces();
    const jours = (Date.parse(un?.expireLe ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(jours)).toBe(30);
    await executer(
      sql`UPDATE "VisiteProprietaire" SET "expireLe" = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 second')`,
    );
    await agence.house.cron(new Date().toISOString());
    const [{ reste } = { reste: -1 }] = await openDb(env).all<{ reste: number }>(
      sql`SELECT count(*) AS reste FROM "VisiteProprietaire"`,
    );
    expect(reste).toBe(0);
    expect(await acces()).toHaveLength(1);
  });
});

describe("Le code d’une visite", () => {
  it("vaut cinq essais, fussent-ils faits ensemble, puis meurt", async () => {
    const jeton = await lien();
    const bon = await code(jeton);
    const essais = await Promise.all(
      Array.from({ length: 20 }, (_, rang) => visiter(jeton, autre(bon, rang + 1))),
    );
    expect(essais.map(({ status }) => status)).toEqual(Array(20).fill(422));
    expect((await journal()).filter(([un]) => un === "acces_manque")).toHaveLength(5);
    expect((await visiter(jeton, bon)).status).toBe(422);

    const suivant = await code(jeton);
    const manque = await visiter(jeton, autre(suivant));
    expect(manque.error.fields?.code).toBe(
      "Ce code n’est pas le bon\u00A0: il vous reste 4 essais.",
    );
    expect((await visiter(jeton, suivant)).status).toBe(200);
  });

  it("n’ouvre qu’une visite, fût-il donné vingt fois ensemble ; le précédent ne vaut plus, ni celui d’un autre lien", async () => {
    const jeton = await lien();
    const ancien = await code(jeton);
    const bon = await code(jeton);
    if (ancien !== bon) expect((await visiter(jeton, ancien)).status).toBe(422);
    const ensemble = await Promise.all(Array.from({ length: 4 }, () => visiter(jeton, bon)));
    expect(ensemble.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await visiter(jeton, bon)).error.fields?.code).toBe(
      "Ce code ne vaut plus\u00A0: demandez-en un autre.",
    );

    const { id } = await creer(agence.admin, "Client", { ...PROPRIETAIRE, mailPerso: "a@b.fr" });
    const [sien, voisin] = [await lien(), await lien(id)];
    const duVoisin = await code(voisin);
    await code(sien);
    expect((await visiter(sien, duVoisin)).status).toBe(422);
  });

  it("vaut dix minutes, la visite trente", async () => {
    const jeton = await lien();
    const bon = await code(jeton);
    await executer(
      sql`UPDATE "AccesProprietaire" SET "codeExpireLe" = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 second')`,
    );
    expect((await visiter(jeton, bon)).status).toBe(422);
    const avant = Date.now();
    const suivant = await agence.personne.post<CodeEnvoye>("/Proprietaire/code", { jeton });
    const duree = (jusqua: string) => Math.round((Date.parse(jusqua) - avant) / 60_000);
    expect(duree(suivant.data.codeJusqua)).toBe(10);
    const { data } = await visiter(jeton, texte().match(/: (\d{6})\b/)?.[1] ?? "");
    expect(duree(data.jusqua)).toBe(30);
    await executer(
      sql`UPDATE "VisiteProprietaire" SET "expireLe" = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 second')`,
    );
    expect(await statut(data.jeton)).toBe(401);
  });

  it("se demande cinq fois par heure, ensemble ou non ; l’heure passée, de nouveau", async () => {
    const jeton = await lien();
    const demander = () => agence.personne.post("/Proprietaire/code", { jeton });
    const statuts = (await Promise.all(Array.from({ length: 9 }, demander))).map(
      (answer) => answer.status,
    );
    expect(statuts.filter((statut) => statut === 200)).toHaveLength(5);
    const refus = await demander();
    expect([refus.status, refus.error.message]).toEqual([
      429,
      expect.stringMatching(/^Trop de codes demandés\. Réessayez dans (60|59) minutes\.$/),
    ]);
    expect(Number(refus.headers.get("Retry-After"))).toBeGreaterThan(3000);
    await executer(
      sql`UPDATE "AccesProprietaire" SET "codesDepuis" = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-61 minutes')`,
    );
    expect((await demander()).status).toBe(200);
  });

  it("manqué vingt-cinq fois sans un bon, le lien se retire de lui-même", async () => {
    const jeton = await lien();
    for (let rang = 0; rang < 5; rang++) {
      const bon = await code(jeton);
      for (let essai = 1; essai <= 5; essai++) await visiter(jeton, autre(bon, essai));
    }
    expect((await acces())[0]?.etat).toBe("retire");
    expect((await journal()).at(-1)).toEqual(["acces_retire", ClientId, null]);
  });
});

describe("Ce qu’une visite ne peut pas", () => {
  it("n’ouvre rien de l’agence, ne change rien ; le jeton d’un employé n’ouvre rien ici", async () => {
    const jeton = await visite();
    for (const path of ["/Client", `/Client/${ClientId}`, `/Client/${ClientId}/compte`, "/user/me"])
      expect((await lire(jeton, path)).status).toBe(401);
    for (const methode of ["POST", "PUT", "DELETE"]) {
      expect((await lire(jeton, "/Proprietaire/compte", methode)).status).toBe(404);
      expect((await lire(jeton, `/Client/${ClientId}`, methode)).status).not.toBe(200);
    }
    const enJeton = await agence.personne.fetch("/api/Client", {
      headers: { Authorization: `Token ${jeton}` },
    });
    expect(enJeton.status).toBe(401);
    expect((await agence.admin.get("/Proprietaire/compte")).status).toBe(403);
    expect((await agence.personne.get("/Proprietaire/compte")).status).toBe(401);
    for (const faux of ["", "a", "A".repeat(43), `${jeton}A`]) expect(await statut(faux)).toBe(401);
  });

  it("un secret inconnu et celui d’un propriétaire effacé répondent de même ; un secret mal fait est refusé", async () => {
    const inconnu = "A".repeat(43);
    for (const [path, corps] of [
      ["/Proprietaire/lien", { jeton: inconnu }],
      ["/Proprietaire/code", { jeton: inconnu }],
      ["/Proprietaire/visite", { jeton: inconnu, code: "123456" }],
    ] as const) {
      const { status, error } = await agence.personne.post(path, corps);
      expect([status, error.message]).toEqual([
        404,
        expect.stringMatching(/^Ce lien n’existe pas/),
      ]);
      expect((await agence.personne.post(path, { ...corps, jeton: "court" })).status).toBe(422);
      expect((await agence.personne.post(path, { ...corps, ClientId })).status).toBe(422);
    }
    expect((await visiter(inconnu, "12345")).status).toBe(422);
    expect(courriels()).toEqual([]);
  });

  it("il y a une limite par adresse et par lien", async () => {
    const house = openHouse();
    const jeton = await lien();
    const appels = Array.from({ length: 70 }, () =>
      house.api().post("/Proprietaire/lien", { jeton }),
    );
    const statuts = (await Promise.all(appels)).map(({ status }) => status);
    expect(statuts.filter((statut) => statut === 429).length).toBeGreaterThan(9);
  });

  it("chacun ne lit que ses mandats", async () => {
    const { id: mandat } = await creer(agence.admin, "Mission", MISSION);
    await agence.admin.put(`/Mission/${mandat}/client/add/${ClientId}`);
    const { id: etrangere } = await creer(agence.admin, "Client", {
      ...PROPRIETAIRE,
      mailPerso: "autre@exemple.fr",
    });
    const lu = async (id: number) => {
      const reponse: { data: CompteDuProprietaire } = await (await lire(await visite(id))).json();
      return reponse.data;
    };
    expect((await lu(ClientId)).mandats.map(({ MissionId }) => MissionId)).toEqual([mandat]);
    expect(await lu(etrangere)).toMatchObject({ ClientId: etrangere, mandats: [] });
  });
});

describe("Les papiers d’un propriétaire", () => {
  /** An owners' account (a draft, or validated) with shares of two thirds and one third, and its invoice. */
  async function compte(ClientIds: number[], etat: "valide" | "brouillon" = "valide") {
    const { id: MissionId } = await creer(agence.admin, "Mission", MISSION);
    const [modele] = contenuCompteRendu().mandants;
    if (!modele) throw new Error("Le jeu n’a pas de mandant.");
    const mandants = ClientIds.map((id, rang) => ({
      ...modele,
      ClientId: id,
      nom: rang === 0 ? "Mme Jeanne DE LA TOUR" : "M. Paul AUTRE",
      adresse:
        rang === 0 ? ["3 place Bellecour", "69002 Lyon"] : ["9 rue Cachée", "31000 Toulouse"],
      iban: rang === 0 ? "FR76 •••• •••• 0189" : "FR14 •••• •••• 2606",
      num: 2 - rang,
      den: 3,
      montant: rang === 0 ? 574.97 : 287.48,
    }));
    const db = openDb(env);
    const [rendu] = await db
      .insert(comptesRendus)
      .values({
        MissionId,
        mois: "2026-10",
        du: "2026-10-01",
        au: "2026-10-31",
        etat,
        clotureLe: "2026-11-05",
        solde: 116_245,
        encaissements: 145_000,
        depenses: 0,
        honorairesTTC: 12_180,
        provision: 30_000,
        reversement: 86_245,
        contenu: contenuCompteRendu({ mandants }),
        valideLe: "2026-11-05T09:00:00.000Z",
      })
      .returning({ id: comptesRendus.id });
    const CompteRenduId = rendu?.id ?? 0;
    await db.insert(partsCompteRendu).values(
      mandants.map(({ ClientId: id, num, den }, rang) => ({
        CompteRenduId,
        ClientId: id,
        rang,
        num,
        den,
        montant: rang === 0 ? 57_497 : 28_748,
      })),
    );
    const [facture] = await db
      .insert(facturesHonoraires)
      .values({
        serie: "FH",
        exercice: "2026",
        rang: CompteRenduId,
        MissionId,
        CompteRenduId,
        date: "2026-11-05",
        ht: 10_150,
        tva: 2030,
        ttc: 12_180,
        contenu: contenuFacture(),
      })
      .returning({ id: facturesHonoraires.id });
    return { MissionId, CompteRenduId, facture: facture?.id ?? 0 };
  }

  const pdf = async (jeton: string, papier: string) => {
    const reponse = await lire(jeton, `/Proprietaire/papiers/${papier}`);
    expect(reponse.status, papier).toBe(200);
    return { reponse, ...readPdf(new Uint8Array(await reponse.arrayBuffer())) };
  };

  it("se téléchargent : comptes rendus, factures, aides ; des autres, leurs noms et leurs parts seulement", async () => {
    const { id: autreId } = await creer(agence.admin, "Client", PROPRIETAIRE);
    const { MissionId, CompteRenduId, facture } = await compte([ClientId, autreId]);
    await agence.admin.put(`/Mission/${MissionId}/client/add/${ClientId}`);
    const jeton = await visite();
    const rendu = await pdf(jeton, `compte-rendu-${CompteRenduId}`);
    expect(rendu.reponse.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="Compte_rendu_2026-10_.*\.pdf"/,
    );
    expect(rendu.reponse.headers.get("Cache-Control")).toBe("no-store");
    expect(rendu.text).toContain("AUTRE");
    expect(rendu.text).toContain("574,97");
    expect(rendu.text).toContain("0189");
    for (const cache of ["Cachée", "Toulouse", "2606", "287,48"])
      expect(rendu.text).not.toContain(cache);
    expect((await pdf(jeton, `facture-${facture}`)).text).toContain("FH-2026-");
    expect((await pdf(jeton, `aide-fiscale-${MissionId}-2026`)).text).toContain(
      "AIDE À LA DÉCLARATION",
    );
  });

  it("ceux d’un autre, un projet ou un nom inventé n’existent pas", async () => {
    const { id: autreId } = await creer(agence.admin, "Client", PROPRIETAIRE);
    const sien = await compte([ClientId], "brouillon");
    const ailleurs = await compte([autreId]);
    const jeton = await visite();
    for (const papier of [
      `compte-rendu-${ailleurs.CompteRenduId}`,
      `facture-${ailleurs.facture}`,
      `aide-fiscale-${ailleurs.MissionId}-2026`,
      `compte-rendu-${sien.CompteRenduId}`,
      `facture-${sien.facture}`,
      `aide-fiscale-${sien.MissionId}-2026`,
      `aide-fiscale-${sien.MissionId}`,
      "compte-rendu-0",
      "compte-rendu-1-2026",
      "facture-99999",
      "contrat-1",
      "..%2F..%2FClient",
    ])
      expect((await lire(jeton, `/Proprietaire/papiers/${papier}`)).status, papier).toBe(404);
    expect(
      (await agence.personne.get(`/Proprietaire/papiers/compte-rendu-${ailleurs.CompteRenduId}`))
        .status,
    ).toBe(401);
  });
});
