import { type SQL, sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { extourne } from "#domain/gerance/livres/ecritures.ts";
import { depensePayee } from "#domain/gerance/livres/ecritures-mandats.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import { CLE_DE_DEPENSE, paiementDeDepense } from "#worker/db/conditions-comptes.ts";
import { nextId } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { NON_REMBOURSE, payees } from "#worker/operations/gerance/banque/depenses-payees.ts";
import {
  type LigneLueEnBase,
  prendre,
  rendreAttente,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { extourner, livresOuverts, poster } from "#worker/operations/gerance/livres/ecritures.ts";

interface DepensePayee {
  intitule: string;
  fournisseur: string;
  mandat: number;
  reste: number;
  version: number;
}

/**
 * Records that a line that comes in is a sum given back by a supplier (mandats/README §12.16). It returns to the
 * account of the mandate that paid, as an expense below zero of the same dwelling, nature and recoverable part.
 * @throws NotFound when the agency did not pay the expense; Conflict when the expense has no supplier; Invalid beyond
 * the sum left to give back, or for several expenses at once.
 */
export async function rembourserDepense(
  { db, today, user }: Contexte,
  { ligne, ids }: { ligne: LigneLueEnBase; ids: readonly number[] },
): Promise<void> {
  await onWhatIsRead(async () => {
    const [id, autre] = ids;
    if (id === undefined || autre !== undefined)
      throw new Invalid({ DepenseIds: "Une seule dépense est attendue." });
    const [depense] = await db.all<DepensePayee>(sql`
      SELECT coalesce(d.intitule, 'Dépense') AS intitule, coalesce(f.nom, '') AS fournisseur, d.version, ${NON_REMBOURSE} AS reste,
        (SELECT m.mandat FROM ${lignes} m WHERE m."EcritureId" = o.id AND m.genre = '4670') AS mandat
      FROM ${payees} WHERE d.id = ${id} AND d.regle AND d."RembourseId" IS NULL`);
    if (!depense) throw new NotFound("Cette dépense n’existe pas, ou l’agence ne l’a pas payée.");
    if (ligne.montant > depense.reste) {
      throw new Invalid({
        DepenseIds: `Il ne reste que ${formatEuros(enEuros(depense.reste))} de cette dépense à rendre.`,
      });
    }
    const prochaine = nextId(intendances);
    const [{ suivante, FournisseurId } = { suivante: 1, FournisseurId: null }] = await db.all<{
      suivante: number;
      FournisseurId: number | null;
    }>(sql`SELECT ${prochaine} AS suivante, "FournisseurId" FROM ${intendances} WHERE id = ${id}`);
    if (FournisseurId === null) throw new Conflict("Cette dépense n’a pas de fournisseur.");
    const intitule = `Remboursement : ${depense.intitule}`;
    const { lignesPostees, ecrituresPostees } = poster(
      db,
      [
        {
          ...extourne(
            depensePayee({
              mandat: depense.mandat,
              fournisseur: FournisseurId,
              compteBancaire: ligne.CompteBancaireId,
              montant: ligne.montant,
            }),
          ),
          cle: `${CLE_DE_DEPENSE} ${suivante} ${crypto.randomUUID()}`,
          date: ligne.date,
          libelle: "Dépense remboursée par le fournisseur",
        },
      ],
      { today, user, quand: livresOuverts },
    );
    await db.write({
      attendue: provided(
        db,
        sql`${prochaine} = ${suivante} AND (SELECT version FROM ${intendances} WHERE id = ${id}) = ${depense.version}
          AND (SELECT ${NON_REMBOURSE} FROM ${payees} WHERE d.id = ${id} AND d.regle) >= ${ligne.montant}`,
      ),
      ...prendre(db, [ligne], { etat: "rapprochee", user }),
      ...rendreAttente(db, ligne, { today, user }),
      rendue: db.run(sql`
        INSERT INTO ${intendances} (id, nature, "AppartementId", tva, renouvele, regle, intitule, date, montant, "FournisseurId",
          "natureFiscale", recuperable, "tauxRecuperable", "payePar", "bonAPayerLe", "accordLe", "LigneReleveId", "RembourseId", recherche)
        SELECT ${suivante}, 'depense', "AppartementId", tva, 0, 1, ${intitule}, ${ligne.date}, ${-ligne.montant}, "FournisseurId",
          "natureFiscale", recuperable, "tauxRecuperable", 'agence', ${ligne.date}, ${ligne.date}, ${ligne.id}, ${id},
          ${texteDeRecherche([intitule, depense.fournisseur])} FROM ${intendances} WHERE id = ${id}`),
      lignesPostees,
      ecrituresPostees,
    });
  });
}

/**
 * The statements that take back the refunds of the line `id`: their entries are reversed, and the expenses below zero
 * no longer count.
 */
export function reprendreRemboursements(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  id: number,
) {
  const rendus: SQL = sql`(SELECT d.id FROM ${intendances} d WHERE d."LigneReleveId" = ${id} AND d."RembourseId" IS NOT NULL)`;
  const { lignesExtournees, ecrituresExtournees } = extourner(
    db,
    sql`EXISTS (SELECT 1 FROM ${intendances} d JOIN ${ecritures} o ON ${paiementDeDepense(sql`d.id`)}
      WHERE d.id IN ${rendus} AND o.id = origine.id)`,
    { today, user },
  );
  return {
    remboursementsRepris: lignesExtournees,
    remboursementsExtournes: ecrituresExtournees,
    rendusRetires:
      db.run(sql`UPDATE ${intendances} SET regle = 0, "bonAPayerLe" = NULL, "updatedAt" = ${MAINTENANT}
      WHERE id IN ${rendus}`),
  };
}
