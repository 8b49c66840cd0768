import { beforeEach, describe, expect, it } from "vitest";
import { aujourdhui, moisDe } from "#domain/dates.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import type { FondsNonReclame } from "#domain/gerance/livres/fonds-non-reclames.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision, rompus } from "../../support/agence/indivision.ts";
import {
  type LigneDeTest,
  ouvrirCompte,
  releverLignes,
  soldesDesComptes,
} from "../../support/banque/lignes-releve.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = aujourdhui(new Date());

let agence: Agence;
let compte: number;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;

const relever = async (...lues: Omit<LigneDeTest, "date">[]) => {
  const { ReleveId } = await releverLignes(
    compte,
    lues.map((ligne) => ({ ...ligne, date: JOUR })),
  );
  return (
    await agence.user.get<LigneProposee[]>(
      `/LigneReleve?page=1&limit=50&ReleveId=${ReleveId}&sort=id`,
    )
  ).data;
};

const geste = (id: number | undefined, quoi: string, corps: object = {}) =>
  agence.user.post<LigneProposee>(`/LigneReleve/${id}/${quoi}`, corps);

const attendues = async () =>
  (await agence.admin.get<FondsNonReclame[]>("/FondsNonReclames")).data.map(
    ({ genre, montant }) => [genre, montant],
  );

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  compte = await ouvrirCompte();
  mandat = await ouvrirIndivision(agence, ["Paul"]);
});

const convenir = (modeFonds: "agence" | "proprietaire") =>
  fait(mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], { modeFonds }));

/** Sets a sum aside until its payer is known; returns the identifier of the statement line. */
async function attendre(montant: number): Promise<number> {
  const [ligne] = await relever({ montant, libelle: "VIR INCONNU" });
  await fait(geste(ligne?.id, "attente"));
  return ligne?.id ?? 0;
}

describe("Une somme en attente (4710)", () => {
  it("d’un payeur inconnu lui est rendue par le virement que montre le relevé, et se reprend", async () => {
    const id = await attendre(120.5);
    expect(await attendues()).toEqual([["a_identifier", 120.5]]);
    const [sortie, autre] = await relever(
      { montant: -120.5, libelle: "VIR SEPA RETOUR" },
      { montant: -100, libelle: "VIR SEPA" },
    );
    expect(sortie?.propositions).toMatchObject([
      { genre: "somme_rendue", score: "B", SommeIds: [id] },
    ]);
    expect((await geste(autre?.id, "rapprocher", { SommeIds: [id] })).status).toBe(422);
    expect((await geste(sortie?.id, "rapprocher", { SommeIds: [id] })).status).toBe(200);
    expect([await soldesDesComptes(), await attendues()]).toEqual([{}, []]);
    // Once given back, the sum cannot be given back again, and its setting aside cannot be undone.
    expect((await geste(autre?.id, "rapprocher", { SommeIds: [id] })).status).toBe(404);
    const { status } = await agence.user_delete.post(`/LigneReleve/${id}/annuler`, {});
    expect(status).toBe(409);
    expect(await rompus()).toEqual([]);
    await fait(agence.user_delete.post(`/LigneReleve/${sortie?.id}/annuler`, {}));
    expect([await soldesDesComptes(), await attendues()]).toEqual([
      { "512G": 120.5, "4710": -120.5 },
      [["a_identifier", 120.5]],
    ]);
    expect(await rompus()).toEqual([]);
  });

  it("s’attribue à un mandat : le compte du mois la dit et la reverse à son propriétaire", async () => {
    await convenir("agence");
    const id = await attendre(300);
    expect((await geste(id, "attribuer", { MissionId: 9_999 })).status).toBe(404);
    const { data } = await geste(id, "attribuer", { MissionId: mandat.MissionId });
    expect(data).toMatchObject({ etat: "rapprochee", motif: "Reçu pour le mandant" });
    expect([await soldesDesComptes(), await attendues()]).toEqual([
      { "512G": 300, "4670": -300 },
      [],
    ]);
    expect((await geste(id, "attribuer", { MissionId: mandat.MissionId })).status).toBe(409);
    const brouillon = await mandat.preparer(moisDe(JOUR));
    const rendu = await fait(agence.user.get<CompteRenduDetail>(`/CompteRendu/${brouillon.id}`));
    expect(rendu).toMatchObject({ solde: 300, reversement: 300, encaissements: 0 });
    expect(await rompus()).toEqual([]);
  });

  it("reçue pour un propriétaire qui touche ses loyers lui revient, et quitte les fonds non réclamés", async () => {
    await convenir("proprietaire");
    const { DossierId } = await mandat.louer("Martin", 850, 100);
    await mandat.appeler(DossierId, moisDe(JOUR));
    const [ligne] = await relever({ montant: 950, libelle: "VIR MARTIN LOYER" });
    await fait(geste(ligne?.id, "rapprocher", { parts: [{ DossierId, montant: 950 }] }));
    expect(await attendues()).toEqual([["pour_proprietaire", 950]]);
    await fait(geste(ligne?.id, "attribuer", { MissionId: mandat.MissionId }));
    expect(await attendues()).toEqual([]);
    const brouillon = await mandat.preparer(moisDe(JOUR));
    const rendu = await fait(agence.user.get<CompteRenduDetail>(`/CompteRendu/${brouillon.id}`));
    expect(rendu).toMatchObject({ solde: 950, reversement: 950 });
    expect(await rompus()).toEqual([]);
    await fait(agence.user_delete.post(`/LigneReleve/${ligne?.id}/annuler`, {}));
    expect([(await soldesDesComptes())["4670"], await attendues()]).toEqual([undefined, []]);
    expect(await rompus()).toEqual([]);
  });

  it("n’est rendue qu’une fois par deux lignes à la fois", async () => {
    const id = await attendre(80);
    const lignes = await relever(
      { montant: -80, libelle: "VIR A" },
      { montant: -80, libelle: "VIR B" },
    );
    const reponses = await Promise.all(
      lignes.map((ligne) => geste(ligne.id, "rapprocher", { SommeIds: [id] })),
    );
    expect(reponses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await soldesDesComptes()).toEqual({});
    expect(await rompus()).toEqual([]);
  });
});
