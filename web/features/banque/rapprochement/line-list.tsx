import { clsx } from "clsx";
import { type Ref, useEffect, useRef } from "react";
import { formatJour } from "#domain/dates.ts";
import { ECART_DE_GENRE, type LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { GENRES_PROPOSITION } from "#domain/gerance/rapprochement/proposition.ts";
import { ScoreBadge, signed } from "#web/entities/banque/rapprochement-words.tsx";

interface LineListProps {
  lines: readonly LigneProposee[];
  chosen: number | null;
  ref: Ref<HTMLDivElement>;
  onChoose(id: number): void;
}

/** The lines that wait; the chosen line is scrolled into sight. */
export function LineList({ lines, chosen, ref, onChoose }: LineListProps) {
  return (
    <div
      ref={ref}
      role="listbox"
      aria-label="Lignes à rapprocher"
      aria-activedescendant={chosen === null ? undefined : `ligne-${chosen}`}
      tabIndex={0}
      className="max-h-[calc(100vh-15rem)] min-h-40 overflow-y-auto rounded-md border bg-surface max-md:max-h-72"
    >
      {lines.map((line) => (
        <Line key={line.id} line={line} selected={line.id === chosen} onChoose={onChoose} />
      ))}
    </div>
  );
}

interface LineProps {
  line: LigneProposee;
  selected: boolean;
  onChoose(id: number): void;
}

function Line({ line, selected, onChoose }: LineProps) {
  const { id, date, montant, libelle, tiers, propositions } = line;
  const [best] = propositions;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
    <div
      ref={element}
      id={`ligne-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={() => onChoose(id)}
      className={clsx(
        "cursor-pointer border-b px-3 py-2 last:border-b-0",
        selected ? "bg-accent-soft" : "hover:bg-sunken",
      )}
    >
      <div className="flex items-baseline gap-3">
        <span className="text-sm text-muted tabular-nums">{formatJour(date).slice(0, 5)}</span>
        <span className="min-w-0 flex-1 truncate font-medium" title={libelle}>
          {tiers ?? libelle}
        </span>
        <span className={clsx("font-medium tabular-nums", montant < 0 && "text-red")}>
          {signed(montant)}
        </span>
      </div>
      <div className="mt-0.5 flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm text-muted">
          {best ? nameOf(best) : tiers ? libelle : "Aucune proposition"}
        </span>
        {best && <ScoreBadge score={best.score} />}
      </div>
    </div>
  );
}

const nameOf = ({ genre, parts }: LigneProposee["propositions"][number]): string => {
  if (ECART_DE_GENRE[genre] || parts.length === 0) return GENRES_PROPOSITION[genre];
  const [first] = parts;
  const whom = parts.length > 1 ? `${parts.length} dossiers` : (first?.locataire ?? "");
  return genre === "reglement" ? whom : `${GENRES_PROPOSITION[genre]}, ${whom}`;
};
