import { clsx } from "clsx";
import { CornerDownLeft, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { overlayStyle } from "#web/components/ui/dialog.tsx";
import { useReturnFocus } from "#web/components/ui/return-focus.ts";
import { useShortcutsWithin } from "#web/lib/use-shortcuts.ts";
import { takeEarlyKeys } from "./early-keys.ts";
import { type Hit, type HitGroup, useHits, useRecent } from "./hits.ts";

/** One field for all the records: typing searches, arrows choose, Enter opens. */
export function QuickSearch({ onClose }: { onClose(): void }) {
  const left = useRef(false);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyle} />
        <Content left={left} onClose={onClose} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ContentProps {
  /** True once a hit was chosen: its page then takes the focus. */
  left: { current: boolean };
  onClose(): void;
}

function Content({ left, onClose }: ContentProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Content
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        // Radix would select the typed text, and the next letter would replace it.
        event.preventDefault();
        if (event.target instanceof HTMLElement) event.target.querySelector("input")?.focus();
      }}
      onCloseAutoFocus={(event) => (left.current ? event.preventDefault() : returnFocus(event))}
      className="fixed top-[10vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-surface shadow-float outline-none"
    >
      <Dialog.Title className="sr-only">Recherche rapide</Dialog.Title>
      <SearchBox
        onLeave={() => {
          left.current = true;
          onClose();
        }}
      />
    </Dialog.Content>
  );
}

function SearchBox({ onLeave }: { onLeave(): void }) {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  // A late answer may put other hits first: the address finds the chosen hit again.
  const [chosen, setChosen] = useState<{ rank: number; href: string } | null>(null);
  const [entered, setEntered] = useState(false);
  const id = useId();
  const { groups, searching, stale, error } = useHits(typed);
  const [recent, remember] = useRecent();

  const shown: readonly HitGroup[] =
    searching || recent.length === 0 ? groups : [{ title: "Derniers consultés", hits: recent }];
  const hits = shown.flatMap((group) => group.hits);
  const is = (hit: Hit | undefined) => hit !== undefined && hit.href === chosen?.href;
  const found = chosen && is(hits[chosen.rank]) ? chosen.rank : hits.findIndex(is);
  const current = Math.min(Math.max(found, 0), hits.length - 1);
  const choose = (rank: number) => setChosen({ rank, href: hits[rank]?.href ?? "" });

  function go(hit: Hit) {
    if (hit.text) remember(hit);
    onLeave();
    navigate(hit.href);
  }

  useEffect(() => {
    const early = takeEarlyKeys();
    if (early.text) setTyped(early.text);
    if (early.entered) setEntered(true);
  }, []);

  // After an early Enter, the first hit opens once the answer arrives.
  useEffect(() => {
    if (!entered || stale) return;
    setEntered(false);
    if (hits[0]) go(hits[0]);
  });

  useEffect(() => {
    document.getElementById(`${id}${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  function press(event: KeyboardEvent) {
    const last = hits.length - 1;
    const steps: Record<string, () => void> = {
      ArrowDown: () => choose(current >= last ? 0 : current + 1),
      ArrowUp: () => choose(current <= 0 ? last : current - 1),
      PageDown: () => choose(last),
      PageUp: () => choose(0),
      Enter: () => {
        const hit = hits[current];
        if (stale && found < 0) setEntered(true);
        else if (hit) go(hit);
      },
    };
    const step = event.nativeEvent.isComposing ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }
  const onKeyDown = useShortcutsWithin("Recherche rapide", {
    "ArrowUp ArrowDown": press,
    "PageUp PageDown": press,
    Enter: press,
  });

  return (
    <>
      <div className="flex items-center gap-3 border-b px-4">
        <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Rechercher une personne, un appartement, un dossier, une mission ou une quittance"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={hits.length > 0 ? `${id}${current}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Nom, adresse, téléphone, numéro…"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <kbd aria-hidden className="rounded border px-1.5 font-sans text-xs text-muted">
          Échap
        </kbd>
      </div>
      <div
        id={`${id}list`}
        role="listbox"
        aria-label="Résultats"
        aria-busy={stale || undefined}
        className={clsx(
          "min-h-0 overflow-y-auto px-2 transition-opacity",
          hits.length > 0 && "py-2",
          stale && "opacity-60",
        )}
      >
        {shown.map((group, rank) => {
          const before = shown.slice(0, rank).flatMap(({ hits: earlier }) => earlier).length;
          return (
            <HitList
              key={group.title}
              id={id}
              group={group}
              from={before}
              active={current}
              onActive={choose}
              onChoose={go}
            />
          );
        })}
      </div>
      <p role="status" className={clsx("text-muted", hits.length === 0 && "px-4 py-8 text-center")}>
        {hits.length > 0 ? (
          <span className="sr-only">
            {hits.length} {hits.length > 1 ? "résultats" : "résultat"}
          </span>
        ) : (
          silence({ searching, stale, error })
        )}
      </p>
    </>
  );
}

function silence(state: { searching: boolean; stale: boolean; error: Error | null }): string {
  if (state.error) return state.error.message;
  if (!state.searching)
    return "Tapez un nom, une adresse, un téléphone, un numéro de quittance, de dossier ou de mandat.";
  return state.stale ? "Recherche…" : "Rien ne correspond à cette recherche.";
}

interface HitListProps {
  id: string;
  group: HitGroup;
  /** The rank of the group's first hit among all the hits. */
  from: number;
  active: number;
  onActive(rank: number): void;
  onChoose(hit: Hit): void;
}

function HitList({ id, group, from, active, onActive, onChoose }: HitListProps) {
  const titleId = `${id}group${from}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox is no fieldset
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
        {group.title}
      </div>
      {group.hits.map((hit, index) => {
        const rank = from + index;
        const Icon = hit.icon;
        return (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and its keys choose the option
          <div
            // Two hits may lead to one page: two guarantors of a dossier.
            key={`${hit.href} ${rank}`}
            id={`${id}${rank}`}
            role="option"
            aria-selected={rank === active}
            onPointerMove={() => onActive(rank)}
            onClick={() => onChoose(hit)}
            className={clsx(
              "flex h-10 cursor-pointer items-center gap-2.5 rounded-md px-2",
              rank === active && "bg-accent-soft",
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="truncate font-medium">{hit.title}</span>
            <span className="min-w-0 flex-1 truncate text-sm text-muted">{hit.text}</span>
            {rank === active && (
              <CornerDownLeft aria-hidden className="size-4 shrink-0 text-accent" />
            )}
          </div>
        );
      })}
    </div>
  );
}
