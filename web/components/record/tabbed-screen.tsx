import { clsx } from "clsx";
import { type ReactNode, Suspense } from "react";
import { useSearchParams } from "wouter";
import { type TabEntry, TabPanel, Tabs, TabsList } from "#web/components/ui/tabs.tsx";
import { WaitingFields, WaitingList } from "#web/components/waiting.tsx";

interface ScreenTab extends TabEntry {
  content: ReactNode;
  /** The heading for screen readers, the label when absent; null when the content has its own heading. */
  title?: string | null;
  /** Keeps the content of the tab while another tab shows; else a form in it would lose the typed values. */
  keep?: boolean;
}

interface TabbedScreenProps {
  label?: string;
  tabs: readonly [ScreenTab, ...ScreenTab[]];
  /** Drawn above the bar. */
  head?: ReactNode;
  /** Drawn under the bar, whichever tab shows. */
  notice?: ReactNode;
}

/** A screen of tabs; the address names the tab shown, unless it is the first. */
export function TabbedScreen({ label = "Rubriques", tabs, head, notice }: TabbedScreenProps) {
  const [search, setSearch] = useSearchParams();
  const [first] = tabs;
  const shown = tabs.find(({ id }) => id === search.get("tab")) ?? first;
  return (
    <Tabs
      value={shown.id}
      onChange={(next) => setSearch(next === first.id ? {} : { tab: next }, { replace: true })}
    >
      {head}
      <div
        className={clsx(
          "sticky top-(--header-height) z-10 -mx-4 border-b bg-canvas px-4 sm:-mx-6 sm:px-6",
          !head && "-mt-5 pt-1.5",
        )}
      >
        <TabsList label={label} tabs={tabs} />
      </div>
      {notice}
      {tabs.map(({ id, label, title = label, keep, content }) => (
        <TabPanel key={id} id={id} keep={keep}>
          {title && <h2 className="sr-only">{title}</h2>}
          {keep ? (
            <Suspense fallback={<WaitingFields />}>{content}</Suspense>
          ) : (
            <div className="pt-5 [--sticky-top:calc(var(--header-height)+47px)]">
              <Suspense fallback={<WaitingList />}>{content}</Suspense>
            </div>
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}
