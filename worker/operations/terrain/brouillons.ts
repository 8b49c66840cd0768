import type { EvenementSecurite } from "#domain/profils/securite.ts";
import type { GesteSurBrouillons } from "#domain/terrain/terrain-fiche.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { noter } from "#worker/operations/historique/securite.ts";

/**
 * Notes in the journal of security that unsent drafts were deleted or taken over on a device (terrain/README §19.6).
 */
export async function noterBrouillons(
  { db, user }: Pick<Contexte, "db" | "user">,
  {
    evenement,
    geste,
  }: {
    evenement: Extract<EvenementSecurite, "brouillon_efface" | "brouillon_repris">;
    geste: GesteSurBrouillons;
  },
): Promise<void> {
  await noter(db, { evenement, user, details: { ...geste } });
}
