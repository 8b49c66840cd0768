import { describe, expect, test } from "vitest";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";
import {
  camt,
  cfonb,
  IBAN_GERANCE,
  MOUVEMENTS,
} from "../../../support/banque/fichiers-de-banque.ts";
import { montants, seLitAussitot } from "../../../support/banque/lecture-releves.ts";

const TODAY = "2026-11-25";
const octets = (texte: string) => new TextEncoder().encode(texte);
const seul = (texte: string) => {
  const [releve] = lireReleves(octets(texte), TODAY).releves;
  if (!releve) throw new Error("aucun relevé");
  return releve;
};

const ofx = (...operations: [genre: string, montant: string][]) => `OFXHEADER:100

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>30006<BRANCHID>00001<ACCTID>12345678901<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031
${operations.map(([genre, montant], rang) => `<STMTTRN><TRNTYPE>${genre}<DTPOSTED>20261005<TRNAMT>${montant}<FITID>${rang}<NAME>VIR</STMTTRN>`).join("\n")}
</BANKTRANLIST><LEDGERBAL><BALAMT>1000.00<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

describe("Le montant d’un OFX", () => {
  test("a le signe que le format écrit : un remboursement de carte ou de frais entre", () => {
    expect(
      montants(
        seul(
          ofx(
            ["DEBIT", "-1200.00"],
            ["POS", "45.90"],
            ["SRVCHG", "12.00"],
            ["ATM", "300.00"],
            ["FEE", "8.00"],
            ["DIRECTDEBIT", "70.00"],
          ),
        ).lignes,
      ),
    ).toEqual([-120_000, 4590, 1200, 30_000, 800, 7000]);
    expect(montants(seul(ofx(["POS", "+45.90"], ["ATM", "+300.00"])).lignes)).toEqual([
      4590, 30_000,
    ]);
  });

  test("d’un débit sort toujours, et d’un fichier sans aucun signe sortent toutes ses dépenses", () => {
    expect(
      montants(seul(ofx(["CREDIT", "950.00"], ["DEBIT", "1200.00"], ["FEE", "-12.00"])).lignes),
    ).toEqual([95_000, -120_000, -1200]);
    expect(
      montants(seul(ofx(["CREDIT", "950.00"], ["DEBIT", "1200.00"], ["POS", "45.90"])).lignes),
    ).toEqual([95_000, -120_000, -4590]);
  });

  test("d’un fichier sans aucun signe, sort par toutes ses dépenses, débit ou non", () => {
    const depenses = [
      "PAYMENT",
      "CHECK",
      "CASH",
      "REPEATPMT",
      "FEE",
      "SRVCHG",
      "POS",
      "ATM",
      "DIRECTDEBIT",
    ];
    for (const genre of depenses)
      expect(
        montants(seul(ofx(["CREDIT", "950.00"], ["CHECK", "301.00"], [genre, "12.50"])).lignes),
        genre,
      ).toEqual([95_000, -30_100, -1250]);
  });

  test("sans signe, d’une dépense seule ou à côté de montants signés, est refusé", () => {
    expect(() => seul(ofx(["CREDIT", "816.00"], ["FEE", "12.50"]))).toThrow(
      "Une opération « FEE » de ce fichier OFX est une dépense",
    );
    expect(() =>
      seul(ofx(["CREDIT", "810.00"], ["CHECK", "300.00"], ["CASH", "50.00"], ["XFER", "-200.00"])),
    ).toThrow("Une opération « CHECK »");
    expect(() => seul(ofx(["CHECK", "300.00"], ["CASH", "50.00"], ["XFER", "200.00"]))).toThrow(
      "une opération « XFER » entre ou sort",
    );
  });

  test("retenu ou annoncé n’a pas bougé : il est laissé de côté et compté, et son solde d’avant est déduit", () => {
    const texte = ofx(["CREDIT", "950.00"], ["HOLD", "-20.00"]).replace(
      "</BANKTRANLIST>",
      "</BANKTRANLIST><BANKTRANLISTP><DTASOF>20261031<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261031<TRNAMT>-5.00<NAME>CB</STMTTRNP></BANKTRANLISTP>",
    );
    expect(seul(texte)).toMatchObject({
      lignes: [{ montant: 95_000 }],
      sansEffet: 2,
      ancienSolde: 5000,
      deduit: true,
    });
  });
});

describe("Une opération OFX qui en corrige une autre", () => {
  const corrigee = (correction: string, vise = "1") =>
    ofx(["CREDIT", "950.00"], ["CREDIT", "814.00"], ["CREDIT", "815.00"]).replace(
      "<FITID>2",
      `<FITID>2<CORRECTFITID>${vise}${correction}`,
    );

  test("la retire ou la remplace, et ne s’y ajoute jamais", () => {
    expect(montants(seul(corrigee("<CORRECTACTION>DELETE")).lignes)).toEqual([95_000]);
    expect(montants(seul(corrigee("<CORRECTACTION>REPLACE")).lignes)).toEqual([95_000, 81_500]);
    expect(seul(corrigee("<CORRECTACTION>DELETE")).sansEffet).toBe(2);
  });

  test("se refuse quand le fichier ne la tient pas, ou ne dit pas qu’en faire", () => {
    expect(() => seul(corrigee("<CORRECTACTION>DELETE", "9"))).toThrow(
      "en corrige une autre, « 9 »",
    );
    expect(() => seul(corrigee(""))).toThrow("en corrige une autre");
  });
});

describe("L’état d’une ligne de CAMT", () => {
  const entree = (etat: string) =>
    `<Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${etat}</Sts><BookgDt><Dt>2026-10-06</Dt></BookgDt></Ntry>`;
  const lu = (...etats: string[]) =>
    seul(camt().replace("</Stmt>", `${etats.map(entree).join("")}</Stmt>`));

  test("annoncée, en attente ou pour information est comptée, et n’est pas prise", () => {
    const releve = lu(
      "PDNG",
      "INFO",
      "<Cd>PDNG</Cd>",
      "<Cd>FUTR</Cd>",
      "<Prtry>NOT BOOKED</Prtry>",
      "<Prtry>En attente</Prtry>",
    );
    expect([releve.lignes.length, releve.sansEffet]).toEqual([3, 6]);
  });

  test("d’un mot inconnu est refusée", () => {
    expect(() => lu("<Prtry>XYZ</Prtry>")).toThrow("L’état « XYZ » d’une ligne ne dit pas");
  });
});

test("Un refus ne montre pas un compte entier", () => {
  const abime = camt().replace("950.00", "951.00");
  expect(() => seul(abime)).toThrow("Les lignes du compte ••• 0189 ne mènent pas");
  const [un, deux] = MOUVEMENTS.map((mouvement) => cfonb({ mouvements: [mouvement] }));
  for (const texte of [abime, `${un}${deux}`]) {
    try {
      seul(texte);
    } catch (error) {
      expect((error as Error).message).not.toContain(IBAN_GERANCE.slice(14, 25));
    }
  }
});

describe("Un fichier hostile se lit ou se refuse vite", () => {
  const [tete = "", mouvement = "", ...suite] = cfonb().split("\r\n");
  const complement = `${`05${mouvement.slice(2, 40)}`.padEnd(45)}LIB${"x".repeat(70)}`.padEnd(120);
  test.each([
    [
      "dix mille compléments d’une opération CFONB",
      [tete, mouvement, ...Array<string>(10_000).fill(complement), ...suite].join("\r\n"),
    ],
    ["des CDATA jamais fermés", `<OFX>${"<![CDATA[".repeat(300_000)}</OFX>`],
    [
      "trois cent mille attributs",
      camt().replace(
        "<Stmt>",
        `<Stmt ${Array.from({ length: 350_000 }, (_, rang) => `a${rang}=">"`).join(" ")}>`,
      ),
    ],
    [
      "des attributs sans valeur",
      camt().replace(
        "<Stmt>",
        `<Stmt ${Array.from({ length: 350_000 }, (_, rang) => `a${rang}`).join(" ")}>`,
      ),
    ],
    [
      "des apostrophes",
      camt().replace("</Stmt>", `<AddtlStmtInf>${"'".repeat(2_000_001)}</AddtlStmtInf></Stmt>`),
    ],
  ])("%s", (_nom, texte) => {
    seLitAussitot(() => seul(texte));
  });
});
