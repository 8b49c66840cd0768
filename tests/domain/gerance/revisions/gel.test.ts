import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finDuDpe } from "#domain/biens/dpe.ts";
import { ajouterAnnees, ajouterJours } from "#domain/dates.ts";
import { type ClasseDpe, debutDuGel } from "#domain/gerance/revisions/gel.ts";
import {
  demanderRevision,
  etatRevision,
  examinerRevision,
} from "#domain/gerance/revisions/revision.ts";
import {
  chiffree,
  classe,
  demande,
  faits,
  indice,
  reference,
} from "../../../support/gerance/revisions.ts";

const MILLE = { numRuns: 1_000 };

describe("la classe F ou G", () => {
  const AUSSITOT = { choix: "des_la_demande" } as const;

  it("15. gèle un bail nu de trois ans du 01/09/2019, reconduit le 01/09/2022", () => {
    const bail = { debut: "2019-09-01", mois: 36, codePostal: "75005", signeLe: null };
    expect(debutDuGel(bail)).toBe("2022-09-01");
    const gele = faits({
      bail,
      classes: [classe("G")],
      anniversaire: "2026-09-01",
      reference: reference("2025-09-01", 2025, 146_68),
    });
    expect(etatRevision(gele, "2026-09-01")).toBe("gelee");
  });

  it("16. laisse réviser jusqu’au terme un bail de six ans du 01/12/2020, dès la demande et non au 01/12", () => {
    const avantTerme = faits({
      bail: { debut: "2020-12-01", mois: 72 },
      classes: [classe("G")],
      anniversaire: "2025-12-01",
      reference: reference("2024-12-01", 2024, 145_17),
    });
    expect(chiffree(avantTerme, demande("2026-11-25", AUSSITOT)).effetLe).toBe("2026-11-25");
    expect(examinerRevision(avantTerme, demande("2026-11-25")).etat).toBe("gelee");
    expect(etatRevision(avantTerme, "2026-11-25")).toBe("gelee");
  });

  it("17. gèle un meublé du 01/10/2021 depuis sa reconduction du 01/10/2022", () => {
    const bail = {
      regime: "meuble",
      debut: "2021-10-01",
      mois: 12,
      codePostal: "75005",
      signeLe: null,
    } as const;
    expect(debutDuGel(bail)).toBe("2022-10-01");
    const gele = faits({
      bail,
      classes: [classe("F")],
      anniversaire: "2026-10-01",
      reference: reference("2025-10-01", 2025, 146_68),
    });
    expect(etatRevision(gele, "2026-10-01")).toBe("gelee");
  });

  it("18. changée de F à E par une attestation du 10/02/2026 dégèle ensuite, quand une personne le confirme", () => {
    const attestee = faits({
      bail: { debut: "2024-01-01" },
      anniversaire: "2026-01-01",
      reference: reference("2025-01-01", 2024, 144_51, 3),
      classes: [classe("F"), classe("E", "2026-02-10", true)],
    });
    const etat = (le: string, classeConfirmee: boolean, attestationLeveGel = "confirmer") =>
      examinerRevision(
        {
          ...attestee,
          reglages: {
            ...attestee.reglages,
            attestationLeveGel: attestationLeveGel as "confirmer" | "oui" | "non",
          },
        },
        demande(le, { classeConfirmee }),
      ).etat;
    expect(etat("2026-02-09", true)).toBe("gelee");
    expect(etat("2026-02-11", true)).toBe("a_notifier");
    expect(etat("2026-02-11", false)).toBe("classe_a_confirmer");
    expect(etat("2026-02-11", false, "oui")).toBe("a_notifier");
    expect(etat("2026-02-11", true, "non")).toBe("gelee");
  });

  it("19. gèle outre-mer un bail du 02/07/2024, et celui du 01/06/2024 à sa reconduction", () => {
    const gel = (debut: string) =>
      debutDuGel({ debut, mois: 36, codePostal: "97400", signeLe: null });
    expect([gel("2024-07-02"), gel("2024-06-01")]).toEqual(["2024-07-02", "2027-06-01"]);
    const etat = (debut: string, anniversaireLe: string) =>
      etatRevision(
        faits({
          bail: { debut, codePostal: "97400" },
          classes: [classe("F")],
          anniversaire: anniversaireLe,
          reference: {
            serie: "IRL_OM",
            annee: 2024,
            trimestre: 3,
            valeur: 141_74,
            depuis: ajouterAnnees(anniversaireLe, -1),
          },
        }),
        anniversaireLe,
      );
    expect([etat("2024-06-01", "2026-06-01"), etat("2024-07-02", "2026-07-02")]).toEqual([
      "a_notifier",
      "gelee",
    ]);
  });

  it("se saisit d’abord quand nulle n’est connue, ou que son DPE est périmé", () => {
    const etat = (classes: ClasseDpe[]) => etatRevision(faits({ classes }), "2026-07-01");
    expect(etat([])).toBe("classe_a_saisir");
    expect(etat([{ ...classe("D"), jusquau: "2026-06-30" }])).toBe("classe_a_saisir");
    expect(etat([{ ...classe("D"), jusquau: null }])).toBe("a_notifier");
    const fins = ["2021-09-15", "2021-06-30", "2016-03-01"].map(finDuDpe);
    expect(fins).toEqual(["2031-09-14", "2024-12-31", "2022-12-31"]);
  });

  it("Q7. ne laisse jamais écrire de loyer révisé, ni un bail qui ne se révise pas", () => {
    const anniversaires = fc.nat(9).map((rang) => ajouterAnnees("2022-09-01", rang));
    fc.assert(
      fc.property(
        anniversaires,
        fc.integer({ min: -60, max: 400 }),
        fc.constantFrom("gel", "exclu", "sans clause"),
        fc.constantFrom("F", "G"),
        fc.boolean(),
        fc.boolean(),
        (anniversaireLe, jours, cas, nom, confirme, aussitot) => {
          const demandeLe = ajouterJours(anniversaireLe, jours);
          const annee = Number(anniversaireLe.slice(0, 4));
          const dits = faits({
            bail: {
              debut: "2019-09-01",
              regime: cas === "exclu" ? (confirme ? "mobilite" : "etudiant") : "nu",
            },
            anniversaire: anniversaireLe,
            classes: cas === "gel" ? [classe(nom as "F" | "G", "2020-01-01")] : [classe("A")],
            reference:
              cas === "sans clause"
                ? null
                : reference(ajouterAnnees(anniversaireLe, -1), annee - 1, 140_00),
            indices: [indice("IRL", 2, annee, 150_00)],
          });
          const { aEcrire, refus } = demanderRevision(
            dits,
            demande(demandeLe, {
              classeConfirmee: confirme,
              choix: aussitot ? "des_la_demande" : "premier_du_mois",
            }),
          );
          const permise = cas === "gel" && aEcrire !== null && aEcrire.ligne.depuis < "2022-09-01";
          if (!permise) expect([aEcrire, typeof refus]).toEqual([null, "string"]);
        },
      ),
      MILLE,
    );
  });
});
