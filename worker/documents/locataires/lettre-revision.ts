import { type Regime, sousLoi89 } from "#domain/bail/bail.ts";
import type { ModeCharges } from "#domain/biens/dossier.ts";
import { type Jour, jourEnLettres, periodeEnLettres } from "#domain/dates.ts";
import { type Complement, totalDesComplements } from "#domain/gerance/revisions/complement.ts";
import { type ChiffresDeRevision, indiceNomme } from "#domain/gerance/revisions/revision-lue.ts";
import { enEuros, formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { auxBailleurs, enumeration } from "../mentions.ts";
import type { Block, Composed } from "../page/blocks.ts";

/** A revision of the rent that the agency asks a tenant for; euros. */
export interface DonneesLettreRevision extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  /** The day when the lease was signed. */
  bailDu: Jour;
  regime: Regime;
  chargesMode: ModeCharges;
  anniversaire: Jour;
  demandeLe: Jour;
  chiffres: ChiffresDeRevision;
  /** Whether a new provision for charges and the revision begin on the same day. */
  provisionEtRevision: boolean;
  /**
   * The eve of the effect of the revision, when a temporary reduction of the rent runs until then; null without a
   * reduction.
   */
  remiseJusquau: Jour | null;
  /** The receipts that complete months already billed; cents. */
  complements: readonly Complement[];
  /** The day of effect in the former letter that this letter replaces; null without one. */
  remplacee: Jour | null;
}

const CHARGES: Record<ModeCharges, string> = {
  provisions: "la provision pour charges",
  forfait: "le forfait de charges",
  periodique: "les charges",
};

const INCHANGEES: Record<ModeCharges, string> = {
  provisions: "inchangée",
  forfait: "inchangé",
  periodique: "inchangées",
};

/** The articles on the revision: 17-1 for unfurnished dwellings, which article 25-9 extends to furnished ones. */
const articleDe = (regime: Regime) =>
  `${regime === "nu" ? "à l'article 17-1" : "aux articles 17-1 et 25-9"} de la loi n°\u00A089-462 du 6\u00A0juillet\u00A01989`;

/**
 * The letter that asks a tenant for the revision of the rent: the indices, the sum, and the day from which it is owed
 * (art. 17-1, I of loi n° 89-462).
 */
export function lettreRevision(donnees: DonneesLettreRevision): Composed {
  const { anniversaire, bailDu, chiffres, demandeLe, reference, regime } = donnees;
  const { effetLe, indiceAncien, indiceNouveau, loyerApres, loyerAvant } = chiffres;
  const ancien = indiceNomme({ ...chiffres, annee: chiffres.anneeAncienne });
  const [de, par] = [formatNombre(indiceNouveau, 2), formatNombre(indiceAncien, 2)];
  return papierDeCompte(donnees, {
    titre: "RÉVISION ANNUELLE DU LOYER",
    sousTitre: `À compter du ${jourEnLettres(effetLe)}`,
    reference: { label: "Dossier", lines: [reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, conformément à la clause de révision de votre bail du ${jourEnLettres(bailDu)}${sousLoi89({ regime }) ? ` et ${articleDe(regime)}` : ""}, nous vous demandons, pour le compte ${auxBailleurs("du", donnees.bailleurs)}, la révision de votre loyer en fonction de l'indice de référence des loyers (IRL) publié par l'INSEE.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Date annuelle de révision", value: jourEnLettres(anniversaire) },
          { label: "Loyer hors charges actuel", value: formatEuros(loyerAvant) },
          { label: "Indice de référence", value: `${ancien}\u00A0: ${par}` },
          { label: "Nouvel indice", value: `${indiceNomme(chiffres)}\u00A0: ${de}` },
          {
            label: "Calcul",
            value: `${formatNombre(loyerAvant, 2)} × ${de} / ${par} = ${formatEuros(loyerApres)}`,
          },
        ],
      },
      {
        kind: "callout",
        label: `Loyer hors charges à compter du ${jourEnLettres(effetLe)}`,
        value: formatEuros(loyerApres),
      },
      ...suite(donnees),
      ...remiseDAbord(donnees),
      ...(demandeLe > anniversaire
        ? [
            {
              kind: "paragraph" as const,
              text: "Cette révision prend effet à compter de notre demande, sans rappel pour la période antérieure.",
            },
          ]
        : []),
      ...dejaDemande(donnees),
      ...lettreRemplacee(donnees),
    ],
  });
}

/** The sentence on the temporary reduction of the rent: the revised rent applies once it ends. */
const remiseDAbord = ({ remiseJusquau }: DonneesLettreRevision): Block[] =>
  remiseJusquau === null
    ? []
    : [
        {
          kind: "paragraph",
          text: `La remise dont nous sommes convenus jusqu'au ${jourEnLettres(remiseJusquau)} s'applique sans changement d'ici là.`,
        },
      ];

/** The sentence on the receipts that complete the months already billed at the former rent. */
function dejaDemande({ complements }: DonneesLettreRevision): Block[] {
  if (complements.length === 0) return [];
  const total = formatEuros(enEuros(totalDesComplements(complements)));
  const periodes = enumeration(complements.map(({ du, au }) => periodeEnLettres(du, au)));
  return [
    {
      kind: "paragraph",
      text: `L'ancien loyer vous ayant déjà été demandé pour ces jours, un avis séparé vous demande la différence, ${total} (${periodes}).`,
    },
  ];
}

/**
 * The sentence on the former letter that this letter replaces, because the former one was posted too late for its day
 * of effect.
 */
const lettreRemplacee = ({ remplacee }: DonneesLettreRevision): Block[] =>
  remplacee === null
    ? []
    : [
        {
          kind: "paragraph",
          text: `La présente remplace notre lettre qui annonçait ce loyer à compter du ${jourEnLettres(remplacee)}\u00A0: elle n'avait pu vous parvenir à cette date.`,
        },
      ];

/** The sentence on the monthly payment from the revision on, charges included. */
function suite({ chargesMode, chiffres, provisionEtRevision }: DonneesLettreRevision): Block[] {
  const { chargeApres, chargeAvant, effetLe, loyerApres } = chiffres;
  const inchangee = provisionEtRevision
    ? "demandée à compter du même jour"
    : INCHANGEES[chargesMode];
  const phrase =
    chargeApres === 0
      ? `À compter du ${jourEnLettres(effetLe)}, votre loyer est de ${formatEuros(loyerApres)} par mois.`
      : `À compter du ${jourEnLettres(effetLe)}, votre loyer hors charges est de ${formatEuros(loyerApres)}, soit ${formatEuros(somme(loyerApres, chargeApres))} par mois avec ${CHARGES[chargesMode]} de ${formatEuros(chargeApres)}, ${chargeApres === chargeAvant ? inchangee : `révisé dans les mêmes conditions (${formatEuros(chargeAvant)} jusque-là)`}.`;
  return [{ kind: "paragraph", text: phrase }];
}

/** A revision withdrawn before it took effect. */
export interface DonneesRevisionSansEffet extends Nommes {
  reference: string;
  /** The date on the withdrawn letter. */
  lettreDu: Jour;
  /** The sentence that explains the withdrawal to the tenant. */
  phrase: string;
}

/** The letter that tells a tenant that a request for a revision has no effect (revisions/README §15.7). */
export const revisionSansEffet = (donnees: DonneesRevisionSansEffet): Composed =>
  papierDeCompte(donnees, {
    titre: "RÉVISION DU LOYER SANS EFFET",
    sousTitre: `Notre lettre du ${jourEnLettres(donnees.lettreDu)}`,
    reference: { label: "Dossier", lines: [donnees.reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, ${minuscule(donnees.phrase)}`,
      },
    ],
  });

const minuscule = (phrase: string): string => phrase.charAt(0).toLowerCase() + phrase.slice(1);
