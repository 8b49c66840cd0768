import { Info } from "lucide-react";
import { type CSSProperties, type MouseEvent, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { type Notification, showWith } from "#web/lib/notify.ts";
import { CircleAlert } from "./row-icons.tsx";

/**
 * Shows notifications at the bottom center, for two seconds unless the text is long or `undo.seconds` is set
 * (web/README §10.3).
 */
export function Toaster({ theme }: { theme: "light" | "dark" | "system" }) {
  useEffect(() => showWith(show), []);
  return (
    <Sonner
      theme={theme}
      position="bottom-center"
      duration={2000}
      style={{ "--width": "min(29rem, calc(100vw - 2rem))" } as CSSProperties}
      containerAriaLabel="Notifications"
      icons={{
        info: <Info className="size-4 text-blue" aria-hidden />,
        error: <CircleAlert className="size-4" aria-hidden />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "pointer-events-auto flex w-full items-center gap-2.5 rounded-lg bg-surface px-3.5 py-2.5 font-sans text-base text-text shadow-float",
          title: "font-medium",
          content: "min-w-0 flex-1",
          error: "bg-danger! text-on-danger!",
          actionButton:
            "h-7 shrink-0 rounded-md border border-line-strong px-2 text-sm font-medium hover:bg-sunken",
          cancelButton:
            "h-7 shrink-0 rounded-md border border-line-strong px-2 text-sm font-medium hover:bg-sunken",
        },
      }}
    />
  );
}

/**
 * The notification of a message of more characters than this stays long enough to be read, with a button to close it.
 */
const ONE_LINE = 60;
const MS_A_CHARACTER = 60;

function show({ message, danger, undo, also }: Notification): void {
  const long = message.length > ONE_LINE;
  const options = {
    ...(long && { duration: MS_A_CHARACTER * message.length, closeButton: true }),
    ...(undo?.seconds && { duration: undo.seconds * 1000, closeButton: true }),
    ...(undo && { action: gesture(undo) }),
    ...(also && { cancel: gesture(also) }),
  };
  if (danger) toast.error(message, options);
  else toast.info(message, options);
}

const gesture = ({ label = "Annuler", onClick }: NonNullable<Notification["undo"]>) => ({
  label,
  onClick: (event: MouseEvent<HTMLButtonElement>) => {
    // Gives the focus back now: later, the closing notification would close a menu opened meanwhile.
    event.currentTarget.blur();
    onClick();
  },
});
