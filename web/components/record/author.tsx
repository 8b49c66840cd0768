import { queryOptions, useQuery } from "@tanstack/react-query";
import type { NomDeProfil } from "#domain/profils/user.ts";
import { api } from "#web/lib/server/api.ts";

/** The names of accounts, by their e-mail. */
export const accountNames = queryOptions({
  queryKey: ["User", "noms"],
  queryFn: async ({ signal }) => {
    const { data } = await api.list<NomDeProfil>("/user/noms", {}, signal);
    return new Map(data.map(({ email, nom }) => [email, nom]));
  },
  staleTime: 300_000,
});

/** Gives the name of an author's account, else the e-mail; « Automatique » when the product itself acted. */
export function useAuthorName(): (email: string | null) => string {
  const { data } = useQuery(accountNames);
  return (email) => (email === null ? "Automatique" : (data?.get(email) ?? email));
}

/** The name of the author of an act; the author's e-mail shows when the pointer is on the name. */
export function Author({ user }: { user: string | null }) {
  const nameOf = useAuthorName();
  return <span title={user ?? undefined}>{nameOf(user)}</span>;
}
