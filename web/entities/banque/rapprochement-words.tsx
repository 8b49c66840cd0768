import type { Score } from "#domain/gerance/rapprochement/proposition.ts";
import { formatEuros } from "#domain/montants.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";

const SCORES: Readonly<Record<Score, { tone: Tone; word: string }>> = {
  A: { tone: "green", word: "Sûr" },
  B: { tone: "blue", word: "Probable" },
  C: { tone: "orange", word: "À vérifier" },
};

/** How sure a proposal is. */
export const ScoreBadge = ({ score }: { score: Score }) => (
  <Badge tone={SCORES[score].tone}>{SCORES[score].word}</Badge>
);

/** An amount with its sign: « +950,00 € » came in, « −950,00 € » went out. */
export const signed = (montant: number): string =>
  `${montant > 0 ? "+" : ""}${formatEuros(montant)}`;
