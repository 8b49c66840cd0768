import { type Annuaire, ReferenceRefusee } from "./annuaire.ts";
import type { GenreImport } from "./genres.ts";
import type { ErreurDeLigne, LigneLue } from "./lignes.ts";

/** A line with the names of other records replaced by the ids of these records. */
export interface LigneResolue {
  /**
   * The values of the record, with the ids of a lease's tenant and dwelling, or of a mandate's owners and dwellings.
   */
  valeurs: Record<string, unknown>;
  /** The ids that the record is linked to: the owners of a dwelling, the lease of a guarantor. */
  liens: number[];
  erreurs: ErreurDeLigne[];
}

/** Splits a cell into the names that it holds. */
const separes = (texte: string): string[] =>
  texte
    .split(/[;|\n]|\s\/\s/)
    .map((nom) => nom.trim())
    .filter(Boolean);

/** Finds the records that a line names, and removes the naming fields from its values. */
export function resoudre(
  genre: GenreImport,
  { ligne, valeurs: valeursLues }: LigneLue,
  annuaire: Annuaire,
  siege: (champ: string) => { colonne: string; place: number | null },
): LigneResolue {
  const {
    proprietaire,
    proprietaireMail,
    appartement,
    appartementCodePostal,
    appartementEtage,
    locataire,
    locatairePrenom,
    locataireMail,
    dossier,
    ...valeurs
  } = valeursLues;
  const texte = (valeur: unknown): string => (typeof valeur === "string" ? valeur : "");
  const erreurs: ErreurDeLigne[] = [];
  const tenter = <T>(trouver: () => T): T | undefined => {
    try {
      return trouver();
    } catch (error) {
      if (!(error instanceof ReferenceRefusee)) throw error;
      const { colonne, place } = siege(error.champ);
      erreurs.push({ ligne, colonne, place, message: error.message });
    }
  };
  const proprietaires = (): number[] | undefined => {
    if (!proprietaire && !proprietaireMail) return;
    const noms = separes(texte(proprietaire));
    const mail = noms.length > 1 ? "" : texte(proprietaireMail);
    return tenter(() =>
      (noms.length > 1 ? noms : [texte(proprietaire)]).map((nom) =>
        annuaire.personne("Client", "proprietaire", { texte: nom, mail }),
      ),
    );
  };
  let liens: number[] = [];
  if (genre === "Appartement") liens = proprietaires() ?? [];
  if (genre === "Mission") {
    const mandants = proprietaires();
    const biens = tenter(() =>
      separes(texte(appartement)).map((bien) =>
        annuaire.appartement("appartement", {
          texte: bien,
          codePostal: texte(appartementCodePostal),
          etage: texte(appartementEtage),
        }),
      ),
    );
    if (mandants) valeurs.mandants = [...new Set(mandants)];
    if (biens?.length) valeurs.biens = [...new Set(biens)];
  }
  if (genre === "Dossier") {
    if (appartement) {
      const logementDit = {
        texte: texte(appartement),
        codePostal: texte(appartementCodePostal),
        etage: texte(appartementEtage),
      };
      valeurs.AppartementId = tenter(() => annuaire.appartement("appartement", logementDit));
    }
    if (locataire || locataireMail) {
      const locataireDit = {
        texte: texte(locataire),
        prenom: texte(locatairePrenom),
        mail: texte(locataireMail),
      };
      valeurs.LocataireId = tenter(() => annuaire.personne("Locataire", "locataire", locataireDit));
    }
  }
  if (genre === "Caution" && (dossier || locataire || locataireMail)) {
    const dossierDit = {
      numero: texte(dossier),
      locataire: texte(locataire),
      locataireMail: texte(locataireMail),
    };
    const DossierId = tenter(() => annuaire.dossier(dossierDit));
    if (DossierId !== undefined) liens = [DossierId];
  }
  return { valeurs, liens, erreurs };
}
