import { type SQL, sql } from "drizzle-orm";
import { type Jour, moisDe } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import {
  type Echelon,
  echelonner,
  type MoisDEchelonnement,
} from "#domain/gerance/charges/solde-a-payer.ts";
import { crediterCharges } from "#domain/gerance/charges/solde-en-faveur.ts";
import { quittancement } from "#domain/gerance/livres/ecritures-encaissements.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { horsMandat, MANDAT_TERMINE } from "#domain/gerance/mandats/fin-de-mandat.ts";
import type { Statements } from "#worker/db/client.ts";
import { echeances, ecritures } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { finDuMandat, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { type CompteLu, lireComptes } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import type { QuittanceAvant } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { inscrire } from "#worker/operations/gerance/locataires/reglements.ts";
import {
  fondsInchanges,
  type ReglementPlace,
} from "#worker/operations/gerance/locataires/reglements-places.ts";
import { lireMandats, memesMandats } from "#worker/operations/gerance/mandats/depenses.ts";

/** The changes of the books that go with a statement of charges. */
export interface SoldeEcrit {
  /** True while the facts behind these writes are unchanged. */
  quand: SQL;
  /** The SQL statements that call the sum, or give it back. */
  statements: Statements;
  /**
   * The receipts as they were before. `suites`: the SQL statements that spend advances on what is owed, to run after
   * `statements`; null for a sum of zero.
   */
  avant: readonly QuittanceAvant[];
  suites: Awaited<ReturnType<typeof regler>>["ecrites"] | null;
}

export interface SommeDeDecompte {
  DossierId: number;
  /** Cents: above zero, called; below, given back. */
  montant: Centimes;
  exigibleLe: Jour;
  mois: MoisDEchelonnement | null;
  /** The label of the sum, as « exercice 2025 ». */
  libelle: string;
  /** The unique key of the sum's entry in the books. */
  cle: string;
}

/**
 * The dwelling and the mandate of a dossier, the day when the books begin (null: not yet), the last day of the
 * mandate (null: it goes on), and the identifier of the next sum called. `quand` is true while none of them changed.
 * @throws NotFound when there is no such dossier
 */
export async function situer({ db }: Pick<Contexte, "db">, DossierId: number) {
  const sonMandat = mandatDe(sql`d."AppartementId"`);
  const [lieu] = await db.all<{
    AppartementId: number;
    mandat: number;
    debut: Jour | null;
    fin: Jour | null;
    suivant: number;
  }>(sql`SELECT d."AppartementId", ${sonMandat} AS mandat, ${debutComptes} AS debut, ${finDuMandat(sonMandat)} AS fin,
      (SELECT coalesce(max(id), 0) + 1 FROM ${echeances}) AS suivant
    FROM "Dossier" d WHERE d.id = ${DossierId}`);
  if (!lieu) throw new NotFound();
  const quand = sql`(SELECT ${sonMandat} FROM "Dossier" d WHERE d.id = ${DossierId}) = ${lieu.mandat}
    AND ${finDuMandat(sql`${lieu.mandat}`)} IS ${lieu.fin} AND ${debutComptes} IS ${lieu.debut} AND (SELECT coalesce(max(id), 0) + 1 FROM ${echeances}) = ${lieu.suivant}`;
  return { ...lieu, quand };
}

/**
 * The entries of the sum of a statement of charges (charges/README §16.4, §16.5): a debt of the tenant, at once or by
 * parts, which his advances settle; or an advance, which settles what he owes.
 * @returns null while the books are not kept: no account shows the sum
 * @throws NotFound when there is no such dossier; Conflict for a debt that falls due after the mandate ends, or when
 * the owner's account does not hold the sum to give back.
 */
export async function ecrireSolde(
  ctx: Contexte,
  somme: SommeDeDecompte,
): Promise<SoldeEcrit | null> {
  const lieu = await situer(ctx, somme.DossierId);
  if (lieu.debut === null) return null;
  if (somme.montant === 0) return { quand: lieu.quand, statements: {}, avant: [], suites: null };
  return somme.montant > 0 ? appeler(ctx, somme, lieu) : rendre(ctx, somme, lieu);
}

type Lieu = Awaited<ReturnType<typeof situer>>;

async function lireCompte(ctx: Contexte, DossierId: number) {
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: ctx.today }]);
  const compte = comptes.get(DossierId);
  if (!compte) throw new NotFound();
  return { comptes, compte };
}

async function appeler(ctx: Contexte, somme: SommeDeDecompte, lieu: Lieu): Promise<SoldeEcrit> {
  const { DossierId, exigibleLe, mois, montant } = somme;
  if (horsMandat(exigibleLe, lieu.fin)) throw new Conflict(MANDAT_TERMINE);
  const { comptes, compte } = await lireCompte(ctx, DossierId);
  const echelons =
    mois === null ? [{ exigibleLe, montant }] : echelonner(montant, { exigibleLe, mois });
  const statements = appelerParParts(ctx, { ...somme, echelons }, { ...lieu, compte });
  const { avant, inchange, ecrites } = await regler(ctx, { comptes });
  return { quand: sql`${inchange} AND ${lieu.quand}`, statements, avant, suites: ecrites };
}

/**
 * The SQL statements that call a sum by parts.
 * @param compte the tenant's account: this function adds the parts to what it owes, so that its advances settle them
 */
export function appelerParParts(
  { db, today, user }: Contexte,
  {
    DossierId,
    cle,
    echelons,
    libelle,
  }: Pick<SommeDeDecompte, "DossierId" | "cle" | "libelle"> & { echelons: readonly Echelon[] },
  { compte, mandat, suivant }: Pick<Lieu, "mandat" | "suivant"> & { compte: CompteLu },
): Statements {
  const nature = "regularisation" as const;
  const sommes = echelons.map(({ exigibleLe, montant }, rang) => ({
    ...{ id: suivant + rang, mandat, mois: moisDe(exigibleLe), exigibleLe, nature },
    reste: montant,
  }));
  compte.ouvertes.push(...sommes.map((somme) => ({ ...somme, QuitanceId: null, inscrite: true })));
  const entree = {
    ...quittancement(
      { dossier: DossierId, mandat },
      sommes.map(({ reste }) => ({ nature, montant: reste })),
    ),
    ...{ cle, date: today, DossierId },
    libelle: "Appel, régularisation de charges",
  };
  const { lignesPostees, ecrituresPostees } = poster(db, [entree], { today, user });
  return {
    lignesAppelees: lignesPostees,
    ecrituresAppelees: ecrituresPostees,
    appelees: db.insert(echeances).values(
      sommes.map(({ reste, ...somme }) => ({
        ...{ ...somme, DossierId, libelle, montant: reste, reste },
        EcritureId: sql`(SELECT id FROM ${ecritures} WHERE cle = ${cle})`,
      })),
    ),
  };
}

async function rendre(ctx: Contexte, somme: SommeDeDecompte, lieu: Lieu): Promise<SoldeEcrit> {
  const { db, today, user } = ctx;
  const { DossierId, cle } = somme;
  const { AppartementId, mandat } = lieu;
  const montant = -somme.montant;
  const { comptes, compte } = await lireCompte(ctx, DossierId);
  const { de, lus: mandatsLus } = await lireMandats(db, [AppartementId], today);
  const { fonds } = compte;
  const disponible = de.get(AppartementId)?.disponible ?? 0;
  const ecriture = crediterCharges({ dossier: DossierId, mandat }, { montant, fonds, disponible });
  if (typeof ecriture === "string") throw new Conflict(ecriture);
  compte.avances.push({ ReglementId: 0, fonds, reste: montant, cle, entrees: 0 });
  const demande = {
    ...{ DossierId, date: today, montant, cle },
    mode: "regularisation",
    payeur: "bailleur",
  } as const;
  const place: ReglementPlace = {
    ...{ demande, DossierId, etat: "credite", imputations: [], avance: montant, solde: 0 },
    aPlacer: { ...demande, fonds },
    placement: { etat: "credite", imputations: [], avance: montant, ecriture: null },
    mandatNonInscrit: null,
  };
  // The entry names no payment: no money came in, and fees and accounts must not count this sum as received.
  const entree = {
    ...ecriture,
    cle,
    date: today,
    DossierId,
    libelle: "Régularisation de charges, rendue",
  };
  const rendues = poster(db, [entree], { today, user });
  const { avant, inchange, ecrites } = await regler(ctx, { comptes });
  return {
    quand: sql`${inchange} AND ${lieu.quand} AND ${fondsInchanges([place])} AND ${memesMandats(mandatsLus, today)}`,
    statements: {
      lignesRendues: rendues.lignesPostees,
      ecrituresRendues: rendues.ecrituresPostees,
      ...inscrire(db, [place], user),
    },
    avant,
    suites: ecrites,
  };
}
