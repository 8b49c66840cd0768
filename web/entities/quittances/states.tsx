import { CircleCheck, CircleHelp, CircleX, type LucideIcon } from "lucide-react";
import type { EtatQuittance } from "#domain/quittance.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";

interface State {
  /** Of one receipt, and of several. */
  label: string;
  plural: string;
  /** One letter, where there is no room for more. */
  letter: string;
  tone: Tone;
  icon: LucideIcon;
}

export const STATES: Readonly<Record<EtatQuittance, State>> = {
  payee: { label: "Payée", plural: "Payées", letter: "P", tone: "green", icon: CircleCheck },
  impayee: { label: "Impayée", plural: "Impayées", letter: "I", tone: "red", icon: CircleX },
  inconnue: { label: "Inconnue", plural: "Inconnues", letter: "?", tone: "grey", icon: CircleHelp },
};

/** In the order in which they are offered. */
export const STATE_NAMES = ["payee", "impayee", "inconnue"] as const;

export function StateBadge({ etat }: { etat: EtatQuittance }) {
  const { label, tone, icon } = STATES[etat];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
