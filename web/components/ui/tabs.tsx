import { createContext, type KeyboardEvent, type ReactNode, use, useId, useState } from "react";

export interface TabEntry {
  id: string;
  label: string;
  count?: number;
}

interface TabsProps {
  value: string;
  onChange(value: string): void;
  children: ReactNode;
}

const Shown = createContext<Omit<TabsProps, "children"> & { prefix: string }>({
  prefix: "",
  value: "",
  onChange: () => {},
});

export function Tabs({ value, onChange, children }: TabsProps) {
  const prefix = useId();
  return <Shown value={{ prefix, value, onChange }}>{children}</Shown>;
}

/** The Tab key stops once on the bar of tabs. Arrows, Home and End move along the bar; Enter or Space shows a tab. */
export function TabsList({ label, tabs }: { label: string; tabs: readonly TabEntry[] }) {
  const { prefix, value, onChange } = use(Shown);
  const [focused, setFocused] = useState<string | null>(null);
  return (
    <div
      role="tablist"
      aria-label={label}
      className="-mb-px -mx-1.5 flex gap-2 overflow-x-auto"
      onKeyDown={goAlong}
      onBlur={() => setFocused(null)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${prefix}-tab-${tab.id}`}
          aria-controls={`${prefix}-panel-${tab.id}`}
          aria-selected={tab.id === value}
          // A phone is too narrow for all the tabs: the tab shown is scrolled into view.
          ref={tab.id === value ? bringIntoView : undefined}
          tabIndex={tab.id === (focused ?? value) ? 0 : -1}
          onFocus={() => setFocused(tab.id)}
          onClick={() => onChange(tab.id)}
          className="inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-1.5 text-base font-medium text-muted transition-colors hover:text-text focus-visible:rounded-t-md focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-text"
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="rounded-full bg-sunken px-1.5 text-xs text-muted tabular-nums">
              {tab.count}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Scrolls the bar alone: the page stays in place. */
function bringIntoView(tab: HTMLElement | null): void {
  const bar = tab?.parentElement;
  if (!tab || !bar || bar.scrollWidth <= bar.clientWidth) return;
  const offset = tab.getBoundingClientRect().left - bar.getBoundingClientRect().left;
  bar.scrollLeft += offset - (bar.clientWidth - tab.offsetWidth) / 2;
}

function goAlong(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const here = tabs.indexOf(event.target as HTMLElement);
  const there = {
    ArrowRight: tabs[here + 1] ?? tabs[0],
    ArrowLeft: tabs.at(here - 1),
    Home: tabs[0],
    End: tabs.at(-1),
  }[event.key];
  if (!there) return;
  event.preventDefault();
  there.focus();
}

interface TabPanelProps {
  id: string;
  /**
   * Hides the tab while another tab shows, instead of removing it; else a form in the tab would lose the typed values.
   */
  keep?: boolean;
  children: ReactNode;
}

export function TabPanel({ id, keep, children }: TabPanelProps) {
  const { prefix, value } = use(Shown);
  const shown = id === value;
  const [opened, setOpened] = useState(shown);
  if (shown && !opened) setOpened(true);
  return (
    <div
      role="tabpanel"
      id={`${prefix}-panel-${id}`}
      aria-labelledby={`${prefix}-tab-${id}`}
      tabIndex={-1}
      hidden={!shown}
      className="outline-none"
    >
      {(shown || (keep && opened)) && children}
    </div>
  );
}
