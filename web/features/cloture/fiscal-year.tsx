import { useState } from "react";
import { aujourdhui } from "#domain/dates.ts";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import { fiscalCsv, fiscalPaper } from "#web/entities/cloture/comptes-rendus.ts";

const YEARS_OFFERED = 4;

/** The sums that the owners of a mandate declare to the tax administration for a year, as a PDF and as a CSV file. */
export function FiscalYear({ id }: { id: number }) {
  const present = Number(aujourdhui(new Date()).slice(0, 4));
  const [year, setYear] = useState(present - 1);
  const paper = useGeneration((annee: number) => fiscalPaper(id, annee));
  return (
    <Card className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-sm font-medium">Aide à la déclaration des revenus</h2>
          <p className="text-sm text-muted">
            Ce qui fut encaissé et payé dans l’année, par ligne et par propriétaire.
          </p>
        </div>
        <div className="w-28">
          <Label htmlFor="annee-fiscale" className="mb-1">
            Année
          </Label>
          <Select
            id="annee-fiscale"
            value={String(year)}
            options={Array.from({ length: YEARS_OFFERED }, (_, rank) => {
              const one = String(present - rank);
              return { value: one, label: one };
            })}
            onChange={(event) => setYear(Number(event.target.value))}
          />
        </div>
        <Button pending={paper.pending} onClick={() => paper.start(year)}>
          <FileText aria-hidden />
          Voir le PDF
        </Button>
        <CsvButton download={() => fiscalCsv(id, year)} />
      </div>
      <Outcome warnings={paper.warnings} refusal={paper.refusal} />
    </Card>
  );
}
