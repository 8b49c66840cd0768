import { moisDe } from "#domain/dates.ts";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import type { GenreSuivi, SuiviRow } from "#domain/suivi/suivi.ts";

interface Action {
  label: string;
  href: string;
}

const dossier = (suite: string) => (row: SuiviRow) => `/dossiers/${row.DossierId}${suite}`;
const logement = ({ AppartementId }: SuiviRow) => `/appartements/${AppartementId}/edit`;
const mandat = ({ MissionId }: SuiviRow) => `/missions/${MissionId}`;
const depart = dossier("?tab=depart");

/** The screen that deals with each kind of deadline. */
const ACTIONS: Record<GenreSuivi, { label: string; href(row: SuiviRow): string }> = {
  revision: { label: "Réviser", href: ({ date }) => `/annee?mois=${moisDe(date)}` },
  revision_arretee: { label: "Voir la révision", href: () => "/annee" },
  loyer_caf: { label: "Voir le dossier", href: dossier("") },
  indice: { label: "Saisir", href: () => "/annee" },
  charges: { label: "Régulariser", href: dossier("?tab=compte") },
  impaye_caf: { label: "Voir la dette", href: dossier("?tab=compte") },
  gli_relance: { label: "Relancer", href: dossier("?tab=compte") },
  gli_declaration: { label: "Voir la dette", href: dossier("?tab=compte") },
  visale_relance: { label: "Relancer", href: dossier("?tab=compte") },
  visale_declaration: { label: "Voir la dette", href: dossier("?tab=compte") },
  prescription: { label: "Voir la dette", href: dossier("?tab=compte") },
  fin_bail: { label: "Voir le bail", href: dossier("") },
  conge_bailleur: { label: "Noter le congé", href: depart },
  assurance: { label: "Saisir la date", href: dossier("/edit") },
  assurance_pour_compte: {
    label: "Voir l’assurance",
    href: dossier("?tab=compte&geste=assurance"),
  },
  loyer_renouvellement: { label: "Voir le bail", href: dossier("") },
  bail_a_signer: { label: "Joindre", href: dossier("?tab=documents") },
  edl_entree: { label: "Établir", href: dossier("?tab=etats-lieux") },
  edl_sortie: { label: "Convoquer", href: depart },
  restitution: { label: "Arrêter le compte", href: depart },
  provision: { label: "Solder", href: depart },
  solidarite: { label: "Voir le départ", href: depart },
  chaudiere: { label: "Saisir la date", href: logement },
  pac: { label: "Saisir la date", href: logement },
  dpe_fin: { label: "Saisir la date", href: logement },
  dpe_interdiction: { label: "Voir le logement", href: logement },
  gaz: { label: "Saisir la date", href: logement },
  electricite: { label: "Saisir la date", href: logement },
  plomb: { label: "Saisir la date", href: logement },
  amiante: { label: "Saisir la date", href: logement },
  risques: { label: "Saisir la date", href: logement },
  intendance: { label: "Renouveler", href: () => "/intendance/" },
  caution_information: { label: "Voir la caution", href: dossier("?tab=cautions") },
  caution_fin: { label: "Voir la caution", href: dossier("?tab=cautions") },
  caution_a_signer: { label: "Joindre", href: dossier("?tab=cautions") },
  reconduction: { label: "Voir le mandat", href: mandat },
  mandat_fin: { label: "Voir le mandat", href: mandat },
  reddition: { label: "Clôturer", href: () => "/cloture" },
  avis_versement: { label: "Aviser", href: mandat },
  carte: { label: "Saisir la date", href: () => "/parametres/" },
  garantie: { label: "Saisir la date", href: () => "/parametres/" },
  responsabilite: { label: "Saisir la date", href: () => "/parametres/" },
  formation: { label: "Saisir la date", href: () => "/parametres/" },
};

/** The letter that deals with each kind of deadline. */
const LETTERS: Partial<Record<GenreSuivi, TypeDocument>> = {
  assurance: "miseEnDemeureAssurance",
  caution_information: "informationCaution",
  gli_declaration: "declarationGli",
  visale_declaration: "declarationVisale",
  reconduction: "avisReconduction",
};

/**
 * The letter that deals with a deadline; null when there is none. The letter about an insurance is a formal notice,
 * which waits until the deadline is late.
 */
export const letterOf = ({ genre, bande }: SuiviRow): TypeDocument | null =>
  genre === "assurance" && bande !== "retard" ? null : (LETTERS[genre] ?? null);

/** The screen that deals with several deadlines of a kind together. */
const TOGETHER: Partial<Record<GenreSuivi, { label: string; href(row: SuiviRow): string }>> = {
  charges: { label: "Ouvrir l’année", href: () => "/annee?tab=charges" },
  revision: { label: "Réviser", href: ACTIONS.revision.href },
  intendance: { label: "Voir les intendances", href: ACTIONS.intendance.href },
};

/** The action on several deadlines of this kind together; null when no screen deals with them together. */
export function togetherOf(row: SuiviRow): Action | null {
  const action = TOGETHER[row.genre];
  return action ? { label: action.label, href: action.href(row) } : null;
}

export function actionOf(row: SuiviRow): Action {
  const { label, href } = ACTIONS[row.genre];
  return { label, href: href(row) };
}
