import { inArray } from "drizzle-orm";
import { agenceDe } from "#domain/agence.ts";
import { formatInstant, type Jour } from "#domain/dates.ts";
import { rolesPour } from "#domain/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { users } from "#worker/db/schema-agence.ts";
import type { Env } from "#worker/env.ts";
import { envoyer } from "#worker/mail/send.ts";
import { lireConstat, noter } from "#worker/operations/constats.ts";
import { lireReglages } from "#worker/operations/visuels.ts";
import { controlerComptes } from "./invariants.ts";

/**
 * Checks the accounts, for the dashboard, and tells the administrators by mail what no longer holds: each thing once, as
 * long as it does not hold. What fails is told in the logs, and holds up nothing.
 */
export async function controlerLaNuit(
  env: Pick<Env, "BACKUPS" | "EMAIL" | "MAIL_FROM">,
  db: Db,
  { today, now }: { today: Jour; now: Date },
): Promise<void> {
  try {
    const rouges = (await controlerComptes(db, { today })).filter(({ etat }) => etat === "rouge");
    const manques = rouges.map(({ nom }) => nom);
    const avant = (await lireConstat(env, "comptes"))?.manques ?? [];
    const nouveaux = rouges.filter(({ nom }) => !avant.includes(nom));
    if (nouveaux.length > 0) {
      const faits = nouveaux.map(
        ({ nom, ruptures }) => `${nom} :\n${ruptures.map(({ motif }) => `- ${motif}`).join("\n")}`,
      );
      await prevenirAdministrateurs(env, db, { faits, now }).catch((error: unknown) => {
        console.error(
          JSON.stringify({ message: "Administrators not told", error: motifDe(error) }),
        );
      });
    }
    await noter(env, "comptes", { jour: today, manques });
  } catch (error) {
    console.error(JSON.stringify({ message: "Accounts not checked", error: motifDe(error) }));
  }
}

async function prevenirAdministrateurs(
  env: Pick<Env, "EMAIL" | "MAIL_FROM">,
  db: Db,
  { faits, now }: { faits: readonly string[]; now: Date },
): Promise<void> {
  const { reglages, admins } = await db.read({
    reglages: lireReglages(db),
    admins: db
      .select({ email: users.email })
      .from(users)
      .where(inArray(users.role, rolesPour("administrer"))),
  });
  const { agenceNom, agenceEmail } = agenceDe(reglages);
  const { etat, erreur } = await envoyer(env, {
    de: agenceNom,
    repondreA: agenceEmail,
    a: admins.map(({ email }) => email),
    subject: "Un contrôle des comptes est à examiner",
    text: [
      "Bonjour,",
      `Le ${formatInstant(now)}, ce qui doit toujours être vrai des comptes ne l’était plus.`,
      ...faits,
      "Rien n’est bloqué. Voyez l’écran Contrôles, et montrez-le à qui tient votre installation.",
      agenceNom,
    ]
      .filter(Boolean)
      .join("\n\n"),
  });
  if (etat !== "envoye") throw new Error(erreur);
}
