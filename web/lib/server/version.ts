import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** The version of the API. A failure to read it is only logged, and gives null. */
export const versionQuery = queryOptions({
  queryKey: ["version"],
  queryFn: ({ signal }) =>
    api.get<{ version: string }>("/version", { signal, quiet: true }).catch((error: unknown) => {
      console.error("La version de l’API est inconnue.", error);
      return null;
    }),
  staleTime: Number.POSITIVE_INFINITY,
});
