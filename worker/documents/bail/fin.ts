import { regimeDeLImmeuble } from "#domain/appartement.ts";
import { estMeuble, joindreNotice, locatairesDe, sousLoi89 } from "#domain/bail/bail.ts";
import { plombRecherche } from "#domain/bail/logement.ts";
import type { Block, Item, Signatory } from "../blocks.ts";
import { BLANK, donneesPersonnelles, orBlank, personne } from "../mentions.ts";
import {
  type Bail,
  jourOuBlanc,
  lieuDeSignature,
  locatairesSignataires,
  mandataireSignataire,
  paragraphe,
  sousTitre,
} from "./bail.ts";

/** « X. Autres conditions particulières » (domain/README §3.9). */
export function autresConditions(bail: Bail): Block[] {
  return [
    sousTitre("Obligations du locataire"),
    paragraphe(
      sousLoi89(bail)
        ? "Le locataire s'assure contre les risques locatifs et en justifie à la remise des clés puis chaque année (article 7 g)."
        : "Le locataire s'assure contre les risques locatifs et en justifie à la remise des clés puis chaque année.",
    ),
    paragraphe(
      "Il paie le loyer et les charges aux termes convenus, use paisiblement des lieux suivant la destination que leur donne le contrat, les entretient et y effectue les réparations locatives, et ne peut ni céder le contrat ni sous-louer le logement sans l'accord écrit du bailleur.",
    ),
    sousTitre("Élection de domicile"),
    paragraphe(
      "Pour l'exécution du contrat, le bailleur élit domicile dans les bureaux de son mandataire et le locataire dans les lieux loués.",
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

function accordElectronique({ locataire }: Bail): Item[] {
  return [
    {
      checked: locataire.accordEmail,
      text: `Le locataire accepte expressément que ses avis d'échéance et quittances lui soient transmis par voie électronique à l'adresse ${orBlank(locataire.mail)}. Cet accord est révocable à tout moment.`,
    },
  ];
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

/** What the law of 1989 alone wants in the file of diagnostics. */
const DIAGNOSTICS_1989 = [
  "état relatif à l'amiante, pour un permis de construire délivré avant le 1er juillet 1997",
  "état de l'installation intérieure d'électricité, si elle a plus de quinze ans (validité de six ans)",
  "état de l'installation intérieure de gaz, si elle a plus de quinze ans (validité de six ans)",
  "état des nuisances sonores aériennes, en zone de plan d'exposition au bruit",
];

/** « XI. Annexes »: what is joined for certain is ticked, the rest is ticked by hand. */
export function annexes(bail: Bail): Item[] {
  const { appartement, cautions } = bail;
  const lettre = lettres();
  const ligne = (text: string, checked: boolean): Item => ({
    text: `${lettre()}. ${text}`,
    checked,
  });
  const sous = (text: string, checked: boolean): Item => ({ text, checked, inset: true });
  return [
    ligne(
      "Extrait du règlement de copropriété concernant la destination de l'immeuble, la jouissance et l'usage des parties privatives et communes, et la quote-part de charges par catégorie",
      regimeDeLImmeuble(appartement) === "copropriete",
    ),
    ligne("Dossier de diagnostic technique, comprenant\u00A0:", true),
    sous("diagnostic de performance énergétique (DPE), de moins de dix ans", true),
    sous(
      "constat de risque d'exposition au plomb (CREP), pour un immeuble construit avant le 1er janvier 1949",
      plombRecherche(appartement),
    ),
    ...(sousLoi89(bail) ? DIAGNOSTICS_1989.map((texte) => sous(texte, false)) : []),
    sous("état des risques, de moins de six mois", true),
    ...(joindreNotice(bail)
      ? [
          ligne(
            "Notice d'information relative aux droits et obligations des locataires et des bailleurs (arrêté du 29 mai 2015, modifié)",
            true,
          ),
        ]
      : []),
    ligne(
      estMeuble(bail)
        ? "État des lieux, inventaire et état détaillé du mobilier"
        : "État des lieux",
      true,
    ),
    ligne("Autorisation préalable de mise en location, s'il y a lieu", false),
    ...(sousLoi89(bail)
      ? [ligne("Références de loyers du voisinage, en cas de loyer sous-évalué", false)]
      : []),
    ligne("Acte de cautionnement", cautions.length > 0),
    ligne("Attestation d'assurance contre les risques locatifs", false),
    ligne("Grille de vétusté convenue", false),
    ligne("Relevé d'identité bancaire du mandataire", false),
  ];
}

function lettres(): () => string {
  let rang = 0;
  return () => String.fromCharCode(65 + rang++);
}

const NOMBRES = ["un", "deux", "trois", "quatre", "cinq", "six"];

/** One original a party with an interest of its own (domain/README §3.2). */
export function signatures(bail: Bail): Block[] {
  const originaux = 1 + locatairesDe(bail).length;
  const copies = bail.cautions.length > 0 ? ", et une copie pour chaque caution" : "";
  return [
    {
      ...paragraphe(
        "Chaque partie reconnaît avoir reçu un original du contrat et les annexes cochées ci-dessus.",
      ),
      keep: true,
    },
    {
      kind: "signature",
      placeAndDate: `Fait à ${lieuDeSignature(bail)}, le ${jourOuBlanc(bail.dossier.dateCreationBail)}, en ${NOMBRES[originaux - 1] ?? originaux} exemplaires originaux${copies}.`,
      signatories: signataires(bail),
      room: 24,
    },
  ];
}

function signataires(bail: Bail): Signatory[] {
  const detail = "Signature précédée de\n« Lu et approuvé »";
  return [mandataireSignataire(bail), ...locatairesSignataires(bail, detail)];
}

/** « Monsieur A et Madame B »: what a document of the lease is about. */
export const sujet = (bail: Bail): string => locatairesDe(bail).map(personne).join(" et ") || BLANK;
