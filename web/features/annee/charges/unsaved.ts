import { useEffect } from "react";

/**
 * Tells the wizard whether a step holds typed lines that are not stored; a step that the user leaves holds no such
 * line.
 */
export type TellUnsaved = (unsaved: boolean) => void;

/** Tells the wizard while this step holds typed lines that are not stored. */
export function useUnsaved(unsaved: boolean, tell: TellUnsaved): void {
  useEffect(() => {
    if (!unsaved) return;
    tell(true);
    return () => tell(false);
  }, [unsaved, tell]);
}
