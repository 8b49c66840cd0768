import { useQuery } from "@tanstack/react-query";
import { KeyRound, Link2Off, Send } from "lucide-react";
import { Suspense, useState } from "react";
import { formatPeriode } from "#domain/dates.ts";
import type { AccesComptableRow } from "#domain/gerance/livres/acces-comptable.ts";
import type { EtatAcces } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import {
  accountantLinks,
  TOUCHED_BY_ACCOUNTANT_LINKS,
  withdrawAccountantLink,
} from "#web/entities/agence/comptable.ts";
import { formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const AccountantDialog = lazyNamed(() => import("./accountant-dialog.tsx"), "AccountantDialog");

const STATES: Readonly<Record<EtatAcces, { tone: Tone; word: string }>> = {
  ouvert: { tone: "green", word: "Ouvert" },
  expire: { tone: "grey", word: "Expiré" },
  retire: { tone: "grey", word: "Retiré" },
};

const COLUMNS: readonly Column<AccesComptableRow>[] = [
  {
    id: "nom",
    header: "Comptable",
    className: "whitespace-normal",
    cell: ({ nom, mail }) => (
      <>
        <span className="font-medium">{nom}</span>
        <p className="text-sm wrap-anywhere text-muted">{mail}</p>
      </>
    ),
  },
  { id: "periode", header: "Période", card: "line", cell: ({ du, au }) => formatPeriode(du, au) },
  {
    id: "etat",
    header: "Lien",
    card: "badge",
    cell: ({ etat }) => <Badge tone={STATES[etat].tone}>{STATES[etat].word}</Badge>,
  },
  {
    id: "expireLe",
    header: "Ouvre jusqu’au",
    card: "fact",
    from: "md",
    cell: ({ expireLe }) => formatInstant(expireLe),
  },
  {
    id: "vuLe",
    header: "Dernière visite",
    card: "fact",
    from: "md",
    cell: ({ vuLe }) => (vuLe ? formatInstant(vuLe) : "Aucune"),
  },
];

/** The private links by which the agency's accountant reads the books and downloads their files for a period. */
export function Accountant() {
  const [asked, setAsked] = useState(false);
  const links = useQuery(accountantLinks);
  const withdraw = useWrite(
    ({ id }: AccesComptableRow) => withdrawAccountantLink(id),
    TOUCHED_BY_ACCOUNTANT_LINKS,
  );
  if (links.error && !links.data)
    return <ErrorState error={links.error} onRetry={() => links.refetch()} />;

  async function askWithdrawal(link: AccesComptableRow) {
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
    <>
      <h2 className="sr-only">Comptable</h2>
      <RelatedList
        title="Accès du comptable"
        noun={["lien", "liens"]}
        rows={links.data}
        columns={COLUMNS}
        name={({ nom }) => nom}
        stale={links.isFetching}
        tools={
          <Button size="sm" onClick={() => setAsked(true)}>
            <Send aria-hidden />
            Donner un accès
          </Button>
        }
        actions={(link) =>
          link.etat === "ouvert"
            ? [
                {
                  label: "Retirer",
                  icon: Link2Off,
                  danger: true,
                  onSelect: () => void askWithdrawal(link),
                },
              ]
            : []
        }
        empty={{
          icon: KeyRound,
          title: "Aucun accès n’a été donné",
          text: "Votre comptable reçoit un lien privé, avec un code à chaque visite : il y télécharge les exports d’une période, et rien d’autre.",
        }}
      />
      {asked && (
        <Suspense>
          <AccountantDialog onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
