import { COMPTEURS, type Compteur } from "#domain/biens/index-des-compteurs.ts";
import { formatJour, type Jour, jourEnLettres, moisDe } from "#domain/dates.ts";
import type { Consommation } from "#domain/gerance/charges/compteurs.ts";
import {
  type DecompteFige,
  justificatifsJusquau,
  sommeFigee,
} from "#domain/gerance/charges/decompte-envoye.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import { nomDExercice } from "#domain/gerance/charges/exercice.ts";
import { douziemes, parDouziemes } from "#domain/gerance/charges/solde-a-payer.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { type Euros, formatEuros, formatNombre } from "#domain/montants.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import type { Block, Callout, Composed } from "../page/blocks.ts";

/** A statement of charges to print: as it was sent, or as it is computed today. */
export interface DecompteAImprimer
  extends DecompteFige,
    Pick<DecompteDeCharges, "appelee" | "avertissements" | "projet"> {
  /** The parts in which the balance is paid; empty when it is paid at once. */
  echelons: { exigibleLe: Jour; montant: Euros }[];
}

/** The statement of charges of a lease, and the other facts of its paper; amounts in euros. */
export interface DonneesRegularisation extends Nommes {
  decompte: DecompteAImprimer;
  /** Whether the lease is under loi n° 89-462. */
  loi89: boolean;
}

const ARTICLE_23 = "article 23 de la loi n°\u00A089-462 du 6 juillet 1989";

/**
 * The paper with the charges of a year by nature, minus the provisions called, and the balance (art. 23 of loi n°
 * 89-462; charges/README §12.21, §16.4). Once the balance was called, the paper shows the sum called. While the
 * tenant’s debt is unknown, the paper is a draft. A statement that rectifies another one shows the difference.
 */
export function regularisationCharges(donnees: DonneesRegularisation): Composed {
  const { decompte, emission, loi89 } = donnees;
  const { annee, au, avertissements, DossierId, du, depenses, projet } = decompte;
  const nom = decompte.rectifie ? "DÉCOMPTE RECTIFICATIF" : "RÉGULARISATION";
  return papierDeCompte(donnees, {
    titre: `${projet ? "PROJET – " : ""}${nom} DES CHARGES LOCATIVES –\u00A0EXERCICE\u00A0${nomDExercice(annee)}`,
    sousTitre: `Du ${jourEnLettres(du)} au ${jourEnLettres(au)}`,
    reference: { label: "Référence", lines: [referenceDeDossier(DossierId)] },
    blocks: [
      ...(projet
        ? [
            {
              kind: "notice" as const,
              text: "Projet\u00A0: ce décompte n'est pas arrêté, son solde peut encore changer et n'est pas à payer.",
            },
          ]
        : []),
      parNature(decompte),
      solde(donnees),
      repartition(decompte),
      ...nouvelleProvision(donnees),
      ...(loi89 && !projet
        ? [
            {
              kind: "paragraph" as const,
              text: `Les pièces justificatives sont tenues à votre disposition pendant six mois, sur rendez-vous, jusqu'au ${jourEnLettres(justificatifsJusquau(emission))}\u00A0; sur votre demande, ce décompte vous est adressé par courriel ou par courrier (${ARTICLE_23}).`,
            },
          ]
        : []),
      ...(depenses.length > 0 ? factures(decompte) : []),
    ],
    avertissements: avertissements.map((phrase) => [true, phrase]),
  });
}

/** A statement of charges cancelled after it was sent. */
export interface DonneesDecompteSansEffet extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  envoyeLe: Jour;
  /** The sentence that explains the cancellation to the tenant. */
  phrase: string;
}

/** The letter that tells a tenant that a statement of charges is cancelled (charges/README §16.6). */
export const decompteSansEffet = (donnees: DonneesDecompteSansEffet): Composed =>
  papierDeCompte(donnees, {
    titre: "DÉCOMPTE DE CHARGES ANNULÉ",
    sousTitre: `Notre envoi du ${jourEnLettres(donnees.envoyeLe)}`,
    reference: { label: "Référence", lines: [donnees.reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, ${donnees.phrase.charAt(0).toLowerCase()}${donnees.phrase.slice(1)}`,
      },
    ],
  });

/** The sentence on the new provision, with the charges that justify it (art. 23 of loi n° 89-462). */
function nouvelleProvision({ decompte, loi89 }: DonneesRegularisation): Block[] {
  const { nouvelleProvision: nouvelle, provision, annee } = decompte;
  if (!nouvelle || !provision) return [];
  const { actuelle, proposee } = provision;
  const motif =
    nouvelle.montant === proposee
      ? `soit le douzième des charges récupérables d'une année entière de ce logement, d'après l'exercice ${nomDExercice(annee)}`
      : `d'après les charges de l'exercice ${nomDExercice(annee)}, dont le douzième pour une année entière est de ${formatEuros(proposee)}`;
  return [
    {
      kind: "paragraph",
      text: `À compter du ${jourEnLettres(nouvelle.depuis)}, votre provision pour charges passe de ${formatEuros(actuelle)} à ${formatEuros(nouvelle.montant)} par mois, ${motif}${loi89 ? ` (${ARTICLE_23})` : ""}.`,
    },
  ];
}

/** How many decimals a figure needs: one for half a day, `auPlus` for a third. */
const decimales = (valeur: number, auPlus = 2): number =>
  [0, 1, 2].find((rang) => Number(valeur.toFixed(rang)) === valeur) ?? auPlus;

function parNature(decompte: DecompteAImprimer): Block {
  const { jours, joursDeLAnnee, lignes, mode, partage, provisions, rectifie, recuperable, total } =
    decompte;
  const presence = `${formatNombre(jours, decimales(jours))}/${joursDeLAnnee}`;
  return {
    kind: "table",
    columns: [
      { label: "Nature", width: 76 },
      { label: "Dépense", width: 24, align: "right" },
      { label: "Récupérable", width: 25, align: "right" },
      { label: partage ? "Part des jours" : "Présence", width: 26, align: "right" },
      { label: "À votre charge", width: 28, align: "right" },
    ],
    rows: [
      ...lignes.map((ligne) => ({
        cells: [
          ligne.libelle,
          formatEuros(ligne.depenses),
          formatEuros(ligne.recuperable),
          ligne.compteur ? "Compteur" : presence,
          formatEuros(ligne.montant),
        ],
      })),
      {
        cells: ["Total réel", "", formatEuros(recuperable), "", formatEuros(total)],
        tone: "total",
      },
      {
        cells: [
          mode === "periodique" ? "Charges déjà appelées" : "Provisions appelées",
          "",
          "",
          "",
          formatEuros(0 - provisions),
        ],
      },
      ...(rectifie
        ? [
            {
              cells: [
                `Solde du décompte du ${formatJour(rectifie.envoyeLe)}`,
                "",
                "",
                "",
                formatEuros(0 - rectifie.solde),
              ],
            },
          ]
        : []),
    ],
  };
}

function solde({ decompte, emission, loi89 }: DonneesRegularisation): Callout {
  // Older frozen statements lack the end of the lease (`finLe`).
  const { appelee, auCompte, echelons, exigibleLe, finLe = null, projet, rectifie } = decompte;
  const montant = appelee?.montant ?? sommeFigee(decompte);
  const nom = rectifie ? "Différence" : "Solde";
  if (projet) {
    return {
      kind: "callout",
      label: `Solde provisoire${montant < 0 ? " en votre faveur" : ""}`,
      value: formatEuros(Math.abs(montant)),
    };
  }
  if (montant <= 0) {
    const rendue = auCompte
      ? `Cette somme est portée au crédit de votre compte\u00A0: elle règle ce que vous devez, puis ${finLe !== null && moisDe(finLe) <= moisDe(emission) ? "le reste vous est rendu par virement" : "les loyers à venir"}`
      : "Cette somme vous est restituée";
    return {
      kind: "callout",
      label: montant < 0 ? `${nom} en votre faveur` : nom,
      value: formatEuros(0 - montant),
      details: [montant < 0 ? rendue : "Rien ne reste à payer"],
    };
  }
  return {
    kind: "callout",
    label: `${nom} à votre charge`,
    value: formatEuros(montant),
    details: [
      echelons.length > 0
        ? `Payable en ${echelons.length} fois, ${mensualites(echelons)}, la première le ${formatJour(exigibleLe)} puis chaque mois`
        : `Payable le ${formatJour(exigibleLe)}`,
      ...(loi89 && echelons.length === 0 && parDouziemes(decompte, appelee?.le ?? emission)
        ? [
            `Par douzièmes si vous le demandez\u00A0: ${mensualites(douziemes(montant).map((douzieme) => ({ montant: douzieme })))}`,
          ]
        : []),
      ...depuisLAppel(decompte),
    ],
  };
}

/**
 * The line that compares the balance called with the balance of today; none before the call, or when both are equal.
 */
function depuisLAppel({ ailleurs, appelee, manquants, solde: calcule }: DecompteAImprimer) {
  if (!appelee || appelee.montant === calcule) return [];
  const sommeAppelee = `Somme appelée le ${formatJour(appelee.le)}`;
  if (manquants.length > 0 && ailleurs === null) {
    return [`${sommeAppelee}\u00A0; ce décompte ne déduit pas les provisions appelées ailleurs`];
  }
  const present =
    calcule < 0 ? `${formatEuros(0 - calcule)} en votre faveur` : formatEuros(calcule);
  return [`${sommeAppelee}\u00A0; ce décompte a changé depuis, son solde serait de ${present}`];
}

/** The monthly parts of a balance in words: « 7 × 37,36 € et 5 × 37,35 € ». */
const mensualites = (parts: readonly { montant: Euros }[]): string =>
  [...Map.groupBy(parts, ({ montant }) => montant)]
    .map(([montantDuMois, tous]) => `${tous.length}\u00A0×\u00A0${formatEuros(montantDuMois)}`)
    .join(" et ");

/** The unit of each meter; none for heating, which is counted in several units. */
const UNITES: Record<Compteur, string> = {
  eauFroide: "\u00A0m³",
  eauChaude: "\u00A0m³",
  releveGaz: "\u00A0m³",
  chauffage: "",
};

const nombre = (valeur: number): string => formatNombre(valeur, decimales(valeur, 3));

/**
 * The sentence on what a meter measured, with the readings that the tenant can compare with his inventories: «
 * Compteur d’eau froide : 50 m³ (index 41 au début, 91 à la fin). »
 */
const consommee = ({ compteur, index, quantite }: Consommation): string =>
  `Compteur ${COMPTEURS[compteur]}\u00A0: ${nombre(quantite)}${UNITES[compteur]}${index ? ` (index ${nombre(index.debut)} au début, ${nombre(index.fin)} à la fin)` : ""}.`;

function repartition(decompte: DecompteAImprimer): Block {
  // Older frozen statements lack the consumption (`consommations`).
  const { consommations = [], depenses, joursDeLAnnee, lignes, mode, partage } = decompte;
  return {
    kind: "paragraph",
    tone: "muted",
    text: [
      `Répartition\u00A0: dépenses de ce logement, au prorata des jours du bail sur ${joursDeLAnnee}.`,
      ...(depenses.some(({ calcul }) => calcul !== null)
        ? ["Celles de l'immeuble sont réparties entre ses lots, comme il est dit de chacune."]
        : []),
      ...(lignes.some(({ compteur }) => compteur !== null)
        ? ["Ce qu'un compteur mesure est dû selon ce qu'il a compté, et non selon les jours."]
        : []),
      ...consommations.map(consommee),
      ...(partage
        ? ["Les jours où plusieurs baux couraient ensemble sont partagés également entre eux."]
        : []),
      mode === "periodique"
        ? "Ce qui fut appelé est déduit, payé ou non."
        : "Les provisions appelées sont déduites, payées ou non\u00A0: ce qui en reste impayé demeure dû.",
    ].join(" "),
  };
}

const factures = ({ depenses }: DecompteAImprimer): Block[] => [
  { kind: "heading", text: "Dépenses de l'année", level: 2 },
  {
    kind: "table",
    columns: [
      { label: "Date", width: 21 },
      { label: "Dépense", width: 76 },
      { label: "Pièce", width: 29 },
      { label: "Montant", width: 27, align: "right" },
      { label: "Récupérable", width: 25, align: "right" },
    ],
    rows: depenses.map(({ calcul, date, libelle, montant, numFacture, tauxRecuperable }) => ({
      cells: [
        formatJour(date),
        calcul ? `${libelle} (${calcul})` : libelle,
        numFacture ?? "",
        formatEuros(montant),
        `${tauxRecuperable}\u00A0%`,
      ],
    })),
  },
];
