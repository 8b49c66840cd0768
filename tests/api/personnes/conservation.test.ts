import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ajouterAnnees, ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { EffacementFait, GenreConserveRow } from "#domain/personnes/conservation.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { verifierChaine } from "#worker/operations/controles/lecture-chaine.ts";
import { scellerHistorique } from "#worker/operations/historique/chaine.ts";
import {
  type Agence,
  creer,
  LOCATAIRE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";

const today = aujourdhui(new Date());
const ilYA = (annees: number) => ajouterAnnees(today, -annees);

let agence: Agence;
let parti: Awaited<ReturnType<typeof louer>>;
let recent: Awaited<ReturnType<typeof louer>>;
let present: Awaited<ReturnType<typeof louer>>;
let revenu: Awaited<ReturnType<typeof louer>>;
let candidat: { id: number };
let caution: { id: number };
let nouveau: { id: number };
let sansBien: number;

const bail = (fin: string) => ({
  dateEntree: ilYA(8),
  dateCreationBail: ilYA(8),
  dateDebutBail: ilYA(8),
  dateSortie: fin,
});

const vieillir = (id: number, jours: number, table = "Locataire") =>
  openDb(env).run(sql`UPDATE ${sql.identifier(table)} SET version = version + 1,
    "updatedAt" = ${`${ajouterJours(today, -jours)}T10:00:00.000Z`} WHERE id = ${id}`);

const genres = async () => {
  const { data } = await agence.admin.get<GenreConserveRow[]>("/Conservation");
  return Object.fromEntries(data.map((liste) => [liste.genre, liste]));
};
const noms = async (genre: string) => (await genres())[genre]?.lignes.map(({ nom }) => nom);
const personnes = async () =>
  (await agence.admin.get<{ personnes: number }>("/Conservation/resume")).data.personnes;
const effacer = (genre: string, ids: number[]) =>
  agence.admin.post<EffacementFait>("/Conservation/effacer", { genre, ids });
const nomDe = async (id: number) =>
  (await agence.admin.get<LocataireDetail>(`/Locataire/${id}`)).data.nom;

beforeAll(async () => {
  agence = await ouvrirAgence();
  const { admin } = agence;
  const personne = (nom: string) => ({ ...LOCATAIRE, nom });
  parti = await louer(admin, { locataire: personne("Parti"), bail: bail(ilYA(4)) });
  recent = await louer(admin, { locataire: personne("Recent"), bail: bail(ilYA(3)) });
  present = await louer(admin, { locataire: personne("Present") });
  // A tenant who left four years ago, and came back since.
  revenu = await louer(admin, { locataire: personne("Revenu"), bail: bail(ilYA(4)) });
  const { id: AppartementId } = await creer(admin, "Appartement", {
    adresse: "1 rue Neuve",
    codePostal: "75001",
    ville: "Paris",
    loyerHC: 500,
    charge: 0,
  });
  await creer(admin, "Dossier", {
    ...bail(today),
    dateSortie: null,
    dateDebutBail: ilYA(1),
    depotGarantie: 0,
    jourQuitance: 1,
    loyerHC: 500,
    loyerCharge: 0,
    numFraisDossier: "F-9",
    AppartementId,
    LocataireId: revenu.LocataireId,
  });
  await admin.post(`/Quitance/generate/${parti.DossierId}`, { date: `${ilYA(5).slice(0, 7)}-01` });
  candidat = await creer(admin, "Locataire", personne("Candidat"));
  nouveau = await creer(admin, "Locataire", personne("Nouveau"));
  const garant = { prenom: "Anne", mail: "anne@exemple.fr", mobile: "0611223344" };
  caution = await creer(admin, "Caution", { ...garant, nom: "Garante" });
  const liee = await creer(admin, "Caution", { ...garant, nom: "Liee" });
  await admin.put(`/Dossier/${present.DossierId}/caution/add/${liee.id}`);
  const proprietaire = async (nom: string, jours = 6 * 366) => {
    const { id } = await creer(admin, "Client", { ...PROPRIETAIRE, nom });
    await vieillir(id, jours, "Client");
    return id;
  };
  sansBien = await proprietaire("Ancienne");
  await proprietaire("Recente", 4 * 365);
  const mandante = await proprietaire("Mandante");
  const mission = await creer(admin, "Mission", { ...MISSION, dateSignature: ilYA(7) });
  await admin.put(`/Mission/${mission.id}/client/add/${mandante}`);
  const vendeuse = await proprietaire("Vendeuse");
  const lien = `/Appartement/${recent.AppartementId}/owner`;
  await admin.put(`${lien}/add/${vendeuse}`);
  await admin.delete(`${lien}/remove/${vendeuse}`);
  await vieillir(parti.ClientId, 6 * 366, "Client");
  await vieillir(caution.id, 100, "Caution");
  await vieillir(liee.id, 100, "Caution");
  await vieillir(candidat.id, 100);
  await vieillir(nouveau.id, 80);
});

describe("La conservation", () => {
  test("propose qui est parti depuis plus de trois ans et qui fut candidat il y a plus de trois mois, personne d’autre", async () => {
    expect(await noms("locataireParti")).toEqual(["M. Léo Parti"]);
    expect(await noms("candidat")).toEqual(["M. Léo Candidat"]);
    expect(await noms("caution")).toEqual([expect.stringContaining("Anne Garante")]);
    // The other owners are kept: some records are too recent, one owner has a running mandate, one a dwelling, and one
    // sold a dwelling let until three years ago.
    expect(await noms("proprietaire")).toEqual(["Mme Jeanne Ancienne"]);
    expect((await genres()).locataireParti).toMatchObject({
      duree: "3 ans après la fin du dernier bail",
      total: 1,
      lignes: [{ depuis: ilYA(4), reserve: "1 quittance sans règlement connu" }],
    });
    expect(await personnes()).toBe(4);
  });

  test("suit les durées que l’agence a réglées", async () => {
    const { data } = await agence.admin.post<{ id: number }>("/Variable", {
      nom: "conservationLocataire",
      valeur: "5",
    });
    expect(await noms("locataireParti")).toEqual([]);
    await agence.admin.put(`/Variable/${data.id}`, { valeur: "3" });
    expect(await noms("locataireParti")).toEqual(["M. Léo Parti"]);
  });

  test("n’efface que sur un mot de l’administration, mot de passe donné, et que ce qui est dépassé", async () => {
    const db = openDb(env);
    const ids = [parti.LocataireId];
    expect(
      (await agence.user.post("/Conservation/effacer", { genre: "candidat", ids })).status,
    ).toBe(403);
    await db.run(sql`UPDATE "Session" SET "confirmedAt" = '2026-01-01T00:00:00.000Z'`);
    expect((await effacer("locataireParti", ids)).error.code).toBe("confirmation");
    await db.run(sql`UPDATE "Session" SET "confirmedAt" = ${new Date().toISOString()}`);
    const tous = [recent, present, revenu].map(({ LocataireId }) => LocataireId);
    const { data } = await effacer("locataireParti", [...tous, nouveau.id, candidat.id]);
    expect([data.effaces, data.refus.map(({ id }) => id)]).toEqual([
      0,
      [...tous, nouveau.id, candidat.id],
    ]);
    expect(await nomDe(recent.LocataireId)).toBe("Recent");
  });

  test("efface la personne, garde ses quittances et leurs montants, et le dit au journal", async () => {
    expect((await effacer("locataireParti", [parti.LocataireId])).data).toEqual({
      effaces: 1,
      refus: [],
    });
    expect((await effacer("candidat", [candidat.id])).data.effaces).toBe(1);
    expect((await effacer("caution", [caution.id])).data).toEqual({ effaces: 1, refus: [] });
    expect((await effacer("proprietaire", [parti.ClientId])).data.refus).toHaveLength(1);
    expect((await effacer("proprietaire", [sansBien])).data).toEqual({ effaces: 1, refus: [] });
    expect(await nomDe(parti.LocataireId)).toBe("Locataire effacé");
    expect(await nomDe(candidat.id)).toBe("Locataire effacé");
    const { data: quittances } = await agence.admin.get<{ loyerHC: number }[]>(
      `/Quitance?LocataireId=${parti.LocataireId}`,
    );
    expect(quittances.map(({ loyerHC }) => loyerHC)).toEqual([850]);
    expect(await personnes()).toBe(0);
    const notes = await openDb(env).all<{ details: string }>(
      sql`SELECT details FROM "SecurityEvent" WHERE evenement = 'conservation' ORDER BY id`,
    );
    expect(notes.map(({ details }) => JSON.parse(details))).toEqual([
      { genre: "locataireParti", effaces: 1 },
      { genre: "candidat", effaces: 1 },
      { genre: "caution", effaces: 1 },
      { genre: "proprietaire", effaces: 1 },
    ]);
  });

  test("les textes des vieux courriels s’effacent ensemble ; leur date et leur état restent", async () => {
    const db = openDb(env);
    const ecrire = (createdAt: string, etat: string) =>
      db.run(sql`INSERT INTO "Courriel" (genre, etat, destinataires, objet, texte, "createdAt")
        VALUES ('document', ${etat}, '["leo@exemple.fr"]', 'Bail', 'Cher Léo', ${createdAt})`);
    await ecrire(`${ajouterJours(ilYA(3), -1)}T10:00:00.000Z`, "envoye");
    await ecrire(`${ajouterJours(ilYA(3), -1)}T10:00:00.000Z`, "a_envoyer");
    await ecrire(`${ilYA(3)}T10:00:00.000Z`, "envoye");
    expect((await genres()).courriel?.total).toBe(1);
    expect((await effacer("courriel", [])).data.effaces).toBe(1);
    expect((await genres()).courriel?.total).toBe(0);
    const restent = await db.all<{ texte: string | null; etat: string }>(
      sql`SELECT texte, etat FROM "Courriel" WHERE genre = 'document' ORDER BY id`,
    );
    expect(restent).toEqual([
      { texte: null, etat: "envoye" },
      { texte: "Cher Léo", etat: "a_envoyer" },
      { texte: "Cher Léo", etat: "envoye" },
    ]);
  });

  test("le journal de sécurité s’oublie de lui-même au bout de douze mois", async () => {
    const db = openDb(env);
    for (const jour of [ilYA(1), ajouterJours(ilYA(1), -1)]) {
      await db.run(sql`INSERT INTO "SecurityEvent" (evenement, "createdAt")
        VALUES ('echec', ${`${jour}T10:00:00.000Z`})`);
    }
    await agence.house.cron(`${today}T05:00:00.000Z`);
    const jours = await db.all<{ jour: string }>(
      sql`SELECT substr("createdAt", 1, 10) AS jour FROM "SecurityEvent" WHERE evenement = 'echec'`,
    );
    expect(jours).toEqual([{ jour: ilYA(1) }]);
  });
});

afterAll(async () => {
  // A legitimate erasure does not break the chain of the history.
  await scellerHistorique({ db: openDb(env) });
  expect((await verifierChaine({ db: openDb(env) })).ruptures).toEqual([]);
});
