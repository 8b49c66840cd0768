import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { FORMES } from "#domain/import/genres.ts";
import type { ClientDetail } from "#domain/personnes/client-fiche.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import {
  agence,
  annuler,
  appartements,
  baux,
  comptees,
  essayer,
  importer,
  lesDits,
  lire,
  locataires,
  mot,
  nouveauMot,
  ouvrirLesImports,
  proprietaires,
  tout,
  windows1252,
} from "../../support/fichiers/imports.ts";

beforeAll(ouvrirLesImports);
beforeEach(nouveauMot);

describe("Les fichiers d’un autre logiciel", () => {
  test("deviennent propriétaires, appartements, locataires, baux et cautions, reliés entre eux", async () => {
    const avant = await comptees();
    const table = (await lire({ genre: "Client", contenu: windows1252(proprietaires()) })).data;
    expect(table).toMatchObject({
      source: "CSV, séparé par des points-virgules, Windows-1252",
      entete: 3,
      lignes: 2,
    });
    expect(table.colonnes.map(({ champ }) => champ)).toEqual([
      "reference",
      "titre",
      "nom",
      "prenom",
      "mailPerso",
      "mobilePerso",
      "naissance",
      "adresse",
      "codePostal",
      "ville",
    ]);
    await tout();
    const { data: trouves } = await agence.admin.get<{ id: number }[]>(`/Client?q=${mot}&sort=id`);
    const { data: ines } = await agence.admin.get<ClientDetail>(`/Client/${trouves[0]?.id}`);
    expect(ines).toMatchObject({
      titre: "Madame",
      nom: `${mot} Lefèvre`,
      prenom: "Inès",
      naissance: "1958-03-05",
      codePostal: "01000",
      mobilePerso: "0612345678",
      telDefaut: "mobilePerso",
      mailDefaut: "mailPerso",
    });
    const { data: sci } = await agence.admin.get<ClientDetail>(`/Client/${trouves[1]?.id}`);
    expect(sci).toMatchObject({
      qualite: "personne_morale",
      prenom: "",
      adresse: "4, rue des Tilleuls",
    });
    expect(sci.biens.map(({ etage }) => etage)).toEqual(["4"]);
    const { data: biens } = await agence.admin.get<{ id: number }[]>(
      `/Appartement?q=${mot}&sort=id`,
    );
    const { data: t3 } = await agence.admin.get<AppartementDetail>(`/Appartement/${biens[0]?.id}`);
    expect(t3).toMatchObject({
      nbPiece: 3,
      surface: 62.5,
      loyerHC: 1300,
      charge: 125,
      statut: "Occupé",
    });
    expect(t3.defaultContact).toBe(ines.id);
    const { data: dossiers } = await agence.admin.get<{ id: number }[]>(
      `/Dossier?q=${mot}&sort=id`,
    );
    const { data: zoe } = await agence.admin.get<DossierDetail>(`/Dossier/${dossiers[1]?.id}`);
    expect(zoe).toMatchObject({
      dateDebutBail: "2023-09-15",
      dateEntree: "2023-09-15",
      typeBail: "meuble",
      jourQuitance: 1,
      lieuSignature: null,
      Locataire: { nom: mot, prenom: "Zoé" },
      Cautions: [{ nom: mot, prenom: "Anne" }],
    });
    const { data: locataire } = await agence.admin.get<LocataireDetail>(
      `/Locataire/${zoe.LocataireId}`,
    );
    expect(locataire).toMatchObject({ titre: "Madame", naissance: "1985-02-01" });
    const apres = await comptees();
    expect({ ...apres, histoire: 0 }).toEqual({
      clients: (avant?.clients ?? 0) + 2,
      appartements: (avant?.appartements ?? 0) + 2,
      locataires: (avant?.locataires ?? 0) + 2,
      dossiers: (avant?.dossiers ?? 0) + 2,
      cautions: (avant?.cautions ?? 0) + 1,
      imports: (avant?.imports ?? 0) + 5,
      // The nine new records, and the dwelling whose rent a lease changed.
      fiches: (avant?.fiches ?? 0) + 10,
      histoire: 0,
    });
    const raconte = await openDb(env).all<{ etat: string }>(
      sql`SELECT etat FROM "History" WHERE entite = 'Appartement' AND "entiteId" = ${biens[0]?.id}`,
    );
    expect(raconte.map(({ etat }) => etat).toSorted()).toEqual([
      "Création",
      "Entrée d’un locataire",
      "Propriétaire ajouté",
    ]);
  });

  test("disent le jour de révision que le bail convient, et le DPE de chaque logement", async () => {
    await importer({ genre: "Client", contenu: windows1252(proprietaires()) });
    const biens = appartements()
      .split("\n")
      .map((ligne, place) =>
        ligne ? `${ligne};${["N° DPE;Date du DPE", "2169 e0123456 a;15/09/2021", ";"][place]}` : "",
      )
      .join("\n");
    const logements = await importer({ genre: "Appartement", contenu: biens });
    expect(logements).toMatchObject({ status: 201 });
    await importer({ genre: "Locataire", contenu: locataires() });
    const revisables = (jour: string) =>
      baux()
        .split("\n")
        .map((ligne, place) =>
          ligne ? `${ligne}\t${["Révisé chaque année le", jour, ""][place]}` : "",
        )
        .join("\n");
    const faux = { genre: "Dossier", contenu: revisables("31/02") } as const;
    expect(lesDits((await essayer(faux)).data)).toEqual([
      "2 · Révisé chaque année le · « 31/02 » n’est pas un jour de l’année : écrivez jj/mm.",
    ]);
    const { status } = await importer({ genre: "Dossier", contenu: revisables("1er juillet") });
    expect(status).toBe(201);
    const { data: dossiers } = await agence.admin.get<{ id: number }[]>(
      `/Dossier?q=${mot}&sort=id`,
    );
    const [revise, autre] = await Promise.all(
      dossiers.map(
        async ({ id }) => (await agence.admin.get<DossierDetail>(`/Dossier/${id}`)).data,
      ),
    );
    expect([revise?.jourRevision, autre?.jourRevision]).toEqual(["07-01", null]);
    const bien = await agence.admin.get<AppartementDetail>(`/Appartement/${revise?.AppartementId}`);
    expect(bien.data).toMatchObject({ dpeNumero: "2169E0123456A", dpeDate: "2021-09-15" });
    const lus = `${appartements().split("\n", 1)[0]};N° DPE\nA3${mot};13 rue ${mot};75005;Paris;1;T2;30;700;50;P1${mot};2169E01\n`;
    expect(lesDits((await essayer({ genre: "Appartement", contenu: lus })).data)).toEqual([
      "2 · N° DPE · Le numéro d’un DPE a 13 chiffres ou lettres.",
    ]);
  });

  test("nomment les doublons du fichier et ce qui est déjà là, et ne créent rien deux fois", async () => {
    await importer({ genre: "Client", contenu: proprietaires() });
    const encore = `${proprietaires()}P9;Mme;LEFEVRE ${mot};INES;Ines.${mot}@exemple.fr;0612345678;;;;\nP3${mot};M.;${mot};Marc;marc.${mot}@exemple.fr;0611111111;;;;\nP3b${mot};M.;${mot};Marc;;0611111111;;;;\n`;
    const sansMail = { mailPerso: `marc.${mot}@exemple.fr` };
    const { data } = await essayer({ genre: "Client", contenu: encore, defauts: sansMail });
    expect(lesDits(data)).toEqual([]);
    expect(data).toMatchObject({
      lignes: 5,
      aCreer: 1,
      existantes: {
        nombre: 3,
        premiers: [
          { ligne: 4, message: `Mme Inès ${mot} Lefèvre existe déjà.` },
          { ligne: 6, message: `SCI ${mot} existe déjà.` },
          { ligne: 7 },
        ],
      },
      doublons: {
        nombre: 1,
        premiers: [{ ligne: 9, message: `M. Marc ${mot} est déjà dit ligne 8.` }],
      },
    });
    const deuxieme = await importer({ genre: "Client", contenu: proprietaires() });
    expect(deuxieme).toMatchObject({
      status: 422,
      error: { message: "Rien à importer : tout ce que dit ce fichier est déjà là." },
    });
  });

  test("avertissent des baux qui courent ensemble, et que les quittances suivront", async () => {
    await tout();
    const contenu = `Bien;Locataire;Date de début;Loyer HC;Dépôt\nA1${mot};L2${mot};01/06/2024;900;900\n`;
    const { data } = await essayer({ genre: "Dossier", contenu });
    expect(data.avertissements.premiers[0]).toMatch(/^Un bail court aujourd’hui/);
    expect(data.avertissements.premiers[1]).toMatch(
      /^Ligne 2 : Un autre bail court dans ce logement/,
    );
  });

  test("ont chacun un exemple, qui s’importe", async () => {
    for (const genre of FORMES) {
      const reponse = await agence.admin.fetch(`/api/Import/exemple/${genre}`);
      const contenu = await reponse.text();
      const { data: table } = await lire({ genre, contenu });
      expect(table.colonnes.filter(({ champ }) => champ === null)).toEqual([]);
      const { status, error } = await importer({ genre, contenu });
      expect({ genre, status, dits: error?.details && lesDits(error.details) }).toEqual({
        genre,
        status: 201,
        dits: undefined,
      });
    }
  });
});

describe("Un import", () => {
  test("est refusé à qui n’administre pas", async () => {
    expect((await agence.user.get("/Import")).status).toBe(403);
    expect((await agence.user.post("/Import/1/annuler", {})).status).toBe(403);
    const form = new FormData();
    form.append("genre", "Client");
    form.append("fichier", new File(["Nom\nx\n"], "a.csv"));
    const reponse = await agence.user.fetch("/api/Import/lire", { method: "POST", body: form });
    expect(reponse.status).toBe(403);
  });

  test("fait tout ou rien : la base qui refuse une ligne n’en garde aucune", async () => {
    const db = openDb(env);
    await db.run(
      sql.raw(`CREATE TRIGGER casse BEFORE INSERT ON "Locataire" WHEN NEW.prenom = 'Zoé' BEGIN
      SELECT RAISE(ABORT, 'casse'); END`),
    );
    const avant = await comptees();
    try {
      expect((await importer({ genre: "Locataire", contenu: locataires() })).status).toBe(500);
    } finally {
      await db.run(sql`DROP TRIGGER casse`);
    }
    expect(await comptees()).toEqual(avant);
    expect((await importer({ genre: "Locataire", contenu: locataires() })).status).toBe(201);
  });

  test("fait deux fois en même temps ne crée qu’une fois", async () => {
    const demande = { genre: "Locataire", contenu: locataires() } as const;
    const reponses = await Promise.all([importer(demande), importer(demande), importer(demande)]);
    expect(reponses.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    const { total } = await agence.admin.get(`/Locataire?q=${mot}&limit=1`);
    expect(total).toBe(2);
  });

  test("ne prend pas une autre personne ni un autre logement pour celui dont il porte la référence", async () => {
    const clients = (suite: string) =>
      `Référence;Nom;Prénom;E-mail;Téléphone;Adresse;Code postal;Ville\n${suite}`;
    const ada =
      'E0;PREMIERE;Ada;ada@exemple.fr;0601020304;"3 rue du Four\nbâtiment B";75006;Paris\n';
    const bob = "E0;TOUTAUTRE;Bob;bob@exemple.fr;0601020305;8 quai Sud;69002;Lyon\n";
    expect((await importer({ genre: "Client", contenu: clients(ada) })).status).toBe(201);
    const { data: essai } = await essayer({ genre: "Client", contenu: clients(ada + bob) });
    expect(essai.existantes.nombre).toBe(1);
    expect(essai.erreurs.premiers).toMatchObject([
      {
        ligne: 3,
        colonne: "Référence",
        message:
          "La référence « E0 » est déjà celle d’une autre fiche : donnez-en une autre à cette ligne.",
      },
    ]);
    const [premiere] = (await agence.admin.get<{ id: number }[]>("/Client?q=premiere&limit=5"))
      .data;
    const { data: client } = await agence.admin.get<ClientDetail>(`/Client/${premiere?.id}`);
    expect(client.adresse).toBe("3 rue du Four, bâtiment B");
    const lots =
      "N° lot;Adresse;Code postal;Ville\n7;3 rue du Four;75006;Paris\n7;8 quai Sud;69002;Lyon\n";
    const { data: biens } = await essayer({ genre: "Appartement", contenu: lots });
    expect(biens.erreurs.premiers.map(({ ligne, message }) => [ligne, message])).toContainEqual([
      3,
      "La référence « 7 » est déjà celle de la ligne 2 : donnez-en une autre à cette ligne.",
    ]);
  });

  test("s’annule tant que rien n’a servi, le dernier d’abord, et rend les loyers", async () => {
    const avant = await comptees();
    const faits = await tout();
    const { data: biens } = await agence.admin.get<{ id: number }[]>(
      `/Appartement?q=${mot}&sort=id`,
    );
    const loyer = async () =>
      (await agence.admin.get<AppartementDetail>(`/Appartement/${biens[0]?.id}`)).data.loyerHC;
    expect(await loyer()).toBe(1300);
    const refus = await annuler(faits.Locataire?.id ?? 0);
    expect(refus).toMatchObject({ status: 409 });
    expect(refus.error.message).toBe(
      `Cet import ne s’annule plus : 2 locataires ont servi ou changé depuis : Léo DUPONT${mot.toUpperCase()} (ligne 2), Zoé ${mot} (ligne 3).`,
    );
    for (const genre of ["Caution", "Dossier"]) {
      expect((await annuler(faits[genre]?.id ?? 0)).data.annulePar).toBe("admin@agence.example");
    }
    expect(await loyer()).toBe(1250.5);
    for (const genre of ["Locataire", "Appartement", "Client"]) {
      expect({ genre, ...(await annuler(faits[genre]?.id ?? 0)) }).toMatchObject({
        genre,
        status: 200,
      });
    }
    const apres = await comptees();
    expect({ ...apres, histoire: 0, imports: 0 }).toEqual({ ...avant, histoire: 0, imports: 0 });
    expect((await annuler(faits.Client?.id ?? 0)).error.message).toBe(
      "Cet import est déjà annulé.",
    );
    expect((await importer({ genre: "Client", contenu: proprietaires() })).status).toBe(201);
  });

  test("ne s’annule plus quand une de ses fiches a changé, ou a un propriétaire de plus", async () => {
    const faits = await tout();
    for (const genre of ["Caution", "Dossier"]) await annuler(faits[genre]?.id ?? 0);
    const { data: clients } = await agence.admin.get<{ id: number }[]>(`/Client?q=${mot}&sort=id`);
    const { data: biens } = await agence.admin.get<{ id: number }[]>(
      `/Appartement?q=${mot}&sort=id`,
    );
    await agence.admin.put(`/Appartement/${biens[0]?.id}/owner/add/${clients[1]?.id}`);
    expect((await annuler(faits.Appartement?.id ?? 0)).error.message).toMatch(
      /un appartement a servi ou changé depuis : 12 rue/,
    );
    const { data: gens } = await agence.admin.get<{ id: number }[]>(`/Locataire?q=${mot}&sort=id`);
    await agence.admin.put(`/Locataire/${gens[1]?.id}`, { ville: "Pau" });
    expect((await annuler(faits.Locataire?.id ?? 0)).error.message).toMatch(
      /un locataire a servi ou changé depuis : Zoé/,
    );
  });

  test("de dix mille lignes passe entier, puis s’annule", { timeout: 60_000 }, async () => {
    const lignes = Array.from(
      { length: 10_000 },
      (_, n) =>
        `L${mot}-${n};${mot}x${n};Jean;jean${n}.${mot}@exemple.fr;0611223344;${n} rue Haute;33000;Bordeaux`,
    );
    const contenu = `Référence;Nom;Prénom;E-mail;Tel;Adresse;CP;Ville\n${lignes.join("\n")}\n`;
    const { status, data } = await importer({ genre: "Locataire", contenu });
    expect({ status, nombre: data.nombre }).toEqual({ status: 201, nombre: 10_000 });
    expect((await annuler(data.id)).status).toBe(200);
  });
});
