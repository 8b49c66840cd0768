import { sql } from "drizzle-orm";
import { RESTAURATION } from "#domain/agence/history.ts";
import { history } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { AncreConnue } from "#worker/operations/historique/ancres-connues.ts";
import { lireTete, scellerHistorique } from "#worker/operations/historique/chaine.ts";
import { estSignee, signer } from "./cles-de-copie.ts";

/** The value of `entite` in the history lines of restorations. */
const ENTITE = "Sauvegarde";

/** A line of history that says that an older copy replaced the database. */
export interface RestaurationDite {
  id: number;
  createdAt: string;
  /**
   * The last line of history in the copy, when the key of the copy signed this restoration; null: nothing proves it.
   */
  issueDe: number | null;
  /** The copy is known, but its key did not sign this restoration. */
  dementie: boolean;
}

/**
 * Writes in the history that a copy replaced the database, so that the history made after the copy is lost. The key
 * found in the copy signs the line: this proves that the copy was opened.
 * @param cle the key that heads the copy; null when it has none.
 */
export async function direRestauration(
  { db, now }: Pick<Contexte, "db" | "now">,
  { copie, cle }: { copie: string; cle: string | null },
): Promise<void> {
  await scellerHistorique({ db });
  const tete = await lireTete({ db });
  const createdAt = now.toISOString();
  const signature =
    cle &&
    (await signer(cle, {
      copie,
      ligne: tete?.id ?? 0,
      empreinte: tete?.empreinte ?? "",
      createdAt,
    }));
  await db.insert(history).values({
    entite: ENTITE,
    entiteId: Number(copie.slice(0, 10).replaceAll("-", "")) || 0,
    etat: RESTAURATION,
    details: { copie, ...(signature ? { signature } : {}) },
    createdAt,
  });
  await scellerHistorique({ db });
}

/** The restorations that the history names, each with what its copy proves. */
export async function lireRestaurations(
  { db }: Pick<Contexte, "db">,
  ancres: readonly AncreConnue[],
): Promise<RestaurationDite[]> {
  const lignes = await db.all<{
    id: number;
    createdAt: string;
    copie: string | null;
    signature: string | null;
    empreinte: string | null;
  }>(sql`
    SELECT id, "createdAt", iif(json_valid(details), details ->> 'copie', NULL) AS copie,
      iif(json_valid(details), details ->> 'signature', NULL) AS signature,
      (SELECT avant.empreinte FROM ${history} avant WHERE avant.id = "History".id - 1) AS empreinte
    FROM ${history} WHERE entite = ${ENTITE} AND etat = ${RESTAURATION} ORDER BY id`);
  return Promise.all(
    lignes.map(async ({ id, createdAt, copie, signature, empreinte }) => {
      const connue = ancres.find((ancre) => ancre.clePublique && ancre.copie === copie);
      const faits = { copie: copie ?? "", ligne: id - 1, empreinte: empreinte ?? "", createdAt };
      const signee = await estSignee(connue?.clePublique ?? "", faits, signature ?? "");
      return {
        id,
        createdAt,
        issueDe: signee && connue ? connue.id : null,
        dementie: connue !== undefined && !signee,
      };
    }),
  );
}
