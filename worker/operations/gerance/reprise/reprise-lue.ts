import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import type {
  BanqueReprise,
  DossierRepris,
  MandatRepris,
  Referentiel,
} from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { dossierEnCours } from "#worker/db/conditions.ts";
import { comptesBancaires } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { ouvert } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { fondsDe, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";

/** The draft of the takeover, or the takeover that a person signed; never one that the product made itself. */
export interface RepriseEcrite {
  id: number;
  debut: Jour;
  etat: "brouillon" | "signee";
  lignes: string;
  user: string | null;
  signeeLe: string | null;
  version: number;
}

const dePersonne = sql`(etat = 'brouillon' OR "user" IS NOT NULL)`;

/** The only takeover, drafted or signed by a person. */
export const laReprise = (db: Db) =>
  db.all<RepriseEcrite>(sql`
    SELECT id, debut, etat, lignes, "user", "signeeLe", version FROM "Reprise" WHERE ${dePersonne} ORDER BY id LIMIT 1`);

/** The condition that no takeover is signed by a person. */
export const nonSignee = sql`NOT EXISTS (SELECT 1 FROM "Reprise" WHERE etat = 'signee' AND "user" IS NOT NULL)`;

/**
 * The condition on the sums called by receipts that are not cancelled, due on that day or later, and not in the books
 * yet.
 */
export const aInscrire = (debut: SQL | Jour) => sql`
  "EcritureId" IS NULL AND "exigibleLe" >= ${debut} AND "QuitanceId" IN (SELECT id FROM "Quitance" WHERE "annuleeLe" IS NULL)`;

/** The condition on the payments `r`, good or under reserve, that have no entry in the books. */
export const sansEcriture = sql`r.etat IN ('recu', 'credite')
  AND NOT EXISTS (SELECT 1 FROM "Ecriture" x WHERE x."ReglementId" = r.id)`;

/**
 * The part of a payment older than the books that its dossier's advance must hold: what the payment did not settle
 * and, where the agency received it, the part that settled receipts due since.
 */
export const dejaPaye = (debut: Jour) => sql`
  r.montant - coalesce((SELECT sum(i.montant) FROM "Imputation" i JOIN "Echeance" e ON e.id = i."EcheanceId"
    WHERE i."ReglementId" = r.id AND NOT (r.fonds = 'agence' AND e.id IN (SELECT id FROM "Echeance" WHERE ${aInscrire(debut)}))), 0)`;

type DossierLu = Omit<DossierRepris, "locataire" | "appartement" | "numero" | "enCours"> & {
  nom: string;
  prenom: string | null;
  adresse: string;
  etage: string | null;
  enCours: number;
};

/** The dossiers, management mandates and bank accounts of rents that the balances of a day may name. */
export async function lireReferentiel({ db, today }: Contexte, debut: Jour): Promise<Referentiel> {
  const { dossiers, mandats, banques } = await db.read({
    dossiers: db.all<DossierLu>(sql`
      SELECT "Dossier".id, l.nom, l.prenom, a.adresse, a.etage, ${mandatDe(sql`"Dossier"."AppartementId"`)} AS mandat,
        ${fondsDe(mandatDe(sql`"Dossier"."AppartementId"`), debut)} AS fonds, "Dossier"."jourQuitance",
        "Dossier"."depotGarantie" / 100.0 AS "depotGarantie",
        coalesce("Dossier"."loyerHC", 0) / 100.0 AS "loyerHC", coalesce("Dossier"."loyerCharge", 0) / 100.0 AS "loyerCharge", ${dossierEnCours(today)} AS "enCours",
        (SELECT coalesce(sum(${dejaPaye(debut)}), 0) FROM "Reglement" r
          WHERE r."DossierId" = "Dossier".id AND r.etat = 'credite' AND r.date < ${debut} AND ${sansEcriture}) AS "dejaPaye"
      FROM "Dossier" JOIN "Locataire" l ON l.id = "Dossier"."LocataireId" JOIN "Appartement" a ON a.id = "Dossier"."AppartementId"
      ORDER BY l.nom, l.prenom, "Dossier".id`),
    mandats: db.all<MandatRepris>(sql`
      SELECT m.id, m."numRegistre", ${fondsDe(sql`m.id`, debut)} AS fonds,
        coalesce((SELECT group_concat(c.nom || coalesce(' ' || c.prenom, ''), ', ') FROM "MissionClient" l
          JOIN "Client" c ON c.id = l."ClientId" WHERE l."MissionId" = m.id), '') AS clients
      FROM "Mission" m WHERE m.type = 'gestion' ORDER BY clients, m.id`),
    banques: db.all<BanqueReprise>(sql`
      SELECT id, nom, iban FROM ${comptesBancaires} WHERE ${ouvert("gerance", today)} ORDER BY id`),
  });
  return {
    dossiers: dossiers.map(({ nom, prenom, adresse, etage, enCours, dejaPaye, ...dossier }) => ({
      ...dossier,
      numero: referenceDeDossier(dossier.id),
      locataire: nomComplet({ titre: null, nom, prenom }),
      appartement: nomAppartement({ adresse, etage }),
      enCours: enCours === 1,
      dejaPaye: enEuros(dejaPaye),
    })),
    mandats,
    banques,
  };
}

/** The balances of a takeover, as they were stored; euros. */
export const lignesDe = ({ lignes }: Pick<RepriseEcrite, "lignes">): LigneReprise[] =>
  JSON.parse(lignes);
