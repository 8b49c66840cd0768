import { lazyNamed } from "#web/lib/lazy.ts";
import type * as dialog from "./select-dialog.tsx";

// `lazy` forgets that the dialog is generic in its rows.
export const LazySelectDialog = lazyNamed(
  () => import("./select-dialog.tsx"),
  "SelectDialog",
) as unknown as typeof dialog.SelectDialog;
