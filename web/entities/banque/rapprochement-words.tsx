import type { Score } from "#domain/gerance/rapprochement/proposition.ts";
import { formatEuros } from "#domain/montants.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";

const SCORES: Readonly<Record<Score, { tone: Tone; word: string }>> = {
  A: { tone: "green", word: "Sûr" },
  B: { tone: "blue", word: "Probable" },
  C: { tone: "orange", word: "À vérifier" },
};

export const ScoreBadge = ({ score }: { score: Score }) => (
  <Badge tone={SCORES[score].tone}>{SCORES[score].word}</Badge>
);

/** « +950,00 € » for money received, « −950,00 € » for money paid. */
export const signed = (montant: number): string =>
  `${montant > 0 ? "+" : ""}${formatEuros(montant)}`;
