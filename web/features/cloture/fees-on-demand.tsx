import { Plus, X } from "lucide-react";
import { Suspense, useState } from "react";
import type { CompteRenduDetail, FraisAjoute } from "#domain/gerance/cloture/compte-rendu.ts";
import { formatEuros } from "#domain/montants.ts";
import { Author } from "#web/components/record/author.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { removeFee, TOUCHED_BY_CLOSE } from "#web/entities/cloture/comptes-rendus.ts";
import { formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const FeeDialog = lazyNamed(() => import("./fee-dialog.tsx"), "FeeDialog");

/**
 * The fees « sur demande » of the mandate, and the fees already added to this draft; nothing when there are neither.
 */
export function FeesOnDemand({ account }: { account: CompteRenduDetail }) {
  const [adding, setAdding] = useState(false);
  const remove = useWrite((fee: FraisAjoute) => removeFee(account.id, fee.id), TOUCHED_BY_CLOSE);
  const { baux, frais, fraisPrevus } = account;
  const leaseOf = (fee: FraisAjoute) => {
    const lease = baux.find(({ DossierId }) => DossierId === fee.DossierId);
    return lease && `${lease.nom}, `;
  };
  if (frais.length === 0 && fraisPrevus.length === 0) return null;
  return (
    <Card className="px-4 py-3.5 sm:px-5 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="flex-1 font-semibold">Frais prévus au mandat</h3>
        {fraisPrevus.length > 0 && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Ajouter des frais
          </Button>
        )}
      </div>
      {frais.length > 0 && (
        <ul className="mt-2 divide-y">
          {frais.map((fee) => (
            <li key={fee.id} className="flex items-center gap-x-4 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="font-medium">{fee.libelle}</span>
                {fee.precision && `, ${fee.precision}`}
                <span className="block text-sm text-muted">
                  {leaseOf(fee)}
                  <Author user={fee.user} />, {formatInstant(fee.createdAt)}
                </span>
              </span>
              <span className="tabular-nums">
                {fee.montant === null ? "hors mandat" : `${formatEuros(fee.montant)} TTC`}
              </span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Retirer ${fee.libelle}`}
                pending={remove.isPending && remove.variables?.id === fee.id}
                onClick={() => remove.mutate(fee)}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <Suspense>
          <FeeDialog account={account} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Card>
  );
}
