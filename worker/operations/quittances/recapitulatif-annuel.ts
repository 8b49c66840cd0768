import { asc, eq, sql } from "drizzle-orm";
import { deStationnement, modeCharges, regime, sousLoi89 } from "#domain/bail/bail.ts";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { dateRelocation, selected } from "#worker/db/conditions.ts";
import { quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { recapitulatif } from "#worker/documents/quittances/recapitulatif.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import {
  comptesLus,
  requetesDesComptes,
} from "#worker/operations/gerance/locataires/comptes-de-quittances.ts";
import { bailleurs, contenu, LOCATAIRE, LOGEMENT, possessionsDe } from "./quittances-chargees.ts";

/**
 * The receipts of an apartment in a year, tenant after tenant (quittances/README §2.6), from the data of today. The
 * document is never stored.
 * @returns the document, to be rendered by the caller, and the name of its PDF.
 * @throws NotFound when the apartment does not exist.
 */
export async function recapitulatifAnnuel(
  { env, db, today }: Pick<Contexte, "env" | "db" | "today">,
  { AppartementId, annee }: { AppartementId: number; annee: number },
): Promise<{ composed: Composed; nom: string }> {
  const lesquelles = sql`"Quitance"."AppartementId" = ${AppartementId}
    AND "Quitance".date BETWEEN ${`${annee}-01-01`} AND ${`${annee}-12-31`}
    AND ${quittanceComptee}`;
  const {
    logement: [logement],
    lignes,
    possessions,
    reglages,
    ...lectures
  } = await db.read({
    ...requetesDesComptes(db, sql`SELECT * FROM ${quitances} WHERE ${lesquelles}`),
    logement: db.select(LOGEMENT).from(appartements).where(eq(appartements.id, AppartementId)),
    lignes: db
      .select({
        quitance: quitances,
        dossier: {
          typeBail: dossiers.typeBail,
          chargesMode: dossiers.chargesMode,
          dateDebutBail: dossiers.dateDebutBail,
          dateFinBail: dossiers.dateFinBail,
          dateDebutPreavis: dossiers.dateDebutPreavis,
          dateFinPreavis: dossiers.dateFinPreavis,
          dateSortie: dossiers.dateSortie,
        },
        dateRelocation: selected<Jour | null>(dateRelocation),
        locataire: LOCATAIRE,
      })
      .from(quitances)
      .innerJoin(dossiers, eq(dossiers.id, quitances.DossierId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(lesquelles)
      .orderBy(asc(quitances.date), asc(quitances.id)),
    possessions: possessionsDe(db, sql`${AppartementId}`, sql`SELECT NULL, NULL WHERE false`),
    reglages: lireReglages(db),
  });
  if (!logement) throw new NotFound("Cet appartement n’existe pas.");
  const comptesDe = comptesLus(lectures, today);
  const parDossier = [...Map.groupBy(lignes, ({ quitance }) => quitance.DossierId).values()];
  const composed = recapitulatif({
    annee,
    emission: today,
    bailleurs: bailleurs(possessions, null),
    logement,
    dossiers: parDossier.flatMap((groupe) => {
      const [premiere] = groupe;
      if (!premiere) return [];
      const { dossier } = premiere;
      return {
        dates: { ...dossier, dateRelocation: premiere.dateRelocation },
        rp: sousLoi89({ regime: regime(dossier, premiere.locataire.rp) }),
        stationnement: deStationnement({ regime: dossier.typeBail }),
        chargesMode: modeCharges(dossier.typeBail, dossier.chargesMode),
        locataires: titulaires(premiere.locataire),
        lignes: groupe.map(({ quitance }) => contenu(quitance, comptesDe(quitance))),
      };
    }),
    ...(await papierDe({ env }, reglages)),
  });
  const quittance = composed.document.title.startsWith("QUITTANCE");
  return {
    composed,
    nom: `${quittance ? "Quittance_annuelle" : "Recapitulatif"}_${annee}_${motsDeFichier(`${logement.adresse} ${logement.ville}`, "_").toUpperCase()}.pdf`,
  };
}
