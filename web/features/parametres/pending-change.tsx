import { useState } from "react";
import type { ChangementRevele, ChangementRow } from "#domain/profils/changement.ts";
import { Notice } from "#web/components/notice.tsx";
import { Author } from "#web/components/record/author.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { UserRoundCheck } from "#web/components/ui/row-icons.tsx";
import {
  decideChange,
  revealChange,
  TOUCHED_BY_CHANGES,
} from "#web/entities/agence/changements.ts";
import { formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const VALUES: Readonly<Record<string, string>> = { true: "oui", false: "non" };
const written = (value: string | null) => (value ? (VALUES[value] ?? value) : "aucun");

/**
 * A change that waits for a second administrator, with the buttons to confirm or refuse it. The user who made it may
 * only take it back.
 */
export function PendingChange({ change }: { change: ChangementRow }) {
  const { id, intitule, user, mien, createdAt } = change;
  const [revealed, setRevealed] = useState<ChangementRevele | null>(null);
  const reveal = useWrite(() => revealChange(id), []);
  const decide = useWrite(
    (decision: "confirmer" | "refuser") => decideChange(id, decision),
    TOUCHED_BY_CHANGES,
  );
  const { avant, apres } = revealed ?? change;
  const masked = [change.avant, change.apres].some((value) => value?.includes("•"));
  return (
    <Notice
      icon={UserRoundCheck}
      actions={
        <>
          {masked && !revealed && (
            <Button
              size="sm"
              aria-label={`Afficher : ${intitule}`}
              pending={reveal.isPending}
              onClick={() => reveal.mutate(undefined, { onSuccess: setRevealed })}
            >
              Afficher
            </Button>
          )}
          <Button
            size="sm"
            aria-label={`${mien ? "Retirer" : "Refuser"} : ${intitule}`}
            pending={decide.isPending}
            onClick={() =>
              decide.mutate("refuser", {
                onSuccess: () =>
                  notify(mien ? "Le changement est retiré." : "Le changement est refusé."),
              })
            }
          >
            {mien ? "Retirer" : "Refuser"}
          </Button>
          {!mien && (
            <Button
              size="sm"
              variant="primary"
              aria-label={`Confirmer : ${intitule}`}
              pending={decide.isPending}
              onClick={() =>
                decide.mutate("confirmer", {
                  onSuccess: () => notify("Le changement est appliqué."),
                })
              }
            >
              Confirmer
            </Button>
          )}
        </>
      }
    >
      <p>
        <span className="font-medium">{intitule}</span> :{" "}
        <span className="whitespace-nowrap tabular-nums">{written(avant)}</span> devient{" "}
        <span className="font-medium whitespace-nowrap tabular-nums">{written(apres)}</span>
      </p>
      <p className="text-sm">
        {mien ? (
          "Vous l’avez demandé le "
        ) : (
          <>
            Demandé par <Author user={user} /> le{" "}
          </>
        )}
        <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
        {mien && ", un autre administrateur doit le confirmer"}.
      </p>
    </Notice>
  );
}
