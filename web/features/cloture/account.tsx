import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, FileCheck2, FolderOpen, Mail, Trash2 } from "lucide-react";
import { Link, useLocation, useParams } from "wouter";
import { deMoisEnLettres, moisEnLettres, periodeEnLettres } from "#domain/dates.ts";
import { aValider, etatDeCloture, questionDeCloture } from "#domain/gerance/cloture/cloture.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import { MODES_FONDS } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Author } from "#web/components/record/author.tsx";
import { RecordHead, WaitingRecord } from "#web/components/record/record-head.tsx";
import { NotFound } from "#web/components/shell/not-found.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import {
  accountHref,
  accountPaper,
  accountsOfMonth,
  comptesRendus,
  deleteDraft,
  invoicePaper,
  monthHref,
  TOUCHED_BY_CLOSE,
  validateAccounts,
} from "#web/entities/cloture/comptes-rendus.ts";
import { CloseBadge, PartBadge } from "#web/entities/cloture/comptes-rendus-words.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { ApiError, api } from "#web/lib/server/api.ts";
import { useKnown, useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { Anomalies } from "./anomalies.tsx";
import { FeesOnDemand } from "./fees-on-demand.tsx";
import { Statement } from "./statement.tsx";
import { reasonOf } from "./use-close.ts";

/** The account of a mandate for a month, with the points to check before it is validated. */
export function CompteRendu() {
  const { id = "" } = useParams();
  const known = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery({ ...comptesRendus.find(Number(id)), enabled: known });
  const account = query.data;
  usePageTitle(account ? `${account.mandat}, ${moisEnLettres(account.mois)}` : "Compte rendu");
  if (!known || (query.error instanceof ApiError && query.error.status === 404)) {
    return <NotFound />;
  }
  if (query.isError && !account) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  if (!account) return <WaitingRecord />;
  return <Account key={id} account={account} />;
}

function Account({ account }: { account: CompteRenduDetail }) {
  const mayClose = usePeut("administrer");
  const paper = useGeneration(() => accountPaper(account.id));
  const validate = useWrite(async () => {
    const [outcome] = await validateAccounts([account.id]);
    if (outcome?.resultat === "valide") notify(`Le compte de ${account.mandat} est validé.`);
    else notifyDanger(`Le compte n’est pas validé : ${reasonOf(outcome)}`);
  }, TOUCHED_BY_CLOSE);
  const [, navigate] = useLocation();
  const remove = useWrite(async () => {
    await deleteDraft(account.id);
    navigate(monthHref(account.mois), { replace: true });
    notify("Le brouillon est supprimé.");
  }, TOUCHED_BY_CLOSE);
  const split = aValider([account]);

  async function ask() {
    if (await confirm({ ...questionDeCloture(split), action: "Valider le compte" })) {
      validate.mutate(undefined);
    }
  }

  async function askRemoval() {
    const question = {
      title: "Supprimer ce brouillon ?",
      subject: `${account.mandat}, ${moisEnLettres(account.mois)}`,
      text: "Rien n’est perdu : le prochain compte de ce mandat reprendra ce que celui-ci devait présenter.",
      action: "Supprimer",
      danger: true,
    };
    if (await confirm(question)) remove.mutate(undefined);
  }

  return (
    <>
      <RecordHead
        title={account.mandat}
        badge={<CloseBadge etat={etatDeCloture(account)} />}
        facts={[
          `Compte rendu ${account.numero}`,
          periodeEnLettres(account.du, account.au),
          account.modeFonds === "proprietaire"
            ? "loyers perçus directement"
            : `loyers reçus par ${MODES_FONDS.agence.toLowerCase()}`,
        ]}
        actions={
          <>
            <Button pending={paper.pending} onClick={() => paper.start(undefined)}>
              {!paper.pending && <FileText aria-hidden />}
              PDF
            </Button>
            {mayClose && account.etat === "brouillon" && (
              <Button
                variant="primary"
                pending={validate.isPending}
                disabled={split.retenus.length === 0}
                onClick={ask}
              >
                {!validate.isPending && <FileCheck2 aria-hidden />}
                Valider
              </Button>
            )}
          </>
        }
        menu={[
          { label: "Voir le mandat", icon: FolderOpen, href: `/missions/${account.MissionId}` },
          ...(mayClose && account.etat === "brouillon"
            ? [
                {
                  label: "Supprimer le brouillon",
                  icon: Trash2,
                  danger: true,
                  onSelect: askRemoval,
                },
              ]
            : []),
        ]}
        tabs={[]}
      />
      <div className="mx-auto max-w-4xl space-y-4 pt-5">
        <Neighbours account={account} />
        <Outcome {...paper} />
        <Anomalies account={account} />
        {account.etat === "valide" && <Followed account={account} />}
        {mayClose && account.etat === "brouillon" && <FeesOnDemand account={account} />}
        <Statement account={account} />
      </div>
    </>
  );
}

/** Links to the accounts before and after this one; no such links when the list of the month is not in the cache. */
function Neighbours({ account }: { account: CompteRenduDetail }) {
  const rows = useKnown(accountsOfMonth(account.mois))?.toSorted((a, b) =>
    a.mandat.localeCompare(b.mandat, "fr"),
  );
  const rank = rows?.findIndex(({ id }) => id === account.id) ?? -1;
  const before = rows?.[rank - 1];
  const after = rank < 0 ? undefined : rows?.[rank + 1];
  return (
    <nav
      aria-label="Comptes du mois"
      className="flex flex-wrap items-center gap-2 text-sm print:hidden"
    >
      <Link href={monthHref(account.mois)} className="text-accent hover:underline">
        Clôture {deMoisEnLettres(account.mois)}
      </Link>
      {rows && rank >= 0 && (
        <span className="ml-auto flex items-center gap-2 text-muted tabular-nums">
          {rank + 1} sur {rows.length}
          <Step row={before} label="Compte précédent">
            <ArrowLeft />
          </Step>
          <Step row={after} label="Compte suivant">
            <ArrowRight />
          </Step>
        </span>
      )}
    </nav>
  );
}

interface StepProps {
  row: { id: number; mandat: string } | undefined;
  label: string;
  children: React.ReactNode;
}

function Step({ row, label, children }: StepProps) {
  if (!row) {
    return (
      <Button variant="ghost" size="icon-sm" aria-label={label} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button asChild variant="ghost" size="icon-sm">
      <Link href={accountHref(row.id)} aria-label={label} title={row.mandat} replace>
        {children}
      </Link>
    </Button>
  );
}

/** The validation, the invoices and the mail of a validated account. */
function Followed({ account }: { account: CompteRenduDetail }) {
  const invoice = useWrite(
    (id: number) => api.open(invoicePaper(id).then(({ generated }) => generated)),
    ["Document"],
  );
  return (
    <Card className="grid gap-x-8 gap-y-3 px-4 py-3.5 sm:grid-cols-3 sm:px-5">
      <Fact label="Validé">
        {account.valideLe && formatInstant(account.valideLe)}
        <span className="block text-sm text-muted">
          <Author user={account.validePar} />
        </span>
      </Fact>
      <Fact label="Factures d’honoraires">
        {account.factures.length === 0 && <span className="text-muted">Aucune</span>}
        {account.factures.map(({ id, numero, ttc }) => (
          <span key={id} className="flex flex-wrap items-baseline gap-x-2">
            <Button
              variant="link"
              pending={invoice.isPending && invoice.variables === id}
              onClick={() => invoice.mutate(id)}
            >
              {numero}
            </Button>
            <span className="text-muted tabular-nums">{formatEuros(ttc)}</span>
          </span>
        ))}
      </Fact>
      <Fact label="Envoi">
        {account.envoyeLe ? (
          <>
            <Mail aria-hidden className="mr-1.5 inline size-4 text-muted" />
            {formatInstant(account.envoyeLe)}
          </>
        ) : (
          <span className="text-muted">
            {account.anomalies.some(({ genre }) => genre === "sans_mail")
              ? "Sans adresse e-mail : à poster"
              : "Pas encore parti"}
          </span>
        )}
      </Fact>
      {account.parts.some(({ montant }) => montant > 0) && (
        <div className="sm:col-span-3">
          <p className="text-sm text-muted">Reversement</p>
          <ul>
            {account.parts.map(({ ClientId, nom, montant, etat, reverseLe, ...lot }) => (
              <li key={ClientId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5">
                <span className="font-medium">{nom}</span>
                <span className="tabular-nums">{formatEuros(montant)}</span>
                {etat && <PartBadge etat={etat} reverseLe={reverseLe} />}
                {lot.ReversementId && (
                  <Link
                    href={`/reversements/${lot.ReversementId}`}
                    className="text-sm text-accent hover:underline"
                  >
                    Lot {lot.numeroDuLot}
                  </Link>
                )}
                {etat === "a_reverser" && (
                  <Link href="/reversements" className="text-sm text-accent hover:underline">
                    Préparer le reversement
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <div className="font-medium">{children}</div>
    </div>
  );
}
