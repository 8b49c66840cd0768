import { sousLoi89 } from "#domain/bail/bail.ts";
import { regimeDeLImmeuble } from "#domain/biens/appartement.ts";
import { BLANK, cave, etage, orBlank } from "../mentions.ts";
import type { Block } from "../page/blocks.ts";
import { RAPPEL_PERFORMANCE } from "../textes-legaux.ts";
import { adresseEnLigne, type Bail, capitale, surfaceOuBlanc } from "./bail.ts";
import { faits, type Ligne } from "./parties.ts";

const TYPES_HABITAT = {
  collectif: "Immeuble collectif",
  individuel: "Immeuble individuel",
} as const;
const REGIMES_JURIDIQUES = {
  copropriete: "Copropriété",
  monopropriete: "Mono propriété",
} as const;
const PERIODES = {
  "avant 1946": "Avant 1946",
  "1946-1970": "De 1946 à 1970",
  "1971-1990": "De 1971 à 1990",
  "après 1990": "Après 1990",
} as const;
const DESTINATIONS = {
  "usage d'habitation": "Usage d'habitation",
  "usage mixte": "Usage mixte professionnel et d'habitation",
} as const;

const REPARTITION_PAR_DEFAUT = "selon les modalités de répartition de la copropriété";

/** The section « II. Objet du contrat » of the contrat-type, without its heading. */
export function objetDuContrat(bail: Bail): Block[] {
  const { appartement } = bail;
  return [
    { kind: "heading", level: 2, text: "A. Consistance du logement" },
    faits(consistance(bail)),
    ...performance(bail),
    { kind: "heading", level: 2, text: "B. Destination des locaux" },
    faits([["Destination", DESTINATIONS[appartement.destination]]]),
    {
      kind: "heading",
      level: 2,
      text: "C. Locaux et équipements accessoires à usage privatif",
    },
    faits([["Accessoires privatifs", accessoires(bail)]]),
    {
      kind: "heading",
      level: 2,
      text: "D. Locaux, parties, équipements et accessoires à usage commun",
    },
    faits([["Usage commun", communs(bail)]]),
    {
      kind: "heading",
      level: 2,
      text: "E. Équipements d'accès aux technologies de l'information et de la communication",
    },
    faits([
      ["Réception de la télévision", bail.antenne?.trim() || SELON_IMMEUBLE],
      ["Raccordement à internet", appartement.internet?.trim() || SELON_IMMEUBLE],
    ]),
  ];
}

const SELON_IMMEUBLE = "Selon installation de l'immeuble";

/**
 * The rows of section II.A of the contrat-type; the tax identifier is left out of a mobility lease and of a lease
 * under the Code civil alone.
 */
export function consistance(bail: Bail): Ligne[] {
  const { appartement, regime } = bail;
  const fiscal = sousLoi89(bail) && regime !== "mobilite";
  return [
    ["Localisation du logement", localisation(bail)],
    fiscal ? ["Identifiant fiscal du logement", orBlank(appartement.identifiantFiscal)] : null,
    ["Type d'habitat", TYPES_HABITAT[appartement.typeImmeuble]],
    ["Régime juridique de l'immeuble", regimeJuridique(bail)],
    ["Période de construction", PERIODES[appartement.periodeConstruction]],
    ["Surface habitable", surfaceOuBlanc(appartement.surface)],
    ["Nombre de pièces principales", appartement.nbPiece ? String(appartement.nbPiece) : BLANK],
    ["Autres parties du logement", orBlank(appartement.autresInfo)],
    ["Éléments d'équipement", equipements(bail)],
    ["Production de chauffage", production(bail, appartement.chauffage)],
    ["Production d'eau chaude sanitaire", production(bail, appartement.eauChaude)],
  ];
}

function localisation({ appartement }: Bail): string {
  const lieu = [etage(appartement.etage ?? null), appartement.situation?.trim()].filter(Boolean);
  return [adresseEnLigne(appartement), lieu.join(" – ")].filter(Boolean).join("\n");
}

function regimeJuridique({ appartement }: Bail): string {
  const regime = regimeDeLImmeuble(appartement);
  return regime ? REGIMES_JURIDIQUES[regime] : BLANK;
}

function equipements({ appartement, equipements }: Bail): string {
  const prives = equipements.filter(({ collectif }) => !collectif).map(({ nom }) => nom);
  return orBlank(
    [prives.join(", "), appartement.elementEquipement, appartement.elementEquipementImportant]
      .filter((part) => part?.trim())
      .join("\n"),
  );
}

function production({ appartement }: Bail, mode: "collective" | "individuelle"): string {
  if (mode === "individuelle") return "Individuelle";
  const seul = appartement.regimeJuridique === "monopropriete";
  const repartition = appartement.repartition?.trim() || (seul ? BLANK : REPARTITION_PAR_DEFAUT);
  return `Collective. Répartition de la consommation\u00A0: ${repartition}`;
}

function performance({ appartement: { dpeClasse, dpeNumero } }: Bail): Block[] {
  const numero = dpeNumero ? ` n°\u00A0${dpeNumero}` : "";
  return [
    faits([
      [
        "Niveau de performance du logement",
        [{ text: `Classe ${dpeClasse ?? BLANK} du DPE${numero}`, bold: true }],
      ],
    ]),
    { kind: "quote", paragraphs: RAPPEL_PERFORMANCE },
  ];
}

export function accessoires({ appartement }: Bail): string {
  const laCave = cave(appartement.cave ? (appartement.caveNum ?? "0") : null);
  return laCave ? capitale(laCave) : "Néant";
}

export function communs({ appartement, equipements }: Bail): string {
  const collectifs = equipements.filter(({ collectif }) => collectif).map(({ nom }) => nom);
  return [...collectifs, ...(appartement.gardienNom ? ["Gardiennage"] : [])].join(", ") || "Néant";
}
