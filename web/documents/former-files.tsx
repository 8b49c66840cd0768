import { useQuery } from "@tanstack/react-query";
import type { RemplacementRow } from "#domain/fichiers/remplacement.ts";
import { Author } from "#web/components/record/author.tsx";
import { fullName } from "#web/entities/fichiers/fichiers.ts";
import { formatInstant } from "#web/lib/format.ts";
import { remplacements } from "./api.ts";
import { PaperButtons } from "./paper-buttons.tsx";
import { Unfolding } from "./unfolding.tsx";

const MOST = 150;

interface FormerFilesProps {
  /** The record that held the files, and the field of the record. */
  entite: string;
  id: number;
  champ: string;
  /** The count of former files of the record, in all its fields; at zero or undefined, the server is not called. */
  remplaces: number | undefined;
  /** Lists the files at once, without a click. */
  shown?: boolean;
  /** The addresses of the sensitive files, by identifier: the list itself does not hold them. */
  addresses?: ReadonlyMap<number, string> | undefined;
}

export function FormerFiles({ shown = false, remplaces = 0, addresses, ...of }: FormerFilesProps) {
  const { entite, id, champ } = of;
  const list = remplacements.list({ entite, id, sort: "-id", page: 1, limit: MOST });
  const query = useQuery({ ...list, enabled: remplaces > 0 });
  const former = query.data?.data.filter((file) => file.champ === champ) ?? [];
  if (former.length === 0) return null;
  const files = former.map((file) => (
    <FormerFile key={file.id} file={file} url={file.url ?? addresses?.get(file.id) ?? null} />
  ));
  return (
    <div className="mt-2 text-sm text-muted">
      {shown ? files : <Unfolding count={former.length}>{files}</Unfolding>}
    </div>
  );
}

function FormerFile({ file, url }: { file: RemplacementRow; url: string | null }) {
  return (
    <div className="flex items-start gap-x-1 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{fullName(file)}</p>
        <p>
          Déposé le <Instant iso={file.deposeLe} />, retiré le <Instant iso={file.createdAt} />
        </p>
        <p className="truncate">
          par <Author user={file.user} />
        </p>
      </div>
      {url && <PaperButtons url={url} name={`${file.nom}, ${formatInstant(file.deposeLe)}`} />}
    </div>
  );
}

const Instant = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="tabular-nums">
    {formatInstant(iso)}
  </time>
);
