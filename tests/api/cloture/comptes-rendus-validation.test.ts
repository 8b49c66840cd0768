import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#worker/db/client.ts";
import { validerComptes } from "#worker/operations/gerance/cloture/comptes-rendus.ts";
import { creer, PROPRIETAIRE } from "../../support/agence/agence.ts";
import {
  agence,
  bien,
  client,
  cloturer,
  du,
  factures,
  JOUR,
  lire,
  lister,
  MissionId,
  ouvrir,
  ouvrirLesComptes,
  payer,
  preparer,
  rompus,
  solde,
  valider,
} from "../../support/agence/comptes-rendus.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { mourir } from "../../support/worker/pannes.ts";

beforeEach(ouvrirLesComptes);

describe("Un mandat d’un seul propriétaire", () => {
  it("se clôt dans l’ordre des mois, et son brouillon se supprime", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    await preparer("2026-10");
    const [octobre, septembre] = [await du("2026-10"), await du("2026-09")];
    expect(await valider(octobre.id)).toEqual([
      {
        id: octobre.id,
        resultat: "refuse",
        raison: "Validez d’abord le compte rendu de septembre 2026.",
      },
    ]);
    expect((await agence.user_delete.delete(`/CompteRendu/${septembre.id}`)).status).toBe(403);
    expect((await agence.admin.delete(`/CompteRendu/${septembre.id}`)).status).toBe(204);
    expect(await valider(octobre.id)).toMatchObject([{ resultat: "valide" }]);
    expect((await lire(octobre.id)).encaissements).toBe(950);
    expect((await agence.admin.delete(`/CompteRendu/${octobre.id}`)).status).toBe(409);
    expect((await agence.admin.post("/CompteRendu/preparer", { mois: "2099-01" })).status).toBe(
      422,
    );
    expect((await agence.user.post("/CompteRendu/valider", { ids: [1] })).status).toBe(403);
    expect(await preparer("2026-09")).toBe(0);
  });

  it("validé par deux administrateurs à la fois l’est une fois", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const { id } = await du("2026-09");
    const deux = await Promise.all([valider(id), valider(id), valider(id)]);
    expect(deux.map(([fait]) => fait?.resultat).toSorted()).toEqual(["deja", "deja", "valide"]);
    expect((await factures()).length).toBe(1);
    expect(await solde("4672", MissionId)).toBe(87_020);
    expect(await rompus()).toEqual([]);
  });

  it("dont un règlement arrive pendant la validation n’en perd rien", async () => {
    await ouvrir();
    await preparer("2026-09");
    const { id } = await du("2026-09");
    await Promise.all([
      valider(id),
      ...[10, 20, 30, 40].map((montant) => payer(bien.DossierId, "2026-09-05", montant)),
    ]);
    await valider(id);
    await cloturer("2026-10");
    const comptes = (await lister()).data;
    expect(comptes.reduce((total, { encaissements }) => total + encaissements, 0)).toBe(100);
    expect(await rompus()).toEqual([]);
  });

  it("dont le travail meurt en chemin est validé en entier ou pas du tout", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const { id } = await du("2026-09");
    const auteur = { user: "a@b.fr", today: JOUR, now: new Date() };
    const geste = (db: Db) => validerComptes({ db, ...auteur }, [id]);
    for (let rang = 0; await mourir(env, rang, geste); rang++) {
      const { etat } = await lire(id);
      const lots = (await factures()).length;
      expect([etat, lots, await solde("4672", MissionId)]).toEqual(
        etat === "valide" ? ["valide", 1, 87_020] : ["brouillon", 0, 0],
      );
      expect(await rompus()).toEqual([]);
    }
    expect((await lire(id)).etat).toBe("valide");
    expect((await factures()).length).toBe(1);
  });

  it("dont l’IBAN n’est pas connu se clôt, et attend son reversement", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const brouillon = await du("2026-09");
    expect(brouillon.anomalies).toEqual([
      expect.objectContaining({ genre: "sans_iban", bloque: "reversement", ClientId: client }),
    ]);
    expect(await valider(brouillon.id)).toMatchObject([{ resultat: "valide" }]);
  });

  it("qui n’est pas inscrit au registre n’a ni compte, ni honoraires, ni facture, jusqu’à ce qu’il le soit", async () => {
    await ouvrir();
    await agence.admin.put(`/Mission/${MissionId}`, { numRegistre: null });
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const brouillon = await du("2026-09");
    expect([brouillon.numero, brouillon.anomalies[0]?.genre]).toEqual([
      "2026-09 / non inscrit",
      "non_inscrit",
    ]);
    expect(brouillon.honorairesTTC).toBe(0);
    const { data: papier } = await agence.admin.get<{ generated: string }>(
      `/CompteRendu/${brouillon.id}/generate`,
    );
    const pdf = await agence.admin.fetch(`/files/${papier.generated}`);
    expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).text).toContain(
      "aucun honoraire n'est dû, et ce projet n'en compte pas",
    );
    const [refuse] = await valider(brouillon.id);
    expect([refuse?.resultat, refuse?.raison]).toEqual([
      "refuse",
      expect.stringMatching(/^Ce mandat n’est pas inscrit au registre des mandats/),
    ]);
    expect([await factures(), await solde("411H", MissionId)]).toEqual([[], 0]);
    await agence.admin.put(`/Mission/${MissionId}`, { numRegistre: "G-12" });
    expect(await valider(brouillon.id)).toMatchObject([{ resultat: "valide" }]);
    expect((await du("2026-09")).numero).toBe("2026-09 / G-12");
  });

  it("dont le numéro n’a été que tapé attend le registre, une fois ouvert, qui lui en donne un", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await agence.admin.post("/RegistreMandat/ouvrir", { premier: 42, mandats: [] });
    await preparer("2026-09");
    expect(await du("2026-09")).toMatchObject({
      numero: "2026-09 / non inscrit",
      honorairesTTC: 0,
    });
    await agence.admin.put(`/Mission/${MissionId}`, {
      numRegistre: null,
      dateSignature: "2026-01-12",
    });
    expect(await du("2026-09")).toMatchObject({ numero: "2026-09 / 000042", honorairesTTC: 79.8 });
  });

  it("sans quotes-parts dites entre plusieurs propriétaires ne se clôt pas", async () => {
    await ouvrir();
    const { id: autre } = await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: "Roy" });
    await agence.admin.put(`/Mission/${MissionId}/client/add/${autre}`);
    await preparer("2026-09");
    const { id } = await du("2026-09");
    expect(await valider(id)).toEqual([
      { id, resultat: "refuse", raison: "Les quotes-parts des mandants ne sont pas dites." },
    ]);
  });
});
