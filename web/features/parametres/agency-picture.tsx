import { useQueryClient } from "@tanstack/react-query";
import { ImagePlus, Trash2 } from "lucide-react";
import { useRef } from "react";
import {
  TYPES_DE_VISUEL,
  type Visuel,
  type VisuelDepose,
  type Visuels,
} from "#domain/fichiers/visuel.ts";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { SPANS } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { visuelsQuery } from "#web/entities/agence/visuels.ts";
import { fileAddress } from "#web/entities/fichiers/links.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface AgencyPictureProps {
  visuel: Visuel;
  label: string;
  none: string;
  /** Null when there is none; undefined until it is read. */
  picture: VisuelDepose | null | undefined;
}

/** A picture of the agency. Replacing or removing it takes effect at once. */
export function AgencyPicture({ visuel, label, none, picture }: AgencyPictureProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const path = `/Agence/visuels/${visuel}`;
  const change = useWrite(
    async (file: File | null) => {
      const form = new FormData();
      if (file) {
        const { shrunk } = await import("./shrunk.ts");
        form.set("image", await shrunk(file));
      }
      const changed = await (file ? api.put<Visuels>(path, form) : api.delete<Visuels>(path));
      client.setQueryData(visuelsQuery.queryKey, changed);
      notify("Vos modifications ont été prises en compte.");
    },
    ["History"],
  );

  return (
    <fieldset className={SPANS[3]}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="grid h-24 place-items-center overflow-hidden rounded-md border bg-white p-2 text-sm text-slate-500">
        {picture === undefined && <Skeleton className="size-full" />}
        {picture === null && none}
        {picture && (
          <img
            src={fileAddress(picture.url)}
            alt={`${label} : ${picture.nom}`}
            className="max-h-20 max-w-full object-contain"
          />
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          aria-label={`${picture ? "Remplacer" : "Choisir une image"} : ${label}`}
          pending={change.isPending}
          onClick={() => input.current?.click()}
        >
          {!change.isPending && <ImagePlus aria-hidden />}
          {picture ? "Remplacer" : "Choisir une image"}
        </Button>
        {picture && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Retirer : ${label}`}
            className="text-danger!"
            onClick={async () => {
              if (await confirmDeletion(label)) change.mutate(null);
            }}
          >
            <Trash2 aria-hidden />
            Retirer
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={TYPES_DE_VISUEL.join(",")}
        aria-label={`${label}, image à déposer`}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) change.mutate(file);
        }}
      />
      <p className="mt-1 text-xs text-muted">PNG ou JPEG, 1 Mo au plus.</p>
    </fieldset>
  );
}
