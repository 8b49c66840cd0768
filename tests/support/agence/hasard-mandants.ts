import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { ajouterJours, ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import type { ValidationDeCompte } from "#domain/gerance/cloture/compte-rendu.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import { openDb } from "#worker/db/client.ts";
import { IBAN_DURAND } from "../banque/reversements.ts";
import type { Answer, Api } from "../worker/api.ts";
import type { Agence } from "./agence.ts";

const db = openDb(env);
/** The last complete month: the account of a running month cannot be validated. */
const DERNIER_MOIS = ajouterMois(moisDe(aujourdhui(new Date())), -1);

export const POIDS = {
  preparer: 2,
  validerComptes: 3,
  supprimerBrouillon: 1,
  donnerBon: 2,
  payerDepense: 3,
  reprendreDepense: 2,
  reverser: 3,
  validerLot: 3,
  annulerLot: 2,
  telecharger: 2,
  rejeterVirement: 1,
  reprendreApport: 1,
  reglerFacture: 1,
  annulerReglement: 2,
} as const;

type Nomme = keyof typeof POIDS;

const rang = fc.nat(10_000);

export const gesteDeMandant = fc.oneof(
  ...(Object.entries(POIDS) as [Nomme, number][]).map(([nom, weight]) => ({
    weight,
    arbitrary: fc.record({ geste: fc.constant(nom), rang }),
  })),
  {
    weight: 2,
    arbitrary: fc.record({
      geste: fc.constant("noterDepense" as const),
      rang,
      montant: fc.integer({ min: 1, max: 60_000 }),
      jours: fc.integer({ min: 0, max: 300 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      geste: fc.constant("apporter" as const),
      rang,
      montant: fc.integer({ min: 1, max: 500_000 }),
    }),
  },
);

export type GesteDeMandant = ReturnType<typeof gesteDeMandant.generate>["value"];

const PAUL = { nom: "Durand", prenom: "Paul", iban: IBAN_DURAND, titulaire: "DURAND PAUL" };
const ANNE = { nom: "Durand", prenom: "Anne" };
export const MANDATS = [
  { modeFonds: "agence", provision: 0, mandants: [{ ...PAUL, num: 1, den: 1 }] },
  {
    modeFonds: "agence",
    provision: 100,
    mandants: [
      { ...PAUL, num: 2, den: 3 },
      { ...ANNE, num: 1, den: 3 },
    ],
  },
  { modeFonds: "proprietaire", provision: 0, mandants: [{ ...ANNE, num: 1, den: 1 }] },
];

const ids = async (requete: ReturnType<typeof sql>) =>
  (await db.all<{ id: number }>(requete)).map(({ id }) => id);

/**
 * The owners' side of a history: plays the acts on the accounts, payouts and expenses of its mandates, and checks
 * them.
 */
export class Mandants {
  readonly #agence: Agence;
  readonly #seconde: Api;
  readonly #fournisseur: number;
  readonly #missions: ReturnType<typeof sql>;
  readonly #logements: number[];
  #mois = ajouterMois(DERNIER_MOIS, -4);
  #valides: number[] = [];

  constructor(
    agence: Agence,
    {
      seconde,
      fournisseur,
      missions,
      logements,
    }: { seconde: Api; fournisseur: number; missions: number[]; logements: number[] },
  ) {
    this.#agence = agence;
    this.#seconde = seconde;
    this.#fournisseur = fournisseur;
    this.#missions = sql`(SELECT value FROM json_each(${JSON.stringify(missions)}))`;
    this.#logements = logements;
  }

  #comptes = (etat: "brouillon" | "valide") =>
    ids(
      sql`SELECT id FROM "CompteRendu" WHERE etat = ${etat} AND "MissionId" IN ${this.#missions} ORDER BY mois, id`,
    );

  /** Two batches at most: those in this state first, then the newest. */
  #lots = (etat: "a_valider" | "valide") =>
    ids(sql`SELECT id FROM "Reversement" ORDER BY etat = ${etat} DESC, id DESC LIMIT 2`);

  /** The expenses of the history's dwellings that meet the condition, or all of them when none does. */
  async #depenses(quand: ReturnType<typeof sql>) {
    const siennes = sql`"AppartementId" IN (SELECT value FROM json_each(${JSON.stringify(this.#logements)}))`;
    const lues = await ids(
      sql`SELECT id FROM "Intendance" WHERE ${siennes} AND ${quand} ORDER BY id`,
    );
    return lues.length > 0
      ? lues
      : ids(sql`SELECT id FROM "Intendance" WHERE ${siennes} ORDER BY id`);
  }

  async jouer(un: GesteDeMandant): Promise<Answer<unknown>> {
    const { user, user_delete } = this.#agence;
    const admin = un.rang % 2 === 0 ? this.#agence.admin : this.#seconde;
    const parmi = async (tous: Promise<number[]>) => {
      const lus = await tous;
      return lus[Math.floor(un.rang / 2) % lus.length] ?? 0;
    };
    const today = aujourdhui(new Date());
    switch (un.geste) {
      case "preparer": {
        const reponse = await admin.post("/CompteRendu/preparer", { mois: this.#mois });
        if (this.#mois < DERNIER_MOIS) this.#mois = ajouterMois(this.#mois, 1);
        return reponse;
      }
      case "validerComptes": {
        const brouillons = await this.#comptes("brouillon");
        const reponse = await admin.post<ValidationDeCompte[]>("/CompteRendu/valider", {
          ids: brouillons.slice(0, 2 + (un.rang % 5)),
        });
        const faits = reponse.status === 200 ? reponse.data : [];
        this.#valides = faits.flatMap(({ id, resultat }) => (resultat === "valide" ? [id] : []));
        return reponse;
      }
      case "supprimerBrouillon":
        return admin.delete(`/CompteRendu/${await parmi(this.#comptes("brouillon"))}`);
      case "noterDepense":
        return user.post("/Intendance", {
          nature: "depense",
          AppartementId: this.#logements[un.rang % this.#logements.length],
          intitule: "Fuite",
          montant: un.montant / 100,
          numFacture: `F-${un.rang}`,
          date: ajouterJours(today, -un.jours),
          ...(un.rang % 4 === 0 ? {} : { accordLe: ajouterJours(today, -un.jours) }),
          tva: 10,
          FournisseurId: this.#fournisseur,
          natureFiscale: "travaux",
          payePar: "agence",
        });
      case "donnerBon":
        return user.post("/Intendance/bon-a-payer", {
          ids: [await parmi(this.#depenses(sql`"bonAPayerLe" IS NULL`))],
        });
      case "payerDepense":
        return user.post("/Intendance/payer", {
          ids: [await parmi(this.#depenses(sql`"bonAPayerLe" IS NOT NULL AND NOT regle`))],
          date: ajouterJours(today, -(un.rang % 90)),
        });
      case "reprendreDepense":
        return user_delete.post(
          `/Intendance/${await parmi(this.#depenses(sql`regle`))}/annuler-paiement`,
          {
            motif: "Essai",
          },
        );
      case "reverser":
        return admin.post("/Reversement", {
          CompteRenduIds: await this.#comptes("valide"),
          dateExecution: jourTarget(ajouterJours(today, 1)),
          honoraires: un.rang % 3 === 0,
        });
      case "validerLot":
        return admin.post(`/Reversement/${await parmi(this.#lots("a_valider"))}/valider`);
      case "annulerLot":
        return admin.post(`/Reversement/${await parmi(this.#lots("valide"))}/annuler`, {
          motif: "Essai",
        });
      case "telecharger": {
        const { status, headers } = await admin.fetch(
          `/api/Reversement/${await parmi(this.#lots("valide"))}/sepa`,
        );
        return { status, headers } as Answer<unknown>;
      }
      case "rejeterVirement": {
        const sortis =
          ids(sql`SELECT v.id FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId"
          WHERE r.etat = 'telecharge' ORDER BY v.id DESC LIMIT 4`);
        return admin.post(`/Virement/${await parmi(sortis)}/rejeter`, { motif: "Compte clos" });
      }
      case "apporter":
        return admin.post("/Apport", { montant: un.montant / 100, date: today });
      case "reprendreApport": {
        const apports = ids(sql`SELECT id FROM "Ecriture" WHERE cle LIKE 'apport %' ORDER BY id`);
        return admin.post(`/Apport/${await parmi(apports)}/reprendre`);
      }
      case "reglerFacture":
      case "annulerReglement": {
        const factures = ids(
          sql`SELECT id FROM "FactureHonoraires" WHERE "MissionId" IN ${this.#missions} AND NOT contenu ->> '$.prelevee' ORDER BY id`,
        );
        const chemin = `/FactureHonoraires/${await parmi(factures)}`;
        const reglee = await user.post(`${chemin}/regler`, { date: today, mode: "virement" });
        if (un.geste === "reglerFacture") return reglee;
        return user_delete.post(`${chemin}/annuler-reglement`, { motif: "Essai" });
      }
    }
  }

  /**
   * Faults of the accounts just validated, when they are the last of their mandate. Every line dated up to the
   * account's last day must be in an account, and this account contains no later line except those that it wrote
   * itself (property P12). The sum paid out must leave the provision and the approved bills (P13).
   */
  ecarts = () =>
    db.all<{ quoi: string }>(sql`
      WITH dernier AS (SELECT "MissionId", id, au, provision, reversement FROM "CompteRendu" c WHERE id IN (SELECT value FROM json_each(${JSON.stringify(this.#valides)}))
          AND mois = (SELECT max(mois) FROM "CompteRendu" WHERE etat = 'valide' AND "MissionId" = c."MissionId")),
        mouvement AS (SELECT l.id, l.mandat, l.credit - l.debit AS montant, e.date, e.cle, d."CompteRenduId" AS dite
          FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId" LEFT JOIN "CompteRenduLigne" d ON d."LigneId" = l.id
          WHERE l.genre = '4670' AND l.mandat IN ${this.#missions}),
        solde AS (SELECT mandat, sum(montant) AS tenu FROM mouvement GROUP BY mandat),
        bon AS (SELECT a."MissionId", sum(i.montant) AS montant FROM "Intendance" i
          JOIN "MissionAppartement" a ON a."AppartementId" = i."AppartementId"
          WHERE i."bonAPayerLe" IS NOT NULL AND NOT i.regle GROUP BY 1)
      SELECT 'non dite ' || mouvement.id AS quoi FROM mouvement JOIN dernier ON dernier."MissionId" = mouvement.mandat
      WHERE mouvement.dite IS NULL AND mouvement.date <= dernier.au
      UNION ALL
      SELECT 'dite trop tôt ' || mouvement.id FROM mouvement JOIN dernier ON dernier.id = mouvement.dite
      WHERE mouvement.date > dernier.au AND mouvement.cle NOT LIKE 'compte-rendu ' || dernier.id || ' %'
      UNION ALL
      SELECT 'reverse trop ' || dernier.id FROM dernier JOIN solde ON solde.mandat = dernier."MissionId"
      LEFT JOIN bon ON bon."MissionId" = dernier."MissionId"
      WHERE dernier.reversement > 0 AND tenu < dernier.provision + coalesce(bon.montant, 0)`);
}

/**
 * The cents that the banks and the till lack to cover what is owed to owners, tenants and suppliers. One person's
 * credit never covers another's debt.
 */
export async function manque(): Promise<number> {
  const [lu] = await db.all<{ manque: number }>(sql`
    SELECT max(0, sum(iif(genre IN ('512G', '531G'), solde, max(0, solde)))) AS manque FROM (
      SELECT genre, de, sum(credit - debit) AS solde FROM "Ligne"
      WHERE genre IN ('512G', '531G', '4670', '4672', '165', '4191', '401', '4710') GROUP BY genre, de)`);
  return lu?.manque ?? 0;
}
