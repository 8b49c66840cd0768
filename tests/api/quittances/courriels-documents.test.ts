import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, expect, it } from "vitest";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import type { DocumentRow } from "#domain/fichiers/document.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import type {
  CourrielDocumentRow,
  PropositionCourriel,
} from "#domain/quittances/courriel-document.ts";
import { openDb } from "#worker/db/client.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { creer, louer } from "../../support/agence/agence.ts";
import { jeton } from "../../support/agence/baux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { corpsDe, envoyer, fichier, PDF, PNG } from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { type House, openHouse } from "../../support/worker/house.ts";

let maison: House;
let qui: Api;
let ids: Awaited<ReturnType<typeof louer>>;

beforeEach(async () => {
  await freshHouse();
  maison = openHouse();
  qui = maison.api(await jeton(env, "user_delete"));
  ids = await louer(qui);
});

async function contrat(): Promise<DocumentRow> {
  await qui.get(`/Dossier/${ids.DossierId}/contratLocation/generate`);
  const { data } = await qui.get<DocumentRow[]>(
    `/Document?entite=Dossier&id=${ids.DossierId}&page=1&limit=1`,
  );
  const [document] = data;
  if (!document) throw new Error("Aucun contrat.");
  return document;
}

const boite = async () =>
  (
    await qui.get<CourrielDocumentRow[]>(
      `/Courriel?entite=Dossier&id=${ids.DossierId}&page=1&limit=20`,
    )
  ).data;

const mot = { objet: "Votre contrat", texte: "Bonjour,\n\nLe voici.\nÀ relire." };

it("un contrat généré s’envoie au locataire, avec les mots choisis, et se lit à côté de lui", async () => {
  const caution = await creer(qui, "Caution", {
    nom: "Roy",
    prenom: "Anne",
    mail: "anne.roy@exemple.fr",
    mobile: "0611223344",
  });
  await qui.put(`/Dossier/${ids.DossierId}/caution/add/${caution.id}`);
  const { id: DocumentId } = await contrat();
  const document = { DocumentId };
  const { data: proposition } = await qui.post<PropositionCourriel>("/Courriel/apercu", {
    document,
  });
  expect(proposition.destinataires.map(({ role, premier }) => [role, premier])).toEqual([
    ["Locataire", true],
    ["Caution", false],
    ["Propriétaire", false],
  ]);
  expect(proposition).toMatchObject({
    objet: expect.stringMatching(/^Contrat de location – /),
    piece: expect.stringMatching(/^Contrat_de_location_.*\.pdf$/),
  });
  const adresse = proposition.destinataires[0]?.adresse ?? "";

  const envoi = await qui.post<{ id: number; partLe: string }>("/Courriel", {
    document,
    destinataires: [adresse, "anne.roy@exemple.fr", adresse.toUpperCase()],
    ...mot,
  });
  expect(envoi.status).toBe(201);
  const encore = await Promise.all(
    [1, 2, 3].map(() =>
      qui.post("/Courriel", { document, destinataires: [adresse, "anne.roy@exemple.fr"], ...mot }),
    ),
  );
  expect(encore.map(({ status }) => status)).toEqual([409, 409, 409]);
  expect(Date.parse(envoi.data.partLe) - Date.now()).toBeGreaterThan(50_000);
  await maison.deliver();
  expect(maison.mails).toEqual([]);
  await maison.drain();

  expect(maison.mails).toHaveLength(1);
  const [mail] = maison.mails;
  expect(mail).toMatchObject({ to: [adresse, "anne.roy@exemple.fr"], subject: "Votre contrat" });
  expect(mail?.text).toMatch(/^Bonjour,\n\nLe voici\.\nÀ relire\.\n\nCordialement,/);
  expect(mail?.html).toContain("Le voici.<br>À relire.");
  const [piece] = mail?.attachments ?? [];
  expect(piece).toMatchObject({ filename: proposition.piece, type: "application/pdf" });
  const { text } = readPdf(new Uint8Array(piece?.content as ArrayBuffer));
  expect(text).toContain("CONTRAT DE LOCATION");
  expect(await boite()).toMatchObject([
    {
      id: envoi.data.id,
      type: "contratLocation",
      champ: null,
      etat: "envoye",
      destinataires: [adresse, "anne.roy@exemple.fr"],
      user: expect.stringMatching(/^agent.*@exemple.fr$/),
    },
  ]);
  const { data: histoire } = await qui.get(`/History?entite=Dossier&id=${ids.DossierId}`);
  expect(histoire).toContainEqual(expect.objectContaining({ etat: "Document envoyé" }));
});

it("un exemplaire signé part tel qu’il était, même remplacé depuis ; rappelé, il ne part que renvoyé", async () => {
  const deposer = (nom: string, contenu: Uint8Array) =>
    envoyer(
      qui,
      `/Dossier/${ids.DossierId}`,
      [{ ...fichier(contenu, nom), champ: "contratLocation" }],
      {
        methode: "PUT",
      },
    );
  await deposer("Premier.pdf", PDF);
  const document = { entite: "Dossier", entiteId: ids.DossierId, champ: "contratLocation" };
  const { data: proposition } = await qui.post<PropositionCourriel>("/Courriel/apercu", {
    document,
  });
  expect(proposition).toMatchObject({ piece: "Premier.pdf" });
  expect(proposition.objet).toMatch(/^Contrat de location signé – /);
  const destinataires = ["ailleurs@exemple.fr"];
  const { data } = await qui.post<{ id: number }>("/Courriel", { document, destinataires, ...mot });
  await deposer("Second.png", PNG);

  expect((await qui.post(`/Courriel/${data.id}/annuler`)).status).toBe(200);
  await maison.drain();
  expect(maison.mails).toEqual([]);
  expect(await boite()).toMatchObject([{ champ: "contratLocation", etat: "retenu" }]);
  expect((await qui.post(`/Courriel/${data.id}/annuler`)).status).toBe(409);

  expect((await qui.post(`/Courriel/${data.id}/renvoyer`)).status).toBe(200);
  maison.waiting.push(...maison.waiting.map((message) => ({ ...message, id: "encore" })));
  await maison.drain();
  expect(maison.mails).toMatchObject([
    { to: destinataires, attachments: [{ filename: "Premier.pdf", type: "application/pdf" }] },
  ]);
  expect((await qui.post(`/Courriel/${data.id}/renvoyer`)).status).toBe(409);
});

it("ce qui attend de partir reste si la fiche est supprimée avant", async () => {
  const caution = await creer(qui, "Caution", {
    nom: "Roy",
    prenom: "Anne",
    mail: "anne.roy@exemple.fr",
    mobile: "0611223344",
  });
  const path = `/Dossier/${ids.DossierId}/caution`;
  await qui.put(`${path}/add/${caution.id}`);
  await qui.get(`/Dossier/${ids.DossierId}/acteCautionnement/${caution.id}/generate`);
  const { data } = await qui.get<DocumentRow[]>(`/Document?entite=Caution&id=${caution.id}`);
  const document = { DocumentId: data[0]?.id ?? 0 };
  await qui.post("/Courriel", { document, destinataires: ["anne.roy@exemple.fr"], ...mot });
  await qui.delete(`${path}/remove/${caution.id}`);
  expect((await qui.delete(`/Caution/${caution.id}`)).status).toBe(204);
  await maison.drain();
  expect(maison.mails).toEqual([]);
});

it("ce qui s’envoie se donne au locataire, puis s’efface avec lui sans partir", async () => {
  const { id: DocumentId } = await contrat();
  const marque = "Mots pour lui seul";
  const destinataires = ["ailleurs@exemple.fr"];
  await qui.post("/Courriel", { document: { DocumentId }, destinataires, ...mot, texte: marque });
  const { DossierId, AppartementId, LocataireId } = ids;
  await qui.delete(`/Appartement/${AppartementId}/tenant/remove/${LocataireId}`, {
    dateSortie: "2026-01-31",
    DossierId,
  });
  const admin = maison.api(await jeton(env, "admin"));
  const archive = await admin.fetch(`/api/Locataire/${LocataireId}/export`, { method: "GET" });
  const { "donnees.json": donnees } = unzipSync(await corpsDe(archive));
  expect(strFromU8(donnees ?? new Uint8Array())).toContain(marque);
  expect((await admin.post(`/Locataire/${LocataireId}/effacer`)).status).toBe(200);
  await maison.drain();
  expect(maison.mails).toEqual([]);
  expect(JSON.stringify(await openDb(env).select().from(courriels))).not.toMatch(
    /Mots pour lui|ailleurs/,
  );
});

it("seul un document qui existe s’envoie, à des adresses lisibles, et pas au-delà de 15 Mo", async () => {
  const { id: DocumentId } = await contrat();
  const bon = { document: { DocumentId }, destinataires: ["a@exemple.fr"], ...mot };
  const refus = async (changements: object) => {
    const { status, error } = await qui.post("/Courriel", { ...bon, ...changements });
    return [status, Object.keys(error?.fields ?? {})];
  };
  expect(await refus({ document: { DocumentId: 999 } })).toEqual([404, []]);
  expect(await refus({ document: {} })).toEqual([422, ["document"]]);
  const signe = { entite: "Dossier", entiteId: ids.DossierId, champ: "contratLocation" };
  expect(await refus({ document: signe })).toEqual([404, []]);
  expect(await refus({ document: { ...signe, champ: "password" } })).toEqual([404, []]);
  expect(await refus({ document: { ...signe, DocumentId } })).toEqual([422, ["document"]]);
  expect(await refus({ destinataires: [] })).toEqual([422, ["destinataires"]]);
  expect(await refus({ destinataires: ["a@b.fr\r\nBcc: c@d.fr"] })).toEqual([
    422,
    ["destinataires.0"],
  ]);
  expect(await refus({ objet: "a\nb", texte: "" })).toEqual([422, ["objet", "texte"]]);
  await openDb(env)
    .update(storedFiles)
    .set({ taille: 15 * 1024 * 1024 + 1 });
  expect(await refus({})).toEqual([413, []]);
  expect(await openDb(env).select().from(courriels)).toEqual([]);
});

it("la lettre d’une nouvelle provision part au locataire, jointe, après le délai", async () => {
  const { DossierId } = ids;
  const depuis = `${ajouterMois(moisDe(aujourdhui(new Date())), 1)}-01`;
  const { data: dossier } = await qui.get<{ loyerHC: number }>(`/Dossier/${DossierId}`);
  const { data } = await qui.post<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`, {
    ...{ motif: "provision", depuis, loyerHC: dossier.loyerHC, loyerCharge: 130 },
    commentaire: "Budget voté le 12 juin",
  });
  await qui.get(`/Loyer/${data.loyers.at(-1)?.id}/provision/${DossierId}/generate`);
  const { data: documents } = await qui.get<DocumentRow[]>(
    `/Document?entite=Dossier&id=${DossierId}`,
  );
  const document = { DocumentId: documents[0]?.id };
  const { data: propose } = await qui.post<PropositionCourriel>("/Courriel/apercu", { document });
  expect(propose.objet).toMatch(/^Nouvelle provision pour charges – /);
  expect(propose.texte).toContain("« Nouvelle provision pour charges »");
  const [locataire] = propose.destinataires.filter(({ premier }) => premier);
  const destinataires = [locataire?.adresse ?? ""];
  const { objet, texte } = propose;
  await qui.post("/Courriel", { document, destinataires, objet, texte });
  await maison.deliver();
  expect(maison.mails).toEqual([]);
  await maison.drain();
  expect(maison.mails).toMatchObject([{ to: destinataires, subject: objet }]);
  const [piece] = maison.mails[0]?.attachments ?? [];
  const { text } = readPdf(new Uint8Array(piece?.content as ArrayBuffer));
  expect(text).toContain("Provision pour charges : 130,00 €");
  expect(text).toContain("Budget voté le 12 juin");
});
