import { CirclePause, Handshake } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import { type Alerte, motsDAlerte } from "#domain/gerance/relances/alertes.ts";
import { MOTIFS_PAUSE } from "#domain/gerance/relances/impayes.ts";
import type { ImpayeRow } from "#domain/gerance/relances/relance-fiche.ts";
import { ETAPES, type Etape } from "#domain/gerance/relances/relances.ts";
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

/** The pause and the plan that stop the reminders of a dossier. */
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

/** « Relance amiable envoyée », « Dossier transmis » */
const sentWords = (etape: Etape): string =>
  etape === "R4" ? "Dossier transmis" : `${ETAPES[etape].libelle} envoyée`;

export function FollowUp({ derniere, suivante }: Pick<ImpayeRow, "derniere" | "suivante">) {
  return (
    <>
      <span className="block">
        {derniere
          ? `${sentWords(derniere.etape)} le ${formatJour(derniere.libereeLe)}`
          : "Rien n’est encore parti"}
      </span>
      {suivante && (
        <span className="block text-sm text-muted">
          {suivante.le === null
            ? `${ETAPES[suivante.etape].libelle} à valider`
            : `Ensuite : ${ETAPES[suivante.etape].libelle.toLowerCase()}, le ${formatJour(suivante.le)}`}
        </span>
      )}
    </>
  );
}

/** The alerts about a debt: the thresholds passed, each with its day, and the deadlines, past or to come. */
export function AlertBadges({ alertes }: { alertes: readonly Alerte[] }) {
  return alertes.map((alerte) => (
    <span key={alerte.genre} title={alerte.detail}>
      <AlertBadge alerte={alerte} />
    </span>
  ));
}

export function AlertBadge({ alerte }: { alerte: Alerte }) {
  return (
    <Badge
      tone={alerte.urgente ? "red" : "orange"}
      className="h-auto! min-h-5.5 shrink! rounded-xl! py-0.5 whitespace-normal!"
    >
      {motsDAlerte(alerte)}
    </Badge>
  );
}
