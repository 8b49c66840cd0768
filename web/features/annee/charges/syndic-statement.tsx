import { useQuery } from "@tanstack/react-query";
import { Plus, Save, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { formatJour, formatPeriode } from "#domain/dates.ts";
import type { ChargesDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import type { DecompteSyndicVu } from "#domain/gerance/charges/immeuble-fiche.ts";
import { RECUPERABLES, type Recuperable } from "#domain/missions/natures-de-depense.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import {
  dropSyndic,
  noteSyndic,
  syndicStatementsOf,
  TOUCHED_BY_CHARGES,
} from "#web/entities/comptes/annee-de-charges.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { DayCell, NumberCell } from "./inputs.tsx";
import { NatureSelect } from "./natures.tsx";
import { RemoveLine } from "./remove-line.tsx";
import { sentWarning } from "./sent-warning.ts";
import { type TellUnsaved, useUnsaved } from "./unsaved.ts";

interface Line {
  key: string;
  recuperable: Recuperable | null;
  montant: number | null;
}

const blank = (): Line => ({ key: crypto.randomUUID(), recuperable: null, montant: null });

interface SyndicStatementProps {
  id: number;
  charges: ChargesDeLAnnee;
  onUnsaved: TellUnsaved;
}

/**
 * The bills of a dwelling without a building, and the yearly accounts of its syndic (the building's manager), with
 * the part that tenants owe (« dont locatif ») for each nature of expense.
 */
export function SyndicStatement({ id, charges, onUnsaved }: SyndicStatementProps) {
  const mayModify = usePeut("modifier");
  const bills = charges.lots[0]?.baux[0]?.decompte.depenses ?? [];
  return (
    <div className="space-y-4">
      <Card className="overflow-x-auto">
        {bills.length === 0 ? (
          <EmptyState
            title="Aucune dépense récupérable dans l’exercice"
            text="Notez le décompte du syndic ci-dessous, ou les factures du logement dans l’intendance."
          />
        ) : (
          <Table aria-label="Dépenses du logement">
            <thead>
              <tr>
                <TableHead>Nature</TableHead>
                <TableHead className="max-md:hidden">Date</TableHead>
                <TableHead className="text-right">Montant</TableHead>
                <TableHead className="text-right max-md:hidden">Récupérable</TableHead>
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {bills.map((bill) => (
                <tr key={`${bill.code} ${bill.date} ${bill.numFacture} ${bill.montant}`}>
                  <TableCell>
                    <span className="block">{bill.libelle}</span>
                    <span className="block text-xs text-muted">
                      {RECUPERABLES[bill.code].libelle}
                    </span>
                  </TableCell>
                  <TableCell className="max-md:hidden">{formatJour(bill.date)}</TableCell>
                  <TableCell className="text-right whitespace-nowrap">
                    {formatEuros(bill.montant)}
                  </TableCell>
                  <TableCell className="text-right max-md:hidden">
                    {bill.tauxRecuperable} %
                  </TableCell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        <div className="border-t px-4 py-2.5">
          <Button asChild size="sm">
            <Link href={`/appartements/${id}?tab=intendances`}>Les factures du logement</Link>
          </Button>
        </div>
      </Card>
      <Noted id={id} charges={charges} />
      {mayModify && <Sheet id={id} charges={charges} onUnsaved={onUnsaved} />}
    </div>
  );
}

/** The accounts of the syndic that cover days of this year; nothing when there are none. */
function Noted({ id, charges }: Pick<SyndicStatementProps, "id" | "charges">) {
  const mayDelete = usePeut("supprimer");
  const { data = [] } = useQuery(syndicStatementsOf(id));
  const drop = useWrite(async (statement: DecompteSyndicVu) => {
    await dropSyndic(statement.id);
    notify("Le décompte du syndic est retiré, avec ses dépenses.");
  }, TOUCHED_BY_CHARGES);
  const { du, au } = charges.exercice;
  const noted = data.filter((statement) => statement.du <= au && statement.au >= du);
  if (noted.length === 0) return null;

  async function ask(statement: DecompteSyndicVu) {
    const question = {
      title: "Retirer le décompte du syndic ?",
      subject: `${formatPeriode(statement.du, statement.au)}, ${formatEuros(sumOf(statement))}`,
      text: `${formatCount(statement.lignes.length, "dépense part", "dépenses partent")} avec lui.`,
      warnings: charges.lots.flatMap(sentWarning),
      action: "Retirer",
      danger: true,
    };
    if (await confirm(question)) drop.mutate(statement);
  }

  return (
    <Card>
      <p className="border-b px-4 py-2.5 font-medium">Décomptes du syndic notés</p>
      <ul className="divide-y" aria-label="Décomptes du syndic notés">
        {noted.map((statement) => (
          <li key={statement.id} className="flex items-center gap-3 px-4 py-1.5 tabular-nums">
            <span className="min-w-0">
              <span className="block">{formatPeriode(statement.du, statement.au)}</span>
              <span className="block text-xs text-muted">
                {formatCount(statement.lignes.length, "nature")}
              </span>
            </span>
            <span className="ml-auto whitespace-nowrap">{formatEuros(sumOf(statement))}</span>
            {mayDelete && (
              <Button
                variant="ghost"
                size="icon"
                disabled={drop.isPending}
                aria-label={`Retirer le décompte du ${formatPeriode(statement.du, statement.au)}`}
                onClick={() => ask(statement)}
              >
                <Trash2 aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const sumOf = ({ lignes }: DecompteSyndicVu): number =>
  somme(...lignes.map(({ montant }) => montant));

function Sheet({ id, charges, onUnsaved }: SyndicStatementProps) {
  const [du, setDu] = useState<string | null>(charges.exercice.du);
  const [au, setAu] = useState<string | null>(charges.exercice.au);
  const [lines, setLines] = useState<readonly Line[]>([blank()]);
  const change = (key: string, changes: Partial<Line>) =>
    setLines((now) => {
      const next = now.map((line) => (line.key === key ? { ...line, ...changes } : line));
      return next.at(-1)?.recuperable ? [...next, blank()] : next;
    });
  const typed = lines.flatMap(({ recuperable, montant }) =>
    recuperable && montant ? [{ recuperable, montant }] : [],
  );
  useUnsaved(
    lines.some(({ recuperable, montant }) => recuperable !== null || montant !== null),
    onUnsaved,
  );
  const save = useWrite(async (period: { du: string; au: string }) => {
    await noteSyndic(id, { ...period, lignes: typed });
    setLines([blank()]);
    notify("Le décompte du syndic est noté.");
  }, TOUCHED_BY_CHARGES);
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2.5">
        <p className="mr-auto font-medium">Décompte du syndic, dont locatif</p>
        <span className="text-sm text-muted">du</span>
        <span className="w-32">
          <DayCell label="Début de l’exercice" value={du} onChange={setDu} invalid={du === null} />
        </span>
        <span className="text-sm text-muted">au</span>
        <span className="w-32">
          <DayCell label="Fin de l’exercice" value={au} onChange={setAu} invalid={au === null} />
        </span>
      </div>
      <ol className="divide-y" aria-label="Lignes du décompte du syndic">
        {lines.map((line, rank) => (
          <li
            key={line.key}
            className="grid grid-cols-[minmax(0,1fr)_8rem_2.25rem] gap-2 px-4 py-2.5"
          >
            <NatureSelect
              rank={rank}
              value={line.recuperable}
              onChange={(recuperable) => change(line.key, { recuperable })}
            />
            <NumberCell
              label={`Dont locatif, ligne ${rank + 1}`}
              value={line.montant}
              onChange={(montant) => change(line.key, { montant })}
            />
            <RemoveLine
              rank={rank}
              only={lines.length === 1}
              onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
        <Button size="sm" variant="ghost" onClick={() => setLines([...lines, blank()])}>
          <Plus aria-hidden />
          Une ligne
        </Button>
        <p className="ml-auto text-sm text-muted tabular-nums" role="status">
          {typed.length > 0 && formatEuros(somme(...typed.map(({ montant }) => montant)))}
        </p>
        <Button
          variant="primary"
          pending={save.isPending}
          disabled={typed.length === 0 || !du || !au}
          onClick={() => du && au && save.mutate({ du, au })}
        >
          {!save.isPending && <Save aria-hidden />}
          Noter le décompte
        </Button>
      </div>
    </Card>
  );
}
