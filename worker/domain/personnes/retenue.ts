import { type Mois, moisEnLettres } from "../dates.ts";
import { nomComplet, type Personne } from "./personne.ts";

/** A link between records that may not be removed now, and the French reason. */
export interface Retenue {
  AppartementId: number | null;
  ClientId: number | null;
  MissionId: number | null;
  raison: string;
  /** The dossier whose account must be settled first; null when the reason is not an account. */
  DossierId: number | null;
}

export interface CompteOuvert extends Personne {
  DossierId: number;
}

/** The most names in a sentence. */
const NOMS = 3;

/** The unsettled accounts in words: « Comptes non soldés : M. Martin, Mme Petit et 2 autres. » */
function comptesEnMots(comptes: readonly CompteOuvert[]): string {
  const noms = comptes.slice(0, NOMS).map(nomComplet);
  const reste = comptes.length - noms.length;
  const suite = reste > 0 ? ` et ${reste} autre${reste > 1 ? "s" : ""}` : "";
  return `Comptes non soldés : ${noms.join(", ")}${suite}.`;
}

/** A mandate with books: its number, and the last month of its validated statements. */
export interface MandatCompte {
  numRegistre: string | null;
  rendu: Mois | null;
}

const renduJusqua = ({ rendu }: Pick<MandatCompte, "rendu">): string =>
  rendu ? ` (rendus jusqu’en ${moisEnLettres(rendu)})` : "";

const duMandat = ({ numRegistre }: Pick<MandatCompte, "numRegistre">): string =>
  numRegistre ? `du mandat n°\u00A0${numRegistre}` : "d’un mandat sans numéro";

/** The books of a mandate in words: « les comptes du mandat n° 42 (rendus jusqu’en octobre 2026) ». */
export const comptesDuMandat = (mandat: MandatCompte): string =>
  `les comptes ${duMandat(mandat)}${renduJusqua(mandat)}`;

/** The refusal to remove the last owner of a dwelling that is let or has receipts. */
export const RAISON_DU_PROPRIETAIRE =
  "Ce bien est loué ou a des quittances : ajoutez un autre propriétaire avant de retirer celui-ci.";

/** The refusal to take a dwelling off the mandate by which the agency receives its rents. */
export const raisonDuLogement = (comptes: readonly CompteOuvert[]): string =>
  `L’agence reçoit les loyers de cet appartement par ce mandat, et les comptes de ses locataires ne sont pas soldés : loyers dus, avance, chèque ou dépôt. Soldez-les, ou changez d’abord les conditions du mandat. ${comptesEnMots(comptes)}`;

/** The French reason why an owner must stay on a mission; null when he may leave. */
export function raisonDuMandant({
  signee,
  part,
  tues,
  ...mandat
}: Record<"signee" | "part" | "tues", number> & MandatCompte): string | null {
  if (part)
    return `Les conditions ${duMandat(mandat)} donnent une quote-part à ce client : changez-les d’abord.`;
  if (tues)
    return `Les comptes ${duMandat(mandat)} sont validés${mandat.rendu ? ` jusqu’en ${moisEnLettres(mandat.rendu)}` : ""} : dites d’abord les quotes-parts dans ses conditions.`;
  return signee ? "Ce mandat est signé : il garde ses commanditaires." : null;
}
