/** The error for a text that is no amount. Its message is the end of a French sentence: « n’est pas lisible ». */
export class MontantIllisible extends Error {
  override name = "MontantIllisible";
}

const illisible = (pourquoi = "n’est pas lisible") => new MontantIllisible(pourquoi);

/**
 * The cents of an amount, from its digits before and after the decimal sign.
 *
 * @throws MontantIllisible when a decimal after the second is not zero, or the amount is too large
 */
export function centimesDe(entiers: string, decimales: string): number {
  if (/[1-9]/.test(decimales.slice(2))) throw illisible("a plus de deux décimales");
  const centimes = Number(entiers) * 100 + Number(decimales.slice(0, 2).padEnd(2, "0"));
  if (!Number.isSafeInteger(centimes)) throw illisible();
  return centimes;
}

/**
 * The cents of an amount written by a person: « 1 234,56 », « 1.234,56 », « −45,00 € ».
 *
 * @throws MontantIllisible when the text is no amount, or has two readings: « 1.234 » may be 1 234 or 1,234
 */
export function centimesEcrits(texte: string): number {
  const nu = texte
    .replace(/[\s\u00A0\u202F'’]|€|EUR$/giu, "")
    .replace(/^[−–]/, "-")
    .replace(/^(.*\d)-$/, "-$1");
  const [, signe, corps = ""] = nu.match(/^([+-]?)(\d[\d.,]*|[.,]\d+)$/) ?? [];
  if (corps === "") throw illisible();
  const separe = Math.max(corps.lastIndexOf("."), corps.lastIndexOf(","));
  const [entiers, decimales] =
    separe < 0 ? [corps, ""] : [corps.slice(0, separe), corps.slice(separe + 1)];
  const milliers: string[] = entiers.match(/[.,]/g) ?? [];
  if (
    separe >= 0 &&
    decimales.length === 3 &&
    milliers.length === 0 &&
    /^[1-9]\d{0,2}$/.test(entiers)
  )
    throw illisible("peut se lire de deux façons");
  if (milliers.length > 0 && !/^\d{1,3}([.,]\d{3})+$/.test(entiers)) throw illisible();
  if (milliers.includes(corps[separe] ?? "")) throw illisible();
  return (signe === "-" ? -1 : 1) * centimesDe(entiers.replace(/[.,]/g, "") || "0", decimales) + 0;
}
