import * as z from "zod/mini";
import { creation as creationAppartement } from "../biens/appartement-fiche.ts";
import { creation as creationDossier } from "../biens/dossier-fiche.ts";
import { formatJour, type Jour } from "../dates.ts";
import { REQUIS } from "../fields.ts";
import { formatNombre, somme } from "../montants.ts";
import { creation as creationCaution } from "../personnes/caution.ts";
import { creation as creationClient } from "../personnes/client-fiche.ts";
import { gardee as locataireGarde } from "../personnes/locataire-fiche.ts";
import { cite } from "../texte-lu.ts";
import type { ChampImport } from "./champs/champ.ts";
import { CHAMPS, estVide, type Rangs } from "./colonnes.ts";
import type { CorrespondanceImport } from "./colonnes-fiche.ts";
import type { FormeImport, GenreImport } from "./genres.ts";
import { creation as creationMandat, termesDits } from "./mandats-fiche.ts";
import { prenomsDuCouple, qualiteDite } from "./noms.ts";
import { texteLu, ValeurRefusee } from "./valeurs.ts";

/** An error on a line: one French sentence, and its column. */
export interface ErreurDeLigne {
  ligne: number;
  /** The header in the file, or the name of the missing column; null when no column is at fault. */
  colonne: string | null;
  /**
   * The rank of the column in the file, from 0; null when the file lacks it, or when one value is given for every
   * line.
   */
  place: number | null;
  message: string;
}

/** A line as read from the file: `valeurs` holds the values of the record, and the texts that name other records. */
export interface LigneLue {
  ligne: number;
  valeurs: Record<string, unknown>;
  /** The texts of the cells, in the order of the columns. */
  cellules: string[];
  erreurs: ErreurDeLigne[];
}

/** The answers of the person who imports a file of one kind. */
export type CorrespondanceDuGenre = CorrespondanceImport & { genre: GenreImport };

/** The schemas of creation of each kind; an imported tenant may lack an e-mail. */
export const CREATIONS: Readonly<Record<GenreImport, z.core.$ZodType>> = {
  Client: creationClient,
  Appartement: creationAppartement,
  Mission: creationMandat,
  Locataire: locataireGarde,
  Dossier: creationDossier,
  Caution: creationCaution,
};

/**
 * A column to read, with its header and its rank in the file; the rank is negative for a value given for every line.
 */
interface ColonneLue extends ChampImport {
  place: number;
  entete: string;
}

/** The columns to read, and the fields with one value for every line. */
function colonnesLues(
  entetes: readonly string[],
  { genre, colonnes, defauts = {} }: CorrespondanceImport,
): ColonneLue[] {
  const colonnesLues = CHAMPS[genre].flatMap((champ) => {
    const place = colonnes.indexOf(champ.champ);
    if (place < 0 && !defauts[champ.champ]?.trim()) return [];
    return [{ ...champ, place, entete: entetes[place]?.trim() || champ.titre }];
  });
  const rangs = (place: number) => (place < 0 ? Number.MAX_SAFE_INTEGER : place);
  return colonnesLues.toSorted((colonne, autre) => rangs(colonne.place) - rangs(autre.place));
}

/**
 * The column named in a message about some fields: the first column that gives one of them, by its header in the
 * file, else the usual name of the first field.
 */
export function colonneDe(
  champs: readonly string[],
  colonnes: readonly ColonneLue[],
  genre: FormeImport,
): { colonne: string; place: number | null; presente: boolean } {
  const presente = colonnes.find((colonne) => champs.includes(colonne.champ));
  const [champ = ""] = champs;
  return {
    colonne:
      presente?.entete ??
      CHAMPS[genre].find((possible) => possible.champ === champ)?.titre ??
      champ,
    place: presente ? placeDe(presente) : null,
    presente: presente !== undefined,
  };
}

/** The rank of a column; null for a value given for every line. */
const placeDe = ({ place }: ColonneLue): number | null => (place >= 0 ? place : null);

/**
 * Reads every line after the headers, cell by cell; blank lines are skipped.
 *
 * @param rang the rank of the row of headers
 */
export function lireLignes(
  { rangs, rang, depuis1904 }: { rangs: Rangs; rang: number; depuis1904: boolean },
  correspondance: CorrespondanceDuGenre,
  today: Jour,
): { colonnes: ColonneLue[]; lignes: LigneLue[] } {
  const colonnes = colonnesLues(rangs[rang] ?? [], correspondance);
  const lignes = rangs.flatMap((cellules, place) =>
    place > rang && !estVide(cellules)
      ? [lireLigne(cellules, place + 1, colonnes, { ...correspondance, today, depuis1904 })]
      : [],
  );
  return { colonnes, lignes };
}

/** The most characters of a parsed cell: searching a sum in 100,000 spaces would take hours. */
const LUE_AU_PLUS = 255;
/** The most characters of a cell kept as text; no field takes more. */
const TEXTE_AU_PLUS = 5000;

function lireLigne(
  cellules: readonly string[],
  ligne: number,
  colonnes: readonly ColonneLue[],
  {
    genre,
    defauts = {},
    today,
    depuis1904,
  }: CorrespondanceDuGenre & { today: Jour; depuis1904: boolean },
): LigneLue {
  const valeurs: Record<string, unknown> = {};
  const erreurs: ErreurDeLigne[] = [];
  const montrees: string[] = [];
  const celluleDe = (champ: string): string => {
    const place = colonnes.find((colonne) => colonne.champ === champ)?.place ?? -1;
    const cellule = (cellules[place] ?? "").slice(0, TEXTE_AU_PLUS + 1);
    const texte = cellule.length > TEXTE_AU_PLUS ? cellule : texteLu(cellule);
    return texte || (defauts[champ]?.trim() ?? "");
  };
  for (const colonne of colonnes) {
    const { champ, entete, lire } = colonne;
    const texte = celluleDe(champ);
    montrees.push(texte);
    if (texte === "") continue;
    try {
      const auPlus = lire === texteLu ? TEXTE_AU_PLUS : LUE_AU_PLUS;
      if (texte.length > auPlus) {
        throw new ValeurRefusee(`${cite(texte)} est trop long : ${auPlus} signes au plus.`);
      }
      const valeur = lire(texte, today, { dit: celluleDe, depuis1904 });
      montrees[montrees.length - 1] = enMots(valeur, texte);
      if (typeof valeur === "object" && valeur !== null) {
        // A value from the field's own column prevails over a value implied by another column.
        for (const [nom, valeurDite] of Object.entries(valeur)) valeurs[nom] ??= valeurDite;
      } else valeurs[champ] = valeur;
    } catch (error) {
      if (!(error instanceof ValeurRefusee)) throw error;
      erreurs.push({ ligne, colonne: entete, place: placeDe(colonne), message: error.message });
    }
  }
  return { ligne, valeurs: COMPLETER[genre](valeurs), cellules: montrees, erreurs };
}

function enMots(valeur: unknown, texte: string): string {
  if (typeof valeur === "boolean") return valeur ? "Oui" : "Non";
  if (typeof valeur === "number")
    return Number.isInteger(valeur) ? String(valeur) : formatNombre(valeur, 2);
  if (typeof valeur !== "string") return texte;
  return /^\d{4}-\d\d-\d\d$/.test(valeur) ? formatJour(valeur) : valeur;
}

type Valeurs = Record<string, unknown>;

const ecrit = (valeur: unknown): valeur is string => typeof valeur === "string" && valeur !== "";

/** The address on one line, with a foreign country added to the town. */
function adresse({ complementAdresse, adresse, pays, ...reste }: Valeurs): Valeurs {
  const lignes = [adresse, complementAdresse].filter(ecrit);
  const { ville } = reste;
  const ailleurs = ecrit(pays) && ecrit(ville) && !/^(france|fr)$/i.test(pays.trim());
  return {
    ...reste,
    ...(lignes.length > 0 ? { adresse: lignes.join(", ") } : {}),
    ...(ailleurs ? { ville: `${ville} (${pays})` } : {}),
  };
}

/**
 * The rent and the charges: the missing one is the rent with charges less the other one. Without both, the charges
 * are 0.
 */
function charges({ loyerCC, ...reste }: Valeurs, champ: "charge" | "loyerCharge"): Valeurs {
  const { loyerHC, [champ]: charges } = reste;
  if (typeof loyerCC !== "number") return reste;
  if (typeof loyerHC === "number")
    return { ...reste, [champ]: charges ?? somme(loyerCC, -loyerHC) };
  return {
    ...reste,
    loyerHC: somme(loyerCC, typeof charges === "number" ? -charges : 0),
    [champ]: charges ?? 0,
  };
}

/**
 * The second tenant of « M. et Mme »: the same name, e-mail and telephone as the first, except where the line gives
 * others.
 */
function secondTitulaire(valeurs: Valeurs): Valeurs {
  const { nom, prenom, mail, tel, autreTitre, autreNom } = valeurs;
  if (!ecrit(autreTitre) && !ecrit(autreNom)) return valeurs;
  const unNom = !ecrit(autreNom) || autreNom === nom;
  const deux =
    unNom && ecrit(prenom) && !ecrit(valeurs.autrePrenom) ? prenomsDuCouple(prenom) : null;
  const champsRemplis = Object.entries(valeurs).filter(([, valeur]) => valeur !== null);
  return {
    ...valeurs,
    secondTitulaire: true,
    ...{ autreNom: nom, autreMail: mail || null, autreTel: tel },
    ...Object.fromEntries(champsRemplis),
    ...(deux ? { prenom: deux[0], autrePrenom: deux[1] } : {}),
  };
}

/** Completes a line with the values that it implies, by kind (import/README §13.3). */
const COMPLETER: Readonly<Record<GenreImport, (valeurs: Valeurs) => Valeurs>> = {
  Client: (valeurs) => {
    const client = adresse(valeurs);
    const premier = (...champs: string[]) => champs.find((champ) => ecrit(client[champ]));
    return {
      ...(ecrit(client.nom) && !ecrit(client.prenom)
        ? { qualite: qualiteDite(client.nom) ?? undefined }
        : {}),
      adresseDefaut:
        ecrit(client.adresse) || !ecrit(client.adresseFiscale) ? "adresse" : "adresseFiscale",
      mailDefaut: premier("mailPerso", "mailPro"),
      telDefaut: premier("mobilePerso", "fixePerso", "mobilePro", "fixePro"),
      ...client,
    };
  },
  Appartement: (valeurs) => charges(valeurs, "charge"),
  Mission: termesDits,
  Locataire: (valeurs) =>
    secondTitulaire({
      ...(ecrit(valeurs.nom) && !ecrit(valeurs.prenom)
        ? { qualite: qualiteDite(valeurs.nom) ?? undefined }
        : {}),
      ...adresse(valeurs),
      mail: valeurs.mail ?? "",
    }),
  Dossier: (valeurs) => {
    const { dateDebutBail, dateEntree } = valeurs;
    const debut = dateDebutBail ?? dateEntree;
    return {
      dateEntree: debut,
      dateCreationBail: debut,
      loyerCharge: 0,
      // Without this null, the schema would write « Paris » when the line gives no place of signature.
      lieuSignature: null,
      ...charges(valeurs, "loyerCharge"),
      dateDebutBail: debut,
    };
  },
  Caution: adresse,
};

/**
 * The columns that may give a field under another name. An error on the field goes to the first of these columns that
 * the file has, else to the first listed.
 */
const DIT_PAR: Readonly<Record<string, readonly string[]>> = {
  mailDefaut: ["mailPerso", "mailPro"],
  telDefaut: ["telephone", "mobilePerso", "fixePerso", "mobilePro", "fixePro"],
  mandants: ["proprietaire", "proprietaireMail"],
  biens: ["appartement"],
  depuis: ["debut", "dateSignature"],
  tauxHT: ["tauxHT", "honoraires"],
  tauxTTC: ["tauxTTC", "honoraires"],
  forfaitHT: ["forfaitHT", "honoraires"],
  forfaitTTC: ["forfaitTTC", "honoraires"],
  AppartementId: ["appartement"],
  LocataireId: ["locataire", "locataireMail"],
  dateEntree: ["dateDebutBail", "dateEntree"],
  dateCreationBail: ["dateDebutBail", "dateEntree"],
  dateDebutBail: ["dateDebutBail", "dateEntree"],
  loyerHC: ["loyerHC", "loyerCC"],
  nom: ["nom", "nomComplet", "raisonSociale"],
  prenom: ["prenom", "nomComplet"],
  autreNom: ["autreNom", "nomComplet", "nom"],
  autrePrenom: ["autrePrenom", "prenom", "nomComplet"],
  autreMail: ["autreMail", "mail"],
  autreTel: ["autreTel", "tel"],
  codePostal: ["codePostal", "codePostalVille"],
  ville: ["ville", "codePostalVille"],
};

/** The error of a field without a column; one file shows it once for each field. */
export const AUCUNE_COLONNE =
  "aucune colonne ne le dit : choisissez-la, ou donnez une valeur pour toutes les lignes.";

const DEUX_PRENOMS =
  "« M. et Mme » désigne deux titulaires : donnez leurs deux prénoms, « Jean et Marie ».";

/**
 * Checks a line by the schema of its record.
 *
 * @returns the record to create; or the errors, and whether every error is a missing value
 */
export function validerLigne(
  { ligne, valeurs }: Pick<LigneLue, "ligne" | "valeurs">,
  genre: GenreImport,
  colonnes: readonly ColonneLue[],
): { fiche: Record<string, unknown> } | { erreurs: ErreurDeLigne[]; incomplete: boolean } {
  const verdict = z.safeParse(CREATIONS[genre], valeurs);
  if (verdict.success) return { fiche: verdict.data as Record<string, unknown> };
  const erreurs = new Map<string, ErreurDeLigne>();
  for (const issue of verdict.error.issues) {
    const champ = String(issue.path.at(-1) ?? "");
    const { presente, ...siege } = colonneDe(DIT_PAR[champ] ?? [champ], colonnes, genre);
    const manque = champ === "autrePrenom" ? DEUX_PRENOMS : "la cellule est vide.";
    const vide = presente ? manque : AUCUNE_COLONNE;
    const message = issue.message === REQUIS ? vide : issue.message;
    if (!erreurs.has(siege.colonne)) erreurs.set(siege.colonne, { ligne, ...siege, message });
  }
  const incomplete = verdict.error.issues.every(({ message }) => message === REQUIS);
  return { erreurs: [...erreurs.values()], incomplete };
}
