import type { DossierRow } from "#domain/dossier-fiche.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { CalendarClock } from "#web/components/ui/row-icons.tsx";

/** Running, in notice, or closed. */
export function DossierBadge({ clos, enPreavis }: Pick<DossierRow, "clos" | "enPreavis">) {
  if (clos) return <Badge tone="grey">Clos</Badge>;
  if (!enPreavis) return <Badge tone="green">En cours</Badge>;
  return (
    <Badge tone="orange" icon={CalendarClock}>
      En préavis
    </Badge>
  );
}
