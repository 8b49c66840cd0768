import { and, eq, isNull, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { ContenuCompteRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { DonneesLettreDeFin } from "#worker/documents/locataires/lettre-fin-de-mandat.ts";
import type { DonneesFinDeMandat } from "#worker/documents/mandats/fin-de-mandat.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { dossierNomme, nommes } from "#worker/operations/gerance/cloture/papiers-de-compte.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";

type Appel = Pick<Contexte, "env" | "db" | "today">;

const PAS_ARRETE = "Le dernier compte de ce mandat n’est pas arrêté.";

/**
 * The end of a mandate whose last account is closed, with what its paper prints; cents.
 * @throws Conflict until the last account is closed
 */
export async function chargerFinDeMandat(
  ctx: Appel,
  MissionId: number,
): Promise<DonneesFinDeMandat> {
  const { db } = ctx;
  const {
    finArretee: [finArretee],
    reglages,
  } = await db.read({
    finArretee: db
      .select({ fin: finsDeMandat, rendu: comptesRendus.contenu })
      .from(finsDeMandat)
      .innerJoin(comptesRendus, eq(comptesRendus.id, finsDeMandat.CompteRenduId))
      .where(and(eq(finsDeMandat.MissionId, MissionId), isNull(finsDeMandat.annuleLe))),
    reglages: lireReglages(db),
  });
  const { arreteLe, contenu } = finArretee?.fin ?? {};
  if (!finArretee?.rendu || !arreteLe || !contenu) throw new Conflict(PAS_ARRETE);
  return {
    contenu,
    arreteLe,
    emission: ctx.today,
    destinataire: destinataireDe(finArretee.rendu, contenu.mandants),
    ...(await papierDe(ctx, reglages)),
  };
}

/** The names of the owners, then the lines of the first one's address. */
const destinataireDe = (
  { mandants }: Pick<ContenuCompteRendu, "mandants">,
  noms: readonly string[],
): string[] => [...noms, ...(mandants.find(({ nom }) => nom === noms[0])?.adresse ?? [])];

/**
 * The facts of the letter to a tenant on the end of the mandate of his dwelling; cents.
 * @throws NotFound when there is no such dossier; Conflict without such an end, and until the last account of the
 * mandate is closed
 */
export async function chargerLettreDeFin(
  ctx: Appel,
  DossierId: number,
): Promise<DonneesLettreDeFin> {
  const { db } = ctx;
  const {
    fin: [fin],
    nomme,
    reglages,
  } = await db.read({
    fin: db
      .select()
      .from(finsDeMandat)
      .where(
        sql`${finsDeMandat.annuleLe} IS NULL AND ${finsDeMandat.MissionId} = (SELECT ${mandatDe(sql`d."AppartementId"`)}
          FROM "Dossier" d WHERE d.id = ${DossierId})`,
      ),
    nomme: dossierNomme(db, eq(dossiers.id, DossierId)),
    reglages: lireReglages(db),
  });
  if (!nomme) throw new NotFound();
  if (!fin?.contenu) throw new Conflict(PAS_ARRETE);
  const locataireDuDossier = fin.contenu.locataires.find(
    (candidat) => candidat.DossierId === DossierId,
  );
  return {
    ...nommes(nomme, ctx.today),
    reference: referenceDeDossier(DossierId),
    finLe: fin.finLe,
    gestionnaire: fin.contenu.gestionnaire,
    depots: fin.depots,
    depot: locataireDuDossier?.depot ?? 0,
    avance: locataireDuDossier?.avance ?? 0,
    du: locataireDuDossier?.du ?? 0,
    ...(await papierDe(ctx, reglages)),
  };
}
