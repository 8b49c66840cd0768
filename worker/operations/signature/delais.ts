import { agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { delaisDeComplement } from "#domain/terrain/complement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";

/** The last days on which an entry inventory of this day may be completed; the settings give the heating period. */
export async function delaisDuConstat({ db }: Pick<Contexte, "db">, entree: Jour) {
  const { periodeDeChauffe } = agenceDe(await lireReglages(db));
  return delaisDeComplement(entree, periodeDeChauffe);
}
