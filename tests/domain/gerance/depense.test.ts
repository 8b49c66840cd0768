import { expect, it } from "vitest";
import {
  type Depense,
  type MandatDeDepense,
  refusDeBonAPayer,
  refusDePaiement,
} from "#domain/gerance/depense.ts";

const MANDAT: MandatDeDepense = {
  mandat: 1,
  fonds: "agence",
  seuilAccord: 150_00,
  disponible: 950_00,
  debut: "2026-01-01",
};
const DEPENSE: Depense = {
  nature: "depense",
  regle: false,
  montant: 132,
  FournisseurId: 1,
  natureFiscale: "travaux",
  payePar: "agence",
  bonAPayerLe: "2026-10-10",
};

it("Ce qui est à réintégrer à la ligne 230 n’est pas une somme à payer", () => {
  expect(refusDeBonAPayer(DEPENSE, MANDAT)).toBeNull();
  const reintegree: Depense = { ...DEPENSE, natureFiscale: "regularisation_copropriete" };
  const refus =
    "Ce qui est à réintégrer n’est pas une somme à payer : dites que le propriétaire l’a réglé.";
  expect(refusDeBonAPayer(reintegree, MANDAT)).toBe(refus);
  expect(refusDePaiement(reintegree, MANDAT, { date: "2026-10-14" })).toBe(refus);
});
