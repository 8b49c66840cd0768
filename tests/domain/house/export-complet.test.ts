import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it, test } from "vitest";
import {
  COLONNES_TUES,
  EN_CENTIEMES,
  estTue,
  intituleDeColonne,
  jourDeSuppression,
  lisezMoi,
  TABLES_BORNEES,
  TABLES_TUES,
} from "#domain/agence/export-complet.ts";
import * as gerance from "../../../worker/db/schema/gerance.ts";
import * as mandants from "../../../worker/db/schema/mandants.ts";
import { tables } from "../../../worker/db/tables.ts";

const desTables = (module: object) =>
  new Map(
    Object.values(module)
      .filter((value) => is(value, SQLiteTable))
      .map((table) => [getTableName(table), getTableColumns(table)] as const),
  );
const TOUTES = desTables(tables);

describe("Ce qui ne s’emporte pas", () => {
  it("nomme des tables et des colonnes qui existent", () => {
    for (const nom of [...Object.keys(TABLES_TUES), ...TABLES_BORNEES]) {
      expect([...TOUTES.keys()]).toContain(nom);
    }
    for (const dites of [COLONNES_TUES, EN_CENTIEMES]) {
      for (const [nom, colonnes] of Object.entries(dites)) {
        expect(Object.keys(TOUTES.get(nom) ?? {})).toEqual(expect.arrayContaining([...colonnes]));
      }
    }
  });

  it("comprend toute colonne qui a l’air d’un secret, sauf ce qui n’en est pas un", () => {
    const douteuses = [...TOUTES]
      .filter(([nom]) => !(nom in TABLES_TUES))
      .flatMap(([nom, colonnes]) =>
        Object.keys(colonnes)
          .filter((colonne) =>
            /secret|pass|empreinte|totp|hash|uuid|^cle$|key|token|jeton/i.test(colonne),
          )
          .filter((colonne) => !estTue(nom, colonne))
          .map((colonne) => `${nom}.${colonne}`),
      );
    expect(douteuses.toSorted()).toEqual([
      // Columns that look secret but are not, and so stay in the export.
      "DemandeSignature.annexeEmpreinte",
      "DemandeSignature.cle",
      "DemandeSignature.empreinte",
      "DocumentScelle.empreinte",
      "DocumentScelle.empreinteLue",
      "Ecriture.cle",
      "EtatLieux.cle",
      "History.empreinte",
      "LigneReleve.cle",
      "PhotoConstat.cle",
      "PhotoConstat.empreinte",
      "PhotoConstat.empreinteOriginale",
      "PhotoConstat.empreinteVignette",
      "RegistreMandat.empreinte",
      "Reglement.cle",
      "Releve.empreinte",
      "Sceau.empreinte",
      "Sceau.empreinteCle",
      "Signataire.identiteEmpreinte",
      "SuiviGeste.cle",
      "User.mustSetPassword",
      "User.passwordChangedAt",
    ]);
  });
});

test("Toute somme des comptes s’emporte en euros : chaque nombre y est dit en centièmes, ou n’est pas de l’argent", () => {
  const NOMBRES =
    /^(id|de|mandat|numero|rang|num|den|connues|confirmations|jourReversement|essais|codes|manques|version)$|Id$/;
  const indecis = [...desTables(gerance), ...desTables(mandants)].flatMap(([nom, colonnes]) =>
    Object.entries(colonnes)
      .filter(([cle, { columnType }]) => columnType === "SQLiteInteger" && !NOMBRES.test(cle))
      .filter(([cle]) => !EN_CENTIEMES[nom]?.includes(cle))
      .map(([cle]) => `${nom}.${cle}`),
  );
  expect(indecis).toEqual([]);
});

test("Une colonne a un titre en français", () => {
  const titres = [
    "id",
    "dateDebutBail",
    "loyerHC",
    "LocataireId",
    "etatInId",
    "montantPaye",
    "createdAt",
    "fraisDossierTauxTVA",
    "mail2",
    "libereeLe",
    "ReglementId",
  ].map(intituleDeColonne);
  expect(titres).toEqual([
    "Numéro",
    "Date début bail",
    "Loyer HC",
    "Nº locataire",
    "Nº état in",
    "Montant payé",
    "Créé le",
    "Frais dossier taux TVA",
    "E-mail 2",
    "Libérée le",
    "Nº règlement",
  ]);
});

test("L’archive est gardée sept jours, et dit d’elle-même ce qui lui manque", () => {
  expect(jourDeSuppression("2026-11-23T23:30:00.000Z")).toBe("2026-12-01");
  const dire = (manquants: number) =>
    lisezMoi({ agence: null, debut: "23/11/2026 17:00", fin: "23/11/2026 17:05", manquants });
  expect(dire(0)).toContain("Toutes les données : l’agence\nExport commencé le 23/11/2026 17:00");
  expect(dire(0)).not.toContain("manquants");
  expect(dire(1)).toContain("Un fichier que l’export n’a pas trouvé.");
  expect(dire(12)).toContain("Les 12 fichiers que l’export n’a pas trouvés.");
});
