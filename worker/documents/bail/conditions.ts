import { estMeuble, modeCharges } from "#domain/bail/bail.ts";
import { deNeufMois, duree, dureeReduite } from "#domain/bail/duree.ts";
import { estRevisable } from "#domain/bail/finances.ts";
import { encadre, finDEncadrement, soumisAuLoyerDeReference } from "#domain/bail/loyer.ts";
import type { ModeCharges } from "#domain/biens/dossier.ts";
import { jourEnLettres } from "#domain/dates.ts";
import { formatNombre, somme } from "#domain/montants.ts";
import { jourDePaiement } from "#domain/quittances/echeance.ts";
import { auxBailleurs, BLANK, enLettres, orBlank } from "../mentions.ts";
import type { Block, Item } from "../page/blocks.ts";
import { depensesEnergie, RECONDUCTION } from "../textes-legaux.ts";
import {
  type Bail,
  capitale,
  dureeEnLettres,
  eurosEtLettres,
  eurosOuBlanc,
  jourOuBlanc,
  paragraphe,
  sousTitre,
} from "./bail.ts";
import { faits } from "./parties.ts";
import { clauseRevision, jourDeRevision } from "./revision.ts";

/** The section « III. Date de prise d'effet et durée du contrat », without its heading. */
export function dureeDuContrat(bail: Bail): Block[] {
  const { dossier } = bail;
  const { terme } = duree(bail);
  return [
    sousTitre("A. Prise d'effet du contrat"),
    faits([["Date de prise d'effet", jourOuBlanc(dossier.dateDebutBail)]]),
    sousTitre("B. Durée du contrat"),
    faits([
      ["Durée", capitale(dureeEnLettres(bail))],
      ["Terme du contrat", `${jourOuBlanc(terme)} inclus`],
      bail.regime === "mobilite"
        ? ["Motif du bail mobilité", capitale(orBlank(dossier.motifMobilite))]
        : null,
    ]),
    ...finDuContrat(bail).map(paragraphe),
    ...evenement(bail),
  ];
}

const PREAVIS_NU =
  "Le préavis du locataire est de trois mois, ou d'un mois lorsque le logement est situé en zone tendue et dans les autres cas prévus par l'article 15 de la loi du 6 juillet 1989.";
const ETUDIANT = "Le locataire déclare être étudiant et en justifie";
const NEUF_MOIS = `${ETUDIANT} ; le bail est consenti pour neuf mois sans reconduction tacite (article 25-7).`;
const PREAVIS_MEUBLE = "Le préavis du locataire est d'un mois.";

function finDuContrat(bail: Bail): string[] {
  switch (bail.regime) {
    case "meuble":
      return [RECONDUCTION.meuble, PREAVIS_MEUBLE];
    case "etudiant":
      return deNeufMois(bail)
        ? [NEUF_MOIS, RECONDUCTION.etudiant, PREAVIS_MEUBLE]
        : [`${ETUDIANT}.`, RECONDUCTION.meuble, PREAVIS_MEUBLE];
    case "mobilite":
      return [
        "Le présent contrat est un bail mobilité, régi par le titre Ier ter de la loi du 6 juillet 1989. Il est conclu pour une durée déterminée, non renouvelable ni reconductible. Le locataire peut y mettre fin à tout moment, en respectant un préavis d'un mois (article 25-15).",
        "La durée peut être modifiée une fois par avenant, sans excéder dix mois au total.",
        "Le motif ci-dessus est l'un de ceux que prévoit l'article 25-12\u00A0: formation professionnelle, études supérieures, contrat d'apprentissage, stage, engagement volontaire dans le cadre d'un service civique, mutation professionnelle ou mission temporaire dans le cadre de l'activité professionnelle.",
      ];
    default:
      return dureeReduite(bail) ? [PREAVIS_NU] : [RECONDUCTION.nu, PREAVIS_NU];
  }
}

function evenement(bail: Bail): Block[] {
  if (!dureeReduite(bail)) return [];
  return [
    sousTitre("C. Événement et raison justifiant la durée réduite du contrat"),
    paragraphe(
      `Le contrat est conclu pour une durée réduite en raison de l'événement suivant (article 11)\u00A0: ${enPhrase(bail.dossier.motifDureeReduite)}`,
    ),
    paragraphe(
      "Le bailleur confirme au locataire, deux mois au moins avant le terme, la réalisation de l'événement. À défaut de réalisation ou de confirmation, le contrat est réputé conclu pour trois ans.",
    ),
  ];
}

function enPhrase(texte: string | null | undefined): string {
  const contenu = orBlank(texte).trim();
  return /[.!?…]$/.test(contenu) ? contenu : `${contenu}.`;
}

/** The section « IV. Conditions financières », without its heading. */
export function conditionsFinancieres(bail: Bail): Block[] {
  const lettre = lettres();
  return [
    sousTitre(`${lettre()}. Loyer`),
    ...loyer(bail),
    sousTitre(`${lettre()}. Charges récupérables`),
    ...charges(bail),
    // Only annexe 1 of the contrat-type (unfurnished dwellings) has this section; without it, the next letters move up
    // by one.
    ...(estMeuble(bail)
      ? []
      : [
          sousTitre(`${lettre()}. Contribution pour le partage des économies de charges`),
          paragraphe("Néant."),
        ]),
    sousTitre(
      `${lettre()}. Souscription par le bailleur d'une assurance pour le compte des colocataires`,
    ),
    paragraphe("Non."),
    sousTitre(`${lettre()}. Modalités de paiement`),
    modalites(bail),
    sousTitre(
      `${lettre()}. Modalités de réévaluation d'un loyer manifestement sous-évalué, lors d'un renouvellement`,
    ),
    paragraphe("Sans objet."),
    sousTitre(`${lettre()}. Dépenses énergétiques (pour information)`),
    paragraphe(energie(bail)),
  ];
}

function lettres(): () => string {
  let rang = 0;
  return () => String.fromCharCode(65 + rang++);
}

const petitTitre = (text: string): Block => ({ kind: "heading", level: 3, text });

function loyer(bail: Bail): Block[] {
  const { dossier } = bail;
  return [
    petitTitre("1. Fixation du loyer initial"),
    faits([["a) Montant du loyer mensuel", eurosEtLettres(dossier.loyerHC)]]),
    paragraphe(
      "b) Modalités particulières de fixation initiale du loyer applicables dans certaines zones tendues\u00A0:",
    ),
    { kind: "list", items: ouiNon(bail) },
    ...encadrement(bail),
    paragraphe("c) Informations relatives au loyer du dernier locataire\u00A0:"),
    ...dernierLoyer(bail),
    petitTitre("2. Modalités de révision"),
    ...(estRevisable(bail)
      ? [
          faits([
            ["Date de révision", `Le ${jourDeRevision(bail)} de chaque année`],
            ["Référence de l'IRL", reference(bail)],
          ]),
        ]
      : []),
    paragraphe(clauseRevision(bail)),
  ];
}

const reference = ({ dossier: { indice, indiceTrim } }: Bail): string =>
  `${orBlank(indiceTrim)}, valeur ${indice ? formatNombre(indice, 2) : BLANK}`;

/**
 * The words printed after « Oui » once the experiment on rent caps has ended: the cap then depends on the renewal of
 * the experiment. Otherwise "".
 */
function reserve(bail: Bail): string {
  const fin = finDEncadrement(bail);
  return fin === null || !soumisAuLoyerDeReference(bail)
    ? ""
    : `, sous réserve de la prorogation de l'expérimentation, dont le terme était fixé au ${jourEnLettres(fin)} (article 140 de la loi n°\u00A02018-1021)`;
}

/**
 * For each of the two rent controls of a zone tendue, whether it applies to the dwelling; « Oui / Non » to complete
 * by hand when unknown.
 */
function ouiNon(bail: Bail): Item[] {
  const { zoneTendue } = bail.appartement;
  const reponse = (oui: boolean | null | undefined) =>
    oui === null || oui === undefined ? `${BLANK} (Oui / Non)` : oui ? "Oui" : "Non";
  return [
    {
      text: `Le loyer du logement objet du présent contrat est soumis au décret fixant annuellement le montant maximum d'évolution des loyers à la relocation\u00A0: ${reponse(zoneTendue)}`,
    },
    {
      text: `Le loyer du logement objet du présent contrat est soumis au loyer de référence majoré fixé par arrêté préfectoral\u00A0: ${reponse(soumisAuLoyerDeReference(bail))}${reserve(bail)}`,
    },
  ];
}

/** The complement of rent in figures and words; dots to fill in while the facts that decide it are missing. */
function complementDit(complement: number | null) {
  if (complement === null) return BLANK;
  return complement > 0 ? eurosEtLettres(complement) : "Néant";
}

function encadrement(bail: Bail): Block[] {
  const cap = encadre(bail);
  if (!cap) return [];
  const parMetre = (montant: number | null | undefined) =>
    typeof montant === "number" ? `${formatNombre(montant, 2)}\u00A0€/m²` : BLANK;
  const { complementLoyer, montantBase } = cap;
  const complement = (complementLoyer ?? 0) > 0;
  return [
    faits([
      ["Loyer de référence", parMetre(cap.loyerReference)],
      ["Loyer de référence majoré", parMetre(cap.loyerReferenceMajore)],
      complement ? ["Loyer de base", eurosOuBlanc(montantBase)] : null,
      ["Complément de loyer", complementDit(complementLoyer)],
      complement
        ? [
            "Caractéristiques du logement justifiant le complément",
            orBlank(cap.caracteristiqueLoyer),
          ]
        : null,
    ]),
  ];
}

/** The box « Sans objet », to tick by hand when no last rent is noted. */
const sansObjet = (): Block => ({
  kind: "list",
  items: [
    {
      text: "Sans objet (logement inoccupé depuis plus de dix-huit mois ou première location)",
      checked: false,
    },
  ],
});

function dernierLoyer({ dossier: { dernierLoyer } }: Bail): Block[] {
  return [
    ...(dernierLoyer?.montant ? [] : [sansObjet()]),
    faits([
      ["Montant du dernier loyer", eurosOuBlanc(dernierLoyer?.montant)],
      ["Date de versement", jourOuBlanc(dernierLoyer?.dateVersement)],
      ["Date de la dernière révision", jourOuBlanc(dernierLoyer?.dateRevision)],
    ]),
  ];
}

const MODES_CHARGES: Record<ModeCharges, string> = {
  provisions: "Provisions sur charges avec régularisation annuelle",
  forfait: "Forfait de charges",
  periodique: "Paiement périodique des charges sans provision",
};
export const MONTANTS_CHARGES: Record<ModeCharges, string> = {
  provisions: "Montant des provisions mensuelles de charges",
  forfait: "Montant mensuel du forfait de charges",
  periodique: "Montant indicatif mensuel de charges",
};

export function charges(bail: Bail): Block[] {
  if (bail.dossier.loyerCharge === 0) return [paragraphe("Néant.")];
  const mode = modeCharges(bail.regime, bail.dossier.chargesMode);
  const revision = estRevisable(bail)
    ? "Le forfait est révisé dans les mêmes conditions que le loyer. Il ne donne lieu à aucun complément ni à aucune régularisation."
    : "Le forfait n'est pas révisé et ne donne lieu à aucun complément ni à aucune régularisation.";
  return [
    faits([
      ["Modalité de règlement", MODES_CHARGES[mode]],
      [MONTANTS_CHARGES[mode], eurosEtLettres(bail.dossier.loyerCharge)],
      mode === "forfait" ? ["Révision du forfait", revision] : null,
    ]),
  ];
}

export function modalites({ dossier, agence, bailleurs }: Bail): Block {
  const total = somme(dossier.loyerHC, dossier.loyerCharge);
  return faits([
    ["Périodicité du paiement", "Mensuelle"],
    ["Paiement", "À échoir"],
    ["Date de paiement", `${capitale(jourDePaiement(dossier.jourQuitance))} de chaque mois`],
    [
      "Lieu de paiement",
      `${orBlank(agence.agenceNom)}, mandataire ${auxBailleurs("du", bailleurs)}`,
    ],
    [
      "Montant total dû à la première échéance pour une période complète de location",
      [
        { text: eurosOuBlanc(total), bold: true },
        {
          text:
            dossier.loyerCharge === 0
              ? ` (${enLettres(total)})`
              : ` (${enLettres(total)}), soit ${eurosOuBlanc(dossier.loyerHC)} de loyer et ${eurosOuBlanc(dossier.loyerCharge)} de charges`,
        },
      ],
    ],
  ]);
}

function energie({ appartement }: Bail): string {
  const montant = (euros: number | null | undefined) =>
    euros === null || euros === undefined ? BLANK : formatNombre(euros, 0);
  return depensesEnergie(
    montant(appartement.dpeDepenseMin),
    montant(appartement.dpeDepenseMax),
    appartement.dpeAnnee ? String(appartement.dpeAnnee) : BLANK,
  );
}
