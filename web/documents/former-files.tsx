import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Download, ExternalLink } from "lucide-react";
import { useState } from "react";
import type { RemplacementRow } from "#domain/remplacement.ts";
import { authorOf } from "#web/components/history-event.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { fullName } from "#web/entities/fichiers/api.ts";
import { api } from "#web/lib/api.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { useWrite } from "#web/lib/resource.ts";
import { remplacements } from "./api.ts";

const MOST = 150;

interface FormerFilesProps {
  /** The record that held them, and in which of its fields. */
  entite: string;
  id: number;
  champ: string;
  /** How many the record has, in all its fields: none, and nothing is asked of the server. */
  remplaces: number | undefined;
  /** Each is in sight at once. */
  shown?: boolean;
}

/** The files that others took the place of, newest first: how many, and each on demand. */
export function FormerFiles({ shown = false, remplaces = 0, ...of }: FormerFilesProps) {
  const { entite, id, champ } = of;
  const [unfolded, setUnfolded] = useState(shown);
  const list = remplacements.list({ entite, id, sort: "-id", page: 1, limit: MOST });
  const query = useQuery({ ...list, enabled: remplaces > 0 });
  const former = query.data?.data.filter((file) => file.champ === champ) ?? [];
  if (former.length === 0) return null;
  return (
    <div className="mt-2 text-sm text-muted">
      {!shown && (
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
      {unfolded && former.map((file) => <FormerFile key={file.id} file={file} />)}
    </div>
  );
}

function FormerFile({ file }: { file: RemplacementRow }) {
  const open = useWrite(() => api.open(file.url), []);
  const download = useWrite(() => api.download(file.url), []);
  const name = `${file.nom}, ${formatInstant(file.deposeLe)}`;
  return (
    <div className="flex items-start gap-x-1 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{fullName(file)}</p>
        <p>
          Déposé le <Instant iso={file.deposeLe} />, retiré le <Instant iso={file.createdAt} />
        </p>
        <p className="truncate">par {authorOf(file)}</p>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        title="Ouvrir"
        aria-label={`Ouvrir : ${name}`}
        pending={open.isPending}
        onClick={() => open.mutate(undefined)}
      >
        {!open.isPending && <ExternalLink />}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        title="Télécharger"
        aria-label={`Télécharger : ${name}`}
        pending={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {!download.isPending && <Download />}
      </Button>
    </div>
  );
}

const Instant = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="tabular-nums">
    {formatInstant(iso)}
  </time>
);
