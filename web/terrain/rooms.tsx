import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { apostrophesCourbes } from "#domain/orthographe.ts";
import { mobilierManquant } from "#domain/terrain/mobilier.ts";
import { avancement, piecesDuReleve } from "#domain/terrain/releve.ts";
import { Notice } from "#web/components/notice.tsx";
import type { Visit } from "./device/visits.ts";

export const titleOf = ({ draft: { cote, visite } }: Visit) =>
  `${cote === "entree" ? "Entrée" : "Sortie"} · ${visite.adresse}`;

export function Rooms({ visit, current }: { visit: Visit; current?: string }) {
  const { draft, photos } = visit;
  const rooms = piecesDuReleve(draft.releve);
  const missing = draft.visite.meuble
    ? mobilierManquant(rooms.map(({ complement }) => complement))
    : [];
  return (
    <nav aria-label="Pièces">
      {missing.length > 0 && (
        <Notice className="mb-3">
          Meublé : manque {missing.map((name) => name.toLowerCase()).join(", ")}.
        </Notice>
      )}
      <ul className="mb-3 divide-y overflow-hidden rounded-lg border bg-surface">
        {rooms.map((room) => {
          const { piece, complement } = room;
          const { decrits, total } = avancement(room);
          const shown = photos.filter(
            ({ place, removedAt }) => removedAt === null && place.startsWith(`${complement.cle}/`),
          ).length;
          return (
            <Row
              key={complement.cle}
              href={`#/${draft.cle}/piece/${encodeURIComponent(complement.cle)}`}
              name={apostrophesCourbes(piece.nom)}
              current={current === complement.cle}
              done={decrits === total}
              text={[`${decrits}/${total}`, shown > 0 && `${shown} photo${shown > 1 ? "s" : ""}`]
                .filter(Boolean)
                .join(" · ")}
            />
          );
        })}
      </ul>
      <ul className="mb-3 divide-y overflow-hidden rounded-lg border bg-surface">
        <Row
          href={`#/${draft.cle}/general`}
          name="Compteurs, clés, général"
          current={current === "general"}
        />
        <Row href={`#/${draft.cle}/relecture`} name="Relecture" current={current === "relecture"} />
      </ul>
    </nav>
  );
}

interface RowProps {
  href: string;
  name: string;
  text?: string;
  done?: boolean;
  current?: boolean;
}

function Row({ href, name, text, done, current }: RowProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={current || undefined}
        className={clsx(
          "flex min-h-14 items-center gap-3 px-4 py-2",
          current && "bg-accent-soft text-accent",
        )}
      >
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        {text && (
          <span className={clsx("text-sm tabular-nums", done ? "text-green" : "text-muted")}>
            {text}
          </span>
        )}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </a>
    </li>
  );
}
