import { useEffect, useId, useState } from "react";
import { demandeDecompte } from "#domain/gerance/locataires/appel.ts";
import { exactNumber, readNumber } from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { Label } from "#web/components/ui/label.tsx";

const PAUSE_MS = 600;

/** The provisions of a year that were called outside this product, as the user types them. */
export function useElsewhere() {
  const [typed, setTyped] = useState<unknown>(null);
  const [settled, setSettled] = useState<number | null>(null);
  const { euros, error } = readElsewhere(typed);
  useEffect(() => {
    if (euros === undefined) return;
    const timer = setTimeout(() => setSettled(euros), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [euros]);
  return {
    typed,
    setTyped,
    /** In euros; null when nothing is typed; undefined when the typed text is no amount. */
    euros,
    error,
    /** The amount sent to the server: the amount typed when the user last paused or left the field. */
    settled,
    settle() {
      if (euros !== undefined) setSettled(euros);
    },
    clear() {
      setTyped(null);
      setSettled(null);
    },
  };
}

function readElsewhere(typed: unknown): { euros?: number | null; error?: string | undefined } {
  if (typed === null) return { euros: null };
  const read = demandeDecompte.safeParse({ ailleurs: String(typed) });
  return read.success
    ? { euros: read.data.ailleurs ?? null }
    : { error: read.error.issues[0]?.message };
}

export function ElsewhereField({ elsewhere }: { elsewhere: ReturnType<typeof useElsewhere> }) {
  const id = useId();
  const { error, settle, setTyped, typed } = elsewhere;
  return (
    <div className="w-72">
      <Label htmlFor={id} className="mb-1">
        Provisions appelées ailleurs
      </Label>
      <TypedInput
        id={id}
        name="ailleurs"
        ref={() => {}}
        inputMode="decimal"
        unit="€"
        value={typed}
        read={readNumber}
        write={(said) => (typeof said === "number" ? exactNumber(said, 2) : String(said ?? ""))}
        onChange={setTyped}
        onBlur={settle}
        aria-required={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-message`}
      />
      {error !== undefined && (
        <p id={`${id}-message`} className="mt-1 text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
