import { Ban } from "lucide-react";
import type { Jour } from "#domain/dates.ts";
import {
  type AnomaliesReunies,
  anomaliesReunies,
  ETATS_CLOTURE,
  type EtatCloture,
} from "#domain/gerance/cloture/cloture.ts";
import { motsDeLaPart } from "#domain/gerance/cloture/compte-proprietaire.ts";
import type { Anomalie, EtatPart } from "#domain/gerance/cloture/compte-rendu.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { CircleAlert, CircleCheck } from "#web/components/ui/row-icons.tsx";

const STATES: Record<EtatCloture, Tone> = {
  bloque: "red",
  a_verifier: "orange",
  pret: "blue",
  valide: "green",
};

export function CloseBadge({ etat }: { etat: EtatCloture }) {
  return (
    <Badge tone={STATES[etat]} {...(etat === "valide" ? { icon: CircleCheck } : {})}>
      {ETATS_CLOTURE[etat]}
    </Badge>
  );
}

const RED: readonly Anomalie["genre"][] = ["negatif", "impaye"];
const GREY: readonly Anomalie["genre"][] = ["sans_mail", "sans_mouvement"];

function toneOf({ genre, bloque }: AnomaliesReunies): Tone {
  if (bloque === "cloture" || RED.includes(genre)) return "red";
  return GREY.includes(genre) ? "grey" : "orange";
}

/** One badge for each kind of anomaly: « 2 impayés », « sans IBAN ». */
export function AnomalyBadges({ anomalies }: { anomalies: readonly Anomalie[] }) {
  return anomaliesReunies(anomalies).map((reunies) => (
    <span key={reunies.genre} title={reunies.details.join("\n")}>
      <AnomalyBadge reunies={reunies} />
    </span>
  ));
}

export function AnomalyBadge({ reunies }: { reunies: AnomaliesReunies }) {
  const { bloque, mots } = reunies;
  const icon = bloque === "cloture" ? Ban : bloque === "reversement" ? CircleAlert : undefined;
  return (
    <Badge tone={toneOf(reunies)} {...(icon ? { icon } : {})}>
      {mots}
    </Badge>
  );
}

const PARTS: Record<EtatPart, Tone> = {
  a_reverser: "orange",
  a_valider: "blue",
  preparee: "blue",
  envoyee: "blue",
  reversee: "green",
};

/** The state of an owner's share of an account, with the day of its payment. */
export function PartBadge({ etat, reverseLe }: { etat: EtatPart; reverseLe: Jour | null }) {
  return <Badge tone={PARTS[etat]}>{motsDeLaPart(etat, reverseLe)}</Badge>;
}
