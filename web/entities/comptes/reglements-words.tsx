import { Hourglass, Undo2 } from "lucide-react";
import { type Mois, moisEnLettres } from "#domain/dates.ts";
import {
  ETATS_REGLEMENT,
  type EtatReglement,
  MODES_ENCAISSEMENT,
  MODES_REGLEMENT,
  PAYEURS,
  type Payeur,
} from "#domain/gerance/locataires/reglement.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { CircleCheck, CircleX } from "#web/components/ui/row-icons.tsx";

const LOOKS = {
  recu: { tone: "orange", icon: Hourglass },
  credite: { tone: "green", icon: CircleCheck },
  rejete: { tone: "red", icon: CircleX },
  annule: { tone: "grey", icon: Undo2 },
} as const;

export function PaymentBadge({ etat }: { etat: EtatReglement }) {
  return <Badge {...LOOKS[etat]}>{ETATS_REGLEMENT[etat]}</Badge>;
}

/** The modes in which staff record a payment; a waiver has a dialog of its own. */
export const MODE_CHOICES = MODES_ENCAISSEMENT.map((value) => ({
  value,
  label: MODES_REGLEMENT[value],
}));

export const PAYER_CHOICES = (Object.keys(PAYEURS) as Payeur[]).map((value) => ({
  value,
  label: PAYEURS[value],
}));

/** The number of a payment as on its reçu, « R 2026-000012 »: the R distinguishes it from the number of a receipt. */
export const paymentNumber = (numero: string): string => `R\u00A0${numero}`;

/** « octobre 2026, novembre 2026 ». */
export const monthsInWords = (months: readonly Mois[]): string =>
  months.map(moisEnLettres).join(", ");
