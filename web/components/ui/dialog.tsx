import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { useReturnFocus } from "./return-focus.ts";

export const overlayStyle =
  "fixed inset-0 z-50 bg-scrim animate-[appear_120ms_ease-out] print:hidden";

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  description?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  children: ReactNode;
}

const widths = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-3xl", xl: "max-w-5xl" };

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = "md",
  children,
}: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <DialogContent
          onOpenAutoFocus={focusForm}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={clsx(
            "fixed top-[8vh] left-1/2 z-50 flex max-h-[84dvh] w-[calc(100vw-2rem)] max-sm:top-2 max-sm:max-h-[calc(100dvh-1rem)] max-sm:w-[calc(100vw-1rem)] -translate-x-1/2 flex-col rounded-xl bg-surface shadow-float outline-none",
            widths[size],
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-0.5 text-sm text-muted">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label="Fermer" className="-mr-1.5">
                <X />
              </Button>
            </Primitive.Close>
          </header>
          {children}
        </DialogContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The content of a dialog, which gives the focus back as it closes. A click on a notification leaves it open. */
export const DialogContent = (props: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Content
    onCloseAutoFocus={useReturnFocus()}
    onInteractOutside={(event) => {
      if (event.target instanceof Element && event.target.closest("[data-sonner-toaster]"))
        event.preventDefault();
    }}
    {...props}
  />
);

/**
 * Focuses the first field of a form, or the search of a choice; not on a touch screen, where the keyboard would cover
 * the dialog.
 */
function focusForm(event: Event) {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement) || matchMedia("(pointer: coarse)").matches) return;
  const field = dialog.querySelector<HTMLElement>(
    'form :is(input, select, textarea, button):not([tabindex="-1"], [hidden]), input[type="search"]',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={clsx("min-h-0 flex-1 overflow-y-auto px-5 pb-5", className)}>{children}</div>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
      {children}
    </footer>
  );
}
