import { type FieldErrors, type FieldValues, get, type Resolver, set } from "react-hook-form";
import * as z from "zod/mini";
import { champsDe, estRequis, REQUIS, sansVides } from "#domain/fields.ts";
import { same, type Values } from "./values.ts";

export type Shape = Record<string, z.core.$ZodType>;

/** The fields of an object schema, through what wraps it (optional, default, transformation). */
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

/** Must this field hold something? `name` may be dotted (« encadrement.surface »). */
export function isRequired(schema: z.core.$ZodType, name: string): boolean {
  const [first = "", ...rest] = name.split(".");
  const shape = shapeOf(schema);
  const inner = shape[first];
  if (rest.length > 0) return inner !== undefined && isRequired(inner, rest.join("."));
  return estRequis({ shape }, name);
}

/** May this field be left empty, and stay so? Where there is a default, it takes the place of nothing. */
export function mayBeEmpty(schema: z.core.$ZodType, name: string): boolean {
  const [first = "", ...rest] = name.split(".");
  const field = shapeOf(schema)[first];
  if (field === undefined) return true;
  if (rest.length > 0) return mayBeEmpty(field, rest.join("."));
  const emptied = z.safeParse(field, null);
  return emptied.success && emptied.data === null;
}

/** What an empty form holds: the defaults of the schema, null for the rest. */
export function defaultValues(schema: z.core.$ZodType): Values {
  return Object.fromEntries(
    Object.entries(shapeOf(schema)).map(([name, field]) => {
      const parsed = z.safeParse(field, undefined);
      return [name, parsed.success ? (parsed.data ?? null) : null];
    }),
  );
}

/** The part of a record that the form of this schema holds. */
export function valuesOf(schema: z.core.$ZodType, record: object): Values {
  const values = champsDe({ shape: shapeOf(schema) }, { ...record });
  return { ...emptyValues(schema), ...values };
}

function emptyValues(schema: z.core.$ZodType): Values {
  return Object.fromEntries(Object.keys(shapeOf(schema)).map((name) => [name, null]));
}

/** What can be read of a form being filled in. */
export type Readable<Fields extends Shape> = {
  [Name in keyof Fields]: NonNullable<z.output<Fields[Name]>> | null;
};

/** Each field as its schema reads it; null for what is empty, or still being typed. */
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

/** Every field that must hold something does, the `starred` ones too. */
export function isComplete(
  schema: z.core.$ZodType,
  starred: ReadonlySet<string>,
  values: Values,
): boolean {
  const required = Object.keys(shapeOf(schema)).filter((name) => isRequired(schema, name));
  return [...required, ...starred].every((name) => !same(get(values, name), null));
}

/**
 * Ties a zod schema to react-hook-form: the schema's own messages, the first one of each field. `starred` names the
 * fields that must hold something besides.
 */
export function resolverOf<Output extends FieldValues>(
  schema: z.core.$ZodType<Output>,
  starred: ReadonlySet<string> = new Set(),
): Resolver<Values, unknown, Output> {
  return async (values) => {
    const parsed = await z.safeParseAsync(schema, sansVides(values));
    const messages = new Map<string, { type: string; message: string }>();
    for (const name of starred) {
      if ((get(values, name) ?? "") === "")
        messages.set(name, { type: "required", message: REQUIS });
    }
    for (const issue of parsed.error?.issues ?? []) {
      const path = issue.path.join(".") || "root";
      if (!messages.has(path)) messages.set(path, { type: issue.code, message: issue.message });
    }
    if (parsed.success && messages.size === 0) return { values: parsed.data, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const [path, error] of messages) set(errors, path, error);
    return { values: {}, errors };
  };
}
