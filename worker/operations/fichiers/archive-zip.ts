import { EcritureZip } from "./zip.ts";

/** A file of an archive: its path there, and its bytes, whole or as a stream. */
export interface Entree {
  nom: string;
  octets: Uint8Array | ReadableStream<Uint8Array>;
}

/**
 * A zip made while it is read: a slow reader slows it down, and memory grows neither with the number of files nor with
 * their size. Nothing is compressed, because PDFs and photographs hardly gain from it.
 */
export function archive(entrees: AsyncIterable<Entree>): ReadableStream<Uint8Array> {
  const morceaux = ecrire(entrees);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await morceaux.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await morceaux.return(undefined);
    },
  });
}

async function* ecrire(entrees: AsyncIterable<Entree>): AsyncGenerator<Uint8Array> {
  const zip = new EcritureZip();
  const instant = new Date();
  for await (const { nom, octets } of entrees) {
    const tete = zip.ouvrir(nom, instant);
    if (octets instanceof Uint8Array) {
      yield Buffer.concat([tete, zip.ecrire(octets), zip.fermer()]);
      continue;
    }
    yield tete;
    for await (const suite of octets) yield zip.ecrire(suite);
    yield zip.fermer();
  }
  const { index } = zip;
  yield Buffer.concat([index, zip.finir(index.length)]);
}
