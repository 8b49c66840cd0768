import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { aujourdhui, moisDe } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { LocataireDetail, LocataireRow } from "#domain/personnes/locataire-fiche.ts";
import type { QuittanceDetail } from "#domain/quittances/quittance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import {
  ADMIN,
  type Agence,
  CAUTION,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

const SOCIETE = {
  ...LOCATAIRE,
  qualite: "personne_morale",
  nom: "Beauséjour Hôtels SAS",
  prenom: null,
  siren: "552 100 554",
  representantNom: "Paul Delorme",
  representantQualite: "président",
};
const MOIS = moisDe(aujourdhui(new Date()));

let agence: Agence;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

async function pdf(chemin: string) {
  const reponse = await agence.admin.fetch(chemin);
  expect(reponse.status).toBe(200);
  return readPdf(new Uint8Array(await reponse.arrayBuffer())).text;
}

async function generer(chemin: string) {
  const { data, status } = await agence.admin.get<DocumentGenere>(`${chemin}/generate`);
  expect(status).toBe(200);
  return { text: await pdf(`/files/${data.generated}`), warnings: data.warnings };
}

describe("la fiche d’un locataire", () => {
  it("d’une société n’a ni prénom, ni état civil, ni second titulaire, ni résidence principale", async () => {
    const { id } = await creer(agence.admin, "Locataire", {
      ...SOCIETE,
      rp: true,
      naissance: "1990-01-01",
      secondTitulaire: true,
      autreNom: "Roy",
      mineurNom: "Roy",
    });
    const { data } = await agence.admin.get<LocataireDetail>(`/Locataire/${id}`);
    expect(data).toMatchObject({
      nom: "Beauséjour Hôtels SAS",
      prenom: "",
      siren: "552100554",
      rp: false,
      naissance: null,
      secondTitulaire: false,
      autreNom: null,
      mineurNom: null,
    });
    const { status } = await agence.admin.put(`/Locataire/${id}`, { representantNom: "Ana Roy" });
    expect(status).toBe(200);
  });

  it("refuse un SIREN dont la clé est fausse, et veut toujours le prénom d’une personne", async () => {
    const refus = async (corps: object) =>
      (await agence.admin.post("/Locataire", corps)) as unknown as {
        status: number;
        error: { fields: Record<string, string> };
      };
    const siren = await refus({ ...SOCIETE, siren: "552100555" });
    expect(siren.status).toBe(422);
    expect(Object.keys(siren.error.fields)).toEqual(["siren"]);
    const personne = await refus({ ...LOCATAIRE, prenom: null });
    expect(personne.status).toBe(422);
    expect(Object.keys(personne.error.fields)).toEqual(["prenom"]);
  });

  it("redevenue celle d’une personne, ne dit plus rien de la société", async () => {
    const { id } = await creer(agence.admin, "Locataire", SOCIETE);
    const { status } = await agence.admin.put(`/Locataire/${id}`, {
      qualite: "personne_physique",
      prenom: "Paul",
    });
    expect(status).toBe(200);
    expect((await agence.admin.get<LocataireDetail>(`/Locataire/${id}`)).data).toMatchObject({
      siren: null,
      representantNom: null,
    });
  });
});

describe("le bail d’une société", () => {
  it("est du Code civil, la nomme avec son SIREN et qui la représente, sans état civil ni résidence", async () => {
    const { DossierId } = await louer(agence.admin, {
      locataire: SOCIETE,
      bail: { meuble: false },
    });
    const { text, warnings } = await generer(`/Dossier/${DossierId}/contratLocation`);
    for (const mention of [
      "CONTRAT DE LOCATION D'UN LOGEMENT À UNE PERSONNE MORALE",
      "Soumis aux articles 1714 à 1762 du Code civil",
      "BEAUSÉJOUR HÔTELS SAS, représentée par Paul Delorme, en qualité de président, dûment habilité(e)",
      "SIREN 552 100 554",
      "Siège social 1 rue de la Paix",
      "n'est pas soumis à la loi n° 89-462 du 6 juillet 1989 (article 2)",
      "Représentée par Paul Delorme, président Signature précédée",
    ])
      expect(text).toContain(mention);
    expect(text).not.toMatch(/Monsieur BEAU|né le|née le|résidence secondaire|sa résidence princ/);
    expect(warnings.join(" ")).not.toMatch(/BEAUSÉJOUR|résidence/);
  });

  it("sans représentant ni SIREN, laisse des blancs et le dit ; sous la loi de 1989, c’est un doute", async () => {
    const { DossierId } = await louer(agence.admin, {
      locataire: { ...SOCIETE, siren: null, representantNom: null },
      bail: { typeBail: "nu" },
    });
    const { warnings } = await generer(`/Dossier/${DossierId}/contratLocation`);
    const dits = warnings.join(" ");
    expect(dits).toContain("Le représentant de BEAUSÉJOUR HÔTELS SAS, locataire");
    expect(dits).toContain("Le SIREN de BEAUSÉJOUR HÔTELS SAS, locataire");
    expect(dits).toContain("elle n'a pas de résidence principale, et le bail relève du Code civil");
  });

  it("a une caution, des quittances et des étiquettes à son nom, sans civilité", async () => {
    const { DossierId } = await louer(agence.admin, { locataire: SOCIETE });
    const caution = await creer(agence.admin, "Caution", CAUTION);
    await agence.admin.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
    const acte = await generer(`/Dossier/${DossierId}/acteCautionnement/${caution.id}`);
    expect(acte.text).toContain(
      "Locataire BEAUSÉJOUR HÔTELS SAS, représentée par Paul Delorme, en qualité de président",
    );
    expect(acte.text).toContain("en cas de défaillance de celle-ci");
    const { data } = await agence.admin.post<QuittanceDetail>(`/Quitance/generate/${DossierId}`, {
      date: `${MOIS}-01`,
    });
    const avis = await pdf(`/api/quitance/download/${data.id}`);
    const etiquette = await generer(`/Dossier/${DossierId}/etiquetteLocataire`);
    for (const text of [acte.text, avis, etiquette.text]) {
      expect(text).toContain("BEAUSÉJOUR HÔTELS SAS");
      expect(text).not.toMatch(/(Monsieur|\bM\.?) BEAUSÉJOUR/);
    }
    const { data: dossier } = await agence.admin.get<DossierDetail>(`/Dossier/${DossierId}`);
    expect(dossier.Locataire).toMatchObject({ nom: "Beauséjour Hôtels SAS", prenom: "" });
    const { data: liste } =
      await agence.admin.get<{ locataire: string }[]>("/Dossier?page=1&limit=5");
    expect(liste[0]?.locataire).toBe("Beauséjour Hôtels SAS");
  });
});

it("les données d’une société s’exportent et s’effacent comme celles d’une personne", async () => {
  const { id } = await creer(agence.admin, "Locataire", SOCIETE);
  await agence.admin.post("/user/confirmer", { password: ADMIN.password });
  expect((await agence.admin.fetch(`/api/Locataire/${id}/export`)).status).toBe(200);
  expect((await agence.admin.post(`/Locataire/${id}/effacer`, {})).status).toBe(200);
  const [ligne] = await openDb(env).select().from(locataires).where(eq(locataires.id, id));
  expect(ligne).toMatchObject({
    nom: "Locataire effacé",
    qualite: "personne_physique",
    siren: null,
    representantNom: null,
    representantQualite: null,
  });
  const { data } = await agence.admin.get<LocataireRow[]>("/Locataire?page=1&limit=5");
  expect(data[0]?.nom).toBe("Locataire effacé");
});
