import { Send } from "lucide-react";
import { Suspense, useState } from "react";
import { moisDe, moisEnLettres } from "#domain/dates.ts";
import { COURRIELS, GENRES_COURRIEL } from "#domain/quittances/courriel.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { MailCheck } from "#web/components/ui/row-icons.tsx";
import { amount, locataire, Period } from "#web/entities/quittances/columns.tsx";
import { MailCell, mayBeSentAgain } from "#web/entities/quittances/mail-state.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { failedMailList } from "../reads.ts";
import { useSendAgain } from "./use-send-again.ts";

const QuittanceDialog = lazyNamed(() => import("../quittance-dialog.tsx"), "QuittanceDialog");

/** The receipts with a mail that may not have arrived: uncertain, refused or cancelled. */
export function FailedMails() {
  const [opened, setOpened] = useState<number | null>(null);
  const sendAgain = useSendAgain();
  const kindsOf = (row: QuittanceRow) =>
    GENRES_COURRIEL.filter((genre) => row[genre] && mayBeSentAgain(row[genre]));
  const columns: readonly Column<QuittanceRow>[] = [
    locataire,
    {
      id: "date",
      header: "Période",
      card: "fact",
      sort: true,
      cell: (row) => <Period row={row} />,
    },
    amount,
    {
      id: "courriel",
      header: "Courriel",
      cell: (row) =>
        kindsOf(row).map((genre) => (
          <MailCell key={genre} row={row} genre={genre} onSendAgain={sendAgain} />
        )),
    },
  ];
  return (
    <>
      <RecordList
        {...failedMailList}
        columns={columns}
        noun={["quittance", "quittances"]}
        name={(row) => `${row.locataire}, ${moisEnLettres(moisDe(row.date))}`}
        onOpen={(row) => setOpened(row.id)}
        embedded
        writable={false}
        actions={(row) =>
          kindsOf(row).map((genre) => ({
            label: `Renvoyer ${COURRIELS[genre].article}`,
            icon: Send,
            quick: true,
            onSelect: () => sendAgain(row, genre),
          }))
        }
        empty={{
          icon: MailCheck,
          title: "Aucun courriel incertain",
          text: "Un envoi interrompu, que le locataire a peut-être reçu, attend ici votre décision.",
        }}
      />
      <Suspense>
        {opened !== null && <QuittanceDialog id={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
