import { Unreadable } from "#domain/erreurs.ts";

/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Partie {
  /** The field. */
  nom: string;
  /** The name of the file, as its sender gives it; null for a text. */
  fichier: string | null;
  /** To be read to its end; each piece is overwritten by the next. */
  morceaux: AsyncGenerator<Uint8Array>;
}

const FENETRE = 64 * 1024;
const ENTETES_AU_PLUS = 16 * 1024;
const INTERROMPU = "Cet envoi a été interrompu.";

/**
 * The parts of a body, in their order, through one window of 64 KB whatever they weigh.
 * @throws Unreadable when it is no such body, or breaks off before its end.
 */
export async function* lireParties(
  corps: ReadableStream<Uint8Array> | null,
  contentType: string,
): AsyncGenerator<Partie> {
  const separateur = contentType.match(/;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i);
  if (!corps || !separateur) throw new Unreadable("Ce formulaire est illisible.");
  const delimiteur = Buffer.from(`\r\n--${separateur[1] ?? separateur[2]}`);
  const fenetre = new Fenetre(corps);
  try {
    await sauter(fenetre.jusqua(delimiteur));
    while (!(await fenetre.commencePar("--"))) {
      const entetes = await fenetre.texteJusqua("\r\n\r\n", ENTETES_AU_PLUS);
      const morceaux = fenetre.jusqua(delimiteur);
      yield { ...lireEntetes(entetes), morceaux };
      await sauter(morceaux);
    }
  } finally {
    await fenetre.fermer();
  }
}

async function sauter(morceaux: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await morceaux.next()).done);
}

/** What was read of a stream and not yet taken. */
class Fenetre {
  readonly #source: ReadableStreamBYOBReader;
  /** Starts as if a line had just ended: the first delimiter then looks like the others. */
  #octets: Buffer<ArrayBuffer> = Buffer.alloc(FENETRE, "\r\n");
  #debut = 0;
  #fin = 2;

  constructor(corps: ReadableStream<Uint8Array>) {
    this.#source = corps.getReader({ mode: "byob" });
  }

  /** The bytes before the delimiter, which is taken too. */
  async *jusqua(delimiteur: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const place = this.#reste().indexOf(delimiteur);
      const sur = place >= 0 ? place : this.#reste().length - delimiteur.length + 1;
      if (sur > 0) {
        const debut = this.#debut;
        this.#debut += sur;
        yield this.#octets.subarray(debut, debut + sur);
      }
      if (place >= 0) {
        this.#debut += delimiteur.length;
        return;
      }
      await this.#lire();
    }
  }

  async texteJusqua(fin: string, auPlus: number): Promise<string> {
    for (;;) {
      const place = this.#reste().indexOf(fin);
      if (place >= 0) {
        const texte = this.#reste().toString("utf8", 0, place);
        this.#debut += place + fin.length;
        return texte;
      }
      if (this.#reste().length > auPlus) throw new Unreadable("Ce formulaire est illisible.");
      await this.#lire();
    }
  }

  async commencePar(texte: string): Promise<boolean> {
    while (this.#reste().length < texte.length) await this.#lire();
    return this.#reste().toString("latin1", 0, texte.length) === texte;
  }

  async fermer(): Promise<void> {
    await this.#source.cancel().catch(() => {});
  }

  #reste(): Buffer {
    return this.#octets.subarray(this.#debut, this.#fin);
  }

  async #lire(): Promise<void> {
    this.#octets.copyWithin(0, this.#debut, this.#fin);
    this.#fin -= this.#debut;
    this.#debut = 0;
    const { done, value } = await this.#source
      .read(new Uint8Array(this.#octets.buffer, this.#fin))
      .catch(() => ({ done: true, value: undefined }) as const);
    if (done || !value) throw new Unreadable(INTERROMPU);
    this.#octets = Buffer.from(value.buffer as ArrayBuffer);
    this.#fin += value.byteLength;
  }
}

/** The field and the file name of a part. */
function lireEntetes(entetes: string): { nom: string; fichier: string | null } {
  const disposition = entetes.match(/^content-disposition:\s*form-data\s*(;.*)$/im)?.[1] ?? "";
  const parametres = new Map<string, string>();
  for (const [, cle = "", cite, nu] of disposition.matchAll(
    /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g,
  )) {
    parametres.set(cle.toLowerCase(), cite === undefined ? (nu ?? "") : lireCitation(cite));
  }
  const nom = parametres.get("name");
  if (nom === undefined) throw new Unreadable("Ce formulaire est illisible.");
  const etendu = parametres.get("filename*")?.match(/^UTF-8'[^']*'(.*)$/i)?.[1];
  return { nom, fichier: etendu ? decode(etendu) : (parametres.get("filename") ?? null) };
}

/** Quoted as RFC 9110 does (`\"`) or as browsers do (`%22`, `%0D`, `%0A`). */
function lireCitation(texte: string): string {
  return texte
    .replace(/\\(["\\])/g, "$1")
    .replace(/%22/g, '"')
    .replace(/%0D/gi, "\r")
    .replace(/%0A/gi, "\n");
}

function decode(texte: string): string {
  try {
    return decodeURIComponent(texte);
  } catch {
    return texte;
  }
}
