import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { aVenir, type CoordonneesRow } from "#domain/gerance/mandats/coordonnees-bancaires.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { Notice } from "#web/components/notice.tsx";
import { Author } from "#web/components/record/author.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { UserRoundCheck } from "#web/components/ui/row-icons.tsx";
import {
  bankDetailsQuery,
  decideBankDetails,
  revealBankDetails,
} from "#web/entities/mandats/missions.ts";
import { formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface BankDetailsProps {
  mission: MissionDetail;
  mayDecide: boolean;
}

/** The account on which each owner of a mandate is paid, and the changes that wait. */
export function BankDetails({ mission, mayDecide }: BankDetailsProps) {
  const { data } = useQuery(bankDetailsQuery(mission.id));
  if (!data) return null;
  if (data.data.length === 0)
    return <p className="mt-2 text-muted text-sm">Aucun compte bancaire n’est connu.</p>;
  const now = new Date().toISOString();
  const byOwner = Map.groupBy(data.data, ({ ClientId }) => ClientId);
  const owners = mission.Clients.flatMap(({ id }) => {
    const rows = byOwner.get(id);
    return rows ? [rows] : [];
  });
  const changes = owners.flatMap((rows) => aVenir(rows, now) ?? []);
  return (
    <div className="mt-2 text-sm">
      <p className="text-muted">Comptes des mandants</p>
      <ul>
        {owners.flatMap((rows) => {
          const paid = rows.find(({ effectif }) => effectif);
          return paid
            ? [<Paid key={paid.id} id={mission.id} row={paid} mayReveal={mayDecide} />]
            : [];
        })}
      </ul>
      {changes.map((row) => (
        <Change key={row.id} id={mission.id} row={row} mayDecide={mayDecide} />
      ))}
    </div>
  );
}

interface RowProps {
  id: number;
  row: CoordonneesRow;
}

/** The whole IBAN, once asked for. */
function useRevealed({ id, row }: RowProps) {
  const [iban, setIban] = useState<string | null>(null);
  const reveal = useWrite(async () => (await revealBankDetails(id, row.id)).iban, []);
  return {
    iban: iban ?? row.iban,
    shown: iban !== null,
    pending: reveal.isPending,
    show: () => reveal.mutate(undefined, { onSuccess: setIban }),
  };
}

function Paid({ id, row, mayReveal }: RowProps & { mayReveal: boolean }) {
  const { iban, shown, pending, show } = useRevealed({ id, row });
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span>{row.nom}</span>
      <span className="whitespace-nowrap tabular-nums">{iban}</span>
      <span className="text-muted">{row.titulaire}</span>
      {mayReveal && !shown && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Afficher l’IBAN de ${row.nom}`}
          pending={pending}
          onClick={show}
        >
          Afficher
        </Button>
      )}
    </li>
  );
}

/** A change that waits for a second administrator, then for its delay. */
function Change({ id, row, mayDecide }: RowProps & { mayDecide: boolean }) {
  const { iban, shown, pending, show } = useRevealed({ id, row });
  const decide = useWrite(
    (decision: "confirmer" | "refuser") => decideBankDetails(id, row.id, decision),
    ["Mission", "History", "Reversement"],
  );
  const waits = row.etat === "en_attente";
  const away = row.mien ? "Retirer" : "Refuser";
  return (
    <Notice
      icon={UserRoundCheck}
      tone={waits ? "orange" : "blue"}
      className="mt-2"
      actions={
        mayDecide && (
          <>
            {!shown && (
              <Button size="sm" pending={pending} onClick={show}>
                Afficher
              </Button>
            )}
            {waits && (
              <Button
                size="sm"
                aria-label={`${away} le nouvel IBAN de ${row.nom}`}
                pending={decide.isPending}
                onClick={() =>
                  decide.mutate("refuser", {
                    onSuccess: () =>
                      notify(row.mien ? "La demande est retirée." : "Le nouvel IBAN est refusé."),
                  })
                }
              >
                {away}
              </Button>
            )}
            {waits && !row.mien && (
              <Button
                size="sm"
                variant="primary"
                aria-label={`Confirmer le nouvel IBAN de ${row.nom}`}
                pending={decide.isPending}
                onClick={() =>
                  decide.mutate("confirmer", {
                    onSuccess: () => notify("Le nouvel IBAN est confirmé."),
                  })
                }
              >
                Confirmer
              </Button>
            )}
          </>
        )
      }
    >
      <p>
        <span className="font-medium">{row.nom}</span> : nouvel IBAN{" "}
        <span className="whitespace-nowrap tabular-nums">{iban}</span>, {row.titulaire}
      </p>
      <p>
        {row.mien ? (
          "Vous l’avez demandé le "
        ) : (
          <>
            Demandé par <Author user={row.user} /> le{" "}
          </>
        )}
        <time dateTime={row.createdAt}>{formatInstant(row.createdAt)}</time>
        {waits
          ? " : un autre administrateur doit le confirmer, après avoir rappelé le propriétaire."
          : ` ; les reversements y vont à partir du ${formatInstant(row.actifLe)}.`}
      </p>
    </Notice>
  );
}
