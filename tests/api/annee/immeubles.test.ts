import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { ChargesDeLAnnee, LigneDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type {
  DepenseImmeubleRow,
  ImmeubleDetail,
  ImmeublePropose,
  ReleveVu,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  APPARTEMENT,
  creer,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import {
  louerEnGerance,
  ouvrirCompte,
  soldesDesComptes,
} from "../../support/banque/lignes-releve.ts";

const TODAY = aujourdhui(new Date());
const ANNEE = Number(TODAY.slice(0, 4)) - 1;
const TANTIEMES = [92, 85, 110, 104, 98, 88, 121, 96, 103, 103];

let agence: Agence;
let compteBancaire = 0;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compteBancaire = await ouvrirCompte();
});

/** A building and its dwellings, all at one address. */
async function construire(nombre: number, reste: object = {}) {
  const adresse = `${++suite} rue de l’Immeuble`;
  const lots: number[] = [];
  for (let rang = 0; rang < nombre; rang++) {
    const lot = await creer(agence.admin, "Appartement", {
      ...{ ...APPARTEMENT, adresse, etage: String(rang), syndicNom: rang === 0 ? "Foncia" : null },
    });
    lots.push(lot.id);
  }
  const { status, data } = await agence.user.post<ImmeubleDetail>("/Immeuble/reunir", {
    AppartementIds: lots,
  });
  expect(status).toBe(201);
  if (Object.keys(reste).length > 0)
    expect((await agence.user.put(`/Immeuble/${data.id}`, reste)).status).toBe(200);
  return { id: data.id, lots, immeuble: data };
}

async function cler(ImmeubleId: number, poids: Record<number, number>, reste: object = {}) {
  const { status, data, error } = await agence.user.post<{ id: number }>("/CleRepartition", {
    ...{ ImmeubleId, nom: `Clé ${++suite}`, genre: "tantiemes", total: 1000, depuis: "2020-01-01" },
    lots: Object.entries(poids).map(([id, part]) => ({ AppartementId: Number(id), poids: part })),
    ...reste,
  });
  expect(error ?? null).toBeNull();
  expect(status).toBe(201);
  return data.id;
}

const depenser = (ImmeubleId: number, CleId: number, montant: number, reste: object = {}) =>
  agence.user.post<{ id: number }>("/DepenseImmeuble", {
    ...{ ImmeubleId, CleId, montant, intitule: "Nettoyage", numFacture: `I-${++suite}` },
    ...{ date: `${ANNEE}-06-30`, recuperable: "R44", ...reste },
  });

const depenses = async (id: number, annee = ANNEE) =>
  (await agence.user.get<DepenseImmeubleRow[]>(`/Immeuble/${id}/depenses/${annee}`)).data;

const parts = (depense: DepenseImmeubleRow | undefined) =>
  depense?.parts.map(({ montant }) => montant);

test("29. Dix logements d’une adresse font un immeuble, et sa facture de 4 387,50 leurs dix parts", async () => {
  const { id, lots, immeuble } = await construire(10);
  expect([immeuble.nom, immeuble.syndicNom, immeuble.Lots.length, immeuble.canDelete]).toEqual([
    ...[expect.stringContaining("rue de l’Immeuble"), "Foncia", 10, false],
  ]);
  const second = await agence.user.get<{ syndicNom: string; ImmeubleId: number }>(
    `/Appartement/${lots[1]}`,
  );
  expect([second.data.syndicNom, second.data.ImmeubleId]).toEqual(["Foncia", id]);
  const CleId = await cler(
    id,
    Object.fromEntries(lots.map((lot, rang) => [lot, TANTIEMES[rang] ?? 0])),
  );
  expect((await depenser(id, CleId, 4_387.5)).status).toBe(201);
  const [depense] = await depenses(id);
  expect(parts(depense)).toEqual([
    403.65, 372.94, 482.63, 456.3, 429.97, 386.1, 530.89, 421.2, 451.91, 451.91,
  ]);
  expect(depense?.reste).toBe(0);
});

test("Trois logements d’un étage se disent par leur porte et leur locataire du jour", async () => {
  const adresse = `${++suite} rue des Portes`;
  const louerPorte = (situation: string | null, nom: string, dateFinBail: string | null = null) =>
    louer(agence.admin, {
      appartement: { adresse, etage: "1", situation },
      locataire: { nom, prenom: "Léo" },
      bail: { dateEntree: `${ANNEE}-01-01`, dateDebutBail: `${ANNEE}-01-01`, dateFinBail },
    });
  const lots = [
    await louerPorte("porte gauche", "Alba"),
    await louerPorte(null, "Brun"),
    await louerPorte(null, "Clair", `${ANNEE}-12-31`),
  ];
  const { data } = await agence.user.post<ImmeubleDetail>("/Immeuble/reunir", {
    AppartementIds: lots.map(({ AppartementId }) => AppartementId),
  });
  const lu = await agence.user.get<ChargesDeLAnnee>(`/Immeuble/${data.id}/charges/${ANNEE}`);
  expect(lu.data.lots.map(({ appartement, locataires }) => [appartement, locataires])).toEqual([
    ["1er, porte gauche", [expect.stringContaining("Alba")]],
    ["1er", [expect.stringContaining("Brun")]],
    ["1er", []],
  ]);
});

test("30. De la même facture, deux logements gérés n’ont que leurs parts : le reste n’est à personne ici", async () => {
  const { id, lots } = await construire(2);
  const [un = 0, deux = 0] = lots;
  const CleId = await cler(id, { [un]: 92, [deux]: 85 });
  await depenser(id, CleId, 4_387.5);
  const [depense] = await depenses(id);
  expect([parts(depense), depense?.reste]).toEqual([[403.65, 372.94], 3_610.91]);
  const retiree = await agence.user_delete.delete(`/CleRepartition/${CleId}`);
  expect([retiree.status, retiree.error.message]).toEqual([
    409,
    expect.stringContaining("une autre la suit"),
  ]);
  const trop = await agence.user.post("/CleRepartition", {
    ...{ ImmeubleId: id, nom: "Trop", genre: "tantiemes", total: 100, depuis: "2020-01-01" },
    lots: [{ AppartementId: un, poids: 101 }],
  });
  expect([trop.status, trop.error.fields]).toEqual([
    422,
    { total: "Les logements font 101, plus que le total de 100." },
  ]);
  const infime = await depenser(id, CleId, 0.01);
  expect([infime.status, infime.error.fields]).toEqual([
    422,
    { montant: "Aucun logement géré n’a de part dans cette dépense." },
  ]);
  const part = depense?.parts[0]?.id ?? 0;
  const changee = await agence.user.put(`/Intendance/${part}`, { montant: 1 });
  expect([changee.status, changee.error.message]).toEqual([
    409,
    expect.stringContaining("la part d’une dépense d’immeuble"),
  ]);
  expect((await agence.user_delete.delete(`/Intendance/${part}`)).status).toBe(409);
  const ecrite = { ...{ ImmeubleId: id, CleId, montant: 1_000, intitule: "Nettoyage" } };
  const corrigee = await agence.user.put(`/DepenseImmeuble/${depense?.id}`, {
    ...{ version: depense?.version },
    depense: { ...ecrite, numFacture: "I-corrigée", date: `${ANNEE}-06-30`, recuperable: "R44" },
  });
  expect(corrigee.status).toBe(200);
  expect(parts((await depenses(id))[0])).toEqual([92, 85]);
  expect((await agence.user_delete.delete(`/DepenseImmeuble/${depense?.id}`, {})).status).toBe(204);
  expect(await depenses(id)).toEqual([]);
});

test("Les parts d’une dépense s’approuvent, se paient et s’annulent ensemble, chacune de son mandat", async () => {
  const un = await louerEnGerance(agence.admin, { nom: "Part1", mois: [`${ANNEE}-01`] });
  const deux = await louerEnGerance(agence.admin, { nom: "Part2", mois: [`${ANNEE}-01`] });
  for (const { DossierId } of [un, deux])
    await agence.user.post("/Reglement", {
      ...{ DossierId, montant: 950, date: TODAY, mode: "virement" },
      CompteBancaireId: compteBancaire,
    });
  const AppartementIds = [un.AppartementId, deux.AppartementId];
  const { data } = await agence.user.post<ImmeubleDetail>("/Immeuble/reunir", { AppartementIds });
  const CleId = await cler(
    data.id,
    { [un.AppartementId]: 1, [deux.AppartementId]: 2 },
    {
      ...{ genre: "parts", total: 3 },
    },
  );
  const fournisseur = await creer(agence.user, "Fournisseur", { nom: "Propre SARL" });
  await depenser(data.id, CleId, 150, { payePar: "agence", FournisseurId: fournisseur.id });
  const [depense] = await depenses(data.id);
  const premiere = depense?.parts[0]?.id ?? 0;
  const avant = await soldesDesComptes();
  const approuvee = await agence.user.post("/Intendance/bon-a-payer", { ids: [premiere] });
  expect(approuvee.error ?? null).toBeNull();
  const payee = await agence.user.post("/Intendance/payer", {
    ...{ ids: [premiere], date: TODAY, CompteBancaireId: compteBancaire },
  });
  expect(payee.error ?? null).toBeNull();
  expect((await depenses(data.id))[0]?.parts.map(({ montant, regle }) => [montant, regle])).toEqual(
    [
      [50, true],
      [100, true],
    ],
  );
  const apres = await soldesDesComptes();
  expect((apres["512G"] ?? 0) - (avant["512G"] ?? 0)).toBe(-150);
  const annulee = await agence.user_delete.post(`/Intendance/${premiere}/annuler-paiement`, {
    motif: "Erreur",
  });
  expect(annulee.error ?? null).toBeNull();
  expect((await depenses(data.id))[0]?.parts.every(({ regle }) => !regle)).toBe(true);
  expect((await soldesDesComptes())["512G"]).toBe(avant["512G"]);
});

test("L’exercice de l’immeuble, ses clés et ses compteurs font le décompte du locataire, qui dit comment", async () => {
  const loue = await louerEnGerance(agence.admin, {
    ...{ nom: "Exercice", loyerCharge: 0 },
    bail: { dateEntree: `${ANNEE - 2}-01-01`, dateDebutBail: `${ANNEE - 2}-01-01` },
  });
  const { data } = await agence.user.post<ImmeubleDetail>("/Immeuble/reunir", {
    AppartementIds: [loue.AppartementId],
  });
  await agence.user.put(`/Immeuble/${data.id}`, { exerciceDebut: "07-01" });
  const tantiemes = await cler(data.id, { [loue.AppartementId]: 92 });
  const compteur = await cler(
    data.id,
    { [loue.AppartementId]: 50_000 },
    {
      ...{ genre: "compteur", total: 1_957_000 },
    },
  );
  await depenser(data.id, tantiemes, 4_387.5, { date: `${ANNEE - 1}-09-30` });
  await depenser(data.id, tantiemes, 999, { date: `${ANNEE}-07-01` });
  const eau = { recuperable: "R21", compteur: "eauFroide", periodeAu: `${ANNEE}-06-30` };
  await depenser(data.id, compteur, 9_812.37, { date: `${ANNEE}-09-15`, ...eau });
  for (const [date, index] of [
    [`${ANNEE - 1}-07-01`, 41],
    [`${ANNEE}-06-30`, 91],
  ]) {
    const releve = { compteur: "eauFroide", numero: "A", date, index };
    const note = await agence.user.post(`/Appartement/${loue.AppartementId}/releves`, releve);
    expect(note.status).toBe(201);
  }
  const recule = await agence.user.post(`/Appartement/${loue.AppartementId}/releves`, {
    ...{ compteur: "eauFroide", numero: "A", date: `${ANNEE}-09-01`, index: 90 },
  });
  expect(recule.error.fields).toEqual({ index: expect.stringContaining("il ne recule pas") });
  const aVenir = await agence.user.post(`/Appartement/${loue.AppartementId}/releves`, {
    ...{ compteur: "eauFroide", numero: "A", date: ajouterJours(TODAY, 1), index: 99 },
  });
  expect(aVenir.error.fields).toEqual({ date: expect.stringContaining("à venir") });
  const { data: lu } = await agence.user.get<DecompteDeCharges>(
    `/Dossier/${loue.DossierId}/charges/${ANNEE}`,
  );
  expect([lu.exercice, lu.joursDeLAnnee, lu.total]).toEqual([
    { du: `${ANNEE - 1}-07-01`, au: `${ANNEE}-06-30` },
    ...[365, 654.35],
  ]);
  expect(lu.lignes.map(({ code, compteur: par, montant }) => [code, par, montant])).toEqual([
    ["R21", "eauFroide", 250.7],
    ["R44", null, 403.65],
  ]);
  expect(lu.depenses.map(({ calcul }) => calcul)).toContainEqual(
    expect.stringMatching(/^4\u00A0387,50\u00A0×\u00A092\/1000, Clé/),
  );
  const annee = await agence.user.get<ChargesDeLAnnee>(`/Immeuble/${data.id}/charges/${ANNEE}`);
  expect(annee.data.lots).toEqual([
    expect.objectContaining({ recuperable: 654.35, proprietaire: 0, joursVides: 0, forfaits: [] }),
  ]);
  expect(annee.data.lots[0]?.baux[0]?.decompte.solde).toBe(654.35);
  expect(annee.data.manques).toEqual([expect.stringContaining("ordures ménagères")]);
  const liste = await agence.user.get<LigneDeLAnnee[]>(`/Charges?annee=${ANNEE}`);
  expect(liste.data.find(({ id, genre }) => genre === "immeuble" && id === data.id)).toMatchObject({
    ...{ lots: 1, baux: 1, envoyes: 0, recuperable: 654.35 },
  });
  const releves = await agence.user.get<ReleveVu[]>(`/Appartement/${loue.AppartementId}/releves`);
  expect(releves.data.map(({ index }) => index)).toEqual([41, 91]);
});

test("Le décompte du syndic d’un logement seul en donne les charges, sans toucher les comptes", async () => {
  const loue = await louerEnGerance(agence.admin, {
    ...{ nom: "Syndic", loyerCharge: 0 },
    bail: { dateEntree: `${ANNEE}-01-01`, dateDebutBail: `${ANNEE}-01-01` },
  });
  const avant = await soldesDesComptes();
  const chemin = `/Appartement/${loue.AppartementId}/decomptes-syndic`;
  const dit = {
    ...{ du: `${ANNEE}-01-01`, au: `${ANNEE}-12-31` },
    lignes: [
      { recuperable: "R11", montant: 357 },
      { recuperable: "R91", montant: 828 },
    ],
  };
  const note = await agence.user.post<{ id: number }>(chemin, dit);
  expect(note.status).toBe(201);
  expect((await agence.user.post(chemin, dit)).status).toBe(409);
  const lire = () =>
    agence.user.get<DecompteDeCharges>(`/Dossier/${loue.DossierId}/charges/${ANNEE}`);
  const { data } = await lire();
  expect([data.total, data.avertissements]).toEqual([1_185, []]);
  expect(await soldesDesComptes()).toEqual(avant);
  expect((await agence.user_delete.delete(`/DecompteSyndic/${note.data.id}`)).status).toBe(204);
  expect((await lire()).data.total).toBe(0);
});

test("Une adresse de plusieurs logements se propose, jusqu’à ce qu’un immeuble les réunisse", async () => {
  const adresse = "7 place des Propositions";
  const ids: number[] = [];
  for (const etage of ["1", "2"])
    ids.push((await creer(agence.admin, "Appartement", { ...APPARTEMENT, adresse, etage })).id);
  const proposees = async () =>
    (await agence.user.get<ImmeublePropose[]>("/Immeuble/propositions")).data.filter(
      (propose) => propose.adresse === adresse,
    );
  expect(await proposees()).toEqual([expect.objectContaining({ AppartementIds: ids })]);
  const { data } = await agence.user.post<ImmeubleDetail>("/Immeuble/reunir", {
    AppartementIds: ids,
  });
  expect(await proposees()).toEqual([]);
  const seul = await agence.user.put<ImmeubleDetail>(`/Immeuble/${data.id}/lots`, {
    AppartementIds: [ids[0]],
  });
  expect(seul.data.Lots.map(({ id }) => id)).toEqual([ids[0]]);
  const supprime = await agence.user_delete.delete(`/Immeuble/${data.id}`, {});
  expect(supprime.status).toBe(204);
  const [reste] = await openDb(env).all<{ ImmeubleId: number | null }>(
    sql`SELECT "ImmeubleId" FROM "Appartement" WHERE id = ${ids[0]}`,
  );
  expect(reste?.ImmeubleId).toBeNull();
});

test("Une dépense se partage par la clé de son jour, et n’est pas datée d’un jour à venir", async () => {
  const { id, lots } = await construire(1);
  const nom = `Clé datée ${++suite}`;
  const ancienne = await cler(id, { [lots[0] ?? 0]: 92 }, { nom });
  const suivante = await cler(id, { [lots[0] ?? 0]: 95 }, { nom, depuis: `${ANNEE}-07-01` });
  const champs = async (CleId: number, reste: object = {}) =>
    (await depenser(id, CleId, 100, reste)).error?.fields;
  expect(await champs(suivante)).toEqual({
    CleId: expect.stringContaining(`ne vaut que depuis le 01/07/${ANNEE}`),
  });
  expect(await champs(ancienne, { date: `${ANNEE}-07-01` })).toEqual({
    CleId: expect.stringContaining("la suit depuis le"),
  });
  expect(await champs(suivante, { date: ajouterJours(TODAY, 1) })).toEqual({
    date: expect.stringContaining("à venir"),
  });
  expect((await depenser(id, ancienne, 100)).status).toBe(201);
  expect((await depenser(id, suivante, 100, { periodeAu: `${ANNEE}-12-31` })).status).toBe(201);
});

test("Un logement ne quitte pas son immeuble pendant qu’une clé lui donne sa part", async () => {
  const { id, lots } = await construire(2);
  const [reste = 0, part = 0] = lots;
  const poids = { [reste]: 500, [part]: 500 };
  const [depart, cle] = await Promise.all([
    agence.user.put(`/Immeuble/${id}/lots`, { AppartementIds: [reste] }),
    agence.user.post("/CleRepartition", {
      ...{ ImmeubleId: id, nom: "Parts", genre: "tantiemes", total: 1000, depuis: "2020-01-01" },
      lots: Object.entries(poids).map(([lot, sien]) => ({ AppartementId: +lot, poids: sien })),
    }),
  ]);
  expect([depart.status, cle.status].filter((status) => status >= 400)).toHaveLength(1);
});

test("Le logement d’un autre immeuble se refuse au champ des logements, et la liste n’offre que les siens et les seuls", async () => {
  const { id, lots } = await construire(1);
  const voisin = await construire(1);
  const seul = await creer(agence.admin, "Appartement", {
    ...{ ...APPARTEMENT, adresse: `${suite} rue de l’Immeuble` },
  });
  const offerts = await agence.user.get<{ id: number }[]>(`/Appartement?pourImmeubleId=${id}`);
  const ids = offerts.data.map((logement) => logement.id);
  expect(ids).toEqual(expect.arrayContaining([...lots, seul.id]));
  expect(ids).not.toContain(voisin.lots[0]);
  const refus = await agence.user.put(`/Immeuble/${id}/lots`, {
    AppartementIds: [...lots, ...voisin.lots],
  });
  expect([refus.status, refus.error.fields]).toEqual([
    409,
    { AppartementIds: "Un de ces logements est dans un autre immeuble." },
  ]);
  await cler(id, { [lots[0] ?? 0]: 500 });
  const depart = await agence.user.put(`/Immeuble/${id}/lots`, { AppartementIds: [] });
  expect([depart.status, depart.error.fields]).toEqual([
    409,
    { AppartementIds: expect.stringContaining("reste dans son immeuble") },
  ]);
  // When two people change the dwellings from the same version, the second change is refused.
  const { version } = (await agence.user.get<ImmeubleDetail>(`/Immeuble/${id}`)).data;
  const deux = await Promise.all(
    [[...lots, seul.id], lots].map((AppartementIds) =>
      agence.user.put(`/Immeuble/${id}/lots`, { AppartementIds, version }),
    ),
  );
  expect(deux.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(deux.find(({ status }) => status === 409)?.error.message).toBe(
    "Cette fiche a été modifiée entre-temps.",
  );
});
