import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Ecriture, equilibree } from "#domain/gerance/livres/ecritures.ts";
import { quittancement } from "#domain/gerance/livres/ecritures-encaissements.ts";
import { ecartDeTresorerie, soldes } from "#domain/gerance/livres/soldes.ts";
import {
  type APlacer,
  consommer,
  crediter,
  type EcheanceOuverte,
  placer,
} from "#domain/gerance/locataires/compte-tenu.ts";
import type { Imputation } from "#domain/gerance/locataires/imputation.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";

const DOSSIER = 1;
const JOUR = "2026-11-22";

const somme = (plus: Partial<EcheanceOuverte> = {}): EcheanceOuverte => ({
  id: 1,
  mois: "2026-11",
  exigibleLe: "2026-11-01",
  nature: "loyer",
  reste: 85_000,
  QuitanceId: 10,
  mandat: 42,
  inscrite: true,
  ...plus,
});

const paiement = (plus: Partial<APlacer> = {}): APlacer => ({
  montant: 95_000,
  date: JOUR,
  mode: "virement",
  fonds: "agence",
  CompteBancaireId: 5,
  ...plus,
});

const lire = (...ecritures: (Ecriture | null)[]) =>
  Object.fromEntries(
    [...soldes(ecritures.filter((ecriture) => ecriture !== null))].filter(
      ([, solde]) => solde !== 0,
    ),
  );

const appeler = (ouvertes: readonly EcheanceOuverte[]): Ecriture[] =>
  ouvertes
    .filter(({ inscrite }) => inscrite)
    .map(({ mandat, nature, reste }) =>
      quittancement({ dossier: DOSSIER, mandat }, [{ nature, montant: reste }]),
    );

describe("Un paiement placé au compte", () => {
  test("règle d’abord la quittance qu’il désigne, même d’avant les comptes, dont rien ne s’écrit", () => {
    const ouvertes = [
      somme({ id: 1, QuitanceId: 10 }),
      somme({ id: 2, QuitanceId: 11, mois: "2026-06", exigibleLe: "2026-06-01", inscrite: false }),
    ];
    expect(placer(DOSSIER, paiement({ QuitanceId: 11 }), ouvertes)).toMatchObject({
      etat: "credite",
      imputations: [
        { echeanceId: 2, montant: 85_000 },
        { echeanceId: 1, montant: 10_000 },
      ],
      avance: 0,
    });
    expect(ouvertes.map(({ reste }) => reste)).toEqual([75_000, 0]);
  });

  test("qui ne désigne que celle-là n’en règle pas d’autre, même plus ancienne", () => {
    const deux = [
      somme({ id: 1, QuitanceId: 10 }),
      somme({ id: 2, QuitanceId: null, mois: "2026-06", exigibleLe: "2026-06-01" }),
    ];
    const { imputations } = placer(DOSSIER, paiement({ montant: 85_000, QuitanceId: 10 }), deux);
    expect(imputations).toEqual([{ echeanceId: 1, montant: 85_000 }]);
  });

  test("ce qui est d’avant les comptes n’est réglé que si on le désigne", () => {
    const ancienne = [somme({ inscrite: false })];
    const { imputations, avance, ecriture } = placer(DOSSIER, paiement(), ancienne);
    expect([imputations, avance, ancienne[0]?.reste]).toEqual([[], 95_000, 85_000]);
    expect(lire(ecriture)).toEqual({ "512G 5": 95_000, "4191 1": -95_000 });
    const designee = placer(DOSSIER, paiement({ montant: 85_000, QuitanceId: 10 }), ancienne);
    expect(designee).toMatchObject({ imputations: [{ montant: 85_000 }], ecriture: null });
    expect(
      consommer(DOSSIER, { ReglementId: 1, fonds: "agence", reste: 9, date: JOUR }, [
        somme({ inscrite: false }),
      ]),
    ).toEqual({ imputations: [], ecriture: null });
  });

  test("règle d’abord le mois qu’il désigne", () => {
    const ouvertes = [
      somme({ id: 1, mois: "2026-10", exigibleLe: "2026-10-01" }),
      somme({ id: 2, mois: "2026-11" }),
    ];
    const { imputations } = placer(DOSSIER, paiement({ mois: ["2026-11"] }), ouvertes);
    expect(imputations).toEqual([
      { echeanceId: 2, montant: 85_000 },
      { echeanceId: 1, montant: 10_000 },
    ]);
  });

  test.each(["abandon", "compensation"] as const)("par %s : aucun argent ne vient", (mode) => {
    const ouvertes = [somme()];
    const appele = appeler(ouvertes);
    const { ecriture } = placer(DOSSIER, paiement({ mode, montant: 85_000 }), ouvertes);
    expect(lire(...appele, ecriture)).toEqual({});
  });

  test("que l’agence reçoit pour un mois d’avant les comptes est au propriétaire aussitôt", () => {
    const deux = () => [
      somme({ id: 1, inscrite: false }),
      somme({ id: 2, inscrite: false, nature: "depot", reste: 10_000 }),
    ];
    const lu = (plus: Partial<APlacer>) =>
      lire(placer(DOSSIER, paiement({ QuitanceId: 10, tenu: true, ...plus }), deux()).ecriture);
    expect(lu({})).toEqual({ "512G 5": 95_000, "4670 42": -85_000, "165 1": -10_000 });
    for (const plus of [{ tenu: false }, { fonds: "proprietaire" }, { mode: "abandon" }] as const)
      expect([plus, lu(plus)]).toEqual([plus, {}]);
  });

  test("un chèque que le relevé montre est bon aussitôt", () => {
    const cheque = paiement({ mode: "cheque", LigneReleveId: 3 });
    expect(placer(DOSSIER, cheque, [somme()])).toMatchObject({ etat: "credite", avance: 10_000 });
  });

  test("un chèque que reçoit l’agence attend la banque ; que reçoit le bailleur, il paie", () => {
    const recu = placer(DOSSIER, paiement({ mode: "cheque" }), [somme()]);
    expect(recu).toMatchObject({ etat: "recu", imputations: [], avance: 0 });
    expect(lire(recu.ecriture)).toEqual({ "5112 5": 95_000, "4192 1": -95_000 });
    const duBailleur = paiement({ mode: "cheque", fonds: "proprietaire" });
    expect(placer(DOSSIER, duBailleur, [somme()])).toMatchObject({
      etat: "credite",
      imputations: [{ montant: 85_000 }],
      avance: 10_000,
    });
  });
});

type Acte =
  | {
      acte: "paiement";
      montant: number;
      mode: "virement" | "especes" | "cheque";
      fonds: ModeFonds;
      compte: number | null;
    }
  | { acte: "credit" | "avance" };

const echeances = fc
  .array(
    fc.record({
      mois: fc.constantFrom("2026-09", "2026-10", "2026-11", "2026-12"),
      nature: fc.constantFrom("loyer" as const, "charges" as const, "depot" as const),
      reste: fc.integer({ min: 1, max: 100_000 }),
      mandat: fc.constantFrom(41, 42),
      inscrite: fc.constantFrom(true, true, false),
    }),
    { maxLength: 8 },
  )
  .map((unes) => unes.map((une, id) => somme({ ...une, id, exigibleLe: `${une.mois}-01` })));

const actes: fc.Arbitrary<Acte[]> = fc.array(
  fc.oneof(
    fc.record({
      acte: fc.constant("paiement" as const),
      montant: fc.integer({ min: 1, max: 150_000 }),
      mode: fc.constantFrom("virement" as const, "especes" as const, "cheque" as const),
      fonds: fc.constantFrom("agence" as const, "proprietaire" as const),
      compte: fc.constantFrom(5, null),
    }),
    fc.record({ acte: fc.constantFrom("credit" as const, "avance" as const) }),
  ),
  { maxLength: 12 },
);

/** The balances that the books must have, computed from the settled sums and from who holds the money; in cents. */
class Attendu {
  readonly comptes = new Map<string, number>();

  bouge(compte: string, montant: number) {
    this.comptes.set(compte, (this.comptes.get(compte) ?? 0) + montant);
  }

  /**
   * A settled sum lowers the tenant's debt. When the agency received it, the sum becomes the owner's; a deposit stays
   * with whoever holds it.
   */
  regle(
    ouvertes: readonly EcheanceOuverte[],
    imputations: readonly Imputation[],
    chezNous: boolean,
  ) {
    for (const { echeanceId, montant } of imputations) {
      const { mandat, nature, inscrite } = ouvertes.find(({ id }) => id === echeanceId) ?? somme();
      expect(inscrite).toBe(true);
      this.bouge("411 1", -montant);
      this.bouge(`4671 ${mandat}`, montant);
      if (chezNous) this.bouge(nature === "depot" ? "165 1" : `4670 ${mandat}`, -montant);
      else if (nature === "depot") {
        this.bouge("801 1", montant);
        this.bouge("809 1", -montant);
      }
    }
  }
}

const total = (imputations: readonly Imputation[]) =>
  imputations.reduce((cumul, { montant }) => cumul + montant, 0);
const lieu = (genre: string, compte: number | null) =>
  compte === null ? genre : `${genre} ${compte}`;

/** The payments that still wait: cheques for their credit, advances for the next calls. */
interface Attente {
  cheques: APlacer[];
  avances: { ReglementId: number; fonds: ModeFonds; reste: number }[];
}

function payer(
  acte: Extract<Acte, { acte: "paiement" }>,
  ouvertes: EcheanceOuverte[],
  attente: Attente,
  attendu: Attendu,
) {
  const { montant, mode, fonds, compte } = acte;
  const aPlacer: APlacer = {
    montant,
    date: JOUR,
    mode,
    fonds,
    ...(compte === null ? {} : { CompteBancaireId: compte }),
  };
  const { etat, imputations, avance, ecriture } = placer(DOSSIER, aPlacer, ouvertes);
  if (mode === "cheque" && fonds === "agence") {
    expect([etat, imputations, avance]).toEqual(["recu", [], 0]);
    attente.cheques.push(aPlacer);
    attendu.bouge(lieu("5112", compte), montant);
    attendu.bouge("4192 1", -montant);
    return ecriture;
  }
  expect([etat, total(imputations) + avance]).toEqual(["credite", montant]);
  attendu.regle(ouvertes, imputations, fonds === "agence");
  if (avance > 0) attente.avances.push({ ReglementId: 1, fonds, reste: avance });
  if (fonds === "agence") {
    attendu.bouge(mode === "especes" ? "531G" : lieu("512G", compte), montant);
    attendu.bouge("4191 1", -avance);
  } else {
    attendu.bouge("803 1", avance);
    attendu.bouge("802 1", -avance);
  }
  return ecriture;
}

function encaisser(ouvertes: EcheanceOuverte[], { cheques, avances }: Attente, attendu: Attendu) {
  const cheque = cheques.shift();
  if (!cheque) return null;
  const { imputations, avance, ecriture } = crediter(DOSSIER, cheque, ouvertes);
  expect(total(imputations) + avance).toBe(cheque.montant);
  attendu.regle(ouvertes, imputations, true);
  const compte = cheque.CompteBancaireId ?? null;
  attendu.bouge(lieu("5112", compte), -cheque.montant);
  attendu.bouge(lieu("512G", compte), cheque.montant);
  attendu.bouge("4192 1", cheque.montant);
  attendu.bouge("4191 1", -avance);
  if (avance > 0) avances.push({ ReglementId: 1, fonds: "agence", reste: avance });
  return ecriture;
}

function depenser(ouvertes: EcheanceOuverte[], { avances }: Attente, attendu: Attendu) {
  const [avance] = avances;
  if (!avance) return null;
  const { imputations, ecriture } = consommer(DOSSIER, { ...avance, date: JOUR }, ouvertes);
  const depense = total(imputations);
  expect(depense).toBeLessThanOrEqual(avance.reste);
  avance.reste -= depense;
  if (avance.reste === 0) avances.shift();
  attendu.regle(ouvertes, imputations, avance.fonds === "agence");
  if (avance.fonds === "agence") attendu.bouge("4191 1", depense);
  else {
    attendu.bouge("803 1", -depense);
    attendu.bouge("802 1", depense);
  }
  return ecriture;
}

test("quoi qu’il arrive au compte : chaque somme est là où l’argent est, et à qui elle est", () => {
  fc.assert(
    fc.property(echeances, actes, (dues, histoire) => {
      const ouvertes = dues.map((due) => ({ ...due }));
      const ecritures = appeler(ouvertes);
      const attendu = new Attendu();
      const attente: Attente = { cheques: [], avances: [] };
      for (const { mandat, reste } of ouvertes.filter((ouverte) => ouverte.inscrite)) {
        attendu.bouge("411 1", reste);
        attendu.bouge(`4671 ${mandat}`, -reste);
      }
      for (const acte of histoire) {
        const ecriture =
          acte.acte === "paiement"
            ? payer(acte, ouvertes, attente, attendu)
            : (acte.acte === "credit" ? encaisser : depenser)(ouvertes, attente, attendu);
        if (ecriture) ecritures.push(ecriture);
      }
      expect(ecritures.every(equilibree)).toBe(true);
      const parCompte = soldes(ecritures);
      expect(ecartDeTresorerie(parCompte)).toBe(0);
      expect(lire(...ecritures)).toEqual(
        Object.fromEntries([...attendu.comptes].filter(([, solde]) => solde !== 0)),
      );
      expect(parCompte.get("411 1") ?? 0).toBe(
        ouvertes.reduce((du, { inscrite, reste }) => (inscrite ? du + reste : du), 0),
      );
      for (const [rang, { inscrite, reste }] of ouvertes.entries()) {
        expect(reste).toBeGreaterThanOrEqual(0);
        if (!inscrite) expect(reste).toBe(dues[rang]?.reste);
      }
    }),
    { numRuns: 300 },
  );
});
