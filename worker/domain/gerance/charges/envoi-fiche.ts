import * as z from "zod/mini";
import { choix, euros, facultatif, identifiant, isoDate, requis, solde } from "../../fields.ts";
import { CANAUX, type Canal } from "../relances/relances.ts";
import { MOIS_D_ECHELONNEMENT } from "./decompte.ts";

/** The most statements that one request sends or prints. */
export const DECOMPTES_A_LA_FOIS = 50;

const mois = () => z.literal([...MOIS_D_ECHELONNEMENT], "En 3, 6 ou 12 mois.");

/** What is said of a statement that is sent; euros. */
const lu = {
  /** The balance that was read: another one since is refused. */
  solde: solde(),
  /** Provisions of the year called elsewhere. */
  ailleurs: facultatif(euros()),
  /** The new provision by the month; absent: it stays. */
  provision: facultatif(euros()),
};

const commun = {
  exigibleLe: isoDate(),
  /** Absent: by mail where the tenant agreed to it, else by letter. */
  canal: z.optional(choix(Object.keys(CANAUX) as Canal[])),
  /** The months over which a balance is paid; absent: at once. */
  mois: facultatif(mois()),
};

/** `POST /Dossier/{id}/charges/{annee}/envoyer`. */
export const demandeDEnvoiDUn = z.strictObject({ ...lu, ...commun });

/** `POST /Decompte/envoyer`: several at once, each by itself. */
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

/** `POST /Dossier/{id}/charges/{annee}/douziemes`: the tenant asks to pay by parts. */
export const demandeDeDouziemes = z.strictObject({ mois: z._default(mois(), 12) });

/** `POST /Decompte/{id}/annuler`: cancels a statement that was sent. */
export const annulationDeDecompte = z.strictObject({ motif: requis(500) });

/** `POST /Decompte/imprimer`. */
export const decomptesAImprimer = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un décompte."),
      z.maxLength(DECOMPTES_A_LA_FOIS, `${DECOMPTES_A_LA_FOIS} décomptes au plus à la fois.`),
    ),
});

/** What a request of several statements did. */
export interface DecomptesEnvoyes {
  faits: { id: number; DossierId: number; canal: Canal }[];
  refuses: { DossierId: number; motif: string }[];
}
