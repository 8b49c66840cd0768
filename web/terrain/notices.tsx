import { useEffect, useState } from "react";
import { Notice } from "#web/components/notice.tsx";
import { useClock } from "./device/clock.ts";
import { lockTold, photoAwaited, photoCame, tellLock } from "./device/database.ts";
import {
  canWorkOffline,
  isSafariTab,
  takeNewerVersion,
  useNewerVersion,
  usePromised,
  useReady,
} from "./device/territory.ts";
import { isUnsent } from "./device/upkeep.ts";
import { useVisits } from "./device/visits.ts";
import { Tap } from "./ui.tsx";

/** The warnings about offline work, a newer version, a lost photo and the clock. */
export function Notices() {
  const ready = useReady();
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
      {!ready && (
        <Notice tone="blue" className="mb-3">
          L’appareil se prépare au travail hors ligne : gardez le réseau un instant.
        </Notice>
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
      <ClockNotice />
    </>
  );
}

function ClockNotice() {
  const { error, moved } = useClock();
  if (error)
    return (
      <Notice className="mb-3">
        L’heure de cet appareil est fausse de {error} : celle du serveur fera foi.
      </Notice>
    );
  if (!moved) return null;
  return (
    <Notice className="mb-3">
      L’heure de cet appareil a été changée : celle du serveur fera foi.
    </Notice>
  );
}

/**
 * The advice about the screen lock, shown until the user confirms it, and the warning that the browser may delete
 * unsent work.
 */
export function DeviceNotices() {
  const promised = usePromised();
  const unsent = [...useVisits().values()].some(isUnsent);
  const [told, setTold] = useState(true);
  useEffect(() => void lockTold().then(setTold), []);
  return (
    <>
      {!told && (
        <Notice
          tone="blue"
          className="mb-3"
          actions={
            <Tap onClick={() => void tellLock().then(() => setTold(true))}>C’est le cas</Tap>
          }
        >
          Cet appareil doit se verrouiller par un code.
        </Notice>
      )}
      {isSafariTab() ? (
        <Notice className="mb-3">
          Ajoutez l’application à l’écran d’accueil : sinon l’iPad peut effacer après sept jours ce
          qui n’est pas envoyé. Envoyez tout avant : elle part d’une mémoire à elle.
        </Notice>
      ) : (
        !promised &&
        unsent && (
          <Notice className="mb-3">
            Ce navigateur peut effacer, s’il manque de place, ce qui n’est pas envoyé : envoyez dès
            que le réseau revient.
          </Notice>
        )
      )}
    </>
  );
}
