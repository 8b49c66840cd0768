import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { Register } from "./register.tsx";

const Ledger = lazyNamed(() => import("./grand-livre/ledger.tsx"), "Ledger");
const Funds = lazyNamed(() => import("./funds.tsx"), "Funds");
const Balances = lazyNamed(() => import("./balances.tsx"), "Balances");
const Vat = lazyNamed(() => import("./vat.tsx"), "Vat");
const Unclaimed = lazyNamed(() => import("./unclaimed.tsx"), "Unclaimed");
const Accountant = lazyNamed(() => import("./accountant.tsx"), "Accountant");
const Exports = lazyNamed(() => import("./exports.tsx"), "Exports");

/** The screen « Registres et exports »: one tab for each register or state of the books. */
export function Registres() {
  return (
    <TabbedScreen
      label="Registres et exports"
      tabs={[
        { id: "registre", label: "Registre des mandats", title: null, content: <Register /> },
        { id: "grand-livre", label: "Grand livre", title: null, content: <Ledger /> },
        { id: "fonds", label: "Fonds détenus", title: null, content: <Funds /> },
        { id: "soldes", label: "Soldes", title: null, content: <Balances /> },
        { id: "tva", label: "TVA", title: null, content: <Vat /> },
        {
          id: "non-reclames",
          label: "Fonds non réclamés",
          title: "Fonds non réclamés",
          content: <Unclaimed />,
        },
        { id: "exports", label: "Exports", title: null, content: <Exports /> },
        { id: "comptable", label: "Comptable", title: null, content: <Accountant /> },
      ]}
    />
  );
}
