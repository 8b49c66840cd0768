import { describe, expect, test } from "vitest";
import { sansReferences } from "#domain/agence/references.ts";
import { ColonnesInconnues } from "#domain/gerance/banque/correspondance.ts";
import { preuveDe, type ReleveLu } from "#domain/gerance/banque/releve.ts";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";
import { montants, refusDe } from "../../../support/banque/lecture-releves.ts";

const TODAY = "2026-11-25";
const octets = (texte: string) => new TextEncoder().encode(texte);
const releves = (texte: string) => lireReleves(octets(texte), TODAY).releves;
const lus = (texte: string) => releves(texte).flatMap(({ lignes }) => lignes);
const refus = (texte: string) => refusDe(() => releves(texte));

const ofx = (operations: string, { devise = "EUR", solde = "0.00" } = {}) => `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${devise}
<BANKACCTFROM><BANKID>13807<BRANCHID>821<ACCTID>22342008<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031
${operations}
</BANKTRANLIST><LEDGERBAL><BALAMT>${solde}<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const operation = (champs: string) =>
  `<STMTTRN><DTPOSTED>20261005<FITID>1${champs.startsWith("<TRNTYPE>") ? "" : "<TRNTYPE>OTHER"}${champs}</STMTTRN>`;

const camt = (entrees: string, { soldes = true } = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>FR7630004008210001234100115</IBAN></Id><Ccy>EUR</Ccy></Acct>${
  soldes
    ? `<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1050.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-31</Dt></Dt></Bal>`
    : ""
}${entrees}</Stmt></BkToCstmrStmt></Document>`;
const entree = (dedans: string, montant = "950.00", date = "<Dt>2026-10-05</Dt>") =>
  `<Ntry><Amt Ccy="EUR">${montant}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>${date}</BookgDt>${dedans}</Ntry>`;

describe("Le sens d’un montant, dit à côté de lui", () => {
  test.each([
    ["Sens D et C", "Date;Libellé;Montant;Sens", "950,00;C", "1 200,00;D"],
    [
      "Type Débit et Crédit",
      "Date opération;Libellé;Montant;Type",
      "950,00;Crédit",
      "1 200,00;Débit",
    ],
    ["CRDT et DBIT", "Date;Libellé;Montant;Débit/Crédit", "950,00;CRDT", "1.200,00;DBIT"],
    ["un signe dans sa colonne", "Date;Libellé;Montant;Signe", "950,00;+", "1200,00;-"],
  ])("est lu : %s", (_nom, entetes, entre, sort) => {
    const texte = `${entetes}\n05/10/2026;VIR LEFEVRE LOYER;${entre}\n06/10/2026;PRLV SYNDIC;${sort}\n`;
    expect(montants(lus(texte))).toEqual([95_000, -120_000]);
  });

  test("est demandé avec les colonnes, et ne se devine pas", () => {
    const texte = "Jour;Objet;Somme;Sens\n05/10/2026;VIR;950,00;C\n06/10/2026;SYNDIC;1 200,00;D\n";
    expect(() => releves(texte)).toThrow(ColonnesInconnues);
    const dites = { date: "Jour", libelle: "Objet", montant: "Somme", sens: "Sens" };
    const lu = lireReleves(octets(texte), TODAY, [dites]).releves[0];
    expect(montants(lu?.lignes ?? [])).toEqual([95_000, -120_000]);
    expect(refus("Date;Libellé;Montant;Sens\n05/10/2026;VIR;950,00;X\n")).toContain(
      "le sens « X » n’est ni débit ni crédit",
    );
    expect(refus("Date;Libellé;Montant;Sens\n05/10/2026;VIR;-950,00;C\n")).toContain("négatif");
  });

  test("d’un débit OFX écrit sans signe, il sort ; d’un CAMT, un montant négatif est refusé", () => {
    const lignes = lus(
      ofx(
        [
          operation("<TRNTYPE>CREDIT<TRNAMT>950.00<NAME>VIR"),
          operation("<TRNTYPE>DEBIT<TRNAMT>1200.00<NAME>SYNDIC"),
          operation("<TRNTYPE>FEE<TRNAMT>-12.00<NAME>FRAIS"),
        ].join("\n"),
      ),
    );
    expect(montants(lignes)).toEqual([95_000, -120_000, -1200]);
    expect(refus(camt(entree("", "-777.77")))).toContain("négatif");
  });
});

describe("La monnaie", () => {
  const cfonb = (devise: string, decimales: number, montant: string) =>
    [
      `0114889    00081${devise}${decimales} 08261540101  300926                                                  0000000000000{                `,
      `0414889    00081${devise}${decimales} 0826154010118161026  161026VIR                              00000000 ${montant}                `,
      `0714889    00081${devise}${decimales} 08261540101  311026                                                  ${montant}                `,
    ].join("\n");

  test.each(["XPF", "USD", "CHF"])("%s est refusé, et nommé", (devise) => {
    expect(refus(cfonb(devise, 0, "0000000009500{"))).toBe(
      `Ce compte est tenu en « ${devise} », et non en euros.`,
    );
  });

  test("trois décimales d’euros sont des millièmes", () => {
    expect(montants(lus(cfonb("EUR", 3, "0000000095000{")))).toEqual([9500 * 10]);
  });

  test("une opération OFX dite dans une autre monnaie est refusée", () => {
    const etrangere = operation(
      "<TRNAMT>950.00<NAME>VIR<CURRENCY><CURRATE>0.0084<CURSYM>XPF</CURRENCY>",
    );
    expect(refus(ofx(etrangere))).toContain("« XPF »");
    expect(refus("Date;Libellé;Montant;Devise\n05/10/2026;VIR;950,00;USD\n")).toContain("« USD »");
  });

  test.each([
    [
      "au détail",
      "<NtryDtls><TxDtls><AmtDtls><InstdAmt><Amt Ccy='CHF'>905.00</Amt></InstdAmt><TxAmt><Amt Ccy='CHF'>905.00</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls>",
    ],
    ["dans la part", "<NtryDtls><TxDtls><Amt Ccy='CHF'>905.00</Amt></TxDtls></NtryDtls>"],
  ])(
    "un paiement de l’étranger sur un compte en euros est une ligne en euros, %s",
    (_nom, detail) => {
      const [ligne, ...autres] = lus(camt(entree(detail)));
      expect([ligne?.montant, autres.length]).toEqual([95_000, 0]);
      expect(ligne?.libelle).toContain("payé 905,00 CHF");
    },
  );
});

describe("Ce qui n’a pas eu lieu, et les frais", () => {
  test("est laissé de côté et compté", () => {
    const [releve] = releves(
      "Date,Label,Amount,Currency,Status\n2026-10-05,VIR,950.00,EUR,COMPLETED\n2026-10-06,A,-1.00,EUR,REVERTED\n2026-10-06,B,-2.00,EUR,FAILED\n2026-10-06,C,-3.00,EUR,DECLINED\n2026-10-06,D,-4.00,EUR,PENDING\n2026-10-06,E,-5.00,EUR,Refusé\n",
    );
    expect([montants(releve?.lignes ?? []), releve?.sansEffet]).toEqual([[95_000], 5]);
  });

  test("des frais dans leur colonne sortent avec l’opération, et le solde le prouve", () => {
    const [releve] = releves(
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTRANSFER,Current,2026-10-05 10:00:00,2026-10-05 10:00:01,From LEFEVRE,950.00,0.00,EUR,COMPLETED,950.00\nCARD_PAYMENT,Current,2026-10-06 10:00:00,2026-10-07 09:00:01,Leroy Merlin,-100.00,1.00,EUR,COMPLETED,849.00\n",
    );
    expect(montants(releve?.lignes ?? [])).toEqual([95_000, -10_100]);
    expect(releve?.nouveauSolde).toBe(84_900);
  });
});

describe("Les références de XML et de HTML", () => {
  test.each([
    ["LEF&#200;VRE", "LEFÈVRE"],
    ["&#xC9;LO&#207;SE", "ÉLOÏSE"],
    ["LEF&amp;amp;amp;egrave;VRE", "LEFèVRE"],
    ["AT&T &amp; FILS", "AT&T & FILS"],
    ["&inconnue; &#0; &#xD800;", "&inconnue; &#0; &#xD800;"],
  ])("%s est %s", (ecrit, lu) => {
    expect(sansReferences(ecrit)).toBe(lu);
  });

  test("sont lues dans un OFX, un CAMT et un CSV, CDATA compris", () => {
    const noms = [
      lus(ofx(operation("<TRNAMT>950.00<NAME>VIR LEF&#200;VRE"))),
      lus(ofx(operation("<TRNAMT>950.00<NAME>VIR<MEMO><![CDATA[M. LEFÈVRE & <FILS>]]>"))),
      lus(camt(entree("<AddtlNtryInf>VIR LEF&#200;VRE &amp; FILS</AddtlNtryInf>"))),
      lus("Date;Libellé;Montant\n05/10/2026;VIR LEF&amp;Egrave;VRE;950,00\n"),
    ].map(([ligne]) => ligne?.libelle);
    expect(noms).toEqual([
      "VIR LEFÈVRE",
      "VIR M. LEFÈVRE & <FILS>",
      "VIR LEFÈVRE & FILS",
      "VIR LEFÈVRE",
    ]);
  });
});

describe("Les instants", () => {
  test("sont du jour qu’il est à Paris ; une colonne locale passe avant celle d’UTC", () => {
    const jours = [
      lus(camt(entree("", "950.00", "<DtTm>2026-10-31T23:30:00Z</DtTm>"))),
      lus(ofx(operation("<TRNAMT>950.00<NAME>VIR").replace("20261005", "20261031233000[0:GMT]"))),
      lus(
        "Statut;Date d'opération (UTC);Date de l'opération (local);Montant total (TTC);Devise;Nom de la contrepartie\nExécuté;31-10-2026 23:30:00;01-11-2026 00:30:00;950,00;EUR;LEFEVRE\n",
      ),
      lus("Date d'opération (UTC);Libellé;Montant\n31-10-2026 23:30:00;VIR;950,00\n"),
    ].map(([ligne]) => ligne?.date);
    expect(jours).toEqual(["2026-11-01", "2026-11-01", "2026-11-01", "2026-11-01"]);
  });
});

describe("Plusieurs comptes, des têtes et des queues", () => {
  const deux = (entetes: string) =>
    `Compte de Dépôt carte n° 00033343001;\nSolde au 02/11/2026 1 900,00 €\n\nDate;Libellé;Débit euros;Crédit euros;\n05/10/2026;"VIREMENT\nLOYER";;1 950,00;\n06/10/2026;EDF;50,00;;\n\nLivret A carte n° 00099900011;\nSolde au 02/11/2026 22 000,00 €\n\n${entetes}07/10/2026;EPARGNE;;300,00;\n`;

  test.each(["Date;Libellé;Débit euros;Crédit euros;\n", ""])(
    "chaque compte a ses lignes et son solde, avec ses en-têtes ou sans",
    (entetes) => {
      expect(
        releves(deux(entetes)).map(({ compte, nouveauSolde, lignes }) => [
          compte,
          nouveauSolde,
          montants(lignes),
        ]),
      ).toEqual([
        ["00033343001", 190_000, [195_000, -5000]],
        ["00099900011", 2_200_000, [30_000]],
      ]);
    },
  );

  test("une ligne de total se passe, l’absence d’en-têtes se dit", () => {
    expect(
      montants(
        lus("Date;Libellé;Débit;Crédit\n05/10/2026;VIR;0,00;950,00\nTOTAL;;1 212,50;950,00\n"),
      ),
    ).toEqual([95_000]);
    expect(
      refus(
        "Compte de chèques;****3009;31/10/2026;1 900,00\n05/10/2026;VIREMENT;VIR RECU;950,00\n",
      ),
    ).toContain("n’ont pas de ligne d’en-têtes");
  });

  test("un relevé en UTF-16 se lit", () => {
    const texte = "\uFEFFDate\tLibellé\tMontant\n05/10/2026\tVIR LEFÈVRE\t950,00\n";
    const utf16 = new Uint8Array(
      new Uint16Array([...texte].map((signe) => signe.charCodeAt(0))).buffer,
    );
    expect(lireReleves(utf16, TODAY).releves[0]?.lignes[0]?.libelle).toBe("VIR LEFÈVRE");
  });

  test("deux relevés d’un compte, le plus récent d’abord, se suivent", () => {
    const jour = (debut: string, fin: string, avant: string, montant: string, apres: string) =>
      [
        `0118706    00000EUR2 98765432122  ${debut}                                                  ${avant}                `,
        `0418706    00000EUR2 9876543212218${fin}  ${fin}VIR LOYER ${fin}                 00000000 ${montant}                `,
        `0718706    00000EUR2 98765432122  ${fin}                                                  ${apres}                `,
      ].join("\n");
    const [releve] = releves(
      [
        jour("161026", "171026", "0000000005000{", "0000000000100{", "0000000005100{"),
        jour("151026", "161026", "0000000000000{", "0000000005000{", "0000000005000{"),
      ].join("\n"),
    );
    expect([releve?.ancienSolde, releve?.nouveauSolde]).toEqual([0, 51_000]);
  });

  test("les zéros qu’une banque n’écrit pas devant son guichet et son compte sont les siens", () => {
    expect(releves(ofx(operation("<TRNAMT>950.00<NAME>VIR")))[0]?.compte).toBe(
      "13807 00821 00022342008",
    );
  });

  test("un OFX dont la banque n’est pas un code français ne dit que son compte", () => {
    const seul = ofx(operation("<TRNAMT>950.00<NAME>VIR")).replace(
      "<BANKID>13807<BRANCHID>821<ACCTID>22342008",
      "<BANKID>1<ACCTID>00022342006",
    );
    expect(releves(seul)[0]?.compte).toBe("00022342006");
  });

  test("le payeur qu’un OFX met à part se lit dans le libellé", () => {
    const [ligne] = lus(
      ofx(operation("<TRNAMT>950.00<PAYEE><NAME>LEFEVRE ELOISE<CITY>PARIS</PAYEE><MEMO>LOYER")),
    );
    expect(ligne?.libelle).toBe("LEFEVRE ELOISE LOYER");
  });
});

describe("Un relevé prouve ses lignes", () => {
  const releve: ReleveLu = {
    compte: "FR76",
    du: null,
    au: null,
    ancienSolde: 100,
    nouveauSolde: 200,
    lignes: [],
  };
  const rien = { avant: [], apres: null, depart: null };

  test("le premier d’un compte, s’il dit son compte et ses deux soldes", () => {
    expect(preuveDe(releve, rien)).toBe("prouve");
    expect(preuveDe({ ...releve, ancienSolde: null }, rien)).toBe("aucune");
    expect(preuveDe({ ...releve, nouveauSolde: null }, rien)).toBe("aucune");
    expect(preuveDe({ ...releve, compte: "" }, rien)).toBe("aucune");
    expect(preuveDe({ ...releve, compte: "" }, { ...rien, avant: [100] })).toBe("aucune");
    const suivi = { ...releve, compte: "", suivi: true };
    expect(preuveDe(suivi, rien)).toBe("attente");
    expect(preuveDe(suivi, { ...rien, depart: 100 })).toBe("prouve");
    expect(preuveDe(suivi, { ...rien, avant: [100] })).toBe("prouve");
    expect(preuveDe({ ...releve, deduit: true }, rien)).toBe("attente");
    expect(preuveDe({ ...releve, deduit: true }, { ...rien, depart: 100 })).toBe("prouve");
  });

  test("un autre, s’il va d’un solde prouvé, ou mène au suivant", () => {
    for (const deduit of [false, true]) {
      expect(preuveDe({ ...releve, deduit }, { ...rien, avant: [99, 100] })).toBe("prouve");
      expect(preuveDe({ ...releve, deduit }, { ...rien, avant: [99], depart: 100 })).toBe(
        "attente",
      );
    }
    const apres = (solde: number) => ({ ...rien, apres: { du: "2026-11-01", solde } });
    expect(preuveDe(releve, apres(200))).toBe("prouve");
    expect(preuveDe(releve, apres(150))).toBe("attente");
  });
});
