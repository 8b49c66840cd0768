import { Suspense } from "react";
import { TabbedScreen } from "#web/components/tabbed-screen.tsx";
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

/** What only an admin sets: the agency, its defaults, its equipments, its people. */
export function Parametres() {
  return (
    <TabbedScreen
      notice={
        <Suspense>
          <PendingChanges />
        </Suspense>
      }
      tabs={[
        { id: "agence", label: "Agence", content: <IdentityTab />, keep: true },
        { id: "defauts", label: "Valeurs par défaut", content: <DefaultsTab />, keep: true },
        { id: "equipements", label: "Équipements", content: <EquipementList /> },
        { id: "utilisateurs", label: "Utilisateurs", content: <UserList /> },
        { id: "conservation", label: "Conservation", content: <Conservation /> },
        { id: "securite", label: "Sécurité", content: <SecurityList /> },
        { id: "sauvegardes", label: "Sauvegardes", content: <Backups /> },
        { id: "historique", label: "Historique", content: <HistoryList /> },
      ]}
    />
  );
}
