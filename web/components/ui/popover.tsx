import { Popover as Primitive } from "radix-ui";
import type { ReactNode, RefObject } from "react";

const panelStyle = "z-50 animate-appear rounded-lg bg-surface p-3 shadow-float outline-none";

interface PopoverProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  trigger: ReactNode;
  /** What the panel holds, for screen readers. */
  label: string;
  align?: "start" | "center" | "end";
  children: ReactNode;
}

export function Popover(props: PopoverProps) {
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Trigger asChild>{props.trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={props.label}
          align={props.align ?? "start"}
          sideOffset={4}
          collisionPadding={8}
          className={panelStyle}
        >
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface FloatingPanelProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  onClose(): void;
  children: ReactNode;
}

/** A popover loaded after its button: open while mounted, the focus returns to the button. */
export function FloatingPanel({ anchor, label, onClose, children }: FloatingPanelProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={panelStyle}
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
