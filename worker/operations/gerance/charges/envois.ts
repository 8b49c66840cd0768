import { inArray, type SQL, sql } from "drizzle-orm";
import { estNommee, SANS_NOM } from "#domain/agence/nom-agence.ts";
import { deStationnement, regime, sousLoi89 } from "#domain/bail/bail.ts";
import { adresseEcrite } from "#domain/biens/adresse.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { arriveeDuDecompte } from "#domain/gerance/charges/acheminement.ts";
import { type DecompteFige, figer, sommeFigee } from "#domain/gerance/charges/decompte-envoye.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type {
  DecomptesEnvoyes,
  DemandeDEnvoi,
  EnvoiDemande,
} from "#domain/gerance/charges/envoi-fiche.ts";
import { nomDExercice } from "#domain/gerance/charges/exercice.ts";
import {
  changerProvision,
  debutDeProvision,
  type LoyerRemplacant,
} from "#domain/gerance/charges/provision.ts";
import { refusDExigibilite, refusDesMois } from "#domain/gerance/charges/solde-a-payer.ts";
import type { Canal } from "#domain/gerance/relances/relances.ts";
import { NOUVELLE_PROVISION } from "#domain/gerance/revisions/loyers-remplaces.ts";
import { enCentimes } from "#domain/montants.ts";
import { estEfface } from "#domain/personnes/personne.ts";
import type { CourrielAPartir, CourrielEnAttente } from "#domain/quittances/courriel.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { insertWhen } from "#worker/db/rows.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { regularisationCharges } from "#worker/documents/locataires/regularisation-charges.ts";
import { effacer } from "#worker/files.ts";
import {
  dernierMoisFacture,
  ligneEcrite,
  lireLoyers,
  repris,
  retirerAvenants,
} from "#worker/operations/biens/loyers.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  deposerLettre,
  envoyerLettre,
  imprimerFichiers,
} from "#worker/operations/courriels/lettres-au-locataire.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { cleDuDecompte } from "#worker/operations/gerance/livres/cles-des-soldes.ts";
import {
  reunir,
  type Suites,
  suitesDe,
} from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import {
  bailleursDuDossier,
  chargerDossiers,
  type DossierRelance,
  locatairesDe,
  mailsDesLocataires,
} from "#worker/operations/gerance/relances/dettes.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { decompteAImprimer, lireDecompte } from "./decomptes.ts";
import { ecrireSolde } from "./soldes-ecrits.ts";

type Papier = Awaited<ReturnType<typeof papierDe>>;

const TYPE = "regularisationCharges";

const lirePapier = async (ctx: Contexte): Promise<Papier> =>
  papierDe(ctx, await lireReglages(ctx.db));

type Faits = DecomptesEnvoyes & { suites: Suites; aPartir: CourrielAPartir[] };

/**
 * Sends statements of charges, each by itself (charges/README §16.4). A statement that may not be sent is in `refuses`
 * with its reason, and the others leave.
 */
export async function envoyerDecomptes(
  ctx: Contexte,
  { decomptes: demandes, ...commun }: DemandeDEnvoi,
): Promise<Faits> {
  const papier = await lirePapier(ctx);
  const faits: Faits = { faits: [], refuses: [], suites: reunir(), aPartir: [] };
  for (const demande of demandes) {
    const { DossierId } = demande;
    try {
      const fait = await envoyer(ctx, { ...commun, ...demande, papier });
      const { id, canal, warnings } = fait;
      faits.faits.push({ id, DossierId, canal, warnings });
      faits.aPartir.push(...fait.aPartir);
      faits.suites = reunir(faits.suites, fait.suites);
    } catch (error) {
      const motif = refusDit(error);
      if (motif === null) throw error;
      faits.refuses.push({ DossierId, motif });
    }
  }
  return faits;
}

function refusDit(error: unknown): string | null {
  if (error instanceof Invalid) return Object.values(error.fields)[0] ?? error.message;
  return error instanceof Conflict || error instanceof NotFound ? error.message : null;
}

type Envoi = EnvoiDemande & Omit<DemandeDEnvoi, "decomptes">;

export interface Envoye {
  id: number;
  canal: Canal;
  aPartir: CourrielAPartir[];
  suites: Suites;
  /** The data that the statement's paper lacks, in French sentences. */
  warnings: string[];
}

/**
 * Sends the statement of the charges of a lease, and freezes it (charges/README §16.4). One write, all or none,
 * stores the paper, the mail or the letter, the sum in the books and the new provision. A second statement of the
 * same year calls or gives back only the difference.
 * @throws NotFound when there is no such dossier, or its tenant was erased. Invalid for a due day less than a month
 * after the statement arrives, or more than a year away; for twelve parts of a statement sent in time; for a new
 * provision after the end of the lease, or of a lease without one. Conflict with a sentence when the statement may
 * not be sent, as before the end of the year or when nothing changed since the last one; when the balance changed
 * since it was read; when the owner's account does not hold the sum to give back; when the tenant accepts no mail, or
 * the agency has no name to sign it with.
 */
export const envoyerDecompte = async (ctx: Contexte, demande: Envoi): Promise<Envoye> =>
  envoyer(ctx, { ...demande, papier: await lirePapier(ctx) });

const envoyer = (ctx: Contexte, demande: Envoi & { papier: Papier }): Promise<Envoye> =>
  onWhatIsRead(async () => {
    const { DossierId, annee, ailleurs } = demande;
    const { decompte, inchange } = await lireDecompte(ctx, { DossierId, annee, ailleurs });
    const [dossier] = await chargerDossiers(ctx.db, [DossierId]);
    if (!dossier || estEfface(dossier.locataire)) throw new NotFound();
    const canal = canalDe(demande, dossier);
    const arriveLe = arriveeDuDecompte(canal, ctx.today, demande.papier.agence.delaiPostal);
    verifier(decompte, demande, { today: ctx.today, arriveLe });
    const provision = await lireProvision(ctx, demande, { arriveLe, decompte });
    const montant = enCentimes(decompte.ecart ?? decompte.solde);
    const solde = await ecrireSolde(ctx, {
      ...{ DossierId, montant, exigibleLe: demande.exigibleLe, mois: demande.mois ?? null },
      libelle: `exercice ${nomDExercice(annee)}`,
      cle: await prochaineCle(ctx, decompte),
    });
    const premiere = provision.lignes[0];
    const contenu = figer(decompte, {
      exigibleLe: demande.exigibleLe,
      auCompte: solde !== null,
      nouvelleProvision:
        premiere && demande.provision !== undefined && demande.provision !== null
          ? { depuis: premiere.depuis, montant: demande.provision }
          : null,
    });
    const quand = sql`${inchange} AND ${solde?.quand ?? SANS_LIVRES} AND ${provision.quand}`;
    return ecrire(ctx, {
      demande,
      dossier,
      contenu,
      canal,
      quand,
      solde,
      provision: provision.lignes,
    });
  });

/** The key of the entry of the statement that is about to be sent. */
async function prochaineCle(
  { db }: Pick<Contexte, "db">,
  { DossierId, annee, envoi, exercice: { du, au } }: DecompteDeCharges,
): Promise<string> {
  const [{ cle } = { cle: "" }] = await db.all<{ cle: string }>(sql`
    SELECT ${cleDuDecompte(sql`d`)} AS cle FROM (SELECT CAST(${DossierId} AS INTEGER) AS "DossierId", ${du} AS du, ${au} AS au,
      json_object('annee', CAST(${annee} AS INTEGER)) AS contenu, CAST(${envoi?.id ?? null} AS INTEGER) AS "remplaceId", (SELECT max(id) + 1 FROM ${decomptes}) AS id) d`);
  return cle;
}

const SANS_COURRIEL = sql`SELECT 1 AS id WHERE false`;
const SANS_LIVRES = sql`NOT EXISTS (SELECT 1 FROM "Reprise" WHERE etat = 'signee')`;

/**
 * @throws Conflict when the statement may not be sent, or changed since the user read it; Invalid when the due day,
 * or the number of months, is not allowed.
 */
function verifier(
  decompte: DecompteDeCharges,
  { exigibleLe, mois, solde }: Envoi,
  { today, arriveLe }: { today: Jour; arriveLe: Jour },
): void {
  if (decompte.refusEnvoi) throw new Conflict(decompte.refusEnvoi);
  if (enCentimes(solde) !== enCentimes(decompte.solde))
    throw new Conflict("Ce décompte a changé entre-temps : relisez-le avant de l’envoyer.");
  const refus = refusDExigibilite(exigibleLe, today, arriveLe);
  if (refus) throw new Invalid({ exigibleLe: refus });
  const refusDeParts = mois ? refusDesMois(decompte, mois, today) : null;
  if (refusDeParts) throw new Invalid({ mois: refusDeParts });
}

function canalDe({ canal, papier }: Envoi & { papier: Papier }, dossier: DossierRelance): Canal {
  const joignable = mailsDesLocataires(dossier).length > 0;
  if (canal === "courriel" && !joignable)
    throw new Conflict("Ce locataire n’a pas accepté les courriels : choisissez la lettre.");
  const choisi = canal ?? (joignable ? "courriel" : "lettre");
  if (choisi === "courriel" && !estNommee(papier.agence)) throw new Conflict(SANS_NOM);
  return choisi;
}

type LoyerLu = Awaited<ReturnType<typeof lireLoyers>>[number];

/**
 * The rows of rent to write for the new provision.
 * @throws Invalid when the lease ends before the new provision begins, or has no provision
 */
async function lireProvision(
  { db }: Contexte,
  { DossierId, provision }: Envoi,
  { arriveLe, decompte: { finLe, mode } }: { arriveLe: Jour; decompte: DecompteDeCharges },
): Promise<{ lignes: LoyerRemplacant<LoyerLu>[]; quand: SQL }> {
  if (provision === undefined || provision === null) return { lignes: [], quand: sql`true` };
  if (mode !== "provisions")
    throw new Invalid({
      provision: "Les charges de ce bail se paient à mesure : il n’y a pas de provision.",
    });
  const [facture] = await db.all<{ mois: string | null }>(
    sql`SELECT ${dernierMoisFacture(DossierId)} AS mois`,
  );
  const dernierMois = facture?.mois ?? null;
  const depuis = debutDeProvision(arriveLe, dernierMois);
  if (finLe !== null && depuis > finLe)
    throw new Invalid({ provision: `Le bail finit le ${formatJour(finLe)}.` });
  return {
    lignes: changerProvision(await lireLoyers(db, DossierId), enCentimes(provision), depuis),
    quand: sql`${dernierMoisFacture(DossierId)} IS ${dernierMois}`,
  };
}

interface AEcrire {
  demande: Envoi & { papier: Papier };
  dossier: DossierRelance;
  contenu: DecompteFige;
  canal: Canal;
  quand: SQL;
  solde: Awaited<ReturnType<typeof ecrireSolde>>;
  provision: readonly LoyerRemplacant<LoyerLu>[];
}

async function ecrire(ctx: Contexte, envoi: AEcrire): Promise<Envoye> {
  const { db, env, today, user } = ctx;
  const { canal, contenu, demande, dossier, quand, solde, provision } = envoi;
  const { DossierId, exercice, annee, exigibleLe } = contenu;
  const composed = regularisationCharges({
    ...nommes(dossier, demande.papier, today),
    decompte: decompteAImprimer(contenu, { mois: demande.mois ?? null }),
    loi89: sousLoi89({ regime: regime(dossier, dossier.locataire.rp) }),
  });
  const { key, statements: fichier } = await deposerLettre(ctx, {
    DossierId,
    type: TYPE,
    composed,
  });
  const nom = contenu.rectifie ? "Décompte rectificatif envoyé" : "Décompte envoyé";
  try {
    const ecrit = await db.write({
      garde: provided(db, quand),
      ...fichier,
      decompteDit: trace(db, {
        ...{ entite: "Dossier", entiteId: DossierId, etat: nom, user },
        details: {
          ...{ exercice: annee, solde: sommeFigee(contenu), exigibleLe, canal },
          ...(contenu.nouvelleProvision ? { provision: contenu.nouvelleProvision.montant } : {}),
        },
      }),
      lettre: envoyerLettre(ctx, {
        ...{ DossierId, type: TYPE, key, adresses: mailsDesLocataires(dossier) },
        objet: `${contenu.rectifie ? "Décompte rectificatif" : "Décompte"} de vos charges, exercice ${nomDExercice(annee)}`,
        texte: TEXTE_DU_COURRIEL,
        quand: sql`${canal === "courriel"}`,
      }),
      decompte: insertWhen(
        db,
        decomptes,
        {
          ...{ DossierId, ...exercice, contenu, exigibleLe, canal, user },
          montant: enCentimes(sommeFigee(contenu)),
          envoyeLe: today,
          mois: demande.mois ?? null,
          remplaceId: dernierDecompte(contenu),
          StoredFileId: idDuDepot(key),
          CourrielId: sql`(SELECT max(c.id) FROM ${courriels} c WHERE c."StoredFileId" = ${idDuDepot(key)})`,
        },
        sql`true`,
      ),
      ...nouveauxLoyers(ctx, DossierId, provision),
      dossier: db.run(
        sql`UPDATE ${dossiers} SET "updatedAt" = ${MAINTENANT} WHERE id = ${DossierId}`,
      ),
      ...(solde?.statements ?? {}),
      ...(solde?.suites ?? {}),
      attente: solde?.suites?.attente ?? db.all<CourrielEnAttente>(SANS_COURRIEL),
      fait: db.all<{ id: number }>(
        sql`SELECT max(id) AS id FROM ${decomptes} WHERE "DossierId" = ${DossierId}`,
      ),
    });
    return {
      id: ecrit.fait[0]?.id ?? 0,
      canal,
      aPartir: ecrit.lettre,
      warnings: composed.warnings,
      suites: suitesDe(solde?.avant ?? [], ecrit.attente),
    };
  } catch (error) {
    await effacer(env, [key]);
    throw error;
  }
}

const TEXTE_DU_COURRIEL = `Madame, Monsieur,

Vous trouverez ci-joint le décompte de vos charges locatives. Les pièces justificatives sont à votre disposition pendant six mois, sur rendez-vous.

Nous restons à votre disposition pour toute question.`;

/** The identifier of the statement that this one rectifies, the last statement sent; null when it rectifies none. */
const dernierDecompte = ({ DossierId, exercice, rectifie }: DecompteFige): SQL | null =>
  rectifie &&
  sql`(SELECT max(id) FROM ${decomptes} d WHERE d."DossierId" = ${DossierId} AND d.du = ${exercice.du} AND d.au = ${exercice.au}
    AND d."annuleLe" IS NULL)`;

function nouveauxLoyers(
  { db, now, user }: Contexte,
  DossierId: number,
  lignes: readonly LoyerRemplacant<LoyerLu>[],
): Statements {
  const remplaces = lignes.flatMap(({ remplace }) => remplace?.id ?? []);
  if (lignes.length === 0) return {};
  return {
    loyersAnnules: db
      .update(loyersHistoriques)
      .set({ annuleLe: now.toISOString(), annulePar: user, motifAnnulation: NOUVELLE_PROVISION })
      .where(inArray(loyersHistoriques.id, remplaces)),
    loyers: db.insert(loyersHistoriques).values(
      lignes.map((ligne) => ({
        ...ligneEcrite(DossierId, ligne, user),
        ...repris(ligne.remplace),
      })),
    ),
    avenantsRetires: retirerAvenants(db, remplaces),
  };
}

/**
 * The parties, the dwelling and the recipient that a letter about charges names. A tenant who left gets it at his new
 * address, the tenant of a parking space at his own.
 */
export function nommes(dossier: DossierRelance, papier: Papier, emission: string) {
  const { appartement, locataire, nouvelleAdresse } = dossier;
  const stationnement = deStationnement({ regime: dossier.typeBail });
  const parti = dossierClos(dossier, emission);
  const ailleurs = parti || stationnement ? locataire : appartement;
  return {
    stationnement,
    bailleurs: bailleursDuDossier(dossier),
    locataires: locatairesDe(dossier),
    logement: appartement,
    destinataire: parti && nouvelleAdresse ? adresseEcrite(nouvelleAdresse) : ailleurs,
    emission,
    ...papier,
  };
}

/**
 * The papers of these statements one after the other, as they were sent, to be printed at once.
 * @throws NotFound when none of them has a paper.
 */
export async function imprimerDecomptes(
  ctx: Pick<Contexte, "db" | "env">,
  ids: readonly number[],
): Promise<Uint8Array> {
  const fichiers = await clesDesPapiers(ctx.db, ids);
  return imprimerFichiers(
    ctx,
    ids.map((id) => fichiers.find((fichier) => fichier.id === id)?.key),
  );
}

const clesDesPapiers = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: decomptes.id, key: storedFiles.key })
    .from(decomptes)
    .innerJoin(storedFiles, sql`${storedFiles.id} = ${decomptes.StoredFileId}`)
    .where(inArray(decomptes.id, [...ids]));
