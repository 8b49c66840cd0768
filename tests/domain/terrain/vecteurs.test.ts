import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { avecEtat } from "#domain/biens/etat-en-tete.ts";
import { ajouterJours } from "#domain/dates.ts";
import { verdict } from "#domain/gerance/departs/differences.ts";
import { jourOuvrable } from "#domain/jours-feries.ts";
import {
  dernierJourPourCompleter,
  dernierJourPourLeChauffage,
} from "#domain/terrain/complement.ts";
import { ecartDHorloge, sautDHorloge } from "#domain/terrain/horloge.ts";
import { instantCorrige } from "#domain/terrain/photo.ts";
import { JOURS_SANS_CONTACT, sansContact } from "#domain/terrain/visite.ts";

describe("Un élément entre l’entrée et la sortie", () => {
  test.each([
    ["Bon état, rayures", "Mauvais état", "degrade", "a_decider"],
    ["Neuf", "État d'usage", "usure", "bailleur"],
    ["Bon état, rayures", "Bon état, tache", "a_preciser", "a_decider"],
    ["Mauvais état", "Mauvais état", "identique", null],
  ])("de « %s » à « %s » est « %s »", (avant, apres, ecart, proposition) => {
    expect(verdict({ avant, apres })).toMatchObject({ ecart, proposition });
  });

  test("change d’état sans perdre le reste de son texte", () => {
    expect(avecEtat("Bon état, trace", "Mauvais état")).toBe("Mauvais état, trace");
  });
});

describe("Le locataire fait compléter son entrée", () => {
  test.each([
    // 5 December 2026 and 20 June 2026 are Saturdays.
    ["2026-11-25", "2026-12-05", "2026-12-07"],
    ["2026-06-10", "2026-06-20", "2026-06-22"],
    // 8 May 2026 is a holiday, 9 May a Saturday; 25 May is Whit Monday.
    ["2026-04-28", "2026-05-08", "2026-05-11"],
    ["2026-05-15", "2026-05-25", "2026-05-26"],
    ["2026-11-02", "2026-11-12", "2026-11-12"],
  ])("du %s : jusqu’au %s, accepté jusqu’au %s", (etabliLe, dernierJour, accepteJusquau) => {
    expect(dernierJourPourCompleter(etabliLe)).toEqual({ dernierJour, accepteJusquau });
  });

  test.each([
    // 25 December 2026 is a holiday, and a Friday; 15 November 2026 is a Sunday.
    ["2026-11-25", "2026-12-25", "2026-12-28"],
    ["2026-06-10", "2026-11-15", "2026-11-16"],
    ["2026-02-28", "2026-03-28", "2026-03-30"],
    ["2026-04-16", "2026-11-15", "2026-11-16"],
  ])(
    "du %s, pour le chauffage : jusqu’au %s, accepté jusqu’au %s",
    (etabliLe, dernierJour, accepteJusquau) => {
      expect(dernierJourPourLeChauffage(etabliLe)).toEqual({ dernierJour, accepteJusquau });
    },
  );

  test("a un mois entier de chauffe, et ne perd jamais un jour au calendrier des fêtes", () => {
    const jours = fc.integer({ min: 0, max: 4000 }).map((rang) => ajouterJours("2026-01-01", rang));
    fc.assert(
      fc.property(jours, (jour) => {
        for (const delai of [dernierJourPourCompleter(jour), dernierJourPourLeChauffage(jour)]) {
          expect(delai.accepteJusquau >= delai.dernierJour).toBe(true);
          expect(delai.accepteJusquau <= ajouterJours(delai.dernierJour, 4)).toBe(true);
          expect(jourOuvrable(delai.accepteJusquau)).toBe(delai.accepteJusquau);
        }
        expect(dernierJourPourLeChauffage(jour).dernierJour >= ajouterJours(jour, 28)).toBe(true);
      }),
    );
  });
});

describe("L’horloge d’un appareil", () => {
  const HEURE = 3_600_000;
  const avance = 2 * HEURE + 13 * 60_000;

  test("en avance de 2 h 13 est dite fausse ; une photo de 14:32 l’a été à 12:19", () => {
    expect(ecartDHorloge(avance)).toBe("2 h 13");
    expect(ecartDHorloge(-7 * 60_000)).toBe("7 min");
    expect(ecartDHorloge(5 * 60_000)).toBeNull();
    expect(instantCorrige("2026-11-25T14:32:00.000Z", avance)).toBe("2026-11-25T12:19:00.000Z");
  });

  test("reculée se voit toujours ; avancée, seulement si l’appareil n’a pas dormi", () => {
    const avant = { heure: 10 * HEURE, ecoule: 0 };
    const lu = (heure: number) => ({ heure, ecoule: HEURE });
    expect(sautDHorloge(avant, lu(11 * HEURE), true)).toBe(0);
    expect(sautDHorloge(avant, lu(9 * HEURE), false)).toBe(-2 * HEURE);
    expect(sautDHorloge(avant, lu(13 * HEURE), true)).toBe(2 * HEURE);
    expect(sautDHorloge(avant, lu(13 * HEURE), false)).toBe(0);
  });

  test(`sans nouvelle du serveur pendant ${JOURS_SANS_CONTACT} jours est dite`, () => {
    const contact = "2026-11-01T10:00:00.000Z";
    expect(sansContact(contact, Date.parse("2026-12-01T10:00:00.000Z"))).toBe(false);
    expect(sansContact(contact, Date.parse("2026-12-01T10:00:01.000Z"))).toBe(true);
  });
});
