import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import { moisEnLettres } from "#domain/dates.ts";
import { COURRIELS, type CourrielPerdu } from "#domain/quittances/courriel.ts";
import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import { confirm } from "#web/components/confirm.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFoot } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { lostMails, resumeLostMails } from "#web/entities/quittances/courriels-lost.ts";
import { TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { formatCount, formatInstant, formatNames } from "#web/lib/format.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { useCallBack } from "./use-call-back.ts";

const COLUMNS: readonly Column<CourrielPerdu>[] = [
  { id: "destinataires", header: "À", className: "font-medium wrap-anywhere", cell: addressees },
  {
    id: "objet",
    header: "Courriel",
    card: "line",
    cell: (row) =>
      row.DossierId ? (
        <Link href={`/dossiers/${row.DossierId}`} className="underline-offset-4 hover:underline">
          {subjectOf(row)}
        </Link>
      ) : (
        subjectOf(row)
      ),
  },
  {
    id: "depuis",
    header: "Aurait dû partir le",
    card: "fact",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) => formatInstant(row.depuis),
  },
];

/**
 * The mails that were never sent. The user may read each mail, and chooses the mails to send. Nothing when there are
 * none.
 */
export function LostMails() {
  const { data } = useQuery(lostMails);
  return data && data.length > 0 && <Choice mails={data} />;
}

function Choice({ mails }: { mails: readonly CourrielPerdu[] }) {
  const title = useId();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const mayModify = usePeut("modifier");
  const mayAdminister = usePeut("administrer");
  const { shown, list } = usePagedRows(mails, { tabbed: "Perdu" });
  const callBack = useCallBack();
  const send = useWrite(
    async (ids: readonly number[]) => {
      const leaving = [];
      for (const lot of lotsOf(ids, LOT_AU_PLUS)) leaving.push(...(await resumeLostMails(lot)));
      return leaving;
    },
    [...TOUCHED_BY_COURRIELS, ...TOUCHED_BY_QUITTANCES],
  );
  const why = mails.find(({ erreur }) => erreur)?.erreur;
  const chosen = mails.filter(({ id }) => selected.has(id));

  async function ask() {
    const accepted = await confirm({
      title: `Envoyer ${formatCount(chosen.length, "courriel")} ?`,
      text: `${formatNames(chosen.map((mail) => `${subjectOf(mail)}, à ${addressees(mail)}`))}.`,
      action: "Envoyer",
    });
    if (!accepted) return;
    send.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: (leaving) => {
          setSelected(new Set());
          const left = chosen.length - leaving.length;
          const rest = `${formatCount(left, "laissé", "laissés")} : déjà en route, ou la lettre ne vaut plus.`;
          const said = `${formatCount(leaving.length, "courriel remis", "courriels remis")} à l’envoi.${left > 0 ? ` ${rest}` : ""}`;
          const undo = { label: "Annuler", onClick: () => callBack(...leaving) };
          notify(said, leaving.length > 0 ? undo : undefined);
        },
      },
    );
  }

  return (
    <section aria-labelledby={title} className="space-y-2">
      {why && (
        <Notice
          actions={
            mayAdminister && (
              <Button asChild size="sm">
                <Link href="/parametres/">Paramètres</Link>
              </Button>
            )
          }
        >
          {why}
        </Notice>
      )}
      <ListFrame
        heading={
          <h2 id={title} className="font-semibold">
            Courriels jamais partis
          </h2>
        }
        count={formatCount(mails.length, "courriel")}
        selection={
          chosen.length > 0 && (
            <>
              <span className="mr-2 text-sm font-medium" role="status">
                {formatCount(chosen.length, "courriel choisi", "courriels choisis")}
              </span>
              <Button variant="primary" pending={send.isPending} onClick={() => void ask()}>
                {!send.isPending && <Send aria-hidden />}
                Envoyer
              </Button>
              <Button variant="ghost" onClick={() => setSelected(new Set())}>
                Tout désélectionner
              </Button>
            </>
          )
        }
      >
        <DataTable
          label="Courriels jamais partis"
          columns={COLUMNS}
          rows={shown}
          name={(row) => `${subjectOf(row)}, à ${addressees(row)}`}
          selected={selected}
          onSelect={mayModify ? setSelected : undefined}
          empty={null}
        />
        <ListFoot of="Courriels jamais partis" list={list} />
      </ListFrame>
    </section>
  );
}

function addressees({ destinataires }: CourrielPerdu): string {
  return destinataires.join(", ");
}

/** « Quittance de novembre 2026, Léa Martin »; for the mail of a document, its subject. */
function subjectOf({ genre, objet, mois, locataire }: CourrielPerdu): string {
  if (genre === "document") return objet ?? "Document";
  const period = mois ? `, ${moisEnLettres(mois)}` : "";
  return `${COURRIELS[genre].nom}${period}${locataire ? `, ${locataire}` : ""}`;
}
