import { useId } from "react";

const LENGTH = 4;

export const isCode = (value: string): boolean => value.length === LENGTH;

interface DigitsProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** A field for four digits, hidden while they are typed. */
export function Digits({ label, value, onChange }: DigitsProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, "").slice(0, LENGTH))}
        className="block min-h-12 w-32 rounded-md border border-line-strong bg-surface px-3 text-center text-xl tracking-[0.4em]"
      />
    </div>
  );
}
