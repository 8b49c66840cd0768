import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { ConditionsRow, ModeFonds } from "#domain/gerance/conditions.ts";
import type { MissionDetail } from "#domain/mission.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { conditionsQuery } from "#web/entities/missions/api.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/session.ts";

const FundsDialog = lazyNamed(() => import("./funds-dialog.tsx"), "FundsDialog");

const RECEIVED: Readonly<Record<ModeFonds, string>> = {
  agence: "reçus par l’agence",
  proprietaire: "reçus par le propriétaire",
};

/** Who receives the rents of a management mandate, since when, and before. */
export function FundsSection({ mission }: { mission: MissionDetail }) {
  const [changing, setChanging] = useState(false);
  const mayChange = usePeut("administrer");
  const { data } = useQuery(conditionsQuery(mission.id));
  if (!data) return null;
  const present = data.data.find(({ enVigueur }) => enVigueur);
  const others = data.data.filter((row) => row !== present);
  return (
    <Card className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <Landmark aria-hidden className="size-4 text-muted" />
      <h2 className="text-sm font-medium">Fonds</h2>
      <p className="min-w-0 flex-1 basis-72">
        {present
          ? `${RECEIVED[present.modeFonds]} depuis le ${formatJour(present.depuis)}`
          : RECEIVED.proprietaire}
        {others.length > 0 && (
          <span className="block text-sm text-muted">{others.map(inWords).join(" · ")}</span>
        )}
      </p>
      {mayChange && (
        <Button size="sm" onClick={() => setChanging(true)}>
          Changer
        </Button>
      )}
      {changing && (
        <Suspense>
          <FundsDialog
            id={mission.id}
            present={present?.modeFonds ?? "proprietaire"}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

const inWords = ({ modeFonds, depuis }: ConditionsRow): string =>
  `${RECEIVED[modeFonds]} depuis le ${formatJour(depuis)}`;
