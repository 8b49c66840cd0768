import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { CompteDuLivre } from "#domain/gerance/livres/grand-livre.ts";
import type {
  ReglementDetail,
  ReglementDuLot,
  ReglementVu,
} from "#domain/gerance/locataires/reglement-fiche.ts";
import type { QuittanceDetail, ResultatDuLot } from "#domain/quittances/quittance-fiche.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { sansAuteur } from "#worker/operations/contexte.ts";
import { enregistrerReglements } from "#worker/operations/gerance/locataires/reglements.ts";
import { changerEtat } from "#worker/operations/quittances/etat-quittance.ts";
import { type Agence, creer, louer, MISSION, ouvrirAgence } from "../../support/agence/agence.ts";
import { rompus } from "../../support/agence/indivision.ts";
import { freshHouse } from "../../support/worker/database.ts";

type Fait = ReglementVu & { id: number; numero: string };

const JOUR = aujourdhui(new Date());
const MOIS = JOUR.slice(0, 7);
const PRECEDENT = `${JOUR.slice(0, 4)}-01`;

let agence: Agence;
let DossierId: number;
let AppartementId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  ({ DossierId, AppartementId } = await louer(agence.admin));
});

const base = () => openDb(env);

async function encaisserParLAgence() {
  const mission = await creer(agence.admin, "Mission", MISSION);
  await agence.admin.put(`/Mission/${mission.id}/appartement/add/${AppartementId}`);
  await base()
    .insert(conditionsMandat)
    .values({ MissionId: mission.id, depuis: "2020-01-01", modeFonds: "agence" });
  return mission.id;
}

async function quittancer(mois = MOIS) {
  const { data, status } = await agence.admin.post<QuittanceDetail>(
    `/Quitance/generate/${DossierId}`,
    { date: `${mois}-01` },
  );
  expect(status).toBe(201);
  return data.id;
}

const lire = async (id: number) =>
  (await agence.admin.get<QuittanceDetail>(`/Quitance/${id}`)).data;

async function regler(reglement: object) {
  const { data, status, error } = await agence.user.post<Fait>("/Reglement", {
    DossierId,
    date: JOUR,
    mode: "virement",
    ...reglement,
  });
  expect([status, error?.fields ?? null]).toEqual([201, null]);
  return data;
}

/** The balances of the books by kind of account, in euros: debits less credits. */
async function soldes() {
  const rows = await base().all<{ genre: string; solde: number }>(sql`
    SELECT genre, sum(debit - credit) / 100.0 AS solde FROM "Ligne" GROUP BY genre HAVING sum(debit - credit) <> 0`);
  return Object.fromEntries(rows.map(({ genre, solde }) => [genre, solde]));
}

const parNature = ({ imputations }: ReglementVu) =>
  imputations.map(({ mois, nature, montant }) => `${mois} ${nature} ${montant}`);

describe("un règlement, quand l’agence encaisse", () => {
  beforeEach(async () => void (await encaisserParLAgence()));

  it("de tout ce qui est appelé solde la quittance, et devient l’argent du propriétaire", async () => {
    const id = await quittancer();
    expect(await soldes()).toEqual({ "411": 950, "4671": -950 });
    const fait = await regler({ montant: 950 });
    expect(fait).toMatchObject({ etat: "credite", avance: 0, solde: 0 });
    expect(fait.numero).toBe(`${JOUR.slice(0, 4)}-000001`);
    expect(await lire(id)).toMatchObject({
      regle: true,
      etat: "payee",
      statusInconu: false,
      montantPaye: 950,
      datePaiement: JOUR,
      mode: "Virement",
      source: "agence",
    });
    expect(await soldes()).toEqual({ "512G": 950, "4670": -950 });
  });

  it("d’une part se répartit entre loyer et charges, et le reste demeure dû", async () => {
    const id = await quittancer();
    const fait = await regler({ montant: 500 });
    expect(parNature(fait)).toEqual([`${MOIS} loyer 447.37`, `${MOIS} charges 52.63`]);
    expect(fait.solde).toBe(450);
    expect(await lire(id)).toMatchObject({ regle: false, etat: "impayee", montantPaye: 500 });
    await regler({ montant: 450, payeur: "caf" });
    expect(await lire(id)).toMatchObject({ regle: true, montantPaye: 950 });
  });

  it("solde le mois nommé, sinon le plus ancien", async () => {
    const ancienne = await quittancer(PRECEDENT);
    const recente = await quittancer();
    const apercu = { DossierId, date: JOUR, mode: "virement", montant: 1000 };
    const { data: sansNom } = await agence.user.post<ReglementVu>("/Reglement/apercu", apercu);
    expect(sansNom.imputations.map(({ QuitanceId }) => QuitanceId)).toEqual([
      ancienne,
      ancienne,
      recente,
      recente,
    ]);
    const { data: nomme } = await agence.user.post<ReglementVu>("/Reglement/apercu", {
      ...apercu,
      montant: 950,
      mois: [MOIS],
    });
    expect(nomme.imputations.map(({ QuitanceId }) => QuitanceId)).toEqual([recente, recente]);
    expect((await agence.admin.get("/Reglement")).total).toBe(0);
    await regler({ montant: 950, QuitanceId: recente });
    expect([(await lire(ancienne)).regle, (await lire(recente)).regle]).toEqual([false, true]);
  });

  it("de trop devient une avance, qui se porte sur l’appel suivant", async () => {
    await quittancer(PRECEDENT);
    const fait = await regler({ montant: 1000 });
    expect(fait).toMatchObject({ avance: 50, solde: -50 });
    expect(await soldes()).toEqual({ "512G": 1000, "4670": -950, "4191": -50 });
    const suivante = await quittancer();
    expect(await lire(suivante)).toMatchObject({ etat: "impayee", montantPaye: 50 });
    expect(await soldes()).toEqual({ "512G": 1000, "4670": -1000, "411": 900, "4671": -900 });
  });

  it("par chèque reste sous réserve, puis solde, puis revient s’il est rejeté", async () => {
    const id = await quittancer();
    const cheque = await regler({ montant: 950, mode: "Cheque" });
    expect([cheque.etat, cheque.imputations]).toEqual(["recu", []]);
    expect(await soldes()).toEqual({ "411": 950, "4671": -950, "5112": 950, "4192": -950 });
    expect((await lire(id)).regle).toBe(false);
    const credite = await agence.user.post<ReglementDetail>(`/Reglement/${cheque.id}/crediter`, {
      date: JOUR,
    });
    expect(credite.data.etat).toBe("credite");
    expect(await lire(id)).toMatchObject({ regle: true, mode: "Cheque" });
    expect(await soldes()).toEqual({ "512G": 950, "4670": -950 });
    const rejet = await agence.user_delete.post<ReglementDetail>(
      `/Reglement/${cheque.id}/rejeter`,
      {
        motif: "Sans provision",
        date: JOUR,
      },
    );
    expect(rejet.data).toMatchObject({ etat: "rejete", motif: "Sans provision" });
    expect(await lire(id)).toMatchObject({ regle: false, etat: "impayee", montantPaye: null });
    expect(await soldes()).toEqual({ "411": 950, "4671": -950 });
    const encore = { motif: "Encore", date: JOUR };
    expect((await agence.user_delete.post(`/Reglement/${cheque.id}/rejeter`, encore)).status).toBe(
      409,
    );
  });

  it("par chèque que la banque n’a pas refusé en dix jours est encaissé par le passage du jour", async () => {
    const id = await quittancer();
    await regler({ montant: 950, mode: "cheque" });
    await agence.house.journee(ajouterJours(JOUR, 9));
    expect((await lire(id)).regle).toBe(false);
    await agence.house.journee(ajouterJours(JOUR, 10));
    expect(await lire(id)).toMatchObject({ regle: true, mode: "Cheque" });
    await agence.house.journee(ajouterJours(JOUR, 10));
    // The other accounts are not compared: the daily run may already have called the next month's rent.
    expect(await soldes()).toMatchObject({ "512G": 950, "4670": -950 });
  });

  it("ne se rejette que par qui peut l’annuler, jamais des espèces, et n’est pas d’une année d’avant le bail", async () => {
    await quittancer();
    const cheque = await regler({ montant: 500, mode: "cheque" });
    const especes = await regler({ montant: 100, mode: "especes" });
    const motif = { motif: "Essai", date: JOUR };
    expect((await agence.user.post(`/Reglement/${cheque.id}/rejeter`, motif)).status).toBe(403);
    const refus = await agence.admin.post(`/Reglement/${especes.id}/rejeter`, motif);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("annulez-le"),
    ]);
    const ancien = await agence.admin.post("/Reglement", {
      DossierId,
      date: "2019-03-05",
      montant: 950,
      mode: "virement",
    });
    expect([ancien.status, ancien.error.fields?.date]).toEqual([
      422,
      expect.stringContaining("bien avant le bail"),
    ]);
    const signe = await louer(agence.admin, {
      bail: {
        dateCreationBail: "2026-06-20",
        dateEntree: "2026-07-01",
        dateDebutBail: "2026-07-01",
      },
    });
    const avant = await agence.admin.post("/Reglement", {
      DossierId: signe.DossierId,
      date: "2019-03-05",
      montant: 950,
      mode: "virement",
    });
    expect(avant.error.fields?.date).toContain("le bail, qui commence le 01/07/2026");
  });

  it("en espèces s’arrête à 1 000 €", async () => {
    await quittancer();
    await regler({ montant: 1000, mode: "especes" });
    const refus = await agence.user.post("/Reglement", {
      DossierId,
      date: JOUR,
      mode: "especes",
      montant: 1000.01,
    });
    expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([422, ["montant"]]);
  });

  it("arrive sur un compte de gérance ouvert, jusqu’au jour où il ferme, jamais sur celui de l’agence ni sur un compte clos", async () => {
    await quittancer();
    await base().run(sql`INSERT INTO "CompteBancaire" (id, nom, iban, secret, usage, "fermeLe") VALUES
      (1, 'Gérance', 'FR76 1', 'x', 'gerance', NULL), (2, 'Ancien', 'FR76 2', 'x', 'gerance', '2026-01-31'),
      (3, 'Agence', 'FR76 3', 'x', 'agence', NULL), (4, 'Bientôt clos', 'FR76 4', 'x', 'gerance', '2999-12-31')`);
    for (const CompteBancaireId of [2, 3, 999]) {
      const { status, error } = await agence.user.post("/Reglement", {
        DossierId,
        date: JOUR,
        mode: "virement",
        montant: 10,
        CompteBancaireId,
      });
      expect([status, error.fields]).toEqual([
        422,
        { CompteBancaireId: "Un compte de gérance ouvert est attendu." },
      ]);
    }
    for (const CompteBancaireId of [1, 4]) await regler({ montant: 10, CompteBancaireId });
    // Account 1 closes today: a payment of yesterday may name it. A payment of yesterday that names no account is
    // entered under none, because both accounts 1 and 4 may have received it.
    await base().run(sql`UPDATE "CompteBancaire" SET "fermeLe" = ${JOUR} WHERE id = 1`);
    await base().run(sql`DELETE FROM "CompteBancaire" WHERE id = 3`);
    const veille = ajouterJours(JOUR, -1);
    await regler({ montant: 20, date: veille, CompteBancaireId: 1 });
    await regler({ montant: 40, date: veille });
    const recus = await base().all(
      sql`SELECT sum(debit) AS debit, de FROM "Ligne" WHERE genre = '512G' GROUP BY de ORDER BY de`,
    );
    expect(recus).toEqual([
      { debit: 4000, de: null },
      { debit: 3000, de: 1 },
      { debit: 1000, de: 4 },
    ]);
  });

  it("du jour où un compte ferme va à lui, ou à aucun quand un autre est ouvert aussi", async () => {
    await quittancer();
    await base().run(sql`INSERT INTO "CompteBancaire" (id, nom, iban, secret, usage, "fermeLe") VALUES
      (1, 'Ancien', 'FR76 1', 'x', 'gerance', ${JOUR})`);
    await regler({ montant: 10 });
    await base().run(sql`INSERT INTO "CompteBancaire" (id, nom, iban, secret, usage) VALUES
      (2, 'Nouveau', 'FR76 2', 'x', 'gerance')`);
    await regler({ montant: 20 });
    const recus = await base().all(
      sql`SELECT sum(debit) AS debit, de FROM "Ligne" WHERE genre = '512G' GROUP BY de ORDER BY de`,
    );
    expect(recus).toEqual([
      { debit: 2000, de: null },
      { debit: 1000, de: 1 },
    ]);
  });

  it("d’un mois clos depuis reste au compte qui était ouvert ce jour-là, et les contrôles le nomment", async () => {
    await quittancer();
    await base().run(sql`INSERT INTO "CompteBancaire" (id, nom, iban, secret, usage, "fermeLe") VALUES
      (1, 'Ancien', 'FR76 1', 'x', 'gerance', '2026-10-31'), (2, 'Nouveau', 'FR76 2', 'x', 'gerance', NULL)`);
    const clore = (mois: string) =>
      base().run(sql`INSERT INTO "ClotureMois" (mois) VALUES (${mois})`);
    await clore("2026-10");
    await regler({ montant: 40, date: "2026-10-25" });
    const { data } = await agence.admin.get<{ lignes: CompteDuLivre[] }>(
      `/Export/auxiliaires?genre=512G&du=2026-10-01&au=${JOUR}`,
    );
    expect(data.lignes.filter(({ solde }) => solde !== 0)).toMatchObject([{ de: 1, solde: 40 }]);
    await clore("2026-11");
    expect((await rompus()).filter((nom) => nom.includes("aucun compte"))).toHaveLength(1);
  });
});

describe("un règlement, quand le propriétaire encaisse", () => {
  it("solde la quittance sans toucher à aucune banque, et son excédent l’attend", async () => {
    const id = await quittancer(PRECEDENT);
    await regler({ montant: 1000 });
    expect((await lire(id)).regle).toBe(true);
    expect(await soldes()).toEqual({ "802": -50, "803": 50 });
    const suivante = await quittancer();
    expect((await lire(suivante)).montantPaye).toBe(50);
    expect(await soldes()).toEqual({ "411": 900, "4671": -900 });
  });

  it("« payée » d’un clic est un règlement de ce qui reste, que « impayée » reprend", async () => {
    const id = await quittancer();
    await regler({ montant: 300 });
    await agence.user.get(`/Quitance/switchState/true/${id}`);
    const { data } =
      await agence.user.get<{ montant: number; etat: string }[]>("/Reglement?sort=id");
    expect(data.map(({ montant }) => montant)).toEqual([300, 650]);
    await agence.user.get(`/Quitance/switchState/false/${id}`);
    expect(await lire(id)).toMatchObject({ regle: false, montantPaye: null, datePaiement: null });
    const apres = await agence.user.get<{ etat: string }[]>("/Reglement");
    expect(apres.data.map(({ etat }) => etat)).toEqual(["annule", "annule"]);
    expect(await soldes()).toEqual({ "411": 950, "4671": -950 });
  });

  it("une quittance payée, renvoyée telle qu’elle fut lue, le reste", async () => {
    const id = await quittancer();
    await agence.user.get(`/Quitance/switchState/true/${id}`);
    const { regle, statusInconu, montantPaye, datePaiement, mode } = await lire(id);
    const relue = { regle, statusInconu, montantPaye, datePaiement, mode };
    expect((await agence.user.put(`/Quitance/${id}`, relue)).status).toBe(200);
    expect((await agence.user.get("/Reglement")).total).toBe(1);
  });

  it("un règlement qui couvre deux mois ne se reprend pas par l’un d’eux", async () => {
    await quittancer(PRECEDENT);
    const recente = await quittancer();
    await regler({ montant: 1900 });
    const refus = await agence.user.get(`/Quitance/switchState/false/${recente}`);
    expect(refus.status).toBe(409);
    expect(refus.error.message).toContain("couvre aussi une autre échéance");
    expect((await lire(recente)).regle).toBe(true);
  });

  it("d’un lot, celle dont le règlement couvre un autre mois est nommée, et les autres passent", async () => {
    const ancienne = await quittancer(PRECEDENT);
    const recente = await quittancer();
    await regler({ montant: 1900 });
    const autre = await louer(agence.admin);
    const { data: seule } = await agence.admin.post<QuittanceDetail>(
      `/Quitance/generate/${autre.DossierId}`,
      { date: `${MOIS}-01` },
    );
    await agence.user.get(`/Quitance/switchState/true/${seule.id}`);
    const lot = await agence.user.post<ResultatDuLot>("/Quitance/lot", {
      ids: [recente, seule.id],
      regle: false,
    });
    expect(lot.data).toMatchObject({
      changees: [seule.id],
      refusees: [
        {
          id: recente,
          numero: (await lire(recente)).numero,
          motif: expect.stringMatching(
            /^Le règlement \d{4}-000001 couvre aussi une autre échéance/,
          ),
        },
      ],
    });
    expect([(await lire(recente)).regle, (await lire(seule.id)).regle]).toEqual([true, false]);
    const { data } = await agence.user.post<ResultatDuLot>("/Quitance/lot", {
      ids: [ancienne, recente],
      regle: false,
    });
    expect([data.changees.length, data.refusees]).toEqual([2, []]);
  });
});

/** The database, in which somebody else writes just before our first write. */
function devancee(avant: () => Promise<unknown>): Db {
  const db = base();
  let premiere = true;
  const write: Db["write"] = async (statements) => {
    if (premiere) await avant();
    premiere = false;
    return db.write(statements);
  };
  return Object.create(db, { read: { value: db.read.bind(db) }, write: { value: write } });
}

describe("quand le mandat change de conditions au même instant", () => {
  const changer = () => encaisserParLAgence();

  it("un règlement va à qui reçoit désormais les loyers", async () => {
    await quittancer();
    const demande = { DossierId, date: JOUR, montant: 95_000, mode: "virement" } as const;
    const ctx = { ...sansAuteur(env, devancee(changer), new Date()), today: JOUR };
    await enregistrerReglements(ctx, { demandes: [{ ...demande, payeur: "locataire" }] });
    expect(await soldes()).toEqual({ "512G": 950, "4670": -950 });
  });

  it("une quittance marquée payée est encaissée par qui reçoit désormais les loyers", async () => {
    const id = await quittancer();
    const ctx = { db: devancee(changer), today: JOUR, user: null };
    await changerEtat(ctx, { id, regle: true, statusInconu: false, source: "agence" });
    expect(await soldes()).toEqual({ "512G": 950, "4670": -950 });
  });
});

describe("à plusieurs", () => {
  it("vingt qui marquent la même quittance payée n’en font qu’un règlement", async () => {
    const id = await quittancer();
    const reponses = await Promise.all(
      Array.from({ length: 20 }, () => agence.user.get(`/Quitance/switchState/true/${id}`)),
    );
    expect(new Set(reponses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await agence.user.get("/Reglement")).total).toBe(1);
    expect(await soldes()).toEqual({});
  });

  it("deux règlements du même dû au même instant sont gardés tous deux, le second en avance", async () => {
    await quittancer();
    const faits = await Promise.all([regler({ montant: 950 }), regler({ montant: 950 })]);
    expect(faits.map(({ avance }) => avance).toSorted((a, b) => a - b)).toEqual([0, 950]);
    expect(new Set(faits.map(({ numero }) => numero)).size).toBe(2);
  });

  it("la même clé, envoyée dix fois, est un règlement", async () => {
    await quittancer();
    const faits = await Promise.all(
      Array.from({ length: 10 }, () => regler({ montant: 100, cle: "saisie-1" })),
    );
    expect(new Set(faits.map(({ id }) => id)).size).toBe(1);
    expect((await agence.user.get("/Reglement")).total).toBe(1);
    const autre = { DossierId, date: JOUR, mode: "virement", montant: 200, cle: "saisie-1" };
    expect((await agence.user.post("/Reglement", autre)).status).toBe(409);
    for (const change of [{ mode: "cheque" }, { payeur: "caf" }]) {
      const meme = { ...autre, montant: 100, ...change };
      expect((await agence.user.post("/Reglement", meme)).status).toBe(409);
    }
    expect((await agence.user.post("/Reglement/lot", { reglements: [autre, autre] })).status).toBe(
      422,
    );
  });

  it("un lot renvoyé, plus long, répond dans l’ordre demandé", async () => {
    const un = (cle: string, montant: number) => ({
      ...{ DossierId, date: JOUR, mode: "virement" },
      ...{ montant, cle },
    });
    const envoyer = async (...reglements: ReturnType<typeof un>[]) => {
      const { data } = await agence.user.post<{ id: number }[]>("/Reglement/lot", { reglements });
      return data.map(({ id }) => id);
    };
    const [deuxieme, premier] = await envoyer(un("lot-2", 20), un("lot-1", 10));
    const renvoyes = await envoyer(un("lot-2", 20), un("lot-3", 30), un("lot-1", 10));
    expect([renvoyes[0], renvoyes[2]]).toEqual([deuxieme, premier]);
    expect((await agence.user.get("/Reglement")).total).toBe(3);
  });

  it("une avance annulée pendant qu’elle se dépense ne solde rien", async () => {
    await quittancer(PRECEDENT);
    const { id } = await regler({ montant: 1900 });
    await Promise.all([
      quittancer(),
      agence.user_delete.post(`/Reglement/${id}/annuler`, { motif: "Erreur" }),
      agence.user_delete.post(`/Reglement/${id}/annuler`, { motif: "Erreur" }),
    ]);
    expect(await soldes()).toEqual({ "411": 1900, "4671": -1900 });
    const { data } = await agence.admin.get<QuittanceDetail[]>("/Quitance");
    expect(data.map(({ regle, montantPaye }) => [regle, montantPaye])).toEqual([
      [false, null],
      [false, null],
    ]);
  });

  it("un chèque ne se crédite ni un règlement ne se date d’avant qu’il soit possible", async () => {
    await quittancer();
    const avant = { DossierId, date: "1999-06-01", mode: "virement", montant: 10 };
    const refus = await agence.user.post("/Reglement", avant);
    expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([422, ["date"]]);
  });

  it("un lot dont une ligne est fausse n’enregistre rien", async () => {
    await quittancer();
    const bon = { DossierId, date: JOUR, mode: "virement", montant: 100 };
    const refus = await agence.user.post("/Reglement/lot", {
      reglements: [bon, { ...bon, DossierId: 999 }],
    });
    expect(refus.status).toBe(404);
    expect((await agence.user.get("/Reglement")).total).toBe(0);
  });
});

it("un lot de règlements annonce les quittances qui partiront, et s’annule d’un geste, tout ou rien", async () => {
  await encaisserParLAgence();
  await base().run(sql`UPDATE "Locataire" SET "accordEmail" = true, mail = 'lea@exemple.fr'`);
  const ids = [await quittancer(PRECEDENT), await quittancer()];
  const un = (montant: number, plus = {}) => ({
    DossierId,
    date: JOUR,
    mode: "virement",
    montant,
    cle: crypto.randomUUID(),
    ...plus,
  });
  const reglements = [un(950), un(500), un(450)];
  const { data: apercu } = await agence.user.post<ReglementDuLot[]>("/Reglement/lot/apercu", {
    reglements,
  });
  expect(apercu.map(({ envois }) => envois)).toEqual([[PRECEDENT], [], [MOIS]]);
  const cheque = { reglements: [un(950, { mode: "cheque" })] };
  const sousReserve = await agence.user.post<ReglementDuLot[]>("/Reglement/lot/apercu", cheque);
  expect(sousReserve.data[0]?.envois).toEqual([]);
  const partiraient = await agence.user.post<{ id: number }[]>("/Quitance/lot/apercu", { ids });
  expect(partiraient.data.map(({ id }) => id)).toEqual(ids);

  const { data: faits } = await agence.user.post<Fait[]>("/Reglement/lot", { reglements });
  const etats = async () =>
    (
      await base().all<{ genre: string; etat: string }>(
        sql`SELECT genre, etat FROM "Courriel" WHERE genre = 'quittance' ORDER BY id`,
      )
    ).map(({ etat }) => etat);
  expect(await etats()).toEqual(["a_envoyer", "a_envoyer"]);
  const lot = { ids: faits.map(({ id }) => id), motif: "Saisie annulée" };
  expect((await agence.user.post("/Reglement/lot/annuler", lot)).status).toBe(403);
  const avec = { ...lot, ids: [...lot.ids, 999] };
  expect((await agence.admin.post("/Reglement/lot/annuler", avec)).status).toBe(404);
  expect(await lire(ids[0] ?? 0)).toMatchObject({ regle: true });
  expect((await agence.admin.post("/Reglement/lot/annuler", lot)).status).toBe(200);
  for (const id of ids) expect(await lire(id)).toMatchObject({ regle: false, montantPaye: null });
  expect(await etats()).toEqual(["annule", "annule"]);
  expect(await soldes()).toEqual({ "411": 1900, "4671": -1900 });
  expect((await agence.admin.post("/Reglement/lot/annuler", lot)).status).toBe(409);
});

it("des quittances d’un lot redeviennent inconnues d’un geste, comme elles étaient", async () => {
  const ids = [await quittancer(PRECEDENT), await quittancer()];
  await agence.user.post("/Quitance/lot", { ids, regle: true });
  const versions = Object.fromEntries(
    await Promise.all(ids.map(async (id) => [id, (await lire(id)).version] as const)),
  );
  const rendre = { ids, regle: false, inconnue: true, versions };
  const { data } = await agence.user.post<ResultatDuLot>("/Quitance/lot", rendre);
  expect(data.changees).toEqual(ids);
  for (const id of ids)
    expect(await lire(id)).toMatchObject({ etat: "inconnue", regle: false, datePaiement: null });
});

it("une écriture ne se change, ne s’efface ni ne se complète, et doit être équilibrée", async () => {
  await quittancer();
  const refuse = async (ordre: ReturnType<typeof sql>) =>
    expect(
      await base()
        .run(ordre)
        .then(
          () => "écrit",
          () => "refusé",
        ),
    ).toBe("refusé");
  await refuse(sql`UPDATE "Ecriture" SET date = '2020-01-01'`);
  await refuse(sql`DELETE FROM "Ecriture"`);
  await refuse(sql`UPDATE "Ligne" SET debit = 1 WHERE debit > 0`);
  await refuse(sql`DELETE FROM "Ligne"`);
  await refuse(
    sql`INSERT INTO "Ligne" ("EcritureId", genre, debit, credit) VALUES (1, '411', 1, 0)`,
  );
  await refuse(
    sql`INSERT INTO "Ligne" ("EcritureId", genre, debit, credit) VALUES (99, '411', 1, 0)`,
  );
  await refuse(sql`UPDATE "Echeance" SET montant = 1`);
  await refuse(sql`UPDATE "Echeance" SET reste = -1`);
});

it("une quittance annulée ou supprimée n’est plus due, et son appel est extourné", async () => {
  const annulee = await quittancer(PRECEDENT);
  await agence.admin.post(`/Quitance/${annulee}/annuler`, { motif: "Erreur" });
  const supprimee = await quittancer();
  expect((await agence.admin.delete(`/Quitance/${supprimee}`)).status).toBe(204);
  expect(await soldes()).toEqual({});
  expect((await regler({ montant: 10 })).imputations).toEqual([]);
});
