import { annexeJointe, annexePrevue } from "#domain/bail/annexes.ts";
import { deStationnement, locatairesDe, loueMeuble, sousLoi89 } from "#domain/bail/bail.ts";
import type { Annexe } from "#domain/biens/dossier.ts";
import { estMorale } from "#domain/personnes/personne.ts";
import {
  avantDeSigner,
  BLANK,
  donneesPersonnelles,
  faitA,
  orBlank,
  personne,
} from "../mentions.ts";
import type { Block, Item } from "../page/blocks.ts";
import {
  type Bail,
  jourOuBlanc,
  lieuDeSignature,
  locatairesSignataires,
  mandataireSignataire,
  paragraphe,
  sousTitre,
} from "./bail.ts";

/** The section « X. Autres conditions particulières » of the lease, without its heading (bail/README §3.9). */
export function autresConditions(bail: Bail): Block[] {
  return [
    sousTitre("Obligations du locataire"),
    ...(deStationnement(bail) ? OBLIGATIONS_STATIONNEMENT : obligations(bail)).map(paragraphe),
    sousTitre("Élection de domicile"),
    paragraphe(
      `Pour l'exécution du contrat, le bailleur élit domicile dans les bureaux de son mandataire et le locataire ${deStationnement(bail) || estMorale(bail.locataire) ? "à l'adresse indiquée ci-dessus" : "dans les lieux loués"}.`,
    ),
    sousTitre("Avis d'échéance et quittances par voie électronique"),
    { kind: "list", items: accordElectronique(bail) },
    ...clausesParticulieres(bail),
    sousTitre("Médiation de la consommation"),
    paragraphe(mediation(bail)),
    sousTitre("Données personnelles"),
    paragraphe(donneesPersonnelles(bail.agence, "bail")),
  ];
}

const obligations = (bail: Bail): string[] => [
  sousLoi89(bail)
    ? "Le locataire s'assure contre les risques locatifs et en justifie à la remise des clés puis chaque année (article 7 g)."
    : "Le locataire s'assure contre les risques locatifs et en justifie à la remise des clés puis chaque année.",
  "Il paie le loyer et les charges aux termes convenus, use paisiblement des lieux suivant la destination que leur donne le contrat, les entretient et y effectue les réparations locatives, et ne peut ni céder le contrat ni sous-louer le logement sans l'accord écrit du bailleur.",
];

const OBLIGATIONS_STATIONNEMENT = [
  "Le locataire assure son véhicule et sa responsabilité pour les dommages qu'il causerait à l'emplacement, à l'immeuble et aux tiers, et en justifie à la remise des moyens d'accès puis chaque année.",
  "Il paie le loyer et les charges aux termes convenus, respecte le règlement de l'immeuble, maintient l'emplacement propre, n'y entrepose rien d'autre que le véhicule, en particulier aucun produit inflammable ou dangereux, n'y fait ni entretien ni réparation, et ne peut ni céder le contrat ni sous-louer l'emplacement sans l'accord écrit du bailleur.",
  "La location ne comporte ni garde ni surveillance du véhicule.",
];

function accordElectronique(bail: Bail): Item[] {
  const { accordEmail, autreMail, mail } = bail.locataire;
  const accord =
    locatairesDe(bail).length > 1
      ? `Les locataires acceptent expressément que leurs avis d'échéance et quittances leur soient transmis par voie électronique aux adresses ${orBlank(mail)} et ${orBlank(autreMail)}.`
      : `Le locataire accepte expressément que ses avis d'échéance et quittances lui soient transmis par voie électronique à l'adresse ${orBlank(mail)}.`;
  return [{ checked: accordEmail, text: `${accord} Cet accord est révocable à tout moment.` }];
}

function clausesParticulieres({ dossier }: Bail): Block[] {
  const texte = dossier.clauses?.clausesText.trim();
  if (!texte) return [];
  return [
    sousTitre("Clauses particulières"),
    ...texte
      .split(/\n+/)
      .map((ligne) => ligne.trim())
      .filter(Boolean)
      .map(paragraphe),
  ];
}

function mediation({ agence }: Bail): string {
  const adresse = [agence.mediateurAdresse, agence.mediateurSite].filter(Boolean).join(", ");
  return `En cas de litige avec le mandataire, après une réclamation écrite restée sans réponse satisfaisante, le bailleur ou le locataire consommateur peut recourir gratuitement au médiateur de la consommation\u00A0: ${orBlank(agence.mediateurNom)}, ${orBlank(adresse)} (articles L. 611-1 et suivants du code de la consommation).`;
}

const DIAGNOSTICS: Partial<Record<Annexe, string>> = {
  dpe: "diagnostic de performance énergétique (DPE), en cours de validité",
  plomb:
    "constat de risque d'exposition au plomb (CREP), pour un immeuble construit avant le 1er janvier 1949",
  amiante:
    "état relatif à l'amiante, pour un permis de construire délivré avant le 1er juillet 1997",
  electricite:
    "état de l'installation intérieure d'électricité, si elle a plus de quinze ans (validité de six ans)",
  gaz: "état de l'installation intérieure de gaz, si elle a plus de quinze ans (validité de six ans)",
  bruit: "état des nuisances sonores aériennes, en zone de plan d'exposition au bruit",
  risques: "état des risques, de moins de six mois",
};

const ETAT_DES_LIEUX = {
  nu: "État des lieux",
  meuble: "État des lieux, inventaire et état détaillé du mobilier",
};

/** The annexes of a lease in the order printed, with their texts; the line « dpe » introduces the diagnostics. */
const lignesDesAnnexes = (bail: Bail): readonly [Annexe, string][] => [
  [
    "reglement",
    "Extrait du règlement de copropriété concernant la destination de l'immeuble, la jouissance et l'usage des parties privatives et communes, et la quote-part de charges par catégorie",
  ],
  ["dpe", "Dossier de diagnostic technique, comprenant\u00A0:"],
  [
    "notice",
    "Notice d'information relative aux droits et obligations des locataires et des bailleurs (arrêté du 29 mai 2015, modifié)",
  ],
  ["etatDesLieux", ETAT_DES_LIEUX[loueMeuble(bail) ? "meuble" : "nu"]],
  ["autorisation", "Autorisation préalable de mise en location, s'il y a lieu"],
  ["references", "Références de loyers du voisinage, en cas de loyer sous-évalué"],
  ["cautionnement", "Acte de cautionnement"],
  [
    "assurance",
    deStationnement(bail)
      ? "Attestation d'assurance"
      : "Attestation d'assurance contre les risques locatifs",
  ],
  ["vetuste", "Grille de vétusté convenue"],
  ["rib", "Relevé d'identité bancaire du mandataire"],
];

/**
 * The section « XI. Annexes » of the lease: a line is ticked only when its file is stored, when the dossier has the
 * wear grid, or when staff ticked it (bail/README §3.11).
 */
export function annexes(bail: Bail): Item[] {
  const lettre = lettres();
  const diagnostics = (Object.entries(DIAGNOSTICS) as [Annexe, string][])
    .filter(([cle]) => annexePrevue(cle, bail))
    .map(([cle, text]): Item => ({ text, checked: annexeJointe(bail, cle), inset: true }));
  return lignesDesAnnexes(bail)
    .filter(([cle]) => annexePrevue(cle, bail))
    .flatMap(([cle, texte]): Item[] => {
      const text = `${lettre()}. ${texte}`;
      if (cle !== "dpe") return [{ text, checked: annexeJointe(bail, cle) }];
      return [{ text, checked: diagnostics.some(({ checked }) => checked) }, ...diagnostics];
    });
}

function lettres(): () => string {
  let rang = 0;
  return () => String.fromCharCode(65 + rang++);
}

const NOMBRES = ["un", "deux", "trois", "quatre", "cinq", "six"];

/** The signatures of the lease, with one original for each party who has a distinct interest (bail/README §3.2). */
export function signatures(bail: Bail): Block[] {
  const originaux = 1 + locatairesDe(bail).length;
  const copies = bail.cautions.length > 0 ? ", et une copie pour chaque caution" : "";
  const recu = bail.electronique
    ? "Chaque partie reconnaît avoir reçu les annexes cochées ci-dessus."
    : "Chaque partie reconnaît avoir reçu un original du contrat et les annexes cochées ci-dessus.";
  const fait = {
    lieu: lieuDeSignature(bail),
    jour: jourOuBlanc(bail.dossier.dateCreationBail),
    exemplaires: `en ${NOMBRES[originaux - 1] ?? originaux} exemplaires originaux${copies}.`,
  };
  return [
    { ...paragraphe(recu), keep: true },
    {
      kind: "signature",
      ...faitA(fait, bail),
      signatories: [
        mandataireSignataire(bail),
        ...locatairesSignataires(bail, avantDeSigner("Lu et approuvé", bail)),
      ],
      room: 24,
    },
  ];
}

/** The tenants’ names as the subject of a document: « Monsieur A et Madame B ». */
export const sujet = (bail: Bail): string => locatairesDe(bail).map(personne).join(" et ") || BLANK;
