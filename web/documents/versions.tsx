import { DOCUMENTS, type DocumentRow } from "#domain/fichiers/document.ts";
import { Author } from "#web/components/record/author.tsx";
import { formatInstant } from "#web/lib/format.ts";
import type { DocumentEvent } from "./api.ts";
import { SendButton } from "./mailing.tsx";
import { PaperButtons } from "./paper-buttons.tsx";
import { Unfolding } from "./unfolding.tsx";

/** The versions of a document, newest first: the last version is visible, the others on demand. */
export function Versions({ versions }: { versions: readonly DocumentRow[] }) {
  const [last, ...former] = versions;
  if (!last) return null;
  return (
    <div className="mt-2 text-sm text-muted">
      <Version version={last} />
      {former.length > 0 && (
        <Unfolding count={former.length}>
          {former.map((version) => (
            <Version key={version.id} version={version} />
          ))}
        </Unfolding>
      )}
    </div>
  );
}

function Version({ version }: { version: DocumentRow }) {
  const name = `${DOCUMENTS[version.type].intitule}, ${formatInstant(version.createdAt)}`;
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-1">
      <span className="mr-1">
        Généré le <When event={version} />
      </span>
      <PaperButtons url={version.url} name={name} />
      {!version.type.startsWith("etiquette") && (
        <SendButton small document={{ DocumentId: version.id }} name={name} />
      )}
    </div>
  );
}

/** The instant and the author of an event: « 21/11/2026 à 10:31 par Claire Martin ». */
export function When({ event }: { event: DocumentEvent }) {
  return (
    <>
      <time dateTime={event.createdAt} className="tabular-nums">
        {formatInstant(event.createdAt)}
      </time>{" "}
      par <Author user={event.user} />
    </>
  );
}
