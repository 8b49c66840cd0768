import { useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useLocation } from "wouter";
import { Notice } from "#web/components/notice.tsx";
import { homeOf } from "#web/lib/home.ts";
import { sessionQuery, useSession } from "#web/lib/server/session.ts";
import { FactorsTab } from "./factors-tab.tsx";

/** The page of a user who must add a second factor, because the agency requires one (web/README §10.1). */
export function FactorSetUp() {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { user, role } = useSession();

  async function leave() {
    await client.refetchQueries({ queryKey: sessionQuery.queryKey });
    navigate(homeOf(role), { replace: true });
  }

  return (
    <>
      <h2 className="sr-only">Ajouter un second facteur</h2>
      {user?.mustSetFactor && (
        <Notice icon={ShieldCheck} className="mb-5">
          Votre agence demande un second facteur à la connexion : ajoutez une application à codes ou
          une clé d’accès pour continuer.
        </Notice>
      )}
      <FactorsTab onAdded={leave} />
    </>
  );
}
