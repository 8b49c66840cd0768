import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { estImage } from "#domain/fichiers/contenu-fichier.ts";
import { Download } from "#web/components/ui/row-icons.tsx";
import { fichiers, fullName, type Keeper, type Readable } from "#web/entities/fichiers/fichiers.ts";
import { KEPT_FRESH, useSteadyLinks } from "#web/entities/fichiers/links.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { ImageViewer } from "#web/uploads/image-viewer.tsx";
import { viewerButton } from "#web/uploads/viewer-button.ts";

interface ImageDialogProps {
  of: Keeper;
  keeper: number;
  /** The image shown first. */
  first: Readable;
  onClose(): void;
}

/** The images among the files of a record, over the whole screen. */
export function ImageDialog({ of, keeper, first, onClose }: ImageDialogProps) {
  const [shown, setShown] = useState(first.id);
  const query = useQuery({
    ...fichiers.list({ [of]: keeper, sort: "-createdAt" }),
    staleTime: 0,
    refetchInterval: KEPT_FRESH,
  });
  // The only sensitive image shown is the one that the user opened.
  const listed = (query.data?.data ?? [first]).flatMap((row): Readable[] => {
    const url = row.id === first.id ? (row.url ?? first.url) : row.url;
    return url === null ? [] : [{ ...row, url }];
  });
  const rows = useSteadyLinks(listed) ?? [];
  const images = rows
    .filter(({ type }) => estImage(type))
    .map((row) => ({ ...row, nom: fullName(row) }));
  const download = useWrite((url: string) => api.download(url), []);
  return (
    <ImageViewer
      images={images}
      shown={shown}
      onShow={setShown}
      onClose={onClose}
      onBroken={() => void query.refetch()}
      tools={({ url }) => (
        <button
          type="button"
          aria-label="Télécharger"
          title="Télécharger"
          className={viewerButton}
          onClick={() => download.mutate(url)}
        >
          <Download aria-hidden />
        </button>
      )}
    />
  );
}
