import { env } from "cloudflare:workers";
import { asc, eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { MAIL_EFFACE } from "#domain/personnes/personne.ts";
import type {
  QuittanceDetail,
  QuittanceRow,
  ResultatDuLot,
} from "#domain/quittances/quittance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { creerBaux, jeton } from "../../support/agence/baux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { type House, openHouse } from "../../support/worker/house.ts";

const db = () => openDb(env);
const lesQuittances = () => db().select().from(quitances).orderBy(asc(quitances.id));
const boite = () =>
  db()
    .select({ genre: courriels.genre, etat: courriels.etat })
    .from(courriels)
    .orderBy(asc(courriels.id));

let maison: House;
let token: string;

/**
 * A house in which the daily run of 5 November 2026 made this many receipts; it mailed their avis if `accordEmail`.
 */
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

/** The titles of the papers in the month's archive, and the title of the dwelling's yearly document. */
async function titresPartout(AppartementId: number) {
  const zip = unzipSync(await octets("Quitance/downloadMonth/2026/11"));
  return {
    zip: Object.entries(zip).map(([nom, pdf]) => [nom.split("_")[0], titre(pdf)]),
    annuel: titre(await octets(`quitance/generate/${AppartementId}/2026`)),
  };
}

beforeEach(async () => {
  await freshHouse();
});

describe("l’état d’une quittance", () => {
  it("donne son titre au document, par toutes les voies, et le reprend", async () => {
    const [quittance] = await novembre(1);
    const { id = 0, AppartementId = 0 } = quittance ?? {};
    expect(await titreUnique(id)).toBe("AVIS D'ÉCHÉANCE");
    expect(await titresPartout(AppartementId)).toEqual({
      zip: [["Avis", "AVIS D'ÉCHÉANCE"]],
      annuel: "RÉCAPITULATIF ANNUEL DES LOYERS 2026",
    });

    await bascule(id, true);
    expect(await titreUnique(id)).toBe("QUITTANCE DE LOYER");
    expect(await titresPartout(AppartementId)).toEqual({
      zip: [["Quittance", "QUITTANCE DE LOYER"]],
      annuel: "RÉCAPITULATIF ANNUEL DES LOYERS 2026",
    });

    await bascule(id, false);
    expect(await titreUnique(id)).toBe("AVIS D'ÉCHÉANCE");
    expect((await titresPartout(AppartementId)).zip).toEqual([["Avis", "AVIS D'ÉCHÉANCE"]]);
    const restants = await env.FILES.list();
    expect(restants.objects).toHaveLength(1);
  });

  it("d’une année finie, dont chaque mois du bail est payé, fait une quittance annuelle", async () => {
    maison = openHouse();
    token = await jeton(env);
    const dossier = { dateDebutBail: "2025-11-15", dateFinBail: "2025-12-31" };
    const [DossierId = 0] = await creerBaux(env, 1, { dossier });
    const annuel = async () => {
      const [{ AppartementId } = { AppartementId: 0 }] = await lesQuittances();
      return titre(await octets(`quitance/generate/${AppartementId}/2025`));
    };
    const payer = async (date: string) => {
      const { data } = await api().post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
        date,
      });
      await bascule(data.id, true);
    };
    await payer("2025-12-01");
    expect(await annuel()).toBe("RÉCAPITULATIF ANNUEL DES LOYERS 2025");
    await payer("2025-11-15");
    expect(await annuel()).toBe("QUITTANCE ANNUELLE 2025");
    const [quittance] = await lesQuittances();
    const { headers } = await api().fetch(
      `/api/quitance/generate/${quittance?.AppartementId}/2025`,
    );
    expect(headers.get("Content-Disposition")).toContain(
      '"Quittance_annuelle_2025_1_BOULEVARD_SAINT_MICHEL_PARIS.pdf"',
    );
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
    expect(etats.map(({ etat }) => etat)).toEqual([
      "Générée",
      "Payée",
      "Impayée, quittance annulée",
      "Payée",
    ]);
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

    await freshHouse();
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

  it("ne touche à rien de ce que l’agence a constaté, ni passé 90 jours, ni annulée, ni effacé", async () => {
    const cas: [titre: string, avant: (une: Quittance) => Promise<unknown>][] = [
      ["payée", ({ id }) => bascule(id, true)],
      ["impayée", ({ id }) => bascule(id, false)],
      [
        "payée en partie",
        ({ id }) =>
          api().put(`/Quitance/${id}`, {
            montantPaye: 400.5,
            datePaiement: "2026-11-03",
            mode: "Cheque",
          }),
      ],
      ["vieille de plus de 90 jours", ({ id }) => poser(id, { createdAt: ilYA(91) })],
      ["annulée", ({ id }) => poser(id, { annuleeLe: ilYA(1) })],
      [
        "d’un locataire effacé",
        ({ LocataireId }) =>
          db().update(locataires).set({ mail: MAIL_EFFACE }).where(eq(locataires.id, LocataireId)),
      ],
    ];
    const quittances = await novembre(cas.length + 1);
    for (const [rang, [titre, avant]] of cas.entries()) {
      const une = quittances[rang];
      if (!une) throw new Error("A receipt is expected");
      await avant(une);
      const [constatee] = await db().select().from(quitances).where(eq(quitances.id, une.id));
      for (const paye of [true, false]) {
        const reponse = await maison.api().post(`/Quitance/validation/${paye}/${une.uuid}`);
        expect([titre, reponse.status]).toEqual([titre, 409]);
      }
      const lue = await maison.api().get(`/Quitance/validation/${une.uuid}`);
      expect(lue.data).toMatchObject({ repondu: true, locataire: "" });
      expect((await lesQuittances())[rang]).toEqual(constatee);
    }
    const derniere = quittances.at(-1);
    await poser(derniere?.id ?? 0, { createdAt: ilYA(89) });
    const reponse = await maison.api().post(`/Quitance/validation/false/${derniere?.uuid}`);
    expect(reponse.status).toBe(200);
  });

  it("de la réponse du locataire et du geste de l’agence au même instant, la parole de l’agence reste", async () => {
    const quittances = await novembre(20);
    for (const [rang, { id, uuid }] of quittances.entries()) {
      await Promise.all([
        maison.api().post(`/Quitance/validation/${rang % 2 === 0}/${uuid}`),
        bascule(id, rang % 3 === 0),
      ]);
    }
    for (const [rang, une] of (await lesQuittances()).entries()) {
      expect(une).toMatchObject({ regle: rang % 3 === 0, statusInconu: false, source: "agence" });
    }
  });
});

describe("la déclaration du locataire", () => {
  const SENTENCE = /Paiement déclaré par le locataire le \d+(er)? [a-zéû]+ 20\d\d, à confirmer\./;
  const declarer = (uuid: string, paye = true) =>
    maison.api().post(`/Quitance/validation/${paye}/${uuid}`);

  it("n’est un avis qu’à confirmer, par toutes les voies, jusqu’au clic de l’agence", async () => {
    const [quittance] = await novembre(1);
    const { id = 0, uuid = "", AppartementId = 0 } = quittance ?? {};
    await declarer(uuid);
    await maison.drain();
    expect((await api().get(`/Quitance/${id}`)).data).toMatchObject({
      etat: "declaree",
      regle: true,
      source: "locataire",
      retard: 0,
    });
    expect(await titreUnique(id)).toBe("AVIS D'ÉCHÉANCE");
    expect(readPdf(await octets(`quitance/download/${id}`)).text).toMatch(SENTENCE);
    expect(readPdf(await octets(`quitance/generate/${AppartementId}/2026`)).text).toMatch(SENTENCE);
    expect(await titresPartout(AppartementId)).toEqual({
      zip: [["Avis", "AVIS D'ÉCHÉANCE"]],
      annuel: "RÉCAPITULATIF ANNUEL DES LOYERS 2026",
    });
    expect(maison.mails.map(pieceJointe)).toEqual(["AVIS D'ÉCHÉANCE"]);
    const { data: comptees } = await api().get<unknown[]>("/Quitance?etat=declaree");
    expect(comptees).toHaveLength(1);
    expect((await api().get<unknown[]>("/Quitance?etat=payee")).data).toHaveLength(0);

    await bascule(id, true);
    await maison.drain();
    expect((await api().get(`/Quitance/${id}`)).data).toMatchObject({
      etat: "payee",
      source: "agence",
    });
    expect(await titreUnique(id)).toBe("QUITTANCE DE LOYER");
    expect(maison.mails.map(pieceJointe)).toEqual(["AVIS D'ÉCHÉANCE", "QUITTANCE DE LOYER"]);
  });

  it("redevient une déclaration si la confirmation est reprise, jamais ce que le locataire n’a pas dit", async () => {
    const [quittance, muette] = await novembre(2);
    const { id = 0, uuid = "" } = quittance ?? {};
    await declarer(uuid);
    await bascule(id, true);
    const reprise = { regle: true, statusInconu: false, source: "locataire" };
    expect((await api().put(`/Quitance/${id}`, reprise)).data).toMatchObject({ etat: "declaree" });
    expect((await api().put(`/Quitance/${muette?.id}`, reprise)).status).toBe(409);
    expect((await api().put(`/Quitance/${id}`, { ...reprise, regle: false })).status).toBe(409);
    expect((await lesQuittances()).map(({ regle, source }) => [regle, source])).toEqual([
      [true, "locataire"],
      [false, null],
    ]);
  });
});

it("l’historique garde les valeurs, et ce qui fut payé se propose à nouveau", async () => {
  const [quittance] = await novembre(1);
  const { id = 0 } = quittance ?? {};
  await api().put(`/Quitance/${id}`, { montantPaye: 400.5, datePaiement: "2026-11-02" });
  await api().put(`/Quitance/${id}`, {
    regle: true,
    statusInconu: false,
    datePaiement: "2026-11-03",
    mode: "Cheque",
  });
  await bascule(id, false);
  const { data } = await api().get<QuittanceDetail>(`/Quitance/${id}`);
  expect(data.ancienPaiement).toEqual({ datePaiement: "2026-11-03", mode: "Cheque" });
  expect(data.Etats.map(({ etat, details }) => [etat, details])).toEqual([
    [
      "Impayée",
      {
        etat: ["Payée", "Impayée"],
        montantPaye: [950, null],
        datePaiement: ["2026-11-03", null],
        mode: ["Cheque", null],
      },
    ],
    [
      "Payée",
      {
        etat: ["Impayée", "Payée"],
        montantPaye: [400.5, 950],
        datePaiement: ["2026-11-02", "2026-11-03"],
        mode: [null, "Cheque"],
      },
    ],
    [
      "Paiement partiel",
      {
        etat: ["Inconnue", "Impayée"],
        montantPaye: [null, 400.5],
        datePaiement: [null, "2026-11-02"],
      },
    ],
    ["Générée", expect.objectContaining({ loyerHC: 850, charge: 100 })],
  ]);
  const { data: liste } = await api().get<QuittanceRow[]>("/Quitance");
  expect(liste[0]?.ancienPaiement).toEqual(data.ancienPaiement);
  await bascule(id, true);
  expect((await api().get<QuittanceDetail>(`/Quitance/${id}`)).data.ancienPaiement).toBeNull();
});

describe("le lot", () => {
  it("règle en une fois, dit ce qu’il laisse et pourquoi, et garde la trace de chacune", async () => {
    const quittances = await novembre(6);
    const [, deja, declaree, annulee] = quittances;
    await api().put(`/Quitance/${deja?.id}`, {
      regle: true,
      statusInconu: false,
      datePaiement: "2026-11-02",
      mode: "Cheque",
    });
    await maison.api().post(`/Quitance/validation/true/${declaree?.uuid}`);
    await poser(annulee?.id ?? 0, { annuleeLe: ilYA(0) });
    const ids = [...quittances.map(({ id }) => id), 9999];
    const lot = { ids, regle: true, datePaiement: "2026-11-04", mode: "Virement" };
    const { status, data } = await api().post<ResultatDuLot>("/Quitance/lot", lot);
    expect(status).toBe(200);
    expect(data.changees.toSorted()).toEqual(
      quittances
        .filter((quittance) => quittance !== deja && quittance !== annulee)
        .map(({ id }) => id),
    );
    expect(data.refusees).toEqual([
      { id: deja?.id, numero: deja?.numero, motif: "Elle est payée." },
      { id: annulee?.id, numero: annulee?.numero, motif: "Elle est annulée." },
      { id: 9999, numero: null, motif: "Elle n’existe pas." },
    ]);
    await maison.drain();
    const apres = await lesQuittances();
    expect(apres.map(({ datePaiement, mode }) => [datePaiement, mode])).toEqual([
      ["2026-11-04", "Virement"],
      ["2026-11-02", "Cheque"],
      ["2026-11-04", "Virement"],
      [null, null],
      ["2026-11-04", "Virement"],
      ["2026-11-04", "Virement"],
    ]);
    const traces = await db()
      .select({ id: history.entiteId, details: history.details })
      .from(history)
      .where(eq(history.etat, "Payée"))
      .orderBy(asc(history.entiteId));
    expect(traces.map(({ id, details }) => [id, details?.etat])).toEqual([
      [quittances[0]?.id, ["Inconnue", "Payée"]],
      [deja?.id, ["Inconnue", "Payée"]],
      [declaree?.id, ["Déclarée", "Payée"]],
      [quittances[4]?.id, ["Inconnue", "Payée"]],
      [quittances[5]?.id, ["Inconnue", "Payée"]],
    ]);
    const quittancesParties = (await boite()).filter(({ genre }) => genre === "quittance");
    expect(quittancesParties).toEqual(Array(5).fill({ genre: "quittance", etat: "envoye" }));
  });

  it("ne confirme que ce qui est encore déclaré, à la date déclarée", async () => {
    const [declaree, inconnue] = await novembre(2);
    await maison.api().post(`/Quitance/validation/true/${declaree?.uuid}`);
    const [avant] = await lesQuittances();
    const ids = [declaree?.id, inconnue?.id];
    const { data } = await api().post<ResultatDuLot>("/Quitance/lot", {
      ids,
      regle: true,
      declarees: true,
    });
    expect(data).toMatchObject({
      changees: [declaree?.id],
      refusees: [{ id: inconnue?.id, numero: inconnue?.numero, motif: "Elle est inconnue." }],
    });
    const [apres] = await lesQuittances();
    expect(apres).toMatchObject({ source: "agence", datePaiement: avant?.datePaiement });
    const futur = { ids, regle: true, datePaiement: "2099-01-01" };
    expect((await api().post("/Quitance/lot", futur)).status).toBe(422);
    expect((await api().post("/Quitance/lot", { ids: [], regle: true })).status).toBe(422);
  });

  it("deux lots au même instant changent chaque quittance une fois", async () => {
    const ids = (await novembre(20)).map(({ id }) => id);
    const reponses = await Promise.all(
      [1, 2, 3].map(() => api().post<ResultatDuLot>("/Quitance/lot", { ids, regle: true })),
    );
    expect(reponses.flatMap(({ data }) => data.changees).toSorted((a, b) => a - b)).toEqual(ids);
  });
});

it("le zip du mois porte un nom par quittance, avec son numéro", async () => {
  await novembre(120);
  const noms = Object.keys(unzipSync(await octets("Quitance/downloadMonth/2026/11")));
  expect(noms).toHaveLength(120);
  expect(noms[0]).toBe("Avis_2026-11_LEFEVRE1_000001.pdf");
  expect((await api().fetch("/api/Quitance/downloadMonth/2026/10")).status).toBe(404);
});

type Quittance = typeof quitances.$inferSelect;

const ilYA = (jours: number) => new Date(Date.now() - jours * 86_400_000).toISOString();

const poser = (id: number, valeurs: Partial<Quittance>) =>
  db().update(quitances).set(valeurs).where(eq(quitances.id, id));

function pieceJointe({ attachments }: House["mails"][number]) {
  const piece = attachments?.[0]?.content;
  return piece instanceof Uint8Array ? titre(piece) : null;
}
