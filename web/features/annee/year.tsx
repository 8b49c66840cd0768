import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { Revisions } from "./screen.tsx";

const Charges = lazyNamed(() => import("./charges/list.tsx"), "Charges");

/** The yearly tasks: the rents to revise, the charges to settle. */
export const Year = () => (
  <TabbedScreen
    tabs={[
      { id: "revisions", label: "Révisions", title: null, content: <Revisions /> },
      { id: "charges", label: "Charges", title: null, content: <Charges /> },
    ]}
  />
);
