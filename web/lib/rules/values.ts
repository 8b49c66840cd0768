/** The values of a form, by the name of the field. */
export type Values = Record<string, unknown>;

/** The value of a field; `name` may be dotted (« encadrement.surface »). */
export function valueAt(values: unknown, name: string): unknown {
  return name
    .split(".")
    .reduce((value, part) => (isObject(value) ? value[part] : undefined), values);
}

/** The keys of `values` that differ from `reference`, with their present values. */
export function changedValues(values: Values, reference: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !same(value, reference[name])),
  );
}

/** Whether two values are stored the same: absent, null and an emptied input are equal. */
export function same(one: unknown, other: unknown): boolean {
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => same(one[name], other[name]));
  }
  return (one === "" ? null : (one ?? null)) === (other === "" ? null : (other ?? null));
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}
