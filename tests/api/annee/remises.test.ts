import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import {
  agence,
  bailler,
  demander,
  leJour,
  lettreDe,
  ligneDe,
  ouvrirAuJour,
} from "../../support/agence/revisions.ts";

beforeAll(ouvrirAuJour);
beforeEach(() => leJour("2026-06-15"));
afterAll(() => {
  vi.useRealTimers();
});

/** The living rows of rent of a lease: day, rent and charges in euros, reason. */
const loyersDe = async (DossierId: number) =>
  (await agence.user.get<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`)).data.loyers
    .filter(({ annuleLe }) => annuleLe === null)
    .map(({ depuis, loyerHC, loyerCharge, motif }) => [depuis, loyerHC, loyerCharge, motif]);

/** Notes a reduction of rent between two days. */
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
