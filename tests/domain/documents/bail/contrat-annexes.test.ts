import { describe, expect, test } from "vitest";
import { annexesPresentes } from "#domain/bail/annexes.ts";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { type Changements, garant, unBail } from "../../../support/documents/bail.ts";
import { contient, lire } from "../../../support/documents/contrat.ts";

describe("les annexes", () => {
  const cochees = (changements: Changements = {}) => {
    const { document } = contratLocation(unBail(changements));
    const listes = document.blocks.filter((bloc) => bloc.kind === "list");
    return (listes.at(-1)?.items ?? [])
      .filter(({ checked }) => checked)
      .map(({ text }) =>
        String(text)
          .replace(/^[A-Z]\. /, "")
          .split(/[ ,]/)
          .slice(0, 3)
          .join(" "),
      );
  };

  test("ne sont cochées que si l'agence les coche ou si leur fichier est là", () => {
    const tu = { annexes: null };
    expect(cochees({ dossier: tu })).toEqual([]);
    expect(cochees({ dossier: tu, bail: { cautions: [garant()] } })).toEqual([]);
    expect(cochees({ dossier: { annexes: ["dpe", "rib"] } })).toEqual([
      "Dossier de diagnostic",
      "diagnostic de performance",
      "Relevé d'identité bancaire",
    ]);
    expect(
      cochees({ dossier: tu, bail: { presentes: ["etatDesLieux", "cautionnement"] } }),
    ).toEqual(["État des lieux", "Acte de cautionnement"]);
  });

  test("la grille de vétusté d'un bail y est cochée et s'imprime en dernière page, que les parties signent", async () => {
    const peinture = { element: "Peinture", dureeDeVie: 7, franchise: 2, taux: 18.5, residuel: 10 };
    const grilleVetuste = { nom: "Accord collectif du 4 juin 2024", lignes: [peinture] };
    expect(cochees({ dossier: { annexes: null, grilleVetuste } })).toEqual(["Grille de vétusté"]);
    const { pages } = await lire({ dossier: { grilleVetuste } });
    const page = (pages.at(-1) ?? "").replace(/\s+/g, " ");
    contient(page, [
      "GRILLE DE VÉTUSTÉ ANNEXÉE AU BAIL Accord collectif du 4 juin 2024",
      "Peinture 7 ans 2 ans 18,50 % 10 %",
      "LE LOCATAIRE Monsieur Étienne LEFÈVRE",
    ]);
    const stationnement = await lire({
      bail: { regime: "stationnement" },
      dossier: { grilleVetuste },
    });
    expect(stationnement.text).not.toContain("VÉTUSTÉ");
  });

  test("l'état des lieux d'un meublé n'est là qu'avec son inventaire signé, les actes que s'ils le sont tous", () => {
    const { dossier } = unBail();
    const presentes = (regime: "nu" | "meuble", mobilier: boolean, actes: boolean[]) =>
      annexesPresentes({ dossier, regime }, { etatDesLieux: true, mobilier, actes });
    expect(presentes("nu", false, [])).toEqual(["etatDesLieux"]);
    expect(presentes("meuble", false, [true, false])).toEqual([]);
    expect(presentes("meuble", true, [true, true])).toEqual(["etatDesLieux", "cautionnement"]);
  });

  test("un DPE est en cours de validité, et ce que la loi exige et que rien ne joint est dit", async () => {
    const { text, warnings } = await lire({ dossier: { annexes: ["dpe"] } });
    expect(text).toContain("diagnostic de performance énergétique (DPE), en cours de validité");
    expect(text).not.toContain("moins de dix ans");
    expect(warnings.join().replaceAll("\u00a0", " ")).toContain(
      "Annexes à joindre au bail et non cochées : Règlement de copropriété, Plomb (CREP), État des risques, Notice d'information.",
    );
  });
});
