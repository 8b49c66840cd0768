import { Suspense, useEffect, useState } from "react";
import { lazyNamed } from "#web/lib/lazy.ts";
import { onWaiting } from "#web/lib/notify.ts";
import type { Theme } from "#web/lib/theme.ts";

const Toaster = lazyNamed(() => import("#web/components/ui/toaster.tsx"), "Toaster");

/** How long to wait before the toaster loads: the first screen is drawn by then. */
const PRELOAD_MS = 3000;

/**
 * Shows the notifications; the application mounts it once. The toaster loads at the first notification, or once the
 * first screen is drawn.
 */
export function ToastHost({ theme }: { theme: Theme }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), PRELOAD_MS);
    const forget = onWaiting(() => setWanted(true));
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, []);
  return <Suspense>{wanted && <Toaster theme={theme} />}</Suspense>;
}
