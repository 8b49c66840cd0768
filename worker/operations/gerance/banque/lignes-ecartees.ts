import { sql } from "drizzle-orm";
import { Conflict } from "#domain/erreurs.ts";
import { recuSansNom } from "#domain/gerance/livres/ecritures-encaissements.ts";
import { A_IDENTIFIER } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { lignesReleve } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { livresOuverts, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import {
  cleDeLigne,
  commeLue,
  DEJA,
  lireLigne,
  prendre,
  refuserSiPrise,
  rendreAttente,
} from "./lignes-de-releve.ts";

/**
 * Sets a line aside, with the reason why it concerns no tenant.
 * @throws NotFound when there is no such line; Conflict when the line is matched or set aside already.
 */
export async function ecarter(
  ctx: Contexte,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  const { db, today, user } = ctx;
  const ligne = await lireLigne(ctx, id);
  if (ligne.etat !== "a_rapprocher") throw new Conflict(DEJA);
  await refuserSiPrise(() =>
    db.write({
      ...prendre(db, [ligne], { etat: "ecartee", motif, user }),
      ...rendreAttente(db, ligne, { today, user }),
    }),
  );
}

/**
 * Books on account 4710 the money of a line whose payer is unknown: it waits there until the line is matched
 * (rapprochement/README §12.9).
 * @throws NotFound when there is no such line; Conflict when the line is matched, set aside or waiting already, or is
 * not a sum received on an account of gérance.
 */
export async function mettreEnAttente(ctx: Contexte, id: number): Promise<void> {
  const { db, today, user } = ctx;
  const ligne = await lireLigne(ctx, id);
  if (ligne.etat !== "a_rapprocher" || ligne.motif !== null) throw new Conflict(DEJA);
  if (ligne.montant < 0 || ligne.usage !== "gerance") {
    throw new Conflict("Seule une somme reçue sur un compte de gérance attend d’être identifiée.");
  }
  const { lignesPostees, ecrituresPostees } = poster(
    db,
    [
      {
        ...recuSansNom(ligne.CompteBancaireId, ligne.montant),
        cle: cleDeLigne(id, "attente"),
        date: ligne.date,
        libelle: "Reçu à identifier",
      },
    ],
    { today, user, quand: livresOuverts },
  );
  await refuserSiPrise(() =>
    db.write({
      attente: db.run(sql`
        UPDATE ${lignesReleve} SET etat = iif(${commeLue(ligne.version)}, etat, NULL), motif = ${A_IDENTIFIER},
          "user" = ${user}, "updatedAt" = ${MAINTENANT} WHERE id = ${id}`),
      lignesPostees,
      ecrituresPostees,
      dite: trace(db, { entite: "LigneReleve", entiteId: id, etat: "À identifier", user }),
    }),
  );
}
