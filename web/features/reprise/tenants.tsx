import { X } from "lucide-react";
import { deMoisEnLettres, type Mois } from "#domain/dates.ts";
import type { DossierRepris } from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { DETENTEURS, type Detenteur } from "#domain/gerance/reprise/solde-repris.ts";
import { formatEuros } from "#domain/montants.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { AmountCell } from "./amount-cell.tsx";
import type { SectionProps } from "./sections.tsx";

const HOLDERS = Object.entries(DETENTEURS).map(([value, label]) => ({ value, label }));

/** The debt or the advance of each tenant, and the deposit. */
export function Tenants({ rows, ...section }: SectionProps & { rows: readonly DossierRepris[] }) {
  const months = Map.groupBy(
    [...section.balances.values()].flatMap((line) =>
      line.genre === "dette" && line.mois ? { line, month: line.mois } : [],
    ),
    ({ line }) => line.DossierId,
  );
  return (
    <Table aria-label="Soldes des locataires" className="cards">
      <thead>
        <tr>
          <TableHead>Locataire</TableHead>
          <TableHead className="text-right">Il doit</TableHead>
          <TableHead className="text-right">Il a d’avance</TableHead>
          <TableHead className="text-right">Dépôt de garantie</TableHead>
          <TableHead>Détenu par</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((dossier) => (
          <TenantRow
            key={dossier.id}
            dossier={dossier}
            months={months.get(dossier.id) ?? []}
            {...section}
          />
        ))}
      </tbody>
    </Table>
  );
}

type DebtOfMonth = Extract<LigneReprise, { genre: "dette" }>;

interface TenantRowProps extends SectionProps {
  dossier: DossierRepris;
  /** The tenant's debts whose month is known. */
  months: readonly { line: DebtOfMonth; month: Mois }[];
}

function TenantRow({ dossier, months, balances, locked, onChange }: TenantRowProps) {
  const { id: DossierId, locataire, numero, appartement, depotGarantie, dejaPaye } = dossier;
  const deposit = balances.get(`depot ${DossierId}`);
  const detenuPar = deposit?.genre === "depot" ? deposit.detenuPar : "bailleur";
  const amountOf = (key: string) => balances.get(`${key} ${DossierId}`)?.montant ?? 0;
  return (
    <tr>
      <TableCell data-card="title" className="align-top">
        <span className="font-medium">{locataire}</span>
        <span className="block text-sm text-muted">
          {numero} · {appartement}
        </span>
      </TableCell>
      <AmountCell
        header="Il doit"
        label={`${locataire} doit`}
        locked={locked}
        value={balances.get(`dette ${DossierId} `)?.montant ?? 0}
        onChange={(montant) => onChange({ genre: "dette", DossierId, montant })}
      >
        {months.map(({ line, month }) => (
          <span
            key={month}
            className="flex items-center justify-end gap-1 text-sm whitespace-nowrap"
          >
            {month.slice(5)}/{month.slice(0, 4)} : {formatEuros(line.montant)}
            {!locked && (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Retirer ${deMoisEnLettres(month)} : ${locataire}`}
                onClick={() => onChange({ ...line, montant: 0 })}
              >
                <X />
              </Button>
            )}
          </span>
        ))}
      </AmountCell>
      <AmountCell
        header="Il a d’avance"
        label={`${locataire} a d’avance`}
        locked={locked}
        value={amountOf("avance")}
        onChange={(montant) => onChange({ genre: "avance", DossierId, montant })}
      >
        {!locked && dejaPaye > amountOf("avance") && (
          <span className="block text-sm text-orange">au moins {formatEuros(dejaPaye)}</span>
        )}
      </AmountCell>
      <AmountCell
        header="Dépôt de garantie"
        label={`Dépôt de ${locataire}`}
        locked={locked}
        value={amountOf("depot")}
        onChange={(montant) => onChange({ genre: "depot", DossierId, detenuPar, montant })}
      >
        {!locked && !deposit && depotGarantie !== null && depotGarantie > 0 && (
          <Button
            variant="link"
            className="text-sm pointer-coarse:min-h-11"
            onClick={() =>
              onChange({ genre: "depot", DossierId, detenuPar, montant: depotGarantie })
            }
          >
            {formatEuros(depotGarantie)} au bail
          </Button>
        )}
      </AmountCell>
      <TableCell
        data-card="fact"
        data-label="Détenu par"
        className="w-36 flex-[1_1_8rem] align-top lg:w-40"
      >
        {locked ? (
          deposit && DETENTEURS[detenuPar]
        ) : (
          <Select
            aria-label={`Dépôt de ${locataire} détenu par`}
            disabled={!deposit}
            options={HOLDERS}
            value={detenuPar}
            onChange={({ target }) =>
              deposit?.genre === "depot" &&
              onChange({ ...deposit, detenuPar: target.value as Detenteur })
            }
          />
        )}
      </TableCell>
    </tr>
  );
}
