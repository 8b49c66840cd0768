import { ArrowRightLeft, CircleDashed, Equal } from "lucide-react";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { CircleHelp, type Icon } from "#web/components/ui/row-icons.tsx";
import { type Mark, markOf, type Text } from "./comparison.ts";

const MARKS: Record<Mark, { tone: Tone; icon: Icon; word: string }> = {
  same: { tone: "grey", icon: Equal, word: "Identique" },
  changed: { tone: "orange", icon: ArrowRightLeft, word: "Changé" },
  missing: { tone: "red", icon: CircleDashed, word: "À relever" },
  unknown: { tone: "blue", icon: CircleHelp, word: "Non relevé à l’entrée" },
};

export function EvolutionBadge({ before, after }: { before: Text; after: Text }) {
  const mark = markOf(before, after);
  if (!mark) return null;
  const { tone, icon, word } = MARKS[mark];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
