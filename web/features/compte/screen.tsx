import { type ReactNode, Suspense } from "react";
import { useSearchParams } from "wouter";
import { TabPanel, Tabs, TabsList } from "#web/components/ui/tabs.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useSession } from "#web/lib/session.ts";
import { PasswordTab } from "./password-tab.tsx";

const FactorsTab = lazyNamed(() => import("./factors-tab.tsx"), "FactorsTab");
const SessionsTab = lazyNamed(() => import("./sessions-tab.tsx"), "SessionsTab");

interface Part {
  id: string;
  label: string;
  content: ReactNode;
}

const PARTS: readonly [Part, ...Part[]] = [
  { id: "mot-de-passe", label: "Mot de passe", content: <PasswordTab /> },
  { id: "second-facteur", label: "Second facteur", content: <FactorsTab /> },
  { id: "sessions", label: "Sessions", content: <SessionsTab /> },
];

/** What each person sets for themselves: how they sign in, and where they are signed in. */
export function Compte() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("tab");
  const [first] = PARTS;
  const tab = PARTS.some(({ id }) => id === wanted) && wanted ? wanted : first.id;
  return (
    <Tabs
      value={tab}
      onChange={(next) => setSearch(next === first.id ? {} : { tab: next }, { replace: true })}
    >
      <p className="mb-1 text-muted">{user?.email}</p>
      <div className="sticky top-(--header-height) z-10 -mx-4 border-b bg-canvas px-4 sm:-mx-6 sm:px-6">
        <TabsList label="Rubriques" tabs={PARTS} />
      </div>
      {PARTS.map(({ id, label, content }) => (
        <TabPanel key={id} id={id}>
          <h2 className="sr-only">{label}</h2>
          <div className="pt-5">
            <Suspense fallback={<WaitingList />}>{content}</Suspense>
          </div>
        </TabPanel>
      ))}
    </Tabs>
  );
}
