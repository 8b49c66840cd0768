import { ShieldCheck } from "lucide-react";
import { LIBELLES_ROLE, type Role } from "#domain/droits.ts";
import { EVENEMENTS_SECURITE, type LigneSecurite } from "#domain/securite.ts";
import { RecordList } from "#web/components/record-list.tsx";
import type { Column } from "#web/components/table-column.ts";
import { formatAnything, formatCount, formatInstant } from "#web/lib/format.ts";
import { resource } from "#web/lib/resource.ts";

const journal = resource<LigneSecurite, LigneSecurite, never>("Securite");

const FILTERS = [
  {
    name: "evenement",
    label: "Événements",
    choices: [
      { value: "", label: "Tous" },
      ...Object.entries(EVENEMENTS_SECURITE).map(([value, label]) => ({ value, label })),
    ],
  },
];

const COLUMNS: readonly Column<LigneSecurite>[] = [
  {
    id: "createdAt",
    header: "Date",
    sort: "id",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatInstant(createdAt)}</time>,
  },
  {
    id: "evenement",
    header: "Événement",
    cell: (row) => (
      <>
        <span className="font-medium">{EVENEMENTS_SECURITE[row.evenement]}</span>
        <Details details={row.details} />
      </>
    ),
  },
  {
    id: "user",
    header: "Compte",
    sort: true,
    cell: ({ user }) => user ?? <span className="text-muted">Aucun compte</span>,
  },
  {
    id: "device",
    header: "Appareil",
    from: "md",
    cell: ({ device }) => <span className="text-muted">{device}</span>,
  },
];

/** What is known of an event, in one line: « 12 essais », « par claire@agence.example ». */
function Details({ details }: Pick<LigneSecurite, "details">) {
  const { par, essais, role, avant, apres, ...others } = details ?? {};
  const parts = [
    typeof essais === "number" && essais > 1 && formatCount(essais, "essai"),
    role && roleName(role),
    apres && `${roleName(avant)} → ${roleName(apres)}`,
    ...Object.entries(others).map(([name, value]) => `${name} : ${formatAnything(value)}`),
    par && `par ${par}`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <p className="text-sm text-muted">{parts.join(", ")}</p>;
}

const roleName = (value: unknown) => LIBELLES_ROLE[value as Role] ?? formatAnything(value);

/** Who came in, who could not, and what changed of accounts and of personal data. */
export function SecurityList() {
  return (
    <RecordList
      resource={journal}
      columns={COLUMNS}
      noun={["événement", "événements"]}
      name={(row) => EVENEMENTS_SECURITE[row.evenement]}
      search="Adresse e-mail, appareil"
      filters={FILTERS}
      sort="-id"
      writable={false}
      empty={{
        icon: ShieldCheck,
        title: "Rien pour l’instant",
        text: "Connexions, mots de passe, rôles et exports s’écrivent ici, et y restent un an.",
      }}
    />
  );
}
