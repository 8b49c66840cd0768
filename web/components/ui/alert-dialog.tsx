import { AlertDialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { overlayStyle } from "./dialog.tsx";
import { useReturnFocus } from "./return-focus.ts";

interface AlertDialogProps {
  title: string;
  subject?: string;
  text?: ReactNode;
  warnings?: readonly string[];
  action: string;
  /** « Annuler » when absent; null removes the button. */
  cancel?: string | null;
  danger?: boolean;
  answer(accepted: boolean): void;
}

/** A question that must be answered: a click outside does not close it. */
export function AlertDialog({ warnings = [], cancel = "Annuler", ...props }: AlertDialogProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && props.answer(false)}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Content
          {...(props.text || props.subject ? {} : { "aria-describedby": undefined })}
          className="fixed top-[22vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-h-[76dvh] max-w-md -translate-x-1/2 overflow-y-auto rounded-xl bg-surface p-5 shadow-float outline-none"
        >
          <Primitive.Title className="text-lg font-semibold">{props.title}</Primitive.Title>
          {(props.text || props.subject) && (
            <Primitive.Description asChild>
              <div className="mt-1.5 text-muted">
                {props.subject && (
                  <p className="mb-1 font-medium break-words text-text">{props.subject}</p>
                )}
                {props.text && <p>{props.text}</p>}
                {warnings.length > 0 && (
                  <ul className="mt-3 space-y-1.5 rounded-md bg-orange-soft px-3 py-2 text-orange">
                    {warnings.map((warning) => (
                      <li key={warning}>{warning}</li>
                    ))}
                  </ul>
                )}
              </div>
            </Primitive.Description>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            {cancel !== null && (
              <Primitive.Cancel asChild>
                <Button>{cancel}</Button>
              </Primitive.Cancel>
            )}
            <Primitive.Action asChild>
              <Button
                variant={props.danger ? "danger" : "primary"}
                onClick={() => props.answer(true)}
              >
                {props.action}
              </Button>
            </Primitive.Action>
          </div>
        </Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Content(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content onCloseAutoFocus={useReturnFocus()} {...props} />;
}
