import { Info } from "lucide-react";
import { useId } from "react";

interface LawProps {
  /** The name of the deadline, for screen readers. */
  name: string;
  text: string;
}

/** The legal text behind a deadline, shown while the pointer or the focus is on its mark. */
export function Law({ name, text }: LawProps) {
  const id = useId();
  return (
    <span className="group/law relative inline-flex align-middle">
      <button
        type="button"
        aria-label={`Pourquoi : ${name}`}
        aria-describedby={id}
        className="grid size-6 place-items-center rounded text-muted hover:text-text [&_svg]:size-3.5"
      >
        <Info aria-hidden />
      </button>
      <span
        id={id}
        role="tooltip"
        className="invisible absolute top-full left-0 z-10 w-72 rounded-md border bg-surface p-2.5 text-xs leading-relaxed font-normal whitespace-normal text-text shadow-lg group-hover/law:visible group-has-focus-visible/law:visible max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto"
      >
        {text}
      </span>
    </span>
  );
}
