import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import {
  avertirDesDocuments,
  avertirDesLoyers,
  avertirDuBail,
  listeEffacements,
  SORT_DES_TEXTES,
  sansCesNoms,
} from "#domain/personnes/effacement.ts";
import { tables } from "../../../worker/db/tables.ts";
import { accepte } from "../../support/fiches/schemas.ts";

const TABLES = Object.values(tables).filter((value) => is(value, SQLiteTable));

describe("Ce que devient chaque texte de la base quand une personne est effacée", () => {
  it("est décidé pour toutes les tables, et pour aucune autre", () => {
    expect(Object.keys(SORT_DES_TEXTES).toSorted()).toEqual(TABLES.map(getTableName).toSorted());
  });

  it.each(TABLES.map((table) => [getTableName(table), table] as const))(
    "est décidé pour toutes les colonnes de %s",
    (nom, table) => {
      const sort = SORT_DES_TEXTES[nom] ?? {};
      if ("hors" in sort || "supprime" in sort) return;
      const decides = Object.keys(sort);
      const colonnes = Object.values(getTableColumns(table));
      const textes = colonnes.filter((colonne) => colonne.getSQLType() === "text");
      expect(textes.map(({ name }) => name).filter((name) => !decides.includes(name))).toEqual([]);
      const noms = colonnes.map(({ name }) => name);
      expect(decides.filter((decide) => !noms.includes(decide))).toEqual([]);
    },
  );
});

describe("Avant d’effacer une personne, on dit", () => {
  it("les loyers dont on ne sait pas qu’ils sont payés, ce qui en est venu déduit", () => {
    const loyer = (mois: string, regle: boolean, montantPaye: number | null = null) => ({
      mois,
      loyerHC: 850,
      charge: 100,
      assurance: 0,
      regle,
      montantPaye,
    });
    const dits = avertirDesLoyers([
      loyer("2026-09", false, 300.5),
      loyer("2026-10", false),
      loyer("2026-10", false),
      loyer("2026-11", true, 950),
    ]);
    expect(dits.map((un) => un.replaceAll("\u00A0", " "))).toEqual([
      "Loyers impayés : 2 549,50 € (septembre 2026, octobre 2026).",
      "Loyers déclarés payés, à confirmer : 950,00 € (novembre 2026).",
    ]);
    expect(avertirDesLoyers([])).toEqual([]);
    expect(avertirDesLoyers([loyer("2026-10", false)])).toHaveLength(1);
  });

  it("que les papiers du bail partent avant le temps où ils servent de preuve", () => {
    const dit = (fin: string | null) => avertirDuBail(fin, 3, "2026-11-22").length;
    expect([dit(null), dit("2026-11-22"), dit("2026-11-21")]).toEqual([0, 0, 1]);
    expect([dit("2023-11-22"), dit("2023-11-21")]).toEqual([1, 0]);
    expect(avertirDuBail("2025-01-31", 3, "2026-11-22")[0]).toMatch(
      /a pris fin le 31\/01\/2025.*avant les 3 ans/,
    );
  });

  it("les documents qui restent aux autres", () => {
    expect(avertirDesDocuments([])).toEqual([]);
    expect(avertirDesDocuments(["Bail signé"])).toEqual([
      "Un document reste, seule preuve des autres parties, jusqu’à leur propre effacement\u00A0: bail signé.",
    ]);
    expect(avertirDesDocuments(["Bail signé", "État des lieux"])[0]).toMatch(/^Des documents/);
  });

  it("une liste d’effacements n’a que des identifiants", () => {
    const un = { personne: "Client", personneId: 3, createdAt: "2026-11-22T10:00:00.000Z" };
    expect(accepte(listeEffacements, [un])).toBe(true);
    expect(accepte(listeEffacements, [{ ...un, createdAt: "x".repeat(30) }])).toBe(true);
    expect(accepte(listeEffacements, [{ ...un, createdAt: "x".repeat(31) }])).toBe(false);
    expect(accepte(listeEffacements, [{ ...un, nom: "Roy" }])).toBe(false);
  });
});

describe("Un texte sans le nom d’une personne", () => {
  const sans = (texte: string, nom: string, prenom: string) =>
    sansCesNoms([texte], [{ nom, prenom }])?.[0] ?? null;
  it.each([
    ["VIR M ZOE LEFEVRE LOYER", "Lefèvre", "Zoé", "VIR M personne effacée LOYER"],
    ["de Lefe\u0300vre, Zoé : mars", "LEFÈVRE", "zoe", "de personne effacée : mars"],
    [
      "VIR DE LA TOUR D AUVERGNE-JEAN PAUL",
      "de la Tour d’Auvergne",
      "Jean-Paul",
      "VIR personne effacée-personne effacée",
    ],
    ["VIR (x+ z) ABEL", "(x+", "Abel", null],
    ["VIR ZOELEFEVRE", "Lefèvre", "Zoé", null],
    ["VIR ZOE", "Lefèvre", "Zoé", null],
    ["VIR A B", "A", "B", null],
  ])("« %s », de %s %s", (texte, nom, prenom, attendu) => {
    expect(sans(texte, nom, prenom)).toBe(attendu);
  });

  it.each([
    ["virement DUPONT.csv", "Dupont", "virement personne effacée.csv"],
    ["Lefe\u0300vre_mars.csv", "LEFÈVRE", "personne effacée_mars.csv"],
    ["LEFEVRE-mars.csv", "Lefèvre", "personne effacée-mars.csv"],
    ["virement DUPONTEL.csv", "Dupont", null],
    ["virement LI.csv", "Li", null],
    ["releve mars.csv", "Mars", null],
    ["loyer zoe.csv", "Dupont", null],
  ])("le fichier « %s », de %s, que personne d’autre ne porte", (texte, nom, attendu) => {
    expect(sansCesNoms([texte], [{ nom, prenom: "Zoé", seul: true }])?.[0] ?? null).toBe(attendu);
    if (attendu !== null) expect(sansCesNoms([texte], [{ nom, prenom: "Zoé" }])).toBeNull();
  });
});
