import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFieldArray, useFormContext, useFormState } from "react-hook-form";
import type { EtatLieuxDetail, Piece } from "#domain/biens/etat-lieux.ts";
import { useForm } from "#web/components/form/form-context.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useDraft } from "./draft.ts";
import { HeaderFields } from "./header-fields.tsx";
import { type Place, RoomNav } from "./room-nav.tsx";
import { NEW_ROOM, RoomPanel } from "./room-panel.tsx";
import { emptyRoom } from "./start.ts";

interface GridFormProps {
  /** The entry that this exit is compared with; null for an entry. */
  entry: EtatLieuxDetail | null;
  edfEntree: string | null;
  /** The count of the first rooms that the other inventory of the dossier has too. */
  paired: number;
  /** The key of the draft, and the version that the typing started from. */
  draft: { key: string; version: string | null };
  buttons: ReactNode;
}

/** The header of an inventory, or one of its rooms; the buttons always stay visible. */
export function GridForm({ entry, edfEntree, paired, draft, buttons }: GridFormProps) {
  const [place, setPlace] = useState<Place>("header");
  const { fields, append, move, remove } = useFieldArray<{ pieces: Piece[] }, "pieces">({
    name: "pieces",
  });
  const body = useRef<HTMLDivElement>(null);
  const { labels } = useForm();
  useDraft(draft.key, draft.version);
  useEffect(() => {
    labels.set("pieces", "Pièces");
  }, [labels]);
  useErrorInSight(setPlace, body);

  const last = fields.length - 1;
  const shown = place === "header" ? place : Math.min(place, last);
  const room = typeof shown === "number" && shown >= 0 ? shown : null;
  const before = entry && room !== null ? (entry.pieces[room] ?? null) : null;

  function go(next: Place) {
    setPlace(next);
    body.current?.scrollTo({ top: 0 });
  }

  function add() {
    append({ ...emptyRoom(), nom: NEW_ROOM }, { shouldFocus: false });
    go(fields.length);
    focusSoon(body, "input");
  }

  function takeAway(index: number) {
    remove(index);
    go(index > 0 ? index - 1 : fields.length > 1 ? 0 : "header");
    focusSoon(body, "input");
  }

  const mover = (from: number, to: number) =>
    to < paired || to > last
      ? null
      : () => {
          move(from, to);
          setPlace(to);
        };

  return (
    <>
      <RoomNav place={room ?? "header"} onPlace={go} onAdd={add} before={entry?.pieces ?? null} />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-5xl px-4 py-5 sm:px-6">
          <div
            hidden={room !== null}
            className="[&_button]:size-11 [&_input:not([type=checkbox])]:h-11"
          >
            <HeaderFields entry={entry} edfEntree={edfEntree} />
          </div>
          {room !== null && (
            <RoomPanel
              key={fields[room]?.id}
              place={room}
              before={before}
              paired={room < paired}
              onMoveBack={mover(room, room - 1)}
              onMoveOn={mover(room, room + 1)}
              onRemove={() => takeAway(room)}
            />
          )}
        </div>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2 sm:px-6 [&_button]:min-h-11 print:hidden">
        <div className="flex items-center gap-2">
          <Button
            disabled={room === null}
            onClick={() => go(room !== null && room > 0 ? room - 1 : "header")}
          >
            <ChevronLeft aria-hidden />
            Précédent
          </Button>
          <Button disabled={room === last} onClick={() => go(room === null ? 0 : room + 1)}>
            Suivant
            <ChevronRight aria-hidden />
          </Button>
        </div>
        <div className="flex items-center gap-2">{buttons}</div>
      </footer>
    </>
  );
}

/** Shows the first field that a save has refused, whichever room it is in. */
function useErrorInSight(
  show: (place: Place) => void,
  body: React.RefObject<HTMLDivElement | null>,
): void {
  const { errors, submitCount } = useFormState();
  const { getFieldState } = useFormContext();
  const latest = useRef(errors);
  latest.current = errors;
  useEffect(() => {
    const names = submitCount > 0 ? Object.keys(latest.current) : [];
    if (names.length === 0) return;
    const header = names.some((name) => name !== "pieces" && getFieldState(name).invalid);
    const rooms = Object.keys(latest.current.pieces ?? {}).map(Number);
    show(header ? "header" : (rooms.find(Number.isInteger) ?? 0));
    focusSoon(body, "[aria-invalid=true]");
  }, [submitCount, show, body, getFieldState]);
}

/** Focuses an element of the body once it is drawn. */
function focusSoon(body: React.RefObject<HTMLDivElement | null>, selector: string): void {
  setTimeout(() => {
    const targets = body.current?.querySelectorAll<HTMLElement>(selector) ?? [];
    [...targets].find((target) => target.checkVisibility())?.focus();
  }, 50);
}
