import { type SQL, sql } from "drizzle-orm";
import { type Jour, moisDe } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { quittancement } from "#domain/gerance/livres/ecritures-encaissements.ts";
import { type DemandeAppel, SOMMES_A_APPELER } from "#domain/gerance/locataires/appel.ts";
import { horsMandat, MANDAT_TERMINE } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { enCentimes } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, ecritures } from "#worker/db/schema/gerance.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { finDuMandat, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireComptes } from "./comptes-lus.ts";
import { regler } from "./imputations.ts";
import { type Suites, suitesDe } from "./quittances-suivies.ts";

const COMPTE_ARRETE =
  "Le compte de sortie de ce locataire est arrêté : aucun dépôt de garantie ne s’appelle plus.";

/**
 * The condition that an account of the departure of this dossier is frozen: this account already counts the deposit.
 */
export const compteArrete = (DossierId: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${soldesDepart} s JOIN ${departs} p ON p.id = s."DepartId" WHERE p."DossierId" = ${DossierId} AND s."annuleLe" IS NULL)`;

/**
 * The mandate under which a sum is called, and the condition that the sum still may be called.
 * @throws NotFound when there is no such dossier; Conflict while the books are not open, after the mandate ends, or
 * for a deposit once the account of the departure is frozen; Invalid for a day before the books begin.
 */
async function aQuiAppeler(
  db: Db,
  { DossierId, nature, exigibleLe }: DemandeAppel & { DossierId: number },
) {
  const sonMandat = mandatDe(sql`d."AppartementId"`);
  const arrete = nature === "depot" ? compteArrete(DossierId) : sql`false`;
  const [dossier] = await db.all<{
    mandat: number;
    debut: Jour | null;
    fin: Jour | null;
    arrete: number;
  }>(sql`
    SELECT ${sonMandat} AS mandat, ${debutComptes} AS debut, ${finDuMandat(sonMandat)} AS fin, ${arrete} AS arrete
    FROM ${dossiers} d WHERE d.id = ${DossierId}`);
  if (!dossier) throw new NotFound();
  const { mandat, debut, fin } = dossier;
  if (horsMandat(exigibleLe, fin)) throw new Conflict(MANDAT_TERMINE);
  if (debut === null) {
    throw new Conflict("Les comptes ne sont pas ouverts : signez d’abord la reprise des soldes.");
  }
  if (dossier.arrete) throw new Conflict(COMPTE_ARRETE);
  if (exigibleLe < debut) {
    throw new Invalid({ exigibleLe: "Ce jour précède l’ouverture des comptes." });
  }
  const appelable = sql`(SELECT ${sonMandat} FROM ${dossiers} d WHERE d.id = ${DossierId}) = ${mandat}
    AND ${debutComptes} = ${debut} AND ${finDuMandat(sql`${mandat}`)} IS ${fin} AND NOT ${arrete}`;
  return { mandat, appelable };
}

/**
 * Calls a sum from the tenant besides the rent (locataires/README §12.2): in one transaction, the debt, its entry,
 * and the advances that settle it.
 * @returns the identifier of the sum called, and the effects of the advances
 * @throws NotFound when there is no such dossier; Conflict while the books are not open, after the mandate ends, or
 * for a deposit once the account of the departure is frozen; Invalid for a day before the books begin.
 */
export async function appelerSomme(
  ctx: Contexte,
  demande: DemandeAppel & { DossierId: number },
): Promise<Suites & { id: number }> {
  const { db, today, user } = ctx;
  const { DossierId, nature, montant, exigibleLe, libelle } = demande;
  const centimes = enCentimes(montant);
  const cle = `appel ${crypto.randomUUID()}`;
  const mois = moisDe(exigibleLe);
  return onWhatIsRead(async () => {
    const { mandat, appelable } = await aQuiAppeler(db, demande);
    const entree = {
      ...quittancement({ dossier: DossierId, mandat }, [{ nature, montant: centimes }]),
      cle,
      date: today,
      libelle: `Appel, ${SOMMES_A_APPELER[nature].toLowerCase()}`,
      DossierId,
    };
    const suivant = sql`(SELECT coalesce(max(id), 0) + 1 FROM ${echeances})`;
    const [{ id } = { id: 1 }] = await db.all<{ id: number }>(sql`SELECT ${suivant} AS id`);
    const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
    const somme = { id, mandat, mois, exigibleLe, nature, reste: centimes };
    comptes.get(DossierId)?.ouvertes.push({ ...somme, QuitanceId: null, inscrite: true });
    const { avant, inchange, ecrites } = await regler(ctx, { comptes });
    const { lignesPostees, ecrituresPostees } = poster(db, [entree], { today, user });
    const { attente } = await db.write({
      garde: provided(db, sql`${inchange} AND ${appelable} AND ${suivant} = ${id}`),
      lignesAppelees: lignesPostees,
      ecrituresAppelees: ecrituresPostees,
      appelee: db.insert(echeances).values({
        ...somme,
        DossierId,
        libelle: libelle ?? null,
        montant: centimes,
        EcritureId: sql`(SELECT id FROM ${ecritures} WHERE cle = ${cle})`,
      }),
      appeleeDite: trace(db, {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Somme appelée",
        user,
        details: { nature: SOMMES_A_APPELER[nature], montant, exigibleLe },
      }),
      ...ecrites,
    });
    return { id, ...suitesDe(avant, attente) };
  });
}
