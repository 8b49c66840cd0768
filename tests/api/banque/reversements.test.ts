import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { EtatDeRapprochement } from "#domain/gerance/livres/etat-rapprochement.ts";
import type { Pointe } from "#domain/gerance/livres/pointe.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import type { ApportRow } from "#domain/gerance/reversements/apport.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type {
  ApercuReversement,
  ReversementDetail,
  ReversementRow,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { lireExport } from "../../support/agence/indivision.ts";
import { ibanDe } from "../../support/banque/iban.ts";
import {
  delaiPasse,
  ecrire,
  IBAN_AGENCE,
  IBAN_DURAND,
  IBAN_GERANCE,
  mandater,
  ouvrirCompte,
  rendreCompte,
  rouges,
  secondAdministrateur,
} from "../../support/banque/reversements.ts";
import type { Api } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const TODAY = aujourdhui(new Date());
const JOUR = jourTarget(ajouterJours(TODAY, 1));
const PAUL = {
  nom: "Durand",
  prenom: "Paul",
  num: 60,
  den: 100,
  iban: IBAN_DURAND,
  titulaire: "DURAND PAUL",
};
const ANNE = {
  nom: "Durand",
  prenom: "Anne",
  num: 40,
  den: 100,
  iban: IBAN_GERANCE,
  titulaire: "DURAND ANNE",
};
const MOIS = "2026-10";

let agence: Agence;
let compte: number;
let durand: { MissionId: number; ClientIds: number[] };
let compteRendu: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
  durand = await mandater(agence, [PAUL, ANNE]);
  compteRendu = await rendreCompte(durand, {
    mois: MOIS,
    parts: [51_747, 34_498],
    honoraires: 12_180,
    reste: 30_000,
    compte,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const preparer = (CompteRenduIds: number[], corps: object = {}, api: Api = agence.admin) =>
  api.post<ReversementDetail & { ecartes: { raison: string }[] }>("/Reversement", {
    CompteRenduIds,
    dateExecution: JOUR,
    ...corps,
  });
const geste = (id: number, quoi: string, corps?: object, api: Api = agence.admin) =>
  api.post<ReversementDetail>(`/Reversement/${id}/${quoi}`, corps);
const apercu = async (question = "") =>
  (await agence.user.get<ApercuReversement>(`/Reversement/apercu${question}`)).data;
const telecharger = (id: number, api: Api = agence.admin) =>
  api.fetch(`/api/Reversement/${id}/sepa`);
const regler = (nom: string, valeur: string) =>
  db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES (${nom}, ${valeur})`);
const soldes = async (MissionId = durand.MissionId) => {
  const soldesLus = await db.all<{ genre: string; solde: number }>(sql`
    SELECT genre, sum(credit - debit) AS solde FROM "Ligne" WHERE genre = '512G' OR genre = '4680' OR de = ${MissionId}
    GROUP BY genre ORDER BY genre`);
  return Object.fromEntries(soldesLus.map(({ genre, solde }) => [genre, solde]));
};

describe("Un lot de reversements", () => {
  it("vire à chaque mandant sa part, une fois, et devient le fichier que la banque attend", async () => {
    const { status, data: lot } = await preparer([compteRendu]);
    expect([status, lot.etat, lot.montant, lot.ecartes]).toEqual([201, "valide", 862.45, []]);
    expect(lot.numero).toBe(`REV-${TODAY.slice(0, 7)}-0001`);
    const numero = String(durand.MissionId).padStart(6, "0");
    expect(lot.virements.map(({ reference, montant, iban }) => [reference, montant, iban])).toEqual(
      [
        [`M${numero}-${MOIS}-01`, 517.47, "FR14 •••• •••• •••• 2606"],
        [`M${numero}-${MOIS}-02`, 344.98, "FR76 •••• •••• •••• 0189"],
      ],
    );
    expect(await soldes()).toMatchObject({ 4670: 30_000, 4672: 0, "512G": -42_180 });

    const reponse = await telecharger(lot.id);
    expect(reponse.headers.get("Content-Disposition")).toContain(`${lot.numero}.xml`);
    const fichier = await reponse.text();
    for (const dit of [
      `<MsgId>${lot.numero}</MsgId>`,
      "<NbOfTxs>2</NbOfTxs><CtrlSum>862.45</CtrlSum>",
      `<ReqdExctnDt><Dt>${JOUR}</Dt></ReqdExctnDt>`,
      "<Dbtr><Nm>CABINET EXEMPLE GERANCE</Nm></Dbtr>",
      `<IBAN>${IBAN_DURAND}</IBAN>`,
      `<Ustrd>GERANCE OCT 2026 MANDAT ${numero}</Ustrd>`,
    ]) {
      expect(fichier).toContain(dit);
    }
    // The bank gets the same file, even after the name of the agency or of the account changes.
    await db.run(sql`UPDATE "Variable" SET valeur = 'AUTRE' WHERE nom = 'agenceNom'`);
    await agence.admin.put(`/CompteBancaire/${compte}`, { titulaire: "AUTRE", bic: "BNPAFRPP" });
    expect(await (await telecharger(lot.id)).text()).toBe(fichier);
    const notes = await db.all(
      sql`SELECT id FROM "SecurityEvent" WHERE evenement = 'export' AND details ->> 'entite' = 'Reversement'`,
    );
    expect(notes).toHaveLength(2);
    expect((await agence.admin.get<ReversementDetail>(`/Reversement/${lot.id}`)).data.etat).toBe(
      "telecharge",
    );
    expect(await rouges()).toEqual([]);
  });

  it("ne paie pas deux fois le même compte : le second nomme le lot du premier", async () => {
    const { data: lot } = await preparer([compteRendu]);
    const encore = await preparer([compteRendu]);
    expect([encore.status, encore.error.message]).toEqual([
      409,
      expect.stringContaining(lot.numero),
    ]);
    expect((await apercu()).parts).toEqual([]);
    const [dit] = (await apercu(`?ids=${compteRendu}`)).parts;
    expect(dit?.bloque).toBe(`Déjà dans le lot ${lot.numero}.`);
  });

  it("préparé deux fois au même instant, l’est une fois, entier", async () => {
    const faits = await Promise.all(Array.from({ length: 4 }, () => preparer([compteRendu])));
    expect(faits.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const gagne = faits.find(({ status }) => status === 201)?.data.numero ?? "";
    for (const { status, error } of faits)
      if (status === 409) expect(error.message).toContain(gagne);
    expect(await soldes()).toMatchObject({ 4672: 0 });
    expect(await rouges()).toEqual([]);
  });

  it("part un jour où les banques règlent, à venir, préparé par l’administration seule", async () => {
    const refus = async (corps: object) =>
      Object.keys((await preparer([compteRendu], corps)).error.fields ?? {});
    expect(await refus({ dateExecution: ajouterJours(TODAY, -1) })).toEqual(["dateExecution"]);
    expect(await refus({ dateExecution: "2026-12-25" })).toEqual(["dateExecution"]);
    expect((await preparer([], {})).error.fields).toHaveProperty("CompteRenduIds");
    expect((await preparer([compteRendu], {}, agence.user_delete)).status).toBe(403);
    expect((await preparer([999])).status).toBe(409);
    expect(await soldes()).toMatchObject({ 4672: 86_245 });
  });

  it("au-delà d’une somme, attend un autre administrateur que celui qui l’a préparé", async () => {
    await regler("seuilReversement", "862.44");
    const seconde = await secondAdministrateur(agence);
    expect((await apercu()).secondePersonne).toBe(true);
    const { data: lot } = await preparer([compteRendu]);
    expect([lot.etat, lot.mien]).toEqual(["a_valider", true]);
    expect(await soldes()).toMatchObject({ 4672: 86_245 });
    expect((await telecharger(lot.id)).status).toBe(409);
    expect((await geste(lot.id, "valider")).status).toBe(409);
    expect((await geste(lot.id, "valider", undefined, agence.user_delete)).status).toBe(403);
    const faits = await Promise.all([1, 2].map(() => geste(lot.id, "valider", undefined, seconde)));
    expect(faits.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await soldes()).toMatchObject({ 4672: 0 });
    expect((await telecharger(lot.id)).status).toBe(200);
    expect(await rouges()).toEqual([]);
  });

  it("n’est pas validé d’un compte créé ou réinitialisé depuis qu’il est préparé, mais l’est s’il est préparé à nouveau", async () => {
    await regler("seuilReversement", "862.44");
    const { data: lot } = await preparer([compteRendu]);
    const seconde = await secondAdministrateur(agence);
    const refus = await geste(lot.id, "valider", undefined, seconde);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      "Votre compte a changé depuis que ce lot est préparé : annulez-le, et qu’il soit préparé à nouveau.",
    ]);
    expect(await soldes()).toMatchObject({ 4672: 86_245 });
    await geste(lot.id, "annuler", { motif: "Compte trop jeune" });
    const { data: refait } = await preparer([compteRendu]);
    expect((await geste(refait.id, "valider", undefined, seconde)).status).toBe(200);
    expect(await soldes()).toMatchObject({ 4672: 0 });
  });

  it("en petits lots, attend aussi : ce que son auteur a fait partir seul depuis un jour compte avec lui", async () => {
    await regler("seuilReversement", "1000");
    const seconde = await secondAdministrateur(agence);
    const autre = await mandater(agence, [{ ...PAUL, nom: "Blanc", num: 1, den: 1 }]);
    const petit = await rendreCompte(autre, { mois: MOIS, parts: [20_000], compte });
    const { data: annule } = await preparer([compteRendu]);
    await geste(annule.id, "annuler", { motif: "Erreur de date" });
    const { data: premier } = await preparer([compteRendu]);
    expect(premier.etat).toBe("valide");
    expect((await apercu()).secondePersonne).toBe(false);
    const vu = await agence.admin.get<ApercuReversement>("/Reversement/apercu");
    expect(vu.data.secondePersonne).toBe(true);
    const { data: second } = await preparer([petit]);
    expect(second.etat).toBe("a_valider");
    await geste(second.id, "annuler", { motif: "Autre auteur" });
    expect((await preparer([petit], {}, seconde)).data.etat).toBe("valide");
  });

  it("validé plus tard, est contrôlé à nouveau : un compte débiteur depuis le retient", async () => {
    await regler("seuilReversement", "0");
    const seconde = await secondAdministrateur(agence);
    const { data: lot } = await preparer([compteRendu]);
    await ecrire(
      "rejet",
      durand.MissionId,
      [
        ["4670", durand.MissionId, 95_000, 0],
        ["512G", compte, 0, 95_000],
      ],
      { date: TODAY },
    );
    const refus = await geste(lot.id, "valider", undefined, seconde);
    expect([refus.status, refus.error.message]).toEqual([409, expect.stringContaining("débiteur")]);
    expect((await geste(lot.id, "annuler", { motif: "Compte débiteur" })).data.etat).toBe("annule");
    expect(await soldes()).toMatchObject({ 4672: 86_245 });
  });

  it("annulé avant que la banque l’ait, rend ses sommes ; après, ne l’est plus", async () => {
    const { data: lot } = await preparer([compteRendu]);
    expect((await geste(lot.id, "annuler", {})).status).toBe(422);
    expect((await geste(lot.id, "annuler", { motif: "Erreur de date" })).data).toMatchObject({
      etat: "annule",
      motif: "Erreur de date",
    });
    expect(await soldes()).toMatchObject({ 4672: 86_245, "512G": -128_425 });
    expect((await telecharger(lot.id)).status).toBe(409);
    const { data: autre } = await preparer([compteRendu]);
    expect(autre.virements.map(({ reference }) => reference.slice(-2))).toEqual(["03", "04"]);
    await telecharger(autre.id);
    expect((await geste(autre.id, "annuler", { motif: "Trop tard" })).status).toBe(409);
    expect(await rouges()).toEqual([]);
  });

  it("dont la banque refuse un virement, le rend à reverser, par un autre", async () => {
    const { data: lot } = await preparer([compteRendu]);
    const [paul] = lot.virements;
    const rejeter = () =>
      agence.admin.post<ReversementDetail>(`/Virement/${paul?.id}/rejeter`, {
        motif: "Compte clos",
      });
    expect((await rejeter()).status).toBe(409);
    await telecharger(lot.id);
    const recettes = () => lireExport(agence, `recettes.csv?du=2026-01-01&au=${TODAY}`);
    const recues = await recettes();
    const { data } = await rejeter();
    // The money that the bank returns for the refused transfer is not counted as received a second time.
    expect(await recettes()).toEqual(recues);
    expect(data.virements[0]).toMatchObject({ etat: "rejete", motif: "Compte clos" });
    expect((await rejeter()).status).toBe(409);
    expect(await soldes()).toMatchObject({ 4672: 51_747 });
    const [due, autre] = (await apercu()).parts;
    expect([due?.montant, due?.bloque, autre]).toEqual([517.47, null, undefined]);
    expect(due?.avertissements[0]).toContain("La banque a déjà refusé ce virement");
    const { data: suivant } = await preparer([compteRendu]);
    expect(suivant.montant).toBe(517.47);
    expect(await rouges()).toEqual([]);
  });

  it("que la banque refuse des jours après, n’avait pas quitté les fonds détenus que dit la pointe", async () => {
    await delaiPasse();
    const debut = ajouterJours(TODAY, -6);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${debut}T09:00:00Z`) });
    const dateExecution = jourTarget(ajouterJours(debut, 1));
    const { data: lot } = await preparer([compteRendu], { dateExecution });
    await telecharger(lot.id);
    vi.useRealTimers();
    await agence.admin.post(`/Virement/${lot.virements[0]?.id}/rejeter`, { motif: "Compte clos" });
    const { data } = await agence.admin.get<Pointe>(
      `/Export/pointe?du=${ajouterJours(debut, -1)}&au=${TODAY}`,
    );
    // Only Anne's transfer went out: 344,98 € of the 1 162,45 € held.
    expect([...new Set(data.jours.map(({ montant }) => montant))]).toEqual([1162.45, 817.47]);
  });

  it("paie aussi les honoraires de l’agence, sur son propre compte", async () => {
    expect((await preparer([compteRendu], { honoraires: true })).error.fields).toHaveProperty(
      "honoraires",
    );
    await ouvrirCompte(agence, {
      nom: "Agence",
      titulaire: null,
      iban: IBAN_AGENCE,
      bic: null,
      usage: "agence",
    });
    expect((await apercu()).honoraires).toBe(121.8);
    const { data: lot } = await preparer([], { honoraires: true });
    expect(lot.virements).toMatchObject([
      {
        reference: `${lot.numero}-HON`,
        montant: 121.8,
        titulaire: "CABINET EXEMPLE",
        mandat: null,
      },
    ]);
    expect(await soldes()).toMatchObject({ 4680: 0, "411H": 0, "512G": -116_245 });
    expect((await preparer([], { honoraires: true })).status).toBe(409);
    expect(await (await telecharger(lot.id)).text()).toContain(`<IBAN>${IBAN_AGENCE}</IBAN>`);
    expect(await rouges()).toEqual([]);
  });

  it("n’en paie que ce qui reste une fois chacun servi, et dit ce qui attend ; rien, tant que l’agence n’a pas comblé le reste", async () => {
    await ouvrirCompte(agence, { nom: "Agence", iban: IBAN_AGENCE, usage: "agence" });
    const autre = await mandater(agence, [{ ...PAUL, nom: "Blanc", num: 1, den: 1 }]);
    const perdre = (cle: string, montant: number) =>
      ecrire(
        cle,
        autre.MissionId,
        [
          ["4670", autre.MissionId, montant, 0],
          ["512G", compte, 0, montant],
        ],
        { date: TODAY },
      );
    await perdre("rejet", 4_180);
    expect(await apercu("?honoraires=true")).toMatchObject({
      honoraires: 80,
      honorairesRestants: expect.stringContaining("41,80"),
      refus: null,
    });
    await perdre("autre rejet", 8_100);
    const refus = await preparer([], { honoraires: true });
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("l’agence doit d’abord les apporter"),
    ]);
    await ecrire(
      "retour",
      autre.MissionId,
      [
        ["512G", compte, 8_100, 0],
        ["4670", autre.MissionId, 0, 8_100],
      ],
      { date: TODAY },
    );
    await regler("seuilReversement", "0");
    const seconde = await secondAdministrateur(agence);
    const { data: lot } = await preparer([compteRendu], { honoraires: true });
    expect([lot.etat, lot.montant]).toEqual(["a_valider", 942.45]);
    // Fees that wait in a batch are offered to no other batch.
    expect((await apercu()).honoraires).toBe(0);
    expect((await preparer([], { honoraires: true })).status).toBe(409);
    expect((await geste(lot.id, "valider", undefined, seconde)).status).toBe(200);
    expect(await soldes()).toMatchObject({ 4680: 4_180, 4672: 0 });
    expect(await rouges()).toEqual([expect.stringContaining("écart de −41,80")]);
  });

  it("n’envoie d’honoraires à un compte qui n’en a jamais reçu qu’à deux, là où l’agence le demande", async () => {
    await ouvrirCompte(agence, {
      nom: "Agence",
      titulaire: null,
      iban: IBAN_AGENCE,
      bic: null,
      usage: "agence",
    });
    const seconde = await secondAdministrateur(agence);
    await regler("deuxPersonnes", "true");
    expect((await apercu("?honoraires=true")).secondePersonne).toBe(true);
    const { data: lot } = await preparer([], { honoraires: true });
    expect(lot.etat).toBe("a_valider");
    expect((await geste(lot.id, "valider")).status).toBe(409);
    expect((await geste(lot.id, "valider", undefined, seconde)).status).toBe(200);
    await telecharger(lot.id);
    const suivant = await rendreCompte(durand, {
      mois: "2026-11",
      parts: [1_000],
      honoraires: 500,
      compte,
    });
    expect((await preparer([suivant], { honoraires: true })).data.etat).toBe("valide");
  });

  it("se liste et s’exporte, à qui lit les comptes", async () => {
    await preparer([compteRendu]);
    const { data, total } = await agence.user.get<ReversementRow[]>("/Reversement?page=1");
    expect([total, data[0]?.nombre, data[0]?.compte]).toEqual([1, 2, "Gérance"]);
    const csv = await (await agence.user.fetch("/api/Reversement.csv")).text();
    expect(csv).toContain("862,45");
    expect((await agence.admin.delete(`/Reversement/${data[0]?.id}`)).status).toBe(404);
  });
});

describe("Le contrôle d’un reversement", () => {
  it("laisse de côté qui n’a pas d’IBAN et le mandat débiteur, les nomme, et paie les autres", async () => {
    const seul = await mandater(agence, [{ nom: "Roux", num: 1, den: 1 }]);
    const sansIban = await rendreCompte(seul, { mois: MOIS, parts: [10_000], compte });
    const autre = await mandater(agence, [{ ...PAUL, nom: "Blanc", num: 1, den: 1 }]);
    const debiteur = await rendreCompte(autre, { mois: MOIS, parts: [20_000], compte });
    await ecrire(
      "rejet",
      autre.MissionId,
      [
        ["4670", autre.MissionId, 57_020, 0],
        ["512G", compte, 0, 57_020],
      ],
      { date: TODAY },
    );
    const tout = await preparer([compteRendu, sansIban, debiteur]);
    // One mandate is overdrawn by more than the agency's own fees: the other mandates would pay for it.
    expect([tout.status, tout.error.message]).toEqual([
      409,
      expect.stringContaining("Il manque 448,40"),
    ]);
    await ecrire(
      "apport",
      autre.MissionId,
      [
        ["512G", compte, 44_840, 0],
        ["4551", null, 0, 44_840],
      ],
      { date: TODAY },
    );
    const { data: lot } = await preparer([compteRendu, sansIban, debiteur]);
    expect(lot.montant).toBe(862.45);
    expect(lot.ecartes.map(({ raison }) => raison)).toEqual([
      expect.stringContaining("n’a pas d’IBAN"),
      expect.stringContaining("débiteur de 570,20"),
    ]);
  });

  it("refuse un compte hors de la zone SEPA, ou hors de l’Espace économique européen sans BIC", async () => {
    const [ClientId] = durand.ClientIds;
    const changer = (iban: string, plus = {}) =>
      agence.admin.post(`/Mission/${durand.MissionId}/coordonnees`, {
        ClientId,
        iban,
        titulaire: "DURAND PAUL",
        ...plus,
      });
    for (const [pays, signes] of [
      ["TN", 24],
      ["XX", 22],
      ["BE", 17],
    ] as const) {
      const { status, error } = await changer(ibanDe(pays, signes));
      expect([pays, status, Object.keys(error.fields ?? {})]).toEqual([pays, 422, ["iban"]]);
    }
    const { status, error } = await changer(ibanDe("GB", 22));
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ["bic"]]);
    expect(await db.all(sql`SELECT id FROM "CoordonneesBancaires"`)).toHaveLength(2);
  });

  it("n’envoie rien à un IBAN qui vient de changer avant la fin de son délai", async () => {
    const [ClientId] = durand.ClientIds;
    await agence.admin.post(`/Mission/${durand.MissionId}/coordonnees`, {
      ClientId,
      iban: IBAN_AGENCE,
      titulaire: "DURAND PAUL",
    });
    const { parts, total, ecarte } = await apercu();
    expect([total, ecarte, parts[0]?.bloque]).toEqual([
      344.98,
      517.47,
      expect.stringContaining("délai de sécurité"),
    ]);
    expect((await preparer([compteRendu])).data.montant).toBe(344.98);
  });

  it("ne prend jamais plus que ce que le compte a, ni que ce qui est à d’autres", async () => {
    await ecrire(
      "retrait",
      durand.MissionId,
      [
        ["401", 7, 60_000, 0],
        ["512G", compte, 0, 60_000],
      ],
      { date: TODAY },
    );
    const refus = await preparer([compteRendu]);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("n’a que 684,25"),
    ]);
    expect((await apercu()).refus).toContain("684,25");
  });

  it("dit ce qu’il faut regarder avant de payer", async () => {
    await db.run(sql`DROP TRIGGER "CompteRendu_fige"`);
    await db.run(sql`UPDATE "CompteRendu" SET contenu = json_set(contenu, '$.situation', json('[{"resteDu":360}]'),
      '$.detailDepenses', json('[{"piece":null},{"piece":"F-1"}]'))`);
    const [part, sienne] = (await apercu()).parts;
    // The IBAN entered for Anne is the agency's own.
    expect(sienne?.avertissements[0]).toContain("qu’un compte de l’agence");
    expect(part?.avertissements).toEqual([
      "Les locataires du mandat devaient encore 360,00\u00a0€.",
      "Une dépense de ce compte n’a pas de pièce.",
    ]);
    expect([part?.jour, part?.bloque]).toEqual(["2026-11-10", null]);
  });
});

describe("Un apport de l’agence", () => {
  const CLE = "5f3c1c1e-6a55-4c7e-9d3e-0d6f2b8a1c11";
  const apporter = (corps: object = {}, api: Api = agence.admin) =>
    api.post<ApportRow>("/Apport", { montant: 448.4, date: TODAY, cle: CLE, ...corps });
  const reprendre = (id: number | undefined) =>
    agence.admin.post<ApportRow>(`/Apport/${id}/reprendre`);
  let autre: number;

  beforeEach(async () => {
    await db.run(
      sql`INSERT INTO "Reprise" (debut, etat, lignes) VALUES ('2026-01-01', 'signee', '[]')`,
    );
    ({ MissionId: autre } = await mandater(agence, [{ ...PAUL, nom: "Blanc", num: 1, den: 1 }]));
    await ecrire(
      "rejet",
      autre,
      [
        ["4670", autre, 57_020, 0],
        ["512G", compte, 0, 57_020],
      ],
      { date: TODAY },
    );
  });

  it("comble ce qui manque aux autres, une fois, et se reprend quand personne n’en manque", async () => {
    const refus = await preparer([compteRendu]);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("n’a que 714,05"),
    ]);
    const faits = await Promise.all([apporter(), apporter()]);
    expect(faits.map(({ status }) => status)).toEqual([201, 201]);
    const [fait] = faits;
    expect(fait?.data).toMatchObject({ montant: 448.4, compte: "Gérance", reprisLe: null });
    expect((await agence.user.get<ApportRow[]>("/Apport")).data).toHaveLength(1);
    expect(await soldes()).toMatchObject({ "512G": -116_245 });
    expect((await preparer([compteRendu])).status).toBe(201);

    const retenu = await reprendre(fait?.data.id);
    expect([retenu.status, retenu.error.message]).toEqual([
      409,
      expect.stringContaining("n’a que 300,00"),
    ]);
    await ecrire(
      "loyer",
      autre,
      [
        ["512G", compte, 57_020, 0],
        ["4670", autre, 0, 57_020],
      ],
      { date: TODAY },
    );
    const repris = await Promise.all([reprendre(fait?.data.id), reprendre(fait?.data.id)]);
    expect(repris.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await agence.user.get<ApportRow[]>("/Apport")).data[0]?.reprisLe).toBe(TODAY);
    expect(await rouges()).toEqual([]);
    expect(
      await db.all(sql`SELECT e.libelle FROM "Ecriture" e WHERE e."annuleId" = ${fait?.data.id}`),
    ).toEqual([{ libelle: "Apport de l’agence repris" }]);
  });

  it("est de l’administration seule, d’un jour où les comptes sont tenus, et attend sa ligne de relevé", async () => {
    expect((await apporter({}, agence.user_delete)).status).toBe(403);
    const refus = async (corps: object) => {
      const { status, error } = await apporter(corps);
      return [status, ...Object.keys(error?.fields ?? {})];
    };
    expect(await refus({ montant: 0 })).toEqual([422, "montant"]);
    expect(await refus({ date: ajouterJours(TODAY, 1) })).toEqual([422, "date"]);
    expect(await refus({ date: "1999-12-31" })).toEqual([422, "date"]);
    expect((await reprendre(999)).status).toBe(404);
    await db.run(sql`INSERT INTO "Releve" (id, "CompteBancaireId", format, nom, empreinte, du, au, "ancienSolde", "nouveauSolde", connues)
      VALUES (9, ${compte}, 'cfonb', 'releve', 'essai 9', ${TODAY}, ${TODAY}, 0, 0, 0)`);
    const etat = async () =>
      (await agence.user.get<EtatDeRapprochement>(`/CompteBancaire/${compte}/rapprochement`)).data;
    const avant = await etat();
    expect((await apporter()).status).toBe(201);
    const apres = await etat();
    expect([
      (apres?.nonPointes.montant ?? 0) - (avant?.nonPointes.montant ?? 0),
      (apres?.ecart ?? 0) - (avant?.ecart ?? 0),
    ]).toEqual([expect.closeTo(448.4, 2), expect.closeTo(0, 2)]);
  });
});

describe("Un reversement sur le relevé de la banque", () => {
  let lot: ReversementDetail;

  /** A statement of these lines: label, amount in cents. */
  const relever = async (lignes: [string, number][], numero = 1) => {
    await db.run(sql`INSERT INTO "Releve" (id, "CompteBancaireId", format, nom, empreinte, du, au, connues)
      VALUES (${numero}, ${compte}, 'cfonb', 'releve', ${`essai ${numero}`}, ${TODAY}, ${TODAY}, 0)`);
    for (const [rang, [libelle, montant]] of lignes.entries()) {
      await db.run(sql`INSERT INTO "LigneReleve" ("ReleveId", "CompteBancaireId", date, montant, libelle, rejet, cle)
        VALUES (${numero}, ${compte}, ${TODAY}, ${montant}, ${libelle}, 0, ${`${numero} ${rang}`})`);
    }
  };
  const lignes = async () =>
    (await agence.user.get<LigneProposee[]>("/LigneReleve?page=1&sort=id")).data;
  const certaines = async () =>
    (await agence.user.post<{ lignes: number[] }>("/LigneReleve/certaines", {})).data.lignes;
  const passes = async () =>
    (await agence.user.get<ReversementDetail>(`/Reversement/${lot.id}`)).data.passes;
  const nonPointes = async () =>
    (await agence.user.get<EtatDeRapprochement>(`/CompteBancaire/${compte}/rapprochement`)).data
      ?.nonPointes.montant;

  beforeEach(async () => {
    await db.run(
      sql`INSERT INTO "Reprise" (debut, etat, lignes) VALUES ('2026-01-01', 'signee', '[]')`,
    );
    ({ data: lot } = await preparer([compteRendu]));
    await telecharger(lot.id);
  });

  it("s’y retrouve de lui-même par son identifiant, virement par virement, et se reprend", async () => {
    const [paul, anne] = lot.virements.map(({ reference }) => reference);
    await relever([
      [`VIR SEPA EMIS ${paul}`, -51_747],
      [`VIR SEPA EMIS ${anne}`, -34_400],
    ]);
    expect(await certaines()).toHaveLength(1);
    expect(await passes()).toBe(1);
    const [premiere, seconde] = await lignes();
    expect(premiere).toMatchObject({
      etat: "rapprochee",
      automatique: true,
      virements: [{ reference: paul }],
    });
    expect(seconde?.propositions.map(({ genre, VirementIds }) => [genre, VirementIds])).toEqual([
      ["reversement", undefined],
    ]);
    expect((await agence.admin.post(`/LigneReleve/${premiere?.id}/annuler`, {})).status).toBe(200);
    expect(await passes()).toBe(0);
    expect(await certaines()).toHaveLength(1);
    expect((await rouges()).filter((controle) => !controle.includes("solde au"))).toEqual([]);
  });

  it("s’y propose par son montant seul, en une ligne ou plusieurs virements, et rien d’autre n’y suffit", async () => {
    await relever([["VIREMENTS DU JOUR", -86_245]]);
    expect(await certaines()).toEqual([]);
    const [proposee] = await lignes();
    expect(proposee?.propositions[0]).toMatchObject({ genre: "reversement", score: "B" });
    const VirementIds = proposee?.propositions[0]?.VirementIds ?? [];
    const fausse = await agence.user.post(`/LigneReleve/${proposee?.id}/rapprocher`, {
      VirementIds: VirementIds.slice(1),
    });
    expect(fausse.error.fields).toHaveProperty("VirementIds");
    const lie = await agence.user.post(`/LigneReleve/${proposee?.id}/rapprocher`, { VirementIds });
    expect(lie.status).toBe(200);
    expect(await passes()).toBe(2);
    expect(await rouges()).toEqual([]);
  });

  it("que la banque rend, dans un fichier que rien ne prouve, se propose comme tel, et sa somme est de nouveau à reverser", async () => {
    const [paul] = lot.virements.map(({ reference }) => reference);
    await relever([[`REMISE ${lot.numero}`, -86_245]]);
    await certaines();
    await relever([[`RETOUR VIR ${paul} AC04`, 51_747]], 2);
    await db.run(sql`UPDATE "LigneReleve" SET prouvee = 0 WHERE "ReleveId" = 2`);
    expect(await certaines()).toEqual([]);
    const rendue = (await lignes()).find(({ montant }) => montant > 0);
    expect(rendue?.propositions[0]).toMatchObject({ genre: "reversement_rendu", score: "A" });
    const VirementIds = rendue?.propositions[0]?.VirementIds;
    const lier = (api: Api) => api.post(`/LigneReleve/${rendue?.id}/rapprocher`, { VirementIds });
    expect((await lier(agence.user)).status).toBe(403);
    expect((await lier(agence.admin)).status).toBe(200);
    expect((await lier(agence.admin)).status).toBe(409);
    expect((await agence.admin.post(`/LigneReleve/${rendue?.id}/annuler`, {})).status).toBe(409);
    expect((await apercu()).parts.map(({ montant }) => montant)).toEqual([517.47]);
    expect(await soldes()).toMatchObject({ 4672: 51_747 });
    expect(await rouges()).toEqual([]);
  });

  it("que le relevé montre fait ne se rejette pas à la main ; ni aucun sans un mot de passe récent", async () => {
    const [paul, anne] = lot.virements;
    await relever([[`VIR SEPA EMIS ${paul?.reference}`, -51_747]]);
    expect(await certaines()).toHaveLength(1);
    const rejeter = (id: number | undefined) =>
      agence.admin.post(`/Virement/${id}/rejeter`, { motif: "Compte clos" });
    const refus = await rejeter(paul?.id);
    expect([refus.status, refus.error.message]).toEqual([409, expect.stringContaining("rend")]);
    expect(await soldes()).toMatchObject({ 4672: 0 });
    await db.run(sql`UPDATE "Session" SET "confirmedAt" = '2026-01-01T00:00:00.000Z'`);
    expect((await rejeter(anne?.id)).error.code).toBe("confirmation");
  });

  it("attend dans l’état de rapprochement tant que la banque ne l’a pas fait", async () => {
    await db.run(sql`INSERT INTO "Releve" (id, "CompteBancaireId", format, nom, empreinte, du, au, "ancienSolde", "nouveauSolde", connues)
      VALUES (9, ${compte}, 'cfonb', 'releve', 'essai 9', ${TODAY}, ${TODAY}, 0, 0, 0)`);
    const avant = await nonPointes();
    await relever([[`REMISE ${lot.numero}`, -86_245]]);
    await certaines();
    expect((await nonPointes()) ?? 0).toBeCloseTo((avant ?? 0) + 862.45, 2);
  });
});
