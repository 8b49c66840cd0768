import { type ReactNode, useEffect, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { keepWatch } from "./device/clock.ts";
import { takeBallast } from "./device/database.ts";
import { keepSending } from "./device/sender.ts";
import { loadedElsewhere, settleTerritory } from "./device/territory.ts";
import { tidy } from "./device/upkeep.ts";
import { openVisits, useVisits } from "./device/visits.ts";
import { Home } from "./home.tsx";
import { usePerson } from "./person.ts";
import { SignIn } from "./sign-in.tsx";
import { Message } from "./ui.tsx";
import { preloadVisit, VisitScreen } from "./visit.tsx";

export { Leaving } from "./leaving.tsx";

/** The inventory on site: a page of its own, which opens offline (web/README §10.6). */
export function Terrain() {
  const [elsewhere] = useState(loadedElsewhere);
  useEffect(() => {
    if (elsewhere) window.location.reload();
  }, [elsewhere]);
  return (
    <>
      <link rel="manifest" href="/terrain.webmanifest" />
      <title>Sur place · Patrimoine Locatif</title>
      {!elsewhere && (
        <OneTab>
          <Opened />
        </OneTab>
      )}
    </>
  );
}

/** Two tabs would write the same drafts: the second tab waits until the first closes. */
function OneTab({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState(navigator.locks === undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (navigator.locks === undefined) return;
    const leaving = Promise.withResolvers<void>();
    const patience = setTimeout(() => setBusy(true), 500);
    const asking = new AbortController();
    navigator.locks
      .request("terrain", { signal: asking.signal }, () => {
        clearTimeout(patience);
        setHeld(true);
        return leaving.promise;
      })
      .catch(() => {});
    return () => {
      clearTimeout(patience);
      asking.abort();
      leaving.resolve();
    };
  }, []);
  if (held) return children;
  if (!busy) return null;
  return (
    <Message title="Déjà ouvert">
      « Sur place » est ouvert dans un autre onglet de cet appareil : fermez-le pour continuer ici.
    </Message>
  );
}

function Opened() {
  const person = usePerson();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void openVisits()
      .then(tidy)
      .finally(() => setReady(true))
      .then(preloadVisit);
    void takeBallast();
    settleTerritory().catch((error: unknown) => console.error(error));
  }, []);
  useEffect(keepWatch, []);
  const id = person?.id ?? null;
  useEffect(() => (ready && id !== null ? keepSending(id) : undefined), [ready, id]);
  const [path] = useHashLocation();
  const visits = useVisits();
  if (!ready || person === undefined) return null;
  if (person === null) return <SignIn />;
  const [cle = "", ...place] = path.slice(1).split("/");
  const own = [...visits.values()].filter(({ draft }) => draft.UserId === person.id);
  // While signers hold the tablet, it shows the paper to sign, whatever the address.
  const visit =
    own.find(({ draft }) => draft.signing?.lock) ?? own.find(({ draft }) => draft.cle === cle);
  if (visit) return <VisitScreen visit={visit} person={person} place={place} />;
  return <Home person={person} />;
}
