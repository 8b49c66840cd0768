import { useState } from "react";
import type {
  BailDeLAnnee,
  ChargesDeLAnnee,
  LotDeLAnnee,
} from "#domain/gerance/charges/annee-lue.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { formatCount } from "#web/lib/format.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { NumberCell } from "./inputs.tsx";
import { LotName } from "./lot-name.tsx";
import { useLeases } from "./statement-of.ts";

interface OverviewProps {
  charges: ChargesDeLAnnee;
  elsewhere: Elsewhere;
  setElsewhere(next: Elsewhere): void;
}

/** The cost of each dwelling, the part that its owner keeps and why, and what each tenant owes or gets back. */
export function Overview({ charges, elsewhere, setElsewhere }: OverviewProps) {
  const leases = useLeases(charges, elsewhere);
  const leasesOf = ({ baux }: LotDeLAnnee) =>
    leases.filter(({ DossierId }) => baux.some((bail) => bail.DossierId === DossierId));
  const shared = sharedBy(leases.map(warningsOf));
  return (
    <div className="space-y-3">
      {shared.map((warning) => (
        <Notice key={warning}>{warning}</Notice>
      ))}
      <Card className="overflow-x-auto">
        <Table aria-label="Aperçu des charges">
          <thead>
            <tr>
              <TableHead>Logement, locataire</TableHead>
              <TableHead className="text-right max-md:hidden">Jours</TableHead>
              <TableHead className="text-right">Charges</TableHead>
              <TableHead className="text-right max-sm:hidden">Provisions</TableHead>
              <TableHead className="text-right">Solde</TableHead>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {charges.lots.map((lot) => (
              <Lot
                key={lot.AppartementId}
                lot={lot}
                leases={leasesOf(lot)}
                shared={shared}
                elsewhere={elsewhere}
                onElsewhere={(DossierId, sum) => setElsewhere({ ...elsewhere, [DossierId]: sum })}
              />
            ))}
          </tbody>
        </Table>
      </Card>
    </div>
  );
}

const warningsOf = ({ decompte }: BailDeLAnnee): string[] =>
  decompte.avertissements.filter((warning) => !warning.startsWith("Aucune provision"));

/** The warnings common to all the leases; none for a single lease. */
const sharedBy = ([first = [], ...others]: readonly string[][]): string[] =>
  others.length === 0
    ? []
    : first.filter((warning) => others.every((warnings) => warnings.includes(warning)));

interface LotProps {
  lot: LotDeLAnnee;
  leases: readonly BailDeLAnnee[];
  /** The warnings shown once above the table, and not again on each lease. */
  shared: readonly string[];
  elsewhere: Elsewhere;
  onElsewhere(DossierId: number, sum: number): void;
}

function Lot({ lot, leases, shared, elsewhere, onElsewhere }: LotProps) {
  const { forfaits, joursVides, proprietaire, recuperable } = lot;
  const why = [
    joursVides > 0 && formatCount(Math.round(joursVides), "jour vide", "jours vides"),
    forfaits.length > 0 && `forfait : ${forfaits.join(", ")}`,
  ].filter(Boolean);
  return (
    <>
      <tr className="bg-sunken/60">
        <TableCell className="font-medium">
          <LotName lot={lot} />
        </TableCell>
        <TableCell className="max-md:hidden" />
        <TableCell className="text-right whitespace-nowrap">{formatEuros(recuperable)}</TableCell>
        <TableCell className="max-sm:hidden" />
        <TableCell className="text-right text-xs text-muted">
          {proprietaire > 0 && (
            <>
              <span className="block sm:whitespace-nowrap">
                {formatEuros(proprietaire)} au propriétaire
              </span>
              {why.length > 0 && <span className="block">{why.join(", ")}</span>}
            </>
          )}
        </TableCell>
      </tr>
      {leases.map((lease) => (
        <Lease
          key={lease.DossierId}
          lease={lease}
          shared={shared}
          said={elsewhere[lease.DossierId] ?? null}
          onElsewhere={(sum) => onElsewhere(lease.DossierId, sum)}
        />
      ))}
    </>
  );
}

interface LeaseProps {
  lease: BailDeLAnnee;
  shared: readonly string[];
  /** The provisions called outside this product, as the user typed them; euros, null when nothing is typed. */
  said: number | null;
  onElsewhere(sum: number): void;
}

function Lease({ lease, shared, said, onElsewhere }: LeaseProps) {
  const { decompte, locataire } = lease;
  const { ailleurs, envoi, ecart, jours, joursDeLAnnee, manquants } = decompte;
  return (
    <tr>
      <TableCell className="pl-6">
        <span className="flex flex-wrap items-center gap-2">
          {locataire}
          {envoi && (
            <Badge tone={ecart === null ? "green" : "orange"}>
              {ecart === null ? "Envoyé" : "À rectifier"}
            </Badge>
          )}
        </span>
        {(said !== null || (manquants.length > 0 && ailleurs === null)) && (
          <CalledElsewhere {...{ locataire, said }} onSaid={onElsewhere} />
        )}
        {warningsOf(lease)
          .filter((warning) => !shared.includes(warning))
          .map((warning) => (
            <span key={warning} className="block text-xs text-orange">
              {warning}
            </span>
          ))}
      </TableCell>
      <TableCell className="text-right whitespace-nowrap max-md:hidden">
        {formatNombre(jours, Number.isInteger(jours) ? 0 : 1)} / {joursDeLAnnee}
      </TableCell>
      <TableCell className="text-right whitespace-nowrap">{formatEuros(decompte.total)}</TableCell>
      <TableCell className="text-right whitespace-nowrap max-sm:hidden">
        {formatEuros(0 - decompte.provisions)}
      </TableCell>
      <TableCell className="text-right font-medium whitespace-nowrap">
        {decompte.solde < 0 ? (
          <>
            {formatEuros(0 - decompte.solde)}
            <span className="block text-xs font-normal text-green">en sa faveur</span>
          </>
        ) : (
          formatEuros(decompte.solde)
        )}
      </TableCell>
    </tr>
  );
}

interface CalledElsewhereProps {
  locataire: string;
  said: number | null;
  onSaid(sum: number): void;
}

/** Asks for the provisions that another manager called; Enter or the next field confirms the sum. */
function CalledElsewhere({ locataire, said, onSaid }: CalledElsewhereProps) {
  const [sum, setSum] = useState(said);
  const take = () => {
    if (sum !== null && sum !== said) onSaid(sum);
  };
  return (
    <Notice className="mt-1" tone={said === null ? "orange" : "blue"}>
      <form
        className="flex flex-wrap items-center gap-2"
        onBlur={take}
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        Provisions appelées ailleurs
        <span className="w-28">
          <NumberCell
            label={`Provisions appelées ailleurs, ${locataire}`}
            value={sum}
            onChange={setSum}
          />
        </span>
      </form>
    </Notice>
  );
}
