import { toast } from "sonner";

interface Undo {
  /** « Annuler » unless told otherwise. */
  label?: string;
  onClick(): void;
}

/** Tells what was done; `undo` offers to take it back while the notification is there. */
export function notify(message: string, undo?: Undo): void {
  toast.info(
    message,
    undo && {
      action: {
        label: undo.label ?? "Annuler",
        onClick: (event) => {
          // Gives the focus back now: when the notification leaves, it would close a menu opened meanwhile.
          event.currentTarget.blur();
          undo.onClick();
        },
      },
    },
  );
}

export function notifyDanger(message: string): void {
  toast.error(message);
}
