import { useSyncExternalStore } from "react";

export const canWorkOffline = () => window.isSecureContext && "serviceWorker" in navigator;

let waiting: ServiceWorker | null = null;
/** Whether the browser promises to keep the data; true until the browser has answered. */
let promised = true;
/** Whether nothing is left to store: the service worker serves this page, or there is no service worker. */
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

/** The newer version of the service worker, which waits for the user to install it; null without one. */
export const useNewerVersion = () => useSyncExternalStore(listen, () => waiting);

export const usePromised = () => useSyncExternalStore(listen, () => promised);

export const useReady = () => useSyncExternalStore(listen, () => ready);

/**
 * Whether this is Safari on a phone or tablet, outside an installed application: Safari then deletes the data after
 * seven days.
 */
export const isSafariTab = (): boolean =>
  "standalone" in navigator && navigator.standalone === false;

const ADDRESS = "/sw.js";

interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The address of the service worker; the page's trusted-types policy allows no other. */
function workerAddress(): string {
  const factory = (window as unknown as { trustedTypes?: Factory }).trustedTypes;
  const only = { createScriptURL: () => ADDRESS };
  return factory ? factory.createPolicy("terrain", only).createScriptURL(ADDRESS) : ADDRESS;
}

let settling: Promise<void> | undefined;

/**
 * Stores the product's own files on this device, once per page; the service worker handles no data (web/README
 * §10.6).
 */
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
  // A newer version may have begun to install before this code runs.
  const follow = () => registration.installing?.addEventListener("statechange", look);
  look();
  follow();
  registration.addEventListener("updatefound", follow);
}

/** Installs the newer version and reloads the page. */
export function takeNewerVersion(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage("prendre");
}

/** Whether the page was loaded outside `/terrain`: the service worker serves only pages loaded inside it. */
export const loadedElsewhere = (): boolean => {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && !new URL(loaded.name).pathname.startsWith("/terrain");
};
