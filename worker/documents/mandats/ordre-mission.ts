import { type Agence, exigerMentionsAgence, manquesAgence } from "#domain/agence/agence.ts";
import { phrasesDe } from "#domain/avertissement.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import type { BienDuMandat, ConditionsImprimees } from "#domain/gerance/mandats/actes-mandat.ts";
import type { Periodicite } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { partEcrite } from "#domain/gerance/mandats/parts.ts";
import type { Accompte } from "#domain/missions/accompte-fiche.ts";
import { avertissementsMission, dureeDuMandat, recoitDesFonds } from "#domain/missions/mandat.ts";
import { sousHoguet } from "#domain/missions/mission.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { deNom } from "#domain/orthographe.ts";
import { estMorale } from "#domain/personnes/personne.ts";
import { paragraphe } from "../bail/bail.ts";
import { gras } from "../bail/parties.ts";
import {
  BLANK,
  chiffresSoudes,
  enExemplaires,
  enTete,
  enumeration,
  etage,
  faitA,
  lignesAdresse,
  type ModeDeSignature,
  orBlank,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Picture, Table } from "../page/blocks.ts";
import { ARTICLE_ENCADRE, RECONDUCTION_DU_MANDAT, RECONDUCTION_TACITE } from "../textes-legaux.ts";
import {
  echeancier,
  honoraires,
  honorairesDeLocation,
  type MissionChiffree,
} from "./honoraires-mission.ts";
import {
  clausesCommunes,
  formulaireDeRetractation,
  lignesLibres,
  type Mandant,
  paraphes,
  partiesDuMandat,
  preavis,
  signatairesDuMandat,
} from "./mandat.ts";

/** A mandate with the facts for its paper; amounts in euros with VAT. */
export interface DonneesOrdreMission extends ModeDeSignature {
  mission: MissionChiffree &
    Pick<Mission, "domicileUnique" | "dateSignature" | "numRegistre" | "duree">;
  mandants: readonly Mandant[];
  biens: readonly BienDuMandat[];
  accomptes: readonly Accompte[];
  /** The terms of a management mandate; null when none are known. */
  conditions?: ConditionsImprimees | null;
  /** Whether the register notes the mandate as cancelled. */
  annule?: boolean;
  /** Whether the agency keeps its register of management mandates in this product. */
  registreTenu?: boolean;
  /** The address at which the principal may withdraw online, for a signature by a link. */
  enLigne?: string;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
}

type TypeMission = Mission["type"];

const TITRES: Record<TypeMission, string> = {
  gestion: "MANDAT DE GESTION",
  location: "MANDAT DE RECHERCHE DE LOCATAIRE",
  prestation: "PRESTATIONS DE SERVICES",
};

const LOI_HOGUET =
  "conformément à la loi n°\u00A070-9 du 2 janvier 1970 et au décret n°\u00A072-678 du 20 juillet 1972";

/** The box « domicile unique du mandant »; none when all the principals are companies, which have no home. */
const domicileUnique = ({ mandants, mission }: DonneesOrdreMission): Block[] =>
  mandants.length > 0 && mandants.every(estMorale)
    ? []
    : [
        {
          kind: "list",
          items: [
            {
              text: "Bien constituant le domicile unique du mandant",
              checked: mission.domicileUnique,
            },
          ],
        },
      ];

const OBJETS: Record<TypeMission, string> = {
  gestion: `Le mandant donne mandat au mandataire, qui l'accepte, de gérer les biens désignés ci-dessous, ${LOI_HOGUET}.`,
  location: `Le mandant donne mandat au mandataire, qui l'accepte, de rechercher un locataire pour les biens désignés ci-dessous, ${LOI_HOGUET}.`,
  prestation:
    "Le mandant confie au mandataire, qui l'accepte, une mission d'assistance et de prestations de services portant sur les biens désignés ci-dessous, à l'exclusion de toute entremise, gestion ou détention de fonds relevant de la loi n°\u00A070-9 du 2 janvier 1970.",
};

/**
 * The paper of a mandate (loi n° 70-9 « Hoguet », décret n° 72-678; missions/README §6.1).
 * @throws Invalid for a mandate under the law of 1970, when the agency’s settings lack a mention that it must bear.
 */
export function ordreMission(donnees: DonneesOrdreMission): Composed {
  const { accomptes, agence, biens, emission, mandants, mission } = donnees;
  if (sousHoguet(mission.type)) {
    const fonds = gestion(donnees)?.modeFonds === "agence";
    exigerMentionsAgence(agence, { papier: "Ce mandat", fonds });
  }
  const titre = titreDe(mission);
  return {
    document: {
      title: `${titre} – ${enumeration(mandants.map(personne))}`,
      metadata: {
        author: agence.agenceNom,
        subject: enumeration(mandants.map(personne)),
        date: emission,
      },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      initials: paraphes(mandants, donnees),
      blocks: [
        { kind: "title", text: titre, ...registre(donnees) },
        ...partiesDuMandat(mandants, agence, { hoguet: sousHoguet(mission.type) }),
        { kind: "heading", text: "Objet de la mission" },
        paragraphe(OBJETS[mission.type]),
        ...(biens.length === 0 ? [] : [tableDesBiens(biens)]),
        ...aDesigner(mission.nbAppart - biens.length),
        ...domicileUnique(donnees),
        ...(mission.type === "prestation" ? CONTENU : ETENDUE),
        { kind: "list", items: pouvoirs(donnees).map((text) => ({ text })) },
        { kind: "heading", text: "Réception de fonds et reddition des comptes" },
        ...fonds(donnees).map(paragraphe),
        ...reversements(donnees),
        { kind: "heading", text: "Durée, reconduction et résiliation" },
        ...duree(donnees).map(paragraphe),
        ...reconduction(donnees),
        ...honoraires(mission, gestion(donnees)),
        ...honorairesDeLocation(mission),
        ...echeancier(mission, accomptes),
        ...clausesCommunes(mandants, agence, donnees),
        {
          kind: "signature",
          ...faitA(
            {
              lieu: orBlank(agence.lieuSignature),
              jour: mission.dateSignature ? jourEnLettres(mission.dateSignature) : BLANK,
              exemplaires: enExemplaires(Math.max(1, mandants.length) + 1),
            },
            donnees,
          ),
          signatories: signatairesDuMandat(mandants, agence, {
            ...MENTIONS[mission.type],
            electronique: donnees.electronique,
          }),
          room: 22,
        },
        ...formulaireDeRetractation(mandants, agence, {
          objet: `${titre}${mission.dateSignature && !donnees.electronique ? `, signé le ${jourEnLettres(mission.dateSignature)}` : ""}`,
          enLigne: donnees.enLigne,
        }),
      ],
    },
    warnings: [...manquesAgence(agence), ...phrasesDe(avertissementsMission(donnees))],
  };
}

const MANDAT = {
  mandant: "Bon pour mandat",
  mandataire: "Mandat accepté",
};
const MENTIONS: Record<TypeMission, typeof MANDAT> = {
  gestion: MANDAT,
  location: MANDAT,
  prestation: {
    mandant: "Bon pour accord",
    mandataire: "Mission acceptée",
  },
};

type MissionEcrite = DonneesOrdreMission["mission"];

/** The title of a mandate, with its number in the register; a service outside the law of 1970 may have no number. */
function titreDe({ type, numRegistre }: MissionEcrite): string {
  const titre = `ORDRE DE MISSION – ${TITRES[type]}`;
  if (!sousHoguet(type) && !numRegistre?.trim()) return titre;
  return `${titre} N°\u00A0${orBlank(numRegistre)}`;
}

const registre = ({ annule, mission: { type, numRegistre } }: DonneesOrdreMission) =>
  !sousHoguet(type)
    ? {}
    : {
        subtitle: `Inscrit au registre des mandats${type === "location" ? " «\u00A0Transactions\u00A0»" : ""} sous le n°\u00A0${orBlank(numRegistre)}, reporté sur l'exemplaire du mandant${annule ? "\u00A0; inscription annulée" : ""}`,
      };

function tableDesBiens(biens: readonly BienDuMandat[]): Table {
  return {
    kind: "table",
    columns: [
      { label: "Adresse", width: 76 },
      { label: "Étage", width: 26 },
      { label: "Immeuble", width: 24 },
      { label: "Pièces", width: 18, align: "right" },
      { label: "Surface", width: 26, align: "right" },
    ],
    rows: biens.map((bien) => ({
      cells: [
        lignesAdresse(bien).join(", "),
        etage(bien.etage) ?? "–",
        bien.typeImmeuble === "collectif" ? "Collectif" : "Individuel",
        bien.nbPiece ? String(bien.nbPiece) : BLANK,
        bien.surface ? `${formatNombre(bien.surface, 2)}\u00A0m²` : BLANK,
      ],
    })),
  };
}

function aDesigner(nombre: number): Block[] {
  if (nombre <= 0) return [];
  const accord = nombre > 1 ? "s" : "";
  return [paragraphe(`${nombre} autre${accord} bien${accord} à désigner.`)];
}

const RECHERCHE = [
  "rechercher un locataire, diffuser les annonces et organiser les visites",
  "constituer et étudier le dossier du candidat, que le mandant agrée",
  "rédiger le bail et ses annexes et les faire signer",
  "établir les états des lieux d'entrée et de sortie",
];

const TRAVAUX = `faire exécuter les réparations et menus travaux dans la limite de ${BLANK}\u00A0€ TTC par intervention, au-delà sur accord écrit du mandant, sauf urgence`;
const ENCAISSER = "encaisser les loyers, les charges et les dépôts de garantie";

const POUVOIRS: Record<TypeMission, readonly string[]> = {
  gestion: [
    ...RECHERCHE,
    ENCAISSER,
    "délivrer les quittances, reçus et avis d'échéance",
    "réviser le loyer selon le bail et régulariser les charges",
    "déclarer et suivre les sinistres",
    TRAVAUX,
  ],
  location: RECHERCHE,
  prestation: [
    "conseiller et assister le mandant dans ses démarches",
    "préparer les documents que le mandant signe",
    "coordonner les intervenants et en rendre compte au mandant",
  ],
};

const ETENDUE: Block[] = [
  { kind: "heading", text: "Étendue des pouvoirs" },
  paragraphe("Le mandataire reçoit pouvoir de\u00A0:"),
];
const CONTENU: Block[] = [
  { kind: "heading", text: "Contenu de la mission" },
  paragraphe("Le mandataire est chargé de\u00A0:"),
];

function pouvoirs(donnees: DonneesOrdreMission): readonly string[] {
  const { agence, mission } = donnees;
  const libres = lignesLibres(agence.pouvoirsMandat);
  if (mission.type === "gestion" && libres.length > 0) return libres;
  const conditions = gestion(donnees);
  if (!conditions) return POUVOIRS[mission.type];
  const limite = formatEuros(conditions.seuilAccord);
  return POUVOIRS.gestion
    .filter((pouvoir) => pouvoir !== ENCAISSER || conditions.modeFonds === "agence")
    .map((pouvoir) => (pouvoir === TRAVAUX ? pouvoir.replace(`${BLANK}\u00A0€`, limite) : pouvoir));
}

/** The terms of a management mandate; null for another mission. */
const gestion = ({ conditions, mission }: DonneesOrdreMission): ConditionsImprimees | null =>
  mission.type === "gestion" ? (conditions ?? null) : null;

const REDDITION =
  "Le mandataire rend compte de sa gestion au moins une fois par an, par un relevé détaillé des sommes reçues et dépensées, et reverse au mandant le solde qui lui revient.";

const SANS_FONDS =
  "Le mandataire ne reçoit ni ne détient aucun fonds, effet ou valeur pour le compte du mandant.";

function fonds(donnees: DonneesOrdreMission): string[] {
  const { agence, mission } = donnees;
  const conditions = gestion(donnees);
  if (conditions) return fondsDits(conditions, agence);
  if (recoitDesFonds(mission.type, agence))
    return [
      "Le mandataire est autorisé à recevoir loyers, charges et dépôts de garantie pour le compte du mandant, sous la garantie financière désignée ci-dessus.",
      REDDITION,
    ];
  return [
    SANS_FONDS,
    mission.type === "gestion"
      ? REDDITION
      : "Le mandataire rend compte au mandant de l'exécution de sa mission dès qu'elle est accomplie, et au moins une fois par an.",
  ];
}

/**
 * The clauses on the owner’s funds, on spending and on his agreements, as the terms of the mandate set them (décret n°
 * 72-678, art. 64, 66).
 */
function fondsDits(conditions: ConditionsImprimees, agence: Agence): string[] {
  const { accordDe, accordRevision, modeFonds, provision, seuilAccord } = conditions;
  const accord = `Le mandataire règle les dépenses jusqu'à ${formatEuros(seuilAccord)} TTC chacune sans autre accord\u00A0; au-delà, le mandant donne le sien, sauf urgence.`;
  const revision = [
    ...(accordRevision ? [REVISION_ACCORDEE] : []),
    ...(accordDe === "tous" ? [ACCORD_DE_CHACUN] : []),
  ];
  if (modeFonds === "proprietaire") {
    return [
      `${SANS_FONDS} Le mandant reçoit lui-même les loyers, les charges et les dépôts de garantie.`,
      `Le mandataire rend compte de sa gestion ${PERIODES[conditions.periodicite]}.`,
      accord,
      ...revision,
    ];
  }
  return [
    `Le mandant autorise expressément le mandataire à recevoir des biens, sommes ou valeurs à l'occasion de la gestion dont il est chargé (article 64 du décret n°\u00A072-678)\u00A0: loyers, charges et dépôts de garantie, sous la garantie financière ${deNom(orBlank(agence.garantNom))}, à hauteur de ${agence.garantMontant ? chiffresSoudes(agence.garantMontant) : BLANK}.`,
    `Le mandataire rend compte de sa gestion ${PERIODES[conditions.periodicite]}, par un relevé détaillé des sommes reçues et dépensées, et reverse au mandant le solde qui lui revient le ${conditions.jourReversement === 1 ? "1er" : conditions.jourReversement} du mois suivant${provision > 0 ? `, sous déduction d'une provision de ${formatEuros(provision)} conservée sur son compte` : ""}.`,
    accord,
    ...revision,
  ];
}

const REVISION_ACCORDEE =
  "Le mandataire ne révise un loyer qu'après l'accord du mandant, demandé à chaque anniversaire du bail.";

const ACCORD_DE_CHACUN =
  "L'accord du mandant, lorsqu'il est demandé, est celui de chacun des propriétaires qui donnent le bien en location\u00A0; le refus d'un seul suffit.";

const PERIODES: Readonly<Record<Periodicite, string>> = {
  mensuelle: "chaque mois",
  trimestrielle: "chaque trimestre",
  semestrielle: "chaque semestre",
  annuelle: "chaque année",
};

/**
 * The table of each owner’s share and, when the agency receives the funds, of the account on which he is paid;
 * nothing for another mission than management, or when the shares are unknown.
 */
function reversements(donnees: DonneesOrdreMission): Block[] {
  const conditions = gestion(donnees);
  if (!conditions || conditions.parts.length === 0) return [];
  const agence = conditions.modeFonds === "agence";
  return [
    {
      kind: "table",
      columns: [
        { label: "Mandant", width: agence ? 60 : 120 },
        { label: "Quote-part", width: agence ? 24 : 50, align: "right" },
        ...(agence
          ? [
              { label: "Compte bancaire", width: 48 },
              { label: "Titulaire", width: 38 },
            ]
          : []),
      ],
      rows: conditions.parts.map((part) => ({
        cells: [part.nom, partEcrite(part), ...(agence ? compteDe(part) : [])],
      })),
    },
  ];
}

/** The bank account of an owner and its holder, as two cells; dashes for an owner without a share. */
const compteDe = ({ iban, num, titulaire }: ConditionsImprimees["parts"][number]): string[] =>
  num === 0 ? ["–", "–"] : [iban ?? BLANK, titulaire ?? BLANK];

function duree({ agence, mission }: DonneesOrdreMission): string[] {
  const { fin: dernierJour, mois, reconduit } = dureeDuMandat(mission);
  const { dateSignature: debut } = mission;
  const bornes =
    debut && dernierJour
      ? `à compter du ${jourEnLettres(debut)}, soit jusqu'au ${jourEnLettres(dernierJour)} inclus`
      : `à compter du ${BLANK}`;
  const ferme = `La mission est confiée pour une durée de ${mois}\u00A0mois ${bornes}.`;
  const fin = `Chaque partie peut y mettre fin à l'échéance de la période en cours, par lettre recommandée avec avis de réception adressée au moins ${preavis(agence)} avant.`;
  if (!reconduit)
    return [
      `${ferme} Elle n'est pas reconduite tacitement et prend fin de plein droit à son terme.`,
    ];
  return [
    `${ferme} Elle est ensuite reconduite tacitement par périodes de même durée, sans que sa durée totale puisse excéder dix ans.`,
    fin,
  ];
}

/**
 * The clauses on tacit renewal. Art. 7 of loi n° 70-9 requires art. L. 215-1, al. 1 and 2, of the code de la
 * consommation to be legible and seen; art. L. 215-4 requires its whole chapter in the contract. Both apply to every
 * principal: art. L. 215-3 also protects a company whose mandate is outside its trade.
 */
const reconduction = ({ mission }: DonneesOrdreMission): Block[] =>
  dureeDuMandat(mission).reconduit
    ? [
        { kind: "notice", text: RECONDUCTION_DU_MANDAT },
        {
          kind: "quote",
          paragraphs: RECONDUCTION_TACITE.flatMap(({ article, alineas }) => [
            gras(`Article ${article}${article === ARTICLE_ENCADRE ? " (suite)" : ""}`),
            ...alineas,
          ]),
        },
      ]
    : [];
