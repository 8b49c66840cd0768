import type { Agence } from "#domain/agence/agence.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import { numeroDeMandat, type RangeeScellee } from "#domain/gerance/mandats/registre-mandats.ts";
import { enTete, piedDePage } from "../mentions.ts";
import type { Composed, Row } from "../page/blocks.ts";

/** The register of mandates, from its first row. */
export interface DonneesRegistre {
  rangees: readonly RangeeScellee[];
  emission: Jour;
  agence: Agence;
}

/**
 * The register of mandates, with numbered pages (décret n° 72-678, art. 65; mandats/README §12.23). Its entries and
 * its notes are in the order of their writing. A fingerprint (hash) of all the rows follows, which shows any later
 * change.
 */
export function registreMandats({ rangees, emission, agence }: DonneesRegistre): Composed {
  const titre = "REGISTRE DES MANDATS";
  const derniere = rangees.at(-1);
  const inscrits = rangees.filter(({ genre }) => genre === "inscription").length;
  return {
    document: {
      title: titre,
      metadata: { author: agence.agenceNom, subject: "Gestion immobilière", date: emission },
      letterhead: enTete(agence),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "title",
          text: titre,
          subtitle: `Gestion immobilière, au ${formatJour(emission)}`,
        },
        {
          kind: "paragraph",
          text: `Tenu en application de l'article 65 du décret n° 72-678 du 20 juillet 1972, sans blanc ni rature\u00A0: ${inscrits} mandat${inscrits > 1 ? "s" : ""}, ${rangees.length} ligne${rangees.length > 1 ? "s" : ""}.`,
        },
        {
          kind: "table",
          columns: [
            { label: "N°", width: 18 },
            { label: "Inscrit le", width: 25 },
            { label: "Mandat du", width: 25 },
            { label: "Mandants", width: 40 },
            { label: "Situation", width: 40 },
            { label: "Objet", width: 18 },
            { label: "Observations", width: 38 },
          ],
          rows: rangees.map(rangee),
        },
        ...(derniere
          ? [
              {
                kind: "paragraph" as const,
                text: `Empreinte de la dernière ligne (SHA-256), qui scelle toutes celles d'avant\u00A0: ${derniere.empreinte.replace(/.{8}(?=.)/g, "$& ")}`,
                tone: "muted" as const,
              },
            ]
          : []),
      ],
    },
    warnings: [],
  };
}

function rangee({ numero, genre, date, MissionId, contenu }: RangeeScellee): Row {
  const { dateMandat, mandants, situation, objet, observation } = contenu;
  return {
    cells: [
      genre === "observation" && MissionId === null ? "" : numeroDeMandat(numero),
      formatJour(date),
      dateMandat ? formatJour(dateMandat) : "",
      mandants,
      situation,
      objet,
      observation ?? "",
    ],
    tone: genre === "observation" ? "muted" : "normal",
  };
}
