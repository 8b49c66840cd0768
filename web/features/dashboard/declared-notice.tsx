import { HandCoins } from "lucide-react";
import { Link } from "wouter";
import { moisDe } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";

interface DeclaredNoticeProps {
  total: number;
  montant: number;
  latest: QuittanceRow;
}

/** The payments that tenants declare and nobody has confirmed, with a link to the latest month with such a payment. */
export function DeclaredNotice({ total, montant, latest }: DeclaredNoticeProps) {
  return (
    <Notice
      icon={HandCoins}
      actions={
        <Button asChild size="sm">
          <Link href={`/quitances/?mois=${moisDe(latest.date)}&etat=declaree`}>Confirmer</Link>
        </Button>
      }
    >
      {formatCount(total, "loyer déclaré payé", "loyers déclarés payés")}, à confirmer :{" "}
      {formatEuros(montant)}
    </Notice>
  );
}
