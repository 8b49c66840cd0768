import { env } from "cloudflare:workers";
import { PDFDocument } from "pdf-lib";
import { beforeEach, expect, it } from "vitest";
import { ajouterJours, aujourdhui, formatJour, moisDe, moisEnLettres } from "#domain/dates.ts";
import type { DocumentGenere, DocumentRow } from "#domain/fichiers/document.ts";
import type { LocationNouvelle } from "#domain/gerance/mandats/avis-versement.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { openDb } from "#worker/db/client.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import {
  type Agence,
  creer,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = aujourdhui(new Date());
const MOIS = moisDe(JOUR);
const DEBUT = `${MOIS}-01`;
const NEUF = { dateEntree: DEBUT, dateCreationBail: DEBUT, dateDebutBail: DEBUT };

let agence: Agence;
let MissionId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

/** A lease under a mandate whose rents go to the owners or to the agency. */
async function louerSousMandat(modeFonds: ModeFonds, bail: object = NEUF) {
  const { AppartementId, ClientId, DossierId } = await louer(agence.admin, { bail });
  MissionId = (await creer(agence.admin, "Mission", { ...MISSION, numRegistre: "42" })).id;
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${AppartementId}`);
  await openDb(env).insert(conditionsMandat).values({ MissionId, depuis: "2020-01-01", modeFonds });
  await agence.admin.put(`/Mission/${MissionId}/client/add/${ClientId}`);
  return DossierId;
}

const appeler = (DossierId: number, nature: string, montant: number) =>
  agence.admin.post(`/Dossier/${DossierId}/appel`, { nature, montant, exigibleLe: JOUR });

const payer = async (DossierId: number, reglement: object) =>
  expect(
    (
      await agence.user.post("/Reglement", {
        DossierId,
        date: JOUR,
        mode: "virement",
        ...reglement,
      })
    ).status,
  ).toBe(201);

const nouvelles = async () =>
  (await agence.user.get<LocationNouvelle[]>(`/Mission/${MissionId}/locationsNouvelles`)).data;

const avis = (DossierId: number) =>
  agence.admin.get<DocumentGenere>(`/Dossier/${DossierId}/avisVersement/${MissionId}/generate`);

async function octets({ generated }: DocumentGenere) {
  const reponse = await agence.admin.fetch(`/files/${generated}`);
  return new Uint8Array(await reponse.arrayBuffer());
}
const lire = async (fait: DocumentGenere) => readPdf(await octets(fait));

it("l’avis dit au mandant ce que l’agence a reçu d’une location nouvelle, de qui, quand et pour quoi", async () => {
  const DossierId = await louerSousMandat("agence");
  await appeler(DossierId, "depot", 850);
  await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: DEBUT });
  await payer(DossierId, { montant: 1800 });
  expect(await nouvelles()).toEqual([
    {
      DossierId,
      locataire: "M. Léo Dupont",
      appartement: "27 bis boulevard Saint-Michel, 4e",
      total: 1800,
      premierLe: JOUR,
      avant: ajouterJours(JOUR, 8),
    },
  ]);

  const { data, status } = await avis(DossierId);
  expect(status).toBe(200);
  const { text, title } = await lire(data);
  expect(title).toBe("AVIS DE VERSEMENT – mandat 000042");
  for (const mention of [
    "Location nouvelle – article 67 du décret n° 72-678 du 20 juillet 1972",
    "Lettre recommandée avec demande d'avis de réception, ou écrit remis contre récépissé.",
    "Madame Jeanne DE LA TOUR 3 place Bellecour 69002 LYON",
    "Monsieur Léo DUPONT",
    `${formatJour(JOUR)} Dépôt de garantie Le locataire, virement 850,00 €`,
    `${formatJour(JOUR)} Loyer, ${moisEnLettres(MOIS)} Le locataire, virement 850,00 €`,
    `${formatJour(JOUR)} Charges, ${moisEnLettres(MOIS)} Le locataire, virement 100,00 €`,
    "Total reçu 1 800,00 €",
    "Le dépôt de garantie n'est pas un revenu",
    "REMIS CONTRE RÉCÉPISSÉ Madame Jeanne DE LA TOUR Reçu le ……………, signature",
  ])
    expect(text).toContain(mention);
  const { data: gardes } = await agence.admin.get<DocumentRow[]>(
    `/Document?entite=Mission&id=${MissionId}&page=1&limit=5`,
  );
  expect(gardes).toMatchObject([
    { type: "avisVersement", nom: `Avis_de_versement_${DEBUT}_000042` },
  ]);
});

it("chaque mandant a sa lettre, sauf ceux qui vivent ensemble", async () => {
  const DossierId = await louerSousMandat("agence");
  await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: DEBUT });
  await payer(DossierId, { montant: 950 });
  const ailleurs = { adresse: "18 rue de la Paix", codePostal: "35000", ville: "Rennes" };
  for (const lieu of [{}, ailleurs]) {
    const { id } = await creer(agence.admin, "Client", {
      ...PROPRIETAIRE,
      prenom: "Anne",
      ...lieu,
    });
    await agence.admin.put(`/Mission/${MissionId}/client/add/${id}`);
  }
  const { data } = await avis(DossierId);
  expect((await PDFDocument.load(await octets(data))).getPageCount()).toBe(2);
});

it("un chèque est dit sous réserve ; un versement refusé ou repris n’est plus rien", async () => {
  const DossierId = await louerSousMandat("agence");
  await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: DEBUT });
  await payer(DossierId, { montant: 950, mode: "cheque" });
  const { data } = await avis(DossierId);
  expect((await lire(data)).text).toContain(
    "À valoir, sous réserve d'encaissement Le locataire, chèque 950,00 €",
  );
  await agence.admin.post("/Reglement/1/annuler", { motif: "Erreur de saisie" });
  expect(await nouvelles()).toEqual([]);
  expect((await avis(DossierId)).status).toBe(409);
});

it("sous un mandat dont le propriétaire reçoit les loyers, il n’y a pas d’avis à donner", async () => {
  const DossierId = await louerSousMandat("proprietaire");
  await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: DEBUT });
  await payer(DossierId, { montant: 950 });
  expect(await nouvelles()).toEqual([]);
  expect((await avis(DossierId)).status).toBe(409);
});

it("le loyer d’un bail de l’an passé n’est pas d’une location nouvelle", async () => {
  const DossierId = await louerSousMandat("agence", {});
  await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: DEBUT });
  await payer(DossierId, { montant: 950 });
  expect(await nouvelles()).toEqual([]);
  expect((await avis(DossierId)).status).toBe(409);
});
