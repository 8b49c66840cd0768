import { beforeEach, describe, expect, it } from "vitest";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import { lireGrille } from "#domain/gerance/departs/grille-vetuste.ts";
import { type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { envoyer, PDF } from "../../support/fichiers/televersements.ts";
import { freshHouse } from "../../support/worker/database.ts";

const TEXTE =
  "Accord collectif du 4 juin 2024\nPeinture ; 7 ; 2 ; 18 ; 10\nParquet ; 25 ; 5 ; 4 ; 20";
const { grille } = lireGrille(TEXTE);

let agence: Agence;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

const regler = (valeur: string) => agence.admin.post("/Variable", { nom: "grilleVetuste", valeur });

const joindre = (id: number, grilleVetuste: unknown) =>
  agence.user.put<DossierDetail>(`/Dossier/${id}`, { grilleVetuste });

async function contratDe(id: number): Promise<string> {
  const { data } = await agence.user.get<DocumentGenere>(`/Dossier/${id}/contratLocation/generate`);
  const reponse = await agence.user.fetch(`/files/${data.generated}`);
  return readPdf(new Uint8Array(await reponse.arrayBuffer())).text;
}

const signer = (id: number) =>
  envoyer(
    agence.user,
    `/Dossier/${id}`,
    [{ champ: "contratLocation", fichier: "bail.pdf", contenu: PDF }],
    { methode: "PUT" },
  );

describe("la grille de vétusté de l’agence", () => {
  it("illisible se refuse en disant quelle ligne", async () => {
    const { status, error } = await regler("Accord\nPeinture ; sept ; 2 ; 18 ; 10");
    expect([status, JSON.stringify(error)]).toEqual([
      422,
      expect.stringContaining(
        "Ligne 2, « Peinture ; sept ; 2 ; 18 ; 10 » : « sept » n’est pas un nombre.",
      ),
    ]);
    expect((await regler(TEXTE)).status).toBe(201);
  });
});

describe("la grille jointe à un bail", () => {
  it("s’imprime en annexe du contrat, cochée, et rien ne s’imprime sans elle", async () => {
    const { DossierId } = await louer(agence.admin);
    expect(await contratDe(DossierId)).not.toContain("GRILLE DE VÉTUSTÉ");
    expect((await joindre(DossierId, grille)).data.grilleVetuste).toEqual(grille);
    const contrat = await contratDe(DossierId);
    expect(contrat).toContain("GRILLE DE VÉTUSTÉ ANNEXÉE AU BAIL");
    expect(contrat).toContain("Accord collectif du 4 juin 2024");
    expect(contrat).toMatch(/Peinture\s+7.ans\s+2.ans\s+18.%\s+10.%/);
  });

  it("reste celle du bail quand l’agence change la sienne, et ne change plus une fois le bail signé", async () => {
    const { DossierId } = await louer(agence.admin);
    await regler(TEXTE);
    await joindre(DossierId, grille);
    expect((await joindre(DossierId, null)).data.grilleVetuste).toBeNull();
    await joindre(DossierId, grille);
    expect((await signer(DossierId)).status).toBe(200);
    for (const autre of [null, { ...grille, nom: "Un autre accord" }]) {
      const { status, error } = await joindre(DossierId, autre);
      expect([status, JSON.stringify(error)]).toEqual([
        409,
        expect.stringContaining("la grille de vétusté qui lui est jointe ne change plus"),
      ]);
    }
    const { data } = await agence.user.put<DossierDetail>(`/Dossier/${DossierId}`, {
      grilleVetuste: grille,
      travaux: "Aucun",
    });
    expect(data).toMatchObject({ grilleVetuste: grille, travaux: "Aucun" });
  });

  it("ne s’ajoute pas à un bail signé sans elle, même retiré depuis", async () => {
    const { DossierId } = await louer(agence.admin);
    await signer(DossierId);
    expect((await joindre(DossierId, grille)).status).toBe(409);
    await agence.user_delete.delete(`/Dossier/${DossierId}/contratLocation`, {});
    expect((await joindre(DossierId, grille)).status).toBe(409);
  });
});
