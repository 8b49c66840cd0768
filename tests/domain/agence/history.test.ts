import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apres, champsPreuves, differences, preuvesDe } from "#domain/agence/history.ts";

const fiche = fc.dictionary(
  fc.constantFrom("loyerHC", "charge", "dateSortie", "colocation"),
  fc.constantFrom(0, 850, "2026-11-22", "", true, false, null, undefined),
);
const dit = (valeurs: Record<string, unknown>, champ: string) => valeurs[champ] ?? null;

describe("l'historique d'un changement", () => {
  it("dit chaque champ qui n'est plus comme avant, et lui seul, avec ses deux valeurs", () => {
    fc.assert(
      fc.property(fiche, fiche, (avant, nouvelle) => {
        const changes = differences(avant, nouvelle);
        for (const champ of Object.keys(nouvelle)) {
          const valeurs = [dit(avant, champ), dit(nouvelle, champ)];
          expect(changes[champ]).toEqual(valeurs[0] === valeurs[1] ? undefined : valeurs);
        }
        expect(Object.keys(changes).filter((champ) => !(champ in nouvelle))).toEqual([]);
        for (const [champ, valeur] of Object.entries(apres(changes)))
          expect(valeur).toEqual(dit(nouvelle, champ));
      }),
    );
  });

  it("d'une fiche supprimée garde l'argent et les dates, jamais les personnes", () => {
    expect(preuvesDe("Accompte", { prix: 120, regle: false, montant: null, note: "x" })).toEqual({
      prix: 120,
      regle: false,
    });
    expect(preuvesDe("Locataire", { nom: "Roy", loyerHC: 850 })).toEqual({});
    expect(champsPreuves("Dossier")).not.toContain("nouvelleAdresse");
  });
});
