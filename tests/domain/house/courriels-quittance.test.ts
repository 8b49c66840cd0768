import { expect, test } from "vitest";
import { enTexteSeul } from "#worker/mail/composition.ts";
import { COURRIELS_COMPOSES } from "#worker/mail/courriels.ts";
import { donneesQuittance } from "../../support/documents/documents.ts";

const textes = (changements: Parameters<typeof donneesQuittance>[0] = {}) =>
  Object.values(COURRIELS_COMPOSES).map(
    ({ texte }) => texte({ ...donneesQuittance(changements), jour: "2026-03-06" }, String).text,
  );

test("les courriels d'une quittance nomment le logement, ou l'emplacement et son numéro", () => {
  const { logement } = donneesQuittance();
  for (const texte of textes())
    expect(texte).toContain("votre logement, 27 bis boulevard Saint-Michel, 75005 Paris");
  const deStationnement = textes({
    stationnement: true,
    logement: { ...logement, situation: "Box n° 7" },
  });
  expect(deStationnement).toHaveLength(4);
  for (const texte of deStationnement) {
    expect(texte).toContain(
      "votre emplacement de stationnement, Box n° 7, 27 bis boulevard Saint-Michel, 75005 Paris",
    );
    expect(texte).not.toContain("logement");
  }
});

test("les courriels portent la forme, le capital et le registre de l’agence, comme ses papiers", () => {
  for (const texte of textes()) {
    expect(texte).toContain("Saint-Michel Gestion, SARL au capital de 50 000 €\n");
    expect(texte).toContain("\nRCS Paris 812 345 678\n");
  }
});

test("un avis qui ne se lit qu’en texte finit par l’agence, sa carte et son garant, ou par l’absence de fonds", () => {
  const { agence } = donneesQuittance();
  expect(enTexteSeul(agence, ["Bonjour,", "Votre mot de passe a changé."])).toBe(
    [
      "Bonjour,",
      "Votre mot de passe a changé.",
      [
        "Saint-Michel Gestion, SARL au capital de 50 000 €",
        "18 rue de la Harpe, 75005 Paris",
        "RCS Paris 812 345 678",
        "Gestion locative – carte professionnelle G n° CPI 7501 2026 000 000 001 délivrée par la CCI Paris Île-de-France",
        "Garantie financière : Galian, 89 rue La Boétie, 75008 Paris",
      ].join("\n"),
    ].join("\n\n"),
  );
  expect(enTexteSeul({ ...agence, garantNom: "", nonDetentionFonds: true }, [])).toMatch(
    /\nL'agence ne détient ni ne reçoit de fonds, effets ou valeurs$/,
  );
});
