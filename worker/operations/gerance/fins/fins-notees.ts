import { eq, sql } from "drizzle-orm";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import {
  type DepotRemis,
  depotsTenus,
  type FinDeMandatDetail,
  type GestionnaireSuivant,
  type LocataireDuMandat,
  tenuPour,
} from "#domain/gerance/mandats/fin-de-mandat.ts";
import type { DemandeFin } from "#domain/gerance/mandats/fin-de-mandat-fiche.ts";
import { enEuros } from "#domain/montants.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import { compteInchange } from "#worker/db/conditions-comptes.ts";
import { nextId } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { fournisseurs } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { isStale, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type Suites, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { cleDeLaFin, remettreLesDepots } from "./depots-de-fin.ts";
import { type FinLue, lireFin } from "./fin-lue.ts";

/** The end of a mandate after a change, and the effects of the change on receipts. */
export type FinFaite = Suites & { vue: FinDeMandatDetail };

/**
 * The end noted for a mandate and not cancelled.
 * @throws NotFound without one; Conflict when it changed since it was read.
 */
export function vivante({ ligne }: FinLue, versionLue: VersionLue): NonNullable<FinLue["ligne"]> {
  if (!ligne) throw new NotFound("Aucune fin de ce mandat n’est notée.");
  if (isStale(ligne, versionLue)) throw new Conflict(FICHE_MODIFIEE);
  return ligne;
}

const ARRETEE = "Le dernier compte de ce mandat est arrêté : annulez-le pour en changer.";

/** The condition that the mandate and its end are as they were read. */
export const memeFin = ({ vue, ligne, versionDuCompte }: FinLue) =>
  sql`${compteInchange(vue.MissionId, versionDuCompte)}
    AND (SELECT version FROM ${finsDeMandat} WHERE "MissionId" = ${vue.MissionId} AND "annuleLe" IS NULL) IS ${ligne?.version ?? null}`;

/**
 * Notes the end of a management mandate, or changes it (mandats/README §12.24).
 * @throws NotFound when there is no such management mandate; Invalid for a day before the mandate, or an unknown
 * manager; Conflict once the end is frozen or changed since it was read, or when the deposits were handed over and
 * would go to someone else.
 */
export async function noterFin(
  ctx: Contexte,
  { MissionId, ...demande }: DemandeFin & { MissionId: number },
): Promise<FinDeMandatDetail> {
  const { db, user } = ctx;
  const { finLe, motif, depots, version } = demande;
  const FournisseurId = demande.FournisseurId ?? null;
  await onWhatIsRead(async () => {
    const finLue = await lireFin(ctx, MissionId);
    const { ligne } = finLue;
    if (ligne && isStale(ligne, { version })) throw new Conflict(FICHE_MODIFIEE);
    if (ligne?.arreteLe) throw new Conflict(ARRETEE);
    if (ligne?.remisLe && (ligne.FournisseurId !== FournisseurId || ligne.depots !== depots))
      throw new Conflict(
        "Les dépôts sont remis à ce gestionnaire : annulez la fin pour en changer.",
      );
    const faits = await db.read({
      signee: db.all<{ le: Jour | null }>(
        sql`SELECT "dateSignature" AS le FROM "Mission" WHERE id = ${MissionId}`,
      ),
      gestionnaire: db
        .select({ id: fournisseurs.id })
        .from(fournisseurs)
        .where(eq(fournisseurs.id, FournisseurId ?? 0)),
    });
    const signee = faits.signee[0]?.le ?? null;
    if (signee !== null && finLe < signee)
      throw new Invalid({ finLe: `Le mandat commence le ${formatJour(signee)}.` });
    if (FournisseurId !== null && !faits.gestionnaire[0])
      throw new Invalid({ FournisseurId: "Ce fournisseur n’existe pas." });
    const colonnes = { finLe, motif, FournisseurId, depots };
    await db.write({
      garde: provided(db, memeFin(finLue)),
      fin: ligne
        ? db
            .update(finsDeMandat)
            .set({ ...colonnes, updatedAt: MAINTENANT })
            .where(eq(finsDeMandat.id, ligne.id))
        : db.insert(finsDeMandat).values({ ...colonnes, MissionId, user }),
      histoire: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: ligne ? "Fin du mandat changée" : "Fin du mandat notée",
        user,
        details: { finLe, motif },
      }),
    });
  });
  return (await lireFin(ctx, MissionId)).vue;
}

/**
 * Hands the deposits over to the next manager (mandats/README §12.24): the agency no longer holds them for the
 * tenants, and each becomes an approved bill that the batches pay.
 * @throws NotFound when no end of the mandate is noted; Conflict before the last day of the mandate, once its end is
 * frozen or changed since it was read, where the owner receives the deposits or none is held, or while a tenant has a
 * cheque, an overpayment or a frozen account to settle.
 */
export async function remettreAuGestionnaire(
  ctx: Contexte,
  { MissionId, ...versionLue }: VersionLue & { MissionId: number },
): Promise<FinFaite> {
  const suites = await onWhatIsRead(async () => {
    const finLue = await lireFin(ctx, MissionId);
    const fin = vivante(finLue, versionLue);
    return remettre(ctx, finLue, { fin, gestionnaire: exigerRemise(finLue, ctx.today) });
  });
  return { ...suites, vue: (await lireFin(ctx, MissionId)).vue };
}

/**
 * @returns the manager who receives the deposits
 * @throws NotFound without a noted end; Conflict when the deposits may not be handed over.
 */
function exigerRemise({ vue }: FinLue, today: Jour): GestionnaireSuivant {
  const { faits, fin, manques } = vue;
  if (!fin) throw new NotFound();
  if (fin.arreteLe) throw new Conflict(ARRETEE);
  if (fin.depots !== "gestionnaire" || !fin.gestionnaire)
    throw new Conflict("Les dépôts vont au propriétaire, avec son dernier compte.");
  if (fin.finLe > today) throw new Conflict(`Le mandat court jusqu’au ${formatJour(fin.finLe)}.`);
  if (depotsTenus(faits.locataires) === 0)
    throw new Conflict("Aucun dépôt n’est tenu par l’agence.");
  const bloquant = faits.locataires.find(
    ({ aRendre, arrete, cheque }) => arrete || cheque > 0 || aRendre > 0,
  );
  if (bloquant)
    throw new Conflict(
      manques.find(({ DossierId }) => DossierId === bloquant.DossierId)?.phrase ?? ARRETEE,
    );
  return fin.gestionnaire;
}

/** A deposit handed over, as a bill that the batches pay. */
const facture = (
  { AppartementId, locataire: nom, ...locataire }: LocataireDuMandat,
  { gestionnaire, today }: { gestionnaire: GestionnaireSuivant; today: Jour },
) => {
  const intitule = `Dépôt de garantie de ${nom}, remis à ${gestionnaire.nom}`;
  return {
    nature: "depense" as const,
    AppartementId,
    tva: 0,
    renouvele: false,
    regle: false,
    intitule,
    date: today,
    montant: enEuros(tenuPour(locataire)),
    FournisseurId: gestionnaire.FournisseurId,
    payePar: "agence" as const,
    bonAPayerLe: today,
    accordLe: today,
    recherche: texteDeRecherche([intitule, gestionnaire.nom]),
  };
};

async function remettre(
  ctx: Contexte,
  finLue: FinLue,
  { fin, gestionnaire }: { fin: ReturnType<typeof vivante>; gestionnaire: GestionnaireSuivant },
): Promise<Suites> {
  const { db, today, user } = ctx;
  const { MissionId, faits } = finLue.vue;
  const locataires = faits.locataires.filter((locataire) => tenuPour(locataire) > 0);
  const deja = fin.remise ?? [];
  const cle = `${cleDeLaFin(fin.id)} remise ${deja.length}`;
  const depots = await remettreLesDepots(ctx, { MissionId, cle, locataires });
  const prochaine = nextId(intendances);
  const [{ suivant } = { suivant: 1 }] = await db.all<{ suivant: number }>(
    sql`SELECT ${prochaine} AS suivant`,
  );
  const remise: DepotRemis[] = locataires.map((locataire, rang) => ({
    DossierId: locataire.DossierId,
    IntendanceId: suivant + rang,
    montant: tenuPour(locataire),
  }));
  const { attente } = await db.write({
    garde: provided(
      db,
      sql`${depots.inchange} AND ${memeFin(finLue)} AND ${prochaine} = ${suivant}`,
    ),
    ...depots.statements,
    factures: db.insert(intendances).values(
      locataires.map((locataire, rang) => ({
        id: suivant + rang,
        ...facture(locataire, { gestionnaire, today }),
      })),
    ),
    facturesDites: trace(db, {
      entite: "Intendance",
      entiteId: sql`(SELECT value ->> 'IntendanceId' FROM json_each(${JSON.stringify(remise)}))`,
      ...{ etat: "Création", user },
    }),
    remise: db
      .update(finsDeMandat)
      .set({
        remise: [...deja, ...remise],
        remisLe: fin.remisLe ?? today,
        updatedAt: MAINTENANT,
      })
      .where(eq(finsDeMandat.id, fin.id)),
    histoire: trace(db, {
      entite: "Mission",
      entiteId: MissionId,
      etat: "Dépôts remis au gestionnaire suivant",
      user,
      details: { montant: enEuros(depotsTenus(locataires)) },
    }),
  });
  return suitesDe(depots.avant, attente);
}
