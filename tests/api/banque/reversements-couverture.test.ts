import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type {
  ApercuReversement,
  ReversementDetail,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { controle, fait, ouvrirIndivision } from "../../support/agence/indivision.ts";
import { importer } from "../../support/banque/fichiers-de-banque.ts";
import {
  IBAN_AGENCE,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rendreCompte,
  rouges,
  secondAdministrateur,
} from "../../support/banque/reversements.ts";
import type { Api } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const TODAY = aujourdhui(new Date());
const PAUL = { nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND PAUL" };

let agence: Agence;
let compte: number;
/**
 * Two owners' accounts: Durand's counts a payment by Martin typed by hand, Blanc's counts money that the bank shows.
 */
let durand: number;
let blanc: number;
let reglement: number;
let mandat: number;

const preparer = (corps: object = {}, api: Api = agence.admin) =>
  api.post<ReversementDetail & { ecartes: { raison: string }[] }>("/Reversement", {
    CompteRenduIds: [durand, blanc],
    dateExecution: jourTarget(ajouterJours(TODAY, 1)),
    ...corps,
  });
const apercu = async () =>
  (await agence.user.get<ApercuReversement>("/Reversement/apercu?honoraires=false")).data;

/** A proven statement of these days; the amounts are in cents. */
const relever = async (du: string, au: string, montants: number[] = []) => {
  const total = montants.reduce((somme, montant) => somme + montant, 0);
  const [releve] = await db.all<{ id: number }>(sql`
    INSERT INTO "Releve" ("CompteBancaireId", format, nom, empreinte, du, au, "ancienSolde", "nouveauSolde", connues)
    VALUES (${compte}, 'cfonb', 'releve', ${`essai ${du}`}, ${du}, ${au}, 0, ${total}, 0) RETURNING id`);
  await db.write({
    import: trace(db, {
      entite: "Releve",
      entiteId: releve?.id ?? 0,
      etat: "Import",
      user: null,
      details: { preuve: "prouve" },
    }),
  });
  const ids: number[] = [];
  for (const [rang, montant] of montants.entries()) {
    const [ligne] = await db.all<{ id: number }>(sql`
      INSERT INTO "LigneReleve" ("ReleveId", "CompteBancaireId", date, montant, libelle, rejet, cle)
      VALUES (${releve?.id}, ${compte}, ${au}, ${montant}, 'VIR SANS NOM', 0, ${`${du} ${rang}`}) RETURNING id`);
    ids.push(ligne?.id ?? 0);
  }
  return ids;
};

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  await db.run(
    sql`INSERT INTO "Reprise" (debut, etat, lignes) VALUES ('2026-01-01', 'signee', '[]')`,
  );
  compte = await ouvrirCompte(agence);
  await ouvrirCompte(agence, { nom: "Agence", iban: IBAN_AGENCE, usage: "agence" });
  const paye = await mandater(agence, [PAUL]);
  mandat = paye.MissionId;
  const loue = await louer(agence.admin, { locataire: { nom: "Martin" } });
  await db.run(
    sql`INSERT INTO "MissionAppartement" ("MissionId", "AppartementId") VALUES (${mandat}, ${loue.AppartementId})`,
  );
  await agence.admin.post(`/Quitance/generate/${loue.DossierId}`, { date: "2026-10-01" });
  const saisi = await agence.user.post<{ id: number }>("/Reglement", {
    DossierId: loue.DossierId,
    date: "2026-10-20",
    montant: 950,
    mode: "virement",
    payeur: "locataire",
  });
  reglement = saisi.data.id;
  const donnees = { mois: "2026-10", compte } as const;
  durand = await rendreCompte(paye, {
    ...donnees,
    parts: [87_020],
    honoraires: 7980,
    encaisse: false,
  });
  const autre = await mandater(agence, [{ ...PAUL, nom: "Blanc" }]);
  blanc = await rendreCompte(autre, { ...donnees, parts: [20_000] });
});

describe("Un encaissement saisi que la banque n’a pas vu", () => {
  it("compte tant que rien ne peut le prouver : sans relevé, ou après le dernier", async () => {
    expect(await apercu()).toMatchObject({ total: 1070.2, nonVus: null });
    await relever("2026-10-01", "2026-10-19");
    expect(await apercu()).toMatchObject({ total: 1070.2, nonVus: null, refus: null });
    expect((await preparer({ honoraires: true })).data.montant).toBe(1150);
    expect(await rouges()).toEqual([]);
  });

  it("compte d’un jour qu’aucun relevé n’a, entre deux autres ; plus, de celui que deux relevés qui se suivent ont", async () => {
    await relever("2026-01-01", "2026-01-31");
    await relever("2026-11-01", "2026-11-15");
    expect(await apercu()).toMatchObject({ total: 1070.2, nonVus: null });
    await relever("2026-09-01", "2026-10-20");
    await relever("2026-10-15", "2026-10-31");
    expect(await apercu()).toMatchObject({
      total: 200,
      nonVus: expect.stringContaining("MARTIN"),
    });
  });

  it("compte toujours après un fichier qui ne prouve rien : qui en fait un ne retient l’argent de personne", async () => {
    const annuel = "Date;Libellé;Montant\n01/01/2026;A;0,01\n28/11/2026;B;0,01\n";
    const { status, data } = await importer(agence.user, annuel, compte);
    expect([status, data.releves[0]?.prouve]).toEqual([201, false]);
    expect(await apercu()).toMatchObject({ total: 1070.2, nonVus: null, refus: null });
    expect((await preparer({ honoraires: true })).data.montant).toBe(1150);
    expect(await rouges()).toEqual([]);
  });

  it("reste du compte qui recevait seul les loyers quand l’agence en ajoute un autre, puis en ferme un", async () => {
    const autre = await ouvrirCompte(agence, { nom: "Second", iban: IBAN_DURAND });
    const soldes = async () => {
      const { comptes } = (
        await agence.user.get<ApercuReversement>(
          `/Reversement/apercu?honoraires=false&CompteBancaireId=${compte}`,
        )
      ).data;
      return comptes.map(({ solde }) => solde);
    };
    expect(await soldes()).toEqual([1150, 0]);
    const paye = { CompteBancaireId: compte, honoraires: true };
    expect((await preparer(paye)).data.montant).toBe(1150);
    const { data: second } = await agence.admin.get<{ version: number }>(
      `/CompteBancaire/${autre}`,
    );
    await agence.admin.put(`/CompteBancaire/${autre}`, {
      fermeLe: "2026-10-01",
      version: second.version,
    });
    expect(await soldes()).toEqual([0]);
    expect(await rouges()).toEqual([]);
  });

  it("n’est pas excusé de n’avoir pas été vu parce qu’un compte a été ajouté depuis", async () => {
    await relever("2026-10-01", "2026-10-31");
    await ouvrirCompte(agence, { nom: "Second", iban: IBAN_DURAND });
    expect((await apercu()).nonVus).toContain("MARTIN");
  });

  it("ne paie pas non plus les honoraires pris sur lui : les autres partent, et ceux-là restent, en mots", async () => {
    const vert = await mandater(agence, [{ ...PAUL, nom: "Vert" }]);
    const vu = await rendreCompte(vert, {
      mois: "2026-10",
      parts: [92_000],
      honoraires: 8000,
      compte,
    });
    expect(await apercu()).toMatchObject({ honoraires: 159.8, honorairesRestants: null });
    await relever("2026-10-01", "2026-10-31");
    const restent =
      "79,80\u00a0€ d’honoraires ne partent pas encore : ils seraient pris sur l’argent des autres.";
    expect(await apercu()).toMatchObject({
      honoraires: 80,
      honorairesRestants: restent,
      refus: null,
    });
    const tous = { CompteRenduIds: [durand, blanc, vu], honoraires: true };
    const faits = await Promise.all([preparer(tous), preparer(tous)]);
    expect(faits.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(faits.find(({ status }) => status === 201)?.data.montant).toBe(1200);
    // Only the fees of mandates whose money the bank shows are paid; those of Durand's mandate wait.
    expect(
      await db.all(sql`SELECT mandat, sum(credit - debit) AS reste FROM "Ligne" WHERE genre = '4680'
        GROUP BY mandat HAVING sum(credit - debit) <> 0`),
    ).toEqual([{ mandat, reste: 7980 }]);
    expect(await apercu()).toMatchObject({ honoraires: 0, honorairesRestants: restent });
    expect(await rouges()).toEqual([]);
  });

  it("ne paie aucun propriétaire une fois son jour raconté par un relevé : il est nommé, les autres sont payés", async () => {
    await relever("2026-10-01", "2026-10-31");
    const dits = "950,00\u00a0€ saisis et jamais vus à la banque : MARTIN";
    const vu = await apercu();
    expect([vu.total, vu.ecarte, vu.nonVus, vu.refus]).toEqual([200, 870.2, dits, null]);
    expect(vu.parts.map(({ bloque }) => bloque)).toEqual([`${dits}.`, null]);
    const prises = await preparer({ honoraires: true });
    expect([prises.status, prises.error.message]).toEqual([
      409,
      expect.stringMatching(/n’a que 200,00.*Ne comptent pas 950,00/),
    ]);
    const { data: lot } = await preparer();
    expect([lot.montant, lot.ecartes.map(({ raison }) => raison)]).toEqual([
      200,
      [expect.stringContaining(dits)],
    ]);
    expect(await rouges()).toEqual([]);
  });

  it("retient à la validation le lot préparé avant le relevé, jusqu’à ce qu’une ligne le prouve", async () => {
    await db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES ('seuilReversement', '0')`);
    const seconde = await secondAdministrateur(agence);
    const { data: lot } = await preparer();
    expect([lot.etat, lot.montant]).toEqual(["a_valider", 1070.2]);
    const [ligne] = await relever("2026-10-01", "2026-10-31", [95_000]);
    const valider = () => seconde.post<ReversementDetail>(`/Reversement/${lot.id}/valider`);
    const refus = await valider();
    expect([refus.status, refus.error.message]).toEqual([409, expect.stringContaining("MARTIN")]);
    const lie = await agence.user.post(`/LigneReleve/${ligne}/rapprocher`, {
      ReglementIds: [reglement],
    });
    expect(lie.status).toBe(200);
    expect(await apercu()).toMatchObject({ nonVus: null });
    // A statement line that is not proven does not show that the money came in: the batch is refused.
    await db.run(sql`UPDATE "LigneReleve" SET prouvee = 0 WHERE id = ${ligne}`);
    expect((await valider()).status).toBe(409);
    await db.run(sql`UPDATE "LigneReleve" SET prouvee = 1 WHERE id = ${ligne}`);
    expect((await valider()).data.etat).toBe("valide");
    expect(await rouges()).toEqual([]);
  });
});

describe("Des honoraires rendus une fois virés à l’agence", () => {
  it("manquent aux fonds des mandants, ce que dit le contrôle, jusqu’à ce qu’elle les remette", async () => {
    const mandat = await ouvrirIndivision(agence, ["Anne"]);
    await fait(mandat.convenir("2026-01-01", [], { tauxHonoraires: 7 }));
    const { DossierId } = await mandat.louer("Petit", 850, 100);
    await mandat.appeler(DossierId, "2026-08");
    const { id } = await mandat.payer(DossierId, "2026-08-05", 950);
    const { honorairesTTC } = await mandat.cloturer("2026-08");
    await fait(preparer({ CompteRenduIds: [], honoraires: true }));
    const ruptures = async () =>
      (await controle(agence, "I6"))?.ruptures
        .map(({ motif }) => motif)
        .filter((motif) => motif.startsWith("Honoraires virés"));
    expect(await ruptures()).toEqual([]);
    await mandat.rejeter(id, "2026-09-10");
    await mandat.cloturer("2026-09");
    expect(await ruptures()).toEqual([
      `Honoraires virés à l’agence, puis rendus aux mandants : écart de ${formatEuros(-honorairesTTC)}`,
    ]);
    await fait(
      agence.admin.post("/Apport", {
        montant: honorairesTTC,
        date: TODAY,
        CompteBancaireId: compte,
      }),
    );
    expect(await ruptures()).toEqual([]);
  });
});
