import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { changements } from "#web/entities/agence/changements.ts";
import { lazyNamed } from "#web/lib/lazy.ts";

const PendingChange = lazyNamed(() => import("./pending-change.tsx"), "PendingChange");

/** The changes that wait for a second administrator; nothing when there are none. */
export function PendingChanges() {
  const changes = useQuery(changements.list()).data?.data ?? [];
  if (changes.length === 0) return null;
  return (
    <Suspense>
      <div className="mb-3 space-y-2 pt-4">
        {changes.map((change) => (
          <PendingChange key={change.id} change={change} />
        ))}
      </div>
    </Suspense>
  );
}
