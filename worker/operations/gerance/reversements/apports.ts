import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { apportDeLAgence } from "#domain/gerance/livres/ecritures-mandats.ts";
import {
  type ApportRow,
  type DemandeApport,
  refusDeReprise,
} from "#domain/gerance/reversements/apport.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { comptesBancaires, ecritures, lignes } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { compteDebite, memeCompte } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import {
  debutComptes,
  extourner,
  livresOuverts,
  poster,
} from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { fondsDetenus, lireFonds } from "./reversements-lus.ts";

const CLE = "apport";

const apports = (db: Db, id: number | null) =>
  db.all<ApportRow>(sql`
    SELECT e.id, e.date, l.debit AS montant, b.id AS "CompteBancaireId", b.nom AS compte, e."user",
      (SELECT s.date FROM ${ecritures} s WHERE s."annuleId" = e.id) AS "reprisLe"
    FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre = '512G'
    JOIN ${comptesBancaires} b ON b.id = l.de
    WHERE e.cle LIKE ${`${CLE} %`} AND (${id} IS NULL OR e.id = ${id}) ORDER BY e.id DESC`);

/** The sums of the agency's own money in the accounts of rents, taken back or not, the latest first; euros. */
export const lireApports = async ({ db }: Contexte): Promise<ApportRow[]> =>
  (await apports(db, null)).map((apport) => ({ ...apport, montant: enEuros(apport.montant) }));

/**
 * Records that the agency put its own money in an account of rents (reversements/README §12.18). The money belongs to
 * no mandate: no mandate then finances another.
 * @returns the identifier of its entry
 * @throws Invalid for a day to come, or on which the books are not open; Conflict without an account of rents.
 */
export async function noterApport(
  ctx: Contexte,
  { montant, date, CompteBancaireId, cle }: DemandeApport,
): Promise<number> {
  const { db, today, user } = ctx;
  if (date > today) throw new Invalid({ date: "Ce jour est à venir." });
  const cleDEcriture = `${CLE} ${cle ?? crypto.randomUUID()}`;
  const note = await onWhatIsRead(async () => {
    const compte = await compteDebite(ctx, CompteBancaireId);
    const {
      note: [note],
    } = await db.write({
      garde: provided(db, memeCompte(compte)),
      histoire: trace(db, {
        entite: "CompteBancaire",
        entiteId: compte.id,
        etat: "Apport de l’agence",
        user,
        details: { montant, date },
        quand: sql`${debutComptes} <= ${date} AND NOT EXISTS (SELECT 1 FROM ${ecritures} WHERE cle = ${cleDEcriture})`,
      }),
      ...poster(
        db,
        [
          {
            ...apportDeLAgence(compte.id, enCentimes(montant)),
            cle: cleDEcriture,
            date,
            libelle: "Apport de l’agence",
          },
        ],
        { today, user, quand: livresOuverts },
      ),
      note: db.all<{ id: number }>(sql`SELECT id FROM ${ecritures} WHERE cle = ${cleDEcriture}`),
    });
    return note;
  });
  if (!note) throw new Invalid({ date: "Les comptes ne sont pas ouverts ce jour-là." });
  return note.id;
}

const REPRIS = "Apport de l’agence repris";

/**
 * Records that the agency took back the money that it had put in. The entry of this money is reversed, today or on
 * the day that the bank shows.
 * @param aussi the statements of the same write about the bank line that shows the take-back
 * @throws NotFound; Conflict when the money was taken back already, or the funds of others would be short without it.
 */
export async function reprendreApport(
  { db, today, user }: Contexte,
  id: number,
  { date = today, aussi = {} }: { date?: Jour; aussi?: Statements } = {},
): Promise<void> {
  await onWhatIsRead(async () => {
    const [apport] = await apports(db, id);
    if (!apport) throw new NotFound();
    if (apport.reprisLe !== null) throw new Conflict("Cet apport est déjà repris.");
    const { CompteBancaireId, montant } = apport;
    const [fonds] = await lireFonds(db, CompteBancaireId);
    const refus = fonds ? refusDeReprise(fonds, montant) : null;
    if (refus) throw new Conflict(refus);
    await db.write({
      garde: provided(
        db,
        sql`NOT EXISTS (SELECT 1 FROM ${ecritures} WHERE "annuleId" = ${id})
          AND (SELECT f.compte >= ${montant} AND f.detenu >= f.du + ${montant} FROM (${fondsDetenus(CompteBancaireId)}) f)`,
      ),
      // The contribution was no mistake: the label of its reversal says that the agency took the money back.
      ...extourner(db, sql`origine.id = ${id}`, { date, today, user, libelle: REPRIS }),
      ...aussi,
      histoire: trace(db, {
        entite: "CompteBancaire",
        entiteId: CompteBancaireId,
        etat: REPRIS,
        user,
        details: { montant: enEuros(montant) },
      }),
    });
  });
}
