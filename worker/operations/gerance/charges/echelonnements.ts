import { sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { nomDExercice } from "#domain/gerance/charges/exercice.ts";
import {
  echelonner,
  type MoisDEchelonnement,
  refusDEchelonnement,
} from "#domain/gerance/charges/solde-a-payer.ts";
import { abandon } from "#domain/gerance/livres/ecritures-encaissements.ts";
import { enEuros } from "#domain/montants.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { echeances, ecritures, imputations } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { cleDuDecompte } from "#worker/operations/gerance/livres/cles-des-soldes.ts";
import { poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { lireComptes } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { type Suites, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireDecompte } from "./decomptes.ts";
import { appelerParParts, situer } from "./soldes-ecrits.ts";

interface Somme {
  id: number;
  mandat: number;
  reste: number;
  cle: string;
}

/**
 * Lets a tenant pay what is left of a sent statement of charges month by month (charges/README §16.4): the sum is
 * withdrawn, and called again by parts from the day it was due.
 * @throws NotFound when there is no such dossier; Conflict with a sentence when the statement was not sent, is paid
 * or is paid by parts already, or when twelve parts are asked though it was sent in time.
 */
export const echelonnerDecompte = (
  ctx: Contexte,
  { DossierId, annee, mois }: { DossierId: number; annee: number; mois: MoisDEchelonnement },
): Promise<Suites> =>
  onWhatIsRead(async () => {
    const { db, today, user } = ctx;
    const { decompte } = await lireDecompte(ctx, { DossierId, annee });
    const { envoi } = decompte;
    const [somme] = await lireSomme(ctx, envoi?.id ?? 0);
    const reste = enEuros(somme?.reste ?? 0);
    const refus = refusDEchelonnement(envoi, { annee, mois, reste });
    if (refus) throw new Conflict(refus);
    if (!envoi || !somme) throw new NotFound();
    const { suivant, quand } = await situer(ctx, DossierId);
    const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
    const compte = comptes.get(DossierId);
    if (!compte) throw new NotFound();
    compte.ouvertes = compte.ouvertes.filter(({ id }) => id !== somme.id);
    const retrait = {
      ...abandon({ dossier: DossierId, mandat: somme.mandat }, [
        { nature: "regularisation", montant: somme.reste },
      ]),
      ...{ cle: `${somme.cle} retrait`, date: today, DossierId },
      libelle: "Régularisation de charges, appelée par parts",
    };
    const retires = poster(db, [retrait], { today, user });
    const echelons = echelonner(somme.reste, { exigibleLe: envoi.exigibleLe, mois });
    const appelees = appelerParParts(
      ctx,
      {
        DossierId,
        echelons,
        libelle: `exercice ${nomDExercice(annee)}`,
        cle: `${somme.cle} parts`,
      },
      { compte, mandat: somme.mandat, suivant },
    );
    const { avant, inchange, ecrites } = await regler(ctx, { comptes });
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND ${quand} AND (SELECT reste FROM ${echeances} WHERE id = ${somme.id}) = ${somme.reste}
          AND EXISTS (SELECT 1 FROM ${decomptes} WHERE id = ${envoi.id} AND mois IS NULL AND "annuleLe" IS NULL)`,
      ),
      lignesRetirees: retires.lignesPostees,
      ecrituresRetirees: retires.ecrituresPostees,
      retiree: db.run(sql`
        INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
        SELECT NULL, ${somme.id}, ${somme.reste}, id FROM ${ecritures} WHERE cle = ${retrait.cle}`),
      ...appelees,
      decompte: db.run(sql`UPDATE ${decomptes} SET mois = ${mois} WHERE id = ${envoi.id}`),
      echelonnementDit: trace(db, {
        ...{ entite: "Dossier", entiteId: DossierId, etat: "Décompte payable par parts", user },
        details: { exercice: annee, mois, reste },
      }),
      ...ecrites,
    });
    return suitesDe(avant, attente);
  });

/** The sum that a sent statement of charges called, and the cents that the tenant still owes of it. */
const lireSomme = ({ db }: Pick<Contexte, "db">, DecompteId: number) =>
  db.all<Somme>(sql`
    SELECT e.id, e.mandat, e.reste, o.cle FROM ${decomptes} d JOIN ${ecritures} o ON o.cle = ${cleDuDecompte(sql`d`)}
    JOIN ${echeances} e ON e."EcritureId" = o.id WHERE d.id = ${DecompteId}`);
