import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { IndiceRow } from "#domain/gerance/revisions/indices.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import { creer } from "../../support/agence/agence.ts";
import {
  agence,
  type Bail,
  bailler,
  demander,
  duMois,
  leJour,
  lettreDe,
  ligneDe,
  loyersDe,
  ouvrirAuJour,
} from "../../support/agence/revisions.ts";

beforeAll(ouvrirAuJour);
beforeEach(() => leJour("2026-06-15"));
afterAll(() => {
  vi.useRealTimers();
});

/** Notes a reduction of the rent to 600 € and 100 € of charges; `corps` gives its days, or other sums. */
const remettre = async (DossierId: number, corps: object) => {
  const { status, data } = await agence.user.post<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`, {
    ...{ motif: "remise", loyerHC: 600, loyerCharge: 100 },
    ...corps,
  });
  expect(status).toBe(201);
  return data.loyers;
};

const REMISE = { depuis: "2026-06-20", jusquau: "2027-07-31" };
const BAIL = ["2025-07-01", 850, 100, "bail"];
const BAISSE = ["2026-06-20", 600, 100, "remise"];
const RETOUR = ["2027-08-01", 850, 100, "remise"];

describe("une remise qui couvre l’année d’une révision", () => {
  it("la laisse demander à temps : elle révise le loyer qui revient après la remise, qui ne bouge pas", async () => {
    const bail = await bailler();
    const remise = (await remettre(bail.DossierId, REMISE)).at(-1);
    expect(await ligneDe("2026-07", bail)).toMatchObject({
      ...{ etat: "a_notifier", joursPerdus: 0 },
      pourquoi: "Une remise court jusqu’au 31/07/2027 : le loyer révisé s’applique ensuite.",
      chiffres: { effetLe: "2027-08-01", loyerAvant: 850, loyerApres: 859.79 },
    });
    const { data } = await demander(bail);
    expect([data.refusees, data.faites.length]).toEqual([[], 1]);
    const [{ id } = { id: 0 }] = data.faites;
    const lettre = await lettreDe(id);
    expect(lettre).toContain("Loyer hors charges à compter du 1er août 2027");
    expect(lettre).toContain(
      "La remise dont nous sommes convenus jusqu'au 31 juillet 2027 s'applique sans changement d'ici là.",
    );
    expect(await loyersDe(bail.DossierId)).toEqual([
      BAIL,
      BAISSE,
      RETOUR,
      ["2027-08-01", 859.79, 100, "revision"],
    ]);
    expect(await ligneDe("2026-07", bail)).toMatchObject({ etat: "notifiee", joursPerdus: 0 });
    const annuler = `/Dossier/${bail.DossierId}/loyers/${remise?.id}/annuler`;
    expect((await agence.user.post(annuler, { motif: "Erreur" })).error.message).toContain(
      "Le loyer change encore le 01/08/2027",
    );
    await agence.user.post(`/Revision/${id}/annuler`, { motif: "Accord" });
    expect(await loyersDe(bail.DossierId)).toEqual([BAIL, BAISSE, RETOUR]);
  });

  it("en laisse demander deux, la seconde dès le lendemain de la première", async () => {
    const bail = await bailler();
    await remettre(bail.DossierId, REMISE);
    await demander(bail);
    await leJour("2027-07-16");
    const indice = { annee: 2027, trimestre: 2, IRL: 150 };
    expect((await agence.admin.post("/IndiceValeur", indice)).status).toBe(201);
    const { data } = await demander({ ...bail, anniversaire: "2027-07-01" });
    expect(data.refusees).toEqual([]);
    expect((await loyersDe(bail.DossierId)).slice(3)).toEqual([
      ["2027-08-01", 859.79, 100, "revision"],
      ["2027-08-02", 869.24, 100, "revision"],
    ]);
  });
});

const annulerLe = async (DossierId: number, jour: string) => {
  const chemin = `/Dossier/${DossierId}/loyers`;
  const { data } = await agence.user.get<LoyersDuDossier>(chemin);
  const vise = data.loyers.find(({ annuleLe, depuis }) => annuleLe === null && depuis === jour);
  expect(vise?.annulable).toBe(true);
  return agence.user.post<LoyersDuDossier>(`${chemin}/${vise?.id}/annuler`, { motif: "Erreur" });
};

/** Sends a statement of charges of 2025 whose new provision begins on 1 July 2026. */
async function envoyerDecompte({ DossierId, AppartementId }: Bail, provision: number) {
  await creer(agence.user, "Intendance", {
    ...{ nature: "depense", AppartementId, intitule: "Nettoyage", numFacture: `R-${DossierId}` },
    ...{ date: "2025-09-30", regle: true, recuperable: "R44", montant: 600 },
  });
  const annee = `/Dossier/${DossierId}/charges/2025`;
  const { data } = await agence.user.get<{ solde: number }>(`${annee}?ailleurs=600`);
  const envoi = await agence.user.post<{ id: number }>(`${annee}/envoyer`, {
    ...{ solde: data.solde, ailleurs: 600, exigibleLe: "2026-09-01", provision },
  });
  expect(envoi.status).toBe(201);
  return envoi.data.id;
}

const annulerDecompte = (id: number) =>
  agence.user_delete.post<{ warnings: string[] }>(`/Decompte/${id}/annuler`, { motif: "Erreur" });

describe("une remise dans une autre", () => {
  const GRANDE = { depuis: "2026-07-01", jusquau: "2026-12-31", loyerHC: 700, loyerCharge: 80 };
  const PETITE = { depuis: "2026-09-01", jusquau: "2026-09-30", loyerHC: 500, loyerCharge: 60 };

  it("revient à la grande, et s’annule avant elle", async () => {
    const { DossierId } = await bailler();
    await remettre(DossierId, GRANDE);
    await remettre(DossierId, PETITE);
    const grande = [
      ["2026-07-01", 700, 80, "remise"],
      ["2027-01-01", 850, 100, "remise"],
    ];
    expect(await loyersDe(DossierId)).toEqual([
      BAIL,
      grande[0],
      ["2026-09-01", 500, 60, "remise"],
      ["2026-10-01", 700, 80, "remise"],
      grande[1],
    ]);
    expect((await annulerLe(DossierId, "2026-10-01")).status).toBe(200);
    expect(await loyersDe(DossierId)).toEqual([BAIL, ...grande]);
    expect((await annulerLe(DossierId, "2026-07-01")).status).toBe(200);
    expect(await loyersDe(DossierId)).toEqual([BAIL]);
  });

  it("garde ses charges réduites, et celles de la grande, sous la provision d’un décompte", async () => {
    const loue = await bailler({ bail: { chargesMode: "provisions" } });
    await remettre(loue.DossierId, { ...GRANDE, depuis: "2026-08-01" });
    await remettre(loue.DossierId, PETITE);
    await envoyerDecompte(loue, 110);
    expect(await loyersDe(loue.DossierId)).toEqual([
      BAIL,
      ["2026-07-01", 850, 110, "provision"],
      ["2026-08-01", 700, 80, "remise"],
      ["2026-09-01", 500, 60, "remise"],
      ["2026-10-01", 700, 80, "remise"],
      ["2027-01-01", 850, 110, "remise"],
    ]);
  });
});

describe("une remise annulée après la provision d’un décompte", () => {
  const PROVISION = ["2026-07-01", 850, 110, "provision"];

  it.each([
    ["qui commence avec elle", { depuis: "2026-07-01", jusquau: "2026-12-31" }],
    ["qui commence pendant elle", { depuis: "2026-06-20", jusquau: "2026-12-31" }],
  ])("laisse la provision %s, que le décompte annulé retire", async (_, jours) => {
    const loue = await bailler({ bail: { chargesMode: "provisions" } });
    await remettre(loue.DossierId, jours);
    const decompte = await envoyerDecompte(loue, 110);
    expect((await annulerLe(loue.DossierId, jours.depuis)).status).toBe(200);
    expect(await loyersDe(loue.DossierId)).toEqual([BAIL, PROVISION]);
    expect((await annulerDecompte(decompte)).data.warnings).toEqual([]);
    const rendu = (await loyersDe(loue.DossierId)).at(-1);
    expect(rendu?.slice(1, 3)).toEqual([850, 100]);
  });

  it("qui réduit aussi les charges, la laisse au jour que le décompte a dit", async () => {
    const loue = await bailler({ bail: { chargesMode: "provisions" } });
    await remettre(loue.DossierId, {
      ...{ depuis: "2026-06-20", jusquau: "2026-12-31", loyerCharge: 80 },
    });
    await envoyerDecompte(loue, 110);
    expect((await annulerLe(loue.DossierId, "2026-06-20")).status).toBe(200);
    expect(await loyersDe(loue.DossierId)).toEqual([BAIL, ["2027-01-01", 850, 110, "provision"]]);
  });
});

describe("une révision qui suit une remise des charges", () => {
  it("reprend la provision d’avant le décompte qui s’annule, non celle de la remise", async () => {
    const loue = await bailler({ bail: { chargesMode: "provisions" } });
    await remettre(loue.DossierId, {
      ...{ depuis: "2026-06-20", jusquau: "2026-12-31", loyerCharge: 80 },
    });
    const decompte = await envoyerDecompte(loue, 110);
    await demander(loue);
    const revisee = (charges: number) => ["2027-01-01", 859.79, charges, "revision"];
    expect((await loyersDe(loue.DossierId)).at(-1)).toEqual(revisee(110));
    expect((await annulerDecompte(decompte)).data.warnings).toEqual([]);
    expect((await loyersDe(loue.DossierId)).at(-1)).toEqual(revisee(100));
  });
});

describe("un palier de renouvellement après la révision de son jour", () => {
  const noter = (DossierId: number, corps: object) =>
    agence.user.post<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`, {
      ...{ motif: "renouvellement", depuis: "2026-07-01", loyerHC: 900, loyerCharge: 100 },
      ...{ commentaire: "Proposition du 20/12/2025, acceptée", ...corps },
    });

  it("dit d’annuler la révision tant qu’elle s’annule, et se note révisé un jour d’après", async () => {
    const debut = { dateDebutBail: "2023-07-01", dateEntree: "2023-07-01" };
    const { DossierId, anniversaire } = await bailler({
      bail: { ...debut, dateCreationBail: "2023-06-20" },
    });
    const apres = { depuis: "2026-07-02", loyerHC: 910.37 };
    expect((await noter(DossierId, apres)).error.fields?.depuis).toContain("renouvellement");
    const revisee = (await demander({ DossierId, anniversaire })).data.faites[0]?.id;
    expect((await noter(DossierId, {})).error.fields).toEqual({
      depuis:
        "Une révision change le loyer ce jour-là. Annulez-la tant qu’elle n’a pas pris effet, notez le palier, puis demandez-la de nouveau : elle s’y applique (article 17-2, II). Sinon, notez le palier, révisé, à partir d’un jour après.",
    });
    await agence.user.post(`/Revision/${revisee}/annuler`, { motif: "Palier oublié" });
    expect((await noter(DossierId, {})).status).toBe(201);
    await demander({ DossierId, anniversaire });
    expect((await loyersDe(DossierId)).slice(1)).toEqual([
      ["2026-07-01", 900, 100, "renouvellement"],
      ["2026-07-01", 910.37, 100, "revision"],
    ]);
    const autre = await bailler({ bail: { ...debut, dateCreationBail: "2023-06-20" } });
    await demander(autre);
    await leJour("2026-07-05");
    expect((await noter(autre.DossierId, apres)).status).toBe(201);
    expect((await loyersDe(autre.DossierId)).slice(1)).toEqual([
      ["2026-07-01", 859.79, 100, "revision"],
      ["2026-07-02", 910.37, 100, "renouvellement"],
    ]);
  });
});

describe("une révision qui attend la fin d’une remise, et dont l’indice est corrigé", () => {
  it("ne se dit pas à annuler une fois son année passée : elle ne se redemanderait plus", async () => {
    const bail = await bailler();
    await remettre(bail.DossierId, REMISE);
    await demander(bail);
    const { data: indices } = await agence.admin.get<IndiceRow[]>("/IndiceValeur");
    const t2 = indices.find(
      ({ annee, serie, trimestre }) => serie === "IRL" && annee === 2026 && trimestre === 2,
    );
    const corrige = await agence.admin.post(`/IndiceValeur/${t2?.id}/corriger`, {
      ...{ valeur: 149.37, motif: "Mal recopié" },
    });
    expect(corrige.status).toBe(200);
    const aRefaire = async (mois: string) =>
      (await duMois(mois)).aRefaire.find(({ DossierId }) => DossierId === bail.DossierId);
    expect(await aRefaire("2026-06")).toMatchObject({ effetLe: "2027-08-01", annulable: true });
    await leJour("2027-07-02");
    expect(await aRefaire("2027-07")).toMatchObject({ effetLe: "2027-08-01", annulable: false });
  });
});
