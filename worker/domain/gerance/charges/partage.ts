import type { ModeCharges } from "../../biens/dossier.ts";
import type { Compteur } from "../../biens/index-des-compteurs.ts";
import { type BailDuLogement, dateRelocation } from "../../biens/logement.ts";
import { ajouterJours, ecartEnJours, type Jour, plusTard, plusTot } from "../../dates.ts";
import { RECUPERABLES, type Recuperable } from "../../missions/natures-de-depense.ts";
import { finDuLoyer } from "../../quittances/jours-de-loyer.ts";
import { type Centimes, repartirSigne } from "../livres/repartition.ts";
import { partRecuperable } from "../mandats/depense.ts";
import { denominateurCommun } from "../mandats/parts.ts";
import { mesureDe, type ReleveCompteur } from "./compteurs.ts";
import { type Exercice, lendemainDe } from "./exercice.ts";

/** A bill of the exercice that tenants owe back, in part or in full; cents. */
export interface DepenseRecuperable {
  date: Jour;
  code: Recuperable;
  libelle: string;
  numFacture: string | null;
  montant: Centimes;
  /** The part that tenants owe back, in percent. */
  tauxRecuperable: number;
  /** The meter that shares the bill between leases; absent or null: the days of each lease share it. */
  compteur?: Compteur | null;
  /** For a bill of a building: how the part of the dwelling was worked out, « 4 387,50 × 92/1000 ». */
  calcul?: string | null;
  /** The days that the bill covers; absent or null: the bill does not give them. */
  periode?: { du: Jour; au: Jour } | null;
}

export interface BailACharges extends BailDuLogement {
  mode: ModeCharges;
  /**
   * The charges that receipts called for months of the exercice, paid or not, less the part withdrawn later; cents.
   */
  provisions: Centimes;
}

/** The days of a lease in an exercice, both ends included. */
interface Presence {
  bail: BailACharges;
  du: Jour;
  au: Jour;
}

/** The charges that a lease owes for an exercice, with its balance; cents. */
export interface ChargesDuBail extends Presence {
  /** The days counted: fewer than the days of the lease when several leases run at once. */
  jours: number;
  /** The lease's part of each nature of charges, in the order of `ChargesDuLogement.natures`. */
  parts: Centimes[];
  total: Centimes;
  /** The balance: above zero, the tenant owes it; below zero, it is owed to him. */
  solde: Centimes;
}

/** The bills of one kind of charges that one meter shares between leases, or that the days share; cents. */
export interface NatureDeCharges {
  code: Recuperable;
  compteur: Compteur | null;
  depenses: Centimes;
  recuperable: Centimes;
  /** The days of an entry or an exit whose meter index was worked out instead of read. */
  indexEstimes: Jour[];
}

/** The recoverable charges of a dwelling for an exercice, once shared; cents. */
export interface ChargesDuLogement {
  natures: NatureDeCharges[];
  /** The leases that run in the exercice, except those whose charges are a lump sum. */
  baux: ChargesDuBail[];
  /** The owner's part of each nature, in the order of `natures`: days without a lease, leases with a lump sum. */
  proprietaire: Centimes[];
}

function presences({ du: premier, au: dernier }: Exercice, baux: readonly BailACharges[]) {
  return baux.flatMap((bail): Presence[] => {
    const fin = finDuLoyer({ ...bail, dateRelocation: dateRelocation(bail, baux) });
    const du = plusTard(bail.dateDebutBail, premier);
    const au = plusTot(fin ?? dernier, dernier);
    return au < du ? [] : [{ bail, du, au }];
  });
}

/** The number of days of an exercice without any lease of the dwelling, and the ids of the leases with a lump sum. */
export function joursDuProprietaire(
  exercice: Exercice,
  baux: readonly BailACharges[],
): { vides: number; forfaits: number[] } {
  const presents = presences(exercice, baux);
  return {
    vides: periodesDe(exercice, presents)
      .filter(({ ceux }) => ceux.size === 0)
      .reduce((jours, { du, lendemain }) => jours + ecartEnJours(du, lendemain), 0),
    forfaits: presents.flatMap(({ bail }) => (bail.mode === "forfait" ? bail.id : [])),
  };
}

/** Consecutive days on which the same leases run. */
interface Periode {
  du: Jour;
  lendemain: Jour;
  ceux: ReadonlySet<Presence>;
}

function periodesDe(exercice: Exercice, presents: readonly Presence[]): Periode[] {
  const lendemain = lendemainDe(exercice);
  const coupures = new Set([
    exercice.du,
    lendemain,
    ...presents.flatMap(({ du, au }) => [du, ajouterJours(au, 1)]),
  ]);
  const debuts = [...coupures].toSorted();
  return debuts.slice(0, -1).map((debut, rang) => ({
    du: debut,
    lendemain: debuts[rang + 1] ?? lendemain,
    ceux: new Set(presents.filter(({ du, au }) => du <= debut && debut <= au)),
  }));
}

/** The weights by which charges are shared among the leases and the owner. */
interface Poids {
  /** The weight of each lease: a period of several leases is split equally between them. */
  baux: bigint[];
  /** The weight of the owner: periods without a lease, leases with a lump sum. */
  proprietaire: bigint;
  total: bigint;
  commun: bigint;
}

/**
 * Weighs the leases and the owner.
 *
 * @param quantite the weight of a period: its days, or the quantity that a meter counted
 */
function poidsDe(
  periodes: readonly Periode[],
  presents: readonly Presence[],
  quantite: (periode: Periode) => number,
): Poids {
  const commun = denominateurCommun(
    periodes.map(({ ceux }) => ({ num: 1, den: Math.max(1, ceux.size) })),
  );
  const pesees = periodes.map((periode) => ({
    ceux: periode.ceux,
    poids: BigInt(quantite(periode)) * commun,
  }));
  const baux = presents.map((presence) =>
    pesees.reduce(
      (somme, { ceux, poids }) => (ceux.has(presence) ? somme + poids / BigInt(ceux.size) : somme),
      0n,
    ),
  );
  const total = pesees.reduce((somme, { poids }) => somme + poids, 0n);
  const regles = presents.reduce(
    (somme, { bail }, rang) => (bail.mode === "forfait" ? somme : somme + (baux[rang] ?? 0n)),
    0n,
  );
  return { baux, proprietaire: total - regles, total, commun };
}

const SANS_COMPTEUR = "";

/**
 * The bills grouped by kind of charges and by meter, in the order of `RECUPERABLES`. Within a kind, the bills without
 * a meter come first.
 */
function naturesDe(depenses: readonly DepenseRecuperable[]) {
  const groupes = Map.groupBy(depenses, ({ code }) => code);
  return (Object.keys(RECUPERABLES) as Recuperable[]).flatMap((code) => {
    const parCompteur = Map.groupBy(
      groupes.get(code) ?? [],
      ({ compteur }) => compteur ?? SANS_COMPTEUR,
    );
    return [...parCompteur]
      .toSorted(
        ([compteur], [autre]) =>
          Number(compteur !== SANS_COMPTEUR) - Number(autre !== SANS_COMPTEUR),
      )
      .map(([compteur, factures]) => {
        const somme = (de: (depense: DepenseRecuperable) => Centimes) =>
          factures.reduce((total, depense) => total + de(depense), 0);
        return {
          code,
          compteur: compteur === SANS_COMPTEUR ? null : compteur,
          depenses: somme(({ montant }) => montant),
          recuperable: somme(partRecuperable),
        };
      });
  });
}

/**
 * Shares the recoverable charges of a dwelling for an exercice (charges/README §12.21, §16.3): each nature by days or
 * by its meter, to the cent. The owner keeps what no tenant owes, and the parts of a nature always add up to its
 * total.
 *
 * @param baux every lease of the dwelling; leases outside the exercice are ignored
 * @param depenses the bills of the exercice
 * @param releves the meter readings; the bills of a meter that counted nothing are shared by days
 */
export function chargesDuLogement(
  exercice: Exercice,
  {
    baux,
    depenses,
    releves = [],
  }: {
    baux: readonly BailACharges[];
    depenses: readonly DepenseRecuperable[];
    releves?: readonly ReleveCompteur[];
  },
): ChargesDuLogement {
  const presents = presences(exercice, baux);
  const periodes = periodesDe(exercice, presents);
  const jours = poidsDe(periodes, presents, ({ du, lendemain }) => ecartEnJours(du, lendemain));
  const changements = periodes.slice(1).map(({ du }) => du);
  const partage = naturesDe(depenses).map((nature) => {
    const compte = nature.compteur && mesureDe(releves, nature.compteur);
    const mesure =
      compte && poidsDe(periodes, presents, ({ du, lendemain }) => compte.quantite(du, lendemain));
    const mesuree = mesure && mesure.total > 0n ? mesure : null;
    const { baux: poids, proprietaire } = mesuree ?? jours;
    const regles = presents.map(({ bail }, rang) =>
      bail.mode === "forfait" ? 0n : (poids[rang] ?? 0n),
    );
    const indexEstimes = compte ? changements.filter((jour) => compte.estimee(jour)) : [];
    return {
      // When the meter counted nothing, the days share the bill.
      nature: { ...nature, compteur: mesuree && nature.compteur, indexEstimes },
      // The owner comes first, and so gets the cent when two remainders are equal.
      parts: repartirSigne(nature.recuperable, [proprietaire, ...regles]),
    };
  });
  return {
    natures: partage.map(({ nature }) => nature),
    proprietaire: partage.map(({ parts: [sienne = 0] }) => sienne),
    baux: presents.flatMap((presence, rang) => {
      if (presence.bail.mode === "forfait") return [];
      const parts = partage.map(({ parts: partsDeDepense }) => partsDeDepense[rang + 1] ?? 0);
      const total = parts.reduce((somme, part) => somme + part, 0);
      return [
        {
          ...presence,
          jours: Number(jours.baux[rang]) / Number(jours.commun),
          parts,
          total,
          solde: total - presence.bail.provisions,
        },
      ];
    }),
  };
}
