import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { type Adresse, adresseComplete } from "#domain/biens/adresse.ts";
import { formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { formuleDAppel, type Personne } from "#domain/personnes/personne.ts";
import {
  type Bailleur,
  BLANK,
  enTete,
  enumeration,
  faitParLAgence,
  type Logement,
  lignesAdresse,
  mandataire,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Composed, Picture } from "../page/blocks.ts";

/** The facts of the yearly letter to a guarantor; euros. */
export interface DonneesInformationCaution {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  caution: Personne & Adresse;
  /** The day of the guarantor’s deed, no later than `arreteAu`; null when unknown. */
  acteLe: Jour | null;
  /** The last day of the guarantee; null when it has no end. */
  finLe: Jour | null;
  /** Whether the lease is under loi n° 89-462. */
  loi89: boolean;
  locataires: readonly Personne[];
  bailleurs: readonly Bailleur[];
  logement: Logement;
  /** The 31 December of the year before the letter. */
  arreteAu: Jour;
  /** The rents, charges and balances owed on the day `arreteAu`, in euros. */
  du: number;
  /** Whether the agency’s books were open on the day `arreteAu`: otherwise the sum owed is unknown. */
  comptesTenus: boolean;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

const DERNIER_JOUR = "03-30";

/** The sentence on how a guarantor ends a guarantee without term: loi n° 89-462, art. 22-1; Code civil, art. 2315. */
const RESILIATION = {
  loi89:
    "vous pouvez le résilier à tout moment, en le notifiant au bailleur. La résiliation prend effet au terme du contrat de location, initial, reconduit ou renouvelé, au cours duquel il la reçoit (loi n°\u00A089-462 du 6\u00A0juillet\u00A01989, article 22-1)",
  codeCivil:
    "vous pouvez y mettre fin à tout moment, en le notifiant au bailleur, sous réserve du préavis prévu par l'acte ou, à défaut, d'un délai raisonnable (Code civil, article 2315)",
};

/**
 * The yearly letter to a guarantor: the sum owed at the end of the year before, and the end of his guarantee (Code
 * civil, art. 2302).
 */
export function informationCaution(donnees: DonneesInformationCaution): Composed {
  const { acteLe, agence, arreteAu, caution, emission, finLe, locataires, reference } = donnees;
  return {
    document: {
      title: `INFORMATION DE LA CAUTION ${reference} – ${personne(caution)}`,
      metadata: { author: agence.agenceNom, subject: reference, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "window",
          recipient: [personne(caution), ...lignesAdresse(caution)],
          fields: [
            { label: "Dossier", lines: [reference] },
            { label: "Émission", lines: [formatJour(emission)] },
          ],
        },
        {
          kind: "title",
          text: "INFORMATION ANNUELLE DE LA CAUTION",
          subtitle: "Article 2302 du Code civil",
        },
        {
          kind: "paragraph",
          text: `${formuleDAppel([caution])}, vous vous êtes porté caution des sommes dues au titre du bail désigné ci-dessous. Nous vous en donnons l'état, comme chaque année.`,
        },
        {
          kind: "facts",
          facts: [
            {
              label: locataires.length > 1 ? "Locataires" : "Locataire",
              value: enumeration(locataires.map(personne)),
            },
            { label: "Logement", value: lignesAdresse(donnees.logement).join(", ") || BLANK },
            { label: "Acte du", value: acteLe ? jourEnLettres(acteLe) : BLANK },
            {
              label: "Terme de votre engagement",
              value: finLe
                ? jourEnLettres(finLe)
                : `Sans durée\u00A0: ${donnees.loi89 ? RESILIATION.loi89 : RESILIATION.codeCivil}`,
            },
          ],
        },
        {
          kind: "table",
          columns: [
            { label: `Dû au ${formatJour(arreteAu)}`, width: 130 },
            { label: "Montant", width: 40, align: "right" },
          ],
          rows: [
            { cells: ["Loyers et charges (principal)", formatEuros(donnees.du)] },
            { cells: ["Intérêts, commissions et frais", formatEuros(0)] },
            { cells: ["Total", formatEuros(donnees.du)], tone: "total" },
          ],
        },
        {
          kind: "paragraph",
          text: "Cette lettre vous informe\u00A0: elle ne vous demande aucun paiement.",
        },
        {
          kind: "signature",
          placeAndDate: faitParLAgence(agence, emission),
          signatories: [mandataire(agence, donnees.bailleurs, donnees.cachet)],
        },
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...phrases([
        [!adresseComplete(caution), "L'adresse de la caution est incomplète."],
        [
          !donnees.comptesTenus,
          `Les comptes n'étaient pas tenus ici au ${formatJour(arreteAu)} : vérifiez la somme due.`,
        ],
        [acteLe === null, "Le jour de l'acte de cautionnement n'est pas renseigné."],
        [
          emission.slice(5) > DERNIER_JOUR,
          "Cette information est due avant le 31 mars\u00A0: passé ce jour, les intérêts et pénalités échus depuis la précédente ne sont plus dus par la caution.",
        ],
      ]),
    ],
  };
}
