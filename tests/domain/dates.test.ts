import fc from "fast-check";
import { describe, expect, it, test, vi } from "vitest";
import {
  ajouterAnnees,
  ajouterJours,
  ajouterMois,
  aujourdhui,
  deMois,
  dernierJour,
  duPeriodeEnLettres,
  formatInstant,
  formatJour,
  formatPeriode,
  jourDuMois,
  jourEnLettres,
  joursDuMois,
  laPeriodeEnLettres,
  lireJour,
  moisDe,
  moisEnLettres,
  nombreDeJours,
  periodeEnLettres,
  premierJour,
  terme,
} from "#domain/dates.ts";

const JOUR_EN_MILLISECONDES = 86_400_000;
const unJour = fc
  .integer({
    min: Date.UTC(1950, 0, 1) / JOUR_EN_MILLISECONDES,
    max: Date.UTC(2149, 11, 31) / JOUR_EN_MILLISECONDES,
  })
  .map((rang) => new Date(rang * JOUR_EN_MILLISECONDES).toISOString().slice(0, 10));
const unDecalage = fc.integer({ min: -15_000, max: 15_000 });
const utc = (jour: string) =>
  Date.UTC(Number(jour.slice(0, 4)), Number(jour.slice(5, 7)) - 1, Number(jour.slice(8)));

describe("aujourd'hui est le jour de Paris", () => {
  test.each([
    ["en hiver, une minute avant minuit", "2026-01-15T22:59:59Z", "2026-01-15"],
    ["en hiver, à minuit", "2026-01-15T23:00:00Z", "2026-01-16"],
    ["à minuit la nuit du passage à l'heure d'été", "2026-03-28T23:00:00Z", "2026-03-29"],
    ["une minute avant cette nuit-là", "2026-03-28T22:59:59Z", "2026-03-28"],
    ["au saut de 2 h à 3 h", "2026-03-29T01:00:00Z", "2026-03-29"],
    ["le soir du passage à l'heure d'été", "2026-03-29T21:59:59Z", "2026-03-29"],
    ["à minuit, déjà à l'heure d'été", "2026-03-29T22:00:00Z", "2026-03-30"],
    ["à minuit la nuit du passage à l'heure d'hiver", "2026-10-24T22:00:00Z", "2026-10-25"],
    ["une minute avant cette nuit-là", "2026-10-24T21:59:59Z", "2026-10-24"],
    ["le soir du passage à l'heure d'hiver", "2026-10-25T22:59:59Z", "2026-10-25"],
    ["à minuit, déjà à l'heure d'hiver", "2026-10-25T23:00:00Z", "2026-10-26"],
    ["à minuit au nouvel an", "2025-12-31T23:00:00Z", "2026-01-01"],
  ])("%s (%s)", (_moment, instant, jour) => {
    expect(aujourdhui(new Date(instant))).toBe(jour);
  });

  it("et l'heure aussi, que le navigateur connaisse Temporal ou non", () => {
    const instants = fc.date({
      min: new Date("1976-03-28T01:00:00Z"),
      max: new Date("2149-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    expect(typeof Temporal).toBe("object");
    fc.assert(
      fc.property(instants, (instant) => {
        const avec = formatInstant(instant);
        vi.stubGlobal("Temporal", undefined);
        expect(formatInstant(instant)).toBe(avec);
        vi.unstubAllGlobals();
      }),
    );
  });
});

describe("le calendrier", () => {
  it("ajoute puis retire le même nombre de jours", () => {
    fc.assert(
      fc.property(unJour, unDecalage, (jour, nombre) => {
        expect(ajouterJours(ajouterJours(jour, nombre), -nombre)).toBe(jour);
      }),
    );
  });

  it("compte les jours, les deux compris, comme Date.UTC", () => {
    fc.assert(
      fc.property(unJour, unJour, (debut, fin) => {
        const ecart = (utc(fin) - utc(debut)) / JOUR_EN_MILLISECONDES + 1;
        expect(nombreDeJours(debut, fin)).toBe(Math.max(0, ecart));
      }),
    );
    expect(nombreDeJours("2026-03-01", "2026-03-31")).toBe(31);
    expect(nombreDeJours("2026-03-05", "2026-03-05")).toBe(1);
    expect(nombreDeJours("2026-03-05", "2026-03-04")).toBe(0);
  });

  it("ajoute puis retire le même nombre de mois", () => {
    fc.assert(
      fc.property(unJour, fc.integer({ min: -600, max: 600 }), (jour, nombre) => {
        const mois = moisDe(jour);
        expect(ajouterMois(ajouterMois(mois, nombre), -nombre)).toBe(mois);
      }),
    );
    expect(ajouterMois("2026-11", 2)).toBe("2027-01");
    expect(ajouterMois("2026-01", -1)).toBe("2025-12");
  });

  it("va du premier au dernier jour du mois sans trou", () => {
    fc.assert(
      fc.property(unJour, (jour) => {
        const mois = moisDe(jour);
        expect(nombreDeJours(premierJour(mois), dernierJour(mois))).toBe(joursDuMois(mois));
        expect(ajouterJours(dernierJour(mois), 1)).toBe(premierJour(ajouterMois(mois, 1)));
      }),
    );
  });

  test.each([
    ["2026-02", 28],
    ["2028-02", 29],
    ["2000-02", 29],
    ["2100-02", 28],
    ["2026-04", 30],
    ["2026-12", 31],
  ])("%s compte %i jours", (mois, jours) => expect(joursDuMois(mois)).toBe(jours));

  it("ramène le 29, le 30 et le 31 au dernier jour des mois courts", () => {
    expect([29, 30, 31].map((numero) => jourDuMois("2026-02", numero))).toEqual([
      "2026-02-28",
      "2026-02-28",
      "2026-02-28",
    ]);
    expect(jourDuMois("2028-02", 30)).toBe("2028-02-29");
    expect(jourDuMois("2026-04", 31)).toBe("2026-04-30");
    expect(jourDuMois("2026-05", 31)).toBe("2026-05-31");
    expect(jourDuMois("2026-05", 5)).toBe("2026-05-05");
  });

  it("garde le jour d'une année à l'autre, sauf le 29 février", () => {
    expect(ajouterAnnees("2026-11-30", 1)).toBe("2027-11-30");
    expect(ajouterAnnees("2028-02-29", 1)).toBe("2029-02-28");
    expect(ajouterAnnees("2028-02-29", 4)).toBe("2032-02-29");
    expect(ajouterAnnees("2028-02-28", -1)).toBe("2027-02-28");
  });

  it("compte les mois de quantième à quantième, sans perdre un jour à la fin d'un mois plus court", () => {
    expect(terme("2026-03-15", 36)).toBe("2029-03-14");
    expect(terme("2026-03-01", 9)).toBe("2026-11-30");
    expect(terme("2028-02-29", 36)).toBe("2031-02-28");
    expect(terme("2028-02-29", 48)).toBe("2032-02-28");
    expect(terme("2026-05-31", 9)).toBe("2027-02-28");
    expect(terme("2026-01-31", 10)).toBe("2026-11-30");
  });
});

describe("les dates en français", () => {
  it("écrit « 1er » pour le premier du mois seulement", () => {
    expect(jourEnLettres("2026-03-01")).toBe("1er mars 2026");
    expect(jourEnLettres("2026-03-05")).toBe("5 mars 2026");
    expect(jourEnLettres("2026-08-21")).toBe("21 août 2026");
  });

  test.each([
    ["2026-03-01", "2026-03-31", "du 1er au 31 mars 2026"],
    ["2025-12-15", "2026-01-14", "du 15 décembre 2025 au 14 janvier 2026"],
    ["2026-03-15", "2026-04-14", "du 15 mars au 14 avril 2026"],
    ["2025-03-15", "2026-03-14", "du 15 mars 2025 au 14 mars 2026"],
    ["2026-01-31", "2026-01-31", "le 31 janvier 2026"],
  ])("de %s à %s : « %s »", (debut, fin, texte) => {
    expect(periodeEnLettres(debut, fin)).toBe(texte);
    expect(laPeriodeEnLettres(debut, fin)).toBe(debut === fin ? texte : `la période ${texte}`);
    expect(duPeriodeEnLettres(debut, fin)).toBe(texte.replace(/^le /, "du "));
  });

  it("un jour seul s'écrit une fois", () => {
    expect(formatPeriode("2026-03-01", "2026-03-31")).toBe("01/03/2026 – 31/03/2026");
    expect(formatPeriode("2026-01-31", "2026-01-31")).toBe("31/01/2026");
  });

  it("élide devant avril, août et octobre", () => {
    expect(moisEnLettres("2026-03")).toBe("mars 2026");
    const elides = Array.from({ length: 12 }, (_, rang) => deMois(ajouterMois("2026-01", rang)));
    expect(elides.filter((texte) => texte.startsWith("d’"))).toEqual([
      "d’avril",
      "d’août",
      "d’octobre",
    ]);
    expect(deMois("2026-03")).toBe("de mars");
  });
});

describe("la date tapée à la main", () => {
  it("se relit telle qu'elle s'affiche", () => {
    fc.assert(
      fc.property(unJour, (jour) => {
        expect(lireJour(formatJour(jour))).toBe(jour);
      }),
    );
    expect(formatJour("2026-03-05")).toBe("05/03/2026");
    expect(formatInstant(new Date("2026-03-05T23:30:00Z"))).toBe("06/03/2026 00:30");
  });

  test.each([
    "5/3/26",
    "05/03/2026",
    "05032026",
    "050326",
    "5-3-2026",
    "5.3.26",
    " 5 3 2026 ",
    "2026-03-05",
  ])("« %s » est le 5 mars 2026", (texte) => expect(lireJour(texte)).toBe("2026-03-05"));

  test.each([
    ["01/01/1900", "1900-01-01"],
    ["31/12/2199", "2199-12-31"],
    ["31/12/49", "2049-12-31"],
    ["01/01/50", "1950-01-01"],
    ["01/01/00", "2000-01-01"],
    ["29/02/2028", "2028-02-29"],
    ["31/01/2026", "2026-01-31"],
  ])("« %s » est encore une date", (texte, jour) => expect(lireJour(texte)).toBe(jour));

  it("d'une naissance des cent dernières années se relit de deux chiffres de l'année", () => {
    const unAujourdhui = unJour.filter((jour) => jour >= "2000-03-01" && jour < "2050-01-01");
    fc.assert(
      fc.property(unAujourdhui, fc.nat(36_523), (today, age) => {
        const naissance = ajouterJours(today, -age);
        const tapee = `${formatJour(naissance).slice(0, 6)}${naissance.slice(2, 4)}`;
        expect(lireJour(tapee, today)).toBe(naissance);
      }),
    );
    expect(lireJour("12/11/26", "2026-11-12")).toBe("2026-11-12");
    expect(lireJour("13/11/26", "2026-11-12")).toBe("1926-11-13");
    expect(lireJour("13/11/26")).toBe("2026-11-13");
    expect(lireJour("13/11/2026", "2026-11-12")).toBe("2026-11-13");
    expect(lireJour("31/02/26", "2026-11-12")).toBeNull();
  });

  test.each([
    "",
    "demain",
    "29/02/2026",
    "31/04/2026",
    "0/3/2026",
    "5/13/2026",
    "5/0/2026",
    "31/12/1899",
    "01/01/2200",
    "5/3",
    "5/3/202",
    "5/3/0202",
    "2026-02-30",
  ])("« %s » n'est pas une date", (texte) => expect(lireJour(texte)).toBeNull());
});
