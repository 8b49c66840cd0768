import { nomAppartement } from "../biens/adresse.ts";
import { formatJour } from "../dates.ts";
import { nomComplet } from "../personnes/personne.ts";
import {
  type AppartementConnu,
  type CautionConnue,
  type Connus,
  cleDeLaVoie,
  cleDuLogement,
  cleDuNom,
  enCommun,
  memePersonne,
  motsDe,
  type PersonneConnue,
} from "./connus.ts";
import type { GenreImport } from "./genres.ts";

/** A known record: in the database, by its id, or on an earlier line. */
export type Deja = { id: number; ligne: null } | { ligne: number };

interface Proposee {
  fiche: Record<string, unknown>;
  reference: string | null;
  /** The ids of the linked records; for a guarantor, the id of the lease. */
  liens: readonly number[];
}

/** The facts that identify a record: a key to find similar ones, and the values that tell them apart. */
interface Traits {
  cle: string;
  personne: Omit<PersonneConnue, "id"> | null;
  reference: string | null;
  /** The number and street of a dwelling. */
  voie?: string;
  /** The dwellings of a mandate. */
  biens?: readonly number[];
}

const texte = (valeur: unknown): string => (typeof valeur === "string" ? valeur : "");

const traitsDePersonne = (
  personne: Omit<PersonneConnue, "id">,
  de = "",
): Omit<Traits, "reference"> => ({
  cle: `${de}|${cleDuNom(personne.nom, personne.prenom)}`,
  personne,
});

const personneDe = (fiche: Record<string, unknown>): Omit<PersonneConnue, "id"> => ({
  nom: texte(fiche.nom),
  prenom: texte(fiche.prenom),
  mails: [fiche.mail, fiche.mail2, fiche.mailPerso, fiche.mailPro].map(texte).filter(Boolean),
  naissance: texte(fiche.naissance) || null,
});

const logementDe = (fiche: Record<string, unknown>) => ({
  adresse: texte(fiche.adresse),
  codePostal: texte(fiche.codePostal),
  ville: texte(fiche.ville),
  etage: texte(fiche.etage),
  situation: texte(fiche.situation),
});

const traitsDuLogement = (logement: Omit<AppartementConnu, "id">) => ({
  cle: cleDuLogement(logement),
  personne: null,
  voie: cleDeLaVoie(logement.adresse),
});

const traitsDuBail = (bail: Record<string, unknown>) => ({
  cle: [bail.AppartementId, bail.LocataireId, bail.dateDebutBail].join("|"),
  personne: null,
});

const nombres = (valeur: unknown): number[] =>
  Array.isArray(valeur) ? valeur.filter((nombre) => typeof nombre === "number") : [];

const traitsDuMandat = (mandants: readonly number[], biens: readonly number[]) => ({
  cle: mandants.toSorted((nombre, autre) => nombre - autre).join(" "),
  personne: null,
  biens,
});

function traitsDe(genre: GenreImport, { fiche, reference, liens }: Proposee): Traits {
  switch (genre) {
    case "Appartement":
      return { ...traitsDuLogement(logementDe(fiche)), reference };
    // The number of a dossier does not identify it: agencies reuse numbers.
    case "Dossier":
      return { ...traitsDuBail(fiche), reference: null };
    case "Mission":
      return { ...traitsDuMandat(nombres(fiche.mandants), nombres(fiche.biens)), reference };
    case "Caution":
      return { ...traitsDePersonne(personneDe(fiche), String(liens[0] ?? "")), reference };
    default:
      return { ...traitsDePersonne(personneDe(fiche)), reference };
  }
}

/** The identifying facts of the records of a kind in the database. */
function connuesDe(genre: GenreImport, connus: Connus): (Traits & { id: number })[] {
  const sans = { personne: null, reference: null };
  const references = new Map(
    connus.references
      .filter(({ entite }) => entite === genre)
      .map(({ entiteId, reference }) => [entiteId, reference]),
  );
  const avec = ({ id }: { id: number }, traits: Omit<Traits, "reference">) => ({
    ...traits,
    id,
    reference: references.get(id) ?? null,
  });
  const parGenre: Record<GenreImport, () => (Traits & { id: number })[]> = {
    Client: () => connus.clients.map((client) => avec(client, traitsDePersonne(client))),
    Locataire: () =>
      connus.locataires.map((locataire) => avec(locataire, traitsDePersonne(locataire))),
    Mission: () =>
      connus.mandats.missions.map(({ id, numRegistre, mandants, biens }) => ({
        ...traitsDuMandat(mandants, biens),
        id,
        reference: numRegistre,
      })),
    Appartement: () =>
      connus.appartements.map((appartement: AppartementConnu) =>
        avec(appartement, traitsDuLogement(appartement)),
      ),
    Dossier: () =>
      connus.baux.map((bail) => ({ ...sans, ...traitsDuBail({ ...bail }), id: bail.id })),
    Caution: () =>
      connus.cautions.map((caution: CautionConnue) =>
        avec(caution, traitsDePersonne(caution, String(caution.DossierId ?? ""))),
      ),
  };
  return parGenre[genre]();
}

/**
 * Whether two records with the same key are one. Two persons differ when both records give a day of birth and the
 * days differ, or when both give e-mails and share none. Other records differ when both have a reference and the
 * references differ (two dwellings of a building), or when they are mandates that share no dwelling.
 */
function memes(traits: Traits, autre: Traits): boolean {
  if (traits.personne && autre.personne) return memePersonne(traits.personne, autre.personne);
  const { biens } = autre;
  if (traits.biens && biens && !traits.biens.some((bien) => biens.includes(bien))) return false;
  return (
    !traits.reference || !autre.reference || motsDe(traits.reference) === motsDe(autre.reference)
  );
}

/**
 * Whether two records have nothing in common: two persons who share no word of their names and no e-mail, or two
 * dwellings whose number and street both differ. False for other kinds of records.
 */
function toutAutres(traits: Traits, autre: Traits): boolean {
  if (traits.personne && autre.personne) {
    return !enCommun(indices(traits.personne), indices(autre.personne));
  }
  if (!traits.voie || !autre.voie) return false;
  const [numero, ...nom] = traits.voie.split(" ");
  const [autreNumero, ...autreNom] = autre.voie.split(" ");
  return numero !== autreNumero && nom.at(-1) !== autreNom.at(-1);
}

/** The words of a person's name, and his e-mails. */
const indices = ({ nom, prenom, mails }: Omit<PersonneConnue, "id">): string[] => [
  ...cleDuNom(nom, prenom).split(" "),
  ...mails,
];

/**
 * Returns a function that finds whether a record is known, by the reference of an earlier import or by its identity
 * (import/README §13.4). `retenir` adds a new record to the known ones; `conflit`: the reference belongs to a quite
 * different record.
 */
export function identitesDe(
  genre: GenreImport,
  connus: Connus,
): (
  proposee: Proposee,
  ligne: number,
) => { deja: Deja | null; conflit: string | null; retenir(): void } {
  const vues = new Map<string, { traits: Traits; deja: Deja }[]>();
  const references = new Map<string, { traits: Traits; deja: Deja }>();
  const ajouter = (traits: Traits, deja: Deja) => {
    vues.set(traits.cle, [...(vues.get(traits.cle) ?? []), { traits, deja }]);
    if (traits.reference) references.set(motsDe(traits.reference), { traits, deja });
  };
  for (const { id, ...traits } of connuesDe(genre, connus)) ajouter(traits, { id, ligne: null });
  return (proposee, ligne) => {
    const traits = traitsDe(genre, proposee);
    const semblable = vues.get(traits.cle)?.find((vue) => memes(traits, vue.traits));
    const parReference = traits.reference ? references.get(motsDe(traits.reference)) : undefined;
    const autre = !semblable && parReference && toutAutres(traits, parReference.traits);
    return {
      deja: semblable?.deja ?? parReference?.deja ?? null,
      conflit: autre
        ? `La référence « ${traits.reference} » est déjà celle ${parReference.deja.ligne === null ? "d’une autre fiche" : `de la ligne ${parReference.deja.ligne}`} : donnez-en une autre à cette ligne.`
        : null,
      retenir: () => ajouter(traits, { ligne }),
    };
  };
}

/** A mandate in words: « Le mandat n° 212 », or « Le mandat du 05/03/2026 ». */
export function nomDuMandat(numRegistre: string, dateSignature = ""): string {
  if (numRegistre) return `Le mandat n° ${numRegistre}`;
  return dateSignature ? `Le mandat du ${formatJour(dateSignature)}` : "Le mandat";
}

/** The name of a record in a remark about its line. */
export function intitule(genre: GenreImport, fiche: Record<string, unknown>): string {
  if (genre === "Appartement") return nomAppartement(logementDe(fiche));
  if (genre === "Mission") return nomDuMandat(texte(fiche.numRegistre), texte(fiche.dateSignature));
  if (genre === "Dossier") return `Le bail du ${formatJour(texte(fiche.dateDebutBail))}`;
  const { nom, prenom } = personneDe(fiche);
  const titre = texte(fiche.titre) || null;
  const qualite =
    fiche.qualite === "personne_morale" || fiche.qualite === "sci_familiale"
      ? fiche.qualite
      : undefined;
  return nomComplet({ titre, nom, prenom, ...(qualite ? { qualite } : {}) });
}
