import { eq, sql } from "drizzle-orm";
import { moisDe } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { tenuAvecLeDepot } from "#worker/db/conditions-comptes.ts";
import { avancesRendues, echeances, lignes } from "#worker/db/schema/gerance.ts";
import { reversements, virements } from "#worker/db/schema/mandants.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { compteArrete } from "#worker/operations/gerance/locataires/appels.ts";
import { type CompteLu, lireComptes } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { depenser, regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { type Suites, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { defaire, lireEcrit, memeEcrit, rendreLesSommes } from "./arrets-annules.ts";
import { appelerEtRetirer } from "./soldes-ecrits.ts";

/** The label of a sum to give back: the agency takes it from the advance, and holds it until a transfer pays it. */
const LIBELLE = "Trop-perçu à rendre";

const prochaine = sql`(SELECT coalesce(max(id), 0) + 1 FROM ${avancesRendues})`;
const prochainAppel = sql`(SELECT coalesce(max(id), 0) + 1 FROM ${echeances})`;

/** The advance that the agency holds for a dossier; cents. */
const tenueDe = (DossierId: number) =>
  sql`((SELECT coalesce(sum(credit - debit), 0) FROM ${lignes} WHERE genre = '4191' AND de = ${DossierId}) - ${tenuAvecLeDepot(DossierId)})`;

const cleDe = (id: number): string => `avance-rendue ${id}`;

interface ARendre {
  DossierId: number;
  /** Cents; null: the whole advance. */
  montant: Centimes | null;
}

/**
 * Gives an advance back to a tenant who stays (locataires/README §12.29): the sum settles no rent any more, and waits
 * for its transfer.
 * @throws NotFound when there is no such dossier; Conflict without an advance at the agency, or once the account of a
 * departure is frozen; Invalid beyond the advance.
 */
export async function rendreTropPercu(ctx: Contexte, demande: ARendre): Promise<Suites> {
  const { db, today, user } = ctx;
  const { DossierId } = demande;
  return onWhatIsRead(async () => {
    const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
    const arrete = compteArrete(DossierId);
    const [lu] = await db.all<Lu>(sql`
      SELECT ${tenueDe(DossierId)} AS tenue, ${arrete} AS arrete, ${mandatDe(sql`d."AppartementId"`)} AS mandat,
        ${prochaine} AS id, ${prochainAppel} AS appel FROM ${dossiers} d WHERE d.id = ${DossierId}`);
    const compte = comptes.get(DossierId);
    if (!lu || !compte) throw new NotFound();
    const montant = montantARendre(lu, demande);
    const { mandat } = lu;
    const appelee = {
      ...{ id: lu.appel, mandat, mois: moisDe(today), exigibleLe: today, reste: montant },
      ...{ nature: "trop_percu" as const, QuitanceId: null, inscrite: true },
    };
    const reglees = prendreSurLAvance(compte, { ...appelee }, ctx);
    const { avant, inchange, ecrites } = await regler(ctx, { comptes, reglees });
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND ${tenueDe(DossierId)} = ${lu.tenue} AND NOT ${arrete} AND ${prochaine} = ${lu.id}
          AND ${prochainAppel} = ${lu.appel}
          AND (SELECT ${mandatDe(sql`d."AppartementId"`)} FROM ${dossiers} d WHERE d.id = ${DossierId}) = ${mandat}`,
      ),
      ...appelerEtRetirer(ctx, {
        ...{ DossierId, mandat, cle: cleDe(lu.id), appelees: [appelee], retirees: [], autres: [] },
        appels: [{ nature: "trop_percu", libelle: LIBELLE, montant }],
      }),
      rendue: db
        .insert(avancesRendues)
        .values({ id: lu.id, DossierId, date: today, montant, user }),
      renduDit: trace(db, {
        entite: "Dossier",
        entiteId: DossierId,
        etat: LIBELLE,
        user,
        details: { montant: enEuros(montant) },
      }),
      ...ecrites,
    });
    return suitesDe(avant, attente);
  });
}

interface Lu {
  tenue: Centimes;
  arrete: number;
  mandat: number;
  /** The next identifiers of a sum to give back and of a sum called. */
  id: number;
  appel: number;
}

/**
 * @throws Conflict when the account of the departure is frozen, or the agency holds no advance; Invalid for a sum
 * above the advance
 */
function montantARendre({ arrete, tenue }: Lu, { montant }: ARendre): Centimes {
  if (arrete)
    throw new Conflict(
      "Le compte de sortie de ce locataire est arrêté : son trop-perçu se rend depuis son départ.",
    );
  if (tenue <= 0) throw new Conflict("L’agence ne tient aucune avance de ce locataire.");
  if (montant !== null && montant > tenue) {
    throw new Invalid({
      montant: `L’agence ne tient que ${formatEuros(enEuros(tenue))} d’avance de ce locataire.`,
    });
  }
  return montant ?? tenue;
}

/**
 * Takes the sum from the advances that the agency holds, the oldest first; the rest of these advances may be spent
 * later.
 */
function prendreSurLAvance(
  compte: CompteLu,
  appelee: CompteLu["ouvertes"][number],
  { today }: Pick<Contexte, "today">,
) {
  const { DossierId } = compte;
  const avances = compte.avances.filter(({ fonds }) => fonds === "agence");
  const reglees = depenser(
    new Map([[DossierId, { ...compte, avances, ouvertes: [appelee] }]]),
    today,
  );
  const pris = new Map(
    reglees.map(({ reglement, imputations }) => [
      reglement,
      imputations.reduce((somme, { montant }) => somme + montant, 0),
    ]),
  );
  compte.avances = compte.avances
    .map((avance) => {
      const part = pris.get(avance.cle) ?? 0;
      const { entrees, reste } = avance;
      return part === 0 ? avance : { ...avance, entrees: entrees + 1, reste: reste - part };
    })
    .filter(({ reste }) => reste > 0);
  return reglees;
}

/**
 * Cancels a sum to give back to a tenant: it becomes an advance again, and settles the debts that he has by now.
 * @throws NotFound when the dossier has no such sum; Conflict when it was cancelled already, or a transfer gives it
 * back.
 */
export async function annulerTropPercu(
  ctx: Contexte,
  { DossierId, id, motif }: { DossierId: number; id: number; motif: string },
): Promise<Suites> {
  const { db, today, user } = ctx;
  return onWhatIsRead(async () => {
    const vire = sql`(SELECT r.numero FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
      WHERE v."AvanceRendueId" = ${id} AND v.etat = 'emis')`;
    const [rendue] = await db.all<{ annuleLe: string | null; lot: string | null }>(sql`
      SELECT "annuleLe", ${vire} AS lot FROM ${avancesRendues} WHERE id = ${id} AND "DossierId" = ${DossierId}`);
    if (!rendue) throw new NotFound();
    if (rendue.annuleLe !== null) throw new Conflict("Ce trop-perçu est déjà annulé.");
    if (rendue.lot !== null) {
      throw new Conflict(
        `Cette somme est dans le lot ${rendue.lot} : annulez-le, ou notez le rejet de son virement.`,
      );
    }
    const ecrit = await lireEcrit(ctx, cleDe(id));
    const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
    const { rendues } = rendreLesSommes(comptes, ecrit);
    const { avant, inchange, ecrites } = await regler(ctx, { comptes, rendues });
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND ${memeEcrit(ecrit)} AND ${vire} IS NULL
          AND (SELECT "annuleLe" IS NULL FROM ${avancesRendues} WHERE id = ${id})`,
      ),
      annulee: db
        .update(avancesRendues)
        .set({ annuleLe: today, annulePar: user, motif })
        .where(eq(avancesRendues.id, id)),
      ...defaire(ctx, ecrit),
      annulation: trace(db, {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Trop-perçu annulé",
        user,
        details: { motif },
      }),
      ...ecrites,
    });
    return suitesDe(avant, attente);
  });
}
