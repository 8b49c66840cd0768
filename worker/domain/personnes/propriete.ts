import { contactDAbord } from "../biens/appartement.ts";
import { estMorale, type Personne } from "./personne.ts";

/** What an owner has of a dwelling: the whole of it, its use and its rents, or what remains (Code civil, art. 544, 578). */
export const DROITS = ["pleine_propriete", "usufruit", "nue_propriete"] as const;

export type Droit = (typeof DROITS)[number];

export const LIBELLES_DROITS: Record<Droit, string> = {
  pleine_propriete: "Pleine propriété",
  usufruit: "Usufruit",
  nue_propriete: "Nue-propriété",
};

/** An owner beside his right; who says nothing of it has the whole. */
export interface Titulaire extends Personne {
  droit?: Droit;
}

/** The bare owner lets nothing and receives no rent: who has the use does both (Code civil, art. 582, 595). */
export const donneEnLocation = ({ droit }: { droit?: Droit | undefined }): boolean =>
  droit !== "nue_propriete";

/** Who lets a dwelling, the contact first: its owners but the bare ones, each with his right. */
export const bailleursDe = <Client extends { id: number }>({
  proprietes,
  defaultContact,
}: {
  proprietes: readonly { client: Client; droit: Droit }[];
  defaultContact: number | null;
}): (Client & { droit: Droit })[] =>
  contactDAbord(
    proprietes.filter(donneEnLocation).map(({ client, droit }) => ({ ...client, droit })),
    defaultContact,
  );

/** « usufruitière », « nu-propriétaire »: what papers call an owner who has not the whole; null for one who has. */
export function motDuDroit({ droit, ...personne }: Titulaire): string | null {
  const feminin = !estMorale(personne) && personne.titre !== null && personne.titre !== "Monsieur";
  if (droit === "usufruit") return feminin ? "usufruitière" : "usufruitier";
  if (droit === "nue_propriete") return feminin ? "nue-propriétaire" : "nu-propriétaire";
  return null;
}

/**
 * The right of a principal over the dwellings of a mandate: the one that he has of all those that he owns; the whole where
 * they differ, or where he owns none of them.
 * @param proprietes who owns what of these dwellings
 */
export function droitDuMandant(
  ClientId: number,
  proprietes: readonly { ClientId: number; droit: Droit }[],
): Droit {
  const droits = new Set(
    proprietes.filter((lien) => lien.ClientId === ClientId).map(({ droit }) => droit),
  );
  const [seul] = droits;
  return droits.size === 1 && seul ? seul : "pleine_propriete";
}

/** Why the right of the last owner who may let a dwelling stays, and why he does. */
export const RAISON_DU_DERNIER_BAILLEUR =
  "Ce bien n’aurait plus que des nus-propriétaires : dites d’abord qui en a l’usufruit ou la pleine propriété.";
