import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EssaiImport } from "#domain/import/fiche.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import {
  agence,
  champsDe,
  comptees,
  type Demande,
  envoi,
  essayer,
  importer,
  lesDits,
  mot,
  nouveauMot,
  ouvrirLesImports,
  poster,
} from "../../support/fichiers/imports.ts";

beforeAll(ouvrirLesImports);
beforeEach(nouveauMot);

describe("Les fichiers d’un autre logiciel", () => {
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
});
