import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { asc, eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { courriels, history, quitances } from "#worker/db/schema.ts";
import { creerBaux, jeton } from "../support/baux.ts";
import { freshDatabase } from "../support/database.ts";
import { type House, openHouse } from "../support/house.ts";
import { readPdf } from "../support/pdf-text.ts";

const db = () => openDb(env);
const lesQuittances = () => db().select().from(quitances).orderBy(asc(quitances.id));
const boite = () =>
  db()
    .select({ genre: courriels.genre, etat: courriels.etat })
    .from(courriels)
    .orderBy(asc(courriels.id));

let maison: House;
let token: string;

/** A house with this many receipts of November 2026, their avis sent. */
async function novembre(nombre: number, accordEmail = true) {
  maison = openHouse();
  await creerBaux(env, nombre, { locataire: { accordEmail } });
  token = await jeton(env);
  await maison.journee("2026-11-05");
  return lesQuittances();
}

const api = () => maison.api(token);

async function octets(chemin: string): Promise<Uint8Array> {
  const reponse = await api().fetch(`/api/${chemin}`);
  expect(reponse.status).toBe(200);
  return new Uint8Array(await reponse.arrayBuffer());
}

const titreUnique = async (id: number) => titre(await octets(`quitance/download/${id}`));
const titre = (pdf: Uint8Array) => readPdf(pdf).title.split(" – ")[0];
const bascule = (id: number, paye: boolean) => api().get(`/Quitance/switchState/${paye}/${id}`);

/** The titles that each route gives a document of the month. */
async function titresPartout(AppartementId: number) {
  const zip = unzipSync(await octets("Quitance/downloadMonth/2026/11"));
  return {
    zip: Object.entries(zip).map(([nom, pdf]) => [nom.split("_")[0], titre(pdf)]),
    annuel: titre(await octets(`quitance/generate/${AppartementId}/2026`)),
  };
}

beforeEach(async () => {
  await Promise.all([reset(), freshDatabase()]);
});

describe("l’état d’une quittance", () => {
  it("donne son titre au document, par toutes les voies, et le reprend", async () => {
    const [quittance] = await novembre(1);
    const { id = 0, AppartementId = 0 } = quittance ?? {};
    expect(await titreUnique(id)).toBe("AVIS D'ÉCHÉANCE");
    expect(await titresPartout(AppartementId)).toEqual({
      zip: [["Avis", "AVIS D'ÉCHÉANCE"]],
      annuel: "RÉCAPITULATIF ANNUEL DES LOYERS — 2026",
    });

    await bascule(id, true);
    expect(await titreUnique(id)).toBe("QUITTANCE DE LOYER");
    expect(await titresPartout(AppartementId)).toEqual({
      zip: [["Quittance", "QUITTANCE DE LOYER"]],
      annuel: "QUITTANCE ANNUELLE — 2026",
    });

    await bascule(id, false);
    expect(await titreUnique(id)).toBe("AVIS D'ÉCHÉANCE");
    expect((await titresPartout(AppartementId)).zip).toEqual([["Avis", "AVIS D'ÉCHÉANCE"]]);
    const restants = await env.FILES.list();
    expect(restants.objects).toHaveLength(1);
  });

  it("ne laisse aucun document d’un état passé, même servi pendant la bascule", async () => {
    const [quittance] = await novembre(1);
    const { id = 0 } = quittance ?? {};
    for (const paye of [true, false, true, false]) {
      await Promise.all([bascule(id, paye), titreUnique(id), titreUnique(id), titreUnique(id)]);
      expect(await titreUnique(id)).toBe(paye ? "QUITTANCE DE LOYER" : "AVIS D'ÉCHÉANCE");
    }
  });

  it("envoie la quittance une fois payée, une seule fois, au locataire d’accord", async () => {
    const [quittance] = await novembre(1);
    const { id = 0 } = quittance ?? {};
    for (const paye of [true, true, false, true]) {
      await bascule(id, paye);
      await maison.drain();
    }
    expect(maison.mails.map(({ subject }) => subject)).toEqual([
      "Avis d’échéance du 1er au 30 novembre 2026",
      "Quittance de loyer du 1er au 30 novembre 2026",
    ]);
    expect(maison.mails.map(pieceJointe)).toEqual(["AVIS D'ÉCHÉANCE", "QUITTANCE DE LOYER"]);
    const etats = await db()
      .select({ etat: history.etat })
      .from(history)
      .where(eq(history.entite, "Quitance"));
    expect(etats.map(({ etat }) => etat)).toEqual(["Générée", "Payée", "Impayée", "Payée"]);
  });

  it("n’envoie pas de quittance redevenue impayée, ni au locataire qui n’a pas donné son accord", async () => {
    const [quittance] = await novembre(1);
    const { id = 0 } = quittance ?? {};
    await bascule(id, true);
    await bascule(id, false);
    await maison.drain();
    expect(await boite()).toEqual([
      { genre: "avis", etat: "envoye" },
      { genre: "quittance", etat: "annule" },
    ]);
    expect(maison.mails).toHaveLength(1);

    await Promise.all([reset(), freshDatabase()]);
    const [autre] = await novembre(1, false);
    await bascule(autre?.id ?? 0, true);
    await maison.drain();
    expect(maison.mails.map(pieceJointe)).toEqual(["AVIS D'ÉCHÉANCE"]);
  });

  it("délivre un reçu, non une quittance, pour un paiement partiel", async () => {
    const [quittance] = await novembre(1);
    const { id = 0 } = quittance ?? {};
    const note = await api().put(`/Quitance/${id}`, { montantPaye: 400.5 });
    expect(note.data).toMatchObject({ etat: "impayee", statusInconu: false, montantPaye: 400.5 });
    expect(await titreUnique(id)).toBe("REÇU DE PAIEMENT PARTIEL");
    const refuse = async (demande: object, champ: string) => {
      const { status, error } = await api().put(`/Quitance/${id}`, demande);
      expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [champ]]);
    };
    await refuse({ montantPaye: 950 }, "montantPaye");
    await refuse({ statusInconu: true, montantPaye: 10 }, "montantPaye");
    await bascule(id, true);
    await refuse({ montantPaye: 10 }, "montantPaye");
    await refuse({ datePaiement: null }, "datePaiement");
    expect(await titreUnique(id)).toBe("QUITTANCE DE LOYER");
  });
});

describe("le lien public", () => {
  it("ne change rien tant que personne ne clique, puis une seule réponse compte", async () => {
    const [quittance] = await novembre(1);
    const { id = 0, uuid = "" } = quittance ?? {};
    const public_ = maison.api();
    expect(uuid).toMatch(/^[0-9a-f]{32}$/);
    const lue = await public_.get<{ repondu: boolean; total: number }>(
      `/Quitance/validation/${uuid}`,
    );
    expect(lue.data).toMatchObject({
      repondu: false,
      total: 950,
      periode: "du 1er au 30 novembre 2026",
    });
    const tete = await public_.fetch(`/api/Quitance/validation/${uuid}`, { method: "HEAD" });
    expect(tete.status).toBe(200);
    expect(await lesQuittances()).toEqual([quittance]);

    const reponses = await Promise.all(
      [true, false, true, false, true, false].map((paye) =>
        public_.post(`/Quitance/validation/${paye}/${uuid}`),
      ),
    );
    expect(reponses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const gagnante = reponses.findIndex(({ status }) => status === 200);
    const [apres] = await lesQuittances();
    expect(apres).toMatchObject({
      id,
      regle: gagnante % 2 === 0,
      statusInconu: false,
      reponse: gagnante % 2 === 0,
      source: "locataire",
    });
    expect(apres?.reponduLe).toMatch(/^\d{4}-\d\d-\d\dT/);
    const relue = await public_.get(`/Quitance/validation/${uuid}`);
    expect(relue.data).toMatchObject({ repondu: true, total: 0, locataire: "" });
  });

  it("ne distingue pas un lien inconnu d’un lien déjà utilisé", async () => {
    await novembre(1);
    const inconnu = "0".repeat(32);
    const lu = await maison.api().get(`/Quitance/validation/${inconnu}`);
    expect(lu).toMatchObject({ status: 200, data: { repondu: true } });
    const reponse = await maison.api().post(`/Quitance/validation/true/${inconnu}`);
    expect(reponse.status).toBe(409);
    expect(reponse.error.message).toBe(
      "Votre réponse a déjà été prise en compte par nos services...",
    );
  });

  it("laisse à l’agence ce qu’elle avait déjà constaté", async () => {
    const [quittance] = await novembre(1);
    const { id = 0, uuid = "" } = quittance ?? {};
    await bascule(id, true);
    await maison.api().post(`/Quitance/validation/true/${uuid}`);
    expect((await lesQuittances())[0]).toMatchObject({
      regle: true,
      source: "agence",
      reponse: true,
    });
  });
});

it("le zip du mois porte un nom par quittance, avec son numéro", async () => {
  await novembre(120);
  const noms = Object.keys(unzipSync(await octets("Quitance/downloadMonth/2026/11")));
  expect(noms).toHaveLength(120);
  expect(noms[0]).toBe("Avis_2026-11_LEFEVRE1_000001.pdf");
  expect((await api().fetch("/api/Quitance/downloadMonth/2026/10")).status).toBe(404);
});

function pieceJointe({ attachments }: House["mails"][number]) {
  const piece = attachments?.[0]?.content;
  return piece instanceof Uint8Array ? titre(piece) : null;
}
