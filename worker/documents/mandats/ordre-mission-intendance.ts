import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrasesDe } from "#domain/avertissement.ts";
import { type Jour, jourEnLettres, periodeEnLettres } from "#domain/dates.ts";
import { avertissementsIntendance, manquesDuMandat } from "#domain/missions/mandat.ts";
import { formatNombre } from "#domain/montants.ts";
import { moyensAcces, sansCodes } from "../bail/acces.ts";
import { capitale, paragraphe } from "../bail/bail.ts";
import { faits } from "../bail/parties.ts";
import {
  BLANK,
  cave,
  enExemplaires,
  enLettres,
  enTete,
  etage,
  faitA,
  lignesAdresse,
  type ModeDeSignature,
  orBlank,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Picture, Table } from "../page/blocks.ts";
import {
  clausesCommunes,
  formatTaux,
  formulaireDeRetractation,
  lignesLibres,
  type Mandant,
  paraphes,
  partiesDuMandat,
  preavis,
  signatairesDuMandat,
  ventilation,
} from "./mandat.ts";

/** A caretaking mission (intendance) with the facts for its paper; `prix` in euros with VAT, `tva` in percent. */
export interface DonneesOrdreIntendance extends ModeDeSignature {
  intendance: {
    dateDepart: Jour | null;
    dateFin: Jour | null;
    prix: number | null;
    tva: number;
    regle: boolean;
  };
  /** The owners; the agency’s contact comes first. */
  mandants: readonly Mandant[];
  logement: {
    adresse: string;
    codePostal: string;
    ville: string;
    etage: string | null;
    caveNum: string | null;
    nbPiece: number | null;
    surface: number | null;
    numeroClef: string | null;
    detailClef: string | null;
    detailTelecomande: string | null;
    /** The door code, known here only so that it is masked in the document. */
    digicode: string | null;
  };
  /** The address at which the client may withdraw online, for a signature by a link. */
  enLigne?: string;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
}

const TITRE = "ORDRE DE MISSION D'INTENDANCE";

/**
 * The order to look after a dwelling, without letting it or collecting its rent (missions/README §6.2). Door and alarm
 * codes are never printed.
 */
export function ordreMissionIntendance(donnees: DonneesOrdreIntendance): Composed {
  const { agence, emission, intendance, logement, mandants } = donnees;
  return {
    document: {
      title: `${TITRE} – ${logement.adresse}`,
      metadata: { author: agence.agenceNom, subject: logement.adresse, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      initials: paraphes(mandants, donnees),
      blocks: [
        { kind: "title", text: TITRE, subtitle: `Mission ${periode(intendance)}` },
        ...partiesDuMandat(mandants, agence, { hoguet: false }),
        { kind: "heading", text: "Le logement" },
        designation(logement),
        { kind: "heading", text: "Tâches confiées" },
        paragraphe(
          "Le mandant confie au mandataire, qui l'accepte, l'intendance du logement, à l'exclusion de sa location, de l'encaissement des loyers et de la gestion d'un bail\u00A0:",
        ),
        { kind: "list", items: taches(agence).map((tache) => ({ text: capitale(tache) })) },
        { kind: "heading", text: "Durée, renouvellement et résiliation" },
        ...duree(donnees).map(paragraphe),
        { kind: "heading", text: "Remise des clés" },
        clefs(donnees),
        paragraphe(
          "La signature du présent ordre vaut reçu de ces clés et moyens d'accès, restitués à la fin de la mission. Les codes d'accès et d'alarme sont communiqués séparément et ne figurent pas au présent ordre.",
        ),
        { kind: "heading", text: "Prix" },
        ...prix(intendance),
        ...clausesCommunes(mandants, agence, donnees),
        {
          kind: "signature",
          ...faitA(
            {
              lieu: orBlank(agence.lieuSignature),
              jour: BLANK,
              exemplaires: enExemplaires(Math.max(1, mandants.length) + 1),
            },
            donnees,
          ),
          signatories: signatairesDuMandat(mandants, agence, {
            ...MENTIONS,
            electronique: donnees.electronique,
          }),
          room: 22,
        },
        ...formulaireDeRetractation(mandants, agence, {
          objet: `${TITRE}, ${lignesAdresse(logement).join(", ")}`,
          enLigne: donnees.enLigne,
        }),
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...phrasesDe([
        ...manquesDuMandat(mandants, agence, emission),
        ...avertissementsIntendance(intendance, {
          detail: logement.detailClef,
          codeMasque: codeMasque(logement),
        }),
      ]),
    ],
  };
}

const MENTIONS = {
  mandant: "Bon pour accord",
  mandataire: "Mission acceptée",
};

function periode({ dateDepart, dateFin }: DonneesOrdreIntendance["intendance"]): string {
  if (dateDepart && dateFin) return periodeEnLettres(dateDepart, dateFin);
  const jour = (valeur: Jour | null) => (valeur ? jourEnLettres(valeur) : BLANK);
  return `du ${jour(dateDepart)} au ${jour(dateFin)}`;
}

function designation(logement: DonneesOrdreIntendance["logement"]): Block {
  const { nbPiece, surface } = logement;
  const situation = [etage(logement.etage) ?? BLANK, cave(logement.caveNum)].filter(Boolean);
  const metres = surface ? formatNombre(surface, 2) : BLANK;
  return faits([
    ["Adresse", orBlank(lignesAdresse(logement).join(", "))],
    ["Étage et annexe", situation.join(", ")],
    [
      "Consistance",
      `Pièces principales\u00A0: ${nbPiece ?? BLANK} · Surface\u00A0: ${metres}\u00A0m²`,
    ],
  ]);
}

const TACHES = [
  "visites périodiques du logement et compte rendu au mandant",
  "aération et contrôle des fluides",
  "relevé du courrier",
  "réception des artisans",
  "signalement de tout sinistre au mandant et à son assureur",
];

function taches({ tachesIntendance }: Agence): readonly string[] {
  const libres = lignesLibres(tachesIntendance);
  return libres.length > 0 ? libres : TACHES;
}

function clefs({ logement }: DonneesOrdreIntendance): Table {
  const { detailClef, detailTelecomande, digicode, numeroClef } = logement;
  const moyens = moyensAcces({
    clef: sansCodes(detailClef, digicode),
    detailTelecomande: sansCodes(detailTelecomande, digicode),
  });
  const trousseau = {
    type: "Trousseau",
    nombre: "1",
    usage: `Repère n°\u00A0${orBlank(sansCodes(numeroClef, digicode))}`,
  };
  return {
    kind: "table",
    columns: [
      { label: "Type", width: 62 },
      { label: "Nombre remis", width: 30, align: "right" },
      { label: "Usage", width: 78 },
    ],
    rows: [trousseau, ...moyens].map(({ type, nombre, usage }) => ({
      cells: [type, nombre, usage],
    })),
  };
}

/** Whether a code was written in the texts on keys, and masked. */
function codeMasque(logement: DonneesOrdreIntendance["logement"]): boolean {
  const { detailClef, detailTelecomande, digicode, numeroClef } = logement;
  return [detailClef, detailTelecomande, numeroClef].some(
    (texte) => (texte ?? "") !== (sansCodes(texte, digicode) ?? ""),
  );
}

function duree({ agence, intendance }: DonneesOrdreIntendance): string[] {
  const unJour = intendance.dateFin !== null && intendance.dateDepart === intendance.dateFin;
  return [
    `La mission ${unJour ? "a lieu" : "court"} ${periode(intendance)}${unJour ? "" : " inclus"}. Elle est renouvelable par ordre exprès pour une période d'un an\u00A0; elle n'est pas reconduite tacitement.`,
    `Chaque partie peut y mettre fin par lettre recommandée avec avis de réception, moyennant un préavis de ${preavis(agence)}. Le prix est alors dû au prorata de la durée courue.`,
  ];
}

function prix({ prix, regle, tva }: DonneesOrdreIntendance["intendance"]): Block[] {
  const montants = prix === null ? [BLANK, BLANK, BLANK] : ventilation(prix, tva);
  return [
    {
      kind: "table",
      columns: [
        { label: "Désignation", width: 66 },
        { label: "HT", width: 26, align: "right" },
        { label: `TVA ${formatTaux(tva)}`, width: 26, align: "right" },
        { label: "TTC", width: 28, align: "right" },
        { label: "Règlement", width: 24 },
      ],
      rows: [{ cells: ["Intendance du logement", ...montants, regle ? "Réglé" : "À régler"] }],
    },
    ...(prix === null
      ? []
      : [
          paragraphe([
            { text: "Soit " },
            { text: enLettres(prix), bold: true },
            {
              text: " toutes taxes comprises, à la charge du mandant. Le présent ordre n'est pas une facture.",
            },
          ]),
        ]),
  ];
}
