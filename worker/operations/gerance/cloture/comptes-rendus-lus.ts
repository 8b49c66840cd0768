import { type SQL, sql } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { anomaliesDe, anomaliesDuValide } from "#domain/gerance/cloture/anomalies-compte-rendu.ts";
import { totauxDeCloture } from "#domain/gerance/cloture/cloture.ts";
import {
  type AvancementDuVirement,
  etatDeLaPart,
} from "#domain/gerance/cloture/compte-proprietaire.ts";
import type {
  CompteRenduDetail,
  ContenuCompteRendu,
  EtatCompteRendu,
  PartRendue,
  SommesDesComptes,
} from "#domain/gerance/cloture/compte-rendu.ts";
import { etablir } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import { fraisDuCompte, fraisPrevus } from "#domain/gerance/cloture/honoraires-du-compte.ts";
import { enEuros, somme } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type CompteALire, donneesParLots, lireDonnees } from "./donnees-compte-rendu.ts";

/** The day and the instant as of which drafts are worked out. */
type Quand = Pick<Contexte, "db" | "now" | "today">;

interface PartLue extends Omit<PartRendue, "id" | "nom" | "etat">, AvancementDuVirement {
  id: number;
}

interface CompteLu {
  id: number;
  MissionId: number;
  mois: Mois;
  du: Jour;
  au: Jour;
  etat: EtatCompteRendu;
  depenses: number | null;
  contenu: string | null;
  parts: string;
  factures: string;
  envoyeLe: string | null;
  validePar: string | null;
  valideLe: string | null;
  version: number;
  updatedAt: string;
}

/** The accounts that the query `lesquels` names, in its order, with their parts and their invoices. */
const lire = (db: Db, lesquels: SQL) =>
  db.all<CompteLu>(sql`
    SELECT c.id, c."MissionId", c.mois, c.du, c.au, c.etat, c.depenses, c.contenu, c."validePar", c."valideLe", c.version, c."updatedAt",
      (SELECT json_group_array(json_object('id', p.id, 'ClientId', p."ClientId", 'montant', p.montant / 100.0,
          'lot', p.lot, 'vuLe', p."vuLe", 'reverseLe', p."reverseLe", 'ReversementId', p."ReversementId", 'numeroDuLot', p."numeroDuLot"))
        FROM (SELECT p.*, b.etat AS lot, b.id AS "ReversementId", b.numero AS "numeroDuLot", vue.date AS "vuLe", coalesce(vue.date, b."dateExecution") AS "reverseLe" FROM "CompteRenduPart" p
          LEFT JOIN "Virement" v ON v."CompteRenduPartId" = p.id AND v.etat = 'emis'
          LEFT JOIN "Reversement" b ON b.id = v."ReversementId" AND b.etat <> 'annule'
          LEFT JOIN "LigneReleve" vue ON vue.id = v."LigneReleveId" AND vue.prouvee
          WHERE p."CompteRenduId" = c.id ORDER BY p.rang) p) AS parts,
      (SELECT json_group_array(json_object('id', f.id, 'numero', f.numero, 'ttc', f.ttc / 100.0))
        FROM (SELECT * FROM "FactureHonoraires" WHERE "CompteRenduId" = c.id ORDER BY id) f) AS factures,
      (SELECT max(m."envoyeLe") FROM "Courriel" m WHERE m."CompteRenduId" = c.id) AS "envoyeLe"
    FROM (${lesquels}) choisi JOIN ${comptesRendus} c ON c.id = choisi.id ORDER BY choisi.rang`);

/** Accounts with their whole content: valid ones as they were validated, drafts from the present books. */
async function etablis(ctx: Quand, comptes: readonly CompteLu[]): Promise<CompteRenduDetail[]> {
  const brouillons = comptes.filter(({ etat }) => etat === "brouillon");
  const donnees = await lireDonnees(ctx, brouillons);
  const parCompte = new Map(brouillons.map(({ id }, rang) => [id, donnees[rang]]));
  return comptes.flatMap((rendu): CompteRenduDetail[] => {
    const { id, MissionId, mois, etat, validePar, valideLe, envoyeLe, version, updatedAt } = rendu;
    const commun = { id, MissionId, mois, etat, validePar, valideLe, envoyeLe, version, updatedAt };
    if (rendu.contenu !== null) {
      const contenu: ContenuCompteRendu = JSON.parse(rendu.contenu);
      const parts: PartLue[] = JSON.parse(rendu.parts);
      const noms = new Map(contenu.mandants.map(({ ClientId, nom }) => [ClientId, nom]));
      return [
        {
          ...commun,
          ...sommesDe(contenu),
          parts: parts.map(({ lot, vuLe, ...part }) => ({
            ...part,
            nom: noms.get(part.ClientId) ?? "",
            etat: etatDeLaPart(part.montant, { lot, vuLe }),
          })),
          anomalies: anomaliesDuValide(contenu),
          factures: JSON.parse(rendu.factures),
          contenu,
          ...{ fraisPrevus: [], baux: [], frais: [] },
        },
      ];
    }
    const duCompte = parCompte.get(id);
    if (!duCompte) return [];
    const compte = etablir(duCompte);
    const noms = new Map(duCompte.mandants.map(({ ClientId, nom }) => [ClientId, nom]));
    return [
      {
        ...commun,
        ...sommesDe(compte.contenu),
        parts: (compte.parts ?? [])
          .filter(({ num, montant }) => num > 0 || montant > 0)
          .map(({ ClientId, montant }) => ({
            id: null,
            ClientId,
            nom: noms.get(ClientId) ?? "",
            montant: enEuros(montant),
            ...{ etat: null, reverseLe: null, ReversementId: null, numeroDuLot: null },
          })),
        anomalies: anomaliesDe(duCompte, compte),
        factures: [],
        contenu: compte.contenu,
        fraisPrevus: fraisPrevus(duCompte).map(({ libelle, montant }) => ({
          libelle,
          montant: enEuros(montant),
        })),
        baux: duCompte.dossiers
          .filter(({ lie }) => lie)
          .map(({ id: DossierId, lot, locataire }) => ({ DossierId, nom: `${lot}, ${locataire}` })),
        frais: fraisDuCompte(duCompte).map(
          ({ montant, genre: _1, AppartementId: _2, ...frais }) => ({
            ...frais,
            montant: montant === null ? null : enEuros(montant),
          }),
        ),
      },
    ];
  });
}

const sommesDe = (contenu: ContenuCompteRendu) => ({
  du: contenu.du,
  au: contenu.au,
  numero: contenu.numero,
  mandat: contenu.mandat.nom,
  modeFonds: contenu.modeFonds,
  soldePrecedent: contenu.soldePrecedent,
  encaissements: contenu.encaissements,
  loyersRecus: contenu.loyersRecus,
  depenses: somme(contenu.depenses, contenu.assuranceLoyers),
  honorairesTTC: contenu.honorairesTTC,
  provision: contenu.provision,
  solde: contenu.solde,
  reversement: contenu.reversement,
});

/**
 * Accounts of the mandates with their whole content, in the order of the query; euros.
 *
 * @param lesquels a query that returns the `id` of each account, and `rang`, its place in the order
 */
export const lireComptesRendus = async (ctx: Quand, lesquels: SQL): Promise<CompteRenduDetail[]> =>
  etablis(ctx, await lire(ctx.db, lesquels));

/** The most accounts read at once: the content of one takes some ten kilobytes. */
const COMPTES_A_LA_FOIS = 250;

/** The accounts of these identifiers, in their order, in batches; euros. */
export async function* lireComptesParLots(
  ctx: Quand,
  ids: readonly number[],
): AsyncGenerator<CompteRenduDetail[]> {
  for (let debut = 0; debut < ids.length; debut += COMPTES_A_LA_FOIS) {
    const json = JSON.stringify(ids.slice(debut, debut + COMPTES_A_LA_FOIS));
    yield await lireComptesRendus(
      ctx,
      sql`SELECT value AS id, key AS rang FROM json_each(${json})`,
    );
  }
}

/** An account with its whole content, worked out now for a draft. @throws NotFound when there is no such account */
export async function lireCompteRendu(ctx: Quand, id: number): Promise<CompteRenduDetail> {
  const [compte] = await lireComptesRendus(ctx, sql`SELECT ${id} AS id, 1 AS rang`);
  if (!compte) throw new NotFound();
  return compte;
}

const SOMMES = ["encaissements", "depenses", "honorairesTTC", "reversement"] as const;

/** The totals of these accounts; euros. */
export const sommesDesComptes = (comptes: readonly CompteRenduDetail[]): SommesDesComptes => {
  const { nombre, ...totaux } = totauxDeCloture(comptes);
  const valides = comptes.filter(({ etat }) => etat === "valide").length;
  return { brouillons: nombre - valides, valides, ...totaux };
};

/** The totals of the accounts of a query; euros. Drafts are worked out from the present books, in batches. */
export async function sommerComptes(ctx: Quand, lesquels: SQL): Promise<SommesDesComptes> {
  const choisis = sql`FROM (${lesquels}) choisi JOIN ${comptesRendus} c ON c.id = choisi.id`;
  const total = (nom: string) =>
    sql`coalesce(sum(c.${sql.identifier(nom)}), 0) AS ${sql.identifier(nom)}`;
  const { db } = ctx;
  const { valides, brouillons } = await db.read({
    valides: db.all<Record<(typeof SOMMES)[number] | "valides", number>>(sql`
      SELECT count(*) AS valides, ${sql.join(SOMMES.map(total), sql`, `)} ${choisis} WHERE c.etat = 'valide'`),
    brouillons: db.all<CompteALire>(
      sql`SELECT c."MissionId", c.mois ${choisis} WHERE c.etat = 'brouillon'`,
    ),
  });
  const sommes = { brouillons: brouillons.length, valides: 0 };
  const centimes = { encaissements: 0, depenses: 0, honorairesTTC: 0, reversement: 0 };
  for (const valide of valides) {
    sommes.valides = valide.valides;
    for (const nom of SOMMES) centimes[nom] += valide[nom];
  }
  for await (const lot of donneesParLots(ctx, brouillons)) {
    for (const compte of lot.map(etablir)) {
      for (const nom of SOMMES) centimes[nom] += compte[nom];
    }
  }
  return {
    ...sommes,
    encaissements: enEuros(centimes.encaissements),
    depenses: enEuros(centimes.depenses),
    honorairesTTC: enEuros(centimes.honorairesTTC),
    reversement: enEuros(centimes.reversement),
  };
}
