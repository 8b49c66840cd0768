import { eq, or, sql } from "drizzle-orm";
import { Conflict, Forbidden } from "#domain/erreurs.ts";
import { reglementsInchanges } from "#worker/db/conditions-comptes.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { lignesReleve, reglements } from "#worker/db/schema/gerance.ts";
import { reglementsHonoraires, virements } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type LigneLueEnBase,
  lireLigne,
  reprendreEcritures,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { reprendreReglements } from "#worker/operations/gerance/cloture/reglements-honoraires.ts";
import { lireComptes, rendre } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import {
  exigerDepotsLibres,
  lireArretes,
  memesArretes,
} from "#worker/operations/gerance/locataires/depots-arretes.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { type Suites, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import {
  finirReglements,
  lireParts,
  reglentSeulement,
  renduesDe,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { oublier } from "./payeurs-connus.ts";
import { reprendreRemboursements } from "./remboursements-de-ligne.ts";
import { reprendreSommes } from "./sommes-rendues.ts";

const REPRIS = "Rapprochement repris";

/** The payments that the matching of a line recorded, as a query in brackets. */
const reglementsDeLaLigne = (id: number) =>
  sql`(SELECT fait.id FROM ${reglements} fait WHERE fait."LigneReleveId" = ${id} AND fait.cle LIKE ${`ligne ${id} %`})`;

/**
 * Counts the effects of a line other than payments: fees paid, waiting sums paid back, the agency's own money.
 * `rendue`: another line already paid back the sum of this line.
 */
async function lireAutres({ db }: Pick<Contexte, "db">, id: number) {
  const [autres] = await db.all<{
    honoraires: number;
    sommes: number;
    apports: number;
    rendue: number;
  }>(sql`
    SELECT (SELECT count(*) FROM ${reglementsHonoraires} r WHERE r."LigneReleveId" = ${id} AND r."annuleLe" IS NULL) AS honoraires,
      (SELECT count(*) FROM ${lignesReleve} s WHERE s."RendueParId" = ${id}) AS sommes,
      EXISTS (SELECT 1 FROM ${lignesReleve} s WHERE s.id = ${id} AND s."ApportId" IS NOT NULL) AS apports,
      EXISTS (SELECT 1 FROM ${lignesReleve} s WHERE s.id = ${id} AND s."RendueParId" IS NOT NULL) AS rendue`);
  return autres ?? { honoraires: 0, sommes: 0, apports: 0, rendue: 0 };
}

/**
 * Checks that the effects of a line may be taken back, and counts those other than payments.
 * @throws Conflict when an effect must stay, or when the sum of this line was paid back by another line
 */
async function exigerReprenable({ db }: Pick<Contexte, "db">, ligne: LigneLueEnBase) {
  const { id } = ligne;
  const verses = await db
    .select({ id: virements.id, LigneRejetId: virements.LigneRejetId })
    .from(virements)
    .where(or(eq(virements.LigneReleveId, id), eq(virements.LigneRejetId, id)));
  if (verses.some(({ LigneRejetId }) => LigneRejetId !== null)) {
    throw new Conflict("Un reversement que la banque a rendu ne se reprend pas.");
  }
  const depenses = await db
    .select({ id: intendances.id })
    .from(intendances)
    .where(eq(intendances.LigneReleveId, id));
  const autres = await lireAutres({ db }, id);
  if (autres.rendue)
    throw new Conflict("Cette somme a été rendue par une autre ligne : reprenez d’abord celle-là.");
  const sorties =
    verses.length + depenses.length + autres.honoraires + autres.sommes + autres.apports;
  if (ligne.montant < 0 && ligne.etat === "rapprochee" && sorties === 0) {
    throw new Conflict(
      "Un rejet ne se reprend pas : si la banque a payé depuis, saisissez un nouveau règlement.",
    );
  }
  return autres;
}

/**
 * Takes a matching back: its line waits for a match again. The payments that the line made are taken back. Payments,
 * transfers and expenses that it only proved stay, without this proof (a cheque stays credited). The choice of payer
 * that a person made by this matching is undone.
 * @param peutTout the caller may take back what others did
 * @throws NotFound; Forbidden when somebody else matched the line and `peutTout` is false; Conflict when the line
 * already waits, is a rejection, or one of its effects must stay.
 */
export async function annulerRapprochement(
  ctx: Contexte,
  { id, peutTout }: { id: number; peutTout: boolean },
): Promise<Suites> {
  const { db, today, user } = ctx;
  return onWhatIsRead(async () => {
    const ligne = await lireLigne(ctx, id);
    if (ligne.etat === "a_rapprocher" && ligne.motif === null) {
      throw new Conflict("Cette ligne est déjà à rapprocher.");
    }
    if (!peutTout && ligne.user !== user) throw new Forbidden();
    const { honoraires } = await exigerReprenable(ctx, ligne);
    const { lies, parts, arretes } = await db.read({
      arretes: lireArretes(db, reglementsDeLaLigne(id)),
      lies: db.select().from(reglements).where(sql`${reglements.LigneReleveId} = ${id}`),
      parts: lireParts(db, sql`r."LigneReleveId" = ${id} AND r.cle LIKE ${`ligne ${id} %`}`),
    });
    if (lies.some(({ etat }) => etat === "rejete")) {
      throw new Conflict(
        "Un règlement de cette ligne a été rejeté depuis : elle ne se reprend plus.",
      );
    }
    exigerDepotsLibres(arretes, "annule");
    const faits = lies.filter(
      ({ cle, etat }) => cle.startsWith(`ligne ${id} `) && (etat === "recu" || etat === "credite"),
    );
    const ids = faits.map((fait) => fait.id);
    const { rendues, QuitanceIds } = renduesDe(parts);
    const { comptes } = await lireComptes(
      ctx,
      faits.map(({ DossierId }) => ({ DossierId, date: today })),
    );
    rendre(comptes, { ids, rendues });
    const { avant, inchange, ecrites } = await regler(ctx, { comptes, rendues });
    const factures = honoraires
      ? await reprendreReglements(ctx, {
          lesquels: sql`r."LigneReleveId" = ${id}`,
          motif: REPRIS,
        })
      : { inchanges: sql`true`, statements: {} };
    const ecrits = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND ${factures.inchanges} AND ${reglentSeulement(ids, QuitanceIds)}
          AND (SELECT version FROM ${lignesReleve} WHERE id = ${id}) = ${ligne.version}
          AND ${reglementsInchanges(faits)} AND ${memesArretes(arretes, reglementsDeLaLigne(id))}
          AND NOT EXISTS (SELECT 1 FROM ${virements} v WHERE v."LigneRejetId" = ${id}
            OR (v."LigneReleveId" = ${id} AND v."LigneRejetId" IS NOT NULL))`,
      ),
      ligne: db.run(sql`
        UPDATE ${lignesReleve} SET etat = 'a_rapprocher', automatique = 0, motif = NULL, "ApportId" = NULL, "user" = ${user},
          "updatedAt" = ${MAINTENANT} WHERE id = ${id}`),
      dite: trace(db, { entite: "LigneReleve", entiteId: id, etat: "Remise à rapprocher", user }),
      verses: db.run(sql`
        UPDATE ${virements} SET "LigneReleveId" = NULL WHERE "LigneReleveId" = ${id} AND "LigneRejetId" IS NULL`),
      ...reprendreRemboursements(ctx, id),
      ...reprendreSommes(ctx, id),
      ...factures.statements,
      depenses: db.run(sql`
        UPDATE ${intendances} SET "LigneReleveId" = NULL, "updatedAt" = ${MAINTENANT} WHERE "LigneReleveId" = ${id}`),
      detaches: db.run(sql`
        UPDATE ${reglements} SET "LigneReleveId" = NULL WHERE "LigneReleveId" = ${id} AND cle NOT LIKE ${`ligne ${id} %`}`),
      ...reprendreEcritures(db, id, {
        date: ligne.etat === "a_rapprocher" || ligne.etat === "ecartee" ? ligne.date : today,
        today,
        user,
      }),
      ...oublier(db, ligne, lies),
      ...finirReglements(db, ids, { etat: "annule", motif: REPRIS, today, user }),
      ...ecrites,
    });
    return suitesDe(avant, ecrits.attente);
  });
}
