import type { ModeCharges } from "../../biens/dossier.ts";
import { type BailDuLogement, dateRelocation } from "../../biens/logement.ts";
import {
  ajouterJours,
  dansMois,
  formatJour,
  type Jour,
  type Mois,
  moisDeLaPeriode,
  moisEnLettres,
  nombreDeJours,
  plusTard,
  plusTot,
} from "../../dates.ts";
import { RECUPERABLES, type Recuperable } from "../../missions/depense.ts";
import { type Euros, enCentimes, enEuros } from "../../montants.ts";
import { finDuLoyer } from "../../quittances/quittance.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import { partRecuperable } from "../mandats/depense.ts";
import { denominateurCommun } from "../mandats/parts.ts";
import { prescrite } from "./imputation.ts";

/** A bill of the year of which tenants owe back a part; cents. */
export interface DepenseRecuperable {
  date: Jour;
  code: Recuperable;
  libelle: string;
  numFacture: string | null;
  montant: Centimes;
  /** The part owed back, in percent. */
  tauxRecuperable: number;
}

/** A lease of the dwelling, with the charges that were called for it; cents. */
export interface BailACharges extends BailDuLogement {
  mode: ModeCharges;
  /** Called for months of the year, paid or not. */
  provisions: Centimes;
}

/** The days of a lease in a year, both ends included. */
interface Presence {
  bail: BailACharges;
  du: Jour;
  au: Jour;
}

/** The charges that a lease owes for a year; cents. */
export interface ChargesDuBail extends Presence {
  /** The days counted: fewer than the days of the lease where several leases run at once. */
  jours: number;
  /** The part of each nature, in order. */
  parts: Centimes[];
  total: Centimes;
  /** Above zero, the tenant owes it; below, it is owed to him. */
  solde: Centimes;
}

/** The recoverable charges of a dwelling for a year, shared; cents. */
export interface ChargesDuLogement {
  natures: { code: Recuperable; depenses: Centimes; recuperable: Centimes }[];
  /** The leases whose charges are settled: a lump sum is not. */
  baux: ChargesDuBail[];
  /** The part that stays with the owner, by nature: days without a lease, or of a lease with a lump sum. */
  proprietaire: Centimes[];
}

const bornes = (annee: number): [Jour, Jour] => [`${annee}-01-01`, `${annee}-12-31`];

/** 365 or 366. */
export const joursDeLAnnee = (annee: number): number => nombreDeJours(...bornes(annee));

function presences(annee: number, baux: readonly BailACharges[]): Presence[] {
  const [premier, dernier] = bornes(annee);
  return baux.flatMap((bail) => {
    const fin = finDuLoyer({ ...bail, dateRelocation: dateRelocation(bail, baux) });
    const du = plusTard(bail.dateDebutBail, premier);
    const au = plusTot(fin ?? dernier, dernier);
    return au < du ? [] : [{ bail, du, au }];
  });
}

/**
 * The weight of each lease in the year, over one denominator: a day of several leases is shared equally between them.
 */
function poidsDe(annee: number, presents: readonly Presence[]) {
  const [premier, dernier] = bornes(annee);
  const lendemain = ajouterJours(dernier, 1);
  const coupures = new Set([
    premier,
    lendemain,
    ...presents.flatMap(({ du, au }) => [du, ajouterJours(au, 1)]),
  ]);
  const debuts = [...coupures].toSorted();
  const periodes = debuts.slice(0, -1).map((debut, rang) => ({
    jours: nombreDeJours(debut, debuts[rang + 1] ?? lendemain) - 1,
    ceux: new Set(presents.filter(({ du, au }) => du <= debut && debut <= au)),
  }));
  const commun = denominateurCommun(
    periodes.map(({ ceux }) => ({ num: 1, den: Math.max(1, ceux.size) })),
  );
  const poids = presents.map((presence) =>
    periodes.reduce(
      (total, { jours, ceux }) =>
        ceux.has(presence) ? total + (BigInt(jours) * commun) / BigInt(ceux.size) : total,
      0n,
    ),
  );
  return { commun, poids };
}

/**
 * Shares the recoverable charges of a dwelling and a year (domain/README §12.21): by nature, by the days of each lease, to
 * the cent, the owner keeping what is no tenant's; the shares of a nature always make it.
 * @param baux every lease of the dwelling; those of other years count for nothing
 * @param depenses those of the year
 */
export function chargesDuLogement(
  annee: number,
  { baux, depenses }: { baux: readonly BailACharges[]; depenses: readonly DepenseRecuperable[] },
): ChargesDuLogement {
  const presents = presences(annee, baux);
  const { commun, poids } = poidsDe(annee, presents);
  const regles = presents.map(({ bail }, rang) =>
    bail.mode === "forfait" ? 0n : (poids[rang] ?? 0n),
  );
  const reste = regles.reduce(
    (total, poidsRegle) => total - poidsRegle,
    BigInt(joursDeLAnnee(annee)) * commun,
  );
  const parCode = Map.groupBy(depenses, ({ code }) => code);
  const natures = (Object.keys(RECUPERABLES) as Recuperable[]).flatMap((code) => {
    const factures = parCode.get(code) ?? [];
    if (factures.length === 0) return [];
    const somme = (de: (depense: DepenseRecuperable) => Centimes) =>
      factures.reduce((total, depense) => total + de(depense), 0);
    return [
      { code, depenses: somme(({ montant }) => montant), recuperable: somme(partRecuperable) },
    ];
  });
  // The owner comes first: of two equal remainders, he has the cent.
  const parts = natures.map(({ recuperable }) => repartir(recuperable, [reste, ...regles]));
  return {
    natures,
    proprietaire: parts.map(([sienne = 0]) => sienne),
    baux: presents.flatMap((presence, rang) => {
      if (presence.bail.mode === "forfait") return [];
      const partsDuBail = parts.map((part) => part[rang + 1] ?? 0);
      const total = partsDuBail.reduce((somme, part) => somme + part, 0);
      return [
        {
          ...presence,
          jours: Number(poids[rang]) / Number(commun),
          parts: partsDuBail,
          total,
          solde: total - presence.bail.provisions,
        },
      ];
    }),
  };
}

/** The data of a dwelling and a year, for the statement of one of its leases; cents. */
export interface DonneesDeCharges {
  annee: number;
  DossierId: number;
  baux: readonly BailACharges[];
  depenses: readonly DepenseRecuperable[];
  /** The lease has charges to call each month. */
  provisionnee: boolean;
  /** The months of the year for which it was called some charges. */
  moisAppeles: readonly Mois[];
  /** Provisions of the year called elsewhere, before the product was used; null: nobody said. */
  ailleurs: Centimes | null;
  /**
   * The bills left out: recoverable ones without a day, bills of the year still unpaid, calls of the syndic, which are
   * no bills.
   */
  ecartees: { sansDate: number; nonPayees: number; appelsDuSyndic: number };
  /** The balance, once called. */
  appelee: { montant: Centimes; exigibleLe: Jour; le: Jour } | null;
}

/** The statement of the charges of a lease and a year; euros. */
export interface DecompteDeCharges {
  DossierId: number;
  annee: number;
  /** The days of the lease in the year. */
  du: Jour;
  au: Jour;
  /** The days counted, among those of the year. */
  jours: number;
  joursDeLAnnee: number;
  /** Days on which other leases also ran were shared. */
  partage: boolean;
  mode: Exclude<ModeCharges, "forfait">;
  lignes: {
    code: Recuperable;
    libelle: string;
    depenses: Euros;
    recuperable: Euros;
    montant: Euros;
  }[];
  depenses: {
    date: Jour;
    code: Recuperable;
    libelle: string;
    numFacture: string | null;
    montant: Euros;
    tauxRecuperable: number;
  }[];
  /** All the recoverable charges of the dwelling. */
  recuperable: Euros;
  total: Euros;
  /** Provisions, with those called elsewhere. */
  provisions: Euros;
  /** Months without a call here, and the sum called elsewhere; null: nobody said. */
  manquants: Mois[];
  ailleurs: Euros | null;
  /** Above zero, the tenant owes it; below, it is owed to him. */
  solde: Euros;
  appelee: { montant: Euros; exigibleLe: Jour; le: Jour } | null;
  /** The due day of the balance: as called, else as proposed. */
  exigibleLe: Jour;
  /** The balance is not called, and its amount is not final. */
  projet: boolean;
  /** The reason why the balance may not be called from the tenant, in a sentence; null when it may. */
  refus: string | null;
  avertissements: string[];
}

/**
 * The statement of the charges of a lease and a year (art. 23 of loi n° 89-462; domain/README §12.21).
 * @returns a sentence where there is none to make
 */
export function decompteDeCharges(
  donnees: DonneesDeCharges,
  today: Jour,
): DecompteDeCharges | string {
  const { annee, DossierId, baux, depenses, appelee, ailleurs } = donnees;
  if (baux.some(({ id, mode }) => id === DossierId && mode === "forfait")) {
    return "Les charges de ce bail sont un forfait : elles ne se régularisent pas.";
  }
  const charges = chargesDuLogement(annee, { baux, depenses });
  const chargesDuBail = charges.baux.find(({ bail }) => bail.id === DossierId);
  if (!chargesDuBail) return `Ce bail ne court aucun jour de ${annee}.`;
  const { bail, du, au, jours, parts, total } = chargesDuBail;
  const solde = chargesDuBail.solde - (ailleurs ?? 0);
  const manquants = moisManquants(donnees, chargesDuBail, today);
  const attente = attenteDe(donnees, manquants, today);
  return {
    DossierId,
    annee,
    du,
    au,
    jours,
    joursDeLAnnee: joursDeLAnnee(annee),
    partage: jours < nombreDeJours(du, au),
    mode: bail.mode === "periodique" ? "periodique" : "provisions",
    lignes: charges.natures.map(({ code, depenses: payees, recuperable }, rang) => ({
      code,
      libelle: RECUPERABLES[code].libelle,
      depenses: enEuros(payees),
      recuperable: enEuros(recuperable),
      montant: enEuros(parts[rang] ?? 0),
    })),
    depenses: depenses.map((depense) => ({ ...depense, montant: enEuros(depense.montant) })),
    recuperable: enEuros(charges.natures.reduce((somme, nature) => somme + nature.recuperable, 0)),
    total: enEuros(total),
    provisions: enEuros(bail.provisions + (ailleurs ?? 0)),
    manquants,
    ailleurs: ailleurs === null ? null : enEuros(ailleurs),
    solde: enEuros(solde),
    appelee: appelee && { ...appelee, montant: enEuros(appelee.montant) },
    exigibleLe: appelee?.exigibleLe ?? exigibiliteProposee(today),
    projet: appelee === null && attente !== null,
    refus: appelee ? dejaAppele(annee) : (attente ?? (solde > 0 ? null : RIEN_A_APPELER)),
    avertissements: avertissementsDe(donnees, { solde, manquants }, today),
  };
}

/** Whether the year is over: the sum owed for it may be known. */
const finie = (annee: number, today: Jour): boolean => today > bornes(annee)[1];

/** The months of a lease whose provision was not called here: before the product was used, or forgotten. */
function moisManquants(
  { provisionnee, moisAppeles }: DonneesDeCharges,
  { bail, du, au }: ChargesDuBail,
  today: Jour,
): Mois[] {
  if (bail.mode !== "provisions" || !provisionnee) return [];
  return moisDeLaPeriode(du, plusTot(au, today)).filter((mois) => !moisAppeles.includes(mois));
}

function avertissementsDe(
  { annee, depenses, ecartees, appelee, ailleurs }: DonneesDeCharges,
  { solde, manquants }: { solde: Centimes; manquants: readonly Mois[] },
  today: Jour,
): string[] {
  const { sansDate, nonPayees, appelsDuSyndic } = ecartees;
  const dite = manquants.length === 0 || ailleurs !== null;
  const motifs: [boolean, string][] = [
    [
      depenses.length === 0,
      `Aucune dépense récupérable de ce logement n’est datée de ${annee} : notez celles du syndic et des factures.`,
    ],
    [!finie(annee, today), `L’année ${annee} n’est pas finie : d’autres dépenses peuvent venir.`],
    [
      !dite,
      `Aucune provision n’est appelée ici pour ${enumeres(annee, manquants)} : dites les provisions appelées ailleurs, le solde n’en déduit rien.`,
    ],
    [
      dite && appelee !== null && appelee.montant !== solde,
      "Ce qui fut appelé n’est plus le solde de ce décompte : une dépense ou une provision a changé depuis.",
    ],
    [sansDate > 0, `Dépenses récupérables sans date : ${sansDate}. Elles ne sont d’aucune année.`],
    [nonPayees > 0, `Dépenses de ce décompte qui ne sont pas dites payées : ${nonPayees}.`],
    [
      appelsDuSyndic > 0,
      `Appels de fonds du syndic laissés de côté : ${appelsDuSyndic}. Ce sont des provisions : notez les dépenses de son décompte annuel.`,
    ],
    [
      prescrite(bornes(annee)[1], today),
      "Plus de trois ans ont passé : le locataire peut opposer la prescription (article 7-1).",
    ],
  ];
  return motifs.flatMap(([vrai, phrase]) => (vrai ? [phrase] : []));
}

const MOIS_NOMMES = 3;

const enumeres = (annee: number, mois: readonly Mois[]): string =>
  mois.length > MOIS_NOMMES
    ? `${mois.length} mois de ${annee}`
    : mois.map(moisEnLettres).join(", ");

const RIEN_A_APPELER = "Le locataire ne doit rien de plus que ses provisions.";

/** The reason why the sum owed for the year is not known yet, in a sentence; null when it is. */
function attenteDe(
  { annee, depenses, ailleurs }: DonneesDeCharges,
  manquants: readonly Mois[],
  today: Jour,
): string | null {
  if (!finie(annee, today)) return `L’année ${annee} n’est pas finie : son solde n’est pas connu.`;
  if (depenses.length === 0) return "Aucune dépense récupérable : il n’y a rien à régulariser.";
  return manquants.length > 0 && ailleurs === null
    ? `Des provisions de ${annee} ne sont pas appelées ici : dites les provisions appelées ailleurs, ou 0.`
    : null;
}

/**
 * The reason why the balance of a statement may not be called from the tenant (domain/README §12.21); null when it
 * may.
 *
 * @param montant euros: the balance that was read
 * @returns a sentence
 */
export const refusDAppelDuSolde = (
  { refus, solde }: Pick<DecompteDeCharges, "refus" | "solde">,
  montant: Euros,
): string | null =>
  refus ??
  (enCentimes(montant) === enCentimes(solde)
    ? null
    : "Ce décompte a changé entre-temps : relisez-le avant d’appeler son solde.");

/**
 * The reason why the balance of a statement made today may not fall due that day: the statement comes at least a month
 * before it (art. 23; domain/README §12.21); null when it may.
 *
 * @returns a sentence
 */
export function refusDExigibilite(exigibleLe: Jour, today: Jour): string | null {
  const premier = exigibiliteProposee(today);
  return exigibleLe < premier
    ? `Le ${formatJour(premier)} au plus tôt : le décompte précède d’un mois au moins le paiement (article 23).`
    : null;
}

/** The refusal to call a balance twice, in a sentence. */
export const dejaAppele = (annee: number): string =>
  `Le solde des charges de ${annee} est déjà appelé à ce locataire.`;

/** The default due day of the balance: a month after the statement, which comes before it (art. 23). */
export const exigibiliteProposee = (today: Jour): Jour => dansMois(today, 1);

/** Whether the tenant may ask to pay by twelfths: the statement comes after the civil year that follows (art. 23). */
export const parDouziemes = ({ annee }: Pick<DecompteDeCharges, "annee">, le: Jour): boolean =>
  le > bornes(annee + 1)[1];

/** The twelve parts of a balance. @param montant euros, above zero */
export const douziemes = (montant: Euros): Euros[] =>
  repartir(
    enCentimes(montant),
    Array.from({ length: 12 }, () => 1),
  ).map(enEuros);
