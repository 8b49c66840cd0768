import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours, nombreDeJours } from "#domain/dates.ts";
import { decompteDeCharges } from "#domain/gerance/charges/decompte-etabli.ts";
import { exerciceCivil, joursDeLExercice } from "#domain/gerance/charges/exercice.ts";
import {
  type BailACharges,
  chargesDuLogement,
  type DepenseRecuperable,
} from "#domain/gerance/charges/partage.ts";
import {
  douziemes,
  parDouziemes,
  refusDExigibilite,
} from "#domain/gerance/charges/solde-a-payer.ts";
import { RECUPERABLES, type Recuperable } from "#domain/missions/natures-de-depense.ts";

const bail = (changements: Partial<BailACharges> = {}): BailACharges => ({
  id: 1,
  colocation: false,
  dateDebutBail: "2025-03-15",
  dateFinBail: null,
  dateDebutPreavis: null,
  dateFinPreavis: null,
  dateSortie: null,
  mode: "provisions",
  provisions: 0,
  ...changements,
});

const depense = (
  code: Recuperable,
  montant: number,
  tauxRecuperable: number = RECUPERABLES[code].taux,
): DepenseRecuperable => ({
  date: "2025-06-30",
  code,
  libelle: "Décompte du syndic",
  numFacture: "S-1",
  montant,
  tauxRecuperable,
});

/** The expenses of lot A, in cents; 75 % of the caretaker's cost (R91) is recoverable. */
const DU_LOT = [
  depense("R11", 357_00),
  depense("R41", 300_00),
  depense("R44", 288_80),
  depense("R91", 1_104_00),
  depense("R81", 145_00),
];

const MARTIN = bail({ provisions: 76_77 + 9 * 140_00 });

const decompte = (
  changements: Partial<Parameters<typeof decompteDeCharges>[0]> = {},
  today = "2026-02-01",
) =>
  decompteDeCharges(
    {
      exercice: exerciceCivil(2025),
      DossierId: 1,
      baux: [MARTIN],
      depenses: DU_LOT,
      moisAppeles: Array.from(
        { length: 10 },
        (_, rang) => `2025-${String(rang + 3).padStart(2, "0")}`,
      ),
      provisionnee: true,
      ailleurs: null,
      ecartees: { sansDate: 0, nonPayees: 0, appelsDuSyndic: 0 },
      appelee: null,
      ...changements,
    },
    today,
  );

function fait(une: ReturnType<typeof decompte>) {
  if (typeof une === "string") throw new Error(une);
  return une;
}

describe("Les charges d’un logement", () => {
  it("de MARTIN, entré le 15 mars 2025 : 292 jours sur 365, provisions appelées déduites", () => {
    const dit = fait(decompte());
    expect([dit.du, dit.au, dit.jours, dit.joursDeLAnnee]).toEqual([
      "2025-03-15",
      "2025-12-31",
      292,
      365,
    ]);
    expect(
      dit.lignes.map(({ code, recuperable, montant }) => [code, recuperable, montant]),
    ).toEqual([
      ["R11", 357, 285.6],
      ["R41", 300, 240],
      ["R44", 288.8, 231.04],
      ["R81", 145, 116],
      ["R91", 828, 662.4],
    ]);
    expect([dit.total, dit.provisions, dit.solde]).toEqual([1535.04, 1336.77, 198.27]);
    expect(dit.avertissements).toEqual([]);
  });

  it("se partagent au centime entre des locataires qui se suivent et la vacance", () => {
    const annees = fc.integer({ min: 2023, max: 2026 });
    const sommes = fc.array(
      fc.record({
        code: fc.constantFrom(...(Object.keys(RECUPERABLES) as Recuperable[])),
        montant: fc.integer({ min: 1, max: 5_000_00 }),
        taux: fc.integer({ min: 1, max: 100 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const durees = fc.array(
      fc.record({
        vide: fc.integer({ min: 0, max: 120 }),
        jours: fc.integer({ min: 1, max: 200 }),
        mode: fc.constantFrom("provisions", "periodique", "forfait"),
        provisions: fc.integer({ min: 0, max: 3_000_00 }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(annees, sommes, durees, (annee, dues, suite) => {
        let jour = ajouterJours(`${annee}-01-01`, -60);
        const baux = suite.map(({ vide, jours, mode, provisions }, rang) => {
          const dateDebutBail = ajouterJours(jour, vide);
          jour = ajouterJours(dateDebutBail, jours);
          const dateFinBail = ajouterJours(jour, -1);
          return bail({ id: rang + 1, dateDebutBail, dateFinBail, mode, provisions });
        });
        const depenses = dues.map(({ code, montant, taux }) => depense(code, montant, taux));
        const dites = chargesDuLogement(exerciceCivil(annee), { baux, depenses });
        expect(dites.natures.reduce((total, nature) => total + nature.depenses, 0)).toBe(
          depenses.reduce((total, { montant }) => total + montant, 0),
        );
        for (const [rang, { recuperable }] of dites.natures.entries()) {
          const parts = [dites.proprietaire, ...dites.baux.map((bail) => bail.parts)];
          expect(parts.reduce((total, part) => total + (part[rang] ?? 0), 0)).toBe(recuperable);
          for (const { du, au, parts: siennes, jours } of dites.baux) {
            expect(jours).toBe(nombreDeJours(du, au));
            const exacte = (recuperable * jours) / joursDeLExercice(exerciceCivil(annee));
            expect(Math.abs((siennes[rang] ?? 0) - exacte)).toBeLessThan(1);
          }
        }
        for (const { bail: sien, total, solde } of dites.baux) {
          expect([sien.mode === "forfait", solde + sien.provisions]).toEqual([false, total]);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("ne comptent pas deux fois les jours de baux qui courent ensemble", () => {
    const jour = () =>
      fc.integer({ min: -30, max: 400 }).map((rang) => ajouterJours("2025-01-01", rang));
    const modes = fc.constantFrom("provisions", "forfait");
    const colocs = fc.array(fc.tuple(jour(), jour(), modes), { maxLength: 5 });
    fc.assert(
      fc.property(colocs, fc.integer({ min: 0, max: 1_000_00 }), (dits, montant) => {
        const baux = dits.map(([un, autre, mode], rang) => {
          const [dateDebutBail = un, dateFinBail = autre] = [un, autre].toSorted();
          return bail({ id: rang + 1, colocation: true, dateDebutBail, dateFinBail, mode });
        });
        const { baux: leurs, proprietaire } = chargesDuLogement(exerciceCivil(2025), {
          baux,
          depenses: [depense("R21", montant)],
        });
        const parts = [...proprietaire, ...leurs.flatMap(({ parts: siennes }) => siennes)];
        expect(parts.every((part) => part >= 0)).toBe(true);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(montant);
        expect(leurs.reduce((total, { jours }) => total + jours, 0)).toBeLessThanOrEqual(
          365 + 1e-9,
        );
      }),
      { numRuns: 1_000 },
    );
    const deux = [1, 2].map((id) => bail({ id, colocation: true, dateDebutBail: "2024-01-01" }));
    const { baux, proprietaire } = chargesDuLogement(exerciceCivil(2025), {
      baux: deux,
      depenses: [depense("R21", 101)],
    });
    expect([proprietaire, ...baux.map(({ jours, parts }) => [jours, ...parts])]).toEqual([
      [0],
      [182.5, 51],
      [182.5, 50],
    ]);
  });

  it("d’un forfait ne se régularisent pas : ses jours restent au propriétaire", () => {
    const forfait = bail({ mode: "forfait", dateFinBail: "2025-06-30" });
    const suivant = bail({ id: 2, dateDebutBail: "2025-07-01" });
    const { baux, proprietaire } = chargesDuLogement(exerciceCivil(2025), {
      baux: [forfait, suivant],
      depenses: [depense("R21", 365_00)],
    });
    expect([proprietaire, baux.map(({ bail: sien, total }) => [sien.id, total])]).toEqual([
      [181_00],
      [[2, 184_00]],
    ]);
    expect(decompte({ baux: [forfait] })).toMatch(/forfait/);
    expect(decompte({ exercice: exerciceCivil(2024) })).toBe(
      "Ce bail ne court aucun jour de 2024.",
    );
  });
});

describe("Le décompte", () => {
  it("dit ce qui manque : dépenses, provisions, année qui court, prescription", () => {
    const manques = (...demande: Parameters<typeof decompte>) =>
      fait(decompte(...demande)).avertissements.join(" ");
    expect(manques({ depenses: [] })).toMatch(/Aucune dépense récupérable/);
    const appeles = (nombre: number) => ({
      moisAppeles: Array.from(
        { length: nombre },
        (_, rang) => `2025-${String(12 - rang).padStart(2, "0")}`,
      ),
    });
    expect(manques(appeles(8))).toMatch(/pour mars 2025, avril 2025 :/);
    expect(manques(appeles(2))).toMatch(/pour 8 mois de 2025 :/);
    expect(manques({}, "2025-12-31")).toMatch(/n’est pas finie/);
    expect(manques({}, "2029-01-01")).toMatch(/prescription/);
    expect(
      manques({ appelee: { montant: 1, exigibleLe: "2026-03-01", le: "2026-02-01" } }),
    ).toMatch(/n’est plus le solde/);
    expect(manques({ ecartees: { sansDate: 2, nonPayees: 1, appelsDuSyndic: 3 } })).toMatch(
      /sans date : 2.*payées : 1.*laissés de côté : 3/,
    );
  });

  it("ne s’envoie que l’année finie, ses provisions dites, si son solde n’est pas déjà appelé", () => {
    const refus = (changements: Parameters<typeof decompte>[0] = {}, today = "2026-02-01") =>
      fait(decompte(changements, today)).refusEnvoi;
    expect(refus()).toBeNull();
    expect(refus({}, "2025-12-31")).toMatch(/n’est pas finie/);
    const manques = { moisAppeles: [] };
    expect(refus(manques)).toMatch(/dites les provisions appelées ailleurs/);
    expect(refus({ ...manques, provisionnee: false })).toBeNull();
    const dit = fait(decompte({ ...manques, ailleurs: 100_00 }));
    expect([dit.provisions, dit.solde, dit.avertissements]).toEqual([1436.77, 98.27, []]);
    expect(refus({ ...manques, ailleurs: 100_00 })).toBeNull();
    expect(refus({ depenses: [] })).toMatch(/rien à régulariser/);
    const appelee = { montant: 198_27, exigibleLe: "2026-03-01", le: "2026-02-01" };
    expect(refus({ appelee })).toMatch(/déjà appelé/);
  });

  it("est un projet tant que ce qui est dû n’est pas connu, et ne l’est plus une fois appelé", () => {
    const projet = (...demande: Parameters<typeof decompte>) => fait(decompte(...demande)).projet;
    expect([projet(), projet({}, "2025-12-31"), projet({ depenses: [] })]).toEqual([
      false,
      true,
      true,
    ]);
    const manques = { moisAppeles: [] };
    expect([projet(manques), projet({ ...manques, ailleurs: 0 })]).toEqual([true, false]);
    const appelee = { montant: 198_27, exigibleLe: "2026-03-01", le: "2026-02-01" };
    expect(projet({ ...manques, appelee })).toBe(false);
    expect(projet({ baux: [bail({ provisions: 2_000_00 })] })).toBe(false);
  });

  it("précède d’un mois au moins le paiement de son solde", () => {
    expect(refusDExigibilite("2026-02-28", "2026-01-31")).toBeNull();
    expect(refusDExigibilite("2026-02-27", "2026-01-31")).toMatch(/^Le 28\/02\/2026 au plus tôt/);
    expect(fait(decompte()).exigibleLe).toBe("2026-03-01");
  });

  it("se paie par douzièmes, sept de 37,36 € et cinq de 37,35 €, quand il vient trop tard", () => {
    expect(douziemes(448.27)).toEqual([...Array(7).fill(37.36), ...Array(5).fill(37.35)]);
    expect(parDouziemes({ annee: 2024 }, "2025-12-31")).toBe(false);
    expect(parDouziemes({ annee: 2024 }, "2026-01-01")).toBe(true);
  });
});
