import { SearchX } from "lucide-react";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import type { ListParameters } from "./list-parameters.ts";
import { PAGE_SIZE, SMALLEST_PAGE } from "./list-parameters.ts";
import { Pagination } from "./pages/pagination.tsx";

interface ListFootProps {
  /** The name of the rows, on a screen with several lists. */
  of?: string;
  list: {
    page: number;
    limit: number;
    total: number;
    change(change: ListParameters): void;
  };
}

/** The pagination; nothing when all the rows fit on the smallest page. */
export function ListFoot({ of, list }: ListFootProps) {
  const { page, limit, total, change } = list;
  if (total <= SMALLEST_PAGE) return null;
  return (
    <Pagination
      of={of}
      page={page}
      limit={limit}
      total={total}
      onPage={(next) => change({ page: String(next) })}
      onLimit={(next) => change({ limit: next === PAGE_SIZE ? "" : String(next) })}
    />
  );
}

/** Shown when the search or the filters leave no row. */
export function NothingFound({ showAll }: { showAll(): void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Rien ne correspond à cette recherche."
      text="Essayez d’autres mots ou retirez un filtre."
    >
      <Button onClick={showAll}>Tout afficher</Button>
    </EmptyState>
  );
}
