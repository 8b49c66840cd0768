import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DossierDetail, DossierRow } from "#domain/biens/dossier-fiche.ts";
import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  type Mois,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { somme } from "#domain/montants.ts";
import type { LocataireDetail, LocataireRow } from "#domain/personnes/locataire-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";

const today = aujourdhui(new Date());
const [avantDernier, dernier] = [-2, -1].map((rang) => ajouterMois(moisDe(today), rang)) as [
  Mois,
  Mois,
];

let agence: Agence;
let bail: Awaited<ReturnType<typeof louer>>;

beforeAll(async () => {
  agence = await ouvrirAgence();
});
beforeEach(async () => {
  bail = await louer(agence.admin);
});

/** Calls the rent of a month: 850 € and 100 € of charges. */
async function quittancer(mois: Mois) {
  const demande = { date: premierJour(mois) };
  const { status, data } = await agence.user.post<{ id: number }>(
    `/Quitance/generate/${bail.DossierId}`,
    demande,
  );
  expect(status).toBe(201);
  return data.id;
}

async function regler(montant: number, reste: object = {}) {
  const demande = { DossierId: bail.DossierId, date: today, montant, mode: "virement", ...reste };
  const { status, data } = await agence.user.post<{ id: number; numero: string }>(
    "/Reglement",
    demande,
  );
  expect(status).toBe(201);
  return data;
}

const compte = async (periode = "") =>
  (await agence.user.get<CompteDuDossier>(`/Dossier/${bail.DossierId}/compte${periode}`)).data;

const lignes = ({ lignes }: CompteDuDossier) =>
  lignes.map(({ debit, credit, solde }) => [debit, credit, solde]);

describe("Le compte d’un dossier", () => {
  test("porte ce qui est appelé et réglé, avec le solde après chaque ligne", async () => {
    await quittancer(avantDernier);
    await quittancer(dernier);
    const { numero } = await regler(500);
    await regler(1450, { payeur: "caf" });
    const lu = await compte();
    expect(lignes(lu)).toEqual([
      [950, 0, 950],
      [950, 0, 1900],
      [0, 500, 1400],
      [0, 1450, -50],
    ]);
    expect(lu).toMatchObject({ solde: 0, avance: 50, declare: 0, enAttente: 0 });
    expect(lu.lignes[2]).toMatchObject({ piece: numero, mode: "virement", etat: "credite" });
    expect(lu.lignes[3]?.payeur).toBe("caf");
    expect(lu.echeances.map(({ reste }) => reste)).toEqual([0, 0, 0, 0]);
  });

  test("dit le solde du soir demandé : la somme de ses lignes jusque-là, avances comprises", async () => {
    await quittancer(avantDernier);
    await regler(1000, { date: premierJour(dernier) });
    await quittancer(dernier);
    await regler(300);
    const { lignes: toutes } = await compte();
    const jours = [...new Set(toutes.map(({ date }) => date)), ajouterJours(today, 1)];
    expect(jours.length).toBeGreaterThan(2);
    for (const jour of jours) {
      const attendu = toutes.findLast(({ date }) => date <= jour)?.solde;
      expect([jour, (await compte(`?au=${jour}`)).solde]).toEqual([jour, attendu]);
      expect((await compte(`?du=${jour}&au=${jour}`)).solde).toBe(attendu);
      // The debts, their ages and the advances are also those of the evening of `jour`.
      const soir = await compte(`?au=${jour}`);
      const { aEchoir, jusqua30, jusqua60, jusqua90, auDela } = soir.ages;
      expect(somme(soir.exigible, aEchoir)).toBe(somme(soir.solde, soir.avance, soir.enAttente));
      expect(somme(jusqua30, jusqua60, jusqua90, auDela)).toBe(soir.exigible);
    }
    expect((await compte(`?au=${ajouterJours(jours[0] ?? today, -1)}`)).solde).toBe(0);
    expect((await compte()).solde).toBe(600);
  });

  test("dit l’ancienneté de ce qui est dû, et reprend un report au début de la période", async () => {
    const vieux = ajouterMois(moisDe(today), -5);
    await quittancer(vieux);
    await regler(450);
    const lu = await compte(`?du=${today}`);
    expect(lu).toMatchObject({ solde: 500, exigible: 500, ages: { auDela: 500, jusqua30: 0 } });
    const ligne = { libelle: expect.stringContaining("Règlement"), credit: 450 };
    expect(lu.lignes.at(-1)).toMatchObject(ligne);
    expect((await compte("?du=2199-01-01")).report).toBe(500);
    expect((await agence.user.get(`/Dossier/${bail.DossierId}/compte?du=2026-02-30`)).status).toBe(
      422,
    );
  });

  test("un règlement rejeté fait deux lignes, et la dette revient", async () => {
    await quittancer(dernier);
    const { id } = await regler(950);
    const rejet = { motif: "Sans provision", date: today };
    expect((await agence.user_delete.post(`/Reglement/${id}/rejeter`, rejet)).status).toBe(200);
    const lu = await compte();
    expect(lignes(lu)).toEqual([
      [950, 0, 950],
      [0, 950, 0],
      [950, 0, 950],
    ]);
    expect(lu.lignes[1]?.etat).toBe("rejete");
    expect(lu.lignes[2]?.libelle).toMatch(/^Rejet : Règlement \d{4}-\d{6}/);
    expect(lu.solde).toBe(950);
  });

  test("le tableur dit les mêmes lignes", async () => {
    await quittancer(dernier);
    await regler(500, { payeur: "caf" });
    const fichier = await agence.user.fetch(`/api/Dossier/${bail.DossierId}/compte.csv`);
    expect(fichier.headers.get("Content-Disposition")).toContain("Compte_");
    const [, , derniere] = (await fichier.text()).trimEnd().split("\r\n");
    expect(derniere).toMatch(/Règlement .*la CAF.*;500;450$/);
  });
});

describe("Une somme appelée en plus du loyer", () => {
  test("s’ajoute à la dette ; l’avance la règle aussitôt", async () => {
    await regler(100);
    const demande = { nature: "reparation", montant: 150, exigibleLe: today, libelle: "Vitre" };
    const appel = await agence.user.post(`/Dossier/${bail.DossierId}/appel`, demande);
    expect(appel.status).toBe(201);
    const lu = await compte();
    expect(lu).toMatchObject({ solde: 50, avance: 0 });
    expect(lu.lignes.at(-1)).toMatchObject({ debit: 150, solde: 50 });
    expect(lu.lignes.at(-1)?.libelle).toContain("Vitre");
  });

  test("un dépôt de garantie se lit à part", async () => {
    const demande = { nature: "depot", montant: 850, exigibleLe: today };
    await agence.user.post(`/Dossier/${bail.DossierId}/appel`, demande);
    await regler(300);
    expect(await compte()).toMatchObject({
      depot: { appele: 850, recu: 300 },
      detenu: { agence: 0, bailleur: 300 },
    });
    const db = openDb(env);
    const memoire = await db.all(sql`SELECT genre, sum(debit - credit) AS solde FROM "Ligne"
      WHERE genre IN ('801', '809', '165') AND de = ${bail.DossierId} GROUP BY genre ORDER BY genre`);
    expect(memoire).toEqual([
      { genre: "801", solde: 30_000 },
      { genre: "809", solde: -30_000 },
    ]);
    const rouges = (await controlerComptes({ db, today })).filter(({ etat }) => etat === "rouge");
    expect(rouges).toEqual([]);
  });

  test("un dépôt payé d’avance au bailleur est son engagement aussi, et plus rien une fois repris", async () => {
    const { id } = await regler(850);
    const demande = { nature: "depot", montant: 850, exigibleLe: today };
    await agence.user.post(`/Dossier/${bail.DossierId}/appel`, demande);
    expect((await compte()).detenu).toEqual({ agence: 0, bailleur: 850 });
    await agence.admin.post(`/Reglement/${id}/annuler`, { motif: "Erreur" });
    expect((await compte()).detenu).toEqual({ agence: 0, bailleur: 0 });
  });

  test("le loyer ne s’appelle pas ainsi", async () => {
    const demande = { nature: "loyer", montant: 850, exigibleLe: today };
    const appel = await agence.user.post(`/Dossier/${bail.DossierId}/appel`, demande);
    expect(appel.status).toBe(422);
  });
});

describe("Une créance abandonnée", () => {
  const abandonner = (api: Agence["admin"], montant: number, ecrit = true) => {
    const form = new FormData();
    form.append("montant", String(montant));
    form.append("date", today);
    if (ecrit) form.append("fichier", new File(["%PDF-1.4 accord"], "accord.pdf"));
    const chemin = `/api/Dossier/${bail.DossierId}/abandon`;
    return api.fetch(chemin, { method: "POST", body: form });
  };

  test("éteint la dette sans que rien n’entre en banque, l’écrit du bailleur joint", async () => {
    await quittancer(dernier);
    expect((await abandonner(agence.user, 200)).status).toBe(403);
    expect((await abandonner(agence.admin, 200, false)).status).toBe(422);
    expect((await abandonner(agence.admin, 951)).status).toBe(422);
    expect((await compte()).solde).toBe(950);
    expect((await abandonner(agence.admin, 200)).status).toBe(201);
    const lu = await compte();
    expect(lu.solde).toBe(750);
    expect(lu.lignes.at(-1)).toMatchObject({ mode: "abandon", credit: 200 });
  });
});

test("le solde se lit sur le dossier, le locataire, et dans leurs listes", async () => {
  await quittancer(dernier);
  await regler(500);
  const { DossierId, LocataireId } = bail;
  const { data: dossier } = await agence.user.get<DossierDetail>(`/Dossier/${DossierId}`);
  const { data: locataire } = await agence.user.get<LocataireDetail>(`/Locataire/${LocataireId}`);
  const { data: rows } = await agence.user.get<DossierRow[]>("/Dossier?sort=-id");
  const { data: gens } = await agence.user.get<LocataireRow[]>("/Locataire?sort=-id");
  for (const fiche of [dossier, locataire, rows[0], gens[0]]) {
    expect(fiche).toMatchObject({ solde: 450, avance: 0 });
  }
});
