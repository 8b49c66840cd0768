import { irlDeMetropole } from "#domain/bail/irl.ts";
import type { Jour } from "#domain/dates.ts";

/** The last index of rents known when a lease is signed: a quarter is published a month after its end. */
export function irlConnu(signature: Jour): { indice: number; indiceTrim: string } {
  const rang = (Number(signature.slice(0, 4)) * 12 + Number(signature.slice(5, 7)) - 2) / 3 - 1;
  for (let trimestre = Math.floor(rang); ; trimestre--) {
    const annee = Math.floor(trimestre / 4);
    const numero = (trimestre % 4) + 1;
    const indice = irlDeMetropole(annee, numero);
    if (indice !== null) {
      return { indice, indiceTrim: `${numero === 1 ? "1er" : `${numero}ème`} trimestre ${annee}` };
    }
    if (annee < 2020) return { indice: 130.57, indiceTrim: "1er trimestre 2020" };
  }
}
