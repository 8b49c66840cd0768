import type { FieldValues } from "react-hook-form";
import type * as z from "zod/mini";
import { loadedAtLast } from "#web/lib/server/connection.ts";
import type { FieldRules, Rules } from "./rules.ts";

/**
 * The rules of a form that is shown before its schema loads, as in `lazyRules(fields, () =>
 * import("#domain/personnes/client-fiche.ts"))`. `fields` comes from the same path followed by `?fields`.
 */
export function lazyRules<Output extends FieldValues>(
  fields: FieldRules,
  load: () => Promise<{ creation: z.core.$ZodType<Output> }>,
): Rules<Output> {
  const loadBoth = () => Promise.all([import("./schema.ts"), load()]);
  let loaded: ReturnType<typeof loadBoth> | undefined;
  const preload = () => {
    loaded ??= loadedAtLast(loadBoth);
    return loaded;
  };
  return {
    fields,
    preload,
    async check(values, starred) {
      const [{ check }, { creation }] = await preload();
      return check(creation, values, starred);
    },
  };
}
