import { Ban } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { libelleMode } from "#domain/gerance/locataires/reglement.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { COURRIELS_PARTIS, type CourrielResume } from "#domain/quittances/courriel.ts";
import type { EtatQuittance } from "#domain/quittances/quittance.ts";
import type { QuittanceDetail, QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { EventDetails } from "#web/components/record/history-event.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Countdown } from "#web/entities/quittances/countdown.tsx";
import { MAILS, mailWords, mayBeSentAgain } from "#web/entities/quittances/mail-state.tsx";
import { StateControl } from "#web/entities/quittances/state-control.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { useCallBack } from "./mails/use-call-back.ts";
import { useSendAgain } from "./mails/use-send-again.ts";
import { rowOf, toState, useChange } from "./settlement/use-change.ts";

const ReceiptPayments = lazyNamed(
  () => import("./settlement/receipt-payments.tsx"),
  "ReceiptPayments",
);

interface QuittanceFactsProps {
  receipt: QuittanceDetail;
  /** Opens the dialog for the day and the mode of payment. */
  onPay(): void;
  onPayment(id: number): void;
}

/** The facts of a receipt, in the order in which users look for them. */
export function QuittanceFacts({ receipt, onPay, onPayment }: QuittanceFactsProps) {
  const mayModify = usePeut("modifier");
  const change = useChange();
  const row = rowOf(receipt);
  const onSwitch = (_: QuittanceRow, etat: EtatQuittance) =>
    etat === "payee" && row.ancienPaiement ? onPay() : change(toState(row, etat));
  return (
    <div className="space-y-5">
      <StateControl row={row} onSwitch={mayModify ? onSwitch : undefined} />
      <dl className="space-y-1.5">
        <Fact label="Loyer hors charges">{formatEuros(receipt.loyerHC)}</Fact>
        <Fact label="Charges">{formatEuros(receipt.charge)}</Fact>
        {receipt.assurance > 0 && (
          <Fact label="Assurance pour son compte">{formatEuros(receipt.assurance)}</Fact>
        )}
        <Fact label="Total" strong>
          {formatEuros(receipt.total)}
        </Fact>
      </dl>
      <dl className="space-y-1.5">
        <Fact label="Échéance">{formatJour(receipt.echeance)}</Fact>
        <Fact label="Émise le">{formatJour(receipt.emission)}</Fact>
        {receipt.annuleeLe && (
          <Fact label="Annulée le">{formatJour(aujourdhui(new Date(receipt.annuleeLe)))}</Fact>
        )}
        {receipt.motifAnnulation && <Fact label="Motif">{receipt.motifAnnulation}</Fact>}
        {receipt.montantPaye !== null && !receipt.regle && (
          <>
            <Fact label="Reçu en partie">{formatEuros(receipt.montantPaye)}</Fact>
            <Fact label="Reste dû">{formatEuros(somme(receipt.total, -receipt.montantPaye))}</Fact>
          </>
        )}
        {receipt.datePaiement && (
          <Fact label={receipt.etat === "declaree" ? "Déclaré par le locataire" : "Paiement"}>
            {formatJour(receipt.datePaiement)}
            {receipt.mode && `, ${libelleMode(receipt.mode).toLowerCase()}`}
          </Fact>
        )}
      </dl>
      {(receipt.regle || receipt.montantPaye !== null) && (
        <Suspense>
          <ReceiptPayments id={receipt.id} onOpen={onPayment} />
        </Suspense>
      )}
      <Group title="Courriels">
        {receipt.courriels.length === 0 ? (
          <p className="text-muted">Aucun : le locataire n’a pas d’adresse e-mail.</p>
        ) : (
          <ul className="space-y-2.5">
            {receipt.courriels.map((mail) => (
              <li key={mail.id}>
                <Mail mail={mail} receipt={receipt} mayModify={mayModify} />
              </li>
            ))}
          </ul>
        )}
      </Group>
      <Group title="Historique">
        <ol className="max-h-48 space-y-1.5 overflow-y-auto text-sm">
          {receipt.Etats.map((entry) => (
            <li key={`${entry.createdAt} ${entry.etat}`}>
              <p className="flex justify-between gap-3">
                <span>{entry.etat}</span>
                <span className="text-right text-muted" title={entry.user ?? undefined}>
                  {formatInstant(entry.createdAt)}
                </span>
              </p>
              <EventDetails details={entry.details} />
            </li>
          ))}
        </ol>
      </Group>
      <p className="flex gap-4 text-sm">
        <Door href={`/dossiers/${receipt.DossierId}`}>Dossier</Door>
        <Door href={`/locataires/${receipt.LocataireId}`}>Locataire</Door>
        <Door href={`/appartements/${receipt.AppartementId}`}>Appartement</Door>
      </p>
    </div>
  );
}

interface MailProps {
  mail: CourrielResume;
  receipt: QuittanceDetail;
  mayModify: boolean;
}

function Mail({ mail, receipt, mayModify }: MailProps) {
  const sendAgain = useSendAgain();
  const callBack = useCallBack();
  const words = MAILS[mail.etat];
  return (
    <>
      <div className="flex items-center gap-1.5">
        <words.icon aria-hidden className={`size-4 shrink-0 ${words.className}`} />
        <span className="font-medium">{mailWords(mail)}</span>
        {isVoid(mail, receipt) && (
          <Badge tone="red" icon={Ban}>
            Annulée
          </Badge>
        )}
        {mayModify && mayBeSentAgain(mail.etat) && (
          <Button size="sm" className="ml-auto" onClick={() => sendAgain(receipt, mail.genre)}>
            Renvoyer
          </Button>
        )}
        {mayModify && mail.etat === "a_envoyer" && (
          <Button size="sm" className="ml-auto" onClick={() => callBack(mail)}>
            Annuler l’envoi
          </Button>
        )}
      </div>
      <p className="pl-5.5 text-sm break-words text-muted">
        {mail.destinataires.join(", ")}
        {mail.envoyeLe && `, le ${formatInstant(mail.envoyeLe)}`}
      </p>
      {mail.etat === "a_envoyer" && mail.partLe && (
        <p className="pl-5.5 text-sm text-muted">
          <Countdown until={mail.partLe} />
        </p>
      )}
      {mail.erreur && <p className="pl-5.5 text-sm text-red">{mail.erreur}</p>}
    </>
  );
}

/** Whether a quittance was sent for a receipt that is no longer paid. */
const isVoid = ({ etat, genre }: CourrielResume, receipt: QuittanceDetail): boolean =>
  genre === "quittance" && COURRIELS_PARTIS.includes(etat) && receipt.etat !== "payee";

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

interface FactProps {
  label: string;
  strong?: boolean;
  children: ReactNode;
}

function Fact({ label, strong, children }: FactProps) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? "border-t pt-1.5 font-semibold" : ""}`}>
      <dt className={strong ? undefined : "text-muted"}>{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

function Door({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-accent underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
