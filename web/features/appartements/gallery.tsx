import { useQuery } from "@tanstack/react-query";
import { ImageOff, ImagePlus, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import { IMAGES_PAR_TELEVERSEMENT, type ImageRow } from "#domain/fichiers/fichier.ts";
import { confirm, confirmDeletion } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { detachImage, images, TOUCHED_BY_IMAGES } from "#web/entities/biens/images.ts";
import { fileAddress, KEPT_FRESH, useSteadyLinks } from "#web/entities/fichiers/links.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import type { ViewedImage } from "#web/uploads/image-viewer.tsx";
import { UploadZone } from "#web/uploads/upload-zone.tsx";
import { type Place, useUploadGuard } from "#web/uploads/uploads.ts";
import { viewerButton } from "#web/uploads/viewer-button.ts";

const ImageViewer = lazyNamed(() => import("#web/uploads/image-viewer.tsx"), "ImageViewer");

interface GalleryProps {
  appartement: Pick<AppartementDetail, "id" | "adresse" | "etage" | "Images">;
}

export function Gallery({ appartement }: GalleryProps) {
  const { id, Images } = appartement;
  const [shown, setShown] = useState<number | null>(null);
  const query = useQuery({
    ...images.list({ AppartementId: id, sort: "id" }),
    refetchInterval: KEPT_FRESH,
  });
  const rows = useSteadyLinks(query.data?.data);
  const download = useWrite((url: string) => api.download(url), []);
  const removal = useRemoval(id);
  useUploadGuard();

  const place: Place = {
    name: `Appartement/${id}/images`,
    destination: { usage: "image", AppartementId: id },
    touched: TOUCHED_BY_IMAGES,
    arrived: (count) => `${formatCount(count, "photo ajoutée", "photos ajoutées")}.`,
  };
  const described = rows?.map((row, index) => ({
    ...row,
    nom: `${nomAppartement(appartement)}, photo ${index + 1} : ${row.nom}`,
  }));

  return (
    <section className="border-t py-5 print:hidden">
      <UploadZone place={place} label="Photos à ajouter" accept="image/*,.heic,.heif,.avif">
        {(pick) => (
          <>
            <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
              <h3 className="font-semibold">Photos</h3>
              {rows && rows.length > 0 && (
                <span className="text-sm text-muted">{formatCount(rows.length, "photo")}</span>
              )}
              {pick && (
                <Button className="ml-auto" onClick={pick}>
                  <ImagePlus aria-hidden />
                  Ajouter des photos
                </Button>
              )}
            </div>
            {query.isError && !rows && (
              <ErrorState error={query.error} onRetry={() => query.refetch()} />
            )}
            {rows?.length === 0 && (
              <div className="rounded-lg border border-dashed border-line-strong">
                <EmptyState
                  icon={ImageOff}
                  title="Aucune photo pour l’instant"
                  text={
                    pick &&
                    `Déposez-les ici : ${IMAGES_PAR_TELEVERSEMENT} à la fois, 100 Mo au plus chacune.`
                  }
                />
              </div>
            )}
            <ul aria-label="Photos de l’appartement" className={gridStyle}>
              {query.isPending &&
                Images.map((image) => (
                  <li key={image.id}>
                    <Skeleton className="aspect-4/3 w-full rounded-lg" />
                  </li>
                ))}
              {described?.map((image) => (
                <Thumbnail
                  key={image.id}
                  image={image}
                  onOpen={() => setShown(image.id)}
                  onBroken={() => void query.refetch()}
                  removal={removal && { ...removal, run: () => removal.ask(image) }}
                />
              ))}
            </ul>
          </>
        )}
      </UploadZone>
      <Suspense>
        {shown !== null && described && described.length > 0 && (
          <ImageViewer
            images={described}
            shown={shown}
            onShow={setShown}
            onClose={() => setShown(null)}
            onBroken={() => void query.refetch()}
            tools={(image) => (
              <>
                <button
                  type="button"
                  aria-label="Télécharger"
                  title="Télécharger"
                  className={viewerButton}
                  onClick={() => download.mutate(image.url)}
                >
                  <Download aria-hidden />
                </button>
                {removal && (
                  <button
                    type="button"
                    aria-label={removal.label}
                    title={removal.label}
                    className={viewerButton}
                    onClick={async () => {
                      const next = neighbour(described, image.id);
                      if (await removal.ask(image)) setShown(next);
                    }}
                  >
                    <Trash2 aria-hidden />
                  </button>
                )}
              </>
            )}
          />
        )}
      </Suspense>
    </section>
  );
}

const gridStyle =
  "grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5";

interface ThumbnailProps {
  image: ImageRow;
  onOpen(): void;
  onBroken(): void;
  removal: { label: string; run(): void } | null;
}

function Thumbnail({ image, onOpen, onBroken, removal }: ThumbnailProps) {
  return (
    <li className="group/photo relative">
      <button
        type="button"
        onClick={onOpen}
        className="block aspect-4/3 w-full overflow-hidden rounded-lg border bg-sunken"
      >
        <img
          src={fileAddress(image.url, 320)}
          alt={image.nom}
          loading="lazy"
          className="size-full object-cover text-xs text-muted"
          onError={onBroken}
        />
      </button>
      {removal && (
        <Button
          size="icon-sm"
          title={removal.label}
          aria-label={`${removal.label} : ${image.nom}`}
          className="absolute top-1.5 right-1.5 bg-surface/90 opacity-0 group-hover/photo:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
          onClick={removal.run}
        >
          <Trash2 />
        </Button>
      )}
    </li>
  );
}

/** The image to show once this one is removed; null when none is left. */
function neighbour(rows: readonly ImageRow[], id: number): number | null {
  const rank = rows.findIndex((row) => row.id === id);
  return (rows[rank + 1] ?? rows[rank - 1])?.id ?? null;
}

/**
 * Deletes an image, or takes it off the apartment for users who may not delete; null for users who may do neither.
 */
function useRemoval(appartementId: number) {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const remove = useWrite(
    (id: number) => (mayDelete ? images.remove(id) : detachImage(appartementId, id)),
    TOUCHED_BY_IMAGES,
  );
  if (!mayModify && !mayDelete) return null;
  const question = {
    title: "Retirer cette photo ?",
    text: "Cette action est irreversible.",
    action: "Retirer",
    danger: true,
  };
  return {
    label: mayDelete ? "Supprimer" : "Retirer",
    async ask(image: ViewedImage): Promise<boolean> {
      if (!(await (mayDelete ? confirmDeletion(image.nom) : confirm(question)))) return false;
      remove.mutate(image.id, {
        onSuccess: () =>
          notify(mayDelete ? "L’élément a été supprimé." : "La photo a été retirée."),
      });
      return true;
    },
  };
}
