import { type Regime, sousLoi89 } from "#domain/bail/bail.ts";
import { doutesDuPreavis, moisDuPreavis, preavisLegaux } from "#domain/bail/preavis.ts";
import { restitutionDepot } from "#domain/bail/restitution-depot.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { capitale } from "../bail/bail.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { auxBailleurs } from "../mentions.ts";
import type { Block, Composed } from "../page/blocks.ts";

/** A tenant’s notice to leave, as the agency noted it; euros. */
export interface DonneesAccuseConge extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  regime: Regime;
  zoneTendue: boolean;
  dateDebutBail: Jour;
  /** The day on which the notice was received; then, in `fin`, its last day. */
  recuLe: Jour;
  fin: Jour;
  depotGarantie: number;
  /** The tenant's new address, once given. */
  nouvelleAdresse: string | null;
}

/** The article on the length of a tenant's notice, by regime. */
const ARTICLES: Partial<Record<Regime, string>> = {
  nu: "article 15 de la loi n° 89-462 du 6 juillet 1989",
  meuble: "article 25-8 de la loi n° 89-462 du 6 juillet 1989",
  etudiant: "article 25-8 de la loi n° 89-462 du 6 juillet 1989",
  mobilite: "article 25-15 de la loi n° 89-462 du 6 juillet 1989",
};

const MOIS = ["", "un", "deux", "trois", "quatre", "cinq", "six"];

const enMois = (nombre: number): string => `${MOIS[nombre] ?? nombre} mois`;

/** Acknowledges the notice of a tenant: the day it was received, its length and its end (bail/README §3.3). */
export function accuseConge(donnees: DonneesAccuseConge): Composed {
  const { fin, recuLe, reference, stationnement } = donnees;
  const bien = stationnement ? "l'emplacement" : "le logement";
  return papierDeCompte(donnees, {
    titre: "ACCUSÉ DE RÉCEPTION DE CONGÉ",
    sousTitre: `Bail du ${jourEnLettres(donnees.dateDebutBail)}`,
    reference: { label: "Dossier", lines: [reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, nous accusons réception, pour le compte ${auxBailleurs("du", donnees.bailleurs)}, de votre congé pour ${bien} désigné ci-dessus.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Congé reçu le", value: jourEnLettres(recuLe) },
          {
            label: "Durée du préavis",
            value: dureeDuPreavis(donnees),
          },
        ],
      },
      { kind: "callout", label: "Fin du préavis", value: jourEnLettres(fin) },
      ...suites(donnees, bien),
    ],
    avertissements: doutesDuPreavis(donnees, donnees).map((phrase) => [true, phrase] as const),
  });
}

/** The length of the notice in words; the law is cited only when the law gives this length. */
function dureeDuPreavis({ fin, recuLe, regime }: DonneesAccuseConge): string {
  const mois = moisDuPreavis(recuLe, fin);
  if (mois === null) return "Celle convenue entre les parties";
  const loi = ARTICLES[regime];
  if (!loi) return `${capitale(enMois(mois))}, à compter de la réception du congé, selon le bail`;
  return preavisLegaux(regime).includes(mois)
    ? `${capitale(enMois(mois))}, à compter de la réception du congé (${loi})`
    : `Celle convenue entre les parties, de ${enMois(mois)} à compter de la réception du congé`;
}

function suites(donnees: DonneesAccuseConge, bien: string): Block[] {
  const { depotGarantie, fin, nouvelleAdresse, regime, stationnement } = donnees;
  const loi89 = sousLoi89({ regime });
  const restitution = restitutionDepot(fin, regime);
  const items = [
    loi89
      ? `Le loyer et les charges sont dus jusqu'à la fin du préavis, sauf si ${bien} est occupé plus tôt par un autre locataire en accord avec ${auxBailleurs("le", donnees.bailleurs)}.`
      : "Le loyer et les charges sont dus jusqu'à la fin du préavis.",
    stationnement
      ? "Les moyens d'accès sont à rendre au plus tard ce jour-là\u00A0: convenez avec nous d'un rendez-vous."
      : "Un état des lieux de sortie est établi à la remise des clés, au plus tard ce jour-là\u00A0: convenez avec nous d'un rendez-vous.",
    ...(nouvelleAdresse?.trim()
      ? []
      : [
          "Indiquez-nous votre nouvelle adresse\u00A0: nous vous y écrirons, et le dépôt de garantie vous y sera rendu.",
        ]),
    ...(restitution && depotGarantie > 0
      ? [
          `Le dépôt de garantie (${formatEuros(depotGarantie)}) est rendu dans le mois de la remise des clés si l'état des lieux de sortie est conforme à celui d'entrée, sinon dans les deux mois, déduction faite des sommes justifiées qui resteraient dues (article 22).`,
        ]
      : []),
  ];
  return [{ kind: "list", items: items.map((text) => ({ text })) }];
}
