import { describe, expect, it, test } from "vitest";
import { accompteEnRetard } from "#domain/accompte.ts";
import { joursDeRetard, quittanceDue } from "#domain/quittance.ts";
import { retenuesQuittance } from "#domain/quittance-fiche.ts";

const AUJOURDHUI = "2026-11-12";

test.each([
  ["2026-11-13", false, 0, false],
  [AUJOURDHUI, false, 0, false],
  ["2026-11-11", false, 1, true],
  ["2026-10-31", false, 12, true],
  ["2026-11-11", true, 0, false],
])(
  "dû le %s, payé : %s, un loyer a %i jours de retard, et un acompte l'est : %s",
  (jour, regle, jours, enRetard) => {
    expect(joursDeRetard({ regle, echeance: jour }, AUJOURDHUI)).toBe(jours);
    expect(accompteEnRetard({ regle, dateFin: jour }, AUJOURDHUI)).toBe(enRetard);
  },
);

test.each([
  [{}, []],
  [{ regle: true }, ["un paiement"]],
  [{ courriels: [{ etat: "incertain" }] }, ["un courriel envoyé"]],
  [{ courriels: [{ etat: "a_envoyer" }, { etat: "refuse" }, { etat: "annule" }] }, []],
  [
    { derniere: false },
    ["la suite des numéros (seule la dernière quittance de l’année se supprime)"],
  ],
] as const)("une quittance %j est retenue par %j", (quittance, retenues) => {
  const libre = { regle: false, derniere: true, courriels: [] };
  expect(retenuesQuittance({ ...libre, ...quittance })).toEqual(retenues);
});

describe("la quittance automatique", () => {
  const bail = {
    dateDebutBail: "2025-01-01",
    dateFinBail: null,
    dateDebutPreavis: null,
    dateFinPreavis: null,
    dateSortie: null,
    jourQuitance: 12,
    appartement: { quitanceAuto: true },
    locataire: { quitanceAuto: true },
  };
  const due = (changements: Partial<typeof bail> = {}, jusquAu = AUJOURDHUI, dejaFaite = false) =>
    quittanceDue({ ...bail, ...changements }, { mois: "2026-11", jusquAu, dejaFaite });

  it("est à faire dès son jour d'échéance, une fois", () => {
    expect(due({}, "2026-11-11")).toBe(false);
    expect(due()).toBe(true);
    expect(due({}, "2026-11-30")).toBe(true);
    expect(due({}, AUJOURDHUI, true)).toBe(false);
  });

  it("au plus tard le dernier jour du mois, quel que soit le jour choisi", () => {
    expect(due({ jourQuitance: 31 }, "2026-11-29")).toBe(false);
    expect(due({ jourQuitance: 31 }, "2026-11-30")).toBe(true);
  });

  it("seulement si le logement et le locataire la veulent, et si le bail court ce mois", () => {
    expect(due({ appartement: { quitanceAuto: false } })).toBe(false);
    expect(due({ locataire: { quitanceAuto: false } })).toBe(false);
    expect(due({ dateDebutBail: "2026-12-01" })).toBe(false);
  });
});
