import { type FieldErrors, type FieldValues, get, set } from "react-hook-form";
import * as z from "zod/mini";
import { REQUIS, sansVides } from "#domain/fields.ts";
import type { Checked, FieldRule, FieldRules, Rules } from "./rules.ts";
import type { Values } from "./values.ts";

export type Shape = Record<string, z.core.$ZodType>;

/** The fields of an object schema, found inside its wrappers (optional, default, transformation). */
function shapeOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.core.$ZodObject) return schema._zod.def.shape;
  if (schema instanceof z.core.$ZodPipe) {
    const { in: before, out } = schema._zod.def;
    return shapeOf(before instanceof z.core.$ZodTransform ? out : before);
  }
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return shapeOf(schema._zod.def.innerType);
  }
  return {};
}

export function fieldsOf(schema: z.core.$ZodType): FieldRules {
  return Object.fromEntries(
    Object.entries(shapeOf(schema)).map(([name, field]) => [name, ruleOf(field)]),
  );
}

function ruleOf(field: z.core.$ZodType): FieldRule {
  const emptied = z.safeParse(field, null);
  const start = z.safeParse(field, undefined);
  const fields = fieldsOf(field);
  return {
    emptied: !emptied.success ? "refused" : emptied.data === null ? "kept" : "replaced",
    ...(start.success && { start: start.data }),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}

export function rulesOf<Output extends FieldValues>(
  schema: z.core.$ZodType<Output>,
): Rules<Output> {
  return {
    fields: fieldsOf(schema),
    check: (values, starred) => check(schema, values, starred),
  };
}

export type Readable<Fields extends Shape> = {
  [Name in keyof Fields]: NonNullable<z.output<Fields[Name]>> | null;
};

/** Each field as its schema reads it; null while the field is empty or half typed. */
export function readableValues<Fields extends Shape>(
  { shape }: { shape: Fields },
  values: Values,
): Readable<Fields> {
  const read = Object.entries(shape).map(([name, field]) => {
    const parsed = z.safeParse(field, sansVides(values[name]));
    return [name, parsed.success ? (parsed.data ?? null) : null];
  });
  return Object.fromEntries(read) as Readable<Fields>;
}

/**
 * Gives the values read by the schema, or the first refusal of each field. The fields of `starred` must be filled
 * too.
 */
export async function check<Output extends FieldValues>(
  schema: z.core.$ZodType<Output>,
  values: Values,
  starred: ReadonlySet<string>,
): Promise<Checked<Output>> {
  const parsed = await z.safeParseAsync(schema, sansVides(values));
  const messages = new Map<string, { type: string; message: string }>();
  for (const name of starred) {
    if ((get(values, name) ?? "") === "") messages.set(name, { type: "required", message: REQUIS });
  }
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join(".") || "root";
    if (!messages.has(path)) messages.set(path, { type: issue.code, message: issue.message });
  }
  if (parsed.success && messages.size === 0) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<Values> = {};
  for (const [path, error] of messages) set(errors, path, error);
  return { values: {}, errors };
}
