import * as z from "zod/mini";
import { choix, facultatif, identifiant, isoDate, requis, versionLue } from "../../fields.ts";
import { DESTINATAIRES_DES_DEPOTS, type DestinataireDesDepots } from "./fin-de-mandat.ts";

const champs = {
  finLe: isoDate(),
  motif: requis(300),
  /** The next manager; absent: the owner himself. */
  FournisseurId: facultatif(identifiant()),
  depots: z._default(
    choix(Object.keys(DESTINATAIRES_DES_DEPOTS) as DestinataireDesDepots[]),
    "mandant",
  ),
};

const gestionnaireDit = z.refine<{
  depots: DestinataireDesDepots;
  FournisseurId?: number | null | undefined;
}>(({ depots, FournisseurId }) => depots === "mandant" || FournisseurId != null, {
  path: ["FournisseurId"],
  error: "Dites à quel gestionnaire vont les dépôts.",
});

/** The end of a mandate, as a form holds it. */
export const finDite = z.strictObject(champs).check(gestionnaireDit);

/** `PUT /Mission/{id}/fin`: the end of a mandate, as somebody notes it. */
export const demandeFin = z.strictObject({ ...champs, ...versionLue }).check(gestionnaireDit);

export type DemandeFin = z.output<typeof demandeFin>;

/** `POST /Mission/{id}/fin/arreter` and `/remettre`: on the end as it was read. */
export const gesteDeFin = z.strictObject(versionLue);

/** `POST /Mission/{id}/fin/annuler`: with the reason. */
export const annulationFin = z.strictObject({ motif: requis(500) });
