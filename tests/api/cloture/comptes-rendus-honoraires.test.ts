import { beforeEach, describe, expect, it } from "vitest";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import type { FactureHonorairesDetail } from "#domain/gerance/cloture/facture-honoraires.ts";
import {
  agence,
  appeler,
  bien,
  cloturer,
  du,
  ecrire,
  factures,
  JOUR,
  lire,
  MissionId,
  ouvrir,
  ouvrirLesComptes,
  papier,
  payer,
  preparer,
  rompus,
  solde,
  valider,
} from "../../support/agence/comptes-rendus.ts";

beforeEach(ouvrirLesComptes);

describe("Un mandat d’un seul propriétaire", () => {
  it("où il reçoit les loyers a ses honoraires à régler, et rien à reverser", async () => {
    await ouvrir({ modeFonds: "proprietaire" });
    await payer(bien.DossierId, "2026-09-05", 950);
    const rendu = await cloturer("2026-09");
    expect(rendu).toMatchObject({
      modeFonds: "proprietaire",
      encaissements: 0,
      loyersRecus: 950,
      honorairesTTC: 79.8,
      solde: 0,
      reversement: 0,
    });
    expect(rendu.contenu).toMatchObject({
      loyersAppeles: 950,
      loyersRecus: 950,
      loyersNonConfirmes: 0,
      detailEncaissements: [{ loyer: 850, charges: 100, total: 950 }],
    });
    expect(await solde("411H", MissionId)).toBe(-7_980);
    expect(await solde("4680", MissionId)).toBe(0);
    const [facture] = await factures();
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${facture?.id}`,
    );
    expect(data.contenu.prelevee).toBe(false);
    expect(await rompus()).toEqual([]);
  });

  it("la règle lui-même, une fois, avoirs déduits : cela se note, se reprend, et le livre H le dit", async () => {
    await ouvrir({ modeFonds: "proprietaire" });
    const payee = await payer(bien.DossierId, "2026-09-05", 950);
    await cloturer("2026-09");
    const [facture] = await factures();
    expect(facture).toMatchObject({ reste: 79.8, regleeLe: null, mode: null });
    const id = facture?.id;
    const noter = (dit: object = {}, qui = agence.user) =>
      qui.post(`/FactureHonoraires/${id}/regler`, { date: JOUR, mode: "virement", ...dit });
    expect((await noter({ date: "2999-01-01" })).error.fields).toHaveProperty("date");
    expect((await noter({ date: "2026-01-02" })).error.fields).toHaveProperty("date");
    expect((await noter({ mode: "troc" })).status).toBe(422);
    const faits = await Promise.all([noter(), noter()]);
    expect(faits.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await factures())[0]).toMatchObject({ reste: 0, regleeLe: JOUR, mode: "virement" });
    expect([await solde("411H", MissionId), await solde("512A", MissionId)]).toEqual([0, -7_980]);

    const reprendre = (qui = agence.user_delete, motif = "Virement d’un autre") =>
      qui.post(`/FactureHonoraires/${id}/annuler-reglement`, { motif });
    expect((await reprendre(agence.user)).status).toBe(403);
    expect((await reprendre(agence.user_delete, "")).status).toBe(422);
    expect((await reprendre()).status).toBe(204);
    expect((await reprendre()).status).toBe(409);
    expect((await factures())[0]).toMatchObject({ reste: 79.8, regleeLe: null });
    expect(await solde("411H", MissionId)).toBe(-7_980);
    expect(await rompus()).toEqual([]);

    // The bank refuses the rent: after the credit note that follows, nothing is left to pay on the invoice.
    await agence.user_delete.post(`/Reglement/${payee}/rejeter`, {
      motif: "Sans provision",
      date: "2026-10-02",
    });
    await cloturer("2026-10");
    expect((await factures()).map(({ serie, reste }) => [serie, reste]).toSorted()).toEqual([
      ["AV", null],
      ["FH", 0],
    ]);
    expect((await noter()).status).toBe(409);
    expect(await rompus()).toEqual([]);
  });

  it("ne paie pas d’honoraires sur un dépôt de garantie, un abandon ni ce qu’un garant a payé", async () => {
    await ouvrir();
    await agence.admin.post(`/Dossier/${bien.DossierId}/appel`, {
      nature: "depot",
      montant: 850,
      exigibleLe: "2026-09-01",
    });
    await payer(bien.DossierId, "2026-09-03", 1_800, { payeur: "visale" });
    const rendu = await cloturer("2026-09");
    expect(rendu).toMatchObject({ encaissements: 950, honorairesTTC: 0, reversement: 950 });
    expect(rendu.contenu.depotsDetenus).toBe(850);
    expect(await factures()).toEqual([]);
    expect(await rompus()).toEqual([]);
  });

  it("dont un loyer est rejeté après le reversement est débiteur, ses honoraires sont rendus", async () => {
    await ouvrir({ provision: 30_000 });
    await ecrire(MissionId, { cle: "reprise", journal: "AN", date: "2026-09-01", montant: 30_000 });
    const reglement = await payer(bien.DossierId, "2026-09-05", 950);
    const premier = await cloturer("2026-09");
    expect(premier).toMatchObject({ honorairesTTC: 79.8, reversement: 870.2 });
    const { data: quittances } = await agence.admin.get<{ id: number }[]>("/Quitance");
    const quittance = quittances[0]?.id;
    const impayee = await agence.user.get(`/Quitance/switchState/false/${quittance}`);
    expect([impayee.status, impayee.error.message]).toEqual([
      409,
      expect.stringContaining("compte rendu validé"),
    ]);
    const enLot = await agence.user.post<{ refusees: { motif: string }[] }>("/Quitance/lot", {
      ids: [quittance],
      regle: false,
    });
    expect([enLot.status, enLot.data?.refusees?.[0]?.motif]).toEqual([
      200,
      expect.stringContaining("compte rendu validé"),
    ]);
    await agence.user_delete.post(`/Reglement/${reglement}/rejeter`, {
      motif: "Sans provision",
      date: "2026-10-02",
    });
    await preparer("2026-10");
    const brouillon = await du("2026-10");
    expect(brouillon).toMatchObject({
      soldePrecedent: 300,
      encaissements: -950,
      honorairesTTC: -79.8,
      solde: -570.2,
      reversement: 0,
    });
    expect(brouillon.anomalies.filter(({ bloque }) => bloque)).toEqual([
      expect.objectContaining({
        genre: "negatif",
        bloque: "reversement",
        detail: expect.stringContaining("apport de l’agence de 570,20"),
      }),
    ]);
    const rendu = await cloturer("2026-10");
    expect(rendu.contenu.detailEncaissements).toMatchObject([
      { total: -950, mois: "2026-09", regularisation: true },
    ]);
    expect(await solde("4670", MissionId)).toBe(-57_020);
    const [avoir] = await factures("&serie=AV");
    expect(avoir).toMatchObject({ numero: "AV-2026-000001", ttc: -79.8 });
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${avoir?.id}`,
    );
    expect(data.contenu.corrige).toBe("FH-2026-000001");
    // The mandate is overdrawn, so that other mandates' money pays for it: the control I6 reports it.
    expect(await rompus()).toEqual(["I6"]);
  });

  it("qui ne porte pas de quoi payer ses honoraires les doit : ils sont pris sur les prochains fonds", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await ecrire(MissionId, { cle: "x1", journal: "DEP", date: "2026-09-20", montant: -92_000 });
    const septembre = await cloturer("2026-09");
    expect(septembre).toMatchObject({ honorairesTTC: 79.8, solde: 0, reversement: 0 });
    expect(septembre.contenu).toMatchObject({
      honorairesAnterieurs: 0,
      honorairesPris: [{ ttc: 30 }],
      honorairesLaisses: [{ ttc: 49.8 }],
    });
    expect([await solde("4670", MissionId), await solde("4680", MissionId)]).toEqual([0, 3_000]);
    expect(await solde("411H", MissionId)).toBe(-7_980);
    const [facture] = await factures();
    expect(facture).toMatchObject({ ttc: 79.8, reste: 49.8, prelevee: true });
    const { data: compte } = await agence.user.get(`/Mission/${MissionId}/compte`);
    expect(compte).toMatchObject({ solde: 0, honorairesDus: 49.8 });
    const [dit, facture30] = [
      await papier("CompteRendu", septembre.id),
      await papier("FactureHonoraires", facture?.id ?? 0),
    ].map((texte) => texte.replace(/\s/g, " "));
    expect(dit).toContain("Honoraires dus, pris sur les prochains fonds : 49,80 €.");
    expect(facture30).toContain("49,80 € dus, pris sur les prochains fonds.");
    expect(await rompus()).toEqual([]);

    await appeler(bien.DossierId, "2026-10");
    await payer(bien.DossierId, "2026-10-05", 950);
    const octobre = await cloturer("2026-10");
    expect(octobre).toMatchObject({ honorairesTTC: 79.8, solde: 820.4, reversement: 820.4 });
    expect(octobre.contenu).toMatchObject({ honorairesAnterieurs: 49.8, honorairesLaisses: [] });
    expect(await solde("4680", MissionId)).toBe(15_960);
    expect((await factures()).map(({ reste }) => reste)).toEqual([null, null]);
    expect(await rompus()).toEqual([]);
  });

  it("dont le mandant paie lui-même ce que ses fonds n’ont pas payé ne le prend pas deux fois", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await ecrire(MissionId, { cle: "x1", journal: "DEP", date: "2026-09-20", montant: -95_000 });
    await cloturer("2026-09");
    const [facture] = await factures();
    expect(facture?.reste).toBe(79.8);
    const regle = await agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, {
      date: JOUR,
      mode: "virement",
    });
    expect(regle.status).toBe(204);
    await appeler(bien.DossierId, "2026-10");
    await payer(bien.DossierId, "2026-10-05", 950);
    expect(await cloturer("2026-10")).toMatchObject({ honorairesTTC: 79.8, solde: 870.2 });
    expect(await solde("4680", MissionId)).toBe(7_980);
    expect(await rompus()).toEqual([]);
  });

  it("prend une fois les frais que son mandat prévoit sur demande, et aucun autre", async () => {
    await ouvrir();
    const prevoir = (depuis: string, autres: object[]) =>
      agence.admin.put(`/Mission/${MissionId}/conditions`, {
        depuis,
        modeFonds: "agence",
        tauxHonoraires: null,
        autresHonoraires: autres,
      });
    const DOSSIER = { libelle: "Dossier de sinistre", montant: 120, quand: "demande" };
    const FORFAIT = { libelle: "Frais de compte", montant: 6, quand: "compte" };
    expect((await prevoir("2026-09-01", [DOSSIER, FORFAIT])).status).toBe(200);
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    await preparer("2026-10");
    const [septembre, octobre] = [await du("2026-09"), await du("2026-10")];
    const ajouter = (id: number, libelle: string, api = agence.admin) =>
      api.post<CompteRenduDetail>(`/CompteRendu/${id}/frais`, {
        libelle,
        precision: "dégât des eaux",
      });
    const pris = async (id: number) =>
      (await lire(id)).contenu.detailHonoraires.map(({ libelle, ttc }) => [libelle, ttc]);

    for (const libelle of ["Honoraires de plaidoirie", FORFAIT.libelle])
      expect((await ajouter(septembre.id, libelle)).error.fields).toHaveProperty("libelle");
    expect((await ajouter(septembre.id, DOSSIER.libelle, agence.user_delete)).status).toBe(403);
    const [deux, trop] = [
      await ajouter(septembre.id, DOSSIER.libelle),
      await ajouter(septembre.id, DOSSIER.libelle),
    ];
    expect([deux.status, deux.data.fraisPrevus]).toEqual([
      201,
      [{ libelle: DOSSIER.libelle, montant: 120 }],
    ]);
    const retirer = (id: number) =>
      agence.admin.delete<CompteRenduDetail>(`/CompteRendu/${id}/frais/${trop.data.frais[1]?.id}`);
    expect((await retirer(septembre.id)).data.frais).toMatchObject([
      {
        libelle: DOSSIER.libelle,
        precision: "dégât des eaux",
        montant: 120,
        user: "admin@agence.example",
      },
    ]);
    expect((await retirer(septembre.id)).status).toBe(404);
    const FRAIS = [`${DOSSIER.libelle}, dégât des eaux`, 120];
    expect(await pris(octobre.id)).toEqual([["Frais de compte", 6], FRAIS]);

    // The fees of a deleted draft go to the next account. Once the terms no longer include these fees, validation is
    // refused.
    await prevoir("2026-10-01", [FORFAIT]);
    await agence.admin.delete(`/CompteRendu/${septembre.id}`);
    expect(await valider(octobre.id)).toMatchObject([
      { resultat: "refuse", raison: expect.stringContaining("retirez-les") },
    ]);
    expect(await pris(octobre.id)).toEqual([["Frais de compte", 6]]);
    await prevoir("2026-10-01", [{ ...DOSSIER, montant: 180 }]);
    const course = await Promise.all([valider(octobre.id), valider(octobre.id)]);
    expect(course.map(([fait]) => fait?.resultat).toSorted()).toEqual(["deja", "valide"]);
    expect(await pris(octobre.id)).toEqual([[FRAIS[0], 180]]);
    expect((await factures()).map(({ ttc }) => ttc)).toEqual([180]);
    expect((await ajouter(octobre.id, DOSSIER.libelle)).status).toBe(409);
    expect((await retirer(octobre.id)).status).toBe(409);
    await appeler(bien.DossierId, "2026-11");
    await preparer("2026-11");
    const novembre = await du("2026-11");
    expect([await pris(novembre.id), (await lire(novembre.id)).frais]).toEqual([[], []]);
    expect(await rompus()).toEqual([]);
  });
});
