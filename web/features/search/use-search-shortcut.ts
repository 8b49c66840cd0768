import { useEffect, useState } from "react";
import { useShortcuts } from "#web/lib/use-shortcuts.ts";
import { keepEarlyKeys, takeEarlyKeys } from "./early-keys.ts";

interface SearchDoor {
  open: boolean;
  /** Undefined where there is nothing to search. */
  onOpen: (() => void) | undefined;
  onClose(): void;
}

/**
 * Whether the quick search is open. Ctrl K (⌘ K) opens it, unless a dialog is open. `preload` is called when Ctrl is
 * pressed. Letters typed before the search field is ready are kept for it.
 */
export function useSearchShortcut(enabled: boolean, preload: () => void): SearchDoor {
  const [open, setOpen] = useState(false);
  const onClose = () => {
    takeEarlyKeys();
    setOpen(false);
  };
  const onOpen = () => {
    if (open) return;
    keepEarlyKeys(onClose);
    setOpen(true);
  };
  useEffect(() => {
    if (!enabled) setOpen(false);
  }, [enabled]);
  useShortcuts("Partout", {
    "Control Meta": enabled && preload,
    "Control+K":
      enabled &&
      ((event) => {
        event.preventDefault();
        if (!document.querySelector("[role=dialog], [role=alertdialog]")) onOpen();
      }),
  });
  useShortcuts("Recherche rapide", {
    "ArrowUp ArrowDown": enabled,
    "PageUp PageDown": enabled,
    Enter: enabled,
  });
  return {
    open,
    onOpen: enabled ? onOpen : undefined,
    onClose,
  };
}
