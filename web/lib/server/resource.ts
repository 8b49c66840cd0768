import {
  queryOptions,
  type UseMutationResult,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { notifyDanger, notifyRefusal } from "#web/lib/notify.ts";
import { ApiError, api, type List, type Query } from "./api.ts";
import { readAgain } from "./query-client.ts";

export function resource<Row, Detail, Creation, Modification = Partial<Creation>>(name: string) {
  return {
    name,
    list: (parameters: Query = {}) =>
      queryOptions({
        queryKey: [name, "list", parameters] as const,
        queryFn: ({ signal }) => api.list<Row>(`/${name}`, parameters, signal),
      }),
    find: (id: number) =>
      queryOptions({
        queryKey: [name, "find", id] as const,
        queryFn: ({ signal }) => api.get<Detail>(`/${name}/${id}`, { signal }),
      }),
    create: (body: Creation) => api.post<Detail>(`/${name}`, body),
    modify: (id: number, body: Modification) => api.put<Detail>(`/${name}/${id}`, body),
    /** `version` is the version on screen: the server does not delete a newer version. */
    remove: (id: number, version?: number) =>
      api.delete(`/${name}/${id}`, version === undefined ? undefined : { version }),
    downloadCsv: (parameters: Query = {}) => api.download(`/api/${name}.csv`, parameters),
  };
}

/** The data of a query already read, or null. It does not ask the server, and follows later readings. */
export function useKnown<Read, Data, Key extends readonly unknown[]>(
  query: UseQueryOptions<Read, Error, Data, Key>,
): Data | null {
  return useQuery({ ...query, enabled: false }).data ?? null;
}

/** The row of a record in a list already read, or null: a record opens with the row that was just clicked. */
export function useListed<Row extends { id: number }>(name: string, id: number): Row | null {
  const lists = useQueryClient().getQueriesData<List<Row>>({ queryKey: [name, "list"] });
  for (const [, list] of lists) {
    const row = list?.data.find((one) => one.id === id);
    if (row) return row;
  }
  return null;
}

/**
 * Creates a record, then links it to the record from which the creation started (`?relatedClient=3`). When the link
 * fails, a message says so, and the new record remains.
 */
export function thenLink<Body, Detail>(
  create: (body: Body) => Promise<Detail>,
  link: (created: Detail) => Promise<unknown>,
): (body: Body) => Promise<Detail> {
  return async (body) => {
    const created = await create(body);
    await link(created).catch(() =>
      notifyDanger("La fiche est créée, mais n’a pas pu être liée : liez-la depuis son onglet."),
    );
    return created;
  };
}

type Write<Input, Output> = Omit<UseMutationResult<Output, Error, Input>, "mutate"> & {
  mutate(input: Input, then?: { onSuccess?(output: Output): void }): void;
};

/**
 * A call that writes, then reads the `touched` resources again. It settles once they are read, and shows the refusals
 * of the API, except those that the product handles for every screen and those for which `onRefusal` returns true.
 */
export function useWrite<Input, Output>(
  write: (input: Input) => Promise<Output>,
  touched: readonly string[],
  onRefusal: (error: ApiError) => boolean = () => false,
): Write<Input, Output> {
  const mutation = useMutation({
    mutationFn: (input: Input) => write(input),
    onSuccess: () => readAgain(touched),
    onError: (error) => {
      if (!(error instanceof ApiError)) return notifyDanger("L’opération a échoué.");
      if (error.metEverywhere || onRefusal(error)) return;
      // Without a form, no field shows its own reason.
      notifyRefusal(Object.values(error.fields)[0] ?? error.message);
      // Another user changed a record that is on screen.
      if (error.status === 409) void readAgain(touched);
    },
  });
  const { mutateAsync } = mutation;
  // TanStack's own `mutate` drops its callbacks when the component unmounts, which happens to a row just deleted.
  const mutate: Write<Input, Output>["mutate"] = useCallback(
    (input, { onSuccess } = {}) => void mutateAsync(input).then(onSuccess, () => {}),
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
