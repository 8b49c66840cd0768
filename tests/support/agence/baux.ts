import type { InferInsertModel } from "drizzle-orm";
import type { Role } from "#domain/profils/droits.ts";
import { openDb } from "#worker/db/client.ts";
import {
  appartements,
  clients,
  dossiers,
  locataires,
  proprietes,
} from "#worker/db/schema/schema.ts";
import type { Env } from "#worker/env.ts";
import { ouvrirSessions } from "./sessions.ts";

interface Changements {
  dossier?: Partial<InferInsertModel<typeof dossiers>>;
  locataire?: Partial<InferInsertModel<typeof locataires>>;
  appartement?: Partial<InferInsertModel<typeof appartements>>;
}

/**
 * Leases that run since 2025: 850 € of rent and 100 € of charges due on the 5th, one owner for all. They are written
 * straight into the database, for tests that need many; `changements` vary them.
 * @returns their identifiers
 */
export async function creerBaux(
  env: Env,
  nombre: number,
  changements: Changements = {},
): Promise<number[]> {
  const db = openDb(env);
  const plusieurs = <T>(valeur: (rang: number) => T) =>
    Array.from({ length: nombre }, (_, rang) => valeur(rang));
  const [proprietaire] = await db
    .insert(clients)
    .values({
      titre: "Madame",
      nom: "de La Tour",
      prenom: "Jeanne",
      sexe: "Non définit",
      qualite: "personne_physique",
      adresse: "4 place de la Contrescarpe",
      codePostal: "75005",
      ville: "Paris",
      adresseDefaut: "adresse",
      mailDefaut: "jeanne@exemple.fr",
      telDefaut: "01 23 45 67 89",
    })
    .returning({ id: clients.id });
  const logements = await db
    .insert(appartements)
    .values(
      plusieurs((rang) => ({
        adresse: `${rang + 1} boulevard Saint-Michel`,
        codePostal: "75005",
        ville: "Paris",
        typeImmeuble: "collectif" as const,
        destination: "usage d'habitation" as const,
        periodeConstruction: "1946-1970" as const,
        chauffage: "collective" as const,
        eauChaude: "collective" as const,
        loyerHC: 850,
        charge: 100,
        ...changements.appartement,
      })),
    )
    .returning({ id: appartements.id });
  const occupants = await db
    .insert(locataires)
    .values(
      logements.map(({ id }) => ({
        rp: true,
        quitanceAuto: true,
        accordEmail: true,
        titre: "Monsieur" as const,
        nom: `Lefèvre${id}`,
        prenom: "Étienne",
        adresse: "1 rue Ancienne",
        codePostal: "69001",
        ville: "Lyon",
        mail: `locataire${id}@exemple.fr`,
        tel: "06 12 34 56 78",
        secondTitulaire: false,
        ...changements.locataire,
      })),
    )
    .returning({ id: locataires.id });
  const { baux } = await db.write({
    baux: db
      .insert(dossiers)
      .values(
        logements.map(({ id }, rang) => ({
          AppartementId: id,
          LocataireId: occupants[rang]?.id ?? 0,
          dateEntree: "2025-01-01",
          dateCreationBail: "2024-12-20",
          dateDebutBail: "2025-01-01",
          depotGarantie: 850,
          jourQuitance: 5,
          loyerHC: 850,
          loyerCharge: 100,
          numFraisDossier: "1",
          fraisDossierTauxTVA: 20,
          ...changements.dossier,
        })),
      )
      .returning({ id: dossiers.id }),
    proprietes: db
      .insert(proprietes)
      .values(logements.map(({ id }) => ({ AppartementId: id, ClientId: proprietaire?.id ?? 0 }))),
  });
  return baux.map(({ id }) => id);
}

/** The token of a new member of staff; the default role may add and edit, but not delete. */
export async function jeton(env: Env, role: Role = "user"): Promise<string> {
  const [token = ""] = await ouvrirSessions(env, [{ role }]);
  return token;
}
