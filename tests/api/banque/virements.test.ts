import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { CoordonneesDuPaye } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type {
  ApercuReversement,
  ReversementDetail,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import type { IntendanceDetail } from "#domain/missions/intendance.ts";
import { PERSONNE_EFFACEE } from "#domain/personnes/personne.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { ibanDe } from "../../support/banque/iban.ts";
import {
  delaiPasse,
  IBAN_AGENCE,
  IBAN_DURAND,
  IBAN_GERANCE,
  mandater,
  ouvrirCompte,
  rendreCompte,
  rouges,
  secondAdministrateur,
} from "../../support/banque/reversements.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const db = openDb(env);
const TODAY = aujourdhui(new Date());
const JOUR = jourTarget(ajouterJours(TODAY, 1));
const IBAN_PETIT = "FR7630001007941234567890185";
const IBAN_PLOMBIER = ibanDe("BE", 16);
const MOIS = "2026-10";

let agence: Agence;
let compte: number;

beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
  await ouvrirCompte(agence, { nom: "Agence", iban: IBAN_AGENCE, usage: "agence" });
});

const coordonnees = async (
  entite: "Locataire" | "Fournisseur",
  id: number,
  corps: object,
  quoi = "",
) => agence.admin.post<CoordonneesDuPaye>(`/${entite}/${id}/coordonnees${quoi}`, corps);

const apercu = async (question = "") =>
  (await agence.user.get<ApercuReversement>(`/Reversement/apercu${question}`)).data;
const preparer = (corps: object, api = agence.admin) =>
  api.post<ReversementDetail & { ecartes: { raison: string }[] }>("/Reversement", {
    dateExecution: JOUR,
    ...corps,
  });
const geste = (id: number, quoi: string, corps?: object, api = agence.admin) =>
  api.post<ReversementDetail>(`/Reversement/${id}/${quoi}`, corps);
const lireLot = async (id: number) =>
  (await agence.user.get<ReversementDetail>(`/Reversement/${id}`)).data;
const telecharger = (id: number) => agence.admin.fetch(`/api/Reversement/${id}/sepa`);
const lireDepense = async (id: number) =>
  (await agence.user.get<IntendanceDetail>(`/Intendance/${id}`)).data;
const lireDepart = async (DossierId: number) =>
  (await agence.user.get<DepartDetail>(`/Dossier/${DossierId}/depart`)).data;

/** Credits less debits of this account in the books, in cents; `de` limits them to one dossier, mandate or person. */
const solde = async (genre: string, de: number | null = null) => {
  const [lu] = await db.all<{ solde: number }>(sql`
    SELECT coalesce(sum(credit - debit), 0) AS solde FROM "Ligne" WHERE genre = ${genre} AND (${de} IS NULL OR de = ${de})`);
  return lu?.solde ?? 0;
};

let suite = 0;

/** The rents of October and of fourteen days of November, in cents. */
const LOYERS = 99_733;

const encaisser = (DossierId: number, montant: number) =>
  agence.user.post("/Reglement", {
    ...{ DossierId, date: TODAY, montant, mode: "virement" },
    CompteBancaireId: compte,
  });

/** Makes PETIT leave; by default, 159,27 € of his deposit are to be given back to him. */
async function partir({
  depot = 620,
  retenue = 460.73,
  nom = `Petit${suite++}`,
  conge = { genre: "conge_locataire", recuLe: "2026-08-14" },
} = {}) {
  const lot = await louer(agence.admin, {
    locataire: { nom, prenom: "Paul", mail: `petit${suite}@exemple.fr` },
    bail: {
      loyerHC: 620,
      loyerCharge: 60,
      depotGarantie: depot,
      dateEntree: "2024-09-01",
      dateCreationBail: "2024-08-20",
      dateDebutBail: "2024-09-01",
    },
  });
  const { MissionId, ClientIds } = await mandater(agence, [
    { nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND PAUL" },
  ]);
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
  const chemin = `/Dossier/${lot.DossierId}`;
  await agence.user.post(`${chemin}/appel`, { nature: "depot", montant: depot, exigibleLe: TODAY });
  await encaisser(lot.DossierId, depot);
  await agence.user.put(`${chemin}/depart`, {
    ...conge,
    mode: "lrar",
    sansEtatDesLieux: true,
    clesLe: "2026-11-14",
  });
  for (const date of ["2026-10-01", "2026-11-01"])
    await agence.user.post(`/Quitance/generate/${lot.DossierId}`, { date });
  await encaisser(lot.DossierId, LOYERS / 100);
  const { data: note } = await agence.user.put<DepartDetail>(`${chemin}/depart`, {
    conforme: false,
    retenues: [{ libelle: "Peinture", qui: "locataire", montant: retenue, preuve: "facture" }],
    nouvelleAdresse: "8 rue Neuve, 35000 Rennes",
  });
  const arrete = await agence.user_delete.post<DepartDetail>(`${chemin}/depart/arreter`, {
    version: note.depart?.version,
  });
  if (arrete.status !== 200) throw new Error(arrete.error.message);
  const SoldeDepartId = arrete.data?.soldes[0]?.id ?? 0;
  return { ...lot, MissionId, ClientIds, SoldeDepartId, arrete };
}

/** A supplier whose bank account is past the security delay, so that the agency may pay to it. */
async function fournir(iban = IBAN_PLOMBIER) {
  const { id } = await creer(agence.user, "Fournisseur", { nom: `Plomberie ${suite++}` });
  await coordonnees("Fournisseur", id, { iban, titulaire: "PLOMBERIE X SARL", rappel: "Mme Roy" });
  await delaiPasse();
  return id;
}

/** A bill of this dwelling approved for payment; its mandate holds the rent that the tenant paid. */
async function facturer(
  { AppartementId }: { AppartementId: number },
  { FournisseurId, montant = 132 }: { FournisseurId: number; montant?: number },
) {
  const { id } = await creer<IntendanceDetail>(agence.user, "Intendance", {
    nature: "depense",
    AppartementId,
    intitule: "Fuite cuisine",
    montant,
    numFacture: "F-7781",
    date: TODAY,
    tva: 10,
    FournisseurId,
    natureFiscale: "travaux",
    payePar: "agence",
    accordLe: TODAY,
  });
  expect((await agence.user.post("/Intendance/bon-a-payer", { ids: [id] })).status).toBe(200);
  return id;
}

const payerLocataire = async (LocataireId: number) => {
  await coordonnees("Locataire", LocataireId, { iban: IBAN_PETIT, titulaire: "PETIT PAUL" });
  await delaiPasse();
};

/** A proven statement of these lines: label, amount in cents. */
async function relever(lignes: [string, number][]) {
  const numero = 500 + suite++;
  await db.run(sql`INSERT INTO "Releve" (id, "CompteBancaireId", format, nom, empreinte, du, au, connues)
    VALUES (${numero}, ${compte}, 'cfonb', 'releve', ${`essai ${numero}`}, ${TODAY}, ${TODAY}, 0)`);
  for (const [rang, [libelle, montant]] of lignes.entries()) {
    await db.run(sql`INSERT INTO "LigneReleve" ("ReleveId", "CompteBancaireId", date, montant, libelle, rejet, cle, prouvee)
      VALUES (${numero}, ${compte}, ${TODAY}, ${montant}, ${libelle}, 0, ${`${numero} ${rang}`}, 1)`);
  }
  await agence.user.post("/LigneReleve/certaines", {});
  return (await agence.user.get<LigneProposee[]>(`/LigneReleve?page=1&ReleveId=${numero}&sort=id`))
    .data;
}

describe("Un lot paie propriétaires, locataires, fournisseurs et honoraires", () => {
  it("de sa préparation au relevé : trois virements de 321,27 €, un fichier, des comptes justes", async () => {
    const petit = await partir();
    expect(petit.arrete.data?.soldes[0]?.restitution).toBe(15_927);
    await payerLocataire(petit.LocataireId);
    const FournisseurId = await fournir();
    const depense = await facturer(petit, { FournisseurId });
    const durand = { MissionId: petit.MissionId, ClientIds: petit.ClientIds };
    const compteRendu = await rendreCompte(durand, {
      mois: MOIS,
      parts: [20_000],
      honoraires: 3_000,
      compte,
    });
    const propose = await apercu();
    expect(propose.restitutions).toMatchObject([
      { SoldeDepartId: petit.SoldeDepartId, montant: 159.27, bloque: null, avertissements: [] },
    ]);
    expect(propose.depenses).toMatchObject([
      { IntendanceId: depense, objet: "Fuite cuisine, facture F-7781", montant: 132, bloque: null },
    ]);
    const banque = await solde("512G");
    const { status, data: lot } = await preparer({
      SoldeDepartIds: [petit.SoldeDepartId],
      IntendanceIds: [depense],
      honoraires: true,
    });
    expect([status, lot.etat, lot.montant, lot.ecartes]).toEqual([201, "valide", 321.27, []]);
    const dossier = String(petit.DossierId).padStart(6, "0");
    const references = [
      `D${dossier}-DG-01`,
      `F${String(depense).padStart(6, "0")}-01`,
      `${lot.numero}-HON`,
    ];
    expect(
      lot.virements.map(({ genre, reference, montant }) => [genre, reference, montant]),
    ).toEqual([
      ["locataire", references[0], 159.27],
      ["fournisseur", references[1], 132],
      ["honoraires", references[2], 30],
    ]);
    expect((await solde("512G")) - banque).toBe(32_127);
    expect(await solde("165", petit.DossierId)).toBe(0);
    expect(await solde("401", FournisseurId)).toBe(0);
    expect(await lireDepense(depense)).toMatchObject({ etat: "payee", payeeLe: TODAY });
    expect(await lireDepart(petit.DossierId)).toMatchObject({ etat: "restitue", restitueLe: JOUR });
    expect(await rouges()).toEqual([]);

    const fichier = await (await telecharger(lot.id)).text();
    expect(fichier).toContain("<NbOfTxs>3</NbOfTxs><CtrlSum>321.27</CtrlSum>");
    expect(fichier).toContain(`<Ustrd>DEPOT DE GARANTIE DOSSIER ${dossier}</Ustrd>`);
    expect(fichier).toContain("<Ustrd>FACTURE F-7781 Fuite cuisine</Ustrd>");
    expect(fichier).toContain(`<IBAN>${IBAN_PETIT}</IBAN>`);
    expect(fichier).toContain(`<IBAN>${IBAN_PLOMBIER}</IBAN>`);

    const lignes = await relever([
      [`VIR SEPA ${references[0]}`, -15_927],
      [`VIR SEPA ${references[1]}`, -13_200],
      [`VIR SEPA ${references[2]}`, -3_000],
    ]);
    expect(lignes.map(({ etat, automatique }) => [etat, automatique])).toEqual(
      references.map(() => ["rapprochee", true]),
    );
    expect((await lireLot(lot.id)).passes).toBe(3);
    expect((await lireDepart(petit.DossierId)).soldes[0]?.virement?.mots).toMatch(/^Viré le /);
    expect((await rouges()).filter((controle) => !controle.includes("solde au"))).toEqual([]);

    const { data: suivant } = await preparer({ CompteRenduIds: [compteRendu] });
    expect(suivant.virements).toMatchObject([{ genre: "part", montant: 200 }]);
  });

  it("dit une fois, du locataire qui n’a pas d’IBAN, qu’il n’en a pas", async () => {
    const petit = await partir({ nom: "Sansiban" });
    const { status, error } = await preparer({ SoldeDepartIds: [petit.SoldeDepartId] });
    expect([status, error.message]).toEqual([
      409,
      "M. Paul Sansiban n’a pas d’IBAN : ajoutez-le sur sa fiche.",
    ]);
  });

  it("d’un locataire décédé, rien ne va à son compte : la succession a le sien, et la lettre", async () => {
    const petit = await partir({ conge: { genre: "deces", recuLe: "2026-11-14" } });
    await payerLocataire(petit.LocataireId);
    const due = async () =>
      (await apercu()).restitutions.find(
        ({ SoldeDepartId }) => SoldeDepartId === petit.SoldeDepartId,
      );
    expect((await due())?.bloque).toMatch(/est décédé·e le 14\/11\/2026 : la somme va au notaire/);
    // A bank account entered after the tenant's death, but in the tenant's name, does not count as the heirs' account.
    await coordonnees("Locataire", petit.LocataireId, {
      iban: ibanDe("DE", 22),
      titulaire: `M. PAUL PETIT${suite - 1}`,
    });
    await db.run(
      sql`UPDATE "CoordonneesBancaires" SET "actifLe" = '2026-11-20T08:00:00.000Z' WHERE titulaire LIKE 'M. PAUL%'`,
    );
    expect((await due())?.bloque).toMatch(/est décédé·e/);
    await coordonnees("Locataire", petit.LocataireId, {
      iban: IBAN_DURAND,
      titulaire: "OFFICE NOTARIAL DU PORT",
    });
    await db.run(
      sql`UPDATE "CoordonneesBancaires" SET "actifLe" = '2026-11-20T09:00:00.000Z' WHERE titulaire LIKE 'OFFICE%'`,
    );
    expect(await due()).toMatchObject({ bloque: null, titulaire: "OFFICE NOTARIAL DU PORT" });
    const { data } = await agence.admin.get<DocumentGenere>(
      `/SoldeDepart/${petit.SoldeDepartId}/generate`,
    );
    const reponse = await agence.admin.fetch(`/files/${data.generated}`);
    const lettre = (await readPdf(new Uint8Array(await reponse.arrayBuffer()))).text;
    expect(lettre).toMatch(/Succession de M\. Paul Petit/);
    expect(lettre).toContain(
      "Madame, Monsieur, nous vous remettons l'arrêté du compte de M. Paul Petit",
    );
    expect(lettre).not.toContain("À vous");
  });

  it("annulé avant que la banque l’ait, rend tout à payer ; ses références ne servent plus", async () => {
    const petit = await partir();
    await payerLocataire(petit.LocataireId);
    const FournisseurId = await fournir();
    const depense = await facturer(petit, { FournisseurId });
    const choix = { SoldeDepartIds: [petit.SoldeDepartId], IntendanceIds: [depense] };
    const { data: lot } = await preparer(choix);
    expect((await geste(lot.id, "annuler", { motif: "Erreur de date" })).data.etat).toBe("annule");
    expect(await lireDepense(depense)).toMatchObject({ etat: "bon_a_payer", payeeLe: null });
    expect(await lireDepart(petit.DossierId)).toMatchObject({ etat: "arrete", restitueLe: null });
    expect(await solde("165", petit.DossierId)).toBe(15_927);
    expect(await rouges()).toEqual([]);
    const { data: autre } = await preparer(choix);
    expect(autre.virements.map(({ reference }) => reference.slice(-3))).toEqual(["-02", "-02"]);
    expect(await rouges()).toEqual([]);
  });

  it("que la banque rend revient de lui-même, seul, et se paie à nouveau", async () => {
    const petit = await partir();
    await payerLocataire(petit.LocataireId);
    const FournisseurId = await fournir();
    const depense = await facturer(petit, { FournisseurId });
    const choix = { SoldeDepartIds: [petit.SoldeDepartId], IntendanceIds: [depense] };
    const { data: lot } = await preparer(choix);
    await telecharger(lot.id);
    const [restitution, facture] = lot.virements;
    await relever([
      [`VIR SEPA ${restitution?.reference}`, -15_927],
      [`VIR SEPA ${facture?.reference}`, -13_200],
    ]);
    const [rendue] = await relever([[`RETOUR VIR ${restitution?.reference} AC04`, 15_927]]);
    expect(rendue).toMatchObject({
      etat: "rapprochee",
      automatique: true,
      virements: [{ reference: restitution?.reference, rendu: true }],
    });
    expect((await lireLot(lot.id)).virements.map(({ etat }) => etat)).toEqual(["rejete", "emis"]);
    expect(await solde("165", petit.DossierId)).toBe(15_927);
    expect(await lireDepart(petit.DossierId)).toMatchObject({ etat: "arrete", restitueLe: null });
    expect((await apercu(`?SoldeDepartIds=${petit.SoldeDepartId}`)).restitutions).toMatchObject([
      { bloque: null, avertissements: [expect.stringContaining("La banque a déjà refusé")] },
    ]);
    await relever([[`RETOUR VIR ${facture?.reference} AC04`, 13_200]]);
    expect(await lireDepense(depense)).toMatchObject({ etat: "bon_a_payer", lot: null });
    expect(await solde("4670", petit.MissionId)).toBe(LOYERS + 46_073);
    expect((await rouges()).filter((controle) => !controle.includes("solde au"))).toEqual([]);
    expect((await preparer(choix)).data.montant).toBe(291.27);
  });

  it("deux fois la même somme est refusé : le second nomme le lot du premier, même au même instant", async () => {
    const petit = await partir();
    await payerLocataire(petit.LocataireId);
    const depense = await facturer(petit, { FournisseurId: await fournir() });
    const choix = { SoldeDepartIds: [petit.SoldeDepartId], IntendanceIds: [depense] };
    for (let tour = 0; tour < 30; tour++) {
      const faits = await Promise.all([1, 2].map(() => preparer(choix)));
      expect(faits.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const gagne = faits.find(({ status }) => status === 201)?.data;
      const perdu = faits.find(({ status }) => status === 409);
      expect(perdu?.error.message).toContain(gagne?.numero);
      expect(gagne?.montant).toBe(291.27);
      if (tour < 29) await geste(gagne?.id ?? 0, "annuler", { motif: "Encore" });
    }
    const doubles = await db.all(sql`
      SELECT "SoldeDepartId", "IntendanceId" FROM "Virement" WHERE etat = 'emis' AND "CompteRenduPartId" IS NULL
      AND "CompteBancaireId" IS NULL GROUP BY 1, 2 HAVING count(*) > 1`);
    expect(doubles).toEqual([]);
    expect(await solde("165", petit.DossierId)).toBe(0);
    expect(await rouges()).toEqual([]);
  });
});

describe("Un compte de sortie", () => {
  it("annulé à l’instant où un lot le prend, est dans l’un ou annulé, jamais les deux", async () => {
    for (const _ of Array.from({ length: 5 }).keys()) {
      const petit = await partir();
      await payerLocataire(petit.LocataireId);
      const [annule, lot] = await Promise.all([
        agence.user_delete.post(`/Dossier/${petit.DossierId}/depart/annuler`, { motif: "Essai" }),
        preparer({ SoldeDepartIds: [petit.SoldeDepartId] }),
      ]);
      expect([annule.status, lot.status].toSorted()).toSatisfy(
        ([un, autre]: number[]) => (un === 200 && autre === 409) || (un === 201 && autre === 409),
      );
    }
    expect(await rouges()).toEqual([]);
  });
});

describe("La facture d’un fournisseur", () => {
  it("ne dépasse jamais ce que tient le compte de son mandat, même à plusieurs lots", async () => {
    const petit = await partir({ retenue: 100 });
    const FournisseurId = await fournir();
    const premiere = await facturer(petit, { FournisseurId, montant: 1000 });
    const seconde = await facturer(petit, { FournisseurId, montant: 150 });
    const { parts: _, depenses } = await apercu(`?IntendanceIds=${premiere},${seconde}`);
    expect(depenses.map(({ bloque }) => bloque)).toEqual([
      null,
      expect.stringMatching(/^Il manque 52,67\s€ sur le compte de ce mandat/u),
    ]);
    const { data: lot } = await preparer({ IntendanceIds: [premiere, seconde] });
    expect([lot.montant, lot.ecartes.length]).toEqual([1000, 1]);
    expect((await preparer({ IntendanceIds: [seconde] })).status).toBe(409);
    expect(await rouges()).toEqual([]);
  });

  it("d’un immeuble part tout entière, ou pas : la part qu’un mandat ne peut payer retient les autres", async () => {
    const [riche, pauvre] = [await partir(), await partir({ retenue: 100 })];
    const FournisseurId = await fournir();
    const premiere = await facturer(pauvre, { FournisseurId, montant: 1000 });
    await preparer({ IntendanceIds: [premiere] });
    const AppartementIds = [riche.AppartementId, pauvre.AppartementId];
    for (const id of AppartementIds)
      await db.run(sql`UPDATE "Appartement" SET adresse = '9 rue Partagée' WHERE id = ${id}`);
    const immeuble = await agence.user.post<{ id: number }>("/Immeuble/reunir", { AppartementIds });
    const cle = await agence.user.post<{ id: number }>("/CleRepartition", {
      ...{
        ImmeubleId: immeuble.data.id,
        nom: "Parts",
        genre: "parts",
        total: 2,
        depuis: "2020-01-01",
      },
      lots: AppartementIds.map((AppartementId) => ({ AppartementId, poids: 1 })),
    });
    await agence.user.post("/DepenseImmeuble", {
      ...{ ImmeubleId: immeuble.data.id, CleId: cle.data.id, montant: 264, intitule: "Toit" },
      ...{ numFacture: "T-1", date: TODAY, payePar: "agence", natureFiscale: "travaux" },
      FournisseurId,
    });
    const parts = await db.all<{ id: number; AppartementId: number }>(
      sql`SELECT id, "AppartementId" FROM "Intendance" WHERE intitule = 'Toit' ORDER BY id`,
    );
    const [sienne = 0] = parts.map(({ id }) => id);
    const bon = await agence.user.post("/Intendance/bon-a-payer", { ids: [sienne] });
    expect(bon.error).toBeUndefined();
    const refus = await preparer({ IntendanceIds: [sienne] });
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringMatching(/Une autre part de cette dépense ne se paie pas. Il manque 34,67\s€/u),
    ]);
    await agence.user.post(`/Quitance/generate/${pauvre.DossierId}`, { date: "2026-09-01" });
    await encaisser(pauvre.DossierId, 500);
    const lot = await preparer({ IntendanceIds: [sienne] });
    expect([lot.error, lot.data?.montant]).toEqual([undefined, 264]);
    const reglees = () => Promise.all(parts.map(async ({ id }) => (await lireDepense(id)).regle));
    expect(await reglees()).toEqual([true, true]);

    // The bank returns the transfer of one part, which is then paid by hand; that payment is cancelled. The other
    // part stays paid.
    await telecharger(lot.data.id);
    const { virements } = lot.data;
    await relever(
      virements.map(({ reference, montant }) => [`VIR SEPA ${reference}`, -100 * montant]),
    );
    const rendu = virements.find(({ IntendanceId }) => IntendanceId === sienne);
    await relever([[`RETOUR VIR ${rendu?.reference} AC04`, 13_200]]);
    expect(await reglees()).toEqual([false, true]);
    const payer = () => agence.user.post("/Intendance/payer", { ids: [sienne], date: TODAY });
    expect((await payer()).error).toBeUndefined();
    expect(await reglees()).toEqual([true, true]);
    expect((await payer()).error.message).toContain("Cette dépense est déjà payée.");
    const annule = await agence.user_delete.post(`/Intendance/${sienne}/annuler-paiement`, {
      motif: "Double",
    });
    expect(annule.error).toBeUndefined();
    expect(await reglees()).toEqual([false, true]);
    expect((await rouges()).filter((controle) => !controle.includes("solde au"))).toEqual([]);
  });

  it("est en virement tant que son lot attend, et rien n’en change ; un second administrateur la paie", async () => {
    await db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES ('seuilReversement', '0')`);
    const seconde = await secondAdministrateur(agence);
    const petit = await partir();
    const FournisseurId = await fournir();
    const depense = await facturer(petit, { FournisseurId });
    const { data: lot } = await preparer({ IntendanceIds: [depense] });
    expect(lot.etat).toBe("a_valider");
    expect(await lireDepense(depense)).toMatchObject({ etat: "en_virement", lot: lot.numero });
    for (const [quoi, refus] of [
      ["montant", agence.user.put(`/Intendance/${depense}`, { montant: 90 })],
      ["regle", agence.user.put(`/Intendance/${depense}`, { regle: true })],
      ["payer", agence.user.post("/Intendance/payer", { ids: [depense], date: TODAY })],
      ["supprimer", agence.admin.delete(`/Intendance/${depense}`)],
    ] as const)
      expect([quoi, (await refus).status]).toEqual([quoi, 409]);
    expect((await agence.user.put(`/Intendance/${depense}`, { intitule: "Fuite" })).status).toBe(
      200,
    );
    expect((await geste(lot.id, "valider", undefined, seconde)).status).toBe(200);
    expect(await lireDepense(depense)).toMatchObject({ etat: "payee" });
    const annule = await agence.user_delete.post(`/Intendance/${depense}/annuler-paiement`, {
      motif: "Erreur",
    });
    expect([annule.status, annule.error.message]).toEqual([
      409,
      expect.stringContaining(lot.numero),
    ]);
    await db.run(sql`DELETE FROM "Variable" WHERE nom = 'seuilReversement'`);
    expect(await rouges()).toEqual([]);
  });
});

describe("Le compte bancaire", () => {
  it("d’un fournisseur attend, le premier aussi, et demande qui l’a confirmé au téléphone", async () => {
    const { id } = await creer(agence.user, "Fournisseur", { nom: "Serrurerie" });
    const demande = { iban: IBAN_PLOMBIER, titulaire: "SERRURERIE SARL" };
    const sans = await coordonnees("Fournisseur", id, demande);
    expect([sans.status, Object.keys(sans.error.fields ?? {})]).toEqual([422, ["rappel"]]);
    expect(
      (await agence.user.post(`/Fournisseur/${id}/coordonnees`, { ...demande, rappel: "M. Roy" }))
        .status,
    ).toBe(403);
    const { data } = await coordonnees("Fournisseur", id, { ...demande, rappel: "M. Roy" });
    expect(data.comptes).toMatchObject([{ effectif: false, rappel: "M. Roy", etat: "confirme" }]);
    const petit = await partir();
    const depense = await facturer(petit, { FournisseurId: id });
    expect(
      (await apercu()).depenses.find(({ IntendanceId }) => IntendanceId === depense),
    ).toMatchObject({
      bloque: expect.stringContaining("délai de sécurité"),
    });
    expect((await preparer({ IntendanceIds: [depense] })).status).toBe(409);
    const cle = data.comptes[0]?.id;
    const { data: montre } = await agence.admin.post<{ iban: string }>(
      `/Fournisseur/${id}/coordonnees/${cle}/reveler`,
    );
    expect(montre.iban.replaceAll(" ", "")).toBe(IBAN_PLOMBIER);
    const notes = await db.all<{ evenement: string }>(sql`
      SELECT evenement FROM "SecurityEvent" WHERE details ->> 'entite' = 'CoordonneesBancaires' AND details ->> 'id' = ${cle} ORDER BY id`);
    expect(notes.map(({ evenement }) => evenement)).toEqual(["iban", "revelation"]);
    expect((await agence.admin.delete(`/Fournisseur/${id}`)).status).toBe(409);
  });

  it("d’un fournisseur ou d’un locataire se dit à lui et aux administrateurs", async () => {
    const { annoncerCoordonnees } = await import(
      "#worker/operations/gerance/mandats/avis-coordonnees.ts"
    );
    const { id } = await creer(agence.user, "Fournisseur", {
      nom: "Vitrerie",
      mail: "vitrerie@exemple.fr",
    });
    const { LocataireId } = await partir();
    const partis: { to: string[]; subject: string; text: string }[] = [];
    const EMAIL = {
      send: async (courriel: { to: string[]; subject: string; text: string }) => {
        partis.push(courriel);
        return { messageId: "essai" };
      },
    } as unknown as SendEmail;
    const apres = "FR76 •••• •••• •••• 0185";
    const change = { apres, issue: "fait", actifLe: new Date().toISOString() } as const;
    await annoncerCoordonnees(
      { env: { EMAIL, MAIL_FROM: env.MAIL_FROM }, db, user: "a@agence.example", now: new Date() },
      [
        { ...change, qui: { entite: "Fournisseur", id }, avant: null },
        {
          ...change,
          qui: { entite: "Locataire", id: LocataireId },
          avant: "BE68 •••• •••• •••• 7034",
        },
      ],
    );
    expect(partis.map(({ subject }) => subject)).toEqual([
      "Votre compte bancaire va changer",
      "L’IBAN d’un fournisseur va changer",
      "Votre compte bancaire va changer",
      "L’IBAN d’un locataire va changer",
    ]);
    expect(partis[0]?.to).toEqual(["vitrerie@exemple.fr"]);
    expect(partis[0]?.text).toMatch(
      /sur lequel l’agence paie vos factures va changer[\s\S]*Nouveau compte\s: FR76/,
    );
    expect(partis[0]?.text).not.toContain("Ancien compte");
    expect(partis[2]?.text).toContain("Ancien compte");
  });

  it("d’un locataire sert aussitôt s’il a payé de ce compte, sinon attend ; il est proposé, jamais rempli", async () => {
    const petit = await partir();
    const numero = 500 + suite++;
    await db.run(sql`INSERT INTO "Releve" (id, "CompteBancaireId", format, nom, empreinte, du, au, connues)
      VALUES (${numero}, ${compte}, 'cfonb', 'releve', ${`essai ${numero}`}, ${TODAY}, ${TODAY}, 0)`);
    const { empreinteDePayeur } = await import("#worker/operations/gerance/banque/releves.ts");
    const empreinte = empreinteDePayeur(env as never, IBAN_PETIT);
    await db.run(sql`INSERT INTO "LigneReleve" ("ReleveId", "CompteBancaireId", date, montant, libelle, rejet, cle, iban, "payeurEmpreinte", etat, motif)
      VALUES (${numero}, ${compte}, ${TODAY}, 100, 'LOYER', 0, ${`connu ${numero}`}, 'FR76 •••• •••• •••• 0185', ${empreinte}, 'ecartee', 'Autre')`);
    await db.run(sql`INSERT INTO "PayeurConnu" (empreinte, "DossierId", payeur, confirmations, "vuLe")
      VALUES (${empreinte}, ${petit.DossierId}, 'locataire', 1, ${TODAY})`);
    const chemin = `/Locataire/${petit.LocataireId}/coordonnees`;
    const { data: avant } = await agence.user.get<CoordonneesDuPaye>(chemin);
    expect(avant).toEqual({
      comptes: [],
      connus: [{ iban: "FR76 •••• •••• •••• 0185", vuLe: TODAY }],
    });
    const autre = await coordonnees("Locataire", petit.LocataireId, {
      iban: IBAN_GERANCE,
      titulaire: "PETIT PAUL",
    });
    expect(autre.data.comptes).toMatchObject([{ effectif: false }]);
    const connu = await coordonnees("Locataire", petit.LocataireId, {
      iban: IBAN_PETIT,
      titulaire: "PETIT PAUL",
    });
    expect(connu.data.comptes.map(({ effectif }) => effectif)).toEqual([true, false]);
    expect((await preparer({ SoldeDepartIds: [petit.SoldeDepartId] })).status).toBe(201);
  });

  it("d’un locataire part avec ses données, et une somme à lui rendre le garde d’être effacé", async () => {
    const petit = await partir({ nom: "Favre" });
    await payerLocataire(petit.LocataireId);
    const effacer = () => agence.admin.post(`/Locataire/${petit.LocataireId}/effacer`, {});
    const refus = await effacer();
    expect([refus.status, refus.error.message]).toEqual([
      409,
      `Ce locataire ne peut pas encore être effacé, un dossier en cours ou une somme à lui rendre le retient\u00A0: 159,27\u00A0€ à lui rendre, dossier nº ${petit.DossierId}.`,
    ]);
    const { data: lot } = await preparer({ SoldeDepartIds: [petit.SoldeDepartId] });
    await telecharger(lot.id);
    const reference = lot.virements[0]?.reference;
    await relever([[`VIR SEPA FAVRE PAUL ${reference}`, -15_927]]);
    const archive = await agence.admin.fetch(`/api/Locataire/${petit.LocataireId}/export`);
    const donnees = new TextDecoder().decode(await archive.arrayBuffer());
    for (const dit of [reference, "•••• 0185"]) expect(donnees).toContain(dit);
    expect(donnees).not.toContain("secret");
    expect((await effacer()).status).toBe(200);
    expect((await lireLot(lot.id)).montant).toBe(159.27);
    const [ligne] = await db.all<{ libelle: string }>(sql`
      SELECT libelle FROM "LigneReleve" WHERE libelle LIKE ${`%${reference}`}`);
    expect(ligne?.libelle).not.toContain("FAVRE");
    const apres = await coordonnees("Locataire", petit.LocataireId, {
      iban: IBAN_DURAND,
      titulaire: "PETIT PAUL",
    });
    expect([apres.status, apres.error.message]).toEqual([409, PERSONNE_EFFACEE]);
  });
});
