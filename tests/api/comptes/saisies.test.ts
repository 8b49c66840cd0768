import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema/agence.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const total = async (resource: string) =>
  (await agence.admin.get(`/${resource}?page=1&limit=1`)).total;

async function poster(body: string, type = "application/json") {
  const headers = { "Content-Type": type };
  const response = await agence.admin.fetch("/api/Client", { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

describe("Une saisie hostile ou maladroite ne passe pas et ne laisse rien derrière elle", () => {
  const CAS: [string, object, string][] = [
    ["un champ inconnu", { ...PROPRIETAIRE, role: "admin" }, "role"],
    ["un champ manquant", { ...PROPRIETAIRE, nom: undefined }, "nom"],
    ["un champ vide", { ...PROPRIETAIRE, nom: "   " }, "nom"],
    ["un mauvais type", { ...PROPRIETAIRE, nom: { $gt: "" } }, "nom"],
    ["un tableau pour un texte", { ...PROPRIETAIRE, ville: ["Paris"] }, "ville"],
    ["un sens de lecture retourné", { ...PROPRIETAIRE, nom: "Du\u202Epont" }, "nom"],
    [
      "un nom sur deux lignes, d’un autre séparateur",
      { ...PROPRIETAIRE, nom: "Du\u2028pont" },
      "nom",
    ],
    ["un caractère NUL", { ...PROPRIETAIRE, nom: "Du\0pont" }, "nom"],
    ["un demi-caractère", { ...PROPRIETAIRE, nom: "\ud800" }, "nom"],
    ["un texte démesuré", { ...PROPRIETAIRE, nom: "x".repeat(5000) }, "nom"],
    ["une date qui n’existe pas", { ...PROPRIETAIRE, naissance: "1980-02-30" }, "naissance"],
    ["une adresse e-mail fausse", { ...PROPRIETAIRE, mailPro: "a@b\r\nBcc: x@y.fr" }, "mailPro"],
    ["un nom sur deux lignes", { ...PROPRIETAIRE, nom: "Du\npont" }, "nom"],
    ["un choix hors liste", { ...PROPRIETAIRE, titre: "Docteur" }, "titre"],
  ];

  test.each(CAS)("%s", async (_nom, body, champ) => {
    const avant = await total("Client");
    const { status, error } = await agence.admin.post("/Client", body);
    expect(status).toBe(422);
    expect(error.code).toBe("champs_invalides");
    expect(Object.keys(error.fields ?? {})).toEqual([champ]);
    expect(error.fields?.[champ]).toMatch(/[a-zé]/);
    expect(await total("Client")).toBe(avant);
  });

  test.each([
    ["une troisième décimale", 850.005],
    ["un montant négatif", -1],
    ["un montant infini", 1e300],
    ["un montant en texte", "850"],
  ])("%s sur un loyer", async (_nom, loyerHC) => {
    const { status, error } = await agence.admin.post("/Appartement", { ...APPARTEMENT, loyerHC });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ["loyerHC"]]);
  });

  test("un JSON illisible est 400, un autre type que JSON 415, 10 Mo 413", async () => {
    expect((await poster('{"nom":')).status).toBe(400);
    expect((await poster(JSON.stringify(PROPRIETAIRE), "text/plain")).status).toBe(415);
    expect((await poster(JSON.stringify({ nom: "x".repeat(10_000_000) }))).status).toBe(413);
    expect((await poster(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).status).toBe(422);
    for (const body of ["[]", "null", '"texte"', "12"]) {
      expect((await poster(body)).status).toBe(422);
    }
  });

  test("un corps vide, même annoncé comme JSON, se lit comme un corps sans champ", async () => {
    const vide = await poster("");
    expect(vide.status).toBe(422);
    expect(Object.keys(JSON.parse(vide.text).error.fields)).toContain("nom");
    const { id } = await creer(agence.admin, "Client", PROPRIETAIRE);
    const headers = { "Content-Type": "application/json" };
    const rien = await agence.admin.fetch(`/api/Client/${id}`, {
      method: "PUT",
      headers,
      body: "",
    });
    expect(rien.status).toBe(200);
  });

  test("une dépense dit d’un coup tout ce qui lui manque", async () => {
    const { status, error } = await agence.admin.post("/Intendance", { nature: "depense" });
    const requis = "Ce champ est requis.";
    expect([status, error.fields]).toEqual([
      422,
      { AppartementId: requis, intitule: requis, montant: requis, numFacture: requis },
    ]);
  });

  test("la pollution de prototype est un champ inconnu", async () => {
    const body = JSON.stringify(PROPRIETAIRE).replace("{", '{"__proto__":{"role":"admin"},');
    expect((await poster(body)).status).toBe(422);
  });

  test.each(["01", "1e3", "-1", "0", "1.5", "abc", "%00", "99999999999999999999"])(
    "l’identifiant « %s » est 400",
    async (id) => {
      expect((await agence.admin.get(`/Client/${id}`)).status).toBe(400);
    },
  );

  test.each(["page=0", "limit=151", "sort=password", "q=%00", "statut=tous", "inconnu=1"])(
    "la liste refuse « %s » par 422",
    async (query) => {
      const { status, error } = await agence.admin.get(`/Locataire?${query}`);
      expect(status).toBe(422);
      expect(error.fields).toHaveProperty([query.split("=")[0] as string]);
    },
  );

  test("une recherche ne sait pas s’échapper de son texte", async () => {
    await creer(agence.admin, "Locataire", { ...LOCATAIRE, nom: "100% d'O'Neil_" });
    for (const q of ["%", "_", "' OR 1=1 --", "100%", "\\"]) {
      const { data } = await agence.admin.get<{ nom: string }[]>(
        `/Locataire?q=${encodeURIComponent(q)}`,
      );
      for (const { nom } of data) expect(nom).toBe("100% d'O'Neil_");
    }
  });
});

describe("Les fiches", () => {
  test("les sections conditionnelles exigent leurs champs", async () => {
    const couple = await agence.admin.post("/Locataire", { ...LOCATAIRE, secondTitulaire: true });
    expect(Object.keys(couple.error.fields ?? {}).sort()).toEqual([
      "autreMail",
      "autreNom",
      "autrePrenom",
      "autreTel",
    ]);
    const gardien = await agence.admin.post("/Appartement", {
      ...APPARTEMENT,
      gardienTel: "01 02 03 04 05",
    });
    expect(Object.keys(gardien.error.fields ?? {})).toEqual(["gardienNom"]);
    const syndic = await agence.admin.post("/Appartement", {
      ...APPARTEMENT,
      syndicMail: "syndic@exemple.fr",
    });
    expect(Object.keys(syndic.error.fields ?? {})).toEqual(["syndicNom"]);
  });

  test("une modification partielle garde le reste, null vide, une version périmée est 409", async () => {
    const client = await creer<{ id: number; updatedAt: string }>(
      agence.admin,
      "Client",
      PROPRIETAIRE,
    );
    const path = `/Client/${client.id}`;
    const { data } = await agence.admin.put<Record<string, unknown>>(path, {
      ville: null,
      updatedAt: client.updatedAt,
    });
    expect(data).toMatchObject({ ville: null, adresse: PROPRIETAIRE.adresse, titre: "Madame" });
    const perime = await agence.admin.put(path, { ville: "Nice", updatedAt: client.updatedAt });
    expect([perime.status, perime.error.message]).toEqual([
      409,
      "Cette fiche a été modifiée entre-temps.",
    ]);
    expect((await agence.admin.get<{ ville: null }>(path)).data.ville).toBeNull();
  });

  test("la recherche ignore accents et casse, et trouve un téléphone quelle que soit sa forme", async () => {
    await creer(agence.admin, "Locataire", {
      ...LOCATAIRE,
      nom: "Żółć-Béranger",
      prenom: "Łukasz",
      tel: "07 98.76 54-32",
    });
    for (const q of ["ZOLC", "beranger łukasz", "0798765432", "07 98 76"]) {
      const { data } = await agence.admin.get<{ nom: string }[]>(
        `/Locataire?page=1&q=${encodeURIComponent(q)}`,
      );
      expect(data.map(({ nom }) => nom)).toContain("Żółć-Béranger");
    }
  });

  test("ouvrir un dossier recopie loyer et charges sur l’appartement, le clore en retire le locataire", async () => {
    const { AppartementId, LocataireId, DossierId } = await louer(agence.admin, {
      bail: { loyerHC: 912.34, loyerCharge: 87.66 },
    });
    const fiche = () =>
      agence.admin.get<{
        loyer: object;
        statut: string;
        locataires: { id: number }[];
        history: { etat: string }[];
      }>(`/Appartement/${AppartementId}`);
    expect((await fiche()).data).toMatchObject({
      loyer: { loyerHC: 912.34, charge: 87.66, loyerTCC: 1000 },
      statut: "Occupé",
      locataires: [{ id: LocataireId }],
    });
    const { status, data } = await agence.admin.delete<Record<string, unknown>>(
      `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`,
      { dateSortie: "2025-06-30" },
    );
    expect(status).toBe(200);
    expect(Object.keys(data).sort()).toEqual(["appartement", "history", "locataire", "warnings"]);
    expect((await fiche()).data).toMatchObject({ statut: "Vacant", locataires: [] });
    expect((await fiche()).data.history.map(({ etat }) => etat)).toContain("Sortie d’un locataire");
    const dossier = await agence.admin.get(`/Dossier/${DossierId}`);
    expect(dossier.data).toMatchObject({ clos: true, dateSortie: "2025-06-30" });
  });

  test("les montants calculés sont ceux du serveur, quoi qu’on envoie", async () => {
    const { DossierId } = await louer(agence.admin, {
      bail: {
        ...BAIL,
        loyerTTC: 1,
        fraisDossierTTC: 120,
        fraisDossierTauxTVA: 20,
        fraisDossierHT: 1,
        fraisDossierTVA: 1,
        encadrement: {
          surface: 45.6,
          loyerReference: 15,
          loyerReferenceMajore: 18,
          montantBase: 1,
          complementLoyer: 1,
        },
      },
    });
    const { data } = await agence.admin.get(`/Dossier/${DossierId}`);
    expect(data).toMatchObject({
      loyerTTC: 950,
      fraisDossierHT: 100,
      fraisDossierTVA: 20,
      encadrement: { montantBase: 820.8, complementLoyer: 29.2 },
    });
  });

  test("l’export CSV s’ouvre dans un tableur français et n’exécute aucune formule", async () => {
    await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: "=2+5;cmd|' /C calc'!A0" });
    const response = await agence.admin.fetch("/api/Client.csv?q=cmd");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [entete, ligne] = new TextDecoder().decode(bytes).split("\r\n");
    expect(entete).toContain("Titre;Nom;Prénom");
    expect(ligne).toContain("'=2+5;cmd");
  });
});

test("Un réglage ne reçoit que ce qu’il peut valoir", async () => {
  const poser = (nom: string, valeur: unknown) => agence.admin.post("/Variable", { nom, valeur });
  for (const [nom, valeur] of [
    ["tva", "vingt"],
    ["tva", 120],
    ["agenceEmail", "nulle part"],
    ["agenceNom", ""],
    ["zoneDefaut", "lunaire"],
  ] as const) {
    const { status, error } = await poser(nom, valeur);
    expect([nom, status, Object.keys(error.fields ?? {})]).toEqual([nom, 422, ["valeur"]]);
  }
  const { data } = await poser("tva", 5.5);
  expect(data).toMatchObject({ nom: "tva", valeur: "5.5" });
  expect((await poser("remarque", "ce qu’on veut")).status).toBe(201);
  const id = (data as { id: number }).id;
  const refus = await agence.admin.put(`/Variable/${id}`, { valeur: "vingt" });
  expect([refus.status, refus.error.fields]).toEqual([422, { valeur: "Un taux est attendu." }]);
  expect((await agence.admin.put(`/Variable/${id}`, { valeur: "20,0" })).status).toBe(200);
});

test("Un réglage rangé illisible n’empêche rien : les documents le disent et prennent son défaut", async () => {
  const { DossierId } = await louer(agence.admin);
  const [{ id } = { id: 0 }] = await openDb(env)
    .insert(variables)
    .values({ nom: "plafondEdl", valeur: "trois" })
    .returning({ id: variables.id });
  const contrat = async () =>
    (
      await agence.admin.get<{ warnings: string[] }>(
        `/Dossier/${DossierId}/contratLocation/generate`,
      )
    ).data.warnings.filter((phrase) => phrase.includes("État des lieux"));
  expect(await contrat()).toEqual([
    "Le réglage «\u00A0Plafonds des honoraires du locataire, État des lieux\u00A0» ne peut pas valoir «\u00A0trois\u00A0»\u00A0: sa valeur par défaut est employée.",
  ]);
  expect((await agence.admin.put(`/Variable/${id}`, { valeur: "3,03" })).status).toBe(200);
  expect(await contrat()).toEqual([]);
});

describe("Un dossier qui a ses quittances", () => {
  test("ne passe ni à un autre appartement ni à un autre locataire", async () => {
    const [bail, autre] = [await louer(agence.admin), await louer(agence.admin)];
    const deplacer = (lien: object) => agence.user.put(`/Dossier/${bail.DossierId}`, lien);
    const ailleurs = { AppartementId: autre.AppartementId };
    expect((await deplacer(ailleurs)).status).toBe(200);
    expect((await deplacer({ AppartementId: bail.AppartementId })).status).toBe(200);
    const mois = { date: "2025-03-01" };
    expect((await agence.user.post(`/Quitance/generate/${bail.DossierId}`, mois)).status).toBe(201);
    expect((await deplacer(ailleurs)).status).toBe(409);
    expect((await deplacer({ LocataireId: autre.LocataireId })).status).toBe(409);
    expect((await deplacer({ AppartementId: bail.AppartementId })).status).toBe(200);
  });

  test("ni à un appartement qui n’existe pas, et le champ le dit", async () => {
    const { DossierId } = await louer(agence.admin);
    const { status, error } = await agence.user.put(`/Dossier/${DossierId}`, {
      AppartementId: 999_999,
    });
    expect([status, error.fields]).toEqual([422, { AppartementId: "Cette fiche n’existe pas." }]);
  });
});

test("Quarante personnes qui enregistrent à la fois enregistrent toutes", async () => {
  const avant = await total("Client");
  const personnes = Array.from({ length: 40 }, async () => {
    for (let fois = 0; fois < 10; fois++) await creer(agence.user, "Client", PROPRIETAIRE);
  });
  await Promise.all(personnes);
  expect(await total("Client")).toBe(avant + 400);
});
