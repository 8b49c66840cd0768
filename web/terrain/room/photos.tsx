import { Camera, Images, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { PhotoDeVisite } from "#domain/terrain/visite.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { capture, Refused } from "#web/terrain/device/camera.ts";
import { awaitPhoto, type Photo, photoCame, UNDO_MS } from "#web/terrain/device/database.ts";
import { sendSoon } from "#web/terrain/device/sender.ts";
import { putPhoto, type Visit } from "#web/terrain/device/visits.ts";

interface Place {
  visit: Visit;
  place: string;
}

/** Opens the device's camera or gallery through a file field, which needs no permission. */
export function TakePhoto({ visit, place, name }: Place & { name: string }) {
  const { cle, UserId } = visit.draft;
  async function take(files: FileList | null) {
    await photoCame();
    for (const file of files ?? []) {
      await capture(file, { visite: cle, place }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        notifyDanger(error.message);
      });
    }
    sendSoon(UserId);
  }
  return (
    <span className="flex gap-1">
      {(["camera", "galerie"] as const).map((from) => (
        <label
          key={from}
          className="grid size-12 cursor-pointer place-items-center rounded-md border border-line-strong text-accent focus-within:outline-2"
        >
          <span className="sr-only">{`${name} : ${from === "camera" ? "photo" : "photo de la galerie"}`}</span>
          {from === "camera" ? <Camera aria-hidden /> : <Images aria-hidden />}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            {...(from === "camera" ? { capture: "environment" as const } : { multiple: true })}
            className="sr-only"
            onClick={() => void awaitPhoto(place)}
            ref={onCancel}
            onChange={(event) => {
              const { files } = event.currentTarget;
              void take(files).finally(() => {
                event.target.value = "";
              });
            }}
          />
        </label>
      ))}
    </span>
  );
}

/** React does not handle the `cancel` event of an input. */
const onCancel = (input: HTMLInputElement | null) =>
  input?.addEventListener("cancel", () => void photoCame());

export function Photos({ visit, place }: Place) {
  const shown = visit.photos.filter((photo) => photo.place === place && photo.removedAt === null);
  return (
    <div className="mt-2">
      <PhotosFromElsewhere visit={visit} place={place} />
      {shown.length > 0 && <OwnPhotos shown={shown} />}
    </div>
  );
}

function OwnPhotos({ shown }: { shown: readonly Photo[] }) {
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-2">
      {shown.map((photo) => (
        <li key={photo.cle} className="relative">
          <Thumbnail blob={photo.thumbnail} name={`Photo ${photo.rang}`} />
          {photo.ancienne && (
            <span className="absolute inset-x-0 bottom-0 bg-scrim px-1 text-center text-xs text-white">
              avant la visite
            </span>
          )}
          <button
            type="button"
            aria-label={`Retirer la photo ${photo.rang}`}
            onClick={() => remove(photo)}
            className="absolute -top-2 -right-2 grid size-12 place-items-start justify-end"
          >
            <span className="grid size-6 place-items-center rounded-full border bg-surface">
              <X aria-hidden className="size-3.5" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function remove(photo: Photo) {
  void putPhoto({ ...photo, removedAt: Date.now() });
  notify("Photo retirée.", {
    onClick: () => void putPhoto({ ...photo, removedAt: null }),
    seconds: (UNDO_MS - 5_000) / 1000,
  });
}

/** The photos of the same place at the entry, for comparison. */
export function EntryPhotos({ visit, place }: Place) {
  const photos = visit.draft.visite.entree?.photos ?? [];
  return <KnownPhotos {...{ visit, place, photos }} name="Photo de l’entrée" />;
}

/** The photos of this side taken on another device: this device shows them, but cannot change them. */
function PhotosFromElsewhere({ visit, place }: Place) {
  const own = new Set(visit.photos.map(({ cle }) => cle));
  const photos = (visit.draft.visite.constat?.photos ?? []).filter(({ cle }) => !own.has(cle));
  return <KnownPhotos {...{ visit, place, photos }} name="Photo d’un autre appareil" />;
}

interface KnownPhotosProps extends Place {
  photos: readonly PhotoDeVisite[];
  name: string;
}

function KnownPhotos({ visit, place, photos, name }: KnownPhotosProps) {
  const keys = new Set(photos.filter((photo) => photo.place === place).map(({ cle }) => cle));
  const shown = visit.entries.filter(({ cle }) => keys.has(cle));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={name} className="mb-2 flex flex-wrap gap-2">
      {shown.map(({ cle, thumbnail }) => (
        <li key={cle}>
          <Thumbnail blob={thumbnail} name={name} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ blob, name }: { blob: Blob; name: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <span className="block h-20 w-27 overflow-hidden rounded-md border bg-sunken">
      {address && <img src={address} alt={name} className="size-full object-cover" />}
    </span>
  );
}
