import * as z from "zod/mini";
import { MODES_PAIEMENT } from "./accompte.ts";
import {
  booleen,
  choix,
  euros,
  facultatif,
  identifiant,
  isoDate,
  numero,
  taux,
  texte,
} from "./fields.ts";

export const NATURES = ["mission", "depense"] as const;

/** Caretaking mission or expense (spec §3, contract §4). Amounts TTC, euros; `prixHT` is computed. */
export const record = z.strictObject({
  nature: choix(NATURES),
  AppartementId: identifiant(),
  dateDepart: facultatif(isoDate()),
  dateFin: facultatif(isoDate()),
  prix: facultatif(euros()),
  prixHT: facultatif(z.number()),
  tva: taux(),
  renouvele: booleen(),
  regle: booleen(),
  intitule: facultatif(texte()),
  date: facultatif(isoDate()),
  montant: facultatif(euros()),
  numFacture: facultatif(numero()),
  mode: facultatif(choix(MODES_PAIEMENT)),
});

export const modification = z.partial(record);

const EXIGES = {
  mission: ["dateDepart", "dateFin", "prix"],
  depense: ["intitule", "montant", "numFacture"],
} as const;

export const creation = z.pipe(
  z
    .extend(record, {
      nature: z._default(choix(NATURES), "mission"),
      tva: z._default(taux(), 20),
      renouvele: z._default(booleen(), false),
      regle: z._default(booleen(), false),
    })
    .check((contexte) => {
      const intendance = contexte.value;
      const manquants = EXIGES[intendance.nature].filter((nom) => intendance[nom] == null);
      for (const nom of manquants) {
        contexte.issues.push({
          code: "custom",
          path: [nom],
          message: "Ce champ est requis.",
          input: intendance[nom],
        });
      }
      const { dateDepart, dateFin } = intendance;
      if (dateDepart && dateFin && dateFin < dateDepart) {
        contexte.issues.push({
          code: "custom",
          path: ["dateFin"],
          message: "La fin précède le début.",
          input: dateFin,
        });
      }
    }),
  z.transform(({ prixHT: _sent, ...intendance }) => intendance),
);

export type Intendance = z.output<typeof creation>;
