import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";

export function ChargesTable({ statement }: { statement: DecompteDeCharges }) {
  const { jours, joursDeLAnnee, lignes, mode, partage, provisions, recuperable, solde, total } =
    statement;
  const days = `${formatNombre(jours, Number.isInteger(jours) ? 0 : 2)} jours sur ${joursDeLAnnee}`;
  return (
    <div className="overflow-x-auto">
      <Table>
        <thead>
          <tr>
            <TableHead>Nature</TableHead>
            <TableHead className="text-right max-sm:hidden">Dépense</TableHead>
            <TableHead className="text-right max-sm:hidden">Récupérable</TableHead>
            <TableHead className="text-right">
              {days}
              {partage && ", partagés"}
            </TableHead>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {lignes.map((line) => (
            <Line
              key={`${line.code} ${line.compteur}`}
              label={line.compteur ? `${line.libelle}, au compteur` : line.libelle}
              spent={line.depenses}
              recoverable={line.recuperable}
              due={line.montant}
            />
          ))}
          <Line label={<strong>Total réel</strong>} recoverable={recuperable} due={total} />
          <Line
            label={mode === "periodique" ? "Charges déjà appelées" : "Provisions appelées"}
            due={0 - provisions}
          />
          <Line
            label={<strong>{solde < 0 ? "Solde en faveur du locataire" : "Solde dû"}</strong>}
            due={Math.abs(solde)}
          />
        </tbody>
      </Table>
    </div>
  );
}

interface LineProps {
  label: ReactNode;
  spent?: number;
  recoverable?: number;
  due: number;
}

function Line({ label, spent, recoverable, due }: LineProps) {
  return (
    <tr>
      <TableCell>{label}</TableCell>
      <Amount className="max-sm:hidden">{spent}</Amount>
      <Amount className="max-sm:hidden">{recoverable}</Amount>
      <Amount>{due}</Amount>
    </tr>
  );
}

interface AmountProps {
  className?: string;
  children: number | undefined;
}

const Amount = ({ className, children }: AmountProps) => (
  <TableCell className={clsx("text-right whitespace-nowrap", className)}>
    {children !== undefined && formatEuros(children)}
  </TableCell>
);
