import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { TableLue } from "#domain/import/colonnes.ts";
import type { EssaiImport, ImportRow } from "#domain/import/fiche.ts";
import { FORMES, type FormeImport } from "#domain/import/genres.ts";
import type { ClientDetail } from "#domain/personnes/client-fiche.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { classeur } from "../../support/fichiers/classeur.ts";
import type { Answer } from "../../support/worker/api.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

type Contenu = string | Uint8Array<ArrayBuffer>;
interface Demande {
  genre: FormeImport;
  contenu: Contenu;
  nom?: string;
  /** Choices made by hand: the field that a column fills, by the column's header; null for none. */
  colonnes?: Record<string, string | null>;
  defauts?: Record<string, string>;
  corrections?: { ligne: number; place: number; texte: string }[];
  bonnesLignes?: boolean;
}

function envoi(chemin: string, champs: Record<string, string>, contenu: Contenu, nom: string) {
  const form = new FormData();
  for (const [champ, valeur] of Object.entries(champs)) form.append(champ, valeur);
  form.append("fichier", new File([contenu], nom));
  return agence.admin.fetch(`/api/Import${chemin}`, { method: "POST", body: form });
}

async function poster<T>(
  chemin: string,
  champs: Record<string, string>,
  contenu: Contenu,
  nom: string,
) {
  const reponse = await envoi(chemin, champs, contenu, nom);
  const json: Pick<Answer<T>, "data" | "error"> & { error: { details?: EssaiImport } } =
    await reponse.json();
  return { status: reponse.status, ...json };
}

const lire = ({ genre, contenu, nom = "export.csv" }: Demande) =>
  poster<TableLue>("/lire", { genre }, contenu, nom);

/** The fields that the screen sends: the recognized columns, except those chosen by hand. */
async function champsDe(demande: Demande) {
  const { genre, colonnes = {}, defauts, corrections, bonnesLignes } = demande;
  const { data: table } = await lire(demande);
  const dites = table.colonnes.map(({ titre, champ }) =>
    titre in colonnes ? colonnes[titre] : champ,
  );
  return {
    genre,
    colonnes: JSON.stringify(dites),
    ...(defauts ? { defauts: JSON.stringify(defauts) } : {}),
    ...(corrections ? { corrections: JSON.stringify(corrections) } : {}),
    ...(bonnesLignes ? { bonnesLignes: "true" } : {}),
  };
}

async function envoyer<T>(chemin: string, demande: Demande) {
  const { contenu, nom = "export.csv" } = demande;
  return poster<T>(chemin, await champsDe(demande), contenu, nom);
}

const essayer = (demande: Demande) => envoyer<EssaiImport>("/essai", demande);
const importer = (demande: Demande) => envoyer<ImportRow>("", demande);
const annuler = (id: number) => agence.admin.post<ImportRow>(`/Import/${id}/annuler`, {});

const comptees = async () => {
  const [nombres] = await openDb(env).all<Record<string, number>>(sql`SELECT
    (SELECT count(*) FROM "Client") AS clients, (SELECT count(*) FROM "Appartement") AS appartements,
    (SELECT count(*) FROM "Locataire") AS locataires, (SELECT count(*) FROM "Dossier") AS dossiers,
    (SELECT count(*) FROM "Caution") AS cautions, (SELECT count(*) FROM "History") AS histoire,
    (SELECT count(*) FROM "Import") AS imports, (SELECT count(*) FROM "ImportFiche") AS fiches`);
  return nombres;
};

const windows1252 = (texte: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(texte, (lettre) => ({ "€": 0x80, "’": 0x92 })[lettre] ?? lettre.charCodeAt(0));

/** A word that makes the names of this test unique. */
let mot: string;
let rang = 0;
beforeEach(() => {
  mot = `Test${++rang}`;
});

const proprietaires = () => `Export LOCKimmo du 12/11/2026;;;;
;;;;
Réf.;Civilité;Nom du propriétaire;Prénom;E-mail;Tél. portable;Date de naissance;Adresse;CP;Ville
P1${mot};Mme;${mot} Lefèvre;Inès;ines.${mot}@exemple.fr;612345678;05/03/1958;27 bis bd Saint-Michel;1000;Bourg-en-Bresse

P2${mot};SCI;SCI ${mot};;sci.${mot}@exemple.fr;04 72 00 00 01;;"4, rue des Tilleuls";69003;Lyon
`;
const appartements =
  () => `Référence;Adresse du bien;Code postal;Ville;Etage;Type;Surface (m²);Loyer HC;Provision sur charges;Propriétaire
A1${mot};12 rue ${mot};75005;Paris;3;T3;62,50;1 250,50 €;120;P1${mot}
A2${mot};12 rue ${mot};75005;Paris;4;Studio;18;640.00;45;SCI ${mot} / ines.${mot}@exemple.fr
`;
const locataires = () => `﻿Identifiant,Locataire,Email,Téléphone,Adresse,Code postal,Ville,Né(e) le
L1${mot},M. DUPONT${mot.toUpperCase()} Léo,leo.${mot}@exemple.fr,06 11 22 33 44,8 rue de la Paix,75002,Paris,1990-07-14
L2${mot},Mme ${mot} Zoé,zoe.${mot}@exemple.fr,+33 7 55 66 77 88,3 place du Marché,33000,Bordeaux,31079
`;
const baux =
  () => `Bien\tLocataire\tE-mail\tDate de début\tDate de fin\tLoyer HC\tCharges\tDépôt de garantie\tType de location\tJour de paiement
A1${mot}\tL1${mot}\t\t01/02/2024\t31/01/2027\t1 300,00\t125\t1 300\tlocation vide\t5
12 rue ${mot}, 4e\t\tzoe.${mot}@exemple.fr\t2023-09-15\t\t640\t45\t640\tmeublé\t1
`;
const cautions = () => `Locataire;Nom;Prénom;E-mail;Téléphone;Montant garanti
${mot} Zoé;${mot};Anne;anne.${mot}@exemple.fr;0610203040;30 000,00
`;

const tout = async () => {
  const faits: Record<string, ImportRow> = {};
  for (const [genre, contenu] of [
    ["Client", windows1252(proprietaires())],
    ["Appartement", appartements()],
    ["Locataire", locataires()],
    ["Dossier", baux()],
    ["Caution", cautions()],
  ] as const) {
    const { status, data, error } = await importer({ genre, contenu });
    expect({ genre, status, error }).toEqual({ genre, status: 201, error: undefined });
    faits[genre] = data;
  }
  return faits;
};

const lesDits = ({ erreurs }: EssaiImport) =>
  erreurs.premiers.map(({ ligne, colonne, message }) => `${ligne} · ${colonne} · ${message}`);

describe("Les fichiers d’un autre logiciel", () => {
  test("deviennent propriétaires, appartements, locataires, baux et cautions, reliés entre eux", async () => {
    const avant = await comptees();
    const table = (await lire({ genre: "Client", contenu: windows1252(proprietaires()) })).data;
    expect(table).toMatchObject({
      source: "CSV, séparé par des points-virgules, Windows-1252",
      entete: 3,
      lignes: 2,
    });
    expect(table.colonnes.map(({ champ }) => champ)).toEqual([
      "reference",
      "titre",
      "nom",
      "prenom",
      "mailPerso",
      "mobilePerso",
      "naissance",
      "adresse",
      "codePostal",
      "ville",
    ]);
    await tout();
    const { data: trouves } = await agence.admin.get<{ id: number }[]>(`/Client?q=${mot}&sort=id`);
    const { data: ines } = await agence.admin.get<ClientDetail>(`/Client/${trouves[0]?.id}`);
    expect(ines).toMatchObject({
      titre: "Madame",
      nom: `${mot} Lefèvre`,
      prenom: "Inès",
      naissance: "1958-03-05",
      codePostal: "01000",
      mobilePerso: "0612345678",
      telDefaut: "mobilePerso",
      mailDefaut: "mailPerso",
    });
    const { data: sci } = await agence.admin.get<ClientDetail>(`/Client/${trouves[1]?.id}`);
    expect(sci).toMatchObject({
      qualite: "personne_morale",
      prenom: "",
      adresse: "4, rue des Tilleuls",
    });
    expect(sci.biens.map(({ etage }) => etage)).toEqual(["4"]);
    const { data: biens } = await agence.admin.get<{ id: number }[]>(
      `/Appartement?q=${mot}&sort=id`,
    );
    const { data: t3 } = await agence.admin.get<AppartementDetail>(`/Appartement/${biens[0]?.id}`);
    expect(t3).toMatchObject({
      nbPiece: 3,
      surface: 62.5,
      loyerHC: 1300,
      charge: 125,
      statut: "Occupé",
    });
    expect(t3.defaultContact).toBe(ines.id);
    const { data: dossiers } = await agence.admin.get<{ id: number }[]>(
      `/Dossier?q=${mot}&sort=id`,
    );
    const { data: zoe } = await agence.admin.get<DossierDetail>(`/Dossier/${dossiers[1]?.id}`);
    expect(zoe).toMatchObject({
      dateDebutBail: "2023-09-15",
      dateEntree: "2023-09-15",
      typeBail: "meuble",
      jourQuitance: 1,
      lieuSignature: null,
      Locataire: { nom: mot, prenom: "Zoé" },
      Cautions: [{ nom: mot, prenom: "Anne" }],
    });
    const { data: locataire } = await agence.admin.get<LocataireDetail>(
      `/Locataire/${zoe.LocataireId}`,
    );
    expect(locataire).toMatchObject({ titre: "Madame", naissance: "1985-02-01" });
    const apres = await comptees();
    expect({ ...apres, histoire: 0 }).toEqual({
      clients: (avant?.clients ?? 0) + 2,
      appartements: (avant?.appartements ?? 0) + 2,
      locataires: (avant?.locataires ?? 0) + 2,
      dossiers: (avant?.dossiers ?? 0) + 2,
      cautions: (avant?.cautions ?? 0) + 1,
      imports: (avant?.imports ?? 0) + 5,
      // The nine new records, and the dwelling whose rent a lease changed.
      fiches: (avant?.fiches ?? 0) + 10,
      histoire: 0,
    });
    const raconte = await openDb(env).all<{ etat: string }>(
      sql`SELECT etat FROM "History" WHERE entite = 'Appartement' AND "entiteId" = ${biens[0]?.id}`,
    );
    expect(raconte.map(({ etat }) => etat).toSorted()).toEqual([
      "Création",
      "Entrée d’un locataire",
      "Propriétaire ajouté",
    ]);
  });

  test("disent le jour de révision que le bail convient, et le DPE de chaque logement", async () => {
    await importer({ genre: "Client", contenu: windows1252(proprietaires()) });
    const biens = appartements()
      .split("\n")
      .map((ligne, place) =>
        ligne ? `${ligne};${["N° DPE;Date du DPE", "2169 e0123456 a;15/09/2021", ";"][place]}` : "",
      )
      .join("\n");
    const logements = await importer({ genre: "Appartement", contenu: biens });
    expect(logements).toMatchObject({ status: 201 });
    await importer({ genre: "Locataire", contenu: locataires() });
    const revisables = (jour: string) =>
      baux()
        .split("\n")
        .map((ligne, place) =>
          ligne ? `${ligne}\t${["Révisé chaque année le", jour, ""][place]}` : "",
        )
        .join("\n");
    const faux = { genre: "Dossier", contenu: revisables("31/02") } as const;
    expect(lesDits((await essayer(faux)).data)).toEqual([
      "2 · Révisé chaque année le · « 31/02 » n’est pas un jour de l’année : écrivez jj/mm.",
    ]);
    const { status } = await importer({ genre: "Dossier", contenu: revisables("1er juillet") });
    expect(status).toBe(201);
    const { data: dossiers } = await agence.admin.get<{ id: number }[]>(
      `/Dossier?q=${mot}&sort=id`,
    );
    const [revise, autre] = await Promise.all(
      dossiers.map(
        async ({ id }) => (await agence.admin.get<DossierDetail>(`/Dossier/${id}`)).data,
      ),
    );
    expect([revise?.jourRevision, autre?.jourRevision]).toEqual(["07-01", null]);
    const bien = await agence.admin.get<AppartementDetail>(`/Appartement/${revise?.AppartementId}`);
    expect(bien.data).toMatchObject({ dpeNumero: "2169E0123456A", dpeDate: "2021-09-15" });
    const lus = `${appartements().split("\n", 1)[0]};N° DPE\nA3${mot};13 rue ${mot};75005;Paris;1;T2;30;700;50;P1${mot};2169E01\n`;
    expect(lesDits((await essayer({ genre: "Appartement", contenu: lus })).data)).toEqual([
      "2 · N° DPE · Le numéro d’un DPE a 13 chiffres ou lettres.",
    ]);
  });

  test("se lisent dans un classeur : jours, nombres, cellules fusionnées, feuille cachée", async () => {
    const contenu = classeur(
      [
        ["Liste des locataires"],
        [],
        ["Ville", "Nom", "Prénom", "E-mail", "Téléphone", "Date de naissance", "Adresse", "CP"],
        [
          "Bourg",
          `${mot} & Fils`,
          "Jean",
          `jean.${mot}@exemple.fr`,
          { nombre: "6.12345678E8" },
          { jour: 33_068 },
          "1 rue Haute",
          { nombre: "1000" },
        ],
        [
          null,
          `${mot} B`,
          { ecrit: "Anne" },
          `anne.${mot}@exemple.fr`,
          "06 12 34 56 78",
          { jour: 22_345.75 },
          "1 rue Haute",
          "01000",
        ],
      ],
      { fusions: ["A4:A5", "A1:H1"] },
    );
    const demande = { genre: "Locataire", contenu, nom: "Locataires.xlsx" } as const;
    const { data: table } = await lire(demande);
    expect(table).toMatchObject({
      source: "Classeur, feuille « Locataires »",
      entete: 3,
      lignes: 2,
    });
    const { data: essai } = await essayer(demande);
    expect(lesDits(essai)).toEqual([]);
    expect((await importer(demande)).status).toBe(201);
    const { data: trouves } = await agence.admin.get<{ id: number }[]>(
      `/Locataire?q=${mot}&sort=id`,
    );
    const fiches = await Promise.all(
      trouves.map(
        async ({ id }) => (await agence.admin.get<LocataireDetail>(`/Locataire/${id}`)).data,
      ),
    );
    expect(fiches).toMatchObject([
      {
        nom: `${mot} & Fils`,
        ville: "Bourg",
        tel: "0612345678",
        naissance: "1990-07-14",
        codePostal: "01000",
      },
      { prenom: "Anne", ville: "Bourg", naissance: "1961-03-05" },
    ]);
  });

  test("disent chaque erreur à sa ligne et à sa colonne, et n’écrivent rien", async () => {
    const avant = await comptees();
    const contenu = `Bien;Locataire;Date de début;Loyer HC;Dépôt\nInconnu;Personne;31/02/2024;1.234;abc\n\n;;;;\nInconnu;;01/01/2024;;500\n`;
    const { status, data } = await essayer({ genre: "Dossier", contenu });
    expect(status).toBe(200);
    expect(lesDits(data)).toEqual([
      "2 · Date de début · « 31/02/2024 » n’est pas une date : écrivez jj/mm/aaaa.",
      "2 · Loyer HC · « 1.234 » peut se lire de deux façons : écrivez 1234,50.",
      "2 · Dépôt · « abc » n’est pas lisible : écrivez 1234,50.",
      "2 · Bien · « Inconnu » n’est pas connu : importez d’abord les appartements, ou créez sa fiche.",
      "2 · Locataire · « Personne » n’est pas connu : importez d’abord les locataires, ou créez sa fiche.",
      "5 · Bien · « Inconnu » n’est pas connu : importez d’abord les appartements, ou créez sa fiche.",
      "5 · Locataire · la cellule est vide.",
      "5 · Loyer HC · la cellule est vide.",
    ]);
    const refuse = await importer({ genre: "Dossier", contenu });
    expect(refuse).toMatchObject({
      status: 422,
      error: { message: "Rien n’a été importé : 8 erreurs sont à corriger." },
    });
    expect(await comptees()).toEqual(avant);
  });

  test("s’importent sans leurs lignes fausses, qui reviennent en fichier avec ce qui ne va pas", async () => {
    const marque = `partiel${mot}`;
    const tete = "Civilité;Nom;Prénom;Adresse;CP;Ville;E-mail;Tél;Né le";
    const ligne = (nom: string, mail: string, ne: string) =>
      `M. et Mme;${marque}${nom};Jean et Marie;1 rue A;1000;Bourg-en-Bresse;${mail};0612345684/0144556677;${ne}`;
    const lignes = [
      tete,
      ligne("A", "a@exemple.fr", "11/03/1986"),
      ligne("B", "b@exemple", "31/02/1986"),
      ligne("C", "contact@château-vert.fr", ""),
      ligne("D", "d@exemple.fr", "31/04/1986").replace("Jean et Marie", "Jean"),
    ];
    const demande: Demande = { genre: "Locataire", contenu: lignes.join("\n") };
    const { data: essai } = await essayer(demande);
    expect(essai).toMatchObject({ aCreer: 2, fausses: 2, lignes: 4 });
    expect(essai.erreurs.premiers).toEqual([
      {
        ligne: 3,
        colonne: "Né le",
        place: 8,
        texte: "31/02/1986",
        message: expect.stringContaining("n’est pas une date"),
      },
      {
        ligne: 3,
        colonne: "E-mail",
        place: 6,
        texte: "b@exemple",
        message: "Cette adresse e-mail n’est pas valable.",
      },
      expect.objectContaining({ ligne: 5, colonne: "Né le", place: 8 }),
      expect.objectContaining({
        ligne: 5,
        colonne: "Prénom",
        place: 2,
        message:
          "« M. et Mme » désigne deux titulaires : donnez leurs deux prénoms, « Jean et Marie ».",
      }),
    ]);
    expect((await importer(demande)).status).toBe(422);

    const corrections = [{ ligne: 3, place: 8, texte: "28/02/1986" }];
    const fausses = await envoi(
      "/erreurs",
      await champsDe({ ...demande, corrections }),
      demande.contenu,
      "locataires.csv",
    );
    const [entete, ...reste] = (await fausses.text()).trim().split("\r\n");
    expect(entete?.replace("\uFEFF", "")).toBe(`${tete};À corriger`);
    expect(reste).toEqual([
      expect.stringMatching(/;\t28\/02\/1986;E-mail : Cette adresse e-mail n’est pas valable\.$/),
      expect.stringMatching(
        /^M\. et Mme;.*D;Jean;.*Né le : .* Prénom : « M. et Mme » désigne deux/,
      ),
    ]);

    const partie = await importer({ ...demande, corrections, bonnesLignes: true });
    expect(partie).toMatchObject({ status: 201, data: { nombre: 2, existantes: 0 } });
    const { data: faites } = await agence.admin.get<{ id: number }[]>(`/Locataire?q=${marque}`);
    expect(faites).toHaveLength(2);
    const fiches = await Promise.all(
      faites.map(({ id }) => agence.admin.get<LocataireDetail>(`/Locataire/${id}`)),
    );
    expect(fiches.map(({ data }) => data)).toEqual(
      ["a@exemple.fr", "contact@château-vert.fr"].map((mail) =>
        expect.objectContaining({
          titre: "Monsieur",
          prenom: "Jean",
          codePostal: "01000",
          mail,
          tel: "0612345684",
          tel2: "0144556677",
          secondTitulaire: true,
          autreTitre: "Madame",
          autrePrenom: "Marie",
          autreMail: mail,
        }),
      ),
    );

    // The refused lines are corrected on the screen and imported; the records made before stay as they are.
    const reprises = [
      ...corrections,
      { ligne: 3, place: 6, texte: "b@exemple.fr" },
      { ligne: 5, place: 8, texte: "30/04/1986" },
      { ligne: 5, place: 2, texte: "Jean, Zoé" },
    ];
    const finie = await importer({ ...demande, corrections: reprises });
    expect(finie).toMatchObject({ status: 201, data: { nombre: 2, existantes: 2 } });
    const rien = { ...demande, contenu: `${tete}\n${ligne("E", "non", "")}`, bonnesLignes: true };
    expect((await importer(rien)).status).toBe(422);
  });

  test("se corrigent dans leur propre colonne, même quand deux portent le même nom", async () => {
    const contenu = `Nom;Prénom;Date;Date\n${mot}cc;Luc;02/02/1980;31/02/1981\n`;
    const colonnes = JSON.stringify(["nom", "prenom", null, "naissance"]);
    const defauts = JSON.stringify({
      adresse: "1 rue A",
      codePostal: "75001",
      ville: "Paris",
      mail: `${mot}cc@exemple.fr`,
      tel: "0612345678",
    });
    const champs = { genre: "Locataire", colonnes, defauts };
    const { data } = await poster<EssaiImport>("/essai", champs, contenu, "dates.csv");
    expect(data.erreurs.premiers).toMatchObject([
      { ligne: 2, colonne: "Date", place: 3, texte: "31/02/1981" },
    ]);
    const corrections = JSON.stringify([{ ligne: 2, place: 3, texte: "28/02/1981" }]);
    const corrige = await poster<EssaiImport>(
      "/essai",
      { ...champs, corrections },
      contenu,
      "dates.csv",
    );
    expect(corrige.data).toMatchObject({ aCreer: 1, fausses: 0 });
    const sans = { ...champs, defauts: JSON.stringify({ ville: "Paris" }) };
    const deux = `${contenu}${mot}dd;Ana;;\n`;
    const [, ...lignes] = (await (await envoi("/erreurs", sans, deux, "dates.csv")).text())
      .trim()
      .split("\r\n");
    expect(lignes).toHaveLength(2);
    for (const ligne of lignes) expect(ligne).toContain("Téléphone : aucune colonne ne le dit");
  });

  test("acceptent une colonne corrigée à la main, et une valeur pour toutes les lignes", async () => {
    const contenu = `Nom;Prénom;Contact;Portable\n${mot};Paul;paul.${mot}@exemple.fr;0611223344\n${mot}b;Luc;luc.${mot}@exemple.fr;0611223344\n`;
    const demande: Demande = { genre: "Locataire", contenu };
    expect(lesDits((await essayer(demande)).data)).toEqual([
      "2 · Adresse · aucune colonne ne le dit : choisissez-la, ou donnez une valeur pour toutes les lignes.",
      "2 · Code postal · aucune colonne ne le dit : choisissez-la, ou donnez une valeur pour toutes les lignes.",
      "2 · Ville · aucune colonne ne le dit : choisissez-la, ou donnez une valeur pour toutes les lignes.",
    ]);
    const corrige: Demande = {
      ...demande,
      colonnes: { Contact: "mail" },
      defauts: { adresse: "Inconnue", codePostal: "75000", ville: "Paris", quitanceAuto: "Non" },
    };
    expect((await essayer(corrige)).data).toMatchObject({ aCreer: 2, erreurs: { nombre: 0 } });
    await importer(corrige);
    const { data } = await agence.admin.get<{ id: number }[]>(`/Locataire?q=${mot}&sort=id`);
    const { data: fiche } = await agence.admin.get<LocataireDetail>(`/Locataire/${data[0]?.id}`);
    expect(fiche).toMatchObject({
      mail: `paul.${mot}@exemple.fr`,
      ville: "Paris",
      quitanceAuto: false,
    });
  });

  test("nomment les doublons du fichier et ce qui est déjà là, et ne créent rien deux fois", async () => {
    await importer({ genre: "Client", contenu: proprietaires() });
    const encore = `${proprietaires()}P9;Mme;LEFEVRE ${mot};INES;Ines.${mot}@exemple.fr;0612345678;;;;\nP3${mot};M.;${mot};Marc;marc.${mot}@exemple.fr;0611111111;;;;\nP3b${mot};M.;${mot};Marc;;0611111111;;;;\n`;
    const sansMail = { mailPerso: `marc.${mot}@exemple.fr` };
    const { data } = await essayer({ genre: "Client", contenu: encore, defauts: sansMail });
    expect(lesDits(data)).toEqual([]);
    expect(data).toMatchObject({
      lignes: 5,
      aCreer: 1,
      existantes: {
        nombre: 3,
        premiers: [
          { ligne: 4, message: `Mme Inès ${mot} Lefèvre existe déjà.` },
          { ligne: 6, message: `SCI ${mot} existe déjà.` },
          { ligne: 7 },
        ],
      },
      doublons: {
        nombre: 1,
        premiers: [{ ligne: 9, message: `M. Marc ${mot} est déjà dit ligne 8.` }],
      },
    });
    const deuxieme = await importer({ genre: "Client", contenu: proprietaires() });
    expect(deuxieme).toMatchObject({
      status: 422,
      error: { message: "Rien à importer : tout ce que dit ce fichier est déjà là." },
    });
  });

  test("avertissent des baux qui courent ensemble, et que les quittances suivront", async () => {
    await tout();
    const contenu = `Bien;Locataire;Date de début;Loyer HC;Dépôt\nA1${mot};L2${mot};01/06/2024;900;900\n`;
    const { data } = await essayer({ genre: "Dossier", contenu });
    expect(data.avertissements.premiers[0]).toMatch(/^Un bail court aujourd’hui/);
    expect(data.avertissements.premiers[1]).toMatch(
      /^Ligne 2 : Un autre bail court dans ce logement/,
    );
  });

  test("ne sont lus que s’ils sont un tableau", async () => {
    const refus = async (contenu: Contenu) =>
      (await lire({ genre: "Client", contenu })).error?.message;
    expect(await refus("")).toMatch(/aucune ligne/);
    expect(await refus(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0))).toMatch(/ancien format/);
    expect(await refus(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toMatch(/abîmé/);
    expect(await refus(classeur([["Nom"]], { brut: "<row >".repeat(300_000) }))).toMatch(/abîmé/);
    expect(await refus(classeur([["Nom"], [{ erreur: "#N/A" }]]))).toMatch(/aucune ligne/);
    expect(await refus(Uint8Array.of(1, 2, 0, 4))).toMatch(/pas du texte/);
    const trop = `Nom\n${"x\n".repeat(10_001)}`;
    expect(await refus(trop)).toMatch(/plus de 10000 lignes/);
  });

  test("disent ce qu’ils sont quand ils n’en sont pas un, et la ligne d’un guillemet ouvert", async () => {
    const refus = async (contenu: Contenu) => (await lire({ genre: "Client", contenu })).error;
    const archive = (fichiers: Record<string, string>) =>
      zipSync(
        Object.fromEntries(Object.entries(fichiers).map(([nom, dit]) => [nom, strToU8(dit)])),
      ) as Uint8Array<ArrayBuffer>;
    const ods = archive({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": "<x/>",
    });
    expect((await refus(ods)).message).toMatch(/pas un classeur Excel.*LibreOffice \(\.ods\)/);
    const docx = archive({ "[Content_Types].xml": "<x/>", "word/document.xml": "<x/>" });
    expect((await refus(docx)).message).toMatch(/pas un classeur Excel.*document Word/);
    expect((await refus(archive({ "a.txt": "a" }))).message).toMatch(/pas un classeur Excel/);
    expect((await refus("%PDF-1.7\n1 0 obj")).message).toMatch(/est un PDF.*en CSV/);
    expect((await refus("<html><table>")).message).toMatch(/est une page web/);

    const guillemets = [
      ['Nom;Ville\nRoy;"Paris"\nMartin;"Lyon\nPetit;Nice\n', 3],
      ['Nom;Ville\r\nMartin;"Lyon\r\nPetit;"Nice"\r\n', 2],
    ] as const;
    for (const [texte, ligne] of guillemets) {
      expect((await refus(texte)).message).toMatch(
        new RegExp(`^Ligne ${ligne} : un guillemet .* retirez-le`),
      );
    }
    for (const retour of ["\n", "\r"]) {
      const vide = ["Nom;Prénom", ";".repeat(100_001), "Roy;Léo"].join(retour);
      expect((await refus(vide)).message).toMatch(/une de ses lignes est trop longue/);
    }
    const justes = 'Nom;Prénom;Ville\nRoy;"dit ""Léo""\nRoy";Paris\nO"Neil;5" de;"Nice" nord\n';
    expect((await lire({ genre: "Client", contenu: justes })).data.lignes).toBe(2);

    const lourd = await lire({ genre: "Client", contenu: new Uint8Array(12 * 1024 * 1024) });
    expect([lourd.status, lourd.error.message]).toEqual([
      413,
      "Ce fichier est trop lourd : 10 Mo au plus.",
    ]);
  });

  test("se lisent en UTF-16, quel que soit l’ordre de ses octets", async () => {
    const texte = "\uFEFFNom\tPrénom\nLefèvre\tInès\n";
    for (const petit of [true, false]) {
      const octets = new Uint8Array(texte.length * 2);
      const vue = new DataView(octets.buffer);
      for (let rang = 0; rang < texte.length; rang++)
        vue.setUint16(rang * 2, texte.charCodeAt(rang), petit);
      const { data } = await lire({ genre: "Client", contenu: octets });
      expect(data.colonnes.map(({ champ, exemples }) => [champ, exemples])).toEqual([
        ["nom", ["Lefèvre"]],
        ["prenom", ["Inès"]],
      ]);
    }
  });

  test("ont chacun un exemple, qui s’importe", async () => {
    for (const genre of FORMES) {
      const reponse = await agence.admin.fetch(`/api/Import/exemple/${genre}`);
      const contenu = await reponse.text();
      const { data: table } = await lire({ genre, contenu });
      expect(table.colonnes.filter(({ champ }) => champ === null)).toEqual([]);
      const { status, error } = await importer({ genre, contenu });
      expect({ genre, status, dits: error?.details && lesDits(error.details) }).toEqual({
        genre,
        status: 201,
        dits: undefined,
      });
    }
  });
});

describe("Un import", () => {
  test("est refusé à qui n’administre pas", async () => {
    expect((await agence.user.get("/Import")).status).toBe(403);
    expect((await agence.user.post("/Import/1/annuler", {})).status).toBe(403);
    const form = new FormData();
    form.append("genre", "Client");
    form.append("fichier", new File(["Nom\nx\n"], "a.csv"));
    const reponse = await agence.user.fetch("/api/Import/lire", { method: "POST", body: form });
    expect(reponse.status).toBe(403);
  });

  test("fait tout ou rien : la base qui refuse une ligne n’en garde aucune", async () => {
    const db = openDb(env);
    await db.run(
      sql.raw(`CREATE TRIGGER casse BEFORE INSERT ON "Locataire" WHEN NEW.prenom = 'Zoé' BEGIN
      SELECT RAISE(ABORT, 'casse'); END`),
    );
    const avant = await comptees();
    try {
      expect((await importer({ genre: "Locataire", contenu: locataires() })).status).toBe(500);
    } finally {
      await db.run(sql`DROP TRIGGER casse`);
    }
    expect(await comptees()).toEqual(avant);
    expect((await importer({ genre: "Locataire", contenu: locataires() })).status).toBe(201);
  });

  test("fait deux fois en même temps ne crée qu’une fois", async () => {
    const demande = { genre: "Locataire", contenu: locataires() } as const;
    const reponses = await Promise.all([importer(demande), importer(demande), importer(demande)]);
    expect(reponses.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    const { total } = await agence.admin.get(`/Locataire?q=${mot}&limit=1`);
    expect(total).toBe(2);
  });

  test("ne prend pas une autre personne ni un autre logement pour celui dont il porte la référence", async () => {
    const clients = (suite: string) =>
      `Référence;Nom;Prénom;E-mail;Téléphone;Adresse;Code postal;Ville\n${suite}`;
    const ada =
      'E0;PREMIERE;Ada;ada@exemple.fr;0601020304;"3 rue du Four\nbâtiment B";75006;Paris\n';
    const bob = "E0;TOUTAUTRE;Bob;bob@exemple.fr;0601020305;8 quai Sud;69002;Lyon\n";
    expect((await importer({ genre: "Client", contenu: clients(ada) })).status).toBe(201);
    const { data: essai } = await essayer({ genre: "Client", contenu: clients(ada + bob) });
    expect(essai.existantes.nombre).toBe(1);
    expect(essai.erreurs.premiers).toMatchObject([
      {
        ligne: 3,
        colonne: "Référence",
        message:
          "La référence « E0 » est déjà celle d’une autre fiche : donnez-en une autre à cette ligne.",
      },
    ]);
    const [premiere] = (await agence.admin.get<{ id: number }[]>("/Client?q=premiere&limit=5"))
      .data;
    const { data: client } = await agence.admin.get<ClientDetail>(`/Client/${premiere?.id}`);
    expect(client.adresse).toBe("3 rue du Four, bâtiment B");
    const lots =
      "N° lot;Adresse;Code postal;Ville\n7;3 rue du Four;75006;Paris\n7;8 quai Sud;69002;Lyon\n";
    const { data: biens } = await essayer({ genre: "Appartement", contenu: lots });
    expect(biens.erreurs.premiers.map(({ ligne, message }) => [ligne, message])).toContainEqual([
      3,
      "La référence « 7 » est déjà celle de la ligne 2 : donnez-en une autre à cette ligne.",
    ]);
  });

  test("s’annule tant que rien n’a servi, le dernier d’abord, et rend les loyers", async () => {
    const avant = await comptees();
    const faits = await tout();
    const { data: biens } = await agence.admin.get<{ id: number }[]>(
      `/Appartement?q=${mot}&sort=id`,
    );
    const loyer = async () =>
      (await agence.admin.get<AppartementDetail>(`/Appartement/${biens[0]?.id}`)).data.loyerHC;
    expect(await loyer()).toBe(1300);
    const refus = await annuler(faits.Locataire?.id ?? 0);
    expect(refus).toMatchObject({ status: 409 });
    expect(refus.error.message).toBe(
      `Cet import ne s’annule plus : 2 locataires ont servi ou changé depuis : Léo DUPONT${mot.toUpperCase()} (ligne 2), Zoé ${mot} (ligne 3).`,
    );
    for (const genre of ["Caution", "Dossier"]) {
      expect((await annuler(faits[genre]?.id ?? 0)).data.annulePar).toBe("admin@agence.example");
    }
    expect(await loyer()).toBe(1250.5);
    for (const genre of ["Locataire", "Appartement", "Client"]) {
      expect({ genre, ...(await annuler(faits[genre]?.id ?? 0)) }).toMatchObject({
        genre,
        status: 200,
      });
    }
    const apres = await comptees();
    expect({ ...apres, histoire: 0, imports: 0 }).toEqual({ ...avant, histoire: 0, imports: 0 });
    expect((await annuler(faits.Client?.id ?? 0)).error.message).toBe(
      "Cet import est déjà annulé.",
    );
    expect((await importer({ genre: "Client", contenu: proprietaires() })).status).toBe(201);
  });

  test("ne s’annule plus quand une de ses fiches a changé, ou a un propriétaire de plus", async () => {
    const faits = await tout();
    for (const genre of ["Caution", "Dossier"]) await annuler(faits[genre]?.id ?? 0);
    const { data: clients } = await agence.admin.get<{ id: number }[]>(`/Client?q=${mot}&sort=id`);
    const { data: biens } = await agence.admin.get<{ id: number }[]>(
      `/Appartement?q=${mot}&sort=id`,
    );
    await agence.admin.put(`/Appartement/${biens[0]?.id}/owner/add/${clients[1]?.id}`);
    expect((await annuler(faits.Appartement?.id ?? 0)).error.message).toMatch(
      /un appartement a servi ou changé depuis : 12 rue/,
    );
    const { data: gens } = await agence.admin.get<{ id: number }[]>(`/Locataire?q=${mot}&sort=id`);
    await agence.admin.put(`/Locataire/${gens[1]?.id}`, { ville: "Pau" });
    expect((await annuler(faits.Locataire?.id ?? 0)).error.message).toMatch(
      /un locataire a servi ou changé depuis : Zoé/,
    );
  });

  test("de dix mille lignes passe entier, puis s’annule", { timeout: 60_000 }, async () => {
    const lignes = Array.from(
      { length: 10_000 },
      (_, n) =>
        `L${mot}-${n};${mot}x${n};Jean;jean${n}.${mot}@exemple.fr;0611223344;${n} rue Haute;33000;Bordeaux`,
    );
    const contenu = `Référence;Nom;Prénom;E-mail;Tel;Adresse;CP;Ville\n${lignes.join("\n")}\n`;
    const { status, data } = await importer({ genre: "Locataire", contenu });
    expect({ status, nombre: data.nombre }).toEqual({ status: 201, nombre: 10_000 });
    expect((await annuler(data.id)).status).toBe(200);
  });
});

const ENTETES =
  "Bien;Adresse;CP;Ville;Étage;Propriétaire;E-mail propriétaire;Tél. propriétaire;Locataire;E-mail locataire;Tél. locataire;Date d’entrée;Loyer HC;Charges;DG";
const LIGNES = [
  "L1;12 rue des Lilas;69003;Lyon;1;Mme ROCHE Anne;anne@roche.example;0612345678;M. VIDAL Paul;paul@vidal.example;0611223344;01/02/2024;700,00;50,00;700,00",
  "L2;12 rue des Lilas;69003;Lyon;2;Mme ROCHE Anne;anne@roche.example;0612345678;M. et Mme BLANC Jean et Marie;blanc@blanc.example;0611223345;15/09/2023;820,00;60,00;820,00",
  "L3;4 place Bellecour;69002;Lyon;;SCI Bellecour;sci@bellecour.example;0472000001;Vacant;;;;650,00;40,00;",
];

const locatif = (lignes: readonly string[], reste: Partial<Demande> = {}): Demande => ({
  genre: "EtatLocatif",
  contenu: [ENTETES, ...lignes].join("\n"),
  ...reste,
});

const nombres = async () => {
  const [row] = await openDb(env).all<Record<string, number>>(
    sql`SELECT (SELECT count(*) FROM "Client") AS clients, (SELECT count(*) FROM "Appartement") AS appartements,
      (SELECT count(*) FROM "Locataire") AS locataires, (SELECT count(*) FROM "Dossier") AS baux`,
  );
  return row;
};

describe("Un état locatif se prend d’un coup", () => {
  test("ses colonnes disent de qui elles parlent", async () => {
    const { data } = await lire(locatif(LIGNES));
    expect(data.colonnes.map(({ champ }) => champ)).toEqual([
      "Appartement.reference",
      "Appartement.adresse",
      "Appartement.codePostal",
      "Appartement.ville",
      "Appartement.etage",
      "Client.nomComplet",
      "Client.mailPerso",
      "Client.telephone",
      "Locataire.nomComplet",
      "Locataire.mail",
      "Locataire.tel",
      "Dossier.dateEntree",
      "Dossier.loyerHC",
      "Dossier.loyerCharge",
      "Dossier.depotGarantie",
    ]);
  });

  test("une ligne fausse ne crée rien, ni propriétaire, ni bien, ni bail ; les justes se prennent sans elle", async () => {
    const avant = await nombres();
    const fausse =
      "L9;9 rue Neuve;69001;Lyon;;M. FAUX Seul;seul@faux.example;0612000000;Mme JUSTE Eve;eve@juste.example;0611000000;31/02/2024;500,00;30,00;500,00";
    const { data } = await essayer(locatif([...LIGNES, fausse]));
    expect(data).toMatchObject({
      lignes: 4,
      fausses: 1,
      parties: [
        { genre: "Client", aCreer: 2 },
        { genre: "Appartement", aCreer: 3 },
        { genre: "Locataire", aCreer: 2 },
        { genre: "Dossier", aCreer: 2 },
      ],
      erreurs: { premiers: [{ ligne: 5, colonne: "Date d’entrée", texte: "31/02/2024" }] },
    });
    const refus = await importer(locatif([...LIGNES, fausse]));
    expect([refus.status, refus.error.message]).toEqual([
      422,
      "Rien n’a été importé : une erreur est à corriger.",
    ]);
    expect(await nombres()).toEqual(avant);
    expect((await importer(locatif([fausse], { bonnesLignes: true }))).status).toBe(422);
    expect(await nombres()).toEqual(avant);
  });

  test("chacun est lié : à qui est le bien, qui y habite, à quel loyer ; un bien vacant n’a pas de bail", async () => {
    const avant = await nombres();
    expect((await importer(locatif(LIGNES))).status).toBe(201);
    const apres = await nombres();
    expect(
      Object.entries(apres ?? {}).map(([genre, nombre]) => nombre - (avant?.[genre] ?? 0)),
    ).toEqual([2, 3, 2, 2]);
    const faits = await openDb(env).all(sql`
      SELECT a.adresse, a.etage, a."loyerHC" / 100 AS loyer, c.nom AS proprietaire, l.nom AS locataire, l."autrePrenom" AS avec,
        l.adresse = a.adresse AS surPlace, d."loyerHC" / 100 AS bail, d."dateDebutBail" AS depuis
      FROM "Appartement" a JOIN "Propriete" ac ON ac."AppartementId" = a.id JOIN "Client" c ON c.id = ac."ClientId"
      LEFT JOIN "Dossier" d ON d."AppartementId" = a.id LEFT JOIN "Locataire" l ON l.id = d."LocataireId"
      WHERE c.nom IN ('ROCHE', 'SCI Bellecour') ORDER BY a.id`);
    expect(faits).toEqual([
      {
        adresse: "12 rue des Lilas",
        etage: "1",
        loyer: 700,
        proprietaire: "ROCHE",
        locataire: "VIDAL",
        avec: null,
        surPlace: 1,
        bail: 700,
        depuis: "2024-02-01",
      },
      {
        adresse: "12 rue des Lilas",
        etage: "2",
        loyer: 820,
        proprietaire: "ROCHE",
        locataire: "BLANC",
        avec: "Marie",
        surPlace: 1,
        bail: 820,
        depuis: "2023-09-15",
      },
      {
        adresse: "4 place Bellecour",
        etage: null,
        loyer: 650,
        proprietaire: "SCI Bellecour",
        locataire: null,
        avec: null,
        surPlace: null,
        bail: null,
        depuis: null,
      },
    ]);

    const encore = await importer(locatif(LIGNES));
    expect([encore.status, encore.error.message]).toEqual([
      422,
      "Rien à importer : tout ce que dit ce fichier est déjà là.",
    ]);
    const deplus = "L4;4 place Bellecour;69002;Lyon;5;SCI Bellecour;;;;;;;600,00;40,00;";
    const ajout = (await essayer(locatif([...LIGNES, deplus]))).data;
    expect(ajout.parties.map(({ aCreer }) => aCreer)).toEqual([0, 1, 0, 0]);
  });

  test("s’annule genre après genre, le dernier d’abord, et ne laisse rien", async () => {
    const data = (await agence.admin.get<ImportRow[]>("/Import")).data.slice(0, 4);
    expect(data.map(({ genre, nombre }) => [genre, nombre])).toEqual([
      ["Dossier", 2],
      ["Locataire", 2],
      ["Appartement", 3],
      ["Client", 2],
    ]);
    expect((await agence.admin.post(`/Import/${data[3]?.id}/annuler`)).status).toBe(409);
    for (const { id } of data) {
      expect((await agence.admin.post(`/Import/${id}/annuler`)).status).toBe(200);
    }
    const [reste] = await openDb(env).all(
      sql`SELECT count(*) AS n FROM "Client" WHERE nom IN ('ROCHE', 'SCI Bellecour')`,
    );
    expect(reste).toEqual({ n: 0 });
  });

  test("un locataire dont le nom commence comme celui d’une société en est une : sans prénom ni résidence principale", async () => {
    const societe =
      "L8;8 rue Sala;69002;Lyon;;SCI Sala;sci@sala.example;0472000009;SAS Beaumont;sas@beaumont.example;0611229998;01/03/2025;500,00;40,00;500,00";
    expect((await importer(locatif([societe]))).status).toBe(201);
    const { status } = await importer({
      genre: "Locataire",
      contenu: `Nom;Prénom;Adresse;CP;Ville;E-mail;Téléphone\nSARL ${mot};;1 rue Sala;69002;Lyon;sarl.${mot}@exemple.fr;0611229997`,
    });
    expect(status).toBe(201);
    for (const nom of ["SAS Beaumont", `SARL ${mot}`]) {
      const { data } = await agence.admin.get<LocataireDetail[]>(`/Locataire?q=${nom}`);
      const lu = await agence.admin.get<LocataireDetail>(`/Locataire/${data[0]?.id}`);
      expect(lu.data).toMatchObject({ nom, prenom: "", qualite: "personne_morale", rp: false });
    }
  });

  test("un locataire sans e-mail est pris, et dit ; sa fiche se modifie, et n’en accepte pas un vide", async () => {
    const sans =
      "L7;7 rue Sala;69002;Lyon;;SCI Sala;sci@sala.example;0472000009;M. et Mme SALA Luc et Ana;;0611229999;01/03/2025;500,00;40,00;500,00";
    const { data } = await essayer(locatif([sans]));
    expect(lesDits(data)).toEqual([]);
    expect(data.avertissements.premiers).toContain(
      "Un locataire n’a pas d’e-mail : rien ne lui partira par courriel avant que sa fiche en ait un.",
    );
    expect((await importer(locatif([sans]))).status).toBe(201);
    const { data: trouves } = await agence.admin.get<LocataireDetail[]>("/Locataire?q=SALA");
    const { id = 0 } = trouves[0] ?? {};
    const change = await agence.admin.put<LocataireDetail>(`/Locataire/${id}`, {
      tel: "0600000001",
    });
    expect(change.error).toBeUndefined();
    expect(change.data).toMatchObject({ mail: "", autrePrenom: "Ana", tel: "0600000001" });
    const vide = await agence.admin.put(`/Locataire/${id}`, { mail: "" });
    expect([vide.status, vide.error.fields]).toEqual([422, { mail: "Ce champ est requis." }]);
    const avec = await agence.admin.put<LocataireDetail>(`/Locataire/${id}`, {
      mail: "sala@sala.example",
      autreMail: "ana@sala.example",
    });
    expect(avec.data.mail).toBe("sala@sala.example");
  });
});
