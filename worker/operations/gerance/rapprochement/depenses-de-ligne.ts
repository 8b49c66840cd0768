import { sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { DepenseConnue } from "#domain/gerance/rapprochement/repertoire.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  COLONNES_DE_DEPENSE,
  payees,
  SANS_VIREMENT,
} from "#worker/operations/gerance/banque/depenses-payees.ts";
import {
  type LigneLueEnBase,
  prendre,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";

interface DepenseLue extends DepenseConnue {
  LigneReleveId: number | null;
}

/**
 * Ties a line of the bank to the expenses that it paid (rapprochement/README §12.9): nothing else is posted. An
 * expense whose payment names no account is taken to have left the account of the line.
 * @throws NotFound when the agency did not pay an expense, or a transfer did; Conflict when one is tied already or
 * left another account; Invalid when they do not add up to the line.
 */
export async function rapprocherDepenses(
  { db, user }: Contexte,
  { ligne, ids }: { ligne: LigneLueEnBase; ids: readonly number[] },
): Promise<void> {
  await onWhatIsRead(async () => {
    const json = JSON.stringify(ids);
    const depenses = await db.all<DepenseLue>(sql`
      SELECT ${COLONNES_DE_DEPENSE} FROM ${payees} WHERE d.id IN (SELECT value FROM json_each(${json})) AND ${SANS_VIREMENT}`);
    if (depenses.length < new Set(ids).size || new Set(ids).size < ids.length)
      throw new NotFound("L’une de ces dépenses n’existe pas, ou l’agence ne l’a pas payée.");
    const somme = depenses.reduce((total, { montant }) => total + montant, 0);
    if (somme !== -ligne.montant) {
      throw new Invalid({
        DepenseIds: `Ces dépenses font ${formatEuros(enEuros(somme))}, la ligne ${formatEuros(enEuros(-ligne.montant))}.`,
      });
    }
    if (
      depenses.some(
        ({ CompteBancaireId: de }) => (de ?? ligne.CompteBancaireId) !== ligne.CompteBancaireId,
      )
    )
      throw new Conflict("L’une de ces dépenses est partie d’un autre compte.");
    if (depenses.some(({ LigneReleveId }) => LigneReleveId !== null))
      throw new Conflict("L’une de ces dépenses est déjà rapprochée.");
    await db.write({
      attendues: provided(
        db,
        sql`(SELECT sum(l.credit) FROM ${payees} WHERE d.id IN (SELECT value FROM json_each(${json}))
          AND d."LigneReleveId" IS NULL AND coalesce(l.de, ${ligne.CompteBancaireId}) = ${ligne.CompteBancaireId}) = ${-ligne.montant}`,
      ),
      ...prendre(db, [ligne], { etat: "rapprochee", user }),
      vues: db.run(sql`UPDATE ${intendances} SET "LigneReleveId" = ${ligne.id}, "updatedAt" = ${MAINTENANT}
        WHERE id IN (SELECT value FROM json_each(${json}))`),
    });
  });
}
