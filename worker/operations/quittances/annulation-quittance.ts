import { eq, type SQL, sql } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { COURRIELS_PARTIS, type CourrielEnAttente } from "#domain/quittances/courriel.ts";
import { donneesEffacees, selected } from "#worker/db/conditions.ts";
import { quittanceCompletee, quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { rowExists } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  courrielsEnAttente,
  preparerEnvois,
  suivreEtat,
} from "#worker/operations/courriels/outbox.ts";
import { libererPaiements } from "#worker/operations/gerance/locataires/paiements-liberes.ts";
import { retirerQuittance } from "#worker/operations/gerance/locataires/quittancement.ts";
import { type Suites, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { contenuQuittance } from "./contenu-quittance.ts";

/**
 * Cancels a receipt for good (quittances/README §2.4). The receipt keeps its number but no sum counts it any more,
 * its link stops working, its waiting mails do not leave, and its PDF is made again. A payment must be taken back
 * first.
 * @param lue the version of the receipt that the caller read; absent, any version is accepted.
 * @param courriel true to mail the tenant about the cancellation, if an earlier mail of the receipt may have left.
 * @returns the mails to be queued, and the R2 key of the outdated PDF.
 * @throws NotFound when there is no such receipt; Conflict when the receipt is cancelled already, changed since it
 * was read, is paid, declared or paid in part, or when another receipt completes it.
 */
export async function annulerQuittance(
  ctx: Auteur,
  demande: Annulation & { lue?: VersionLue },
): Promise<Annulee> {
  const { db } = ctx;
  const { id, lue = {} } = demande;
  const {
    avant: [avant],
    annulee,
    attente,
  } = await db.write({
    avant: db
      .select({
        clePdf: quitances.clePdf,
        regle: quitances.regle,
        source: quitances.source,
        annuleeLe: quitances.annuleeLe,
        completee: selected<number>(quittanceCompletee),
        updatedAt: quitances.updatedAt,
        version: quitances.version,
      })
      .from(quitances)
      .where(eq(quitances.id, id)),
    ...annulation(ctx, demande, asRead(quitances, lue) ?? sql`true`),
  });
  if (!avant) throw new NotFound();
  if (annulee.rowsAffected > 0) return { courriels: attente, ancienPdf: avant.clePdf };
  if (avant.annuleeLe !== null) throw new Conflict("Cette quittance est déjà annulée.");
  if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
  if (avant.completee)
    throw new Conflict(
      "Une autre quittance la complète, au loyer révisé\u00A0: annulez d’abord celle-là.",
    );
  throw new Conflict(
    avant.regle && avant.source === "locataire"
      ? "Le locataire a déclaré ce paiement\u00A0: marquez d’abord la quittance impayée, puis annulez-la."
      : "Un paiement est noté sur cette quittance\u00A0: marquez-la d’abord impayée, puis annulez-la.",
  );
}

type Auteur = Pick<Contexte, "db" | "user" | "now" | "today">;

interface Annulation {
  id: number;
  motif: string;
  courriel: boolean;
}

interface Annulee {
  courriels: CourrielEnAttente[];
  ancienPdf: string | null;
}

/**
 * Cancels a receipt, paid or not: the payment stays on the account of its tenant, for the receipt that replaces this
 * one (quittances/README §2.4).
 * @throws NotFound when there is no such receipt; Conflict when the receipt was settled without money, by a payment
 * that is not in the accounts, or only by the tenant's declaration, when it is cancelled already, or when another
 * receipt completes it.
 */
export async function annulerEnRendant(
  ctx: Auteur,
  { DossierId, ...demande }: Annulation & { DossierId: number },
): Promise<Suites> {
  const { db } = ctx;
  return onWhatIsRead(async () => {
    const { id } = demande;
    const { avant, inchange, liberees, apres } = await libererPaiements(ctx, {
      DossierId,
      lesquelles: sql`e."QuitanceId" = ${id}`,
      libelle: "Quittance refaite",
      refus: {
        sansArgent:
          "Cette quittance est soldée sans argent : annulez d’abord l’abandon, la compensation ou l’arrêté qui la solde.",
        horsComptes:
          "Ce paiement n’est pas dans les comptes : marquez d’abord la quittance impayée, puis annulez-la.",
      },
    });
    if (avant.length === 0) {
      const { courriels, ancienPdf } = await annulerQuittance(ctx, demande);
      return { courriels, anciensPdf: ancienPdf ? [ancienPdf] : [] };
    }
    const { annulee, attente } = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND EXISTS (SELECT 1 FROM ${quitances}
        WHERE ${eq(quitances.id, id)} AND ${quittanceComptee} AND NOT ${quittanceCompletee})`,
      ),
      ...liberees,
      ...annulation(ctx, demande),
      ...apres,
    });
    if (annulee.rowsAffected === 0) throw new Conflict(FICHE_MODIFIEE);
    return suitesDe(avant, attente);
  });
}

/** The statements that cancel a receipt without a noted payment. */
function annulation(
  { db, user, now, today }: Auteur,
  { id, motif, courriel }: Annulation,
  quand: SQL = sql`true`,
) {
  const laquelle = eq(quitances.id, id);
  const annulable = sql`${laquelle} AND ${quittanceComptee} AND NOT ${quitances.regle}
    AND coalesce(${quitances.montantPaye}, 0) = 0 AND NOT ${quittanceCompletee} AND ${quand}`;
  const annuleeLe = now.toISOString();
  // The reason for cancelling the receipt of an erased tenant is not kept: free words might name him.
  const motifGarde = sql`(SELECT iif(${donneesEffacees}, NULL, ${motif}) FROM ${locataires}
    WHERE ${locataires.id} = (SELECT "LocataireId" FROM ${quitances} WHERE id = ${id}))`;
  const dejaEcrit = sql`EXISTS (SELECT 1 FROM ${courriels} WHERE ${courriels.QuitanceId} = ${quitances.id}
    AND ${courriels.etat} IN (SELECT value FROM json_each(${JSON.stringify(COURRIELS_PARTIS)})))`;
  return {
    annulationDite: trace(db, {
      entite: "Quitance",
      entiteId: id,
      etat: "Annulée",
      user,
      details: contenuQuittance(sql`, 'motif', ${motifGarde}`),
      quand: rowExists(quitances, annulable),
    }),
    ...retirerQuittance(db, id, { quand: annulable, today, user }),
    annulee: db
      .update(quitances)
      .set({ annuleeLe, motifAnnulation: motifGarde, clePdf: null, updatedAt: MAINTENANT })
      .where(annulable),
    suiteDeLAnnulation: suivreEtat(db, laquelle),
    annonce: preparerEnvois(
      db,
      sql`${laquelle} AND ${quitances.annuleeLe} = ${annuleeLe} AND ${dejaEcrit} AND ${Number(courriel)}`,
      { occasion: "annulation", user },
    ),
    attente: courrielsEnAttente(db, laquelle),
  };
}
