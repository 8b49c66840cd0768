import { createHash } from "node:crypto";
import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { aujourdhui, formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import { compteMontre, estDuCompte } from "#domain/gerance/banque/compte-bancaire.ts";
import { ColonnesInconnues, type Correspondance } from "#domain/gerance/banque/correspondance.ts";
import {
  contenusEtRangs,
  type LigneLue,
  type Preuve,
  preuveDe,
  type ReleveLu,
  ReleveRefuse,
  type SoldesConnus,
  sautDepuisLeDernier,
} from "#domain/gerance/banque/releve.ts";
import type {
  Importation,
  ReleveImporte,
  ReleveRapproche,
} from "#domain/gerance/banque/releve-fiche.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { ibanMasque, ibanNu, ibanValable } from "#domain/iban.ts";
import { ibansMasques } from "#domain/ibans-masques.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import {
  comptesBancaires,
  lignesReleve,
  payeursConnus,
  releves,
} from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Env } from "#worker/env.ts";
import type { Depot } from "#worker/files.ts";
import {
  chiffrer,
  dechiffrer,
  empreinteSecrete,
  rangeeSousUneAncienneCle,
} from "#worker/operations/chiffrement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { prouves, relevesProuves } from "#worker/operations/gerance/livres/releves-prouves.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type CompteBancaireLu, lireComptesBancaires } from "./comptes-bancaires.ts";
import { lireReleves } from "./lecture.ts";
import { prouverLaSuite } from "./preuves-de-releves.ts";

type Cles = Pick<Env, "DATA_KEYS">;

const USAGE = "LigneReleve iban";
const PAYEUR = "payeur";

/** The most lines of a bank statement that one SQL statement writes. */
const PAR_ENVOI = 2000;

/** The result of an import, before its lines are matched. */
export interface Importes extends Omit<Importation, "releves" | "rapprochees"> {
  releves: Importe[];
}

type Importe = ReleveImporte & Pick<ReleveRapproche, "saut">;

interface Rattache {
  compte: CompteBancaireLu;
  releve: ReleveLu;
}

/**
 * Imports a bank's file that is in R2: each of its statements into its account, all or none. Lines that another file
 * already brought are recognised and left out (banque/README §12.5).
 * @param CompteBancaireId the account chosen; without one, the file must name its accounts.
 * @param colonnes the meaning of the columns of a CSV file, which its accounts keep for the next file.
 * @throws Invalid naming the error of the file or the account; Conflict when the file was imported already, or is
 * being imported by someone else.
 */
export async function importerReleve(ctx: Contexte, demande: AImporter): Promise<Importes> {
  const objet = await ctx.env.FILES.get(demande.depot.key);
  const octets = new Uint8Array((await objet?.arrayBuffer()) ?? []);
  return onWhatIsRead(() => importerLu(ctx, demande, octets));
}

interface AImporter {
  /** The file, which is in R2. */
  depot: Depot;
  CompteBancaireId: number | null;
  colonnes: Correspondance | null;
}

async function importerLu(
  ctx: Contexte,
  { depot, CompteBancaireId, colonnes }: AImporter,
  octets: Uint8Array<ArrayBuffer>,
): Promise<Importes> {
  const { db, today } = ctx;
  const empreinte = createHash("sha256").update(octets).digest("hex");
  const comptes = await lireComptesBancaires(ctx);
  const { format, releves: duFichier } = lire(
    octets,
    today,
    colonnes ? [colonnes] : correspondancesDe(comptes, CompteBancaireId),
  );
  const { rattaches, inconnus } = rattacher(duFichier, comptes, CompteBancaireId);
  const nouveaux = await sansLesConnus(db, rattaches, empreinte);
  const connus = await soldesConnus(db, nouveaux);
  const fichier = { depot: sansCompteEntier(depot), format, empreinte, colonnes };
  const prouves = nouveaux.map((rattache) => {
    const soldes = connus.get(rattache.compte.id) ?? AUCUN_SOLDE;
    const { releve } = rattache;
    return {
      ...rattache,
      ...{ preuve: preuveDe(releve, soldes), saut: sautDepuisLeDernier(releve, soldes) },
    };
  });
  const importes = await ecrire(ctx, fichier, prouves).catch((error: unknown) => {
    if (brokenConstraint(error) !== "UNIQUE") throw error;
    throw new Conflict("Ce fichier est en train d’être importé par quelqu’un d’autre.", "fichier");
  });
  const somme = (champ: "nouvelles" | "connues") =>
    importes.reduce((total, importe) => total + importe[champ], 0);
  return {
    id: importes[0]?.id ?? 0,
    lignes: somme("nouvelles") + somme("connues"),
    nouvelles: somme("nouvelles"),
    connues: somme("connues"),
    sansEffet: nouveaux.reduce((total, { releve }) => total + (releve.sansEffet ?? 0), 0),
    format,
    releves: importes,
    inconnus,
  };
}

const AUCUN_SOLDE: SoldesConnus = {
  ...{ avant: [], dernier: null, apres: null, depart: null, dit: null },
};

/** The meanings of CSV columns saved for these accounts, the chosen account first. */
const correspondancesDe = (
  comptes: readonly CompteBancaireLu[],
  choisi: number | null,
): Correspondance[] =>
  comptes
    .toSorted((compte, autre) => Number(autre.id === choisi) - Number(compte.id === choisi))
    .flatMap(({ colonnesCsv }) => colonnesCsv ?? []);

function lire(
  octets: Uint8Array,
  today: Jour,
  correspondances: readonly Correspondance[],
): ReturnType<typeof lireReleves> {
  try {
    return lireReleves(octets, today, correspondances);
  } catch (error) {
    if (error instanceof ColonnesInconnues)
      throw new Invalid({ colonnes: error.message }, error.message, error.table);
    if (!(error instanceof ReleveRefuse)) throw error;
    throw new Invalid({ fichier: error.message }, error.message);
  }
}

/**
 * @throws Invalid when the chosen account does not exist or has no statement in the file, when none is chosen and the
 * file names no account, when the file names one account twice, or when it names no account of the agency.
 */
function rattacher(
  duFichier: readonly ReleveLu[],
  comptes: readonly CompteBancaireLu[],
  CompteBancaireId: number | null,
): { rattaches: Rattache[]; inconnus: string[] } {
  const choisi = comptes.find(({ id }) => id === CompteBancaireId);
  if (CompteBancaireId !== null && !choisi)
    throw new Invalid({ CompteBancaireId: "Ce compte n’existe pas." });
  const enTete = choisi ? [choisi, ...comptes] : comptes;
  const rattaches: Rattache[] = [];
  const inconnus: string[] = [];
  for (const releve of duFichier) {
    if (releve.compte === "" && !choisi)
      throw new Invalid({
        CompteBancaireId: "Ce fichier ne dit pas de quel compte il est : choisissez-le.",
      });
    const compte = enTete.find(
      ({ entier }) => releve.compte === "" || (entier !== "" && estDuCompte(releve.compte, entier)),
    );
    if (!compte) inconnus.push(compteMontre(releve.compte));
    else if (rattaches.some((rattache) => rattache.compte.id === compte.id))
      throw new Invalid({ fichier: DEUX });
    else rattaches.push({ compte, releve });
  }
  if (choisi && !rattaches.some(({ compte }) => compte.id === choisi.id)) {
    const noms = [...rattaches.map(({ compte }) => `« ${compte.nom} »`), ...inconnus].join(", ");
    throw new Invalid({
      CompteBancaireId: `Ce fichier est celui du compte ${noms}, et non de « ${choisi.nom} ».`,
    });
  }
  if (rattaches.length === 0) {
    throw new Invalid({
      fichier: `Ce fichier est celui d’un compte que l’agence n’a pas ajouté : ${inconnus.join(", ")}.`,
    });
  }
  return { rattaches, inconnus };
}

const DEUX = "Ce fichier nomme un même compte de deux façons.";

/**
 * The statements whose account did not yet receive this file. @throws Conflict when every account already received it.
 */
async function sansLesConnus(
  db: Db,
  rattaches: readonly Rattache[],
  empreinte: string,
): Promise<Rattache[]> {
  const connus = await db
    .select({ compte: releves.CompteBancaireId, createdAt: releves.createdAt })
    .from(releves)
    .where(eq(releves.empreinte, empreinte));
  const nouveaux = rattaches.filter(
    ({ compte }) => !connus.some((connu) => connu.compte === compte.id),
  );
  const [connu] = connus;
  if (nouveaux.length === 0 && connu) {
    const jour = formatJour(aujourdhui(new Date(connu.createdAt)));
    throw new Conflict(`Ce fichier a déjà été importé le ${jour}.`, "fichier");
  }
  return nouveaux;
}

/**
 * The balances known around the imported statement of each account, in cents: the last balances of the latest proven
 * statements that end by its first day; the balance before its first day, from proven lines; the first balance of the
 * next proven statement; the starting balance that the agency gave; the last balance of the latest earlier statement,
 * proven or not.
 */
async function soldesConnus(
  db: Db,
  rattaches: readonly Rattache[],
): Promise<Map<number, SoldesConnus>> {
  const demandes = JSON.stringify(
    rattaches.map(({ compte, releve: { du, ancienSolde } }) => ({
      ...{ compte: compte.id, du, ancien: ancienSolde },
    })),
  );
  const rows = await db.all<{
    compte: number;
    finales: string;
    fin: Jour | null;
    veille: Centimes | null;
    apres: string | null;
    depart: Centimes | null;
    dite: string | null;
  }>(sql`
    WITH RECURSIVE demande AS (SELECT value ->> 'compte' AS compte, value ->> 'du' AS du,
        value ->> 'ancien' AS ancien FROM json_each(${demandes})),
      ${prouves(sql`(SELECT compte FROM demande)`)}
    SELECT d.compte,
      (SELECT json_group_array(p.nouveau) FROM prouve p WHERE p.compte = d.compte
        AND p.au = (SELECT max(q.au) FROM prouve q WHERE q.compte = d.compte AND q.au <= d.du)) AS finales,
      (SELECT max(p.au) FROM prouve p WHERE p.compte = d.compte AND p.au <= d.du) AS fin,
      (SELECT p.ancien + coalesce((SELECT sum(l.montant) FROM ${lignesReleve} l
          WHERE l."CompteBancaireId" = d.compte AND l.prouvee AND l.date >= p.du AND l.date < d.du), 0)
        FROM prouve p WHERE p.compte = d.compte AND p.du <= d.du ORDER BY p.du DESC, p.id DESC LIMIT 1) AS veille,
      (SELECT json_object('du', p.du, 'solde', p.ancien) FROM prouve p
        WHERE p.compte = d.compte AND p.du > d.du ORDER BY p.du, p.id LIMIT 1) AS apres,
      (SELECT c."soldeDepart" FROM ${comptesBancaires} c WHERE c.id = d.compte AND c."dateDepart" < d.du) AS depart,
      (SELECT json_object('au', r.au, 'solde', r."nouveauSolde") FROM ${releves} r WHERE r."CompteBancaireId" = d.compte
        AND (r.au < d.du OR (r.au = d.du AND r."nouveauSolde" = d.ancien)) AND r."nouveauSolde" IS NOT NULL ORDER BY r.au DESC, r.id DESC LIMIT 1) AS dite
    FROM demande d`);
  return new Map(
    rows.map(({ compte, finales, fin, veille, apres, depart, dite }) => {
      const soldes = JSON.parse(finales) as Centimes[];
      const [solde] = soldes;
      const lu = <Solde>(json: string | null) =>
        json === null ? null : (JSON.parse(json) as Solde);
      return [
        compte,
        {
          avant: [...soldes, ...(veille === null ? [] : [veille])],
          dernier: fin === null || solde === undefined ? null : { au: fin, solde },
          apres: lu<SoldesConnus["apres"]>(apres),
          depart,
          dit: lu<SoldesConnus["dit"]>(dite),
        },
      ];
    }),
  );
}

interface Fichier {
  depot: Depot;
  format: Importation["format"];
  empreinte: string;
  colonnes: Correspondance | null;
}

async function ecrire(
  { db, env, user }: Contexte,
  { depot, format, empreinte, colonnes }: Fichier,
  rattaches: readonly (Rattache & { preuve: Preuve; saut: string | null })[],
): Promise<Importe[]> {
  const cacher = chiffreur(env);
  const ecritures = rattaches.map(({ compte, releve, preuve }) => {
    const prouve = preuve === "prouve";
    const cles = clesDe(releve.lignes);
    const lignes = releve.lignes.map((ligne, rang) => aRanger(ligne, cles[rang] ?? "", cacher));
    const nouveau = sql`(SELECT id FROM ${releves}
      WHERE "CompteBancaireId" = ${compte.id} AND empreinte = ${empreinte})`;
    return {
      [`releve ${compte.id}`]: db.run(sql`INSERT INTO ${releves}
        ("CompteBancaireId", format, nom, empreinte, du, au, "ancienSolde", "nouveauSolde", connues, "StoredFileId", "user")
        SELECT ${compte.id}, ${format}, ${nomDe(depot)}, ${empreinte}, ${releve.du}, ${releve.au},
          ${releve.ancienSolde}, ${releve.nouveauSolde},
          (SELECT count(*) FROM json_each(${JSON.stringify(cles)}) JOIN ${lignesReleve}
            ON cle = json_each.value AND "CompteBancaireId" = ${compte.id}),
          ${idDuDepot(depot.key)}, ${user}`),
      ...envois(db, { CompteBancaireId: compte.id, ReleveId: nouveau, prouvee: prouve }, lignes),
      ...(prouve
        ? {
            [`prouvees ${compte.id}`]: db.run(sql`UPDATE ${lignesReleve} SET prouvee = 1
              WHERE "CompteBancaireId" = ${compte.id} AND prouvee = 0
                AND cle IN (SELECT value FROM json_each(${JSON.stringify(cles)}))`),
          }
        : {}),
      ...(colonnes && format === "csv"
        ? {
            [`colonnes ${compte.id}`]: db
              .update(comptesBancaires)
              .set({ colonnesCsv: colonnes })
              .where(eq(comptesBancaires.id, compte.id)),
          }
        : {}),
      [`histoire ${compte.id}`]: trace(db, {
        entite: "Releve",
        entiteId: nouveau,
        etat: "Import",
        user,
        details: { CompteBancaireId: compte.id, format, lignes: lignes.length, preuve },
      }),
      [`suite ${compte.id}`]: prouverLaSuite(db, compte.id),
    };
  });
  const comptes = JSON.stringify(rattaches.map(({ compte: { id, secret } }) => ({ id, secret })));
  const { faits } = await db.write({
    memesIbans: provided(
      db,
      sql`NOT EXISTS (SELECT 1 FROM json_each(${comptes}) lu LEFT JOIN ${comptesBancaires} ON ${comptesBancaires.id} = lu.value ->> 'id'
        WHERE ${comptesBancaires.secret} IS NOT lu.value ->> 'secret')`,
    ),
    depot: db.insert(storedFiles).values({ ...depot, user }),
    ...(Object.assign({}, ...ecritures) as Statements),
    faits: db.all<Fait>(sql`SELECT id, "CompteBancaireId", connues,
      (SELECT count(*) FROM ${lignesReleve} WHERE "ReleveId" = ${releves.id}) AS nouvelles,
      ${releves.id} IN (SELECT id FROM ${relevesProuves}) AS prouve
      FROM ${releves} WHERE empreinte = ${empreinte}`),
  });
  return rattaches.flatMap(({ compte, releve, saut }) => {
    const fait = faits.find(({ CompteBancaireId }) => CompteBancaireId === compte.id);
    return fait
      ? [{ ...fait, compte: compte.nom, prouve: fait.prouve === 1, saut, ...resume(fait, releve) }]
      : [];
  });
}

interface Fait {
  id: number;
  CompteBancaireId: number;
  nouvelles: number;
  connues: number;
  prouve: number;
}

const resume = ({ nouvelles, connues }: Fait, { du, au, ...soldes }: ReleveLu) => ({
  lignes: nouvelles + connues,
  du,
  au,
  ancienSolde: soldes.ancienSolde === null ? null : enEuros(soldes.ancienSolde),
  nouveauSolde: soldes.nouveauSolde === null ? null : enEuros(soldes.nouveauSolde),
});

const nomDe = ({ nom, extention }: Depot): string => (extention ? `${nom}.${extention}` : nom);

/** Hides the whole IBANs in the name of the file: banks name files after accounts. */
const sansCompteEntier = (depot: Depot): Depot => ({ ...depot, nom: ibansMasques(depot.nom) });

/** A line as it is stored, without the columns that the INSERT fills for all lines. */
type Rangee = Omit<LigneLue, "iban"> & {
  cle: string;
  iban: string | null;
  ibanSecret: string | null;
  payeurEmpreinte: string | null;
};

type Cache = Pick<Rangee, "iban" | "ibanSecret" | "payeurEmpreinte">;

const SANS_IBAN: Cache = { iban: null, ibanSecret: null, payeurEmpreinte: null };

/**
 * Returns a function that masks, encrypts and fingerprints the IBAN of a line. Each IBAN is encrypted once for the
 * whole file.
 */
function chiffreur(env: Cles): (iban: string | null) => Cache {
  const faits = new Map<string, Cache>();
  return (iban) => {
    if (iban === null || !ibanValable(iban)) return SANS_IBAN;
    const entier = ibanNu(iban);
    const cache = faits.get(entier) ?? cacherIban(env, entier);
    faits.set(entier, cache);
    return cache;
  };
}

/** The payer's whole IBAN, which a line holds encrypted. */
export const ibanDeLaLigne = (env: Cles, secret: string): string => dechiffrer(env, secret, USAGE);

/** The fingerprint that recognises the account of a payer. */
export const empreinteDePayeur = (env: Cles, iban: string): string =>
  empreinteSecrete(env, ibanNu(iban), PAYEUR);

const cacherIban = (env: Cles, entier: string) => ({
  iban: ibanMasque(entier),
  ibanSecret: chiffrer(env, entier, USAGE),
  payeurEmpreinte: empreinteDePayeur(env, entier),
});

const aRanger = (
  { iban, libelle, reference, tiers, ...ligne }: LigneLue,
  cle: string,
  cacher: (iban: string | null) => Cache,
): Rangee => ({
  ...ligne,
  libelle: ibansMasques(libelle),
  reference: reference && ibansMasques(reference),
  tiers: tiers && ibansMasques(tiers),
  cle,
  ...cacher(iban),
});

/**
 * The fingerprints of lines, from their content and rank: they recognise a line and reveal nothing (banque/README
 * §12.5).
 */
const clesDe = (lignes: readonly LigneLue[]): string[] =>
  contenusEtRangs(lignes).map((contenu) =>
    createHash("sha256").update(contenu).digest("hex").slice(0, 32),
  );

/** The SQL statements that insert these lines, except the lines that the account already has. */
function envois(
  db: Db,
  {
    CompteBancaireId,
    ReleveId,
    prouvee,
  }: { CompteBancaireId: number; ReleveId: SQL; prouvee: boolean },
  lignes: readonly Rangee[],
): Statements {
  const envois: Record<string, Statements[string]> = {};
  for (let debut = 0; debut < lignes.length; debut += PAR_ENVOI) {
    const envoi = JSON.stringify(lignes.slice(debut, debut + PAR_ENVOI));
    envois[`lignes ${CompteBancaireId} ${debut}`] = db.run(sql`INSERT INTO ${lignesReleve}
      ("ReleveId", "CompteBancaireId", date, valeur, montant, libelle, reference, tiers, iban, "ibanSecret", "payeurEmpreinte", rejet, cle, prouvee)
      SELECT ${ReleveId}, ${CompteBancaireId}, value ->> 'date', value ->> 'valeur', value ->> 'montant', value ->> 'libelle',
        value ->> 'reference', value ->> 'tiers', value ->> 'iban', value ->> 'ibanSecret', value ->> 'payeurEmpreinte',
        value ->> 'rejet', value ->> 'cle', ${prouvee ? 1 : 0}
      FROM json_each(${envoi}) WHERE NOT EXISTS (SELECT 1 FROM ${lignesReleve} connue
        WHERE connue."CompteBancaireId" = ${CompteBancaireId} AND connue.cle = value ->> 'cle')
      ORDER BY key`);
  }
  return envois;
}

/** The most lines that one round trip reads and the next one writes. */
const PAR_PAGE = 2000;

/**
 * Encrypts again, under the present key, the payers' IBANs that a former key encrypts. Renews their fingerprints on
 * lines and on the payers that people confirmed.
 */
export async function rechiffrerLignes({ env, db }: Pick<Contexte, "env" | "db">): Promise<void> {
  for (let apres = 0; ; ) {
    const page = await db
      .select({
        id: lignesReleve.id,
        ibanSecret: sql<string>`${lignesReleve.ibanSecret}`,
        payeurEmpreinte: lignesReleve.payeurEmpreinte,
      })
      .from(lignesReleve)
      .where(
        and(rangeeSousUneAncienneCle(env, lignesReleve.ibanSecret), gt(lignesReleve.id, apres)),
      )
      .orderBy(asc(lignesReleve.id))
      .limit(PAR_PAGE);
    const derniere = page.at(-1);
    if (!derniere) return;
    await remplacerIbans(env, db, page);
    apres = derniere.id;
  }
}

async function remplacerIbans(
  env: Cles,
  db: Db,
  page: readonly { id: number; ibanSecret: string; payeurEmpreinte: string | null }[],
): Promise<void> {
  const secrets = new Set(page.map(({ ibanSecret }) => ibanSecret));
  const neufs = new Map(
    [...secrets].map((secret) => [secret, cacherIban(env, ibanDeLaLigne(env, secret))]),
  );
  const lignes = JSON.stringify(
    page.map(({ id, ibanSecret }) => {
      const neuf = neufs.get(ibanSecret);
      return { id, avant: ibanSecret, secret: neuf?.ibanSecret, empreinte: neuf?.payeurEmpreinte };
    }),
  );
  const payeurs = JSON.stringify([
    ...new Map(
      page.map(({ ibanSecret, payeurEmpreinte }) => [
        payeurEmpreinte,
        neufs.get(ibanSecret)?.payeurEmpreinte,
      ]),
    ),
  ]);
  await db.write({
    lignes: db.run(sql`UPDATE ${lignesReleve}
      SET "ibanSecret" = neuve.value ->> 'secret', "payeurEmpreinte" = neuve.value ->> 'empreinte'
      FROM json_each(${lignes}) neuve
      WHERE ${lignesReleve.id} = neuve.value ->> 'id' AND ${lignesReleve.ibanSecret} = neuve.value ->> 'avant'`),
    payeurs: db.run(sql`UPDATE OR IGNORE ${payeursConnus} SET empreinte = neuf.value ->> 1
      FROM json_each(${payeurs}) neuf WHERE ${payeursConnus.empreinte} = neuf.value ->> 0`),
    doubles: db.run(sql`DELETE FROM ${payeursConnus}
      WHERE ${payeursConnus.empreinte} IN (SELECT value ->> 0 FROM json_each(${payeurs}))`),
  });
}
