import { type RefObject, useRef, useState } from "react";

export interface OneAtATime {
  running: Readonly<RefObject<boolean>>;
  /** Whether a task runs, as a React state: a change draws the component again. */
  busy: boolean;
  run(task: () => Promise<void>): Promise<void>;
}

/** Runs a task unless another one is running; a call made meanwhile is dropped. */
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
