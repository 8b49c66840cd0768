import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import type { Postees } from "#domain/gerance/revisions/revision-lue.ts";
import { openDb } from "#worker/db/client.ts";
import { creer } from "../../support/agence/agence.ts";
import {
  agence,
  bailler,
  demander,
  facture,
  facturer,
  leJour,
  lettreDe,
  loyersDe,
  ouvrirAuJour,
} from "../../support/agence/revisions.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { envoyer, fichier, PDF } from "../../support/fichiers/televersements.ts";

beforeAll(ouvrirAuJour);
beforeEach(() => leJour("2026-10-15"));
afterAll(() => {
  vi.useRealTimers();
});

const noterProvision = (DossierId: number) =>
  agence.user.post<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`, {
    ...{ motif: "provision", depuis: "2026-11-01", loyerHC: 850, loyerCharge: 120 },
    commentaire: "Budget voté le 12/06/2026",
  });

const annulerRevision = (id = 0) =>
  agence.user.post(`/Revision/${id}/annuler`, { motif: "Accord" });

/** Sends the statement of charges of 2025, whose new provision begins on 1 November 2026. */
async function envoyerDecompte(DossierId: number, AppartementId: number, provision: number) {
  await creer(agence.user, "Intendance", {
    ...{ nature: "depense", AppartementId, intitule: "Nettoyage", numFacture: `P-${DossierId}` },
    ...{ date: "2025-09-30", regle: true, recuperable: "R44", montant: 600 },
  });
  const { data } = await agence.user.get<{ solde: number }>(
    `/Dossier/${DossierId}/charges/2025?ailleurs=600`,
  );
  const { status, data: envoye } = await agence.user.post<{ id: number }>(
    `/Dossier/${DossierId}/charges/2025/envoyer`,
    { solde: data.solde, ailleurs: 600, exigibleLe: "2026-12-01", provision },
  );
  expect(status).toBe(201);
  return envoye.id;
}

const annulerDecompte = (id: number) =>
  agence.user_delete.post<{ warnings: string[] }>(`/Decompte/${id}/annuler`, { motif: "Erreur" });

describe("une révision et une nouvelle provision du même jour", () => {
  it("se suivent : la provision d’abord, son loyer n’attend pas un mois, et l’une s’annule avant l’autre", async () => {
    const { DossierId, anniversaire } = await bailler();
    const { data: notee } = await noterProvision(DossierId);
    const { data } = await demander({ DossierId, anniversaire });
    expect([data.refusees, data.faites.length]).toEqual([[], 1]);
    expect(await lettreDe(data.faites[0]?.id ?? 0)).toContain(
      "soit 979,79 € par mois avec la provision pour charges de 120,00 €, demandée à compter du même jour",
    );
    const provision = ["2026-11-01", 850, 120, "provision"];
    expect(await loyersDe(DossierId)).toEqual([
      ["2025-07-01", 850, 100, "bail"],
      provision,
      ["2026-11-01", 859.79, 120, "revision"],
    ]);
    const lettre = await agence.user.get<{ generated: string }>(
      `/Loyer/${notee.loyers.at(-1)?.id}/provision/${DossierId}/generate`,
    );
    const pdf = await agence.user.fetch(`/files/${lettre.data.generated}`);
    expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).text).toContain("979,79 €");
    const annuler = () =>
      agence.user.post(`/Dossier/${DossierId}/loyers/${notee.loyers.at(-1)?.id}/annuler`, {
        motif: "Budget refusé",
      });
    expect((await annuler()).error.message).toContain("Le loyer change encore le 01/11/2026");
    await annulerRevision(data.faites[0]?.id);
    expect((await loyersDe(DossierId)).at(-1)).toEqual(provision);
    await demander({ DossierId, anniversaire });
    await facturer(DossierId, "2026-10");
    await facturer(DossierId, "2026-11");
    expect(await facture(DossierId)).toEqual([
      ["2026-10", 850_00, 100_00],
      ["2026-11", 859_79, 120_00],
    ]);
    await agence.house.journee("2026-11-01");
    const [montre] = await openDb(env).all(sql`SELECT "loyerHC" AS loyer, "loyerCharge" AS charge
      FROM "Dossier" WHERE id = ${DossierId}`);
    expect(montre).toEqual({ loyer: 859_79, charge: 120_00 });
  });

  it("que la révision soit demandée avant ou après le décompte, la provision reste quand elle s’annule", async () => {
    for (const dabord of ["révision", "décompte"]) {
      const { DossierId, AppartementId, anniversaire } = await bailler({
        bail: { chargesMode: "provisions" },
      });
      const reviser = async () =>
        (await demander({ DossierId, anniversaire })).data.faites[0]?.id ?? 0;
      const avant = dabord === "révision" ? await reviser() : 0;
      const decompte = await envoyerDecompte(DossierId, AppartementId, 110);
      const revision = avant || (await reviser());
      expect((await loyersDe(DossierId)).slice(1)).toEqual([
        ["2026-11-01", 850, 110, "provision"],
        ["2026-11-01", 859.79, 110, "revision"],
      ]);
      await annulerRevision(revision);
      expect((await loyersDe(DossierId)).slice(1)).toEqual([["2026-11-01", 850, 110, "provision"]]);
      await reviser();
      expect((await annulerDecompte(decompte)).data.warnings).toEqual([]);
      expect((await loyersDe(DossierId)).slice(1)).toEqual([
        ["2026-11-01", 859.79, 100, "revision"],
      ]);
    }
  });

  it("la révision suit la provision du décompte, même quand elle en porte déjà les charges", async () => {
    const { DossierId, AppartementId, anniversaire } = await bailler({
      bail: { chargesMode: "provisions" },
    });
    await demander({ DossierId, anniversaire });
    await agence.user.put(`/Dossier/${DossierId}`, { loyerCharge: 120 });
    const decompte = await envoyerDecompte(DossierId, AppartementId, 100);
    const revisee = ["2026-11-01", 859.79, 100, "revision"];
    expect(await loyersDe(DossierId)).toEqual([
      ["2025-07-01", 850, 120, "bail"],
      ["2026-11-01", 850, 100, "provision"],
      revisee,
    ]);
    await annulerDecompte(decompte);
    expect((await loyersDe(DossierId)).slice(1)).toEqual([revisee]);
  });

  it("postée trop tard, la lettre de la révision la reporte avec la provision du décompte", async () => {
    const { DossierId, AppartementId, anniversaire } = await bailler({
      locataire: { accordEmail: false },
      bail: { chargesMode: "provisions" },
    });
    const { data } = await demander({ DossierId, anniversaire });
    await envoyerDecompte(DossierId, AppartementId, 110);
    await leJour("2026-11-02");
    const postees = await agence.user.post<Postees>("/Revision/postees", {
      ids: [data.faites[0]?.id ?? 0],
      le: "2026-10-30",
    });
    const [deplacee] = postees.data.deplacees;
    expect((await loyersDe(DossierId)).slice(1)).toEqual([
      ["2026-11-01", 850, 110, "provision"],
      ["2026-12-01", 859.79, 110, "revision"],
    ]);
    expect(await lettreDe(deplacee?.id ?? 0)).toContain("969,79 €");
  });
});

describe("une révision du jour d’un palier de renouvellement", () => {
  it("s’applique au loyer du palier (art. 17-2, II), et le laisse quand elle s’annule", async () => {
    const debut = { dateDebutBail: "2023-11-01", dateEntree: "2023-11-01" };
    const { DossierId } = await bailler({ bail: { ...debut, dateCreationBail: "2023-10-20" } });
    const palier = await agence.user.post(`/Dossier/${DossierId}/loyers`, {
      ...{ motif: "renouvellement", depuis: "2026-11-01", loyerHC: 900, loyerCharge: 100 },
      commentaire: "Proposition du 20/04/2026, acceptée",
    });
    expect(palier.status).toBe(201);
    const { data } = await demander({ DossierId, anniversaire: "2026-11-01" });
    expect([data.refusees, data.faites.length]).toEqual([[], 1]);
    const renouvele = ["2026-11-01", 900, 100, "renouvellement"];
    expect((await loyersDe(DossierId)).slice(1)).toEqual([
      renouvele,
      ["2026-11-01", 910.37, 100, "revision"],
    ]);
    await annulerRevision(data.faites[0]?.id);
    expect((await loyersDe(DossierId)).slice(1)).toEqual([renouvele]);
  });
});

describe("une provision notée à la main, du montant que demande aussi un décompte", () => {
  it("reste quand le décompte s’annule : il ne l’a pas écrite", async () => {
    const { DossierId, AppartementId } = await bailler({ bail: { chargesMode: "provisions" } });
    await agence.user.post(`/Dossier/${DossierId}/loyers`, {
      ...{ motif: "provision", depuis: "2027-01-01", loyerHC: 850, loyerCharge: 120 },
      commentaire: "Budget voté le 12/06/2026",
    });
    const decompte = await envoyerDecompte(DossierId, AppartementId, 120);
    const { warnings } = (await annulerDecompte(decompte)).data;
    expect(warnings).toEqual([expect.stringContaining("elle reste")]);
    expect((await loyersDe(DossierId)).at(-1)).toEqual(["2027-01-01", 850, 120, "provision"]);
  });
});

describe("la lettre d’une révision du jour d’un palier", () => {
  it("dit la nouvelle provision qu’un décompte demande pour ce jour", async () => {
    const debut = { dateDebutBail: "2023-11-01", dateEntree: "2023-11-01" };
    const { DossierId, AppartementId } = await bailler({
      bail: { ...debut, dateCreationBail: "2023-10-20", chargesMode: "provisions" },
    });
    await agence.user.post(`/Dossier/${DossierId}/loyers`, {
      ...{ motif: "renouvellement", depuis: "2026-11-01", loyerHC: 900, loyerCharge: 100 },
      commentaire: "Proposition du 20/04/2026, acceptée",
    });
    await envoyerDecompte(DossierId, AppartementId, 110);
    const { data } = await demander({ DossierId, anniversaire: "2026-11-01" });
    expect(await lettreDe(data.faites[0]?.id ?? 0)).toContain(
      "la provision pour charges de 110,00 €, demandée à compter du même jour",
    );
  });
});

describe("un avenant signé, sous la nouvelle provision d’un décompte", () => {
  it("reste celui du loyer qu’il change, s’imprime encore, et ne s’annule pas", async () => {
    const { DossierId, AppartementId } = await bailler({ bail: { chargesMode: "provisions" } });
    const loyers = `/Dossier/${DossierId}/loyers`;
    const { data: note } = await agence.user.post<LoyersDuDossier>(loyers, {
      ...{ motif: "avenant", depuis: "2026-12-01", loyerHC: 800, loyerCharge: 100 },
    });
    const depot = { ...fichier(PDF), champ: "signed" };
    const methode = { methode: "PUT" as const };
    const signe = await envoyer(
      agence.user,
      `/LoyerHistorique/${note.loyers.at(-1)?.id}`,
      [depot],
      methode,
    );
    expect(signe.status).toBe(200);
    const decompte = await envoyerDecompte(DossierId, AppartementId, 110);
    for (const charges of [110, 100]) {
      const { data } = await agence.user.get<LoyersDuDossier>(loyers);
      const avenant = data.loyers.findLast(({ annuleLe }) => annuleLe === null);
      expect(avenant).toMatchObject({
        ...{ depuis: "2026-12-01", loyerHC: 800, loyerCharge: charges, rang: 1 },
        ...{ avenant: true, signe: true, annulable: false },
      });
      const { data: papier } = await agence.user.get<{ signed: string | null }>(
        `/LoyerHistorique/${avenant?.id}`,
      );
      expect(papier.signed).not.toBeNull();
      const annule = await agence.user.post(`${loyers}/${avenant?.id}/annuler`, { motif: "Non" });
      expect(annule.error.message).toContain("Son avenant est signé");
      const imprime = await agence.user.get(`/Loyer/${avenant?.id}/avenant/${DossierId}/generate`);
      expect(imprime.status).toBe(200);
      if (charges === 110) expect((await annulerDecompte(decompte)).data.warnings).toEqual([]);
    }
  });
});
