import type * as z from "zod/mini";
import type { CLASSES_DPE, PERIODES_CONSTRUCTION } from "#domain/biens/appartement.ts";
import type { creation } from "#domain/biens/appartement-fiche.ts";
import { orNull, readTable } from "./table.ts";

type Nouveau = z.input<typeof creation>;

export interface AppartementDemo {
  numero: string;
  /** The name of the owner, or of both owners when they are a couple. */
  proprietaire: string;
  equipements: string[];
  appartement: Nouveau & { loyerHC: number; charge: number; surface: number; nbPiece: number };
}

const SYNDICS: Record<string, Partial<Nouveau>> = {
  A: {
    syndicNom: "Cabinet Lemarchand",
    syndicMail: "accueil@cabinet-lemarchand.example",
    syndicTel: "01 99 00 50 10",
    gestionnaireSyndicNom: "Mme Aurore Delage",
    gestionnaireSyndicMail: "a.delage@cabinet-lemarchand.example",
    gestionnaireSyndicTel: "01 99 00 50 14",
    conseillerSyndical: "M. Roland Tissier, 5e étage",
  },
  B: {
    syndicNom: "Syndic Rive Droite",
    syndicMail: "copro@syndic-rive-droite.example",
    syndicTel: "01 99 00 50 20",
    gestionnaireSyndicNom: "M. Yann Corbel",
    gestionnaireSyndicTel: "01 99 00 50 23",
  },
  C: {
    syndicNom: "Gérance Haussmann",
    syndicMail: "contact@gerance-haussmann.example",
    syndicTel: "01 99 00 50 30",
    autreSyndic: "Urgences nuit et week-end : 01 99 00 50 39",
  },
  D: {
    syndicNom: "Cabinet Vauban",
    syndicMail: "syndic@cabinet-vauban.example",
    syndicTel: "01 99 00 50 40",
    gestionnaireSyndicNom: "Mme Inès Morvan",
    gestionnaireSyndicMail: "i.morvan@cabinet-vauban.example",
  },
};

const GARDIENS: Record<string, Partial<Nouveau>> = {
  S: { gardienNom: "Mme Maria da Silva", gardienTel: "01 99 00 61 01" },
  P: { gardienNom: "M. Dragan Petrović", gardienTel: "01 99 00 61 02" },
  R: { gardienNom: "Mme Rosette Cabrel", gardienTel: "01 99 00 61 03" },
};

// chauffage: C for collectif, I for individuel. cave: its number, « ? » when it is unknown, blank without a cellar.
const TABLE = `
n° | adresse | cp | ville | étage | situation | pièces | surface | loyer | charges | époque | dpe | chauffage | syndic | gardien | cave | propriétaire
1 | 14 rue des Martyrs | 75009 | Paris | 3 | Porte gauche | 2 | 41.5 | 1240 | 95 | avant 1946 | D | I | A | | 12 | Lefèvre
2 | 27 rue de Charonne | 75011 | Paris | 5 | Fond de cour | 2 | 38 | 1130 | 80 | avant 1946 | E | I | B | | 4 | Lefèvre
3 | 8 rue Mouffetard | 75005 | Paris | 2 | Porte droite | 1 | 24.3 | 845 | 60 | avant 1946 | E | I | A | | | Azoulay
4 | 112 avenue de Versailles | 75016 | Paris | 6 | Escalier B | 3 | 71.2 | 2060 | 245 | 1946-1970 | D | C | C | S | 31 | de La Roncière
5 | 5 rue Lepic | 75018 | Paris | 4 | Porte face | 2 | 36.8 | 1060 | 75 | avant 1946 | D | I | B | | 7 | Weber
6 | 63 rue de Belleville | 75019 | Paris | 1 | Sur rue | 3 | 58 | 1420 | 150 | 1971-1990 | D | C | D | P | 22 | Benhaddou
7 | 41 rue de la Roquette | 75011 | Paris | 3 | Porte gauche | 1 | 28.4 | 905 | 65 | avant 1946 | D | I | B | | | Lefèvre
8 | 40 rue du Commerce | 75015 | Paris | 4 | Porte droite | 3 | 62.5 | 1690 | 160 | avant 1946 | D | I | A | S | 9 | SCI Les Tilleuls
9 | 3 rue de Lancry | 75010 | Paris | 2 | Sur cour | 2 | 44 | 1230 | 85 | avant 1946 | F | I | B | | ? | Payet
10 | 88 boulevard Voltaire | 75011 | Paris | 6 | Porte face | 3 | 67.8 | 1815 | 170 | avant 1946 | C | I | C | | 15 | SAS Delorme Patrimoine
11 | 21 rue Monge | 75005 | Paris | 5 | Porte gauche | 4 | 86.4 | 2690 | 230 | avant 1946 | D | I | A | R | 3 | Castelnau
12 | 156 rue de Vaugirard | 75015 | Paris | 7 | Escalier A | 2 | 46.2 | 1290 | 140 | 1946-1970 | D | C | C | P | 40 | Le Goff
13 | 9 rue Daguerre | 75014 | Paris | 1 | Porte droite | 2 | 39.5 | 1145 | 70 | avant 1946 | E | I | D | | 2 | Azoulay
14 | 34 rue des Batignolles | 75017 | Paris | 3 | Porte face | 3 | 59.6 | 1660 | 145 | avant 1946 | D | I | A | | 11 | SCI Les Tilleuls
15 | 72 rue de la Pompe | 75016 | Paris | 2 | Porte palière | 5 | 118 | 3350 | 380 | avant 1946 | D | C | C | S | 6 | de La Roncière
16 | 11 rue du Bac | 75007 | Paris | 4 | Porte gauche | 2 | 48.7 | 1620 | 120 | avant 1946 | D | I | A | R | 18 | Castelnau
17 | 50 rue de Turenne | 75003 | Paris | 1 | Sur cour | 1 | 31.2 | 1090 | 75 | avant 1946 | D | I | B | | | SAS Delorme Patrimoine
18 | 6 rue Vieille-du-Temple | 75004 | Paris | 3 | Porte droite | 2 | 42.9 | 1480 | 90 | avant 1946 | E | I | B | | 5 | Weber
19 | 25 rue d’Alésia | 75014 | Paris | 8 | Escalier C | 3 | 64.1 | 1630 | 190 | 1971-1990 | C | C | D | P | 53 | Le Goff
20 | 131 rue de Tolbiac | 75013 | Paris | 12 | Tour, porte 127 | 2 | 47.3 | 1180 | 165 | 1971-1990 | D | C | D | P | | Benhaddou
21 | 47 avenue de Saint-Mandé | 75012 | Paris | 5 | Porte gauche | 4 | 82 | 2080 | 215 | 1946-1970 | D | C | C | S | 27 | SCI Les Tilleuls
22 | 90 rue de Bagnolet | 75020 | Paris | 2 | Sur rue | 2 | 40.6 | 1070 | 80 | avant 1946 | E | I | B | | ? | Payet
23 | 17 rue Ramponeau | 75020 | Paris | 0 | Porte sous le porche | 1 | 22.1 | 720 | 45 | avant 1946 | E | I | B | | | Benhaddou
24 | 2 rue de la Jonquière | 75017 | Paris | 6 | Chambre de service | 1 | 17.8 | 640 | 35 | avant 1946 | E | I | A | | | SCI Les Tilleuls
25 | 38 rue Caulaincourt | 75018 | Paris | 4 | Porte droite | 3 | 60.9 | 1720 | 130 | avant 1946 | D | I | B | | 14 | Weber
26 | 12 rue du Château | 92100 | Boulogne-Billancourt | 2 | Bâtiment A | 3 | 65.3 | 1640 | 190 | 1946-1970 | D | C | C | S | 19 | SAS Delorme Patrimoine
27 | 12 rue du Château | 92100 | Boulogne-Billancourt | 4 | Bâtiment A | 2 | 45.8 | 1210 | 140 | 1946-1970 | D | C | C | S | 34 | SAS Delorme Patrimoine
28 | 8 rue Louis-Rouquier | 92300 | Levallois-Perret | 3 | Porte gauche | 2 | 43.4 | 1205 | 110 | après 1990 | C | I | D | | 8 | Le Goff
29 | 18 rue des Chéneaux | 92330 | Sceaux | | Maison avec jardin | 5 | 112 | 2480 | 60 | avant 1946 | D | I | | | | de La Roncière
30 | 4 rue de Fontenay | 94300 | Vincennes | 1 | Porte droite | 3 | 61.7 | 1560 | 135 | avant 1946 | D | I | A | | 10 | Lefèvre
31 | 33 rue de Paris | 93100 | Montreuil | 2 | Sur cour | 3 | 57.2 | 1230 | 95 | avant 1946 | F | I | B | | 1 | Benhaddou
32 | 15 avenue de la République | 92120 | Montrouge | 5 | Escalier 2 | 3 | 63.9 | 1540 | 175 | 1971-1990 | C | C | D | P | 44 | Azoulay
33 | 7 rue de Paris | 94220 | Charenton-le-Pont | 2 | Porte face | 2 | 46 | 1095 | 100 | avant 1946 | D | I | A | | ? | Payet
34 | 28 rue Auguste-Mounié | 92160 | Antony | 3 | Résidence Le Parc | 4 | 79.5 | 1490 | 220 | après 1990 | B | C | D | R | 61 | SCI Les Tilleuls
35 | 10 rue Hoche | 78000 | Versailles | 2 | Porte gauche | 4 | 92.3 | 2060 | 160 | avant 1946 | D | I | A | | 2 | Castelnau
36 | 19 rue au Pain | 78100 | Saint-Germain-en-Laye | 1 | Sur rue piétonne | 3 | 68 | 1580 | 115 | avant 1946 | D | I | C | | 7 | Castelnau
37 | 44 avenue Jean-Lolive | 93500 | Pantin | 6 | Porte 62 | 2 | 43.1 | 930 | 120 | 1971-1990 | D | C | D | | 29 | Benhaddou
38 | 6 rue du Général-Leclerc | 92130 | Issy-les-Moulineaux | 7 | Bâtiment C | 2 | 48.2 | 1285 | 130 | après 1990 | B | C | D | R | 73 | Weber
39 | 23 Grande-Rue-Charles-de-Gaulle | 94130 | Nogent-sur-Marne | 3 | Porte droite | 3 | 66.4 | 1420 | 150 | 1946-1970 | F | C | C | | 16 | Le Goff
40 | 2 rue de la Station | 92600 | Asnières-sur-Seine | 4 | Porte gauche | 2 | 44.6 | 1040 | 90 | avant 1946 | D | I | B | | 6 | Lefèvre
`;

/** The yearly cost of energy in euros per square meter, by DPE class. */
const EUROS_PAR_METRE: Record<string, number> = { B: 11, C: 16, D: 22, E: 31, F: 40 };

const EN_TRAVAUX = ["9", "31"];

const AVEC_BALCON = 4;

type Column =
  | "n°"
  | "adresse"
  | "cp"
  | "ville"
  | "étage"
  | "situation"
  | "pièces"
  | "surface"
  | "loyer"
  | "charges"
  | "époque"
  | "dpe"
  | "chauffage"
  | "syndic"
  | "gardien"
  | "cave"
  | "propriétaire";

export const APPARTEMENTS: AppartementDemo[] = readTable<Column>(TABLE).map((row, rang) => {
  const collectif = row.syndic !== "";
  const chauffage = row.chauffage === "C" ? "collective" : "individuelle";
  const surface = Number(row.surface);
  const nbPiece = Number(row.pièces);
  return {
    numero: row["n°"],
    proprietaire: row.propriétaire,
    equipements: equipementsDe({ pieces: nbPiece, etage: Number(row.étage), rang, collectif }),
    appartement: {
      ...(SYNDICS[row.syndic] ?? {}),
      ...(GARDIENS[row.gardien] ?? {}),
      adresse: row.adresse,
      codePostal: row.cp,
      ville: row.ville,
      etage: orNull(row.étage),
      situation: row.situation,
      nbPiece,
      surface,
      typeImmeuble: collectif ? "collectif" : "individuel",
      regimeJuridique: collectif ? "copropriete" : "monopropriete",
      periodeConstruction: row.époque as (typeof PERIODES_CONSTRUCTION)[number],
      chauffage,
      eauChaude: chauffage,
      repartition:
        chauffage === "collective" ? "Selon les tantièmes de chauffage de la copropriété" : null,
      cave: row.cave !== "",
      caveNum: orNull(row.cave.replace("?", "")),
      loyerHC: Number(row.loyer),
      charge: Number(row.charges),
      wip: EN_TRAVAUX.includes(row["n°"]),
      autresInfo: autresParties(collectif, rang),
      dpeClasse: row.dpe as (typeof CLASSES_DPE)[number],
      ...depensesEnergie(row.dpe, surface),
      identifiantFiscal: `${row.cp.slice(0, 2)}${String(4_180_000_000 + rang * 7_193_251)}`,
      zone: "tresTendue",
      zoneTendue: true,
      internet: "Logement raccordé à la fibre optique",
      numeroClef: `CL-${row["n°"].padStart(3, "0")}`,
      detailClef: collectif
        ? "2 clés de porte, 2 badges d’immeuble, 1 clé de boîte aux lettres"
        : "2 clés de porte, 1 clé de portillon, 1 clé de boîte aux lettres",
      digicode: collectif
        ? `${(rang * 37) % 10}${(rang * 71 + 4) % 10}B${(rang * 13 + 5) % 10}${rang % 10}`
        : null,
      pdl: String(22_510_400_000_000 + rang * 31_415_927),
      elementEquipement:
        nbPiece > 1 ? "Meuble d’évier, plaques, hotte, placards de cuisine" : "Kitchenette équipée",
    },
  };
});

/** The other parts of the dwelling, in the words of the lease. */
function autresParties(collectif: boolean, rang: number): string {
  if (!collectif) return "Jardin de 180 m², terrasse et remise";
  return rang % AVEC_BALCON === 0 ? `Balcon de ${3 + (rang % 5)} m²` : "Néant";
}

function depensesEnergie(classe: string, surface: number) {
  const milieu = (EUROS_PAR_METRE[classe] ?? 22) * surface;
  const aLaDizaine = (montant: number) => Math.round(montant / 10) * 10;
  return {
    dpeDepenseMin: aLaDizaine(milieu * 0.85),
    dpeDepenseMax: aLaDizaine(milieu * 1.15),
    dpeAnnee: 2023,
  };
}

function equipementsDe({
  pieces,
  etage,
  rang,
  collectif,
}: {
  pieces: number;
  etage: number;
  rang: number;
  collectif: boolean;
}) {
  return [
    "Cuisine équipée",
    "Placards",
    pieces > 2 ? "Baignoire" : "Douche",
    pieces === 1 ? "Plaques de cuisson" : "Lave-linge",
    ...(pieces > 3 ? ["Lave-vaisselle", "Cheminée décorative"] : []),
    ...(rang % AVEC_BALCON === 0 ? ["Balcon"] : []),
    ...(collectif ? ["Interphone", "Fibre optique"] : []),
    ...(collectif && etage > 3 ? ["Ascenseur"] : []),
    ...(collectif && rang % 3 === 0 ? ["Local à vélos"] : []),
  ];
}
