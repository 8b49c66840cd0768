import { formatJour, type Jour } from "../../dates.ts";

/** The content of a row of the register of mandates (décret n° 72-678, art. 65; arrêté du 15 septembre 1972). */
export interface LigneDuRegistre {
  dateMandat: Jour | null;
  mandants: string;
  situation: string;
  objet: string;
  observation: string | null;
}

/** A row records a new mandate, or a note about a mandate already recorded. */
export type GenreDeRangee = "inscription" | "observation";

/** A row of the register of mandates, before its seal. */
export interface RangeeDuRegistre {
  /** The rank of the row, from 1, without a gap. */
  id: number;
  numero: number;
  genre: GenreDeRangee;
  date: Jour;
  MissionId: number | null;
  contenu: LigneDuRegistre;
  user: string | null;
  createdAt: string;
}

/** A row of the register sealed by a fingerprint that covers the row before. */
export interface RangeeScellee extends RangeeDuRegistre {
  /** The fingerprint of the row before; empty for the first row. */
  precedente: string;
  empreinte: string;
}

/** A function that returns the SHA-256 of a text, in hexadecimal. */
export type Empreinte = (texte: string) => string;

/** A number of the register in six digits: « 000042 ». */
export const numeroDeMandat = (numero: number): string => String(numero).padStart(6, "0");

/**
 * The number in a text written as {@link numeroDeMandat} writes it: 42 for « 000042 »; null for « 42 » or « G-42 ».
 */
export const numeroReserve = (numRegistre: string | null | undefined): number | null =>
  numRegistre && numRegistre === numeroDeMandat(Number(numRegistre)) ? Number(numRegistre) : null;

/** The text whose fingerprint seals a row: the fingerprint of the row before, then every field in a fixed order. */
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
 * Seals rows of the register: each fingerprint covers the fingerprint of the row before (décret n° 72-678, art. 65;
 * mandats/README §12.23).
 *
 * @param apres the fingerprint of the last row already in the register; empty for the first row
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

/** The id and the fingerprint of a row, as the history recorded them when the row was written. */
export type RangeeDite = Pick<RangeeScellee, "id" | "empreinte">;

/**
 * The breaks in the chain of the register, in French sentences; empty when the chain has no break and agrees with the
 * history (mandats/README §12.23).
 *
 * @param rangees every row, in order
 * @param dites the rows that the history noted, in order; empty for a register older than these notes
 */
export function rupturesDuRegistre(
  rangees: readonly RangeeScellee[],
  empreinte: Empreinte,
  rangeesDites: readonly RangeeDite[],
): string[] {
  return [...rupturesDeLaChaine(rangees, empreinte), ...dementis(rangees, rangeesDites)];
}

/** The French sentences for rows that the history contradicts. */
function dementis(
  rangees: readonly RangeeScellee[],
  rangeesDites: readonly RangeeDite[],
): string[] {
  const empreintes = new Map(rangees.map(({ id, empreinte }) => [id, empreinte]));
  const derniereDite = rangeesDites.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return [
    ...rangeesDites.flatMap((rangee) => {
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

export interface MandatInscrit {
  dateSignature: Jour | null;
  mandants: readonly string[];
  biens: readonly string[];
}

/** The content of the row that records a management mandate. */
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

/** The content of a row that adds a note; earlier rows never change. */
export const contenuObservation = (observation: string): LigneDuRegistre => ({
  dateMandat: null,
  mandants: "",
  situation: "",
  objet: "",
  observation,
});

/** The content of the first row of the register, which states the first number to assign. */
export const contenuOuverture = (premier: number): LigneDuRegistre =>
  contenuObservation(
    `Ouverture du registre : tenu ici depuis ce jour, le premier numéro attribué est ${numeroDeMandat(premier)}.`,
  );

/**
 * The note about a mandate whose day of signature was removed: the mandate is cancelled, and its number stays in the
 * register.
 */
export const MANDAT_ANNULE_AU_REGISTRE =
  "Mandat annulé\u00A0: sa date de signature est retirée. Le numéro reste.";

/** The names of the terms of a mandate, as the register writes them. */
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
  accordDe: "accord du contact ou de chaque propriétaire",
  parts: "quotes-parts",
};

/** The names of changed terms, for the register and the security log, each once: « honoraires de gestion ». */
export const nomsDesConditions = (champs: readonly string[]): string[] => [
  ...new Set(champs.map((champ) => CONDITIONS[champ] ?? champ)),
];

/** A signed mandate that waits for the register to open. */
export interface MandatAInscrire {
  MissionId: number;
  mandants: string;
  dateSignature: Jour;
  /** The number typed by somebody on the mission; null without one. */
  numRegistre: string | null;
  /** The number proposed for the register. */
  numero: number;
}

/** The last digits of a typed text, as a number: 12 for « G-0012 »; null without any. */
const numeroTape = (numRegistre: string | null): number | null => {
  const [chiffres] = /\d{1,7}(?=\D*$)/.exec(numRegistre ?? "") ?? [];
  return Number(chiffres ?? 0) || null;
};

/**
 * The numbers proposed for mandates signed before the register opens: the number typed, when no earlier mandate has
 * it; else a number after the greatest typed one.
 *
 * @param mandats in the order of their signatures
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
 * The reasons why the register may not open with some numbers, by field; empty when it may.
 *
 * @param signes the signed management missions
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

/** The kinds of notes that a person may add about a mandate. */
export const NATURES_OBSERVATION = {
  avenant: "Avenant",
  resiliation: "Résiliation",
  annulation: "Annulation",
  autre: "Autre",
} as const;

export type NatureObservation = keyof typeof NATURES_OBSERVATION;

/** The text of a note: « Résiliation du 12/03/2027 : congé du mandant. » */
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

export interface RegistreMandatRow extends Omit<RangeeScellee, "contenu">, LigneDuRegistre {}

/** `GET /RegistreMandat/ouverture`: the state of the register of mandates. */
export interface EtatDuRegistre {
  ouvert: boolean;
  /** The number of the next mandate. */
  prochain: number;
  inscrits: number;
  /** The mandates to number before the register opens; empty once it is open. */
  aInscrire: MandatAInscrire[];
  /**
   * Once the register is open, the signed management mandates that are not in it, with what each lacks to enter it;
   * empty before.
   */
  manquants: { MissionId: number; mandants: string; manque: string[] }[];
}
