import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { IdentityTab } from "./identity-tab.tsx";
import { PendingChanges } from "./pending-changes.tsx";

const DefaultsTab = lazyNamed(() => import("./defaults-tab.tsx"), "DefaultsTab");
const EquipementList = lazyNamed(
  () => import("#web/features/appartements/equipement-list.tsx"),
  "EquipementList",
);
const UserList = lazyNamed(() => import("#web/features/users/list.tsx"), "UserList");
const Backups = lazyNamed(() => import("./backups.tsx"), "Backups");
const Seals = lazyNamed(() => import("./seals.tsx"), "Seals");
const SecurityList = lazyNamed(() => import("./security-list.tsx"), "SecurityList");
const HistoryList = lazyNamed(() => import("./history-list.tsx"), "HistoryList");
const Conservation = lazyNamed(() => import("./conservation.tsx"), "Conservation");

export function Parametres() {
  return (
    <TabbedScreen
      notice={<PendingChanges />}
      tabs={[
        { id: "agence", label: "Agence", content: <IdentityTab />, keep: true },
        { id: "defauts", label: "Valeurs par défaut", content: <DefaultsTab />, keep: true },
        { id: "equipements", label: "Équipements", content: <EquipementList /> },
        { id: "utilisateurs", label: "Utilisateurs", content: <UserList /> },
        { id: "conservation", label: "Conservation", content: <Conservation /> },
        { id: "securite", label: "Sécurité", content: <Security /> },
        { id: "sauvegardes", label: "Sauvegardes", content: <Backups /> },
        { id: "historique", label: "Historique", content: <HistoryList /> },
      ]}
    />
  );
}

function Security() {
  return (
    <>
      <Seals />
      <SecurityList />
    </>
  );
}
