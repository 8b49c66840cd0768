import { useSyncExternalStore } from "react";

/** What stands between this device and working without the network. */
export const canWorkOffline = () => window.isSecureContext && "serviceWorker" in navigator;

let waiting: ServiceWorker | null = null;
/** The browser promises to throw nothing away; true until it has answered. */
let promised = true;
/** The worker serves this page: what it needs is on the device. */
let ready =
  !import.meta.env.PROD || !canWorkOffline() || navigator.serviceWorker.controller !== null;
const listeners = new Set<() => void>();

function tell(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The newer version that is ready, until it is taken. */
export const useNewerVersion = () => useSyncExternalStore(listen, () => waiting);

export const usePromised = () => useSyncExternalStore(listen, () => promised);

export const useReady = () => useSyncExternalStore(listen, () => ready);

/** Safari of a telephone or a tablet, in the browser: it throws away after seven days what an installed application keeps. */
export const isSafariTab = (): boolean =>
  "standalone" in navigator && navigator.standalone === false;

const ADDRESS = "/sw.js";

interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The address of the worker, and no other, as the policy of the page wants it. */
function workerAddress(): string {
  const factory = (window as unknown as { trustedTypes?: Factory }).trustedTypes;
  const only = { createScriptURL: () => ADDRESS };
  return factory ? factory.createPolicy("terrain", only).createScriptURL(ADDRESS) : ADDRESS;
}

let settling: Promise<void> | undefined;

/** Puts the product's own files on this device; its data are not the worker's business (web/README §10.6). Once a page. */
export const settleTerritory = (): Promise<void> => (settling ??= settle());

async function settle(): Promise<void> {
  if (!import.meta.env.PROD || !canWorkOffline()) return;
  promised = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  tell(waiting);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    ready = true;
    tell(waiting);
  });
  const registration = await navigator.serviceWorker.register(workerAddress(), {
    scope: "/terrain",
  });
  const look = () =>
    registration.waiting && navigator.serviceWorker.controller && tell(registration.waiting);
  // A newer one may have begun to install before this page asked.
  const follow = () => registration.installing?.addEventListener("statechange", look);
  look();
  follow();
  registration.addEventListener("updatefound", follow);
}

/** Takes the newer version: the page begins again with it. */
export function takeNewerVersion(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage("prendre");
}

/** The territory's worker only serves a document that was loaded there. */
export const loadedElsewhere = (): boolean => {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && !new URL(loaded.name).pathname.startsWith("/terrain");
};
