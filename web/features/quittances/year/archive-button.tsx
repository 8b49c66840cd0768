import { X } from "lucide-react";
import { useRef, useState } from "react";
import type { Mois } from "#domain/dates.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Progress } from "#web/components/ui/progress.tsx";
import { FileArchive } from "#web/components/ui/row-icons.tsx";
import { downloadMonth } from "#web/entities/quittances/quittances.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { zipCounter } from "./zip-counter.ts";

interface ArchiveButtonProps {
  mois: Mois;
  count: number;
  /** The count of archives that hold the documents. */
  parts: number;
}

/** Downloads the whole month, and shows how many documents have arrived. */
export function ArchiveButton({ mois, count, parts }: ArchiveButtonProps) {
  const [come, setCome] = useState(0);
  const abort = useRef<AbortController>(null);
  const archive = useWrite(async () => {
    const controller = new AbortController();
    abort.current = controller;
    setCome(0);
    const counter = zipCounter();
    const onChunk = (bytes: Uint8Array) => setCome(counter(bytes));
    try {
      const watching = { onChunk, signal: controller.signal };
      for (let part = 1; part <= parts; part++)
        await downloadMonth(mois, parts > 1 ? part : undefined, watching);
      const where = parts > 1 ? `en ${parts} archives` : "dans l’archive";
      notify(`${formatCount(count, "document")} ${where}.`);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  }, []);
  if (!archive.isPending) {
    return (
      <Button disabled={count === 0} onClick={() => archive.mutate(undefined)}>
        <FileArchive aria-hidden />
        Tout télécharger
      </Button>
    );
  }
  return (
    <span className="inline-flex h-8 items-center gap-2 rounded-md border border-line-strong pl-3">
      <Progress label="Archive du mois" value={come} max={count} className="w-24" />
      <span className="text-sm whitespace-nowrap text-muted tabular-nums" role="status">
        {come} / {count}
      </span>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Annuler le téléchargement"
        onClick={() => abort.current?.abort()}
      >
        <X />
      </Button>
    </span>
  );
}
