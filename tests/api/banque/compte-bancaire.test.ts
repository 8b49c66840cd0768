import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { VariableDetail, VariableRow } from "#domain/agence/variable.ts";
import type { ChangementRevele, ChangementRow } from "#domain/profils/changement.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, connecter, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import type { Api } from "../../support/worker/api.ts";
import { dumpDatabase } from "../../support/worker/database.ts";

const IBAN = "FR76 3000 6000 0112 3456 7890 189";
const MASQUE = "FR76 •••• •••• •••• 0189";
const AUTRE = "DE89370400440532013000";
const AUTRE_MASQUE = "DE89 •••• •••• •••• 3000";
/** Digits that would reveal either account. */
const CLAIR = /0112 ?3456 ?7890|30006000|3704 ?0044|04405320/;

let agence: Agence;
let autreAdmin: Api;
let DossierId: number;

/** Creates another administrator, who has chosen a password; returns the API as this administrator calls it. */
async function nommer(email: string): Promise<Api> {
  const { data } = await agence.admin.post<{ password: string }>("/user/register", {
    email,
    role: "user",
  });
  const provisoire = agence.house.api(await connecter(agence.personne, email, data.password));
  const { data: change } = await provisoire.post<{ user: { token: string } }>("/user/setPassword", {
    password: "une-agence-sure-75",
  });
  await openDb(env).run(sql`UPDATE "User" SET role = 'admin' WHERE email = ${email}`);
  return agence.house.api(change.user.token);
}

const reglage = async (nom: string) => {
  const { data } = await agence.admin.get<VariableRow[]>("/Variable");
  const trouve = data.find((variable) => variable.nom === nom);
  if (!trouve) throw new Error(nom);
  return trouve;
};
const poser = async (nom: string, valeur: string | null, api = agence.admin) =>
  api.put<VariableDetail & { warnings?: string[] }>(`/Variable/${(await reglage(nom)).id}`, {
    valeur,
  });
const attentes = async (api = agence.admin) => (await api.get<ChangementRow[]>("/Changement")).data;
const evenements = async (evenement: string) =>
  (
    await openDb(env).all<{ user: string; details: string }>(
      sql`SELECT "user", details FROM "SecurityEvent" WHERE evenement = ${evenement} ORDER BY id`,
    )
  ).map(({ user, details }) => ({ user, ...JSON.parse(details) }));
const avis = async () => {
  const { data } = await agence.admin.get<{ numero: string; id: number }[]>(
    `/Quitance?DossierId=${DossierId}`,
  );
  const { data: fait } = await agence.admin.get<{ generated: string }>(
    `/Quitance/${data[0]?.id}/generate`,
  );
  const pdf = await agence.admin.fetch(`/api/${fait.generated}`);
  return readPdf(new Uint8Array(await pdf.arrayBuffer())).text;
};
const vieillir = () =>
  openDb(env).run(sql`UPDATE "Session" SET "confirmedAt" = '2026-01-01T00:00:00.000Z'`);
const rajeunir = () =>
  openDb(env).run(sql`UPDATE "Session" SET "confirmedAt" = ${new Date().toISOString()}`);

beforeAll(async () => {
  agence = await ouvrirAgence();
  ({ DossierId } = await louer(agence.admin));
  await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-02-01" });
  await agence.admin.post("/Variable", { nom: "agenceEmail", valeur: "gestion@agence.example" });
});

beforeEach(() => {
  agence.house.mails.length = 0;
});

describe("L’IBAN de l’agence", () => {
  test("se donne, et personne ne le revoit entier : ni liste, ni fiche, ni tableur, ni histoire, ni copie", async () => {
    const { status, data } = await agence.admin.post<VariableDetail>("/Variable", {
      nom: "iban",
      valeur: IBAN,
    });
    expect([status, data.valeur, data.canDelete]).toEqual([201, MASQUE, false]);
    for (const path of [
      "/Variable",
      "/Variable?q=3456",
      "/Variable?q=iban",
      `/Variable/${data.id}`,
      "/Variable.csv",
      `/History?entite=Variable&entiteId=${data.id}`,
      `/History.csv?entite=Variable`,
    ]) {
      for (const api of [agence.admin, agence.user]) {
        const texte = await (await api.fetch(`/api${path}`)).text();
        expect([path, CLAIR.test(texte)]).toEqual([path, false]);
      }
    }
    expect(await dumpDatabase()).not.toMatch(CLAIR);
    // The first account replaces none: no mail warns of a change.
    expect(agence.house.mails).toEqual([]);
  });

  test("les documents l’impriment entier", async () => {
    expect(await avis()).toContain(`IBAN ${IBAN}`);
  });

  test("masqué, il revient du formulaire sans rien changer ni rien demander", async () => {
    await vieillir();
    const avant = await reglage("iban");
    for (const valeur of [MASQUE, IBAN, IBAN.replaceAll(" ", "")]) {
      const { status, data } = await poser("iban", valeur);
      expect([status, data.valeur, data.version]).toEqual([200, MASQUE, avant.version]);
    }
    await rajeunir();
    expect(await avis()).toContain(`IBAN ${IBAN}`);
  });

  test.each([
    "FR76 3000 6000 0112 3456 7890 188",
    "FR76 •••• •••• •••• 1234",
    "DE89 3704",
    "bonjour",
  ])("« %s » est refusé", async (valeur) => {
    const { status, error } = await poser("iban", valeur);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ["valeur"]]);
  });

  test("se montre d’un geste que le journal de sécurité retient, et lui seul", async () => {
    const { id } = await reglage("iban");
    const { data } = await agence.user.post(`/Variable/${id}/reveler`);
    expect(data).toEqual({ id, nom: "iban", valeur: IBAN });
    expect(await evenements("revelation")).toEqual([
      { user: "user@agence.example", entite: "Variable", id, champ: "iban" },
    ]);
    const { id: email } = await reglage("agenceEmail");
    expect((await agence.admin.post(`/Variable/${email}/reveler`)).status).toBe(404);
  });

  test("ne change ni de nom, ni sans mot de passe récent, et ne se supprime pas", async () => {
    const { id } = await reglage("iban");
    expect((await agence.admin.put(`/Variable/${id}`, { nom: "remarque" })).status).toBe(422);
    const { id: email } = await reglage("agenceEmail");
    expect((await agence.admin.put(`/Variable/${email}`, { nom: "iban" })).status).toBe(422);
    expect((await agence.admin.delete(`/Variable/${id}`)).status).toBe(409);
    await vieillir();
    const refus = await poser("iban", AUTRE);
    expect([refus.status, refus.error.code]).toEqual([403, "confirmation"]);
    await rajeunir();
    expect((await poser("iban", AUTRE, agence.user)).status).toBe(403);
  });

  test("changé, il est écrit à l’agence et à ses administrateurs, sans ses chiffres", async () => {
    expect((await poser("iban", AUTRE)).data.valeur).toBe(AUTRE_MASQUE);
    expect(await avis()).toContain("IBAN DE89 3704");
    await vi.waitFor(() => expect(agence.house.mails).toHaveLength(1));
    expect(agence.house.mails[0]).toMatchObject({
      to: ["gestion@agence.example", "admin@agence.example"],
      subject: "L’IBAN de l’agence a changé",
      text: expect.stringContaining(`Avant\u00A0: ${MASQUE}\nAprès\u00A0: ${AUTRE_MASQUE}`),
    });
    expect((await evenements("iban")).at(-1)).toMatchObject({
      user: "admin@agence.example",
      champ: "iban",
      etat: "fait",
    });
    await poser("iban", IBAN);
    expect(await dumpDatabase()).not.toMatch(CLAIR);
  });

  test("rangé en clair par une version d’avant, ou sous une clé d’avant, il est chiffré au passage du jour", async () => {
    const db = openDb(env);
    const lire = async () =>
      (
        await db.all<{ valeur: string; secret: string }>(
          sql`SELECT valeur, secret FROM "Variable" WHERE nom = 'iban'`,
        )
      )[0];
    await db.run(sql`UPDATE "Variable" SET valeur = ${IBAN}, secret = NULL WHERE nom = 'iban'`);
    expect((await reglage("iban")).valeur).toBe(MASQUE);
    expect(await avis()).toContain(`IBAN ${IBAN}`);
    await agence.house.cron("2026-11-20T05:00:00.000Z");
    expect(await lire()).toEqual({ valeur: MASQUE, secret: expect.stringMatching(/^v1\./) });
    const premiere = agence.house.env.DATA_KEYS;
    agence.house.env.DATA_KEYS = `${premiere},2:${"fedcba9876543210".repeat(4)}`;
    await agence.house.cron("2026-11-20T05:00:00.000Z");
    expect((await lire())?.secret).toMatch(/^v2\./);
    expect(await avis()).toContain(`IBAN ${IBAN}`);
    // Once the encryption key of the account is lost, the daily run still ends, and an administrator types the account
    // again.
    agence.house.env.DATA_KEYS = premiere;
    await agence.house.cron("2026-11-20T05:00:00.000Z");
    expect((await reglage("iban")).valeur).toBe(MASQUE);
    expect((await poser("iban", AUTRE)).data.valeur).toBe(AUTRE_MASQUE);
    expect(await avis()).toContain("IBAN DE89 3704");
    await db.run(sql`UPDATE "Variable" SET valeur = ${IBAN}, secret = NULL WHERE nom = 'iban'`);
    await agence.house.cron("2026-11-20T05:00:00.000Z");
  });
});

describe("À deux personnes", () => {
  test("il en faut une seconde pour le demander", async () => {
    await agence.admin.post("/Variable", { nom: "deuxPersonnes", valeur: "false" });
    const seul = await poser("deuxPersonnes", "true");
    expect([seul.status, seul.error.message]).toEqual([
      409,
      "Il faut un autre administrateur, qui puisse confirmer les changements.",
    ]);
    autreAdmin = await nommer("seconde@agence.example");
    expect((await poser("deuxPersonnes", "true")).data.valeur).toBe("true");
  });

  test("un compte préparé la veille ne confirme rien, et apprend quand il le pourra", async () => {
    await poser("iban", AUTRE);
    const [attente] = await attentes();
    const { status, error } = await autreAdmin.post(`/Changement/${attente?.id}/confirmer`);
    expect(status).toBe(409);
    expect(error.message).toMatch(
      /^Votre compte a été créé ou modifié par un autre le .* : il pourra confirmer ce changement à partir du \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
    );
    // Two administrators are also needed to change the delay: the one whose account is too new cannot confirm that
    // change either.
    await agence.admin.post("/Variable", { nom: "delaiConfirmation", valeur: "0" });
    expect((await reglage("delaiConfirmation")).valeur).toBeNull();
    for (const { id } of await attentes()) {
      expect((await autreAdmin.post(`/Changement/${id}/confirmer`)).status).toBe(409);
      expect((await autreAdmin.post(`/Changement/${id}/refuser`)).status).toBe(200);
    }
    expect(await avis()).toContain(`IBAN ${IBAN}`);
    // Makes the changes of user accounts three days old: they no longer delay a confirmation.
    const db = openDb(env);
    await db.run(sql`DROP TRIGGER "History_immuable"`);
    await db.run(sql`UPDATE "History"
      SET "createdAt" = strftime('%Y-%m-%dT%H:%M:%fZ', "createdAt", '-73 hours') WHERE entite = 'User'`);
    await poser("delaiConfirmation", "0");
    const [delai] = await attentes();
    expect(delai?.intitule).toBe("Sécurité, Ancienneté pour confirmer");
    expect((await autreAdmin.post(`/Changement/${delai?.id}/confirmer`)).status).toBe(200);
    expect((await reglage("delaiConfirmation")).valeur).toBe("0");
  });

  test("un changement attend l’autre administrateur, qui en voit les chiffres d’un geste noté", async () => {
    const demande = await poser("iban", AUTRE);
    expect([demande.status, demande.data.valeur, demande.data.warnings]).toEqual([
      200,
      MASQUE,
      ["Ce changement attend la confirmation d’un autre administrateur."],
    ]);
    expect(await avis()).toContain(`IBAN ${IBAN}`);
    expect(await dumpDatabase()).not.toMatch(CLAIR);
    await vi.waitFor(() =>
      expect(agence.house.mails.map(({ subject }) => subject)).toEqual([
        "L’IBAN de l’agence va changer",
      ]),
    );
    const [attente] = await attentes(autreAdmin);
    expect(attente).toMatchObject({
      champ: "iban",
      intitule: "Compte bancaire, IBAN",
      avant: MASQUE,
      apres: AUTRE_MASQUE,
      user: "admin@agence.example",
      mien: false,
    });
    expect((await attentes())[0]?.mien).toBe(true);
    expect((await agence.user.get("/Changement")).status).toBe(403);
    const { data } = await autreAdmin.post<ChangementRevele>(`/Changement/${attente?.id}/reveler`);
    expect(data).toEqual({ id: attente?.id, avant: IBAN, apres: "DE89 3704 0044 0532 0130 00" });
    expect((await poser("iban", AUTRE)).status).toBe(409);
  });

  test("son auteur ne le confirme pas, sous une autre adresse non plus", async () => {
    const [attente] = await attentes();
    expect((await agence.admin.post(`/Changement/${attente?.id}/confirmer`)).status).toBe(409);
    const db = openDb(env);
    const renommer = (de: string, vers: string) =>
      db.run(sql`UPDATE "User" SET email = ${vers} WHERE email = ${de}`);
    await renommer("admin@agence.example", "neuve@agence.example");
    expect((await agence.admin.post(`/Changement/${attente?.id}/confirmer`)).status).toBe(409);
    await renommer("neuve@agence.example", "admin@agence.example");
    await vieillir();
    expect((await autreAdmin.post(`/Changement/${attente?.id}/confirmer`)).error.code).toBe(
      "confirmation",
    );
    await rajeunir();
    expect(await avis()).toContain(`IBAN ${IBAN}`);
  });

  test("ne se confirme pas d’un compte créé, nommé ou réinitialisé après la demande", async () => {
    const [attente] = await attentes();
    const confirmer = (api: Api) => api.post(`/Changement/${attente?.id}/confirmer`);
    const choisir = async (email: string, provisoire: string) => {
      const api = agence.house.api(await connecter(agence.personne, email, provisoire));
      const { data } = await api.post<{ user: { token: string } }>("/user/setPassword", {
        password: "un-prete-nom-de-75",
      });
      return agence.house.api(data.user.token);
    };
    const email = "prete-nom@agence.example";
    const { data: cree } = await agence.admin.post<{ user: { id: number }; password: string }>(
      "/user/register",
      { email, role: "admin" },
    );
    const refus = await confirmer(await choisir(email, cree.password));
    expect([refus.status, refus.error.message]).toEqual([
      409,
      "Votre compte a changé depuis cette demande : refusez-la, et qu’elle soit refaite.",
    ]);
    const [employe] = await openDb(env).all<{ id: number }>(
      sql`SELECT id FROM "User" WHERE email = 'user@agence.example'`,
    );
    await agence.admin.put(`/User/${employe?.id}`, { role: "admin" });
    expect((await confirmer(agence.user)).status).toBe(409);
    await agence.admin.put(`/User/${employe?.id}`, { role: "user" });
    const seconde = "seconde@agence.example";
    const { data: remis } = await agence.admin.post<{ password: string }>(
      `/user/${seconde}/resetPassword`,
    );
    autreAdmin = await choisir(seconde, remis.password);
    expect((await confirmer(autreAdmin)).status).toBe(409);
    expect((await agence.admin.delete(`/User/${cree.user.id}`)).status).toBe(204);
    expect(await avis()).toContain(`IBAN ${IBAN}`);

    // The administrator gets a mail for each change to an account of administrator. A request made after these changes
    // can be confirmed.
    const sujets = () =>
      agence.house.mails
        .filter(({ to }) => JSON.stringify(to).includes("admin@agence.example"))
        .map(({ subject }) => subject);
    await vi.waitFor(() =>
      expect(sujets().toSorted()).toEqual([
        "Le mot de passe d’un administrateur a été réinitialisé",
        "Un compte d’administrateur a été créé",
        "Un compte d’administrateur a été supprimé",
        "Un compte est devenu administrateur",
        "Un compte n’est plus administrateur",
      ]),
    );
    expect((await autreAdmin.post(`/Changement/${attente?.id}/refuser`)).status).toBe(200);
    await poser("iban", AUTRE);
    const [refaite] = await attentes();
    expect((await autreAdmin.post(`/Changement/${refaite?.id}/confirmer`)).status).toBe(200);
    expect((await reglage("iban")).valeur).toBe(AUTRE_MASQUE);
  });

  test("confirmé et refusé au même instant, une seule décision compte", async () => {
    const troisieme = await nommer("troisieme@agence.example");
    for (let tour = 0; tour < 5; tour++) {
      const vise = (await reglage("iban")).valeur === MASQUE ? AUTRE : IBAN;
      if ((await attentes()).length === 0) await poser("iban", vise);
      const [attente] = await attentes();
      const issues = await Promise.all([
        autreAdmin.post(`/Changement/${attente?.id}/confirmer`),
        troisieme.post(`/Changement/${attente?.id}/refuser`),
        troisieme.post(`/Changement/${attente?.id}/confirmer`),
        autreAdmin.post(`/Changement/${attente?.id}/refuser`),
      ]);
      expect(issues.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const gagnante = issues.findIndex(({ status }) => status === 200);
      const applique = (await reglage("iban")).valeur === attente?.apres;
      expect(applique).toBe(gagnante === 0 || gagnante === 2);
      expect(await attentes()).toEqual([]);
    }
    expect(await dumpDatabase()).not.toMatch(CLAIR);
  });

  test("le BIC suit la même règle, un autre réglage non", async () => {
    await agence.admin.post("/Variable", { nom: "bic", valeur: "AGRIFRPP" });
    expect((await reglage("bic")).valeur).toBeNull();
    const [attente] = await attentes();
    expect(attente?.intitule).toBe("Compte bancaire, BIC");
    await autreAdmin.post(`/Changement/${attente?.id}/confirmer`);
    expect((await reglage("bic")).valeur).toBe("AGRIFRPP");
    await poser("agenceEmail", "autre@agence.example");
    expect((await reglage("agenceEmail")).valeur).toBe("autre@agence.example");
  });

  test("y renoncer demande aussi deux personnes, et les deux derniers administrateurs restent", async () => {
    const { data: comptes } = await agence.admin.get<{ id: number; email: string }[]>("/User");
    expect(comptes.some(({ email }) => email === "admin@agence.example")).toBe(false);
    const ids = await openDb(env).all<{ id: number; email: string }>(
      sql`SELECT id, email FROM "User" WHERE role = 'admin' ORDER BY id`,
    );
    expect((await agence.admin.delete(`/User/${ids[2]?.id}`)).status).toBe(204);
    expect((await agence.admin.delete(`/User/${ids[1]?.id}`)).status).toBe(409);
    await poser("deuxPersonnes", "false");
    expect((await reglage("deuxPersonnes")).valeur).toBe("true");
    const [attente] = await attentes();
    expect((await autreAdmin.post(`/Changement/${attente?.id}/confirmer`)).status).toBe(200);
    expect((await reglage("deuxPersonnes")).valeur).toBe("false");
    await poser("iban", AUTRE);
    expect((await reglage("iban")).valeur).toBe(AUTRE_MASQUE);
  });
});
