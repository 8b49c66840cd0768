import { eq, type SQL, sql } from "drizzle-orm";
import { formatJour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { SoldeArrete } from "#domain/gerance/departs/depart-fiche.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { partVivante } from "#worker/db/conditions-comptes.ts";
import { soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { virements } from "#worker/db/schema/mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import {
  type AvanceLue,
  type CompteLu,
  type EcheanceRendue,
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
import { cleDuSolde, type Fait, memesSoldes } from "./soldes-ecrits.ts";

/**
 * Cancels the last frozen account of a departure. Only its entries are reversed. A sum that it called is withdrawn, a
 * sum that it withdrew is owed again, an advance that joined the deposit is an advance again, and the deposit is held
 * whole. The account stays, marked as cancelled.
 * @throws NotFound when no account is frozen; Conflict when its sum was given back or is being transferred, or when
 * the tenant has paid a sum that it called.
 */
export async function annulerArret(
  ctx: Contexte,
  { DossierId, motif }: { DossierId: number; motif: string },
): Promise<Fait> {
  const suites = await onWhatIsRead(async () => {
    const depart = await lireDepart(ctx, DossierId);
    const [solde] = depart.vue.soldes.filter(({ annuleLe }) => annuleLe === null);
    if (!solde || !depart.depart) throw new NotFound("Aucun compte de sortie n’est arrêté.");
    if (solde.virement !== null) {
      throw new Conflict(
        `Cette somme est dans le lot ${solde.virement.numero} : annulez-le, ou notez le rejet de son virement.`,
      );
    }
    const { dateRetourCaution } = depart.dossier;
    if (
      solde.genre === "sortie" &&
      solde.virement === null &&
      solde.renduLe === null &&
      dateRetourCaution
    ) {
      throw new Conflict(
        `Le dossier dit le dépôt rendu le ${formatJour(dateRetourCaution)} : effacez ce jour s’il ne l’est pas.`,
      );
    }
    if (solde.renduLe !== null)
      throw new Conflict("Ce qui restait dû a été rendu : ce compte ne s’annule plus.");
    return annuler(ctx, depart, { solde, motif });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

type Ecrit = Awaited<ReturnType<typeof lireEcrit>>;

/**
 * The entries, payments, calls and withdrawals of a frozen account. @param cle the common beginning of the keys of
 * its entries
 */
export async function lireEcrit({ db }: Pick<Contexte, "db">, cle: string) {
  const ecrituresDeLArret = sql`(SELECT x.id FROM ${ecritures} x WHERE x.cle LIKE ${`${cle} %`})`;
  const appelees = sql`(SELECT e.id FROM ${echeances} e WHERE e."EcritureId" IN ${ecrituresDeLArret})`;
  const faits = await db.read({
    reglements: db.all<{ id: number }>(sql`SELECT id FROM ${reglements} WHERE cle = ${cle}`),
    reglees: lireParts(db, sql`r.cle = ${cle}`),
    appelees: db.all<{ id: number; nature: string }>(
      sql`SELECT id, nature FROM ${echeances} WHERE id IN ${appelees}`,
    ),
    avances: db.all<AvanceRendue>(sql`
      SELECT r.id AS "ReglementId", r."DossierId", r.cle, r.fonds, i."EcritureId", e.nature, sum(i.montant) AS reste,
        (SELECT count(*) + 1 FROM ${ecritures} x WHERE x."ReglementId" = r.id) AS entrees
      FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId" JOIN ${reglements} r ON r.id = i."ReglementId"
      WHERE e.id IN ${appelees} AND r.cle <> ${cle} AND ${partVivante(sql`i`)} GROUP BY r.id, e.id, i."EcritureId"`),
    retirees: db.all<Omit<EcheanceRendue, "inscrite">>(sql`
      SELECT e.id, e."DossierId", e."QuitanceId", e.mandat, e.mois, e."exigibleLe", e.nature, i.montant AS reste
      FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
      WHERE i."ReglementId" IS NULL AND i."EcritureId" IN ${ecrituresDeLArret}`),
  });
  return { ...faits, ecrituresDeLArret, cle };
}

/** A payment of a sum that the account called; with the nature `depot`, it is an advance that joined the deposit. */
interface AvanceRendue extends AvanceLue {
  DossierId: number;
  fonds: ModeFonds;
  EcritureId: number;
  nature: string;
}

const ANNULES: Record<SoldeArrete["genre"], string> = {
  sortie: "Compte de sortie annulé",
  charges: "Solde des charges annulé",
  majoration: "Majoration de retard annulée",
  avance: "Trop-perçu annulé",
};

interface Annulation {
  solde: SoldeArrete;
  motif: string;
}

async function annuler(
  ctx: Contexte,
  departLu: DepartLu,
  { solde, motif }: Annulation,
): Promise<Suites> {
  const { db, today, user } = ctx;
  const ecrit = await lireEcrit(ctx, cleDuSolde(solde.id));
  if (ecrit.avances.some(({ nature }) => nature !== "depot")) {
    throw new Conflict(
      "Le locataire a payé depuis ce que ce compte appelle : annulez d’abord ce règlement.",
    );
  }
  const DossierId = departLu.dossier.id;
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
  const { ids, rendues } = rendreLesSommes(comptes, ecrit);
  const { avant, inchange, ecrites } = await regler(ctx, { comptes, rendues });
  const { attente } = await db.write({
    garde: provided(
      db,
      sql`${inchange} AND ${memesSoldes(departLu)} AND ${memeEcrit(ecrit)}
        AND NOT EXISTS (SELECT 1 FROM ${virements} v WHERE v."SoldeDepartId" = ${solde.id} AND v.etat = 'emis')`,
    ),
    annule: db
      .update(soldesDepart)
      .set({ annuleLe: today, annulePar: user, motif })
      .where(eq(soldesDepart.id, solde.id)),
    ...(ids.length > 0 ? finirReglements(db, ids, { etat: "annule", motif, today, user }) : {}),
    ...defaire(ctx, ecrit),
    annulation: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: ANNULES[solde.genre],
      user,
      details: { motif },
    }),
    ...ecrites,
  });
  return suitesDe(avant, attente);
}

/**
 * Changes `comptes` as if the frozen account did not exist.
 * @returns the identifiers of the deposit's payments, and the sums that the tenant owes again
 */
export function rendreLesSommes(comptes: ReadonlyMap<number, CompteLu>, ecrit: Ecrit) {
  const appelees = new Set(ecrit.appelees.map(({ id }) => id));
  const ids = ecrit.reglements.map(({ id }) => id);
  const rendues = [
    ...renduesDe(ecrit.reglees).rendues.filter(({ id }) => !appelees.has(id)),
    ...ecrit.retirees.map((retiree) => ({ ...retiree, inscrite: true })),
  ];
  rendre(comptes, { ids, rendues });
  for (const compte of comptes.values()) {
    compte.ouvertes = compte.ouvertes.filter(({ id }) => !appelees.has(id));
    compte.avances = [
      ...compte.avances.filter((avance) => !ecrit.avances.some(memeReglement(avance))),
      ...ecrit.avances.map((rendue) => ({
        ...rendue,
        reste: rendue.reste + (compte.avances.find(memeReglement(rendue))?.reste ?? 0),
      })),
    ];
  }
  return { ids, rendues };
}

const memeReglement =
  ({ ReglementId }: AvanceLue) =>
  (avance: AvanceLue): boolean =>
    avance.ReglementId === ReglementId;

/** The statements that reverse the entries of a frozen account, and undo what they settled, called or withdrew. */
export function defaire(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  { ecrituresDeLArret, avances, appelees }: Ecrit,
) {
  const ids = JSON.stringify(appelees.map(({ id }) => id));
  const enAvance = JSON.stringify(avances);
  const { lignesExtournees, ecrituresExtournees } = extourner(
    db,
    sql`origine.id IN ${ecrituresDeLArret} OR origine.id IN (SELECT value ->> 'EcritureId' FROM json_each(${enAvance}))`,
    { today, user },
  );
  const extourne = (ecriture: SQL) =>
    sql`(SELECT x.id FROM ${ecritures} x WHERE x."annuleId" = ${ecriture})`;
  return {
    lignesDefaites: lignesExtournees,
    ecrituresDefaites: ecrituresExtournees,
    avancesRendues: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT i."ReglementId", i."EcheanceId", -i.montant, ${extourne(sql`i."EcritureId"`)} FROM ${imputations} i
      WHERE i."ReglementId" IS NOT NULL AND ${partVivante(sql`i`)} AND i."EcritureId" IN (SELECT value ->> 'EcritureId' FROM json_each(${enAvance}))
        AND i."EcheanceId" IN (SELECT value FROM json_each(${ids}))`),
    appelsRendus: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT NULL, i."EcheanceId", -i.montant, ${extourne(sql`i."EcritureId"`)} FROM ${imputations} i
      WHERE i."ReglementId" IS NULL AND i."EcritureId" IN ${ecrituresDeLArret}`),
    appelsRetires: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT NULL, e.id, e.reste, ${extourne(sql`e."EcritureId"`)} FROM ${echeances} e
      WHERE e.id IN (SELECT value FROM json_each(${ids})) AND e.reste > 0`),
  };
}

/** True while the payments of the sums that the account called are the same as when they were read. */
export const memeEcrit = ({ appelees, avances, cle }: Ecrit): SQL => sql`
  (SELECT coalesce(sum(i.montant), 0) FROM ${imputations} i JOIN ${reglements} r ON r.id = i."ReglementId" AND r.cle <> ${cle}
    WHERE i."EcheanceId" IN (SELECT value FROM json_each(${JSON.stringify(appelees.map(({ id }) => id))})))
    = ${avances.reduce((somme, { reste }) => somme + reste, 0)}`;
