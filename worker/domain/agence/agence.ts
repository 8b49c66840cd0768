import * as z from "zod/mini";
import { type Avertissement, doute, phrases } from "../avertissement.ts";
import { Invalid } from "../erreurs.ts";
import {
  courriel,
  decimal,
  entier,
  euros,
  facultatif,
  requis,
  taux,
  telephone,
  texte,
} from "../fields.ts";
import { iban, ibanMasque } from "../iban.ts";
import { TVA_USUELLE } from "../montants.ts";
import { LONGUEUR_MOT_DE_PASSE } from "../profils/mot-de-passe.ts";
import { PERIODE } from "../terrain/periode.ts";
import {
  GROUPES,
  type Groupe,
  jourFacultatif,
  ligne,
  nombre,
  nombreFacultatif,
  ouiNon,
  paragraphe,
  parmi,
  type Reglage,
  type SectionDesReglages,
  TEXTES,
  valeurDuTexte,
} from "./reglage.ts";

/**
 * Every setting of the agency, by name and in the order of the forms: its identity, as documents print it
 * (documents/README §8.3), and the usual values of records and documents.
 */
export const REGLAGES = {
  agenceNom: ligne("identite", "Nom de l’agence", { schema: requis(), largeur: 6 }),
  formeJuridique: ligne("identite", "Forme juridique", { exemple: "SARL" }),
  capital: ligne("identite", "Capital", { exemple: "40 000 €" }),
  siret: ligne("identite", "SIRET", { clavier: "numeric" }),
  rcs: ligne("identite", "RCS", { exemple: "Paris 912 345 675" }),
  tvaIntra: ligne("identite", "TVA intracommunautaire"),

  agenceAdresse: ligne("coordonnees", "Adresse", { largeur: 6 }),
  agenceCp: ligne("coordonnees", "Code postal", { clavier: "numeric", largeur: 2 }),
  agenceVille: ligne("coordonnees", "Ville", { largeur: 4 }),
  agenceTel: ligne("coordonnees", "Téléphone", {
    saisie: "telephone",
    schema: facultatif(telephone()),
  }),
  agenceEmail: ligne("coordonnees", "E-mail", {
    saisie: "courriel",
    schema: facultatif(courriel()),
    protege: "motDePasse",
    vide: "Sans elle, les réponses des locataires aux courriels n’arrivent à personne.",
  }),
  agenceSite: ligne("coordonnees", "Site", { exemple: "https://", largeur: 6 }),

  signataireNom: ligne("signature", "Signataire"),
  signataireQualite: ligne("signature", "Qualité", { exemple: "Gérante" }),

  iban: ligne("banque", "IBAN", {
    saisie: "iban",
    schema: facultatif(iban()),
    largeur: 6,
    protege: "deuxPersonnes",
  }),
  bic: ligne("banque", "BIC", { protege: "deuxPersonnes" }),

  carteNumero: ligne("carte", "Numéro", { exemple: "CPI 7501 2026 000 000 001", largeur: 6 }),
  carteType: ligne("carte", "Mention", { exemple: "Gestion" }),
  carteLieu: ligne("carte", "Délivrée par la CCI de"),
  carteFin: jourFacultatif("carte", "Expire le", { defaut: null }),
  formationFin: jourFacultatif("carte", "Formation continue à justifier avant le", {
    defaut: null,
  }),

  garantNom: ligne("garantie", "Garant", { largeur: 6 }),
  garantAdresse: ligne("garantie", "Adresse du garant", { largeur: 6 }),
  garantMontant: ligne("garantie", "Montant garanti", { exemple: "110 000 €" }),
  garantieFin: jourFacultatif("garantie", "Attestation jusqu’au", { defaut: null }),
  nonDetentionFonds: ouiNon("garantie", "Non-détention de fonds", false, {
    aide: "Pour la transaction seule : un mandat de gestion veut toujours une garantie financière (loi n° 70-9, art. 3).",
  }),

  rcpAssureur: ligne("assurance", "Assureur", { largeur: 6 }),
  rcpPolice: ligne("assurance", "Numéro de police"),
  rcpFin: jourFacultatif("assurance", "Attestation jusqu’au", { defaut: null }),

  mediateurNom: ligne("mediateur", "Médiateur", { largeur: 6 }),
  mediateurAdresse: ligne("mediateur", "Adresse du médiateur", { largeur: 6 }),
  mediateurSite: ligne("mediateur", "Site du médiateur", { largeur: 6 }),

  tva: nombre("tva", "Taux de TVA", { schema: taux(), defaut: TVA_USUELLE, unite: "%" }),
  franchiseTva: ouiNon("tva", "Franchise en base de TVA", false, {
    largeur: 6,
    aide: "Les factures d’honoraires sont alors sans TVA (Code général des impôts, article 293 B).",
  }),
  optionDebits: ouiNon("tva", "TVA payée d’après les débits", false, {
    largeur: 6,
    aide: "Si l’agence a choisi cette option : ses factures d’honoraires le disent. Sinon la TVA est due à l’encaissement.",
  }),
  optionDebitsDepuis: jourFacultatif("tva", "Option pour les débits depuis le", {
    defaut: "2000-01-01",
    aide: "Les factures d’honoraires d’avant ce jour restent à l’encaissement.",
  }),

  irlValeur: nombre("irl", "Valeur", { schema: decimal(), defaut: 135.84 }),
  irlTrimestre: ligne("irl", "Trimestre", {
    defaut: "2ème trimestre 2022",
    exemple: "2ème trimestre 2022",
  }),

  indiceApresRenonciation: parmi("irl", "Après une année sans révision", {
    choix: {
      annee_precedente: "L’indice de l’année précédente",
      dernier_applique: "Le dernier indice appliqué",
    },
    defaut: "annee_precedente",
    largeur: 4,
    aide: "ANIL, article 17-1 : l’année laissée est perdue.",
  }),
  baisseIndice: ouiNon("irl", "Une baisse de l’indice baisse le loyer", true, {
    largeur: 4,
    aide: "Point discuté.",
  }),
  attestationLeveGel: parmi("irl", "Attestation qui remplace une étiquette F ou G", {
    choix: {
      confirmer: "Une personne confirme",
      oui: "Rouvre la révision",
      non: "Ne la rouvre pas",
    },
    defaut: "confirmer",
    largeur: 4,
    aide: "ADEME, depuis le 01/01/2026. Point discuté.",
  }),
  delaiPostal: nombre("irl", "Délai de la poste", {
    saisie: "entier",
    schema: entier(0, 30),
    defaut: 5,
    unite: "jours",
  }),

  lieuSignature: ligne("bail", "Lieu de signature", { defaut: "Paris" }),
  cautionNbMois: nombreFacultatif("bail", "Durée du cautionnement", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 36,
    unite: "mois",
  }),
  zoneDefaut: parmi("bail", "Zone (honoraires)", {
    choix: { tresTendue: "Très tendue", tendue: "Tendue", autre: "Autre" },
    defaut: "tresTendue",
  }),
  encadrementActif: ouiNon("bail", "Encadrement des loyers", true),
  finEncadrement: jourFacultatif("bail", "Fin de l’encadrement", {
    defaut: "2026-11-23",
    aide: "Dernier jour de signature d’un bail encadré (loi ELAN, article 140). Vide : sans fin connue.",
  }),
  periodeDeChauffe: ligne("bail", "Période de chauffe", {
    schema: texte().check(z.regex(PERIODE, "« 15/10 – 15/04 » est attendu.")),
    defaut: "15/10 – 15/04",
    aide: "Loi n° 89-462, article 3-2 : à relire le 01/10/2027.",
  }),
  grilleVetuste: paragraphe("bail", "Grille de vétusté", {
    aide: "Le nom de l’accord collectif, puis un élément par ligne : « Peinture ; 7 ; 2 ; 18 ; 10 » pour sa durée de vie, sa franchise (ans), ses % par an et résiduel.",
  }),

  plafondHonorairesTresTendue: nombreFacultatif("plafonds", "Zone très tendue", {
    schema: decimal(),
    defaut: 12.1,
    unite: "€/m²",
  }),
  plafondHonorairesTendue: nombreFacultatif("plafonds", "Zone tendue", {
    schema: decimal(),
    defaut: 10.09,
    unite: "€/m²",
  }),
  plafondHonorairesAutre: nombreFacultatif("plafonds", "Autre zone", {
    schema: decimal(),
    defaut: 8.07,
    unite: "€/m²",
  }),
  plafondEdl: nombreFacultatif("plafonds", "État des lieux", {
    schema: decimal(),
    defaut: 3.03,
    unite: "€/m²",
  }),

  delaiEnvoi: nombre("courriels", "Délai avant l’envoi", {
    saisie: "entier",
    schema: entier(0, 600),
    defaut: 60,
    unite: "s",
  }),

  delaiCheque: nombre("comptes", "Chèques réputés encaissés après", {
    saisie: "entier",
    schema: entier(1, 60),
    defaut: 10,
    unite: "jours",
    aide: "Quand l’agence encaisse : d’ici là, un chèque ne solde rien et le reçu le dit.",
  }),

  finExercice: parmi("comptes", "Fin de l’exercice de l’agence", {
    choix: {
      "01-31": "31 janvier",
      "02-28": "Fin février",
      "03-31": "31 mars",
      "04-30": "30 avril",
      "05-31": "31 mai",
      "06-30": "30 juin",
      "07-31": "31 juillet",
      "08-31": "31 août",
      "09-30": "30 septembre",
      "10-31": "31 octobre",
      "11-30": "30 novembre",
      "12-31": "31 décembre",
    },
    defaut: "12-31",
  }),

  seuilReversement: nombre("reversements", "Seconde personne au-delà de", {
    schema: euros(),
    defaut: 10_000,
    unite: "€",
    aide: "Au-delà, un lot attend un autre administrateur : ceux que son auteur a fait partir seul depuis un jour comptent avec lui. Avec 0, tous l’attendent.",
    protege: "deuxPersonnes",
  }),
  formatSepa: parmi("reversements", "Fichier de virements", {
    choix: {
      "pain.001.001.09": "pain.001.001.09 (depuis novembre 2026)",
      "pain.001.001.03": "pain.001.001.03 (l’ancien)",
    },
    defaut: "pain.001.001.09",
    largeur: 6,
  }),

  seuilRelance: nombre("relances", "À partir de", {
    schema: euros(),
    defaut: 10,
    unite: "€",
    largeur: 2,
  }),
  delaiRelance1: nombre("relances", "Relance amiable", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 5,
    unite: "jours",
    largeur: 2,
  }),
  delaiRelance2: nombre("relances", "Seconde relance", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 15,
    unite: "jours",
    largeur: 2,
  }),
  delaiMiseEnDemeure: nombre("relances", "Mise en demeure", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 25,
    unite: "jours",
    largeur: 2,
  }),
  delaiInfoCaution: nombre("relances", "Information de la caution", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 30,
    unite: "jours",
    largeur: 2,
  }),
  delaiTransmission: nombre("relances", "Transmission", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 45,
    unite: "jours",
    largeur: 2,
  }),
  adilAdresse: ligne("relances", "Adresse de l’ADIL", { largeur: 6 }),
  cafSeuilDepuis: jourFacultatif("relances", "CAF : seuil en euros depuis le", {
    defaut: "2027-01-01",
    aide: "Avant ce jour, deux mois de ce que le locataire paie lui-même.",
  }),
  cafSeuil: nombre("relances", "CAF : impayé au-delà de", {
    schema: euros(),
    defaut: 450,
    unite: "€",
  }),
  gliAssureur: ligne("relances", "Assureur des loyers impayés"),
  gliContrat: ligne("relances", "Numéro du contrat GLI"),
  visaleDepuis: jourFacultatif("relances", "Visale : délais depuis le", {
    defaut: "2016-01-20",
    largeur: 6,
    aide: "Pour un impayé constitué à compter de ce jour : plus d’un mois dû. Vide : non suivis.",
  }),
  visaleMiseEnDemeure: nombre("relances", "Visale : mise en demeure", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 15,
    unite: "jours",
  }),
  visaleDeclaration: nombre("relances", "Visale : déclaration", {
    saisie: "entier",
    schema: entier(1, 120),
    defaut: 30,
    unite: "jours",
  }),

  delaiPreavisMandat: nombreFacultatif("mandats", "Préavis du mandat", {
    saisie: "entier",
    schema: entier(1, 24),
    defaut: 3,
    unite: "mois",
  }),
  dureeAccesProprietaire: nombre("mandats", "Lien privé d’un propriétaire", {
    saisie: "entier",
    schema: entier(1, 365),
    defaut: 90,
    unite: "jours",
    aide: "Au-delà, le lien par lequel il lit son compte n’ouvre plus.",
  }),
  pouvoirsMandat: paragraphe("mandats", "Pouvoirs du mandataire"),
  tachesIntendance: paragraphe("mandats", "Tâches d’une intendance"),

  signatureJours: nombre("signatures", "Délai pour signer", {
    saisie: "entier",
    schema: entier(1, 60),
    defaut: 14,
    unite: "jours",
  }),
  retractationJours: nombre("signatures", "Rétractation d’un mandant", {
    saisie: "entier",
    schema: entier(14, 60),
    defaut: 14,
    unite: "jours",
    aide: "Mandat signé par un consommateur hors de l’agence (Code de la consommation, art. L. 221-18) ; à relire le 01/06/2027.",
  }),
  cautionnementElectronique: parmi("signatures", "Acte de cautionnement", {
    choix: { autorise: "Signature électronique permise", papier: "Sur papier seulement" },
    defaut: "autorise",
    largeur: 6,
    aide: "Permise depuis 2022 (Code civil, art. 1174, 1175 et 2297), discutée depuis (CA Montpellier, 17/09/2025) ; à relire le 01/06/2027.",
  }),

  horodatageUrl: ligne("signatures", "Horodatage"),

  clauseRgpd: paragraphe("donnees", "Clause des documents"),

  conservationLocataire: nombre("conservation", "Locataires partis", {
    saisie: "entier",
    schema: entier(1, 30),
    defaut: 3,
    unite: "ans",
    largeur: 2,
  }),
  conservationCandidat: nombre("conservation", "Candidats sans bail", {
    saisie: "entier",
    schema: entier(1, 24),
    defaut: 3,
    unite: "mois",
    largeur: 2,
  }),
  conservationCaution: nombre("conservation", "Cautions sans dossier", {
    saisie: "entier",
    schema: entier(1, 24),
    defaut: 3,
    unite: "mois",
    largeur: 2,
  }),
  conservationProprietaire: nombre("conservation", "Propriétaires sans bien ni mandat", {
    saisie: "entier",
    schema: entier(1, 30),
    defaut: 5,
    unite: "ans",
    largeur: 2,
  }),
  conservationCourriel: nombre("conservation", "Textes des courriels", {
    saisie: "entier",
    schema: entier(1, 30),
    defaut: 3,
    unite: "ans",
    largeur: 2,
  }),

  longueurMotDePasse: nombre("securite", "Longueur des mots de passe", {
    saisie: "entier",
    schema: entier(LONGUEUR_MOT_DE_PASSE, 64),
    defaut: LONGUEUR_MOT_DE_PASSE,
    unite: "caractères",
    aide: "Au moins, pour ceux que l’on choisira désormais.",
    protege: "motDePasse",
  }),
  secondFacteurAdmin: ouiNon("securite", "Second facteur exigé des administrateurs", false, {
    largeur: 6,
    protege: "motDePasse",
  }),
  secondFacteurEquipe: ouiNon("securite", "Second facteur exigé des autres comptes", false, {
    largeur: 6,
    aide: "Qui n’en a pas est conduit à en ajouter un avant de continuer, sessions ouvertes comprises.",
    protege: "motDePasse",
  }),
  deuxPersonnes: ouiNon("securite", "Deux personnes pour le compte bancaire", false, {
    largeur: 6,
    aide: "Un changement d’IBAN ou de BIC attend la confirmation d’un autre administrateur.",
    protege: "deuxPersonnes",
  }),
  delaiConfirmation: nombre("securite", "Ancienneté pour confirmer", {
    saisie: "entier",
    schema: entier(0, 720),
    defaut: 72,
    unite: "heures",
    aide: "Depuis qu’un autre a créé le compte qui confirme, changé son rôle ou remis son mot de passe.",
    protege: "deuxPersonnes",
  }),
  delaiIban: nombre("securite", "Nouvel IBAN à payer", {
    saisie: "entier",
    schema: entier(0, 720),
    defaut: 48,
    unite: "heures",
    aide: "Avant qu’un virement y aille, une fois le changement confirmé.",
    protege: "deuxPersonnes",
  }),
} as const satisfies Record<string, Reglage>;

export type CleAgence = keyof typeof REGLAGES;

const TOUS = Object.entries<Reglage>(REGLAGES);

const reglageNomme = (nom: string): Reglage | null =>
  Object.hasOwn(REGLAGES, nom) ? REGLAGES[nom as CleAgence] : null;

/** The setting whose name differs from a text only by its capitals; null without one. */
export const reglageVoisin = (nom: string): string | null =>
  TOUS.find(([cle]) => cle !== nom && cle.toLowerCase() === nom.toLowerCase())?.[0] ?? null;

/** The settings stored encrypted, which screens show masked by {@link valeurMontree}. */
export const SECRETS: readonly string[] = TOUS.filter(([, { saisie }]) => saisie === "iban").map(
  ([cle]) => cle,
);

/** The settings that may be changed only after typing the password (http/README §9.6). */
export const PROTEGES: readonly string[] = TOUS.filter(([, { protege }]) => protege).map(
  ([cle]) => cle,
);

/** The settings whose change a second administrator may have to confirm. */
export const A_DEUX: readonly string[] = TOUS.filter(
  ([, { protege }]) => protege === "deuxPersonnes",
).map(([cle]) => cle);

/** The value of a setting as screens show it: an IBAN is masked. */
export const valeurMontree = (nom: string, valeur: string | null): string | null =>
  valeur !== null && SECRETS.includes(nom) ? ibanMasque(valeur) : valeur;

/** The section and the label of a setting: « Compte bancaire, IBAN ». */
export function intituleReglage(nom: string): string {
  const reglage = reglageNomme(nom);
  return reglage ? `${GROUPES[reglage.groupe].titre}, ${reglage.libelle}` : nom;
}

/** The settings of a section, in order. */
export const reglagesDe = (groupe: Groupe) =>
  TOUS.filter(([, reglage]) => reglage.groupe === groupe);

/** A French warning for each setting in `valeurs` that is empty although its absence has a consequence. */
export const manquesReglages = (valeurs: Readonly<Record<string, unknown>>): Avertissement[] =>
  TOUS.flatMap(([cle, { vide }]) =>
    vide && cle in valeurs && (valeurs[cle] ?? "") === "" ? [doute(cle, vide)] : [],
  );

/** The schema of one of the two forms of settings. */
export const schemaDe = (formulaire: SectionDesReglages["formulaire"]) =>
  z.strictObject(
    Object.fromEntries(
      TOUS.filter(([, { groupe }]) => GROUPES[groupe].formulaire === formulaire).map(
        ([cle, { schema }]) => [cle, schema],
      ),
    ),
  );

/** The settings that the law requires on a paper of the agency, with their French names. */
const EXIGENCES = {
  carteNumero: "le numéro de carte professionnelle",
  garantNom: "le garant financier",
} as const satisfies Partial<Record<CleAgence, string>>;

/**
 * Refuses a paper while the agency lacks its card number, or its guarantor when it may receive funds: the paper would
 * be void, or an offence (loi n° 70-9, art. 3, 14, 16; décret n° 72-678, art. 92).
 *
 * @param papier the beginning of the French message, « Ce mandat »
 * @param fonds true: the agency receives funds under this paper, so the guarantor is required whatever the settings
 * say
 * @throws Invalid, with the missing settings in `details.reglages`
 */
export function exigerMentionsAgence(
  agence: Agence,
  { papier, fonds }: { papier: string; fonds: boolean },
): void {
  const exigees = (["carteNumero", "garantNom"] as const).filter(
    (cle) => cle === "carteNumero" || fonds || !agence.nonDetentionFonds,
  );
  const reglages = exigees.filter((cle) => agence[cle].trim() === "");
  if (reglages.length === 0) return;
  const noms = reglages.map((cle) => EXIGENCES[cle]).join(" et ");
  throw new Invalid(
    {},
    `${papier} doit porter ${noms} de l’agence\u00A0: à renseigner dans les paramètres.`,
    { reglages },
  );
}

/** A setting whose stored text is none of its possible values. */
export interface Illisible {
  cle: CleAgence;
  intitule: string;
  texte: string;
}

/** Every setting with its type. When empty: "" for a text, null for an optional number or day. */
export type Agence = { [Cle in CleAgence]: (typeof REGLAGES)[Cle]["defaut"] } & {
  /** The settings replaced by their default value because their stored text is unreadable. */
  illisibles: readonly Illisible[];
};

/**
 * Reads the settings of the agency from their stored texts. A setting that was never stored has its default value. A
 * setting that is a text keeps an invalid text. Any other setting with an invalid text has its default value, and is
 * listed in `illisibles` unless the text is empty.
 */
export function agenceDe(variables: readonly { nom: string; valeur: string | null }[]): Agence {
  const textes = new Map(variables.map(({ nom, valeur }) => [nom, valeur]));
  const illisibles: Illisible[] = [];
  const valeurs = TOUS.map(([cle, reglage]) => {
    const texte = textes.get(cle);
    const { defaut, saisie, schema } = reglage;
    if (texte === undefined) return [cle, defaut];
    const valeur = valeurDuTexte(reglage, texte);
    if (TEXTES.has(saisie)) return [cle, valeur ?? ""];
    if (z.safeParse(schema, valeur).success) return [cle, valeur];
    if (texte !== null && valeur !== null) {
      illisibles.push({ cle: cle as CleAgence, intitule: intituleReglage(cle), texte });
    }
    return [cle, defaut];
  });
  return { ...Object.fromEntries(valeurs), illisibles };
}

/** The French reason why a setting refuses a text; null when the text is valid, or when no setting has this name. */
export function refusReglage(nom: string, texte: string | null): string | null {
  const reglage = reglageNomme(nom);
  if (!reglage) return null;
  const essai = z.safeParse(reglage.schema, valeurDuTexte(reglage, texte));
  return essai.success ? null : (essai.error.issues[0]?.message ?? null);
}

/** Whether the agency has no guarantor because it receives no funds (loi n° 70-9, art. 3). */
export const sansGarant = ({ garantNom, nonDetentionFonds }: Agence): boolean =>
  nonDetentionFonds && garantNom.trim() === "";

/** The French sentences about settings that the agency's documents need and lack (documents/README §8.3). */
export function manquesAgence(agence: Agence): string[] {
  return [
    ...phrases([
      [agence.agenceNom === "", "Le nom de l'agence n'est pas renseigné dans les paramètres."],
      [
        agence.carteNumero === "",
        "Le numéro de carte professionnelle de l'agence n'est pas renseigné dans les paramètres.",
      ],
      [
        agence.garantNom === "" && !sansGarant(agence),
        "Le garant financier de l'agence n'est pas renseigné dans les paramètres.",
      ],
      [agence.siret === "", "Le SIRET de l'agence n'est pas renseigné dans les paramètres."],
    ]),
    ...agence.illisibles.map(
      ({ intitule, texte }) =>
        `Le réglage «\u00A0${intitule}\u00A0» ne peut pas valoir «\u00A0${texte}\u00A0»\u00A0: sa valeur par défaut est employée.`,
    ),
  ];
}
