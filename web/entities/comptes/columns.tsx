import type { Column } from "#web/components/list/table-column.ts";

interface OfDossier {
  locataire: string;
  appartement: string;
}

/**
 * The tenant and the dwelling of a row's dossier; both columns shrink to leave room to the others.
 * @param yielding the class that sets their width
 */
export const partyColumns = <Row extends OfDossier>(yielding: string): readonly Column<Row>[] => [
  {
    id: "locataire",
    header: "Locataire",
    sort: true,
    className: `${yielding} font-medium`,
    cell: (row) => row.locataire,
    title: (row) => row.locataire,
  },
  {
    id: "appartement",
    header: "Appartement",
    sort: true,
    from: "lg",
    card: "line",
    className: yielding,
    cell: (row) => row.appartement,
    title: (row) => row.appartement,
  },
];
