import { describe, expect, it, test } from "vitest";
import { Invalid } from "#domain/erreurs.ts";
import { etatDemande, refusDuLot } from "#domain/quittances/quittance-fiche.ts";

const PAYEE = { regle: true, statusInconu: false };
const IMPAYEE = { regle: false, statusInconu: false };
const INCONNUE = { regle: false, statusInconu: true };

/** The state that the receipt takes, or the names of the refused fields. */
function etat(...demande: Parameters<typeof etatDemande>) {
  try {
    return etatDemande(...demande);
  } catch (erreur) {
    if (erreur instanceof Invalid) return Object.keys(erreur.fields);
    throw erreur;
  }
}

describe("l'état demandé d'une quittance", () => {
  it("garde ce que la demande ne dit pas", () => {
    for (const avant of [PAYEE, IMPAYEE, INCONNUE]) expect(etat(avant, {})).toEqual(avant);
    expect(etat(INCONNUE, { regle: true })).toEqual({ regle: true, statusInconu: true });
    expect(etat(PAYEE, { regle: false })).toEqual(IMPAYEE);
    expect(etat(INCONNUE, { statusInconu: false })).toEqual(IMPAYEE);
  });

  test.each([
    ["impayée", IMPAYEE, {}, IMPAYEE],
    ["inconnue, qui devient impayée", INCONNUE, {}, IMPAYEE],
    ["payée qui ne l'est plus", PAYEE, { regle: false }, IMPAYEE],
  ])("un paiement partiel se note sur une quittance %s", (_nom, avant, demande, apres) => {
    expect(etat(avant, { ...demande, montantPaye: 0.01 })).toEqual({ ...apres, montantPaye: 0.01 });
  });

  test.each([
    ["payée", PAYEE, {}],
    ["qu'on dit payée", IMPAYEE, { regle: true }],
    ["qu'on dit inconnue", IMPAYEE, { statusInconu: true }],
  ])("un paiement partiel ne se note pas sur une quittance %s", (_nom, avant, demande) => {
    expect(etat(avant, { ...demande, montantPaye: 0.01 })).toEqual(["montantPaye"]);
    for (const montantPaye of [0, null])
      expect(etat(avant, { ...demande, montantPaye })).toMatchObject({ montantPaye });
  });

  it("un paiement déclaré ne se confirme qu’en le disant payé", () => {
    const declaree = { ...PAYEE, source: "locataire" };
    for (const demande of [{}, { montantPaye: null }, { datePaiement: "2026-03-05" }])
      expect(etat(declaree, demande)).toEqual(["regle"]);
    expect(etat(declaree, { regle: true })).toMatchObject(PAYEE);
    expect(etat(declaree, { regle: false })).toMatchObject(IMPAYEE);
  });

  it("une quittance qui reste payée ne perd pas sa date de paiement", () => {
    const sansDate = { datePaiement: null };
    expect(etat(PAYEE, sansDate)).toEqual(["datePaiement"]);
    expect(etat(PAYEE, { datePaiement: "2026-03-05" })).toMatchObject(PAYEE);
    expect(etat(PAYEE, { ...sansDate, regle: false })).toMatchObject(IMPAYEE);
    expect(etat(IMPAYEE, sansDate)).toMatchObject(IMPAYEE);
    expect(etat(IMPAYEE, { ...sansDate, regle: true })).toMatchObject(PAYEE);
  });
});

it("un lot dit pourquoi il laisse une quittance comme elle est", () => {
  expect(refusDuLot(undefined, true)).toBe("Elle n’existe pas.");
  expect(refusDuLot("payee", false)).toBe("Elle est payée.");
  expect(refusDuLot("impayee", true)).toBe(
    "Elle a été modifiée entre-temps\u00A0: elle est impayée.",
  );
});
