import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import {
  ajouterJours,
  ajouterMois,
  dansMois,
  dernierJour,
  type Jour,
  moisDe,
} from "#domain/dates.ts";
import {
  type Calendrier,
  exerciceAuJour,
  exercicesFinisEn,
  finirLExercice,
} from "#domain/gerance/charges/calendrier.ts";
import { finDeLAssurance } from "#domain/gerance/locataires/assurance-pour-compte.ts";
import { alertesDuSuivi } from "#domain/gerance/relances/suivi.ts";
import { echeancesDuBail, type FaitsDuBail } from "#domain/suivi/baux.ts";
import { echeancesDeCaution } from "#domain/suivi/cautions.ts";
import { echeancesDuColocataire, echeancesDuDepart } from "#domain/suivi/departs.ts";
import { echeancesDuLogement, type FaitsDuLogement } from "#domain/suivi/logements.ts";
import {
  echeancesDeCharges,
  echeancesDeGarantie,
  echeancesDeRevision,
} from "#domain/suivi/loyers.ts";
import { echeancesDuMandat, type FaitsDuMandat } from "#domain/suivi/mandats.ts";
import {
  bandeDe,
  cachePar,
  cleLue,
  cleSuivi,
  type EcheanceSuivie,
  ouverteLe,
  reportAuPlus,
} from "#domain/suivi/suivi.ts";

const MILLE = { numRuns: 1_000 };

const LOGEMENT: FaitsDuLogement = {
  id: 3,
  dpeDate: null,
  chaudiereLe: null,
  gazLe: null,
  electriciteLe: null,
  plombLe: null,
  pacLe: null,
  amianteLe: null,
  risquesLe: null,
  relouerLe: null,
};

const BAIL: FaitsDuBail = {
  id: 7,
  regime: "nu",
  bailleurMoral: false,
  dateEntree: "2024-03-01",
  dateDebutBail: "2024-03-01",
  dateFinBail: null,
  dateDebutPreavis: null,
  dateFinPreavis: null,
  dateSortie: null,
  motifDureeReduite: null,
  assuranceFin: null,
  miseEnDemeureLe: null,
  pourCompte: null,
  creeLe: "2024-02-20",
  bailSigne: true,
  etatDesLieux: true,
  codePostal: "35000",
  dpeClasse: "C",
  sousEvalue: false,
};

const MANDAT: FaitsDuMandat = {
  id: 5,
  type: "gestion",
  dateSignature: "2026-03-13",
  duree: 12,
  preavis: 3,
  consommateur: true,
  fondsDepuis: null,
  dernierMoisRendu: null,
  finNotee: null,
};

const jours = (echeances: readonly EcheanceSuivie[]) =>
  echeances.map(({ genre, date, depuis }) => [genre, date, depuis]);

describe("un mandat qui se reconduit", () => {
  it("60. de terme le 12/03/2027 et de trois mois de préavis, se dit du 12/09 au 12/11/2026, puis en rouge", () => {
    const [avis] = echeancesDuMandat(MANDAT, "2026-10-01");
    expect(avis).toMatchObject({ date: "2026-11-12", depuis: "2026-09-12", jusquau: "2027-03-12" });
    const [tardif] = echeancesDuMandat(MANDAT, "2026-11-13");
    expect(tardif?.quoi).toContain("à tout moment");
    expect(bandeDe({ date: "2026-11-12" }, "2026-11-13")).toBe("retard");
  });

  it("dont la fin est notée avant son terme n’a plus d’avis ; notée après, il en a un", () => {
    const note = (finNotee: string) =>
      echeancesDuMandat({ ...MANDAT, finNotee }, "2026-10-01").map(({ genre }) => genre);
    expect([note("2026-12-31"), note("2027-03-12"), note("2027-03-13")]).toEqual([
      [],
      [],
      ["reconduction"],
    ]);
  });

  it("d’un professionnel n’a pas d’avis, et de dix ans finit", () => {
    expect(echeancesDuMandat({ ...MANDAT, consommateur: false }, "2026-10-01")).toEqual([]);
    expect(
      jours(echeancesDuMandat({ ...MANDAT, dateSignature: "2017-03-13" }, "2026-12-20")),
    ).toEqual([["mandat_fin", "2027-03-12", "2026-12-12"]]);
  });
});

describe("un logement", () => {
  it("61. au DPE du 15/09/2021 l’a jusqu’au 14/09/2031, avec ou sans attestation", () => {
    expect(jours(echeancesDuLogement({ ...LOGEMENT, dpeDate: "2021-09-15" }))).toEqual([
      ["dpe_fin", "2031-09-14", "2031-03-14"],
    ]);
  });

  it("62. à la chaudière entretenue le 15/01/2026 l’entretient encore avant le 31/12/2027", () => {
    expect(jours(echeancesDuLogement({ ...LOGEMENT, chaudiereLe: "2026-01-15" }))).toEqual([
      ["chaudiere", "2027-12-31", "2027-10-01"],
    ]);
  });
});

describe("les diagnostics et l’entretien d’un logement", () => {
  it("se refont : gaz, électricité et plomb trouvé à six ans, amiante trouvé à trois, pompe à chaleur à deux", () => {
    const faits = { ...LOGEMENT, gazLe: "2021-03-01", electriciteLe: "2021-04-01" };
    const logement = {
      ...faits,
      plombLe: "2021-05-01",
      amianteLe: "2024-06-01",
      pacLe: "2025-07-01",
    };
    expect(jours(echeancesDuLogement(logement)).toSorted()).toEqual([
      ["amiante", "2027-05-31", "2027-02-28"],
      ["electricite", "2027-03-31", "2026-12-31"],
      ["gaz", "2027-02-28", "2026-11-28"],
      ["pac", "2027-06-30", "2027-04-30"],
      ["plomb", "2027-04-30", "2027-01-30"],
    ]);
  });

  it("dit le DPE d’avant juillet 2021 mort depuis fin 2022 ou fin 2024", () => {
    const fin = (dpeDate: string) => echeancesDuLogement({ ...LOGEMENT, dpeDate })[0]?.date;
    expect([fin("2015-06-01"), fin("2019-06-01"), fin("2021-07-01")]).toEqual([
      "2022-12-31",
      "2024-12-31",
      "2031-06-30",
    ]);
  });

  it("demande un état des risques de moins de six mois au prochain bail, et rien tant que le logement reste loué", () => {
    const logement = { ...LOGEMENT, risquesLe: "2026-06-15" };
    expect(echeancesDuLogement(logement)).toEqual([]);
    expect(echeancesDuLogement({ ...logement, relouerLe: "2026-12-01" })).toEqual([]);
    expect(jours(echeancesDuLogement({ ...logement, relouerLe: "2026-12-31" }))).toEqual([
      ["risques", "2026-12-31", "2026-10-31"],
    ]);
  });
});

describe("un impayé garanti", () => {
  it("se relance, se met en demeure et se déclare aux jours de la CAF, de l’assureur et de Visale", () => {
    const dette = {
      ...{ du: 96_000, exigibleLe: "2026-10-05", loyerHC: 85_000, charges: 11_000, aide: 21_000 },
      restes: [
        { exigibleLe: "2026-10-05", nature: "loyer" as const, reste: 85_000 },
        { exigibleLe: "2026-11-05", nature: "loyer" as const, reste: 65_001 },
      ],
      ...{ gli: true, visale: true },
    };
    const reglages = { ...agenceDe([]), cafSeuilDepuis: "2027-01-01", cafSeuil: 450 };
    const partie = (etape: "R2" | "R3") => ({
      ...{ etape, etat: "liberee" as const, exigibleLe: "2026-10-05" },
      ...{ libereeLe: "2026-10-20", CautionId: null },
    });
    const dues = (relances: ReturnType<typeof partie>[]) =>
      jours(
        echeancesDeGarantie({
          ...{ id: 7, exigibleLe: dette.exigibleLe },
          ...alertesDuSuivi({ ...dette, relances }, reglages, "2026-11-28"),
        }),
      ).toSorted();
    expect(dues([])).toEqual([
      ["gli_relance", "2026-10-25", "2026-10-05"],
      ["impaye_caf", "2027-01-05", "2026-10-05"],
      ["visale_relance", "2026-10-21", "2026-10-05"],
    ]);
    expect(dues([partie("R2"), partie("R3")])).toEqual([
      ["gli_declaration", "2026-11-14", "2026-10-05"],
      ["impaye_caf", "2027-01-05", "2026-10-05"],
      ["visale_declaration", "2026-11-05", "2026-10-05"],
    ]);
  });
});

describe("un bail", () => {
  it("dont le loyer est inférieur à celui demandé pour le logement se réévalue six mois avant son terme, ni en F, ni meublé", () => {
    const bail = { ...BAIL, dateDebutBail: "2025-03-01", dateEntree: "2025-03-01" };
    const reevaluation = (faits: Partial<FaitsDuBail>) =>
      jours(echeancesDuBail({ ...bail, sousEvalue: true, ...faits }, "2027-07-01")).filter(
        ([genre]) => genre === "loyer_renouvellement",
      );
    expect(reevaluation({})).toEqual([["loyer_renouvellement", "2027-08-29", "2027-06-29"]]);
    expect(reevaluation({ dpeClasse: "F" })).toEqual([]);
    expect(reevaluation({ regime: "meuble" })).toEqual([]);
    expect(reevaluation({ sousEvalue: false })).toEqual([]);
  });

  it("mis en demeure de s’assurer s’assure pour son compte un mois après, se renouvelle, ou se résilie à l’attestation", () => {
    const dites = (faits: Partial<FaitsDuBail>, today: string) =>
      echeancesDuBail({ ...BAIL, assuranceFin: "2026-11-10", ...faits }, today)
        .filter(({ genre }) => genre.startsWith("assurance"))
        .map(({ genre, date, quoi }) => [genre, date, quoi.split(" ")[0]]);
    const demeure = { miseEnDemeureLe: "2026-11-28" };
    expect(dites(demeure, "2026-12-01")).toEqual([["assurance_pour_compte", "2026-12-28", "Sans"]]);
    const assure = { ...demeure, pourCompte: { du: "2027-01-01", finLe: null } };
    expect(dites(assure, "2027-12-05")).toEqual([
      ["assurance_pour_compte", "2027-12-31", "L’assurance"],
    ]);
    expect(dites({ ...assure, assuranceFin: "2028-03-31" }, "2027-04-01")).toEqual([
      ["assurance_pour_compte", "2027-03-31", "Le"],
    ]);
    const parti = { ...assure, dateSortie: "2027-06-30" };
    expect(dites({ ...assure, dateFinPreavis: "2027-06-30" }, "2027-06-20")).toEqual([
      ["assurance_pour_compte", "2027-06-30", "Le"],
    ]);
    expect(dites(parti, "2027-12-31")).toEqual([["assurance_pour_compte", "2027-06-30", "Le"]]);
    expect(dites(parti, "2028-01-01")).toEqual([]);
    const resilie = { ...parti, pourCompte: { du: "2027-01-01", finLe: "2027-06-30" } };
    expect(dites(resilie, "2027-07-01")).toEqual([]);
    const fini = { ...assure, pourCompte: { du: "2027-01-01", finLe: "2027-04-30" } };
    expect(dites({ ...fini, assuranceFin: "2028-03-31" }, "2027-05-01")).toEqual([
      ["assurance", "2028-03-31", "Demander"],
    ]);
  });

  it("62. dont l’attestation finit le 31/01/2027 la fait demander le 01/01/2027, puis mettre en demeure", () => {
    const assure = { ...BAIL, assuranceFin: "2027-01-31" };
    const echeance = (today: string) =>
      echeancesDuBail(assure, today).find(({ genre }) => genre === "assurance");
    expect(echeance("2027-01-02")).toMatchObject({ date: "2027-01-31", depuis: "2027-01-01" });
    expect(echeance("2027-02-15")?.quoi).toContain("Mettre en demeure");
  });

  it("46. nu au terme du 29/02/2028 dit le congé du bailleur jusqu’au 29/08/2027", () => {
    const bail = { ...BAIL, dateDebutBail: "2025-03-01", dateEntree: "2025-03-01" };
    expect(jours(echeancesDuBail(bail, "2027-06-01"))).toEqual([
      ["conge_bailleur", "2027-08-29", "2027-05-29"],
    ]);
  });

  it("nu, dont une fin est notée sans congé, demande de la reporter", () => {
    const note = { ...BAIL, dateFinBail: "2027-02-28" };
    expect(
      echeancesDuBail(note, "2027-01-15").find(({ genre }) => genre === "fin_bail")?.quoi,
    ).toContain("reconduit");
  });

  it("classé G d’avant 2025 le dit jusqu’à sa reconduction ; classé F, dès 2028", () => {
    const interdit = (dpeClasse: "F" | "G") =>
      echeancesDuBail({ ...BAIL, dpeClasse }, "2026-11-28").find(
        ({ genre }) => genre === "dpe_interdiction",
      )?.date;
    expect(interdit("G")).toBe("2027-03-01");
    expect(interdit("F")).toBe("2030-03-01");
  });

  it("est sans échéance une fois fini", () => {
    const fini = {
      ...BAIL,
      dateSortie: "2026-05-31",
      assuranceFin: "2026-06-30",
      bailSigne: false,
    };
    expect(echeancesDuBail(fini, "2026-06-01")).toEqual([]);
  });
});

describe("un départ", () => {
  const DEPART = {
    id: 7,
    regime: "nu" as const,
    dateFinPreavis: "2026-12-31",
    dateSortie: null,
    etatDesLieux: false,
    conforme: null,
    depotARendre: true,
    dateRetourCaution: null,
    provisionDepuis: null,
  };

  it("se prépare quinze jours avant, et rend le dépôt un ou deux mois après les clés", () => {
    expect(jours(echeancesDuDepart(DEPART))).toEqual([["edl_sortie", "2026-12-31", "2026-12-16"]]);
    const rendu = { ...DEPART, dateSortie: "2026-12-31", etatDesLieux: true };
    expect(jours(echeancesDuDepart(rendu))).toEqual([["restitution", "2027-01-31", "2027-01-16"]]);
    expect(jours(echeancesDuDepart({ ...rendu, conforme: false }))).toEqual([
      ["restitution", "2027-02-28", "2027-02-13"],
    ]);
    expect(echeancesDuDepart({ ...rendu, dateRetourCaution: "2027-01-20" })).toEqual([]);
  });

  it("56. d’un seul de trois, le 31/08/2026, finit sa solidarité le 28/02/2027", () => {
    const seul = {
      id: 2,
      regime: "nu" as const,
      finLe: "2026-08-31",
      remplaceLe: null,
      clos: false,
    };
    expect(jours(echeancesDuColocataire(seul))).toEqual([
      ["solidarite", "2027-02-28", "2027-01-29"],
    ]);
  });
});

describe("une caution", () => {
  it("s’informe chaque année avant le 31 mars, dès l’année qui suit son acte", () => {
    const caution = {
      id: 4,
      signeLe: "2026-03-01",
      acteJoint: true,
      dateFinCaution: null,
      creeLe: "2026-03-01",
    };
    expect(jours(echeancesDeCaution(caution, "2026-02-10"))).toEqual([
      ["caution_information", "2027-03-30", "2027-02-01"],
    ]);
  });

  it("n’attend plus son acte une fois finie", () => {
    const caution = {
      id: 4,
      signeLe: null,
      acteJoint: false,
      dateFinCaution: "2026-04-30",
      creeLe: "2026-03-01",
    };
    const attendus = (today: Jour) => echeancesDeCaution(caution, today).map(({ genre }) => genre);
    expect(attendus("2026-04-30")).toEqual(["caution_fin", "caution_a_signer"]);
    expect(attendus("2026-05-01")).toEqual(["caution_fin"]);
  });
});

describe("les charges d’une année", () => {
  it("40. de 2024, se disent dès juillet 2025, puis avant les douzièmes, puis avant trois ans", () => {
    const echeances = echeancesDeCharges({ id: 7, annee: 2024, au: "2024-12-31" });
    const le = (today: string) =>
      echeances.filter((echeance) => ouverteLe(echeance, today)).map(({ date }) => date);
    expect(le("2025-06-30")).toEqual([]);
    expect(le("2025-07-01")).toEqual(["2025-09-30"]);
    expect(le("2025-12-01")).toEqual(["2025-12-31"]);
    expect(le("2026-06-01")).toEqual(["2025-12-31"]);
    expect(le("2027-08-01")).toEqual(["2027-12-31"]);
    expect(le("2028-01-01")).toEqual([]);
    const decalees = echeancesDeCharges({ id: 7, annee: 2025, au: "2025-06-30" });
    expect(decalees.map(({ date }) => date)).toEqual(["2026-03-31", "2026-12-31", "2028-06-30"]);
  });

  it("ont chacune sa clé, quelles que soient les fins des exercices de l’immeuble", () => {
    const cles = (annee: number, au: Jour) =>
      echeancesDeCharges({ id: 7, annee, au }).map(cleSuivi);
    expect(cles(2024, "2024-12-31")).toEqual([
      "charges:Dossier:7:2025-09-30",
      "charges:Dossier:7:2025-12-31",
      "charges:Dossier:7:2027-12-31:2024",
    ]);
    expect([cles(2025, "2025-03-31")[1], cles(2026, "2026-03-31")[0]]).toEqual([
      "charges:Dossier:7:2026-12-31",
      "charges:Dossier:7:2026-12-31:2026",
    ]);
    const unMois = fc.integer({ min: 1, max: 12 }).map((mois) => String(mois).padStart(2, "0"));
    const desFins = fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 3 });
    fc.assert(
      fc.property(unMois, desFins, (mois, fins) => {
        const depart: Calendrier = { exerciceDebut: `${mois}-01`, exercicesAvant: null };
        const calendrier = fins.reduce((avant, duree, rang) => {
          const exercice = exerciceAuJour(ajouterJours("2018-01-01", 900 * rang), avant);
          const au = dernierJour(ajouterMois(moisDe(exercice.du), duree));
          const apres = finirLExercice(avant, exercice, au);
          return typeof apres === "string" ? avant : apres;
        }, depart);
        const toutes = Array.from({ length: 12 }, (_, rang) =>
          exercicesFinisEn(2017 + rang, calendrier),
        ).flatMap((exercices) => exercices.flatMap(({ annee, au }) => cles(annee, au)));
        expect(new Set(toutes).size).toBe(toutes.length);
        for (const cle of toutes) expect(cleLue(cle)).toMatchObject({ genre: "charges", id: 7 });
      }),
    );
  });
});

describe("ce qu’une personne fait d’une échéance", () => {
  const revision = (anniversaire: string) => {
    const [echeance] = echeancesDeRevision({ id: 7, anniversaire, etat: "a_notifier" });
    if (!echeance) throw new Error("aucune échéance");
    return echeance;
  };

  it("63. reportée, elle se tait ; que sa date bouge, et c’est une autre, qui se dit", () => {
    const reportees = new Map([
      [cleSuivi(revision("2026-12-01")), { etat: "reporte" as const, jusquau: "2026-12-20" }],
    ]);
    const cachee = (anniversaire: string, today: string) =>
      cachePar(reportees.get(cleSuivi(revision(anniversaire))), today);
    expect(cachee("2026-12-01", "2026-12-19")).toBe(true);
    expect(cachee("2026-12-01", "2026-12-20")).toBe(false);
    expect(cachee("2026-12-02", "2026-12-19")).toBe(false);
  });

  it("ne la reporte pas de plus de quatre-vingt-dix jours, ni au-delà du jour de la loi", () => {
    const auPlus = (genre: "revision" | "reddition", date: string, jusquau: string | null = null) =>
      reportAuPlus({ genre, date, jusquau }, "2026-11-28");
    expect([
      auPlus("revision", "2026-12-01"),
      auPlus("reddition", "2026-12-01"),
      auPlus("reddition", "2026-11-01"),
    ]).toEqual(["2027-02-26", "2026-12-01", "2027-02-26"]);
    // The right is lost on 20 December: 19 December is the last day to which the deadline may be put off.
    expect(auPlus("revision", "2025-12-20", "2026-12-19")).toBe("2026-12-19");
    expect([
      auPlus("revision", "2025-11-29", "2026-11-28"),
      auPlus("reddition", "2026-11-28"),
    ]).toEqual([null, null]);
  });

  it("se retrouve à sa clé, et à elle seule", () => {
    expect(cleLue("revision:Dossier:7:2026-12-01")).toEqual({
      genre: "revision",
      entite: "Dossier",
      id: 7,
      date: "2026-12-01",
    });
    expect(cleLue("toString:Dossier:7:2026-12-01")).toBeNull();
    expect(cleLue("revision:Dossier:7")).toBeNull();
  });
});

const jour = () =>
  fc.integer({ min: 0, max: 4_000 }).map((rang) => ajouterJours("2020-01-01", rang));
const oui = fc.boolean();

const unBail = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  regime: fc.constantFrom("nu", "meuble", "etudiant", "mobilite", "code_civil", "stationnement"),
  bailleurMoral: oui,
  dateEntree: jour(),
  dateDebutBail: jour(),
  dateFinBail: fc.option(jour()),
  dateDebutPreavis: fc.option(jour()),
  dateFinPreavis: fc.option(jour()),
  dateSortie: fc.option(jour()),
  motifDureeReduite: fc.option(fc.constant("départ à la retraite")),
  assuranceFin: fc.option(jour()),
  miseEnDemeureLe: fc.option(jour()),
  pourCompte: fc.option(fc.record({ du: jour(), finLe: fc.option(jour()) })),
  creeLe: jour(),
  bailSigne: oui,
  etatDesLieux: oui,
  codePostal: fc.constantFrom("35000", "97400", "20000"),
  dpeClasse: fc.constantFrom("C", "E", "F", "G", null),
  sousEvalue: oui,
}) satisfies fc.Arbitrary<FaitsDuBail>;

describe("les échéances", () => {
  it("Q15. suivent des seules données : les mêmes données font la même liste, chaque clé une fois, et un bail clos aucune que celle d’une assurance qui court encore", () => {
    fc.assert(
      fc.property(unBail, jour(), (bail, today) => {
        const echeances = echeancesDuBail(bail, today);
        expect(echeancesDuBail(structuredClone(bail), today)).toEqual(echeances);
        const cles = echeances.map(cleSuivi);
        expect(new Set(cles).size).toBe(cles.length);
        for (const echeance of echeances) {
          expect(cleLue(cleSuivi(echeance))).toMatchObject({ id: bail.id, date: echeance.date });
          expect(echeance.depuis <= echeance.date).toBe(true);
        }
        const fin = bail.dateSortie ?? bail.dateFinBail;
        if (fin !== null && fin < today) {
          const court =
            bail.pourCompte?.finLe === null && finDeLAssurance(bail.pourCompte) >= today;
          expect(echeances.map(({ genre, date }) => [genre, date])).toEqual(
            court ? [["assurance_pour_compte", fin]] : [],
          );
        }
      }),
      MILLE,
    );
  });

  it("d’un mandat tiennent dans son terme, le préavis toujours après l’avis", () => {
    fc.assert(
      fc.property(
        jour(),
        jour(),
        fc.integer({ min: 1, max: 130 }),
        fc.integer({ min: 0, max: 12 }),
        (dateSignature, today, duree, preavis) => {
          for (const { genre, date, depuis, jusquau } of echeancesDuMandat(
            { ...MANDAT, dateSignature, duree, preavis },
            today,
          )) {
            if (genre !== "reconduction") continue;
            expect(depuis < date).toBe(true);
            expect((jusquau ?? "") >= today).toBe(true);
            expect(date <= dansMois(jusquau ?? "", -preavis)).toBe(true);
          }
        },
      ),
      MILLE,
    );
  });
});
