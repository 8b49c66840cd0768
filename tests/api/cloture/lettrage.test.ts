import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, lireExport, ouvrirIndivision, rompus } from "../../support/agence/indivision.ts";
import { ouvrirCompte } from "../../support/banque/lignes-releve.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let DossierId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  mandat = await ouvrirIndivision(agence, ["Paul"]);
  const [paul = 0] = mandat.ids;
  await fait(mandat.convenir("2026-01-01", [[paul, 1, 1]]));
  ({ DossierId } = await mandat.louer("Martin", 850, 100));
  for (const mois of ["2026-08", "2026-09"]) await mandat.appeler(DossierId, mois);
});

/**
 * The labels and sums of the ledger's lines for an account, by matching letter (« lettrage »). Sums up to 100 €, the
 * charges, are left out.
 */
const lettres = async (compte: string) => {
  const lignes = (
    await lireExport(agence, "grand-livre.csv?livre=G&du=2026-01-01&au=2026-12-31")
  ).filter((ligne) => ligne.Compte === compte && Number(ligne.Débit || ligne.Crédit) > 100);
  const groupes = Map.groupBy(lignes, (ligne) => ligne.Lettre ?? "");
  const dire = (ligne: (typeof lignes)[number]) =>
    `${ligne.Libellé} ${ligne.Débit || `-${ligne.Crédit}`}`;
  return {
    ouvertes: (groupes.get("") ?? []).map(dire).toSorted(),
    lettrees: [...groupes]
      .filter(([lettre]) => lettre !== "")
      .map(([, siennes]) => siennes.map(dire).toSorted())
      .toSorted(),
  };
};

describe("Le lettrage d’un locataire", () => {
  it("de deux mois pareils payés ensemble lettre chacun ; rejeté, le paiement l’est avec son rejet", async () => {
    const { id } = await mandat.payer(DossierId, "2026-09-05", 1900);
    expect(await lettres("411000")).toEqual({
      ouvertes: [],
      lettrees: [
        ["Appel de septembre 2026 850", "Règlement 2026-000001 -850"],
        ["Appel d’août 2026 850", "Règlement 2026-000001 -850"],
      ],
    });
    await mandat.rejeter(id, "2026-09-10");
    const rejet = ["Extourne de l’écriture G-2026-3 850", "Règlement 2026-000001 -850"];
    expect(await lettres("411000")).toEqual({
      ouvertes: ["Appel de septembre 2026 850", "Appel d’août 2026 850"],
      lettrees: [rejet, rejet],
    });
    await mandat.payer(DossierId, "2026-09-15", 1900);
    expect(await lettres("411000")).toEqual({
      ouvertes: [],
      lettrees: [
        ["Appel de septembre 2026 850", "Règlement 2026-000002 -850"],
        ["Appel d’août 2026 850", "Règlement 2026-000002 -850"],
        rejet,
        rejet,
      ],
    });
  });
});

describe("Un mois qu’un paiement règle en deux fois", () => {
  it("a une seule lettre, avec ce que la quittance refaite du mois suivant lui rend", async () => {
    const [septembre] = await fait(
      agence.user.get<{ id: number }[]>(`/Quitance?DossierId=${DossierId}&mois=2026-09`),
    );
    await mandat.payer(DossierId, "2026-09-05", 1425, { QuitanceId: septembre?.id });
    await fait(agence.user.put(`/Dossier/${DossierId}`, { dateSortie: "2026-09-15" }));
    await fait(agence.admin.post(`/Dossier/${DossierId}/depart/quittances`, {}));
    const avance = "Avance portée sur l’appel, règlement 2026-000001 -425";
    expect(await lettres("411000")).toEqual({
      ouvertes: [],
      lettrees: [
        ["Appel de septembre 2026 425", avance],
        ["Appel de septembre 2026 850", "Extourne de l’écriture G-2026-2 -850"],
        ["Appel d’août 2026 850", avance, "Règlement 2026-000001 -425"],
        [
          "Quittance refaite : paiement remis au compte, règlement 2026-000001 850",
          "Règlement 2026-000001 -850",
        ],
      ],
    });
    expect(await rompus()).toEqual([]);
  });
});

describe("Le lettrage d’un fournisseur", () => {
  it("lettre une facture avec son paiement, et ce qui s’en reprend", async () => {
    await mandat.payer(DossierId, "2026-09-05", 1900);
    const [{ AppartementId } = { AppartementId: 0 }] = await fait(
      agence.user.get<{ AppartementId: number }[]>("/Dossier?page=1&limit=1"),
    );
    const { id: FournisseurId } = await creer(agence.user, "Fournisseur", { nom: "Plomberie X" });
    const { id } = await creer(agence.user, "Intendance", {
      ...{ nature: "depense", AppartementId, intitule: "Fuite", montant: 132 },
      ...{ numFacture: "F-7", FournisseurId, natureFiscale: "travaux", payePar: "agence" },
    });
    await fait(agence.user.post("/Intendance/bon-a-payer", { ids: [id] }));
    const paye = ["Dépense payée pour le mandant -132", "Dépense payée pour le mandant 132"];
    await fait(agence.user.post("/Intendance/payer", { ids: [id], date: "2026-09-20" }));
    expect(await lettres("401000")).toEqual({ ouvertes: [], lettrees: [paye] });
    await fait(
      agence.user_delete.post(`/Intendance/${id}/annuler-paiement`, { motif: "Payée deux fois" }),
    );
    const { ouvertes, lettrees } = await lettres("401000");
    expect([ouvertes, lettrees.length, lettrees.flat().length]).toEqual([[], 2, 4]);
  });
});

describe("Le compte bancaire d’un paiement", () => {
  const banques = async () =>
    (await lireExport(agence, "balance.csv?livre=G&au=2026-12-31"))
      .filter((ligne) => ligne.Compte === "512000")
      .map((ligne) => [ligne.Tiers, ligne.Débit]);
  const encaisser = (montant: number, suite: object = {}) =>
    agence.user.post("/Reglement", {
      ...{ DossierId, date: "2026-09-05", montant, mode: "virement" },
      ...suite,
    });

  it("que personne ne dit est le seul ouvert ; de plusieurs, celui du relevé, qui manque une fois le mois clos", async () => {
    // A payment received before the agency entered its bank account belongs to that account.
    expect((await encaisser(100)).status).toBe(201);
    const premier = await ouvrirCompte();
    expect(await banques()).toEqual([["Compte", "100"]]);
    expect((await encaisser(200)).status).toBe(201);
    expect(
      await openDb(env).all(sql`SELECT "CompteBancaireId" AS compte FROM "Reglement" ORDER BY id`),
    ).toEqual([{ compte: null }, { compte: premier }]);
    const second = await ouvrirCompte();
    // With two accounts open, a payment may name neither until a bank statement shows it. Once its month is closed, the
    // controls report that its account is missing.
    expect((await encaisser(300)).status).toBe(201);
    expect((await encaisser(400, { CompteBancaireId: second })).status).toBe(201);
    expect(await banques()).toEqual([
      ["Compte", "600"],
      ["Compte", "400"],
    ]);
    const rouges = async () =>
      (await rompus()).filter((rompu) => rompu.startsWith("Comptes bancaires"));
    expect(await rouges()).toEqual([]);
    await openDb(env).run(sql`INSERT INTO "ClotureMois" (mois) VALUES ('2026-09')`);
    expect(await rouges()).toEqual([
      expect.stringMatching(/^Comptes bancaires de gérance : Écriture G-2026-\d+ : aucun compte/),
    ]);
  });
});
