import { type FieldErrors, type FieldValues, get } from "react-hook-form";
import { same, type Values } from "./values.ts";

/** What a form must know of a field to draw it. */
export interface FieldRule {
  /** What becomes of it once it is emptied: it is refused, stays so, or takes its default. */
  emptied: "refused" | "kept" | "replaced";
  /** What it holds before anything is typed; absent: nothing. */
  start?: unknown;
  /** Those of a group. */
  fields?: FieldRules;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

export type Checked<Output extends FieldValues> =
  | { values: Output; errors: Record<never, never> }
  | { values: Record<never, never>; errors: FieldErrors<Values> };

/** What a form is held to: known of each field at once, and a schema, which may come later. */
export interface Rules<Output extends FieldValues> {
  fields: FieldRules;
  /** Reads what is typed, or says why it is refused; `starred` names the fields that must hold something besides. */
  check(values: Values, starred: ReadonlySet<string>): Promise<Checked<Output>>;
  /** Loads what checks, before anything is typed. */
  preload?(): Promise<unknown>;
}

/** The rule of a field; `name` may be dotted (« encadrement.surface »). */
function ruleOf(fields: FieldRules, name: string): FieldRule | undefined {
  const [first = "", ...rest] = name.split(".");
  const rule = fields[first];
  return rest.length > 0 ? ruleOf(rule?.fields ?? {}, rest.join(".")) : rule;
}

/** Must this field hold something? */
export function isRequired(fields: FieldRules, name: string): boolean {
  return ruleOf(fields, name)?.emptied === "refused";
}

/** May this field be left empty, and stay so? Where there is a default, it takes the place of nothing. */
export function mayBeEmpty(fields: FieldRules, name: string): boolean {
  return (ruleOf(fields, name)?.emptied ?? "kept") === "kept";
}

/** What an empty form holds: the defaults of the schema, null for the rest. */
export function defaultValues(fields: FieldRules): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { start = null }]) => [name, start]),
  );
}

/** The part of a record that the form holds. */
export function valuesOf(fields: FieldRules, record: object): Values {
  const known: Values = { ...record };
  return Object.fromEntries(Object.keys(fields).map((name) => [name, known[name] ?? null]));
}

/** Every field that must hold something does, the `starred` ones too. */
export function isComplete(
  fields: FieldRules,
  starred: ReadonlySet<string>,
  values: Values,
): boolean {
  const required = Object.keys(fields).filter((name) => isRequired(fields, name));
  return [...required, ...starred].every((name) => !same(get(values, name), null));
}
