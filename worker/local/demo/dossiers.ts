import type * as z from "zod/mini";
import type { TYPES_BAIL } from "#domain/biens/dossier.ts";
import type { creation } from "#domain/biens/dossier-fiche.ts";
import { ajouterJours, ajouterMois, type Jour, jourDuMois, moisDe } from "#domain/dates.ts";
import { arrondir } from "#domain/montants.ts";
import type { AppartementDemo } from "./appartements.ts";
import { indexationDemo } from "./irl.ts";
import { readRelativeDay, readTable, relativeDay } from "./table.ts";

type TypeBail = (typeof TYPES_BAIL)[number];
type Nouveau = z.input<typeof creation>;

/** A lease of the tables; the tables write days relative to today, see {@link readRelativeDay}. */
export interface DossierDemo {
  appartement: string;
  locataire: string;
  signature: Jour;
  debut: Jour;
  type: TypeBail;
  jourQuitance: number;
  /** The last day of a lease without tacit renewal; null for any other lease. */
  terme: Jour | null;
  preavis: { debut: Jour; fin: Jour } | null;
  /** The day on which the keys came back, which closes the dossier; null while the tenant lives there. */
  sortie: Jour | null;
}

// These leases are opened and closed first, because opening a dossier writes its rent on the apartment.
const CLOS = `
n° | locataire | début | type | quittance | congé | sortie
1 | Faure | -31/1 | nu | 5 | -8/14 | -7/14
9 | Maillard | -52/1 | nu | 1 | -6/3 | -3/3
17 | Moreau | -25/16 | meuble | 5 | -5/10 | -4/10
23 | Prigent | -20/1 | meuble | 10 | -3/20 | -2/20
31 | Traoré | -38/15 | nu | 5 | -7/8 | -4/8
33 | Vasquez | -29/1 | nu | 5 | -8/25 | -5/25
37 | Besson | -22/1 | nu | 5 | -2/15 | -1/15
38 | Jourdain | -44/1 | nu | 1 | -19/10 | -16/10
`;

const EN_COURS = `
n° | locataire | début | type | quittance | congé | sortie
1 | Żółć | -6/15 | nu | 5 | |
2 | Nguyễn | -27/1 | nu | 5 | |
3 | Lemoine | -14/1 | meuble | 1 | |
4 | de Saint-Aubin | -41/1 | nu | 10 | |
5 | Gonçalves | -19/10 | nu | 5 | |
6 | Diallo | -33/1 | nu | 5 | |
7 | O’Connor | -11/18 | meuble | 5 | |
8 | Béranger | -48/1 | nu | 1 | |
10 | d’Harcourt | -22/1 | nu | 5 | |
11 | Guérin | -57/1 | nu | 1 | |
12 | Rousselot | -59/1 | nu | 31 | |
13 | Haddad | -9/1 | meuble | 5 | |
14 | Girard | -16/12 | nu | 5 | -1/10 | 2/10
15 | Whitfield | -35/1 | code_civil | 1 | |
16 | de Montfleury | -29/15 | code_civil | 5 | |
17 | Conti | -3/1 | code_civil | 10 | |
18 | Đorđević | -12/5 | meuble | 5 | |
19 | Ramanathan | -24/1 | nu | 5 | |
20 | Yılmaz | -18/1 | nu | 10 | |
21 | Kerdraon | -55/1 | nu | 31 | |
22 | Ionescu | -15/20 | nu | 5 | |
24 | Dupuis | -2/1 | etudiant | 5 | | 6/31
25 | Marchand | -13/1 | nu | 5 | |
26 | Tessier | -37/1 | nu | 5 | |
27 | Carvalho | -21/1 | nu | 5 | |
28 | Dvořáková | -10/15 | meuble | 1 | -1/6 | 1/6
29 | Perrin | -7/1 | nu | 5 | |
30 | El Idrissi | -28/1 | nu | 10 | |
32 | Stévenin | -46/1 | nu | 5 | |
33 | Moreau | -4/8 | nu | 5 | |
34 | Sjöström | -32/1 | nu | 5 | |
35 | Le Bihan | -17/1 | nu | 1 | |
36 | Hamelin | -23/15 | nu | 5 | -1/15 | 2/15
38 | Lecœur | -15/1 | nu | 5 | |
39 | Zhang | -36/1 | nu | 31 | |
40 | Bouchard | 1/1 | meuble | 5 | |
`;

/** The rent of a former tenant, as a share of the dwelling's present rent. */
const LOYER_DES_CLOS = 0.97;
const RELOUES = new Set(readTable<"n°">(CLOS).map((row) => row["n°"]));

type Column = "n°" | "locataire" | "début" | "type" | "quittance" | "congé" | "sortie";

/** All leases of the agency; the closed ones come first. */
export function dossiersDemo(today: Jour): DossierDemo[] {
  const read = (clos: boolean) => (row: Record<Column, string>) => {
    const conge = readRelativeDay(row.congé, today);
    const fin = readRelativeDay(row.sortie, today);
    const debut = relativeDay(row.début, today);
    const signature = ajouterJours(debut, -12);
    return {
      appartement: row["n°"],
      locataire: row.locataire,
      signature: signature < today ? signature : today,
      debut,
      type: row.type as TypeBail,
      jourQuitance: Number(row.quittance),
      terme: conge ? null : fin,
      preavis: conge && fin ? { debut: conge, fin } : null,
      sortie: clos ? fin : null,
    };
  };
  return [
    ...readTable<Column>(CLOS).map(read(true)),
    ...readTable<Column>(EN_COURS).map(read(false)),
  ];
}

/** The dossier as the office creates it; `rang` varies its fees. */
export function newDossier(
  { signature, debut, type, jourQuitance, terme, preavis, sortie }: DossierDemo,
  { appartement, numero }: AppartementDemo,
  { rang, today }: { rang: number; today: Jour },
): Omit<Nouveau, "AppartementId" | "LocataireId"> {
  const loyerDesClos = arrondir(appartement.loyerHC * LOYER_DES_CLOS);
  const loyerHC = sortie ? loyerDesClos : appartement.loyerHC;
  const mois = moisDe(debut);
  const reloue = !sortie && RELOUES.has(numero);
  return {
    dateEntree: debut,
    dateCreationBail: signature,
    dateDebutBail: debut,
    dateFinBail: terme,
    // The notice of a closed dossier is written later, when its tenant leaves.
    ...(preavis && !sortie ? { dateDebutPreavis: preavis.debut, dateFinPreavis: preavis.fin } : {}),
    typeBail: type,
    jourQuitance,
    loyerHC,
    loyerCharge: appartement.charge,
    chargesMode: type === "meuble" || type === "etudiant" ? "forfait" : "provisions",
    depotGarantie: type === "nu" || type === "etudiant" ? loyerHC : loyerHC * 2,
    edfEntree: String(10_400 + rang * 1_733),
    ...indexationDemo({ signature, debut }, today),
    numFraisDossier: `${signature.slice(0, 4)}-${String(rang + 101).padStart(4, "0")}`,
    fraisDossierTTC: arrondir(appartement.surface * 12),
    fraisEdlTTC: arrondir(appartement.surface * 3),
    fraisEdlBailleurTTC: arrondir(appartement.surface * 3),
    honorairesBailleurTTC: arrondir(appartement.surface * 12),
    dateFraisDossier: signature,
    encadrement: encadrement(appartement, loyerHC, type),
    clauses:
      type === "code_civil"
        ? { clausesText: "Le logement est loué à titre de résidence secondaire exclusivement." }
        : null,
    dernierLoyer:
      reloue || rang % 3 !== 1
        ? {
            montant: reloue ? loyerDesClos : loyerHC,
            dateVersement: jourDuMois(ajouterMois(mois, reloue ? -2 : -1), 5),
            dateRevision: jourDuMois(ajouterMois(mois, -9), 1),
          }
        : null,
    garantieLoyersImpayes: rang % 5 === 2,
  };
}

const MAJORES = { nu: [36.2, 33.4, 30.8, 29.4, 29], meuble: [40.7, 37.9, 34.9, 33.2, 32.8] };
const PERIODES = {
  "avant 1946": "Avant 1946",
  "1946-1970": "1946-1970",
  "1971-1990": "1971-1990",
  "après 1990": "apres 1990",
} as const;

/** The rent cap of main homes in Paris; the values are close to the real ones. */
function encadrement(
  { ville, surface, nbPiece, periodeConstruction = "1971-1990" }: AppartementDemo["appartement"],
  loyerHC: number,
  type: TypeBail,
): Nouveau["encadrement"] {
  if (ville !== "Paris" || type === "code_civil") return null;
  const majores = type === "nu" ? MAJORES.nu : MAJORES.meuble;
  const loyerReferenceMajore = majores[Math.min(nbPiece, majores.length) - 1] ?? 0;
  return {
    surface,
    nbPiece,
    periodeConstruction: PERIODES[periodeConstruction],
    loyerReference: Math.round((loyerReferenceMajore / 1.2) * 10) / 10,
    loyerReferenceMajore,
    caracteristiqueLoyer:
      loyerHC > loyerReferenceMajore * surface
        ? "Étage élevé avec vue dégagée, prestations haut de gamme"
        : null,
  };
}
