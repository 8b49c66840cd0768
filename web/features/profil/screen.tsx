import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { MyName } from "./my-name.tsx";
import { PasswordTab } from "./password-tab.tsx";

const FactorsTab = lazyNamed(() => import("./factors-tab.tsx"), "FactorsTab");
const DeadlinesTab = lazyNamed(() => import("./deadlines-tab.tsx"), "DeadlinesTab");
const SessionsTab = lazyNamed(() => import("./sessions-tab.tsx"), "SessionsTab");

export function Compte() {
  return (
    <TabbedScreen
      head={<MyName />}
      tabs={[
        { id: "mot-de-passe", label: "Mot de passe", content: <PasswordTab /> },
        { id: "second-facteur", label: "Second facteur", content: <FactorsTab /> },
        { id: "sessions", label: "Sessions", content: <SessionsTab /> },
        { id: "echeances", label: "Échéances", content: <DeadlinesTab /> },
      ]}
    />
  );
}
