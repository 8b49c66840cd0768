import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { Button } from "#web/components/ui/button.tsx";

export interface SaveBarProps {
  form: string;
  text: string | null;
  /** A sentence that names the fields to correct after a refused save; null when there are none. */
  refused: string | null;
  label: string;
  /** « Annuler » when absent. */
  cancelLabel?: string | undefined;
  pending: boolean;
  onCancel(): void;
}

/** The bar at the bottom of the window, shown while something is unsaved, and always for a new record. */
export function SaveBar(props: SaveBarProps) {
  return (
    <section
      aria-label="Enregistrement"
      className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-5 flex items-center justify-end gap-2 border-t bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6 print:hidden"
    >
      {props.text && !props.refused && (
        <p role="status" className="mr-auto flex items-center gap-2 text-sm text-orange">
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          {props.text}
        </p>
      )}
      <SaveButtons {...props} />
    </section>
  );
}

/**
 * Keeps the focus in the field while a button is pressed: leaving the field could show an error, which would move the
 * button away.
 */
function holdFocus(event: MouseEvent) {
  event.preventDefault();
}

export function SaveButtons(props: SaveBarProps) {
  const { form, label, cancelLabel = "Annuler", pending, refused, onCancel } = props;
  return (
    <>
      <p role="status" className={clsx("min-w-0 text-sm text-danger", refused && "mr-auto")}>
        {refused}
      </p>
      <Button variant="ghost" onMouseDown={holdFocus} onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button variant="primary" type="submit" form={form} pending={pending} onMouseDown={holdFocus}>
        {label}
      </Button>
    </>
  );
}
