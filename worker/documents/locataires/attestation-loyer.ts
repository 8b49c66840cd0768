import { estMeuble, type Regime } from "#domain/bail/bail.ts";
import type { ModeCharges } from "#domain/biens/dossier.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { auxBailleurs, BLANK } from "../mentions.ts";
import type { Composed, Fact, Item } from "../page/blocks.ts";

/** The facts about a lease that the CAF or the MSA (family benefits offices) asks for; euros. */
export interface DonneesAttestationLoyer extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  regime: Regime;
  chargesMode: ModeCharges;
  dateEntree: Jour;
  dateDebutBail: Jour;
  /** Whether other leases of the dwelling run at the same time. */
  colocation: boolean;
  surface: number | null;
  nbPiece: number | null;
  loyerHC: number;
  charges: number;
  /** The company numbers (SIRET) of the owners that are companies. */
  sirets: readonly string[];
  /**
   * The sum due, and the part of it that the owner may have received without confirming it; null when the books have
   * no account of the tenant.
   */
  compte: Pick<CompteDuDossier, "exigible" | "aConfirmer"> | null;
}

const CHARGES: Record<ModeCharges, string> = {
  provisions: "provision mensuelle",
  forfait: "forfait mensuel",
  periodique: "payées sur justificatifs",
};

/**
 * The attestation with which a tenant asks the CAF or the MSA for a housing benefit. It gives the facts of the form
 * cerfa n° 10842, listed from memory (locataires/README §12.11).
 */
export function attestationLoyer(donnees: DonneesAttestationLoyer): Composed {
  const { charges, chargesMode, compte, emission, loyerHC, surface } = donnees;
  return papierDeCompte(donnees, {
    titre: "ATTESTATION DE LOYER",
    sousTitre:
      "Destinée à la CAF ou à la MSA, d'après les renseignements du formulaire cerfa n° 10842",
    reference: { label: "Dossier", lines: [donnees.reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `Le mandataire soussigné, agissant pour le compte ${auxBailleurs("du", donnees.bailleurs)}, atteste que le logement désigné ci-dessus est loué aux conditions suivantes\u00A0:`,
        keep: true,
      },
      { kind: "facts", facts: location(donnees) },
      {
        kind: "table",
        columns: [
          { label: `Par mois, au ${jourEnLettres(emission)}`, width: 120 },
          { label: "Montant", width: 50, align: "right" },
        ],
        rows: [
          { cells: ["Loyer hors charges", formatEuros(loyerHC)] },
          {
            cells: [
              charges > 0 ? `Charges (${CHARGES[chargesMode]})` : "Charges",
              charges > 0 ? formatEuros(charges) : "Néant",
            ],
          },
          { cells: ["Total", formatEuros(somme(loyerHC, charges))], tone: "total" },
        ],
      },
      { kind: "list", items: [...aJour(donnees), ...aCompleter(donnees)] },
    ],
    avertissements: [
      [surface === null, "La surface du logement n'est pas renseignée."],
      [
        compte === null,
        "Les comptes ne disent pas si le locataire est à jour\u00A0: cochez-le à la main.",
      ],
      [
        (compte?.aConfirmer ?? 0) > 0,
        "Le propriétaire n'a pas dit s'il a reçu tous les loyers\u00A0: cochez à la main si le locataire est à jour.",
      ],
    ],
  });
}

function location(donnees: DonneesAttestationLoyer): Fact[] {
  const { colocation, dateDebutBail, dateEntree, nbPiece, regime, sirets, surface } = donnees;
  const consistance = [
    surface === null ? `${BLANK}\u00A0m²` : `${formatNombre(surface, 2)}\u00A0m²`,
    nbPiece && `${nbPiece}\u00A0pièce${nbPiece > 1 ? "s" : ""}`,
  ].filter(Boolean);
  return [
    { label: "Entrée dans les lieux", value: jourEnLettres(dateEntree) },
    { label: "Bail à effet du", value: jourEnLettres(dateDebutBail) },
    {
      label: "Location",
      value: `${estMeuble({ regime }) ? "Logement meublé" : "Logement vide"}, ${colocation ? "en colocation par baux séparés\u00A0: le loyer est celui de ce bail" : "bail unique"}`,
    },
    { label: "Consistance", value: consistance.join(", ") },
    ...(sirets.length > 0
      ? [{ label: `SIRET ${auxBailleurs("du", donnees.bailleurs)}`, value: sirets.join(", ") }]
      : []),
  ];
}

/**
 * The two boxes « à jour » and « pas à jour », ticked from the books; blank, for staff to tick by hand, when the
 * books cannot decide.
 */
function aJour({ compte, emission, locataires }: DonneesAttestationLoyer): Item[] {
  const seul = locataires.length < 2;
  const du = compte?.exigible ?? 0;
  const connu = compte !== null && compte.aConfirmer === 0;
  return [
    {
      checked: connu && du === 0,
      text: `Au ${jourEnLettres(emission)}, ${seul ? "le locataire est" : "les locataires sont"} à jour du paiement du loyer et des charges.`,
    },
    {
      checked: connu && du > 0,
      text: `${seul ? "Le locataire n'est" : "Les locataires ne sont"} pas à jour\u00A0: il reste dû ${connu && du > 0 ? formatEuros(du) : `${BLANK}\u00A0€`}.`,
    },
  ];
}

/**
 * The boxes to tick by hand, on facts that no record contains: the decency of the dwelling, the payee of the benefit.
 */
const aCompleter = ({ bailleurs }: DonneesAttestationLoyer): Item[] => [
  {
    checked: false,
    text: "Le logement répond aux caractéristiques du logement décent (décret n° 2002-120 du 30 janvier 2002).",
  },
  {
    checked: false,
    text: `${bailleurs.length > 1 ? "Les bailleurs demandent" : "Le bailleur demande"} le versement direct de l'aide\u00A0: elle est alors déduite du loyer et des charges.`,
  },
];
