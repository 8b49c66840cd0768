import { expect, it } from "vitest";
import {
  ANOMALIES,
  anomaliesReunies,
  aValider,
  etatDeCloture,
  questionDeCloture,
  totauxDeCloture,
} from "#domain/gerance/cloture/cloture.ts";
import type { Anomalie, CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";

const anomalie = (genre: Anomalie["genre"], bloque: Anomalie["bloque"] = null): Anomalie => ({
  genre,
  bloque,
  detail: genre,
});

const rendu = (mandat: string, anomalies: Anomalie[] = [], reste = {}) =>
  ({
    id: mandat.length,
    mandat,
    mois: "2026-10",
    etat: "brouillon",
    encaissements: 1450,
    depenses: 132.1,
    honorairesTTC: 121.8,
    reversement: 862.45,
    anomalies,
    ...reste,
  }) as CompteRenduRow;

it("Les anomalies se disent en deux mots, comptées quand leur nombre compte", () => {
  const mots = (...genres: Anomalie["genre"][]) =>
    anomaliesReunies(genres.map((genre) => anomalie(genre))).map((anomalie) => anomalie.mots);
  expect(mots("impaye")).toEqual(["1\u00A0impayé"]);
  expect(mots("impaye", "sans_iban", "impaye")).toEqual(["2\u00A0impayés", "sans IBAN"]);
  expect(mots("depense_sans_facture", "negatif")).toEqual([
    "1\u00A0facture manquante",
    "compte négatif",
  ]);
  expect(mots("sans_iban", "sans_iban", "sans_mail", "sans_mail")).toEqual([
    "2\u00A0IBAN manquants",
    "sans e-mail",
  ]);
});

it("Un compte est bloqué, à vérifier, prêt ou validé ; ce qui informe seulement ne retient personne", () => {
  expect(etatDeCloture(rendu("A"))).toBe("pret");
  expect(etatDeCloture(rendu("A", [anomalie("sans_mail"), anomalie("sans_mouvement")]))).toBe(
    "pret",
  );
  expect(etatDeCloture(rendu("A", [anomalie("sans_iban", "reversement")]))).toBe("a_verifier");
  expect(etatDeCloture(rendu("A", [anomalie("sans_part", "cloture")]))).toBe("bloque");
  expect(etatDeCloture(rendu("A", [anomalie("impaye")], { etat: "valide" }))).toBe("valide");
  expect(Object.values(ANOMALIES).filter(({ aVerifier }) => !aVerifier)).toHaveLength(3);
});

it("Ce qui est bloqué ou déjà validé n’est pas validé, et la question le dit", () => {
  const comptes = [
    rendu("DURAND"),
    rendu("MARTIN", [anomalie("impaye")]),
    rendu("PETIT", [anomalie("sans_part", "cloture")]),
    rendu("ROY", [anomalie("sans_iban", "reversement")]),
    rendu("VALLÉE", [], { etat: "valide" }),
  ];
  const partage = aValider(comptes);
  expect(partage.retenus.map(({ mandat }) => mandat)).toEqual(["DURAND", "MARTIN", "ROY"]);
  expect(partage.laisses.map(({ rendu, motif }) => [rendu.mandat, motif])).toEqual([
    ["PETIT", "parts à dire"],
  ]);
  const { title, text, warnings } = questionDeCloture(partage);
  expect(title).toBe("Valider 3 comptes rendus (octobre 2026)\u00A0?");
  expect(text).toContain("Encaissements 4\u00A0350,00\u00A0€, honoraires 365,40\u00A0€");
  expect(text).toContain("à reverser 2\u00A0587,35\u00A0€");
  expect(text).toContain("Rien ne défait une validation");
  expect(warnings).toEqual([
    "Un compte reste à compléter\u00A0: PETIT (parts à dire).",
    "Un ne pourra pas être reversé pour l’instant\u00A0: ROY.",
    "2 ont une anomalie que vous acceptez\u00A0: MARTIN (1\u00A0impayé), ROY (sans IBAN).",
  ]);
  expect(questionDeCloture(aValider([rendu("DURAND")])).title).toBe(
    "Valider le compte rendu de DURAND (octobre 2026)\u00A0?",
  );
});

it("Les totaux sont au centime", () => {
  expect(totauxDeCloture([rendu("A"), rendu("B"), rendu("C")])).toEqual({
    nombre: 3,
    encaissements: 4350,
    depenses: 396.3,
    honorairesTTC: 365.4,
    reversement: 2587.35,
  });
});
