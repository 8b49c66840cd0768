import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { anomaliesDe } from "#domain/gerance/cloture/anomalies-compte-rendu.ts";
import { etablir } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import type {
  ConditionsDuCompte,
  DonneesDuCompte,
  LigneDuCompte,
} from "#domain/gerance/cloture/donnees-du-compte.ts";
import { contenuFacture, partieFacturee } from "#domain/gerance/cloture/facturation.ts";
import { honoraires } from "#domain/gerance/cloture/honoraires.ts";
import { equilibree, extourne } from "#domain/gerance/livres/ecritures.ts";
import {
  honorairesFactures,
  honorairesPreleves,
} from "#domain/gerance/livres/ecritures-honoraires.ts";
import { reversementDecide } from "#domain/gerance/livres/ecritures-mandats.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import { PREMIERES_CONDITIONS } from "#domain/gerance/mandats/conditions.ts";

const AGENCE = { en: "ht", tva: 2000 } as const;

describe("Les honoraires", () => {
  test("7 % HT de 1 450,00 : 101,50, 20,30, 121,80", () => {
    expect(honoraires({ base: 145_000, taux: 700, ...AGENCE })).toEqual({
      ht: 10_150,
      tva: 2_030,
      ttc: 12_180,
    });
  });

  test("7,20 % TTC de 1 450,00, puis 9 % TTC de 950,00", () => {
    expect(honoraires({ base: 145_000, taux: 720, en: "ttc", tva: 2000 })).toEqual({
      ht: 8_700,
      tva: 1_740,
      ttc: 10_440,
    });
    expect(honoraires({ base: 95_000, taux: 900, en: "ttc", tva: 2000 })).toEqual({
      ht: 7_125,
      tva: 1_425,
      ttc: 8_550,
    });
  });

  test("7 % de trois fois 333,33 sommés : 70,00 et non 69,99", () => {
    expect(honoraires({ base: 3 * 33_333, taux: 700, ...AGENCE }).ht).toBe(7_000);
  });

  test("font toujours HT + TVA, au centime de leur taux, et se rendent comme ils se prennent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.constantFrom("ht", "ttc"),
        fc.constantFrom(0, 1000, 2000),
        (base, taux, en, tva) => {
          const pris = honoraires({ base, taux, en, tva });
          expect(pris.ht + pris.tva).toBe(pris.ttc);
          const exact = (base * taux) / 10_000;
          expect(Math.abs((en === "ht" ? pris.ht : pris.ttc) - exact)).toBeLessThanOrEqual(0.5);
          expect(Math.abs(pris.ttc - pris.ht * (1 + tva / 10_000))).toBeLessThanOrEqual(1);
          const rendus = honoraires({ base: 0 - base, taux, en, tva });
          expect([rendus.ht, rendus.tva, rendus.ttc]).toEqual([
            0 - pris.ht,
            0 - pris.tva,
            0 - pris.ttc,
          ]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("s’écrivent dans les deux livres, et le reversement dans celui de gérance", () => {
    const ecritures = [
      honorairesPreleves(42, 12_180),
      honorairesFactures({ mandat: 42 }, [
        { genre: "gestion", ht: 10_150, tva: 2_030, tauxTva: 2_000, debits: false },
      ]),
      honorairesFactures({ mandat: 42 }, [
        { genre: "gestion", ht: 10_150, tva: 0, tauxTva: 0, debits: false },
      ]),
      reversementDecide(42, 86_245),
    ];
    for (const ecriture of ecritures) {
      expect(equilibree(ecriture)).toBe(true);
      expect(equilibree(extourne(ecriture))).toBe(true);
    }
  });
});

const JOUR = "2026-11-05";
const PARTIE = partieFacturee({
  nom: "",
  voie: "",
  codePostal: "",
  ville: "",
  siret: null,
  tvaIntra: null,
  adresseElectronique: null,
});

const mandant = (ClientId: number) => ({
  ClientId,
  lie: true,
  nom: `Mandant ${ClientId}`,
  adresse: [],
  mail: null,
  iban: null,
  ibanEnAttente: false,
  partie: PARTIE,
});

const termes = (dits: Partial<ConditionsDuCompte> = {}): ConditionsDuCompte => ({
  ...PREMIERES_CONDITIONS,
  depuis: "2026-01-01",
  createdAt: "2026-01-01T00:00:00.000Z",
  modeFonds: "agence",
  tauxHonoraires: 700,
  parts: [
    { ClientId: 1, num: 3, den: 5 },
    { ClientId: 2, num: 2, den: 5 },
  ],
  ...dits,
});

let id = 0;
const ligne = (dite: Partial<LigneDuCompte> = {}): LigneDuCompte => ({
  id: ++id,
  genre: "4670",
  montant: 0,
  nature: null,
  EcritureId: ++id,
  date: "2026-10-05",
  journal: "OD",
  libelle: "Écriture",
  piece: null,
  DossierId: 1,
  reglement: null,
  reprise: null,
  imputations: [],
  depense: null,
  ...dite,
});

const recue = (montant: number, nature: NatureEcheance, dite: Partial<LigneDuCompte> = {}) =>
  ligne({
    montant,
    nature,
    journal: "ENC",
    reglement: { mode: "virement", payeur: "locataire", fonds: "agence" },
    imputations: [
      { mois: "2026-10", nature, montant: Math.abs(montant), libelle: null, tauxTva: null },
    ],
    ...dite,
  });

const donnees = (dites: Partial<DonneesDuCompte> = {}): DonneesDuCompte => ({
  MissionId: 42,
  mois: "2026-10",
  du: "2026-10-01",
  au: "2026-10-31",
  editeLe: "2026-11-05",
  mandat: { numero: "000042", dateSignature: "2024-03-12", nom: "INDIVISION DURAND" },
  mandants: [mandant(1), mandant(2)],
  conditions: [termes({ provision: 30_000 })],
  precedent: { solde: 30_000, au: null, gardes: null, restes: new Map(), honorairesLaisses: [] },
  restes: new Map(),
  lignes: [],
  dossiers: [],
  depots: 147_000,
  reserves: 0,
  sorties: 0,
  honorairesDus: 0,
  dettesHonoraires: { ouvertes: [], tva: [] },
  echeances: [],
  dejaPris: [],
  frais: [],
  franchise: false,
  sansSiren: false,
  ...dites,
});

const depensee = (montant: number, nature: "travaux" | "copropriete" | "assurance_loyers") =>
  ligne({
    montant: 0 - montant,
    journal: "DEP",
    DossierId: null,
    depense: {
      IntendanceId: 1,
      fournisseur: "Plomberie X",
      libelle: "Fuite",
      lot: "A",
      nature,
      tauxTva: 1000,
      recuperable: false,
      piece: "F-7781",
      facture: true,
      accord: true,
    },
  });

describe("Le compte d’une période", () => {
  test("celui des Durand en octobre : solde 1 162,45, reversement 862,45 = 517,47 + 344,98", () => {
    const compte = etablir(
      donnees({
        lignes: [
          recue(130_588, "loyer"),
          recue(14_412, "charges"),
          depensee(13_200, "travaux"),
          depensee(31_000, "copropriete"),
          depensee(2_375, "assurance_loyers"),
        ],
      }),
    );
    expect([compte.solde, compte.reversement]).toEqual([116_245, 86_245]);
    expect(compte.parts?.map(({ montant }) => montant)).toEqual([51_747, 34_498]);
    expect(compte.contenu).toMatchObject({
      soldePrecedent: 300,
      encaissements: 1450,
      honorairesTTC: 121.8,
      assuranceLoyers: 23.75,
      depenses: 442,
      detailDepenses: [{ ht: 120, tva: 12, ttc: 132 }, {}, {}],
    });
  });

  test("dit en une ligne les parts d’une dépense d’immeuble, de plusieurs lots d’un propriétaire", () => {
    const part = (id: number, montant: number, DepenseImmeubleId: number) => {
      const payee = depensee(montant, "travaux");
      const immeuble = { DepenseImmeubleId, nom: "12 rue X" };
      return { ...payee, id, depense: payee.depense && { ...payee.depense, immeuble } };
    };
    const { contenu, solde } = etablir(
      donnees({ lignes: [part(1, 3_000, 7), part(2, 1_400, 7), part(3, 500, 8)] }),
    );
    expect(contenu.detailDepenses.map(({ libelle, lot, ttc }) => [libelle, lot, ttc])).toEqual([
      ["Fuite (2 lots)", "12 rue X", 44],
      ["Fuite", "A", 5],
    ]);
    expect(solde).toBe(30_000 - 4_900);
  });

  test("retient les factures bonnes à payer, et ne reverse rien d’un compte débiteur", () => {
    const lignes = [recue(100_000, "loyer")];
    expect(etablir(donnees({ lignes, reserves: 20_000 })).reversement).toBe(
      100_000 - 8_400 - 20_000,
    );
    expect(etablir(donnees({ lignes: [depensee(50_000, "travaux")] }))).toMatchObject({
      solde: -20_000,
      reversement: 0,
    });
  });

  test("rend ses honoraires au taux d’alors, quand un loyer facturé est repris", () => {
    const reprise = {
      date: "2026-09-05",
      compte: {
        valideLe: "2026-10-05T08:00:00.000Z",
        mois: "2026-09",
        facture: "FH-2026-000001",
        franchise: false,
        debits: false,
      },
    };
    const { factures } = etablir(
      donnees({
        conditions: [
          termes({ tauxHonoraires: 900, createdAt: "2026-10-20T08:00:00.000Z" }),
          termes(),
        ],
        lignes: [recue(-95_000, "loyer", { journal: "REJ", reprise })],
      }),
    );
    expect(factures).toMatchObject([{ serie: "AV", ttc: -7_980, corrige: "FH-2026-000001" }]);
  });

  test("compte un forfait par logement loué et par mois, et les autres honoraires une fois", () => {
    const dossier = {
      id: 1,
      AppartementId: 1,
      lot: "A",
      locataire: "M. Martin",
      dateEntree: "2026-08-15",
      dateSortie: null,
      lie: true,
      action: null,
      revisions: [],
      tauxTva: null,
    };
    const conditions = [
      termes({
        assiette: "forfait",
        tauxHonoraires: null,
        forfait: 2_000,
        autresHonoraires: [
          { libelle: "Déclaration fiscale", montant: 4_000, quand: "annee" },
          { libelle: "Frais de dossier", montant: 600, quand: "compte" },
        ],
      }),
    ];
    const trimestre = { du: "2026-07-01", au: "2026-09-30", conditions, dossiers: [dossier] };
    const total = (dites: Partial<DonneesDuCompte>) =>
      etablir(donnees({ ...trimestre, ...dites })).honorairesTTC;
    expect(total({})).toBe(2 * 2_400 + 4_000 + 600);
    expect(total({ dejaPris: ["Déclaration fiscale"] })).toBe(2 * 2_400 + 600);
    expect(total({ franchise: true })).toBe(2 * 2_000 + 4_000 + 600);
  });

  describe("compte un forfait", () => {
    const bail = {
      id: 1,
      AppartementId: 1,
      lot: "A",
      locataire: "M. Martin",
      dateEntree: "2026-08-15",
      dateSortie: null,
      lie: true,
      action: null,
      revisions: [],
      tauxTva: null,
    };
    const conditions = [termes({ assiette: "forfait", tauxHonoraires: null, forfait: 2_000 })];
    const total = (dites: Partial<DonneesDuCompte>) =>
      etablir(donnees({ conditions, dossiers: [bail], ...dites })).honorairesTTC;

    test("une fois par mois, même quand un compte s’arrête avant la fin du sien", () => {
      expect(total({ du: "2026-10-01", au: "2026-10-15" })).toBe(2_400);
      expect(total({ du: "2026-10-16", au: "2026-11-30" })).toBe(2_400);
    });

    test("d’un logement qui a quitté le mandat, pour les seuls mois qu’il a appelés", () => {
      const dossiers = [{ ...bail, lie: false }];
      const appel = { genre: "4671", journal: "QT", montant: 95_000, nature: "loyer" } as const;
      const trimestre = { du: "2026-08-01", au: "2026-10-31", dossiers };
      expect(total(trimestre)).toBe(0);
      expect(total({ ...trimestre, lignes: [ligne({ ...appel, date: "2026-09-01" })] })).toBe(
        2_400,
      );
    });
  });

  test("dit les loyers révisés dans la période, et nuls autres", () => {
    const revision = (le: string) => ({ le, avant: 850_00, apres: 859_79 });
    const bail = {
      ...{ id: 1, AppartementId: 1, lot: "A", locataire: "M. Martin", dateEntree: "2020-01-01" },
      ...{ dateSortie: null, lie: true, action: null, tauxTva: null },
      revisions: ["2026-09-30", "2026-10-31", "2026-11-01"].map(revision),
    };
    const dossiers = [bail, { ...bail, id: 2, lot: "B", revisions: [] }];
    const { contenu } = etablir(donnees({ dossiers }));
    expect(contenu.situation.map(({ revisions }) => revisions)).toEqual([
      [{ le: "2026-10-31", avant: 850, apres: 859.79 }],
      undefined,
    ]);
  });

  test("rend les honoraires d’un appel annulé au taux du jour où il était dû", () => {
    const compte = {
      valideLe: "2026-10-05T08:00:00.000Z",
      mois: "2026-10",
      facture: "FH-2026-000001",
      franchise: false,
      debits: false,
    };
    const { factures } = etablir(
      donnees({
        conditions: [
          termes({ depuis: "2026-10-01", assiette: "quittance_cc", tauxHonoraires: 800 }),
          termes({ assiette: "quittance_cc" }),
        ],
        lignes: [
          ligne({
            genre: "4671",
            journal: "QT",
            montant: -95_000,
            nature: "loyer",
            date: "2026-10-01",
            reprise: { date: "2026-09-25", compte },
          }),
        ],
      }),
    );
    expect(factures).toMatchObject([{ serie: "AV", ht: -7_600, ttc: -9_120 }]);
  });

  test("rend la TVA de la facture, que l’agence en ait ou non depuis", () => {
    const rendus = (dite: boolean, depuis: boolean) => {
      const reprise = {
        date: "2026-09-05",
        compte: {
          valideLe: "2026-10-05T08:00:00.000Z",
          mois: "2026-09",
          facture: "FH-2026-000001",
          franchise: dite,
          debits: !dite,
        },
      };
      const lues = donnees({
        franchise: depuis,
        lignes: [recue(-95_000, "loyer", { journal: "REJ", reprise })],
      });
      const compte = etablir(lues);
      return compte.factures.map((facture) => {
        const contenu = contenuFacture(lues, compte, facture, { agence: agenceDe([]), date: JOUR });
        expect(contenu.optionDebits).toBe(!dite);
        return [facture.ttc, contenu.franchise];
      });
    };
    expect(rendus(false, true)).toEqual([[-7_980, false]]);
    expect(rendus(true, false)).toEqual([[-6_650, true]]);
    expect(rendus(true, true)).toEqual([[-6_650, true]]);
  });

  test("revient entier au mandant qui reste, facturé à ses numéros", () => {
    const partie = partieFacturee({
      ...PARTIE,
      siret: "552 100 554 00013",
      tvaIntra: "FR29552100554",
    });
    const lues = donnees({
      mandants: [
        { ...mandant(1), partie },
        { ...mandant(2), lie: false },
      ],
      conditions: [termes({ parts: [] })],
      lignes: [recue(100_000, "loyer")],
    });
    const compte = etablir(lues);
    expect(compte.parts).toMatchObject([
      { ClientId: 1, num: 1, den: 1, montant: compte.reversement },
    ]);
    const [facture] = compte.factures;
    if (!facture) throw new Error("Aucune facture");
    expect(
      contenuFacture(lues, compte, facture, { agence: agenceDe([]), date: JOUR }).acheteur,
    ).toMatchObject({ siren: "552100554", tvaIntra: "FR29552100554" });
  });

  test("sans TVA n’est facturé que par une agence en franchise : sinon le compte ne se valide pas", () => {
    const lire = (franchise: boolean) => {
      const lues = donnees({
        franchise,
        conditions: [termes({ tauxTva: 0 })],
        lignes: [recue(100_000, "loyer")],
      });
      const compte = etablir(lues);
      const [facture] = compte.factures;
      if (!facture) throw new Error("Aucune facture");
      return [
        contenuFacture(lues, compte, facture, { agence: agenceDe([]), date: JOUR }).franchise,
        anomaliesDe(lues, compte).flatMap(({ genre, bloque }) =>
          genre === "tva_nulle" ? [bloque] : [],
        ),
      ];
    };
    expect(lire(true)).toEqual([true, []]);
    expect(lire(false)).toEqual([false, ["cloture"]]);
  });

  test("dont l’agence n’a pas de SIRET ne se valide pas s’il a une facture d’honoraires", () => {
    const bloquent = (dites: Partial<DonneesDuCompte>) => {
      const lues = donnees({ sansSiren: true, ...dites });
      return anomaliesDe(lues, etablir(lues))
        .filter(({ bloque }) => bloque === "cloture")
        .map(({ genre }) => genre);
    };
    expect(bloquent({ lignes: [recue(100_000, "loyer")] })).toEqual(["sans_siren"]);
    expect(bloquent({ lignes: [recue(100_000, "loyer")], sansSiren: false })).toEqual([]);
    expect(bloquent({})).toEqual([]);
  });

  test("facture une quantité dont le prix fait le montant, sinon la dit en mots", () => {
    const bail = (id: number) => ({
      id,
      AppartementId: id,
      lot: "A",
      locataire: "M. Martin",
      dateEntree: "2026-08-15",
      dateSortie: null,
      lie: true,
      action: null,
      revisions: [],
      tauxTva: null,
    });
    const forfait = { assiette: "forfait", tauxHonoraires: null, forfait: 2_500 } as const;
    const ligneDe = (tauxEn: "ht" | "ttc") => {
      const lues = donnees({
        conditions: [termes({ ...forfait, tauxEn })],
        dossiers: [bail(1), bail(2), bail(3)],
      });
      const compte = etablir(lues);
      const [facture] = compte.factures;
      if (!facture) throw new Error("Aucune facture");
      return contenuFacture(lues, compte, facture, { agence: agenceDe([]), date: JOUR }).lignes[0];
    };
    expect(ligneDe("ht")).toMatchObject({ quantite: 3, prixUnitaireHT: 25, ht: 75 });
    expect(ligneDe("ttc")).toMatchObject({
      libelle: "Honoraires de gestion, par logement loué et par mois (3)",
      quantite: 1,
      prixUnitaireHT: 62.5,
      ht: 62.5,
    });
  });

  const natures = fc.constantFrom<NatureEcheance>(
    "loyer",
    "charges",
    "regularisation",
    "assurance",
    "reparation",
  );
  const payeurs = fc.constantFrom("locataire", "caf", "gli", "visale", "caution");
  const recues = fc.array(
    fc.record({
      montant: fc.integer({ min: 1, max: 300_000 }),
      nature: natures,
      payeur: payeurs,
    }),
    { maxLength: 30 },
  );

  test("prend ses honoraires sur ce qui a été reçu et en porte, une fois", () => {
    fc.assert(
      fc.property(recues, fc.integer({ min: 0, max: 2_000 }), (dites, taux) => {
        const lignes = dites.map(({ montant, nature, payeur }) =>
          recue(montant, nature, { reglement: { mode: null, payeur, fonds: "agence" } }),
        );
        const base = dites
          .filter(
            ({ nature, payeur }) =>
              ["loyer", "charges", "regularisation"].includes(nature) &&
              ["locataire", "caf"].includes(payeur),
          )
          .reduce((somme, { montant }) => somme + montant, 0);
        const compte = etablir(donnees({ lignes, conditions: [termes({ tauxHonoraires: taux })] }));
        expect(compte.honorairesTTC).toBe(honoraires({ base, taux, en: "ht", tva: 2000 }).ttc);
        expect(compte.solde).toBe(
          30_000 + dites.reduce((somme, { montant }) => somme + montant, 0) - compte.honorairesTTC,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  const mouvements = fc.array(fc.record({ montant: fc.integer({ min: -200_000, max: 200_000 }) }), {
    maxLength: 20,
  });

  const QUELCONQUES = {
    loyer: (montant: number) => recue(montant, "loyer"),
    rendu: (montant: number) => recue(0 - montant, "loyer", { journal: "REJ" }),
    depense: (montant: number) => depensee(montant, "travaux"),
    assurance: (montant: number) => depensee(montant, "assurance_loyers"),
    autre: (montant: number) => ligne({ montant: 0 - montant }),
    reprise: (montant: number) => ligne({ montant, journal: "AN" }),
  };
  const quelconques = fc.array(
    fc.record({
      genre: fc.constantFrom(...(Object.keys(QUELCONQUES) as (keyof typeof QUELCONQUES)[])),
      montant: fc.integer({ min: 1, max: 200_000 }),
      mois: fc.constantFrom("2026-09", "2026-10", "2026-11"),
    }),
    { maxLength: 20 },
  );

  test("dit chaque ligne une fois, et chaque compte commence par ce que le précédent a laissé", () => {
    fc.assert(
      fc.property(quelconques, (dites) => {
        const lignes = dites.map(({ genre, montant, mois }): LigneDuCompte => {
          const { id: sien, ...reste } = QUELCONQUES[genre](montant);
          const nom = `L${sien}`;
          return { ...reste, id: sien, date: `${mois}-05`, libelle: nom, piece: nom };
        });
        const dire = (mois: string, solde: number, honorairesDus: number) => {
          const siennes = lignes
            .filter(({ date }) => date.startsWith(mois))
            .map((ligne) =>
              ligne.depense
                ? { ...ligne, depense: { ...ligne.depense, piece: ligne.piece } }
                : ligne,
            );
          const compte = etablir(
            donnees({
              lignes: siennes,
              honorairesDus,
              precedent: {
                solde,
                au: null,
                gardes: null,
                restes: new Map(),
                honorairesLaisses: [],
              },
            }),
          );
          const { detailEncaissements, detailDepenses, detailAutres } = compte.contenu;
          const dits = [
            ...detailEncaissements.map(({ piece }) => piece),
            ...detailDepenses.map(({ piece }) => piece),
            ...detailAutres.map(({ libelle }) => libelle),
          ];
          const attendues = siennes.filter(({ journal }) => journal !== "AN");
          expect(dits.toSorted()).toEqual(attendues.map(({ libelle }) => libelle).toSorted());
          return compte;
        };
        const septembre = dire("2026-09", 0, 0);
        const octobre = dire(
          "2026-10",
          septembre.solde - septembre.reversement,
          septembre.honorairesDus,
        );
        const verses = septembre.reversement + octobre.reversement;
        const pris = septembre.honorairesTTC + octobre.honorairesTTC - octobre.honorairesDus;
        expect(octobre.honorairesDus).toBeGreaterThanOrEqual(0);
        const mouvements = lignes
          .filter(({ date }) => date <= "2026-10-31")
          .reduce((total, { montant }) => total + montant, 0);
        expect(octobre.solde - octobre.reversement).toBe(mouvements - pris - verses);
      }),
      { numRuns: 1_000 },
    );
  });

  test("ne reverse jamais plus que ce qui laisse la provision et les réserves", () => {
    fc.assert(
      fc.property(
        mouvements,
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (dits, provision, reserves) => {
          const compte = etablir(
            donnees({
              conditions: [termes({ provision })],
              reserves,
              lignes: dits.map(({ montant }) => ligne({ montant })),
            }),
          );
          expect(compte.reversement).toBeGreaterThanOrEqual(0);
          if (compte.reversement > 0) {
            expect(compte.solde - compte.reversement).toBe(provision + reserves);
          }
          const parts = compte.parts ?? [];
          expect(parts.reduce((somme, { montant }) => somme + montant, 0)).toBe(compte.reversement);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
