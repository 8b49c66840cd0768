import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { sansAuteur } from "#worker/operations/contexte.ts";
import { reglerFacture } from "#worker/operations/gerance/cloture/reglements-honoraires.ts";
import {
  annulerTropPercu,
  rendreTropPercu,
} from "#worker/operations/gerance/departs/trop-percus.ts";
import { fichierDuLot } from "#worker/operations/gerance/reversements/reversement-sepa.ts";
import {
  annulerReversement,
  creerReversement,
  validerReversement,
} from "#worker/operations/gerance/reversements/reversements.ts";
import { rejeterVirement } from "#worker/operations/gerance/reversements/virements.ts";
import { ADMIN, type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { devoirAuLocataire, donnerIban } from "../../support/banque/avoirs.ts";
import {
  IBAN_AGENCE,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rendreCompte,
  rouges,
  secondAdministrateur,
} from "../../support/banque/reversements.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { mourir } from "../../support/worker/pannes.ts";

const TODAY = aujourdhui(new Date());
const JOUR = jourTarget(ajouterJours(TODAY, 1));
const PAUL = { nom: "Durand", iban: IBAN_DURAND, titulaire: "DURAND PAUL" };

let agence: Agence;
let compteRendu: number;
const base = () => openDb(env);

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  const compte = await ouvrirCompte(agence);
  const mandat = await mandater(agence, [
    { ...PAUL, num: 3, den: 5 },
    { ...PAUL, prenom: "Anne", num: 2, den: 5 },
  ]);
  compteRendu = await rendreCompte(mandat, {
    mois: "2026-10",
    parts: [51_747, 34_498],
    reste: 30_000,
    compte,
  });
});

const regler = (nom: string, valeur: string) =>
  base().run(sql`INSERT INTO "Variable" (nom, valeur) VALUES (${nom}, ${valeur})`);

const contexte = (db: Db, user = ADMIN.email) => ({ ...sansAuteur(env, db, new Date()), user });

async function administrateur(email = ADMIN.email) {
  const [compte] = await base().all<{ id: number }>(
    sql`SELECT id FROM "User" WHERE email = ${email}`,
  );
  return compte?.id ?? 0;
}

const preparer = async (db: Db) =>
  creerReversement(contexte(db), {
    UserId: await administrateur(),
    CompteRenduIds: [compteRendu],
    dateExecution: JOUR,
  });

/**
 * The batches and transfers made, the cents still to pay over, and the number of entries of paid transfers and of
 * history lines of batches.
 */
async function etat() {
  const [lu] = await base().all<Record<string, unknown>>(sql`
    SELECT (SELECT group_concat(etat) FROM "Reversement") AS lots, (SELECT count(*) FROM "Virement") AS virements,
      (SELECT coalesce(sum(credit - debit), 0) FROM "Ligne" WHERE genre = '4672') AS "aReverser",
      (SELECT count(*) FROM "Ecriture" WHERE cle LIKE 'virement %') AS sortis,
      (SELECT count(*) FROM "History" WHERE entite = 'Reversement') AS traces`);
  return lu;
}

const RIEN = { lots: null, virements: 0, aReverser: 86_245, sortis: 0, traces: 0 };
const ATTEND = { ...RIEN, lots: "a_valider", virements: 2, traces: 1 };
const PAYE = { lots: "valide", virements: 2, aReverser: 0, sortis: 2, traces: 1 };

/**
 * Repeats an act in a worker that dies one call later each time, until the act ends. Each death must leave the state
 * `avant` or `apres`; the end of the act, `apres`.
 */
async function mourirPartout<Lu>(
  geste: (db: Db) => Promise<unknown>,
  lire: () => Promise<Lu>,
  [avant, apres]: [Lu, Lu],
) {
  let morts = 0;
  for (; await mourir(env, morts, geste); morts++) {
    expect([avant, apres]).toContainEqual(await lire());
    expect(await rouges()).toEqual([]);
  }
  expect(morts).toBeGreaterThan(1);
  expect(await lire()).toEqual(apres);
  expect(await rouges()).toEqual([]);
}

describe("Le travail meurt en chemin : tout est fait, ou rien, et le refaire le fait une fois", () => {
  it("quand un lot se prépare et part aussitôt", async () => {
    await mourirPartout(preparer, etat, [RIEN, PAYE]);
  });

  it("quand un lot se prépare, puis quand un second administrateur le valide", async () => {
    await regler("seuilReversement", "0");
    await secondAdministrateur(agence);
    await mourirPartout(preparer, etat, [RIEN, ATTEND]);
    const [lot] = await base().all<{ id: number }>(sql`SELECT id FROM "Reversement"`);
    const seconde = "seconde@agence.example";
    const geste = { id: lot?.id ?? 0, UserId: await administrateur(seconde) };
    const valider = (db: Db) => validerReversement(contexte(db, seconde), geste);
    await mourirPartout(valider, etat, [ATTEND, { ...PAYE, traces: 2 }]);
  });

  it("quand son fichier est remis : le même, et le lot ne s’annule plus", async () => {
    const { id } = await preparer(base());
    const remis = { ...PAYE, lots: "telecharge", traces: 2 };
    const fichier = (db: Db) => fichierDuLot(contexte(db), id);
    await mourirPartout(fichier, etat, [PAYE, remis]);
    expect(await fichier(base())).toEqual(await fichier(base()));
    const annule = await agence.admin.post(`/Reversement/${id}/annuler`, { motif: "Trop tard" });
    expect(annule.status).toBe(409);
    expect(await etat()).toEqual(remis);
  });

  it("quand un avoir d’honoraires part du compte de l’agence, quand son lot s’annule, quand la banque le rend", async () => {
    await ouvrirCompte(agence, { nom: "Agence", iban: IBAN_AGENCE, usage: "agence" });
    const { LocataireId, DossierId, id } = await devoirAuLocataire(agence);
    await donnerIban(agence, LocataireId);
    const lire = async () => {
      const [lu] = await base().all<Record<string, unknown>>(sql`
        SELECT (SELECT group_concat(v.etat) FROM "Virement" v) AS virements,
          (SELECT sum(montant) FROM "ReglementHonoraires" WHERE "FactureHonorairesId" = ${id} AND "annuleLe" IS NULL) AS rendu,
          (SELECT sum(credit - debit) FROM "Ligne" WHERE genre = '411L' AND de = ${DossierId}) AS du`);
      return lu;
    };
    const rembourser = async (db: Db) =>
      creerReversement(contexte(db), {
        ...{ UserId: await administrateur(), FactureHonorairesIds: [id], dateExecution: JOUR },
      });
    const du = { virements: null, rendu: null, du: 42_000 };
    const parti = { virements: "emis", rendu: -42_000, du: 0 };
    await mourirPartout(rembourser, lire, [du, parti]);
    const lots = async () =>
      base().all<{ lot: number; id: number }>(
        sql`SELECT "ReversementId" AS lot, id FROM "Virement" ORDER BY id DESC`,
      );
    const [premier] = await lots();
    const geste = { id: premier?.lot ?? 0, motif: "Essai" };
    const annule = { ...du, virements: "annule" };
    await mourirPartout((db) => annulerReversement(contexte(db), geste), lire, [parti, annule]);
    await rembourser(base());
    const [second] = await lots();
    await fichierDuLot(contexte(base()), second?.lot ?? 0);
    const rejet = { id: second?.id ?? 0, date: TODAY, motif: "Compte clos" };
    await mourirPartout((db) => rejeterVirement(contexte(db), rejet), lire, [
      { ...parti, virements: "annule,emis" },
      { ...du, virements: "annule,rejete" },
    ]);
  });

  it("quand un locataire en place redemande ce qu’il a payé d’avance, quand il ne le redemande plus", async () => {
    const mandat = await mandater(agence, [{ nom: "Blanc", num: 1, den: 1 }], { provision: 0 });
    const { AppartementId, DossierId } = await louer(agence.admin);
    await agence.admin.put(`/Mission/${mandat.MissionId}/appartement/add/${AppartementId}`);
    const reglement = { DossierId, date: "2026-10-05", montant: 120, mode: "virement" };
    await agence.user.post("/Reglement", reglement);
    const lire = async () => {
      const [lu] = await base().all<Record<string, unknown>>(sql`
        SELECT (SELECT count(*) FROM "AvanceRendue" WHERE "annuleLe" IS NULL) AS rendues,
          (SELECT coalesce(sum(credit - debit), 0) FROM "Ligne" WHERE genre = '4191') AS avance,
          (SELECT coalesce(sum(credit - debit), 0) FROM "Ligne" WHERE genre = '4197') AS tenu`);
      return lu;
    };
    const avance = { rendues: 0, avance: 12_000, tenu: 0 };
    const rendue = { rendues: 1, avance: 0, tenu: 12_000 };
    const rendre = (db: Db) => rendreTropPercu(contexte(db), { DossierId, montant: null });
    await mourirPartout(rendre, lire, [avance, rendue]);
    const garder = { DossierId, id: 1, motif: "Essai" };
    await mourirPartout((db) => annulerTropPercu(contexte(db), garder), lire, [rendue, avance]);
  });

  it("quand un propriétaire règle sa facture d’honoraires", async () => {
    const mandat = await mandater(agence, [{ nom: "Blanc", num: 1, den: 1 }], {
      modeFonds: "proprietaire",
      provision: 0,
    });
    const { AppartementId, DossierId } = await louer(agence.admin);
    await agence.admin.put(`/Mission/${mandat.MissionId}/appartement/add/${AppartementId}`);
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-10-01" });
    const reglement = { DossierId, date: "2026-10-05", montant: 950, mode: "virement" };
    await agence.user.post("/Reglement", reglement);
    await agence.admin.post("/CompteRendu/preparer", { mois: "2026-10" });
    const brouillons = await base().all<{ id: number }>(
      sql`SELECT id FROM "CompteRendu" WHERE "MissionId" = ${mandat.MissionId}`,
    );
    await agence.admin.post("/CompteRendu/valider", { ids: brouillons.map(({ id }) => id) });
    const [facture] = await base().all<{ id: number }>(
      sql`SELECT id FROM "FactureHonoraires" WHERE "MissionId" = ${mandat.MissionId}`,
    );
    const du = async () => {
      const [lu] = await base().all<Record<string, unknown>>(sql`
        SELECT (SELECT count(*) FROM "ReglementHonoraires") AS reglements,
          (SELECT sum(debit - credit) FROM "Ligne" WHERE genre = '411H' AND mandat = ${mandat.MissionId}) AS du`);
      return lu;
    };
    const geste = { id: facture?.id ?? 0, date: TODAY, mode: "virement" } as const;
    await mourirPartout((db) => reglerFacture(contexte(db), geste), du, [
      { reglements: 0, du: 7_980 },
      { reglements: 1, du: 0 },
    ]);
  });
});
