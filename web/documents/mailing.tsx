import { useQuery } from "@tanstack/react-query";
import { Mail, Send, X } from "lucide-react";
import { Suspense, useState } from "react";
import type { CourrielDocumentRow, DocumentDesigne } from "#domain/quittances/courriel-document.ts";
import { Author } from "#web/components/record/author.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Countdown } from "#web/entities/quittances/countdown.tsx";
import { courriels } from "#web/entities/quittances/courriels.ts";
import { untilMailsLeave } from "#web/entities/quittances/courriels-leaving.ts";
import { MAILS, mayBeSentAgain } from "#web/entities/quittances/mail-state.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { useCallBackMail, useSendMailAgain } from "./mail-writes.ts";

const MailDialog = lazyNamed(() => import("./mail-dialog.tsx"), "MailDialog");

interface SendButtonProps {
  document: DocumentDesigne;
  /** « Contrat de location » */
  name: string;
  /** Shows the icon alone, for a button beside others. */
  small?: boolean;
}

export function SendButton({ document, name, small = false }: SendButtonProps) {
  const [writing, setWriting] = useState(false);
  if (!usePeut("modifier")) return null;
  return (
    <>
      <Button
        {...(small ? { variant: "ghost", size: "icon-sm", title: "Envoyer par courriel" } : {})}
        aria-label={`Envoyer par courriel : ${name}`}
        onClick={() => setWriting(true)}
      >
        <Mail aria-hidden />
        {!small && "Envoyer"}
      </Button>
      <Suspense>
        {writing && (
          <MailDialog document={document} name={name} onClose={() => setWriting(false)} />
        )}
      </Suspense>
    </>
  );
}

const MOST = 150;

interface SentMailsProps {
  /** The record of the document. */
  entite: string;
  id: number;
  /** Chooses the mails to list: by kind of document, or by the field of the signed document. */
  of(mail: CourrielDocumentRow): boolean;
}

/** The mails of a document, newest first, each with its recipients and its state. */
export function SentMails({ entite, id, of }: SentMailsProps) {
  const query = useQuery({
    ...courriels.list({ entite, id, sort: "-id", page: 1, limit: MOST }),
    refetchInterval: ({ state: { data } }) => untilMailsLeave(data?.data ?? []),
  });
  const mails = query.data?.data.filter(of) ?? [];
  if (mails.length === 0) return null;
  return (
    <ul aria-label="Courriels envoyés" className="mt-2 text-sm text-muted">
      {mails.map((mail) => (
        <SentMail key={mail.id} mail={mail} />
      ))}
    </ul>
  );
}

function SentMail({ mail }: { mail: CourrielDocumentRow }) {
  const { etat, partLe, destinataires, envoyeLe, erreur } = mail;
  const mayModify = usePeut("modifier");
  const callBack = useCallBackMail();
  const sendAgain = useSendMailAgain();
  const { icon: Icon, short, className } = MAILS[etat];
  const addresses = destinataires.join(", ");
  const waiting = etat === "a_envoyer";
  return (
    <li className="flex min-h-7 items-start gap-x-1.5 pointer-coarse:min-h-11">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <p className="min-w-0 flex-1 break-words">
        <span className={className}>{short}</span> à {addresses}
        {envoyeLe && ` le ${formatInstant(envoyeLe)}`} par <Author user={mail.user} />
        {erreur && ` : ${erreur}`} {waiting && partLe && <Countdown until={partLe} />}
      </p>
      {mayModify && waiting && partLe && (
        <Button
          variant="ghost"
          size="icon-sm"
          title="Annuler l’envoi"
          aria-label={`Annuler l’envoi à ${addresses}`}
          onClick={() => callBack(mail.id)}
        >
          <X aria-hidden />
        </Button>
      )}
      {mayModify && mayBeSentAgain(etat) && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Renvoyer à ${addresses}`}
          onClick={() => sendAgain(mail)}
        >
          <Send aria-hidden />
          Renvoyer
        </Button>
      )}
    </li>
  );
}
