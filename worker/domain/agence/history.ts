import { HONORAIRES_DE_LOCATION } from "../missions/mission.ts";

/** A line of history: something that happened to a record (historique/README §9.10). */
export interface HistoryRow {
  id: number;
  /** The kind of record, as the wire spells it, and its id. */
  entite: string;
  entiteId: number;
  /** The event, in French. */
  etat: string;
  /**
   * The e-mail of the author; null: the product itself, or a person without an account, such as a tenant or an owner.
   */
  user: string | null;
  createdAt: string;
  /** The details of the event; for a change, `{field: [before, after]}`. */
  details: Record<string, unknown> | null;
  /** The tenant and the month of the receipt, for a line about a receipt that still exists. */
  quittance?: { mois: string; locataire: string } | null;
}

/**
 * The events of the history that erase values of earlier lines (historique/README §9.10). A deletion erases them from
 * all lines of its record; the other two events, from the lines listed in their `details.lignes`.
 */
export const ETATS_OUBLIANT = {
  suppression: "Suppression",
  effacement: "Données effacées",
  conservation: "Données purgées",
} as const;

/** The event that a restoration of the database writes: the history recorded after the restored copy is lost. */
export const RESTAURATION = "Base restaurée";

/** The changes of a record: `{field: [before, after]}`. */
export type Differences = Record<string, [before: unknown, after: unknown]>;

/** The fields of `after` whose value differs from `before`; absent and null count as equal. */
export function differences(before: object, after: object): Differences {
  const anciens = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .map(([champ, valeur]) => [champ, [anciens.get(champ) ?? null, valeur ?? null]] as const)
      .filter(([, [avant, apres]]) => JSON.stringify(avant) !== JSON.stringify(apres)),
  ) as Differences;
}

/** The new values of some changes. */
export const apres = (changees: Differences): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changees).map(([champ, [, valeur]]) => [champ, valeur]));

const PERIODE = ["dateDepart", "dateFin", "date"] as const;
const PAIEMENT = ["prix", "tva", "montant", "mode", "regle", "datePaiement"] as const;

/**
 * The fields kept in the history of a deleted record (historique/README §9.11): amounts, days, numbers and states, as
 * evidence about money; never a name. A kind that is not listed keeps nothing.
 */
export const PREUVES: Readonly<Record<string, readonly string[]>> = {
  Accompte: [...PERIODE, ...PAIEMENT, "MissionId", "AppartementId"],
  Intendance: [
    ...PERIODE,
    ...PAIEMENT,
    "nature",
    "numFacture",
    "renouvele",
    "AppartementId",
    "FournisseurId",
    "payePar",
    "bonAPayerLe",
  ],
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

/** The fields kept in the history of a deleted record of a kind. */
export const champsPreuves = (entite: string): readonly string[] => PREUVES[entite] ?? [];

/** The values that the history keeps of a deleted record; empty for a kind that keeps nothing. */
export const preuvesDe = (entite: string, fiche: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fiche).filter(
      ([champ, valeur]) => champsPreuves(entite).includes(champ) && valeur !== null,
    ),
  );
