import * as z from "zod/mini";
import { dansMois, type Jour, type Mois } from "../../dates.ts";
import { choix, euros, identifiant, isoDate, paragraphe, requis } from "../../fields.ts";
import type { CourrielAPartir, EtatCourriel } from "../../quittances/courriel.ts";
import type { Assureur } from "./declaration.ts";
import type { Alerte, EcheanceImpayee, ParAge } from "./impayes.ts";
import { MOTIFS_PAUSE, type MotifPause } from "./impayes.ts";
import {
  CANAUX,
  type Canal,
  type Etape,
  type EtapeSuivie,
  type EtatRelance,
  type RelanceSuivante,
} from "./relances.ts";
import { mentionsInterdites } from "./textes-relance.ts";

/** A draft with a person's changes. */
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

/** The most reminders that one call releases. */
export const RELANCES_A_LA_FOIS = 50;

const ids = z
  .array(identifiant())
  .check(
    z.minLength(1, "Choisissez au moins une relance."),
    z.maxLength(RELANCES_A_LA_FOIS, `${RELANCES_A_LA_FOIS} relances au plus à la fois.`),
  );

export const liberation = z.strictObject({ ids });
export const impression = z.strictObject({ ids });
export const ecart = z.strictObject({ ids, motif: requis(200) });

/** The longest pause, in months. */
export const MOIS_DE_PAUSE = 6;

export const pause = z.strictObject({
  motif: choix(Object.keys(MOTIFS_PAUSE) as MotifPause[]),
  jusquau: isoDate(),
  commentaire: z.optional(z.nullable(paragraphe(1000))),
});

/** The last day allowed for a pause set today. */
export const finDePause = (today: Jour): Jour => dansMois(today, MOIS_DE_PAUSE);

/** A payment plan as a person writes it: its instalments add up to the debt that it covers. */
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

/** The reason why a plan is over. */
export const fermeture = z.strictObject({ motif: requis(200) });

// The rows that screens read

/** The pause that holds the reminders of a dossier. */
export interface PauseEnCours {
  id: number;
  motif: MotifPause;
  jusquau: Jour;
}

/** A reminder in a list; amounts in euros. */
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
  /** The addressee, when it is not the tenant. */
  destinataire: string | null;
  /** It may leave by e-mail. */
  courrielPossible: boolean;
  /** The mail by which it left. */
  courriel: { id: number; etat: EtatCourriel; partLe: string | null } | null;
  locataire: string;
  appartement: string;
  version: number;
}

/** The result of a release of reminders. */
export interface Liberation {
  liberees: number[];
  refusees: { id: number; motif: string }[];
  /** The mails that wait to leave: they may still be called back. */
  courriels: CourrielAPartir[];
  /** The reminders to print. */
  lettres: number[];
}

/** A late dossier in a list; amounts in euros. */
export interface ImpayeRow extends SuiviImpaye {
  /** The identifier of the dossier. */
  id: number;
  LocataireId: number;
  AppartementId: number;
  locataire: string;
  appartement: string;
  ville: string;
  du: number;
  /** Rents that the owner may have received: nobody said. */
  aConfirmer: number;
  ages: ParAge;
  /** Null when nothing is surely owed. */
  exigibleLe: Jour | null;
  mois: Mois | null;
  jours: number;
  /** The step for the age of the debt, whatever was sent. */
  etape: EtapeSuivie | null;
  /** The count of drafts that wait. */
  brouillons: number;
  pause: PauseEnCours | null;
  plan: boolean;
}

/** The progress of a debt: the last reminder, the next one, the thresholds passed. */
export interface SuiviImpaye {
  derniere: { etape: Etape; libereeLe: Jour } | null;
  suivante: RelanceSuivante | null;
  alertes: Alerte[];
}

/** The sums owed over a whole list, in euros. */
export interface SommesImpayees extends ParAge {
  du: number;
  aConfirmer: number;
}

/** A payment plan; amounts in euros. */
export interface PlanRow {
  id: number;
  date: Jour;
  montant: number;
  termes: { date: Jour; montant: number }[];
  closLe: Jour | null;
  motif: string | null;
  /** The instalment that was missed. */
  manque: Jour | null;
  /** The signed plan is kept. */
  signe: boolean;
}

/** A late dossier in full. */
export interface ImpayeDetail extends SuiviImpaye {
  id: number;
  du: number;
  aConfirmer: number;
  echeances: (Pick<EcheanceImpayee, "exigibleLe" | "incertaine" | "mois" | "nature"> & {
    QuitanceId: number | null;
    montant: number;
    reste: number;
  })[];
  /** The insurers that cover it, to whom defaults are declared. */
  assureurs: Assureur[];
  pause: (PauseEnCours & { commentaire: string | null }) | null;
  plan: PlanRow | null;
  relances: Pick<
    RelanceRow,
    "id" | "etape" | "exigibleLe" | "montant" | "etat" | "canal" | "motif" | "libereeLe" | "objet"
  >[];
}
