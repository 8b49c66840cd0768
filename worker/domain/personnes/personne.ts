import { enCapitales } from "../orthographe.ts";

/** A person as documents, lists and mails name one. */
export interface Personne {
  titre: string | null;
  prenom: string | null;
  nom: string;
  /** What an owner or a tenant is; where it is not read, who has no first name is a company. */
  qualite?: Qualite;
}

/** Whose data are exported and erased, as the wire spells them (domain/README §9.11). */
export const PERSONNES = ["Locataire", "Client", "Caution"] as const;

export type GenreDePersonne = (typeof PERSONNES)[number];

/** One of them: a row of its table. */
export interface PersonneDesignee {
  personne: GenreDePersonne;
  id: number;
}

/** The address of who was erased: it leads nowhere. */
export const MAIL_EFFACE = "efface@exemple.invalid";

/** Why a record is refused to who was erased. */
export const PERSONNE_EFFACEE = "Les données de cette personne ont été effacées.";

/** Whether the personal data of this person were erased. */
export const estEfface = (fiche: {
  mail?: string | null | undefined;
  mailPerso?: string | null | undefined;
}): boolean => fiche.mail === MAIL_EFFACE || fiche.mailPerso === MAIL_EFFACE;

export const QUALITES = ["personne_physique", "sci_familiale", "personne_morale"] as const;

export type Qualite = (typeof QUALITES)[number];

/** A company has neither title, first name nor birth: its first name is kept empty, and that of nobody else is. */
export const estMorale = ({
  prenom,
  qualite = prenom === "" ? "personne_morale" : "personne_physique",
}: Partial<Pick<Personne, "prenom" | "qualite">>): boolean => qualite !== "personne_physique";

/** A company signs through somebody: who, and as what. */
export interface Represente extends Personne {
  representantNom?: string | null | undefined;
  representantQualite?: string | null | undefined;
}

/** A company whose representative is not wholly known (domain/README §3.2). */
export const sansRepresentant = (client: Represente): boolean =>
  estMorale(client) && !(client.representantNom?.trim() && client.representantQualite?.trim());

export const TITRES = ["Monsieur", "Madame", "Mademoiselle"] as const;

/** « Mme », « M. »: the short form of a title; Mademoiselle is written Mme (domain/README §8.2). */
export function titreCourt(titre: string | null): string {
  if (titre === null) return "";
  return titre === "Monsieur" ? "M." : "Mme";
}

/** « Mme Jeanne de La Tour », « SCI Les Tilleuls »: how lists and screens name a person. */
export function nomComplet(personne: Personne): string {
  const { titre, prenom, nom } = personne;
  return estMorale(personne) ? nom : [titreCourt(titre), prenom, nom].filter(Boolean).join(" ");
}

/**
 * Several persons in one cell of a list, by their family names: « de La Tour, Roy ». Those of one name are told apart,
 * by title where it does, else by first name: « M. et Mme Lefèvre », « Jean et Paul Lefèvre ».
 */
export function nomsReunis(personnes: readonly Personne[]): string {
  return [...Map.groupBy(personnes, ({ nom }) => nom)]
    .map(([nom, memes]) => {
      if (memes.length === 1) return nom;
      const titres = new Set(memes.map(({ titre }) => titreCourt(titre)));
      const distincts =
        titres.size === memes.length ? [...titres].sort() : memes.map(({ prenom }) => prenom ?? "");
      return `${distincts.join(" et ")} ${nom}`;
    })
    .join(", ");
}

/** « Monsieur Jean DUPONT », « SCI DELORME »: how papers name a person; Mademoiselle is Madame there too (domain/README §8.2). */
export function nomLegal(nommee: Personne): string {
  const { titre, prenom, nom } = nommee;
  const civilite = titre === "Mademoiselle" ? "Madame" : titre;
  const avant = estMorale(nommee) ? [] : [civilite, prenom];
  return [...avant, enCapitales(nom)].filter((part) => part?.trim()).join(" ");
}
