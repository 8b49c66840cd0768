import { locatairesDe } from "#domain/bail/bail.ts";
import { duree } from "#domain/bail/duree.ts";
import { estMorale } from "#domain/personnes/personne.ts";
import { BLANK, desLocataires } from "../mentions.ts";
import type { Block } from "../page/blocks.ts";
import {
  adresseEnLigne,
  type Bail,
  capitale,
  dureeEnLettres,
  eurosEtLettres,
  eurosOuBlanc,
  jourOuBlanc,
  paragraphe,
  type Section,
  sousTitre,
} from "./bail.ts";
import { charges, modalites } from "./conditions.ts";
import { annexes, autresConditions } from "./fin.ts";
import { garanties, solidarite } from "./garanties.ts";
import { facture } from "./honoraires.ts";
import { accessoires, communs, consistance } from "./objet.ts";
import { designationDesParties, faits } from "./parties.ts";
import { clauseRevision } from "./revision.ts";

/**
 * The sections of the lease of a second home, or to a company, under the Code civil alone, outside the law of 1989
 * (bail/README §3.11).
 */
export function sectionsCodeCivil(bail: Bail): Section[] {
  return [
    { titre: "Désignation des parties", blocs: designationDesParties(bail) },
    { titre: "Désignation du logement", blocs: designation(bail) },
    { titre: "Destination des lieux", blocs: destination(bail) },
    { titre: "Durée", blocs: dureeConvenue(bail) },
    { titre: "Loyer et charges", blocs: loyerEtCharges(bail) },
    { titre: "Dépôt de garantie", blocs: garanties(bail) },
    { titre: "Solidarité", blocs: solidarite(bail) },
    { titre: "Clause résolutoire", blocs: resolutoireLibre("d'assurance des risques locatifs") },
    { titre: "Honoraires", blocs: honorairesLibres(bail) },
    { titre: "État des lieux", blocs: etatDesLieux() },
    { titre: "Autres conditions", blocs: autresConditions(bail) },
    { titre: "Annexes", blocs: [{ kind: "list", items: annexes(bail) }] },
  ];
}

function designation(bail: Bail): Block[] {
  return [
    faits([
      ...consistance(bail),
      ["Accessoires privatifs", accessoires(bail)],
      ["Parties et équipements communs", communs(bail)],
    ]),
  ];
}

/** The clause on a dwelling let to a company: a company has no main home, and the persons it lodges are no parties. */
const LOGEMENT_DE_SOCIETE = [
  "Le locataire est une personne morale, qui ne peut avoir de résidence principale\u00A0: le contrat n'est pas soumis à la loi n° 89-462 du 6 juillet 1989 (article 2).",
  "Le logement est loué à usage exclusif d'habitation, pour y loger des personnes que le locataire désigne (dirigeants, salariés ou hôtes). Le locataire n'y exerce ni n'y domicilie aucune activité. Ces personnes ne sont pas parties au contrat et n'en tirent aucun droit envers le bailleur\u00A0: le locataire répond de leurs faits comme des siens et indique leurs noms au mandataire.",
] as const;

function destination({ dossier, locataire }: Bail): Block[] {
  if (estMorale(locataire))
    return [
      faits([["Logement", location(dossier.meuble)]]),
      ...LOGEMENT_DE_SOCIETE.map(paragraphe),
    ];
  return [
    faits([["Logement", location(dossier.meuble)]]),
    paragraphe("Le logement est loué à usage de résidence secondaire exclusivement."),
    paragraphe(
      `Le locataire déclare que sa résidence principale est située ${adresseEnLigne(locataire)} et que le logement loué ne constitue pas sa résidence principale. Cette déclaration est déterminante du consentement du bailleur.`,
    ),
  ];
}

const location = (meuble: boolean | null | undefined): string =>
  typeof meuble === "boolean" ? (meuble ? "Loué meublé" : "Loué vide") : `${BLANK} (meublé / vide)`;

function dureeConvenue(bail: Bail): Block[] {
  const { terme } = duree(bail);
  return [
    faits([
      ["Durée", capitale(dureeEnLettres(bail))],
      ["Prise d'effet", jourOuBlanc(bail.dossier.dateDebutBail)],
      ["Terme", `${jourOuBlanc(terme)} inclus`],
    ]),
    paragraphe(
      "Le contrat prend fin de plein droit à son terme. Les parties peuvent convenir par écrit de le renouveler. Avant ce terme, le locataire peut y mettre fin en donnant congé par lettre recommandée avec demande d'avis de réception, moyennant un préavis de trois mois.",
    ),
  ];
}

export function loyerEtCharges(bail: Bail): Block[] {
  return [
    sousTitre("A. Loyer"),
    faits([["Montant du loyer mensuel", eurosEtLettres(bail.dossier.loyerHC)]]),
    sousTitre("B. Charges"),
    ...charges(bail),
    sousTitre("C. Paiement"),
    modalites(bail),
    sousTitre("D. Indexation"),
    paragraphe(clauseRevision(bail)),
  ];
}

export function resolutoireLibre(defaut: string): Block[] {
  return [
    paragraphe(
      `Le contrat est résilié de plein droit, si bon semble au bailleur, un mois après un commandement resté sans effet, en cas de non-paiement du loyer ou des charges aux termes convenus, de non-versement du dépôt de garantie, de défaut ${defaut} ou d'inexécution d'une autre obligation du contrat.`,
    ),
  ];
}

/** The fees of a lease outside the law of 1989, where no cap limits them and no rule divides them. */
export function honorairesLibres(bail: Bail): Block[] {
  const { fraisDossierTTC, honorairesBailleurTTC } = bail.dossier;
  const accord = desLocataires(locatairesDe(bail));
  return [
    faits([
      ["À la charge du bailleur, TTC", eurosOuBlanc(honorairesBailleurTTC)],
      [`À la charge ${accord}, TTC`, eurosOuBlanc(fraisDossierTTC)],
    ]),
    ...facture(bail),
  ];
}

function etatDesLieux(): Block[] {
  return [
    paragraphe(
      "Un état des lieux est établi contradictoirement à la remise et à la restitution des clés. À défaut, le locataire est présumé avoir reçu les lieux en bon état de réparations locatives et doit les rendre tels, sauf la preuve contraire (article 1731 du Code civil).",
    ),
  ];
}
