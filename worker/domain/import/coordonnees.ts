import { type Autour, type Lecture, mot, refuser, texteLu } from "./valeurs.ts";

/** A telephone number; the leading zero or « + » that a spreadsheet removed is put back. */
export function telephoneLu(texte: string): string {
  const nu = texte.replace(/\.0$/, "");
  if (/^[1-9](?:[ .-]?\d){8}$/.test(nu)) return `0${nu}`;
  return /^33[1-9]\d{8}$/.test(nu) ? `+${nu}` : nu.replace(/[/_]/g, " ");
}

const NUMERO_ENTIER = /(?:\+33[ .-]?|0033[ .-]?|0)[1-9](?:[ .-]?\d\d){4}/.source;
const DEUX_NUMEROS = new RegExp(`^(${NUMERO_ENTIER})[ .,-]*(${NUMERO_ENTIER})$`);
const ENTRE_NUMEROS = /\s*[/;|,]\s*|\s+(?:ou|et|-)\s+/;
const chiffres = (texte: string): number => texte.replace(/\D/g, "").length;

/** The telephone numbers of a cell: two in « 06 12 34 56 84 / 01 44 55 66 77 », one in « 06/12/34/56/84 ». */
export function telephonesLus(texte: string): string[] {
  const [, premier, second] = texte.match(DEUX_NUMEROS) ?? [];
  const numeros =
    premier && second ? [premier, second] : texte.split(ENTRE_NUMEROS).filter(Boolean);
  const entiers = numeros.length > 1 && numeros.every((numero) => chiffres(numero) >= 9);
  return (entiers ? numeros : [texte]).map(telephoneLu);
}

const EN_LETTRES = ["zéro", "un", "deux", "trois", "quatre"];

/** The telephone numbers of a cell. @throws ValeurRefusee when it has more than `combien` */
export function telephonesAuPlus(texte: string, combien: 1 | 2): [string, ...string[]] {
  const [premier = "", ...autres] = telephonesLus(texte);
  const nombre = autres.length + 1;
  return nombre <= combien
    ? [premier, ...autres]
    : refuser(
        texte,
        `dit ${EN_LETTRES[nombre] ?? nombre} numéros : gardez-en ${EN_LETTRES[combien]}`,
      );
}

/** The only telephone number of a cell. @throws ValeurRefusee when it has several */
export const seulTelephoneLu = (texte: string): string => telephonesAuPlus(texte, 1)[0];

/** The first e-mail address of a cell: « a@b.fr; c@d.fr ». */
export const courrielLu = (texte: string): string =>
  texte
    .replace(/^mailto:/i, "")
    .replace(/^.*<(.+)>$/, "$1")
    .split(/[;,\s|]+/)[0]
    ?.replace(/\.$/, "") ?? "";

/** A postal code; the leading zero that a spreadsheet removed is put back. */
export const codePostalLu = (texte: string): string =>
  texte
    .replace(/\.0$/, "")
    .replace(/^F-?(?=\d{5}$)/i, "")
    .replace(/^(\d)(\d{3})$/, "0$1$2")
    .replace(/^(\d\d) (\d{3})$/, "$1$2");

/**
 * The postal code of a person. It stays as written when the line names a foreign country or, without any country, one
 * of the towns or telephone prefixes below.
 */
export const codePostalDit: Lecture = (texte, _today, { dit }) =>
  aLEtranger(dit) ? texte : codePostalLu(texte);

/** The countries whose postal codes have four digits, and some of their towns. */
const PAYS_A_QUATRE_CHIFFRES =
  /\b(belgique|belgie|belgium|suisse|schweiz|switzerland|luxembourg|autriche|pays bas|danemark|norvege|hongrie|portugal|tunisie|australie)\b/;
const VILLES_D_AILLEURS =
  /^(bruxelles|brussels|ixelles|uccle|etterbeek|schaerbeek|anderlecht|liege|namur|charleroi|mons|tournai|anvers|gand|bruges|louvain|wavre|waterloo|geneve|carouge|lausanne|zurich|bale|berne|neuchatel|fribourg|sion|montreux|vevey|nyon|lugano|copenhague|oslo|budapest|lisbonne)\b/;
// The telephone prefixes of some of these countries. Switzerland (41) is left out: people who live in France and work
// in Geneva have Swiss numbers.
const INDICATIFS = /^(\+|00) ?(32|352|43|45|47|36|351)/;

function aLEtranger(celluleDe: Autour["dit"]): boolean {
  const pays = mot(celluleDe("pays"));
  if (pays) return pays !== "france" && pays !== "fr";
  const ville = mot(celluleDe("ville"));
  return (
    PAYS_A_QUATRE_CHIFFRES.test(ville) ||
    VILLES_D_AILLEURS.test(ville) ||
    ["tel", "telephone", "mobile", "mobilePerso"].some((champ) => INDICATIFS.test(celluleDe(champ)))
  );
}

/** An address of several lines put on one line. */
export const adresseLue = (texte: string): string =>
  texteLu(texte)
    .split(/\s*[\r\n]+\s*/)
    .filter(Boolean)
    .join(", ");

/**
 * Splits a postal code and a town: « 75005 Paris », « PARIS (75005) ».
 *
 * @throws ValeurRefusee when one of them is missing
 */
export function codePostalEtVille(texte: string): Record<string, string> {
  const [, avant = "", entre = ""] = texte.match(/^(\d[\d ]{3,5})\s+(.+)$/) ?? [];
  if (avant) return { codePostal: codePostalLu(avant.trim()), ville: entre };
  const [, ville = "", apres = ""] = texte.match(/^(.+?)\s*\(?(\d{5})\)?$/) ?? [];
  if (ville) return { codePostal: apres, ville };
  return refuser(texte, "ne dit pas un code postal et une ville");
}
