import { Unreadable } from "#domain/erreurs.ts";
import { OCTETS_PAR_FICHIER } from "#domain/fichier.ts";

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
const VIDAGE_AU_PLUS = 2 * OCTETS_PAR_FICHIER;
const INTERROMPU = "Cet envoi a été interrompu.";

/**
 * The parts of a body, in their order, through one window of 64 KB whatever they weigh. Whoever stops
 * before the end, to refuse it, first lets the rest go by: most senders read no answer before they have
 * sent everything.
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
    if (!(await fenetre.vider())) throw new Unreadable(INTERROMPU);
  } finally {
    await fenetre.vider();
  }
}

/** Lets a body go by that is refused unread. */
export async function laisserPasser(corps: ReadableStream<Uint8Array> | null): Promise<void> {
  if (corps) await new Fenetre(corps).vider();
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
  /** Ended or broken off: the window is gone with the last read. */
  #fini = false;

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
      await this.#suite();
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
      await this.#suite();
    }
  }

  async commencePar(texte: string): Promise<boolean> {
    while (this.#reste().length < texte.length) await this.#suite();
    return this.#reste().toString("latin1", 0, texte.length) === texte;
  }

  /** Lets what is left go by, or gives up on a body without end; false when it broke off. */
  async vider(): Promise<boolean> {
    try {
      for (let lu = 0; lu < VIDAGE_AU_PLUS; lu += this.#fin) {
        this.#debut = this.#fin;
        if (!(await this.#lire())) return true;
      }
    } catch {
      return false;
    }
    await this.#source.cancel().catch(() => {});
    return false;
  }

  #reste(): Buffer {
    return this.#octets.subarray(this.#debut, this.#fin);
  }

  async #suite(): Promise<void> {
    if (!(await this.#lire().catch(() => false))) throw new Unreadable(INTERROMPU);
  }

  /** Adds bytes to those that were not taken; false at the end. */
  async #lire(): Promise<boolean> {
    if (this.#fini) return false;
    this.#octets.copyWithin(0, this.#debut, this.#fin);
    this.#fin -= this.#debut;
    this.#debut = 0;
    this.#fini = true;
    const { value } = await this.#source.read(new Uint8Array(this.#octets.buffer, this.#fin));
    if (!value || value.byteLength === 0) return false;
    this.#fini = false;
    this.#octets = Buffer.from(value.buffer as ArrayBuffer);
    this.#fin += value.byteLength;
    return true;
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
