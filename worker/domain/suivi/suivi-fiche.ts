import * as z from "zod/mini";
import { booleen, choix, facultatif, identifiant, isoDate, requis } from "../fields.ts";
import { GESTES } from "./suivi.ts";

/** The act of a person on a deadline, named by its key (suivi/README §17.1). */
export const geste = z
  .strictObject({
    cle: requis(100),
    geste: choix(GESTES),
    /** Of one put off: the day on which it is told again. */
    jusquau: facultatif(isoDate()),
    /** Why it is put off. */
    motif: facultatif(requis(300)),
    /** The account that the deadline is given to; null gives it back to the manager of its mandate, or to everybody. */
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

/** How an account follows the deadlines. */
export const monSuivi = z.strictObject({ mail: booleen() });

export type GesteDit = z.output<typeof geste>;
