import { type FieldErrors, type FieldValues, get } from "react-hook-form";
import { same, type Values } from "./values.ts";

export interface FieldRule {
  /** The effect of emptying the field: a refusal, an empty field, or the default value. */
  emptied: "refused" | "kept" | "replaced";
  /** The value of the field before any typing; absent when there is none. */
  start?: unknown;
  /** The rules of the fields inside a group. */
  fields?: FieldRules;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

export type Checked<Output extends FieldValues> =
  | { values: Output; errors: Record<never, never> }
  | { values: Record<never, never>; errors: FieldErrors<Values> };

export interface Rules<Output extends FieldValues> {
  fields: FieldRules;
  /** Gives the values read by the schema, or the refusals. The fields of `starred` must be filled too. */
  check(values: Values, starred: ReadonlySet<string>): Promise<Checked<Output>>;
  preload?(): Promise<unknown>;
}

/** The rule of a field; `name` may be dotted (« encadrement.surface »). */
function ruleOf(fields: FieldRules, name: string): FieldRule | undefined {
  const [first = "", ...rest] = name.split(".");
  const rule = fields[first];
  return rest.length > 0 ? ruleOf(rule?.fields ?? {}, rest.join(".")) : rule;
}

export function isRequired(fields: FieldRules, name: string): boolean {
  return ruleOf(fields, name)?.emptied === "refused";
}

/**
 * Whether an emptied field stays empty. A required field is refused, and a field with a default takes the default
 * instead.
 */
export function mayBeEmpty(fields: FieldRules, name: string): boolean {
  return (ruleOf(fields, name)?.emptied ?? "kept") === "kept";
}

/** The values of an empty form: the defaults of the schema; null for a field without a default. */
export function defaultValues(fields: FieldRules): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { start = null }]) => [name, start]),
  );
}

/** The values of a record that the form holds; null for a field that the record lacks. */
export function valuesOf(fields: FieldRules, record: object): Values {
  const known: Values = { ...record };
  return Object.fromEntries(Object.keys(fields).map((name) => [name, known[name] ?? null]));
}

/** Whether every required field and every field of `starred` is filled. */
export function isComplete(
  fields: FieldRules,
  starred: ReadonlySet<string>,
  values: Values,
): boolean {
  const required = Object.keys(fields).filter((name) => isRequired(fields, name));
  return [...required, ...starred].every((name) => !same(get(values, name), null));
}
