import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { formatJour } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { jourDePaiement } from "#domain/quittances/echeance.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { BalanceCell } from "#web/entities/comptes/words.tsx";
import { DossierBadge } from "./dossiers-badge.tsx";

const locataire: Column<DossierRow> = {
  id: "locataire",
  header: "Locataire",
  sort: true,
  className: "font-medium",
  cell: (dossier) => dossier.locataire,
};
const appartement: Column<DossierRow> = {
  id: "appartement",
  header: "Appartement",
  sort: true,
  card: "line",
  cell: (dossier) => dossier.appartement,
};
const start: Column<DossierRow> = {
  id: "dateDebutBail",
  header: "Début du bail",
  sort: true,
  card: "fact",
  cell: (dossier) => formatJour(dossier.dateDebutBail),
};
const lease: readonly Column<DossierRow>[] = [
  {
    id: "dateFin",
    header: "Fin",
    card: "fact",
    cell: (dossier) => dossier.dateFin && formatJour(dossier.dateFin),
  },
  {
    id: "jourQuitance",
    header: "Échéance",
    sort: true,
    from: "lg",
    card: "fact",
    cell: (dossier) => jourDePaiement(dossier.jourQuitance),
  },
  {
    id: "loyerTTC",
    header: "Loyer TTC",
    sort: true,
    card: "amount",
    align: "right",
    className: "whitespace-nowrap",
    cell: (dossier) => formatEuros(dossier.loyerTTC),
  },
  {
    id: "solde",
    header: "Solde",
    from: "lg",
    card: "fact",
    align: "right",
    cell: (dossier) => <BalanceCell {...dossier} />,
  },
  { id: "statut", header: "État", cell: (dossier) => <DossierBadge {...dossier} /> },
];

export const dossierColumns = [
  locataire,
  appartement,
  { id: "ville", header: "Ville", from: "xl", cell: (dossier) => dossier.ville },
  { ...start, from: "lg" },
  ...lease,
] satisfies readonly Column<DossierRow>[];

/** The columns on the page of an apartment, without its address, which the page already shows. */
export const columnsOnAppartement = [
  locataire,
  start,
  ...lease,
] satisfies readonly Column<DossierRow>[];

/** The columns on the page of a tenant, without his name, which the page already shows. */
export const columnsOnLocataire = [
  { ...appartement, className: "font-medium" },
  start,
  ...lease,
] satisfies readonly Column<DossierRow>[];
