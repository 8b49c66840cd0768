import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CoordonneesRow } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import type { ConditionsRow } from "#domain/gerance/mandats/conditions.ts";
import type { LigneSecurite } from "#domain/profils/securite.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  creer,
  IDENTITE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { secondAdministrateur } from "../../support/banque/reversements.ts";
import type { Api } from "../../support/worker/api.ts";
import { dumpDatabase, freshHouse } from "../../support/worker/database.ts";

let agence: Agence;
let id: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  ({ id } = await creer(agence.admin, "Mission", MISSION));
});

const changer = (depuis: string, modeFonds: string) =>
  agence.admin.put<ConditionsRow[]>(`/Mission/${id}/conditions`, { depuis, modeFonds });
const lire = async () =>
  (await agence.user.get<ConditionsRow[]>(`/Mission/${id}/conditions`)).data.map(
    ({ depuis, modeFonds, enVigueur }) => [depuis, modeFonds, enVigueur],
  );

it("Un mandat de gestion dit qui reçoit les fonds, depuis quand, et garde ce qu’il disait", async () => {
  expect(await lire()).toEqual([]);
  expect((await changer("2024-01-01", "agence")).status).toBe(200);
  expect((await changer("2025-06-01", "proprietaire")).status).toBe(200);
  expect((await changer("2099-01-01", "agence")).status).toBe(200);
  expect(await lire()).toEqual([
    ["2099-01-01", "agence", false],
    ["2025-06-01", "proprietaire", true],
    ["2024-01-01", "agence", false],
  ]);
});

it("Il en change au premier d’un mois, par l’administration seule, et ce qui n’existe pas encore est refusé", async () => {
  expect((await changer("2026-12-02", "agence")).error.fields).toHaveProperty("depuis");
  expect((await changer("2026-12-01", "tiers")).error.fields).toHaveProperty("modeFonds");
  const corps = { depuis: "2026-12-01", modeFonds: "agence" };
  expect(
    (await agence.admin.put(`/Mission/${id}/conditions`, { ...corps, taux: 7 })).error.fields,
  ).toEqual({ taux: "Champ inconnu." });
  expect((await agence.user_delete.put(`/Mission/${id}/conditions`, corps)).status).toBe(403);
  const prestation = await creer(agence.admin, "Mission", { ...MISSION, type: "prestation" });
  const refus = await agence.admin.put(`/Mission/${prestation.id}/conditions`, corps);
  expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([422, ["modeFonds"]]);
  expect((await agence.admin.put("/Mission/999/conditions", corps)).status).toBe(404);
  expect(await lire()).toEqual([]);
});

it("Ce qui a été encaissé sous d’autres conditions n’en change pas après coup", async () => {
  const { DossierId, AppartementId } = await louer(agence.admin);
  await agence.admin.put(`/Mission/${id}/appartement/add/${AppartementId}`);
  await openDb(env).run(sql`
    INSERT INTO "Reglement" (exercice, rang, "DossierId", date, montant, payeur, fonds, etat, cle)
    VALUES ('2026', 1, ${DossierId}, '2026-11-05', 95000, 'locataire', 'proprietaire', 'credite', 'essai')`);
  const refus = await changer("2026-11-01", "agence");
  expect([refus.status, refus.error.message]).toEqual([409, expect.stringContaining("01/11/2026")]);
  expect((await changer("2026-12-01", "agence")).status).toBe(200);
});

describe("Un appartement qui quitte un mandat", () => {
  let DossierId: number;
  let AppartementId: number;
  const lien = (geste: "add" | "remove") => `/Mission/${id}/appartement/${geste}/${AppartementId}`;
  const retirer = () => agence.user.delete<{ warnings: string[] }>(lien("remove"));

  beforeEach(async () => {
    ({ DossierId, AppartementId } = await louer(agence.admin));
    await changer("2024-01-01", "agence");
  });

  it("dit que ses loyers vont à un autre, quand il y vient comme quand il s’en va", async () => {
    const venu = await agence.user.put<{ warnings: string[] }>(lien("add"));
    expect(venu.data.warnings).toEqual([
      "L’agence reçoit désormais les loyers de cet appartement.",
    ]);
    expect((await agence.user.put<{ warnings: string[] }>(lien("add"))).data.warnings).toEqual([]);
    expect((await retirer()).data.warnings).toEqual([
      "Le propriétaire reçoit désormais lui-même les loyers de cet appartement.",
    ]);
  });

  it("ne dit rien quand le propriétaire recevait déjà ses loyers", async () => {
    const autre = await creer(agence.admin, "Mission", MISSION);
    await agence.admin.put(`/Mission/${autre.id}/conditions`, {
      depuis: "2024-01-01",
      modeFonds: "proprietaire",
    });
    const venu = await agence.user.put<{ warnings: string[] }>(
      `/Mission/${autre.id}/appartement/add/${AppartementId}`,
    );
    expect(venu.data.warnings).toEqual([]);
  });

  it("y reste tant que les comptes de ses locataires ne sont pas soldés, à moins que le mandat ne change", async () => {
    await agence.user.put(lien("add"));
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-11-01" });
    const du = await retirer();
    expect([du.status, du.error.message]).toEqual([
      409,
      expect.stringContaining("ne sont pas soldés"),
    ]);
    const regler = (montant: number) =>
      agence.user.post("/Reglement", { DossierId, date: "2026-11-05", montant, mode: "virement" });
    await regler(1000);
    expect((await retirer()).status).toBe(409);
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-10-01" });
    await regler(900);
    expect((await retirer()).status).toBe(200);
    await agence.user.put(lien("add"));
    await regler(50);
    expect((await retirer()).status).toBe(409);
    const autre = await creer(agence.admin, "Mission", MISSION);
    await agence.admin.put(`/Mission/${autre.id}/conditions`, {
      depuis: "2024-01-01",
      modeFonds: "agence",
    });
    await agence.user.put(`/Mission/${autre.id}/appartement/add/${AppartementId}`);
    expect((await retirer()).data.warnings).toEqual([]);
  });

  it("le mandat que les comptes connaissent reste un mandat de gestion", async () => {
    await agence.user.put(lien("add"));
    const type = () => agence.admin.put(`/Mission/${id}`, { type: "prestation" });
    expect((await type()).status).toBe(200);
    await agence.admin.put(`/Mission/${id}`, { type: "gestion" });
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-11-01" });
    expect((await type()).error.fields).toHaveProperty("type");
  });
});

const ROIS = "FR7630006000011234567890189";
const POSTE = "FR1420041010050500013M02606";
const ALLEMAND = "DE89370400440532013000";

describe("Les honoraires, la provision et les quotes-parts", () => {
  let paul: number;
  let anne: number;
  const dire = (corps: object) =>
    agence.admin.put<ConditionsRow[]>(`/Mission/${id}/conditions`, {
      depuis: "2026-01-01",
      modeFonds: "agence",
      ...corps,
    });
  const enVigueur = async () =>
    (await agence.user.get<ConditionsRow[]>(`/Mission/${id}/conditions`)).data.find(
      (conditions) => conditions.enVigueur,
    );
  const lier = async (prenom: string) => {
    const client = await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: "Durand", prenom });
    await agence.admin.put(`/Mission/${id}/client/add/${client.id}`);
    return client.id;
  };

  beforeEach(async () => {
    [paul, anne] = [await lier("Paul"), await lier("Anne")];
  });

  const COMPLETES = {
    tauxHonoraires: 7,
    tauxEn: "ht",
    assiette: "encaisse_cc",
    tauxTva: 20,
    autresHonoraires: [{ libelle: "Déclaration fiscale", montant: 40, quand: "annee" }],
    provision: 300,
    periodicite: "mensuelle",
    jourReversement: 10,
    seuilAccord: 150,
  };
  const parts = () => [
    { ClientId: paul, num: 60, den: 100 },
    { ClientId: anne, num: 40, den: 100 },
  ];

  it("disent de qui est l’accord attendu, du contact ou de chacun ; sans le dire, du contact", async () => {
    await dire(COMPLETES);
    expect((await enVigueur())?.accordDe).toBe("contact");
    await dire({ depuis: "2026-03-01", accordDe: "tous" });
    await dire({ depuis: "2026-04-01", tauxHonoraires: 6.5 });
    const lues = await enVigueur();
    expect(lues).toMatchObject({ accordDe: "tous", tauxHonoraires: 6.5 });
    expect(lues?.enMots).toContainEqual({ nom: "Accords", textes: ["de chaque propriétaire"] });
    expect((await dire({ accordDe: "personne" })).error.fields).toHaveProperty("accordDe");
  });

  it("se disent une fois ; un changement garde ce qu’il ne dit pas, quotes-parts comprises", async () => {
    expect((await dire({ ...COMPLETES, parts: parts() })).status).toBe(200);
    expect((await dire({ depuis: "2026-03-01", tauxHonoraires: 6.5 })).status).toBe(200);
    expect(await enVigueur()).toMatchObject({
      ...COMPLETES,
      depuis: "2026-03-01",
      tauxHonoraires: 6.5,
      parts: [
        { ClientId: paul, nom: "Mme Paul Durand", num: 60, den: 100, iban: null },
        { ClientId: anne, num: 40, den: 100 },
      ],
    });
    // April repeats the terms in force: the first call writes a change, the second, identical, writes nothing.
    await dire({ depuis: "2026-04-01" });
    await dire({ depuis: "2026-04-01", tauxHonoraires: 6.5 });
    const { data } = await agence.user.get<ConditionsRow[]>(`/Mission/${id}/conditions`);
    expect(data.map(({ depuis, tauxHonoraires }) => [depuis, tauxHonoraires])).toEqual([
      ["2026-04-01", 6.5],
      ["2026-03-01", 6.5],
      ["2026-01-01", 7],
    ]);
    const { data: histoire } = await agence.admin.get<{ etat: string; details: object }[]>(
      `/History?entite=Mission&id=${id}`,
    );
    expect(histoire.find(({ etat }) => etat === "Conditions du mandat")?.details).toEqual({
      depuis: "2026-04-01",
      modeFonds: "agence",
    });
  });

  it("ne font pas le tout, ou vont à un autre : rien n’est écrit", async () => {
    const refus = async (quotesParts: object[]) =>
      Object.keys((await dire({ parts: quotesParts })).error.fields ?? {});
    expect(await refus(parts().slice(0, 1))).toEqual(["parts"]);
    expect(await refus([...parts(), { ClientId: anne, num: 1, den: 3 }])).toEqual(["parts"]);
    const { ClientId } = await louer(agence.admin);
    expect(await refus([{ ClientId, num: 1, den: 1 }])).toEqual(["parts.0.ClientId"]);
    expect((await dire({ assiette: "forfait" })).error.fields).toHaveProperty("forfait");
    const deuxFois = [40, 50].map((montant) => ({
      libelle: "Sinistre",
      montant,
      quand: "demande",
    }));
    expect((await dire({ autresHonoraires: deuxFois })).error.fields).toHaveProperty(
      "autresHonoraires",
    );
    expect(await enVigueur()).toBeUndefined();
  });

  it("ne sont sans TVA que si l’agence est en franchise", async () => {
    const sansTva = () => dire({ ...COMPLETES, tauxTva: 0, parts: parts() });
    const refus = await sansTva();
    expect([refus.status, refus.error.fields]).toEqual([
      422,
      { tauxTva: expect.stringContaining("293 B") },
    ]);
    await openDb(env).run(
      sql`INSERT INTO "Variable" (nom, valeur) VALUES ('franchiseTva', 'true')`,
    );
    expect((await sansTva()).status).toBe(200);
    // Once the setting `franchiseTva` is off, the same terms sent again are still accepted; changed terms are
    // refused.
    await openDb(env).run(sql`UPDATE "Variable" SET valeur = 'false' WHERE nom = 'franchiseTva'`);
    expect((await sansTva()).status).toBe(200);
    expect((await dire({ provision: 400 })).error.fields).toHaveProperty("tauxTva");
  });

  it("retiennent le mandant qu’elles nomment, et disent ce qui leur manque", async () => {
    const { warnings } = (await dire({})) as unknown as { warnings: string[] };
    expect(warnings.some((phrase) => phrase.includes("quotes-parts"))).toBe(true);
    await dire({ parts: parts() });
    const retrait = await agence.admin.delete(`/Mission/${id}/client/remove/${anne}`);
    expect([retrait.status, retrait.error.message]).toEqual([
      409,
      expect.stringContaining("quote-part"),
    ]);
    await dire({ depuis: "2026-02-01", parts: [{ ClientId: paul, num: 1, den: 1 }] });
    expect((await agence.admin.delete(`/Mission/${id}/client/remove/${anne}`)).status).toBe(200);
    // Anne had a share of the mandate in January: her record cannot be deleted.
    expect((await agence.admin.delete(`/Client/${anne}`)).status).toBe(409);
  });

  it("ne changent plus pour un temps dont un compte rendu validé a parlé", async () => {
    await dire({ ...COMPLETES, parts: parts() });
    await openDb(env).run(sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au, etat)
      VALUES (${id}, '2026-03', '2026-03-01', '2026-03-31', 'valide')`);
    const refus = await dire({ depuis: "2026-03-01", tauxHonoraires: 8 });
    expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([409, ["depuis"]]);
    expect((await dire({ depuis: "2026-04-01", tauxHonoraires: 8 })).status).toBe(200);
    // Sending the terms unchanged is still allowed, for instance to add the bank account of an owner.
    const paye = [{ ...parts()[0], iban: ROIS, titulaire: "M. Paul Durand" }, parts()[1]];
    expect((await dire({ depuis: "2026-01-01", parts: paye })).status).toBe(200);
  });

  it("une fois un compte rendu, celles d’argent veulent un mot de passe récent et sont au journal de sécurité", async () => {
    await dire({ ...COMPLETES, parts: parts() });
    const donner = (instant: string) =>
      openDb(env).run(sql`UPDATE "Session" SET "confirmedAt" = ${instant}`);
    const journal = async () =>
      (await agence.admin.get<LigneSecurite[]>("/Securite?evenement=conditions")).data.map(
        ({ user, details }) => [user, details],
      );
    const autres = [
      { ClientId: paul, num: 1, den: 100 },
      { ClientId: anne, num: 99, den: 100 },
    ];
    await donner("2026-01-01T00:00:00.000Z");
    expect((await dire({ depuis: "2026-02-01", parts: autres })).status).toBe(200);
    await openDb(env).run(sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au, etat)
      VALUES (${id}, '2026-03', '2026-03-01', '2026-03-31', 'valide')`);
    const plusTard = { depuis: "2026-04-01" };
    for (const change of [{ parts: parts() }, { tauxHonoraires: 9 }, { modeFonds: "proprietaire" }])
      expect((await dire({ ...plusTard, ...change })).error.code).toBe("confirmation");
    expect((await dire({ ...plusTard, jourReversement: 15 })).status).toBe(200);
    expect(await journal()).toEqual([]);
    await donner(new Date().toISOString());
    expect((await dire({ ...plusTard, parts: parts() })).status).toBe(200);
    expect(await journal()).toEqual([
      ["admin@agence.example", { entite: "Mission", id, champs: ["parts"] }],
    ]);
  });

  it("un compte rendu, un mandant ne se retire pas tant qu’elles ne disent pas à qui vont les parts", async () => {
    await openDb(env).run(sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au, etat)
      VALUES (${id}, '2026-03', '2026-03-01', '2026-03-31', 'valide')`);
    const retirer = () => agence.admin.delete(`/Mission/${id}/client/remove/${paul}`);
    const refus = await retirer();
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("quotes-parts"),
    ]);
    await openDb(env).run(sql`UPDATE "Session" SET "confirmedAt" = ${new Date().toISOString()}`);
    const parts = [{ ClientId: anne, num: 1, den: 1 }];
    expect((await dire({ depuis: "2026-04-01", parts })).status).toBe(200);
    expect((await retirer()).status).toBe(200);
  });

  describe("L’IBAN d’un mandant", () => {
    let seconde: Api;
    const coordonnees = async (api = agence.admin) =>
      (await api.get<CoordonneesRow[]>(`/Mission/${id}/coordonnees`)).data;
    const etats = async () =>
      (await coordonnees()).map(({ iban, etat, effectif }) => [iban.slice(0, 4), etat, effectif]);
    const demander = (iban: string, api = agence.admin, titulaire = "M. Paul Durand") =>
      api.post<CoordonneesRow[]>(`/Mission/${id}/coordonnees`, { ClientId: paul, iban, titulaire });
    const decider = async (geste: "confirmer" | "refuser", api: Api) => {
      const attente = (await coordonnees()).find(({ etat }) => etat === "en_attente");
      return api.post(`/Mission/${id}/coordonnees/${attente?.id}/${geste}`);
    };
    const plusTard = (heures: number) =>
      new Date(Date.now() + heures * 3_600_000 - 60_000).toISOString();

    beforeEach(async () => {
      seconde = await secondAdministrateur(agence);
      await openDb(env).run(sql`INSERT INTO "Variable" (nom, valeur)
        VALUES ('deuxPersonnes', 'true'), ('delaiConfirmation', '0'), ('agenceEmail', 'gestion@agence.example')`);
      await dire({
        ...COMPLETES,
        parts: [{ ...parts()[0], iban: ROIS, titulaire: "M. Paul Durand" }, parts()[1]],
      });
      // These mails announce the second administrator and her password.
      await vi.waitFor(() => expect(agence.house.mails).toHaveLength(2));
      agence.house.mails.length = 0;
    });

    it("se donne avec sa quote-part, vaut aussitôt, et personne ne le revoit entier sans que ce soit noté", async () => {
      expect(await etats()).toEqual([["FR76", "confirme", true]]);
      expect((await enVigueur())?.parts[0]).toMatchObject({
        iban: "FR76 •••• •••• •••• 0189",
        titulaire: "M. Paul Durand",
      });
      const dump = await dumpDatabase();
      expect(dump).not.toMatch(/3000600001123|12345678901/);
      const [une] = await coordonnees();
      const reveler = (api: Api) =>
        api.post<{ iban: string }>(`/Mission/${id}/coordonnees/${une?.id}/reveler`);
      expect((await reveler(agence.user_delete)).status).toBe(403);
      expect((await reveler(agence.admin)).data.iban).toBe("FR76 3000 6000 0112 3456 7890 189");
      const notes = await openDb(env).all<{ evenement: string }>(
        sql`SELECT evenement FROM "SecurityEvent" WHERE details ->> 'entite' = 'CoordonneesBancaires'`,
      );
      expect(notes.map(({ evenement }) => evenement)).toEqual(["iban", "revelation"]);
      expect(agence.house.mails).toEqual([]);
      expect((await agence.admin.delete(`/Mission/${id}`)).status).toBe(409);
    });

    it("d’une clé fausse, sans titulaire, ou masqué sans être connu, est refusé", async () => {
      const refus = async (corps: object) =>
        Object.keys(
          (await agence.admin.post(`/Mission/${id}/coordonnees`, corps)).error?.fields ?? {},
        );
      expect(await refus({ ClientId: paul, iban: "FR4930006000011234567890190" })).toEqual([
        "iban",
      ]);
      expect(await refus({ ClientId: anne, iban: POSTE })).toEqual(["titulaire"]);
      expect(await refus({ ClientId: anne, iban: "FR14 •••• •••• •••• 2606" })).toEqual(["iban"]);
      expect(await refus({ ClientId: paul, iban: POSTE, titulaire: "" })).toEqual([]);
      const { ClientId } = await louer(agence.admin);
      expect(await refus({ ClientId, iban: POSTE, titulaire: "X" })).toEqual(["ClientId"]);
      expect((await demander(POSTE, agence.user)).status).toBe(403);
    });

    it("change : un autre administrateur confirme, l’ancien vaut encore deux jours, chacun est prévenu", async () => {
      expect((await demander(POSTE)).status).toBe(200);
      expect(await etats()).toEqual([
        ["FR14", "en_attente", false],
        ["FR76", "confirme", true],
      ]);
      await vi.waitFor(() => expect(agence.house.mails).toHaveLength(2));
      expect(agence.house.mails.map(({ to, subject }) => [to, subject])).toEqual([
        [["jeanne@exemple.fr"], "Votre compte bancaire va changer"],
        [
          expect.arrayContaining(["gestion@agence.example", "admin@agence.example"]),
          "L’IBAN d’un propriétaire va changer",
        ],
      ]);
      expect(agence.house.mails[0]?.text).toMatch(/FR76 •••• .*\nNouveau compte\u00A0: FR14 ••••/);
      const corps = agence.house.mails.map(({ text }) => text).join("\n");
      expect(corps).not.toMatch(/0112|0050/);
      for (const { text } of agence.house.mails)
        expect(text).toContain(`carte professionnelle n° ${IDENTITE.carteNumero}`);
      expect((await demander(ALLEMAND)).status).toBe(409);
      expect((await decider("confirmer", agence.admin)).status).toBe(409);
      expect((await decider("confirmer", agence.user)).status).toBe(403);
      expect((await decider("confirmer", seconde)).status).toBe(200);
      const [neuve] = await coordonnees();
      expect(neuve).toMatchObject({ etat: "confirme", decidePar: "seconde@agence.example" });
      expect((neuve?.actifLe ?? "") > plusTard(48)).toBe(true);
      expect(await etats()).toEqual([
        ["FR14", "confirme", false],
        ["FR76", "confirme", true],
      ]);
      await vi.waitFor(() => expect(agence.house.mails).toHaveLength(4));
      // The owner asks for his former account again: it is confirmed at once, without any delay.
      expect((await demander(ROIS)).status).toBe(200);
      expect((await etats())[0]).toEqual(["FR76", "confirme", true]);
    });

    it("attend le second administrateur, même quand le premier vient de lui donner un mot de passe provisoire", async () => {
      const prive = await agence.admin.post("/user/seconde@agence.example/resetPassword");
      expect(prive.status).toBe(200);
      expect((await demander(POSTE)).status).toBe(200);
      expect((await etats())[0]).toEqual(["FR14", "en_attente", false]);
    });

    it("se dit aussi à l’adresse que le propriétaire avait avant qu’on la change", async () => {
      await agence.admin.put(`/Client/${paul}`, { mailPerso: "autre@exemple.fr" });
      expect((await demander(POSTE)).status).toBe(200);
      await vi.waitFor(() => expect(agence.house.mails).toHaveLength(3));
      expect(agence.house.mails.flatMap(({ to }) => to ?? [])).toEqual(
        expect.arrayContaining(["autre@exemple.fr", "jeanne@exemple.fr", "gestion@agence.example"]),
      );
    });

    it("se dit aux administrateurs même quand le propriétaire n’a pu être prévenu", async () => {
      const { annoncerCoordonnees } = await import(
        "#worker/operations/gerance/mandats/avis-coordonnees.ts"
      );
      const prevenus: string[][] = [];
      const EMAIL = {
        send: async ({ to }: { to: string[] }) => {
          if (to.includes("jeanne@exemple.fr")) throw new Error("E_DELIVERY_FAILED");
          prevenus.push(to);
          return { messageId: "essai" };
        },
      } as unknown as SendEmail;
      await annoncerCoordonnees(
        {
          env: { EMAIL, MAIL_FROM: env.MAIL_FROM },
          db: openDb(env),
          user: "admin@agence.example",
          now: new Date(),
        },
        [
          {
            qui: { MissionId: id, ClientId: paul },
            avant: "FR76 •••• •••• •••• 0189",
            apres: "FR14 •••• •••• •••• 2606",
            issue: "attend",
            actifLe: new Date().toISOString(),
          },
        ],
      );
      expect(prevenus).toEqual([expect.arrayContaining(["gestion@agence.example"])]);
    });

    it("refusé, il ne change rien et peut être redemandé ; masqué, il revient du formulaire sans rien demander", async () => {
      await demander(POSTE);
      expect((await decider("refuser", agence.admin)).status).toBe(200);
      expect((await demander(POSTE)).status).toBe(200);
      const masque = [{ ...parts()[0], iban: "FR76 •••• •••• •••• 0189" }, parts()[1]];
      const garde = await dire({ depuis: "2026-05-01", provision: 500, parts: masque });
      expect(garde.status).toBe(200);
      expect(await etats()).toEqual([
        ["FR14", "en_attente", false],
        ["FR14", "refuse", false],
        ["FR76", "confirme", true],
      ]);
      // Correcting the holder's name of the same account needs no confirmation.
      await decider("refuser", seconde);
      await demander(ROIS, agence.admin, "Paul DURAND");
      expect((await coordonnees())[0]).toMatchObject({
        titulaire: "Paul DURAND",
        etat: "confirme",
        effectif: true,
      });
    });

    it("veut un mot de passe récent ; seul, un administrateur change aussitôt mais le délai court", async () => {
      await openDb(env).run(sql`UPDATE "Session" SET "confirmedAt" = '2026-01-01T00:00:00.000Z'`);
      expect((await demander(POSTE)).error.code).toBe("confirmation");
      const avecIban = [{ ...parts()[0], iban: POSTE }, parts()[1]];
      expect((await dire({ parts: avecIban })).error.code).toBe("confirmation");
      await openDb(env).run(sql`UPDATE "Session" SET "confirmedAt" = ${new Date().toISOString()}`);
      await openDb(env).run(
        sql`UPDATE "Variable" SET valeur = 'false' WHERE nom = 'deuxPersonnes'`,
      );
      expect((await dire({ parts: avecIban })).status).toBe(200);
      const [neuve] = await coordonnees();
      expect(neuve).toMatchObject({ etat: "confirme", effectif: false });
      expect((neuve?.actifLe ?? "") > plusTard(48)).toBe(true);
    });

    it("deux demandes à la fois : une seule attend ; la même deux fois n’en fait qu’une", async () => {
      const issues = await Promise.all([demander(POSTE), demander(ALLEMAND)]);
      expect(issues.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const attente = (await coordonnees())[0]?.iban.startsWith("DE") ? ALLEMAND : POSTE;
      expect((await demander(attente, seconde)).status).toBe(200);
      expect((await etats()).filter(([, etat]) => etat === "en_attente")).toHaveLength(1);
    });

    it("est rechiffré quand la clé change", async () => {
      const autre = `${env.DATA_KEYS},99:${"ab".repeat(32)}`;
      const { rechiffrerCoordonnees, ibanDesCoordonnees } = await import(
        "#worker/operations/gerance/mandats/coordonnees-bancaires.ts"
      );
      const db = openDb(env);
      const ctx = { env: { DATA_KEYS: autre }, db };
      await rechiffrerCoordonnees(ctx);
      const [{ secret } = { secret: "" }] = await db.all<{ secret: string }>(
        sql`SELECT secret FROM "CoordonneesBancaires"`,
      );
      expect(secret).toMatch(/^v99\./);
      const [une] = await coordonnees();
      expect(
        await ibanDesCoordonnees(ctx, { siennes: sql`"MissionId" = ${id}`, id: une?.id ?? 0 }),
      ).toBe(ROIS);
    });
  });
});
