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
import { MAINTENANT } from "#worker/db/columns.ts";
import { newestId } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema-agence.ts";
import { reversements, virements } from "#worker/db/schema-mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { compteDebite, memeCompte } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { lireNonVus } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import type { Contexte } from "#worker/operations/gerance/livres/contexte.ts";
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

/** The administrator who prepares or validates a batch. */
export interface Payeur extends Contexte {
  user: string;
  UserId: number;
  now: Date;
}

/** As late as a batch is ordered ahead. */
const JOURS_D_AVANCE = 90;

/** What history says of a batch that waits for a second administrator. */
const PREPARE = "Préparé";

/**
 * Prepares a batch (domain/README §12.18): a transfer for each part that may be paid, and one for the agency's fees where
 * they are asked for; those that may not are left out, and named. It is valid at once, unless its sum, with what its author
 * sent alone within a day, asks for a second administrator.
 * @returns its identifier, and what it leaves out
 * @throws Invalid for a day on which banks settle nothing; Conflict where nothing may be paid, with what keeps it.
 */
export async function creerReversement({
  db,
  user,
  UserId,
  today,
  now,
  demande,
}: Payeur & { demande: DemandeReversement }): Promise<{ id: number; ecartes: Ecarte[] }> {
  exigerJour(demande.dateExecution, today);
  return onWhatIsRead(async () => {
    const compte = await compteDebite({ db, today }, demande.CompteBancaireId);
    const ids = JSON.stringify(demande.CompteRenduIds);
    const lus = await db.read({
      parts: lirePartsDues(db, sql`c.id IN (SELECT value FROM json_each(${ids}))`, { now }),
      nonVus: lireNonVus(db),
      fonds: lireFonds(db, compte.id),
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
    const { agenceNom, seuilReversement, formatSepa } = agenceDe(lus.reglages);
    const { retenues, ecartes } = trier(lus.parts.map(partDue), lus.nonVus, today);
    const numero = numeroDeReversement(moisDe(today), lus.rangs[0]?.rang ?? 1);
    const sorties: VirementDeLot[] = virementsDesParts(
      retenues,
      new Set(lus.references.map((une) => une.reference)),
    );
    const [deja = { attente: 0, dernier: 0 }] = lus.deja;
    const pris = lus.honoraires.reduce((somme, { montant }) => somme + montant, 0);
    const [fonds = { compte: 0, detenu: 0, du: 0 }] = lus.fonds;
    const honoraires = demande.honoraires
      ? honorairesDuLot(honorairesAVirer(fonds, { pris, attente: deja.attente }))
      : 0;
    if (honoraires > 0) {
      const [agence] = lus.agence;
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
    if (sorties.length === 0) throw new Conflict(riendAPayer(ecartes, demande.honoraires ?? false));
    const titulaire = compte.titulaire || agenceNom;
    if (!titulaire)
      throw new Conflict(
        "Donnez d’abord son nom à l’agence, dans les réglages : la banque le demande.",
      );
    const total = exigerFonds(lus, sorties, honoraires > 0 ? honoraires + deja.attente : 0);
    const [{ montant: seul } = { montant: 0 }] = lus.seul;
    const inconnu = honoraires > 0 && lus.agence[0]?.nouveau === 1;
    const attend = inconnu || aDeux(total + seul, enCentimes(seuilReversement));
    const lot = {
      numero,
      dateExecution: demande.dateExecution,
      CompteBancaireId: compte.id,
      etat: attend ? "a_valider" : "valide",
      format: formatSepa as FormatSepa,
      emetteur: agenceNom || titulaire,
      titulaire,
      bic: compte.bic,
      user,
      UserId,
      validePar: attend ? null : user,
      valideLe: attend ? null : now.toISOString(),
    } as const;
    const {
      id: [nouveau],
    } = await db.write({
      garde: provided(
        db,
        sql`${payables(virementsDus(sorties), { CompteBancaireId: compte.id, honoraires, now })}
          AND ${honorairesEnAttente} = ${deja.attente} AND ${dernierHonoraire} = ${deja.dernier}
          AND ${partiSeul(UserId, now)} = ${seul} AND ${memeCompte(compte)}
          AND ${honoraires > 0 && lus.agence[0] ? memeCompte(lus.agence[0]) : sql`true`}
          AND NOT EXISTS (SELECT 1 FROM ${reversements} WHERE numero = ${numero})
          AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(sorties)}) s JOIN ${virements} v
            ON v.reference = s.value ->> 'reference' OR (v."CompteRenduPartId" = s.value ->> 'CompteRenduPartId' AND v.etat = 'emis'))`,
      ),
      lot: db.insert(reversements).values(lot),
      virements: db.run(sql`
        INSERT INTO ${virements} ("ReversementId", rang, "CompteRenduPartId", "CoordonneesBancairesId", "CompteBancaireId",
          montant, titulaire, reference, libelle)
        SELECT ${newestId(reversements)}, s.key + 1, s.value ->> 'CompteRenduPartId', s.value ->> 'CoordonneesBancairesId',
          s.value ->> 'CompteBancaireId', s.value ->> 'montant', s.value ->> 'titulaire', s.value ->> 'reference', s.value ->> 'libelle'
        FROM json_each(${JSON.stringify(sorties)}) s ORDER BY s.key`),
      ...(attend
        ? {}
        : poster(
            db,
            ecrituresDuLot(sorties, {
              compte: compte.id,
              numero,
              today,
              honoraires: honorairesParMandat(honoraires, lus),
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
    return { id: nouveau?.id ?? 0, ecartes };
  });
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

/** @returns what these transfers amount to. @throws Conflict where the account has not so much, or others would pay. */
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
export async function lireLot(db: Db, id: number) {
  const {
    lots: [lot],
    siens,
  } = await db.read({
    lots: db.select().from(reversements).where(eq(reversements.id, id)),
    siens: db
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
  return { lot, virements: siens };
}

const DEJA = {
  valide: "Ce lot est déjà validé.",
  telecharge: "Ce lot est déjà remis à la banque.",
  annule: "Ce lot est annulé.",
} as const;

/**
 * A second administrator validates a batch: controlled again, then in the books on this day (domain/README §12.18).
 * @throws NotFound; Conflict when it waits no more, for its author, for an account that was made or changed since it was
 *   asked (domain/README §9.6), or when something of it may no longer be paid.
 */
export async function validerReversement({
  db,
  id,
  user,
  UserId,
  today,
  now,
}: Payeur & { id: number }): Promise<void> {
  await onWhatIsRead(async () => {
    const { lot, virements: sorties } = await lireLot(db, id);
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
    const lus = await db.read({
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
    if (lus.compte[0]?.change) {
      throw new Conflict(
        "Votre compte a changé depuis que ce lot est préparé : annulez-le, et qu’il soit préparé à nouveau.",
      );
    }
    const parts = lus.parts.map(partDue);
    const { ecartes } = trier(parts, lus.nonVus, today);
    const ailleurs = parts.filter(({ CompteRenduPartId, coordonnees }) =>
      sorties.some(
        (une) =>
          une.CompteRenduPartId === CompteRenduPartId &&
          une.CoordonneesBancairesId !== coordonnees?.id,
      ),
    );
    const raisons = [
      ...ecartes.map(({ raison }) => raison),
      ...ailleurs.map(({ nom }) => `L’IBAN de ${nom} a changé depuis.`),
    ];
    if (raisons.length > 0) {
      throw new Conflict(
        `${[...new Set(raisons)].slice(0, 5).join(" ")} Annulez ce lot et préparez-le à nouveau.`,
      );
    }
    const pris = lus.honoraires.reduce((somme, { montant }) => somme + montant, 0);
    if (pris < honoraires) {
      throw new Conflict(
        "Il n’y a plus autant d’honoraires à virer. Annulez ce lot et préparez-le à nouveau.",
      );
    }
    exigerFonds(lus, sorties, honoraires);
    await db.write({
      garde: provided(
        db,
        sql`(SELECT etat FROM ${reversements} WHERE id = ${id}) = 'a_valider'
          AND NOT ${change} AND ${dernierHonoraire} = ${lus.dernier[0]?.id ?? 0}
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
          honoraires: honorairesParMandat(honoraires, lus),
        }),
        { user },
      ),
      histoire: trace(db, { entite: "Reversement", entiteId: id, etat: "Validé", user }),
    });
  });
}

/**
 * Cancels a batch whose file nobody has: its entries are reversed, and its parts may be paid by another.
 * @throws NotFound; Conflict once the bank may have its file.
 */
export async function annulerReversement({
  db,
  id,
  user,
  today,
  motif,
}: Contexte & { id: number; motif: string }): Promise<void> {
  await onWhatIsRead(async () => {
    const { lot, virements: sorties } = await lireLot(db, id);
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
