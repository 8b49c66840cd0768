import { clsx } from "clsx";
import { CheckCheck, ChevronRight, Clock, FolderOpen, Mail, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import { delaiEnMots, GENRES, genreDe, type SuiviRow } from "#domain/suivi/suivi.ts";
import { ActionMenu } from "#web/components/list/row-actions.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";
import { follow } from "#web/lib/navigation.ts";
import { actionOf, letterOf, togetherOf } from "./actions.ts";
import { Law } from "./law.tsx";

interface FoldedRowsProps {
  rows: readonly SuiviRow[];
  children: ReactNode;
}

/** Deadlines that ask for the same act on one day, folded into one line that opens. */
export function FoldedRows({ rows, children }: FoldedRowsProps) {
  const [open, setOpen] = useState(false);
  const [first] = rows;
  if (!first) return null;
  const together = togetherOf(first);
  return (
    <li className="border-b last:border-b-0">
      <div className="grid gap-x-4 gap-y-1.5 px-3 py-2.5 md:grid-cols-[7rem_minmax(0,1fr)_auto] md:items-center">
        <Day row={first} />
        <div className="min-w-0">
          <p className="font-medium">
            {first.quoi}&nbsp;
            <Law name={GENRES[first.genre].nom} text={genreDe(first.genre).loi} />
          </p>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-8 cursor-pointer items-center gap-1 text-sm text-muted hover:text-foreground"
          >
            <ChevronRight
              aria-hidden
              className={clsx("size-4 transition-transform", open && "rotate-90")}
            />
            {formatCount(rows.length, "échéance")}
          </button>
        </div>
        {together && (
          <Button asChild size="sm" className="justify-self-start">
            <a href={together.href} onClick={follow}>
              {together.label}
            </a>
          </Button>
        )}
      </div>
      {open && <ul className="border-t pl-4">{children}</ul>}
    </li>
  );
}

/** The day of a deadline, and how far away it is. */
const Day = ({ row: { bande, date } }: { row: SuiviRow }) => (
  <div className="flex items-baseline gap-2 tabular-nums md:block">
    <time dateTime={date} className="font-medium">
      {formatJour(date)}
    </time>
    <span
      className={clsx("block text-xs", bande === "retard" ? "font-medium text-red" : "text-muted")}
    >
      {delaiEnMots(date, aujourdhui(new Date()))}
    </span>
  </div>
);

interface DeadlineRowProps {
  row: SuiviRow;
  mayModify: boolean;
  onPostpone(): void;
  onDone(): void;
  onGive(): void;
  onLetter(type: TypeDocument): void;
  onMail(type: TypeDocument): void;
}

/** A deadline: its day, the act and the person it concerns, the screen that deals with it, and its other actions. */
export function DeadlineRow(props: DeadlineRowProps) {
  const { row, mayModify, onPostpone, onDone, onGive, onLetter, onMail } = props;
  const { quoi, genre, locataire, objet, gestionnaire } = row;
  const { label, href } = actionOf(row);
  const letter = mayModify ? letterOf(row) : null;
  const name = [quoi, locataire ?? objet].filter(Boolean).join(", ");
  return (
    <li className="grid gap-x-4 gap-y-1.5 border-b px-3 py-2.5 last:border-b-0 md:grid-cols-[7rem_minmax(0,1fr)_auto] md:items-center">
      <Day row={row} />
      <div className="min-w-0">
        <p className="font-medium">
          {quoi}&nbsp;
          <Law name={GENRES[genre].nom} text={genreDe(genre).loi} />
        </p>
        {(locataire || objet || gestionnaire) && (
          <p className="flex flex-wrap gap-x-2 text-sm text-muted">
            {[locataire, objet].filter(Boolean).join(", ")}
            {gestionnaire && (
              <span className="inline-flex items-center gap-1 whitespace-nowrap [&_svg]:size-3.5">
                <UserRound aria-label="Confiée à" />
                {gestionnaire}
              </span>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 md:justify-end">
        {letter ? (
          <Button
            size="sm"
            aria-label={`Éditer la lettre : ${name}`}
            onClick={() => onLetter(letter)}
          >
            Éditer la lettre
          </Button>
        ) : (
          <Button asChild size="sm">
            <a href={href} onClick={follow} aria-label={`${label} : ${name}`}>
              {label}
            </a>
          </Button>
        )}
        {mayModify && (
          <>
            {row.reportAuPlus !== null && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Reporter : ${name}`}
                onClick={onPostpone}
              >
                <Clock aria-hidden />
                Reporter
              </Button>
            )}
            <Button size="sm" variant="ghost" aria-label={`Fait : ${name}`} onClick={onDone}>
              <CheckCheck aria-hidden />
              Fait
            </Button>
            <ActionMenu
              label={`Actions : ${name}`}
              actions={[
                ...(letter
                  ? [
                      { label: "Envoyer la lettre", icon: Mail, onSelect: () => onMail(letter) },
                      { label, icon: FolderOpen, href },
                    ]
                  : []),
                { label: "Confier", icon: UserRound, onSelect: onGive },
              ]}
            />
          </>
        )}
      </div>
    </li>
  );
}
