import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serieDuLogement, type Trimestre } from "#domain/bail/irl.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { IndiceRow } from "#domain/gerance/revisions/indices.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import type {
  Demandees,
  EtatRevision,
  Postees,
  Renoncees,
  RevisionsDuMois,
} from "#domain/gerance/revisions/revision-lue.ts";
import type { Role } from "#domain/profils/droits.ts";
import type { LotGenere } from "#domain/quittances/lot-a-generer.ts";
import type { SuiviListe } from "#domain/suivi/suivi.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, BAIL, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { jeton } from "../../support/agence/baux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

let agence: Agence;

beforeAll(async () => {
  // Passwords take turns by the real clock: the day is set once the people of the agency are signed in.
  agence = await ouvrirAgence();
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterAll(() => {
  vi.useRealTimers();
});

/** Sets the day, and signs the people of the agency in again. */
async function leJour(jour: string): Promise<void> {
  vi.setSystemTime(`${jour}T09:00:00Z`);
  const { house } = agence;
  const ouvrir = async (role: Role) => house.api(await jeton(env, role));
  agence = { ...agence, user: await ouvrir("user"), admin: await ouvrir("admin") };
}

beforeEach(() => leJour("2026-10-15"));

/** A lease of 1 July 2025 at 850 € and 100 € of charges, of class D, revised by the IRL of the second quarter. */
const bailler = async ({
  bail = {},
  logement = {},
  locataire = {},
}: Record<string, object> = {}) => {
  const { DossierId, AppartementId, ClientId } = await louer(agence.user, {
    appartement: { dpeClasse: "D", ...logement },
    locataire: { accordEmail: true, ...locataire },
    bail: {
      ...{ dateEntree: "2025-07-01", dateDebutBail: "2025-07-01" },
      ...{ dateCreationBail: "2025-06-20", typeBail: "nu" },
      ...{ indice: 146.68, indiceTrim: "2e trimestre 2025" },
      ...bail,
    },
  });
  return { DossierId, AppartementId, ClientId, anniversaire: "2026-07-01" };
};

type Bail = Awaited<ReturnType<typeof bailler>>;

const duMois = async (mois: string) =>
  (await agence.user.get<RevisionsDuMois>(`/Revision?mois=${mois}`)).data;

/** @param facon more of the query string, as « &effet=des_la_demande ». */
const ligneDe = async (mois: string, { DossierId }: Pick<Bail, "DossierId">, facon = "") =>
  (await duMois(`${mois}${facon}`)).lignes.find((ligne) => ligne.DossierId === DossierId);

const etatDe = async (mois: string, bail: Bail): Promise<EtatRevision | undefined> =>
  (await ligneDe(mois, bail))?.etat;

const demander = (
  { DossierId, anniversaire }: Pick<Bail, "DossierId" | "anniversaire">,
  reste: object = {},
  voulue: { classeConfirmee?: boolean } = {},
) =>
  agence.user.post<Demandees>("/Revision/demander", {
    revisions: [{ DossierId, anniversaire, ...voulue }],
    ...reste,
  });

const facturer = (DossierId: number, mois: string) =>
  agence.user.post<{ id: number }>(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` });

const facture = async (DossierId: number) =>
  (
    await openDb(env).all<{
      mois: string;
      loyer: number;
      charge: number;
      detail: string | null;
    }>(sql`
      SELECT mois, "loyerHC" AS loyer, charge, detail FROM "Quitance"
      WHERE "DossierId" = ${DossierId} AND "annuleeLe" IS NULL ORDER BY mois`)
  ).map(({ mois, loyer, charge }) => [mois, loyer, charge]);

const dossierDe = async ({ DossierId }: Pick<Bail, "DossierId">) =>
  (await agence.user.get<DossierDetail>(`/Dossier/${DossierId}`)).data;

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

async function lettreDe(id: number): Promise<string> {
  const imprimee = await agence.user.fetch("/api/Revision/imprimer", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ids: [id] }),
  });
  return readPdf(new Uint8Array(await imprimee.arrayBuffer())).text;
}

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
    const annulee = await agence.user.post<{ lettre: boolean }>(`/Revision/${id}/annuler`, {
      motif: "Accord",
    });
    expect(annulee.data.lettre).toBe(true);
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
    expect(annulee.data.lettre).toBe(true);
    await leJour("2026-10-17");
    await agence.house.drain();
    expect(agence.house.mails.at(-1)).toMatchObject({
      subject: "Révision de votre loyer sans effet",
      text: expect.stringContaining(
        "Notre lettre du 15/10/2026 est sans effet\u00A0: votre loyer reste de 850,00\u00A0€.",
      ),
    });
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
    // The effect to come does not save a request that would leave a year after the anniversary.
    await leJour("2027-06-30");
    const tardive = await retenir(perdue);
    await leJour("2027-07-01");
    expect((await ligneDe("2026-07", perdue))?.chiffres?.effetLe).toBe("2027-07-01");
    expect((await renvoyer(tardive)).error.message).toContain("cette révision est perdue");
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

it("Le propriétaire renonce à une révision, une fois, pour un motif, et y revient", async () => {
  const bail = await bailler();
  const { DossierId, anniversaire } = bail;
  const renoncer = () =>
    agence.user.post<{ faites: number[] }>("/Revision/renoncer", {
      revisions: [{ DossierId, anniversaire }],
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
    // The second call is refused either for the version it read, or for the rent that the first one just wrote.
    const [ecrit, refuse] = deux.map(({ status }) => status).toSorted();
    expect(ecrit).toBe(201);
    expect([409, 422]).toContain(refuse);
    expect((await loyersDe(bail)).loyers).toHaveLength(2);
  });
});

describe("les indices", () => {
  const saisir = (corps: object, par = agence.admin) => par.post("/IndiceValeur", corps);
  const T3 = { annee: 2026, trimestre: 3 };

  it("14. saisi, il rend demandable ce qui l’attendait, et ne se remplace plus une fois employé", async () => {
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
    expect((await saisir({ ...T3, IRL: 147.5 })).status).toBe(201);
    expect((await saisir({ ...T3, IRL: 147.43 })).status).toBe(201);
    expect((await duMois("2026-10")).indicesManquants).toEqual([]);
    expect((await ligneDe("2026-10", bail))?.chiffres).toMatchObject({
      ...{ effetLe: "2026-10-20", loyerApres: 859.68 },
    });
    expect((await demander(bail)).data.faites).toHaveLength(1);
    const change = await saisir({ ...T3, IRL: 147.44 });
    expect([change.status, change.error.message]).toEqual([
      409,
      expect.stringContaining("Une révision se sert de l’indice du 3e trimestre 2026"),
    ]);
    expect((await saisir({ ...T3, IRL: 147.43 })).status).toBe(201);
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

    // A request that has not left is undone after its effect too, as long as no receipt bills it.
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
    // The rent that the parties corrected is next revised from the right index; the other rent, from the index that
    // it used.
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
    // The metropolitan index is up to date: what is told is of the other series.
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
