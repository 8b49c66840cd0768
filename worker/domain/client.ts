import * as z from "zod/mini";
import type { AppartementResume } from "./adresse.ts";
import type { FichierResume } from "./fichier.ts";
import {
  choix,
  courriel,
  facultatif,
  identifiant,
  isoDate,
  requis,
  telephone,
  texte,
} from "./fields.ts";
import { QUALITES, type Qualite, TITRES } from "./personne.ts";
import type { EtatQuittance } from "./quittance.ts";

export const SEXES = ["Non définit", "Non défini", "Male", "Femelle"] as const;
export const ADRESSES_CLIENT = ["adresse", "adresseFiscale"] as const;
export const MAILS_CLIENT = ["mailPerso", "mailPro"] as const;
export const TELEPHONES_CLIENT = ["mobilePerso", "mobilePro", "fixePerso", "fixePro"] as const;

/** The owner, as the wire spells it; `qualite` says who signs (domain/README §3.2). */
export const record = z.strictObject({
  titre: choix(TITRES),
  nom: requis(100),
  prenom: requis(100),
  nomJeuneFille: facultatif(texte(100)),
  nom2: facultatif(texte(100)),
  sexe: choix(SEXES),
  qualite: choix(QUALITES),
  naissance: facultatif(isoDate()),
  lieuNaissance: facultatif(texte(100)),
  cpNaissance: facultatif(texte(10)),
  mariage: facultatif(identifiant()),
  adresse: facultatif(texte()),
  codePostal: facultatif(texte(10)),
  ville: facultatif(texte(100)),
  adresseFiscale: facultatif(texte()),
  codePostalFiscale: facultatif(texte(10)),
  villeFiscale: facultatif(texte(100)),
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
  creationPOI: facultatif(isoDate()),
  dateDepotPOI: facultatif(isoDate()),
});

export const modification = z.partial(record);

export const creation = z.pipe(
  z.extend(record, {
    titre: z._default(choix(TITRES), "Monsieur"),
    sexe: z._default(choix(SEXES), "Non définit"),
    qualite: z._default(choix(QUALITES), "personne_physique"),
  }),
  z.transform((client) => ({ ...client, nom2: client.mariage ? client.nom2 : null })),
);

export type Client = z.output<typeof creation>;

/** Where the owner is written to: the address `adresseDefaut` names. */
export function adresseClient(client: {
  adresseDefaut: string;
  adresse?: string | null;
  codePostal?: string | null;
  ville?: string | null;
  adresseFiscale?: string | null;
  codePostalFiscale?: string | null;
  villeFiscale?: string | null;
}): { adresse: string | null; codePostal: string | null; ville: string | null } {
  if (client.adresseDefaut === "adresseFiscale") {
    return {
      adresse: client.adresseFiscale ?? null,
      codePostal: client.codePostalFiscale ?? null,
      ville: client.villeFiscale ?? null,
    };
  }
  return {
    adresse: client.adresse ?? null,
    codePostal: client.codePostal ?? null,
    ville: client.ville ?? null,
  };
}

/** The e-mail or phone that `mailDefaut` or `telDefaut` stands for: the name of a field, or the value itself. */
export function contactParDefaut<T extends string>(
  client: Partial<Record<T, string | null>>,
  champs: readonly T[],
  defaut: string,
): string | null {
  const champ = champs.find((nom) => nom === defaut);
  return champ === undefined ? defaut : (client[champ] ?? null);
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
}

export interface ClientDetail extends Client {
  id: number;
  createdAt: string;
  updatedAt: string;
  conjoint: { id: number; nom: string; prenom: string } | null;
  biens: AppartementResume[];
  Missions: { id: number; type: string; dateSignature: string | null; nbAppart: number }[];
  /** The latest; `GET /Quitance?ClientId=` has them all. Euros, charges included. */
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
