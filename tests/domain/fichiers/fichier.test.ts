import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import {
  creation,
  DOCUMENTS_SIGNES,
  IMAGES_PAR_TELEVERSEMENT,
  LARGEURS_VIGNETTE,
  OCTETS_PAR_FICHIER,
  OCTETS_PAR_FORMULAIRE,
  OCTETS_PAR_TRANCHE,
  record,
  sembleSensible,
  televersement,
  tropLourd,
} from "#domain/fichiers/fichier.ts";
import {
  COTE_DU_VISUEL,
  estVisuel,
  OCTETS_DE_LA_NOTICE,
  OCTETS_PAR_VISUEL,
} from "#domain/fichiers/visuel.ts";
import { accepte } from "../../support/fiches/schemas.ts";

const UN_TELEVERSEMENT = { usage: "fichier", nom: "bail.pdf", taille: 1 };

describe("un fichier", () => {
  it("pèse 100 Mo au plus, 95 Mo d'un seul tenant, par tranches de 8 Mo, et vingt images à la fois", () => {
    const mo = (octets: number) => octets / 2 ** 20;
    expect([OCTETS_PAR_FICHIER, OCTETS_PAR_FORMULAIRE, OCTETS_PAR_TRANCHE].map(mo)).toEqual([
      100, 95, 8,
    ]);
    expect(IMAGES_PAR_TELEVERSEMENT).toBe(20);
    expect(LARGEURS_VIGNETTE).toEqual([320, 1280]);
    expect(tropLourd(OCTETS_PAR_FICHIER)).toBe("Un fichier ne peut pas dépasser 100 Mo.");
  });

  it("que tout document porte pèse 1 Mo et tient en mille pixels, la notice du bail 3 Mo", () => {
    expect([OCTETS_PAR_VISUEL, OCTETS_DE_LA_NOTICE]).toEqual([2 ** 20, 3 * 2 ** 20]);
    expect(COTE_DU_VISUEL).toBe(1000);
    expect(["logo", "cachet", "photo"].map(estVisuel)).toEqual([true, true, false]);
  });

  it("annonce un nom, une taille d'un octet au moins, et ce qu'il devient", () => {
    expect(accepte(televersement, UN_TELEVERSEMENT)).toBe(true);
    expect(accepte(televersement, { ...UN_TELEVERSEMENT, taille: 0 })).toBe(false);
    expect(accepte(televersement, { ...UN_TELEVERSEMENT, taille: Number.MAX_SAFE_INTEGER })).toBe(
      true,
    );
    expect(accepte(televersement, { ...UN_TELEVERSEMENT, usage: "autre" })).toBe(false);
    for (const champ of ["nom", "fichier", "type"]) {
      expect(accepte(televersement, { ...UN_TELEVERSEMENT, [champ]: "a".repeat(255) })).toBe(true);
      expect(accepte(televersement, { ...UN_TELEVERSEMENT, [champ]: "a".repeat(256) })).toBe(false);
    }
  });

  it("signé va sur une fiche qui en porte", () => {
    const signe = { ...UN_TELEVERSEMENT, usage: "document", entiteId: 1, champ: "signed" };
    for (const entite of Object.keys(DOCUMENTS_SIGNES))
      expect(accepte(televersement, { ...signe, entite })).toBe(true);
    expect(accepte(televersement, { ...signe, entite: "Client" })).toBe(false);
    expect(accepte(televersement, { ...signe, entite: "EtatLieux", champ: "a".repeat(51) })).toBe(
      false,
    );
    expect(accepte(televersement, { ...signe, entite: "EtatLieux", champ: "a".repeat(50) })).toBe(
      true,
    );
  });
});

test("une pièce d’identité, de revenus ou de banque se reconnaît à son nom ; nul fichier n’est sensible sans qu’on le dise", () => {
  for (const nom of [
    "CNI recto",
    "RIB.pdf",
    "fiche-de-paie_mars",
    "Avis d’impôts 2025",
    "passeports",
  ])
    expect([nom, sembleSensible(nom)]).toEqual([nom, true]);
  for (const nom of ["bail.pdf", "carib", "ribambelle", "devis"])
    expect([nom, sembleSensible(nom)]).toEqual([nom, false]);
  expect(z.parse(record, { nom: "bail", sensible: null }).sensible).toBe(false);
  expect(accepte(creation, { nom: null })).toBe(true);
});
