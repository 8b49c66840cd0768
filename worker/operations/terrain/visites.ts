import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { estMeuble, regime } from "#domain/bail/bail.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { ajouterJours } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { nomsReunis } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { releveAligne } from "#domain/terrain/fusion.ts";
import { type Releve, SANS_COMPLEMENTS } from "#domain/terrain/releve.ts";
import type {
  ConstatDeVisite,
  PhotoDeVisite,
  Visite,
  VisiteProposee,
} from "#domain/terrain/visite.ts";
import type { Db } from "#worker/db/client.ts";
import { history, users } from "#worker/db/schema/agence.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { appartements, dossiers, etatsLieux, locataires } from "#worker/db/schema/schema.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { cadreDuConstat, dossierDuConstat } from "./cadre.ts";

type EtatLieuxLu = typeof etatsLieux.$inferSelect;

/** An inventory of the database, in the form written on site. */
export function releveDe(etat: EtatLieuxLu, edf: string | null): Releve {
  const {
    id,
    AppartementId,
    cle,
    complements,
    signedId,
    createdAt,
    updatedAt,
    version,
    ...valeurs
  } = etat;
  return releveAligne({ valeurs, complements: complements ?? SANS_COMPLEMENTS, edf });
}

/** The dossier of a visit with its two inventories. */
export const dossierDeVisite = (db: Db, DossierId: number) =>
  db.query.dossiers.findFirst({
    where: eq(dossiers.id, DossierId),
    columns: { recherche: false },
    with: { appartement: true, locataire: true, etatEntrant: true, etatSortant: true },
  });

/**
 * The facts that a device needs to write the entry or exit inventory of a dossier.
 * @param link gives the address of the thumbnail with this R2 key.
 * @throws NotFound when the dossier does not exist.
 */
export async function lireVisite(
  { db, today }: Pick<Contexte, "db" | "today">,
  {
    DossierId,
    cote,
    link,
  }: { DossierId: number; cote: CoteEtatLieux; link: (key: string) => string },
): Promise<Visite> {
  const { dossier, fins } = await db.read(dossierDuConstat(db, DossierId));
  if (!dossier) throw new NotFound();
  const { appartement, locataire, etatEntrant, etatSortant } = dossier;
  const jour = (cote === "entree" ? etatEntrant : etatSortant)?.date ?? today;
  const constats = [etatEntrant, etatSortant].flatMap((etat) => etat?.id ?? []);
  const { photos, ecrits, sorties } = await db.read({
    photos: photosDe(db, constats),
    ecrits: derniersAuteurs(db, constats),
    sorties: db
      .select({ etat: etatsLieux, edf: dossiers.edfSortie })
      .from(dossiers)
      .innerJoin(etatsLieux, eq(etatsLieux.id, dossiers.etatOutId))
      .where(and(eq(dossiers.AppartementId, appartement.id), ne(dossiers.id, DossierId)))
      .orderBy(sql`${etatsLieux.date} DESC`)
      .limit(1),
  });
  const constat = (etat: EtatLieuxLu | null, edf: string | null): ConstatDeVisite | null =>
    etat && {
      id: etat.id,
      version: etat.version,
      signe: etat.signedId !== null,
      auteur: ecrits.find(({ id }) => id === etat.id)?.auteur ?? null,
      ecritLe: etat.updatedAt,
      releve: releveDe(etat, edf),
      photos: photos
        .filter(({ EtatLieuxId }) => EtatLieuxId === etat.id)
        .map(
          ({ EtatLieuxId, cleDeVignette, ...photo }): PhotoDeVisite => ({
            ...photo,
            vignette: cleDeVignette && link(cleDeVignette),
          }),
        ),
    };
  const entree = constat(etatEntrant, dossier.edfEntree);
  const [sortie] = sorties;
  const duBail = regime(dossier, locataire.rp);
  return {
    DossierId,
    cote,
    adresse: nomAppartement(appartement),
    ville: appartement.ville,
    locataires: nomsReunis(titulaires(locataire)),
    meuble: estMeuble({ regime: duBail }) || dossier.meuble === true,
    stationnement: duBail === "stationnement",
    cadre: cadreDuConstat(dossier, { fins, jour }),
    constat: cote === "entree" ? entree : constat(etatSortant, dossier.edfSortie),
    entree: cote === "sortie" ? entree : null,
    derniereSortie: cote === "entree" && sortie ? releveDe(sortie.etat, sortie.edf) : null,
  };
}

/** The account that wrote last in each of these inventories, by its display name. */
const derniersAuteurs = (db: Db, constats: readonly number[]) =>
  db.all<{ id: number; auteur: string | null }>(sql`
    SELECT ligne."entiteId" AS id, coalesce(compte.nom, ligne."user") AS auteur, max(ligne.id) AS derniere
    FROM ${history} ligne LEFT JOIN ${users} compte ON compte.email = ligne."user"
    WHERE ligne.entite = 'EtatLieux' AND ligne.etat IN ('Création', 'Modification')
      AND ligne."entiteId" IN (SELECT value FROM json_each(${JSON.stringify(constats)}))
    GROUP BY ligne."entiteId"`);

const photosDe = (db: Db, constats: readonly number[]) =>
  db
    .select({
      EtatLieuxId: photosConstat.EtatLieuxId,
      cle: photosConstat.cle,
      visite: photosConstat.visite,
      rang: photosConstat.rang,
      place: photosConstat.place,
      empreinte: photosConstat.empreinte,
      empreinteVignette: photosConstat.empreinteVignette,
      empreinteOriginale: photosConstat.empreinteOriginale,
      priseLeAppareil: photosConstat.priseLeAppareil,
      priseLe: photosConstat.priseLe,
      ancienne: photosConstat.ancienne,
      maillon: photosConstat.maillon,
      recueLe: photosConstat.recueLe,
      retireeLe: photosConstat.retireeLe,
      cleDeVignette: storedFiles.key,
    })
    .from(photosConstat)
    .leftJoin(storedFiles, eq(storedFiles.id, photosConstat.VignetteId))
    .where(inArray(photosConstat.EtatLieuxId, [...constats]))
    .orderBy(asc(photosConstat.id));

/**
 * A visit is proposed when a lease begins or ends between `PASSES` days before today and `A_VENIR` days after today.
 */
const PASSES = 7;
const A_VENIR = 14;

/** The visits proposed from the days of the dossiers, whose inventory nobody has written yet, the soonest first. */
export async function visitesProposees({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<VisiteProposee[]> {
  const [du, au] = [ajouterJours(today, -PASSES), ajouterJours(today, A_VENIR)];
  const fin = sql<string>`coalesce(${dossiers.dateSortie}, ${dossiers.dateFinPreavis})`;
  const baux = await db
    .select({
      id: dossiers.id,
      debut: dossiers.dateDebutBail,
      fin,
      etatInId: dossiers.etatInId,
      etatOutId: dossiers.etatOutId,
      adresse: appartements.adresse,
      etage: appartements.etage,
      locataire: locataires,
    })
    .from(dossiers)
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .where(
      or(
        and(isNull(dossiers.etatInId), sql`${dossiers.dateDebutBail} BETWEEN ${du} AND ${au}`),
        and(isNull(dossiers.etatOutId), isNotNull(fin), sql`${fin} BETWEEN ${du} AND ${au}`),
      ),
    );
  const proposees = baux.flatMap((bail) => {
    const visite = (cote: CoteEtatLieux, jour: string): VisiteProposee => ({
      DossierId: bail.id,
      cote,
      jour,
      adresse: nomAppartement(bail),
      locataires: nomsReunis(titulaires(bail.locataire)),
    });
    const due = (jour: string | null): jour is string => jour !== null && jour >= du && jour <= au;
    return [
      ...(bail.etatInId === null && due(bail.debut) ? [visite("entree", bail.debut)] : []),
      ...(bail.etatOutId === null && due(bail.fin) ? [visite("sortie", bail.fin)] : []),
    ];
  });
  return proposees.sort((visite, autre) => (visite.jour < autre.jour ? -1 : 1));
}
