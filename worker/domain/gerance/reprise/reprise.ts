import { ajouterJours, type Jour, jourDuMois, type Mois, moisDe, plusTot } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import type { Ecriture, Ligne, Part } from "../livres/ecritures.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { LigneReprise } from "./reprise-fiche.ts";
import type { NatureReprise } from "./solde-repris.ts";

/** A dossier whose balance may be taken over. */
export interface DossierRepris {
  id: number;
  numero: string;
  locataire: string;
  appartement: string;
  /** The mandate, as `Ligne.mandat`. */
  mandat: number;
  /** The receiver of its rents on the day the books begin. */
  fonds: ModeFonds;
  jourQuitance: number;
  /** Its rent and charges; euros. */
  loyerHC: number;
  loyerCharge: number;
  depotGarantie: number | null;
  /** Euros paid before that day for sums due after it: its advance holds at least this. */
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

/** The dossiers, mandates and banks whose balances may be taken over. */
export interface Referentiel {
  dossiers: DossierRepris[];
  mandats: MandatRepris[];
  banques: BanqueReprise[];
}

/** The receiver of the rents of each dossier. */
export const fondsParDossier = ({ dossiers }: Pick<Referentiel, "dossiers">) => {
  const fonds = new Map(dossiers.map((dossier) => [dossier.id, dossier.fonds]));
  return (DossierId: number): ModeFonds => fonds.get(DossierId) ?? "proprietaire";
};

/** The sums in the bank, and the sums of their owners; cents. With a difference of zero, the takeover may be signed. */
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

/** « Banque = mandants + dépôts + avances » (reprise/README §12.13). */
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
 * The nature of a debt taken over (reprise/README §12.13): what was said; else rent and charges, in proportion to those in
 * force, by the largest remainders; a former balance where the dossier has neither.
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
  if (poids.every((un) => un === 0)) return [{ nature: "solde_anterieur", montant }];
  const [loyer = 0, charges = 0] = repartir(montant, poids);
  return [
    { nature: "loyer" as const, montant: loyer },
    { nature: "charges" as const, montant: charges },
  ].filter((part) => part.montant > 0);
}

/** The warnings to whoever signs balances; none of them refuses. */
export function avertissementsReprise(lignes: readonly LigneReprise[]): string[] {
  const inconnues = lignes.filter((ligne) => ligne.genre === "dette" && !ligne.nature).length;
  if (inconnues === 0) return [];
  return [
    `${inconnues === 1 ? "Une dette de locataire ne dit pas sa nature : elle est répartie" : `${inconnues} dettes de locataires ne disent pas leur nature : elles sont réparties`} entre loyer et charges comme le loyer en vigueur. L’aide fiscale et les honoraires en dépendent.`,
  ];
}

/** The due day of a debt taken over: that of its month, or at the latest the day before the books begin. */
export const exigibleAvant = (debut: Jour, duMois: Mois | null, jourQuitance: number): Jour =>
  plusTot(jourDuMois(duMois ?? moisDe(debut), jourQuitance), ajouterJours(debut, -1));

/**
 * The opening entry of a balance, against 4710, which all of them together leave at zero.
 *
 * @param avoir money in the bank is a debit, the money of its owners a credit; a negative balance is the other way
 * round.
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

/** The opening entry of a sum that an owner holds for a tenant: an engagement and its counterpart, without our bank. */
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

/** `GET /Reprise`. */
export interface RepriseLue {
  /** `ouverte`: the books are kept from the first receipt of a new agency. */
  etat: "aucune" | "ouverte" | "brouillon" | "signee";
  debut: Jour;
  lignes: LigneReprise[];
  controle: ControleReprise;
  avertissements: string[];
  /** The count of receipts due since that day: they enter the books when it is signed. */
  quittances: number;
  version: number | null;
  user: string | null;
  signeeLe: string | null;
  referentiel: Referentiel;
}
