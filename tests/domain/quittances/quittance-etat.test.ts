import { describe, expect, it, test } from "vitest";
import { accompteEnRetard } from "#domain/missions/accompte.ts";
import { jourDePaiement } from "#domain/quittances/echeance.ts";
import { congeNote } from "#domain/quittances/jours-de-loyer.ts";
import { lienOuvert } from "#domain/quittances/lien-public.ts";
import { type SortAutomatique, sortAutomatique } from "#domain/quittances/mois-factures.ts";
import { joursDeRetard } from "#domain/quittances/quittance.ts";
import { retenuesQuittance } from "#domain/quittances/quittance-fiche.ts";

const AUJOURDHUI = "2026-11-12";
const faite = { annuleeLe: null, emission: "2026-01-01" };

test.each([
  ["2026-11-13", false, 0, false],
  [AUJOURDHUI, false, 0, false],
  ["2026-11-11", false, 1, true],
  ["2026-10-31", false, 12, true],
  ["2026-11-11", true, 0, false],
])(
  "dû le %s, payé : %s, un loyer a %i jours de retard, et un acompte l'est : %s",
  (jour, regle, jours, enRetard) => {
    expect(joursDeRetard({ ...faite, regle, echeance: jour }, AUJOURDHUI)).toBe(jours);
    expect(
      joursDeRetard({ ...faite, regle, annuleeLe: AUJOURDHUI, echeance: jour }, AUJOURDHUI),
    ).toBe(0);
    expect(accompteEnRetard({ regle, dateFin: jour }, AUJOURDHUI)).toBe(enRetard);
  },
);

test("un loyer dont le terme était passé quand sa quittance fut faite est en retard depuis ce jour", () => {
  const une = { regle: false, annuleeLe: null, echeance: "2026-11-01" };
  expect(joursDeRetard({ ...une, emission: AUJOURDHUI }, AUJOURDHUI)).toBe(0);
  expect(joursDeRetard({ ...une, emission: "2026-11-10" }, AUJOURDHUI)).toBe(2);
  expect(joursDeRetard({ ...une, emission: "2026-10-20" }, AUJOURDHUI)).toBe(11);
});

test("le lien d’une quittance répond quatre-vingt-dix jours, une fois, tant que rien n’est noté", () => {
  const now = new Date("2026-11-22T10:00:00.000Z");
  const creee = (jours: number, ms = 0) =>
    new Date(now.getTime() - jours * 86_400_000 - ms).toISOString();
  const inconnue = {
    regle: false,
    statusInconu: true,
    source: null,
    annuleeLe: null,
    reponduLe: null,
    createdAt: creee(90),
  };
  const ouvert = (changements = {}, efface = false) =>
    lienOuvert({ ...inconnue, ...changements }, { efface, now });
  expect(ouvert()).toBe(true);
  expect(ouvert({ createdAt: creee(90, 1) })).toBe(false);
  expect(ouvert({ reponduLe: now.toISOString() })).toBe(false);
  expect(ouvert({ regle: true, statusInconu: false })).toBe(false);
  expect(ouvert({ statusInconu: false })).toBe(false);
  expect(ouvert({ annuleeLe: now.toISOString() })).toBe(false);
  expect(ouvert({}, true)).toBe(false);
});

test.each([
  [1, "le 1er"],
  [2, "le 2"],
  [30, "le 30"],
  [31, "le dernier jour"],
])("un loyer au jour %i se paie %s", (jour, dit) => {
  expect(jourDePaiement(jour)).toBe(dit);
});

test.each([
  [{}, []],
  [{ regle: true }, ["un paiement"]],
  [{ servieLe: "2026-11-05T08:00:00.000Z" }, ["son document, déjà remis"]],
  [{ annuleeLe: "2026-11-05T08:00:00.000Z" }, ["son annulation"]],
  [{ courriels: [{ etat: "incertain" }] }, ["un courriel envoyé"]],
  [{ courriels: [{ etat: "a_envoyer" }, { etat: "refuse" }, { etat: "annule" }] }, []],
  [
    { derniere: false },
    ["la suite des numéros (seule la dernière quittance de l’année se supprime)"],
  ],
] as const)("une quittance %j est retenue par %j", (quittance, retenues) => {
  const jamaisVue = { servieLe: null, annuleeLe: null };
  const libre = { regle: false, derniere: true, courriels: [], ...jamaisVue };
  expect(retenuesQuittance({ ...libre, ...quittance })).toEqual(retenues);
});

describe("la quittance automatique", () => {
  const bail = {
    dateDebutBail: "2025-01-01",
    dateFinBail: null as string | null,
    dateDebutPreavis: null as string | null,
    dateFinPreavis: null as string | null,
    dateSortie: null as string | null,
    dateRelocation: null,
    creeLe: "2025-01-01",
    jourQuitance: 12,
    appartement: { quitanceAuto: true },
    locataire: { quitanceAuto: true },
  };
  const sort = (changements: Partial<typeof bail> = {}, today = AUJOURDHUI, reste = {}) =>
    sortAutomatique(
      { ...bail, ...changements },
      { mois: "2026-11", today, vives: [], annulee: false, ...reste },
    );
  const due = (...cas: Parameters<typeof sort>) => sort(...cas) === "due";
  const faite = (automatique: boolean, date: string, dateFin: string) => ({
    vives: [{ automatique, date, dateFin }],
  });

  it("est à faire dès son jour d'échéance, une fois", () => {
    expect(due({}, "2026-11-11")).toBe(false);
    expect(due()).toBe(true);
    expect(due({}, "2026-11-30")).toBe(true);
    expect(due({}, AUJOURDHUI, faite(true, "2026-11-01", "2026-11-15"))).toBe(false);
  });

  it("une quittance faite à la main la remplace si elle couvre tous les jours dus du mois", () => {
    const jour = AUJOURDHUI;
    expect(due({}, jour, faite(false, "2026-11-01", "2026-11-30"))).toBe(false);
    expect(due({}, jour, faite(false, "2026-10-01", "2026-12-31"))).toBe(false);
    expect(due({}, jour, faite(false, "2026-11-02", "2026-11-30"))).toBe(true);
    expect(
      due({ dateDebutBail: "2026-11-02" }, jour, faite(false, "2026-11-02", "2026-11-30")),
    ).toBe(false);
    expect(due({}, jour, faite(true, "2026-10-01", "2026-10-31"))).toBe(true);
  });

  it("n'est pas refaite quand l'agence l'a annulée, ni pour un mois fini avant que le dossier soit connu", () => {
    expect(due({}, AUJOURDHUI, { annulee: true })).toBe(false);
    expect(due({ creeLe: "2026-11-30" }, "2026-12-03")).toBe(true);
    expect(due({ creeLe: "2026-12-01" }, "2026-12-03")).toBe(false);
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

  const PARTI = { dateFinBail: "2027-08-31", dateSortie: "2026-11-10" };
  it.each<[string, Partial<typeof bail>, SortAutomatique]>([
    ["parti en novembre sans congé, le bail court", PARTI, "aVerifier"],
    ["parti le dernier jour du mois", { ...PARTI, dateSortie: "2026-11-30" }, "due"],
    [
      "le congé est noté",
      { ...PARTI, dateDebutPreavis: "2026-10-20", dateFinPreavis: "2026-11-20" },
      "due",
    ],
    [
      "la fin du préavis seule n’est pas un congé",
      { ...PARTI, dateFinPreavis: "2026-11-20" },
      "aVerifier",
    ],
    ["sans fin de bail, le loyer s’arrête au départ", { dateSortie: "2026-11-10" }, "due"],
    ["à la main de toute façon", { ...PARTI, locataire: { quitanceAuto: false } }, null],
  ])(
    "attend qu'on la vérifie quand le locataire est parti sans congé noté : %s",
    (_cas, reste, attendu) => {
      expect(sort(reste)).toBe(attendu);
    },
  );
});

test("un congé noté dure six mois au plus : une fin plus lointaine est celle du bail", () => {
  const note = (dateFinPreavis: string | null, dateDebutPreavis: string | null = "2026-01-01") =>
    congeNote({ dateDebutPreavis, dateFinPreavis });
  expect([note("2026-07-03"), note("2026-07-04")]).toEqual([true, false]);
  expect([note(null), note("2026-07-03", null)]).toEqual([false, false]);
});
