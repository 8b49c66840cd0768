type Texte = string | null | undefined;

/** The meters of a dwelling with their French names; the reading of the electricity meter is stored on the dossier. */
export const COMPTEURS = {
  eauFroide: "d’eau froide",
  eauChaude: "d’eau chaude",
  releveGaz: "de gaz",
  chauffage: "de chauffage",
} as const;

export type Compteur = keyof typeof COMPTEURS;

/**
 * The reading of a meter found in a text: 214 for « 214 m³ » or « 214 », 1214.5 for « n° 4471, 1 214,5 m³ »; null
 * without one.
 */
export function indexLu(texte: Texte): number | null {
  const [, avecUnite] = /(\d[\d\s]*(?:[.,]\d+)?)\s*(?:m3|m³|kwh)/i.exec(texte ?? "") ?? [];
  const [seul] = /^\s*\d[\d\s]*(?:[.,]\d+)?\s*$/.exec(texte ?? "") ?? [];
  const releve = avecUnite ?? seul;
  return releve === undefined ? null : Number(releve.replaceAll(/\s/g, "").replace(",", "."));
}

/** Whether a meter reads less at the exit than at the entry, as after a replacement or a wrong reading. */
export function compteurRecule(avant: Texte, apres: Texte): boolean {
  const [entree, sortie] = [indexLu(avant), indexLu(apres)];
  return entree !== null && sortie !== null && sortie < entree;
}

type Relevant = Partial<Record<Compteur, Texte>> | null | undefined;

/**
 * The French warnings about meters that read less at the exit than at the entry; they refuse nothing (biens/README
 * §4.1).
 */
export const avertissementsCompteurs = (entree: Relevant, sortie: Relevant): string[] =>
  (Object.keys(COMPTEURS) as Compteur[])
    .filter((compteur) => compteurRecule(entree?.[compteur], sortie?.[compteur]))
    .map(
      (compteur) =>
        `Le compteur ${COMPTEURS[compteur]} indique moins à la sortie (${sortie?.[compteur]}) qu’à l’entrée (${entree?.[compteur]}) : a-t-il été remplacé, ou mal relevé ?`,
    );
