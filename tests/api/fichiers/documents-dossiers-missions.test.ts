import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Agence,
  creer,
  IDENTITE,
  louer,
  MISSION,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

interface Genere {
  generated: string;
  warnings: string[];
}

let agence: Agence;
let loue: Awaited<ReturnType<typeof louer>>;

beforeAll(async () => {
  agence = await ouvrirAgence();
  loue = await louer(agence.user, { appartement: { digicode: "12A45", detailClef: "2 clefs" } });
});

async function generer(path: string) {
  const { status, data } = await agence.user.get<Genere>(path);
  expect(status).toBe(200);
  const objet = await env.FILES.get(data.generated);
  const octets = new Uint8Array((await objet?.arrayBuffer()) ?? []);
  return { ...readPdf(octets), ...data };
}

const INVENTAIRE = {
  lieu: "Paris",
  date: "2025-01-01",
  clef: "2 clefs de porte",
  eauFroide: "12 m³",
  eauChaude: "4 m³",
  chauffage: "Radiateurs",
  antenne: "Oui",
  amenagement: "Placards",
  pieces: [{ nom: "Salon bleu", mur: "Neuf" }],
};

test("l'état des lieux de sortie compare les deux inventaires du dossier", async () => {
  const { DossierId } = loue;
  await agence.user.put(`/Dossier/${DossierId}/etatIn/set`, INVENTAIRE);
  await agence.user.put(`/Dossier/${DossierId}/etatOut/set`, {
    ...INVENTAIRE,
    date: "2026-10-31",
    pieces: [{ nom: "Salon bleu", mur: "Usé" }],
  });
  const entree = await generer(`/Dossier/${DossierId}/etatIn/generate`);
  expect(entree.title).toBe("ÉTAT DES LIEUX D'ENTRÉE – Monsieur Léo DUPONT");
  expect(entree.text).toContain("Salon bleu Murs Neuf");
  const sortie = await generer(`/Dossier/${DossierId}/etatOut/generate`);
  expect(sortie.text).toContain("Salon bleu Murs Neuf Usé à préciser");
});

test("l'ordre de mission nomme le mandant, le bien et l'échéancier", async () => {
  const mission = await creer(agence.user, "Mission", {
    type: "gestion",
    nbAppart: 1,
    dateSignature: "2026-01-01",
    valeurMissionAppt: 600,
    accompte1: 200,
    accompte2: 200,
  });
  await agence.user.put(`/Mission/${mission.id}/client/add/${loue.ClientId}`);
  await agence.user.put(`/Mission/${mission.id}/appartement/add/${loue.AppartementId}`);
  const { text, warnings } = await generer(`/Mission/${mission.id}/ordreMission/generate`);
  for (const mention of ["Madame Jeanne DE LA TOUR", "27 bis boulevard Saint-Michel", "200,00 €"])
    expect(text).toContain(mention);
  expect(warnings.join(" ")).toContain("registre des mandats");
});

test("le bail s'accorde avec le mandat du logement, ou le dit ; la fiche du logement donne ses honoraires", async () => {
  const { AppartementId, DossierId } = loue;
  const honoraires = {
    honorairesLocationMandant: 500,
    honorairesLocationLocataire: 420,
    honorairesEdlMandant: 130,
    honorairesEdlLocataire: 120,
  };
  const mission = await creer(agence.user, "Mission", {
    ...honoraires,
    type: "location",
    nbAppart: 1,
    dateSignature: "2026-02-01",
    valeurMissionAppt: 0,
    accompte1: 0,
    accompte2: 0,
  });
  await agence.user.put(`/Mission/${mission.id}/appartement/add/${AppartementId}`);
  const { data } = await agence.user.get<{ mandat: unknown }>(`/Appartement/${AppartementId}`);
  expect(data.mandat).toEqual(honoraires);

  await agence.user.put(`/Dossier/${DossierId}`, {
    honorairesBailleurTTC: 600,
    fraisDossierTTC: 420,
    fraisEdlBailleurTTC: 130,
  });
  const { text, warnings } = await generer(`/Dossier/${DossierId}/contratLocation/generate`);
  expect(text).toContain("600,00 € 420,00 €");
  expect(warnings.filter((phrase) => phrase.includes("mandat ("))).toEqual([
    expect.stringMatching(/bailleur \(600,00.€\) ne sont pas ceux du mandat \(500,00.€\)/),
  ]);
});

test("une société signe par son représentant, du mandat à l'écran", async () => {
  const societe = await creer(agence.user, "Client", {
    qualite: "personne_morale",
    nom: "Delorme SAS",
    representantNom: "Paul Delorme",
    representantQualite: "président",
    adresseDefaut: "adresse",
    mailDefaut: "contact@exemple.fr",
    telDefaut: "01 23 45 67 89",
  });
  const mission = await creer(agence.user, "Mission", {
    type: "gestion",
    nbAppart: 1,
    valeurMissionAppt: 600,
    accompte1: 200,
    accompte2: 200,
  });
  for (const id of [societe.id, loue.ClientId])
    await agence.user.put(`/Mission/${mission.id}/client/add/${id}`);
  const { text } = await generer(`/Mission/${mission.id}/ordreMission/generate`);
  expect(text).toContain(
    "DELORME SAS, représentée par Paul Delorme, en qualité de président, dûment habilité(e)",
  );
  expect(text).toContain("en trois exemplaires");
});

describe("l'ordre d'intendance", () => {
  test("tait le digicode ; celui d'un autre appartement ou d'une dépense n'existe pas", async () => {
    const { AppartementId } = loue;
    const mission = await creer(agence.user, "Intendance", {
      AppartementId,
      dateDepart: "2026-01-01",
      dateFin: "2026-12-31",
      prix: 1000,
    });
    const unJour = await creer(agence.user, "Intendance", {
      AppartementId,
      dateDepart: "2026-01-31",
      dateFin: "2026-01-31",
      prix: 50,
    });
    const depense = await creer(agence.user, "Intendance", {
      AppartementId,
      nature: "depense",
      intitule: "Plombier",
      montant: 90,
      numFacture: "F1",
    });
    const chemin = (appartement: number, intendance: number) =>
      `/Appartement/${appartement}/ordreMissionIntendance/${intendance}/generate`;
    const { text } = await generer(chemin(AppartementId, mission.id));
    expect(text).toContain("Mission du 1er janvier au 31 décembre 2026");
    expect(text).not.toContain("12A45");
    const { generated } = await generer(chemin(AppartementId, unJour.id));
    const { headers } = await agence.user.fetch(`/files/${generated}`);
    expect(headers.get("Content-Disposition")).toMatch(/intendance_2026-01-31_[^\d]*\d+_BIS/i);
    for (const absent of [chemin(AppartementId, depense.id), chemin(99_999, mission.id)])
      expect((await agence.user.get(absent)).status).toBe(404);
  });
});

describe("les étiquettes", () => {
  test("du locataire sont au logement loué tant que le dossier court, puis à son adresse", async () => {
    const { DossierId } = loue;
    const chemin = `/Dossier/${DossierId}/etiquetteLocataire/generate`;
    const { pages, text } = await generer(`${chemin}?position=21&copies=2`);
    expect(pages).toHaveLength(2);
    expect(text).toContain("M LÉO DUPONT 4E ÉTAGE 27 BIS BOULEVARD SAINT-MICHEL 75005 PARIS");
    const parti = await louer(agence.user, { bail: { dateSortie: "2025-06-30" } });
    const { text: ancien } = await generer(
      `/Dossier/${parti.DossierId}/etiquetteLocataire/generate`,
    );
    expect(ancien).toBe("M LÉO DUPONT 1 RUE DE LA PAIX 75002 PARIS");
  });

  test("d'une caution, avec un avertissement sans adresse", async () => {
    const caution = await creer(agence.user, "Caution", {
      nom: "Żółć",
      prenom: "Anna",
      titre: "Madame",
      mobile: "06 12 34 56 78",
      mail: "anna@exemple.fr",
    });
    const { text, warnings } = await generer(`/Dossier/etiquetteCaution/${caution.id}/generate`);
    expect(text).toContain("MME ANNA ŻÓŁĆ");
    expect(warnings).toEqual(["L'adresse de l'étiquette est incomplète."]);
  });

  test.each(["position=22", "position=0", "position=1e1", "copies=211", "copies=-1", "copies="])(
    "refusent %s",
    async (query) => {
      const { status, error } = await agence.user.get(
        `/Dossier/${loue.DossierId}/etiquetteLocataire/generate?${query}`,
      );
      expect(status).toBe(422);
      expect(Object.keys(error?.fields ?? {})).toEqual([query.split("=")[0]]);
    },
  );
});

test("un dossier, une mission ou une caution absents sont introuvables", async () => {
  for (const path of [
    "/Dossier/99999/etatIn/generate",
    "/Dossier/99999/etatOut/generate",
    "/Mission/99999/ordreMission/generate",
    "/Dossier/99999/etiquetteLocataire/generate",
    "/Dossier/etiquetteCaution/99999/generate",
  ]) {
    expect((await agence.user.get(path)).status).toBe(404);
    expect((await agence.personne.get(path)).status).toBe(401);
  }
});

test("le locataire d'un stationnement a son contrat, ses étiquettes et son avis à son adresse", async () => {
  const { DossierId } = await louer(agence.user, {
    appartement: { adresse: "3 impasse du Parking", situation: "Box n° 7", nbPiece: null },
    locataire: { adresse: "8 rue des Bains", codePostal: "44000", ville: "Nantes" },
    bail: { typeBail: "stationnement", vehicule: "Twingo" },
  });
  const contrat = await generer(`/Dossier/${DossierId}/contratLocation/generate`);
  expect(contrat.text).toContain("CONTRAT DE LOCATION D'UN EMPLACEMENT DE STATIONNEMENT");
  expect(contrat.text).toContain("Emplacement Box n° 7");
  expect(contrat.text).toContain("Véhicule Twingo");
  const etiquettes = await generer(`/Dossier/${DossierId}/etiquetteLocataire/generate`);
  expect(etiquettes.text).toContain("8 RUE DES BAINS");
  expect(etiquettes.text).not.toMatch(/impasse/i);
  const { data } = await agence.user.post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
    date: "2026-01-01",
  });
  const { data: avis } = await agence.user.get<Genere>(`/Quitance/${data.id}/generate`);
  const reponse = await agence.user.fetch(`/api/${avis.generated}`);
  const { text } = readPdf(new Uint8Array(await reponse.arrayBuffer()));
  expect(text).toContain("8 rue des Bains");
  expect(text).toMatch(/EMPLACEMENT\b.*Box n° 7/);
  expect(text).not.toMatch(/logement|étage/i);
});

test("l'avis d'un stationnement garde la TVA qu'il avait le jour où il a été fait", async () => {
  const { DossierId } = await louer(agence.user, {
    bail: { typeBail: "stationnement", regimeTva: "franchise", loyerHC: 90, loyerCharge: 10 },
  });
  const avis = async (date: string) => {
    const { data } = await agence.user.post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
      date,
    });
    const reponse = await agence.user.fetch(`/api/quitance/download/${data.id}`);
    return readPdf(new Uint8Array(await reponse.arrayBuffer())).text;
  };
  const franchise = "TVA non applicable, art. 293 B du CGI";
  expect(await avis("2026-01-01")).toContain(franchise);
  await agence.user.put(`/Dossier/${DossierId}`, { regimeTva: "normale" });
  expect(await avis("2026-02-01")).toContain("Dont TVA 20 % : 16,67 €");
  expect(await avis("2026-01-01")).toContain(franchise);
});

test("une annexe cochée par l'agence n'est plus réclamée ; une annexe inconnue est refusée", async () => {
  const { DossierId } = loue;
  const sansRien = await generer(`/Dossier/${DossierId}/contratLocation/generate`);
  expect(sansRien.warnings.join()).toContain("DPE, État des risques");
  const put = await agence.user.put(`/Dossier/${DossierId}`, { annexes: ["dpe", "risques"] });
  expect(put.status).toBe(200);
  const cochees = await generer(`/Dossier/${DossierId}/contratLocation/generate`);
  expect(cochees.warnings.join()).not.toContain("État des risques");
  const refus = await agence.user.put(`/Dossier/${DossierId}`, { annexes: ["photo"] });
  expect(refus.status).toBe(422);
});

test("un mandat réimprimé garde les conditions de sa signature ; chaque changement a son avenant à signer", async () => {
  const mission = await creer(agence.user, "Mission", {
    type: "gestion",
    nbAppart: 1,
    dateSignature: "2025-03-12",
    numRegistre: "2025-031",
    valeurMissionAppt: 0,
    accompte1: 0,
    accompte2: 0,
  });
  await agence.user.put(`/Mission/${mission.id}/client/add/${loue.ClientId}`);
  const changer = (corps: object) => agence.admin.put(`/Mission/${mission.id}/conditions`, corps);
  await changer({ depuis: "2025-04-01", modeFonds: "agence", tauxHonoraires: 6.5 });
  await changer({ depuis: "2026-09-01", modeFonds: "agence", tauxHonoraires: 7 });

  const mandat = await generer(`/Mission/${mission.id}/ordreMission/generate`);
  expect(mandat.text).toContain("6,5 % HT, soit 7,8 % TTC");
  expect(mandat.text).not.toContain("7 % HT");

  const { data } = await agence.user.get<{ id: number; depuis: string; avenant: boolean }[]>(
    `/Mission/${mission.id}/conditions`,
  );
  expect(data.map(({ depuis, avenant }) => [depuis, avenant])).toEqual([
    ["2026-09-01", true],
    ["2025-04-01", false],
  ]);
  const [nouvelles, signees] = data.map(({ id }) => id);
  const avenant = await generer(`/ConditionsMandat/${nouvelles}/avenant/${mission.id}/generate`);
  for (const mention of [
    "AVENANT N° 1 AU MANDAT DE GESTION N° 2025-031",
    "À compter du 1er septembre 2026",
    "signé le 12 mars 2025, à compter du 1er septembre 2026",
    "Honoraires de gestion 6,5 % HT, soit 7,8 % TTC, des loyers et charges encaissés 7 % HT, soit 8,4 % TTC, des loyers et charges encaissés",
    "Les autres stipulations du mandat demeurent inchangées.",
    "« Bon pour avenant »",
  ])
    expect(avenant.text).toContain(mention);
  expect(avenant.text).not.toContain("Comptes rendus");
  const refus = await agence.user.get(
    `/ConditionsMandat/${signees}/avenant/${mission.id}/generate`,
  );
  expect(refus.status).toBe(422);
});

test("sans la carte ni le garant de l'agence, le mandat est refusé et nomme les réglages, le bail avertit", async () => {
  const mission = await creer(agence.user, "Mission", MISSION);
  const chemin = `/Mission/${mission.id}/ordreMission/generate`;
  const { data: reglages } = await agence.admin.get<{ id: number; nom: string }[]>("/Variable");
  const dire = async (dits: Partial<typeof IDENTITE>) => {
    for (const [nom, valeur] of Object.entries(dits)) {
      const id = reglages.find((reglage) => reglage.nom === nom)?.id;
      expect((await agence.admin.put(`/Variable/${id}`, { valeur })).status).toBe(200);
    }
  };
  await dire({ carteNumero: "", garantNom: "" });
  const refus = await agence.user.fetch(`/api${chemin}`);
  expect([refus.status, await refus.json()]).toMatchObject([
    422,
    {
      error: {
        message: expect.stringContaining("Ce mandat doit porter le numéro de carte"),
        details: { reglages: ["carteNumero", "garantNom"] },
      },
    },
  ]);
  const bail = await generer(`/Dossier/${loue.DossierId}/contratLocation/generate`);
  expect(bail.warnings.join().replaceAll("\u00A0", " ")).toContain(
    "Le bail ne mentionne pas le numéro de carte professionnelle ni le garant financier de l'agence :",
  );
  const mandataire = bail.text.slice(bail.text.indexOf("Activité exercée"));
  expect(mandataire.slice(0, mandataire.indexOf("Le locataire"))).not.toMatch(/Carte|Garant|……/);
  await dire(IDENTITE);
  expect((await agence.user.get(chemin)).status).toBe(200);
});
