import type { Agence } from "../../agence/agence.ts";
import { ajouterJours, type Jour, plusTard, plusTot } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { DELAIS_GLI } from "./alertes.ts";
import { dues, type EcheanceImpayee, enRetardDepuis, joursDe } from "./impayes.ts";

/** The steps of reminders, with their names and their addressees (relances/README §12.12). */
export const ETAPES = {
  question: { libelle: "Question au propriétaire", pour: "bailleurs" },
  R1: { libelle: "Relance amiable", pour: "locataires" },
  R2: { libelle: "Seconde relance", pour: "locataires" },
  R2c: { libelle: "Information de la caution", pour: "caution" },
  R3: { libelle: "Mise en demeure", pour: "locataires" },
  R4: { libelle: "Transmission", pour: "agence" },
} as const satisfies Record<
  string,
  { libelle: string; pour: "locataires" | "caution" | "bailleurs" | "agence" }
>;

export type Etape = keyof typeof ETAPES;

/** The steps that follow one another for the debt of a tenant; the last step hands the case over. */
export const ETAPES_SUIVIES = ["R1", "R2", "R3", "R4"] as const;

export type EtapeSuivie = (typeof ETAPES_SUIVIES)[number];

export const CANAUX = { courriel: "Courriel", lettre: "Lettre" } as const;

export type Canal = keyof typeof CANAUX;

/** The steps that may be sent by e-mail; the others are letters. */
export const PAR_COURRIEL: readonly Etape[] = ["question", "R1", "R2"];

export const RELANCES_A_LA_FOIS = 50;

export const ETATS_RELANCE = {
  brouillon: "À valider",
  liberee: "Envoyée",
  ecartee: "Écartée",
} as const;

export type EtatRelance = keyof typeof ETATS_RELANCE;

/** The days of delay before each step. */
export interface Delais extends Record<EtapeSuivie | "R2c", number> {
  /** The smallest debt that a reminder claims; cents. */
  seuil: Centimes;
}

export const delaisDe = (agence: Agence): Delais => ({
  seuil: enCentimes(agence.seuilRelance),
  R1: agence.delaiRelance1,
  R2: agence.delaiRelance2,
  R2c: agence.delaiInfoCaution,
  R3: agence.delaiMiseEnDemeure,
  R4: agence.delaiTransmission,
});

/**
 * The delays of a lease: under rent insurance (GLI), the delays of R2, R3 and R4 are at most the deadlines of the
 * insurer.
 */
export const delaisPour = (delais: Delais, gli: boolean): Delais =>
  gli
    ? {
        ...delais,
        R2: Math.min(delais.R2, DELAIS_GLI.relance),
        R3: Math.min(delais.R3, DELAIS_GLI.miseEnDemeure),
        R4: Math.min(delais.R4, DELAIS_GLI.declaration),
      }
    : delais;

/**
 * The step that the age of a debt calls for, whatever reminders were already sent; null for too young or too small a
 * debt.
 * @param du cents
 */
export function etapeAtteinte(
  { du, jours }: { du: Centimes; jours: number },
  delais: Delais,
): EtapeSuivie | null {
  if (du < delais.seuil) return null;
  return ETAPES_SUIVIES.findLast((etape) => jours >= delais[etape]) ?? null;
}

/** A reminder already drafted; `exigibleLe` identifies the debt that the reminder claims. */
export interface RelanceFaite {
  etape: Etape;
  exigibleLe: Jour;
  CautionId: number | null;
  etat: EtatRelance;
  libereeLe: Jour | null;
}

/** An instalment that the tenant promised; cents. */
export interface Terme {
  date: Jour;
  montant: Centimes;
}

/** An open payment plan for the sums due by `date`, the day of the plan; cents. */
export interface Plan {
  date: Jour;
  montant: Centimes;
  termes: readonly Terme[];
}

/** The first instalment of a plan that is still missing `R1` days after its date; null when there is none. */
export function termeManque(
  { plan, echeances }: { plan: Plan; echeances: readonly EcheanceImpayee[] },
  { R1 }: Pick<Delais, "R1">,
  today: Jour,
): Terme | null {
  const reste = dues(echeances.filter(({ exigibleLe }) => exigibleLe <= plan.date));
  let promis = 0;
  for (const terme of plan.termes.toSorted((terme, autre) => ordre(terme.date, autre.date))) {
    promis += terme.montant;
    if (ajouterJours(terme.date, R1) > today) return null;
    if (reste > plan.montant - promis) return terme;
  }
  return null;
}

/** The facts of a dossier that decide on its reminders; cents. */
export interface Dette {
  /** The sums past due that may still be brought to court. */
  echeances: readonly EcheanceImpayee[];
  /** Cheques and other sums not credited yet, which are not claimed. */
  recu: Centimes;
  gli: boolean;
  enPause: boolean;
  plan: Plan | null;
  cautions: readonly CautionEngagee[];
  relances: readonly RelanceFaite[];
}

/** A guarantor, with the last day of the guarantee; null: the guarantee has no end. */
export interface CautionEngagee {
  id: number;
  dateFinCaution: Jour | null;
}

export interface RelanceDue {
  etape: Etape;
  /** The day that identifies the debt: its oldest due day, or the day of the missed instalment. */
  exigibleLe: Jour;
  CautionId: number | null;
  /** The sum claimed, in cents. */
  montant: Centimes;
  /** The missed instalment of a payment plan; null when no instalment is missed. */
  terme: Terme | null;
}

/** The days that a tenant has to answer a reminder. */
const REPONSE = 8;

/** Beyond this many days of delay, the product no longer asks an owner whether he received a rent. */
const QUESTION_PENDANT = 31;

/**
 * The sums that may be claimed today, in cents. Neither uncertain sums nor the sums of a plan that the tenant
 * respects may be claimed.
 *
 * @returns the sums, the missed instalment of the plan, and the total less `recu`
 */
export function reclamable(
  { echeances, plan, recu }: Pick<Dette, "echeances" | "plan" | "recu">,
  delais: Pick<Delais, "R1">,
  today: Jour,
): { echeances: EcheanceImpayee[]; terme: Terme | null; montant: Centimes } {
  const certaines = echeances.filter(({ incertaine }) => !incertaine);
  const terme = plan ? termeManque({ plan, echeances: certaines }, delais, today) : null;
  const reclamees =
    plan && !terme ? certaines.filter(({ exigibleLe }) => exigibleLe > plan.date) : certaines;
  return { echeances: reclamees, terme, montant: Math.max(0, dues(reclamees) - recu) };
}

/** The reminders to draft today for a dossier; none during a pause. */
export function relancesDues(dette: Dette, reglages: Delais, today: Jour): RelanceDue[] {
  if (dette.enPause) return [];
  const delais = delaisPour(reglages, dette.gli);
  const { echeances, montant, terme } = reclamable(dette, delais, today);
  const exigibleLe = echeances.map((echeance) => echeance.exigibleLe).toSorted()[0];
  const depuis = enRetardDepuis(echeances);
  const reclamees =
    exigibleLe !== undefined && depuis !== null && montant >= delais.seuil
      ? [
          ...auxLocataires(dette, { delais, exigibleLe, depuis, montant, terme }, today),
          ...auxCautions(dette, { delais, exigibleLe, depuis, montant }, today),
        ]
      : [];
  return [...reclamees, ...auxBailleurs(dette, delais, today)];
}

interface Reclamee {
  delais: Delais;
  exigibleLe: Jour;
  depuis: Jour;
  montant: Centimes;
}

function auxLocataires(
  { gli, relances }: Dette,
  { delais, exigibleLe, depuis, montant, terme }: Reclamee & { terme: Terme | null },
  today: Jour,
): RelanceDue[] {
  if (terme) {
    const faite = relances.some(
      (relance) =>
        relance.etape === "R2" && relance.exigibleLe === terme.date && relance.CautionId === null,
    );
    return faite ? [] : [{ etape: "R2", exigibleLe: terme.date, CautionId: null, montant, terme }];
  }
  const relancesDeLaDette = relances.filter((relance) => relance.exigibleLe === exigibleLe);
  if (relancesDeLaDette.some((relance) => suivie(relance.etape) && relance.etat === "brouillon"))
    return [];
  const prochaine = suivante(relancesDeLaDette, { delais, exigibleLe, depuis, gli });
  return prochaine && prochaine.le <= today
    ? [{ etape: prochaine.etape, exigibleLe, CautionId: null, montant, terme: null }]
    : [];
}

/** The next step after some reminders of a debt, and the day to draft it; null after the last step. */
function suivante(
  relances: readonly RelanceFaite[],
  { delais, exigibleLe, depuis, gli }: Omit<Reclamee, "montant"> & { gli: boolean },
): { etape: EtapeSuivie; le: Jour } | null {
  const etape = ETAPES_SUIVIES.find(
    (etapeSuivie) => !relances.some((faite) => faite.etape === etapeSuivie),
  );
  if (!etape) return null;
  const derniere = relances
    .flatMap(({ etape: nom, libereeLe }) => (suivie(nom) && libereeLe ? [libereeLe] : []))
    .toSorted()
    .at(-1);
  const prevue = ajouterJours(depuis, delais[etape]);
  const laissee = derniere ? plusTard(prevue, ajouterJours(derniere, REPONSE)) : prevue;
  const limite = gli ? limiteGli(etape, exigibleLe) : null;
  return { etape, le: limite === null ? laissee : plusTot(laissee, limite) };
}

/** The next reminder of a debt: an existing draft to review, or a draft that the product will make. */
export interface RelanceSuivante {
  etape: Etape;
  /** The day on which the draft will be made; null: it exists already. */
  le: Jour | null;
}

/**
 * The next reminder of a debt: an existing draft, else the one that the product will draft next. Null during a pause.
 * Without a draft, null also under a plan, without a sum surely owed, for a debt below the threshold or after the
 * last step.
 */
export function relanceSuivante(
  {
    enPause,
    exigibleLe,
    depuis,
    gli,
    montant,
    plan,
    relances,
  }: Pick<Dette, "enPause" | "gli" | "relances"> & {
    exigibleLe: Jour | null;
    depuis: Jour | null;
    montant: Centimes;
    plan: boolean;
  },
  reglages: Delais,
  today: Jour,
): RelanceSuivante | null {
  if (enPause) return null;
  const brouillons = relances.filter(({ etat }) => etat === "brouillon");
  const attend = brouillons.find(({ etape }) => suivie(etape)) ?? brouillons[0];
  if (attend) return { etape: attend.etape, le: null };
  if (plan || exigibleLe === null || depuis === null || montant < reglages.seuil) return null;
  const relancesDeLaDette = relances.filter((relance) => relance.exigibleLe === exigibleLe);
  const delais = delaisPour(reglages, gli);
  const prochaine = suivante(relancesDeLaDette, { delais, exigibleLe, depuis, gli });
  return prochaine && { ...prochaine, le: plusTard(prochaine.le, today) };
}

const suivie = (etape: Etape): etape is EtapeSuivie =>
  ETAPES_SUIVIES.some((etapeSuivie) => etapeSuivie === etape);

/**
 * The last day to draft a step in time for the rent insurance: two days before the insurer's deadline. Null for a
 * step without a deadline.
 */
function limiteGli(etape: EtapeSuivie, exigibleLe: Jour): Jour | null {
  const jours = {
    R1: null,
    R2: DELAIS_GLI.relance,
    R3: DELAIS_GLI.miseEnDemeure,
    R4: DELAIS_GLI.declaration,
  }[etape];
  return jours === null ? null : ajouterJours(exigibleLe, jours - 2);
}

/**
 * The notices that tell each guarantor of a first default, once the default is old enough (art. 2303 of the Code
 * civil).
 */
function auxCautions(
  { cautions, relances }: Dette,
  { delais, exigibleLe, depuis, montant }: Reclamee,
  today: Jour,
): RelanceDue[] {
  if (joursDe(depuis, today) < delais.R2c) return [];
  return cautions
    .filter(
      ({ id, dateFinCaution }) =>
        (dateFinCaution === null || dateFinCaution >= exigibleLe) &&
        !relances.some((relance) => relance.CautionId === id && relance.exigibleLe === exigibleLe),
    )
    .map(({ id }) => ({ etape: "R2c", exigibleLe, CautionId: id, montant, terme: null }));
}

/** The questions to owners who receive the rent themselves: one for each due day. */
function auxBailleurs({ echeances, relances }: Dette, delais: Delais, today: Jour): RelanceDue[] {
  const demandables = echeances.filter(({ depuis, incertaine }) => {
    const jours = joursDe(depuis, today);
    return incertaine && jours >= delais.R1 && jours <= QUESTION_PENDANT;
  });
  return [...Map.groupBy(demandables, ({ exigibleLe }) => exigibleLe)]
    .filter(
      ([jour, echeancesDuJour]) =>
        dues(echeancesDuJour) >= delais.seuil &&
        !relances.some(({ etape, exigibleLe }) => etape === "question" && exigibleLe === jour),
    )
    .map(([exigibleLe, echeancesDuJour]) => ({
      etape: "question",
      exigibleLe,
      CautionId: null,
      montant: dues(echeancesDuJour),
      terme: null,
    }));
}

/**
 * The sum that a draft still claims, in cents, with the sums that make it up. Zero once the debt is paid, covered by
 * a plan that the tenant respects, or below the threshold; the threshold does not count for the draft of a question
 * to an owner.
 *
 * @param relance the draft; its `exigibleLe` identifies the debt
 */
export function encoreDue(
  {
    dette,
    relance: { etape, exigibleLe },
  }: { dette: Dette; relance: Pick<RelanceDue, "etape" | "exigibleLe"> },
  reglages: Delais,
  today: Jour,
): { echeances: EcheanceImpayee[]; terme: Terme | null; montant: Centimes } {
  if (etape === "question") {
    const echeances = dette.echeances.filter(
      (echeance) => echeance.incertaine && echeance.exigibleLe === exigibleLe,
    );
    return { echeances, terme: null, montant: dues(echeances) };
  }
  const reclame = reclamable(dette, reglages, today);
  const encoreReclamee =
    reclame.terme?.date === exigibleLe ||
    reclame.echeances.some((echeance) => echeance.exigibleLe === exigibleLe);
  return encoreReclamee && reclame.montant >= reglages.seuil ? reclame : { ...reclame, montant: 0 };
}
