import { PenLine } from "lucide-react";
import type { DemandeRow } from "#domain/signature/wire.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { demandeHref, demandes } from "#web/entities/signatures/demandes.ts";
import { countOfSigned, DemandeBadge, signerName } from "#web/entities/signatures/words.tsx";
import { formatInstant, formatNames } from "#web/lib/format.ts";

const FILTERS = [
  {
    name: "etat",
    label: "État",
    initial: "ouvertes",
    choices: [
      { value: "ouvertes", label: "En cours" },
      { value: "agence", label: "À signer par l’agence" },
      { value: "finies", label: "Terminées" },
    ],
  },
];

const COLUMNS: readonly Column<DemandeRow>[] = [
  {
    id: "titre",
    header: "Document",
    card: "title",
    className: "font-medium",
    cell: ({ titre }) => titre,
  },
  {
    id: "signataires",
    header: "Signataires",
    card: "line",
    cell: ({ signataires }) =>
      formatNames(signataires.filter(({ role }) => role !== "agence").map(signerName)),
  },
  {
    id: "signatures",
    header: "Avancement",
    card: "fact",
    from: "lg",
    className: "whitespace-nowrap tabular-nums",
    cell: countOfSigned,
  },
  {
    id: "createdAt",
    header: "Mis en signature",
    card: "fact",
    sort: "id",
    from: "md",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ createdAt }) => formatInstant(createdAt),
  },
  {
    id: "expireLe",
    header: "Expire le",
    card: "fact",
    from: "lg",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ etat, expireLe }) => etat === "a_signer" && formatInstant(expireLe),
  },
  { id: "etat", header: "État", cell: (row) => <DemandeBadge {...row} /> },
];

/** The papers put to signature, the latest first; the list opens on the papers still under way. */
export function SignatureList() {
  return (
    <RecordList
      resource={demandes}
      filters={FILTERS}
      sort="-id"
      columns={COLUMNS}
      noun={["signature", "signatures"]}
      name={(row) => row.titre}
      href={(row) => demandeHref(row.id)}
      writable={false}
      search="Document, signataire"
      empty={{
        icon: PenLine,
        title: "Aucun document en signature",
        text: "Un bail, un acte de cautionnement, un état des lieux ou un mandat se fait signer depuis sa fiche, par « Faire signer » : à distance par un lien et un code, ou sur place sur la tablette. Le fichier scellé rejoint la fiche, et se suit ici.",
      }}
    />
  );
}
