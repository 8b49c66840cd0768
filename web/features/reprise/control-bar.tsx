import { avertissementsReprise, type ControleReprise } from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { enEuros, formatEuros, somme } from "#domain/montants.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CircleAlert, CircleCheck } from "#web/components/ui/row-icons.tsx";

interface ControlBarProps {
  controle: ControleReprise;
  lines: readonly LigneReprise[];
}

/**
 * The equation « Banque = mandants + dépôts + avances », computed while the user types, and the sums that no bank
 * holds.
 */
export function ControlBar({ controle, lines }: ControlBarProps) {
  const { banque, mandants, depots, avances, ecart } = controle;
  const apart = [
    { what: "dû par les locataires", euros: sumOf(lines, ({ genre }) => genre === "dette") },
    {
      what: "dépôts chez les bailleurs",
      euros: sumOf(lines, (line) => line.genre === "depot" && line.detenuPar === "bailleur"),
    },
  ].filter(({ euros }) => euros !== 0);
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
            {ecart > 0
              ? `${formatEuros(enEuros(ecart))} de trop en banque`
              : `Il manque ${formatEuros(enEuros(-ecart))} en banque`}
          </Badge>
        )}
      </span>
      {avertissementsReprise(lines).map((texte) => (
        <p key={texte} className="basis-full text-muted text-sm">
          {texte}
        </p>
      ))}
      {apart.length > 0 && (
        <p className="basis-full text-sm text-muted">
          Hors banque : {apart.map(({ what, euros }) => `${what} ${formatEuros(euros)}`).join(", ")}
        </p>
      )}
    </Card>
  );
}

const sumOf = (lines: readonly LigneReprise[], counts: (line: LigneReprise) => boolean): number =>
  somme(...lines.filter(counts).map(({ montant }) => montant));

const Part = ({ label, cents }: { label: string; cents: number }) => (
  <span>
    <span className="block text-xs text-muted">{label}</span>
    <span className="font-medium">{formatEuros(enEuros(cents))}</span>
  </span>
);
