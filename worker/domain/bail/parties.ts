import { type Agence, sansGarant } from "../agence/agence.ts";
import { phrases } from "../avertissement.ts";
import { type Adresse, adresseComplete, adresseConnue } from "../biens/adresse.ts";
import type { Jour } from "../dates.ts";
import { deNom } from "../orthographe.ts";
import { adresseClient } from "../personnes/client.ts";
import type { Client } from "../personnes/client-fiche.ts";
import { mineurSeul } from "../personnes/majorite.ts";
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

/**
 * The owners without a representative to sign the contract.
 * @param jour the day of its signature: an owner who is a minor on that day lets through his legal representative only
 */
export const sansSignataire = (
  bailleurs: readonly Client[],
  jour: Jour | null | undefined,
): string[] =>
  bailleurs.flatMap((client) => {
    const nom = deNom(nomLegal(client));
    if (sansRepresentant(client)) return [`Le représentant ${nom}, bailleur, n'est pas renseigné.`];
    return mineurSeul(client, jour)
      ? [
          `Le représentant légal ${nom}, mineur, n'est pas renseigné\u00A0: un mineur ne donne à bail que par lui (articles 388-1-1 et 1146 du Code civil).`,
        ]
      : [];
  });

/** The facts of a tenant company missing from its lease: its representative, its number (bail/README §3.2). */
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

/**
 * The mentions of the agency that the lease leaves out because they are unknown. The contrat-type wants them « le cas
 * échéant », for a person who acts for the lessor; no law refuses a lease without them (décret n° 2015-587, annexe 1,
 * I).
 */
export function mentionsOmises(agence: Agence): string[] {
  const omises = [
    agence.carteNumero === "" ? "le numéro de carte professionnelle" : "",
    agence.garantNom === "" && !sansGarant(agence) ? "le garant financier" : "",
  ].filter(Boolean);
  if (omises.length === 0) return [];
  return [
    `Le bail ne mentionne pas ${omises.join(" ni ")} de l'agence\u00A0: un bail que les parties rédigent elles-mêmes s'en passe, mais une agence n'intervient pour le bailleur qu'avec ${omises.length > 1 ? "eux" : "lui"} (loi n°\u00A070-9, art.\u00A03). À renseigner dans les paramètres.`,
  ];
}

/** The owners whose address the contract cannot give. */
export const sansDomicile = (bailleurs: readonly Client[]): string[] =>
  bailleurs
    .filter((client) => !adresseConnue(adresseClient(client)))
    .map(
      (client) =>
        `Le domicile ou le siège ${deNom(nomLegal(client))}, bailleur, n'est pas renseigné.`,
    );
