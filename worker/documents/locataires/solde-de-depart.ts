import { type Jour, jourEnLettres } from "#domain/dates.ts";
import type { ContenuSolde, GenreSolde } from "#domain/gerance/departs/depart.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { enumeration } from "../mentions.ts";
import type { Callout, Composed, Row } from "../page/blocks.ts";

/** A frozen account of a tenant’s departure, with the names on its paper. */
export interface DonneesSoldeDepart extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  genre: GenreSolde;
  /** The day when the account was frozen. */
  date: Jour;
  contenu: ContenuSolde;
  /** The day when the account was cancelled; null when it is valid. */
  annuleLe: Jour | null;
}

const TITRES = {
  sortie: "SOLDE DE TOUT COMPTE LOCATIF",
  charges: "SOLDE DES CHARGES APRÈS DÉPART",
  majoration: "MAJORATION POUR RESTITUTION TARDIVE",
  avance: "TROP-PERÇU À RENDRE",
} as const;

/** The account of a tenant’s departure and its letter, in one paper (loi n° 89-462, art. 22; departs/README §14.3). */
export function soldeDeDepart(donnees: DonneesSoldeDepart): Composed {
  const { annuleLe, contenu, date, genre } = donnees;
  const somme = (centimes: number) => formatEuros(enEuros(centimes));
  return papierDeCompte(donnees, {
    titre: annuleLe === null ? TITRES[genre] : `${TITRES[genre]} (ANNULÉ)`,
    sousTitre: `Arrêté au ${jourEnLettres(date)}, clés rendues le ${jourEnLettres(contenu.clesLe)}`,
    ...(contenu.destinataires ? { noms: contenu.destinataires } : {}),
    reference: { label: "Dossier", lines: [donnees.reference] },
    blocks: [
      {
        kind: "paragraph",
        text: contenu.destinataires
          ? `Madame, Monsieur, nous vous remettons l’arrêté du compte de ${enumeration(contenu.locataires)} au ${jourEnLettres(date)}.`
          : `${formuleDAppel(donnees.locataires)}, nous vous remettons l’arrêté de votre compte au ${jourEnLettres(date)}.`,
      },
      {
        kind: "table",
        columns: [
          { label: "Libellé", width: 134 },
          { label: "Montant", width: 36, align: "right" },
        ],
        rows: [
          ...contenu.lignes.map(
            ({ libelle, montant }): Row => ({ cells: [libelle, somme(montant)] }),
          ),
          {
            cells: [
              soldeEnMots(contenu),
              somme(contenu.resteDu > 0 ? contenu.resteDu : contenu.restitution),
            ],
            tone: "total",
          },
        ],
      },
      enEvidence(contenu, somme),
      ...suites(donnees).map((text) => ({ kind: "paragraph", text }) as const),
    ],
    avertissements: [
      [annuleLe !== null, "Ce compte a été annulé depuis."],
      [
        contenu.restitution > 0 && !contenu.nouvelleAdresse,
        "La nouvelle adresse du locataire n’est pas connue\u00A0: sans elle, un retard à rendre le dépôt n’est pas majoré.",
      ],
    ],
  });
}

function soldeEnMots({ resteDu, succession }: ContenuSolde): string {
  if (succession) return resteDu > 0 ? "Reste dû par la succession" : "À rendre à la succession";
  return resteDu > 0 ? "Reste dû par vous" : "À vous rendre";
}

function enEvidence(
  { echeance, lieu, resteDu, restitution, succession }: ContenuSolde,
  somme: (centimes: number) => string,
): Callout {
  if (resteDu === 0 && restitution === 0)
    return { kind: "callout", label: "Rien ne reste dû, de part ni d’autre", value: somme(0) };
  if (resteDu > 0)
    return { kind: "callout", label: "À régler sous huit jours", value: somme(resteDu) };
  const quand = echeance === null ? "" : ` au plus tard le ${jourEnLettres(echeance)}`;
  const geste = succession
    ? lieu === "agence"
      ? "À virer à la succession"
      : "À rendre à la succession par le bailleur"
    : lieu === "agence"
      ? "À vous virer"
      : "À vous rendre par le bailleur";
  return { kind: "callout", label: `${geste}${quand}`, value: somme(restitution) };
}

/**
 * The sentence that justifies the sums (art. 3-2, 22, 23 of loi n° 89-462): it names the inventories and the proofs of
 * the sums kept, the proofs of the charges, or the reason of a late sum.
 */
function preuves({ contenu, genre }: DonneesSoldeDepart): string {
  if (genre === "majoration")
    return "Le dépôt de garantie n’a pas été rendu dans le délai prévu : il est majoré d’une somme égale à 10 % du loyer mensuel hors charges, pour chaque mois commencé en retard (article 22 de la loi n° 89-462 du 6 juillet 1989).";
  if (genre === "avance")
    return "Cette somme nous est parvenue après l’arrêté de votre compte\u00A0: rien ne restait dû, elle vous revient.";
  if (genre === "charges")
    return "Les pièces justificatives des charges sont tenues à votre disposition pendant six mois (article 23 de la loi n° 89-462 du 6 juillet 1989).";
  const { conforme, sansEntree, retenues = conforme === false } = contenu;
  const inventaire =
    conforme === null
      ? sansEntree
        ? "Il n’a pas été établi d’état des lieux d’entrée auquel comparer celui de sortie."
        : "Il n’a pas été établi d’état des lieux de sortie."
      : `L’état des lieux de sortie ${conforme ? "est conforme" : "n’est pas conforme"} à celui d’entrée.`;
  return retenues ? `${inventaire} Les justificatifs sont joints.` : inventaire;
}

/**
 * The sentence on a deposit held by the owner, who alone must give it back; none when the agency holds the deposit,
 * and none when nothing is owed by either side.
 */
function depotDuBailleur({ depot, lieu, resteDu, restitution }: ContenuSolde): string[] {
  if (lieu !== "bailleur" || depot === 0) return [];
  if (restitution > 0)
    return [
      "Le dépôt de garantie est détenu par le bailleur, qui vous en doit seul la restitution.",
    ];
  return resteDu > 0
    ? [
        "Le dépôt de garantie, détenu par le bailleur, est entièrement imputé sur ce que vous devez.",
      ]
    : [];
}

/** A text as a sentence, with a capital and a full stop. */
const enPhrase = (texte: string): string =>
  `${texte.charAt(0).toUpperCase()}${texte.slice(1).trimEnd()}`.replace(
    /[.!?…]?$/,
    (fin) => fin || ".",
  );

function suites(donnees: DonneesSoldeDepart): string[] {
  const { contenu, genre } = donnees;
  const { echeance, motifProvision, provision } = contenu;
  return [
    ...(provision > 0
      ? [
          `Il est gardé ${formatEuros(enEuros(provision))}, au plus le cinquième du dépôt, jusqu’à l’arrêté annuel des comptes de l’immeuble.${motifProvision ? ` ${enPhrase(motifProvision)}` : ""} Le solde vous en sera rendu dans le mois qui suit l’approbation de ces comptes (article 22 de la loi n° 89-462 du 6 juillet 1989).`,
        ]
      : []),
    ...depotDuBailleur(contenu),
    preuves(donnees),
    // Only a deposit under the law of 1989 has a last day, and only a dispute about such a deposit goes to the
    // conciliation commission (art. 20).
    echeance === null && genre !== "majoration"
      ? "Vous pouvez contester ce décompte auprès de nous."
      : "Vous pouvez contester ce décompte auprès de nous, puis gratuitement devant la commission départementale de conciliation.",
  ];
}
