import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { verifierChaine } from "#worker/operations/controles/lecture-chaine.ts";
import { scellerHistorique } from "#worker/operations/historique/chaine.ts";
import {
  type Agence,
  APPARTEMENT,
  creer,
  LOCATAIRE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { cherche } from "../../support/fiches/marqueurs.ts";
import { corpsDe, deposer, envoyer, PDF } from "../../support/fichiers/televersements.ts";
import type { Answer } from "../../support/worker/api.ts";

const CLOS = { dateSortie: "2026-01-31" };
const EFFACEE = "Les données de cette personne ont été effacées.";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

async function bien<T>(reponse: Promise<Answer<T>>): Promise<T> {
  const { status, data, error } = await reponse;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(error)}`);
  return data;
}

const effacer = (personne: string, id: number) =>
  agence.admin.post<{ warnings: string[] }>(`/${personne}/${id}/effacer`);

const exporte = async (personne: string, id: number) => {
  const zip = await corpsDe(
    await agence.admin.fetch(`/api/${personne}/${id}/export`, { method: "GET" }),
  );
  return Object.entries(unzipSync(zip))
    .map(([nom, octets]) => `${nom} ${strFromU8(octets)}`)
    .join("\n");
};

/** Generates the document; returns the identifier of the newest version. */
async function produire(chemin: string, entite: string, id: number): Promise<number> {
  await bien(agence.admin.get(`/${chemin}/generate`));
  const [dernier] = (
    await agence.admin.get<{ id: number }[]>(`/Document?entite=${entite}&id=${id}`)
  ).data;
  return dernier?.id ?? 0;
}

const contrat = (DossierId: number) =>
  produire(`Dossier/${DossierId}/contratLocation`, "Dossier", DossierId);

async function ordre(AppartementId: number): Promise<number> {
  const { id } = await creer(agence.admin, "Intendance", {
    nature: "mission",
    AppartementId,
    dateDepart: "2026-03-01",
    dateFin: "2026-09-01",
    prix: 100,
  });
  return produire(`Appartement/${AppartementId}/ordreMissionIntendance/${id}`, "Intendance", id);
}

const ecrire = (DocumentId: number, destinataires: string[], mot: string) =>
  bien(
    agence.admin.post("/Courriel", {
      document: { DocumentId },
      destinataires,
      objet: `Objet ${mot}`,
      texte: `Bonjour ${mot}`,
    }),
  );

describe("Un courriel écrit à une personne au sujet d’une fiche qui n’est pas la sienne", () => {
  test("s’exporte et s’oublie avec elle, où qu’il ait été écrit, à ses adresses d’avant aussi", async () => {
    const { admin } = agence;
    const mot = "Zyxwvouvrage";
    const loue = await louer(admin, {
      locataire: { ...LOCATAIRE, mail: `Ancien@${mot}.example` },
      bail: CLOS,
    });
    const DocumentId = await ordre(loue.AppartementId);
    await ecrire(DocumentId, [`ancien@${mot}.example`], mot);
    await bien(admin.put(`/Locataire/${loue.LocataireId}`, { mail: `nouveau@${mot}.example` }));
    await ecrire(DocumentId, ["gardien@exemple.fr", `NOUVEAU@${mot}.example`], `${mot} bis`);
    const caution = await creer(admin, "Caution", {
      nom: "Garant",
      prenom: "Ana",
      mobile: "06 11 22 33 44",
      mail: `garant@${mot}.example`,
    });
    await bien(admin.put(`/Dossier/${loue.DossierId}/caution/add/${caution.id}`));
    await ecrire(DocumentId, [`garant@${mot}.example`], `${mot} ter`);
    await ecrire(DocumentId, ["gardien@exemple.fr"], "au gardien seul");
    await agence.house.drain();

    const zip = await exporte("Locataire", loue.LocataireId);
    for (const dit of ["", " bis", " ter"]) expect(zip).toContain(`Bonjour ${mot}${dit}`);
    expect(zip).not.toContain("au gardien seul");
    expect((await effacer("Locataire", loue.LocataireId)).status).toBe(200);
    await agence.house.drain();
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
    expect((await cherche(/au gardien seul/)).length).toBeGreaterThan(0);
  });

  test("reste à qui a la même adresse, et part avec le dernier", async () => {
    const { admin } = agence;
    const mot = "Zyxwvcommune";
    const mail = `tous@${mot}.example`;
    const { AppartementId, DossierId, LocataireId } = await louer(admin, {
      locataire: { ...LOCATAIRE, mail },
      bail: CLOS,
    });
    const autre = await creer(admin, "Client", { ...PROPRIETAIRE, mailPerso: mail });
    await ecrire(await ordre(AppartementId), [mail], mot);
    await ecrire(await contrat(DossierId), [mail], `${mot} de son bail`);
    await agence.house.drain();
    await bien(effacer("Locataire", LocataireId));
    const restent = (await cherche(new RegExp(mot, "i"))).map((lieu) => lieu.split(":")[0]);
    expect(new Set(restent)).toEqual(
      new Set([
        "Client.mailPerso",
        "Client.recherche",
        "Courriel.destinataires",
        "Courriel.objet",
        "Courriel.texte",
        "History.details",
      ]),
    );
    expect(await cherche(/de son bail/)).toEqual([]);
    await bien(effacer("Client", autre.id));
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
  });
});

describe("Un fichier passé de la personne au logement", () => {
  test.each(["Locataire", "Client"])("s’exporte et s’efface avec elle : %s", async (personne) => {
    const { admin } = agence;
    const mot = `Zyxwvpasse${personne}`;
    const contenu = new TextEncoder().encode(`%PDF-1.7\nIci ${mot}.\n%%EOF\n`);
    const { AppartementId } = await louer(admin, { bail: CLOS });
    const { id } = await creer(admin, personne, personne === "Client" ? PROPRIETAIRE : LOCATAIRE);
    for (const chemin of ["retiré", "déplacé d’un geste"]) {
      const fichier = await deposer(admin, contenu, `${mot} ${chemin}.pdf`);
      await bien(admin.put(`/${personne}/${id}/fichier/add/${fichier.id}`));
      if (chemin === "retiré")
        await bien(admin.delete(`/${personne}/${id}/fichier/remove/${fichier.id}`));
      await bien(admin.put(`/Fichier/${fichier.id}`, { [`${personne}Id`]: null, AppartementId }));
    }
    expect((await exporte(personne, id)).match(new RegExp(`Ici ${mot}`, "g"))).toHaveLength(2);
    await bien(effacer(personne, id));
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
  });
});

describe("Un téléversement en plusieurs morceaux", () => {
  test("commencé ou fini pour une personne s’oublie avec elle, et ne commence plus ensuite", async () => {
    const { admin } = agence;
    const mot = "Zyxwvmorceaux";
    const { LocataireId, DossierId } = await louer(admin, { bail: CLOS });
    const autre = await creer(admin, "Locataire", LOCATAIRE);
    const commencer = (nom: string, pour: object) =>
      admin.post<{ uploadId: string }>("/Upload", { nom, taille: PDF.length, ...pour });
    const fichier = (id: number) => ({ usage: "fichier", LocataireId: id });
    await bien(commencer(`${mot} inachevé.pdf`, fichier(LocataireId)));
    await bien(
      commencer(`${mot} signé.pdf`, {
        usage: "document",
        entite: "Dossier",
        entiteId: DossierId,
        champ: "contratLocation",
      }),
    );
    await bien(commencer("Zyxwvautre.pdf", fichier(autre.id)));
    const { uploadId } = await bien(commencer(`${mot} fini.pdf`, fichier(LocataireId)));
    const headers = { "Content-Type": "application/octet-stream" };
    await admin.fetch(`/api/Upload/${uploadId}/part/1`, { method: "PUT", headers, body: PDF });
    await bien(admin.post(`/Upload/${uploadId}/complete`));
    expect(await cherche(new RegExp(mot, "i"))).not.toEqual([]);
    await bien(effacer("Locataire", LocataireId));
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
    expect(await cherche(/Zyxwvautre/)).toHaveLength(1);
    expect((await commencer(`${mot} après.pdf`, fichier(LocataireId))).status).toBe(409);
  });
});

describe("Ce que les comptes disent d’un locataire", () => {
  test("s’exporte et s’oublie, sauf les sommes, les jours et ce que la banque a écrit", async () => {
    const { admin } = agence;
    const mot = "Zyxwvcomptes";
    const { LocataireId, DossierId } = await louer(admin, { bail: CLOS });
    await bien(
      admin.post(`/Dossier/${DossierId}/appel`, {
        nature: "reparation",
        montant: 300,
        exigibleLe: "2026-01-15",
        libelle: `Vitre cassée par ${mot}`,
      }),
    );
    const regle = (montant: number) =>
      bien(
        admin.post<{ id: number }>("/Reglement", {
          DossierId,
          date: "2026-01-20",
          montant,
          mode: "virement",
          commentaire: `De la part de ${mot}`,
        }),
      );
    await regle(100);
    const { id } = await regle(50);
    await bien(admin.post(`/Reglement/${id}/annuler`, { motif: `Erreur sur ${mot}` }));
    await envoyer(agence.admin, `/Dossier/${DossierId}/abandon`, [
      { champ: "montant", contenu: "20" },
      { champ: "date", contenu: "2026-01-25" },
      { champ: "commentaire", contenu: `Pour ${mot}` },
      { champ: "fichier", fichier: `abandon ${mot}.pdf`, contenu: PDF },
    ]);
    const db = openDb(env);
    await db.run(sql`INSERT INTO "Relance" ("DossierId", etape, "exigibleLe", montant, canal, objet, texte)
      VALUES (${DossierId}, 'rappel', '2026-01-15', 30000, 'courriel', ${mot}, ${`Cher ${mot}`})`);
    await db.run(sql`INSERT INTO "Pause" ("DossierId", motif, commentaire, jusquau)
      VALUES (${DossierId}, ${mot}, ${mot}, '2026-12-31')`);
    await db.run(sql`INSERT INTO "PayeurConnu" (empreinte, "DossierId", payeur, "vuLe")
      VALUES (${mot}, ${DossierId}, 'locataire', '2026-01-20')`);
    expect(new Set((await cherche(new RegExp(mot))).map((lieu) => lieu.split(/[.:]/)[0]))).toEqual(
      new Set([
        "Echeance",
        "History",
        "Pause",
        "PayeurConnu",
        "Reglement",
        "Relance",
        "StoredFile",
      ]),
    );
    const zip = await exporte("Locataire", LocataireId);
    for (const dit of ["De la part de", "Vitre cassée par", "Cher"])
      expect(zip).toContain(`${dit} ${mot}`);
    const montants = () =>
      db.all(sql`SELECT id, montant, date, etat FROM "Reglement" WHERE "DossierId" = ${DossierId}`);
    const avant = await montants();
    await bien(effacer("Locataire", LocataireId));
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
    expect(await montants()).toEqual(avant);
    expect(avant).toHaveLength(3);
  });
});

describe("Aucun lien ne mène à qui a été effacé", () => {
  test("ni mariage, ni contact, ni bien, ni mandat, ni bail, ni fichier", async () => {
    const { admin } = agence;
    const { LocataireId, AppartementId, DossierId } = await louer(admin, { bail: CLOS });
    const { id } = await creer(admin, "Client", PROPRIETAIRE);
    const autre = await creer(admin, "Client", PROPRIETAIRE);
    const mission = await creer(admin, "Mission", MISSION);
    const fichier = await deposer(admin, PDF, "Un.pdf");
    const caution = await creer(admin, "Caution", {
      nom: "Garant",
      prenom: "Ana",
      mobile: "06 11 22 33 44",
      mail: "ana@exemple.fr",
    });
    await bien(effacer("Client", id));
    await bien(effacer("Locataire", LocataireId));
    const refus = await Promise.all([
      admin.put(`/Client/${autre.id}`, { mariage: id }),
      admin.post("/Client", { ...PROPRIETAIRE, mariage: id }),
      admin.put(`/Appartement/${AppartementId}`, { defaultContact: id }),
      admin.post("/Appartement", { ...APPARTEMENT, defaultContact: id }),
      admin.put(`/Appartement/${AppartementId}/owner/add/${id}`),
      admin.put(`/Mission/${mission.id}/client/add/${id}`),
      admin.put(`/Client/${id}/fichier/add/${fichier.id}`),
      admin.put(`/Fichier/${fichier.id}`, { ClientId: id }),
      admin.put(`/Fichier/${fichier.id}`, { LocataireId }),
      admin.put(`/Dossier/${DossierId}/caution/add/${caution.id}`),
    ]);
    expect(refus.map(({ status }) => status)).toEqual([
      409, 409, 422, 422, 409, 409, 409, 409, 409, 409,
    ]);
    expect(refus[0]?.error.message).toBe(EFFACEE);
    const { data } = await admin.get<{ mariage: number | null }>(`/Client/${autre.id}`);
    expect(data.mariage).toBeNull();
  });
});

describe("Le bail d’un logement à plusieurs propriétaires", () => {
  const generes = async (DossierId: number) =>
    (
      await agence.admin.get<{ id: number; type: string }[]>(
        `/Document?entite=Dossier&id=${DossierId}`,
      )
    ).data;

  async function vendre(mot: string) {
    const { admin } = agence;
    const loue = await louer(admin, { bail: CLOS });
    const parti = await creer(admin, "Client", {
      ...PROPRIETAIRE,
      nom: mot,
      mailPerso: `${mot}@exemple.fr`,
    });
    await bien(admin.put(`/Appartement/${loue.AppartementId}/owner/add/${parti.id}`));
    const bail = await contrat(loue.DossierId);
    await bien(admin.get(`/Dossier/${loue.DossierId}/etiquetteLocataire/generate`));
    await ecrire(bail, [`${mot}@exemple.fr`], mot);
    await agence.house.drain();
    await bien(admin.delete(`/Appartement/${loue.AppartementId}/owner/remove/${parti.id}`));
    return { ...loue, parti: parti.id };
  }

  test("reste aux autres tant que rien de signé ne le prouve, et part avec son locataire", async () => {
    const mot = "Zyxwvindivis";
    const { DossierId, LocataireId, parti } = await vendre(mot);
    const { data: apercu } = await agence.admin.get<{ warnings: string[] }>(
      `/Client/${parti}/effacer/apercu`,
    );
    expect(apercu.warnings).toEqual([
      expect.stringMatching(/^Un document reste, seule preuve .*contrat de location/i),
    ]);
    await bien(effacer("Client", parti));
    expect((await generes(DossierId)).map(({ type }) => type)).toEqual(["contratLocation"]);
    const restes = await cherche(new RegExp(mot, "i"));
    expect(restes.map((lieu) => lieu.split("/")[0])).toEqual(["FILES documents"]);
    await bien(effacer("Client", parti));
    expect(await generes(DossierId)).toHaveLength(1);
    await bien(effacer("Locataire", LocataireId));
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
  });

  test("part quand un exemplaire signé est gardé, qui reste aux autres", async () => {
    const mot = "Zyxwvsigne";
    const { DossierId, parti } = await vendre(mot);
    const signe = { champ: "contratLocation", fichier: "bail signé.pdf", contenu: PDF };
    await envoyer(agence.admin, `/Dossier/${DossierId}`, [signe], { methode: "PUT" });
    await bien(effacer("Client", parti));
    expect(await generes(DossierId)).toEqual([]);
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
    const { data } = await agence.admin.get<{ contratLocation: string | null }>(
      `/Dossier/${DossierId}`,
    );
    expect(data.contratLocation).toBeTruthy();
  });

  test("le mandat de plusieurs mandants reste de même, sans le nom de qui est effacé", async () => {
    const { admin } = agence;
    const mot = "Zyxwvmandant";
    const mission = await creer(admin, "Mission", { ...MISSION, type: "prestation" });
    const [parti, reste] = [
      await creer(admin, "Client", { ...PROPRIETAIRE, nom: mot }),
      await creer(admin, "Client", PROPRIETAIRE),
    ];
    for (const { id } of [parti, reste])
      await bien(admin.put(`/Mission/${mission.id}/client/add/${id}`));
    await produire(`Mission/${mission.id}/ordreMission`, "Mission", mission.id);
    await bien(admin.delete(`/Mission/${mission.id}/client/remove/${parti.id}`));
    await bien(effacer("Client", parti.id));
    const restes = await cherche(new RegExp(mot, "i"));
    expect(restes.map((lieu) => lieu.split("/")[0])).toEqual(["FILES documents"]);
    await bien(admin.delete(`/Mission/${mission.id}/client/remove/${reste.id}`));
    await bien(effacer("Client", reste.id));
    expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
  });
});

describe("Effacer un locataire qui doit encore un loyer", () => {
  test("dit avant et après combien et quels mois, sans compter ce qui est payé ou annulé", async () => {
    const { admin } = agence;
    const { LocataireId, DossierId } = await louer(admin, { bail: CLOS });
    const [payee, annulee, , declaree] = await Promise.all(
      ["2025-03-01", "2025-04-01", "2025-06-01", "2025-08-01"].map((date) =>
        bien(admin.post<{ id: number; uuid: string }>(`/Quitance/generate/${DossierId}`, { date })),
      ),
    );
    const partielle = await bien(
      admin.post<{ id: number }>(`/Quitance/generate/${DossierId}`, { date: "2025-07-01" }),
    );
    await bien(admin.get(`/Quitance/switchState/true/${payee?.id}`));
    await bien(admin.post(`/Quitance/${annulee?.id}/annuler`, { motif: "Erreur" }));
    await bien(admin.put(`/Quitance/${partielle.id}`, { montantPaye: 200 }));
    await agence.house.drain();
    const lien = agence.house.mails
      .map(({ text }) => String(text))
      .findLast((text) => text.includes("août 2025"))
      ?.match(/validation\/true\/([\w-]+)/)?.[1];
    await bien(agence.personne.post(`/Quitance/validation/true/${lien}`));
    expect(declaree).toBeDefined();

    const attendus = [
      "Loyers impayés : 1 700,00 € (juin 2025, juillet 2025).",
      "Loyers déclarés payés, à confirmer : 950,00 € (août 2025).",
      expect.stringMatching(/^Le dernier bail a pris fin le 31\/01\/2026/),
    ];
    const { data: apercu } = await admin.get<{ refus: string | null; warnings: string[] }>(
      `/Locataire/${LocataireId}/effacer/apercu`,
    );
    expect(apercu.refus).toBeNull();
    expect(apercu.warnings.map((phrase) => phrase.replaceAll("\u00A0", " "))).toEqual(attendus);
    expect((await agence.user.get(`/Locataire/${LocataireId}/effacer/apercu`)).status).toBe(403);
    const { data } = await effacer("Locataire", LocataireId);
    expect(data.warnings).toEqual(apercu.warnings);
  });

  test("dit ce qui est encore détenu du locataire et que personne ne saurait plus à qui rendre", async () => {
    const { admin } = agence;
    const { LocataireId, DossierId } = await louer(admin, { bail: CLOS });
    const regle = { DossierId, date: "2026-01-31", mode: "virement", montant: 1234.5 };
    await bien(admin.post("/Reglement", regle));
    const { data } = await effacer("Locataire", LocataireId);
    expect(data.warnings.map((phrase) => phrase.replaceAll("\u00A0", " "))).toContain(
      "Sommes de ce locataire encore détenues, à lui rendre avant : avance 1 234,50 €.",
    );
  });

  test("et l’aperçu dit ce qui retient encore une personne", async () => {
    const { admin } = agence;
    const { LocataireId, DossierId } = await louer(admin);
    const { data } = await admin.get<{ refus: string }>(`/Locataire/${LocataireId}/effacer/apercu`);
    expect(data.refus).toContain(`dossier nº ${DossierId}`);
    expect((await admin.get("/Locataire/99999/effacer/apercu")).status).toBe(404);
  });
});

afterAll(async () => {
  // A legitimate erasure does not break the chain of the history.
  await scellerHistorique({ db: openDb(env) });
  expect((await verifierChaine({ db: openDb(env) })).ruptures).toEqual([]);
});
