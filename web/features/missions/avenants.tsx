import { useQuery } from "@tanstack/react-query";
import { formatJour } from "#domain/dates.ts";
import type { AvenantRow } from "#domain/gerance/mandats/actes-mandat.ts";
import { Card } from "#web/components/ui/card.tsx";
import { useDocumentEvents } from "#web/documents/api.ts";
import { GeneratedDocument } from "#web/documents/generated-document.tsx";
import { Versions } from "#web/documents/versions.tsx";
import { avenantsQuery } from "#web/entities/mandats/missions.ts";

/**
 * The avenants of a registered mandate, each with a button that makes its paper, then the papers already made;
 * nothing when there are no avenants.
 */
export function Avenants({ id }: { id: number }) {
  const { data } = useQuery(avenantsQuery(id));
  const { made } = useDocumentEvents("Mission", id);
  if (!data || data.data.length === 0) return null;
  return (
    <Card className="mt-4 px-5 py-4">
      <h3 className="font-semibold">Avenants</h3>
      <p className="mt-0.5 text-sm text-muted">
        Ce qui a changé depuis la signature : le mandat s’imprime comme il a été signé.
      </p>
      <div className="mt-4 space-y-5">
        {data.data.map((row) => (
          <GeneratedDocument
            key={row.id}
            type="avenantInscrit"
            sources={{ acteId: row.id, id }}
            title={`Avenant n° ${row.rang}, à compter du ${formatJour(row.depuis)}`}
            text={changesOf(row)}
            action="Générer l’avenant"
          />
        ))}
      </div>
      <Versions versions={made.filter(({ type }) => type === "avenantInscrit")} />
    </Card>
  );
}

const changesOf = ({ changements }: AvenantRow): string =>
  changements.map(({ nom }) => nom).join(", ");
