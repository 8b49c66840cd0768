import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { deMoisEnLettres, formatJour, moisEnLettres } from "#domain/dates.ts";
import { MODES_REGLEMENT, PAYEURS } from "#domain/gerance/locataires/reglement.ts";
import type {
  ReglementDetail,
  SuiteDuReglement,
} from "#domain/gerance/locataires/reglement-fiche.ts";
import { ETATS_REVERSEMENT } from "#domain/gerance/reversements/reversement.ts";
import { formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { accountHref } from "#web/entities/cloture/comptes-rendus.ts";
import { followedPayment, reglements } from "#web/entities/comptes/reglements.ts";
import { PaymentBadge, paymentNumber } from "#web/entities/comptes/reglements-words.tsx";
import { usePeut } from "#web/lib/server/session.ts";

interface PaymentRecordProps {
  id: number;
  onClose(): void;
}

/** A payment and its consequences: receipts, entries, line of the bank, accounts of owners, transfers. */
export function PaymentRecord({ id, onClose }: PaymentRecordProps) {
  const payment = useQuery(reglements.find(id));
  const followed = useQuery(followedPayment(id));
  const failed = payment.error ?? followed.error;
  const { data } = payment;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data ? `Règlement ${paymentNumber(data.numero)}` : "Règlement"}
      description={data && `${data.locataire}, ${data.appartement}`}
    >
      <DialogBody>
        {failed && !(data && followed.data) ? (
          <ErrorState
            error={failed}
            onRetry={() => Promise.all([payment.refetch(), followed.refetch()])}
          />
        ) : data && followed.data ? (
          <Followed payment={data} followed={followed.data} />
        ) : (
          <WaitingList />
        )}
      </DialogBody>
    </Dialog>
  );
}

const linkStyle = "text-accent hover:underline";

function Followed({ payment, followed }: { payment: ReglementDetail; followed: SuiteDuReglement }) {
  const { quittances, ecritures, banque, comptes } = followed;
  const mayRead = usePeut("administrer");
  return (
    <div className="space-y-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-lg font-semibold tabular-nums">{formatEuros(payment.montant)}</span>
        <span className="text-muted">
          {[
            formatJour(payment.date),
            payment.mode && MODES_REGLEMENT[payment.mode].toLowerCase(),
            payment.payeur !== "locataire" && PAYEURS[payment.payeur],
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
        <PaymentBadge etat={payment.etat} />
        <Link href={`/dossiers/${payment.DossierId}?tab=compte`} className={linkStyle}>
          Compte du locataire
        </Link>
      </p>
      <Step title="Règle" empty="Rien d’appelé : la somme est en avance.">
        {quittances.map(({ id, numero, mois, montant }) => (
          <Line key={`${id} ${mois}`} amount={montant}>
            {`${moisEnLettres(mois)}, quittance ${numero}`}
          </Line>
        ))}
        {payment.avance > 0 && <Line amount={payment.avance}>En avance</Line>}
      </Step>
      <Step title="Écritures" empty="Aucune : ce règlement est d’avant les livres.">
        {ecritures.map(({ id, ecriture, date, libelle }) => (
          <Line key={id}>
            {mayRead ? (
              <Link
                href={`/registres?tab=grand-livre&livre.vue=journal&livre.du=${date}&livre.au=${date}`}
                className={`${linkStyle} tabular-nums`}
              >
                {`${ecriture}, ${formatJour(date)}`}
              </Link>
            ) : (
              <span className="tabular-nums">{`${ecriture}, ${formatJour(date)}`}</span>
            )}
            <span className="block text-sm text-muted">{libelle}</span>
          </Line>
        ))}
      </Step>
      <Step title="Banque" empty={bankless(payment)}>
        {banque.map(({ id, ReleveId, compte, date, libelle, montant }) => (
          <Line key={id} amount={montant}>
            <Link
              href={`/banque/releves/${ReleveId}?q=${encodeURIComponent(libelle)}`}
              className={linkStyle}
            >
              {`${formatJour(date)}, ${libelle}`}
            </Link>
            <span className="block text-sm text-muted">{compte}</span>
          </Line>
        ))}
      </Step>
      <Step title="Compte du propriétaire" empty="Aucun compte rendu ne le dit encore.">
        {comptes.map(({ id, mois, etat, mandat, lots }) => (
          <Line key={id}>
            <Link href={accountHref(id)} className={linkStyle}>
              {`Compte rendu ${deMoisEnLettres(mois)}`}
            </Link>
            {etat === "brouillon" && (
              <Badge tone="orange" className="ml-2">
                Brouillon
              </Badge>
            )}
            <span className="block text-sm text-muted">{`Mandat ${mandat}`}</span>
            {lots.map((lot) => (
              <span key={lot.id} className="block">
                <Link href={`/reversements/${lot.id}`} className={linkStyle}>
                  {`Lot ${lot.numero}`}
                </Link>
                <span className="ml-2 text-sm text-muted">{ETATS_REVERSEMENT[lot.etat]}</span>
              </span>
            ))}
          </Line>
        ))}
      </Step>
    </div>
  );
}

/** The reason why no line of the bank shows the payment. */
function bankless({ fonds, mode }: ReglementDetail): string {
  if (fonds === "proprietaire") return "Le propriétaire l’a reçu lui-même.";
  return mode === "especes" ? "Reçu en caisse." : "Aucune ligne de relevé ne le montre encore.";
}

function Step({ title, empty, children }: { title: string; empty: string; children: ReactNode }) {
  const none = Array.isArray(children) && children.flat().filter(Boolean).length === 0;
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
      {none ? <p>{empty}</p> : <ul className="divide-y">{children}</ul>}
    </section>
  );
}

function Line({ amount, children }: { amount?: number; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4 py-1.5">
      <div className="min-w-0">{children}</div>
      {amount !== undefined && (
        <span className="whitespace-nowrap tabular-nums">{formatEuros(amount)}</span>
      )}
    </li>
  );
}
