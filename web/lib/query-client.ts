import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** The cache of what was read. A database that restarts (503) is asked again, nothing else is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      staleTime: 15_000,
      gcTime: 15 * 60_000,
      retry: (count, error) => error instanceof ApiError && error.status === 503 && count < 3,
    },
    mutations: { networkMode: "always", retry: false },
  },
});
