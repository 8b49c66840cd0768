import { useEffect, useState } from "react";
import { secondsUntil } from "#web/lib/clock.ts";

/**
 * « part dans 48 s », with a constant width. A screen reader skips it: the words beside it say that the mail waits.
 */
export function Countdown({ until, several = false }: { until: string; several?: boolean }) {
  const verb = several ? "partent" : "part";
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span aria-hidden className="inline-block min-w-25 whitespace-nowrap tabular-nums">
      {left > 0 ? `${verb} dans ${left} s` : `${verb}…`}
    </span>
  );
}
