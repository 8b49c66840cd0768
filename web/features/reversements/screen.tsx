import { type ReactNode, Suspense } from "react";
import { useSearchParams } from "wouter";
import { TabPanel, Tabs, TabsList } from "#web/components/ui/tabs.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { DueAccounts } from "./due-accounts.tsx";

const Batches = lazyNamed(() => import("./batches.tsx"), "Batches");

interface Part {
  id: string;
  label: string;
  content: ReactNode;
}

const PARTS: readonly [Part, ...Part[]] = [
  { id: "reverser", label: "À reverser", content: <DueAccounts /> },
  { id: "lots", label: "Lots", content: <Batches /> },
];

/** What is paid over to owners: what waits, and the batches of transfers. */
export function Reversements() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("tab");
  const [first] = PARTS;
  const tab = PARTS.some(({ id }) => id === wanted) && wanted ? wanted : first.id;
  return (
    <Tabs
      value={tab}
      onChange={(next) => setSearch(next === first.id ? {} : { tab: next }, { replace: true })}
    >
      <div className="sticky top-(--header-height) z-10 -mx-4 -mt-5 border-b bg-canvas px-4 pt-1.5 sm:-mx-6 sm:px-6">
        <TabsList label="Rubriques" tabs={PARTS} />
      </div>
      {PARTS.map(({ id, label, content }) => (
        <TabPanel key={id} id={id}>
          <h2 className="sr-only">{label}</h2>
          <div className="pt-5 [--sticky-top:calc(var(--header-height)+47px)]">
            <Suspense fallback={<WaitingList />}>{content}</Suspense>
          </div>
        </TabPanel>
      ))}
    </Tabs>
  );
}
