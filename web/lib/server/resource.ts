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

/** The queries and calls of every resource of the API. */
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
    /** `version`: the one on screen; a newer version is not deleted. */
    remove: (id: number, version?: number) =>
      api.delete(`/${name}/${id}`, version === undefined ? undefined : { version }),
    downloadCsv: (parameters: Query = {}) => api.download(`/api/${name}.csv`, parameters),
  };
}

/** A query that the page has already read, or null: the server is not asked, but later readings are followed. */
export function useKnown<Read, Data, Key extends readonly unknown[]>(
  query: UseQueryOptions<Read, Error, Data, Key>,
): Data | null {
  return useQuery({ ...query, enabled: false }).data ?? null;
}

/** The row of a record in a list already read, or null: the one just clicked. */
export function useListed<Row extends { id: number }>(name: string, id: number): Row | null {
  const lists = useQueryClient().getQueriesData<List<Row>>({ queryKey: [name, "list"] });
  for (const [, list] of lists) {
    const row = list?.data.find((one) => one.id === id);
    if (row) return row;
  }
  return null;
}

/**
 * A creation that also links the new record to the one it starts from (`?relatedClient=3`). When the link fails, a
 * message says so; the record exists all the same.
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
 * A call that changes something, with the resources to read again. It settles once the screen has been read again. A
 * refusal of the API is shown, unless the caller handles it (`onRefusal` returns true).
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
      notifyRefusal(error.message);
      // Somebody else changed a record on screen.
      if (error.status === 409) void readAgain(touched);
    },
  });
  const { mutateAsync } = mutation;
  // TanStack's own `mutate` drops its callbacks when the component unmounts, as the row just deleted does.
  const mutate: Write<Input, Output>["mutate"] = useCallback(
    (input, { onSuccess } = {}) => void mutateAsync(input).then(onSuccess, () => {}),
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
