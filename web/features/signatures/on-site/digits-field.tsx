import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";

interface DigitsFieldProps {
  id: string;
  label: string;
  value: string;
  error: string | null;
  onChange(digits: string): void;
}

/** The four digits that give the device back to the agency: hidden, with the numeric keyboard of a tablet. */
export function DigitsField({ id, label, value, error, onChange }: DigitsFieldProps) {
  return (
    <div>
      <Label htmlFor={id} className="mb-1">
        {label}
      </Label>
      <Input
        id={id}
        autoFocus
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={value}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, ""))}
        className="h-11! max-w-32 font-mono text-lg! tracking-[0.5em]"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
