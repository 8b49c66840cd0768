import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SERIES_IRL, type Trimestre } from "#domain/bail/irl.ts";
import { SERIES } from "#domain/biens/appartement.ts";
import { type IndiceRow, trimestreEnLettres } from "#domain/gerance/revisions/indices.ts";
import { formatNombre } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { indicesQuery } from "#web/entities/comptes/revisions.ts";
import { formatInstant } from "#web/lib/format.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import { IndicesDialog } from "./quarter-dialog.tsx";

const QUARTERS = 8;

/**
 * The indices typed so far, the latest quarter first; a click opens the dialog that corrects a value or adds a
 * missing one.
 */
export function IndicesListDialog({ onClose }: { onClose(): void }) {
  const [corrected, setCorrected] = useState<IndiceRow | null>(null);
  const [typed, setTyped] = useState<Trimestre | null>(null);
  const { data, isError, error, refetch } = useQuery(indicesQuery());
  if (corrected) return <CorrectDialog indice={corrected} onClose={() => setCorrected(null)} />;
  if (typed)
    return (
      <IndicesDialog
        annee={typed.annee}
        trimestre={typed.trimestre}
        onClose={() => setTyped(null)}
      />
    );
  return (
    <Dialog
      open
      title="Indices de référence des loyers"
      description="Une valeur se saisit ou se corrige en la choisissant ; celle d’avant reste notée."
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        {isError && <ErrorState error={error} onRetry={() => refetch()} />}
        {data && <Quarters indices={data} onCorrect={setCorrected} onType={setTyped} />}
        {data && <Corrections indices={data} />}
      </DialogBody>
    </Dialog>
  );
}

interface QuartersProps {
  indices: readonly IndiceRow[];
  onCorrect(indice: IndiceRow): void;
  onType(quarter: Trimestre): void;
}

function Quarters({ indices, onCorrect, onType }: QuartersProps) {
  const quarters = [...Map.groupBy(indices, trimestreEnLettres)].toReversed().slice(0, QUARTERS);
  return (
    <table aria-label="Indices saisis" className="w-full text-sm">
      <thead>
        <tr className="border-b text-left text-muted">
          <th className="py-1.5 font-normal">Trimestre</th>
          {SERIES.map((serie) => (
            <th key={serie} className="py-1.5 text-right font-normal">
              {SERIES_IRL[serie]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {quarters.map(([words, known]) => (
          <tr key={words}>
            <th className="py-1 pr-2 text-left font-normal">{words}</th>
            {SERIES.map((serie) => {
              const indice = known.find((one) => one.serie === serie);
              return (
                <td key={serie} className="py-1 text-right">
                  {indice ? (
                    <Button
                      size="sm"
                      variant="ghost"
                      className="-mr-2 tabular-nums"
                      aria-label={`Corriger l’IRL du ${words}, ${SERIES_IRL[serie]}`}
                      onClick={() => onCorrect(indice)}
                    >
                      {formatNombre(indice.valeur, 2)}
                    </Button>
                  ) : (
                    <Button
                      size="sm"
                      variant="ghost"
                      className="-mr-2"
                      aria-label={`Saisir l’IRL du ${words}, ${SERIES_IRL[serie]}`}
                      onClick={() => known[0] && onType(known[0])}
                    >
                      –
                    </Button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The past corrections: the successive values, the author, the instant and the reason. */
function Corrections({ indices }: { indices: readonly IndiceRow[] }) {
  const corrected = indices.filter(({ anciennes }) => anciennes.length > 0).toReversed();
  if (corrected.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="font-medium">Corrections</h3>
      <ul className="mt-1 space-y-2 text-sm">
        {corrected.map((indice) => (
          <li key={indice.id}>
            <span className="tabular-nums">
              {trimestreEnLettres(indice)}, {SERIES_IRL[indice.serie]} :{" "}
              {[...indice.anciennes.toReversed(), indice]
                .map(({ valeur }) => formatNombre(valeur, 2))
                .join(" → ")}
            </span>
            <span className="block text-muted wrap-anywhere">
              {formatInstant(indice.createdAt)}
              {indice.user && `, ${indice.user}`}
              {indice.motif && ` : ${indice.motif}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
