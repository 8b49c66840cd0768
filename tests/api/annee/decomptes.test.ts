import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  dansMois,
  formatJour,
  moisDe,
} from "#domain/dates.ts";
import type { LigneDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { SANS_BAILLEUR } from "#domain/gerance/charges/avertissements.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type { PostagesNotes } from "#domain/gerance/charges/envoi-fiche.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  louerEnGerance,
  ouvrirCompte,
  soldesDesComptes,
} from "../../support/banque/lignes-releve.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const TODAY = aujourdhui(new Date());
const ANNEE = Number(TODAY.slice(0, 4)) - 1;
const DANS_UN_MOIS = dansMois(TODAY, 1);
/** The due day of charges claimed by a letter sent today: a month after the letter arrives, which takes five days. */
const PAR_LETTRE = dansMois(ajouterJours(TODAY, 5), 1);

let agence: Agence;
let compteBancaire = 0;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compteBancaire = await ouvrirCompte();
});

/**
 * A tenant of all last year, from whom the agency calls 140 € of charges a month; `depenses` are the charges of the
 * dwelling, in euros.
 */
async function loger({
  depenses = [],
  fonds = "agence",
  payer = true,
  mail = true,
  bail = {},
}: {
  depenses?: number[];
  fonds?: "agence" | "proprietaire";
  payer?: boolean;
  mail?: boolean;
  bail?: object;
}) {
  const loue = await louerEnGerance(agence.admin, {
    nom: `Decompte${suite++}`,
    loyerCharge: 140,
    fonds,
    bail: { dateEntree: `${ANNEE}-01-01`, dateDebutBail: `${ANNEE}-01-01`, ...bail },
    mois: Array.from({ length: 12 }, (_, rang) => ajouterMois(`${ANNEE}-01`, rang)),
  });
  const depenser = (montant: number, reste: object = {}) =>
    creer(agence.user, "Intendance", {
      ...{ nature: "depense", AppartementId: loue.AppartementId, intitule: "Nettoyage" },
      ...{ numFacture: `N-${suite++}`, date: `${ANNEE}-06-30`, regle: true, recuperable: "R44" },
      ...{ montant, ...reste },
    });
  for (const montant of depenses) await depenser(montant);
  if (mail) await modifier(loue.LocataireId);
  if (payer) await regler(loue.DossierId, 12 * 990);
  return { ...loue, depenser };
}

async function modifier(LocataireId: number) {
  await agence.admin.put(`/Locataire/${LocataireId}`, { accordEmail: true });
}

const regler = (DossierId: number, montant: number) =>
  agence.user.post("/Reglement", {
    ...{ DossierId, montant, date: TODAY, mode: "virement", CompteBancaireId: compteBancaire },
  });

const lire = (DossierId: number) =>
  agence.user.get<DecompteDeCharges>(`/Dossier/${DossierId}/charges/${ANNEE}`);
const envoyer = (DossierId: number, solde: number, reste: object = {}) =>
  agence.user.post<{ id: number; canal: string; warnings: string[] }>(
    `/Dossier/${DossierId}/charges/${ANNEE}/envoyer`,
    {
      ...{ solde, exigibleLe: DANS_UN_MOIS, ...reste },
    },
  );
const compte = async (DossierId: number) =>
  (await agence.user.get<CompteDuDossier>(`/Dossier/${DossierId}/compte`)).data;

async function papier(id: number) {
  const [fichier] = await openDb(env).all<{ key: string }>(sql`
    SELECT f.key FROM "Decompte" d JOIN "StoredFile" f ON f.id = d."StoredFileId" WHERE d.id = ${id}`);
  const objet = await env.FILES.get(fichier?.key ?? "");
  return readPdf(new Uint8Array((await objet?.arrayBuffer()) ?? new ArrayBuffer(0))).text;
}

async function sansErreur() {
  const controles = await controlerComptes({ db: openDb(env), today: TODAY });
  expect(controles.filter(({ etat }) => etat === "rouge")).toEqual([]);
}

test("Un décompte envoyé se fige, s’appelle un mois avant, et une facture tardive n’en appelle que la différence", async () => {
  const { DossierId, depenser } = await loger({ depenses: [2_000] });
  const { data } = await lire(DossierId);
  expect([data.solde, data.refusEnvoi, data.envoi]).toEqual([320, null, null]);
  const tropTot = await envoyer(DossierId, 320, { exigibleLe: ajouterJours(DANS_UN_MOIS, -1) });
  expect([tropTot.status, tropTot.error.fields]).toEqual([
    422,
    { exigibleLe: expect.stringContaining(`Le ${formatJour(DANS_UN_MOIS)} au plus tôt`) },
  ]);
  expect((await envoyer(DossierId, 319)).error.message).toContain("a changé entre-temps");
  const ensemble = await Promise.all(
    [1, 2].map(() => envoyer(DossierId, 320, { provision: 166.67 })),
  );
  expect(ensemble.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const envoye = ensemble.find(({ status }) => status === 201);
  expect(envoye?.data.canal).toBe("courriel");
  expect((await compte(DossierId)).solde).toBe(320);

  await depenser(50);
  const change = (await lire(DossierId)).data;
  expect([change.solde, change.ecart, change.refusEnvoi, change.envoi?.solde]).toEqual([
    370,
    50,
    null,
    320,
  ]);
  const rectificatif = await envoyer(DossierId, 370, {
    ...{ canal: "lettre", exigibleLe: PAR_LETTRE },
  });
  expect([rectificatif.status, rectificatif.data.canal]).toEqual([201, "lettre"]);
  const apres = await compte(DossierId);
  expect(
    apres.echeances
      .filter(({ nature }) => nature === "regularisation")
      .map(({ montant, exigibleLe }) => [montant, exigibleLe]),
  ).toEqual([
    [320, DANS_UN_MOIS],
    [50, PAR_LETTRE],
  ]);
  const ids = [envoye?.data.id ?? 0, rectificatif.data.id];
  const text = (await Promise.all(ids.map(papier))).join(" ");
  const imprimes = await agence.user.fetch("/api/Decompte/imprimer", {
    ...{ method: "POST", body: JSON.stringify({ ids }) },
    headers: { "Content-Type": "application/json" },
  });
  expect(imprimes.headers.get("Content-Type")).toBe("application/pdf");
  for (const mention of [
    `RÉGULARISATION DES CHARGES LOCATIVES – EXERCICE ${ANNEE}`,
    "Solde à votre charge",
    `Payable le ${formatJour(DANS_UN_MOIS)}`,
    "votre provision pour charges passe de 140,00 € à 166,67 € par mois",
    `DÉCOMPTE RECTIFICATIF DES CHARGES LOCATIVES – EXERCICE ${ANNEE}`,
    `Solde du décompte du ${formatJour(TODAY)} −320,00 €`,
    "Différence à votre charge",
  ])
    expect(text).toContain(mention);
  const dossier = await agence.user.get<{ loyerCharge: number }>(`/Dossier/${DossierId}`);
  expect(dossier.data.loyerCharge).toBe(140);
  const [nouvelle] = await openDb(env).all<{ depuis: string; charge: number; motif: string }>(sql`
    SELECT depuis, "loyerCharge" AS charge, motif FROM "LoyerHistorique"
    WHERE "DossierId" = ${DossierId} AND "annuleLe" IS NULL ORDER BY depuis DESC LIMIT 1`);
  expect(nouvelle).toEqual({
    ...{ depuis: `${ajouterMois(moisDe(TODAY), 1)}-01`, charge: 166_67, motif: "provision" },
  });
  await expect(
    openDb(env).run(sql`UPDATE "Decompte" SET montant = 0 WHERE "DossierId" = ${DossierId}`),
  ).rejects.toThrow();
  await sansErreur();
});

test("Un solde en faveur du locataire règle ce qu’il doit, puis les loyers à venir, et rien au-delà du compte du mandat", async () => {
  const { DossierId } = await loger({ depenses: [1_380] });
  const avant = await soldesDesComptes();
  const { data } = await lire(DossierId);
  expect(data.solde).toBe(-300);
  expect((await envoyer(DossierId, -300)).status).toBe(201);
  const rendu = await soldesDesComptes();
  expect((rendu["4670"] ?? 0) - (avant["4670"] ?? 0)).toBe(300);
  expect((await compte(DossierId)).avance).toBe(300);
  await agence.user.post(`/Quitance/generate/${DossierId}`, { date: `${ANNEE + 1}-01-01` });
  expect((await compte(DossierId)).solde).toBe(690);
  const credit = await agence.user.get<{ id: number; mode: string }[]>(
    `/Reglement?DossierId=${DossierId}`,
  );
  const sien = credit.data.find(({ mode }) => mode === "regularisation");
  const annule = await agence.user_delete.post(`/Reglement/${sien?.id}/annuler`, {
    motif: "Essai",
  });
  expect([annule.status, annule.error.message]).toEqual([
    409,
    expect.stringContaining("décompte rectificatif"),
  ]);
  const pauvre = await loger({ depenses: [1_380], payer: false });
  const refus = await envoyer(pauvre.DossierId, -300);
  expect([refus.status, refus.error.message]).toEqual([
    409,
    expect.stringContaining("Le compte du mandat ne porte que 0,00"),
  ]);
  expect((await lire(pauvre.DossierId)).data.envoi).toBeNull();
  await sansErreur();
});

test("Chez un propriétaire qui reçoit les loyers, la faveur se note de son côté", async () => {
  const { DossierId } = await loger({ depenses: [1_380], fonds: "proprietaire", payer: false });
  const avant = await soldesDesComptes();
  expect((await envoyer(DossierId, -300)).status).toBe(201);
  const apres = await soldesDesComptes();
  expect((apres["4670"] ?? 0) - (avant["4670"] ?? 0)).toBe(0);
  expect((apres["411"] ?? 0) - (avant["411"] ?? 0)).toBe(-300);
  await sansErreur();
});

test("Ce qui reste d’un solde envoyé se paie en six mois par accord, en douze s’il fut tardif", async () => {
  const { DossierId } = await loger({ depenses: [2_128.27], mail: false });
  const etaler = (mois: number) =>
    agence.user.post<DecompteDeCharges>(`/Dossier/${DossierId}/charges/${ANNEE}/douziemes`, {
      mois,
    });
  expect((await etaler(6)).error.message).toContain("n’est pas envoyé");
  const parDouziemes = await envoyer(DossierId, 448.27, { exigibleLe: PAR_LETTRE, mois: 12 });
  expect(parDouziemes.error.fields).toEqual({ mois: expect.stringContaining("envoyé à temps") });
  const { data } = await envoyer(DossierId, 448.27, { exigibleLe: PAR_LETTRE });
  expect(data.canal).toBe("lettre");
  expect((await etaler(12)).error.message).toContain("envoyé à temps");
  await regler(DossierId, 48.27);
  const etale = await etaler(6);
  expect([etale.status, etale.data.envoi?.mois]).toEqual([200, 6]);
  const { echeances, solde } = await compte(DossierId);
  expect(solde).toBe(400);
  expect(
    echeances
      .filter(({ nature, reste }) => nature === "regularisation" && reste > 0)
      .map(({ montant, exigibleLe }) => [montant, exigibleLe]),
  ).toEqual(
    [66.67, 66.67, 66.67, 66.67, 66.66, 66.66].map((montant, rang) => [
      montant,
      dansMois(PAR_LETTRE, rang),
    ]),
  );
  expect((await etaler(3)).error.message).toContain("déjà à payer");
  await sansErreur();
});

test("Plusieurs décomptes partent ensemble, et ceux qui ne le peuvent pas disent pourquoi", async () => {
  const un = await loger({ depenses: [2_000] });
  const autre = await loger({ depenses: [] });
  const { data } = await agence.user.post<{
    faits: { DossierId: number; canal: string }[];
    refuses: { DossierId: number; motif: string }[];
  }>("/Decompte/envoyer", {
    exigibleLe: DANS_UN_MOIS,
    decomptes: [un, autre].map(({ DossierId }) => ({ DossierId, annee: ANNEE, solde: 320 })),
  });
  expect(data).toEqual({
    faits: [{ id: expect.any(Number), DossierId: un.DossierId, canal: "courriel", warnings: [] }],
    refuses: [
      {
        DossierId: autre.DossierId,
        motif: "Aucune dépense récupérable : il n’y a rien à régulariser.",
      },
    ],
  });
});

test("Un décompte qui n’est pas parti le dit, se renvoie, et une lettre se note postée une fois", async () => {
  const annee = async (AppartementId: number) => {
    const { data } = await agence.user.get<LigneDeLAnnee[]>(`/Charges?annee=${ANNEE}`);
    const { nonPartis, aPoster } = data.find(({ id }) => id === AppartementId) ?? {};
    return [nonPartis, aPoster];
  };
  const parCourriel = await loger({ depenses: [2_000] });
  await envoyer(parCourriel.DossierId, 320);
  const [courriel] = await openDb(env).all<{ id: number }>(sql`
    SELECT "CourrielId" AS id FROM "Decompte" WHERE "DossierId" = ${parCourriel.DossierId}`);
  expect((await lire(parCourriel.DossierId)).data.envoi).toMatchObject({
    ...{ acheminement: "en_attente", aRenvoyer: null },
  });
  await agence.user.post(`/Courriel/${courriel?.id}/annuler`, {});
  expect((await lire(parCourriel.DossierId)).data.envoi).toMatchObject({
    acheminement: "non_parti",
    reserve: expect.stringContaining("le locataire n’a rien reçu"),
    aRenvoyer: courriel?.id,
  });
  expect(await annee(parCourriel.AppartementId)).toEqual([1, 0]);
  expect((await agence.user.post(`/Courriel/${courriel?.id}/renvoyer`, {})).status).toBe(200);
  expect(await annee(parCourriel.AppartementId)).toEqual([0, 0]);
  await openDb(env).run(sql`UPDATE "Courriel" SET etat = 'envoye',
    "envoyeLe" = ${`${dansMois(TODAY, 1)}T09:00:00.000Z`} WHERE id = ${courriel?.id ?? 0}`);
  expect((await lire(parCourriel.DossierId)).data.envoi).toMatchObject({
    acheminement: "parti",
    reserve: expect.stringContaining("moins d’un mois avant"),
  });

  const parLettre = await loger({ depenses: [2_000], mail: false });
  const { data: lettre } = await envoyer(parLettre.DossierId, 320, { exigibleLe: PAR_LETTRE });
  expect((await lire(parLettre.DossierId)).data.envoi).toMatchObject({
    ...{ acheminement: "a_poster", reserve: "Sa lettre n’est pas notée postée.", posteLe: null },
  });
  expect(await annee(parLettre.AppartementId)).toEqual([0, 1]);
  const poster = (le: string) =>
    agence.user.post<PostagesNotes>("/Decompte/postes", { ids: [lettre.id], le });
  expect((await poster(ajouterJours(TODAY, 1))).error.fields).toEqual({
    le: expect.stringContaining("à venir"),
  });
  expect((await poster(ajouterJours(TODAY, -1))).data.refuses).toEqual([
    { id: lettre.id, motif: expect.stringContaining("n’a pas pu partir avant") },
  ]);
  expect((await poster(TODAY)).data).toEqual({ notes: [lettre.id], refuses: [] });
  expect((await poster(TODAY)).data.refuses[0]?.motif).toContain("déjà notée postée");
  expect((await lire(parLettre.DossierId)).data.envoi).toMatchObject({
    ...{ acheminement: "parti", reserve: null, posteLe: TODAY },
  });
  expect(await annee(parLettre.AppartementId)).toEqual([0, 0]);
});

test("Une lettre se compte du jour où elle arrive : son solde un mois après, sa provision le mois d’après, et rien au-delà d’un an", async () => {
  const { DossierId } = await loger({ depenses: [2_000], mail: false });
  expect((await lire(DossierId)).data.exigibleLe).toBe(PAR_LETTRE);
  const tropTot = await envoyer(DossierId, 320, { exigibleLe: ajouterJours(PAR_LETTRE, -1) });
  expect(tropTot.error.fields).toEqual({
    exigibleLe: expect.stringContaining(
      `Le ${formatJour(PAR_LETTRE)} au plus tôt : la lettre arrive vers le ${formatJour(ajouterJours(TODAY, 5))}`,
    ),
  });
  const tropTard = await envoyer(DossierId, 320, { exigibleLe: dansMois(TODAY, 120) });
  expect(tropTard.error.fields).toEqual({ exigibleLe: expect.stringContaining("au plus tard") });
  const envoye = await envoyer(DossierId, 320, { exigibleLe: PAR_LETTRE, provision: 166.67 });
  expect(envoye.status).toBe(201);
  const [nouvelle] = await openDb(env).all<{ depuis: string }>(sql`
    SELECT depuis FROM "LoyerHistorique" WHERE "DossierId" = ${DossierId} AND motif = 'provision'`);
  expect(nouvelle?.depuis).toBe(`${ajouterMois(moisDe(ajouterJours(TODAY, 5)), 1)}-01`);
});

test("Un locataire parti n’a pas de nouvelle provision, et son crédit lui est rendu", async () => {
  const fin = `${ANNEE}-12-31`;
  const { AppartementId, DossierId } = await loger({
    depenses: [1_380],
    bail: { dateFinBail: fin, dateSortie: fin },
  });
  expect((await lire(DossierId)).data).toMatchObject({ provision: null, finLe: fin });
  const refus = await envoyer(DossierId, -300, { provision: 300.47 });
  expect([refus.status, refus.error.fields]).toEqual([
    422,
    { provision: `Le bail finit le ${formatJour(fin)}.` },
  ]);
  await openDb(env).run(
    sql`UPDATE "Propriete" SET droit = 'nue_propriete' WHERE "AppartementId" = ${AppartementId}`,
  );
  expect((await lire(DossierId)).data.avertissements).toContain(SANS_BAILLEUR);
  await openDb(env).run(sql`DELETE FROM "Propriete" WHERE "AppartementId" = ${AppartementId}`);
  expect((await lire(DossierId)).data.avertissements).toContain(SANS_BAILLEUR);
  const { data } = await envoyer(DossierId, -300);
  expect(data.warnings).toContain("Le logement n'a aucun propriétaire.");
  const text = await papier(data.id);
  expect(text).toContain("le reste vous est rendu par virement");
  expect(text).not.toContain("loyers à venir");
});

test("Une lettre postée une fois passée l’année qui suit se paie en douze mois, si le locataire le demande", async () => {
  const { DossierId } = await loger({ depenses: [2_128.27], mail: false });
  const { data } = await envoyer(DossierId, 448.27, { exigibleLe: PAR_LETTRE });
  // The trigger of the table allows the day of posting to be written once.
  await openDb(env).run(
    sql`UPDATE "Decompte" SET "posteLe" = ${`${ANNEE + 2}-01-04`} WHERE id = ${data.id}`,
  );
  const etale = await agence.user.post<DecompteDeCharges>(
    `/Dossier/${DossierId}/charges/${ANNEE}/douziemes`,
    { mois: 12 },
  );
  expect([etale.status, etale.data.envoi?.mois]).toEqual([200, 12]);
});

test("Un décompte annulé ne repart pas, même si personne ne sait si son courriel est parti", async () => {
  const { DossierId } = await loger({ depenses: [2_000] });
  const { data } = await envoyer(DossierId, 320);
  const [courriel] = await openDb(env).all<{ id: number }>(sql`
    UPDATE "Courriel" SET etat = 'incertain' WHERE id = (SELECT "CourrielId" FROM "Decompte" WHERE id = ${data.id})
    RETURNING id`);
  await agence.user_delete.post(`/Decompte/${data.id}/annuler`, { motif: "Erreur" });
  const renvoi = await agence.user.post(`/Courriel/${courriel?.id}/renvoyer`, {});
  expect([renvoi.status, renvoi.error.message]).toEqual([
    409,
    "Ce décompte est annulé : il ne repart pas.",
  ]);
  // Simulates a mail that was being sent when the statement was cancelled: the sending failed, and the mail waits for
  // another try.
  await agence.house.drain();
  const avant = agence.house.mails.length;
  await openDb(env).run(
    sql`UPDATE "Courriel" SET etat = 'a_envoyer', "partLe" = NULL WHERE id = ${courriel?.id}`,
  );
  agence.house.waiting.push({
    ...{ id: "refait", attempts: 1 },
    body: { type: "courriel" as const, CourrielId: courriel?.id ?? 0 },
  });
  await agence.house.drain();
  expect(agence.house.mails).toHaveLength(avant);
});

test("Un bail qui paie ses charges à mesure ne prend pas de provision", async () => {
  const { DossierId } = await loger({ depenses: [2_000], bail: { chargesMode: "periodique" } });
  const { data } = await lire(DossierId);
  expect([data.mode, data.provision]).toEqual(["periodique", null]);
  const refus = await envoyer(DossierId, data.solde, { provision: 100 });
  expect([refus.status, refus.error.fields]).toEqual([
    422,
    { provision: "Les charges de ce bail se paient à mesure : il n’y a pas de provision." },
  ]);
});

test("Une provision ramenée à zéro laisse demander ce qui fut appelé ailleurs plus tôt dans l’année", async () => {
  const { DossierId } = await louerEnGerance(agence.admin, {
    nom: `Decompte${suite++}`,
    loyerCharge: 140,
    bail: { dateEntree: `${ANNEE}-01-01`, dateDebutBail: `${ANNEE}-01-01` },
    mois: Array.from({ length: 6 }, (_, rang) => ajouterMois(`${ANNEE}-07`, rang)),
  });
  await agence.admin.put(`/Dossier/${DossierId}`, { loyerCharge: 0 });
  expect((await lire(DossierId)).data.manquants).toHaveLength(6);
});

test("Aucun jour ne se règle deux fois, même si l’immeuble change d’exercice", async () => {
  const { AppartementId, DossierId } = await loger({ depenses: [2_000] });
  expect((await envoyer(DossierId, 320)).status).toBe(201);
  const immeuble = await creer(agence.user, "Immeuble", {
    ...{ nom: "Cloître", adresse: "1 rue du Cloître", codePostal: "35000", ville: "Rennes" },
    exerciceDebut: "07-01",
  });
  await agence.user.put(`/Immeuble/${immeuble.id}/lots`, { AppartementIds: [AppartementId] });
  const chemin = `/Dossier/${DossierId}/charges/${ANNEE + 1}`;
  const { data } = await agence.user.get<DecompteDeCharges>(chemin);
  const refus = `Le décompte du ${formatJour(TODAY)} règle déjà les charges du 01/01/${ANNEE} au 31/12/${ANNEE} : aucun jour ne se règle deux fois. Annulez-le d’abord, ou rendez son exercice à l’immeuble.`;
  expect(data.refusEnvoi).toBe(refus);
  expect(data.avertissements).toContain(refus);
  const envoi = await agence.user.post(`${chemin}/envoyer`, {
    ...{ solde: data.solde, exigibleLe: DANS_UN_MOIS, ailleurs: 0 },
  });
  expect([envoi.status, envoi.error.message]).toEqual([409, refus]);
});

test("Deux décomptes du syndic ne comptent pas les mêmes jours", async () => {
  const { AppartementId } = await loger({});
  const noter = (du: string, au: string) =>
    agence.user.post<{ id: number }>(`/Appartement/${AppartementId}/decomptes-syndic`, {
      ...{ du: `${ANNEE}-${du}`, au: `${ANNEE}-${au}` },
      lignes: [{ recuperable: "R44", montant: 500 }],
    });
  expect((await noter("01-01", "06-30")).status).toBe(201);
  expect((await noter("07-01", "12-31")).status).toBe(201);
  const double = await noter("01-01", "12-31");
  expect([double.status, double.error.message]).toEqual([
    409,
    `Le décompte du syndic du 01/01/${ANNEE} au 30/06/${ANNEE} est déjà noté : deux décomptes ne comptent pas les mêmes jours.`,
  ]);
  const { AppartementId: autre } = await loger({});
  const ensemble = await Promise.all(
    [
      ["01-01", "06-30"],
      ["04-01", "09-30"],
    ].map(([du, au]) =>
      agence.user.post(`/Appartement/${autre}/decomptes-syndic`, {
        ...{ du: `${ANNEE}-${du}`, au: `${ANNEE}-${au}` },
        lignes: [{ recuperable: "R44", montant: 500 }],
      }),
    ),
  );
  expect(ensemble.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("Un décompte du syndic retiré laisse dire ce qu’il portait ; vidé de ses lignes, il se note de nouveau", async () => {
  const { AppartementId } = await loger({});
  const noter = (annee: number) =>
    agence.user.post<{ id: number }>(`/Appartement/${AppartementId}/decomptes-syndic`, {
      ...{ du: `${annee}-01-01`, au: `${annee}-12-31` },
      lignes: [{ recuperable: "R44", montant: 500 }],
    });
  const aVenir = await noter(ANNEE + 1);
  expect([aVenir.status, aVenir.error.fields]).toEqual([
    422,
    { au: expect.stringContaining("à venir") },
  ]);
  const lignesDe = (id: number) =>
    openDb(env).all<{ id: number }>(
      sql`SELECT id FROM "Intendance" WHERE "DecompteSyndicId" = ${id}`,
    );
  const vide = await noter(ANNEE);
  const [seule] = await lignesDe(vide.data.id);
  expect((await agence.user_delete.delete(`/Intendance/${seule?.id}`)).status).toBe(204);
  const refait = await noter(ANNEE);
  expect([refait.status, refait.error]).toEqual([201, undefined]);
  const [ligne] = await lignesDe(refait.data.id);
  expect((await agence.user_delete.delete(`/DecompteSyndic/${refait.data.id}`)).status).toBe(204);
  const [trace] = await openDb(env).all<{ montant: number }>(sql`
    SELECT details ->> '$.montant' AS montant FROM "History"
    WHERE entite = 'Intendance' AND "entiteId" = ${ligne?.id ?? 0} AND etat = 'Suppression'`);
  expect(trace?.montant).toBe(500);
});

test("Une fois le mandat terminé, aucun solde de charges ne s’appelle plus", async () => {
  const { DossierId, MissionId } = await loger({ depenses: [2_000] });
  await openDb(env).run(sql`INSERT INTO "FinDeMandat" ("MissionId", "finLe", motif, depots)
    VALUES (${MissionId}, ${TODAY}, 'Congé du mandant', 'mandant')`);
  const termine = "Le mandat de ce logement est terminé : rien n’est plus appelé ici.";
  const refus = [409, termine];
  const { data: lu } = await lire(DossierId);
  expect(lu.refusEnvoi).toBe(termine);
  const envoi = await envoyer(DossierId, 320);
  expect([envoi.status, envoi.error.message]).toEqual(refus);
  expect((await compte(DossierId)).solde).toBe(0);
});

test("La liste d’une année dit les mêmes charges que ses décomptes", async () => {
  const { AppartementId, DossierId, depenser } = await loger({ depenses: [2_000] });
  await depenser(100, { natureFiscale: "charges_non_recuperees" });
  const { data: annee } = await agence.user.get<LigneDeLAnnee[]>(`/Charges?annee=${ANNEE}`);
  const { data } = await lire(DossierId);
  expect([data.recuperable, annee.find(({ id }) => id === AppartementId)?.recuperable]).toEqual([
    2_000, 2_000,
  ]);
});

test("Une ligne du décompte du syndic ne se paie pas ici, et un décompte dont une ligne fut payée se garde", async () => {
  const { AppartementId } = await loger({});
  const { data } = await agence.user.post<{ id: number }>(
    `/Appartement/${AppartementId}/decomptes-syndic`,
    {
      ...{ du: `${ANNEE}-01-01`, au: `${ANNEE}-12-31` },
      lignes: [{ recuperable: "R44", montant: 100 }],
    },
  );
  const [ligne] = await openDb(env).all<{ id: number }>(
    sql`SELECT id FROM "Intendance" WHERE "DecompteSyndicId" = ${data.id}`,
  );
  const { id: FournisseurId } = await creer(agence.admin, "Fournisseur", { nom: "Foncia" });
  const avant = await soldesDesComptes();
  const paye = await agence.admin.put(`/Intendance/${ligne?.id}`, {
    ...{ numFacture: "S-1", regle: true, payePar: "agence", FournisseurId },
  });
  expect([paye.status, paye.error.message]).toEqual([
    409,
    expect.stringContaining("ne se paie pas ici"),
  ]);
  expect(await soldesDesComptes()).toEqual(avant);
  const retirer = () => agence.user_delete.delete(`/DecompteSyndic/${data.id}`);
  await openDb(env).run(sql`UPDATE "Intendance" SET regle = 1 WHERE id = ${ligne?.id ?? 0}`);
  expect((await retirer()).status).toBe(409);
  const rendu = { numFacture: "S-1", regle: false };
  expect((await agence.admin.put(`/Intendance/${ligne?.id}`, rendu)).status).toBe(200);
  expect((await retirer()).status).toBe(204);
});

test("Un décompte jamais parti, ou parti depuis moins d’un mois, ne se relance pas", async () => {
  const { DossierId } = await loger({ depenses: [2_000] });
  await envoyer(DossierId, 320);
  await agence.house.drain();
  const db = openDb(env);
  const enRetard = ajouterJours(DANS_UN_MOIS, 6);
  const relances = async (etat: string, envoyeLe: string | null, jour = enRetard) => {
    await db.run(sql`UPDATE "Courriel" SET etat = ${etat}, "envoyeLe" = ${envoyeLe}
      WHERE id = (SELECT "CourrielId" FROM "Decompte" WHERE "DossierId" = ${DossierId})`);
    await agence.house.journee(jour);
    return db.all<{ etape: string; montant: number }>(sql`
      SELECT etape, montant FROM "Relance" WHERE "DossierId" = ${DossierId} AND etat = 'brouillon'`);
  };
  expect(await relances("refuse", null)).toEqual([]);
  expect(await relances("envoye", `${ajouterJours(enRetard, -20)}T09:00:00.000Z`)).toEqual([]);
  expect(await relances("envoye", `${TODAY}T09:00:00.000Z`)).toEqual([
    { etape: "R1", montant: 320_00 },
  ]);
});
