import { inflateRawSync } from "node:zlib";
import { MOTS_DE_PASSE_COURANTS } from "./mots-de-passe-courants.generated.ts";

let courants: ReadonlySet<string> | null = null;

/**
 * Letters from which a common word stays easy to guess within digits and punctuation; a shorter one may be there by
 * chance.
 */
const MOT_HABILLE = 6;

/** Is it one of the ten thousand passwords most often chosen, in capitals or not, digits and punctuation around or not? */
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
