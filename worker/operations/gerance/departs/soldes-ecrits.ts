import { type SQL, sql } from "drizzle-orm";
import { type Jour, moisDe } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import type { ContenuSolde } from "#domain/gerance/departs/depart.ts";
import type { DepartDetail, SoldeArrete } from "#domain/gerance/departs/depart-fiche.ts";
import { type Ecriture, ensemble } from "#domain/gerance/livres/ecritures.ts";
import { abandon, quittancement } from "#domain/gerance/livres/ecritures-encaissements.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { EcheanceOuverte } from "#domain/gerance/locataires/compte-tenu.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { Statements } from "#worker/db/client.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, ecritures, imputations, lignes } from "#worker/db/schema/gerance.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  debutComptes,
  type EcritureAPoster,
  poster,
} from "#worker/operations/gerance/livres/ecritures.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { type CompteLu, lireComptes } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import {
  depenser,
  type Reglee,
  regler,
} from "#worker/operations/gerance/locataires/imputations.ts";
import {
  reunir,
  type Suites,
  suitesDe,
} from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { inscrire, regleeDe } from "#worker/operations/gerance/locataires/reglements.ts";
import { placerUn } from "#worker/operations/gerance/locataires/reglements-places.ts";
import { trace } from "#worker/operations/historique/history.ts";
import type { DepartLu } from "./depart-lu.ts";

export type Fait = Suites & { vue: DepartDetail };

export interface Arret {
  depart: NonNullable<DepartLu["depart"]>;
  genre: SoldeArrete["genre"];
  contenu: ContenuSolde;
  /** A condition of the write, besides the check that the departure and its accounts are unchanged; absent: none. */
  quand?: SQL;
}

/** A sum to call, which the frozen account counts as owed before the deposit settles it. */
export interface Appel {
  nature: NatureEcheance;
  libelle: string;
  montant: number;
}

export type EcritureDite = Ecriture & { libelle: string };

export interface AuxLivres {
  /** The part of the tenant's debts that the deposit settles. */
  impute: Centimes;
  appels: readonly Appel[];
  /** Other entries of the account, each in its own journal. */
  autres: readonly EcritureDite[];
}

export async function arreterSeul(
  ctx: Contexte,
  departLu: DepartLu,
  { quand = sql`true`, ...arret }: Arret,
): Promise<Suites> {
  const garde = provided(ctx.db, sql`${commeLu(departLu)} AND ${quand}`);
  await ctx.db.write({ garde, ...conserver(ctx, departLu, arret) });
  return reunir();
}

/** Writes a frozen account and its entries, all or none. */
export async function arreterAuxLivres(
  ctx: Contexte,
  departLu: DepartLu,
  { appels, impute, autres, quand = sql`true`, ...arret }: Arret & AuxLivres,
): Promise<Suites> {
  const { db, today, user } = ctx;
  const DossierId = departLu.dossier.id;
  const { comptes, compte, mandat, suivant, solde } = await lireCompte(ctx, DossierId);
  const cle = cleDuSolde(solde);
  const retirees = compte.ouvertes.filter(({ nature, inscrite }) => nature === "depot" && inscrite);
  const appelees = appels.map(
    ({ nature, montant }, rang): EcheanceOuverte => ({
      id: suivant + rang,
      mandat,
      mois: moisDe(today),
      exigibleLe: today,
      nature,
      reste: montant,
      QuitanceId: null,
      inscrite: true,
    }),
  );
  const { lieu } = arret.contenu;
  const fonds = lieu === "agence" ? "agence" : "proprietaire";
  const enAvance = mettreAuDepot(compte, { appelees, fonds, today });
  compte.ouvertes = [
    ...compte.ouvertes.filter((ouverte) => !retirees.includes(ouverte)),
    ...appelees.filter(({ nature }) => nature !== "depot"),
  ];
  const demande = {
    DossierId,
    date: today,
    montant: impute,
    mode: "depot",
    payeur: "locataire",
    cle,
  } as const;
  const places = impute > 0 ? [placerUn(demande, { compte, fonds }, today)] : [];
  const { avant, inchange, ecrites } = await regler(ctx, {
    comptes,
    reglees: [...enAvance, ...places.map(regleeDe)],
  });
  const { attente } = await db.write({
    garde: provided(
      db,
      sql`${inchange} AND ${commeLu(departLu)} AND ${quand} AND (SELECT coalesce(max(id), 0) + 1 FROM ${echeances}) = ${suivant}
        AND (SELECT coalesce(max(id), 0) + 1 FROM ${soldesDepart}) = ${solde}`,
    ),
    ...appelerEtRetirer(ctx, { DossierId, mandat, cle, appels, appelees, retirees, autres }),
    ...conserver(ctx, departLu, { ...arret, id: solde }),
    ...(places.length > 0 ? inscrire(db, places, user) : {}),
    ...ecrites,
  });
  return suitesDe(avant, attente);
}

/**
 * Spends the advances held by `fonds` (the agency or the owner) on the calls that move them to the deposit, and on no
 * other sum.
 */
function mettreAuDepot(
  compte: CompteLu,
  {
    appelees,
    fonds,
    today,
  }: { appelees: readonly EcheanceOuverte[]; fonds: ModeFonds; today: Jour },
): Reglee[] {
  const ouvertes = appelees.filter(({ nature }) => nature === "depot");
  if (ouvertes.length === 0) return [];
  const avances = compte.avances.filter((avance) => avance.fonds === fonds);
  const enAvance = depenser(new Map([[compte.DossierId, { ...compte, avances, ouvertes }]]), today);
  compte.avances = compte.avances.filter((avance) => avance.fonds !== fonds);
  return enAvance;
}

/** The key of a frozen account in the books: the key of its payment, and the beginning of the keys of its entries. */
export const cleDuSolde = (id: number): string => `arrete ${id}`;

/**
 * The tenant's account of a dossier and the mandate of its dwelling, with the next identifiers of a sum called
 * (`suivant`) and of a frozen account (`solde`).
 * @throws NotFound when there is no such dossier
 */
export async function lireCompte(ctx: Contexte, DossierId: number) {
  const { db, today } = ctx;
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
  const compte = comptes.get(DossierId);
  const [reperes] = await db.all<{ mandat: number; suivant: number; solde: number }>(sql`
    SELECT ${mandatDe(sql`d."AppartementId"`)} AS mandat, (SELECT coalesce(max(id), 0) + 1 FROM ${echeances}) AS suivant,
      (SELECT coalesce(max(id), 0) + 1 FROM ${soldesDepart}) AS solde
    FROM ${dossiers} d WHERE d.id = ${DossierId}`);
  if (!compte || !reperes) throw new NotFound();
  return { comptes, compte, ...reperes };
}

interface AppelsEtRetraits {
  DossierId: number;
  mandat: number;
  /** The common beginning of the keys of the entries. */
  cle: string;
  appels: readonly Appel[];
  appelees: readonly EcheanceOuverte[];
  /** Calls of the deposit that nobody paid. */
  retirees: readonly EcheanceOuverte[];
  autres: readonly EcritureDite[];
}

/** The SQL statements that call sums, each with its entry, and withdraw the calls of `retirees`. */
export function appelerEtRetirer(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  { DossierId, mandat, cle, appels, appelees, retirees, autres }: AppelsEtRetraits,
): Statements {
  const commun = { date: today, DossierId };
  const entrees: EcritureAPoster[] = appels.map(({ nature, libelle, montant }, rang) => ({
    ...quittancement({ dossier: DossierId, mandat }, [{ nature, montant }]),
    ...commun,
    cle: `${cle} ${rang}`,
    libelle,
  }));
  const retrait: Ecriture[] = retirees.map(({ mandat: mandatDeLaSomme, nature, reste }) =>
    abandon({ dossier: DossierId, mandat: mandatDeLaSomme }, [{ nature, montant: reste }]),
  );
  if (retrait.length > 0) {
    const libelle = "Dépôt appelé, non versé : retiré au départ";
    entrees.push({ ...ensemble(retrait, "OD"), ...commun, cle: `${cle} retrait`, libelle });
  }
  const deplus = autres.map((ecriture, rang) => ({
    ...ecriture,
    ...commun,
    cle: `${cle} autre ${rang}`,
  }));
  const { lignesPostees, ecrituresPostees } = poster(db, [...deplus, ...entrees], { today, user });
  const json = JSON.stringify(
    // In memory, the deposit already settled a part of `appelees`: `montant`, from `appels`, is the whole sum to call.
    appelees.map((appelee, rang) => ({ ...appelee, ...appels[rang], rang })),
  );
  return {
    lignesAppelees: lignesPostees,
    ecrituresAppelees: ecrituresPostees,
    appelees: db.run(sql`
      INSERT INTO ${echeances} (id, "DossierId", mandat, mois, "exigibleLe", nature, libelle, montant, reste, "EcritureId")
      SELECT a.value ->> 'id', ${DossierId}, a.value ->> 'mandat', a.value ->> 'mois', a.value ->> 'exigibleLe',
        a.value ->> 'nature', a.value ->> 'libelle', a.value ->> 'montant', a.value ->> 'montant',
        (SELECT id FROM ${ecritures} WHERE cle = ${cle} || ' ' || (a.value ->> 'rang'))
      FROM json_each(${json}) a ORDER BY a.key`),
    retirees: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT NULL, r.value ->> 'id', r.value ->> 'reste', (SELECT id FROM ${ecritures} WHERE cle = ${cle} || ' retrait')
      FROM json_each(${JSON.stringify(retirees)}) r`),
  };
}

/** True while the departure, its frozen accounts, the dossier and the deposit held for it are as they were read. */
function commeLu({ dossier, depart, vue }: DepartLu) {
  const { depot, lieu, livres } = vue.compte;
  const tenu =
    lieu === "agence"
      ? sql`coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '165' AND de = ${dossier.id}), 0) = ${depot}`
      : sql`coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '165' AND de = ${dossier.id}), 0) <= 0`;
  return sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE id = ${dossier.id} AND version = ${dossier.version})
    AND EXISTS (SELECT 1 FROM ${departs} WHERE id = ${depart?.id ?? 0} AND version = ${depart?.version ?? 0})
    AND (${debutComptes} IS NOT NULL) = ${livres ? 1 : 0} AND ${tenu}
    AND ${memesSoldes({ depart, vue })}`;
}

/** True while the accounts that are not cancelled are those that were read. */
export const memesSoldes = ({ depart, vue }: Pick<DepartLu, "depart" | "vue">): SQL => sql`
  (SELECT json_group_array(id) FROM (SELECT id FROM ${soldesDepart} WHERE "DepartId" = ${depart?.id ?? 0} AND "annuleLe" IS NULL ORDER BY id DESC))
    = ${JSON.stringify(vue.soldes.filter(({ annuleLe }) => annuleLe === null).map(({ id }) => id))}`;

const ARRETES: Record<SoldeArrete["genre"], string> = {
  sortie: "Compte de sortie arrêté",
  charges: "Charges de sortie soldées",
  majoration: "Majoration de retard appelée",
  avance: "Trop-perçu à rendre",
};

function conserver(
  { db, today, user }: Contexte,
  { dossier }: DepartLu,
  { id, depart, genre, contenu }: Arret & { id?: number },
): Statements {
  const { restitution, resteDu } = contenu;
  return {
    solde: db.insert(soldesDepart).values({
      ...(id ? { id } : {}),
      DepartId: depart.id,
      genre,
      date: today,
      contenu,
      restitution,
      user,
    }),
    histoire: trace(db, {
      entite: "Dossier",
      entiteId: dossier.id,
      etat: ARRETES[genre],
      user,
      details: { restitution: restitution / 100, resteDu: resteDu / 100 },
    }),
  };
}
