import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { formatNombre } from "#domain/montants.ts";
import { PAGE_SIZES, pageCount } from "#web/components/list/list-parameters.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Select } from "#web/components/ui/select.tsx";

interface PaginationProps {
  /** The name of the rows, on a screen with several lists. */
  of?: string | undefined;
  page: number;
  limit: number;
  total: number;
  onPage(page: number): void;
  /** Absent: the user cannot change the page size. */
  onLimit?(limit: number): void;
}

export function Pagination({ of, page, limit, total, onPage, onLimit }: PaginationProps) {
  const sizeId = useId();
  const pages = pageCount(total, limit);
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  if (total <= limit && !onLimit) return null;
  return (
    <nav
      aria-label={of ? `Pagination : ${of}` : "Pagination"}
      className="flex items-center justify-end gap-4 border-t px-3 py-2 text-sm text-muted print:hidden"
    >
      {onLimit && (
        <div className="flex items-center gap-2">
          <label htmlFor={sizeId} className="max-sm:sr-only">
            Lignes par page
          </label>
          <Select
            id={sizeId}
            className="w-20 [&_select]:h-7 [&_select]:text-sm"
            value={limit}
            onChange={(event) => onLimit(Number(event.target.value))}
            options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          />
        </div>
      )}
      <span className="tabular-nums" aria-live="polite">
        {first}–{last} sur {formatNombre(total, 0)}
      </span>
      <span className="flex">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Page précédente"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Page suivante"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight />
        </Button>
      </span>
    </nav>
  );
}
