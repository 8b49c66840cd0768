import { formatJour } from "#domain/dates.ts";
import type { ConditionsRow } from "#domain/gerance/mandats/conditions.ts";
import { Button } from "#web/components/ui/button.tsx";
import { generate } from "#web/documents/api.ts";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";

/** Makes the avenant of these terms, which the parties sign. */
export function AvenantButton({ id, row }: { id: number; row: ConditionsRow }) {
  const paper = useGeneration(() => generate("avenantMandat", { id, conditionsId: row.id }));
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        pending={paper.pending}
        aria-label={`Avenant à signer, à compter du ${formatJour(row.depuis)}`}
        onClick={() => paper.start(undefined)}
      >
        Avenant à signer
      </Button>
      {paper.refusal !== null && (
        <div className="basis-full">
          <Outcome {...paper} />
        </div>
      )}
    </>
  );
}
