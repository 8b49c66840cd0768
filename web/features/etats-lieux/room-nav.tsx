import { clsx } from "clsx";
import { ArrowRightLeft, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { ELEMENTS } from "#domain/biens/elements.ts";
import type { Piece } from "#domain/biens/etat-lieux.ts";
import { CircleAlert, CircleCheck } from "#web/components/ui/row-icons.tsx";
import { formatCount } from "#web/lib/format.ts";
import { countChanges, countDescribed, isComplete } from "./comparison.ts";

export type Place = "header" | number;

interface RoomNavProps {
  place: Place;
  onPlace(place: Place): void;
  onAdd(): void;
  /** The rooms at the entry, to compare an exit with; null for an entry. */
  before: readonly Piece[] | null;
}

/** The list of rooms, each with its progress and its changes. */
export function RoomNav({ place, onPlace, onAdd, before }: RoomNavProps) {
  const rooms = useWatch<{ pieces: Piece[] }, "pieces">({ name: "pieces" });
  const { errors } = useFormState();
  const wrong = (errors.pieces ?? {}) as Record<number, unknown>;
  const headerWrong = Object.keys(errors).some((name) => name !== "pieces");
  return (
    <nav
      aria-label="Pièces"
      className="flex flex-wrap gap-1.5 border-b bg-canvas px-4 py-2 sm:px-6 print:hidden"
    >
      <NavButton current={place === "header"} onClick={() => onPlace("header")}>
        Général
        {headerWrong && <Wrong />}
      </NavButton>
      {rooms.map((room, index) => (
        <NavButton
          // biome-ignore lint/suspicious/noArrayIndexKey: two rooms may have the same name
          key={index}
          current={place === index}
          onClick={() => onPlace(index)}
        >
          {room.nom || "Sans nom"}
          {wrong[index] ? <Wrong /> : <Progress room={room} before={before?.[index]} />}
        </NavButton>
      ))}
      <button
        type="button"
        onClick={onAdd}
        className="inline-flex h-11 items-center gap-1.5 rounded-md border border-dashed border-line-strong px-3 font-medium text-muted transition-colors hover:bg-sunken hover:text-text [&_svg]:size-4"
      >
        <Plus aria-hidden />
        Ajouter une pièce
      </button>
    </nav>
  );
}

interface NavButtonProps {
  current: boolean;
  onClick(): void;
  children: ReactNode;
}

function NavButton({ current, onClick, children }: NavButtonProps) {
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onClick}
      className={clsx(
        "inline-flex h-11 items-center gap-2 rounded-md border px-3 font-medium transition-colors [&_svg]:size-4",
        current
          ? "border-accent bg-accent-soft text-accent"
          : "border-line bg-surface text-text hover:bg-sunken",
      )}
    >
      {children}
    </button>
  );
}

function Progress({ room, before }: { room: Piece; before: Piece | undefined }) {
  const changes = before ? countChanges(before, room) : 0;
  const described = countDescribed(room);
  if (changes > 0) {
    return (
      <span className="inline-flex items-center gap-1 text-xs text-orange tabular-nums">
        <ArrowRightLeft aria-hidden />
        {changes}
        <span className="sr-only">{changes > 1 ? "changements" : "changement"}</span>
      </span>
    );
  }
  if (isComplete(room)) {
    return (
      <span className="text-green">
        <CircleCheck aria-hidden />
        <span className="sr-only">complète</span>
      </span>
    );
  }
  return (
    <span className="text-xs text-muted tabular-nums">
      <span aria-hidden>
        {described}/{ELEMENTS.length}
      </span>
      <span className="sr-only">
        {formatCount(described, "élément décrit", "éléments décrits")}
      </span>
    </span>
  );
}

function Wrong() {
  return (
    <span className="text-danger">
      <CircleAlert aria-hidden />
      <span className="sr-only">à corriger</span>
    </span>
  );
}
