import { sql } from "drizzle-orm";
import { RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { champsPreuves, ETATS_OUBLIANT } from "#domain/agence/history.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  lireRestaurations,
  type RestaurationDite,
} from "#worker/operations/copies/restaurations.ts";
import type { AncreConnue } from "#worker/operations/historique/ancres-connues.ts";
import {
  type Ancre,
  empreinteDe,
  empreinteDeLaLigne,
  type Ligne,
  pageApres,
  type Scelles,
  sceauDe,
  valeursDe,
} from "#worker/operations/historique/chaine.ts";
import { oublisAttestes, type Pardon } from "#worker/operations/profils/pardons.ts";

export interface EtatChaine {
  /** Sealed lines that were read. */
  lignes: number;
  /** The number of lines that wait for their seal, and the instant of the first one. */
  attente: number;
  attenteDepuis: string | null;
  /** The last sealed line. */
  tete: Ancre | null;
  /** The instants at which an older copy replaced the database. */
  restaurations: string[];
  /** The first line read; the lines before it were not read again. */
  depuis: number;
  /** The first twenty faults. */
  ruptures: Rupture[];
}

interface Rupture {
  id: number;
  motif: string;
}

const AUTRE_QUE_LES_COPIES = "L’historique n’est plus celui que les copies ont connu.";
const FAUSSE_RESTAURATION = "La ligne dit la base restaurée, et la copie qu’elle nomme le dément.";
const FAUX_OUBLI =
  "La ligne dit des données supprimées ou effacées, et elles ne le sont pas, ou ne concernent pas cette fiche.";
const OUBLI_INEXPLIQUE = "Des valeurs manquent, et aucune ligne ne dit qu’elles ont été effacées.";

/**
 * Reads the chain again, page by page, and reports the lines that were altered, deleted, inserted or moved since
 * their seal (historique/README §9.10). It also reports lines that lost values when no later line justifies the loss.
 * @param ancres the points of the chain known outside the database.
 * @param dernieres how many of the last lines are read; absent, all lines.
 */
export async function verifierChaine(
  { db }: Pick<Contexte, "db">,
  {
    ancres = [],
    dernieres = Number.POSITIVE_INFINITY,
  }: { ancres?: readonly AncreConnue[]; dernieres?: number | undefined } = {},
): Promise<EtatChaine> {
  const [bornes] = await db.all<{ derniere: number; numerotee: number }>(sql`
    SELECT coalesce((SELECT max(id) FROM ${history}), 0) AS derniere,
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'History'), 0) AS numerotee`);
  const depuis = Math.max(0, (bornes?.derniere ?? 0) - dernieres);
  const lecture = new Lecture(depuis, await empreinteDeLaLigne(db, depuis));
  // A whole reading starts below identifier 1, so that a line inserted there shows as a fault.
  for (let apres = depuis || Number.MIN_SAFE_INTEGER; ; ) {
    const page = await pageApres(db, apres);
    for (const ligne of page) lecture.lire(ligne);
    const derniere = page.at(-1);
    if (!derniere) break;
    apres = derniere.id;
  }
  const restaurations = await lireRestaurations({ db }, ancres);
  const ruptures = [
    ...lecture.conclure(bornes?.numerotee ?? 0),
    ...(await rupturesDesOublis(db, lecture)),
    ...rupturesDesAncres(await contredites(db, ancres), restaurations),
  ];
  return {
    ...lecture.etat,
    restaurations: restaurations.map(({ createdAt }) => createdAt),
    ruptures: ruptures.toSorted((a, b) => a.id - b.id).slice(0, RUPTURES_MONTREES),
  };
}

/** The lines emptied without proof, and the lines that give a false justification. */
async function rupturesDesOublis(db: Db, { oublis, pardons }: Lecture): Promise<Rupture[]> {
  const attestes = await oublisAttestes({ db }, pardons);
  const excuses = new Set([...attestes.values()].flatMap((lignes) => [...lignes]));
  return [
    ...pardons
      .filter(({ id, lignes }) => lignes.some((ligne) => !attestes.get(id)?.has(ligne)))
      .map(({ id }) => ({ id, motif: FAUX_OUBLI })),
    ...[...oublis].filter((id) => !excuses.has(id)).map((id) => ({ id, motif: OUBLI_INEXPLIQUE })),
  ];
}

/** The known points of the chain that its lines contradict. */
async function contredites(db: Db, ancres: readonly AncreConnue[]): Promise<AncreConnue[]> {
  if (ancres.length === 0) return [];
  const ids = JSON.stringify(ancres.map(({ id }) => id));
  const lignes = await db.all<Ancre>(sql`
    SELECT id, empreinte FROM ${history} WHERE id IN (SELECT value FROM json_each(${ids}))`);
  const empreintes = new Map(lignes.map(({ id, empreinte }) => [id, empreinte]));
  return ancres.filter(({ id, empreinte }) => empreintes.get(id) !== empreinte);
}

/**
 * The faults of the anchors that the chain contradicts, and the history lines that report a false restoration. A
 * restoration proved by its copy excuses an anchor that was known before it, when the line of the anchor is newer
 * than the copy.
 */
function rupturesDesAncres(
  contredites: readonly AncreConnue[],
  restaurations: readonly RestaurationDite[],
): Rupture[] {
  const restent = contredites.filter(
    ({ id, connue }) =>
      !restaurations.some(
        ({ issueDe, createdAt }) => issueDe !== null && id > issueDe && connue < createdAt,
      ),
  );
  const fausses = restaurations.filter(
    ({ issueDe, dementie, createdAt }) =>
      dementie || (issueDe === null && restent.some(({ connue }) => connue < createdAt)),
  );
  return [
    ...new Map(restent.map(({ id }) => [id, { id, motif: AUTRE_QUE_LES_COPIES }])).values(),
    ...fausses.map(({ id }) => ({ id, motif: FAUSSE_RESTAURATION })),
  ];
}

/** The state of the reading, updated with each line of the chain. */
class Lecture {
  #precedente: string;
  #derniere: number;
  readonly #depuis: number;
  readonly #ruptures: Rupture[] = [];
  /** The emptied lines; among these, the lines that may be excused, and the same lines by record. */
  readonly oublis = new Set<number>();
  readonly #pardonnables = new Set<number>();
  readonly #oubliesDe = new Map<string, number[]>();
  /** The lines that justify why earlier lines lack values. */
  readonly pardons: Pardon[] = [];
  #lignes = 0;
  #attente = 0;
  #attenteDepuis: string | null = null;
  #tete: Ancre | null = null;

  constructor(depuis: number, precedente: string) {
    this.#depuis = depuis;
    this.#derniere = depuis;
    this.#precedente = precedente;
  }

  get etat() {
    return {
      lignes: this.#lignes,
      attente: this.#attente,
      attenteDepuis: this.#attenteDepuis,
      tete: this.#tete,
      depuis: this.#depuis + 1,
    };
  }

  #rompre(id: number, motif: string): void {
    this.#ruptures.push({ id, motif });
  }

  lire(ligne: Ligne): void {
    if (ligne.id !== this.#derniere + 1) {
      this.#rompre(ligne.id, motifDuSaut(ligne.id - this.#derniere - 1));
    }
    this.#derniere = ligne.id;
    this.#pardonner(ligne);
    if (ligne.empreinte === null) {
      this.#attente++;
      this.#attenteDepuis ??= ligne.createdAt;
      return;
    }
    if (this.#attente > 0) this.#rompre(ligne.id, "Une ligne d’avant a perdu son sceau.");
    const motif = this.#motif(ligne, ligne.empreinte);
    if (motif) this.#rompre(ligne.id, motif);
    this.#precedente = ligne.empreinte;
    this.#tete = { id: ligne.id, empreinte: ligne.empreinte };
    this.#lignes++;
  }

  #motif(ligne: Ligne, empreinte: string): string | null {
    const scelles = lireScelles(ligne.scelles);
    if (empreinteDe(this.#precedente, ligne, scelles) !== empreinte) {
      return "La ligne n’est plus celle qui a été scellée, ou n’est plus à sa place.";
    }
    const valeurs = lireValeurs(ligne.details);
    if (!valeurs) return "Les valeurs de la ligne sont illisibles.";
    const details = new Map(Object.entries(valeurs));
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

  #noterOubli({ id, entite, entiteId }: Ligne, champs: readonly string[]): void {
    this.oublis.add(id);
    // No line may justify the loss of evidence of money, which is never emptied.
    const preuves = champsPreuves(entite);
    if (champs.some((champ) => preuves.includes(champ))) return;
    this.#pardonnables.add(id);
    const fiche = `${entite} ${entiteId}`;
    const soeurs = this.#oubliesDe.get(fiche) ?? [];
    soeurs.push(id);
    this.#oubliesDe.set(fiche, soeurs);
  }

  /** Notes a line that may justify that earlier lines were emptied. */
  #pardonner({ id, entite, entiteId, etat, details }: Ligne): void {
    const nommees = () => {
      const lignes = lireValeurs(details)?.lignes;
      return (Array.isArray(lignes) ? lignes : []).filter((ligne) => this.#pardonnables.has(ligne));
    };
    if (etat === ETATS_OUBLIANT.suppression) {
      const lignes = this.#oubliesDe.get(`${entite} ${entiteId}`) ?? [];
      if (lignes.length > 0)
        this.pardons.push({ id, entite, entiteId, par: "suppression", lignes });
    } else if (etat === ETATS_OUBLIANT.effacement || etat === ETATS_OUBLIANT.conservation) {
      const lignes = nommees();
      if (lignes.length > 0) this.pardons.push({ id, entite, entiteId, par: "effacement", lignes });
    }
  }

  conclure(numerotee: number): readonly Rupture[] {
    if (numerotee > this.#derniere) this.#rompre(numerotee, "Les dernières lignes manquent.");
    return this.#ruptures;
  }
}

function motifDuSaut(manque: number): string {
  if (manque < 1) return "Cette ligne n’est pas à sa place.";
  return manque === 1 ? "La ligne d’avant manque." : `Les ${manque} lignes d’avant manquent.`;
}

/** Unreadable seals count as none; the fingerprint then shows the fault. */
function lireScelles(texte: string | null): Scelles {
  try {
    return JSON.parse(texte ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function lireValeurs(details: string | null): Record<string, unknown> | null {
  try {
    return valeursDe(details);
  } catch {
    return null;
  }
}
