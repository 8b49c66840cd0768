import * as z from "zod/mini";
import { EN_LETTRES_LATINES, estImprimable } from "../caracteres.ts";
import { EXEMPLAIRES_SIGNES, type TypeDocument } from "../fichiers/document.ts";
import {
  booleen,
  choix,
  courriel,
  entier,
  facultatif,
  identifiant,
  isoDate,
  requis,
} from "../fields.ts";
import { CASES, type Case } from "./cases.ts";
import { ROLES, type Role } from "./demande.ts";
import { IDENTITES_VUES, LIEUX, type LieuDeSignature } from "./preuve.ts";
import { EMPREINTE } from "./verification.ts";

const SIGNATAIRES_AU_PLUS = 20;
const MENTION_AU_PLUS = 4000;
const MOTIF_AU_PLUS = 2000;

const clesDe = <Cle extends string>(table: Partial<Record<Cle, unknown>>) =>
  Object.keys(table) as [Cle, ...Cle[]];

/** A field for a whole name with its title, in characters that the proof page can print. */
const nomDeSignataire = () => requis().check(z.refine(estImprimable, EN_LETTRES_LATINES));

/** A field for a person who is to sign. */
const signataire = z.strictObject({
  role: choix(clesDe<Role>(ROLES)),
  rang: z._default(entier(1, SIGNATAIRES_AU_PLUS), 1),
  nom: nomDeSignataire(),
  /** The position of a representative: « représentant légal de … ». */
  qualite: facultatif(requis()),
  mail: facultatif(courriel()),
});

/** The body that opens a paper for signature: the paper, its signers, their order and the place. */
export const ouverture = z
  .strictObject({
    type: choix(clesDe<TypeDocument>(EXEMPLAIRES_SIGNES)),
    entiteId: identifiant(),
    /** The ids of the other records in the path of the document, by the names of the path parameters. */
    sources: z.optional(z.record(z.string(), identifiant())),
    lieu: choix(clesDe<LieuDeSignature>(LIEUX)),
    /** The signers are consumers, who may by law withdraw from a contract signed away from the agency. */
    consommateur: z._default(booleen(), true),
    signataires: z
      .array(signataire)
      .check(z.maxLength(SIGNATAIRES_AU_PLUS, `${SIGNATAIRES_AU_PLUS} signataires au plus.`)),
  })
  .check(
    z.refine(
      ({ signataires }) => signataires.filter(({ role }) => role === "agence").length === 1,
      {
        path: ["signataires"],
        error: "L’agence signe une fois, la dernière.",
      },
    ),
    z.refine(({ signataires }) => signataires.some(({ role }) => role !== "agence"), {
      path: ["signataires"],
      error: "Choisissez au moins un signataire.",
    }),
    z.refine(
      ({ lieu, signataires }) =>
        lieu !== "distance" || signataires.every(({ role, mail }) => role === "agence" || mail),
      {
        path: ["signataires"],
        error: "À distance, chaque signataire a une adresse e-mail.",
      },
    ),
  );

const TRAITS_AU_PLUS = 60;
const POINTS_AU_PLUS = 2000;
const SECONDES_AU_PLUS = 86_400;
const BORD = 10_000;

const secondes = () => entier(0, SECONDES_AU_PLUS);
const place = () => z.number().check(z.gte(-BORD), z.lte(BORD));
/** A signature drawn with the finger, as strokes of points. */
export const trace = z
  .array(z.array(z.tuple([place(), place()])).check(z.maxLength(POINTS_AU_PLUS)))
  .check(z.maxLength(TRAITS_AU_PLUS));

const accord = {
  nom: nomDeSignataire(),
  consentement: z.literal(true, "Cochez la phrase pour signer."),
  trace: facultatif(trace),
  /** The boxes that the signer ticked under the paper. */
  cases: facultatif(
    z.array(choix(clesDe<Case>(CASES))).check(z.maxLength(Object.keys(CASES).length)),
  ),
};

/** The body of a signature by link: the name, the agreement, the file read. */
export const signature = z.strictObject({
  ...accord,
  /** The fingerprint of the file that the signer read. */
  empreinte: z.string().check(z.regex(EMPREINTE, "Une empreinte est attendue.")),
  /**
   * The mention that a guarantor or a debtor types (Code civil, art. 2297 and 1376), with the number of keys pressed
   * and of seconds spent typing it.
   */
  mention: facultatif(requis(MENTION_AU_PLUS)),
  signesMention: facultatif(entier(0, MENTION_AU_PLUS * 10)),
  secondesMention: facultatif(secondes()),
  gardeDiscussion: facultatif(booleen()),
});

/** The body of a signature in front of the agency, with the way the signer was recognized. */
export const signatureSurPlace = z.strictObject({
  ...accord,
  signataireId: identifiant(),
  identite: choix(IDENTITES_VUES),
  secondesDeLecture: secondes(),
});

/** The body with the number of seconds that the signer took to reach the end of the paper. */
export const lecture = z.strictObject({ secondes: secondes() });

/** The body that corrects a signer who has not signed yet; a new mailbox closes his link. */
export const correction = z.strictObject({
  nom: z.optional(nomDeSignataire()),
  qualite: facultatif(requis()),
  mail: facultatif(courriel()),
});

/** The body that sends a link again: to one signer, or to all those whose turn it is. */
export const relance = z.strictObject({ signataireId: z.optional(identifiant()) });

/** The body that records a withdrawal received by letter; `recueLe`: the day on which the letter was sent. */
export const retractationRecue = z.strictObject({ recueLe: isoDate() });

/** The body of a refusal to sign, or of a cancellation by the agency, with the reason. */
export const refus = z.strictObject({ motif: requis(MOTIF_AU_PLUS) });

export type Ouverture = z.output<typeof ouverture>;
export type Signature = z.output<typeof signature>;
export type SignatureSurPlace = z.output<typeof signatureSurPlace>;
export type Correction = z.output<typeof correction>;
