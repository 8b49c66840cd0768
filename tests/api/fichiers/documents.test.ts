import { env } from "cloudflare:workers";
import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { DocumentRow } from "#domain/fichiers/document.ts";
import { openDb } from "#worker/db/client.ts";
import { documents, storedFiles } from "#worker/db/schema/fichiers.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { corpsDe, envoyer, lire, PDF } from "../../support/fichiers/televersements.ts";
import { freshHouse } from "../../support/worker/database.ts";

interface Genere {
  generated: string;
  warnings: string[];
}

let agence: Agence;
let DossierId: number;

const CAUTION = { nom: "Lefèvre", prenom: "Paul", mail: "paul@exemple.fr", mobile: "0612345678" };

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  ({ DossierId } = await louer(agence.user));
});

async function ouvrir({ generated }: Genere) {
  const reponse = await agence.user.fetch(`/files/${generated}`);
  expect(reponse.status).toBe(200);
  expect(reponse.headers.get("Content-Type")).toBe("application/pdf");
  return readPdf(new Uint8Array(await reponse.arrayBuffer()));
}

test("le contrat se génère, se relit sous /files/ et s’inscrit au dossier avec son auteur", async () => {
  const chemin = `/Dossier/${DossierId}/contratLocation/generate`;
  const { status, data } = await agence.user.get<Genere>(chemin);
  expect(status).toBe(200);
  expect(data.generated).toMatch(/^documents\/[0-9a-f]{32}\.pdf$/);
  expect(data.warnings).toContain("La classe du DPE n'est pas renseignée.");
  const { text, title } = await ouvrir(data);
  expect(title).toContain("CONTRAT DE LOCATION – LOGEMENT NU");
  expect(text).toContain("Madame Jeanne DE LA TOUR");
  expect(text).toContain("Monsieur Léo DUPONT");
  const [fichier] = await openDb(env).select().from(storedFiles);
  expect(fichier).toMatchObject({
    nom: "Contrat_de_location_2025-01-01_LEO_DUPONT",
    extention: "pdf",
    type: "application/pdf",
    user: "user@agence.example",
  });
});

test("générer encore fait une version de plus, l’ancienne se lit toujours", async () => {
  const chemin = `/Dossier/${DossierId}/contratLocation/generate`;
  const { data: premiere } = await agence.user.get<Genere>(chemin);
  const { data: seconde } = await agence.user_delete.get<Genere>(chemin);
  expect(seconde.generated).not.toBe(premiere.generated);
  await Promise.all([ouvrir(premiere), ouvrir(seconde)]);
  const versions = await openDb(env).select().from(documents).orderBy(asc(documents.id));
  expect(versions).toMatchObject([
    {
      entite: "Dossier",
      entiteId: DossierId,
      type: "contratLocation",
      user: "user@agence.example",
    },
    { entite: "Dossier", type: "contratLocation", user: "user_delete@agence.example" },
  ]);
  expect(versions[0]?.warnings).toEqual(premiere.warnings);

  const { data: liste, total } = await agence.user.get<DocumentRow[]>(
    `/Document?entite=Dossier&id=${DossierId}`,
  );
  expect(total).toBe(2);
  expect(liste.map(({ type, user }) => [type, user])).toEqual([
    ["contratLocation", "user_delete@agence.example"],
    ["contratLocation", "user@agence.example"],
  ]);
  expect(liste[1]).toMatchObject({
    entite: "Dossier",
    entiteId: DossierId,
    nom: "Contrat_de_location_2025-01-01_LEO_DUPONT",
    extention: "pdf",
    warnings: premiere.warnings,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const anonyme = await agence.personne.fetch(`/files/${liste[1]?.url}`);
  expect(anonyme.headers.get("Content-Type")).toBe("application/pdf");
  const { data: fiche } = await agence.user.get<DocumentRow>(`/Document/${liste[1]?.id}`);
  expect(fiche).toMatchObject({
    nom: "Contrat_de_location_2025-01-01_LEO_DUPONT",
    type: "contratLocation",
  });
  expect(Object.keys(fiche)).not.toContain("StoredFileId");
  expect((await agence.user.get(`/Document?entite=Mission&id=${DossierId}`)).total).toBe(0);
  expect((await agence.personne.get("/Document")).status).toBe(401);
});

test("générer encore garde l’exemplaire signé", async () => {
  const chemin = `/Dossier/${DossierId}/contratLocation/generate`;
  await agence.user.get(chemin);
  const signe = { champ: "contratLocation", fichier: "bail signé.pdf", contenu: PDF };
  await envoyer(agence.user, `/Dossier/${DossierId}`, [signe], { methode: "PUT" });
  await agence.user.get(chemin);
  const { data } = await agence.user.get<{ contratLocation: string }>(`/Dossier/${DossierId}`);
  expect(await corpsDe(await lire(agence.personne, data.contratLocation))).toEqual(PDF);
  expect((await agence.user.get(`/Document?entite=Dossier&id=${DossierId}`)).total).toBe(2);
});

test("l’acte de cautionnement et l’inventaire se génèrent aussi", async () => {
  const { id } = await creer(agence.user, "Caution", CAUTION);
  const acte = `/Dossier/${DossierId}/acteCautionnement/${id}/generate`;
  expect((await agence.user.get(acte)).status).toBe(404);
  await agence.user.put(`/Dossier/${DossierId}/caution/add/${id}`);
  const { data } = await agence.user.get<Genere>(acte);
  expect((await ouvrir(data)).text).toContain("Monsieur Paul LEFÈVRE");
  const inventaire = await agence.user.get<Genere>(
    `/Dossier/inventaireMobilier/${DossierId}/generate`,
  );
  expect((await ouvrir(inventaire.data)).title).toContain("INVENTAIRE");
});

test("un bail mobilité avec dépôt de garantie est refusé, et rien n’est gardé", async () => {
  await agence.user.put(`/Dossier/${DossierId}`, { typeBail: "mobilite" });
  const { status, error } = await agence.user.get(`/Dossier/${DossierId}/contratLocation/generate`);
  expect(status).toBe(422);
  expect(error.message).toContain("un bail mobilité interdit tout dépôt de garantie");
  expect(error.fields?.depotGarantie).toBeDefined();
  expect(await openDb(env).select().from(documents)).toEqual([]);
  expect((await env.FILES.list()).objects).toEqual([]);
});

test("sans droit ou sans dossier, rien ne se génère", async () => {
  for (const chemin of ["contratLocation", "acteCautionnement/1"]) {
    expect((await agence.personne.get(`/Dossier/${DossierId}/${chemin}/generate`)).status).toBe(
      401,
    );
    expect((await agence.user.get(`/Dossier/999/${chemin}/generate`)).status).toBe(404);
    expect((await agence.user.get(`/Dossier/zéro/${chemin}/generate`)).status).toBe(400);
  }
});

test("un nom que la page ne peut pas écrire se refuse à la saisie, et au document s'il est plus ancien", async () => {
  const EN_LATIN = "Écrivez le nom en lettres latines, comme sur la pièce d’identité.";
  const loue = await louer(agence.user, { locataire: { nom: "Παπαδόπουλος", prenom: "Ζωή" } });
  const contrat = () =>
    agence.user.get<Genere>(`/Dossier/${loue.DossierId}/contratLocation/generate`);
  expect((await contrat()).status).toBe(200);

  const saisie = await agence.user.put(`/Locataire/${loue.LocataireId}`, { nom: "王" });
  expect(saisie).toMatchObject({ status: 422, error: { fields: { nom: EN_LATIN } } });

  await openDb(env)
    .update(locataires)
    .set({ nom: "王" })
    .where(eq(locataires.id, loue.LocataireId));
  const refuse = await contrat();
  expect(refuse.status).toBe(422);
  expect(JSON.stringify(refuse)).toContain(
    "Écrivez ce texte en lettres latines. Ne s’impriment pas\u00A0: 王",
  );
  const { data: quitance } = await agence.user.post<{ id: number }>(
    `/Quitance/generate/${loue.DossierId}`,
    { date: "2025-03-02" },
  );
  expect((await agence.user.get(`/Quitance/${quitance.id}/generate`)).status).toBe(422);
  const pdf = await agence.user.fetch(`/api/quitance/download/${quitance.id}`);
  expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).text).not.toContain("?");
});

test("la quittance d’un bail mobilité dit que ses charges sont un forfait, comme le bail", async () => {
  const bail = { typeBail: "mobilite", depotGarantie: 0, dateFinBail: "2025-09-30" };
  const loue = await louer(agence.user, { bail });
  const { data: quitance } = await agence.user.post<{ id: number }>(
    `/Quitance/generate/${loue.DossierId}`,
    { date: "2025-03-02" },
  );
  const reponse = await agence.user.fetch(`/api/quitance/download/${quitance.id}`);
  const { text } = readPdf(new Uint8Array(await reponse.arrayBuffer()));
  expect(text).toContain("Forfait de charges");
});
