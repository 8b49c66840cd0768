import { strToU8, zipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { classeur } from "../../support/fichiers/classeur.ts";
import {
  agence,
  type Contenu,
  essayer,
  importer,
  lesDits,
  lire,
  mot,
  nouveauMot,
  ouvrirLesImports,
} from "../../support/fichiers/imports.ts";

beforeAll(ouvrirLesImports);
beforeEach(nouveauMot);

describe("Les fichiers d’un autre logiciel", () => {
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
});
