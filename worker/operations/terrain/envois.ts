import { and, eq, inArray, isNull, not, sql } from "drizzle-orm";
import { differences } from "#domain/agence/history.ts";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { memeReleve } from "#domain/terrain/fusion.ts";
import { type PhotoAnnoncee, premierMaillonRompu } from "#domain/terrain/photo.ts";
import type { Releve } from "#domain/terrain/releve.ts";
import type { EnvoiDeVisite } from "#domain/terrain/terrain-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { compteDeSortieArrete } from "#worker/db/conditions.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import { rowExists } from "#worker/db/rows.ts";
import { dossiers, etatsLieux } from "#worker/db/schema/schema.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import { asRead } from "#worker/db/versions.ts";
import { COMPTE_ARRETE, poserEtatLieux } from "#worker/operations/biens/etats-lieux.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { dossierDeVisite, releveDe } from "./visites.ts";

type Ctx = Pick<Contexte, "env" | "db" | "user" | "now">;

interface Cote {
  DossierId: number;
  cote: CoteEtatLieux;
}

export const SIGNE = "Cet état des lieux est signé : il ne change plus.";

/**
 * Receives the draft of a visit (terrain/README §19.3): makes or changes the entry or exit inventory, then records the
 * fingerprints of its photos. The same draft sent again changes nothing.
 * @throws NotFound without the dossier; Conflict when the inventory is not the one that the draft started from, is
 * signed, or is the basis of a frozen account of departure; Invalid when the chain of the photos is broken.
 */
export async function recevoirVisite(
  ctx: Ctx,
  { DossierId, cote, envoi }: Cote & { envoi: EnvoiDeVisite },
): Promise<void> {
  const { db } = ctx;
  const dossier = await dossierDeVisite(db, DossierId);
  if (!dossier) throw new NotFound();
  const etat = cote === "entree" ? dossier.etatEntrant : dossier.etatSortant;
  const edf = cote === "entree" ? dossier.edfEntree : dossier.edfSortie;
  const voulu: Releve = {
    valeurs: envoi.valeurs,
    complements: envoi.complements,
    edf: envoi.edf ?? edf,
  };
  const nouvelles = await photosNouvelles(db, envoi.photos);
  const pareil = etat !== null && memeReleve(releveDe(etat, edf), voulu);
  if (!pareil) {
    if (etat?.signedId) throw new Conflict(SIGNE);
    if ((etat?.version ?? null) !== envoi.version) throw new Conflict(FICHE_MODIFIEE);
    if (etat) await changer(ctx, { DossierId, cote, etat, voulu });
    else await creer(ctx, { DossierId, cote, cle: envoi.cle, voulu });
  }
  const pose = etat ?? (await poseSur(db, { DossierId, cote }));
  if (pose) await annoncer(ctx, { EtatLieuxId: pose.id, nouvelles, retirees: envoi.retirees });
}

async function poseSur(db: Db, { DossierId, cote }: Cote) {
  const dossier = await dossierDeVisite(db, DossierId);
  return cote === "entree" ? dossier?.etatEntrant : dossier?.etatSortant;
}

async function creer(
  ctx: Ctx,
  { DossierId, cote, cle, voulu }: Cote & { cle: string; voulu: Releve },
) {
  const { valeurs, complements } = voulu;
  try {
    await poserEtatLieux(ctx, {
      DossierId,
      cote,
      inventaire: { ...valeurs, cle, complements },
      remplace: null,
    });
  } catch (error) {
    // The unique constraint fails when the same draft is sent twice at once.
    if (brokenConstraint(error) === "UNIQUE") throw new Conflict(FICHE_MODIFIEE);
    throw error;
  }
  await noterElectricite(ctx, { DossierId, cote, edf: voulu.edf });
}

const ELECTRICITE = { entree: "edfEntree", sortie: "edfSortie" } as const;

/** Writes the reading of the electricity meter on the dossier; a draft without a reading changes nothing. */
async function noterElectricite(
  { db, user, now }: Ctx,
  { DossierId, cote, edf }: Cote & { edf: string | null },
): Promise<void> {
  if (edf === null) return;
  const champ = ELECTRICITE[cote];
  const change = and(eq(dossiers.id, DossierId), sql`${dossiers[champ]} IS NOT ${edf}`);
  await db.write({
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: "Modification",
      user,
      details: sql`json_object(${champ}, json_array((SELECT ${dossiers[champ]} FROM ${dossiers} WHERE id = fiche.id), ${edf}))`,
      quand: rowExists(dossiers, change),
    }),
    dossier: db
      .update(dossiers)
      .set({ [champ]: edf, updatedAt: now.toISOString() })
      .where(change),
  });
}

async function changer(
  ctx: Ctx,
  { DossierId, cote, etat, voulu }: Cote & { etat: typeof etatsLieux.$inferSelect; voulu: Releve },
): Promise<void> {
  const { db, user, now } = ctx;
  const { valeurs, complements } = voulu;
  const connu = and(
    eq(etatsLieux.id, etat.id),
    isNull(etatsLieux.signedId),
    asRead(etatsLieux, { version: etat.version }),
    not(compteDeSortieArrete(DossierId)),
  );
  const {
    ecrit,
    arrete: [arrete],
  } = await db.write({
    historique: trace(db, {
      entite: "EtatLieux",
      entiteId: etat.id,
      etat: "Modification",
      user,
      details: differences(etat, { ...valeurs, complements }),
      quand: rowExists(etatsLieux, connu),
    }),
    ecrit: db
      .update(etatsLieux)
      .set({ ...valeurs, complements, updatedAt: now.toISOString() })
      .where(connu),
    arrete: db.all<{ arrete: number }>(sql`SELECT ${compteDeSortieArrete(DossierId)} AS arrete`),
  });
  if (arrete?.arrete) throw new Conflict(COMPTE_ARRETE);
  if (ecrit.rowsAffected === 0) throw new Conflict(FICHE_MODIFIEE);
  await noterElectricite(ctx, { DossierId, cote, edf: voulu.edf });
}

/** The photos not announced before, after a check of each chain against its known part. */
async function photosNouvelles(db: Db, annoncees: readonly PhotoAnnoncee[]) {
  const visites = [...new Set(annoncees.map(({ visite }) => visite))];
  const connues = await db
    .select()
    .from(photosConstat)
    .where(inArray(photosConstat.visite, visites))
    .orderBy(photosConstat.rang);
  const nouvelles: PhotoAnnoncee[] = [];
  for (const visite of visites) {
    const chaine = connues.filter((connue) => connue.visite === visite);
    const deLaVisite = annoncees
      .filter((photo) => photo.visite === visite)
      .toSorted((photo, autre) => photo.rang - autre.rang);
    const suite = deLaVisite.filter(({ rang }) => rang > chaine.length);
    const changee = deLaVisite.find(
      ({ rang, maillon }) => rang <= chaine.length && chaine[rang - 1]?.maillon !== maillon,
    );
    const debut = { visite, precedent: chaine.at(-1)?.maillon ?? visite, apres: chaine.length };
    const rompue = changee?.rang ?? (await premierMaillonRompu(suite, debut));
    if (rompue !== null) {
      throw new Invalid({ photos: `La chaîne des photos est rompue à la photo ${rompue}.` });
    }
    nouvelles.push(...suite);
  }
  return nouvelles;
}

async function annoncer(
  { db, user, now }: Ctx,
  {
    EtatLieuxId,
    nouvelles,
    retirees,
  }: { EtatLieuxId: number; nouvelles: readonly PhotoAnnoncee[]; retirees: readonly string[] },
): Promise<void> {
  const aRetirer = and(
    inArray(photosConstat.cle, [...retirees]),
    eq(photosConstat.EtatLieuxId, EtatLieuxId),
    isNull(photosConstat.retireeLe),
  );
  const ligne = { entite: "EtatLieux", entiteId: EtatLieuxId, user } as const;
  const nombre = nouvelles.length;
  await db.write({
    ...(nombre > 0
      ? {
          photos: db
            .insert(photosConstat)
            .values(nouvelles.map((photo) => ({ ...photo, EtatLieuxId, user }))),
          annonce: trace(db, {
            ...ligne,
            etat: nombre > 1 ? `${nombre} photos annoncées` : "1 photo annoncée",
            details: { empreintes: [null, nouvelles.map(({ empreinte }) => empreinte)] },
          }),
        }
      : {}),
    retrait: trace(db, {
      ...ligne,
      etat: "Photo retirée",
      quand: rowExists(photosConstat, aRetirer),
    }),
    retirees: db.update(photosConstat).set({ retireeLe: now.toISOString() }).where(aRetirer),
  });
}
