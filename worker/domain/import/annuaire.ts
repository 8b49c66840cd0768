import { cite } from "../texte-lu.ts";
import {
  type AppartementConnu,
  type BailConnu,
  type Connus,
  cleDeLaVoie,
  cleDuNom,
  motsDe,
  type PersonneConnue,
} from "./connus.ts";
import { GENRES_IMPORT, type GenreImport } from "./genres.ts";
import { sansTitre } from "./noms.ts";

/** The error for a cell that names no record, or several; its message is one French sentence. */
export class ReferenceRefusee extends Error {
  override name = "ReferenceRefusee";
  readonly champ: string;
  constructor(champ: string, message: string) {
    super(message);
    this.champ = champ;
  }
}

/** Finds the id of the record that a cell names. @throws ReferenceRefusee when there is none, or several */
export interface Annuaire {
  personne(genre: "Client" | "Locataire", champ: string, personneDite: PersonneDite): number;
  appartement(champ: string, logementDit: LogementDit): number;
  dossier(dossierDit: { numero: string; locataire: string; locataireMail: string }): number;
}

interface PersonneDite {
  texte: string;
  prenom?: string;
  mail?: string;
}

interface LogementDit {
  texte: string;
  codePostal?: string;
  etage?: string;
}

const parCle = <T>(
  entrees: readonly T[],
  cles: (entree: T) => readonly string[],
): Map<string, T[]> => {
  const trouvees = new Map<string, T[]>();
  for (const entree of entrees) {
    for (const cle of new Set(cles(entree))) {
      if (cle === "") continue;
      const fiches = trouvees.get(cle);
      if (fiches) fiches.push(entree);
      else trouvees.set(cle, [entree]);
    }
  }
  return trouvees;
};

/** Keeps the candidates that meet a condition; all of them when none does. */
const precises = <T>(parmi: readonly T[], quand: (candidat: T) => boolean): readonly T[] => {
  const gardes = parmi.filter(quand);
  return gardes.length > 0 ? gardes : parmi;
};

const PRECISIONS: Readonly<Record<GenreImport, string>> = {
  Client: "donnez sa référence ou son e-mail",
  Mission: "donnez son numéro",
  Locataire: "donnez sa référence ou son e-mail",
  Appartement: "donnez sa référence, ou son étage",
  Dossier: "donnez le numéro du dossier",
  Caution: "donnez sa référence",
};

/** The id of the only record found. @throws ReferenceRefusee when there is none, or several */
function seul(
  trouves: readonly { id: number }[] | undefined,
  genre: GenreImport,
  { champ, dit: texte }: { champ: string; dit: string },
): number {
  const ids = new Set(trouves?.map(({ id }) => id));
  const [id] = ids;
  const { pluriel } = GENRES_IMPORT[genre];
  if (id === undefined) {
    throw new ReferenceRefusee(
      champ,
      `${cite(texte)} n’est pas connu : importez d’abord les ${pluriel}, ou créez sa fiche.`,
    );
  }
  if (ids.size > 1) {
    throw new ReferenceRefusee(
      champ,
      `${cite(texte)} désigne ${ids.size} ${pluriel} : ${PRECISIONS[genre]}.`,
    );
  }
  return id;
}

/** Builds the search of known records by reference, number, name, e-mail or address (import/README §13.5). */
export function annuaireDe(connus: Connus): Annuaire {
  const references = parCle(
    connus.references.map(({ entite, entiteId, reference }) => ({
      id: entiteId,
      entite,
      reference,
    })),
    ({ entite, reference }) => [`${entite} ${motsDe(reference)}`],
  );
  const deReference = (genre: GenreImport, texte: string) =>
    references.get(`${genre} ${motsDe(texte)}`);
  const personnes = {
    Client: annuaireDesPersonnes(connus.clients),
    Locataire: annuaireDesPersonnes(connus.locataires),
  };
  const logements = annuaireDesLogements(connus.appartements);
  const parNumero = parCle(connus.baux, ({ numFraisDossier }) => [motsDe(numFraisDossier)]);
  const parLocataire = parCle(connus.baux, ({ LocataireId }) => [String(LocataireId)]);

  const personne: Annuaire["personne"] = (genre, champ, personneDite) => {
    const trouvees = deReference(genre, personneDite.texte) ?? personnes[genre](personneDite);
    return seul(trouvees, genre, { champ, dit: personneDite.texte || personneDite.mail || "" });
  };
  return {
    personne,
    appartement: (champ, logementDit) =>
      seul(deReference("Appartement", logementDit.texte) ?? logements(logementDit), "Appartement", {
        champ,
        dit: logementDit.texte,
      }),
    dossier: ({ numero, locataire, locataireMail }) => {
      if (numero !== "") {
        const trouves = deReference("Dossier", numero) ?? parNumero.get(motsDe(numero));
        return seul(trouves, "Dossier", { champ: "dossier", dit: numero });
      }
      const id = personne("Locataire", "locataire", { texte: locataire, mail: locataireMail });
      const bauxDuLocataire = parLocataire.get(String(id)) ?? [];
      return seul(precises(bauxDuLocataire, sansFin), "Dossier", {
        champ: "locataire",
        dit: locataire || locataireMail,
      });
    },
  };
}

const sansFin = ({ dateSortie }: BailConnu): boolean => dateSortie === null;

function annuaireDesPersonnes(personnes: readonly PersonneConnue[]) {
  const entiers = parCle(personnes, ({ nom, prenom }) => [cleDuNom(nom, prenom)]);
  const noms = parCle(personnes, ({ nom }) => [cleDuNom(nom)]);
  const mails = parCle(personnes, (personne) => personne.mails.map((mail) => mail.toLowerCase()));
  return ({
    texte,
    prenom = "",
    mail = "",
  }: PersonneDite): readonly PersonneConnue[] | undefined => {
    const entier = cleDuNom(sansTitre(texte), prenom);
    const parMail = mails.get((mail || texte).toLowerCase());
    if (parMail)
      return precises(parMail, (personne) => cleDuNom(personne.nom, personne.prenom) === entier);
    return entiers.get(entier) ?? (prenom === "" ? noms.get(entier) : undefined);
  };
}

function annuaireDesLogements(appartements: readonly AppartementConnu[]) {
  const adresses = parCle(appartements, ({ adresse, codePostal, ville, etage }) => {
    const voie = cleDeLaVoie(adresse);
    return [
      voie,
      cleDeLaVoie(`${adresse} ${codePostal} ${ville}`),
      cleDeLaVoie(`${adresse} ${ville}`),
      ...(etage ? [cleDeLaVoie(`${adresse} ${etage}e`), cleDeLaVoie(`${adresse} ${etage}`)] : []),
    ];
  });
  return ({ texte, codePostal = "", etage = "" }: LogementDit) => {
    const trouves = adresses.get(cleDeLaVoie(texte));
    const sur =
      trouves &&
      precises(trouves, (logement) => codePostal !== "" && logement.codePostal === codePostal);
    return (
      sur &&
      precises(sur, (logement) => etage !== "" && motsDe(logement.etage ?? "") === motsDe(etage))
    );
  };
}
