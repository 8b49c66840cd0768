import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { overlayStyle } from "#web/components/ui/dialog.tsx";

interface SheetProps {
  onClose(): void;
  /** Read by screen readers alone. */
  title: string;
  children: ReactNode;
}

/** A drawer from the left, open while it is mounted. */
export function Sheet({ onClose, title, children }: SheetProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-[260px] max-w-[85vw] animate-slide bg-surface shadow-float outline-none"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
