import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import type { QuittanceDetail } from "#domain/quittances/quittance-fiche.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { sansAuteur } from "#worker/operations/contexte.ts";
import { invariants } from "#worker/operations/gerance/livres/invariants.ts";
import { appelerSomme } from "#worker/operations/gerance/locataires/appels.ts";
import { crediterReglements } from "#worker/operations/gerance/locataires/cheques.ts";
import { enregistrerReglements } from "#worker/operations/gerance/locataires/reglements.ts";
import {
  annulerReglement,
  rejeterReglement,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import { annulerRapprochement } from "#worker/operations/gerance/rapprochement/rapprochements-repris.ts";
import { changerEtat } from "#worker/operations/quittances/etat-quittance.ts";
import { genererQuittance } from "#worker/operations/quittances/generation.ts";
import { type Agence, creer, louer, MISSION, ouvrirAgence } from "../../support/agence/agence.ts";
import { ouvrirCompte, releverLignes } from "../../support/banque/lignes-releve.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { mourir } from "../../support/worker/pannes.ts";

const JOUR = aujourdhui(new Date());
const MOIS = ajouterMois(moisDe(JOUR), -1);
const auteur = { user: "a@b.fr", today: JOUR };
const contexte = (db: Db) => ({ ...sansAuteur(env, db, new Date()), ...auteur });

let agence: Agence;
let DossierId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  const bail = await louer(agence.admin);
  DossierId = bail.DossierId;
  const { id } = await creer(agence.admin, "Mission", MISSION);
  await agence.admin.put(`/Mission/${id}/appartement/add/${bail.AppartementId}`);
  const conditions = { depuis: "2025-01-01", modeFonds: "agence" };
  expect((await agence.admin.put(`/Mission/${id}/conditions`, conditions)).status).toBe(200);
});

const base = () => openDb(env);

async function quittancer(mois: string) {
  const chemin = `/Quitance/generate/${DossierId}`;
  const { data, status } = await agence.admin.post<QuittanceDetail>(chemin, {
    date: `${mois}-01`,
  });
  expect(status).toBe(201);
  return data.id;
}

async function payer(montant: number, mode = "virement") {
  const reglement = { DossierId, date: JOUR, mode, montant };
  const { data, status } = await agence.user.post<{ id: number }>("/Reglement", reglement);
  expect(status).toBe(201);
  return data.id;
}

const lire = async (id: number) =>
  (await agence.admin.get<QuittanceDetail>(`/Quitance/${id}`)).data;

/** The tenants who paid ahead while they owe money, as the nightly control I4 lists them. */
function avancesEnSouffrance() {
  const comptes = invariants({ today: JOUR, au: null }).find(({ nom }) => nom.startsWith("I4"));
  return base().all(sql`SELECT * FROM (${comptes?.ruptures})`);
}

/**
 * Repeats an act in a worker that dies one call later each time, until the act ends; calls `regarder` after each try.
 */
async function mourirPartout(geste: (db: Db) => Promise<unknown>, regarder: () => Promise<void>) {
  for (let rang = 0; await mourir(env, rang, geste); rang++) await regarder();
  await regarder();
}

const rienEnSouffrance = async () => expect(await avancesEnSouffrance()).toEqual([]);

describe("le travail meurt en chemin, aucune avance ne reste à côté d’une dette", () => {
  /** A paid receipt, and an advance of the same sum. */
  async function payeDeuxFois() {
    const quittance = await quittancer(MOIS);
    const premier = await payer(950);
    await payer(950);
    return { quittance, premier };
  }

  it("quand un règlement est rejeté", async () => {
    const { quittance, premier } = await payeDeuxFois();
    const rejet = { id: premier, motif: "Sans provision", date: JOUR };
    await mourirPartout((db) => rejeterReglement(contexte(db), rejet), rienEnSouffrance);
    expect(await lire(quittance)).toMatchObject({ regle: true, montantPaye: 950 });
  });

  it("quand un règlement est annulé", async () => {
    const { quittance, premier } = await payeDeuxFois();
    const reprise = { id: premier, motif: "Saisi deux fois" };
    await mourirPartout((db) => annulerReglement(contexte(db), reprise), rienEnSouffrance);
    expect(await lire(quittance)).toMatchObject({ regle: true, montantPaye: 950 });
  });

  it("quand une quittance redevient impayée", async () => {
    const { quittance } = await payeDeuxFois();
    const etat = { id: quittance, regle: false, statusInconu: false, source: "agence" } as const;
    await mourirPartout((db) => changerEtat({ db, ...auteur }, etat), rienEnSouffrance);
  });

  it("quand le rapprochement d’une ligne est repris", async () => {
    const quittance = await quittancer(MOIS);
    const virement = { date: JOUR, montant: 950, libelle: "VIR LOYER" };
    const releve = await releverLignes(await ouvrirCompte(), [virement]);
    const [ligne = 0] = releve.ids;
    const parts = { parts: [{ DossierId, montant: 950 }] };
    const chemin = `/LigneReleve/${ligne}/rapprocher`;
    expect((await agence.user.post(chemin, parts)).status).toBe(200);
    await payer(950);
    const geste = { id: ligne, peutTout: true };
    await mourirPartout((db) => annulerRapprochement(contexte(db), geste), rienEnSouffrance);
    expect(await lire(quittance)).toMatchObject({ regle: true, montantPaye: 950 });
  });

  it("quand une somme est appelée", async () => {
    await payer(950);
    const appel = { nature: "assurance", montant: 100, exigibleLe: JOUR } as const;
    await mourirPartout(
      (db) => appelerSomme(contexte(db), { DossierId, ...appel }),
      rienEnSouffrance,
    );
  });
});

describe("une quittance faite par un travail qui meurt avant d’y porter l’avance", () => {
  let quittance: number;
  let cheque: number;

  beforeEach(async () => {
    cheque = await payer(100, "cheque");
    await payer(500);
    const faire = (db: Db) => genererQuittance({ db, ...auteur }, { DossierId, mois: MOIS });
    for (let rang = 0; (await avancesEnSouffrance()).length === 0; rang++)
      await mourir(env, rang, faire);
    const { data } = await agence.admin.get<QuittanceDetail[]>("/Quitance");
    quittance = data[0]?.id ?? 0;
  });

  /** Checks that either nothing is written yet, or both the act and the use of the advance. */
  const toutOuRien = async () => expect([null, 600]).toContain((await lire(quittance)).montantPaye);

  it("la reçoit quand elle est demandée à nouveau", async () => {
    const { data } = await agence.admin.post<QuittanceDetail>(`/Quitance/generate/${DossierId}`, {
      date: `${MOIS}-01`,
    });
    expect(data).toMatchObject({ id: quittance, montantPaye: 500 });
  });

  it("la reçoit avec le règlement suivant, d’un seul tenant", async () => {
    const demande = {
      DossierId,
      date: JOUR,
      montant: 10_000,
      mode: "virement",
      cle: "une",
    } as const;
    const demandes = [{ ...demande, payeur: "locataire" as const }];
    await mourirPartout((db) => enregistrerReglements(contexte(db), { demandes }), toutOuRien);
    expect(await lire(quittance)).toMatchObject({ montantPaye: 600 });
  });

  it("la reçoit avec le chèque que la banque crédite, d’un seul tenant", async () => {
    const credit = { ids: [cheque], date: JOUR };
    await mourirPartout((db) => crediterReglements(contexte(db), credit), toutOuRien);
    expect(await lire(quittance)).toMatchObject({ montantPaye: 600 });
  });
});
