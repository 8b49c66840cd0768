import * as z from "zod/mini";
import type { AppartementResume } from "./adresse.ts";
import type { Jour } from "./dates.ts";
import { booleen, choix, euros, facultatif, identifiant, isoDate, taux } from "./fields.ts";
import { MODE_USUEL, MODES_PAIEMENT, type ModePaiement } from "./paiement.ts";

/** An instalment of a mission. `prix` TTC in euros; `prixHT` is computed, whatever is sent. */
export const record = z.strictObject({
  MissionId: facultatif(identifiant()),
  AppartementId: facultatif(identifiant()),
  dateDepart: isoDate(),
  dateFin: isoDate(),
  prix: euros(),
  tva: taux(),
  prixHT: facultatif(z.number()),
  mode: choix(MODES_PAIEMENT),
  datePaiement: facultatif(isoDate()),
  montant: facultatif(euros()),
  date: facultatif(isoDate()),
  regle: booleen(),
});

export const modification = z.partial(record);

export const creation = z.pipe(
  z
    .extend(record, {
      mode: z._default(choix(MODES_PAIEMENT), MODE_USUEL),
      regle: z._default(booleen(), false),
    })
    .check((contexte) => {
      const { dateDepart, dateFin } = contexte.value;
      if (dateFin < dateDepart) {
        contexte.issues.push({
          code: "custom",
          path: ["dateFin"],
          message: "La fin précède le début.",
          input: dateFin,
        });
      }
    }),
  z.transform(({ prixHT: _sent, ...accompte }) => accompte),
);

export type Accompte = z.output<typeof creation>;

/** Not paid, and its last day has passed. */
export function accompteEnRetard(
  { regle, dateFin }: { regle: boolean; dateFin: Jour },
  today: Jour,
): boolean {
  return !regle && dateFin < today;
}

export interface AccompteRow {
  id: number;
  MissionId: number | null;
  AppartementId: number | null;
  appartement: string | null;
  dateDepart: string;
  dateFin: string;
  prix: number;
  prixHT: number;
  tva: number;
  mode: ModePaiement;
  regle: boolean;
  enRetard: boolean;
  datePaiement: string | null;
  montant: number | null;
  date: string | null;
  updatedAt: string;
}

export interface AccompteDetail extends Accompte {
  id: number;
  createdAt: string;
  updatedAt: string;
  prixHT: number;
  Appartement: AppartementResume | null;
  canDelete: boolean;
}
