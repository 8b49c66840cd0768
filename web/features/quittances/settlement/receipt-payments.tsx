import { useQuery } from "@tanstack/react-query";
import { formatJour } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { Button } from "#web/components/ui/button.tsx";
import { reglements } from "#web/entities/comptes/reglements.ts";
import { PaymentBadge, paymentNumber } from "#web/entities/comptes/reglements-words.tsx";

interface ReceiptPaymentsProps {
  id: number;
  onOpen(id: number): void;
}

/** The payments that settle a receipt, cancelled ones included; each opens its own record. */
export function ReceiptPayments({ id, onOpen }: ReceiptPaymentsProps) {
  const { data } = useQuery(reglements.list({ QuitanceId: id, sort: "date" }));
  if (!data || data.total === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-muted">Règlements</h3>
      <ul className="space-y-1.5">
        {data.data.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button variant="link" onClick={() => onOpen(payment.id)}>
              {paymentNumber(payment.numero)}
            </Button>
            <span className="text-sm text-muted tabular-nums">{formatJour(payment.date)}</span>
            {payment.etat !== "credite" && <PaymentBadge etat={payment.etat} />}
            <span className="ml-auto tabular-nums">{formatEuros(payment.montant)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
