import { Suspense } from "react";
import { useSearchParams } from "wouter";
import { TabPanel, Tabs, TabsList } from "#web/components/ui/tabs.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { Register } from "./register.tsx";

const Funds = lazyNamed(() => import("./funds.tsx"), "Funds");
const Exports = lazyNamed(() => import("./exports.tsx"), "Exports");

const TABS = [
  { id: "registre", label: "Registre des mandats" },
  { id: "fonds", label: "Fonds détenus" },
  { id: "exports", label: "Exports" },
] as const;

/** The register of mandates, the funds of others against the guarantee, and the files of the books. */
export function Registres() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ id }) => id === search.get("tab"))?.id ?? "registre";
  return (
    <Tabs
      value={tab}
      onChange={(next) => setSearch(next === "registre" ? {} : { tab: next }, { replace: true })}
    >
      <div className="sticky top-(--header-height) z-10 -mx-4 -mt-5 border-b bg-canvas px-4 pt-1.5 sm:-mx-6 sm:px-6">
        <TabsList label="Registres et exports" tabs={TABS} />
      </div>
      <div className="pt-5 [--sticky-top:calc(var(--header-height)+47px)]">
        <TabPanel id="registre">
          <Register />
        </TabPanel>
        <Suspense fallback={<WaitingList />}>
          <TabPanel id="fonds">
            <Funds />
          </TabPanel>
          <TabPanel id="exports">
            <Exports />
          </TabPanel>
        </Suspense>
      </div>
    </Tabs>
  );
}
