import { contactDAbord } from "../biens/appartement.ts";
import { estMorale, type Personne } from "./personne.ts";

/**
 * The rights of an owner on a dwelling: the whole of it, its use and its rents, or the rest (Code civil, art. 544,
 * 578).
 */
export const DROITS = ["pleine_propriete", "usufruit", "nue_propriete"] as const;

export type Droit = (typeof DROITS)[number];

export const LIBELLES_DROITS: Record<Droit, string> = {
  pleine_propriete: "Pleine propriété",
  usufruit: "Usufruit",
  nue_propriete: "Nue-propriété",
};

/** An owner with his right; without one, he has the whole. */
export interface Titulaire extends Personne {
  droit?: Droit;
}

/**
 * Whether an owner lets the dwelling: the bare owner lets nothing and receives no rent, the owner of the use does both
 * (Code civil, art. 582, 595).
 */
export const donneEnLocation = ({ droit }: { droit?: Droit | undefined }): boolean =>
  droit !== "nue_propriete";

/** The owners who let a dwelling, the contact first: all but the bare owners, each with his right. */
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

/**
 * « usufruitière », « nu-propriétaire »: the word on papers for an owner without the whole right; null for the whole.
 */
export function motDuDroit({ droit, ...personne }: Titulaire): string | null {
  const feminin = !estMorale(personne) && personne.titre !== null && personne.titre !== "Monsieur";
  if (droit === "usufruit") return feminin ? "usufruitière" : "usufruitier";
  if (droit === "nue_propriete") return feminin ? "nue-propriétaire" : "nu-propriétaire";
  return null;
}

/**
 * The right of a principal on the dwellings of a mandate: his right on all those that he owns; the whole where they
 * differ, or where he owns none.
 *
 * @param proprietes the owners of these dwellings
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

/** The reason why the right of the last owner who may let a dwelling stays. */
export const RAISON_DU_DERNIER_BAILLEUR =
  "Ce bien n’aurait plus que des nus-propriétaires : dites d’abord qui en a l’usufruit ou la pleine propriété.";
