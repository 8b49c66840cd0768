import { CircleAlert, Info } from "lucide-react";
import { Toaster as Sonner } from "sonner";

/** Notifications: bottom centre, two seconds, information unless told otherwise (spec §8). */
export function Toaster({ theme }: { theme: "light" | "dark" | "system" }) {
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
