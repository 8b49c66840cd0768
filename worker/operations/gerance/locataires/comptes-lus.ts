import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import type { AvanceDisponible, EcheanceOuverte } from "#domain/gerance/locataires/compte-tenu.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { mandatNonInscrit } from "#worker/db/conditions.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { fondsDe, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";

/** The receiver of the rents of the dossier `d`, on the day of `demande.value`. */
const fondsDeLaDemande = fondsDe(mandatDe(sql`d."AppartementId"`), sql`demande.value ->> 'date'`);

/** The receivers of the rents of these dossiers on these days, in the order of `demandes`; the owner by default. */
export async function lireFonds(
  { db }: Pick<Contexte, "db">,
  demandes: readonly { DossierId: number; date: Jour }[],
): Promise<ModeFonds[]> {
  const json = JSON.stringify(demandes.map(({ DossierId, date }) => ({ DossierId, date })));
  const rows = await db.all<{ fonds: ModeFonds }>(sql`
    SELECT coalesce(${fondsDeLaDemande}, 'proprietaire') AS fonds FROM json_each(${json}) demande
    LEFT JOIN ${dossiers} d ON d.id = demande.value ->> 'DossierId' ORDER BY demande.key`);
  return rows.map(({ fonds }) => fonds);
}

/** The condition that the receivers of the rents of these dossiers, on these days, are those that were read. */
export const memesFonds = (
  fonds: readonly { DossierId: number; date: Jour; fonds: ModeFonds }[],
): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(fonds)}) demande
    JOIN ${dossiers} d ON d.id = demande.value ->> 'DossierId'
    WHERE ${fondsDeLaDemande} <> demande.value ->> 'fonds')`;

/** The account of a dossier, on which payments are placed. */
export interface CompteLu {
  DossierId: number;
  /** The receiver of the rents, on the day of the payment. */
  fonds: ModeFonds;
  /** The mandate of the dwelling, when it is not in the register; null otherwise. */
  mandatNonInscrit: number | null;
  /** The day from which the books are kept; null until a person signs the takeover of the balances. */
  debut: Jour | null;
  /** The earliest day of the lease, its signature included: money may come from then on. */
  bailDepuis: Jour;
  /** The day on which the lease begins. */
  bailCommence: Jour;
  ouvertes: EcheanceOuverte[];
  avances: AvanceLue[];
}

/** An advance, with the key of its payment and the count of its entries. */
export interface AvanceLue extends AvanceDisponible {
  cle: string;
  entrees: number;
}

/** A sum called, with the part that will be owed again. */
export type EcheanceRendue = EcheanceOuverte & { DossierId: number };

/** Payments to take back, with the sums that they settled, which will be owed again. */
export interface Reprises {
  ids: readonly number[];
  rendues: readonly EcheanceRendue[];
}

/** Changes accounts as if these payments were already taken back. */
export function rendre(comptes: ReadonlyMap<number, CompteLu>, { ids, rendues }: Reprises): void {
  for (const { DossierId, ...rendue } of rendues) {
    const ouvertes = comptes.get(DossierId)?.ouvertes;
    const deja = ouvertes?.find(({ id }) => id === rendue.id);
    if (deja) deja.reste += rendue.reste;
    else ouvertes?.push(rendue);
  }
  for (const compte of comptes.values()) {
    compte.avances = compte.avances.filter(({ ReglementId }) => !ids.includes(ReglementId));
  }
}

/**
 * The accounts of these dossiers, one for each, read as of one instant.
 *
 * @param demandes the dossier, and the day of the payment
 * @param QuitanceIds receipts whose sums are read even when they were called before the books began
 * @throws NotFound when a dossier does not exist.
 */
export async function lireComptes(
  { db }: Pick<Contexte, "db">,
  demandes: readonly { DossierId: number; date: Jour }[],
  QuitanceIds: readonly number[] = [],
): Promise<{ comptes: Map<number, CompteLu>; fonds: ModeFonds[] }> {
  const json = JSON.stringify(demandes);
  const dossiersLus = sql`IN (SELECT value ->> 'DossierId' FROM json_each(${json}))`;
  const faits = await db.read({
    demandes: db.all<
      Pick<
        CompteLu,
        "DossierId" | "fonds" | "mandatNonInscrit" | "debut" | "bailDepuis" | "bailCommence"
      >
    >(sql`
      SELECT d.id AS "DossierId", ${debutComptes} AS debut, ${fondsDeLaDemande} AS fonds,
        (SELECT m.id FROM ${missions} m WHERE m.id = ${mandatDe(sql`d."AppartementId"`)} AND ${mandatNonInscrit}) AS "mandatNonInscrit",
        min(d."dateEntree", d."dateDebutBail", d."dateCreationBail") AS "bailDepuis", d."dateDebutBail" AS "bailCommence"
      FROM json_each(${json}) demande JOIN ${dossiers} d ON d.id = demande.value ->> 'DossierId' ORDER BY demande.key`),
    ouvertes: db.all<
      Omit<EcheanceOuverte, "inscrite"> & { DossierId: number; inscrite: number }
    >(sql`
      SELECT id, "DossierId", "QuitanceId", mandat, mois, "exigibleLe", nature, reste,
        "EcritureId" IS NOT NULL AS inscrite
      FROM ${echeances} WHERE reste > 0 AND "DossierId" ${dossiersLus}
        AND ("EcritureId" IS NOT NULL OR "QuitanceId" IN (SELECT value FROM json_each(${JSON.stringify(QuitanceIds)})))
      ORDER BY "exigibleLe", id`),
    avances: db.all<AvanceLue & { DossierId: number }>(sql`
      SELECT r.id AS "ReglementId", r."DossierId", r.cle, r.fonds,
        (SELECT count(*) FROM ${ecritures} e WHERE e."ReglementId" = r.id) AS entrees, r.montant - coalesce(
        (SELECT sum(i.montant) FROM ${imputations} i WHERE i."ReglementId" = r.id), 0) AS reste
      FROM ${reglements} r WHERE r."DossierId" ${dossiersLus} AND r.etat = 'credite' AND reste > 0 ORDER BY r.id`),
  });
  const comptes = new Map(
    faits.demandes.map((demande): [number, CompteLu] => [
      demande.DossierId,
      { ...demande, ouvertes: [], avances: [] },
    ]),
  );
  if (faits.demandes.length < demandes.length) throw new NotFound("Ce dossier n’existe pas.");
  for (const { DossierId, inscrite, ...echeance } of faits.ouvertes) {
    comptes.get(DossierId)?.ouvertes.push({ ...echeance, inscrite: inscrite === 1 });
  }
  for (const { DossierId, ...avance } of faits.avances)
    comptes.get(DossierId)?.avances.push(avance);
  return { comptes, fonds: faits.demandes.map(({ fonds }) => fonds) };
}
