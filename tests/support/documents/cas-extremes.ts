import { garant, proprietaire, unBail } from "./bail.ts";
import { AGENCE_A_PEINE_DITE } from "./documents.ts";
import { piece } from "./etat-des-lieux.ts";
import { tousLesDocuments } from "./extremes.ts";

export const NOM_DE_40 = "Wolfeschlegelsteinhausenbergerdorffwelch";
export const PRENOM_DE_40 = "Maximiliane-Alexandrina-Wilhelmine-Louis";

const LONGUE_ADRESSE = {
  adresse: "Résidence des Jardins de l'Observatoire-Saint-Jacques, bâtiment C, escalier 12",
  codePostal: "97460",
  ville: "Saint-Rémy-en-Bouzemont-Saint-Genest-et-Isson",
};

const second = (autrePrenom: string, autreNom: string) => ({
  secondTitulaire: true,
  autreTitre: "Mademoiselle" as const,
  autrePrenom,
  autreNom,
  autreMail: "second@exemple.fr",
  autreTel: "06 12 34 56 78",
});

const CLAUSE =
  "Le locataire entretient à ses frais le jardin d'agrément, taille les haies deux fois l'an, ramasse les feuilles et laisse au bailleur, après en avoir été averti huit jours à l'avance, l'accès aux compteurs et aux canalisations communes qui traversent le sous-sol.";

/** Twelve of these clauses fill a page of a lease. */
export const clauses = (nombre: number) =>
  Array.from({ length: nombre }, (_, rang) => `Clause ${rang + 1}. ${CLAUSE}`);

/** Clauses that fill three pages. */
export const CLAUSES = clauses(36);

export const pieces = (nombre: number) =>
  Array.from({ length: nombre }, (_, rang) =>
    piece(rang === 3 ? `Pièce ${NOM_DE_40}` : `Pièce ${rang + 1}`, {
      ...(rang === 5 ? { observation: "fissure ".repeat(120), mur: NOM_DE_40.repeat(3) } : {}),
    }),
  );

const RIEN = {
  etage: null,
  situation: null,
  surface: null,
  nbPiece: null,
  cave: false,
  caveNum: null,
  syndicNom: null,
  gardienNom: null,
  identifiantFiscal: null,
  dpeClasse: null,
  dpeDepenseMin: null,
  dpeDepenseMax: null,
  dpeAnnee: null,
  zone: null,
  zoneTendue: null,
  internet: null,
  autresInfo: null,
};

/** Every document of each hard case: no document may break, however long its names or empty its records. */
export const CAS_EXTREMES: Record<string, () => ReturnType<typeof tousLesDocuments>> = {
  "des noms de 40 lettres": () =>
    tousLesDocuments(
      unBail({
        bail: {
          bailleurs: [
            proprietaire({ ...LONGUE_ADRESSE, prenom: PRENOM_DE_40, nom: NOM_DE_40 }),
            proprietaire({ nom: NOM_DE_40, numSiret: "812 345 678 00012" }),
          ],
        },
        locataire: {
          prenom: PRENOM_DE_40,
          nom: NOM_DE_40,
          ...second(PRENOM_DE_40, `${NOM_DE_40.slice(0, -1)}k`),
          ...LONGUE_ADRESSE,
          mail: `${PRENOM_DE_40}.${NOM_DE_40}@exemple.fr`,
        },
        appartement: { ...LONGUE_ADRESSE, situation: PRENOM_DE_40, digicode: "12A45B67" },
      }),
      pieces(5),
      garant({ prenom: PRENOM_DE_40, nom: NOM_DE_40, adresse: LONGUE_ADRESSE.adresse }),
    ),
  "trois propriétaires, deux titulaires et un mineur": () =>
    tousLesDocuments(
      unBail({
        bail: {
          bailleurs: [
            proprietaire({ nomJeuneFille: "Vasseur" }),
            proprietaire({ titre: "Monsieur", prenom: "Henri", nom: "Delorme" }),
            proprietaire({ qualite: "sci_familiale", prenom: "", nom: "SCI Delorme et fils" }),
          ],
        },
        locataire: {
          ...second("Anaïs", "Petit"),
          mineurPrenom: "Zoé",
          mineurNom: "Lefèvre",
          mineurMail: "zoe@exemple.fr",
          mineurTel: "06 12 34 56 78",
        },
      }),
      pieces(5),
    ),
  "douze pièces et trois pages de clauses": () =>
    tousLesDocuments(
      unBail({
        dossier: {
          clauses: { clausesText: CLAUSES.join("\n") },
          travaux: CLAUSES.slice(0, 8).join("\n"),
        },
        bail: { pieces: pieces(12).map(({ nom }) => nom) },
      }),
      pieces(12),
      garant({ complement: CLAUSES.slice(0, 12).join("\n") }),
    ),
  "une fiche vide": () =>
    tousLesDocuments(
      unBail({
        bail: { agence: AGENCE_A_PEINE_DITE, bailleurs: [], equipements: [], antenne: null },
        dossier: {
          depotGarantie: 0,
          indice: null,
          indiceTrim: null,
          fraisDossierTTC: null,
          honorairesBailleurTTC: null,
          fraisEdlTTC: null,
          dernierLoyer: {},
          lieuSignature: null,
        },
        appartement: RIEN,
        locataire: { naissance: null, lieuNaissance: null },
      }),
      null,
      garant({ naissance: null, lieuNaissance: null, adresse: null, cp: null, ville: null }),
    ),
  "des noms hors du latin": () =>
    tousLesDocuments(
      unBail({
        bail: { bailleurs: [proprietaire({ prenom: "Ольга", nom: "Παπαδοπούλου" })] },
        locataire: {
          prenom: "Łukasz",
          nom: "Żółć",
          ...second("Thị Hường", "Nguyễn"),
          ville: "Đà Nẵng",
        },
        appartement: { autresInfo: "Vue « L’Haÿ » – 北京 😀\u202f²", etage: "4" },
      }),
      pieces(5),
      garant({ prenom: "İbrahim", nom: "Şahin" }),
    ),
  "un loyer d'un million": () =>
    tousLesDocuments(
      unBail({
        dossier: {
          loyerHC: 1_000_000,
          loyerCharge: 99_999.99,
          depotGarantie: 1_000_000,
          fraisDossierTTC: 1_000_000,
          honorairesBailleurTTC: 1_000_000,
          encadrement: {
            surface: 45.6,
            loyerReference: 15,
            loyerReferenceMajore: 18,
            caracteristiqueLoyer: "Vue sur la Seine",
          },
        },
      }),
      pieces(5),
    ),
};
