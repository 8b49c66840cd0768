import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { DialogContent, overlayStyle } from "#web/components/ui/dialog.tsx";

interface SidePanelProps {
  onClose(): void;
  title: string;
  /** One line under the title. */
  text: ReactNode;
  children: ReactNode;
  /** Stays in sight under the content. */
  foot?: ReactNode;
}

/** A panel at the right of the window, open while it is mounted. */
export function SidePanel({ onClose, title, text, children, foot }: SidePanelProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <DialogContent className="fixed inset-y-0 right-0 z-50 flex w-[440px] max-w-[92vw] animate-[appear_120ms_ease-out] flex-col bg-surface shadow-float outline-none">
          <header className="flex items-start gap-4 border-b px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              <Primitive.Description className="text-sm text-muted">{text}</Primitive.Description>
            </div>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label="Fermer" className="-mr-1.5">
                <X />
              </Button>
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {foot}
        </DialogContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
