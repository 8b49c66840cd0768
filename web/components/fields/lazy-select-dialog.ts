import { lazyNamed } from "#web/lib/lazy.ts";
import { loadedAtLast } from "#web/lib/server/connection.ts";
import type * as dialog from "./select-dialog.tsx";

// `lazy` forgets that the dialog is generic in its rows.
export const LazySelectDialog = lazyNamed(
  () => import("./select-dialog.tsx"),
  "SelectDialog",
) as unknown as typeof dialog.SelectDialog;

/** The columns of a dialog, loaded once it opens, with all that their cells draw. */
export function lazyColumns<Columns>(load: () => Promise<{ choiceColumns: Columns }>) {
  let loaded: Promise<Columns> | undefined;
  return (): Promise<Columns> => {
    loaded ??= loadedAtLast(load).then(({ choiceColumns }) => choiceColumns);
    return loaded;
  };
}
