import type { MouseEvent } from "react";
import { Button } from "./ui/button.tsx";

export interface SaveBarProps {
  /** The id of the form that it submits. */
  form: string;
  text: string | null;
  label: string;
  pending: boolean;
  onCancel(): void;
}

/** At the bottom of the window as long as something is to be saved. */
export function SaveBar(props: SaveBarProps) {
  return (
    <section
      aria-label="Enregistrement"
      className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-5 flex items-center justify-end gap-2 border-t bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6 print:hidden"
    >
      {props.text && (
        <p role="status" className="mr-auto flex items-center gap-2 text-sm text-orange">
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          {props.text}
        </p>
      )}
      <SaveButtons {...props} />
    </section>
  );
}

/** The field keeps the focus while they are pressed: leaving it may show its error, and move them from the pointer. */
function holdFocus(event: MouseEvent) {
  event.preventDefault();
}

export function SaveButtons({ form, label, pending, onCancel }: SaveBarProps) {
  return (
    <>
      <Button variant="ghost" onMouseDown={holdFocus} onClick={onCancel}>
        Annuler
      </Button>
      <Button variant="primary" type="submit" form={form} pending={pending} onMouseDown={holdFocus}>
        {label}
      </Button>
    </>
  );
}
