import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { somme } from "#domain/montants.ts";
import type {
  BilanDuMois,
  LigneDeLAnnee,
  QuittanceRow,
} from "#domain/quittances/quittance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { type Agence, louer, ouvrirAgence, PROPRIETAIRE } from "../../support/agence/agence.ts";

const LOYER = 950;
const MOIS = "2026-03";
const BAUX = 23;

let agence: Agence;
let baux: Awaited<ReturnType<typeof louer>>[];
let lignes: QuittanceRow[];

/**
 * 23 dossiers billed in March: one paid, one declared paid by the tenant, one paid in part, one cancelled, the others
 * unknown.
 */
beforeAll(async () => {
  agence = await ouvrirAgence();
  baux = [];
  for (let rang = 0; rang < BAUX; rang++) baux.push(await louer(agence.admin));
  for (const { DossierId } of baux) {
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: `${MOIS}-01` });
  }
  await faitesLe(`${MOIS}-01`, MOIS);
  lignes = (await agence.admin.get<QuittanceRow[]>(`/Quitance?mois=${MOIS}&sort=id`)).data;
  const [payee, declaree, impayee, annulee] = lignes;
  const poser = (une: QuittanceRow | undefined, valeurs: Partial<typeof quitances.$inferSelect>) =>
    openDb(env)
      .update(quitances)
      .set(valeurs)
      .where(eq(quitances.id, une?.id ?? 0));
  await agence.admin.get(`/Quitance/switchState/true/${payee?.id}`);
  await poser(declaree, {
    regle: true,
    statusInconu: false,
    source: "locataire",
    reponse: true,
    reponduLe: "2026-03-04T09:00:00.000Z",
  });
  await agence.admin.put(`/Quitance/${impayee?.id}`, { montantPaye: 400.5 });
  await poser(annulee, { annuleeLe: "2026-03-05T09:00:00.000Z" });
});

/** Makes the receipts of the month look as if they had been made on the day `emission`. */
const faitesLe = (emission: string, mois: string) =>
  openDb(env).update(quitances).set({ emission }).where(eq(quitances.mois, mois));

interface Page<Row> {
  data: Row[];
  total: number;
  montant: number;
  annulees: number;
  mois: { mois: string; attendu: number; recu: number; declare: number }[];
}

const lire = async <Row>(chemin: string) =>
  (await (await agence.user.fetch(`/api${chemin}`)).json()) as Page<Row>;

test("le bilan du mois compte tout le mois, met à part le déclaré et laisse l’annulé", async () => {
  const { data } = await agence.user.get<BilanDuMois>(`/Quitance/mois/${MOIS}`);
  expect(data.quittances).toEqual({
    payee: { nombre: 1, montant: LOYER },
    declaree: { nombre: 1, montant: LOYER },
    impayee: { nombre: 1, montant: LOYER },
    inconnue: { nombre: BAUX - 4, montant: (BAUX - 4) * LOYER },
    // The receipt of one dossier was cancelled: its month must be billed again.
    aGenerer: { nombre: 1, montant: LOYER },
  });
  expect(data.loyerDuMois).toEqual({
    attendu: BAUX * LOYER,
    recu: LOYER + 400.5,
    declare: LOYER,
    reste: somme((BAUX - 1) * LOYER, -400.5),
  });
  expect([data.enRetard, data.annulees]).toEqual([BAUX - 3, 1]);
});

describe("une page du mois", () => {
  test("a vingt lignes, et les sommes de tout ce que le filtre retient", async () => {
    const page = await lire<QuittanceRow>(`/Quitance?mois=${MOIS}&page=1&limit=20`);
    expect([page.data.length, page.total, page.montant]).toEqual([20, BAUX, (BAUX - 1) * LOYER]);
    expect(page.annulees).toBe(1);
    const suite = await lire<QuittanceRow>(`/Quitance?mois=${MOIS}&page=2&limit=20`);
    expect([suite.data.length, suite.total, suite.montant]).toEqual([3, BAUX, (BAUX - 1) * LOYER]);
    const declarees = await lire<QuittanceRow>(`/Quitance?mois=${MOIS}&etat=declaree&page=1`);
    expect([declarees.total, declarees.montant]).toEqual([1, LOYER]);
    const annulees = await lire<QuittanceRow>(`/Quitance?mois=${MOIS}&etat=annulee&page=1`);
    expect([annulees.total, annulees.montant, annulees.data[0]?.etat]).toEqual([1, 0, "annulee"]);
  });

  test("se trie par état et par montant", async () => {
    const etats = await lire<QuittanceRow>(`/Quitance?mois=${MOIS}&sort=etat`);
    expect(etats.data.slice(0, 4).map(({ etat }) => etat)).toEqual([
      "payee",
      "declaree",
      "impayee",
      "inconnue",
    ]);
    expect(etats.data.at(-1)?.etat).toBe("annulee");
    expect((await agence.user.get(`/Quitance?mois=${MOIS}&sort=-total`)).status).toBe(200);
  });

  test("dit quels dossiers sont quittancés et lesquels ne le sont pas", async () => {
    const ids = async (filtre: string) =>
      (await lire<{ id: number }>(`/Dossier?mois=${MOIS}&sort=id${filtre}`)).data.map(
        ({ id }) => id,
      );
    const annule = lignes[3]?.DossierId;
    expect(await ids(`&sansQuittance=${MOIS}`)).toEqual([annule]);
    expect(await ids(`&avecQuittance=${MOIS}`)).toEqual(
      baux.map(({ DossierId }) => DossierId).filter((id) => id !== annule),
    );
    const deux = await lire<QuittanceRow>(
      `/Quitance?mois=${MOIS}&dossiers=${baux[0]?.DossierId},${baux[1]?.DossierId}`,
    );
    expect(deux.total).toBe(2);
  });

  test("son fichier porte son mois, dans son nom et dans ses lignes", async () => {
    const reponse = await agence.user.fetch(`/api/Quitance.csv?mois=${MOIS}&etat=payee`);
    expect(reponse.headers.get("Content-Disposition")).toContain('"Quitance-2026-03.csv"');
    const [titres, ligne] = (await reponse.text()).split("\r\n");
    expect(titres?.replace("\uFEFF", "").split(";")[0]).toBe("Mois");
    expect(ligne?.split(";")[0]).toBe("mars 2026");
  });
});

describe("l’année", () => {
  test("se lit page par page, ses sommes valent pour tous les dossiers", async () => {
    const vues: number[] = [];
    for (const page of [1, 2]) {
      const lue = await lire<LigneDeLAnnee>(`/Quitance/annee/2026?page=${page}&limit=20`);
      expect(lue.total).toBe(BAUX);
      expect(lue.mois).toEqual([
        { mois: MOIS, attendu: (BAUX - 1) * LOYER, recu: LOYER + 400.5, declare: LOYER },
      ]);
      vues.push(...lue.data.map(({ DossierId }) => DossierId));
      for (const { quittances } of lue.data) expect(quittances).toHaveLength(1);
    }
    expect(vues.toSorted((a, b) => a - b)).toEqual(baux.map(({ DossierId }) => DossierId));
    const sansPage = await lire<LigneDeLAnnee>("/Quitance/annee/2026");
    expect([sansPage.total, sansPage.data.length]).toEqual([BAUX, 20]);
    const rien = await lire<LigneDeLAnnee>("/Quitance/annee/2026?q=personne&page=1");
    expect([rien.total, rien.data, rien.mois]).toEqual([0, [], []]);
  });
});

test("un copropriétaire voit les quittances du logement, non celles d’avant son achat", async () => {
  const [bail] = baux;
  const { data: autre } = await agence.admin.post<{ id: number }>("/Client", {
    ...PROPRIETAIRE,
    nom: "Second",
  });
  const siennes = async (ClientId: number | undefined) =>
    (await lire<QuittanceRow>(`/Quitance?ClientId=${ClientId}`)).total;
  expect(await siennes(autre.id)).toBe(0);
  await agence.admin.put(`/Appartement/${bail?.AppartementId}/owner/add/${autre.id}`);
  expect([await siennes(autre.id), await siennes(bail?.ClientId)]).toEqual([1, 1]);
  await agence.admin.delete(`/Appartement/${bail?.AppartementId}/owner/remove/${bail?.ClientId}`);
  expect([await siennes(autre.id), await siennes(bail?.ClientId)]).toEqual([0, 1]);
});

test("une quittance faite à la main, échue et impayée, est en retard comme les autres, depuis qu’elle est faite", async () => {
  const { DossierId } = baux[0] ?? {};
  const manuelle = { date: "2026-04-01", dateFin: "2026-04-15", prixHC: 100, charge: 0 };
  const { data } = await agence.admin.post<QuittanceRow>(
    `/Quitance/generate/manual/${DossierId}`,
    manuelle,
  );
  await agence.admin.get(`/Quitance/switchState/false/${data.id}`);
  const enRetard = () => lire<QuittanceRow>("/Quitance?mois=2026-04&etat=retard");
  expect((await enRetard()).data).toEqual([]);
  await faitesLe("2026-04-01", "2026-04");
  const retards = await enRetard();
  expect(retards.data.map(({ id, retard }) => [id, retard > 0])).toEqual([[data.id, true]]);
});
