import { describe, expect, test } from "vitest";
import { colonnesProposees } from "#domain/gerance/banque/colonnes-proposees.ts";
import { ColonnesInconnues } from "#domain/gerance/banque/correspondance.ts";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";

function proposees(texte: string): Record<string, string> {
  try {
    lireReleves(new TextEncoder().encode(texte), "2026-11-28");
  } catch (error) {
    if (!(error instanceof ColonnesInconnues)) throw error;
    const { table } = error;
    return Object.fromEntries(
      colonnesProposees(table).flatMap((quoi, place) =>
        quoi ? [[quoi, table.entetes[place] ?? ""]] : [],
      ),
    );
  }
  throw new Error("Ce fichier se lit sans rien demander.");
}

describe("Les colonnes proposées d’un fichier inconnu", () => {
  test("ont pour libellé ce que dit l’opération ou qui la paie, et jamais le nom du compte", () => {
    expect(
      proposees(
        '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency"\n2026-11-26,2026-11-26,"MME DUPONT",FR7630006000011234567890189,"Credit Transfer",LOYER,"Compte courant de la gérance",810.00,,\n2026-11-27,2026-11-27,"HOTEL ZURICH",,"Presentment","","Compte courant de la gérance",-104.20,-100.00,CHF\n',
      ),
    ).toEqual({ date: "Booking Date", libelle: "Partner Name", montant: "Amount (EUR)" });
    expect(
      proposees(
        '"Jour","Nom du compte","Bénéficiaire","Objet","Somme"\n26/11/2026,"Compte courant de la gérance","DUPONT","LOYER DE NOVEMBRE","810,00"\n',
      ),
    ).toEqual({ date: "Jour", tiers: "Bénéficiaire", libelle: "Objet", montant: "Somme" });
  });

  test("ont pour montant celui qui est en euros", () => {
    expect(
      proposees("Jour;Objet;Somme USD;Somme\n26/11/2026;LOYER DUPONT;900,00;810,00\n"),
    ).toMatchObject({ montant: "Somme" });
    expect(proposees("Date;Libellé;Montant XPF\n26/11/2026;LOYER DUPONT;95 000,00\n")).toEqual({
      date: "Date",
      libelle: "Libellé",
    });
  });

  test("ont, à défaut de mots connus, les plus longs pour libellé", () => {
    expect(proposees("J;A;B;S\n26/11/2026;VIR;LOYER DUPONT;810,00\n")).toEqual({
      date: "J",
      libelle: "B",
      montant: "S",
    });
  });
});
