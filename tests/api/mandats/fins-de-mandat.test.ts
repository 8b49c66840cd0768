import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ajouterJours, ajouterMois, aujourdhui, jourEnLettres, moisDe } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import type { FinDeMandatDetail } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { ReversementDetail } from "#domain/gerance/reversements/reversement-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  delaiPasse,
  IBAN_AGENCE,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rouges,
} from "../../support/banque/reversements.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const db = openDb(env);
const today = aujourdhui(new Date());
const JOUR = jourTarget(ajouterJours(today, 1));

let agence: Agence;
let compte: number;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
  await ouvrirCompte(agence, { nom: "Agence", usage: "agence", iban: IBAN_AGENCE });
});

interface Lot {
  DossierId: number;
  AppartementId: number;
  MissionId: number;
}

/**
 * A dwelling under a mandate: 850,00 € of rent, 100,00 € of charges, 850,00 € of deposit held by the agency by
 * default.
 */
async function louerSousMandat({ paye = 950, avance = 0, depot = 850 } = {}): Promise<Lot> {
  const lot = await louer(agence.admin, {
    bail: { loyerHC: 850, loyerCharge: 100, depotGarantie: depot },
  });
  const { MissionId } = await mandater(agence, [
    { nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND PAUL" },
  ]);
  await delaiPasse();
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
  const sien = { ...lot, MissionId };
  if (depot > 0) {
    await agence.user.post(`/Dossier/${lot.DossierId}/appel`, {
      nature: "depot",
      montant: depot,
      exigibleLe: today,
    });
    await encaisser(sien, depot);
  }
  await agence.user.post(`/Quitance/generate/${lot.DossierId}`, { date: `${moisDe(today)}-01` });
  if (paye + avance > 0) await encaisser(sien, paye + avance);
  return sien;
}

async function encaisser({ DossierId }: Lot, montant: number) {
  const { status, error } = await agence.user.post("/Reglement", {
    ...{ DossierId, date: today, montant, mode: "virement", payeur: "locataire" },
    CompteBancaireId: compte,
  });
  expect([status, error]).toEqual([201, undefined]);
}

/** A payment received by the owner or by his next manager: it names no bank account of the agency. */
async function encaisserHorsAgence({ DossierId }: Lot, montant: number) {
  const { status, error } = await agence.user.post("/Reglement", {
    ...{ DossierId, date: today, montant, mode: "virement", payeur: "locataire" },
  });
  expect([status, error]).toEqual([201, undefined]);
}

const noter = async ({ MissionId }: Lot, dit: object = {}) => {
  const { status, data, error } = await agence.admin.put<FinDeMandatDetail>(
    `/Mission/${MissionId}/fin`,
    { finLe: today, motif: "Congé du mandant", ...dit },
  );
  return { status, data, error };
};

const geste = async ({ MissionId }: Lot, quoi: string, dit: object = {}) => {
  const { status, data, error } = await agence.admin.post<FinDeMandatDetail>(
    `/Mission/${MissionId}/fin/${quoi}`,
    dit,
  );
  return { status, data, error };
};

const lire = async ({ MissionId }: Lot) =>
  (await agence.user.get<FinDeMandatDetail>(`/Mission/${MissionId}/fin`)).data;

/** The balances of a mandate and of its tenant, by kind of account, in cents: credits less debits. */
async function soldes({ MissionId, DossierId }: Lot): Promise<Record<string, number>> {
  const rows = await db.all<{ genre: string; solde: number }>(sql`
    SELECT genre, sum(credit - debit) AS solde FROM "Ligne"
    WHERE (mandat = ${MissionId} OR (genre IN ('165', '4191', '4192', '801') AND de = ${DossierId}))
      AND genre IN ('4670', '4672', '165', '4191', '4192', '401', '411H', '4680', '801')
    GROUP BY genre HAVING solde <> 0`);
  return Object.fromEntries(rows.map(({ genre, solde }) => [genre, solde]));
}

async function papier(chemin: string): Promise<string> {
  const { data, status, error } = await agence.admin.get<DocumentGenere>(`${chemin}/generate`);
  expect([status, error]).toEqual([200, undefined]);
  const reponse = await agence.admin.fetch(`/files/${data.generated}`);
  const { text } = await readPdf(new Uint8Array(await reponse.arrayBuffer()));
  return text.replace(/\s+/g, " ");
}

async function virer(demande: object): Promise<ReversementDetail> {
  const { data, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
    dateExecution: JOUR,
    ...demande,
  });
  expect(error).toBeUndefined();
  return data;
}

const remettreALaBanque = ({ id }: { id: number }) =>
  agence.admin.fetch(`/api/Reversement/${id}/sepa`);

describe("La fin d’un mandat", () => {
  it("rend au propriétaire, avec son dernier compte, le dépôt, ce qui était gardé et le loyer du mois", async () => {
    const lot = await louerSousMandat();
    expect(await noter(lot)).toMatchObject({
      status: 200,
      data: { etat: "a_arreter", manques: [], fin: { finLe: today, gestionnaire: null } },
    });
    const { status, data, error } = await geste(lot, "arreter");
    expect([status, error]).toEqual([200, undefined]);
    // The fees are 66,50 € before VAT, 79,80 € with it: 7 % of the rent. The provision of 300,00 € is paid over too.
    expect(data.contenu).toMatchObject({
      soldeAvant: 95_000,
      depotsVerses: 85_000,
      honoraires: 7_980,
      reversement: 172_020,
    });
    expect(await soldes(lot)).toEqual({ 4672: 172_020, 4680: 7_980, "411H": -7_980, 801: -85_000 });
    expect(data).toMatchObject({
      etat: "arretee",
      restes: [expect.stringMatching(/^1.720,20/), expect.stringMatching(/^79,80/)],
    });
    const rendu = (
      await agence.user.get<CompteRenduDetail>(`/CompteRendu/${data.fin?.CompteRenduId}`)
    ).data;
    expect(rendu).toMatchObject({ etat: "valide", au: today, solde: 1720.2, reversement: 1720.2 });
    await remettreALaBanque(
      await virer({ CompteRenduIds: [data.fin?.CompteRenduId], honoraires: true }),
    );
    expect(await soldes(lot)).toEqual({ 801: -85_000 });
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });

  it("s’écrit : l’arrêté de compte au mandant, la lettre au locataire, balisés comme les autres papiers", async () => {
    const lot = await louerSousMandat({ paye: 900 });
    const { id: FournisseurId } = await creer(agence.admin, "Fournisseur", {
      ...{ nom: "Régie du Parc", adresse: "1 rue du Parc", codePostal: "69006", ville: "Lyon" },
    });
    await noter(lot, { FournisseurId });
    expect((await agence.admin.get(`/Mission/${lot.MissionId}/finDeMandat/generate`)).status).toBe(
      409,
    );
    expect((await geste(lot, "arreter")).status).toBe(200);
    const arrete = await papier(`/Mission/${lot.MissionId}/finDeMandat`);
    for (const mots of [
      "ARRÊTÉ DE COMPTE DE FIN DE MANDAT",
      `Mandat terminé le ${jourEnLettres(today)}`,
      "Régie du Parc, 1 rue du Parc, 69006 Lyon",
      "Dépôts de garantie tenus par l'agence, remis",
      "850,00 €",
      // 900,00 received − 75,60 of fees + 850,00 of deposit.
      "1 674,40 €",
      "Pièces remises",
    ])
      expect(arrete).toContain(mots);
    const lettre = await papier(`/Dossier/${lot.DossierId}/lettreFinDeMandat`);
    for (const mots of [
      "CHANGEMENT DE GESTIONNAIRE",
      "Régie du Parc",
      "Votre dépôt de garantie, 850,00 €, est remis à votre bailleur",
      "Il reste 50,00 € à régler",
    ])
      expect(lettre).toContain(mots);
  });

  it("ne s’arrête pas tant qu’une facture, un lot ou un compte de sortie attend, et dit lequel", async () => {
    const lot = await louerSousMandat();
    const fournisseur = await creer(agence.admin, "Fournisseur", { nom: "Plomberie" });
    const depense = await creer(agence.admin, "Intendance", {
      ...{
        nature: "depense",
        AppartementId: lot.AppartementId,
        intitule: "Fuite",
        montant: 80,
        numFacture: "F-1",
      },
      ...{
        FournisseurId: fournisseur.id,
        payePar: "agence",
        tva: 20,
        renouvele: false,
        regle: false,
      },
    });
    await agence.admin.post("/Intendance/bon-a-payer", { ids: [depense.id] });
    await noter(lot, { finLe: ajouterJours(today, 40) });
    const { manques } = await lire(lot);
    expect(manques).toEqual([
      { phrase: expect.stringContaining("Le mandat court jusqu’au") },
      { phrase: expect.stringContaining("Fuite, 80,00") },
    ]);
    const { status, error } = await geste(lot, "arreter");
    expect([status, error]).toEqual([409, expect.anything()]);
    expect(await soldes(lot)).toEqual({ 165: 85_000, 4670: 95_000 });
  });

  it("remet les dépôts au gestionnaire suivant par des virements, avant d’arrêter un compte qui n’en doit rien", async () => {
    const lot = await louerSousMandat({ avance: 50 });
    const { id: FournisseurId } = await creer(agence.admin, "Fournisseur", {
      ...{ nom: "Régie du Parc", adresse: "1 rue du Parc", codePostal: "69006", ville: "Lyon" },
    });
    await agence.admin.post(`/Fournisseur/${FournisseurId}/coordonnees`, {
      ...{ iban: IBAN_AGENCE, titulaire: "REGIE DU PARC", rappel: "Mme Roux, au 04 00 00 00 00" },
    });
    await delaiPasse();
    await noter(lot, { FournisseurId, depots: "gestionnaire" });
    expect((await lire(lot)).manques).toEqual([
      { phrase: expect.stringMatching(/^900,00.*à remettre/) },
    ]);
    const { data, status, error } = await geste(lot, "remettre");
    expect([status, error]).toEqual([200, undefined]);
    // The advance is handed over with the deposit: the books show both as held by the owner, though the next manager
    // receives them.
    expect(await soldes(lot)).toEqual({ 4670: 95_000 + 90_000, 801: -90_000 });
    expect(data.manques).toEqual([{ phrase: expect.stringContaining("Dépôt de garantie de") }]);
    const IntendanceIds = (
      await agence.user.get<{ id: number }[]>(`/Intendance?AppartementId=${lot.AppartementId}`)
    ).data.map(({ id }) => id);
    // Each deposit handed over is noted as an expense, which nobody may change or delete once the end of the mandate
    // names it.
    const [depot] = IntendanceIds;
    for (const suite of [{ montant: 1 }, { intitule: "Autre" }]) {
      const refus = await agence.user.put(`/Intendance/${depot}`, {
        numFacture: "F-1",
        ...suite,
      });
      expect([refus.status, refus.error.message]).toEqual([
        409,
        expect.stringContaining("dépôt de garantie"),
      ]);
    }
    expect((await agence.user_delete.delete(`/Intendance/${depot}`)).status).toBe(409);
    const parti = await virer({ IntendanceIds });
    await remettreALaBanque(parti);
    expect(parti).toMatchObject({ montant: 900, virements: [{ titulaire: "REGIE DU PARC" }] });
    const arrete = await geste(lot, "arreter");
    expect([arrete.status, arrete.error]).toEqual([200, undefined]);
    const termine = { mandatTermineLe: arrete.data.fin?.finLe };
    for (const fiche of [`Dossier/${lot.DossierId}`, `Appartement/${lot.AppartementId}`]) {
      expect((await agence.user.get(`/${fiche}`)).data).toMatchObject(termine);
    }
    expect(arrete.data.contenu).toMatchObject({
      gestionnaire: { nom: "Régie du Parc" },
      locataires: [{ depot: 90_000, avance: 0 }],
      depotsVerses: 0,
      honoraires: 7_980,
      reversement: 95_000 - 7_980,
    });
    // The bank returns a deposit after the end of the mandate: the deposit can be paid again.
    await agence.admin.post(`/Virement/${parti.virements[0]?.id}/rejeter`, {
      motif: "Compte clos",
    });
    expect((await soldes(lot))[4670]).toBe(90_000);
    await remettreALaBanque(await virer({ IntendanceIds }));
    await remettreALaBanque(
      await virer({ CompteRenduIds: [arrete.data.fin?.CompteRenduId], honoraires: true }),
    );
    expect(await soldes(lot)).toEqual({ 801: -90_000 });
    const { data: aide } = await agence.admin.get<{ total: number }>(
      `/Mission/${lot.MissionId}/fiscal/${today.slice(0, 4)}`,
    );
    expect(JSON.stringify(aide)).not.toContain("Dépôt de garantie");
    expect(await rouges()).toEqual([]);
  });

  it("annulée après un lot de virements annulé, ne laisse pas de dépôt à payer sur l’argent du propriétaire", async () => {
    const lot = await louerSousMandat();
    const avant = await soldes(lot);
    const { id: FournisseurId } = await creer(agence.admin, "Fournisseur", { nom: "Régie Sud" });
    await agence.admin.post(`/Fournisseur/${FournisseurId}/coordonnees`, {
      ...{ iban: IBAN_AGENCE, titulaire: "REGIE SUD", rappel: "Mme Roux, au 04 00 00 00 00" },
    });
    await delaiPasse();
    await noter(lot, { FournisseurId, depots: "gestionnaire" });
    await geste(lot, "remettre");
    const [depense] = (
      await agence.user.get<{ id: number }[]>(`/Intendance?AppartementId=${lot.AppartementId}`)
    ).data;
    const parti = await virer({ IntendanceIds: [depense?.id] });
    const motif = { motif: "Le mandant reste" };
    expect((await agence.admin.post(`/Reversement/${parti.id}/annuler`, motif)).status).toBe(200);
    expect((await geste(lot, "annuler", motif)).status).toBe(200);
    const ids = [depense?.id];
    expect((await agence.user.post("/Intendance/bon-a-payer", { ids })).status).toBe(409);
    await agence.user.post("/Intendance/payer", { ids, date: today });
    expect(await soldes(lot)).toEqual(avant);
    expect((await agence.user.get(`/Intendance/${depense?.id}`)).data).toMatchObject({
      ...{ etat: "notee", payePar: null, bonAPayerLe: null },
    });
    const [dite] = await db.all<{ details: string }>(
      sql`SELECT details FROM "History" WHERE entite = 'Intendance' AND "entiteId" = ${depense?.id} AND etat = 'Modification'`,
    );
    expect(JSON.parse(dite?.details ?? "{}")).toEqual({
      bonAPayerLe: [today, null],
      payePar: ["agence", null],
    });
    expect(await rouges()).toEqual([]);
  });

  it("s’annule encore quand la banque a refusé, entre-temps, le paiement dont l’avance avait rejoint le dépôt", async () => {
    const lot = await louerSousMandat({ avance: 50 });
    const { id: FournisseurId } = await creer(agence.admin, "Fournisseur", { nom: "Régie Est" });
    await noter(lot, { FournisseurId, depots: "gestionnaire" });
    expect((await geste(lot, "remettre")).status).toBe(200);
    const [paye] = await db.all<{ id: number }>(
      sql`SELECT max(id) AS id FROM "Reglement" WHERE "DossierId" = ${lot.DossierId}`,
    );
    const rejet = { motif: "Compte sans provision", date: today };
    const refuse = await agence.user_delete.post(`/Reglement/${paye?.id}/rejeter`, rejet);
    expect([refuse.status, refuse.error]).toEqual([200, undefined]);
    // The agency has handed over 50,00 € more of the deposit than it still held.
    expect(await soldes(lot)).toEqual({ 165: -5_000, 801: -90_000, 4670: 90_000 });
    expect(await rouges()).toEqual([expect.stringContaining("I7")]);
    const { status, error } = await geste(lot, "annuler", { motif: "Le mandant reste" });
    expect([status, error]).toEqual([200, undefined]);
    expect(await soldes(lot)).toEqual({ 165: 85_000 });
    expect(await rouges()).toEqual([]);
  });

  it("n’appelle plus rien ensuite, et ce que le locataire paie encore est au propriétaire", async () => {
    const lot = await louerSousMandat({ paye: 500 });
    await noter(lot);
    const mois = ajouterMois(moisDe(today), 1);
    const quittance = () =>
      agence.user.post(`/Quitance/generate/${lot.DossierId}`, { date: `${mois}-01` });
    expect((await quittance()).error).toMatchObject({
      fields: { date: expect.stringContaining("Le mandat de ce logement est terminé") },
    });
    const appel = { nature: "reparation", montant: 10, exigibleLe: ajouterJours(today, 1) };
    const { status } = await agence.user.post(`/Dossier/${lot.DossierId}/appel`, appel);
    expect(status).toBe(409);
    expect((await geste(lot, "arreter")).status).toBe(200);
    const avant = await soldes(lot);
    await encaisserHorsAgence(lot, 450);
    expect(await soldes(lot)).toEqual(avant);
    const { data: compteDuLocataire } = await agence.user.get<{ solde: number }>(
      `/Dossier/${lot.DossierId}/compte`,
    );
    expect(compteDuLocataire.solde).toBe(0);
    expect((await agence.user.get<unknown[]>("/Impaye")).data).toEqual([]);
    expect(await rouges()).toEqual([]);
  });

  it("s’annule avec un motif : le dépôt est de nouveau tenu, l’avance en est une, le compte suivant repart", async () => {
    const lot = await louerSousMandat({ avance: 50 });
    const avant = await soldes(lot);
    await noter(lot);
    const { data } = await geste(lot, "arreter");
    const { status, error } = await geste(lot, "annuler", { motif: "Le mandant reste" });
    expect([status, error]).toEqual([200, undefined]);
    // The owner's account stays valid and keeps its fees, 79,80 €.
    expect(await soldes(lot)).toEqual({
      ...avant,
      4670: 95_000 - 7_980,
      4680: 7_980,
      "411H": -7_980,
    });
    expect(await lire(lot)).toMatchObject({
      fin: null,
      annulees: [{ finLe: today, motif: "Le mandant reste" }],
    });
    const refuse = await agence.admin.post("/Reversement", {
      ...{ dateExecution: JOUR, CompteRenduIds: [data.fin?.CompteRenduId] },
    });
    expect(refuse.status).toBe(409);
    expect(await rouges()).toEqual([]);
  });

  it("arrêtée, puis annulée, par deux personnes à la fois, ne l’est qu’une fois", async () => {
    const lot = await louerSousMandat();
    const avant = await soldes(lot);
    await noter(lot);
    const deuxFois = async (quoi: string, dit: object) => {
      const gestes = await Promise.all([geste(lot, quoi, dit), geste(lot, quoi, dit)]);
      return gestes.map(({ status }) => status).toSorted();
    };
    expect(await deuxFois("arreter", {})).toEqual([200, 409]);
    expect(await soldes(lot)).toMatchObject({ 4672: 172_020, 801: -85_000 });
    expect(await deuxFois("annuler", { motif: "Le mandant reste" })).toEqual([200, 404]);
    expect(await soldes(lot)).toMatchObject({ ...avant, 4670: 95_000 - 7_980 });
    expect(await rouges()).toEqual([]);
  });
});
