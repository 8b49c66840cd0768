import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { phrasesDe } from "#domain/avertissement.ts";
import { avertissementsDuBail } from "#domain/bail/avertissements.ts";
import type { BailConnu, Regime } from "#domain/bail/bail.ts";
import {
  avertissementsCautionnement,
  finEngagement,
  montantMaximal,
} from "#domain/bail/cautionnement.ts";
import { delaiDuCommandement, duree } from "#domain/bail/duree.ts";
import { DEPOT_INTERDIT, plafondDepot } from "#domain/bail/finances.ts";
import { plafondsHonoraires, zoneHonoraires } from "#domain/bail/honoraires.ts";
import { indecentDepuis } from "#domain/bail/logement.ts";
import { ajouterJours, terme } from "#domain/dates.ts";
import { record as champsDossier } from "#domain/dossier.ts";
import { avertissementsMission, dureeDuMandat } from "#domain/mandat.ts";
import { contratLocation } from "#worker/documents/contrat-location.ts";
import { ancienLoyer, type Changements, garant, proprietaire, unBail } from "../support/bail.ts";

const REGIMES = ["nu", "meuble", "etudiant", "mobilite", "code_civil"] as const;
const debut = "2026-03-15";

/** A lease of a regime, and when it was agreed to end. */
const dure = (regime: Regime, dateFinBail: string | null = null, reste: Changements = {}) =>
  duree(
    unBail({
      ...reste,
      bail: { regime, ...reste.bail },
      dossier: { dateFinBail, ...reste.dossier },
    }),
  );
const SOCIETE = { bailleurs: [proprietaire(), proprietaire({ qualite: "personne_morale" })] };

describe("la durée du bail", () => {
  test("est celle de la loi : trois ans, six pour une personne morale, un an meublé, neuf mois étudiant", () => {
    expect(dure("nu")).toEqual({ mois: 36, legale: true, terme: "2029-03-14" });
    expect(dure("nu", null, { bail: SOCIETE }).terme).toBe("2032-03-14");
    const sci = { bailleurs: [proprietaire({ qualite: "sci_familiale" })] };
    expect(dure("nu", null, { bail: sci }).terme).toBe("2029-03-14");
    expect(dure("meuble", "2026-06-14")).toEqual({ mois: 12, legale: true, terme: "2027-03-14" });
    expect(dure("etudiant")).toEqual({ mois: 9, legale: true, terme: "2026-12-14" });
    expect(dure("etudiant", "2026-12-14").legale).toBe(true);
  });

  test("est celle des parties pour un bail mobilité, de durée réduite ou au Code civil", () => {
    expect(dure("mobilite", "2026-09-14")).toEqual({
      mois: 6,
      legale: false,
      terme: "2026-09-14",
    });
    expect(dure("mobilite")).toEqual({ mois: null, legale: false, terme: null });
    expect(dure("mobilite", "2026-09-20").mois).toBeNull();
    const reduite = { dossier: { motifDureeReduite: "Retour de l'étranger" } };
    expect(dure("nu", "2028-03-14", reduite)).toEqual({
      mois: 24,
      legale: false,
      terme: "2028-03-14",
    });
    expect(dure("code_civil", "2026-09-20").terme).toBe("2026-09-20");
    expect(dure("code_civil")).toEqual({ mois: 12, legale: true, terme: "2027-03-14" });
  });

  test("ne vient pas d'un préavis, et n'est pas connue sans le premier jour", () => {
    const preavis = { dateDebutPreavis: "2026-05-01", dateFinPreavis: "2026-08-01" };
    expect(dure("mobilite", "2026-08-01", { dossier: preavis }).terme).toBeNull();
    expect(dure("mobilite", "2026-09-14", { dossier: preavis }).terme).toBe("2026-09-14");
    expect(duree({ regime: "nu", dossier: {}, bailleurs: [] }).terme).toBeNull();
  });

  test("d'un bail mobilité va de un à dix mois, d'un bail réduit de un à trois ans", () => {
    const reproche = (regime: Regime, fin: string, motif: string | null) =>
      phrasesDe(
        avertissementsDuBail(
          unBail({ bail: { regime }, dossier: { dateFinBail: fin, motifDureeReduite: motif } }),
        ),
      ).some((phrase) => /comprise entre/.test(phrase));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), (jours) => {
        const fin = ajouterJours(debut, jours);
        expect(reproche("mobilite", fin, null)).toBe(
          fin < terme(debut, 1) || fin > terme(debut, 10),
        );
        expect(reproche("nu", fin, "Retour")).toBe(
          fin < terme(debut, 12) || fin > terme(debut, 36),
        );
      }),
    );
  });
});

test("le commandement de payer laisse six semaines aux baux signés depuis le 29 juillet 2023", () => {
  expect(delaiDuCommandement("2023-07-28")).toBe("deux_mois");
  expect(delaiDuCommandement("2023-07-29")).toBe("six_semaines");
});

test("le dépôt est d'un mois de loyer nu, de deux meublé ; la loi n'en fixe pas au Code civil", () => {
  const plafonds = REGIMES.map((regime) => plafondDepot({ regime, dossier: { loyerHC: 850.55 } }));
  expect(plafonds).toEqual([
    { mois: 1, montant: 850.55 },
    { mois: 2, montant: 1701.1 },
    { mois: 2, montant: 1701.1 },
    null,
    null,
  ]);
});

test("les plafonds d'honoraires sont ceux du jour de la signature, dans la zone du logement", () => {
  const { agence } = unBail();
  expect(plafondsHonoraires(agence, "2025-12-31").tresTendue).toBe(12);
  expect(plafondsHonoraires(agence, "2026-01-01").tresTendue).toBe(12.1);
  expect(zoneHonoraires(agence, { zone: "tendue", zoneTendue: false })).toBe("tendue");
  expect(zoneHonoraires(agence, { zone: null, zoneTendue: false })).toBe("autre");
  expect(zoneHonoraires(agence, { zone: null, zoneTendue: null })).toBe("tresTendue");
});

test("un logement n'est plus décent à la date de sa classe, plus tard outre-mer", () => {
  const depuis = (dpeClasse: "D" | "E" | "F" | "G", codePostal = "75005") =>
    indecentDepuis({ dpeClasse, codePostal });
  expect([depuis("G"), depuis("F"), depuis("E"), depuis("D")]).toEqual([
    "2025-01-01",
    "2028-01-01",
    "2034-01-01",
    null,
  ]);
  expect([depuis("G", "97110"), depuis("F", "97110"), depuis("E", "97110")]).toEqual([
    "2028-01-01",
    "2031-01-01",
    null,
  ]);
});

describe("pendant la saisie du dossier", () => {
  const RIEN: BailConnu = {
    regime: null,
    dossier: {},
    appartement: null,
    bailleurs: null,
    locataire: null,
    cautions: null,
    pieces: null,
    agence: null,
    emission: null,
  };
  /** A lease that the law reproaches with much. */
  const douteux = () =>
    unBail({
      dossier: {
        depotGarantie: 2000,
        fraisDossierTTC: 900,
        fraisEdlTTC: 900,
        honorairesBailleurTTC: 0,
        chargesMode: "forfait",
        indice: null,
        dernierLoyer: ancienLoyer(),
        loyerHC: 900,
        motifDureeReduite: "Retour",
        garantieLoyersImpayes: true,
        clauses: { clausesText: "Les animaux sont interdits." },
        encadrement: { surface: 20, loyerReference: 15, loyerReferenceMajore: 20 },
      },
      appartement: { dpeClasse: "G", surface: 45.6, zoneTendue: true, identifiantFiscal: "12" },
      locataire: { rp: false },
      bail: { ...SOCIETE, cautions: [garant()] },
    });

  test("rien n'est reproché tant que rien n'est su, quel que soit le type de bail", () => {
    expect(avertissementsDuBail(RIEN)).toEqual([]);
    for (const regime of REGIMES) {
      const reproches = avertissementsDuBail({ ...RIEN, regime });
      expect(reproches.filter(({ manque }) => !manque)).toEqual([]);
    }
  });

  test("les phrases sont celles du contrat, quoi qu'il reste à saisir", () => {
    const bail = douteux();
    const finales = contratLocation(bail).warnings;
    expect(finales.length).toBeGreaterThan(12);
    expect(finales).toEqual(expect.arrayContaining(phrasesDe(avertissementsDuBail(bail))));
    const champs = Object.keys(bail.dossier) as (keyof typeof bail.dossier)[];
    fc.assert(
      fc.property(
        fc.subarray(champs),
        fc.subarray(["appartement", "locataire"]),
        (tus, inconnus) => {
          const dossier = { ...bail.dossier, ...Object.fromEntries(tus.map((nom) => [nom, null])) };
          const masque = Object.fromEntries(inconnus.map((nom) => [nom, null]));
          for (const { phrase, manque } of avertissementsDuBail({ ...bail, ...masque, dossier })) {
            expect(phrase).not.toMatch(/null|undefined|NaN/);
            if (!manque) expect(finales).toContain(phrase);
          }
        },
      ),
    );
  });

  test("chaque phrase se place à un champ du dossier", () => {
    const champs = Object.keys(champsDossier.shape);
    for (const { champ } of avertissementsDuBail(douteux()))
      expect(champs).toContain(champ?.split(".")[0]);
  });

  test("un dépôt au-dessus du plafond se dit au dépôt, et un bail mobilité n'en admet aucun", () => {
    const { dossier } = unBail({ dossier: { depotGarantie: 850.01 } });
    const [reproche] = avertissementsDuBail({
      ...RIEN,
      regime: "nu",
      dossier: { ...dossier, indice: 1, indiceTrim: "T1" },
    });
    expect(reproche).toMatchObject({ champ: "depotGarantie", manque: false });
    expect(
      phrasesDe(
        avertissementsDuBail({ ...RIEN, regime: "mobilite", dossier: { depotGarantie: 1 } }),
      ),
    ).toContain(DEPOT_INTERDIT);
    expect(
      avertissementsDuBail({ ...RIEN, regime: "nu", dossier: { ...dossier, depotGarantie: 850 } }),
    ).toEqual([]);
  });
});

describe("l'engagement de la caution", () => {
  test("est donné, ou de tant de mois de loyer et charges ; sa fin, le premier renouvellement", () => {
    const bail = unBail();
    expect(montantMaximal(bail, garant())).toBe(34_200);
    expect(montantMaximal(bail, garant({ montantMax: 5000 }))).toBe(5000);
    expect(finEngagement(bail, garant())).toBe("2032-03-14");
    expect(finEngagement(bail, garant({ dateFinCaution: "2027-01-01" }))).toBe("2027-01-01");
    expect(finEngagement(unBail({ bail: { regime: "meuble" } }), garant())).toBe("2028-03-14");
    expect(finEngagement(unBail({ bail: { regime: "etudiant" } }), garant())).toBe("2026-12-14");
    expect(finEngagement(unBail({ bail: SOCIETE }), garant())).toBe("2038-03-14");
  });

  test("se dit douteux à son champ : minorité, montant nul, fin avant le bail", () => {
    const champs = avertissementsCautionnement(unBail(), {
      ...garant({ naissance: "2008-03-02", montantMax: 0, dateFinCaution: "2026-03-14" }),
    }).map(({ champ }) => champ);
    expect(champs).toEqual(["naissance", "montantMax", "dateFinCaution"]);
    const majeur = garant({ naissance: "2008-03-01", dateFinCaution: "2026-03-15" });
    expect(avertissementsCautionnement(unBail(), majeur)).toEqual([]);
  });
});

describe("le mandat", () => {
  test("dure un an s'il ne dit rien, et n'est reconduit qu'en gestion, dix ans en tout", () => {
    const mandat = { type: "gestion", dateSignature: "2026-01-31", duree: null } as const;
    expect(dureeDuMandat(mandat)).toEqual({ mois: 12, fin: "2027-01-30", reconduit: true });
    expect(dureeDuMandat({ ...mandat, duree: 119 }).reconduit).toBe(true);
    expect(dureeDuMandat({ ...mandat, duree: 120 }).reconduit).toBe(false);
    expect(dureeDuMandat({ ...mandat, type: "location" }).reconduit).toBe(false);
    expect(dureeDuMandat({ ...mandat, dateSignature: null }).fin).toBeNull();
  });

  test("pendant la saisie, ne reproche que ce qui est su", () => {
    const rien = { mission: {}, mandants: null, biens: null, agence: null };
    expect(avertissementsMission(rien).filter(({ manque }) => !manque)).toEqual([]);
    const mission = {
      type: "gestion",
      nbAppart: 1,
      valeurMissionAppt: 500,
      accompte1: 100,
      accompte2: 100,
      reliquat: 300,
      numRegistre: "42",
      dateSignature: debut,
    } as const;
    expect(avertissementsMission({ ...rien, mission })).toEqual([]);
    const douteuse = { ...rien, mission: { ...mission, reliquat: 299 }, biens: [1, 2] };
    expect(avertissementsMission(douteuse).map(({ champ }) => champ)).toEqual([
      "nbAppart",
      "reliquat",
    ]);
  });
});
