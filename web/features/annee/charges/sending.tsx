import { Mailbox, Printer, Send } from "lucide-react";
import { Suspense, useState } from "react";
import { aujourdhui, dansMois, formatJour, plusTard } from "#domain/dates.ts";
import type { BailDeLAnnee, ChargesDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { SANS_BAILLEUR } from "#domain/gerance/charges/avertissements.ts";
import { formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import {
  printStatements,
  sendStatements,
  TOUCHED_BY_CHARGES,
} from "#web/entities/comptes/annee-de-charges.ts";
import { SendingReserve } from "#web/entities/comptes/sending-reserve.tsx";
import { TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { DayCell } from "./inputs.tsx";
import { useLeases } from "./statement-of.ts";

const PostedDialog = lazyNamed(() => import("./posted-dialog.tsx"), "PostedDialog");

interface SendingProps {
  charges: ChargesDeLAnnee;
  elsewhere: Elsewhere;
}

/** The product proposes a new provision when it differs from the present one by at least this; euros a month. */
const WORTH = 1;

const provisionOf = ({ decompte }: BailDeLAnnee) => {
  const { provision } = decompte;
  return provision && Math.abs(provision.proposee - provision.actuelle) >= WORTH ? provision : null;
};

/** « 2 nouvelles provisions dès le 01/01/2027 », for each day on which new provisions begin, the earliest first. */
const toldProvisions = (leases: readonly BailDeLAnnee[]): string[] => {
  const days = leases.flatMap((lease) => provisionOf(lease)?.depuis ?? []).toSorted();
  return [...Map.groupBy(days, (day) => day)].map(
    ([day, { length }]) =>
      `${formatCount(length, "nouvelle provision", "nouvelles provisions")} dès le ${formatJour(day)}`,
  );
};

/**
 * The statements to send: the day their balances are due, how each statement is sent, and the provision that it asks
 * for.
 */
export function Sending({ charges, elsewhere }: SendingProps) {
  const leases = useLeases(charges, elsewhere);
  const [typedDue, setDue] = useState<string | null>();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const [posting, setPosting] = useState(false);
  const maySend = usePeut("modifier");
  const sendable = leases.filter(({ decompte }) => decompte.refusEnvoi === null);
  const chosen = sendable.filter(({ DossierId }) => !left.has(DossierId));
  // The balances sent together share one due day, the latest: a letter arrives later than a mail.
  const earliest = chosen.reduce(
    (latest, { decompte }) => plusTard(latest, decompte.exigibleLe),
    dansMois(aujourdhui(new Date()), 1),
  );
  const due = typedDue === undefined ? earliest : typedDue;
  const toPost = leases.flatMap(({ decompte: { envoi } }) =>
    envoi?.acheminement === "a_poster" ? envoi.id : [],
  );
  const nobody = chosen.filter(({ decompte }) => decompte.avertissements.includes(SANS_BAILLEUR));
  const sent = leases.flatMap(({ decompte }) => decompte.envoi?.id ?? []);
  const print = useWrite(printStatements, []);
  const send = useWrite(
    async (exigibleLe: string) => {
      const { faits, refuses } = await sendStatements({
        exigibleLe,
        decomptes: chosen.map((lease) => ({
          DossierId: lease.DossierId,
          annee: charges.annee,
          solde: lease.decompte.solde,
          ailleurs: elsewhere[lease.DossierId] ?? null,
          provision: kept.has(lease.DossierId) ? null : (provisionOf(lease)?.proposee ?? null),
        })),
      });
      const letters = faits.filter(({ canal }) => canal === "lettre").map(({ id }) => id);
      const offer =
        letters.length === 0
          ? undefined
          : {
              label: `Imprimer ${formatCount(letters.length, "lettre")}`,
              onClick: () => print.mutate(letters),
            };
      const told = formatCount(faits.length, "décompte envoyé", "décomptes envoyés");
      const [first] = refuses;
      if (!first) return notify(`${told}.`, offer);
      const who = leases.find(({ DossierId }) => DossierId === first.DossierId)?.locataire ?? "";
      notifyDanger(
        `${told}, ${formatCount(refuses.length, "laissé", "laissés")} : ${who}, ${first.motif}`,
        offer,
      );
    },
    [...TOUCHED_BY_CHARGES, ...TOUCHED_BY_COURRIELS, "Dossier"],
  );

  async function ask() {
    if (!due) return;
    const mails = chosen.filter(({ canal }) => canal === "courriel").length;
    const letters = chosen.length - mails;
    const question = {
      title: `Envoyer ${formatCount(chosen.length, "décompte")} ?`,
      text: [
        mails > 0 && formatCount(mails, "courriel"),
        letters > 0 && formatCount(letters, "lettre à imprimer", "lettres à imprimer"),
        ...toldProvisions(chosen.filter(({ DossierId }) => !kept.has(DossierId))),
        `soldes exigibles le ${formatJour(due)}`,
      ]
        .filter(Boolean)
        .join(", "),
      warnings: [
        ...nobody.map(({ locataire }) => `${locataire}. ${SANS_BAILLEUR}`),
        "Un décompte envoyé ne change plus : une facture tardive en fait un rectificatif.",
      ],
      action: "Envoyer",
    };
    if (await confirm(question)) send.mutate(due);
  }

  const toggle = (set: ReadonlySet<number>, id: number) => {
    const next = new Set(set);
    if (!next.delete(id)) next.add(id);
    return next;
  };

  if (leases.length === 0) {
    return (
      <Card>
        <EmptyState
          title="Aucun décompte à envoyer"
          text="Aucun bail à provisions ne court dans cet exercice."
        />
      </Card>
    );
  }
  return (
    <Card className="@container overflow-x-auto">
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <span className="text-sm text-muted">Soldes exigibles le</span>
        <span className="w-32">
          <DayCell
            label="Soldes exigibles le"
            value={due}
            onChange={setDue}
            invalid={due === null || due < earliest}
          />
        </span>
        <span className="text-xs text-muted max-md:hidden">
          Un mois au moins après l’arrivée (article 23)
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          {sent.length > 0 && (
            <Button pending={print.isPending} onClick={() => print.mutate(sent)}>
              {!print.isPending && <Printer aria-hidden />}
              {formatCount(sent.length, "décompte")}
            </Button>
          )}
          {maySend && toPost.length > 0 && (
            <Button onClick={() => setPosting(true)}>
              <Mailbox aria-hidden />
              {formatCount(toPost.length, "lettre à poster", "lettres à poster")}
            </Button>
          )}
          {maySend && sendable.length > 0 && (
            <Button
              variant="primary"
              pending={send.isPending}
              disabled={chosen.length === 0 || due === null || due < earliest}
              onClick={ask}
            >
              {!send.isPending && <Send aria-hidden />}
              Envoyer {formatCount(chosen.length, "décompte")}
            </Button>
          )}
        </span>
      </div>
      <Table aria-label="Décomptes à envoyer" className="cards">
        <thead>
          <tr>
            <TableHead className="w-10">
              <span className="sr-only">Envoyer</span>
            </TableHead>
            <TableHead>Locataire</TableHead>
            <TableHead className="text-right">Solde</TableHead>
            <TableHead>Envoi</TableHead>
            <TableHead>Nouvelle provision</TableHead>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {leases.map((lease) => (
            <Row
              key={lease.DossierId}
              lease={lease}
              chosen={chosen.includes(lease)}
              keeps={kept.has(lease.DossierId)}
              onChoose={() => setLeft(toggle(left, lease.DossierId))}
              onKeep={() => setKept(toggle(kept, lease.DossierId))}
            />
          ))}
        </tbody>
      </Table>
      {posting && (
        <Suspense>
          <PostedDialog ids={toPost} onClose={() => setPosting(false)} />
        </Suspense>
      )}
    </Card>
  );
}

interface RowProps {
  lease: BailDeLAnnee;
  chosen: boolean;
  /** Whether the provision of the lease stays as it is. */
  keeps: boolean;
  onChoose(): void;
  onKeep(): void;
}

function Row({ lease, chosen, keeps, onChoose, onKeep }: RowProps) {
  const { canal, decompte, DossierId, locataire } = lease;
  const { ecart, envoi, refusEnvoi, solde } = decompte;
  const provision = provisionOf(lease);
  const sum = ecart ?? solde;
  return (
    <tr>
      <TableCell>
        <Checkbox
          aria-label={`Envoyer le décompte de ${locataire}`}
          checked={chosen}
          disabled={refusEnvoi !== null}
          onChange={onChoose}
        />
      </TableCell>
      <TableCell data-card="title">
        <span className="block">{locataire}</span>
        {refusEnvoi && (
          <span className="block text-xs text-muted">
            {envoi
              ? `Envoyé le ${formatJour(envoi.envoyeLe)}, par ${envoi.canal}, ${envoi.mois ? `payable en ${envoi.mois} mois dès` : "exigible"} le ${formatJour(envoi.exigibleLe)}`
              : refusEnvoi}
          </span>
        )}
        {envoi && <SendingReserve envoi={envoi} />}
        {!refusEnvoi && envoi && (
          <span className="block text-xs text-orange">
            Décompte rectificatif de celui du {formatJour(envoi.envoyeLe)}
          </span>
        )}
      </TableCell>
      <TableCell data-card="amount" className="text-right whitespace-nowrap">
        {formatEuros(Math.abs(sum))}
        {sum < 0 && <span className="block text-xs text-green">en sa faveur</span>}
      </TableCell>
      <TableCell data-card="line">
        {refusEnvoi === null && (canal === "courriel" ? "Courriel" : "Lettre")}
      </TableCell>
      <TableCell data-card="fact" data-label="Nouvelle provision">
        {refusEnvoi === null && provision && (
          <label
            htmlFor={`provision-${DossierId}`}
            className="inline-flex items-center gap-2 align-middle"
          >
            <Checkbox
              id={`provision-${DossierId}`}
              checked={chosen && !keeps}
              disabled={!chosen}
              onChange={onKeep}
            />
            <span>
              {formatEuros(provision.proposee)}
              <span className="text-muted"> au lieu de {formatEuros(provision.actuelle)}</span>
            </span>
          </label>
        )}
      </TableCell>
    </tr>
  );
}
