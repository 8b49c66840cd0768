import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import type { AideFiscale } from "#domain/gerance/cloture/fiscal.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { louerEnGerance, ouvrirCompte } from "../../support/banque/lignes-releve.ts";
import { mandater } from "../../support/banque/reversements.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const TODAY = aujourdhui(new Date());
const ANNEE = Number(TODAY.slice(0, 4));

let agence: Agence;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
  await ouvrirCompte();
});

type Loue = Awaited<ReturnType<typeof louerEnGerance>>;

/** A dwelling under a mandate of two owners, with shares of 60 % and 40 %. */
async function loger(demande: Partial<Parameters<typeof louerEnGerance>[1]> = {}): Promise<Loue> {
  const loue = await louerEnGerance(agence.admin, {
    nom: `Fiscal${suite++}`,
    mois: [`${ANNEE - 1}-12`],
    ...demande,
  });
  const [paul, anne] = await Promise.all(
    ["Paul", "Anne"].map((prenom) =>
      creer(agence.user, "Client", { ...PROPRIETAIRE, nom: "Durand", prenom }),
    ),
  );
  for (const client of [paul, anne]) {
    await agence.user.put(`/Mission/${loue.MissionId}/client/add/${client?.id}`);
  }
  const db = openDb(env);
  await db.run(sql`INSERT INTO "PartMandat" ("ConditionsMandatId", "ClientId", rang, num, den)
    SELECT c.id, p.value ->> 'id', p.key + 1, p.value ->> 'num', 100 FROM "ConditionsMandat" c,
      json_each(${JSON.stringify([
        { id: paul?.id, num: 60 },
        { id: anne?.id, num: 40 },
      ])}) p WHERE c."MissionId" = ${loue.MissionId}`);
  return loue;
}

const regler = (DossierId: number, date: string, reste: object = {}) =>
  agence.user.post<{ id: number }>("/Reglement", {
    DossierId,
    date,
    montant: 950,
    mode: "virement",
    ...reste,
  });

const aide = async ({ MissionId }: Loue, annee = ANNEE) =>
  (await agence.user.get<AideFiscale>(`/Mission/${MissionId}/fiscal/${annee}`)).data;
const lignes = ({ lignes: dites }: AideFiscale) =>
  dites.map(({ ligne, montant, parts }) => [ligne, montant, parts]);

test("Le loyer de décembre encaissé en janvier est de l’année où il est encaissé", async () => {
  const loue = await loger();
  expect((await regler(loue.DossierId, `${ANNEE}-01-02`)).status).toBe(201);
  expect(lignes(await aide(loue))).toEqual([
    ["211", 850, [510, 340]],
    ["222", 20, [12, 8]],
  ]);
  expect(lignes(await aide(loue, ANNEE - 1))).toEqual([["222", 20, [12, 8]]]);
});

test("Ce qui fut appelé avant que le logement n’ait un mandat est de son propriétaire aussi", async () => {
  const loue = await loger({ mois: [] });
  const lien = `/Mission/${loue.MissionId}/appartement`;
  const db = openDb(env);
  await db.run(sql`DELETE FROM "MissionAppartement" WHERE "MissionId" = ${loue.MissionId}`);
  await agence.user.post(`/Quitance/generate/${loue.DossierId}`, { date: `${ANNEE}-01-01` });
  await agence.user.put(`${lien}/add/${loue.AppartementId}`);
  await regler(loue.DossierId, `${ANNEE}-01-05`);
  expect(lignes(await aide(loue))[0]).toEqual(["211", 850, [510, 340]]);
});

test("Ni dépôt, ni paiement rejeté, ni créance abandonnée n’est un revenu", async () => {
  const loue = await loger();
  const depot = await agence.user.post(`/Dossier/${loue.DossierId}/appel`, {
    nature: "depot",
    montant: 850,
    exigibleLe: TODAY,
    libelle: "Dépôt",
  });
  expect(depot.status).toBe(201);
  await regler(loue.DossierId, `${ANNEE}-02-02`, { montant: 1800 });
  const rejete = await regler(loue.DossierId, `${ANNEE}-03-02`, { montant: 10 });
  await agence.user_delete.post(`/Reglement/${rejete.data.id}/rejeter`, {
    motif: "Sans provision",
    date: `${ANNEE}-03-05`,
  });
  expect(lignes(await aide(loue))[0]).toEqual(["211", 850, [510, 340]]);
});

test("Ce que paie l’assurance va aux recettes diverses, ce que le propriétaire reçoit lui-même est compté", async () => {
  const assure = await loger();
  await regler(assure.DossierId, `${ANNEE}-02-02`, { payeur: "gli" });
  expect(lignes(await aide(assure))[0]).toEqual(["213", 950, [570, 380]]);
  const direct = await loger({ fonds: "proprietaire" });
  await regler(direct.DossierId, `${ANNEE}-02-02`);
  expect(lignes(await aide(direct))[0]).toEqual(["211", 850, [510, 340]]);
});

test("Les dépenses payées y viennent par nature, sans ce que le locataire rembourse", async () => {
  const { AppartementId, ...loue } = await loger();
  const depenser = (natureFiscale: string, montant: number, reste: object = {}) =>
    creer(agence.user, "Intendance", {
      nature: "depense",
      AppartementId,
      intitule: "Dépense",
      montant,
      numFacture: `F-${suite++}`,
      date: `${ANNEE}-03-14`,
      regle: true,
      payePar: "bailleur",
      natureFiscale,
      ...reste,
    });
  await depenser("travaux", 132);
  await depenser("administration", 100, { recuperable: "R91" });
  await depenser("taxe_fonciere", 745);
  await depenser("ordures_menageres", 145);
  await depenser("travaux", 500, { date: `${ANNEE - 1}-12-31` });
  await depenser("travaux", 60, { regle: false });
  expect(lignes(await aide({ AppartementId, ...loue }))).toEqual([
    ["221", 25, [15, 10]],
    ["222", 20, [12, 8]],
    ["224", 132, [79.2, 52.8]],
    ["227", 745, [447, 298]],
  ]);
});

test("Ce qui est à réintégrer de l’an passé s’ajoute ; les charges qu’aucun locataire ne rembourse se déduisent", async () => {
  const loue = await loger();
  const noter = (natureFiscale: string, montant: number) =>
    creer(agence.user, "Intendance", {
      nature: "depense",
      AppartementId: loue.AppartementId,
      intitule: "Comptes du syndic",
      montant,
      numFacture: `F-${suite++}`,
      date: `${ANNEE}-03-14`,
      regle: true,
      payePar: "bailleur",
      natureFiscale,
    });
  await noter("regularisation_copropriete", 400);
  await noter("charges_non_recuperees", 30);
  const dite = await aide(loue);
  expect(lignes(dite)).toEqual([
    ["222", 20, [12, 8]],
    ["225", 30, [18, 12]],
    ["230", -400, [-240, -160]],
  ]);
  expect(dite.net.montant).toBe(350);
});

test("Les honoraires que le propriétaire règle lui-même sont de l’année où il les paie", async () => {
  const loue = await loger({ fonds: "proprietaire" });
  const db = openDb(env);
  const facturer = async (mois: string, prelevee: boolean) => {
    await db.run(sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au)
      VALUES (${loue.MissionId}, ${mois}, ${`${mois}-01`}, ${`${mois}-30`})`);
    const [facture] = await db.all<{ id: number }>(sql`
      INSERT INTO "FactureHonoraires" (serie, exercice, rang, "MissionId", "CompteRenduId", date, ht, tva, ttc, contenu)
      SELECT 'FH', ${mois.slice(0, 4)}, (SELECT count(*) + 1 FROM "FactureHonoraires"), ${loue.MissionId}, max(id),
        ${`${mois}-30`}, 5000, 1000, 6000, ${JSON.stringify({ prelevee })} FROM "CompteRendu" RETURNING id`);
    if (prelevee) await prelever(mois);
    return facture?.id;
  };
  /** Posts the entry by which an owners' account takes its fees, and links the entry to that account. */
  const prelever = (mois: string) =>
    db.write({
      lignes: db.run(sql`INSERT INTO "Ligne" ("EcritureId", genre, de, mandat, debit, credit)
        SELECT (SELECT coalesce(max(id), 0) + 1 FROM "Ecriture"), genre, de, ${loue.MissionId}, debit, 6000 - debit
        FROM (SELECT '4670' AS genre, ${loue.MissionId} AS de, 6000 AS debit UNION ALL SELECT '4680', NULL, 0)`),
      ecriture:
        db.run(sql`INSERT INTO "Ecriture" (id, livre, exercice, numero, journal, date, libelle, cle)
        SELECT coalesce(max(id), 0) + 1, 'G', ${mois.slice(0, 4)}, 1 + (SELECT coalesce(max(numero), 0) FROM "Ecriture"
          WHERE livre = 'G' AND exercice = ${mois.slice(0, 4)}), 'HON', ${`${mois}-30`}, 'Honoraires', 'essai' FROM "Ecriture"`),
      dite: db.run(sql`INSERT INTO "CompteRenduLigne" ("LigneId", "CompteRenduId")
        SELECT max(l.id), (SELECT max(id) FROM "CompteRendu") FROM "Ligne" l WHERE l.genre = '4670'`),
    });
  await facturer(`${ANNEE - 1}-10`, true);
  await facturer(`${ANNEE - 1}-11`, false);
  const decembre = await facturer(`${ANNEE - 1}-12`, false);
  const honoraires = async (annee: number) =>
    lignes(await aide(loue, annee)).filter(([ligne]) => ligne === "221");
  const prelevee = [["221", 60, [36, 24]]];
  expect([await honoraires(ANNEE - 1), await honoraires(ANNEE)]).toEqual([prelevee, []]);
  const regle = await agence.user.post(`/FactureHonoraires/${decembre}/regler`, {
    date: `${ANNEE}-01-10`,
    mode: "virement",
  });
  expect([regle.status, regle.error]).toEqual([204, undefined]);
  expect([await honoraires(ANNEE - 1), await honoraires(ANNEE)]).toEqual([prelevee, prelevee]);
  await agence.user_delete.post(`/FactureHonoraires/${decembre}/annuler-reglement`, {
    motif: "Virement d’un autre",
  });
  expect(await honoraires(ANNEE)).toEqual([]);
});

test("Ce que l’agence a payé reste au mandat dont le compte l’a payé, quand le logement en change", async () => {
  const loue = await loger();
  await regler(loue.DossierId, `${ANNEE}-01-02`);
  const { id: FournisseurId } = await creer(agence.user, "Fournisseur", { nom: "Plomberie X" });
  const { id } = await creer(agence.user, "Intendance", {
    nature: "depense",
    AppartementId: loue.AppartementId,
    intitule: "Fuite",
    montant: 132,
    numFacture: `F-${suite++}`,
    FournisseurId,
    natureFiscale: "travaux",
    payePar: "agence",
  });
  await agence.user.post("/Intendance/bon-a-payer", { ids: [id] });
  expect((await agence.user.post("/Intendance/payer", { ids: [id], date: TODAY })).status).toBe(
    200,
  );
  const suivant = await creer(agence.user, "Mission", MISSION);
  const db = openDb(env);
  await db.run(sql`INSERT INTO "MissionAppartement" ("MissionId", "AppartementId")
    VALUES (${suivant.id}, ${loue.AppartementId})`);
  await db.run(sql`DELETE FROM "MissionAppartement" WHERE "MissionId" = ${loue.MissionId}`);
  expect(lignes(await aide(loue))).toEqual([
    ["211", 850, [510, 340]],
    ["222", 20, [12, 8]],
    ["224", 132, [79.2, 52.8]],
  ]);
  const sienne = await aide({ ...loue, MissionId: suivant.id });
  expect(sienne.lignes.map(({ ligne }) => ligne)).toEqual(["222"]);
});

test("Une dépense dont le paiement est annulé l’an d’après reste à son année, et vient en moins de celle de l’annulation", async () => {
  const loue = await loger();
  await regler(loue.DossierId, `${ANNEE - 1}-12-05`);
  const { id: FournisseurId } = await creer(agence.user, "Fournisseur", { nom: "Plomberie Z" });
  const { id } = await creer(agence.user, "Intendance", {
    nature: "depense",
    AppartementId: loue.AppartementId,
    intitule: "Chaudière",
    montant: 120,
    numFacture: `F-${suite++}`,
    FournisseurId,
    natureFiscale: "travaux",
    payePar: "agence",
  });
  await agence.user.post("/Intendance/bon-a-payer", { ids: [id] });
  const payer = (date: string) => agence.user.post("/Intendance/payer", { ids: [id], date });
  const annuler = () =>
    agence.user_delete.post(`/Intendance/${id}/annuler-paiement`, { motif: "Mauvais fournisseur" });
  const travaux = async (annee: number) =>
    (await aide(loue, annee)).travaux.map(({ date, libelle, montant }) => [date, libelle, montant]);
  expect((await payer(`${ANNEE - 1}-12-20`)).status).toBe(200);
  expect((await annuler()).status).toBe(200);
  const AVANT = [`${ANNEE - 1}-12-20`, "Chaudière", 120];
  const REPRISE = [TODAY, "Paiement annulé : Chaudière", -120];
  expect([await travaux(ANNEE - 1), await travaux(ANNEE)]).toEqual([[AVANT], [REPRISE]]);
  expect(lignes(await aide(loue)).at(-1)).toEqual(["224", -120, [-72, -48]]);
  // An expense whose payment is cancelled in the same year leaves no line in that year.
  expect((await payer(TODAY)).status).toBe(200);
  expect(await travaux(ANNEE)).toEqual([REPRISE, [TODAY, "Chaudière", 120]]);
  await annuler();
  expect([await travaux(ANNEE - 1), await travaux(ANNEE)]).toEqual([[AVANT], [REPRISE]]);
});

test("Un meublé a un journal et aucune ligne ; le papier et le tableau le disent", async () => {
  const loue = await loger({ bail: { meuble: true, typeBail: "meuble" } });
  await regler(loue.DossierId, `${ANNEE}-02-02`);
  const dite = await aide(loue);
  expect([dite.lignes, dite.meubles.map(({ recette }) => recette)]).toEqual([[], [850, 100]]);
  const csv = await agence.user.fetch(`/api/Mission/${loue.MissionId}/fiscal/${ANNEE}/lignes.csv`);
  expect((await csv.text()).split("\r\n")).toHaveLength(4);
});

test("La TVA d’un stationnement est dite à part, dans le compte rendu comme dans l’aide", async () => {
  const loue = await loger({
    loyerHC: 100,
    loyerCharge: 20,
    mois: [`${ANNEE}-01`],
    bail: { typeBail: "stationnement", regimeTva: "normale" },
  });
  // The VAT written on the avis stays, even after the lease changes to a regime without VAT.
  await agence.user.put(`/Dossier/${loue.DossierId}`, { regimeTva: "franchise" });
  expect((await regler(loue.DossierId, `${ANNEE}-01-03`, { montant: 120 })).status).toBe(201);
  const dite = await aide(loue);
  expect(lignes(dite)[0]).toEqual(["211", 83.33, [50, 33.33]]);
  expect(dite.tva).toMatchObject([{ taux: 20, ttc: 120, ht: 100, tva: 20 }]);
  const lu = async (chemin: string) => {
    const { data } = await agence.user.get<{ generated: string }>(`${chemin}/generate`);
    const objet = await env.FILES.get(data.generated);
    const { text } = readPdf(new Uint8Array((await objet?.arrayBuffer()) ?? new ArrayBuffer(0)));
    return text.replaceAll("\u00A0", " ");
  };
  const papier = await lu(`/Mission/${loue.MissionId}/fiscal/${ANNEE}`);
  expect(papier).toContain("20 % 120,00 € 20,00 € 100,00 €");
  await agence.admin.post("/CompteRendu/preparer", { mois: `${ANNEE}-01` });
  const { data } = await agence.user.get<{ id: number }[]>(
    `/CompteRendu?page=1&limit=1&mois=${ANNEE}-01&MissionId=${loue.MissionId}`,
  );
  expect(await lu(`/CompteRendu/${data[0]?.id}`)).toContain(
    "120,00 € TTC, dont TVA 20 % 20,00 €, à déclarer par vous (hors taxe : 100,00 €)",
  );
});

test("Le papier porte les lignes, la part de chacun et ses réserves", async () => {
  const loue = await loger();
  await regler(loue.DossierId, `${ANNEE}-01-02`);
  const { status, data } = await agence.user.get<{ generated: string }>(
    `/Mission/${loue.MissionId}/fiscal/${ANNEE}/generate`,
  );
  expect(status).toBe(200);
  const liste = await agence.user.get<{ url: string; type: string }[]>(
    `/Document?entite=Mission&id=${loue.MissionId}`,
  );
  expect(liste.data.map(({ type }) => type)).toEqual(["aideFiscale"]);
  const objet = await env.FILES.get(data.generated);
  const { text } = readPdf(new Uint8Array((await objet?.arrayBuffer()) ?? new ArrayBuffer(0)));
  expect(text).toContain("document non contractuel");
  expect(text).toContain("510,00 €");
  expect((await agence.user.get("/Mission/9999/fiscal/2026")).status).toBe(404);
  expect((await agence.user.get(`/Mission/${loue.MissionId}/fiscal/12`)).status).toBe(422);
});

test("Les honoraires d’une location sont de son logement : ceux qui ne disent pas leur bail se partagent", async () => {
  const { MissionId } = await mandater(agence, [{ nom: "Durand", num: 1, den: 1 }], {
    ...{ depuis: `${ANNEE - 1}-01-01`, tauxHonoraires: null, provision: 0 },
    autresHonoraires: [
      ...["Honoraires de location", "Honoraires divers"].map((libelle) => ({
        ...{ libelle, montant: 600, quand: "demande", genre: "location" },
      })),
    ],
  });
  const [loue, autre] = [await loger({ mois: [] }), await loger({ mois: [] })];
  const mois = ajouterMois(moisDe(TODAY), -1);
  const dansLeMandat = async ({ AppartementId, DossierId }: Loue) => {
    await openDb(env).run(
      sql`UPDATE "MissionAppartement" SET "MissionId" = ${MissionId} WHERE "AppartementId" = ${AppartementId}`,
    );
    await agence.user.post(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` });
    await regler(DossierId, `${mois}-05`);
  };
  for (const lot of [loue, autre]) await dansLeMandat(lot);
  await agence.admin.post("/CompteRendu/preparer", { mois });
  const { data: comptes } = await agence.user.get<CompteRenduDetail[]>(`/CompteRendu?mois=${mois}`);
  const compte = comptes.find((rendu) => rendu.MissionId === MissionId);
  const ajouter = (libelle: string, DossierId?: number) =>
    agence.admin.post<CompteRenduDetail>(`/CompteRendu/${compte?.id}/frais`, {
      libelle,
      DossierId,
    });
  const ailleurs = await loger({ mois: [] });
  const refus = await ajouter("Honoraires de location", ailleurs.DossierId);
  expect([refus.status, refus.error.fields]).toEqual([
    422,
    { DossierId: "Ce bail n’est pas d’un logement de ce mandat." },
  ]);
  const ajoute = await ajouter("Honoraires de location", loue.DossierId);
  expect(ajoute.data.baux.map(({ DossierId }) => DossierId)).toEqual([
    loue.DossierId,
    autre.DossierId,
  ]);
  expect(ajoute.data.frais).toMatchObject([{ DossierId: loue.DossierId }]);
  await ajouter("Honoraires divers");
  const valide = await agence.admin.post<{ resultat: string }[]>("/CompteRendu/valider", {
    ids: [compte?.id],
  });
  expect(valide.data).toEqual([expect.objectContaining({ resultat: "valide" })]);
  const { nus, lignes: total } = (
    await agence.user.get<AideFiscale>(`/Mission/${MissionId}/fiscal/${ANNEE}`)
  ).data;
  const frais = (les: AideFiscale["lignes"]) => les.find(({ ligne }) => ligne === "221")?.montant;
  expect(nus.map((lot) => [lot.AppartementId, frais(lot.lignes)])).toEqual([
    [loue.AppartementId, 900],
    [autre.AppartementId, 300],
  ]);
  expect(frais(total)).toBe(1200);
});
