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
  /** Its details: of a change `{field: [before, after]}`. */
  details: Record<string, unknown> | null;
  /** Of a receipt that is still there: its tenant, and its month. */
  quittance?: { mois: string; locataire: string } | null;
}

/**
 * The lines that tell why earlier ones hold fewer values than were sealed (historique/README §9.10): a deletion, of the
 * lines of its record; the two others, of the lines that their `details.lignes` names.
 */
export const ETATS_OUBLIANT = {
  suppression: "Suppression",
  effacement: "Données effacées",
  conservation: "Données purgées",
} as const;

/** The line written by a restoration: the history of newer copies is lost. */
export const RESTAURATION = "Base restaurée";

/** The changes made: `{field: [before, after]}`; nothing and null are one. */
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
 * The fields that the history of a deleted record keeps (historique/README §9.11): its amounts, days, numbers and
 * states, the evidence of money; never a name or a description of a person. A record that is not here is forgotten
 * whole.
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

/** The fields whose values outlive a record of this kind. */
export const champsPreuves = (entite: string): readonly string[] => PREUVES[entite] ?? [];

/** The values of a record kept by the line of its deletion: none when it is no evidence of money. */
export const preuvesDe = (entite: string, fiche: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fiche).filter(
      ([champ, valeur]) => champsPreuves(entite).includes(champ) && valeur !== null,
    ),
  );
