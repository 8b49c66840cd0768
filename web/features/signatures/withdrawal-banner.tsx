import { useQuery } from "@tanstack/react-query";
import { CalendarClock, FileX2 } from "lucide-react";
import { Link } from "wouter";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { retractationEnMots } from "#domain/signature/retractation.ts";
import type { DemandeRow } from "#domain/signature/wire.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { demandeHref, demandesOf } from "#web/entities/signatures/demandes.ts";

interface WithdrawalBannerProps {
  entite: "Mission" | "Intendance";
  id: number;
}

/**
 * For a mandate signed outside the agency: the last day on which the owner may withdraw, or the withdrawal itself.
 */
export function WithdrawalBanner({ entite, id }: WithdrawalBannerProps) {
  const { data } = useQuery(demandesOf(entite, id));
  const today = aujourdhui(new Date());
  const concerned = data?.data.find(
    ({ retractationJusqua, retracteeLe }) =>
      retracteeLe !== null || (retractationJusqua !== null && retractationJusqua >= today),
  );
  if (!concerned) return null;
  return (
    <Notice
      icon={concerned.retracteeLe ? FileX2 : CalendarClock}
      className="mt-4"
      actions={
        <Button asChild size="sm">
          <Link href={demandeHref(concerned.id)}>Voir la signature</Link>
        </Button>
      }
    >
      {wordsOf(concerned)}
    </Notice>
  );
}

function wordsOf({ retracteeLe, retractationJusqua }: DemandeRow): string {
  return retracteeLe
    ? `Mandat rétracté le ${retractationEnMots(retracteeLe)} : il ne produit plus d’effet, et aucun honoraire n’est dû, sauf le service commencé à sa demande (article L.\u00A0221-25).`
    : `Rétractation possible jusqu’au ${formatJour(retractationJusqua ?? "")} : aucun honoraire avant.`;
}
