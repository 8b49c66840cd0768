import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { LigneProposee, LignesComptees } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  type LigneDeTest,
  louerEnGerance,
  ouvrirCompte,
  releverLignes,
  soldesDesComptes,
} from "../../support/banque/lignes-releve.ts";

let agence: Agence;
let compte: number;
beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte();
});

interface Quitance {
  id: number;
  regle: boolean;
  montantPaye: number | null;
  datePaiement: string | null;
  mode: string | null;
}

const quittances = async (DossierId: number) =>
  (await agence.admin.get<Quitance[]>(`/Quitance?DossierId=${DossierId}&sort=date`)).data.map(
    ({ regle, montantPaye }) => ({ regle, montantPaye }),
  );

const ligne = async (id: number) =>
  (await agence.admin.get<LigneProposee>(`/LigneReleve/${id}`)).data;

const relever = async (ligneDeTest: LigneDeTest) => {
  const { ids, ReleveId } = await releverLignes(compte, [ligneDeTest]);
  return { id: ids[0] ?? 0, ReleveId };
};

const certaines = async (ReleveId?: number) =>
  (await agence.user.post<{ lignes: number[] }>("/LigneReleve/certaines", { ReleveId })).data
    .lignes;

const rapprocher = (id: number, body: object, qui = agence.user) =>
  qui.post<LigneProposee>(`/LigneReleve/${id}/rapprocher`, body);

const proposes = async (id: number) =>
  (await ligne(id)).propositions.flatMap(({ ReglementIds }) => ReglementIds);

/** The money in the bank and in the till less the money owed, in euros: « 0.00 » when the books balance. */
const ecart = async () => {
  const soldes = await soldesDesComptes();
  return ["512G", "531G", "5112", "4670", "165", "4191", "4192", "401", "4680", "4710", "4551"]
    .reduce((somme, genre) => somme + (soldes[genre] ?? 0), 0)
    .toFixed(2);
};

describe("Ce qui est certain est fait, et se reprend d’un geste", () => {
  test("la référence et le montant exact règlent la quittance, du jour de la banque", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Certain",
      mois: ["2025-03"],
    });
    const { id, ReleveId } = await relever({ montant: 950, libelle: `VIR LOYER ${reference}` });
    expect(await certaines(ReleveId)).toEqual([id]);
    expect(await quittances(DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
    const tenus = async () =>
      (await agence.admin.get<{ tenu: string | null }[]>(`/Quitance?DossierId=${DossierId}`)).data;
    expect((await tenus()).map(({ tenu }) => tenu)).toEqual(["banque"]);
    expect(await ligne(id)).toMatchObject({
      etat: "rapprochee",
      automatique: true,
      reglements: [{ DossierId, montant: 950, etat: "credite", locataire: "M. Léo Certain" }],
    });
    expect(await certaines(ReleveId)).toEqual([]);
    expect(await ecart()).toBe("0.00");

    const repris = await agence.user.post<LigneProposee>(`/LigneReleve/${id}/annuler`);
    expect(repris.data).toMatchObject({ etat: "a_rapprocher", automatique: false, reglements: [] });
    expect(await quittances(DossierId)).toEqual([{ regle: false, montantPaye: null }]);
    expect((await tenus()).map(({ tenu }) => tenu)).toEqual([null]);
    expect((await soldesDesComptes())["512G"] ?? 0).toBe(0);
    expect((await agence.user.post(`/LigneReleve/${id}/annuler`)).status).toBe(409);
  });

  test("la ligne d’un compte fermé depuis se rapproche : il était ouvert ce jour-là", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Ferme", mois: ["2025-03"] });
    const { id, date } = await ligne((await relever({ montant: 950, libelle: "VIR FERME" })).id);
    const fermer = (jour: string | null) =>
      openDb(env).run(sql`UPDATE "CompteBancaire" SET "fermeLe" = ${jour} WHERE id = ${compte}`);
    await fermer(date);
    expect((await rapprocher(id, { parts: [{ DossierId, montant: 950 }] })).status).toBe(200);
    await agence.user.post(`/LigneReleve/${id}/annuler`);
    await fermer(null);
  });

  test("deux mois d’un coup, un mauvais montant, un jumeau : seul le premier est certain", async () => {
    const un = await louerEnGerance(agence.admin, { nom: "Deux", mois: ["2025-02", "2025-03"] });
    const autre = await louerEnGerance(agence.admin, { nom: "Mauvais", mois: ["2025-03"] });
    const { ReleveId, ids } = await releverLignes(compte, [
      { montant: 1900, libelle: un.reference },
      { montant: 940, libelle: autre.reference },
      { montant: 950, libelle: `${un.reference} ENCORE` },
    ]);
    expect(await certaines(ReleveId)).toEqual([ids[0]]);
    expect(await quittances(un.DossierId)).toEqual([
      { regle: true, montantPaye: 950 },
      { regle: true, montantPaye: 950 },
    ]);
    const { data, total } = await agence.admin.get<LigneProposee[]>(
      `/LigneReleve?ReleveId=${ReleveId}&etat=a_rapprocher&sort=id&page=1&limit=20`,
    );
    expect(total).toBe(2);
    expect(data.map(({ propositions: [une] }) => [une?.score, une?.raison])).toEqual([
      ["B", `Référence ${autre.reference} et autre montant`],
      ["B", `Référence ${un.reference} et montant d’un loyer`],
    ]);
    for (const { id, propositions } of data) {
      const [une] = propositions;
      const parts = une?.parts.map(({ DossierId, montant }) => ({ DossierId, montant }));
      expect((await rapprocher(id, { parts })).status).toBe(200);
    }
    expect(await quittances(autre.DossierId)).toEqual([{ regle: false, montantPaye: 940 }]);
    expect((await soldesDesComptes())["4191"]).toBe(-950);
    expect(await ecart()).toBe("0.00");
  });
});

test.each(["gli", "visale", "caution"])(
  "un dossier pour lequel un garant a payé (%s) n’est plus jamais certain",
  async (payeur) => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: `Garanti ${payeur}`,
      mois: ["2025-02", "2025-03"],
    });
    const { id } = await relever({ montant: 950, libelle: "VIR GARANT" });
    expect((await rapprocher(id, { payeur, parts: [{ DossierId, montant: 950 }] })).status).toBe(
      200,
    );
    const mars = await relever({ montant: 950, libelle: `VIR LOYER ${reference}` });
    expect(await certaines(mars.ReleveId)).toEqual([]);
    expect((await ligne(mars.id)).propositions[0]?.reserves).toContain(
      "Un garant a payé à la place du locataire",
    );
  },
);

describe("Un compte bancaire s’apprend d’une confirmation", () => {
  test("le mois suivant est certain, jusqu’à ce que le compte serve à un autre dossier", async () => {
    const un = await louerEnGerance(agence.admin, { nom: "Appris", mois: ["2025-02"] });
    const empreinte = `compte ${un.DossierId}`;
    const { id } = await relever({ montant: 950, libelle: "VIR", empreinte });
    await rapprocher(id, { parts: [{ DossierId: un.DossierId, montant: 950 }] });
    await agence.admin.post(`/Quitance/generate/${un.DossierId}`, { date: "2025-03-01" });
    const mars = await relever({ montant: 950, libelle: "VIR", empreinte });
    expect(await certaines(mars.ReleveId)).toEqual([mars.id]);

    const autre = await louerEnGerance(agence.admin, { nom: "Partage", mois: ["2025-03"] });
    const partage = await relever({ montant: 950, libelle: "VIR", empreinte });
    await rapprocher(partage.id, { parts: [{ DossierId: autre.DossierId, montant: 950 }] });
    await agence.admin.post(`/Quitance/generate/${un.DossierId}`, { date: "2025-04-01" });
    const avril = await relever({ montant: 950, libelle: `VIR ${un.reference}`, empreinte });
    expect(await certaines(avril.ReleveId)).toEqual([]);
    expect((await ligne(avril.id)).propositions[0]?.reserves).toContain(
      "Compte bancaire commun à plusieurs dossiers",
    );

    await agence.user.post(`/LigneReleve/${partage.id}/annuler`);
    expect(await certaines(avril.ReleveId)).toEqual([avril.id]);
  });
});

describe("Répartir, payer en partie, la CAF", () => {
  test("une ligne se répartit entre dossiers, au centime, toute ou rien", async () => {
    const [un, autre] = await Promise.all([
      louerEnGerance(agence.admin, { nom: "Part", mois: ["2025-03"] }),
      louerEnGerance(agence.admin, { nom: "Autrepart", mois: ["2025-03"] }),
    ]);
    const { id } = await relever({ montant: 1450, libelle: "VIR PERE" });
    const parts = (montant: number) => [
      { DossierId: un.DossierId, montant: 950 },
      { DossierId: autre.DossierId, montant },
    ];
    const refus = await rapprocher(id, { parts: parts(499.99) });
    expect([refus.status, refus.error.fields?.parts]).toEqual([
      422,
      "Les parts font 1\u00a0449,99\u00a0€, la ligne 1\u00a0450,00\u00a0€.",
    ]);
    const inconnu = [
      { DossierId: un.DossierId, montant: 950 },
      { DossierId: 999_999, montant: 500 },
    ];
    expect((await rapprocher(id, { parts: inconnu })).status).toBe(404);
    expect(await quittances(un.DossierId)).toEqual([{ regle: false, montantPaye: null }]);

    expect((await rapprocher(id, { parts: parts(500) })).data.reglements).toHaveLength(2);
    expect(await quittances(un.DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
    expect(await quittances(autre.DossierId)).toEqual([{ regle: false, montantPaye: 500 }]);
    await agence.user.post(`/LigneReleve/${id}/annuler`);
    expect(await quittances(un.DossierId)).toEqual([{ regle: false, montantPaye: null }]);
    expect(await quittances(autre.DossierId)).toEqual([{ regle: false, montantPaye: null }]);
  });

  test("la CAF paie sa part, jamais seule, et le locataire le reste", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Aidee",
      mois: ["2025-03"],
    });
    await openDb(env).run(
      sql`INSERT INTO "AideLogement" ("DossierId", depuis, montant, payeur) VALUES (${DossierId}, '2025-01-01', 21000, 'caf')`,
    );
    const caf = await relever({ montant: 210, libelle: "VIR CAF DE PARIS LEO AIDEE" });
    const reste = await relever({ montant: 740, libelle: reference });
    expect(await certaines()).not.toContain(caf.id);
    const [proposee] = (await ligne(caf.id)).propositions;
    expect(proposee).toMatchObject({ payeur: "caf", parts: [{ DossierId, montant: 210 }] });
    await rapprocher(caf.id, { parts: [{ DossierId, montant: 210 }] });
    expect(await ligne(reste.id)).toMatchObject({ etat: "rapprochee", automatique: true });
    expect(await quittances(DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
    const { data } = await agence.admin.get<{ payeur: string }[]>(
      `/Reglement?DossierId=${DossierId}`,
    );
    expect(data.map(({ payeur }) => payeur).sort()).toEqual(["caf", "locataire"]);
  });
});

describe("Deux personnes à la fois", () => {
  test("de huit qui prennent la même ligne, une seule l’a : un règlement, huit réponses claires", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Course", mois: ["2025-03"] });
    const { id } = await relever({ montant: 950, libelle: "VIR" });
    const reponses = await Promise.all(
      Array.from({ length: 8 }, (_, rang) =>
        rapprocher(
          id,
          { parts: [{ DossierId, montant: 950 }] },
          rang % 2 ? agence.user : agence.admin,
        ),
      ),
    );
    expect(reponses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(reponses.find(({ status }) => status === 409)?.error.message).toBe(
      "Quelqu’un s’est déjà occupé de cette ligne.",
    );
    expect((await ligne(id)).reglements).toHaveLength(1);
    expect(await ecart()).toBe("0.00");
  });

  test("deux lignes du même dossier au même instant règlent chacune leur part", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Memes", mois: ["2025-03"] });
    const { ids } = await releverLignes(compte, [
      { montant: 500, libelle: "VIR" },
      { montant: 450, libelle: "VIR" },
    ]);
    const statuts = await Promise.all(
      ids.map((id, rang) => rapprocher(id, { parts: [{ DossierId, montant: rang ? 450 : 500 }] })),
    );
    expect(statuts.map(({ status }) => status)).toEqual([200, 200]);
    expect(await quittances(DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
  });

  test("rapprocher et écarter à la fois : l’un des deux", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Ecarte", mois: ["2025-03"] });
    const { id } = await relever({ montant: 950, libelle: "VIR" });
    const [un, autre] = await Promise.all([
      rapprocher(id, { parts: [{ DossierId, montant: 950 }] }),
      agence.user.post(`/LigneReleve/${id}/ignorer`, { motif: "Hors gérance" }),
    ]);
    expect([un.status, autre.status].sort()).toEqual([200, 409]);
  });
});

describe("Chèques, rejets, espèces, règlements déjà saisis", () => {
  test("une remise de chèques crédite ceux qu’elle contient", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Cheque", mois: ["2025-03"] });
    const recu = await agence.admin.post<{ id: number; etat: string }>("/Reglement", {
      DossierId,
      date: "2025-03-02",
      montant: 950,
      mode: "cheque",
    });
    expect(recu.status).toBe(201);
    const { id } = await relever({ montant: 950, libelle: "REMISE CHEQUES" });
    const [proposee] = (await ligne(id)).propositions;
    expect(proposee).toMatchObject({ genre: "cheques", ReglementIds: [recu.data.id] });
    expect((await rapprocher(id, { ReglementIds: [recu.data.id] })).status).toBe(200);
    expect(await quittances(DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
    expect((await soldesDesComptes())["5112"] ?? 0).toBe(0);
    const autre = await relever({ montant: 950, libelle: "REMISE CHEQUES" });
    expect((await rapprocher(autre.id, { ReglementIds: [recu.data.id] })).status).toBe(409);
    expect(await ecart()).toBe("0.00");
  });

  test("plusieurs chèques d’une ligne sont bons du jour de la banque, jamais d’avant leur réception", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, {
      nom: "Cheques",
      mois: ["2025-03", "2025-04"],
    });
    const recevoir = async (date: string) =>
      (
        await agence.admin.post<{ id: number }>("/Reglement", {
          DossierId,
          date,
          montant: 950,
          mode: "cheque",
        })
      ).data.id;
    const ids = [await recevoir("2025-03-02"), await recevoir("2025-03-20")];
    const tot = await relever({ montant: 1900, libelle: "REMISE CHEQUES" });
    const refus = await rapprocher(tot.id, { ReglementIds: ids });
    expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([422, ["date"]]);
    expect(await ligne(tot.id)).toMatchObject({ etat: "a_rapprocher", reglements: [] });
    const { id } = await relever({ date: "2025-03-25", montant: 1900, libelle: "REMISE CHEQUES" });
    expect((await rapprocher(id, { ReglementIds: ids })).status).toBe(200);
    const jours = await openDb(env).all<{ date: string }>(sql`
      SELECT DISTINCT e.date FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id
      WHERE e."ReglementId" IN (${ids[0]}, ${ids[1]}) AND l.genre = '512G'`);
    expect(jours).toEqual([{ date: "2025-03-25" }]);
    await agence.admin.post(`/LigneReleve/${tot.id}/ignorer`, { motif: "Essai" });
  });

  test("un chèque dont la ligne dit le dossier est bon aussitôt, d’un seul geste", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Direct", mois: ["2025-03"] });
    const avant = await soldesDesComptes();
    const { id } = await relever({ montant: 950, libelle: "REMISE CHEQUE" });
    const { data } = await rapprocher(id, { parts: [{ DossierId, montant: 950 }] });
    expect(data.reglements).toMatchObject([{ DossierId, montant: 950, etat: "credite" }]);
    expect(await quittances(DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
    const apres = await soldesDesComptes();
    expect((apres["512G"] ?? 0) - (avant["512G"] ?? 0)).toBe(950);
    expect([apres["5112"], apres["4192"]]).toEqual([avant["5112"], avant["4192"]]);
  });

  test("un règlement saisi à la main est prouvé par sa ligne, jamais compté deux fois", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Saisi",
      mois: ["2025-03", "2025-04"],
    });
    const saisi = await agence.admin.post<{ id: number }>("/Reglement", {
      DossierId,
      date: "2025-03-03",
      montant: 950,
      mode: "virement",
    });
    const { id, ReleveId } = await relever({ montant: 950, libelle: reference });
    expect(await certaines(ReleveId)).toEqual([]);
    expect((await ligne(id)).propositions[0]).toMatchObject({
      genre: "pointage",
      ReglementIds: [saisi.data.id],
    });
    await rapprocher(id, { ReglementIds: [saisi.data.id] });
    expect((await ligne(id)).reglements.map((reglement) => reglement.id)).toEqual([saisi.data.id]);
    await agence.user.post(`/LigneReleve/${id}/annuler`);
    const { data } = await agence.admin.get<{ etat: string }[]>(
      `/Reglement?DossierId=${DossierId}`,
    );
    expect(data.map(({ etat }) => etat)).toEqual(["credite"]);
  });

  test("un rejet reprend le règlement, du jour de la banque, par qui peut supprimer", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Rejete",
      mois: ["2025-03"],
    });
    const paye = await relever({ montant: 950, libelle: reference });
    await certaines(paye.ReleveId);
    const { id } = await relever({
      date: "2025-03-12",
      montant: -950,
      libelle: `REJET ${reference}`,
    });
    const [proposee] = (await ligne(id)).propositions;
    expect(proposee).toMatchObject({ genre: "rejet", score: "A" });
    const body = { ReglementIds: proposee?.ReglementIds };
    expect((await rapprocher(id, body)).status).toBe(403);
    expect((await rapprocher(id, body, agence.user_delete)).data).toMatchObject({
      etat: "rapprochee",
      motif: expect.stringMatching(/^Rejet du règlement 20\d\d-\d{6}$/),
    });
    expect(await quittances(DossierId)).toEqual([{ regle: false, montantPaye: null }]);
    expect((await agence.admin.post(`/LigneReleve/${id}/annuler`)).status).toBe(409);
    expect(await ecart()).toBe("0.00");

    // The label is free text: changing it must not change what the database allows on the refused payment.
    const db = openDb(env);
    await db.run(sql`UPDATE "LigneReleve" SET motif = 'Rejet de mars' WHERE id = ${id}`);
    await expect(
      db.run(sql`UPDATE "Reglement" SET "LigneRejetId" = NULL WHERE "LigneRejetId" = ${id}`),
    ).rejects.toThrow();
    await expect(
      db.run(sql`UPDATE "Reglement" SET "LigneRejetId" = ${paye.id} WHERE etat = 'credite'`),
    ).rejects.toThrow();
  });

  test("un rejet saisi avant sa ligne l’attend : elle s’y rattache, et rien n’est rejeté deux fois", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Dejarejete",
      mois: ["2025-03"],
    });
    const paye = await relever({ montant: 950, libelle: reference });
    await certaines(paye.ReleveId);
    const [regle] = (await ligne(paye.id)).reglements;
    const saisi = { motif: "Sans provision", date: "2025-03-11" };
    await agence.user_delete.post(`/Reglement/${regle?.id}/rejeter`, saisi);
    const avant = await soldesDesComptes();
    const rejet = { date: "2025-03-12", montant: -950, libelle: `REJET ${reference}` };
    const { id } = await relever(rejet);
    const [proposee] = (await ligne(id)).propositions;
    expect(proposee).toMatchObject({
      genre: "rejet_saisi",
      score: "A",
      raison: expect.stringMatching(/^Rejet déjà saisi du règlement 20\d\d-\d{6}/),
      ReglementIds: [regle?.id],
    });
    const body = { ReglementIds: proposee?.ReglementIds };
    expect((await rapprocher(id, body)).status).toBe(403);
    expect((await rapprocher(id, body, agence.user_delete)).data).toMatchObject({
      etat: "rapprochee",
      motif: `Rejet du règlement ${regle?.numero}`,
    });
    expect(await soldesDesComptes()).toEqual(avant);
    expect(await quittances(DossierId)).toEqual([{ regle: false, montantPaye: null }]);

    const seconde = await relever(rejet);
    expect(await proposes(seconde.id)).not.toContain(regle?.id);
    expect((await rapprocher(seconde.id, body, agence.user_delete)).status).toBe(409);
  });

  test("un règlement rejeté avant ses lignes se prouve avec son rejet, et le locataire n’est pas crédité deux fois", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Rejeteavant",
      mois: ["2025-03"],
    });
    const { data: paye } = await agence.user.post<{ id: number }>("/Reglement", {
      ...{ DossierId, date: "2025-03-05", montant: 950, mode: "virement" },
      ...{ payeur: "locataire", CompteBancaireId: compte },
    });
    const saisi = { motif: "Sans provision", date: "2025-03-11" };
    await agence.user_delete.post(`/Reglement/${paye.id}/rejeter`, saisi);
    const avant = await soldesDesComptes();
    const body = { ReglementIds: [paye.id] };
    const sortie = await relever({
      ...{ date: "2025-03-11", montant: -950, libelle: `REJET ${reference}` },
    });
    expect((await rapprocher(sortie.id, body, agence.user_delete)).status).toBe(200);
    // Money that comes in after the refusal is another payment: it cannot be matched with the refused one.
    const apres = await relever({ date: "2025-03-12", montant: 950, libelle: reference });
    expect(await proposes(apres.id)).not.toContain(paye.id);
    expect((await rapprocher(apres.id, body)).status).toBe(409);

    const entree = await relever({ date: "2025-03-06", montant: 950, libelle: reference });
    expect(await certaines(entree.ReleveId)).toEqual([]);
    expect((await ligne(entree.id)).propositions[0]).toMatchObject({
      genre: "pointage",
      score: "A",
      raison: expect.stringContaining("rejeté depuis, même montant"),
      ReglementIds: [paye.id],
    });
    const { status, data } = await rapprocher(entree.id, body);
    expect([status, data.reglements]).toMatchObject([200, [{ id: paye.id, etat: "rejete" }]]);
    expect(await soldesDesComptes()).toEqual(avant);
    expect(await quittances(DossierId)).toEqual([{ regle: false, montantPaye: null }]);
    const seconde = await relever({ date: "2025-03-06", montant: 950, libelle: reference });
    expect((await rapprocher(seconde.id, body)).status).toBe(409);
    expect(await ecart()).toBe("0.00");
  });

  test("un chèque refusé avant d’être crédité n’est pas ce que la banque reprend", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Jamaiscredite",
      mois: ["2025-03"],
    });
    const cheque = await agence.user.post<{ id: number }>("/Reglement", {
      DossierId,
      date: "2025-03-05",
      montant: 950,
      mode: "cheque",
    });
    const saisi = { motif: "Sans provision", date: "2025-03-11" };
    await agence.user_delete.post(`/Reglement/${cheque.data.id}/rejeter`, saisi);
    const { id } = await relever({
      date: "2025-03-12",
      montant: -950,
      libelle: `REJET ${reference}`,
    });
    expect(await proposes(id)).not.toContain(cheque.data.id);
    const body = { ReglementIds: [cheque.data.id] };
    expect((await rapprocher(id, body, agence.user_delete)).status).toBe(409);
    const entree = await relever({ date: "2025-03-06", montant: 950, libelle: "REMISE CHEQUE" });
    expect((await rapprocher(entree.id, body)).status).toBe(409);
  });

  test("des espèces déposées passent de la caisse à la banque", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Espece", mois: ["2025-03"] });
    const avant = await soldesDesComptes();
    const { id } = await relever({ montant: 950, libelle: "VERSEMENT ESPECES" });
    await rapprocher(id, { parts: [{ DossierId, montant: 950 }] });
    const apres = await soldesDesComptes();
    expect((apres["512G"] ?? 0) - (avant["512G"] ?? 0)).toBe(950);
    expect(apres["531G"] ?? 0).toBe(avant["531G"] ?? 0);
    await agence.user.post(`/LigneReleve/${id}/annuler`);
    expect(await soldesDesComptes()).toEqual(avant);
  });

  test("notre reversement se reconnaît, et s’écarte avec son motif", async () => {
    const { id } = await relever({
      montant: -517.47,
      libelle: "VIR",
      reference: "M000042-2026-10-01",
    });
    expect((await ligne(id)).propositions[0]).toMatchObject({ genre: "reversement" });
    const { data } = await agence.user.post(`/LigneReleve/${id}/ignorer`, { motif: "Reversement" });
    expect(data).toMatchObject({ etat: "ecartee", motif: "Reversement" });
    expect((await agence.user.post(`/LigneReleve/${id}/ignorer`, {})).status).toBe(422);
  });
});

describe("L’argent qui n’a pas de place", () => {
  test("une somme à identifier est dans la banque, en 4710, jusqu’à ce qu’on sache", async () => {
    const avant = await soldesDesComptes();
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Inconnu", mois: ["2025-03"] });
    const { id, ReleveId } = await relever({ montant: 950, libelle: "VIR" });
    await agence.user.post(`/LigneReleve/${id}/attente`);
    expect(await ligne(id)).toMatchObject({ etat: "a_identifier" });
    const attente = await soldesDesComptes();
    expect((attente["512G"] ?? 0) - (avant["512G"] ?? 0)).toBe(950);
    expect((attente["4710"] ?? 0) - (avant["4710"] ?? 0)).toBe(-950);
    expect(await certaines(ReleveId)).toEqual([]);

    await rapprocher(id, { parts: [{ DossierId, montant: 950 }] });
    const apres = await soldesDesComptes();
    expect(apres["4710"] ?? 0).toBe(avant["4710"] ?? 0);
    expect(apres["512G"]).toBe(attente["512G"]);
    expect(await quittances(DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
    expect(await ecart()).toBe("0.00");
  });

  test("un loyer que le propriétaire aurait dû recevoir règle le locataire, et l’attend en 4710", async () => {
    const avant = await soldesDesComptes();
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Direct",
      fonds: "proprietaire",
      mois: ["2025-03"],
    });
    const { id, ReleveId } = await relever({ montant: 950, libelle: reference });
    expect(await certaines(ReleveId)).toEqual([]);
    expect((await ligne(id)).propositions[0]?.reserves).toEqual([
      "Le propriétaire encaisse lui-même ses loyers",
    ]);
    await rapprocher(id, { parts: [{ DossierId, montant: 950 }] });
    expect(await quittances(DossierId)).toEqual([{ regle: true, montantPaye: 950 }]);
    const apres = await soldesDesComptes();
    expect((apres["4710"] ?? 0) - (avant["4710"] ?? 0)).toBe(-950);
    expect((apres["512G"] ?? 0) - (avant["512G"] ?? 0)).toBe(950);
    expect(await ecart()).toBe("0.00");
    await agence.user.post(`/LigneReleve/${id}/annuler`);
    expect((await soldesDesComptes())["4710"] ?? 0).toBe(avant["4710"] ?? 0);
  });

  test("le compte propre de l’agence n’encaisse aucun loyer", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Propre",
      mois: ["2025-03"],
    });
    const propre = await ouvrirCompte("agence");
    const { ids, ReleveId } = await releverLignes(propre, [{ montant: 950, libelle: reference }]);
    expect(await certaines(ReleveId)).toEqual([]);
    const { status, error } = await rapprocher(ids[0] ?? 0, {
      parts: [{ DossierId, montant: 950 }],
    });
    expect([status, error.message]).toEqual([
      409,
      "Ce compte est celui de l’agence : un loyer ne s’y encaisse pas.",
    ]);
  });
});

describe("Qui peut", () => {
  test("reprendre ce qu’un autre a fait demande de pouvoir supprimer", async () => {
    const { DossierId } = await louerEnGerance(agence.admin, { nom: "Autrui", mois: ["2025-03"] });
    const { id } = await relever({ montant: 950, libelle: "VIR" });
    await rapprocher(id, { parts: [{ DossierId, montant: 950 }] }, agence.admin);
    expect((await agence.user.post(`/LigneReleve/${id}/annuler`)).status).toBe(403);
    expect((await agence.user_delete.post(`/LigneReleve/${id}/annuler`)).status).toBe(200);
  });
});

describe("Ce que la banque montre", () => {
  test("ne se reprend pas par le règlement ni par sa quittance, mais par sa ligne", async () => {
    const { DossierId, reference } = await louerEnGerance(agence.admin, {
      nom: "Prouve",
      mois: ["2025-03"],
    });
    const { id, ReleveId } = await relever({ montant: 950, libelle: reference });
    await certaines(ReleveId);
    const [un] = (await ligne(id)).reglements;
    const annule = await agence.admin.post(`/Reglement/${un?.id}/annuler`, { motif: "Essai" });
    expect([annule.status, annule.error.message]).toEqual([
      409,
      expect.stringContaining("reprenez d’abord sa ligne"),
    ]);
    const [quittance] = (await agence.admin.get<Quitance[]>(`/Quitance?DossierId=${DossierId}`))
      .data;
    const reprise = await agence.admin.get(`/Quitance/switchState/false/${quittance?.id}`);
    expect(reprise.status).toBe(409);
    const lot = { ids: [quittance?.id], regle: false };
    const { data } = await agence.admin.post<{ refusees: { motif: string }[] }>(
      "/Quitance/lot",
      lot,
    );
    expect(data.refusees[0]?.motif).toContain("reprenez d’abord sa ligne");
    expect((await agence.admin.post(`/LigneReleve/${id}/annuler`)).status).toBe(200);
    expect(await quittances(DossierId)).toEqual([{ regle: false, montantPaye: null }]);
  });

  test("une part rejetée d’une ligne qui en avait deux laisse l’autre en banque", async () => {
    const avant = await soldesDesComptes();
    const fonds = "proprietaire" as const;
    const un = await louerEnGerance(agence.admin, { nom: "Deuxparts", fonds, mois: ["2025-03"] });
    const deux = await louerEnGerance(agence.admin, { nom: "Autrepart", fonds, mois: ["2025-03"] });
    const { id } = await relever({ montant: 1450, libelle: "VIR" });
    const parts = [
      { DossierId: un.DossierId, montant: 950 },
      { DossierId: deux.DossierId, montant: 500 },
    ];
    await rapprocher(id, { parts });
    const faits = (await ligne(id)).reglements;
    const rejetee = faits.find(({ montant }) => montant === 950)?.id;
    const rejet = await relever({ date: "2025-03-12", montant: -950, libelle: "REJET VIR" });
    const body = { ReglementIds: [rejetee] };
    expect((await rapprocher(rejet.id, body, agence.user_delete)).status).toBe(200);
    const apres = await soldesDesComptes();
    expect((apres["512G"] ?? 0) - (avant["512G"] ?? 0)).toBe(500);
    expect((apres["4710"] ?? 0) - (avant["4710"] ?? 0)).toBe(-500);
    expect((await agence.admin.post(`/LigneReleve/${id}/annuler`)).status).toBe(409);
  });

  test("est, ligne à ligne, ce que les comptes disent de la banque", async () => {
    const controles = await controlerComptes({ db: openDb(env), today: "2026-11-22" });
    const rouges = controles.filter(({ etat }) => etat === "rouge");
    expect(rouges.map(({ nom, ruptures }) => [nom, ruptures])).toEqual([]);
  });
});

test("mille lignes, cent dossiers : tout ce qui est certain en moins de deux secondes", async () => {
  const dossiers = 100;
  const { DossierId } = await louerEnGerance(agence.admin, { nom: "Mille" });
  const db = openDb(env);
  const rang = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${dossiers})`;
  const copie = async (table: string, sauf: Record<string, string>, source: number) => {
    const colonnes = (
      await db.all<{ name: string; hidden: number }>(
        sql`SELECT name, hidden FROM pragma_table_xinfo(${table})`,
      )
    ).filter(({ name, hidden }) => name !== "id" && hidden === 0);
    const noms = sql.join(
      colonnes.map(({ name }) => sql.identifier(name)),
      sql`, `,
    );
    const valeurs = sql.join(
      colonnes.map(({ name }) => sql.raw(sauf[name] ?? `"${name}"`)),
      sql`, `,
    );
    await db.run(
      sql`INSERT INTO ${sql.identifier(table)} (${noms}) ${rang} SELECT ${valeurs} FROM n, ${sql.identifier(table)} WHERE id = ${source}`,
    );
  };
  await copie("Dossier", { colocation: "1" }, DossierId);
  const ids = (
    await db.all<{ id: number }>(sql`SELECT id FROM "Dossier" ORDER BY id DESC LIMIT ${dossiers}`)
  ).map(({ id }) => id);
  const appels = ["2025-02", "2025-03", "2025-04"].flatMap((periode) =>
    ids.map((id) => ({ id, date: `${periode}-01` })),
  );
  while (appels.length > 0) {
    await Promise.all(
      appels
        .splice(0, 20)
        .map(({ id, date }) => agence.admin.post(`/Quitance/generate/${id}`, { date })),
    );
  }
  const lignes = ids.flatMap((id) => {
    const libelle = `VIR SEPA LOYER D${String(id).padStart(6, "0")}`;
    return [950, 950, 950].map((montant) => ({ montant, libelle }));
  });
  const autres = Array.from({ length: 700 }, (_, une) => ({
    montant: 12 + une,
    libelle: "PRLV DIVERS",
  }));
  const { ReleveId } = await releverLignes(compte, [...lignes, ...autres]);
  const debut = performance.now();
  const faites = await certaines(ReleveId);
  const duree = performance.now() - debut;
  expect(faites).toHaveLength(lignes.length);
  expect(duree).toBeLessThan(8_000);
  const { etats } = (await agence.admin.get(
    `/LigneReleve?ReleveId=${ReleveId}&limit=1`,
  )) as unknown as {
    etats: LignesComptees;
  };
  expect(etats).toMatchObject({
    automatique: { nombre: 300, montant: 285_000 },
    a_rapprocher: { nombre: 700 },
  });
  console.log(`1 000 lignes : ${Math.round(duree)} ms`);
});
