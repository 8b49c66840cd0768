import { useMutation } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/visitor/frame.tsx";
import { ApiError } from "#web/lib/server/api.ts";
import type { ChoiceProps } from "./draft.ts";
import { RefusalForm } from "./refusal-form.tsx";
import { reasonOf } from "./refusals.tsx";
import { SigningForm } from "./signing-form.tsx";
import { tellRead } from "./visit.ts";

const SLEEPING = "pourquoi-pas-encore";

/** « Je signe », enabled once the end of the text was seen, and « Je refuse », always enabled. */
export function Choice(props: ChoiceProps) {
  const { reading, visite, onOver, onChanged } = props;
  const [chosen, choose] = useState<"signer" | "refuser" | null>(null);
  const seconds = useReadingSeconds();
  const { end, bar, share } = useProgress();
  const reached = share === 100;
  const {
    mutate: tell,
    isSuccess: told,
    error,
  } = useMutation({
    mutationFn: () => tellRead(visite, seconds.current),
    retry: (_, error) => isTransient(error),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) onOver();
      if (error.status === 409) onChanged();
    },
  });
  // The worker must know that the paper was read, before it accepts the signature.
  const read = told || reading.signataire.luLe !== null;
  useEffect(() => {
    if (reached) tell();
  }, [reached, tell]);

  return (
    <>
      <div ref={end} />
      {!chosen && (
        <div
          ref={bar}
          className="sticky bottom-0 z-10 -mx-4 border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:rounded-xl sm:border sm:mb-4 sm:px-7 print:hidden"
        >
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <div className="min-w-0 flex-1 basis-52">
              <p id={SLEEPING} className="text-sm text-muted" role={read ? "status" : undefined}>
                {read
                  ? "Vous êtes arrivé à la fin du document."
                  : error
                    ? reasonOf(error)
                    : `Lu à ${share} % : « Je signe » s’ouvre à la fin du texte.`}
              </p>
              <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-sunken">
                <div
                  className="h-full rounded-full bg-accent"
                  style={{ width: `${read ? 100 : share}%` }}
                />
              </div>
            </div>
            <div className="flex gap-2 max-sm:w-full">
              <Button className="h-11!" onClick={() => choose("refuser")}>
                Je refuse
              </Button>
              <Button
                variant="primary"
                className="h-11! px-6! text-lg! max-sm:flex-1"
                aria-describedby={SLEEPING}
                disabled={!read}
                onClick={() => choose("signer")}
              >
                Je signe
              </Button>
            </div>
          </div>
        </div>
      )}
      {chosen && (
        <Panel>
          {chosen === "signer" ? (
            <SigningForm {...props} onBack={() => choose(null)} />
          ) : (
            <RefusalForm {...props} onBack={() => choose(null)} />
          )}
        </Panel>
      )}
    </>
  );
}

/** Whether the same call may succeed a moment later. */
const isTransient = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** The seconds during which the page was visible since it opened. */
function useReadingSeconds(): RefObject<number> {
  const seconds = useRef(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") seconds.current += 1;
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

/**
 * The share of the text seen so far, in percent: 100 once the end of the text was above the bar at the foot of the
 * window.
 */
function useProgress() {
  const end = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(0);
  useEffect(() => {
    const look = () => {
      if (!end.current) return;
      const length = end.current.getBoundingClientRect().top + scrollY;
      const seen = scrollY + innerHeight - (bar.current?.offsetHeight ?? 0);
      // One pixel is added, because browsers give positions as fractions of a pixel.
      setShare((before) =>
        Math.max(before, Math.min(100, Math.floor((100 * (seen + 1)) / length))),
      );
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, []);
  return { end, bar, share };
}
