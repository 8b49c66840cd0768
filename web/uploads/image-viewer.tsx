import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { DialogContent } from "#web/components/ui/dialog.tsx";
import { fileAddress } from "#web/entities/fichiers/links.ts";
import { useShortcutsWithin } from "#web/lib/use-shortcuts.ts";
import { viewerButton } from "./viewer-button.ts";

export interface ViewedImage {
  id: number;
  nom: string;
  url: string;
}

interface ImageViewerProps {
  images: readonly ViewedImage[];
  /** The identifier of the image on screen. */
  shown: number;
  onShow(id: number): void;
  onClose(): void;
  /** Called when an image could not be loaded: its address may have expired. */
  onBroken(): void;
  tools?(image: ViewedImage): ReactNode;
}

/** Shows images over the whole screen, one at a time, with arrows, swipes and Esc. */
export function ImageViewer(props: ImageViewerProps) {
  const { images, onShow, onClose } = props;
  const rank = Math.max(
    0,
    images.findIndex(({ id }) => id === props.shown),
  );
  const image = images[rank];
  const to = (next: number) => {
    const target = images[(next + images.length) % images.length];
    if (target) onShow(target.id);
  };
  const several = images.length > 1;
  const press = (event: KeyboardEvent) => {
    const targets = { ArrowLeft: rank - 1, ArrowRight: rank + 1, Home: 0, End: images.length - 1 };
    event.preventDefault();
    to(targets[event.key as keyof typeof targets]);
  };
  useNeighbours(images, rank);
  const swipe = useSwipe((step) => to(rank + step));
  const onKeyDown = useShortcutsWithin("Images", {
    "ArrowLeft ArrowRight": several && press,
    "Home End": several && press,
  });
  if (!image) return null;

  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 bg-[oklch(0.14_0.01_255)]" />
        <DialogContent
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col text-white outline-none"
        >
          <header className="flex items-center gap-2 px-4 py-3">
            <Primitive.Title className="min-w-0 flex-1 truncate font-medium">
              {image.nom}
            </Primitive.Title>
            {several && (
              <span className="px-2 text-sm whitespace-nowrap tabular-nums" role="status">
                {rank + 1} / {images.length}
              </span>
            )}
            {props.tools?.(image)}
            <Primitive.Close asChild>
              <button type="button" aria-label="Fermer" title="Fermer" className={viewerButton}>
                <X aria-hidden />
              </button>
            </Primitive.Close>
          </header>
          <div className="relative min-h-0 flex-1 touch-pan-y px-4 pb-4 sm:px-16" {...swipe}>
            <Picture key={image.url} image={image} onBroken={props.onBroken} />
            {several && (
              <>
                <button
                  type="button"
                  aria-label="Image précédente"
                  className={`${viewerButton} absolute top-1/2 left-3 -translate-y-1/2`}
                  onClick={() => to(rank - 1)}
                >
                  <ChevronLeft aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label="Image suivante"
                  className={`${viewerButton} absolute top-1/2 right-3 -translate-y-1/2`}
                  onClick={() => to(rank + 1)}
                >
                  <ChevronRight aria-hidden />
                </button>
              </>
            )}
          </div>
        </DialogContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Picture({ image, onBroken }: { image: ViewedImage; onBroken(): void }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <p role="alert" className="grid h-full place-items-center">
        Cette image ne peut pas être montrée.
      </p>
    );
  }
  return (
    <img
      src={fileAddress(image.url, 1280)}
      alt={image.nom}
      draggable={false}
      // The thumbnail, already loaded, is shown until the image arrives.
      style={{ backgroundImage: `url("${fileAddress(image.url, 320)}")` }}
      className="size-full bg-contain bg-center bg-no-repeat object-contain select-none"
      onError={() => {
        setBroken(true);
        onBroken();
      }}
    />
  );
}

/** Loads the next and the previous image in advance. */
function useNeighbours(images: readonly ViewedImage[], rank: number): void {
  const before = images[rank - 1]?.url;
  const after = images[rank + 1]?.url;
  useEffect(() => {
    for (const url of [after, before]) {
      if (url) new Image().src = fileAddress(url, 1280);
    }
  }, [before, after]);
}

const SWIPE = 50;

function useSwipe(onStep: (step: 1 | -1) => void) {
  const start = useRef<number | null>(null);
  return {
    onPointerDown: ({ pointerType, clientX }: React.PointerEvent) => {
      start.current = pointerType === "mouse" ? null : clientX;
    },
    onPointerUp: ({ clientX }: React.PointerEvent) => {
      const moved = start.current === null ? 0 : clientX - start.current;
      start.current = null;
      if (Math.abs(moved) > SWIPE) onStep(moved < 0 ? 1 : -1);
    },
  };
}
