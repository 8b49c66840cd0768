import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { regime, sousLoi89 } from "#domain/bail/bail.ts";
import {
  ajouterJours,
  ajouterMois,
  type Jour,
  moisDe,
  plusTard,
  premierJour,
} from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import type { LoyerAEcrire } from "#domain/gerance/revisions/changement.ts";
import {
  annulerChangement,
  changementConvenu,
} from "#domain/gerance/revisions/changement-convenu.ts";
import type { ChangementDeLoyerDemande } from "#domain/gerance/revisions/loyer-fiche.ts";
import {
  aUnAvenant,
  type LoyerRow,
  type LoyersDuDossier,
} from "#domain/gerance/revisions/loyer-lu.ts";
import {
  loyerAffiche,
  loyerEnVigueur,
  loyersVivants,
  type Montants,
} from "#domain/gerance/revisions/loyers.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { rowExists } from "#worker/db/rows.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { DonneesAvenantBail } from "#worker/documents/bail/avenant-bail.ts";
import type { DonneesNouvelleProvision } from "#worker/documents/locataires/nouvelle-provision.ts";
import { chargerBail } from "#worker/operations/biens/baux.ts";
import { dernierMoisFacture, ligneEcrite, lireLoyers } from "#worker/operations/biens/loyers.ts";
import { afficherLoyers } from "#worker/operations/biens/loyers-affiches.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { nommes } from "#worker/operations/gerance/charges/envois.ts";
import { chargerDossiers } from "#worker/operations/gerance/relances/dettes.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { encoreOuverte } from "#worker/operations/signature/demandes.ts";
import { type BailARevoir, lireBauxARevoir } from "./faits-de-revision.ts";

type Appel = Pick<Contexte, "db" | "today">;
type Lus = Awaited<ReturnType<typeof lireLoyers>>;

async function lireBail({ db, today }: Appel, DossierId: number): Promise<BailARevoir> {
  const { baux } = await lireBauxARevoir(db, eq(dossiers.id, DossierId), today);
  const [bail] = baux;
  if (!bail) throw new NotFound();
  return bail;
}

/** The rents of a dossier, annulled ones too, and the first day on which a new one may be agreed. @throws NotFound */
export async function lireLoyersDuDossier(ctx: Appel, DossierId: number): Promise<LoyersDuDossier> {
  const bail = await lireBail(ctx, DossierId);
  const loyers = (await lireLoyers(ctx.db, DossierId)).toSorted((loyer, autre) =>
    ordre(loyer.depuis, autre.depuis),
  );
  const { dernierMois } = bail;
  const { bail: dates } = bail.faits(bail.dateDebutBail);
  const affiche = loyerAffiche(loyers, dates, ctx.today);
  return {
    loyers: loyers.map((ligne) => ({
      ...ligneLue(ligne),
      enVigueur: ligne.id === affiche?.id,
      annulable: annulerChangement({ loyers, dernierMois }, ligne).refus === null,
    })),
    dernierMois,
    auPlusTot: auPlusTot(bail, ctx.today),
  };
}

const auPlusTot = ({ dernierMois, dateDebutBail }: BailARevoir, today: Jour): Jour =>
  plusTard(
    dernierMois === null ? dateDebutBail : premierJour(ajouterMois(dernierMois, 1)),
    premierJour(moisDe(today)),
  );

/**
 * A row of rent as the wire has it, in euros.
 * @param ligne in cents
 */
const ligneLue = (ligne: Lus[number]): Omit<LoyerRow, "enVigueur" | "annulable"> => ({
  id: ligne.id,
  depuis: ligne.depuis,
  loyerHC: enEuros(ligne.loyerHC),
  loyerCharge: enEuros(ligne.loyerCharge),
  motif: ligne.motif,
  rang: ligne.rang,
  commentaire: ligne.commentaire,
  finTravaux: ligne.finTravaux,
  facture: ligne.facture,
  RevisionId: ligne.RevisionId,
  user: ligne.user,
  createdAt: ligne.createdAt,
  annuleLe: ligne.annuleLe,
  motifAnnulation: ligne.motifAnnulation,
  avenant: aUnAvenant(ligne),
  signe: ligne.signedId !== null,
});

/**
 * Changes the rent of a dossier from a day on (revisions/README §15.8): its rows, and the rent that the dossier shows
 * once they take effect.
 * @returns its consequences, in words for staff.
 * @throws Invalid on the field that is wrong; NotFound; Conflict when the dossier changed since the version read.
 */
export const changerLoyer = (
  ctx: Contexte,
  { DossierId, version, updatedAt, ...voulu }: ChangementDeLoyerDemande & { DossierId: number },
): Promise<string[]> =>
  onWhatIsRead(async () => {
    const bail = await lireBail(ctx, DossierId);
    if (isStale(bail, { version, updatedAt })) throw new Conflict(FICHE_MODIFIEE);
    const loyers = await lireLoyers(ctx.db, DossierId);
    const faits = bail.faits(bail.dateDebutBail);
    const { refus, lignes, avertissements } = changementConvenu(
      { ...faits, loyers, attestationLeveGel: faits.reglages.attestationLeveGel },
      {
        ...voulu,
        loyerHC: enCentimes(voulu.loyerHC),
        loyerCharge: enCentimes(voulu.loyerCharge),
      },
      ctx.today,
    );
    if (refus) throw new Invalid({ [refus.champ]: refus.phrase });
    await ecrire(ctx, { bail, loyers, lignes, voulu });
    return avertissements;
  });

interface AEcrire {
  bail: BailARevoir;
  loyers: Lus;
  lignes: readonly LoyerAEcrire[];
  voulu: Omit<ChangementDeLoyerDemande, "version" | "updatedAt">;
}

async function ecrire(ctx: Contexte, { bail, loyers, lignes, voulu }: AEcrire): Promise<void> {
  const { db, user } = ctx;
  const { id: DossierId } = bail;
  const { commentaire, depuis, facture, finTravaux, jusquau, motif } = voulu;
  const avant = loyerEnVigueur(loyers, depuis);
  const rang = 1 + Math.max(0, ...loyers.map((ligne) => ligne.rang ?? 0));
  const change = (champ: "loyerHC" | "loyerCharge") =>
    avant && enEuros(avant[champ]) !== voulu[champ]
      ? { [champ]: [enEuros(avant[champ]), voulu[champ]] }
      : {};
  await db.write({
    ...commeLu(ctx, bail),
    historique: trace(db, {
      ...{ entite: "Dossier", entiteId: DossierId, etat: "Loyer changé", user },
      details: {
        ...{ motif, depuis, ...change("loyerHC"), ...change("loyerCharge") },
        ...(motif === "remise" ? { jusquau } : {}),
      },
    }),
    loyers: db.insert(loyersHistoriques).values(
      lignes.map((ligne, place) => ({
        ...ligneEcrite(DossierId, ligne, user),
        rang,
        ...(place === 0 ? { commentaire, facture, finTravaux } : {}),
      })),
    ),
    ...afficherLoyers(ctx, eq(dossiers.id, DossierId)),
  });
}

/**
 * The statements that check that the dossier is as it was read and nothing was billed since, and give it a new
 * version.
 */
const commeLu = ({ db, now }: Contexte, { id, version, dernierMois }: BailARevoir) => ({
  dossierInchange: provided(
    db,
    sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${and(eq(dossiers.id, id), asRead(dossiers, { version }))})
      AND ${dernierMoisFacture(id)} IS ${dernierMois}`,
  ),
  dossier: db.update(dossiers).set({ updatedAt: now.toISOString() }).where(eq(dossiers.id, id)),
});

/**
 * Undoes a change of rent that no receipt bills (revisions/README §15.8), for a reason. A temporary change loses both
 * its rows. A provision that a statement of charges set since stays.
 * @throws NotFound; Conflict with the reason why the change stays, or while its avenant is being signed.
 */
export const annulerChangementDeLoyer = (
  ctx: Contexte,
  { DossierId, id, motif }: { DossierId: number; id: number; motif: string },
): Promise<void> =>
  onWhatIsRead(async () => {
    const { db, now, user } = ctx;
    const bail = await lireBail(ctx, DossierId);
    const loyers = await lireLoyers(db, DossierId);
    const ligne = loyers.find((loyer) => loyer.id === id);
    if (!ligne) throw new NotFound("Ce loyer n’existe pas.");
    const { refus, lignes, provisions } = annulerChangement(
      { loyers, dernierMois: bail.dernierMois },
      ligne,
    );
    if (refus !== null) throw new Conflict(refus);
    const ids = lignes.map((annulee) => annulee.id);
    const signature = enSignature(ctx, ligne);
    const [avenant] = await db.all<{ ouvert: number }>(sql`SELECT ${signature} AS ouvert`);
    if (avenant?.ouvert)
      throw new Conflict("Son avenant est en signature\u00A0: annulez-la d’abord.");
    await db.write({
      ...commeLu(ctx, bail),
      sansAvenantSigne: provided(
        db,
        sql`NOT ${signature} AND NOT ${rowExists(
          loyersHistoriques,
          and(inArray(loyersHistoriques.id, ids), isNotNull(loyersHistoriques.signedId)),
        )}`,
      ),
      historique: trace(db, {
        ...{ entite: "Dossier", entiteId: DossierId, etat: "Changement de loyer annulé", user },
        details: { motif, depuis: lignes[0]?.depuis ?? ligne.depuis },
      }),
      loyers: db
        .update(loyersHistoriques)
        .set({ annuleLe: now.toISOString(), annulePar: user, motifAnnulation: motif })
        .where(inArray(loyersHistoriques.id, ids)),
      ...(provisions.length > 0
        ? {
            provisions: db
              .insert(loyersHistoriques)
              .values(provisions.map((gardee) => ligneEcrite(DossierId, gardee, user))),
          }
        : {}),
      ...afficherLoyers(ctx, eq(dossiers.id, DossierId)),
    });
  });

/** True while the avenant of a change is being signed: nobody signs a change that was undone. */
const enSignature = (
  { now }: Pick<Contexte, "now">,
  { DossierId, rang }: Pick<Lus[number], "DossierId" | "rang">,
): SQL => sql`EXISTS (SELECT 1 FROM "DemandeSignature" d JOIN ${loyersHistoriques} l ON l.id = d."entiteId"
  WHERE d.entite = 'LoyerHistorique' AND l."DossierId" = ${DossierId} AND l.rang = ${rang} AND ${encoreOuverte(sql`d`, now)})`;

/**
 * The facts of the avenant of a change of rent: the lease, the rent before the change, and the new rent.
 * @throws NotFound unless the dossier has this change; Conflict where it takes no avenant, or was annulled.
 */
export async function chargerAvenantBail(
  ctx: Contexte,
  { DossierId, LoyerId }: { DossierId: number; LoyerId: number },
): Promise<DonneesAvenantBail> {
  const loyers = (await lireLoyers(ctx.db, DossierId)).toSorted((loyer, autre) =>
    ordre(loyer.depuis, autre.depuis),
  );
  const voulu = loyers.find(({ id }) => id === LoyerId);
  if (!voulu) throw new NotFound("Ce loyer n’existe pas.");
  if (voulu.rang === null || !aUnAvenant(voulu))
    throw new Conflict("Ce changement de loyer n’a pas d’avenant.");
  if (voulu.annuleLe !== null) throw new Conflict("Ce changement de loyer est annulé.");
  const [ligne = voulu, retour] = loyersVivants(loyers).filter(({ rang }) => rang === voulu.rang);
  const avant = loyerEnVigueur(loyers, ajouterJours(ligne.depuis, -1)) ?? ligne;
  const enClair = ({ loyerHC, loyerCharge }: Montants) => ({
    loyerHC: enEuros(loyerHC),
    loyerCharge: enEuros(loyerCharge),
  });
  return {
    bail: await chargerBail(ctx, DossierId, ctx.today),
    rang: voulu.rang,
    motif: ligne.motif,
    depuis: ligne.depuis,
    jusquau: retour ? ajouterJours(retour.depuis, -1) : null,
    avant: enClair(avant),
    apres: enClair(ligne),
    commentaire: ligne.commentaire,
    finTravaux: ligne.finTravaux,
    facture: ligne.facture,
  };
}

/**
 * The facts of the letter of a new provision of charges: the former provision, and the last charges statement that is
 * not cancelled.
 * @throws NotFound unless the dossier has this change; Conflict where it is no provision, or annulled.
 */
export async function chargerNouvelleProvision(
  ctx: Contexte,
  { DossierId, LoyerId }: { DossierId: number; LoyerId: number },
): Promise<DonneesNouvelleProvision> {
  const { db, today } = ctx;
  const loyers = await lireLoyers(db, DossierId);
  const ligne = loyers.find(({ id }) => id === LoyerId);
  const [dossier] = await chargerDossiers(db, [DossierId]);
  if (!ligne || !dossier) throw new NotFound("Ce loyer n’existe pas.");
  if (ligne.motif !== "provision")
    throw new Conflict("Ce changement de loyer n’est pas une nouvelle provision.");
  if (ligne.annuleLe !== null) throw new Conflict("Ce changement de loyer est annulé.");
  const avant = loyerEnVigueur(loyers, ajouterJours(ligne.depuis, -1)) ?? ligne;
  // A revision may begin on the day of the provision: its row then gives the rent of that day.
  const alors = loyerEnVigueur(loyers, ligne.depuis) ?? ligne;
  const [envoye] = await db
    .select({ contenu: decomptes.contenu })
    .from(decomptes)
    .where(and(eq(decomptes.DossierId, DossierId), isNull(decomptes.annuleLe)))
    .orderBy(desc(decomptes.au), desc(decomptes.id))
    .limit(1);
  return {
    ...nommes(dossier, await papierDe(ctx, await lireReglages(db)), today),
    reference: referenceDeDossier(DossierId),
    loi89: sousLoi89({ regime: regime(dossier, dossier.locataire.rp) }),
    depuis: ligne.depuis,
    loyerHC: enEuros(alors.loyerHC),
    provisionEtRevision: alors.motif === "revision",
    avant: enEuros(avant.loyerCharge),
    apres: enEuros(ligne.loyerCharge),
    motif: ligne.commentaire,
    decompte: envoye
      ? {
          ...{ annee: envoye.contenu.annee, total: envoye.contenu.total },
          ...{ du: envoye.contenu.du, au: envoye.contenu.au },
        }
      : null,
  };
}
