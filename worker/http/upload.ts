import type { Context } from "hono";
import { Invalid, Refusal, TooLarge, WrongType } from "#domain/erreurs.ts";
import { OCTETS_PAR_FORMULAIRE } from "#domain/fichier.ts";
import { isDatabaseDown } from "#worker/db/failures.ts";
import { type Depot, deposer, effacer } from "#worker/files.ts";
import { laisserPasser, lireParties, type Partie } from "./multipart.ts";
import type { App } from "./types.ts";

/** What a form with files may hold. */
interface Attendu {
  /** Fields that take a file. */
  fichiers: readonly string[];
  /** How many files each of them takes. */
  auPlus: number;
  /** Bytes that each of them may weigh, when less than any form may bring. */
  octetsMax?: number;
  images?: boolean;
  /** Fields that take a text. */
  textes?: readonly string[];
}

interface Recu {
  champ: string;
  depot: Depot;
}

/** A form that was received: its files, one at least, lie in R2. */
export interface Formulaire {
  textes: Record<string, string>;
  fichiers: [Recu, ...Recu[]];
}

const TEXTE_AU_PLUS = 8 * 1024;
const MARGE = 1024 * 1024;

export function estFormulaire(c: Context): boolean {
  return /^multipart\/form-data\s*;/i.test(c.req.header("Content-Type") ?? "");
}

/**
 * Streams the files of a form into R2, then does the rest with them. When either fails, or the sender
 * goes away, the files are deleted.
 * @throws WrongType unless the request is such a form; what `deposer` throws.
 */
export async function recevoir<T>(
  c: Context<App>,
  attendu: Attendu,
  suite: (formulaire: Formulaire) => Promise<T>,
): Promise<T> {
  const travail = mener(c, attendu, suite);
  // Keeps the worker alive, once the sender is gone, for the time it takes to tidy up.
  c.executionCtx.waitUntil(travail.catch(() => {}));
  return travail;
}

async function mener<T>(
  c: Context<App>,
  attendu: Attendu,
  suite: (formulaire: Formulaire) => Promise<T>,
): Promise<T> {
  if (!estFormulaire(c)) throw new WrongType("Un formulaire multipart/form-data est attendu.");
  const annonce = Number(c.req.header("Content-Length") ?? 0);
  const places = attendu.fichiers.length * attendu.auPlus;
  const { octetsMax = OCTETS_PAR_FORMULAIRE } = attendu;
  if (annonce > places * octetsMax + MARGE) {
    await laisserPasser(c.req.raw.body);
    throw new TooLarge();
  }
  const recus: Recu[] = [];
  try {
    const textes = await lire(c, attendu, recus);
    const [premier, ...autres] = recus;
    if (!premier) throw new Invalid({ [attendu.fichiers.join(", ")]: "Un fichier est attendu." });
    return await suite({ textes, fichiers: [premier, ...autres] });
  } catch (error) {
    // Without an answer from the database the rows may be there: the daily run will know.
    if (error instanceof Refusal || !isDatabaseDown(error)) {
      await effacer(
        c.env,
        recus.map(({ depot }) => depot.key),
      );
    }
    throw error;
  }
}

/** Adds each file to `recus` as soon as it is in R2; returns the texts. */
async function lire(c: Context<App>, attendu: Attendu, recus: Recu[]) {
  const textes: Record<string, string> = {};
  const contentType = c.req.header("Content-Type") ?? "";
  for await (const partie of lireParties(c.req.raw.body, contentType)) {
    if (attendu.textes?.includes(partie.nom)) {
      textes[partie.nom] = await lireTexte(partie);
    } else {
      const champ = placeDe(partie, attendu, recus);
      const depot = await deposer(c.env, {
        nom: partie.fichier ?? "",
        morceaux: partie.morceaux,
        champ,
        octetsMax: attendu.octetsMax ?? OCTETS_PAR_FORMULAIRE,
        images: attendu.images ?? false,
      });
      recus.push({ champ, depot });
    }
  }
  return textes;
}

/** The field of a file, if the form has room for it. */
function placeDe({ nom, fichier }: Partie, attendu: Attendu, recus: readonly Recu[]): string {
  if (!attendu.fichiers.includes(nom)) throw new Invalid({ [nom]: "Champ inconnu." });
  if (fichier === null) throw new Invalid({ [nom]: "Un fichier est attendu." });
  if (recus.filter(({ champ }) => champ === nom).length === attendu.auPlus) {
    throw new Invalid({
      [nom]: attendu.auPlus === 1 ? "Un seul fichier." : `${attendu.auPlus} fichiers au plus.`,
    });
  }
  return nom;
}

async function lireTexte({ nom, morceaux }: Partie): Promise<string> {
  const octets: Buffer[] = [];
  let taille = 0;
  for await (const morceau of morceaux) {
    taille += morceau.length;
    if (taille > TEXTE_AU_PLUS) throw new Invalid({ [nom]: "Ce texte est trop long." });
    octets.push(Buffer.from(morceau));
  }
  return Buffer.concat(octets).toString("utf8");
}

/** The texts of a form as the JSON of the same record would be: identifiers are numbers. */
export function valeursDe(textes: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(textes).map(([nom, texte]) => [
      nom,
      nom.endsWith("Id") && /^\d{1,15}$/.test(texte) ? Number(texte) : texte,
    ]),
  );
}
