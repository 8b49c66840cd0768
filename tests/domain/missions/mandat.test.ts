import { describe, expect, it, test } from "vitest";
import {
  avecConsommateur,
  avertissementsIntendance,
  avertissementsMission,
  dureeDuMandat,
  exigibleAuBail,
  honorairesDuMandat,
  type MissionConnue,
  mandatEnCours,
  recoitDesFonds,
} from "#domain/missions/mandat.ts";
import { sousHoguet, TYPES_MISSION } from "#domain/missions/mission.ts";
import { proprietaire } from "../../support/documents/bail.ts";
import { AGENCE } from "../../support/documents/documents.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const agence = { ...AGENCE, rcpAssureur: "MMA", carteType: "Gestion et transaction" };

describe("un mandat", () => {
  it("relève de la loi Hoguet, est exigible au bail ou reçoit des fonds selon son type", () => {
    expect(TYPES_MISSION.filter(sousHoguet)).toEqual(["gestion", "location"]);
    expect(TYPES_MISSION.filter(exigibleAuBail)).toEqual(["location"]);
    expect(TYPES_MISSION.filter((type) => recoitDesFonds(type, agence))).toEqual(["gestion"]);
    expect(recoitDesFonds("gestion", { ...agence, nonDetentionFonds: true })).toBe(false);
  });

  it("est donné par un consommateur, sauf par des personnes morales seules", () => {
    const morale = { qualite: "personne_morale" } as const;
    expect(avecConsommateur([])).toBe(true);
    expect(avecConsommateur([morale])).toBe(false);
    expect(avecConsommateur([morale, { qualite: "personne_physique" }])).toBe(true);
    expect(avecConsommateur([{ qualite: "sci_familiale" }])).toBe(true);
  });

  test.each([
    ["gestion", null, "2026-03-15", { mois: 12, fin: "2027-03-14", reconduit: true }],
    ["gestion", 119, "2026-03-15", { mois: 119, fin: "2036-02-14", reconduit: true }],
    ["gestion", 120, "2026-03-15", { mois: 120, fin: "2036-03-14", reconduit: false }],
    ["location", 3, "2026-03-15", { mois: 3, fin: "2026-06-14", reconduit: false }],
    ["prestation", undefined, null, { mois: 12, fin: null, reconduit: false }],
  ] as const)("de %s de %s mois signé le %s", (type, duree, dateSignature, attendu) => {
    expect(dureeDuMandat({ type, duree, dateSignature })).toEqual(attendu);
  });
});

test("un mandat court jusqu’à son dernier jour, une gestion dix ans par reconductions", () => {
  const court = (type: "gestion" | "location", duree: number | null, today: string) =>
    mandatEnCours({ type, duree, dateSignature: "2026-03-15" }, today);
  expect([court("location", 3, "2026-06-14"), court("location", 3, "2026-06-15")]).toEqual([
    true,
    false,
  ]);
  expect([court("gestion", 12, "2036-03-14"), court("gestion", 12, "2036-03-15")]).toEqual([
    true,
    false,
  ]);
  expect(court("location", null, "2027-03-14")).toBe(true);
  const fini = { type: "gestion", duree: 12, dateSignature: "2026-03-15" } as const;
  expect(
    ["2026-10-31", "2026-11-01"].map((jour) =>
      mandatEnCours({ ...fini, finLe: "2026-10-31" }, jour),
    ),
  ).toEqual([true, false]);
  expect(court("gestion", 150, "2036-03-15")).toBe(true);
  expect(mandatEnCours({ type: "gestion", duree: 12, dateSignature: null }, "2026-11-22")).toBe(
    false,
  );
});

test("un logement se loue aux honoraires du dernier mandat signé, prestations à part", () => {
  const mission = (
    type: "gestion" | "location" | "prestation",
    dateSignature: string | null,
    a: number,
  ) => ({
    type,
    dateSignature,
    honorairesLocationMandant: a,
    honorairesLocationLocataire: null,
    honorairesEdlMandant: null,
    honorairesEdlLocataire: null,
  });
  const duMandat = (...missions: ReturnType<typeof mission>[]) =>
    honorairesDuMandat(missions)?.honorairesLocationMandant;
  expect(honorairesDuMandat([])).toBeNull();
  expect(duMandat(mission("prestation", "2026-01-01", 1))).toBeUndefined();
  expect(duMandat(mission("gestion", "2025-01-01", 1), mission("location", "2026-01-01", 2))).toBe(
    2,
  );
  expect(duMandat(mission("location", "2026-01-01", 2), mission("gestion", null, 3))).toBe(2);
});

describe("les avertissements d'une mission", () => {
  const MISSION: MissionConnue["mission"] = {
    type: "gestion",
    numRegistre: "2026-12",
    dateSignature: "2026-03-01",
    nbAppart: 2,
    valeurMissionAppt: 500.05,
    accompte1: 300.1,
    accompte2: 400,
    reliquat: 300,
    honorairesLocationMandant: 500.05,
    honorairesLocationLocataire: 500,
    honorairesEdlMandant: 130,
    honorairesEdlLocataire: 130,
    diffusionAnnonces: "vitrine",
  };
  const perdu = proprietaire({ adresse: null, codePostal: null, ville: null });
  const AU_BAIL = /^doute type : Recherche de locataire/;
  const REGISTRE = /^manque numRegistre /;
  const CARTE_G = /^doute type : .* « Gestion immobilière »/;
  const CARTE_T = /^doute type : .* « Transactions »/;
  const ECHEANCIER = /^doute reliquat : .*\((\S+ )?\S+ €\) ne correspond pas .*\(1 000,10 €\)/;
  const carte = (carteType: string) => ({ agence: { ...agence, carteType } });

  test.each<[string, MissionConnue["mission"], Partial<MissionConnue>, RegExp[]]>([
    ["complète", {}, {}, []],
    ["dont on ne sait rien d'autre", {}, { mandants: null, biens: null, agence: null }, []],
    ["sans mandant", {}, { mandants: [] }, [/^manque – : .* aucun mandant/]],
    [
      "d'un mandant sans domicile",
      {},
      { mandants: [proprietaire(), perdu] },
      [/^manque – : Le domicile d'un mandant/],
    ],
    [
      "sans médiateur",
      {},
      { agence: { ...agence, mediateurNom: "" } },
      [/^manque – : Le médiateur/],
    ],
    ["sans assurance", {}, { agence: { ...agence, rcpAssureur: "" } }, [/^manque – : L'assurance/]],
    ["de gestion sans numéro au registre", { numRegistre: null }, {}, [REGISTRE]],
    ["de gestion au numéro blanc", { numRegistre: " " }, {}, [REGISTRE]],
    [
      "de gestion aux honoraires de location inconnus",
      { honorairesEdlMandant: null },
      {},
      [/^manque honorairesEdlMandant : .*article 6/],
    ],
    [
      "de prestation aux honoraires inconnus",
      { type: "prestation", honorairesEdlMandant: null },
      {},
      [],
    ],
    [
      "de prestation dont le locataire paierait plus que le mandant",
      { type: "prestation", honorairesLocationLocataire: 600 },
      {},
      [],
    ],
    [
      "dont le locataire paie un centime de plus que le mandant",
      { honorairesLocationLocataire: 500.06 },
      {},
      [/^doute honorairesLocationLocataire : .*\(500,06 €\) dépasse celle du mandant \(500,05 €\)/],
    ],
    [
      "dont le locataire paie plus d'état des lieux que le mandant",
      { honorairesEdlMandant: 100 },
      {},
      [/^doute honorairesEdlLocataire /],
    ],
    [
      "de location sans annonces",
      { type: "location", diffusionAnnonces: null },
      {},
      [/^manque diffusionAnnonces /, AU_BAIL],
    ],
    [
      "d'une société sans représentant",
      {},
      {
        mandants: [
          proprietaire({
            qualite: "personne_morale",
            nom: "Delorme SAS",
            representantNom: "A. Roy",
          }),
        ],
      },
      [/^manque – : Le représentant de .*DELORME SAS/],
    ],
    [
      "d'une société représentée",
      {},
      {
        mandants: [
          proprietaire({
            qualite: "sci_familiale",
            representantNom: "A. Roy",
            representantQualite: "gérante",
          }),
        ],
      },
      [],
    ],
    ["de prestation sans numéro au registre", { type: "prestation", numRegistre: null }, {}, []],
    ["d'un type inconnu sans numéro au registre", { type: null, numRegistre: null }, {}, []],
    ["de location", { type: "location" }, {}, [AU_BAIL]],
    [
      "de location dont la valeur n'est pas la part du mandant",
      { type: "location", valeurMissionAppt: 500.05, honorairesLocationMandant: 500 },
      {},
      [AU_BAIL, /^doute honorairesLocationMandant : .* si l'une comprend l'autre/],
    ],
    [
      "de location dont la valeur comprend l'état des lieux",
      { type: "location", honorairesLocationMandant: 370.05, honorairesLocationLocataire: 370 },
      {},
      [AU_BAIL],
    ],
    [
      "de location dont la valeur par appartement est inconnue",
      { type: "location", valeurMissionAppt: null },
      {},
      [AU_BAIL],
    ],
    [
      "de location sans numéro au registre",
      { type: "location", numRegistre: null },
      {},
      [REGISTRE, AU_BAIL],
    ],
    ["non signée", { dateSignature: null }, {}, [/^manque dateSignature /]],
    ["sans appartement", {}, { biens: [] }, [/^manque – : Aucun appartement/]],
    ["d'autant d'appartements que prévu", {}, { biens: [1, 2] }, []],
    [
      "d'un appartement de trop",
      {},
      { biens: [1, 2, 3] },
      [/^doute nbAppart : .*\(3\) que prévu \(2\)/],
    ],
    ["d'un nombre inconnu d'appartements", { nbAppart: null }, { biens: [1, 2, 3] }, []],
    ["à l'échéancier d'un centime de trop", { reliquat: 300.01 }, {}, [ECHEANCIER]],
    ["à l'échéancier d'un centime trop court", { accompte1: 300.09 }, {}, [ECHEANCIER]],
    ["à l'échéancier incomplet", { accompte2: null }, {}, []],
    ["à la valeur inconnue", { valeurMissionAppt: null }, {}, []],
    ["de gestion sous la carte T", {}, carte("T"), [CARTE_G]],
    ["de gestion sous la carte G", {}, carte("T et G"), []],
    ["de location sous la carte G", { type: "location" }, carte("G"), [AU_BAIL, CARTE_T]],
    ["de location sous la carte T", { type: "location" }, carte("G, T"), [AU_BAIL]],
    ["de prestation sous la carte T", { type: "prestation" }, carte("T"), []],
    ["de gestion sous une carte inconnue", {}, carte(""), []],
    [
      "de gestion sans détention de fonds",
      {},
      { agence: { ...agence, nonDetentionFonds: true } },
      [/^doute type : .* ne détenir aucun fonds/],
    ],
    [
      "de location sans détention de fonds",
      { type: "location" },
      { agence: { ...agence, nonDetentionFonds: true } },
      [AU_BAIL],
    ],
  ])("%s", (_cas, mission, connue, attendus) => {
    const base = { mandants: [proprietaire()], biens: [1], agence };
    attendre(
      avertissementsMission({ ...base, ...connue, mission: { ...MISSION, ...mission } }),
      attendus,
    );
  });
});

test("pendant la saisie d'une mission, rien n'est reproché que ce qui est su", () => {
  const rien = { mission: {}, mandants: null, biens: null, agence: null };
  expect(avertissementsMission(rien).filter(({ manque }) => !manque)).toEqual([]);
});

describe("les avertissements d'une intendance", () => {
  const INTENDANCE = { dateDepart: "2026-03-15", dateFin: "2027-03-14", prix: 120 };
  const CLEFS = { detail: "deux clés", codeMasque: false };
  const PERIODE = /^manque dateDepart /;
  const CLEF = /^manque – : Le détail des clés/;

  test.each<[string, object, object | null, RegExp[]]>([
    ["complète", {}, {}, []],
    ["aux clés inconnues", {}, null, []],
    ["sans début", { dateDepart: null }, {}, [PERIODE]],
    ["sans fin", { dateFin: null }, {}, [PERIODE]],
    ["d'un jour", { dateFin: "2026-03-15" }, {}, []],
    ["qui finit la veille", { dateFin: "2026-03-14" }, {}, [/^doute dateFin : .*\(15\/03\/2026\)/]],
    ["sans prix", { prix: null }, {}, [/^manque prix /]],
    ["gratuite", { prix: 0 }, {}, []],
    ["sans détail des clés", {}, { detail: null }, [CLEF]],
    ["au détail des clés blanc", {}, { detail: " " }, [CLEF]],
    ["au code masqué", {}, { codeMasque: true }, [/^doute – : Un code d'accès/]],
  ])("%s", (_cas, intendance, clefs, attendus) => {
    attendre(
      avertissementsIntendance({ ...INTENDANCE, ...intendance }, clefs && { ...CLEFS, ...clefs }),
      attendus,
    );
  });
});
