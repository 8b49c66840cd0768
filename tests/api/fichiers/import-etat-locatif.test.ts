import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ImportRow } from "#domain/import/fiche.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import {
  agence,
  type Demande,
  essayer,
  importer,
  lesDits,
  lire,
  mot,
  nouveauMot,
  ouvrirLesImports,
} from "../../support/fichiers/imports.ts";

const ENTETES =
  "Bien;Adresse;CP;Ville;Étage;Propriétaire;E-mail propriétaire;Tél. propriétaire;Locataire;E-mail locataire;Tél. locataire;Date d’entrée;Loyer HC;Charges;DG";

const LIGNES = [
  "L1;12 rue des Lilas;69003;Lyon;1;Mme ROCHE Anne;anne@roche.example;0612345678;M. VIDAL Paul;paul@vidal.example;0611223344;01/02/2024;700,00;50,00;700,00",
  "L2;12 rue des Lilas;69003;Lyon;2;Mme ROCHE Anne;anne@roche.example;0612345678;M. et Mme BLANC Jean et Marie;blanc@blanc.example;0611223345;15/09/2023;820,00;60,00;820,00",
  "L3;4 place Bellecour;69002;Lyon;;SCI Bellecour;sci@bellecour.example;0472000001;Vacant;;;;650,00;40,00;",
];

const locatif = (lignes: readonly string[], reste: Partial<Demande> = {}): Demande => ({
  genre: "EtatLocatif",
  contenu: [ENTETES, ...lignes].join("\n"),
  ...reste,
});

const nombres = async () => {
  const [row] = await openDb(env).all<Record<string, number>>(
    sql`SELECT (SELECT count(*) FROM "Client") AS clients, (SELECT count(*) FROM "Appartement") AS appartements,
      (SELECT count(*) FROM "Locataire") AS locataires, (SELECT count(*) FROM "Dossier") AS baux`,
  );
  return row;
};

beforeAll(ouvrirLesImports);
beforeEach(nouveauMot);

describe("Un état locatif se prend d’un coup", () => {
  test("ses colonnes disent de qui elles parlent", async () => {
    const { data } = await lire(locatif(LIGNES));
    expect(data.colonnes.map(({ champ }) => champ)).toEqual([
      "Appartement.reference",
      "Appartement.adresse",
      "Appartement.codePostal",
      "Appartement.ville",
      "Appartement.etage",
      "Client.nomComplet",
      "Client.mailPerso",
      "Client.telephone",
      "Locataire.nomComplet",
      "Locataire.mail",
      "Locataire.tel",
      "Dossier.dateEntree",
      "Dossier.loyerHC",
      "Dossier.loyerCharge",
      "Dossier.depotGarantie",
    ]);
  });

  test("une ligne fausse ne crée rien, ni propriétaire, ni bien, ni bail ; les justes se prennent sans elle", async () => {
    const avant = await nombres();
    const fausse =
      "L9;9 rue Neuve;69001;Lyon;;M. FAUX Seul;seul@faux.example;0612000000;Mme JUSTE Eve;eve@juste.example;0611000000;31/02/2024;500,00;30,00;500,00";
    const { data } = await essayer(locatif([...LIGNES, fausse]));
    expect(data).toMatchObject({
      lignes: 4,
      fausses: 1,
      parties: [
        { genre: "Client", aCreer: 2 },
        { genre: "Appartement", aCreer: 3 },
        { genre: "Locataire", aCreer: 2 },
        { genre: "Dossier", aCreer: 2 },
      ],
      erreurs: { premiers: [{ ligne: 5, colonne: "Date d’entrée", texte: "31/02/2024" }] },
    });
    const refus = await importer(locatif([...LIGNES, fausse]));
    expect([refus.status, refus.error.message]).toEqual([
      422,
      "Rien n’a été importé : une erreur est à corriger.",
    ]);
    expect(await nombres()).toEqual(avant);
    expect((await importer(locatif([fausse], { bonnesLignes: true }))).status).toBe(422);
    expect(await nombres()).toEqual(avant);
  });

  test("chacun est lié : à qui est le bien, qui y habite, à quel loyer ; un bien vacant n’a pas de bail", async () => {
    const avant = await nombres();
    expect((await importer(locatif(LIGNES))).status).toBe(201);
    const apres = await nombres();
    expect(
      Object.entries(apres ?? {}).map(([genre, nombre]) => nombre - (avant?.[genre] ?? 0)),
    ).toEqual([2, 3, 2, 2]);
    const faits = await openDb(env).all(sql`
      SELECT a.adresse, a.etage, a."loyerHC" / 100 AS loyer, c.nom AS proprietaire, l.nom AS locataire, l."autrePrenom" AS avec,
        l.adresse = a.adresse AS surPlace, d."loyerHC" / 100 AS bail, d."dateDebutBail" AS depuis
      FROM "Appartement" a JOIN "Propriete" ac ON ac."AppartementId" = a.id JOIN "Client" c ON c.id = ac."ClientId"
      LEFT JOIN "Dossier" d ON d."AppartementId" = a.id LEFT JOIN "Locataire" l ON l.id = d."LocataireId"
      WHERE c.nom IN ('ROCHE', 'SCI Bellecour') ORDER BY a.id`);
    expect(faits).toEqual([
      {
        adresse: "12 rue des Lilas",
        etage: "1",
        loyer: 700,
        proprietaire: "ROCHE",
        locataire: "VIDAL",
        avec: null,
        surPlace: 1,
        bail: 700,
        depuis: "2024-02-01",
      },
      {
        adresse: "12 rue des Lilas",
        etage: "2",
        loyer: 820,
        proprietaire: "ROCHE",
        locataire: "BLANC",
        avec: "Marie",
        surPlace: 1,
        bail: 820,
        depuis: "2023-09-15",
      },
      {
        adresse: "4 place Bellecour",
        etage: null,
        loyer: 650,
        proprietaire: "SCI Bellecour",
        locataire: null,
        avec: null,
        surPlace: null,
        bail: null,
        depuis: null,
      },
    ]);

    const encore = await importer(locatif(LIGNES));
    expect([encore.status, encore.error.message]).toEqual([
      422,
      "Rien à importer : tout ce que dit ce fichier est déjà là.",
    ]);
    const deplus = "L4;4 place Bellecour;69002;Lyon;5;SCI Bellecour;;;;;;;600,00;40,00;";
    const ajout = (await essayer(locatif([...LIGNES, deplus]))).data;
    expect(ajout.parties.map(({ aCreer }) => aCreer)).toEqual([0, 1, 0, 0]);
  });

  test("s’annule genre après genre, le dernier d’abord, et ne laisse rien", async () => {
    const data = (await agence.admin.get<ImportRow[]>("/Import")).data.slice(0, 4);
    expect(data.map(({ genre, nombre }) => [genre, nombre])).toEqual([
      ["Dossier", 2],
      ["Locataire", 2],
      ["Appartement", 3],
      ["Client", 2],
    ]);
    expect((await agence.admin.post(`/Import/${data[3]?.id}/annuler`)).status).toBe(409);
    for (const { id } of data) {
      expect((await agence.admin.post(`/Import/${id}/annuler`)).status).toBe(200);
    }
    const [reste] = await openDb(env).all(
      sql`SELECT count(*) AS n FROM "Client" WHERE nom IN ('ROCHE', 'SCI Bellecour')`,
    );
    expect(reste).toEqual({ n: 0 });
  });

  test("un locataire dont le nom commence comme celui d’une société en est une : sans prénom ni résidence principale", async () => {
    const societe =
      "L8;8 rue Sala;69002;Lyon;;SCI Sala;sci@sala.example;0472000009;SAS Beaumont;sas@beaumont.example;0611229998;01/03/2025;500,00;40,00;500,00";
    expect((await importer(locatif([societe]))).status).toBe(201);
    const { status } = await importer({
      genre: "Locataire",
      contenu: `Nom;Prénom;Adresse;CP;Ville;E-mail;Téléphone\nSARL ${mot};;1 rue Sala;69002;Lyon;sarl.${mot}@exemple.fr;0611229997`,
    });
    expect(status).toBe(201);
    for (const nom of ["SAS Beaumont", `SARL ${mot}`]) {
      const { data } = await agence.admin.get<LocataireDetail[]>(`/Locataire?q=${nom}`);
      const lu = await agence.admin.get<LocataireDetail>(`/Locataire/${data[0]?.id}`);
      expect(lu.data).toMatchObject({ nom, prenom: "", qualite: "personne_morale", rp: false });
    }
  });

  test("un locataire sans e-mail est pris, et dit ; sa fiche se modifie, et n’en accepte pas un vide", async () => {
    const sans =
      "L7;7 rue Sala;69002;Lyon;;SCI Sala;sci@sala.example;0472000009;M. et Mme SALA Luc et Ana;;0611229999;01/03/2025;500,00;40,00;500,00";
    const { data } = await essayer(locatif([sans]));
    expect(lesDits(data)).toEqual([]);
    expect(data.avertissements.premiers).toContain(
      "Un locataire n’a pas d’e-mail : rien ne lui partira par courriel avant que sa fiche en ait un.",
    );
    expect((await importer(locatif([sans]))).status).toBe(201);
    const { data: trouves } = await agence.admin.get<LocataireDetail[]>("/Locataire?q=SALA");
    const { id = 0 } = trouves[0] ?? {};
    const change = await agence.admin.put<LocataireDetail>(`/Locataire/${id}`, {
      tel: "0600000001",
    });
    expect(change.error).toBeUndefined();
    expect(change.data).toMatchObject({ mail: "", autrePrenom: "Ana", tel: "0600000001" });
    const vide = await agence.admin.put(`/Locataire/${id}`, { mail: "" });
    expect([vide.status, vide.error.fields]).toEqual([422, { mail: "Ce champ est requis." }]);
    const avec = await agence.admin.put<LocataireDetail>(`/Locataire/${id}`, {
      mail: "sala@sala.example",
      autreMail: "ana@sala.example",
    });
    expect(avec.data.mail).toBe("sala@sala.example");
  });
});
