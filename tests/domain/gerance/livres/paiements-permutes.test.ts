import fc from "fast-check";
import { expect, test } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { type Ecriture, equilibree } from "#domain/gerance/livres/ecritures.ts";
import { quittancement } from "#domain/gerance/livres/ecritures-encaissements.ts";
import { soldes, totalDes } from "#domain/gerance/livres/soldes.ts";
import {
  type APlacer,
  type AvanceDisponible,
  consommer,
  type EcheanceOuverte,
  placer,
} from "#domain/gerance/locataires/compte-tenu.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";

const JOUR = "2026-11-22";
const DOSSIER = 7;

const NATURES = ["loyer", "charges", "depot", "reparation"] as const satisfies NatureEcheance[];

/** Sums that two mandates called from one tenant: time-barred, late, or called ahead. */
const appeles = fc
  .array(
    fc.record({
      il_y_a: fc.integer({ min: -2, max: 40 }),
      nature: fc.constantFrom(...NATURES),
      montant: fc.integer({ min: 1, max: 200_000 }),
      mandat: fc.constantFrom(3, -9),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((sommes) =>
    sommes.map(({ il_y_a, nature, montant, mandat }, rang): EcheanceOuverte => {
      const exigibleLe = ajouterJours(JOUR, -30 * il_y_a);
      const mois = exigibleLe.slice(0, 7);
      const calcule = { id: rang + 1, mois, exigibleLe, nature, reste: montant };
      return { ...calcule, QuitanceId: rang + 1, mandat, inscrite: true };
    }),
  );

/** Payments of one day, some of which name a month, in the order of their recording. */
const paiements = fc
  .array(
    fc.record({
      montant: fc.integer({ min: 1, max: 400_000 }),
      mode: fc.constantFrom("virement", "especes", "carte", "tiers", null),
      nomme: fc.option(fc.nat(8)),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .chain((uns) =>
    fc.tuple(
      fc.constant(uns),
      fc.shuffledSubarray(uns, { minLength: uns.length, maxLength: uns.length }),
    ),
  );

type Paiement = { montant: number; mode: APlacer["mode"]; nomme: number | null };

/** The balances of a dossier after these payments, recorded one after the other. */
function payer(
  appelees: readonly EcheanceOuverte[],
  recus: readonly Paiement[],
  fonds: APlacer["fonds"],
) {
  const ouvertes = appelees.map((appelee) => ({ ...appelee }));
  const ecritures: Ecriture[] = appelees.map(({ mandat, nature, reste }) =>
    quittancement({ dossier: DOSSIER, mandat }, [{ nature, montant: reste }]),
  );
  const avances: AvanceDisponible[] = [];
  for (const { nomme, ...recu } of recus) {
    const mois = nomme === null ? undefined : appelees[nomme % appelees.length]?.mois;
    const paiement = { ...recu, fonds, date: JOUR, ...(mois ? { mois: [mois] } : {}) };
    const { imputations, avance, ecriture } = placer(DOSSIER, paiement, ouvertes);
    const impute = imputations.reduce((somme, imputation) => somme + imputation.montant, 0);
    expect(impute + avance).toBe(recu.montant);
    if (ecriture) ecritures.push(ecriture);
    if (avance > 0) avances.push({ ReglementId: avances.length, fonds, reste: avance });
  }
  return { ouvertes, ecritures, avances };
}

const du = (ouvertes: readonly EcheanceOuverte[]) =>
  ouvertes.reduce((somme, { reste }) => somme + reste, 0);
const avance = (avances: readonly AvanceDisponible[]) =>
  avances.reduce((somme, { reste }) => somme + reste, 0);

test("Ce qu’un règlement solde et ce qui en reste font ce qui fut payé, aux comptes comme au détail", () => {
  const fonds = fc.constantFrom("agence" as const, "proprietaire" as const);
  fc.assert(
    fc.property(appeles, paiements, fonds, (appelees, [recus], qui) => {
      const { ouvertes, ecritures, avances } = payer(appelees, recus, qui);
      const parCompte = soldes(ecritures);
      expect(ecritures.every(equilibree)).toBe(true);
      expect(parCompte.get(`411 ${DOSSIER}`) ?? 0).toBe(du(ouvertes));
      const tenue = qui === "agence" ? "4191" : "802";
      expect((parCompte.get(`${tenue} ${DOSSIER}`) ?? 0) + avance(avances)).toBe(0);
      // When the owner receives the rents, no money reaches the agency's bank or till.
      const paye = recus.reduce((somme, { montant }) => somme + montant, 0);
      expect(totalDes(parCompte, ["512G", "531G"])).toBe(qui === "agence" ? paye : 0);
      // Spending the advances on the open sums leaves the total as it was.
      const apres = avances.map(
        (avance) => consommer(DOSSIER, { ...avance, date: JOUR }, ouvertes).ecriture,
      );
      const tous = soldes([...ecritures, ...apres.flatMap((ecriture) => ecriture ?? [])]);
      const total = (comptes: ReadonlyMap<string, number>) =>
        totalDes(comptes, ["411", "4191", "802"]);
      expect(total(tous)).toBe(total(parCompte));
    }),
    { numRuns: 1_000 },
  );
});

test("Des règlements d’un même jour laissent au dossier le même dû et la même avance, dans quelque ordre qu’ils viennent", () => {
  fc.assert(
    fc.property(appeles, paiements, (appelees, [recus, autrement]) => {
      const un = payer(appelees, recus, "agence");
      const autre = payer(appelees, autrement, "agence");
      expect([du(autre.ouvertes), avance(autre.avances)]).toEqual([
        du(un.ouvertes),
        avance(un.avances),
      ]);
    }),
    { numRuns: 1_000 },
  );
});
