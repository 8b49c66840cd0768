import type { ReleveCompteur } from "#domain/gerance/charges/compteurs.ts";
import type { DonneesDeCharges } from "#domain/gerance/charges/donnees-du-decompte.ts";
import { exerciceCivil } from "#domain/gerance/charges/exercice.ts";
import {
  type BailACharges,
  chargesDuLogement,
  type DepenseRecuperable,
} from "#domain/gerance/charges/partage.ts";
import type { Ecriture } from "#domain/gerance/livres/ecritures.ts";
import { RECUPERABLES, type Recuperable } from "#domain/missions/natures-de-depense.ts";

export const bail = (
  id: number,
  dateDebutBail: string,
  changements: Partial<BailACharges> = {},
): BailACharges => ({
  id,
  colocation: false,
  dateDebutBail,
  dateFinBail: null,
  dateDebutPreavis: null,
  dateFinPreavis: null,
  dateSortie: null,
  mode: "provisions",
  provisions: 0,
  ...changements,
});

export const depense = (
  code: Recuperable,
  montant: number,
  changements: Partial<DepenseRecuperable> = {},
): DepenseRecuperable => ({
  date: "2025-06-30",
  code,
  libelle: "Décompte du syndic",
  numFacture: "S-1",
  montant,
  tauxRecuperable: RECUPERABLES[code].taux,
  ...changements,
});

export const releve = (date: string, m3: number, numero = "A"): ReleveCompteur => ({
  compteur: "eauFroide",
  numero,
  date,
  index: m3 * 1_000,
});

/** The charges of the owner, then those of each lease, in cents; and the days of each lease. */
export function parts(
  exercice: ReturnType<typeof exerciceCivil>,
  baux: BailACharges[],
  depenses: DepenseRecuperable[],
  releves: ReleveCompteur[] = [],
) {
  const { baux: leurs, proprietaire } = chargesDuLogement(exercice, { baux, depenses, releves });
  return {
    proprietaire: proprietaire.reduce((total, part) => total + part, 0),
    baux: leurs.map(({ total }) => total),
    jours: leurs.map(({ jours }) => jours),
  };
}

export const poids = (...lots: number[]) =>
  lots.map((poidsDuLot, rang) => ({ AppartementId: rang + 1, poids: poidsDuLot }));

/** The balance of an account: debits less credits, in cents. */
export function solde({ lignes }: Pick<Ecriture, "lignes">, genre: string, de?: number): number {
  return lignes
    .filter(({ compte }) => compte.genre === genre && (de === undefined || compte.de === de))
    .reduce((somme, { debit, credit }) => somme + debit - credit, 0);
}

/** The expenses of lot A, in cents; 75 % of the caretaker's cost (R91) is recoverable. */
export const DU_LOT = [
  depense("R11", 357_00),
  depense("R41", 300_00),
  depense("R44", 288_80),
  depense("R91", 1_104_00),
  depense("R81", 145_00),
  depense("R21", 250_00, { compteur: "eauFroide" }),
];

export const EAU_DE_MARTIN = [releve("2025-03-15", 41), releve("2025-12-31", 91)];
export const MARTIN = bail(1, "2025-03-15", { provisions: 76_77 + 9 * 140_00 });

export const donnees = (changements: Partial<DonneesDeCharges> = {}): DonneesDeCharges => ({
  exercice: exerciceCivil(2025),
  DossierId: 1,
  baux: [MARTIN],
  depenses: DU_LOT,
  releves: EAU_DE_MARTIN,
  moisAppeles: [],
  provisionnee: true,
  ailleurs: null,
  ecartees: { sansDate: 0, nonPayees: 0, appelsDuSyndic: 0 },
  appelee: null,
  ...changements,
});
