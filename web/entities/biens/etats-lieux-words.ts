import type { CoteEtatLieux, EtatLieuxDetail } from "#domain/biens/etat-lieux.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";

export const TITLES: Record<CoteEtatLieux, string> = {
  entree: DOCUMENTS.etatIn.intitule,
  sortie: DOCUMENTS.etatOut.intitule,
};

export const SIDE_NAMES: Record<CoteEtatLieux, string> = { entree: "Entrée", sortie: "Sortie" };

export const titleOf = (cote: CoteEtatLieux | null) => (cote ? TITLES[cote] : "État des lieux");

/** The question before a new inventory replaces another, which is then deleted (biens/README §4.1). */
export const REPLACEMENT = {
  title: "Remplacer l'état des lieux ?",
  text: "L'ancien état des lieux sera remplacé, et donc supprimé.",
  action: "Remplacer",
  danger: true,
};

/**
 * The question before a new inventory replaces this one. Its text says that the server keeps an inventory that is
 * signed or has photos (biens/README §4.1, terrain/README §19.4).
 */
export const replacementOf = ({
  signed,
  remplaces,
  photos,
}: Pick<EtatLieuxDetail, "signed" | "remplaces" | "photos">) => {
  if (photos > 0 && !signed && remplaces === 0)
    return {
      ...REPLACEMENT,
      text: "L'ancien état des lieux a des photographies : il sera remplacé, et gardé avec elles.",
      danger: false,
    };
  return signed || remplaces > 0
    ? {
        ...REPLACEMENT,
        text: "L'ancien état des lieux est signé : il sera remplacé, et gardé parmi les versions précédentes.",
        danger: false,
      }
    : REPLACEMENT;
};
