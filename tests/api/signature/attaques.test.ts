import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { DemandeDetail } from "#domain/signature/wire.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerTousLesScelles } from "#worker/operations/controles/controle-signatures.ts";
import { type Agence, creer, MISSION } from "../../support/agence/agence.ts";
import {
  type BailASigner,
  lireDemande,
  mettreEnSignature,
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

const leBail = () => ({ type: "contratLocation", entiteId: bail.DossierId });
const lActe = () => ({
  type: "acteCautionnement",
  entiteId: bail.CautionId,
  sources: { id: bail.DossierId },
});
const signataire = (mail: string) => new Signataire(agence, mail).entrer();
const demande = (id: number) => lireDemande(agence, id);
const sceller = (id: number) => scellerDemande(agence, id);
const corriger = (id: number, signataireId: number | undefined, valeurs: object) =>
  agence.user.put(`/DemandeSignature/${id}/signataire/${signataireId}`, valeurs);

const MENTION =
  "Je m’engage en qualité de caution à payer ce que doivent les locataires en cas de défaillance, dans la limite de trente mille six cents euros (30 600 €). Je renonce au bénéfice de discussion et de division.";

const ouvrir = (papier: PapierASigner, changements?: object) =>
  ouvrirDemande(agence, papier, changements);

async function ouvrirLActe(): Promise<DemandeDetail> {
  const form = new FormData();
  form.append("url", new File([new TextEncoder().encode("%PDF-1.4 cni")], "CNI caution Petit.pdf"));
  form.append("nom", "CNI caution Petit");
  form.append("LocataireId", String(bail.LocataireId));
  form.append("sensible", "true");
  await agence.user.fetch("/api/Fichier", { method: "POST", body: form });
  return ouvrir(lActe());
}

async function deposerUnAutreBail() {
  const form = new FormData();
  form.append(
    "contratLocation",
    new File([new TextEncoder().encode("%PDF-1.4 autre bail")], "a.pdf"),
  );
  const { status } = await agence.user.fetch(`/api/Dossier/${bail.DossierId}`, {
    method: "PUT",
    body: form,
  });
  expect(status).toBe(200);
}

async function unMandat(): Promise<{ type: string; entiteId: number }> {
  const { id } = await creer(agence.admin, "Mission", {
    ...MISSION,
    type: "location",
    numRegistre: "2026-12",
    duree: 12,
  });
  await agence.admin.put(`/Mission/${id}/client/add/${bail.ClientId}`);
  await agence.admin.put(`/Mission/${id}/appartement/add/${bail.AppartementId}`);
  return { type: "ordreMission", entiteId: id };
}

/** Changes one character of this file of the newest request, in R2. */
async function changerLeFichier(colonne: "StoredFileId" | "BlocsId" | "AnnexeId" | "ScelleId") {
  const [fichier] = await openDb(env).all<{ key: string }>(sql`
    SELECT key FROM "StoredFile" WHERE id = (SELECT ${sql.identifier(colonne)} FROM "DemandeSignature" ORDER BY id DESC LIMIT 1)`);
  const objet = await env.FILES.get(fichier?.key ?? "");
  const texte = Buffer.from((await objet?.arrayBuffer()) ?? new ArrayBuffer());
  const change = Buffer.from(texte.toString("latin1").replace("0", "1"), "latin1");
  expect(change.equals(texte)).toBe(false);
  await env.FILES.put(fichier?.key ?? "", change);
}

describe("L’acte de cautionnement ne se signe pas à la place de la caution", () => {
  it("sous un autre rôle, par qui échapperait à la mention et au code", async () => {
    await ouvrir(leBail());
    const { id, signataires } = await ouvrirLActe();
    const locataire = signataires.map(({ rang, role, nom }) =>
      role === "caution"
        ? { rang, role: "locataire", nom, mail: "lea@exemple.fr" }
        : { rang, role, nom },
    );
    const refus = await mettreEnSignature(agence.user, lActe(), { signataires: locataire });
    expect([refus.status, refus.error.fields]).toEqual([
      422,
      { signataires: "Ce document est signé par\u00A0: Caution, Pour l'agence." },
    ]);
    expect((await demande(id)).etat).toBe("a_signer");
  });

  it("depuis la boîte d’un compte de l’agence, ni celle où un locataire signe le bail", async () => {
    const { id: bailId, signataires } = await ouvrir(leBail());
    await corriger(bailId, signataires[1]?.id, { mail: "famille@exemple.fr" });
    const acte = await ouvrirLActe();
    for (const mail of ["user@agence.example", "famille@exemple.fr", "Lea+bail@exemple.fr"])
      expect((await corriger(acte.id, acte.signataires[0]?.id, { mail })).status).toBe(422);
  });

  it("et n’est pas scellé quand le bail signé n’est pas celui qu’elle a reçu", async () => {
    await ouvrir(leBail());
    const { id } = await ouvrirLActe();
    expect(await (await signataire("ana@exemple.fr")).signer({ mention: MENTION })).toMatchObject({
      status: 200,
    });
    await deposerUnAutreBail();
    const { status, error } = await sceller(id);
    expect([status, error.message]).toEqual([
      409,
      expect.stringMatching(/Le bail remis à la caution n’est pas encore signé/),
    ]);
    expect((await demande(id)).etat).toBe("a_signer_agence");
  });

  it("ni n’est scellé pour une caution qui n’est plus du dossier", async () => {
    const { id: bailId } = await ouvrir(leBail());
    const { id } = await ouvrirLActe();
    await (await signataire("ana@exemple.fr")).signer({ mention: MENTION });
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer();
    await sceller(bailId);
    const lien = `/Dossier/${bail.DossierId}/caution`;
    await agence.user.fetch(`/api${lien}/remove/${bail.CautionId}`, { method: "DELETE" });
    expect((await sceller(id)).status).toBe(409);
    await agence.admin.put(`${lien}/add/${bail.CautionId}`);
    expect((await sceller(id)).status).toBe(200);
  });

  it("ni n’est ouvert pour un bail qu’un locataire a refusé", async () => {
    await ouvrir(leBail());
    await ouvrirLActe();
    await (await signataire("lea@exemple.fr")).poster("/refuser", { motif: "Non." });
    expect((await mettreEnSignature(agence.user, lActe())).error.message).toMatch(
      /Mettez d’abord le bail/,
    );
  });

  it("d’une mention qui ne renonce pas à discussion et division, la question est posée ; d’une somme ambiguë, refusée", async () => {
    await ouvrir(leBail());
    await ouvrirLActe();
    const ana = await signataire("ana@exemple.fr");
    const refusDe = async (mention: string) => (await ana.signer({ mention })).fields.mention;
    for (const garde of [
      MENTION.replace("Je renonce", "Je ne renonce pas"),
      MENTION.replace("Je renonce au", "Je garde le"),
      MENTION.replace(
        /Je renonce.*/,
        "Je veux qu’il poursuive d’abord les locataires, et qu’il divise ses poursuites.",
      ),
    ])
      expect(await refusDe(garde)).toMatch(/Est-ce voulu/);
    expect(await refusDe(MENTION.replace("30 600", "1 30 600"))).toMatch(/en chiffres/);
    expect(await ana.signer({ mention: MENTION })).toMatchObject({ status: 200 });
  });
});

describe("Un signataire hostile", () => {
  it("ne coche que les cases de son papier, une fois chacune, et signe d’un nom qui s’imprime", async () => {
    await ouvrir(leBail());
    const lea = await signataire("lea@exemple.fr");
    expect(await lea.signer({ cases: Array(5000).fill("formulaire") })).toMatchObject({
      status: 422,
    });
    expect((await lea.signer({ nom: "Mickey 🦊 王" })).fields).toMatchObject({
      nom: expect.stringContaining("lettres latines"),
    });
    expect(await lea.signer({ cases: ["execution", "execution"] })).toMatchObject({ status: 200 });
    const [row] = await openDb(env).all<{ cases: string | null }>(
      sql`SELECT cases FROM "Signataire" WHERE "signeLe" IS NOT NULL`,
    );
    expect(row?.cases).toBeNull();
  });

  it("ne signe pas du nom d’un autre, et corrige le sien", async () => {
    const { id } = await ouvrir(leBail());
    const lea = await signataire("lea@exemple.fr");
    expect((await lea.signer({ nom: "M. Hugo Dupont" })).fields.nom).toBe(
      "Ce document attend la signature de\u00A0: Mme Léa Roy. Si ce nom est faux, demandez à l’agence de le corriger.",
    );
    expect(await lea.signer({ nom: "Madame LEA ROY-MARTIN" })).toMatchObject({ status: 200 });
    expect((await demande(id)).signataires[0]?.nom).toBe("Madame LEA ROY-MARTIN");
  });

  it("dont le lien est remplacé n’a plus de visite", async () => {
    const { id, signataires } = await ouvrir(leBail());
    const hugo = await signataire("hugo@exemple.fr");
    expect((await hugo.fetch("/document")).status).toBe(200);
    await agence.user.post(`/DemandeSignature/${id}/relancer`, {
      signataireId: signataires[1]?.id,
    });
    expect((await hugo.fetch("/document")).status).toBe(401);
  });
});

describe("Le mandat d’un consommateur", () => {
  it("préparé pour être signé à l’agence ne part pas par un lien, d’où il n’aurait pas de délai", async () => {
    const { id } = await ouvrir(await unMandat(), { lieu: "agence" });
    const { status, error } = await agence.user.post(`/DemandeSignature/${id}/relancer`, {});
    expect([status, error.message]).toEqual([
      409,
      expect.stringMatching(/remettez-le en signature à distance/),
    ]);
    expect(agence.house.mails.filter(({ subject }) => /à signer/.test(subject))).toEqual([]);
  });

  it("signé chez lui sur la tablette veut qu’il ait reçu le formulaire de rétractation", async () => {
    const { id, signataires } = await ouvrir(await unMandat(), { lieu: "logement" });
    const signer = (reste: object = {}) =>
      agence.user.post(`/DemandeSignature/${id}/surPlace`, {
        signataireId: signataires[0]?.id,
        nom: signataires[0]?.nom,
        consentement: true,
        identite: "carte",
        secondesDeLecture: 60,
        ...reste,
      });
    expect((await signer()).error.fields).toHaveProperty("cases");
    expect((await signer({ cases: ["formulaire"] })).status).toBe(200);
  });
});

describe("Le premier sceau", () => {
  it("posé par plusieurs au même instant n’a qu’un certificat", async () => {
    const { id } = await ouvrir(leBail());
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer();
    await Promise.all([sceller(id), sceller(id), sceller(id)]);
    expect((await agence.admin.get<unknown[]>("/Sceau")).data).toHaveLength(1);
  });
});

describe("Un fichier changé dans le stockage", () => {
  it("après la mise en signature n’est plus lu ni signé, et ne se scelle pas", async () => {
    const { id } = await ouvrir(leBail());
    const lea = await signataire("lea@exemple.fr");
    await changerLeFichier("StoredFileId");
    expect((await lea.fetch("/pdf")).status).toBe(409);
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer();
    const { status, error } = await sceller(id);
    expect([status, error?.message]).toEqual([
      409,
      expect.stringMatching(/n’est plus celui qui a été gelé/),
    ]);
    expect((await demande(id)).scelleLe).toBeNull();
  });

  it("sous le texte que lit le signataire, ou sous le bail remis à la caution, ne se lit plus", async () => {
    await ouvrir(leBail());
    await ouvrirLActe();
    const ana = await signataire("ana@exemple.fr");
    await changerLeFichier("AnnexeId");
    expect((await ana.fetch("/annexe")).status).toBe(409);
    await changerLeFichier("BlocsId");
    expect((await ana.fetch("/document")).status).toBe(409);
  });

  it("après le sceau n’est plus remis, ni par le lien, ni dans le dossier de preuve, et la commande de contrôle le dit", async () => {
    const { id } = await ouvrir(leBail());
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer();
    const lea = await signataire("lea@exemple.fr");
    await sceller(id);
    expect((await lea.fetch("/pdf")).status).toBe(200);
    const relire = async () =>
      controlerTousLesScelles(
        openDb(env),
        async (key) => (await env.FILES.get(key))?.arrayBuffer() ?? null,
      );
    expect(await relire()).toMatchObject({ etat: "vert", lignes: 1 });
    await changerLeFichier("ScelleId");
    expect(await relire()).toMatchObject({
      etat: "rouge",
      ruptures: [{ motif: "Contrat de location D000001 : le fichier scellé a changé" }],
    });
    expect((await lea.fetch("/pdf")).status).toBe(409);
    expect((await agence.user.fetch(`/api/DemandeSignature/${id}/preuve`)).status).toBe(409);
  });
});
