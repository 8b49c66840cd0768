import { useEffect, useState } from "react";
import { Notice } from "#web/components/notice.tsx";
import { photoAwaited, photoCame } from "./device/database.ts";
import { canWorkOffline, takeNewerVersion, useNewerVersion } from "./device/territory.ts";
import { useVisits } from "./device/visits.ts";
import { Tap } from "./ui.tsx";

/** What one should know of this device before going on. */
export function Notices() {
  const newer = useNewerVersion();
  const kept = [...useVisits().values()].every((visit) => visit.kept);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    void photoAwaited().then((place) => {
      if (place !== null) setLost(true);
      return photoCame();
    });
  }, []);
  return (
    <>
      {!canWorkOffline() && (
        <Notice className="mb-3">Hors ligne impossible sans https : gardez le réseau.</Notice>
      )}
      {newer && kept && (
        <Notice
          tone="blue"
          className="mb-3"
          actions={<Tap onClick={() => takeNewerVersion(newer)}>Mettre à jour</Tap>}
        >
          Une nouvelle version est prête.
        </Notice>
      )}
      {lost && (
        <Notice className="mb-3">
          La dernière photo n’est pas revenue de l’appareil : reprenez-la.
        </Notice>
      )}
    </>
  );
}
