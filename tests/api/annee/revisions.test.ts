import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type {
  Demandees,
  Renoncees,
  RevisionsDuMois,
} from "#domain/gerance/revisions/revision-lue.ts";
import type { SuiviListe } from "#domain/suivi/suivi.ts";
import { openDb } from "#worker/db/client.ts";
import { creer, MISSION } from "../../support/agence/agence.ts";
import {
  agence,
  type Bail,
  bailler,
  demander,
  dossierDe,
  etatDe,
  facture,
  facturer,
  leJour,
  lettreDe,
  ligneDe,
  ouvrirAuJour,
} from "../../support/agence/revisions.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

beforeAll(ouvrirAuJour);
beforeEach(() => leJour("2026-10-15"));
afterAll(() => {
  vi.useRealTimers();
});

describe("une révision", () => {
  it("3. demandée le 15 octobre dès la demande, partage le mois et laisse les quittances faites", async () => {
    const bail = await bailler();
    await facturer(bail.DossierId, "2026-09");
    const { data } = await demander(bail, { effet: "des_la_demande" });
    expect([data.refusees, data.faites.map(({ canal }) => canal)]).toEqual([[], ["courriel"]]);
    await facturer(bail.DossierId, "2026-10");
    await facturer(bail.DossierId, "2026-11");
    expect(await facture(bail.DossierId)).toEqual([
      ["2026-09", 850_00, 100_00],
      ["2026-10", 855_37, 100_00],
      ["2026-11", 859_79, 100_00],
    ]);
    expect((await dossierDe(bail)).loyerHC).toBe(859.79);
  });

  it("demandée tard, prend effet au premier du mois qui vient, et la liste du mois la tient", async () => {
    const bail = await bailler();
    expect(await ligneDe("2026-10", bail)).toMatchObject({
      anniversaire: "2026-07-01",
      etat: "a_notifier",
      canal: "courriel",
      joursPerdus: 123,
      chiffres: {
        ...{ effetLe: "2026-11-01", annee: 2026, trimestre: 2, anneeAncienne: 2025 },
        ...{ indiceAncien: 146.68, indiceNouveau: 148.37, loyerAvant: 850, loyerApres: 859.79 },
      },
    });
    await demander(bail);
    expect(await ligneDe("2026-07", bail)).toMatchObject({
      etat: "notifiee",
      demandeLe: "2026-10-15",
      joursPerdus: 123,
      chiffres: { effetLe: "2026-11-01", loyerApres: 859.79 },
    });
    expect(await ligneDe("2026-10", bail)).toBeUndefined();
    await leJour("2026-11-01");
    expect(await etatDe("2026-07", bail)).toBe("appliquee");
    await leJour("2027-06-01");
    expect((await ligneDe("2027-07", bail))?.etat).toBe("attente_indice");
  });

  it("se demande une fois : la même, et vingt à la fois, n’en font qu’une", async () => {
    const bail = await bailler();
    const ensemble = await Promise.all(Array.from({ length: 6 }, () => demander(bail)));
    expect(ensemble.flatMap(({ data }) => data.faites)).toHaveLength(1);
    const encore = await demander(bail);
    expect(encore.data.refusees[0]?.motif).toBe("La révision du 01/07/2026 est déjà notée.");
    expect((await dossierDe(bail)).loyers).toHaveLength(2);
  });

  it("écrit au locataire l’indice, le calcul et le nouveau loyer, par un courriel qui part", async () => {
    const bail = await bailler();
    const avant = agence.house.mails.length;
    const { data } = await demander(bail);
    const id = data.faites[0]?.id ?? 0;
    const text = await lettreDe(id);
    for (const phrase of [
      "RÉVISION ANNUELLE DU LOYER",
      "conformément à la clause de révision de votre bail du 20 juin 2025 et à l'article 17-1 de la loi n° 89-462 du 6 juillet 1989",
      "2e trimestre 2025 : 146,68",
      "2e trimestre 2026 : 148,37",
      "850,00 × 148,37 / 146,68 = 859,79 €",
      "À compter du 1er novembre 2026, votre loyer hors charges est de 859,79 €, soit 959,79 € par mois avec la provision pour charges de 100,00 €, inchangée.",
      "Cette révision prend effet à compter de notre demande, sans rappel pour la période antérieure.",
    ])
      expect(text).toContain(phrase);
    await leJour("2026-10-16");
    await agence.house.drain();
    expect(agence.house.mails.length).toBeGreaterThan(avant);
    expect(agence.house.mails.at(-1)).toMatchObject({
      subject: "Révision de votre loyer au 01/11/2026",
    });
  });

  it("se lit comme elle se demande : dès la demande ou le 1er du mois, ses lettres postées un autre jour", async () => {
    const bail = await bailler({ locataire: { accordEmail: false } });
    const lue = async (facon: string) => {
      const { data } = await agence.user.get<RevisionsDuMois>(`/Revision?mois=2026-10${facon}`);
      return data.lignes.find(({ DossierId }) => DossierId === bail.DossierId)?.chiffres?.effetLe;
    };
    expect([
      await lue(""),
      await lue("&effet=des_la_demande"),
      await lue("&posteeLe=2026-10-28"),
      await lue("&effet=des_la_demande&posteeLe=2026-10-28"),
    ]).toEqual(["2026-11-01", "2026-10-20", "2026-12-01", "2026-11-02"]);
    await demander(bail, { effet: "des_la_demande", posteeLe: "2026-10-28" });
    expect(await ligneDe("2026-07", bail)).toMatchObject({
      demandeLe: "2026-11-02",
      chiffres: { effetLe: "2026-11-02" },
    });
  });

  it("par lettre, est demandée le jour où la poste la remet", async () => {
    const bail = await bailler({ locataire: { accordEmail: false } });
    const { data } = await demander(bail, { effet: "des_la_demande", posteeLe: "2026-10-15" });
    expect([data.courriels, data.faites[0]?.canal]).toEqual([[], "lettre"]);
    expect((await ligneDe("2026-07", bail))?.chiffres?.effetLe).toBe("2026-10-20");
    const hier = await demander(bail, { posteeLe: "2026-10-14" });
    expect(hier.error.fields).toEqual({
      posteeLe: "Une lettre ne se poste pas avant d’être faite.",
    });
    const loin = await demander(bail, { posteeLe: "2026-11-30" });
    expect(loin.error.fields).toEqual({
      posteeLe: "Une lettre se poste dans les 45 jours : le 29/11/2026 au plus tard.",
    });
    const refus = await demander(await bailler({ locataire: { accordEmail: false } }), {
      canal: "courriel",
    });
    expect(refus.data.refusees[0]?.motif).toContain("n’a pas accepté les courriels");
  });
});

describe("une révision d’un mois déjà quittancé", () => {
  const AUSSITOT = { effet: "des_la_demande" };
  const COMPLETER = { ...AUSSITOT, complement: true };

  beforeEach(() => leJour("2026-11-03"));

  const quittancee = async (mois: readonly string[] = ["2026-11"], changements = {}) => {
    const bail = await bailler(changements);
    for (const unMois of mois) await facturer(bail.DossierId, unMois);
    return bail;
  };

  const quittances = async ({ DossierId }: Bail) =>
    openDb(env).all<{ id: number; date: string; fin: string; loyer: number; annulee: number }>(sql`
      SELECT id, date, "dateFin" AS fin, "loyerHC" AS loyer, "annuleeLe" IS NOT NULL AS annulee
      FROM "Quitance" WHERE "DossierId" = ${DossierId} ORDER BY id`);

  const papier = async (id = 0) => {
    const pdf = await agence.user.fetch(`/api/quitance/download/${id}`);
    return readPdf(new Uint8Array(await pdf.arrayBuffer())).text;
  };

  const annulerQuittance = (id = 0) =>
    agence.admin.post(`/Quitance/${id}/annuler`, { motif: "Erreur" });

  it("22. attend le mois qui ne l’est pas, ou se complète d’une quittance de la différence, si on le choisit", async () => {
    const [attente, completee] = [await quittancee(), await quittancee()];
    expect(await ligneDe("2026-11", completee, "&effet=des_la_demande")).toMatchObject({
      ...{ complement: 9.14, chiffres: { effetLe: "2026-12-01" } },
    });
    expect(
      await ligneDe("2026-11", completee, "&effet=des_la_demande&complement=true"),
    ).toMatchObject({ complement: 9.14, chiffres: { effetLe: "2026-11-03" } });
    expect((await demander(attente, AUSSITOT)).data.faites[0]?.complement).toBe(0);
    expect((await quittances(attente)).length).toBe(1);
    const { data } = await demander(completee, COMPLETER);
    expect(data.faites[0]?.complement).toBe(9.14);
    expect((await demander(completee, COMPLETER)).data.faites).toEqual([]);
    await facturer(completee.DossierId, "2026-12");
    expect((await quittances(completee)).map(({ id, annulee, ...reste }) => reste)).toEqual([
      { date: "2026-11-01", fin: "2026-11-30", loyer: 850_00 },
      { date: "2026-11-03", fin: "2026-11-30", loyer: 9_14 },
      { date: "2026-12-01", fin: "2026-12-31", loyer: 859_79 },
    ]);
    expect(await lettreDe(data.faites[0]?.id ?? 0)).toContain(
      "un avis séparé vous demande la différence, 9,14 € (du 3 au 30 novembre 2026)",
    );
  });

  it("22. dit sur ses papiers ce qui est complété, et laisse tel quel celui du mois", async () => {
    const bail = await quittancee();
    await demander(bail, COMPLETER);
    const [novembre, complement] = await quittances(bail);
    expect(await papier(novembre?.id)).not.toContain("révisé");
    const text = await papier(complement?.id);
    expect(text).toContain("Complément de loyer");
    expect(text).toContain("Loyer révisé au 03/11/2026, IRL 2e trimestre 2026 : 148,37");
    await leJour("2026-11-04");
    await agence.house.drain();
    expect(agence.house.mails.map(({ subject }) => subject)).toContain(
      "Complément de loyer du 3 au 30 novembre 2026",
    );
  });

  it("complète chaque mois quittancé d’avance, et les deux à la fois se demandent une fois", async () => {
    const bail = await quittancee(["2026-11", "2026-12"]);
    const ensemble = await Promise.all([1, 2, 3].map(() => demander(bail, COMPLETER)));
    expect(ensemble.flatMap(({ data }) => data.faites)).toHaveLength(1);
    expect((await quittances(bail)).map(({ date, loyer }) => [date, loyer])).toEqual([
      ["2026-11-01", 850_00],
      ["2026-12-01", 850_00],
      ["2026-11-03", 9_14],
      ["2026-12-01", 9_79],
    ]);
  });

  it("ne se complète pas à côté d’une quittance faite à la main : l’effet attend", async () => {
    const bail = await quittancee([]);
    await agence.user.post("/Quitance", {
      ...{ DossierId: bail.DossierId, date: "2026-11-01", dateFin: "2026-11-30" },
      ...{ prixHC: 850, charge: 100 },
    });
    expect(await ligneDe("2026-11", bail)).toMatchObject({ complement: null });
    expect((await demander(bail, COMPLETER)).data.faites[0]?.complement).toBe(0);
    expect((await ligneDe("2026-07", bail))?.chiffres?.effetLe).toBe("2026-12-01");
  });

  it("24. ne s’annule qu’une fois son complément annulé, et la quittance du mois après lui", async () => {
    const bail = await quittancee(["2026-11"], { locataire: { accordEmail: false } });
    const { data } = await demander(bail, COMPLETER);
    const annuler = () =>
      agence.user.post(`/Revision/${data.faites[0]?.id}/annuler`, { motif: "Accord" });
    const [novembre, complement] = await quittances(bail);
    expect((await annuler()).error.message).toContain("Une quittance porte déjà le nouveau loyer");
    const refusee = await annulerQuittance(novembre?.id);
    expect([refusee.status, refusee.error.message]).toEqual([
      409,
      expect.stringContaining("Une autre quittance la complète"),
    ]);
    expect((await annulerQuittance(complement?.id)).status).toBe(200);
    expect((await annuler()).status).toBe(200);
    expect((await dossierDe(bail)).loyers).toHaveLength(1);
    expect((await demander(bail, COMPLETER)).data.faites).toHaveLength(1);
  });

  it("se refait avec son mois, au prorata, quand le locataire part", async () => {
    const bail = await quittancee();
    await demander(bail, COMPLETER);
    const conge = { dateDebutPreavis: "2026-10-20", dateFinPreavis: "2026-11-20" };
    await agence.user.put(`/Dossier/${bail.DossierId}`, { ...conge, dateSortie: "2026-11-20" });
    const refaites = await agence.admin.post(`/Dossier/${bail.DossierId}/depart/quittances`);
    expect(refaites.status).toBe(200);
    expect(
      (await quittances(bail)).map(({ fin, loyer, annulee }) => [fin, loyer, annulee]),
    ).toEqual([
      ["2026-11-30", 850_00, 1],
      ["2026-11-30", 9_14, 1],
      ["2026-11-20", 572_54, 0],
    ]);
  });
});

describe("une révision que le renouvellement du bail va geler", () => {
  it("16. se demande encore avec effet dès la demande, ce que la liste dit", async () => {
    const bail = {
      ...(await bailler({
        logement: { dpeClasse: "G" },
        bail: {
          ...{ dateEntree: "2020-12-01", dateDebutBail: "2020-12-01" },
          ...{ dateCreationBail: "2020-11-20", indice: 130.57, indiceTrim: "2e trimestre 2020" },
          ...{ derniereRevision: "2024-12-01", dernierIndice: 145.17 },
          dernierTrimestre: "2e trimestre 2024",
        },
      })),
      anniversaire: "2025-12-01",
    };
    await agence.user.put(`/Client/${bail.ClientId}`, { qualite: "personne_morale", nom: "SCI X" });
    await leJour("2026-11-25");
    expect(await ligneDe("2026-11", bail)).toMatchObject({
      ...{ etat: "gelee", desLaDemande: true, chiffres: null },
      pourquoi: expect.stringMatching(/^Encore possible avec effet dès la demande.*01\/12\/2026/),
    });
    expect(await ligneDe("2026-11", bail, "&effet=des_la_demande")).toMatchObject({
      ...{ etat: "a_notifier", chiffres: { effetLe: "2026-11-25" } },
    });
    expect((await demander(bail)).data.refusees[0]?.motif).toContain("classe F ou G");
    expect((await demander(bail, { effet: "des_la_demande" })).data.faites).toHaveLength(1);
    expect((await ligneDe("2025-12", bail))?.chiffres?.effetLe).toBe("2026-11-25");
  });
});

describe("une révision qui ne se demande pas", () => {
  it.each([
    ["gelee", "classe F ou G", { logement: { dpeClasse: "G" } }],
    ["classe_a_saisir", "Saisissez la classe énergie", { logement: { dpeClasse: null } }],
    [
      "classe_a_saisir",
      "Saisissez la classe énergie",
      { logement: { dpeClasse: "D", dpeDate: "2016-05-02" } },
    ],
    ["sans_clause", "pas de clause de révision", { bail: { indice: null, indiceTrim: null } }],
    [
      "sans_clause",
      "L’IRL ne révise que le loyer d’un logement",
      { bail: { typeBail: "stationnement" } },
    ],
    [
      "sans_clause",
      "L’ILC n’est pas suivi ici",
      { bail: { typeBail: "stationnement", indiceTrim: "ILC, 2e trimestre 2025" } },
    ],
    ["exclue", "ne se révise pas", { bail: { typeBail: "mobilite", depotGarantie: 0 } }],
    [
      "attente_indice",
      "n’est pas saisi",
      { bail: { indice: 145.77, indiceTrim: "3e trimestre 2025", dateDebutBail: "2025-10-20" } },
    ],
  ] as const)("%s : dit pourquoi et n’écrit rien", async (etat, motif, changements) => {
    const bail = await bailler(changements);
    const anniversaire =
      "bail" in changements && "dateDebutBail" in changements.bail
        ? "2026-10-20"
        : bail.anniversaire;
    expect(await ligneDe(anniversaire.slice(0, 7), bail)).toMatchObject({
      ...{ etat, pourquoi: expect.stringContaining(motif) },
    });
    const { data } = await demander({ ...bail, anniversaire });
    expect([data.faites, data.refusees[0]?.motif]).toEqual([[], expect.stringContaining(motif)]);
    expect((await dossierDe(bail)).loyers).toHaveLength(1);
  });

  it("classe_a_saisir : la classe se saisit du bail, sur la version lue du logement, et rouvre la demande", async () => {
    const bail = await bailler({ logement: { dpeClasse: null } });
    const { classeASaisir } = (await ligneDe("2026-10", bail)) ?? {};
    const saisir = (dpeClasse: string) =>
      agence.user.put(`/Appartement/${bail.AppartementId}`, { dpeClasse, ...classeASaisir });
    expect((await saisir("D")).status).toBe(200);
    expect((await saisir("G")).status).toBe(409);
    expect(await ligneDe("2026-10", bail)).toMatchObject({
      etat: "a_notifier",
      classeASaisir: null,
    });
    const perimee = await bailler({ logement: { dpeClasse: "D", dpeDate: "2014-05-01" } });
    expect(await ligneDe("2026-10", perimee)).toMatchObject({
      ...{ etat: "classe_a_saisir", classeASaisir: null },
    });
  });

  it("18. rouvre par l’attestation qui remplace l’étiquette, une fois qu’une personne le confirme", async () => {
    const bail = await bailler({
      logement: { dpeClasse: "E", dpeDate: "2021-09-15", dpeAttestationLe: "2026-02-10" },
    });
    expect(await etatDe("2026-07", bail)).toBe("classe_a_confirmer");
    expect((await demander(bail)).data.faites).toEqual([]);
    expect((await demander(bail, {}, { classeConfirmee: true })).data.faites).toHaveLength(1);
  });

  it("10. est perdue un an après l’anniversaire, jour pour jour", async () => {
    await leJour("2027-06-30");
    const bail = await bailler();
    expect(await etatDe("2026-07", bail)).toBe("a_notifier");
    await leJour("2027-07-01");
    expect((await demander(bail)).data.refusees[0]?.motif).toContain("est perdue");
  });

  it("est à un autre jour que l’anniversaire du bail, ou d’un dossier inconnu", async () => {
    const bail = await bailler();
    const autre = await demander({ ...bail, anniversaire: "2026-08-01" });
    expect(autre.data.refusees[0]?.motif).toContain("n’est pas un jour de révision");
    const inconnu = await demander({ DossierId: 999_999, anniversaire: "2026-07-01" });
    expect(inconnu.data.refusees[0]?.motif).toBe("Ce dossier n’existe pas.");
  });
});

describe("l’annulation d’une révision", () => {
  const annuler = (id: number) =>
    agence.user.post<{ lettre: boolean }>(`/Revision/${id}/annuler`, { motif: "Accord" });

  it("avant son effet, rend tout comme avant, et le courriel qui n’est pas parti ne part pas", async () => {
    const bail = await bailler({ locataire: { mail: "jamais@exemple.fr" } });
    const { data } = await demander(bail);
    const id = data.faites[0]?.id ?? 0;
    const annulee = await annuler(id);
    expect([annulee.status, annulee.data.lettre]).toEqual([200, false]);
    await leJour("2026-10-16");
    await agence.house.drain();
    expect(JSON.stringify(agence.house.mails)).not.toContain("jamais@exemple.fr");
    expect((await dossierDe(bail)).loyers).toHaveLength(1);
    expect(await etatDe("2026-07", bail)).toBe("a_notifier");
    expect((await annuler(id)).error.message).toBe("Cette révision est déjà annulée.");
    const lettre = await agence.user.get(`/Revision/${id}/generate`);
    expect([lettre.status, lettre.error.message]).toEqual([
      409,
      "Cette révision est annulée : sa lettre est sans effet.",
    ]);
    const imprimee = await agence.user.post("/Revision/imprimer", { ids: [id] });
    expect([imprimee.status, imprimee.error.message]).toEqual([409, lettre.error.message]);
    await facturer(bail.DossierId, "2026-11");
    expect(await facture(bail.DossierId)).toEqual([["2026-11", 850_00, 100_00]]);
    expect((await demander(bail)).data.faites).toHaveLength(1);
  });

  it("après le courriel, l’écrit au locataire", async () => {
    const bail = await bailler();
    const { data } = await demander(bail);
    await leJour("2026-10-16");
    await agence.house.drain();
    const annulee = await annuler(data.faites[0]?.id ?? 0);
    expect(annulee.data).toMatchObject({ courriel: { id: expect.any(Number) }, lettre: true });
    await leJour("2026-10-17");
    await agence.house.drain();
    expect(agence.house.mails.at(-1)).toMatchObject({
      subject: "Révision de votre loyer sans effet",
      text: expect.stringContaining(
        "Notre lettre du 15/10/2026 est sans effet\u00A0: votre loyer reste de 850,00\u00A0€.",
      ),
    });
  });

  it("et un changement écrit au même moment sur le loyer révisé : de l’un et de l’autre, un seul passe", async () => {
    for (let essai = 0; essai < 10; essai++) {
      const bail = await bailler({ locataire: { accordEmail: false } });
      const id = (await demander(bail)).data.faites[0]?.id ?? 0;
      await agence.user.post("/Revision/postees", { ids: [id], le: "2026-10-15" });
      const { loyers, version } = await dossierDe(bail);
      const { loyerHC } = loyers.at(-1) ?? {};
      const [annulee, changee] = await Promise.all([
        annuler(id),
        new Promise((resolve) => setTimeout(resolve, 2 * essai)).then(() =>
          agence.user.post(`/Dossier/${bail.DossierId}/loyers`, {
            ...{ motif: "provision", depuis: "2027-03-01", loyerHC, loyerCharge: 130, version },
            commentaire: "Budget voté",
          }),
        ),
      ]);
      expect([annulee.status === 200, changee.status === 201].toSorted()).toEqual([false, true]);
    }
  });

  it("24. est refusée une fois le nouveau loyer facturé, ou en vigueur", async () => {
    const bail = await bailler();
    const { data } = await demander(bail);
    const id = data.faites[0]?.id ?? 0;
    await facturer(bail.DossierId, "2026-11");
    const facturee = await annuler(id);
    expect([facturee.status, facturee.error.message]).toEqual([
      409,
      expect.stringContaining("Une quittance porte déjà le nouveau loyer"),
    ]);
    await leJour("2026-11-01");
    await agence.house.drain();
    expect((await annuler(id)).error.message).toContain("a pris effet le 01/11/2026");
  });
});

it("Le propriétaire renonce à une révision, une fois, pour un motif, et y revient", async () => {
  const bail = await bailler();
  const { DossierId, anniversaire } = bail;
  const renoncer = () =>
    agence.user.post<{ faites: number[] }>("/Revision/renoncer", {
      revisions: [
        { DossierId, anniversaire },
        { DossierId, anniversaire },
      ],
      motif: "Bon locataire",
    });
  expect((await renoncer()).data.faites).toEqual([DossierId]);
  expect((await renoncer()).data.faites).toEqual([]);
  const ligne = await ligneDe("2026-07", bail);
  expect([ligne?.etat, ligne?.pourquoi]).toEqual(["renoncee", "Bon locataire"]);
  expect((await demander(bail)).data.faites).toEqual([]);
  await agence.user.post(`/Revision/${ligne?.id}/annuler`, { motif: "Revenu dessus" });
  expect((await demander(bail)).data.faites).toHaveLength(1);
});

it("Il ne renonce qu’à un jour de révision du bail, et pas d’avance : l’échéance de l’année reste", async () => {
  const { DossierId } = await bailler();
  const renoncer = async (anniversaire: string) => {
    const { data } = await agence.user.post<Renoncees>("/Revision/renoncer", {
      ...{ revisions: [{ DossierId, anniversaire }], motif: "Bon locataire" },
    });
    return [data.faites, data.refusees.map(({ motif }) => motif)];
  };
  expect([
    await renoncer("2027-02-28"),
    await renoncer("2028-07-01"),
    await renoncer("2025-07-01"),
  ]).toEqual([
    [[], ["Le 28/02/2027 n’est pas un jour de révision de ce bail."]],
    [[], ["Pas avant le 17/05/2028."]],
    [[], ["Le 01/07/2025 n’est pas un jour de révision de ce bail."]],
  ]);
  const { data } = await agence.user.get<SuiviListe["data"]>("/Suivi?famille=loyer&limit=150");
  expect(
    data.filter(({ genre, DossierId: id }) => genre === "revision" && id === DossierId),
  ).toHaveLength(1);
});

it("Aucun loyer ne se révise après le dernier jour du mandat", async () => {
  const bail = await bailler();
  const mission = await creer(agence.user, "Mission", MISSION);
  await openDb(env).run(sql`INSERT INTO "MissionAppartement" ("MissionId", "AppartementId")
    VALUES (${mission.id}, ${bail.AppartementId})`);
  await openDb(env).run(sql`INSERT INTO "FinDeMandat" ("MissionId", "finLe", motif, depots)
    VALUES (${mission.id}, '2026-10-20', 'Congé du mandant', 'mandant')`);
  expect((await demander(bail)).data.refusees[0]?.motif).toBe(
    "Le mandat de ce logement finit avant l’effet de la révision.",
  );
  expect(await ligneDe("2026-07", bail)).toBeUndefined();
  const { data: echeances } = await agence.user.get<SuiviListe["data"]>(
    "/Suivi?famille=loyer&limit=150",
  );
  expect(echeances.filter(({ DossierId }) => DossierId === bail.DossierId)).toEqual([]);
  const aussitot = await demander(bail, { effet: "des_la_demande" });
  expect(aussitot.data.faites).toHaveLength(1);
});

it("Les années gelées ne sont jamais rendues, même une fois le logement d’une meilleure classe", async () => {
  await leJour("2026-03-10");
  const { AppartementId, DossierId } = await bailler({
    logement: { dpeClasse: "F", dpeDate: "2022-01-10" },
    bail: {
      ...{ dateEntree: "2023-07-01", dateDebutBail: "2023-07-01", dateCreationBail: "2023-06-20" },
      ...{ indice: 140.59, indiceTrim: "2e trimestre 2023" },
    },
  });
  await agence.user.put(`/Appartement/${AppartementId}`, { dpeClasse: "D", dpeDate: "2026-03-01" });
  await leJour("2026-10-15");
  const regler = (valeur: string) =>
    agence.admin.post("/Variable", { nom: "indiceApresRenonciation", valeur });
  await regler("dernier_applique");
  expect((await ligneDe("2026-07", { DossierId }))?.chiffres).toMatchObject({
    ...{ indiceAncien: 146.68, loyerApres: 859.79 },
  });
  await regler("annee_precedente");
});

it("Un loyer gelé ne se renonce pas : la raison en est le gel", async () => {
  const { DossierId, anniversaire } = await bailler({ logement: { dpeClasse: "G" } });
  const { data } = await agence.user.post<Renoncees>("/Revision/renoncer", {
    ...{ revisions: [{ DossierId, anniversaire }], motif: "Bon locataire" },
  });
  expect(data).toEqual({
    ...{ faites: [], refusees: [{ DossierId, motif: expect.stringContaining("classe F ou G") }] },
  });
  expect(await ligneDe("2026-07", { DossierId })).toMatchObject({ id: null, etat: "gelee" });
});

describe("deux anniversaires d’un bail à réviser", () => {
  beforeEach(() => leJour("2026-11-29"));

  const deuxAns = async () => {
    const { DossierId } = await bailler({
      bail: {
        ...{ dateEntree: "2024-12-10", dateDebutBail: "2024-12-10" },
        ...{ dateCreationBail: "2024-12-01", indice: 145.17, indiceTrim: "2e trimestre 2024" },
      },
    });
    const [avant, apres] = ["2025-12-10", "2026-12-10"];
    return {
      DossierId,
      avant: { DossierId, anniversaire: avant },
      apres: { DossierId, anniversaire: apres },
    };
  };

  it("se demandent dans l’ordre : la première n’est ni perdue ni dite appliquée, et ensemble elles s’ordonnent", async () => {
    const { DossierId, avant, apres } = await deuxAns();
    const motif = "Demandez d’abord la révision du 10/12/2025, ou renoncez-y.";
    expect(await ligneDe("2026-12", apres)).toMatchObject({
      ...{ etat: "a_notifier", pourquoi: motif, chiffres: null },
    });
    expect((await demander(apres)).data).toMatchObject({
      ...{ faites: [], refusees: [{ DossierId, motif }] },
    });
    expect((await ligneDe("2025-12", avant))?.etat).toBe("a_notifier");
    const { data } = await agence.user.post<Demandees>("/Revision/demander", {
      revisions: [apres, avant],
    });
    expect([data.faites.length, data.refusees]).toEqual([2, []]);
    const { loyers } = await dossierDe(avant);
    expect(loyers.map(({ depuis, loyerHC }) => [depuis, loyerHC])).toEqual([
      ["2024-12-10", 850],
      ["2026-12-01", 858.84],
      ["2026-12-10", 868.74],
    ]);
  });

  it("laissent la première, si l’on revient sur sa renonciation, perdue jusqu’à ce que l’autre s’annule", async () => {
    const { DossierId, avant, apres } = await deuxAns();
    await agence.user.post("/Revision/renoncer", { revisions: [avant], motif: "Bon locataire" });
    const autre = (await demander(apres)).data.faites[0]?.id;
    const annuler = (id: number | null | undefined) =>
      agence.user.post(`/Revision/${id}/annuler`, { motif: "Erreur" });
    await annuler((await ligneDe("2025-12", avant))?.id);
    const pourquoi =
      "La révision du 10/12/2026 a été demandée avant celle-ci : annulez-la d’abord.";
    expect(await ligneDe("2025-12", avant)).toMatchObject({ etat: "perdue", pourquoi });
    expect((await demander(avant)).data.refusees).toEqual([{ DossierId, motif: pourquoi }]);
    await annuler(autre);
    expect((await demander(avant)).data.faites).toHaveLength(1);
  });
});

describe("une révision déjà faite ailleurs", () => {
  it("compte à partir de son jour et de son indice, et ne se demande pas deux fois", async () => {
    const reprise = { dernierIndice: 146.68, dernierTrimestre: "2e trimestre 2025" };
    const bail = await bailler({
      bail: {
        ...{
          dateDebutBail: "2022-07-01",
          dateEntree: "2022-07-01",
          dateCreationBail: "2022-06-20",
        },
        ...{ indice: 133.93, indiceTrim: "1er trimestre 2022" },
        ...{ derniereRevision: "2025-07-01", ...reprise },
      },
    });
    expect((await ligneDe("2026-07", bail))?.chiffres).toMatchObject({
      ...{ trimestre: 2, annee: 2026, indiceAncien: 146.68, loyerApres: 859.79 },
    });
    const faite = { derniereRevision: "2026-07-01", dernierIndice: 148.37 };
    await agence.user.put(`/Dossier/${bail.DossierId}`, {
      ...faite,
      dernierTrimestre: "2e trimestre 2026",
    });
    expect(await etatDe("2026-07", bail)).toBe("appliquee");
  });

  it("par son seul jour, ou un trimestre qui ne se lit pas, ne se demande pas deux fois non plus", async () => {
    for (const reste of [{}, { dernierIndice: 148.37, dernierTrimestre: "2026-T2" }]) {
      const bail = await bailler({
        bail: { loyerHC: 859.79, derniereRevision: "2026-07-01", ...reste },
      });
      expect(await etatDe("2026-07", bail)).toBe("appliquee");
      expect((await demander(bail)).data.faites).toEqual([]);
    }
  });

  it("se suit aux échéances quand son indice est le seul que l’on connaît", async () => {
    const bail = await bailler({
      bail: {
        ...{ indice: null, indiceTrim: null, derniereRevision: "2025-07-01" },
        ...{ dernierIndice: 146.68, dernierTrimestre: "2e trimestre 2025" },
      },
    });
    expect(await etatDe("2026-07", bail)).toBe("a_notifier");
    const { data } = await agence.user.get<SuiviListe["data"]>("/Suivi?famille=loyer&limit=150");
    expect(
      data.filter(({ genre, entiteId }) => genre === "revision" && entiteId === bail.DossierId),
    ).toMatchObject([{ date: "2026-07-01", quoi: "Demander la révision du loyer" }]);
  });
});

describe("un indice dont le trimestre manque ou ne se lit pas", () => {
  const suivies = async ({ DossierId }: { DossierId: number }) =>
    (await agence.user.get<SuiviListe["data"]>("/Suivi?famille=loyer&limit=150")).data.flatMap(
      ({ date, entiteId, genre, quoi }) =>
        genre === "revision" && entiteId === DossierId ? [[date, quoi]] : [],
    );
  const SANS_CLAUSE = { indice: null, indiceTrim: null };
  const DERNIER =
    "Le trimestre du dernier indice appliqué manque ou ne se lit pas : écrivez « 2e trimestre 2026 » sur le dossier.";

  it.each([
    ["le dernier, sans autre", { ...SANS_CLAUSE, dernierIndice: 146.68 }, DERNIER],
    [
      "le dernier, au jour connu",
      { ...SANS_CLAUSE, dernierIndice: 146.68, derniereRevision: "2025-07-01" },
      DERNIER,
    ],
    [
      "le dernier, sans jour, à côté de celui de la clause",
      { dernierIndice: 146.68, dernierTrimestre: "2025-T2" },
      DERNIER,
    ],
    [
      "celui de la clause",
      { indiceTrim: "2025-T2" },
      "Le trimestre de l’indice de ce dossier ne se lit pas : écrivez « 2e trimestre 2026 ».",
    ],
  ])(
    "%s : se dit à compléter, dans la liste, aux échéances et à la demande",
    async (_, bail, pourquoi) => {
      const loue = await bailler({ bail });
      expect(await ligneDe("2026-10", loue)).toMatchObject({
        ...{ etat: "indice_a_completer", chiffres: null, pourquoi },
      });
      expect(await suivies(loue)).toEqual([
        ["2026-07-01", "Compléter le trimestre de l’indice du dossier, pour réviser le loyer"],
      ]);
      expect((await demander(loue)).data.refusees[0]?.motif).toBe(pourquoi);
      await agence.user.put(`/Dossier/${loue.DossierId}`, {
        ...{ indiceTrim: "2e trimestre 2025", dernierTrimestre: "2e trimestre 2025" },
      });
      expect((await ligneDe("2026-10", loue))?.etat).toBe("a_notifier");
      expect((await demander(loue)).data.faites).toHaveLength(1);
    },
  );
});

describe("la date de révision que le bail convient", () => {
  it("tient la liste, la demande et l’échéance ; l’anniversaire du bail n’y est plus rien", async () => {
    const bail = await bailler({ bail: { jourRevision: "11-15" } });
    expect(await ligneDe("2026-07", bail)).toBeUndefined();
    expect(await ligneDe("2026-11", bail)).toMatchObject({
      ...{ anniversaire: "2026-11-15", etat: "a_notifier" },
      chiffres: { effetLe: "2026-11-15", indiceAncien: 146.68, indiceNouveau: 148.37 },
    });
    const { data } = await agence.user.get<SuiviListe["data"]>("/Suivi?famille=loyer&limit=150");
    expect(data.find(({ entiteId }) => entiteId === bail.DossierId)?.date).toBe("2026-11-15");
    expect((await demander(bail)).data.refusees[0]?.motif).toContain(
      "n’est pas un jour de révision",
    );
    const convenue = { ...bail, anniversaire: "2026-11-15" };
    expect((await demander(convenue)).data.faites).toHaveLength(1);
    expect((await ligneDe("2026-11", bail))?.etat).toBe("notifiee");
  });

  it("se renonce à son jour, s’écrit jour et mois, et s’efface pour revenir à l’anniversaire", async () => {
    const bail = await bailler({ bail: { jourRevision: "11-15" } });
    const ecrire = (jourRevision: string | null) =>
      agence.user.put<DossierDetail>(`/Dossier/${bail.DossierId}`, { jourRevision });
    for (const faux of ["11-31", "15/11", "2026-11-15"])
      expect((await ecrire(faux)).error.fields).toHaveProperty("jourRevision");
    const renoncer = (anniversaire: string) =>
      agence.user.post<{ faites: number[] }>("/Revision/renoncer", {
        ...{ revisions: [{ DossierId: bail.DossierId, anniversaire }], motif: "Bon locataire" },
      });
    expect((await renoncer("2026-07-01")).data.faites).toEqual([]);
    expect((await renoncer("2026-11-15")).data.faites).toEqual([bail.DossierId]);
    expect((await ecrire(null)).data.jourRevision).toBeNull();
    expect(await etatDe("2026-07", bail)).toBe("a_notifier");
  });
});

describe("un loyer révisé que paie aussi la CAF", () => {
  it("se lui dit : l’échéance le rappelle, de la demande à trois mois après l’effet", async () => {
    const [aide, seul] = [await bailler(), await bailler()];
    await agence.user.put(`/Dossier/${aide.DossierId}/aide`, {
      ...{ depuis: "2026-01-01", montant: 210, payeur: "caf" },
    });
    const dites = async () => {
      const lu = await agence.user.fetch("/api/Suivi?famille=loyer&limit=150");
      const { data } = (await lu.json()) as SuiviListe;
      return data.flatMap(({ genre, DossierId, quoi }) =>
        genre === "loyer_caf" ? [[DossierId, quoi.replace(/\s/gu, " ")]] : [],
      );
    };
    expect(await dites()).toEqual([]);
    await demander(aide);
    await demander(seul);
    const dite = [
      aide.DossierId,
      "Informer la CAF du nouveau loyer : 859,79 € hors charges au 01/11/2026",
    ];
    expect(await dites()).toEqual([dite]);
    await leJour("2027-01-31");
    expect(await dites()).toEqual([dite]);
    await leJour("2027-02-02");
    expect(await dites()).toEqual([]);
  });
});
