import { sousLoi89 } from "#domain/bail/bail.ts";
import { type Indice, indexation } from "#domain/bail/finances.ts";
import { estPassoire } from "#domain/bail/logement.ts";
import { jourDeRevisionEnLettres } from "#domain/gerance/revisions/anniversaires.ts";
import { formatNombre } from "#domain/montants.ts";
import { BLANK, orBlank } from "../mentions.ts";
import type { Bail } from "./bail.ts";

/** The day of the yearly revision, « 15 janvier » (bail/README §3.4). */
export const jourDeRevision = ({ dossier }: Bail): string =>
  jourDeRevisionEnLettres({
    debut: dossier.dateDebutBail,
    convenue: dossier.jourRevision ?? null,
  });

const INDICES: Readonly<Record<Indice, string>> = {
  IRL: "l'indice de référence des loyers (IRL)",
  ILC: "l'indice des loyers commerciaux (ILC)",
  ICC: "l'indice du coût de la construction (ICC)",
};

/** The clause on the revision of the rent, which the guarantee copies letter for letter (bail/README §3.4, §5). */
export function clauseRevision(bail: Bail): string {
  if (bail.regime === "etudiant") return "Sans objet.";
  const index = indexation(bail);
  if (index === null) return "Le loyer n'est pas révisé en cours de bail.";
  const { indice } = bail.dossier;
  const reference = `${orBlank(index.trimestre)} – ${indice ? formatNombre(indice, 2) : BLANK}`;
  const gel =
    sousLoi89(bail) && estPassoire(bail)
      ? " Aucune révision ne peut être appliquée tant que le logement est classé F ou G (article 17-1, III)."
      : "";
  return `Le loyer est révisé chaque année, le ${jourDeRevision(bail)}, dans la limite de la variation de ${INDICES[index.indice]} publié par l'INSEE. Indice de référence\u00A0: ${reference}.${gel}`;
}
