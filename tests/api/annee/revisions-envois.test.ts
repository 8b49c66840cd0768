import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Postees } from "#domain/gerance/revisions/revision-lue.ts";
import type { LotGenere } from "#domain/quittances/lot-a-generer.ts";
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

describe("les lettres d’une révision", () => {
  const poster = (ids: readonly number[], le: string) =>
    agence.user.post<Postees>("/Revision/postees", { ids, le });

  const parLettre = async (reste = {}) => {
    const bail = await bailler({ locataire: { accordEmail: false } });
    const { data } = await demander(bail, reste);
    return { bail, id: data.faites[0]?.id ?? 0 };
  };

  it("restent à poster jusqu’au jour que l’on note, une fois, et qui prouve la demande", async () => {
    const { bail, id } = await parLettre();
    expect(await ligneDe("2026-10", bail)).toMatchObject({
      ...{ etat: "notifiee", pourquoi: "Lettre à poster.", posteeLe: null },
    });
    expect((await poster([id], "2026-10-16")).error.fields?.le).toContain("à venir");
    expect((await poster([id], "2026-10-14")).data.refusees[0]?.motif).toContain(
      "n’a pas pu partir avant",
    );
    await leJour("2026-10-17");
    expect((await poster([id], "2026-10-16")).data).toEqual({
      ...{ notees: [id], deplacees: [], refusees: [] },
    });
    expect(await ligneDe("2026-10", bail)).toBeUndefined();
    expect(await ligneDe("2026-07", bail)).toMatchObject({
      ...{ pourquoi: "Lettre postée le 16/10/2026.", posteeLe: "2026-10-16" },
      ...{ demandeLe: "2026-10-21", chiffres: { effetLe: "2026-11-01" } },
    });
    expect((await poster([id], "2026-10-16")).data.notees).toEqual([id]);
    expect((await poster([id], "2026-10-17")).data.refusees).toEqual([
      { id, motif: "Cette lettre est déjà notée postée le 16/10/2026." },
    ]);
    const dites = await openDb(env).all(sql`SELECT details FROM "History" WHERE entite = 'Dossier'
      AND "entiteId" = ${bail.DossierId} AND etat = 'Lettre de révision postée'`);
    expect(dites).toEqual([{ details: '{"posteeLe":"2026-10-16"}' }]);
    // No mail is sent: the answer names the letter to print.
    const annulee = await agence.user.post<{ courriel: null; lettre: boolean; generated: string }>(
      `/Revision/${id}/annuler`,
      { motif: "Accord" },
    );
    expect(annulee.data).toMatchObject({ courriel: null, lettre: true });
    const lettre = await agence.user.fetch(`/files/${annulee.data.generated}`);
    expect(readPdf(new Uint8Array(await lettre.arrayBuffer())).text).toContain("est sans effet");
  });

  it("postées trop tard pour l’effet qu’elles annoncent, le reportent par une autre lettre", async () => {
    const { bail, id } = await parLettre();
    await leJour("2026-11-02");
    expect((await dossierDe(bail)).loyers).toHaveLength(2);
    const { data } = await poster([id], "2026-10-30");
    const [{ id: autre, effetLe } = { id: 0, effetLe: "" }] = data.deplacees;
    expect([data.notees, data.refusees, effetLe]).toEqual([[], [], "2026-12-01"]);
    const { loyers, loyerHC } = await dossierDe(bail);
    expect([loyerHC, loyers.map((ligne) => [ligne.depuis, ligne.loyerHC])]).toEqual([
      850,
      [
        ["2025-07-01", 850],
        ["2026-12-01", 859.79],
      ],
    ]);
    expect(await ligneDe("2026-07", bail)).toMatchObject({
      ...{ id: autre, etat: "notifiee", posteeLe: "2026-10-30", demandeLe: "2026-11-04" },
    });
    expect(await lettreDe(autre)).toContain(
      "La présente remplace notre lettre qui annonçait ce loyer à compter du 1er novembre 2026",
    );
    expect((await poster([id, autre], "2026-10-30")).data.notees).toEqual([id, autre]);
    await facturer(bail.DossierId, "2026-11");
    await facturer(bail.DossierId, "2026-12");
    expect(await facture(bail.DossierId)).toEqual([
      ["2026-11", 850_00, 100_00],
      ["2026-12", 859_79, 100_00],
    ]);
  });

  it("postées trop tard, ne reportent pas l’effet après le dernier jour du mandat", async () => {
    const { bail, id } = await parLettre();
    const db = openDb(env);
    const mission = await creer(agence.user, "Mission", MISSION);
    await db.run(sql`INSERT INTO "MissionAppartement" ("MissionId", "AppartementId")
      VALUES (${mission.id}, ${bail.AppartementId})`);
    await db.run(sql`INSERT INTO "FinDeMandat" ("MissionId", "finLe", motif, depots)
      VALUES (${mission.id}, '2026-11-20', 'Congé du mandant', 'mandant')`);
    await leJour("2026-11-02");
    const { data } = await poster([id], "2026-10-30");
    expect([data.deplacees, data.refusees]).toEqual([
      [],
      [{ id, motif: expect.stringContaining("le mandat de ce logement finit avant un autre") }],
    ]);
  });

  it("postées trop tard après la quittance du nouveau loyer, se refusent ; un courriel aussi", async () => {
    const { bail, id } = await parLettre();
    await facturer(bail.DossierId, "2026-11");
    const courriel = (await demander(await bailler())).data.faites[0]?.id ?? 0;
    await leJour("2026-11-02");
    const { data } = await poster([id, courriel, 999_999], "2026-10-30");
    expect([data.notees, data.deplacees, data.refusees.map(({ motif }) => motif)]).toEqual([
      [],
      [],
      [
        "Postée le 30/10/2026, cette lettre arrive le 04/11/2026, après son effet du 01/11/2026, et une quittance porte déjà le nouveau loyer : annulez-la d’abord.",
        "Cette révision n’a pas été demandée par lettre.",
        "Cette révision n’existe pas.",
      ],
    ]);
  });
});

describe("une révision demandée qui n’est jamais partie", () => {
  const annuler = (id: number) =>
    agence.user.post<{ lettre: boolean }>(`/Revision/${id}/annuler`, { motif: "Erreur" });

  const jamaisPartie = async ({ DossierId }: Pick<Bail, "DossierId">) => {
    const { data } = await agence.user.get<SuiviListe["data"]>("/Suivi?famille=loyer&limit=150");
    return data.flatMap(({ genre, DossierId: id, date, quoi }) =>
      genre === "revision_arretee" && id === DossierId ? [[date, quoi]] : [],
    );
  };

  const avertisDe = async ({ DossierId }: Pick<Bail, "DossierId">, mois: string) => {
    const { data } = await agence.user.post<{ warnings: string[] }>(
      `/Quitance/generate/${DossierId}`,
      { date: `${mois}-01` },
    );
    return data.warnings;
  };

  it("par un courriel retenu, le dit à sa ligne, aux échéances et à la quittance qui la facture", async () => {
    const bail = await bailler();
    const courriel = (await demander(bail)).data.courriels[0]?.id;
    expect([await etatDe("2026-07", bail), await jamaisPartie(bail)]).toEqual(["notifiee", []]);
    await agence.user.post(`/Courriel/${courriel}/annuler`, {});
    expect(await ligneDe("2026-10", bail)).toMatchObject({
      ...{ etat: "jamais_partie", pourquoi: "Courriel retenu.", annulable: true },
    });
    const dite = ["2026-11-01", "Révision demandée, jamais partie : courriel retenu"];
    expect(await jamaisPartie(bail)).toEqual([dite]);
    expect(await avertisDe(bail, "2026-10")).not.toContainEqual(
      expect.stringContaining("n’est pas partie"),
    );
    expect(await avertisDe(bail, "2026-11")).toContainEqual(
      "Ce loyer est révisé par une demande qui n’est pas partie (courriel retenu)\u00A0: il n’est dû qu’à compter d’elle.",
    );
    expect(await facture(bail.DossierId)).toContainEqual(["2026-11", 859_79, 100_00]);
    await agence.user.post(`/Courriel/${courriel}/renvoyer`, {});
    await agence.house.drain();
    expect([await etatDe("2026-07", bail), await jamaisPartie(bail)]).toEqual(["notifiee", []]);
    expect(await avertisDe(bail, "2026-12")).not.toContainEqual(
      expect.stringContaining("n’est pas partie"),
    );
  });

  it("par une lettre que personne n’a notée postée, le dit encore une fois son effet venu", async () => {
    const bail = await bailler({ locataire: { accordEmail: false } });
    const id = (await demander(bail)).data.faites[0]?.id ?? 0;
    expect(await jamaisPartie(bail)).toEqual([]);
    await leJour("2026-11-02");
    expect(await ligneDe("2026-11", bail)).toMatchObject({
      ...{ etat: "jamais_partie", pourquoi: "Lettre à poster." },
    });
    expect(await jamaisPartie(bail)).toEqual([
      ["2026-11-01", "Révision demandée, jamais partie : lettre à poster"],
    ]);
    expect((await avertisDe(bail, "2026-11")).join()).toContain("(lettre à poster)");
    const refusee = await annuler(id);
    expect([refusee.status, refusee.error.message]).toEqual([
      409,
      expect.stringContaining("Une quittance porte déjà le nouveau loyer"),
    ]);
  });

  it("ne repart plus passé le jour d’effet que dit sa lettre : elle s’annule, et se redemande", async () => {
    const [bail, perdue] = [await bailler(), await bailler()];
    const retenir = async (voulu: Bail) => {
      const { courriels, faites } = (await demander(voulu)).data;
      await agence.user.post(`/Courriel/${courriels[0]?.id}/annuler`, {});
      return { id: faites[0]?.id ?? 0, courriel: courriels[0]?.id };
    };
    const renvoyer = ({ courriel }: { courriel: number | undefined }) =>
      agence.user.post(`/Courriel/${courriel}/renvoyer`, {});
    const retenue = await retenir(bail);
    await leJour("2026-11-02");
    const refus = await renvoyer(retenue);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      "Cette révision devait prendre effet le 01/11/2026, et un loyer révisé n’est dû qu’à compter de sa demande\u00A0: annulez-la, puis demandez-la de nouveau.",
    ]);
    expect((await annuler(retenue.id)).status).toBe(200);
    expect((await demander(bail)).data.faites).toHaveLength(1);
    expect((await ligneDe("2026-07", bail))?.chiffres?.effetLe).toBe("2026-12-01");
    // A year after the anniversary, the revision is lost, even when its day of effect has not passed.
    await leJour("2027-06-30");
    const tardive = await retenir(perdue);
    await leJour("2027-07-01");
    expect((await ligneDe("2026-07", perdue))?.chiffres?.effetLe).toBe("2027-07-01");
    expect((await renvoyer(tardive)).error.message).toContain("cette révision est perdue");
  });

  it("par un courriel perdu, ne part plus de lui-même passé le jour d’effet, et dit pourquoi", async () => {
    const [passage, file, choisie, renvoyee] = [
      await bailler(),
      await bailler(),
      await bailler(),
      await bailler(),
    ];
    const poser = (id: number | undefined, etat: string, le: string) =>
      openDb(env).run(sql`UPDATE "Courriel" SET etat = ${etat}, "partLe" = NULL,
        version = version + 1, "updatedAt" = ${`${le}T09:00:00.000Z`} WHERE id = ${id}`);
    const perdre = async (voulu: Bail) => {
      const courriel = (await demander(voulu)).data.courriels[0]?.id;
      await poser(courriel, "a_envoyer", "2026-10-15");
      return courriel;
    };
    const [duPassage, deLaFile, duChoix, incertain] = [
      await perdre(passage),
      await perdre(file),
      await perdre(choisie),
      await perdre(renvoyee),
    ];
    // The queue loses all four messages; those of the second and the fourth mail are put back below.
    agence.house.waiting.splice(0);
    await leJour("2026-11-02");
    const avant = agence.house.mails.length;
    agence.house.waiting.push(
      ...[deLaFile, incertain].map((id) => ({
        ...{ id: `perdu-${id}`, attempts: 1 },
        body: { type: "courriel" as const, CourrielId: id ?? 0 },
      })),
    );
    // A user asks to send the fourth mail again, although it may already have been sent: only this mail is sent.
    await poser(incertain, "a_envoyer", "2026-11-02");
    await agence.house.drain();
    expect(agence.house.mails.slice(avant).map(({ subject }) => subject)).toEqual([
      "Révision de votre loyer au 01/11/2026",
    ]);
    const { data: repris } = await agence.user.post<{ id: number }[]>(
      "/Courriel/perdus/reprendre",
      {
        ids: [duChoix],
      },
    );
    expect(repris).toEqual([]);
    await poser(duPassage, "a_envoyer", "2026-10-15");
    await agence.house.journee("2026-11-02");
    expect(agence.house.mails).toHaveLength(avant + 1);
    for (const arretee of [passage, file, choisie]) {
      expect(await ligneDe("2026-07", arretee)).toMatchObject({
        ...{ etat: "jamais_partie", annulable: true },
        pourquoi:
          "Courriel non remis. Cette révision devait prendre effet le 01/11/2026, et un loyer révisé n’est dû qu’à compter de sa demande\u00A0: annulez-la, puis demandez-la de nouveau.",
      });
      expect(await jamaisPartie(arretee)).toEqual([
        ["2026-11-01", "Révision demandée, jamais partie : courriel non remis"],
      ]);
    }
    expect(await etatDe("2026-07", renvoyee)).toBe("appliquee");
  });

  it("annulée, ne repart plus, même par un courriel dont personne ne sait s’il est parti", async () => {
    const bail = await bailler();
    const { courriels, faites } = (await demander(bail)).data;
    await openDb(env).run(
      sql`UPDATE "Courriel" SET etat = 'incertain' WHERE id = ${courriels[0]?.id}`,
    );
    expect((await annuler(faites[0]?.id ?? 0)).data.lettre).toBe(true);
    const renvoi = await agence.user.post(`/Courriel/${courriels[0]?.id}/renvoyer`, {});
    expect([renvoi.status, renvoi.error.message]).toEqual([
      409,
      "Cette révision est annulée : sa demande ne repart pas.",
    ]);
    // Simulates a mail that was being sent when the revision was undone: the sending failed, and the mail waits for
    // another try.
    await agence.house.drain();
    const avant = agence.house.mails.length;
    await openDb(env).run(
      sql`UPDATE "Courriel" SET etat = 'a_envoyer', "partLe" = NULL WHERE id = ${courriels[0]?.id}`,
    );
    agence.house.waiting.push({
      ...{ id: "refait", attempts: 1 },
      body: { type: "courriel" as const, CourrielId: courriels[0]?.id ?? 0 },
    });
    await agence.house.drain();
    expect(agence.house.mails).toHaveLength(avant);
  });

  it("le dit aussi à la quittance d’un lot qui la facture, une fois, et à elle seule", async () => {
    const [retenu, partie] = [await bailler(), await bailler()];
    const courriel = (await demander(retenu)).data.courriels[0]?.id;
    await demander(partie);
    await agence.user.post(`/Courriel/${courriel}/annuler`, {});
    await leJour("2026-10-16");
    await agence.house.drain();
    const avertis = async (date: string) => {
      const { data } = await agence.user.post<LotGenere>("/Quitance/generate/lot", {
        ...{ date, DossierIds: [retenu.DossierId, partie.DossierId] },
      });
      return data.faites.map(({ avertissements }) => avertissements);
    };
    const dit =
      "Ce loyer est révisé par une demande qui n’est pas partie (courriel retenu)\u00A0: il n’est dû qu’à compter d’elle.";
    expect(await avertis("2026-10-01")).toEqual([[], []]);
    expect(await avertis("2026-11-01")).toEqual([[dit], []]);
    expect(await avertis("2026-11-01")).toEqual([[], []]);
  });

  it("dès la demande, s’annule encore : le loyer du dossier et du logement reviennent, sans lettre au locataire", async () => {
    const [retenu, aPoster] = [
      await bailler(),
      await bailler({ locataire: { accordEmail: false } }),
    ];
    const parCourriel = (await demander(retenu, { effet: "des_la_demande" })).data;
    const parLettre = (await demander(aPoster)).data;
    expect((await dossierDe(retenu)).loyerHC).toBe(859.79);
    expect((await ligneDe("2026-07", retenu))?.annulable).toBe(true);
    const annulee = await annuler(parCourriel.faites[0]?.id ?? 0);
    expect([annulee.status, annulee.data.lettre]).toEqual([200, false]);
    const [courriel] = await openDb(env).all<{ id: number }>(
      sql`SELECT "CourrielId" AS id FROM "Revision" WHERE id = ${parCourriel.faites[0]?.id}`,
    );
    const renvoi = await agence.user.post(`/Courriel/${courriel?.id}/renvoyer`, {});
    expect(renvoi.status).toBe(409);
    expect((await dossierDe(retenu)).loyerHC).toBe(850);
    const { data: logement } = await agence.user.get<{ loyerHC: number }>(
      `/Appartement/${retenu.AppartementId}`,
    );
    expect(logement.loyerHC).toBe(850);
    await leJour("2026-11-02");
    await agence.house.drain();
    expect((await annuler(parLettre.faites[0]?.id ?? 0)).data.lettre).toBe(false);
    const partie = (await demander(retenu, { effet: "des_la_demande" })).data;
    await leJour("2026-11-03");
    await agence.house.drain();
    expect((await annuler(partie.faites[0]?.id ?? 0)).error.message).toContain(
      "a pris effet le 02/11/2026",
    );
  });
});
