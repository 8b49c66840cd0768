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

/** The French sentences about missing parties of a lease: owner, tenant, address of the dwelling. */
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

/** The French sentences about missing parties of a lease, from its whole data. */
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
 * The French sentences about owners who lack somebody to sign for them.
 *
 * @param jour the day of signature: an owner who is then a minor needs his legal representative
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

/**
 * The French sentences about facts that the lease of a tenant company lacks: representative, SIREN (bail/README §3.2).
 */
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
 * The warning about facts of the agency that the lease omits because they are unknown. The model contract
 * (contrat-type) asks for them only « le cas échéant »; no law forbids a lease without them (décret n° 2015-587,
 * annexe 1, I).
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

/** The French sentences about owners without an address. */
export const sansDomicile = (bailleurs: readonly Client[]): string[] =>
  bailleurs
    .filter((client) => !adresseConnue(adresseClient(client)))
    .map(
      (client) =>
        `Le domicile ou le siège ${deNom(nomLegal(client))}, bailleur, n'est pas renseigné.`,
    );
