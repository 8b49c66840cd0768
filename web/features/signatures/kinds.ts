import type { TypeDocument } from "#domain/fichiers/document.ts";
import type { PaperToSign } from "#web/entities/signatures/opening.ts";

const MANDATES: readonly TypeDocument[] = [
  "ordreMission",
  "ordreMissionIntendance",
  "avenantMandat",
  "avenantInscrit",
];

/** Whether the paper is a contract between the agency and an owner, from which a consumer may withdraw. */
export const isMandate = (type: TypeDocument): boolean => MANDATES.includes(type);

/** The page where the user types the missing data of a paper. */
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
