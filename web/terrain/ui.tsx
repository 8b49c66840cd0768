import { clsx } from "clsx";
import { ChevronLeft } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";

/** A page that shows a message and the buttons for it. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-md px-4 py-10 text-[1rem]">
      <h1 className="mb-3 text-xl font-semibold">{title}</h1>
      {children}
    </main>
  );
}

interface PageProps {
  title: string;
  text?: ReactNode;
  /** The page that the back arrow opens; absent on the first page. */
  back?: string;
  /** At the foot of the page, within reach of the thumb. */
  foot?: ReactNode;
  /** Beside the page, where the screen is wide enough. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Page({ title, text, back, foot, aside, children }: PageProps) {
  return (
    <div className="flex h-dvh flex-col bg-canvas text-[1rem]">
      <header className="flex min-h-14 items-center gap-1 border-b bg-surface px-2">
        {back !== undefined && (
          <a
            href={back}
            aria-label="Retour"
            className="grid size-12 shrink-0 place-items-center rounded-md text-muted"
          >
            <ChevronLeft aria-hidden />
          </a>
        )}
        <div className={clsx("min-w-0 flex-1 py-1.5", back === undefined && "pl-2")}>
          <h1 className="truncate text-[1.0625rem] leading-6 font-semibold">{title}</h1>
          {text && <p className="truncate text-sm text-muted">{text}</p>}
        </div>
      </header>
      <div className="flex min-h-0 flex-1">
        {aside && (
          <aside className="hidden w-72 shrink-0 overflow-y-auto border-r p-3 md:block">
            {aside}
          </aside>
        )}
        <main className="min-w-0 flex-1 overflow-y-auto">
          <div className="mx-auto max-w-3xl px-3 py-4 sm:px-6">{children}</div>
        </main>
      </div>
      {foot && (
        <footer className="border-t bg-surface pb-[env(safe-area-inset-bottom)]">{foot}</footer>
      )}
    </div>
  );
}

/** A button large enough for a thumb. */
export function Tap({ pressed, tone, className, ...props }: TapProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={clsx(
        "min-h-12 rounded-md border px-3 text-[0.9375rem] leading-5 font-medium transition-colors disabled:opacity-50",
        tone === "primary"
          ? "border-accent bg-accent text-on-accent"
          : pressed
            ? "border-accent bg-accent-soft text-accent"
            : "border-line-strong bg-surface text-text",
        className,
      )}
      {...props}
    />
  );
}

interface TapProps extends ComponentProps<"button"> {
  pressed?: boolean | undefined;
  tone?: "primary";
}

interface TextProps {
  label: string;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  hint?: ReactNode;
  lines?: boolean;
  inputMode?: "decimal" | "text";
  hideLabel?: boolean;
}

/** A text field as tall as its text. Its letters have 16 pixels: some phones zoom on smaller ones. */
export function Text({
  label,
  value,
  onChange,
  onBlur,
  hint,
  lines,
  inputMode,
  hideLabel,
}: TextProps) {
  const id = useId();
  const shared = {
    id,
    value,
    onBlur,
    className:
      "block min-h-12 w-full rounded-md border border-line-strong bg-surface px-3 py-2.5 text-[1rem]",
  };
  return (
    <div>
      <label
        htmlFor={id}
        className={clsx("mb-1 block text-sm font-medium", hideLabel && "sr-only")}
      >
        {label}
      </label>
      {lines ? (
        <textarea
          {...shared}
          rows={1}
          className={clsx(shared.className, "field-sizing-content resize-none")}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          inputMode={inputMode}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
    </div>
  );
}

interface StepperProps {
  label: string;
  value: number;
  onChange(value: number): void;
}

/** A count with two buttons, which lower and raise it by one. */
export function Stepper({ label, value, onChange }: StepperProps) {
  return (
    <fieldset className="flex items-center gap-1" aria-label={label}>
      <Tap
        aria-label={`${label} : un de moins`}
        className="w-12"
        disabled={value === 0}
        onClick={() => onChange(value - 1)}
      >
        −
      </Tap>
      <output className="w-9 text-center font-semibold tabular-nums">{value}</output>
      <Tap
        aria-label={`${label} : un de plus`}
        className="w-12"
        onClick={() => onChange(value + 1)}
      >
        +
      </Tap>
    </fieldset>
  );
}

export function Block({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-4 rounded-lg border bg-surface p-3 sm:p-4">
      {title && <h2 className="mb-2 font-semibold">{title}</h2>}
      {children}
    </section>
  );
}
