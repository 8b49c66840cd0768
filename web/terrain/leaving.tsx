import { useEffect, useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { useSession } from "#web/lib/server/session.ts";
import { forgetPerson, lastPerson, type Unsent, unsentOf } from "./device/database.ts";
import { sendAll, useSending } from "./device/sender.ts";
import { eraseUnsent, leaveDevice } from "./device/upkeep.ts";
import { openVisits } from "./device/visits.ts";
import { Message, Tap, Text } from "./ui.tsx";

const NOTHING: Unsent = { visits: 0, photos: 0 };

const ERASE = "effacer";

/**
 * Signing out of a device that has unsent work: the user chooses what becomes of that work (terrain/README §19.5).
 */
export function Leaving({ onLeave }: { onLeave(): void }) {
  const { user } = useSession();
  const [left, setLeft] = useState<Unsent | null>(null);
  const [typed, setTyped] = useState("");
  const { state, done, total } = useSending();
  const id = user?.id;

  useEffect(() => {
    void (async () => {
      await openVisits();
      const person = id ?? (await lastPerson())?.id ?? null;
      const unsent = person === null ? NOTHING : await unsentOf(person);
      if (unsent.visits + unsent.photos > 0) return setLeft(unsent);
      await leaveDevice(person);
      onLeave();
    })();
  }, [id, onLeave]);

  async function send() {
    if (id === undefined) return;
    await sendAll(id);
    const unsent = await unsentOf(id);
    if (unsent.visits + unsent.photos > 0) return setLeft(unsent);
    await leaveDevice(id);
    onLeave();
  }

  async function erase() {
    const person = id ?? (await lastPerson())?.id;
    if (person !== undefined) await eraseUnsent(person);
  }

  if (!left) return null;
  const words = [
    left.visits > 0 && formatCount(left.visits, "état des lieux", "états des lieux"),
    left.photos > 0 && formatCount(left.photos, "photo"),
  ].filter(Boolean);
  return (
    <Message title="Avant de partir">
      <p className="mb-4">
        {words.join(" et ")} {left.visits + left.photos > 1 ? "ne sont" : "n’est"} pas envoyé
        {left.visits + left.photos > 1 ? "s" : ""}.
      </p>
      <div className="grid gap-2">
        <Tap tone="primary" disabled={state === "sending"} onClick={() => void send()}>
          {state === "sending" ? `Envoi : ${done} sur ${total}` : "Envoyer, puis se déconnecter"}
        </Tap>
        {(state === "offline" || state === "failed") && (
          <p role="status" className="text-sm text-orange">
            L’envoi n’a pas pu se faire : tout est encore sur l’appareil.
          </p>
        )}
        <Tap onClick={() => void forgetPerson().then(onLeave)}>Les garder sur cet appareil</Tap>
        <p className="text-sm text-muted">Seul votre compte les reverra.</p>
        <a href="/terrain/" className="py-3 text-accent">
          Revenir sur place
        </a>
        <Text label={`Pour les effacer, écrivez « ${ERASE} »`} value={typed} onChange={setTyped} />
        <Tap
          className="text-danger!"
          disabled={typed !== ERASE}
          onClick={() => void erase().then(onLeave)}
        >
          Les effacer
        </Tap>
      </div>
    </Message>
  );
}
