import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { ajouterJours, ajouterMois, aujourdhui, dansMois, formatJour } from "#domain/dates.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { louerEnGerance } from "../../support/banque/lignes-releve.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { avantQueSEcrive } from "../../support/worker/courses.ts";

const TODAY = aujourdhui(new Date());
const ANNEE = Number(TODAY.slice(0, 4)) - 1;

let agence: Agence;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
});

/**
 * A lease that began on 15 March of last year, with receipts up to December, 140 € of charges a month, and the
 * expenses of that year.
 */
async function loger(bail: object = {}) {
  const loue = await louerEnGerance(agence.admin, {
    nom: `Charges${suite++}`,
    loyerCharge: 140,
    bail: { dateEntree: `${ANNEE}-03-15`, dateDebutBail: `${ANNEE}-03-15`, ...bail },
    mois: Array.from({ length: 10 }, (_, rang) => ajouterMois(`${ANNEE}-03`, rang)),
  });
  const depenser = (recuperable: string | null, montant: number, reste: object = {}) =>
    creer(agence.user, "Intendance", {
      nature: "depense",
      AppartementId: loue.AppartementId,
      intitule: "Décompte du syndic",
      numFacture: `S-${suite++}`,
      date: `${ANNEE}-06-30`,
      regle: true,
      montant,
      recuperable,
      ...reste,
    });
  await depenser("R11", 357);
  await depenser("R41", 588.8);
  await depenser("R91", 1104);
  await depenser("R81", 145);
  return { ...loue, depenser };
}

const lire = (DossierId: number, annee = ANNEE) =>
  agence.user.get<DecompteDeCharges>(`/Dossier/${DossierId}/charges/${annee}`);
/** The due day of charges claimed by a letter sent today: a month after the letter arrives, which takes five days. */
const EXIGIBLE = dansMois(ajouterJours(TODAY, 5), 1);
const envoyer = (DossierId: number, solde: number, reste: object = {}) =>
  agence.user.post<{ id: number }>(`/Dossier/${DossierId}/charges/${ANNEE}/envoyer`, {
    ...{ solde, exigibleLe: EXIGIBLE, ...reste },
  });

async function imprimer(DossierId: number, annee = ANNEE) {
  const { status, data } = await agence.user.get<{ generated: string; warnings: string[] }>(
    `/Dossier/${DossierId}/charges/${annee}/generate`,
  );
  expect(status).toBe(200);
  const objet = await env.FILES.get(data.generated);
  return readPdf(new Uint8Array((await objet?.arrayBuffer()) ?? new ArrayBuffer(0))).text;
}

test("Le solde ne s’appelle pas sur une facture qui arrive pendant qu’il s’appelle", async () => {
  const { DossierId, depenser } = await loger();
  avantQueSEcrive(/Décompte envoyé/, () => depenser("R42", 50));
  const { status, error } = await envoyer(DossierId, (await lire(DossierId)).data.solde);
  vi.restoreAllMocks();
  expect([status, error.message]).toEqual([409, expect.stringContaining("a changé entre-temps")]);
});

test("Le solde d’une année est lu, appelé une fois avec son décompte pour la somme qui fut lue, jamais sans lui", async () => {
  const { DossierId } = await loger();
  const { data } = await lire(DossierId);
  const { jours } = data;
  expect([jours, data.total, data.provisions, data.solde]).toEqual([292, 1535.04, 1336.77, 198.27]);
  expect(data.avertissements).toEqual([]);
  expect([data.refusEnvoi, data.projet]).toEqual([null, false]);
  const seul = await agence.user.post(`/Dossier/${DossierId}/charges/${ANNEE}/appel`, {
    ...{ montant: data.solde, exigibleLe: EXIGIBLE },
  });
  expect(seul.status).toBe(404);
  expect((await envoyer(DossierId, 198.26)).error.message).toContain("a changé entre-temps");
  const ensemble = await Promise.all([1, 2].map(() => envoyer(DossierId, data.solde)));
  expect(ensemble.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const compte = await agence.user.get<CompteDuDossier>(`/Dossier/${DossierId}/compte`);
  const appelees = compte.data.echeances.filter(({ nature }) => nature === "regularisation");
  expect(appelees).toEqual([
    expect.objectContaining({
      montant: 198.27,
      reste: 198.27,
      exigibleLe: EXIGIBLE,
      libelle: `exercice ${ANNEE}`,
    }),
  ]);
  const text = await imprimer(DossierId);
  expect(text).toContain(`Payable le ${formatJour(EXIGIBLE)}`);
  expect(text).toContain("Solde à votre charge");
  expect(text).toContain("198,27 €");
  const controles = await controlerComptes({ db: openDb(env), today: TODAY });
  expect(controles.filter(({ etat }) => etat === "rouge")).toEqual([]);
});

test("Le papier dit les natures, les jours, les provisions, le solde et les pièces", async () => {
  const { DossierId } = await loger();
  const text = await imprimer(DossierId);
  for (const mention of [
    `RÉGULARISATION DES CHARGES LOCATIVES – EXERCICE ${ANNEE}`,
    `Du 15 mars ${ANNEE} au 31 décembre ${ANNEE}`,
    "Gardien : propreté et ordures 1 104,00 € 828,00 € 292/365 662,40 €",
    `Provisions appelées ${formatEuros(-1336.77)}`.replaceAll("\u00A0", " "),
    "Solde à votre charge",
    `Payable le ${formatJour(EXIGIBLE)}`,
    "Les pièces justificatives sont tenues à votre disposition pendant six mois",
  ])
    expect(text).toContain(mention);
  const liste = await agence.user.get<{ type: string }[]>(
    `/Document?entite=Dossier&id=${DossierId}`,
  );
  expect(liste.data.map(({ type }) => type)).toEqual(["regularisationCharges"]);
});

test("Ce qui n’est ni de l’année ni récupérable n’y est pas ; une quittance annulée n’est plus une provision", async () => {
  const { DossierId, depenser } = await loger({
    dateFinBail: `${ANNEE}-12-31`,
    dateSortie: `${ANNEE}-12-31`,
  });
  await depenser("R42", 100, { date: `${ANNEE - 1}-12-31` });
  await depenser(null, 100);
  await depenser("R42", 100, { natureFiscale: "copropriete" });
  await depenser("R42", 100, { natureFiscale: "regularisation_copropriete" });
  await depenser("R42", 100, { natureFiscale: "charges_non_recuperees" });
  await depenser("R42", 10, { date: null, regle: false });
  const { data } = await lire(DossierId);
  expect([data.total, data.provisions]).toEqual([1535.04, 1336.77]);
  expect(data.avertissements).toEqual([
    expect.stringContaining("sans date : 1"),
    expect.stringContaining("laissés de côté : 1"),
  ]);
  const quittances = await agence.user.get<{ id: number; date: string }[]>(
    `/Quitance?DossierId=${DossierId}`,
  );
  const decembre = quittances.data.find(({ date }) => date.startsWith(`${ANNEE}-12`));
  const annulee = await agence.user_delete.post(`/Quitance/${decembre?.id}/annuler`, {
    motif: "Établie par erreur",
  });
  expect(annulee.status).toBe(200);
  const { data: reste } = await lire(DossierId);
  expect([reste.provisions, reste.manquants, reste.solde]).toEqual([
    1196.77,
    [`${ANNEE}-12`],
    338.27,
  ]);
  expect((await envoyer(DossierId, reste.solde)).error.message).toContain(
    "dites les provisions appelées ailleurs",
  );
  const projet = await imprimer(DossierId);
  expect(projet).toContain(`PROJET – RÉGULARISATION DES CHARGES LOCATIVES – EXERCICE ${ANNEE}`);
  expect(projet).not.toContain("Payable");
  const chemin = `/Dossier/${DossierId}/charges/${ANNEE}`;
  const dit = await agence.user.get<DecompteDeCharges>(`${chemin}?ailleurs=140.50`);
  expect([dit.data.provisions, dit.data.solde]).toEqual([1337.27, 197.77]);
  expect((await agence.user.get(`${chemin}?ailleurs=-1`)).status).toBe(422);
  expect((await envoyer(DossierId, dit.data.solde, { ailleurs: 140.5 })).status).toBe(201);
});

test("Un forfait, un bail d’une autre année, une année qui court ne se régularisent pas", async () => {
  const { DossierId } = await loger({ typeBail: "meuble", chargesMode: "forfait" });
  const forfait = await lire(DossierId);
  expect([forfait.status, forfait.error.message]).toEqual([
    409,
    "Les charges de ce bail sont un forfait : elles ne se régularisent pas.",
  ]);
  const autre = await loger();
  expect((await lire(autre.DossierId, ANNEE - 1)).status).toBe(409);
  expect((await lire(autre.DossierId, 12)).status).toBe(422);
  expect((await lire(9_999_999)).status).toBe(404);
  const enCours = await agence.user.post(
    `/Dossier/${autre.DossierId}/charges/${ANNEE + 1}/envoyer`,
    {
      ...{ solde: 1, exigibleLe: EXIGIBLE },
    },
  );
  expect([enCours.status, enCours.error.message]).toEqual([
    409,
    `L’année ${ANNEE + 1} n’est pas finie : son solde n’est pas connu.`,
  ]);
});
