import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours, formatJour } from "#domain/dates.ts";
import { CHAMPS, reconnaitre } from "#domain/import/colonnes.ts";
import { type Connus, memePersonne } from "#domain/import/connus.ts";
import { controlerImport } from "#domain/import/controle.ts";
import {
  codePostalDit,
  codePostalLu,
  seulTelephoneLu,
  telephoneLu,
  telephonesAuPlus,
  telephonesLus,
} from "#domain/import/coordonnees.ts";
import { GENRES, type GenreImport } from "#domain/import/genres.ts";
import { loyersPoses } from "#domain/import/loyers.ts";
import { nomEntier, nomsDuLocataire, titreDuLocataire, titreLu } from "#domain/import/noms.ts";
import {
  jourDeLAnneeLu,
  jourDeLaCellule,
  jourLu,
  montantLu,
  naissanceLue,
  ouiNonLu,
  periodeLue,
  piecesLues,
  ValeurRefusee,
} from "#domain/import/valeurs.ts";
import { formatEuros } from "#domain/montants.ts";
import { processorTime } from "../../support/run/processor-time.ts";

describe("Une valeur d’un autre logiciel", () => {
  it("est un jour, écrit comme il l’écrit", () => {
    const jours = fc
      .integer({ min: 0, max: 60_000 })
      .map((ecart) => ajouterJours("1950-01-01", ecart));
    fc.assert(
      fc.property(jours, (jour) => {
        const numero = Math.round((Date.parse(jour) - Date.parse("1899-12-30")) / 86_400_000);
        const dits = [jour, formatJour(jour), `${formatJour(jour)} 00:00:00`, `${jour}T00:00:00Z`];
        expect(dits.map(jourLu)).toEqual(dits.map(() => jour));
        if (numero > 9999) expect(jourLu(String(numero))).toBe(jour);
      }),
    );
    expect(["1er février 2024", "2024/02/01", "01.02.24", "1 févr. 2024"].map(jourLu)).toEqual(
      Array(4).fill("2024-02-01"),
    );
    for (const faux of ["31/02/2024", "13/13/2024", "demain", "2024"]) {
      expect(() => jourLu(faux), faux).toThrow(ValeurRefusee);
    }
  });

  it("est un montant, écrit comme il l’écrit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (centimes) => {
        const euros = centimes / 100;
        const dits = [
          formatEuros(euros),
          euros.toFixed(2),
          `${euros.toFixed(2).replace(".", ",")} €/mois`,
        ];
        expect(dits.map(montantLu)).toEqual(dits.map(() => euros));
      }),
    );
    for (const faux of ["1.234", "douze", "12,345"]) {
      expect(() => montantLu(faux), faux).toThrow(ValeurRefusee);
    }
  });

  it("retrouve ce qu’un tableur a perdu", () => {
    expect(["612345678", "33612345678", "06 12 34 56 78"].map(telephoneLu)).toEqual([
      "0612345678",
      "+33612345678",
      "06 12 34 56 78",
    ]);
    expect(["1000", "75005", "75 005", "F-75005"].map(codePostalLu)).toEqual([
      "01000",
      "75005",
      "75005",
      "75005",
    ]);
  });

  it("nomme une personne, ou une société", () => {
    expect(nomEntier("Mme DE LA TOUR Jeanne")).toEqual({
      titre: "Madame",
      nom: "DE LA TOUR",
      prenom: "Jeanne",
    });
    expect(nomEntier("de La Tour Jeanne")).toEqual({ nom: "de La Tour", prenom: "Jeanne" });
    expect(nomEntier("SCI Les Tilleuls")).toMatchObject({
      qualite: "personne_morale",
      prenom: null,
    });
    expect(["M.", "Mr", "Madame", "mlle"].map(titreLu)).toEqual([
      "Monsieur",
      "Monsieur",
      "Madame",
      "Mademoiselle",
    ]);
    expect(() => titreLu("M. et Mme")).toThrow(/deux personnes/);
    expect(() => nomEntier("M. et Mme Dupont")).toThrow(/deux personnes/);
  });

  it("nomme deux titulaires : « M. et Mme »", () => {
    const couple = { titre: "Monsieur", autreTitre: "Madame" };
    expect(titreDuLocataire("M. et Mme")).toEqual(couple);
    const dupont = { ...couple, nom: "DUPONT", prenom: "Jean", autreNom: "DUPONT" };
    for (const dit of ["M. et Mme DUPONT Jean et Marie", "M./Mme DUPONT Jean & Marie"]) {
      expect(nomsDuLocataire(dit), dit).toEqual({ ...dupont, autrePrenom: "Marie" });
    }
    expect(nomsDuLocataire("M. et Mme DUPONT Jean")).toEqual({ ...dupont, autrePrenom: null });
    expect(nomsDuLocataire("M. DUPONT Jean et Mme MARTIN Zoé")).toEqual({
      ...dupont,
      autreNom: "MARTIN",
      autrePrenom: "Zoé",
    });
    expect(nomsDuLocataire("Mme LEGRAND Edmée")).toEqual(nomEntier("Mme LEGRAND Edmée"));
  });

  it("est un numéro, ou deux", () => {
    const deux = ["06 12 34 56 84", "01 44 55 66 77"];
    expect(telephonesLus("06 12 34 56 84 / 01 44 55 66 77")).toEqual(deux);
    const colles = ["/", " ", "-", ";", " ou "].map((entre) => `0612345684${entre}0144556677`);
    for (const dit of colles) {
      expect(telephonesLus(dit), dit).toEqual(["0612345684", "0144556677"]);
      expect(() => seulTelephoneLu(dit)).toThrow(/deux numéros/);
    }
    const trois = "0612345684 / 0144556677 / 0155667788";
    expect(() => telephonesAuPlus(trois, 2)).toThrow("trois numéros : gardez-en deux");
    expect(telephonesLus("06/12/34/56/84")).toEqual(["06 12 34 56 84"]);
    expect(telephonesLus("+33 6 12 34 56 84")).toEqual(["+33 6 12 34 56 84"]);
  });

  it("est un code postal de France ou d’ailleurs, d’après sa ligne", () => {
    const lu = (code: string, ligne: Record<string, string>) =>
      codePostalDit(code, "2026-11-25", { dit: (champ) => ligne[champ] ?? "", depuis1904: false });
    expect(lu("1000", { ville: "BOURG-EN-BRESSE", tel: "0612345678" })).toBe("01000");
    expect(lu("1000", { ville: "Bourg-en-Bresse", pays: "France" })).toBe("01000");
    expect(lu("1210", { ville: "Ferney-Voltaire", tel: "+41 79 123 45 67" })).toBe("01210");
    const ailleurs: Record<string, string>[] = [
      { ville: "IXELLES (BELGIQUE)" },
      { ville: "GENEVE" },
      { ville: "Ixelles", pays: "Belgique" },
      { ville: "Bruxelles", tel: "+32 2 538 00 00" },
      { ville: "Hamme", tel: "+32 2 538 00 00" },
    ];
    expect(ailleurs.map((ligne) => lu("1050", ligne))).toEqual(ailleurs.map(() => "1050"));
  });

  it("est un jour de Paris, même dit par un instant, ou compté depuis 1904", () => {
    expect(["2024-01-31T23:00:00.000Z", "2024-02-01T00:00:00+01:00"].map(jourLu)).toEqual([
      "2024-02-01",
      "2024-02-01",
    ]);
    expect(() => jourLu("02/01/2024 12:00:00 AM")).toThrow(/à l’américaine/);
    const de1904 = { dit: () => "", depuis1904: true };
    expect(jourDeLaCellule("43860", "2026-11-25", de1904)).toBe("2024-01-31");
    expect(naissanceLue("30000", "2026-11-25", de1904)).toBe("1986-02-19");
  });

  it("dit un logement", () => {
    expect(["T3", "F2 bis", "Studio", "4", "3 pièces"].map(piecesLues)).toEqual([3, 2, 1, 4, 3]);
    expect(
      ["1930", "avant 1946", "1965", "1946-1970", "1985", "après 1990", "2005"].map(periodeLue),
    ).toEqual([
      "avant 1946",
      "avant 1946",
      "1946-1970",
      "1946-1970",
      "1971-1990",
      "après 1990",
      "après 1990",
    ]);
    expect(["Oui", "x", "0", "FAUX"].map(ouiNonLu)).toEqual([true, true, false, false]);
  });
});

describe("Une cellule hostile", () => {
  const RIEN: Connus = {
    references: [],
    clients: [],
    appartements: [],
    locataires: [],
    baux: [],
    cautions: [],
    mandats: { missions: [], fonds: [], registreOuvert: false, franchiseTva: false, garant: "" },
  };
  const debuts = ["M. ", "M. et Mme A", "0", "75 ", "01/01/2024 ", "a@b", "<"];
  const motifs = [" ", "a", "0", "et ", "/", "é", ";\n"];
  const hostiles = debuts.flatMap((debut) =>
    motifs.map((motif) => `${debut}${motif.repeat(90_000)}!`),
  );
  it.each(GENRES)("de plus de 90 000 signes, chez %s, se lit ou se refuse aussitôt", (genre) => {
    const colonnes = CHAMPS[genre].map(({ champ }) => champ);
    for (const cellule of hostiles) {
      const debut = processorTime();
      const { aCreer, fausses } = controlerImport(
        {
          rangs: [CHAMPS[genre].map(({ titre }) => titre), colonnes.map(() => cellule)],
          rang: 0,
          depuis1904: false,
          correspondance: { genre, colonnes },
        },
        RIEN,
        "2026-11-25",
      );
      expect([aCreer, fausses]).toEqual([[], [2]]);
      expect(processorTime() - debut, cellule.slice(0, 15)).toBeLessThan(2000);
    }
  });
});

describe("Les colonnes", () => {
  it.each(GENRES)("de %s se reconnaissent à leur titre, chacune une fois", (genre) => {
    const titres = CHAMPS[genre].map(({ titre }) => titre);
    expect(reconnaitre(titres, genre)).toEqual(CHAMPS[genre].map(({ champ }) => champ));
  });

  it("se reconnaissent sans accents, majuscules ni petits mots, la plus sûre d’abord", () => {
    expect(
      reconnaitre(
        ["LOYER", "Loyer H.C.", "Loyer hors charges (€)", "C.P.", "Inconnue"],
        "Appartement",
      ),
    ).toEqual([null, null, "loyerHC", "codePostal", null]);
    expect(reconnaitre(["Nom du locataire", "CP", "DATE DE NAISSANCE"], "Locataire")).toEqual([
      "nom",
      "codePostal",
      "naissance",
    ]);
  });
});

const AILLEURS: [string, GenreImport, Record<string, string | null>][] = [
  [
    "Rentila",
    "Locataire",
    {
      Nom: "nom",
      Prénom: "prenom",
      "Adresse ligne 1": "adresse",
      "Adresse ligne 2": "complementAdresse",
      "Code Postal": "codePostal",
      "E-mail principal": "mail",
      Mobile: "tel",
      "Tél. domicile": "tel2",
      Profession: null,
    },
  ],
  [
    "LOCKimmo",
    "Client",
    {
      "Code tiers": "reference",
      "Civ.": "titre",
      "Nom / Raison sociale": "nom",
      "Adr. 1": "adresse",
      "Adr. 2": "complementAdresse",
      "C.P.": "codePostal",
      "Bureau distributeur": "ville",
      "Tél. port.": "mobilePerso",
      "Tél. prof.": "fixePro",
    },
  ],
  [
    "ICS",
    "Appartement",
    {
      "N° lot": "reference",
      Adr1: "adresse",
      "Etg.": "etage",
      "Nbre pièces": "nbPiece",
      "Surf. hab.": null,
      "Surf. habitable": "surface",
      "Prov. chg.": "charge",
      "Code prop.": "proprietaire",
    },
  ],
  [
    "Gercop",
    "Dossier",
    {
      "N° bail": "numFraisDossier",
      "Code lot": "appartement",
      "Nom loc.": "locataire",
      "Dt entrée": "dateEntree",
      "Fin de bail": "dateFinBail",
      "D.G.": "depotGarantie",
      "Loyer de base": "loyerHC",
      Provisions: "loyerCharge",
    },
  ],
  [
    "un registre des mandats",
    "Mission",
    {
      "N° de mandat": "numRegistre",
      "Date du mandat": "dateSignature",
      "Nom du mandant": "proprietaire",
      "Nature et situation du bien": "appartement",
      "Date d’effet": "debut",
      "Durée (mois)": "duree",
      "Taux HT": "tauxHT",
      "Honoraires % TTC": "tauxTTC",
      "Honoraires de gestion": "honoraires",
      Encaissement: "modeFonds",
    },
  ],
  [
    "un tableur à la main",
    "Locataire",
    {
      nomLocataire: "nom",
      date_naissance: "naissance",
      "Né(e) à": "lieuNaissance",
      "Tél 1": "tel",
      "TEL.2": "tel2",
      Mél: "mail",
    },
  ],
];

it.each(AILLEURS)("les en-têtes de %s, pour %s, sont reconnus", (_, genre, attendus) => {
  const entetes = Object.keys(attendus);
  const lus = reconnaitre(entetes, genre);
  expect(Object.fromEntries(entetes.map((entete, rang) => [entete, lus[rang]]))).toEqual(attendus);
});

it("les en-têtes du mandat sont reconnus dans un état locatif, sans prendre ceux du bail ni des parties", () => {
  const attendus = {
    "Mandat n°": "Mission.numRegistre",
    "Date du mandat": "Mission.dateSignature",
    "Honoraires % TTC": "Mission.tauxTTC",
    "Taux HT": "Mission.tauxHT",
    "Honoraires de gestion": "Mission.honoraires",
    Mandant: "Client.nomComplet",
    "Date début": "Dossier.dateDebutBail",
    Durée: null,
    "Honoraires locataire": null,
  };
  expect(reconnaitre(Object.keys(attendus), "EtatLocatif")).toEqual(Object.values(attendus));
});

it("la dernière révision d’un loyer est reconnue, à côté de l’indice du bail", () => {
  const attendus = {
    "IRL de référence": "indice",
    "Trimestre de référence": "indiceTrim",
    "Date de dernière révision": "derniereRevision",
    "Dernier indice": "dernierIndice",
    "Dernier trimestre": "dernierTrimestre",
    "Jour de révision": "jourRevision",
  };
  expect(reconnaitre(Object.keys(attendus), "Dossier")).toEqual(Object.values(attendus));
});

it("le jour de révision convenu se lit jour et mois, en chiffres, en lettres, ou d’une date entière", () => {
  const lu = (texte: string) =>
    jourDeLAnneeLu(texte, "2026-11-24", { dit: () => "", depuis1904: false });
  const dits = ["01/07", "1-7", "le 1er juillet", "1 juil.", "01/07/2019", "2026-07-01", "43647"];
  expect(dits.map(lu)).toEqual(dits.map(() => "07-01"));
  expect(["29/02", "31 décembre"].map(lu)).toEqual(["02-29", "12-31"]);
  for (const faux of ["31/11", "juillet", "07", "15", "chaque année", "1er trimestre"])
    expect(() => lu(faux), faux).toThrow("n’est pas un jour de l’année : écrivez jj/mm");
});

it("le numéro et la date d’un DPE sont reconnus à côté de sa classe", () => {
  const attendus = {
    "Classe DPE": "dpeClasse",
    "N° DPE": "dpeNumero",
    "Date du DPE": "dpeDate",
  };
  expect(reconnaitre(Object.keys(attendus), "Appartement")).toEqual(Object.values(attendus));
});

it("des honoraires de gestion disent leur taux et s’il est HT ou TTC, ou une somme ; une durée, ses mois", () => {
  const lu = (champ: string, texte: string) =>
    CHAMPS.Mission.find((un) => un.champ === champ)?.lire(texte, "2026-11-24", {
      dit: () => "",
      depuis1904: false,
    });
  expect(
    ["7 % HT", "8,4 % TTC", "7.20%H.T.", "25 € TTC"].map((texte) => lu("honoraires", texte)),
  ).toEqual([{ tauxHT: 7 }, { tauxTTC: 8.4 }, { tauxHT: 7.2 }, { forfaitTTC: 25 }]);
  for (const incomplet of ["7", "7 %", "0,07", "25 €", "HT"])
    expect(() => lu("honoraires", incomplet), incomplet).toThrow(ValeurRefusee);
  expect(["7", "7,2 %", "7,2 % HT", "0.072", "0,5 %"].map((texte) => lu("tauxHT", texte))).toEqual([
    7, 7.2, 7.2, 7.2, 0.5,
  ]);
  expect(() => lu("tauxHT", "25 €")).toThrow("est une somme, pas un taux");
  expect(
    ["12", "12 mois", "1 an", "3 ans renouvelable", "36.0"].map((texte) => lu("duree", texte)),
  ).toEqual([12, 12, 12, 36, 36]);
  for (const double of ["1", "3"])
    expect(() => lu("duree", double)).toThrow("peut être des mois ou des ans");
});

it("Une naissance est passée, et d’après 1900", () => {
  const lue = (texte: string) => naissanceLue(texte, "2026-11-24");
  expect(["01-févr.-80", "3 mars 31", "14/07/1990", "1 mai 12"].map(lue)).toEqual([
    "1980-02-01",
    "1931-03-03",
    "1990-07-14",
    "2012-05-01",
  ]);
  for (const fausse of ["25/11/2026", "2099-01-01"])
    expect(() => lue(fausse)).toThrow("est une naissance à venir");
  for (const fausse of ["12/05/1892", "1899-12-31", "3 mars 1850"])
    expect(() => lue(fausse)).toThrow("est une naissance d’avant 1900");
});

describe("La même personne", () => {
  const une = { nom: "Lefèvre", prenom: "Inès", mails: ["ines@exemple.fr"], naissance: null };
  it("a les mêmes noms, que rien ne contredit", () => {
    expect(memePersonne(une, { ...une, nom: "LEFEVRE", mails: [] })).toBe(true);
    expect(memePersonne(une, { ...une, mails: ["autre@exemple.fr"] })).toBe(false);
    expect(
      memePersonne({ ...une, naissance: "1990-01-01" }, { ...une, naissance: "1991-01-01" }),
    ).toBe(false);
  });
});

it("un logement prend le loyer de son dernier bail", () => {
  const bail = (ligne: number, dateDebutBail: string, loyerHC: number) => ({
    ligne,
    AppartementId: 1,
    dateDebutBail,
    loyerHC,
    loyerCharge: 10,
  });
  const baux = [bail(2, "2024-01-01", 900), bail(3, "2020-01-01", 500)];
  expect(loyersPoses(baux, [])).toEqual([{ AppartementId: 1, ligne: 2, loyerHC: 900, charge: 10 }]);
  expect(loyersPoses(baux, [{ AppartementId: 1, dateDebutBail: "2025-01-01" }])).toEqual([]);
});
