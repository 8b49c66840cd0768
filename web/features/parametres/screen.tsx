import { type ReactNode, Suspense } from "react";
import { useSearchParams } from "wouter";
import { TabPanel, Tabs, TabsList } from "#web/components/ui/tabs.tsx";
import { WaitingFields, WaitingList } from "#web/components/waiting.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";

const IdentityTab = lazyNamed(() => import("./identity-tab.tsx"), "IdentityTab");
const DefaultsTab = lazyNamed(() => import("./defaults-tab.tsx"), "DefaultsTab");
const EquipementList = lazyNamed(
  () => import("#web/features/equipements/list.tsx"),
  "EquipementList",
);
const UserList = lazyNamed(() => import("#web/features/users/list.tsx"), "UserList");
const Backups = lazyNamed(() => import("./backups.tsx"), "Backups");
const SecurityList = lazyNamed(() => import("#web/features/securite/list.tsx"), "SecurityList");
const HistoryList = lazyNamed(() => import("#web/features/history/list.tsx"), "HistoryList");

const Conservation = lazyNamed(() => import("./conservation.tsx"), "Conservation");
const PendingChanges = lazyNamed(() => import("./pending-changes.tsx"), "PendingChanges");

interface Part {
  id: string;
  label: string;
  content: ReactNode;
  /** A form: what is typed stays while another tab shows. */
  keep?: boolean;
}

const PARTS: readonly [Part, ...Part[]] = [
  { id: "agence", label: "Agence", content: <IdentityTab />, keep: true },
  { id: "defauts", label: "Valeurs par défaut", content: <DefaultsTab />, keep: true },
  { id: "equipements", label: "Équipements", content: <EquipementList /> },
  { id: "utilisateurs", label: "Utilisateurs", content: <UserList /> },
  { id: "conservation", label: "Conservation", content: <Conservation /> },
  { id: "securite", label: "Sécurité", content: <SecurityList /> },
  { id: "sauvegardes", label: "Sauvegardes", content: <Backups /> },
  { id: "historique", label: "Historique", content: <HistoryList /> },
];

/** What only an admin sets: the agency, its defaults, its equipments, its people. */
export function Parametres() {
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
      <Suspense>
        <PendingChanges />
      </Suspense>
      {PARTS.map(({ id, label, keep, content }) => (
        <TabPanel key={id} id={id} keep={keep}>
          <h2 className="sr-only">{label}</h2>
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
