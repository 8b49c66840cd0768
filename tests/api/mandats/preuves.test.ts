import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { HistoryRow } from "#domain/agence/history.ts";
import type { RemplacementRow } from "#domain/fichiers/remplacement.ts";
import type { Retenue } from "#domain/personnes/retenue.ts";
import { openDb } from "#worker/db/client.ts";
import { balayerFichiers } from "#worker/operations/fichiers/balayage.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  ETAT_LIEUX,
  LOCATAIRE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { envoyer, existe, fichier, PDF, PNG } from "../../support/fichiers/televersements.ts";

const PERIODE = { dateDepart: "2026-01-01", dateFin: "2026-12-31" };
const MISSION_DE_DEUX = { ...MISSION, nbAppart: 2, valeurMissionAppt: 500 };
const ACCOMPTE = { ...PERIODE, prix: 600, tva: 20, regle: true, datePaiement: "2026-01-15" };

interface Fiche {
  id: number;
  updatedAt: string;
  version: number;
  canDelete: boolean;
}

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const signer = (path: string, champ: string, contenu = PDF) =>
  envoyer(agence.user, path, [{ ...fichier(contenu), champ }], { methode: "PUT" });

/** Expects the product to refuse to delete the record, for this reason, and to keep it. */
async function refuse(path: string, motif: string): Promise<void> {
  const { data } = await agence.admin.get<Fiche>(path);
  expect([path, data.canDelete]).toEqual([path, false]);
  const { status, error } = await agence.admin.delete(path);
  expect([path, status]).toEqual([path, 409]);
  expect(error.message).toContain(motif);
  expect((await agence.admin.get(path)).status).toBe(200);
}

describe("Ce qui est payé ou signé ne se supprime pas", () => {
  test("un acompte payé, une dépense payée", async () => {
    const acompte = await creer(agence.user, "Accompte", ACCOMPTE);
    await refuse(`/Accompte/${acompte.id}`, "un paiement enregistré");
    const { id: AppartementId } = await creer(agence.user, "Appartement", APPARTEMENT);
    const depense = await creer(agence.user, "Intendance", {
      AppartementId,
      nature: "depense",
      intitule: "Plombier",
      montant: 320,
      numFacture: "P-12",
      date: "2026-02-01",
      regle: true,
    });
    await refuse(`/Intendance/${depense.id}`, "un paiement enregistré");
  });

  test("un mandat, un bail, un acte et un état des lieux signés", async () => {
    const { AppartementId, DossierId } = await louer(agence.user, {
      bail: { dateSortie: "2025-06-30" },
    });
    const caution = { nom: "Petit", prenom: "Ana", mobile: "06 11 22 33 44", mail: "a@exemple.fr" };
    const fiches = [
      [
        "Mission",
        await creer(agence.user, "Mission", MISSION_DE_DEUX),
        "ordreMission",
        "un mandat signé",
      ],
      [
        "Intendance",
        await creer(agence.user, "Intendance", { ...PERIODE, prix: 100, AppartementId }),
        "ordreMission",
        "un mandat signé",
      ],
      ["Dossier", { id: DossierId }, "contratLocation", "un bail signé"],
      [
        "EtatLieux",
        await creer(agence.user, "EtatLieux", ETAT_LIEUX),
        "signed",
        "un état des lieux signé",
      ],
      [
        "Caution",
        await creer(agence.user, "Caution", caution),
        "acteCautionnementSigned",
        "un acte de cautionnement signé",
      ],
    ] as const;
    for (const [entite, { id }, champ, motif] of fiches) {
      expect((await signer(`/${entite}/${id}`, champ)).status).toBe(200);
      await refuse(`/${entite}/${id}`, motif);
    }
  });

  test("un dossier dont une caution a signé", async () => {
    const { DossierId } = await louer(agence.user, { bail: { dateSortie: "2025-06-30" } });
    const caution = await creer(agence.user, "Caution", {
      nom: "Petit",
      prenom: "Ana",
      mobile: "06 11 22 33 44",
      mail: "a@exemple.fr",
    });
    await signer(`/Caution/${caution.id}`, "acteCautionnementSigned");
    await agence.user.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
    await refuse(`/Dossier/${DossierId}`, "1 acte de cautionnement signé");
  });
});

test("un bail signé ne passe ni à un autre locataire ni à un autre appartement", async () => {
  const { DossierId } = await louer(agence.user);
  await signer(`/Dossier/${DossierId}`, "contratLocation");
  const autres = {
    LocataireId: (await creer(agence.user, "Locataire", LOCATAIRE)).id,
    AppartementId: (await creer(agence.user, "Appartement", APPARTEMENT)).id,
  };
  for (const [lien, id] of Object.entries(autres)) {
    const { status, error } = await agence.admin.put(`/Dossier/${DossierId}`, { [lien]: id });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([409, [lien]]);
  }
  expect((await agence.user.put(`/Dossier/${DossierId}`, { jourQuitance: 7 })).status).toBe(200);
  expect((await agence.admin.delete(`/Dossier/${DossierId}/contratLocation`)).status).toBe(200);
  for (const [lien, id] of Object.entries(autres)) {
    expect((await agence.user.put(`/Dossier/${DossierId}`, { [lien]: id })).status).toBe(409);
  }
});

test("une dépense payée reste une dépense", async () => {
  const { id: AppartementId } = await creer(agence.user, "Appartement", APPARTEMENT);
  const depense = { nature: "depense", intitule: "Serrure", montant: 120, numFacture: "F-1" };
  const { id } = await creer(agence.user, "Intendance", {
    ...depense,
    AppartementId,
    date: "2026-02-03",
    regle: true,
  });
  expect((await agence.user.put(`/Intendance/${id}`, { nature: "mission" })).status).toBe(409);
  expect((await agence.admin.delete(`/Intendance/${id}`)).status).toBe(409);
});

test("un acompte payé garde son prix et sa date de paiement, jusqu’à ce que le paiement soit repris", async () => {
  const { id } = await creer(agence.user, "Accompte", { ...ACCOMPTE, montant: 600 });
  for (const [champ, valeur] of [
    ["prix", 500],
    ["montant", 50],
    ["datePaiement", null],
  ] as const) {
    const { status, error } = await agence.user.put(`/Accompte/${id}`, { [champ]: valeur });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([409, [champ]]);
  }
  const corrige = await agence.user.put(`/Accompte/${id}`, { datePaiement: "2026-01-16" });
  expect(corrige.status).toBe(200);
  const repris = { regle: false, datePaiement: null, prix: 500 };
  expect((await agence.user.put(`/Accompte/${id}`, repris)).status).toBe(200);
});

test("une caution qui a signé son acte reste à son dossier", async () => {
  const [bail, autre] = [await louer(agence.user), await louer(agence.user)];
  const { id } = await creer(agence.user, "Caution", {
    nom: "Petit",
    prenom: "Ana",
    mobile: "06 11 22 33 44",
    mail: "a@exemple.fr",
  });
  const lien = (geste: "add" | "remove", DossierId: number) =>
    `/Dossier/${DossierId}/caution/${geste}/${id}`;
  await agence.user.put(lien("add", bail.DossierId));
  expect((await agence.user.delete(lien("remove", bail.DossierId))).status).toBe(200);
  await agence.user.put(lien("add", bail.DossierId));
  await signer(`/Caution/${id}`, "acteCautionnementSigned");
  const refuse = async () => {
    const { status, error } = await agence.user.delete(lien("remove", bail.DossierId));
    expect([status, error.message]).toEqual([
      409,
      "Cette caution a signé son acte : elle reste à son dossier.",
    ]);
    expect((await agence.user.put(lien("add", autre.DossierId))).status).toBe(409);
    const { data } = await agence.user.get(`/Caution/${id}`);
    expect(data).toMatchObject({ DossierId: bail.DossierId });
  };
  await refuse();
  // Removed from the record, the signed deed is still kept among the earlier versions.
  expect((await agence.admin.delete(`/Caution/${id}/acteCautionnementSigned`)).status).toBe(200);
  await refuse();
});

describe("Un état des lieux signé que l’on refait", () => {
  test("ne se réécrit pas tant que son document signé y est", async () => {
    const { id } = await creer(agence.user, "EtatLieux", ETAT_LIEUX);
    await signer(`/EtatLieux/${id}`, "signed");
    const { status, error } = await agence.user.put(`/EtatLieux/${id}`, { clef: "9 clefs" });
    expect([status, error.message]).toEqual([409, expect.stringContaining("est signé")]);
    expect((await agence.user.get(`/EtatLieux/${id}`)).data).toMatchObject({
      clef: ETAT_LIEUX.clef,
    });
    const memes = { clef: ETAT_LIEUX.clef };
    expect((await agence.user.put(`/EtatLieux/${id}`, memes)).status).toBe(200);
    await agence.admin.delete(`/EtatLieux/${id}/signed`);
    expect((await agence.user.put(`/EtatLieux/${id}`, { clef: "9 clefs" })).status).toBe(200);
  });

  test("reste lisible, avec son papier parmi les versions du dossier", async () => {
    const { AppartementId, DossierId } = await louer(agence.user);
    const poser = (clef: string) =>
      agence.user.put<{ dossier: { etatIn: number; remplaces: number } }>(
        `/Dossier/${DossierId}/etatIn/set`,
        { ...ETAT_LIEUX, clef },
      );
    const premier = (await poser("1 clef")).data.dossier.etatIn;
    await signer(`/EtatLieux/${premier}`, "signed");
    const { data } = await poser("3 clefs");
    expect(data.dossier).toMatchObject({ remplaces: 1 });
    expect(data.dossier.etatIn).not.toBe(premier);
    const garde = await agence.user.get<Fiche>(`/EtatLieux/${premier}`);
    expect(garde.data).toMatchObject({ clef: "1 clef", AppartementId, signed: expect.any(String) });
    await refuse(`/EtatLieux/${premier}`, "un état des lieux signé");
    const { data: versions } = await agence.user.get<RemplacementRow[]>(
      `/Remplacement?entite=Dossier&id=${DossierId}`,
    );
    expect(versions).toMatchObject([{ champ: "etatIn", user: "user@agence.example" }]);
    expect(await existe(versions[0]?.url ?? "")).toBe(true);

    const troisieme = (await poser("4 clefs")).data.dossier;
    expect(troisieme.remplaces).toBe(1);
    expect((await agence.user.get(`/EtatLieux/${data.dossier.etatIn}`)).status).toBe(404);
  });

  test("sur une version du dossier qui n’est plus, rien ne change", async () => {
    const { DossierId } = await louer(agence.user);
    const avant = await agence.user.get<Fiche>(`/Dossier/${DossierId}`);
    const poser = () =>
      agence.user.put(`/Dossier/${DossierId}/etatIn/set`, {
        ...ETAT_LIEUX,
        version: avant.data.version,
      });
    expect((await poser()).status).toBe(200);
    const { total } = await agence.user.get("/EtatLieux");
    expect((await poser()).status).toBe(409);
    expect((await agence.user.get("/EtatLieux")).total).toBe(total);
  });
});

test("le balayage garde les versions ; les données du locataire les emportent", async () => {
  const { DossierId, LocataireId } = await louer(agence.user, {
    bail: { dateSortie: "2025-06-30" },
  });
  for (const contenu of [PDF, PNG])
    await signer(`/Dossier/${DossierId}`, "contratLocation", contenu);
  const { data } = await agence.user.get<RemplacementRow[]>(
    `/Remplacement?entite=Dossier&id=${DossierId}`,
  );
  const ancien = data[0]?.url ?? "";
  await openDb(env).run(sql`UPDATE "StoredFile" SET "createdAt" = '2020-01-01T00:00:00.000Z'`);
  await balayerFichiers({ env, db: openDb(env), today: "2026-12-31" });
  expect(await existe(ancien)).toBe(true);

  const zip = await agence.admin.fetch(`/api/Locataire/${LocataireId}/export`);
  const archive = new TextDecoder("latin1").decode(await zip.arrayBuffer());
  expect(archive).toContain("bail.pdf");
  expect((await agence.admin.post(`/Locataire/${LocataireId}/effacer`)).status).toBe(200);
  expect(await existe(ancien)).toBe(false);
});

test("un numéro de registre n’est celui que d’un mandat, même donné deux fois au même instant", async () => {
  const numRegistre = "R-2026-14";
  const poses = await Promise.all(
    Array.from({ length: 4 }, () =>
      agence.user.post("/Mission", { ...MISSION_DE_DEUX, numRegistre: numRegistre }),
    ),
  );
  expect(poses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  const autre = await creer(agence.user, "Mission", MISSION_DE_DEUX);
  const { status, error } = await agence.user.put(`/Mission/${autre.id}`, {
    numRegistre: "r-2026-14",
  });
  expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ["numRegistre"]]);
});

describe("Les paiements d’une mission ne dépassent pas son total", () => {
  test("ni à la création, ni par le montant, ni en le notant payé, ni en le rattachant", async () => {
    const { id: MissionId } = await creer(agence.user, "Mission", MISSION_DE_DEUX);
    const acompte = await creer(agence.user, "Accompte", { ...ACCOMPTE, MissionId });
    const refuse = async (reponse: ReturnType<typeof agence.user.put>, champ: string) => {
      const { status, error } = await reponse;
      expect([status, error.fields]).toEqual([
        422,
        { [champ]: "Les acomptes payés dépasseraient le total de la mission." },
      ]);
    };
    await refuse(agence.user.post("/Accompte", { ...ACCOMPTE, MissionId }), "prix");
    await refuse(agence.user.put(`/Accompte/${acompte.id}`, { montant: 1000.01 }), "montant");
    const impaye = await creer(agence.user, "Accompte", { ...ACCOMPTE, MissionId, regle: false });
    await refuse(agence.user.put(`/Accompte/${impaye.id}`, { regle: true }), "prix");
    const libre = await creer(agence.user, "Accompte", ACCOMPTE);
    await refuse(agence.user.put(`/Mission/${MissionId}/accompte/add/${libre.id}`), "accompteId");
    const baisse = await agence.user.put(`/Mission/${MissionId}`, {
      valeurMissionAppt: 299.99,
      reliquat: 0,
    });
    expect([baisse.status, Object.keys(baisse.error.fields ?? {})]).toEqual([
      422,
      ["valeurMissionAppt"],
    ]);
    const juste = await agence.user.put(`/Accompte/${impaye.id}`, { regle: true, montant: 400 });
    expect(juste.status).toBe(200);
    const ailleurs = (await creer(agence.user, "Mission", MISSION_DE_DEUX)).id;
    const parti = await agence.user.put(`/Accompte/${acompte.id}`, { MissionId: ailleurs });
    expect(parti.status).toBe(409);
  });

  test("même payés par plusieurs au même instant", async () => {
    const { id: MissionId } = await creer(agence.user, "Mission", MISSION_DE_DEUX);
    const payes = await Promise.all(
      Array.from({ length: 5 }, () =>
        agence.user.post("/Accompte", { ...ACCOMPTE, prix: 400, MissionId }),
      ),
    );
    expect(payes.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
  });
});

test("le dernier propriétaire d’un bien loué ou quittancé reste, même à deux au même instant", async () => {
  const { AppartementId, ClientId, DossierId } = await louer(agence.user);
  const path = (id: number) => `/Appartement/${AppartementId}/owner/remove/${id}`;
  const { status, error } = await agence.user.delete(path(ClientId));
  expect([status, error.message]).toEqual([
    409,
    "Ce bien est loué ou a des quittances : ajoutez un autre propriétaire avant de retirer celui-ci.",
  ]);
  const retenues = async (de: string) =>
    (await agence.user.get<Retenue[]>(`/Retenue?${de}`)).data.map((retenue) => [
      retenue.AppartementId,
      retenue.ClientId,
      retenue.raison,
    ]);
  // The dwelling and the owner both announce the refusal, before anybody asks for the removal.
  const dite = [[AppartementId, ClientId, error.message]];
  expect(await retenues(`AppartementId=${AppartementId}`)).toEqual(dite);
  expect(await retenues(`ClientId=${ClientId}`)).toEqual(dite);
  expect((await agence.user.get("/Retenue")).status).toBe(422);
  const autre = await creer(agence.user, "Client", PROPRIETAIRE);
  await agence.user.put(`/Appartement/${AppartementId}/owner/add/${autre.id}`);
  expect(await retenues(`AppartementId=${AppartementId}`)).toEqual([]);
  const retraits = await Promise.all(
    [ClientId, autre.id].map((id) => agence.user.delete(path(id))),
  );
  expect(retraits.map((retrait) => retrait.status).sort()).toEqual([200, 409]);
  await agence.user.post(`/Quitance/generate/${DossierId}`, { date: "2025-02-01" });
  await agence.user.put(`/Dossier/${DossierId}`, { dateSortie: "2025-06-30" });
  const restant = retraits[0]?.status === 200 ? autre.id : ClientId;
  expect((await agence.user.delete(path(restant))).status).toBe(409);
});

describe("L’historique d’une fiche supprimée", () => {
  const histoire = async (entite: string, id: number) =>
    (await agence.admin.get<HistoryRow[]>(`/History?entite=${entite}&id=${id}`)).data;

  test("garde les montants et les dates d’un paiement", async () => {
    const { id } = await creer(agence.user, "Accompte", ACCOMPTE);
    await agence.user.put(`/Accompte/${id}`, { montant: 590, datePaiement: "2026-01-20" });
    await agence.user.put(`/Accompte/${id}`, { regle: false });
    expect((await agence.admin.delete(`/Accompte/${id}`)).status).toBe(204);
    expect((await histoire("Accompte", id)).map(({ etat, details }) => [etat, details])).toEqual([
      ["Suppression", expect.objectContaining({ prix: 600, montant: 590, regle: false })],
      ["Modification", { regle: [true, false] }],
      ["Modification", { montant: [null, 590], datePaiement: ["2026-01-15", "2026-01-20"] }],
      ["Création", null],
    ]);
  });

  test("ne garde rien d’une personne, ni les textes d’un bail", async () => {
    const { id } = await creer(agence.user, "Locataire", LOCATAIRE);
    await agence.user.put(`/Locataire/${id}`, { naissance: "1990-05-04", nom: "Martin" });
    expect((await agence.admin.delete(`/Locataire/${id}`)).status).toBe(204);
    expect((await histoire("Locataire", id)).map(({ details }) => details)).toEqual([
      null,
      null,
      null,
    ]);
    const { DossierId } = await louer(agence.user, { bail: { dateSortie: "2025-06-30" } });
    await agence.user.put(`/Dossier/${DossierId}`, {
      nouvelleAdresse: "9 rue des Lilas",
      loyerHC: 870,
    });
    expect((await agence.admin.delete(`/Dossier/${DossierId}`)).status).toBe(204);
    const lignes = await histoire("Dossier", DossierId);
    expect(lignes[1]?.details).toEqual({ loyerHC: [BAIL.loyerHC, 870] });
    expect(JSON.stringify(lignes)).not.toContain("Lilas");
  });
});
