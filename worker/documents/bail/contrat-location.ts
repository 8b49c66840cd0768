import { manquesAgence } from "#domain/agence/agence.ts";
import { phrasesDe } from "#domain/avertissement.ts";
import { avertissementsDuBail } from "#domain/bail/avertissements.ts";
import {
  deStationnement,
  joindreNotice,
  locatairesDe,
  type Regime,
  sousLoi89,
} from "#domain/bail/bail.ts";
import { DEPOT_INTERDIT, depotInterdit } from "#domain/bail/finances.ts";
import {
  manquesDeLaSociete,
  manquesDuBail,
  mentionsOmises,
  sansDomicile,
  sansSignataire,
} from "#domain/bail/parties.ts";
import { Invalid } from "#domain/erreurs.ts";
import { estMorale } from "#domain/personnes/personne.ts";
import { enTete, parapheurs, piedDePage } from "../mentions.ts";
import type { Block, Composed } from "../page/blocks.ts";
import { soumission } from "../textes-legaux.ts";
import type { Bail, Section } from "./bail.ts";
import { sectionsCodeCivil } from "./code-civil.ts";
import { conditionsFinancieres, dureeDuContrat } from "./conditions.ts";
import { annexes, autresConditions, signatures, sujet } from "./fin.ts";
import { garanties, resolutoire, solidarite, travaux } from "./garanties.ts";
import { annexeGrille } from "./grille-vetuste.ts";
import { honoraires } from "./honoraires.ts";
import { objetDuContrat } from "./objet.ts";
import { designationDesParties } from "./parties.ts";
import { sectionsStationnement } from "./stationnement.ts";

const TITRES: Record<Regime, { titre: string; regime: string }> = {
  nu: { titre: "CONTRAT DE LOCATION – LOGEMENT NU", regime: soumission("Ier") },
  meuble: { titre: "CONTRAT DE LOCATION – LOGEMENT MEUBLÉ", regime: soumission("Ier bis") },
  etudiant: { titre: "CONTRAT DE LOCATION – LOGEMENT MEUBLÉ", regime: soumission("Ier bis") },
  mobilite: { titre: "BAIL MOBILITÉ", regime: soumission("Ier ter") },
  code_civil: {
    titre: "CONTRAT DE LOCATION À USAGE DE RÉSIDENCE SECONDAIRE",
    regime: "Soumis aux articles 1714 à 1762 du Code civil",
  },
  stationnement: {
    titre: "CONTRAT DE LOCATION D'UN EMPLACEMENT DE STATIONNEMENT",
    regime: "Articles 1709 et suivants du Code civil",
  },
};

const A_UNE_SOCIETE = {
  titre: "CONTRAT DE LOCATION D'UN LOGEMENT À UNE PERSONNE MORALE",
  regime: TITRES.code_civil.regime,
};

/**
 * The lease, by its regime (bail/README §3.1, §3.11). A main home has the contrat-type (model lease) with its headings
 * I to XI (décret n° 2015-587). A second home, a company or a parking space has a contract under the Code civil alone.
 * @throws Invalid for a mobility lease with a deposit, which the law forbids (art. 25-17 of loi n° 89-462).
 */
export function contratLocation(bail: Bail): Composed {
  refuser(bail);
  const { agence, emission, regime } = bail;
  const { titre, regime: loi } =
    regime === "code_civil" && estMorale(bail.locataire) ? A_UNE_SOCIETE : TITRES[regime];
  return {
    document: {
      title: `${titre} – ${sujet(bail)}`,
      metadata: { author: agence.agenceNom, subject: titre, date: emission },
      letterhead: enTete(agence, bail.logo),
      footer: piedDePage(agence),
      initials: parapheurs(locatairesDe(bail), bail),
      blocks: [
        { kind: "title", text: titre, subtitle: loi },
        ...sectionsDe(bail).flatMap(({ titre, blocs }, rang): Block[] => [
          { kind: "heading", text: `${ROMAINS[rang]}. ${titre}` },
          ...blocs,
        ]),
        ...signatures(bail),
        ...annexeGrille(bail),
      ],
    },
    attached: bail.notice && joindreNotice(bail) ? [bail.notice] : [],
    warnings: [
      ...manquesAgence(agence),
      ...mentionsOmises(agence),
      ...manquesDuBail(bail),
      ...sansDomicile(bail.bailleurs),
      ...sansSignataire(bail.bailleurs, bail.dossier.dateCreationBail),
      ...manquesDeLaSociete(bail.locataire),
      ...phrasesDe(avertissementsDuBail(bail)),
    ],
  };
}

const ROMAINS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

/**
 * @throws Invalid for a mobility lease with a deposit: « le bail mobilité interdit tout dépôt de garantie » (art.
 * 25-17).
 */
function refuser(bail: Bail): void {
  if (!depotInterdit(bail)) return;
  throw new Invalid(
    { depotGarantie: DEPOT_INTERDIT },
    "Le contrat n’a pas été généré\u00A0: un bail mobilité interdit tout dépôt de garantie. Ramenez le dépôt à 0 € ou changez le type de bail.",
  );
}

function sectionsDe(bail: Bail): Section[] {
  if (deStationnement(bail)) return sectionsStationnement(bail);
  return sousLoi89(bail) ? contratType(bail) : sectionsCodeCivil(bail);
}

function contratType(bail: Bail): Section[] {
  return [
    { titre: "Désignation des parties", blocs: designationDesParties(bail) },
    { titre: "Objet du contrat", blocs: objetDuContrat(bail) },
    { titre: "Date de prise d'effet et durée du contrat", blocs: dureeDuContrat(bail) },
    { titre: "Conditions financières", blocs: conditionsFinancieres(bail) },
    { titre: "Travaux", blocs: travaux(bail) },
    { titre: "Garanties", blocs: garanties(bail) },
    { titre: "Clause de solidarité", blocs: solidarite(bail) },
    { titre: "Clause résolutoire", blocs: resolutoire(bail) },
    { titre: "Honoraires de location", blocs: honoraires(bail) },
    { titre: "Autres conditions particulières", blocs: autresConditions(bail) },
    { titre: "Annexes", blocs: [{ kind: "list", items: annexes(bail) }] },
  ];
}
