import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "wouter";
import { TabPanel, Tabs, TabsList } from "#web/components/ui/tabs.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { draftsToRead } from "#web/entities/impayes/api.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { LateList } from "./list.tsx";

const RelanceList = lazyNamed(() => import("./relances.tsx"), "RelanceList");

/** What tenants owe past its day, and the reminders that wait for somebody to read them. */
export function Impayes() {
  const [search, setSearch] = useSearchParams();
  const waiting = useQuery(draftsToRead).data?.total;
  const tab = search.get("tab") === "relances" ? "relances" : "impayes";
  return (
    <Tabs
      value={tab}
      onChange={(next) => setSearch(next === "impayes" ? {} : { tab: next }, { replace: true })}
    >
      <div className="sticky top-(--header-height) z-10 -mx-4 -mt-5 border-b bg-canvas px-4 pt-1.5 sm:-mx-6 sm:px-6">
        <TabsList
          label="Impayés"
          tabs={[
            { id: "impayes", label: "Dossiers" },
            {
              id: "relances",
              label: "Relances à valider",
              ...(waiting === undefined ? {} : { count: waiting }),
            },
          ]}
        />
      </div>
      <TabPanel id="impayes">
        <h2 className="sr-only">Dossiers en retard</h2>
        <div className="pt-5 [--sticky-top:calc(var(--header-height)+47px)]">
          <LateList />
        </div>
      </TabPanel>
      <TabPanel id="relances">
        <h2 className="sr-only">Relances</h2>
        <div className="pt-5 [--sticky-top:calc(var(--header-height)+47px)]">
          <Suspense fallback={<WaitingList />}>
            <RelanceList />
          </Suspense>
        </div>
      </TabPanel>
    </Tabs>
  );
}
