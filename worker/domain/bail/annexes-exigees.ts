import { manque } from "../avertissement.ts";
import { regimeDeLImmeuble } from "../biens/appartement.ts";
import type { Appartement } from "../biens/appartement-fiche.ts";
import type { Annexe } from "../biens/dossier.ts";
import { annexeJointe, NOMS_DES_ANNEXES } from "./annexes.ts";
import {
  type AvertissementDossier,
  type BailConnu,
  deStationnement,
  joindreNotice,
} from "./bail.ts";
import { plombRecherche } from "./logement.ts";

function exigees(bail: BailConnu, appartement: Appartement): Annexe[] {
  const copropriete = regimeDeLImmeuble(appartement) === "copropriete";
  return [
    ...(copropriete ? (["reglement"] as const) : []),
    ...(deStationnement(bail) ? [] : diagnostics(bail, appartement)),
  ];
}

function diagnostics(bail: BailConnu, appartement: Appartement): Annexe[] {
  return [
    "dpe",
    ...(plombRecherche(appartement) ? (["plomb"] as const) : []),
    "risques",
    ...(joindreNotice(bail) && bail.presentes !== null ? (["notice"] as const) : []),
  ];
}

/** The warning about annexes that the law requires, neither found in the product nor ticked by staff. */
export function avertissementsAnnexes(bail: BailConnu): AvertissementDossier[] {
  if (!bail.appartement) return [];
  const absentes = exigees(bail, bail.appartement).filter((exigee) => !annexeJointe(bail, exigee));
  if (absentes.length === 0) return [];
  const noms = absentes.map((absente) => NOMS_DES_ANNEXES[absente]).join(", ");
  return [manque("annexes", `Annexes à joindre au bail et non cochées\u00A0: ${noms}.`)];
}
