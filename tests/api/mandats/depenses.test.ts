import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { EtatDeRapprochement } from "#domain/gerance/livres/etat-rapprochement.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import type { IntendanceDetail, IntendanceRow } from "#domain/missions/intendance.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  louerEnGerance,
  ouvrirCompte,
  releverLignes,
  soldesDesComptes,
} from "../../support/banque/lignes-releve.ts";
import { envoyer, fichier, PDF } from "../../support/fichiers/televersements.ts";

const db = openDb(env);
const TODAY = aujourdhui(new Date());
const HIER = ajouterJours(TODAY, -1);

let agence: Agence;
let plombier: number;
let compte: number;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte();
  ({ id: plombier } = await creer(agence.user, "Fournisseur", { nom: "Plomberie X" }));
});

/** A dwelling whose rents go, by default, to the agency: the account of its owner then holds 950 €. */
async function loger(fonds: "agence" | "proprietaire" = "agence") {
  const loue = await louerEnGerance(agence.admin, {
    nom: `Locataire${suite++}`,
    fonds,
    mois: ["2026-10"],
  });
  await agence.user.post("/Reglement", {
    DossierId: loue.DossierId,
    date: HIER,
    montant: 950,
    mode: "virement",
  });
  return loue;
}

const noter = (AppartementId: number, dit: object = {}) =>
  creer<IntendanceDetail>(agence.user, "Intendance", {
    nature: "depense",
    AppartementId,
    intitule: "Fuite cuisine",
    montant: 132,
    numFacture: "F-7781",
    date: HIER,
    tva: 10,
    FournisseurId: plombier,
    natureFiscale: "travaux",
    payePar: "agence",
    ...dit,
  });

const lire = async (id: number) =>
  (await agence.user.get<IntendanceDetail>(`/Intendance/${id}`)).data;
const bon = (...ids: number[]) => agence.user.post("/Intendance/bon-a-payer", { ids });
const payer = (ids: number[], dit: object = {}) =>
  agence.user.post("/Intendance/payer", { ids, date: TODAY, ...dit });

const duMandat = async (MissionId: number) => {
  const [row] = await db.all<{ solde: number }>(
    sql`SELECT coalesce(sum(credit - debit), 0) / 100.0 AS solde FROM "Ligne" WHERE genre = '4670' AND mandat = ${MissionId}`,
  );
  return row?.solde;
};

const rouges = async () =>
  (await agence.admin.get<Controle[]>("/Controle")).data
    .filter(({ nom, etat }) => etat === "rouge" && /^(I\d|Comptes|Quittances et)/.test(nom))
    .map(({ nom, ruptures }) => [nom, ruptures]);

test("Notée, bon à payer, payée : elle quitte le compte du mandant et la banque, à son jour", async () => {
  const { AppartementId, MissionId } = await loger();
  const depense = await noter(AppartementId, { recuperable: "R91" });
  expect(depense).toMatchObject({
    etat: "notee",
    tauxRecuperable: 75,
    Fournisseur: { id: plombier, nom: "Plomberie X" },
  });
  const tropRecuperee = await agence.user.put(`/Intendance/${depense.id}`, { tauxRecuperable: 76 });
  expect([tropRecuperee.status, tropRecuperee.error.fields]).toEqual([
    422,
    { tauxRecuperable: "De cette charge, 75 % au plus sont récupérables." },
  ]);
  expect((await payer([depense.id])).error.message).toBe(
    "Donnez d’abord son bon à payer à cette dépense.",
  );
  expect((await bon(depense.id)).status).toBe(200);
  expect(await lire(depense.id)).toMatchObject({ etat: "bon_a_payer", bonAPayerLe: TODAY });
  const banque = (await soldesDesComptes())["512G"] ?? 0;
  expect((await payer([depense.id], { date: HIER, mode: "Cheque" })).status).toBe(200);
  expect(await lire(depense.id)).toMatchObject({
    etat: "payee",
    regle: true,
    mode: "Cheque",
    payeeLe: HIER,
    canDelete: false,
  });
  expect(await duMandat(MissionId)).toBe(818);
  expect((await soldesDesComptes())["512G"]).toBeCloseTo(banque - 132, 2);
  expect((await soldesDesComptes())["401"]).toBeUndefined();
  const ecritures = await db.all(sql`
    SELECT e.journal, e.date, e.piece, l.genre, l.de, l.debit, l.credit FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id
    WHERE e.cle LIKE ${`depense ${depense.id} %`} ORDER BY l.id`);
  const ecriture = { journal: "DEP", date: HIER, piece: "F-7781" };
  expect(ecritures).toEqual([
    { ...ecriture, genre: "4670", de: MissionId, debit: 13200, credit: 0 },
    { ...ecriture, genre: "401", de: plombier, debit: 0, credit: 13200 },
    { ...ecriture, genre: "401", de: plombier, debit: 13200, credit: 0 },
    { ...ecriture, genre: "512G", de: compte, debit: 0, credit: 13200 },
  ]);
  expect(await rouges()).toEqual([]);
});

test("D’un jour où un compte fermé depuis était ouvert, elle n’a pas quitté le compte suivant : la ligne du premier la montre", async () => {
  const { AppartementId } = await loger();
  const [tue, dite] = [
    await noter(AppartementId, { montant: 60, numFacture: "F-60" }),
    await noter(AppartementId, { montant: 61, numFacture: "F-61" }),
  ];
  await bon(tue.id, dite.id);
  const suivant = await ouvrirCompte();
  const fermer = (jour: string | null) =>
    db.run(sql`UPDATE "CompteBancaire" SET "fermeLe" = ${jour} WHERE id = ${compte}`);
  await fermer(HIER);
  expect((await payer([tue.id], { date: HIER })).status).toBe(200);
  expect((await payer([dite.id], { date: HIER, CompteBancaireId: compte })).status).toBe(200);
  const { ids } = await releverLignes(
    compte,
    [-60, -61].map((montant) => ({ date: HIER, montant, libelle: "VIR PLOMBERIE X" })),
  );
  for (const [rang, depense] of [tue, dite].entries()) {
    const { status, error } = await agence.user.post(`/LigneReleve/${ids[rang]}/rapprocher`, {
      DepenseIds: [depense.id],
    });
    expect([status, error]).toEqual([200, undefined]);
  }
  const partis = await db.all(sql`
    SELECT l.de, sum(l.credit) AS credit FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
    WHERE l.genre = '512G' AND (e.cle LIKE ${`depense ${tue.id} %`} OR e.cle LIKE ${`depense ${dite.id} %`}) GROUP BY l.de`);
  expect(partis).toEqual([
    { de: null, credit: 6_000 },
    { de: compte, credit: 6_100 },
  ]);
  await fermer(null);
  await db.run(sql`DELETE FROM "CompteBancaire" WHERE id = ${suivant}`);
});

test("Au-dessus du seuil du mandat, elle attend l’accord du propriétaire", async () => {
  const { AppartementId } = await loger();
  const depense = await noter(AppartementId, { montant: 310 });
  const attendues = await agence.user.get<IntendanceRow[]>(
    `/Intendance?suivi=accord_manquant&AppartementId=${AppartementId}`,
  );
  expect(attendues.data.map(({ id, accordManquant }) => [id, accordManquant])).toEqual([
    [depense.id, true],
  ]);
  const refus = await bon(depense.id);
  expect([refus.status, refus.error.message]).toEqual([
    409,
    expect.stringMatching(/^Au-dessus de 150,00\s€, le mandat demande l’accord du propriétaire/u),
  ]);
  const direct = await agence.user.put(`/Intendance/${depense.id}`, { bonAPayerLe: TODAY });
  expect([direct.status, Object.keys(direct.error.fields ?? {})]).toEqual([409, ["bonAPayerLe"]]);
  const demain = { accordLe: ajouterJours(TODAY, 1), bonAPayerLe: TODAY };
  expect((await agence.user.put(`/Intendance/${depense.id}`, demain)).status).toBe(422);
  await agence.user.put(`/Intendance/${depense.id}`, { accordLe: HIER });
  expect((await bon(depense.id)).status).toBe(200);
  expect((await bon(depense.id)).status).toBe(200);
});

test("Une dépense ne dépasse pas ce que tient le compte du mandat, même à plusieurs", async () => {
  const { AppartementId, MissionId } = await loger();
  const accordee = { accordLe: HIER };
  const une = await noter(AppartementId, { ...accordee, montant: 900, intitule: "Toiture" });
  const autre = await noter(AppartementId, { ...accordee, montant: 100, intitule: "Serrure" });
  await bon(une.id, autre.id);
  const refus = await payer([une.id, autre.id]);
  expect([refus.status, refus.error.message]).toEqual([
    409,
    expect.stringMatching(/^Serrure : Il manque 50,00\s€ sur le compte de ce mandat/u),
  ]);
  expect(await duMandat(MissionId)).toBe(950);
  expect((await lire(une.id)).etat).toBe("bon_a_payer");
  expect((await payer([une.id])).status).toBe(200);
  const seule = await agence.user.put(`/Intendance/${autre.id}`, { regle: true });
  expect([seule.status, seule.error.message]).toEqual([
    409,
    expect.stringMatching(/^Il manque 50,00\s€/u),
  ]);
  expect(await duMandat(MissionId)).toBe(50);
  // The rent came in yesterday: the expense cannot be paid from it on an earlier date.
  const { AppartementId: ailleurs } = await loger();
  const ancienne = await noter(ailleurs, { montant: 20 });
  await bon(ancienne.id);
  expect((await payer([ancienne.id], { date: ajouterJours(TODAY, -9) })).status).toBe(409);
  expect((await payer([ancienne.id], { date: ajouterJours(TODAY, 1) })).status).toBe(422);
  expect(await rouges()).toEqual([]);
});

test("Payée deux fois à la fois, elle l’est une ; réglée d’un clic, elle l’est de même", async () => {
  const { AppartementId, MissionId } = await loger();
  const { id } = await noter(AppartementId);
  await bon(id);
  const reponses = await Promise.all([
    payer([id]),
    agence.admin.post("/Intendance/payer", { ids: [id], date: TODAY }),
    agence.user.put(`/Intendance/${id}`, { regle: true }),
  ]);
  const refus = reponses.filter(({ status }) => status !== 200);
  expect(refus.every(({ status }) => status === 409)).toBe(true);
  expect(await duMandat(MissionId)).toBe(818);
  const clic = await noter(AppartementId);
  await bon(clic.id);
  expect((await agence.user.put(`/Intendance/${clic.id}`, { regle: true })).status).toBe(200);
  expect(await duMandat(MissionId)).toBe(686);
  const sansBon = await noter(AppartementId);
  expect((await agence.user.put(`/Intendance/${sansBon.id}`, { regle: true })).status).toBe(200);
  expect(await lire(sansBon.id)).toMatchObject({ etat: "payee", bonAPayerLe: TODAY });
  expect(await duMandat(MissionId)).toBe(554);
  const haute = await noter(AppartementId, { montant: 500 });
  const refusee = await agence.user.put(`/Intendance/${haute.id}`, { regle: true });
  expect([refusee.status, (await lire(haute.id)).etat]).toEqual([409, "notee"]);
  expect(await rouges()).toEqual([]);
});

test("Ajoutée déjà réglée, elle est bonne à payer et payée d’un geste, ou rien n’en reste", async () => {
  const { AppartementId, MissionId } = await loger();
  const depense = {
    nature: "depense",
    AppartementId,
    date: HIER,
    intitule: "Serrure",
    montant: 100,
    numFacture: "F-12",
    FournisseurId: plombier,
    payePar: "agence",
    regle: true,
  };
  const combien = async () =>
    (await db.all<{ nombre: number }>(sql`SELECT count(*) AS nombre FROM "Intendance"`))[0]?.nombre;
  const avant = (await combien()) ?? 0;
  const ajouter = (dit: object) => agence.user.post<IntendanceDetail>("/Intendance", dit);
  const ajoutees = await Promise.all([1, 2, 3].map(() => ajouter(depense)));
  expect(ajoutees.map(({ status }) => status)).toEqual([201, 201, 201]);
  for (const { data } of ajoutees) {
    const lue = await lire(data.id);
    expect(lue).toMatchObject({ etat: "payee", regle: true, bonAPayerLe: TODAY, payeeLe: TODAY });
  }
  expect([await duMandat(MissionId), await combien()]).toEqual([650, avant + 3]);
  const refus = await Promise.all([
    ajouter({ ...depense, montant: 500 }),
    ajouter({ ...depense, accordLe: HIER, montant: 700 }),
    ajouter({ ...depense, FournisseurId: null }),
  ]);
  expect(refus.map(({ status, error }) => [status, error.message])).toEqual([
    [409, expect.stringContaining("accord")],
    [409, expect.stringContaining("Il manque 50,00")],
    [409, expect.stringContaining("quel fournisseur")],
  ]);
  expect([await duMandat(MissionId), await combien()]).toEqual([650, avant + 3]);
  expect(await rouges()).toEqual([]);
});

test("Payée, elle ne change plus ; son paiement s’annule, et ses écritures avec lui", async () => {
  const { AppartementId, MissionId } = await loger();
  const { id } = await noter(AppartementId);
  await bon(id);
  await payer([id]);
  for (const change of [{ montant: 12 }, { FournisseurId: null }, { numFacture: "F-1" }]) {
    const refus = await agence.user.put(`/Intendance/${id}`, change);
    expect([refus.status, refus.error.fields]).toEqual([
      409,
      { [Object.keys(change)[0] ?? ""]: expect.stringContaining("annulez son paiement") },
    ]);
  }
  expect((await agence.user.put(`/Intendance/${id}`, { natureFiscale: "assurance" })).status).toBe(
    200,
  );
  expect((await agence.user.put(`/Intendance/${id}`, { regle: false })).data).toMatchObject({
    etat: "bon_a_payer",
    payeeLe: null,
  });
  expect(await duMandat(MissionId)).toBe(950);
  expect((await agence.admin.delete(`/Intendance/${id}`)).error.message).toContain("écritures");
  await payer([id]);

  // The payment of an expense that an account reports is cancelled only with a reason.
  const [ligne] = await db.all<{
    id: number;
  }>(sql`SELECT l.id FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
    WHERE e.cle LIKE ${`depense ${id} %`} AND l.genre = '4670' AND e."annuleId" IS NULL ORDER BY l.id DESC LIMIT 1`);
  await db.run(
    sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au) VALUES (${MissionId}, '2026-11', '2026-11-01', '2026-11-30')`,
  );
  await db.run(
    sql`INSERT INTO "CompteRenduLigne" ("LigneId", "CompteRenduId") SELECT ${ligne?.id}, max(id) FROM "CompteRendu"`,
  );
  const dit = await agence.user.put(`/Intendance/${id}`, { regle: false });
  expect([dit.status, dit.error.message]).toEqual([409, expect.stringContaining("compte rendu")]);
  const annuler = (par: Agence["user"]) =>
    par.post<IntendanceDetail>(`/Intendance/${id}/annuler-paiement`, {
      motif: "Facturé deux fois",
    });
  expect((await annuler(agence.user)).status).toBe(403);
  expect((await annuler(agence.user_delete)).data.etat).toBe("bon_a_payer");
  expect((await annuler(agence.user_delete)).status).toBe(409);
  expect(await duMandat(MissionId)).toBe(950);
  expect(await rouges()).toEqual([]);
});

test("Celle que paie le propriétaire, ou dont personne n’a rien dit, n’entre pas dans les comptes", async () => {
  const { AppartementId, MissionId } = await loger();
  const avant = await soldesDesComptes();
  const simple = await creer<IntendanceDetail>(agence.user, "Intendance", {
    nature: "depense",
    AppartementId,
    intitule: "Serrure",
    montant: 5000,
    numFacture: 12,
    regle: true,
  });
  expect(simple).toMatchObject({ etat: "payee", payePar: null, payeeLe: null });
  const parLeBailleur = await noter(AppartementId, {
    payePar: "bailleur",
    regle: true,
    montant: 4000,
  });
  expect(parLeBailleur.etat).toBe("payee");
  expect(
    (await agence.user.put(`/Intendance/${simple.id}`, { regle: false, montant: 1 })).status,
  ).toBe(200);
  expect(await soldesDesComptes()).toEqual(avant);
  expect((await bon(simple.id)).error.message).toContain("ce que l’agence paie");
  expect(await duMandat(MissionId)).toBe(950);

  const directe = await loger("proprietaire");
  const { id } = await noter(directe.AppartementId, { FournisseurId: null });
  await bon(id);
  expect((await payer([id])).error.message).toContain("quel fournisseur");
  await agence.user.put(`/Intendance/${id}`, { FournisseurId: plombier });
  expect((await payer([id])).error.message).toContain("son propriétaire paie lui-même");
  const depense = { ...simple, regle: false, payePar: "agence", bonAPayerLe: TODAY };
  const { nature, intitule, montant, numFacture, payePar, regle, bonAPayerLe } = depense;
  const creation = { nature, AppartementId, intitule, montant, numFacture, payePar, regle };
  const bonne = await agence.user.post("/Intendance", { ...creation, bonAPayerLe });
  expect(bonne.error.fields).toHaveProperty("bonAPayerLe");
  const directement = { ...creation, payePar: "bailleur", regle: true, bonAPayerLe };
  const dite = await agence.user.post("/Intendance", directement);
  expect(dite.error.fields).toHaveProperty("bonAPayerLe");
  const mission = { nature: "mission", AppartementId, payePar: "agence" };
  expect((await agence.user.post("/Intendance", mission)).error.fields).toEqual({
    payePar: "Seule une dépense en dit autant.",
  });
});

test("Payée et pas encore au relevé, elle est de ce que la banque n’a pas montré", async () => {
  const { AppartementId } = await loger();
  await db.run(sql`
    INSERT INTO "Releve" ("CompteBancaireId", format, nom, empreinte, connues, du, au, "ancienSolde", "nouveauSolde")
    VALUES (${compte}, 'cfonb', 'releve.txt', 'essai des dépenses', 0, '2026-11-01', '2026-11-30', 0, 0)`);
  const etat = async () =>
    (await agence.user.get<EtatDeRapprochement>(`/CompteBancaire/${compte}/rapprochement`)).data;
  const avant = await etat();
  const { id } = await noter(AppartementId);
  await bon(id);
  await payer([id]);
  const apres = await etat();
  expect(apres.ecart).toBe(avant.ecart);
  expect(apres.nonPointes.nombre).toBe(avant.nonPointes.nombre + 1);
  expect(apres.nonPointes.montant).toBeCloseTo(avant.nonPointes.montant - 132, 2);
  await agence.user.put(`/Intendance/${id}`, { regle: false });
  expect(await etat()).toEqual(avant);
});

test("Sa facture est jointe, remplacée, et gardée", async () => {
  const { AppartementId } = await loger();
  const { id } = await noter(AppartementId);
  const sansFacture = async () =>
    (
      await agence.user.get<IntendanceRow[]>(
        `/Intendance?suivi=sans_facture&AppartementId=${AppartementId}`,
      )
    ).data.length;
  expect(await sansFacture()).toBe(1);
  for (const _ of [1, 2]) {
    const pose = await envoyer<IntendanceDetail>(
      agence.user,
      `/Intendance/${id}`,
      [{ ...fichier(PDF), champ: "facture" }],
      { methode: "PUT" },
    );
    expect(pose.data.facture).toBeTruthy();
  }
  expect(await lire(id)).toMatchObject({ remplaces: 1, canDelete: false });
  expect(await sansFacture()).toBe(0);
  const refus = await agence.admin.delete(`/Intendance/${id}`);
  expect([refus.status, refus.error.message]).toEqual([
    409,
    expect.stringContaining("une facture jointe"),
  ]);
});

test("La ligne du relevé qui la paie lui est proposée, la montre payée, et se reprend d’un geste", async () => {
  const { AppartementId } = await loger();
  const { id: vitrier } = await creer(agence.user, "Fournisseur", { nom: "Vitrerie Dupuis" });
  const fuite = await noter(AppartementId, { montant: 132.4 });
  const carreau = await noter(AppartementId, {
    montant: 67.6,
    numFacture: "V-12",
    FournisseurId: vitrier,
  });
  const joint = await noter(AppartementId, { montant: 20, FournisseurId: vitrier });
  const { ids } = await releverLignes(compte, [
    { date: TODAY, montant: -132.4, libelle: "VIR SEPA PLOMBERIE X" },
    { date: TODAY, montant: -87.6, libelle: "CHQ 0004521" },
    { date: TODAY, montant: -67.6, libelle: "PRLV EDF" },
  ]);
  const [nommee = 0, cheque = 0, autre = 0] = ids;
  const ligne = async (lue: number) =>
    (await agence.user.get<LigneProposee>(`/LigneReleve/${lue}`)).data;
  const rapprocher = (lue: number, ...DepenseIds: number[]) =>
    agence.user.post<LigneProposee>(`/LigneReleve/${lue}/rapprocher`, { DepenseIds });
  expect((await ligne(nommee)).propositions).toEqual([]);
  expect((await rapprocher(nommee, fuite.id)).status).toBe(404);
  await bon(fuite.id, carreau.id, joint.id);
  await payer([fuite.id, carreau.id, joint.id], { date: HIER });

  const proposee = (await ligne(nommee)).propositions;
  expect(proposee).toMatchObject([{ genre: "depense", score: "A", DepenseIds: [fuite.id] }]);
  expect(proposee[0]?.raison).toContain("Plomberie X, facture F-7781");
  expect((await ligne(cheque)).propositions).toMatchObject([
    { genre: "depense", score: "B", DepenseIds: [carreau.id, joint.id] },
  ]);

  const etat = async () =>
    (await agence.user.get<EtatDeRapprochement>(`/CompteBancaire/${compte}/rapprochement`)).data;
  const avant = await etat();
  expect((await rapprocher(cheque, carreau.id)).error.fields).toHaveProperty("DepenseIds");
  const faits = await Promise.all([1, 2].map(() => rapprocher(nommee, fuite.id)));
  expect(faits.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await rapprocher(cheque, carreau.id, joint.id)).data).toMatchObject({
    etat: "rapprochee",
    depenses: [
      { id: carreau.id, fournisseur: "Vitrerie Dupuis", montant: 67.6 },
      { id: joint.id, montant: 20 },
    ],
  });
  expect((await rapprocher(autre, carreau.id)).status).toBe(409);
  const apres = await etat();
  expect(apres.nonPointes.nombre).toBe(avant.nonPointes.nombre - 3);
  expect(apres.nonPointes.montant).toBeCloseTo(avant.nonPointes.montant + 220, 2);
  expect(apres.ecart).toBe(avant.ecart);
  const banque = async () => (await rouges()).filter(([nom]) => String(nom).startsWith("I10"));
  const enBanque = JSON.stringify(await banque());
  expect(enBanque).not.toMatch(new RegExp(`Ligne (?:${nommee}|${cheque}) `));

  // A payment that the bank shows is cancelled only together with its statement line.
  const annuler = () =>
    agence.user_delete.post(`/Intendance/${fuite.id}/annuler-paiement`, {
      motif: "Payée deux fois",
    });
  expect((await annuler()).status).toBe(409);
  expect((await agence.user.put(`/Intendance/${fuite.id}`, { regle: false })).status).toBe(409);
  expect((await agence.user.post(`/LigneReleve/${nommee}/annuler`, {})).status).toBe(200);
  expect((await ligne(nommee)).propositions[0]?.DepenseIds).toEqual([fuite.id]);
  expect((await annuler()).status).toBe(200);
  expect(await lire(fuite.id)).toMatchObject({ regle: false });
});

test("Payée avant qu’aucun compte soit noté, elle est de celui de sa ligne, quand il y en a deux depuis", async () => {
  const { AppartementId } = await loger();
  const serrure = await noter(AppartementId, { montant: 43.21, numFacture: "S-9" });
  await bon(serrure.id);
  await db.run(sql`UPDATE "CompteBancaire" SET "usage" = 'agence'`);
  expect((await payer([serrure.id])).status).toBe(200);
  await db.run(sql`UPDATE "CompteBancaire" SET "usage" = 'gerance'`);
  const second = await ouvrirCompte();
  const {
    ids: [id = 0],
  } = await releverLignes(second, [{ date: TODAY, montant: -43.21, libelle: "VIR PLOMBERIE X" }]);
  const ligne = (await agence.user.get<LigneProposee>(`/LigneReleve/${id}`)).data;
  expect(ligne.propositions).toMatchObject([{ genre: "depense", DepenseIds: [serrure.id] }]);
  const lie = await agence.user.post<LigneProposee>(`/LigneReleve/${id}/rapprocher`, {
    DepenseIds: [serrure.id],
  });
  expect([lie.status, lie.data.etat]).toEqual([200, "rapprochee"]);
});
