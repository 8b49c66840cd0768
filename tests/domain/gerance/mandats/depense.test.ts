import { expect, it } from "vitest";
import {
  type Depense,
  type MandatDeDepense,
  refusDeBonAPayer,
  refusDePaiement,
} from "#domain/gerance/mandats/depense.ts";

const MANDAT: MandatDeDepense = {
  mandat: 1,
  fonds: "agence",
  seuilAccord: 150_00,
  accordDe: "contact",
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

it.each([
  ["Ce qui est à réintégrer", "regularisation_copropriete"],
  ["Ce qu’aucun locataire ne rembourse", "charges_non_recuperees"],
] as const)("%s n’est pas une somme à payer", (dite, natureFiscale) => {
  expect(refusDeBonAPayer(DEPENSE, MANDAT)).toBeNull();
  const calculee: Depense = { ...DEPENSE, natureFiscale };
  const refus = `${dite} n’est pas une somme à payer : dites que le propriétaire l’a réglé.`;
  expect(refusDeBonAPayer(calculee, MANDAT)).toBe(refus);
  expect(refusDePaiement(calculee, MANDAT, { date: "2026-10-14" })).toBe(refus);
});

it("au-dessus du seuil, l’accord est celui du propriétaire, ou de chacun quand le mandat le veut", () => {
  const volet = { ...DEPENSE, montant: 480 };
  const AU_DESSUS = "Au-dessus de 150,00 €, le mandat demande l’accord";
  const refus = (accordDe: MandatDeDepense["accordDe"]) =>
    refusDeBonAPayer(volet, { ...MANDAT, accordDe })?.replace(/\s/gu, " ");
  expect([refus("contact"), refus("tous")]).toEqual([
    `${AU_DESSUS} du propriétaire : notez-en le jour.`,
    `${AU_DESSUS} de chaque propriétaire : notez le jour du dernier.`,
  ]);
  expect(refusDeBonAPayer({ ...volet, accordLe: "2026-10-01" }, MANDAT)).toBeNull();
});
