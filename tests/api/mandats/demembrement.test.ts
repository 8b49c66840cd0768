import { beforeAll, expect, test } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  CAUTION,
  creer,
  ETAT_LIEUX,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

let agence: Agence;
let loue: Awaited<ReturnType<typeof louer>>;
let enfant: { id: number };

const droit = (ClientId: number, dit: string) =>
  agence.user.put<AppartementDetail>(`/Appartement/${loue.AppartementId}/owner/${ClientId}/droit`, {
    droit: dit,
  });

/** Jeanne gave the bare ownership of her dwelling to her son Paul and kept its use; the agency writes to Paul. */
beforeAll(async () => {
  agence = await ouvrirAgence();
  loue = await louer(agence.user);
  enfant = await creer(agence.user, "Client", {
    ...PROPRIETAIRE,
    titre: "Monsieur",
    prenom: "Paul",
    nom: "Vasseur",
  });
  await agence.user.put(`/Appartement/${loue.AppartementId}/owner/add/${enfant.id}`);
  await agence.user.put(`/Appartement/${loue.AppartementId}`, { defaultContact: enfant.id });
  await droit(loue.ClientId, "usufruit");
  await droit(enfant.id, "nue_propriete");
});

async function texteDe(chemin: string): Promise<string> {
  const { status, data } = await agence.user.get<{ generated: string }>(chemin);
  expect(status).toBe(200);
  const { generated } = data;
  const pdf = await agence.user.fetch(
    `/${generated.startsWith("quitance/") ? "api" : "files"}/${generated}`,
  );
  return readPdf(new Uint8Array(await pdf.arrayBuffer())).text;
}

test("les papiers du bail nomment l'usufruitière pour bailleur, et jamais le nu-propriétaire", async () => {
  const { DossierId } = loue;
  const caution = await creer(agence.user, "Caution", CAUTION);
  await agence.user.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
  await agence.user.put(`/Dossier/${DossierId}/etatIn/set`, ETAT_LIEUX);
  const quittance = await creer(agence.user, "Quitance", {
    DossierId,
    date: "2026-03-01",
    dateFin: "2026-03-31",
    prixHC: 850,
    charge: 100,
  });
  for (const chemin of [
    `/Dossier/${DossierId}/contratLocation/generate`,
    `/Dossier/${DossierId}/acteCautionnement/${caution.id}/generate`,
    `/Dossier/${DossierId}/etatIn/generate`,
    `/Quitance/${quittance.id}/generate`,
    `/Dossier/${DossierId}/compte/generate`,
  ]) {
    const texte = await texteDe(chemin);
    expect(texte).toMatch(/Jeanne DE LA TOUR(,| .*Droit) usufruitière/i);
    expect(texte).not.toContain("VASSEUR");
  }
});

test("le mandat ne lie le nu-propriétaire que pour ce qui excède l'administration, et sa part peut être nulle", async () => {
  const mission = await creer(agence.user, "Mission", MISSION);
  for (const id of [loue.ClientId, enfant.id])
    await agence.user.put(`/Mission/${mission.id}/client/add/${id}`);
  await agence.user.put(`/Mission/${mission.id}/appartement/add/${loue.AppartementId}`);
  const parts = (usufruitiere: number, nu: number) =>
    agence.admin.put<unknown>(`/Mission/${mission.id}/conditions`, {
      depuis: "2026-01-01",
      modeFonds: "agence",
      parts: [
        { ClientId: loue.ClientId, num: usufruitiere, den: 1 },
        { ClientId: enfant.id, num: nu, den: 1 },
      ],
    });
  const refus = await parts(0, 1);
  expect([refus.status, refus.error.fields]).toEqual([
    422,
    { "parts.0.num": "Seul un nu-propriétaire peut n’avoir aucune part." },
  ]);
  expect((await parts(1, 0)).status).toBe(200);
  const { data: controles } = await agence.admin.get<Controle[]>("/Controle");
  expect(controles.find(({ nom }) => nom.startsWith("I13"))).toMatchObject({
    etat: "vert",
    ruptures: [],
  });
  const texte = await texteDe(`/Mission/${mission.id}/ordreMission/generate`);
  for (const mention of [
    "Monsieur Paul VASSEUR, nu-propriétaire, n'intervient au présent mandat que pour les actes qui excèdent l'administration",
    "Madame Jeanne DE LA TOUR donne en location, perçoit les loyers et reçoit les comptes de gestion",
    "LE MANDANT, USUFRUITIÈRE Madame Jeanne DE LA TOUR",
    "NU-PROPRIÉTAIRE, POUR LES ACTES EXCÉDANT L'ADMINISTRATION Monsieur Paul VASSEUR",
    "Monsieur Paul VASSEUR 0 % – –",
  ])
    expect(texte).toContain(mention);
});

test("le mandat de plusieurs biens dit le droit de chacun, bien par bien, où ils ne sont pas tous les mêmes", async () => {
  const mission = await creer(agence.user, "Mission", { ...MISSION, nbAppart: 2 });
  const autre = await creer(agence.user, "Appartement", {
    ...APPARTEMENT,
    adresse: "8 rue des Lilas",
  });
  await agence.user.put(`/Appartement/${autre.id}/owner/add/${loue.ClientId}`);
  await agence.user.put(`/Mission/${mission.id}/client/add/${loue.ClientId}`);
  for (const id of [loue.AppartementId, autre.id])
    await agence.user.put(`/Mission/${mission.id}/appartement/add/${id}`);
  const texte = await texteDe(`/Mission/${mission.id}/ordreMission/generate`);
  expect(texte).toContain(
    "Droit Usufruitière : 27 bis boulevard Saint-Michel, 75005 Paris Domicile",
  );
  expect(texte).toContain("LE MANDANT Madame Jeanne DE LA TOUR");
});

test("à la mort de l'usufruitière, le nu-propriétaire a tout : ce qui s'ensuit est dit, ce qui est fait reste", async () => {
  const autre = await louer(agence.user, {
    appartement: { adresse: "3 rue des Lys" },
    locataire: { nom: "Aubin" },
  });
  const chemin = `/Appartement/${autre.AppartementId}/owner`;
  const finir = (ClientId: number, le: string) =>
    agence.user.put<AppartementDetail & { warnings: string[] }>(
      `${chemin}/${ClientId}/finUsufruit`,
      { le, motif: "deces" },
    );
  expect((await finir(autre.ClientId, "2026-02-10")).status).toBe(409);
  await agence.user.put(`${chemin}/${autre.ClientId}/droit`, { droit: "usufruit" });
  const seul = await finir(autre.ClientId, "2026-02-10");
  expect([seul.status, seul.error.message]).toEqual([
    409,
    expect.stringContaining("nu-propriétaire"),
  ]);
  await agence.user.put(`${chemin}/add/${enfant.id}`);
  await agence.user.put(`${chemin}/${enfant.id}/droit`, { droit: "nue_propriete" });
  const mission = await creer(agence.user, "Mission", { ...MISSION, numRegistre: "2026-077" });
  await agence.user.put(`/Mission/${mission.id}/client/add/${autre.ClientId}`);
  await agence.user.put(`/Mission/${mission.id}/appartement/add/${autre.AppartementId}`);
  const janvier = await agence.user.post<{ id: number }>(`/Quitance/generate/${autre.DossierId}`, {
    date: "2026-01-01",
  });
  expect((await finir(autre.ClientId, "2099-01-01")).error.fields).toEqual({
    le: expect.stringContaining("pas venu"),
  });

  const fin = await finir(autre.ClientId, "2026-02-10");
  expect(fin.status).toBe(200);
  expect(fin.data.proprietaires.map(({ id, droit }) => [id, droit])).toEqual([
    [enfant.id, "pleine_propriete"],
  ]);
  expect(fin.data.defaultContact).toBe(enfant.id);
  expect(fin.data.history[0]?.etat).toBe("Fin d’un usufruit");
  const dit = fin.data.warnings.join(" ");
  expect(dit).toContain("M. Paul Vasseur a la pleine propriété (Code civil, article 617)");
  expect(dit).toContain("Mandat n° 2026-077 : la mort du mandant met fin à son engagement");
  expect(dit).toContain("Les comptes déjà rendus ne changent pas");
  expect((await finir(autre.ClientId, "2026-02-10")).status).toBe(404);

  const bail = await texteDe(`/Dossier/${autre.DossierId}/contratLocation/generate`);
  expect(bail).toMatch(/Jeanne DE LA TOUR .*Droit Usufruitière/);
  expect(bail).not.toContain("VASSEUR");
  const nouveau = await creer(agence.user, "Dossier", {
    ...BAIL,
    dateCreationBail: "2026-02-10",
    AppartementId: autre.AppartementId,
    LocataireId: autre.LocataireId,
  });
  const suivant = await texteDe(`/Dossier/${nouveau.id}/contratLocation/generate`);
  expect(suivant).toContain("VASSEUR");
  expect(suivant).not.toMatch(/usufruiti|DE LA TOUR/i);
  const caution = await creer(agence.user, "Caution", CAUTION);
  await agence.user.put(`/Dossier/${autre.DossierId}/caution/add/${caution.id}`);
  expect(
    await texteDe(`/Dossier/${autre.DossierId}/acteCautionnement/${caution.id}/generate`),
  ).toContain("VASSEUR");
  const quittance = await texteDe(`/Quitance/${janvier.data.id}/generate`);
  expect(quittance).toContain("DE LA TOUR");
  expect(quittance).not.toContain("VASSEUR");
});

test("un bien garde quelqu'un qui le donne en location", async () => {
  const seul = "Ce bien n’aurait plus que des nus-propriétaires";
  const nue = await droit(loue.ClientId, "nue_propriete");
  expect([nue.status, nue.error.message]).toEqual([409, expect.stringContaining(seul)]);
  const chemin = `/Appartement/${loue.AppartementId}/owner/remove/${loue.ClientId}`;
  const retrait = await agence.user.delete(chemin);
  expect([retrait.status, retrait.error.message]).toEqual([409, expect.stringContaining(seul)]);

  const { data } = await droit(enfant.id, "pleine_propriete");
  expect(data.proprietaires.map((proprietaire) => proprietaire.droit)).toEqual([
    "usufruit",
    "pleine_propriete",
  ]);
  expect(data.history[0]?.etat).toBe("Droit d’un propriétaire");
  expect((await agence.user.delete(chemin)).status).toBe(200);
  expect((await droit(loue.ClientId, "usufruit")).status).toBe(404);
});
