import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import {
  alertesDe,
  ccapexAtteint,
  impayeCafDepuis,
  impayeVisaleDepuis,
  motsDAlerte,
  type ReglesAlertes,
} from "#domain/gerance/relances/alertes.ts";
import { ageDe, type EcheanceImpayee, parAge } from "#domain/gerance/relances/impayes.ts";
import { finDePause } from "#domain/gerance/relances/relance-fiche.ts";
import {
  type Dette,
  delaisDe,
  etapeAtteinte,
  type RelanceDue,
  type RelanceFaite,
  relanceSuivante,
  relancesDues,
  termeManque,
} from "#domain/gerance/relances/relances.ts";
import { decompte, ecrire, mentionsInterdites } from "#domain/gerance/relances/textes-relance.ts";

const AGENCE = agenceDe([{ nom: "agenceTel", valeur: "01 23 45 67 89" }]);
const DELAIS = delaisDe(AGENCE);

const echeance = (exigibleLe: string, reste = 95_000, plus: Partial<EcheanceImpayee> = {}) => ({
  mois: exigibleLe.slice(0, 7),
  exigibleLe,
  depuis: exigibleLe,
  nature: "loyer" as const,
  montant: 95_000,
  reste,
  incertaine: false,
  ...plus,
});

const dette = (plus: Partial<Dette> = {}): Dette => ({
  echeances: [echeance("2026-10-01")],
  recu: 0,
  gli: false,
  enPause: false,
  plan: null,
  cautions: [],
  relances: [],
  ...plus,
});

const AUCUN_ENVOI = { relancee: false, miseEnDemeure: false, transmise: false };
const REGLES: ReglesAlertes = {
  caf: { seuilDepuis: null, seuil: 0 },
  visale: { depuis: AGENCE.visaleDepuis, miseEnDemeure: 15, declaration: 30 },
};

const faite = (
  etape: RelanceFaite["etape"],
  libereeLe: string | null,
  plus = {},
): RelanceFaite => ({
  etape,
  exigibleLe: "2026-10-01",
  CautionId: null,
  etat: libereeLe ? "liberee" : "brouillon",
  libereeLe,
  ...plus,
});

const etapes = (dette: Dette, today: string) =>
  relancesDues(dette, DELAIS, today).map(({ etape }) => etape);

describe("L’âge d’une dette", () => {
  test("se compte depuis l’échéance : 30 jours, 60, 90, plus", () => {
    expect(ageDe("2026-10-01", "2026-10-31")).toBe("a30");
    expect(ageDe("2026-10-01", "2026-11-01")).toBe("a60");
    expect(ageDe("2026-10-01", "2026-11-30")).toBe("a60");
    expect(ageDe("2026-10-01", "2026-12-30")).toBe("a90");
    expect(ageDe("2026-10-01", "2026-12-31")).toBe("plus");
  });

  test("ce dont personne n’est sûr n’entre dans aucune somme", () => {
    const lignes = [echeance("2026-10-01", 100), echeance("2026-08-01", 200, { incertaine: true })];
    expect(parAge(lignes, "2026-10-20")).toEqual({ a30: 100, a60: 0, a90: 0, plus: 0 });
  });
});

describe("Les seuils et leurs délais", () => {
  test("CCAPEX, vecteur 41 : deux loyers hors charges, au centime", () => {
    const loyer = { loyerHC: 62_000, exigibleLe: "2026-10-01" };
    expect(ccapexAtteint({ ...loyer, du: 123_999 }, "2026-10-20")).toBe(false);
    expect(ccapexAtteint({ ...loyer, du: 124_000 }, "2026-10-20")).toBe(true);
    expect(ccapexAtteint({ ...loyer, du: 100 }, "2026-12-01")).toBe(true);
  });

  test("CAF, vecteur 42 : deux mois nets jusqu’au 31/12/2026, plus de 450 € ou trois mois ensuite", () => {
    const mois = { loyerHC: 28_000, charges: 2_000, aide: 5_000 };
    const regles = { seuilDepuis: AGENCE.cafSeuilDepuis, seuil: AGENCE.cafSeuil * 100 };
    const atteinte = (reste: number, exigibleLe: string, today: string) =>
      impayeCafDepuis({ restes: [{ exigibleLe, reste }], ...mois }, regles, today);
    expect(atteinte(50_000, "2026-12-05", "2026-12-31")).toBe("2026-12-05");
    expect(atteinte(49_999, "2026-12-05", "2026-12-31")).toBeNull();
    expect(atteinte(45_000, "2026-12-05", "2027-01-01")).toBeNull();
    expect(atteinte(45_001, "2026-12-05", "2027-01-01")).toBe("2027-01-01");
    expect(atteinte(45_000, "2026-12-05", "2027-03-05")).toBe("2027-03-05");
  });

  test("l’assureur attend une relance à J+20, une mise en demeure à J+35, puis la déclaration", () => {
    const faits = {
      du: 95_000,
      exigibleLe: "2026-10-01",
      restes: [],
      gli: true,
      visale: false,
      loyerHC: 85_000,
      charges: 10_000,
      aide: 0,
    };
    const dites = (envois: Partial<typeof AUCUN_ENVOI>, today = "2026-10-10") =>
      alertesDe({ ...faits, ...AUCUN_ENVOI, ...envois }, REGLES, today).filter(
        ({ genre }) => genre === "gli",
      );
    expect(dites({})).toMatchObject([{ avant: "2026-10-21", urgente: false, depassee: false }]);
    expect(dites({ relancee: true })).toMatchObject([{ avant: "2026-11-05" }]);
    expect(dites({ relancee: true, miseEnDemeure: true })).toMatchObject([{ avant: "2026-11-10" }]);
    expect(dites({ relancee: true, miseEnDemeure: true, transmise: true })).toEqual([]);
    expect(dites({}, "2026-10-21").map(motsDAlerte)).toEqual([
      "Assurance loyers impayés, avant le 21/10/2026",
    ]);
    expect(dites({}, "2026-10-22").map(motsDAlerte)).toEqual([
      "Assurance loyers impayés, délai dépassé depuis le 21/10/2026",
    ]);
  });

  test("Visale : l’exemple de visale.fr, puis des parts, puis l’aide déduite", () => {
    const mois = { loyerHC: 60_000, charges: 5_000, aide: 0 };
    const loyer = (exigibleLe: string, reste: number) => ({
      exigibleLe,
      reste,
      nature: "loyer" as const,
    });
    const entiers = [loyer("2024-08-05", 65_000), loyer("2024-07-05", 65_000)];
    expect(impayeVisaleDepuis(entiers.slice(1), mois)).toBeNull();
    expect(impayeVisaleDepuis(entiers, mois)).toBe("2024-08-06");
    const parts = ["2024-06-05", "2024-07-05", "2024-08-05"].map((jour) => loyer(jour, 30_000));
    expect(impayeVisaleDepuis(parts, mois)).toBe("2024-08-06");
    expect(impayeVisaleDepuis(parts, { ...mois, aide: 5_000 })).toBe("2024-08-06");
    expect(impayeVisaleDepuis(parts, { ...mois, aide: 5_001 })).toBe("2024-07-06");
    const reparation = { ...loyer("2024-08-05", 99_000), nature: "reparation" as const };
    expect(impayeVisaleDepuis([...entiers.slice(1), reparation], mois)).toBeNull();

    const faits = {
      ...mois,
      du: 130_000,
      exigibleLe: "2024-07-05",
      restes: entiers,
      gli: false,
      visale: true,
      ...AUCUN_ENVOI,
    };
    const dites = (plus: Partial<typeof faits>, regles = REGLES, today = "2024-08-10") =>
      alertesDe({ ...faits, ...plus }, regles, today)
        .filter(({ genre }) => genre === "visale")
        .map(motsDAlerte);
    expect(dites({})).toEqual(["Visale : mise en demeure, avant le 21/08/2024"]);
    expect(dites({ miseEnDemeure: true })).toEqual([
      "Visale : déclarer l’impayé, avant le 05/09/2024",
    ]);
    expect(dites({ transmise: true })).toEqual([]);
    expect(dites({ visale: false })).toEqual([]);
    const plusTard = { ...REGLES, visale: { ...REGLES.visale, depuis: "2024-08-07" } };
    expect(dites({}, plusTard)).toEqual([]);
    expect(dites({}, { ...REGLES, visale: { ...REGLES.visale, depuis: null } })).toEqual([]);
  });

  test("la prescription se dit à 30 mois et presse à 34", () => {
    const faits = {
      du: 95_000,
      exigibleLe: "2024-01-05",
      restes: [],
      gli: false,
      visale: false,
      ...AUCUN_ENVOI,
      loyerHC: 85_000,
      charges: 0,
      aide: 0,
    };
    const dites = (today: string) =>
      alertesDe(faits, REGLES, today).filter(({ genre }) => genre === "prescription");
    expect(dites("2026-07-04")).toEqual([]);
    expect(dites("2026-07-05")).toMatchObject([{ avant: "2027-01-05", urgente: false }]);
    expect(dites("2026-11-05")).toMatchObject([{ urgente: true }]);
  });
});

describe("L’étape d’une dette", () => {
  test.each([
    [4, null],
    [5, "R1"],
    [15, "R2"],
    [25, "R3"],
    [45, "R4"],
  ])("à %i jours : %s", (jours, etape) => {
    expect(etapeAtteinte({ du: 95_000, jours }, DELAIS)).toBe(etape);
    expect(etapeAtteinte({ du: 999, jours }, DELAIS)).toBeNull();
  });

  test("les relances se suivent : la seconde attend que la première soit partie depuis huit jours", () => {
    expect(etapes(dette(), "2026-10-05")).toEqual([]);
    expect(etapes(dette(), "2026-10-06")).toEqual(["R1"]);
    expect(etapes(dette({ relances: [faite("R1", null)] }), "2026-10-30")).toEqual([]);
    const relances = [faite("R1", "2026-10-14")];
    expect(etapes(dette({ relances }), "2026-10-21")).toEqual([]);
    expect(etapes(dette({ relances }), "2026-10-22")).toEqual(["R2"]);
    // With rent insurance, a reminder does not wait for the one before it to be eight days old.
    expect(etapes(dette({ relances, gli: true }), "2026-10-19")).toEqual(["R2"]);
    const demeure = [...relances, faite("R2", "2026-10-19"), faite("R3", "2026-11-04")];
    expect(etapes(dette({ relances: demeure, gli: true }), "2026-11-08")).toEqual(["R4"]);
  });

  test("la suivante se dit d’avance : à valider, à son jour, ou rien en pause et sous le seuil", () => {
    const suivante = (plus: Partial<Parameters<typeof relanceSuivante>[0]>, today = "2026-10-08") =>
      relanceSuivante(
        {
          enPause: false,
          exigibleLe: "2026-10-01",
          depuis: "2026-10-01",
          gli: false,
          montant: 95_000,
          plan: false,
          relances: [faite("R1", "2026-10-07")],
          ...plus,
        },
        DELAIS,
        today,
      );
    expect(suivante({})).toEqual({ etape: "R2", le: "2026-10-16" });
    expect(suivante({}, "2026-10-20")).toEqual({ etape: "R2", le: "2026-10-20" });
    expect(suivante({ relances: [] })).toEqual({ etape: "R1", le: "2026-10-08" });
    const brouillon = [faite("R1", "2026-10-07"), faite("R2", null)];
    expect(suivante({ relances: brouillon })).toEqual({ etape: "R2", le: null });
    expect(suivante({ enPause: true })).toBeNull();
    expect(suivante({ plan: true })).toBeNull();
    expect(suivante({ montant: 999 })).toBeNull();
    const toutes = (["R1", "R2", "R3", "R4"] as const).map((une) => faite(une, "2026-10-07"));
    expect(suivante({ relances: toutes })).toBeNull();
  });

  test("un terme déjà passé quand sa quittance fut faite ne compte de retard que depuis ce jour", () => {
    const echeances = [echeance("2026-10-01", 95_000, { depuis: "2026-10-21" })];
    expect(parAge(echeances, "2026-11-15")).toMatchObject({ a30: 95_000, a60: 0 });
    expect(etapes(dette({ echeances }), "2026-10-25")).toEqual([]);
    expect(etapes(dette({ echeances }), "2026-10-26")).toEqual(["R1"]);
    const cautions = [{ id: 7, dateFinCaution: null }];
    const relances = [faite("R1", null)];
    expect(etapes(dette({ echeances, cautions, relances }), "2026-11-19")).toEqual([]);
    expect(etapes(dette({ echeances, cautions, relances }), "2026-11-20")).toEqual(["R2c"]);
    const demandee = [{ ...echeances[0], incertaine: true }] as EcheanceImpayee[];
    expect(etapes(dette({ echeances: demandee }), "2026-10-25")).toEqual([]);
    expect(etapes(dette({ echeances: demandee }), "2026-10-26")).toEqual(["question"]);
    // A month that falls due on 1 November changes nothing on 26 October: the first month still gets its first
    // reminder.
    const deux = [...echeances, echeance("2026-11-01")];
    expect(etapes(dette({ echeances: deux }), "2026-10-26")).toEqual(["R1"]);
  });

  test("une relance écartée laisse venir la suivante à sa date", () => {
    const relances = [faite("R1", null, { etat: "ecartee" })];
    expect(etapes(dette({ relances }), "2026-10-15")).toEqual([]);
    expect(etapes(dette({ relances }), "2026-10-16")).toEqual(["R2"]);
  });

  test("rien pendant une pause, sous le seuil, ni tant qu’un chèque reçu couvre la dette", () => {
    expect(etapes(dette({ enPause: true }), "2026-10-20")).toEqual([]);
    expect(etapes(dette({ echeances: [echeance("2026-10-01", 999)] }), "2026-10-20")).toEqual([]);
    expect(etapes(dette({ recu: 94_500 }), "2026-10-20")).toEqual([]);
  });

  test("chaque caution encore engagée est informée à J+30, une fois par échéance", () => {
    const relances = [faite("R1", null)];
    const cautions = [
      { id: 7, dateFinCaution: null },
      { id: 8, dateFinCaution: "2026-09-30" },
    ];
    expect(etapes(dette({ relances, cautions }), "2026-10-30")).toEqual([]);
    expect(relancesDues(dette({ relances, cautions }), DELAIS, "2026-10-31")).toMatchObject([
      { etape: "R2c", CautionId: 7, montant: 95_000 },
    ]);
    const informee = [...relances, faite("R2c", "2026-10-31", { CautionId: 7 })];
    expect(etapes(dette({ relances: informee, cautions }), "2026-11-20")).toEqual([]);
  });

  test("quand le propriétaire encaisse et que personne ne sait, c’est à lui que l’on demande", () => {
    const echeances = [echeance("2026-10-01", 95_000, { incertaine: true })];
    expect(etapes(dette({ echeances }), "2026-10-06")).toEqual(["question"]);
    const relances = [faite("question", "2026-10-06")];
    expect(etapes(dette({ echeances, relances }), "2026-10-20")).toEqual([]);
  });

  test("un plan suivi suspend ce qu’il couvre ; un terme manqué ramène à la seconde relance", () => {
    const plan = {
      date: "2026-10-10",
      montant: 95_000,
      termes: [
        { date: "2026-11-01", montant: 50_000 },
        { date: "2026-12-01", montant: 45_000 },
      ],
    };
    const relances = [faite("R1", "2026-10-06"), faite("R2", "2026-10-16")];
    const suivi = dette({ plan, relances, echeances: [echeance("2026-10-01", 45_000)] });
    expect(etapes(suivi, "2026-11-10")).toEqual([]);
    const manque = dette({ plan, relances });
    expect(etapes(manque, "2026-11-05")).toEqual([]);
    expect(relancesDues(manque, DELAIS, "2026-11-06")).toMatchObject([
      { etape: "R2", exigibleLe: "2026-11-01", montant: 95_000 },
    ]);
    expect(termeManque({ plan, echeances: manque.echeances }, DELAIS, "2026-11-06")?.date).toBe(
      "2026-11-01",
    );
  });

  test("une pause dure six mois au plus", () => {
    expect(finDePause("2026-08-31")).toBe("2027-02-28");
  });
});

describe("Ce que disent les relances", () => {
  const due = (etape: RelanceDue["etape"]): RelanceDue => ({
    etape,
    exigibleLe: "2026-10-01",
    CautionId: null,
    montant: 45_000,
    terme: null,
  });
  const echeances = [
    echeance("2026-10-01", 40_000, { montant: 85_000 }),
    echeance("2026-10-01", 5_000, { montant: 10_000, nature: "charges" }),
  ];
  const sujet = (etape: RelanceDue["etape"]) => ({
    due: due(etape),
    echeances,
    recu: 0,
    adresse: "27 boulevard Saint-Michel, 75005 Paris",
    locataires: "Monsieur Léo DUPONT",
    bailleurs: "Madame Jeanne DE LA TOUR",
    caution: { titre: "Monsieur", acteDu: "2025-03-01", montantMax: 3_420_000 },
    liberees: { R1: "2026-10-06" } as const,
    loyerMensuel: 95_000,
    reference: "D000012",
    agence: AGENCE,
  });
  const lire = (etape: RelanceDue["etape"]) =>
    ecrire(sujet(etape), "2026-10-16").texte.replaceAll("\u00A0", " ");

  test("R1 dit la somme, le jour, ce qui reste, un téléphone et une aide", () => {
    expect(lire("R1")).toBe(
      "Madame, Monsieur,\n\nSauf erreur de notre part, le règlement de votre loyer d’octobre 2026 (950,00 €, exigible le 1er octobre 2026) ne nous est pas parvenu ; il reste dû 450,00 €. Référence à rappeler avec votre règlement : D000012.\n\nSi vous avez réglé entre-temps, merci de ne pas tenir compte de ce message.\n\nEn cas de difficulté, appelez-nous au 01 23 45 67 89 : une solution peut être recherchée (délai, aide au logement, Fonds de solidarité pour le logement).",
    );
  });

  test("une somme autre que le loyer est nommée en bon français, et n’est pas dite loyer", () => {
    const dit = (
      etape: RelanceDue["etape"],
      nature: "assurance" | "reparation" | "regularisation",
    ) =>
      ecrire(
        { ...sujet(etape), echeances: [echeance("2026-10-01", 45_000, { nature })] },
        "2026-10-16",
      ).texte.replaceAll("\u00A0", " ");
    expect(dit("question", "regularisation")).toContain(
      "Avez-vous reçu le montant de la régularisation des charges d’octobre 2026 de Monsieur",
    );
    expect(dit("question", "assurance")).toContain("le montant de l’assurance du logement");
    expect(dit("R1", "reparation")).toContain(
      "le règlement de vos réparations locatives d’octobre",
    );
    expect(dit("R3", "reparation")).toContain("correspondant aux sommes suivantes :");
  });

  test("de plusieurs mois, R1 et l’information de la caution disent l’échéance et le tout", () => {
    const plusieurs = { ...sujet("R1"), echeances: [...echeances, echeance("2026-11-01")] };
    const dit = (etape: RelanceDue["etape"]) =>
      ecrire(
        { ...plusieurs, due: { ...due(etape), montant: 140_000 } },
        "2026-11-16",
      ).texte.replaceAll("\u00A0", " ");
    const reste = "il reste dû 450,00 € pour cette échéance, et 1 400,00 € en tout.";
    expect(dit("R1").replaceAll("\u202F", " ")).toContain(reste);
    expect(dit("R2c").replaceAll("\u202F", " ")).toContain(reste);
  });

  test("R2 rappelle le jour de la première, R3 met en demeure sous huit jours", () => {
    expect(lire("R2")).toContain(
      "Malgré notre message du 6 octobre 2026, votre compte présente au 16 octobre 2026 un solde débiteur de 450,00 €, détaillé ci-après.",
    );
    expect(lire("R3")).toContain(
      "dans un délai de huit jours à compter de la réception de la présente, la somme de 450,00 € correspondant aux loyers et charges suivants :\n\n– Loyer et charges, octobre 2026 : 950,00 € appelés, 450,00 € restant dus\n\nRéférence à rappeler avec votre règlement : D000012.\n\nÀ défaut",
    );
    expect(lire("R3")).toContain("au sens des articles 1231-6 et 1344 du code civil");
    expect(lire("R2c")).toContain("Conformément à l’article 2303 du code civil");
    expect(lire("R2c")).toContain("engagement de 34 200,00 €");
  });

  test("le décompte réunit loyer et charges d’un mois", () => {
    expect(decompte(echeances)).toEqual([
      {
        libelle: "Loyer et charges, octobre 2026",
        exigibleLe: "2026-10-01",
        appele: 95_000,
        reste: 45_000,
      },
    ]);
  });

  test.each(["question", "R1", "R2", "R2c", "R3", "R4"] as const)(
    "%s n’annonce ni frais, ni pénalité, ni menace",
    (etape) => {
      expect(mentionsInterdites(lire(etape))).toEqual([]);
    },
  );

  test.each([
    "Des frais de relance de 15 € seront ajoutés.",
    "Une pénalité de retard est due.",
    "À défaut, vous serez expulsé.",
    "Nous préviendrons votre employeur.",
    "Nous couperons l’eau.",
  ])("« %s » est refusé", (phrase) => {
    expect(mentionsInterdites(phrase)).not.toEqual([]);
  });
});
