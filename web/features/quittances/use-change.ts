import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type GenreCourriel, parGenre } from "#domain/courriel.ts";
import { aujourdhui } from "#domain/dates.ts";
import { type EtatQuittance, etatQuittance } from "#domain/quittance.ts";
import type { QuittanceDetail, QuittanceRow } from "#domain/quittance-fiche.ts";
import { type Modification, quittances, switchState } from "#web/entities/quittances/api.ts";
import { STATES } from "#web/entities/quittances/states.tsx";
import { ApiError, type List } from "#web/lib/api.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";

export interface Change {
  row: QuittanceRow;
  change: Modification;
  /** What the notification says. */
  said: string;
  /** The change takes another one back: it is not offered to take it back in turn. */
  final?: boolean;
}

/** The queries that hold rows. */
const LISTS: readonly unknown[] = ["list", "month", "year"];
const CHANGES = [quittances.name, "change"];

/**
 * Changes a receipt at once on screen, then on the server; a refusal puts it back. The notification offers
 * to undo. Changes leave one after the other, so that the last click is the one that counts.
 */
export function useChange(): (change: Change) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: CHANGES,
    scope: { id: CHANGES.join() },
    mutationFn: send,
    onMutate: async ({ row, change }: Change) => {
      await client.cancelQueries({ queryKey: [quittances.name] });
      showRow(client, expected(row, change));
    },
    onSuccess: (detail, { row, change, said, final }) => {
      showDetail(client, detail);
      const undo = {
        row,
        change: undoing(row, change),
        said: "Modification annulée.",
        final: true,
      };
      notify(said, final ? undefined : { onClick: () => mutate(undo) });
    },
    onError: (error, { row }) => {
      showRow(client, row);
      if (!(error instanceof ApiError && error.metEverywhere)) notifyDanger(error.message);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: CHANGES }) > 1) return;
      return client.invalidateQueries({ queryKey: [quittances.name] });
    },
  });
  return mutate;
}

/** The change that gives a receipt this state. */
export function toState(row: QuittanceRow, etat: EtatQuittance): Change {
  return {
    row,
    change: { regle: etat === "payee", statusInconu: etat === "inconnue" },
    said: `${row.locataire} : ${STATES[etat].label.toLowerCase()}.`,
  };
}

function send({ row, change }: Change): Promise<QuittanceDetail> {
  const { regle, statusInconu, ...others } = change;
  const switches = regle !== undefined && !statusInconu && Object.keys(others).length === 0;
  return switches ? switchState(row.id, regle) : quittances.modify(row.id, change);
}

/** What takes a change back: the payment as it was, the reminder as it was. */
export function undoing(row: QuittanceRow, change: Modification): Modification {
  if (change.relance !== undefined) return { relance: row.relance };
  const { regle, statusInconu, datePaiement, mode, montantPaye } = row;
  return { regle, statusInconu, datePaiement, mode, montantPaye };
}

/** The row as the server is about to answer it. */
function expected(row: QuittanceRow, change: Modification): QuittanceRow {
  if (change.regle === undefined) return { ...row, relance: change.relance ?? row.relance };
  const regle = change.regle;
  const statusInconu = change.statusInconu ?? false;
  return {
    ...row,
    regle,
    statusInconu,
    etat: etatQuittance({ regle, statusInconu }),
    retard: regle ? 0 : row.retard,
    datePaiement: change.datePaiement ?? (regle ? aujourdhui(new Date()) : null),
    montantPaye: change.montantPaye ?? null,
    mode: change.mode ?? null,
    source: "agence",
  };
}

export function rowOf(detail: QuittanceDetail): QuittanceRow {
  const mailStateOf = (genre: GenreCourriel) =>
    detail.courriels.find((courriel) => courriel.genre === genre)?.etat ?? null;
  return { ...detail, ...parGenre(mailStateOf) };
}

function showDetail(client: QueryClient, detail: QuittanceDetail): void {
  client.setQueryData(quittances.find(detail.id).queryKey, detail);
  showRow(client, rowOf(detail));
}

/** Puts the row in every list that was read. */
function showRow(client: QueryClient, row: QuittanceRow): void {
  client.setQueriesData<List<QuittanceRow>>(
    { queryKey: [quittances.name], predicate: ({ queryKey }) => LISTS.includes(queryKey[1]) },
    (list) =>
      list && { ...list, data: list.data.map((other) => (other.id === row.id ? row : other)) },
  );
}
