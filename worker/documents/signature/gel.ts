import type { BlocFige } from "#domain/signature/blocs.ts";
import type { Block, Picture } from "../page/blocks.ts";
import { isDrawable } from "../page/pictures.ts";
import { printable } from "../page/typeface.ts";

/**
 * Freezes the blocks of a document as its signers read them on a web page. Every text has the characters that the PDF
 * draws. Every picture is a `data:` address, or null where the PDF leaves it out. Sheets of labels are left out.
 */
export async function figer(blocks: readonly Block[]): Promise<BlocFige[]> {
  const blocsLus = blocks.filter(({ kind }) => kind !== "labels");
  return (await fige(blocsLus)) as BlocFige[];
}

async function fige(valeur: unknown): Promise<unknown> {
  if (typeof valeur === "string") return valeur.split("\n").map(printable).join("\n");
  if (valeur instanceof Uint8Array) return adresse(valeur);
  if (Array.isArray(valeur)) return Promise.all(valeur.map(fige));
  if (typeof valeur !== "object" || valeur === null) return valeur;
  const champs = await Promise.all(
    Object.entries(valeur).map(async ([nom, champ]) => [nom, await fige(champ)] as const),
  );
  return Object.fromEntries(champs);
}

const SIGNATURE_PNG = 0x89;

async function adresse(picture: Picture): Promise<string | null> {
  if (!(await isDrawable(picture))) return null;
  const type = picture[0] === SIGNATURE_PNG ? "png" : "jpeg";
  return `data:image/${type};base64,${Buffer.from(picture).toString("base64")}`;
}
