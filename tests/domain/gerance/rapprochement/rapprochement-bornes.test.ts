import { describe, expect, test } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { estDuCompte } from "#domain/gerance/banque/compte-bancaire.ts";
import type { EcheanceDue } from "#domain/gerance/locataires/imputation.ts";
import { lireMots, motsDe } from "#domain/gerance/rapprochement/mots-de-ligne.ts";
import type { LigneARapprocher } from "#domain/gerance/rapprochement/proposition.ts";
import { RESERVES } from "#domain/gerance/rapprochement/proposition-de-dossier.ts";
import { certaines, proposer } from "#domain/gerance/rapprochement/rapprochement.ts";
import { dossiersReferences, referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import {
  type Candidat,
  type PayeurConnu,
  type ReglementConnu,
  repertoire,
} from "#domain/gerance/rapprochement/repertoire.ts";

const JOUR = "2026-11-05";
let numero = 0;

const loyer = (mois: string, reste = 95_000, plus: Partial<EcheanceDue> = {}): EcheanceDue => ({
  id: ++numero,
  mois,
  exigibleLe: `${mois}-01`,
  nature: "loyer",
  reste,
  ...plus,
});

const candidat = (id: number, plus: Partial<Candidat> = {}): Candidat => ({
  id,
  personnes: [],
  echeances: [loyer("2026-11")],
  avance: 0,
  aide: null,
  loyer: 95_000,
  fin: null,
  subroge: false,
  fonds: "agence",
  ...plus,
});

const locataire = (nom: string, prenom = "") => ({
  personnes: [{ nom, prenom, payeur: "locataire" as const }],
});

const ligne = (plus: Partial<LigneARapprocher> = {}): LigneARapprocher => ({
  id: 1,
  date: JOUR,
  montant: 95_000,
  libelle: "VIR SEPA",
  reference: null,
  tiers: null,
  rejet: false,
  empreinte: null,
  doublonDe: null,
  ...plus,
});

const compte = (DossierId: number, empreinte = "compte"): PayeurConnu => ({
  empreinte,
  DossierId,
  payeur: "tiers",
});

const saisi = (plus: Partial<ReglementConnu> = {}): ReglementConnu => ({
  id: 7,
  numero: "2026-000012",
  DossierId: 1,
  date: JOUR,
  montant: 95_000,
  mode: "virement",
  etat: "credite",
  prouve: false,
  rejeteLe: null,
  rejetProuve: false,
  empreinte: null,
  ...plus,
});

const propositions = (
  une: Partial<LigneARapprocher>,
  dossiers: Candidat[],
  {
    comptes = [],
    reglements = [],
  }: { comptes?: PayeurConnu[]; reglements?: ReglementConnu[] } = {},
) => proposer(ligne(une), repertoire({ candidats: dossiers, connus: comptes, reglements }));

const raisons = (...arguments_: Parameters<typeof propositions>) =>
  propositions(...arguments_).map(({ raison }) => raison);

const CITE = { libelle: "D000001" };

describe("Un montant exact", () => {
  const dossier = candidat(1, {
    echeances: [
      loyer("2026-11", 90_000),
      loyer("2026-09", 80_000),
      loyer("2026-10", 85_000),
      loyer("2026-10", 60_000, { nature: "depot" }),
      loyer("2026-10", 12_345, { nature: "regularisation" }),
      loyer("2026-10", 23_456, { nature: "reparation" }),
      loyer("2026-10", 34_567, { nature: "solde_anterieur" }),
    ],
    aide: { montant: 20_000, payeur: "caf" },
  });
  test.each([
    [385_368, "montant exact"],
    [365_368, "montant exact, aide au logement déduite"],
    [80_000, "montant exact de septembre 2026"],
    [60_000, "montant exact de septembre 2026, aide au logement déduite"],
    [165_000, "montant exact de 2 mois"],
    [255_000, "montant exact de 3 mois"],
    [12_345, "montant exact de la régularisation"],
    [23_456, "montant exact des réparations"],
    [34_567, "montant exact du solde antérieur"],
    [170_000, "autre montant"],
    [20_000, "montant de l’aide au logement"],
    [95_000, "montant d’un loyer"],
  ])("de %i centimes : %s", (montant, mots) => {
    expect(raisons({ ...CITE, montant }, [dossier])).toEqual([`Référence D000001 et ${mots}`]);
  });

  test("de ce qui reste, l’avance déduite ; rien n’est dû, rien n’est exact", () => {
    const avec = (plus: Partial<Candidat>, montant: number) =>
      propositions({ ...CITE, montant }, [candidat(1, { loyer: 1, ...plus })])[0]?.score;
    expect([avec({ avance: 5_000 }, 90_000), avec({ avance: 5_000 }, 100_000)]).toEqual(["A", "B"]);
    expect(avec({ avance: 95_000, echeances: [loyer("2026-11")] }, 0)).toBe("B");
    const depot = { echeances: [loyer("2026-11", 60_000, { nature: "depot" }), loyer("2026-11")] };
    expect(avec(depot, 60_000)).toBe("A");
  });

  test("du mois n’est pas certain par le compte seul, celui de tout ce qui est dû l’est", () => {
    const deux = candidat(1, { echeances: [loyer("2026-10"), loyer("2026-11", 90_000)] });
    const score = (montant: number, plus: Partial<Candidat> = {}) =>
      propositions({ empreinte: "compte", montant }, [{ ...deux, ...plus }], {
        comptes: [compte(1)],
      })[0]?.score;
    expect([score(90_000), score(185_000)]).toEqual(["B", "A"]);
    const aide = { aide: { montant: 10_000, payeur: "caf" as const } };
    expect([score(175_000, aide), score(175_000)]).toEqual(["A", "B"]);
  });
});

describe("Ce qui désigne un dossier", () => {
  test("un nom qu’un seul porte suffit, s’il a quatre lettres ; plus court, il faut le prénom", () => {
    const touches = (libelle: string, ...noms: [string, string][]) =>
      propositions(
        { libelle, montant: 1 },
        noms.map(([nom, prenom], rang) => candidat(rang + 1, locataire(nom, prenom))),
      ).map(({ parts }) => parts[0]?.DossierId);
    expect(touches("VIR ROUX", ["Roux", "Ana"])).toEqual([1]);
    expect(touches("VIR ROY", ["Roy", "Ana"])).toEqual([]);
    expect(touches("VIR ROY ANA", ["Roy", "Ana"])).toEqual([1]);
    expect(touches("VIR ROUX", ["Roux", "Ana"], ["Roux", "Eva"])).toEqual([]);
    expect(touches("VIR ROUX EVA", ["Roux", "Ana"], ["Roux", "Eva"])).toEqual([2]);
    expect(touches("VIR ANA", ["Roux", "Ana"])).toEqual([]);
    expect(touches("VIR ROUX", ["Roux-Petit", "Ana"], ["Durand", "Eva"])).toEqual([1]);
  });

  test("un compte de cinq dossiers les propose tous, de six ceux dont c’est un montant", () => {
    const dossiers = [1, 2, 3, 4, 5, 6].map((id) =>
      candidat(id, { echeances: [loyer("2026-11", id === 2 ? 12_300 : 95_000)] }),
    );
    const proposes = (nombre: number) =>
      propositions({ empreinte: "compte", montant: 12_300 }, dossiers.slice(0, nombre), {
        comptes: dossiers.slice(0, nombre).map(({ id }) => compte(id)),
      }).map(({ parts }) => parts[0]?.DossierId);
    expect(proposes(5).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(proposes(6)).toEqual([2]);
  });

  test("qui paie est celui que le compte a appris, sinon celui du nom, sinon le locataire", () => {
    const garant = { nom: "Garant", prenom: "", payeur: "caution" as const };
    const dossier = candidat(1, { personnes: [garant] });
    const payeur = (une: Partial<LigneARapprocher>, comptes: PayeurConnu[] = []) =>
      propositions(une, [dossier], { comptes })[0]?.payeur;
    expect(payeur({ libelle: "GARANT", empreinte: "compte" }, [compte(1)])).toBe("tiers");
    expect(payeur({ libelle: "GARANT" })).toBe("caution");
    expect(payeur(CITE)).toBe("locataire");
    expect(payeur({ libelle: "GARANT MSA" })).toBe("msa");
  });

  test("les preuves se disent l’une après l’autre", () => {
    const dossier = candidat(1, locataire("Martin"));
    const une = { libelle: "MARTIN D000001", empreinte: "compte" };
    expect(raisons(une, [dossier], { comptes: [compte(1)] })).toEqual([
      "Référence D000001, compte bancaire connu, nom dans le libellé et montant exact",
    ]);
    const partage = { comptes: [compte(1), compte(2)] };
    expect(raisons({ empreinte: "compte", montant: 1 }, [dossier], partage)).toEqual([
      "Compte bancaire connu de plusieurs dossiers et autre montant",
    ]);
  });

  test("les plus sûrs d’abord, neuf au plus", () => {
    const dossiers = Array.from({ length: 12 }, (_, rang) =>
      candidat(rang + 1, {
        ...locataire("Martin", "Ana"),
        loyer: 1,
        echeances: [loyer("2026-11", rang === 9 ? 95_000 : 1_000 + rang)],
      }),
    );
    const trouvees = propositions({ libelle: "MARTIN ANA D000012" }, dossiers);
    expect(trouvees).toHaveLength(9);
    expect(trouvees.map(({ score }) => score).slice(0, 3)).toEqual(["B", "B", "C"]);
    const exacte = propositions({ libelle: "MARTIN ANA D000010" }, dossiers)[0];
    expect([exacte?.score, exacte?.parts[0]?.DossierId]).toEqual(["A", 10]);
  });
});

describe("Le seul dossier qui doit ce montant", () => {
  test("se propose si rien d’autre ne désigne personne, au centime", () => {
    const dossiers = [candidat(1), candidat(2, { echeances: [loyer("2026-11", 68_000)] })];
    expect(raisons({ montant: 68_000 }, dossiers)).toEqual(["Seul dossier qui doit ce montant"]);
    expect(raisons({ montant: 68_001 }, dossiers)).toEqual([]);
    expect(raisons({ montant: 0 }, [candidat(1, { echeances: [] })])).toEqual([]);
    expect(raisons({ montant: 68_000, libelle: "D000001" }, dossiers)).toHaveLength(1);
  });
});

describe("Un versement de la CAF", () => {
  const aide = (id: number, montant: number, plus: Partial<Candidat> = {}) =>
    candidat(id, { aide: { montant, payeur: "caf" }, ...plus });
  const pour = (montant: number, dossiers: Candidat[], libelle = "VIR CAF") =>
    propositions({ libelle, montant }, dossiers).map(({ parts, reserves }) => [
      parts.map(({ DossierId }) => DossierId),
      reserves,
    ]);
  const ORGANISME = [RESERVES.organisme];

  test("de l’aide d’un seul est la sienne ; de deux qui ont la même, de personne", () => {
    expect(pour(20_000, [aide(1, 20_000), aide(2, 21_000)])).toEqual([[[1], ORGANISME]]);
    expect(pour(20_000, [aide(1, 20_000), aide(2, 20_000)])).toEqual([]);
    expect(raisons({ libelle: "VIR CAF", montant: 20_000 }, [aide(1, 20_000)])).toEqual([
      "Montant de l’aide au logement",
    ]);
    const deux = [aide(1, 20_000), aide(2, 21_000)];
    expect(raisons({ libelle: "VIR CAF", montant: 41_000 }, deux)).toEqual([
      "Somme des aides au logement de 2 dossiers",
    ]);
  });

  test("n’est ni à un dossier dont le bailleur encaisse, ni à ceux d’un autre organisme", () => {
    const bailleur = aide(1, 20_000, { fonds: "proprietaire" });
    const msa = candidat(2, { aide: { montant: 20_000, payeur: "msa" } });
    expect(pour(20_000, [bailleur, msa])).toEqual([]);
    expect(pour(40_000, [bailleur, msa])).toEqual([]);
    expect(pour(41_000, [aide(3, 20_000), aide(4, 21_000), bailleur])).toEqual([
      [[3, 4], ORGANISME],
    ]);
  });

  test("qui cite un dossier est pour lui", () => {
    const trouvees = pour(20_000, [aide(1, 20_000), aide(2, 21_000)], "VIR CAF D000002");
    expect(trouvees.map(([parts]) => parts)).toEqual([[2]]);
  });
});

describe("Un règlement déjà saisi", () => {
  const deja = (plus: Partial<ReglementConnu>, une: Partial<LigneARapprocher> = CITE) =>
    propositions(une, [candidat(1)], { reglements: [saisi(plus)] });
  const pointe = (plus: Partial<ReglementConnu>) =>
    deja(plus).some(({ genre }) => genre === "pointage");

  test("à dix jours près, du même montant, bon, et que rien ne prouve encore", () => {
    expect([
      pointe({ date: ajouterJours(JOUR, -10) }),
      pointe({ date: ajouterJours(JOUR, 10) }),
    ]).toEqual([true, true]);
    for (const plus of [
      { date: ajouterJours(JOUR, -11) },
      { date: ajouterJours(JOUR, 11) },
      { prouve: true },
      { etat: "recu" as const },
      { montant: 94_999 },
    ]) {
      expect([plus, pointe(plus)]).toEqual([plus, false]);
      expect(deja(plus).some(({ automatique }) => automatique)).toBe(true);
    }
    expect(deja({}).find(({ genre }) => genre === "reglement")?.reserves).toEqual([RESERVES.deja]);
  });

  test("se reconnaît à coup sûr si la ligne désigne son dossier, moins s’il est seul, à peine à plusieurs", () => {
    const scores = (une: Partial<LigneARapprocher>, ...connus: ReglementConnu[]) =>
      propositions(une, [candidat(1), candidat(2)], { reglements: connus })
        .filter(({ genre }) => genre === "pointage")
        .map(({ score, mode, automatique }) => [score, mode, automatique]);
    expect(scores(CITE, saisi())).toEqual([["A", "virement", false]]);
    expect(scores({}, saisi({ mode: null }))).toEqual([["B", "virement", false]]);
    expect(scores({ libelle: "PRLV" }, saisi({ mode: null }))).toEqual([
      ["B", "prelevement", false],
    ]);
    expect(scores({}, saisi(), saisi({ id: 8, DossierId: 2, mode: "carte" }))).toEqual([
      ["C", "virement", false],
      ["C", "carte", false],
    ]);
  });
});

describe("Une remise de chèques", () => {
  const cheque = (id: number, montant: number, date = JOUR) =>
    saisi({ id, DossierId: id, montant, date, etat: "recu", mode: "cheque", numero: `C${id}` });
  const remise = (montant: number, cheques: ReglementConnu[], libelle = "REMISE CHEQUES") =>
    propositions({ libelle, montant }, [], { reglements: cheques });

  test("se propose pour les chèques reçus ce jour ou avant", () => {
    expect(remise(10, [cheque(1, 10)])).toMatchObject([
      {
        score: "B",
        automatique: false,
        raison: "Chèque C1 en attente d’encaissement, montant exact",
        parts: [{ DossierId: 1, montant: 10 }],
      },
    ]);
    expect(remise(10, [cheque(1, 10, ajouterJours(JOUR, 1))])).toEqual([]);
    expect(remise(10, [saisi({ montant: 10, prouve: true })])).toEqual([]);
    expect(remise(30, [cheque(1, 10), cheque(2, 20)])[0]?.raison).toBe(
      "2 chèques en attente d’encaissement font ce montant",
    );
    expect(remise(0, [], "VIR")).toEqual([]);
  });

  test("qui ne dit pas en être une ne se cherche que parmi les groupes simples, et reste à vérifier", () => {
    const trois = [
      cheque(1, 10, "2026-11-01"),
      cheque(2, 20, "2026-11-02"),
      cheque(3, 40, "2026-11-02"),
    ];
    expect(remise(60, trois, "VIR")).toMatchObject([{ score: "C", ReglementIds: [2, 3] }]);
    expect(remise(70, trois, "VIR")).toMatchObject([{ ReglementIds: [1, 2, 3] }]);
    expect(remise(50, trois, "VIR")).toEqual([]);
    expect(remise(50, trois)).toMatchObject([{ ReglementIds: [1, 3] }]);
  });

  test("se combine parmi les quatorze plus anciens", () => {
    const cheques = Array.from({ length: 16 }, (_, rang) =>
      cheque(rang + 1, 2 ** rang, `2026-10-${String(rang + 1).padStart(2, "0")}`),
    );
    const ids = (...rangs: number[]) =>
      remise(
        rangs.reduce((somme, rang) => somme + 2 ** (rang - 1), 0),
        cheques,
      )[0]?.ReglementIds;
    expect(ids(1, 3, 14)).toEqual([1, 3, 14]);
    expect(ids(1, 3, 15)).toBeUndefined();
  });
});

describe("Ce qui sort du compte", () => {
  const rejet = (plus: Partial<ReglementConnu>[], une: Partial<LigneARapprocher> = {}) =>
    propositions({ libelle: "REJET", montant: -95_000, ...une }, [candidat(1)], {
      reglements: plus.map((un, rang) => saisi({ id: rang + 1, prouve: true, ...un })),
    });

  test("un rejet reprend un règlement bon, d’avant lui, de quatre cents jours au plus", () => {
    expect(rejet([{}])).toMatchObject([
      {
        genre: "rejet",
        score: "B",
        automatique: false,
        parts: [{ DossierId: 1, montant: 95_000 }],
      },
    ]);
    expect(rejet([{ date: ajouterJours(JOUR, -400) }])).toHaveLength(1);
    for (const plus of [
      { date: ajouterJours(JOUR, -401) },
      { date: ajouterJours(JOUR, 1) },
      { etat: "recu" as const },
      { montant: 95_001 },
    ])
      expect([plus, rejet([plus])]).toEqual([plus, []]);
  });

  test("de plusieurs, le plus récent d’abord ; sûr si le compte ou les mots le désignent", () => {
    const deux = [{ date: "2026-10-05" }, { date: "2026-11-01" }];
    expect(rejet(deux).map(({ ReglementIds, score }) => [...ReglementIds, score])).toEqual([
      [2, "C"],
      [1, "C"],
    ]);
    const scores = (une: Partial<LigneARapprocher>) =>
      rejet([{ empreinte: "a" }, { empreinte: null, DossierId: 2 }], une).map(({ score }) => score);
    expect(scores({ empreinte: "a" })).toEqual(["A", "C"]);
    expect(scores({ empreinte: null })).toEqual(["C", "C"]);
    expect(scores({ libelle: "REJET D000001" })).toEqual(["A", "C"]);
  });

  test("un mouvement nul n’est pas une sortie", () => {
    expect(rejet([{ montant: 0 }], { montant: 0 })).toEqual([]);
  });
});

describe("De ligne en ligne", () => {
  test("chacune trouve ce que celles d’avant ont laissé, jour après jour", () => {
    const dossier = candidat(1, {
      echeances: [loyer("2026-10", 50_000), loyer("2026-11", 70_000)],
      loyer: 70_000,
    });
    const lignes = [
      ligne({ ...CITE, id: 1, date: "2026-11-06", montant: 70_000 }),
      ligne({ ...CITE, id: 2, date: "2026-11-05", montant: 50_000 }),
      ligne({ ...CITE, id: 3, date: "2026-11-07", montant: 70_000 }),
    ];
    const faites = certaines(
      lignes,
      repertoire({ candidats: [dossier], connus: [], reglements: [] }),
    );
    expect(faites.map((une) => une.ligne.id)).toEqual([2, 1]);
  });

  test("le mois que la ligne nomme est payé, et la suivante trouve les autres", () => {
    const echeances = [loyer("2026-10"), loyer("2026-11", 90_000), loyer("2026-12", 10_000)];
    const dossier = candidat(1, { echeances });
    const lignes = [
      ligne({ libelle: "LOYER NOVEMBRE 2026 D000001", id: 1, montant: 90_000 }),
      ligne({ ...CITE, id: 2, date: "2026-11-06" }),
      ligne({ ...CITE, id: 3, date: "2026-11-07", montant: 90_000 }),
    ];
    const faites = certaines(
      lignes,
      repertoire({ candidats: [dossier], connus: [], reglements: [] }),
    );
    expect(faites.map(({ ligne: une, proposition }) => [une.id, proposition.raison])).toEqual([
      [1, "Référence D000001 et montant exact de novembre 2026"],
      [2, "Référence D000001 et montant exact d’octobre 2026"],
    ]);
  });
});

describe("Les mots d’une ligne", () => {
  const mois = (libelle: string, date: string) => lireMots(ligne({ libelle, date })).mois;

  test("un mois sans année est le plus proche, au plus tard le mois prochain", () => {
    expect(mois("LOYER DECEMBRE", "2026-11-05")).toEqual(["2026-12"]);
    expect(mois("LOYER JANVIER", "2026-11-05")).toEqual(["2026-01"]);
    expect(mois("LOYER JANVIER", "2026-12-05")).toEqual(["2027-01"]);
    expect(mois("LOYER DECEMBRE", "2027-01-05")).toEqual(["2026-12"]);
    expect(mois("LOYER DE JUIN ET LOYER D AOUT", "2026-08-31")).toEqual(["2026-06", "2026-08"]);
    expect(mois("LOYER MAI LOYER MAI", "2026-05-31")).toEqual(["2026-05"]);
  });

  test("ne gardent ni les mots de tous, ni les lettres seules", () => {
    expect(motsDe("VIR M. Léo DE LA TOUR 12")).toEqual(["leo", "tour"]);
    expect(lireMots(ligne({ libelle: "X", tiers: "MARTIN", reference: "D000009" }))).toMatchObject({
      references: [9],
      mots: new Set(["martin"]),
      reversement: null,
      organisme: null,
      rejet: false,
    });
    expect(lireMots(ligne({ rejet: true })).rejet).toBe(true);
  });

  test("une référence se relit comme elle s’écrit, six chiffres au moins", () => {
    for (const id of [1, 123, 999_999, 1_234_567])
      expect(dossiersReferences(`LOYER ${referenceDeDossier(id)} MERCI`)).toEqual([id]);
    expect(referenceDeDossier(123)).toBe("D000123");
    expect(dossiersReferences("D00123 D1234567890 D000002 D000002")).toEqual([2]);
  });
});

describe("Le compte d’un relevé", () => {
  const FR = "FR7630006000011234567890189";

  test("se reconnaît avec ou sans clé, guichet ni zéros, et jamais sur une partie", () => {
    for (const dit of [
      "30006 00001 1234567890189",
      "30006 1234567890189",
      "1234567890189",
      "000011234567890189",
      "3000600001 12345678901".replace(" ", ""),
      "fr76 3000 6000 0112 3456 7890 189",
    ])
      expect([dit, estDuCompte(dit, FR)]).toEqual([dit, true]);
    for (const dit of [
      "30006 00002 1234567890189",
      "30007 1234567890189",
      "30006 00001 12345678902",
      "2345678901",
      "1234567890188",
      "FR1420041010050500013M02606",
    ])
      expect([dit, estDuCompte(dit, FR)]).toEqual([dit, false]);
  });

  test("d’un autre pays, par la fin de son IBAN, de six signes au moins", () => {
    const BE = "BE68539007547034";
    for (const dit of ["539007547034", "7547034", "547034", "000547034"])
      expect([dit, estDuCompte(dit, BE)]).toEqual([dit, true]);
    for (const dit of ["47034", "547035", "BE71096123456769"])
      expect([dit, estDuCompte(dit, BE)]).toEqual([dit, false]);
  });
});
