import { type EtatDossier, etatDossier } from "#domain/biens/etat-dossier.ts";
import { aujourdhui } from "#domain/dates.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { CalendarClock, type Icon } from "#web/components/ui/row-icons.tsx";

const STATES: Record<EtatDossier, { word: string; tone: Tone; icon?: Icon }> = {
  annule: { word: "Annulé", tone: "grey" },
  clos: { word: "Clos", tone: "grey" },
  a_venir: { word: "À venir", tone: "blue" },
  dernier_jour: { word: "Se termine aujourd’hui", tone: "orange", icon: CalendarClock },
  en_preavis: { word: "En préavis", tone: "orange", icon: CalendarClock },
  en_cours: { word: "En cours", tone: "green" },
};

export function DossierBadge(dossier: Parameters<typeof etatDossier>[0]) {
  const { word, ...look } = STATES[etatDossier(dossier, aujourdhui(new Date()))];
  return <Badge {...look}>{word}</Badge>;
}
