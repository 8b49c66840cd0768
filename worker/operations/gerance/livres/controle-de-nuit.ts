import { formatInstant } from "#domain/dates.ts";
import { motifDe } from "#worker/db/failures.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireConstat, noter } from "#worker/operations/copies/constats.ts";
import { avertirLAgence } from "#worker/operations/courriels/avis-a-l-agence.ts";
import { controlerComptes } from "./invariants.ts";

/**
 * Checks the accounts, for the dashboard, and mails the administrators the controls that turned red since the night
 * before. A failure is written in the logs, and stops nothing else.
 */
export async function controlerLaNuit(ctx: Contexte): Promise<void> {
  const { now, today } = ctx;
  try {
    const rouges = (await controlerComptes(ctx)).filter(({ etat }) => etat === "rouge");
    const manques = rouges.map(({ nom }) => nom);
    const avant = (await lireConstat(ctx, "comptes"))?.manques ?? [];
    const nouveaux = rouges.filter(({ nom }) => !avant.includes(nom));
    if (nouveaux.length > 0) {
      const faits = nouveaux.map(
        ({ nom, ruptures }) => `${nom} :\n${ruptures.map(({ motif }) => `- ${motif}`).join("\n")}`,
      );
      await avertirLAgence(ctx, {
        echec: "Administrators not told",
        avis: (_agence, administrateurs) => ({
          a: administrateurs,
          subject: "Un contrôle des comptes est à examiner",
          paragraphes: [
            `Le ${formatInstant(now)}, ce qui doit toujours être vrai des comptes ne l’était plus.`,
            ...faits,
            "Rien n’est bloqué. Voyez l’écran Contrôles, et montrez-le à qui tient votre installation.",
          ],
        }),
      });
    }
    await noter(ctx, { nom: "comptes", jour: today, manques });
  } catch (error) {
    console.error(JSON.stringify({ message: "Accounts not checked", error: motifDe(error) }));
  }
}
