import { clsx } from "clsx";
import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { usePeut } from "#web/lib/server/session.ts";
import { UploadList } from "./upload-list.tsx";
import { addUploads, type Place } from "./uploads.ts";

interface UploadZoneProps {
  place: Place;
  /** The label of the file field, « Fichiers à ajouter ». */
  label: string;
  /** The kind of files that the picker shows first, « image/* ». */
  accept?: string;
  /** Takes one file only. */
  single?: boolean;
  /** Called before anything is sent; the files are dropped when it gives false. */
  before?(): Promise<boolean>;
  className?: string;
  /** Draws the zone. `pick` opens the file picker; it is null when the user may not send files. */
  children(pick: (() => void) | null): ReactNode;
}

/** A part of the screen where the user drops or picks files, under the list of uploads. */
export function UploadZone(props: UploadZoneProps) {
  const { place, label, accept, single = false, before, className, children } = props;
  const mayModify = usePeut("modifier");
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  useNoStrayDrop();

  async function receive(files: readonly File[]) {
    const taken = single ? files.slice(0, 1) : files;
    if (taken.length === 0 || (before && !(await before()))) return;
    await addUploads(place, taken);
  }

  if (!mayModify) return <div className={className}>{children(null)}</div>;

  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setDragging(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut, the button does the same by keyboard
    <div
      className={clsx("relative", className)}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        const inside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!inside) setDragging(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        void receive([...event.dataTransfer.files]);
      }}
    >
      <UploadList place={place.name} />
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple={!single}
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void receive([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {dragging && (
        <div className="pointer-events-none absolute -inset-1 z-3 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90 text-accent">
          <span className="flex items-center gap-2 font-medium">
            <Upload aria-hidden className="size-4" />
            {single ? "Déposez le fichier ici" : "Déposez les fichiers ici"}
          </span>
        </div>
      )}
    </div>
  );
}

/** A file dropped beside the zone must not replace the page. */
function useNoStrayDrop(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
    };
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
}
