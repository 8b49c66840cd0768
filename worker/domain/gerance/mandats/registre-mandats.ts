import { formatJour, type Jour } from "../../dates.ts";

/** What a row of the register says (décret n° 72-678, art. 65; arrêté du 15 septembre 1972). */
export interface LigneDuRegistre {
  dateMandat: Jour | null;
  mandants: string;
  situation: string;
  objet: string;
  observation: string | null;
}

/** A mandate that enters the register, or what is noted of one that is there. */
export type GenreDeRangee = "inscription" | "observation";

/** A row of the register, before it is sealed. */
export interface RangeeDuRegistre {
  /** From one on, without a gap. */
  id: number;
  numero: number;
  genre: GenreDeRangee;
  date: Jour;
  MissionId: number | null;
  contenu: LigneDuRegistre;
  user: string | null;
  createdAt: string;
}

/** The same, sealed with the one before. */
export interface RangeeScellee extends RangeeDuRegistre {
  /** Fingerprint of the row before; "" for the first. */
  precedente: string;
  empreinte: string;
}

/** SHA-256 of a text, in hexadecimal. */
export type Empreinte = (texte: string) => string;

/** A number of the register as papers and screens say it: « 000042 ». */
export const numeroDeMandat = (numero: number): string => String(numero).padStart(6, "0");

/** The number that a text says as the register writes it, six digits at least; null: it is none of its numbers. */
export const numeroReserve = (numRegistre: string | null | undefined): number | null =>
  numRegistre && numRegistre === numeroDeMandat(Number(numRegistre)) ? Number(numRegistre) : null;

/** What the fingerprint of a row is taken of: the fingerprint before, and all that the row says, in one order. */
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
 * Seals rows, each with the fingerprint of the one before (décret n° 72-678, art. 65; domain/README §12.19).
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

/** A row of the register as history knows it, from the day it was written. */
export type RangeeDite = Pick<RangeeScellee, "id" | "empreinte">;

/**
 * What is wrong in the register, row after row, in sentences; nothing when its chain holds, to the last row that history
 * tells (domain/README §12.19).
 * @param rangees all its rows, in their order
 * @param dites those that history tells, in their order: the last of each writing; none of a register from before it did
 */
export function rupturesDuRegistre(
  rangees: readonly RangeeScellee[],
  empreinte: Empreinte,
  dites: readonly RangeeDite[],
): string[] {
  return [...rupturesDeLaChaine(rangees, empreinte), ...dementis(rangees, dites)];
}

/** Where the register is not what history tells of it. */
function dementis(rangees: readonly RangeeScellee[], dites: readonly RangeeDite[]): string[] {
  const lues = new Map(rangees.map(({ id, empreinte }) => [id, empreinte]));
  const derniereDite = dites.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return [
    ...dites.flatMap((dite) => {
      const lue = lues.get(dite.id);
      if (lue === dite.empreinte) return [];
      return lue === undefined
        ? [`Ligne ${dite.id} : l’historique la dit, elle n’est plus là`]
        : [`Ligne ${dite.id} : elle n’est pas celle que dit l’historique`];
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

/** What of a mission the register tells. */
export interface MandatInscrit {
  dateSignature: Jour | null;
  mandants: readonly string[];
  biens: readonly string[];
}

/** What the register says of a mandate of management as it enters it. */
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

/** What is noted of a mandate that is in the register: nothing there is changed. */
export const contenuObservation = (observation: string): LigneDuRegistre => ({
  dateMandat: null,
  mandants: "",
  situation: "",
  objet: "",
  observation,
});

/** The first row, where the register begins: its first number follows that of the row. */
export const contenuOuverture = (premier: number): LigneDuRegistre =>
  contenuObservation(
    `Ouverture du registre : tenu ici depuis ce jour, le premier numéro attribué est ${numeroDeMandat(premier)}.`,
  );

/** What a change of a mission that is in the register adds to it, in a sentence; null for nothing. */
export function observationDuChangement(
  avant: { type: string; dateSignature: Jour | null },
  apres: { type: string; dateSignature?: Jour | null | undefined },
): string | null {
  if (avant.type === "gestion" && apres.type !== "gestion") {
    return "Mandat annulé : la mission n’est plus de gestion. Le numéro reste.";
  }
  const jour = apres.dateSignature ?? null;
  if (jour === avant.dateSignature) return null;
  return jour === null
    ? "Mandat annulé : sa date de signature est retirée. Le numéro reste."
    : `Date du mandat : ${formatJour(jour)}${avant.dateSignature ? `, au lieu du ${formatJour(avant.dateSignature)}` : ""}.`;
}

/** What the register calls the terms of a mandate. */
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
  parts: "quotes-parts",
};

/** Terms of a mandate as the register and the journal of security call them, each once: « honoraires de gestion ». */
export const nomsDesConditions = (champs: readonly string[]): string[] => [
  ...new Set(champs.map((champ) => CONDITIONS[champ] ?? champ)),
];

/** « Avenant : honoraires de gestion, provision conservée, à compter du 01/12/2026. » */
export function texteAvenant(depuis: Jour, champs: readonly string[]): string {
  const noms = nomsDesConditions(champs);
  return `Avenant : ${noms.length === 0 ? "conditions" : noms.join(", ")}, à compter du ${formatJour(depuis)}.`;
}

/** A mandate that is signed and waits for the register to begin. */
export interface MandatAInscrire {
  MissionId: number;
  mandants: string;
  dateSignature: Jour;
  /** As somebody typed it. */
  numRegistre: string | null;
  /** What its number may be. */
  numero: number;
}

/** What a typed number ends with: « G-0012 » gives 12. */
const numeroTape = (numRegistre: string | null): number | null => {
  const [chiffres] = /\d{1,7}(?=\D*$)/.exec(numRegistre ?? "") ?? [];
  return Number(chiffres ?? 0) || null;
};

/**
 * Numbers for the mandates signed before the register is kept here: the one that was typed, where it is no other's; then
 * the next ones, in the order of their days.
 */
export function numerosProposes(
  mandats: readonly Omit<MandatAInscrire, "numero">[],
): MandatAInscrire[] {
  const pris = new Set<number>();
  const tapes = mandats.map(({ numRegistre }) => {
    const numero = numeroTape(numRegistre);
    if (numero === null || pris.has(numero)) return null;
    pris.add(numero);
    return numero;
  });
  let suivant = Math.max(0, ...pris);
  return mandats
    .map((mandat, rang) => ({ ...mandat, numero: tapes[rang] ?? ++suivant }))
    .toSorted((un, autre) => un.numero - autre.numero);
}

/**
 * Why the register may not begin so, by field; {} when it may.
 * @param signes the missions of management that are signed
 */
export function refusOuverture(
  {
    premier,
    mandats,
  }: { premier: number; mandats: readonly { MissionId: number; numero: number }[] },
  signes: readonly { MissionId: number; mandants: string }[],
): Record<string, string> {
  const noms = new Map(signes.map(({ MissionId, mandants }) => [MissionId, mandants]));
  const dits = new Map<number, number>();
  const inscrits = new Set<number>();
  const fautes = mandats.flatMap(({ MissionId, numero }, rang): [string, string][] => {
    const nom = noms.get(MissionId);
    const autre = dits.get(numero);
    const deuxFois = inscrits.has(MissionId);
    dits.set(numero, autre ?? MissionId);
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
  const dernier = Math.max(0, ...dits.keys());
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

/** What a person notes of a mandate. */
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

/** Where the register stands: `GET /RegistreMandat/ouverture`. */
export interface EtatDuRegistre {
  ouvert: boolean;
  /** The number of the next mandate. */
  prochain: number;
  inscrits: number;
  /** Those to number before it begins; empty once it is. */
  aInscrire: MandatAInscrire[];
  /** Signed mandates of management that are not there, though it is open. */
  manquants: { MissionId: number; mandants: string }[];
}
