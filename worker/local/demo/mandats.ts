import type * as z from "zod/mini";
import { ajouterAnnees, ajouterJours, type Jour } from "#domain/dates.ts";
import { numeroDeMandat } from "#domain/gerance/mandats/registre-mandats.ts";
import type { creation as creationAccompte } from "#domain/missions/accompte-fiche.ts";
import type { creation as creationIntendance } from "#domain/missions/intendance.ts";
import type { TYPES_MISSION } from "#domain/missions/mission.ts";
import type { creation as creationMission } from "#domain/missions/mission-fiche.ts";
import type { NatureFiscale, PayePar, Recuperable } from "#domain/missions/natures-de-depense.ts";
import type { creation as creationCaution } from "#domain/personnes/caution.ts";
import type { TITRES } from "#domain/personnes/personne.ts";
import type { ModePaiement } from "#domain/quittances/paiement.ts";
import { type ConditionsDemo, conditionsDemo } from "./conditions.ts";
import { courrielDe, mobileDe } from "./coordonnees.ts";
import { orNull, readRelativeDay, readTable, relativeDay } from "./table.ts";

export interface MissionDemo {
  proprietaire: string;
  appartements: string[];
  mission: z.input<typeof creationMission>;
  /** The terms of a management mandate, oldest first. */
  conditions: ConditionsDemo[];
  accomptes: z.input<typeof creationAccompte>[];
}

const MISSIONS = `
n° | type | propriétaire | appartements | nombre | valeur | acompte 1 | acompte 2 | signature
1 | gestion | Lefèvre | 1 2 7 30 40 | 5 | 540 | 0 | 0 | -14/3
2 | gestion | SCI Les Tilleuls | 8 14 21 24 | 6 | 480 | 0 | 0 | -11/18
3 | location | SAS Delorme Patrimoine | 10 26 27 | 3 | 1250 | 1250 | 1250 | -22/6
4 | gestion | Castelnau | 11 35 | 2 | 600 | 0 | 0 | -8/12
5 | prestation | Payet | 9 | 1 | 1800 | 600 | 600 | -3/10
`;

const ACCOMPTES = `
mission | départ | fin | prix | mode | payé le
1 | -14/3 | -11/2 | 810 | Virement | -14/12
1 | -10/3 | -7/2 | 810 | Virement | -10/9
1 | -2/3 | 1/2 | 1080 | Virement |
2 | -11/18 | -8/17 | 960 | Cheque | -11/28
2 | -5/18 | -2/17 | 960 | Virement | -4/2
2 | -1/18 | 2/17 | 960 | Virement |
3 | -22/6 | -20/5 | 1250 | Virement | -22/15
3 | -20/6 | -18/5 | 1250 | Virement | -20/11
3 | -18/6 | -16/5 | 1250 | Cheque | -17/3
4 | -8/12 | -5/11 | 400 | Cheque | -8/22
4 | -4/12 | -1/11 | 400 | Virement |
5 | -3/10 | -2/9 | 600 | Virement | -3/16
5 | -1/10 | 1/9 | 600 | Virement |
`;

/** The number of a mission in its register: management mandates, letting mandates and services have one each. */
const numeroDe = (type: string, rang: string): string =>
  type === "gestion"
    ? numeroDeMandat(Number(rang))
    : `${type.charAt(0).toUpperCase()}-${rang.padStart(4, "0")}`;

/** The missions, with the instalments called so far. */
export function missionsDemo(today: Jour): MissionDemo[] {
  const accomptes = readTable<"mission" | "départ" | "fin" | "prix" | "mode" | "payé le">(
    ACCOMPTES,
  ).map((row) => {
    const datePaiement = readRelativeDay(row["payé le"], today);
    return {
      mission: row.mission,
      accompte: {
        dateDepart: relativeDay(row.départ, today),
        dateFin: relativeDay(row.fin, today),
        prix: Number(row.prix),
        tva: 20,
        mode: row.mode as ModePaiement,
        regle: datePaiement !== null,
        datePaiement,
        montant: datePaiement === null ? null : Number(row.prix),
      },
    };
  });
  return readTable<
    | "n°"
    | "type"
    | "propriétaire"
    | "appartements"
    | "nombre"
    | "valeur"
    | "acompte 1"
    | "acompte 2"
    | "signature"
  >(MISSIONS).map((row) => ({
    proprietaire: row.propriétaire,
    appartements: row.appartements.split(" "),
    mission: {
      type: row.type as (typeof TYPES_MISSION)[number],
      nbAppart: Number(row.nombre),
      valeurMissionAppt: Number(row.valeur),
      accompte1: Number(row["acompte 1"]),
      accompte2: Number(row["acompte 2"]),
      dateSignature: relativeDay(row.signature, today),
      numRegistre: numeroDe(row.type, row["n°"]),
      duree: 12,
    },
    conditions: conditionsDemo(row["n°"], relativeDay(row.signature, today), today),
    accomptes: accomptes
      .filter(({ mission }) => mission === row["n°"])
      .map(({ accompte }) => accompte),
  }));
}

export interface IntendanceDemo {
  appartement: string;
  intendance: Omit<z.input<typeof creationIntendance>, "AppartementId">;
  renouveler: boolean;
}

// fin: days from today; a mission lasts a year.
const INTENDANCES = `
n° | fin | prix | réglée | suite
3 | 243 | 600 | oui |
12 | 81 | 540 | oui |
15 | 190 | 1200 | oui |
35 | 210 | 720 | oui |
23 | 278 | 360 | |
37 | 333 | 360 | |
16 | 9 | 480 | oui |
18 | 22 | 480 | |
29 | 27 | 900 | oui |
4 | -12 | 720 | oui |
39 | -58 | 420 | |
8 | -120 | 480 | oui | renouveler
11 | -200 | 960 | oui | renouveler
25 | -33 | 480 | oui | renouveler
`;

const DEPENSES = `
n° | intitulé | jour | montant | facture | mode | réglée
9 | Audit énergétique avant travaux | -60 | 690 | AE-2291 | Virement | oui
31 | Recherche de fuite sur colonne | -95 | 385 | 7741 | Virement | oui
31 | Acompte plomberie et électricité | -21 | 3240.50 | 7803 | Virement |
4 | Remplacement de la robinetterie | -44 | 268.40 | F-11827 | Cheque | oui
22 | Entretien annuel de la chaudière | -130 | 142 | C-55310 | Virement | oui
29 | Ramonage et entretien de la chaudière | -18 | 228 | 26-0944 | Virement |
23 | Changement de serrure et de barillet | -48 | 312.90 | SR-4405 | Cheque | oui
37 | Remise en peinture du séjour | -9 | 1180 | 2026-118 | Virement |
`;

// Expenses for an owner. jour: days from today. tva: percent. récupérable: the code of a charge that the tenant pays
// back.
const POUR_UN_PROPRIETAIRE = `
n° | intitulé | jour | montant | facture | fournisseur | nature | tva | récupérable | payée par
1 | Fuite sous l’évier de la cuisine | -13 | 132 | F-7781 | Plomberie Garnier | travaux | 10 | | agence
2 | Appel de fonds du 4e trimestre | -20 | 310 | AF-2026-T4 | Syndic de la Presqu’île | copropriete | 0 | | agence
7 | Garantie loyers impayés de novembre | -6 | 23.75 | GLI-11-0482 | Assurances Vigie | assurance_loyers | 0 | | agence
30 | Entretien de la chaudière | -11 | 142 | C-60218 | Thermo Services | travaux | 10 | R31 | agence
14 | Dégorgement de l’évacuation de la douche | -12 | 96.80 | F-7804 | Plomberie Garnier | travaux | 10 | | agence
21 | Appel de fonds du 4e trimestre | -20 | 265 | AF-2026-T4-21 | Syndic de la Presqu’île | copropriete | 0 | | agence
11 | Garantie loyers impayés de novembre | -6 | 21.40 | GLI-11-0497 | Assurances Vigie | assurance_loyers | 0 | | agence
8 | Taxe foncière 2026 | -35 | 745 | TF-2026 | Direction générale des finances publiques | taxe_fonciere | 0 | | bailleur
`;

const FOURNISSEURS = `
nom | siret | ville | mail | tel
Plomberie Garnier | 73282932000074 | Lyon | atelier@plomberie-garnier.example | 04 78 00 00 11
Syndic de la Presqu’île | | Lyon | contact@presquile.example | 04 78 00 00 12
Assurances Vigie | 55203253400646 | Paris | gli@vigie.example | 01 40 00 00 13
Thermo Services | 38347481400048 | Villeurbanne | contact@thermo.example | 04 78 00 00 14
Direction générale des finances publiques | | | |
`;

export const FOURNISSEURS_DEMO = readTable<"nom" | "siret" | "ville" | "mail" | "tel">(
  FOURNISSEURS,
).map((row) => ({
  nom: row.nom,
  siret: orNull(row.siret),
  ville: orNull(row.ville),
  mail: orNull(row.mail),
  tel: orNull(row.tel),
}));

export interface DepenseDemo extends Pick<IntendanceDemo, "appartement" | "intendance"> {
  fournisseur: string;
}

export function depensesDemo(today: Jour): DepenseDemo[] {
  return readTable<
    | "n°"
    | "intitulé"
    | "jour"
    | "montant"
    | "facture"
    | "fournisseur"
    | "nature"
    | "tva"
    | "récupérable"
    | "payée par"
  >(POUR_UN_PROPRIETAIRE).map((row) => ({
    appartement: row["n°"],
    fournisseur: row.fournisseur,
    intendance: {
      nature: "depense",
      intitule: row.intitulé,
      date: ajouterJours(today, Number(row.jour)),
      montant: Number(row.montant),
      numFacture: row.facture,
      mode: "Virement",
      tva: Number(row.tva),
      natureFiscale: row.nature as NatureFiscale,
      recuperable: orNull(row.récupérable) as Recuperable | null,
      payePar: row["payée par"] as PayePar,
      regle: row["payée par"] === "bailleur",
    },
  }));
}

/** The caretaking of apartments: missions of a year, then expenses. */
export function intendancesDemo(today: Jour): IntendanceDemo[] {
  const missions = readTable<"n°" | "fin" | "prix" | "réglée" | "suite">(INTENDANCES).map(
    (row): IntendanceDemo => {
      const dateFin = ajouterJours(today, Number(row.fin));
      return {
        appartement: row["n°"],
        intendance: {
          nature: "mission",
          dateDepart: ajouterAnnees(ajouterJours(dateFin, 1), -1),
          dateFin,
          prix: Number(row.prix),
          regle: row.réglée === "oui",
        },
        renouveler: row.suite === "renouveler",
      };
    },
  );
  const depenses = readTable<
    "n°" | "intitulé" | "jour" | "montant" | "facture" | "mode" | "réglée"
  >(DEPENSES).map(
    (row): IntendanceDemo => ({
      appartement: row["n°"],
      intendance: {
        nature: "depense",
        intitule: row.intitulé,
        date: ajouterJours(today, Number(row.jour)),
        montant: Number(row.montant),
        numFacture: row.facture,
        mode: row.mode as ModePaiement,
        regle: row.réglée === "oui",
      },
      renouveler: false,
    }),
  );
  return [...missions, ...depenses];
}

const CAUTIONS = `
locataire | titre | prénom | nom | né le | à | adresse | cp | ville | montant
Lemoine | Monsieur | Patrick | Lemoine | 1968-05-12 | Amiens | 15 rue des Trois-Cailloux | 80000 | Amiens | 32580
O’Connor | Monsieur | Declan | O’Connor | 1961-10-02 | Cork | 3 rue Sainte-Catherine | 33000 | Bordeaux | 34920
Haddad | Madame | Leïla | Haddad | 1969-08-30 | Sousse | 27 cours Lafayette | 69003 | Lyon | 43740
Dupuis | Monsieur | Bernard | Dupuis | 1972-03-19 | Metz | 8 rue Serpenoise | 57000 | Metz | 24300
Dupuis | Madame | Corinne | Dupuis | 1974-11-08 | Thionville | 8 rue Serpenoise | 57000 | Metz | 24300
Lecœur | Madame | Sylvie | Lecœur | 1965-01-27 | Chartres | 22 rue du Bois-Merrain | 28000 | Chartres | 50940
Marchand | Monsieur | Alain | Marchand | 1963-06-15 | Orléans | 40 rue de Bourgogne | 45000 | Orléans | 66600
Hamelin | Madame | Dominique | Hamelin | 1967-12-05 | Laval | 11 rue du Val-de-Mayenne | 53000 | Laval | 61020
Gonçalves | Monsieur | Rui | Gonçalves | 1962-07-22 | Braga | 6 avenue de la Gare | 94500 | Champigny-sur-Marne | 40860
Bouchard | Monsieur | Étienne | Bouchard | 1970-04-01 | Reims | 19 place Drouet-d’Erlon | 51100 | Reims | 40680
`;

export interface CautionDemo {
  locataire: string;
  caution: z.input<typeof creationCaution>;
}

/** The guarantors. The caller adds the day of their guarantee, which is the day on which the lease was signed. */
export const CAUTIONS_DEMO: CautionDemo[] = readTable<
  "locataire" | "titre" | "prénom" | "nom" | "né le" | "à" | "adresse" | "cp" | "ville" | "montant"
>(CAUTIONS).map((row, rang) => ({
  locataire: row.locataire,
  caution: {
    titre: row.titre as (typeof TITRES)[number],
    prenom: row.prénom,
    nom: row.nom,
    naissance: row["né le"],
    lieuNaissance: orNull(row.à),
    adresse: row.adresse,
    cp: row.cp,
    ville: row.ville,
    mail: courrielDe(row.prénom, row.nom),
    mobile: mobileDe(80 + rang),
    montantMax: Number(row.montant),
    dureeType: "determinee",
  },
}));
