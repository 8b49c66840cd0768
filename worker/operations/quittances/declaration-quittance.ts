import { and, eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { periodeEnLettres } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { totalQuittance } from "#domain/quittances/quittance.ts";
import type { DemandeValidation } from "#domain/quittances/quittance-fiche.ts";
import { lienOuvert } from "#worker/db/conditions-quittances.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { appartements, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type Changement, changementSeul, donnerEtat } from "./etat-quittance.ts";

const DEJA_REPONDU = "Votre réponse a déjà été prise en compte par nos services...";

/**
 * Records the tenant's answer by the public link, given once. Of two answers, even simultaneous, exactly one counts,
 * and none counts once the agency has recorded a state. The answer is a declaration: its instant is kept, and the
 * state it gives is marked as coming from the tenant (quittances/README §2.5).
 * @throws Conflict when the link is unknown, was answered already, or no longer takes an answer.
 */
export async function repondreQuittance(
  { db, now, today }: Pick<Contexte, "db" | "now" | "today">,
  { uuid, paye }: { uuid: string; paye: boolean },
): Promise<Changement> {
  const changement = await donnerEtat(
    { db, today, user: null },
    { regle: paye, statusInconu: false },
    {
      lesquelles: sql`"Quitance".uuid = ${uuid}`,
      source: "locataire",
      condition: lienOuvert(now),
      reponse: { paye, le: now.toISOString() },
    },
  );
  if (changement.changees.length === 0) throw new Conflict(DEJA_REPONDU);
  return changementSeul(changement);
}

/**
 * The data of the public page; reading it changes nothing. A link that is unknown or takes no answer looks like an
 * answered one: it shows only the agency to write to.
 */
export async function lireDemande(
  { db, now }: Pick<Contexte, "db" | "now">,
  uuid: string,
): Promise<DemandeValidation> {
  const {
    trouvees: [trouvee],
    reglages,
  } = await db.read({
    trouvees: db
      .select({ quitance: quitances, appartement: appartements, locataire: locataires })
      .from(quitances)
      .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(and(eq(quitances.uuid, uuid), lienOuvert(now))),
    reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
  });
  const { agenceNom, agenceEmail } = agenceDe(reglages);
  if (!trouvee) {
    const rien = { periode: "", logement: "", locataire: "", total: 0 };
    return { repondu: true, ...rien, agenceNom, agenceEmail };
  }
  const { quitance, appartement, locataire } = trouvee;
  return {
    repondu: false,
    periode: periodeEnLettres(quitance.date, quitance.dateFin),
    logement: `${nomAppartement(appartement)}, ${appartement.codePostal} ${appartement.ville}`,
    locataire: titulaires(locataire).map(nomComplet).join(" et "),
    total: totalQuittance(quitance),
    agenceNom,
    agenceEmail,
  };
}
