import { clsx } from "clsx";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { useForm } from "#web/components/form/form-context.ts";
import { Input, Textarea } from "#web/components/ui/input.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { type Option, Select } from "#web/components/ui/select.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import { formatPhone } from "#web/lib/format.ts";
import { FieldFrame, type FieldProps } from "./field.tsx";
import { TypedInput } from "./typed-input.tsx";

const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const orNull = (typed: string) => (typed === "" ? null : typed);

export interface TextFieldProps extends FieldProps {
  autoComplete?: string;
  inputMode?: "text" | "numeric" | "tel" | "email";
  placeholder?: string;
  readOnly?: boolean;
  /** Called with the text at each keystroke. */
  onTyped?(text: string): void;
}

export function TextField(props: TextFieldProps) {
  const { autoComplete = "off", inputMode, placeholder, readOnly, onTyped, ...field } = props;
  return (
    <FieldFrame {...field} read={text}>
      {({ value, onChange, ...bound }) => (
        <Input
          {...bound}
          value={text(value)}
          onChange={(event) => {
            onChange(orNull(event.target.value));
            onTyped?.(event.target.value);
          }}
          autoComplete={autoComplete}
          inputMode={inputMode}
          placeholder={placeholder}
          readOnly={readOnly}
          className={readOnly ? "bg-sunken!" : ""}
        />
      )}
    </FieldFrame>
  );
}

export function TextareaField({ span = 6, ...field }: FieldProps) {
  return (
    <FieldFrame {...field} span={span} read={text}>
      {({ value, onChange, ...bound }) => (
        <Textarea
          {...bound}
          value={text(value)}
          onChange={(event) => onChange(orNull(event.target.value))}
        />
      )}
    </FieldFrame>
  );
}

export interface NumberFieldProps extends FieldProps {
  /** The most decimals shown; 0 for whole numbers. */
  decimals?: number;
  /** « m² », « % », « mois ». */
  unit?: string;
  /** Writes a year: « 2026 », not « 2 026 ». */
  year?: boolean;
}

export function NumberField({ decimals = 2, unit, year = false, ...field }: NumberFieldProps) {
  const write = (value: unknown) =>
    typeof value === "number" && !year ? shortNumber(value, decimals) : text(value);
  return (
    <FieldFrame {...field} read={(value) => (unit ? `${write(value)}\u00A0${unit}` : write(value))}>
      {(bound) => (
        <TypedInput {...bound} inputMode="decimal" read={readNumber} write={write} unit={unit} />
      )}
    </FieldFrame>
  );
}

/** An amount typed as « 1 234,56 »; the form holds euros. */
export function EurosField(field: FieldProps) {
  return (
    <FieldFrame
      {...field}
      read={(value) => (
        <span className="tabular-nums">
          {typeof value === "number" ? formatEuros(value) : text(value)}
        </span>
      )}
    >
      {(bound) => (
        <TypedInput
          {...bound}
          inputMode="decimal"
          read={readNumber}
          write={(value) => (typeof value === "number" ? exactNumber(value, 2) : text(value))}
          unit="€"
        />
      )}
    </FieldFrame>
  );
}

/** Reads « 1 234,5 », « 1.234,5 » and « 1234.5 € » as 1234.5; null when the text is no number. */
export function readNumber(typed: string): number | null {
  const bare = typed.replace(/[\s\u00A0\u202F]/g, "").replace(/(€|%|m²|m2)$/, "");
  const grouped = /^[-−]?\d{1,3}(\.\d{3})+,\d+$/.test(bare);
  const digits = (grouped ? bare.replaceAll(".", "") : bare).replace(",", ".");
  return /^[-−]?\d*\.?\d+$|^[-−]?\d+\.$/.test(digits) ? Number(digits.replace("−", "-")) : null;
}

/** The number with all its decimals, even beyond `decimals`: rounding would hide why the server refuses it. */
export function exactNumber(value: number, decimals: number): string {
  const kept = Number(value.toFixed(decimals)) === value;
  return kept ? formatNombre(value, decimals) : String(value).replace(".", ",");
}

function shortNumber(value: number, decimals: number): string {
  const written = exactNumber(value, decimals);
  if (!written.includes(",")) return written;
  return decimals > 0 ? written.replace(/,?0+$/, "") || "0" : written;
}

export type Choice = string | Option;

const optionOf = (choice: Choice): Option =>
  typeof choice === "string" ? { value: choice, label: choice } : choice;

export interface SelectFieldProps extends FieldProps {
  options: readonly Choice[];
  disabled?: boolean;
}

export function SelectField({ options, disabled, ...field }: SelectFieldProps) {
  const { mayBeEmpty } = useForm();
  const choices = options.map(optionOf);
  const emptiable = mayBeEmpty(field.name);
  return (
    <FieldFrame {...field} read={(value) => labelOf(choices, value)}>
      {({ value, onChange, ...bound }) => (
        <Select
          {...bound}
          options={withCurrent(choices, text(value))}
          empty={emptyChoice(emptiable && !bound["aria-required"], text(value))}
          value={text(value)}
          onChange={(event) => onChange(orNull(event.target.value))}
          disabled={disabled}
        />
      )}
    </FieldFrame>
  );
}

function emptyChoice(emptiable: boolean, value: string): string | undefined {
  if (emptiable) return "—";
  return value === "" ? "Choisir…" : undefined;
}

/** The choices, plus the stored value when it is no longer a choice: it stays until the user chooses another. */
function withCurrent(choices: readonly Option[], value: string): readonly Option[] {
  const offered = value === "" || choices.some((choice) => choice.value === value);
  return offered ? choices : [...choices, { value, label: value }];
}

export interface RadioFieldProps extends FieldProps {
  options: readonly (Choice | { value: boolean; label: string })[];
}

/** A choice among two or three values, all visible. A value may be true or false. */
export function RadioField({ options, ...field }: RadioFieldProps) {
  const values = new Map(
    options.map((option) => {
      const value = typeof option === "string" ? option : option.value;
      return [String(value), value];
    }),
  );
  const choices = options.map((option) =>
    typeof option === "string"
      ? optionOf(option)
      : { value: String(option.value), label: option.label },
  );
  return (
    <FieldFrame {...field} labelled="group" read={(value) => labelOf(choices, value)}>
      {({ id, value, onChange, onBlur, "aria-invalid": invalid }) => (
        <Segmented
          id={id}
          invalid={invalid}
          onBlur={onBlur}
          label={field.label}
          className="sm:h-9! max-w-full [&_label]:h-8 [&_label]:px-2"
          value={text(value)}
          segments={choices}
          onChange={(chosen) => onChange(values.get(chosen) ?? null)}
        />
      )}
    </FieldFrame>
  );
}

function labelOf(choices: readonly Option[], value: unknown): string {
  return choices.find((choice) => choice.value === text(value))?.label ?? text(value);
}

export function SwitchField(field: FieldProps) {
  return (
    <FieldFrame
      {...field}
      labelled="beside"
      required={false}
      read={(value) => (value ? "Oui" : "Non")}
    >
      {({ value, onChange, "aria-required": _, ...bound }) => (
        <Switch
          {...bound}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </FieldFrame>
  );
}

const linkStyle = "text-accent underline-offset-4 hover:underline";

export function PhoneField(field: FieldProps) {
  return (
    <FieldFrame
      {...field}
      read={(value) => (
        <a
          href={`tel:${text(value).replace(/[^\d+]/g, "")}`}
          className={clsx(linkStyle, "tabular-nums")}
        >
          {formatPhone(text(value))}
        </a>
      )}
    >
      {(bound) => (
        <TypedInput
          {...bound}
          inputMode="tel"
          read={formatPhone}
          write={(value) => formatPhone(text(value))}
        />
      )}
    </FieldFrame>
  );
}

export function EmailField(field: FieldProps) {
  return (
    <FieldFrame
      {...field}
      read={(value) => (
        <a href={`mailto:${text(value)}`} className={linkStyle}>
          {text(value).replace(/@.*/, "@")}
          <wbr />
          {text(value).replace(/.*@/, "")}
        </a>
      )}
    >
      {(bound) => (
        <TypedInput
          {...bound}
          inputMode="email"
          read={(typed) => typed}
          write={(value) => text(value)}
        />
      )}
    </FieldFrame>
  );
}
