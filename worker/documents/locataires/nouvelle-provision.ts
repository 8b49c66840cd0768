import { type Jour, jourEnLettres } from "#domain/dates.ts";
import { nomDExercice } from "#domain/gerance/charges/exercice.ts";
import { type Euros, formatEuros, somme } from "#domain/montants.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import type { Block, Composed } from "../page/blocks.ts";

/** A provision for charges (monthly advance) that changes from a given day on; euros a month. */
export interface DonneesNouvelleProvision extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  /** Whether the lease is under loi n° 89-462. */
  loi89: boolean;
  depuis: Jour;
  loyerHC: Euros;
  /** Whether the new provision and a revision begin on the same day. */
  provisionEtRevision: boolean;
  avant: Euros;
  apres: Euros;
  /** The reason of the change, as a person wrote it. */
  motif: string | null;
  /**
   * The last statement of charges that was sent: its year, its first and last days, and the charges of the lease
   * between these days in euros; null when none was sent.
   */
  decompte: { annee: number; du: Jour; au: Jour; total: Euros } | null;
}

const LOI = "article 23 de la loi n°\u00A089-462 du 6 juillet 1989";

/**
 * The letter that tells a tenant his new provision for charges, the day from which he pays it, and its reason (art. 23
 * of loi n° 89-462).
 */
export function nouvelleProvision(donnees: DonneesNouvelleProvision): Composed {
  const { apres, avant, depuis, loi89, loyerHC, reference } = donnees;
  return papierDeCompte(donnees, {
    titre: "NOUVELLE PROVISION POUR CHARGES",
    sousTitre: `À compter du ${jourEnLettres(depuis)}`,
    reference: { label: "Dossier", lines: [reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, à compter du ${jourEnLettres(depuis)}, votre provision pour charges passe de ${formatEuros(avant)} à ${formatEuros(apres)} par mois${loi89 ? ` (${LOI})` : ""}.`,
      },
      ...justification(donnees),
      {
        kind: "callout",
        label: "À payer chaque mois",
        value: formatEuros(somme(loyerHC, apres)),
        details: [
          `Loyer hors charges, ${donnees.provisionEtRevision ? "révisé ce jour" : "inchangé"}\u00A0: ${formatEuros(loyerHC)}`,
          `Provision pour charges\u00A0: ${formatEuros(apres)}`,
        ],
      },
      {
        kind: "paragraph",
        text: "Cette provision est une avance\u00A0: chaque année, elle est comparée aux charges réelles, et la différence vous est demandée ou rendue.",
      },
    ],
    avertissements: [
      [
        loi89 && donnees.decompte === null && !donnees.motif,
        "Rien ne justifie cette provision\u00A0: ni décompte envoyé, ni budget voté (article 23).",
      ],
      [
        apres > avant && donnees.decompte === null && Boolean(donnees.motif),
        "Aucun décompte de charges n'est envoyé à ce locataire\u00A0: joignez ce qui justifie la provision.",
      ],
    ],
  });
}

/** The reasons of the change: the charges of the last statement, and the text that a person wrote. */
function justification({ decompte, motif }: DonneesNouvelleProvision): Block[] {
  const faits = [
    ...(decompte
      ? [
          {
            label: `Vos charges de l'exercice ${nomDExercice(decompte.annee)}`,
            value: `${formatEuros(decompte.total)}, du ${jourEnLettres(decompte.du)} au ${jourEnLettres(decompte.au)}`,
          },
        ]
      : []),
    ...(motif ? [{ label: "Justification", value: motif }] : []),
  ];
  return faits.length > 0 ? [{ kind: "facts", facts: faits }] : [];
}
