import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import type { CompteBancaireDetail } from "#domain/gerance/banque/compte-bancaire.ts";
import type { LigneReleveRow, ReleveDetail } from "#domain/gerance/banque/releve-fiche.ts";
import type { EtatDeRapprochement } from "#domain/gerance/livres/etat-rapprochement.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { cfonb, IBAN_GERANCE, importer } from "../../support/banque/fichiers-de-banque.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);

let agence: Agence;
let compte: number;
beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  const ouvert = await agence.admin.post<CompteBancaireDetail>("/CompteBancaire", {
    nom: "Gérance",
    iban: IBAN_GERANCE,
    usage: "gerance",
  });
  compte = ouvert.data.id;
});

const FORGE =
  "Date;Libellé;Montant;Solde\n01/11/2026;A;0,01;900000,00\n02/11/2026;B;1,00;900001,00\n";
const forger = async () => (await importer(agence.user, FORGE, compte, "forge.csv")).data.id;
const leCompte = async () =>
  (await agence.user.get<CompteBancaireDetail>(`/CompteBancaire/${compte}`)).data;
const etat = async () =>
  (await agence.user.get<EtatDeRapprochement>(`/CompteBancaire/${compte}/rapprochement`)).data;
const i10 = async () =>
  (await agence.admin.get<Controle[]>("/Controle")).data.find(({ nom }) => nom.startsWith("I10"))
    ?.etat;
const lignes = async (id: number) =>
  (await agence.user.get<LigneReleveRow[]>(`/LigneReleve?sort=id&ReleveId=${id}`)).data;
const releve = async (id: number) => (await agence.user.get<ReleveDetail>(`/Releve/${id}`)).data;

describe("Un fichier qui ne prouve rien", () => {
  it("ne décide ni du solde d’un compte que la banque a prouvé, ni du contrôle des relevés", async () => {
    await importer(agence.user, cfonb(), compte);
    const prouve = { solde: 1697.79, soldeLe: "2026-10-12", soldeProuve: true };
    expect(await leCompte()).toMatchObject(prouve);
    const forge = await forger();
    expect(await leCompte()).toMatchObject(prouve);
    expect([await i10(), (await releve(forge)).prouve]).toEqual(["vert", false]);
    expect(await etat()).toMatchObject({
      banque: 1697.79,
      prouve: true,
      nonProuvees: { nombre: 2, montant: 1.01 },
      manquant: 0,
      ecart: 0,
    });
    for (const { id } of await lignes(forge))
      await agence.user.post(`/LigneReleve/${id}/ignorer`, { motif: "Erreur" });
    expect(await i10()).toBe("vert");
    expect(await etat()).toMatchObject({ nonProuvees: { nombre: 0 }, ecartees: { nombre: 0 } });
  });

  it("est tout ce que dit une banque sans autre fichier : son solde se lit, non prouvé, et rien n’est rouge", async () => {
    await forger();
    expect(await leCompte()).toMatchObject({ solde: 900_001, soldeProuve: false });
    expect(await etat()).toMatchObject({ banque: 900_001, prouve: false, ecart: 0 });
    expect(await i10()).toBe("vert");
  });

  it("ne se dit pas prouvé parce qu’il n’apporte aucune ligne", async () => {
    await forger();
    const { data } = await importer(agence.user, `${FORGE}\n`, compte, "encore.csv");
    expect([data.nouvelles, (await releve(data.id)).prouve]).toEqual([0, false]);
  });
});

describe("Un fichier sans solde", () => {
  const un = (date: string, montant: number) => [{ date, montant, libelle: `VIR ${date}` }];
  const FICHIERS = {
    avant: cfonb({ ancien: 0, mouvements: un("2026-10-05", 10_000) }),
    milieu: "Date;Libellé;Montant\n15/10/2026;VIR DU MILIEU;50,00\n",
    apres: cfonb({ ancien: 15_000, mouvements: un("2026-10-25", 4_000) }),
  };
  const recevoir = async (nom: keyof typeof FICHIERS) =>
    (await importer(agence.user, FICHIERS[nom], compte, `${nom}.csv`)).data;
  const prouvees = async () =>
    (await agence.user.get<LigneReleveRow[]>("/LigneReleve?sort=date")).data.filter(
      ({ prouvee }) => prouvee,
    ).length;

  it.each([[["avant", "milieu", "apres"]], [["avant", "apres", "milieu"]]] as const)(
    "est prouvé par le solde du suivant, quand la chaîne tombe juste : %s",
    async (ordre) => {
      const ids: Record<string, number> = {};
      for (const nom of ordre) ids[nom] = (await recevoir(nom)).id;
      expect(await leCompte()).toMatchObject({
        solde: 190,
        soldeLe: "2026-10-25",
        soldeProuve: true,
      });
      expect(await etat()).toMatchObject({ banque: 190, prouve: true, manquant: 0, ecart: 0 });
      expect([await prouvees(), await i10()]).toEqual([3, "vert"]);
      const { milieu = 0, apres = 0 } = ids;
      expect((await releve(apres)).prouve).toBe(true);
      // The middle statement links the two others, so it cannot be removed; a false file of a day between them
      // changes nothing.
      expect((await agence.admin.delete(`/Releve/${milieu}`)).status).toBe(409);
      const faux = "Date;Libellé;Montant\n16/10/2026;AUTRE;7,00\n";
      await importer(agence.user, faux, compte, "faux.csv");
      expect([await prouvees(), (await leCompte()).solde, await i10()]).toEqual([3, 190, "vert"]);
      expect((await agence.admin.delete(`/Releve/${apres}`)).status).toBe(204);
      expect([await prouvees(), (await leCompte()).solde, await i10()]).toEqual([1, 100, "vert"]);
      expect((await agence.admin.delete(`/Releve/${milieu}`)).status).toBe(204);
    },
  );

  it("ne l’est pas quand la chaîne ne tombe pas juste", async () => {
    await recevoir("avant");
    await importer(agence.user, FICHIERS.milieu.replace("50,00", "49,00"), compte, "faux.csv");
    const { data } = await importer(agence.user, FICHIERS.apres, compte);
    expect((await releve(data.id)).prouve).toBe(false);
    expect([await prouvees(), (await leCompte()).solde]).toEqual([1, 100]);
  });
});

describe("Un relevé importé par erreur", () => {
  const retirer = (id: number, par: keyof Agence & ("user" | "user_delete" | "admin")) =>
    agence[par].delete(`/Releve/${id}`);

  it("se retire avec ses lignes et son fichier, reste dans l’historique, et s’importe à nouveau", async () => {
    const id = await forger();
    for (const ligne of await lignes(id))
      await agence.user.post(`/LigneReleve/${ligne.id}/ignorer`, { motif: "Erreur" });
    expect((await retirer(id, "user")).status).toBe(403);
    expect((await retirer(id, "user_delete")).status).toBe(204);
    expect((await agence.user.get(`/Releve/${id}`)).status).toBe(404);
    expect(await lignes(id)).toEqual([]);
    expect(await leCompte()).toMatchObject({ solde: null, releves: 0 });
    expect((await env.FILES.list()).objects).toEqual([]);
    const [dit] = await db.all<{ details: string; user: string }>(
      sql`SELECT details, "user" FROM "History" WHERE entite = 'Releve' AND etat = 'Retrait' AND "entiteId" = ${id}`,
    );
    expect(JSON.parse(dit?.details ?? "")).toMatchObject({
      nom: "forge.csv",
      lignes: 2,
      montant: 1.01,
      empreinte: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect((await retirer(id, "user_delete")).status).toBe(404);
    expect((await importer(agence.user, FORGE, compte, "forge.csv")).status).toBe(201);
  });

  it("reste tant qu’une de ses lignes a servi, ou qu’un autre fichier les dit aussi", async () => {
    const id = await forger();
    const [ligne] = await lignes(id);
    const attente = await agence.user.post(`/LigneReleve/${ligne?.id}/attente`);
    expect([attente.status, attente.error?.message]).toEqual([200, undefined]);
    // The bank account counts one line to match and one to identify. The list of statements gives the reason of the
    // refused call, word for word.
    expect(await leCompte()).toMatchObject({ aRapprocher: 1, aIdentifier: 1 });
    const refus = await retirer(id, "admin");
    expect([refus.status, refus.error.message, (await releve(id)).retrait]).toEqual([
      409,
      expect.stringContaining("reprenez-les d’abord"),
      refus.error.message,
    ]);
    await agence.admin.post(`/LigneReleve/${ligne?.id}/annuler`);
    const { data: encore } = await importer(agence.user, `${FORGE}\n`, compte, "encore.csv");
    expect((await retirer(id, "admin")).error.message).toContain("retirez-le d’abord");
    expect((await retirer(encore.id, "admin")).status).toBe(204);
    expect((await retirer(id, "admin")).status).toBe(204);
    expect(await i10()).toBe("vert");
  });

  it("et que ses soldes prouvent se retire par l’administration, s’il est le dernier : ce que lui seul prouvait ne l’est plus", async () => {
    const nu = "Date;Libellé;Montant\n12/10/2026;FRAIS DE TENUE DE COMPTE;-32,21\n";
    const { data: csv } = await importer(agence.user, nu, compte, "frais.csv");
    const { data: vrai } = await importer(agence.user, cfonb(), compte);
    const suite = [{ date: "2026-11-03", montant: 100, libelle: "SUITE" }];
    const { data: dernier } = await importer(
      agence.user,
      cfonb({ ancien: 169_779, mouvements: suite }),
      compte,
    );
    expect((await releve(csv.id)).prouve).toBe(true);
    expect((await retirer(vrai.id, "admin")).error.message).toContain("seul le dernier");
    expect((await retirer(dernier.id, "user_delete")).status).toBe(409);
    expect((await retirer(dernier.id, "admin")).status).toBe(204);
    expect((await retirer(vrai.id, "admin")).status).toBe(204);
    expect((await releve(csv.id)).prouve).toBe(false);
    expect((await leCompte()).soldeProuve).toBe(false);
  });

  it("ne s’efface pas autrement : la base le refuse tant que rien ne le dit", async () => {
    const id = await forger();
    await expect(db.run(sql`DELETE FROM "LigneReleve" WHERE "ReleveId" = ${id}`)).rejects.toThrow();
    await expect(
      db.run(sql`UPDATE "Releve" SET nom = 'autre.csv' WHERE id = ${id}`),
    ).rejects.toThrow();
  });
});
