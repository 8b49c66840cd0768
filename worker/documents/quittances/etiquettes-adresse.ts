import type { Agence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import type { Adresse } from "#domain/biens/adresse.ts";
import { PLANCHE, type Tirage } from "#domain/biens/etiquettes-adresse.ts";
import type { Jour } from "#domain/dates.ts";
import { enCapitales } from "#domain/orthographe.ts";
import { estMorale, type Personne } from "#domain/personnes/personne.ts";
import { BLANK } from "../mentions.ts";
import type { Composed, LabelSheet } from "../page/blocks.ts";

/**
 * The measures of the label sheets Avery L7160 and J8160: three columns of seven labels of 63.5 × 38.1 mm
 * (documents/README §8.5).
 */
const PLANCHE_L7160: LabelSheet = {
  columns: PLANCHE.colonnes,
  rows: PLANCHE.rangees,
  left: 7.21,
  top: 15.15,
  width: 63.5,
  height: 38.1,
  pitchX: 66.04,
  pitchY: 38.1,
};

/** The addressees of a label, the first cell printed on the sheet, and how many copies. */
export interface DonneesEtiquette extends Tirage {
  destinataires: readonly Personne[];
  /** The floor and the door, one a line, printed above the address. */
  complements: readonly string[];
  adresse: Adresse;
  emission: Jour;
  agence: Agence;
}

/**
 * A sheet of address labels, printed at 100 % (documents/README §8.5). The address follows the rules of the post (NF Z
 * 10-011): capitals, no punctuation, the last line without accents.
 */
export function etiquettes(donnees: DonneesEtiquette): Composed {
  const { agence, copies, destinataires, emission, position } = donnees;
  const etiquette = lignes(donnees);
  const noms = nomsPostaux(destinataires).join(" – ");
  return {
    document: {
      title: `Étiquettes – ${noms}`,
      metadata: { author: agence.agenceNom, subject: noms, date: emission },
      letterhead: { name: agence.agenceNom, lines: [] },
      footer: "",
      bare: true,
      blocks: [
        {
          kind: "labels",
          sheet: PLANCHE_L7160,
          first: position,
          labels: Array.from({ length: copies }, () => etiquette),
        },
      ],
    },
    warnings: manques(donnees),
  };
}

/**
 * The maximum number of lines of an address on a label; in a longer address, floor, door and building share a line.
 */
const LIGNES_AU_PLUS = 6;

function lignes({ adresse, complements, destinataires }: DonneesEtiquette): string[] {
  const { adresse: rue, codePostal, ville } = adresse;
  const bureau = derniereLigne(`${codePostal ?? ""} ${ville ?? ""}`);
  const noms = nomsPostaux(destinataires);
  const lignesDeComplement = complements.map(ligne).filter((texte) => texte !== "");
  const lieu = [ligne(rue ?? "") || BLANK, bureau || BLANK];
  const rassemblees = noms.length + lignesDeComplement.length + lieu.length > LIGNES_AU_PLUS;
  return [
    ...noms,
    ...(rassemblees && lignesDeComplement.length > 0
      ? [lignesDeComplement.join(" ")]
      : lignesDeComplement),
    ...lieu,
  ];
}

/**
 * The names of the addressees as the post writes them: « M PRENOM NOM »; a couple with one name is on one line, « M et
 * MME NOM ».
 */
function nomsPostaux(personnes: readonly Personne[]): string[] {
  const [premier, second] = personnes;
  if (premier === undefined) return [BLANK];
  const [titre, autreTitre] = personnes.map(titrePostal);
  const couple =
    second !== undefined &&
    personnes.length === 2 &&
    ligne(premier.nom) === ligne(second.nom) &&
    titre !== autreTitre;
  if (couple) return [[titre, "et", autreTitre, ligne(premier.nom)].filter(Boolean).join(" ")];
  return personnes.map(
    (personne) =>
      ligne(`${titrePostal(personne)} ${personne.prenom ?? ""} ${personne.nom}`) || BLANK,
  );
}

function titrePostal(personne: Personne): string {
  if (!personne.titre || estMorale(personne)) return "";
  return personne.titre === "Monsieur" ? "M" : "MME";
}

const PONCTUATION = /[.,;:!?«»"()[\]\\]+/g;

/** A line of an address in capitals without punctuation; hyphens, apostrophes and accents stay, as parts of a name. */
const ligne = (texte: string): string => compacte(enCapitales(texte.replace(PONCTUATION, " ")));

/** The last line of an address as the post spells it: « 94240 L HAY LES ROSES ». */
const derniereLigne = (texte: string): string =>
  compacte(
    ligne(texte)
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .replaceAll("Œ", "OE")
      .replaceAll("Æ", "AE")
      .replace(/[-’'–—]/g, " "),
  );

const compacte = (texte: string): string => texte.replace(/\s+/g, " ").trim();

function manques({ adresse, destinataires }: DonneesEtiquette): string[] {
  return phrases([
    [destinataires.length === 0, "L'étiquette n'a aucun destinataire."],
    [
      [adresse.adresse, adresse.codePostal, adresse.ville].some((partie) => !partie?.trim()),
      "L'adresse de l'étiquette est incomplète.",
    ],
  ]);
}
