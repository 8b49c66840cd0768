import { Ban, Clock, Landmark } from "lucide-react";
import {
  ETATS_REVERSEMENT,
  type EtatReversement,
} from "#domain/gerance/reversements/reversement.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";

const LOOKS = {
  a_valider: { tone: "orange", icon: Clock },
  valide: { tone: "blue", icon: CircleCheck },
  telecharge: { tone: "green", icon: Landmark },
  annule: { tone: "grey", icon: Ban },
} as const;

export const PayoutBadge = ({ etat }: { etat: EtatReversement }) => (
  <Badge {...LOOKS[etat]}>{ETATS_REVERSEMENT[etat]}</Badge>
);
