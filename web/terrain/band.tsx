import { CloudOff, CloudUpload, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";
import { formatCount } from "#web/lib/format.ts";
import { signaturesWait, waits } from "./device/database.ts";
import { sendAll, useSending } from "./device/sender.ts";
import { isUnsent } from "./device/upkeep.ts";
import { useVisits, type Visit } from "./device/visits.ts";
import { Tap } from "./ui.tsx";

/** The band at the foot, always visible: what the device has stored, and what it has sent. */
export function Band({ UserId }: { UserId: number }) {
  const sending = useSending();
  const own = [...useVisits().values()].filter(({ draft }) => draft.UserId === UserId);
  const { text, icon: Icon, tone } = told(own, sending);
  return (
    <div className="flex min-h-12 items-center gap-2 px-4 py-1 text-sm">
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <p role="status" className="min-w-0 flex-1">
        {text}
      </p>
      {sending.state === "session" ? (
        <Link href="/login" state={{ from: "/terrain/" }} className="py-3 font-medium text-accent">
          Se connecter
        </Link>
      ) : (
        own.some((visit) => isUnsent(visit) && !visit.draft.clash) &&
        sending.state !== "sending" && (
          <Tap className="min-h-10! border-0 text-accent!" onClick={() => void sendAll(UserId)}>
            Envoyer
          </Tap>
        )
      )}
    </div>
  );
}

function leftOf(visits: readonly Visit[]) {
  const photos = visits.flatMap((visit) => visit.photos).filter(waits).length;
  const texts = visits.filter(({ draft }) => draft.unsent).length;
  const signed = visits.filter(({ draft }) => signaturesWait(draft)).length;
  const words = [
    texts > 0 && formatCount(texts, "état des lieux", "états des lieux"),
    photos > 0 && formatCount(photos, "photo"),
    signed > 0 && formatCount(signed, "jeu de signatures", "jeux de signatures"),
  ].filter(Boolean);
  return { any: photos + texts + signed > 0, words: words.join(" et ") };
}

function told(
  visits: readonly Visit[],
  { state, done, total, merged }: ReturnType<typeof useSending>,
) {
  const { any, words } = leftOf(visits);
  const orange = "text-orange";
  if (visits.some(({ full }) => full))
    return {
      text: "La mémoire de l’appareil est pleine : ce qui vient d’être écrit n’est pas gardé.",
      icon: TriangleAlert,
      tone: "text-danger",
    };
  if (visits.some(({ kept }) => !kept))
    return { text: "Enregistrement…", icon: CloudUpload, tone: "text-muted" };
  if (visits.some(({ draft }) => draft.clash))
    return { text: "Deux saisies à départager.", icon: TriangleAlert, tone: orange };
  const refused = visits.find(({ draft }) => draft.refused)?.draft.refused;
  if (refused)
    return {
      text: `Gardé ici, refusé par le serveur : ${refused}`,
      icon: TriangleAlert,
      tone: orange,
    };
  if (state === "sending" && total > 0)
    return {
      text: `Envoi : ${Math.min(done + 1, total)} sur ${total}`,
      icon: CloudUpload,
      tone: "text-muted",
    };
  if (!any)
    return {
      text: merged ? "Tout est envoyé, fusionné avec la saisie d’un collègue" : "Tout est envoyé",
      icon: CircleCheck,
      tone: "text-green",
    };
  if (state === "session")
    return { text: `Reconnectez-vous pour envoyer ${words}`, icon: CloudOff, tone: orange };
  if (state === "offline" || !navigator.onLine)
    return {
      text: `Hors ligne : rien n’est perdu, ${words} à envoyer`,
      icon: CloudOff,
      tone: orange,
    };
  return {
    text: `Gardé sur l’appareil, ${words} à envoyer`,
    icon: CloudUpload,
    tone: "text-muted",
  };
}
