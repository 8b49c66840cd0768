import { useEffect, useState } from "react";

interface SearchDoor {
  open: boolean;
  /** undefined where there is nothing to search in. */
  onOpen: (() => void) | undefined;
  onClose(): void;
}

/**
 * Whether the quick search is open; Ctrl K (⌘ K) opens it, unless a dialog already asks something. `preload` is called
 * from Ctrl on, so that the box is there before the first letter.
 */
export function useSearchShortcut(enabled: boolean, preload: () => void): SearchDoor {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!enabled) return setOpen(false);
    const onKey = (event: KeyboardEvent) => {
      const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.key === "Control" || event.key === "Meta") preload();
      if (!wanted || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      if (!document.querySelector("[role=dialog], [role=alertdialog]")) setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [enabled, preload]);
  return {
    open,
    onOpen: enabled ? () => setOpen(true) : undefined,
    onClose: () => setOpen(false),
  };
}
