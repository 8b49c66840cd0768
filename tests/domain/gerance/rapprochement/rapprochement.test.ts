import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EcheanceDue } from "#domain/gerance/locataires/imputation.ts";
import { lireMots } from "#domain/gerance/rapprochement/mots-de-ligne.ts";
import type { LigneARapprocher } from "#domain/gerance/rapprochement/proposition.ts";
import { RESERVES } from "#domain/gerance/rapprochement/proposition-de-dossier.ts";
import { certaines, proposer } from "#domain/gerance/rapprochement/rapprochement.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import {
  type Candidat,
  type PayeurConnu,
  type ReglementConnu,
  repertoire,
} from "#domain/gerance/rapprochement/repertoire.ts";
import { processorTime } from "../../../support/run/processor-time.ts";

const mois = (
  DossierId: number,
  periode: string,
  loyer = 85_000,
  charges = 10_000,
): EcheanceDue[] =>
  [
    { nature: "loyer" as const, reste: loyer },
    { nature: "charges" as const, reste: charges },
  ].map((une, rang) => ({
    id: DossierId * 1000 + Number(periode.slice(5)) * 10 + rang,
    mois: periode,
    exigibleLe: `${periode}-01`,
    ...une,
  }));

const candidat = (id: number, plus: Partial<Candidat> = {}): Candidat => ({
  id,
  personnes: [{ nom: "Martin", prenom: "Léo", payeur: "locataire" }],
  echeances: mois(id, "2026-11"),
  avance: 0,
  aide: null,
  loyer: 95_000,
  fin: null,
  subroge: false,
  fonds: "agence",
  ...plus,
});

const petit = candidat(2, {
  personnes: [
    { nom: "Petit", prenom: "Zoé", payeur: "locataire" },
    { nom: "Garant", prenom: "Paul", payeur: "caution" },
  ],
  echeances: mois(2, "2026-11", 62_000, 6_000),
  loyer: 68_000,
});

const ligne = (plus: Partial<LigneARapprocher> = {}): LigneARapprocher => ({
  id: 1,
  date: "2026-11-05",
  montant: 95_000,
  libelle: "VIR SEPA RECU",
  reference: null,
  tiers: null,
  rejet: false,
  empreinte: null,
  doublonDe: null,
  ...plus,
});

const connu = (DossierId: number, empreinte = "compte"): PayeurConnu => ({
  empreinte,
  DossierId,
  payeur: "locataire",
});

const saisi = (plus: Partial<ReglementConnu> = {}): ReglementConnu => ({
  id: 7,
  numero: "2026-000012",
  DossierId: 1,
  date: "2026-11-03",
  montant: 95_000,
  mode: "virement",
  etat: "credite",
  prouve: false,
  rejeteLe: null,
  rejetProuve: false,
  empreinte: null,
  ...plus,
});

const premiere = (
  une: Partial<LigneARapprocher>,
  dossiers: Candidat[] = [candidat(1), petit],
  connus: PayeurConnu[] = [],
  reglements: ReglementConnu[] = [],
) => proposer(ligne(une), repertoire({ candidats: dossiers, connus, reglements }))[0];

describe("Ce que dit une ligne de relevé", () => {
  test.each([
    ["VIR M MARTIN LOYER D000123", { references: [123] }],
    ["d000012 et D000013", { references: [12, 13] }],
    ["CODE ID000123 D12", { references: [] }],
    ["REMISE CHEQUES 3", { mode: "cheque" }],
    ["REM CHQ 0001", { mode: "cheque" }],
    ["VERSEMENT ESPECES GAB", { mode: "especes" }],
    ["PRLV SEPA MARTIN", { mode: "prelevement" }],
    ["VIR CAF DE PARIS", { mode: "virement", organisme: "caf" }],
    ["VIR CAISSE D'ALLOCATIONS FAMILIALES", { organisme: "caf" }],
    ["MSA ILE DE FRANCE", { organisme: "msa" }],
    ["VIR IMPAYÉ MARTIN", { rejet: true }],
    ["REJET PRLV", { rejet: true }],
    ["VIR LOYER NOV D000001", { mois: ["2026-11"] }],
    ["LOYER DE DECEMBRE", { mois: ["2026-12"] }],
    ["LOYERS JANVIER 2027", { mois: ["2027-01"] }],
    ["LOYER JANV", { mois: ["2026-01"] }],
    ["octobre 2026 et novembre 2026", { mois: ["2026-10", "2026-11"] }],
    ["VIR MME MARS AVRIL", { mois: [] }],
    ["VIREMENT M000042-2026-10-01 DURAND", { reversement: "M000042-2026-10-01" }],
  ])("« %s »", (libelle, attendu) => {
    expect(lireMots(ligne({ libelle }))).toMatchObject(attendu);
  });
});

describe("À quel dossier revient un virement", () => {
  test("la référence et le montant exact : certain, fait sans rien demander", () => {
    expect(premiere({ libelle: "LOYER D000001" })).toMatchObject({
      score: "A",
      automatique: true,
      raison: "Référence D000001 et montant exact",
      parts: [{ DossierId: 1, montant: 95_000 }],
      payeur: "locataire",
      mode: "virement",
    });
  });

  test("la référence se lit aussi dans l’identifiant de bout en bout", () => {
    expect(premiere({ reference: "D000001-2026-11" })).toMatchObject({ automatique: true });
  });

  test("la référence et un mois entier parmi plusieurs, ou deux mois d’un coup : certain", () => {
    const deux = candidat(1, { echeances: [...mois(1, "2026-10"), ...mois(1, "2026-11")] });
    expect(premiere({ libelle: "D000001" }, [deux])).toMatchObject({
      automatique: true,
      raison: "Référence D000001 et montant exact d’octobre 2026",
    });
    expect(premiere({ libelle: "D000001", montant: 190_000 }, [deux])).toMatchObject({
      automatique: true,
    });
  });

  test("le compte bancaire appris et le net à payer : certain", () => {
    expect(premiere({ empreinte: "compte" }, undefined, [connu(1)])).toMatchObject({
      score: "A",
      automatique: true,
      raison: "Compte bancaire connu et montant exact",
    });
  });

  test("le compte appris et un autre montant, en partie ou de plusieurs mois : d’un clic", () => {
    for (const montant of [50_000, 123_456]) {
      expect(premiere({ empreinte: "compte", montant }, undefined, [connu(1)])).toMatchObject({
        score: "B",
        automatique: false,
        raison: "Compte bancaire connu et autre montant",
      });
    }
  });

  test("le nom du locataire, du second titulaire ou de la caution, et le montant exact : d’un clic", () => {
    expect(premiere({ libelle: "VIR MARTIN LEO" })).toMatchObject({
      score: "B",
      automatique: false,
      raison: "Nom dans le libellé et montant exact",
    });
    expect(premiere({ libelle: "VIR GARANT PAUL", montant: 68_000 })).toMatchObject({
      score: "B",
      payeur: "caution",
      raison: "Nom de la caution dans le libellé et montant exact",
    });
  });

  test("un nom de famille que plusieurs portent ne suffit pas, avec le prénom il suffit", () => {
    const autre = candidat(3, {
      personnes: [{ nom: "Martin", prenom: "Ana", payeur: "locataire" }],
    });
    const dossiers = [candidat(1), autre];
    expect(premiere({ libelle: "VIR MARTIN" }, dossiers)).toBeUndefined();
    expect(premiere({ libelle: "VIR MARTIN ANA" }, dossiers)?.parts[0]?.DossierId).toBe(3);
  });

  test("aucun nom, et un seul dossier doit ce montant : à vérifier ; deux dossiers : rien", () => {
    expect(premiere({})).toMatchObject({ score: "C", raison: "Seul dossier qui doit ce montant" });
    expect(premiere({}, [candidat(1), candidat(3)])).toBeUndefined();
  });

  test("l’aide au logement déduite, le reste est le net à payer ; l’aide seule est celle de la CAF", () => {
    const aide = candidat(1, { aide: { montant: 21_000, payeur: "caf" } });
    expect(premiere({ libelle: "D000001", montant: 74_000 }, [aide])).toMatchObject({
      automatique: true,
      raison: "Référence D000001 et montant exact, aide au logement déduite",
    });
    expect(premiere({ libelle: "VIR CAF 75 MARTIN LEO", montant: 21_000 }, [aide])).toMatchObject({
      payeur: "caf",
      score: "B",
      automatique: false,
    });
  });

  test("un versement de la CAF pour plusieurs locataires se répartit selon leurs aides", () => {
    const dossiers = [1, 2, 3].map((id) =>
      candidat(id, { personnes: [], aide: { montant: 20_000 + id, payeur: "caf" } }),
    );
    expect(premiere({ libelle: "CAF DE PARIS", montant: 60_006 }, dossiers)).toMatchObject({
      score: "C",
      automatique: false,
      parts: [
        { DossierId: 1, montant: 20_001 },
        { DossierId: 2, montant: 20_002 },
        { DossierId: 3, montant: 20_003 },
      ],
    });
    const [seul, ...autres] = dossiers;
    const sansLuiSeul = [...(seul ? [{ ...seul, echeances: [] }] : []), ...autres];
    expect(premiere({ libelle: "CAF DE PARIS", montant: 40_005 }, sansLuiSeul)).toMatchObject({
      raison: "Somme des aides au logement de 2 dossiers",
    });
  });
});

describe("Ce qui n’est jamais fait sans quelqu’un", () => {
  const reference = { libelle: "D000001" };
  test.each<[keyof typeof RESERVES, Partial<LigneARapprocher>, Partial<Candidat>, PayeurConnu[]]>([
    ["compteCommun", { empreinte: "compte" }, {}, [connu(1), connu(2)]],
    ["autreCompte", { empreinte: "compte" }, {}, [connu(2)]],
    ["autreReference", { libelle: "D000001 D000002" }, {}, []],
    ["parti", {}, { fin: "2026-08-04" }, []],
    ["deuxLoyers", {}, { loyer: 47_499 }, []],
    ["especes", { libelle: "D000001 VERSEMENT ESPECES" }, {}, []],
    ["cheque", { libelle: "D000001 REMISE CHEQUE" }, {}, []],
    ["doublon", { doublonDe: 12 }, {}, []],
    ["subroge", {}, { subroge: true }, []],
    ["organisme", { libelle: "D000001 CAF" }, {}, []],
    ["bailleur", {}, { fonds: "proprietaire" }, []],
  ])("%s", (nom, une, plus, connus) => {
    const dossiers = [candidat(1, plus), petit];
    const trouvees = proposer(
      ligne({ ...reference, ...une }),
      repertoire({ candidats: dossiers, connus, reglements: [] }),
    );
    const retenue = trouvees.find(({ parts }) => parts[0]?.DossierId === 1);
    expect(retenue?.reserves).toContain(RESERVES[nom]);
    expect(trouvees.some(({ automatique }) => automatique)).toBe(false);
  });

  test("trois mois après le départ, le jour compris, deux loyers tout juste : ce l’est encore", () => {
    const parti = candidat(1, { fin: "2026-08-05", loyer: 47_500 });
    expect(premiere(reference, [parti])).toMatchObject({ automatique: true, reserves: [] });
  });

  test("un règlement de ce montant déjà saisi : la ligne le prouve, rien n’est compté deux fois", () => {
    const trouvees = proposer(
      ligne(reference),
      repertoire({ candidats: [candidat(1)], connus: [], reglements: [saisi()] }),
    );
    expect(trouvees[0]).toMatchObject({
      genre: "pointage",
      score: "A",
      ReglementIds: [7],
      raison: "Règlement 2026-000012 déjà saisi le 03/11/2026, même montant",
    });
    expect(trouvees.some(({ automatique }) => automatique)).toBe(false);
  });

  test("un règlement saisi d’un autre, de ce montant, ne passe pas devant celui que la ligne nomme", () => {
    const nomme = { ...petit, echeances: [], loyer: 95_000 };
    const trouvees = proposer(
      ligne({ libelle: "VIR SEPA ZOE PETIT" }),
      repertoire({ candidats: [candidat(1), nomme], connus: [], reglements: [saisi()] }),
    );
    expect(trouvees.map(({ parts, score }) => [parts[0]?.DossierId, score])).toEqual([
      [2, "B"],
      [1, "C"],
    ]);
  });

  test("de deux virements jumeaux, le second attend quelqu’un", () => {
    const lignes = [ligne({ ...reference, id: 5 }), ligne({ ...reference, id: 4 })];
    const faites = certaines(
      lignes,
      repertoire({ candidats: [candidat(1)], connus: [], reglements: [] }),
    );
    expect(faites.map((une) => une.ligne.id)).toEqual([4]);
  });

  test("deux mois dus, un virement pour chacun : les deux sont certains", () => {
    const deux = candidat(1, { echeances: [...mois(1, "2026-10"), ...mois(1, "2026-11")] });
    const lignes = [4, 5].map((id) => ligne({ ...reference, id }));
    expect(
      certaines(lignes, repertoire({ candidats: [deux], connus: [], reglements: [] })),
    ).toHaveLength(2);
  });
});

describe("Chèques, rejets, reversements", () => {
  const cheque = (id: number, montant: number, date = "2026-11-02") =>
    saisi({ id, montant, date, etat: "recu", mode: "cheque", numero: `2026-00000${id}` });

  test("une remise est proposée contre les chèques qui la font", () => {
    const attendus = [cheque(1, 95_000), cheque(2, 68_000), cheque(3, 40_000, "2026-11-03")];
    const pour = (montant: number) =>
      premiere({ libelle: "REMISE CHEQUES", montant }, undefined, [], attendus)?.ReglementIds;
    expect(pour(68_000)).toEqual([2]);
    expect(pour(163_000)).toEqual([1, 2]);
    expect(pour(203_000)).toEqual([1, 2, 3]);
    expect(pour(135_000)).toEqual([1, 3]);
    expect(pour(134_999)).toBeUndefined();
  });

  test("un rejet désigne le règlement du même montant, sûr quand le compte ou le nom le dit", () => {
    const paye = saisi({ prouve: true, empreinte: "compte" });
    const une = { libelle: "REJET VIR", montant: -95_000, date: "2026-11-20" };
    expect(premiere(une, undefined, [], [paye])).toMatchObject({ genre: "rejet", score: "B" });
    expect(premiere({ ...une, empreinte: "compte" }, undefined, [], [paye])).toMatchObject({
      genre: "rejet",
      score: "A",
      automatique: false,
      ReglementIds: [7],
      raison: "Rejet du règlement 2026-000012 du 03/11/2026, même montant",
    });
    expect(premiere({ ...une, montant: -94_999 }, undefined, [], [paye])).toBeUndefined();
    expect(premiere({ ...une, libelle: "PRLV EDF" }, undefined, [], [paye])).toBeUndefined();
  });

  test("ce que prend la banque se propose d’être écarté, jamais de lui-même", () => {
    const une = { libelle: "FRAIS DE TENUE DE COMPTE", montant: -3221 };
    expect(premiere(une)).toMatchObject({ genre: "frais", score: "B", automatique: false });
  });

  test("notre reversement se reconnaît à son identifiant", () => {
    const une = { montant: -51_747, reference: "M000042-2026-10-01" };
    expect(premiere(une)).toMatchObject({ genre: "reversement", score: "A", automatique: false });
  });
});

describe("Quels que soient le relevé et les dossiers", () => {
  const dossiersAuHasard = fc.array(
    fc.record({
      periodes: fc.integer({ min: 0, max: 3 }),
      loyer: fc.constantFrom(62_000, 85_000, 40_000),
      fin: fc.constantFrom(null, "2026-01-31", "2026-09-30"),
      subroge: fc.boolean(),
      fonds: fc.constantFrom("agence" as const, "agence" as const, "proprietaire" as const),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const lignesAuHasard = fc.array(
    fc.record({
      dossier: fc.integer({ min: 1, max: 6 }),
      montant: fc.constantFrom(62_000, 72_000, 95_000, 50_000, 190_000, -95_000, 144_000),
      jour: fc.integer({ min: 1, max: 28 }),
      cite: fc.boolean(),
      empreinte: fc.constantFrom(null, "a", "b"),
      mots: fc.constantFrom("VIR", "CAF", "VERSEMENT ESPECES", "REJET", "MARTIN LEO"),
    }),
    { maxLength: 12 },
  );
  const connusAuHasard = fc.array(
    fc.record({ DossierId: fc.integer({ min: 1, max: 6 }), empreinte: fc.constantFrom("a", "b") }),
    { maxLength: 3 },
  );
  const construire = (
    dossiers: ReturnType<typeof dossiersAuHasard.generate>["value"],
    lignes: ReturnType<typeof lignesAuHasard.generate>["value"],
    connus: { DossierId: number; empreinte: string }[],
  ) => {
    const candidats = dossiers.map(({ periodes, loyer, ...plus }, rang) =>
      candidat(rang + 1, {
        ...plus,
        loyer: loyer + 10_000,
        echeances: ["2026-09", "2026-10", "2026-11"]
          .slice(0, periodes)
          .flatMap((periode) => mois(rang + 1, periode, loyer)),
      }),
    );
    const lues = lignes.map(({ dossier, montant, jour, cite, empreinte, mots }, rang) =>
      ligne({
        id: rang + 1,
        montant,
        empreinte,
        date: `2026-11-${String(jour).padStart(2, "0")}`,
        libelle: cite ? `${mots} ${referenceDeDossier(dossier)}` : mots,
      }),
    );
    const cles = new Map(connus.map((un) => [`${un.empreinte} ${un.DossierId}`, un]));
    const payeurs = [...cles.values()].map((un) => connu(un.DossierId, un.empreinte));
    return {
      candidats,
      lues,
      fichier: repertoire({ candidats, connus: payeurs, reglements: [] }),
      payeurs,
    };
  };

  test("ce qui est fait seul ne règle que ce qui est dû, une fois chaque ligne, sans rien d’interdit", () => {
    fc.assert(
      fc.property(dossiersAuHasard, lignesAuHasard, connusAuHasard, (dossiers, lignes, connus) => {
        const { candidats, lues, fichier, payeurs } = construire(dossiers, lignes, connus);
        const faites = certaines(lues, fichier);
        for (const ligne of lues) {
          const sures = proposer(ligne, fichier).filter(({ automatique }) => automatique);
          expect(sures.length).toBeLessThan(2);
        }
        expect(new Set(faites.map((une) => une.ligne.id)).size).toBe(faites.length);
        for (const { id, echeances, fin, subroge, fonds, loyer } of candidats) {
          const siennes = faites.filter((une) => une.proposition.parts[0]?.DossierId === id);
          const recu = siennes.reduce((somme, une) => somme + une.ligne.montant, 0);
          expect(recu).toBeLessThanOrEqual(echeances.reduce((du, { reste }) => du + reste, 0));
          if (siennes.length === 0) continue;
          expect([subroge, fonds, fin === "2026-01-31"]).toEqual([false, "agence", false]);
          for (const une of siennes) {
            const partages = payeurs.filter(({ empreinte }) => empreinte === une.ligne.empreinte);
            expect(partages.length).toBeLessThan(2);
            expect(une.ligne.montant).toBeLessThanOrEqual(2 * loyer);
            expect(une.ligne.libelle).not.toMatch(/ESPECES|CAF/);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("l’ordre des lignes et des dossiers ne change rien", () => {
    fc.assert(
      fc.property(dossiersAuHasard, lignesAuHasard, connusAuHasard, (dossiers, lignes, connus) => {
        const { candidats, lues, fichier, payeurs } = construire(dossiers, lignes, connus);
        const inverse = repertoire({
          candidats: candidats.toReversed(),
          connus: payeurs.toReversed(),
          reglements: [],
        });
        expect(certaines(lues.toReversed(), inverse)).toEqual(certaines(lues, fichier));
      }),
    );
  });
});

test("10 000 lignes se rapprochent de 10 000 dossiers en cinq secondes de calcul au plus", () => {
  const noms = ["Martin", "Bernard", "Petit", "Durand", "Leroy", "Moreau", "Simon", "Laurent"];
  const prenoms = ["Léo", "Ana", "Zoé", "Paul", "Jeanne", "Louis", "Emma"];
  const dossiers = Array.from({ length: 10_000 }, (_, rang) =>
    candidat(rang + 1, {
      personnes: [
        {
          nom: `${noms[rang % noms.length]}${rang % 997 === 0 ? "" : "x".repeat(rang % 5)}`,
          prenom: prenoms[rang % prenoms.length] ?? "",
          payeur: "locataire",
        },
      ],
      echeances: mois(rang + 1, "2026-11", 60_000 + (rang % 3_000) * 10),
    }),
  );
  const lignes = dossiers.map((dossier, rang) =>
    ligne({
      id: rang,
      montant: dossier.echeances.reduce((somme, { reste }) => somme + reste, 0),
      libelle:
        rang % 2 ? `VIR LOYER ${referenceDeDossier(dossier.id)}` : "VIR SEPA MARTIN LEO LOYER",
    }),
  );
  const debut = processorTime();
  const fichier = repertoire({ candidats: dossiers, connus: [], reglements: [] });
  const faites = certaines(lignes, fichier);
  expect(processorTime() - debut).toBeLessThan(5_000);
  expect(faites).toHaveLength(5_000);
});
