import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Facteurs } from "#domain/profils/facteur.ts";
import { openDb } from "#worker/db/client.ts";
import {
  challenges,
  loginFailures,
  passkeys,
  recoveryCodes,
  securityEvents,
  sessions,
  users,
} from "#worker/db/schema/agence.ts";
import { ADMIN, type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { Authentificateur } from "../../support/browser/authentificateur.ts";

const EMAIL = "user@agence.example";
const PASSWORD = ADMIN.password;
const PAS = 30_000;

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const db = openDb(env);
const moi = async () => {
  const [compte] = await db.select().from(users).where(eq(users.email, EMAIL));
  if (!compte) throw new Error("Sans compte");
  return compte;
};

beforeEach(async () => {
  const { id } = await moi();
  await db.delete(passkeys);
  await db.delete(recoveryCodes);
  await db.delete(challenges);
  await db.delete(loginFailures);
  await db.delete(securityEvents);
  await db.update(users).set({ totpSecret: null, totpPending: null, totpStep: null });
  await db
    .update(sessions)
    .set({ confirmedAt: new Date().toISOString() })
    .where(eq(sessions.UserId, id));
  await regler(false);
});

/** Makes the second factor compulsory, or optional again, for accounts that are not administrators. */
async function regler(oui: boolean) {
  const nom = "secondFacteurEquipe";
  const { data } = await agence.admin.get<{ id: number; nom: string }[]>("/Variable");
  const sa = data.find((variable) => variable.nom === nom);
  const valeur = String(oui);
  if (sa) await agence.admin.put(`/Variable/${sa.id}`, { valeur });
  else await agence.admin.post("/Variable", { nom, valeur });
}

interface Connexion {
  user?: { token: string; mustSetFactor?: boolean };
  secondFacteur?: {
    jeton: string;
    methodes: string[];
    options?: { challenge: string; rpId: string; allowCredentials: { id: string }[] };
  };
}

const donnerMotDePasse = (email = EMAIL, password = PASSWORD) =>
  agence.personne.post<Connexion>("/user/login", { credentials: { email, password } });

async function demander() {
  const { data, status, error } = await donnerMotDePasse();
  if (!data?.secondFacteur)
    throw new Error(`Aucun second facteur demandé : ${status} ${error?.message}`);
  return data.secondFacteur;
}

const prouver = (body: object) => agence.personne.post<Connexion>("/user/login/facteur", body);

/** The code shown `pas` steps of 30 seconds from now. */
const codeDe = (totp: TOTP, pas = 0) => totp.generate({ timestamp: Date.now() + pas * PAS });

/**
 * Adds an authenticator application. The code of the previous step confirms it, so that the present code is still
 * unused.
 */
async function ajouterApplication(api = agence.user) {
  const { data: cle } = await api.post<{ uri: string; secret: string }>("/user/facteurs/totp");
  const totp = URI.parse(cle.uri) as TOTP;
  expect(totp.secret.base32).toBe(cle.secret);
  const { status, data } = await api.post<{ secours: string[] }>("/user/facteurs/totp/confirmer", {
    code: codeDe(totp, -1),
  });
  expect(status).toBe(200);
  return { totp, secours: data.secours };
}

async function ajouterPasskey(cle = new Authentificateur(), api = agence.user) {
  const { data: options } = await api.post<{ challenge: string }>("/user/facteurs/passkey/options");
  const attestation = await cle.creer(options);
  const ajout = { nom: "Mon ordinateur", attestation };
  const { status, data } = await api.post<{ id: number; secours: string[] | null }>(
    "/user/facteurs/passkey",
    ajout,
  );
  return { cle, status, ajout, ...data };
}

const facteurs = async (api = agence.user) => (await api.get<Facteurs>("/user/facteurs")).data;
const combien = (reponses: { status: number }[], statut: number) =>
  reponses.filter(({ status }) => status === statut).length;
const ensemble = <T>(nombre: number, faire: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: nombre }, (_, n) => faire(n)));

describe("L’application à codes", () => {
  test("garde sa clé sous celle d’aujourd’hui, quand la clé de chiffrement a changé", async () => {
    const { totp } = await ajouterApplication();
    await agence.user.post("/user/facteurs/totp");
    const premiere = agence.house.env.DATA_KEYS;
    const seconde = `2:${"fedcba9876543210".repeat(4)}`;
    agence.house.env.DATA_KEYS = `${premiere},${seconde}`;
    await agence.house.cron("2026-11-20T05:00:00.000Z");
    expect([(await moi()).totpSecret, (await moi()).totpPending]).toEqual([
      expect.stringMatching(/^v2\./),
      expect.stringMatching(/^v2\./),
    ]);
    // The former encryption key is no longer needed.
    agence.house.env.DATA_KEYS = seconde;
    const { jeton } = await demander();
    expect((await prouver({ jeton, code: codeDe(totp) })).status).toBe(200);
    agence.house.env.DATA_KEYS = premiere;
  });

  test("demande son code après le mot de passe, et ne l’accepte qu’une fois", async () => {
    const sans = (await donnerMotDePasse()).data;
    expect(Object.keys(sans.user ?? {})).toEqual([
      "id",
      "email",
      "role",
      "mustSetPassword",
      "sansDossier",
      "token",
    ]);
    const { totp, secours } = await ajouterApplication();
    expect(secours).toHaveLength(10);
    expect((await moi()).totpSecret).not.toContain(totp.secret.base32);
    const demande = await demander();
    expect(demande.methodes).toEqual(["totp", "secours"]);
    const code = codeDe(totp);
    const entree = await prouver({ jeton: demande.jeton, code });
    expect(entree.status).toBe(200);
    const api = agence.house.api(entree.data.user?.token);
    expect((await api.get("/user/me")).status).toBe(200);
    const { jeton } = await demander();
    const rejeu = await prouver({ jeton, code });
    expect([rejeu.status, rejeu.error.fields?.code]).toEqual([
      422,
      "Ce code a déjà servi : attendez le suivant.",
    ]);
    // A code older than the one already used is refused too.
    expect((await prouver({ jeton, code: codeDe(totp, -1) })).status).toBe(422);
    expect((await prouver({ jeton, code: codeDe(totp, 1) })).status).toBe(200);
  });

  test("envoyé vingt fois à la fois, un code n’ouvre qu’une session", async () => {
    const { totp } = await ajouterApplication();
    const { id } = await moi();
    const ouvertes = () => db.$count(sessions, eq(sessions.UserId, id));
    const avant = await ouvertes();
    const demandes: Awaited<ReturnType<typeof demander>>[] = [];
    for (let n = 0; n < 20; n++) demandes.push(await demander());
    const code = codeDe(totp);
    const reponses = await ensemble(20, (n) => prouver({ jeton: demandes[n]?.jeton, code }));
    expect(combien(reponses, 200)).toBe(1);
    expect(await ouvertes()).toBe(avant + 1);
    const { jeton } = await demander();
    const suivant = codeDe(totp, 1);
    expect(combien(await ensemble(20, () => prouver({ jeton, code: suivant })), 200)).toBe(1);
  });

  test("cinq codes faux renvoient au mot de passe ; le compte attend, un appareil connu non", async () => {
    const premier = await donnerMotDePasse();
    const appareil = (premier.data as { appareil?: string }).appareil;
    const { totp } = await ajouterApplication();
    const { jeton } = await demander();
    const faux = [];
    for (let n = 0; n < 5; n++) faux.push((await prouver({ jeton, code: "000000" })).status);
    expect(faux).toEqual([422, 422, 422, 422, 422]);
    expect((await prouver({ jeton, code: codeDe(totp) })).status).toBe(401);
    const essai = { jeton: (await demander()).jeton, code: codeDe(totp) };
    const attente = await prouver(essai);
    expect(attente.status).toBe(429);
    expect(Number(attente.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await prouver({ ...essai, appareil })).status).toBe(200);
  });

  test("n’est ajoutée qu’avec un code juste, et par qui vient de donner son mot de passe", async () => {
    const { data } = await agence.user.post<{ uri: string }>("/user/facteurs/totp");
    expect(
      (await agence.user.post("/user/facteurs/totp/confirmer", { code: "000000" })).status,
    ).toBe(422);
    expect((await facteurs()).totp).toBe(false);
    const { id } = await moi();
    const ilYALongtemps = new Date(Date.now() - 3_600_000).toISOString();
    await db.update(sessions).set({ confirmedAt: ilYALongtemps }).where(eq(sessions.UserId, id));
    const code = codeDe(URI.parse(data.uri) as TOTP);
    const refus = await agence.user.post("/user/facteurs/totp/confirmer", { code });
    expect([refus.status, refus.error.code]).toEqual([403, "confirmation"]);
    expect((await agence.user.get("/user/facteurs")).status).toBe(200);
  });
});

describe("Le jeton du second facteur", () => {
  test("altéré, expiré, d’un autre ou d’avant un changement de mot de passe ne vaut rien", async () => {
    const { totp } = await ajouterApplication();
    const code = codeDe(totp);
    const { jeton } = await demander();
    expect((await prouver({ jeton: `${jeton.slice(0, -1)}-`, code })).status).toBe(401);
    await db.update(challenges).set({ expiresAt: new Date(Date.now() - 1000).toISOString() });
    expect((await prouver({ jeton, code })).status).toBe(401);
    const autre = await ajouterApplication(agence.user_delete);
    const { data } = await donnerMotDePasse("user_delete@agence.example");
    const sien = { jeton: data.secondFacteur?.jeton, code };
    expect((await prouver(sien)).status).toBe(422);
    expect((await prouver({ ...sien, code: codeDe(autre.totp) })).status).toBe(200);
    const avant = await demander();
    await db
      .update(users)
      .set({ passwordChangedAt: new Date().toISOString() })
      .where(eq(users.email, EMAIL));
    expect((await prouver({ jeton: avant.jeton, code })).status).toBe(401);
    agence.user = agence.house.api(
      (await prouver({ jeton: (await demander()).jeton, code })).data.user?.token,
    );
  });

  test("ne sert qu’une fois, et demande une preuve et une seule", async () => {
    const { totp, secours } = await ajouterApplication();
    const { jeton } = await demander();
    const code = codeDe(totp);
    expect((await prouver({ jeton, code, secours: secours[0] })).status).toBe(422);
    expect((await prouver({ jeton })).status).toBe(422);
    expect((await prouver({ jeton, code })).status).toBe(200);
    expect((await prouver({ jeton, secours: secours[0] })).status).toBe(401);
  });
});

describe("Les codes de secours", () => {
  test("ouvrent chacun une fois, même à vingt à la fois, et le journal le dit", async () => {
    const { secours } = await ajouterApplication();
    const demandes: Awaited<ReturnType<typeof demander>>[] = [];
    for (let n = 0; n < 20; n++) demandes.push(await demander());
    const reponses = await ensemble(20, (n) =>
      prouver({ jeton: demandes[n]?.jeton, secours: secours[0] }),
    );
    expect(combien(reponses, 200)).toBe(1);
    expect((await facteurs()).secours).toBe(9);
    const { jeton } = await demander();
    expect((await prouver({ jeton, secours: secours[0] })).status).toBe(422);
    const autrementEcrit = secours[1]?.toUpperCase().replaceAll("-", " ");
    expect((await prouver({ jeton, secours: autrementEcrit })).status).toBe(200);
    const evenements = await db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.evenement, "code_secours"), eq(securityEvents.user, EMAIL)));
    expect(evenements).toHaveLength(2);
    expect(JSON.stringify(await db.select().from(recoveryCodes))).not.toContain(
      secours[2]?.replaceAll("-", ""),
    );
  });

  test("renouvelés, les anciens ne valent plus rien ; sans facteur il n’y en a pas", async () => {
    expect((await agence.user.post("/user/facteurs/secours")).status).toBe(409);
    const { secours } = await ajouterApplication();
    const { data } = await agence.user.post<{ secours: string[] }>("/user/facteurs/secours");
    const { jeton } = await demander();
    expect((await prouver({ jeton, secours: secours[3] })).status).toBe(422);
    expect((await prouver({ jeton, secours: data.secours[3] })).status).toBe(200);
    expect((await agence.user.delete("/user/facteurs/totp")).status).toBe(204);
    expect(await facteurs()).toMatchObject({ totp: false, secours: 0 });
    expect((await donnerMotDePasse()).data.user).toBeDefined();
  });
});

describe("La clé d’accès", () => {
  test("ouvre après le mot de passe, ou seule, chaque défi une seule fois", async () => {
    const { cle, status, secours } = await ajouterPasskey();
    expect([status, secours?.length]).toEqual([201, 10]);
    const { jeton, methodes, options } = await demander();
    expect(methodes).toEqual(["passkey", "secours"]);
    if (!options) throw new Error("Sans options");
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([cle.id]);
    const assertion = await cle.signer(options, { sansVerification: true });
    expect((await prouver({ jeton, assertion })).status).toBe(200);
    expect((await prouver({ jeton, assertion })).status).toBe(401);

    const demande = () =>
      agence.personne.post<{ challenge: string }>("/user/login/passkey/options");
    const seule = (body: object) => agence.personne.post<Connexion>("/user/login/passkey", body);
    const { data } = await demande();
    const reponse = { assertion: await cle.signer(data) };
    const reponses = await ensemble(20, () => seule(reponse));
    expect(combien(reponses, 200)).toBe(1);
    expect(combien(reponses, 401)).toBe(19);
    // A passkey used without verifying its holder would be a single factor.
    const presente = await cle.signer((await demande()).data, { sansVerification: true });
    expect((await seule({ assertion: presente })).status).toBe(401);
    expect((await facteurs()).passkeys[0]?.lastUsedAt).not.toBeNull();
    // After a reset, the account opens with the temporary password only, not with a passkey added before.
    const provisoire = async (mustSetPassword: boolean) =>
      db
        .update(users)
        .set({ mustSetPassword })
        .where(eq(users.id, (await moi()).id));
    await provisoire(true);
    const apres = await seule({ assertion: await cle.signer((await demande()).data) });
    await provisoire(false);
    expect(apres.status).toBe(401);
  });

  test("d’un autre, d’un autre site, dont le compteur recule ou d’un défi connu est refusée", async () => {
    const { cle } = await ajouterPasskey();
    const { cle: autre } = await ajouterPasskey(new Authentificateur(), agence.user_delete);
    const { jeton, options } = await demander();
    if (!options) throw new Error("Sans options");
    const essais = [
      await autre.signer(options),
      { ...(await autre.signer(options)), id: cle.id, rawId: cle.id },
      await cle.signer(options, { origin: "https://hameconnage.example" }),
      await cle.signer(options, { rpID: "hameconnage.example" }),
      await cle.signer(options, { porteur: Buffer.from("compte 1").toString("base64url") }),
    ];
    for (const assertion of essais) expect((await prouver({ jeton, assertion })).status).toBe(422);
    expect((await prouver({ jeton, assertion: await cle.signer(options) })).status).toBe(401);

    const suite = await demander();
    if (!suite.options) throw new Error("Sans options");
    const recule = await cle.signer(suite.options, { compteur: 0 });
    expect((await prouver({ jeton: suite.jeton, assertion: recule })).status).toBe(422);
    const ancien = await cle.signer(options, { compteur: 50 });
    expect((await prouver({ jeton: suite.jeton, assertion: ancien })).status).toBe(422);
    const juste = await cle.signer(suite.options, { compteur: 51 });
    expect((await prouver({ jeton: suite.jeton, assertion: juste })).status).toBe(200);
  });

  test("n’est ajoutée que sur un défi de son compte, une fois, avec un nom", async () => {
    const { cle, ajout } = await ajouterPasskey();
    expect((await agence.user.post("/user/facteurs/passkey", ajout)).status).toBe(422);
    const { data } = await agence.user_delete.post<{ challenge: string }>(
      "/user/facteurs/passkey/options",
    );
    const vol = { nom: "Volée", attestation: await new Authentificateur().creer(data) };
    expect((await agence.user.post("/user/facteurs/passkey", vol)).status).toBe(422);
    const meme = await ajouterPasskey(cle, agence.user_delete);
    expect(meme.status).toBe(409);
    const [sienne] = (await facteurs()).passkeys;
    const chemin = `/user/facteurs/passkey/${sienne?.id}`;
    expect((await agence.user_delete.put(chemin, { nom: "À moi" })).status).toBe(404);
    expect((await agence.user_delete.delete(chemin)).status).toBe(404);
    expect((await agence.user.put(chemin, { nom: "Le portable" })).status).toBe(200);
    expect((await facteurs()).passkeys.map(({ nom }) => nom)).toEqual(["Le portable"]);
    expect((await agence.user.delete(chemin)).status).toBe(204);
    expect((await facteurs()).passkeys).toEqual([]);
  });

  test("n’est pas proposée à une adresse où le navigateur la refuserait", async () => {
    const house = { ...env, PUBLIC_URL: "https://agence.example" };
    const { openHouse } = await import("../../support/worker/house.ts");
    const ailleurs = openHouse(house).api();
    const { status, error } = await ailleurs.post("/user/login/passkey/options");
    expect([status, error.message]).toEqual([
      409,
      "Les clés d’accès ne fonctionnent qu’à l’adresse https://agence.example.",
    ]);
  });
});

describe("Le second facteur exigé", () => {
  test("ne laisse, aux sessions ouvertes aussi, que de quoi en ajouter un", async () => {
    await regler(true);
    expect((await agence.user.get("/Client")).status).toBe(403);
    expect((await agence.user.get("/user/sessions")).status).toBe(403);
    expect((await agence.admin.get("/Client")).status).toBe(200);
    expect((await agence.user.get<object>("/user/me")).data).toMatchObject({ mustSetFactor: true });
    expect((await donnerMotDePasse()).data.user?.mustSetFactor).toBe(true);
    expect((await facteurs()).obligatoire).toBe(true);
    const { totp } = await ajouterApplication();
    expect((await agence.user.get("/Client")).status).toBe(200);
    expect((await agence.user.get<object>("/user/me")).data).not.toHaveProperty("mustSetFactor");

    const refus = await agence.user.delete("/user/facteurs/totp");
    expect([refus.status, refus.error.message]).toEqual([
      409,
      "Votre agence demande un second facteur : ajoutez-en un autre avant celui-ci.",
    ]);
    const { id } = await ajouterPasskey();
    const retraits = await Promise.all([
      agence.user.delete("/user/facteurs/totp"),
      agence.user.delete(`/user/facteurs/passkey/${id}`),
    ]);
    expect(retraits.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await agence.user.get("/Client")).status).toBe(200);
    expect(totp.digits).toBe(6);
  });

  test("un mot de passe provisoire se change d’abord", async () => {
    await regler(true);
    const { data } = await agence.admin.post<{ password: string }>(
      "/user/user_delete@agence.example/resetPassword",
    );
    const provisoire = await donnerMotDePasse("user_delete@agence.example", data.password);
    const api = agence.house.api(provisoire.data.user?.token);
    expect((await api.get("/user/facteurs")).status).toBe(403);
    const change = await api.post<Connexion>("/user/setPassword", { password: PASSWORD });
    expect(change.data.user?.mustSetFactor).toBe(true);
    agence.user_delete = agence.house.api(change.data.user?.token);
    expect((await agence.user_delete.get("/user/facteurs")).status).toBe(200);
  });
});

describe("Qui a tout perdu", () => {
  test("est dépanné par un administrateur : le compte en est prévenu, le journal le dit", async () => {
    await ajouterApplication();
    await ajouterPasskey();
    const chemin = `/user/${EMAIL}/resetFacteurs`;
    expect((await agence.user_delete.post(chemin)).status).toBe(403);
    expect((await agence.admin.post(chemin)).status).toBe(200);
    expect((await agence.admin.post(chemin)).status).toBe(409);
    expect(await facteurs()).toMatchObject({ totp: false, passkeys: [], secours: 0 });
    expect((await donnerMotDePasse()).data.user).toBeDefined();
    await expect
      .poll(() => agence.house.mails)
      .toContainEqual(expect.objectContaining({ to: [EMAIL], subject: "Second facteur retiré" }));
    const dits = await db
      .select({ details: securityEvents.details })
      .from(securityEvents)
      .where(eq(securityEvents.evenement, "second_facteur"));
    expect(dits.map(({ details }) => details?.changement)).toEqual([
      "application ajoutée",
      "clé d’accès ajoutée",
      "retiré par un administrateur",
    ]);
  });

  test("aucune réponse ne montre la clé d’un compte", async () => {
    await ajouterApplication();
    const { id } = await moi();
    const { data } = await agence.admin.get<object>(`/User/${id}`);
    expect(data).toMatchObject({ secondFacteur: true });
    expect(Object.keys(data).filter((nom) => /totp|password$/.test(nom))).toEqual([]);
  });
});
