import { ChevronDown, Download, ExternalLink } from "lucide-react";
import { useState } from "react";
import { DOCUMENTS, type DocumentRow } from "#domain/document.ts";
import { authorOf } from "#web/components/history-event.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { api } from "#web/lib/api.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { useWrite } from "#web/lib/resource.ts";
import type { DocumentEvent } from "./api.ts";
import { SendButton } from "./mailing.tsx";

/** The document as it was made before, newest first: the last one in sight, the others on demand. */
export function Versions({ versions }: { versions: readonly DocumentRow[] }) {
  const [unfolded, setUnfolded] = useState(false);
  const [last, ...former] = versions;
  if (!last) return null;
  return (
    <div className="mt-2 text-sm text-muted">
      <Version version={last} />
      {former.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {formatCount(former.length, "version précédente", "versions précédentes")}
          <ChevronDown aria-hidden className={unfolded ? "rotate-180" : ""} />
        </Button>
      )}
      {unfolded && former.map((version) => <Version key={version.id} version={version} />)}
    </div>
  );
}

function Version({ version }: { version: DocumentRow }) {
  const when = formatInstant(version.createdAt);
  const open = useWrite(() => api.open(version.url), []);
  const download = useWrite(() => api.download(version.url), []);
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-1">
      <span className="mr-1">
        Généré le <When event={version} />
      </span>
      <Button
        variant="ghost"
        size="icon-sm"
        title="Ouvrir"
        aria-label={`Ouvrir : ${DOCUMENTS[version.type].intitule}, ${when}`}
        pending={open.isPending}
        onClick={() => open.mutate(undefined)}
      >
        {!open.isPending && <ExternalLink />}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        title="Télécharger"
        aria-label={`Télécharger : ${DOCUMENTS[version.type].intitule}, ${when}`}
        pending={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {!download.isPending && <Download />}
      </Button>
      {!version.type.startsWith("etiquette") && (
        <SendButton
          small
          document={{ DocumentId: version.id }}
          name={`${DOCUMENTS[version.type].intitule}, ${when}`}
        />
      )}
    </div>
  );
}

/** « 21/11/2026 à 10:31 par claire@agence.fr » */
export function When({ event }: { event: DocumentEvent }) {
  return (
    <>
      <time dateTime={event.createdAt} className="tabular-nums">
        {formatInstant(event.createdAt)}
      </time>{" "}
      par {authorOf(event)}
    </>
  );
}
