import * as z from "zod/mini";
import type { AppartementResume } from "../biens/adresse.ts";
import {
  booleen,
  choix,
  euros,
  facultatif,
  identifiant,
  isoDate,
  ouDefaut,
  taux,
} from "../fields.ts";
import { MODE_USUEL, MODES_PAIEMENT, type ModePaiement } from "../quittances/paiement.ts";

/**
 * An instalment of a mission, as the form sends it; `prix` in euros with VAT. A `prixHT` sent is ignored: it is
 * computed.
 */
export const record = z.strictObject({
  MissionId: facultatif(identifiant()),
  AppartementId: facultatif(identifiant()),
  dateDepart: isoDate(),
  dateFin: isoDate(),
  prix: euros(),
  tva: taux(),
  prixHT: facultatif(z.number()),
  mode: ouDefaut(choix(MODES_PAIEMENT), MODE_USUEL),
  datePaiement: facultatif(isoDate()),
  montant: facultatif(euros()),
  date: facultatif(isoDate()),
  regle: ouDefaut(booleen(), false),
});

export const modification = z.partial(record);

export const creation = z.pipe(
  z
    .extend(record, {
      mode: z._default(record.shape.mode, MODE_USUEL),
      regle: z._default(record.shape.regle, false),
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
  version: number;
}

export interface AccompteDetail extends Accompte {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  prixHT: number;
  Appartement: AppartementResume | null;
  canDelete: boolean;
}
