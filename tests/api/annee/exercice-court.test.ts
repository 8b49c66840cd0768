import { beforeAll, describe, expect, test } from "vitest";
import { ajouterMois, aujourdhui, dansMois, nombreDeJours } from "#domain/dates.ts";
import type { LigneDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { debutFixe } from "#domain/gerance/charges/calendrier.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type { ImmeubleDetail } from "#domain/gerance/charges/immeuble-fiche.ts";
import type { SuiviRow } from "#domain/suivi/suivi.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { louerEnGerance, ouvrirCompte } from "../../support/banque/lignes-releve.ts";

const TODAY = aujourdhui(new Date());
const ANNEE = Number(TODAY.slice(0, 4)) - 1;

let agence: Agence;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
  await ouvrirCompte();
});

/**
 * A tenant of the last two years, with 140 € of charges a month, alone in a building whose exercices begin on
 * `exerciceDebut`.
 */
async function loger(exerciceDebut: string) {
  const loue = await louerEnGerance(agence.admin, {
    nom: `Exercice court ${suite++}`,
    loyerCharge: 140,
    bail: { dateEntree: `${ANNEE - 1}-01-01`, dateDebutBail: `${ANNEE - 1}-01-01` },
    mois: Array.from({ length: 24 }, (_, rang) => ajouterMois(`${ANNEE - 1}-01`, rang)),
  });
  const { data } = await agence.user.post<ImmeubleDetail>("/Immeuble/reunir", {
    AppartementIds: [loue.AppartementId],
  });
  await agence.user.put(`/Immeuble/${data.id}`, { exerciceDebut });
  const depenser = (montant: number, reste: object) =>
    creer(agence.user, "Intendance", {
      ...{ nature: "depense", AppartementId: loue.AppartementId, intitule: "Nettoyage" },
      ...{ numFacture: `N-${suite++}`, regle: true, recuperable: "R44", montant, ...reste },
    });
  const lire = (annee: number) =>
    agence.user.get<DecompteDeCharges>(`/Dossier/${loue.DossierId}/charges/${annee}`);
  const envoyer = async (annee: number) =>
    agence.user.post<{ id: number }>(`/Dossier/${loue.DossierId}/charges/${annee}/envoyer`, {
      ...{ solde: (await lire(annee)).data.solde, exigibleLe: dansMois(TODAY, 2), ailleurs: 0 },
    });
  const finir = (annee: number, au: string) =>
    agence.user.put<ImmeubleDetail>(`/Immeuble/${data.id}/exercice/${annee}`, { au });
  const liste = async (annee: number) =>
    (await agence.user.get<LigneDeLAnnee[]>(`/Charges?annee=${annee}`)).data.filter(
      ({ id, genre }) => genre === "immeuble" && id === data.id,
    );
  return { ...loue, ImmeubleId: data.id, depenser, lire, envoyer, finir, liste };
}

describe("L’exercice d’un immeuble finit plus tôt", () => {
  test("et se règle comme un autre : chaque mois, chaque facture et chaque jour y compte une fois", async () => {
    const { AppartementId, MissionId, depenser, lire, envoyer, finir, liste } =
      await loger("01-01");
    await depenser(2_000, { date: `${ANNEE - 1}-06-30` });
    await depenser(900, { date: `${ANNEE}-03-31` });
    await depenser(145, { date: `${ANNEE}-10-15`, recuperable: "R81" });
    await agence.user.post(`/Appartement/${AppartementId}/decomptes-syndic`, {
      ...{ du: `${ANNEE}-01-01`, au: `${ANNEE}-06-30` },
      lignes: [{ recuperable: "R21", montant: 300, compteur: "eauFroide" }],
    });
    for (const [date, index] of [
      [`${ANNEE}-01-01`, 10],
      [`${ANNEE}-06-30`, 40],
    ])
      await agence.user.post(`/Appartement/${AppartementId}/releves`, {
        ...{ compteur: "eauFroide", date, index },
      });
    expect((await envoyer(ANNEE - 1)).status).toBe(201);
    const coupe = await finir(ANNEE, `${ANNEE}-06-30`);
    expect([coupe.status, coupe.data.exerciceDebut]).toEqual([200, "07-01"]);

    const { data: court } = await lire(ANNEE);
    const jours = nombreDeJours(`${ANNEE}-01-01`, `${ANNEE}-06-30`);
    expect([court.exercice, court.jours, court.joursDeLAnnee]).toEqual([
      { du: `${ANNEE}-01-01`, au: `${ANNEE}-06-30` },
      ...[jours, jours],
    ]);
    expect([court.total, court.provisions, court.solde, court.provision]).toEqual([
      ...[1_200, 840, 360, null],
    ]);
    expect(court.consommations.map(({ quantite }) => quantite)).toEqual([30]);
    const { data: avant } = await lire(ANNEE - 1);
    expect([avant.exercice.au, avant.ecart]).toEqual([`${ANNEE - 1}-12-31`, null]);
    const { data: apres } = await lire(ANNEE + 1);
    expect([apres.exercice, apres.total, apres.provisions]).toEqual([
      { du: `${ANNEE}-07-01`, au: `${ANNEE + 1}-06-30` },
      ...[145, 840],
    ]);

    const echeances = async () =>
      (await agence.user.get<SuiviRow[]>(`/Suivi?MissionId=${MissionId}&limit=150`)).data.filter(
        ({ genre, quoi }) => genre === "charges" && quoi.includes(`charges ${ANNEE} `),
      );
    expect((await echeances()).map(({ date }) => date)).toEqual(
      expect.arrayContaining([`${ANNEE + 1}-12-31`]),
    );
    expect((await envoyer(ANNEE)).status).toBe(201);
    expect((await lire(ANNEE)).data.envoi?.montant).toBe(360);
    expect(await liste(ANNEE)).toMatchObject([{ annee: ANNEE, baux: 1, envoyes: 1 }]);
    expect(await echeances()).toEqual([]);
  });

  test("dans une année qui en a déjà un : l’un et l’autre se règlent, sans se confondre", async () => {
    const { DossierId, depenser, lire, envoyer, finir, liste } = await loger("07-01");
    await depenser(2_000, { date: `${ANNEE}-05-31` });
    await depenser(1_000, { date: `${ANNEE}-11-30` });
    expect((await envoyer(ANNEE)).status).toBe(201);
    const coupe = await finir(ANNEE + 1, `${ANNEE}-12-31`);
    expect([coupe.status, coupe.data.exerciceDebut]).toEqual([200, "01-01"]);

    const court = ANNEE * 100 + 12;
    const { data: lu } = await lire(court);
    expect([lu.annee, lu.exercice, lu.solde]).toEqual([
      court,
      { du: `${ANNEE}-07-01`, au: `${ANNEE}-12-31` },
      160,
    ]);
    const { data: entier } = await lire(ANNEE);
    expect([entier.exercice.au, entier.ecart, entier.suivant]).toEqual([
      `${ANNEE}-06-30`,
      null,
      court,
    ]);
    expect((await lire(ANNEE + 1)).data.exercice.du).toBe(`${ANNEE + 1}-01-01`);
    const envoye = await envoyer(court);
    expect([envoye.status, envoye.error]).toEqual([201, undefined]);
    expect(await liste(ANNEE)).toMatchObject([
      { annee: ANNEE, envoyes: 1, exercice: { au: `${ANNEE}-06-30` } },
      { annee: court, envoyes: 1, exercice: { au: `${ANNEE}-12-31` } },
    ]);
    const { data: compte } = await agence.user.get<{ lignes: { libelle: string }[] }>(
      `/Dossier/${DossierId}/compte`,
    );
    expect(JSON.stringify(compte)).toContain(`exercice 12/${ANNEE}`);
  });

  test("et une facture dont la période le dépasse y compte entière, ce que son décompte dit avant l’envoi", async () => {
    const { AppartementId, ImmeubleId, lire, finir } = await loger("01-01");
    const cle = await creer(agence.user, "CleRepartition", {
      ...{ ImmeubleId, nom: "Générale", genre: "tantiemes", total: 1000, depuis: "2020-01-01" },
      lots: [{ AppartementId, poids: 1000 }],
    });
    const depenser = (montant: number, reste: object) =>
      creer(agence.user, "DepenseImmeuble", {
        ...{ ImmeubleId, CleId: cle.id, montant, numFacture: `T-${suite++}`, ...reste },
      });
    const periode = { periodeDu: `${ANNEE - 1}-07-01`, periodeAu: `${ANNEE}-06-30` };
    const taxe = { ...periode, date: `${ANNEE}-06-30`, intitule: "TEOM", recuperable: "R81" };
    await depenser(2_400, taxe);
    await depenser(300, { ...taxe, periodeDu: `${ANNEE}-01-01`, intitule: "Six mois" });
    expect((await lire(ANNEE)).data.avertissements.join()).not.toContain("TEOM");
    await finir(ANNEE, `${ANNEE}-06-30`);
    const { data: court } = await lire(ANNEE);
    expect(court.total).toBe(2_700);
    expect(court.avertissements.filter((phrase) => phrase.includes("période"))).toEqual([
      `« TEOM » : sa période, du 01/07/${ANNEE - 1} au 30/06/${ANNEE}, dépasse cet exercice, qui la porte entière. Notez-y la part de cet exercice seule, avec ses jours, et le reste à part.`,
    ]);
    expect(court.depenses[0]).not.toHaveProperty("periode");
  });

  test("le même jour au plus tard que l’autre : ses charges se suivent et se disent faites à part", async () => {
    const { MissionId, finir } = await loger("07-01");
    expect((await finir(ANNEE, `${ANNEE - 1}-12-31`)).status).toBe(200);
    const echeances = async () =>
      (await agence.user.get<SuiviRow[]>(`/Suivi?MissionId=${MissionId}&limit=150`)).data.filter(
        ({ date, quoi }) => date === `${ANNEE}-12-31` && quoi.includes("douzièmes"),
      );
    const [une, autre, ...reste] = await echeances();
    expect([une?.quoi, autre?.quoi, reste]).toEqual([
      expect.stringContaining(`charges ${ANNEE - 1} :`),
      expect.stringContaining(`charges 12/${ANNEE - 1} :`),
      [],
    ]);
    const fait = { cle: autre?.cle, geste: "fait" };
    expect((await agence.user.post("/Suivi/geste", fait)).status).toBe(200);
    expect(await echeances()).toEqual([une]);
    await agence.user.post("/Suivi/geste", { ...fait, geste: "annuler" });
    expect(await echeances()).toEqual([une, autre]);
  });

  test("mais pas sous un décompte envoyé, ni au milieu d’un mois ; sans décompte, sa fin lui est rendue", async () => {
    const { ImmeubleId, depenser, lire, envoyer, finir } = await loger("01-01");
    const commencer = (exerciceDebut: string) =>
      agence.user.put(`/Immeuble/${ImmeubleId}`, { exerciceDebut });
    const refuse = { exerciceDebut: expect.stringContaining("changez la fin du prochain") };
    await depenser(2_000, { date: `${ANNEE - 1}-05-31` });
    const champs = async (au: string) => (await finir(ANNEE, au)).error?.fields;
    expect(await champs(`${ANNEE}-06-15`)).toEqual({
      au: expect.stringContaining("dernier jour d’un mois"),
    });
    expect(await champs(`${ANNEE - 1}-06-30`)).toEqual({
      au: expect.stringContaining("commence le"),
    });
    expect((await finir(ANNEE, `${ANNEE}-06-30`)).status).toBe(200);
    expect((await commencer("04-01")).error?.fields).toEqual(refuse);
    expect((await finir(ANNEE - 1, `${ANNEE - 1}-06-30`)).error.message).toContain(
      "exercice plus tardif",
    );
    const rendu = await finir(ANNEE, `${ANNEE}-12-31`);
    expect([rendu.status, rendu.data.exerciceDebut]).toEqual([200, "01-01"]);
    expect((await lire(ANNEE)).data.exercice.au).toBe(`${ANNEE}-12-31`);
    // The building's form moves the first day of all its exercices at once, so only before the first statement of
    // charges.
    for (const jour of ["04-01", "01-01"]) expect((await commencer(jour)).status).toBe(200);
    expect((await envoyer(ANNEE - 1)).status).toBe(201);
    expect((await commencer("04-01")).error?.fields).toEqual(refuse);
    const refus = await finir(ANNEE - 1, `${ANNEE - 1}-06-30`);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("annulez d’abord"),
    ]);
  });
});

describe("Le premier jour des exercices d’un immeuble", () => {
  test("est libre sans décompte, puis le lendemain de ce que ses décomptes règlent, et ne change plus", async () => {
    const seul = await loger("01-01");
    await seul.depenser(2_000, { date: `${ANNEE - 1}-05-31` });
    expect((await seul.envoyer(ANNEE - 1)).status).toBe(201);
    const { ImmeubleId, AppartementId } = await loger("07-01");
    const place = (AppartementIds: number[], id = ImmeubleId) =>
      agence.user.put<ImmeubleDetail>(`/Immeuble/${id}/lots`, { AppartementIds });
    const commencer = (exerciceDebut: string) =>
      agence.user.put<ImmeubleDetail>(`/Immeuble/${ImmeubleId}`, { exerciceDebut });
    const dit = async () => {
      const { data } = await agence.user.get<ImmeubleDetail>(`/Immeuble/${ImmeubleId}`);
      return [data.exerciceDebut, debutFixe(data), data.exerciceDebuts.join(" ")];
    };
    const tous = Array.from({ length: 12 }, (_, rang) => `${String(rang + 1).padStart(2, "0")}-01`);
    expect(await dit()).toEqual(["07-01", false, tous.join(" ")]);

    await place([], seul.ImmeubleId);
    expect((await place([AppartementId, seul.AppartementId])).status).toBe(200);
    expect(await dit()).toEqual(["07-01", false, "01-01"]);
    expect((await commencer("04-01")).error?.fields).toEqual({
      exerciceDebut: expect.stringContaining("finissent la veille d’un autre jour"),
    });
    expect((await commencer("07-01")).status).toBe(200);
    const rendu = await commencer("01-01");
    expect([rendu.status, debutFixe(rendu.data)]).toEqual([200, true]);
    expect(await dit()).toEqual(["01-01", true, "01-01"]);
    expect((await commencer("07-01")).error?.fields).toEqual({
      exerciceDebut: expect.stringContaining("changez la fin du prochain"),
    });
    expect((await seul.lire(ANNEE)).data.exercice).toEqual({
      du: `${ANNEE}-01-01`,
      au: `${ANNEE}-12-31`,
    });
    await seul.depenser(2_000, { date: `${ANNEE}-05-31` });
    expect((await seul.envoyer(ANNEE)).error ?? null).toBeNull();
  });

  test("ne change plus une fois qu’une fin a changé, ou que ses décomptes finissent des jours différents", async () => {
    const { ImmeubleId, AppartementId, depenser, envoyer, finir } = await loger("07-01");
    await depenser(2_000, { date: `${ANNEE}-05-31` });
    expect((await envoyer(ANNEE)).status).toBe(201);
    expect(debutFixe((await finir(ANNEE + 1, `${ANNEE}-12-31`)).data)).toBe(true);
    const autre = await loger("01-01");
    await autre.depenser(2_000, { date: `${ANNEE - 1}-05-31` });
    expect((await autre.envoyer(ANNEE - 1)).status).toBe(201);
    for (const id of [ImmeubleId, autre.ImmeubleId])
      await agence.user.put(`/Immeuble/${id}/lots`, { AppartementIds: [] });
    const { data } = await agence.user.post<ImmeubleDetail>("/Immeuble/reunir", {
      AppartementIds: [AppartementId, autre.AppartementId],
    });
    expect([debutFixe(data), data.exerciceDebuts]).toEqual([true, []]);
    const refus = await agence.user.put(`/Immeuble/${data.id}`, { exerciceDebut: "07-01" });
    expect(refus.error?.fields).toEqual({
      exerciceDebut: expect.stringContaining("a déjà ses décomptes"),
    });
  });
});
