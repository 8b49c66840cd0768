import type { BanqueReprise, MandatRepris } from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { AmountCell } from "./amount-cell.tsx";
import type { Balances } from "./balances.ts";

export interface SectionProps {
  balances: Balances;
  /** True once the balances are signed. */
  locked: boolean;
  onChange(line: LigneReprise): void;
}

export function Mandates({
  rows,
  balances,
  locked,
  onChange,
}: SectionProps & { rows: readonly MandatRepris[] }) {
  return (
    <Table aria-label="Soldes des mandants">
      <thead>
        <tr>
          <TableHead>Mandat</TableHead>
          <TableHead className="text-right">Il lui est dû</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, clients, numRegistre, fonds }) => (
          <tr key={id}>
            <TableCell className="align-top">
              <span className="font-medium">{clients || `Mission ${id}`}</span>
              <span className="block text-sm text-muted">
                {numRegistre ? `Registre ${numRegistre} · ` : ""}
                {fonds === "agence"
                  ? "l’agence reçoit les loyers"
                  : "il reçoit lui-même les loyers"}
              </span>
            </TableCell>
            <AmountCell
              label={`Dû à ${clients || `la mission ${id}`}`}
              locked={locked}
              value={balances.get(`mandant ${id}`)?.montant ?? 0}
              onChange={(montant) => onChange({ genre: "mandant", MissionId: id, montant })}
            />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The balance of each bank account that holds funds of others. */
export function Banks({
  rows,
  balances,
  locked,
  onChange,
}: SectionProps & { rows: readonly BanqueReprise[] }) {
  return (
    <Table aria-label="Soldes des comptes bancaires">
      <thead>
        <tr>
          <TableHead>Compte bancaire</TableHead>
          <TableHead className="text-right">Solde</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, nom, iban }) => (
          <tr key={id}>
            <TableCell className="align-top">
              <span className="font-medium">{nom}</span>
              <span className="block text-sm text-muted">{iban}</span>
            </TableCell>
            <AmountCell
              label={`Solde de ${nom}`}
              locked={locked}
              value={balances.get(`banque ${id}`)?.montant ?? 0}
              onChange={(montant) => onChange({ genre: "banque", CompteBancaireId: id, montant })}
            />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
