import { and, eq, type SQL, sql } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { GENRES_DEPART, type GenreDepart } from "#domain/gerance/departs/depart.ts";
import type { DemandeDepart, DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { estSolde } from "#domain/gerance/departs/etat-depart.ts";
import {
  colonnesDe,
  colonnesDUnSeul,
  congeDit,
  DE_TOUS,
  DEPART_NU,
  exigerArretIntact,
  motifDe,
  type NoteDeDepart,
  SANS_GENRE,
  termeSuivi,
} from "#domain/gerance/departs/note-de-depart.ts";
import { aLaChargeDuLocataire } from "#domain/gerance/departs/retenues.ts";
import { somme } from "#domain/montants.ts";
import { sansIndefinis } from "#domain/sans-indefinis.ts";
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
 * Records a departure, or changes it (departs/README §14): its own row, and the days of the notice, which stay in the
 * dossier. The law gives the end of the lease, unless a person enters another end that the law allows.
 * @param demande an absent field stays as it is; `version`: the version of the departure as it was read
 * @throws NotFound when there is no such dossier; Invalid where the law refuses the notice; Conflict once the account
 * is frozen, or when the departure changed since it was read.
 */
export async function noterDepart(
  ctx: Contexte,
  { DossierId, ...demande }: DemandeDepart & { DossierId: number },
): Promise<DepartDetail> {
  await onVersionRead({ version: demande.version }, async () => {
    const departLu = await lireDepart(ctx, DossierId);
    if (departLu.depart && demande.titulaire === "tous" && isStale(departLu.depart, demande))
      throw new Conflict(FICHE_MODIFIEE);
    return (demande.titulaire === "tous" ? noterTous : noterUn)(ctx, demande, departLu);
  });
  return (await lireDepart(ctx, DossierId)).vue;
}

/** @returns undefined when the departure changed between the read and the write */
async function noterTous(
  ctx: Contexte,
  demande: DemandeDepart,
  departLu: DepartLu,
): Promise<true | undefined> {
  const { today } = ctx;
  const { dossier, depart, vue } = departLu;
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
    ...colonnesDemandees
  } = demande;
  const row = { ...(depart ?? DEPART_NU), ...sansIndefinis(colonnesDemandees), genre };
  const note = { ...row, motif: motifDe(genre, row) };
  if (vue.soldes.some(({ annuleLe }) => annuleLe === null)) exigerArretIntact(demande, vue);
  if (clos && !estSolde(vue.etat))
    throw new Conflict("Le départ se clôt une fois le compte arrêté et le dépôt rendu.");
  const conge = congeDit(demande, { note, depart, dossier, vue, today });
  if (clesLe && clesLe < dossier.dateEntree)
    throw new Invalid({ clesLe: "Les clés rendues précèdent l’entrée." });
  return ecrireDepart(ctx, departLu, {
    colonnes: {
      ...colonnesDe(note),
      ...(conge ? { recuLe: conge.sansFin } : {}),
      clotLe: clos === undefined ? note.clotLe : clos ? (note.clotLe ?? today) : null,
    },
    changements: {
      ...conge?.jours,
      ...termeSuivi(dossier, { genre, conge: conge?.jours, clesLe }),
      ...sansIndefinis({ nouvelleAdresse, edfSortie, dateSortie: clesLe }),
    },
  });
}

/** The sums of a departure, as history notes them; euros. */
function sommesDites({ retenues, provision }: NoteDeDepart) {
  const retenu = aLaChargeDuLocataire(retenues);
  return {
    ...(retenu.length > 0 ? { retenues: somme(...retenu.map(({ montant }) => montant)) } : {}),
    ...(provision > 0 ? { provision } : {}),
  };
}

interface DepartAEcrire {
  colonnes: NoteDeDepart;
  /** The columns of the dossier that change. */
  changements: Partial<typeof dossiers.$inferInsert>;
}

/** Writes the row of a departure and the days of its dossier, unless one of them or a frozen account changed since. */
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
      depart: poserLigne(db, depart, { ...colonnes, DossierId: dossier.id, user, updatedAt }),
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
        details: { genre: GENRES_DEPART[colonnes.genre], ...changements, ...sommesDites(colonnes) },
      }),
      ...(dateSortie && dateSortie !== dossier.dateSortie
        ? direSortie(db, { AppartementId, LocataireId, dateSortie }, { user })
        : {}),
    }),
  );
}

/** Makes the row of a departure, or changes it and keeps its author. */
function poserLigne(
  db: Db,
  deja: Pick<Ligne, "id"> | undefined,
  { user, ...ligne }: typeof departs.$inferInsert,
) {
  if (!deja) return db.insert(departs).values({ ...ligne, user });
  return db.update(departs).set(ligne).where(eq(departs.id, deja.id));
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
      depart: poserLigne(db, deja, {
        ...colonnes,
        titulaire: demande.titulaire,
        DossierId: dossier.id,
        user,
        updatedAt: now.toISOString(),
      }),
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
 * Withdraws a notice: the tenant stays. With the notice of all the holders of the lease, the days that it wrote in
 * the dossier are removed too.
 * @throws NotFound when no departure is noted; Conflict once an account was frozen, or the keys are back.
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

/** The condition that the departure is still the one that was read. */
const memeDepart = (
  DossierId: number,
  depart: Pick<Ligne, "id" | "version"> | undefined,
  titulaire: Ligne["titulaire"] = "tous",
) =>
  depart
    ? sql`EXISTS (SELECT 1 FROM ${departs} WHERE id = ${depart.id} AND version = ${depart.version})`
    : sql`NOT EXISTS (SELECT 1 FROM ${departs} WHERE "DossierId" = ${DossierId} AND titulaire = ${titulaire})`;

/** @returns undefined when the departure changed between the read and the write */
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
 * The statement that opens the departure of a dossier when its keys come back, unless it is noted already.
 * @param depart `genre`: the tenant's notice if one is noted, else an agreement; `quand`: the condition that the keys
 *   come back
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

/**
 * The statement that withdraws the departure of a dossier when its notice is withdrawn, as long as no key came back
 * and no account was ever frozen.
 */
export const oublierDepart = (
  db: Db,
  { DossierId, quand }: { DossierId: number; quand: SQL | undefined },
) =>
  db.run(sql`
    DELETE FROM ${departs} WHERE "DossierId" = ${DossierId} AND titulaire = 'tous' AND ${quand ?? sql`true`}
      AND (SELECT "dateSortie" FROM ${dossiers} WHERE id = ${DossierId}) IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${soldesDepart} s WHERE s."DepartId" = ${departs.id})`);
