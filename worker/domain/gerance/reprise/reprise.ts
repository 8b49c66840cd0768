import { ajouterJours, type Jour, jourDuMois, type Mois, moisDe, plusTot } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import type { Ecriture, Ligne, Part } from "../livres/ecritures.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { LigneReprise } from "./reprise-fiche.ts";
import type { NatureReprise } from "./solde-repris.ts";

/** A dossier that may have an opening balance; euros. */
export interface DossierRepris {
  id: number;
  numero: string;
  locataire: string;
  appartement: string;
  /** The mandate: a MissionId or, for a dwelling without mandate, the id of the dwelling as a negative number. */
  mandat: number;
  /** The receiver of the rents on the day the books begin. */
  fonds: ModeFonds;
  jourQuitance: number;
  /** The monthly rent and charges. */
  loyerHC: number;
  loyerCharge: number;
  depotGarantie: number | null;
  /**
   * The part of the payments made before the books begin that settles no sum or, when the agency received the money,
   * settles receipts due on the first day of the books or later; the opening advance is at least this sum.
   */
  dejaPaye: number;
  enCours: boolean;
}

export interface MandatRepris {
  id: number;
  numRegistre: string | null;
  clients: string;
  fonds: ModeFonds;
}

export interface BanqueReprise {
  id: number;
  nom: string;
  iban: string;
}

export interface Referentiel {
  dossiers: DossierRepris[];
  mandats: MandatRepris[];
  banques: BanqueReprise[];
}

/** Gives a function from the id of a dossier to the receiver of its rents; `proprietaire` for an unknown dossier. */
export const fondsParDossier = ({ dossiers }: Pick<Referentiel, "dossiers">) => {
  const fonds = new Map(dossiers.map((dossier) => [dossier.id, dossier.fonds]));
  return (DossierId: number): ModeFonds => fonds.get(DossierId) ?? "proprietaire";
};

/** The totals of the opening balances, in cents; the balances may be signed when `ecart` is zero. */
export interface ControleReprise {
  banque: Centimes;
  mandants: Centimes;
  /** The deposits held by the agency. */
  depots: Centimes;
  /** The advances of tenants whose rents the agency receives. */
  avances: Centimes;
  ecart: Centimes;
}

const centimesDe = (
  lignes: readonly LigneReprise[],
  compte: (ligne: LigneReprise) => boolean,
): Centimes =>
  lignes.reduce((somme, ligne) => somme + (compte(ligne) ? enCentimes(ligne.montant) : 0), 0);

/** Checks that the opening balances agree, in cents: bank = owners + deposits + advances (reprise/README §12.13). */
export function controlerReprise(
  lignes: readonly LigneReprise[],
  fondsDe: (DossierId: number) => ModeFonds,
): ControleReprise {
  const banque = centimesDe(lignes, ({ genre }) => genre === "banque");
  const mandants = centimesDe(lignes, ({ genre }) => genre === "mandant");
  const depots = centimesDe(
    lignes,
    (ligne) => ligne.genre === "depot" && ligne.detenuPar === "agence",
  );
  const avances = centimesDe(
    lignes,
    (ligne) => ligne.genre === "avance" && fondsDe(ligne.DossierId) === "agence",
  );
  return { banque, mandants, depots, avances, ecart: banque - mandants - depots - avances };
}

/**
 * The parts of an opening debt (reprise/README §12.13). With a nature, the whole debt is of that nature. Without one,
 * it splits in the proportion of the present rent and charges or, when the dossier has neither, is a former balance.
 *
 * @param montant cents
 */
export function partsDeLaDette(
  montant: Centimes,
  nature: NatureReprise | null,
  { loyerHC, loyerCharge }: Pick<DossierRepris, "loyerHC" | "loyerCharge">,
): Part[] {
  if (nature) return [{ nature, montant }];
  const poids = [enCentimes(loyerHC), enCentimes(loyerCharge)];
  if (poids.every((part) => part === 0)) return [{ nature: "solde_anterieur", montant }];
  const [loyer = 0, charges = 0] = repartir(montant, poids);
  return [
    { nature: "loyer" as const, montant: loyer },
    { nature: "charges" as const, montant: charges },
  ].filter((part) => part.montant > 0);
}

/** The warnings to the person who signs the opening balances; they refuse nothing. */
export function avertissementsReprise(lignes: readonly LigneReprise[]): string[] {
  const inconnues = lignes.filter((ligne) => ligne.genre === "dette" && !ligne.nature).length;
  if (inconnues === 0) return [];
  return [
    `${inconnues === 1 ? "Une dette de locataire ne dit pas sa nature : elle est répartie" : `${inconnues} dettes de locataires ne disent pas leur nature : elles sont réparties`} entre loyer et charges comme le loyer en vigueur. L’aide fiscale et les honoraires en dépendent.`,
  ];
}

/**
 * The due day of an opening debt: the rent day of its month or, at the latest, the day before the books begin.
 * @param duMois null: the month in which the books begin
 */
export const exigibleAvant = (debut: Jour, duMois: Mois | null, jourQuitance: number): Jour =>
  plusTot(jourDuMois(duMois ?? moisDe(debut), jourQuitance), ajouterJours(debut, -1));

/**
 * The entry of an opening balance. Its other side is account 4710, which ends at zero once all balances are posted.
 *
 * @param avoir true for money in the bank (a debit), false for money owed to others (a credit); a sum below zero is
 * posted on the opposite side
 * @param montant cents
 */
export function ouverture(
  compte: Pick<Ligne, "mandat"> & Ligne["compte"],
  avoir: boolean,
  montant: Centimes,
): Ecriture {
  const { mandat, ...sien } = compte;
  const autre = { compte: { genre: "4710", de: null } } as const;
  const ligneDuCompte = { compte: sien, ...(mandat === undefined ? {} : { mandat }) };
  const [debite, credite] = avoir === montant > 0 ? [ligneDuCompte, autre] : [autre, ligneDuCompte];
  const cents = Math.abs(montant);
  return {
    livre: "G",
    journal: "AN",
    lignes: [
      { ...debite, debit: cents, credit: 0 },
      { ...credite, debit: 0, credit: cents },
    ],
  };
}

/** The entry of an opening sum that an owner holds for a tenant, off the agency's bank. @param montant cents */
export const engagement = (
  { debite, credite }: { debite: "801" | "803"; credite: "809" | "802" },
  de: number,
  montant: Centimes,
): Ecriture => ({
  livre: "G",
  journal: "AN",
  lignes: [
    { compte: { genre: debite, de }, debit: montant, credit: 0 },
    { compte: { genre: credite, de }, debit: 0, credit: montant },
  ],
});

/** `GET /Reprise`: the opening of the books. */
export interface RepriseLue {
  /** `ouverte`: a new agency whose books begin with its first receipt, without opening balances. */
  etat: "aucune" | "ouverte" | "brouillon" | "signee";
  debut: Jour;
  lignes: LigneReprise[];
  controle: ControleReprise;
  avertissements: string[];
  /** The number of receipts due since `debut`, which enter the books on the signature. */
  quittances: number;
  version: number | null;
  user: string | null;
  signeeLe: string | null;
  referentiel: Referentiel;
}
