import { MOTIFS_PREAVIS } from "../../bail/preavis.ts";
import type { Dossier } from "../../biens/dossier-fiche.ts";
import type { Jour } from "../../dates.ts";
import { Conflict, Invalid } from "../../erreurs.ts";
import { sansIndefinis } from "../../sans-indefinis.ts";
import { MOTIFS_DU_BAILLEUR } from "./conge.ts";
import { GENRES_D_UN_SEUL, type GenreDepart } from "./depart.ts";
import type { DemandeDepart, DepartDetail } from "./depart-fiche.ts";
import { finAvecLesCles, finDuBail } from "./fin-du-bail.ts";

/** The facts of a departure as staff type them; euros. */
export interface NoteDeDepart
  extends Omit<NonNullable<DepartDetail["depart"]>, "motif" | "version"> {
  motif: string | null;
}

export const SANS_GENRE = { genre: "Dites comment le bail finit." };

/** The fields of a departure, other than its kind, before staff note anything. */
export const DEPART_NU: Omit<NoteDeDepart, "genre"> = {
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

/** Keeps from a row only the columns of the note. */
export function colonnesDe(row: NoteDeDepart): NoteDeDepart {
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
    // In older rows, a retenue has neither `action` nor `vetuste`.
    retenues: retenues.map((retenue) => ({
      ...retenue,
      action: retenue.action ?? null,
      vetuste: retenue.vetuste ?? null,
    })),
    provision,
    motifProvision,
    clotLe,
  };
}

/** The reason of a notice; null without a reason, or when the reason belongs to another kind of notice. */
export function motifDe(
  genre: GenreDepart,
  { motif = null }: { motif?: string | null | undefined },
) {
  const connus = genre === "conge_bailleur" ? MOTIFS_DU_BAILLEUR : MOTIFS_PREAVIS;
  return motif !== null && motif in connus ? motif : null;
}

/** The fields of a departure that concern all the holders: the departure of one holder alone lacks them. */
export const DE_TOUS = [
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

/** The facts that decide how and why the lease ends, besides the days of the notice. */
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

/**
 * Checks that a request changes no fact that a frozen account rests on.
 * @throws Conflict when it changes one of these facts
 */
export function exigerArretIntact(demande: DemandeDepart, vue: DepartDetail): void {
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

export type JoursDuBail = Pick<Dossier, "dateEntree" | "dateDebutBail" | "dateCreationBail"> & {
  dateFinBail: Jour | null;
  dateFinPreavis: Jour | null;
  dateSortie: Jour | null;
};

interface LuPourLeConge {
  note: NoteDeDepart;
  /** The note before the request; undefined when there was none. */
  depart: NoteDeDepart | undefined;
  dossier: JoursDuBail;
  vue: DepartDetail;
  today: Jour;
}

/**
 * The days of the notice, computed again when the request changes a fact that they depend on. When the law gives no
 * last day, the last day that staff gave stays, unless the request gives the day of the notice.
 * @returns null when the request gives no day and changes none of these facts
 * @throws Invalid for a last day without a day of notice, for a day of notice that {@link exigerJour} refuses, or for
 * days that the law refuses
 */
export function congeDit(
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

/** The ways a lease ends that are noted only once they happened. */
const CONSTATES: readonly GenreDepart[] = ["conge_locataire", "deces", "abandon"];

/**
 * Checks the day of a notice.
 * @throws Invalid for a day that precedes the creation of the lease, its first day and the entry of the tenant; or
 * for a day to come when `CONSTATES` holds the kind of departure
 */
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
 * The days of the notice to write in the dossier: its reception, and the last day of the lease, by the law or as staff
 * give it. When the notice does not end the lease, only the departure keeps the day of the notice (`sansFin`).
 * @throws Invalid when the law refuses these days.
 */
function joursDuConge(
  row: NoteDeDepart,
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
 * The new end of the lease, by the notice or by the return of the keys. An empty object when the end does not change,
 * for example because somebody chose another end.
 * @param clesLe the day of the keys in the request; undefined: the day in the dossier
 */
export function termeSuivi(
  dossier: JoursDuBail,
  {
    genre,
    conge,
    clesLe: clesNotees,
  }: {
    genre: GenreDepart;
    conge: { dateFinPreavis: Jour | null } | undefined;
    clesLe: Jour | null | undefined;
  },
) {
  const { dateFinBail, dateFinPreavis: avant, dateSortie } = dossier;
  const parLeBailleur = genre === "conge_bailleur";
  const suit = dateFinBail === null || dateFinBail === avant || dateFinBail === dateSortie;
  if (!suit || (conge === undefined && !(parLeBailleur && clesNotees !== undefined))) return {};
  const { dateFinPreavis: fin } = conge ?? dossier;
  const clesLe = clesNotees === undefined ? dateSortie : clesNotees;
  return { dateFinBail: finAvecLesCles(genre, { fin, clesLe }) };
}

/** The departure of a holder who leaves alone; the lease goes on, so this row holds the days of the notice. */
export type DepartDUnSeul = NoteDeDepart & {
  recuLe: Jour | null;
  finLe: Jour | null;
  remplaceLe: Jour | null;
};

/**
 * The columns of the departure of a holder who leaves alone. The last day stays when the request changes no fact that
 * the last day depends on.
 * @throws Invalid without a kind or a day of notice, for a kind that concerns all the holders, for a day of notice
 * that {@link exigerJour} refuses, for a replacement before the notice, or for days that the law refuses.
 */
export function colonnesDUnSeul(
  demande: DemandeDepart,
  {
    deja,
    dossier,
    vue,
    today,
  }: Omit<LuPourLeConge, "note" | "depart"> & { deja: DepartDUnSeul | undefined },
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
  const { mode = null, remplaceLe = null } = { ...deja, ...sansIndefinis(demande) };
  if (remplaceLe !== null && remplaceLe < recuLe)
    throw new Invalid({ remplaceLe: "Le remplaçant entre au bail après ce congé." });
  const row = { ...DEPART_NU, ...deja, ...sansIndefinis(demande), genre };
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
