import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { SearchInput } from "#web/components/fields/search-input.tsx";
import { Card } from "#web/components/ui/card.tsx";

interface ListFrameProps {
  /** The name and size of the list. With a heading, the bar and the frame are printed too. */
  heading?: ReactNode;
  search?: ComponentProps<typeof SearchInput>;
  filters?: ReactNode;
  /** « 12 dossiers »; a screen reader says it when it changes. */
  count?: ReactNode;
  /** Buttons, at the right. */
  tools?: ReactNode;
  /** On a phone, the buttons stay at the bottom of the window, because they act on the chosen rows. */
  held?: boolean;
  /** The actions on the selected rows. Except on a phone, they replace the search, the filters and the buttons. */
  selection?: ReactNode;
  children?: ReactNode;
}

const barStyle =
  "flex min-h-13 flex-wrap items-center gap-2 rounded-t-lg px-3 py-2 not-last:border-b";

export function ListFrame(props: ListFrameProps) {
  const { heading, search, count, tools } = props;
  return (
    <Card className={clsx("list-frame", !heading && "print:border-0")}>
      <div className={clsx(barStyle, props.selection && "sm:hidden", !heading && "print:hidden")}>
        {heading}
        {search && <SearchInput {...search} />}
        {props.filters}
        {(count || tools) && (
          <div
            className={clsx(
              "ml-auto flex flex-wrap items-center justify-end gap-2 print:hidden",
              props.held && "held-bar",
            )}
          >
            {count && (
              <span className="text-sm whitespace-nowrap text-muted tabular-nums" role="status">
                {count}
              </span>
            )}
            {tools}
          </div>
        )}
      </div>
      {props.selection && (
        // The bar stays visible, on a phone near the thumb: nobody has to scroll up to act on rows further down.
        <div className={`${barStyle} bulk-bar`}>{props.selection}</div>
      )}
      {props.children}
    </Card>
  );
}
