import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serieDuLogement, type Trimestre } from "#domain/bail/irl.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { IndiceRow } from "#domain/gerance/revisions/indices.ts";
import type { SuiviListe } from "#domain/suivi/suivi.ts";
import { openDb } from "#worker/db/client.ts";
import { BAIL } from "../../support/agence/agence.ts";
import {
  agence,
  type Bail,
  bailler,
  demander,
  dossierDe,
  duMois,
  facturer,
  leJour,
  ligneDe,
  ouvrirAuJour,
} from "../../support/agence/revisions.ts";

beforeAll(ouvrirAuJour);
beforeEach(() => leJour("2026-10-15"));
afterAll(() => {
  vi.useRealTimers();
});

describe("les indices", () => {
  const saisir = (corps: object, par = agence.admin) => par.post("/IndiceValeur", corps);
  const T3 = { annee: 2026, trimestre: 3 };

  it("14. saisi, il rend demandable ce qui l’attendait ; une autre valeur ne le remplace pas, elle le corrige", async () => {
    const bail = {
      ...(await bailler({
        bail: { indice: 145.77, indiceTrim: "3e trimestre 2025", dateDebutBail: "2025-10-20" },
      })),
      anniversaire: "2026-10-20",
    };
    expect((await saisir({ annee: 2026, trimestre: 4, IRL: 147.1 })).error.fields).toEqual({
      trimestre: "Le 4e trimestre 2026 n’est pas fini : son indice paraît vers le 15/01/2027.",
    });
    await leJour("2027-01-20");
    expect((await saisir({ annee: 2026, trimestre: 4, IRL: 147.1 })).status).toBe(201);
    expect((await duMois("2026-10")).indicesManquants).toEqual([{ ...T3, series: ["IRL"] }]);
    await leJour("2026-10-15");
    expect((await duMois("2026-10")).indicesManquants).toEqual([{ ...T3, series: ["IRL"] }]);
    expect((await saisir({ ...T3, IRL: 147 }, agence.user)).status).toBe(403);
    expect((await saisir({ ...T3, IRL: 147.123 })).error.fields).toEqual({
      IRL: "Deux décimales au plus.",
    });
    expect((await saisir({ ...T3, IRL: 160 })).error.fields).toEqual({
      IRL: "Confirmez\u00A0: 9,76\u00A0% sur un an.",
    });
    expect((await saisir({ ...T3, IRL: 14.7 })).error.fields).toEqual({
      IRL: expect.stringContaining("Trop loin"),
    });
    // When two people enter the index of the quarter at the same time, one of them is refused.
    const deux = await Promise.all([147.5, 147.44].map((IRL) => saisir({ ...T3, IRL })));
    expect(deux.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { id = 0 } = (await lIndice(T3)) ?? {};
    const corrige = await agence.admin.post(`/IndiceValeur/${id}/corriger`, { valeur: 147.43 });
    expect(corrige.status).toBe(200);
    expect((await duMois("2026-10")).indicesManquants).toEqual([]);
    expect((await ligneDe("2026-10", bail))?.chiffres).toMatchObject({
      ...{ effetLe: "2026-10-20", loyerApres: 859.68 },
    });
    expect((await demander(bail)).data.faites).toHaveLength(1);
    const change = await saisir({ ...T3, IRL: 147.44 });
    expect([change.status, change.error.message]).toEqual([
      409,
      expect.stringContaining("L’IRL du 3e trimestre 2026 est déjà saisi, à une autre valeur"),
    ]);
    const saisies = () =>
      openDb(env).all<{ id: number }>(sql`SELECT "entiteId" AS id FROM "History"
        WHERE entite = 'IndiceValeur' AND etat = 'IRL du 3e trimestre 2026'`);
    expect(await saisies()).toEqual([{ id }]);
    expect((await saisir({ ...T3, IRL: 147.43 })).status).toBe(201);
    expect(await saisies()).toEqual([{ id }]);
  });

  const lus = async () => (await agence.admin.get<IndiceRow[]>("/IndiceValeur")).data;
  const lIndice = async ({ annee, trimestre }: Trimestre) =>
    (await lus()).find(
      (lu) => lu.serie === "IRL" && lu.annee === annee && lu.trimestre === trimestre,
    );
  const corriger = async (quand: Trimestre, corps: object, par = agence.admin) =>
    par.post(`/IndiceValeur/${(await lIndice(quand))?.id}/corriger`, corps);
  const aRefaire = async ({ DossierId }: Pick<Bail, "DossierId">) =>
    (await duMois("2026-10")).aRefaire.filter((faite) => faite.DossierId === DossierId);

  it("jamais employé, se corrige sans un mot ; employé, pour un motif, et la valeur d’avant reste", async () => {
    const T4 = { annee: 2026, trimestre: 4 };
    await leJour("2027-01-20");
    await saisir({ ...T4, IRL: 147.1 });
    expect((await corriger(T4, { valeur: 147.2 }, agence.user)).status).toBe(403);
    expect((await corriger(T4, { valeur: 14.72 })).error.fields?.valeur).toContain("Trop loin");
    expect((await corriger(T4, { valeur: 147.1 })).error.fields?.valeur).toContain("C’est déjà");
    expect((await corriger(T4, { valeur: 147.2 })).status).toBe(200);
    expect(await lIndice(T4)).toMatchObject({
      ...{ valeur: 147.2, employe: false, motif: null },
      anciennes: [{ valeur: 147.1, remplaceLe: expect.any(String) }],
    });
    expect((await agence.admin.post("/IndiceValeur/999999/corriger", { valeur: 147 })).status).toBe(
      404,
    );
    for (const ecriture of [
      sql`UPDATE "IndiceValeur" SET valeur = 1`,
      sql`UPDATE "IndiceValeur" SET "remplaceLe" = NULL WHERE "remplaceLe" IS NOT NULL`,
      sql`DELETE FROM "IndiceValeur"`,
    ])
      await expect(openDb(env).run(ecriture)).rejects.toMatchObject({
        cause: { message: expect.stringContaining("indices immuables") },
      });
  });

  it("corrigé, nomme les révisions à refaire et leur écart ; refaites, annulées ou convenues, elles n’y sont plus", async () => {
    const T2 = { annee: 2026, trimestre: 2 };
    const motif = "Mal recopié du site de l’INSEE";
    const [aVenir, faite, forfait] = [
      await bailler(),
      await bailler(),
      await bailler({ bail: { typeBail: "meuble", chargesMode: "forfait" } }),
    ];
    for (const bail of [aVenir, faite, forfait]) await demander(bail);
    expect((await lIndice(T2))?.employe).toBe(true);
    expect((await corriger(T2, { valeur: 149.37 })).error.fields?.motif).toContain(
      "dites pourquoi",
    );
    expect(await aRefaire(aVenir)).toEqual([]);
    expect((await corriger(T2, { valeur: 149.37, motif })).status).toBe(200);
    expect(await lIndice(T2)).toMatchObject({
      ...{ valeur: 149.37, motif, employe: false, anciennes: [{ valeur: 148.37 }] },
    });
    expect(await aRefaire(aVenir)).toMatchObject([
      {
        ...{ anniversaire: "2026-07-01", effetLe: "2026-11-01", annulable: true },
        ...{ loyerApres: 859.79, loyerJuste: 865.59, ecart: 5.8 },
      },
    ]);
    expect(await aRefaire(forfait)).toMatchObject([{ loyerJuste: 865.59, ecart: 6.48 }]);

    const { id = 0 } = (await aRefaire(aVenir))[0] ?? {};
    await agence.user.post(`/Revision/${id}/annuler`, { motif });
    expect(await aRefaire(aVenir)).toEqual([]);
    expect((await demander(aVenir)).data.faites).toHaveLength(1);
    expect(await ligneDe("2026-07", aVenir)).toMatchObject({
      chiffres: { indiceNouveau: 149.37, loyerApres: 865.59 },
    });

    // A revision can be undone, even after its day of effect, while its mail has not been sent and no receipt bills
    // it.
    await leJour("2026-11-02");
    expect(await aRefaire(faite)).toMatchObject([{ annulable: true }]);
    expect(await aRefaire(forfait)).toMatchObject([{ annulable: true }]);
    await facturer(forfait.DossierId, "2026-11");
    expect(await aRefaire(forfait)).toMatchObject([{ annulable: false }]);
    const facturee = (await aRefaire(forfait))[0]?.id;
    expect((await agence.user.post(`/Revision/${facturee}/annuler`, { motif })).status).toBe(409);
    await agence.house.drain();
    expect(await aRefaire(faite)).toMatchObject([{ annulable: false }]);
    const convenu = await agence.user.post(`/Dossier/${faite.DossierId}/loyers`, {
      ...{ motif: "avenant", depuis: "2026-12-01", loyerHC: 865.59, loyerCharge: 100 },
      commentaire: motif,
    });
    expect(convenu.status).toBe(201);
    expect(await aRefaire(faite)).toEqual([]);
    // After an avenant (`faite`), the next revision starts from the right index, 149,37. Without an avenant
    // (`forfait`), it starts from the wrong index of the last revision, 148,37.
    const T2_2027 = { annee: 2027, trimestre: 2 };
    await leJour("2027-07-01");
    await saisir({ ...T2_2027, IRL: 151.5 });
    expect((await ligneDe("2027-07", faite))?.chiffres).toMatchObject({
      ...{ indiceAncien: 149.37, indiceNouveau: 151.5, loyerAvant: 865.59, loyerApres: 877.93 },
    });
    expect((await ligneDe("2027-07", forfait))?.chiffres).toMatchObject({
      ...{ indiceAncien: 148.37, loyerAvant: 859.79, loyerApres: 877.93 },
    });
    await demander({ ...forfait, anniversaire: "2027-07-01" });
    expect((await aRefaire(forfait)).map(({ anniversaire }) => anniversaire)).toEqual([
      "2026-07-01",
    ]);
    await leJour("2026-10-15");
    expect((await corriger(T2, { valeur: 148.37, motif })).status).toBe(200);
    expect((await duMois("2026-10")).aRefaire.map(({ DossierId }) => DossierId)).toEqual([
      aVenir.DossierId,
    ]);
  });

  it("corrigé, reste à rattraper quand seules les charges changent depuis, tapées ou convenues", async () => {
    const T2 = { annee: 2026, trimestre: 2 };
    const motif = "Mal recopié";
    const [tapees, convenues] = [await bailler(), await bailler()];
    for (const { DossierId, ...bail } of [tapees, convenues]) {
      await demander({ DossierId, ...bail });
      await facturer(DossierId, "2026-11");
    }
    expect((await corriger(T2, { valeur: 149.37, motif })).status).toBe(200);
    await agence.user.put(`/Dossier/${tapees.DossierId}`, { loyerCharge: 120 });
    const convenu = await agence.user.post(`/Dossier/${convenues.DossierId}/loyers`, {
      ...{ motif: "avenant", depuis: "2026-12-01", loyerHC: 859.79, loyerCharge: 120 },
    });
    expect(convenu.status).toBe(201);
    for (const bail of [tapees, convenues])
      expect(await aRefaire(bail)).toMatchObject([{ loyerApres: 859.79, loyerJuste: 865.59 }]);
    await leJour("2027-07-01");
    await saisir({ annee: 2027, trimestre: 2, IRL: 151.5 });
    for (const bail of [tapees, convenues])
      expect((await ligneDe("2027-07", bail))?.chiffres).toMatchObject({
        ...{ indiceAncien: 148.37, loyerAvant: 859.79, loyerApres: 877.93 },
      });
    await leJour("2026-10-15");
    await corriger(T2, { valeur: 148.37, motif });
  });

  it("corrigé par deux personnes à la fois, ne l’est qu’une, et l’autre le sait", async () => {
    const T1 = { annee: 2027, trimestre: 1 };
    await leJour("2027-04-02");
    await saisir({ ...T1, IRL: 148 });
    const { id } = (await lIndice(T1)) ?? {};
    const deux = await Promise.all(
      [148.1, 148.2].map((valeur) => agence.admin.post(`/IndiceValeur/${id}/corriger`, { valeur })),
    );
    expect(deux.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(deux.find(({ status }) => status === 409)?.error.message).toMatch(
      /^L’IRL du 1er trimestre 2027 vient d’être corrigé par \S+@\S+ : relisez-le/,
    );
    expect((await lIndice(T1))?.anciennes).toMatchObject([{ valeur: 148 }]);
  });
});

describe("la série de l’indice", () => {
  const serieDe = async (bail: Pick<Bail, "DossierId">) => (await dossierDe(bail)).serieIrl;
  const ecrire = (bail: Pick<Bail, "DossierId">, serieIrl: string | null) =>
    agence.user.put<DossierDetail>(`/Dossier/${bail.DossierId}`, { serieIrl });

  it("d’un bail de Corse ou d’outre-mer dit aussi son trimestre manquant, à l’écran et aux échéances", async () => {
    // The metropolitan index is up to date, so any missing quarter belongs to the other series.
    await agence.admin.post("/IndiceValeur", { annee: 2026, trimestre: 3, IRL: 147.5 });
    const corse = async () => {
      const { data } = await agence.user.get<SuiviListe["data"]>("/Suivi?famille=loyer&limit=150");
      const { indicesManquants } = await duMois("2026-10");
      return {
        ecran: indicesManquants.find(({ series }) => series.includes("IRL_CORSE")),
        echeances: data.flatMap(({ genre, quoi }) =>
          genre === "indice" && quoi.includes("Corse") ? [quoi] : [],
        ),
      };
    };
    expect(await corse()).toEqual({ ecran: undefined, echeances: [] });
    await bailler({ logement: { codePostal: "20000" } });
    expect(await corse()).toEqual({
      ecran: { annee: 2025, trimestre: 1, series: ["IRL_CORSE"] },
      echeances: ["Saisir l’IRL du 1er trimestre 2025, Corse"],
    });
    await agence.admin.post("/IndiceValeur", { annee: 2025, trimestre: 1, IRL_CORSE: 141.02 });
    expect((await corse()).ecran).toMatchObject({ annee: 2025, trimestre: 2 });
  });

  it("est celle du code postal du logement, ou celle qu’on y choisit", async () => {
    for (const codePostal of ["75005", "20000", "2A004", "2b200", "97110", "98000", "21000"]) {
      const bail = await bailler({ logement: { codePostal } });
      expect([codePostal, await serieDe(bail)]).toEqual([
        codePostal,
        serieDuLogement({ codePostal }),
      ]);
    }
    const choisie = await bailler({ logement: { codePostal: "98000", serieIrl: "IRL_OM" } });
    expect(await serieDe(choisie)).toBe("IRL_OM");
    const fausse = await agence.user.put(`/Appartement/${choisie.AppartementId}`, {
      serieIrl: "ILC",
    });
    expect(fausse.error.fields).toHaveProperty("serieIrl");
  });

  it("reste celle du bail quand le logement en change, et sert à sa révision", async () => {
    const bail = await bailler({ bail: { indice: 143.77, indiceTrim: "2e trimestre 2025" } });
    await agence.user.put(`/Appartement/${bail.AppartementId}`, { codePostal: "97110" });
    expect(await dossierDe(bail)).toMatchObject({ serieIrl: "IRL", serieDuLogement: "IRL_OM" });
    expect((await ligneDe("2026-10", bail))?.chiffres).toMatchObject({
      ...{ serie: "IRL", indiceNouveau: 148.37 },
    });
    const suivant = await agence.user.post<DossierDetail>("/Dossier", {
      ...BAIL,
      ...{ AppartementId: bail.AppartementId, LocataireId: (await dossierDe(bail)).LocataireId },
      ...{ dateEntree: "2027-01-01", dateDebutBail: "2027-01-01", numFraisDossier: "F-SERIE" },
    });
    expect(suivant.data.serieIrl).toBe("IRL_OM");
  });

  it("se corrige sur le bail, se reprend du logement, et ne change plus une fois révisé", async () => {
    const bail = await bailler({ logement: { codePostal: "20000" } });
    expect((await ecrire(bail, "IRL")).data.serieIrl).toBe("IRL");
    expect((await ecrire(bail, null)).data.serieIrl).toBe("IRL_CORSE");
    await ecrire(bail, "IRL");
    await demander(bail);
    const refusee = await ecrire(bail, "IRL_CORSE");
    expect([refusee.status, refusee.error.message]).toEqual([
      409,
      "Une révision de ce bail se sert de sa série de l’IRL : il la garde.",
    ]);
  });
});
