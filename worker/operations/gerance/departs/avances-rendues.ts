import { sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { ContenuSolde } from "#domain/gerance/departs/depart.ts";
import { tenuAvecLeDepot } from "#worker/db/conditions-comptes.ts";
import { lignes } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireDepart } from "./depart-lu.ts";
import { arreterAuxLivres, type Fait } from "./soldes-ecrits.ts";

const LIBELLE = "Payé d’avance, gardé avec le dépôt";

/**
 * Makes another account of a departure, for the money that the tenant paid after his account was frozen
 * (departs/README §14.3). Its sum is given back as that of any other account.
 * @throws NotFound while no account is frozen; Conflict when the agency holds no advance, or owes it back already.
 */
export async function rendreAvance(
  ctx: Contexte,
  { DossierId }: { DossierId: number },
): Promise<Fait> {
  const suites = await onWhatIsRead(async () => {
    const departLu = await lireDepart(ctx, DossierId);
    const vivants = departLu.vue.soldes.filter(({ annuleLe }) => annuleLe === null);
    const sortie = vivants.find(({ genre }) => genre === "sortie");
    if (!departLu.depart || !sortie) throw new NotFound("Aucun compte de sortie n’est arrêté.");
    if (vivants.some(({ genre }) => genre === "avance"))
      throw new Conflict("Un trop-perçu est déjà à rendre : virez-le d’abord.");
    const tenue = sql`((SELECT coalesce(sum(credit - debit), 0) FROM ${lignes} WHERE genre = '4191' AND de = ${DossierId}) - ${tenuAvecLeDepot(DossierId)})`;
    const [{ montant } = { montant: 0 }] = await ctx.db.all<{ montant: number }>(
      sql`SELECT ${tenue} AS montant`,
    );
    if (montant <= 0) throw new Conflict("L’agence ne tient aucune avance de ce locataire.");
    const contenu: ContenuSolde = {
      ...sortie.contenu,
      lignes: [{ libelle: "Payé après l’arrêté du compte", montant }],
      ...{ lieu: "agence", depot: 0, impute: 0, provision: 0, motifProvision: null },
      ...{ restitution: montant, resteDu: 0, echeance: null },
    };
    return arreterAuxLivres(ctx, departLu, {
      ...{ depart: departLu.depart, contenu, genre: "avance", impute: 0, autres: [] },
      appels: [{ nature: "depot", libelle: LIBELLE, montant }],
      quand: sql`${tenue} = ${montant}`,
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}
