import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { record as dossier } from "#domain/biens/dossier-fiche.ts";
import { record as etatLieux } from "#domain/biens/etat-lieux.ts";
import { ajouterJours } from "#domain/dates.ts";
import { record as mission } from "#domain/missions/mission-fiche.ts";
import { record as caution } from "#domain/personnes/caution.ts";
import { record as client } from "#domain/personnes/client-fiche.ts";
import type { Effacement } from "#domain/personnes/effacement.ts";
import { record as locataire } from "#domain/personnes/locataire-fiche.ts";
import { creation as courriel } from "#domain/quittances/courriel-document.ts";
import { demandeAnnulation } from "#domain/quittances/quittance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { verifierChaine } from "#worker/operations/controles/lecture-chaine.ts";
import { balayerFichiers } from "#worker/operations/fichiers/balayage.ts";
import { scellerHistorique } from "#worker/operations/historique/chaine.ts";
import { effacerPersonne } from "#worker/operations/personnes/effacement.ts";
import {
  type Agence,
  BAIL,
  CAUTION,
  creer,
  ETAT_LIEUX,
  LOCATAIRE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { cherche, gardes, plante } from "../../support/fiches/marqueurs.ts";
import { cleDe, corpsDe, deposer, envoyer, lire } from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";
import { dumpDatabase, restoreElsewhere } from "../../support/worker/database.ts";

const CLOS = { dateSortie: "2026-01-31" };
const NUMEROS: Record<string, { tel: string; naissance: string }> = {
  Zyxwvlocataire: { tel: "06 98 76 54 32", naissance: "1931-03-04" },
  Zyxwvproprietaire: { tel: "06 97 53 24 68", naissance: "1932-04-05" },
  Zyxwvcaution: { tel: "06 91 82 73 64", naissance: "1933-05-06" },
};
const numeros = (mot: string) => NUMEROS[mot] ?? { tel: "", naissance: "" };

const fichierDe = (mot: string) => new TextEncoder().encode(`%PDF-1.7\nIci ${mot}.\n%%EOF\n`);

async function bien<T>(reponse: Promise<{ status: number; data: T; error: unknown }>): Promise<T> {
  const { status, data, error } = await reponse;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(error)}`);
  return data;
}

const signer = (api: Api, fiche: string, champ: string, mot: string) =>
  bien(
    envoyer(
      api,
      `/${fiche}`,
      [{ champ, fichier: `${champ} ${mot}.pdf`, contenu: fichierDe(mot) }],
      { methode: "PUT" },
    ),
  );

/** Generates the document and mails it, with `mot` in every text of the mail. */
async function produire(api: Api, chemin: string, entite: string, id: number, mot: string) {
  await bien(api.get(`/${chemin}/generate`));
  const { data } = await api.get<{ id: number; url: string }[]>(
    `/Document?entite=${entite}&id=${id}`,
  );
  const DocumentId = data[0]?.id;
  const ecrit = plante(courriel, mot) as object;
  await bien(
    api.post("/Courriel", {
      ...ecrit,
      document: { DocumentId },
      destinataires: [`${mot}@${mot}.example`],
    }),
  );
}

const locatairePlante = (mot: string) => ({
  ...LOCATAIRE,
  ...(plante(locataire, mot) as object),
  secondTitulaire: true,
  ...Object.fromEntries(
    ["tel", "tel2", "autreTel", "autreTel2", "mineurTel", "mineurTel2"].map((champ) => [
      champ,
      numeros(mot).tel,
    ]),
  ),
  ...Object.fromEntries(
    ["naissance", "autreNaissance", "mineurNaissance"].map((champ) => [
      champ,
      numeros(mot).naissance,
    ]),
  ),
});
const dossierPlante = (mot: string) => ({
  ...BAIL,
  ...CLOS,
  ...(plante(dossier, mot, gardes("Dossier")) as object),
});
const etatPlante = (mot: string) => ({ ...ETAT_LIEUX, ...(plante(etatLieux, mot) as object) });
const cautionPlantee = (mot: string) => ({
  ...CAUTION,
  ...(plante(caution, mot) as object),
  mobile: numeros(mot).tel,
  naissance: numeros(mot).naissance,
});
const traces = (mot: string) => {
  const { tel, naissance } = numeros(mot);
  return new RegExp(`${mot}|${tel}|${tel.replaceAll(" ", "")}|${naissance}`, "i");
};

let agence: Agence;
const journal: string[] = [];
beforeAll(async () => {
  for (const voie of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, voie).mockImplementation((...dit) => void journal.push(dit.join(" ")));
  }
  agence = await ouvrirAgence();
});

const effacer = (personne: string, id: number) => agence.admin.post(`/${personne}/${id}/effacer`);
const exporter = async (personne: string, id: number) => {
  const zip = unzipSync(
    await corpsDe(await agence.admin.fetch(`/api/${personne}/${id}/export`, { method: "GET" })),
  );
  return Object.entries(zip).map(([nom, octets]) => `${nom} ${strFromU8(octets)}`);
};
/** The copies made before an erasure. They keep the erased words until they are restored, or too old. */
const anciennes: string[] = [];
const copier = async (jour: string) => {
  await agence.house.journee(jour);
  const cle = `${jour}.sql.gz`;
  anciennes.push(cle);
  return { cle, octets: await new Response((await env.BACKUPS.get(cle))?.body).arrayBuffer() };
};
const urls = async () =>
  (
    await Promise.all(
      ["Document", "Fichier", "Remplacement"].map(
        async (liste) => (await agence.admin.get<{ url: string }[]>(`/${liste}`)).data,
      ),
    )
  )
    .flat()
    .map(({ url }) => url);
const tombes = async () => (await env.BACKUPS.get("effacements.json"))?.text() ?? "[]";

/**
 * Checks that none of these words is left: in the database, in R2, in the journal, in an earlier copy once restored.
 */
async function verifierOubli(
  mots: RegExp,
  copie: { cle: string; octets: ArrayBuffer },
  connues: string[],
) {
  await agence.house.drain();
  expect(await cherche(mots, anciennes)).toEqual([]);
  const lignes = (texte: string) => texte.split("\n").filter((ligne) => mots.test(ligne));
  expect(lignes(await dumpDatabase())).toEqual([]);
  expect(lignes(await restoreElsewhere(copie.octets)).length).toBeGreaterThan(5);
  expect(lignes(await restoreElsewhere(copie.octets, await tombes()))).toEqual([]);
  expect(journal.filter((ligne) => mots.test(ligne))).toEqual([]);
  for (const url of connues) {
    const reponse = await lire(agence.admin, cleDe(url));
    if (reponse.status === 200) expect(await reponse.text()).not.toMatch(mots);
    else await reponse.body?.cancel();
  }
}

describe("Un mot planté dans chaque texte que le produit accepte", () => {
  test("d’un locataire ne se retrouve nulle part une fois ses données effacées", async () => {
    const { admin } = agence;
    const mot = "Zyxwvlocataire";
    const ids = await louer(admin, { locataire: locatairePlante(mot), bail: dossierPlante(mot) });
    const { LocataireId, AppartementId, DossierId } = ids;
    const chemin = `Dossier/${DossierId}`;
    for (const cote of ["etatIn", "etatOut"]) {
      await bien(admin.put(`/${chemin}/${cote}/set`, etatPlante(mot)));
      const lu = await bien(admin.get<Record<string, number>>(`/${chemin}`));
      await signer(admin, `EtatLieux/${lu[cote]}`, "signed", mot);
      await bien(admin.put(`/${chemin}/${cote}/set`, etatPlante(mot)));
    }
    for (const genre of ["contratLocation", "etatIn", "etatOut", "etiquetteLocataire"])
      await produire(admin, `${chemin}/${genre}`, "Dossier", DossierId, mot);
    await produire(admin, `Dossier/inventaireMobilier/${DossierId}`, "Dossier", DossierId, mot);
    for (const champ of ["contratLocation", "inventaireEntree", "inventaireSortie"])
      for (const version of [1, 2]) await signer(admin, chemin, champ, `${mot} ${version}`);

    const {
      loyers: [loyer],
    } = await bien(admin.get<{ loyers: { id: number }[] }>(`/${chemin}/loyers`));
    await openDb(env).run(sql`INSERT INTO "PlanApurement" (id, "DossierId", date, termes, montant)
      VALUES (1, ${DossierId}, '2025-09-01', '[]', 1)`);
    for (const fiche of [`LoyerHistorique/${loyer?.id}`, "PlanApurement/1"])
      for (const version of [1, 2]) await signer(admin, fiche, "signed", `${mot} ${version}`);

    const cautions = [];
    for (const rang of [1, 2, 3]) {
      const { id } = await creer(admin, "Caution", cautionPlantee(mot));
      await bien(admin.put(`/${chemin}/caution/add/${id}`));
      await bien(admin.put(`/Caution/${id}`, { complement: `${mot} ${rang}` }));
      await produire(admin, `${chemin}/acteCautionnement/${id}`, "Caution", id, mot);
      await produire(admin, `Dossier/etiquetteCaution/${id}`, "Caution", id, mot);
      cautions.push(id);
    }
    const [signee, detachee, supprimee] = cautions;
    await signer(admin, `Caution/${signee}`, "acteCautionnementSigned", mot);
    await signer(admin, `Caution/${signee}`, "acteCautionnementSigned", `${mot} bis`);
    await bien(admin.delete(`/${chemin}/caution/remove/${detachee}`));
    await bien(admin.delete(`/Caution/${supprimee}`));

    const fichiers = [];
    for (const rang of [1, 2, 3]) {
      const { id } = await deposer(admin, fichierDe(mot), `${mot} ${rang}.pdf`);
      await bien(admin.put(`/Locataire/${LocataireId}/fichier/add/${id}`));
      await bien(admin.put(`/Fichier/${id}`, { nom: `${mot} renommé ${rang}` }));
      fichiers.push(id);
    }
    const [garde, retire, jete] = fichiers;
    await signer(admin, `Fichier/${garde}`, "url", `${mot} remplacé`);
    await bien(admin.delete(`/Locataire/${LocataireId}/fichier/remove/${retire}`));
    await bien(admin.delete(`/Fichier/${jete}`));

    const quittances = [];
    for (const date of ["2025-06-01", "2025-07-01", "2025-08-01"]) {
      quittances.push(
        await bien(admin.post<{ id: number }>(`/Quitance/generate/${DossierId}`, { date })),
      );
    }
    await agence.house.drain();
    await bien(
      admin.post(`/Quitance/${quittances[0]?.id}/annuler`, {
        ...(plante(demandeAnnulation, mot) as object),
        courriel: true,
      }),
    );
    await agence.house.drain();

    // Two more leases: one is deleted, the other goes to another tenant.
    const liens = { AppartementId, LocataireId };
    const perdu = await creer(admin, "Dossier", { ...dossierPlante(mot), ...liens });
    const passe = await creer(admin, "Dossier", { ...BAIL, ...CLOS, ...liens });
    for (const { id } of [perdu, passe]) {
      await produire(admin, `Dossier/${id}/contratLocation`, "Dossier", id, mot);
      await bien(admin.put(`/Dossier/${id}`, { nouvelleAdresse: `${mot} 2` }));
      await bien(admin.put(`/Dossier/${id}`, { nouvelleAdresse: null }));
    }
    await bien(admin.delete(`/Dossier/${perdu.id}`));
    const suivant = await creer(admin, "Locataire", LOCATAIRE);
    await bien(admin.put(`/Dossier/${passe.id}`, { LocataireId: suivant.id }));

    await bien(admin.put(`/Locataire/${LocataireId}`, { prenom: `${mot} Second` }));
    expect(
      agence.house.mails.filter(({ to }) => String(to).toLowerCase().includes(mot.toLowerCase()))
        .length,
    ).toBeGreaterThan(5);
    const avant = (await admin.get<object[]>(`/Quitance?LocataireId=${LocataireId}&sort=numero`))
      .data;

    const copie = await copier("2026-11-20");
    const connues = await urls();
    const trouves = await cherche(traces(mot), anciennes);
    expect(new Set(trouves.map((lieu) => lieu.split(/[ .]/)[0]))).toEqual(
      new Set([
        "BACKUPS",
        "Caution",
        "Courriel",
        "Dossier",
        "EtatLieux",
        "FILES",
        "Fichier",
        "History",
        "Locataire",
        "Quitance",
        "StoredFile",
      ]),
    );
    const zip = (await exporter("Locataire", LocataireId)).join("\n");
    for (const dit of [
      "renommé 2",
      "acteCautionnement",
      `signed ${mot} 1`,
      `${mot} remplacé`,
      "Contrat_de_location",
    ])
      expect(zip).toContain(dit);

    expect((await effacer("Locataire", LocataireId)).status).toBe(200);
    await verifierOubli(traces(mot), copie, connues);
    const comptes = (une: object) => ({
      ...une,
      locataire: "",
      updatedAt: "",
      version: 0,
      nom: "",
    });
    const apres = (await admin.get<object[]>(`/Quitance?LocataireId=${LocataireId}&sort=numero`))
      .data;
    expect(
      apres.map((quittance) => (comptes(quittance) as unknown as { numero: string }).numero),
    ).toEqual(avant.map((quittance) => (quittance as { numero: string }).numero));
    expect((await effacer("Locataire", LocataireId)).status).toBe(200);
    const { data: lignes } = await admin.get<{ etat: string }[]>(
      `/History?entite=Locataire&id=${LocataireId}`,
    );
    expect(lignes.filter(({ etat }) => etat === "Données effacées")).toHaveLength(2);
    expect((await admin.get(`/Dossier/${passe.id}`)).status).toBe(200);
    for (const fiche of [`LoyerHistorique/${loyer?.id}`, "PlanApurement/1"])
      await expect(signer(admin, fiche, "signed", "trop tard")).rejects.toThrow("409");
  });

  test("d’un propriétaire, une fois son bien vendu et son mandat fini", async () => {
    const { admin } = agence;
    const mot = "Zyxwvproprietaire";
    const proprietaire = await creer(admin, "Client", {
      ...PROPRIETAIRE,
      ...(plante(client, mot) as object),
      ...Object.fromEntries(
        ["fixePerso", "fixePro", "mobilePerso", "mobilePro"].map((champ) => [
          champ,
          numeros(mot).tel,
        ]),
      ),
      naissance: numeros(mot).naissance,
    });
    const { id } = proprietaire;
    const { ClientId, AppartementId, DossierId } = await louer(admin, { bail: CLOS });
    await bien(admin.put(`/Appartement/${AppartementId}/owner/add/${id}`));
    await produire(admin, `Dossier/${DossierId}/contratLocation`, "Dossier", DossierId, mot);
    await signer(admin, `Dossier/${DossierId}`, "contratLocation", "le bail signé");
    const mandat = await creer(admin, "Mission", {
      ...MISSION,
      ...(plante(mission, "Rien") as object),
      type: "gestion",
      dateSignature: "2026-01-01",
    });
    await bien(admin.put(`/Mission/${mandat.id}/client/add/${id}`));
    await produire(admin, `Mission/${mandat.id}/ordreMission`, "Mission", mandat.id, mot);
    const { id: fichier } = await deposer(admin, fichierDe(mot), `${mot}.pdf`);
    await bien(admin.put(`/Client/${id}/fichier/add/${fichier}`));
    await bien(admin.put(`/Client/${id}`, { ville: `${mot} Ville` }));
    await bien(admin.post(`/Quitance/generate/${DossierId}`, { date: "2025-06-01" }));
    await agence.house.drain();

    const refus = await effacer("Client", id);
    expect(refus.status).toBe(409);
    expect(refus.error.message).toMatch(/bien 27 bis.*mandat en cours \(mission nº/);
    await bien(admin.put(`/Appartement/${AppartementId}/owner/add/${ClientId}`));
    await bien(admin.delete(`/Appartement/${AppartementId}/owner/remove/${id}`));
    await bien(admin.delete(`/Mission/${mandat.id}/client/remove/${id}`));

    const copie = await copier("2026-11-21");
    const connues = await urls();
    expect((await exporter("Client", id)).join("\n")).toContain(`${mot} Ville`);
    expect((await effacer("Client", id)).status).toBe(200);
    await verifierOubli(traces(mot), copie, connues);
    const rendu = await admin.put(`/Appartement/${AppartementId}/owner/add/${id}`);
    expect([rendu.status, rendu.error.message]).toEqual([
      409,
      "Les données de cette personne ont été effacées.",
    ]);
  });

  test("d’une caution, une fois le bail clos", async () => {
    const { admin } = agence;
    const mot = "Zyxwvcaution";
    const { DossierId, AppartementId, LocataireId } = await louer(admin);
    const { id } = await creer(admin, "Caution", cautionPlantee(mot));
    await bien(admin.put(`/Dossier/${DossierId}/caution/add/${id}`));
    await produire(admin, `Dossier/${DossierId}/acteCautionnement/${id}`, "Caution", id, mot);
    await produire(admin, `Dossier/${DossierId}/contratLocation`, "Dossier", DossierId, mot);
    await signer(admin, `Dossier/${DossierId}`, "contratLocation", "le bail signé");
    await signer(admin, `Caution/${id}`, "acteCautionnementSigned", mot);
    await bien(admin.put(`/Caution/${id}`, { ville: `${mot} Ville` }));
    await agence.house.drain();
    expect((await effacer("Caution", id)).error.message).toContain(`dossier nº ${DossierId}`);
    await bien(admin.delete(`/Appartement/${AppartementId}/tenant/remove/${LocataireId}`, CLOS));
    const copie = await copier("2026-11-22");
    const connues = await urls();
    expect((await exporter("Caution", id)).join("\n")).toContain(`${mot} Ville`);
    expect((await effacer("Caution", id)).data).toMatchObject({ nom: "Caution effacée" });
    await verifierOubli(traces(mot), copie, connues);
  });
});

describe("Qui a été effacé", () => {
  const AUJOURDHUI = "2026-11-22";

  test("l’est tout entier même si R2 refuse de supprimer : le passage suivant prend ce qui reste", async () => {
    const { admin } = agence;
    const mot = "Zyxwvtombe";
    const { LocataireId, DossierId } = await louer(admin, {
      locataire: { ...LOCATAIRE, nom: mot },
      bail: CLOS,
    });
    await bien(admin.get(`/Dossier/${DossierId}/contratLocation/generate`));
    const FILES = new Proxy(env.FILES, {
      get(bucket, nom) {
        if (nom === "delete") return () => Promise.reject(new Error("delete: (10001)"));
        const membre: unknown = Reflect.get(bucket, nom);
        return typeof membre === "function" ? membre.bind(bucket) : membre;
      },
    });
    await effacerPersonne(
      {
        env: { ...env, FILES },
        db: openDb(env),
        user: null,
        today: AUJOURDHUI,
        now: new Date(),
      },
      { personne: "Locataire", id: LocataireId },
    );
    const mots = new RegExp(mot, "i");
    expect((await cherche(mots)).map((lieu) => lieu.split("/")[0])).toEqual(["FILES documents"]);
    await balayerFichiers({ env, db: openDb(env), today: ajouterJours(AUJOURDHUI, 1000) });
    expect(await cherche(mots)).toEqual([]);
  });

  test("est inscrit près des copies, sans en perdre quand plusieurs le sont au même instant", async () => {
    const ids = [];
    for (let rang = 0; rang < 8; rang++) {
      ids.push((await louer(agence.admin, { bail: CLOS })).LocataireId);
    }
    const ancien = {
      personne: "Client",
      personneId: 99_999,
      createdAt: "2026-01-01T00:00:00.000Z",
    };
    await env.BACKUPS.put("effacements.json", JSON.stringify([ancien]));
    const statuts = await Promise.all(
      ids.map(async (id) => (await effacer("Locataire", id)).status),
    );
    expect(statuts).toEqual(ids.map(() => 200));
    const inscrits: Effacement[] = JSON.parse(await tombes());
    expect(inscrits).toContainEqual(ancien);
    for (const personneId of ids) {
      expect(inscrits).toContainEqual(
        expect.objectContaining({ personne: "Locataire", personneId }),
      );
    }
  });

  test("demande le mot de passe, et s’inscrit au journal de sécurité", async () => {
    const { admin } = agence;
    const { LocataireId } = await louer(admin, { bail: CLOS });
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ["Date"] });
    const refus = [
      await admin.get(`/Locataire/${LocataireId}/export`),
      await effacer("Locataire", LocataireId),
    ];
    vi.useRealTimers();
    for (const { status, error } of refus)
      expect([status, error.code]).toEqual([403, "confirmation"]);
    await exporter("Locataire", LocataireId);
    await effacer("Locataire", LocataireId);
    const evenements = await openDb(env).query.securityEvents.findMany({
      orderBy: ({ id }, { desc }) => desc(id),
      limit: 2,
    });
    expect(evenements.map(({ evenement, details }) => [evenement, details])).toEqual([
      ["effacement", { personne: "Locataire", id: LocataireId }],
      ["export", { personne: "Locataire", id: LocataireId }],
    ]);
  });
});

afterAll(async () => {
  // A legitimate erasure does not break the chain of the history.
  await scellerHistorique({ db: openDb(env) });
  expect((await verifierChaine({ db: openDb(env) })).ruptures).toEqual([]);
});
