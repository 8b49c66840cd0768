/** Letters that Unicode does not split into a plain letter and its accents, each followed by its ASCII spelling. */
const LATINES = "łl đd ðd øo œoe æae ßss ıi þth əe";
const GRECQUES = "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo";
const CYRILLIQUES =
  "аa бb вv гg ґg дd еe єie жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъie ыy ь эe юiu яia ђd ѕdz јj љlj њnj ћc џdz";

const LETTRES = new Map(
  `${LATINES} ${GRECQUES} ${CYRILLIQUES}`
    .split(" ")
    .map((paire) => [paire.charAt(0), paire.slice(1)] as const),
);

const LONGUEUR = 60;

/**
 * The words of a text for a file name, in ASCII letters and digits: without accents, Greek and Cyrillic spelled as in
 * passports (ISO 843; OACI 9303). A word after the first is left out when the name would exceed 60 characters with
 * it.
 *
 * @param liant the sign between two words
 */
export function motsDeFichier(texte: string, liant: "-" | "_"): string {
  const mots = texte
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ου", "ou")
    .replace(/\P{ASCII}/gu, (lettre) => LETTRES.get(lettre) ?? lettre)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return mots.reduce((nom, mot) => {
    if (nom === "") return mot;
    const suite = `${nom}${liant}${mot}`;
    return suite.length <= LONGUEUR ? suite : nom;
  }, "");
}
