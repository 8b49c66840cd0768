import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { ajouterJours, dansMois, type Jour } from "#domain/dates.ts";
import {
  dernierJourExigible,
  premierJourExigible,
  prescrite,
} from "#domain/gerance/locataires/prescription.ts";
import {
  alertesDe,
  ccapexAtteint,
  type FaitsAlertes,
  impayeCafDepuis,
} from "#domain/gerance/relances/alertes.ts";
import {
  AGES,
  type Age,
  ageDe,
  dues,
  type EcheanceImpayee,
  joursDe,
} from "#domain/gerance/relances/impayes.ts";
import {
  type Dette,
  delaisDe,
  delaisPour,
  encoreDue,
  etapeAtteinte,
  type Plan,
  type RelanceFaite,
  reclamable,
  relancesDues,
  termeManque,
} from "#domain/gerance/relances/relances.ts";

const DELAIS = delaisDe(agenceDe([]));
const ECHUE = "2026-10-01";

const echeance = (
  exigibleLe: Jour,
  reste = 95_000,
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

const dette = (plus: Partial<Dette> = {}): Dette => ({
  echeances: [echeance(ECHUE)],
  recu: 0,
  gli: false,
  enPause: false,
  plan: null,
  cautions: [],
  relances: [],
  ...plus,
});

const partie = (
  etape: RelanceFaite["etape"],
  libereeLe: Jour | null,
  plus: Partial<RelanceFaite> = {},
): RelanceFaite => ({
  etape,
  exigibleLe: ECHUE,
  CautionId: null,
  etat: "liberee",
  libereeLe,
  ...plus,
});

const etapes = (dette: Dette, jour: Jour) =>
  relancesDues(dette, DELAIS, jour).map(({ etape }) => etape);

/** The first of the sixty days from the due day on which a reminder is drafted; null when none is. */
function premierJour(dette: Dette): Jour | null {
  const jours = Array.from({ length: 60 }, (_, rang) => ajouterJours(ECHUE, rang));
  return jours.find((jour) => etapes(dette, jour).length > 0) ?? null;
}

const jour = fc.integer({ min: 0, max: 20_000 }).map((rang) => ajouterJours("2000-01-01", rang));

describe("L’âge d’une dette", () => {
  test("se compte en jours pleins, et rien avant l’échéance", () => {
    expect(joursDe(ECHUE, "2026-09-15")).toBe(0);
    expect(joursDe(ECHUE, ECHUE)).toBe(0);
    expect(joursDe(ECHUE, "2026-10-02")).toBe(1);
  });

  test("est d’une tranche et d’une seule, sans trou entre elles", () => {
    const tranches = Object.entries(AGES) as [Age, (typeof AGES)[Age]][];
    fc.assert(
      fc.property(jour, fc.nat(400), (exigibleLe, jours) => {
        const siennes = tranches.filter(([, { de, a }]) => de <= jours && jours <= (a ?? jours));
        expect(siennes.map(([age]) => age)).toEqual([
          ageDe(exigibleLe, ajouterJours(exigibleLe, jours)),
        ]);
      }),
    );
  });
});

describe("La prescription", () => {
  test("est de trois ans : la dette s’éteint le lendemain de leur dernier jour", () => {
    expect(dernierJourExigible("2023-11-22")).toBe("2026-11-22");
    expect(dernierJourExigible("2024-02-29")).toBe("2027-02-28");
    fc.assert(
      fc.property(jour, (exigibleLe) => {
        const dernier = dernierJourExigible(exigibleLe);
        expect(prescrite(exigibleLe, dernier)).toBe(false);
        expect(prescrite(exigibleLe, ajouterJours(dernier, 1))).toBe(true);
      }),
    );
  });

  test("fait commencer les dettes exigibles au même jour pour tous, années bissextiles comprises", () => {
    for (const today of ["2028-02-28", "2028-02-29", "2028-03-01", "2027-02-28", "2027-03-01"]) {
      const premier = premierJourExigible(today);
      expect([today, prescrite(premier, today)]).toEqual([today, false]);
      expect([today, prescrite(ajouterJours(premier, -1), today)]).toEqual([today, true]);
    }
    expect(premierJourExigible("2028-02-29")).toBe("2025-03-01");
  });
});

describe("Le seuil CCAPEX", () => {
  const atteint = (du: number, today: Jour) =>
    ccapexAtteint({ du, loyerHC: 62_000, exigibleLe: ECHUE }, today);

  test("est de deux loyers, ou de deux mois sans interruption ; qui ne doit rien n’y est pas", () => {
    expect(atteint(1, "2026-11-30")).toBe(false);
    expect(atteint(1, "2026-12-01")).toBe(true);
    expect(atteint(0, "2027-12-01")).toBe(false);
  });
});

describe("L’impayé que la CAF retient", () => {
  const mois = { loyerHC: 28_000, charges: 2_000, aide: 5_000 };
  const caf = { seuilDepuis: "2027-01-01", seuil: 45_000 };
  const depuis = (
    restes: [Jour, number][],
    today: Jour,
    regles: Parameters<typeof impayeCafDepuis>[1] = caf,
  ) =>
    impayeCafDepuis(
      { restes: restes.map(([exigibleLe, reste]) => ({ exigibleLe, reste })), ...mois },
      regles,
      today,
    );

  test("se compte depuis le mois qui le fait atteindre, dans l’ordre des échéances", () => {
    const restes: [Jour, number][] = [
      ["2026-11-05", 25_000],
      ["2026-10-05", 25_000],
      ["2026-12-05", 25_000],
    ];
    expect(depuis(restes, "2026-12-20")).toBe("2026-11-05");
    expect(depuis(restes, "2027-02-01")).toBe("2027-01-01");
    expect(depuis([["2027-02-05", 45_001]], "2027-02-20")).toBe("2027-02-05");
  });

  test("avant la nouvelle règle, et sans elle, trois mois ne suffisent pas", () => {
    expect(depuis([["2026-08-05", 100]], "2026-12-31")).toBeNull();
    expect(depuis([["2026-08-05", 100]], "2028-01-01", { seuilDepuis: null, seuil: 0 })).toBeNull();
    expect(depuis([["2026-12-05", 100]], "2027-03-04")).toBeNull();
    expect(depuis([["2026-12-05", 100]], "2027-03-05")).toBe("2027-03-05");
    expect(depuis([["2026-08-05", 100]], "2027-01-01")).toBe("2027-01-01");
    expect(depuis([], "2027-06-01")).toBeNull();
  });
});

describe("Les alertes d’une dette", () => {
  const faits = (plus: Partial<FaitsAlertes> = {}): FaitsAlertes => ({
    du: 10_000,
    exigibleLe: ECHUE,
    restes: [{ exigibleLe: ECHUE, nature: "loyer", reste: 95_000 }],
    gli: false,
    visale: false,
    relancee: false,
    miseEnDemeure: false,
    transmise: false,
    loyerHC: 42_500,
    charges: 10_000,
    aide: 5_000,
    ...plus,
  });
  const regles = {
    caf: { seuilDepuis: null, seuil: 0 },
    visale: { depuis: null, miseEnDemeure: 15, declaration: 30 },
  };
  const alertes = (plus: Partial<FaitsAlertes>, today: Jour) =>
    alertesDe(faits(plus), regles, today);
  const genres = (plus: Partial<FaitsAlertes>, today: Jour) =>
    alertes(plus, today).map(({ genre }) => genre);

  test("la CAF se prévient dans les deux mois, et presse le dernier mois ; sans aide, rien", () => {
    expect(alertes({}, "2026-10-31")).toMatchObject([
      { genre: "caf", avant: "2026-12-01", urgente: false },
    ]);
    expect(alertes({}, "2026-11-01")[0]?.urgente).toBe(true);
    expect(genres({ aide: 0 }, "2026-10-31")).toEqual([]);
    expect(genres({ restes: [] }, "2026-10-31")).toEqual([]);
    // The threshold is two months of the tenant's own part: 2 × (425 + 100 − 50) €.
    const restes = [{ exigibleLe: ECHUE, nature: "loyer" as const, reste: 94_999 }];
    expect(genres({ restes }, "2026-10-31")).toEqual([]);
  });

  test("l’assureur presse sept jours avant ce qu’il attend", () => {
    const assure = { gli: true, aide: 0 };
    expect(alertes(assure, "2026-10-13")).toMatchObject([{ genre: "gli", urgente: false }]);
    expect(alertes(assure, "2026-10-14")).toMatchObject([{ genre: "gli", urgente: true }]);
  });

  test("ce qui presse vient d’abord", () => {
    const tout = { gli: true, du: 200_000 };
    expect(genres(tout, "2026-10-10")).toEqual(["gli", "caf", "ccapex"]);
    expect(genres({ ...tout, exigibleLe: "2024-04-01" }, "2026-10-31")).toEqual([
      "gli",
      "prescription",
      "caf",
      "ccapex",
    ]);
    expect(alertes(tout, "2026-10-10").at(-1)).toMatchObject({ avant: null, urgente: false });
  });

  test("la prescription se dit trente mois après l’échéance, jusqu’au dernier jour pour agir", () => {
    fc.assert(
      fc.property(jour, (exigibleLe) => {
        const le = (mois: number, plus = 0) =>
          alertes(
            { exigibleLe, aide: 0, du: 1 },
            ajouterJours(dansMois(exigibleLe, mois), plus),
          ).find(({ genre }) => genre === "prescription");
        expect(le(30, -1)).toBeUndefined();
        expect(le(30)).toMatchObject({ avant: dernierJourExigible(exigibleLe), urgente: false });
        expect([le(34, -1)?.urgente, le(34)?.urgente]).toEqual([false, true]);
      }),
    );
  });
});

describe("Les délais", () => {
  test("d’une dette assurée sont au plus ceux de l’assureur, et jamais plus longs que ceux de l’agence", () => {
    const lents = { ...DELAIS, R2: 30, R3: 50, R4: 60 };
    expect(delaisPour(lents, true)).toEqual({ ...DELAIS, R2: 20, R3: 35, R4: 40 });
    const vifs = { ...DELAIS, R4: 39 };
    expect(delaisPour(vifs, true)).toEqual(vifs);
    expect(delaisPour(lents, false)).toEqual(lents);
  });

  test("le seuil est compris : ce qu’il vaut se réclame, un centime de moins ne se réclame pas", () => {
    expect(etapeAtteinte({ du: 1_000, jours: 5 }, DELAIS)).toBe("R1");
    expect(etapeAtteinte({ du: 999, jours: 5 }, DELAIS)).toBeNull();
    const petite = (reste: number, incertaine = false) =>
      etapes(dette({ echeances: [echeance(ECHUE, reste, { incertaine })] }), "2026-10-10");
    expect([petite(1_000), petite(999)]).toEqual([["R1"], []]);
    expect([petite(1_000, true), petite(999, true)]).toEqual([["question"], []]);
  });
});

describe("Les relances d’une dette", () => {
  test("partent de la plus ancienne échéance, et réclament tout ce qui est sûrement dû", () => {
    const echeances = [
      echeance("2026-11-01", 20_000),
      echeance(ECHUE, 30_000),
      echeance("2026-09-01", 50_000, { incertaine: true }),
    ];
    expect(relancesDues(dette({ echeances, recu: 5_000 }), DELAIS, "2026-11-20")).toEqual([
      { etape: "R1", exigibleLe: ECHUE, CautionId: null, montant: 45_000, terme: null },
    ]);
    expect(reclamable(dette({ echeances, recu: 60_000 }), DELAIS, "2026-11-20").montant).toBe(0);
  });

  test("viennent chacune à son jour, toutes jusqu’à la transmission", () => {
    const faites: RelanceFaite[] = [];
    const jours = (["R1", "R2", "R3", "R4"] as const).map((etape) => {
      const premier = premierJour(dette({ relances: [...faites] }));
      faites.push(partie(etape, premier));
      return premier;
    });
    expect(jours).toEqual(["2026-10-06", "2026-10-16", "2026-10-26", "2026-11-15"]);
    expect(premierJour(dette({ relances: faites }))).toBeNull();
  });

  test("celles d’une autre échéance, ou d’une caution, ne comptent pas pour celle-ci", () => {
    const relances = [
      partie("R1", "2026-09-10", { exigibleLe: "2026-09-01" }),
      partie("R2c", null, { CautionId: 7, etat: "brouillon" }),
    ];
    expect(etapes(dette({ relances }), "2026-10-06")).toEqual(["R1"]);
  });

  test("la dernière partie laisse huit jours, quel que soit l’ordre où elles sont lues", () => {
    const relances = [partie("R2", "2026-10-30"), partie("R1", "2026-10-06")];
    expect(premierJour(dette({ relances }))).toBe("2026-11-07");
    expect(premierJour(dette({ relances: relances.toReversed() }))).toBe("2026-11-07");
  });

  test("pour l’assureur, deux jours avant ce qu’il attend, même si la précédente vient de partir", () => {
    const gli = true;
    const R1 = partie("R1", "2026-10-18");
    expect(premierJour(dette({ gli, relances: [R1] }))).toBe("2026-10-19");
    expect(premierJour(dette({ gli, relances: [R1, partie("R2", "2026-11-02")] }))).toBe(
      "2026-11-03",
    );
    const trois = [R1, partie("R2", "2026-10-20"), partie("R3", "2026-11-04")];
    expect(premierJour(dette({ gli, relances: trois }))).toBe("2026-11-08");
  });

  test("une caution est informée si elle l’était encore au jour de l’échéance, une fois pour chacune", () => {
    const cautions = [
      { id: 7, dateFinCaution: ECHUE },
      { id: 8, dateFinCaution: "2026-09-30" },
      { id: 9, dateFinCaution: null },
    ];
    const relances = [
      partie("R1", null, { etat: "brouillon" }),
      partie("R2c", "2026-09-30", { CautionId: 9, exigibleLe: "2026-09-01" }),
    ];
    const informees = (deja: RelanceFaite[]) =>
      relancesDues(dette({ cautions, relances: [...relances, ...deja] }), DELAIS, "2026-11-05").map(
        ({ CautionId }) => CautionId,
      );
    expect(informees([])).toEqual([7, 9]);
    expect(informees([partie("R2c", "2026-11-01", { CautionId: 7 })])).toEqual([9]);
  });

  test("le propriétaire est interrogé un mois durant, une fois par échéance, et de lui-même seul", () => {
    const incertaine = (exigibleLe: Jour) => echeance(exigibleLe, 95_000, { incertaine: true });
    const demandees = (today: Jour, ...plus: RelanceFaite[]) =>
      relancesDues(
        dette({
          echeances: [incertaine("2026-09-01"), incertaine(ECHUE), incertaine(ECHUE)],
          relances: plus,
        }),
        DELAIS,
        today,
      ).map(({ exigibleLe, montant }) => [exigibleLe, montant]);
    expect(demandees("2026-10-05")).toEqual([]);
    expect(demandees("2026-10-06")).toEqual([[ECHUE, 190_000]]);
    expect(demandees("2026-11-01")).toEqual([[ECHUE, 190_000]]);
    expect(demandees("2026-11-02")).toEqual([]);
    expect(demandees("2026-10-06", partie("question", "2026-10-06"))).toEqual([]);
    const autre = partie("question", "2026-09-06", { exigibleLe: "2026-09-01" });
    expect(demandees("2026-10-06", autre)).toHaveLength(1);
    expect(demandees("2026-10-06", partie("R1", "2026-10-06"))).toHaveLength(1);
    expect(demandees("2026-10-02", autre)).toEqual([]);
  });
});

describe("Un plan d’apurement", () => {
  const plan: Plan = {
    date: "2026-10-10",
    montant: 95_000,
    termes: [
      { date: "2026-12-01", montant: 45_000 },
      { date: "2026-11-01", montant: 50_000 },
    ],
  };
  const manque = (reste: number, today: Jour, exigibleLe = ECHUE) =>
    termeManque({ plan, echeances: [echeance(exigibleLe, reste)] }, DELAIS, today)?.date ?? null;

  test("est tenu au centime, terme après terme, cinq jours de grâce compris", () => {
    expect(manque(45_000, "2026-11-06")).toBeNull();
    expect(manque(45_001, "2026-11-05")).toBeNull();
    expect(manque(45_001, "2026-11-06")).toBe("2026-11-01");
    expect(manque(45_000, "2026-12-05")).toBeNull();
    expect(manque(45_000, "2026-12-06")).toBe("2026-12-01");
    expect(manque(0, "2027-12-06")).toBeNull();
  });

  test("couvre ce qui était échu le jour où il fut convenu, ce jour compris", () => {
    expect(manque(95_000, "2026-11-06", plan.date)).toBe("2026-11-01");
    expect(manque(95_000, "2026-11-06", "2026-10-11")).toBeNull();
    const suivi = (exigibleLe: Jour) =>
      reclamable(dette({ plan, echeances: [echeance(exigibleLe, 45_000)] }), DELAIS, "2026-11-04");
    expect(dues(suivi(plan.date).echeances)).toBe(0);
    expect(dues(suivi("2026-10-11").echeances)).toBe(45_000);
  });

  test("manqué, ramène la seconde relance une fois par terme", () => {
    const relances = [partie("R2", "2026-10-16")];
    const due = (...plus: RelanceFaite[]) =>
      etapes(dette({ plan, relances: [...relances, ...plus] }), "2026-11-06");
    expect(due()).toEqual(["R2"]);
    expect(due(partie("R2", null, { exigibleLe: "2026-11-01" }))).toEqual([]);
    expect(due(partie("R1", null, { exigibleLe: "2026-11-01" }))).toEqual(["R2"]);
  });
});

describe("Une relance préparée est encore due", () => {
  const encore = (
    dette: Dette,
    etape: "R1" | "R2" | "question",
    exigibleLe = ECHUE,
    today = "2026-11-06",
  ) => encoreDue({ dette: dette, relance: { etape, exigibleLe } }, DELAIS, today).montant;

  test("tant que son échéance n’est pas réglée et que le tout passe le seuil", () => {
    const deux = [echeance(ECHUE, 1_000), echeance("2026-11-01", 20_000)];
    expect(encore(dette({ echeances: deux }), "R1")).toBe(21_000);
    expect(encore(dette({ echeances: deux.slice(1) }), "R1")).toBe(0);
    expect(encore(dette({ echeances: deux.slice(0, 1) }), "R1")).toBe(1_000);
    expect(encore(dette({ echeances: [echeance(ECHUE, 999)] }), "R1")).toBe(0);
    expect(encore(dette({ recu: 95_000 }), "R1")).toBe(0);
  });

  test("celle d’un terme, tant que ce terme manque", () => {
    const plan = {
      date: "2026-10-10",
      montant: 95_000,
      termes: [{ date: "2026-11-01", montant: 95_000 }],
    };
    expect(encore(dette({ plan }), "R2", "2026-11-01")).toBe(95_000);
    expect(encore(dette({ plan }), "R2", "2026-11-01", "2026-11-05")).toBe(0);
  });

  test("une question, tant que personne n’a dit si ce loyer est venu", () => {
    const echeances = [
      echeance(ECHUE, 30_000, { incertaine: true }),
      echeance(ECHUE, 40_000),
      echeance("2026-11-01", 50_000, { incertaine: true }),
    ];
    expect(encore(dette({ echeances }), "question")).toBe(30_000);
    expect(encore(dette({ echeances: echeances.slice(1) }), "question")).toBe(0);
  });
});
