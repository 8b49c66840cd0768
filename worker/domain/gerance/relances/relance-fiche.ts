import * as z from "zod/mini";
import { dansMois, type Jour, type Mois } from "../../dates.ts";
import { choix, euros, identifiant, isoDate, paragraphe, requis } from "../../fields.ts";
import type { CourrielAPartir, EtatCourriel } from "../../quittances/courriel.ts";
import type { Alerte } from "./alertes.ts";
import type { Assureur } from "./declaration.ts";
import type { EcheanceImpayee, ParAge } from "./impayes.ts";
import { MOTIFS_PAUSE, type MotifPause } from "./impayes.ts";
import {
  CANAUX,
  type Canal,
  type Etape,
  type EtapeSuivie,
  type EtatRelance,
  RELANCES_A_LA_FOIS,
  type RelanceSuivante,
} from "./relances.ts";
import { mentionsInterdites } from "./textes-relance.ts";

/**
 * The body that changes the draft of a reminder; its text may not contain the words that {@link mentionsInterdites}
 * refuses.
 */
export const modification = z.strictObject({
  canal: z.optional(choix(Object.keys(CANAUX) as Canal[])),
  objet: z.optional(requis(200)),
  texte: z.optional(
    paragraphe(10_000).check(({ value, issues }) => {
      const [mention] = mentionsInterdites(value);
      if (mention)
        issues.push({
          code: "custom",
          input: value,
          message: `Une relance ne peut pas annoncer ${mention} (loi du 6 juillet 1989, article 4).`,
        });
    }),
  ),
});

const ids = z
  .array(identifiant())
  .check(
    z.minLength(1, "Choisissez au moins une relance."),
    z.maxLength(RELANCES_A_LA_FOIS, `${RELANCES_A_LA_FOIS} relances au plus à la fois.`),
  );

export const liberation = z.strictObject({ ids });
export const impression = z.strictObject({ ids });
export const ecart = z.strictObject({ ids, motif: requis(200) });

/** The longest pause of reminders, in months. */
export const MOIS_DE_PAUSE = 6;

export const pause = z.strictObject({
  motif: choix(Object.keys(MOTIFS_PAUSE) as MotifPause[]),
  jusquau: isoDate(),
  commentaire: z.optional(z.nullable(paragraphe(1000))),
});

/** The last day allowed for a pause that begins today. */
export const finDePause = (today: Jour): Jour => dansMois(today, MOIS_DE_PAUSE);

/** The body of a payment plan: the instalments that the tenant promises, in euros. */
export const plan = z.strictObject({
  termes: z.array(z.strictObject({ date: isoDate(), montant: euros() })).check(
    z.minLength(1, "Un plan a au moins une échéance."),
    z.maxLength(36, "36 échéances au plus."),
    z.refine(
      (termes) => termes.every(({ date }, rang) => date > (termes[rang - 1]?.date ?? "")),
      "Les échéances se suivent, chacune à un jour plus tardif.",
    ),
    z.refine(
      (termes) => termes.every(({ montant }) => montant > 0),
      "Chaque échéance est de plus de 0 €.",
    ),
  ),
});

export const fermeture = z.strictObject({ motif: requis(200) });

export interface PauseEnCours {
  id: number;
  motif: MotifPause;
  jusquau: Jour;
}

/** A reminder in a list; euros. */
export interface RelanceRow {
  id: number;
  DossierId: number;
  etape: Etape;
  CautionId: number | null;
  exigibleLe: Jour;
  montant: number;
  etat: EtatRelance;
  canal: Canal;
  objet: string;
  texte: string;
  motif: string | null;
  libereeLe: Jour | null;
  user: string | null;
  /** The addressee when it is not the tenant; else null. */
  destinataire: string | null;
  courrielPossible: boolean;
  /** The mail that sends the reminder; null without a mail. */
  courriel: { id: number; etat: EtatCourriel; partLe: string | null } | null;
  locataire: string;
  appartement: string;
  version: number;
}

export interface Liberation {
  liberees: number[];
  refusees: { id: number; motif: string }[];
  /** The mails about to be sent, which may still be called back. */
  courriels: CourrielAPartir[];
  /** The reminders to print. */
  lettres: number[];
}

/** A dossier with late sums, in a list; euros. */
export interface ImpayeRow extends SuiviImpaye {
  /** The id of the dossier. */
  id: number;
  LocataireId: number;
  AppartementId: number;
  locataire: string;
  appartement: string;
  ville: string;
  du: number;
  /** The rents that the owner may have received without saying so. */
  aConfirmer: number;
  ages: ParAge;
  /** The oldest due day of a sum that is surely owed; null without such a sum. */
  exigibleLe: Jour | null;
  mois: Mois | null;
  jours: number;
  /** The step that the age of the debt calls for, whatever reminders were already sent. */
  etape: EtapeSuivie | null;
  /** The number of drafts that staff have to review. */
  brouillons: number;
  pause: PauseEnCours | null;
  plan: boolean;
}

export interface SuiviImpaye {
  derniere: { etape: Etape; libereeLe: Jour } | null;
  suivante: RelanceSuivante | null;
  alertes: Alerte[];
}

/** The sums owed by all the dossiers of a list, added up; euros. */
export interface SommesImpayees extends ParAge {
  du: number;
  aConfirmer: number;
}

/** A payment plan; euros. */
export interface PlanRow {
  id: number;
  date: Jour;
  montant: number;
  termes: { date: Jour; montant: number }[];
  closLe: Jour | null;
  motif: string | null;
  /** The day of the first missed instalment; null when none is missed. */
  manque: Jour | null;
  /** Whether the signed paper of the plan is stored. */
  signe: boolean;
}

/** A dossier with late sums, and all that its page shows; euros. */
export interface ImpayeDetail extends SuiviImpaye {
  id: number;
  du: number;
  aConfirmer: number;
  echeances: (Pick<EcheanceImpayee, "exigibleLe" | "incertaine" | "mois" | "nature"> & {
    QuitanceId: number | null;
    montant: number;
    reste: number;
  })[];
  /** The insurers that cover the lease, to whom unpaid rents are declared. */
  assureurs: Assureur[];
  pause: (PauseEnCours & { commentaire: string | null }) | null;
  plan: PlanRow | null;
  relances: Pick<
    RelanceRow,
    "id" | "etape" | "exigibleLe" | "montant" | "etat" | "canal" | "motif" | "libereeLe" | "objet"
  >[];
}
