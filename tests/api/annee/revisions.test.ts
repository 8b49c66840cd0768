import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import type {
  Demandees,
  EtatRevision,
  RevisionsDuMois,
} from "#domain/gerance/revisions/revision-lue.ts";
import type { Role } from "#domain/profils/droits.ts";
import type { SuiviListe } from "#domain/suivi/suivi.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { jeton } from "../../support/agence/baux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

let agence: Agence;

beforeAll(async () => {
  // Passwords take turns by the real clock: the day is set once its people are in.
  agence = await ouvrirAgence();
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterAll(() => {
  vi.useRealTimers();
});

/** The agency on that day; its people sign in. */
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
  const { DossierId, AppartementId } = await louer(agence.user, {
    appartement: { dpeClasse: "D", ...logement },
    locataire: { accordEmail: true, ...locataire },
    bail: {
      ...{ dateEntree: "2025-07-01", dateDebutBail: "2025-07-01" },
      ...{ dateCreationBail: "2025-06-20", typeBail: "nu" },
      ...{ indice: 146.68, indiceTrim: "2e trimestre 2025" },
      ...bail,
    },
  });
  return { DossierId, AppartementId, anniversaire: "2026-07-01" };
};

type Bail = Awaited<ReturnType<typeof bailler>>;

const duMois = async (mois: string) =>
  (await agence.user.get<RevisionsDuMois>(`/Revision?mois=${mois}`)).data;

const ligneDe = async (mois: string, { DossierId }: Pick<Bail, "DossierId">) =>
  (await duMois(mois)).lignes.find((ligne) => ligne.DossierId === DossierId);

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

  it("22. d’un mois déjà facturé attend le suivant", async () => {
    await leJour("2026-11-03");
    const bail = await bailler();
    await facturer(bail.DossierId, "2026-11");
    await demander(bail, { effet: "des_la_demande" });
    expect((await ligneDe("2026-07", bail))?.chiffres?.effetLe).toBe("2026-12-01");
  });

  it("écrit au locataire l’indice, le calcul et le nouveau loyer, par un courriel qui part", async () => {
    const bail = await bailler();
    const avant = agence.house.mails.length;
    const { data } = await demander(bail);
    const id = data.faites[0]?.id ?? 0;
    const imprimee = await agence.user.fetch("/api/Revision/imprimer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ids: [id] }),
    });
    const { text } = readPdf(new Uint8Array(await imprimee.arrayBuffer()));
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
    const refus = await demander(await bailler({ locataire: { accordEmail: false } }), {
      canal: "courriel",
    });
    expect(refus.data.refusees[0]?.motif).toContain("n’a pas accepté les courriels");
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
    expect(await etatDe(anniversaire.slice(0, 7), bail)).toBe(etat);
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
    const { DossierId } = await bailler();
    const bail = { DossierId, AppartementId: 0, anniversaire: "2026-07-01" };
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
    expect((await annuler(id)).error.message).toContain("a pris effet le 01/11/2026");
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

  it("deux fois à la fois, ne s’écrit qu’une, et ne suit que la version lue", async () => {
    const bail = await bailler();
    const { version } = await dossierDe(bail);
    const deux = await Promise.all(
      [800, 790].map((loyerHC) => changer(bail, { loyerHC, version })),
    );
    // The second is refused for the version, or for the rent that it now finds there.
    const [ecrit, refuse] = deux.map(({ status }) => status).toSorted();
    expect(ecrit).toBe(201);
    expect([409, 422]).toContain(refuse);
    expect((await loyersDe(bail)).loyers).toHaveLength(2);
  });
});

describe("les indices", () => {
  const saisir = (corps: object, par = agence.admin) => par.post("/IndiceValeur", corps);
  const T3 = { annee: 2026, trimestre: 3 };

  it("14. saisi, il rend demandable ce qui l’attendait, et ne change plus une fois employé", async () => {
    const bail = {
      ...(await bailler({
        bail: { indice: 145.77, indiceTrim: "3e trimestre 2025", dateDebutBail: "2025-10-20" },
      })),
      anniversaire: "2026-10-20",
    };
    expect((await duMois("2026-10")).indiceManquant).toEqual(T3);
    expect((await saisir({ ...T3, IRL: 147 }, agence.user)).status).toBe(403);
    expect((await saisir({ ...T3, IRL: 160 })).error.fields).toEqual({
      IRL: "Confirmez\u00A0: 9,76\u00A0% sur un an.",
    });
    expect((await saisir({ ...T3, IRL: 14.7 })).error.fields).toEqual({
      IRL: expect.stringContaining("Trop loin"),
    });
    expect((await saisir({ ...T3, IRL: 147.5 })).status).toBe(201);
    expect((await saisir({ ...T3, IRL: 147.43 })).status).toBe(201);
    expect((await duMois("2026-10")).indiceManquant).toBeNull();
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
