import { vi } from "vitest";
import { type Db, openDb } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";

/** A call of the worker to an outside service. */
export interface Appel {
  vers: "base" | "fichiers" | "file" | "courriel";
  nom: string;
}

/**
 * The outcome of a call. « perdue »: the call fails and nothing is done. « sans_reponse »: the work is done, but its
 * answer is lost. « mort »: the work is done, then the worker dies and makes no other call.
 */
export type Sort = "passe" | "perdue" | "sans_reponse" | "mort";

const vrai = globalThis.fetch;
/**
 * The false database token of the worker under test: `fetch` recognizes the calls of this worker by the token. The
 * next worker takes the token over, with the open streams of this worker. Null after a worker died: the next worker
 * gets a new token.
 */
let marqueLibre: string | null = null;
const PANNES: Record<Appel["vers"], (nom: string) => Error> = {
  base: () => new TypeError("fetch failed"),
  fichiers: (nom) => new Error(`${nom}: We encountered an internal error. (10001)`),
  file: () => new Error("Queue send failed: Internal Server Error"),
  courriel: () => Object.assign(new Error("Too many mails"), { code: "E_RATE_LIMIT_EXCEEDED" }),
};

/** The services around a worker; `destin`, given to {@link dehors}, decides the outcome of each call. */
export interface Dehors {
  /** The calls made so far, in order. */
  appels: Appel[];
  /** Bindings whose calls each get the outcome that `destin` decides. */
  env: Env;
  /** Resolves when the worker dies. */
  mort: Promise<"mort">;
  /** Ends the worker: waits for the calls under way, and stops all later ones. */
  finir(): Promise<void>;
}

/**
 * Bindings whose calls to the database, the files, the queue and the mail each get the outcome that `destin` decides.
 * Calls made with `env` itself all pass. `vi.restoreAllMocks()` puts `fetch` back.
 */
export function dehors(env: Env, destin: (appel: Appel, rang: number) => Sort): Dehors {
  const appels: Appel[] = [];
  const { promise: mort, resolve: mourir } = Promise.withResolvers<"mort">();
  const marque = marqueLibre ?? crypto.randomUUID();
  marqueLibre = marque;
  let mourant = false;
  /** Gives the false token up: the remaining work of a dead worker must not pass for the next worker's. */
  const eteindre = () => {
    mourant = true;
    if (marqueLibre === marque) marqueLibre = null;
  };
  const jamais = new Promise<never>(() => {});
  const enCours = new Set<Promise<unknown>>();

  async function suivre<T>(appel: Promise<T>): Promise<T> {
    enCours.add(appel);
    return appel.finally(() => enCours.delete(appel));
  }

  async function subir<T>(appel: Appel, faire: () => Promise<T>): Promise<T> {
    if (mourant) return jamais;
    const sort = destin(appel, appels.push(appel) - 1);
    if (sort === "mort") {
      eteindre();
      await suivre(faire());
      mourir("mort");
      return jamais;
    }
    if (sort === "perdue") throw PANNES[appel.vers](appel.nom);
    const fait = await suivre(faire());
    if (sort === "sans_reponse") throw PANNES[appel.vers](appel.nom);
    return fait;
  }

  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const requete = new Request(input, init);
    if (requete.headers.get("Authorization") !== `Bearer ${marque}`) return vrai(requete);
    requete.headers.set("Authorization", `Bearer ${env.DATABASE_AUTH_TOKEN}`);
    const nom = new URL(requete.url).pathname;
    return subir({ vers: "base", nom }, () => vrai(requete));
  });

  /**
   * Gives each call of a method of this object, and of the uploads that it opens, the outcome that `destin` decides.
   */
  const exposer = <T extends object>(objet: T, vers: Appel["vers"]): T =>
    new Proxy(objet, {
      get(cible, nom) {
        const membre: unknown = Reflect.get(cible, nom);
        if (typeof membre !== "function") return membre;
        if (nom === "resumeMultipartUpload") {
          return (...args: unknown[]) => exposer(membre.apply(cible, args), vers);
        }
        return async (...args: unknown[]) => {
          const appel = { vers, nom: String(nom) };
          const rendu = await subir(appel, async () => membre.apply(cible, args)).catch(
            async (panne: unknown) => {
              await abandonner(args);
              throw panne;
            },
          );
          return nom === "createMultipartUpload" ? exposer(rendu, vers) : rendu;
        };
      },
    });

  return {
    appels,
    mort,
    finir: async () => {
      eteindre();
      await Promise.allSettled(enCours);
    },
    env: {
      ...env,
      DATABASE_AUTH_TOKEN: marque,
      FILES: exposer(env.FILES, "fichiers"),
      BACKUPS: exposer(env.BACKUPS, "fichiers"),
      QUEUE: exposer(env.QUEUE, "file"),
      EMAIL: exposer(env.EMAIL, "courriel"),
    },
  };
}

/**
 * Does an act by a worker that dies right after the call number `rang`, from 0.
 * @returns whether the worker died before the act ended
 */
export async function mourir(
  env: Env,
  rang: number,
  geste: (db: Db) => Promise<unknown>,
): Promise<boolean> {
  const monde = dehors(env, (_, appel) => (appel === rang ? "mort" : "passe"));
  const fin = geste(openDb(monde.env)).catch(() => "fini");
  const sort = await Promise.race([fin, monde.mort]);
  await monde.finir();
  vi.restoreAllMocks();
  return sort === "mort";
}

/** Cancels the bodies of a failed call, as a service that stops reading does. */
async function abandonner(args: readonly unknown[]): Promise<void> {
  for (const arg of args) {
    if (arg instanceof ReadableStream && !arg.locked) await arg.cancel();
  }
}
