import { clsx } from "clsx";
import { createElement, Fragment, type ReactNode } from "react";
import type {
  BlocFige,
  ChampFige,
  PhotoFigee,
  SignataireFige,
  TexteFige,
} from "#domain/signature/blocs.ts";
import { PaperTable } from "./paper-table.tsx";

interface PaperProps {
  blocs: readonly BlocFige[];
  /** The level of the heading above the paper; the paper's own title is one level lower. */
  under?: 1 | 2;
}

/**
 * A frozen paper as text for any screen width, because a phone cannot show its PDF. The words and their order are
 * those of the PDF (web/README §10.7).
 */
export function Paper({ blocs, under = 1 }: PaperProps) {
  const levels = headingLevels(blocs, under);
  return (
    <article className="space-y-4 text-[0.9375rem] leading-relaxed wrap-anywhere print:text-black">
      {keyed(blocs).map(([key, bloc]) => (
        <Block key={key} bloc={bloc} level={levels.get(bloc) ?? under + 1} />
      ))}
    </article>
  );
}

/**
 * The level of each heading. No level is skipped; the headings of an annex are one level lower, as in the PDF for
 * screen readers.
 */
function headingLevels(blocs: readonly BlocFige[], under: number): Map<BlocFige, number> {
  const levels = new Map<BlocFige, number>();
  let last = under;
  let titles = 0;
  for (const bloc of blocs) {
    if (bloc.kind === "title") last = under + (titles++ === 0 ? 1 : 2);
    else if (bloc.kind === "heading")
      last = Math.min(under + 1 + (bloc.level ?? 1) + (titles > 1 ? 1 : 0), last + 1, 6);
    else continue;
    levels.set(bloc, last);
  }
  return levels;
}

/** Each item with its position as its key: a frozen paper never changes. */
const keyed = <Of,>(items: readonly Of[]): [string, Of][] =>
  items.map((item, rank) => [String(rank), item]);

function Block({ bloc, level }: { bloc: BlocFige; level: number }): ReactNode {
  switch (bloc.kind) {
    case "title":
      return (
        <header className="pt-2">
          {createElement(
            `h${level}`,
            { className: "text-xl font-semibold tracking-tight text-balance text-accent" },
            bloc.text,
          )}
          {bloc.subtitle !== undefined && <p className="mt-1 text-muted">{bloc.subtitle}</p>}
        </header>
      );
    case "heading":
      return createElement(
        `h${level}`,
        { className: clsx("break-after-avoid", HEADINGS[bloc.level ?? 1]) },
        bloc.text,
      );
    case "paragraph":
      return (
        <p className={clsx(bloc.tone === "muted" && "text-sm text-muted")}>
          <Words text={bloc.text} />
        </p>
      );
    case "quote":
      return (
        <blockquote className="space-y-2 border-l-2 border-accent! pl-4 text-[0.875rem]">
          {keyed(bloc.paragraphs).map(([key, text]) => (
            <p key={key}>
              <Words text={text} />
            </p>
          ))}
        </blockquote>
      );
    case "list":
      return <Items items={bloc.items} />;
    case "facts":
      return (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(9rem,32%)_1fr]">
          {keyed(bloc.facts).map(([key, { label, value }]) => (
            <Fragment key={key}>
              <dt className="text-muted max-sm:-mb-1.5 max-sm:text-sm">{label}</dt>
              <dd>
                <Words text={value} />
              </dd>
            </Fragment>
          ))}
        </dl>
      );
    case "fields":
      return <Fields fields={bloc.fields} columns={bloc.columns} />;
    case "window":
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <Fields fields={bloc.fields} columns={2} />
          <address className="whitespace-pre-line not-italic">{bloc.recipient.join("\n")}</address>
        </div>
      );
    case "table":
      return <PaperTable {...bloc} />;
    case "callout":
      return (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-l-[3px] border-accent! bg-sunken px-4 py-3">
          <div className="min-w-0">
            <p className="font-semibold">{bloc.label}</p>
            {keyed(bloc.details ?? []).map(([key, detail]) => (
              <p key={key} className="text-sm text-muted">
                {detail}
              </p>
            ))}
          </div>
          <p className="text-xl font-semibold text-accent tabular-nums">{bloc.value}</p>
        </div>
      );
    case "notice":
      return <p className="border-2 border-text! p-3 font-semibold">{bloc.text}</p>;
    case "writingBox":
      return (
        <div>
          <p className={LABEL}>{bloc.label}</p>
          <div className="mt-1 h-12 rounded border border-dashed border-line-strong" />
        </div>
      );
    case "signature":
      return <Signatures {...bloc} />;
    case "photos":
      return (
        <ul className="grid gap-4 sm:grid-cols-2">
          {keyed(bloc.rows.flat()).map(
            ([key, photo]) => photo && <Photo key={key} photo={photo} />,
          )}
        </ul>
      );
    case "pageBreak":
      return <hr className="print:invisible print:break-after-page" />;
    case "spacer":
      return null;
  }
}

const LABEL = "text-xs font-semibold tracking-wide text-muted uppercase";

const HEADINGS = {
  1: "pt-3 text-lg font-semibold text-accent",
  2: "pt-2 font-semibold",
  3: "pt-1 font-semibold text-muted",
};

/** A text with its line breaks and its parts in bold. */
function Words({ text }: { text: TexteFige }) {
  if (typeof text === "string") return <span className="whitespace-pre-line">{text}</span>;
  return (
    <span className="whitespace-pre-line">
      {keyed(text).map(([key, run]) =>
        run.bold ? (
          <strong key={key}>{run.text}</strong>
        ) : (
          <Fragment key={key}>{run.text}</Fragment>
        ),
      )}
    </span>
  );
}

type Item = Extract<BlocFige, { kind: "list" }>["items"][number];

/** Items after a dash or a box; an inset item belongs to a list inside the item above it. */
function Items({ items }: { items: readonly Item[] }) {
  const heads: { item: Item; inset: Item[] }[] = [];
  for (const item of items) {
    const head = item.inset ? heads.at(-1) : undefined;
    if (head) head.inset.push(item);
    else heads.push({ item, inset: [] });
  }
  return (
    <ul className="space-y-1.5">
      {keyed(heads).map(([key, { item, inset }]) => (
        <li key={key} className="flex gap-2.5">
          <Marker checked={item.checked} />
          <div className="min-w-0">
            <Words text={item.text} />
            {inset.length > 0 && (
              <div className="mt-1.5">
                <Items items={inset.map(({ inset: _, ...alone }) => alone)} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Marker({ checked }: { checked: boolean | undefined }) {
  if (checked === undefined) return <span>–</span>;
  return <span>{checked ? "☑" : "☐"}</span>;
}

function Fields({ fields, columns }: { fields: readonly ChampFige[]; columns: number }) {
  return (
    <dl className={clsx("grid content-start gap-4", COLUMNS[columns] ?? COLUMNS[3])}>
      {keyed(fields).map(([key, { label, lines, wide }]) => (
        <div key={key} className={clsx("min-w-0", wide && "col-span-full")}>
          <dt className={LABEL}>{label}</dt>
          {keyed(lines).map(([rank, line]) => (
            <dd key={rank} className={clsx(rank === "0" && !wide && "font-semibold")}>
              <Words text={line} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

const COLUMNS: Readonly<Record<number, string>> = {
  1: "",
  2: "sm:grid-cols-2",
  3: "sm:grid-cols-3",
  4: "grid-cols-2 sm:grid-cols-4",
};

function Signatures({
  placeAndDate,
  note,
  signatories,
}: {
  placeAndDate: string;
  note?: string;
  signatories: readonly SignataireFige[];
}) {
  return (
    <div className="space-y-3 break-inside-avoid border-t pt-4">
      <p>{placeAndDate}</p>
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      <ul className="grid gap-4 sm:grid-cols-2">
        {keyed(signatories).map(([key, { role, name, detail, picture }]) => (
          <li key={key}>
            <p className={LABEL}>{role}</p>
            <p className="font-semibold">{name}</p>
            {detail !== undefined && <p className="text-sm text-muted">{detail}</p>}
            {picture && (
              <img
                src={picture}
                alt={`Cachet ou signature : ${name}`}
                className="mt-1 max-h-16 max-w-full rounded bg-white object-contain object-left"
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Photo({ photo: { picture, alternative, lines } }: { photo: PhotoFigee }) {
  return (
    <li className="min-w-0 break-inside-avoid">
      {picture && (
        <img src={picture} alt={alternative} className="max-h-72 rounded border object-contain" />
      )}
      {keyed(lines).map(([key, line]) => (
        <p key={key} className="mt-1 text-sm text-muted">
          {line}
        </p>
      ))}
    </li>
  );
}
