import { inArray, sql } from "drizzle-orm";
import { aujourdhui, formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import type { LoyerAEcrire } from "#domain/gerance/revisions/changement.ts";
import { jourDeDemande } from "#domain/gerance/revisions/effet.ts";
import { noterPostage } from "#domain/gerance/revisions/postage.ts";
import type { LettresPostees } from "#domain/gerance/revisions/revision-fiche.ts";
import type { Postees } from "#domain/gerance/revisions/revision-lue.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { revisions } from "#worker/db/schema/revisions.ts";
import { lettreRevision } from "#worker/documents/locataires/lettre-revision.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { chargerDossiers } from "#worker/operations/gerance/relances/dettes.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type BailARevoir, lireBauxARevoir } from "./faits-de-revision.ts";
import { ecrireRevision, faitsDeLaLettre, nommes, type Papier } from "./revision-ecrite.ts";
import { chiffresNotes, parmi } from "./revisions-du-mois.ts";

type RevisionLue = typeof revisions.$inferSelect;

/**
 * Notes the day on which the letters of revisions were posted (revisions/README §15.5), once each: noting the same
 * day again changes nothing. A revision whose letter was posted too late for its day of effect is replaced, with
 * another letter, or refused.
 * @throws Invalid for a day to come.
 */
export async function noterLettresPostees(
  ctx: Contexte,
  { ids, le }: LettresPostees,
): Promise<Postees> {
  if (le > ctx.today)
    throw new Invalid({ le: "Ce jour est à venir : notez-le une fois les lettres parties." });
  const trouvees = await ctx.db
    .select()
    .from(revisions)
    .where(inArray(revisions.id, [...ids]));
  const DossierIds = trouvees.map(({ DossierId }) => DossierId);
  const { baux } = await lireBauxARevoir(ctx.db, parmi(DossierIds), ctx.today);
  const papier = await papierDe(ctx, await lireReglages(ctx.db));
  const postees: Postees = { notees: [], deplacees: [], refusees: [] };
  for (const id of new Set(ids)) {
    const revision = trouvees.find((trouvee) => trouvee.id === id);
    const bail = baux.find((lu) => lu.id === revision?.DossierId);
    try {
      if (!revision || !bail) throw new Conflict("Cette révision n’existe pas.");
      const nouvelle = await noter(ctx, { revision, bail, papier, le });
      if (nouvelle) postees.deplacees.push({ ...nouvelle, DossierId: bail.id });
      else postees.notees.push(id);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      postees.refusees.push({ id, motif: error.message });
    }
  }
  return postees;
}

interface UneLettre {
  revision: RevisionLue;
  bail: BailARevoir;
  papier: Papier;
  le: Jour;
}

/**
 * Notes the day on which the letter of a revision was posted, or replaces a revision posted too late.
 * @returns the new revision; null when the revision keeps its day of effect.
 * @throws Conflict when nothing is noted, with the reason for staff.
 */
async function noter(ctx: Contexte, lettre: UneLettre) {
  const { bail, le, papier, revision } = lettre;
  const { anniversaire, canal, effetLe, loyerApres, chargeApres, posteeLe } = revision;
  if (canal !== "lettre" || effetLe === null || loyerApres === null || chargeApres === null)
    throw new Conflict("Cette révision n’a pas été demandée par lettre.");
  if (posteeLe === le) return null;
  if (posteeLe !== null)
    throw new Conflict(`Cette lettre est déjà notée postée le ${formatJour(posteeLe)}.`);
  if (revision.annuleeLe !== null) throw new Conflict("Cette révision est annulée.");
  const demandeLe = jourDeDemande({ canal: "lettre", posteeLe: le }, papier.agence.delaiPostal);
  const { refus, ligne } = noterPostage(
    bail.faits(anniversaire),
    {
      ...{ anniversaire, effetLe, faiteLe: aujourdhui(new Date(revision.createdAt)) },
      ...{ loyerApres: enCentimes(loyerApres), chargeApres: enCentimes(chargeApres) },
    },
    { posteeLe: le, demandeLe },
  );
  if (refus !== null) throw new Conflict(refus);
  if (ligne) return remplacer(ctx, { ...lettre, ligne, demandeLe, effetLe });
  await ecrire(ctx, { revision, le, demandeLe });
  return null;
}

async function ecrire(
  { db, user }: Contexte,
  { revision, le, demandeLe }: { revision: RevisionLue; le: Jour; demandeLe: Jour },
): Promise<void> {
  const encore = sql`${revisions.id} = ${revision.id} AND ${revisions.annuleeLe} IS NULL AND ${revisions.posteeLe} IS NULL`;
  const { notee } = await db.write({
    historique: trace(db, {
      ...{ entite: "Dossier", entiteId: revision.DossierId, user },
      etat: "Lettre de révision postée",
      details: { posteeLe: le },
      quand: sql`EXISTS (SELECT 1 FROM ${revisions} WHERE ${encore})`,
    }),
    notee: db
      .update(revisions)
      .set({ posteeLe: le, demandeLe, updatedAt: MAINTENANT })
      .where(encore),
  });
  if (notee.rowsAffected === 0)
    throw new Conflict("Cette révision a changé entre-temps : relisez-la.");
}

/**
 * Replaces a revision whose letter was posted too late: the new one has the same rent, another day of effect, and the
 * charges of that day.
 */
async function remplacer(
  ctx: Contexte,
  {
    bail,
    demandeLe,
    effetLe,
    le,
    ligne,
    papier,
    revision,
  }: UneLettre & { demandeLe: Jour; effetLe: Jour; ligne: LoyerAEcrire },
) {
  const [dossier] = await chargerDossiers(ctx.db, [bail.id]);
  const notes = chiffresNotes(revision);
  if (!dossier || !notes) throw new Conflict("Cette révision n’existe pas.");
  const { anniversaire } = revision;
  const chargeApres = enEuros(ligne.loyerCharge);
  const chargeAvant = notes.chargeAvant === notes.chargeApres ? chargeApres : notes.chargeAvant;
  const chiffres = { ...notes, chargeAvant, chargeApres, effetLe: ligne.depuis };
  const composed = lettreRevision({
    ...nommes(dossier, papier, ctx.today),
    ...faitsDeLaLettre(bail, anniversaire, ligne.depuis),
    ...{ demandeLe, chiffres, complements: [], remplacee: effetLe },
  });
  const { id } = await ecrireRevision(ctx, {
    ...{ bail, composed, anniversaire, demandeLe, chiffres, ligne },
    ...{ canal: "lettre", adresses: [], complements: [] },
    remplacee: { id: revision.id, effetLe, posteeLe: le },
  });
  return { id, effetLe: ligne.depuis };
}
