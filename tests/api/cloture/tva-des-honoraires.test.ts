import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours, aujourdhui, moisDe } from "#domain/dates.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import type { EtatDeTva } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { enCentimes } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision, rompus } from "../../support/agence/indivision.ts";
import { ouvrirCompte, releverLignes } from "../../support/banque/lignes-releve.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const JOUR = aujourdhui(new Date());
const [ANNEE, MOIS] = [JOUR.slice(0, 4), moisDe(JOUR)];

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let DossierId: number;

const regler = (nom: string, valeur: string) =>
  db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES (${nom}, ${valeur})
    ON CONFLICT (nom) DO UPDATE SET valeur = ${valeur}`);

const etat = async () =>
  (await agence.admin.get<EtatDeTva>(`/Export/tva?du=${ANNEE}-01-01&au=${JOUR}`)).data;

const factures = async () =>
  (await agence.user.get<FactureHonorairesRow[]>("/FactureHonoraires?page=1&limit=50&sort=id"))
    .data;

const solde = async (genre: string) =>
  (
    await db.all<{ solde: number }>(
      sql`SELECT coalesce(sum(credit - debit), 0) AS solde FROM "Ligne" WHERE genre = ${genre}`,
    )
  )[0]?.solde;

async function ouvrir(modeFonds: "agence" | "proprietaire", termes: object = {}) {
  mandat = await ouvrirIndivision(agence, ["Paul"]);
  const [paul = 0] = mandat.ids;
  await fait(
    mandat.convenir("2026-01-01", [[paul, 1, 1]], {
      modeFonds,
      tauxHonoraires: 7,
      tauxEn: "ht",
      tauxTva: 20,
      ...termes,
    }),
  );
  ({ DossierId } = await mandat.louer("Martin", 850, 100));
  await mandat.appeler(DossierId, "2026-09");
  await mandat.payer(DossierId, "2026-09-05", 950);
}

/** An expense paid from the funds of the mandate; `montant` in cents. */
const depenser = (montant: number, date = "2026-09-20") =>
  db.write({
    lignes: db.run(sql`INSERT INTO "Ligne" ("EcritureId", genre, de, mandat, debit, credit)
      SELECT (SELECT max(id) + 1 FROM "Ecriture"), '4670', ${mandat.MissionId}, ${mandat.MissionId}, ${montant}, 0
      UNION ALL SELECT (SELECT max(id) + 1 FROM "Ecriture"), '512G', NULL, NULL, 0, ${montant}`),
    ecriture:
      db.run(sql`INSERT INTO "Ecriture" (id, livre, exercice, numero, journal, date, libelle, cle)
      SELECT max(id) + 1, 'G', '2026', (SELECT max(numero) + 1 FROM "Ecriture" WHERE livre = 'G'),
        'DEP', ${date}, 'Dépense', ${`essai ${date}`} FROM "Ecriture"`),
  });

/** Fees of a fixed sum a month: 30 € before VAT, 36 € with it. */
const TRENTE_EUROS = { assiette: "forfait", forfait: 30, tauxHonoraires: null };

const facturee = { factureHT: 66.5, factureTva: 13.3 };
const ligne = (dite: object) => ({ mois: MOIS, regime: "encaissements", tauxTva: 2000, ...dite });

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("La TVA des honoraires, à l’encaissement", () => {
  it("attend que le mandant règle sa facture, et attend de nouveau si son règlement est annulé", async () => {
    await ouvrir("proprietaire");
    await mandat.cloturer("2026-09");
    const due = {
      lignes: [ligne({ ...facturee, baseHT: 0, tva: 0 })],
      exigible: 0,
      enAttente: 13.3,
    };
    expect(await etat()).toMatchObject(due);
    const [facture] = await factures();
    const regle = await agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, {
      date: JOUR,
      mode: "virement",
    });
    expect(regle.status).toBe(204);
    const encaissee = [ligne({ ...facturee, baseHT: 66.5, tva: 13.3 })];
    expect(await etat()).toMatchObject({ lignes: encaissee, exigible: 13.3, enAttente: 0 });
    expect([await solde("44571"), await solde("44587")]).toEqual([1_330, 0]);
    await agence.user_delete.post(`/FactureHonoraires/${facture?.id}/annuler-reglement`, {
      motif: "Virement d’un autre",
    });
    expect(await etat()).toMatchObject(due);
    expect(await rompus()).toEqual([]);
  });

  it("est due de ce qui est pris sur les fonds, et du reste quand il est pris", async () => {
    await ouvrir("agence");
    await depenser(92_000);
    await mandat.cloturer("2026-09");
    const partielle = [ligne({ ...facturee, baseHT: 25, tva: 5 })];
    expect(await etat()).toMatchObject({ lignes: partielle, exigible: 5, enAttente: 8.3 });
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 950);
    await mandat.cloturer("2026-10");
    const entiere = [ligne({ factureHT: 133, factureTva: 26.6, baseHT: 133, tva: 26.6 })];
    expect(await etat()).toMatchObject({ lignes: entiere, exigible: 26.6, enAttente: 0 });
    const csv = await (
      await agence.admin.fetch(`/api/Export/tva.csv?du=${ANNEE}-01-01&au=${JOUR}`)
    ).text();
    expect(csv).toContain(`${MOIS};Encaissements;20;133;26,6;133;26,6`);
    expect((await agence.user.get(`/Export/tva?du=${ANNEE}-01-01&au=${JOUR}`)).status).toBe(403);
    expect(await rompus()).toEqual([]);
  });

  it("est celle de la facture que le mandant règle, et d’elle seule, dans l’ordre qu’il veut", async () => {
    await ouvrir("proprietaire", TRENTE_EUROS);
    await mandat.cloturer("2026-09");
    await regler("franchiseTva", "true");
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 950);
    await mandat.cloturer("2026-10");
    const [avecTva, sansTva] = await factures();
    expect([avecTva, sansTva]).toMatchObject([
      { ttc: 36, tva: 6 },
      { ttc: 30, tva: 0 },
    ]);
    const payer = (facture: FactureHonorairesRow | undefined) =>
      fait(
        agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, {
          date: JOUR,
          mode: "virement",
        }),
      );
    await payer(avecTva);
    expect(await etat()).toMatchObject({ exigible: 6, enAttente: 0 });
    await fait(
      agence.user_delete.post(`/FactureHonoraires/${avecTva?.id}/annuler-reglement`, {
        motif: "Virement d’un autre",
      }),
    );
    await payer(sansTva);
    expect(await etat()).toMatchObject({ exigible: 0, enAttente: 6 });
    await payer(avecTva);
    expect(await etat()).toMatchObject({ exigible: 6, enAttente: 0 });
    expect([await solde("44571"), await solde("44587")]).toEqual([600, 0]);
    expect(await rompus()).toEqual([]);
  });

  it("que le mandant devait régler lui-même n’est jamais prise aussi sur les fonds, une fois que l’agence les reçoit", async () => {
    await ouvrir("proprietaire", TRENTE_EUROS);
    await mandat.cloturer("2026-09");
    await fait(mandat.convenir("2026-10-01", [], { modeFonds: "agence" }));
    const [lui] = await factures();
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 950);
    const { contenu } = await mandat.cloturer("2026-10");
    expect(contenu.honorairesPris?.map(({ ttc }) => ttc)).toEqual([36]);
    expect((await factures()).map(({ reste }) => reste)).toEqual([36, null]);
    expect([await solde("4680"), await solde("411H")]).toEqual([3_600, -7_200]);
    await mandat.appeler(DossierId, MOIS);
    await mandat.payer(DossierId, `${MOIS}-05`, 950);
    const { id } = await mandat.preparer(MOIS);
    const prisEtFactures = async () => {
      const { contenu: dit } = await fait(agence.user.get<CompteRenduDetail>(`/CompteRendu/${id}`));
      const pris = (dit.honorairesPris ?? []).reduce((total, { ttc }) => total + ttc, 0);
      return [pris, dit.honorairesAnterieurs ?? 0, pris === dit.honorairesTTC];
    };
    const duMois = await prisEtFactures();
    expect(duMois).toMatchObject([expect.any(Number), 0, true]);
    const reglement = { date: JOUR, mode: "virement" };
    await fait(agence.user.post(`/FactureHonoraires/${lui?.id}/regler`, reglement));
    expect(await prisEtFactures()).toEqual(duMois);
    const motif = { motif: "Virement d’un autre" };
    await fait(agence.user_delete.post(`/FactureHonoraires/${lui?.id}/annuler-reglement`, motif));
    expect(await prisEtFactures()).toEqual(duMois);
    expect(await solde("411H")).toBe(-7_200);
    expect(await rompus()).toEqual([]);
  });

  it("est, sur les fonds, celle de la facture la plus ancienne, comme les factures et le compte le disent", async () => {
    await ouvrir("agence", TRENTE_EUROS);
    await mandat.appeler(DossierId, "2026-08");
    await mandat.payer(DossierId, "2026-08-05", 950);
    await depenser(95_000, "2026-08-20");
    await mandat.cloturer("2026-08");
    await regler("franchiseTva", "true");
    await depenser(95_000);
    await mandat.cloturer("2026-09");
    expect(await etat()).toMatchObject({ exigible: 0, enAttente: 6 });
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 950);
    await depenser(91_000, "2026-10-20");
    const { contenu } = await mandat.cloturer("2026-10");
    expect(contenu.honorairesPris?.map(({ ttc }) => ttc)).toEqual([36, 4]);
    expect((await factures()).map(({ ttc, reste }) => [ttc, reste])).toEqual([
      [36, null],
      [30, 26],
      [30, 30],
    ]);
    expect(await etat()).toMatchObject({ exigible: 6, enAttente: 0 });
    expect([await solde("44571"), await solde("44587")]).toEqual([600, 0]);
    expect(await rompus()).toEqual([]);
  });

  it("d’honoraires rendus paie celle du mois, sur un compte qui n’a rien d’autre : aucun contrôle ne rougit", async () => {
    await ouvrir("agence");
    await depenser(87_020);
    await mandat.cloturer("2026-09");
    const [paye] = await db.all<{ id: number }>(sql`SELECT min(id) AS id FROM "Reglement"`);
    await mandat.rejeter(paye?.id ?? 0, "2026-10-02");
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 950, { mois: ["2026-10"] });
    expect(await mandat.cloturer("2026-10")).toMatchObject({ solde: 0 });
    expect((await etat()).enAttente).toBe(0);
    expect(await rompus()).toEqual([]);
  });

  it("est rendue avec les honoraires d’un loyer rejeté", async () => {
    await ouvrir("agence");
    await mandat.cloturer("2026-09");
    expect(await etat()).toMatchObject({ exigible: 13.3, enAttente: 0 });
    const [paye] = await db.all<{ id: number }>(sql`SELECT min(id) AS id FROM "Reglement"`);
    await mandat.rejeter(paye?.id ?? 0, "2026-10-02");
    await mandat.cloturer("2026-10");
    const { exigible, enAttente, lignes } = await etat();
    expect([exigible, enAttente]).toEqual([0, 0]);
    expect(lignes).toMatchObject([{ factureHT: 0, factureTva: 0, baseHT: 0, tva: 0 }]);
  });
});

describe("La TVA des honoraires", () => {
  it("est due dès la facture après l’option pour les débits, et pas avant son jour", async () => {
    await ouvrir("proprietaire");
    await regler("optionDebits", "true");
    await regler("optionDebitsDepuis", ajouterJours(JOUR, 1));
    await mandat.cloturer("2026-09");
    expect(await etat()).toMatchObject({ exigible: 0, enAttente: 13.3 });
    await regler("optionDebitsDepuis", JOUR);
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 950);
    await mandat.cloturer("2026-10");
    expect((await etat()).lignes).toEqual([
      { mois: MOIS, regime: "debits", tauxTva: 2000, ...facturee, baseHT: 66.5, tva: 13.3 },
      { mois: MOIS, regime: "encaissements", tauxTva: 2000, ...facturee, baseHT: 0, tva: 0 },
    ]);
    expect(await rompus()).toEqual([]);
  });

  it("d’honoraires rendus reprend celle qui attendait encore, même après l’option pour les débits", async () => {
    await ouvrir("proprietaire");
    await mandat.cloturer("2026-09");
    expect(await etat()).toMatchObject({ exigible: 0, enAttente: 13.3 });
    await regler("optionDebits", "true");
    const [paye] = await db.all<{ id: number }>(sql`SELECT min(id) AS id FROM "Reglement"`);
    await mandat.rejeter(paye?.id ?? 0, "2026-10-02");
    await mandat.cloturer("2026-10");
    expect(await etat()).toMatchObject({
      lignes: [ligne({ factureHT: 0, factureTva: 0, baseHT: 0, tva: 0 })],
      exigible: 0,
      enAttente: 0,
    });
    expect(await rompus()).toEqual([]);
  });

  it("d’un avoir qui reprend deux factures, l’une à l’encaissement, l’autre aux débits, est reprise sous le régime de chacune", async () => {
    await ouvrir("proprietaire");
    await mandat.appeler(DossierId, "2026-08");
    await mandat.payer(DossierId, "2026-08-05", 475);
    await mandat.cloturer("2026-08");
    await regler("optionDebits", "true");
    await mandat.cloturer("2026-09");
    const payes = await db.all<{ id: number }>(sql`SELECT id FROM "Reglement"`);
    for (const { id } of payes) await mandat.rejeter(id, "2026-10-02");
    await mandat.cloturer("2026-10");
    const rien = { factureHT: 0, factureTva: 0, baseHT: 0, tva: 0 };
    expect(await etat()).toMatchObject({
      lignes: [ligne({ regime: "debits", ...rien }), ligne(rien)],
      exigible: 0,
      enAttente: 0,
    });
  });

  it.each([
    ["d’août", "aux débits en septembre"],
    ["de septembre", "aux débits en septembre"],
    ["d’août", "à 10 % en septembre"],
    ["de septembre", "à 10 % en septembre"],
  ])(
    "d’un avoir qui reprend deux factures, dont celle %s seule est réglée, n’est rendue qu’avec son remboursement (%s)",
    async (reglee, septembre) => {
      await ouvrir("proprietaire");
      await mandat.appeler(DossierId, "2026-08");
      await mandat.payer(DossierId, "2026-08-05", 475);
      await mandat.cloturer("2026-08");
      if (septembre.includes("débits")) await regler("optionDebits", "true");
      else
        await fait(
          mandat.convenir("2026-09-01", [[mandat.ids[0] ?? 0, 1, 1]], {
            ...{ modeFonds: "proprietaire", tauxHonoraires: 7, tauxEn: "ht", tauxTva: 10 },
          }),
        );
      await mandat.cloturer("2026-09");
      const payer = (facture: FactureHonorairesRow | undefined) =>
        fait(
          agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, {
            date: JOUR,
            mode: "virement",
          }),
        );
      await payer((await factures())[reglee === "d’août" ? 0 : 1]);
      const due = (await etat()).exigible;
      const payes = await db.all<{ id: number }>(sql`SELECT id FROM "Reglement"`);
      for (const { id } of payes) await mandat.rejeter(id, "2026-10-02");
      await mandat.cloturer("2026-10");
      // When VAT is due from the invoice on (« débits »), the credit note takes back at once the VAT of the invoice of
      // September.
      const attendue = due - (septembre.includes("débits") ? 13.3 : 0);
      expect((await etat()).exigible).toBeCloseTo(attendue, 2);
      expect(await rompus()).toEqual([]);
      await payer((await factures()).find(({ serie }) => serie === "AV"));
      expect(await etat()).toMatchObject({ exigible: 0, enAttente: 0 });
      expect(await rompus()).toEqual([]);
    },
  );

  it("d’un avoir que deux factures consomment, leurs règlements repris en même temps, est rendue pour les deux", async () => {
    await ouvrir("proprietaire");
    const payes: number[] = [];
    for (const mois of ["2026-06", "2026-07", "2026-08"]) {
      if (mois === "2026-08") await regler("optionDebits", "true");
      await mandat.appeler(DossierId, mois);
      payes.push((await mandat.payer(DossierId, `${mois}-05`, 950)).id);
      await mandat.cloturer(mois);
    }
    await mandat.cloturer("2026-09");
    const reglement = { date: JOUR, mode: "virement" };
    const [juin, juillet, aout, septembre] = await factures();
    for (const facture of [juin, juillet, aout, septembre])
      await fait(agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, reglement));
    for (const id of payes.slice(0, 2)) await mandat.rejeter(id, "2026-10-02");
    await mandat.cloturer("2026-10");
    expect(await etat()).toMatchObject({ exigible: 53.2, enAttente: -26.6 });
    const motif = { motif: "Virement d’un autre" };
    await Promise.all(
      [aout, septembre].map((facture) =>
        fait(agence.user_delete.post(`/FactureHonoraires/${facture?.id}/annuler-reglement`, motif)),
      ),
    );
    expect(await etat()).toMatchObject({ exigible: 26.6, enAttente: 0 });
    expect(await rompus()).toEqual([]);
  });

  it("d’une facture réglée en deux fois ne reprend que celle du règlement repris, noté à la main ou montré par la banque", async () => {
    await ouvrir("proprietaire");
    await mandat.appeler(DossierId, "2026-08");
    const { id: loyer } = await mandat.payer(DossierId, "2026-08-05", 475);
    await mandat.cloturer("2026-08");
    await mandat.cloturer("2026-09");
    const reglement = { date: JOUR, mode: "virement" };
    const motif = { motif: "Virement d’un autre" };
    const [aout, septembre] = await factures();
    await fait(agence.user.post(`/FactureHonoraires/${aout?.id}/regler`, reglement));
    await mandat.rejeter(loyer, "2026-10-02");
    await mandat.cloturer("2026-10");
    // The credit note settles half of the invoice of September; the owner pays the other half.
    await fait(agence.user.post(`/FactureHonoraires/${septembre?.id}/regler`, reglement));
    await fait(agence.user_delete.post(`/FactureHonoraires/${aout?.id}/annuler-reglement`, motif));
    // The credit note now settles the invoice of August, the oldest: 39,90 € are due again on that of September.
    const restes = async () => (await factures()).map(({ reste }) => reste);
    expect(await restes()).toEqual([0, 39.9, null]);
    const { ids } = await releverLignes(await ouvrirCompte("agence"), [
      { date: JOUR, montant: 39.9, libelle: "VIR DURAND" },
    ]);
    await fait(agence.user.post(`/LigneReleve/${ids[0]}/rapprocher`, { FactureId: septembre?.id }));
    expect(await restes()).toEqual([0, 0, null]);
    await fait(agence.admin.post(`/LigneReleve/${ids[0]}/annuler`, {}));
    expect(await restes()).toEqual([0, 39.9, null]);
    expect(await rompus()).toEqual([]);
  });

  it("aux débits a pour base sa facture, au centime, à côté de celle qui attend à l’encaissement", async () => {
    await ouvrir("proprietaire", { tauxHonoraires: 6.95 });
    await mandat.appeler(DossierId, "2026-08");
    await mandat.payer(DossierId, "2026-08-05", 950);
    await mandat.cloturer("2026-08");
    await regler("optionDebits", "true");
    await mandat.cloturer("2026-09");
    // 66,03 € before VAT, 13,21 € of VAT: the VAT alone would give a base of 66,05 €.
    const factures = { factureHT: 66.03, factureTva: 13.21 };
    expect((await etat()).lignes).toEqual([
      ligne({ regime: "debits", ...factures, baseHT: 66.03, tva: 13.21 }),
      ligne({ ...factures, baseHT: 0, tva: 0 }),
    ]);
    const payes = await db.all<{ id: number }>(sql`SELECT id FROM "Reglement"`);
    for (const { id } of payes) await mandat.rejeter(id, "2026-10-02");
    await mandat.cloturer("2026-10");
    const rien = { factureHT: 0, factureTva: 0, baseHT: 0, tva: 0 };
    expect((await etat()).lignes).toEqual([ligne({ regime: "debits", ...rien }), ligne(rien)]);
  });

  it("d’honoraires rendus est celle de leur facture : due sur les débits, elle est reprise aussitôt, même sous la franchise", async () => {
    await regler("optionDebits", "true");
    await ouvrir("agence");
    await mandat.appeler(DossierId, "2026-08");
    await mandat.payer(DossierId, "2026-08-05", 680);
    await mandat.cloturer("2026-08");
    expect(await etat()).toMatchObject({ exigible: 9.52, enAttente: 0 });
    await mandat.cloturer("2026-09");
    expect(await etat()).toMatchObject({ exigible: 22.82, enAttente: 0 });
    await regler("franchiseTva", "true");
    const payes = await db.all<{ id: number }>(sql`SELECT id FROM "Reglement"`);
    for (const { id } of payes) await mandat.rejeter(id, "2026-10-02");
    await mandat.cloturer("2026-10");
    expect(await etat()).toMatchObject({
      lignes: [{ regime: "debits", factureHT: 0, factureTva: 0, baseHT: 0, tva: 0 }],
      exigible: 0,
      enAttente: 0,
    });
    expect([await solde("44571"), await solde("44587")]).toEqual([0, 0]);
    // The refused rents had already been credited to the owner by his validated accounts, so the control I6 reports an
    // overdraft.
    expect((await rompus()).filter((nom) => !nom.startsWith("I6 "))).toEqual([]);
  });

  it("a pour base ce qui est reçu, TVA déduite, et toute la facture avec son dernier centime", async () => {
    await ouvrir("agence");
    await depenser(93_000);
    await mandat.cloturer("2026-09");
    // Of the 20,00 € of fees taken, 3,33 € are VAT; the base is the remaining 16,67 €, not 3,33 € / 20 %.
    expect((await etat()).lignes).toMatchObject([ligne({ ...facturee, baseHT: 16.67, tva: 3.33 })]);
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 950);
    await mandat.cloturer("2026-10");
    expect((await etat()).lignes).toMatchObject([
      ligne({ factureHT: 133, baseHT: 133, tva: 26.6 }),
    ]);
    expect(await rompus()).toEqual([]);
  });

  it.each(["optionDebits", "franchiseTva"])(
    "d’un mois passé garde sa base quand le régime change ensuite (%s)",
    async (regime) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-05T09:00:00Z") });
      await ouvrir("agence");
      await depenser(93_000);
      await mandat.cloturer("2026-09");
      const octobre = async () =>
        (await agence.admin.get<EtatDeTva>("/Export/tva?du=2026-10-01&au=2026-10-31")).data;
      const avant = await octobre();
      expect(avant.lignes).toMatchObject([{ baseHT: 16.67, tva: 3.33 }]);
      vi.setSystemTime("2026-11-05T09:00:00Z");
      await regler(regime, "true");
      await mandat.appeler(DossierId, "2026-10");
      await mandat.payer(DossierId, "2026-10-05", 950);
      await depenser(95_000, "2026-10-20");
      await mandat.cloturer("2026-10");
      expect(await octobre()).toEqual(avant);
      expect(await rompus()).toEqual([]);
    },
  );

  it.each([
    ["franchiseTva", "avant"],
    ["franchiseTva", "après"],
    ["optionDebits", "après"],
  ])(
    "d’une facture prise en partie a pour base ce qui en est reçu, TVA déduite, à côté d’une autre sous %s, faite %s",
    async (autreRegime, quand) => {
      await ouvrir("agence");
      const facturer = async (mois: string, regime: string | null, pris: number) => {
        await regler(autreRegime, String(regime !== null));
        if (mois !== "2026-09") {
          await mandat.appeler(DossierId, mois);
          await mandat.payer(DossierId, `${mois}-05`, 950);
        }
        await depenser(95_000 - pris, `${mois}-20`);
        await mandat.cloturer(mois);
      };
      const [regime, sien] =
        autreRegime === "optionDebits"
          ? ["debits", { regime: "debits", tauxTva: 2000, baseHT: 66.5, tva: 13.3 }]
          : ["franchise", { regime: "franchise", tauxTva: 0, baseHT: 66.5, tva: 0 }];
      if (quand === "avant") {
        await facturer("2026-08", regime, 6_650);
        await facturer("2026-09", null, 2_000);
      } else {
        await facturer("2026-09", null, 2_000);
        await facturer("2026-10", regime, 0);
      }
      const lues = (await etat()).lignes.toSorted((a, b) => a.regime.localeCompare(b.regime));
      expect(lues).toMatchObject(
        [ligne({ ...facturee, baseHT: 16.67, tva: 3.33 }), sien].toSorted((a, b) =>
          a.regime.localeCompare(b.regime),
        ),
      );
      expect(await rompus()).toEqual([]);
    },
  );

  it("de plusieurs taux a pour bases, taux par taux, tout ce qui est reçu, TVA déduite ; une fois tout reçu, ce qui est facturé", async () => {
    const montant = fc.integer({ min: 1_000, max: 95_000 });
    const part = fc.integer({ min: 1, max: 99 });
    const etape = async () => {
      const { lignes } = await etat();
      const [base, due] = (["baseHT", "tva"] as const).map((colonne) =>
        lignes.reduce((total, lue) => total + enCentimes(lue[colonne]), 0),
      );
      const recu = ((await solde("4680")) ?? 0) - ((await solde("512A")) ?? 0);
      expect([(base ?? 0) + (due ?? 0), recu > 0]).toEqual([recu, true]);
      for (const { baseHT, tva, tauxTva } of lignes)
        expect(
          Math.abs((enCentimes(baseHT) * tauxTva) / 10_000 - enCentimes(tva)),
        ).toBeLessThanOrEqual(1);
      return lignes;
    };
    await fc.assert(
      fc
        .asyncProperty(...[montant, montant, part, part], async (aout, octobre, prise, reprise) => {
          await ouvrir("agence", { tauxHonoraires: 30 });
          const [paul = 0] = mandat.ids;
          const dixPourCent = { tauxHonoraires: 30, tauxEn: "ht", tauxTva: 10 };
          await fait(mandat.convenir("2026-09-01", [[paul, 1, 1]], dixPourCent));
          await mandat.appeler(DossierId, "2026-08");
          await mandat.payer(DossierId, "2026-08-05", aout / 100);
          const fonds = 95_000 + aout;
          await depenser(fonds - Math.ceil((fonds * 0.33 * prise) / 100));
          await mandat.cloturer("2026-09");
          await etape();
          await mandat.appeler(DossierId, "2026-10");
          await mandat.payer(DossierId, "2026-10-05", octobre / 100);
          await depenser(octobre - Math.ceil((octobre * reprise) / 100), "2026-10-20");
          await mandat.cloturer("2026-10");
          await etape();
          for (const { id, reste } of await factures())
            if (reste)
              await fait(
                agence.user.post(`/FactureHonoraires/${id}/regler`, {
                  date: JOUR,
                  mode: "virement",
                }),
              );
          for (const { factureHT, baseHT } of await etape()) expect(baseHT).toBe(factureHT);
        })
        .beforeEach(async () => {
          await freshHouse();
          agence = await ouvrirAgence();
        }),
      { numRuns: 6, seed: 7, endOnFailure: true },
    );
  });

  it("suit les honoraires de location et d’état des lieux, dans leur propre compte de produits", async () => {
    await ouvrir("agence", {
      autresHonoraires: [
        { libelle: "Location", montant: 120, quand: "compte", genre: "location" },
        { libelle: "Déclaration fiscale", montant: 36, quand: "compte" },
      ],
    });
    await mandat.cloturer("2026-09");
    const produits = ["706", "7062", "7063", "7068"];
    expect(await Promise.all(produits.map(solde))).toEqual([6_650, 10_000, 0, 3_000]);
    expect(await etat()).toMatchObject({ exigible: 39.3, enAttente: 0 });
    expect(await rompus()).toEqual([]);
  });

  it("n’est pas due sous la franchise en base : la base s’en dit seule", async () => {
    await ouvrir("agence");
    await regler("franchiseTva", "true");
    await mandat.cloturer("2026-09");
    expect(await etat()).toMatchObject({
      lignes: [
        { mois: MOIS, regime: "franchise", tauxTva: 0, factureHT: 66.5, baseHT: 66.5, tva: 0 },
      ],
      exigible: 0,
      enAttente: 0,
    });
    expect([await solde("44571"), await solde("44587")]).toEqual([0, 0]);
    expect(await rompus()).toEqual([]);
  });
});
