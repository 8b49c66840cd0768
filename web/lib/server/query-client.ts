import {
  MutationCache,
  type Query,
  QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { ApiError, aheadOfNeed, tellFailure } from "./api.ts";

/** A query read ahead within this time is not read again by its screen. */
const FRESH_MS = 4000;
const readAt = new Map<string, number>();

function readLately({ queryHash, state }: { queryHash: string; state: State }): boolean {
  const at = readAt.get(queryHash);
  return at !== undefined && Date.now() - at < FRESH_MS && !state.isInvalidated;
}

interface State {
  isInvalidated: boolean;
}

/** The cache of queries. A database that restarts (503) is asked again, no other failure is. */
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

// Its first screen uses it up: a later one reads it anew.
queryClient.getQueryCache().subscribe(({ type, query: { queryHash } }) => {
  if (type === "observerAdded") setTimeout(() => readAt.delete(queryHash));
});

/** A reading ahead of a screen. */
export interface Ahead {
  /** It is there, or will not come. */
  done: Promise<unknown>;
  /** Gives it up, unless somebody waits for it meanwhile. */
  giveUp(): void;
}

/** Cancels readings ahead after a write: an answer under way tells the state before it. */
function forgetReadAhead(): void {
  const cache = queryClient.getQueryCache();
  for (const queryHash of readAt.keys()) {
    const query = cache.get(queryHash);
    if (query && !query.isActive()) void query.cancel({ revert: true });
  }
  readAt.clear();
}

/**
 * Reads again the queries that a write touched, by the names of the resources. TanStack would let a first answer
 * under way arrive, though it tells the state before the write: it is asked for anew.
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

/** Reads the queries of a screen before it shows. */
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
