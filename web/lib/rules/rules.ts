import { type FieldErrors, type FieldValues, get } from "react-hook-form";
import { same, type Values } from "./values.ts";

/** The facts of a field that a form needs to draw it. */
export interface FieldRule {
  /** The effect of emptying the field: a refusal, an empty field, or its default. */
  emptied: "refused" | "kept" | "replaced";
  /** Its value before any typing; absent: none. */
  start?: unknown;
  /** The fields of a group. */
  fields?: FieldRules;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

export type Checked<Output extends FieldValues> =
  | { values: Output; errors: Record<never, never> }
  | { values: Record<never, never>; errors: FieldErrors<Values> };

/** The rules of a form: those of each field at once, and a schema that may load later. */
export interface Rules<Output extends FieldValues> {
  fields: FieldRules;
  /** Reads the typed values, or gives the refusals; `starred` names more fields that must be filled. */
  check(values: Values, starred: ReadonlySet<string>): Promise<Checked<Output>>;
  /** Loads the schema, before any typing. */
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

/** Whether this field may be left empty and stay so; an empty field with a default takes the default. */
export function mayBeEmpty(fields: FieldRules, name: string): boolean {
  return (ruleOf(fields, name)?.emptied ?? "kept") === "kept";
}

/** The values of an empty form: the defaults of the schema, null for the rest. */
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

/** Whether every field that must be filled is, `starred` ones included. */
export function isComplete(
  fields: FieldRules,
  starred: ReadonlySet<string>,
  values: Values,
): boolean {
  const required = Object.keys(fields).filter((name) => isRequired(fields, name));
  return [...required, ...starred].every((name) => !same(get(values, name), null));
}
