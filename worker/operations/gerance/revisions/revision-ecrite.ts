import { eq, type SQL, sql } from "drizzle-orm";
import { ajouterJours, formatJour, type Jour } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import type { LoyerAEcrire } from "#domain/gerance/revisions/changement.ts";
import { type Complement, totalDesComplements } from "#domain/gerance/revisions/complement.ts";
import { provisionChange, remiseEnCours } from "#domain/gerance/revisions/loyers.ts";
import type { ChiffresDeRevision } from "#domain/gerance/revisions/revision-lue.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import { isLostRace } from "#worker/db/failures.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { indicesValeurs, loyersHistoriques, revisions } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { asRead, provided } from "#worker/db/versions.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { effacer } from "#worker/files.ts";
import { dernierMoisFacture, ligneEcrite } from "#worker/operations/biens/loyers.ts";
import { afficherLoyers } from "#worker/operations/biens/loyers-affiches.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { deposerLettre, envoyerLettre } from "#worker/operations/courriels/lettres-au-locataire.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import type { papierDe } from "#worker/operations/fichiers/visuels.ts";
import {
  bailleursDuDossier,
  type DossierRelance,
  locatairesDe,
} from "#worker/operations/gerance/relances/dettes.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { completerLesMois } from "#worker/operations/quittances/complements.ts";
import {
  accordRequis,
  type BailARevoir,
  bailleursEcrits,
  quittancesAVenir,
} from "./faits-de-revision.ts";

const CHANGE = "Le dossier a changé entre-temps : relisez cette révision.";

export const TYPE_DE_LETTRE = "lettreRevision";

export type Papier = Awaited<ReturnType<typeof papierDe>>;

/** The parties and the dwelling that a letter to the tenants of a dossier names. */
export const nommes = (dossier: DossierRelance, papier: Papier, emission: string) => ({
  stationnement: false,
  bailleurs: bailleursDuDossier(dossier),
  locataires: locatairesDe(dossier),
  logement: dossier.appartement,
  destinataire: dossier.appartement,
  emission,
  reference: referenceDeDossier(dossier.id),
  ...papier,
});

/** The facts of a lease for its letters of revision. @param effetLe the day of effect of the revision */
export function faitsDeLaLettre(bail: BailARevoir, anniversaire: Jour, effetLe: Jour) {
  const faits = bail.faits(anniversaire);
  const veille = ajouterJours(effetLe, -1);
  return {
    bailDu: bail.dateCreationBail,
    regime: faits.bail.regime,
    chargesMode: faits.bail.chargesMode,
    anniversaire,
    provisionEtRevision: provisionChange(faits.loyers, effetLe),
    remiseJusquau: remiseEnCours(faits.loyers, veille) === null ? null : veille,
  };
}

/** A revision to replace, not cancelled yet, with the day on which its letter was posted. */
interface Remplacee {
  id: number;
  effetLe: Jour;
  posteeLe: Jour;
}

/** A revision to write, with the letter that asks for it. */
export interface RevisionAEcrire {
  bail: BailARevoir;
  composed: Composed;
  canal: "courriel" | "lettre";
  /** The mailboxes of the tenant, when the letter leaves by mail. */
  adresses: readonly string[];
  anniversaire: Jour;
  demandeLe: Jour;
  chiffres: ChiffresDeRevision;
  ligne: LoyerAEcrire;
  complements: readonly Complement[];
  remplacee: Remplacee | null;
}

/**
 * Writes a revision: its row and its rent, its letter, its mail, the receipts that complete months already billed,
 * and the history, all or none.
 * @throws Conflict when the lease changed since it was read, or when its mandate ended before a month to complete.
 */
export async function ecrireRevision(
  ctx: Contexte,
  aEcrire: RevisionAEcrire,
): Promise<{ id: number; courriels: CourrielAPartir[] }> {
  const { db, env } = ctx;
  const { anniversaire, bail, complements, composed, remplacee } = aEcrire;
  const DossierId = bail.id;
  const vivante = sql`(SELECT id FROM ${revisions} WHERE "DossierId" = ${DossierId}
    AND anniversaire = ${anniversaire} AND "annuleeLe" IS NULL)`;
  const quittances =
    complements.length === 0
      ? null
      : await completerLesMois(ctx, { DossierId, complements, RevisionId: vivante });
  const lettre = { DossierId, type: TYPE_DE_LETTRE, composed } as const;
  const { key, statements } = await deposerLettre(ctx, lettre);
  const ecrit = await db
    .write({
      garde: provided(
        db,
        sql`${bailInchange(ctx, aEcrire)}
        AND ${vivante} IS ${remplacee?.id ?? null}`,
      ),
      ...statements,
      ...(remplacee ? remplacement(ctx, remplacee) : {}),
      ...lignesEcrites(ctx, aEcrire, { key, vivante }),
      ...(quittances?.statements ?? {}),
      touche: db.update(dossiers).set({ updatedAt: MAINTENANT }).where(eq(dossiers.id, DossierId)),
      ...afficherLoyers(ctx, eq(dossiers.id, DossierId)),
      faite: db.all<{ id: number }>(sql`SELECT ${vivante} AS id`),
    })
    .catch(async (error: unknown) => {
      await effacer(env, [key]);
      throw isLostRace(error) ? new Conflict(CHANGE) : error;
    });
  const avis = await quittances?.consommer();
  return { id: ecrit.faite[0]?.id ?? 0, courriels: [...ecrit.courriel, ...(avis ?? [])] };
}

/**
 * The condition that the lease, its mandate, the index, and the receipts that the revision completes are as they were
 * read.
 */
function bailInchange(
  { today }: Pick<Contexte, "today">,
  { bail, chiffres, complements, remplacee }: RevisionAEcrire,
): SQL {
  const { id: DossierId, dernierMois, version } = bail;
  const factures =
    complements.length === 0
      ? sql`true`
      : sql`${quittancesAVenir(sql`${DossierId}`, today)} IS ${bail.quittances}`;
  return sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.id} = ${DossierId}
      AND ${asRead(dossiers, { version })}) AND ${dernierMoisFacture(DossierId)} IS ${dernierMois}
    AND ${accordsCommeLus(bail, today)} AND ${remplacee ? sql`true` : indiceCommeLu(chiffres)} AND ${factures}`;
}

/** The condition that the mandate asks for the same agreement, of the same owners, as when the lease was read. */
const accordsCommeLus = (
  { AppartementId, accordRequis: de, bailleursEcrits: bailleursLus }: BailARevoir,
  today: Jour,
): SQL =>
  sql`${accordRequis(sql`${AppartementId}`, today)} IS ${de}
    AND ${de === null ? sql`1` : sql`${bailleursEcrits(sql`${AppartementId}`)} = ${bailleursLus}`}`;

/** The condition that nobody corrected the index since it was read. */
const indiceCommeLu = ({ serie, annee, trimestre, indiceNouveau }: ChiffresDeRevision): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${indicesValeurs} WHERE serie = ${serie} AND annee = ${annee}
    AND trimestre = ${trimestre} AND "remplaceLe" IS NULL AND valeur <> ${enCentimes(indiceNouveau)})`;

/** The statements that annul a replaced revision and its rent. */
function remplacement({ db, now, user }: Contexte, { id, posteeLe }: Remplacee) {
  return {
    remplacee: db
      .update(revisions)
      .set({
        ...{ posteeLe, annuleeLe: now.toISOString(), annuleePar: user },
        motifAnnulation: `Lettre postée le ${formatJour(posteeLe)}, trop tard pour son effet.`,
        updatedAt: MAINTENANT,
      })
      .where(eq(revisions.id, id)),
    loyerRemplace: db
      .update(loyersHistoriques)
      .set({ annuleLe: now.toISOString(), annulePar: user })
      .where(
        sql`${loyersHistoriques.RevisionId} = ${id} AND ${loyersHistoriques.annuleLe} IS NULL`,
      ),
  };
}

/** The statements of the row of a revision, its rent, its mail and its history. */
function lignesEcrites(
  { db, now, user }: Contexte,
  aEcrire: RevisionAEcrire,
  { key, vivante }: { key: string; vivante: SQL },
) {
  const { adresses, anniversaire, bail, canal, chiffres, complements, demandeLe } = aEcrire;
  const { ligne, remplacee } = aEcrire;
  const { id: DossierId, dpeClasse } = bail;
  const { effetLe, loyerApres, loyerAvant } = chiffres;
  const complement = enEuros(totalDesComplements(complements));
  const parCourriel = canal === "courriel";
  return {
    historique: trace(db, {
      ...{ entite: "Dossier", entiteId: DossierId, user },
      ...(remplacee
        ? {
            etat: "Effet de la révision reporté",
            details: { posteeLe: remplacee.posteeLe, effetLe: [remplacee.effetLe, effetLe] },
          }
        : {
            etat: "Révision demandée",
            details: {
              ...{ loyerHC: [loyerAvant, loyerApres], effetLe, canal },
              ...(complement > 0 ? { complement } : {}),
            },
          }),
    }),
    courriel: envoyerLettre(
      { db, user },
      {
        ...{ DossierId, type: TYPE_DE_LETTRE, adresses, key, quand: sql`${parCourriel}` },
        objet: `Révision de votre loyer au ${formatJour(effetLe)}`,
        texte: TEXTE_DU_COURRIEL,
      },
    ),
    revision: db.insert(revisions).values({
      ...{ DossierId, anniversaire, demandeLe, canal, user, dpeClasse, ...chiffres },
      posteeLe: remplacee?.posteeLe ?? null,
      indiceAncien: enCentimes(chiffres.indiceAncien),
      indiceNouveau: enCentimes(chiffres.indiceNouveau),
      StoredFileId: idDuDepot(key),
      CourrielId: sql`(SELECT max(c.id) FROM ${courriels} c WHERE ${parCourriel} AND c."StoredFileId" = ${idDuDepot(key)})`,
      createdAt: now.toISOString(),
    }),
    loyer: db
      .insert(loyersHistoriques)
      .values({ ...ligneEcrite(DossierId, ligne, user), RevisionId: vivante }),
  };
}

const TEXTE_DU_COURRIEL = `Madame, Monsieur,

Vous trouverez ci-joint la demande de révision annuelle de votre loyer, avec son calcul et le jour où elle prend effet.

Nous restons à votre disposition pour toute question.`;
