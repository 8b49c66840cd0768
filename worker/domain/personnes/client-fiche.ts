import * as z from "zod/mini";
import type { AppartementResume } from "../biens/adresse.ts";
import type { FichierResume } from "../fichiers/fichier.ts";
import {
  booleen,
  choix,
  courriel,
  facultatif,
  identifiant,
  isoDate,
  lieu,
  nomPropre,
  nomRequis,
  ouDefaut,
  requis,
  telephone,
  texte,
} from "../fields.ts";
import type { EtatQuittance } from "../quittances/quittance.ts";
import { ADRESSES_CLIENT, CHOIX_PAR_DEFAUT, estRenseigne, SEXES, seulRenseigne } from "./client.ts";
import { estMorale, MAIL_EFFACE, QUALITES, type Qualite, TITRES } from "./personne.ts";

/** The owner, as the form sends it; `qualite` decides who signs (bail/README §3.2). */
export const record = z.strictObject({
  titre: ouDefaut(choix(TITRES), "Monsieur"),
  nom: nomRequis(),
  /** The first name: null for a company, required for everybody else. */
  prenom: z.nullable(nomRequis()),
  nomJeuneFille: facultatif(nomPropre()),
  nom2: facultatif(nomPropre()),
  sexe: ouDefaut(choix(SEXES), "Non définit"),
  qualite: ouDefaut(choix(QUALITES), "personne_physique"),
  naissance: facultatif(isoDate()),
  lieuNaissance: facultatif(texte(100)),
  cpNaissance: facultatif(texte(10)),
  mariage: facultatif(identifiant()),
  adresse: facultatif(lieu()),
  codePostal: facultatif(texte(10)),
  ville: facultatif(lieu(100)),
  adresseFiscale: facultatif(lieu()),
  codePostalFiscale: facultatif(texte(10)),
  villeFiscale: facultatif(lieu(100)),
  adresseDefaut: choix(ADRESSES_CLIENT),
  mailPerso: facultatif(courriel()),
  mailPro: facultatif(courriel()),
  mailDefaut: requis(254),
  fixePerso: facultatif(telephone()),
  fixePro: facultatif(telephone()),
  mobilePerso: facultatif(telephone()),
  mobilePro: facultatif(telephone()),
  telDefaut: requis(254),
  numEdf: facultatif(texte(50)),
  numEnedis: facultatif(texte(50)),
  numSiret: facultatif(texte(20)),
  tvaIntra: facultatif(texte(20)),
  assujetti: ouDefaut(booleen(), false),
  adresseElectronique: facultatif(texte(100)),
  representantNom: facultatif(nomPropre()),
  representantQualite: facultatif(texte(100)),
  creationPOI: facultatif(isoDate()),
  dateDepotPOI: facultatif(isoDate()),
});

export const modification = z.partial(record);

export const creation = z.pipe(
  z.transform(complete),
  z.pipe(
    z.extend(record, {
      titre: z._default(record.shape.titre, "Monsieur"),
      sexe: z._default(record.shape.sexe, "Non définit"),
      qualite: z._default(record.shape.qualite, "personne_physique"),
      assujetti: z._default(record.shape.assujetti, false),
    }),
    z.transform((client) => ({
      ...client,
      prenom: client.prenom ?? "",
      nom2: client.mariage ? client.nom2 : null,
    })),
  ),
);

/**
 * Fills in the fields that leave no choice: the default address, e-mail or telephone when only one is given, and the
 * null first name of a company.
 */
function complete(saisie: unknown): unknown {
  if (typeof saisie !== "object" || saisie === null) return saisie;
  const client: Readonly<Record<string, unknown>> = { ...saisie };
  const choisis = Object.entries(CHOIX_PAR_DEFAUT).flatMap(([defaut, champs]) => {
    const seul = seulRenseigne(client, champs);
    return seul !== null && !estRenseigne(client[defaut]) ? [[defaut, seul]] : [];
  });
  const { prenom, qualite } = client;
  const morale = QUALITES.some((connue) => connue === qualite && estMorale({ qualite: connue }));
  return {
    ...client,
    ...Object.fromEntries(choisis),
    prenom: estRenseigne(prenom) ? prenom : morale ? null : undefined,
  };
}

export type Client = z.output<typeof creation>;

/** The record of an owner once his personal data are erased (GDPR, art. 17). */
export function clientEfface(id: number): Client {
  return creation.parse({
    ...Object.fromEntries(Object.keys(record.shape).map((champ) => [champ, null])),
    titre: "Monsieur",
    nom: "Propriétaire effacé",
    prenom: `nº ${id}`,
    qualite: "personne_physique",
    sexe: "Non défini",
    adresseDefaut: "adresse",
    mailDefaut: "mailPerso",
    mailPerso: MAIL_EFFACE,
    telDefaut: "mobilePerso",
  });
}

export interface ClientRow {
  id: number;
  titre: string;
  qualite: Qualite;
  nom: string;
  prenom: string;
  ville: string | null;
  mail: string | null;
  tel: string | null;
  nbBiens: number;
  updatedAt: string;
  version: number;
}

export interface ClientDetail extends Client {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  conjoint: { id: number; nom: string; prenom: string } | null;
  biens: AppartementResume[];
  Missions: { id: number; type: string; dateSignature: string | null; nbAppart: number }[];
  /** The latest receipts, in euros with charges; `GET /Quitance?ClientId=` has them all. */
  quittances: {
    id: number;
    numero: string;
    date: string;
    dateFin: string;
    total: number;
    etat: EtatQuittance;
  }[];
  Fichiers: FichierResume[];
  canDelete: boolean;
}
