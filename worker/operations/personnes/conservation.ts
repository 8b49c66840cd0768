import { and, asc, count, inArray, lt, not, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { Refusal } from "#domain/erreurs.ts";
import {
  dureeDe,
  dureeEnLettres,
  type EffacementFait,
  GENRES,
  GENRES_CONSERVES,
  type GenreConserve,
  type GenreConserveRow,
  LIGNES_CONSERVEES,
  type LigneConservee,
  limiteDeConservation,
} from "#domain/personnes/conservation.ts";
import { nomComplet, type Qualite } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import {
  cautionSansDossier,
  dernierLienDuProprietaire,
  dernierSigneDuCandidat,
  donneesEffacees,
  finDesBaux,
  proprietaireSansLien,
  sansDossier,
  selected,
} from "#worker/db/conditions.ts";
import { quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { securityEvents } from "#worker/db/schema/agence.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { cautions, clients, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { effacerPersonne } from "./effacement.ts";

/** The journal of security is kept for this many months. */
const MOIS_DU_JOURNAL = 12;

const IMPAYEES = sql`(SELECT count(*) FROM ${quitances}
  WHERE ${quitances.LocataireId} = ${locataires.id} AND NOT ${quitances.regle} AND ${quittanceComptee})`;

/**
 * For each kind of person whose data may be kept too long: the table, the persons, and the day from which the
 * retention period runs.
 */
const PERSONNES_CONSERVEES = {
  locataireParti: {
    table: locataires,
    depuis: finDesBaux,
    parmi: and(not(sansDossier), not(donneesEffacees)),
    impayees: IMPAYEES,
  },
  candidat: {
    table: locataires,
    depuis: dernierSigneDuCandidat,
    parmi: and(sansDossier, not(donneesEffacees)),
    impayees: IMPAYEES,
  },
  caution: {
    table: cautions,
    depuis: sql`substr(${cautions.updatedAt}, 1, 10)`,
    parmi: cautionSansDossier,
    impayees: sql`0`,
  },
  proprietaire: {
    table: clients,
    depuis: dernierLienDuProprietaire,
    parmi: proprietaireSansLien,
    impayees: sql`0`,
  },
} as const;

type GenreDePersonnes = keyof typeof PERSONNES_CONSERVEES;

const GENRES_DE_PERSONNES = Object.keys(PERSONNES_CONSERVEES) as GenreDePersonnes[];

const depassees = (genre: GenreDePersonnes, { limite, today }: Bornes) => {
  const { depuis, parmi } = PERSONNES_CONSERVEES[genre];
  return and(typeof parmi === "function" ? parmi(today) : parmi, sql`${depuis} < ${limite}`);
};

interface Bornes {
  /** Data whose retention period began before this day are kept too long. */
  limite: Jour;
  today: Jour;
}

const textesDepasses = (limite: Jour) =>
  and(
    lt(courriels.createdAt, limite),
    sql`${courriels.etat} NOT IN ('a_envoyer', 'en_cours')`,
    sql`(${courriels.texte} IS NOT NULL OR ${courriels.destinataires} <> '[]')`,
  );

const combien = (db: Db, genre: GenreConserve, bornes: Bornes) =>
  genre === "courriel"
    ? db.select({ total: count() }).from(courriels).where(textesDepasses(bornes.limite))
    : db
        .select({ total: count() })
        .from(PERSONNES_CONSERVEES[genre].table)
        .where(depassees(genre, bornes));

const lignesDe = (db: Db, genre: GenreDePersonnes, bornes: Bornes) => {
  const { table, depuis, impayees } = PERSONNES_CONSERVEES[genre];
  return db
    .select({
      id: table.id,
      titre: table.titre,
      nom: table.nom,
      prenom: table.prenom,
      qualite: selected<Qualite>(
        genre === "proprietaire" ? sql`${clients.qualite}` : sql`'personne_physique'`,
      ),
      depuis: selected<Jour>(depuis),
      impayees: selected<number>(impayees),
    })
    .from(table)
    .where(depassees(genre, bornes))
    .orderBy(asc(depuis), asc(table.id))
    .limit(LIGNES_CONSERVEES);
};

const agenceLue = async (db: Db): Promise<Agence> => agenceDe(await lireReglages(db));

const bornesDe = (genre: GenreConserve, agence: Agence, today: Jour): Bornes => ({
  limite: limiteDeConservation(today, dureeDe(genre, agence)),
  today,
});

/** The data kept too long today, kind by kind (personnes/README §9.14). */
export async function lireConservation({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<GenreConserveRow[]> {
  const agence = await agenceLue(db);
  return Promise.all(
    GENRES.map(async (genre): Promise<GenreConserveRow> => {
      const bornes = bornesDe(genre, agence, today);
      const [[compte], lignes] = await Promise.all([
        combien(db, genre, bornes),
        genre === "courriel" ? [] : lignesDe(db, genre, bornes),
      ]);
      const { intitule, depuis, source } = GENRES_CONSERVES[genre];
      return {
        genre,
        intitule,
        duree: `${dureeEnLettres(dureeDe(genre, agence))} après ${depuis}`,
        source,
        total: compte?.total ?? 0,
        lignes: lignes.map(
          ({ id, depuis: jour, impayees, ...nommee }): LigneConservee => ({
            id,
            nom: nomComplet(nommee),
            depuis: jour,
            reserve:
              impayees === 0
                ? null
                : `${impayees} quittance${impayees > 1 ? "s" : ""} sans règlement connu`,
          }),
        ),
      };
    }),
  );
}

/** The count of persons kept too long. */
export async function compterConservation({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<number> {
  const agence = await agenceLue(db);
  const comptes = await Promise.all(
    GENRES_DE_PERSONNES.map((genre) => combien(db, genre, bornesDe(genre, agence, today))),
  );
  return comptes.reduce((somme, [compte]) => somme + (compte?.total ?? 0), 0);
}

interface Demande {
  genre: GenreConserve;
  ids: readonly number[];
}

/**
 * Erases data whose erasure an administrator confirmed. Persons: each of `ids` who is still kept too long, one after
 * the other. Mails: the text and the addresses of all the mails kept too long.
 */
export async function effacerConserves(
  ctx: Contexte,
  { genre, ids }: Demande,
): Promise<EffacementFait> {
  const { db, now, today, user } = ctx;
  const bornes = bornesDe(genre, await agenceLue(db), today);
  const note = (effaces: number) =>
    noter(db, { evenement: "conservation", user, details: { genre, effaces } });
  if (genre === "courriel") {
    const { rowsAffected } = await db
      .update(courriels)
      .set({ texte: null, objet: null, destinataires: [], updatedAt: now.toISOString() })
      .where(textesDepasses(bornes.limite));
    await note(rowsAffected);
    return { effaces: rowsAffected, refus: [] };
  }
  const { personne } = GENRES_CONSERVES[genre];
  const { table } = PERSONNES_CONSERVEES[genre];
  const encore = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, [...ids]), depassees(genre, bornes)));
  const refus: EffacementFait["refus"] = [];
  let effaces = 0;
  for (const id of ids) {
    if (!encore.some((ligne) => ligne.id === id)) {
      refus.push({ id, motif: "Cette personne n’a pas dépassé la durée de conservation." });
      continue;
    }
    try {
      await effacerPersonne(ctx, { personne, id });
      effaces++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refus.push({ id, motif: error.message });
    }
  }
  if (effaces > 0) await note(effaces);
  return { effaces, refus };
}

/** Deletes, without a confirmation, the lines of the journal of security that are over a year old. */
export async function oublierJournal({ db, today }: Pick<Contexte, "db" | "today">): Promise<void> {
  await db
    .delete(securityEvents)
    .where(lt(securityEvents.createdAt, limiteDeConservation(today, MOIS_DU_JOURNAL)));
}
