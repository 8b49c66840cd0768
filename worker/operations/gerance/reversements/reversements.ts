import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { ajouterJours, formatJour, type Jour, moisDe, plusTard } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  type EncaissementNonVu,
  enBanque,
  motsDesNonVus,
} from "#domain/gerance/banque/encaissement-non-vu.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { estJourTarget, jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import {
  aDeux,
  type FondsDetenus,
  honorairesAVirer,
  honorairesDuLot,
  numeroDeReversement,
  referenceDesHonoraires,
  refusDuLot,
} from "#domain/gerance/reversements/reversement.ts";
import type { DemandeReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import type { FormatSepa } from "#domain/gerance/reversements/sepa.ts";
import { enCentimes } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { newestId } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { reversements, virements } from "#worker/db/schema/mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { compteDebite, memeCompte } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { lireNonVus } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import { extourner, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { compteChangeDepuis } from "#worker/operations/profils/decisions-a-deux.ts";
import {
  dernierHonoraire,
  honorairesEnAttente,
  lireCompteDeLAgence,
  lireFonds,
  lireHonoraires,
  lirePartsDues,
  partDue,
  partiSeul,
  payables,
} from "./reversements-lus.ts";
import {
  desVirements,
  type Ecarte,
  ecrituresDuLot,
  honorairesParMandat,
  trier,
  type VirementDeLot,
  virementsDesParts,
  virementsDus,
} from "./virements-de-lot.ts";

type Payeur = Pick<Contexte, "db" | "now" | "today" | "user">;

/** The most days by which a batch is ordered ahead. */
const JOURS_D_AVANCE = 90;

/** The word of history for a batch that waits for a second administrator. */
const PREPARE = "Préparé";

/**
 * Prepares a batch (domain/README §12.18): a transfer for each part that may be paid, and one for the agency's fees
 * where they are asked for; the other parts are left out, and named. It is valid at once, unless its sum, with the
 * sums that its author sent alone within a day, needs a second administrator.
 *
 * @returns its identifier, and the parts left out
 * @throws Invalid for a day on which banks settle nothing; Conflict where nothing may be paid, with the reason.
 */
export async function creerReversement(
  ctx: Payeur,
  demande: ALancer,
): Promise<{ id: number; ecartes: Ecarte[] }> {
  exigerJour(demande.dateExecution, ctx.today);
  return onWhatIsRead(async () => {
    const compte = await compteDebite(ctx, demande.CompteBancaireId);
    const faits = await lireFaits(ctx, demande, compte.id);
    const lot = composerLot(faits, { compte, honoraires: demande.honoraires ?? false }, ctx.today);
    const id = await ecrireLot(ctx, demande, { compte, faits, lot });
    return { id, ecartes: lot.ecartes };
  });
}

interface ALancer extends DemandeReversement {
  /** The administrator who prepares the batch. */
  UserId: number;
}

type CompteDebite = Awaited<ReturnType<typeof compteDebite>>;

/** The facts that a batch is composed from, as of one instant. */
function lireFaits(
  { db, now, today }: Payeur,
  { CompteRenduIds, UserId }: ALancer,
  compte: number,
) {
  const ids = JSON.stringify(CompteRenduIds);
  return db.read({
    parts: lirePartsDues(db, sql`c.id IN (SELECT value FROM json_each(${ids}))`, { now }),
    nonVus: lireNonVus(db),
    fonds: lireFonds(db, compte),
    honoraires: lireHonoraires(db),
    deja: db.all<{ attente: number; dernier: number }>(
      sql`SELECT ${honorairesEnAttente} AS attente, ${dernierHonoraire} AS dernier`,
    ),
    agence: lireCompteDeLAgence(db, today),
    rangs: db.all<{ rang: number }>(sql`
      SELECT count(*) + 1 AS rang FROM ${reversements} WHERE numero LIKE ${`REV-${moisDe(today)}-%`}`),
    references: db.all<{ reference: string }>(sql`
      SELECT reference FROM ${virements} WHERE "CompteRenduPartId" IN (SELECT p.id FROM "CompteRenduPart" p
        JOIN "CompteRendu" c ON c.id = p."CompteRenduId" WHERE c.mois IN (SELECT d.mois FROM "CompteRendu" d
          WHERE d.id IN (SELECT value FROM json_each(${ids}))))`),
    seul: db.all<{ montant: number }>(sql`SELECT ${partiSeul(UserId, now)} AS montant`),
    reglages: db.select().from(variables),
  });
}

type Faits = Awaited<ReturnType<typeof lireFaits>>;

/** A batch: its transfers, the parts that it leaves out, and whether it waits for a second administrator; cents. */
type Lot = ReturnType<typeof composerLot>;

/** @throws Conflict where nothing may be paid, or the account has not so much. */
function composerLot(
  faits: Faits,
  { compte, honoraires: demandes }: { compte: CompteDebite; honoraires: boolean },
  today: Jour,
) {
  const [agence] = faits.agence;
  const [{ attente } = { attente: 0 }] = faits.deja;
  const [fonds = { compte: 0, detenu: 0, du: 0 }] = faits.fonds;
  const { agenceNom, seuilReversement, formatSepa } = agenceDe(faits.reglages);
  const { retenues, ecartes } = trier(faits.parts.map(partDue), faits.nonVus, today);
  const numero = numeroDeReversement(moisDe(today), faits.rangs[0]?.rang ?? 1);
  const prises = new Set(faits.references.map(({ reference }) => reference));
  const sorties = virementsDesParts(retenues, prises);
  const pris = faits.honoraires.reduce((somme, { montant }) => somme + montant, 0);
  const honoraires = demandes ? honorairesDuLot(honorairesAVirer(fonds, { pris, attente })) : 0;
  if (honoraires > 0) {
    if (!agence)
      throw new Conflict(
        "Ajoutez le compte bancaire de l’agence, où vont ses honoraires.",
        "honoraires",
      );
    sorties.push({
      CompteRenduPartId: null,
      CoordonneesBancairesId: null,
      CompteBancaireId: agence.id,
      mandat: null,
      montant: honoraires,
      titulaire: agence.titulaire || agenceNom,
      reference: referenceDesHonoraires(numero),
      libelle: `HONORAIRES ${numero}`,
    });
  }
  if (sorties.length === 0) throw new Conflict(riendAPayer(ecartes, demandes));
  const titulaire = compte.titulaire || agenceNom;
  if (!titulaire)
    throw new Conflict(
      "Donnez d’abord son nom à l’agence, dans les réglages : la banque le demande.",
    );
  const total = exigerFonds(faits, sorties, honoraires > 0 ? honoraires + attente : 0);
  const inconnu = honoraires > 0 && agence?.nouveau === 1;
  const seul = faits.seul[0]?.montant ?? 0;
  const attend = inconnu || aDeux(total + seul, enCentimes(seuilReversement));
  const emetteur = agenceNom || titulaire;
  const format = formatSepa as FormatSepa;
  return { numero, sorties, ecartes, honoraires, total, attend, titulaire, emetteur, format };
}

/** Writes a batch as long as the facts hold, in the books where it is valid at once. @returns its identifier. */
async function ecrireLot(
  { db, now, today, user }: Payeur,
  { UserId, dateExecution }: ALancer,
  { compte, faits, lot }: { compte: CompteDebite; faits: Faits; lot: Lot },
): Promise<number> {
  const { attend, emetteur, format, honoraires, numero, sorties, titulaire, total } = lot;
  const [agence] = faits.agence;
  const [deja = { attente: 0, dernier: 0 }] = faits.deja;
  const json = JSON.stringify(sorties);
  const { id } = await db.write({
    garde: provided(
      db,
      sql`${payables(virementsDus(sorties), { CompteBancaireId: compte.id, honoraires, now })}
        AND ${honorairesEnAttente} = ${deja.attente} AND ${dernierHonoraire} = ${deja.dernier}
        AND ${partiSeul(UserId, now)} = ${faits.seul[0]?.montant ?? 0} AND ${memeCompte(compte)}
        AND ${honoraires > 0 && agence ? memeCompte(agence) : sql`true`}
        AND NOT EXISTS (SELECT 1 FROM ${reversements} WHERE numero = ${numero})
        AND NOT EXISTS (SELECT 1 FROM json_each(${json}) s JOIN ${virements} v
          ON v.reference = s.value ->> 'reference' OR (v."CompteRenduPartId" = s.value ->> 'CompteRenduPartId' AND v.etat = 'emis'))`,
    ),
    lot: db.insert(reversements).values({
      numero,
      dateExecution,
      CompteBancaireId: compte.id,
      etat: attend ? "a_valider" : "valide",
      format,
      emetteur,
      titulaire,
      bic: compte.bic,
      user,
      UserId,
      validePar: attend ? null : user,
      valideLe: attend ? null : now.toISOString(),
    }),
    virements: db.run(sql`
      INSERT INTO ${virements} ("ReversementId", rang, "CompteRenduPartId", "CoordonneesBancairesId", "CompteBancaireId",
        montant, titulaire, reference, libelle)
      SELECT ${newestId(reversements)}, s.key + 1, s.value ->> 'CompteRenduPartId', s.value ->> 'CoordonneesBancairesId',
        s.value ->> 'CompteBancaireId', s.value ->> 'montant', s.value ->> 'titulaire', s.value ->> 'reference', s.value ->> 'libelle'
      FROM json_each(${json}) s ORDER BY s.key`),
    ...(attend
      ? {}
      : poster(
          db,
          ecrituresDuLot(sorties, {
            compte: compte.id,
            numero,
            today,
            honoraires: honorairesParMandat(honoraires, faits),
          }),
          { user },
        )),
    histoire: trace(db, {
      entite: "Reversement",
      entiteId: newestId(reversements),
      etat: attend ? PREPARE : "Validé",
      user,
      details: { numero, virements: sorties.length, montant: total / 100 },
    }),
    id: db.all<{ id: number }>(sql`SELECT ${newestId(reversements)} AS id`),
  });
  return id[0]?.id ?? 0;
}

function exigerJour(jour: Jour, today: Jour): void {
  if (jour < today) throw new Invalid({ dateExecution: "Ce jour est passé." });
  if (jour > ajouterJours(today, JOURS_D_AVANCE))
    throw new Invalid({ dateExecution: `Au plus tard ${JOURS_D_AVANCE} jours après aujourd’hui.` });
  if (!estJourTarget(jour)) {
    throw new Invalid({
      dateExecution: `Les banques ne règlent rien ce jour-là : choisissez le ${formatJour(jourTarget(jour))}.`,
    });
  }
}

/**
 * @returns the total of these transfers.
 * @throws Conflict where the account holds too little, or others would pay.
 */
function exigerFonds(
  {
    fonds: [fonds],
    nonVus,
  }: { fonds: readonly FondsDetenus[]; nonVus: readonly EncaissementNonVu[] },
  sorties: readonly { montant: Centimes }[],
  honoraires: Centimes,
): Centimes {
  const total = sorties.reduce((somme, { montant }) => somme + montant, 0);
  const refus = fonds
    ? refusDuLot(fonds, { total, honoraires, nonVus: motsDesNonVus(enBanque(nonVus)) })
    : null;
  if (refus) throw new Conflict(refus);
  return total;
}

const riendAPayer = (ecartes: readonly Ecarte[], honoraires: boolean): string =>
  ecartes.length > 0
    ? [...new Set(ecartes.map(({ raison }) => raison))].slice(0, 5).join(" ")
    : honoraires
      ? "Rien n’est à reverser, ni aucun honoraire à virer."
      : "Rien n’est à reverser pour ces comptes rendus.";

/** A batch and its transfers. @throws NotFound */
async function lireLot(db: Db, id: number) {
  const {
    lots: [lot],
    sorties,
  } = await db.read({
    lots: db.select().from(reversements).where(eq(reversements.id, id)),
    sorties: db
      .select({
        id: virements.id,
        CompteRenduPartId: virements.CompteRenduPartId,
        CoordonneesBancairesId: virements.CoordonneesBancairesId,
        CompteBancaireId: virements.CompteBancaireId,
        montant: virements.montant,
        titulaire: virements.titulaire,
        reference: virements.reference,
        libelle: virements.libelle,
        etat: virements.etat,
        LigneReleveId: virements.LigneReleveId,
        mandat: sql<
          number | null
        >`(SELECT c."MissionId" FROM "CompteRenduPart" p JOIN "CompteRendu" c
          ON c.id = p."CompteRenduId" WHERE p.id = ${virements.CompteRenduPartId})`,
      })
      .from(virements)
      .where(eq(virements.ReversementId, id))
      .orderBy(virements.rang),
  });
  if (!lot) throw new NotFound();
  return { lot, sorties };
}

const DEJA = {
  valide: "Ce lot est déjà validé.",
  telecharge: "Ce lot est déjà remis à la banque.",
  annule: "Ce lot est annulé.",
} as const;

/**
 * A second administrator validates a batch: it is controlled again, then enters the books on this day (domain/README
 * §12.18).
 *
 * @throws NotFound; Conflict when it no longer waits, for its author, for an account that was made or changed since it
 * was asked (domain/README §9.6), or when a part of it may no longer be paid.
 */
export async function validerReversement(
  { db, now, today, user }: Payeur,
  { id, UserId }: { id: number; UserId: number },
): Promise<void> {
  await onWhatIsRead(async () => {
    const { lot, sorties } = await lireLot(db, id);
    if (lot.etat !== "a_valider") throw new Conflict(DEJA[lot.etat]);
    if (lot.UserId === UserId || lot.user === user)
      throw new Conflict("Un autre administrateur que celui qui a préparé ce lot le valide.");
    const honoraires = sorties.reduce(
      (somme, { CompteBancaireId, montant }) => somme + (CompteBancaireId === null ? 0 : montant),
      0,
    );
    const change = compteChangeDepuis(
      UserId,
      { entite: "Reversement", entiteId: id },
      sql`demande.etat = ${PREPARE}`,
    );
    const faits = await db.read({
      compte: db.all<{ change: number }>(sql`SELECT ${change} AS change`),
      parts: lirePartsDues(
        db,
        sql`p.id IN (SELECT v."CompteRenduPartId" FROM ${virements} v WHERE v."ReversementId" = ${id})`,
        { now, sauf: id },
      ),
      nonVus: lireNonVus(db),
      fonds: lireFonds(db, lot.CompteBancaireId),
      honoraires: lireHonoraires(db),
      dernier: db.all<{ id: number }>(sql`SELECT ${dernierHonoraire} AS id`),
    });
    if (faits.compte[0]?.change) {
      throw new Conflict(
        "Votre compte a changé depuis que ce lot est préparé : annulez-le, et qu’il soit préparé à nouveau.",
      );
    }
    exigerParts(faits, sorties, today);
    const pris = faits.honoraires.reduce((somme, { montant }) => somme + montant, 0);
    if (pris < honoraires) {
      throw new Conflict(
        "Il n’y a plus autant d’honoraires à virer. Annulez ce lot et préparez-le à nouveau.",
      );
    }
    exigerFonds(faits, sorties, honoraires);
    await db.write({
      garde: provided(
        db,
        sql`(SELECT etat FROM ${reversements} WHERE id = ${id}) = 'a_valider'
          AND NOT ${change} AND ${dernierHonoraire} = ${faits.dernier[0]?.id ?? 0}
          AND ${payables(virementsDus(sorties), { CompteBancaireId: lot.CompteBancaireId, honoraires, now })}`,
      ),
      lot: db
        .update(reversements)
        .set({
          etat: "valide",
          dateExecution: jourTarget(plusTard(lot.dateExecution, today)),
          validePar: user,
          valideLe: now.toISOString(),
          updatedAt: now.toISOString(),
        })
        .where(eq(reversements.id, id)),
      ...poster(
        db,
        ecrituresDuLot(sorties, {
          compte: lot.CompteBancaireId,
          numero: lot.numero,
          today,
          honoraires: honorairesParMandat(honoraires, faits),
        }),
        { user },
      ),
      histoire: trace(db, { entite: "Reversement", entiteId: id, etat: "Validé", user }),
    });
  });
}

/** @throws Conflict where a part of the batch may no longer be paid, or its IBAN has changed. */
function exigerParts(
  faits: Pick<Faits, "nonVus" | "parts">,
  sorties: readonly Pick<VirementDeLot, "CompteRenduPartId" | "CoordonneesBancairesId">[],
  today: Jour,
): void {
  const parts = faits.parts.map(partDue);
  const { ecartes } = trier(parts, faits.nonVus, today);
  const ailleurs = parts.filter(({ CompteRenduPartId, coordonnees }) =>
    sorties.some(
      (sortie) =>
        sortie.CompteRenduPartId === CompteRenduPartId &&
        sortie.CoordonneesBancairesId !== coordonnees?.id,
    ),
  );
  const raisons = [
    ...ecartes.map(({ raison }) => raison),
    ...ailleurs.map(({ nom }) => `L’IBAN de ${nom} a changé depuis.`),
  ];
  if (raisons.length === 0) return;
  throw new Conflict(
    `${[...new Set(raisons)].slice(0, 5).join(" ")} Annulez ce lot et préparez-le à nouveau.`,
  );
}

/**
 * Cancels a batch whose file nobody has: its entries are reversed, and its parts may be paid by another.
 *
 * @throws NotFound; Conflict once the bank may have its file.
 */
export async function annulerReversement(
  { db, today, user }: Contexte,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  await onWhatIsRead(async () => {
    const { lot, sorties } = await lireLot(db, id);
    if (lot.etat === "annule") throw new Conflict(DEJA.annule);
    if (lot.etat === "telecharge") {
      throw new Conflict(
        "Le fichier de ce lot est téléchargé : la banque peut l’avoir. Rejetez les virements qu’elle n’a pas faits.",
      );
    }
    if (sorties.some(({ LigneReleveId }) => LigneReleveId !== null))
      throw new Conflict("La banque a déjà fait un virement de ce lot.");
    const { lignesExtournees, ecrituresExtournees } = extourner(db, desVirements(sorties), {
      date: today,
      user,
    });
    await db.write({
      garde: provided(
        db,
        sql`(SELECT etat FROM ${reversements} WHERE id = ${id}) = ${lot.etat}
          AND NOT EXISTS (SELECT 1 FROM ${virements} WHERE "ReversementId" = ${id} AND "LigneReleveId" IS NOT NULL)`,
      ),
      lot: db.run(sql`
        UPDATE ${reversements} SET etat = 'annule', motif = ${motif}, "updatedAt" = ${MAINTENANT} WHERE id = ${id}`),
      virements: db.run(sql`
        UPDATE ${virements} SET etat = 'annule' WHERE "ReversementId" = ${id} AND etat = 'emis'`),
      lignesExtournees,
      ecrituresExtournees,
      histoire: trace(db, {
        entite: "Reversement",
        entiteId: id,
        etat: "Annulé",
        user,
        details: { motif },
      }),
    });
  });
}
