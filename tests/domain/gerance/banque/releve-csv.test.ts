import { describe, expect, test } from "vitest";
import type { Correspondance } from "#domain/gerance/banque/correspondance.ts";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";
import { IBAN_AGENCE, IBAN_GERANCE } from "../../../support/banque/fichiers-de-banque.ts";
import { montants, refusDe, seLitAussitot } from "../../../support/banque/lecture-releves.ts";

const TODAY = "2026-11-25";
const octets = (texte: string) => new TextEncoder().encode(texte);
const releves = (texte: string, dites: Correspondance[] = []) =>
  lireReleves(octets(texte), TODAY, dites).releves;
const lus = (texte: string, dites: Correspondance[] = []) =>
  montants(releves(texte, dites).flatMap(({ lignes }) => lignes));
const refus = (texte: string) => refusDe(() => releves(texte));
const deux = (entete: string, entre: string, sort: string) =>
  `Date;Libellé;Montant;${entete}\n05/10/2026;VIR LEFEVRE;950,00;${entre}\n06/10/2026;RESTITUTION;810,00;${sort}\n`;

describe("Le sens d’un montant sans signe", () => {
  test.each([
    ["D/C", "C", "D"],
    ["DC", "C", "D"],
    ["Dr/Cr", "Cr", "Dr"],
    ["Sens (D/C)", "C", "D"],
    ["Sens mouvement", "Crédit", "Débit"],
    ["Sens du mouvement", "CREDIT", "DEBIT"],
    ["Code sens", "C", "D"],
    ["Type de transaction", "Crédit", "Débit"],
    ["Transaction type", "Credit", "Debit"],
    ["Type de mouvement", "Entrée", "Sortie"],
    ["Nature", "créditeur", "débiteur"],
    ["Direction", "IN", "OUT"],
    ["+/-", "+", "-"],
    ["Débit ou crédit", "Crédit", "Débit"],
    ["Mouvement", "Entrant", "Sortant"],
    ["Catégorie", "Recette", "Dépense"],
    ["Opération", "Au crédit", "Au débit"],
    ["Type", "Virement reçu", "Virement émis"],
    ["Colonne inconnue", "C", "D"],
    ["", "+", "−"],
  ])("est dit par la colonne « %s », quel que soit son en-tête", (entete, entre, sort) => {
    expect(lus(deux(entete, entre, sort))).toEqual([95_000, -81_000]);
    expect(lus(`Date;Libellé;Montant;${entete}\n06/10/2026;RESTITUTION;810,00;${sort}\n`)).toEqual([
      -81_000,
    ]);
  });

  test("est dit aussi par un débit rempli à côté du montant", () => {
    expect(lus("Date;Libellé;Montant;Débit;Crédit\n05/10/2026;A;810,00;810,00;\n")).toEqual([
      -81_000,
    ]);
  });

  test("dit sur certaines lignes seulement, ou de deux façons, est refusé en nommant la colonne", () => {
    expect(refus(deux("Mouvement", "Loyer", "Débit"))).toMatch(/^La colonne « Mouvement » dit si/);
    expect(refus(deux("Type", "Carte", "Virement émis"))).toMatch(/^La colonne « Type »/);
    expect(refus(deux("Type", "Virement reçu", "Prélèvement"))).toMatch(/^La colonne « Type »/);
    expect(refus(deux("Type", "Virement reçu", "Prélèvement reçu"))).toMatch(/« Type »/);
    expect(refus(deux("Mouvement", "", "D"))).toBe(
      "Ligne 2 : rien ne dit si le montant entre ou sort.",
    );
    expect(refus("Date;Libellé;Montant;Sens;Nature\n05/10/2026;A;1,00;D;Crédit\n")).toContain(
      "une autre qu’il sort",
    );
  });

  test("se lit aussi à côté d’un montant négatif, et se refuse où il contredit un signe", () => {
    const trois = (un: string, deux: string, entete = "Écriture") =>
      `Date;Libellé;Montant;${entete}\n02/11/2026;SYNDIC;${un};Débit\n03/11/2026;LOYER;810,00;Crédit\n04/11/2026;REGUL;${deux};Débit\n`;
    expect(lus(trois("-1 200,00", "-5,00"))).toEqual([-120_000, 81_000, -500]);
    expect(lus(trois("1 200,00", "5,00"))).toEqual([-120_000, 81_000, -500]);
    for (const entete of ["Écriture", "Sens", "Type", ""]) {
      expect(refus(trois("1 200,00", "-5,00", entete))).toBe(
        "Ligne 4 : le montant est dit au débit et négatif, quand d’autres débits sont positifs : rien ne dit s’il sort, ou s’il annule un débit.",
      );
      expect(refus(trois("-1 200,00", "5,00", entete))).toMatch(/^Ligne 4 : .* annule un débit/);
    }
    expect(refus(trois("-1 200,00", "-5,00").replace("810,00", "-810,00"))).toBe(
      "Ligne 3 : le montant est négatif, et dit au crédit.",
    );
    const nature = (montant: string) =>
      `Date;Libellé;Montant;Nature\n02/11/2026;A;${montant};Virement émis\n03/11/2026;B;-84,92;Prélèvement\n04/11/2026;C;810,00;Virement reçu\n`;
    expect(refus(nature("1 200,00"))).toMatch(/^La colonne « Nature » dit si/);
    expect(lus(nature("-1 200,00"))).toEqual([-120_000, -8492, 81_000]);
  });

  test("ne se cherche ni à côté de montants signés, ni dans un tiret qui ne dit rien", () => {
    expect(
      lus("Date;Libellé;Montant;Catégorie\n05/10/2026;A;950,00;Crédit\n06/10/2026;B;-2,00;Loyer\n"),
    ).toEqual([95_000, -200]);
    expect(lus("Date;Libellé;Montant;Note\n05/10/2026;A;950,00;-\n")).toEqual([95_000]);
    expect(lus(deux("Type", "Virement reçu", "Remise de chèques"))).toEqual([95_000, 81_000]);
  });
});

describe("L’état d’une opération", () => {
  const etats = (...mots: string[]) =>
    `Date;Libellé;Montant;Statut\n05/10/2026;VIR;950,00;Comptabilisé\n${mots.map((mot) => `06/10/2026;A;-1,00;${mot}\n`).join("")}`;

  test.each([
    "En cours",
    "En cours de traitement",
    "processing",
    "À venir",
    "Prévue",
    "Programmé",
    "Programmée",
    "Provisoire",
    "Non comptabilisé",
    "Non comptabilisée",
    "Authorized",
    "Autorisée",
    "Void",
    "Denied",
    "Reversed",
    "On Hold",
    "Refusé",
    "Incomplete",
  ])("« %s » n’a pas eu lieu : la ligne est laissée de côté et comptée", (mot) => {
    const [releve] = releves(etats(mot));
    expect([montants(releve?.lignes ?? []), releve?.sansEffet]).toEqual([[95_000], 1]);
  });

  test.each([
    "Comptabilisée",
    "Exécuté",
    "Exécuté le 06/10/2026",
    "Terminé",
    "completed",
    "Booked",
    "SETTLED",
    "Cleared",
    "Payé",
    "Réglée",
    "Validé",
    "Posted",
    "Success",
  ])("« %s » a eu lieu", (mot) => {
    expect(lus(etats(mot))).toEqual([95_000, -100]);
  });

  test("d’un mot inconnu, ou qui manque où d’autres lignes le disent, est refusé avec sa ligne", () => {
    expect(refus(etats("Exécuté", "REFUNDED"))).toBe(
      "Ligne 4 : l’état « REFUNDED » ne dit pas si l’opération a eu lieu.",
    );
    expect(refus(etats(""))).toMatch(/^Ligne 3 : rien ne dit si l’opération a eu lieu/);
  });

  test("se reconnaît à ses mots sous un en-tête inconnu", () => {
    const [releve] = releves(etats("En cours").replace("Statut", "Avancement"));
    expect([montants(releve?.lignes ?? []), releve?.sansEffet]).toEqual([[95_000], 1]);
  });
});

describe("L’état que toutes les lignes disent", () => {
  const une = (entete: string, mot: string) =>
    `Date;Libellé;Montant;${entete}\n11/11/2026;VIR DUPONT;815,00;${mot}\n`;
  const lu = (texte: string) =>
    releves(texte).map(({ lignes, sansEffet }) => [montants(lignes), sansEffet]);

  test.each([
    ["Situation", "En attente"],
    ["Avancement", "À venir"],
    ["Colonne inconnue", "Refusée"],
    ["", "Pending"],
  ])("sous « %s », « %s » laisse la ligne de côté", (entete, mot) => {
    expect(lu(`${une(entete, mot)}12/11/2026;VIR;1,00;\n`)).toEqual([[[100], 1]]);
    expect(refus(une(entete, mot))).toMatch(/^Aucune opération de ce fichier n’a eu lieu/);
  });

  test("d’un mot inconnu à côté d’un autre qui le dit, est refusé avec sa ligne", () => {
    expect(refus(`${une("Situation", "En attente")}12/11/2026;VIR;1,00;Pointée\n`)).toBe(
      "Ligne 3 : l’état « Pointée » ne dit pas si l’opération a eu lieu.",
    );
  });

  test("n’est ni son genre, ni ce que l’agence en fait", () => {
    expect(lu(une("Type d’opération", "Rejeté"))).toEqual([[[81_500], 0]]);
    expect(lu(une("Rapprochement", "En attente"))).toEqual([[[81_500], 0]]);
    expect(lu(une("Suite", "Virement annulé"))).toEqual([[[81_500], 0]]);
  });
});

describe("Le compte de chaque ligne", () => {
  test.each([
    "Compte",
    "N° de compte",
    "N° compte",
    "Numéro compte",
    "Compte bancaire",
    "IBAN compte",
    "Account",
    "Account number",
    "Compte concerné",
    "IBAN",
  ])("dit par la colonne « %s » sépare les lignes de deux comptes", (entete) => {
    expect(
      releves(deux(entete, IBAN_GERANCE, IBAN_AGENCE).replace("950,00", "-950,00")).map(
        ({ compte, lignes }) => [compte, montants(lignes)],
      ),
    ).toEqual([
      [IBAN_GERANCE, [-95_000]],
      [IBAN_AGENCE, [81_000]],
    ]);
  });

  test("de plusieurs noms sans numéro, ou qui manque sur une ligne de deux comptes, est refusé", () => {
    expect(refus(deux("Nom du compte", "Courant", "Travaux"))).toContain(
      "« Courant », « Travaux »",
    );
    expect(refus(deux("Compte", "Courant", "Travaux"))).toContain("plusieurs comptes");
    const trois = `${deux("Compte", IBAN_GERANCE, IBAN_AGENCE)}07/10/2026;X;1,00;\n`;
    expect(refus(trois)).toContain("la colonne « Compte » ne dit pas celui de chacune");
    expect(releves(deux("Compte", "Courant", "Courant"))[0]?.compte).toBe("");
  });

  test("n’est pas celui de qui paie : une colonne « IBAN » seule qui change à chaque ligne", () => {
    const lignes = Array.from({ length: 4 }, (_, rang) =>
      [`0${rang + 1}/10/2026`, "VIR", "950,00", `FR76300060000112345678${rang}0189`].join(";"),
    );
    const texte = `Date;Libellé;Montant;IBAN\n${lignes.join("\n")}\n`;
    expect(releves(texte).map(({ compte, lignes }) => [compte, lignes.length])).toEqual([["", 4]]);
    const contrepartie = deux("IBAN de la contrepartie", IBAN_GERANCE, IBAN_AGENCE);
    expect(releves(contrepartie)).toHaveLength(1);
  });

  test("ne change pas au libellé qui en nomme un autre sur sa ligne suivante", () => {
    const texte = (suite: string) =>
      `Numéro de compte;66666666666;\nDate;Libellé;Montant\n26/11/2026;VIREMENT DE MME DUPONT;810,00\n${suite}\n27/11/2026;SYNDIC;-100,00\n`;
    for (const suite of [
      ";DEPUIS LE COMPTE N° 12345678901;",
      "DEPUIS LE COMPTE N° 12345678901;;",
      ";COMPTE N° 12345678901;",
    ])
      expect(
        releves(texte(suite)).map(({ compte, lignes }) => [compte, montants(lignes)]),
        suite,
      ).toEqual([["66666666666", [81_000, -10_000]]]);
    expect(refus(texte("Compte n° 12345678901;;"))).toBe(
      "Ligne 4 : elle nomme un compte, et rien ne dit si les lignes qui la suivent sont les siennes.",
    );
    for (const tete of [
      "Numéro de compte;12345678901;",
      "Compte n° 12345678901;;\nSolde au 31/10/2026;5,00",
      "Livret n° 12345678901;;\nDate;Libellé;Montant",
    ])
      expect(
        releves(texte(tete)).map(({ compte, lignes }) => [compte, montants(lignes)]),
        tete,
      ).toEqual([
        ["66666666666", [81_000]],
        ["12345678901", [-10_000]],
      ]);
  });

  test("nommé avant un autre, sans une ligne, ne prend pas les siennes", () => {
    const [releve] = releves(
      "Compte courant n° 12345678901;\nSolde au 31/10/2026 5,00 €\nLivret A n° 00099900011;\nSolde au 31/10/2026 1 000,00 €\nDate;Libellé;Montant\n05/10/2026;VIR;950,00\n",
    );
    expect([releve?.compte, releve?.nouveauSolde]).toEqual(["00099900011", 100_000]);
  });
});

describe("Les soldes dits au-dessus d’un tableau", () => {
  const sous = (avant: string, montant = "200,00") => {
    const [lu] = releves(`${avant}\nDate;Libellé;Montant\n05/10/2026;VIR;${montant}\n`);
    return [lu?.ancienSolde, lu?.nouveauSolde, lu?.deduit];
  };

  test.each([
    ["Solde initial;1000\nSolde final;1200", [100_000, 120_000, false]],
    ["Solde initial : 1 000,00 €\nSolde final : 1 200,00 €", [100_000, 120_000, false]],
    ["Solde initial;1000;Solde final;1200", [100_000, 120_000, false]],
    ["Solde précédent;1000\nNouveau solde;1200", [100_000, 120_000, false]],
    [
      "Ancien solde au 30/09/2026;1000\nNouveau solde au 31/10/2026;1200",
      [100_000, 120_000, false],
    ],
    ["Solde au 01/10/2026;1000\nSolde au 31/10/2026;1200", [100_000, 120_000, false]],
    ["Solde au 31/10/2026;1200\nSolde au 01/10/2026;1000", [100_000, 120_000, false]],
    ["Solde au 2026-10-31;1200\nSolde au 2026-10-01;1000", [100_000, 120_000, false]],
    ["Solde au 31 octobre 2026;1200\nSolde au 1er octobre 2026;1000", [100_000, 120_000, false]],
    ["Solde au 3 août 2026;1200\nSolde au 28 fevrier 2026;1000", [100_000, 120_000, false]],
    ["Opening balance;1000\nClosing balance;1200", [100_000, 120_000, false]],
    ["Solde précédent;1000", [100_000, 120_000, true]],
    ["Solde débiteur;120", [-32_000, -12_000, true]],
    ["Solde débiteur au 31/10/2026 : 120,00 €", [-32_000, -12_000, true]],
    ["Solde au 31/10/2026;120,00;débiteur", [-32_000, -12_000, true]],
    ["Solde disponible;1500\nSolde comptable;1200", [100_000, 120_000, true]],
    ["Solde comptable au 31 octobre 2026 1 200,00 €", [100_000, 120_000, true]],
    ["Solde disponible;1500", [null, null, true]],
  ])("%s", (avant, attendu) => {
    expect(sous(avant)).toEqual(attendu);
  });

  test("qui ne mènent pas de l’un à l’autre sont refusés", () => {
    expect(() => sous("Solde initial;1000\nSolde final;1300")).toThrow(/ne mènent pas/);
  });
});

test("Un solde qui ne suit pas les montants nomme la première ligne où il se rompt, dans un sens ou l’autre", () => {
  const lignes = [
    "02/11/2026;VIR A;100,00;1100,00",
    "03/11/2026;VIR B;50,00;1150,00",
    "05/11/2026;VIR C;-20,00;1230,00",
    "06/11/2026;VIR D;5,00;1235,00",
    "07/11/2026;VIR E;5,00;1000,00",
  ];
  for (const rangees of [lignes, lignes.toReversed()]) {
    expect(() => releves(["Date;Libellé;Montant;Solde", ...rangees, ""].join("\n"))).toThrow(
      /ne suivent pas ses montants : à la ligne du 05\/11\/2026 de −20,00\s€, il dit 1\s230,00\s€ et non 1\s130,00\s€\. Il est incomplet ou modifié\.$/,
    );
  }
});

test("Des colonnes dites par une personne n’ôtent pas celles que leur en-tête dit", () => {
  const dites = { date: "Jour", libelle: "Objet", montant: "Somme" };
  const texte = (devise = "EUR") =>
    `Jour;Objet;Somme;Devise;Statut;Frais;Sens;N° de compte\n05/10/2026;VIR;100,00;${devise};Exécuté;1,00;D;12345678901\n06/10/2026;VIR;7,00;EUR;Refusé;;D;12345678901\n`;
  const [releve] = releves(texte(), [dites]);
  expect([montants(releve?.lignes ?? []), releve?.sansEffet, releve?.compte]).toEqual([
    [-10_100],
    1,
    "12345678901",
  ]);
  expect(() => releves(texte("USD"), [dites])).toThrow("« USD »");
  expect(
    lus("Jour;Objet;Somme;+/-\n05/10/2026;VIR;100,00;-\n", [{ ...dites, sens: "+/-" }]),
  ).toEqual([-10_000]);
});

test("« Euro » et « EUROS » sont des euros, et un export Revolut sans date de fin se lit", () => {
  expect(
    lus("Date;Libellé;Montant;Devise\n05/10/2026;A;1,00;Euro\n06/10/2026;B;2,00;EUROS\n"),
  ).toEqual([100, 200]);
  const [releve] = releves(
    "Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde\nVirement,Actuel,2026-10-05 10:00:00,2026-10-05 10:00:01,De LEFEVRE,950.00,0.00,EUR,TERMINÉ,950.00\nVirement,Actuel,2026-10-06 10:00:00,,À SYNDIC,-1200.00,0.00,EUR,ANNULÉ,\n",
  );
  expect([montants(releve?.lignes ?? []), releve?.sansEffet]).toEqual([[95_000], 1]);
});

describe("Un CSV hostile se lit ou se refuse vite", () => {
  test.each([
    [
      "« compte » et des deux-points au-dessus du tableau",
      `${"compte".repeat(40)}${":".repeat(19_000)}\nDate;Libellé;Montant\n05/10/2026;VIR;950,00\n`,
    ],
    [
      "1 500 comptes",
      `Date;Libellé;Montant\n${Array.from({ length: 1500 }, (_, rang) => `Compte n° ${10_000_000_000 + rang};\n05/10/2026;VIR;950,00`).join("\n")}\n`,
    ],
    [
      "un guillemet ouvert dans une ligne",
      `Date;Libellé;Montant\n05/10/2026;"VIR;950,00\n${"05/10/2026;VIR;950,00\n".repeat(210_000)}`,
    ],
    ["un guillemet ouvert au début", `"${"05/10/2026;VIR;950,00\n".repeat(218_000)}`],
  ])("%s", (_nom, texte) => {
    seLitAussitot(() => releves(texte));
  });
});
