import { eq, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { SoldeArrete } from "#domain/gerance/departs/depart-fiche.ts";
import { soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { virements } from "#worker/db/schema/mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import {
  type CompteLu,
  lireComptes,
  rendre,
} from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { type Suites, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import {
  finirReglements,
  lireParts,
  renduesDe,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type DepartLu, lireDepart } from "./depart-lu.ts";
import type { Fait } from "./soldes-ecrits.ts";

/**
 * Cancels the last frozen account of a departure: what it called is withdrawn, the deposit is held whole again, its
 * entries are reversed. The account stays, told as cancelled.
 * @throws NotFound when none is frozen; Conflict when its sum has been given back, or is being transferred.
 */
export async function annulerArret(
  ctx: Contexte,
  { DossierId, motif }: { DossierId: number; motif: string },
): Promise<Fait> {
  const { db, today, user } = ctx;
  const suites = await onWhatIsRead(async () => {
    const lu = await lireDepart(ctx, DossierId);
    const [solde] = lu.vue.soldes.filter(({ annuleLe }) => annuleLe === null);
    if (!solde || !lu.depart) throw new NotFound("Aucun compte de sortie n’est arrêté.");
    if (solde.virement !== null) {
      throw new Conflict(
        `Cette somme est dans le lot ${solde.virement.numero} : annulez-le, ou notez le rejet de son virement.`,
      );
    }
    if (solde.renduLe !== null)
      throw new Conflict("Ce qui restait dû a été rendu : ce compte ne s’annule plus.");
    const racine = sql`cle LIKE ${`solde ${lu.depart.id} %`}`;
    const { faits, appelees } = await db.read({
      faits: db.all<{ id: number }>(
        sql`SELECT id FROM ${reglements} WHERE mode = 'depot' AND etat = 'credite' AND ${racine} ORDER BY id DESC LIMIT 1`,
      ),
      appelees: db.all<{ id: number }>(sql`
        SELECT e.id FROM ${echeances} e JOIN ${ecritures} x ON x.id = e."EcritureId" WHERE x.${racine}
          AND e.nature <> 'depot' AND NOT EXISTS (SELECT 1 FROM ${ecritures} fin WHERE fin."annuleId" = x.id)`),
    });
    return annuler(ctx, lu, {
      solde,
      ids: faits.map(({ id }) => id),
      appelees,
      motif,
      today,
      user,
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

interface Annulation {
  solde: SoldeArrete;
  /** The payments that the deposit made. */
  ids: readonly number[];
  /** The sums that the account called. */
  appelees: readonly { id: number }[];
  motif: string;
  today: Jour;
  user: string | null;
}

async function annuler(
  ctx: Contexte,
  lu: DepartLu,
  { solde, ids, appelees, motif, today, user }: Annulation,
): Promise<Suites> {
  const { db } = ctx;
  const DossierId = lu.dossier.id;
  const parts = await lireParts(
    db,
    sql`r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
  const { rendues } = renduesDe(parts);
  rendre(comptes, { ids, rendues });
  const retirees = new Set(appelees.map(({ id }) => id));
  for (const compte of comptes.values()) retirer(compte, retirees);
  const { avant, inchange, ecrites } = await regler(ctx, {
    comptes,
    rendues: rendues.filter(({ id }) => !retirees.has(id)),
  });
  const siennes = JSON.stringify([...retirees]);
  const { lignesExtournees, ecrituresExtournees } = extourner(
    db,
    sql`origine.id IN (SELECT e."EcritureId" FROM ${echeances} e WHERE e.id IN (SELECT value FROM json_each(${siennes})))`,
    { date: today, user },
  );
  const { attente } = await db.write({
    garde: provided(
      db,
      sql`${inchange} AND ${commeLuSansDepot(lu)}
        AND NOT EXISTS (SELECT 1 FROM ${virements} v WHERE v."SoldeDepartId" = ${solde.id} AND v.etat = 'emis')`,
    ),
    annule: db
      .update(soldesDepart)
      .set({ annuleLe: today, annulePar: user, motif })
      .where(eq(soldesDepart.id, solde.id)),
    ...(ids.length > 0
      ? finirReglements(db, ids, { etat: "annule", motif, date: today, user })
      : {}),
    lignesRetirees: lignesExtournees,
    ecrituresRetirees: ecrituresExtournees,
    retirees: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT NULL, e.id, e.reste, (SELECT x.id FROM ${ecritures} x WHERE x."annuleId" = e."EcritureId")
      FROM ${echeances} e WHERE e.id IN (SELECT value FROM json_each(${siennes})) AND e.reste > 0`),
    annulation: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: solde.genre === "sortie" ? "Compte de sortie annulé" : "Solde des charges annulé",
      user,
      details: { motif },
    }),
    ...ecrites,
  });
  return suitesDe(avant, attente);
}

function retirer(compte: CompteLu, ids: ReadonlySet<number>): void {
  compte.ouvertes = compte.ouvertes.filter(({ id }) => !ids.has(id));
}

/** As {@link commeLu}, but for what is held: cancelling gives it back. */
const commeLuSansDepot = ({ depart, vue }: DepartLu) => sql`
  (SELECT json_group_array(id) FROM (SELECT id FROM ${soldesDepart} WHERE "DepartId" = ${depart?.id ?? 0} AND "annuleLe" IS NULL ORDER BY id DESC))
    = ${JSON.stringify(vue.soldes.filter(({ annuleLe }) => annuleLe === null).map(({ id }) => id))}`;
