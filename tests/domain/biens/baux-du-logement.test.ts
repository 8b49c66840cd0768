import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  avertissementsDepart,
  avertissementsLogement,
  avertissementsLoyersArretes,
  bauxQuiChevauchent,
  dateRelocation,
  loyerArrete,
} from "#domain/biens/logement.ts";
import { ajouterJours, ajouterMois, jourDuMois } from "#domain/dates.ts";
import { finDuLoyer, montantsDuMois, occupation } from "#domain/quittances/jours-de-loyer.ts";
import { auLoyer, BAIL_QUI_COURT as bail } from "../../support/documents/bail.ts";

const LOCATAIRE = { titre: "Madame", nom: "Moreau", prenom: "Camille" };

describe("un logement, un bail", () => {
  const baux = fc.array(
    fc.record({
      debut: fc.nat(400),
      duree: fc.option(fc.nat(500)),
      preavis: fc.option(fc.nat(400)),
      sortie: fc.option(fc.nat(400)),
      colocation: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const logement = baux.map((liste) => {
    const bruts = liste.map(({ debut, duree, preavis, sortie, colocation }, rang) => {
      const dateDebutBail = ajouterJours("2025-01-01", debut);
      const apres = (jours: number | null) =>
        jours === null ? null : ajouterJours(dateDebutBail, jours);
      return {
        ...bail,
        id: rang + 1,
        colocation,
        dateDebutBail,
        dateFinBail: apres(duree),
        dateDebutPreavis: preavis === null ? null : dateDebutBail,
        dateFinPreavis: apres(preavis),
        dateSortie: apres(sortie),
      };
    });
    return bruts.map((un) => ({ ...un, dateRelocation: dateRelocation(un, bruts) }));
  });
  const MOIS = Array.from({ length: 30 }, (_, rang) => ajouterMois("2024-12", rang));

  it("aucun jour n'est facturé à deux baux, colocations à part", () => {
    fc.assert(
      fc.property(logement, (tous) => {
        const factures = new Set<string>();
        for (const un of tous.filter(({ colocation }) => !colocation)) {
          for (const mois of MOIS) {
            const du = occupation(un, mois);
            for (let jour = du?.debut ?? ""; du && jour <= du.fin; jour = ajouterJours(jour, 1)) {
              expect(factures.has(jour), jour).toBe(false);
              factures.add(jour);
            }
          }
        }
      }),
    );
  });

  it("le mois d'une relocation se partage au centime entre l'ancien et le nouveau", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 31 }),
        fc.constantFrom(...MOIS),
        fc.nat(500_000),
        (jour, mois, centimes) => {
          const arrivee = jourDuMois(mois, jour);
          const loyer = { ...bail, loyerHC: centimes / 100, dateDebutBail: "2024-01-01" };
          const ancien = montantsDuMois(auLoyer({ ...loyer, dateRelocation: arrivee }), mois);
          const nouveau = montantsDuMois(auLoyer({ ...loyer, dateDebutBail: arrivee }), mois);
          expect((ancien?.jours ?? 0) + (nouveau?.jours ?? 0)).toBe(ancien?.joursDuMois);
          const ecart = (ancien?.loyerHC ?? 0) + (nouveau?.loyerHC ?? 0) - loyer.loyerHC;
          expect(Math.abs(Math.round(ecart * 100))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("le loyer s'arrête à la fin du préavis ou la veille du bail suivant, au premier des deux", () => {
    const parti = {
      ...bail,
      dateFinBail: "2028-01-14",
      dateDebutPreavis: "2026-01-10",
      dateFinPreavis: "2026-04-10",
    };
    const fin = (dateRelocation: string | null) => finDuLoyer({ ...parti, dateRelocation });
    expect(fin(null)).toBe("2026-04-10");
    expect(fin("2026-03-01")).toBe("2026-02-28");
    expect(fin("2026-05-01")).toBe("2026-04-10");
    expect(finDuLoyer({ ...bail, dateRelocation: "2026-03-01" })).toBe("2026-02-28");
  });

  it("une colocation ne prend la place de personne, ni personne la sienne ; à égalité, le bail fait en dernier", () => {
    const un = (id: number, dateDebutBail: string, colocation = false) => ({
      ...bail,
      id,
      dateDebutBail,
      colocation,
    });
    const premier = un(1, "2025-01-01");
    expect(dateRelocation(premier, [premier, un(2, "2026-02-01", true)])).toBeNull();
    expect(dateRelocation(un(1, "2025-01-01", true), [un(2, "2026-02-01")])).toBeNull();
    expect(dateRelocation(premier, [un(3, "2026-03-01"), un(2, "2026-02-01")])).toBe("2026-02-01");
    expect(dateRelocation(premier, [un(2, "2025-01-01")])).toBe("2025-01-01");
    expect(dateRelocation(un(2, "2025-01-01"), [premier])).toBeNull();
  });

  it("le bail qui prend la place d'un autre le dit si et seulement s'il lui coûte un jour de loyer", () => {
    fc.assert(
      fc.property(logement, (tous) => {
        const baux = tous.map((un) => ({ ...un, locataire: LOCATAIRE }));
        // Two leases that begin on the same day are left out: removing one of them changes nothing, because the other
        // still cuts the rent.
        fc.pre(new Set(tous.map(({ dateDebutBail }) => dateDebutBail)).size === tous.length);
        for (const bail of baux) {
          const autres = baux.filter(({ id }) => id !== bail.id);
          const prives = autres.filter((autre) => {
            const sans = baux.filter(({ id }) => id !== bail.id);
            const avec = finDuLoyer({ ...autre, dateRelocation: dateRelocation(autre, baux) });
            return avec !== finDuLoyer({ ...autre, dateRelocation: dateRelocation(autre, sans) });
          });
          const dits = avertissementsLoyersArretes(bail, baux, "2024-01-01");
          expect(dits.length).toBe(prives.length);
        }
      }),
    );
  });

  it("le nouveau bail nomme celui dont il coûte le dernier jour, et la veille de son début", () => {
    const ancien = {
      ...bail,
      id: 1,
      colocation: false,
      locataire: LOCATAIRE,
      dateDebutBail: "2025-01-01",
    };
    const dits = (dateFinBail: string) =>
      avertissementsLoyersArretes(
        { ...bail, id: 2, dateDebutBail: "2026-11-15", colocation: false },
        [{ ...ancien, dateFinBail }],
        "2026-11-01",
      );
    expect(dits("2026-11-15")).toEqual([
      expect.stringMatching(/ s’arrête le 14\/11\/2026, veille de ce bail\.$/),
    ]);
    expect(dits("2026-11-14")).toEqual([]);
  });

  it("le loyer qu'un autre bail arrête se dit tant que rien n'annonce un départ, et nomme ce bail", () => {
    const AUJOURDHUI = "2026-11-22";
    const un = { ...bail, id: 1, dateDebutBail: "2025-01-01", colocation: false };
    const suivant = { ...un, id: 2, dateDebutBail: "2026-11-15" };
    const arret = (reste: Partial<typeof un> | object, autre = {}) =>
      loyerArrete({ ...un, ...reste }, [un, { ...suivant, ...autre }], AUJOURDHUI)?.id ?? null;
    expect(arret({})).toBe(2);
    expect(arret({}, { dateFinBail: "2026-11-20" })).toBe(2);
    expect(arret({ dateFinBail: "2027-06-30" })).toBe(2);
    expect(arret({ dateFinBail: "2026-11-14" })).toBeNull();
    const enDecembre = { dateDebutBail: "2026-12-01" };
    expect(arret({ dateFinBail: "2026-12-01" }, enDecembre)).toBe(2);
    expect(arret({ dateFinBail: "2026-11-30" }, enDecembre)).toBeNull();
    expect(arret({ dateSortie: "2026-11-30" })).toBeNull();
    expect(arret({ dateDebutPreavis: "2026-11-01", dateFinPreavis: "2027-02-01" })).toBeNull();
    expect(arret({ dateDebutPreavis: "2026-11-01", dateFinPreavis: null })).toBe(2);
    expect(arret({ dateDebutPreavis: null, dateFinPreavis: "2027-02-01" })).toBe(2);
    expect(arret({ colocation: true })).toBeNull();
    expect(arret({}, { colocation: true })).toBeNull();
  });

  it("un autre bail du logement se dit par son locataire et ses jours, clés rendues ou bail fini", () => {
    const dit = (fins: { dateFinBail?: string; dateSortie?: string }) =>
      avertissementsLogement([
        {
          ...bail,
          id: 1,
          colocation: false,
          locataire: LOCATAIRE,
          dateDebutBail: "2025-01-01",
          dateFinBail: null,
          dateSortie: null,
          ...fins,
        },
      ]);
    const court = (dates: string) => [
      `Un autre bail court dans ce logement\u00A0: Mme Camille Moreau, ${dates}.`,
    ];
    expect(dit({})).toEqual(court("depuis le 01/01/2025"));
    expect(dit({ dateFinBail: "2026-12-31" })).toEqual(court("du 01/01/2025 au 31/12/2026"));
    expect(dit({ dateSortie: "2026-11-10" })).toEqual(court("du 01/01/2025 au 10/11/2026"));
    for (const [dateFinBail, dateSortie] of [
      ["2026-12-31", "2026-11-10"],
      ["2026-11-10", "2026-12-31"],
    ] as const)
      expect(dit({ dateFinBail, dateSortie })).toEqual(court("du 01/01/2025 au 10/11/2026"));
  });

  it("un départ sans congé dit jusqu'à quand le loyer est dû, et pourquoi", () => {
    const parti = { ...bail, dateFinBail: "2027-08-31", dateSortie: "2026-11-10" };
    const dit = (reste = {}) => avertissementsDepart({ ...parti, ...reste });
    expect(dit()).toEqual([
      "Aucun congé n’est noté\u00A0: le loyer reste dû jusqu’au 31/08/2027, fin du bail.",
    ]);
    expect(dit({ dateRelocation: "2026-12-01" })).toEqual([
      "Aucun congé n’est noté\u00A0: le loyer reste dû jusqu’au 30/11/2026, veille du bail suivant.",
    ]);
    expect(dit({ dateDebutPreavis: "2026-10-01", dateFinPreavis: "2027-01-01" })).toEqual([]);
    expect(dit({ dateDebutPreavis: "2026-10-01", dateFinPreavis: "2027-08-31" })).toEqual([
      "Le congé noté n’a pas de fin plausible\u00A0: le loyer reste dû jusqu’au 31/08/2027, fin du bail.",
    ]);
    expect(dit({ dateFinBail: null })).toEqual([]);
    expect(dit({ dateSortie: null })).toEqual([]);
  });

  it.each([
    ["sans fin, l'un et l'autre", {}, {}, true],
    ["le partant a rendu les clés la veille", { dateSortie: "2026-05-31" }, {}, false],
    ["le partant rend les clés le jour même", { dateSortie: "2026-06-01" }, {}, true],
    [
      "le préavis finit la veille",
      { dateDebutPreavis: "2026-03-01", dateFinPreavis: "2026-05-31", dateFinBail: "2028-01-01" },
      {},
      false,
    ],
    ["le nouveau se dit en colocation", {}, { colocation: true }, false],
    ["l'ancien était en colocation", { colocation: true }, {}, false],
  ] as const)("deux baux se chevauchent : %s", (_nom, ancien, nouveau, attendu) => {
    const enPlace = { ...bail, id: 1, dateDebutBail: "2025-01-01", colocation: false, ...ancien };
    const arrivant = {
      ...bail,
      id: null,
      dateDebutBail: "2026-06-01",
      colocation: false,
      ...nouveau,
    };
    expect(bauxQuiChevauchent(arrivant, [enPlace]).length > 0).toBe(attendu);
    expect(bauxQuiChevauchent({ ...arrivant, id: 1 }, [enPlace])).toEqual([]);
  });
});
