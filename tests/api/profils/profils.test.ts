import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { LigneSecurite, SessionOuverte } from "#domain/profils/securite.ts";
import type { UserRow } from "#domain/profils/user.ts";
import { openDb } from "#worker/db/client.ts";
import {
  devices,
  passkeys,
  recoveryCodes,
  securityEvents,
  sessions,
  users,
} from "#worker/db/schema/agence.ts";
import { recupererAdmin } from "#worker/operations/profils/users.ts";
import { ADMIN, type Agence, connecter, ouvrirAgence } from "../../support/agence/agence.ts";
import type { Api } from "../../support/worker/api.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/605.1";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

interface Ouvert {
  user: { id: number; email: string };
  password: string;
}

const ouvrir = async (email: string, role = "user") => {
  const { data } = await agence.admin.post<Ouvert>("/user/register", { email, role });
  return { ...data.user, password: data.password };
};

const credentialsDe = ({ email, password }: { email: string; password: string }) => ({
  credentials: { email, password },
});

const entrer = async (
  compte: { email: string; password: string },
  agent: string,
  appareil?: string,
) => {
  const response = await agence.personne.fetch("/api/user/login", {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": agent },
    body: JSON.stringify({ ...credentialsDe(compte), appareil }),
  });
  const { data } = await response.json<{ data: { user: { token: string }; appareil: string } }>();
  return { api: agence.house.api(data.user.token), appareil: data.appareil };
};

/** A person who chose a password, on a first browser. */
async function collegue(email: string, role = "user") {
  const compte = await ouvrir(email, role);
  const { api, appareil } = await entrer(compte, FIREFOX);
  const password = "un-choix-bien-a-soi";
  const { data } = await api.post<{ user: { token: string } }>("/user/setPassword", {
    password,
    appareil,
  });
  return { id: compte.id, email, password, appareil, api: agence.house.api(data.user.token) };
}

const vieillir = (id: number, minutes: number) =>
  openDb(env)
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() - minutes * 60_000).toISOString() })
    .where(eq(sessions.UserId, id));

const courrielsA = (email: string) =>
  agence.house.mails.filter(({ to }) => JSON.stringify(to).includes(email));

const journalDe = async (email: string) => {
  const { data } = await agence.admin.get<LigneSecurite[]>(`/Securite?q=${email}&limit=150`);
  return data.map(({ evenement }) => evenement).reverse();
};

const attendre = async (condition: () => boolean) => {
  for (let n = 0; n < 100 && !condition(); n++) await scheduler.wait(20);
};

describe("Le mot de passe redemandé", () => {
  test("l’est après un quart d’heure, et vaut pour cette session seule", async () => {
    const { id, api, email, password } = await collegue("marc@agence.example");
    const ailleurs = agence.house.api(await connecter(agence.personne, email, password));
    await vieillir(id, 16);
    const changer = (un: Api) =>
      un.post("/user/setPassword", { password: "encore-un-autre-a-soi" });
    expect((await changer(api)).error).toMatchObject({ code: "confirmation" });
    const faux = await api.post("/user/confirmer", { password: "pas-le-bon" });
    expect([faux.status, Object.keys(faux.error.fields ?? {})]).toEqual([422, ["password"]]);
    expect((await api.get("/user/me")).status).toBe(200);
    const deuxFois = await Promise.all([
      api.post("/user/confirmer", { password }),
      api.post("/user/confirmer", { password }),
    ]);
    expect(deuxFois.map(({ status }) => status)).toEqual([200, 200]);
    expect((await changer(ailleurs)).status).toBe(403);
    expect((await changer(api)).status).toBe(200);
  });

  test("ne se devine pas d’une session volée, et n’empêche pas d’entrer d’ailleurs", async () => {
    const { api, email, password } = await collegue("ines@agence.example");
    const statuts = [];
    for (let n = 0; n < 7; n++) {
      statuts.push((await api.post("/user/confirmer", { password: `essai${n}` })).status);
    }
    expect(statuts).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await api.post("/user/confirmer", { password })).status).toBe(429);
    expect(
      (await agence.personne.post("/user/login", credentialsDe({ email, password }))).status,
    ).toBe(200);
  });

  test("ne ressuscite pas une session que l’on ferme au même instant", async () => {
    const { api, password } = await collegue("paul@agence.example");
    const [confirmee] = await Promise.all([
      api.post("/user/confirmer", { password }),
      api.post("/user/logout"),
    ]);
    expect([200, 401]).toContain(confirmee.status);
    expect((await api.get("/user/me")).status).toBe(401);
  });
});

describe("Les sessions", () => {
  test("se lisent, se ferment une à une ou toutes les autres, chacun les siennes", async () => {
    const moi = await collegue("nora@agence.example");
    const telephone = (await entrer(moi, SAFARI)).api;
    const poste = (await entrer(moi, FIREFOX, moi.appareil)).api;
    const lire = async (api: Api) => (await api.get<SessionOuverte[]>("/user/sessions")).data;
    const ouvertes = await lire(moi.api);
    expect(ouvertes.map(({ device }) => device).toSorted()).toEqual(
      ["Autre programme", "Firefox sur Windows", "Firefox sur Windows", "Safari sur iPhone"].slice(
        1,
      ),
    );
    expect(ouvertes.filter(({ current }) => current)).toHaveLength(1);

    const duTelephone = ouvertes.find(({ device }) => device.startsWith("Safari"))?.id ?? "";
    expect((await agence.user.delete(`/user/sessions/${duTelephone}`)).status).toBe(404);
    const deuxFins = await Promise.all([
      moi.api.delete(`/user/sessions/${duTelephone}`),
      poste.delete(`/user/sessions/${duTelephone}`),
    ]);
    expect(deuxFins.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect((await telephone.get("/user/me")).status).toBe(401);
    expect((await moi.api.delete<{ fermees: number }>("/user/sessions")).data).toEqual({
      fermees: 1,
    });
    expect((await poste.get("/user/me")).status).toBe(401);
    expect(await lire(moi.api)).toHaveLength(1);
  });

  test("disent quand elles ont servi, sans qu’une lecture attende de l’écrire", async () => {
    const { id, api } = await collegue("vera@agence.example");
    const vue = async () =>
      (await openDb(env).select().from(sessions).where(eq(sessions.UserId, id)))[0]?.lastSeenAt ??
      "";
    const recente = await vue();
    await api.get("/Client?page=1");
    expect(await vue()).toBe(recente);
    const hier = new Date(Date.now() - 86_400_000).toISOString();
    await openDb(env).update(sessions).set({ lastSeenAt: hier }).where(eq(sessions.UserId, id));
    await api.get("/Client?page=1");
    for (let n = 0; n < 50 && (await vue()) === hier; n++) await scheduler.wait(20);
    expect((await vue()) > recente).toBe(true);
  });
});

describe("Un mot de passe", () => {
  const choisir = (api: Api, password: string) => api.post("/user/setPassword", { password });

  test("n’est ni le provisoire, ni courant, ni celui que l’on devine", async () => {
    const compte = await ouvrir("zoe.martin@agence.example");
    const { api } = await entrer(compte, FIREFOX);
    for (const essai of [compte.password, "trustno1", "Chouchou", "zoe.martin", "Agence1"]) {
      const { status, error } = await choisir(api, essai);
      expect([essai, status, Object.keys(error.fields ?? {})]).toEqual([essai, 422, ["password"]]);
    }
    expect((await choisir(api, "un-choix-de-zoe-seule")).status).toBe(200);
  });

  test("provisoire n’est jamais repris, ni après un autre choix, ni après une autre réinitialisation", async () => {
    const compte = await ouvrir("retour@agence.example");
    const provisoires = [compte.password];
    let { api } = await entrer(compte, FIREFOX);
    const prendre = async (password: string) => {
      const { data } = await choisir(api, password);
      api = agence.house.api((data as { user: { token: string } }).user.token);
    };
    const tousRefuses = async () => {
      for (const essai of provisoires) {
        const { status, error } = await choisir(api, essai);
        expect([status, error.fields?.password]).toEqual([
          422,
          "C’est le mot de passe provisoire : choisissez-en un que vous seul connaissez.",
        ]);
      }
    };
    await prendre("un-choix-bien-a-soi");
    await tousRefuses();
    // Of two resets in a row, the second replaces the temporary password of the first before the user signs in.
    for (let n = 0; n < 2; n++) {
      const { data } = await agence.admin.post<Ouvert>(`/user/${compte.email}/resetPassword`);
      provisoires.push(data.password);
    }
    const dernier = provisoires.at(-1) ?? "";
    ({ api } = await entrer({ ...compte, password: dernier }, FIREFOX));
    await tousRefuses();
    await prendre("un-second-choix-a-soi");
    expect(provisoires.length).toBe(3);
    await tousRefuses();
    expect(JSON.stringify((await agence.admin.get(`/User/${compte.id}`)).data)).not.toContain(
      "scrypt",
    );
  });

  test("a la longueur que l’agence demande, de six à soixante-quatre caractères", async () => {
    const { api } = await collegue("long@agence.example");
    const regler = (valeur: string) =>
      agence.admin.post<{ id: number }>("/Variable", { nom: "longueurMotDePasse", valeur });
    expect((await regler("5")).status).toBe(422);
    expect((await regler("65")).status).toBe(422);
    const { data } = await regler("14");
    expect((await api.get("/user/regles")).data).toEqual({ longueurMotDePasse: 14 });
    const { error } = await choisir(api, "treize-lettre");
    expect(error.fields?.password).toBe(
      "Votre mot de passe doit contenir au moins 14 charactères.",
    );
    expect((await choisir(api, "quatorze-lettre")).status).toBe(200);
    expect((await agence.admin.delete(`/Variable/${data.id}`)).status).toBe(409);
    expect((await agence.admin.put(`/Variable/${data.id}`, { valeur: "6" })).status).toBe(200);
  });

  test("provisoire meurt après trois jours ; cela n’est dit qu’à qui le connaît", async () => {
    const compte = await ouvrir("tard@agence.example");
    const { api } = await entrer(compte, FIREFOX);
    await openDb(env)
      .update(users)
      .set({ temporaryUntil: new Date(Date.now() - 1000).toISOString() })
      .where(eq(users.id, compte.id));
    const entree = (password: string) =>
      agence.personne.post("/user/login", credentialsDe({ ...compte, password }));
    expect((await entree("pas-le-bon")).error.message).toMatch(/Verrifiez/);
    const { status, error } = await entree(compte.password);
    expect([status, error.message]).toEqual([
      401,
      "Ce mot de passe provisoire a expiré. Demandez-en un autre à un administrateur.",
    ]);
    // A session opened before the temporary password expired cannot set a new password either.
    const tardif = await api.post("/user/setPassword", { password: "un-choix-bien-a-soi" });
    expect([tardif.status, tardif.error.message]).toEqual([409, error.message]);
    await vieillir(compte.id, 16);
    expect((await api.post("/user/confirmer", { password: compte.password })).status).toBe(401);
    const { data } = await agence.admin.post<Ouvert>(`/user/${compte.email}/resetPassword`);
    expect((await entree(data.password)).status).toBe(200);
  });
});

describe("Un nouveau mot de passe", () => {
  test("fait oublier les appareils, sauf celui d’où il vient", async () => {
    const { id, api, email, password, appareil } = await collegue("nomade@agence.example");
    const siens = () => openDb(env).select().from(devices).where(eq(devices.UserId, id));
    await entrer({ email, password }, SAFARI);
    await entrer({ email, password }, FIREFOX, appareil);
    expect((await siens()).map(({ nom }) => nom).toSorted()).toEqual([
      "Firefox sur Windows",
      "Safari sur iPhone",
    ]);
    const nouveau = { password: "encore-un-autre-a-soi", appareil };
    const { data } = await api.post<{ user: { token: string } }>("/user/setPassword", nouveau);
    expect((await siens()).map(({ nom }) => nom)).toEqual(["Firefox sur Windows"]);
    // A program without a device key sets the password: the product then knows no device of the account.
    const sans = { password: "un-choix-bien-a-soi-2" };
    expect((await agence.house.api(data.user.token).post("/user/setPassword", sans)).status).toBe(
      200,
    );
    expect(await siens()).toEqual([]);
  });

  test.each(["loyer2026", "Lyon-69000", "agence-immo", "Duvallon!!", "motdepasse2026"])(
    "qui se devine est refusé : %s",
    async (devinable) => {
      const { api } = await collegue(`${devinable.replace(/\W/g, "")}@ailleurs.example`);
      await agence.admin.post("/Variable", { nom: "agenceNom", valeur: "Cabinet Duvallon" });
      await agence.admin.post("/Variable", { nom: "agenceVille", valeur: "Lyon" });
      const { status, error } = await api.post("/user/setPassword", { password: devinable });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ["password"]]);
      expect((await api.post("/user/setPassword", { password: "essai-1234" })).status).toBe(200);
    },
  );
});

describe("Les administrateurs", () => {
  const lister = async (query: string) =>
    (await agence.admin.get<UserRow[]>(`/User${query}`)).data.map(({ email }) => email);

  test("en nomment d’autres, leur mot de passe redonné, et les voient sans se voir", async () => {
    const moi = await openDb(env).select().from(users).where(eq(users.email, ADMIN.email));
    const id = moi[0]?.id ?? 0;
    await vieillir(id, 16);
    const nommer = () =>
      agence.admin.post<Ouvert>("/user/register", { email: "co@agence.example", role: "admin" });
    expect((await nommer()).error.code).toBe("confirmation");
    expect(
      (await agence.admin.post("/user/register", { email: "simple@agence.example", role: "user" }))
        .status,
    ).toBe(201);
    expect((await agence.admin.post("/user/confirmer", { password: ADMIN.password })).status).toBe(
      200,
    );
    expect((await nommer()).status).toBe(201);
    expect(await lister("")).not.toContain("co@agence.example");
    expect(await lister("?administrateurs=true&q=agence")).toContain("co@agence.example");
    expect(await lister("?administrateurs=true")).not.toContain(ADMIN.email);
    expect(await lister("?administrateurs=false")).toEqual(await lister(""));
    const csv = await (await agence.admin.fetch("/api/User.csv?administrateurs=true")).text();
    expect(csv).toContain("co@agence.example");
  });

  test("restent un au moins, même si deux se destituent au même instant", async () => {
    const un = await collegue("a1@agence.example", "admin");
    const deux = await collegue("a2@agence.example", "admin");
    const autres = (await openDb(env).select().from(users)).filter(
      ({ id, role }) => role === "admin" && id !== un.id && id !== deux.id,
    );
    const db = openDb(env);
    for (const { id } of autres)
      await db.update(users).set({ role: "user" }).where(eq(users.id, id));
    const statuts = (
      await Promise.all([
        un.api.put(`/User/${deux.id}`, { role: "user" }),
        deux.api.put(`/User/${un.id}`, { role: "user" }),
      ])
    ).map(({ status }) => status);
    expect(statuts.filter((status) => status === 200)).toHaveLength(1);
    const restants = (await db.select().from(users)).filter(({ role }) => role === "admin");
    expect(restants).toHaveLength(1);
    for (const { id } of autres)
      await db.update(users).set({ role: "admin" }).where(eq(users.id, id));
  });

  test("changent un rôle, leur mot de passe redonné ; le reste n’en demande pas tant", async () => {
    const admin = await collegue("a3@agence.example", "admin");
    const cible = await ouvrir("cible@agence.example");
    await vieillir(admin.id, 16);
    expect((await admin.api.put(`/User/${cible.id}`, { role: "user_delete" })).error.code).toBe(
      "confirmation",
    );
    expect((await admin.api.post(`/user/${cible.email}/resetPassword`)).error.code).toBe(
      "confirmation",
    );
    expect(
      (await admin.api.put(`/User/${cible.id}`, { email: "cible2@agence.example" })).status,
    ).toBe(200);
    await admin.api.post("/user/confirmer", { password: admin.password });
    expect((await admin.api.put(`/User/${cible.id}`, { role: "user_delete" })).status).toBe(200);
  });

  test("ferment un compte d’administrateur ou en changent l’adresse, leur mot de passe redonné", async () => {
    const admin = await collegue("a4@agence.example", "admin");
    const cible = await collegue("a5@agence.example", "admin");
    const simple = await ouvrir("simple2@agence.example");
    await vieillir(admin.id, 16);
    const renommer = (id: number) =>
      admin.api.put(`/User/${id}`, { email: `b${id}@agence.example` });
    for (const { id } of [cible, admin])
      expect((await renommer(id)).error.code).toBe("confirmation");
    expect((await admin.api.delete(`/User/${cible.id}`)).error.code).toBe("confirmation");
    expect((await admin.api.delete(`/User/${simple.id}`)).status).toBe(204);
    await admin.api.post("/user/confirmer", { password: admin.password });
    expect((await renommer(cible.id)).status).toBe(200);
    const adresses = [cible.email, `b${cible.id}@agence.example`];
    const dits = (email: string) =>
      courrielsA(email).filter(({ subject }) => subject === "Adresse e-mail du compte changée");
    await attendre(() => adresses.every((email) => dits(email).length > 0));
    expect(adresses.map((email) => dits(email).length)).toEqual([1, 1]);
    expect((await admin.api.delete(`/User/${cible.id}`)).status).toBe(204);
  });

  test("ne changent les réglages de sécurité que leur mot de passe redonné, et cela se lit au journal", async () => {
    const admin = await collegue("a6@agence.example", "admin");
    for (const [nom, valeur] of [
      ["secondFacteurAdmin", "false"],
      ["secondFacteurEquipe", "false"],
      ["longueurMotDePasse", "7"],
    ]) {
      await vieillir(admin.id, 16);
      const { data } = await admin.api.get<{ id: number; nom: string }[]>(`/Variable?q=${nom}`);
      const sien = data.find((variable) => variable.nom === nom);
      const poser = () =>
        sien
          ? admin.api.put(`/Variable/${sien.id}`, { valeur })
          : admin.api.post("/Variable", { nom, valeur });
      expect([nom, (await poser()).error?.code]).toEqual([nom, "confirmation"]);
      await admin.api.post("/user/confirmer", { password: admin.password });
      expect([nom, (await poser()).status]).toEqual([nom, sien ? 200 : 201]);
    }
    const lignes = await agence.admin.get<LigneSecurite[]>(
      `/Securite?evenement=reglage&q=${admin.email}&sort=id`,
    );
    expect(lignes.data.map(({ details }) => details?.champ).toSorted()).toEqual([
      "longueurMotDePasse",
      "secondFacteurAdmin",
      "secondFacteurEquipe",
    ]);
  });

  test("changent l’adresse de l’agence, leur mot de passe redonné, et l’ancienne l’apprend", async () => {
    const admin = await collegue("a7@agence.example", "admin");
    const { data } = await admin.api.post<{ id: number }>("/Variable", {
      nom: "agenceEmail",
      valeur: "avant@agence.example",
    });
    await vieillir(admin.id, 16);
    const changer = () => admin.api.put(`/Variable/${data.id}`, { valeur: "apres@agence.example" });
    expect((await changer()).error.code).toBe("confirmation");
    await admin.api.post("/user/confirmer", { password: admin.password });
    expect((await changer()).status).toBe(200);
    await attendre(() => courrielsA("avant@agence.example").length > 0);
    expect(courrielsA("avant@agence.example")[0]).toMatchObject({
      subject: "L’adresse e-mail de l’agence a changé",
      text: expect.stringContaining("Après\u00A0: apres@agence.example"),
    });
  });

  test("qui réinitialisent un mot de passe font oublier les appareils du compte", async () => {
    const { id, email } = await collegue("oubli@agence.example");
    const siens = () => openDb(env).select().from(devices).where(eq(devices.UserId, id));
    expect(await siens()).toHaveLength(1);
    await agence.admin.post(`/user/${email}/resetPassword`);
    expect(await siens()).toEqual([]);
  });

  test("enfermés dehors reviennent par la base, sans second facteur ni session", async () => {
    const db = openDb(env);
    const perdu = await collegue("perdu@agence.example", "admin");
    const now = new Date();
    const UserId = perdu.id;
    await db
      .update(users)
      .set({ totpSecret: "v1.secret", totpStep: 3 })
      .where(eq(users.id, UserId));
    await db.insert(passkeys).values({
      UserId,
      credentialId: "cle",
      publicKey: "cle",
      counter: 0,
      transports: [],
      nom: "Clé",
    });
    await db.insert(recoveryCodes).values({ UserId, hash: "code" });
    const recuperer = (email: string) =>
      recupererAdmin({ db, now }, { email, password: "provisoire-de-secours" });
    expect(await recuperer("user@agence.example")).toBe(false);
    expect(await recuperer("Perdu@agence.example")).toBe(true);
    expect((await perdu.api.get("/user/me")).status).toBe(401);
    for (const table of [sessions, devices, passkeys, recoveryCodes]) {
      expect(await db.select().from(table).where(eq(table.UserId, UserId))).toEqual([]);
    }
    const [compte] = await db.select().from(users).where(eq(users.id, UserId));
    expect(compte).toMatchObject({ mustSetPassword: true, totpSecret: null, totpStep: null });
    expect(compte?.temporaryUntil).not.toBeNull();
    const { api } = await entrer({ ...perdu, password: "provisoire-de-secours" }, FIREFOX);
    expect((await api.get("/user/me")).data).toMatchObject({
      mustSetPassword: true,
      role: "admin",
    });
  });
});

describe("Le journal de sécurité et les courriels", () => {
  test("disent un appareil nouveau, jamais le premier ni celui qui revient", async () => {
    const moi = await collegue("leo@agence.example");
    const { appareil } = await entrer(moi, SAFARI);
    await entrer(moi, FIREFOX, moi.appareil);
    await entrer(moi, SAFARI, appareil);
    const nouveaux = () =>
      courrielsA(moi.email).filter(({ subject }) => /nouvel appareil/.test(subject));
    await attendre(() => nouveaux().length > 0);
    expect(nouveaux().map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /appareil nouveau\u00A0: Safari sur iPhone, le \d\d\/\d\d\/\d{4} \d\d:\d\d\./,
      ),
    ]);
    expect((await journalDe(moi.email)).filter((kind) => kind === "appareil")).toHaveLength(1);
    const cles = await openDb(env).select().from(devices).where(eq(devices.UserId, moi.id));
    expect(cles).toHaveLength(2);
    expect(JSON.stringify(cles)).not.toContain(appareil);
  });

  test("racontent la vie d’un compte, à son adresse et à l’administration seule", async () => {
    const moi = await collegue("ana@agence.example");
    await moi.api.post("/user/logout");
    await agence.admin.put(`/User/${moi.id}`, { role: "user_delete" });
    await agence.admin.post(`/user/${moi.email}/resetPassword`);
    await agence.admin.delete(`/User/${moi.id}`);
    expect(await journalDe(moi.email)).toEqual([
      "compte",
      "connexion",
      "mot_de_passe",
      "deconnexion",
      "role",
      "reinitialisation",
      "compte_supprime",
    ]);
    await attendre(() => courrielsA(moi.email).length === 2);
    expect(courrielsA(moi.email).map(({ subject }) => subject)).toEqual([
      "Mot de passe changé",
      "Mot de passe réinitialisé",
    ]);
    const csv = await (await agence.admin.fetch("/api/Securite.csv?evenement=role")).text();
    expect(csv).toContain("Rôle changé;ana@agence.example");
    expect((await agence.user.get("/Securite")).status).toBe(403);
  });

  test("un courriel qui ne part pas n’empêche personne d’entrer", async () => {
    const moi = await collegue("rene@agence.example");
    const { send } = agence.house.env.EMAIL;
    agence.house.env.EMAIL.send = async () => {
      throw new Error("E_INTERNAL_SERVER_ERROR");
    };
    expect((await (await entrer(moi, SAFARI)).api.get("/user/me")).status).toBe(200);
    agence.house.env.EMAIL.send = send;
  });

  test("oublient après un an", async () => {
    const db = openDb(env);
    const le = (jours: number) => new Date(Date.now() - jours * 86_400_000).toISOString();
    await db.insert(securityEvents).values([
      { evenement: "connexion", user: "vieux@agence.example", createdAt: le(366) },
      { evenement: "connexion", user: "jeune@agence.example", createdAt: le(364) },
    ]);
    await agence.house.cron(new Date().toISOString());
    expect(await journalDe("vieux@agence.example")).toEqual([]);
    expect(await journalDe("jeune@agence.example")).toEqual(["connexion"]);
  });
});
