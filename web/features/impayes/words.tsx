import { CirclePause, Handshake } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import type { Alerte } from "#domain/gerance/impayes.ts";
import { type ImpayeRow, MOTIFS_PAUSE } from "#domain/gerance/relance-fiche.ts";
import { ETAPES, type Etape } from "#domain/gerance/relances.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";

const TONES: Record<Etape, Tone> = {
  question: "blue",
  R1: "grey",
  R2: "orange",
  R2c: "violet",
  R3: "orange",
  R4: "red",
};

export function StepBadge({ etape }: { etape: Etape }) {
  return <Badge tone={TONES[etape]}>{ETAPES[etape].libelle}</Badge>;
}

/** What holds the reminders of a dossier. */
export function HoldBadges({ pause, plan }: Pick<ImpayeRow, "pause" | "plan">) {
  return (
    <>
      {pause && (
        <Badge tone="blue" icon={CirclePause}>
          {MOTIFS_PAUSE[pause.motif]}, jusqu’au {formatJour(pause.jusquau)}
        </Badge>
      )}
      {plan && (
        <Badge tone="violet" icon={Handshake}>
          Plan d’apurement
        </Badge>
      )}
    </>
  );
}

export function AlertBadges({ alertes }: { alertes: readonly Alerte[] }) {
  return alertes.map(({ avant, detail, genre, libelle, urgente }) => (
    <span key={genre} title={detail}>
      <Badge tone={urgente ? "red" : "orange"}>
        {libelle}
        {avant && ` avant le ${formatJour(avant)}`}
      </Badge>
    </span>
  ));
}
