import { type RefObject, useRef, useState } from "react";

export interface OneAtATime {
  running: Readonly<RefObject<boolean>>;
  /** The same, for what is drawn. */
  busy: boolean;
  run(task: () => Promise<void>): Promise<void>;
}

/** Runs a task unless one is running: what is asked meanwhile is let go. */
export function useOneAtATime(): OneAtATime {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  return {
    running,
    busy,
    async run(task) {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      await task().finally(() => {
        running.current = false;
        setBusy(false);
      });
    },
  };
}
