import { describe, expect, it, test } from "vitest";
import { avertissementsLoyer, encadre, soumisAuLoyerDeReference } from "#domain/bail/loyer.ts";
import { ancienLoyer, type Changements, unBail } from "../../support/documents/bail.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

describe("le loyer que la loi borne", () => {
  const RELOCATION = /^doute loyerHC : Le logement est en zone tendue : le loyer \(850,00 €\)/;
  const cap = (changements = {}) => ({
    surface: 45.6,
    loyerReference: 20,
    loyerReferenceMajore: 24,
    ...changements,
  });
  const paye = (montant: number) => ({ ...ancienLoyer(), montant });
  const SANS_RAISON = /^doute encadrement.caracteristiqueLoyer : .* de (\S+ €) sans qu'aucune/;
  const CONTESTABLE =
    /^doute encadrement.caracteristiqueLoyer : Le loyer \(850,00 €\) .* contester le complément/;
  const FIN =
    /^doute encadrement : Le bail est signé après la fin de l'encadrement des loyers \(23\/11\/2026\)/;

  test.each<[string, Changements, RegExp[]]>([
    ["en zone tendue, égal au précédent", { dossier: { dernierLoyer: paye(850) } }, []],
    [
      "en zone tendue, supérieur d'un centime",
      { dossier: { dernierLoyer: paye(849.99) } },
      [RELOCATION],
    ],
    ["en zone tendue, sans précédent", {}, []],
    [
      "hors zone tendue, supérieur",
      { dossier: { dernierLoyer: paye(800) }, appartement: { zoneTendue: false } },
      [],
    ],
    [
      "d'une passoire, que le DPE gèle déjà",
      { dossier: { dernierLoyer: paye(800) }, appartement: { dpeClasse: "F" } },
      [],
    ],
    [
      "d'une zone qu'on n'a pas dite",
      { appartement: { zoneTendue: null } },
      [/^manque AppartementId : .* zone tendue/],
    ],
    ["encadré, sous le loyer de base", { dossier: { encadrement: cap() } }, []],
    [
      "encadré, d'un centime au-dessus du loyer de base",
      {
        dossier: {
          encadrement: cap({ loyerReference: 15.53, loyerReferenceMajore: 18.64 }),
          loyerHC: 849.99,
        },
      },
      [SANS_RAISON],
    ],
    [
      "encadré, au loyer de base",
      {
        dossier: {
          encadrement: cap({ loyerReference: 15.53, loyerReferenceMajore: 18.64 }),
          loyerHC: 849.98,
        },
      },
      [],
    ],
    [
      "encadré, au complément justifié",
      {
        dossier: {
          encadrement: cap({
            loyerReference: 15,
            loyerReferenceMajore: 18,
            caracteristiqueLoyer: "Terrasse",
          }),
        },
      },
      [CONTESTABLE],
    ],
    [
      "encadré, au complément qu'un blanc ne justifie pas",
      {
        dossier: {
          encadrement: cap({
            loyerReference: 15,
            loyerReferenceMajore: 18,
            caracteristiqueLoyer: " ",
          }),
        },
      },
      [SANS_RAISON],
    ],
    [
      "encadré, au complément d'une passoire",
      {
        appartement: { dpeClasse: "G" },
        dossier: { encadrement: cap({ loyerReference: 15, loyerReferenceMajore: 18 }) },
      },
      [SANS_RAISON, /^doute encadrement.caracteristiqueLoyer : .* interdit .* classé G/],
    ],
    [
      "encadré, d'une passoire sans complément",
      { appartement: { dpeClasse: "G" }, dossier: { encadrement: cap() } },
      [],
    ],
    [
      "au majoré à dix centimes des 20 %",
      { dossier: { encadrement: cap({ loyerReferenceMajore: 24.1 }) } },
      [],
    ],
    [
      "au majoré à dix centimes sous les 20 %",
      { dossier: { encadrement: cap({ loyerReferenceMajore: 23.9 }) } },
      [],
    ],
    [
      "au majoré à onze centimes des 20 %",
      { dossier: { encadrement: cap({ loyerReferenceMajore: 24.11 }) } },
      [/^doute encadrement.loyerReferenceMajore : .*24,11 €\/m².*24,00 €\/m²/],
    ],
    [
      "au majoré à onze centimes sous les 20 %",
      { dossier: { encadrement: cap({ loyerReferenceMajore: 23.89 }) } },
      [/^doute encadrement.loyerReferenceMajore /],
    ],
    [
      "encadré sur une autre surface",
      { dossier: { encadrement: cap({ surface: 50 }) } },
      [/^doute encadrement.surface : .*50,00 m².*45,60 m²/],
    ],
    [
      "encadré, d'une surface inconnue",
      { appartement: { surface: null }, dossier: { encadrement: cap() } },
      [],
    ],
    [
      "encadré, signé le dernier jour de l'expérimentation",
      { dossier: { encadrement: cap(), dateCreationBail: "2026-11-23" } },
      [],
    ],
    [
      "encadré, signé le lendemain",
      { dossier: { encadrement: cap(), dateCreationBail: "2026-11-24" } },
      [FIN],
    ],
    ...(
      [
        ["75011", "2019-07-01", true],
        ["75011", "2019-06-30", false],
        ["59160", "2026-03-01", true],
        ["93400", "2026-03-01", true],
        ["93100", "2026-03-01", true],
        ["93160", "2026-03-01", false],
        ["69100", "2026-03-01", true],
        ["34000", "2026-03-01", true],
        ["33300", "2026-03-01", true],
        ["64200", "2026-03-01", true],
        ["64000", "2026-03-01", false],
        ["38000", "2025-01-20", true],
        ["38000", "2025-01-19", false],
        ["13001", "2026-03-01", false],
      ] as const
    ).map(([codePostal, dateCreationBail, couvert]): [string, Changements, RegExp[]] => [
      `d'un encadrement tu, au ${codePostal}, signé le ${dateCreationBail}`,
      { appartement: { codePostal }, dossier: { encadrement: null, dateCreationBail } },
      couvert ? [/^manque encadrement : .* renseignez les loyers de référence/] : [],
    ]),
    [
      "d'un encadrement tu, signé le dernier jour de l'expérimentation",
      {
        appartement: { codePostal: "75011" },
        dossier: { encadrement: null, dateCreationBail: "2026-11-23" },
      },
      [/^manque encadrement : .* renseignez les loyers de référence/],
    ],
    [
      "d'un encadrement tu, signé après la fin de l'expérimentation",
      {
        appartement: { codePostal: "75011" },
        dossier: { encadrement: null, dateCreationBail: "2026-11-24" },
      },
      [/^manque encadrement : .* s'est achevée le 23\/11\/2026 : dites si le logement/],
    ],
    [
      "d'un encadrement tu, hors des territoires, signé après la fin de l'expérimentation",
      {
        appartement: { codePostal: "13001" },
        dossier: { encadrement: null, dateCreationBail: "2026-11-24" },
      },
      [],
    ],
    [
      "d'un encadrement tu, que l'appartement dit soumis hors des territoires connus",
      { appartement: { codePostal: "13001", zoneEncadree: true }, dossier: { encadrement: null } },
      [/^manque encadrement /],
    ],
    [
      "d'un encadrement dit hors des territoires connus, qu'il imprime pourtant",
      {
        appartement: { codePostal: "87000", ville: "Limoges" },
        dossier: { encadrement: cap({ soumis: true }) },
      },
      [/^doute encadrement : .* aucun territoire .* \(87000 Limoges\)/],
    ],
    [
      "d'un encadrement tu, que l'appartement dit non soumis",
      { appartement: { zoneEncadree: false }, dossier: { encadrement: null } },
      [],
    ],
    [
      "d'un encadrement tu, désactivé dans les paramètres",
      {
        dossier: { encadrement: null },
        bail: { agence: { ...unBail().agence, encadrementActif: false } },
      },
      [],
    ],
    ["non encadré, signé le lendemain", { dossier: { dateCreationBail: "2026-11-24" } }, []],
  ])("%s", (_cas, changements, attendus) => {
    attendre(avertissementsLoyer(unBail(changements)), attendus);
  });

  it("n'est encadré que si le loyer est connu et l'encadrement actif, jusqu'à son dernier jour", () => {
    const { dossier, agence } = unBail({ dossier: { encadrement: cap() } });
    expect(encadre({ dossier, agence })?.montantBase).toBe(1094.4);
    const signe = (dateCreationBail: string, finEncadrement: string | null = "2026-11-23") =>
      encadre({ dossier: { ...dossier, dateCreationBail }, agence: { ...agence, finEncadrement } });
    expect([signe("2026-11-23"), signe("2026-11-24", null)]).not.toContain(null);
    expect(signe("2026-11-24")).toBeNull();
    expect(encadre({ dossier, agence: { ...agence, encadrementActif: false } })).toBeNull();
    expect(encadre({ dossier, agence: null })).toBeNull();
    expect(encadre({ dossier: { ...dossier, loyerHC: null }, agence })).toBeNull();
    expect(encadre({ dossier: { ...dossier, encadrement: null }, agence })).toBeNull();
    expect(
      encadre({ dossier: { ...dossier, encadrement: { ...cap(), soumis: false } }, agence }),
    ).toBeNull();
  });

  it("est soumis au loyer de référence s'il est encadré, ne l'est pas si on l'a dit, sinon on ne sait", () => {
    const soumis = (encadrement: ReturnType<typeof cap> | { soumis: boolean } | null, zone = {}) =>
      soumisAuLoyerDeReference(unBail({ dossier: { encadrement }, appartement: zone }));
    expect([soumis(cap()), soumis(cap({ soumis: true }))]).toEqual([true, true]);
    expect([soumis(cap({ soumis: false })), soumis({ soumis: false })]).toEqual([false, false]);
    expect([soumis(null, { zoneEncadree: false }), soumis(cap(), { zoneEncadree: false })]).toEqual(
      [false, true],
    );
    expect([soumis(null), soumis(null, { zoneEncadree: true })]).toEqual([null, null]);
  });

  it("ne se juge pas sans le logement, ni tant que rien n'en est tapé", () => {
    const cher = unBail({ dossier: { dernierLoyer: paye(800), encadrement: cap() } });
    attendre(avertissementsLoyer({ ...cher, appartement: null }), []);
    const { loyerHC: _loyer, dateCreationBail: _jour, ...reste } = cher.dossier;
    attendre(avertissementsLoyer({ ...cher, dossier: reste }), []);
    attendre(avertissementsLoyer({ ...cher, dossier: { ...reste, loyerHC: 800 } }), []);
  });
});
