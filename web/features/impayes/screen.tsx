import { useQuery } from "@tanstack/react-query";
import { TabbedScreen } from "#web/components/record/tabbed-screen.tsx";
import { draftsToRead } from "#web/entities/comptes/impayes.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { LateList } from "./list.tsx";

const RelanceList = lazyNamed(() => import("./relances.tsx"), "RelanceList");

export function Impayes() {
  const waiting = useQuery(draftsToRead).data?.total;
  return (
    <TabbedScreen
      label="Impayés"
      tabs={[
        { id: "impayes", label: "Dossiers", title: "Dossiers en retard", content: <LateList /> },
        {
          id: "relances",
          label: "Relances à valider",
          title: "Relances",
          content: <RelanceList />,
          ...(waiting === undefined ? {} : { count: waiting }),
        },
      ]}
    />
  );
}
