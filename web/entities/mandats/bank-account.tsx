import { useState } from "react";
import type { CoordonneesRow } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import { Notice } from "#web/components/notice.tsx";
import { Author } from "#web/components/record/author.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { UserRoundCheck } from "#web/components/ui/row-icons.tsx";
import { decideBankDetails, revealBankDetails } from "#web/entities/mandats/coordonnees.ts";
import { formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface RowProps {
  /** The API's path of the list of bank details, « /Mission/12/coordonnees ». */
  path: string;
  row: CoordonneesRow;
}

/** The IBAN, masked until the user reveals it. */
function useRevealed({ path, row }: RowProps) {
  const [iban, setIban] = useState<string | null>(null);
  const reveal = useWrite(async () => (await revealBankDetails(path, row.id)).iban, []);
  return {
    iban: iban ?? row.iban,
    shown: iban !== null,
    pending: reveal.isPending,
    show: () => reveal.mutate(undefined, { onSuccess: setIban }),
  };
}

/** An account to which the agency pays somebody. */
export function PaidAccount({ path, row, mayReveal }: RowProps & { mayReveal: boolean }) {
  const { iban, shown, pending, show } = useRevealed({ path, row });
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

/** The words for the payee and the payments to an account. */
export interface PayeeWords {
  /** « le propriétaire » */
  them: string;
  /** « les reversements » */
  payments: string;
  /** The names of the resources to read again once the change is decided. */
  touched: readonly string[];
}

interface AccountChangeProps extends RowProps {
  words: PayeeWords;
  mayDecide: boolean;
}

/** A change of account that waits for a second administrator, or for the end of its delay. */
export function AccountChange({ path, row, words, mayDecide }: AccountChangeProps) {
  const { iban, shown, pending, show } = useRevealed({ path, row });
  const decide = useWrite(
    (decision: "confirmer" | "refuser") => decideBankDetails(path, row.id, decision),
    words.touched,
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
          ? ` : un autre administrateur doit le confirmer, après avoir rappelé ${words.them}.`
          : ` ; ${words.payments} y vont à partir du ${formatInstant(row.actifLe)}.`}
      </p>
      {row.rappel && <p>Confirmé au téléphone par {row.rappel}.</p>}
    </Notice>
  );
}
