import { queryOptions, useQuery } from "@tanstack/react-query";
import type { NomDeCompte } from "#domain/profils/user.ts";
import { api } from "#web/lib/server/api.ts";

/** The names of accounts, by their e-mail. */
export const accountNames = queryOptions({
  queryKey: ["User", "noms"],
  queryFn: async ({ signal }) => {
    const { data } = await api.list<NomDeCompte>("/user/noms", {}, signal);
    return new Map(data.map(({ email, nom }) => [email, nom]));
  },
  staleTime: 300_000,
});

/** The words for an author: the account's name, else its e-mail; the product itself has no account. */
export function useAuthorName(): (email: string | null) => string {
  const { data } = useQuery(accountNames);
  return (email) => (email === null ? "Automatique" : (data?.get(email) ?? email));
}

/** The author of an act; hovering the name shows the e-mail. */
export function Author({ user }: { user: string | null }) {
  const nameOf = useAuthorName();
  return <span title={user ?? undefined}>{nameOf(user)}</span>;
}
