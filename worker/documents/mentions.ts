import { toCurrency } from "n2words/fr-FR";
import { type Agence, sansGarant } from "#domain/agence/agence.ts";
import type { Adresse } from "#domain/biens/adresse.ts";
import { formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import { arrondir, enCentimes, formatEuros } from "#domain/montants.ts";
import { enCapitales } from "#domain/orthographe.ts";
import { estMorale, nomLegal, type Personne, type Represente } from "#domain/personnes/personne.ts";
import { motDuDroit, type Titulaire } from "#domain/personnes/propriete.ts";
import type {
  Field,
  Fields,
  Inline,
  Letterhead,
  Picture,
  Run,
  Signatory,
  Signature,
} from "./page/blocks.ts";

/** The dots printed for a missing fact, so that it can be written by hand (documents/README §8.1). */
export const BLANK = "……………";

const NO_BREAK_SPACE = "\u00A0";
const MILLIARD_EN_CENTIMES = 100_000_000_000;

export const orBlank = (text: string | null | undefined): string => text?.trim() || BLANK;

/** The legal name of a person, or the dots to fill in when unknown. */
export const personne = (nommee: Personne): string => orBlank(nomLegal(nommee));

/**
 * The words that follow the name of a company: « , représentée par Paul DELORME, en qualité de président, dûment
 * habilité(e) ». A natural person has the same words when a representative is known, otherwise "" (bail/README §3.2).
 */
export const representation = (client: Represente): string => {
  const { representantNom, representantQualite, titre } = client;
  const par = `par ${orBlank(representantNom)}, en qualité de ${orBlank(representantQualite)}`;
  if (estMorale(client)) return `, représentée ${par}, dûment habilité(e)`;
  if (!representantNom?.trim()) return "";
  return `, ${titre === "Monsieur" ? "représenté" : "représentée"} ${par}`;
};

/** Joins names in a sentence: « A », « A et B », « A, B et C »; dots to fill in when there are none. */
export function enumeration(noms: readonly string[]): string {
  if (noms.length < 2) return orBlank(noms[0]);
  return `${noms.slice(0, -1).join(", ")} et ${noms.at(-1)}`;
}

/**
 * The amount in euros written in words, classic spelling (documents/README §8.4): 1234.56 gives « mille deux cent
 * trente-quatre euros et cinquante-six centimes ». Dots to fill in for a negative amount and from a billion on.
 */
export const enLettres = (montant: number): string =>
  montant >= 0 && enCentimes(montant) < MILLIARD_EN_CENTIMES
    ? toCurrency(arrondir(montant).toFixed(2)).replace(/(millions?) euros/, "$1 d'euros")
    : BLANK;

/**
 * An amount in euros, in words and figures, to follow « la somme » or « la limite »: « de deux mille euros (2 000,00
 * €) », « d’un euro (1,00 €) ».
 */
export function deLettres(montant: number): Run[] {
  const lettres = enLettres(montant);
  return [
    { text: lettres.startsWith("un ") ? "d'" : "de " },
    { text: lettres, bold: true },
    { text: ` (${formatEuros(montant)})` },
  ];
}

/**
 * The lines of an address as the post requires, with the postal code and the town in capitals; a line whose parts are
 * all unknown is left out.
 */
export function lignesAdresse({ adresse, codePostal, ville }: Adresse): string[] {
  return [adresse, [codePostal, enCapitales(ville ?? "")].filter(Boolean).join(" ")]
    .map((ligne) => ligne?.trim() ?? "")
    .filter((ligne) => ligne !== "");
}

/** Writes the nine digits of a company number (SIREN) in groups of three: « 552 100 554 ». */
export const sirenEnGroupes = (siren: string): string =>
  siren.replace(/\d{3}(?=\d)/g, `$&${NO_BREAK_SPACE}`);

export interface Bailleur extends Titulaire, Adresse {}

export interface Logement extends Adresse {
  etage: string | null;
  caveNum: string | null;
  /** The number or the place of a parking space. */
  situation?: string | null;
}

/** The parties and the dwelling, printed at the head of the documents of a lease. */
export function parties(
  {
    bailleurs,
    locataires,
    logement,
  }: {
    bailleurs: readonly Bailleur[];
    locataires: readonly Personne[];
    logement: Logement;
  },
  loue: "Logement" | "Emplacement" = "Logement",
): Fields {
  const accord = (mot: string, { length }: readonly unknown[]) => (length > 1 ? `${mot}s` : mot);
  return {
    kind: "fields",
    columns: 3,
    fields: [
      bailleurs.length < NOMBREUX
        ? {
            label: accord("Bailleur", bailleurs),
            lines: bailleurs.length === 0 ? [BLANK] : bailleurs.flatMap(nomEtAdresse),
          }
        : { label: "Bailleurs", lines: bailleurs.map(surUneLigne), wide: true },
      locataires.length <= NOMBREUX
        ? {
            label: accord("Locataire", locataires),
            lines:
              locataires.length === 0
                ? [BLANK]
                : locataires.map((locataire) => [{ text: personne(locataire), bold: true }]),
          }
        : {
            label: "Locataires",
            lines: [[{ text: enumeration(locataires.map(personne)), bold: true }]],
            wide: true,
          },
      {
        label: loue,
        lines: [
          ...(lignesAdresse(logement).length === 0 ? [BLANK] : lignesAdresse(logement)),
          ...(loue === "Emplacement" ? emplacement(logement) : situation(logement)),
        ],
      },
    ],
  };
}

/**
 * From this number of owners on, each owner has a line of the full width. Above this number of tenants, one line of
 * the full width names all of them.
 */
const NOMBREUX = 3;

/** The name of an owner, with the right unless full ownership: « Jeanne DE LA TOUR, usufruitière ». */
function nomEtDroit(bailleur: Bailleur): Run[] {
  const droit = motDuDroit(bailleur);
  return [{ text: personne(bailleur), bold: true }, ...(droit ? [{ text: `, ${droit}` }] : [])];
}

const surUneLigne = (bailleur: Bailleur): Inline => [
  ...nomEtDroit(bailleur),
  { text: ["", ...lignesAdresse(bailleur)].join(", ") },
];

/** The name of an owner, then the address unless the next owner has the same address. */
function nomEtAdresse(bailleur: Bailleur, rang: number, bailleurs: readonly Bailleur[]): Inline[] {
  const adresse = lignesAdresse(bailleur);
  const suivant = bailleurs[rang + 1];
  const commune = suivant !== undefined && lignesAdresse(suivant).join() === adresse.join();
  return [nomEtDroit(bailleur), ...(commune ? [] : adresse)];
}

/** The location of a parking space, which has a number but no floor or cellar: « Place 34, 2e sous-sol ». */
const emplacement = ({ situation }: Logement): string[] =>
  [situation?.trim() ?? ""].filter((ligne) => ligne !== "");

/** The object of the lease, after « en paiement du loyer »: a dwelling or a parking space. */
export const duBienLoue = (stationnement: boolean): string =>
  stationnement
    ? "de l'emplacement de stationnement désigné ci-dessus"
    : "du logement désigné ci-dessus";

/** The floor and the cellar in one line, « 4e étage, cave n° 12 »; no line when neither is known. */
function situation(logement: Logement): string[] {
  const texte = [etage(logement.etage), cave(logement.caveNum)].filter(Boolean).join(", ");
  return texte === "" ? [] : [texte.charAt(0).toUpperCase() + texte.slice(1)];
}

/** The floor in words, « Rez-de-chaussée », « 1er étage », « 4e étage »; any other text as it was typed. */
export function etage(valeur: string | null): string | null {
  if (valeur === null || !/^\d+$/.test(valeur.trim())) return valeur?.trim() || null;
  const numero = Number(valeur);
  if (numero === 0) return "Rez-de-chaussée";
  return `${numero}${numero === 1 ? "er" : "e"} étage`;
}

/** The cellar in words: « cave n° 12 », « cave » when the number is empty or 0, null without a cave. */
export function cave(numero: string | null): string | null {
  if (numero === null) return null;
  return ["", "0"].includes(numero.trim()) ? "cave" : `cave n°${NO_BREAK_SPACE}${numero.trim()}`;
}

/** The field « Période » of a document, from the first day to the last, both included. */
export const periodeEnChamp = (du: Jour, au: Jour): Field => ({
  label: "Période",
  lines: [`du ${formatJour(du)}`, [{ text: `au ${formatJour(au)}`, bold: true }]],
});

/** The agency's activity, as its documents must state it (décret n° 72-678, art. 92). */
export const ACTIVITE = "Administration de biens et gestion immobilière";

/** The head of the agency's letters. */
export function enTete(agence: Agence, logo?: Picture): Letterhead {
  const { agenceCp: codePostal, agenceVille: ville, agenceAdresse: adresse } = agence;
  return {
    name: agence.agenceNom,
    lines: [
      ...lignesAdresse({ adresse, codePostal, ville }),
      [agence.agenceTel, agence.agenceEmail].filter(Boolean).join("  ·  "),
      agence.agenceSite,
    ].filter((ligne) => ligne !== ""),
    logo,
  };
}

/**
 * The legal identity of the agency at the foot of every document (décret n° 72-678, art. 92); a part whose setting is
 * empty is left out.
 */
export function piedDePage(agence: Agence): string {
  const { formeJuridique, capital, carteNumero, carteType, carteLieu, garantNom, mediateurNom } =
    agence;
  const type = carteType && `${carteType} `;
  const segments = [
    liste(
      agence.agenceNom,
      [formeJuridique, capital && `au capital de ${capital}`].filter(Boolean).join(" "),
    ),
    agence.agenceNom && ACTIVITE,
    liste(agence.agenceAdresse, [agence.agenceCp, agence.agenceVille].filter(Boolean).join(" ")),
    agence.rcs && `RCS ${agence.rcs}`,
    carteNumero &&
      `Carte professionnelle ${type}n°${NO_BREAK_SPACE}${carteNumero}${carteLieu && ` délivrée par la CCI ${carteLieu}`}`,
    garantNom &&
      `Garantie financière${NO_BREAK_SPACE}: ${liste(garantNom, agence.garantAdresse, agence.garantMontant)}`,
    agence.rcpAssureur &&
      `RCP ${liste(agence.rcpAssureur, agence.rcpPolice && `police n°${NO_BREAK_SPACE}${agence.rcpPolice}`)}`,
    mediateurNom &&
      `Médiateur de la consommation${NO_BREAK_SPACE}: ${liste(mediateurNom, agence.mediateurAdresse, agence.mediateurSite)}`,
    agence.nonDetentionFonds && SANS_FONDS,
  ];
  return chiffresSoudes(segments.filter(Boolean).join(" – "));
}

/** The sentence for an agency that declares that it receives no funds (décret n° 72-678, art. 94). */
export const SANS_FONDS = "L'agence ne détient ni ne reçoit de fonds, effets ou valeurs";

/**
 * The guarantor of the funds that the agency receives, with address and amount; a sentence for an agency that receives
 * no funds.
 */
export const garantie = (agence: Agence): string =>
  sansGarant(agence)
    ? "Sans objet, l'agence ne reçoit ni ne détient de fonds"
    : liste(
        orBlank(agence.garantNom),
        orBlank(agence.garantAdresse),
        chiffresSoudes(agence.garantMontant),
      );

/**
 * An amount typed in the settings, kept on one line: « 320 000 € » with no-break spaces between digits and before the
 * sign.
 */
export const chiffresSoudes = (texte: string): string =>
  texte.replace(/(?<=\d) (?=[\d€])/g, NO_BREAK_SPACE);

const liste = (...parties: string[]) => parties.filter((partie) => partie !== "").join(", ");

/**
 * For each kind of document: the purpose of the processing of personal data, its ground in art. 6 of the RGPD, the
 * recipients of the data, and the time for which it is kept.
 */
const TRAITEMENTS = {
  mandat: {
    finalite:
      "la conclusion et l'exécution du présent ordre et le respect des obligations légales du mandataire (article 6, 1, b et c du règlement (UE) 2016/679)",
    destinataires:
      "le mandataire, ses prestataires techniques et, pour ce que leur mission demande, les locataires, les entreprises et assureurs intervenants et les administrations",
    duree: "la durée de la mission",
  },
  bail: {
    finalite:
      "la conclusion et l'exécution du bail et le respect des obligations légales du bailleur et de son mandataire (article 6, 1, b et c du règlement (UE) 2016/679)",
    destinataires:
      "le bailleur, le mandataire, ses prestataires techniques et, pour ce que leur mission demande, le syndic, les entreprises et assureurs intervenants, les organismes d'aide au logement, les commissaires de justice et les administrations",
    duree: "la durée du bail",
  },
  cautionnement: {
    finalite:
      "l'établissement et l'exécution du cautionnement, que la caution a accepté, et le respect des obligations légales du bailleur et de son mandataire (article 6, 1, b et c du règlement (UE) 2016/679)",
    destinataires:
      "le bailleur, le mandataire, ses prestataires techniques et, en cas d'impayé, les commissaires de justice, avocats et juridictions saisis",
    duree: "la durée de l'engagement",
  },
} as const;

/**
 * The clause on personal data (RGPD, art. 13): the agency’s own text when the settings have one, else the usual text.
 */
export function donneesPersonnelles(agence: Agence, traitement: keyof typeof TRAITEMENTS): string {
  const { finalite, destinataires, duree } = TRAITEMENTS[traitement];
  return (
    agence.clauseRgpd.trim() ||
    `Les données personnelles recueillies sont traitées par ${orBlank(agence.agenceNom)}, responsable du traitement, pour ${finalite}. Leurs destinataires sont ${destinataires}. Elles sont conservées pendant ${duree}, puis le temps des prescriptions légales. Chacun peut accéder aux données qui le concernent, les faire rectifier ou effacer, en demander la limitation ou la portabilité en écrivant à ${orBlank(agence.agenceEmail)}, et saisir la CNIL d'une réclamation.`
  );
}

const NOMBRES = ["zéro", "un", "deux", "trois", "quatre", "cinq", "six"];

/** The number of originals, one for each party: « en trois exemplaires ». */
export const enExemplaires = (nombre: number): string =>
  `en ${NOMBRES[nombre] ?? nombre} exemplaires`;

/** The way a paper will be signed; by hand when `electronique` is absent. */
export interface ModeDeSignature {
  /**
   * Whether the parties sign on a screen: the paper then has no initials, no words to copy, and no count of originals.
   */
  electronique?: boolean | undefined;
}

const SUR_SUPPORT_DURABLE =
  "Signé électroniquement\u00A0: chaque partie en dispose sur un support durable, avec la page de preuve (article 1375 du Code civil).";

/** The head of the signature of a paper that the agency alone signs: « Fait à Lyon, le 3 mai 2026 ». */
export const faitParLAgence = (
  { lieuSignature }: Pick<Agence, "lieuSignature">,
  jour: Jour,
): string => `Fait à ${orBlank(lieuSignature)}, le ${jourEnLettres(jour)}`;

/**
 * The head of the signatures: « Fait à Lyon, le 3 mai 2026, en deux exemplaires ». A paper signed on a screen by
 * several parties needs no originals (Code civil, art. 1375, al. 4), and the proof page gives its day.
 * @param exemplaires null when this kind of paper never gives the number of originals.
 */
export function faitA(
  { lieu, jour, exemplaires }: { lieu: string; jour: string; exemplaires: string | null },
  { electronique }: ModeDeSignature,
): Pick<Signature, "placeAndDate" | "note"> {
  if (!electronique)
    return {
      placeAndDate: [`Fait à ${lieu}`, `le ${jour}`, exemplaires].filter(Boolean).join(", "),
    };
  const ou = lieu === BLANK ? "Fait" : `Fait à ${lieu},`;
  return {
    placeAndDate: `${ou} à la date que porte la page de preuve`,
    ...(exemplaires === null ? {} : { note: SUR_SUPPORT_DURABLE }),
  };
}

/**
 * The words under the name of a party: the words to write above a handwritten signature, or how a signature is given
 * on a screen.
 */
export function avantDeSigner(mots: string | null, { electronique }: ModeDeSignature): string {
  if (electronique) return "Signature électronique, dite\npar la page de preuve";
  return mots === null ? "Signature" : `Signature précédée de\n« ${mots} »`;
}

/**
 * The parties that initial each page of a paper signed by the agency and the tenants; none when they sign on a screen.
 */
export function parapheurs(
  locataires: readonly Personne[],
  { electronique }: ModeDeSignature = {},
): string[] {
  if (electronique) return [];
  const rangs = locataires.map((_, rang) => `Locataire ${rang + 1}`);
  return ["Mandataire", ...(rangs.length > 1 ? rangs : ["Locataire"])];
}

/**
 * The lessors after the article « le » or « du »: « le bailleur », « les bailleurs », « du bailleur », « des bailleurs
 * ».
 */
export const auxBailleurs = (article: "le" | "du", { length }: readonly unknown[]): string =>
  length > 1 ? `${article === "le" ? "les" : "des"} bailleurs` : `${article} bailleur`;

/** The words « du locataire » for one tenant, « des locataires » for several. */
export const desLocataires = ({ length }: readonly unknown[]): string =>
  length > 1 ? "des locataires" : "du locataire";

/**
 * The agency as the signatory for the owners; its stamp is only on papers that the agency signs alone
 * (documents/README §8.3).
 */
export function mandataire(
  agence: Agence,
  bailleurs: readonly unknown[],
  cachet?: Picture,
): Signatory {
  const { signataireNom, signataireQualite } = agence;
  return {
    role: `Pour ${auxBailleurs("le", bailleurs)}, le mandataire`,
    name: orBlank(agence.agenceNom),
    detail: liste(signataireNom, signataireQualite) || undefined,
    picture: cachet,
  };
}
