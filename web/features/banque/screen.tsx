import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { Matching } from "./rapprochement/matching.tsx";

const Statements = lazyNamed(() => import("./statements.tsx"), "Statements");
const Accounts = lazyNamed(() => import("./accounts.tsx"), "Accounts");

export function Banque() {
  return (
    <TabbedScreen
      tabs={[
        { id: "rapprochement", label: "À rapprocher", content: <Matching /> },
        { id: "releves", label: "Relevés", content: <Statements /> },
        { id: "comptes", label: "Comptes", content: <Accounts /> },
      ]}
    />
  );
}
