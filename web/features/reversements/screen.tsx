import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { DueAccounts } from "./due-accounts.tsx";

const Batches = lazyNamed(() => import("./batches.tsx"), "Batches");

export function Reversements() {
  return (
    <TabbedScreen
      tabs={[
        { id: "reverser", label: "À reverser", content: <DueAccounts /> },
        { id: "lots", label: "Lots", content: <Batches /> },
      ]}
    />
  );
}
