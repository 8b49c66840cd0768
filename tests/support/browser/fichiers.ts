import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";

const DOSSIER = join(import.meta.dirname, "../../results/fichiers");

export interface Piece {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export async function pdf(name: string, texte = name): Promise<Piece> {
  const document = await PDFDocument.create();
  document.addPage().drawText(texte, { x: 60, y: 700 });
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await document.save()) };
}

export function photo(
  name: string,
  [rouge, vert, bleu]: readonly number[] = [120, 160, 190],
  [largeur, hauteur]: readonly [number, number] = [48, 36],
): Piece {
  const ligne = Buffer.from([0, ...Array(largeur).fill([rouge, vert, bleu]).flat()]);
  const entete = Buffer.alloc(13);
  entete.writeUInt32BE(largeur, 0);
  entete.writeUInt32BE(hauteur, 4);
  entete.set([8, 2], 8);
  const buffer = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    bloc("IHDR", entete),
    bloc("IDAT", deflateSync(Buffer.concat(Array(hauteur).fill(ligne)))),
    bloc("IEND", Buffer.alloc(0)),
  ]);
  return { name, mimeType: "image/png", buffer };
}

function bloc(type: string, contenu: Buffer): Buffer {
  const corps = Buffer.concat([Buffer.from(type), contenu]);
  const longueur = Buffer.alloc(4);
  longueur.writeUInt32BE(contenu.length);
  const somme = Buffer.alloc(4);
  somme.writeUInt32BE(crc32(corps));
  return Buffer.concat([longueur, corps, somme]);
}

/** The path of a file of this many bytes: Playwright accepts large files only from the disk. */
export function gros(name: string, octets: number): string {
  mkdirSync(DOSSIER, { recursive: true });
  const path = join(DOSSIER, name);
  const file = openSync(path, "w");
  writeSync(file, "%PDF-1.4\n");
  ftruncateSync(file, octets);
  closeSync(file);
  return path;
}
