import {
  MutationCache,
  type Query,
  QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { ApiError, aheadOfNeed, tellFailure } from "./api.ts";

/** A screen does not read again a query that was read ahead less than this long ago. */
const FRESH_MS = 4000;
const readAt = new Map<string, number>();

function readLately({ queryHash, state }: { queryHash: string; state: State }): boolean {
  const at = readAt.get(queryHash);
  return at !== undefined && Date.now() - at < FRESH_MS && !state.isInvalidated;
}

interface State {
  isInvalidated: boolean;
}

/** A query is tried again, three times at most, when the database restarts (503), and for no other failure. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onSettled: forgetReadAhead }),
  defaultOptions: {
    queries: {
      networkMode: "always",
      staleTime: 15_000,
      gcTime: 15 * 60_000,
      retry: (count, error) => error instanceof ApiError && error.status === 503 && count < 3,
      refetchOnMount: (query) => !readLately(query),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

// Only the first screen that shows a query read ahead uses that answer; a later screen reads the query again.
queryClient.getQueryCache().subscribe(({ type, query: { queryHash } }) => {
  if (type === "observerAdded") setTimeout(() => readAt.delete(queryHash));
});

export interface Ahead {
  /** Settles when the data has arrived or has failed. */
  done: Promise<unknown>;
  /** Cancels the reading, unless a screen waits for it. */
  giveUp(): void;
}

/** Cancels the readings ahead after a write: an answer under way may show the state before the write. */
function forgetReadAhead(): void {
  const cache = queryClient.getQueryCache();
  for (const queryHash of readAt.keys()) {
    const query = cache.get(queryHash);
    if (query && !query.isActive()) void query.cancel({ revert: true });
  }
  readAt.clear();
}

/**
 * Reads again the queries of these resources, after a write. A first reading still under way is cancelled: TanStack
 * would keep its answer, which may show the state before the write.
 */
export async function readAgain(touched: readonly string[]): Promise<void> {
  const isTouched = ({ queryKey: [name] }: Query) => touched.includes(String(name));
  forgetReadAhead();
  await queryClient.cancelQueries({
    type: "active",
    predicate: (query) => query.state.data === undefined && isTouched(query),
  });
  await queryClient.invalidateQueries({ predicate: isTouched });
}

export function readAhead<Read, Data, Key extends readonly unknown[]>(
  query: UseQueryOptions<Read, Error, Data, Key>,
): Ahead {
  const cache = queryClient.getQueryCache();
  const { queryHash } = queryClient.defaultQueryOptions(query);
  const waited = () => cache.get(queryHash)?.isActive() === true;
  const lately = readAt.get(queryHash);
  if (waited() || (lately !== undefined && Date.now() - lately < FRESH_MS)) {
    return { done: Promise.resolve(), giveUp: () => {} };
  }
  readAt.set(queryHash, Date.now());
  const { queryKey, queryFn, staleTime, gcTime } = query;
  const read = queryFn as QueryFunction<Read, Key>;
  const done = queryClient
    .fetchQuery({
      queryKey,
      queryFn: (context: QueryFunctionContext<Key>) => aheadOfNeed(() => read(context)),
      ...(staleTime === undefined ? {} : { staleTime: staleTime as number }),
      ...(gcTime === undefined ? {} : { gcTime: Math.max(gcTime, FRESH_MS) }),
    })
    .then(
      () => {
        if (readAt.has(queryHash)) readAt.set(queryHash, Date.now());
      },
      (error: unknown) => {
        readAt.delete(queryHash);
        if (error instanceof ApiError && error.metEverywhere && waited()) tellFailure(error);
      },
    );
  return {
    done,
    giveUp: () => {
      if (!waited()) void queryClient.cancelQueries({ queryKey, exact: true });
    },
  };
}
