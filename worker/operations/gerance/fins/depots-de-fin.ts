import { sql } from "drizzle-orm";
import { moisDe } from "#domain/dates.ts";
import type { LigneDuCompte } from "#domain/gerance/cloture/donnees-du-compte.ts";
import { depotRemisAuBailleur } from "#domain/gerance/livres/ecritures-depots.ts";
import { type LocataireDuMandat, tenuPour } from "#domain/gerance/mandats/fin-de-mandat.ts";
import type { Statements } from "#worker/db/client.ts";
import { echeances, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { appelerEtRetirer } from "#worker/operations/gerance/departs/soldes-ecrits.ts";
import { poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { lireComptes } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import {
  depenser,
  type Reglee,
  regler,
} from "#worker/operations/gerance/locataires/imputations.ts";

/** The beginning of the keys of all that an end of mandate writes in the books. */
export const cleDeLaFin = (id: number): string => `fin ${id}`;

const LIBELLE = "Dépôt de garantie remis à la fin du mandat";

interface Remise {
  MissionId: number;
  /** The beginning of the keys of the entries. */
  cle: string;
  locataires: readonly LocataireDuMandat[];
}

/** The statements of a dossier, renamed so that the statements of several dossiers fit one write. */
const nommes = (statements: Statements, DossierId: number): Statements =>
  Object.fromEntries(
    Object.entries(statements).map(([nom, statement]) => [`${nom} ${DossierId}`, statement]),
  );

/** Makes the advances of these tenants join their deposits, as at a departure (departs/README §14.3). */
async function joindreLesAvances(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  { MissionId, cle, locataires }: Remise,
) {
  const { db, today } = ctx;
  const { comptes } = await lireComptes(
    ctx,
    locataires.map(({ DossierId }) => ({ DossierId, date: today })),
  );
  const [{ suivant } = { suivant: 1 }] = await db.all<{ suivant: number }>(
    sql`SELECT coalesce(max(id), 0) + 1 AS suivant FROM ${echeances}`,
  );
  const reglees: Reglee[] = [];
  let appels: Statements = {};
  let rang = 0;
  for (const { DossierId, avance: montant } of locataires) {
    const compte = comptes.get(DossierId);
    if (!compte || montant === 0) continue;
    const nature = "depot" as const;
    const libelle = "Payé d’avance, gardé avec le dépôt";
    const appelee = {
      id: suivant + rang,
      mandat: MissionId,
      mois: moisDe(today),
      exigibleLe: today,
      nature,
      reste: montant,
      QuitanceId: null,
      inscrite: true,
    };
    rang += 1;
    const avances = compte.avances.filter(({ fonds }) => fonds === "agence");
    const ouvertes = [appelee];
    reglees.push(...depenser(new Map([[DossierId, { ...compte, ouvertes, avances }]]), today));
    compte.avances = compte.avances.filter(({ fonds }) => fonds !== "agence");
    const appelsDuDossier = appelerEtRetirer(ctx, {
      ...{ DossierId, mandat: MissionId, cle: `${cle} ${DossierId}` },
      ...{ appels: [{ nature, libelle, montant }], appelees: [appelee], retirees: [], autres: [] },
    });
    appels = { ...appels, ...nommes(appelsDuDossier, DossierId) };
  }
  return { comptes, reglees, appels, suivant };
}

/**
 * Hands over to the owner's account the deposits and advances that the agency holds for these tenants; the owner
 * holds them from then on (mandats/README §12.24).
 * @returns the statements, the condition of the write, the receipts as they were before, and the new lines of the
 * owner's account, for the computation of his last account
 */
export async function remettreLesDepots(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  { MissionId, cle, locataires }: Remise,
) {
  const { db, today, user } = ctx;
  const tenus = locataires.filter((locataire) => tenuPour(locataire) > 0);
  const avances = await joindreLesAvances(ctx, { MissionId, cle, locataires: tenus });
  const { avant, inchange, ecrites } = await regler(ctx, avances);
  const remis = tenus.map((locataire) => ({
    ...depotRemisAuBailleur(
      { dossier: locataire.DossierId, mandat: MissionId },
      tenuPour(locataire),
    ),
    cle: `${cle} ${locataire.DossierId} depot`,
    date: today,
    libelle: LIBELLE,
    DossierId: locataire.DossierId,
  }));
  const { lignesPostees, ecrituresPostees } = poster(db, remis, { today, user });
  const soldesLus = JSON.stringify(
    tenus.map(({ DossierId, depot, avance }) => ({ DossierId, depot, avance })),
  );
  const solde = (genre: string) =>
    sql`(SELECT coalesce(sum(l.credit - l.debit), 0) FROM ${lignes} l WHERE l.genre = ${genre} AND l.de = lu.value ->> 'DossierId')`;
  return {
    avant,
    inchange: sql`${inchange} AND (SELECT coalesce(max(id), 0) + 1 FROM ${echeances}) = ${avances.suivant}
      AND NOT EXISTS (SELECT 1 FROM json_each(${soldesLus}) lu WHERE ${solde("165")} <> lu.value ->> 'depot'
        OR ${solde("4191")} <> lu.value ->> 'avance')`,
    statements: {
      ...avances.appels,
      ...ecrites,
      lignesRemises: lignesPostees,
      ecrituresRemises: ecrituresPostees,
    },
    lignes: tenus.map(
      (locataire): LigneDuCompte => ({
        id: 0,
        genre: "4670",
        montant: tenuPour(locataire),
        nature: "depot",
        EcritureId: 0,
        date: today,
        journal: "DG",
        libelle: LIBELLE,
        piece: null,
        DossierId: locataire.DossierId,
        reglement: null,
        reprise: null,
        imputations: [],
        depense: null,
      }),
    ),
  };
}
