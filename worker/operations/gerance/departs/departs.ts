import { and, eq, type SQL, sql } from "drizzle-orm";
import { MOTIFS_PREAVIS } from "#domain/bail/preavis.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { MOTIFS_DU_BAILLEUR } from "#domain/gerance/departs/conge.ts";
import { GENRES_DEPART, type GenreDepart } from "#domain/gerance/departs/depart.ts";
import type { DemandeDepart, DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { finDuBail } from "#domain/gerance/departs/fin-du-bail.ts";
import type { Db } from "#worker/db/client.ts";
import { isLostRace } from "#worker/db/failures.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onVersionRead, provided } from "#worker/db/versions.ts";
import { direSortie } from "#worker/operations/biens/sorties.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type DepartLu, lireDepart } from "./depart-lu.ts";

type Ligne = typeof departs.$inferSelect;

/**
 * Notes a departure, or changes what is told of it (domain/README §14): its own row, and the days of the notice in the
 * dossier, where they stay. The end follows from the law unless a person tells another that it allows.
 * @param demande what is absent stays as it is; `version`: that of the departure as it was read
 * @throws NotFound; Invalid where the law refuses the notice; Conflict once the account is frozen, or when it is no longer
 *   the one that was read.
 */
export async function noterDepart(
  ctx: Contexte,
  { DossierId, ...demande }: DemandeDepart & { DossierId: number },
): Promise<DepartDetail> {
  await onVersionRead({ version: demande.version }, async () => {
    const lu = await lireDepart(ctx, DossierId);
    if (lu.depart && demande.titulaire === "tous" && isStale(lu.depart, demande))
      throw new Conflict(FICHE_MODIFIEE);
    return (demande.titulaire === "tous" ? noterTous : noterUn)(ctx, demande, lu);
  });
  return (await lireDepart(ctx, DossierId)).vue;
}

const SANS_GENRE = { genre: "Dites comment le bail finit." };

/** @returns undefined when somebody wrote in between */
async function noterTous(
  ctx: Contexte,
  demande: DemandeDepart,
  { dossier, depart, vue }: DepartLu,
): Promise<true | undefined> {
  const { db, today, user, now } = ctx;
  const genre = demande.genre ?? depart?.genre;
  if (!genre) throw new Invalid(SANS_GENRE);
  const {
    titulaire: _1,
    recuLe,
    finLe,
    nouvelleAdresse,
    clesLe,
    edfSortie,
    clos,
    version: _2,
    updatedAt: _3,
    ...dit
  } = demande;
  const row = { ...(depart ?? DEPART_NU), ...definis(dit), genre };
  const note = { ...row, motif: motifDe(genre, row) };
  if (vue.soldes.some(({ annuleLe }) => annuleLe === null)) exigerArretIntact(dit);
  const conge = recuLe === undefined ? null : joursDuConge(note, { recuLe, finLe, vue });
  const updatedAt = now.toISOString();
  const colonnes = {
    ...colonnesDe(note),
    ...(conge ? { recuLe: conge.sansFin } : {}),
    clotLe: clos === undefined ? note.clotLe : clos ? (note.clotLe ?? today) : null,
  };
  const changements = {
    ...(conge ? { ...conge.jours, ...termeSuivi(dossier, conge.jours) } : {}),
    ...definis({ nouvelleAdresse, edfSortie, dateSortie: clesLe }),
  };
  if (clesLe && clesLe < dossier.dateEntree)
    throw new Invalid({ clesLe: "Les clés rendues précèdent l’entrée." });
  const { AppartementId, LocataireId } = dossier;
  const inchange = and(eq(dossiers.id, dossier.id), asRead(dossiers, { version: dossier.version }));
  return ecrire(
    db.write({
      garde: provided(
        db,
        sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${inchange}) AND ${memeDepart(dossier.id, depart)}`,
      ),
      depart: depart
        ? db
            .update(departs)
            .set({ ...colonnes, updatedAt })
            .where(eq(departs.id, depart.id))
        : db.insert(departs).values({ ...colonnes, DossierId: dossier.id, user }),
      ...(Object.keys(changements).length > 0
        ? {
            dossier: db
              .update(dossiers)
              .set({ ...changements, updatedAt })
              .where(inchange),
          }
        : {}),
      histoire: trace(db, {
        entite: "Dossier",
        entiteId: dossier.id,
        etat: depart ? "Départ modifié" : "Départ noté",
        user,
        details: { genre: GENRES_DEPART[genre], ...changements },
      }),
      ...(clesLe && clesLe !== dossier.dateSortie
        ? direSortie(db, { AppartementId, LocataireId, dateSortie: clesLe }, { user })
        : {}),
    }),
  );
}

/** The notice of one holder who leaves alone: the lease goes on (loi n° 89-462, art. 8-1, VI). */
async function noterUn(
  { db, user, now }: Contexte,
  demande: DemandeDepart,
  { dossier, vue }: DepartLu,
): Promise<true | undefined> {
  if (vue.titulaires.length < 2) {
    throw new Invalid({ titulaire: "Ce bail n’a qu’un titulaire." });
  }
  const [deja] = await db
    .select()
    .from(departs)
    .where(and(eq(departs.DossierId, dossier.id), eq(departs.titulaire, demande.titulaire)));
  const genre = demande.genre ?? deja?.genre;
  if (!genre) throw new Invalid(SANS_GENRE);
  const recuLe = demande.recuLe === undefined ? (deja?.recuLe ?? null) : demande.recuLe;
  if (recuLe === null) throw new Invalid({ recuLe: "Le jour du congé est attendu." });
  const { mode = null, remplaceLe = null } = { ...deja, ...definis(demande) };
  const row = { ...DEPART_NU, ...deja, ...definis(demande), genre };
  const finLe =
    demande.finLe ?? joursDuConge(row, { recuLe, finLe: null, vue }).jours.dateFinPreavis;
  const colonnes = {
    genre,
    mode,
    motif: motifDe(genre, row),
    justifie: row.justifie,
    occupants: row.occupants,
    recuLe,
    finLe,
    remplaceLe,
  };
  return ecrire(
    db.write({
      garde: provided(db, memeDepart(dossier.id, deja, demande.titulaire)),
      depart: deja
        ? db
            .update(departs)
            .set({ ...colonnes, updatedAt: now.toISOString() })
            .where(eq(departs.id, deja.id))
        : db
            .insert(departs)
            .values({ ...colonnes, titulaire: demande.titulaire, DossierId: dossier.id, user }),
      histoire: trace(db, {
        entite: "Dossier",
        entiteId: dossier.id,
        etat: "Départ d’un titulaire",
        user,
        details: {
          titulaire: demande.titulaire,
          genre: GENRES_DEPART[genre],
          recuLe,
          finLe,
          remplaceLe,
        },
      }),
    }),
  );
}

/**
 * Withdraws a notice: the tenant stays. The days that it wrote in the dossier go with it.
 * @throws NotFound when none is noted; Conflict once an account was frozen, or the keys are back.
 */
export async function retirerDepart(
  ctx: Contexte,
  { DossierId, titulaire }: { DossierId: number; titulaire: Ligne["titulaire"] },
): Promise<DepartDetail> {
  const { db, user, now } = ctx;
  await onVersionRead({}, async () => {
    const { dossier } = await lireDepart(ctx, DossierId);
    const [depart] = await db
      .select()
      .from(departs)
      .where(and(eq(departs.DossierId, DossierId), eq(departs.titulaire, titulaire)));
    if (!depart) throw new NotFound("Aucun départ n’est noté.");
    const [arrete] = await db
      .select({ id: soldesDepart.id })
      .from(soldesDepart)
      .where(eq(soldesDepart.DepartId, depart.id));
    if (arrete) throw new Conflict("Un compte de sortie a été arrêté : ce départ reste.");
    if (titulaire === "tous" && dossier.dateSortie !== null) {
      throw new Conflict("Les clés sont rendues : retirez d’abord le jour de sortie du dossier.");
    }
    const vides = {
      dateDebutPreavis: null,
      dateFinPreavis: null,
      ...(dossier.dateFinBail === dossier.dateFinPreavis ? { dateFinBail: null } : {}),
      updatedAt: now.toISOString(),
    };
    const inchange = and(
      eq(dossiers.id, DossierId),
      asRead(dossiers, { version: dossier.version }),
    );
    return ecrire(
      db.write({
        garde: provided(
          db,
          sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${inchange}) AND ${memeDepart(DossierId, depart, titulaire)}`,
        ),
        retire: db.delete(departs).where(eq(departs.id, depart.id)),
        ...(titulaire === "tous"
          ? { dossier: db.update(dossiers).set(vides).where(inchange) }
          : {}),
        histoire: trace(db, {
          entite: "Dossier",
          entiteId: DossierId,
          etat: "Départ retiré",
          user,
          details: { titulaire, genre: GENRES_DEPART[depart.genre] },
        }),
      }),
    );
  });
  return (await lireDepart(ctx, DossierId)).vue;
}

/** The row of a departure about which nothing was told yet. */
const DEPART_NU: Pick<
  Ligne,
  | "mode"
  | "motif"
  | "justifie"
  | "occupants"
  | "acquisLe"
  | "visites"
  | "sansEtatDesLieux"
  | "conforme"
  | "retenues"
  | "provision"
  | "motifProvision"
  | "clotLe"
> = {
  mode: null,
  motif: null,
  justifie: false,
  occupants: false,
  acquisLe: null,
  visites: false,
  sansEtatDesLieux: false,
  conforme: null,
  retenues: [],
  provision: 0,
  motifProvision: null,
  clotLe: null,
};

type Note = typeof DEPART_NU & { genre: GenreDepart };

/** Only what the row keeps of what was told. */
function colonnesDe(row: Note): Note {
  const { genre, mode, motif, justifie, occupants, acquisLe, visites, sansEtatDesLieux } = row;
  const { conforme, retenues, provision, motifProvision, clotLe } = row;
  return {
    genre,
    mode,
    motif,
    justifie,
    occupants,
    acquisLe,
    visites,
    sansEtatDesLieux,
    conforme,
    retenues,
    provision,
    motifProvision,
    clotLe,
  };
}

const definis = <T extends object>(dit: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(dit).filter(([, valeur]) => valeur !== undefined),
  ) as Partial<T>;

/** The reason of a notice, dropped where it is of another kind of notice. */
function motifDe(genre: GenreDepart, { motif = null }: { motif?: string | null | undefined }) {
  const connus = genre === "conge_bailleur" ? MOTIFS_DU_BAILLEUR : MOTIFS_PREAVIS;
  return motif !== null && motif in connus ? motif : null;
}

const FIGES = ["conforme", "retenues", "provision", "motifProvision"] as const;

/** @throws Conflict where it would change what a frozen account says. */
function exigerArretIntact(dit: Partial<DemandeDepart>): void {
  if (FIGES.some((champ) => dit[champ] !== undefined))
    throw new Conflict("Le compte de sortie est arrêté : annulez cet arrêté pour le changer.");
}

/**
 * The days of the notice in the dossier: its reception, and the last day of the lease that follows from the law, or the
 * one that a person tells. What ends no lease by itself is no notice: its day stays in the departure (`sansFin`).
 * @throws Invalid where the law refuses them.
 */
function joursDuConge(
  row: Note,
  {
    recuLe,
    finLe,
    vue: { bail },
  }: { recuLe: Jour | null; finLe: Jour | null | undefined; vue: DepartDetail },
) {
  const aucun = { dateDebutPreavis: null, dateFinPreavis: null };
  if (recuLe === null) return { jours: aucun, sansFin: null };
  const { fin, refus } = finDuBail({ ...row, recuLe, finLe: finLe ?? null }, bail);
  if (refus) throw new Invalid(refus);
  if (fin === null) return { jours: aucun, sansFin: recuLe };
  return { jours: { dateDebutPreavis: recuLe, dateFinPreavis: fin }, sansFin: null };
}

/** The end of the lease follows that of the notice, where it had none or had it from the notice before. */
function termeSuivi(
  {
    dateFinBail,
    dateFinPreavis: avant,
  }: Pick<DepartLu["dossier"], "dateFinBail" | "dateFinPreavis">,
  { dateFinPreavis }: { dateFinPreavis: Jour | null },
) {
  return dateFinBail === null || dateFinBail === avant ? { dateFinBail: dateFinPreavis } : {};
}

/** The condition that the departure is still the one that was read. */
const memeDepart = (
  DossierId: number,
  depart: Pick<Ligne, "id" | "version"> | undefined,
  titulaire: Ligne["titulaire"] = "tous",
) =>
  depart
    ? sql`EXISTS (SELECT 1 FROM ${departs} WHERE id = ${depart.id} AND version = ${depart.version})`
    : sql`NOT EXISTS (SELECT 1 FROM ${departs} WHERE "DossierId" = ${DossierId} AND titulaire = ${titulaire})`;

/** @returns undefined when the write rests on what somebody changed in between */
async function ecrire(write: Promise<unknown>): Promise<true | undefined> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isLostRace(error)) return undefined;
    throw error;
  }
}

/**
 * The statement that opens the departure of a dossier whose keys come back, unless it is noted already.
 * @param depart `genre`: a notice that was noted is the tenant's; without one, the parties agreed; `quand`: the keys come
 *   back
 */
export const ouvrirDepart = (
  db: Db,
  {
    DossierId,
    genre,
    user,
    quand,
  }: { DossierId: number; genre: GenreDepart; user: string | null; quand: SQL | undefined },
) =>
  db.run(sql`
    INSERT INTO ${departs} ("DossierId", genre, "user") SELECT ${DossierId}, ${genre}, ${user} WHERE ${quand ?? sql`true`}
    ON CONFLICT DO NOTHING`);
