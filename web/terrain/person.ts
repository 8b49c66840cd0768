import { useEffect, useState } from "react";
import { peut } from "#domain/profils/droits.ts";
import { useSession } from "#web/lib/server/session.ts";
import { lastPerson, rememberPerson } from "./device/database.ts";

/**
 * The person whose visits are shown: the signed-in person, else the last person who worked here and has not signed
 * out, even while the session is still being read. Undefined while nobody is known yet; null when there is nobody.
 */
export function usePerson() {
  const { user, role, pending } = useSession();
  const [last, setLast] = useState<{ id: number; nom: string } | null>();
  useEffect(() => {
    if (user) {
      void rememberPerson({ id: user.id, nom: user.nom ?? user.email });
      return;
    }
    void lastPerson().then(setLast);
  }, [user]);
  if (user) {
    const administers = peut(role, "administrer");
    return { id: user.id, nom: user.nom ?? user.email, online: true, administers };
  }
  if (last) return { ...last, online: false, administers: false };
  return pending ? undefined : last;
}

export type Person = NonNullable<ReturnType<typeof usePerson>>;
