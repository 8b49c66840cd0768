import { type UseQueryOptions, useQueryClient } from "@tanstack/react-query";
import type { Values } from "#web/lib/rules/values.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** The part of a `resource()` that a form needs. */
export interface FormResource<Detail, Creation, Modification> {
  name: string;
  find(id: number): UseQueryOptions<Detail, Error, Detail, readonly [string, "find", number]>;
  create(body: Creation): Promise<Detail>;
  modify(id: number, body: Modification): Promise<Detail>;
}

/**
 * The calls that save one record from its `RecordForm`, which itself shows the refusals of the API.
 * @param id null while the record is created
 * @param touched the other resources to read again after a write
 */
export function useFormWrites<Detail, Creation, Modification>(
  resource: FormResource<Detail, Creation, Modification>,
  id: number | null,
  touched: readonly string[] = [],
) {
  const client = useQueryClient();
  const names = [resource.name, ...touched];
  const met = () => true;
  const create = useWrite((values: Creation) => resource.create(values), names, met);
  const modify = useWrite(
    // The form's schema has the same fields as the modification of the resource, where all are optional.
    (changed: Values) => resource.modify(id ?? 0, changed as Modification),
    names,
    met,
  );
  return {
    create: create.mutateAsync,
    modify: modify.mutateAsync,
    reload: () => client.fetchQuery({ ...resource.find(id ?? 0), staleTime: 0 }),
  };
}
