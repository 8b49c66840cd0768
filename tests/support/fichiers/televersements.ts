import { env } from "cloudflare:workers";
import type { Answer, Api } from "../worker/api.ts";

export const MO = 1024 * 1024;
/** A size in bytes: five parts of an upload in R2, the last one short. */
export const VINGT_MO = 20 * MO + 12_345;

/** A part of a form: a text, or a file. The file's name is written as it is, hostile or not. */
export interface Piece {
  champ: string;
  /** The name of the file; absent for a text. */
  fichier?: string;
  contenu: string | Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const FRONTIERE = "----frontiere-des-tests";
const encoder = new TextEncoder();

async function* corps(pieces: readonly Piece[], coupeApres: number): AsyncGenerator<Uint8Array> {
  let reste = coupeApres;
  for await (const morceau of entier(pieces)) {
    yield morceau.subarray(0, reste);
    reste -= morceau.length;
    if (reste <= 0) throw new Error("La connexion est coupée.");
  }
}

async function* entier(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { champ, fichier, contenu } of pieces) {
    const nom = fichier === undefined ? "" : `; filename="${fichier}"`;
    const type = fichier === undefined ? "" : "\r\nContent-Type: application/x-mensonge";
    yield encoder.encode(
      `--${FRONTIERE}\r\nContent-Disposition: form-data; name="${champ}"${nom}${type}\r\n\r\n`,
    );
    if (typeof contenu === "string") yield encoder.encode(contenu);
    else if (contenu instanceof Uint8Array) yield contenu;
    else yield* contenu;
    yield encoder.encode("\r\n");
  }
  yield encoder.encode(`--${FRONTIERE}--\r\n`);
}

/** A body whose bytes arrive piece by piece, as from the network. */
export function enFlux(morceaux: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const suite = morceaux[Symbol.asyncIterator]();
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      let { done, value } = await suite.next();
      while (!done && value?.length === 0) ({ done, value } = await suite.next());
      if (done || !value) {
        controller.close();
        controller.byobRequest?.respond(0);
      } else controller.enqueue(value.slice());
    },
  });
}

interface Formulaire {
  methode?: "POST" | "PUT";
  entetes?: Record<string, string>;
  /** The number of bytes after which the connection breaks. */
  coupeApres?: number;
}

/** Sends a form as a stream. */
export async function envoyer<T = { id: number; url: string }>(
  api: Api,
  path: string,
  pieces: readonly Piece[],
  { methode = "POST", entetes = {}, coupeApres = Number.POSITIVE_INFINITY }: Formulaire = {},
): Promise<Answer<T>> {
  const response = await api.fetch(`/api${path}`, {
    method: methode,
    headers: { "Content-Type": `multipart/form-data; boundary=${FRONTIERE}`, ...entetes },
    body: enFlux(corps(pieces, coupeApres)),
  });
  const json: Pick<Answer<T>, "data" | "total" | "error"> = JSON.parse(
    (await response.text()) || "{}",
  );
  return { ...json, status: response.status, headers: response.headers };
}

const MORCEAU = 256 * 1024;

/** This many bytes: they begin with `debut`, and no two blocks of 256 KB are alike. */
export function* octets(debut: Uint8Array, taille: number): Generator<Uint8Array> {
  for (let fait = 0; fait < taille; fait += MORCEAU) {
    const morceau = new Uint8Array(Math.min(MORCEAU, taille - fait));
    for (let place = 0; place < morceau.length; place += 1021)
      morceau[place] = place * 7 + fait / MORCEAU;
    if (fait === 0) morceau.set(debut);
    yield morceau;
  }
}

export async function empreinte(
  morceaux: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ sha256: string; taille: number }> {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  let taille = 0;
  for await (const morceau of morceaux) {
    taille += morceau.length;
    await writer.write(morceau);
  }
  await writer.close();
  return { sha256: Buffer.from(await digest.digest).toString("hex"), taille };
}

const signature = (texte: string) => Uint8Array.from(texte, (lettre) => lettre.charCodeAt(0));

export const JPEG = signature("\xff\xd8\xff\xe0\0\x10JFIF\0");
export const PDF = encoder.encode("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
export const SVG = encoder.encode(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
);
/** A real image of one red pixel. */
export const PNG = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
    "base64",
  ),
);

export interface Fichier {
  id: number;
  nom: string;
  extention: string;
  url: string;
  taille: number;
  updatedAt: string;
  canDelete: boolean;
}

export const fichier = (contenu: Piece["contenu"], nom = "bail.pdf"): Piece => ({
  champ: "url",
  fichier: nom,
  contenu,
});

export async function deposer(
  api: Api,
  contenu: Piece["contenu"] = PDF,
  nom = "bail.pdf",
): Promise<Fichier> {
  const { status, data, error } = await envoyer<Fichier>(api, "/Fichier", [fichier(contenu, nom)]);
  if (status !== 201) throw new Error(JSON.stringify(error));
  return data;
}

export const lire = (lecteur: Api, url: string, init?: RequestInit) =>
  lecteur.fetch(`/files/${url}`, init);

export async function corpsDe(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

export const cleDe = (url: string): string => url.split("?")[0] ?? "";

export const existe = async (url: string) => (await env.FILES.head(cleDe(url))) !== null;

/** All that a refused upload could leave behind. */
export async function traces(api: Api) {
  const objets = (await env.FILES.list()).objects.map(({ key }) => key);
  const [fichiers, images] = await Promise.all([
    api.get("/Fichier?page=1&limit=1"),
    api.get("/Image?page=1&limit=1"),
  ]);
  return { objets, fichiers: fichiers.total, images: images.total };
}
