import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours, ajouterMois, aujourdhui, dernierJour, moisDe } from "#domain/dates.ts";
import type { CompteRenduRow, ValidationDeCompte } from "#domain/gerance/cloture/compte-rendu.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import type { FinDeMandatDetail } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type {
  ApercuReversement,
  ReversementDetail,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import type { MissionDetail, MissionRow } from "#domain/missions/mission-fiche.ts";
import { ADMIN, type Agence, connecter, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait } from "../../support/agence/indivision.ts";
import { releverLignes } from "../../support/banque/lignes-releve.ts";
import {
  delaiPasse,
  IBAN_AGENCE,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rouges,
} from "../../support/banque/reversements.ts";
import { freshHouse } from "../../support/worker/database.ts";

/** Each test begins two years after the one before, so that the clock of the worker never goes back. */
let depart = moisDe(aujourdhui(new Date()));
let today: string;
let leMois: string;
let leMoisAvant: string;
let leMoisApres: string;

let agence: Agence;
let compte: number;

beforeEach(async () => {
  depart = ajouterMois(depart, 24);
  [leMoisAvant, leMois, leMoisApres] = [ajouterMois(depart, -1), depart, ajouterMois(depart, 1)];
  today = `${leMois}-15`;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(`${today}T10:00:00Z`);
  await freshHouse();
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
  await ouvrirCompte(agence, { nom: "Agence", usage: "agence", iban: IBAN_AGENCE });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Lot {
  DossierId: number;
  AppartementId: number;
  MissionId: number;
  mandant: number;
}

/** A dwelling under a mandate: 850,00 € of rent and 100,00 € of charges; by default the owner receives the rents. */
async function louerSousMandat(
  conditions: object = { modeFonds: "proprietaire" },
  depotGarantie = 0,
): Promise<Lot> {
  const lot = await louer(agence.admin, { bail: { depotGarantie } });
  const { MissionId, ClientIds } = await mandater(
    agence,
    [{ nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND PAUL" }],
    { provision: 0, ...conditions },
  );
  await delaiPasse();
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
  return { ...lot, MissionId, mandant: ClientIds[0] ?? 0 };
}

/** The rent of a month, called and paid on its last day, or today when that comes first. */
async function payerLeLoyer({ DossierId }: Lot, mois: string, suite: object = {}): Promise<number> {
  await fait(agence.user.post(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` }));
  const { id } = await fait(
    agence.user.post<{ id: number }>("/Reglement", {
      ...{ DossierId, date: mois === leMois ? today : dernierJour(mois), montant: 950 },
      ...{ mode: "virement", payeur: "locataire", ...suite },
    }),
  );
  return id;
}

const annulerPaiement = (id: number) =>
  fait(agence.user_delete.post(`/Reglement/${id}/annuler`, { motif: "Saisi par erreur" }));

async function preparer({ MissionId }: Lot, mois: string): Promise<CompteRenduRow | undefined> {
  await fait(agence.admin.post("/CompteRendu/preparer", { mois }));
  const comptes = await fait(
    agence.admin.get<CompteRenduRow[]>(
      `/CompteRendu?page=1&limit=50&mois=${mois}&MissionId=${MissionId}`,
    ),
  );
  return comptes[0];
}

async function rendre(lot: Lot, mois: string): Promise<void> {
  const { id = 0 } = (await preparer(lot, mois)) ?? {};
  const valides = await fait(
    agence.admin.post<ValidationDeCompte[]>("/CompteRendu/valider", { ids: [id] }),
  );
  expect(valides).toEqual([{ id, resultat: "valide", raison: null }]);
}

const facture = async (serie: "FH" | "AV") =>
  (
    await fait(
      agence.user.get<FactureHonorairesRow[]>("/FactureHonoraires?page=1&limit=50&sort=id"),
    )
  ).find(({ numero }) => numero.startsWith(serie));

async function regler(): Promise<void> {
  const due = await facture("FH");
  const reglement = { date: today, mode: "virement" };
  await fait(agence.admin.post(`/FactureHonoraires/${due?.id}/regler`, reglement));
}

const arreter = async ({ MissionId }: Lot, finLe = today) => {
  await fait(agence.admin.put(`/Mission/${MissionId}/fin`, { finLe, motif: "Congé du mandant" }));
  return fait(agence.admin.post<FinDeMandatDetail>(`/Mission/${MissionId}/fin/arreter`, {}));
};

/**
 * The end of the mandate as its tab shows it. Checks that the list of missions and the record of the mandate show the
 * same state.
 */
async function lire({ MissionId }: Lot): Promise<FinDeMandatDetail> {
  const vue = await fait(agence.admin.get<FinDeMandatDetail>(`/Mission/${MissionId}/fin`));
  const liste = await fait(agence.admin.get<MissionRow[]>("/Mission?page=1&limit=50"));
  const fiche = await fait(agence.admin.get<MissionDetail>(`/Mission/${MissionId}`));
  const ligne = liste.find(({ id }) => id === MissionId);
  expect([ligne?.fin?.etat, fiche.fin?.etat]).toEqual([vue.etat, vue.etat]);
  return vue;
}

async function rembourser(): Promise<void> {
  const avoir = await facture("AV");
  const lot = await fait(
    agence.admin.post<ReversementDetail>("/Reversement", {
      FactureHonorairesIds: [avoir?.id],
      dateExecution: jourTarget(ajouterJours(aujourdhui(new Date()), 1)),
    }),
  );
  await agence.admin.fetch(`/api/Reversement/${lot.id}/sepa`);
}

/** The deposit of the lease, called and received today. */
async function recevoirLeDepot({ DossierId }: Lot): Promise<void> {
  const appel = { nature: "depot", montant: 850, exigibleLe: today };
  await fait(agence.user.post(`/Dossier/${DossierId}/appel`, appel));
  const recu = { DossierId, date: today, mode: "virement", CompteBancaireId: compte };
  await fait(agence.user.post("/Reglement", { ...recu, montant: 850 }));
}

async function remettreALaBanque(corps: object, dateExecution: string): Promise<void> {
  const lot = await fait(
    agence.admin.post<ReversementDetail>("/Reversement", { ...corps, dateExecution }),
  );
  await agence.admin.fetch(`/api/Reversement/${lot.id}/sepa`);
}

/** Ends the mandate today, after a batch has handed the deposit of its lease to the next manager. */
async function arreterSansLeDepot(lot: Lot): Promise<FinDeMandatDetail> {
  const { id: FournisseurId } = await fait(
    agence.admin.post<{ id: number }>("/Fournisseur", { nom: "Régie du Parc" }),
  );
  await agence.admin.post(`/Fournisseur/${FournisseurId}/coordonnees`, {
    ...{ iban: IBAN_AGENCE, titulaire: "REGIE DU PARC", rappel: "Mme Roux, au 04 00 00 00 00" },
  });
  await delaiPasse();
  const suite = { motif: "Congé du mandant", FournisseurId, depots: "gestionnaire" };
  await fait(agence.admin.put(`/Mission/${lot.MissionId}/fin`, { finLe: today, ...suite }));
  await fait(agence.admin.post(`/Mission/${lot.MissionId}/fin/remettre`, {}));
  const remises = await fait(
    agence.user.get<{ id: number }[]>(`/Intendance?AppartementId=${lot.AppartementId}`),
  );
  const IntendanceIds = remises.map(({ id }) => id);
  await remettreALaBanque({ IntendanceIds }, jourTarget(ajouterJours(today, 1)));
  return fait(agence.admin.post<FinDeMandatDetail>(`/Mission/${lot.MissionId}/fin/arreter`, {}));
}

/**
 * The owner's sums to be paid over, in euros, each with the reason that blocks its payment; null when nothing blocks
 * it.
 */
const parts = async ({ MissionId }: Lot) =>
  (await fait(agence.admin.get<ApercuReversement>("/Reversement/apercu"))).parts
    .filter((part) => part.MissionId === MissionId)
    .map(({ montant, bloque }) => [montant, bloque]);

const refuser = (id: number) =>
  fait(agence.user_delete.post(`/Reglement/${id}/rejeter`, { motif: "Impayé", date: today }));

/** Moves the clock to a later day, and signs the administrator in again. */
async function ilEst(jour: string): Promise<void> {
  vi.setSystemTime(`${jour}T10:00:00Z`);
  const { house, personne } = agence;
  const admin = house.api(await connecter(personne, ADMIN.email, ADMIN.password));
  agence = { ...agence, admin, user: admin, user_delete: admin };
}

describe("Un mandat dont la fin est notée", () => {
  it("est à solder dès son dernier jour, et terminé une fois soldé, dans la liste comme sur sa fiche", async () => {
    const lot = await louerSousMandat();
    const demain = ajouterJours(today, 1);
    const motif = { motif: "Congé du mandant" };
    await fait(agence.admin.put(`/Mission/${lot.MissionId}/fin`, { finLe: demain, ...motif }));
    expect(await lire(lot)).toMatchObject({ etat: "notee", virement: false });
    await ilEst(demain);
    expect(await lire(lot)).toMatchObject({ etat: "a_arreter", virement: false });
    await arreter(lot, demain);
    expect(await lire(lot)).toMatchObject({ etat: "soldee", virement: false });
  });
});

describe("Un mandat dont le dernier compte est arrêté", () => {
  it("n’est pas terminé tant qu’un avoir d’honoraires est dû à son propriétaire, puis l’est", async () => {
    const lot = await louerSousMandat();
    const paiement = await payerLeLoyer(lot, leMoisAvant);
    await rendre(lot, leMoisAvant);
    await regler();
    await annulerPaiement(paiement);
    expect(await arreter(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringMatching(/^79,80.*à rembourser au propriétaire/)],
      virement: true,
    });
    await rembourser();
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });

  it("garde le nom de son propriétaire tant qu’un avoir lui est dû, et le laisse effacer ensuite", async () => {
    const lot = await louerSousMandat();
    await fait(agence.admin.put(`/Mission/${lot.MissionId}`, { dateSignature: "2026-01-01" }));
    const paiement = await payerLeLoyer(lot, leMoisAvant);
    await rendre(lot, leMoisAvant);
    await regler();
    await annulerPaiement(paiement);
    await arreter(lot, ajouterJours(today, -1));
    const effacer = async () => {
      const { status, error } = await agence.admin.post(`/Client/${lot.mandant}/effacer`);
      return [status, error?.message];
    };
    const refus = await effacer();
    expect(refus).toEqual([409, expect.stringMatching(/79,80.*à lui rembourser, avoir AV-/)]);
    expect(refus[1]).not.toContain("mandat en cours");
    await rembourser();
    expect(await effacer()).toEqual([200, undefined]);
  });

  it("n’est pas terminé tant que la banque n’a pas son lot, ni tant qu’un chèque attend son crédit", async () => {
    const lot = await louerSousMandat({ modeFonds: "agence" });
    await payerLeLoyer(lot, leMois, { CompteBancaireId: compte });
    const { fin } = await arreter(lot);
    const { id } = await fait(
      agence.admin.post<ReversementDetail>("/Reversement", {
        ...{ CompteRenduIds: [fin?.CompteRenduId], honoraires: true },
        dateExecution: jourTarget(ajouterJours(today, 1)),
      }),
    );
    expect(await lire(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringMatching(/^Le lot .* n’est pas encore remis à la banque/)],
      virement: false,
    });
    await agence.admin.fetch(`/api/Reversement/${id}/sepa`);
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    await fait(
      agence.user.post("/Reglement", {
        ...{ DossierId: lot.DossierId, date: ajouterJours(today, -1), montant: 40 },
        ...{ mode: "cheque", payeur: "locataire", CompteBancaireId: compte },
      }),
    );
    expect(await lire(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringMatching(/^Un chèque de 40,00/)],
    });
  });

  it("doit encore un compte quand un loyer dont il a facturé les honoraires est repris ensuite", async () => {
    const lot = await louerSousMandat();
    const paiement = await payerLeLoyer(lot, leMois);
    await arreter(lot);
    await regler();
    expect(await lire(lot)).toMatchObject({ etat: "soldee" });
    await ilEst(`${leMoisApres}-10`);
    expect(await preparer(lot, leMoisApres)).toBeUndefined();
    await annulerPaiement(paiement);
    expect(await lire(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringContaining("compte suivant")],
    });
    await ilEst(`${ajouterMois(leMoisApres, 1)}-05`);
    await rendre(lot, leMoisApres);
    expect((await lire(lot)).restes).toEqual([expect.stringMatching(/^79,80.*à rembourser/)]);
    await rembourser();
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });

  it("annulé une fois son mois clos, puis refait, ne rend qu’une fois le loyer et le dépôt", async () => {
    const lot = await louerSousMandat({ modeFonds: "agence" }, 850);
    const { DossierId } = lot;
    await fait(
      agence.user.post(`/Dossier/${DossierId}/appel`, {
        ...{ nature: "depot", montant: 850, exigibleLe: today },
      }),
    );
    const recu = { DossierId, date: today, mode: "virement", CompteBancaireId: compte };
    await fait(agence.user.post("/Reglement", { ...recu, montant: 850 }));
    await payerLeLoyer(lot, leMois, { CompteBancaireId: compte });
    expect(await arreter(lot)).toMatchObject({ contenu: { reversement: 172_020 } });
    await ilEst(`${leMoisApres}-10`);
    await fait(agence.admin.post("/Cloture", { mois: leMois }));
    const motif = { motif: "Le mandant reste" };
    await fait(agence.admin.post(`/Mission/${lot.MissionId}/fin/annuler`, motif));
    const refait = await arreter(lot, `${leMoisApres}-10`);
    expect(refait).toMatchObject({ contenu: { depotsVerses: 85_000, reversement: 172_020 } });
    const { id } = await fait(
      agence.admin.post<ReversementDetail>("/Reversement", {
        ...{ CompteRenduIds: [refait.fin?.CompteRenduId], honoraires: true },
        dateExecution: jourTarget(`${leMoisApres}-11`),
      }),
    );
    await agence.admin.fetch(`/api/Reversement/${id}/sepa`);
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });

  it("a l’échéance de son compte, un an après le dernier, tant que des faits l’attendent", async () => {
    const lot = await louerSousMandat({ modeFonds: "agence" });
    await fait(agence.admin.put(`/Mission/${lot.MissionId}`, { dateSignature: "2026-01-01" }));
    const paiement = await payerLeLoyer(lot, leMois, { CompteBancaireId: compte });
    await arreter(lot);
    const suivies = async () =>
      (await fait(agence.admin.get<{ genre: string }[]>(`/Suivi?MissionId=${lot.MissionId}`))).map(
        ({ genre }) => genre,
      );
    await ilEst(`${ajouterMois(leMois, 12)}-15`);
    expect(await suivies()).toEqual([]);
    await annulerPaiement(paiement);
    expect(await suivies()).toEqual(["reddition"]);
  });

  it("ne doit que le net quand un loyer est refusé après la remise du dépôt : le compte suivant compense", async () => {
    const lot = await louerSousMandat({ modeFonds: "agence", assiette: "quittance_cc" }, 850);
    await recevoirLeDepot(lot);
    const loyer = await payerLeLoyer(lot, leMois, { CompteBancaireId: compte });
    expect(await arreterSansLeDepot(lot)).toMatchObject({ contenu: { reversement: 87_020 } });
    await refuser(loyer);
    expect((await lire(lot)).restes).toEqual([
      expect.stringMatching(/honoraires sont à virer/),
      expect.stringMatching(/^950,00.*manquent.*870,20.*le compte suivant/),
    ]);
    await ilEst(`${ajouterMois(leMoisApres, 1)}-05`);
    await rendre(lot, leMoisApres);
    const du = expect.stringMatching(/^79,80.*manquent au compte : le propriétaire les doit/);
    expect((await lire(lot)).restes).toContainEqual(du);
    const page = await fait(agence.admin.get(`/Client/${lot.mandant}/compte`));
    expect(page).toMatchObject({ solde: -79.8, aReverser: 0 });
    expect(await parts(lot)).toEqual([]);
    const date = `${ajouterMois(leMoisApres, 1)}-05`;
    const recues = [{ date, montant: 79.8, libelle: "VIR DURAND" }];
    const [ligne] = (await releverLignes(compte, recues)).ids;
    await fait(agence.user.post(`/LigneReleve/${ligne}/attente`, {}));
    const { MissionId } = lot;
    await fait(agence.user.post(`/LigneReleve/${ligne}/attribuer`, { MissionId }));
    await remettreALaBanque({ honoraires: true }, jourTarget(ajouterJours(date, 1)));
    await ilEst(`${ajouterMois(leMoisApres, 2)}-05`);
    await rendre(lot, ajouterMois(leMoisApres, 1));
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });

  it("ne doit rien quand son seul loyer est refusé : le compte suivant rend les honoraires", async () => {
    const lot = await louerSousMandat({ modeFonds: "agence" });
    const loyer = await payerLeLoyer(lot, leMois, { CompteBancaireId: compte });
    expect(await arreter(lot)).toMatchObject({ contenu: { reversement: 87_020 }, virement: true });
    await refuser(loyer);
    const annonce = expect.stringMatching(
      /^950,00.*manquent au compte, et 870,20.*le compte suivant les compense.*honoraires rendus déduits\.$/,
    );
    expect(await lire(lot)).toMatchObject({
      restes: [expect.stringMatching(/honoraires sont à virer/), annonce],
      virement: false,
    });
    await ilEst(`${ajouterMois(leMoisApres, 1)}-05`);
    expect(await preparer(lot, leMoisApres)).toMatchObject({ solde: 0 });
    expect((await lire(lot)).restes).toContainEqual(
      expect.stringMatching(/^79,80.*manquent au compte : le compte suivant dit.*déduits\.$/),
    );
    await rendre(lot, leMoisApres);
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [], virement: false });
    expect(await rouges()).toEqual([]);
  });

  it("reverse le net, une seule fois, quand un loyer est refusé et que le dépôt reste à son propriétaire", async () => {
    const lot = await louerSousMandat({ modeFonds: "agence" }, 850);
    await recevoirLeDepot(lot);
    const loyer = await payerLeLoyer(lot, leMois, { CompteBancaireId: compte });
    expect(await arreter(lot)).toMatchObject({ contenu: { reversement: 172_020 } });
    await refuser(loyer);
    expect((await lire(lot)).restes).toContainEqual(
      expect.stringMatching(/^950,00.*manquent.*1\s720,20.*le compte suivant/),
    );
    const date = `${ajouterMois(leMoisApres, 1)}-05`;
    await ilEst(date);
    await preparer(lot, leMoisApres);
    await rendre(lot, leMoisApres);
    expect(await parts(lot)).toEqual([[850, null]]);
    const { id } = (await preparer(lot, leMoisApres)) ?? {};
    await remettreALaBanque({ CompteRenduIds: [id] }, jourTarget(ajouterJours(date, 1)));
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });
});
