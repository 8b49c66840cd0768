const APOSTROPHE = 0x27;
const GUILLEMET = 0x22;
const ACCENT_GRAVE = 0x60;
const POINT_VIRGULE = 0x3b;
const ESPACE = 0x20;

/** The size of a piece, in bytes. */
const MORCEAU = 64 * 1024;

/**
 * The same stream in larger pieces. A dump arrives line by line, and each piece costs time, and memory until the
 * stream ends.
 */
export function parGrosMorceaux(flux: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const lecteur = flux.getReader({ mode: "byob" });
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lecteur.readAtLeast(MORCEAU, new Uint8Array(MORCEAU));
      if (value && value.length > 0) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: (raison) => lecteur.cancel(raison),
  });
}

/**
 * A filter that removes from a dump the statements that fill these tables. A semicolon inside quotes does not end a
 * statement.
 */
export function sansTables(tables: readonly string[]): TransformStream<Uint8Array, Uint8Array> {
  const debuts = tables.flatMap((table) => [
    Buffer.from(`INSERT INTO ${table} `),
    Buffer.from(`INSERT INTO "${table}" `),
  ]);
  const plusLong = Math.max(...debuts.map(({ length }) => length));
  let reste = Buffer.alloc(0);
  let auDebut = true;
  let omise = false;
  let guillemet = 0;

  function passer(
    octets: Buffer,
    controller: TransformStreamDefaultController<Uint8Array>,
    dernier: boolean,
  ): void {
    let depuis = 0;
    let place = 0;
    const rendre = (jusque: number) => {
      if (!omise && jusque > depuis) controller.enqueue(octets.subarray(depuis, jusque));
    };
    while (place < octets.length) {
      if (auDebut) {
        while ((octets[place] ?? ESPACE + 1) <= ESPACE) place++;
        if (octets.length - place < plusLong && !dernier) {
          rendre(place);
          reste = Buffer.from(octets.subarray(place));
          return;
        }
        if (debuts.some((debut) => octets.subarray(place, place + debut.length).equals(debut))) {
          rendre(place);
          omise = true;
        }
        auDebut = false;
      }
      for (; place < octets.length; place++) {
        const octet = octets[place] as number;
        if (guillemet) {
          if (octet === guillemet) guillemet = 0;
        } else if (octet === APOSTROPHE || octet === GUILLEMET || octet === ACCENT_GRAVE) {
          guillemet = octet;
        } else if (octet === POINT_VIRGULE) {
          place++;
          if (omise) depuis = place;
          omise = false;
          auDebut = true;
          break;
        }
      }
    }
    rendre(octets.length);
    reste = Buffer.alloc(0);
  }

  return new TransformStream({
    transform(morceau, controller) {
      const octets = Buffer.from(morceau.buffer, morceau.byteOffset, morceau.byteLength);
      passer(reste.length > 0 ? Buffer.concat([reste, octets]) : octets, controller, false);
    },
    flush(controller) {
      passer(reste, controller, true);
    },
  });
}
