import { type Difference, verdict } from "../gerance/departs/differences.ts";
import type { Ajout, ComplementDePiece } from "./releve.ts";

/** The change, between entry and exit, of an addition: furniture, or an element outside the usual list. */
export interface DifferenceDAjout
  extends Pick<Difference, "avant" | "apres" | "ecart" | "proposition"> {
  piece: string;
  nom: string;
  /** How many pieces of the addition are missing at the exit, compared with the entry. */
  manquants: number;
}

/**
 * Compares the additions of the entry (furniture, unusual elements) with those of the exit, by room and by key. An
 * addition absent at the exit counts as missing.
 */
export function differencesDesAjouts(
  entree: readonly ComplementDePiece[],
  sortie: readonly ComplementDePiece[],
): DifferenceDAjout[] {
  const apres = new Map(sortie.map((piece) => [piece.cle, piece]));
  return entree.flatMap(({ cle, nom: piece, ajouts }) => {
    const presents = new Map(apres.get(cle)?.ajouts.map((ajout) => [ajout.cle, ajout]));
    return ajouts.map((ajout) => difference(piece, ajout, presents.get(ajout.cle)));
  });
}

function difference(piece: string, avant: Ajout, apres: Ajout | undefined): DifferenceDAjout {
  const textes = { avant: avant.constat, apres: apres?.constat ?? null };
  const manquants = Math.max(0, avant.nombre - (apres?.nombre ?? 0));
  const deux = { piece, nom: avant.nom, ...textes, manquants };
  if (manquants > 0) return { ...deux, ecart: "degrade", proposition: "a_decider" };
  // Without any text on either side, there is nothing to compare.
  if (!textes.avant && !textes.apres) return { ...deux, ecart: "identique", proposition: null };
  return { ...deux, ...verdict(textes) };
}
