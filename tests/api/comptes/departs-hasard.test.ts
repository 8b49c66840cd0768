import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { ReversementDetail } from "#domain/gerance/reversements/reversement-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  delaiPasse,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rouges,
} from "../../support/banque/reversements.ts";

const db = openDb(env);
const today = aujourdhui(new Date());
const JOUR = jourTarget(ajouterJours(today, 1));
/** The number of departures drawn; `npm run test:years` draws more. */
const DEPARTS = inject("hasard").annees === null ? 8 : 20;

let agence: Agence;
let compte: number;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
});

const euros = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((c) => c / 100);

/** A departure drawn at random; sums in euros. */
const depart = fc.record({
  fonds: fc.constantFrom("agence", "proprietaire"),
  depot: fc.oneof(fc.constant(0), euros(1500)),
  verse: fc.constantFrom(0, 0.5, 1),
  paye: fc.oneof(fc.constant(0), euros(1500)),
  retenues: fc.array(euros(400), { maxLength: 3 }),
  cinquieme: fc.boolean(),
  annule: fc.boolean(),
  charges: fc.record({ appele: euros(900), reel: euros(900) }),
  virement: fc.constantFrom("parti", "annule", "rejete"),
});

type Depart = typeof depart extends fc.Arbitrary<infer Valeur> ? Valeur : never;

/** The balances of the books for a dossier, in cents; `aPart`: the sum to give back besides the deposit. */
const tenu = async (DossierId: number) =>
  (
    await db.all<{ depot: number; aPart: number; du: number }>(sql`SELECT
      coalesce(sum(iif(genre = '165', credit - debit, iif(genre = '801', debit - credit, 0))), 0) AS depot,
      coalesce(sum(iif(genre = '4191', credit - debit, 0)), 0) AS "aPart",
      coalesce(sum(iif(genre = '411', debit - credit, 0)), 0) AS du FROM "Ligne" WHERE de = ${DossierId}`)
  )[0];

async function partir({ fonds, depot, verse, paye, retenues, cinquieme, annule, charges }: Depart) {
  const { DossierId, AppartementId, LocataireId } = await louer(agence.admin, {
    appartement: { typeImmeuble: "collectif" },
    bail: { loyerHC: 620, loyerCharge: 60, depotGarantie: depot, chargesMode: "provisions" },
  });
  const mandat = await mandater(agence, [{ nom: "Durand", num: 1, den: 1 }], { modeFonds: fonds });
  await agence.admin.put(`/Mission/${mandat.MissionId}/appartement/add/${AppartementId}`);
  const chemin = `/Dossier/${DossierId}/depart`;
  const encaisser = (montant: number) =>
    agence.user.post("/Reglement", {
      DossierId,
      date: today,
      montant,
      mode: "virement",
      ...(fonds === "agence" ? { CompteBancaireId: compte } : {}),
    });
  if (depot > 0) {
    await agence.user.post(`/Dossier/${DossierId}/appel`, {
      nature: "depot",
      montant: depot,
      exigibleLe: today,
    });
    const part = Math.round(depot * verse * 100) / 100;
    if (part > 0) await encaisser(part);
  }
  await agence.user.put(chemin, {
    genre: "accord",
    recuLe: "2026-11-01",
    finLe: "2026-11-14",
    clesLe: "2026-11-14",
    sansEtatDesLieux: true,
    conforme: false,
  });
  await agence.user.post(`/Quitance/generate/${DossierId}`, { date: "2026-10-01" });
  await agence.user.post(`/Quitance/generate/${DossierId}`, { date: "2026-11-01" });
  if (paye > 0) await encaisser(paye);
  const avant = (await agence.user.get<DepartDetail>(chemin)).data;
  await agence.user.put(chemin, {
    retenues: retenues.map((montant, rang) => ({
      libelle: `Retenue ${rang}`,
      qui: "locataire",
      montant,
      preuve: "facture",
    })),
    ...(cinquieme && avant.compte.provisionAuPlus > 0
      ? { provision: avant.compte.provisionAuPlus / 100, motifProvision: "Budget" }
      : {}),
  });
  const ouvert = await tenu(DossierId);
  const arreter = () => agence.user_delete.post<DepartDetail>(`${chemin}/arreter`, {});
  let arrete = await arreter();
  expect([arrete.status, arrete.error]).toEqual([200, undefined]);
  if (annule) {
    await agence.user_delete.post(`${chemin}/annuler`, { motif: "Essai" });
    expect(await tenu(DossierId)).toEqual(ouvert);
    arrete = await arreter();
    expect([arrete.status, arrete.error]).toEqual([200, undefined]);
  }
  const { restitution, provision, resteDu } = arrete.data.soldes[0]?.contenu ?? {
    restitution: -1,
    provision: -1,
    resteDu: -1,
  };
  expect(await tenu(DossierId)).toEqual({ depot: restitution + provision, aPart: 0, du: resteDu });
  if (provision === 0) return { DossierId, LocataireId };
  const solder = () =>
    agence.user_delete.post<DepartDetail>(`${chemin}/solder-charges`, {
      approuveesLe: today,
      ...charges,
    });
  const attendu = await tenu(DossierId);
  let solde = await solder();
  if (annule && solde.status === 200) {
    await agence.user_delete.post(`${chemin}/annuler`, { motif: "Essai" });
    expect(await tenu(DossierId)).toEqual(attendu);
    solde = await solder();
  }
  // When the owner's account cannot cover the sum to give back, nothing is written.
  expect([200, 422]).toContain(solde.status);
  const rendu = solde.status === 200 ? (solde.data.soldes[0]?.restitution ?? 0) : provision;
  const aPart = fonds === "agence" ? Math.max(0, rendu - provision) : 0;
  expect(await tenu(DossierId)).toMatchObject({ depot: restitution + rendu - aPart, aPart });
  return { DossierId, LocataireId };
}

/**
 * A deposit that the agency holds is given back by a batch of transfers, which may be cancelled or refused by the
 * bank.
 */
async function rendre(
  { DossierId, LocataireId }: { DossierId: number; LocataireId: number },
  sort: Depart["virement"],
) {
  const { soldes } = (await agence.user.get<DepartDetail>(`/Dossier/${DossierId}/depart`)).data;
  const dus = soldes.filter(
    ({ annuleLe, restitution, contenu }) =>
      annuleLe === null && restitution > 0 && contenu.lieu === "agence",
  );
  if (dus.length === 0) return;
  await agence.admin.post(`/Locataire/${LocataireId}/coordonnees`, {
    iban: IBAN_DURAND,
    titulaire: "PETIT PAUL",
  });
  await delaiPasse();
  const aRendre = async () => {
    const { depot = 0, aPart = 0 } = (await tenu(DossierId)) ?? {};
    return depot + aPart;
  };
  const avant = await aRendre();
  const { data: lot, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
    SoldeDepartIds: dus.map(({ id }) => id),
    dateExecution: JOUR,
  });
  expect(error).toBeUndefined();
  const vire = dus.reduce((total, { restitution }) => total + restitution, 0);
  expect(lot.montant).toBeCloseTo(vire / 100, 2);
  expect(await aRendre()).toBe(avant - vire);
  if (sort === "parti") return;
  if (sort === "annule") {
    await agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Essai" });
  } else {
    await agence.admin.fetch(`/api/Reversement/${lot.id}/sepa`);
    for (const { id } of lot.virements)
      await agence.admin.post(`/Virement/${id}/rejeter`, { motif: "Compte clos" });
  }
  expect(await aRendre()).toBe(avant);
}

describe("Des départs au hasard", () => {
  it(`laissent les comptes justes : ce qui est tenu est ce qui reste à rendre, viré, annulé ou rejeté (${DEPARTS} tirages)`, async () => {
    const mener = async (tire: Depart) => rendre(await partir(tire), tire.virement);
    await fc.assert(fc.asyncProperty(depart, mener), { numRuns: DEPARTS, endOnFailure: true });
    expect(await rouges()).toEqual([]);
  });
});
