import { describe, expect, test } from "vitest";
import type { Correspondance } from "#domain/gerance/banque/correspondance.ts";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";
import { camt, cfonb } from "../../../support/banque/fichiers-de-banque.ts";
import { montants, refusDe } from "../../../support/banque/lecture-releves.ts";

const TODAY = "2026-11-28";
const releves = (texte: string, dites: Correspondance[] = []) =>
  lireReleves(new TextEncoder().encode(texte), TODAY, dites).releves;
const lus = (texte: string, dites: Correspondance[] = []) =>
  montants(releves(texte, dites).flatMap(({ lignes }) => lignes));
const refus = (texte: string, dites: Correspondance[] = []) => refusDe(() => releves(texte, dites));

const sous = (avant: string, montant = "95 000") =>
  `${avant}\nDate;Libellé;Montant\n27/11/2026;MME DUPONT LOYER;${montant}\n`;

describe("Un compte qui n’est pas en euros", () => {
  test.each([
    ["Compte tenu en  :;francs CFP", "francs CFP"],
    ["Devise du compte : XPF;;", "XPF"],
    ["Devise : USD;", "USD"],
    ["Code banque : 17515;Nom du compte : COURANT;Devise : usd;", "usd"],
    ["Devise;CHF", "CHF"],
    ["Monnaie du compte;francs", "francs"],
    ["Montants exprimés en dollars US", "dollars US"],
    ["Currency: GBP", "GBP"],
    ["Solde au 28/11/2026;3 200,10 USD", "USD"],
    ["Solde au 28/11/2026 : 3 200,10 £", "£"],
    ["Solde (XPF);320 000", "XPF"],
    ["Compte courant CHF n° 12345678901", "CHF"],
    ["Compte en francs suisses n° 12345678901", "francs suisses"],
    ["Balance $1,200.00", "$"],
    [`="0105900051804855";01/11/2026;28/11/2026;1;28/11/2026;3 200,10 USD`, "USD"],
  ])("se refuse à ce qu’il dit au-dessus de son tableau : %s", (avant, devise) => {
    expect(refus(sous(avant))).toBe(`Ce compte est tenu en « ${devise} », et non en euros.`);
    expect(refus(sous(avant).replace("Date;Libellé;Montant", "Jour;Objet;Somme"))).toContain(
      `« ${devise} »`,
    );
  });

  test("se refuse au solde dit sous ses lignes", () => {
    expect(refus(`${sous("")}Solde au 28/11/2026;;3 200,10 USD\n`)).toContain("« USD »");
    expect(lus(`${sous("", "950,00")};SOLDE DE LA FACTURE DE 100,00 USD;\n`)).toEqual([95_000]);
  });

  test.each([
    "Compte tenu en  :;euros\nSolde (EUROS)   :;3 200,10\nSolde (FRANCS)  :;20 991,29",
    "Devise : EUR;",
    "Devise du compte;Euro (EUR)",
    "Montants exprimés en euros",
    "M. DOLLARD, 12 RUE DES COURONNES",
    "Solde au 28/11/2026 : 3 200,10 EUR (3 400,00 USD)",
    "LA BANQUE POSTALE LBP;Téléchargement du 28/11/2026",
  ])("et en euros, se lit : %s", (avant) => {
    expect(lus(sous(avant, "950,00"))).toEqual([95_000]);
  });

  test("se refuse à ce que dit un CAMT de son compte, d’où vient la monnaie d’un montant qui n’en dit pas", () => {
    const nus = camt().replaceAll(' Ccy="EUR"', "");
    expect(refus(nus.replace("<Ccy>EUR</Ccy>", "<Ccy>USD</Ccy>"))).toBe(
      "Ce compte est tenu en « USD », et non en euros.",
    );
    expect(refus(camt().replace("<Ccy>EUR</Ccy>", "<Ccy>USD</Ccy>"))).toContain("« USD »");
    expect(refus(nus.replace("<Ccy>EUR</Ccy>", ""))).toContain("ne dit pas en quelle monnaie");
    expect(lus(nus)).toEqual(lus(camt()));
  });

  test("se refuse à une ligne de CFONB, comme à son solde", () => {
    const usd = cfonb().replace(/^(04.{14})EUR/m, "$1USD");
    expect(refus(usd)).toBe("Ce compte est tenu en « USD », et non en euros.");
  });
});

describe("Un montant qui n’est pas en euros", () => {
  const ligne = (entete: string, cellule: string, montant = "950,00") =>
    `Date;Libellé;Montant;${entete}\n27/11/2026;MME DUPONT LOYER;${montant};${cellule}\n`;

  test.each([
    ["Devise du compte", "XPF"],
    ["Code devise", "XPF"],
    ["Devise de l’opération", "CHF"],
    ["Monnaie", "USD"],
    ["Currency code", "GBP"],
    ["Payment currency", "USD"],
    ["Unité", "XPF"],
    ["", "dollars"],
  ])("se refuse à sa colonne « %s »", (entete, devise) => {
    expect(refus(ligne(entete, devise))).toBe(
      `Ligne 2 : le montant est en « ${devise} », et non en euros.`,
    );
    for (const aucune of ["EUR", "€", ""])
      expect(lus(ligne(entete, aucune)), aucune).toEqual([95_000]);
  });

  test("ne l’est pas d’un tiret", () => {
    expect(lus(ligne("Devise", "-"))).toEqual([95_000]);
  });

  test("se refuse à sa cellule", () => {
    for (const montant of ["95 000 XPF", "$950.00", "950,00 CHF", "US$ 950", "95 000 francs CFP"])
      expect(refus(ligne("Note", "", montant)), montant).toMatch(/^Ligne 2 : le montant est en «/);
    expect(lus(ligne("Note", "PAYE 100,00 USD"))).toEqual([95_000]);
  });

  test("se refuse à l’en-tête de sa colonne, dite par une personne ou non", () => {
    const texte = "Date;Libellé;Montant XPF\n27/11/2026;MME DUPONT LOYER;95 000\n";
    const dites = { date: "Date", libelle: "Libellé", montant: "Montant XPF" };
    expect(refus(texte, [dites])).toBe(
      "La colonne « Montant XPF » est en « XPF », et non en euros : seul un compte en euros se lit.",
    );
    expect(refus(texte.replaceAll("XPF", "(usd)"), [{ ...dites, montant: "Montant (usd)" }])).toBe(
      "La colonne « Montant (usd) » est en « usd », et non en euros : seul un compte en euros se lit.",
    );
    expect(refus(ligne("Solde XPF", "320 000"))).toContain("« Solde XPF »");
  });

  test("de l’étranger ou d’avant l’euro, dit à côté de ce qu’en a le compte, se lit en euros", () => {
    expect(
      lus(
        "Date;Libellé;Montant(FRANCS);Montant(EUROS)\n27/11/2026;PRELEVEMENT DE EDF;-557,07;-84,92\n",
      ),
    ).toEqual([-8492]);
    expect(
      lus(
        "Date;Libellé;Montant;Devise;Montant (local);Devise (local)\n27/11/2026;STRIPE;-92,10;EUR;-100,00;USD\n",
      ),
    ).toEqual([-9210]);
    const n26 =
      '"Booking Date","Partner Name","Amount (EUR)","Original Amount","Original Currency"\n2026-11-27,"HOTEL ZURICH",-104.20,-100.00,CHF\n';
    const dites = { date: "Booking Date", libelle: "Partner Name", montant: "Amount (EUR)" };
    expect(lus(n26, [dites])).toEqual([-10_420]);
  });
});
