import { Ban } from "lucide-react";
import { ETATS_QUITTANCE, type EtatQuittance } from "#domain/quittances/quittance.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import {
  CircleCheck,
  CircleHelp,
  CircleX,
  type Icon,
  UserRoundCheck,
} from "#web/components/ui/row-icons.tsx";

interface State {
  /** The word for several receipts. */
  plural: string;
  /** One letter, where room is short. */
  letter: string;
  tone: Tone;
  icon: Icon;
}

export const STATES: Readonly<Record<EtatQuittance, State>> = {
  payee: { plural: "Payées", letter: "P", tone: "green", icon: CircleCheck },
  declaree: { plural: "Déclarées", letter: "D", tone: "blue", icon: UserRoundCheck },
  impayee: { plural: "Impayées", letter: "I", tone: "red", icon: CircleX },
  inconnue: { plural: "Inconnues", letter: "?", tone: "grey", icon: CircleHelp },
  annulee: { plural: "Annulées", letter: "×", tone: "grey", icon: Ban },
};

/** The states, in the order in which the screens show them. */
export const STATE_NAMES = Object.keys(ETATS_QUITTANCE) as EtatQuittance[];

/** The states that staff may give to a receipt, in the order shown. */
export const GIVEN_STATES = ["payee", "impayee", "inconnue"] as const;

/** The legend of the icon buttons that give a state. */
export function GivenStatesLegend() {
  return (
    <ul
      aria-label="Légende"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t px-3 py-2 text-xs text-muted print:hidden"
    >
      {GIVEN_STATES.map((etat) => {
        const { icon: Icon } = STATES[etat];
        return (
          <li key={etat} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className="size-3.5" />
            Marquer {ETATS_QUITTANCE[etat].toLowerCase()}
          </li>
        );
      })}
    </ul>
  );
}

export function StateBadge({ etat }: { etat: EtatQuittance }) {
  const { tone, icon } = STATES[etat];
  return (
    <Badge tone={tone} icon={icon}>
      {ETATS_QUITTANCE[etat]}
    </Badge>
  );
}
