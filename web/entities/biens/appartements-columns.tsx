import { Hammer, KeyRound, Users } from "lucide-react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { StatutAppartement } from "#domain/biens/appartement.ts";
import type { AppartementRow } from "#domain/biens/appartement-fiche.ts";
import { formatEuros, formatNombre, loyerTTC } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { CalendarClock } from "#web/components/ui/row-icons.tsx";

const TONES: Record<StatutAppartement, Tone> = {
  Occupé: "green",
  Vacant: "grey",
  "En Travaux": "violet",
};

interface AppartementBadgesProps {
  statut: StatutAppartement;
  enPreavis: boolean;
  enGestion: boolean;
  bauxEnCours: number;
}

export function AppartementBadges(props: AppartementBadgesProps) {
  const { statut, enPreavis, enGestion, bauxEnCours } = props;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={TONES[statut]} icon={statut === "En Travaux" ? Hammer : undefined}>
        {statut}
      </Badge>
      {bauxEnCours > 1 && (
        <Badge tone="orange" icon={Users}>
          {bauxEnCours} baux en cours
        </Badge>
      )}
      {enPreavis && (
        <Badge tone="orange" icon={CalendarClock}>
          En préavis
        </Badge>
      )}
      {enGestion && (
        <Badge tone="blue" icon={KeyRound}>
          En gestion
        </Badge>
      )}
    </span>
  );
}

/** « 3 p., 62,5 m² » */
function taille({ nbPiece, surface }: Pick<AppartementRow, "nbPiece" | "surface">): string {
  const pieces = nbPiece ? `${nbPiece}\u00A0p.` : null;
  const metres = surface ? `${formatNombre(surface, 2).replace(/,?0+$/, "")}\u00A0m²` : null;
  return [pieces, metres].filter(Boolean).join(", ");
}

const adresse: Column<AppartementRow> = {
  id: "adresse",
  header: "Adresse",
  sort: true,
  className: "font-medium",
  cell: (row) => nomAppartement(row),
};
const ville: Column<AppartementRow> = {
  id: "ville",
  header: "Ville",
  card: "line",
  sort: true,
  cell: (row) => `${row.codePostal} ${row.ville}`,
};
const surface: Column<AppartementRow> = {
  id: "surface",
  header: "Surface",
  card: "line",
  sort: true,
  from: "lg",
  className: "whitespace-nowrap",
  cell: taille,
};
const occupants: Column<AppartementRow> = {
  id: "locataires",
  header: "Locataire",
  card: "fact",
  from: "lg",
  cell: (row) => row.locataires,
};
const owners: Column<AppartementRow> = {
  id: "proprietaires",
  header: "Propriétaire",
  card: "fact",
  from: "xl",
  cell: (row) => row.proprietaires,
};
const rent: Column<AppartementRow> = {
  id: "loyerTCC",
  header: "Loyer CC",
  card: "amount",
  sort: true,
  align: "right",
  className: "whitespace-nowrap",
  cell: (row) => formatEuros(loyerTTC(row.loyerHC, row.charge)),
};
const status: Column<AppartementRow> = {
  id: "statut",
  header: "État",
  cell: (row) => <AppartementBadges {...row} />,
};

export const appartementColumns = [adresse, ville, surface, occupants, owners, rent, status];

/** The columns without the owner's name, which the page already shows. */
export const ownedColumns = [adresse, ville, surface, occupants, rent, status];

export const linkedColumns = [adresse, ville, occupants, rent];

/** The columns of the dialog that chooses an apartment. */
export const choiceColumns = [adresse, ville, occupants, rent, status];
