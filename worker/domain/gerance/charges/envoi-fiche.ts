import * as z from "zod/mini";
import { choix, euros, facultatif, identifiant, isoDate, requis, solde } from "../../fields.ts";
import { CANAUX, type Canal } from "../relances/relances.ts";
import { MOIS_D_ECHELONNEMENT } from "./solde-a-payer.ts";

export const DECOMPTES_A_LA_FOIS = 50;

const mois = () => z.literal([...MOIS_D_ECHELONNEMENT], "En 3, 6 ou 12 mois.");

/** The fields that the caller gives for each charges statement to send; euros. */
const lu = {
  /** The balance that the caller saw; the request is refused when the balance has changed since. */
  solde: solde(),
  /** The provisions of the year called outside this product. */
  ailleurs: facultatif(euros()),
  /** The new monthly provision; absent: no change. */
  provision: facultatif(euros()),
};

const commun = {
  exigibleLe: isoDate(),
  /** The way to send the statements; absent: by e-mail to a tenant who agreed to it, else by letter. */
  canal: z.optional(choix(Object.keys(CANAUX) as Canal[])),
  /** The months over which the balance is paid; absent: at once. */
  mois: facultatif(mois()),
};

/** `POST /Dossier/{id}/charges/{annee}/envoyer`: sends one charges statement. */
export const demandeDEnvoiDUn = z.strictObject({ ...lu, ...commun });

/** `POST /Decompte/envoyer`: sends several charges statements; one may be refused while the others are sent. */
export const demandeDEnvoi = z.strictObject({
  ...commun,
  decomptes: z
    .array(z.strictObject({ DossierId: identifiant(), annee: z.int(), ...lu }))
    .check(
      z.minLength(1, "Choisissez au moins un décompte."),
      z.maxLength(DECOMPTES_A_LA_FOIS, `${DECOMPTES_A_LA_FOIS} décomptes au plus à la fois.`),
    ),
});

export type DemandeDEnvoi = z.output<typeof demandeDEnvoi>;
export type EnvoiDemande = DemandeDEnvoi["decomptes"][number];

/** `POST /Dossier/{id}/charges/{annee}/douziemes`: lets the tenant pay the balance in monthly parts. */
export const demandeDeDouziemes = z.strictObject({ mois: z._default(mois(), 12) });

/** `POST /Decompte/{id}/annuler`: cancels a sent charges statement. */
export const annulationDeDecompte = z.strictObject({ motif: requis(500) });

/** `POST /Decompte/imprimer`: prints charges statements. */
export const decomptesAImprimer = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un décompte."),
      z.maxLength(DECOMPTES_A_LA_FOIS, `${DECOMPTES_A_LA_FOIS} décomptes au plus à la fois.`),
    ),
});

/** `POST /Decompte/postes`: notes the day on which the letters of statements were posted. */
export const decomptesPostes = z.extend(decomptesAImprimer, { le: isoDate() });

export type DecomptesPostes = z.output<typeof decomptesPostes>;

/**
 * The charges statements whose day of posting by mail was noted, and those for which the note was refused, each with
 * the French reason.
 */
export interface PostagesNotes {
  notes: number[];
  refuses: { id: number; motif: string }[];
}

/** The result of a request on several charges statements. */
export interface DecomptesEnvoyes {
  /** `warnings`: what the paper of the statement lacks, in French sentences. */
  faits: { id: number; DossierId: number; canal: Canal; warnings: string[] }[];
  refuses: { DossierId: number; motif: string }[];
}
