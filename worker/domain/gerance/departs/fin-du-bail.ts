import { sousLoi89 } from "../../bail/bail.ts";
import { MOTIFS_PREAVIS, type MotifPreavis } from "../../bail/preavis.ts";
import type { TYPES_BAIL } from "../../biens/dossier.ts";
import { formatJour, type Jour } from "../../dates.ts";
import {
  bailApresDeces,
  type DureeDuBail,
  effetDuCongeDuBailleur,
  MOTIFS_DU_BAILLEUR,
  type MotifDuBailleur,
  preavisDuLocataire,
  termeEnCours,
} from "./conge.ts";
import { GENRES_DEPART, type GenreDepart, type ModeConge } from "./depart.ts";

/** How a lease ends, as staff note it. */
export interface FinDite {
  genre: GenreDepart;
  mode: ModeConge | null;
  motif: string | null;
  justifie: boolean;
  occupants: boolean;
  acquisLe: Jour | null;
  /** The day of the notice, of the death or of the agreement. */
  recuLe: Jour;
  /** The last day that staff give; null: the day that follows from the law. */
  finLe: Jour | null;
}

export interface BailFini {
  regime: (typeof TYPES_BAIL)[number];
  zoneTendue: boolean;
  duree: DureeDuBail;
}

/** The last day of a lease, null when the lease goes on; or the field that the law refuses, with the reason. */
export type FinDuBail =
  | { fin: Jour | null; refus: null }
  | { fin: null; refus: Readonly<Record<string, string>> };

const refuse = (champ: string, raison: string): FinDuBail => ({
  fin: null,
  refus: { [champ]: raison },
});
const finit = (fin: Jour | null): FinDuBail => ({ fin, refus: null });

/**
 * The last day of a lease by the way it ends (loi n° 89-462, art. 14, 15, 25-8, 25-15; departs/README §14.1). The
 * parties may choose another day; an owner cannot end a lease before the last day of his notice.
 */
export function finDuBail(dite: FinDite, bail: BailFini): FinDuBail {
  const { genre, mode, recuLe, finLe, occupants } = dite;
  const { regime } = bail;
  if (finLe !== null && finLe < recuLe) return refuse("finLe", "La fin précède le congé.");
  if (genre === "conge_bailleur") return finParLeBailleur(dite, bail);
  if (finLe !== null) return finit(finLe);
  switch (genre) {
    case "conge_locataire": {
      if (mode === "mail" && sousLoi89({ regime })) {
        return refuse(
          "finLe",
          "Ce congé n’est pas valable en la forme (article 15) ; le bailleur peut l’accepter : dites alors le jour convenu.",
        );
      }
      const conge = { ...dite, ...bail, motif: motifDuLocataire(dite.motif) };
      return finit(preavisDuLocataire(conge)?.fin ?? null);
    }
    case "deces":
      return finit(bailApresDeces(regime, occupants) === "termine" ? recuLe : null);
    case "terme":
      return finit(termeEnCours(bail.duree, recuLe));
    default:
      return refuse(
        "finLe",
        `Dites le dernier jour du bail : ${GENRES_DEPART[genre].toLowerCase()}, reçu ou constaté le ${formatJour(recuLe)}.`,
      );
  }
}

/**
 * The end of a lease once the keys came back: after an owner’s notice, a tenant owes rent only until he leaves (loi n°
 * 89-462, art. 15, I).
 * @param fin the last day of the notice
 */
export const finAvecLesCles = (
  genre: GenreDepart | undefined,
  { fin, clesLe }: { fin: Jour | null; clesLe: Jour | null },
): Jour | null =>
  genre === "conge_bailleur" && fin !== null && clesLe !== null && clesLe < fin ? clesLe : fin;

const motifDuLocataire = (motif: string | null): MotifPreavis | null =>
  motif !== null && motif in MOTIFS_PREAVIS ? (motif as MotifPreavis) : null;

function finParLeBailleur(
  { mode, motif, recuLe, acquisLe, finLe }: FinDite,
  { regime, duree }: BailFini,
): FinDuBail {
  const terme = termeEnCours(duree, recuLe);
  if (mode === "mail" && sousLoi89({ regime })) {
    return refuse(
      "mode",
      "Un congé du bailleur se donne par lettre recommandée, par commissaire de justice ou en main propre (article 15).",
    );
  }
  if (terme === null || motif === null || !(motif in MOTIFS_DU_BAILLEUR))
    return refuse("motif", "Le congé du bailleur a un motif, et le bail un terme.");
  const conge = { regime, terme, recuLe, motif: motif as MotifDuBailleur, acquisLe };
  const { effet, refus } = effetDuCongeDuBailleur(conge);
  if (effet === null) return refuse("recuLe", refus);
  if (finLe !== null && finLe < effet)
    return refuse("finLe", `Ce congé ne met fin au bail que le ${formatJour(effet)}.`);
  return finit(finLe ?? effet);
}
