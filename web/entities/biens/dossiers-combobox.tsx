import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type KeyboardEvent, type Ref, useEffect, useId, useState } from "react";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { Input } from "#web/components/ui/input.tsx";
import { BalanceCell } from "#web/entities/comptes/words.tsx";
import { dossiers } from "./dossiers.ts";

const MOST = 6;
const PAUSE_MS = 120;

interface DossierComboboxProps {
  label: string;
  chosen: DossierRow | null;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
  onChoose(dossier: DossierRow): void;
}

/** Chooses a dossier from a few letters of its tenant or address, with the keyboard alone. */
export function DossierCombobox({
  label,
  chosen,
  placeholder = "Nom ou adresse",
  ref,
  onChoose,
}: DossierComboboxProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [q, setQ] = useState("");
  const [rank, setRank] = useState(0);
  // Whether Enter was pressed before the answer: the answer's first row is then chosen.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed?.trim() ?? ""), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const open = typed !== null && typed.trim() !== "";
  const query = useQuery({
    ...dossiers.list({ q, page: 1, limit: MOST, sort: "locataire" }),
    enabled: open && q !== "",
    placeholderData: keepPreviousData,
  });
  const rows = open ? (query.data?.data ?? []) : [];
  const current = q === (typed?.trim() ?? "") && !query.isPlaceholderData;

  function choose(row: DossierRow) {
    onChoose(row);
    setTyped(null);
    setRank(0);
    setWanted(false);
  }
  const came = wanted && current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when `came` changes: it chooses the first row when the awaited results arrive
  useEffect(() => {
    if (!came) return;
    setWanted(false);
    if (rows[0]) choose(rows[0]);
  }, [came]);

  function onKeyDown(event: KeyboardEvent) {
    if (!open) return;
    const row = rows[rank];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setRank(Math.max(0, Math.min(rows.length - 1, rank + step)));
    } else if ((event.key === "Enter" || event.key === "Tab") && row && current) {
      event.preventDefault();
      choose(row);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setTyped(null);
    } else if (event.key === "Enter") {
      event.preventDefault();
      setWanted(!current);
    }
  }

  return (
    <div className="relative">
      <Input
        ref={ref}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={rows[rank] ? `${id}-${rows[rank].id}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? (chosen ? chosen.locataire : "")}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setWanted(false);
          setRank(0);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div
          id={`${id}-list`}
          ref={(list) => list?.scrollIntoView({ block: "nearest" })}
          role="listbox"
          aria-label={label}
          className="absolute inset-x-0 top-full z-10 mt-1 min-w-80 overflow-hidden rounded-md border bg-surface py-1 shadow-float"
        >
          {rows.map((row, index) => (
            <div
              key={row.id}
              id={`${id}-${row.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === rank}
              className={clsx(
                "flex items-baseline justify-between gap-3 px-3 py-1.5",
                index === rank && "bg-accent-soft",
              )}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(row);
              }}
              onMouseMove={() => setRank(index)}
            >
              <span className="min-w-0 truncate">
                <span className="font-medium">{row.locataire}</span>{" "}
                <span className="text-sm text-muted">{row.appartement}</span>
              </span>
              <BalanceCell {...row} />
            </div>
          ))}
          {rows.length === 0 && (
            <p className="px-3 py-1.5 text-sm text-muted">
              {query.isFetching ? "Recherche…" : "Aucun dossier ne correspond."}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
