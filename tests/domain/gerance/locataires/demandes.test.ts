import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ajouterJours } from "#domain/dates.ts";
import {
  creation as compteBancaire,
  compteMontre,
} from "#domain/gerance/banque/compte-bancaire.ts";
import { demandeAide } from "#domain/gerance/locataires/aide.ts";
import { demandeAbandon, demandeAppel } from "#domain/gerance/locataires/appel.ts";
import { intituleDeLigne } from "#domain/gerance/locataires/compte.ts";
import { payeurNomme, refusReglement } from "#domain/gerance/locataires/reglement.ts";
import {
  demandeFin,
  demandeReglement,
  demandeReglements,
} from "#domain/gerance/locataires/reglement-fiche.ts";
import { nouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";
import { vueDeProposition } from "#domain/gerance/rapprochement/ligne-releve.ts";
import {
  demandeEcart,
  demandeRapprochement,
} from "#domain/gerance/rapprochement/ligne-releve-fiche.ts";
import {
  ecart,
  fermeture,
  liberation,
  modification,
  pause,
  plan,
} from "#domain/gerance/relances/relance-fiche.ts";
import { accepte, refus } from "../../../support/fiches/schemas.ts";

const JOUR = "2026-11-22";
const fois = (nombre: number, un: unknown) => Array.from({ length: nombre }, () => un);
const rangs = (nombre: number) => Array.from({ length: nombre }, (_, rang) => rang + 1);

describe("Un règlement", () => {
  const refuse = (plus: Partial<Parameters<typeof refusReglement>[0]>) =>
    refusReglement(
      { date: JOUR, montant: 95_000, mode: "virement", fonds: "agence", ...plus },
      JOUR,
    );

  test("n’est ni à venir, ni nul, ni de plus d’un million", () => {
    expect(refuse({})).toEqual({});
    expect(refuse({ date: "2026-11-23" })).toHaveProperty("date");
    expect(refuse({ montant: 1 })).toEqual({});
    expect(refuse({ montant: 0 })).toHaveProperty("montant");
    expect(refuse({ montant: 1_000_000_00 })).toEqual({});
    expect(refuse({ montant: 1_000_000_01 })).toHaveProperty("montant");
  });

  test("en espèces, ne dépasse pas 1 000 € quand l’agence le reçoit", () => {
    expect(refuse({ mode: "especes", montant: 1_000_00 })).toEqual({});
    expect(refuse({ mode: "especes", montant: 1_000_01 }).montant).toContain("art. L112-6");
    expect(refuse({ mode: "especes", montant: 1_000_01, fonds: "proprietaire" })).toEqual({});
    expect(refuse({ mode: "cheque", montant: 1_000_01 })).toEqual({});
  });

  test("abandonné, se prouve par un écrit", () => {
    expect(refuse({ mode: "abandon" })).toHaveProperty("mode");
    expect(refuse({ mode: "abandon", StoredFileId: null })).toHaveProperty("mode");
    expect(refuse({ mode: "abandon", StoredFileId: 3 })).toEqual({});
  });

  test("dit qui paie, sauf le locataire, sous son nom dans une phrase", () => {
    expect(payeurNomme("locataire")).toBeNull();
    expect([payeurNomme("caf"), payeurNomme("gli"), payeurNomme("visale")]).toEqual([
      "la CAF",
      "l’assurance loyers impayés",
      "Visale",
    ]);
    const ligne = { libelle: "Règlement 2026-000012", mode: "virement" } as const;
    expect(intituleDeLigne({ ...ligne, payeur: "caf" })).toBe(
      "Règlement 2026-000012, virement, la CAF",
    );
    expect(intituleDeLigne({ ...ligne, payeur: "visale" })).toBe(
      "Règlement 2026-000012, virement, Visale",
    );
    expect(intituleDeLigne({ ...ligne, payeur: "locataire" })).toBe(
      "Règlement 2026-000012, virement",
    );
    expect(intituleDeLigne({ libelle: "Appel d'octobre 2026", mode: null, payeur: null })).toBe(
      "Appel d'octobre 2026",
    );
  });
});

type Cas = [string, z.core.$ZodType, unknown, unknown];

const reglement = { DossierId: 1, date: JOUR, montant: 950 };
const appel = { nature: "depot", montant: 950, exigibleLe: JOUR };
const aide = { depuis: JOUR, montant: 210, payeur: "caf" };
const abandon = { montant: 950, date: JOUR };
const compte = { nom: "Gérance", iban: "FR7630006000011234567890189", usage: "gerance" };
const part = { DossierId: 1, montant: 950 };
const terme = { date: "2026-12-01", montant: 100 };
const pauseDe = { motif: "litige", jusquau: JOUR };

/** Each pair: a request at its bound, which is accepted, and one past it, which is refused. */
const BORNES: Cas[] = [
  [
    "36 mois désignés",
    demandeReglement,
    { mois: fois(36, "2026-11") },
    { mois: fois(37, "2026-11") },
  ],
  ["un mois AAAA-MM", demandeReglement, { mois: ["2026-12"] }, { mois: ["2026-13"] }],
  [
    "un commentaire de 500 signes",
    demandeReglement,
    { commentaire: "x".repeat(500) },
    { commentaire: "x".repeat(501) },
  ],
  ["une clé de 80 signes", demandeReglement, { cle: "x".repeat(80) }, { cle: "x".repeat(81) }],
  ["un mode qui apporte de l’argent", demandeReglement, { mode: "Cheque" }, { mode: "abandon" }],
  ["un motif de 200 signes", demandeFin, { motif: "x".repeat(200) }, { motif: "x".repeat(201) }],
  [
    "500 règlements d’un coup",
    demandeReglements,
    { reglements: fois(500, reglement) },
    { reglements: fois(501, reglement) },
  ],
  ["un règlement au moins", demandeReglements, { reglements: [reglement] }, { reglements: [] }],
  [
    "une clé par règlement",
    demandeReglements,
    { reglements: [{ ...reglement, cle: "a" }, { ...reglement, cle: "b" }, reglement, reglement] },
    { reglements: fois(2, { ...reglement, cle: "a" }) },
  ],
  ["un appel d’un centime", demandeAppel, { ...appel, montant: 0.01 }, { ...appel, montant: 0 }],
  [
    "un appel de 100 000 €",
    demandeAppel,
    { ...appel, montant: 100_000 },
    { ...appel, montant: 100_000.01 },
  ],
  [
    "un libellé de 120 signes",
    demandeAppel,
    { ...appel, libelle: "x".repeat(120) },
    { ...appel, libelle: "x".repeat(121) },
  ],
  ["une aide qui prend fin", demandeAide, { ...aide, montant: 0 }, { ...aide, montant: -1 }],
  ["une aide de 2 000 €", demandeAide, { ...aide, montant: 2000 }, { ...aide, montant: 2000.01 }],
  [
    "un abandon d’un centime",
    demandeAbandon,
    { ...abandon, montant: 0.01 },
    { ...abandon, montant: 0 },
  ],
  [
    "un commentaire de 255 signes",
    demandeAbandon,
    { ...abandon, commentaire: "x".repeat(255) },
    { ...abandon, commentaire: "x".repeat(256) },
  ],
  [
    "des conditions au premier d’un mois",
    nouvellesConditions,
    { depuis: "2026-11-01", modeFonds: "agence" },
    { depuis: "2026-11-02", modeFonds: "agence" },
  ],
  [
    "100 parts d’une ligne",
    demandeRapprochement,
    { parts: fois(100, part) },
    { parts: fois(101, part) },
  ],
  ["une part au moins", demandeRapprochement, { parts: [part] }, { parts: [] }],
  [
    "une part d’un centime",
    demandeRapprochement,
    { parts: [{ ...part, montant: 0.01 }] },
    { parts: [{ ...part, montant: 0 }] },
  ],
  [
    "100 règlements d’une ligne",
    demandeRapprochement,
    { ReglementIds: fois(100, 1) },
    { ReglementIds: fois(101, 1) },
  ],
  [
    "un règlement d’une ligne au moins",
    demandeRapprochement,
    { ReglementIds: [1] },
    { ReglementIds: [] },
  ],
  [
    "l’écart d’une ligne, en 200 signes",
    demandeEcart,
    { motif: "x".repeat(200) },
    { motif: "x".repeat(201) },
  ],
  ["50 relances d’un coup", liberation, { ids: rangs(50) }, { ids: rangs(51) }],
  ["une relance au moins", liberation, { ids: [1] }, { ids: [] }],
  [
    "l’écart d’une relance, en 200 signes",
    ecart,
    { ids: [1], motif: "x".repeat(200) },
    { ids: [1], motif: "x".repeat(201) },
  ],
  ["un objet de 200 signes", modification, { objet: "x".repeat(200) }, { objet: "x".repeat(201) }],
  [
    "un texte de 10 000 signes",
    modification,
    { texte: "x".repeat(10_000) },
    { texte: "x".repeat(10_001) },
  ],
  [
    "une relance sans frais ni menace",
    modification,
    { texte: "Merci de régler." },
    { texte: "Des frais seront dus." },
  ],
  [
    "une pause commentée en 1 000 signes",
    pause,
    { ...pauseDe, commentaire: "x".repeat(1000) },
    { ...pauseDe, commentaire: "x".repeat(1001) },
  ],
  ["un plan d’une échéance", plan, { termes: [terme] }, { termes: [] }],
  ["un plan de 36 échéances", plan, { termes: termes(36) }, { termes: termes(37) }],
  ["des échéances qui se suivent", plan, { termes: termes(2) }, { termes: [terme, terme] }],
  ["des échéances dans l’ordre", plan, { termes: termes(3) }, { termes: termes(3).toReversed() }],
  [
    "des échéances d’un centime",
    plan,
    { termes: [{ ...terme, montant: 0.01 }] },
    { termes: [{ ...terme, montant: 0 }] },
  ],
  [
    "la fin d’un plan, en 200 signes",
    fermeture,
    { motif: "x".repeat(200) },
    { motif: "x".repeat(201) },
  ],
  [
    "un compte de 100 signes",
    compteBancaire,
    { ...compte, nom: "x".repeat(100) },
    { ...compte, nom: "x".repeat(101) },
  ],
  [
    "un titulaire de 140 signes",
    compteBancaire,
    { ...compte, titulaire: "x".repeat(140) },
    { ...compte, titulaire: "x".repeat(141) },
  ],
  [
    "un BIC de 8 signes",
    compteBancaire,
    { ...compte, bic: "bnpa frpp" },
    { ...compte, bic: "BNPAFRP" },
  ],
  [
    "un BIC de 11 signes",
    compteBancaire,
    { ...compte, bic: "bnpa frpp xxx" },
    { ...compte, bic: "BNPAFRPPXX" },
  ],
  [
    "un compte à découvert",
    compteBancaire,
    { ...compte, soldeDepart: -12.5 },
    { ...compte, soldeDepart: -12.505 },
  ],
];

function termes(nombre: number) {
  return rangs(nombre).map((rang) => ({ ...terme, date: ajouterJours(terme.date, rang) }));
}

describe("Une demande", () => {
  test.each(BORNES)("%s", (_nom, schema, acceptee, refusee) => {
    const base = schema === demandeReglement ? reglement : {};
    expect(refus(schema, { ...base, ...(acceptee as object) })).toEqual({});
    expect(accepte(schema, { ...base, ...(refusee as object) })).toBe(false);
  });

  test("d’une relance est refusée pour ce qu’elle annonce, à son texte", () => {
    expect(refus(modification, { texte: "Des frais de 15 € seront dus." })).toEqual({
      texte: "Une relance ne peut pas annoncer des frais (loi du 6 juillet 1989, article 4).",
    });
  });
});

test("un compte bancaire a un IBAN, et part d’un solde nul de gérance", () => {
  const iban = (valeur: string) => refus(compteBancaire, { ...compte, iban: valeur });
  expect(iban("")).toEqual({ iban: "Ce champ est requis." });
  expect(iban("x")).toEqual({ iban: "Cet IBAN n’est pas valable : relisez ses chiffres." });
  const { usage: _usage, ...minimum } = compte;
  const neuf = { soldeDepart: 0, usage: "gerance" };
  expect(z.parse(compteBancaire, minimum)).toMatchObject(neuf);
  expect(z.parse(compteBancaire, { ...minimum, soldeDepart: null })).toMatchObject(neuf);
});

test("un compte inconnu se montre par ses quatre derniers signes, jamais entier", () => {
  expect(compteMontre("30006 00001 12345678901")).toBe("••• 8901");
  expect(compteMontre("12345")).toBe("••• 2345");
  expect(compteMontre("1234")).toBe("1234");
  expect(compteMontre("FR76 •••• •••• •••• 0189")).toBe("FR76 •••• •••• •••• 0189");
});

test("une proposition se lit en euros, avec le nom de ses dossiers", () => {
  const proposition = {
    genre: "reglement" as const,
    score: "A" as const,
    automatique: true,
    raison: "Référence D000001",
    reserves: [],
    payeur: "locataire" as const,
    mode: "virement" as const,
    parts: [
      { DossierId: 1, montant: 95_050 },
      { DossierId: 2, montant: 1 },
    ],
    mois: [],
    ReglementIds: [],
  };
  const noms = new Map([[1, { DossierId: 1, locataire: "Léo Martin", appartement: "A" }]]);
  expect(vueDeProposition(proposition, noms).parts).toEqual([
    { DossierId: 1, locataire: "Léo Martin", appartement: "A", montant: 950.5 },
    { DossierId: 2, locataire: "", appartement: "", montant: 0.01 },
  ]);
});
