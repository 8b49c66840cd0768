import { formatJour, jourEnLettres } from "#domain/dates.ts";
import {
  type DecompteDeCharges,
  douziemes,
  parDouziemes,
} from "#domain/gerance/locataires/charges.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import type { Block, Callout, Composed } from "../page/blocks.ts";

/** The statement of charges of a lease and all the facts of its paper; amounts in euros. */
export interface DonneesRegularisation extends Nommes {
  decompte: DecompteDeCharges;
  /** The lease is one of loi n° 89-462. */
  loi89: boolean;
}

/**
 * The charges of a year, by nature, less the provisions called, and the balance, as it was called once it was; a
 * draft while the debt is not known (art. 23 of loi n° 89-462; charges/README §12.21).
 */
export function regularisationCharges(donnees: DonneesRegularisation): Composed {
  const { decompte, loi89 } = donnees;
  const { annee, au, avertissements, DossierId, du, depenses, projet } = decompte;
  return papierDeCompte(donnees, {
    titre: `${projet ? "PROJET – " : ""}RÉGULARISATION DES CHARGES LOCATIVES – EXERCICE ${annee}`,
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
      ...(loi89 && !projet
        ? [
            {
              kind: "paragraph" as const,
              text: "Les pièces justificatives sont tenues à votre disposition pendant six mois, sur rendez-vous\u00A0; sur votre demande, ce décompte vous est adressé par courriel ou par courrier (article 23 de la loi n°\u00A089-462 du 6 juillet 1989).",
            },
          ]
        : []),
      ...(depenses.length > 0 ? factures(decompte) : []),
    ],
    avertissements: avertissements.map((phrase) => [true, phrase]),
  });
}

function parNature(decompte: DecompteDeCharges): Block {
  const { jours, joursDeLAnnee, lignes, mode, partage, provisions, recuperable, total } = decompte;
  const presence = `${formatNombre(jours, Number.isInteger(jours) ? 0 : 2)}/${joursDeLAnnee}`;
  return {
    kind: "table",
    columns: [
      { label: "Nature", width: 72 },
      { label: "Dépense", width: 27, align: "right" },
      { label: "Récupérable", width: 27, align: "right" },
      { label: partage ? "Part des jours" : "Présence", width: 24, align: "right" },
      { label: "À votre charge", width: 28, align: "right" },
    ],
    rows: [
      ...lignes.map((ligne) => ({
        cells: [
          ligne.libelle,
          formatEuros(ligne.depenses),
          formatEuros(ligne.recuperable),
          presence,
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
    ],
  };
}

function solde({ decompte, emission, loi89 }: DonneesRegularisation): Callout {
  const { appelee, exigibleLe, projet, solde: calcule } = decompte;
  const montant = appelee?.montant ?? calcule;
  if (projet) {
    return {
      kind: "callout",
      label: `Solde provisoire${montant < 0 ? " en votre faveur" : ""}`,
      value: formatEuros(Math.abs(montant)),
    };
  }
  if (montant <= 0) {
    return {
      kind: "callout",
      label: montant < 0 ? "Solde en votre faveur" : "Solde",
      value: formatEuros(0 - montant),
      details: [montant < 0 ? "Cette somme vous est restituée" : "Rien ne reste à payer"],
    };
  }
  return {
    kind: "callout",
    label: "Solde à votre charge",
    value: formatEuros(montant),
    details: [
      `Payable le ${formatJour(exigibleLe)}`,
      ...(loi89 && parDouziemes(decompte, appelee?.le ?? emission)
        ? [`Par douzièmes si vous le demandez\u00A0: ${mensualites(montant)}`]
        : []),
      ...depuisLAppel(decompte),
    ],
  };
}

/** The changes since the balance was called. */
function depuisLAppel({ ailleurs, appelee, manquants, solde: calcule }: DecompteDeCharges) {
  if (!appelee || appelee.montant === calcule) return [];
  const sommeAppelee = `Somme appelée le ${formatJour(appelee.le)}`;
  if (manquants.length > 0 && ailleurs === null) {
    return [`${sommeAppelee}\u00A0; ce décompte ne déduit pas les provisions appelées ailleurs`];
  }
  const present =
    calcule < 0 ? `${formatEuros(0 - calcule)} en votre faveur` : formatEuros(calcule);
  return [`${sommeAppelee}\u00A0; ce décompte a changé depuis, son solde serait de ${present}`];
}

/** « 7 × 37,36 € et 5 × 37,35 € ». */
const mensualites = (montant: number): string =>
  [...Map.groupBy(douziemes(montant), (douzieme) => douzieme)]
    .map(([un, tous]) => `${tous.length}\u00A0×\u00A0${formatEuros(un)}`)
    .join(" et ");

function repartition({ joursDeLAnnee, mode, partage }: DecompteDeCharges): Block {
  return {
    kind: "paragraph",
    tone: "muted",
    text: [
      `Répartition\u00A0: dépenses de ce logement, au prorata des jours du bail sur ${joursDeLAnnee}.`,
      ...(partage
        ? ["Les jours où plusieurs baux couraient ensemble sont partagés également entre eux."]
        : []),
      mode === "periodique"
        ? "Ce qui fut appelé est déduit, payé ou non."
        : "Les provisions appelées sont déduites, payées ou non\u00A0: ce qui en reste impayé demeure dû.",
    ].join(" "),
  };
}

/** The bills behind each nature. */
const factures = ({ depenses }: DecompteDeCharges): Block[] => [
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
    rows: depenses.map(({ date, libelle, montant, numFacture, tauxRecuperable }) => ({
      cells: [
        formatJour(date),
        libelle,
        numFacture ?? "",
        formatEuros(montant),
        `${tauxRecuperable}\u00A0%`,
      ],
    })),
  },
];
