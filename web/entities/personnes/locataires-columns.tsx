import { type EtatLocataire, LIBELLES_ETAT_LOCATAIRE } from "#domain/personnes/etat-locataire.ts";
import type { LocataireRow } from "#domain/personnes/locataire-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { BalanceCell } from "#web/entities/comptes/words.tsx";
import { formatPhone } from "#web/lib/format.ts";

const TONES = { actuel: "green", sansDossier: "orange", ancien: "grey" } as const;

export function LocataireBadge({ etat }: { etat: EtatLocataire }) {
  return <Badge tone={TONES[etat]}>{LIBELLES_ETAT_LOCATAIRE[etat]}</Badge>;
}

const addressOf = ({ appartement }: LocataireRow) => appartement;

/** The tenant's address, or a badge when he has no dossier. */
const homeOf = (locataire: LocataireRow) =>
  locataire.etat === "sansDossier" ? (
    <LocataireBadge etat={locataire.etat} />
  ) : (
    addressOf(locataire)
  );

export const locataireColumns: readonly Column<LocataireRow>[] = [
  {
    id: "nom",
    header: "Nom",
    sort: true,
    className: "font-medium",
    cell: (locataire) => nomComplet(locataire),
  },
  { id: "appartement", header: "Appartement", card: "line", cell: homeOf },
  {
    id: "tel",
    header: "Téléphone",
    from: "md",
    card: "line",
    className: "whitespace-nowrap",
    cell: (locataire) => formatPhone(locataire.tel),
  },
  {
    id: "solde",
    header: "Solde",
    from: "lg",
    card: "fact",
    align: "right",
    cell: (locataire) => <BalanceCell {...locataire} />,
  },
  {
    id: "mail",
    header: "E-mail",
    sort: true,
    from: "lg",
    card: "line",
    cell: (locataire) => locataire.mail,
  },
];

/** The columns of the dialog that chooses a tenant. */
export const choiceColumns: readonly Column<LocataireRow>[] = [
  ...locataireColumns.map((column) =>
    column.id === "appartement" ? { ...column, cell: addressOf } : column,
  ),
  {
    id: "actuel",
    header: "État",
    cell: (locataire) => <LocataireBadge etat={locataire.etat} />,
  },
];
