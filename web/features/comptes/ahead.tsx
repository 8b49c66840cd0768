import { Suspense, useState } from "react";
import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type { CompteDuDossier, TropPercu } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const KeepDialog = lazyNamed(() => import("./ahead-dialogs.tsx"), "KeepDialog");

/** The advances to return to the tenant, each shown until staff download the bank file of its transfer. */
export function GivenBack({ account }: { account: CompteDuDossier }) {
  const [kept, setKept] = useState<TropPercu | null>(null);
  const mayKeep = usePeut("supprimer");
  return (
    <>
      {account.rendues.map((sum) => (
        <Notice
          key={sum.id}
          tone="blue"
          actions={
            mayKeep &&
            sum.lot === null && (
              <Button size="sm" onClick={() => setKept(sum)}>
                Ne plus le rendre
              </Button>
            )
          }
        >
          Trop-perçu de {formatEuros(sum.montant)} à rendre, du {formatJour(sum.date)} :{" "}
          <Link
            className="underline underline-offset-4"
            href={sum.ReversementId ? `/reversements/${sum.ReversementId}` : "/reversements"}
          >
            {sum.lot ? `lot ${sum.lot}` : "préparer le virement"}
          </Link>
          .
        </Notice>
      ))}
      {kept && (
        <Suspense>
          <KeepDialog account={account} sum={kept} onClose={() => setKept(null)} />
        </Suspense>
      )}
    </>
  );
}
