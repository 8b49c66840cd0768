import { inflateRawSync } from "node:zlib";
import { MOTS_DE_PASSE_COURANTS } from "./mots-de-passe-courants.generated.ts";

let courants: ReadonlySet<string> | null = null;

/**
 * A common word of this many letters or more is easy to guess even among digits and punctuation. A shorter word may be
 * there by chance.
 */
const MOT_HABILLE = 6;

/**
 * Whether a password is one of the ten thousand most common. Capitals do not count; around a word of six letters or
 * more, neither do digits and punctuation.
 */
export function estCourant(motDePasse: string): boolean {
  courants ??= new Set(lireCourants());
  const petit = motDePasse.toLowerCase();
  const mot = petit.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return courants.has(petit) || (mot.length >= MOT_HABILLE && courants.has(mot));
}

function lireCourants(): string[] {
  const octets = inflateRawSync(Buffer.from(MOTS_DE_PASSE_COURANTS, "base64"));
  let precedent = "";
  return octets
    .toString("latin1")
    .trimEnd()
    .split("\n")
    .map((ligne) => {
      precedent = precedent.slice(0, Number(ligne[0])) + ligne.slice(1);
      return precedent;
    });
}
