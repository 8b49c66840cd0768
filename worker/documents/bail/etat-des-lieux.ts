import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { deStationnement, type Regime, sousLoi89 } from "#domain/bail/bail.ts";
import { manquesParties } from "#domain/bail/parties.ts";
import { adresseComplete } from "#domain/biens/adresse.ts";
import { echelleDesEtats } from "#domain/biens/etat-en-tete.ts";
import { type CoteEtatLieux, nomsDesPieces } from "#domain/biens/etat-lieux.ts";
import { formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import { formatNombre } from "#domain/montants.ts";
import { deNom, enCapitales } from "#domain/orthographe.ts";
import type { Personne } from "#domain/personnes/personne.ts";
import {
  type Bailleur,
  BLANK,
  enExemplaires,
  enTete,
  enumeration,
  faitA,
  lignesAdresse,
  type ModeDeSignature,
  mandataire,
  orBlank,
  parapheurs,
  parties,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Field, Fields, Picture, Signature } from "../page/blocks.ts";
import { inventaireDuMobilier, sansMobilier } from "../terrain/mobilier-du-constat.ts";
import { type ConstatSigne, signaturesDuConstat } from "../terrain/signatures-du-constat.ts";
import { etatSansCodes, logementSansCodes } from "./acces.ts";
import {
  acces,
  type EtatsCompares,
  equipementsGeneraux,
  etatEtabli,
  type LogementDecrit,
  pieces,
  piecesComplementees,
  releves,
} from "./constats.ts";
import { type Photographies, photographies } from "./photographies.ts";

/**
 * The facts of an inventory for its paper. Without the inventory of its side, the paper is a form to fill in by hand.
 */
export interface DonneesEtatDesLieux extends EtatsCompares, ModeDeSignature {
  regime: Regime;
  dateEntree: Jour;
  nouvelleAdresse: string | null;
  bailleurs: readonly Bailleur[];
  locataires: readonly Personne[];
  /** The tenant’s minor child, for whom the dwelling is let (bail/README §3.2). */
  mineur: Personne | null;
  logement: LogementDecrit;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
  photos?: Photographies;
  /** The number of photos that were announced and have not arrived yet. */
  photosAttendues?: number;
  /** The signatures or refusals given on site; when absent, the paper is signed by hand or by a link. */
  signe?: ConstatSigne;
}

const SANS_PHOTOS: Photographies = { entree: [], sortie: [] };

const TITRES: Record<CoteEtatLieux, string> = {
  entree: "ÉTAT DES LIEUX D'ENTRÉE",
  sortie: "ÉTAT DES LIEUX DE SORTIE",
};

/**
 * The inventory of the dwelling at the entry or the exit, with the mentions of art. 2 of décret n° 2016-382
 * (biens/README §4.1). The exit inventory compares each room with the room of the same rank at the entry.
 */
export function etatDesLieux(clair: DonneesEtatDesLieux): Composed {
  const donnees = sansSecrets(clair);
  const { agence, cote, emission, locataires, logement, signe } = donnees;
  const meuble = signe?.meuble === true;
  const decrits = meuble ? sansMobilier(donnees) : donnees;
  return {
    document: {
      title: `${TITRES[cote]} – ${enumeration(locataires.map(personne))}`,
      metadata: { author: agence.agenceNom, subject: orBlank(logement.adresse), date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      ...(signe ? {} : { initials: parapheurs(locataires, donnees) }),
      blocks: [
        {
          kind: "title",
          text: meuble ? `${TITRES[cote]} ET INVENTAIRE DU MOBILIER` : TITRES[cote],
          subtitle: `Établi contradictoirement le ${jourEtabli(donnees)}`,
        },
        parties(donnees, deStationnement(donnees) ? "Emplacement" : "Logement"),
        reperes(donnees),
        ...occupant(donnees),
        { kind: "paragraph", text: sousLoi89(donnees) ? LOI_89 : CODE_CIVIL, tone: "muted" },
        ...habitation(donnees, [
          { kind: "heading", text: "Relevés des compteurs et énergies" },
          releves(donnees, logement),
        ]),
        { kind: "heading", text: "Clés et moyens d'accès" },
        acces(donnees, logement),
        ...habitation(donnees, [
          { kind: "heading", text: "Équipements généraux" },
          equipementsGeneraux(donnees),
        ]),
        {
          kind: "heading",
          text: deStationnement(donnees)
            ? "État de l'emplacement"
            : "État du logement, pièce par pièce",
        },
        {
          kind: "paragraph",
          text: `${echelleDesEtats()}. Le texte libre précise.`,
          tone: "muted",
          keep: true,
        },
        pieces(decrits, nomsAffiches(donnees)),
        ...(meuble ? inventaireDuMobilier(donnees) : []),
        ...photographies(donnees.cote, {
          photos: donnees.photos ?? SANS_PHOTOS,
          pieces: [
            ...piecesComplementees(donnees.etatEntree),
            ...piecesComplementees(donnees.etatSortie),
          ],
        }),
        ...ditSurPlace(donnees),
        ...(aLEcran(donnees) ? [] : [RESERVES_A_LA_MAIN]),
        ...textes(donnees),
        ...(signe ? signaturesDuConstat(signe, faitSurPlace(donnees)) : [signature(donnees)]),
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...manquesParties(donnees),
      ...manques(donnees, codeMasque(clair, donnees)),
    ],
  };
}

/** The facts as they are printed: every code is masked, wherever it was written (biens/README §4.1). */
function sansSecrets(donnees: DonneesEtatDesLieux): DonneesEtatDesLieux {
  const { etatEntree, etatSortie, logement } = donnees;
  const { digicode } = logement;
  return {
    ...donnees,
    etatEntree: etatEntree && etatSansCodes(etatEntree, digicode),
    etatSortie: etatSortie && etatSansCodes(etatSortie, digicode),
    logement: logementSansCodes(logement),
  };
}

const codeMasque = (clair: DonneesEtatDesLieux, imprime: DonneesEtatDesLieux): boolean =>
  (["etatEntree", "etatSortie", "logement"] as const).some(
    (fiche) => JSON.stringify(clair[fiche]) !== JSON.stringify(imprime[fiche]),
  );

/** The blocks that concern a dwelling; none for a parking space. */
const habitation = (donnees: DonneesEtatDesLieux, blocs: readonly Block[]): readonly Block[] =>
  deStationnement(donnees) ? [] : blocs;

/** The names of the rooms printed while no inventory describes a room. */
const nomsAffiches = (donnees: DonneesEtatDesLieux): string[] =>
  deStationnement(donnees) ? ["Emplacement"] : nomsDesPieces(donnees.logement.nbPiece);

const LOI_89 =
  "Article 3-2 de la loi n°\u00A089-462 du 6 juillet 1989 et décret n°\u00A02016-382 du 30 mars 2016.";
const CODE_CIVIL = "Article 1731 du Code civil.";

const RESERVES_A_LA_MAIN: Block = {
  kind: "writingBox",
  label: "Observations et réserves des parties",
  height: 32,
  keep: true,
};

function jourEtabli(donnees: DonneesEtatDesLieux): string {
  const etat = etatEtabli(donnees);
  return etat ? jourEnLettres(etat.date) : BLANK;
}

/** The references of the inventory: its author, its days, and the addresses that the decree requires. */
function reperes(donnees: DonneesEtatDesLieux): Fields {
  const { agence, cote, dateEntree, etatEntree, logement } = donnees;
  const sortie: Field[] = [
    {
      label: "Date de l'état des lieux d'entrée",
      lines: [etatEntree ? formatJour(etatEntree.date) : BLANK],
    },
    { label: "Nouvelle adresse du locataire", lines: [orBlank(donnees.nouvelleAdresse)] },
  ];
  return {
    kind: "fields",
    columns: 3,
    fields: [
      {
        label: "Établi par le mandataire",
        lines: [
          orBlank(agence.agenceNom),
          ...lignesAdresse({
            adresse: agence.agenceAdresse,
            codePostal: agence.agenceCp,
            ville: agence.agenceVille,
          }),
        ],
      },
      { label: "Entrée dans les lieux", lines: [formatJour(dateEntree)] },
      deStationnement(donnees)
        ? { label: "Emplacement", lines: [orBlank(logement.situation)] }
        : { label: "Description du logement", lines: description(logement) },
      ...(cote === "sortie" ? sortie : []),
    ],
  };
}

function description({ nbPiece, situation, surface }: LogementDecrit): string[] {
  const accord = nbPiece && nbPiece > 1 ? "s" : "";
  return [
    nbPiece ? `${nbPiece} pièce${accord} principale${accord}` : `Pièces\u00A0: ${BLANK}`,
    `Surface habitable\u00A0: ${surface ? `${formatNombre(surface, 2)}\u00A0m²` : BLANK}`,
    ...(situation?.trim() ? [situation.trim()] : []),
  ];
}

function occupant(donnees: DonneesEtatDesLieux): Block[] {
  const { mineur } = donnees;
  if (!mineur || deStationnement(donnees)) return [];
  return [
    {
      kind: "paragraph",
      text: `Occupant du logement\u00A0: ${nomMineur(mineur)}, enfant mineur du locataire, qui n'acquiert pas la qualité de locataire.`,
    },
  ];
}

const nomMineur = ({ nom, prenom }: Personne) =>
  orBlank([prenom, enCapitales(nom)].filter(Boolean).join(" "));

/** The persons present and the reservations of the tenant, as written on site (terrain/README §19.2). */
function ditSurPlace(donnees: DonneesEtatDesLieux): Block[] {
  const { presents = null, reserves = null } = etatEtabli(donnees)?.complements ?? {};
  return [
    ...(presents ? [`Personnes présentes\u00A0: ${presents}`] : []),
    ...(reserves ? [`Réserves du locataire\u00A0: ${reserves}`] : []),
  ].map((text) => ({ kind: "paragraph", text, keep: true }));
}

const COMPLEMENT =
  "Le locataire peut demander que l'état des lieux soit complété dans les dix jours de son établissement et, pour les éléments de chauffage, pendant le premier mois de la période de chauffe.";
const VETUSTE =
  "Il est tenu compte de la vétusté, entendue comme l'état d'usure ou de détérioration résultant du temps ou de l'usage normal des matériaux et éléments d'équipement du logement.";
const SANS_FRAIS = "L'état des lieux de sortie est établi sans frais pour le locataire.";
const A_DEFAUT =
  "À défaut d'établissement amiable, l'état des lieux est dressé par un commissaire de justice, à frais partagés par moitié entre le bailleur et le locataire, avisés au moins sept jours à l'avance par lettre recommandée avec avis de réception.";
const REMISE = "Un exemplaire est remis à chacune des parties au moment de la signature.";
const ENVOI =
  "Un exemplaire est adressé par voie dématérialisée à chacune des parties ou à son mandataire.";

function textes(donnees: DonneesEtatDesLieux): Block[] {
  const loi89 = sousLoi89(donnees);
  const entree = loi89 ? [COMPLEMENT, A_DEFAUT] : [];
  const sortie = loi89 ? [VETUSTE, SANS_FRAIS, A_DEFAUT] : [VETUSTE];
  return [...(donnees.cote === "entree" ? entree : sortie), aLEcran(donnees) ? ENVOI : REMISE].map(
    (text) => ({
      kind: "paragraph",
      text,
      keep: true,
    }),
  );
}

const CODE_MASQUE =
  "Un code d'accès est noté dans l'état des lieux ou avec les clefs du logement\u00A0: il n'est pas imprimé.";

/** Whether the parties sign the paper on a screen, on site or by a link. */
const aLEcran = ({ electronique, signe }: DonneesEtatDesLieux): boolean =>
  electronique === true || signe !== undefined;

const lieuEtJour = (donnees: DonneesEtatDesLieux) => ({
  lieu: orBlank(etatEtabli(donnees)?.lieu),
  jour: jourEtabli(donnees),
});

const faitSurPlace = (donnees: DonneesEtatDesLieux): string =>
  faitA({ ...lieuEtJour(donnees), exemplaires: null }, {}).placeAndDate;

function signature(donnees: DonneesEtatDesLieux): Signature {
  const { agence, bailleurs, locataires, mineur } = donnees;
  const exemplaires = 1 + Math.max(1, locataires.length);
  const noms = locataires.length === 0 ? [BLANK] : locataires.map(personne);
  return {
    kind: "signature",
    ...faitA({ ...lieuEtJour(donnees), exemplaires: enExemplaires(exemplaires) }, donnees),
    // Even when it is signed by a link, an inventory shows the place and the day of the visit.
    ...(donnees.electronique ? { placeAndDate: faitSurPlace(donnees) } : {}),
    signatories: [
      mandataire(agence, bailleurs),
      ...noms.map((name, rang) => ({
        role: noms.length > 1 ? `Le locataire ${rang + 1}` : "Le locataire",
        name,
        ...(mineur && rang === 0
          ? { detail: `Également représentant légal ${deNom(nomMineur(mineur))}` }
          : {}),
      })),
    ],
  };
}

const photosManquantes = (nombre: number) =>
  nombre === 1
    ? "1 photographie annoncée n'est pas encore arrivée\u00A0: le document ne la montre pas."
    : `${nombre} photographies annoncées ne sont pas encore arrivées\u00A0: le document ne les montre pas.`;

function manques(donnees: DonneesEtatDesLieux, masque: boolean): string[] {
  const { bailleurs, cote, etatEntree, etatSortie, photosAttendues = 0 } = donnees;
  const etat = etatEtabli(donnees);
  const sortie = cote === "sortie";
  return phrases([
    [
      etat === null,
      `L'état des lieux ${sortie ? "de sortie" : "d'entrée"} n'est pas encore saisi\u00A0: le document est à remplir à la main.`,
    ],
    [etat?.pieces.length === 0, "L'état des lieux ne décrit aucune pièce."],
    [!bailleurs.every(adresseComplete), "Le domicile d'un bailleur est incomplet."],
    [
      sortie && etatEntree === null,
      "Le dossier n'a aucun état des lieux d'entrée\u00A0: la comparaison est impossible.",
    ],
    [
      sortie && !donnees.nouvelleAdresse?.trim(),
      "La nouvelle adresse du locataire n'est pas renseignée.",
    ],
    [
      sortie && etatEntree !== null && etatSortie !== null && etatSortie.date < etatEntree.date,
      "L'état des lieux de sortie est daté d'avant celui d'entrée.",
    ],
    [photosAttendues > 0, photosManquantes(photosAttendues)],
    [masque, CODE_MASQUE],
  ]);
}
