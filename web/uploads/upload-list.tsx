import { RotateCcw, TriangleAlert, X } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { Progress } from "#web/components/ui/progress.tsx";
import { extensionOf, FileIcon } from "#web/entities/fichiers/file-type.tsx";
import { formatSize } from "#web/lib/format.ts";
import { cancelUpload, retryUpload, type Upload, useUploads } from "./uploads.ts";

export function UploadList({ place }: { place: string }) {
  const uploads = useUploads(place);
  if (uploads.length === 0) return null;
  return (
    <ul
      aria-label="Envois"
      className="mb-3 max-h-72 divide-y divide-line overflow-y-auto rounded-lg border bg-surface"
    >
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { file, state, error, mayRetry } = upload;
  return (
    <li className="flex min-h-12 items-center gap-3 px-3 py-2">
      <FileIcon extention={extensionOf(file.name)} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{file.name}</p>
        {error === null ? (
          <p className="text-xs text-muted tabular-nums">{stage(upload)}</p>
        ) : (
          <p role="alert" className="flex items-start gap-1.5 text-xs text-danger">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {error}
          </p>
        )}
      </div>
      {state === "sending" && (
        <Progress
          label={`Envoi de ${file.name}`}
          value={upload.sent}
          max={file.size}
          className="w-28 shrink-0 sm:w-48"
        />
      )}
      {state === "failed" && mayRetry && (
        <Button
          size="sm"
          aria-label={`Réessayer : ${file.name}`}
          onClick={() => retryUpload(upload)}
        >
          <RotateCcw aria-hidden />
          Réessayer
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        title={state === "failed" ? "Retirer de la liste" : "Annuler l’envoi"}
        aria-label={
          state === "failed"
            ? `Retirer de la liste : ${file.name}`
            : `Annuler l’envoi : ${file.name}`
        }
        onClick={() => cancelUpload(upload)}
      >
        <X />
      </Button>
    </li>
  );
}

function stage({ state, sent, file, place }: Upload): string {
  if (state === "waiting") return `En attente, ${formatSize(file.size)}`;
  if (sent >= file.size) {
    return place.destination.usage === "releve" ? "Lecture et rapprochement…" : "Enregistrement…";
  }
  return `${formatSize(sent)} sur ${formatSize(file.size)}`;
}
