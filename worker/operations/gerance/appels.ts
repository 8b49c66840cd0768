import { sql } from "drizzle-orm";
import { type Jour, moisDe } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { type DemandeAppel, SOMMES_A_APPELER } from "#domain/gerance/appel.ts";
import { quittancement } from "#domain/gerance/ecritures.ts";
import { enCentimes } from "#domain/montants.ts";
import { dossiers } from "#worker/db/schema.ts";
import { echeances, ecritures } from "#worker/db/schema-gerance.ts";
import { trace } from "#worker/operations/history.ts";
import { consommerAvances } from "./avances.ts";
import { mandatDe } from "./comptes-lus.ts";
import type { Contexte } from "./contexte.ts";
import { debutComptes, poster } from "./ecritures.ts";
import type { Suites } from "./quittances-suivies.ts";

/**
 * Calls a sum from the tenant besides the rent (domain/README §12.2): what he owes and its entry in one transaction, then
 * what he paid in advance settles it.
 * @returns the identifier of the sum called, and what follows from the advance
 * @throws NotFound; Conflict while the books are not open; Invalid for a day before them.
 */
export async function appelerSomme({
  db,
  DossierId,
  nature,
  montant,
  exigibleLe,
  libelle,
  user,
  today,
}: Contexte & DemandeAppel & { DossierId: number }): Promise<Suites & { id: number }> {
  const [dossier] = await db.all<{ mandat: number; debut: Jour | null }>(sql`
    SELECT ${mandatDe(sql`d."AppartementId"`)} AS mandat, ${debutComptes} AS debut
    FROM ${dossiers} d WHERE d.id = ${DossierId}`);
  if (!dossier) throw new NotFound();
  const { mandat, debut } = dossier;
  if (debut === null) {
    throw new Conflict("Les comptes ne sont pas ouverts : signez d’abord la reprise des soldes.");
  }
  if (exigibleLe < debut) {
    throw new Invalid({ exigibleLe: "Ce jour précède l’ouverture des comptes." });
  }
  const centimes = enCentimes(montant);
  const cle = `appel ${crypto.randomUUID()}`;
  const {
    appelee: [appelee],
  } = await db.write({
    ...poster(
      db,
      [
        {
          ...quittancement({ dossier: DossierId, mandat }, [{ nature, montant: centimes }]),
          cle,
          date: today,
          libelle: `Appel, ${SOMMES_A_APPELER[nature].toLowerCase()}`,
          DossierId,
        },
      ],
      { user },
    ),
    appelee: db
      .insert(echeances)
      .values({
        DossierId,
        mandat,
        mois: moisDe(exigibleLe),
        exigibleLe,
        nature,
        libelle: libelle ?? null,
        montant: centimes,
        reste: centimes,
        EcritureId: sql`(SELECT id FROM ${ecritures} WHERE cle = ${cle})`,
      })
      .returning({ id: echeances.id }),
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: "Somme appelée",
      user,
      details: { nature: SOMMES_A_APPELER[nature], montant, exigibleLe },
    }),
  });
  if (!appelee) throw new NotFound();
  const suites = await consommerAvances({ db, DossierIds: [DossierId], user, today });
  return { id: appelee.id, ...suites };
}
