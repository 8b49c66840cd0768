import * as z from "zod/mini";
import type { SerieIrl } from "../../bail/irl.ts";
import {
  booleen,
  choix,
  decimal,
  entier,
  facultatif,
  identifiant,
  isoDate,
  requis,
} from "../../fields.ts";
import { CANAUX, type Canal } from "../relances/relances.ts";
import type { MoyenDAccord } from "./accord.ts";
import type { ChoixEffet } from "./effet.ts";
import { REVISIONS_A_LA_FOIS } from "./revision-lue.ts";

const revisee = z.strictObject({
  DossierId: identifiant(),
  anniversaire: isoDate(),
  /** Whether staff ticked that the dwelling is no longer of class F or G. */
  classeConfirmee: z._default(booleen(), false),
});

const revisions = z
  .array(revisee)
  .check(
    z.minLength(1, "Choisissez au moins une révision."),
    z.maxLength(REVISIONS_A_LA_FOIS, `${REVISIONS_A_LA_FOIS} révisions au plus à la fois.`),
  );

/**
 * The fields that tell how revisions are requested. By default, late revisions take effect on the first day of a
 * month, and letters are posted today.
 */
export const facon = {
  effet: z.optional(choix(["premier_du_mois", "des_la_demande"] satisfies ChoixEffet[])),
  /** The day on which letters are to be posted. */
  posteeLe: z.optional(isoDate()),
};

/** The body that requests revisions from tenants. */
export const demandeDeRevisions = z.strictObject({
  revisions,
  ...facon,
  /**
   * Whether receipts of the difference complete the months already billed; false: the effect waits for a month not
   * billed.
   */
  complement: z._default(booleen(), false),
  /** The channel of the requests; absent: by mail when the tenant agreed to it, else by letter. */
  canal: z.optional(choix(Object.keys(CANAUX) as Canal[])),
});

export type DemandeDeRevisions = z.output<typeof demandeDeRevisions>;

/** The body that requests the agreement of owners to revisions. */
export const demandeDAccords = z.strictObject({
  revisions: z
    .array(z.omit(revisee, { classeConfirmee: true }))
    .check(
      z.minLength(1, "Choisissez au moins une révision."),
      z.maxLength(REVISIONS_A_LA_FOIS, `${REVISIONS_A_LA_FOIS} révisions au plus à la fois.`),
    ),
});

export type DemandeDAccords = z.output<typeof demandeDAccords>;

/** The body by which staff note an owner’s answer. */
export const reponseNotee = z.extend(demandeDAccords, {
  accorde: booleen(),
  reponduLe: isoDate(),
  moyen: choix(["courriel", "lettre", "telephone"] satisfies MoyenDAccord[]),
  /** The owner who answered; required when the agreement of several owners is still missing. */
  ClientId: z.optional(identifiant()),
});

export type ReponseNotee = z.output<typeof reponseNotee>;

/** The body of an owner’s answer on his own page. */
export const reponseDuProprietaire = z.strictObject({ accorde: booleen() });

export const renonciation = z.strictObject({ revisions, motif: requis(500) });

export type Renonciation = z.output<typeof renonciation>;

export const motifAnnulation = z.strictObject({ motif: requis(500) });

/** The body of a request to print letters of revision, by the ids of the revisions. */
export const lettresAImprimer = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins une lettre."),
      z.maxLength(REVISIONS_A_LA_FOIS, `${REVISIONS_A_LA_FOIS} lettres au plus à la fois.`),
    ),
});

/** The body that notes letters as posted on a day, by the ids of the revisions. */
export const lettresPostees = z.extend(lettresAImprimer, { le: isoDate() });

export type LettresPostees = z.output<typeof lettresPostees>;

/** An index of the INSEE, « 148,37 ». */
const indice = () =>
  decimal(1_000).check(
    z.refine((valeur) => Number(valeur.toFixed(2)) === valeur, "Deux décimales au plus."),
    z.meta({ multipleOf: 0.01 }),
  );

/** The indices of a quarter, by series; an absent index stays unknown. */
export const saisieDIndices = z.strictObject({
  annee: entier(2000, 2199),
  trimestre: entier(1, 4),
  ...({
    IRL: z.optional(indice()),
    IRL_CORSE: z.optional(indice()),
    IRL_OM: z.optional(indice()),
  } satisfies Record<SerieIrl, unknown>),
  /** The caller confirms an unusual variation. */
  confirme: z._default(booleen(), false),
});

/** The correction of a mistyped index; the reason is required when a revision used the former value. */
export const correctionDIndice = z.strictObject({
  valeur: indice(),
  motif: facultatif(requis(500)),
  confirme: z._default(booleen(), false),
});

export type CorrectionDIndice = z.output<typeof correctionDIndice>;

export type SaisieDIndices = z.output<typeof saisieDIndices>;
