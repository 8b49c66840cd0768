import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { ajouterJours, aujourdhui, moisDe } from "#domain/dates.ts";
import type { FinDeMandatDetail } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { ReversementDetail } from "#domain/gerance/reversements/reversement-fiche.ts";
import type { MissionRow } from "#domain/missions/mission-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  delaiPasse,
  IBAN_AGENCE,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rouges,
} from "../../support/banque/reversements.ts";

const db = openDb(env);
const today = aujourdhui(new Date());
const JOUR = jourTarget(ajouterJours(today, 1));
/** The number of mandates simulated; `npm run test:years` simulates more. */
const HISTOIRES = inject("hasard").annees === null ? 10 : 30;

let agence: Agence;
let compte: number;
let gestionnaire: number;
let plombier: number;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
  await ouvrirCompte(agence, { nom: "Agence", usage: "agence", iban: IBAN_AGENCE });
  // A cancelled payment may overdraw a mandate of these tests: the agency lends its money, so that the other mandates
  // can still be paid.
  const apport = { montant: 1_000_000, date: today, CompteBancaireId: compte };
  expect((await agence.admin.post("/Apport", apport)).status).toBe(201);
  // The sums of one day add up: above the threshold, each batch would wait for a second administrator.
  await db.insert(variables).values({ nom: "seuilReversement", valeur: "9000000" });
  gestionnaire = await fournisseur("Régie du Parc");
  plombier = await fournisseur("Plomberie");
});

async function fournisseur(nom: string): Promise<number> {
  const { id } = await creer(agence.admin, "Fournisseur", { nom });
  await agence.admin.post(`/Fournisseur/${id}/coordonnees`, {
    ...{ iban: IBAN_AGENCE, titulaire: nom, rappel: "Mme Roux, au 04 00 00 00 00" },
  });
  await delaiPasse();
  return id;
}

const euros = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((c) => c / 100);

/** The life of a dwelling under a mandate until the mandate ends; sums in euros. */
const logement = fc.record({
  depot: fc.oneof(fc.constant(0), euros(1500)),
  verse: fc.constantFrom(0, 0.5, 1),
  quittance: fc.boolean(),
  gestes: fc.array(
    fc.oneof(
      fc.record({ genre: fc.constant("paie" as const), montant: euros(2000) }),
      fc.record({ genre: fc.constant("cheque" as const), montant: euros(900) }),
      fc.record({ genre: fc.constant("rejet" as const) }),
      fc.record({ genre: fc.constant("depense" as const), montant: euros(300) }),
      fc.record({ genre: fc.constant("appel" as const), montant: euros(200) }),
    ),
    { maxLength: 4 },
  ),
});

const histoire = fc.record({
  fonds: fc.constantFrom("agence", "agence", "agence", "proprietaire"),
  provision: fc.constantFrom(0, 300),
  parts: fc.constantFrom([1], [3, 2], [1, 1, 1]),
  depots: fc.constantFrom("mandant", "gestionnaire"),
  annule: fc.constantFrom(false, false, true),
  logements: fc.array(logement, { minLength: 1, maxLength: 2 }),
});

type Histoire = typeof histoire extends fc.Arbitrary<infer Valeur> ? Valeur : never;
type Logement = Histoire["logements"][number];

interface Mandat {
  MissionId: number;
  DossierIds: number[];
}

async function vivre(
  lot: { DossierId: number; AppartementId: number },
  vie: Logement,
  fonds: string,
) {
  const { DossierId, AppartementId } = lot;
  const payer = (montant: number, mode = "virement") =>
    agence.user.post<{ id: number }>("/Reglement", {
      ...{ DossierId, date: today, montant, mode, payeur: "locataire" },
      ...(fonds === "agence" ? { CompteBancaireId: compte } : {}),
    });
  const appeler = (nature: string, montant: number) =>
    agence.user.post(`/Dossier/${DossierId}/appel`, { nature, montant, exigibleLe: today });
  if (vie.depot > 0) {
    await appeler("depot", vie.depot);
    const part = Math.round(vie.depot * vie.verse * 100) / 100;
    if (part > 0) await payer(part);
  }
  if (vie.quittance)
    await agence.user.post(`/Quitance/generate/${DossierId}`, { date: `${moisDe(today)}-01` });
  const payes: number[] = [];
  for (const geste of vie.gestes) {
    if (geste.genre === "paie" || geste.genre === "cheque") {
      const { data } = await payer(geste.montant, geste.genre === "cheque" ? "cheque" : "virement");
      if (geste.genre === "cheque" && fonds === "agence")
        await agence.user.post(`/Reglement/${data.id}/crediter`, { date: today });
      payes.push(data.id);
    } else if (geste.genre === "rejet") {
      const dernier = payes.pop();
      if (dernier)
        await agence.user_delete.post(`/Reglement/${dernier}/annuler`, { motif: "Essai" });
    } else if (geste.genre === "appel") await appeler("reparation", geste.montant);
    else {
      const { id } = await creer(agence.admin, "Intendance", {
        ...{ nature: "depense", AppartementId, intitule: "Fuite", montant: geste.montant },
        ...{
          numFacture: "F-1",
          FournisseurId: plombier,
          payePar: "agence",
          natureFiscale: "travaux",
        },
        ...{ tva: 20, renouvele: false, regle: false, accordLe: today },
      });
      await agence.admin.post("/Intendance/bon-a-payer", { ids: [id] });
      const { status } = await agence.admin.post("/Intendance/payer", {
        ...{ ids: [id], date: today, mode: "Virement", CompteBancaireId: compte },
      });
      if (status !== 200) await agence.admin.put(`/Intendance/${id}`, { bonAPayerLe: null });
    }
  }
}

/** The balances of a mandate and of its tenants, in cents; accounts at zero are left out. */
async function soldes({ MissionId, DossierIds }: Mandat): Promise<Record<string, number>> {
  const rows = await db.all<{ genre: string; solde: number }>(sql`
    SELECT genre, sum(credit - debit) AS solde FROM "Ligne"
    WHERE (mandat = ${MissionId} OR (genre IN ('165', '4191', '4192') AND de IN (SELECT value FROM json_each(${JSON.stringify(DossierIds)}))))
      AND genre IN ('4670', '4672', '165', '4191', '4192', '401', '411H', '4680')
    GROUP BY genre HAVING solde <> 0`);
  return Object.fromEntries(rows.map(({ genre, solde }) => [genre, solde]));
}

const PAR_LES_VIREMENTS = ["4672", "4680", "411H"];

async function virer(demande: object): Promise<void> {
  const { data, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
    dateExecution: JOUR,
    ...demande,
  });
  expect(error).toBeUndefined();
  await agence.admin.fetch(`/api/Reversement/${data.id}/sepa`);
}

const bonsAPayer = async (AppartementIds: readonly number[]): Promise<number[]> =>
  (
    await db.all<{
      id: number;
    }>(sql`SELECT id FROM "Intendance" WHERE NOT regle AND "bonAPayerLe" IS NOT NULL
      AND "AppartementId" IN (SELECT value FROM json_each(${JSON.stringify(AppartementIds)}))`)
  ).map(({ id }) => id);

async function finir(histoireTiree: Histoire): Promise<"fini" | "bloque"> {
  const { depots, fonds, logements, parts, provision, annule } = histoireTiree;
  const den = parts.reduce((somme, part) => somme + part, 0);
  const { MissionId } = await mandater(
    agence,
    parts.map((num, rang) => ({
      ...{ nom: `Durand${rang}`, num, den, iban: IBAN_DURAND, titulaire: "DURAND" },
    })),
    { modeFonds: fonds, provision },
  );
  await delaiPasse();
  const lots = [];
  for (const vie of logements) {
    const lot = await louer(agence.admin, { bail: { depotGarantie: vie.depot } });
    await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
    await vivre(lot, vie, fonds);
    lots.push(lot);
  }
  const mandat = { MissionId, DossierIds: lots.map(({ DossierId }) => DossierId) };
  const chemin = `/Mission/${MissionId}/fin`;
  await agence.admin.put(chemin, {
    ...{ finLe: today, motif: "Congé", depots, FournisseurId: gestionnaire },
  });
  const lire = async () => {
    const { data } = await agence.user.get<FinDeMandatDetail>(chemin);
    const { data: liste } = await agence.user.get<MissionRow[]>("/Mission?page=1&limit=1&sort=-id");
    expect(liste).toMatchObject([{ id: MissionId, fin: { etat: data.etat } }]);
    return data;
  };
  if ((await lire()).manques.some(({ phrase }) => phrase.includes("à remettre"))) {
    const { status } = await agence.admin.post(`${chemin}/remettre`, {});
    if (status === 200) {
      const IntendanceIds = await bonsAPayer(lots.map(({ AppartementId }) => AppartementId));
      const { manques } = await lire();
      if (!manques.some(({ phrase }) => phrase.includes("découvert")))
        await virer({ IntendanceIds });
    }
  }
  const { manques } = await lire();
  const arrete = await agence.admin.post<FinDeMandatDetail>(`${chemin}/arreter`, {});
  if (manques.length > 0) {
    expect(arrete.status).toBe(409);
    return "bloque";
  }
  // When the fees of the end would overdraw the owner's account, the end is refused and nothing is written.
  if (arrete.error?.message.includes("serait à découvert")) {
    expect((await lire()).fin?.arreteLe).toBeNull();
    return "bloque";
  }
  expect([arrete.status, arrete.error]).toEqual([200, undefined]);
  const apres = await soldes(mandat);
  expect(Object.keys(apres).filter((genre) => !PAR_LES_VIREMENTS.includes(genre))).toEqual([]);
  await lire();
  if (annule) {
    const { status } = await agence.admin.post(`${chemin}/annuler`, { motif: "Essai" });
    expect([200, 409]).toContain(status);
    return "bloque";
  }
  const du = apres[4672] ?? 0;
  const honoraires = (apres[4680] ?? 0) > 0;
  if (du > 0 || honoraires) {
    await virer({ CompteRenduIds: du > 0 ? [arrete.data.fin?.CompteRenduId] : [], honoraires });
  }
  // Only fees may remain: the owner owes the fees that his account could not pay, or all fees if he receives the rents.
  const dus = await soldes(mandat);
  const { "411H": honorairesDus = 0, ...autres } = dus;
  expect(autres).toEqual({});
  const finie = await lire();
  if (honorairesDus !== 0)
    expect(finie.restes.join(" ")).toContain("restent dus par le propriétaire");
  for (const DossierId of mandat.DossierIds) {
    await agence.user.post("/Reglement", {
      ...{ DossierId, date: today, montant: 100, mode: "virement", payeur: "locataire" },
    });
  }
  expect(await soldes(mandat)).toEqual(dus);
  return "fini";
}

describe("Des fins de mandat au hasard", () => {
  it(`laissent tous les comptes du mandat à zéro, quelle qu’ait été sa vie (${HISTOIRES} tirages)`, async () => {
    const issues = { fini: 0, bloque: 0 };
    await fc.assert(
      fc.asyncProperty(histoire, async (tiree) => {
        issues[await finir(tiree)] += 1;
      }),
      { numRuns: HISTOIRES, endOnFailure: true },
    );
    expect(issues.fini).toBeGreaterThan(0);
    const rouge = (await rouges()).filter((motif) => !motif.startsWith("I6"));
    expect(rouge).toEqual([]);
  }, 900_000);
});
