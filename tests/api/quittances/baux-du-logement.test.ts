import { beforeEach, describe, expect, test } from "vitest";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  ETAT_LIEUX,
  LOCATAIRE,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;
beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

interface Bail {
  id: number;
  warnings: string[];
  colocation: boolean;
  clos: boolean;
  dateRelocation: string | null;
  loyerArrete: object | null;
}

const ARRETE = "Le loyer de M. Léo Dupont s’arrête le 09/11/2026, veille de ce bail.";
const EN_PLACE = "Un autre bail court dans ce logement\u00A0: M. Léo Dupont, depuis le 01/01/2025.";

describe("un logement, un bail", () => {
  test("le bail qui en chevauche un autre est accepté et le dit, sauf colocation", async () => {
    const { AppartementId } = await louer(agence.user);
    const arrivant = await creer(agence.user, "Locataire", { ...LOCATAIRE, nom: "Martin" });
    const liens = { AppartementId, LocataireId: arrivant.id };
    const dates = { dateEntree: "2026-11-10", dateDebutBail: "2026-11-10" };
    const { status, data } = await agence.user.post<Bail>("/Dossier", {
      ...BAIL,
      ...liens,
      ...dates,
    });
    expect([status, data.warnings, data.colocation]).toEqual([201, [EN_PLACE, ARRETE], false]);
    const adresse = `/Dossier/${data.id}`;
    const change = await agence.user.put<Bail>(adresse, { lieuSignature: "Lyon" });
    expect(change.data.warnings).toEqual([EN_PLACE, ARRETE]);
    const ensemble = await agence.user.put<Bail>(adresse, { colocation: true });
    expect([ensemble.data.warnings, ensemble.data.colocation]).toEqual([[], true]);
    const fiche = await agence.user.get(`/Appartement/${AppartementId}`);
    expect(fiche.data).toMatchObject({ bauxEnCours: 2 });
    const liste = await agence.user.get<{ id: number }[]>("/Appartement");
    expect(liste.data).toMatchObject([{ id: AppartementId, bauxEnCours: 2 }]);
  });

  test("attribuer le dit aussi, et deux personnes au même instant ne s’ignorent pas", async () => {
    const { id } = await creer(agence.user, "Appartement", APPARTEMENT);
    const deux = await Promise.all([
      creer(agence.user, "Locataire", LOCATAIRE),
      creer(agence.user, "Locataire", { ...LOCATAIRE, nom: "Martin" }),
    ]);
    const reponses = await Promise.all(
      deux.map((locataire) =>
        agence.user.put<{ warnings: string[] }>(
          `/Appartement/${id}/tenant/add/${locataire.id}`,
          BAIL,
        ),
      ),
    );
    expect(reponses.map(({ status }) => status)).toEqual([200, 200]);
    expect(reponses.flatMap(({ data }) => data.warnings).length).toBeGreaterThanOrEqual(1);
  });

  test("le partant n’est plus facturé du jour où le logement est reloué", async () => {
    const { AppartementId, DossierId } = await louer(agence.user);
    await louer(agence.user, { bail: { AppartementId, dateDebutBail: "2026-11-10" } });
    const partant = await agence.user.get<Bail>(`/Dossier/${DossierId}`);
    expect(partant.data.dateRelocation).toBe("2026-11-10");
    const novembre = await agence.user.post(`/Quitance/generate/${DossierId}`, {
      date: "2026-11-01",
    });
    expect(novembre.data).toMatchObject({
      date: "2026-11-01",
      dateFin: "2026-11-09",
      loyerHC: 255,
    });
    const decembre = await agence.user.post(`/Quitance/generate/${DossierId}`, {
      date: "2026-12-01",
    });
    expect(decembre.status).toBe(422);

    const avertis = async () =>
      (await agence.user.get<Bail>(`/Dossier/${DossierId}`)).data.warnings;
    const reste = expect.stringMatching(
      /court jusqu’au 30\/11\/2026, et ce qui est facturé s’arrête au 09\/11\/2026/,
    );
    expect(await avertis()).not.toContainEqual(reste);
    await agence.user.put(`/Dossier/${DossierId}`, { colocation: true });
    expect(await avertis()).toContainEqual(reste);
    await agence.user.post(`/Quitance/generate/manual/${DossierId}`, {
      date: "2026-11-10",
      dateFin: "2026-11-30",
      prixHC: 595,
      charge: 70,
    });
    expect(await avertis()).not.toContainEqual(reste);
  });

  test("le bail qui arrête le loyer d’un autre se voit chez l’autre, jusqu’à la colocation ou au congé", async () => {
    const { AppartementId, DossierId } = await louer(agence.user);
    const arrivant = await creer(agence.user, "Locataire", { ...LOCATAIRE, nom: "Martin" });
    const attribue = await agence.user.put<{ warnings: string[] }>(
      `/Appartement/${AppartementId}/tenant/add/${arrivant.id}`,
      { ...BAIL, dateEntree: "2026-11-10", dateDebutBail: "2026-11-10", dateFinBail: "2026-11-20" },
    );
    expect(attribue.data.warnings).toEqual([EN_PLACE, ARRETE]);
    const fiche = async () => (await agence.user.get<Bail>(`/Dossier/${DossierId}`)).data;
    const arretes = async () => {
      const liste = await agence.user.get<{ id: number }[]>("/Dossier?statut=arrete");
      const { data } = await agence.admin.get<{ loyersArretes: number }>("/dashboard");
      return [liste.data.map(({ id }) => id), data.loyersArretes];
    };
    expect((await fiche()).loyerArrete).toEqual({
      DossierId: DossierId + 1,
      locataire: "M. Léo Martin",
      dateDebutBail: "2026-11-10",
    });
    expect(await arretes()).toEqual([[DossierId], 1]);
    const noter = (valeurs: object) => agence.user.put(`/Dossier/${DossierId}`, valeurs);
    const conge = { dateDebutPreavis: "2026-10-01", dateFinPreavis: "2027-01-01" };
    await noter(conge);
    expect([(await fiche()).loyerArrete, ...(await arretes())]).toEqual([null, [], 0]);
    await noter({ dateDebutPreavis: null, dateFinPreavis: null, dateFinBail: null });
    expect(await arretes()).toEqual([[DossierId], 1]);
    await noter({ colocation: true });
    expect([(await fiche()).loyerArrete, ...(await arretes())]).toEqual([null, [], 0]);
  });

  test("un bail à venir s’annule avec son motif, et rend son loyer au premier ; commencé, non", async () => {
    const { AppartementId, DossierId } = await louer(agence.user);
    const arrivant = await creer(agence.user, "Locataire", { ...LOCATAIRE, nom: "Martin" });
    const erreur = await creer<Bail & { updatedAt: string }>(agence.user, "Dossier", {
      ...BAIL,
      AppartementId,
      LocataireId: arrivant.id,
      dateEntree: "2090-01-01",
      dateDebutBail: "2090-01-01",
      dateFinBail: "2092-12-31",
    });
    const premier = async () => (await agence.user.get<Bail>(`/Dossier/${DossierId}`)).data;
    expect((await premier()).dateRelocation).toBe("2090-01-01");
    const supprimer = (id: number) => agence.user_delete.delete(`/Dossier/${id}`);
    expect((await supprimer(DossierId)).error.message).toContain("un bail en cours");
    expect((await supprimer(erreur.id)).error.message).toContain("un bail à venir");

    const annuler = (id: number, demande: object) =>
      agence.user.put<Bail & { dateFinBail: string; warnings: string[] }>(
        `/Dossier/${id}/annuler`,
        demande,
      );
    const motif = "Le locataire renonce avant d’entrer.";
    expect((await annuler(erreur.id, { motif: " " })).error.fields).toHaveProperty("motif");
    const lu = { motif, updatedAt: "2020-01-01T00:00:00.000Z" };
    expect((await annuler(erreur.id, lu)).error.message).toContain("modifié");
    expect((await annuler(DossierId, { motif })).error.message).toContain("n’est plus à venir");
    const annule = await annuler(erreur.id, { motif });
    expect([annule.status, annule.data.clos, annule.data.warnings]).toEqual([200, true, []]);
    expect((await annuler(erreur.id, { motif })).status).toBe(409);

    expect(await premier()).toMatchObject({
      dateRelocation: null,
      loyerArrete: null,
      warnings: [],
    });
    for (const fiche of [`Dossier/${erreur.id}`, `Locataire/${arrivant.id}`]) {
      const [genre = "", id = ""] = fiche.split("/");
      const { data } = await agence.admin.get<{ etat: string; details: { motif?: string } }[]>(
        `/History?entite=${genre}&id=${id}`,
      );
      expect(data[0]).toMatchObject({ etat: "Bail annulé", details: { motif } });
    }
    const quittance = await agence.user.post(`/Quitance/generate/${erreur.id}`, {
      date: "2090-01-01",
    });
    expect(quittance.status).toBe(422);
    expect((await supprimer(erreur.id)).status).toBe(204);
  });

  test("clore sans congé un bail qui a une fin dit jusqu’à quand le loyer reste dû", async () => {
    const { AppartementId, LocataireId, DossierId } = await louer(agence.user, {
      bail: { dateFinBail: "2090-08-31" },
    });
    const dit = "Aucun congé n’est noté\u00A0: le loyer reste dû jusqu’au 31/08/2090, fin du bail.";
    const chemin = `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`;
    const clos = await agence.user.delete<Bail>(chemin, { dateSortie: "2026-11-10" });
    expect(clos.data.warnings).toEqual([dit]);
    const change = await agence.user.put<Bail>(`/Dossier/${DossierId}`, { lieuSignature: "Lyon" });
    expect(change.data.warnings).toEqual([dit]);
    const faite = await agence.user.post<Bail>(`/Quitance/generate/${DossierId}`, {
      date: "2026-11-01",
    });
    expect(faite.data.warnings).toContain("Le locataire est parti le 10/11/2026, sans congé noté.");
    const congé = { dateDebutPreavis: "2026-10-01", dateFinPreavis: "2026-11-15" };
    const note = await agence.user.put<Bail>(`/Dossier/${DossierId}`, congé);
    expect(note.data.warnings).toEqual([]);
  });

  test("à d’autres montants, un dossier déjà ouvert n’est ni changé ni passé sous silence", async () => {
    const { AppartementId, LocataireId } = await louer(agence.user);
    const attribuer = (bail: object) =>
      agence.user.put(`/Appartement/${AppartementId}/tenant/add/${LocataireId}`, {
        ...BAIL,
        ...bail,
      });
    expect((await attribuer({})).status).toBe(200);
    for (const bail of [{ loyerHC: 900 }, { loyerCharge: 101 }, { depotGarantie: 900 }]) {
      const { status, error } = await attribuer(bail);
      expect([status, error.message.slice(0, 34)]).toEqual([
        409,
        "Ce locataire a déjà un dossier en ",
      ]);
    }
    const { data } = await agence.user.get(`/Appartement/${AppartementId}`);
    expect(data).toMatchObject({ loyerHC: 850, charge: 100, dossiers: [{ loyerHC: 850 }] });
  });

  test("la clôture agit sur le dossier nommé ; sans nom et avec plusieurs, rien ne change", async () => {
    const ancien = await louer(agence.user);
    const { AppartementId, LocataireId } = ancien;
    const nouveau = await creer<Bail & { updatedAt: string }>(agence.user, "Dossier", {
      ...BAIL,
      AppartementId,
      LocataireId,
      dateEntree: "2026-06-01",
      dateDebutBail: "2026-06-01",
    });
    const path = `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`;
    const clore = (corps: object) => agence.user.delete(path, corps);
    const clos = async () =>
      Promise.all(
        [ancien.DossierId, nouveau.id].map(
          async (id) => (await agence.user.get<Bail>(`/Dossier/${id}`)).data.clos,
        ),
      );
    const refus = await clore({ dateSortie: "2026-10-31" });
    expect([refus.status, refus.error.message]).toEqual([
      409,
      "Ce locataire a plusieurs dossiers en cours dans cet appartement\u00A0: dites lequel prend fin (DossierId).",
    ]);
    expect(await clos()).toEqual([false, false]);
    expect((await clore({ dateSortie: "2026-10-31", DossierId: 9999 })).status).toBe(404);
    const corps = { dateSortie: "2026-10-31", DossierId: nouveau.id, edfSortie: "12733" };
    expect((await clore(corps)).status).toBe(200);
    expect((await agence.user.get(`/Dossier/${nouveau.id}`)).data).toMatchObject({
      edfSortie: "12733",
    });
    expect(await clos()).toEqual([false, true]);
    expect((await clore({ dateSortie: "2026-05-31" })).status).toBe(200);
    expect(await clos()).toEqual([true, true]);
  });

  test("la clôture note le préavis donné, qui dit jusqu’à quand le loyer est dû", async () => {
    const { AppartementId, LocataireId, DossierId } = await louer(agence.user);
    const path = `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`;
    const seul = await agence.user.delete(path, { dateDebutPreavis: "2026-09-20" });
    expect([seul.status, Object.keys(seul.error.fields ?? {})]).toEqual([422, ["dateFinPreavis"]]);
    const preavis = { dateDebutPreavis: "2026-09-20", dateFinPreavis: "2026-10-20" };
    expect((await agence.user.delete(path, { dateSortie: "2026-10-15", ...preavis })).status).toBe(
      200,
    );
    const { data } = await agence.user.get(`/Dossier/${DossierId}`);
    expect(data).toMatchObject({ ...preavis, dateFinBail: "2026-10-20", dateSortie: "2026-10-15" });
    const octobre = await agence.user.post(`/Quitance/generate/${DossierId}`, {
      date: "2026-10-01",
    });
    expect(octobre.data).toMatchObject({ dateFin: "2026-10-20" });
  });
});

test("un compteur plus bas à la sortie qu’à l’entrée est demandé, jamais refusé : les compteurs se remplacent", async () => {
  const { DossierId } = await louer(agence.user);
  const poser = (cote: string, eauFroide: string) =>
    agence.user.put<{ dossier: Bail }>(`/Dossier/${DossierId}/${cote}/set`, {
      ...ETAT_LIEUX,
      eauFroide,
    });
  await poser("etatIn", "214 m³");
  const bas = await poser("etatOut", "98 m³");
  expect(bas.status).toBe(200);
  expect(bas.data.dossier.warnings).toEqual([
    "Le compteur d’eau froide indique moins à la sortie (98 m³) qu’à l’entrée (214 m³) : a-t-il été remplacé, ou mal relevé ?",
  ]);
  const haut = await poser("etatOut", "260 m³");
  expect(haut.data.dossier.warnings).toEqual([]);
});
