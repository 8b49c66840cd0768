import { ajouterJours, dansMois, formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { auxBailleurs } from "../mentions.ts";
import type { Composed } from "../page/blocks.ts";

/** A tenant’s insurance, of which the agency has no valid proof. */
export interface DonneesAssurance extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  dateDebutBail: Jour;
  /** The last day covered by the tenant’s last proof; null when none is known. */
  assuranceFin: Jour | null;
}

/**
 * The letter that orders a tenant to prove his insurance within one month. After the month, the owner may insure the
 * dwelling at the tenant’s cost, because this letter announced it (loi n° 89-462, art. 7, g).
 */
export function miseEnDemeureAssurance(donnees: DonneesAssurance): Composed {
  const { agence, assuranceFin, bailleurs, emission, reference } = donnees;
  const connue =
    assuranceFin === null
      ? "Nous n'avons de vous aucune attestation d'assurance."
      : `L'attestation que nous avons de vous finit le ${jourEnLettres(assuranceFin)}.`;
  return papierDeCompte(donnees, {
    titre: "MISE EN DEMEURE",
    sousTitre: "Assurance des risques locatifs",
    reference: { label: "Dossier", lines: [reference] },
    blocks: [
      {
        kind: "paragraph",
        tone: "muted",
        text: "Lettre recommandée avec demande d'avis de réception.",
      },
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, le locataire s'assure contre les risques dont il doit répondre, et en justifie à la remise des clés puis chaque année (loi n°\u00A089-462 du 6\u00A0juillet\u00A01989, article 7, g). ${connue}`,
      },
      {
        kind: "paragraph",
        text: "Nous vous mettons en demeure de nous remettre l'attestation de votre assureur dans le mois qui suit la réception de cette lettre\u00A0:",
      },
      {
        kind: "callout",
        label: "Attestation à nous remettre au plus tard le",
        value: jourEnLettres(dansMois(ajouterJours(emission, agence.delaiPostal), 1)),
      },
      {
        kind: "paragraph",
        text: `À défaut, ${auxBailleurs("le", bailleurs)} ${bailleurs.length > 1 ? "entendent" : "entend"} souscrire une assurance pour votre compte. Sa prime annuelle, majorée de dix pour cent au plus, vous serait demandée par douzièmes avec le loyer, et une copie du contrat vous serait remise. Vous pourriez y mettre fin en nous remettant votre propre attestation.`,
      },
      {
        kind: "paragraph",
        text: "Si cette attestation nous a déjà été envoyée, ne tenez pas compte de cette lettre et dites-le-nous.",
      },
    ],
    avertissements: [
      [
        assuranceFin !== null && assuranceFin >= emission,
        `L'attestation connue court jusqu'au ${formatJour(assuranceFin ?? emission)}\u00A0: il est trop tôt pour mettre en demeure.`,
      ],
    ],
  });
}
