import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui, moisDe } from "#domain/dates.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import type { AideFiscale } from "#domain/gerance/cloture/fiscal.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import type { FondsNonReclame } from "#domain/gerance/livres/fonds-non-reclames.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { ReversementDetail } from "#domain/gerance/reversements/reversement-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerHistorique } from "#worker/operations/controles/controle-historique.ts";
import { scellerHistorique } from "#worker/operations/historique/chaine.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  delaiPasse,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rendreCompte,
  rouges,
} from "../../support/banque/reversements.ts";
import { settled } from "../../support/worker/api.ts";

const db = openDb(env);
const today = aujourdhui(new Date());

let agence: Agence;
let compte: number;
let suite = 1;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
});

async function relever(...lignes: [string, number, string?][]): Promise<LigneProposee[]> {
  const numero = 500 + suite++;
  await db.run(sql`INSERT INTO "Releve" (id, "CompteBancaireId", format, nom, empreinte, du, au, connues)
    VALUES (${numero}, ${compte}, 'cfonb', 'releve', ${`essai ${numero}`}, ${today}, ${today}, 0)`);
  for (const [rang, [libelle, montant, date = today]] of lignes.entries()) {
    await db.run(sql`INSERT INTO "LigneReleve" ("ReleveId", "CompteBancaireId", date, montant, libelle, rejet, cle, prouvee)
      VALUES (${numero}, ${compte}, ${date}, ${montant}, ${libelle}, 0, ${`${numero} ${rang}`}, 1)`);
  }
  return (await agence.user.get<LigneProposee[]>(`/LigneReleve?page=1&ReleveId=${numero}&sort=id`))
    .data;
}

const rapprocher = (id: number | undefined, quoi: object) =>
  agence.admin.post<LigneProposee>(`/LigneReleve/${id}/rapprocher`, quoi);

const solde = async (genre: string, de: number | null) =>
  (
    await db.all<{
      solde: number;
    }>(sql`SELECT coalesce(sum(credit - debit), 0) AS solde FROM "Ligne"
      WHERE genre = ${genre} AND de IS ${de}`)
  )[0]?.solde;

/** A mandate whose tenant paid 950,00 €, and from whose money the agency paid a bill of 310,00 € to « Marchand ». */
async function depenser() {
  const lot = await louer(agence.admin, { bail: { loyerHC: 850, loyerCharge: 100 } });
  const { MissionId, ClientIds } = await mandater(agence, [
    { nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND PAUL" },
  ]);
  await delaiPasse();
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
  await agence.user.post(`/Quitance/generate/${lot.DossierId}`, { date: `${moisDe(today)}-01` });
  await agence.user.post("/Reglement", {
    ...{ DossierId: lot.DossierId, date: today, montant: 950, mode: "virement" },
    ...{ payeur: "locataire", CompteBancaireId: compte },
  });
  const { id: FournisseurId } = await creer(agence.admin, "Fournisseur", { nom: "Marchand" });
  const { id } = await creer(agence.admin, "Intendance", {
    ...{ nature: "depense", AppartementId: lot.AppartementId, intitule: "Fuite", montant: 310 },
    ...{ numFacture: "F-7781", FournisseurId, payePar: "agence", natureFiscale: "travaux" },
    ...{ tva: 10, renouvele: false, regle: false, accordLe: today },
  });
  await agence.admin.post("/Intendance/bon-a-payer", { ids: [id] });
  const { status } = await agence.admin.post("/Intendance/payer", {
    ...{ ids: [id], date: today, mode: "Virement", CompteBancaireId: compte },
  });
  expect(status).toBe(200);
  return { ...lot, MissionId, ClientIds, depense: id };
}

describe("L’argent qui revient", () => {
  it("d’un fournisseur : +50,00 trouve sa dépense, et rend 50,00 au compte du bon mandat", async () => {
    const { MissionId, depense } = await depenser();
    expect(await solde("4670", MissionId)).toBe(95_000 - 31_000);
    const [ligne, trop] = await relever(
      ["VIR MARCHAND REMBOURSEMENT F-7781", 5_000],
      ["VIR MARCHAND REMBOURSEMENT", 30_000],
    );
    expect(ligne?.propositions).toMatchObject([
      { genre: "remboursement", score: "A", DepenseIds: [depense] },
    ]);
    expect((await rapprocher(ligne?.id, { DepenseIds: [depense] })).status).toBe(200);
    expect(await solde("4670", MissionId)).toBe(95_000 - 26_000);
    // The supplier has kept 260,00 € of the expense, so he cannot give 300,00 € more back.
    const { status, error } = await rapprocher(trop?.id, { DepenseIds: [depense] });
    expect([status, error.fields]).toEqual([
      422,
      { DepenseIds: expect.stringMatching(/^Il ne reste que 260,00/) },
    ]);
    const { data: depenses } = await agence.user.get<{ montant: number; intitule: string }[]>(
      "/Intendance?q=remboursement",
    );
    expect(depenses).toMatchObject([{ montant: -50, intitule: "Remboursement : Fuite" }]);
    await agence.admin.post("/CompteRendu/preparer", { mois: moisDe(today) });
    const { data: rendus } = await agence.user.get<CompteRenduDetail[]>("/CompteRendu");
    const sien = rendus.find((rendu) => rendu.MissionId === MissionId);
    const { data: rendu } = await agence.user.get<CompteRenduDetail>(`/CompteRendu/${sien?.id}`);
    expect(rendu).toMatchObject({ depenses: 260, contenu: { depenses: 260 } });
    expect(rendu.contenu.detailDepenses.map(({ ttc }) => ttc)).toEqual([310, -50]);
    expect(await rouges()).toEqual([]);
    await agence.user_delete.post(`/LigneReleve/${ligne?.id}/annuler`, {});
    expect(await solde("4670", MissionId)).toBe(95_000 - 31_000);
    expect(await rouges()).toEqual([]);
  });

  it("d’un fournisseur, une fois sa ligne reprise, n’est pas une somme à payer", async () => {
    const { MissionId, depense } = await depenser();
    const [ligne] = await relever(["VIR MARCHAND REMBOURSEMENT F-7781", 5_000]);
    expect((await rapprocher(ligne?.id, { DepenseIds: [depense] })).status).toBe(200);
    expect((await agence.user_delete.post(`/LigneReleve/${ligne?.id}/annuler`, {})).status).toBe(
      200,
    );
    const [rendue] = await db.all<{ id: number }>(
      sql`SELECT id FROM "Intendance" WHERE "RembourseId" = ${depense}`,
    );
    const ids = [rendue?.id];
    const bon = await agence.admin.post("/Intendance/bon-a-payer", { ids });
    const paye = await agence.admin.post("/Intendance/payer", {
      ...{ ids, date: today, CompteBancaireId: compte },
    });
    expect([bon.status, paye.status]).toEqual([409, 409]);
    expect(await solde("4670", MissionId)).toBe(95_000 - 31_000);
    const { data: aPayer } = await agence.user.get<{ id: number }[]>("/Intendance?suivi=a_payer");
    expect(aPayer.map(({ id }) => id)).not.toContain(rendue?.id);
  });

  it("d’un fournisseur ne prend pas la place d’une dépense supprimée, dont l’historique a oublié les mots", async () => {
    const { AppartementId, depense } = await depenser();
    const { id: supprimee } = await creer(agence.admin, "Intendance", {
      ...{ nature: "depense", AppartementId, intitule: "Serrure", montant: 80, numFacture: "F-9" },
      ...{ payePar: "agence", tva: 10, renouvele: false, regle: false },
    });
    await agence.user.put(`/Intendance/${supprimee}`, { intitule: "Serrure de Mme Petit" });
    await settled();
    await scellerHistorique({ db });
    expect((await agence.user_delete.delete(`/Intendance/${supprimee}`)).status).toBe(204);
    const [ligne] = await relever(["VIR MARCHAND REMBOURSEMENT F-7781", 5_000]);
    expect((await rapprocher(ligne?.id, { DepenseIds: [depense] })).status).toBe(200);
    await settled();
    await scellerHistorique({ db });
    const [chaine] = await controlerHistorique({ db, now: new Date() }, {});
    expect([chaine?.etat, chaine?.ruptures]).toEqual(["vert", []]);
  });

  it("d’un fournisseur, attribué au mandat : sa ligne de la déclaration baisse d’autant, l’année où il revient", async () => {
    const { MissionId, depense } = await depenser();
    const autre = await depenser();
    const annee = today.slice(0, 4);
    const aide = async () =>
      (await agence.user.get<AideFiscale>(`/Mission/${MissionId}/fiscal/${annee}`)).data;
    const travaux = async () => (await aide()).lignes.find(({ ligne }) => ligne === "224")?.montant;
    expect(await travaux()).toBe(310);
    const [nommee, muette, dite] = await relever(
      ["VIR MARCHAND AVOIR", 4_321],
      ["VIR INSTANTANE", 1_000],
      ["VIR INSTANTANE", 2_000],
    );
    const attribuer = (ligne: LigneProposee | undefined, quoi: object) =>
      agence.admin.post<LigneProposee>(`/LigneReleve/${ligne?.id}/attribuer`, quoi);
    // The supplier has two bills, but only one on this mandate.
    await agence.admin.post(`/LigneReleve/${nommee?.id}/attente`, {});
    expect((await attribuer(nommee, { MissionId })).status).toBe(200);
    expect([await travaux(), (await aide()).avertissements]).toEqual([266.79, []]);
    // Nobody knows the purpose of the sum: the tax return counts it in no line, and a warning says so.
    expect((await attribuer(muette, { MissionId })).status).toBe(200);
    expect([await travaux(), (await aide()).avertissements]).toEqual([
      266.79,
      [expect.stringMatching(/^10,00\s€ reçus pour le mandant ne sont d’aucune ligne/)],
    ]);
    const { status, error } = await attribuer(dite, { MissionId, DepenseId: autre.depense });
    expect([status, error.fields]).toEqual([422, { DepenseId: expect.any(String) }]);
    expect((await attribuer(dite, { MissionId, DepenseId: depense })).status).toBe(200);
    expect(await travaux()).toBe(246.79);
    await agence.user_delete.post(`/LigneReleve/${nommee?.id}/annuler`, {});
    expect(await travaux()).toBe(290);
    expect(await rouges()).toEqual([]);
  });

  it("d’un propriétaire qui rend un virement : proposé par son nom, sa part est de nouveau à payer", async () => {
    const durand = await depenser();
    const id = await rendreCompte(durand, {
      ...{ mois: "2026-10", parts: [12_345], compte, encaisse: true },
    });
    const { data: lot } = await agence.admin.post<ReversementDetail>("/Reversement", {
      ...{ CompteRenduIds: [id], dateExecution: jourTarget(ajouterJours(today, 1)) },
    });
    await agence.admin.fetch(`/api/Reversement/${lot.id}/sepa`);
    const virement = lot.virements[0];
    await relever([`VIR SEPA ${virement?.reference}`, -12_345]);
    await agence.user.post("/LigneReleve/certaines", {});
    expect(await solde("4672", durand.MissionId)).toBe(0);
    const [retour] = await relever(["VIR DE M DURAND PAUL ERREUR", 12_345]);
    expect(retour?.propositions[0]).toMatchObject({
      genre: "reversement_rendu",
      score: "B",
      VirementIds: [virement?.id],
    });
    const { status } = await rapprocher(retour?.id, { VirementIds: [virement?.id] });
    expect(status).toBe(200);
    expect(await solde("4672", durand.MissionId)).toBe(12_345);
    expect((await rouges()).filter((rouge) => !rouge.includes("Honoraires"))).toEqual([]);
  });

  it("de l’agence : un apport se rapproche de sa ligne, une fois, et la banque est celle des livres", async () => {
    const { data: apport } = await agence.admin.post<{ id: number }>("/Apport", {
      ...{ montant: 570.2, date: today, CompteBancaireId: compte },
    });
    const [ligne, autre] = await relever(["VIR CABINET EXEMPLE", 57_020], ["VIR X", 57_020]);
    expect(ligne?.propositions).toMatchObject([
      { genre: "apport", score: "B", ApportId: apport.id },
    ]);
    expect((await rapprocher(ligne?.id, { ApportId: apport.id })).status).toBe(200);
    expect((await rapprocher(autre?.id, { ApportId: apport.id })).status).toBe(409);
    expect(await rouges()).toEqual([]);
    await agence.user_delete.post(`/LigneReleve/${ligne?.id}/annuler`, {});
    expect((await rapprocher(autre?.id, { ApportId: apport.id })).status).toBe(200);
    expect(await rouges()).toEqual([]);
  });

  it("à l’agence : l’apport qu’elle reprend se rapproche de sa sortie, du jour de la banque ou noté avant elle", async () => {
    const hier = ajouterJours(today, -1);
    const apporter = async (montant: number) =>
      (
        await agence.admin.post<{ id: number }>("/Apport", {
          ...{ montant, date: ajouterJours(today, -30), CompteBancaireId: compte },
        })
      ).data.id;
    const repris = async (id: number) =>
      (await agence.user.get<{ id: number; reprisLe: string | null }[]>("/Apport")).data.find(
        (apport) => apport.id === id,
      )?.reprisLe;
    const [dite, notee] = [await apporter(611.1), await apporter(622.2)];
    const [entree, sortie] = await relever(["VIR CABINET", 61_110], ["VIR CABINET", -61_110, hier]);
    expect(sortie?.propositions).toMatchObject([
      { genre: "apport_repris", score: "C", ApportId: dite },
    ]);
    expect(
      (await agence.user.post(`/LigneReleve/${sortie?.id}/rapprocher`, { ApportId: dite })).status,
    ).toBe(403);
    expect((await rapprocher(sortie?.id, { ApportId: notee })).status).toBe(409);
    expect((await rapprocher(sortie?.id, { ApportId: dite })).status).toBe(200);
    expect(await repris(dite)).toBe(hier);
    // The statement line of the advance received can be matched even after the advance was taken back.
    expect((await rapprocher(entree?.id, { ApportId: dite })).status).toBe(200);

    expect((await agence.admin.post(`/Apport/${notee}/reprendre`, {})).status).toBe(200);
    const [retrait, double] = await relever(["VIR CABINET", -62_220], ["VIR X", -62_220]);
    expect(retrait?.propositions).toMatchObject([
      { genre: "apport_repris", score: "B", ApportId: notee },
    ]);
    const tenu = await solde("4551", null);
    const rattacher = (id: number | undefined) =>
      agence.user.post(`/LigneReleve/${id}/rapprocher`, { ApportId: notee });
    expect((await rattacher(retrait?.id)).status).toBe(200);
    expect((await rattacher(double?.id)).status).toBe(409);
    expect((await agence.user_delete.post(`/LigneReleve/${retrait?.id}/annuler`, {})).status).toBe(
      200,
    );
    expect((await rattacher(double?.id)).status).toBe(200);
    expect([await solde("4551", null), await repris(notee)]).toEqual([tenu, today]);
    expect(await rouges()).toEqual([]);
  });

  it("et celui que personne ne réclame se liste, le plus ancien d’abord, avec son pourquoi", async () => {
    const lot = await depenser();
    await agence.user.post(`/Dossier/${lot.DossierId}/appel`, {
      ...{ nature: "depot", montant: 850, exigibleLe: today },
    });
    await agence.user.post("/Reglement", {
      ...{ DossierId: lot.DossierId, date: today, montant: 900, mode: "virement" },
      ...{ payeur: "locataire", CompteBancaireId: compte },
    });
    await agence.user.put(`/Dossier/${lot.DossierId}/depart`, {
      ...{ genre: "accord", recuLe: "2026-11-01", finLe: "2026-11-14", clesLe: "2026-11-14" },
    });
    const [inconnue] = await relever(["VIR INCONNU SARL", 12_300]);
    await agence.user.post(`/LigneReleve/${inconnue?.id}/attente`, {});
    const { data } = await agence.user.get<FondsNonReclame[]>("/FondsNonReclames");
    const siens = data.filter(
      ({ entite, id }) => (entite === "Dossier" && id === lot.DossierId) || id === inconnue?.id,
    );
    expect(siens).toMatchObject([
      { genre: "depot", depuis: "2026-11-14", montant: 850, qui: "Léo Dupont" },
      { genre: "avance", depuis: today, montant: 50 },
      { genre: "a_identifier", depuis: today, montant: 123, qui: "VIR INCONNU SARL" },
    ]);
    expect(data.map(({ depuis }) => depuis)).toEqual(data.map(({ depuis }) => depuis).toSorted());
  });

  it("d’un locataire parti : ce qu’il paie après l’arrêté de son compte lui revient par un virement", async () => {
    const lot = await depenser();
    const chemin = `/Dossier/${lot.DossierId}/depart`;
    const payer = (montant: number) =>
      agence.user.post("/Reglement", {
        ...{ DossierId: lot.DossierId, date: today, montant, mode: "virement" },
        ...{ payeur: "locataire", CompteBancaireId: compte },
      });
    await agence.user.post(`/Quitance/generate/${lot.DossierId}`, { date: "2026-10-01" });
    await payer(950);
    await agence.user.put(chemin, {
      ...{ genre: "accord", recuLe: "2026-11-01", finLe: "2026-11-30", clesLe: today },
      ...{ sansEtatDesLieux: true, conforme: true },
    });
    expect((await agence.user_delete.post(`${chemin}/avance`, {})).status).toBe(404);
    const arrete = await agence.user_delete.post(`${chemin}/arreter`, {});
    expect([arrete.status, arrete.error]).toEqual([200, undefined]);
    expect((await agence.user_delete.post(`${chemin}/avance`, {})).status).toBe(409);
    await payer(62.5);
    expect(await solde("4191", lot.DossierId)).toBe(6_250);
    const { status, data } = await agence.user_delete.post<DepartDetail>(`${chemin}/avance`, {});
    expect(status).toBe(200);
    expect(data.soldes[0]).toMatchObject({ genre: "avance", restitution: 6_250 });
    expect([await solde("4191", lot.DossierId), await solde("165", lot.DossierId)]).toEqual([
      0, 6_250,
    ]);
    await agence.admin.post(`/Locataire/${lot.LocataireId}/coordonnees`, {
      ...{ iban: IBAN_DURAND, titulaire: "DUPONT LEO" },
    });
    await delaiPasse();
    const { data: lotVire, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
      ...{
        SoldeDepartIds: [data.soldes[0]?.id],
        dateExecution: jourTarget(ajouterJours(today, 1)),
      },
    });
    expect(error).toBeUndefined();
    expect(lotVire.virements).toMatchObject([
      { montant: 62.5, reference: expect.stringMatching(/^D\d{6}-TP-01$/) },
    ]);
    expect(await solde("165", lot.DossierId)).toBe(0);
    expect((await rouges()).filter((rouge) => !rouge.includes("Honoraires"))).toEqual([]);
  });
});
