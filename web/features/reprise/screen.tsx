import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#web/components/error-state.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { takeoverQuery } from "#web/entities/cloture/reprise.ts";
import { Wizard } from "./wizard.tsx";

/** The day on which the books begin, and the balances of that day (reprise/README §12.13). */
export function Takeover() {
  const { data, error, refetch } = useQuery({ ...takeoverQuery, staleTime: 0 });
  // The typed balances stay when somebody else stores a draft, and disappear when somebody else signs.
  if (data) return <Wizard key={data.etat === "signee" ? "signed" : "open"} takeover={data} />;
  return error ? (
    <Card>
      <ErrorState error={error} onRetry={() => refetch()} />
    </Card>
  ) : (
    <Skeleton className="h-96 w-full" />
  );
}
