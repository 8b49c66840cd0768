import type { Regime } from "../bail/bail.ts";
import type { Adresse } from "../biens/adresse.ts";
import type { CoteEtatLieux } from "../biens/etat-lieux.ts";
import type { Jour } from "../dates.ts";
import { nomLegal, type Personne } from "../personnes/personne.ts";
import type { Titulaire } from "../personnes/propriete.ts";
import { canonique } from "./fusion.ts";
import { type PhotoAnnoncee, sha256 } from "./photo.ts";
import type { Releve } from "./releve.ts";

type Mode = "collective" | "individuelle";

/** The dwelling as an inventory describes it, without access codes. */
export interface LogementDuConstat extends Adresse {
  etage: string | null;
  caveNum: string | null;
  situation: string | null;
  nbPiece: number | null;
  surface: number | null;
  pdl: string | null;
  chauffage: Mode;
  eauChaude: Mode;
  detailClef: string | null;
  detailTelecomande: string | null;
  digicode: string | null;
}

/**
 * The facts of the dossier that an inventory prints: the names and addresses of the parties, the dwelling, the day of
 * entry.
 */
export interface CadreDuConstat {
  /** The number of the dossier. */
  numero: string;
  regime: Regime;
  /** The dwelling is furnished, and its furniture is listed. */
  meuble: boolean;
  dateEntree: Jour;
  nouvelleAdresse: string | null;
  bailleurs: readonly (Titulaire & Adresse)[];
  locataires: readonly Personne[];
  mineur: Personne | null;
  logement: LogementDuConstat;
}

export type PhotoDuConstat = Pick<
  PhotoAnnoncee,
  | "cle"
  | "place"
  | "empreinte"
  | "empreinteVignette"
  | "empreinteOriginale"
  | "priseLe"
  | "ancienne"
>;

/** An inventory and its photos, in order. */
export interface Constat {
  releve: Releve;
  photos: readonly PhotoDuConstat[];
}

/** The whole content that people read and sign on site; the paper is made from it alone (terrain/README §19.8). */
export interface ContenuDuConstat extends Constat {
  cote: CoteEtatLieux;
  cadre: CadreDuConstat;
  /** The entry inventory with which an exit inventory is compared. */
  entree: Constat | null;
}

/** The description of a photo without the fields needed only to send the photo. */
export const photoDuConstat = ({
  cle,
  place,
  empreinte,
  empreinteVignette,
  empreinteOriginale,
  priseLe,
  ancienne,
}: PhotoAnnoncee): PhotoDuConstat => ({
  cle,
  place,
  empreinte,
  empreinteVignette,
  empreinteOriginale,
  priseLe,
  ancienne,
});

/** A value with its texts trimmed and its empty fields removed. */
function dit(valeur: unknown): unknown {
  if (typeof valeur === "string") return valeur.trim();
  if (Array.isArray(valeur)) return valeur.map(dit);
  if (typeof valeur !== "object" || valeur === null) return valeur;
  return Object.fromEntries(
    Object.entries(valeur).flatMap(([champ, contenu]) => {
      const contenuDit = dit(contenu);
      return contenuDit === null || contenuDit === undefined || contenuDit === ""
        ? []
        : [[champ, contenuDit]];
    }),
  );
}

/** The JSON of an inventory from which its fingerprint is made: sorted keys, NFC texts, no empty values. */
export const constatCanonique = (contenu: ContenuDuConstat): string => canonique(dit(contenu));

/** The SHA-256 of the content to sign, in hexadecimal; the browser and the worker compute the same. */
export const empreinteConstat = (contenu: ContenuDuConstat): Promise<string> =>
  sha256(new Uint8Array(new TextEncoder().encode(constatCanonique(contenu))).buffer);

const accorde = (nombre: number, mot: string) => `${nombre}\u00A0${mot}${nombre > 1 ? "s" : ""}`;

/** The sentence that each signer ticks. */
export const consentementAuConstat = ({ releve, photos }: Constat): string =>
  `Je reconnais avoir lu cet état des lieux (${accorde(releve.valeurs.pieces.length, "pièce")}, ${accorde(photos.length, "photo")}) et je le signe électroniquement.`;

/** The names of the tenants asked to sign, as papers write them. */
export const signatairesAttendus = ({ locataires }: CadreDuConstat): string[] =>
  locataires.map(nomLegal);
