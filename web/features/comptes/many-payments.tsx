import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { aujourdhui, type Mois, moisEnLettres } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import {
  type PaymentRequest,
  previewOfMany,
  recordMany,
  takeBackLot,
} from "#web/entities/comptes/reglements.ts";
import { formatCount, formatNames } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { type Common, CommonFields } from "./common-fields.tsx";
import { PaymentLine, type Typed } from "./payment-line.tsx";

const blank = (): Typed => ({
  cle: crypto.randomUUID(),
  dossier: null,
  montant: null,
  payeur: "locataire",
});

const PAUSE_MS = 250;
const UNDO_SECONDS = 30;

/** Payments that send more mails than this are confirmed first. */
const MAILS_UNASKED = 5;

/** Records many payments, all of them or none; the keyboard alone is enough. */
export function ManyPayments({ onClose }: { onClose(): void }) {
  const [common, setCommon] = useState<Common>({
    date: aujourdhui(new Date()),
    mode: "virement",
    CompteBancaireId: null,
  });
  const [lines, setLines] = useState<readonly Typed[]>(() => [blank()]);
  const list = useRef<HTMLOListElement>(null);
  const requests = requestsOf(lines, common);
  const preview = usePreview(requests);
  const settled = new Map(
    (preview.data?.length === requests.length ? preview.data : []).map((payment, rank) => [
      requests[rank]?.cle,
      payment,
    ]),
  );
  const save = useWrite(
    () => recordMany(requests),
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  const total = somme(...requests.map(({ montant }) => montant));
  const refusal = save.error ?? preview.error;

  const change = (cle: string, changes: Partial<Typed>) =>
    setLines((now) => {
      const next = now.map((line) => (line.cle === cle ? { ...line, ...changes } : line));
      return next.at(-1)?.dossier ? [...next, blank()] : next;
    });

  /** Moves the focus to the tenant of the next line. */
  function goOn(rank: number) {
    const inputs = list.current?.querySelectorAll<HTMLInputElement>('[role="combobox"]');
    inputs?.[rank + 1]?.focus();
  }

  async function leave() {
    const question = {
      title: "Abandonner la saisie ?",
      text: "Aucun des règlements saisis n’est encore enregistré.",
      action: "Abandonner",
      cancel: "Continuer",
      danger: true,
    };
    if (lines.every(({ dossier }) => dossier === null) || (await confirm(question))) onClose();
  }

  const mayTakeBack = usePeut("supprimer");
  const undo = useWrite(
    (ids: readonly number[]) => takeBackLot(ids, "Saisie annulée"),
    TOUCHED_BY_ACCOUNTS,
  );
  const sent = lines.flatMap(({ cle, dossier }) =>
    (settled.get(cle)?.envois ?? []).map((mois) => ({ mois, locataire: dossier?.locataire ?? "" })),
  );

  async function record() {
    if (sent.length > MAILS_UNASKED && !(await confirm(questionOf(sent)))) return;
    save.mutate(undefined, {
      onSuccess: (made) => {
        const said = formatCount(made.length, "règlement enregistré", "règlements enregistrés");
        const ids = made.map(({ id }) => id);
        const takingBack = () =>
          undo.mutate(ids, {
            onSuccess: () =>
              notify(`${formatCount(ids.length, "règlement annulé", "règlements annulés")}.`),
          });
        notify(
          sent.length > 0 ? `${said}, ${mailsInWords(sent.length)}.` : `${said}.`,
          mayTakeBack ? { onClick: takingBack, seconds: UNDO_SECONDS } : undefined,
        );
        onClose();
      },
    });
  }

  return (
    <Dialog
      open
      title="Enregistrer des règlements"
      description="Tous sont enregistrés, ou aucun. Entrée passe à la ligne suivante."
      size="xl"
      onOpenChange={(open) => !open && leave()}
    >
      <DialogBody className="min-h-96 space-y-4">
        <CommonFields value={common} onChange={setCommon} />
        <form onSubmit={(event) => event.preventDefault()}>
          <ol ref={list} className="space-y-2" aria-label="Règlements">
            {lines.map((line, rank) => (
              <PaymentLine
                key={line.cle}
                rank={rank}
                line={line}
                payment={settled.get(line.cle)}
                onChange={(changes) => change(line.cle, changes)}
                onNext={() => goOn(rank)}
                onRemove={
                  line.dossier === null
                    ? null
                    : () => setLines((now) => now.filter(({ cle }) => cle !== line.cle))
                }
              />
            ))}
          </ol>
        </form>
        {refusal && (
          <p role="alert" className="text-danger">
            {sentenceOf(refusal)}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <p className="mr-auto tabular-nums" role="status">
          {requests.length > 0 &&
            `${formatCount(requests.length, "règlement")}, ${formatEuros(total)}`}
          {sent.length > 0 && (
            <span className="block text-sm text-muted">{mailsInWords(sent.length)} par e-mail</span>
          )}
        </p>
        <Button onClick={leave}>Annuler</Button>
        <Button
          variant="primary"
          pending={save.isPending}
          disabled={requests.length === 0}
          onClick={record}
        >
          Tout enregistrer
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface Sent {
  mois: Mois;
  locataire: string;
}

const mailsInWords = (count: number) =>
  `${formatCount(count, "quittance partira", "quittances partiront")}`;

function questionOf(sent: readonly Sent[]) {
  const months = [...new Set(sent.map(({ mois }) => mois))].toSorted().map(moisEnLettres);
  return {
    title: `Envoyer ${formatCount(sent.length, "quittance")} ?`,
    text: `${formatCount(sent.length, "courriel partira", "courriels partiront")} : ${months.join(", ")}, à ${formatNames(sent.map(({ locataire }) => locataire))}.`,
    action: "Enregistrer et envoyer",
  };
}

const requestsOf = (lines: readonly Typed[], { date, ...common }: Common): PaymentRequest[] =>
  date === null
    ? []
    : lines.flatMap(({ dossier, montant, payeur, cle }) =>
        dossier && montant && montant > 0
          ? { DossierId: dossier.id, date, montant, payeur, cle, ...common }
          : [],
      );

/** The sums that these payments would settle, which the server gives when the user stops typing. */
function usePreview(requests: readonly PaymentRequest[]) {
  const typed = JSON.stringify(requests);
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const asked: PaymentRequest[] = JSON.parse(settled);
  return useQuery({
    ...previewOfMany(asked),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "Les règlements n’ont pas pu être lus.";
  const [reason] = Object.values(error.fields);
  return reason ?? error.message;
}
