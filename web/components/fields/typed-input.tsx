import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Input } from "#web/components/ui/input.tsx";
import type { Bound } from "./field.tsx";

interface TypedInputProps extends Bound {
  /** Reads the text as a value. Null for a wrong text: the form then keeps the text, which the schema refuses. */
  read(typed: string): unknown;
  write(value: unknown): string;
  inputMode: "text" | "decimal" | "numeric" | "tel" | "email";
  placeholder?: string;
  /** Drawn inside the input, at the right. */
  unit?: ReactNode;
}

/** An input where the user types a value as free text. When the focus leaves, the input shows `write(value)`. */
export function TypedInput({
  read,
  write,
  value,
  onChange,
  onBlur,
  unit,
  ...input
}: TypedInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="relative">
      <Input
        {...input}
        autoComplete="off"
        value={typed ?? write(value)}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          onChange(text.trim() === "" ? null : (read(text.trim()) ?? text));
        }}
        onBlur={() => {
          setTyped(null);
          onBlur();
        }}
        className={clsx("tabular-nums", unit && "pr-9")}
      />
      {unit && (
        <span className="pointer-events-none absolute inset-y-0 right-0 grid min-w-8 place-items-center px-2.5 text-sm text-muted has-[button]:pointer-events-auto has-[button]:px-0.5">
          {unit}
        </span>
      )}
    </div>
  );
}
