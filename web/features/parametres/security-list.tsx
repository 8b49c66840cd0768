import { ShieldCheck } from "lucide-react";
import { intituleReglage } from "#domain/agence/agence.ts";
import { moisEnLettres } from "#domain/dates.ts";
import { nomsDesConditions } from "#domain/gerance/mandats/registre-mandats.ts";
import { GENRES_CONSERVES, type GenreConserve } from "#domain/personnes/conservation.ts";
import { LIBELLES_ROLE, type Role } from "#domain/profils/droits.ts";
import { EVENEMENTS_SECURITE, type LigneSecurite } from "#domain/profils/securite.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { ENTITIES } from "#web/components/record/history-event.tsx";
import { formatAnything, formatCount, formatInstant } from "#web/lib/format.ts";
import { resource } from "#web/lib/server/resource.ts";

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
    card: "line",
    sort: "id",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatInstant(createdAt)}</time>,
  },
  {
    id: "evenement",
    header: "Événement",
    card: "title",
    cell: (row) => (
      <>
        <span className="font-medium">{titleOf(row)}</span>
        <Details details={row.details} />
      </>
    ),
  },
  {
    id: "user",
    header: "Compte",
    card: "fact",
    sort: true,
    cell: ({ user }) => user ?? <span className="text-muted">Aucun compte</span>,
  },
  {
    id: "device",
    header: "Appareil",
    card: "line",
    from: "md",
    cell: ({ device }) => <span className="text-muted">{device}</span>,
  },
];

/** The title of an event, with its state unless it is done: « Changement des coordonnées bancaires demandé ». */
const titleOf = ({ evenement, details }: LigneSecurite) =>
  [EVENEMENTS_SECURITE[evenement], details?.etat !== "fait" && details?.etat]
    .filter(Boolean)
    .join(" ");

type Word = (value: unknown, details: Record<string, unknown>) => string | false;

const count = (value: unknown, noun: string) => formatCount(Number(value), noun);
const roleName = (value: unknown) => LIBELLES_ROLE[value as Role] ?? formatAnything(value);
const entityName = (value: unknown) =>
  ENTITIES[value as string]?.label ?? OTHERS[value as string] ?? formatAnything(value);
const recordName = (value: unknown, { id }: Record<string, unknown>) =>
  `${entityName(value)} ${id}`;

/** The names of exported lists that `ENTITIES` of the history lacks. */
const OTHERS: Readonly<Record<string, string>> = {
  Courriel: "Courriel",
  History: "Historique",
  Securite: "Journal de sécurité",
  User: "Utilisateur",
};

/** The words of each detail, in reading order; `false` hides a detail that another detail includes. */
const WORDS: Readonly<Record<string, Word>> = {
  etat: () => false,
  id: () => false,
  genre: (value) => GENRES_CONSERVES[value as GenreConserve]?.intitule ?? formatAnything(value),
  effaces: (value) => count(value, "effacement"),
  ressource: entityName,
  nombre: (value) => count(value, "ligne"),
  lecture: () => "lues d’un seul appel",
  mois: (value) => moisEnLettres(String(value)),
  personne: recordName,
  entite: (value, details) =>
    value === "Changement" ? "Changement en attente" : !details.champ && recordName(value, details),
  champ: (value) => intituleReglage(String(value)),
  champs: (value) => nomsDesConditions(value as string[]).join(", "),
  changement: formatAnything,
  essais: (value) => Number(value) > 1 && count(value, "essai"),
  role: roleName,
  avant: () => false,
  apres: (value, { avant }) => `${roleName(avant)} → ${roleName(value)}`,
  demande: (value) => `demandé par ${value}`,
  par: (value) => `par ${value}`,
};

const KEYS = Object.keys(WORDS);

/** The details of an event on one line: « 12 essais », « par claire@agence.example ». */
function Details({ details }: Pick<LigneSecurite, "details">) {
  const told = details ?? {};
  const parts = Object.keys(told)
    .sort((one, other) => KEYS.indexOf(one) - KEYS.indexOf(other))
    .map((key) => (WORDS[key] ?? formatAnything)(told[key], told))
    .filter(Boolean);
  if (parts.length === 0) return null;
  return <p className="text-sm text-muted">{parts.join(", ")}</p>;
}

/** The journal of security: sign-ins, failed sign-ins, exports, changes of accounts and of personal data. */
export function SecurityList() {
  return (
    <RecordList
      resource={journal}
      columns={COLUMNS}
      noun={["événement", "événements"]}
      name={titleOf}
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
