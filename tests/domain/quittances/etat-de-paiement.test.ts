import fc from "fast-check";
import { expect, test } from "vitest";
import { enCentimes, enEuros, somme } from "#domain/montants.ts";
import {
  differe,
  type EtatDemande,
  etatVoulu,
  partVoulue,
  type QuittanceDite,
} from "#domain/quittances/etat-de-paiement.ts";

const TODAY = "2026-11-28";

const euros = (max: number) => fc.integer({ min: 1, max }).map(enEuros);
const jour = fc.constantFrom("2026-10-05", "2026-11-02");
const mode = fc.constantFrom("Virement", "Cheque", "especes");

/** A receipt that the agency marks as paid, paid in part, unpaid or unknown. */
const quittance: fc.Arbitrary<QuittanceDite> = fc
  .record({
    loyerHC: euros(200_000),
    charge: euros(20_000),
    assurance: fc.constantFrom(0, 11),
    recu: fc.constantFrom(0, 0.3, 1),
    inconnue: fc.boolean(),
    datePaiement: jour,
    mode,
  })
  .map(({ loyerHC, charge, assurance, recu, inconnue, ...paiement }) => {
    const total = somme(loyerHC, charge, assurance);
    const montantPaye = recu === 1 ? total : enEuros(Math.floor(enCentimes(total) * recu)) || null;
    return {
      ...{ loyerHC, charge, assurance, source: "agence", regle: recu === 1, montantPaye },
      statusInconu: inconnue && montantPaye === null,
      ...(montantPaye === null ? { datePaiement: null, mode: null } : paiement),
    };
  });

const demande: fc.Arbitrary<EtatDemande> = fc.oneof(
  fc.record({
    regle: fc.constant(true),
    statusInconu: fc.constant(false),
    datePaiement: jour,
    mode,
  }),
  fc.record({
    regle: fc.constant(false),
    statusInconu: fc.boolean(),
    montantPaye: fc.constantFrom(null, undefined, 12.5),
  }),
) as fc.Arbitrary<EtatDemande>;

const parLAgence = { source: "agence", today: TODAY } as const;

test("un état donné ne se donne pas deux fois, et ne demande plus aucun règlement", () => {
  fc.assert(
    fc.property(quittance, demande, (avant, demandee) => {
      const etat = etatVoulu(avant, demandee, parLAgence);
      const apres: QuittanceDite = { ...avant, ...etat, source: "agence" };
      expect(differe(apres, etatVoulu(apres, demandee, parLAgence), "agence")).toBe(false);
      expect(partVoulue(apres, etat)).toEqual({ reprendre: false, montant: 0 });
    }),
  );
});

test("ce qui reste de règlements une fois les anciens repris et le nouveau noté fait la somme voulue", () => {
  fc.assert(
    fc.property(quittance, demande, (avant, demandee) => {
      const etat = etatVoulu(avant, demandee, parLAgence);
      const { reprendre, montant } = partVoulue(avant, etat);
      const garde = reprendre ? 0 : enCentimes(avant.montantPaye ?? 0);
      expect(garde + montant).toBe(enCentimes(etat.montantPaye ?? 0));
    }),
  );
});

test("la parole du locataire ne fait aucun règlement", () => {
  fc.assert(
    fc.property(quittance, fc.boolean(), (avant, regle) => {
      const dite = etatVoulu(
        avant,
        { regle, statusInconu: false },
        { source: "locataire", today: TODAY },
      );
      expect(dite.montantPaye).toBe(null);
    }),
  );
});
