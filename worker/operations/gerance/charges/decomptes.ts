import { eq, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { type DecompteFige, figer, sommeFigee } from "#domain/gerance/charges/decompte-envoye.ts";
import { decompteDeCharges } from "#domain/gerance/charges/decompte-etabli.ts";
import type { DecompteDeCharges, EnvoiDuDecompte } from "#domain/gerance/charges/decompte-lu.ts";
import { echelonner } from "#domain/gerance/charges/solde-a-payer.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import type { DecompteAImprimer } from "#worker/documents/locataires/regularisation-charges.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { etatDesCharges, exerciceDuLogement, lireLogements } from "./logements-lus.ts";

export interface AnneeDeDossier {
  DossierId: number;
  annee: number;
  /**
   * Provisions of the year called by somebody other than the agency; euros. Absent or null: as in the last statement.
   */
  ailleurs?: number | null | undefined;
}

/**
 * The statement of the charges of a lease and a year (charges/README §12.21); euros.
 * @throws NotFound when there is no such dossier; Invalid for a year before 2000 or after 2199, or a name that no
 * exercice has; Conflict with a sentence when no statement can be made.
 */
export async function lireDecompteDeCharges(
  ctx: Pick<Contexte, "db" | "today">,
  quoi: AnneeDeDossier,
): Promise<DecompteDeCharges> {
  const { decompte, suivant } = await lireDecompte(ctx, quoi);
  return { ...decompte, ...(suivant && { suivant }) };
}

/**
 * The statement of charges, with the SQL condition that none of its facts has changed since.
 * @throws as {@link lireDecompteDeCharges}
 */
export async function lireDecompte(
  { db, today }: Pick<Contexte, "db" | "today">,
  { DossierId, annee, ailleurs = null }: AnneeDeDossier,
) {
  const logement = sql`(SELECT "AppartementId" FROM "Dossier" WHERE id = ${DossierId})`;
  const { exercice, inchange, suivant } = await exerciceDuLogement(db, { logement, annee });
  const [lieu] = await db.all<{ id: number }>(
    sql`SELECT ${logement} AS id WHERE ${logement} IS NOT NULL`,
  );
  if (!lieu) throw new NotFound();
  const logements = await lireLogements(db, { AppartementIds: [lieu.id], exercice, today });
  const donnees = logements.donnees(DossierId, ailleurs);
  if (!donnees) throw new NotFound();
  const decompte = decompteDeCharges(donnees, today);
  if (typeof decompte === "string") throw new Conflict(decompte);
  return {
    decompte,
    suivant,
    inchange: sql`${etatDesCharges([lieu.id])} = ${logements.etat} AND ${inchange}`,
  };
}

/** A statement as it was sent, to be printed. @param envoi the months over which its sum is paid; null: at once */
export const decompteAImprimer = (
  contenu: DecompteFige,
  { mois }: Pick<EnvoiDuDecompte, "mois">,
): DecompteAImprimer => ({
  ...contenu,
  appelee: null,
  avertissements: [],
  projet: false,
  echelons:
    mois === null
      ? []
      : echelonner(enCentimes(sommeFigee(contenu)), { exigibleLe: contenu.exigibleLe, mois }).map(
          (echelon) => ({ ...echelon, montant: enEuros(echelon.montant) }),
        ),
});

/**
 * The paper of the charges of a lease and a year: the sent statement while it is still right; else the statement of
 * today, which rectifies the sent one, if any.
 * @returns the paper, and the day that it bears
 * @throws as {@link lireDecompteDeCharges}
 */
export async function chargerPapierDeCharges(
  ctx: Pick<Contexte, "db" | "today">,
  quoi: AnneeDeDossier,
): Promise<{ decompte: DecompteAImprimer; emission: Jour }> {
  const { decompte } = await lireDecompte(ctx, quoi);
  const { envoi, ecart } = decompte;
  if (envoi && ecart === null) {
    const [envoye] = await ctx.db.select().from(decomptes).where(eq(decomptes.id, envoi.id));
    if (envoye) {
      return { decompte: decompteAImprimer(envoye.contenu, envoi), emission: envoi.envoyeLe };
    }
  }
  const { exigibleLe } = decompte;
  const demain = { exigibleLe, auCompte: true, nouvelleProvision: null };
  const { appelee, avertissements, projet } = decompte;
  return {
    decompte: {
      ...figer(decompte, demain),
      ...(envoi ? { appelee: null } : { appelee }),
      ...{ avertissements, projet, echelons: [] },
    },
    emission: ctx.today,
  };
}
