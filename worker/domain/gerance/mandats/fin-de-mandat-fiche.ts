import * as z from "zod/mini";
import {
  choix,
  facultatif,
  identifiant,
  isoDate,
  requis,
  type VersionLue,
  versionLue,
} from "../../fields.ts";
import { DESTINATAIRES_DES_DEPOTS, type DestinataireDesDepots } from "./fin-de-mandat.ts";

/** The end of a mandate as a form sends it. `PUT /Mission/{id}/fin` adds the version that the caller read. */
export const finDite = z
  .strictObject({
    finLe: isoDate(),
    motif: requis(300),
    /** The next manager; absent: the owner manages himself. */
    FournisseurId: facultatif(identifiant()),
    depots: z._default(
      choix(Object.keys(DESTINATAIRES_DES_DEPOTS) as DestinataireDesDepots[]),
      "mandant",
    ),
  })
  .check(
    z.refine(({ depots, FournisseurId }) => depots === "mandant" || FournisseurId != null, {
      path: ["FournisseurId"],
      error: "Dites à quel gestionnaire vont les dépôts.",
    }),
  );

export type DemandeFin = z.output<typeof finDite> & VersionLue;

/** `POST /Mission/{id}/fin/arreter` and `/remettre`: the body holds only the version that the caller read. */
export const gesteDeFin = z.strictObject(versionLue);

/** `POST /Mission/{id}/fin/annuler`: cancels the noted end, with the reason. */
export const annulationFin = z.strictObject({ motif: requis(500) });
