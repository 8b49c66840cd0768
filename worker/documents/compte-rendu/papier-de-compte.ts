import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { manquesParties } from "#domain/bail/parties.ts";
import { type Adresse, adresseComplete } from "#domain/biens/adresse.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import type { Personne } from "#domain/personnes/personne.ts";
import {
  type Bailleur,
  enTete,
  enumeration,
  faitParLAgence,
  type Logement,
  lignesAdresse,
  mandataire,
  parties,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Field, Picture } from "../page/blocks.ts";

/** The parties named on a paper of a tenant’s account, its recipient, and the agency that signs it. */
export interface Nommes {
  emission: Jour;
  stationnement: boolean;
  bailleurs: readonly Bailleur[];
  locataires: readonly Personne[];
  logement: Logement;
  destinataire: Adresse;
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

interface Contenu {
  titre: string;
  sousTitre: string;
  /** The names of the recipients, when these are not the tenants. */
  noms?: readonly string[];
  /** The reference of the paper: the number of a payment, or of the dossier. */
  reference: Field;
  /** Fields printed beside the day of issue. */
  reperes?: readonly Field[];
  blocks: readonly Block[];
  avertissements?: readonly [boolean, string][];
}

/** A paper of a tenant’s account: head, parties and signature around its blocks (locataires/README §12.11). */
export function papierDeCompte(
  nommes: Nommes,
  { titre, sousTitre, noms, reference, reperes = [], blocks, avertissements = [] }: Contenu,
): Composed {
  const { agence, emission, locataires, stationnement } = nommes;
  const sujet = `${reference.lines[0]}`;
  return {
    document: {
      title: `${titre} ${sujet} – ${enumeration(locataires.map(personne))}`,
      metadata: { author: agence.agenceNom, subject: sujet, date: emission },
      letterhead: enTete(agence, nommes.logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "window",
          recipient: [...(noms ?? locataires.map(personne)), ...lignesAdresse(nommes.destinataire)],
          fields: [reference, { label: "Émission", lines: [formatJour(emission)] }, ...reperes],
        },
        { kind: "title", text: titre, subtitle: sousTitre },
        parties(nommes, stationnement ? "Emplacement" : "Logement"),
        ...blocks,
        {
          kind: "signature",
          placeAndDate: faitParLAgence(agence, emission),
          signatories: [mandataire(agence, nommes.bailleurs, nommes.cachet)],
        },
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...manquesParties(nommes),
      ...phrases([
        [!adresseComplete(nommes.destinataire), "L'adresse du locataire est incomplète."],
        ...avertissements,
      ]),
    ],
  };
}
