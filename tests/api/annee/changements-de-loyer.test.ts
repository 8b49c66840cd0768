import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import { openDb } from "#worker/db/client.ts";
import {
  agence,
  type Bail,
  bailler,
  demander,
  dossierDe,
  facture,
  facturer,
  leJour,
  ligneDe,
  ouvrirAuJour,
} from "../../support/agence/revisions.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { envoyer, fichier, PDF } from "../../support/fichiers/televersements.ts";

beforeAll(ouvrirAuJour);
beforeEach(() => leJour("2026-10-15"));
afterAll(() => {
  vi.useRealTimers();
});

describe("un loyer daté", () => {
  it("23. tapé sur un dossier facturé, vaut du mois qui ne l’est pas, et le dit", async () => {
    await leJour("2026-11-25");
    const bail = await bailler();
    await facturer(bail.DossierId, "2026-11");
    const { data } = await agence.user.put<DossierDetail>(`/Dossier/${bail.DossierId}`, {
      loyerHC: 900,
    });
    expect(data.warnings).toContain(
      "Le loyer change à compter du 01/12/2026 ; les quittances déjà faites ne bougent pas.",
    );
    expect([data.loyerHC, data.loyers.map(({ depuis, loyerHC }) => [depuis, loyerHC])]).toEqual([
      850,
      [
        ["2025-07-01", 850],
        ["2026-12-01", 900],
      ],
    ]);
    await facturer(bail.DossierId, "2026-12");
    expect(await facture(bail.DossierId)).toEqual([
      ["2026-11", 850_00, 100_00],
      ["2026-12", 900_00, 100_00],
    ]);
    await agence.house.journee("2026-12-01");
    await leJour("2026-12-01");
    expect((await dossierDe(bail)).loyerHC).toBe(900);
    const { data: logement } = await agence.user.get<{ loyerHC: number }>(
      `/Appartement/${bail.AppartementId}`,
    );
    expect(logement.loyerHC).toBe(900);
  });

  it("corrige le premier loyer tant que rien n’est facturé, et le même loyer ne change rien", async () => {
    const bail = await bailler();
    const modifier = async (loyerHC: number) =>
      (await agence.user.put<DossierDetail>(`/Dossier/${bail.DossierId}`, { loyerHC })).data;
    const { loyers, loyerHC, warnings } = await modifier(870);
    expect([loyerHC, warnings, loyers]).toEqual([
      870,
      [],
      [{ depuis: "2025-07-01", loyerHC: 870, loyerCharge: 100, motif: "bail" }],
    ]);
    const { version } = await modifier(870);
    expect((await modifier(870)).version).toBe(version);
  });

  it("tapé sur un loyer révisé que rien ne facture, part avec la révision quand elle s’annule", async () => {
    const bail = await bailler({ locataire: { accordEmail: false } });
    const { data } = await demander(bail);
    await agence.house.journee("2026-11-02");
    await leJour("2026-11-02");
    await agence.user.put(`/Dossier/${bail.DossierId}`, { loyerCharge: 120 });
    expect(await dossierDe(bail)).toMatchObject({ loyerHC: 859.79, loyerCharge: 120 });
    const annulee = await agence.user.post(`/Revision/${data.faites[0]?.id}/annuler`, {
      motif: "Lettre jamais postée",
    });
    expect(annulee.status).toBe(200);
    expect(await dossierDe(bail)).toMatchObject({ loyerHC: 850, loyerCharge: 100 });
  });

  it("ne se corrige pas sous un avenant signé", async () => {
    const bail = await bailler();
    const { data } = await agence.user.post<LoyersDuDossier>(`/Dossier/${bail.DossierId}/loyers`, {
      ...{ motif: "avenant", depuis: "2026-10-01", loyerHC: 800, loyerCharge: 100 },
    });
    const depot = { ...fichier(PDF), champ: "signed" };
    await envoyer(agence.user, `/LoyerHistorique/${data.loyers.at(-1)?.id}`, [depot], {
      methode: "PUT",
    });
    const tape = await agence.user.put(`/Dossier/${bail.DossierId}`, { loyerHC: 870 });
    expect([tape.status, tape.error.message]).toEqual([
      409,
      "Son avenant est signé : le loyer change par un autre avenant.",
    ]);
  });

  it("n’est jamais réécrit ni effacé dans la base", async () => {
    const { DossierId } = await bailler();
    const db = openDb(env);
    for (const ecriture of [
      sql`UPDATE "LoyerHistorique" SET "loyerHC" = 1 WHERE "DossierId" = ${DossierId}`,
      sql`DELETE FROM "LoyerHistorique" WHERE "DossierId" = ${DossierId}`,
    ])
      await expect(db.run(ecriture)).rejects.toMatchObject({
        cause: { message: expect.stringContaining("loyers immuables") },
      });
  });
});

describe("un loyer que les parties changent", () => {
  const changer = (bail: Pick<Bail, "DossierId">, corps: object) =>
    agence.user.post<LoyersDuDossier & { warnings: string[] }>(
      `/Dossier/${bail.DossierId}/loyers`,
      { motif: "avenant", depuis: "2026-11-01", loyerHC: 900, loyerCharge: 100, ...corps },
    );
  const loyersDe = async ({ DossierId }: Pick<Bail, "DossierId">) =>
    (await agence.user.get<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`)).data;

  it("se signe par un avenant, qui dit ce qui change, sa raison et son numéro", async () => {
    const bail = await bailler();
    const commentaire = "Un emplacement de vélo est ajouté au bail.";
    const sansRaison = await changer(bail, {});
    expect([sansRaison.status, sansRaison.error.fields]).toEqual([
      422,
      { commentaire: "Dites ce qui justifie la hausse." },
    ]);
    const change = await changer(bail, { commentaire });
    expect(change.status).toBe(201);
    expect(change.data.warnings[0]).toContain("une hausse en cours de bail peut être annulée");
    const ligne = change.data.loyers.at(-1);
    expect(ligne).toMatchObject({ rang: 1, depuis: "2026-11-01", avenant: true, annulable: true });
    const genere = await agence.user.get<{ generated: string }>(
      `/Loyer/${ligne?.id}/avenant/${bail.DossierId}/generate`,
    );
    const pdf = await agence.user.fetch(`/files/${genere.data.generated}`);
    const { text } = readPdf(new Uint8Array(await pdf.arrayBuffer()));
    for (const phrase of [
      "AVENANT N° 1 AU BAIL DU 20 JUIN 2025",
      "À compter du 1er novembre 2026",
      "Les parties modifient comme suit le loyer du bail signé le 20 juin 2025",
      "Loyer hors charges 850,00 € 900,00 €",
      "Total 950,00 € 1 000,00 €",
      `Motif : ${commentaire}`,
      "Les autres stipulations du bail demeurent inchangées.",
      "« Lu et approuvé »",
    ])
      expect(text).toContain(phrase);
  });

  it("de la provision, se dit par une lettre qui la justifie et ne se signe pas", async () => {
    const bail = await bailler();
    const { data } = await changer(bail, {
      ...{ motif: "provision", loyerHC: 850, loyerCharge: 120 },
      commentaire: "Budget voté le 12/06/2026",
    });
    const ligne = data.loyers.at(-1);
    expect(ligne).toMatchObject({ motif: "provision", avenant: false });
    const lettre = `/Loyer/${ligne?.id}/provision/${bail.DossierId}/generate`;
    const genere = await agence.user.get<{ generated: string; warnings: string[] }>(lettre);
    expect(genere.data.warnings.join()).toContain("joignez ce qui justifie la provision");
    const pdf = await agence.user.fetch(`/files/${genere.data.generated}`);
    const { text } = readPdf(new Uint8Array(await pdf.arrayBuffer()));
    for (const phrase of [
      "NOUVELLE PROVISION POUR CHARGES",
      "à compter du 1er novembre 2026, votre provision pour charges passe de 100,00 € à 120,00 € par mois (article 23 de la loi n° 89-462 du 6 juillet 1989)",
      "Budget voté le 12/06/2026",
      "Provision pour charges : 120,00 € 970,00 €",
      "chaque année, elle est comparée aux charges réelles",
    ])
      expect(text).toContain(phrase);
    const autre = `/Loyer/${data.loyers[0]?.id}/provision/${bail.DossierId}/generate`;
    expect((await agence.user.get(autre)).status).toBe(409);
  });

  it("par une remise, baisse puis revient, se partage entre les mois, et s’annule entière avant la quittance", async () => {
    const bail = await bailler();
    const remise = { motif: "remise", loyerHC: 600, depuis: "2026-11-16", jusquau: "2026-12-15" };
    const { data } = await changer(bail, remise);
    expect(data.loyers.map(({ depuis, loyerHC }) => [depuis, loyerHC])).toEqual([
      ["2025-07-01", 850],
      ["2026-11-16", 600],
      ["2026-12-16", 850],
    ]);
    const annuler = (id = 0) =>
      agence.user.post<LoyersDuDossier>(`/Dossier/${bail.DossierId}/loyers/${id}/annuler`, {
        motif: "Erreur de jour",
      });
    const annulee = await annuler(data.loyers[2]?.id);
    expect(annulee.data.loyers.filter(({ annuleLe }) => annuleLe === null)).toHaveLength(1);
    expect((await annuler(data.loyers[1]?.id)).status).toBe(409);
    await changer(bail, remise);
    await facturer(bail.DossierId, "2026-11");
    await facturer(bail.DossierId, "2026-12");
    expect(await facture(bail.DossierId)).toEqual([
      ["2026-11", 725_00, 100_00],
      ["2026-12", 729_03, 100_00],
    ]);
    const { loyers } = await loyersDe(bail);
    expect(
      (await annuler(loyers.findLast(({ annuleLe }) => annuleLe === null)?.id)).error.message,
    ).toBe("Le mois de novembre 2026 est déjà quittancé.");
  });

  it("se refuse le mois quittancé, en classe G, et à côté d’une révision qui vient ; la révision d’un jour d’avant aussi", async () => {
    const facturee = await bailler();
    await facturer(facturee.DossierId, "2026-11");
    expect((await changer(facturee, { loyerHC: 800 })).error.fields?.depuis).toContain(
      "le loyer change au plus tôt le 01/12/2026",
    );
    expect((await loyersDe(facturee)).auPlusTot).toBe("2026-12-01");
    const gelee = await bailler({ logement: { dpeClasse: "G" } });
    expect((await changer(gelee, { commentaire: "Accord" })).error.fields?.loyerHC).toContain(
      "classe F ou G",
    );
    const revisee = await bailler();
    await demander(revisee);
    expect((await changer(revisee, { loyerHC: 800 })).error.fields?.depuis).toContain(
      "Le loyer change déjà le 01/11/2026",
    );
    const tape = await agence.user.put(`/Dossier/${revisee.DossierId}`, { loyerHC: 900 });
    expect(tape.status).toBe(200);
    const convenue = await bailler();
    await changer(convenue, { loyerHC: 800, depuis: "2026-12-01" });
    expect(await ligneDe("2026-10", convenue)).toMatchObject({
      ...{ etat: "a_notifier", chiffres: null },
      pourquoi: expect.stringContaining("Le loyer change déjà le 01/12/2026"),
    });
    expect((await demander(convenue)).data.refusees[0]?.motif).toContain(
      "Le loyer change déjà le 01/12/2026",
    );
  });

  it("après une révision qui vient, part du loyer révisé, et dit quand il la défait", async () => {
    const ecrit = async (corps: object) => {
      const bail = await bailler();
      await demander(bail);
      return changer(bail, { depuis: "2027-01-01", commentaire: "Accord", ...corps });
    };
    const ramene = await ecrit({ loyerHC: 850, loyerCharge: 120 });
    expect(ramene.data.warnings).toEqual([
      "La révision du 01/11/2026 porte le loyer à 859,79 € hors charges : ce changement le ramène à 850,00 € le 01/01/2027.",
    ]);
    const provision = { motif: "provision", loyerCharge: 120 };
    expect((await ecrit({ ...provision, loyerHC: 859.79 })).data.warnings).toEqual([]);
    expect((await ecrit({ ...provision, loyerHC: 850 })).error.fields).toEqual({
      loyerHC: "Une provision ne change pas le loyer hors charges.",
    });
  });

  it("pour des travaux, veut qu’ils soient achevés", async () => {
    const bail = await bailler();
    const travaux = (finTravaux: string) =>
      changer(bail, {
        ...{ motif: "travaux", depuis: "2027-02-01", finTravaux },
        ...{ facture: "n° 114", commentaire: "Double vitrage." },
      });
    expect((await travaux("2026-10-16")).error.fields).toEqual({
      finTravaux: "Ce jour est à venir : l’avenant s’écrit une fois les travaux achevés.",
    });
    expect((await travaux("2026-10-15")).status).toBe(201);
  });

  it("dit que la correction du premier loyer laisse une provision à venir à son ancien loyer", async () => {
    const bail = await bailler();
    await changer(bail, {
      ...{ motif: "provision", depuis: "2026-12-01", loyerHC: 850, loyerCharge: 120 },
      commentaire: "Décompte de 2025",
    });
    const corriger = async (corps: object) =>
      (await agence.user.put<DossierDetail>(`/Dossier/${bail.DossierId}`, corps)).data.warnings;
    expect(await corriger({ loyerHC: 870 })).toEqual([
      "Le changement du 01/12/2026 ne suit pas cette correction : dès ce jour, le loyer est de 850,00 € + 120,00 €. Annulez-le et notez-le de nouveau s’il doit suivre.",
    ]);
    expect(await corriger({ loyerCharge: 110 })).toEqual([]);
  });

  it("deux fois à la fois, ne s’écrit qu’une, et ne suit que la version lue", async () => {
    const bail = await bailler();
    const { version } = await dossierDe(bail);
    const deux = await Promise.all(
      [800, 790].map((loyerHC) => changer(bail, { loyerHC, version })),
    );
    // The second call is refused either because its version is out of date, or because of the rent that the first
    // call has just written.
    const [ecrit, refuse] = deux.map(({ status }) => status).toSorted();
    expect(ecrit).toBe(201);
    expect([409, 422]).toContain(refuse);
    expect((await loyersDe(bail)).loyers).toHaveLength(2);
  });
});
