import { eq, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { ajouterJours, formatJour, type Jour, moisDe, plusTard } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { estJourTarget, jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import { composer, refusDesFonds } from "#domain/gerance/reversements/lot-compose.ts";
import { numeroDeReversement } from "#domain/gerance/reversements/reversement.ts";
import type { DemandeReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import type { FormatSepa } from "#domain/gerance/reversements/sepa.ts";
import { memeOrigine, type OrigineDeVirement } from "#domain/gerance/reversements/virement.ts";
import type { Db } from "#worker/db/client.ts";
import { newestId } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { avancesRendues, comptesBancaires } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires, reversements, virements } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { appartements, dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { compteDebite, memeCompte } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import {
  compenserRetours,
  tvaDesRemboursements,
} from "#worker/operations/gerance/cloture/reglements-honoraires.ts";
import { extourner, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { profilChangeDepuis } from "#worker/operations/profils/decisions-a-deux.ts";
import { lireAvoirsDus } from "./avoirs-lus.ts";
import {
  faitsDuLot,
  fondsLus,
  honorairesPris,
  quetesDeLAuteur,
  quetesDesSommes,
  sommesDues,
} from "./faits-de-lot.ts";
import { payables } from "./payables.ts";
import {
  avecLeursAutresParts,
  type CompteQuiPaie,
  dernierHonoraire,
  honorairesEnAttente,
  lireDepensesAPayer,
  lireFondsDuCompte,
  partiSeul,
} from "./reversements-lus.ts";
import {
  desVirements,
  type Ecarte,
  ecrituresDuLot,
  honorairesParMandat,
  suitesDesVirements,
  suitesDuRetour,
  trier,
  type VirementDeLot,
  virementDesHonoraires,
  virementsDes,
  virementsDus,
} from "./virements-de-lot.ts";

type Payeur = Pick<Contexte, "db" | "now" | "today" | "user">;

/** A batch may be ordered at most this many days ahead. */
const JOURS_D_AVANCE = 90;

/** The state that the history shows for a batch that waits for a second administrator. */
const PREPARE = "Préparé";

/**
 * Prepares a batch (reversements/README §12.18): a transfer for each sum that may be paid, and one for the agency's
 * fees when the request asks for it; the other sums are left out, and named. Credit notes leave the agency's own
 * account. The batch is valid at once, unless it needs a second administrator: by its sum, with the sums that its
 * author sent alone in a day, or by a new account for the fees.
 * @returns the batch's identifier, and the sums left out
 * @throws Invalid for a day past, too far, or on which banks settle nothing; Conflict where nothing may be paid, with
 * the reason.
 */
export async function creerReversement(
  ctx: Payeur,
  demande: ALancer,
): Promise<{ id: number; ecartes: Ecarte[] }> {
  exigerJour(demande.dateExecution, ctx.today);
  return onWhatIsRead(async () => {
    const usage = demande.FactureHonorairesIds?.length ? "agence" : "gerance";
    const compte = await compteDebite(ctx, demande.CompteBancaireId, usage);
    const faits = await lireFaits(ctx, demande, compte);
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

const parmi = (ids: readonly number[] = []) =>
  sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

async function lireFaits(ctx: Payeur, demande: ALancer, compte: CompteQuiPaie) {
  const { db, today } = ctx;
  const { AvanceRendueIds, CompteRenduIds, SoldeDepartIds, IntendanceIds, UserId } = demande;
  const avoirs = await lireAvoirsDus(ctx, {
    lesquels: sql`f.id ${parmi(demande.FactureHonorairesIds)}`,
  });
  const depenses = await lireDepensesAPayer(ctx, {
    lesquelles: avecLeursAutresParts(
      sql`(SELECT value FROM json_each(${JSON.stringify(IntendanceIds ?? [])}))`,
    ),
  });
  const faits = await db.read({
    ...quetesDesSommes(ctx, {
      parts: sql`c.id ${parmi(CompteRenduIds)}`,
      restitutions: sql`s.id ${parmi(SoldeDepartIds)}`,
      avances: sql`s.id ${parmi(AvanceRendueIds)}`,
    }),
    ...quetesDeLAuteur(ctx, UserId),
    fonds: lireFondsDuCompte(db, compte),
    rangs: db.all<{ rang: number }>(sql`
      SELECT count(*) + 1 AS rang FROM ${reversements} WHERE numero LIKE ${`REV-${moisDe(today)}-%`}`),
    references: db.all<{ reference: string }>(sql`
      SELECT reference FROM ${virements} WHERE "CompteRenduPartId" IN (SELECT p.id FROM "CompteRenduPart" p
        JOIN "CompteRendu" c ON c.id = p."CompteRenduId" WHERE c.mois IN (SELECT d.mois FROM "CompteRendu" d
          WHERE d.id ${parmi(CompteRenduIds)}))
      OR "IntendanceId" ${parmi(depenses.factures.map(({ IntendanceId }) => IntendanceId))}
      OR "FactureHonorairesId" ${parmi(demande.FactureHonorairesIds)}
      OR "SoldeDepartId" IN (SELECT s.id FROM "SoldeDepart" s JOIN "Depart" e ON e.id = s."DepartId" WHERE e."DossierId" IN ${dossiersPayes(demande)})
      OR "AvanceRendueId" IN (SELECT a.id FROM ${avancesRendues} a WHERE a."DossierId" IN ${dossiersPayes(demande)})`),
  });
  return { ...faits, depenses, avoirs, nonVus: compte.usage === "agence" ? [] : faits.nonVus };
}

/** The dossiers of the tenants whom a batch pays; the references of the transfers to one dossier form one series. */
const dossiersPayes = ({ AvanceRendueIds, SoldeDepartIds }: ALancer) => sql`(
  SELECT d."DossierId" FROM ${departs} d JOIN ${soldesDepart} demande ON demande."DepartId" = d.id
    WHERE demande.id ${parmi(SoldeDepartIds)}
  UNION SELECT a."DossierId" FROM ${avancesRendues} a WHERE a.id ${parmi(AvanceRendueIds)})`;

type Faits = Awaited<ReturnType<typeof lireFaits>>;

/** A batch: its transfers, the sums that it leaves out, and whether it waits for a second administrator; cents. */
type Lot = ReturnType<typeof composerLot>;

/**
 * @throws Conflict when nothing may be paid, the account does not hold enough, or the agency lacks a name or an
 * account for its fees.
 */
function composerLot(
  faits: Faits,
  { compte, honoraires: demandes }: { compte: CompteDebite; honoraires: boolean },
  today: Jour,
) {
  const [agence] = faits.agence;
  const { agenceNom, formatSepa } = agenceDe(faits.reglages);
  const { retenues, ecartes } = trier(sommesDues(faits), faits.nonVus, today);
  const numero = numeroDeReversement(moisDe(today), faits.rangs[0]?.rang ?? 1);
  const referencesPrises = new Set(faits.references.map(({ reference }) => reference));
  const sorties = virementsDes(retenues, referencesPrises);
  const { honoraires, total, refus, attend } = composer(
    sorties,
    { honoraires: demandes },
    faitsDuLot(faits, faits.fonds),
  );
  if (honoraires > 0) {
    if (!agence)
      throw new Conflict(
        "Ajoutez le compte bancaire de l’agence, où vont ses honoraires.",
        "honoraires",
      );
    sorties.push(
      virementDesHonoraires(honoraires, {
        numero,
        CompteBancaireId: agence.id,
        titulaire: agence.titulaire || agenceNom,
      }),
    );
  }
  if (sorties.length === 0) throw new Conflict(riendAPayer(ecartes, demandes));
  const titulaire = compte.titulaire || agenceNom;
  if (!titulaire)
    throw new Conflict(
      "Donnez d’abord son nom à l’agence, dans les réglages : la banque le demande.",
    );
  if (refus) throw new Conflict(refus);
  const emetteur = agenceNom || titulaire;
  const format = formatSepa as FormatSepa;
  return { numero, sorties, ecartes, honoraires, total, attend, titulaire, emetteur, format };
}

/**
 * Writes a batch if the data read have not changed, with its entries when it is valid at once. @returns its
 * identifier.
 */
async function ecrireLot(
  ctx: Payeur,
  { UserId, dateExecution }: ALancer,
  { compte, faits, lot }: { compte: CompteDebite; faits: Faits; lot: Lot },
): Promise<number> {
  const { db, now, today, user } = ctx;
  const { attend, emetteur, format, honoraires, numero, sorties, titulaire, total } = lot;
  const [agence] = faits.agence;
  const json = JSON.stringify(sorties);
  const tva = attend ? new Map() : await tvaDesAvoirs(db, sorties);
  const { id } = await db.write({
    garde: provided(
      db,
      sql`${payables(virementsDus(sorties), { compte, honoraires, now })}
        AND ${honorairesEnAttente} = ${faits.attente[0]?.montant ?? 0} AND ${dernierHonoraire} = ${faits.dernier[0]?.id ?? 0}
        AND ${partiSeul(UserId, now)} = ${faits.seul[0]?.montant ?? 0} AND ${memeCompte(compte)}
        AND ${honoraires > 0 && agence ? memeCompte(agence) : sql`true`}
        AND NOT EXISTS (SELECT 1 FROM ${reversements} WHERE numero = ${numero})
        AND NOT EXISTS (SELECT 1 FROM json_each(${json}) s JOIN ${virements} v
          ON v.reference = s.value ->> 'reference' OR (v.etat = 'emis' AND (v."CompteRenduPartId" = s.value ->> 'CompteRenduPartId'
            OR v."SoldeDepartId" = s.value ->> 'SoldeDepartId' OR v."AvanceRendueId" = s.value ->> 'AvanceRendueId'
            OR v."IntendanceId" = s.value ->> 'IntendanceId'
            OR (v."FactureHonorairesId" = s.value ->> 'FactureHonorairesId' AND v."MandantId" IS s.value ->> 'MandantId'))))
        AND ${faits.depenses.inchangees} AND ${faits.avoirs.inchanges}`,
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
      INSERT INTO ${virements} ("ReversementId", rang, "CompteRenduPartId", "SoldeDepartId", "AvanceRendueId", "IntendanceId",
        "FactureHonorairesId", "MandantId", "CoordonneesBancairesId", "CompteBancaireId", montant, titulaire, reference, libelle)
      SELECT ${newestId(reversements)}, s.key + 1, s.value ->> 'CompteRenduPartId', s.value ->> 'SoldeDepartId',
        s.value ->> 'AvanceRendueId', s.value ->> 'IntendanceId', s.value ->> 'FactureHonorairesId', s.value ->> 'MandantId',
        s.value ->> 'CoordonneesBancairesId', s.value ->> 'CompteBancaireId', s.value ->> 'montant', s.value ->> 'titulaire', s.value ->> 'reference', s.value ->> 'libelle'
      FROM json_each(${json}) s ORDER BY s.key`),
    ...(attend
      ? {}
      : {
          ...poster(
            db,
            ecrituresDuLot(sorties, {
              compte: compte.id,
              numero,
              today,
              honoraires: honorairesParMandat(honoraires, faits),
              ...{ tva, restitutions: faits.restitutions },
            }),
            { today, user },
          ),
          ...suitesDesVirements(ctx, sorties, { numero, dateExecution }),
        }),
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

/** The VAT that the credit notes of a batch make due once it is in the books, by the reference of their transfers. */
const tvaDesAvoirs = (
  db: Db,
  sorties: readonly Pick<
    VirementDeLot,
    "FactureHonorairesId" | "mandat" | "DossierId" | "montant" | "reference"
  >[],
) =>
  tvaDesRemboursements(
    db,
    sorties.flatMap(({ FactureHonorairesId, mandat, DossierId, montant, reference }) =>
      FactureHonorairesId === null || mandat === null
        ? []
        : [{ FactureHonorairesId, MissionId: mandat, DossierId, montant, reference }],
    ),
  );

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

const riendAPayer = (ecartes: readonly Ecarte[], honoraires: boolean): string =>
  ecartes.length > 0
    ? [...new Set(ecartes.map(({ raison }) => raison))].slice(0, 5).join(" ")
    : honoraires
      ? "Rien n’est à reverser, ni aucun honoraire à virer."
      : "Rien n’est à virer de ce qui est choisi.";

/** A batch and its transfers, with the data of their entries. @throws NotFound */
async function lireLot(db: Db, id: number) {
  const {
    lots: [lot],
    comptes: [compte],
    sorties,
  } = await db.read({
    lots: db.select().from(reversements).where(eq(reversements.id, id)),
    comptes: db
      .select({ id: comptesBancaires.id, usage: comptesBancaires.usage })
      .from(comptesBancaires)
      .innerJoin(reversements, eq(reversements.CompteBancaireId, comptesBancaires.id))
      .where(eq(reversements.id, id)),
    sorties: db
      .select({
        id: virements.id,
        CompteRenduPartId: virements.CompteRenduPartId,
        SoldeDepartId: virements.SoldeDepartId,
        AvanceRendueId: virements.AvanceRendueId,
        IntendanceId: virements.IntendanceId,
        FactureHonorairesId: virements.FactureHonorairesId,
        MandantId: virements.MandantId,
        CoordonneesBancairesId: virements.CoordonneesBancairesId,
        CompteBancaireId: virements.CompteBancaireId,
        montant: virements.montant,
        titulaire: virements.titulaire,
        reference: virements.reference,
        libelle: virements.libelle,
        etat: virements.etat,
        LigneReleveId: virements.LigneReleveId,
        numFacture: sql<
          string | null
        >`coalesce(${intendances.numFacture}, ${facturesHonoraires.numero})`,
        FournisseurId: intendances.FournisseurId,
        DossierId: sql<
          number | null
        >`coalesce(${departs.DossierId}, ${avancesRendues.DossierId}, ${facturesHonoraires.DossierId})`,
        mandat: sql<
          number | null
        >`coalesce(${facturesHonoraires.MissionId}, (SELECT c."MissionId" FROM "CompteRenduPart" p JOIN "CompteRendu" c
          ON c.id = p."CompteRenduId" WHERE p.id = ${virements.CompteRenduPartId}), iif(${appartements.id} IS NULL, NULL,
          ${mandatDe(sql`${appartements.id}`)}))`,
      })
      .from(virements)
      .leftJoin(intendances, eq(intendances.id, virements.IntendanceId))
      .leftJoin(soldesDepart, eq(soldesDepart.id, virements.SoldeDepartId))
      .leftJoin(departs, eq(departs.id, soldesDepart.DepartId))
      .leftJoin(avancesRendues, eq(avancesRendues.id, virements.AvanceRendueId))
      .leftJoin(facturesHonoraires, eq(facturesHonoraires.id, virements.FactureHonorairesId))
      .leftJoin(
        dossiers,
        sql`${dossiers.id} = coalesce(${departs.DossierId}, ${avancesRendues.DossierId})`,
      )
      .leftJoin(
        appartements,
        sql`${appartements.id} = coalesce(${intendances.AppartementId}, ${dossiers.AppartementId})`,
      )
      .where(eq(virements.ReversementId, id))
      .orderBy(virements.rang),
  });
  if (!lot || !compte) throw new NotFound();
  return { lot, compte, sorties };
}

const DEJA = {
  valide: "Ce lot est déjà validé.",
  telecharge: "Ce lot est déjà remis à la banque.",
  annule: "Ce lot est annulé.",
} as const;

/**
 * A second administrator validates a batch: it is controlled again, then enters the books on this day
 * (reversements/README §12.18).
 * @throws NotFound; Conflict when the batch no longer waits, when the administrator prepared it, when his login was
 * made or changed since it was prepared (http/README §9.6), or when a sum of it may no longer be paid.
 */
export async function validerReversement(
  ctx: Payeur,
  { id, UserId }: { id: number; UserId: number },
): Promise<void> {
  const { db, now, today, user } = ctx;
  await onWhatIsRead(async () => {
    const { lot, compte, sorties } = await lireLot(db, id);
    if (lot.etat !== "a_valider") throw new Conflict(DEJA[lot.etat]);
    if (lot.UserId === UserId || lot.user === user)
      throw new Conflict("Un autre administrateur que celui qui a préparé ce lot le valide.");
    const honoraires = sorties.reduce(
      (somme, { CompteBancaireId, montant }) => somme + (CompteBancaireId === null ? 0 : montant),
      0,
    );
    const change = profilChangeDepuis(
      UserId,
      { entite: "Reversement", entiteId: id },
      sql`demande.etat = ${PREPARE}`,
    );
    const faits = await lireFaitsDuLot(ctx, { id, compte, change });
    if (faits.compte[0]?.change) {
      throw new Conflict(
        "Votre compte a changé depuis que ce lot est préparé : annulez-le, et qu’il soit préparé à nouveau.",
      );
    }
    exigerSommes(faits, sorties, today);
    if (honorairesPris(faits.honoraires) < honoraires) {
      throw new Conflict(
        "Il n’y a plus autant d’honoraires à virer. Annulez ce lot et préparez-le à nouveau.",
      );
    }
    const total = sorties.reduce((somme, { montant }) => somme + montant, 0);
    const refus = refusDesFonds(
      { total, honoraires },
      { fonds: fondsLus(faits.fonds), nonVus: faits.nonVus },
    );
    if (refus) throw new Conflict(refus);
    const dateExecution = jourTarget(plusTard(lot.dateExecution, today));
    const tva = await tvaDesAvoirs(db, sorties);
    await db.write({
      garde: provided(
        db,
        sql`(SELECT etat FROM ${reversements} WHERE id = ${id}) = 'a_valider'
          AND NOT ${change} AND ${dernierHonoraire} = ${faits.dernier[0]?.id ?? 0}
          AND ${payables(virementsDus(sorties), { compte, honoraires, now })}
          AND ${faits.depenses.inchangees} AND ${faits.avoirs.inchanges}`,
      ),
      lot: db
        .update(reversements)
        .set({
          etat: "valide",
          dateExecution,
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
          ...{ tva, restitutions: faits.restitutions },
        }),
        { today, user },
      ),
      ...suitesDesVirements(ctx, sorties, { numero: lot.numero, dateExecution }),
      histoire: trace(db, { entite: "Reversement", entiteId: id, etat: "Validé", user }),
    });
  });
}

/** Reads the data for the second control of a batch that waits. */
async function lireFaitsDuLot(
  ctx: Payeur,
  { id, compte, change }: { id: number; compte: CompteQuiPaie; change: SQL },
) {
  const { db } = ctx;
  const duLot = sql`v."ReversementId" = ${id}`;
  const depenses = await lireDepensesAPayer(ctx, {
    lesquelles: sql`i.id IN (SELECT v."IntendanceId" FROM ${virements} v WHERE ${duLot})`,
    sauf: id,
  });
  const avoirs = await lireAvoirsDus(ctx, {
    lesquels: sql`f.id IN (SELECT v."FactureHonorairesId" FROM ${virements} v WHERE ${duLot})`,
    sauf: id,
  });
  const faits = await db.read({
    compte: db.all<{ change: number }>(sql`SELECT ${change} AS change`),
    ...quetesDesSommes(ctx, {
      parts: sql`p.id IN (SELECT v."CompteRenduPartId" FROM ${virements} v WHERE ${duLot})`,
      restitutions: sql`s.id IN (SELECT v."SoldeDepartId" FROM ${virements} v WHERE ${duLot})`,
      avances: sql`s.id IN (SELECT v."AvanceRendueId" FROM ${virements} v WHERE ${duLot})`,
      sauf: id,
    }),
    fonds: lireFondsDuCompte(db, compte),
  });
  return { ...faits, depenses, avoirs, nonVus: compte.usage === "agence" ? [] : faits.nonVus };
}

/** @throws Conflict when a sum of the batch may no longer be paid, or its amount or its IBAN has changed. */
function exigerSommes(
  faits: Pick<Faits, "nonVus" | "parts" | "restitutions" | "avances" | "depenses" | "avoirs">,
  sorties: readonly (OrigineDeVirement &
    Pick<VirementDeLot, "CoordonneesBancairesId" | "CompteBancaireId" | "montant" | "titulaire">)[],
  today: Jour,
): void {
  const { retenues, ecartes } = trier(sommesDues(faits), faits.nonVus, today);
  const dues = virementsDes(retenues, new Set());
  const changees = sorties.flatMap((sortie) => {
    if (sortie.CompteBancaireId !== null) return [];
    const due = dues.find((virement) => memeOrigine(virement, sortie));
    if (!due) return ecartes.some((ecarte) => memeOrigine(ecarte, sortie)) ? [] : [PLUS_DUE];
    if (due.montant !== sortie.montant) return [PLUS_DUE];
    return due.CoordonneesBancairesId === sortie.CoordonneesBancairesId
      ? []
      : [`L’IBAN de ${sortie.titulaire} a changé depuis.`];
  });
  const raisons = [...ecartes.map(({ raison }) => raison), ...changees];
  if (raisons.length === 0) return;
  throw new Conflict(
    `${[...new Set(raisons)].slice(0, 5).join(" ")} Annulez ce lot et préparez-le à nouveau.`,
  );
}

const PLUS_DUE = "L’une de ces sommes n’est plus à payer, ou a changé.";

/**
 * Cancels a batch before its file is downloaded: its entries are reversed, and another batch may pay its sums.
 * @throws NotFound; Conflict once the bank may have its file or made a transfer, or when it is cancelled already.
 */
export async function annulerReversement(
  ctx: Contexte,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  const { db, today, user } = ctx;
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
      today,
      user,
    });
    const compense = await compenserRetours(ctx, lot.etat === "valide" ? sorties : []);
    await db.write({
      garde: provided(
        db,
        sql`(SELECT etat FROM ${reversements} WHERE id = ${id}) = ${lot.etat} AND ${compense.inchanges}
          AND NOT EXISTS (SELECT 1 FROM ${virements} WHERE "ReversementId" = ${id} AND "LigneReleveId" IS NOT NULL)`,
      ),
      lot: db.run(sql`
        UPDATE ${reversements} SET etat = 'annule', motif = ${motif}, "updatedAt" = ${MAINTENANT} WHERE id = ${id}`),
      virements: db.run(sql`
        UPDATE ${virements} SET etat = 'annule' WHERE "ReversementId" = ${id} AND etat = 'emis'`),
      lignesExtournees,
      ecrituresExtournees,
      ...(lot.etat === "valide" ? suitesDuRetour(ctx, sorties, { ...lot, motif }) : {}),
      ...compense.statements,
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
