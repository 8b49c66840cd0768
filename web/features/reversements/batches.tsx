import { Landmark } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import type { ReversementRow } from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { payoutHref, reversements } from "#web/entities/cloture/reversements.ts";
import { PayoutBadge } from "#web/entities/cloture/reversements-words.tsx";
import { formatCount } from "#web/lib/format.ts";

const COLUMNS: readonly Column<ReversementRow>[] = [
  {
    id: "numero",
    header: "Lot",
    sort: true,
    cell: ({ numero }) => <span className="font-medium whitespace-nowrap">{numero}</span>,
  },
  {
    id: "dateExecution",
    header: "Exécution",
    card: "fact",
    sort: true,
    cell: ({ dateExecution }) => formatJour(dateExecution),
  },
  {
    id: "nombre",
    header: "Virements",
    card: "fact",
    align: "right",
    from: "md",
    cell: ({ nombre }) => nombre,
  },
  {
    id: "montant",
    header: "Montant",
    card: "amount",
    align: "right",
    sort: true,
    cell: ({ montant }) => formatEuros(montant),
  },
  { id: "etat", header: "État", sort: true, cell: ({ etat }) => <PayoutBadge etat={etat} /> },
  {
    id: "passes",
    header: "En banque",
    card: "fact",
    from: "md",
    cell: ({ etat, nombre, passes, rejetes }) =>
      etat === "telecharge" ? (
        <span className="whitespace-nowrap">
          {passes} sur {nombre}
          {rejetes > 0 && <span className="text-red"> · {formatCount(rejetes, "rejeté")}</span>}
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
];

export function Batches() {
  return (
    <RecordList
      resource={reversements}
      columns={COLUMNS}
      noun={["lot", "lots"]}
      name={({ numero }) => numero}
      href={({ id }) => payoutHref(id)}
      sort="-id"
      writable={false}
      search="Numéro du lot"
      empty={{
        icon: Landmark,
        title: "Aucun lot pour l’instant",
        text: "Choisissez des comptes dans « À reverser » : leurs virements font un lot.",
      }}
    />
  );
}
