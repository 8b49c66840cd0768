import { type Agence, exigerMentionsAgence, manquesAgence } from "#domain/agence/agence.ts";
import { phrasesDe } from "#domain/avertissement.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import type { AvenantSigne, TermeChange } from "#domain/gerance/mandats/actes-mandat.ts";
import { LOYERS } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { manquesDuMandat } from "#domain/missions/mandat.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import { paragraphe } from "../bail/bail.ts";
import {
  BLANK,
  enExemplaires,
  enTete,
  enumeration,
  orBlank,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Picture } from "../page/blocks.ts";
import { paraphes, partiesDuMandat, signatairesDuMandat } from "./mandat.ts";

/** The changes of a mandate, with the former terms. */
export interface DonneesAvenant extends Omit<AvenantSigne, "agence"> {
  /** The number of the avenant (amendment) in the mandate, from 1. */
  rang: number;
  /** The day from which the new terms apply. */
  depuis: Jour;
  mission: Pick<Mission, "dateSignature" | "numRegistre" | "type">;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
}

/**
 * The avenant (amendment) that the parties of a mandate sign when its terms change (missions/README §6.1). An agency
 * may take only the fees of a written mandate (décret n° 72-678, art. 64 and 66).
 * @throws Invalid when the agency’s settings lack a mention that a mandate must bear.
 */
export function avenantMandat(donnees: DonneesAvenant): Composed {
  const { agence, changements, depuis, emission, mandants, mission, rang } = donnees;
  const fonds = changements.some(({ apres }) => apres === LOYERS.agence);
  exigerMentionsAgence(agence, { papier: "Cet avenant", fonds });
  const mandat = `${NOMS[mission.type]} n°\u00A0${orBlank(mission.numRegistre)}`;
  const titre = `AVENANT N°\u00A0${rang} AU ${mandat.toUpperCase()}`;
  const qui = enumeration(mandants.map(personne));
  return {
    document: {
      title: `${titre} – ${qui}`,
      metadata: { author: agence.agenceNom, subject: qui, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      initials: paraphes(mandants),
      blocks: [
        { kind: "title", text: titre, subtitle: `À compter du ${jourEnLettres(depuis)}` },
        ...partiesDuMandat(mandants, agence),
        { kind: "heading", text: "Ce qui change" },
        paragraphe(
          `Les parties modifient comme suit le ${mandat}, signé le ${mission.dateSignature ? jourEnLettres(mission.dateSignature) : BLANK}, à compter du ${jourEnLettres(depuis)}\u00A0:`,
        ),
        tableDes(changements),
        {
          ...paragraphe("Les autres stipulations du mandat demeurent inchangées."),
          keep: true,
        },
        {
          kind: "signature",
          placeAndDate: `Fait à ${orBlank(agence.lieuSignature)}, le ${BLANK}, ${enExemplaires(Math.max(1, mandants.length) + 1)}`,
          signatories: signatairesDuMandat(mandants, agence, MENTIONS),
          room: 18,
        },
      ],
    },
    warnings: [...manquesAgence(agence), ...phrasesDe(manquesDuMandat(mandants, agence, emission))],
  };
}

const NOMS: Record<Mission["type"], string> = {
  gestion: "mandat de gestion",
  location: "mandat de recherche de locataire",
  prestation: "contrat de prestations de services",
};

const MENTIONS = {
  mandant: "Bon pour avenant",
  mandataire: "Avenant accepté",
};

const tableDes = (changements: readonly TermeChange[]): Block => ({
  kind: "table",
  columns: [
    { label: "Condition", width: 46 },
    { label: "Jusqu'alors", width: 62 },
    { label: "Désormais", width: 62 },
  ],
  rows: changements.map(({ nom, avant, apres }) => ({ cells: [nom, avant, apres] })),
});
