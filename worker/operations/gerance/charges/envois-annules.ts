import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Jour, type Mois, plusTard } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import {
  annulationDite,
  type LoyerRendu,
  provisionRendue,
  refusDAnnulation,
  rendreProvision,
} from "#domain/gerance/charges/annulation.ts";
import { nomDExercice } from "#domain/gerance/charges/exercice.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { DECOMPTE_ANNULE } from "#domain/gerance/revisions/loyers-remplaces.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import { COURRIELS_PARTIS, type CourrielAPartir } from "#domain/quittances/courriel.ts";
import type { Statements } from "#worker/db/client.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { decompteSansEffet } from "#worker/documents/locataires/regularisation-charges.ts";
import { effacer } from "#worker/files.ts";
import {
  dernierMoisFacture,
  ligneEcrite,
  lireLoyers,
  repris,
  retirerAvenants,
} from "#worker/operations/biens/loyers.ts";
import { afficherLoyers } from "#worker/operations/biens/loyers-affiches.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { deposerLettre, envoyerLettre } from "#worker/operations/courriels/lettres-au-locataire.ts";
import { annulerCourriel } from "#worker/operations/courriels/outbox.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { cleDuDecompte } from "#worker/operations/gerance/livres/cles-des-soldes.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import { lireComptes, rendre } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { libererPaiements } from "#worker/operations/gerance/locataires/paiements-liberes.ts";
import {
  type QuittanceAvant,
  reunir,
  type Suites,
  suitesDe,
} from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import {
  finirReglements,
  lireParts,
  reglentSeulement,
  renduesDe,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import { chargerDossiers, mailsDesLocataires } from "#worker/operations/gerance/relances/dettes.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { nommes } from "./envois.ts";

const TYPE = "regularisationCharges";

export interface DecompteAnnule {
  /** Whether a letter tells the tenant of the cancellation. */
  lettre: boolean;
  /** The R2 key of the letter, to print and post it, when no mail sends it; else null. */
  aImprimer: string | null;
  warnings: string[];
  suites: Suites;
  aPartir: CourrielAPartir[];
}

interface Demande {
  id: number;
  motif: string;
}

/**
 * Cancels a statement of charges that was sent (charges/README §16.6). It stays, marked as cancelled, and its entries
 * are reversed: what the tenant paid of it becomes an advance, and the credit that it gave is owed again. Its
 * provision is withdrawn while no receipt bills it. A mail that has not left is called back; otherwise a letter tells
 * the tenant, by the same channel.
 * @throws NotFound when there is no such statement; Conflict when the statement is cancelled already, when a
 * rectifying statement or the account of a departure rests on it, when a waiver, an offset or a deposit settled it,
 * or when its credit was already given back to the tenant.
 */
export const annulerDecompte = (ctx: Contexte, demande: Demande): Promise<DecompteAnnule> =>
  onWhatIsRead(() => annuler(ctx, demande));

type Lu = Awaited<ReturnType<typeof lire>>;

/**
 * The statement, and the facts that decide whether it may be cancelled.
 * @throws NotFound when there is no such statement
 */
async function lire({ db }: Pick<Contexte, "db">, id: number) {
  const [row] = await db.select().from(decomptes).where(eq(decomptes.id, id));
  const [faits] = await db.all<{
    cle: string;
    courriel: (typeof courriels.$inferSelect)["etat"] | null;
    rectifieLe: Jour | null;
    soldeLe: Jour | null;
    version: number;
    dernierMois: Mois | null;
  }>(sql`
    SELECT ${cleDuDecompte(sql`d`)} AS cle, (SELECT etat FROM ${courriels} WHERE id = d."CourrielId") AS courriel,
      (SELECT suite."envoyeLe" FROM ${decomptes} suite WHERE suite."remplaceId" = d.id AND suite."annuleLe" IS NULL) AS "rectifieLe",
      (${soldesQuiEnDependent(sql`d`)}) AS "soldeLe",
      (SELECT version FROM ${dossiers} WHERE id = d."DossierId") AS version, ${dernierMoisFacture(sql`d."DossierId"`)} AS "dernierMois"
    FROM ${decomptes} d WHERE d.id = ${id}`);
  if (!row || !faits) throw new NotFound("Ce décompte n’existe pas.");
  return { ...row, ...faits };
}

/** The day of the latest account of a departure that counts the statement of alias `d`; null without one. */
const soldesQuiEnDependent = (d: SQL): SQL => sql`SELECT max(s.date) FROM ${soldesDepart} s
  JOIN ${departs} p ON p.id = s."DepartId" WHERE p."DossierId" = ${d}."DossierId" AND s.genre = 'charges' AND s."annuleLe" IS NULL
    AND (s.contenu ->> '$.charges.decompte') IS NOT NULL AND (s.contenu ->> '$.charges.du') <= ${d}.au
    AND (s.contenu ->> '$.charges.au') >= ${d}.du`;

async function annuler(ctx: Contexte, { id, motif }: Demande): Promise<DecompteAnnule> {
  const { db, env, today, user } = ctx;
  const decompte = await lire(ctx, id);
  const { contenu, DossierId } = decompte;
  const refus = refusDAnnulation({
    annule: decompte.annuleLe !== null,
    ...{ rectifieLe: decompte.rectifieLe, soldeLe: decompte.soldeLe },
  });
  if (refus) throw new Conflict(refus);
  const argent = await defaire(ctx, decompte);
  const provision = await defaireLaProvision(ctx, decompte);
  const partie =
    decompte.canal === "lettre" || COURRIELS_PARTIS.includes(decompte.courriel ?? "annule");
  const avis = partie ? await lettreDAnnulation(ctx, decompte, provision.enVigueur) : null;
  try {
    const ecrit = await db.write({
      garde: provided(db, sql`${argent.quand} AND ${encore(decompte)}`),
      decompteAnnule: trace(db, {
        ...{ entite: "Dossier", entiteId: DossierId, etat: "Décompte annulé", user },
        details: { motif, exercice: contenu.annee, solde: enEuros(decompte.montant) },
      }),
      decompte: db
        .update(decomptes)
        .set({ annuleLe: today, annulePar: user, motifAnnulation: motif })
        .where(eq(decomptes.id, id)),
      courrielAnnule: annulerCourriel(db, decompte.CourrielId),
      ...argent.statements,
      ...provision.statements,
      dossierDit: db.run(
        sql`UPDATE ${dossiers} SET "updatedAt" = ${MAINTENANT} WHERE id = ${DossierId}`,
      ),
      ...(avis?.statements ?? {}),
      avis: db.all<CourrielAPartir>(
        avis
          ? sql`SELECT id, "partLe" FROM ${courriels} WHERE "StoredFileId" = ${idDuDepot(avis.key)}`
          : sql`SELECT 1 AS id, NULL AS "partLe" WHERE false`,
      ),
    });
    return {
      lettre: avis !== null,
      aImprimer: avis !== null && ecrit.avis.length === 0 ? avis.key : null,
      warnings: provision.warnings,
      suites: argent.suites ? suitesDe(argent.avant, attenteDe(ecrit)) : reunir(),
      aPartir: ecrit.avis,
    };
  } catch (error) {
    if (avis) await effacer(env, [avis.key]);
    throw error;
  }
}

/** True while the statement, its mail, its lease and the last month billed to the tenant are as they were read. */
const encore = ({ id, DossierId, version, courriel, CourrielId, dernierMois }: Lu): SQL => sql`
  EXISTS (SELECT 1 FROM ${decomptes} d WHERE d.id = ${id} AND d."annuleLe" IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${decomptes} suite WHERE suite."remplaceId" = d.id AND suite."annuleLe" IS NULL)
    AND (${soldesQuiEnDependent(sql`d`)}) IS NULL)
  AND (SELECT version FROM ${dossiers} WHERE id = ${DossierId}) = ${version}
  AND (SELECT etat FROM ${courriels} WHERE id = ${CourrielId}) IS ${courriel}
  AND ${dernierMoisFacture(DossierId)} IS ${dernierMois}`;

interface Defait {
  quand: SQL;
  avant: readonly QuittanceAvant[];
  statements: Statements;
  /** Whether the write settles receipts; the answer then gives their changes. */
  suites: boolean;
}

const attenteDe = (ecrit: object): Parameters<typeof suitesDe>[1] =>
  (ecrit as { attente?: Parameters<typeof suitesDe>[1] }).attente ?? [];

/** The SQL statements that undo what a statement of charges wrote in the books. */
async function defaire(ctx: Contexte, decompte: Lu): Promise<Defait> {
  if (!decompte.contenu.auCompte || decompte.montant === 0)
    return { quand: sql`true`, avant: [], statements: {}, suites: false };
  return decompte.montant > 0 ? retirer(ctx, decompte) : reprendre(ctx, decompte);
}

/** Withdraws the sum that the statement called, with its parts; what the tenant paid of it stays as an advance. */
async function retirer(ctx: Contexte, { cle, DossierId }: Lu): Promise<Defait> {
  const { db, today, user } = ctx;
  const ecrituresDuDecompte = sql`(SELECT o.id FROM ${ecritures} o WHERE o.cle IN (${cle}, ${`${cle} retrait`}, ${`${cle} parts`}))`;
  const { avant, inchange, liberees, apres } = await libererPaiements(ctx, {
    DossierId,
    lesquelles: sql`e."EcritureId" IN ${ecrituresDuDecompte}`,
    libelle: "Décompte annulé",
    refus: {
      sansArgent:
        "Ce décompte est soldé sans argent : annulez d’abord l’abandon, la compensation ou l’arrêté du départ qui le solde.",
      horsComptes: "Ce paiement n’est pas dans les comptes.",
    },
  });
  return {
    avant,
    quand: inchange,
    suites: true,
    statements: {
      ...liberees,
      ...extourner(db, sql`origine.id IN ${ecrituresDuDecompte}`, { today, user }),
      sommesRetirees: db.run(sql`
        INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
        SELECT NULL, e.id, e.reste, (SELECT x.id FROM ${ecritures} x WHERE x."annuleId" = e."EcritureId")
        FROM ${echeances} e WHERE e."EcritureId" IN ${ecrituresDuDecompte} AND e.reste > 0`),
      ...apres,
    },
  };
}

/** Takes back the advance that the statement made: the tenant owes again the sums that this advance settled. */
async function reprendre(ctx: Contexte, { cle, DossierId }: Lu): Promise<Defait> {
  const { db, today, user } = ctx;
  const { rows, parts } = await db.read({
    rows: db.all<{ id: number }>(
      sql`SELECT id FROM ${reglements} WHERE cle = ${cle} AND etat = 'credite'`,
    ),
    parts: lireParts(db, sql`r.cle = ${cle}`),
  });
  if (parts.some(({ nature }) => nature === "depot")) {
    throw new Conflict(
      "Ce crédit est dans un compte de sortie arrêté : annulez d’abord cet arrêté, dans le départ du dossier.",
    );
  }
  if (parts.some(({ nature }) => nature === "trop_percu"))
    throw new Conflict(
      "Ce crédit est rendu au locataire : annulez d’abord ce trop-perçu, au compte.",
    );
  const ids = rows.map(({ id }) => id);
  const { rendues, QuitanceIds } = renduesDe(parts);
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
  rendre(comptes, { ids, rendues });
  const { avant, inchange, ecrites } = await regler(ctx, { comptes, rendues });
  const { lignesExtournees, ecrituresExtournees } = extourner(db, sql`origine.cle = ${cle}`, {
    today,
    user,
  });
  return {
    avant,
    suites: true,
    quand: sql`${inchange} AND ${reglentSeulement(ids, QuitanceIds)}
      AND NOT EXISTS (SELECT 1 FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId" JOIN ${reglements} r ON r.id = i."ReglementId"
        WHERE r.cle = ${cle} AND e."QuitanceId" IS NULL AND e.id NOT IN (SELECT value FROM json_each(${JSON.stringify(rendues.map(({ id }) => id))}))
        GROUP BY e.id HAVING sum(i.montant) > 0)`,
    statements: {
      ...finirReglements(db, ids, { etat: "annule", motif: DECOMPTE_ANNULE, today, user }),
      lignesDuCredit: lignesExtournees,
      ecritureDuCredit: ecrituresExtournees,
      ...ecrites,
    },
  };
}

type LoyerLu = Awaited<ReturnType<typeof lireLoyers>>[number];

/**
 * The SQL statements that withdraw the provision which a statement of charges asked for, with the warnings for staff.
 * `enVigueur`: the provision that the tenant then pays; null when the statement asked for none.
 */
async function defaireLaProvision(ctx: Contexte, { DossierId, contenu, dernierMois }: Lu) {
  const { nouvelleProvision: voulue } = contenu;
  if (!voulue) return { statements: {}, warnings: [], enVigueur: null };
  const { depuis } = voulue;
  const loyers = await lireLoyers(ctx.db, DossierId);
  const rendues = rendreProvision(
    loyers,
    { depuis, montant: enCentimes(voulue.montant) },
    dernierMois,
  );
  if (!rendues)
    return {
      statements: {},
      warnings: [
        `La provision de ${formatEuros(voulue.montant)} que ce décompte demandait est facturée, ou a changé depuis : elle reste.`,
      ],
      enVigueur: provisionRendue(loyers, [], plusTard(ctx.today, depuis)),
    };
  return {
    statements: loyersRendus(ctx, DossierId, rendues),
    warnings: [],
    enVigueur: provisionRendue(loyers, rendues, depuis),
  };
}

function loyersRendus(
  ctx: Contexte,
  DossierId: number,
  rendues: readonly LoyerRendu<LoyerLu>[],
): Statements {
  const { db, now, user } = ctx;
  const lignes = rendues.flatMap(({ annule, ligne }) => (ligne ? [{ annule, ligne }] : []));
  return {
    loyersRetires: db
      .update(loyersHistoriques)
      .set({
        ...{ annuleLe: now.toISOString(), annulePar: user },
        motifAnnulation: DECOMPTE_ANNULE,
      })
      .where(
        inArray(
          loyersHistoriques.id,
          rendues.map(({ annule }) => annule.id),
        ),
      ),
    ...(lignes.length > 0
      ? {
          loyersRendus: db.insert(loyersHistoriques).values(
            lignes.map(({ annule, ligne }) => ({
              ...ligneEcrite(DossierId, ligne, user),
              ...repris(annule),
            })),
          ),
          avenantsRetires: retirerAvenants(
            db,
            lignes.map(({ annule }) => annule.id),
          ),
        }
      : {}),
    ...afficherLoyers(ctx, eq(dossiers.id, DossierId)),
  };
}

/** The letter that tells the tenant of the cancellation, and the SQL statements that store it and mail it. */
async function lettreDAnnulation(ctx: Contexte, decompte: Lu, provision: number | null) {
  const { DossierId, canal, contenu, envoyeLe, montant } = decompte;
  const [dossier] = await chargerDossiers(ctx.db, [DossierId]);
  if (!dossier) throw new NotFound();
  const phrase = annulationDite({
    ...{ annee: contenu.annee, envoyeLe, provision },
    rectifie: contenu.rectifie?.envoyeLe ?? null,
    somme: contenu.auCompte ? enEuros(montant) : 0,
  });
  const papier = await papierDe(ctx, await lireReglages(ctx.db));
  const composed = decompteSansEffet({
    ...nommes(dossier, papier, ctx.today),
    reference: referenceDeDossier(DossierId),
    ...{ envoyeLe, phrase },
  });
  const { key, statements } = await deposerLettre(ctx, { DossierId, type: TYPE, composed });
  const adresses = mailsDesLocataires(dossier);
  return {
    key,
    statements: {
      ...statements,
      lettreEnvoyee: envoyerLettre(ctx, {
        ...{ DossierId, type: TYPE, adresses, key },
        objet: `Décompte de vos charges, exercice ${nomDExercice(contenu.annee)} : annulé`,
        texte: `Madame, Monsieur,\n\n${phrase}`,
        quand: sql`${canal === "courriel" && adresses.length > 0}`,
      }),
    },
  };
}
