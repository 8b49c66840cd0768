import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { importer } from "../../support/banque/fichiers-de-banque.ts";
import { louerEnGerance, ouvrirCompte, releverLignes } from "../../support/banque/lignes-releve.ts";
import { dumpDatabase } from "../../support/worker/database.ts";

let agence: Agence;
let compte: number;
beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte();
});

const clos = { dateSortie: "2025-06-30" };

async function payer(id: number, parts: { DossierId: number; montant: number }[]) {
  expect((await agence.user.post(`/LigneReleve/${id}/rapprocher`, { parts })).status).toBe(200);
}

async function effacer(LocataireId: number) {
  expect((await agence.admin.post(`/Locataire/${LocataireId}/effacer`)).status).toBe(200);
}

const lignes = (ids: readonly number[]) =>
  openDb(env).all<Record<"libelle" | "reference" | "empreinte", string | null>>(
    sql`SELECT libelle, reference, "payeurEmpreinte" AS empreinte FROM "LigneReleve"
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY id`,
  );

const montants = () =>
  openDb(env).all(sql`SELECT id, date, montant, cle, etat FROM "LigneReleve" ORDER BY id`);

describe("Qui est effacé ne se lit plus sur les relevés de la banque", () => {
  test("ce qu’il paya, ce qui vient de son compte et ce qui le nomme ne disent plus que des sommes", async () => {
    const sien = await louerEnGerance(agence.admin, {
      nom: "Lefèvre-Œuvrard",
      prenom: "Zoé",
      mois: ["2025-03"],
      bail: clos,
    });
    const autre = await louerEnGerance(agence.admin, {
      nom: "Lefèvre",
      prenom: "Anne",
      mois: ["2025-03"],
    });
    const dits = [
      { montant: 950, libelle: `VIR ZOE LEFEVRE OEUVRARD ${sien.reference}`, empreinte: "sien" },
      { montant: 12, libelle: "VIR RETARD CLE", reference: "ZOE LO", empreinte: "sien" },
      { montant: 40, libelle: "CHQ Mme Lefèvre Œuvrard Zoé 12/03" },
      { montant: 60, libelle: "VIR ANNE LEFEVRE", empreinte: "autre" },
      { montant: 70, libelle: "VIR ZOE MARTIN" },
      { montant: 950, libelle: "VIR COLOC ZOE LEFEVRE-OEUVRARD ET ANNE", empreinte: "commun" },
    ];
    const { ids } = await releverLignes(compte, dits);
    const [loyer, , , , , commun] = ids as [number, number, number, number, number, number];
    await payer(loyer, [{ DossierId: sien.DossierId, montant: 950 }]);
    await payer(commun, [
      { DossierId: autre.DossierId, montant: 900 },
      { DossierId: sien.DossierId, montant: 50 },
    ]);
    const avant = await montants();

    await effacer(sien.LocataireId);
    expect(await lignes(ids)).toEqual([
      { libelle: "personne effacée", reference: null, empreinte: null },
      { libelle: "personne effacée", reference: null, empreinte: null },
      { libelle: "CHQ Mme personne effacée 12/03", reference: null, empreinte: null },
      { libelle: "VIR ANNE LEFEVRE", reference: null, empreinte: "autre" },
      { libelle: "VIR ZOE MARTIN", reference: null, empreinte: null },
      { libelle: "VIR COLOC personne effacée ET ANNE", reference: null, empreinte: "commun" },
    ]);
    expect(await montants()).toEqual(avant);
    const controles = await controlerComptes({ db: openDb(env), today: "2026-11-22" });
    expect(controles.filter(({ etat }) => etat === "rouge")).toEqual([]);
  });

  test("d’un homonyme qui reste, ce qui n’est pas de l’effacé garde son nom", async () => {
    const noms = { nom: "Homonyme", prenom: "Paul", mois: ["2025-04"] };
    const sien = await louerEnGerance(agence.admin, { ...noms, bail: clos });
    const autre = await louerEnGerance(agence.admin, noms);
    const { ids } = await releverLignes(compte, [
      { montant: 950, libelle: "VIR PAUL HOMONYME A", empreinte: "paul 1" },
      { montant: 950, libelle: "VIR PAUL HOMONYME B", empreinte: "paul 2" },
      { montant: 5, libelle: "VIR PAUL HOMONYME C" },
    ]);
    const [un, deux] = ids as [number, number, number];
    await payer(un, [{ DossierId: sien.DossierId, montant: 950 }]);
    await payer(deux, [{ DossierId: autre.DossierId, montant: 950 }]);

    await effacer(sien.LocataireId);
    expect((await lignes(ids)).map(({ libelle }) => libelle)).toEqual([
      "personne effacée",
      "VIR PAUL HOMONYME B",
      "VIR PAUL HOMONYME C",
    ]);
  });

  test("ce que rien ne rapproche et que son nom dit avec son initiale, et le nom d’un fichier, ne le disent plus", async () => {
    const sien = await louerEnGerance(agence.admin, {
      nom: "Zorglub",
      prenom: "Anatole",
      bail: clos,
    });
    const csv = (lignes: string[]) =>
      ["Date;Libellé;Montant;Référence;Nom de la contrepartie", ...lignes].join("\n");
    const { data } = await importer(
      agence.user,
      csv([
        "06/06/2026;VIR M. ZORGLUB SOLDE;1,55;R2;ZORGLUB A",
        "07/06/2026;VIR A ZORGLUBIEN;2;R3;B",
      ]),
      compte,
      "releve_Zorglub-Anatole.csv",
    );
    const { data: retire } = await importer(
      agence.user,
      csv(["08/06/2026;RIEN;3;;"]),
      compte,
      "A. ZORGLUB.csv",
    );
    expect((await agence.admin.delete(`/Releve/${retire.id}`)).status).toBe(204);
    await effacer(sien.LocataireId);
    const dites = await openDb(env).all(sql`
      SELECT l.libelle, l.tiers, r.nom, f.nom AS fichier FROM "LigneReleve" l JOIN "Releve" r ON r.id = l."ReleveId"
      JOIN "StoredFile" f ON f.id = r."StoredFileId" WHERE r.id = ${data.id} ORDER BY l.id`);
    const nom = expect.stringMatching(/^releve_personne effacée/);
    expect(dites).toEqual([
      { libelle: "VIR M. personne effacée SOLDE R2", tiers: "personne effacée", nom, fichier: nom },
      { libelle: "VIR A ZORGLUBIEN R3", tiers: "B", nom, fichier: nom },
    ]);
    expect(await dumpDatabase()).not.toMatch(/zorglub\b/i);
    const { data: controles } = await agence.admin.get<Controle[]>("/Controle");
    expect(controles.find(({ nom }) => nom === "Chaîne de l’historique")?.etat).toBe("vert");
  });

  test("le nom d’un fichier ne dit plus le nom seul, sauf si un autre qui reste le porte, accents ou non", async () => {
    const deposer = async (nom: string) =>
      (
        await importer(
          agence.user,
          `Date;Libellé;Montant\n09/06/2026;${nom};4`,
          compte,
          `${nom}.csv`,
        )
      ).data;
    const fichier = async (id: number) =>
      (await openDb(env).all<{ nom: string }>(sql`SELECT nom FROM "Releve" WHERE id = ${id}`))[0]
        ?.nom;
    const seule = await louerEnGerance(agence.admin, {
      nom: "Bélisaire",
      prenom: "Ève",
      bail: clos,
    });
    const sien = await louerEnGerance(agence.admin, { nom: "Éloïse", prenom: "Jean", bail: clos });
    await louerEnGerance(agence.admin, { nom: "ELOISE", prenom: "Anne" });
    const [unique, partage] = [
      await deposer("virement BELISAIRE"),
      await deposer("virement ELOISE"),
    ];
    await effacer(seule.LocataireId);
    await effacer(sien.LocataireId);
    expect([await fichier(unique.id), await fichier(partage.id)]).toEqual([
      "virement personne effacée.csv",
      "virement ELOISE.csv",
    ]);
  });

  test("l’initiale ne suffit pas quand un autre du même nom l’a aussi", async () => {
    const noms = { nom: "Fantasio", bail: clos };
    const sien = await louerEnGerance(agence.admin, { ...noms, prenom: "Bruno" });
    await louerEnGerance(agence.admin, { nom: "Fantasio", prenom: "Bernard" });
    const { ids } = await releverLignes(compte, [{ montant: 7, libelle: "VIR FANTASIO B" }]);
    await effacer(sien.LocataireId);
    expect((await lignes(ids)).map(({ libelle }) => libelle)).toEqual(["VIR FANTASIO B"]);
  });

  test("rien d’autre ne récrit ce que la banque a dit", async () => {
    const { ids } = await releverLignes(compte, [{ montant: 3, libelle: "FRAIS" }]);
    const ecrire = (libelle: string) =>
      openDb(env).run(sql`UPDATE "LigneReleve" SET libelle = ${libelle} WHERE id = ${ids[0]}`);
    await expect(ecrire("AUTRE CHOSE")).rejects.toThrow();
    expect((await lignes(ids))[0]?.libelle).toBe("FRAIS");
  });
});
