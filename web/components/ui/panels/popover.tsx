import { Popover as Primitive } from "radix-ui";
import type { ReactNode, RefObject } from "react";

interface PopoverProps {
  /** The button of the panel: the panel opens beside this button, and gives the focus back to it. */
  anchor: RefObject<HTMLElement | null>;
  /** The name of the panel, for screen readers. */
  label: string;
  align?: "start" | "center" | "end";
  onClose(): void;
  children: ReactNode;
}

/** A panel beside its button. It is open while it is mounted, so that its code can load on demand. */
export function Popover({ anchor, label, align = "end", onClose, children }: PopoverProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 animate-appear rounded-lg bg-surface p-3 shadow-float outline-none"
          onInteractOutside={(event) => {
            // A click on the button already closes the panel. If this handler closed the panel too, that click would
            // open it again.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) {
              event.preventDefault();
            }
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
