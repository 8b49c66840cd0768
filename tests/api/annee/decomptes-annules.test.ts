import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { ajouterJours, ajouterMois, aujourdhui, dansMois, formatJour } from "#domain/dates.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, creer, ETAT_LIEUX, ouvrirAgence } from "../../support/agence/agence.ts";
import { lireExport } from "../../support/agence/indivision.ts";
import {
  louerEnGerance,
  ouvrirCompte,
  soldesDesComptes,
} from "../../support/banque/lignes-releve.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const TODAY = aujourdhui(new Date());
const ANNEE = Number(TODAY.slice(0, 4)) - 1;
const DANS_UN_MOIS = dansMois(TODAY, 1);
/**
 * A statement sent by letter today: the letter arrives in five days, and the charges claimed fall due a month later.
 */
const PAR_LETTRE = { canal: "lettre", exigibleLe: dansMois(ajouterJours(TODAY, 5), 1) };
const db = openDb(env);

let agence: Agence;
let compteBancaire = 0;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compteBancaire = await ouvrirCompte();
});

/**
 * A tenant of all last year, who paid 850,00 € of rent and 140,00 € of charges a month. `depense`: the one expense of
 * that year, in euros.
 */
async function loger(depense: number) {
  const loue = await louerEnGerance(agence.admin, {
    nom: `Annule${suite++}`,
    loyerCharge: 140,
    bail: {
      ...{ dateEntree: `${ANNEE}-01-01`, dateDebutBail: `${ANNEE}-01-01`, typeBail: "nu" },
      ...{ depotGarantie: 620, chargesMode: "provisions" },
    },
    mois: Array.from({ length: 12 }, (_, rang) => ajouterMois(`${ANNEE}-01`, rang)),
  });
  await depenser(loue.AppartementId, depense);
  await agence.admin.put(`/Locataire/${loue.LocataireId}`, { accordEmail: true });
  await regler(loue.DossierId, 12 * 990);
  return loue;
}

const depenser = (AppartementId: number, montant: number) =>
  creer(agence.user, "Intendance", {
    ...{ nature: "depense", AppartementId, intitule: "Nettoyage" },
    ...{ numFacture: `A-${suite++}`, date: `${ANNEE}-06-30`, regle: true, recuperable: "R44" },
    montant,
  });

async function regler(DossierId: number, montant: number) {
  const { status, data } = await agence.user.post<{ id: number }>("/Reglement", {
    ...{ DossierId, montant, date: TODAY, mode: "virement", CompteBancaireId: compteBancaire },
  });
  expect(status).toBe(201);
  return data;
}

const lire = async (DossierId: number) =>
  (await agence.user.get<DecompteDeCharges>(`/Dossier/${DossierId}/charges/${ANNEE}`)).data;
const envoyer = (DossierId: number, solde: number, reste: object = {}) =>
  agence.user.post<{ id: number }>(`/Dossier/${DossierId}/charges/${ANNEE}/envoyer`, {
    ...{ solde, exigibleLe: DANS_UN_MOIS, ...reste },
  });
const annuler = (id: number) =>
  agence.user_delete.post<{ lettre: boolean; aImprimer: string | null; warnings: string[] }>(
    `/Decompte/${id}/annuler`,
    {
      motif: "Facture d’un autre immeuble",
    },
  );
const compte = async (DossierId: number) =>
  (await agence.user.get<CompteDuDossier>(`/Dossier/${DossierId}/compte`)).data;

/** A tenant's lines in the ledger that no payment settles yet: their column « Lettre » is empty. */
const ouvertes = async (DossierId: number) =>
  (await lireExport(agence, `grand-livre.csv?livre=G&du=${ANNEE}-01-01&au=${TODAY}`)).filter(
    (ligne) =>
      ligne.Compte === "411000" &&
      ligne.Tiers?.startsWith(`D${String(DossierId).padStart(6, "0")}`) &&
      ligne.Lettre === "",
  );

async function dernierPapier(DossierId: number) {
  const [fichier] = await db.all<{ key: string }>(sql`
    SELECT f.key FROM "Document" d JOIN "StoredFile" f ON f.id = d."StoredFileId"
    WHERE d.entite = 'Dossier' AND d."entiteId" = ${DossierId} AND d.type = 'regularisationCharges' ORDER BY d.id DESC LIMIT 1`);
  const objet = await env.FILES.get(fichier?.key ?? "");
  return readPdf(new Uint8Array((await objet?.arrayBuffer()) ?? new ArrayBuffer(0))).text;
}

async function sansErreur() {
  const controles = await controlerComptes({ db, today: TODAY });
  expect(controles.filter(({ etat }) => etat === "rouge")).toEqual([]);
}

describe("Un décompte envoyé s’annule", () => {
  test("il reste, dit annulé, ses écritures s’extournent, le locataire le sait, et un autre prend sa place", async () => {
    const { AppartementId, DossierId } = await loger(2_000);
    const avant = await soldesDesComptes();
    const { data } = await envoyer(DossierId, 320, { ...PAR_LETTRE, provision: 166.67 });
    expect((await agence.user.post(`/Decompte/${data.id}/annuler`, { motif: "Non" })).status).toBe(
      403,
    );
    await regler(DossierId, 100);
    const annule = await annuler(data.id);
    // No mail is sent: the answer names the letter to print.
    expect([annule.status, annule.data]).toEqual([
      200,
      { lettre: true, aImprimer: expect.any(String), warnings: [] },
    ]);
    const imprimee = await agence.user.fetch(`/files/${annule.data.aImprimer}`);
    expect(readPdf(new Uint8Array(await imprimee.arrayBuffer())).text).toContain(
      "DÉCOMPTE DE CHARGES ANNULÉ",
    );
    const apres = await compte(DossierId);
    expect([apres.solde, apres.avance]).toEqual([0, 100]);
    const livres = await soldesDesComptes();
    expect(livres["4671"] ?? 0).toBe(avant["4671"] ?? 0);
    expect(livres["411"] ?? 0).toBe(avant["411"] ?? 0);
    expect(await ouvertes(DossierId)).toEqual([]);
    const texte = await dernierPapier(DossierId);
    for (const mention of [
      "DÉCOMPTE DE CHARGES ANNULÉ",
      `envoyé le ${formatJour(TODAY)}, est annulé : la somme de 320,00 € qu'il portait n'est plus due`,
      "Votre provision pour charges reste de 140,00 € par mois.",
    ])
      expect(texte).toContain(mention);
    const loyers = await db.all<{ charge: number }>(sql`SELECT "loyerCharge" AS charge
      FROM "LoyerHistorique" WHERE "DossierId" = ${DossierId} AND "annuleLe" IS NULL`);
    expect(loyers).toEqual([{ charge: 140_00 }]);
    const deuxieme = await annuler(data.id);
    expect([deuxieme.status, deuxieme.error.message]).toEqual([
      409,
      "Ce décompte est déjà annulé.",
    ]);
    await expect(
      db.run(sql`UPDATE "Decompte" SET "annuleLe" = NULL WHERE id = ${data.id}`),
    ).rejects.toThrow();

    await depenser(AppartementId, 50);
    const refait = await lire(DossierId);
    expect([refait.solde, refait.envoi, refait.refusEnvoi]).toEqual([370, null, null]);
    const [seul, double] = (
      await Promise.all([1, 2].map(() => envoyer(DossierId, 370, { mois: 3 })))
    ).toSorted((un, autre) => un.status - autre.status);
    expect([seul?.status, double?.status]).toEqual([201, 409]);
    expect((await compte(DossierId)).solde).toBe(270);
    expect((await annuler(seul?.data.id ?? 0)).status).toBe(200);
    expect((await compte(DossierId)).avance).toBe(100);
    expect((await envoyer(DossierId, 370)).status).toBe(201);
    const etale = await agence.user.post<DecompteDeCharges>(
      `/Dossier/${DossierId}/charges/${ANNEE}/douziemes`,
      { mois: 6 },
    );
    expect([etale.status, etale.data.envoi?.mois]).toEqual([200, 6]);
    expect((await annuler(etale.data.envoi?.id ?? 0)).status).toBe(200);
    expect((await compte(DossierId)).avance).toBe(100);
    await sansErreur();
  });

  test("son rectificatif d’abord, et celui d’avant vaut de nouveau", async () => {
    const { AppartementId, DossierId } = await loger(2_000);
    const premier = await envoyer(DossierId, 320);
    await depenser(AppartementId, 50);
    const rectificatif = await envoyer(DossierId, 370, PAR_LETTRE);
    expect((await annuler(premier.data.id)).error.message).toContain("Un rectificatif du");
    expect((await annuler(rectificatif.data.id)).status).toBe(200);
    expect(await dernierPapier(DossierId)).toContain(
      `Celui du ${formatJour(TODAY)} reste valable.`,
    );
    const { ecart, envoi } = await lire(DossierId);
    expect([ecart, envoi?.id]).toEqual([50, premier.data.id]);
    expect((await compte(DossierId)).solde).toBe(320);
    expect((await envoyer(DossierId, 370)).status).toBe(201);
    expect((await compte(DossierId)).solde).toBe(370);
    await sansErreur();
  });

  test("la provision d’avant revient, même si un rectificatif l’avait changée puis rendue", async () => {
    const { AppartementId, DossierId } = await loger(2_000);
    const provisions = () =>
      db.all<{ charge: number }>(sql`SELECT "loyerCharge" AS charge FROM "LoyerHistorique"
        WHERE "DossierId" = ${DossierId} AND "annuleLe" IS NULL ORDER BY depuis`);
    const premier = await envoyer(DossierId, 320, { provision: 166.67 });
    await depenser(AppartementId, 50);
    const rectificatif = await envoyer(DossierId, 370, { provision: 170.84 });
    await annuler(rectificatif.data.id);
    expect(await provisions()).toEqual([{ charge: 140_00 }, { charge: 166_67 }]);
    expect((await annuler(premier.data.id)).data.warnings).toEqual([]);
    expect(await provisions()).toEqual([{ charge: 140_00 }]);
  });

  test("et ses jours se règlent dans un autre exercice, même de la même année", async () => {
    const { AppartementId, DossierId } = await loger(2_000);
    const premier = await envoyer(DossierId, 320);
    expect((await annuler(premier.data.id)).status).toBe(200);
    const { data: immeuble } = await agence.user.post<{ id: number }>("/Immeuble/reunir", {
      AppartementIds: [AppartementId],
    });
    await agence.user.put(`/Immeuble/${immeuble.id}`, { exerciceDebut: "07-01" });
    const { exercice, solde } = await lire(DossierId);
    expect(exercice.au).toBe(`${ANNEE}-06-30`);
    const second = await envoyer(DossierId, solde);
    expect([second.status, second.error]).toEqual([201, undefined]);
    expect((await compte(DossierId)).solde).toBe(solde);
    expect((await annuler(second.data.id)).status).toBe(200);
    expect((await compte(DossierId)).solde).toBe(0);
    await sansErreur();
  });

  test("son courriel qui n’est pas parti ne part plus, même renvoyé, et sans lettre", async () => {
    const { DossierId } = await loger(2_000);
    const { data } = await envoyer(DossierId, 320);
    expect((await annuler(data.id)).data.lettre).toBe(false);
    const [courriel] = await db.all<{
      id: number;
      etat: string;
    }>(sql`SELECT c.id, c.etat FROM "Courriel" c
      JOIN "Decompte" d ON d."CourrielId" = c.id WHERE d.id = ${data.id}`);
    expect(courriel?.etat).toBe("annule");
    expect((await agence.user.post(`/Courriel/${courriel?.id}/renvoyer`, {})).status).toBe(409);
  });

  test("ce qu’il rendait est repris, et ce que ce crédit réglait est dû de nouveau", async () => {
    const { DossierId } = await loger(1_380);
    const avant = await soldesDesComptes();
    const { data } = await envoyer(DossierId, -300);
    await agence.user.post(`/Quitance/generate/${DossierId}`, { date: `${ANNEE + 1}-01-01` });
    expect((await compte(DossierId)).solde).toBe(690);
    expect((await annuler(data.id)).status).toBe(200);
    expect((await compte(DossierId)).solde).toBe(990);
    const apres = await soldesDesComptes();
    expect((apres["4670"] ?? 0) - (avant["4670"] ?? 0)).toBe(0);
    expect((await envoyer(DossierId, -300)).status).toBe(201);
    expect((await compte(DossierId)).solde).toBe(690);
    await sansErreur();
  });

  test("une provision déjà facturée reste, et le dit", async () => {
    const { DossierId } = await loger(2_000);
    const { data } = await envoyer(DossierId, 320, { ...PAR_LETTRE, provision: 166.67 });
    await agence.user.post(`/Quitance/generate/${DossierId}`, {
      date: `${ajouterMois(TODAY.slice(0, 7), 2)}-01`,
    });
    const { data: annule } = await annuler(data.id);
    expect(annule.warnings).toEqual([expect.stringContaining("elle reste")]);
    expect(await dernierPapier(DossierId)).toContain(
      "Votre provision pour charges reste de 166,67 € par mois.",
    );
  });
});

describe("Les charges d’un départ ne se soldent pas deux fois", () => {
  /**
   * A tenant who left at the end of last year; 124,00 € of his deposit are withheld until the charges are settled.
   */
  async function partir(depense: number) {
    const loue = await loger(depense);
    const { DossierId } = loue;
    await agence.admin.put(`/Appartement/${loue.AppartementId}`, { typeImmeuble: "collectif" });
    await agence.user.post(`/Dossier/${DossierId}/appel`, {
      ...{ nature: "depot", montant: 620, exigibleLe: TODAY },
    });
    await regler(DossierId, 620);
    for (const [cote, date] of [
      ["etatIn", `${ANNEE}-01-01`],
      ["etatOut", `${ANNEE}-12-31`],
    ])
      await agence.user.put(`/Dossier/${DossierId}/${cote}/set`, { ...ETAT_LIEUX, date });
    const chemin = `/Dossier/${DossierId}/depart`;
    await agence.user.put(chemin, {
      ...{
        genre: "conge_locataire",
        mode: "lrar",
        recuLe: `${ANNEE}-09-30`,
        finLe: `${ANNEE}-12-31`,
      },
    });
    await agence.user.put(chemin, {
      ...{ clesLe: `${ANNEE}-12-31`, conforme: true },
      ...{ provision: 124, motifProvision: "Dernier résultat de l’immeuble" },
    });
    const arrete = await agence.user_delete.post<DepartDetail>(`${chemin}/arreter`, {});
    expect([arrete.status, arrete.error]).toEqual([200, undefined]);
    const solder = (appele: number, reel: number, reste: object = {}) =>
      agence.user_delete.post<DepartDetail>(`${chemin}/solder-charges`, {
        ...{ approuveesLe: TODAY, appele, reel, ...reste },
      });
    const defaire = () => agence.user_delete.post(`${chemin}/annuler`, { motif: "Essai" });
    return { ...loue, chemin, solder, defaire };
  }

  test("soldées avec le départ, aucun décompte n’en part, jusqu’à ce que ce solde soit annulé", async () => {
    const { DossierId, solder, defaire } = await partir(1_700);
    expect((await solder(1_680, 1_700)).status).toBe(200);
    const { refusEnvoi } = await lire(DossierId);
    const phrase = `Les charges du 01/01/${ANNEE} au 31/12/${ANNEE} sont soldées avec le départ`;
    expect(refusEnvoi).toContain(phrase);
    const envoye = await envoyer(DossierId, 20);
    expect([envoye.status, envoye.error.message]).toEqual([409, expect.stringContaining(phrase)]);
    expect((await defaire()).status).toBe(200);
    expect((await envoyer(DossierId, 20)).status).toBe(201);
    await sansErreur();
  });

  test("un décompte envoyé n’est pas compté de nouveau : ce qui attendait paie ce qu’il en reste", async () => {
    const { chemin, DossierId, solder } = await partir(1_700);
    const { data } = await envoyer(DossierId, 20);
    const depart = await agence.user.get<DepartDetail>(chemin);
    expect(depart.data.compte.charges).toEqual({
      ...{ du: `${ANNEE}-01-01`, au: `${ANNEE}-12-31` },
      decompte: { annee: ANNEE, le: TODAY },
    });
    const refus = await solder(1_680, 1_700);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining(`Le décompte de l’exercice ${ANNEE}`),
    ]);
    const solde = await solder(0, 0);
    expect(solde.data.soldes[0]).toMatchObject({ genre: "charges", restitution: 104_00 });
    expect((await compte(DossierId)).solde).toBe(0);
    expect((await annuler(data.id)).error.message).toContain("annulez d’abord ce solde");
    await sansErreur();
  });

  test("ni en même temps : de l’un et de l’autre, un seul passe", async () => {
    const { DossierId, solder } = await partir(1_700);
    const [decompte, depart] = await Promise.all([envoyer(DossierId, 20), solder(1_680, 1_700)]);
    expect([decompte.status, depart.status].toSorted()).toEqual([expect.any(Number), 409]);
    await sansErreur();
  });
});
