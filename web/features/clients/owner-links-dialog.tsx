import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { AccesRow, EtatAcces } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import {
  linksOf,
  sendLink,
  TOUCHED_BY_LINKS,
  withdrawLink,
} from "#web/entities/mandats/proprietaire.ts";
import { formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

interface OwnerLinksDialogProps {
  client: { id: number; mail: string | null };
  onClose(): void;
}

/** The private links of an owner, which staff send and withdraw. */
export function OwnerLinksDialog({ client, onClose }: OwnerLinksDialogProps) {
  const { id, mail } = client;
  const links = useQuery({ ...linksOf(id), staleTime: 0 });
  const send = useWrite(() => sendLink(id), TOUCHED_BY_LINKS);
  const withdraw = useWrite((link: AccesRow) => withdrawLink(id, link.id), TOUCHED_BY_LINKS);
  const mayWrite = usePeut("modifier");
  const open = links.data?.some(({ etat }) => etat === "ouvert") ?? false;

  async function askSending() {
    const question = {
      title: "Envoyer un nouveau lien\u00A0?",
      text: "Celui qui est ouvert n’ouvrira plus.",
      action: "Envoyer le lien",
    };
    if (open && !(await confirm(question))) return;
    send.mutate(undefined, { onSuccess: () => notify(`Le lien a été envoyé à ${mail}.`) });
  }

  async function askWithdrawal(link: AccesRow) {
    const question = {
      title: "Retirer ce lien\u00A0?",
      text: "Il n’ouvre plus, et la visite en cours s’arrête.",
      action: "Retirer",
      danger: true,
    };
    if (!(await confirm(question))) return;
    withdraw.mutate(link, { onSuccess: () => notify("Le lien a été retiré.") });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Accès du propriétaire"
      description="Un lien privé, envoyé par courriel, lui ouvre son compte et ses papiers en lecture. Un code lui est demandé à chaque visite."
    >
      <DialogBody>
        {links.isPending && <Skeleton className="h-16 w-full" />}
        {links.isError && <ErrorState error={links.error} onRetry={() => links.refetch()} />}
        {links.data?.length === 0 && (
          <p className="text-muted">Aucun lien ne lui a encore été envoyé.</p>
        )}
        {links.data && links.data.length > 0 && (
          <ul aria-label="Liens envoyés" className="divide-y rounded-lg border">
            {links.data.map((link) => (
              <Sent
                key={link.id}
                link={link}
                onWithdraw={mayWrite ? () => askWithdrawal(link) : null}
              />
            ))}
          </ul>
        )}
      </DialogBody>
      {mayWrite && (
        <DialogFooter>
          {!mail && (
            <p className="mr-auto text-sm text-muted">
              Ajoutez d’abord une adresse e-mail à sa fiche.
            </p>
          )}
          <Button
            variant="primary"
            pending={send.isPending}
            disabled={!mail || links.isPending}
            onClick={askSending}
          >
            <Send aria-hidden />
            {links.data?.length ? "Envoyer un nouveau lien" : "Envoyer le lien"}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

const STATES: Readonly<Record<EtatAcces, { tone: Tone; word: string }>> = {
  ouvert: { tone: "green", word: "Ouvert" },
  expire: { tone: "grey", word: "Expiré" },
  retire: { tone: "grey", word: "Retiré" },
};

function Sent({ link, onWithdraw }: { link: AccesRow; onWithdraw: (() => void) | null }) {
  const { mail, etat, createdAt, expireLe, vuLe } = link;
  const { tone, word } = STATES[etat];
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{mail}</span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-sm text-muted tabular-nums">
          Envoyé le {formatInstant(createdAt)}
          {etat === "ouvert" && `, ouvre jusqu’au ${formatInstant(expireLe)}`}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {vuLe ? `Dernière visite le ${formatInstant(vuLe)}` : "Aucune visite"}
        </p>
      </div>
      {etat === "ouvert" && onWithdraw && <Button onClick={onWithdraw}>Retirer</Button>}
    </li>
  );
}
