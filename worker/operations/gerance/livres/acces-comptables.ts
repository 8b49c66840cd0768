import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { Conflict, Invalid, NotFound, Unauthenticated } from "#domain/erreurs.ts";
import type {
  AccesComptableRow,
  ComptableEnVisite,
  FichierOffert,
  FichiersDuComptable,
} from "#domain/gerance/livres/acces-comptable.ts";
import { FICHIERS_DU_COMPTABLE } from "#domain/gerance/livres/acces-comptable.ts";
import type { DemandeAccesComptable } from "#domain/gerance/livres/acces-comptable-fiche.ts";
import {
  type CodeEnvoye,
  etatAcces,
  type LienProprietaire,
  REFUS_ACCES,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { rowExists } from "#worker/db/rows.ts";
import { ecritures } from "#worker/db/schema/gerance.ts";
import { accesComptables, visitesComptables } from "#worker/db/schema/mandants.ts";
import { courrielDuLienComptable } from "#worker/mail/acces-comptable.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import {
  demanderCode,
  EVENEMENTS_D_ACCES,
  JOUR,
  LIEN_INCONNU,
  type LiensPrives,
  oublierLiens,
  ouvrirParCode,
  type Post,
  pageDuLien,
  posterAuVisiteur,
  posterCode,
  VISITE_FINIE,
} from "#worker/operations/profils/codes-de-visite.ts";
import { dans, empreinteDe, nouveauSecret } from "#worker/operations/secrets-de-lien.ts";
import { exerciceHonoraires } from "./ecritures.ts";
import { lireExercice } from "./exercices.ts";

type Instant = Pick<Contexte, "db" | "now">;

const LIENS: LiensPrives = {
  table: accesComptables,
  visites: visitesComptables,
  lien: "AccesComptableId",
  retrait: "revoqueLe",
  evenements: EVENEMENTS_D_ACCES,
};

/** The subject of a line of the journal of security: « Comptable 3 ». */
const sujet = (id: number) => ({ personne: "Comptable", id });

/**
 * The state of an accountant's link. The only known mailbox of an accountant is the one to which the link was sent.
 */
const etatDe = (acces: { mail: string; expireLe: string; revoqueLe: string | null }, now: Date) =>
  etatAcces(acces, acces.mail, now);

/**
 * Sends the agency's accountant the link of a period's files (livres/README §12.26).
 *
 * @throws Invalid for a period that has not begun; Conflict when the mail surely did not leave.
 */
export async function envoyerAccesComptable(
  ctx: Pick<Contexte, "env" | "db" | "now" | "today" | "user">,
  { nom, mail, du, au, jours, device }: DemandeAccesComptable & { device: string },
): Promise<void> {
  const { env, db, now, today, user } = ctx;
  if (du > today) throw new Invalid({ du: "Cette période n’a pas commencé." });
  const agence = agenceDe(await lireReglages(db));
  const jeton = nouveauSecret();
  const empreinte = empreinteDe(jeton);
  await db.write({
    acces: db
      .insert(accesComptables)
      .values({ nom, mail, du, au, empreinte, expireLe: dans(now, jours * JOUR), user }),
    evenement: noter(db, {
      evenement: "acces_envoye",
      user,
      device,
      details: sql`(SELECT json_object('personne', 'Comptable', 'id', id) FROM ${accesComptables} WHERE empreinte = ${empreinte})`,
    }),
  });
  const url = `${env.PUBLIC_URL.replace(/\/+$/, "")}/comptable/${jeton}`;
  const texte = courrielDuLienComptable(agence, { nom, url, jours, du, au });
  if (await posterAuVisiteur(ctx, agence, { mail, texte })) return;
  // Nobody received this link: it is withdrawn.
  await db
    .update(accesComptables)
    .set({ revoqueLe: now.toISOString() })
    .where(eq(accesComptables.empreinte, empreinte));
  throw new Conflict("Le courriel n’est pas parti\u00A0: vérifiez l’adresse, puis réessayez.");
}

/** The links sent to accountants, the latest first. */
export async function lireAccesComptables({ db, now }: Instant): Promise<AccesComptableRow[]> {
  const liens = await db.select().from(accesComptables).orderBy(desc(accesComptables.id));
  return liens.map((acces) => {
    const { id, nom, mail, du, au, expireLe, revoqueLe, vuLe, user, createdAt } = acces;
    const etat = etatDe(acces, now);
    return { id, nom, mail, du, au, etat, expireLe, revoqueLe, vuLe, user, createdAt };
  });
}

/** Withdraws a link, which ends its visits at once. @throws NotFound when there is no such link */
export async function retirerAccesComptable(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  { id, device }: { id: number; device: string },
): Promise<void> {
  const lequel = eq(accesComptables.id, id);
  const encore = and(lequel, isNull(accesComptables.revoqueLe));
  const { trouves } = await db.write({
    trouves: db.select({ id: accesComptables.id }).from(accesComptables).where(lequel),
    evenement: noter(db, {
      evenement: "acces_retire",
      user,
      device,
      details: sujet(id),
      quand: rowExists(accesComptables, encore),
    }),
    visites: db.delete(visitesComptables).where(eq(visitesComptables.AccesComptableId, id)),
    acces: db.update(accesComptables).set({ revoqueLe: now.toISOString() }).where(encore),
  });
  if (trouves.length === 0) throw new NotFound();
}

/** The link of this secret. @throws NotFound when no link has this secret */
async function lireAcces({ db, now }: Instant, jeton: string) {
  const [acces] = await db
    .select()
    .from(accesComptables)
    .where(eq(accesComptables.empreinte, empreinteDe(jeton)));
  if (!acces) throw new NotFound(LIEN_INCONNU);
  return { ...acces, etat: etatDe(acces, now), sujet: sujet(acces.id) };
}

/**
 * The link of this secret, provided that it still opens.
 * @throws NotFound when no link has this secret; Conflict when it expired or was withdrawn.
 */
async function accesOuvert(ctx: Instant, jeton: string) {
  const acces = await lireAcces(ctx, jeton);
  if (acces.etat !== "ouvert") throw new Conflict(REFUS_ACCES[acces.etat]);
  return acces;
}

/** The content of the page of a link before a code is given. @throws NotFound for an unknown secret. */
export const lireLienComptable = async (
  ctx: Pick<Contexte, "env" | "db" | "now">,
  jeton: string,
): Promise<LienProprietaire> => pageDuLien(ctx, await lireAcces(ctx, jeton));

/**
 * Mails the code of a visit to the accountant; an earlier code stops working.
 *
 * @throws NotFound when no link has this secret; Conflict when the link no longer opens, or the mail surely did not
 * leave; TooMany when too many codes were asked for.
 */
export async function envoyerCodeComptable(
  ctx: Instant & Post,
  jeton: string,
): Promise<CodeEnvoye> {
  const lien = await accesOuvert(ctx, jeton);
  return demanderCode(ctx, LIENS, {
    lien,
    jeton,
    envoyer: (code) => posterCode(ctx, { mail: lien.mail, code, ouvre: "les exports comptables" }),
  });
}

/**
 * Opens a visit with the mailed code.
 *
 * @throws NotFound when no link has this secret; Conflict when the link no longer opens; Invalid when the code is
 * wrong, or no longer works.
 */
export async function ouvrirVisiteComptable(
  ctx: Instant,
  demande: { jeton: string; code: string; device: string },
): Promise<VisiteProprietaire> {
  return ouvrirParCode(ctx, LIENS, { ...demande, lien: await accesOuvert(ctx, demande.jeton) });
}

/**
 * The accountant whose visit has this token, read at each request: the visit ends with its link.
 * @throws Unauthenticated when the token is unknown, or the visit or its link has ended
 */
export async function comptableEnVisite(
  { db, now }: Instant,
  jeton: string,
): Promise<ComptableEnVisite> {
  const [visite] = await db
    .select({ acces: accesComptables })
    .from(visitesComptables)
    .innerJoin(accesComptables, eq(accesComptables.id, visitesComptables.AccesComptableId))
    .where(
      and(
        eq(visitesComptables.empreinte, empreinteDe(jeton)),
        gt(visitesComptables.expireLe, now.toISOString()),
      ),
    );
  if (!visite || etatDe(visite.acces, now) !== "ouvert") throw new Unauthenticated(VISITE_FINIE);
  const { id, nom, mail, du, au } = visite.acces;
  return { id, nom, mail, du, au };
}

const PAR_EXERCICE: readonly string[] = ["fec", "fec-descriptif"];

/** The years of the agency's own book that have entries and that a period covers from first day to last. */
export async function exercicesDe(
  { db, today }: Pick<Contexte, "db" | "today">,
  { du, au }: Pick<ComptableEnVisite, "du" | "au">,
): Promise<string[]> {
  const touches = await db.all<{ exercice: string }>(sql`
    SELECT DISTINCT exercice FROM ${ecritures} WHERE livre = 'H' AND exercice BETWEEN ${exerciceHonoraires(sql`${du}`)}
      AND ${exerciceHonoraires(sql`${au}`)} ORDER BY exercice`);
  const exercices = await Promise.all(
    touches.map(({ exercice }) => lireExercice({ db, today }, exercice)),
  );
  return exercices
    .filter((exercice) => exercice.du >= du && exercice.au <= au)
    .map(({ exercice }) => exercice);
}

/** The files that a visit of the accountant opens, and no others. */
export async function fichiersDuComptable(
  ctx: Pick<Contexte, "db" | "today">,
  { nom, du, au }: ComptableEnVisite,
): Promise<FichiersDuComptable> {
  const exercices = await exercicesDe(ctx, { du, au });
  const noms = Object.keys(FICHIERS_DU_COMPTABLE) as (keyof typeof FICHIERS_DU_COMPTABLE)[];
  return {
    ...{ nom, du, au },
    fichiers: noms.flatMap((fichier): FichierOffert[] =>
      PAR_EXERCICE.includes(fichier)
        ? exercices.map((exercice) => ({ fichier, exercice }))
        : [{ fichier, exercice: null }],
    ),
  };
}

/** Deletes the visits of accountants that ended, and the links that expired a year ago. */
export async function oublierVisitesComptables(ctx: Instant): Promise<void> {
  await ctx.db.write(oublierLiens(ctx, LIENS));
}
