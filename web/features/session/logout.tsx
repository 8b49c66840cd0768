import { Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { lazyNamed } from "#web/lib/lazy.ts";
import { closeSession } from "#web/lib/server/session.ts";

const Leaving = lazyNamed(() => import("#web/terrain/terrain.tsx"), "Leaving");

/** Ends the session and shows the sign-in page; when work on site is unsent, asks first what becomes of it. */
export function Logout() {
  const [, navigate] = useLocation();
  const [onSite, setOnSite] = useState(false);
  const end = useCallback(() => {
    closeSession();
    navigate("/login", { replace: true });
  }, [navigate]);
  useEffect(() => {
    const known = indexedDB.databases?.() ?? Promise.resolve([]);
    void known
      .catch(() => [])
      .then((databases) =>
        databases.some(({ name }) => name === "terrain") ? setOnSite(true) : end(),
      );
  }, [end]);
  return <Suspense>{onSite && <Leaving onLeave={end} />}</Suspense>;
}
