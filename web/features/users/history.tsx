import { useQuery } from "@tanstack/react-query";
import type { UserRow } from "#domain/profils/user.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Timeline } from "#web/components/record/record-history.tsx";
import { SidePanel } from "#web/components/ui/panels/side-panel.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { users } from "#web/entities/profils/users.ts";

/** The events of a user's account, for administrators. */
export function UserHistory({ user, onClose }: { user: UserRow; onClose(): void }) {
  const query = useQuery({ ...users.find(user.id), staleTime: 0 });
  return (
    <SidePanel
      title="Historique"
      text={user.nom ? `${user.nom}, ${user.email}` : user.email}
      onClose={onClose}
    >
      {query.data ? (
        <Timeline events={query.data.history} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton className="h-10 w-full" />
      )}
    </SidePanel>
  );
}
