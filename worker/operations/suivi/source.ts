import { type SQL, sql } from "drizzle-orm";
import type { Agence } from "#domain/agence/agence.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import type { IndiceValeur } from "#domain/gerance/revisions/indices.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { EcheanceSuivie, EntiteSuivie, GenreSuivi } from "#domain/suivi/suivi.ts";
import type { Db, Statement } from "#worker/db/client.ts";
import { missionAppartements, missions } from "#worker/db/schema/missions.ts";

/** The window of a query for deadlines: from today to the `horizon`, both included. */
export interface Jours {
  today: Jour;
  horizon: Jour;
}

export interface Fenetre extends Jours {
  agence: Agence;
  indices: readonly IndiceValeur[];
}

/** The most rows of a source in one reading, far below the limit of an answer of the database. */
export const LIGNES_PAR_LECTURE = 2_000;

/** The records shown with a deadline. */
export interface Sujet {
  DossierId: number | null;
  AppartementId: number | null;
  MissionId: number | null;
  /** The account in charge of the management mandate. */
  gestionnaireId: number | null;
  locataire: string | null;
  objet: string | null;
}

/** The subject of a deadline of the agency itself. */
export const SANS_SUJET: Sujet = {
  DossierId: null,
  AppartementId: null,
  MissionId: null,
  gestionnaireId: null,
  locataire: null,
  objet: null,
};

export type EcheanceSituee = EcheanceSuivie & Sujet;

/** A source of deadlines: the query for its rows in a window, and the deadlines that follow from the rows. */
export interface Source {
  genres: readonly GenreSuivi[];
  entite: EntiteSuivie;
  /** The first rows, by identifier. @param quel gives the condition on the column of the identifier */
  requete(db: Db, jours: Jours, quel: (id: SQL) => SQL): Statement<{ id: number }[]>;
  echeances(lignes: readonly { id: number }[], fenetre: Fenetre): EcheanceSituee[];
}

interface SourceDe<Ligne extends SujetLu> {
  genres: readonly GenreSuivi[];
  entite: EntiteSuivie;
  /** The first column of the query is the identifier of the record. */
  requete(jours: Jours, quel: (id: SQL) => SQL): SQL;
  echeances(ligne: Ligne, fenetre: Fenetre): EcheanceSuivie[];
}

/** A source whose rows are read as `Ligne`; their booleans are 0 and 1. */
export const source = <Ligne extends SujetLu>({
  genres,
  entite,
  requete,
  echeances,
}: SourceDe<Ligne>): Source => ({
  genres,
  entite,
  requete: (db, jours, quel) =>
    db.all<{ id: number }>(sql`${requete(jours, quel)} ORDER BY 1 LIMIT ${LIGNES_PAR_LECTURE}`),
  echeances: (lignes, fenetre) =>
    (lignes as readonly unknown[] as readonly Ligne[]).flatMap((ligne) => {
      const sujet = sujetDe(ligne);
      return echeances(ligne, fenetre).map((echeance) => ({ ...echeance, ...sujet }));
    }),
});

/**
 * The records and names of a row, as {@link duDossier} selects them; for a dwelling alone, {@link duLogement} and
 * {@link sansLocataire}.
 */
export interface SujetLu {
  DossierId: number | null;
  AppartementId: number | null;
  mandat: string | null;
  titre: string | null;
  nom: string | null;
  prenom: string | null;
  adresse: string | null;
  etage: string | null;
}

/** The records and names shown with the deadlines of a row. */
export function sujetDe(ligne: SujetLu): Sujet {
  const { DossierId, AppartementId, mandat, titre, nom, prenom, adresse, etage } = ligne;
  const [MissionId = null, gestionnaireId = null] =
    mandat === null ? [] : (JSON.parse(mandat) as (number | null)[]);
  return {
    DossierId,
    AppartementId,
    MissionId,
    gestionnaireId,
    locataire: nom === null ? null : nomComplet({ titre, nom, prenom: prenom ?? "" }),
    objet: adresse === null ? null : nomAppartement({ adresse, etage }),
  };
}

/** The columns for a dwelling `a`: its names, its management mandate and the account in charge of the mandate. */
export const duLogement = sql`a.id AS "AppartementId", a.adresse, a.etage,
  (SELECT json_array(m.id, m."gestionnaireId") FROM ${missionAppartements} l JOIN ${missions} m ON m.id = l."MissionId"
    WHERE l."AppartementId" = a.id AND m.type = 'gestion' ORDER BY m.id DESC LIMIT 1) AS mandat`;

/** The columns for a dossier `d`: the names of its tenant `t`, and those of its dwelling `a`. */
export const duDossier = sql`d.id AS "DossierId", t.titre, t.nom, t.prenom, ${duLogement}`;

/** Whether a legal person lets the dwelling `a`. */
export const bailleurMoral = sql`EXISTS (SELECT 1 FROM "Propriete" p JOIN "Client" c ON c.id = p."ClientId"
  WHERE p."AppartementId" = a.id AND p.droit <> 'nue_propriete' AND c.qualite = 'personne_morale')`;

/** The columns of the tenant, all null, in a row about a dwelling alone. */
export const sansLocataire = sql`NULL AS "DossierId", NULL AS titre, NULL AS nom, NULL AS prenom`;

/** The dossier `d`, its tenant and its dwelling. */
export const DOSSIERS = sql`"Dossier" d JOIN "Locataire" t ON t.id = d."LocataireId"
  JOIN "Appartement" a ON a.id = d."AppartementId"`;
