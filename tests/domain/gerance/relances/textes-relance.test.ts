import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import type { EcheanceImpayee } from "#domain/gerance/relances/impayes.ts";
import type { Etape, RelanceDue } from "#domain/gerance/relances/relances.ts";
import {
  decompte,
  ecrire,
  lireLigne,
  mentionsInterdites,
  type Sujet,
} from "#domain/gerance/relances/textes-relance.ts";

const echeance = (
  exigibleLe: string,
  reste: number,
  plus: Partial<EcheanceImpayee> = {},
): EcheanceImpayee => ({
  mois: exigibleLe.slice(0, 7),
  exigibleLe,
  depuis: exigibleLe,
  nature: "loyer",
  montant: reste,
  reste,
  incertaine: false,
  ...plus,
});

const sujet = (plus: Partial<Sujet> = {}, due: Partial<RelanceDue> = {}): Sujet => ({
  due: {
    etape: "R1",
    exigibleLe: "2026-10-01",
    CautionId: null,
    montant: 45_000,
    terme: null,
    ...due,
  },
  echeances: [echeance("2026-10-01", 45_000)],
  recu: 0,
  adresse: "27 boulevard Saint-Michel, 75005 Paris",
  locataires: "Monsieur Léo DUPONT",
  bailleurs: "Madame Jeanne DE LA TOUR",
  caution: null,
  liberees: {},
  loyerMensuel: 95_000,
  reference: "D000012",
  agence: agenceDe([]),
  ...plus,
});

const lire = (etape: Etape, plus: Partial<Sujet> = {}, due: Partial<RelanceDue> = {}) => {
  const { objet, texte } = ecrire(sujet(plus, { etape, ...due }), "2026-11-16");
  return { objet, texte: texte.replaceAll("\u00A0", " ") };
};

describe("Ce qu’une relance réclame", () => {
  test("est nommé : un mois de loyer, plusieurs, ou une autre somme", () => {
    const objet = (...echeances: EcheanceImpayee[]) => lire("R1", { echeances }).objet;
    const loyer = echeance("2026-10-01", 1);
    expect(objet(loyer, { ...loyer, nature: "charges" })).toBe(
      "Loyer d’octobre 2026 – 27 boulevard Saint-Michel, 75005 Paris",
    );
    expect(objet(loyer, { ...loyer, mois: "2026-09" })).toMatch(
      /^Loyers de septembre 2026 et d’octobre 2026 –/,
    );
    expect(objet({ ...loyer, nature: "regularisation", mois: "2026-05" })).toMatch(
      /^Régularisation des charges de mai 2026 –/,
    );
    expect(objet({ ...loyer, nature: "depot" }, loyer)).toMatch(/^Loyer d’octobre 2026 –/);
  });

  test("est de la plus ancienne échéance seule, quand plusieurs sont dues", () => {
    const echeances = [echeance("2026-10-01", 45_000), echeance("2026-11-01", 95_000)];
    for (const [etape, dit] of [
      ["R1", "loyer d’octobre 2026 (450,00 €, exigible le 1er octobre 2026)"],
      ["question", "(450,00 €, exigible le 1er octobre 2026)"],
      ["R2c", "l’échéance du 1er octobre 2026, d’un montant de 450,00 €"],
    ] as const)
      expect(lire(etape, { echeances }).texte).toContain(dit);
  });

  test("se détaille mois par mois, du plus ancien au plus récent, et ce qui est reçu sous réserve", () => {
    const echeances = [
      echeance("2026-11-01", 95_000),
      echeance("2026-10-01", 5_000, { nature: "charges" }),
      echeance("2026-10-01", 40_000, { montant: 85_000 }),
      echeance("2026-10-01", 85_000, { nature: "depot" }),
    ];
    expect(decompte(echeances)).toEqual([
      {
        libelle: "Loyer et charges, octobre 2026",
        exigibleLe: "2026-10-01",
        appele: 90_000,
        reste: 45_000,
      },
      {
        libelle: "Dépôt de garantie, octobre 2026",
        exigibleLe: "2026-10-01",
        appele: 85_000,
        reste: 85_000,
      },
      { libelle: "Loyer, novembre 2026", exigibleLe: "2026-11-01", appele: 95_000, reste: 95_000 },
    ]);
    const sous = (recu: number) => lire("R3", { echeances, recu }).texte;
    expect(sous(1)).toContain("restant dus\n– Reçu, sous réserve d’encaissement : 0,01 €\n\n");
    expect(sous(0)).not.toContain("sous réserve");
  });

  test("se relit de la lettre, ligne à ligne", () => {
    const { texte } = ecrire(
      sujet({ echeances: [echeance("2026-10-01", 145_000)] }, { etape: "R3" }),
      "2026-11-16",
    );
    const lues = texte.split("\n").flatMap((ligne) => {
      const lue = lireLigne(ligne);
      return lue ? [lue] : [];
    });
    expect(lues).toEqual([
      {
        libelle: "Loyer, octobre 2026",
        appele: "1 450,00 €",
        reste: "1 450,00 €",
        euros: 1450,
      },
    ]);
    expect(lireLigne("– Un point : sans montant")).toBeNull();
  });
});

describe("Ce qu’une relance dit de plus", () => {
  test("R1, le téléphone de l’agence si elle en a un", () => {
    const agence = agenceDe([{ nom: "agenceTel", valeur: "01 23 45 67 89" }]);
    expect(lire("R1", { agence }).texte).toContain("appelez-nous au 01 23 45 67 89 :");
    expect(lire("R1").texte).toContain("contactez-nous :");
  });

  test("R2, l’échéance du plan qui a manqué, ou le jour de la première si elle est partie", () => {
    expect(lire("R2").texte).toMatch(/\n\nVotre compte présente au 16 novembre 2026/);
    expect(lire("R2", { liberees: { R1: "2026-10-06" } }).texte).toContain(
      "Malgré notre message du 6 octobre 2026, votre compte",
    );
    const terme = { date: "2026-11-01", montant: 50_000 };
    expect(lire("R2", {}, { terme }).texte).toContain(
      "L’échéance du 1er novembre 2026 du plan d’apurement convenu (500,00 €) n’a pas été entièrement réglée. Votre compte",
    );
  });

  test("R2, l’adresse de l’ADIL si l’agence la connaît", () => {
    const agence = agenceDe([
      { nom: "adilAdresse", valeur: "46 bis boulevard Edgar-Quinet, Paris" },
    ]);
    expect(lire("R2", { agence }).texte).toContain(
      "à l’ADIL (46 bis boulevard Edgar-Quinet, Paris).",
    );
    expect(lire("R2").texte).toContain("à l’ADIL de votre département.");
  });

  test("à la caution, son acte et ce à quoi elle s’est engagée, quand ils sont connus", () => {
    const acte = { titre: "Madame", acteDu: "2025-03-01", montantMax: 100_000 };
    expect(lire("R2c", { caution: acte }).texte).toMatch(
      /portée caution [\s\S]*par acte du 1er mars 2025\.[\s\S]*engagement de 1 000,00 €/,
    );
    for (const caution of [null, { titre: "Monsieur", acteDu: null, montantMax: null }]) {
      const { texte } = lire("R2c", { caution });
      expect(texte).not.toMatch(/acte|engagement/);
      expect(texte).not.toMatch(/\n\n\n|\n\n$/);
    }
  });

  test("à qui reprend le dossier, ce qui est déjà parti", () => {
    expect(lire("R4").texte).not.toContain("Envois");
    expect(lire("R4", { liberees: { R1: "2026-10-06", R3: "2026-10-30" } }).texte).toContain(
      "Envois : relance amiable le 6 octobre 2026, mise en demeure le 30 octobre 2026.",
    );
    expect(lire("R4").texte).toContain(
      "au 16 novembre 2026 : 450,00 €. Loyer et charges d’un mois : 950,00 €.",
    );
  });
});

describe("Ce qu’aucune relance ne peut dire", () => {
  test.each([
    ["Une pénalité, une amende ou une majoration", "une pénalité"],
    ["Les honoraires d’huissier sont à votre charge.", "des frais"],
    ["Des intérêts de retard courent.", "des intérêts"],
    ["Nous changerons la serrure.", "une menace d’expulsion"],
    ["Nous ferons couper le chauffage.", "une coupure"],
    ["Votre famille sera prévenue.", "l’intervention d’un tiers"],
  ])("« %s » : %s", (phrase, mention) => {
    expect(mentionsInterdites(phrase)).toEqual([mention]);
  });
});

test("Chaque demande de payer rappelle la référence du locataire, et elle seule", () => {
  const rappel = "Référence à rappeler avec votre règlement : D000012.";
  const etapes: readonly Etape[] = ["question", "R1", "R2", "R2c", "R3", "R4"];
  expect(etapes.filter((etape) => lire(etape).texte.includes(rappel))).toEqual(["R1", "R2", "R3"]);
});
