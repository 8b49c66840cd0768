import * as z from "zod/mini";
import { booleen, choix, facultatif, identifiant, isoDate, requis } from "../fields.ts";
import { GESTES } from "./suivi.ts";

/** The body of an act on a deadline, which `cle` identifies (suivi/README §17.1). */
export const geste = z
  .strictObject({
    cle: requis(100),
    geste: choix(GESTES),
    /** The day on which a postponed deadline is shown again. */
    jusquau: facultatif(isoDate()),
    motif: facultatif(requis(300)),
    /**
     * The user account in charge of the deadline; null gives the deadline back to the manager of the mandate, or to
     * everybody.
     */
    gestionnaireId: facultatif(identifiant()),
  })
  .check((contexte) => {
    const { geste, jusquau, motif } = contexte.value;
    if (geste !== "reporter") return;
    if (!jusquau)
      contexte.issues.push({
        code: "custom",
        path: ["jusquau"],
        message: "Dites jusqu’à quand.",
        input: jusquau,
      });
    if (!motif)
      contexte.issues.push({
        code: "custom",
        path: ["motif"],
        message: "Dites pourquoi.",
        input: motif,
      });
  });

/** The body that sets whether the user receives the weekly mail of deadlines. */
export const monSuivi = z.strictObject({ mail: booleen() });

export type GesteDit = z.output<typeof geste>;
