import { useEffect, useState } from "react";
import { useSession } from "#web/lib/server/session.ts";
import { lastPerson, rememberPerson } from "./device/database.ts";

/**
 * Whose visits are shown: whoever is logged in, else, without the network or with a session that has ended, whoever
 * worked here last and did not sign out. Undefined while it is looked for.
 */
export function usePerson() {
  const { user, pending } = useSession();
  const [last, setLast] = useState<{ id: number; nom: string } | null>();
  useEffect(() => {
    if (user) {
      void rememberPerson({ id: user.id, nom: user.nom ?? user.email });
      return;
    }
    void lastPerson().then(setLast);
  }, [user]);
  if (user) return { id: user.id, nom: user.nom ?? user.email, online: true };
  if (last) return { ...last, online: false };
  return pending ? undefined : last;
}

export type Person = NonNullable<ReturnType<typeof usePerson>>;
