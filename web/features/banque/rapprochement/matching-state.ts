import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { somme } from "#domain/montants.ts";
import {
  LIGNE_RELEVE,
  linesOfView,
  takeBackLine,
  type View,
} from "#web/entities/banque/rapprochement.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { readAgain } from "#web/lib/server/query-client.ts";

/** How many milliseconds after the user's last action the data that it changed are read again. */
const PAUSE_MS = 500;
const TOUCHED = [LIGNE_RELEVE, "Releve", "CompteBancaire", ...TOUCHED_BY_ACCOUNTS];

/** The lines of a view, the chosen line, and actions whose result shows before the server answers. */
export function useMatching(view: View) {
  const query = useQuery({
    ...linesOfView(view),
    placeholderData: keepPreviousData,
  });
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<number | null>(null);
  const undoable = useRef<number[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lines = (query.data?.data ?? []).filter(({ id }) => !gone.has(id));
  const rank = Math.max(
    0,
    lines.findIndex(({ id }) => id === chosen),
  );
  const line = lines[rank] ?? null;

  function readSoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void readAgain(TOUCHED).then(() => setGone(new Set())),
      PAUSE_MS,
    );
  }

  function move(step: number) {
    const next = lines[Math.max(0, Math.min(lines.length - 1, rank + step))];
    if (next) setChosen(next.id);
  }

  /**
   * Removes the line from the list at once, and puts it back when the call fails.
   * @param lasting whether the gesture cannot be undone
   */
  function act(
    of: LigneProposee,
    gesture: () => Promise<unknown>,
    { message, lasting = false }: { message: string; lasting?: boolean },
  ) {
    const after = lines[rank + 1] ?? lines[rank - 1];
    setGone((before) => new Set(before).add(of.id));
    setChosen(after?.id ?? null);
    clearTimeout(timer.current);
    gesture().then(
      () => {
        if (!lasting) undoable.current.push(of.id);
        notify(message, ...(lasting ? [] : [{ onClick: () => takeBack(of.id) }]));
        readSoon();
      },
      (error: unknown) => {
        setGone((before) => new Set([...before].filter((id) => id !== of.id)));
        setChosen(of.id);
        if (!(error instanceof ApiError)) notifyDanger("L’opération a échoué.");
        else if (!error.metEverywhere)
          notifyDanger(Object.values(error.fields)[0] ?? error.message);
        readSoon();
      },
    );
  }

  function undo() {
    const id = undoable.current.pop();
    if (id !== undefined) takeBack(id);
  }

  function takeBack(id: number) {
    takeBackLine(id).then(
      () => {
        undoable.current = undoable.current.filter((one) => one !== id);
        setGone((before) => new Set([...before].filter((one) => one !== id)));
        setChosen(id);
        notify("La ligne est à nouveau à rapprocher.");
        readSoon();
      },
      (error: unknown) => {
        if (error instanceof ApiError && !error.metEverywhere) notifyDanger(error.message);
        readSoon();
      },
    );
  }

  const left =
    lines.length + Math.max(0, (query.data?.total ?? 0) - (query.data?.data.length ?? 0));
  const taken = (query.data?.data ?? []).filter(({ id }) => gone.has(id));
  const etats = query.data?.etats;
  return {
    query,
    lines,
    line,
    rank,
    left,
    etats: etats && {
      ...etats,
      [view]: {
        nombre: etats[view].nombre - taken.length,
        montant: somme(etats[view].montant, ...taken.map(({ montant }) => -montant)),
      },
    },
    choose: setChosen,
    move,
    act,
    undo,
    takeBack,
    readSoon,
  };
}

export type Matching = ReturnType<typeof useMatching>;
