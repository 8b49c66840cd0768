import { HONORAIRES_DE_LOCATION } from "../missions/mission.ts";

/** One thing that happened to a record (historique/README §9.10). */
export interface HistoryRow {
  id: number;
  /** The resource, as the wire spells it, and the identifier of the record. */
  entite: string;
  entiteId: number;
  /** The event, in French. */
  etat: string;
  /** The author's e-mail; null: the product itself. */
  user: string | null;
  createdAt: string;
  /** For a change: `{field: [before, after]}`. */
  details: Record<string, unknown> | null;
  /** For the line of a receipt that still exists: its tenant and its month. */
  quittance?: { mois: string; locataire: string } | null;
}

/**
 * The lines after which earlier lines hold fewer values than were sealed (historique/README §9.10). A deletion empties
 * the lines of its record; the two others empty the lines named in their `details.lignes`.
 */
export const ETATS_OUBLIANT = {
  suppression: "Suppression",
  effacement: "Données effacées",
  conservation: "Données purgées",
} as const;

/** The line that a restoration writes: the copy does not hold the history made after it. */
export const RESTAURATION = "Base restaurée";

/** The changes of a record: `{field: [before, after]}`. An absent value and null count as the same. */
export type Differences = Record<string, [before: unknown, after: unknown]>;

/** The fields of `after` that are not as before. */
export function differences(before: object, after: object): Differences {
  const anciens = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .map(([champ, valeur]) => [champ, [anciens.get(champ) ?? null, valeur ?? null]] as const)
      .filter(([, [avant, apres]]) => JSON.stringify(avant) !== JSON.stringify(apres)),
  ) as Differences;
}

/** The values after the change. */
export const apres = (changees: Differences): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changees).map(([champ, [, valeur]]) => [champ, valeur]));

const PERIODE = ["dateDepart", "dateFin", "date"] as const;
const PAIEMENT = ["prix", "tva", "montant", "mode", "regle", "datePaiement"] as const;

/**
 * The fields that the history of a deleted record keeps (historique/README §9.11): amounts, days, numbers and states,
 * which are evidence of money; never the name or the description of a person. The history of any other record is
 * emptied whole.
 */
export const PREUVES: Readonly<Record<string, readonly string[]>> = {
  Accompte: [...PERIODE, ...PAIEMENT, "MissionId", "AppartementId"],
  Intendance: [...PERIODE, ...PAIEMENT, "nature", "numFacture", "renouvele", "AppartementId"],
  Mission: [
    "type",
    "nbAppart",
    "dateSignature",
    "tauxTva",
    "valeurMissionAppt",
    "accompte1",
    "accompte2",
    "reliquat",
    "numRegistre",
    "duree",
    ...HONORAIRES_DE_LOCATION,
  ],
  Reglement: ["DossierId", "date", "montant", "mode", "payeur"],
  Dossier: [
    "AppartementId",
    "LocataireId",
    "dateEntree",
    "dateSortie",
    "dateCreationBail",
    "dateDebutBail",
    "dateFinBail",
    "dateDebutPreavis",
    "dateFinPreavis",
    "dateRetourCaution",
    "depotGarantie",
    "jourQuitance",
    "loyerHC",
    "loyerCharge",
    "numFraisDossier",
    "fraisDossierTTC",
    "fraisDossierTauxTVA",
    "honorairesBailleurTTC",
    "fraisEdlTTC",
    "fraisEdlBailleurTTC",
  ],
};

/** The fields whose values the history keeps after a record of this kind is deleted. */
export const champsPreuves = (entite: string): readonly string[] => PREUVES[entite] ?? [];

/** The values of a record that the line of its deletion keeps; none when the record is no evidence of money. */
export const preuvesDe = (entite: string, fiche: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fiche).filter(
      ([champ, valeur]) => champsPreuves(entite).includes(champ) && valeur !== null,
    ),
  );
