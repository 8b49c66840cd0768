import { env } from "cloudflare:workers";
import { openDb } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { hashPassword } from "#worker/operations/profils/mot-de-passe.ts";
import type { Api } from "../worker/api.ts";
import { type House, openHouse } from "../worker/house.ts";
import { ouvrirSessions } from "./sessions.ts";

const MOT_DE_PASSE = "une-agence-sure-75";
export const ADMIN = { email: "admin@agence.example", password: MOT_DE_PASSE };

export interface Agence {
  house: House;
  /** Calls without a session. */
  personne: Api;
  admin: Api;
  user: Api;
  user_delete: Api;
}

/**
 * The settings that the law requires on the agency's papers: without these settings, the product refuses to make the
 * papers.
 */
export const IDENTITE = {
  siret: "912 345 675 00017",
  carteNumero: "CPI 7501 2026 000 000 001",
  garantNom: "Galian",
};

export async function ouvrirAgence(house: House = openHouse()): Promise<Agence> {
  await openDb(env)
    .insert(variables)
    .values(Object.entries(IDENTITE).map(([nom, valeur]) => ({ nom, valeur })))
    .onConflictDoNothing();
  const password = await hashPassword(MOT_DE_PASSE);
  const [admin, user, user_delete] = await ouvrirSessions(env, [
    { role: "admin", email: ADMIN.email, password },
    { role: "user", email: "user@agence.example", password },
    { role: "user_delete", email: "user_delete@agence.example", password },
  ]);
  return {
    house,
    personne: house.api(),
    admin: house.api(admin),
    user: house.api(user),
    user_delete: house.api(user_delete),
  };
}

export async function connecter(api: Api, email: string, password: string): Promise<string> {
  const { data } = await api.post<{ user: { token: string } }>("/user/login", {
    credentials: { email, password },
  });
  return data.user.token;
}

export const PROPRIETAIRE = {
  titre: "Madame",
  nom: "de La Tour",
  prenom: "Jeanne",
  adresse: "3 place Bellecour",
  codePostal: "69002",
  ville: "Lyon",
  mailPerso: "jeanne@exemple.fr",
  mobilePerso: "06 12 34 56 78",
  adresseDefaut: "adresse",
  mailDefaut: "mailPerso",
  telDefaut: "mobilePerso",
};

export const APPARTEMENT = {
  adresse: "27 bis boulevard Saint-Michel",
  codePostal: "75005",
  ville: "Paris",
  etage: "4",
  surface: 45.6,
  nbPiece: 2,
  loyerHC: 850,
  charge: 100,
};

export const LOCATAIRE = {
  nom: "Dupont",
  prenom: "Léo",
  mail: "leo@exemple.fr",
  tel: "01 23 45 67 89",
  adresse: "1 rue de la Paix",
  codePostal: "75002",
  ville: "Paris",
};

export const BAIL = {
  dateEntree: "2025-01-01",
  dateCreationBail: "2024-12-20",
  dateDebutBail: "2025-01-01",
  depotGarantie: 850,
  jourQuitance: 5,
  loyerHC: 850,
  loyerCharge: 100,
  numFraisDossier: "F-2024-018",
};

export const CAUTION = {
  nom: "Petit",
  prenom: "Ana",
  mobile: "06 11 22 33 44",
  mail: "ana@exemple.fr",
};

export const ETAT_LIEUX = {
  lieu: "Paris",
  date: "2025-01-01",
  clef: "2",
  eauFroide: "1",
  eauChaude: "1",
  chauffage: "ok",
  antenne: "ok",
  amenagement: "ok",
};

export const MISSION = {
  type: "gestion",
  nbAppart: 1,
  accompte1: 0,
  accompte2: 0,
  valeurMissionAppt: 0,
};

interface Fiche {
  id: number;
  updatedAt: string;
}

/** Creates a record and returns it; a refusal of the API fails the test. */
export async function creer<T extends Fiche = Fiche>(
  api: Api,
  resource: string,
  values: object,
): Promise<T> {
  const { status, data, error } = await api.post<T>(`/${resource}`, values);
  if (status !== 201) throw new Error(`${resource}: ${status} ${JSON.stringify(error)}`);
  return data;
}

/** An owner, an apartment, a tenant and their dossier. */
export async function louer(
  api: Api,
  { appartement = {}, locataire = {}, bail = {} }: Record<string, object> = {},
): Promise<{ ClientId: number; AppartementId: number; LocataireId: number; DossierId: number }> {
  const [client, logement, occupant] = await Promise.all([
    creer(api, "Client", PROPRIETAIRE),
    creer(api, "Appartement", { ...APPARTEMENT, ...appartement }),
    creer(api, "Locataire", { ...LOCATAIRE, ...locataire }),
  ]);
  await api.put(`/Appartement/${logement.id}/owner/add/${client.id}`);
  const links = { AppartementId: logement.id, LocataireId: occupant.id };
  const dossier = await creer(api, "Dossier", { ...BAIL, ...links, ...bail });
  return { ...links, ClientId: client.id, DossierId: dossier.id };
}
