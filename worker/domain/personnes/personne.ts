import type { Jour } from "../dates.ts";
import { enCapitales } from "../orthographe.ts";

/** The facts by which documents, lists and mails name a person. */
export interface Personne {
  titre: string | null;
  prenom: string | null;
  nom: string;
  /** Natural person or company; absent: a person with an empty first name is a company. */
  qualite?: Qualite;
}

/** The persons whose data are exported and erased, as the wire spells them (historique/README §9.11). */
export const PERSONNES = ["Locataire", "Client", "Caution"] as const;

export type GenreDePersonne = (typeof PERSONNES)[number];

export interface PersonneDesignee {
  personne: GenreDePersonne;
  id: number;
}

/** The e-mail address of an erased person, to which no mail can be delivered. */
export const MAIL_EFFACE = "efface@exemple.invalid";

/** The refusal to change the record of an erased person. */
export const PERSONNE_EFFACEE = "Les données de cette personne ont été effacées.";

/** Whether the personal data of a person were erased. */
export const estEfface = (fiche: {
  mail?: string | null | undefined;
  mailPerso?: string | null | undefined;
}): boolean => fiche.mail === MAIL_EFFACE || fiche.mailPerso === MAIL_EFFACE;

export const QUALITES = ["personne_physique", "sci_familiale", "personne_morale"] as const;

export type Qualite = (typeof QUALITES)[number];

/** Whether a person is a company, which has no title, first name or birth. */
export const estMorale = ({
  prenom,
  qualite = prenom === "" ? "personne_morale" : "personne_physique",
}: Partial<Pick<Personne, "prenom" | "qualite">>): boolean => qualite !== "personne_physique";

/** A person who may act through a representative, as a company or a minor does. */
export interface Represente extends Personne {
  naissance?: Jour | null | undefined;
  representantNom?: string | null | undefined;
  representantQualite?: string | null | undefined;
}

/** Whether the name or the position of a company's representative is unknown (bail/README §3.2). */
export const sansRepresentant = (client: Represente): boolean =>
  estMorale(client) && !(client.representantNom?.trim() && client.representantQualite?.trim());

export const TITRES = ["Monsieur", "Madame", "Mademoiselle"] as const;

/** The short form of a title: « M. », or « Mme » for Mademoiselle too (documents/README §8.2). */
export function titreCourt(titre: string | null): string {
  if (titre === null) return "";
  return titre === "Monsieur" ? "M." : "Mme";
}

/** The name of a person in lists: « Mme Jeanne de La Tour », « SCI Les Tilleuls ». */
export function nomComplet(personne: Personne): string {
  const { titre, prenom, nom } = personne;
  return estMorale(personne) ? nom : [titreCourt(titre), prenom, nom].filter(Boolean).join(" ");
}

/**
 * The family names of several persons in one cell: « de La Tour, Roy ». Persons with the same family name add their
 * titles, or else their first names: « M. et Mme Lefèvre », « Jean et Paul Lefèvre ».
 */
export function nomsReunis(personnes: readonly Personne[]): string {
  return [...Map.groupBy(personnes, ({ nom }) => nom)]
    .map(([nom, homonymes]) => {
      if (homonymes.length === 1) return nom;
      const titres = new Set(homonymes.map(({ titre }) => titreCourt(titre)));
      const distincts =
        titres.size === homonymes.length
          ? [...titres].sort()
          : homonymes.map(({ prenom }) => prenom ?? "");
      return `${distincts.join(" et ")} ${nom}`;
    })
    .join(", ");
}

/**
 * The name of a person on papers: « Monsieur Jean DUPONT », « SCI DELORME »; Mademoiselle becomes Madame
 * (documents/README §8.2).
 */
export function nomLegal(nommee: Personne): string {
  const { titre, prenom, nom } = nommee;
  const civilite = titre === "Mademoiselle" ? "Madame" : titre;
  const avant = estMorale(nommee) ? [] : [civilite, prenom];
  return [...avant, enCapitales(nom)].filter((part) => part?.trim()).join(" ");
}

/**
 * The greeting of a letter: « Madame », « Mesdames », « Messieurs »; « Madame, Monsieur » when titles differ, when
 * one of the persons is a company, or without persons (documents/README §8.2).
 */
export function formuleDAppel(personnes: readonly Personne[]): string {
  if (personnes.length === 0 || personnes.some(estMorale)) return "Madame, Monsieur";
  const hommes = personnes.filter(({ titre }) => titre === "Monsieur").length;
  const plusieurs = personnes.length > 1;
  if (hommes === 0) return plusieurs ? "Mesdames" : "Madame";
  if (hommes === personnes.length) return plusieurs ? "Messieurs" : "Monsieur";
  return "Madame, Monsieur";
}
