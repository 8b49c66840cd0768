import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { aujourdhui } from "#domain/dates.ts";
import {
  COURRIELS,
  type CourrielEnAttente,
  type GenreCourriel,
  parGenre,
} from "#domain/quittances/courriel.ts";
import {
  ETATS_QUITTANCE,
  type EtatQuittance,
  etatQuittance,
} from "#domain/quittances/quittance.ts";
import type { QuittanceDetail, QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import {
  type Modification,
  quittances,
  switchState,
  TOUCHED_BY_QUITTANCES,
} from "#web/entities/quittances/quittances.ts";
import { secondsUntil } from "#web/lib/clock.ts";
import { notify, notifyRefusal } from "#web/lib/notify.ts";
import { ApiError, type List, type Query } from "#web/lib/server/api.ts";
import { readAgain } from "#web/lib/server/query-client.ts";
import { useCallBack } from "../mails/use-call-back.ts";

export interface Change {
  row: QuittanceRow;
  change: Modification;
  /** The text of the notification, once the change is made. */
  said: string;
  /** Whether the change undoes another change: its notification then offers no undo. */
  final?: boolean;
}

const CHANGES = [quittances.name, "change"];

/**
 * Changes a receipt at once on screen, then on the server; a refusal restores the receipt. The notification offers to
 * undo the change. Changes are sent one after another, so that the last click wins.
 */
export function useChange(): (change: Change) => void {
  const client = useQueryClient();
  const callBack = useCallBack();
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
        row: rowOf(detail),
        change: undoing(row, change),
        said: "Modification annulée.",
        final: true,
      };
      const waiting = waitingOf(detail);
      const told = waiting ? `${said} ${leaving(waiting)}` : said;
      if (final) return notify(told);
      const also = waiting && { label: "Annuler l’envoi", onClick: () => callBack(waiting) };
      notify(told, { onClick: () => mutate(undo) }, also);
    },
    onError: (error, { row }) => {
      showRow(client, row);
      if (!(error instanceof ApiError && error.metEverywhere)) notifyRefusal(error.message);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: CHANGES }) > 1) return;
      void readAgain(TOUCHED_BY_QUITTANCES.filter((name) => name !== quittances.name));
      return readAgain([quittances.name]);
    },
  });
  return mutate;
}

export function toState(row: QuittanceRow, etat: EtatQuittance): Change {
  return {
    row,
    change: { regle: etat === "payee", statusInconu: etat === "inconnue" },
    said: `${row.locataire} : ${ETATS_QUITTANCE[etat].toLowerCase()}.`,
  };
}

function send({ row, change }: Change): Promise<QuittanceDetail> {
  const { regle, statusInconu, ...others } = change;
  const switches = regle !== undefined && !statusInconu && Object.keys(others).length === 0;
  return switches ? switchState(row.id, regle) : quittances.modify(row.id, change);
}

/** The change that restores the former payment, or the former reminder. */
export function undoing(row: QuittanceRow, change: Modification): Modification {
  if (change.relance !== undefined) return { relance: row.relance };
  const { regle, statusInconu, datePaiement, mode, montantPaye, source } = row;
  // A fully paid receipt needs no amount: only a part payment is sent.
  const part = regle ? null : montantPaye;
  const payment = { regle, statusInconu, datePaiement, mode, montantPaye: part };
  return source === "locataire" ? { ...payment, source } : payment;
}

/** The row as the server will give it after the change. */
function expected(row: QuittanceRow, change: Modification): QuittanceRow {
  if (change.regle === undefined) return { ...row, relance: change.relance ?? row.relance };
  const regle = change.regle;
  const statusInconu = change.statusInconu ?? false;
  const source = change.source ?? "agence";
  const datePaiement = change.datePaiement ?? (regle ? aujourdhui(new Date()) : null);
  const takenBack =
    row.datePaiement !== null && row.datePaiement !== datePaiement
      ? { datePaiement: row.datePaiement, mode: row.mode }
      : row.ancienPaiement;
  return {
    ...row,
    regle,
    statusInconu,
    etat: etatQuittance({ regle, statusInconu, source, annuleeLe: row.annuleeLe }),
    retard: regle ? 0 : row.retard,
    datePaiement,
    ancienPaiement: !regle && source === "agence" ? takenBack : null,
    montantPaye: regle && source === "agence" ? row.total : (change.montantPaye ?? null),
    mode: change.mode ?? null,
    source,
  };
}

export function rowOf(detail: QuittanceDetail): QuittanceRow {
  const mailStateOf = (genre: GenreCourriel) =>
    detail.courriels.findLast((courriel) => courriel.genre === genre)?.etat ?? null;
  return { ...detail, ...parGenre(mailStateOf), attente: waitingOf(detail) ?? null };
}

/** The mail of a receipt that is not sent yet; undefined when there is none. */
export const waitingOf = ({ courriels }: QuittanceDetail) =>
  courriels.findLast(({ etat }) => etat === "a_envoyer");

/** « La quittance part dans 60 s. » */
export function leaving({ genre, partLe }: CourrielEnAttente): string {
  const { article } = COURRIELS[genre];
  const sujet = `${article.charAt(0).toUpperCase()}${article.slice(1)}`;
  return partLe ? `${sujet} part dans ${secondsUntil(partLe)} s.` : `${sujet} part.`;
}

function showDetail(client: QueryClient, detail: QuittanceDetail): void {
  client.setQueryData(quittances.find(detail.id).queryKey, detail);
  showRow(client, rowOf(detail));
}

/** Updates the row in every list already read, and removes it from the lists filtered by its former state. */
function showRow(client: QueryClient, row: QuittanceRow): void {
  const lists = client.getQueriesData<List<QuittanceRow>>({ queryKey: [quittances.name, "list"] });
  for (const [key, list] of lists) {
    if (!list?.data.some(({ id }) => id === row.id)) continue;
    const stays = belongs(row, (key[2] as Query | undefined)?.etat);
    client.setQueryData<List<QuittanceRow>>(key, {
      ...list,
      total: stays ? list.total : list.total - 1,
      data: list.data.flatMap((other) => (other.id === row.id ? (stays ? [row] : []) : [other])),
    });
  }
}

function belongs(row: QuittanceRow, etat: Query[string]): boolean {
  if (etat === undefined || etat === null) return true;
  return etat === "retard" ? row.retard > 0 : row.etat === etat;
}
