import { describe, expect, test } from "vitest";
import { acteCautionnement } from "#worker/documents/bail/acte-cautionnement.ts";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { compteRendu } from "#worker/documents/compte-rendu/compte-rendu.ts";
import { factureHonoraires } from "#worker/documents/compte-rendu/facture-honoraires.ts";
import { recuReglement } from "#worker/documents/locataires/recu-reglement.ts";
import { planApurement } from "#worker/documents/locataires/relance.ts";
import { pagesOf } from "#worker/documents/page/pages.ts";
import { render } from "#worker/documents/page/render.ts";
import { DEUX_TITULAIRES, garant, proprietaire, unBail } from "../../support/documents/bail.ts";
import { CAS_EXTREMES } from "../../support/documents/cas-extremes.ts";
import { donneesRecu } from "../../support/documents/comptes.ts";
import { donneesCompteRendu } from "../../support/documents/comptes-rendus.ts";
import { AGENCE } from "../../support/documents/documents.ts";
import { contenuFacture } from "../../support/documents/factures.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const BAILLEURS = ["Jeanne", "Éléonore", "Hélène"].map((prenom) => proprietaire({ prenom }));
const LOCATAIRES = ["Ilona", "Yasmine"].map((prenom) => ({
  titre: "Madame",
  prenom,
  nom: "Petit",
}));

test("un papier n'a qu'une apostrophe, celle de l'imprimeur", () => {
  const composes = CAS_EXTREMES["trois propriétaires, deux titulaires et un mineur"]?.() ?? {};
  expect(Object.keys(composes).length).toBeGreaterThan(20);
  for (const [nom, composer] of Object.entries(composes))
    for (const mark of pagesOf(composer().document, new Map()).flat())
      if (mark.kind === "text") expect(mark.text, nom).not.toContain("'");
});

describe("plusieurs bailleurs et plusieurs locataires se disent au pluriel", () => {
  test("dans l'acte de la caution, jusqu'à la mention qu'elle recopie", async () => {
    const bail = unBail({ locataire: DEUX_TITULAIRES, bail: { bailleurs: BAILLEURS } });
    const { text } = readPdf(await render(acteCautionnement(bail, garant()).document));
    for (const dit of [
      "2. Les bailleurs, créanciers",
      "3. Les locataires garantis",
      "La caution s'engage envers les bailleurs",
      "ne pouvoir exiger des bailleurs ni qu'ils poursuivent d'abord les locataires, ni qu'ils divisent leurs poursuites entre les cautions",
      "POUR LES BAILLEURS, QUI ACCEPTENT, LE MANDATAIRE",
    ])
      expect(text).toContain(dit);
  });

  test("dans le bail, le reçu de l'assurance et le plan d'apurement", async () => {
    const bail = unBail({ bail: { bailleurs: BAILLEURS } });
    const lu = readPdf(await render(contratLocation(bail).document)).text;
    expect(lu).toContain("Le mandataire des bailleurs");
    expect(lu).toContain("Lieu de paiement Saint-Michel Gestion, mandataire des bailleurs");
    expect(lu).toContain("POUR LES BAILLEURS, LE MANDATAIRE");

    const recu = { ...donneesRecu({ payeur: "gli" }), bailleurs: BAILLEURS.map(adresseDe) };
    const { text } = readPdf(
      await render(recuReglement({ ...recu, locataires: LOCATAIRES }).document),
    );
    expect(text).toContain("Payé par l'assurance loyers impayés");
    expect(text).toContain("La dette des locataires subsiste envers ce payeur.");
    expect(text).toContain("POUR LES BAILLEURS, LE MANDATAIRE");

    const convenu = {
      bailleurs: BAILLEURS,
      locataires: LOCATAIRES,
      adresse: { adresse: "27 boulevard Saint-Michel", codePostal: "75005", ville: "Paris" },
      montant: 1400,
      termes: [{ date: "2026-12-05", montant: 1400 }],
      loyerMensuel: 950,
      emission: "2026-11-01",
      agence: AGENCE,
    };
    const plan = planApurement(convenu);
    const parti = planApurement({ ...convenu, loyerMensuel: null });
    expect(readPdf(await render(parti.document)).text).not.toMatch(/loyer (et des|courant)/);
    const ecrit = readPdf(await render(plan.document)).text;
    expect(ecrit).toContain("en plus du loyer et des charges courants (950,00 € par mois)");
    expect(ecrit).toContain("les bailleurs peuvent en demander le paiement entier");
    expect(ecrit).toContain("ni renonciation des bailleurs à leurs droits");
  });
});

test("les deux jours d'une période se lisent du même trait, gras", () => {
  const facture = factureHonoraires({
    numero: "FH-1",
    contenu: contenuFacture(),
    compte: null,
    agence: AGENCE,
  });
  for (const { document } of [compteRendu(donneesCompteRendu()), facture]) {
    const marks = pagesOf(document, new Map()).flat();
    for (const dit of ["du 01/10/2026", "au 31/10/2026"])
      expect(
        marks.some((mark) => mark.kind === "text" && mark.text === dit && mark.face === "bold"),
        dit,
      ).toBe(true);
  }
});

test("sur un papier que d'autres signent encore, l'agence ne met pas son cachet", () => {
  const plan = planApurement({
    bailleurs: BAILLEURS,
    locataires: LOCATAIRES,
    adresse: { adresse: "27 boulevard Saint-Michel", codePostal: "75005", ville: "Paris" },
    montant: 1400,
    termes: [{ date: "2026-12-05", montant: 1400 }],
    loyerMensuel: 950,
    emission: "2026-11-01",
    agence: AGENCE,
    ...{ cachet: new Uint8Array([1]) },
  });
  const signature = plan.document.blocks.findLast((block) => block.kind === "signature");
  expect(signature?.signatories.map(({ picture }) => picture)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

function adresseDe({ titre, prenom, nom }: (typeof BAILLEURS)[number]) {
  return { titre, prenom, nom, adresse: "4 place Bellecour", codePostal: "69002", ville: "Lyon" };
}
