import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { AppartementList } from "./list.tsx";

const Buildings = lazyNamed(() => import("./buildings.tsx"), "Buildings");

export const Appartements = () => (
  <TabbedScreen
    tabs={[
      { id: "appartements", label: "Appartements", title: null, content: <AppartementList /> },
      { id: "immeubles", label: "Immeubles", title: null, content: <Buildings /> },
    ]}
  />
);
