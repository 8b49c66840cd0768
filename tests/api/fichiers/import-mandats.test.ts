import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConditionsRow } from "#domain/gerance/mandats/conditions.ts";
import type { EtatDuRegistre } from "#domain/gerance/mandats/registre-mandats.ts";
import type { TableLue } from "#domain/import/colonnes.ts";
import type { EssaiImport, ImportRow } from "#domain/import/fiche.ts";
import type { FormeImport } from "#domain/import/genres.ts";
import type { MissionDetail, MissionRow } from "#domain/missions/mission-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, ouvrirAgence, PROPRIETAIRE } from "../../support/agence/agence.ts";
import type { Answer } from "../../support/worker/api.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

interface Demande {
  genre: FormeImport;
  contenu: string;
  defauts?: Record<string, string>;
  bonnesLignes?: boolean;
}

async function poster<T>(chemin: string, champs: Record<string, string>, contenu: string) {
  const form = new FormData();
  for (const [champ, valeur] of Object.entries(champs)) form.append(champ, valeur);
  form.append("fichier", new File([contenu], "export.csv"));
  const reponse = await agence.admin.fetch(`/api/Import${chemin}`, { method: "POST", body: form });
  const json: Pick<Answer<T>, "data" | "error"> = await reponse.json();
  return { status: reponse.status, ...json };
}

/** Sends a file as the screen does, with the columns that the product recognized. */
async function envoyer<T>(chemin: string, { genre, contenu, defauts, bonnesLignes }: Demande) {
  const { data } = await poster<TableLue>("/lire", { genre }, contenu);
  const colonnes = JSON.stringify(data.colonnes.map(({ champ }) => champ));
  return poster<T>(
    chemin,
    {
      genre,
      colonnes,
      ...(defauts ? { defauts: JSON.stringify(defauts) } : {}),
      ...(bonnesLignes ? { bonnesLignes: "true" } : {}),
    },
    contenu,
  );
}

const essayer = async (demande: Demande) => (await envoyer<EssaiImport>("/essai", demande)).data;
const importer = (demande: Demande) => envoyer<ImportRow>("", demande);
const annuler = (id: number) => agence.admin.post<ImportRow>(`/Import/${id}/annuler`, {});
const lesDits = ({ erreurs }: EssaiImport) =>
  erreurs.premiers.map(({ ligne, colonne, message }) => `${ligne} · ${colonne} · ${message}`);

/** A word that makes the names of this test unique. */
let mot: string;
let rang = 0;
beforeEach(() => {
  mot = `Mandat${++rang}`;
});

const etatLocatif = (lignes: readonly string[]): Demande => ({
  genre: "EtatLocatif",
  contenu: [
    "Bien;Adresse;CP;Ville;Propriétaire;E-mail propriétaire;Tél. propriétaire;Mandat n°;Date du mandat;Honoraires % TTC;Encaissement;Locataire;E-mail locataire;Tél. locataire;Date d’entrée;Loyer HC;Charges;DG",
    ...lignes,
  ].join("\n"),
});
const immeuble = () => {
  const de = `Mme ${mot.toUpperCase()} Anne;anne@${mot}.example;0612345678`;
  return [
    `${mot}A;1 rue ${mot};69003;Lyon;${de};G-41${mot};15/01/2024;8,4;Agence;M. VIDAL${mot.toUpperCase()} Paul;paul@${mot}.example;0611223344;01/02/2024;700,00;50,00;700,00`,
    `${mot}B;2 rue ${mot};69003;Lyon;${de};G-41${mot};15/01/2024;8,4;Agence;Vacant;;;;650,00;40,00;`,
    `${mot}C;3 rue ${mot};69003;Lyon;${de};;;;;Vacant;;;;500,00;30,00;`,
  ];
};

const mandats = async () =>
  Promise.all(
    (await agence.admin.get<MissionRow[]>(`/Mission?q=${mot}&sort=id`)).data.map(
      async ({ id }) => (await agence.admin.get<MissionDetail>(`/Mission/${id}`)).data,
    ),
  );
const conditions = async (id: number) =>
  (await agence.admin.get<ConditionsRow[]>(`/Mission/${id}/conditions`)).data;

const registre = (lignes: readonly string[], reste: Partial<Demande> = {}): Demande => ({
  genre: "Mission",
  contenu: [
    "N° de mandat;Date du mandat;Mandant;Bien;Durée;Honoraires de gestion;Encaissement",
    ...lignes,
  ].join("\n"),
  ...reste,
});

/** The owner and the dwellings of `immeuble()`, without mandates. */
async function sansMandat() {
  const { status } = await importer({
    genre: "EtatLocatif",
    contenu: etatLocatif(immeuble())
      .contenu.split("\n")
      .map((ligne) => ligne.split(";").toSpliced(7, 4).join(";"))
      .join("\n"),
  });
  expect(status).toBe(201);
}

describe("Les mandats d’un autre logiciel", () => {
  test("viennent avec l’état locatif : un mandat, ses deux biens, son numéro tapé, ses honoraires", async () => {
    const essai = await essayer(etatLocatif(immeuble()));
    expect(lesDits(essai)).toEqual([]);
    expect(essai.parties).toContainEqual({ genre: "Mission", aCreer: 1 });
    expect(essai.avertissements.premiers).toContain(
      "Un mandat signé entrera au registre des mandats à son ouverture, sous le numéro dit ici.",
    );
    expect((await importer(etatLocatif(immeuble()))).status).toBe(201);
    const [mandat] = await mandats();
    expect(mandat).toMatchObject({
      type: "gestion",
      numRegistre: `G-41${mot}`,
      dateSignature: "2024-01-15",
      nbAppart: 2,
      valeurTotalMission: 0,
      auRegistre: false,
      Clients: [{ nom: mot.toUpperCase() }],
      Appartements: [{ adresse: `1 rue ${mot}` }, { adresse: `2 rue ${mot}` }],
    });
    expect(await conditions(mandat?.id ?? 0)).toMatchObject([
      {
        depuis: "2024-01-01",
        modeFonds: "agence",
        tauxHonoraires: 8.4,
        tauxEn: "ttc",
        assiette: "encaisse_cc",
        tauxTva: 20,
        autresHonoraires: [],
        enVigueur: true,
      },
    ]);
    const encore = await importer(etatLocatif(immeuble()));
    expect([encore.status, encore.error.message]).toEqual([
      422,
      "Rien à importer : tout ce que dit ce fichier est déjà là.",
    ]);
    const { data } = await agence.admin.get<EtatDuRegistre>("/RegistreMandat/ouverture");
    expect(data.aInscrire).toContainEqual(
      expect.objectContaining({ MissionId: mandat?.id, numRegistre: `G-41${mot}` }),
    );
    const etats = await openDb(env).all<{ etat: string }>(
      sql`SELECT etat FROM "History" WHERE entite = 'Mission' AND "entiteId" = ${mandat?.id} ORDER BY id`,
    );
    expect(etats.map(({ etat }) => etat)).toEqual([
      "Création",
      "Commanditaire ajouté",
      "Appartement ajouté",
      "Appartement ajouté",
      "Conditions du mandat",
    ]);
  });

  test("s’annulent tant que rien n’a changé : conditions et parties s’en vont avec eux", async () => {
    await importer(etatLocatif(immeuble()));
    const faits = (await agence.admin.get<ImportRow[]>("/Import")).data.slice(0, 5);
    expect(faits.map(({ genre }) => genre)).toEqual([
      "Dossier",
      "Locataire",
      "Mission",
      "Appartement",
      "Client",
    ]);
    const refuse = await annuler(faits[3]?.id ?? 0);
    expect(refuse.status).toBe(409);
    for (const { id } of faits) expect((await annuler(id)).status).toBe(200);
    expect(await mandats()).toEqual([]);
    const [reste] = await openDb(env).all(sql`SELECT
      (SELECT count(*) FROM "ConditionsMandat" WHERE "MissionId" NOT IN (SELECT id FROM "Mission")) AS conditions,
      (SELECT count(*) FROM "MissionAppartement" WHERE "MissionId" NOT IN (SELECT id FROM "Mission")) AS biens`);
    expect(reste).toEqual({ conditions: 0, biens: 0 });
  });

  test("ne s’annulent plus une fois leurs conditions changées", async () => {
    await importer(etatLocatif(immeuble()));
    const fait = (await agence.admin.get<ImportRow[]>("/Import")).data.find(
      ({ genre }) => genre === "Mission",
    );
    const [mandat] = await mandats();
    const change = await agence.admin.put(`/Mission/${mandat?.id}/conditions`, {
      depuis: "2026-12-01",
      modeFonds: "agence",
      tauxHonoraires: 6,
    });
    expect(change.status).toBe(200);
    expect((await annuler(fait?.id ?? 0)).error.message).toBe(
      `Cet import ne s’annule plus : un mandat a servi ou changé depuis : mandat n° G-41${mot} (ligne 2).`,
    );
  });

  test("viennent en un fichier à eux, plusieurs biens dans une case ; le mode se dit pour toutes les lignes", async () => {
    await sansMandat();
    const demande: Demande = {
      genre: "Mission",
      contenu: `Mandat;Signé le;Propriétaire;Biens;Taux HT;Durée\nR1${mot};02/09/2023;${mot} Anne;${mot}A / ${mot}B;0,065;1 an\nR2${mot};02/09/2024;${mot} Anne;3 rue ${mot};7 %;36`,
    };
    expect(lesDits(await essayer(demande))).toEqual([
      "2 · Loyers encaissés par · aucune colonne ne le dit : choisissez-la, ou donnez une valeur pour toutes les lignes.",
    ]);
    const defauts = { modeFonds: "l’agence" };
    expect((await importer({ ...demande, defauts })).status).toBe(201);
    const [premier, second] = await mandats();
    expect([premier, second]).toMatchObject([
      { numRegistre: `R1${mot}`, duree: 12, nbAppart: 2 },
      { numRegistre: `R2${mot}`, duree: 36, nbAppart: 1 },
    ]);
    expect((await conditions(premier?.id ?? 0))[0]).toMatchObject({
      depuis: "2023-09-01",
      modeFonds: "agence",
      tauxHonoraires: 6.5,
      tauxEn: "ht",
    });
    expect((await importer({ ...demande, defauts })).status).toBe(422);
  });

  test("disent ce qui ne va pas à sa ligne et à sa colonne, et leurs lignes justes se prennent seules", async () => {
    await sansMandat();
    const lignes = [
      `1${mot};15/01/2024;${mot} Anne;${mot}A;12 mois;7 % HT;agence`,
      `1${mot};16/01/2024;${mot} Anne;${mot}B;12 mois;7 % HT;agence`,
      `2${mot};15/01/2024;${mot} Anne;${mot}A;12 mois;7 % HT;agence`,
      `3${mot};31/02/2024;Personne;${mot}B;3;7 %;agence`,
      `4${mot};15/01/2024;;;;;`,
      `5${mot};15/01/2024;${mot} Anne;${mot}C;12 mois;25 € TTC;propriétaire`,
    ];
    const essai = await essayer(registre(lignes));
    expect(lesDits(essai)).toEqual([
      `3 · Date du mandat · Le mandat n° 1${mot} est dit autrement ligne 2.`,
      `4 · Bien · 1 rue ${mot} : un bien n’a qu’un mandat de gestion. Le mandat n° 1${mot} (ligne 2) le tient déjà.`,
      "5 · Date du mandat · « 31/02/2024 » n’est pas une date : écrivez jj/mm/aaaa.",
      "5 · Durée · « 3 » peut être des mois ou des ans : écrivez « 3 ans » ou « 3 mois ».",
      "5 · Honoraires de gestion · « 7 % » ne dit pas tout : écrivez « 7 % HT », « 8,4 % TTC » ou « 25 € TTC », ou dites la colonne en HT ou en TTC.",
      "5 · Mandant · « Personne » n’est pas connu : importez d’abord les propriétaires, ou créez sa fiche.",
      "6 · Mandant · la cellule est vide.",
      "6 · Bien · la cellule est vide.",
    ]);
    expect((await importer(registre(lignes))).status).toBe(422);
    const pris = await importer(registre(lignes, { bonnesLignes: true }));
    expect(pris).toMatchObject({ status: 201, data: { nombre: 2 } });
    const [premier, cinquieme] = await mandats();
    expect(premier?.Appartements.map(({ adresse }) => adresse)).toEqual([`1 rue ${mot}`]);
    expect((await conditions(cinquieme?.id ?? 0))[0]).toMatchObject({
      assiette: "forfait",
      forfait: 25,
      tauxEn: "ttc",
      modeFonds: "proprietaire",
    });

    const suite = await essayer(
      registre([`1${mot};15/01/2024;${mot} Anne;${mot}B;12 mois;7 % HT;agence`]),
    );
    expect(suite.existantes.premiers).toEqual([
      { ligne: 2, message: `Le mandat n° 1${mot} existe déjà.` },
    ]);
    expect(suite.avertissements.premiers).toEqual([
      `Ligne 2 : Le mandat n° 1${mot} est déjà là, sans 2 rue ${mot}. Ajoutez ce bien sur sa fiche.`,
    ]);
  });

  test("ne prennent pas le numéro d’un autre, ni des mois dont les loyers sont allés ailleurs", async () => {
    await importer(etatLocatif(immeuble()));
    const [mandat] = await mandats();
    await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: `Autre${mot}` });
    const vole = await essayer(
      registre([
        `${mandat?.numRegistre};15/01/2024;Autre${mot} Jeanne;${mot}C;12 mois;7 % HT;agence`,
      ]),
    );
    expect(lesDits(vole)).toEqual([
      "2 · N° de mandat · Ce numéro de registre est déjà celui d’un autre mandat.",
    ]);

    mot = `${mot}bis`;
    await sansMandat();
    const [bail] = (await agence.admin.get<{ id: number }[]>("/Dossier?sort=-id&limit=1")).data;
    const regle = await agence.admin.post("/Reglement", {
      DossierId: bail?.id,
      montant: 100,
      date: "2026-11-10",
      mode: "virement",
      cle: crypto.randomUUID(),
    });
    expect(regle.error).toBeUndefined();
    const apres = await essayer(
      registre(
        ["C", "A"].map(
          (bien) => `9${mot};15/01/2024;${mot} Anne;${mot}${bien};12 mois;7 % HT;agence`,
        ),
      ),
    );
    expect(lesDits(apres)).toEqual([
      "3 · Date du mandat · Des règlements ont été enregistrés jusqu’au 10/11/2026 sous d’autres conditions : choisissez un mois suivant.",
    ]);
  });

  test("signés ou numérotés, ne viennent plus une fois le registre ouvert : il ne reçoit aucun numéro d’ailleurs", async () => {
    await sansMandat();
    const { data } = await agence.admin.get<EtatDuRegistre>("/RegistreMandat/ouverture");
    const ouvert = await agence.admin.post("/RegistreMandat/ouvrir", {
      premier: data.prochain,
      mandats: data.aInscrire.map(({ MissionId, numero }) => ({ MissionId, numero })),
    });
    expect(ouvert.error).toBeUndefined();
    const refus = await essayer(
      registre([
        `8${mot};15/01/2024;${mot} Anne;${mot}A;12 mois;7 % HT;agence`,
        `;15/01/2024;${mot} Anne;${mot}B;12 mois;7 % HT;agence`,
      ]),
    );
    expect(lesDits(refus)).toEqual([
      expect.stringMatching(/^2 · N° de mandat · Le registre des mandats est ouvert/),
      expect.stringMatching(/^3 · Date du mandat · Le registre des mandats est ouvert/),
    ]);
    const brouillon = await importer({
      genre: "Mission",
      contenu: `Mandant;Bien;Début de gestion;Taux HT;Encaissement\n${mot} Anne;${mot}A;01/12/2026;7;agence`,
    });
    expect(brouillon.status).toBe(201);
  });
});
