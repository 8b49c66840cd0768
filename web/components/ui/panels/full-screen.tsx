import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { DialogContent } from "#web/components/ui/dialog.tsx";

interface FullScreenProps {
  onClose(): void;
  title: string;
  /** One line under the title. */
  text: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A task that takes the whole window, above all on a tablet; it is open while it is mounted. */
export function FullScreen({ onClose, title, text, actions, children }: FullScreenProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <DialogContent className="fixed inset-0 z-50 flex animate-[appear_120ms_ease-out] flex-col bg-surface outline-none">
          <header className="flex items-center gap-4 border-b px-4 py-2 sm:px-6">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="truncate text-lg font-semibold">{title}</Primitive.Title>
              <Primitive.Description className="truncate text-sm text-muted">
                {text}
              </Primitive.Description>
            </div>
            <div className="flex shrink-0 items-center gap-2 print:hidden">
              {actions}
              <Primitive.Close asChild>
                <Button variant="ghost" size="icon" aria-label="Fermer" className="size-11">
                  <X />
                </Button>
              </Primitive.Close>
            </div>
          </header>
          {children}
        </DialogContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
