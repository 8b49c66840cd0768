import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { Link } from "wouter";
import type { Jour } from "#domain/dates.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { reglements } from "#web/entities/comptes/reglements.ts";
import { usePeut } from "#web/lib/server/session.ts";

/** Says that the books are not open yet; an administrator gets a link to open them. */
export function BooksNotice() {
  const mayOpen = usePeut("administrer");
  const { data } = useQuery(reglements.list({ page: 1, limit: 1 }));
  const books = data as { debut?: Jour | null } | undefined;
  if (books?.debut !== null) return null;
  return (
    <Notice
      icon={Info}
      tone="blue"
      className="mb-4"
      actions={
        mayOpen && (
          <Button asChild size="sm">
            <Link href="/comptes/reprise">Ouvrir les comptes</Link>
          </Button>
        )
      }
    >
      Les comptes ne sont pas encore ouverts : ce que doivent les locataires n’y est pas compté.
    </Notice>
  );
}
