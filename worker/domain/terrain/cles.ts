/** The kinds of keys counted by an inventory, in the words of its paper (biens/README §4.1). */
export const CLES = {
  palier: { nom: "Porte palière", un: "clé de porte palière", plusieurs: "clés de porte palière" },
  immeuble: { nom: "Immeuble", un: "clé d’immeuble", plusieurs: "clés d’immeuble" },
  boite: {
    nom: "Boîte aux lettres",
    un: "clé de boîte aux lettres",
    plusieurs: "clés de boîte aux lettres",
  },
  cave: { nom: "Cave", un: "clé de cave", plusieurs: "clés de cave" },
  badge: { nom: "Badge", un: "badge", plusieurs: "badges" },
  telecommande: { nom: "Télécommande", un: "télécommande", plusieurs: "télécommandes" },
} as const;

export type Cle = keyof typeof CLES;
const NATURES = Object.keys(CLES) as Cle[];

/** The number of keys of each kind, and the rest of the text. */
export interface ClesComptees {
  comptes: Partial<Record<Cle, number>>;
  reste: string;
}

/**
 * Reads the keys in a text: « 2 clés de porte palière, 1 badge, double chez le gardien » gives 2, 1, and the rest of
 * the text.
 */
export function clesLues(texte: string): ClesComptees {
  const comptes: Partial<Record<Cle, number>> = {};
  const reste = texte.split(/,\s*/).filter((partie) => {
    const [, nombre = "", mots] = /^(\d{1,2}) (.+)$/s.exec(partie) ?? [];
    const nature = NATURES.find((cle) => mots === CLES[cle].un || mots === CLES[cle].plusieurs);
    if (nature === undefined || comptes[nature] !== undefined) return true;
    comptes[nature] = Number(nombre);
    return false;
  });
  return { comptes, reste: reste.join(", ") };
}

/**
 * The keys in words, « 2 clés de porte palière, 1 badge »: a kind never counted is left out, a count of 0 is written.
 */
export function clesEnMots({ comptes, reste }: ClesComptees): string {
  const comptees = NATURES.flatMap((cle) => {
    const nombre = comptes[cle];
    if (nombre === undefined) return [];
    return `${nombre} ${nombre > 1 ? CLES[cle].plusieurs : CLES[cle].un}`;
  });
  return [...comptees, reste.trim()].filter(Boolean).join(", ");
}
