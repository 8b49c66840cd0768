import { sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import {
  dernierJour,
  type Jour,
  type Mois,
  moisDe,
  moisEnLettres,
  premierJour,
} from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { anomaliesDe } from "#domain/gerance/cloture/anomalies-compte-rendu.ts";
import type { ValidationDeCompte } from "#domain/gerance/cloture/compte-rendu.ts";
import { type CompteEtabli, etablir } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import { type DonneesDuCompte, somme } from "#domain/gerance/cloture/donnees-du-compte.ts";
import { contenuFacture } from "#domain/gerance/cloture/facturation.ts";
import type { HonoraireEtabli } from "#domain/gerance/cloture/honoraires-du-compte.ts";
import {
  type RegimeTva,
  regimeTva,
  reunirTva,
  tvaExigible,
} from "#domain/gerance/cloture/tva-des-honoraires.ts";
import {
  extourne,
  type HonorairesAuTaux,
  honorairesFactures,
  honorairesPreleves,
  reversementDecide,
  tvaDesHonoraires,
} from "#domain/gerance/livres/ecritures.ts";
import { refusDeRendre } from "#domain/gerance/livres/periodes.ts";
import type { Db } from "#worker/db/client.ts";
import { isLostRace } from "#worker/db/failures.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { ecritures } from "#worker/db/schema/gerance.ts";
import {
  comptesRendus,
  comptesRendusLignes,
  partsCompteRendu,
} from "#worker/db/schema/mandants.ts";
import { LostRace, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  debutComptes,
  type EcritureAPoster,
  poster,
} from "#worker/operations/gerance/livres/ecritures.ts";
import { fondsDe } from "#worker/operations/gerance/livres/fonds.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { cloreSiToutEstRendu } from "./clotures.ts";
import { lireDonnees } from "./donnees-compte-rendu.ts";
import { type FactureAFaire, facturer } from "./factures-honoraires.ts";
import { prendreFrais } from "./frais-demandes.ts";
import { mandatsSansCompte } from "./mandats-sans-compte.ts";
import { lignesNonRendues } from "./requetes-compte-rendu.ts";

type Cloture = Pick<Contexte, "db" | "now" | "today" | "user">;

/**
 * Counts the mandates whose rents the agency receives without a valid account of this month: none while the books are
 * closed.
 */
export const compterSansCompte = (db: Db, mois: Mois) => {
  const au = dernierJour(mois);
  return db.all<{ nombre: number }>(sql`
    SELECT count(*) AS nombre FROM (
      SELECT m.id FROM "Mission" m WHERE m.id IN (${mandatsSansCompte(mois)})
      UNION SELECT c."MissionId" FROM ${comptesRendus} c WHERE c.mois = ${mois} AND c.etat = 'brouillon') attendu
    WHERE ${debutComptes} <= ${au} AND ${fondsDe(sql`attendu.id`, au)} = 'agence'`);
};

/**
 * Makes the drafts that are missing of the mandates whose period ends with this month (cloture/README §12.17): those
 * that have terms, or lines in the books, and no account of this month or a later one.
 * @returns how many were made
 * @throws Invalid for a month to come.
 */
export async function preparerComptes(
  { db, today, user }: Cloture,
  mois: Mois,
): Promise<{ crees: number }> {
  if (mois > moisDe(today)) throw new Invalid({ mois: "Ce mois n’a pas commencé." });
  const au = dernierJour(mois);
  const manquants = mandatsSansCompte(mois);
  const { crees } = await db.write({
    traces: trace(db, {
      entite: "Mission",
      entiteId: sql`(${manquants})`,
      etat: "Compte rendu préparé",
      user,
      details: { mois },
    }),
    crees: db.run(sql`INSERT INTO ${comptesRendus} ("MissionId", mois, du, au)
      SELECT manquant.id, ${mois}, ${premierJour(mois)}, ${au} FROM (${manquants}) manquant ORDER BY manquant.id`),
  });
  return { crees: crees.rowsAffected };
}

/**
 * Deletes the draft of an account: the next account will tell its lines.
 *
 * @throws NotFound; Conflict when it is valid.
 */
export async function supprimerBrouillon({ db, user }: Contexte, id: number): Promise<void> {
  const mandat = sql`SELECT "MissionId" FROM ${comptesRendus} WHERE id = ${id} AND etat = 'brouillon'`;
  const { etat, supprime } = await db.write({
    etat: db.all<{ etat: string }>(sql`SELECT etat FROM ${comptesRendus} WHERE id = ${id}`),
    trace: trace(db, {
      entite: "Mission",
      entiteId: sql`(${mandat})`,
      etat: "Brouillon de compte rendu supprimé",
      user,
    }),
    supprime: db.run(sql`DELETE FROM ${comptesRendus} WHERE id = ${id} AND etat = 'brouillon'`),
  });
  if (!etat[0]) throw new NotFound();
  if (supprime.rowsAffected === 0) {
    throw new Conflict("Ce compte rendu est validé : le prochain le corrige.");
  }
}

/** An account as its row tells it. */
interface Entete {
  id: number;
  MissionId: number;
  mois: Mois;
  etat: "brouillon" | "valide";
  /** The version of its mandate, read before all that the account is worked out from. */
  version: number;
  /** The first earlier draft of the mandate, and its last later valid account. */
  avant: Mois | null;
  apres: Mois | null;
}

const lireEntetes = (db: Db, ids: readonly number[]) =>
  db.all<Entete>(sql`
    SELECT c.id, c."MissionId", c.mois, c.etat, m."versionDuCompte" AS version,
      (SELECT min(p.mois) FROM ${comptesRendus} p WHERE p."MissionId" = c."MissionId" AND p.etat = 'brouillon'
        AND p.mois < c.mois) AS avant,
      (SELECT max(p.mois) FROM ${comptesRendus} p WHERE p."MissionId" = c."MissionId" AND p.etat = 'valide'
        AND p.mois > c.mois) AS apres
    FROM ${comptesRendus} c JOIN "Mission" m ON m.id = c."MissionId"
    WHERE c.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY c.mois, c.id`);

/** An account worked out, ready to be made valid. */
interface Etabli {
  entete: Entete;
  donnees: DonneesDuCompte;
  compte: CompteEtabli;
}

/** The accounts that one write validates: it must stay far below the time limit of the database. */
const COMPTES_PAR_ECRITURE = 50;
const ESSAIS = 10;

/**
 * Validates accounts (cloture/README §12.17), the earliest first. For each, all at once or not at all: its sums, its
 * paper and its lines are fixed, its fees posted and invoiced, and the owners' sums set apart. An account that changed
 * since it was read is read again.
 *
 * @returns the result of each, in the order asked
 */
export async function validerComptes(
  ctx: Cloture,
  ids: readonly number[],
): Promise<ValidationDeCompte[]> {
  const { db } = ctx;
  const { entetes, reglages, debut } = await db.read({
    entetes: lireEntetes(db, ids),
    reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
    debut: db.all<{ debut: Jour | null }>(sql`SELECT ${debutComptes} AS debut`),
  });
  const faits = new Map<number, ValidationDeCompte>();
  const agence = agenceDe(reglages);
  if (!debut[0]?.debut) {
    throw new Conflict("Les comptes ne sont pas ouverts : signez d’abord la reprise des soldes.");
  }
  for (const [, duMois] of Map.groupBy(entetes, ({ mois }) => mois)) {
    for (let rang = 0; rang < duMois.length; rang += COMPTES_PAR_ECRITURE) {
      const lot = duMois.slice(rang, rang + COMPTES_PAR_ECRITURE).map(({ id }) => id);
      for (const fait of await validerLot(ctx, lot, agence)) faits.set(fait.id, fait);
    }
  }
  return ids.map((id) => faits.get(id) ?? refuse(id, "Ce compte rendu n’existe pas."));
}

const refuse = (id: number, raison: string): ValidationDeCompte => ({
  id,
  resultat: "refuse",
  raison,
});

async function validerLot(
  ctx: Cloture,
  ids: readonly number[],
  agence: Agence,
): Promise<ValidationDeCompte[]> {
  for (let essai = 0; essai < ESSAIS; essai++) {
    const { faits, etablis } = await etablirLot(ctx, ids);
    if (etablis.length === 0) return faits;
    try {
      await ecrireLot(ctx, etablis, agence);
      return [
        ...faits,
        ...etablis.map(({ entete: { id } }) => ({ id, resultat: "valide" as const, raison: null })),
      ];
    } catch (error) {
      if (!(error instanceof LostRace || isLostRace(error))) throw error;
    }
  }
  const raison = "Les comptes de ce mandat changent en ce moment même : recommencez.";
  const { faits, etablis } = await etablirLot(ctx, ids);
  return [...faits, ...etablis.map(({ entete: { id } }) => refuse(id, raison))];
}

/** Works out the accounts that may be made valid, and says of the others why they may not. */
async function etablirLot(ctx: Cloture, ids: readonly number[]) {
  const faits: ValidationDeCompte[] = [];
  const brouillons: Entete[] = [];
  for (const entete of await lireEntetes(ctx.db, ids)) {
    const { id, mois, etat, avant, apres } = entete;
    const tropTot = refusDeRendre(mois, ctx.today);
    if (etat === "valide") faits.push({ id, resultat: "deja", raison: null });
    else if (avant)
      faits.push(refuse(id, `Validez d’abord le compte rendu de ${moisEnLettres(avant)}.`));
    else if (apres)
      faits.push(refuse(id, `Le compte rendu de ${moisEnLettres(apres)} est déjà validé.`));
    else if (tropTot) faits.push(refuse(id, tropTot));
    else brouillons.push(entete);
  }
  const donnees = await lireDonnees(ctx, brouillons);
  const etablis = brouillons.flatMap((entete, rang): Etabli[] => {
    const duCompte = donnees[rang];
    if (!duCompte) return [];
    const compte = etablir(duCompte);
    const bloquantes = anomaliesDe(duCompte, compte).filter(({ bloque }) => bloque === "cloture");
    if (bloquantes.length === 0) return [{ entete, donnees: duCompte, compte }];
    faits.push(refuse(entete.id, bloquantes.map(({ detail }) => detail).join(" ")));
    return [];
  });
  return { faits, etablis };
}

/** The condition that nothing of what these accounts rest on changed since they were read: they are drafts still. */
function inchanges(etablis: readonly Etabli[]) {
  const lues = etablis.map(({ entete: { MissionId, version } }) => ({ MissionId, version }));
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(lues)}) lue
    LEFT JOIN "Mission" m ON m.id = lue.value ->> 'MissionId'
    WHERE m."versionDuCompte" IS NOT lue.value ->> 'version')`;
}

/** The day of the entries of a closing, and the regime of VAT of what it invoices. */
interface Passation {
  date: Jour;
  regime: RegimeTva;
}

/** The key of an entry that the closing of an account posts. */
const cleDe = (id: number, quoi: string): string => `compte-rendu ${id} ${quoi}`;

/** The fees of an invoice, or of a credit note, above zero, by kind and rate of VAT. */
const parTaux = (lignes: readonly HonoraireEtabli[]): HonorairesAuTaux[] =>
  [...Map.groupBy(lignes, ({ genre, tauxTva }) => `${genre} ${tauxTva}`).values()].map(
    (siennes) => ({
      genre: siennes[0]?.genre ?? "autres",
      tauxTva: siennes[0]?.tauxTva ?? 0,
      ht: Math.abs(somme(siennes, ({ ht }) => ht)),
      tva: Math.abs(somme(siennes, ({ tva }) => tva)),
    }),
  );

/** The entries by which an account invoices its fees, in the agency's own book. */
const ecrituresDeFacture = (
  { entete: { id, MissionId, mois }, compte }: Etabli,
  { date, regime }: Passation,
): EcritureAPoster[] =>
  compte.factures.map(({ serie, lignes }) => {
    const facturee = honorairesFactures(MissionId, parTaux(lignes), regime);
    return {
      ...(serie === "AV" ? extourne(facturee) : facturee),
      date,
      libelle: libelleDesHonoraires(serie, mois),
      facture: { CompteRenduId: id, serie },
      cle: cleDe(id, `${serie} H`),
    };
  });

/** The entry by which the VAT of the fees that an account takes, or gives back, becomes due. */
function ecrituresDeTva(
  { entete: { id, MissionId, mois }, compte, donnees }: Etabli,
  { date, regime }: Passation,
): EcritureAPoster[] {
  const { avant, dus, rendus } = compte.prelevement;
  const facturee = regime === "debits" ? [] : compte.factures.flatMap(({ lignes }) => [...lignes]);
  const tva = tvaExigible(reunirTva([...donnees.dettesHonoraires.tva, ...facturee]), {
    regle: avant + dus + rendus,
    du: donnees.dettesHonoraires.du + compte.honorairesTTC,
  });
  if (tva.length === 0) return [];
  return [
    {
      ...tvaDesHonoraires(MissionId, tva),
      date,
      libelle: `TVA des honoraires pris, ${moisEnLettres(mois)}`,
      piece: compte.contenu.numero,
      cle: cleDe(id, "TVA"),
    },
  ];
}

const libelleDesHonoraires = (serie: "FH" | "AV", mois: Mois): string =>
  `${serie === "AV" ? "Honoraires rendus" : "Honoraires de gestion"}, ${moisEnLettres(mois)}`;

/** The entries by which an account takes its fees, and those due before it, or gives some back. */
function ecrituresDePrelevement(
  { entete: { id, MissionId, mois }, compte }: Etabli,
  { date }: Passation,
): EcritureAPoster[] {
  const { avant, dus, rendus } = compte.prelevement;
  const facture = (serie: "FH" | "AV") =>
    compte.factures.some((faite) => faite.serie === serie)
      ? { facture: { CompteRenduId: id, serie } }
      : { piece: compte.contenu.numero };
  return [
    {
      ...honorairesPreleves(MissionId, avant),
      date,
      libelle: `Honoraires dus, pris en ${moisEnLettres(mois)}`,
      piece: compte.contenu.numero,
      cle: cleDe(id, "DUS G"),
    },
    {
      ...honorairesPreleves(MissionId, dus),
      date,
      libelle: libelleDesHonoraires("FH", mois),
      ...facture("FH"),
      cle: cleDe(id, "FH G"),
    },
    {
      ...extourne(honorairesPreleves(MissionId, 0 - rendus)),
      date,
      libelle: libelleDesHonoraires("AV", mois),
      ...facture("AV"),
      cle: cleDe(id, "AV G"),
    },
  ].filter(({ lignes }) => lignes.length > 0);
}

/** The entries of the closing of an account: its fees in both books, and the owners' sums. */
function ecrituresDe(etabli: Etabli, passation: Passation): EcritureAPoster[] {
  const { date } = passation;
  const {
    entete: { id, MissionId, mois },
    compte: { reversement, contenu },
  } = etabli;
  const honoraires = [
    ...ecrituresDePrelevement(etabli, passation),
    ...ecrituresDeFacture(etabli, passation),
    ...ecrituresDeTva(etabli, passation),
  ];
  if (reversement === 0) return honoraires;
  return [
    ...honoraires,
    {
      ...reversementDecide(MissionId, reversement),
      date,
      libelle: `À reverser, ${moisEnLettres(mois)}`,
      piece: contenu.numero,
      cle: cleDe(id, "REV"),
    },
  ];
}

/** Writes the whole validation of these accounts, of different mandates, or nothing when one of them changed. */
async function ecrireLot(
  { db, user, today, now }: Cloture,
  etablis: readonly Etabli[],
  agence: Agence,
): Promise<void> {
  const factures = etablis.flatMap(({ entete: { id, MissionId }, donnees, compte }) =>
    compte.factures.map(
      (facture): FactureAFaire => ({
        serie: facture.serie,
        MissionId,
        CompteRenduId: id,
        ht: facture.ht,
        tva: facture.tva,
        ttc: facture.ttc,
        contenu: contenuFacture(donnees, compte, facture, { agence, date: today }),
      }),
    ),
  );
  const comptes = etablis.map(({ entete: { id, MissionId, mois }, compte }) => ({
    id,
    MissionId,
    mois,
    du: compte.contenu.du,
    au: compte.contenu.au,
    solde: compte.solde,
    encaissements: compte.encaissements,
    depenses: compte.depenses,
    honorairesTTC: compte.honorairesTTC,
    provision: compte.provision,
    reversement: compte.reversement,
    contenu: compte.contenu,
    parts: (compte.parts ?? []).filter(({ num, montant }) => num > 0 || montant > 0),
  }));
  const json = JSON.stringify(comptes);
  const mois = comptes[0]?.mois;
  const ids = JSON.stringify(comptes.map(({ id }) => id));
  const aRendre = JSON.stringify(comptes.map(({ id, MissionId, au }) => ({ id, MissionId, au })));
  await db.write({
    garde: provided(db, inchanges(etablis)),
    traces: trace(db, {
      entite: "CompteRendu",
      entiteId: sql`(SELECT value FROM json_each(${ids}))`,
      etat: "Validé",
      user,
    }),
    valides: db.run(sql`
      UPDATE ${comptesRendus} SET etat = 'valide', du = v.value ->> 'du', au = v.value ->> 'au', "clotureLe" = ${today},
        solde = v.value ->> 'solde', encaissements = v.value ->> 'encaissements', depenses = v.value ->> 'depenses',
        "honorairesTTC" = v.value ->> 'honorairesTTC', provision = v.value ->> 'provision',
        reversement = v.value ->> 'reversement', contenu = v.value ->> 'contenu', "validePar" = ${user},
        "valideLe" = ${now.toISOString()}, "updatedAt" = ${MAINTENANT},
        "derniereEcritureId" = (SELECT max(id) FROM ${ecritures})
      FROM json_each(${json}) v WHERE ${comptesRendus.id} = v.value ->> 'id'`),
    parts: db.run(sql`
      INSERT INTO ${partsCompteRendu} ("CompteRenduId", "ClientId", rang, num, den, montant)
      SELECT v.value ->> 'id', p.value ->> 'ClientId', p.key, p.value ->> 'num', p.value ->> 'den', p.value ->> 'montant'
      FROM json_each(${json}) v, json_each(v.value, '$.parts') p ORDER BY v.key, p.key`),
    frais: prendreFrais(db, json),
    factures: facturer(db, factures, { date: today, user }),
    rendues: db.run(sql`
      INSERT INTO ${comptesRendusLignes} ("LigneId", "CompteRenduId")
      SELECT l.id, d.value ->> 'id' FROM ${lignesNonRendues(aRendre)} ORDER BY l.id`),
    ...poster(
      db,
      etablis.flatMap((etabli) =>
        ecrituresDe(etabli, { date: today, regime: regimeTva(agence, today) }),
      ),
      { today, user },
    ),
    siennes: db.run(sql`
      INSERT INTO ${comptesRendusLignes} ("LigneId", "CompteRenduId")
      SELECT l.id, k.value FROM json_each(${ids}) k
      JOIN "Ecriture" e ON e.cle IN ('compte-rendu ' || k.value || ' DUS G', 'compte-rendu ' || k.value || ' FH G',
        'compte-rendu ' || k.value || ' AV G', 'compte-rendu ' || k.value || ' REV')
      JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre = '4670' ORDER BY l.id`),
    ...(mois ? cloreSiToutEstRendu(db, mois) : {}),
  });
}
