import { eq, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { fichierSepa } from "#domain/gerance/reversements/sepa.ts";
import { refusDuCompte } from "#domain/iban.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { coordonneesBancaires, reversements, virements } from "#worker/db/schema/mandants.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireComptesBancaires } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { ibanDuSecret } from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";

/**
 * The file by which the bank pays a batch (reversements/README §12.18), the same each time. After the first download,
 * the batch no longer changes. The journal of security records each download.
 * @throws NotFound; Conflict while the batch is not valid, once it is cancelled, or for an account that cannot be
 * used.
 */
export async function fichierDuLot(
  ctx: Pick<Contexte, "db" | "user"> & { env: Pick<Env, "DATA_KEYS"> },
  id: number,
): Promise<{ nom: string; xml: string }> {
  const { db, env, user } = ctx;
  const faits = await db.read({
    lots: db.select().from(reversements).where(eq(reversements.id, id)),
    sorties: db
      .select({
        montant: virements.montant,
        titulaire: virements.titulaire,
        reference: virements.reference,
        libelle: virements.libelle,
        CompteBancaireId: virements.CompteBancaireId,
        bic: coordonneesBancaires.bic,
        secret: coordonneesBancaires.secret,
      })
      .from(virements)
      .leftJoin(coordonneesBancaires, eq(coordonneesBancaires.id, virements.CoordonneesBancairesId))
      .where(eq(virements.ReversementId, id))
      .orderBy(virements.rang),
  });
  const [lot] = faits.lots;
  if (!lot) throw new NotFound();
  if (lot.etat === "a_valider")
    throw new Conflict("Ce lot attend la validation d’un second administrateur.");
  if (lot.etat === "annule" || lot.valideLe === null) throw new Conflict("Ce lot est annulé.");
  const comptes = await lireComptesBancaires(ctx);
  const ibanDe = (compte: number | null) => {
    const entier = comptes.find(({ id }) => id === compte)?.entier;
    if (!entier)
      throw new Conflict(
        "L’IBAN de l’un des comptes de l’agence est illisible : saisissez-le à nouveau.",
      );
    return entier;
  };
  const xml = fichierSepa(
    {
      numero: lot.numero,
      valideLe: new Date(lot.valideLe),
      dateExecution: lot.dateExecution,
      emetteur: lot.emetteur,
      compte: { titulaire: lot.titulaire, iban: ibanDe(lot.CompteBancaireId), bic: lot.bic },
      virements: faits.sorties.map(({ CompteBancaireId, secret, ...sortie }) => {
        const iban = secret === null ? ibanDe(CompteBancaireId) : ibanDuSecret(env, secret);
        const refus = refusDuCompte(iban);
        if (refus)
          throw new Conflict(`Le compte de ${sortie.titulaire} ne peut pas être payé. ${refus}`);
        return { ...sortie, iban };
      }),
    },
    lot.format,
  );
  const valide = sql`EXISTS (SELECT 1 FROM ${reversements} WHERE id = ${id} AND etat = 'valide')`;
  const remis = sql`EXISTS (SELECT 1 FROM ${reversements} WHERE id = ${id} AND etat IN ('valide', 'telecharge'))`;
  const { note } = await db.write({
    note: noter(db, {
      evenement: "export",
      user,
      details: { entite: "Reversement", id, virements: faits.sorties.length },
      quand: remis,
    }),
    histoire: trace(db, {
      entite: "Reversement",
      entiteId: id,
      etat: "Remis à la banque",
      user,
      quand: valide,
    }),
    remis: db.run(sql`
      UPDATE ${reversements} SET etat = 'telecharge', "telechargeLe" = ${MAINTENANT}, "updatedAt" = ${MAINTENANT}
      WHERE id = ${id} AND etat = 'valide'`),
  });
  if (note.rowsAffected === 0) throw new Conflict("Ce lot est annulé.");
  return { nom: `${lot.numero}.xml`, xml };
}
