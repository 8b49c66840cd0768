import { beforeEach, describe, expect, it } from "vitest";
import type { FactureHonorairesDetail } from "#domain/gerance/cloture/facture-honoraires.ts";
import { creer, PROPRIETAIRE } from "../../support/agence/agence.ts";
import {
  agence,
  appeler,
  bien,
  client,
  cloturer,
  conditionner,
  type Durand,
  du,
  durand,
  ecrire,
  factures,
  lister,
  MissionId,
  ouvrir,
  ouvrirLesComptes,
  payer,
  preparer,
  rompus,
  solde,
} from "../../support/agence/comptes-rendus.ts";

beforeEach(ouvrirLesComptes);

describe("Le compte rendu de l’indivision Durand, octobre 2026", () => {
  let d: Durand;

  beforeEach(async () => {
    d = await durand();
    await appeler(d.petit.DossierId, "2026-09");
    await payer(d.petit.DossierId, "2026-09-05", 500);
    await ecrire(d.MissionId, {
      cle: "reprise",
      journal: "AN",
      date: "2026-09-01",
      montant: 30_000,
    });
    await cloturer("2026-09");
    await appeler(d.martin.DossierId, "2026-10");
    await appeler(d.petit.DossierId, "2026-10");
    await payer(d.martin.DossierId, "2026-10-02", 740);
    await payer(d.martin.DossierId, "2026-10-05", 210, { payeur: "caf" });
    await payer(d.petit.DossierId, "2026-10-09", 500);
    await ecrire(d.MissionId, { cle: "x1", journal: "DEP", date: "2026-10-14", montant: -13_200 });
    await ecrire(d.MissionId, { cle: "x2", journal: "DEP", date: "2026-10-15", montant: -31_000 });
    await ecrire(d.MissionId, { cle: "x3", journal: "DEP", date: "2026-10-31", montant: -2_375 });
  });

  it("retient son mandat et ses mandants, et dit quels comptes", async () => {
    const comptes = "les comptes du mandat n°\u00A042 (rendus jusqu’en septembre 2026)";
    const mandat = await agence.admin.delete(`/Mission/${d.MissionId}`);
    expect([mandat.status, mandat.error.message]).toEqual([
      409,
      `Suppression impossible : cette fiche est retenue par ${comptes}.`,
    ]);
    const client = await agence.admin.delete(`/Client/${d.paul}`);
    expect([client.status, client.error.message]).toEqual([
      409,
      `Suppression impossible : cette fiche est retenue par ${comptes}, 2 appartements, 1 mission, 3 quittances.`,
    ]);
    const logement = await agence.admin.delete(`/Appartement/${d.martin.AppartementId}`);
    expect(logement.error.message).toMatch(
      /: cette fiche est retenue par 1 dossier \(n°\u00A0\S+\), 1 mission \(n°\u00A042\)/,
    );
    const lien = await agence.admin.delete(`/Mission/${d.MissionId}/client/remove/${d.paul}`);
    expect([lien.status, lien.error.message]).toEqual([
      409,
      "Les conditions du mandat n°\u00A042 donnent une quote-part à ce client : changez-les d’abord.",
    ]);
  });

  it("au centime, en brouillon puis validé", async () => {
    expect(await preparer("2026-10")).toBe(1);
    expect(await preparer("2026-10")).toBe(0);
    const brouillon = await du("2026-10");
    const attendu = {
      numero: "2026-10 / 000042",
      mandat: "INDIVISION DURAND",
      du: "2026-10-01",
      au: "2026-10-31",
      soldePrecedent: 300,
      encaissements: 1450,
      honorairesTTC: 121.8,
      depenses: 465.75,
      solde: 1162.45,
      provision: 300,
      reversement: 862.45,
    };
    expect(brouillon).toMatchObject({ ...attendu, etat: "brouillon" });
    expect(brouillon.parts.map(({ ClientId, montant }) => [ClientId, montant])).toEqual([
      [d.paul, 517.47],
      [d.anne, 344.98],
    ]);
    const fige = await cloturer("2026-10");
    expect(fige).toMatchObject({ ...attendu, etat: "valide", validePar: "admin@agence.example" });
    expect(fige.contenu.situation).toMatchObject([
      { lot: "Lot Martin, 4e", appele: 950, soldeAnterieur: 0, encaisse: 950, resteDu: 0 },
      { lot: "Lot Petit, 4e", appele: 680, soldeAnterieur: 180, encaisse: 500, resteDu: 360 },
    ]);
    expect(
      fige.contenu.detailEncaissements.map(({ date, mois, loyer, charges, total }) => [
        date,
        mois,
        loyer,
        charges,
        total,
      ]),
    ).toEqual([
      ["2026-10-02", "2026-10", 662.11, 77.89, 740],
      ["2026-10-05", "2026-10", 187.89, 22.11, 210],
      ["2026-10-09", "2026-09", 164.12, 15.88, 180],
      ["2026-10-09", "2026-10", 291.76, 28.24, 320],
    ]);
    expect(fige.contenu.detailHonoraires).toMatchObject([
      { base: 1450, taux: 700, ht: 101.5, tva: 20.3, ttc: 121.8 },
    ]);
    expect(await solde("4670", d.MissionId)).toBe(30_000);
    expect(await solde("411H", d.MissionId)).toBe(-12_180 - 4_200);
    expect(await rompus()).toEqual([]);
    const [facture] = await factures("&annee=2026");
    expect(facture).toMatchObject({ numero: "FH-2026-000002", ht: 101.5, tva: 20.3, ttc: 121.8 });
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${facture?.id}`,
    );
    expect(data.contenu).toMatchObject({
      acheteur: { nom: "INDIVISION DURAND", ville: "Lyon" },
      du: "2026-10-01",
      au: "2026-10-31",
      prelevee: true,
      lignes: [{ libelle: "Honoraires de gestion", ht: 101.5, tauxTva: 2000 }],
    });
  });
});

describe("Un mandat d’un seul propriétaire", () => {
  it("dont un fait tardif vient après sa clôture le lit dans le compte suivant, en régularisation", async () => {
    await ouvrir();
    await cloturer("2026-09");
    await payer(bien.DossierId, "2026-09-20", 950);
    const rendu = await cloturer("2026-10");
    expect(rendu.contenu).toMatchObject({
      encaissements: 950,
      detailEncaissements: [{ date: "2026-09-20", regularisation: true }],
      situation: [{ soldeAnterieur: 950, appele: 0, encaisse: 950, resteDu: 0 }],
    });
    expect(await rompus()).toEqual([]);
  });

  it("dont une dépense est payée depuis la période ne reverse pas ce qu’elle a pris", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await ecrire(MissionId, { cle: "x1", journal: "DEP", date: "2026-10-03", montant: -60_000 });
    const septembre = await cloturer("2026-09");
    expect(septembre).toMatchObject({ solde: 870.2, reversement: 270.2 });
    expect(septembre.contenu.reserves).toBe(600);
    expect(await solde("4670", MissionId)).toBe(0);
    expect(await cloturer("2026-10")).toMatchObject({
      soldePrecedent: 600,
      depenses: 600,
      solde: 0,
      reversement: 0,
    });
    expect(await rompus()).toEqual([]);
  });

  it("dont le logement a quitté le mandat lit encore ce qui lui est dû", async () => {
    await ouvrir({ modeFonds: "proprietaire" });
    await cloturer("2026-09");
    await agence.admin.delete(`/Mission/${MissionId}/appartement/remove/${bien.AppartementId}`);
    const { contenu } = await cloturer("2026-10");
    expect(contenu.situation).toMatchObject([
      { soldeAnterieur: 950, appele: 0, encaisse: 0, resteDu: 950 },
    ]);
  });

  it("dont les parts changent dans la période se partage selon le jour de chaque mouvement", async () => {
    await ouvrir();
    const { id: autre } = await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: "Roy" });
    await agence.admin.put(`/Mission/${MissionId}/client/add/${autre}`);
    await conditionner(MissionId, {
      tauxHonoraires: null,
      parts: [{ ClientId: client, num: 1, den: 1 }],
    });
    await conditionner(MissionId, {
      depuis: "2026-10-01",
      tauxHonoraires: null,
      parts: [
        { ClientId: client, num: 1, den: 2 },
        { ClientId: autre, num: 1, den: 2 },
      ],
    });
    await payer(bien.DossierId, "2026-09-05", 950);
    await appeler(bien.DossierId, "2026-10");
    await payer(bien.DossierId, "2026-10-05", 950);
    const rendu = await cloturer("2026-10");
    expect(rendu.reversement).toBe(1900);
    expect(rendu.parts.map(({ ClientId, montant }) => [ClientId, montant])).toEqual([
      [client, 1425],
      [autre, 475],
    ]);
    expect(await rompus()).toEqual([]);
  });
});

it("La liste dit ce que ses comptes font ensemble, se filtre, et part en fichier", async () => {
  const d = await durand();
  await appeler(d.martin.DossierId, "2026-09");
  await payer(d.martin.DossierId, "2026-09-05", 950);
  await preparer("2026-09");
  const { data, total, sommes } = await lister("&mois=2026-09&etat=brouillon&q=durand");
  expect([total, data.length]).toEqual([1, 1]);
  expect(sommes).toEqual({
    brouillons: 1,
    valides: 0,
    encaissements: 950,
    depenses: 0,
    honorairesTTC: 79.8,
    reversement: 570.2,
  });
  const entiere = await agence.user.get("/CompteRendu?mois=2026-09&etat=brouillon&q=durand");
  expect(entiere).toMatchObject({ total: 1, sommes });
  const sans = await lister("&mois=2026-09&etat=brouillon&q=durand&sommes=non");
  expect([sans.total, sans.data, sans.sommes]).toEqual([1, data, undefined]);
  expect((await lister(`&ClientId=${d.anne}`)).total).toBe(1);
  expect((await lister("&etat=valide")).total).toBe(0);
  const csv = await (await agence.user.fetch("/api/CompteRendu.csv?mois=2026-09")).text();
  expect(csv).toContain("INDIVISION DURAND");
  expect(csv).toContain(";950;");
});
