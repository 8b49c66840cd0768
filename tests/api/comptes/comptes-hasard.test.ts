import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, inject, it } from "vitest";
import { ajouterMois } from "#domain/dates.ts";
import { MODES_REGLEMENT, PAYEURS } from "#domain/gerance/locataires/reglement.ts";
import type { ReglementVu } from "#domain/gerance/locataires/reglement-fiche.ts";
import { enCentimes } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { invariants } from "#worker/operations/gerance/livres/invariants.ts";
import { compteLu, requetesDuCompte } from "#worker/operations/gerance/locataires/compte.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  gesteDeMandant,
  MANDATS,
  Mandants,
  manque,
  POIDS,
} from "../../support/agence/hasard-mandants.ts";
import {
  IBAN_AGENCE,
  mandater,
  ouvrirCompte,
  secondAdministrateur,
} from "../../support/banque/reversements.ts";
import type { Answer, Api } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";

const { annees, graine: GRAINE } = inject("hasard");
/** `npm run test:years` plays more histories, and may choose another seed. */
const HISTOIRES = annees === null ? 4 : 12;
const GESTES = 130;
const TODAY = "2026-11-22";
const PREMIER_MOIS = "2025-12";

const db = openDb(env);
let agence: Agence;
let seconde: Api;
let fournisseur: number;

beforeAll(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  seconde = await secondAdministrateur(agence);
  await ouvrirCompte(agence);
  await ouvrirCompte(agence, { nom: "Agence", iban: IBAN_AGENCE, usage: "agence" });
  fournisseur = (await creer(agence.user, "Fournisseur", { nom: "Plomberie X" })).id;
});

const regler = (nom: string, valeur: string) =>
  db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES (${nom}, ${valeur})
    ON CONFLICT (nom) DO UPDATE SET valeur = ${valeur}`);

/**
 * The drawn number that chooses a row: `parmi` divides it by the number of rows, and the remainder is the row's rank.
 */
const lequel = fc.nat(10_000);
const parmi = <T>(tous: readonly T[], rang: number): T | undefined => tous[rang % tous.length];

const paiement = fc.record({
  lot: lequel,
  montant: fc.oneof(
    fc.constantFrom(95_000, 85_000, 190_000, 47_500),
    fc.integer({ min: 1, max: 250_000 }),
  ),
  mode: fc.constantFrom(...Object.keys(MODES_REGLEMENT), null),
  payeur: fc.constantFrom(...Object.keys(PAYEURS)),
  date: fc
    .integer({ min: 0, max: 325 })
    .map((jours) => new Date(Date.UTC(2026, 0, 1 + jours)).toISOString().slice(0, 10)),
  nomme: fc.constantFrom("rien", "rien", "quittance", "mois"),
  rang: lequel,
});

const gesteDeLocataire = fc.oneof(
  { weight: 3, arbitrary: fc.record({ geste: fc.constant("quittancer" as const), lot: lequel }) },
  { weight: 12, arbitrary: fc.record({ geste: fc.constant("payer" as const), paiement }) },
  {
    weight: 1,
    arbitrary: fc.record({
      geste: fc.constant("lot" as const),
      paiements: fc.array(paiement, { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ geste: fc.constant("aller-retour" as const), paiement }) },
  ...(["annuler", "rejeter", "crediter", "basculer", "reprendre", "retirer"] as const).map(
    (nom) => ({
      weight: nom === "retirer" ? 1 : 2,
      arbitrary: fc.record({ geste: fc.constant(nom), rang: lequel }),
    }),
  ),
);

const geste = fc.oneof(
  {
    weight: 3,
    arbitrary: gesteDeLocataire.map((geste) => ({ a: "locataire" as const, ...geste })),
  },
  { weight: 2, arbitrary: gesteDeMandant.map((geste) => ({ a: "mandant" as const, ...geste })) },
);

type GesteDeLocataire = ReturnType<typeof gesteDeLocataire.generate>["value"];

type Paiement = ReturnType<typeof paiement.generate>["value"];

interface Lot {
  DossierId: number;
  mois: string;
}

/**
 * Four lots: two under a mandate whose rents the agency receives, one whose owner receives them, one without a
 * mandate.
 */
async function ouvrirLots(): Promise<{ lots: Lot[]; mandants: Mandants }> {
  const lots = [];
  const missions: number[] = [];
  const logements: number[] = [];
  for (const mandat of [...MANDATS, null]) {
    const { DossierId, AppartementId } = await louer(agence.admin);
    if (mandat) {
      const { mandants, ...conditions } = mandat;
      const depuis = "2025-01-01";
      const { MissionId } = await mandater(agence, mandants, { depuis, ...conditions });
      await agence.admin.put(`/Mission/${MissionId}/appartement/add/${AppartementId}`);
      missions.push(MissionId);
      logements.push(AppartementId);
    }
    lots.push({ DossierId, mois: PREMIER_MOIS });
  }
  return { lots, mandants: new Mandants(agence, { seconde, fournisseur, missions, logements }) };
}

interface Rupture {
  quoi: string;
  ecart: number;
}

const DECOUVERTS = "I6 · Aucun mandat financé par les autres";

/** The rows that break an invariant, and the owners' accounts below zero by mandate; all are read at one instant. */
async function ruptures(
  au: string | null = null,
): Promise<{ rompus: [string, Rupture[]][]; decouverts: Map<string, number> }> {
  const tous = invariants({ today: TODAY, au });
  const lues = await db.read(
    Object.fromEntries(
      tous.map(({ nom, ruptures }) => [nom, db.all(sql`SELECT * FROM (${ruptures})`)]),
    ),
  );
  const { [DECOUVERTS]: decouverts = [], ...autres } = lues as Record<string, Rupture[]>;
  return {
    rompus: Object.entries(autres).filter(([, lignes]) => lignes.length > 0),
    decouverts: new Map(decouverts.map(({ quoi, ecart }) => [quoi, ecart])),
  };
}

const soldes = () =>
  db.all(sql`SELECT genre, de, sum(debit - credit) AS solde FROM "Ligne" GROUP BY genre, de
    HAVING sum(debit - credit) <> 0 ORDER BY genre, de`);

interface Mouvement {
  id: number;
  date: string;
  fait: string;
  genre: string;
  de: number | null;
  solde: number;
}

const journal = () =>
  db.all<Mouvement>(sql`SELECT e.id, e.date, coalesce(e."pieceDate", e.date) AS fait, l.genre, l.de, l.debit - l.credit AS solde
    FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id ORDER BY e.id, l.id`);

/** The balances of a journal in cents, added up line after line, by account and holder: « 411 7 ». */
function rejouer(mouvements: readonly Mouvement[]): Record<string, number> {
  const soldes = new Map<string, number>();
  for (const { genre, de, solde } of mouvements) {
    const compte = `${genre} ${de}`;
    soldes.set(compte, (soldes.get(compte) ?? 0) + solde);
  }
  return Object.fromEntries([...soldes].filter(([, solde]) => solde !== 0));
}

/** The balances on the evening of a day, in cents, as the database adds them up. */
async function soldesAu(au: string): Promise<Record<string, number>> {
  const lignes = await db.all<Mouvement>(sql`SELECT l.genre, l.de, sum(l.debit - l.credit) AS solde
    FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id WHERE e.date <= ${au} GROUP BY l.genre, l.de`);
  return rejouer(lignes);
}

/** The balances of a day, and the last entry of the journal when they were read. */
interface Lecture {
  au: string;
  jusqua: number;
  soldes: Record<string, number>;
}

const jour = fc
  .integer({ min: 0, max: 400 })
  .map((jours) => new Date(Date.UTC(2025, 10, 1 + jours)).toISOString().slice(0, 10));

const COMPTES_DU_LOCATAIRE = ["411", "4191", "4192", "802"];

/**
 * Checks property P2: the balances of a day equal the sum of the journal up to that day. This holds for the balances
 * read during the histories (`lectures`) and for those read now. A tenant's account, from any day on, must end on the
 * same balance.
 */
async function memesSoldes(dossiers: readonly number[], lectures: readonly Lecture[]) {
  const tous = await journal();
  for (const { au, jusqua, soldes } of lectures) {
    expect(
      rejouer(tous.filter((mouvement) => mouvement.id <= jusqua && mouvement.date <= au)),
      au,
    ).toEqual(soldes);
  }
  const propriete = fc.asyncProperty(jour, jour, lequel, async (un, autre, rang) => {
    const [du = "", au = ""] = [un, autre].toSorted();
    const DossierId = parmi(dossiers, rang) ?? 0;
    const joues = tous.filter(({ date }) => date <= au);
    expect(await soldesAu(au)).toEqual(rejouer(joues));
    // A tenant's account gives each payment its own day, even when the books entered it in a later period.
    const sien = tous.filter(
      ({ fait, genre, de }) =>
        fait <= au && de === DossierId && COMPTES_DU_LOCATAIRE.includes(genre),
    );
    const demande = { DossierId, du, au, today: TODAY };
    const compte = compteLu(demande, await db.read(requetesDuCompte(db, demande)));
    const solde = compte.lignes.at(-1)?.solde ?? compte.report;
    expect(enCentimes(solde)).toBe(sien.reduce((somme, ligne) => somme + ligne.solde, 0));
  });
  await fc.assert(propriete, { seed: GRAINE, numRuns: 60 });
}

const ids = async (requete: ReturnType<typeof sql>) =>
  (await db.all<{ id: number }>(requete)).map(({ id }) => id);

class Histoire {
  readonly lots: Lot[];

  constructor(lots: Lot[]) {
    this.lots = lots;
  }

  get dossiers() {
    return sql`(SELECT value FROM json_each(${JSON.stringify(this.lots.map(({ DossierId }) => DossierId))}))`;
  }

  quittances = () =>
    ids(
      sql`SELECT id FROM "Quitance" WHERE "DossierId" IN ${this.dossiers} AND "annuleeLe" IS NULL ORDER BY id`,
    );

  reglements = () =>
    ids(sql`SELECT id FROM "Reglement" WHERE "DossierId" IN ${this.dossiers} ORDER BY id`);

  async corps({ lot, montant, nomme, rang, ...reste }: Paiement) {
    const { DossierId = 0 } = parmi(this.lots, lot) ?? {};
    const siennes = await db.all<{ id: number; mois: string }>(
      sql`SELECT id, mois FROM "Quitance" WHERE "DossierId" = ${DossierId} AND "annuleeLe" IS NULL ORDER BY id`,
    );
    const nommee = parmi(siennes, rang);
    return {
      DossierId,
      montant: montant / 100,
      ...reste,
      ...(nomme === "quittance" && nommee ? { QuitanceId: nommee.id } : {}),
      ...(nomme === "mois" && nommee ? { mois: [nommee.mois] } : {}),
    };
  }

  async jouer(acte: GesteDeLocataire): Promise<Answer<unknown>> {
    const { admin } = agence;
    switch (acte.geste) {
      case "quittancer": {
        const lot = parmi(this.lots, acte.lot) as Lot;
        lot.mois = ajouterMois(lot.mois, 1);
        if (lot.mois > "2026-12") lot.mois = PREMIER_MOIS;
        return admin.post(`/Quitance/generate/${lot.DossierId}`, { date: `${lot.mois}-01` });
      }
      case "payer": {
        const reponse = await admin.post<ReglementVu>(
          "/Reglement",
          await this.corps(acte.paiement),
        );
        if (reponse.status === 201) reparti(acte.paiement.montant, reponse.data);
        return reponse;
      }
      case "lot":
        return admin.post("/Reglement/lot", {
          reglements: await Promise.all(acte.paiements.map((paiement) => this.corps(paiement))),
        });
      case "aller-retour": {
        const avant = await soldes();
        const fait = await admin.post<{ id: number }>(
          "/Reglement",
          await this.corps(acte.paiement),
        );
        if (fait.status !== 201) return fait;
        const retour = await admin.post(`/Reglement/${fait.data.id}/annuler`, { motif: "Essai" });
        expect(await soldes()).toEqual(avant);
        return retour;
      }
      case "basculer":
      case "reprendre": {
        const id = parmi(await this.quittances(), acte.rang) ?? 0;
        return admin.get(`/Quitance/switchState/${acte.geste === "basculer"}/${id}`);
      }
      case "retirer": {
        const id = parmi(await this.quittances(), acte.rang) ?? 0;
        return admin.post(`/Quitance/${id}/annuler`, { motif: "Essai" });
      }
      default: {
        const id = parmi(await this.reglements(), acte.rang) ?? 0;
        const date = TODAY;
        const corps = {
          annuler: { motif: "Essai" },
          rejeter: { motif: "Sans provision", date },
          crediter: { date },
        };
        return admin.post(`/Reglement/${id}/${acte.geste}`, corps[acte.geste]);
      }
    }
  }
}

/**
 * The only acts that may leave an owner's account below zero: taking back a payment whose sum is spent or paid over,
 * and fees, which are due whatever the account holds.
 */
const CREUSENT = ["annuler", "rejeter", "basculer", "reprendre", "retirer", "validerComptes"];

/** The acts that are refused when they would pay one owner with the money of another. */
const PAIENT = ["reverser", "validerLot", "reprendreApport"];

/** The accounts that went further below zero. */
const creuses = (avant: ReadonlyMap<string, number>, apres: ReadonlyMap<string, number>) =>
  [...apres].filter(([quoi, ecart]) => ecart < (avant.get(quoi) ?? 0));

/** Checks that a payment equals the sums that it settles plus the advance that it leaves. */
function reparti(montant: number, { etat, imputations, avance }: ReglementVu): void {
  const parts = imputations.map((part) => enCentimes(part.montant));
  const total = parts.reduce((somme, part) => somme + part, enCentimes(avance));
  expect(total).toBe(etat === "recu" ? 0 : montant);
}

it(`Les comptes restent vrais après chaque geste de ${HISTOIRES * GESTES}, au hasard (graine ${GRAINE})`, {
  timeout: 1_200_000,
}, async () => {
  const histoires = fc.sample(fc.array(geste, { minLength: GESTES, maxLength: GESTES }), {
    seed: GRAINE,
    numRuns: HISTOIRES,
  });
  const admis = new Map<string, number>();
  const lectures: Lecture[] = [];
  const dossiers: number[] = [];
  let { decouverts } = await ruptures();
  // All lots exist from the first day: otherwise the accounts of the first history would close the agency's month.
  const agences = [];
  for (const _ of histoires) agences.push(await ouvrirLots());
  for (const [rang, { lots, mandants }] of agences.entries()) {
    const gestes = histoires[rang] ?? [];
    await regler("seuilReversement", rang % 2 === 0 ? "1000000" : "0");
    const histoire = new Histoire(lots);
    const faits: string[] = [];
    dossiers.push(...histoire.lots.map(({ DossierId }) => DossierId));
    for (const acte of gestes) {
      const { status, error } =
        acte.a === "locataire" ? await histoire.jouer(acte) : await mandants.jouer(acte);
      faits.push(`${JSON.stringify(acte)} → ${status} ${error?.message ?? ""}`);
      if (status < 300) admis.set(acte.geste, (admis.get(acte.geste) ?? 0) + 1);
      const ou = `histoire ${rang + 1}, geste ${faits.length}\n${faits.slice(-12).join("\n")}`;
      expect(status, ou).toBeLessThan(500);
      const lecture = await ruptures();
      expect(lecture.rompus, ou).toEqual([]);
      const creuse = CREUSENT.includes(acte.geste) ? [] : creuses(decouverts, lecture.decouverts);
      expect(creuse, ou).toEqual([]);
      ({ decouverts } = lecture);
      if (acte.geste === "validerComptes") expect(await mandants.ecarts(), ou).toEqual([]);
      if (PAIENT.includes(acte.geste) && status < 300) expect(await manque(), ou).toBe(0);
      if (faits.length % 20 === 0) {
        const au = fc.sample(jour, { seed: GRAINE + lectures.length, numRuns: 1 })[0] ?? TODAY;
        const jusqua = (await journal()).at(-1)?.id ?? 0;
        lectures.push({ au, jusqua, soldes: await soldesAu(au) });
      }
    }
    // When the owner receives the rents, no bank account of the agency moves.
    const [, , bailleur, sansMandat] = histoire.lots;
    const banque =
      await db.all(sql`SELECT l.id FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
        WHERE l.genre IN ('512G', '531G', '5112', '4670', '4191', '4192')
          AND e."DossierId" IN (${bailleur?.DossierId}, ${sansMandat?.DossierId})`);
    expect(banque).toEqual([]);
  }
  for (const au of ["2026-01-31", "2026-04-15", "2026-08-31", TODAY]) {
    expect((await ruptures(au)).rompus, au).toEqual([]);
  }
  await memesSoldes(dossiers, lectures);
  // More than half of the acts must be accepted; at most two kinds of act may have none accepted.
  const tous = [...admis.values()].reduce((somme, nombre) => somme + nombre, 0);
  expect(tous, JSON.stringify([...admis])).toBeGreaterThan((HISTOIRES * GESTES) / 2);
  const manquent = Object.keys(POIDS).filter((nom) => !admis.has(nom));
  expect(manquent.length, manquent.join(", ")).toBeLessThanOrEqual(2);
  // An act that overdraws an account does so on the day of the act: no earlier evening shows an overdraft.
  for (const au of ["2026-01-31", "2026-04-15", "2026-08-31"]) {
    expect([...(await ruptures(au)).decouverts], au).toEqual([]);
  }
});
