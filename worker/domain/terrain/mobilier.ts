import type { Ajout, ComplementDePiece } from "./releve.ts";

/** The furniture that a furnished dwelling must have, in short names, items 1 to 11 (décret n° 2015-981, art. 2). */
export const MOBILIER_MINIMAL = [
  "Literie et couette",
  "Occultation des chambres",
  "Plaques de cuisson",
  "Four ou micro-ondes",
  "Réfrigérateur et congélateur",
  "Vaisselle",
  "Ustensiles de cuisine",
  "Table et sièges",
  "Étagères de rangement",
  "Luminaires",
  "Matériel d’entretien",
] as const;

export const MEUBLES_USUELS = [
  "Lit",
  "Matelas",
  "Canapé",
  "Chaise",
  "Armoire",
  "Commode",
  "Table basse",
  "Bureau",
  "Hotte",
  "Lave-linge",
  "Télévision",
  "Rideaux",
] as const;
export const ELEMENTS_USUELS = [
  "Prises",
  "Radiateur",
  "Volet",
  "Placard",
  "Porte",
  "Détecteur de fumée",
  "Évier",
  "Miroir",
] as const;

/** The names of the required furniture (décret n° 2015-981) found in no room. */
export function mobilierManquant(pieces: readonly Pick<ComplementDePiece, "ajouts">[]): string[] {
  const presents = new Set(
    pieces.flatMap(({ ajouts }) =>
      ajouts.filter(({ nombre }) => nombre > 0).map(({ obligatoire }) => obligatoire),
    ),
  );
  return MOBILIER_MINIMAL.filter((_, rang) => !presents.has(rang + 1));
}

/** An addition to a room, not described yet. */
export function nouvelAjout({ cle, nom, genre }: Pick<Ajout, "cle" | "nom" | "genre">): Ajout {
  const rang = (MOBILIER_MINIMAL as readonly string[]).indexOf(nom);
  return {
    cle,
    nom,
    genre,
    nombre: 1,
    constat: null,
    fonctionne: null,
    obligatoire: rang < 0 ? null : rang + 1,
  };
}
