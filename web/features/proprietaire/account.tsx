import { useMutation, useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { formatJour, heureDeParis, type Jour, moisEnLettres } from "#domain/dates.ts";
import {
  type CompteDuProprietaire,
  type ETATS_PART,
  type MandatDuProprietaire,
  motsDeLaPart,
  motsDuReste,
  type RenduAuProprietaire,
} from "#domain/gerance/cloture/compte-proprietaire.ts";
import { formatEuros } from "#domain/montants.ts";
import { PagedItems } from "#web/components/list/pages/paged-items.tsx";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel, takeFocus } from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { accountQuery, downloadPaper } from "#web/entities/mandats/proprietaire.ts";
import { Agreement } from "./agreements.tsx";
import { VisitRead } from "./visit-read.tsx";

interface AccountProps {
  visite: string;
  jusqua: string;
  /** Called when the worker says that the visit is over. */
  onOver(): void;
}

/** The owner's balance today, his accounts, his payments and his papers. */
export function OwnerAccount({ visite, jusqua, onOver }: AccountProps) {
  return (
    <VisitRead
      query={useQuery(accountQuery(visite))}
      unread="Votre compte n’a pas pu être lu."
      onOver={onOver}
    >
      {(account) => <Read account={account} paper={{ visite, onOver }} jusqua={jusqua} />}
    </VisitRead>
  );
}

type PaperAccess = Pick<AccountProps, "visite" | "onOver">;

function Read({
  account,
  paper,
  jusqua,
}: {
  account: CompteDuProprietaire;
  paper: PaperAccess;
  jusqua: string;
}) {
  const { mandats, comptesRendus, virements, factures } = account;
  const aides = mandats.flatMap((mandat) => mandat.annees.map((annee) => ({ mandat, annee })));
  return (
    <div className="space-y-5">
      <Panel>
        <h1
          ref={takeFocus}
          tabIndex={-1}
          className="text-lg font-semibold tracking-tight outline-none"
        >
          {account.nom}
        </h1>
        <p className="mt-3 text-sm text-muted">Ce qui vous revient aujourd’hui</p>
        <p className="text-3xl font-semibold tracking-tight tabular-nums">
          {formatEuros(account.solde)}
        </p>
        <p className="mt-1 text-sm text-muted">
          {motsDuReste(account)}
          {account.honorairesDus > 0 &&
            ` Honoraires dus\u00A0: ${formatEuros(account.honorairesDus)}.`}
        </p>
        {account.incomplet && (
          <p className="mt-1 text-sm text-muted">
            La part de chaque propriétaire d’un de vos mandats n’est pas encore connue.
          </p>
        )}
        <p className="mt-3 text-sm text-muted">
          Visite ouverte jusqu’à {heureDeParis(new Date(jusqua))}.
        </p>
      </Panel>
      {account.accords.length > 0 && (
        <Section
          title={
            account.accords.some(({ accorde }) => accorde === null)
              ? "Votre accord est demandé"
              : "Mes accords"
          }
          rows={account.accords}
          empty=""
        >
          {(agreement) => <Agreement key={agreement.id} agreement={agreement} {...paper} />}
        </Section>
      )}
      <Section title="Mes mandats" rows={mandats} empty="Aucun mandat de gestion.">
        {(mandat) => <Mandate key={mandat.MissionId} mandat={mandat} />}
      </Section>
      <Section
        title="Mes comptes rendus de gestion"
        rows={comptesRendus}
        empty="Le premier paraîtra à la clôture de sa période."
      >
        {(rendu) => <Rendered key={rendu.id} rendu={rendu} paper={paper} />}
      </Section>
      <Section title="Mes reversements" rows={virements} empty="Aucun reversement pour l’instant.">
        {({ id, date, montant, libelle, iban, avancement }) => (
          <Row
            key={id}
            title={formatJour(date)}
            detail={[libelle, iban && `vers ${iban}`].filter(Boolean).join(", ")}
            badge={
              avancement ? (
                <Badge tone={TONES[avancement]}>{wordOf(avancement, date)}</Badge>
              ) : (
                <Badge tone="red">Rejeté par la banque</Badge>
              )
            }
            amount={formatEuros(montant)}
          />
        )}
      </Section>
      <Section title="Mes factures d’honoraires" rows={factures} empty="Aucune facture.">
        {({ id, numero, date, ttc }) => (
          <Row
            key={id}
            title={numero}
            detail={formatJour(date)}
            amount={formatEuros(ttc)}
            action={<Paper {...paper} papier={`facture-${id}`} name={`la facture ${numero}`} />}
          />
        )}
      </Section>
      <Section
        title="Mes aides à la déclaration"
        rows={aides}
        empty="Une pour chaque année dont un compte a été rendu."
      >
        {({ mandat, annee }) => (
          <Row
            key={`${mandat.MissionId}-${annee}`}
            title={`Revenus de ${annee}`}
            detail={nameOf(mandat)}
            action={
              <Paper
                {...paper}
                papier={`aide-fiscale-${mandat.MissionId}-${annee}`}
                name={`l’aide à la déclaration de ${annee}, ${nameOf(mandat)}`}
              />
            }
          />
        )}
      </Section>
    </div>
  );
}

const nameOf = ({ numero, lots, MissionId }: MandatDuProprietaire) =>
  lots.join("\u00A0; ") || `Mandat ${numero ?? MissionId}`;

function Mandate({ mandat }: { mandat: MandatDuProprietaire }) {
  const { numero, num, den, solde } = mandat;
  const share =
    num === null || den === null || num === den ? null : `votre part\u00A0: ${num}/${den}`;
  const detail = [numero && `mandat n° ${numero}`, share].filter(Boolean).join(", ");
  return (
    <Row
      title={nameOf(mandat)}
      detail={detail}
      amount={solde === null ? undefined : formatEuros(solde)}
    />
  );
}

const TONES: Readonly<Record<keyof typeof ETATS_PART, Tone>> = {
  a_reverser: "blue",
  a_valider: "blue",
  preparee: "blue",
  envoyee: "blue",
  reversee: "green",
};

/**
 * The state of the owner's share, in words for the owner: the wait for a second person is internal to the agency, and
 * is hidden.
 */
const wordOf = (etat: keyof typeof ETATS_PART, day: Jour | null) =>
  motsDeLaPart(etat === "a_valider" ? "a_reverser" : etat, day);

function Rendered({ rendu, paper }: { rendu: RenduAuProprietaire; paper: PaperAccess }) {
  const { id, numero, mandat, mois, montant, etat, reverseLe } = rendu;
  return (
    <Row
      title={<span className="block first-letter:uppercase">{moisEnLettres(mois)}</span>}
      detail={`${mandat}, n° ${numero}`}
      badge={etat && <Badge tone={TONES[etat]}>{wordOf(etat, reverseLe)}</Badge>}
      amount={formatEuros(montant)}
      action={<Paper {...paper} papier={`compte-rendu-${id}`} name={`le compte rendu ${numero}`} />}
    />
  );
}

function Section<Of>({
  title,
  rows,
  empty,
  children,
}: {
  title: string;
  rows: readonly Of[];
  empty: string;
  children(row: Of): ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-xl border bg-surface">
      <h2 className="px-5 pt-5 pb-1 font-semibold sm:px-7">{title}</h2>
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-muted sm:px-7">{empty}</p>
      ) : (
        <PagedItems of={title} items={rows}>
          {(some) => <ul className="divide-y pb-2">{some.map(children)}</ul>}
        </PagedItems>
      )}
    </section>
  );
}

interface RowProps {
  title: ReactNode;
  detail?: string;
  badge?: ReactNode;
  amount?: string | undefined;
  action?: ReactNode;
}

function Row({ title, detail, badge, amount, action }: RowProps) {
  return (
    <li className="flex items-center gap-3 px-5 py-3 sm:px-7">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        {detail && <p className="text-sm text-muted wrap-anywhere">{detail}</p>}
        {badge && <p className="mt-1">{badge}</p>}
      </div>
      {amount && <p className="font-medium whitespace-nowrap tabular-nums">{amount}</p>}
      {action}
    </li>
  );
}

function Paper({ visite, onOver, papier, name }: PaperAccess & { papier: string; name: string }) {
  const saved = useMutation({
    mutationFn: () => downloadPaper(visite, papier),
    onError: (error) => {
      if (isVisitOver(error)) onOver();
    },
  });
  return (
    <span className="flex flex-col items-end">
      <Button
        pending={saved.isPending}
        onClick={() => saved.mutate()}
        aria-label={`Télécharger ${name}, PDF`}
      >
        <FileDown aria-hidden />
        <span className="max-sm:sr-only">PDF</span>
      </Button>
      {saved.isError && (
        <span role="alert" className="text-sm text-danger">
          Réessayez.
        </span>
      )}
    </span>
  );
}
