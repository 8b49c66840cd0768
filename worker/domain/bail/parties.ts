import { phrases } from "../avertissement.ts";
import { type Adresse, adresseComplete, adresseConnue } from "../biens/adresse.ts";
import { deNom } from "../orthographe.ts";
import { adresseClient } from "../personnes/client.ts";
import type { Client } from "../personnes/client-fiche.ts";
import { estMorale, nomLegal, sansRepresentant } from "../personnes/personne.ts";
import { type BailConnu, locatairesDe } from "./bail.ts";

/** The facts missing for the parties of a lease to be all named and found. */
export function manquesParties({
  bailleurs,
  locataires,
  logement,
}: {
  bailleurs: readonly unknown[];
  locataires: readonly unknown[];
  logement: Adresse;
}): string[] {
  return phrases([
    [bailleurs.length === 0, "Le logement n'a aucun propriétaire."],
    [locataires.length === 0, "Le dossier n'a aucun locataire."],
    [!adresseComplete(logement), "L'adresse du logement est incomplète."],
  ]);
}

/** The facts missing for the parties of a lease to be all named and found. */
export const manquesDuBail = ({
  appartement,
  bailleurs,
  locataire,
}: {
  appartement: NonNullable<BailConnu["appartement"]>;
  bailleurs: readonly unknown[];
  locataire: NonNullable<BailConnu["locataire"]>;
}): string[] =>
  manquesParties({ bailleurs, locataires: locatairesDe({ locataire }), logement: appartement });

/** The owners without a representative for the contract to name. */
export const sansSignataire = (bailleurs: readonly Client[]): string[] =>
  bailleurs
    .filter(sansRepresentant)
    .map((client) => `Le représentant ${deNom(nomLegal(client))}, bailleur, n'est pas renseigné.`);

/** The facts of a tenant company missing from its lease: its representative, its number (domain/README §3.2). */
export const manquesDeLaSociete = (locataire: NonNullable<BailConnu["locataire"]>): string[] =>
  phrases([
    [
      sansRepresentant(locataire),
      `Le représentant ${deNom(nomLegal(locataire))}, locataire, n'est pas renseigné.`,
    ],
    [
      estMorale(locataire) && !locataire.siren,
      `Le SIREN ${deNom(nomLegal(locataire))}, locataire, n'est pas renseigné.`,
    ],
  ]);

/** The owners without a home for the contract to tell. */
export const sansDomicile = (bailleurs: readonly Client[]): string[] =>
  bailleurs
    .filter((client) => !adresseConnue(adresseClient(client)))
    .map(
      (client) =>
        `Le domicile ou le siège ${deNom(nomLegal(client))}, bailleur, n'est pas renseigné.`,
    );
