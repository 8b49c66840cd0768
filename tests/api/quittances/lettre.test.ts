import { beforeAll, describe, expect, test } from "vitest";
import {
  type Agence,
  APPARTEMENT,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

interface Locataire {
  id: number;
  etat: string;
  actuel: boolean;
}

describe("La lettre de la spécification", () => {
  test("un locataire sans dossier est listé avec les actuels, jamais avec les anciens", async () => {
    const { id } = await creer(agence.user, "Locataire", LOCATAIRE);
    const { LocataireId } = await louer(agence.user, { bail: { dateSortie: "2025-06-30" } });
    const de = async (statut: string) =>
      (await agence.user.get<Locataire[]>(`/Locataire?statut=${statut}`)).data.map(
        ({ id, etat, actuel }) => ({ id, etat, actuel }),
      );
    expect(await de("actuel")).toEqual([{ id, etat: "sansDossier", actuel: false }]);
    expect(await de("ancien")).toEqual([{ id: LocataireId, etat: "ancien", actuel: false }]);
    expect((await agence.user.get(`/Locataire/${id}`)).data).toMatchObject({ etat: "sansDossier" });
  });

  test("le complément de loyer a son signe ; un encadrement à moitié su n’est pas refusé", async () => {
    const { DossierId } = await louer(agence.user, { bail: { loyerHC: 850 } });
    const encadrer = async (encadrement: object) =>
      (await agence.user.put(`/Dossier/${DossierId}`, { encadrement })).data;
    const surface = { surface: 50, loyerReference: 20.8, loyerReferenceMajore: 25 };
    expect(await encadrer(surface)).toMatchObject({
      encadrement: { montantBase: 1250, complementLoyer: -400 },
    });
    expect(await encadrer({ caracteristiqueLoyer: "Terrasse" })).toMatchObject({
      encadrement: { montantBase: null, complementLoyer: null },
    });
  });

  test("ce qui manque le dit du même mot", async () => {
    const refus = async (manque: object) =>
      (await agence.user.post("/Appartement", { ...APPARTEMENT, ...manque })).error?.fields;
    expect(await refus({ adresse: " ", ville: null })).toEqual({
      adresse: "Ce champ est requis.",
      ville: "Ce champ est requis.",
    });
    expect(await refus({ syndicTel: "0142424242", gardienTel: "0142424243" })).toEqual({
      syndicNom: "Ce champ est requis.",
      gardienNom: "Ce champ est requis.",
    });
  });

  test("ce que la spécification n’exige pas reprend sa valeur d’usage quand on le vide", async () => {
    const { id } = await creer(agence.user, "Appartement", {
      ...APPARTEMENT,
      chauffage: "individuelle",
    });
    const vide = { chauffage: null, loyerHC: null, quitanceAuto: null };
    expect((await agence.user.put(`/Appartement/${id}`, vide)).data).toMatchObject({
      chauffage: "collective",
      loyerHC: 0,
      charge: APPARTEMENT.charge,
      quitanceAuto: true,
    });
    expect(await creer(agence.user, "Intendance", { AppartementId: id, tva: null })).toMatchObject({
      dateFin: null,
      prix: null,
      tva: 20,
      enCours: false,
    });
    const passees = await agence.user.get(`/Intendance?AppartementId=${id}&filtre=passees`);
    expect(passees.total).toBe(1);
  });

  test("les adresses se rangent par rue, puis par numéro comme on compte, partout", async () => {
    const adresses = [
      "112 rue Zola",
      "12 rue Zola",
      "10 bis rue Zola",
      "11 rue Zola",
      "10 rue Zola",
    ];
    for (const adresse of adresses) {
      await louer(agence.user, { appartement: { adresse, etage: null } });
    }
    const lire = async (chemin: string, champ: string) => {
      const { data } = await agence.user.get<Record<string, string>[]>(chemin);
      return data.map((row) => row[champ]?.replace(" rue Zola", ""));
    };
    const attendu = ["10", "10 bis", "11", "12", "112"];
    expect(await lire("/Appartement?q=zola", "adresse")).toEqual(attendu);
    expect(await lire("/Appartement?q=zola&sort=-adresse", "adresse")).toEqual(
      attendu.toReversed(),
    );
    expect(await lire("/Dossier?q=zola&sort=appartement", "appartement")).toEqual(attendu);
    const [appartement] = (await agence.user.get<{ id: number }[]>("/Appartement?q=zola")).data;
    const fiche = await agence.user.get(`/Appartement/${appartement?.id}`);
    expect(Object.keys(fiche.data as object)).not.toEqual(expect.arrayContaining(["ordre"]));
  });

  test("deux époux se lisent ensemble, deux frères par leurs prénoms", async () => {
    const mission = await creer(agence.user, "Mission", {
      type: "gestion",
      nbAppart: 1,
      valeurMissionAppt: 100,
      accompte1: 0,
      accompte2: 0,
    });
    const commander = async (client: object) => {
      const { id } = await creer(agence.user, "Client", { ...PROPRIETAIRE, ...client });
      await agence.user.put(`/Mission/${mission.id}/client/add/${id}`);
      return (await agence.user.get<{ clients: string }[]>("/Mission")).data[0]?.clients;
    };
    expect(await commander({ titre: "Madame", prenom: "Anne", nom: "Lefèvre" })).toBe("Lefèvre");
    expect(await commander({ titre: "Monsieur", prenom: "Luc", nom: "Lefèvre" })).toBe(
      "M. et Mme Lefèvre",
    );
    expect(await commander({ titre: "Monsieur", prenom: "Paul", nom: "Lefèvre" })).toBe(
      "Anne et Luc et Paul Lefèvre",
    );
    expect(await commander({ titre: "Monsieur", prenom: "Jo", nom: "Roy" })).toMatch(
      /Lefèvre, Roy$/,
    );
  });

  test("le numéro de frais du prochain dossier est proposé, comme l’agence les écrit", async () => {
    const annee = new Date().getFullYear();
    const propose = async () =>
      (await agence.user.get<{ numFraisDossier: string }>("/Dossier/numero")).data.numFraisDossier;
    expect(await propose()).toBe(`F-${annee}-001`);
    await louer(agence.user, { bail: { numFraisDossier: `F-${annee}-041` } });
    expect(await propose()).toBe(`F-${annee}-042`);
    expect((await agence.user.get("/Dossier/numero")).data).toMatchObject({
      indice: 135.84,
      indiceTrim: "2ème trimestre 2022",
      lieuSignature: "Paris",
    });
    expect((await agence.personne.get("/Dossier/numero")).status).toBe(401);
  });

  test("un fichier prend le nom du sien quand on ne lui en donne pas", async () => {
    for (const nom of [null, ""]) {
      const form = new FormData();
      form.set("url", new File(["%PDF-1.4 bail"], "Bail signé.pdf", { type: "application/pdf" }));
      if (nom !== null) form.set("nom", nom);
      const reponse = await agence.user.fetch("/api/Fichier", { method: "POST", body: form });
      expect(reponse.status).toBe(201);
      expect(await reponse.json()).toMatchObject({ data: { nom: "Bail signé" } });
    }
  });

  test("le nom d’un fichier pour tableur dit ce qu’il contient", async () => {
    const nom = async (chemin: string) =>
      (await agence.admin.fetch(`/api/${chemin}`)).headers.get("Content-Disposition");
    expect(await nom("Dossier.csv?statut=clos&sort=locataire&q=Rue%20Zola")).toMatch(
      /filename="Dossier_statut-clos_recherche-rue-zola_\d{4}-\d\d-\d\d\.csv"/,
    );
    expect(await nom("Appartement.csv?enGestion=true")).toMatch(/"Appartement_enGestion_\d/);
    expect(await nom("Appartement.csv")).toMatch(/"Appartement_\d{4}/);
  });

  test("chaque ligne d’une liste dit si elle se supprime, comme sa fiche, selon le rôle", async () => {
    const { ClientId, AppartementId, LocataireId, DossierId } = await louer(agence.admin, {
      bail: { dateSortie: "2025-06-30" },
    });
    const depense = {
      nature: "depense",
      AppartementId,
      intitule: "Serrure",
      montant: 90,
      numFacture: "1",
    };
    const acompte = { dateDepart: "2026-01-01", dateFin: "2026-01-31", prix: 10, tva: 20 };
    for (const regle of [true, false]) {
      await creer(agence.admin, "Intendance", { ...depense, regle });
      await creer(agence.admin, "Accompte", { ...acompte, regle });
    }
    await creer(agence.admin, "Client", PROPRIETAIRE);
    await creer(agence.admin, "Appartement", APPARTEMENT);
    await creer(agence.admin, "Equipement", { nom: "Balcon" });
    await creer(agence.admin, "Caution", {
      nom: "Roy",
      prenom: "A",
      mobile: "0612345678",
      mail: "a@a.fr",
    });
    for (const date of ["2025-04-01", "2025-05-01"])
      await agence.admin.post(`/Quitance/generate/${DossierId}`, { date });
    expect([ClientId, LocataireId].every(Boolean)).toBe(true);
    type Ligne = { id: number; canDelete: boolean };
    const vues = new Map<string, Set<boolean>>();
    for (const liste of [
      "Client?page=1&limit=100",
      "Appartement?page=1&limit=100",
      `Appartement/client/${ClientId}`,
      "Locataire?page=1&limit=100",
      "Dossier?page=1&limit=100",
      "Mission?page=1&limit=100",
      "Accompte?page=1&limit=100",
      "Intendance?page=1&limit=100",
      "Quitance?page=1&limit=100",
      "Quitance/byDate/05-2025",
      "Quitance/byYear/2025",
      "Caution?page=1&limit=100",
      "Fichier?page=1&limit=100",
      "Equipement?page=1&limit=100",
    ]) {
      const [nom = ""] = liste.split(/[?/]/);
      const { data } = await agence.user_delete.get<Ligne[]>(`/${liste}`);
      for (const { id, canDelete } of data) {
        const fiche = await agence.user_delete.get<Ligne>(`/${nom}/${id}`);
        expect(canDelete, `${liste} ${id}`).toBe(fiche.data.canDelete);
        vues.set(liste, (vues.get(liste) ?? new Set()).add(canDelete));
      }
      const { data: sans } = await agence.user.get<Ligne[]>(`/${liste}`);
      expect(
        sans.some(({ canDelete }) => canDelete),
        liste,
      ).toBe(false);
    }
    for (const [liste, dites] of vues) {
      if (!/^(Client|Appartement|Locataire|Accompte|Intendance)\?|byYear/.test(liste)) continue;
      expect([...dites].sort(), liste).toEqual([false, true]);
    }
  });
});
