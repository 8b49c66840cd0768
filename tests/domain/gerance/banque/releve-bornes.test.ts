import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import {
  jourEcrit,
  montantDeMachine,
  montantEcrit,
} from "#domain/gerance/banque/montants-et-jours-ecrits.ts";
import { estOfx, lireOfx } from "#domain/gerance/banque/ofx.ts";
import {
  contenuDe,
  type LigneLue,
  libelleNormalise,
  OCTETS_PAR_RELEVE,
  prouver,
  type ReleveLu,
  ReleveRefuse,
  relevesSains,
} from "#domain/gerance/banque/releve.ts";
import { cite, surUneLigne } from "#domain/texte-lu.ts";
import { IBAN_GERANCE } from "../../../support/banque/fichiers-de-banque.ts";

const TODAY = "2026-11-22";

const ligne = (plus: Partial<LigneLue> = {}): LigneLue => ({
  date: "2026-10-05",
  valeur: null,
  montant: 95_000,
  libelle: "VIR MARTIN",
  reference: null,
  tiers: null,
  iban: null,
  rejet: false,
  ...plus,
});

const releve = (lignes: LigneLue[], plus: Partial<ReleveLu> = {}): ReleveLu => ({
  compte: "1",
  du: null,
  au: null,
  ancienSolde: null,
  nouveauSolde: null,
  lignes,
  ...plus,
});

const sain = (...releves: ReleveLu[]) => relevesSains(releves, TODAY);
const saine = (plus: Partial<LigneLue>) => sain(releve([ligne(plus)]))[0]?.lignes[0];

describe("Ce qu’un relevé peut dire", () => {
  test("vingt mille lignes en tout, cinq mégaoctets", () => {
    const lignes = (nombre: number) => Array.from({ length: nombre }, () => ligne());
    expect(sain(releve(lignes(19_999)), releve(lignes(1), { compte: "2" }))).toHaveLength(2);
    expect(() => sain(releve(lignes(20_000)), releve(lignes(1), { compte: "2" }))).toThrow(
      "Ce fichier a 20001 lignes, et 20000 au plus sont lues",
    );
    expect(OCTETS_PAR_RELEVE).toBe(5_242_880);
  });

  test("des jours depuis l’an 2000, et ceux que les banques annoncent : deux mois à l’avance", () => {
    const dernier = ajouterJours(TODAY, 62);
    for (const date of ["2000-01-01", dernier]) {
      expect(saine({ date })?.date).toBe(date);
      expect(saine({ valeur: date })?.valeur).toBe(date);
      expect(sain(releve([], { du: date, au: date }))).toMatchObject([{ du: date, au: date }]);
    }
    for (const date of ["1999-12-31", ajouterJours(dernier, 1)]) {
      expect(() => saine({ date })).toThrow(ReleveRefuse);
      expect(() => saine({ valeur: date })).toThrow(ReleveRefuse);
      expect(() => sain(releve([], { du: date }))).toThrow(ReleveRefuse);
      expect(() => sain(releve([], { au: date }))).toThrow(ReleveRefuse);
    }
    expect(() => saine({ date: "1999-12-31" })).toThrow("La date 31/12/1999");
  });

  test("des montants d’un compte, dans les deux sens, en centimes entiers ; ce qui ne bouge rien n’est pas gardé", () => {
    for (const montant of [9_999_999_999, -9_999_999_999]) {
      expect(saine({ montant })?.montant).toBe(montant);
      expect(() => saine({ montant: montant + Math.sign(montant) })).toThrow(/dépasse/);
      expect(() => sain(releve([], { ancienSolde: montant * 2 }))).toThrow(/dépasse/);
      expect(() => sain(releve([], { nouveauSolde: montant * 2 }))).toThrow(/dépasse/);
    }
    expect(() => saine({ montant: 0.5 })).toThrow(ReleveRefuse);
    expect(saine({ montant: 0 })).toBeUndefined();
    expect(saine({ montant: 1 })?.montant).toBe(1);
  });

  test("des textes d’une ligne : 500 signes d’un libellé, 140 d’une référence ou d’un nom, 40 d’un refus", () => {
    const long = "x".repeat(600);
    expect(saine({ libelle: long, reference: long, tiers: long })).toMatchObject({
      libelle: "x".repeat(500),
      reference: "x".repeat(140),
      tiers: "x".repeat(140),
    });
    expect(cite(long)).toBe(`« ${"x".repeat(40)} »`);
    expect(surUneLigne(" a\r\n\tb\u2028c ")).toBe("a b c");
    expect(saine({ libelle: " ", tiers: "MARTIN" })?.libelle).toBe("MARTIN");
    expect(saine({ libelle: "", tiers: " " })).toMatchObject({
      libelle: "Sans libellé",
      tiers: null,
    });
  });
});

describe("Deux relevés d’un compte", () => {
  const octobre = releve([ligne()], {
    du: "2026-10-01",
    au: "2026-10-31",
    ancienSolde: 1_000,
    nouveauSolde: 96_000,
  });
  const novembre = releve([ligne({ date: "2026-11-05", montant: 50 })], {
    du: "2026-11-01",
    au: "2026-11-30",
    ancienSolde: 96_000,
    nouveauSolde: 96_050,
  });

  test("n’en font qu’un, dans l’ordre de leurs jours, quel que soit celui du fichier", () => {
    const attendu = [
      {
        compte: "1",
        du: "2026-10-01",
        au: "2026-11-30",
        ancienSolde: 1_000,
        nouveauSolde: 96_050,
        lignes: [{ montant: 95_000 }, { montant: 50 }],
      },
    ];
    expect(sain(octobre, novembre)).toMatchObject(attendu);
    expect(sain(novembre, octobre)).toMatchObject(attendu);
  });

  test("se refusent quand il manque un jour d’argent entre eux, sauf si l’un ne dit pas son solde", () => {
    expect(() => sain(octobre, { ...novembre, ancienSolde: 95_999 })).toThrow(/il en manque un/);
    expect(sain(octobre, { ...novembre, ancienSolde: null })).toHaveLength(1);
    expect(sain({ ...octobre, nouveauSolde: null }, novembre)).toHaveLength(1);
  });

  test("d’un même jour, se suivent dans l’ordre du fichier", () => {
    const jour = { du: "2026-10-05", au: "2026-10-05" };
    const matin = { ...octobre, ...jour };
    const soir = { ...novembre, ...jour };
    expect(sain(matin, soir)).toMatchObject([{ ancienSolde: 1_000, nouveauSolde: 96_050 }]);
    expect(() => sain(soir, matin)).toThrow(/il en manque un/);
  });

  test("sans jours dits, ont ceux de leurs lignes", () => {
    const deux = [ligne({ date: "2026-10-09" }), ligne({ date: "2026-10-03" })];
    expect(sain(releve(deux))).toMatchObject([{ du: "2026-10-03", au: "2026-10-09" }]);
    expect(sain(releve([], { au: "2026-10-31" }))).toMatchObject([
      { du: "2026-10-31", au: "2026-10-31" },
    ]);
    expect(sain(releve([]))).toMatchObject([{ du: null, au: null }]);
  });

  test("prouvent leurs soldes quand ils les disent", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -99_999, max: 99_999 })),
        fc.integer({ max: 9_999_999 }),
        (montants, ancienSolde) => {
          const lignes = montants.map((montant) => ligne({ montant }));
          const nouveauSolde = montants.reduce((somme, montant) => somme + montant, ancienSolde);
          const juste = releve(lignes, { ancienSolde, nouveauSolde });
          expect(prouver(juste)).toEqual(juste);
          expect(() => prouver({ ...juste, nouveauSolde: nouveauSolde + 1 })).toThrow(ReleveRefuse);
          for (const plus of [{ ancienSolde: null }, { nouveauSolde: null }])
            expect(prouver({ ...juste, ...plus }).lignes).toEqual(lignes);
        },
      ),
    );
  });
});

test("une ligne se reconnaît à son jour, son montant, son libellé et sa référence, l’heure exceptée", () => {
  const meme = contenuDe(ligne());
  expect(contenuDe(ligne({ libelle: "vir  Mártin 14:05" }))).toBe(meme);
  expect(contenuDe(ligne({ tiers: "X", valeur: TODAY, rejet: true }))).toBe(meme);
  for (const plus of [
    { date: TODAY },
    { montant: 95_001 },
    { libelle: "VIR PETIT" },
    { reference: "D000123" },
  ])
    expect(contenuDe(ligne(plus))).not.toBe(meme);
  expect(libelleNormalise("VIR 14h05 MARTIN-LEROY 9:30:12")).toBe("vir martin leroy");
});

describe("Un montant écrit", () => {
  test("a deux décimales au plus, les zéros en trop ne comptent pas", () => {
    for (const [texte, centimes] of [
      ["12,500", null],
      ["012,500", 1_250],
      ["1234,500", 123_450],
      ["0,500", 50],
      ["1.234.567,89", 123_456_789],
      ["1.234.567", null],
      ["12.34.567", null],
      ["1,234,56", null],
      ["−45,00", -4_500],
      ["0", 0],
      ["-0", 0],
    ] as const) {
      if (centimes === null) expect(() => montantEcrit(texte), texte).toThrow(ReleveRefuse);
      else expect(montantEcrit(texte), texte).toBe(centimes);
    }
  });

  test("d’une machine a au plus quinze chiffres et tient en centimes", () => {
    for (const [texte, centimes] of [
      ["950", 95_000],
      ["+950,5", 95_050],
      [" 1.2 ", 120],
      ["-0", 0],
      ["12.349", null],
      ["12.340", 1_234],
      ["90071992547409.91", 9_007_199_254_740_991],
      ["90071992547409.92", null],
      ["1000000000000000", null],
    ] as const) {
      if (centimes === null) expect(() => montantDeMachine(texte), texte).toThrow(ReleveRefuse);
      else expect(montantDeMachine(texte), texte).toBe(centimes);
    }
  });

  test("un jour se lit dans l’ordre où les banques l’écrivent", () => {
    for (const texte of [
      "05/10/2026",
      "5.10.26",
      "5-10-2026",
      "2026/10/05",
      "2026-10-05T11:02:10Z",
      "05/10/2026 11:02",
    ])
      expect(jourEcrit(texte), texte).toBe("2026-10-05");
    for (const texte of ["2026-13-05", "05/13/2026", "10/2026", "", "05/10/026"])
      expect(() => jourEcrit(texte), texte).toThrow(ReleveRefuse);
  });
});

describe("Un fichier OFX", () => {
  const ofx = ({
    lignes = "",
    compte = "<BANKACCTFROM><BANKID>30006<BRANCHID>00001<ACCTID>12345678901</BANKACCTFROM>",
    solde = "<LEDGERBAL><BALAMT>105.00<DTASOF>20261031</LEDGERBAL>",
    avant = "",
  } = {}) =>
    `<OFX><STMTRS>${avant}<CURDEF>EUR${compte}<BANKTRANLIST><DTSTART>20261001<DTEND>20261030${lignes}</BANKTRANLIST>${solde}</STMTRS></OFX>`;
  const operation = (corps: string) =>
    `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261005120000[+1:CET]<TRNAMT>95.00${corps}</STMTTRN>`;
  const seule = (corps: string) => lireOfx(ofx({ lignes: operation(corps) }))[0]?.lignes[0];

  test("se reconnaît à son en-tête, de l’une ou l’autre version", () => {
    for (const texte of [
      "OFXHEADER:100\n",
      '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>',
      "<OFX>",
    ])
      expect(estOfx(texte)).toBe(true);
    expect(estOfx("Date;Libellé")).toBe(false);
  });

  test("dit le jour de valeur, la référence de la banque, et un libellé qui ne se répète pas", () => {
    expect(seule("<DTUSER>20261006<REFNUM>R1<NAME>VIR MARTIN<MEMO>LOYER")).toEqual({
      date: "2026-10-05",
      valeur: "2026-10-06",
      montant: 9_500,
      libelle: "VIR MARTIN LOYER",
      reference: "R1",
      tiers: null,
      iban: null,
      rejet: false,
    });
    expect(seule("<CHECKNUM>C1<REFNUM>R1<NAME>VIR<MEMO>VIR MARTIN &amp; FILS")).toMatchObject({
      reference: "C1",
      libelle: "VIR MARTIN & FILS",
    });
    expect(seule("")).toMatchObject({ libelle: "CREDIT", reference: null, valeur: null });
  });

  test("ne prend ni le compte payé, ni le nom d’un autre, ni un autre solde", () => {
    const corps =
      "<NAME>VIR MARTIN<BANKACCTTO><BANKID>1<ACCTID>999</BANKACCTTO><PAYEE><NAME>AUTRE</PAYEE><ORIGCURRENCY><CURRATE>2<CURSYM>USD</ORIGCURRENCY><MEMO>LOYER";
    expect(seule(corps)?.libelle).toBe("VIR MARTIN LOYER");
    const solde =
      "<LEDGERBAL><BALAMT>105.00<DTASOF>20261031</LEDGERBAL><AVAILBAL><BALAMT>1.00<DTASOF>20261101</AVAILBAL>";
    expect(lireOfx(ofx({ lignes: operation(corps), solde }))).toMatchObject([
      { compte: "30006 00001 12345678901", nouveauSolde: 10_500, ancienSolde: 1_000 },
    ]);
    expect(
      lireOfx(ofx({ lignes: operation("<PAYEE>SIMPLE<NAME>VIR") }))[0]?.lignes[0]?.libelle,
    ).toBe("VIR");
  });

  test("ne remonte au solde d’avant que si toutes ses lignes sont d’avant le solde", () => {
    const de = (jour: string) =>
      lireOfx(
        ofx({
          lignes: operation(""),
          solde: `<LEDGERBAL><BALAMT>105.00<DTASOF>${jour}</LEDGERBAL>`,
        }),
      )[0];
    expect(de("20261005")).toMatchObject({ ancienSolde: 1_000, au: "2026-10-05" });
    expect(de("20261004")).toMatchObject({ ancienSolde: null, nouveauSolde: 10_500 });
    expect(lireOfx(ofx({ lignes: operation(""), solde: "" }))[0]).toMatchObject({
      du: "2026-10-01",
      au: "2026-10-30",
      ancienSolde: null,
      nouveauSolde: null,
    });
    expect(
      lireOfx(ofx({ lignes: operation(""), solde: "<LEDGERBAL><BALAMT>105.00</LEDGERBAL>" }))[0],
    ).toMatchObject({
      ancienSolde: null,
      au: "2026-10-30",
    });
  });

  test("nomme son compte par l’IBAN quand il le donne, sinon par banque, guichet et numéro", () => {
    const compte = (corps: string) =>
      lireOfx(
        ofx({ compte: `<BANKACCTFROM><BANKID>30006<BRANCHID>00001${corps}</BANKACCTFROM>` }),
      )[0]?.compte;
    expect(compte(`<ACCTID>${IBAN_GERANCE}`)).toBe(IBAN_GERANCE);
    expect(compte("<ACCTID>1234567.890-12 3")).toBe("30006 00001 1234567890123");
    expect(compte("<ACCTID>12345678901234")).toBe("12345678901234");
    expect(lireOfx(ofx({ compte: "<CCACCTFROM><ACCTID>4970</CCACCTFROM>" }))[0]?.compte).toBe(
      "4970",
    );
  });

  test("de plusieurs comptes en est autant ; abîmé, il se refuse", () => {
    const un = ofx({ lignes: operation("") });
    expect(lireOfx(un.replace("</OFX>", un.slice("<OFX>".length)))).toHaveLength(2);
    for (const [abime, motif] of [
      [un.replace("<OFX>", ""), /ne commence pas/],
      [un.replace("</OFX>", ""), /coupé/],
      [un.replace("</STMTRS>", ""), /un relevé n’est pas fermé/],
      [un.replace("<STMTRS>", ""), /un relevé n’est pas fermé/],
      [un.replace("</STMTTRN>", "<STMTTRN></STMTTRN>"), /une opération n’est pas fermée/],
      [un.replace("<STMTTRN>", ""), /une opération n’est pas fermée/],
      [un.replace("20261005", "20261305"), /n’existe pas/],
      [un.replace("95.00", "95,0,0"), /n’est pas lisible/],
      [un.replace("CURDEF>EUR", "CURDEF>CHF"), /CHF/],
      ["<OFX></OFX>", /aucun relevé/],
    ] as const)
      expect(() => lireOfx(abime), abime).toThrow(motif);
    expect(lireOfx(un.replace("<CURDEF>EUR", ""))).toHaveLength(1);
  });
});
