import { CircleAlert, Info } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { type Notification, showWith } from "#web/lib/notify.ts";

/** Notifications: bottom centre, two seconds, information unless told otherwise (domain/README §10.3). */
export function Toaster({ theme }: { theme: "light" | "dark" | "system" }) {
  useEffect(() => showWith(show), []);
  return (
    <Sonner
      theme={theme}
      position="bottom-center"
      duration={2000}
      containerAriaLabel="Notifications"
      icons={{
        info: <Info className="size-4 text-blue" aria-hidden />,
        error: <CircleAlert className="size-4" aria-hidden />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-2.5 rounded-lg bg-surface px-3.5 py-2.5 font-sans text-base text-text shadow-float",
          title: "font-medium",
          content: "min-w-0 flex-1",
          error: "bg-danger! text-on-danger!",
          actionButton:
            "h-7 shrink-0 rounded-md border border-line-strong px-2 text-sm font-medium hover:bg-sunken",
        },
      }}
    />
  );
}

function show({ message, danger, undo }: Notification): void {
  if (danger) {
    toast.error(message);
    return;
  }
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
