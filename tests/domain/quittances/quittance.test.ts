import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  ajouterJours,
  ajouterMois,
  dernierJour,
  moisDe,
  nombreDeJours,
  premierJour,
} from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import { echeance, echeanceDuMois } from "#domain/quittances/echeance.ts";
import { montantsDuMois, occupation, partiSansConge } from "#domain/quittances/jours-de-loyer.ts";
import {
  anneeQuittancee,
  moisARattraper,
  moisNonFactures,
  moisQuittance,
} from "#domain/quittances/mois-factures.ts";
import {
  conservation,
  etatQuittance,
  fichierQuittance,
  titreQuittance,
} from "#domain/quittances/quittance.ts";
import { auLoyer, BAIL_QUI_COURT as bail } from "../../support/documents/bail.ts";

describe("l'état et le titre d'une quittance", () => {
  it("est payée, déclarée, impayée, inconnue ou annulée", () => {
    const impayee = { regle: false, statusInconu: false, source: null, annuleeLe: null };
    const declaree = { ...impayee, regle: true, source: "locataire" } as const;
    expect(etatQuittance({ ...impayee, regle: true })).toBe("payee");
    expect(etatQuittance({ ...declaree, source: "agence" })).toBe("payee");
    expect(etatQuittance(declaree)).toBe("declaree");
    expect(etatQuittance({ ...impayee, source: "locataire" })).toBe("impayee");
    expect(etatQuittance({ ...impayee, statusInconu: true })).toBe("inconnue");
    expect(etatQuittance({ ...declaree, annuleeLe: "2026-11-22T10:00:00.000Z" })).toBe("annulee");
  });

  it("seul un paiement reconnu par l'agence vaut le titre et le fichier d'une quittance", () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(null, "agence" as const, "locataire" as const),
        fc.constantFrom(null, "2026-11-22T10:00:00.000Z"),
        fc.option(fc.integer({ min: 0, max: 1000 })),
        (regle, statusInconu, source, annuleeLe, montantPaye) => {
          const etat = { regle, statusInconu, source, annuleeLe };
          const acquittee =
            regle &&
            !statusInconu &&
            source !== "locataire" &&
            annuleeLe === null &&
            (montantPaye ?? 950) >= 950;
          const quittance = { ...etat, montantPaye, loyerHC: 850, charge: 100 };
          const titre = titreQuittance(quittance);
          expect(titre.includes("QUITTANCE")).toBe(acquittee);
          const fichier = fichierQuittance({
            ...quittance,
            mois: "2026-11",
            nom: "X",
            numero: "2026-1",
          });
          expect(fichier.startsWith("Quittance")).toBe(acquittee);
        },
      ),
    );
  });

  test.each([
    [null, "AVIS D'ÉCHÉANCE"],
    [0, "AVIS D'ÉCHÉANCE"],
    [0.01, "REÇU DE PAIEMENT PARTIEL"],
    [949.99, "REÇU DE PAIEMENT PARTIEL"],
    [950, "AVIS D'ÉCHÉANCE"],
  ])("impayée avec %s € versés sur 950 : %s", (montantPaye, titre) => {
    const impayee = { regle: false, statusInconu: false, source: null, annuleeLe: null };
    expect(titreQuittance({ ...impayee, montantPaye, loyerHC: 850, charge: 100 })).toBe(titre);
  });
});

describe("l'échéance", () => {
  it("est ramenée au dernier jour des mois courts", () => {
    expect(echeance("2026-11-01", 5)).toBe("2026-11-05");
    expect(echeance("2026-11-01", 31)).toBe("2026-11-30");
    expect(echeance("2026-02-01", 29)).toBe("2026-02-28");
    expect(echeance("2028-02-01", 31)).toBe("2028-02-29");
  });

  it("ne vient jamais avant le premier jour dû", () => {
    expect(echeance("2026-11-20", 5)).toBe("2026-11-20");
    expect(echeance("2026-11-20", 25)).toBe("2026-11-25");
    const dossier = { dateDebutBail: "2026-11-20", jourQuitance: 5 };
    expect(echeanceDuMois(dossier, "2026-11")).toBe("2026-11-20");
    expect(echeanceDuMois(dossier, "2026-12")).toBe("2026-12-05");
  });
});

describe("le loyer du mois", () => {
  test.each([
    [
      "du 15 au 31 janvier",
      { dateDebutBail: "2026-01-15" },
      "2026-01",
      [466.13, 54.84, 520.97, 17],
    ],
    ["du 1er au 10 février", { dateFinBail: "2026-02-10" }, "2026-02", [303.57, 35.71, 339.28, 10]],
    [
      "du 25 au 31 mars",
      { dateDebutBail: "2026-03-25", loyerHC: 960, loyerCharge: 80 },
      "2026-03",
      [216.77, 18.06, 234.83, 7],
    ],
    ["plein", {}, "2026-03", [850, 100, 950, 31]],
    [
      "un seul jour",
      { dateDebutBail: "2026-04-30", dateFinBail: "2026-04-30" },
      "2026-04",
      [28.33, 3.33, 31.66, 1],
    ],
  ] as const)("%s", (_nom, dates, mois, attendu) => {
    const du = montantsDuMois(auLoyer({ ...bail, ...dates }), mois);
    expect([du?.loyerHC, du?.charge, du?.total, du?.jours]).toEqual(attendu);
  });

  it("court jusqu'à la fin du bail ou du préavis donné, à défaut jusqu'à la sortie", () => {
    const dates = {
      ...bail,
      dateFinBail: "2026-03-20",
      dateFinPreavis: "2026-03-15",
      dateSortie: "2026-03-10",
    };
    expect(occupation(dates, "2026-03")?.fin).toBe("2026-03-20");
    const enPreavis = { ...dates, dateDebutPreavis: "2025-12-15" };
    expect(occupation(enPreavis, "2026-03")?.fin).toBe("2026-03-15");
    expect(occupation({ ...enPreavis, dateFinPreavis: "2026-03-25" }, "2026-03")?.fin).toBe(
      "2026-03-20",
    );
    expect(occupation({ ...dates, dateFinBail: null }, "2026-03")?.fin).toBe("2026-03-15");
    expect(occupation({ ...dates, dateFinBail: null, dateFinPreavis: null }, "2026-03")?.fin).toBe(
      "2026-03-10",
    );
    expect(occupation(bail, "2026-03")).toEqual({
      debut: "2026-03-01",
      fin: "2026-03-31",
      jours: 31,
      joursDuMois: 31,
    });
  });

  it("n'existe pas avant le bail ni après", () => {
    expect(montantsDuMois(auLoyer(bail), "2025-05")).toBeNull();
    expect(montantsDuMois(auLoyer({ ...bail, dateFinBail: "2026-02-28" }), "2026-03")).toBeNull();
    expect(montantsDuMois(auLoyer({ ...bail, dateFinBail: "2025-05-15" }), "2025-05")).toBeNull();
  });

  it("couvre chaque jour du bail une fois et une seule, pour un total égal à la somme des lignes", () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(1000), fc.nat(200_000), (depart, duree, centimes) => {
        const dateDebutBail = ajouterJours("2024-01-01", depart);
        const dateFinBail = ajouterJours(dateDebutBail, duree);
        const dossier = { ...bail, dateDebutBail, dateFinBail, loyerHC: centimes / 100 };
        let jours = 0;
        for (
          let mois = moisDe(dateDebutBail);
          mois <= moisDe(dateFinBail);
          mois = ajouterMois(mois, 1)
        ) {
          const du = montantsDuMois(auLoyer(dossier), mois);
          jours += du?.jours ?? 0;
          expect(du?.total).toBe(somme(du?.loyerHC ?? 0, du?.charge ?? 0));
          expect(du?.loyerHC).toBeLessThanOrEqual(dossier.loyerHC);
        }
        expect(jours).toBe(nombreDeJours(dateDebutBail, dateFinBail));
      }),
    );
  });
});

describe("le nom du fichier", () => {
  const payee = {
    regle: true,
    statusInconu: false,
    source: null,
    annuleeLe: null,
    loyerHC: 850,
    charge: 100,
    montantPaye: null,
    mois: "2026-11",
    numero: "2026-000123",
  };

  it("dit quittance une fois payée, reçu d'une partie, avis sinon", () => {
    expect(fichierQuittance({ ...payee, nom: "Dupont" })).toBe(
      "Quittance_2026-11_DUPONT_000123.pdf",
    );
    expect(fichierQuittance({ ...payee, regle: false, nom: "Dupont" })).toBe(
      "Avis_2026-11_DUPONT_000123.pdf",
    );
    expect(fichierQuittance({ ...payee, regle: false, montantPaye: 400, nom: "Dupont" })).toBe(
      "Recu_2026-11_DUPONT_000123.pdf",
    );
  });

  test.each([
    ["Lefèvre-Œuvrard", "LEFEVRE-OEUVRARD"],
    ["d’Alembert", "D-ALEMBERT"],
    ["Wałęsa", "WALESA"],
    ["Nguyễn Thị", "NGUYEN-THI"],
    ["../../etc/passwd", "ETC-PASSWD"],
    ["王", "LOCATAIRE"],
    ["Παπαδόπουλος", "PAPADOPOULOS"],
    ["Ζωή", "ZOI"],
    ["Щербаков", "SHCHERBAKOV"],
    ["Ђорђевић", "DORDEVIC"],
    ["Їжакевич-Юрченко", "IZHAKEVICH-IURCHENKO"],
    ["a".repeat(61), "A".repeat(61)],
    [`${"a".repeat(40)} ${"b".repeat(30)} c`, `${"A".repeat(40)}-C`],
    [`${"a".repeat(59)} b`, "A".repeat(59)],
  ])("réduit « %s » à %s", (nom, reduit) => {
    expect(fichierQuittance({ ...payee, nom })).toBe(`Quittance_2026-11_${reduit}_000123.pdf`);
  });
});

describe("les mois que le passage quotidien regarde, quoi qu'il ait déjà fait", () => {
  it.each([
    [
      "le mois en cours, et celui d'avant s'il en reste un jour",
      "2026-11-22",
      ["2026-10", "2026-11"],
    ],
    ["31 jours, pas un de plus", "2026-10-31", ["2026-10"]],
    ["par-dessus le nouvel an", "2026-01-02", ["2025-12", "2026-01"]],
    [
      "31 jours autour de février touchent trois mois",
      "2026-03-02",
      ["2026-01", "2026-02", "2026-03"],
    ],
  ] as const)("%s", (_nom, today, attendu) => {
    expect(moisARattraper(today)).toEqual(attendu);
  });
});

describe("l'année d'un dossier", () => {
  const automatique = (mois: string) => ({
    date: premierJour(mois),
    dateFin: dernierJour(mois),
    automatique: true,
  });
  const mois = (rang: number) => ajouterMois("2026-01", rang);
  const unRang = fc.nat(11);

  it("laisse à facturer chaque mois fini que le bail couvre et que rien ne facture", () => {
    fc.assert(
      fc.property(
        unRang,
        unRang,
        fc.uniqueArray(unRang),
        fc.constantFrom("2026-01-31", "2026-02-01", "2026-07-15", "2026-12-31", "2027-01-01"),
        (debut, fin, factures, today) => {
          const dossier = {
            ...bail,
            dateDebutBail: dernierJour(mois(debut)),
            dateFinBail: premierJour(mois(fin)),
          };
          const vives = factures.map((rang) => automatique(mois(rang)));
          const attendus = Array.from({ length: 12 }, (_, rang) => rang).filter(
            (rang) =>
              dossier.dateDebutBail <= dossier.dateFinBail &&
              debut <= rang &&
              rang <= fin &&
              !factures.includes(rang) &&
              dernierJour(mois(rang)) < today,
          );
          expect(moisNonFactures(dossier, 2026, { vives, today })).toEqual(attendus.map(mois));
          expect(anneeQuittancee(dossier, 2026, { vives, today })).toBe(
            today === "2027-01-01" && attendus.length === 0,
          );
        },
      ),
    );
  });

  it("a pour mois facturé celui d'une quittance automatique, ou d'une autre qui en couvre tous les jours dus", () => {
    const du = { debut: "2026-03-10", fin: "2026-03-31" };
    const manuelle = (date: string, dateFin: string) =>
      moisQuittance(du, [{ date, dateFin, automatique: false }]);
    expect(moisQuittance(du, [automatique("2026-02"), automatique("2026-03")])).toBe(true);
    expect(moisQuittance(du, [automatique("2026-02")])).toBe(false);
    expect(moisQuittance(du, [])).toBe(false);
    expect(manuelle("2026-03-10", "2026-03-31")).toBe(true);
    expect(manuelle("2026-03-11", "2026-03-31")).toBe(false);
    expect(manuelle("2026-03-10", "2026-03-30")).toBe(false);
    const complement = { ...automatique("2026-03"), automatique: false, RevisionId: 1 };
    expect(moisQuittance(du, [complement])).toBe(false);
  });
});

test("un congé a un début et une fin, à 184 jours l'un de l'autre au plus", () => {
  const parti = (dateDebutPreavis: string | null, dateFinPreavis: string | null) =>
    partiSansConge({ dateSortie: "2026-07-01", dateDebutPreavis, dateFinPreavis }, "2026-12-31");
  expect(parti("2026-01-01", ajouterJours("2026-01-01", 183))).toBe(false);
  expect(parti("2026-01-01", ajouterJours("2026-01-01", 184))).toBe(true);
  expect([parti(null, null), parti("2026-01-01", null), parti(null, "2026-07-01")]).toEqual([
    true,
    true,
    true,
  ]);
});

test("une quittance se garde aussi longtemps que le loyer se réclame", () => {
  expect([conservation({ rp: true }), conservation({ rp: false })]).toEqual([
    "trois ans",
    "cinq ans",
  ]);
});
