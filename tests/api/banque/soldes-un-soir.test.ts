import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import type { CompteBancaireDetail } from "#domain/gerance/banque/compte-bancaire.ts";
import type { Creance } from "#domain/gerance/livres/creances.ts";
import type { BanqueUnSoir } from "#domain/gerance/livres/etat-rapprochement.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, lireExport, ouvrirIndivision } from "../../support/agence/indivision.ts";
import { cfonb, csv, IBAN_GERANCE, importer } from "../../support/banque/fichiers-de-banque.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = "2026-10-07";
const SOIR = "2026-09-30";

const leJour = (jour: string) => vi.setSystemTime(`${jour}T09:00:00Z`);

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let DossierId: number;
let compte: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  vi.useFakeTimers({ toFake: ["Date"] });
  leJour("2026-09-01");
  mandat = await ouvrirIndivision(agence, ["Paul"]);
  await fait(mandat.convenir("2026-01-01", [], { tauxHonoraires: 7 }));
  ({ DossierId } = await mandat.louer("Martin", 850, 100));
  await mandat.appeler(DossierId, "2026-09");
  compte = (
    await fait(
      agence.admin.post<CompteBancaireDetail>("/CompteBancaire", {
        ...{ nom: "Gérance", iban: IBAN_GERANCE, usage: "gerance" },
      }),
    )
  ).id;
  const vire = (date: string, euros: number) => ({
    ...{ date, montant: euros * 100, libelle: `VIR INCONNU ${date}` },
  });
  const mouvements = [vire("2026-09-05", 500), vire("2026-09-20", 450), vire("2026-10-06", 30)];
  leJour("2026-10-07");
  await importer(agence.user, cfonb({ ancien: 0, mouvements }), compte);
});

afterEach(() => {
  vi.useRealTimers();
});

const banque = async (au = SOIR) =>
  (await fait(agence.admin.get<BanqueUnSoir[]>(`/Export/rapprochement?au=${au}`)))[0]?.etat;

const creances = async (au = SOIR) =>
  (await fait(agence.admin.get<Creance[]>(`/Export/creances?au=${au}`))).map(
    ({ total, jusqua30, jusqua60 }) => [total, jusqua30, jusqua60],
  );

async function rapprocher(date: string, montant: number) {
  const lignes = await fait(
    agence.user.get<{ id: number; date: string }[]>("/LigneReleve?page=1&sort=id"),
  );
  const id = lignes.find((ligne) => ligne.date === date)?.id;
  await fait(
    agence.user.post(`/LigneReleve/${id}/rapprocher`, { parts: [{ DossierId, montant }] }),
  );
}

describe("Le solde d’un soir passé", () => {
  it("va de la banque aux livres sans écart, avant et après un fait tardif", async () => {
    await rapprocher("2026-09-05", 500);
    await fait(agence.admin.post("/Cloture", { mois: "2026-09" }));
    const avant = await banque();
    expect(avant).toMatchObject({
      ...{ au: SOIR, banque: 950, livres: 500, ecart: 0, prouve: true },
      aRapprocher: { nombre: 1, montant: 450 },
      tardives: { nombre: 0 },
    });
    expect(await creances()).toEqual([[450, 450, 0]]);

    await rapprocher("2026-09-20", 450);
    expect(await banque()).toMatchObject({
      ...{ au: SOIR, banque: 950, livres: 500, ecart: 0 },
      aRapprocher: { nombre: 0 },
      tardives: { nombre: 1, montant: 450 },
    });
    expect(await creances()).toEqual([[450, 450, 0]]);
    expect(await creances(JOUR)).toEqual([]);
    expect(await banque(JOUR)).toMatchObject({ banque: 980, livres: 950, ecart: 0 });
  });

  it("compte un règlement que la banque n’avait pas montré ce soir-là, et un rejet venu depuis", async () => {
    await rapprocher("2026-09-05", 500);
    const { id } = await mandat.payer(DossierId, "2026-09-28", 450);
    expect(await creances("2026-09-28")).toEqual([]);
    await mandat.rejeter(id, "2026-10-02");
    expect(await banque()).toMatchObject({
      ...{ banque: 950, livres: 950, ecart: 0 },
      aRapprocher: { nombre: 1, montant: 450 },
      nonPointes: { nombre: 1, montant: 450 },
    });
    expect([await creances(), await creances("2026-10-02")]).toEqual([[], [[450, 0, 450]]]);
  });

  it("n’a pas de banque avant son premier relevé, ni de créance avant le premier appel", async () => {
    const veille = "2026-09-04";
    const [vide] = await fait(
      agence.admin.get<BanqueUnSoir[]>(`/Export/rapprochement?au=${veille}`),
    );
    expect(vide).toMatchObject({ nom: "Gérance", livres: 0, etat: null });
    expect(await lireExport(agence, `rapprochement.csv?au=${veille}`)).toMatchObject([
      { Compte: "Gérance", Libellé: "Solde des livres, sans relevé", Montant: "0" },
    ]);
    expect(await creances("2025-12-31")).toEqual([]);
  });

  it("reste celui d’un tableur, une fois que la banque prouve les relevés d’après", async () => {
    const iban = "FR7630001007941234567890185";
    const autre = await fait(
      agence.admin.post<CompteBancaireDetail>("/CompteBancaire", {
        ...{ nom: "Ancienne banque", iban, usage: "gerance" },
      }),
    );
    const septembre = [{ date: "2026-09-12", montant: 12_300, libelle: "VIR SEPTEMBRE" }];
    const octobre = [{ date: "2026-10-05", montant: 4_500, libelle: "VIR OCTOBRE" }];
    const soir = async () =>
      (await fait(agence.admin.get<BanqueUnSoir[]>(`/Export/rapprochement?au=${SOIR}`)))[1];
    await importer(agence.user, csv({ ancien: 0, mouvements: septembre }), autre.id);
    const avant = await soir();
    expect(avant?.etat).toMatchObject({ banque: 123, ecart: 0, prouve: false });
    await importer(agence.user, cfonb({ iban, ancien: 12_300, mouvements: octobre }), autre.id);
    expect(await soir()).toEqual(avant);
  });

  it("des créances est celui du compte des locataires, chaque jour", async () => {
    await rapprocher("2026-09-05", 500);
    leJour("2026-10-01");
    await mandat.appeler(DossierId, "2026-10");
    leJour(JOUR);
    const paye = await mandat.payer(DossierId, "2026-10-03", 1_000);
    await mandat.rejeter(paye.id, "2026-10-06");
    for (let jour = "2026-08-30"; jour <= JOUR; jour = ajouterJours(jour, 2)) {
      const balance = await lireExport(agence, `balance.csv?au=${jour}`);
      const du = balance
        .filter(({ Compte }) => Compte === "411000")
        .map((ligne) => Number(ligne["Solde débiteur"]?.replace(",", ".") || 0));
      const dites = (await creances(jour)).map(([total]) => total);
      expect([jour, dites]).toEqual([jour, du]);
    }
    expect(await creances("2026-10-01")).toEqual([[1_400, 1_400, 0]]);
  });

  it("déduit des plus anciennes créances ce qui était reçu ce soir-là pour un appel venu depuis", async () => {
    leJour("2026-10-01");
    await mandat.appeler(DossierId, "2026-10");
    leJour(JOUR);
    await mandat.payer(DossierId, "2026-09-29", 215.32, { mois: ["2026-10"] });
    expect(await creances()).toEqual([[734.68, 734.68, 0]]);
    expect(await creances("2026-10-01")).toEqual([[1_684.68, 1_684.68, 0]]);
  });
});

describe("Le registre des recettes", () => {
  const recettes = () => lireExport(agence, `recettes.csv?du=2026-09-01&au=${JOUR}`);

  it("dit le mandat d’un chèque, d’un chèque refusé et d’une avance, que leurs écritures ne disent pas", async () => {
    const [numero] = mandat.ids;
    const { id } = await mandat.payer(DossierId, "2026-09-28", 950, { mode: "cheque" });
    await mandat.rejeter(id, "2026-10-02");
    await mandat.payer(DossierId, "2026-10-03", 1_200, { mode: "virement" });
    await mandat.payer(DossierId, "2026-10-05", 80, { mode: "virement" });
    expect((await recettes()).map(({ Mandat, Mode, Montant }) => [Mandat, Mode, Montant])).toEqual([
      [String(numero), "Chèque", "950"],
      [String(numero), "Chèque", "-950"],
      [String(numero), "Virement", "1200"],
      [String(numero), "Virement", "80"],
    ]);
  });
});
