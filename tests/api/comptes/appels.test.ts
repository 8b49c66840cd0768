import { beforeAll, describe, expect, test } from "vitest";
import type { HistoryRow } from "#domain/agence/history.ts";
import { aujourdhui, moisDe } from "#domain/dates.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  connecter,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";

type Fiche = Record<string, unknown> & { id: number; updatedAt: string };

let agence: Agence;
/** A lease that no test deletes. */
let bail: Awaited<ReturnType<typeof louer>>;

beforeAll(async () => {
  agence = await ouvrirAgence();
  bail = await louer(agence.admin);
});

const today = aujourdhui(new Date());

const noms = (liste: string) => liste.split(" ");

/** For each resource: a body that creates a record, a change, and the names of the fields of the record's answer. */
const RESSOURCES: Record<string, { corps: () => object; change: object; fiche: string[] }> = {
  Client: {
    corps: () => PROPRIETAIRE,
    change: { ville: "Nantes" },
    fiche: noms(
      "titre nom prenom nomJeuneFille sexe lieuNaissance cpNaissance naissance nom2 numEdf numEnedis adresse codePostal ville adresseFiscale codePostalFiscale villeFiscale adresseDefaut mailPerso mailPro mailDefaut fixePerso fixePro mobilePerso mobilePro telDefaut creationPOI dateDepotPOI numSiret mariage biens Missions Fichiers quittances",
    ),
  },
  Appartement: {
    corps: () => APPARTEMENT,
    change: { charge: 110 },
    fiche: noms(
      "adresse codePostal ville situation typeImmeuble destination periodeConstruction numeroClef detailClef detailTelecomande digicode pdl etage nbPiece surface cave caveNum chauffage eauChaude wip quitanceAuto loyerHC charge loyer autresInfo elementEquipement elementEquipementImportant syndicNom syndicMail syndicTel gestionnaireSyndicNom gestionnaireSyndicTel gestionnaireSyndicMail conseillerSyndical autreSyndic gardienNom gardienTel Equipements Images proprietaires defaultContact locataires Intendances EtatLieux history statut",
    ),
  },
  Locataire: {
    corps: () => LOCATAIRE,
    change: { ville: "Lille" },
    fiche: noms(
      "rp quitanceAuto titre nom prenom nomJeuneFille adresse codePostal ville naissance lieuNaissance mail mail2 tel tel2 secondTitulaire autreTitre autreNom autrePrenom autreNomJeuneFille autreNaissance autreLieuNaissance autreMail autreTel autreTel2 mineurNom mineurPrenom mineurMail mineurTel locations Fichiers",
    ),
  },
  Mission: {
    corps: () => MISSION,
    change: { nbAppart: 3 },
    fiche: noms(
      "domicileUnique nbAppart dateSignature tauxTva valeurMissionAppt valeurTotalMission ordreMission Clients Accomptes Appartements resteAPayer appartementsRestants",
    ),
  },
  Dossier: {
    corps: () => ({
      ...BAIL,
      dateFinBail: "2025-06-30",
      AppartementId: bail.AppartementId,
      LocataireId: bail.LocataireId,
    }),
    change: { lieuSignature: "Lyon" },
    fiche: noms(
      "AppartementId LocataireId dateEntree dateSortie dateCreationBail dateDebutBail dateFinBail dateDebutPreavis dateFinPreavis dateRetourCaution depotGarantie edfEntree indice indiceTrim jourQuitance lieuSignature loyerHC loyerCharge loyerTTC numFraisDossier fraisDossierHT fraisDossierTTC fraisDossierTauxTVA fraisDossierTVA dateFraisDossier encadrement clauses etatIn etatOut caution Cautions EtatEntrant EtatSortant contratLocation inventaireEntree inventaireSortie",
    ),
  },
  Variable: {
    corps: () => ({ nom: "essai", valeur: "1" }),
    change: { valeur: "2" },
    fiche: noms("nom valeur"),
  },
  Quitance: {
    corps: () => ({ ...MANUELLE, DossierId: bail.DossierId }),
    change: { relance: true },
    fiche: noms(
      "numero date DossierId AppartementId ClientId LocataireId Appartement Locataire relance regle statusInconu automatique file Etats",
    ),
  },
  Accompte: {
    corps: () => ACCOMPTE,
    change: { mode: "Cheque" },
    fiche: noms(
      "dateDepart dateFin prix tva prixHT mode datePaiement montant date regle Appartement",
    ),
  },
  Intendance: {
    corps: () => ({ ...INTENDANCE, AppartementId: bail.AppartementId }),
    change: { regle: true },
    fiche: noms(
      "intitule date montant numFacture mode regle AppartementId dateDepart dateFin prix prixHT tva renouvele ordreMission",
    ),
  },
  Equipement: {
    corps: () => ({ nom: "Parquet" }),
    change: { collectif: true },
    fiche: noms("nom collectif"),
  },
  Caution: {
    corps: () => CAUTION,
    change: { ville: "Rennes" },
    fiche: noms(
      "nom prenom titre lieuNaissance naissance adresse ville cp mail mobile dateCautionSolidaire retourCautionSolidaire signatureCautionSolidaire complement acteCautionnementSigned",
    ),
  },
  EtatLieux: {
    corps: () => INVENTAIRE,
    change: { lieu: "Versailles" },
    fiche: noms(
      "signed AppartementId interphone doubleVitrage eauFroide eauChaude chauffage antenne amenagement clef lieu date pieces",
    ),
  },
};

const MISSION = {
  type: "gestion",
  nbAppart: 2,
  valeurMissionAppt: 300,
  accompte1: 100,
  accompte2: 0,
};
const ACCOMPTE = { dateDepart: "2026-01-01", dateFin: "2026-02-01", prix: 120, tva: 20 };
const INTENDANCE = { dateDepart: "2026-01-01", dateFin: "2026-12-31", prix: 120 };
const CAUTION = { nom: "Martin", prenom: "Zoé", mail: "zoe@exemple.fr", mobile: "06 11 22 33 44" };
const MANUELLE = { date: "2026-01-10", dateFin: "2026-01-20", prixHC: 300, charge: 40 };
const INVENTAIRE = {
  lieu: "Paris",
  date: "2026-01-05",
  clef: "2 clefs",
  eauFroide: "12 m³",
  eauChaude: "3 m³",
  chauffage: "—",
  antenne: "collective",
  amenagement: "placard",
};

const histoire = async (entite: string, id: number) =>
  (await agence.user.get<HistoryRow[]>(`/History?entite=${entite}&id=${id}`)).data;

describe("Les cinq appels de chaque ressource", () => {
  test.each(Object.entries(RESSOURCES))("%s", async (nom, { corps, change, fiche }) => {
    const { warnings, ...creee } = await creer<Fiche>(agence.admin, nom, corps());
    const path = `/${nom}/${creee.id}`;
    const lue = await agence.admin.get<Fiche>(path);
    expect(lue.status).toBe(200);
    expect(Object.keys(lue.data)).toEqual(
      expect.arrayContaining(["id", ...fiche, "createdAt", "updatedAt", "canDelete"]),
    );
    expect({ ...lue.data, warnings }).toEqual({ ...creee, warnings });
    expect(JSON.stringify(lue.data)).not.toContain('"recherche"');

    const liste = await agence.admin.get<Fiche[]>(`/${nom}?page=1&limit=1&sort=-id`);
    expect(liste.status).toBe(200);
    expect(liste.data.map(({ id }) => id)).toEqual([creee.id]);
    const { data: toutes, total } = await agence.admin.get<Fiche[]>(`/${nom}`);
    expect([toutes.length, liste.total]).toEqual([total, total]);
    const csv = await agence.admin.fetch(`/api/${nom}.csv`);
    const lignes = (await csv.text()).trimEnd().split("\r\n");
    expect([csv.status, lignes.length]).toEqual([200, total + 1]);

    const { updatedAt } = creee;
    const changee = await agence.admin.put<Fiche>(path, { ...change, updatedAt });
    expect([changee.status, changee.data]).toMatchObject([200, change]);
    expect((await agence.admin.put(path, { ...change, updatedAt })).status).toBe(409);

    expect((await agence.admin.delete(path)).status).toBe(204);
    expect((await agence.admin.get(path)).status).toBe(404);
    expect((await agence.admin.delete(path)).status).toBe(404);
    expect((await histoire(nom, creee.id)).map(({ etat }) => etat).at(0)).toBe("Suppression");
  });

  test("l’histoire d’une fiche dit qui a changé quoi, la plus récente d’abord", async () => {
    const { id } = await creer(agence.user, "Client", PROPRIETAIRE);
    await agence.user_delete.put(`/Client/${id}`, { ville: "Brest" });
    const [derniere, premiere, ...rien] = await histoire("Client", id);
    expect(derniere).toMatchObject({
      entite: "Client",
      entiteId: id,
      etat: "Modification",
      user: "user_delete@agence.example",
      details: { ville: ["Lyon", "Brest"] },
    });
    expect(premiere).toMatchObject({ etat: "Création", user: "user@agence.example" });
    expect(rien).toEqual([]);
    const page = await agence.user.get<HistoryRow[]>(
      `/History?entite=Client&id=${id}&page=2&limit=1`,
    );
    expect([page.total, page.data]).toEqual([2, [premiere]]);
    const { data: comptes } = await agence.admin.get("/History?entite=User");
    expect(comptes).toEqual([]);
  });
});

describe("Le compte", () => {
  test("s’ouvre, se connecte, change de mot de passe, est réinitialisé, modifié et fermé", async () => {
    const email = "camille@agence.example";
    const inscrit = await agence.admin.post<{ user: Fiche; password: string }>("/user/register", {
      email,
      role: "user",
    });
    expect(inscrit.status).toBe(201);
    expect(Object.keys(inscrit.data).sort()).toEqual(["password", "user"]);
    const camille = agence.house.api(
      await connecter(agence.personne, email, inscrit.data.password),
    );
    const moi = await camille.get("/user/me");
    expect(moi.data).toEqual({
      id: inscrit.data.user.id,
      email,
      role: "user",
      mustSetPassword: true,
    });
    const change = await camille.post<{ user: object }>("/user/setPassword", {
      password: "choisi-par-elle",
    });
    expect(Object.keys(change.data.user).sort()).toEqual(
      noms("email id mustSetPassword role token"),
    );
    const reinitialise = await agence.admin.post<{ user: Fiche; password: string }>(
      `/user/${encodeURIComponent(email)}/resetPassword`,
    );
    expect(reinitialise.data).toMatchObject({ user: { email, mustSetPassword: true } });
    const connexion = await agence.personne.post<{ user: object }>("/user/login", {
      credentials: { email, password: reinitialise.data.password },
      remember: true,
    });
    expect(Object.keys(connexion.data.user).sort()).toEqual(
      noms("email id mustSetPassword role token"),
    );

    const path = `/User/${inscrit.data.user.id}`;
    const liste = await agence.admin.get<Fiche[]>("/User?q=camille");
    expect(liste.data.map(({ id }) => id)).toEqual([inscrit.data.user.id]);
    expect((await agence.admin.put(path, { role: "user_delete" })).data).toMatchObject({
      role: "user_delete",
    });
    const { data: fiche } = await agence.admin.get<{ history: { etat: string }[] }>(path);
    expect(fiche.history.map(({ etat }) => etat)).toEqual([
      "Modification",
      "Mot de passe réinitialisé",
      "Mot de passe changé",
      "Création",
    ]);
    expect((await agence.admin.delete(path)).status).toBe(204);
    const { data: cree, status } = await agence.admin.post("/User", { email, role: "user" });
    expect([status, Object.keys(cree as object).sort()]).toEqual([201, ["password", "user"]]);
  });

  test("la version se lit sans connexion", async () => {
    expect((await agence.personne.get("/version")).data).toEqual({ version: "2.5.0" });
  });
});

describe("Les filtres des listes", () => {
  const [annee] = today.split("-");
  const FILTRES: Record<string, string[]> = {
    Appartement: ["enGestion=true", "statut=Occupé", "preavis=true", "ClientId=1"],
    Locataire: ["statut=actuel", "statut=ancien"],
    Dossier: ["statut=encours", "statut=clos", "AppartementId=1", "LocataireId=1"],
    Mission: ["ClientId=1", "AppartementId=1"],
    Intendance: [
      "filtre=encours",
      "filtre=nonrenouvelees",
      "filtre=toutes",
      "aRenouveler=true",
      "AppartementId=1",
      "nature=depense",
    ],
    Accompte: ["MissionId=1", "regle=false"],
    Quitance: [
      `mois=${moisDe(today)}`,
      `annee=${annee}`,
      "ClientId=1",
      "AppartementId=1",
      "DossierId=1",
      "LocataireId=1",
      "regle=true",
      "statusInconu=true",
      "courriel=incertain",
      "courriel=refuse",
    ],
    Fichier: ["ClientId=1", "LocataireId=1", "AppartementId=1"],
  };

  test.each(Object.entries(FILTRES))("%s", async (nom, filtres) => {
    const { total: tout } = await agence.user.get(`/${nom}`);
    for (const filtre of filtres) {
      const { status, data, total } = await agence.user.get<Fiche[]>(
        `/${nom}?${filtre}&page=1&limit=150`,
      );
      expect([filtre, status, data.length]).toEqual([filtre, 200, total]);
      expect(total).toBeLessThanOrEqual(tout);
      const [champ = "", valeur] = filtre.split("=");
      for (const ligne of data.filter((fiche) => champ in fiche)) {
        expect(String(ligne[champ])).toBe(valeur);
      }
    }
  });
});

/** Adds a link twice with the same result, removes it once, and has a second removal refused. */
async function lierPuisDelier(ajout: string, retrait: string, verbe: "put" | "delete" = "delete") {
  const ajoute = await agence.user.put<Fiche>(ajout);
  expect([ajoute.status, (await agence.user.put<Fiche>(ajout)).data]).toEqual([200, ajoute.data]);
  const retire = await agence.user[verbe]<Fiche>(retrait);
  expect(retire.status).toBe(200);
  expect((await agence.user[verbe](retrait)).status).toBe(404);
  return { ajoute: ajoute.data, retire: retire.data };
}

describe("Les liens d’un appartement", () => {
  test("propriétaires, leur liste et le contact parmi eux", async () => {
    const [client, autre] = [
      await creer(agence.user, "Client", PROPRIETAIRE),
      await creer(agence.user, "Client", { ...PROPRIETAIRE, nom: "Autre" }),
    ];
    const { id } = await creer(agence.user, "Appartement", APPARTEMENT);
    const lien = (verbe: string, ClientId: number) =>
      `/Appartement/${id}/owner/${verbe}/${ClientId}`;
    await agence.user.put(lien("add", client.id));
    const { data: biens } = await agence.user.get<Fiche[]>(`/Appartement/client/${client.id}`);
    expect(biens.map((bien) => bien.id)).toEqual([id]);
    const { ajoute, retire } = await lierPuisDelier(
      lien("add", autre.id),
      lien("remove", autre.id),
    );
    expect(ajoute).toMatchObject({
      defaultContact: client.id,
      proprietaires: [{ id: client.id, nom: "de La Tour" }, { id: autre.id }],
    });
    expect(retire).toMatchObject({
      proprietaire: { id: autre.id, nom: "Autre" },
      appartement: { id },
    });
    const contact = (defaultContact: number) =>
      agence.user.put(`/Appartement/${id}`, { defaultContact });
    expect((await contact(client.id)).status).toBe(200);
    const refus = await contact(autre.id);
    expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([
      422,
      ["defaultContact"],
    ]);
  });

  test("locataires : le loyer d’abord, puis le dossier, puis la clôture", async () => {
    const { id } = await creer(agence.user, "Appartement", APPARTEMENT);
    const locataire = await creer(agence.user, "Locataire", LOCATAIRE);
    await agence.user.put(`/Appartement/${id}`, { loyerHC: 700, charge: 50 });
    const { status, data } = await agence.user.put<Record<string, object>>(
      `/Appartement/${id}/tenant/add/${locataire.id}`,
      { ...BAIL, loyerHC: 700, loyerCharge: 50 },
    );
    expect([status, Object.keys(data).sort()]).toEqual([
      200,
      ["appartement", "dossier", "locataire", "warnings"],
    ]);
    expect(data).toMatchObject({
      dossier: { AppartementId: id, LocataireId: locataire.id },
      locataire: { id: locataire.id },
      appartement: { locataires: [{ id: locataire.id }], loyer: { loyerTCC: 750 } },
    });
    const retrait = `/Appartement/${id}/tenant/remove/${locataire.id}`;
    const retire = await agence.user.delete<Record<string, object>>(retrait);
    expect(Object.keys(retire.data).sort()).toEqual([
      "appartement",
      "history",
      "locataire",
      "warnings",
    ]);
    expect(retire.data).toMatchObject({ appartement: { locataires: [] } });
  });

  test("équipements et images", async () => {
    const { id } = await creer(agence.user, "Appartement", APPARTEMENT);
    const parquet = await creer(agence.admin, "Equipement", { nom: "Parquet ancien" });
    const equipement = `/Appartement/${id}/equipement`;
    const { ajoute } = await lierPuisDelier(
      ...([
        `${equipement}/add/${parquet.id}`,
        `${equipement}/remove/${parquet.id}`,
        "put",
      ] as const),
    );
    expect(ajoute).toMatchObject({ Equipements: [{ id: parquet.id, nom: "Parquet ancien" }] });
    const image = await envoyer("Image", PNG, "photo.png");
    expect(Object.keys(image)).toEqual(expect.arrayContaining(["id", "url"]));
    const galerie = `/Appartement/${id}/image`;
    const { ajoute: montree } = await lierPuisDelier(
      `${galerie}/add/${image.id}`,
      `${galerie}/remove/${image.id}`,
      "put",
    );
    expect(montree).toMatchObject({ Images: [{ id: image.id, url: expect.any(String) }] });
  });
});

const PNG = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);

async function envoyer(ressource: string, octets: Uint8Array, nom: string): Promise<Fiche> {
  const body = new FormData();
  body.set("url", new File([octets as Uint8Array<ArrayBuffer>], nom));
  const response = await agence.user.fetch(`/api/${ressource}`, { method: "POST", body });
  expect(response.status).toBe(201);
  const { data }: { data: Fiche } = await response.json();
  return data;
}

describe("Les fichiers", () => {
  test.each(["Client", "Locataire"])("un fichier se range sur un %s", async (nom) => {
    const fichier = await envoyer("Fichier", PNG, "bail signé.png");
    expect(fichier).toMatchObject({ nom: expect.stringContaining("bail"), extention: "png" });
    const porteur = await creer(agence.user, nom, nom === "Client" ? PROPRIETAIRE : LOCATAIRE);
    const { status, data } = await agence.user.put<Fiche>(
      `/${nom}/${porteur.id}/fichier/add/${fichier.id}`,
    );
    expect([status, data]).toMatchObject([200, { Fichiers: [{ id: fichier.id }] }]);
    const liste = await agence.user.get<Fiche[]>(`/Fichier?${nom}Id=${porteur.id}`);
    expect(liste.data.map(({ id }) => id)).toEqual([fichier.id]);
    const contenu = await agence.user.fetch(
      `/files/${String(fichier.url).replace(/^.*files\//, "")}`,
    );
    expect(new Uint8Array(await contenu.arrayBuffer())).toEqual(PNG);
  });
});

describe("Les liens d’une mission", () => {
  test("commanditaires, acomptes, appartements, et ce qui reste de la mission", async () => {
    const mission = await creer(agence.user, "Mission", MISSION);
    const client = await creer(agence.user, "Client", PROPRIETAIRE);
    const accompte = await creer(agence.user, "Accompte", { ...ACCOMPTE, regle: true });
    const lien = (quoi: string, verbe: string, id: number) =>
      `/Mission/${mission.id}/${quoi}/${verbe}/${id}`;
    const essai = (quoi: string, id: number) =>
      lierPuisDelier(lien(quoi, "add", id), lien(quoi, "remove", id));

    const clients = await essai("client", client.id);
    expect(clients.ajoute).toMatchObject({
      mission: { Clients: [{ id: client.id }] },
      client: { id: client.id, nom: "de La Tour" },
    });
    expect(clients.retire).toMatchObject({ mission: { Clients: [] }, client: { id: client.id } });
    const ajout = await agence.user.put(lien("accompte", "add", accompte.id));
    expect(ajout.data).toMatchObject({
      Accomptes: [{ id: accompte.id, prix: 120, prixHT: 100 }],
      valeurTotalMission: 600,
      resteAPayer: 480,
    });
    const retenu = await agence.user.delete(lien("accompte", "remove", accompte.id));
    expect([retenu.status, retenu.error.message]).toEqual([
      409,
      "Cet acompte est payé : il reste à sa mission.",
    ]);
    await agence.user.put(`/Accompte/${accompte.id}`, { regle: false });
    const retrait = await agence.user.delete(lien("accompte", "remove", accompte.id));
    expect(retrait.data).toMatchObject({ Accomptes: [], resteAPayer: 600 });
    const appartements = await essai("appartement", bail.AppartementId);
    expect(appartements.ajoute).toMatchObject({
      Appartements: [{ id: bail.AppartementId }],
      appartementsRestants: 1,
    });
    expect(appartements.retire).toMatchObject({ Appartements: [], appartementsRestants: 2 });
  });

  test("un acompte n’est pas à deux missions, ni une caution à deux dossiers", async () => {
    const [une, autre] = [
      await creer(agence.user, "Mission", MISSION),
      await creer(agence.user, "Mission", MISSION),
    ];
    const { id } = await creer(agence.user, "Accompte", ACCOMPTE);
    expect((await agence.user.put(`/Mission/${une.id}/accompte/add/${id}`)).status).toBe(200);
    expect((await agence.user.put(`/Mission/${autre.id}/accompte/add/${id}`)).status).toBe(409);
    expect((await agence.user.delete(`/Mission/${autre.id}/accompte/remove/${id}`)).status).toBe(
      404,
    );
  });
});

describe("Les liens d’un dossier", () => {
  test("cautions et états des lieux : l’ancien état des lieux est remplacé et supprimé", async () => {
    const { DossierId, AppartementId } = await louer(agence.user);
    const caution = await creer(agence.user, "Caution", CAUTION);
    const { ajoute } = await lierPuisDelier(
      `/Dossier/${DossierId}/caution/add/${caution.id}`,
      `/Dossier/${DossierId}/caution/remove/${caution.id}`,
    );
    expect(ajoute).toMatchObject({
      caution: caution.id,
      Cautions: [{ id: caution.id, nom: "Martin" }],
    });
    for (const [cote, champ, nom] of [
      ["etatIn", "etatIn", "EtatEntrant"],
      ["etatOut", "etatOut", "EtatSortant"],
    ] as const) {
      const poser = () =>
        agence.user.put<{ dossier: Fiche }>(`/Dossier/${DossierId}/${cote}/set`, INVENTAIRE);
      const { data: premier } = await poser();
      const { data: second } = await poser();
      expect(Object.keys(second)).toEqual(["dossier"]);
      expect(second.dossier).toMatchObject({
        [champ]: expect.any(Number),
        [nom]: { id: second.dossier[champ], lieu: "Paris" },
      });
      const etat = await agence.user.get<Fiche>(`/EtatLieux/${second.dossier[champ]}`);
      expect(etat.data).toMatchObject({ AppartementId, DossierId });
      expect((etat.data.pieces as { nom: string }[]).map((piece) => piece.nom)).toEqual([
        "Entrée",
        "Séjour",
        "Cuisine",
        "Salle d'eau",
        "W.C",
      ]);
      expect((await agence.user.get(`/EtatLieux/${premier.dossier[champ]}`)).status).toBe(404);
    }
  });
});

describe("Les intendances", () => {
  test("se renouvellent une fois, pour l’année suivante", async () => {
    const { AppartementId } = bail;
    const { id } = await creer(agence.user, "Intendance", { ...INTENDANCE, AppartementId });
    const suivante = await agence.user.put<Fiche>(`/Intendance/${id}/renouveler`);
    expect(suivante.data).toMatchObject({
      dateDepart: "2027-01-01",
      dateFin: "2027-12-31",
      prixHT: 100,
      prix: 120,
      regle: false,
      renouvele: false,
    });
    expect((await agence.user.put(`/Intendance/${id}/renouveler`)).status).toBe(409);
    expect((await agence.user.get(`/Intendance/${id}`)).data).toMatchObject({ renouvele: true });
  });
});

/** The first four bytes of a file, which tell its type. */
const debut = async (response: Response) =>
  String.fromCharCode(...new Uint8Array(await response.arrayBuffer()).slice(0, 4));

describe("Les quittances", () => {
  const [annee, mois] = moisDe(today).split("-") as [string, string];

  test("se génèrent, se lisent par mois et par année, changent d’état et se téléchargent", async () => {
    const { DossierId, AppartementId } = await louer(agence.user);
    const generer = () =>
      agence.user.post<Fiche>(`/Quitance/generate/${DossierId}`, { date: today });
    const { status, data } = await generer();
    expect(status).toBe(201);
    expect((await generer()).data.id).toBe(data.id);
    const manuelle = await agence.user.post<Fiche>(
      `/Quitance/generate/manual/${DossierId}`,
      MANUELLE,
    );
    expect([manuelle.status, manuelle.data]).toMatchObject([201, { loyerHC: 300, total: 340 }]);

    for (const path of [
      `byDate/${mois}-${annee}`,
      `byDate/${Number(mois)}-${annee}`,
      `byYear/${annee}`,
    ]) {
      const liste = await agence.user.get<Fiche[]>(`/Quitance/${path}`);
      expect(liste.data.map(({ id }) => id)).toContain(data.id);
    }
    for (const regle of [true, false]) {
      const change = await agence.user.get(`/Quitance/switchState/${regle}/${data.id}`);
      expect(change.data).toMatchObject({ id: data.id, regle, statusInconu: false });
    }
    const document = await agence.user.get<{ generated: string; warnings: string[] }>(
      `/Quitance/${data.id}/generate`,
    );
    expect(Object.keys(document.data).sort()).toEqual(["generated", "warnings"]);
    const annuel = await agence.user.get<{ generated: string }>(
      `/Quitance/${AppartementId}/generate/${annee}`,
    );
    expect(document.data.generated).toMatch(/^quitance\/download\//);
    expect(annuel.data.generated).toMatch(/^quitance\/generate\//);
    for (const { generated } of [document.data, annuel.data]) {
      const pdf = await agence.user.fetch(`/api/${generated}`);
      expect([pdf.status, await debut(pdf)]).toEqual([200, "%PDF"]);
    }
    const zip = await agence.user.fetch(`/api/Quitance/downloadMonth/${annee}/${mois}`);
    expect([zip.status, await debut(zip)]).toEqual([200, "PK\x03\x04"]);
  });

  test("le locataire répond une fois, sans connexion", async () => {
    const { DossierId } = await louer(agence.user);
    await agence.user.post(`/Quitance/generate/${DossierId}`, { date: today });
    await agence.house.drain();
    const courriel = agence.house.mails.at(-1);
    const uuid = /validation\/true\/([\w-]+)/.exec(String(courriel?.text))?.[1];
    const demande = await agence.personne.get(`/Quitance/validation/${uuid}`);
    expect(demande.data).toMatchObject({ repondu: false, total: 950 });
    const repondre = () => agence.personne.post(`/Quitance/validation/true/${uuid}`);
    expect((await repondre()).data).toEqual({ ok: true });
    const encore = await repondre();
    expect([encore.status, encore.error.message]).toEqual([
      409,
      "Votre réponse a déjà été prise en compte par nos services...",
    ]);
  });
});
