import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useId } from "react";
import type { CourrielDocumentRow } from "#domain/quittances/courriel-document.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { courriels } from "#web/entities/quittances/courriels.ts";
import { MAILS } from "#web/entities/quittances/mail-state.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { useSendMailAgain } from "./mail-writes.ts";

const FILTERS = [
  {
    name: "etat",
    label: "Courriels",
    initial: "a_verifier",
    choices: [
      { value: "a_verifier", label: "Tous" },
      { value: "incertain", label: "Incertains" },
      { value: "refuse", label: "Refusés" },
      { value: "retenu", label: "Retenus" },
    ],
  },
];

const COLUMNS: readonly Column<CourrielDocumentRow>[] = [
  {
    id: "objet",
    header: "Objet",
    className: "font-medium",
    cell: ({ objet }) => objet,
  },
  {
    id: "destinataires",
    header: "Destinataires",
    card: "line",
    cell: (row) => row.destinataires.join(", "),
  },
  {
    id: "createdAt",
    header: "Écrit le",
    card: "fact",
    cell: ({ createdAt }) => formatInstant(createdAt),
  },
  {
    id: "etat",
    header: "Courriel",
    cell: ({ etat, erreur }) => (
      <span className={MAILS[etat].className} title={erreur ?? undefined}>
        {MAILS[etat].short}
      </span>
    ),
  },
];

/** The mails of documents that may not have arrived; nothing when there are none. */
export function FailedDocumentMails() {
  const title = useId();
  const sendAgain = useSendMailAgain();
  const { data } = useQuery(courriels.list({ etat: "a_verifier", limit: 1 }));
  if (!data?.total) return null;
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="mb-2 font-semibold">
        Documents envoyés, à vérifier
      </h2>
      <RecordList
        resource={courriels}
        columns={COLUMNS}
        noun={["courriel", "courriels"]}
        name={(row) => row.objet}
        filters={FILTERS}
        sort="-id"
        embedded
        writable={false}
        actions={(row) => [
          { label: "Renvoyer", icon: Send, quick: true, onSelect: () => sendAgain(row) },
        ]}
        empty={{ icon: Send, title: "Aucun courriel à vérifier", text: "Tous sont partis." }}
      />
    </section>
  );
}
