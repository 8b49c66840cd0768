import { useState } from "react";
import { useShortcuts } from "#web/lib/use-shortcuts.ts";

/** Elements in which « ? » is an ordinary character, or which need an answer first. */
const TAKES_LETTERS =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=alertdialog]";

/** Whether the list of shortcuts is shown; « ? » opens it. */
export function useShortcutsHelp() {
  const [open, setOpen] = useState(false);
  useShortcuts("Partout", {
    Escape: true,
    "?": (event) => {
      const taken = event.target instanceof Element && event.target.closest(TAKES_LETTERS);
      if (taken || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      event.preventDefault();
      setOpen(true);
    },
  });
  return { open, onOpen: () => setOpen(true), onClose: () => setOpen(false) };
}
