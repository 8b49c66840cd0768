import { GENRES_LOCATIFS, type GenreLocatif } from "../genres.ts";
import type { ChampImport } from "./champ.ts";
import { CHAMPS_APPARTEMENT, CHAMPS_DOSSIER } from "./champs-biens.ts";
import { CHAMPS_MANDAT } from "./champs-mandats.ts";
import { CHAMPS_CLIENT, CHAMPS_LOCATAIRE } from "./champs-personnes.ts";

const DE: Readonly<Record<GenreLocatif, { dit: string; champs: readonly ChampImport[] }>> = {
  Client: { dit: "Propriétaire", champs: CHAMPS_CLIENT },
  Appartement: { dit: "Appartement", champs: CHAMPS_APPARTEMENT },
  Mission: { dit: "Mandat", champs: CHAMPS_MANDAT },
  Locataire: { dit: "Locataire", champs: CHAMPS_LOCATAIRE },
  Dossier: { dit: "Bail", champs: CHAMPS_DOSSIER },
};

/** The fields without a column of their own in a rent roll: other columns of the same line give their values. */
const DITS_PAR_LA_LIGNE: readonly string[] = [
  "Appartement.proprietaire",
  "Appartement.proprietaireMail",
  "Appartement.loyerHC",
  "Appartement.charge",
  "Appartement.loyerCC",
  "Mission.proprietaire",
  "Mission.proprietaireMail",
  "Mission.appartement",
  "Mission.appartementCodePostal",
  "Mission.appartementEtage",
  "Dossier.appartement",
  "Dossier.appartementCodePostal",
  "Dossier.appartementEtage",
  "Dossier.locataire",
  "Dossier.locatairePrenom",
  "Dossier.locataireMail",
];

/**
 * The columns of the example rent roll, each with its cells in the two lines: a let dwelling, then a vacant dwelling
 * of the same owner.
 */
const EXEMPLES: Readonly<Record<string, readonly [string, string]>> = {
  "Client.nomComplet": ["Mme LEROY Jeanne", "Mme LEROY Jeanne"],
  "Client.mailPerso": ["j.leroy@exemple.fr", "j.leroy@exemple.fr"],
  "Client.telephone": ["06 12 34 56 78", "06 12 34 56 78"],
  "Appartement.reference": ["B201", "B202"],
  "Appartement.adresse": ["14 rue des Écoles", "14 rue des Écoles"],
  "Appartement.codePostal": ["75005", "75005"],
  "Appartement.ville": ["Paris", "Paris"],
  "Appartement.etage": ["3", "4"],
  "Appartement.surface": ["62,5", "38"],
  "Mission.numRegistre": ["212", "212"],
  "Mission.dateSignature": ["15/01/2024", "15/01/2024"],
  "Mission.duree": ["12 mois", "12 mois"],
  "Mission.tauxHT": ["6,5", "6,5"],
  "Mission.modeFonds": ["agence", "agence"],
  "Locataire.nomComplet": ["M. MOREAU Hugo", ""],
  "Locataire.mail": ["hugo.moreau@exemple.fr", ""],
  "Locataire.tel": ["06 11 22 33 44", ""],
  "Dossier.typeBail": ["vide", ""],
  "Dossier.dateDebutBail": ["01/02/2024", ""],
  "Dossier.loyerHC": ["1 250,00", ""],
  "Dossier.loyerCharge": ["120,00", ""],
  "Dossier.depotGarantie": ["1 250,00", ""],
};

/**
 * A title written after the name of its kind, without its capital: « nom complet » in « Propriétaire : nom complet ».
 * An acronym keeps its capitals: « IRL » in « Bail : IRL ».
 */
const enSuite = (titre: string): string =>
  /^\p{Lu}{2}/u.test(titre) ? titre : `${titre.slice(0, 1).toLowerCase()}${titre.slice(1)}`;

/** The possible columns of a rent roll: « Locataire.mail » is the e-mail of the tenant. */
export const CHAMPS_ETAT_LOCATIF: readonly ChampImport[] = GENRES_LOCATIFS.flatMap((genre) =>
  DE[genre].champs.flatMap(({ exemple: _, ...colonneDuGenre }): ChampImport[] => {
    const champ = `${genre}.${colonneDuGenre.champ}`;
    const exemple = EXEMPLES[champ];
    if (DITS_PAR_LA_LIGNE.includes(champ)) return [];
    return [
      {
        ...colonneDuGenre,
        champ,
        titre: `${DE[genre].dit} : ${enSuite(colonneDuGenre.titre)}`,
        ...(exemple ? { exemple } : {}),
      },
    ];
  }),
);
