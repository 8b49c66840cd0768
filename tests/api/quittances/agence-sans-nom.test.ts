import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { DocumentRow } from "#domain/fichiers/document.ts";
import type { CourrielPerdu } from "#domain/quittances/courriel.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";

let agence: Agence;
let ids: Awaited<ReturnType<typeof louer>>;
beforeAll(async () => {
  agence = await ouvrirAgence();
  ids = await louer(agence.admin);
  await openDb(env).run(sql`DELETE FROM "Variable" WHERE nom = 'agenceNom'`);
});

const SANS_NOM =
  "L’agence n’a pas de nom : aucun document ne part par courriel avant que les paramètres le disent.";

test("une agence sans nom n’envoie aucun papier : ce qu’on demande est refusé, ce qui part seul attend et le dit", async () => {
  const { admin, house } = agence;
  await admin.get(`/Dossier/${ids.DossierId}/contratLocation/generate`);
  const [document] = (
    await admin.get<DocumentRow[]>(`/Document?entite=Dossier&id=${ids.DossierId}&page=1&limit=1`)
  ).data;
  const designe = { DocumentId: document?.id };
  const mot = { destinataires: ["leo@exemple.fr"], objet: "Votre contrat", texte: "Le voici." };
  for (const demande of [
    admin.post("/Courriel/apercu", { document: designe }),
    admin.post("/Courriel", { document: designe, ...mot }),
  ]) {
    const { status, error } = await demande;
    expect({ status, ...error }).toMatchObject({
      status: 422,
      message: SANS_NOM,
      details: { reglages: ["agenceNom"] },
    });
  }

  const recus = () => house.mails.filter(({ to }) => JSON.stringify(to).includes("leo@exemple.fr"));
  await house.journee("2026-11-05");
  expect(recus()).toEqual([]);
  await openDb(env).run(
    sql`UPDATE "Courriel" SET version = version + 1, "updatedAt" = '2026-11-05T05:00:00.000Z'`,
  );
  const perdus = async () => (await admin.get<CourrielPerdu[]>("/Courriel/perdus")).data;
  const [avis] = await perdus();
  expect(avis).toMatchObject({ genre: "avis", erreur: SANS_NOM });
  const reprendre = () => admin.post("/Courriel/perdus/reprendre", { ids: [avis?.id] });
  expect((await reprendre()).status).toBe(422);

  await admin.post("/Variable", { nom: "agenceNom", valeur: "Cabinet Duvallon" });
  expect((await reprendre()).status).toBe(200);
  await house.drain();
  expect(recus()).toMatchObject([{ from: { name: "Cabinet Duvallon" }, to: ["leo@exemple.fr"] }]);
  expect(await perdus()).toEqual([]);
  expect((await admin.post("/Courriel", { document: designe, ...mot })).status).toBe(201);
});
