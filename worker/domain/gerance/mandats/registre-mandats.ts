import { formatJour, type Jour } from "../../dates.ts";

/** The content of a row of the register (décret n° 72-678, art. 65; arrêté du 15 septembre 1972). */
export interface LigneDuRegistre {
  dateMandat: Jour | null;
  mandants: string;
  situation: string;
  objet: string;
  observation: string | null;
}

/** A mandate enters the register, or a note is added about one that is there. */
export type GenreDeRangee = "inscription" | "observation";

/** A row of the register, before it is sealed. */
export interface RangeeDuRegistre {
  /** The rank of the row, from one, without a gap. */
  id: number;
  numero: number;
  genre: GenreDeRangee;
  date: Jour;
  MissionId: number | null;
  contenu: LigneDuRegistre;
  user: string | null;
  createdAt: string;
}

/** A row sealed with the one before. */
export interface RangeeScellee extends RangeeDuRegistre {
  /** The fingerprint of the row before; "" for the first. */
  precedente: string;
  empreinte: string;
}

/** SHA-256 of a text, in hexadecimal. */
export type Empreinte = (texte: string) => string;

/** A number of the register as papers and screens say it: « 000042 ». */
export const numeroDeMandat = (numero: number): string => String(numero).padStart(6, "0");

/** The number in a text written as in the register, six digits at least; null: it is no number of the register. */
export const numeroReserve = (numRegistre: string | null | undefined): number | null =>
  numRegistre && numRegistre === numeroDeMandat(Number(numRegistre)) ? Number(numRegistre) : null;

/** The text whose fingerprint seals a row: the fingerprint before, then the whole row, in a fixed order. */
function canonique(precedente: string, rangee: RangeeDuRegistre): string {
  const { id, numero, genre, date, MissionId, contenu, user, createdAt } = rangee;
  const { dateMandat, mandants, situation, objet, observation } = contenu;
  return JSON.stringify([
    precedente,
    id,
    numero,
    genre,
    date,
    MissionId,
    [dateMandat, mandants, situation, objet, observation],
    user,
    createdAt,
  ]);
}

/**
 * Seals rows, each with the fingerprint of the one before (décret n° 72-678, art. 65; mandats/README §12.23).
 * @param apres the fingerprint of the last row of the register; "" for none
 */
export function sceller(
  rangees: readonly RangeeDuRegistre[],
  apres: string,
  empreinte: Empreinte,
): RangeeScellee[] {
  let precedente = apres;
  return rangees.map((rangee) => {
    const scellee = {
      ...rangee,
      precedente,
      empreinte: empreinte(canonique(precedente, rangee)),
    };
    precedente = scellee.empreinte;
    return scellee;
  });
}

/** A row of the register as history recorded it, on the day it was written. */
export type RangeeDite = Pick<RangeeScellee, "id" | "empreinte">;

/**
 * The errors of the register, row after row, in sentences; none when its chain holds, up to the last row in history
 * (mandats/README §12.23).
 *
 * @param rangees all its rows, in their order
 * @param dites the rows in history, in their order: the last of each writing; none for a register older than that
 * record
 */
export function rupturesDuRegistre(
  rangees: readonly RangeeScellee[],
  empreinte: Empreinte,
  dites: readonly RangeeDite[],
): string[] {
  return [...rupturesDeLaChaine(rangees, empreinte), ...dementis(rangees, dites)];
}

/** The contradictions between the register and history. */
function dementis(rangees: readonly RangeeScellee[], dites: readonly RangeeDite[]): string[] {
  const empreintes = new Map(rangees.map(({ id, empreinte }) => [id, empreinte]));
  const derniereDite = dites.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return [
    ...dites.flatMap((rangee) => {
      const empreinte = empreintes.get(rangee.id);
      if (empreinte === rangee.empreinte) return [];
      return empreinte === undefined
        ? [`Ligne ${rangee.id} : l’historique la dit, elle n’est plus là`]
        : [`Ligne ${rangee.id} : elle n’est pas celle que dit l’historique`];
    }),
    ...rangees
      .filter(({ id }) => id > derniereDite)
      .map(({ id }) => `Ligne ${id} : l’historique ne la dit pas`),
  ];
}

function rupturesDeLaChaine(rangees: readonly RangeeScellee[], empreinte: Empreinte): string[] {
  let precedente = "";
  const numeros = new Set<number>();
  return rangees.flatMap((rangee, rang) => {
    const inscrit = rangee.genre === "inscription";
    const double = inscrit && numeros.has(rangee.numero);
    if (inscrit) numeros.add(rangee.numero);
    const fautes = [
      rangee.id !== rang + 1 && "une ligne manque avant elle",
      rangee.precedente !== precedente && "elle ne suit pas la ligne d’avant",
      rangee.empreinte !== empreinte(canonique(rangee.precedente, rangee)) && "elle a été changée",
      double && `le numéro ${numeroDeMandat(rangee.numero)} est donné deux fois`,
    ];
    precedente = rangee.empreinte;
    return fautes.flatMap((faute) => (faute ? [`Ligne ${rangee.id} : ${faute}`] : []));
  });
}

/** The part of a mission that the register tells. */
export interface MandatInscrit {
  dateSignature: Jour | null;
  mandants: readonly string[];
  biens: readonly string[];
}

/** The content of the row by which a management mandate enters the register. */
export const contenuInscription = ({
  dateSignature,
  mandants,
  biens,
}: MandatInscrit): LigneDuRegistre => ({
  dateMandat: dateSignature,
  mandants: mandants.join(" ; "),
  situation: biens.join(" ; "),
  objet: "Gestion",
  observation: null,
});

/** The content of a note about a mandate of the register: its former rows never change. */
export const contenuObservation = (observation: string): LigneDuRegistre => ({
  dateMandat: null,
  mandants: "",
  situation: "",
  objet: "",
  observation,
});

/** The first row, where the register begins: numbers follow the one of this row. */
export const contenuOuverture = (premier: number): LigneDuRegistre =>
  contenuObservation(
    `Ouverture du registre : tenu ici depuis ce jour, le premier numéro attribué est ${numeroDeMandat(premier)}.`,
  );

/** The note about a mandate whose day of signature is removed: it is cancelled, and its number stays. */
export const MANDAT_ANNULE_AU_REGISTRE =
  "Mandat annulé\u00A0: sa date de signature est retirée. Le numéro reste.";

/** The names of the terms of a mandate in the register. */
const CONDITIONS: Readonly<Record<string, string>> = {
  modeFonds: "encaissement des loyers",
  tauxHonoraires: "honoraires de gestion",
  tauxEn: "honoraires de gestion",
  assiette: "honoraires de gestion",
  forfait: "honoraires de gestion",
  tauxTva: "TVA",
  autresHonoraires: "autres honoraires",
  provision: "provision conservée",
  periodicite: "période des comptes",
  jourReversement: "jour du reversement",
  seuilAccord: "seuil d’accord des dépenses",
  accordRevision: "accord avant une révision de loyer",
  parts: "quotes-parts",
};

/** The names of changed terms, in the register and in the journal of security, each once: « honoraires de gestion ». */
export const nomsDesConditions = (champs: readonly string[]): string[] => [
  ...new Set(champs.map((champ) => CONDITIONS[champ] ?? champ)),
];

/** A mandate that is signed and waits for the register to begin. */
export interface MandatAInscrire {
  MissionId: number;
  mandants: string;
  dateSignature: Jour;
  /** The number as somebody typed it. */
  numRegistre: string | null;
  /** The number that is proposed. */
  numero: number;
}

/** The number at the end of a typed text: « G-0012 » gives 12. */
const numeroTape = (numRegistre: string | null): number | null => {
  const [chiffres] = /\d{1,7}(?=\D*$)/.exec(numRegistre ?? "") ?? [];
  return Number(chiffres ?? 0) || null;
};

/**
 * The numbers proposed for mandates signed before the register begins here: the typed one if no other mandate has it;
 * then the next ones, in the order of their days.
 */
export function numerosProposes(
  mandats: readonly Omit<MandatAInscrire, "numero">[],
): MandatAInscrire[] {
  const numerosPris = new Set<number>();
  const tapes = mandats.map(({ numRegistre }) => {
    const numero = numeroTape(numRegistre);
    if (numero === null || numerosPris.has(numero)) return null;
    numerosPris.add(numero);
    return numero;
  });
  let suivant = Math.max(0, ...numerosPris);
  return mandats
    .map((mandat, rang) => ({ ...mandat, numero: tapes[rang] ?? ++suivant }))
    .toSorted((mandat, autre) => mandat.numero - autre.numero);
}

/**
 * The reasons why the register may not begin with these numbers, by field; {} when it may.
 *
 * @param signes the signed missions of management
 */
export function refusOuverture(
  {
    premier,
    mandats,
  }: { premier: number; mandats: readonly { MissionId: number; numero: number }[] },
  signes: readonly { MissionId: number; mandants: string }[],
): Record<string, string> {
  const noms = new Map(signes.map(({ MissionId, mandants }) => [MissionId, mandants]));
  const rangsDits = new Map<number, number>();
  const inscrits = new Set<number>();
  const fautes = mandats.flatMap(({ MissionId, numero }, rang): [string, string][] => {
    const nom = noms.get(MissionId);
    const autre = rangsDits.get(numero);
    const deuxFois = inscrits.has(MissionId);
    rangsDits.set(numero, autre ?? MissionId);
    inscrits.add(MissionId);
    if (nom === undefined || deuxFois) {
      return [[`mandats.${rang}.MissionId`, "Un mandat de gestion signé, une seule fois."]];
    }
    return autre === undefined
      ? []
      : [
          [
            `mandats.${rang}.numero`,
            `Le numéro ${numero} est déjà celui du mandat de ${noms.get(autre) || "quelqu’un d’autre"}.`,
          ],
        ];
  });
  const oublies = signes.filter(({ MissionId }) => !inscrits.has(MissionId));
  const dernier = Math.max(0, ...rangsDits.keys());
  return Object.fromEntries([
    ...fautes,
    ...(oublies.length > 0
      ? [
          [
            "mandats",
            `Il manque ${oublies.length} mandat${oublies.length > 1 ? "s" : ""} signé${oublies.length > 1 ? "s" : ""} : ${oublies
              .slice(0, 5)
              .map(({ MissionId, mandants }) => mandants || `mission ${MissionId}`)
              .join(", ")}.`,
          ],
        ]
      : []),
    ...(premier <= dernier
      ? [["premier", `Le premier numéro suit ceux du registre : ${dernier + 1} au moins.`]]
      : []),
  ]);
}

/** The kinds of notes that a person adds about a mandate. */
export const NATURES_OBSERVATION = {
  avenant: "Avenant",
  resiliation: "Résiliation",
  annulation: "Annulation",
  autre: "Autre",
} as const;

export type NatureObservation = keyof typeof NATURES_OBSERVATION;

/** « Résiliation du 12/03/2027 : congé du mandant. » */
export const texteObservation = ({
  nature,
  date,
  texte,
}: {
  nature: NatureObservation;
  date: Jour;
  texte: string;
}): string =>
  `${nature === "autre" ? "Le" : `${NATURES_OBSERVATION[nature]} du`} ${formatJour(date)} : ${texte}`;

/** A row of the register, as `GET /RegistreMandat` lists it. */
export interface RegistreMandatRow extends Omit<RangeeScellee, "contenu">, LigneDuRegistre {}

/** `GET /RegistreMandat/ouverture`: the state of the register. */
export interface EtatDuRegistre {
  ouvert: boolean;
  /** The number of the next mandate. */
  prochain: number;
  inscrits: number;
  /** The mandates to number before the register begins; empty once it has. */
  aInscrire: MandatAInscrire[];
  /** Signed mandates of management that are not there, though it is open, and what they lack to enter it. */
  manquants: { MissionId: number; mandants: string; manque: string[] }[];
}
