/**
 * The pause before each element, in milliseconds. It lets the process read new requests, even when each call of the
 * work is answered immediately.
 */
const RESPIRATION_MS = 5;

/**
 * Does the work for each element, `limite` at a time; a failure does not stop the others. Other requests are served
 * between two elements.
 * @returns the outcomes, in the order of the elements.
 */
export async function enParallele<T, R>(
  elements: readonly T[],
  limite: number,
  travail: (element: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const resultats: PromiseSettledResult<R>[] = [];
  const suite = elements.entries();
  const ouvrier = async () => {
    for (const [rang, element] of suite) {
      await new Promise((resolve) => setTimeout(resolve, RESPIRATION_MS));
      resultats[rang] = await travail(element).then(
        (value) => ({ status: "fulfilled", value }),
        (reason: unknown) => ({ status: "rejected", reason }),
      );
    }
  };
  await Promise.all(Array.from({ length: limite }, ouvrier));
  return resultats;
}

/**
 * Yields the results of the work for each element, in order. At most `avance` results are in preparation and not yet
 * read, so that a slow reader slows the work down.
 */
export async function* enOrdre<T, R>(
  elements: AsyncIterable<T> | Iterable<T>,
  avance: number,
  travail: (element: T) => Promise<R>,
): AsyncGenerator<R> {
  const enCours: Promise<R>[] = [];
  for await (const element of elements) {
    const resultat = travail(element);
    // This promise is awaited later. Without this `catch`, a failure before then would count as unhandled.
    resultat.catch(() => undefined);
    enCours.push(resultat);
    const premier = enCours.length < avance ? undefined : enCours.shift();
    if (premier) yield await premier;
  }
  for (const resultat of enCours) yield await resultat;
}
