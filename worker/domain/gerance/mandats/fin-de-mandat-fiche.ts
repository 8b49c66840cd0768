import * as z from "zod/mini";
import { choix, facultatif, identifiant, isoDate, requis, versionLue } from "../../fields.ts";
import { DESTINATAIRES_DES_DEPOTS, type DestinataireDesDepots } from "./fin-de-mandat.ts";

/** `PUT /Mission/{id}/fin`: the end of a mandate, as somebody notes it. */
export const demandeFin = z
  .strictObject({
    finLe: isoDate(),
    motif: requis(300),
    /** The next manager; absent: the owner himself. */
    FournisseurId: facultatif(identifiant()),
    depots: z._default(
      choix(Object.keys(DESTINATAIRES_DES_DEPOTS) as DestinataireDesDepots[]),
      "mandant",
    ),
    ...versionLue,
  })
  .check(
    z.refine(({ depots, FournisseurId }) => depots === "mandant" || FournisseurId != null, {
      path: ["FournisseurId"],
      error: "Dites à quel gestionnaire vont les dépôts.",
    }),
  );

export type DemandeFin = z.output<typeof demandeFin>;

/** `POST /Mission/{id}/fin/arreter` and `/remettre`: on the end as it was read. */
export const gesteDeFin = z.strictObject(versionLue);

/** `POST /Mission/{id}/fin/annuler`: with the reason. */
export const annulationFin = z.strictObject({ motif: requis(500) });
