import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { creation as dossier } from "#domain/biens/dossier-fiche.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { estEfface } from "#domain/personnes/personne.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { parse } from "#worker/http/api/validate.ts";
import { ouvrirDossier } from "#worker/operations/biens/dossiers.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { verifierChaine } from "#worker/operations/controles/lecture-chaine.ts";
import { scellerHistorique } from "#worker/operations/historique/chaine.ts";
import { effacerPersonne } from "#worker/operations/personnes/effacement.ts";
import {
  ADMIN,
  type Agence,
  BAIL,
  creer,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import { corpsDe, deposer, envoyer, PDF } from "../../support/fichiers/televersements.ts";
import { dumpDatabase } from "../../support/worker/database.ts";

/** A name and an address that no other row of the database holds. */
const LOCATAIRE = {
  nom: "Ragueneau",
  prenom: "Lysandre",
  mail: "lysandre@ragueneau.example",
  tel: "06 98 76 54 32",
  adresse: "8 rue Cyrano",
  naissance: "1991-03-04",
  lieuNaissance: "Bergerac",
  secondTitulaire: true,
  autreTitre: "Madame",
  autreNom: "Lysefleur",
  autrePrenom: "Roxane",
  autreMail: "roxane@lysefleur.example",
  autreTel: "06 11 22 33 99",
};
const CAUTION = {
  titre: "Monsieur",
  nom: "Valvertin",
  prenom: "Christian",
  mail: "christian@valvertin.example",
  mobile: "06 77 88 99 00",
};
/** The texts that would identify the tenant or the people around him, with or without accents. */
const TRACES =
  /ragueneau|lysandre|cyrano|bergerac|lysefleur|roxane|valvertin|christian@|98 76 54 32|1991-03-04/i;

let agence: Agence;
let ids: Awaited<ReturnType<typeof louer>>;
let enCours: Awaited<ReturnType<typeof louer>>;

beforeAll(async () => {
  agence = await ouvrirAgence();
  const { admin } = agence;
  ids = await louer(admin, {
    locataire: LOCATAIRE,
    bail: {
      dateSortie: "2026-01-31",
      nouvelleAdresse: "9 rue Cyrano",
      motifMobilite: "Stage de Lysandre",
      clauses: { clausesText: "M. Ragueneau entretient le jardin." },
    },
  });
  enCours = await louer(admin);
  await admin.put(`/Locataire/${ids.LocataireId}`, { tel2: "06 98 76 54 33" });
  const caution = await creer(admin, "Caution", CAUTION);
  await admin.put(`/Dossier/${ids.DossierId}/caution/add/${caution.id}`);
  const signe = { champ: "acteCautionnementSigned", fichier: "acte Valvertin.pdf", contenu: PDF };
  await envoyer(admin, `/Caution/${caution.id}`, [signe], { methode: "PUT" });
  const bail = { champ: "contratLocation", fichier: "bail Ragueneau.pdf", contenu: PDF };
  await envoyer(admin, `/Dossier/${ids.DossierId}`, [bail], { methode: "PUT" });
  const { id } = await deposer(admin, PDF, "Identité Ragueneau.pdf");
  await admin.put(`/Locataire/${ids.LocataireId}/fichier/add/${id}`);
  await admin.put(`/Fichier/${id}`, { nom: "Passeport de Lysandre" });
  const retire = await creer(admin, "Caution", { ...CAUTION, nom: "Roxane-Marie" });
  await admin.put(`/Caution/${retire.id}`, CAUTION);
  await admin.delete(`/Caution/${retire.id}`);
  await admin.get(`/Dossier/${ids.DossierId}/contratLocation/generate`);
  for (const date of ["2025-06-01", "2025-07-01"]) {
    await admin.post(`/Quitance/generate/${ids.DossierId}`, { date });
  }
});

const exporter = async () =>
  agence.admin.fetch(`/api/Locataire/${ids.LocataireId}/export`, { method: "GET" });
const effacer = (id: number) => agence.admin.post<LocataireDetail>(`/Locataire/${id}/effacer`);
const cles = async () => (await env.FILES.list()).objects.map(({ key }) => key);
const quittances = () =>
  agence.admin.get<{ numero: string; loyerHC: number }[]>(
    `/Quitance?LocataireId=${ids.LocataireId}&sort=numero`,
  );

/** Runs `faire` once the next grouped read or write is over. */
function apresLe(geste: "read" | "write", db: Db, faire: () => Promise<unknown>): void {
  const accomplir = db[geste].bind(db);
  vi.spyOn(db, geste).mockImplementationOnce(async (ordres) => {
    const faits = await accomplir(ordres);
    await faire();
    return faits;
  });
}

describe("Les données d’un locataire", () => {
  test("seule l’administration les exporte et les efface", async () => {
    for (const employe of [agence.user, agence.user_delete]) {
      expect((await employe.get(`/Locataire/${ids.LocataireId}/export`)).status).toBe(403);
      expect((await employe.post(`/Locataire/${ids.LocataireId}/effacer`)).status).toBe(403);
    }
    expect((await agence.admin.get("/Locataire/99999/export")).status).toBe(404);
    expect((await effacer(99999)).status).toBe(404);
  });

  test("s’exportent toutes, en un zip : fiche, dossiers, cautions, quittances, fichiers", async () => {
    const reponse = await exporter();
    expect(reponse.headers.get("Content-Disposition")).toMatch(
      /filename="Locataire_[A-Z]+_[A-Z]+_\d{4}-\d\d-\d\d\.zip"/,
    );
    const zip = unzipSync(await corpsDe(reponse));
    const donnees = JSON.parse(strFromU8(zip["donnees.json"] ?? new Uint8Array()));
    expect(donnees.locataire).toMatchObject(LOCATAIRE);
    expect(donnees.dossiers).toHaveLength(1);
    expect(donnees.cautions[0]).toMatchObject(CAUTION);
    expect(donnees.quittances).toHaveLength(2);
    expect(donnees.historique.length).toBeGreaterThan(3);
    const noms = Object.keys(zip);
    expect(noms).toEqual(
      expect.arrayContaining([
        "fichiers/acte Valvertin.pdf",
        "fichiers/bail Ragueneau.pdf",
        "fichiers/Identité Ragueneau.pdf",
      ]),
    );
    expect(noms.filter((nom) => nom.startsWith("quittances/"))).toHaveLength(2);
    expect(noms.some((nom) => nom.startsWith("fichiers/Contrat_de_location"))).toBe(true);
    for (const octets of Object.values(zip)) expect(octets.length).toBeGreaterThan(0);
  });

  test("ne s’effacent pas tant qu’un dossier est en cours", async () => {
    const refus = await effacer(enCours.LocataireId);
    expect(refus.status).toBe(409);
    expect(refus.error.message).toContain("dossier en cours");
  });

  test("une fois effacées ne se retrouvent plus nulle part ; les quittances et leurs montants restent", async () => {
    const avant = (await quittances()).data;
    const gardees = await cles();
    expect(await dumpDatabase()).toMatch(TRACES);

    const efface = await effacer(ids.LocataireId);
    expect(efface.data).toMatchObject({ nom: "Locataire effacé", Fichiers: [] });
    expect((await effacer(ids.LocataireId)).status).toBe(200);

    const base = await dumpDatabase();
    expect(base.split("\n").filter((ligne) => TRACES.test(ligne))).toEqual([]);
    // Four files and the PDFs of two receipts are gone.
    expect(gardees.length - (await cles()).length).toBe(6);
    const apres = (await quittances()).data;
    const comptes = ({ numero, loyerHC }: { numero: string; loyerHC: number }) => ({
      numero,
      loyerHC,
    });
    expect(apres.map(comptes)).toEqual(avant.map(comptes));
    const historique = await agence.admin.get<{ etat: string }[]>(
      `/History?entite=Locataire&id=${ids.LocataireId}`,
    );
    expect(historique.data.map(({ etat }) => etat)).toEqual(
      expect.arrayContaining(["Données effacées", "Données exportées"]),
    );
  });

  test("effacées, plus aucun courriel ne part : ce qui attendait est annulé", async () => {
    const { admin } = agence;
    const { LocataireId, DossierId } = await louer(admin, { bail: { dateSortie: "2026-01-31" } });
    const { data } = await admin.post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
      date: "2025-06-01",
    });
    const etats = async () =>
      (
        await admin.get<{ courriels: { genre: string; etat: string }[] }>(`/Quitance/${data.id}`)
      ).data.courriels.map(({ genre, etat }) => [genre, etat]);
    expect(await etats()).toEqual([["avis", "a_envoyer"]]);
    expect((await effacer(LocataireId)).status).toBe(200);
    expect(await etats()).toEqual([["avis", "annule"]]);
    for (const paye of [true, false]) await admin.get(`/Quitance/switchState/${paye}/${data.id}`);
    expect(await etats()).toEqual([["avis", "annule"]]);
  });

  test("ne s’effacent pas quand un dossier s’ouvre au même instant, et aucun ne s’ouvre ensuite", async () => {
    const { admin } = agence;
    const auteur = { user: ADMIN.email, today: "2026-11-21", now: new Date() };
    const ouvrir = async (db: Db, { AppartementId, LocataireId }: typeof ids) =>
      ouvrirDossier({ db, ...auteur }, parse(dossier, { ...BAIL, AppartementId, LocataireId }));
    const enCours = async (LocataireId: number) =>
      (await admin.get(`/Dossier?statut=encours&LocataireId=${LocataireId}`)).data;
    const lu = async (id: number) => (await admin.get<LocataireDetail>(`/Locataire/${id}`)).data;

    const partis = await Promise.all(
      [1, 2].map(() => louer(admin, { bail: { dateSortie: "2026-01-31" } })),
    );
    const [un, deux] = partis;
    if (!un || !deux) throw new Error("Deux locataires partis sont attendus.");
    const db = openDb(env);
    apresLe("write", db, () => ouvrir(openDb(env), un).catch(() => {}));
    const effacer = (ctx: Pick<Contexte, "db">, { LocataireId }: { LocataireId: number }) =>
      effacerPersonne({ env, ...auteur, ...ctx }, { personne: "Locataire", id: LocataireId });
    await effacer({ db }, un).catch(() => {});
    apresLe("read", db, () => effacer({ db: openDb(env) }, deux));
    await expect(ouvrir(db, deux)).rejects.toThrow("effacées");

    for (const { LocataireId } of partis) {
      expect([estEfface(await lu(LocataireId)), await enCours(LocataireId)]).toEqual([true, []]);
    }
    expect((await admin.post("/Dossier", { ...BAIL, ...liensDe(deux) })).error.fields).toEqual({
      LocataireId: "Les données de cette personne ont été effacées.",
    });
  });
});

const liensDe = ({ AppartementId, LocataireId }: typeof ids) => ({ AppartementId, LocataireId });

afterAll(async () => {
  // A legitimate erasure does not break the chain of the history.
  await scellerHistorique({ db: openDb(env) });
  expect((await verifierChaine({ db: openDb(env) })).ruptures).toEqual([]);
});
