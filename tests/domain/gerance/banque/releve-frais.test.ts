import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Correspondance } from "#domain/gerance/banque/correspondance.ts";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";
import { montants, refusDe } from "../../../support/banque/lecture-releves.ts";

const TODAY = "2026-11-28";
const releves = (texte: string, dites: Correspondance[] = []) =>
  lireReleves(new TextEncoder().encode(texte), TODAY, dites).releves;
const lus = (texte: string, dites: Correspondance[] = []) =>
  montants(releves(texte, dites).flatMap(({ lignes }) => lignes));
const refus = (texte: string, dites: Correspondance[] = []) => refusDe(() => releves(texte, dites));

describe("Les frais d’une opération", () => {
  const frais = (entete: string) =>
    `Date;Libellé;Montant;${entete}\n27/11/2026;SYNDIC;-100,00;1,00\n`;

  test.each([
    "Frais",
    "Frais bancaires",
    "Frais de l’opération",
    "Commission de change",
    "Fee",
    "Transaction fee",
  ])("dits par la colonne « %s » sortent avec elle", (entete) => {
    expect(lus(frais(entete))).toEqual([-10_100]);
  });

  test("illisibles se refusent avec leur ligne", () => {
    expect(refus(frais("Frais").replace("1,00", "un euro"))).toBe(
      "Ligne 2 : Le montant « un euro » n’est pas lisible.",
    );
  });

  test("de plusieurs colonnes sortent tous", () => {
    expect(
      lus(
        "Date;Libellé;Montant;Frais bancaires;Commission de change\n27/11/2026;SYNDIC;-100,00;1,00;0,50\n",
      ),
    ).toEqual([-10_150]);
  });

  test("dits en tout ne sortent que si le solde le montre ; sans lui, ils se refusent", () => {
    const wise = (montant: string, entete = "Solde courant") =>
      `Date;Libellé;Montant;${entete};Total des frais\n26-11-2026;DUPONT;810,00;1810,00;0,00\n27-11-2026;SYNDIC;${montant};1709,00;1,00\n`;
    expect(lus(wise("-100,00"))).toEqual([81_000, -10_100]);
    expect(lus(wise("-101,00"))).toEqual([81_000, -10_100]);
    expect(refus(wise("-103,00"))).toContain("ne suivent pas");
    expect(refus(wise("-100,00", "Note"))).toBe(
      "La colonne « Total des frais » dit des frais, et rien ne dit s’ils sont déjà dans les montants.",
    );
  });

  test("sont déjà dans un montant net ou total, qui que ce soit qui dise sa colonne", () => {
    const paypal =
      "Date;Libellé;Montant brut;Frais;Net;Solde\n26/11/2026;DUPONT;100,00;-3,25;96,75;196,75\n";
    const dites = (montant: string) => [{ date: "Date", libelle: "Libellé", montant }];
    expect(lus(paypal, dites("Net"))).toEqual([9675]);
    expect(lus(paypal, dites("Montant brut"))).toEqual([9675]);
    const revolut =
      "Date completed (UTC),Description,Amount,Total amount,Fee,Fee currency,Balance\n2026-11-25 10:00:00,To SYNDIC,-100.00,-101.00,1.00,EUR,899.00\n2026-11-26 10:00:00,From DUPONT,810.00,810.00,0.00,EUR,1709.00\n";
    for (const montant of ["Amount", "Total amount"])
      expect(
        lus(revolut, [{ date: "Date completed (UTC)", libelle: "Description", montant }]),
        montant,
      ).toEqual([-10_100, 81_000]);
    expect(
      refus(revolut.replace("1.00,EUR", "1.00,USD"), [
        { date: "Date completed (UTC)", libelle: "Description", montant: "Amount" },
      ]),
    ).toBe("Ligne 2 : le montant est en « USD », et non en euros.");
  });

  test("rendus, quand la colonne porte des signes, entrent", () => {
    expect(
      lus(
        "Date;Libellé;Montant;Commission\n26/11/2026;VENTE;100,00;-3,25\n27/11/2026;RETOUR;-100,00;3,25\n",
      ),
    ).toEqual([9675, -9675]);
  });

  test("laissent suivre les soldes, quelle que soit la façon de les écrire", () => {
    const ecrit = (centimes: number) => (centimes / 100).toFixed(2);
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 1000, max: 99_999 }), fc.integer({ min: 1, max: 999 })),
          {
            minLength: 2,
            maxLength: 8,
          },
        ),
        fc.boolean(),
        (operations, compris) => {
          let solde = 0;
          const lignes = operations.map(([montant, pris]) => {
            solde += montant;
            return `2026-11-20,VIR,${ecrit(compris ? montant : montant + pris)},${ecrit(pris)},${ecrit(solde)}`;
          });
          const attendus = operations.map(([montant]) => montant);
          expect(lus(`Date,Description,Amount,Total fees,Balance\n${lignes.join("\n")}\n`)).toEqual(
            attendus,
          );
        },
      ),
    );
  });
});
