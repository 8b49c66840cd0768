import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estDuCompte } from "#domain/gerance/banque/compte-bancaire.ts";
import {
  jourEcrit,
  montantDeMachine,
  montantEcrit,
} from "#domain/gerance/banque/montants-et-jours-ecrits.ts";
import { contenusEtRangs, type LigneLue, ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";
import {
  camt,
  cfonb,
  csv,
  FORMATS,
  IBAN_AGENCE,
  IBAN_GERANCE,
  MOUVEMENTS,
  ofx1,
} from "../../../support/banque/fichiers-de-banque.ts";

const TODAY = "2026-11-22";
const octets = (texte: string) => new TextEncoder().encode(texte);
const lire = (texte: string) => lireReleves(octets(texte), TODAY);
const seul = (texte: string) => {
  const [releve] = lire(texte).releves;
  if (!releve) throw new Error("aucun relevé");
  return releve;
};

describe("Un montant de relevé", () => {
  test("se lit comme les banques l’écrivent, et se refuse s’il peut se lire de deux façons", () => {
    for (const [ecrit, centimes] of [
      ["1\u00A0234,56", 123_456],
      ["1\u202F234,56 €", 123_456],
      ["1.234,56", 123_456],
      ["1,234.56", 123_456],
      ["-45,00", -4500],
      ["45,00-", -4500],
      ["+950", 95_000],
      ["12,5", 1250],
      [",50", 50],
      ["27423,29 EUR", 2_742_329],
    ] as const)
      expect(montantEcrit(ecrit), ecrit).toBe(centimes);
    for (const faux of ["", "-", "1.234", "1,2,3", "12,345", "abc", "1 234,567", "1e5", "∞"])
      expect(() => montantEcrit(faux), faux).toThrow(ReleveRefuse);
    expect(montantDeMachine("-32.21")).toBe(-3221);
    expect(montantDeMachine("950.0000")).toBe(95_000);
    for (const faux of ["1 234,56", "12.345", "1,234.56", ""])
      expect(() => montantDeMachine(faux), faux).toThrow(ReleveRefuse);
  });

  test("écrit puis lu est le même", () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (centimes) => {
        const machine = (centimes / 100).toFixed(2);
        const francais = new Intl.NumberFormat("fr-FR", { minimumFractionDigits: 2 }).format(
          centimes / 100,
        );
        expect(montantDeMachine(machine) + 0).toBe(centimes);
        expect(montantEcrit(francais)).toBe(centimes);
      }),
    );
    expect(jourEcrit("05/10/26")).toBe("2026-10-05");
    expect(jourEcrit("2026-10-05 11:02:10")).toBe("2026-10-05");
    expect(() => jourEcrit("31/02/2026")).toThrow(/n’existe pas/);
  });
});

describe("Un relevé, dans chaque format,", () => {
  test.each(Object.keys(FORMATS))("%s dit les mêmes mouvements et prouve ses soldes", (format) => {
    const releve = seul(FORMATS[format]?.() ?? "");
    expect(releve.lignes.map(({ date, montant, libelle }) => ({ date, montant, libelle }))).toEqual(
      MOUVEMENTS.map(({ date, montant, libelle }) => ({ date, montant, libelle })),
    );
    expect([releve.ancienSolde, releve.nouveauSolde]).toEqual([10_000, 169_779]);
    expect(estDuCompte(releve.compte, IBAN_GERANCE)).toBe(true);
    if (format !== "csv") expect(estDuCompte(releve.compte, IBAN_AGENCE)).toBe(false);
  });

  test.each(["001.02", "001.04", "001.08", "001.13"])(
    "CAMT.053.%s dit qui paie, et d’où",
    (version) => {
      const [loyer] = seul(camt({}, version)).lignes;
      expect(loyer).toMatchObject({
        tiers: "MARTIN LEA",
        iban: MOUVEMENTS[0]?.iban,
        reference: "D000123",
        rejet: false,
      });
    },
  );

  test("CAMT.053 ne garde que le comptabilisé, ouvre un lot dont les parts font le montant, et voit un rejet", () => {
    const part = (montant: string, nom: string) =>
      `<TxDtls><Amt Ccy="EUR">${montant}</Amt><RltdPties><Dbtr><Nm>${nom}</Nm></Dbtr></RltdPties></TxDtls>`;
    const entree = (montant: string, sens: string, plus: string, etat = "BOOK") =>
      `<Ntry><Amt Ccy="EUR">${montant}</Amt><CdtDbtInd>${sens}</CdtDbtInd>${plus.startsWith("<Rvsl") ? plus : ""}<Sts>${etat}</Sts><BookgDt><Dt>2026-10-06</Dt></BookgDt><AddtlNtryInf>LOT</AddtlNtryInf>${plus.startsWith("<Rvsl") ? "" : plus}</Ntry>`;
    const lot = `<NtryDtls>${part("600.00", "ROY ANA")}${part("350.00", "LE GALL")}</NtryDtls>`;
    const document = camt({ mouvements: [] })
      .replace("169779", "")
      .replace(
        "</Stmt>",
        `${entree("950.00", "CRDT", lot)}${entree("20.00", "CRDT", "", "PDNG")}${entree("950.00", "DBIT", "<RvslInd>true</RvslInd>")}</Stmt>`,
      );
    expect(
      seul(document).lignes.map(({ montant, tiers, rejet }) => [montant, tiers, rejet]),
    ).toEqual([
      [60_000, "ROY ANA", false],
      [35_000, "LE GALL", false],
      [-95_000, null, true],
    ]);
  });

  test("se lit de chaque banque qui l’écrit en CSV", () => {
    const lus: Record<string, string> = {
      bnp: "Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro\n05/10/2026;VIREMENT RECU;Virement;VIR SEPA RECU /DE MARTIN;950,00",
      sg: `="0000112345678901";01/10/2026;31/10/2026;1;31/10/2026;1 050,00 EUR\n\nDate de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise\n05/10/2026;VIR RECU;VIR RECU DE: MARTIN;950,00;EUR`,
      ca: 'Téléchargement du 05/11/2026;\n\nM. DURAND\nCompte courant n° 12345678901;\nSolde au 31/10/2026 1 050,00 €\n\nListe des opérations du compte entre le 01/10/2026 et le 31/10/2026;\n\nDate;Libellé;Débit Euros;Crédit Euros;\n05/10/2026;"VIREMENT RECU\n MARTIN  ";;950,00;',
      ce: "Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Informations complementaires;Type operation;Categorie;Sous categorie;Debit;Credit;Date operation;Date de valeur;Pointage operation\n05/10/2026;MARTIN;VIR MARTIN;A1;LOYER;Virement;;;;+950,00;05/10/2026;05/10/2026;0",
      cm: "Date;Date de valeur;Montant;Libellé;Solde\n05/10/2026;05/10/2026;950,00;VIR MARTIN;1050,00",
      lbp: "Numéro Compte   :;1234567A020\nType         :;CCP\nCompte tenu en  :;euros\nDate            :;31/10/2026\nSolde (EUROS)   :;1050,00\nSolde (FRANCS)  :;6887,55\n\nDate;Libellé;Montant(EUROS);Montant(FRANCS)\n05/10/2026;VIREMENT DE MARTIN;950,00;6231,59",
      boursorama:
        'dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance\n2026-10-05;2026-10-05;"VIR MARTIN";"Virements";"Revenus";"martin";950,00;;12345678901;"Compte";1050.00',
      qonto:
        "Statut;Date de la valeur (local);Nom de la contrepartie;Montant total (TTC);Débit;Crédit;Solde;Devise;Nom du compte;IBAN du compte\nExécuté;05-10-2026;MARTIN;950,00;;950,00;1050,00;EUR;Principal;FR7630006000011234567890189\nRefusé;06-10-2026;X;-9,00;9,00;;;EUR;Principal;FR7630006000011234567890189",
    };
    for (const [banque, texte] of Object.entries(lus)) {
      const releve = seul(texte);
      expect(
        releve.lignes.map(({ date, montant }) => [date, montant]),
        banque,
      ).toEqual([["2026-10-05", 95_000]]);
      expect(releve.lignes[0]?.libelle, banque).toMatch(/MARTIN/);
      if (!["bnp", "ce", "boursorama"].includes(banque))
        expect([releve.ancienSolde, releve.nouveauSolde], banque).toEqual([10_000, 105_000]);
      if (!["bnp", "ce", "cm", "lbp"].includes(banque))
        expect(estDuCompte(releve.compte, IBAN_GERANCE), banque).toBe(true);
    }
    expect(seul(lus.lbp ?? "").compte).toBe("1234567A020");
    const latin = Uint8Array.from(Buffer.from((lus.ca ?? "").replace("€", "EUR"), "latin1"));
    expect(lireReleves(latin, TODAY).releves[0]?.nouveauSolde).toBe(105_000);
  });

  test("a débit négatif ou non, mais jamais débit et crédit sur une ligne", () => {
    const fichier = (debit: string, credit = "") =>
      `Date;Libellé;Débit;Crédit\n05/10/2026;FRAIS;${debit};${credit}`;
    expect(seul(fichier("-45,00")).lignes[0]?.montant).toBe(-4500);
    expect(seul(fichier("45,00")).lignes[0]?.montant).toBe(-4500);
    expect(() => lire(fichier("45,00", "45,00"))).toThrow("Ligne 2 : le débit et le crédit");
    expect(() => lire(fichier("", ""))).toThrow("Ligne 2 : elle n’a pas de montant.");
  });

  test("est refusé quand il est coupé, menteur, déguisé ou hors de toute mesure", () => {
    const entite = `<!DOCTYPE d [<!ENTITY a "b">]>${camt()}`;
    for (const [texte, motif] of [
      [camt().replace("950.00", "951.00"), /ne mènent pas/],
      [camt().slice(0, -200), /coupé ou abîmé/],
      [entite, /déclarations/],
      [ofx1().slice(0, -40), /coupé/],
      [ofx1().replace("CURDEF>EUR", "CURDEF>USD"), /USD/],
      [camt().replaceAll('Ccy="EUR"', 'Ccy="CHF"'), /CHF/],
      [csv().replace("680,00", "681,00"), /ne suivent pas/],
      [cfonb().replace("121026", "121036"), /n’est pas d’un relevé/],
      [ofx1().replace("950,00", "99999999999,00"), /dépasse/],
      ["%PDF-1.7", /PDF/],
      ["<html></html>", /n’est pas un relevé reconnu/],
      ["", /n’est pas un relevé reconnu/],
    ] as const)
      expect(() => lire(texte), String(motif)).toThrow(motif);
    const milliers = Array.from({ length: 20_001 }, () => "05/10/2026;VIR;1,00").join("\n");
    expect(() => lire(`Date;Libellé;Montant\n${milliers}`)).toThrow(/20000 au plus/);
    expect(() => lireReleves(Uint8Array.of(80, 75, 3, 4, 0, 0), TODAY)).toThrow(/pas du texte/);
  });

  test("de deux périodes qui se suivent n’en fait qu’un, et dit s’il en manque un entre elles", () => {
    const [un, deux, trois] = MOUVEMENTS.map((mouvement) => [mouvement]);
    const ensemble =
      cfonb({ mouvements: un ?? [] }) + cfonb({ ancien: 105_000, mouvements: deux ?? [] });
    expect(seul(ensemble)).toMatchObject({
      ancienSolde: 10_000,
      nouveauSolde: 173_000,
      lignes: { length: 2 },
    });
    expect(() => lire(ensemble + cfonb({ ancien: 105_000, mouvements: trois ?? [] }))).toThrow(
      /il en manque un/,
    );
  });
});

describe("Les lignes déjà connues", () => {
  const ligne = fc.record({
    date: fc.constantFrom("2026-10-05", "2026-10-06"),
    valeur: fc.constant(null),
    montant: fc.constantFrom(95_000, 68_000),
    libelle: fc.constantFrom("VIR MARTIN", "vir  martin", "VIR PÉTIT", "VIR PETIT 14:05"),
    reference: fc.constantFrom(null, "D000123"),
    tiers: fc.constant(null),
    iban: fc.constant(null),
    rejet: fc.constant(false),
  });
  const cles = (...fichiers: LigneLue[][]) =>
    [...new Set(fichiers.flatMap((lignes) => contenusEtRangs(lignes)))].sort();

  test("deux fois le même fichier est une fois ; l’ordre des fichiers ne change rien", () => {
    fc.assert(
      fc.property(fc.array(ligne), fc.array(ligne), (a, b) => {
        expect(cles(a, a)).toEqual(cles(a));
        expect(contenusEtRangs(a)).toHaveLength(cles(a).length);
        expect(cles(a, b)).toEqual(cles(b, a));
        expect(cles(a, [...a, ...b], b)).toEqual(cles([...a, ...b]));
      }),
    );
  });
});

describe("Le compte d’un relevé", () => {
  test("se reconnaît à son IBAN ou à son RIB, et jamais à un autre", () => {
    for (const dit of [
      "",
      IBAN_GERANCE,
      "30006 00001 12345678901",
      "30006 12345678901",
      "12345678901",
      "0000112345678901",
      "30006000011234567890189",
    ])
      expect(estDuCompte(dit, IBAN_GERANCE), dit).toBe(true);
    for (const dit of [
      IBAN_AGENCE,
      "30006 00002 12345678901",
      "30007 00001 12345678901",
      "12345678902",
      "5678901",
    ])
      expect(estDuCompte(dit, IBAN_GERANCE), dit).toBe(false);
  });
});
