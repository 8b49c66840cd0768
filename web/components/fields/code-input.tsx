import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";

interface CodeInputProps {
  id: string;
  label: string;
  value: string;
  error: string | null;
  autoFocus?: boolean;
  onChange(value: string): void;
}

/** A code of six digits, which the browser may fill in. */
export function CodeInput({ id, label, value, error, autoFocus, onChange }: CodeInputProps) {
  return (
    <>
      <Label htmlFor={id} className="mb-1">
        {label}
      </Label>
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        autoFocus={autoFocus}
        value={value}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="max-w-40 font-mono text-lg tracking-widest tabular-nums"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </>
  );
}
