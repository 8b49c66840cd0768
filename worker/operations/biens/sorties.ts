import type { SQL } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import { trace } from "#worker/operations/historique/history.ts";

/** The statements that write the day the keys came back in the history of the dwelling and of the tenant. */
export const direSortie = (
  db: Db,
  sortie: { AppartementId: number; LocataireId: number; dateSortie: Jour },
  { user, quand }: { user: string | null; quand?: SQL | undefined },
) => {
  const { AppartementId, LocataireId, dateSortie } = sortie;
  return {
    chezAppartement: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Sortie d’un locataire",
      user,
      details: { LocataireId, dateSortie },
      quand,
    }),
    chezLocataire: trace(db, {
      entite: "Locataire",
      entiteId: LocataireId,
      etat: "Sortie d’un appartement",
      user,
      details: { AppartementId, dateSortie },
      quand,
    }),
  };
};
