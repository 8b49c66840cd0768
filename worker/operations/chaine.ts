import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { RUPTURES_MONTREES } from "#domain/controle.ts";
import type { Jour } from "#domain/dates.ts";
import { champsPreuves, ETATS_OUBLIANT, RESTAURATION } from "#domain/history.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema.ts";

/** Lines read at once, and the characters of values and seals after which a page stops: an answer has 10 MB at most. */
const LIGNES_PAR_PAGE = 1000;
const TEXTE_PAR_PAGE = 3_000_000;
const OCTETS_DE_SEL = 16;

type Scelles = Record<string, { sel: string | null; sceau: string }>;

/** A line of history as the database holds it. */
interface Ligne {
  id: number;
  entite: string;
  entiteId: number;
  etat: string;
  user: string | null;
  createdAt: string;
  details: string | null;
  scelles: string | null;
  empreinte: string | null;
}

/** A line of history and its fingerprint, which holds all those before it. */
export interface Ancre {
  id: number;
  empreinte: string;
}

/** What a copy of the database knew of the chain. */
export interface AncreDeCopie extends Ancre {
  /** The day of the copy. */
  jour: Jour;
}

export interface EtatChaine {
  /** Sealed lines that were read. */
  lignes: number;
  /** Lines that wait for their seal, and since when the first does. */
  attente: number;
  attenteDepuis: string | null;
  /** The last sealed line. */
  tete: Ancre | null;
  /** When an older copy took the place of the database. */
  restaurations: string[];
  /** The first line that was read; the chain before it was taken as it is. */
  depuis: number;
  /** The first twenty. */
  ruptures: { id: number; motif: string }[];
}

const sha256 = (texte: string) => createHash("sha256").update(texte).digest();

/** The seal of a value: without its salt, nobody finds the value by trying them all. */
const sceauDe = (sel: string, champ: string, valeur: unknown): string =>
  sha256(JSON.stringify([sel, champ, valeur])).toString("base64url");

function empreinteDe(precedente: string, ligne: Ligne, scelles: Scelles): string {
  const sceaux = Object.entries(scelles)
    .map(([champ, { sceau }]) => [champ, sceau] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { id, entite, entiteId, etat, user, createdAt } = ligne;
  return sha256(
    JSON.stringify([precedente, id, entite, entiteId, etat, user, createdAt, sceaux]),
  ).toString("hex");
}

const lire = (details: string | null): Record<string, unknown> => JSON.parse(details ?? "{}");

function sceller(details: string | null): Scelles {
  const valeurs = Object.entries(lire(details));
  return Object.fromEntries(
    valeurs.map(([champ, valeur]) => {
      const sel = randomBytes(OCTETS_DE_SEL).toString("base64url");
      return [champ, { sel, sceau: sceauDe(sel, champ, valeur) }];
    }),
  );
}

const pageApres = (db: Db, apres: number) =>
  db.all<Ligne>(sql`
    SELECT id, entite, "entiteId", etat, "user", "createdAt", details, scelles, empreinte FROM (
      SELECT *, sum(poids) OVER (ORDER BY id) - poids AS avant FROM (
        SELECT *, length(coalesce(details, '')) + length(coalesce(scelles, '')) AS poids
        FROM ${history} WHERE id > ${apres} ORDER BY id LIMIT ${LIGNES_PAR_PAGE}))
    WHERE avant < ${TEXTE_PAR_PAGE} ORDER BY id`);

/**
 * Seals the lines of history that wait, oldest first, each with the fingerprint of the one before (domain/README
 * §9.10). Two that seal at the same time write the same chain: a page is sealed only where the line it follows and its
 * own lines are still as they were read. A chain that somebody has opened in its middle is left as it is.
 * @param pages of a thousand lines at most; the next call goes on from there.
 * @returns how many lines were sealed.
 */
export async function scellerHistorique(db: Db, pages = Number.POSITIVE_INFINITY): Promise<number> {
  let scellees = 0;
  for (let page = 1; page <= pages; page++) {
    const [debut] = await db.all<{ id: number; empreinte: string; ouverte: number }>(sql`
      SELECT attente.id - 1 AS id,
        coalesce((SELECT empreinte FROM ${history} WHERE id < attente.id ORDER BY id DESC LIMIT 1), '') AS empreinte,
        EXISTS (SELECT 1 FROM ${history} WHERE id > attente.id AND empreinte IS NOT NULL) AS ouverte
      FROM (SELECT min(id) AS id FROM ${history} WHERE empreinte IS NULL) attente WHERE attente.id IS NOT NULL`);
    if (!debut || debut.ouverte) return scellees;
    const lignes = await pageApres(db, debut.id);
    let precedente = debut.empreinte;
    const lot = lignes.map((ligne) => {
      const scelles = sceller(ligne.details);
      precedente = empreinteDe(precedente, ligne, scelles);
      const { id, details } = ligne;
      return { id, details, scelles: details && JSON.stringify(scelles), empreinte: precedente };
    });
    const { rowsAffected } = await db.run(sql`
      WITH lot AS MATERIALIZED (
        SELECT value ->> 'id' AS id, value ->> 'details' AS details, value ->> 'scelles' AS scelles,
          value ->> 'empreinte' AS empreinte
        FROM json_each(${JSON.stringify(lot)}))
      UPDATE ${history} SET scelles = lot.scelles, empreinte = lot.empreinte FROM lot
      WHERE "History".id = lot.id
        AND (SELECT count(*) FROM lot JOIN ${history} lue ON lue.id = lot.id
          WHERE lue.empreinte IS NULL AND lue.details IS lot.details) = ${lot.length}
        AND coalesce((SELECT empreinte FROM ${history} WHERE id <= ${debut.id} ORDER BY id DESC LIMIT 1), '')
          = ${debut.empreinte}`);
    scellees += rowsAffected;
  }
  return scellees;
}

/** The last sealed line: what is kept of the chain outside of the database. */
export async function lireTete(db: Db): Promise<Ancre | null> {
  const [tete] = await db.all<Ancre>(sql`
    SELECT id, empreinte FROM ${history} WHERE empreinte IS NOT NULL ORDER BY id DESC LIMIT 1`);
  return tete ?? null;
}

/**
 * Reads the chain again, page by page, and tells the lines that are not what was sealed: altered, deleted, inserted,
 * moved, or that forgot values of which no later line tells (domain/README §9.10).
 * @param ancres fingerprints that were kept outside of the database.
 * @param dernieres how many of the last lines are read; all of them without it.
 */
export async function verifierChaine(
  db: Db,
  ancres: readonly AncreDeCopie[] = [],
  dernieres = Number.POSITIVE_INFINITY,
): Promise<EtatChaine> {
  const [bornes] = await db.all<{ derniere: number; numerotee: number }>(sql`
    SELECT coalesce((SELECT max(id) FROM ${history}), 0) AS derniere,
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'History'), 0) AS numerotee`);
  const depuis = Math.max(0, (bornes?.derniere ?? 0) - dernieres);
  const lecture = new Lecture(depuis, await empreinteDeLaLigne(db, depuis), ancres);
  // From the very first: a number below one is nobody's.
  for (let apres = depuis || Number.MIN_SAFE_INTEGER; ; ) {
    const page = await pageApres(db, apres);
    for (const ligne of page) lecture.lire(ligne);
    const derniere = page.at(-1);
    if (!derniere) break;
    apres = derniere.id;
  }
  for (const { id, empreinte } of ancres.filter(({ id }) => id <= depuis)) {
    if ((await empreinteDeLaLigne(db, id)) !== empreinte) lecture.rompre(id, AUTRE_QUE_LA_COPIE);
  }
  return lecture.conclure(bornes?.numerotee ?? 0);
}

async function empreinteDeLaLigne(db: Db, id: number): Promise<string> {
  const [ligne] = await db.all<{ empreinte: string | null }>(
    sql`SELECT empreinte FROM ${history} WHERE id = ${id}`,
  );
  return ligne?.empreinte ?? "";
}

const AUTRE_QUE_LA_COPIE = "L’historique n’est plus celui que les copies ont connu.";

/** What is known of the chain while its lines go by. */
class Lecture {
  #precedente: string;
  #derniere: number;
  readonly #depuis: number;
  readonly #ancres: Map<number, AncreDeCopie>;
  readonly #restaurations: string[] = [];
  readonly #ruptures: EtatChaine["ruptures"] = [];
  /** Lines that forgot values, until a later one tells of it, and those of each record. */
  readonly #oubliees = new Map<number, { fiche: string; champs: string[] }>();
  readonly #oublieesDe = new Map<string, Set<number>>();
  #lignes = 0;
  #attente = 0;
  #attenteDepuis: string | null = null;
  #tete: Ancre | null = null;

  constructor(depuis: number, precedente: string, ancres: readonly AncreDeCopie[]) {
    this.#depuis = depuis;
    this.#derniere = depuis;
    this.#precedente = precedente;
    this.#ancres = new Map(
      ancres.filter(({ id }) => id > depuis).map((ancre) => [ancre.id, ancre]),
    );
  }

  rompre(id: number, motif: string): void {
    this.#ruptures.push({ id, motif });
  }

  lire(ligne: Ligne): void {
    if (ligne.id !== this.#derniere + 1) {
      this.rompre(ligne.id, motifDuSaut(ligne.id - this.#derniere - 1));
    }
    this.#derniere = ligne.id;
    this.#pardonner(ligne);
    if (ligne.etat === RESTAURATION) this.#oublierLaSuite(ligne);
    if (ligne.empreinte === null) {
      this.#attente++;
      this.#attenteDepuis ??= ligne.createdAt;
      return;
    }
    if (this.#attente > 0) this.rompre(ligne.id, "Une ligne d’avant a perdu son sceau.");
    const motif = this.#motif(ligne, ligne.empreinte);
    if (motif) this.rompre(ligne.id, motif);
    const ancre = this.#ancres.get(ligne.id);
    if (ancre && ancre.empreinte !== ligne.empreinte) this.rompre(ligne.id, AUTRE_QUE_LA_COPIE);
    this.#ancres.delete(ligne.id);
    this.#precedente = ligne.empreinte;
    this.#tete = { id: ligne.id, empreinte: ligne.empreinte };
    this.#lignes++;
  }

  #motif(ligne: Ligne, empreinte: string): string | null {
    const scelles = lireScelles(ligne.scelles);
    if (empreinteDe(this.#precedente, ligne, scelles) !== empreinte) {
      return "La ligne n’est plus celle qui a été scellée, ou n’est plus à sa place.";
    }
    const details = new Map(Object.entries(lire(ligne.details)));
    const oublies: string[] = [];
    for (const [champ, { sel, sceau }] of Object.entries(scelles)) {
      if (!details.has(champ) && sel === null) oublies.push(champ);
      else if (sel === null || sceauDe(sel, champ, details.get(champ)) !== sceau) {
        return `La valeur « ${champ} » n’est plus celle qui a été scellée.`;
      }
      details.delete(champ);
    }
    const [ajoutee] = details.keys();
    if (ajoutee !== undefined) return `La valeur « ${ajoutee} » n’a pas été scellée.`;
    if (oublies.length > 0) this.#noterOubli(ligne, oublies);
    return null;
  }

  #noterOubli({ id, entite, entiteId }: Ligne, champs: string[]): void {
    const fiche = `${entite} ${entiteId}`;
    this.#oubliees.set(id, { fiche, champs });
    const soeurs = this.#oublieesDe.get(fiche) ?? new Set();
    this.#oublieesDe.set(fiche, soeurs.add(id));
  }

  /** This line may tell why earlier ones have forgotten values. */
  #pardonner({ entite, entiteId, etat, details }: Ligne): void {
    if (etat === ETATS_OUBLIANT.suppression) {
      const preuves = new Set(champsPreuves(entite));
      for (const id of this.#oublieesDe.get(`${entite} ${entiteId}`) ?? []) {
        const { champs = [] } = this.#oubliees.get(id) ?? {};
        if (!champs.some((champ) => preuves.has(champ))) this.#oubliees.delete(id);
      }
    } else if (etat === ETATS_OUBLIANT.effacement || etat === ETATS_OUBLIANT.conservation) {
      const { lignes } = lire(details);
      if (Array.isArray(lignes)) for (const id of lignes) this.#oubliees.delete(id);
    }
  }

  /** What the copies made before a restoration knew of later lines is no more. */
  #oublierLaSuite({ createdAt }: Ligne): void {
    this.#restaurations.push(createdAt);
    for (const { id, jour } of this.#ancres.values()) {
      if (jour <= createdAt.slice(0, 10)) this.#ancres.delete(id);
    }
  }

  conclure(numerotee: number): EtatChaine {
    for (const id of this.#oubliees.keys()) {
      this.rompre(id, "Des valeurs manquent, et aucune ligne ne dit qu’elles ont été effacées.");
    }
    for (const id of this.#ancres.keys()) this.rompre(id, AUTRE_QUE_LA_COPIE);
    if (numerotee > this.#derniere) this.rompre(numerotee, "Les dernières lignes manquent.");
    return {
      lignes: this.#lignes,
      attente: this.#attente,
      attenteDepuis: this.#attenteDepuis,
      tete: this.#tete,
      restaurations: this.#restaurations,
      depuis: this.#depuis + 1,
      ruptures: this.#ruptures.toSorted((a, b) => a.id - b.id).slice(0, RUPTURES_MONTREES),
    };
  }
}

function motifDuSaut(manque: number): string {
  if (manque < 1) return "Cette ligne n’est pas à sa place.";
  return manque === 1 ? "La ligne d’avant manque." : `Les ${manque} lignes d’avant manquent.`;
}

/** Seals that cannot be read are none: the fingerprint then tells. */
function lireScelles(texte: string | null): Scelles {
  try {
    return JSON.parse(texte ?? "{}") ?? {};
  } catch {
    return {};
  }
}
