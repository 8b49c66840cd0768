import { TooMany } from "#domain/erreurs.ts";

/** How many passwords of unknown people may be checked, or wait for their check, at once. */
const INCONNUS_A_LA_FOIS = 30;
/** Milliseconds after each password during which no other password is checked. */
const REPOS_MS = 100;
const PAS_MS = 10;
/** Milliseconds after which a waiting call that no longer looks at the queue loses its turn: the caller has left. */
const PARTI_MS = 10_000;
/** Seconds after which a refused caller may try again. */
const ATTENTE = 5;

interface Tour {
  connu: boolean;
  /** The last instant at which the waiting call looked whether its turn had come. */
  vu: number;
}

/** The calls of this isolate that wait; the first one is at work. */
let file: Tour[] = [];
let libreA = 0;

/** Whether the pause after a computation lasts: a clock set back since never makes it longer. */
function enRepos(): boolean {
  const reste = libreA - Date.now();
  return reste > 0 && reste <= REPOS_MS;
}

/**
 * Checks passwords one at a time, with a pause after each. The computation blocks the thread, and the pause lets it
 * answer other calls, however many passwords arrive at once. Each call waits on a timer of its own: a call that waited
 * for a promise of another request would hang.
 * @param connu the caller is signed in, or on a device that has signed in before: he goes before unknown callers, and
 * is never refused.
 * @throws TooMany when an unknown caller would wait behind too many others.
 */
export async function aSonTour<T>(connu: boolean, calcul: () => Promise<T>): Promise<T> {
  file = file.filter(({ vu }) => Date.now() - vu < PARTI_MS);
  if (!connu && file.filter((tour) => !tour.connu).length >= INCONNUS_A_LA_FOIS) {
    throw new TooMany(ATTENTE, "de connexions à la fois");
  }
  const tour: Tour = { connu, vu: Date.now() };
  const devant = connu ? file.findIndex((tour, rang) => rang > 0 && !tour.connu) : -1;
  file.splice(devant < 0 ? file.length : devant, 0, tour);
  try {
    while (file[0] !== tour || enRepos()) {
      const pas = PAS_MS * Math.max(1, file.indexOf(tour));
      await new Promise((resolve) => setTimeout(resolve, pas));
      tour.vu = Date.now();
      file = file.filter((autre) => autre === tour || Date.now() - autre.vu < PARTI_MS);
    }
    return await calcul();
  } finally {
    file = file.filter((autre) => autre !== tour);
    libreA = Date.now() + REPOS_MS;
  }
}
