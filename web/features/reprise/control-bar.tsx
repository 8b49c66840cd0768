import { CircleAlert, CircleCheck } from "lucide-react";
import type { ControleReprise } from "#domain/gerance/reprise.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";

/** « Banque = mandants + dépôts + avances », as one types. */
export function ControlBar({ controle }: { controle: ControleReprise }) {
  const { banque, mandants, depots, avances, ecart } = controle;
  return (
    <Card
      role="status"
      aria-label="Contrôle des soldes"
      className="sticky top-2 z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 tabular-nums"
    >
      <Part label="Banque" cents={banque} />
      <span aria-hidden>=</span>
      <Part label="Mandants" cents={mandants} />
      <span aria-hidden>+</span>
      <Part label="Dépôts détenus" cents={depots} />
      <span aria-hidden>+</span>
      <Part label="Avances" cents={avances} />
      <span className="ml-auto">
        {ecart === 0 ? (
          <Badge tone="green" icon={CircleCheck}>
            Aucun écart
          </Badge>
        ) : (
          <Badge tone="red" icon={CircleAlert}>
            Écart de {formatEuros(enEuros(ecart))}
          </Badge>
        )}
      </span>
    </Card>
  );
}

const Part = ({ label, cents }: { label: string; cents: number }) => (
  <span>
    <span className="block text-xs text-muted">{label}</span>
    <span className="font-medium">{formatEuros(enEuros(cents))}</span>
  </span>
);
