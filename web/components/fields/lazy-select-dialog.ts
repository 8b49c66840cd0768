import { lazyNamed } from "#web/lib/lazy.ts";
import { loadedAtLast } from "#web/lib/server/connection.ts";
import type * as dialog from "./select-dialog.tsx";

// `lazy` loses the dialog's type parameter: this cast restores the parameter.
export const LazySelectDialog = lazyNamed(
  () => import("./select-dialog.tsx"),
  "SelectDialog",
) as unknown as typeof dialog.SelectDialog;

/** The columns of a dialog. They load when the dialog opens, with the code that draws their cells. */
export function lazyColumns<Columns>(load: () => Promise<{ choiceColumns: Columns }>) {
  let loaded: Promise<Columns> | undefined;
  return (): Promise<Columns> => {
    loaded ??= loadedAtLast(load).then(({ choiceColumns }) => choiceColumns);
    return loaded;
  };
}
