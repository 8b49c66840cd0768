import { and, eq, type SQL, sql } from "drizzle-orm";
import { MOTIFS_PREAVIS } from "#domain/bail/preavis.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { MOTIFS_DU_BAILLEUR } from "#domain/gerance/departs/conge.ts";
import { GENRES_DEPART, type GenreDepart } from "#domain/gerance/departs/depart.ts";
import type { DemandeDepart, DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { finAvecLesCles, finDuBail } from "#domain/gerance/departs/fin-du-bail.ts";
import type { Db } from "#worker/db/client.ts";
import { isLostRace } from "#worker/db/failures.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onVersionRead, provided } from "#worker/db/versions.ts";
import { direSortie } from "#worker/operations/biens/sorties.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type DepartLu, lireDepart } from "./depart-lu.ts";
import { memesSoldes } from "./soldes-ecrits.ts";

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
  lu: DepartLu,
): Promise<true | undefined> {
  const { today } = ctx;
  const { dossier, depart, vue } = lu;
  const genre = demande.genre ?? depart?.genre;
  if (!genre) throw new Invalid(SANS_GENRE);
  const {
    titulaire: _1,
    recuLe: _recuLe,
    finLe: _finLe,
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
  if (vue.soldes.some(({ annuleLe }) => annuleLe === null)) exigerArretIntact(demande, vue);
  if (clos && vue.etat !== "restitue" && vue.etat !== "clos")
    throw new Conflict("Le départ se clôt une fois le compte arrêté et le dépôt rendu.");
  const conge = congeDit(demande, { note, depart, dossier, vue, today });
  if (clesLe && clesLe < dossier.dateEntree)
    throw new Invalid({ clesLe: "Les clés rendues précèdent l’entrée." });
  return ecrireDepart(ctx, lu, {
    colonnes: {
      ...colonnesDe(note),
      ...(conge ? { recuLe: conge.sansFin } : {}),
      clotLe: clos === undefined ? note.clotLe : clos ? (note.clotLe ?? today) : null,
    },
    changements: {
      ...conge?.jours,
      ...termeSuivi(dossier, { genre, conge: conge?.jours, clesLe }),
      ...definis({ nouvelleAdresse, edfSortie, dateSortie: clesLe }),
    },
  });
}

interface DepartAEcrire {
  colonnes: Note;
  /** Of the dossier. */
  changements: Partial<typeof dossiers.$inferInsert>;
}

/** Writes the row of a departure and the days of its dossier, as long as both, and its frozen accounts, are those that were read. */
function ecrireDepart(
  { db, user, now }: Contexte,
  { dossier, depart, vue }: DepartLu,
  { colonnes, changements }: DepartAEcrire,
): Promise<true | undefined> {
  const updatedAt = now.toISOString();
  const { AppartementId, LocataireId } = dossier;
  const { dateSortie } = changements;
  const inchange = and(eq(dossiers.id, dossier.id), asRead(dossiers, { version: dossier.version }));
  return ecrire(
    db.write({
      garde: provided(
        db,
        sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${inchange}) AND ${memeDepart(dossier.id, depart)}
          AND ${memesSoldes({ depart, vue })}`,
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
        details: { genre: GENRES_DEPART[colonnes.genre], ...changements },
      }),
      ...(dateSortie && dateSortie !== dossier.dateSortie
        ? direSortie(db, { AppartementId, LocataireId, dateSortie }, { user })
        : {}),
    }),
  );
}

/** The notice of one holder who leaves alone: the lease goes on (loi n° 89-462, art. 8-1, VI). */
async function noterUn(
  { db, user, now, today }: Contexte,
  demande: DemandeDepart,
  { dossier, vue }: DepartLu,
): Promise<true | undefined> {
  if (vue.titulaires.length < 2) {
    throw new Invalid({ titulaire: "Ce bail n’a qu’un titulaire." });
  }
  const [deTous] = DE_TOUS.filter((champ) => demande[champ] !== undefined);
  if (deTous) {
    throw new Invalid({
      [deTous]: "Le bail continue : les clés, le compte et le dépôt se notent au départ de tous.",
    });
  }
  const [deja] = await db
    .select()
    .from(departs)
    .where(and(eq(departs.DossierId, dossier.id), eq(departs.titulaire, demande.titulaire)));
  const colonnes = colonnesDUnSeul(demande, { deja, dossier, vue, today });
  const { genre, recuLe, finLe, remplaceLe } = colonnes;
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
 * What the row of one who leaves alone keeps of what was told; its end stays where nothing moves it.
 * @throws Invalid where the law, or the lease that goes on, refuses it.
 */
function colonnesDUnSeul(
  demande: DemandeDepart,
  {
    deja,
    dossier,
    vue,
    today,
  }: Omit<LuPourLeConge, "note" | "depart"> & { deja: Ligne | undefined },
) {
  const genre = demande.genre ?? deja?.genre;
  if (!genre) throw new Invalid(SANS_GENRE);
  const recuLe = demande.recuLe === undefined ? (deja?.recuLe ?? null) : demande.recuLe;
  if (recuLe === null) throw new Invalid({ recuLe: JOUR_ATTENDU });
  if (!GENRES_D_UN_SEUL.includes(genre)) {
    throw new Invalid({
      genre: "Un titulaire part seul par son congé, un accord, son décès ou un abandon.",
    });
  }
  exigerJour(recuLe, { genre, dossier, today });
  const { mode = null, remplaceLe = null } = { ...deja, ...definis(demande) };
  if (remplaceLe !== null && remplaceLe < recuLe)
    throw new Invalid({ remplaceLe: "Le remplaçant entre au bail après ce congé." });
  const row = { ...DEPART_NU, ...deja, ...definis(demande), genre };
  const change = FAITS_DU_CONGE.some((champ) => row[champ] !== deja?.[champ]);
  const inchange = demande.finLe === undefined && recuLe === deja?.recuLe && !change;
  const gardee = inchange ? deja?.finLe : genre === "deces" ? recuLe : null;
  const { dateFinPreavis: finLe } = joursDuConge(row, {
    recuLe,
    finLe: demande.finLe ?? gardee,
    vue,
  }).jours;
  const { justifie, occupants } = row;
  return {
    genre,
    mode,
    motif: motifDe(genre, row),
    justifie,
    occupants,
    recuLe,
    finLe,
    remplaceLe,
  };
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

/** What is told of the departure of all, and of none who leaves alone. */
const DE_TOUS = [
  "visites",
  "clesLe",
  "edfSortie",
  "sansEtatDesLieux",
  "conforme",
  "retenues",
  "provision",
  "motifProvision",
  "nouvelleAdresse",
  "clos",
] as const;

const GENRES_D_UN_SEUL: readonly GenreDepart[] = ["conge_locataire", "accord", "deces", "abandon"];

/** What the end of the lease follows from, beside its days. */
const FAITS_DU_CONGE = ["genre", "mode", "motif", "justifie", "occupants", "acquisLe"] as const;

const FIGES = [
  ...FAITS_DU_CONGE,
  "sansEtatDesLieux",
  "conforme",
  "retenues",
  "provision",
  "motifProvision",
] as const;

const JOURS_FIGES = ["recuLe", "finLe", "clesLe"] as const;

/** @throws Conflict where it would change what a frozen account rests on. */
function exigerArretIntact(demande: DemandeDepart, vue: DepartDetail): void {
  const change = <Champ extends keyof DemandeDepart>(
    champ: Champ,
    avant: Partial<Record<Champ, unknown>> | null,
  ) =>
    demande[champ] !== undefined &&
    JSON.stringify(demande[champ]) !== JSON.stringify(avant?.[champ]);
  if (
    FIGES.some((champ) => change(champ, vue.depart)) ||
    JOURS_FIGES.some((champ) => change(champ, vue))
  )
    throw new Conflict("Le compte de sortie est arrêté : annulez cet arrêté pour le changer.");
}

const JOUR_ATTENDU = "Le jour du congé est attendu.";

/** The facts that a notice is read with. */
interface LuPourLeConge extends Pick<DepartLu, "depart" | "dossier" | "vue"> {
  note: Note;
  today: Jour;
}

/**
 * The days of the notice, when something that they follow from is told: a fact that changes after the notice moves its end, but
 * for one that a person has told and the law does not.
 * @returns null when nothing is.
 */
function congeDit(
  { recuLe: recu, finLe, ...demande }: DemandeDepart,
  { note, depart, dossier, vue, today }: LuPourLeConge,
) {
  const change =
    depart !== undefined &&
    FAITS_DU_CONGE.some(
      (champ) => demande[champ] !== undefined && demande[champ] !== depart[champ],
    );
  if (recu === undefined && finLe === undefined && !change) return null;
  const recuLe = recu === undefined ? vue.recuLe : recu;
  if (recuLe === null && finLe) throw new Invalid({ recuLe: JOUR_ATTENDU });
  if (recuLe !== null) exigerJour(recuLe, { genre: note.genre, dossier, today });
  const parLaLoi = recuLe && finDuBail({ ...note, recuLe, finLe: null }, vue.bail).refus === null;
  const garde = recu === undefined && !parLaLoi ? vue.finLe : null;
  return joursDuConge(note, { recuLe, finLe: finLe ?? garde, vue });
}

/** The ways in which a lease ends that are noted once they came. */
const CONSTATES: readonly GenreDepart[] = ["deces", "abandon"];

/** @throws Invalid for a day before the lease, or to come. */
function exigerJour(
  recuLe: Jour,
  {
    genre,
    dossier: { dateEntree, dateDebutBail, dateCreationBail },
    today,
  }: Pick<LuPourLeConge, "dossier" | "today"> & { genre: GenreDepart },
): void {
  if ([dateEntree, dateDebutBail, dateCreationBail].every((jour) => recuLe < jour))
    throw new Invalid({ recuLe: "Ce jour précède le bail." });
  if (CONSTATES.includes(genre) && recuLe > today)
    throw new Invalid({ recuLe: "Ce jour est à venir." });
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

/**
 * The end of the lease follows that of the notice, or the keys, where it had none or had it from the departure.
 * @param clesLe as it is told; undefined: as the dossier has it
 */
function termeSuivi(
  dossier: DepartLu["dossier"],
  {
    genre,
    conge,
    clesLe: dites,
  }: {
    genre: GenreDepart;
    conge: { dateFinPreavis: Jour | null } | undefined;
    clesLe: Jour | null | undefined;
  },
) {
  const { dateFinBail, dateFinPreavis: avant, dateSortie } = dossier;
  const parLeBailleur = genre === "conge_bailleur";
  const suit = dateFinBail === null || dateFinBail === avant || dateFinBail === dateSortie;
  if (!suit || (conge === undefined && !(parLeBailleur && dites !== undefined))) return {};
  const { dateFinPreavis: fin } = conge ?? dossier;
  const clesLe = dites === undefined ? dateSortie : dites;
  return { dateFinBail: finAvecLesCles(genre, { fin, clesLe }) };
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
