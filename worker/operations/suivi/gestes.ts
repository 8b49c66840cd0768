import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { ajouterJours, formatJour } from "#domain/dates.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import {
  cleLue,
  cleSuivi,
  genreDe,
  JOURS_DE_REPORT,
  ouverteLe,
  reportAuPlus,
} from "#domain/suivi/suivi.ts";
import type { GesteDit } from "#domain/suivi/suivi-fiche.ts";
import { rowExists } from "#worker/db/rows.ts";
import { users } from "#worker/db/schema/agence.ts";
import { suiviGestes } from "#worker/db/schema/suivi.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireEcheances } from "./echeances-suivies.ts";
import type { EcheanceSituee } from "./source.ts";

const DISPARUE = "Cette échéance n’est plus à suivre : ce dont elle parle a changé.";

const EVENEMENTS = {
  reporter: "Échéance reportée",
  fait: "Échéance faite",
  confier: "Échéance confiée",
  annuler: "Échéance reprise",
} as const;

/**
 * Puts a deadline off, marks it done, gives it to an account, or takes back the delay or the mark (suivi/README
 * §17.1). A line is written in the history of its record, except when there is nothing to take back. The last call
 * prevails.
 * @throws Conflict when nothing makes this deadline any more; Invalid for a key that names no deadline, for a day
 * that is not to come or is after the last one allowed, and for an account that does not exist.
 */
export async function gesteSuivi(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  demande: GesteDit,
): Promise<void> {
  const { db, user } = ctx;
  const { cle, geste } = demande;
  const echeance = await trouver(ctx, cle);
  if (geste === "reporter") exigerReport(echeance, demande, ctx.today);
  const { inconnu } = await db.write({
    inconnu: db.all<{ id: number }>(
      sql`SELECT ${demande.gestionnaireId ?? null} AS id WHERE ${inexistant(demande.gestionnaireId)}`,
    ),
    historique: trace(db, {
      entite: echeance.entite === "Depart" ? "Dossier" : echeance.entite,
      entiteId: (echeance.entite === "Depart" ? echeance.DossierId : echeance.id) ?? echeance.id,
      etat: EVENEMENTS[geste],
      user,
      details: {
        echeance: genreDe(echeance.genre).nom,
        date: echeance.date,
        ...(geste === "reporter" ? { jusquau: demande.jusquau, motif: demande.motif } : {}),
      },
      quand:
        geste === "annuler"
          ? rowExists(suiviGestes, note(cle))
          : sql`NOT (${inexistant(demande.gestionnaireId)})`,
    }),
    ecrit: db.run(ecriture(demande, user)),
  });
  if (inconnu.length > 0) throw new Invalid({ gestionnaireId: "Ce compte n’existe pas." });
}

const inexistant = (gestionnaireId: number | null | undefined): SQL =>
  gestionnaireId
    ? sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${eq(users.id, gestionnaireId)})`
    : sql`false`;

/** The condition that somebody put the deadline off or marked it done. */
const note = (cle: string) => and(eq(suiviGestes.cle, cle), isNotNull(suiviGestes.etat));

/** The statement that stores the state of a deadline or the account in charge, and leaves the other unchanged. */
function ecriture(
  { cle, geste, jusquau, motif, gestionnaireId }: GesteDit,
  user: string | null,
): SQL {
  if (geste === "confier")
    return sql`INSERT INTO ${suiviGestes} (cle, "gestionnaireId", "user")
      SELECT ${cle}, ${gestionnaireId ?? null}, ${user} WHERE NOT (${inexistant(gestionnaireId)})
      ON CONFLICT (cle) DO UPDATE SET "gestionnaireId" = excluded."gestionnaireId", "user" = excluded."user"`;
  if (geste === "annuler")
    return sql`UPDATE ${suiviGestes} SET etat = NULL, jusquau = NULL, motif = NULL, "user" = ${user} WHERE ${note(cle)}`;
  const [etat, jour, pourquoi] =
    geste === "reporter" ? ["reporte", jusquau ?? null, motif ?? null] : ["fait", null, null];
  return sql`INSERT INTO ${suiviGestes} (cle, etat, jusquau, motif, "user")
    VALUES (${cle}, ${etat}, ${jour}, ${pourquoi}, ${user})
    ON CONFLICT (cle) DO UPDATE SET etat = excluded.etat, jusquau = excluded.jusquau, motif = excluded.motif,
      "user" = excluded."user"`;
}

/** The deadline with this key, derived from the rows of today. */
async function trouver(ctx: Pick<Contexte, "db" | "today">, cle: string): Promise<EcheanceSituee> {
  const designee = cleLue(cle);
  if (!designee) throw new Invalid({ cle: "Cette échéance n’existe pas." });
  const { genre, entite, id } = designee;
  const { today } = ctx;
  const echeances = await lireEcheances(ctx, {
    ...{ today, horizon: today, genres: [genre] },
    id: entite === "Agence" ? null : id,
  });
  const echeance = echeances.find((autre) => cleSuivi(autre) === cle && ouverteLe(autre, today));
  if (!echeance) throw new Conflict(DISPARUE);
  return echeance;
}

function exigerReport(echeance: EcheanceSituee, { jusquau }: GesteDit, today: string): void {
  const auPlus = reportAuPlus(echeance, today);
  if (auPlus === null)
    throw new Invalid({ jusquau: "C’est le dernier jour : cette échéance ne se reporte plus." });
  if (!jusquau || jusquau <= today) throw new Invalid({ jusquau: "Un jour à venir est attendu." });
  if (jusquau > auPlus)
    throw new Invalid({
      jusquau:
        auPlus < ajouterJours(today, JOURS_DE_REPORT)
          ? `Au plus tard le ${formatJour(auPlus)}.`
          : `${JOURS_DE_REPORT} jours au plus : le ${formatJour(auPlus)}.`,
    });
}
