import type { TypeDocument } from "#domain/fichiers/document.ts";
import type { PaperToSign } from "#web/entities/signatures/opening.ts";

const MANDATES: readonly TypeDocument[] = [
  "ordreMission",
  "ordreMissionIntendance",
  "avenantMandat",
  "avenantInscrit",
];

/** A contract between the agency and its principal, from which a consumer may withdraw. */
export const isMandate = (type: TypeDocument): boolean => MANDATES.includes(type);

/** The screen on which what is missing in a paper is written. */
export function mendedAt({ entite, entiteId, sources }: PaperToSign): string {
  const { id } = sources;
  switch (entite) {
    case "Mission":
      return `/missions/${entiteId}/edit`;
    case "Intendance":
      return `/appartements/${id}?tab=intendance`;
    case "Caution":
      return `/dossiers/${id}?tab=cautions`;
    case "EtatLieux":
      return `/dossiers/${id}?tab=etats-lieux`;
    default:
      return `/dossiers/${id}/edit`;
  }
}
