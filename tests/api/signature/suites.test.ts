import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { aujourdhui } from "#domain/dates.ts";
import type { Verification } from "#domain/signature/verification.ts";
import type { DemandeDetail } from "#domain/signature/wire.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, MISSION } from "../../support/agence/agence.ts";
import {
  type BailASigner,
  lireDemande,
  ouvrirAvecUnBail,
  ouvrirDemande,
  type PapierASigner,
  Signataire,
  sceller as scellerDemande,
} from "../../support/agence/signature.ts";

let agence: Agence;
let bail: BailASigner;

beforeEach(async () => {
  ({ agence, bail } = await ouvrirAvecUnBail());
});
afterEach(() => void vi.useRealTimers());

const signataire = (mail: string) => new Signataire(agence, mail).entrer();
const demande = (id: number) => lireDemande(agence, id);
const sceller = (id: number) => scellerDemande(agence, id);

const ouvrir = (papier: PapierASigner) => ouvrirDemande(agence, papier);

async function unBailSigne(): Promise<number> {
  const { id } = await ouvrir({ type: "contratLocation", entiteId: bail.DossierId });
  for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"]) await (await signataire(mail)).signer();
  return id;
}

async function unBailScelle(): Promise<number> {
  const id = await unBailSigne();
  expect((await sceller(id)).status).toBe(200);
  return id;
}

const cleDuScelle = async (id: number): Promise<string> => {
  const [scelle] = await openDb(env).all<{ key: string }>(sql`
    SELECT key FROM "StoredFile" WHERE id = (SELECT "ScelleId" FROM "DemandeSignature" WHERE id = ${id})`);
  return scelle?.key ?? "";
};

async function sansCourrier(faire: () => Promise<unknown>) {
  const { EMAIL } = agence.house.env;
  agence.house.env.EMAIL = {
    async send() {
      throw Object.assign(new Error("Too many mails"), { code: "E_RATE_LIMIT_EXCEEDED" });
    },
  };
  await faire();
  agence.house.env.EMAIL = EMAIL;
}

async function unMandat(): Promise<number> {
  const { id } = await creer(agence.admin, "Mission", {
    ...MISSION,
    type: "location",
    numRegistre: "2026-12",
    duree: 12,
  });
  await agence.admin.put(`/Mission/${id}/client/add/${bail.ClientId}`);
  await agence.admin.put(`/Mission/${id}/appartement/add/${bail.AppartementId}`);
  return id;
}

/** Sets the clock of the worker: the sessions of staff are then out of date, those of signers are not. */
function ilEst(instant: string) {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(instant));
}

describe("Le mandat d’un consommateur, signé à distance", () => {
  let id: number;
  let jeanne: Signataire;
  let jusqua: string;
  beforeEach(async () => {
    ({ id } = await ouvrir({ type: "ordreMission", entiteId: await unMandat() }));
    jeanne = await signataire("jeanne@exemple.fr");
    expect((await jeanne.signer()).fields).toHaveProperty("cases");
    expect(await jeanne.signer({ cases: ["formulaire"] })).toMatchObject({ status: 200 });
    const { status, data } = await sceller(id);
    expect(status).toBe(200);
    jusqua = data.retractationJusqua ?? "";
  });

  it("dit où y renoncer en ligne, et jusqu’à quand", async () => {
    const lu = await jeanne.lire();
    expect(JSON.stringify(lu.blocs)).toContain("exercer votre droit de rétractation en ligne sur");
    expect([lu.etat, lu.demande.retractationJusqua]).toEqual(["retractable", jusqua]);
  });

  it("se rétracte le dernier jour, une fois, et l’accusé dit quoi, quel jour et à quelle heure", async () => {
    ilEst(`${jusqua}T21:58:00.000Z`);
    await jeanne.entrer();
    expect(await jeanne.poster("/retractation", {})).toMatchObject({ status: 200 });
    expect((await jeanne.poster("/retractation", {})).status).toBe(409);
    vi.useRealTimers();
    expect(jeanne.sujets.at(-1)).toBe("Accusé de réception de votre rétractation");
    const accuse = agence.house.mails.findLast(({ subject }) => /Accusé/.test(subject));
    expect(accuse?.text).toMatch(/2[23]:58.*rétractation du contrat Ordre de mission/s);
    expect((await demande(id)).retracteeLe).toBe(`${jusqua}T21:58:00.000Z`);
  });

  it("ne se rétracte plus le lendemain du dernier jour", async () => {
    ilEst(`${jusqua}T23:01:00.000Z`);
    expect((await jeanne.demanderCode()).status).toBe(409);
    vi.useRealTimers();
    expect((await demande(id)).retracteeLe).toBeNull();
  });

  it("note une lettre envoyée dans le délai, à son jour, et pas une autre", async () => {
    const noter = (recueLe: string) =>
      agence.admin.post<DemandeDetail>(`/DemandeSignature/${id}/retracter`, { recueLe });
    expect((await noter("2020-01-01")).status).toBe(409);
    const { retracteeLe } = (await noter(aujourdhui(new Date()))).data;
    expect(retracteeLe).toBe(aujourdhui(new Date()));
  });
});

describe("Le passage du jour", () => {
  it("rappelle à qui c’est le tour, une fois par jour, puis dit la fin du délai, une fois", async () => {
    const { createdAt } = await ouvrir({ type: "contratLocation", entiteId: bail.DossierId });
    const lea = await signataire("lea@exemple.fr");
    await lea.signer();
    for (const jours of [1, 2, 2, 3, 5, 15, 15, 16]) {
      const instant = new Date(Date.parse(createdAt) + jours * 86_400_000).toISOString();
      ilEst(instant);
      await agence.house.cron(instant);
    }
    vi.useRealTimers();
    const rappels = agence.house.mails.filter(({ subject }) => subject.startsWith("Rappel"));
    expect(rappels.map(({ to }) => to)).toEqual([["hugo@exemple.fr"], ["hugo@exemple.fr"]]);
    expect(lea.sujets.filter((sujet) => /arrêtée/.test(sujet))).toHaveLength(1);
  });

  it("envoie les copies des autres papiers, quand le fichier de l’un manque", async () => {
    const sansFichier = await unBailSigne();
    const mandat = await ouvrir({ type: "ordreMission", entiteId: await unMandat() });
    const jeanne = await signataire("jeanne@exemple.fr");
    await jeanne.lire();
    await jeanne.signer({ cases: ["formulaire"] });
    await sansCourrier(async () => {
      for (const id of [sansFichier, mandat.id]) expect((await sceller(id)).status).toBe(200);
    });
    const copies = () =>
      agence.house.mails.filter(({ attachments }) =>
        attachments?.[0]?.filename?.endsWith("_signe.pdf"),
      );
    expect(copies()).toEqual([]);
    await env.FILES.delete(await cleDuScelle(sansFichier));
    await agence.house.cron(new Date().toISOString());
    expect(copies().map(({ to }) => to)).toEqual([["jeanne@exemple.fr"]]);
  });

  it("relit les fichiers scellés : un octet changé dans le magasin rend le contrôle rouge", async () => {
    const id = await unBailScelle();
    const etat = async () =>
      (await agence.admin.get<Controle[]>("/Controle")).data.find(
        ({ nom }) => nom === "Fichiers scellés",
      )?.etat;
    await agence.house.cron(new Date().toISOString());
    expect(await etat()).toBe("vert");
    const cle = await cleDuScelle(id);
    const octets = new Uint8Array(
      (await (await env.FILES.get(cle))?.arrayBuffer()) ?? new ArrayBuffer(),
    );
    octets[1000] = (octets[1000] ?? 0) ^ 1;
    await env.FILES.put(cle, octets);
    await agence.house.cron(new Date().toISOString());
    expect(await etat()).toBe("rouge");
    const empreinte = Buffer.from(await crypto.subtle.digest("SHA-256", octets)).toString("hex");
    expect((await agence.personne.get<Verification>(`/Verification/${empreinte}`)).data).toEqual({
      scelle: false,
    });
  });
});

describe("L’effacement d’un signataire", () => {
  it("attend la fin de la signature en cours, puis oublie qui a signé, sans dire qu’il n’a pas signé", async () => {
    const { id } = await ouvrir({ type: "contratLocation", entiteId: bail.DossierId });
    await (await signataire("lea@exemple.fr")).signer();
    const effacer = () => agence.admin.post(`/Locataire/${bail.LocataireId}/effacer`, {});
    await agence.admin.put(`/Dossier/${bail.DossierId}`, {
      dateEntree: "2020-01-01",
      dateDebutBail: "2020-01-01",
      dateCreationBail: "2020-01-01",
      dateSortie: "2020-06-30",
    });
    const refus = await effacer();
    expect([refus.status, refus.error?.message]).toEqual([
      409,
      expect.stringContaining("une signature est en cours"),
    ]);
    await agence.admin.post(`/DemandeSignature/${id}/annuler`, { motif: "Parti" });
    expect((await effacer()).status).toBeLessThan(300);
    const apres = await demande(id);
    expect(apres).toMatchObject({ url: null, motif: null, etat: "annulee" });
    expect(apres.signataires.slice(0, 2)).toMatchObject([
      { nom: "Effacé", mail: null, identite: null, signeLe: expect.any(String) },
      { nom: "Effacé", mail: null, signeLe: null },
    ]);
    const [trace] = await openDb(env).all<{ ip: string | null; agent: string | null }>(
      sql`SELECT ip, agent FROM "Signataire" WHERE "DemandeSignatureId" = ${id} LIMIT 1`,
    );
    expect(trace).toEqual({ ip: null, agent: null });
  });
});
