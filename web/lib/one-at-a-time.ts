import { type RefObject, useRef } from "react";

export interface OneAtATime {
  running: Readonly<RefObject<boolean>>;
  run(task: () => Promise<void>): Promise<void>;
}

/** Runs a task unless one is running: what is asked meanwhile is let go. */
export function useOneAtATime(): OneAtATime {
  const running = useRef(false);
  return {
    running,
    async run(task) {
      if (running.current) return;
      running.current = true;
      await task().finally(() => {
        running.current = false;
      });
    },
  };
}
