import type { Client } from "@libsql/client/web";
import { aujourdhui, moisDe } from "#domain/dates.ts";

export interface Calls {
  send(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** For what no call makes: an uncertain mail, a message given up. */
  database: Client;
}

const PROPRIETAIRE = {
  nom: "de La Tour",
  prenom: "Jeanne",
  adresseDefaut: "adresse",
  mailDefaut: "mailPerso",
  telDefaut: "mobilePerso",
};
const LIEU = { adresse: "3 place Monge", codePostal: "75005", ville: "Paris" };
const APPARTEMENT = { ...LIEU, loyerHC: 850, charge: 100 };
const LOCATAIRE = {
  ...LIEU,
  nom: "Dupont",
  prenom: "Léo",
  mail: "leo@exemple.fr",
  tel: "0123456789",
};
const BAIL = {
  dateEntree: "2025-01-01",
  dateCreationBail: "2024-12-20",
  dateDebutBail: "2025-01-01",
  depotGarantie: 850,
  jourQuitance: 5,
  loyerHC: 850,
  loyerCharge: 100,
  numFraisDossier: "F-18",
};
const MISSION = {
  type: "gestion",
  nbAppart: 2,
  valeurMissionAppt: 300,
  accompte1: 100,
  accompte2: 0,
};
const ACCOMPTE = { dateDepart: "2026-01-01", dateFin: "2026-02-01", prix: 120, tva: 20 };
const INTENDANCE = {
  AppartementId: 1,
  dateDepart: "2026-01-01",
  dateFin: "2026-12-31",
  prix: 120,
};
const CAUTION = { nom: "Martin", prenom: "Zoé", mail: "zoe@exemple.fr", mobile: "0611223344" };
const INVENTAIRE = {
  lieu: "Paris",
  date: "2026-01-05",
  clef: "2 clefs",
  eauFroide: "12 m³",
  eauChaude: "3 m³",
  chauffage: "—",
  antenne: "collective",
  amenagement: "placard",
};
const MANUELLE = { date: "2026-01-10", dateFin: "2026-01-20", prixHC: 300, charge: 40 };
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);
const MOT_DE_PASSE = "un-mot-de-passe-a-elle";

/** A record to create, and a change of it. */
const RESSOURCES: Record<string, [object, object]> = {
  Client: [PROPRIETAIRE, { ville: "Nantes" }],
  Appartement: [APPARTEMENT, { charge: 110 }],
  Locataire: [LOCATAIRE, { ville: "Lille" }],
  Dossier: [
    { ...BAIL, AppartementId: 1, LocataireId: 1, dateFinBail: "2025-06-30" },
    { lieuSignature: "Lyon" },
  ],
  Mission: [MISSION, { nbAppart: 3 }],
  Accompte: [ACCOMPTE, { mode: "Cheque" }],
  Intendance: [INTENDANCE, { regle: true }],
  Caution: [CAUTION, { ville: "Rennes" }],
  EtatLieux: [{ ...INVENTAIRE, AppartementId: 1 }, { lieu: "Versailles" }],
  Equipement: [{ nom: "Parquet" }, { collectif: true }],
  Variable: [{ nom: "essai", valeur: "1" }, { valeur: "2" }],
};

type Fiche = Record<string, unknown> & { id: number; url: string };

/** Calls every route of the API once at least, each time with success. */
export async function callEverything({ send, database }: Calls): Promise<void> {
  const data = async <T = Fiche>(answer: Response) => (await answer.json<{ data: T }>()).data;
  const get = async <T = Fiche>(path: string) => data<T>(await send("GET", `/api${path}`));
  const json = async <T = Fiche>(method: string, path: string, body: object = {}) =>
    data<T>(
      await send(method, `/api${path}`, {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const post = <T = Fiche>(path: string, body?: object) => json<T>("POST", path, body);
  const put = <T = Fiche>(path: string, body?: object) => json<T>("PUT", path, body);
  const remove = (path: string) => send("DELETE", `/api${path}`);
  const form = async (method: string, path: string, ...fields: string[]) => {
    const body = new FormData();
    for (const field of fields) body.append(field, new File([PNG], "pixel.png"));
    return data(await send(method, `/api${path}`, { body }));
  };

  async function reading() {
    for (const path of ["/health", "/version", "/openapi.json", "/docs", "/user/me", "/dashboard"])
      await send("GET", `/api${path}`);
    const others = ["Fichier", "Image", "User", "Quitance", "History", "Document"];
    for (const name of [...Object.keys(RESSOURCES), ...others]) {
      await send("GET", `/api/${name}`);
      await send("GET", `/api/${name}?page=1&limit=20&q=a`);
      await send("GET", `/api/${name}.csv`);
    }
    const [trace] = await get<Fiche[]>("/History?page=1&limit=1");
    await get(`/History/${trace?.id}`);
    await get("/Appartement/client/1");
    const [version] = await get<Fiche[]>("/Document?page=1&limit=1");
    await get(`/Document/${version?.id}`);
  }

  async function records() {
    for (const [name, [creation, change]] of Object.entries(RESSOURCES)) {
      const { id } = await post(`/${name}`, creation);
      await get(`/${name}/${id}`);
      await put(`/${name}/${id}`, change);
      await remove(`/${name}/${id}`);
    }
  }

  async function accounts() {
    const email = "camille@agence.example";
    const { user, password } = await post<{ user: Fiche; password: string }>("/user/register", {
      email,
      role: "user",
    });
    const login = (password: string) =>
      post<{ user: { token: string } }>("/user/login", { credentials: { email, password } });
    const { token } = (await login(password)).user;
    await send("POST", "/api/user/setPassword", {
      headers: { authorization: `Token ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ password: MOT_DE_PASSE }),
    });
    await login(MOT_DE_PASSE);
    await post(`/user/${encodeURIComponent(email)}/resetPassword`);
    await get(`/User/${user.id}`);
    await put(`/User/${user.id}`, { role: "user_delete" });
    await remove(`/User/${user.id}`);
    await post("/User", { email, role: "user" });
  }

  /** What is added, then removed. */
  async function links() {
    const [client, equipement, locataire] = [
      await post("/Client", PROPRIETAIRE),
      await post("/Equipement", { nom: "Parquet ancien" }),
      await post("/Locataire", LOCATAIRE),
    ];
    const [appartement, mission, accompte, caution] = [
      await post("/Appartement", APPARTEMENT),
      await post("/Mission", MISSION),
      await post("/Accompte", ACCOMPTE),
      await post("/Caution", CAUTION),
    ];
    const [fichier, image] = [
      await form("POST", "/Fichier", "url"),
      await form("POST", "/Image", "url"),
    ];
    for (const [base, id, ...methods] of [
      [`/Appartement/${appartement.id}/owner`, client.id, "DELETE"],
      [`/Appartement/${appartement.id}/equipement`, equipement.id, "PUT"],
      [`/Appartement/${appartement.id}/image`, image.id, "PUT", "DELETE"],
      [`/Client/${client.id}/fichier`, fichier.id, "PUT", "DELETE"],
      [`/Locataire/${locataire.id}/fichier`, fichier.id, "PUT", "DELETE"],
      [`/Mission/${mission.id}/client`, client.id, "DELETE"],
      [`/Mission/${mission.id}/accompte`, accompte.id, "DELETE"],
      [`/Mission/${mission.id}/appartement`, appartement.id, "DELETE"],
      ["/Dossier/1/caution", caution.id, "DELETE"],
    ] as const) {
      for (const method of methods) {
        await put(`${base}/add/${id}`);
        await json(method, `${base}/remove/${id}`);
      }
    }
    const contact = { defaultContact: client.id };
    await put(`/Appartement/${appartement.id}/owner/add/${client.id}`);
    await put(`/Appartement/${appartement.id}`, contact);
    const occupation = `/Appartement/${appartement.id}/tenant`;
    await put(`${occupation}/add/${locataire.id}`, BAIL);
    await json("DELETE", `${occupation}/remove/${locataire.id}`);
    for (const side of ["etatIn", "etatOut"])
      for (let time = 0; time < 2; time++) await put(`/Dossier/1/${side}/set`, INVENTAIRE);
    const { id } = await post("/Intendance", INTENDANCE);
    await put(`/Intendance/${id}/renouveler`);
  }

  async function files() {
    const { id, url } = await form("POST", "/Fichier", "url");
    await get(`/Fichier/${id}`);
    await send("GET", `/files/${url}`);
    await put(`/Fichier/${id}`, { nom: "Bail", ClientId: 1 });
    await form("PUT", `/Fichier/${id}`, "url");
    // The one that was replaced stays, with its former version.
    await remove(`/Fichier/${(await form("POST", "/Fichier", "url")).id}`);
    const image = await form("POST", "/Image", ...Array.from({ length: 20 }, () => "url"));
    const [premiere] = image as unknown as Fiche[];
    await get(`/Image/${premiere?.id}`);
    await put(`/Image/${premiere?.id}`, { AppartementId: 1 });
    await remove(`/Image/${premiere?.id}`);

    const open = (values: object) =>
      post<{ uploadId: string }>("/Upload", { nom: "a.png", taille: PNG.length, ...values });
    for (const values of [
      { usage: "image", AppartementId: 1 },
      { usage: "fichier", ClientId: 1 },
      { usage: "document", entite: "Dossier", entiteId: 1, champ: "contratLocation" },
      { usage: "document", entite: "Dossier", entiteId: 1, champ: "contratLocation" },
    ]) {
      const { uploadId } = await open(values);
      await send("PUT", `/api/Upload/${uploadId}/part/1`, {
        headers: { "Content-Type": "application/octet-stream" },
        body: PNG,
      });
      await get(`/Upload/${uploadId}`);
      await post(`/Upload/${uploadId}/complete`);
    }
    await remove(`/Upload/${(await open({ usage: "fichier" })).uploadId}`);
  }

  async function signedDocuments() {
    const [mission, intendance, caution, etat] = [
      await post("/Mission", MISSION),
      await post("/Intendance", INTENDANCE),
      await post("/Caution", CAUTION),
      await post("/EtatLieux", INVENTAIRE),
    ];
    for (const [path, ...fields] of [
      ["/Dossier/2", "contratLocation", "inventaireEntree", "inventaireSortie"],
      [`/Mission/${mission.id}`, "ordreMission"],
      [`/Intendance/${intendance.id}`, "ordreMission"],
      [`/Caution/${caution.id}`, "acteCautionnementSigned"],
      [`/EtatLieux/${etat.id}`, "signed"],
    ] as const) {
      for (let time = 0; time < 2; time++) await form("PUT", path, ...fields);
      for (const field of fields) await remove(`${path}/${field}`);
    }
  }

  async function documents() {
    const caution = await post("/Caution", CAUTION);
    await put(`/Dossier/1/caution/add/${caution.id}`);
    const mission = await post("/Mission", MISSION);
    await put(`/Mission/${mission.id}/client/add/1`);
    await put(`/Mission/${mission.id}/appartement/add/1`);
    const intendance = await post("/Intendance", INTENDANCE);
    for (const path of [
      "Dossier/1/contratLocation",
      "Dossier/1/etatIn",
      "Dossier/1/etatOut",
      "Dossier/1/etiquetteLocataire",
      "Dossier/inventaireMobilier/1",
      `Dossier/1/acteCautionnement/${caution.id}`,
      `Dossier/etiquetteCaution/${caution.id}`,
      `Mission/${mission.id}/ordreMission`,
      `Appartement/1/ordreMissionIntendance/${intendance.id}`,
    ])
      for (let time = 0; time < 2; time++) await get(`/${path}/generate`);
  }

  async function receipts() {
    const today = aujourdhui(new Date());
    const [annee, mois] = moisDe(today).split("-");
    const { id, DossierId } = await post("/Quitance/generate/3", { date: today });
    await post("/Quitance/generate/3", { date: today });
    await post("/Quitance", { ...MANUELLE, DossierId });
    const derniere = await post("/Quitance/generate/manual/3", MANUELLE);
    await get(`/Quitance/${id}`);
    await get(`/Quitance/byDate/${mois}-${annee}`);
    await get(`/Quitance/byYear/${annee}`);
    await send("GET", `/api/quitance/download/${id}`);
    for (const state of [true, false]) {
      await get(`/Quitance/switchState/${state}/${id}`);
      await get(`/Quitance/${id}/generate`);
      await send("GET", `/api/quitance/download/${id}`);
    }
    await put(`/Quitance/${id}`, { relance: true });
    await put(`/Quitance/${id}`, { relance: false, regle: true, datePaiement: today });
    await get(`/Quitance/3/generate/${annee}`);
    await send("GET", `/api/quitance/generate/3/${annee}`);
    await send("GET", `/api/Quitance/downloadMonth/${annee}/${mois}`);

    const { rows: courriels } = await database.execute(
      `UPDATE Courriel SET etat = 'incertain' WHERE QuitanceId = ${derniere.id} RETURNING id`,
    );
    await post(`/Quitance/courriel/${courriels[0]?.id}/renvoyer`);
    await database.execute(`DELETE FROM Courriel WHERE QuitanceId = ${derniere.id}`);
    await remove(`/Quitance/${derniere.id}`);

    const { id: demandee } = await post("/Quitance/generate/4", { date: today });
    const { rows } = await database.execute({
      sql: "SELECT uuid FROM Quitance WHERE id = ?",
      args: [demandee],
    });
    const [row] = rows;
    await get(`/Quitance/validation/${row?.uuid}`);
    await post(`/Quitance/validation/true/${row?.uuid}`);

    const { rows: rebuts } = await database.execute(
      `INSERT INTO Rebut (message, tentatives)
       VALUES ('{"type":"courriel","CourrielId":1}', 9), ('{}', 9) RETURNING id`,
    );
    await get("/Rebut");
    await post(`/Rebut/${rebuts[0]?.id}/reprendre`);
    await remove(`/Rebut/${rebuts[1]?.id}`);
    await get("/Sauvegarde");
    await get("/Controle");
    await get("/Agence/visuels");
    await form("PUT", "/Agence/visuels/logo", "image");
    await remove("/Agence/visuels/logo");
    const parti = await post("/Locataire", LOCATAIRE);
    await (await send("GET", `/api/Locataire/${parti.id}/export`)).arrayBuffer();
    await post(`/Locataire/${parti.id}/effacer`);
  }

  await records();
  await links();
  await files();
  await signedDocuments();
  await documents();
  await receipts();
  await accounts();
  await reading();
}
