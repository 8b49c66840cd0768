import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Ecriture,
  equilibree,
  extourne,
  type Part,
} from "#domain/gerance/livres/ecritures.ts";
import {
  abandon,
  avanceConsommee,
  chequeCredite,
  chequeRecu,
  encaissement,
  especesRemises,
  quittancement,
  recuParLeBailleur,
  recuSansNom,
  repriseDuLocataire,
} from "#domain/gerance/livres/ecritures-encaissements.ts";
import { repartir } from "#domain/gerance/livres/repartition.ts";
import { ecartDeTresorerie, soldes, totalDes } from "#domain/gerance/livres/soldes.ts";
import {
  type EcheanceDue,
  imputer,
  type NatureEcheance,
} from "#domain/gerance/locataires/imputation.ts";

const BANQUE = { genre: "512G", compteBancaire: 1 } as const;
const MARTIN = { dossier: 1, mandat: 42 };
const PETIT = { dossier: 2, mandat: 42 };

let numero = 0;
const appel = (
  mois: string,
  nature: NatureEcheance,
  montant: number,
  exigibleLe = `${mois}-01`,
): EcheanceDue => ({ id: ++numero, mois, exigibleLe, nature, reste: montant });

/** The settled sums in the form that entries take. */
const parts = (
  dues: readonly EcheanceDue[],
  imputations: { echeanceId: number; montant: number }[],
) =>
  imputations.map(({ echeanceId, montant }): Part => {
    const due = dues.find(({ id }) => id === echeanceId);
    return { nature: due?.nature ?? "loyer", montant };
  });

const appeler = (dues: readonly EcheanceDue[]): Part[] =>
  dues.map(({ nature, reste }) => ({ nature, montant: reste }));

/** The sums that a payment settles, as « loyer 2026-09 16412 » (cents), and the advance left over. */
const lu = (dues: readonly EcheanceDue[], paiement: Parameters<typeof imputer>[0]) => {
  const { imputations, avance } = imputer(paiement, dues);
  const mots = imputations.map(({ echeanceId, montant }) => {
    const due = dues.find(({ id }) => id === echeanceId);
    return `${due?.nature} ${due?.mois} ${montant}`;
  });
  return avance > 0 ? [...mots, `avance ${avance}`] : mots;
};

describe("Un paiement règle", () => {
  const octobre = () => [appel("2026-10", "loyer", 85_000), appel("2026-10", "charges", 10_000)];
  const deuxMois = () => [
    appel("2026-10", "loyer", 62_000),
    appel("2026-10", "charges", 6_000),
    appel("2026-09", "loyer", 16_412),
    appel("2026-09", "charges", 1_588),
  ];

  test("le loyer et les charges d’un mois à proportion de ce qui en reste", () => {
    expect(lu(octobre(), { montant: 50_000, date: "2026-10-05" })).toEqual([
      "loyer 2026-10 44737",
      "charges 2026-10 5263",
    ]);
  });

  test("le mois le plus ancien d’abord", () => {
    expect(lu(deuxMois(), { montant: 50_000, date: "2026-10-09" })).toEqual([
      "loyer 2026-09 16412",
      "charges 2026-09 1588",
      "loyer 2026-10 29176",
      "charges 2026-10 2824",
    ]);
  });

  test("le mois que le locataire désigne avant tout autre", () => {
    expect(lu(deuxMois(), { montant: 50_000, date: "2026-10-09", mois: ["2026-10"] })).toEqual([
      "loyer 2026-10 45588",
      "charges 2026-10 4412",
    ]);
  });

  test("ce qui est exigible avant ce qui est seulement appelé, et le reste est une avance", () => {
    const dues = [...octobre(), appel("2026-11", "loyer", 85_000)];
    expect(lu(dues, { montant: 200_000, date: "2026-10-05" })).toEqual([
      "loyer 2026-10 85000",
      "charges 2026-10 10000",
      "loyer 2026-11 85000",
      "avance 20000",
    ]);
    expect(lu(octobre(), { montant: 100_000, date: "2026-10-05" }).at(-1)).toBe("avance 5000");
  });

  test("une dette de plus de trois ans seulement si on la désigne", () => {
    const dues = [appel("2023-09", "loyer", 10_000), appel("2026-10", "loyer", 85_000)];
    expect(lu(dues, { montant: 90_000, date: "2026-10-05" })).toEqual([
      "loyer 2026-10 85000",
      "avance 5000",
    ]);
    expect(lu(dues, { montant: 90_000, date: "2026-10-05", mois: ["2023-09"] })).toEqual([
      "loyer 2023-09 10000",
      "loyer 2026-10 80000",
    ]);
    // A debt of exactly three years is not time-barred yet.
    expect(lu(dues, { montant: 10_000, date: "2026-09-01" })[0]).toBe("loyer 2023-09 10000");
    expect(lu(dues, { montant: 10_000, date: "2026-09-02" })[0]).toBe("loyer 2026-10 10000");
  });
});

describe("Un montant se répartit", () => {
  test("au plus fort reste, le premier cité l’emportant à égalité", () => {
    expect(repartir(100_000, [1, 1, 1])).toEqual([33_334, 33_333, 33_333]);
    expect(repartir(86_245, [2, 1, 1])).toEqual([43_123, 21_561, 21_561]);
    expect(repartir(100_101, [3, 2, 2])).toEqual([42_901, 28_600, 28_600]);
    expect(repartir(0, [0, 0])).toEqual([0, 0]);
  });

  test("sans perdre ni créer un centime, chacun à moins d’un centime de son dû", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000_000),
        fc
          .array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 12 })
          .filter((p) => p.some(Boolean)),
        (montant, poids) => {
          const rendu = repartir(montant, poids);
          expect(rendu.reduce((a, b) => a + b, 0)).toBe(montant);
          const total = poids.reduce((a, b) => a + b, 0);
          for (const [rang, part] of rendu.entries()) {
            expect(Math.abs(part - (montant * (poids[rang] ?? 0)) / total)).toBeLessThan(1.001);
          }
        },
      ),
    );
  });
});

describe("Les écritures", () => {
  const octobre = [appel("2026-10", "loyer", 85_000), appel("2026-10", "charges", 10_000)];
  const recu = (montant: number) => {
    const { imputations, avance } = imputer({ montant, date: "2026-10-05" }, octobre);
    return encaissement(MARTIN, { source: BANQUE, regle: parts(octobre, imputations), avance });
  };
  const lire = (...ecritures: Ecriture[]) =>
    Object.fromEntries([...soldes(ecritures)].filter(([, solde]) => solde !== 0));

  test("950 appelés puis 950 reçus : le locataire ne doit rien, le mandant a 950, la banque aussi", () => {
    const appele = quittancement(MARTIN, appeler(octobre));
    expect(lire(appele)).toEqual({ "411 1": 95_000, "4671 42": -95_000 });
    expect(lire(appele, recu(95_000))).toEqual({ "512G 1": 95_000, "4670 42": -95_000 });
  });

  test("1 000 reçus pour 950 : 50 attendent, et règlent le mois suivant", () => {
    const novembre = [appel("2026-11", "loyer", 85_000), appel("2026-11", "charges", 10_000)];
    const { imputations } = imputer({ montant: 5_000, date: "2026-11-01" }, novembre);
    const avant = [quittancement(MARTIN, appeler(octobre)), recu(100_000)];
    expect(lire(...avant)).toMatchObject({ "4191 1": -5_000 });
    expect(
      lire(
        ...avant,
        quittancement(MARTIN, appeler(novembre)),
        avanceConsommee(MARTIN, parts(novembre, imputations)),
      ),
    ).toEqual({ "411 1": 90_000, "4671 42": -90_000, "512G 1": 100_000, "4670 42": -100_000 });
  });

  test("reçu par le bailleur lui-même : aucune banque ne bouge, plus rien n’est dû", () => {
    const regle = appeler(octobre);
    expect(lire(quittancement(MARTIN, regle), recuParLeBailleur(MARTIN, regle))).toEqual({});
  });

  test("un dépôt de garantie reçu reste au locataire, jamais au mandant", () => {
    const depot = [appel("2026-10", "depot", 85_000)];
    const regle = appeler(depot);
    expect(
      lire(
        quittancement(MARTIN, regle),
        encaissement(MARTIN, { source: BANQUE, regle, avance: 0 }),
      ),
    ).toEqual({ "512G 1": 85_000, "165 1": -85_000 });
  });

  test("un chèque ne règle rien avant que la banque le crédite ; rejeté, tout redevient dû", () => {
    const regle = appeler(octobre);
    const appele = quittancement(MARTIN, regle);
    const attente = chequeRecu(MARTIN, 1, 95_000);
    const credite = chequeCredite(MARTIN, 1, { regle, avance: 0 });
    expect(lire(appele, attente)).toMatchObject({
      "411 1": 95_000,
      "5112 1": 95_000,
      "4192 1": -95_000,
    });
    expect(lire(appele, attente, credite)).toEqual({ "512G 1": 95_000, "4670 42": -95_000 });
    const rejete = [extourne(credite, "REJ"), extourne(attente, "REJ")];
    expect(lire(appele, attente, credite, ...rejete)).toEqual(lire(appele));
  });

  type Acte =
    | { acte: "appel"; qui: number; loyer: number; charges: number; depot: boolean }
    | { acte: "paiement" | "cheque" | "bailleur" | "abandon"; qui: number; montant: number }
    | { acte: "inconnu"; montant: number }
    | { acte: "rejet"; rang: number };

  const qui = fc.integer({ min: 0, max: 2 });
  const montant = fc.integer({ min: 1, max: 300_000 });
  const actes = fc.array(
    fc.oneof(
      fc.record({
        acte: fc.constant("appel" as const),
        qui,
        loyer: montant,
        charges: fc.nat(30_000),
        depot: fc.boolean(),
      }),
      fc.record({
        acte: fc.constantFrom("paiement" as const, "cheque", "bailleur", "abandon"),
        qui,
        montant,
      }),
      fc.record({ acte: fc.constant("inconnu" as const), montant }),
      fc.record({ acte: fc.constant("rejet" as const), rang: fc.nat(50) }),
    ),
    { maxLength: 25 },
  );

  /** Plays the acts of a tenancy; `apres` receives the entries of each act, and what each tenant still owes. */
  function raconter(
    histoire: readonly Acte[],
    apres: (ecritures: Ecriture[], du: number[]) => void,
  ) {
    const parties = [MARTIN, PETIT, { dossier: 3, mandat: 7 }];
    const dues: EcheanceDue[][] = [[], [], []];
    const encaisses: { ecritures: Ecriture[]; qui: number; imputations: Map<number, number> }[] =
      [];
    const ecritures: Ecriture[] = [];
    let mois = 0;
    const regler = (rang: number, somme: number) => {
      const { imputations, avance } = imputer(
        { montant: somme, date: "2027-12-31" },
        dues[rang] ?? [],
      );
      const regle = parts(dues[rang] ?? [], imputations);
      dues[rang] = (dues[rang] ?? []).map((due) => ({
        ...due,
        reste: due.reste - (imputations.find((i) => i.echeanceId === due.id)?.montant ?? 0),
      }));
      return {
        regle,
        avance,
        imputations: new Map(imputations.map((i) => [i.echeanceId, i.montant])),
      };
    };
    for (const acte of histoire) {
      if (acte.acte === "appel") {
        const leMois = `2026-${String((mois++ % 12) + 1).padStart(2, "0")}`;
        const appeles = [
          appel(leMois, acte.depot ? "depot" : "loyer", acte.loyer),
          ...(acte.charges > 0 ? [appel(leMois, "charges" as const, acte.charges)] : []),
        ];
        dues[acte.qui]?.push(...appeles);
        ecritures.push(quittancement(parties[acte.qui] ?? MARTIN, appeler(appeles)));
      } else if (acte.acte === "inconnu") {
        ecritures.push(recuSansNom(1, acte.montant));
      } else if (acte.acte === "rejet") {
        const [pris] = encaisses.splice(acte.rang % Math.max(1, encaisses.length), 1);
        if (!pris) continue;
        ecritures.push(...pris.ecritures.map((ecriture) => extourne(ecriture, "REJ")));
        dues[pris.qui] = (dues[pris.qui] ?? []).map((due) => ({
          ...due,
          reste: due.reste + (pris.imputations.get(due.id) ?? 0),
        }));
      } else {
        const leur = parties[acte.qui] ?? MARTIN;
        const dette = (dues[acte.qui] ?? []).reduce((somme, { reste }) => somme + reste, 0);
        const direct = acte.acte === "bailleur" || acte.acte === "abandon";
        const somme = direct ? Math.min(dette, acte.montant) : acte.montant;
        const { regle, avance, imputations } = regler(acte.qui, somme);
        if (direct) {
          ecritures.push((acte.acte === "abandon" ? abandon : recuParLeBailleur)(leur, regle));
          continue;
        }
        const passees =
          acte.acte === "cheque"
            ? [chequeRecu(leur, 1, somme), chequeCredite(leur, 1, { regle, avance })]
            : [encaissement(leur, { source: BANQUE, regle, avance })];
        ecritures.push(...passees);
        encaisses.push({ ecritures: passees, qui: acte.qui, imputations });
      }
      apres(
        ecritures.filter(({ lignes }) => lignes.length > 0),
        dues.map((leurs) => leurs.reduce((somme, { reste }) => somme + reste, 0)),
      );
    }
  }

  test("quoi qu’il arrive : chacune équilibrée, la banque égale à ce qui est dû, les dettes au compte", () => {
    fc.assert(
      fc.property(actes, (histoire) => {
        raconter(histoire, (ecritures, du) => {
          const parCompte = soldes(ecritures);
          expect(ecritures.every(equilibree)).toBe(true);
          expect(ecartDeTresorerie(parCompte)).toBe(0);
          expect(totalDes(parCompte, ["411", "4671"])).toBe(0);
          expect([1, 2, 3].map((dossier) => parCompte.get(`411 ${dossier}`) ?? 0)).toEqual(du);
          for (const [cle, solde] of parCompte) {
            if (cle.startsWith("4191 ")) expect(solde).toBeLessThanOrEqual(0);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  test("qui n’est pas équilibrée, d’un seul livre, d’un côté par ligne et de deux lignes, n’en est pas une", () => {
    const bonne = recuSansNom(1, 100);
    const [debit, credit] = bonne.lignes;
    if (!debit || !credit) throw new Error("deux lignes");
    const avec = (...lignes: typeof bonne.lignes) => equilibree({ ...bonne, lignes });
    expect(avec(debit, credit)).toBe(true);
    const nulle = { ...debit, debit: 0, credit: 0 };
    for (const lignes of [
      [],
      [debit],
      [nulle],
      [debit, { ...credit, credit: 99 }],
      [debit, credit, nulle],
      [debit, { ...credit, debit: 50, credit: 150 }],
      [debit, { ...credit, debit: -100, credit: 0 }],
      [{ ...debit, debit: 0, credit: -100 }, credit],
      [debit, { ...credit, compte: { genre: "706" as const, de: null } }],
    ])
      expect([lignes, avec(...lignes)]).toEqual([lignes, false]);
    expect(equilibree({ ...bonne, livre: "H" })).toBe(false);
    expect(recuSansNom(1, 0).lignes).toEqual([]);
  });

  test("des espèces remises vont de la caisse à la banque ; une dette reprise est due comme appelée", () => {
    expect(lire(especesRemises(1, 500))).toEqual({ "512G 1": 500, "531G": -500 });
    const appele = quittancement(MARTIN, appeler(octobre));
    expect(repriseDuLocataire(MARTIN, appeler(octobre))).toEqual({ ...appele, journal: "AN" });
  });

  test("une extourne, puis la même écriture, ne changent aucun solde", () => {
    const appele = quittancement(MARTIN, appeler(octobre));
    const passee = recu(95_000);
    expect(lire(appele, passee, extourne(passee), passee)).toEqual(lire(appele, passee));
    expect(extourne(passee, "REJ").journal).toBe("REJ");
  });

  test("des paiements du même jour laissent la même dette dans quelque ordre qu’ils viennent", () => {
    fc.assert(
      fc.property(
        fc.array(montant, { minLength: 1, maxLength: 6 }),
        fc.array(montant),
        (du, recus) => {
          const laisse = (ordre: readonly number[]) => {
            let dues = du.map((reste, rang) => appel(`2026-0${rang + 1}`, "loyer", reste));
            let avances = 0;
            for (const somme of ordre) {
              const { imputations, avance } = imputer({ montant: somme, date: "2026-12-31" }, dues);
              const impute = imputations.reduce(
                (total, imputation) => total + imputation.montant,
                0,
              );
              expect(impute + avance).toBe(somme);
              avances += avance;
              dues = dues.map((due) => ({
                ...due,
                reste: due.reste - (imputations.find((i) => i.echeanceId === due.id)?.montant ?? 0),
              }));
            }
            return [avances, ...dues.map(({ reste }) => reste)];
          };
          expect(laisse(recus.toReversed())).toEqual(laisse(recus));
        },
      ),
    );
  });
});
