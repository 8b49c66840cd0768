import { Zip, ZipPassThrough } from "fflate";

/** A file of an archive: its path there, and its bytes, whole or as they come. */
export interface Entree {
  nom: string;
  octets: Uint8Array | ReadableStream<Uint8Array>;
}

/**
 * A zip made as it is read: a slow reader holds it back, and memory does not grow with the number of files
 * nor with their size. Nothing is compressed: PDFs and photographs hardly gain from it.
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
  const morceaux: Uint8Array[] = [];
  const zip = new Zip((erreur, morceau) => {
    if (erreur) throw erreur;
    morceaux.push(morceau);
  });
  const prets = () => Buffer.concat(morceaux.splice(0));
  for await (const { nom, octets } of entrees) {
    const fichier = new ZipPassThrough(nom);
    zip.add(fichier);
    if (octets instanceof Uint8Array) {
      fichier.push(octets, true);
    } else {
      for await (const suite of octets) {
        fichier.push(suite);
        yield prets();
      }
      fichier.push(new Uint8Array(), true);
    }
    yield prets();
  }
  zip.end();
  yield prets();
}
