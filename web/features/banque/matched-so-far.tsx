import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LignesComptees } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { Progress } from "#web/components/ui/progress.tsx";
import { linesOf } from "#web/entities/banque/rapprochement.ts";
import { formatCount } from "#web/lib/format.ts";

const POLL_MS = 2000;

/**
 * The progress of a long matching: the server writes the lines by the hundred, while this component reads the count
 * of lines still to match.
 */
export function MatchedSoFar() {
  const { data } = useQuery({
    ...linesOf({ etat: "a_rapprocher", page: 1, limit: 1 }),
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const [start, setStart] = useState<LignesComptees | null>(null);
  if (data && start === null) setStart(data.etats);
  if (!data || !start) return null;
  const matched = data.etats.rapprochee.nombre - start.rapprochee.nombre;
  const left = data.etats.a_rapprocher.nombre;
  if (matched === 0) return null;
  return (
    <div className="mt-2 flex items-center gap-3 text-sm text-muted tabular-nums" role="status">
      <Progress
        label="Rapprochement"
        value={matched}
        max={matched + left}
        className="w-48 shrink-0"
      />
      {formatCount(matched, "ligne rapprochée", "lignes rapprochées")}, encore {left} en attente
    </div>
  );
}
