import { Link } from "wouter";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";

/**
 * The count of running dossiers whose rent stops because of another lease of the same dwelling, with a link to them.
 */
export function StoppedNotice({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <Notice
      className={className}
      actions={
        <Button asChild size="sm">
          <Link href="/dossiers/?statut=arrete">Voir les dossiers</Link>
        </Button>
      }
    >
      <p className="font-medium">
        {formatCount(count, "loyer arrêté", "loyers arrêtés")} par un autre bail du logement
      </p>
    </Notice>
  );
}
